/* mover_course.h: a world, a character in it, and its moves, for the tests of the mover. */
#pragma once

#include "test.h"

#include "reference/test_world.h"
#include "thud/chain.h"
#include "thud/mover.h"
#include "thud/tile_grid.h"

/* Height of the default character's frame above level ground that it stands on [m]. */
#define COURSE_STAND 0.802f
/* Gravity that the tests give a character [m/s^2]. */
#define COURSE_GRAVITY 30.0f

typedef struct course {
    thud_world *world;
    thud_mover_def def;
    thud_mover_state state;
    thud_mover_result result;
    thud_vec2 velocity;
} course;

/* A world of the defaults and a character with a body at a position. */
static inline course course_of(thud_world *world, thud_vec2 position) {
    course c = {.world = world, .def = thud_mover_defaults()};
    assert_true(thud_mover_create(c.world, &c.def, position, &c.state));
    return c;
}

/* Steps the world and moves the character at its velocity with gravity. */
static inline void course_step(course *c) {
    assert_int_equal(thud_world_step(c->world, TEST_DT).status, THUD_OK);
    c->velocity.y -= COURSE_GRAVITY * TEST_DT;
    assert_true(thud_mover_move(c->world, &c->def, &c->state, c->velocity, TEST_DT, &c->result));
    c->velocity = c->result.velocity;
    assert_true(thud_vec2_is_finite(c->state.position) && thud_vec2_is_finite(c->velocity));
}

/* The same with a given speed along x. */
static inline void course_run(course *c, float speed, int steps) {
    for (int i = 0; i < steps; i++) {
        c->velocity.x = speed;
        course_step(c);
    }
}

static inline thud_body_id course_box(thud_world *world, thud_body_type type, float x, float y, float half_x,
                                      float half_y, float angle) {
    thud_body_def def = thud_body_defaults();
    def.type = type;
    def.position = thud_vec2_make(x, y);
    def.angle = angle;
    thud_body_id body = thud_body_create(world, &def);
    thud_shape_def shape = thud_shape_defaults();
    assert_false(
        thud_shape_id_is_null(thud_body_add_box(world, body, &shape, thud_vec2_make(half_x, half_y))));
    return body;
}

static inline thud_body_id course_wall(thud_world *world, float x, float y, float half_x, float half_y) {
    return course_box(world, THUD_BODY_STATIC, x, y, half_x, half_y, 0.0f);
}

/* Greatest depth of the character in shapes of its filter, except its own body [m]; 0 without overlap. */
static inline float course_depth(course *c) {
    thud_query_filter others = thud_query_filter_all();
    others.ignored_bodies = &c->state.body;
    others.ignored_body_count = 1;
    thud_pose pose = {c->state.position, c->state.rotation};
    thud_world_contact contact;
    int count = thud_world_collide_shape(c->world, &c->def.shape, pose, 0.0f, others, &contact, 1);
    return count > 0 ? thud_max(-contact.separation, 0.0f) : 0.0f;
}

/* Distance of the character from the nearest shape except its own body [m]; FLT_MAX if none is within 2 m. */
static inline float course_gap(course *c) {
    thud_query_filter others = thud_query_filter_all();
    others.ignored_bodies = &c->state.body;
    others.ignored_body_count = 1;
    thud_pose pose = {c->state.position, c->state.rotation};
    thud_world_contact contact;
    int count = thud_world_collide_shape(c->world, &c->def.shape, pose, 2.0f, others, &contact, 1);
    return count > 0 ? contact.separation : FLT_MAX;
}

/* A chain on a static body through points from left to right, whose front is above. */
static inline void course_ground(thud_world *world, const thud_vec2 *points, int count) {
    thud_vec2 reversed[64];
    assert_true(count <= 64);
    for (int i = 0; i < count; i++) {
        reversed[i] = points[count - 1 - i];
    }
    thud_chain_def def = thud_chain_defaults();
    def.points = reversed;
    def.count = count;
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    assert_false(thud_chain_id_is_null(thud_chain_create(world, body, &def)));
}
