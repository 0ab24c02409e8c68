#include "narrowphase/arguments.h"

#include "thud/limits.h"

#include <string.h>

thud_status thud_check_placed(const thud_shape *shape, thud_pose pose) {
    thud_status status = thud_shape_check(shape);
    if (status != THUD_OK) {
        return status;
    }
    if (!thud_vec2_is_finite(pose.position) || !thud_is_finite(pose.rotation.c) ||
        !thud_is_finite(pose.rotation.s)) {
        return THUD_NOT_FINITE;
    }
    return thud_rot_is_valid(pose.rotation) ? THUD_OK : THUD_NOT_NORMALIZED;
}

thud_status thud_check_pair(const thud_shape *a, thud_pose pose_a, const thud_shape *b, thud_pose pose_b) {
    return thud_first_fault(thud_check_placed(a, pose_a), thud_check_placed(b, pose_b));
}

bool thud_is_in_world(thud_pose pose) {
    return thud_abs(pose.position.x) <= THUD_MAX_POSITION && thud_abs(pose.position.y) <= THUD_MAX_POSITION;
}

bool thud_outlines_are_swapped(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b) {
    if (a.count != b.count) {
        return a.count < b.count;
    }
    if (a.radius != b.radius) {
        return a.radius < b.radius;
    }
    int order = memcmp(&pose_a, &pose_b, sizeof pose_a);
    if (order == 0) {
        order = memcmp(a.vertices, b.vertices, (size_t)a.count * sizeof a.vertices[0]);
    }
    return order < 0;
}
