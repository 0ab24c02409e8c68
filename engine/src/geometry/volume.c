/* volume.c: the six kinds of bounding volumes: the core of each (volume_core.h), its check, and its motion. */
#include <float.h>

#include "geometry/unit.h"
#include "geometry/volume_core.h"
#include "thud/bounds.h"
#include "thud/shape.h"

/* Rounding error of the corners of a moved volume, as a fraction of its coordinates. */
static const double rounding = THUD_SHAPE_TOLERANCE;

static const double half_root = 0.70710678118654752440; /* sqrt(1/2) */
static const double pi = 3.14159265358979323846;

/* ---- boxes and 8-DOPs ---- */

/* The corners of a box, counter-clockwise from the one at minus both extents. */
static void obb_corners(const thud_obb *box, thud_double2 corners[4]) {
    static const double signs[4][2] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
    for (int i = 0; i < 4; i++) {
        thud_double2 corner = {signs[i][0] * box->extents.x, signs[i][1] * box->extents.y};
        corners[i] = thud_double2_place(box->center, box->rotation, corner);
    }
}

thud_double2 thud_obb_local(const thud_obb *box, thud_vec2 point) {
    thud_double2 arm = thud_arrow(box->center, point);
    double c = box->rotation.c;
    double s = box->rotation.s;
    return (thud_double2){c * arm.x + s * arm.y, c * arm.y - s * arm.x};
}

/* The corners of an 8-DOP between neighbouring sides, counter-clockwise. */
static void dop8_corners(const thud_dop8 *dop, thud_double2 corners[8]) {
    /* Of the sides, in order of their angles, the first is x <= right, the second x + y <= upper_right, and so on. */
    double right = dop->max[0], left = dop->min[0], top = dop->max[1], bottom = dop->min[1];
    double upper_right = dop->max[2], lower_left = dop->min[2], lower_right = dop->max[3],
           upper_left = dop->min[3];
    corners[0] = (thud_double2){right, upper_right - right};
    corners[1] = (thud_double2){upper_right - top, top};
    corners[2] = (thud_double2){upper_left + top, top};
    corners[3] = (thud_double2){left, left - upper_left};
    corners[4] = (thud_double2){left, lower_left - left};
    corners[5] = (thud_double2){lower_left - bottom, bottom};
    corners[6] = (thud_double2){lower_right + bottom, bottom};
    corners[7] = (thud_double2){right, right - lower_right};
}

thud_dop8 thud_dop8_empty(void) {
    thud_dop8 dop;
    for (int i = 0; i < 4; i++) {
        dop.min[i] = HUGE_VALF;
        dop.max[i] = -HUGE_VALF;
    }
    return dop;
}

void thud_dop8_add(thud_dop8 *dop, thud_double2 point, double radius) {
    const double along[4] = {point.x, point.y, point.x + point.y, point.x - point.y};
    for (int i = 0; i < 4; i++) {
        double reach = i < 2 ? radius : radius / half_root; /* the diagonal axes are sqrt(2) long */
        dop->min[i] = thud_min(thud_round_down(along[i] - reach), dop->min[i]);
        dop->max[i] = thud_max(thud_round_up(along[i] + reach), dop->max[i]);
    }
}

/* ---- checking ---- */

thud_status thud_obb_check(const thud_obb *box) {
    if (!thud_vec2_is_finite(box->center) || !thud_vec2_is_finite(box->extents)) {
        return THUD_NOT_FINITE;
    }
    if (box->extents.x < 0.0f || box->extents.y < 0.0f) {
        return THUD_NEGATIVE;
    }
    return thud_rot_is_valid(box->rotation) ? THUD_OK : THUD_NOT_NORMALIZED;
}

/* Every side must reach a corner: then no side, counter-clockwise, runs backwards by more than rounding. */
static thud_status dop8_check(const thud_dop8 *dop) {
    float farthest = 0.0f;
    for (int i = 0; i < 4; i++) {
        if (!thud_is_finite(dop->min[i]) || !thud_is_finite(dop->max[i])) {
            return THUD_NOT_FINITE;
        }
        if (dop->min[i] > dop->max[i]) {
            return THUD_INVALID_BOUNDS;
        }
        farthest = thud_max(farthest, thud_max(thud_abs(dop->min[i]), thud_abs(dop->max[i])));
    }
    static const thud_double2 along[8] = {{0, 1},  {-1, 1}, {-1, 0}, {-1, -1},
                                          {0, -1}, {1, -1}, {1, 0},  {1, 1}};
    thud_double2 corners[8];
    dop8_corners(dop, corners);
    for (int i = 0; i < 8; i++) {
        thud_double2 side = thud_double2_sub(corners[i], corners[(i + 7) % 8]);
        if (thud_double2_dot(side, along[i]) < -rounding * farthest) {
            return THUD_INVALID_BOUNDS;
        }
    }
    return THUD_OK;
}

static thud_status hull_check(const thud_bounding_hull *hull) {
    if (hull->count < 1) {
        return THUD_TOO_FEW_POINTS;
    }
    if (hull->count > THUD_MAX_VERTICES) {
        return THUD_TOO_MANY_VERTICES;
    }
    float farthest = 0.0f;
    for (int i = 0; i < hull->count; i++) {
        thud_vec2 size = thud_vec2_abs(hull->vertices[i]);
        if (!thud_vec2_is_finite(size)) {
            return THUD_NOT_FINITE;
        }
        farthest = thud_max(farthest, thud_max(size.x, size.y));
    }
    double slack = rounding * farthest;
    for (int i = 0; i < hull->count && hull->count > 2; i++) {
        thud_vec2 a = hull->vertices[i];
        thud_vec2 b = hull->vertices[i + 1 < hull->count ? i + 1 : 0];
        thud_vec2 c = hull->vertices[i + 2 < hull->count ? i + 2 : i + 2 - hull->count];
        thud_double2 edge = thud_arrow(a, b);
        double turn =
            thud_double2_cross(edge, thud_arrow(b, c)); /* |edge| times the distance of c to its left */
        if (turn < 0.0 && turn * turn > slack * slack * thud_double2_dot(edge, edge)) {
            return THUD_NOT_CONVEX;
        }
    }
    return thud_amount_check(hull->radius);
}

thud_status thud_volume_check(const thud_volume *volume) {
    if (volume == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    switch (volume->kind) {
    case THUD_VOLUME_CIRCLE:
        return thud_vec2_is_finite(volume->circle.center) ? thud_amount_check(volume->circle.radius)
                                                          : THUD_NOT_FINITE;
    case THUD_VOLUME_AABB:
        if (!thud_vec2_is_finite(volume->aabb.min) || !thud_vec2_is_finite(volume->aabb.max)) {
            return THUD_NOT_FINITE;
        }
        return thud_aabb_is_valid(volume->aabb) ? THUD_OK : THUD_INVALID_BOUNDS;
    case THUD_VOLUME_OBB:
        return thud_obb_check(&volume->obb);
    case THUD_VOLUME_DOP8:
        return dop8_check(&volume->dop8);
    case THUD_VOLUME_CAPSULE:
        if (!thud_vec2_is_finite(volume->capsule.p1) || !thud_vec2_is_finite(volume->capsule.p2)) {
            return THUD_NOT_FINITE;
        }
        return thud_amount_check(volume->capsule.radius);
    case THUD_VOLUME_HULL:
        return hull_check(&volume->hull);
    case THUD_VOLUME_NONE:
        break;
    }
    return THUD_WRONG_KIND;
}

/* ---- cores ---- */

/* The core of rounded points, with the normals of all edges and the direction of one, for points on one line. */
static void rounded_core(thud_core *core, const thud_vec2 *points, int count, float radius) {
    core->count = count;
    core->radius = radius;
    for (int i = 0; i < count; i++) {
        core->vertices[i] = thud_double2_of(points[i]);
    }
    int edges = core->count > 2 ? core->count : core->count - 1;
    for (int i = 0; i < edges; i++) {
        thud_double2 edge = thud_double2_sub(core->vertices[(i + 1) % core->count], core->vertices[i]);
        if (edge.x == 0.0 && edge.y == 0.0) {
            continue;
        }
        if (core->axis_count == 0) {
            core->axes[core->axis_count++] = edge;
        }
        core->axes[core->axis_count++] = (thud_double2){edge.y, -edge.x};
    }
}

/* The axes of an AABB, the first two, and of an 8-DOP. */
static void set_fixed_axes(thud_core *core, int count) {
    static const thud_double2 axes[] = {{1.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}, {1.0, -1.0}};
    for (core->axis_count = 0; core->axis_count < count; core->axis_count++) {
        core->axes[core->axis_count] = axes[core->axis_count];
    }
}

static void box_core(const thud_obb *box, thud_core *core) {
    core->count = 4;
    core->axis_count = 2;
    obb_corners(box, core->vertices);
    core->axes[0] = (thud_double2){box->rotation.c, box->rotation.s};
    core->axes[1] = (thud_double2){-box->rotation.s, box->rotation.c};
}

bool thud_core_of_volume(const thud_volume *volume, thud_core *core) {
    if (thud_volume_check(volume) != THUD_OK) {
        return false;
    }
    core->count = 0;
    core->axis_count = 0;
    core->radius = 0.0;
    switch (volume->kind) {
    case THUD_VOLUME_CIRCLE:
        rounded_core(core, &volume->circle.center, 1, volume->circle.radius);
        break;
    case THUD_VOLUME_AABB: {
        thud_aabb box = volume->aabb;
        core->count = 4;
        core->vertices[0] = thud_double2_of(box.min);
        core->vertices[1] = (thud_double2){box.max.x, box.min.y};
        core->vertices[2] = thud_double2_of(box.max);
        core->vertices[3] = (thud_double2){box.min.x, box.max.y};
        set_fixed_axes(core, 2);
        break;
    }
    case THUD_VOLUME_OBB:
        box_core(&volume->obb, core);
        break;
    case THUD_VOLUME_DOP8:
        core->count = 8;
        dop8_corners(&volume->dop8, core->vertices);
        set_fixed_axes(core, 4);
        break;
    case THUD_VOLUME_CAPSULE: {
        const thud_vec2 ends[2] = {volume->capsule.p1, volume->capsule.p2};
        rounded_core(core, ends, 2, volume->capsule.radius);
        break;
    }
    case THUD_VOLUME_HULL:
        rounded_core(core, volume->hull.vertices, volume->hull.count, volume->hull.radius);
        break;
    case THUD_VOLUME_NONE:
        return false;
    }
    return true;
}

int thud_volume_core(const thud_volume *volume, thud_vec2 vertices[THUD_MAX_VERTICES], float *radius) {
    thud_core core;
    if (vertices == NULL || radius == NULL || !thud_core_of_volume(volume, &core)) {
        return 0;
    }
    for (int i = 0; i < core.count; i++) {
        vertices[i] = thud_double2_round(core.vertices[i]);
    }
    *radius = (float)core.radius;
    return core.count;
}

float thud_volume_area(const thud_volume *volume) {
    thud_core core;
    if (!thud_core_of_volume(volume, &core)) {
        return 0.0f;
    }
    double twice_area = 0.0;
    double perimeter = 0.0; /* of a line: in both directions, as its rounding covers */
    for (int i = 0; i < core.count; i++) {
        thud_double2 arm = thud_double2_sub(core.vertices[i], core.vertices[0]);
        thud_double2 edge = thud_double2_sub(core.vertices[(i + 1) % core.count], core.vertices[i]);
        twice_area += thud_double2_cross(arm, edge);
        perimeter += thud_double2_length(edge);
    }
    double area = 0.5 * twice_area + perimeter * core.radius + pi * core.radius * core.radius;
    return area < (double)FLT_MAX ? (float)area : FLT_MAX;
}

/* ---- moving ---- */

thud_aabb thud_aabb_moved(thud_aabb box, thud_pose pose) {
    thud_aabb moved = {{1.0f, 1.0f}, {-1.0f, -1.0f}};
    if (!thud_aabb_is_valid(box) || !thud_pose_is_valid(pose)) {
        return moved;
    }
    /* The extents of the turned box along x and y are those of the box along the rotation's absolute axes |c|, |s|. */
    double c = pose.rotation.c;
    double s = pose.rotation.s;
    thud_double2 middle = {0.5 * ((double)box.max.x + box.min.x), 0.5 * ((double)box.max.y + box.min.y)};
    thud_double2 half = {0.5 * ((double)box.max.x - box.min.x), 0.5 * ((double)box.max.y - box.min.y)};
    thud_double2 center = thud_double2_place(pose.position, pose.rotation, middle);
    thud_double2 extents = {fabs(c) * half.x + fabs(s) * half.y, fabs(s) * half.x + fabs(c) * half.y};
    moved.min = thud_vec2_make(thud_round_down(center.x - extents.x), thud_round_down(center.y - extents.y));
    moved.max = thud_vec2_make(thud_round_up(center.x + extents.x), thud_round_up(center.y + extents.y));
    return moved;
}

static thud_dop8 dop8_moved(const thud_dop8 *dop, thud_pose pose) {
    thud_double2 corners[8];
    dop8_corners(dop, corners);
    thud_dop8 moved = thud_dop8_empty();
    for (int i = 0; i < 8; i++) {
        thud_dop8_add(&moved, thud_double2_place(pose.position, pose.rotation, corners[i]), 0.0);
    }
    return moved;
}

thud_volume thud_volume_moved(const thud_volume *volume, thud_pose pose) {
    const thud_volume none = {.kind = THUD_VOLUME_NONE};
    if (thud_volume_check(volume) != THUD_OK || !thud_pose_is_valid(pose)) {
        return none;
    }
    pose.rotation = thud_rot_normalize(pose.rotation);
    thud_volume moved = *volume;
    switch (volume->kind) {
    case THUD_VOLUME_CIRCLE:
        moved.circle.center = thud_pose_apply(pose, volume->circle.center);
        break;
    case THUD_VOLUME_AABB:
        moved.aabb = thud_aabb_moved(volume->aabb, pose);
        break;
    case THUD_VOLUME_OBB:
        moved.obb.center = thud_pose_apply(pose, volume->obb.center);
        moved.obb.rotation = thud_rot_normalize(thud_rot_mul(pose.rotation, volume->obb.rotation));
        break;
    case THUD_VOLUME_DOP8:
        moved.dop8 = dop8_moved(&volume->dop8, pose);
        break;
    case THUD_VOLUME_CAPSULE:
        moved.capsule.p1 = thud_pose_apply(pose, volume->capsule.p1);
        moved.capsule.p2 = thud_pose_apply(pose, volume->capsule.p2);
        break;
    case THUD_VOLUME_HULL:
        for (int i = 0; i < volume->hull.count; i++) {
            moved.hull.vertices[i] = thud_pose_apply(pose, volume->hull.vertices[i]);
        }
        break;
    case THUD_VOLUME_NONE:
        break;
    }
    return thud_volume_check(&moved) == THUD_OK ? moved : none;
}
