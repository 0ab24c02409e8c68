#!/usr/bin/env bash
# fuzzed.sh ROOT: every function of the public headers has a row in the tables of the fuzz target "world".
set -u
cd "$1" || exit 1
declared=$(cat engine/include/thud/*.h | tr '\n' ' ' | grep -oE 'THUD_API [^;(]*\(' | grep -oE 'thud_[a-z0-9_]+\(' | tr -d '(' | sort -u)
rows=$(cat tests/fuzz/calls_*.c | grep -oE '\{"thud_[a-z0-9_]+", FUZZ_' | grep -oE 'thud_[a-z0-9_]+' | sort)
missing=$(comm -23 <(echo "$declared") <(sort -u <<<"$rows"))
unknown=$(comm -13 <(echo "$declared") <(sort -u <<<"$rows"))
twice=$(uniq -d <<<"$rows")
[ -z "$missing" ] || echo "public functions without a row in tests/fuzz/calls_*.c:" $missing
[ -z "$unknown" ] || echo "rows of no public function:" $unknown
[ -z "$twice" ] || echo "functions with two rows:" $twice
echo "$(wc -w <<<"$declared") public functions"
[ -n "$declared" ] && [ -z "$missing$unknown$twice" ]
