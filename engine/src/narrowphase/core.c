#include "narrowphase/core.h"

#include <string.h>

const thud_core_layout thud_core_layouts[THUD_CORE_CLASSES] = {
    [THUD_CORE_POINT] = {4, 1, 2}, [THUD_CORE_SEGMENT] = {8, 2, 6}, [THUD_CORE_4] = {24, 4, 16},
    [THUD_CORE_8] = {40, 8, 32},   [THUD_CORE_32] = {136, 32, 128}, [THUD_CORE_LINK] = {16, 2, 6},
};

thud_core_class thud_core_class_of(const thud_shape *shape) {
    thud_core_class core_class = THUD_CORE_POINT;
    while (core_class < THUD_CORE_32 && shape->count > thud_core_layouts[core_class].vertices) {
        core_class = (thud_core_class)(core_class + 1);
    }
    return core_class;
}

/* Tolerance of the corners' positions, as a part of the coordinates: four roundings. */
#define RECTANGLE_TOLERANCE 2.5e-7f

bool thud_core_is_rectangle(const thud_shape *shape) {
    if (shape->count != 4) {
        return false;
    }
    const thud_vec2 *v = shape->vertices;
    thud_vec2 middle = thud_vec2_lerp(v[0], v[2], 0.5f);
    float size = thud_vec2_length(middle) + thud_vec2_distance(v[0], v[2]);
    float miss = thud_vec2_distance(middle, thud_vec2_lerp(v[1], v[3], 0.5f));
    float slant = thud_abs(thud_vec2_dot(shape->normals[0], shape->normals[1]));
    return miss <= RECTANGLE_TOLERANCE * size && slant <= RECTANGLE_TOLERANCE;
}

/* Writes the part of the record of a rectangle behind the extent. */
static void write_rectangle(const thud_shape *shape, thud_vec2 center_of_mass, float out[6]) {
    const thud_vec2 *v = shape->vertices;
    thud_vec2 center = thud_vec2_sub(thud_vec2_lerp(v[0], v[2], 0.5f), center_of_mass);
    out[0] = center.x;
    out[1] = center.y;
    out[2] = shape->normals[0].x;
    out[3] = shape->normals[0].y;
    out[4] = 0.5f * thud_vec2_dot(thud_vec2_sub(v[0], v[2]), shape->normals[0]);
    out[5] = 0.5f * thud_vec2_dot(thud_vec2_sub(v[1], v[3]), shape->normals[1]);
}

static bool has_flat_corner(const thud_shape *shape) {
    for (int i = 0; i < shape->count; i++) {
        thud_vec2 normal = shape->normals[i], next = shape->normals[i + 1 < shape->count ? i + 1 : 0];
        bool is_sharp = thud_vec2_dot(normal, next) < 0.0f;
        if (!is_sharp && thud_abs(thud_vec2_cross(normal, next)) < THUD_FLAT_TURN) {
            return true;
        }
    }
    return false;
}

thud_core_facts thud_core_build(const thud_shape *shape, thud_vec2 center_of_mass, void *record) {
    thud_core_class core_class = thud_core_class_of(shape);
    const thud_core_layout *layout = &thud_core_layouts[core_class];
    int limit = layout->vertices;
    float *out = record, *tail = out + layout->radius, farthest = 0.0f;
    memset(record, 0, thud_core_size(core_class));
    for (int i = 0; i < limit; i++) {
        thud_vec2 vertex = thud_vec2_sub(shape->vertices[i < shape->count ? i : 0], center_of_mass);
        farthest = thud_max(farthest, thud_vec2_length_squared(vertex));
        out[i] = vertex.x;
        out[limit + i] = vertex.y;
    }
    for (int i = 0; i < limit && core_class >= THUD_CORE_4; i++) {
        thud_vec2 normal = shape->normals[i < shape->count ? i : 0];
        out[2 * limit + i] = normal.x;
        out[3 * limit + i] = normal.y;
    }
    if (core_class == THUD_CORE_SEGMENT) {
        out[4] = shape->normals[0].x;
        out[5] = shape->normals[0].y;
    }
    thud_core_facts facts = {sqrtf(farthest) + shape->radius, thud_core_is_rectangle(shape)};
    tail[0] = shape->radius;
    tail[1] = core_class > THUD_CORE_4 ? (float)shape->count : facts.extent;
    if (core_class > THUD_CORE_4) {
        tail[2] = facts.extent;
    }
    if (facts.is_rectangle) {
        write_rectangle(shape, center_of_mass, tail + 2);
    } else if (core_class >= THUD_CORE_4) {
        tail[3] = has_flat_corner(shape) ? 1.0f : 0.0f;
    }
    return facts;
}

/* The unit vector to the right of the line from one point to another. */
static thud_vec2 right_of(thud_vec2 from, thud_vec2 to) {
    thud_vec2 direction = thud_vec2_normalize(thud_vec2_sub(to, from));
    return thud_vec2_make(direction.y, -direction.x);
}

void thud_core_build_link(const thud_shape *segment, const thud_link_ends *ends, thud_vec2 center_of_mass,
                          void *record) {
    float *out = record;
    for (int i = 0; i < 2; i++) {
        thud_vec2 vertex = thud_vec2_sub(segment->vertices[1 - i], center_of_mass);
        out[i] = vertex.x;
        out[2 + i] = vertex.y;
    }
    thud_vec2 none = {0.0f, 0.0f}, normal = segment->normals[1];
    thud_vec2 after = ends->has_after ? right_of(ends->after, segment->vertices[1]) : none;
    thud_vec2 before = ends->has_before ? right_of(segment->vertices[0], ends->before) : none;
    /* The record runs in the other direction: `after` comes first. */
    const float rest[12] = {normal.x, normal.y, segment->radius, ends->one_sided, after.x,
                            after.y,  before.x, before.y,        ends->has_after, ends->has_before};
    memcpy(out + 4, rest, sizeof rest);
}
