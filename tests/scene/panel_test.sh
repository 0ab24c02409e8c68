#!/usr/bin/env bash
# panel_test.sh PROGRAM PICTURE_CHECK: uses the panel of the demo window as a person who tunes a scene would.
set -eu
program=$1 check=$2
. "$(dirname "$0")/window.sh"

size=900x720 # fewer pixels to draw by software
open_demo friction --record "$folder/recording"
wait_for '^body '
body_slot=$(field 2) body_x=$(field 3) body_y=$(field 4)
focus_window
# the picker: letters of a name in their order, tags
press scenes
type_text rgd
key Return
wait_for '^scene ragdoll'
press scenes
type_text 'water float'
key Return
wait_for '^scene buoyancy'
press scenes
type_text slope
key Return
wait_for '^scene friction'
# a key opens it, the arrows choose; Escape closes it; the scene that runs stays as it is (it was made anew without its settings)
key F2
key Right
key Return
wait_for '^scene pyramid'
key F2
key Up
key Left
key Down
key Escape
key F2
key Return
before=$seen
key p
wait_for '^pause '
! printf '%s\n' "${lines[@]:before}" | grep '^scene ' || fail "a scene was made"
key p
key F2
key Left
key Return
wait_for '^scene friction'

# the panel becomes wider by its left edge, which was clipped once
last_widget grip
edge=$left
drag grip 50 -1000
last_widget grip
[ "$left" -lt $((edge - 40)) ] || fail "the panel's edge was dragged from $edge to $left only"
drag grip 50 1000
# and has its width again after the window was small (it kept the least one)
last_widget grip
edge=$left
for width in 400 900; do
    xdotool windowsize "$window" $width 720
    wait_for "^size $width 720"
    act mousemove_relative 1 0
done
last_widget grip
[ "$left" = "$edge" ] || fail "the panel's edge was at $edge and is at $left after the window was small"

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
from=$(field 5) # 0, unless a busy machine took more than five seconds to get here
wait_for "^at $from "
start=$(field 3)
drag world.gravity.y 30 33
wait_for "^at $from $start"
wait_for '^set world.gravity.y '
key F5
wait_for '^notice loop off'
key F6
wait_for '^notice live from step'

# the inspector: the crate that was clicked on, a pinned number, a condition that pauses
press_at $body_x $body_y
wait_for "^select $body_slot "
press Inspect
press pin:speed
last_widget contacts
key F5 # keys are still the scene's
wait_for '^notice loop of steps'
key F6
press condition
type_text 'speed > x + velocity'
key Return
wait_for '^notice there is no number velocity \(character 13\)'
press condition
type_text 'y < 1000 and abs(vx) < 1 + 1'
key Return
wait_for '^notice pauses when y < 1000 and abs'

# a number of the crate: typed, undone by a click on the star, typed for all crates
press number:selected.shape.material.friction
type_text '*2'
key Return
wait_for '^set selected.shape.material.friction 1.2'
press reset:selected.shape.material.friction
wait_for '^set selected.shape.material.friction 0.6'
press all_with_material
press number:selected.shape.material.friction
type_text 0.1
key Return
wait_for '^set selected.shape.material.friction 0.1'

# graphs: the pinned number and the others, as a file
press Graphs
press freeze
for _ in $(seq 40); do # until there are enough steps
    press csv
    wait_for '^notice the last steps are in'
    [ "$(wc -l <"$folder/thud-friction.csv")" -le 100 ] || break
    sleep 0.5
done
head -n 1 "$folder/thud-friction.csv" | grep -q '^step,kinetic,.*,speed of body ' || fail "the file has other columns"
[ "$(wc -l <"$folder/thud-friction.csv")" -gt 100 ] || fail "the file has few steps"

# rows: filter, drag, type, undo and redo, reset by the star and by the group
# The keyboard alone: / shows the rows, Enter leads from the filter to the first number (both took the mouse).
key slash
type_text substeps
last_widget world.solver.substeps
[ "$top" -lt 300 ] || fail "the filter leaves other rows: $found"
key Return
type_text '*2'
key Return
wait_for '^set world.solver.substeps 8'
xdotool key ctrl+z
wait_for '^notice undo: world.solver.substeps is 4'
xdotool key ctrl+y
wait_for '^notice redo: world.solver.substeps is 8'
drag number:world.solver.substeps 50 300
wait_for '^set world.solver.substeps (9|1[0-9])$'
press number:world.solver.substeps
type_text 1000
key Return
wait_for '^notice refused: world.solver.substeps 1000: .*a whole number, 1 to 64$'
xdotool key ctrl+z # the drag: what is refused is no change (it was one, which restarted the scene for some settings)
wait_for '^notice undo: world.solver.substeps is 8'
xdotool key ctrl+y
wait_for '^notice redo: world.solver.substeps is (9|1[0-9])$'
press reset:world.solver.substeps
wait_for '^set world.solver.substeps 4'
press number:world.solver.substeps
type_text +1
key Return
wait_for '^set world.solver.substeps 5'
press reset_group:Solver
wait_for '^set world.solver.substeps 4'
press filter
key ctrl+a
key BackSpace

# a typed number is taken when the field is left, too: by a click on a number above it, on the picture, by Tab, where its group is closed
# (it was lost, and the number above had its text); an untouched field and Escape change nothing
press reset_group:World
press number:world.gravity.y
type_text -11.23456
press number:world.gravity.x
wait_for '^set world.gravity.y -11.2346'
type_text 0.5
press_at 200 600
wait_for '^set world.gravity.x 0.5'
press number:world.gravity.y
key Return
press number:world.gravity.y
type_text 7
key Escape
press number:world.gravity.y
type_text 1,5
key Tab
wait_for "^notice '1,5' is no number"
press number:world.gravity.y
type_text '*2'
press group:World
wait_for '^set world.gravity.y -22.4691'
press group:World
xdotool key ctrl+z ctrl+z ctrl+z
wait_for '^notice undo: world.gravity.y is -10'

# slots: B beside A, with other gravity
press slot:B
wait_for '^notice slot B'
press number:world.gravity.y
type_text -20
key Return
wait_for '^set world.gravity.y -20'
press copy_as_c
wait_for '^notice copied: thud_world_def world_def = thud_world_defaults\(\); world_def.gravity.y = -20.0f; /\* '
press copy_command_line
wait_for '^notice copied: thud-demos --headless friction --steps [0-9]+ .*--set world.gravity.y=-20'
press compare
before=$seen # on a busy machine the ghost is told to differ after the notice, else before it
wait_for '^ghost differs [1-9]'
seen=$before
wait_for '^notice A beside B'
act keydown F8
wait_for '^ghost alone'
act keyup F8
key F7
wait_for '^notice no comparison'
press slot:A
wait_for '^notice slot A'
press slot:B
wait_for '^notice slot B'
press presets
press save_preset
wait_for '^notice preset saved'
grep -q '^world.gravity.y = -20' "$folder/thud-friction.preset" || fail "the preset has other gravity"
# under another name; then what was not saved is gone as the first is loaded, and had back by one undo
press preset_name
type_text heavier
key Escape # of the field, whose text it brings back, and of the popup
xdotool key ctrl+s
key ctrl+a
type_text heavier
press rename_preset
wait_for '^notice preset thud-friction is now heavier'
[ -f "$folder/heavier.preset" ] && [ ! -f "$folder/thud-friction.preset" ] || fail "the preset has its old name"
key Escape
press number:world.gravity.x
type_text 3
key Return
wait_for '^set world.gravity.x 3'
press number:world.gravity.y
type_text 4
key Return
wait_for '^set world.gravity.y 4'
press presets
press preset:heavier
wait_for '^notice preset .*/heavier.preset'
xdotool key ctrl+z
wait_for '^set world.gravity.y 4'
wait_for '^notice undo: 2 numbers'
xdotool key ctrl+y
wait_for '^notice redo: 2 numbers'
# a shipped one; a wrong one changes nothing
press preset:moon
wait_for '^notice preset .*/presets/moon.preset'
echo 'world.gravity.y = much' >>"$folder/heavier.preset"
press preset:heavier
wait_for '^notice not loaded: .*heavier.preset:[0-9]*: '
key Escape
xdotool key ctrl+z
wait_for '^set world.gravity.y -20'
wait_for '^notice undo: '

end_demo
grep -q ' edit material .* material.friction 0.1' "$folder/recording" || fail "the edit is not in the recording"
grep -q "^$from set world.gravity.y " "$folder/recording" || fail "the setting is not in the recording"
"$program" --headless friction --replay "$folder/recording" --hash >"$folder/output" || fail "the recording differs"
sed -i 's/^end .*//' "$folder/recording"
! "$program" --headless friction --replay "$folder/recording" 2>"$folder/output" || fail "a broken recording was taken"
[ "$(wc -l <"$folder/output")" = 1 ] || fail "more than one line"

# settings outlive the program; a broken file of them is told, and nothing of it is taken
open_demo friction
grep -q '^notice 1 setting restored' "$report" || fail "nothing is restored"
focus_window
press undo_restored
wait_for '^scene friction'
end_demo
! grep -q 'gravity.y = -20' "$folder"/data/*/*/friction.preset || fail "what was undone is kept"
echo 'world.gravity.y = much' >>"$(echo "$folder"/data/*/*/friction.preset)"
open_demo friction
grep -q '^notice not restored: .*friction.preset:[0-9]*: ' "$report" || fail "a broken file is not told"
grep -q 'gravity.y = much' "$folder"/data/*/*/friction.preset.wrong || fail "a broken file is lost"
focus_window
# the last change before the next scene is kept, too (one in the second after another was lost), and so is the undo list
press number:world.gravity.y
type_text -11
key Return
drag world.gravity.y 40 60
xdotool key bracketright bracketleft
wait_for '^notice 1 setting restored'
grep -q 'gravity.y = -5.81' "$folder"/data/*/*/friction.preset || fail "the last change is lost"
xdotool key Tab bracketright ctrl+z
wait_for '^notice nothing to undo'
xdotool key bracketleft ctrl+z ctrl+y Tab
wait_for '^notice undo: world.gravity.y is -11'
wait_for '^notice redo: world.gravity.y is -5.81'
end_demo

# --set leaves alone what is kept (it was written over); where nothing can be kept, that is told
open_demo friction --set friction=0.4
focus_window
drag world.gravity.y 30 40
drag world.gravity.x 50 60
key bracketright
key bracketleft
wait_for '^scene friction'
xdotool key ctrl+z # all that was left behind there
wait_for '^notice undo: 3 numbers'
end_demo
grep -q 'gravity.y = -5.81' "$folder"/data/*/*/friction.preset || fail "--set writes over what is kept"
mv "$folder/data" "$folder/kept"
: >"$folder/data"
open_demo friction
focus_window
drag world.gravity.y 30 40
wait_for '^notice settings are not kept: '
end_demo
rm "$folder/data"

# the copied command names the level, without which it is another one
cp "$(dirname "$0")/../../demos/levels/hills.tmj" "$folder/my level.tmj"
open_demo --level "$folder/my level.tmj"
focus_window
press copy_command_line
wait_for "^notice copied: thud-demos --headless level --level '.*/my level.tmj' --steps "
end_demo

# a character and a tile of the level: their numbers, typed, reset by their group, changed for a material; a
# higher window, as how many hits of the last move stand above the numbers is up to the moment of the pause
size=900x880
open_demo platformer --record "$folder/recording"
wait_for '^mover '
mover_x=$(field 3) mover_y=$(field 4)
focus_window
key p
press_at $mover_x $mover_y
wait_for '^select [1-9]'
press Inspect
last_widget last_move
press number:selected.mover.step_height
type_text 0.2
key Return
wait_for '^set selected.mover.step_height 0.2'
press reset_group:Mover
wait_for '^set selected.mover.step_height 0.35'
press_at $mover_x $((mover_y + 60))
wait_for '^tile [0-9]+ [0-9]+ [1-9][0-9]*$'
press number:selected.tile.material.friction
type_text 0.2
key Return
wait_for '^set selected.tile.material.friction 0.2'
press all_with_material
press number:selected.tile.material.friction
type_text 0.4
key Return
wait_for '^set selected.tile.material.friction 0.4'
end_demo
for edit in mover tile tile_material; do
    grep -q "^[0-9]* edit $edit " "$folder/recording" || fail "there is no edit of a $edit in the recording"
done
echo "step back, loop, comparison, inspector and recordings came through"
