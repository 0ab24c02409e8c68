#!/usr/bin/env bash
# symbols.sh PACKAGE: what the libraries show the linker begins with thud_, so that nothing clashes with a game; and
# the shared library shows the public functions only.
set -u
static=$(find "$1" -name libthud.a)
shared=$(find "$1" -name libthud.so)
status=0

foreign=$(nm -g --defined-only "$static" | awk 'NF == 3 {print $3}' | grep -v '^thud_' | sort -u)
if [ -n "$foreign" ]; then
    echo "the static library defines names that do not begin with thud_:" $foreign
    status=1
fi

declared=$(find "$1"/include/thud -name '*.h' ! -name tiled.h -exec cat {} + | tr '\n' ' ' | grep -oE 'THUD_API [^;]*;' |
    grep -oE 'thud_[a-z0-9_]+\(' | tr -d '(' | sort -u)
exported=$(nm -D --defined-only "$shared" | awk 'NF == 3 {print $3}' | sort -u)
undeclared=$(comm -13 <(echo "$declared") <(echo "$exported"))
missing=$(comm -23 <(echo "$declared") <(echo "$exported"))
if [ -n "$undeclared" ]; then
    echo "the shared library exports what no public header declares:" $undeclared
    status=1
fi
# A declaration may name function types of its own; only a name that is nowhere in the library is missing.
if [ -n "$missing" ]; then
    echo "public headers declare what the shared library does not export:" $missing
    status=1
fi

tiled=$(find "$1" -name libthud_tiled.a)
if [ -n "$tiled" ]; then
    foreign=$(nm -g --defined-only "$tiled" | awk 'NF == 3 {print $3}' | grep -v '^thud_tiled_' | sort -u)
    if [ -n "$foreign" ]; then
        echo "the library of Tiled's levels defines names that do not begin with thud_tiled_:" $foreign
        status=1
    fi
fi
echo "$(wc -w <<<"$exported") exported functions"
exit $status
