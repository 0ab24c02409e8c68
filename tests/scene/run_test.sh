#!/usr/bin/env bash
# run_test.sh PROGRAM: demos/run where there is no display draws the named scenes, with the options of the command line. It once passed
# the scene's name on beside the scene, so that the picture of one scene was written under every name, and was later refused.
set -eu
unset DISPLAY WAYLAND_DISPLAY
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/demos"
ln -s "$1" "$folder/demos/thud-demos"
export THUD_DEMOS=$folder/demos/thud-demos
run=$(dirname "$0")/../../demos/run

fail() {
    echo "FAILED: $*: $(cat "$folder/output")"
    exit 1
}

"$run" --size 400x320 --steps 2 pile bounce >"$folder/output" 2>&1 || fail "exit code $?"
for scene in pile bounce; do
    grep -q "The picture of $scene is .*/$scene.png" "$folder/output" || fail "no word of $scene"
    [ "$(od -An -tu1 -j18 -N2 "$folder/$scene.png" | tr -s ' ')" = " 1 144" ] || fail "the picture of $scene is not 400 pixels wide"
done
! cmp -s "$folder/pile.png" "$folder/bounce.png" || fail "two scenes have one picture"
[ "$(ls "$folder" | grep -c 'png$')" = 2 ] || fail "more than two pictures"

# All numbers of a preset are not in every scene: the first scene without them ended it.
"$run" --size 400x320 --steps 2 --set world.gravity.y=-2 pile arcade fast >"$folder/output" 2>&1 || fail "exit code $?"
grep -q "^arcade is left out" "$folder/output" && grep -q "The picture of fast" "$folder/output" || fail "arcade is not left out alone"

status=0
"$run" --size 1x1 >"$folder/output" 2>&1 || status=$?
[ "$status" = 2 ] || fail "exit code $status"
[ "$(grep -c thud-demos: "$folder/output")" = 1 ] || fail "a wrong command line is told more than once"
