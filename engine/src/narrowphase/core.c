#include "narrowphase/core.h"

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
