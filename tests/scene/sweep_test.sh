#!/usr/bin/env bash
# sweep_test.sh PROGRAM SWEEPS: the command --sweep: the shipped search for a jump, shards that are merged, seeds that are joined, mistakes.
set -eu
program=$1
sweeps=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

# From a preset whose jump is 4.25 m high with 0.65 s to the apex to 3.0 +- 0.05 m and 0.40 +- 0.01 s.
if "$program" --list | grep -q '^ *platformer '; then
    "$program" --sweep "$sweeps/jump.sweep" --jobs 2 >out 2>err || fail "--sweep jump.sweep: $(cat err)"
    awk '$1 == "jump_height" && $2 >= 2.95 && $2 <= 3.05 { right++ } $1 == "jump_time" && $2 >= 0.39 && $2 <= 0.41 { right++ }
        END { exit right == 2 ? 0 : 1 }' out || fail "the jump that was found: $(cat out)"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR == 2 { height = $column["jump_height"]; time = $column["jump_time"] }
        END { exit height > 4.24 && height < 4.26 && time > 0.64 && time < 0.66 ? 0 : 1 }' jump.csv || fail "the first jump: $(head -n 2 jump.csv)"
    grep -q '^?*runner.jump_height = ' jump-best.preset || fail "no preset of the jump"
    "$program" --headless platformer --steps 2 --hash --preset jump-best.preset >out || fail "the preset is refused"
fi

cat >small.sweep <<'END'
thud-sweep 1
scene pile
steps 20
seeds 2
set scene.count 20
vary world.gravity.y -20 -5 5
vary shape.material.friction 0 1 2
minimise penetration_max
END

# Without the times, which differ in each run: the columns ms_p50 and ms_p99.
without_times() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) skipped[i] = $i ~ /^ms_/ }
        { for (i = 1; i <= NF; i++) if (!skipped[i]) printf "%s,", $i; print "" }' "$1"
}

"$program" --sweep small.sweep >out 2>err || fail "--sweep: $(cat err)"
grep -q '^20 runs, 0 failed: small.csv, small-seeds.csv, small.svg, small-best.preset$' out || fail "it tells: $(cat out)"
grep -q 'in the mean of 2 seeds, at worst' out || fail "no worst seed: $(cat out)"
[ "$(wc -l <small-seeds.csv)" = 11 ] || fail "a row for each point: $(cat small-seeds.csv)"
grep -q '20 of 20 runs, 0 s left' err || fail "no progress: $(cat err)"
without_times small.csv >whole
cp small.svg whole.svg
for i in 1 2 3; do
    "$program" --sweep small.sweep --shard $i/3 >out 2>err || fail "--shard $i/3: $(cat err)"
done
rm small.csv small.svg
"$program" --sweep small.sweep --merge small.1-of-3.csv small.2-of-3.csv small.3-of-3.csv >out 2>err || fail "--merge: $(cat err)"
without_times small.csv >merged
cmp -s whole merged || fail "the merged shards differ from the whole"
cmp -s whole.svg small.svg || fail "the picture of the merged shards differs"

refused() {
    local text=$1 got=0
    shift
    "$program" "$@" >out 2>err || got=$?
    [ $got != 0 ] && grep -qF -- "$text" err && [ "$(wc -l <err)" = 1 ] || fail "$*: exit code $got, $(cat err)"
}

refused "--shard needs I/N" --sweep small.sweep --shard 4/3
refused "--merge needs the CSV files" --sweep small.sweep --merge
refused "is no result of a sweep" --sweep small.sweep --merge small.svg
refused "cannot be read" --sweep missing.sweep
mkdir small.probe # in place of a folder without the right to write: found out before the runs, not after
refused "the results cannot be written to this folder" --sweep small.sweep
rmdir small.probe
sed 's/^minimise.*/minimise jump_height/; 1s/^/\xef\xbb\xbf/' small.sweep >nobody.sweep
"$program" --sweep nobody.sweep >out 2>err || fail "a byte order mark is refused: $(cat err)"
grep -q '^best: none' out || fail "a goal that nothing measures is not told: $(cat out)"
sed 's/^steps.*/steps none/' small.sweep >wrong.sweep
refused "wrong.sweep:3: steps needs a whole number" --sweep wrong.sweep
exit $failed
