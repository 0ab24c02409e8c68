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
server= demo= sender=
finish() {
    [ -z "$sender" ] || kill "$sender" 2>/dev/null || true
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

# The report so far: its lines, how many inputs of a script it tells to have settled, and each widget's last line. All of it is read by the shell itself: on a busy
# machine every other program that is started takes long.
lines=() settled=0 partial= report_file=
declare -A widgets
mkfifo "$folder/nothing"
exec {nothing}<>"$folder/nothing"
read_report() {
    local line
    while IFS= read -r -u "$report_file" line; do
        line=$partial$line partial=
        lines+=("$line")
        case $line in
            "settled "*) settled=${line#settled } ;;
            "widget "*) line=${line#widget } && widgets[${line% * * * *}]=$line ;;
        esac
    done
    partial+=$line
}

# wait_a_moment WHAT: some milliseconds; fails where that has been waited for too long, since started_to_wait.
longest_wait=100
started_to_wait=0
wait_a_moment() {
    read -r -t 0.005 -u "$nothing" || true
    kill -0 "$demo" 2>/dev/null || { read_report && fail "the program ended while waiting for: $1"; }
    [ $((SECONDS - started_to_wait)) -le $longest_wait ] || fail "the program does not do or tell: $1"
}

# Lines of the report that were looked at already; wait_for looks below them.
seen=0
wait_for() {
    local pattern=$1 i
    started_to_wait=$SECONDS
    i=$seen
    while true; do
        read_report
        for (( ; i < ${#lines[@]}; i++)); do
            if [[ ${lines[i]} =~ $pattern ]]; then
                found=${lines[i]}
                seen=$((i + 1))
                return 0
            fi
        done
        wait_a_moment "$pattern"
    done
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

# One xdotool reads the inputs of a test, line by line; started for each of them it took a third of a test's processor time.
exec {to_sender}> >(exec xdotool -)
sender=$!
xdotool() {
    printf '"%s" ' "$@" >&"$to_sender"
    echo >&"$to_sender"
}

# SDL unloads libdbus before the leak sanitizer looks, so that tests/sanitize.supp cannot name it: keep it loaded.
keep_loaded=()
if ldd "$program" | grep -q libasan; then
    export LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$(dirname "$0")/../sanitize.supp:print_suppressions=0}
    keep_loaded=(LD_PRELOAD=libdbus-1.so.3 "ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0")
fi

# open_demo ARGUMENT...: starts the program; then $window has the focus and its corner is at $X $Y.
size=1280x720
open_demo() {
    seen=0 lines=() settled=0 inputs=0 partial= widgets=()
    : >"$report"
    [ -z "$report_file" ] || exec {report_file}<&-
    exec {report_file}<"$report"
    env "${keep_loaded[@]}" "$program" "$@" --size "$size" --report "$report" --screenshots "$folder" >"$folder/output" 2>&1 &
    demo=$!
    wait_for "^size ${size/x/ }"
}
focus_window() {
    window=$(command xdotool search --sync --onlyvisible --name '^Thud$' | head -n 1)
    xdotool windowfocus --sync "$window"
    eval "$(command xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y)=')"
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
    started_to_wait=$SECONDS
    read_report
    while [ -z "${widgets[$1]:-}" ]; do
        wait_a_moment "widget $1"
        read_report
    done
    read -r left top right bottom <<<"${widgets[$1]#"$1 "}"
}

# act ARGUMENT...: xdotool, which makes key or mouse events, and a key that tells the program that these were all; until the program
# has drawn the result.
inputs=0
act() {
    xdotool "$@" key --delay 0 Scroll_Lock
    inputs=$((inputs + 1))
    started_to_wait=$SECONDS
    while [ "$settled" -lt "$inputs" ]; do
        wait_a_moment "$*"
        read_report
    done
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
    act mousedown 1 mouseup 1
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
    act key "$1"
}
type_text() {
    act type --delay 5 --args 1 -- "$1"
}
