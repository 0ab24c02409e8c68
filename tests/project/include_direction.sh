#!/usr/bin/env bash
# include_direction.sh ROOT: every file of engine/ includes only its own layer and those before it, and no files include each other
# in a circle.
#
#   base < geometry < broadphase | narrowphase < response < world < platformer < tools
#
# broadphase and narrowphase never meet. A public header belongs to the layer whose room it opens; thud.h includes
# them all and nothing of the engine includes it. A layer may have rooms (folders), which are listed here.
# For circles x.c and x.h are one file. With --self-test it checks that it finds what it must find.
set -u

# The layer's place in the order. Tables, as a shell function whose output is read costs a process, and there are 1,500 includes.
declare -A rank=([base]=1 [geometry]=2 [broadphase]=3 [narrowphase]=3 [response]=4 [world]=5 [platformer]=6 [tools]=7)

# The public headers of each layer.
declare -A headers=(
    [base]="base.h limits.h math.h"
    [geometry]="bounds.h bounds3.h shape.h"
    [broadphase]="broadphase.h"
    [narrowphase]="narrowphase.h"
    [response]="response.h"
    [world]="world.h body.h chain.h joint.h query.h forces.h event.h stepper.h"
    [platformer]="area.h mover.h runner.h tile_grid.h"
    [tools]="tunables.h preset.h snapshot.h recording.h debug_draw.h"
)
declare -A layer_of_header
for layer in "${!headers[@]}"; do
    for header in ${headers[$layer]}; do
        layer_of_header[$header]=$layer
    done
done

# The rooms of each layer.
declare -A rooms=([response]="joints" [world]="bodies contacts joints continuous events queries forces")

# room_is_known PATH: whether a path below src/ lies in its layer, or in a room of that.
room_is_known() {
    local layer=${1%%/*} rest=${1#*/}
    [[ $rest != */* ]] || [[ " ${rooms[$layer]:-} " == *" ${rest%/*} "* ]]
}

# find_layer PATH: sets `found` to the layer of what an include line names, or of a file below src/ or include/.
find_layer() {
    case $1 in
        thud/*) found=${layer_of_header[${1#thud/}]:-unknown} ;;
        */*) found=${1%%/*} ;;
        *) found=unknown ;;
    esac
}

# list_includes ROOT: the includes of engine/src and engine/include, as FILE:LINE:#include "...", by one grep for all.
list_includes() {
    (cd "$1" && grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' --include='*.[ch]' engine/src engine/include | sort)
}

# check_places ROOT: prints each file that belongs to no layer or lies in no room of its layer.
check_places() {
    local file path found
    (cd "$1" && find engine/src engine/include -name '*.[ch]' | sort) | while read -r file; do
        path=${file#engine/*/}
        find_layer "$path"
        if [ "$path" != thud/thud.h ] && [ "${rank[$found]:-0}" -eq 0 ]; then
            echo "$file: belongs to no layer"
        elif [[ $file == engine/src/* ]] && ! room_is_known "$path"; then
            echo "$file: lies in no room of $found (a new one goes into include_direction.sh)"
        fi
    done
}

# check_directions ROOT: prints each include that goes the wrong way.
check_directions() {
    local file line included path layer found
    list_includes "$1" | while IFS=: read -r file line included; do
        path=${file#engine/*/}
        find_layer "$path"
        layer=$found
        if [ "${rank[$layer]:-0}" -eq 0 ]; then
            continue # thud.h, or named by check_places
        fi
        included=${included#*\"}
        included=${included%%\"*}
        if [[ $included != */* ]]; then
            echo "$file:$line: \"$included\" must be written with its layer, as \"$layer/$included\""
            continue
        fi
        find_layer "$included"
        if [ "${rank[$found]:-0}" -eq 0 ]; then
            echo "$file:$line: \"$included\" belongs to no layer (a new public header goes into include_direction.sh)"
        elif [ "$found" != "$layer" ] && [ "${rank[$found]}" -ge "${rank[$layer]}" ]; then
            echo "$file:$line: $layer must not include $found (\"$included\")"
        fi
    done
}

# check_circles ROOT: prints the includes that close circles. x.c and x.h are one file, but a kernel x_kernel.c is another. Files that
# include nothing, or that nothing includes, are taken away until none is left; of the rest, an include is part of a circle if it can be
# reached from its own end.
check_circles() {
    list_includes "$1" | awk -F: '
        function reaches(from, to,    e, ends) {
            if (from == to) { return 1 }
            seen[from] = 1
            for (e in edge) {
                split(e, ends, SUBSEP)
                if (ends[1] == from && !(ends[2] in seen) && reaches(ends[2], to)) { return 1 }
            }
            return 0
        }
        {
            if (!sub(/^engine\/src\//, "", $1)) { next }
            from = $1; sub(/\.[ch]$/, "", from)
            to = $3; sub(/^[^"]*"/, "", to); sub(/".*/, "", to); sub(/\.[ch]$/, "", to)
            if (from != to) { edge[from, to] = 1 }
        }
        END {
            do {
                delete includes; delete included
                for (e in edge) { split(e, ends, SUBSEP); includes[ends[1]] = included[ends[2]] = 1 }
                removed = 0
                for (e in edge) {
                    split(e, ends, SUBSEP)
                    if (!(ends[2] in includes) || !(ends[1] in included)) { delete edge[e]; removed = 1 }
                }
            } while (removed)
            for (e in edge) {
                split(e, ends, SUBSEP)
                delete seen
                if (reaches(ends[2], ends[1])) { print "circle: " ends[1] " includes " ends[2] }
            }
        }' | sort
}

check_tree() {
    check_places "$1"
    check_directions "$1"
    check_circles "$1"
}

# A tree with one file for each kind of fault (a circle is two), and some without.
self_test() {
    local root found
    root=$(mktemp -d)
    trap "rm -rf '$root'" EXIT
    mkdir -p "$root"/engine/src/{base,broadphase,narrowphase,world,world/joints,world/attic} "$root/engine/include/thud"
    echo '#include "base/pool.h"' >"$root/engine/src/world/good.c"
    echo '#include "thud/math.h"' >"$root/engine/include/thud/shape.h"
    echo '#include "world/step.h"' >"$root/engine/src/base/upward.c"
    echo '#include "narrowphase/sat.h"' >"$root/engine/src/broadphase/sibling.c"
    echo '#include "thud/world.h"' >"$root/engine/src/narrowphase/public_upward.c"
    echo '#include "thud/thud.h"' >"$root/engine/src/world/everything.c"
    echo '#include "step.h"' >"$root/engine/src/world/bare.c"
    echo '' >"$root/engine/include/thud/surprise.h"
    echo '#include "world/joints/joint.h"' >"$root/engine/src/world/joints/joint.c" # a file and its own header are no circle
    echo '' >"$root/engine/src/world/attic/old.c"
    echo '#include "world/joints/right.h"' >"$root/engine/src/world/joints/left.c"
    echo '#include "world/joints/left.h"' >"$root/engine/src/world/joints/right.h"
    found=$(check_tree "$root" | wc -l)
    if [ "$found" -ne 9 ]; then
        echo "the self-test found $found faults, not 9:"
        check_tree "$root"
        return 1
    fi
    echo "the self-test found the 9 faults it planted"
}

if [ "$1" = --self-test ]; then
    self_test
    exit
fi
faults=$(check_tree "$1")
if [ -n "$faults" ]; then
    echo "$faults"
    exit 1
fi
echo "every include of engine/ goes down the layers, none in a circle"
