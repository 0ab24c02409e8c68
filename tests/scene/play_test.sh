#!/usr/bin/env bash
# play_test.sh PROGRAM PICTURE_CHECK: plays the scene that opens first, by its keys; what was recorded repeats without a window.
set -eu
program=$1 check=$2
. "$(dirname "$0")/window.sh"

open_demo --record "$folder/recording"
focus_window
sleep 1 # the demonstration
xdotool keydown Right && sleep 0.8
key space
xdotool keyup Right
xdotool keydown d && sleep 0.3
key x
xdotool keyup d
key s # drops, where other scenes change their speed
key F12
wait_for '^notice screenshot '
"$check" "$folder/thud-platformer-1.png" || fail "the screenshot shows nothing"
end_demo

grep -qi 'speed' "$report" && fail "S changed the speed"
inputs=$(grep -c ' key' "$folder/recording") || true
[ "$inputs" -ge 10 ] || fail "$inputs keys are in the recording: $(head -n 20 "$folder/recording")"
"$program" --headless platformer --replay "$folder/recording" --hash >"$folder/output" || fail "the recording differs"
echo "$inputs presses and releases; the recording repeats"
