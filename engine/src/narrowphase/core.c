#include "narrowphase/core.h"

#include <math.h>

static const int vertex_limits[THUD_CORE_CLASSES] = {1, 2, 4, 8, 32};
static const size_t record_sizes[THUD_CORE_CLASSES] = {16, 32, 96, 160, 544};

thud_core_class thud_core_class_of(const thud_shape *shape) {
    thud_core_class core_class = THUD_CORE_POINT;
    while (core_class < THUD_CORE_32 && shape->count > vertex_limits[core_class]) {
        core_class = (thud_core_class)(core_class + 1);
    }
    return core_class;
}

size_t thud_core_size(thud_core_class core_class) {
    return record_sizes[core_class];
}

void thud_core_build(const thud_shape *shape, thud_vec2 center_of_mass, void *record) {
    thud_core_class core_class = thud_core_class_of(shape);
    size_t floats = record_sizes[core_class] / sizeof(float);
    float *out = record;
    for (size_t i = 0; i < floats; i++) {
        out[i] = 0.0f;
    }
    int limit = vertex_limits[core_class];
    for (int i = 0; i < limit; i++) {
        thud_vec2 vertex = thud_vec2_sub(shape->vertices[i < shape->count ? i : 0], center_of_mass);
        out[i] = vertex.x;
        out[limit + i] = vertex.y;
    }
    if (core_class == THUD_CORE_POINT) {
        out[2] = shape->radius;
    } else if (core_class == THUD_CORE_SEGMENT) {
        out[4] = shape->normals[0].x;
        out[5] = shape->normals[0].y;
        out[6] = shape->radius;
    } else {
        for (int i = 0; i < limit; i++) {
            thud_vec2 normal = shape->normals[i < shape->count ? i : 0];
            out[2 * limit + i] = normal.x;
            out[3 * limit + i] = normal.y;
        }
        out[4 * limit] = shape->radius;
        out[4 * limit + 1] = (float)shape->count;
    }
}

/* Where the radius stands in the records of a class [floats]. */
static const int radius_places[THUD_CORE_CLASSES] = {2, 6, 16, 32, 128};

thud_aabb thud_core_aabb(thud_core_class core_class, const void *record, thud_pose pose) {
    const float *core = record;
    int limit = vertex_limits[core_class];
    thud_aabb box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int i = 0; i < limit; i++) { /* padding repeats a vertex, so it does no harm */
        thud_vec2 vertex = thud_rot_apply(pose.rotation, (thud_vec2){core[i], core[limit + i]});
        box.min = thud_vec2_min(box.min, vertex);
        box.max = thud_vec2_max(box.max, vertex);
    }
    float radius = core[radius_places[core_class]];
    box.min = thud_vec2_add(pose.position, (thud_vec2){box.min.x - radius, box.min.y - radius});
    box.max = thud_vec2_add(pose.position, (thud_vec2){box.max.x + radius, box.max.y + radius});
    return box;
}
