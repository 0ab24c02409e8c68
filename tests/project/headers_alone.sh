#!/usr/bin/env bash
# headers_alone.sh ROOT CC CXX: every public header compiles alone, and twice in a row, as C17 and as C++17, without
# a warning.
set -u
root=$1
cc=$2
cxx=$3
warnings=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
status=0
count=0
for header in "$root"/engine/include/thud/*.h "$root"/engine/tiled/include/thud/*.h; do
    name=thud/${header##*/}
    printf -v text '#include "%s"\n#include "%s"\nint thud_not_empty;\n' "$name" "$name"
    "$cc" -x c -std=c17 "${warnings[@]}" -I"$root/engine/include" -I"$root/engine/tiled/include" -fsyntax-only - <<<"$text" ||
        { echo "$name does not compile alone as C17"; status=1; }
    "$cxx" -x c++ -std=c++17 "${warnings[@]}" -I"$root/engine/include" -I"$root/engine/tiled/include" -fsyntax-only - <<<"$text" ||
        { echo "$name does not compile alone as C++17"; status=1; }
    count=$((count + 1))
done
echo "$count public headers"
[ "$count" -gt 0 ] && exit $status
