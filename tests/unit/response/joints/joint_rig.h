/*
 * joint_rig.h: a small world for tests of joints. Sleeping is off; bodies are boxes of given mass; a static
 * post stands at the origin.
 */
#pragma once

#include "test.h"

#include <math.h>

#include "thud/event.h"
#include "thud/joint.h"

static const float rig_dt = 1.0f / 60.0f;

typedef struct joint_rig {
    thud_world *world;
    thud_body_id post; /* static, without shapes */
} joint_rig;

static inline thud_body_id rig_body(thud_world *world, thud_body_type type, thud_vec2 position) {
    thud_body_def def = thud_body_defaults();
    def.type = type;
    def.position = position;
    return thud_body_create(world, &def);
}

static inline joint_rig make_rig_of(thud_vec2 gravity, thud_lanes lanes, int workers) {
    thud_world_def def = thud_world_defaults();
    def.gravity = gravity;
    def.sleeping = false;
    def.lanes = lanes;
    def.worker_count = workers;
    joint_rig rig;
    rig.world = thud_world_create(&def);
    assert_non_null(rig.world);
    rig.post = rig_body(rig.world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    return rig;
}

static inline joint_rig make_rig(float gravity) {
    return make_rig_of(thud_vec2_make(0.0f, -gravity), THUD_LANES_AUTO, 1);
}

/* A box of a mass; it collides with nothing. */
static inline thud_body_id rig_box(thud_world *world, thud_vec2 position, thud_vec2 half, float mass) {
    thud_body_id body = rig_body(world, THUD_BODY_DYNAMIC, position);
    thud_shape_def def = thud_shape_defaults();
    def.density = mass / (4.0f * half.x * half.y);
    def.filter.mask = 0;
    thud_body_add_box(world, body, &def, half);
    return body;
}

static inline void rig_step(const joint_rig *rig, int steps) {
    for (int i = 0; i < steps; i++) {
        assert_int_equal(thud_world_step(rig->world, rig_dt).status, THUD_OK);
    }
}

static inline bool is_near(float value, float expected, float error) {
    bool near = fabsf(value - expected) <= error;
    if (!near) {
        print_message("%.7g is not within %g of %.7g\n", (double)value, (double)error, (double)expected);
    }
    return near;
}
