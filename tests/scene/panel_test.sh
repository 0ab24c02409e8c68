#!/usr/bin/env bash
# panel_test.sh PROGRAM PICTURE_CHECK: uses the panel of the demo window as a person who tunes a scene would.
set -eu
program=$1 check=$2
. "$(dirname "$0")/window.sh"

open_demo friction --record "$folder/recording"
focus_window
sleep 1.5

# step back and forward: the same state again
key o
wait_for '^step '
steps=$(field 2)
key BackSpace
wait_for "^at $((steps - 1)) "
key o
wait_for "^at $steps "
hash=$(field 3)
key BackSpace
key o
wait_for "^at $steps $hash"

# the last five seconds as a loop: a slider begins it anew, from the same state
key F5
wait_for '^notice loop of steps'
wait_for '^at 0 '
start=$(field 3)
sleep 0.5
drag world.gravity.y 30 70
wait_for "^at 0 $start"
wait_for '^set world.gravity.y '
key F5
wait_for '^notice loop off'
key F6
wait_for '^notice live from step'

end_demo
grep -q '^0 set world.gravity.y ' "$folder/recording" || fail "the setting is not in the recording"
"$program" --headless friction --replay "$folder/recording" --hash >"$folder/output" || fail "the recording differs"
sed -i 's/^end .*//' "$folder/recording"
! "$program" --headless friction --replay "$folder/recording" 2>"$folder/output" || fail "a broken recording was taken"
[ "$(wc -l <"$folder/output")" = 1 ] || fail "more than one line"
echo "step back, loop and recording came through"
