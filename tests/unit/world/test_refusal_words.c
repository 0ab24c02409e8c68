/* Refusals in words: the call, the object with its name, the reason; in thud_world_refusal and in the log hook. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference/test_world.h"
#include "thud/chain.h"
#include "thud/forces.h"
#include "thud/tile_grid.h"

static const thud_vec2 origin = {0.0f, 0.0f};

/* The last text of the log hook, and the number of its calls. */
typedef struct logged {
    char text[THUD_MESSAGE_LENGTH + 1];
    int count, level;
} logged;

static void note(int level, const char *message, void *context) {
    logged *log = context;
    log->count++;
    log->level = level;
    snprintf(log->text, sizeof log->text, "%s", message);
}

static logged log_of_world;

static thud_world_def logging_def(void) {
    thud_world_def def = thud_world_defaults();
    def.hooks.log = note;
    def.hooks.context = &log_of_world;
    memset(&log_of_world, 0, sizeof log_of_world);
    return def;
}

static thud_world *logging_world(void) {
    thud_world_def def = logging_def();
    return test_world_of(&def);
}

/* Expects the words of the last refusal, and one call of the hook with them since the last check. */
static void expect_words(thud_world *world, const char *words) {
    thud_refusal refusal = thud_world_refusal(world);
    assert_string_equal(refusal.message, words);
    assert_string_equal(log_of_world.text, words);
    assert_int_equal(log_of_world.count, 1);
    assert_int_equal(log_of_world.level, THUD_LOG_WARNING);
    assert_memory_equal(refusal.call, words, strlen(refusal.call));
    assert_int_equal(words[strlen(refusal.call)], ':');
    log_of_world.count = 0;
}

static thud_body_id add_named(thud_world *world, thud_body_type type, const char *name) {
    thud_body_def def = thud_body_defaults();
    def.type = type;
    def.name = name;
    return thud_body_create(world, &def);
}

/* ---- kinds of refusals ---- */

static void a_wrong_kind_says_what_the_object_is(void **state) {
    (void)state;
    thud_world *world = logging_world();
    thud_body_id crate = add_named(world, THUD_BODY_STATIC, "crate");
    thud_body_id lift = add_named(world, THUD_BODY_KINEMATIC, NULL);
    assert_false(thud_body_set_velocity(world, crate, origin, 0.0f));
    expect_words(world, "thud_body_set_velocity: body 0 'crate' is static");
    assert_false(thud_body_apply_force_to_center(world, lift, origin));
    expect_words(world, "thud_body_apply_force_to_center: body 1 is kinematic");
    thud_body_id ball = test_add_ball(world, origin, 1.0f);
    assert_false(thud_body_apply_torque(world, ball, NAN));
    expect_words(world,
                 "thud_body_apply_torque: body 2: torque is nan: the value is infinite or not a number");
    assert_false(thud_body_set_target(world, ball, origin, 0.0f, 1.0f));
    expect_words(world, "thud_body_set_target: body 2 is dynamic");
    thud_target_joint_def mouse = thud_target_joint_defaults();
    mouse.body = crate;
    assert_true(thud_joint_id_is_null(thud_target_joint_create(world, &mouse)));
    expect_words(world, "thud_target_joint_create: body 0 'crate' is static");
    thud_body_def def = thud_body_definition(world, ball);
    def.disabled = true;
    thud_body_configure(world, ball, &def);
    assert_false(thud_body_apply_torque(world, ball, 1.0f));
    expect_words(world, "thud_body_apply_torque: body 2 is disabled");

    assert_int_equal(thud_shape_sensor_overlaps(world, test_shape_of(world, ball), NULL, 0), 0);
    expect_words(world, "thud_shape_sensor_overlaps: shape 0 of body 2: sensor: the shape is not one");
    thud_vec2 points[] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    thud_chain_def chain_def = thud_chain_defaults();
    chain_def.points = points;
    chain_def.count = 2;
    thud_chain_id chain = thud_chain_create(world, crate, &chain_def);
    assert_false(thud_body_remove_shape(world, thud_chain_segment(world, chain, 0)));
    expect_words(world, "thud_body_remove_shape: shape 1 of body 0 'crate' is a segment of a chain");
    assert_true(thud_chain_id_is_null(thud_chain_create(world, ball, &chain_def)));
    expect_words(world, "thud_chain_create: body 2 is disabled");
    thud_world_destroy(world);
}

static void an_id_is_null_gone_or_of_another_world(void **state) {
    (void)state;
    thud_world *world = logging_world();
    thud_world_def def = thud_world_defaults();
    def.id_tag = 7;
    thud_world *other = test_world_of(&def);
    thud_body_id none = {0, 0}, crate = add_named(world, THUD_BODY_DYNAMIC, "crate");
    thud_body_id foreign = add_named(other, THUD_BODY_DYNAMIC, "stranger");
    thud_body_position(world, none);
    expect_words(world, "thud_body_position: body 0 is none: the id is null");
    thud_body_velocity(world, foreign);
    expect_words(world, "thud_body_velocity: body 0 is of another world");
    thud_body_destroy(world, crate);
    add_named(world, THUD_BODY_DYNAMIC, "next"); /* in the same slot: the words must not have its name */
    assert_false(thud_body_wake(world, crate));
    expect_words(world, "thud_body_wake: body 0 is gone");
    thud_contact_id contact = {3, 1};
    thud_contact_read(world, contact);
    expect_words(world, "thud_contact_read: contact 3 is gone");
    thud_revolute_joint_def joint_def = thud_revolute_joint_defaults();
    joint_def.base.body_a = crate;
    assert_true(thud_joint_id_is_null(thud_revolute_joint_create(world, &joint_def)));
    expect_words(world, "thud_revolute_joint_create: base.body_a 0 is gone");
    thud_joint_base_at(world, add_named(world, THUD_BODY_STATIC, "wall"), none, origin);
    expect_words(world, "thud_joint_base_at: body_b 0 is none: the id is null"); /* said "body" of either */
    thud_world_destroy(world);
    thud_world_destroy(other);
}

static void a_refused_shape_is_reported_with_its_argument_or_fault(void **state) {
    (void)state;
    thud_world *world = logging_world();
    thud_body_id crate = add_named(world, THUD_BODY_DYNAMIC, "crate");
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_circle(world, crate, &def, origin, -0.5f);
    expect_words(world, "thud_body_add_circle: body 0 'crate': radius is -0.5: the value must be more than zero");
    thud_body_add_box(world, crate, &def, thud_vec2_make(1.0f, 0.0f));
    expect_words(world, "thud_body_add_box: body 0 'crate': half_extents is 0: the value must be more than zero");
    thud_body_add_circle(world, crate, &def, thud_vec2_make(NAN, 0.0f), 1.0f);
    expect_words(world, "thud_body_add_circle: body 0 'crate': shape: the value is infinite or not a number");
    thud_shape none = {0};
    thud_world_cast_shape(world, &none, thud_pose_identity(), origin, thud_query_filter_all());
    expect_words(world,
                 "thud_world_cast_shape: shape: it was not made, or the function that makes it refused");

    /* in a list the value is an index */
    thud_body_id ground = add_named(world, THUD_BODY_STATIC, "ground");
    thud_vec2 points[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.0f}};
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = 3;
    assert_true(thud_chain_id_is_null(thud_chain_create(world, ground, &chain)));
    expect_words(world, "thud_chain_create: body 1 'ground': points 1: two points that must differ coincide, or a "
                        "direction has no length");
    thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full()};
    const uint16_t cells[] = {0, 1, 1, 2};
    thud_tile_grid_def grid = thud_tile_grid_defaults();
    grid.tiles = (thud_tile_set){tiles, 2};
    grid.columns = 4;
    grid.rows = 1;
    grid.cells = cells;
    assert_int_equal(thud_tile_grid_create(world, ground, &grid).generation, 0);
    expect_words(world, "thud_tile_grid_create: body 1 'ground': cells 3: the value lies outside the allowed range");
    tiles[1] = thud_tile_slope(0.0f, 1.0f);
    tiles[1].polygons[0].points[1].x = 32.0f; /* it was "tiles.polygons is 1", the tile's number */
    assert_int_equal(thud_tile_grid_create(world, ground, &grid).generation, 0);
    expect_words(
        world,
        "thud_tile_grid_create: body 1 'ground': tiles.polygons 1: the value lies outside the allowed range");
    grid.tiles.count = 0;
    assert_int_equal(thud_tile_grid_create(world, ground, &grid).generation, 0);
    expect_words(
        world,
        "thud_tile_grid_create: body 1 'ground': tiles.count is 0: the value lies outside the allowed range");
    thud_world_destroy(world);
}

static void a_refused_number_is_reported_with_its_field_and_range(void **state) {
    (void)state;
    thud_world *world = logging_world();
    thud_body_id crate = add_named(world, THUD_BODY_DYNAMIC, "crate");
    assert_false(thud_body_set_linear_velocity(world, crate, thud_vec2_make(INFINITY, 0.0f)));
    expect_words(world, "thud_body_set_linear_velocity: body 0 'crate': velocity is inf: the value is infinite or not a number");
    assert_false(thud_body_teleport(world, crate, thud_vec2_make(-2e12f, 0.0f), 0.0f));
    expect_words(world,
                 "thud_body_teleport: body 0 'crate': position is -2e+12: its size may be at most 1e+12");
    thud_closest_shape closest = thud_world_closest_shape(world, origin, 0.0f, thud_query_filter_all());
    assert_int_equal(closest.shape.generation, 0);
    expect_words(world, "thud_world_closest_shape: max_distance is 0: the value must be more than zero");
    thud_shape ball;
    thud_circle(origin, 1.0f, &ball);
    thud_world_collide_shape(world, &ball, thud_pose_identity(), -1.0f, thud_query_filter_all(), NULL, 0);
    expect_words(world, "thud_world_collide_shape: margin is -1: the value must be zero or more");
    thud_world_def def = thud_world_definition(world);
    def.solver.substeps = 0;
    assert_false(thud_world_configure(world, &def));
    expect_words(world, "thud_world_configure: solver.substeps is 0: 1 to 64 are allowed");
    def = thud_world_definition(world);
    def.gravity.y = 1e20f;
    assert_false(thud_world_configure(world, &def));
    expect_words(world, "thud_world_configure: gravity.y is 1e+20: its size may be at most 1e+15");
    assert_int_equal(thud_world_step(world, 5.0f).status, THUD_OUT_OF_RANGE);
    expect_words(world, "thud_world_step: dt is 5: 1e-06 to 1 are allowed");
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base.body_a = crate;
    hinge.base.body_b = add_named(world, THUD_BODY_STATIC, "wall");
    hinge.limit = (thud_joint_limit){true, 2.0f, 1.0f};
    assert_true(thud_joint_id_is_null(thud_revolute_joint_create(world, &hinge)));
    expect_words(world, "thud_revolute_joint_create: limit.lower is 2: it is above limit.upper");
    thud_wind wind = thud_wind_defaults();
    wind.drag = -0.5f;
    assert_false(thud_world_apply_wind(world, &wind, TEST_DT));
    expect_words(world, "thud_world_apply_wind: drag is -0.5: the value must be zero or more");
    thud_world_destroy(world);
}

static void null_fixed_locked_and_bad_shapes_are_told(void **state) {
    (void)state;
    thud_world *world = logging_world();
    assert_int_equal(thud_body_create(world, NULL).generation, 0);
    expect_words(world, "thud_body_create: def: a pointer that must not be null is null");
    thud_world_def def = thud_world_definition(world);
    def.worker_count = 2;
    assert_false(thud_world_configure(world, &def));
    expect_words(world, "thud_world_configure: worker_count: the field is fixed when the object is made");
    thud_body_id crate = add_named(world, THUD_BODY_DYNAMIC, "crate");
    thud_shape_def shape_def = thud_shape_defaults();
    thud_vec2 line[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}};
    assert_int_equal(thud_body_add_hull(world, crate, &shape_def, line, 3).generation, 0);
    expect_words(world, "thud_body_add_hull: body 0 'crate': shape: all points lie on one line");
    thud_weld_joint_def weld = thud_weld_joint_defaults();
    weld.base.body_a = weld.base.body_b = crate;
    assert_true(thud_joint_id_is_null(thud_weld_joint_create(world, &weld)));
    expect_words(world, "thud_weld_joint_create: base.body_b: two different bodies are needed");
    thud_world_destroy(world);
}

static bool destroy_it(thud_world *world, thud_shape_id shape, void *context) {
    (void)context;
    assert_false(thud_body_destroy(world, thud_shape_body(world, shape)));
    return true;
}

static void a_locked_world_says_so(void **state) {
    (void)state;
    thud_world *world = logging_world();
    test_add_wall(world, origin, thud_vec2_make(1.0f, 1.0f));
    thud_aabb box = {{-1.0f, -1.0f}, {1.0f, 1.0f}};
    assert_true(thud_world_overlap_aabb(world, box, thud_query_filter_all(), destroy_it, NULL));
    expect_words(world, "thud_body_destroy: body 0: the world cannot be changed from inside a step");
    thud_world_destroy(world);
}

static void names_of_shapes_and_joints_are_told_and_long_ones_fit(void **state) {
    (void)state;
    thud_world *world = logging_world();
    const char *longest = "0123456789012345678901234567890";
    thud_body_id a = add_named(world, THUD_BODY_DYNAMIC, longest), b = add_named(world, THUD_BODY_DYNAMIC, "b");
    thud_shape_def def = thud_shape_defaults();
    def.name = longest;
    thud_shape_id shape = thud_body_add_circle(world, a, &def, origin, 1.0f);
    thud_shape_def negative = def;
    negative.material.friction = -1.0f;
    assert_false(thud_shape_configure(world, shape, &negative));
    expect_words(world, "thud_shape_configure: shape 0 '0123456789012345678901234567890' of body 0 "
                        "'0123456789012345678901234567890': material.friction is -1: the value must be zero or more");
    thud_weld_joint_def weld = thud_weld_joint_defaults();
    weld.base.body_a = a;
    weld.base.body_b = b;
    weld.base.name = "hinge";
    thud_joint_id joint = thud_weld_joint_create(world, &weld);
    assert_false(thud_joint_set_motor_speed(world, joint, 1.0f));
    expect_words(world, "thud_joint_set_motor_speed: joint 0 'hinge' has neither motor nor spring");
    thud_revolute_joint_def other = thud_revolute_joint_defaults();
    assert_false(thud_revolute_joint_configure(world, joint, &other));
    expect_words(world, "thud_revolute_joint_configure: joint 0 'hinge' is of another kind");
    thud_distance_joint_def rope = thud_distance_joint_defaults();
    rope.base = weld.base;
    rope.base.name = "rope";
    rope.length = 1.0f;
    thud_joint_id spring = thud_distance_joint_create(world, &rope);
    assert_false(thud_joint_set_motor_speed(world, spring, INFINITY));
    expect_words(world, "thud_joint_set_motor_speed: joint 1 'rope': motor.speed is inf: the value is "
                        "infinite or not a number");
    assert_false(thud_joint_set_spring_target(world, spring, -1.0f));
    expect_words(
        world,
        "thud_joint_set_spring_target: joint 1 'rope': spring.target is -1: the value must be zero or more");
    assert_true(thud_joint_motor_speed(world, spring) == 0.0f &&
                thud_joint_spring_target(world, spring) == 0.0f);
    thud_world_destroy(world);
}

/* ---- without a world ---- */

static void a_world_that_is_not_made_says_why(void **state) {
    (void)state;
    thud_world_def def = logging_def();
    def.slop = 0.0f;
    assert_null(thud_world_create(&def));
    assert_string_equal(log_of_world.text, "thud_world_create: slop is 0: the value must be more than zero");
    assert_int_equal(log_of_world.level, THUD_LOG_ERROR);
    assert_string_equal(thud_world_def_check(&def).message,
                        "thud_world_def_check: slop is 0: the value must be more than zero");
    assert_string_equal(thud_world_def_check(NULL).message,
                        "thud_world_def_check: def: a pointer that must not be null is null");
    def = logging_def();
    assert_string_equal(thud_world_def_check(&def).message, "");
    assert_null(thud_world_def_check(&def).call);
    assert_string_equal(thud_world_refusal(NULL).message,
                        "thud_world_refusal: world: a pointer that must not be null is null");
}

static void a_call_that_succeeds_says_nothing_and_leaves_the_last_refusal(void **state) {
    (void)state;
    thud_world *world = logging_world();
    assert_string_equal(thud_world_refusal(world).message, "");
    assert_int_equal(thud_world_refusal(world).status, THUD_OK);
    thud_body_position(world, (thud_body_id){9, 1});
    expect_words(world, "thud_body_position: body 9 is gone");
    test_add_ball(world, origin, 1.0f);
    test_step(world, 5);
    assert_int_equal(log_of_world.count, 0);
    assert_string_equal(thud_world_refusal(world).message, "thud_body_position: body 9 is gone");
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_kind_says_what_the_object_is),
        cmocka_unit_test(an_id_is_null_gone_or_of_another_world),
        cmocka_unit_test(a_refused_shape_is_reported_with_its_argument_or_fault),
        cmocka_unit_test(a_refused_number_is_reported_with_its_field_and_range),
        cmocka_unit_test(null_fixed_locked_and_bad_shapes_are_told),
        cmocka_unit_test(a_locked_world_says_so),
        cmocka_unit_test(names_of_shapes_and_joints_are_told_and_long_ones_fit),
        cmocka_unit_test(a_world_that_is_not_made_says_why),
        cmocka_unit_test(a_call_that_succeeds_says_nothing_and_leaves_the_last_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
