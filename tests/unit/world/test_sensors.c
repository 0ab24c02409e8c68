/* Sensors: which shapes they report, when, and that they have no effect on bodies. */
#include "test.h"

#include <stdlib.h>

#include <math.h>
#include <string.h>

#include "reference/random.h"
#include "reference/test_world.h"
#include "thud/chain.h"
#include "thud/forces.h"
#include "thud/joint.h"

/* ---- small worlds ---- */

static thud_shape_def sensor_def(void) {
    thud_shape_def def = thud_shape_defaults();
    def.sensor = true;
    return def;
}

static thud_shape_id add_sensor_box(thud_world *world, thud_body_id body, thud_vec2 half_extents) {
    thud_shape_def def = sensor_def();
    thud_shape_id sensor = thud_body_add_box(world, body, &def, half_extents);
    assert_int_not_equal(sensor.generation, 0);
    return sensor;
}

/* A static sensor box. */
static thud_shape_id add_zone(thud_world *world, thud_vec2 position, thud_vec2 half_extents) {
    return add_sensor_box(world, test_add_body(world, THUD_BODY_STATIC, position), half_extents);
}

/* A ball that flies without gravity. */
static thud_body_id add_flying_ball(thud_world *world, thud_vec2 position, float radius, thud_vec2 velocity) {
    thud_body_id ball = test_add_ball(world, position, radius);
    assert_true(thud_body_set_velocity(world, ball, velocity, 0.0f));
    return ball;
}

static void configure_shape(thud_world *world, thud_shape_id shape, void (*change)(thud_shape_def *)) {
    thud_shape_def def = thud_shape_definition(world, shape);
    change(&def);
    assert_true(thud_shape_configure(world, shape, &def));
}

static int begins(thud_world *world) {
    return thud_world_sensor_events(world).begin_count;
}

static int ends(thud_world *world) {
    return thud_world_sensor_events(world).end_count;
}

static int inside(thud_world *world, thud_shape_id sensor) {
    return thud_shape_sensor_overlaps(world, sensor, NULL, 0);
}

/* Steps until an event comes; returns the number of steps, -1 without an event. */
static int steps_until(thud_world *world, int (*count)(thud_world *), int most) {
    for (int i = 1; i <= most; i++) {
        test_step(world, 1);
        if (count(world) > 0) {
            return i;
        }
    }
    return -1;
}

/* One step with so many begins and ends. */
static void expect_in_step(thud_world *world, int begun, int ended) {
    test_step(world, 1);
    assert_int_equal(begins(world), begun);
    assert_int_equal(ends(world), ended);
}

/* ---- begin, end, inside ---- */

static void a_ball_that_flies_through_begins_and_ends_once_and_is_inside_in_between(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_shape_id zone = add_zone(world, (thud_vec2){0, 0}, (thud_vec2){1, 1});
    thud_body_id ball = add_flying_ball(world, (thud_vec2){-3, 0}, 0.25f, (thud_vec2){3, 0});
    int begun = 0, ended = 0;
    for (int i = 0; i < 150; i++) {
        test_step(world, 1);
        thud_sensor_events events = thud_world_sensor_events(world);
        begun += events.begin_count;
        ended += events.end_count;
        float x = thud_body_position(world, ball).x;
        if (fabsf(fabsf(x) - 1.25f) > 1e-3f) { /* not at the very edge */
            bool is_inside = fabsf(x) < 1.25f;
            thud_shape_id found = {0, 0};
            assert_int_equal(thud_shape_sensor_overlaps(world, zone, &found, 1), is_inside);
            assert_true(!is_inside || test_same_shape(found, test_shape_of(world, ball)));
            assert_int_equal(begun - ended, is_inside);
        }
        if (events.begin_count + events.end_count > 0) {
            const thud_sensor_event *event = events.begin_count > 0 ? events.begins : events.ends;
            assert_true(test_same_shape(event->sensor, zone));
            assert_true(test_same_shape(event->visitor, test_shape_of(world, ball)));
        }
    }
    assert_int_equal(begun, 1);
    assert_int_equal(ended, 1);
    assert_float_equal(thud_body_velocity(world, ball).x, 3.0f, 0.0f); /* nothing slowed it */
    thud_world_destroy(world);
}

static void who_is_inside_is_told_of_shapes_not_of_boxes(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_shape_def def = sensor_def();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, (thud_vec2){0, 0});
    thud_shape_id round = thud_body_add_circle(world, body, &def, (thud_vec2){0, 0}, 1.0f);
    test_add_ball(world, (thud_vec2){1, 1}, 0.3f); /* in the corner of the circle's box */
    test_step(world, 1);
    assert_int_equal(begins(world), 0);
    assert_int_equal(inside(world, round), 0);
    test_add_ball(world, (thud_vec2){1, 1}, 0.5f);
    assert_int_equal(inside(world, round), 1); /* at any time, new shapes included */
    assert_int_equal(begins(world), 0);
    test_step(world, 1);
    assert_int_equal(begins(world), 1);
    thud_world_destroy(world);
}

static void a_sensor_neither_collides_nor_stops_what_is_fast(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_shape_id zone = add_zone(world, (thud_vec2){0, 2}, (thud_vec2){3, 0.1f});
    thud_body_id ball = test_add_ball(world, (thud_vec2){0, 3}, 0.25f);
    thud_body_set_velocity(world, ball, (thud_vec2){0, -200}, 0.0f);
    test_step(world, 1);
    assert_float_equal(thud_body_position(world, ball).y, 0.25f, 0.02f); /* at rest on the ground */
    assert_int_equal(begins(world), 1);
    assert_int_equal(ends(world), 1);
    test_step(world, 1);
    assert_int_equal(thud_world_counts(world).contacts, 1); /* with the ground */
    assert_int_equal(thud_world_counts(world).sensors, 1);
    assert_int_equal(inside(world, zone), 0);
    thud_world_destroy(world);
}

static void a_sensor_on_a_dynamic_body_goes_with_it_and_holds_nothing_up(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id crate = test_add_box(world, (thud_vec2){0, 0.5f}, (thud_vec2){0.5f, 0.5f});
    thud_shape_def def = sensor_def();
    def.density = 0.0f;
    thud_shape_id skirt = thud_body_add_circle(world, crate, &def, (thud_vec2){0, 0}, 3.0f);
    test_step(world, 60);
    assert_float_equal(thud_body_position(world, crate).y, 0.5f, 0.01f);
    thud_body_id other = test_add_ball(world, (thud_vec2){6, 0.5f}, 0.5f);
    assert_int_equal(inside(world, skirt), 0);
    thud_body_set_velocity(world, crate, (thud_vec2){8, 0}, 0.0f);
    assert_true(steps_until(world, begins, 120) > 0);
    assert_true(
        test_same_shape(thud_world_sensor_events(world).begins[0].visitor, test_shape_of(world, other)));
    thud_world_destroy(world);
}

static void a_kinematic_sensor_sees_what_it_sweeps_over_even_asleep_and_wakes_nothing(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id crate = test_add_box(world, (thud_vec2){0, 0.5f}, (thud_vec2){0.5f, 0.5f});
    assert_true(test_step_until_asleep(world, crate, 600));
    thud_body_id lamp = test_add_body(world, THUD_BODY_KINEMATIC, (thud_vec2){-4, 1});
    thud_shape_id beam = add_sensor_box(world, lamp, (thud_vec2){0.2f, 1.0f});
    thud_body_set_velocity(world, lamp, (thud_vec2){5, 0}, 0.0f);
    assert_true(steps_until(world, begins, 100) > 0);
    assert_int_equal(inside(world, beam), 1);
    assert_true(steps_until(world, ends, 100) > 0);
    assert_int_equal(inside(world, beam), 0);
    assert_false(thud_body_is_awake(world, crate));
    thud_body_teleport(world, lamp, (thud_vec2){0, 1}, 0.0f);
    thud_body_set_velocity(world, lamp, (thud_vec2){0, 0}, 0.0f);
    test_step(world, 1);
    assert_int_equal(begins(world), 1);
    assert_false(thud_body_is_awake(world, crate));
    thud_world_destroy(world);
}

static void one_that_falls_asleep_inside_stays_inside_without_further_events(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_shape_id zone = add_zone(world, (thud_vec2){0, 1}, (thud_vec2){2, 1});
    thud_body_id crate = test_add_box(world, (thud_vec2){0, 4}, (thud_vec2){0.5f, 0.5f});
    int begun = 0, ended = 0;
    for (int i = 0; i < 600; i++) {
        test_step(world, 1);
        begun += begins(world);
        ended += ends(world);
    }
    assert_false(thud_body_is_awake(world, crate));
    assert_int_equal(begun, 1);
    assert_int_equal(ended, 0);
    assert_int_equal(inside(world, zone), 1);
    /* Another body in the zone is awake; the sleeping one causes no events. */
    test_add_ball(world, (thud_vec2){1.5f, 3}, 0.2f);
    for (int i = 0; i < 60; i++) {
        test_step(world, 1);
        begun += begins(world);
        ended += ends(world);
    }
    assert_int_equal(begun, 2);
    assert_int_equal(ended, 0);
    thud_body_wake(world, crate);
    test_step(world, 5);
    assert_int_equal(inside(world, zone), 2);
    thud_world_destroy(world);
}

static void a_world_with_a_crowd_in_a_sensor_sleeps_as_without(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    add_zone(world, (thud_vec2){0, 1}, (thud_vec2){20, 5});
    thud_body_id ghost = test_add_body(world, THUD_BODY_DYNAMIC, (thud_vec2){0, 0.5f});
    thud_shape_def solid = thud_shape_defaults();
    thud_body_add_box(world, ghost, &solid, (thud_vec2){0.5f, 0.5f});
    add_sensor_box(world, ghost, (thud_vec2){8, 3});
    for (int i = 0; i < 5; i++) {
        test_add_box(world, (thud_vec2){2.0f * (float)i - 5.0f, 0.5f}, (thud_vec2){0.4f, 0.5f});
    }
    assert_true(test_step_until_asleep(world, ghost, 600));
    test_step(world, 60);
    assert_int_equal(thud_world_counts(world).awake_bodies, 0);
    assert_true(thud_world_counts(world).sensor_overlaps > 6);
    thud_world_destroy(world);
}

/* ---- shapes that are reported ---- */

static void see_static(thud_shape_def *def) {
    def->sensor_sees_static = true;
}

static void see_nothing(thud_shape_def *def) {
    def->filter.mask = 0;
}

static void hide_from_sensors(thud_shape_def *def) {
    def->sensor_events = false;
}

static void show_to_sensors(thud_shape_def *def) {
    def->sensor_events = true;
}

static void static_shapes_are_seen_only_if_asked_for(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_wall(world, (thud_vec2){0, 0}, (thud_vec2){1, 1});
    thud_shape_id zone = add_zone(world, (thud_vec2){0.5f, 1}, (thud_vec2){1, 1});
    thud_vec2 hills[] = {{-3, 1}, {0, 1.5f}, {3, 1}};
    thud_chain_def chain = thud_chain_defaults();
    chain.points = hills;
    chain.count = 3;
    thud_chain_create(world, test_add_body(world, THUD_BODY_STATIC, (thud_vec2){0, 0}), &chain);
    test_step(world, 2);
    assert_int_equal(inside(world, zone), 0);
    configure_shape(world, zone, see_static);
    assert_int_equal(inside(world, zone), 3); /* the wall and both segments */
    test_step(world, 1);
    assert_int_equal(begins(world), 3);
    test_step(world, 10);
    assert_int_equal(begins(world) + ends(world), 0);
    assert_int_equal(thud_world_counts(world).sensor_overlaps, 3);
    thud_world_destroy(world);
}

static void ground_that_is_edited_into_a_sensor_begins(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, (thud_vec2){0, 0});
    const thud_vec2 points[3] = {{-5, 0}, {0, 0}, {5, 0}};
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = 3;
    thud_chain_id chain = thud_chain_create(world, ground, &def);
    thud_shape_id zone = add_zone(world, (thud_vec2){0, 3}, (thud_vec2){1, 1});
    configure_shape(world, zone, see_static);
    test_step(world, 2);
    assert_int_equal(inside(world, zone), 0);
    assert_true(thud_chain_move_point(world, chain, 1, (thud_vec2){0, 3}));
    test_step(world, 1);
    assert_int_equal(begins(world), 2);
    assert_true(thud_chain_move_point(world, chain, 1, (thud_vec2){0, 0}));
    test_step(world, 1);
    assert_int_equal(ends(world), 2);
    thud_world_destroy(world);
}

static void kinematic_bodies_are_seen_at_rest_and_in_motion(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_shape_id zone = add_zone(world, (thud_vec2){0, 0}, (thud_vec2){1, 1});
    thud_body_id lift = test_add_body(world, THUD_BODY_KINEMATIC, (thud_vec2){0, 1});
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_box(world, lift, &def, (thud_vec2){0.5f, 0.5f});
    test_step(world, 1);
    assert_int_equal(begins(world), 1);
    thud_body_set_velocity(world, lift, (thud_vec2){0, 2}, 0.0f);
    assert_true(steps_until(world, ends, 60) > 0);
    assert_int_equal(inside(world, zone), 0);
    thud_world_destroy(world);
}

/* A line steps over a wire of 2 mm in every order of calls: it has no thickness, also before its body was configured. */
static void a_slow_chain_is_seen_by_a_thin_sensor(void **state) {
    (void)state;
    for (int is_configured = 0; is_configured < 2; is_configured++) {
        thud_world *world = test_world_create();
        add_zone(world, (thud_vec2){0.005f, 0}, (thud_vec2){0.001f, 1});
        thud_body_id lift = test_add_body(world, THUD_BODY_KINEMATIC, (thud_vec2){0, 0});
        const thud_vec2 points[2] = {{0, -0.5f}, {0, 0.5f}};
        thud_chain_def def = thud_chain_defaults();
        def.points = points;
        def.count = 2;
        assert_int_not_equal(thud_chain_create(world, lift, &def).generation, 0);
        if (is_configured) {
            thud_body_def lift_def = thud_body_definition(world, lift);
            lift_def.type = THUD_BODY_STATIC;
            assert_true(thud_body_configure(world, lift, &lift_def));
            lift_def.type = THUD_BODY_KINEMATIC;
            assert_true(thud_body_configure(world, lift, &lift_def));
        }
        thud_body_set_velocity(world, lift, (thud_vec2){0.6f, 0}, 0.0f);
        test_step(world, 1);
        assert_int_equal(begins(world), 1);
        assert_int_equal(ends(world), 1);
        thud_world_destroy(world);
    }
}

static void sensors_do_not_see_each_other_nor_their_own_body(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    add_zone(world, (thud_vec2){0, 0}, (thud_vec2){1, 1});
    thud_body_id body = test_add_ball(world, (thud_vec2){5, 0}, 0.2f);
    thud_shape_id around = add_sensor_box(world, body, (thud_vec2){1, 1});
    thud_body_set_velocity(world, body, (thud_vec2){-2, 0}, 0.0f);
    int steps = steps_until(world, begins, 200);
    assert_true(steps > 0);
    assert_float_equal(thud_body_position(world, body).x, 1.2f, 0.04f); /* the ball, not the outer sensor */
    assert_int_equal(inside(world, around), 0);
    thud_world_destroy(world);
}

static void filters_apply_both_ways(void **state) {
    (void)state;
    enum { RED = 2, BLUE = 4 };
    thud_world *world = test_world_without_gravity();
    thud_shape_id zone = add_zone(world, (thud_vec2){0, 0}, (thud_vec2){1, 1});
    thud_shape_def def = thud_shape_definition(world, zone);
    def.filter.category = RED;
    def.filter.mask = BLUE;
    thud_shape_configure(world, zone, &def);
    struct {
        thud_filter filter;
        bool seen;
    } cases[] = {
        {{BLUE, RED, 0}, true},         {{BLUE, UINT64_MAX, 0}, true}, {{BLUE, BLUE, 0}, false},
        {{RED, UINT64_MAX, 0}, false},  {{RED, 0, 7}, true}, /* by group, see below */
        {{BLUE, UINT64_MAX, -7}, true},                      /* another group than the sensor's */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        def.filter.group = cases[i].filter.group == 7 ? 7 : 0;
        thud_shape_configure(world, zone, &def);
        thud_body_id ball = test_add_ball(world, (thud_vec2){0, 0}, 0.25f);
        thud_shape_def ball_def = thud_shape_defaults();
        ball_def.filter = cases[i].filter;
        thud_shape_configure(world, test_shape_of(world, ball), &ball_def);
        test_step(world, 1);
        assert_int_equal(begins(world), cases[i].seen);
        assert_int_equal(inside(world, zone), cases[i].seen);
        thud_body_destroy(world, ball);
        test_step(world, 1);
        assert_int_equal(ends(world), cases[i].seen);
    }
    thud_world_destroy(world);
}

static void a_shape_may_hide_from_sensors_and_a_sensor_may_keep_silent(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_shape_id zone = add_zone(world, (thud_vec2){0, 0}, (thud_vec2){1, 1});
    thud_body_id ball = test_add_ball(world, (thud_vec2){0, 0}, 0.25f);
    configure_shape(world, test_shape_of(world, ball), hide_from_sensors);
    test_step(world, 1);
    assert_int_equal(begins(world), 0);
    assert_int_equal(inside(world, zone), 0);
    configure_shape(world, test_shape_of(world, ball), show_to_sensors);
    test_step(world, 1);
    assert_int_equal(begins(world), 1);
    configure_shape(world, zone, hide_from_sensors);
    test_step(world, 1);
    assert_int_equal(ends(world), 1);         /* no more events from here on */
    assert_int_equal(inside(world, zone), 1); /* but queries still work */
    test_step(world, 2);
    assert_int_equal(begins(world) + ends(world), 0);
    thud_world_destroy(world);
}

/* ---- end of an overlap ---- */

static void become_solid(thud_shape_def *def) {
    def->sensor = false;
}

static void become_sensor(thud_shape_def *def) {
    def->sensor = true;
}

static void whatever_takes_a_visitor_or_a_sensor_away_ends_the_visit_in_the_next_step(void **state) {
    (void)state;
    enum { REMOVE_SHAPE, DESTROY_BODY, DISABLE, FILTER, HIDE, TELEPORT, TURN_SENSOR, CHANGES };
    for (int change = 0; change < CHANGES; change++) {
        for (int sleeping = 0; sleeping < 2; sleeping++) {
            for (int of_sensor = 0; of_sensor < 2; of_sensor++) {
                thud_world *world = test_world_without_gravity();
                thud_shape_id zone = add_zone(world, (thud_vec2){0, 0}, (thud_vec2){1, 1});
                thud_body_id ball = test_add_ball(world, (thud_vec2){0, 0}, 0.25f);
                thud_shape_id visitor = test_shape_of(world, ball);
                test_step(world, 2);
                if (sleeping) {
                    thud_body_sleep(world, ball);
                    test_step(world, 2);
                }
                thud_shape_id shape = of_sensor ? zone : visitor;
                thud_body_id body = thud_shape_body(world, shape);
                thud_body_def disabled = thud_body_definition(world, body);
                disabled.disabled = true;
                switch (change) {
                case REMOVE_SHAPE:
                    assert_true(thud_body_remove_shape(world, shape));
                    break;
                case DESTROY_BODY:
                    assert_true(thud_body_destroy(world, body));
                    break;
                case DISABLE:
                    assert_true(thud_body_configure(world, body, &disabled));
                    break;
                case FILTER:
                    configure_shape(world, shape, see_nothing);
                    break;
                case HIDE:
                    configure_shape(world, shape, hide_from_sensors);
                    break;
                case TELEPORT:
                    assert_true(thud_body_teleport(world, body, (thud_vec2){50, 0}, 0.0f));
                    break;
                default:
                    configure_shape(world, shape, of_sensor ? become_solid : become_sensor);
                    break;
                }
                assert_int_equal(ends(world), 0); /* not before the next step */
                test_step(world, 1);
                thud_sensor_events events = thud_world_sensor_events(world);
                assert_int_equal(events.begin_count, 0);
                assert_int_equal(events.end_count, 1);
                assert_true(test_same_shape(events.ends[0].sensor, zone));
                assert_true(test_same_shape(events.ends[0].visitor, visitor));
                assert_int_equal(thud_world_counts(world).sensor_overlaps, 0);
                test_step(world, 1);
                assert_int_equal(ends(world), 0);
                thud_world_destroy(world);
            }
        }
    }
}

static void another_shape_in_the_slot_of_a_visitor_is_another_visitor(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_shape_id zone = add_zone(world, (thud_vec2){0, 0}, (thud_vec2){1, 1});
    thud_body_id ball = test_add_ball(world, (thud_vec2){0, 0}, 0.25f);
    thud_shape_id old = test_shape_of(world, ball);
    test_step(world, 1);
    thud_body_remove_shape(world, old);
    thud_shape_def def = thud_shape_defaults();
    thud_shape_id new = thud_body_add_circle(world, ball, &def, (thud_vec2){0, 0}, 0.25f);
    assert_int_equal(old.slot, new.slot);
    test_step(world, 1);
    thud_sensor_events events = thud_world_sensor_events(world);
    assert_int_equal(events.begin_count, 1);
    assert_int_equal(events.end_count, 1);
    assert_true(test_same_shape(events.ends[0].visitor, old));
    assert_true(test_same_shape(events.begins[0].visitor, new));
    assert_int_equal(inside(world, zone), 1);
    thud_world_destroy(world);
}

static void a_world_at_rest_tells_of_what_is_put_and_taken(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id crate = test_add_box(world, (thud_vec2){0, 0.5f}, (thud_vec2){0.5f, 0.5f});
    assert_true(test_step_until_asleep(world, crate, 600));
    test_step(world, 5);
    thud_shape_id zone = add_zone(world, (thud_vec2){0, 1}, (thud_vec2){1, 1});
    test_step(world, 1);
    assert_int_equal(begins(world), 1);
    assert_false(thud_body_is_awake(world, crate));
    thud_body_destroy(world, thud_shape_body(world, zone));
    test_step(world, 1);
    assert_int_equal(ends(world), 1);
    assert_false(thud_shape_is_valid(world, thud_world_sensor_events(world).ends[0].sensor));
    assert_false(thud_body_is_awake(world, crate));
    thud_world_destroy(world);
}

/* ---- no contacts, no effects ---- */

static void a_shape_becomes_a_sensor_and_solid_again_at_run_time(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id floor = test_add_wall(world, (thud_vec2){0, 0}, (thud_vec2){5, 0.5f});
    thud_body_id crate = test_add_box(world, (thud_vec2){0, 1.0f}, (thud_vec2){0.5f, 0.5f});
    assert_true(test_step_until_asleep(world, crate, 600));
    thud_shape_id trapdoor = test_shape_of(world, floor);
    configure_shape(world, trapdoor, become_sensor);
    test_step(world, 1);
    assert_true(thud_body_is_awake(world, crate)); /* its support is a sensor now */
    assert_int_equal(thud_world_counts(world).contacts, 0);
    test_step(world, 10);
    assert_int_equal(inside(world, trapdoor), 1);
    assert_true(thud_body_velocity(world, crate).y < -1.0f);
    thud_body_teleport(world, crate, (thud_vec2){0, 1.2f}, 0.0f);
    thud_body_set_velocity(world, crate, (thud_vec2){0, 0}, 0.0f);
    configure_shape(world, trapdoor, become_solid);
    test_step(world, 60);
    assert_float_equal(thud_body_position(world, crate).y, 1.0f, 0.01f);
    assert_int_equal(thud_world_counts(world).sensors, 0);
    assert_int_equal(thud_shape_sensor_overlaps(world, trapdoor, NULL, 0), 0);
    assert_int_equal(thud_world_refusal(world).status, THUD_WRONG_KIND);
    thud_world_destroy(world);
}

static void a_segment_of_a_chain_is_refused_as_a_sensor(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_vec2 points[] = {{-3, 1}, {0, 1.5f}, {3, 1}};
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = 3;
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, (thud_vec2){0, 0});
    thud_chain_id hills = thud_chain_create(world, body, &chain);
    thud_shape_id segment = thud_chain_segment(world, hills, 1);
    thud_shape_def def = thud_shape_definition(world, segment);
    def.sensor = true;
    assert_false(thud_shape_configure(world, segment, &def));
    assert_int_equal(thud_world_refusal(world).status, THUD_WRONG_KIND);
    assert_string_equal(thud_world_refusal(world).field, "sensor");
    assert_int_equal(thud_world_counts(world).sensors, 0);
    thud_world_destroy(world);
}

static bool count_shape(thud_world *world, thud_shape_id shape, void *context) {
    (void)world;
    (void)shape;
    (*(int *)context)++;
    return true;
}

static void queries_see_sensors_only_if_asked_to(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_shape_id zone = add_zone(world, (thud_vec2){0, 0}, (thud_vec2){1, 1});
    thud_query_filter solid = thud_query_filter_all();
    thud_query_filter all = solid;
    all.sensors = true;
    thud_vec2 from = {-5, 0}, translation = {10, 0};
    assert_false(thud_world_cast_ray(world, from, translation, solid).cast.hit);
    assert_true(test_same_shape(thud_world_cast_ray(world, from, translation, all).shape, zone));
    assert_false(thud_world_ray_is_blocked(world, from, translation, solid));
    thud_shape ball;
    thud_circle((thud_vec2){0, 0}, 0.25f, &ball);
    thud_pose pose = {from, thud_rot_identity()};
    assert_false(thud_world_cast_shape(world, &ball, pose, translation, solid).cast.hit);
    assert_true(thud_world_cast_shape(world, &ball, pose, translation, all).cast.hit);
    assert_int_equal(thud_world_shape_at(world, (thud_vec2){0, 0}, solid).generation, 0);
    assert_true(test_same_shape(thud_world_shape_at(world, (thud_vec2){0, 0}, all), zone));
    assert_int_equal(thud_world_closest_shape(world, from, 9.0f, solid).shape.generation, 0);
    assert_true(test_same_shape(thud_world_closest_shape(world, from, 9.0f, all).shape, zone));
    int found = 0;
    thud_world_overlap_shape(world, &ball, thud_pose_identity(), solid, count_shape, &found);
    assert_int_equal(found, 0);
    thud_world_overlap_shape(world, &ball, thud_pose_identity(), all, count_shape, &found);
    assert_int_equal(found, 1);
    /* The sensor of a body takes no part in a cast of the body. */
    test_add_wall(world, (thud_vec2){10, 3}, (thud_vec2){1, 1});
    thud_body_id walker = test_add_ball(world, (thud_vec2){5, 0}, 0.5f);
    add_sensor_box(world, walker, (thud_vec2){1, 5});
    assert_int_equal(thud_world_cast_body(world, walker, (thud_vec2){10, 0}, solid).own_shape.generation, 0);
    thud_world_destroy(world);
}

static void a_sensor_weighs_what_its_density_says(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_box(world, (thud_vec2){0, 0}, (thud_vec2){0.5f, 0.5f});
    thud_shape_def def = sensor_def();
    def.density = 0.0f;
    thud_shape_id light = thud_body_add_box(world, body, &def, (thud_vec2){1, 1});
    assert_float_equal(thud_body_mass(world, body).mass, 1.0f, 1e-6f);
    def.density = 1.0f;
    thud_shape_configure(world, light, &def);
    assert_float_equal(thud_body_mass(world, body).mass, 5.0f, 1e-5f);
    thud_world_destroy(world);
}

static void forces_of_the_world_do_not_push_sensors(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id ghost = test_add_body(world, THUD_BODY_DYNAMIC, (thud_vec2){2, 0});
    add_sensor_box(world, ghost, (thud_vec2){0.5f, 0.5f});
    thud_explosion blast = thud_explosion_defaults();
    blast.radius = 5.0f;
    blast.filter.sensors = true;
    thud_world_explode(world, &blast);
    assert_float_equal(thud_body_velocity(world, ghost).x, 0.0f, 0.0f);
    thud_body_id ball = test_add_ball(world, (thud_vec2){-2, 0}, 0.5f);
    thud_world_explode(world, &blast);
    assert_true(thud_body_velocity(world, ball).x < 0.0f);
    thud_world_destroy(world);
}

/* Hash of the bodies, which must not depend on sensors, and hash of the events. */
static uint64_t hash_of_a_pile(bool with_sensors, int workers, thud_lanes lanes, uint64_t *events_hash) {
    thud_world_def def = thud_world_defaults();
    def.worker_count = workers;
    def.lanes = lanes;
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    thud_body_id arm = test_add_body(world, THUD_BODY_KINEMATIC, (thud_vec2){0, 3});
    thud_body_id bodies[60];
    for (int i = 0; i < 60; i++) {
        thud_vec2 position = {0.7f * (float)(i % 10) - 3.0f, 0.5f + 0.9f * (float)(i / 10)};
        bodies[i] = i % 3 == 0 ? test_add_ball(world, position, 0.35f)
                               : test_add_box(world, position, (thud_vec2){0.3f, 0.4f});
        if (i % 7 == 0) {
            thud_body_set_velocity(world, bodies[i], (thud_vec2){60.0f - 2.0f * (float)i, 3}, 5.0f);
        }
    }
    if (with_sensors) {
        thud_shape_def sensor = sensor_def();
        sensor.density = 0.0f;
        add_zone(world, (thud_vec2){2, 1}, (thud_vec2){1, 1});
        for (int i = 0; i < 3; i++) { /* wide ones: more candidates than one task takes */
            add_zone(world, (thud_vec2){(float)i, 4}, (thud_vec2){8, 3});
        }
        thud_body_add_box(world, arm, &sensor, (thud_vec2){0.1f, 4});
        thud_body_add_circle(world, bodies[20], &sensor, (thud_vec2){0, 0}, 1.5f);
        thud_body_add_segment(world, test_add_body(world, THUD_BODY_STATIC, (thud_vec2){6, 0}), &sensor,
                              (thud_vec2){0, 0}, (thud_vec2){0, 8});
    }
    thud_body_set_velocity(world, arm, (thud_vec2){0, 0}, 8.0f);
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < 200; i++) {
        test_step(world, 1);
        thud_sensor_events events = thud_world_sensor_events(world);
        for (int k = 0; k < events.begin_count + events.end_count; k++) {
            bool begin = k < events.begin_count;
            const thud_sensor_event *event = begin ? &events.begins[k] : &events.ends[k - events.begin_count];
            hash = (hash ^ (event->sensor.slot + 1000u * event->visitor.slot + (begin ? 7u : 0u))) *
                   0x100000001b3u;
        }
    }
    *events_hash = hash;
    uint64_t poses = 0;
    for (int i = 0; i < 60; i++) {
        thud_pose pose = thud_body_pose(world, bodies[i]);
        uint32_t bits[4];
        memcpy(bits, &pose, sizeof bits);
        for (int k = 0; k < 4; k++) {
            poses = (poses ^ bits[k]) * 0x100000001b3u;
        }
    }
    thud_world_destroy(world);
    return poses;
}

static void bodies_move_to_the_bit_as_without_sensors(void **state) {
    (void)state;
    uint64_t with, without;
    assert_true(hash_of_a_pile(true, 1, THUD_LANES_AUTO, &with) ==
                hash_of_a_pile(false, 1, THUD_LANES_AUTO, &without));
    assert_true(with != without); /* there were events */
}

static void events_are_the_same_whatever_the_threads_and_lanes(void **state) {
    (void)state;
    uint64_t first, other;
    hash_of_a_pile(true, 1, THUD_LANES_AUTO, &first);
    hash_of_a_pile(true, 2, THUD_LANES_AUTO, &other);
    assert_true(first == other);
    hash_of_a_pile(true, 3, THUD_LANES_SCALAR, &other);
    assert_true(first == other);
}

/* ---- fast bodies ---- */

static void what_passes_within_one_step_begins_and_ends_in_it(void **state) {
    (void)state;
    const float speeds[] = {30, 100, 150, 300, 399};
    for (int bullet = 0; bullet < 2; bullet++) {
        for (int kind = 0; kind < 2; kind++) {
            for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++) {
                thud_world *world = test_world_without_gravity();
                thud_body_id gate = test_add_body(world, THUD_BODY_STATIC, (thud_vec2){0, 0});
                thud_shape_def def = sensor_def();
                thud_shape_id thin = kind == 0 ? thud_body_add_segment(world, gate, &def, (thud_vec2){0, -1},
                                                                       (thud_vec2){0, 1})
                                               : thud_body_add_box(world, gate, &def, (thud_vec2){0.001f, 1});
                thud_body_def shot = thud_body_defaults();
                shot.type = THUD_BODY_DYNAMIC;
                shot.position = (thud_vec2){-10.03f, 0.2f};
                shot.velocity = (thud_vec2){speeds[i], 0};
                shot.bullet = bullet == 1;
                thud_body_id body = thud_body_create(world, &shot);
                thud_shape_def solid = thud_shape_defaults();
                thud_body_add_circle(world, body, &solid, (thud_vec2){0, 0}, 0.02f);
                int begun = 0, ended = 0;
                for (int step = 0; step < 60; step++) {
                    test_step(world, 1);
                    begun += begins(world);
                    ended += ends(world);
                    if (begins(world) > 0) {
                        thud_sensor_event event = thud_world_sensor_events(world).begins[0];
                        assert_true(test_same_shape(event.sensor, thin));
                        assert_int_equal(ends(world), inside(world, thin) == 0);
                    }
                }
                assert_int_equal(begun, 1);
                assert_int_equal(ended, 1);
                thud_world_destroy(world);
            }
        }
    }
}

/* Within so many steps one visitor enters and leaves a sensor. */
static void expect_one_visit(thud_world *world, int steps) {
    int begun = 0, ended = 0;
    for (int step = 0; step < steps; step++) {
        test_step(world, 1);
        begun += begins(world);
        ended += ends(world);
    }
    assert_int_equal(begun, 1);
    assert_int_equal(ended, 1);
}

/* A slow ball that a platform of 240 m/s, 4 m a step, takes through a thin sensor within the step in which it hits the ball:
 * of 80 such balls 43 made no events. */
static void what_a_fast_platform_takes_through_within_a_step_begins_and_ends_in_it(void **state) {
    (void)state;
    for (int i = 0; i < 80; i++) {
        thud_world *world = test_world_without_gravity();
        thud_body_id platform = test_add_body(world, THUD_BODY_KINEMATIC, (thud_vec2){0.0f, 0.0f});
        thud_shape_def unseen = thud_shape_defaults();
        unseen.sensor_events = false;
        thud_body_add_box(world, platform, &unseen, (thud_vec2){0.5f, 0.5f});
        assert_true(thud_body_set_velocity(world, platform, (thud_vec2){240.0f, 0.0f}, 0.0f));
        float x = 2.0f + 0.1f * (float)(i / 2);
        thud_body_id ball = test_add_ball(world, (thud_vec2){x, 0.0f}, 0.2f);
        assert_true(i % 2 == 0 || thud_body_sleep(world, ball));
        add_zone(world, (thud_vec2){x + 1.5f, 0.0f}, (thud_vec2){0.05f, 1.0f});
        expect_one_visit(world, 6);
        thud_world_destroy(world);
    }
}

/* Chains and tiles have no part in the thickness of their body, from which on a step is long: neither a fast sensor that sees
 * static shapes nor a fast ship made events with one that it passed within a step. */
static void chains_that_pass_within_a_step_begin_and_end_in_it(void **state) {
    (void)state;
    const thud_vec2 points[] = {{-1.5f, 0.0f}, {1.5f, 0.0f}};
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = 2;
    for (int i = 0; i < 400; i++) {
        thud_world *world = test_world_without_gravity();
        bool sensor_moves = i % 2 == 0;
        thud_body_id ship =
            test_add_body(world, THUD_BODY_KINEMATIC, (thud_vec2){0.0f, sensor_moves ? 0.0f : -3.0f});
        thud_body_id gate =
            test_add_body(world, THUD_BODY_KINEMATIC, (thud_vec2){0.0f, sensor_moves ? -3.0f : 0.0f});
        assert_int_not_equal(thud_chain_create(world, ship, &chain).generation, 0);
        add_sensor_box(world, gate, (thud_vec2){0.2f, 0.2f});
        thud_vec2 velocity = {0.0f, 40.0f + 0.7f * (float)i};
        assert_true(thud_body_set_velocity(world, sensor_moves ? gate : ship, velocity, 0.0f));
        expect_one_visit(world, 8);
        thud_world_destroy(world);
    }
}

static void a_fast_one_that_misses_is_not_seen(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    add_zone(world, (thud_vec2){0, 0}, (thud_vec2){0.1f, 1});
    add_flying_ball(world, (thud_vec2){-5, 1.3f}, 0.25f, (thud_vec2){350, 0});
    add_flying_ball(world, (thud_vec2){-5, -1.2f}, 0.25f, (thud_vec2){350, -20}); /* passes below */
    assert_int_equal(steps_until(world, begins, 30), -1);
    thud_world_destroy(world);
}

static void what_bounces_off_a_wall_behind_a_sensor_has_been_in_it(void **state) {
    (void)state;
    /* There and back within one step: start and end lie in front of the sensor. */
    thud_world *world = test_world_without_gravity();
    thud_body_id wall = test_add_wall(world, (thud_vec2){1, 0}, (thud_vec2){0.5f, 3});
    test_set_material(world, wall, 0.0f, 1.0f);
    thud_shape_id line = add_zone(world, (thud_vec2){0.2f, 0}, (thud_vec2){0.01f, 3});
    thud_body_id ball = add_flying_ball(world, (thud_vec2){-1, 0}, 0.1f, (thud_vec2){180, 0});
    test_set_material(world, ball, 0.0f, 1.0f);
    test_step(world, 1);
    assert_true(thud_body_velocity(world, ball).x < -170.0f);
    assert_true(thud_body_position(world, ball).x < 0.0f);
    assert_int_equal(begins(world), 1);
    assert_int_equal(ends(world), 1);
    assert_int_equal(inside(world, line), 0);
    /* A wall in front of the sensor stops the body before it. */
    add_zone(world, (thud_vec2){-20, 0}, (thud_vec2){0.01f, 3});
    test_set_material(world, test_add_wall(world, (thud_vec2){-18, 0}, (thud_vec2){0.5f, 3}), 0.0f, 1.0f);
    thud_body_teleport(world, ball, (thud_vec2){-16.5f, 0}, 0.0f);
    test_step(world, 1);
    assert_true(thud_body_velocity(world, ball).x > 170.0f);
    assert_int_equal(begins(world), 0);
    thud_world_destroy(world);
}

static void a_fast_sensor_sees_what_it_passes(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id ball = test_add_ball(world, (thud_vec2){0, 0}, 0.1f);
    thud_body_id scanner = test_add_body(world, THUD_BODY_KINEMATIC, (thud_vec2){-1, 0});
    add_sensor_box(world, scanner, (thud_vec2){0.05f, 2});
    thud_body_set_velocity(world, scanner, (thud_vec2){120, 0}, 0.0f);
    expect_in_step(world, 1, 1);
    /* Two paths that cross between their ends. */
    thud_body_teleport(world, scanner, (thud_vec2){-1, -1}, 0.0f);
    thud_body_set_velocity(world, scanner, (thud_vec2){120, 0}, 0.0f);
    thud_body_teleport(world, ball, (thud_vec2){0, 3}, 0.0f);
    thud_body_set_velocity(world, ball, (thud_vec2){0, -360}, 0.0f);
    expect_in_step(world, 1, 1);
    assert_false(thud_body_position(world, ball).y > -2.5f);
    thud_world_destroy(world);
}

static void a_body_leaves_at_once_however_fast(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    add_zone(world, (thud_vec2){0, 0}, (thud_vec2){1, 1});
    thud_body_id ball = test_add_ball(world, (thud_vec2){0, 0}, 0.1f);
    test_step(world, 1);
    assert_int_equal(begins(world), 1);
    thud_body_set_velocity(world, ball, (thud_vec2){390, 0}, 0.0f);
    expect_in_step(world, 0, 1);
    /* A ball that is created inside and leaves in the same step is reported. */
    add_flying_ball(world, (thud_vec2){0, 0}, 0.1f, (thud_vec2){0, 390});
    expect_in_step(world, 1, 1);
    thud_world_destroy(world);
}

static void sensors_work_without_continuous_collision(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    def.continuous = false;
    def.gravity = (thud_vec2){0, 0};
    thud_world *world = test_world_of(&def);
    add_zone(world, (thud_vec2){0, 0}, (thud_vec2){0.01f, 1});
    add_flying_ball(world, (thud_vec2){-1, 0}, 0.05f, (thud_vec2){200, 0});
    expect_in_step(world, 1, 1);
    thud_world_destroy(world);
}

/* ---- all overlaps ---- */

enum { COUNT = 40 };

static void expect_inside(thud_world *world, thud_shape_id zone, const thud_shape_id shapes[COUNT]) {
    thud_shape_id found[COUNT];
    for (int capacity = 0; capacity <= COUNT; capacity++) {
        assert_int_equal(thud_shape_sensor_overlaps(world, zone, found, capacity), COUNT);
        for (int i = 0; i < capacity; i++) {
            assert_true(test_same_shape(found[i], shapes[i]));
        }
    }
}

static void those_inside_come_in_slot_order_and_the_lowest_fit(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_shape_id shapes[COUNT];
    for (int i = 0; i < COUNT; i++) { /* their places are in another order than their slots */
        shapes[i] =
            test_shape_of(world, test_add_ball(world, (thud_vec2){(float)(i * 27 % COUNT) - 20.0f, 0}, 0.2f));
    }
    thud_shape_id zone = add_zone(world, (thud_vec2){0, 0}, (thud_vec2){30, 1});
    expect_inside(world, zone, shapes);
    test_step(world, 1);
    expect_inside(world, zone, shapes);
    thud_sensor_events events = thud_world_sensor_events(world);
    assert_int_equal(events.begin_count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        assert_true(test_same_shape(events.begins[i].visitor, shapes[i]));
    }
    test_add_ball(world, (thud_vec2){40, 0},
                  0.2f); /* a change: the hash is searched, which has them in the order of places now */
    expect_inside(world, zone, shapes);
    thud_world_destroy(world);
}

static test_random generator;

static float random_number(float least, float most) {
    return test_random_float(&generator, least, most);
}

/* The number of shapes that overlap a sensor, tested one by one. */
static int brute_overlaps(thud_world *world, thud_shape_id sensor) {
    thud_shape seen_by = thud_shape_geometry(world, sensor);
    thud_pose sensor_pose = thud_body_pose(world, thud_shape_body(world, sensor));
    int count = 0;
    thud_body_id body = {0, 0};
    while ((body = thud_world_next_body(world, body)).generation != 0) {
        bool other = !test_same_body(body, thud_shape_body(world, sensor));
        bool moves = thud_body_definition(world, body).type != THUD_BODY_STATIC;
        thud_shape_id shape = {0, 0};
        while (other && moves && (shape = thud_body_next_shape(world, body, shape)).generation != 0) {
            thud_shape visitor = thud_shape_geometry(world, shape);
            count += !thud_shape_definition(world, shape).sensor &&
                     thud_overlap(&seen_by, sensor_pose, &visitor, thud_body_pose(world, body));
        }
    }
    return count;
}

static void begins_less_ends_is_who_overlaps_whatever_happens(void **state) {
    (void)state;
    generator = test_random_seed(12345);
    enum { BODIES = 60, SENSORS = 12 };
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_shape_id sensors[SENSORS];
    thud_body_id bodies[BODIES];
    for (int i = 0; i < SENSORS; i++) {
        thud_body_id body = test_add_body(world, (thud_body_type)(i % 3),
                                          (thud_vec2){random_number(-10, 10), random_number(1, 6)});
        sensors[i] = add_sensor_box(world, body, (thud_vec2){random_number(0.2f, 3), random_number(0.2f, 2)});
        if (i % 3 == 1) {
            thud_body_set_velocity(world, body, (thud_vec2){random_number(-2, 2), 0}, random_number(-3, 3));
        }
    }
    for (int i = 0; i < BODIES; i++) {
        bodies[i] = test_add_box(world, (thud_vec2){random_number(-10, 10), random_number(1, 9)},
                                 (thud_vec2){random_number(0.1f, 0.5f), random_number(0.1f, 0.5f)});
    }
    int counts[SENSORS] = {0};
    int total = 0;
    for (int step = 0; step < 400; step++) {
        int i = (int)random_number(0, (float)BODIES - 0.01f);
        switch ((int)random_number(0, 12)) {
        case 0:
            thud_body_teleport(world, bodies[i], (thud_vec2){random_number(-10, 10), 8}, 0.0f);
            break;
        case 1:
            thud_body_destroy(world, bodies[i]);
            bodies[i] = test_add_ball(world, (thud_vec2){random_number(-10, 10), random_number(1, 9)}, 0.3f);
            break;
        case 2:
            thud_body_set_velocity(world, bodies[i], (thud_vec2){random_number(-150, 150), 20}, 9.0f);
            break;
        default:
            break;
        }
        test_step(world, 1);
        thud_sensor_events events = thud_world_sensor_events(world);
        total += events.begin_count;
        for (int s = 0; s < SENSORS; s++) {
            for (int k = 0; k < events.begin_count; k++) {
                counts[s] += test_same_shape(events.begins[k].sensor, sensors[s]);
            }
            for (int k = 0; k < events.end_count; k++) {
                counts[s] -= test_same_shape(events.ends[k].sensor, sensors[s]);
            }
            assert_int_equal(counts[s], inside(world, sensors[s]));
            assert_int_equal(counts[s], brute_overlaps(world, sensors[s]));
        }
    }
    assert_true(total > 200);
    thud_world_destroy(world);
}

/* A pickup that spins on the spot would stop. */
static void a_body_of_sensors_alone_does_not_sleep_while_it_turns(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.angular_velocity = 1.0f;
    thud_body_id body = thud_body_create(world, &def);
    thud_shape_def shape = thud_shape_defaults();
    shape.sensor = true;
    thud_body_add_circle(world, body, &shape, (thud_vec2){0, 0}, 0.3f);
    test_step(world, 120);
    assert_true(thud_body_is_awake(world, body));
    thud_body_set_angular_velocity(world, body, 0.01f);
    test_step(world, 120);
    assert_false(thud_body_is_awake(world, body));
    thud_world_destroy(world);
}

/* ---- the same events on all ways of searching ---- */

enum { CROWD = 300, PLACES = 24 };

/* Sensors and visitors that come, go and change. */
typedef struct changing_world {
    thud_world *world;
    thud_body_id bodies[PLACES]; /* the null id: an empty place */
    test_random random;
} changing_world;

/* 300 balls far away. */
typedef enum crowd_kind {
    SLEEPERS, /* few shapes move: those that do are compared with all sensors */
    MOVERS,   /* many do: each sensor asks the hash for them */
    SENSORS,  /* few do, and sensors are many: the shapes that move ask the hash for these */
    CROWD_KINDS
} crowd_kind;

static changing_world make_changing_world(crowd_kind crowd) {
    changing_world it = {.world = test_world_without_gravity(), .random = {77}};
    thud_world_def world_def = thud_world_definition(it.world);
    world_def.sleep_time = 1.0e9f; /* when an island falls asleep depends on the other islands */
    assert_true(thud_world_configure(it.world, &world_def));
    for (int i = 0; i < CROWD; i++) {
        thud_body_def def = thud_body_defaults();
        def.type = crowd == SENSORS ? THUD_BODY_STATIC : THUD_BODY_DYNAMIC;
        def.position = (thud_vec2){500.0f + 2.0f * (float)i, 500.0f};
        def.awake = crowd == MOVERS;
        def.may_sleep = crowd != MOVERS;
        thud_shape_def shape = thud_shape_defaults();
        shape.sensor = crowd == SENSORS;
        thud_body_add_circle(it.world, thud_body_create(it.world, &def), &shape, (thud_vec2){0, 0}, 0.5f);
    }
    return it;
}

static float number(changing_world *it, float least, float most) {
    return test_random_float(&it->random, least, most);
}

/* A vector of two numbers, drawn in this order whatever the compiler. */
static thud_vec2 point(changing_world *it, float least, float most) {
    float x = number(it, least, most);
    return (thud_vec2){x, number(it, least, most)};
}

static void put_body(changing_world *it, int place) {
    thud_body_def def = thud_body_defaults();
    def.type = (thud_body_type)test_random_below(&it->random, 3);
    def.position = point(it, -4, 4);
    if (def.type != THUD_BODY_STATIC && test_random_below(&it->random, 2) == 0) {
        def.velocity = point(it, -4, 4);
    }
    def.linear_damping = 4.0f; /* so that they stay near */
    def.awake = test_random_below(&it->random, 3) != 0;
    it->bodies[place] = thud_body_create(it->world, &def);
    int shapes = 1 + (int)test_random_below(&it->random, 2);
    for (int i = 0; i < shapes; i++) {
        thud_shape_def shape = thud_shape_defaults();
        shape.sensor = place % 2 == 0;
        shape.sensor_sees_static = place % 4 == 0;
        shape.filter.mask = ~UINT64_C(1) << test_random_below(&it->random, 2) | 1;
        shape.filter.category = UINT64_C(1) << test_random_below(&it->random, 2);
        shape.kinematic_events = !shape.sensor && place % 3 == 0;
        shape.filter.group = shape.sensor ? 0 : -1; /* visitors do not collide: their motion does not depend on the crowd */
        thud_vec2 center = point(it, -0.5f, 0.5f);
        thud_body_add_circle(it->world, it->bodies[place], &shape, center, number(it, 0.2f, 1.5f));
    }
}

/* One change between two steps. */
static void change_a_body(changing_world *it) {
    int place = (int)test_random_below(&it->random, PLACES);
    thud_body_id body = it->bodies[place];
    thud_world *world = it->world;
    if (thud_body_id_is_null(body)) {
        put_body(it, place);
        return;
    }
    thud_body_def def = thud_body_definition(world, body);
    thud_shape_id shape = test_shape_of(world, body);
    thud_shape_def look = thud_shape_definition(world, shape);
    thud_vec2 to;
    switch (def.disabled ? 2 : test_random_below(&it->random, 10)) {
    case 0:
        thud_body_destroy(world, body);
        it->bodies[place] = (thud_body_id){0, 0};
        break;
    case 1:
        to = point(it, -4, 4);
        thud_body_teleport(world, body, to, number(it, -3, 3));
        break;
    case 2:
        def.disabled = !def.disabled;
        thud_body_configure(world, body, &def);
        break;
    case 3:
        def.type = (thud_body_type)test_random_below(&it->random, 3);
        thud_body_configure(world, body, &def);
        break;
    case 4:
        thud_body_sleep(world, body);
        break;
    case 5:
        to = point(it, -60, 60);
        thud_body_set_velocity(world, body, to, number(it, -3, 3));
        break;
    case 6:
        look.sensor = !look.sensor;
        look.filter.group = look.sensor ? 0 : -1;
        thud_shape_configure(world, shape, &look);
        break;
    case 7: {
        thud_shape circle;
        assert_int_equal(thud_circle((thud_vec2){0, 0}, number(it, 0.2f, 1.5f), &circle), THUD_OK);
        thud_shape_set_geometry(world, shape, &circle);
        break;
    }
    case 8:
        thud_body_set_velocity(world, body, (thud_vec2){0, 0}, 0.0f);
        break;
    default:
        look.filter.category ^= 3;
        thud_shape_configure(world, shape, &look);
        break;
    }
}

static void assert_same_events(thud_world *a, thud_world *b) {
    thud_sensor_events of_a = thud_world_sensor_events(a), of_b = thud_world_sensor_events(b);
    assert_int_equal(of_a.begin_count, of_b.begin_count);
    assert_int_equal(of_a.end_count, of_b.end_count);
    for (int i = 0; i < of_a.begin_count; i++) {
        assert_true(test_same_shape(of_a.begins[i].sensor, of_b.begins[i].sensor));
        assert_true(test_same_shape(of_a.begins[i].visitor, of_b.begins[i].visitor));
    }
    for (int i = 0; i < of_a.end_count; i++) {
        assert_true(test_same_shape(of_a.ends[i].sensor, of_b.ends[i].sensor));
        assert_true(test_same_shape(of_a.ends[i].visitor, of_b.ends[i].visitor));
    }
    thud_contact_events contacts_a = thud_world_contact_events(a), contacts_b = thud_world_contact_events(b);
    assert_int_equal(contacts_a.begin_count, contacts_b.begin_count);
    assert_int_equal(contacts_a.end_count, contacts_b.end_count);
}

static void events_are_the_same_whether_few_shapes_move_or_many_and_among_many_sensors(void **state) {
    (void)state;
    changing_world worlds[CROWD_KINDS];
    for (int kind = 0; kind < CROWD_KINDS; kind++) {
        worlds[kind] = make_changing_world((crowd_kind)kind);
    }
    int events = 0;
    for (int step = 0; step < 8000; step++) {
        for (int kind = 0; kind < CROWD_KINDS; kind++) {
            for (uint32_t changes = test_random_below(&worlds[kind].random, 8); changes > 5; changes--) {
                change_a_body(&worlds[kind]);
            }
            test_step(worlds[kind].world, 1);
            assert_same_events(worlds[0].world, worlds[kind].world);
        }
        thud_sensor_events told = thud_world_sensor_events(worlds[0].world);
        events += told.begin_count + told.end_count;
    }
    assert_true(thud_world_awake_bodies(worlds[MOVERS].world, NULL, 0) >= CROWD);
    assert_true(thud_world_awake_bodies(worlds[SLEEPERS].world, NULL, 0) < CROWD);
    assert_true(events > 1000);
    for (int kind = 0; kind < CROWD_KINDS; kind++) {
        thud_world_destroy(worlds[kind].world);
    }
}

int main(void) {
    const struct CMUnitTest with_threads[] = {
        cmocka_unit_test(events_are_the_same_whatever_the_threads_and_lanes),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_that_flies_through_begins_and_ends_once_and_is_inside_in_between),
        cmocka_unit_test(who_is_inside_is_told_of_shapes_not_of_boxes),
        cmocka_unit_test(a_sensor_neither_collides_nor_stops_what_is_fast),
        cmocka_unit_test(a_sensor_on_a_dynamic_body_goes_with_it_and_holds_nothing_up),
        cmocka_unit_test(a_kinematic_sensor_sees_what_it_sweeps_over_even_asleep_and_wakes_nothing),
        cmocka_unit_test(one_that_falls_asleep_inside_stays_inside_without_further_events),
        cmocka_unit_test(a_world_with_a_crowd_in_a_sensor_sleeps_as_without),
        cmocka_unit_test(static_shapes_are_seen_only_if_asked_for),
        cmocka_unit_test(ground_that_is_edited_into_a_sensor_begins),
        cmocka_unit_test(kinematic_bodies_are_seen_at_rest_and_in_motion),
        cmocka_unit_test(a_slow_chain_is_seen_by_a_thin_sensor),
        cmocka_unit_test(sensors_do_not_see_each_other_nor_their_own_body),
        cmocka_unit_test(filters_apply_both_ways),
        cmocka_unit_test(a_shape_may_hide_from_sensors_and_a_sensor_may_keep_silent),
        cmocka_unit_test(whatever_takes_a_visitor_or_a_sensor_away_ends_the_visit_in_the_next_step),
        cmocka_unit_test(another_shape_in_the_slot_of_a_visitor_is_another_visitor),
        cmocka_unit_test(a_world_at_rest_tells_of_what_is_put_and_taken),
        cmocka_unit_test(a_shape_becomes_a_sensor_and_solid_again_at_run_time),
        cmocka_unit_test(a_segment_of_a_chain_is_refused_as_a_sensor),
        cmocka_unit_test(queries_see_sensors_only_if_asked_to),
        cmocka_unit_test(a_sensor_weighs_what_its_density_says),
        cmocka_unit_test(forces_of_the_world_do_not_push_sensors),
        cmocka_unit_test(bodies_move_to_the_bit_as_without_sensors),
        cmocka_unit_test(what_passes_within_one_step_begins_and_ends_in_it),
        cmocka_unit_test(what_a_fast_platform_takes_through_within_a_step_begins_and_ends_in_it),
        cmocka_unit_test(chains_that_pass_within_a_step_begin_and_end_in_it),
        cmocka_unit_test(a_fast_one_that_misses_is_not_seen),
        cmocka_unit_test(what_bounces_off_a_wall_behind_a_sensor_has_been_in_it),
        cmocka_unit_test(a_fast_sensor_sees_what_it_passes),
        cmocka_unit_test(a_body_leaves_at_once_however_fast),
        cmocka_unit_test(sensors_work_without_continuous_collision),
        cmocka_unit_test(those_inside_come_in_slot_order_and_the_lowest_fit),
        cmocka_unit_test(begins_less_ends_is_who_overlaps_whatever_happens),
        cmocka_unit_test(a_body_of_sensors_alone_does_not_sleep_while_it_turns),
        cmocka_unit_test(events_are_the_same_whether_few_shapes_move_or_many_and_among_many_sensors),
    };
    int failed = cmocka_run_group_tests(with_threads, NULL, NULL);
    return TEST_ONE_THREAD ? failed + cmocka_run_group_tests(tests, NULL, NULL) : failed;
}
