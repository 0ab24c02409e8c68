#!/usr/bin/env bash
# command_line_test.sh PROGRAM: mistakes on the command line and broken level files give one clear line and an exit code, no crash.
set -eu
program=$1
unset DISPLAY WAYLAND_DISPLAY
export SDL_VIDEODRIVER=
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# expect CODE TEXT ARGUMENT...: the program ends with that code and its first line on stderr holds the text.
expect() {
    local code=$1 text=$2 got=0 told
    shift 2
    "$program" "$@" >"$folder/out" 2>"$folder/err" || got=$?
    mapfile -t told <"$folder/err"
    if [ "$got" != "$code" ] || [ ${#told[@]} -gt 1 ] || [[ ${told[*]} != *"$text"* ]]; then
        echo "FAILED: thud-demos $*: exit code $got (wanted $code), stderr: ${told[*]} (wanted: $text)"
        failed=1
    fi
}

# expect_list: the last run listed the scenes.
expect_list() {
    grep -q '^ *pile ' "$folder/out" || {
        echo "FAILED: the scenes were not listed"
        failed=1
    }
}

# expect_no_list: scenes are not what was wrong.
expect_no_list() {
    [ ! -s "$folder/out" ] || {
        echo "FAILED: more than the mistake was told: $(head -n 3 "$folder/out")"
        failed=1
    }
}

expect 0 "" --list
expect_list
expect 0 "" --help
expect 2 "there is no scene nonsense" nonsense
expect_list
expect 2 "there is no scene nonsense" --headless nonsense
expect_list
expect 2 "unknown option --nonsense" --nonsense
expect 2 "--headless needs a value" --headless
expect 2 "--headless needs a scene, not --steps" --headless --steps 60 pile
expect 2 "one scene at a time: pile or bounce" --headless pile bounce
expect 2 "--steps needs a whole number" --headless bounce --steps many
expect 2 "--steps needs a whole number" --headless bounce --steps -1
expect 2 "--threads needs a whole number" --headless bounce --threads 0
expect 2 "--lanes needs" --headless bounce --lanes mmx
expect 2 "--size needs" --headless bounce --size 10
expect 2 "--set nonsense=1: there is no 'scene.nonsense'" --headless pile --set nonsense=1
expect 2 "--set count=nan: it needs scene.count=NUMBER" --headless pile --set count=nan
expect 2 "--set count=-5: count is -5; it must be a whole number, 10 to 20000" --headless pile --set count=-5
expect 2 "did you mean 'world.gravity.y'" --headless pile --set world.gravty.y=-5
expect 2 "it needs world.gravity.y=NUMBER" --headless pile --set world.gravity.y
expect 0 "" --headless pile --steps 1 --hash --set count=20 --set world.gravity.y=-5 --set shape.material.friction=0
expect 1 "limit.lower is 1: it is above limit.upper" --headless joints --steps 1 --set joint.revolute.limit.enabled=true \
    --set joint.revolute.limit.lower=1 --set joint.revolute.limit.upper=-1
expect 0 "" --help-tunables pile
grep -q '^world.solver.substeps  *4; 1 to 64' "$folder/out" || {
    echo "FAILED: --help-tunables does not show the substeps"
    failed=1
}
expect 2 "it cannot be read" --headless pile --preset "$folder/missing.preset"
printf 'thud-preset 1\nworld.gravity.y = -5\nworld.slop = big\n' >"$folder/some.preset"
expect 2 "some.preset:3: world.slop is 'big', which is no number" --headless pile --preset "$folder/some.preset"
printf 'thud-preset 1\nscene.count = 20\nworld.gravity.y = -5\nshape.material.friction = 0\n' >"$folder/some.preset"
expect 0 "" --headless pile --steps 30 --hash --preset "$folder/some.preset"
by_preset=$(cat "$folder/out")
expect 0 "" --headless pile --steps 30 --hash --set scene.count=20 --set world.gravity.y=-5 --set shape.material.friction=0
[ "$by_preset" = "$(cat "$folder/out")" ] || {
    echo "FAILED: --preset and --set make different runs: $by_preset"
    failed=1
}

# options that would have no effect
expect 2 "--png needs --headless" bounce --png "$folder/picture.png"
expect 2 "--steps needs --headless" --steps 5
expect 2 "--hash needs --headless" --hash
expect 2 "--report needs a window" --headless bounce --steps 1 --report "$folder/report"
expect 2 "--screenshots needs a window" --headless bounce --steps 1 --screenshots "$folder"
expect 2 "--draw needs a window or --png" --headless bounce --steps 1 --draw 2
expect 2 "--size needs a window or --png" --headless bounce --steps 1 --size 400x400
expect 2 "--record needs a window or --headless" --thumbnails "$folder" --record "$folder/recording"
expect 2 "--jobs needs --sweep" --headless bounce --steps 1 --jobs 2
expect 2 "--shard needs --sweep" --shard 1/2
expect 2 "--merge needs --sweep" --merge some.csv
expect 2 "--set has no effect" --headless bounce --replay "$folder/recording" --set world.gravity.y=-5
expect 2 "--set has no effect" --sweep some.sweep --set world.gravity.y=-5
expect 2 "--sweep names its scene in the file: not pile" --sweep some.sweep pile
expect 2 "--steps has no effect" --headless bounce --replay "$folder/recording" --steps 5
expect 2 "--level is for scene level, not bounce" --headless bounce --steps 1 --level "$folder/level.tmj"
expect 0 "" --list --steps 5

expect 2 "--scale needs" --headless bounce --scale 9
expect 2 "--draw needs" --headless bounce --draw 2x
expect 1 "cannot be read" --headless bounce --replay "$folder/absent"
expect 0 "" --headless bounce --steps 130 --record "$folder/recording"
expect 0 "" --headless bounce --replay "$folder/recording"
sed 's/$/\r/' "$folder/recording" >"$folder/recording.crlf" # as from mail
expect 0 "" --headless bounce --replay "$folder/recording.crlf"
expect 1 "the recording is of scene bounce, not pile" --headless pile --replay "$folder/recording"
sed -i 's/^120 hash ..../120 hash 0000/' "$folder/recording"
expect 1 "the replay differs from the recording at step 120" --headless bounce --replay "$folder/recording"
sed -i '/^end/d' "$folder/recording"
expect 1 "the end is missing" --headless bounce --replay "$folder/recording"
expect 1 "cannot be written" --headless bounce --steps 1 --record "$folder/absent/recording"
expect 1 "cannot be written" bounce --report "$folder/no/such/folder"
expect 1 "cannot be written" bounce --record "$folder/no/such/folder"
expect 1 "cannot draw to" --headless bounce --steps 1 --png "$folder/no/such/folder.png"
[ ! -e /dev/full ] || expect 1 "cannot draw to" --headless bounce --steps 1 --png /dev/full

# A level whose only object is the one given.
level() {
    printf '{"orientation":"orthogonal","width":10,"height":10,"tilewidth":32,"tileheight":32,"layers":[{"type":"objectgroup","objects":[%s]}]}' "$1" >"$folder/level.tmj"
}

broken() {
    expect 1 "$1" --headless level --steps 1 --level "$folder/level.tmj"
    expect_no_list
}

expect 1 "cannot be read" --headless level --level "$folder/missing.tmj"
expect_no_list
expect 1 "cannot be read" level --level "$folder/missing.tmj"
expect 1 "cannot be read" --level "$folder/missing.tmj"
: >"$folder/level.tmj"
broken "not JSON"
level '{"id":7,"x":1,"y":1,"width":10,"height":10}'
"$program" --headless level --steps 1 --level "$folder/level.tmj" >"$folder/out" 2>&1 || {
    echo "FAILED: a sound level is refused: $(cat "$folder/out")"
    failed=1
}
# Without a window nothing told what was left out of a level.
level '{"id":7,"x":1,"y":1,"width":10,"height":10},{"id":8,"name":"pond","x":1,"y":1,"width":9,"height":9,"properties":[{"name":"body","value":"liquid"}]}'
expect 0 "object 8 'pond': body is none of" --headless level --steps 1 --level "$folder/level.tmj"
truncate -s -5 "$folder/level.tmj"
broken "not JSON"
level '{"id":7,"width":-1,"height":1}'
sed -i 's/"type"/"name":"rocks","type"/' "$folder/level.tmj"
broken "level.tmj: layer rocks: object 7: its width"
sed -i 's/"layers"/"tilesets":[{"firstgid":1,"source":"absent.tsj"}],"layers"/' "$folder/level.tmj"
broken "absent.tsj: cannot be read" # the map was said not to be readable
level '{"id":7,"x":NaN,"y":1,"width":10,"height":10}'
broken "not JSON"
level '{"id":7,"x":1e999,"y":1,"width":10,"height":10}'
broken "object 7: x is out of range"
level '{"id":7,"x":"1","y":1,"width":10,"height":10}'
broken "object 7: x is not a number"
level '{"id":7,"x":1,"y":1,"width":0,"height":10}'
broken "object 7: its width and height must be more than 0"
level '{"id":7,"x":1,"y":1,"polygon":5}'
broken "object 7: its outline is not a list"
level '{"id":7,"x":1,"y":1,"polygon":[{"x":0,"y":0},{"x":10,"y":10},{"x":10,"y":0},{"x":0,"y":10}]}'
broken "object 7: "
level '{"id":7,"x":1,"y":1,"polyline":[{"x":0,"y":0},{"x":0,"y":0}]}'
broken "object 7: "
level '{"id":7,"x":1,"y":1,"polyline":[{"x":0,"y":0},{"x":9,"y":0}],"properties":[{"name":"body","value":"dynamic"}]}'
broken "object 7: a polyline has no mass"
level '{"id":7,"x":1,"y":1,"width":9,"height":9,"properties":[{"name":"body","value":"liquid"}]}'
broken "object 7: body is none of"
level '{"id":7,"x":1,"y":1,"width":9,"height":9,"properties":[{"name":"density","value":-1}]}'
broken "object 7: density is less than 0"
level '{"id":7,"x":1,"y":1,"width":9,"height":9,"properties":[{"name":"elasticity","value":7}]}'
broken "object 7: "
level ''
broken "no object layer holds an object"
echo '{"orientation":"orthogonal","width":10,"height":10,"tilewidth":32,"tileheight":32}' >"$folder/level.tmj"
broken "layers is not a list"
echo '[1, 2, 3]' >"$folder/level.tmj"
broken "it is not a Tiled map"
echo '{"orientation":"isometric"}' >"$folder/level.tmj"
broken "not orthogonal"
echo '<map orientation="orthogonal"' >"$folder/level.tmj"
broken "not XML"
{ echo '?' && head -c 4096 /dev/urandom; } >"$folder/level.tmj" # a first '<' would make it XML
broken "not JSON"

# the pictures of the scene picker: one of each scene
scenes=$("$program" --list | wc -l)
mkdir "$folder/thumbnails"
expect 0 "" --thumbnails "$folder/thumbnails"
pictures=$(find "$folder/thumbnails" -name '*.png' -size +1k | wc -l)
[ "$pictures" = "$scenes" ] || { echo "FAILED: $pictures pictures of $scenes scenes" && failed=1; }
expect 1 "cannot be written" --thumbnails "$folder/nowhere"
exit $failed
