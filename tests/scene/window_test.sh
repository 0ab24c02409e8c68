#!/usr/bin/env bash
# window_test.sh PROGRAM PICTURE_CHECK: uses the demo window as a person would, with real mouse and key events from xdotool under
# Xvfb, and reads in the program's report what came of it.
set -eu
program=$1 check=$2
. "$(dirname "$0")/window.sh"

open_demo friction
wait_for '^camera '
zoom=$(field 4)
wait_for '^body '
x=$(field 3) y=$(field 4)
focus_window

# pause, then single steps: the step count goes up by one each
sleep 0.3
xdotool keydown p # a key that is held repeats itself, which is no second pause
sleep 1
xdotool keyup p
wait_for '^pause '
paused=$(field 2)
[ "$(grep -cE '^(pause|play) ' "$report")" = 1 ] || fail "a held P paused more than once"
more "$paused" 0 || fail "no steps were made before the pause"
xdotool key o
wait_for '^step '
[ "$(field 2)" = $((paused + 1)) ] || fail "one step after $paused: $found"
xdotool key o
wait_for '^step '
[ "$(field 2)" = $((paused + 2)) ] || fail "two steps after $paused: $found"
xdotool key p
wait_for '^play '

# drag the crate on the first slope
xdotool mousemove $((X + x)) $((Y + y)) mousedown 1
wait_for '^grab '
from_x=$(field 3) from_y=$(field 4)
for i in $(seq 20); do
    xdotool mousemove $((X + x - 2 * i)) $((Y + y - 4 * i))
    sleep 0.02
done
sleep 0.5
xdotool mouseup 1
wait_for '^release '
moved=$(distance "$from_x" "$from_y" "$(field 3)" "$(field 4)")
more "$moved" 1 || fail "the dragged crate moved by $moved m only"

# wheel and right drag change the camera
xdotool mousemove $((X + 400)) $((Y + 400)) click 4
wait_for '^camera '
more "$(field 4)" "$zoom" || fail "the wheel did not zoom in: $found"
center=$(field 2)
xdotool mousedown 3 mousemove_relative --sync 100 0 mouseup 3
wait_for '^camera '
more "$center" "$(field 2)" || fail "a drag to the right did not move the picture to the right: $found"

# toggles, help, panel
xdotool key 2
wait_for '^notice AABBs on'
xdotool key F1
wait_for '^help shown'
xdotool key F1
wait_for '^help hidden'
xdotool key Tab
wait_for '^panel hidden'

# next and previous scene, restart
xdotool key bracketright
wait_for '^scene pyramid'
wait_for '^body '
xdotool key r
wait_for '^scene pyramid'
xdotool key bracketleft
wait_for '^scene friction'

# a screenshot
xdotool key F12
wait_for '^notice screenshot '
"$check" "$folder/thud-friction-1.png" || fail "the screenshot shows nothing"

# the panel: a slider of the scene, then another scene by its search field
xdotool key Tab
wait_for '^panel shown'
xdotool key r
wait_for '^scene friction'
wait_for_widget scene.friction
y=$((Y + (top + bottom) / 2))
xdotool mousemove $((X + left + (right - left) / 4)) $y mousedown 1 && sleep 0.2
xdotool mousemove $((X + left + (right - left) / 3)) $y && sleep 0.2
xdotool mouseup 1
wait_for '^set scene.friction '
value=$(field 3)
xdotool key r
wait_for '^scene friction'
press scenes
type_text buoy
key Return
wait_for '^scene buoyancy'
wait_for '^widget scenes '

# larger text, another size, then the end
xdotool key ctrl+plus
wait_for '^notice text and panel x 1.1'
xdotool windowsize "$window" 900 640
wait_for '^size 900 640'
end_demo
echo "dragged by $moved m, slider set to $value; all other events came through"
