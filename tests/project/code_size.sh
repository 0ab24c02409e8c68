#!/usr/bin/env bash
# code_size.sh LIST: the code of the engine in a Release build: with each SIMD width alone, and with all. A line of LIST is a
# width, or `common` for what does not depend on it, and its objects. `size` counts code, constants and unwind tables.
#
# The limits are bytes on x86-64; gcc 12 makes 599,585 and 1,162,995. When each of ten kinds of joints and of twenty pairs of
# shapes had kernels of its own, AVX2 alone took 1.02 MB and all widths 2.66 MB.
set -u
most_with_avx2=605000
most_with_all=1200000
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
exit $status
