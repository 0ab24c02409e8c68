#include "random_volumes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const thud_volume_kind volume_kinds[volume_kind_count] = {THUD_VOLUME_CIRCLE,  THUD_VOLUME_AABB,
                                                          THUD_VOLUME_OBB,     THUD_VOLUME_DOP8,
                                                          THUD_VOLUME_CAPSULE, THUD_VOLUME_HULL};

thud_volume test_random_volume(test_random *random, thud_volume_kind kind, float size, float reach) {
    thud_volume volume = {.kind = kind};
    thud_vec2 middle = test_random_vec2(random, reach);
    float half = 0.5f * size;
    thud_vec2 extents; /* in an initialiser the order of the two calls would be undefined */
    extents.x = test_random_float(random, 0.05f, 1.0f) * half;
    extents.y = test_random_float(random, 0.05f, 1.0f) * half;
    thud_vec2 cloud[12];
    int count = test_random_int(random, 3, 12);
    for (int i = 0; i < count; i++) {
        cloud[i] = thud_vec2_add(middle, test_random_vec2(random, half));
    }
    switch (kind) {
    case THUD_VOLUME_CIRCLE:
        volume.circle.center = middle;
        volume.circle.radius = extents.x;
        break;
    case THUD_VOLUME_AABB:
        volume.aabb.min = thud_vec2_sub(middle, extents);
        volume.aabb.max = thud_vec2_add(middle, extents);
        break;
    case THUD_VOLUME_OBB:
        volume.obb.center = middle;
        volume.obb.extents = extents;
        volume.obb.rotation = test_random_pose(random, 0).rotation;
        break;
    case THUD_VOLUME_CAPSULE:
        volume.capsule.p1 = cloud[0];
        volume.capsule.p2 = cloud[1];
        volume.capsule.radius = 0.5f * extents.x;
        break;
    default: /* 8-DOP and hull: only points make valid ones */
        if (thud_volume_of_points(kind, cloud, count, &volume) != THUD_OK) {
            fprintf(stderr, "random_volumes.c: no volume around points\n");
            abort();
        }
        if (kind == THUD_VOLUME_HULL && test_random_int(random, 0, 1) == 1) {
            volume.hull.radius += 0.3f * extents.x;
        }
        break;
    }
    return volume;
}

/* Cuts off the part of an outline with x * nx + y * ny > limit. */
static int cut(reference_point *outline, int count, double nx, double ny, double limit) {
    reference_point kept[reference_max_outline];
    int kept_count = 0;
    reference_point p = outline[count > 0 ? count - 1 : 0];
    double over_p = p.x * nx + p.y * ny - limit;
    for (int i = 0; i < count; i++) {
        reference_point q = outline[i];
        double over_q = q.x * nx + q.y * ny - limit;
        if ((over_p < 0 && over_q > 0) || (over_p > 0 && over_q < 0)) {
            double t = over_p / (over_p - over_q);
            kept[kept_count++] = (reference_point){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
        }
        if (over_q <= 0) {
            kept[kept_count++] = q;
        }
        p = q;
        over_p = over_q;
    }
    for (int i = 0; i < kept_count; i++) {
        outline[i] = kept[i];
    }
    return kept_count;
}

/* Makes an unchecked shape with a rounded core for reference_outline. */
static int rounded_outline(const thud_vec2 *vertices, int count, float radius, int steps, bool around,
                           reference_point *outline) {
    thud_shape shape = {.kind = THUD_SHAPE_POLYGON, .count = count};
    shape.radius = around ? (float)(radius / cos(acos(-1.0) / steps)) : radius;
    for (int i = 0; i < count; i++) {
        thud_vec2 edge = thud_vec2_normalize(thud_vec2_sub(vertices[(i + 1) % count], vertices[i]));
        shape.vertices[i] = vertices[i];
        shape.normals[i] = thud_vec2_make(edge.y, -edge.x);
    }
    return reference_outline(&shape, thud_pose_identity(), steps, outline);
}

int reference_volume_outline(const thud_volume *volume, int steps, bool around, reference_point *outline) {
    switch (volume->kind) {
    case THUD_VOLUME_CIRCLE:
        return rounded_outline(&volume->circle.center, 1, volume->circle.radius, steps, around, outline);
    case THUD_VOLUME_AABB: {
        thud_aabb box = volume->aabb;
        outline[0] = (reference_point){box.min.x, box.min.y};
        outline[1] = (reference_point){box.max.x, box.min.y};
        outline[2] = (reference_point){box.max.x, box.max.y};
        outline[3] = (reference_point){box.min.x, box.max.y};
        return 4;
    }
    case THUD_VOLUME_OBB: {
        thud_obb box = volume->obb;
        for (int i = 0; i < 4; i++) {
            double x = i == 1 || i == 2 ? box.extents.x : -box.extents.x;
            double y = i >= 2 ? box.extents.y : -box.extents.y;
            double c = box.rotation.c, s = box.rotation.s;
            outline[i] = (reference_point){box.center.x + c * x - s * y, box.center.y + s * x + c * y};
        }
        return 4;
    }
    case THUD_VOLUME_DOP8: {
        const thud_dop8 *dop = &volume->dop8;
        thud_volume box = {.kind = THUD_VOLUME_AABB};
        box.aabb = (thud_aabb){{dop->min[0], dop->min[1]}, {dop->max[0], dop->max[1]}};
        int count = reference_volume_outline(&box, steps, around, outline);
        count = cut(outline, count, 1, 1, dop->max[2]);
        count = cut(outline, count, -1, -1, -(double)dop->min[2]);
        count = cut(outline, count, 1, -1, dop->max[3]);
        return cut(outline, count, -1, 1, -(double)dop->min[3]);
    }
    case THUD_VOLUME_CAPSULE: {
        const thud_vec2 ends[2] = {volume->capsule.p1, volume->capsule.p2};
        return rounded_outline(ends, 2, volume->capsule.radius, steps, around, outline);
    }
    case THUD_VOLUME_HULL:
        return rounded_outline(volume->hull.vertices, volume->hull.count, volume->hull.radius, steps, around,
                               outline);
    case THUD_VOLUME_NONE:
        break;
    }
    return 0;
}
