#!/usr/bin/env bash
# follow_test.sh PROGRAM: the demo window follows a preset file that changes, keeps its values where the file is wrong, and its command line
# for a run without a window gives the same hash.
set -eu
program=$1
. "$(dirname "$0")/window.sh"
preset=$folder/followed.preset

printf 'thud-preset 1\nworld.gravity.y = -25\n' >"$preset"
open_demo friction --preset "$preset"
grep -q '^notice preset ' "$report" || fail "the preset was not read"
focus_window
sleep 1

# a changed file, then a wrong one, which leaves the numbers of the last good one
printf 'thud-preset 1\nworld.gravity.y = -5  # the moon is nearer\nshape.material.friction = 0.125\n' >"$preset"
wait_for '^notice preset '
printf 'thud-preset 1\nworld.gravity.y = -30\nworld.slpo = 1\n' >"$preset"
wait_for "^notice .*followed.preset:3: there is no 'world.slpo'; did you mean 'world.slop'"
press presets
press save_preset
wait_for '^notice preset saved'
key Escape
grep -q '^world.gravity.y = -5' "$folder/thud-friction.preset" || fail "the preset that was saved has other gravity"
grep -q '^shape.material.friction = 0.125' "$folder/thud-friction.preset" || fail "the preset that was saved has other friction"
printf 'thud-preset 1\nworld.gravity.y = -12\n' >"$preset"
wait_for '^notice preset '

# from the start with the same numbers, some steps, and the same without a window
act key r
wait_for '^scene friction'
act key o # pauses; at once, as a key that is held repeats
wait_for '^step '
act key o
wait_for '^step '
steps=$(field 2)
act key BackSpace
wait_for "^at $((steps - 1)) "
act key o
wait_for "^at $steps "
hash=$(field 3)
press copy_command_line
wait_for '^notice copied: thud-demos '
read -ra arguments <<<"${found#notice copied: thud-demos }"
end_demo
[ "${arguments[*]:0:4}" = "--headless friction --steps $steps" ] || fail "another command: ${arguments[*]}"
headless=$("$program" "${arguments[@]}" --hash)
[ "$headless" = "hash $hash" ] || fail "after $steps steps $hash, and by ${arguments[*]} $headless"
echo "the preset was followed, ${arguments[*]} gives the same hash"
