# window.sh: sourced by the tests that use the demo window as a person would, under Xvfb: `program` is set. Gives wait_for and what moves
# the mouse over widgets, which the program's report names. Exit code 77 (skipped) where Xvfb or xdotool is absent.
set -eu
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
export XDG_DATA_HOME=$folder/data # where settings are kept from one start to the next
export SDL_VIDEODRIVER=x11 SDL_RENDER_DRIVER=software SDL_FRAMEBUFFER_ACCELERATION=0 # no OpenGL: its drivers differ and leak

# SDL unloads libdbus before the leak sanitizer looks, so that tests/sanitize.supp cannot name it: keep it loaded.
keep_loaded=()
if ldd "$program" | grep -q libasan; then
    export LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$(dirname "$0")/../sanitize.supp:print_suppressions=0}
    keep_loaded=(LD_PRELOAD=libdbus-1.so.3 "ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0")
fi

# open_demo ARGUMENT...: starts the program; then $window has the focus and its corner is at $X $Y.
open_demo() {
    seen=0
    : >"$report"
    env "${keep_loaded[@]}" "$program" "$@" --size 1280x720 --report "$report" --screenshots "$folder" >"$folder/output" 2>&1 &
    demo=$!
    wait_for '^size 1280 720'
}
focus_window() {
    window=$(xdotool search --sync --onlyvisible --name '^Thud$' | head -n 1)
    xdotool windowfocus --sync "$window"
    eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y)=')"
}

# end_demo: Ctrl+Q, and the exit code must be 0.
end_demo() {
    xdotool key ctrl+q
    local status=0
    wait "$demo" || status=$?
    demo=
    [ "$status" = 0 ] || fail "the program ended with code $status"
    tail -n 1 "$report" | grep -qE '^quit [0-9]+$' || fail "the report does not end with quit"
}

# wait_for_widget NAME: its corners, as told from the last looked at line on, become $left $top $right $bottom.
wait_for_widget() {
    local first=$seen
    wait_for "^widget $1 "
    seen=$first # widgets come in the panel's order, not in a test's
    read -r _ _ left top right bottom <<<"$found"
}

# last_widget NAME: the same, wherever it was told last.
last_widget() {
    for _ in $(seq 100); do
        found=$(grep "^widget $1 " "$report" | tail -n 1)
        [ -z "$found" ] || break
        sleep 0.05
    done
    [ -n "$found" ] || fail "there is no widget $1"
    read -r _ _ left top right bottom <<<"$found"
}

# act ARGUMENT...: xdotool, which makes key or mouse events; until the program has drawn what came of them.
act() {
    local before after
    before=$(grep -c '^settled$' "$report" || true)
    xdotool "$@"
    for _ in $(seq 1000); do
        after=$(grep -c '^settled$' "$report" || true)
        [ "$after" = "$before" ] || return 0
        sleep 0.01
    done
    fail "the program has not seen: $*"
}

# hover_at X Y: the mouse on a point of the window; hover NAME [PERCENT]: on a widget, so far from its left. press_at, press: and a
# click. drag NAME FROM TO: from here to there.
hover_at() {
    # the jump is no movement to SDL, which keeps the place of the mouse; the step is one
    act mousemove $((X + $1)) $((Y + $2)) mousemove_relative 1 0
}
hover() {
    last_widget "$1"
    hover_at $((left + (right - left) * ${2:-50} / 100)) $(((top + bottom) / 2))
}
click() {
    act mousedown 1
    act mouseup 1
}
press_at() {
    hover_at "$1" "$2"
    click
}
press() {
    hover "$@"
    click
}
drag() {
    hover "$1" "$2"
    act mousedown 1
    act mousemove $((X + left + (right - left) * ($2 + $3) / 200)) $((Y + (top + bottom) / 2)) mousemove_relative 1 0
    act mousemove $((X + left + (right - left) * $3 / 100)) $((Y + (top + bottom) / 2)) mousemove_relative 1 0
    act mouseup 1
}

# key NAME, type_text TEXT.
key() {
    act keydown "$1"
    act keyup "$1"
}
type_text() {
    act type --delay 30 -- "$1"
}
