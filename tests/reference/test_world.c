#include "test_world.h"

#include <stdio.h>
#include <stdlib.h>

#include "world/invariants.h"

void test_require(bool condition, const char *what) {
    if (!condition) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

thud_world *test_world_of(const thud_world_def *def) {
    thud_world *world = thud_world_create(def);
    test_require(world != NULL, "the world was not made");
    return world;
}

thud_world *test_world_create(void) {
    thud_world_def def = thud_world_defaults();
    return test_world_of(&def);
}

thud_world *test_world_without_gravity(void) {
    thud_world_def def = thud_world_defaults();
    def.gravity = thud_vec2_make(0.0f, 0.0f);
    return test_world_of(&def);
}

thud_body_id test_add_body(thud_world *world, thud_body_type type, thud_vec2 position) {
    thud_body_def def = thud_body_defaults();
    def.type = type;
    def.position = position;
    thud_body_id body = thud_body_create(world, &def);
    test_require(body.generation != 0, "a body was refused");
    return body;
}

static thud_body_id add_box_of_type(thud_world *world, thud_body_type type, thud_vec2 position,
                                    thud_vec2 half_extents) {
    thud_body_id body = test_add_body(world, type, position);
    thud_shape_def shape = thud_shape_defaults();
    test_require(thud_body_add_box(world, body, &shape, half_extents).generation != 0, "a box was refused");
    return body;
}

thud_body_id test_add_ground(thud_world *world) {
    return add_box_of_type(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, -1.0f),
                           thud_vec2_make(100.0f, 1.0f));
}

thud_body_id test_add_box(thud_world *world, thud_vec2 position, thud_vec2 half_extents) {
    return add_box_of_type(world, THUD_BODY_DYNAMIC, position, half_extents);
}

thud_body_id test_add_wall(thud_world *world, thud_vec2 position, thud_vec2 half_extents) {
    return add_box_of_type(world, THUD_BODY_STATIC, position, half_extents);
}

thud_body_id test_add_ball(thud_world *world, thud_vec2 position, float radius) {
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, position);
    thud_shape_def shape = thud_shape_defaults();
    test_require(thud_body_add_circle(world, body, &shape, thud_vec2_make(0.0f, 0.0f), radius).generation != 0,
                 "a circle was refused");
    return body;
}

thud_shape_id test_shape_of(thud_world *world, thud_body_id body) {
    thud_shape_id none = {0, 0};
    thud_shape_id shape = thud_body_next_shape(world, body, none);
    test_require(shape.generation != 0, "the body has no shape");
    return shape;
}

void test_set_material(thud_world *world, thud_body_id body, float friction, float elasticity) {
    thud_shape_id shape = {0, 0};
    while ((shape = thud_body_next_shape(world, body, shape)).generation != 0) {
        thud_shape_def def = thud_shape_definition(world, shape);
        def.material.friction = friction;
        def.material.elasticity = elasticity;
        test_require(thud_shape_configure(world, shape, &def), "a material was refused");
    }
}

void test_step(thud_world *world, int count) {
    for (int i = 0; i < count; i++) {
        thud_step_result result = thud_world_step(world, TEST_DT);
        test_require(result.status == THUD_OK, thud_status_name(result.status));
    }
}

bool test_step_until_asleep(thud_world *world, thud_body_id body, int most) {
    for (int i = 0; i < most && thud_body_is_awake(world, body); i++) {
        test_step(world, 1);
    }
    return !thud_body_is_awake(world, body);
}

double test_kinetic_energy(thud_world *world) {
    double energy = 0.0;
    thud_body_id body = {0, 0};
    while ((body = thud_world_next_body(world, body)).generation != 0) {
        if (thud_body_definition(world, body).type == THUD_BODY_DYNAMIC) {
            thud_mass mass = thud_body_mass(world, body);
            double speed_squared = (double)thud_vec2_length_squared(thud_body_velocity(world, body));
            double spin = (double)thud_body_angular_velocity(world, body);
            energy += 0.5 * (double)mass.mass * speed_squared + 0.5 * (double)mass.inertia * spin * spin;
        }
    }
    return energy;
}

double test_potential_energy(thud_world *world) {
    double energy = 0.0;
    thud_vec2 gravity = thud_world_definition(world).gravity;
    thud_body_id body = {0, 0};
    while ((body = thud_world_next_body(world, body)).generation != 0) {
        if (thud_body_definition(world, body).type == THUD_BODY_DYNAMIC) {
            thud_vec2 center = thud_body_center(world, body);
            energy -= (double)thud_body_mass(world, body).mass * (double)thud_vec2_dot(gravity, center);
        }
    }
    return energy;
}

bool test_same_body(thud_body_id a, thud_body_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

bool test_same_shape(thud_shape_id a, thud_shape_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

void test_check_invariants(const thud_world *world) {
#ifdef THUD_ASSERTIONS
    thud_world_check_invariants(world);
#else
    (void)world;
#endif
}
