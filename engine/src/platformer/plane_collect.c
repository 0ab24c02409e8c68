/* plane_collect.c: the planes of shapes near a shape: for a mover of a game's own, without a world. */
#include "thud/mover.h"

#include "base/memory.h"
#include "narrowphase/arguments.h"
#include "narrowphase/outlines.h"

/* Inserts a plane by separation, after equal ones; returns the number of kept planes. */
static int keep_plane(thud_plane *planes, int kept, int capacity, const thud_plane *plane) {
    int place = kept;
    while (place > 0 && planes[place - 1].separation > plane->separation) {
        place--;
    }
    return thud_insert(planes, sizeof *planes, kept, capacity, place, plane);
}

int thud_planes_collect(const thud_shape *shape, thud_pose pose, const thud_shape *shapes,
                        const thud_pose *poses, int count, float margin, thud_plane *planes, int capacity) {
    int found = 0, kept = 0;
    if (shapes == NULL || poses == NULL || !(margin >= 0.0f) || capacity < 0 || planes == NULL) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        thud_gap gap;
        if (thud_check_pair(&shapes[i], poses[i], shape, pose) == THUD_OK &&
            thud_outlines_gap(thud_outline_of(&shapes[i]), poses[i], thud_outline_of(shape), pose, margin,
                              &gap)) {
            thud_plane plane = {
                .normal = gap.normal, .separation = gap.separation, .push = FLT_MAX, .index = i};
            kept = keep_plane(planes, kept, capacity, &plane);
            found++;
        }
    }
    return found;
}
