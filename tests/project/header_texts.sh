#!/usr/bin/env bash
# header_texts.sh ROOT: what a reader meets in headers: each public one says which calls are safe from which thread, each of its functions
# has a comment of its own, which editors show, none refers to a document that is not here ("row F3.3"), and in no header a formatter
# has torn a field from its type, as clang-format does where the comment behind the field is too long. With --self-test it checks that
# it finds what it must find.
set -u

# texts_of FOLDER PUBLIC...: the faults of the headers below FOLDER, and of public ones.
faults_of() {
    local folder=$1 header
    shift
    for header in "$@"; do
        sed '/\*\//q' "$header" | grep -q 'Threads:' || echo "$header: its opening comment does not say 'Threads:'"
    done
    [ $# = 0 ] || awk 'FNR == 1 { above = "" } /^THUD_API/ && above !~ /\*\/$/ { print FILENAME ":" FNR ": a function without a comment" }
                       { above = $0 }' "$@"
    [ $# = 0 ] || grep -nE '\b[A-Z][0-9]+\.[0-9]+\b' "$@" /dev/null
    find "$folder" -name '*.h' -print0 | xargs -0 perl -0777 -ne '
        while (/\n( +)(?:const |struct )*\w+(?: \*+| const \*)?\n +\**\w[^\n;{}()]*; \/\*/g) {
            printf "%s:%d: a field is torn from its type\n", $ARGV, 1 + (substr($_, 0, $-[1]) =~ tr/\n//);
        }'
}

if [ "${1:-}" = --self-test ]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    printf '/* Threads: any. */\nstruct a {\n    int x; /* one */\n    const char *\n        name; /* torn */\n};\n' >"$folder/a.h"
    printf '/* See row F3.3. */\nTHUD_API int b(void);\nTHUD_API int c(void);\n' >"$folder/b.h"
    faults=$(faults_of "$folder" "$folder/a.h" "$folder/b.h")
    echo "$faults"
    [ "$(wc -l <<<"$faults")" = 4 ] && grep -q "a.h:4: a field is torn" <<<"$faults" && grep -q "b.h: .*Threads" <<<"$faults" &&
        grep -q "b.h:1:.*F3.3" <<<"$faults" && grep -q "b.h:3: a function without" <<<"$faults"
    exit
fi
faults=$(faults_of "$1/engine" "$1"/engine/include/thud/*.h "$1"/engine/tiled/include/thud/*.h)
echo "$faults"
[ -z "$faults" ]
