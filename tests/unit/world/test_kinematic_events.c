/* thud_shape_def.kinematic_events: contact events of kinematic bodies with static and other
 * kinematic shapes, which they go through. */
#include "test.h"

#include "reference/test_world.h"
#include "thud/chain.h"
#include "thud/tile_grid.h"

#include <math.h>

/* A kinematic box of half extents of half a metre, with the option. */
static thud_body_id add_mover(thud_world *world, thud_vec2 position, thud_vec2 velocity) {
    thud_body_id body = test_add_body(world, THUD_BODY_KINEMATIC, position);
    thud_shape_def def = thud_shape_defaults();
    def.kinematic_events = true;
    assert_false(thud_shape_id_is_null(thud_body_add_box(world, body, &def, thud_vec2_make(0.5f, 0.5f))));
    assert_true(thud_body_set_velocity(world, body, velocity, 0.0f));
    return body;
}

static void set_option(thud_world *world, thud_body_id body, bool on) {
    thud_shape_def def = thud_shape_definition(world, test_shape_of(world, body));
    def.kinematic_events = on;
    assert_true(thud_shape_configure(world, test_shape_of(world, body), &def));
}

static void disable(thud_world *world, thud_body_id body, bool disabled) {
    thud_body_def def = thud_body_definition(world, body);
    def.disabled = disabled;
    assert_true(thud_body_configure(world, body, &def));
}

typedef struct tally {
    int begins, ends;
} tally;

/* Steps and counts the contact events. */
static tally steps(thud_world *world, int count) {
    tally sum = {0, 0};
    for (int i = 0; i < count; i++) {
        test_step(world, 1);
        sum.begins += thud_world_contact_events(world).begin_count;
        sum.ends += thud_world_contact_events(world).end_count;
    }
    return sum;
}

static void assert_tally(tally found, int begins, int ends) {
    assert_int_equal(found.begins, begins);
    assert_int_equal(found.ends, ends);
}

static void a_kinematic_body_tells_when_it_begins_and_ends_to_touch_a_static_one(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id wall = test_add_wall(world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.5f, 2.0f));
    thud_body_id mover = add_mover(world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(3.0f, 0.0f));
    int begins = 0, ends = 0;
    for (int i = 0; i < 120; i++) {
        test_step(world, 1);
        thud_contact_events events = thud_world_contact_events(world);
        float x = thud_body_position(world, mover).x;
        if (events.begin_count > 0) {
            const thud_contact_data *begin = &events.begins[0];
            begins += events.begin_count;
            assert_true(test_same_body(begin->body_a, mover) && test_same_body(begin->body_b, wall));
            assert_true(begin->touching && begin->contact.generation == 0);
            assert_int_equal(begin->manifold.count, 2);
            assert_float_equal(begin->manifold.normal.x, 1.0f, 0.001f);
            assert_float_equal(begin->manifold.points[0].separation, 2.0f - x, 0.001f);
            assert_float_equal(begin->mtd.x, 2.0f - x, 0.001f);
            assert_float_equal(begin->approach_speed[0], 3.0f, 0.001f);
            assert_float_equal(x, 2.0f, 0.051f);
        }
        if (events.end_count > 0) {
            ends += events.end_count;
            assert_true(test_same_shape(events.ends[0].shape_a, test_shape_of(world, mover)));
            assert_true(test_same_shape(events.ends[0].shape_b, test_shape_of(world, wall)));
            assert_float_equal(x, 4.03f, 0.03f);
        }
    }
    assert_true(begins == 1 && ends == 1);
    assert_float_equal(thud_body_position(world, mover).x, 6.0f, 0.001f); /* nothing stops it */
    thud_world_destroy(world);
}

static void without_the_option_there_are_no_events(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_wall(world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.5f, 2.0f));
    thud_body_id mover = add_mover(world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(3.0f, 0.0f));
    set_option(world, mover, false);
    assert_tally(steps(world, 120), 0, 0);
    assert_int_equal(thud_world_counts(world).sensors, 0);
    thud_world_destroy(world);
}

static void two_kinematic_bodies_make_one_event_whichever_of_them_has_the_option(void **state) {
    (void)state;
    for (int options = 1; options <= 3; options++) {
        thud_world *world = test_world_create();
        thud_body_id a = add_mover(world, thud_vec2_make(-2.0f, 0.0f), thud_vec2_make(2.0f, 0.0f));
        thud_body_id b = add_mover(world, thud_vec2_make(2.0f, 0.0f), thud_vec2_make(-2.0f, 0.0f));
        set_option(world, a, (options & 1) != 0);
        set_option(world, b, (options & 2) != 0);
        assert_tally(steps(world, 60), 1, 0);
        assert_tally(steps(world, 60), 0, 1);
        thud_world_destroy(world);
    }
}

static void a_wall_that_is_passed_within_a_step_begins_and_ends(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_wall(world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.05f, 2.0f));
    add_mover(world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(300.0f, 0.0f));
    assert_tally(steps(world, 2), 1, 1);
    thud_world_destroy(world);
}

static void tiles_and_chains_are_touched(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full()};
    uint16_t cells[] = {1, 1, 0, 0, 1, 1};
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, 2};
    def.columns = 6;
    def.rows = 1;
    def.cells = cells;
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, -1.1f));
    assert_int_not_equal(thud_tile_grid_create(world, ground, &def).generation, 0);
    thud_body_id mover = add_mover(world, thud_vec2_make(-1.0f, 0.2f), thud_vec2_make(2.0f, 0.0f));
    assert_tally(steps(world, 270), 2, 2); /* both runs of tiles, 0.2 m deep */
    const thud_vec2 points[] = {{20.0f, 0.0f}, {15.0f, 0.0f}, {10.0f, 0.0f}};
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = 3;
    thud_chain_create(world, test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f)), &chain);
    tally found = steps(world, 400);
    assert_tally(found, 2, 2);
    assert_true(thud_body_position(world, mover).x > 20.5f);
    thud_world_destroy(world);
}

/* With a segment of a chain the begin event named the segment first, the end event the shape with the option. */
static void begin_and_end_name_a_segment_and_the_shape_in_the_same_order(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    const thud_vec2 points[] = {{0.0f, 0.0f}, {-10.0f, 0.0f}};
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = 2;
    thud_chain_create(world, test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f)), &chain);
    thud_body_id lift = add_mover(world, thud_vec2_make(-5.0f, 0.45f), thud_vec2_make(0.0f, 1.0f));
    test_step(world, 1);
    thud_contact_events events = thud_world_contact_events(world);
    assert_int_equal(events.begin_count, 1);
    thud_contact_data begin = events.begins[0];
    assert_true(test_same_body(begin.body_a, lift));
    assert_float_equal(begin.manifold.normal.y, -1.0f, 1e-5f);
    test_step(world, 3); /* 0.0167 m above it */
    events = thud_world_contact_events(world);
    assert_int_equal(events.end_count, 1);
    assert_true(test_same_shape(events.ends[0].shape_a, begin.shape_a));
    assert_true(test_same_shape(events.ends[0].shape_b, begin.shape_b));
    thud_world_destroy(world);
}

static void a_touch_goes_on_until_the_shapes_are_a_slop_apart(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id lift = add_mover(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.0f, 0.0f));
    tally found = steps(world, 1);
    for (int i = 0; i < 100; i++) { /* level with the ground, alternately below its surface and above */
        thud_body_set_target(world, lift, thud_vec2_make(0.05f * (float)i, i % 2 == 0 ? 0.503f : 0.499f),
                             0.0f, TEST_DT);
        tally more = steps(world, 1);
        found = (tally){found.begins + more.begins, found.ends + more.ends};
    }
    assert_tally(found, 1, 0);
    thud_body_set_target(world, lift, thud_vec2_make(5.0f, 0.51f), 0.0f, TEST_DT);
    assert_tally(steps(world, 1), 0, 1);
    thud_world_destroy(world);
}

static void what_ends_to_exist_or_changes_ends_its_touch(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id wall = test_add_wall(world, thud_vec2_make(0.8f, 0.0f), thud_vec2_make(0.5f, 2.0f));
    thud_body_id mover = add_mover(world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.0f, 0.0f));
    assert_tally(steps(world, 100), 1, 0); /* at rest from the beginning */
    set_option(world, mover, false);
    assert_tally(steps(world, 2), 0, 1);
    set_option(world, mover, true);
    assert_tally(steps(world, 2), 1, 0);
    thud_shape_set_filter(world, test_shape_of(world, wall), (thud_filter){.category = 1, .mask = 0});
    assert_tally(steps(world, 2), 0, 1);
    thud_shape_set_filter(world, test_shape_of(world, wall),
                          (thud_filter){.category = 1, .mask = UINT64_MAX});
    assert_tally(steps(world, 2), 1, 0);
    disable(world, mover, true);
    assert_tally(steps(world, 2), 0, 1);
    disable(world, mover, false);
    assert_tally(steps(world, 2), 1, 0);
    assert_true(thud_body_destroy(world, wall));
    assert_tally(steps(world, 2), 0, 1);
    wall = test_add_wall(world, thud_vec2_make(0.8f, 0.0f), thud_vec2_make(0.5f, 2.0f));
    assert_tally(steps(world, 2), 1, 0);
    thud_body_def def = thud_body_definition(world, mover);
    def.type = THUD_BODY_DYNAMIC;
    def.gravity_scale = 0.0f;
    assert_true(thud_body_configure(world, mover, &def));
    tally both = steps(world, 1); /* it is a contact now, with its own events */
    assert_true(both.begins == 1 && both.ends == 1);
    assert_true(thud_body_destroy(world, mover));
    assert_tally(steps(world, 2), 0, 1);
    thud_world_destroy(world);
}

/*
 * In a world with another sensor, whose search lists what was inside anew: a touch went on for as long as the shape that lost the
 * option and the one that it touched rested (1 begin, no end in 100 steps), and a sensor that became solid began to touch what was
 * inside of it without the option.
 */
static void without_the_option_any_more_the_touch_ends_beside_other_sensors_too(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_shape_def zone = thud_shape_defaults();
    zone.sensor = true;
    thud_body_add_circle(world, test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(9.0f, 0.0f)), &zone,
                         thud_vec2_make(0.0f, 0.0f), 1.0f);
    test_add_wall(world, thud_vec2_make(0.8f, 0.0f), thud_vec2_make(0.5f, 2.0f));
    thud_body_id mover = add_mover(world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.0f, 0.0f));
    assert_tally(steps(world, 100), 1, 0);
    set_option(world, mover, false);
    assert_tally(steps(world, 100), 0, 1);
    zone.sensor_sees_static = true;
    assert_true(thud_shape_configure(world, test_shape_of(world, mover), &zone));
    assert_tally(steps(world, 2), 0, 0);
    assert_int_equal(thud_shape_sensor_overlaps(world, test_shape_of(world, mover), NULL, 0), 1);
    zone.sensor = false;
    assert_true(thud_shape_configure(world, test_shape_of(world, mover), &zone));
    assert_tally(steps(world, 100), 0, 0);
    thud_world_destroy(world);
}

static void joined_bodies_sensors_and_dynamic_bodies_are_left_to_others(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id wall = test_add_wall(world, thud_vec2_make(0.8f, 0.0f), thud_vec2_make(0.5f, 2.0f));
    thud_body_id mover = add_mover(world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.0f, 0.0f));
    thud_shape_def def = thud_shape_defaults();
    def.sensor = true;
    thud_body_add_circle(world, wall, &def, thud_vec2_make(0.0f, 0.0f), 5.0f);
    thud_distance_joint_def joint = thud_distance_joint_defaults();
    joint.base.body_a = wall;
    joint.base.body_b = mover;
    assert_false(thud_joint_id_is_null(thud_distance_joint_create(world, &joint)));
    assert_tally(steps(world, 2), 0, 0);
    thud_body_id ball = test_add_ball(world, thud_vec2_make(-0.5f, 0.9f), 0.5f);
    tally found = steps(world, 2); /* the event of the contact, with an id */
    assert_tally(found, 1, 0);
    assert_true(thud_body_destroy(world, ball));
    thud_world_destroy(world);
}

/* Hash of a world in which a kinematic body moves through a pile, and a checksum of its events. */
static uint64_t plough(bool with_option, int workers, int *events) {
    thud_world_def def = thud_world_defaults();
    def.worker_count = workers;
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    for (int i = 0; i < 60; i++) {
        test_add_box(world, thud_vec2_make(0.9f * (float)(i % 10), 0.4f + 0.8f * (float)(i / 10)),
                     thud_vec2_make(0.4f, 0.4f));
    }
    for (int i = 0; i < 20; i++) {
        test_add_wall(world, thud_vec2_make((float)i, 0.0f), thud_vec2_make(0.2f, 0.3f));
        thud_body_id mover =
            add_mover(world, thud_vec2_make(-3.0f, 0.6f + (float)i), thud_vec2_make(4.0f, 0.1f * (float)i));
        set_option(world, mover, with_option);
    }
    *events = 0;
    for (int i = 0; i < 120; i++) {
        test_step(world, 1);
        thud_contact_events found = thud_world_contact_events(world);
        for (int e = 0; e < found.begin_count; e++) {
            *events = *events * 31 % 1000003 +
                      (int)(found.begins[e].shape_a.slot + 7 * found.begins[e].shape_b.slot);
        }
    }
    uint64_t hash = thud_world_hash(world);
    thud_world_destroy(world);
    return hash;
}

static void dynamic_bodies_move_as_without_it_on_any_number_of_threads(void **state) {
    (void)state;
    int without, events, again;
    uint64_t hash = plough(false, 1, &without);
    assert_true(plough(true, 1, &events) == hash);
    assert_true(plough(true, 3, &again) == hash);
    assert_true(events == again && events != without);
}

static void a_segment_of_a_chain_cannot_have_it(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    const thud_vec2 points[] = {{1.0f, 0.0f}, {0.0f, 0.0f}, {-1.0f, 0.0f}};
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = 3;
    thud_body_id body = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(0.0f, 0.0f));
    thud_chain_create(world, body, &chain);
    thud_shape_def def = thud_shape_definition(world, test_shape_of(world, body));
    def.kinematic_events = true;
    assert_false(thud_shape_configure(world, test_shape_of(world, body), &def));
    assert_int_equal(thud_world_refusal(world).status, THUD_WRONG_KIND);
    assert_string_equal(thud_world_refusal(world).field, "kinematic_events");
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kinematic_body_tells_when_it_begins_and_ends_to_touch_a_static_one),
        cmocka_unit_test(without_the_option_there_are_no_events),
        cmocka_unit_test(two_kinematic_bodies_make_one_event_whichever_of_them_has_the_option),
        cmocka_unit_test(a_wall_that_is_passed_within_a_step_begins_and_ends),
        cmocka_unit_test(tiles_and_chains_are_touched),
        cmocka_unit_test(begin_and_end_name_a_segment_and_the_shape_in_the_same_order),
        cmocka_unit_test(a_touch_goes_on_until_the_shapes_are_a_slop_apart),
        cmocka_unit_test(what_ends_to_exist_or_changes_ends_its_touch),
        cmocka_unit_test(without_the_option_any_more_the_touch_ends_beside_other_sensors_too),
        cmocka_unit_test(joined_bodies_sensors_and_dynamic_bodies_are_left_to_others),
        cmocka_unit_test(dynamic_bodies_move_as_without_it_on_any_number_of_threads),
        cmocka_unit_test(a_segment_of_a_chain_cannot_have_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
