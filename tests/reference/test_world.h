/*
 * Small worlds for tests: the few bodies that most of them need, and steps that fail the test when they
 * lose a body or a contact.
 */
#pragma once

#include "thud/body.h"
#include "thud/event.h"
#include "thud/joint.h"
#include "thud/query.h"
#include "thud/world.h"

/* The step that tests use [s]. */
#define TEST_DT (1.0f / 60.0f)

/* Ends the test with a message if a condition does not hold. */
void test_require(bool condition, const char *what);

/* A world of the defaults, or without gravity, or of a definition; never null (the test ends). */
thud_world *test_world_create(void);
thud_world *test_world_without_gravity(void);
thud_world *test_world_of(const thud_world_def *def);

/* A static box whose top is the line y = 0, 200 m wide. */
thud_body_id test_add_ground(thud_world *world);

/* A body without shapes. */
thud_body_id test_add_body(thud_world *world, thud_body_type type, thud_vec2 position);

/* Dynamic bodies of one shape, density 1. */
thud_body_id test_add_box(thud_world *world, thud_vec2 position, thud_vec2 half_extents);
thud_body_id test_add_ball(thud_world *world, thud_vec2 position, float radius);

/* A static box. */
thud_body_id test_add_wall(thud_world *world, thud_vec2 position, thud_vec2 half_extents);

/* The first shape of a body. */
thud_shape_id test_shape_of(thud_world *world, thud_body_id body);

/* Changes the material of every shape of a body. */
void test_set_material(thud_world *world, thud_body_id body, float friction, float elasticity);

/* Makes steps of TEST_DT; ends the program with a message if a step reports a loss. */
void test_step(thud_world *world, int count);

/* Steps until the body sleeps; false if it does not within `most` steps. */
bool test_step_until_asleep(thud_world *world, thud_body_id body, int most);

/* Kinetic energy, and potential energy above y = 0, of all dynamic bodies [J]. */
double test_kinetic_energy(thud_world *world);
double test_potential_energy(thud_world *world);

/* Checks all tables of a world now, in builds with assertions: a fault calls the world's hook, which aborts unless the
 * test has its own. Other builds do nothing. */
void test_check_invariants(const thud_world *world);

bool test_same_body(thud_body_id a, thud_body_id b);
bool test_same_shape(thud_shape_id a, thud_shape_id b);
