/* Joints in a world: collision between joined bodies, waking, breaking, refusals. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "reference/test_world.h"
#include "thud/narrowphase.h"

static const thud_vec2 origin = {0.0f, 0.0f};

/* A box that hangs from a static post by a hinge at the post. */
typedef struct gallows {
    thud_world *world;
    thud_body_id post, box;
    thud_joint_id hinge;
} gallows;

static gallows make_gallows(bool collide_connected) {
    gallows g;
    g.world = test_world_create();
    g.post = test_add_wall(g.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    g.box = test_add_box(g.world, thud_vec2_make(0.0f, -0.8f), thud_vec2_make(0.5f, 0.5f));
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(g.world, g.post, g.box, origin);
    def.base.collide_connected = collide_connected;
    g.hinge = thud_revolute_joint_create(g.world, &def);
    assert_true(thud_joint_is_valid(g.world, g.hinge));
    return g;
}

static bool same_joint(thud_joint_id a, thud_joint_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

/* ---- collision ---- */

static void joined_bodies_do_not_collide_unless_asked_to(void **state) {
    (void)state;
    gallows g = make_gallows(false);
    test_step(g.world, 5);
    assert_int_equal(thud_world_counts(g.world).contacts, 0);
    thud_world_destroy(g.world);
    g = make_gallows(true);
    test_step(g.world, 1);
    assert_int_equal(thud_world_counts(g.world).contacts, 1);
    thud_world_destroy(g.world);
}

static void a_joint_ends_contacts_that_are_there_and_gives_them_back(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_ground(world);
    thud_body_id a = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id b = test_add_box(world, thud_vec2_make(0.0f, 1.5f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 2);
    assert_int_equal(thud_world_counts(world).touching, 2);
    thud_filter_joint_def def = thud_filter_joint_defaults();
    def.base.body_a = a;
    def.base.body_b = b;
    thud_joint_id joint = thud_filter_joint_create(world, &def);
    assert_int_equal(thud_world_counts(world).touching, 1);
    test_step(world, 30);
    assert_int_equal(thud_world_contact_events(world).begin_count, 0);
    float sunk = thud_body_position(world, b).y;
    assert_true(sunk < 1.4f); /* it falls through the other box onto the ground */
    thud_body_teleport(world, b, thud_vec2_make(0.0f, 1.5f), 0.0f);
    test_step(world, 1);
    thud_joint_destroy(world, joint);
    test_step(world, 1);
    assert_int_equal(thud_world_contact_events(world).end_count, 0);
    assert_int_equal(thud_world_counts(world).touching, 2);
    assert_true(thud_body_is_valid(world, ground));
    thud_world_destroy(world);
}

static void the_flag_can_be_changed_at_run_time(void **state) {
    (void)state;
    gallows g = make_gallows(false);
    thud_revolute_joint_def def = thud_revolute_joint_definition(g.world, g.hinge);
    def.base.collide_connected = true;
    assert_true(thud_revolute_joint_configure(g.world, g.hinge, &def));
    test_step(g.world, 1);
    assert_int_equal(thud_world_counts(g.world).contacts, 1);
    def.base.collide_connected = false;
    assert_true(thud_revolute_joint_configure(g.world, g.hinge, &def));
    assert_int_equal(thud_world_counts(g.world).contacts, 0);
    thud_world_destroy(g.world);
}

/* ---- waking ---- */

static void a_pendulum_at_rest_falls_asleep_and_wakes_with_every_change(void **state) {
    (void)state;
    gallows g = make_gallows(false);
    assert_true(test_step_until_asleep(g.world, g.box, 300));
    thud_revolute_joint_def def = thud_revolute_joint_definition(g.world, g.hinge);
    def.motor.enabled = true;
    assert_true(thud_revolute_joint_configure(g.world, g.hinge, &def));
    assert_true(thud_body_is_awake(g.world, g.box));
    def.motor.enabled = false;
    thud_revolute_joint_configure(g.world, g.hinge, &def);
    assert_true(test_step_until_asleep(g.world, g.box, 300));
    thud_body_def damped = thud_body_definition(g.world, g.box);
    damped.angular_damping = damped.linear_damping = 3.0f;
    thud_body_configure(g.world, g.box, &damped);
    assert_true(test_step_until_asleep(g.world, g.box, 300));
    thud_body_teleport(g.world, g.post, thud_vec2_make(0.1f, 0.0f), 0.0f);
    assert_true(thud_body_is_awake(g.world, g.box));
    assert_true(test_step_until_asleep(g.world, g.box, 900));
    assert_true(thud_joint_destroy(g.world, g.hinge));
    assert_true(thud_body_is_awake(g.world, g.box));
    thud_world_destroy(g.world);
}

static void joined_bodies_sleep_and_wake_together(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id a = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id b = test_add_box(world, thud_vec2_make(5.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_distance_joint_def def = thud_distance_joint_defaults();
    def.base.body_a = a;
    def.base.body_b = b;
    def.length = 5.0f;
    thud_distance_joint_create(world, &def);
    assert_true(test_step_until_asleep(world, a, 300));
    assert_false(thud_body_is_awake(world, b));
    assert_int_equal(thud_world_counts(world).sleeping_islands, 1);
    thud_body_wake(world, b);
    assert_true(thud_body_is_awake(world, a));
    assert_true(thud_body_sleep(world, a)); /* puts the whole island to sleep */
    assert_false(thud_body_is_awake(world, b));
    test_step(world, 10);
    assert_false(thud_body_is_awake(world, a));
    thud_world_destroy(world);
}

static void a_body_on_a_moving_kinematic_one_stays_awake(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id motor = test_add_body(world, THUD_BODY_KINEMATIC, origin);
    thud_body_id box = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    thud_weld_joint_def def = thud_weld_joint_defaults();
    def.base.body_a = motor;
    def.base.body_b = box;
    thud_weld_joint_create(world, &def);
    thud_body_set_velocity(world, motor, thud_vec2_make(0.01f, 0.0f),
                           0.0f); /* slower than the sleep threshold */
    test_step(world, 300);
    assert_true(thud_body_is_awake(world, box));
    assert_true(fabsf(thud_body_position(world, box).x - 0.05f) < 0.002f);
    thud_body_sleep(world, box); /* it stayed behind for ever */
    test_step(world, 2);
    assert_true(thud_body_is_awake(world, box));
    thud_body_set_velocity(world, motor, origin, 0.0f);
    assert_true(test_step_until_asleep(world, box, 300));
    thud_body_set_velocity(world, motor, thud_vec2_make(1.0f, 0.0f), 0.0f);
    assert_true(thud_body_is_awake(world, box));
    thud_world_destroy(world);
}

static void a_disabled_body_does_not_pull(void **state) {
    (void)state;
    gallows g = make_gallows(false);
    thud_body_def def = thud_body_definition(g.world, g.box);
    def.disabled = true;
    thud_body_configure(g.world, g.box, &def);
    test_step(g.world, 60);
    assert_true(thud_vec2_distance(thud_body_position(g.world, g.box), thud_vec2_make(0.0f, -0.8f)) < 1e-4f);
    def.disabled = false;
    thud_body_configure(g.world, g.box, &def);
    test_step(g.world, 60);
    assert_true(thud_vec2_distance(thud_body_position(g.world, g.box), thud_vec2_make(0.0f, -0.8f)) < 0.01f);
    thud_world_destroy(g.world);
}

/* ---- breaking ---- */

/* Whatever happens to the bodies or to the settings between two steps. */
static void the_force_of_a_joint_is_that_of_the_last_step(void **state) {
    (void)state;
    for (int how = 0; how < 3; how++) {
        thud_world *world = test_world_create();
        thud_body_id post = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
        thud_body_id load = test_add_box(world, thud_vec2_make(0.0f, -2.0f), thud_vec2_make(0.5f, 0.5f));
        thud_weld_joint_def def = thud_weld_joint_defaults();
        def.base = thud_joint_base_at(world, post, load, thud_vec2_make(0.0f, -2.0f));
        thud_joint_id joint = thud_weld_joint_create(world, &def);
        test_step(world, 60);
        assert_float_equal(thud_joint_force(world, joint).y, 10.0f, 0.01f);
        thud_body_def now = thud_body_definition(world, load);
        thud_world_def settings = thud_world_definition(world);
        now.disabled = how == 0;
        now.type = how == 1 ? THUD_BODY_STATIC : now.type;
        settings.solver.substeps *= 2;
        assert_true(how == 2 ? thud_world_configure(world, &settings) : thud_body_configure(world, load, &now));
        float expected = how == 2 ? 10.0f : 0.0f;
        assert_float_equal(thud_joint_force(world, joint).y, expected, 0.01f);
        test_step(world, 1);
        assert_float_equal(thud_joint_force(world, joint).y, expected, 0.01f);
        thud_world_destroy(world);
    }
}

/* Two and a half turns, which a limit holds. */
static void a_disabled_body_keeps_the_turns_of_its_hinge(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id post = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_body_id wheel = test_add_box(world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(world, post, wheel, thud_vec2_make(0.0f, 0.0f));
    thud_joint_id hinge = thud_revolute_joint_create(world, &def);
    thud_body_set_velocity(world, wheel, thud_vec2_make(0.0f, 0.0f), 5.0f * THUD_PI);
    test_step(world, 60);
    thud_body_def body = thud_body_definition(world, wheel);
    body.disabled = true;
    assert_true(thud_body_configure(world, wheel, &body));
    test_step(world, 2);
    body.disabled = false;
    assert_true(thud_body_configure(world, wheel, &body));
    assert_float_equal(thud_joint_angle(world, hinge), 5.0f * THUD_PI, 0.01f);
    thud_world_destroy(world);
}

static void a_joint_breaks_under_too_much_force_and_says_so(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id post = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_body_id box =
        test_add_box(world, thud_vec2_make(0.0f, -2.0f), thud_vec2_make(0.5f, 0.5f)); /* 10 N */
    int mine = 0;
    thud_distance_joint_def def = thud_distance_joint_defaults();
    def.base.body_a = post;
    def.base.body_b = box;
    def.base.break_force = 30.0f;
    def.base.user_data = &mine;
    def.length = 2.0f;
    thud_joint_id rod = thud_distance_joint_create(world, &def);
    test_step(world, 60);
    assert_int_equal(thud_world_joint_events(world).break_count, 0);
    assert_true(thud_joint_is_valid(world, rod));
    thud_body_apply_force_to_center(world, box, thud_vec2_make(0.0f, -25.0f));
    test_step(world, 1);
    thud_joint_events events = thud_world_joint_events(world);
    assert_int_equal(events.break_count, 1);
    assert_true(same_joint(events.breaks[0].joint, rod));
    assert_ptr_equal(events.breaks[0].user_data, &mine);
    assert_true(test_same_body(events.breaks[0].body_b, box));
    assert_int_equal(events.breaks[0].kind, THUD_JOINT_DISTANCE);
    assert_true(thud_vec2_length(events.breaks[0].force) > 30.0f);
    assert_false(thud_joint_is_valid(world, rod));
    test_step(world, 1);
    assert_int_equal(thud_world_joint_events(world).break_count, 0);
    test_step(world, 29);
    assert_true(thud_body_velocity(world, box).y < -4.0f); /* it falls */
    thud_world_destroy(world);
}

/* The hinge of a gear breaks, and the gear goes with it: it would break in the same step. */
static void a_gear_goes_with_its_hinge_and_breaks_no_more(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id post = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_joint_id hinges[2];
    thud_body_id wheels[2];
    for (int i = 0; i < 2; i++) {
        thud_vec2 middle = {3.0f * (float)i, 0.0f};
        wheels[i] = test_add_ball(world, middle, 1.0f);
        thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
        hinge.base = thud_joint_base_at(world, post, wheels[i], middle);
        hinge.base.break_force = i == 0 ? 1000.0f : 0.0f;
        hinges[i] = thud_revolute_joint_create(world, &hinge);
    }
    thud_gear_joint_def gear_def = thud_gear_joint_defaults();
    gear_def.joint_a = hinges[0];
    gear_def.joint_b = hinges[1];
    gear_def.base.break_torque = 10.0f;
    thud_joint_id gear = thud_gear_joint_create(world, &gear_def);
    test_step(world, 10);
    assert_true(thud_joint_is_valid(world, gear));
    thud_body_apply_force_to_center(world, wheels[0], thud_vec2_make(3000.0f, 0.0f));
    thud_body_apply_torque(world, wheels[0], 300.0f);
    test_step(world, 1);
    thud_joint_events events = thud_world_joint_events(world);
    assert_int_equal(events.break_count, 1);
    assert_true(same_joint(events.breaks[0].joint, hinges[0]));
    assert_false(thud_joint_is_valid(world, gear));
    assert_true(thud_joint_is_valid(world, hinges[1]));
    thud_world_destroy(world);
}

static void a_joint_breaks_under_too_much_torque(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id post = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_body_id beam =
        test_add_box(world, thud_vec2_make(1.0f, 0.0f), thud_vec2_make(0.5f, 0.5f)); /* 10 N m */
    thud_weld_joint_def def = thud_weld_joint_defaults();
    def.base = thud_joint_base_at(world, post, beam, origin);
    def.base.break_torque = 20.0f;
    thud_joint_id bond = thud_weld_joint_create(world, &def);
    test_step(world, 60);
    assert_true(thud_joint_is_valid(world, bond));
    def.base.break_torque = 9.0f;
    assert_true(thud_weld_joint_configure(world, bond, &def));
    test_step(world, 1);
    assert_false(thud_joint_is_valid(world, bond));
    assert_int_equal(thud_world_joint_events(world).break_count, 1);
    thud_world_destroy(world);
}

static void a_target_joint_breaks_under_too_much_force_and_says_so(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 2.0f), thud_vec2_make(0.5f, 0.5f)); /* 10 N */
    int mine = 0;
    thud_target_joint_def def = thud_target_joint_defaults();
    def.body = box;
    def.target = thud_vec2_make(0.0f, 2.0f);
    def.break_force = 30.0f;
    def.user_data = &mine;
    thud_joint_id mouse = thud_target_joint_create(world, &def);
    assert_float_equal(thud_joint_common(world, mouse).break_force, 30.0f, 0.0f);
    test_step(world, 120);
    assert_int_equal(thud_world_joint_events(world).break_count, 0);
    assert_true(thud_target_joint_set_target(world, mouse, thud_vec2_make(0.0f, 8.0f)));
    assert_float_equal(thud_target_joint_definition(world, mouse).break_force, 30.0f, 0.0f);
    test_step(world, 1);
    thud_joint_events events = thud_world_joint_events(world);
    assert_int_equal(events.break_count, 1);
    assert_true(same_joint(events.breaks[0].joint, mouse));
    assert_int_equal(events.breaks[0].kind, THUD_JOINT_TARGET);
    assert_true(test_same_body(events.breaks[0].body_b, box));
    assert_int_equal(events.breaks[0].body_a.generation, 0);
    assert_ptr_equal(events.breaks[0].user_data, &mine);
    assert_true(thud_vec2_length(events.breaks[0].force) > 30.0f);
    assert_false(thud_joint_is_valid(world, mouse));
    def.break_force = -1.0f;
    assert_int_equal(thud_target_joint_create(world, &def).generation, 0);
    assert_string_equal(thud_world_refusal(world).field, "break_force");
    thud_world_destroy(world);
}

static void a_filter_joint_is_read_and_changed_as_others_are(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_ground(world);
    thud_body_id a = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id b = test_add_box(world, thud_vec2_make(3.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_filter_joint_def def = thud_filter_joint_defaults();
    def.base.body_a = a;
    def.base.body_b = b;
    thud_joint_id joint = thud_filter_joint_create(world, &def);
    thud_body_sleep(world, a);
    thud_body_sleep(world, b);
    int mine = 0;
    def.base.user_data = &mine;
    def.base.name = "apart";
    assert_true(thud_filter_joint_configure(world, joint, &def));
    assert_true(thud_body_is_awake(world, a) && thud_body_is_awake(world, b));
    thud_filter_joint_def now = thud_filter_joint_definition(world, joint);
    assert_ptr_equal(now.base.user_data, &mine);
    assert_string_equal(now.base.name, "apart");
    assert_true(test_same_body(now.base.body_a, a) && test_same_body(now.base.body_b, b));
    def.base.body_b = ground;
    assert_false(thud_filter_joint_configure(world, joint, &def));
    assert_int_equal(thud_world_refusal(world).status, THUD_FIXED_FIELD);
    def.base.body_b = b;
    def.base.collide_connected = true;
    assert_false(thud_filter_joint_configure(world, joint, &def));
    assert_int_equal(thud_world_refusal(world).status, THUD_OUT_OF_RANGE);
    thud_joint_destroy(world, joint);
    assert_int_equal(thud_filter_joint_definition(world, joint).base.body_a.generation, 0);
    assert_false(thud_filter_joint_configure(world, joint, &def));
    thud_world_destroy(world);
}

static void bodies_of_a_filter_joint_sleep_and_wake_each_for_itself(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id crate = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id hopper = test_add_box(world, thud_vec2_make(9.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_filter_joint_def def = thud_filter_joint_defaults();
    def.base.body_a = crate;
    def.base.body_b = hopper;
    assert_true(thud_joint_is_valid(world, thud_filter_joint_create(world, &def)));
    for (int i = 0; i < 60; i++) {
        thud_body_set_linear_velocity(world, hopper, thud_vec2_make(0.0f, 1.0f));
        test_step(world, 1);
    }
    assert_false(thud_body_is_awake(world, crate));
    assert_true(thud_body_sleep(world, hopper));
    thud_body_wake(world, crate);
    assert_false(thud_body_is_awake(world, hopper));
    thud_body_wake(world, hopper);
    assert_true(thud_body_sleep(world, crate));
    assert_true(thud_body_is_awake(world, hopper));
    thud_world_destroy(world);
}

/* ---- lists ---- */

static void the_joints_of_a_body_are_found_from_both_sides(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id hub = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_body_id rims[4];
    thud_joint_id spokes[4];
    for (int i = 0; i < 4; i++) {
        rims[i] =
            test_add_box(world, thud_vec2_make(3.0f * (float)(i + 1), 0.0f), thud_vec2_make(0.5f, 0.5f));
        thud_weld_joint_def def = thud_weld_joint_defaults();
        def.base = i % 2 == 0 ? thud_joint_base_at(world, hub, rims[i], origin)
                              : thud_joint_base_at(world, rims[i], hub, origin);
        spokes[i] = thud_weld_joint_create(world, &def);
    }
    int count = 0;
    for (thud_joint_id j = thud_body_next_joint(world, hub, (thud_joint_id){0, 0}); j.generation != 0;
         j = thud_body_next_joint(world, hub, j)) {
        assert_true(same_joint(j, spokes[3 - count]));
        count++;
    }
    assert_int_equal(count, 4);
    assert_true(same_joint(thud_body_next_joint(world, rims[1], (thud_joint_id){0, 0}), spokes[1]));
    assert_int_equal(thud_body_next_joint(world, rims[0], spokes[1]).generation, 0); /* on other bodies */
    assert_int_equal(thud_world_refusal(world).status, THUD_WRONG_KIND);
    assert_string_equal(thud_world_refusal(world).field, "joint");
    thud_joint_destroy(world, spokes[2]);
    assert_int_equal(thud_body_next_joint(world, rims[2], (thud_joint_id){0, 0}).generation, 0);
    assert_true(same_joint(thud_body_next_joint(world, hub, spokes[3]), spokes[1]));
    thud_body_destroy(world, hub); /* destroys its joints, too */
    for (int i = 0; i < 4; i++) {
        assert_false(thud_joint_is_valid(world, spokes[i]));
        assert_int_equal(thud_body_next_joint(world, rims[i], (thud_joint_id){0, 0}).generation, 0);
    }
    assert_int_equal(thud_world_counts(world).joints, 0);
    thud_world_destroy(world);
}

static void names_user_data_and_kinds_are_kept(void **state) {
    (void)state;
    gallows g = make_gallows(false);
    int mine = 0;
    thud_revolute_joint_def def = thud_revolute_joint_definition(g.world, g.hinge);
    def.base.user_data = &mine;
    def.base.name = "the noose";
    def.limit = (thud_joint_limit){true, -1.0f, 1.0f};
    assert_true(thud_revolute_joint_configure(g.world, g.hinge, &def));
    assert_ptr_equal(thud_joint_common(g.world, g.hinge).user_data, &mine);
    assert_string_equal(thud_joint_common(g.world, g.hinge).name, "the noose");
    assert_int_equal(thud_joint_kind_of(g.world, g.hinge), THUD_JOINT_REVOLUTE);
    assert_true(thud_revolute_joint_definition(g.world, g.hinge).limit.enabled);
    thud_weld_joint_def other = thud_weld_joint_definition(g.world, g.hinge);
    assert_int_equal(thud_world_refusal(g.world).status, THUD_WRONG_KIND);
    assert_int_equal(other.base.body_b.generation, 0);
    thud_world_destroy(g.world);
}

static void a_world_full_of_joints_comes_and_goes_without_a_leak(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id last = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_body_id bodies[50];
    for (int i = 0; i < 50; i++) {
        bodies[i] = test_add_box(world, thud_vec2_make((float)i, 0.0f), thud_vec2_make(0.4f, 0.1f));
        thud_revolute_joint_def def = thud_revolute_joint_defaults();
        def.base = thud_joint_base_at(world, last, bodies[i], thud_vec2_make((float)i - 0.5f, 0.0f));
        thud_revolute_joint_create(world, &def);
        last = bodies[i];
    }
    test_step(world, 30);
    for (int i = 0; i < 50; i += 2) {
        thud_body_destroy(world, bodies[i]);
        test_step(world, 1);
    }
    assert_int_equal(thud_world_counts(world).joints, 0);
    thud_world_destroy(world);
}

/* ---- refusals ---- */

static void expect_refusal(const thud_world *world, thud_joint_id made, thud_status status,
                           const char *field) {
    assert_int_equal(made.generation, 0);
    thud_refusal refusal = thud_world_refusal(world);
    assert_int_equal(refusal.status, status);
    assert_string_equal(refusal.field, field);
    assert_int_equal(thud_world_counts(world).joints, 0);
}

typedef struct two_bodies {
    thud_world *world;
    thud_body_id a, b, dead;
} two_bodies;

static two_bodies make_two_bodies(void) {
    two_bodies two;
    two.world = test_world_create();
    two.a = test_add_body(two.world, THUD_BODY_STATIC, origin);
    two.b = test_add_box(two.world, origin, thud_vec2_make(0.5f, 0.5f));
    two.dead = test_add_body(two.world, THUD_BODY_DYNAMIC, origin);
    thud_body_destroy(two.world, two.dead);
    return two;
}

static void a_bad_base_is_refused_by_field(void **state) {
    (void)state;
    two_bodies two = make_two_bodies();
    thud_world *w = two.world;
    thud_revolute_joint_def good = thud_revolute_joint_defaults();
    good.base.body_a = two.a;
    good.base.body_b = two.b;
    expect_refusal(w, thud_revolute_joint_create(w, NULL), THUD_NULL_ARGUMENT, "def");
    thud_revolute_joint_def def = good;
    def.base.body_a = two.dead;
    expect_refusal(w, thud_revolute_joint_create(w, &def), THUD_STALE_ID, "base.body_a");
    def = good;
    def.base.body_b = (thud_body_id){0, 0};
    expect_refusal(w, thud_revolute_joint_create(w, &def), THUD_STALE_ID, "base.body_b");
    def = good;
    def.base.body_a = two.b;
    expect_refusal(w, thud_revolute_joint_create(w, &def), THUD_SAME_BODY, "base.body_b");
    def = good;
    def.base.anchor_a.y = NAN;
    expect_refusal(w, thud_revolute_joint_create(w, &def), THUD_NOT_FINITE, "base.anchor_a");
    def = good;
    def.base.anchor_b.x = INFINITY;
    expect_refusal(w, thud_revolute_joint_create(w, &def), THUD_NOT_FINITE, "base.anchor_b");
    def = good;
    def.base.break_force = -1.0f;
    expect_refusal(w, thud_revolute_joint_create(w, &def), THUD_NEGATIVE, "base.break_force");
    thud_world_destroy(w);
}

static void bad_limits_motors_and_springs_are_refused_by_field(void **state) {
    (void)state;
    two_bodies two = make_two_bodies();
    thud_world *w = two.world;
    thud_prismatic_joint_def good = thud_prismatic_joint_defaults();
    good.base.body_a = two.a;
    good.base.body_b = two.b;
    thud_prismatic_joint_def def = good;
    def.limit = (thud_joint_limit){true, 1.0f, -1.0f};
    expect_refusal(w, thud_prismatic_joint_create(w, &def), THUD_OUT_OF_RANGE, "limit.lower");
    def = good;
    def.limit.upper = NAN;
    expect_refusal(w, thud_prismatic_joint_create(w, &def), THUD_NOT_FINITE, "limit.upper");
    def = good;
    def.motor.max_force = -2.0f;
    expect_refusal(w, thud_prismatic_joint_create(w, &def), THUD_NEGATIVE, "motor.max_force");
    def = good;
    def.spring = (thud_joint_spring){true, 0.0f, 1.0f, 0.0f};
    expect_refusal(w, thud_prismatic_joint_create(w, &def), THUD_NOT_POSITIVE, "spring.hertz");
    def = good;
    def.spring.damping_ratio = -1.0f;
    expect_refusal(w, thud_prismatic_joint_create(w, &def), THUD_NEGATIVE, "spring.damping_ratio");
    def = good;
    def.axis = origin;
    expect_refusal(w, thud_prismatic_joint_create(w, &def), THUD_ZERO_LENGTH, "axis");
    thud_world_destroy(w);
}

static void bad_fields_of_single_kinds_are_refused(void **state) {
    (void)state;
    two_bodies two = make_two_bodies();
    thud_world *w = two.world;
    thud_joint_base base = thud_joint_base_at(w, two.a, two.b, origin);
    thud_distance_joint_def rod = thud_distance_joint_defaults();
    rod.base = base;
    rod.length = 0.0f;
    expect_refusal(w, thud_distance_joint_create(w, &rod), THUD_NOT_POSITIVE, "length");
    thud_weld_joint_def weld = thud_weld_joint_defaults();
    weld.base = base;
    weld.angular_spring = (thud_joint_spring){true, NAN, 1.0f, 0.0f};
    expect_refusal(w, thud_weld_joint_create(w, &weld), THUD_NOT_FINITE, "angular_spring.hertz");
    thud_motor_joint_def applied = thud_motor_joint_defaults();
    applied.base = base;
    applied.max_torque = -1.0f;
    expect_refusal(w, thud_motor_joint_create(w, &applied), THUD_NEGATIVE, "max_torque");
    thud_pulley_joint_def pulley = thud_pulley_joint_defaults();
    pulley.base = base;
    expect_refusal(w, thud_pulley_joint_create(w, &pulley), THUD_NOT_POSITIVE, "length");
    thud_ratchet_joint_def ratchet = thud_ratchet_joint_defaults();
    ratchet.base = base;
    ratchet.tooth = 0.0f;
    expect_refusal(w, thud_ratchet_joint_create(w, &ratchet), THUD_OUT_OF_RANGE, "tooth");
    thud_gear_joint_def gear = thud_gear_joint_defaults();
    expect_refusal(w, thud_gear_joint_create(w, &gear), THUD_STALE_ID, "joint_a");
    thud_filter_joint_def filter = thud_filter_joint_defaults();
    filter.base = base;
    filter.base.collide_connected = true;
    expect_refusal(w, thud_filter_joint_create(w, &filter), THUD_OUT_OF_RANGE, "base.collide_connected");
    thud_wheel_joint_def wheel = thud_wheel_joint_defaults();
    wheel.base = base;
    wheel.axis.x = NAN;
    expect_refusal(w, thud_wheel_joint_create(w, &wheel), THUD_NOT_FINITE, "axis");
    thud_world_destroy(w);
}

static void bodies_of_a_joint_are_fixed_and_a_refused_change_changes_nothing(void **state) {
    (void)state;
    gallows g = make_gallows(false);
    thud_body_id other = test_add_box(g.world, thud_vec2_make(9.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    thud_revolute_joint_def def = thud_revolute_joint_definition(g.world, g.hinge);
    def.base.body_b = other;
    def.motor.enabled = true;
    assert_false(thud_revolute_joint_configure(g.world, g.hinge, &def));
    assert_int_equal(thud_world_refusal(g.world).status, THUD_FIXED_FIELD);
    assert_string_equal(thud_world_refusal(g.world).field, "base.body_b");
    assert_false(thud_revolute_joint_definition(g.world, g.hinge).motor.enabled);
    assert_true(test_same_body(thud_joint_common(g.world, g.hinge).body_b, g.box));
    thud_world_destroy(g.world);
}

static void stale_joints_give_nothing(void **state) {
    (void)state;
    gallows g = make_gallows(false);
    thud_joint_destroy(g.world, g.hinge);
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    thud_vec2 a, b;
    assert_false(thud_joint_destroy(g.world, g.hinge));
    assert_int_equal(thud_world_refusal(g.world).status, THUD_STALE_ID);
    assert_false(thud_revolute_joint_configure(g.world, g.hinge, &def));
    assert_int_equal(thud_joint_kind_of(g.world, g.hinge), THUD_JOINT_KIND_COUNT);
    assert_true(thud_joint_force(g.world, g.hinge).x == 0.0f && thud_joint_torque(g.world, g.hinge) == 0.0f);
    assert_true(thud_joint_angle(g.world, g.hinge) == 0.0f &&
                thud_joint_translation(g.world, g.hinge) == 0.0f);
    assert_false(thud_joint_anchors(g.world, g.hinge, &a, &b));
    assert_int_equal(thud_body_next_joint(g.world, g.box, g.hinge).generation, 0);
    thud_world_destroy(g.world);
}

/* ---- impacts ---- */

static const thud_vec2 bone_half_extents = {0.04f, 0.2f};

/* Shin and thigh above each other, the knee `bend` to the right; both fall at 28 m/s. */
typedef struct leg {
    thud_body_id shin, thigh;
} leg;

static leg add_falling_leg(thud_world *world, thud_vec2 foot, float bend) {
    float lean = thud_atan2(bend, 2.0f * bone_half_extents.y);
    leg added;
    thud_body_id *bones[2] = {&added.shin, &added.thigh};
    for (int i = 0; i < 2; i++) {
        thud_vec2 middle = {foot.x + 0.5f * bend, foot.y + (i == 0 ? 0.2f : 0.6f)};
        *bones[i] = test_add_box(world, middle, bone_half_extents);
        thud_body_teleport(world, *bones[i], middle, i == 0 ? -lean : lean);
        thud_body_set_velocity(world, *bones[i], thud_vec2_make(0.0f, -28.0f), 0.0f);
    }
    thud_revolute_joint_def knee = thud_revolute_joint_defaults();
    knee.base = thud_joint_base_at(world, added.shin, added.thigh, thud_vec2_make(foot.x + bend, foot.y + 0.4f));
    assert_true(thud_joint_is_valid(world, thud_revolute_joint_create(world, &knee)));
    return added;
}

static float overlap_of_legs(thud_world *world, const leg *left, const leg *right) {
    const thud_body_id lefts[2] = {left->shin, left->thigh}, rights[2] = {right->shin, right->thigh};
    thud_shape bone;
    assert_int_equal(thud_box(bone_half_extents, 0.0f, &bone), THUD_OK);
    float deepest = 0.0f;
    for (int i = 0; i < 4; i++) {
        thud_mtd mtd = {0};
        thud_find_mtd(&bone, thud_body_pose(world, lefts[i / 2]), &bone, thud_body_pose(world, rights[i % 2]), &mtd);
        deepest = mtd.overlap ? thud_max(deepest, mtd.depth) : deepest;
    }
    return deepest;
}

/* Impacts at all times within a step. An impulse on the shin alone once spun it at up to 39 rad/s (23 now). With
 * contacts from 2 cm away only, folding legs overlapped by up to 138 mm, 50 mm on average (28 and 9 now). */
static void legs_that_land_at_28_m_s_fold_without_being_spun_or_thrown_into_each_other(void **state) {
    (void)state;
    enum { heights = 20 };
    float mean = 0.0f;
    for (int i = 0; i < heights; i++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        float height = 0.05f + 0.47f * (float)i / (float)heights;
        leg left = add_falling_leg(world, thud_vec2_make(-0.25f, height), 0.05f);
        leg right = add_falling_leg(world, thud_vec2_make(0.25f, height), -0.05f);
        float deepest = 0.0f;
        for (int step = 0; step < 8; step++) {
            test_step(world, 1);
            deepest = thud_max(deepest, overlap_of_legs(world, &left, &right));
            assert_true(thud_abs(thud_body_angular_velocity(world, left.shin)) < 30.0f);
        }
        assert_true(deepest < 0.05f);
        mean += deepest / (float)heights;
        thud_world_destroy(world);
    }
    assert_true(mean < 0.02f);
}

/* How far a wheel's middle is beside its axis, of a car that lands at 20 m/s forward and 10 m/s down [m]. */
static float wheel_beside_axis(float height) {
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id chassis =
        test_add_box(world, thud_vec2_make(0.0f, height + 0.8f), thud_vec2_make(1.5f, 0.3f));
    thud_body_set_velocity(world, chassis, thud_vec2_make(20.0f, -10.0f), 0.0f);
    thud_body_id wheels[2];
    thud_wheel_joint_def def = thud_wheel_joint_defaults();
    def.spring = (thud_joint_spring){true, 4.0f, 0.7f, 0.0f};
    def.limit = (thud_joint_limit){true, -0.25f, 0.25f};
    for (int i = 0; i < 2; i++) {
        thud_vec2 axle = {i == 0 ? -1.0f : 1.0f, height + 0.4f};
        wheels[i] = test_add_ball(world, axle, 0.4f);
        thud_body_set_velocity(world, wheels[i], thud_vec2_make(20.0f, -10.0f), -50.0f);
        def.base = thud_joint_base_at(world, chassis, wheels[i], axle);
        assert_true(thud_joint_is_valid(world, thud_wheel_joint_create(world, &def)));
    }
    float most = 0.0f;
    for (int step = 0; step < 10; step++) {
        test_step(world, 1);
        for (int i = 0; i < 2; i++) {
            float x = thud_body_local_point(world, chassis, thud_body_position(world, wheels[i])).x;
            most = thud_max(most, thud_abs(x - (i == 0 ? -1.0f : 1.0f)));
        }
    }
    thud_world_destroy(world);
    return most;
}

/* Impacts at all times within a step. A wheel that touched the ground stopped there until the next step, while the chassis moved on:
 * wheels were up to 30 cm behind. */
static void the_wheels_of_a_car_that_lands_stay_below_it(void **state) {
    (void)state;
    float most = 0.0f;
    for (int i = 0; i < 20; i++) {
        most = thud_max(most, wheel_beside_axis(0.5f + 0.01f * (float)i));
    }
    printf("wheels are up to %.1f mm beside their axes\n", 1000.0 * (double)most);
    assert_true(most < 0.05f);
}

static void hinge_side_by_side(thud_world *world, thud_body_id a, thud_body_id b, thud_vec2 middle) {
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(world, a, b, middle);
    assert_true(thud_joint_is_valid(world, thud_revolute_joint_create(world, &def)));
}

static void report_hits(thud_world *world, thud_body_id body) {
    thud_shape_id shape = test_shape_of(world, body);
    thud_shape_def def = thud_shape_definition(world, shape);
    def.hit_events = def.contact_events = true;
    assert_true(thud_shape_configure(world, shape, &def));
}

/* An impact in mid-step stops them; the solver lets them bounce in the next step. */
static void joined_bodies_that_strike_at_30_m_s_touch_once_are_told_of_as_hits_and_bounce(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id boxes[2];
    for (int i = 0; i < 2; i++) {
        boxes[i] = test_add_box(world, thud_vec2_make(0.2f * (float)i, 0.8f), thud_vec2_make(0.1f, 0.1f));
        test_set_material(world, boxes[i], 0.6f, 0.5f);
        report_hits(world, boxes[i]);
        thud_body_set_velocity(world, boxes[i], thud_vec2_make(0.0f, -30.0f), 0.0f);
    }
    hinge_side_by_side(world, boxes[0], boxes[1], thud_vec2_make(0.1f, 0.8f));
    int begins = 0, hits = 0;
    float lowest = 1.0f;
    for (int step = 0; step < 10; step++) {
        test_step(world, 1);
        thud_contact_events events = thud_world_contact_events(world);
        begins += events.begin_count;
        hits += events.hit_count;
        for (int i = 0; i < events.hit_count; i++) {
            assert_float_equal(events.hits[i].approach_speed, 30.3f, 0.2f);
            assert_true(events.hits[i].impulse > 0.0f);
        }
        lowest = thud_min(lowest, thud_body_position(world, boxes[0]).y);
    }
    assert_int_equal(begins, 2);
    assert_int_equal(hits, 2);
    assert_true(lowest > 0.09f);
    assert_float_equal(thud_body_velocity(world, boxes[0]).y, 15.0f - 7.0f / 6.0f, 0.5f);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joined_bodies_do_not_collide_unless_asked_to),
        cmocka_unit_test(a_joint_ends_contacts_that_are_there_and_gives_them_back),
        cmocka_unit_test(the_flag_can_be_changed_at_run_time),
        cmocka_unit_test(a_pendulum_at_rest_falls_asleep_and_wakes_with_every_change),
        cmocka_unit_test(joined_bodies_sleep_and_wake_together),
        cmocka_unit_test(a_body_on_a_moving_kinematic_one_stays_awake),
        cmocka_unit_test(a_disabled_body_does_not_pull),
        cmocka_unit_test(the_force_of_a_joint_is_that_of_the_last_step),
        cmocka_unit_test(a_disabled_body_keeps_the_turns_of_its_hinge),
        cmocka_unit_test(a_joint_breaks_under_too_much_force_and_says_so),
        cmocka_unit_test(a_gear_goes_with_its_hinge_and_breaks_no_more),
        cmocka_unit_test(a_joint_breaks_under_too_much_torque),
        cmocka_unit_test(a_target_joint_breaks_under_too_much_force_and_says_so),
        cmocka_unit_test(a_filter_joint_is_read_and_changed_as_others_are),
        cmocka_unit_test(bodies_of_a_filter_joint_sleep_and_wake_each_for_itself),
        cmocka_unit_test(the_joints_of_a_body_are_found_from_both_sides),
        cmocka_unit_test(names_user_data_and_kinds_are_kept),
        cmocka_unit_test(a_world_full_of_joints_comes_and_goes_without_a_leak),
        cmocka_unit_test(a_bad_base_is_refused_by_field),
        cmocka_unit_test(bad_limits_motors_and_springs_are_refused_by_field),
        cmocka_unit_test(bad_fields_of_single_kinds_are_refused),
        cmocka_unit_test(bodies_of_a_joint_are_fixed_and_a_refused_change_changes_nothing),
        cmocka_unit_test(stale_joints_give_nothing),
        cmocka_unit_test(joined_bodies_that_strike_at_30_m_s_touch_once_are_told_of_as_hits_and_bounce),
        cmocka_unit_test(the_wheels_of_a_car_that_lands_stay_below_it),
        cmocka_unit_test(legs_that_land_at_28_m_s_fold_without_being_spun_or_thrown_into_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
