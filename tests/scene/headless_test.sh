#!/usr/bin/env bash
# headless_test.sh PROGRAM PICTURE_CHECK SCENE: a scene runs without a display, draws a picture that shows something, ends with its
# hash, and has the same hash the second time and on two threads.
set -eu
program=$1 check=$2 scene=$3
unset DISPLAY WAYLAND_DISPLAY
steps=40
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# A small picture: painting one of the usual size, at sixteen times its pixels, took most of the time.
"$program" --headless "$scene" --steps $steps --size 720x420 --png "$folder/picture.png" >"$folder/first" || fail "exit code $?"
last=$(tail -n 1 "$folder/first")
[[ $last =~ ^hash\ [0-9a-f]{16}$ ]] || fail "the last line is not the hash: $last"
# The part that is neither title nor scale nor panel.
"$check" "$folder/picture.png" 10 106 350 254 || fail "the picture of $scene shows nothing"

again=$("$program" --headless "$scene" --steps $steps --hash)
[ "$again" = "$last" ] || fail "another hash the second time: $last, then $again"
threads=$("$program" --headless "$scene" --steps $steps --hash --threads 2)
[ "$threads" = "$last" ] || fail "another hash on two threads: $last, then $threads"
more=$("$program" --headless "$scene" --steps $((steps + 1)) --hash)
[ "$more" != "$last" ] || fail "the hash does not change from step to step: $last"
