#!/usr/bin/env bash
# window_test.sh PROGRAM PICTURE_CHECK: uses the demo window as a person would, with real mouse and key events from xdotool under
# Xvfb, and reads in the program's report what came of it. Exit code 77 (skipped) where Xvfb or xdotool is absent.
set -eu
program=$1 check=$2
for tool in Xvfb xdotool; do
    if ! command -v $tool >/dev/null; then
        echo "skipped: $tool is not installed"
        exit 77
    fi
done

folder=$(mktemp -d)
report=$folder/report
server= demo=
finish() {
    [ -z "$demo" ] || kill "$demo" 2>/dev/null || true
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT

fail() {
    echo "FAILED: $*"
    echo "-- report:"
    cat "$report" 2>/dev/null
    echo "-- output:"
    cat "$folder/output" 2>/dev/null
    exit 1
}

# Lines of the report that were looked at already; wait_for looks below them.
seen=0
wait_for() {
    local pattern=$1 line number
    for _ in $(seq 200); do
        if line=$(tail -n +$((seen + 1)) "$report" 2>/dev/null | grep -nE -m 1 "$pattern"); then
            number=${line%%:*}
            seen=$((seen + number))
            found=${line#*:}
            return 0
        fi
        kill -0 "$demo" 2>/dev/null || fail "the program ended while waiting for: $pattern"
        sleep 0.05
    done
    fail "the report has no line: $pattern"
}

field() {
    awk -v i="$1" '{print $i}' <<<"$found"
}

# distance X1 Y1 X2 Y2, and whether A > B
distance() {
    awk -v a="$1" -v b="$2" -v c="$3" -v d="$4" 'BEGIN {print sqrt((c - a) ^ 2 + (d - b) ^ 2)}'
}
more() {
    awk -v a="$1" -v b="$2" 'BEGIN {exit !(a > b)}'
}

Xvfb -displayfd 3 -screen 0 1400x900x24 -nolisten tcp 3>"$folder/display" 2>/dev/null &
server=$!
for _ in $(seq 100); do
    [ -s "$folder/display" ] && break
    sleep 0.05
done
[ -s "$folder/display" ] || fail "Xvfb did not start"
export DISPLAY=:$(cat "$folder/display")
unset WAYLAND_DISPLAY
export SDL_VIDEODRIVER=x11 SDL_RENDER_DRIVER=software SDL_FRAMEBUFFER_ACCELERATION=0 # no OpenGL: its drivers differ and leak

# SDL unloads libdbus before the leak sanitizer looks, so that tests/sanitize.supp cannot name it: keep it loaded.
keep_loaded=()
if ldd "$program" | grep -q libasan; then
    export LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$(dirname "$0")/../sanitize.supp:print_suppressions=0}
    keep_loaded=(LD_PRELOAD=libdbus-1.so.3 "ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0")
fi
env "${keep_loaded[@]}" "$program" friction --size 1280x720 --report "$report" --screenshots "$folder" >"$folder/output" 2>&1 &
demo=$!
wait_for '^size 1280 720'
wait_for '^camera '
zoom=$(field 4)
wait_for '^body '
x=$(field 3) y=$(field 4)
window=$(xdotool search --sync --onlyvisible --name '^Thud$' | head -n 1)
xdotool windowfocus --sync "$window"
eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y)=')"

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
wait_for_widget() {
    local first=$seen
    wait_for "^widget $1 "
    seen=$first # widgets come in the panel's order, not in this test's
    read -r _ _ left top right bottom <<<"$found"
}
xdotool key Tab
wait_for '^panel shown'
xdotool key r
wait_for '^scene friction'
wait_for_widget friction
y=$((Y + (top + bottom) / 2))
xdotool mousemove $((X + left + (right - left) / 4)) $y mousedown 1 && sleep 0.2
xdotool mousemove $((X + left + (right - left) / 3)) $y && sleep 0.2
xdotool mouseup 1
wait_for '^set friction '
value=$(field 3)
xdotool key r
wait_for '^scene friction'
wait_for_widget scenes
xdotool mousemove $((X + (left + right) / 2)) $((Y + (top + bottom) / 2)) click 1
sleep 0.3
xdotool type --delay 40 buoy
sleep 0.2
xdotool keydown Return && sleep 0.2 && xdotool keyup Return # the panel looks at keys once a frame
wait_for '^scene buoyancy'
wait_for '^widget scenes '

# larger text, another size, then the end
xdotool key ctrl+plus
wait_for '^notice text and panel x 1.1'
xdotool windowsize "$window" 900 640
wait_for '^size 900 640'
xdotool key ctrl+q
status=0
wait "$demo" || status=$?
demo=
[ "$status" = 0 ] || fail "the program ended with code $status"
tail -n 1 "$report" | grep -qE '^quit [0-9]+$' || fail "the report does not end with quit"
echo "dragged by $moved m, slider set to $value; all other events came through"
