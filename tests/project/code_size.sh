#!/usr/bin/env bash
# code_size.sh LIST: the code of the engine in a Release build: with each SIMD width alone, and with all. A line of LIST is a
# width, or `common` for what does not depend on it, and its objects. `size` counts code, constants and unwind tables. The platformer's
# layer (tile grids, mover, runner) counts for itself: a static link takes of it what a game calls, and the engine calls nothing of it.
#
# The limits are bytes on x86-64; gcc 12 makes 449,653, 820,994 and 69,987, without unwind tables, which Release leaves out. When
# each of ten kinds of joints and of twenty pairs of shapes had kernels of its own, AVX2 alone took 1.02 MB and all widths 2.66 MB.
set -u
most_with_avx2=449980
most_with_all=826000
most_of_platformer=70000
status=0

bytes_of() { # bytes_of OBJECT...
    size "$@" | awk '$1 ~ /^[0-9]+$/ { sum += $1 + $2 } END { print sum + 0 }'
}

check() { # check NAME BYTES LIMIT
    printf '%-12s %8d bytes, limit %d\n' "$1" "$2" "$3"
    if [ "$2" -gt "$3" ] || [ "$2" -eq 0 ]; then
        status=1
    fi
}

all=0
while read -r width objects; do
    if [ "$width" = common ]; then
        platformer=$(tr ' ' '\n' <<<"$objects" | grep '[/_]platformer[/_]')
        objects=$(tr ' ' '\n' <<<"$objects" | grep -v '[/_]platformer[/_]')
    fi
    bytes=$(bytes_of $objects)
    all=$((all + bytes))
    if [ "$width" = common ]; then
        common=$bytes
    elif [ "$width" = avx2 ]; then
        check "only $width" $((common + bytes)) $most_with_avx2
    else
        printf '%-12s %8d bytes\n' "only $width" $((common + bytes))
    fi
done <"$1"
check "all widths" $all $most_with_all
check platformer "$(bytes_of $platformer)" $most_of_platformer
exit $status
