#!/usr/bin/env bash
# include_direction.sh ROOT: every file of engine/ includes only its own layer and those before it.
#
#   base < geometry < broadphase | narrowphase < response < world < platformer < tools
#
# broadphase and narrowphase never meet. A public header belongs to the layer whose room it opens; thud.h includes
# them all and nothing of the engine includes it. A layer may have rooms (folders), which are listed here.
# With --self-test it checks that it finds what it must find.
set -u

# The layer's place in the order.
rank() {
    case $1 in
        base) echo 1 ;; geometry) echo 2 ;; broadphase | narrowphase) echo 3 ;; response) echo 4 ;; world) echo 5 ;;
        platformer) echo 6 ;; tools) echo 7 ;; *) echo 0 ;;
    esac
}

# The layer of a public header.
layer_of_header() {
    case $1 in
        base.h | limits.h | math.h) echo base ;;
        bounds.h | bounds3.h | shape.h) echo geometry ;;
        broadphase.h) echo broadphase ;;
        narrowphase.h) echo narrowphase ;;
        response.h) echo response ;;
        world.h | body.h | chain.h | joint.h | query.h | forces.h | event.h | stepper.h) echo world ;;
        area.h | mover.h | runner.h | tile_grid.h) echo platformer ;;
        tunables.h | preset.h | snapshot.h | recording.h | debug_draw.h) echo tools ;;
        *) echo unknown ;;
    esac
}

# The rooms of a layer.
rooms_of() {
    case $1 in
        response) echo joints ;;
        world) echo bodies contacts joints continuous events queries forces ;;
    esac
}

# room_is_known PATH: whether a path below src/ lies in its layer, or in a room of that.
room_is_known() {
    local layer=${1%%/*} rest=${1#*/}
    [[ $rest != */* ]] || [[ " $(rooms_of "$layer") " == *" ${rest%/*} "* ]]
}

# The layer of what an include line names, or of a file below engine/.
layer_of() {
    case $1 in
        thud/*) layer_of_header "${1#thud/}" ;;
        */*) echo "${1%%/*}" ;;
        *) echo unknown ;;
    esac
}

# check_file ROOT FILE LAYER: prints each include that goes the wrong way.
check_file() {
    local line included other
    while IFS=: read -r line included; do
        included=${included#*\"}
        included=${included%%\"*}
        if [[ $included != */* ]]; then
            echo "$2:$line: \"$included\" must be written with its layer, as \"$3/$included\""
            continue
        fi
        other=$(layer_of "$included")
        if [ "$(rank "$other")" -eq 0 ]; then
            echo "$2:$line: \"$included\" belongs to no layer (a new public header goes into include_direction.sh)"
        elif [ "$other" != "$3" ] && [ "$(rank "$other")" -ge "$(rank "$3")" ]; then
            echo "$2:$line: $3 must not include $other (\"$included\")"
        fi
    done < <(grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$1/$2")
}

check_tree() {
    local root=$1 file layer
    (cd "$root" && find engine/src engine/include -name '*.[ch]' | sort) | while read -r file; do
        case $file in
            engine/include/thud/thud.h) continue ;;
            engine/include/*) layer=$(layer_of "${file#engine/include/}") ;;
            *) layer=$(layer_of "${file#engine/src/}") ;;
        esac
        if [ "$(rank "$layer")" -eq 0 ]; then
            echo "$file: belongs to no layer"
            continue
        fi
        if [[ $file == engine/src/* ]] && ! room_is_known "${file#engine/src/}"; then
            echo "$file: lies in no room of $layer (a new one goes into include_direction.sh)"
        fi
        check_file "$root" "$file" "$layer"
    done
}

# A tree with one file for each kind of fault, and some without.
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
    found=$(check_tree "$root" | wc -l)
    if [ "$found" -ne 7 ]; then
        echo "the self-test found $found faults, not 7:"
        check_tree "$root"
        return 1
    fi
    echo "the self-test found the 7 faults it planted"
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
echo "every include of engine/ goes down the layers"
