/* Short functions for shapes and poses, for the worked examples of the narrowphase's tests. */
#pragma once

#include "test.h"
#include "thud/shape.h"

static inline thud_vec2 v(float x, float y) {
    return thud_vec2_make(x, y);
}

static inline thud_pose at(float x, float y) {
    thud_pose pose = {{x, y}, {1.0f, 0.0f}};
    return pose;
}

static inline thud_pose at_angle(float x, float y, float angle) {
    thud_pose pose = {{x, y}, thud_rot_from_angle(angle)};
    return pose;
}

static inline thud_shape circle(float radius) {
    thud_shape shape;
    assert_int_equal(thud_circle(v(0, 0), radius, &shape), THUD_OK);
    return shape;
}

static inline thud_shape capsule(thud_vec2 p1, thud_vec2 p2, float radius) {
    thud_shape shape;
    assert_int_equal(thud_capsule(p1, p2, radius, &shape), THUD_OK);
    return shape;
}

static inline thud_shape segment(thud_vec2 p1, thud_vec2 p2) {
    thud_shape shape;
    assert_int_equal(thud_segment(p1, p2, &shape), THUD_OK);
    return shape;
}

static inline thud_shape box(float half_x, float half_y, float radius) {
    thud_shape shape;
    assert_int_equal(thud_box(v(half_x, half_y), radius, &shape), THUD_OK);
    return shape;
}

static inline thud_shape triangle(thud_vec2 p1, thud_vec2 p2, thud_vec2 p3) {
    thud_shape shape;
    assert_int_equal(thud_polygon((thud_vec2[]){p1, p2, p3}, 3, 0.0f, &shape), THUD_OK);
    return shape;
}
