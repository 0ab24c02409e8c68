/* Sleep: islands fall asleep as a whole, and each event that must wake them does. */
#include "test.h"

#include "reference/test_world.h"

#include <string.h>

static const thud_vec2 origin = {0.0f, 0.0f};

/* A ground with a sleeping stack of two boxes, and a sleeping box apart. */
typedef struct bedroom {
    thud_world *world;
    thud_body_id ground, lower, upper, apart;
} bedroom;

static bedroom make_bedroom(void) {
    bedroom room;
    room.world = test_world_create();
    room.ground = test_add_ground(room.world);
    room.lower = test_add_box(room.world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    room.upper = test_add_box(room.world, thud_vec2_make(0.0f, 1.5f), thud_vec2_make(0.5f, 0.5f));
    room.apart = test_add_box(room.world, thud_vec2_make(10.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    assert_true(test_step_until_asleep(room.world, room.upper, 300));
    assert_false(thud_body_is_awake(room.world, room.lower));
    assert_true(test_step_until_asleep(room.world, room.apart, 300));
    return room;
}

static void bodies_at_rest_fall_asleep_and_stay_to_the_bit(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    assert_int_equal(thud_world_counts(room.world).awake_bodies, 0);
    assert_int_equal(thud_world_counts(room.world).sleeping_islands, 2);
    uint64_t hash = thud_world_hash(room.world);
    test_step(room.world, 600);
    assert_int_equal(thud_world_hash(room.world), hash);
    thud_world_destroy(room.world);
}

static void an_island_wakes_as_a_whole_and_the_others_sleep_on(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    assert_true(thud_body_wake(room.world, room.upper));
    assert_true(thud_body_is_awake(room.world, room.upper));
    assert_true(thud_body_is_awake(room.world, room.lower));
    assert_false(thud_body_is_awake(room.world, room.apart));
    assert_int_equal(thud_world_counts(room.world).sleeping_islands, 1);
    thud_world_destroy(room.world);
}

static void an_island_that_wakes_does_not_jump(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_vec2 before = thud_body_position(room.world, room.upper);
    thud_body_wake(room.world, room.upper);
    test_step(room.world, 20);
    thud_vec2 after = thud_body_position(room.world, room.upper);
    assert_true(thud_vec2_distance(before, after) < 1e-3f);
    thud_world_destroy(room.world);
}

static void a_hit_wakes_what_it_hits(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_body_id ball = test_add_ball(room.world, thud_vec2_make(-3.0f, 1.5f), 0.25f);
    thud_body_set_velocity(room.world, ball, thud_vec2_make(20.0f, 0.0f), 0.0f);
    test_step(room.world, 30);
    assert_true(thud_body_is_awake(room.world, room.upper));
    assert_true(thud_body_is_awake(room.world, room.lower));
    assert_false(thud_body_is_awake(room.world, room.apart));
    thud_world_destroy(room.world);
}

static void a_body_that_rolls_on_the_same_ground_wakes_nobody(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_body_id ball = test_add_ball(room.world, thud_vec2_make(30.0f, 0.25f), 0.25f);
    thud_body_set_velocity(room.world, ball, thud_vec2_make(3.0f, 0.0f), 0.0f);
    test_step(room.world, 60);
    assert_int_equal(thud_world_counts(room.world).awake_bodies, 1);
    thud_world_destroy(room.world);
}

static void a_removed_support_wakes(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_body_destroy(room.world, room.lower);
    assert_true(thud_body_is_awake(room.world, room.upper));
    test_step(room.world, 60);
    assert_float_equal(thud_body_position(room.world, room.upper).y, 0.5f, 0.02f);
    thud_world_destroy(room.world);
}

static void a_removed_ground_wakes_all(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_body_destroy(room.world, room.ground);
    test_step(room.world, 60);
    assert_true(thud_body_position(room.world, room.lower).y < -3.0f);
    assert_true(thud_body_position(room.world, room.apart).y < -3.0f);
    thud_world_destroy(room.world);
}

static void a_teleported_support_wakes(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_body_teleport(room.world, room.ground, thud_vec2_make(0.0f, -1.2f), 0.0f);
    test_step(room.world, 120);
    assert_float_equal(thud_body_position(room.world, room.lower).y, 0.3f, 0.02f);
    assert_float_equal(thud_body_position(room.world, room.upper).y, 1.3f, 0.02f);
    assert_float_equal(thud_body_position(room.world, room.apart).y, 0.3f, 0.02f);
    thud_world_destroy(room.world);
}

static void a_wall_teleported_into_sleepers_wakes_and_pushes_them(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_body_id wall = test_add_wall(room.world, thud_vec2_make(50.0f, 5.0f), thud_vec2_make(0.5f, 0.4f));
    test_step(room.world, 2);
    thud_body_teleport(room.world, wall, thud_vec2_make(10.7f, 0.5f),
                       0.0f); /* overlaps the sleeping box apart */
    test_step(room.world, 60);
    assert_true(thud_body_position(room.world, room.apart).x < 9.8f);
    thud_world_destroy(room.world);
}

static void a_body_made_inside_a_sleeper_wakes_it(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    test_add_box(room.world, thud_vec2_make(10.0f, 1.2f), thud_vec2_make(0.5f, 0.5f));
    test_step(room.world, 2);
    assert_true(thud_body_is_awake(room.world, room.apart));
    thud_world_destroy(room.world);
}

static void a_wall_made_inside_a_sleeper_wakes_it(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    test_add_wall(room.world, thud_vec2_make(10.7f, 0.5f), thud_vec2_make(0.5f, 0.4f));
    test_step(room.world, 60);
    assert_true(thud_body_position(room.world, room.apart).x < 9.8f);
    thud_world_destroy(room.world);
}

static void a_change_of_material_or_filter_wakes(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    test_set_material(room.world, room.upper, 0.1f, 0.0f);
    assert_true(thud_body_is_awake(room.world, room.upper));
    assert_true(test_step_until_asleep(room.world, room.upper, 300));
    test_set_material(room.world, room.ground, 0.1f, 0.0f);
    assert_true(thud_body_is_awake(room.world, room.lower));
    assert_true(thud_body_is_awake(room.world, room.apart));
    assert_true(test_step_until_asleep(room.world, room.apart, 300));
    thud_shape_id shape = test_shape_of(room.world, room.apart);
    thud_shape_def def = thud_shape_definition(room.world, shape);
    def.filter.mask = 0;
    thud_shape_configure(room.world, shape, &def);
    test_step(room.world, 60);
    assert_true(thud_body_position(room.world, room.apart).y < -2.0f);
    thud_world_destroy(room.world);
}

/* A game that sets a belt's speed in each step, or a name, does not keep a level awake. */
static void values_that_a_shape_has_already_wake_nobody(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        bedroom room = make_bedroom();
        thud_shape_id shape = test_shape_of(room.world, i == 0 ? room.ground : room.lower);
        thud_material material = thud_shape_material(room.world, shape);
        assert_true(thud_shape_set_material(room.world, shape, &material));
        assert_true(thud_shape_set_filter(room.world, shape, thud_shape_filter(room.world, shape)));
        thud_shape_def def = thud_shape_definition(room.world, shape);
        def.name = "belt";
        def.user_data = &room;
        assert_true(thud_shape_configure(room.world, shape, &def));
        assert_string_equal(thud_shape_definition(room.world, shape).name, "belt");
        assert_ptr_equal(thud_shape_user_data(room.world, shape), &room);
        test_step(room.world, 1);
        assert_int_equal(thud_world_counts(room.world).awake_bodies, 0);
        material.surface_speed = 1.0f;
        assert_true(thud_shape_set_material(room.world, shape, &material));
        assert_true(thud_body_is_awake(room.world, room.lower));
        thud_world_destroy(room.world);
    }
}

static void a_change_of_gravity_wakes(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_world_def def = thud_world_definition(room.world);
    def.gravity = thud_vec2_make(0.0f, 5.0f);
    assert_true(thud_world_configure(room.world, &def));
    test_step(room.world, 60);
    assert_true(thud_body_position(room.world, room.upper).y > 3.0f);
    assert_true(thud_body_position(room.world, room.apart).y > 2.0f);
    thud_world_destroy(room.world);
}

static void a_joint_wakes_when_made_moved_and_destroyed(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_target_joint_def def = thud_target_joint_defaults();
    def.body = room.apart;
    def.target = thud_body_position(room.world, room.apart);
    thud_joint_id joint = thud_target_joint_create(room.world, &def);
    assert_true(thud_body_is_awake(room.world, room.apart));
    assert_true(test_step_until_asleep(room.world, room.apart, 400));
    assert_true(thud_target_joint_set_target(room.world, joint, thud_vec2_make(10.0f, 3.0f)));
    assert_true(thud_body_is_awake(room.world, room.apart));
    test_step(room.world, 120);
    assert_true(thud_body_position(room.world, room.apart).y > 2.0f);
    assert_true(thud_joint_destroy(room.world, joint));
    assert_true(thud_body_is_awake(room.world, room.apart));
    test_step(room.world, 120);
    assert_float_equal(thud_body_position(room.world, room.apart).y, 0.5f, 0.05f);
    thud_world_destroy(room.world);
}

static void a_body_teleported_to_where_it_is_wakes_nobody(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_body_teleport(room.world, room.ground, thud_body_position(room.world, room.ground), 0.0f);
    assert_false(thud_body_is_awake(room.world, room.lower));
    thud_vec2 position = thud_body_position(room.world, room.ground);
    thud_body_teleport(room.world, room.ground, thud_vec2_make(position.x, position.y - 0.1f), 0.0f);
    assert_true(thud_body_is_awake(room.world, room.lower));
    thud_world_destroy(room.world);
}

/* A pose that was read and is given back moves no bit: the centre of mass of 4 of 100 bodies with their centre beside the origin moved by
 * the rounding of its place, so that all around them woke. */
static void a_body_teleported_to_the_pose_that_was_read_keeps_its_bits(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_shape_def def = thud_shape_defaults();
    int moved = 0;
    for (int i = 0; i < 100; i++) {
        thud_vec2 at = {0.37f * (float)i, 1.3f + 0.11f * (float)i};
        thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, at);
        thud_body_add_circle(world, body, &def, thud_vec2_make(0.013f * (float)i, 0.07f), 0.1f);
        thud_body_set_velocity(world, body, thud_vec2_make(0.1f, 0.2f), 0.0f);
        test_step(world, 1);
        thud_vec2 center = thud_body_center(world, body);
        assert_true(thud_body_teleport(world, body, thud_body_position(world, body), 0.0f));
        thud_vec2 now = thud_body_center(world, body);
        moved += now.x != center.x || now.y != center.y;
        assert_true(thud_body_destroy(world, body));
    }
    assert_int_equal(moved, 0);
    thud_world_destroy(world);
}

/* By either end of a joint, and without a contact. */
static void jointed_bodies_are_put_to_sleep_and_woken_by_either_of_them(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    for (int end = 0; end < 2; end++) {
        thud_body_id bodies[2];
        for (int i = 0; i < 2; i++) {
            bodies[i] = test_add_ball(world, thud_vec2_make(3.0f * (float)i, 5.0f), 0.5f);
        }
        thud_distance_joint_def def = thud_distance_joint_defaults();
        def.base.body_a = bodies[0];
        def.base.body_b = bodies[1];
        def.length = 3.0f;
        assert_true(thud_distance_joint_create(world, &def).generation != 0);
        test_step(world, 2);
        assert_true(thud_body_sleep(world, bodies[end]));
        assert_false(thud_body_is_awake(world, bodies[0]) || thud_body_is_awake(world, bodies[1]));
        assert_true(thud_body_wake(world, bodies[end]));
        assert_true(thud_body_is_awake(world, bodies[0]) && thud_body_is_awake(world, bodies[1]));
        thud_body_def still = thud_body_definition(world, bodies[end]);
        still.type = THUD_BODY_STATIC;
        assert_true(thud_body_configure(world, bodies[end], &still));
        assert_true(thud_body_sleep(world, bodies[1 - end]));
        assert_true(thud_body_wake(world, bodies[end]));
        assert_true(thud_body_is_awake(world, bodies[1 - end]));
        thud_body_destroy(world, bodies[0]);
        thud_body_destroy(world, bodies[1]);
    }
    thud_world_destroy(world);
}

/* Another mass changes the balance of what hangs at rest, also where the shape touches nothing. */
static void a_shape_that_is_removed_from_a_sleeping_body_wakes_it(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 5.0f), 0.5f);
    thud_shape_def def = thud_shape_defaults();
    thud_shape_id load = thud_body_add_circle(world, ball, &def, thud_vec2_make(0.0f, -1.0f), 0.3f);
    test_step(world, 1);
    assert_true(thud_body_sleep(world, ball));
    assert_true(thud_body_remove_shape(world, load));
    assert_true(thud_body_is_awake(world, ball));
    thud_world_destroy(world);
}

/* Writes a definition into memory of which each byte was `filling`: so differ the bytes between the fields of a definition that is
 * built anew in each step. Compared byte by byte, it kept its bodies awake. */
static void fill_in(thud_revolute_joint_def *to, const thud_revolute_joint_def *from, int filling) {
    memset(to, filling, sizeof *to);
    to->base.body_a = from->base.body_a;
    to->base.body_b = from->base.body_b;
    to->base.anchor_a = from->base.anchor_a;
    to->base.anchor_b = from->base.anchor_b;
    to->base.collide_connected = from->base.collide_connected;
    to->base.hertz = from->base.hertz;
    to->base.damping_ratio = from->base.damping_ratio;
    to->base.break_force = from->base.break_force;
    to->base.break_torque = from->base.break_torque;
    to->base.name = from->base.name;
    to->base.user_data = from->base.user_data;
    to->reference_angle = from->reference_angle;
    to->limit.enabled = from->limit.enabled;
    to->limit.lower = from->limit.lower;
    to->limit.upper = from->limit.upper;
    to->motor.enabled = from->motor.enabled;
    to->motor.speed = from->motor.speed;
    to->motor.max_force = from->motor.max_force;
    to->spring.enabled = from->spring.enabled;
    to->spring.hertz = from->spring.hertz;
    to->spring.damping_ratio = from->spring.damping_ratio;
    to->spring.target = from->spring.target;
}

/* A game sets a car's brake, and the target of the mouse, in each step. */
static void values_that_a_joint_has_already_wake_nobody(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base =
        thud_joint_base_at(room.world, room.ground, room.apart, thud_body_position(room.world, room.apart));
    def.motor = (thud_joint_motor){.enabled = true, .speed = 0.0f, .max_force = 10.0f};
    thud_joint_id brake = thud_revolute_joint_create(room.world, &def);
    thud_target_joint_def target_def = thud_target_joint_defaults();
    target_def.body = room.apart;
    target_def.target = thud_body_position(room.world, room.apart);
    thud_joint_id mouse = thud_target_joint_create(room.world, &target_def);
    for (int i = 0; i < 120; i++) {
        assert_true(thud_joint_set_motor_speed(room.world, brake, 0.0f));
        assert_true(thud_joint_set_spring_target(room.world, brake, 0.0f));
        assert_true(thud_target_joint_set_target(room.world, mouse, target_def.target));
        test_step(room.world, 1);
    }
    assert_false(thud_body_is_awake(room.world, room.apart));
    def = thud_revolute_joint_definition(room.world, brake);
    assert_true(thud_revolute_joint_configure(room.world, brake, &def));
    for (int filling = 1; filling < 4; filling++) {
        thud_revolute_joint_def same;
        fill_in(&same, &def, filling);
        assert_true(thud_revolute_joint_configure(room.world, brake, &same));
    }
    assert_false(thud_body_is_awake(room.world, room.apart));
    assert_true(thud_joint_set_motor_speed(room.world, brake, 1.0f));
    assert_true(thud_body_is_awake(room.world, room.apart));
    thud_world_destroy(room.world);
}

static void a_kinematic_body_that_starts_to_move_wakes_what_stands_on_it(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id platform = test_add_body(world, THUD_BODY_KINEMATIC, origin);
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_box(world, platform, &def, thud_vec2_make(2.0f, 0.5f));
    thud_body_id rider = test_add_box(world, thud_vec2_make(0.0f, 1.0f), thud_vec2_make(0.5f, 0.5f));
    assert_true(test_step_until_asleep(world, rider, 300));
    thud_body_set_velocity(world, platform, thud_vec2_make(0.5f, 0.0f), 0.0f);
    assert_true(thud_body_is_awake(world, rider));
    test_step(world, 240);
    assert_true(thud_body_is_awake(world, rider)); /* it must not fall asleep on a moving body */
    assert_float_equal(thud_body_position(world, rider).x, 2.0f, 0.1f);
    thud_body_set_velocity(world, platform, origin, 0.0f);
    assert_true(test_step_until_asleep(world, rider, 300));
    thud_world_destroy(world);
}

/* A game sets a lift's target in each step, also while it waits. */
static void a_lift_that_is_told_to_stay_lets_sleep_what_it_carries(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id lift = test_add_body(world, THUD_BODY_KINEMATIC, origin);
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_box(world, lift, &def, thud_vec2_make(2.0f, 0.5f));
    thud_body_id rider = test_add_box(world, thud_vec2_make(0.0f, 1.0f), thud_vec2_make(0.5f, 0.5f));
    for (int i = 0; i < 200; i++) {
        float height = thud_min(0.03f * (float)i, 2.35f);
        assert_true(
            thud_body_set_target(world, lift, thud_vec2_make(0.3f * height, height), 0.1f * height, TEST_DT));
        test_step(world, 1);
        assert_true(height == 2.35f || thud_body_is_awake(world, rider));
    }
    assert_false(thud_body_is_awake(world, rider));
    assert_true(thud_body_set_velocity(world, lift, origin, 0.0f));
    assert_false(thud_body_is_awake(world, rider));
    assert_true(thud_body_set_velocity(world, lift, thud_vec2_make(0.0f, -1.0f), 0.0f));
    assert_true(thud_body_is_awake(world, rider));
    thud_world_destroy(world);
}

/* Each new velocity woke all bodies whose fat boxes overlapped that of the kinematic one. */
/* A body on a platform below its sleep speed rides along; one asleep would be left behind, or sink in. */
static void a_body_on_a_slow_platform_stays_awake(void **state) {
    (void)state;
    const thud_vec2 velocities[] = {{0.03f, 0.0f}, {0.0f, 0.03f}, {0.0f, -0.03f}};
    for (int i = 0; i < 3; i++) {
        thud_world *world = test_world_create();
        thud_body_id platform = test_add_body(world, THUD_BODY_KINEMATIC, origin);
        thud_shape_def def = thud_shape_defaults();
        thud_body_add_box(world, platform, &def, thud_vec2_make(2.0f, 0.5f));
        thud_body_id rider = test_add_box(world, thud_vec2_make(0.0f, 1.0f), thud_vec2_make(0.5f, 0.5f));
        thud_body_set_velocity(world, platform, velocities[i], 0.0f);
        test_step(world, 300);
        assert_true(thud_body_is_awake(world, rider));
        thud_vec2 apart = thud_vec2_sub(thud_body_position(world, rider), thud_body_position(world, platform));
        assert_float_equal(apart.x, 0.0f, 0.01f);
        assert_float_equal(apart.y, 1.0f, 0.01f);
        thud_world_destroy(world);
    }
}

/* A pair of boxes with a rod between them: one falls asleep while the other is disabled or static. */
static void a_sleeper_wakes_as_what_it_is_joined_to_comes_back(void **state) {
    (void)state;
    for (int was_static = 0; was_static < 2; was_static++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        thud_body_id sleeper = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
        thud_body_id other = test_add_box(world, thud_vec2_make(3.0f, 6.0f), thud_vec2_make(0.5f, 0.5f));
        thud_distance_joint_def rod = thud_distance_joint_defaults();
        rod.base.body_a = sleeper;
        rod.base.body_b = other;
        rod.length = thud_vec2_distance(thud_body_position(world, sleeper), thud_body_position(world, other));
        thud_distance_joint_create(world, &rod);
        thud_body_def def = thud_body_definition(world, other);
        def.disabled = was_static == 0;
        def.type = was_static == 0 ? THUD_BODY_DYNAMIC : THUD_BODY_STATIC;
        assert_true(thud_body_configure(world, other, &def));
        assert_true(test_step_until_asleep(world, sleeper, 200));
        def.disabled = false;
        def.type = THUD_BODY_DYNAMIC;
        assert_true(thud_body_configure(world, other, &def));
        test_step(world, 2);
        assert_true(thud_body_is_awake(world, sleeper));
        thud_world_destroy(world);
    }
}

static void a_kinematic_body_that_moves_beside_a_sleeper_lets_it_sleep(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_body_id door = test_add_body(room.world, THUD_BODY_KINEMATIC, thud_vec2_make(11.08f, 2.0f));
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_box(room.world, door, &def, thud_vec2_make(0.5f, 2.0f));
    for (int i = 0; i < 60; i++) {
        float height = 2.0f + 0.3f * thud_sin(0.1f * (float)(i + 1));
        assert_true(thud_body_set_target(room.world, door, thud_vec2_make(11.08f, height), 0.0f, TEST_DT));
        test_step(room.world, 1);
    }
    assert_true(thud_world_counts(room.world).contacts > 3); /* the door is near enough for one */
    assert_false(thud_body_is_awake(room.world, room.apart));
    assert_true(thud_body_set_target(room.world, door, thud_vec2_make(10.9f, 2.0f), 0.0f, TEST_DT));
    test_step(room.world, 2);
    assert_true(thud_body_is_awake(room.world, room.apart));
    thud_world_destroy(room.world);
}

static void a_kinematic_body_that_arrives_wakes_what_it_meets(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_body_id plough = test_add_body(room.world, THUD_BODY_KINEMATIC, thud_vec2_make(7.0f, 0.6f));
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_box(room.world, plough, &def, thud_vec2_make(0.5f, 0.5f));
    thud_body_set_velocity(room.world, plough, thud_vec2_make(2.0f, 0.0f), 0.0f);
    test_step(room.world, 120);
    assert_true(thud_body_position(room.world, room.apart).x > 11.5f);
    thud_world_destroy(room.world);
}

static void a_body_put_to_sleep_sleeps_with_its_island_even_in_the_air(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ball = test_add_ball(world, origin, 0.5f);
    test_step(world, 5);
    assert_true(thud_body_sleep(world, ball));
    assert_false(thud_body_is_awake(world, ball));
    assert_true(thud_body_sleep(world, ball)); /* as it does */
    thud_vec2 at = thud_body_position(world, ball);
    test_step(world, 60);
    assert_float_equal(thud_body_position(world, ball).y, at.y, 0.0f);
    thud_body_wake(world, ball);
    test_step(world, 30);
    assert_true(thud_body_position(world, ball).y < at.y - 0.5f);
    thud_world_destroy(world);
}

/* Bodies in motion once fell asleep too, as their timers are 0. */
static void without_a_sleep_time_bodies_sleep_as_soon_as_they_rest(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    def.gravity = origin;
    def.sleep_time = 0.0f;
    thud_world *world = test_world_of(&def);
    thud_body_id still = test_add_ball(world, origin, 0.5f),
                 flying = test_add_ball(world, thud_vec2_make(5.0f, 0.0f), 0.5f);
    thud_body_set_velocity(world, flying, thud_vec2_make(5.0f, 0.0f), 0.0f);
    test_step(world, 10);
    assert_false(thud_body_is_awake(world, still));
    assert_true(thud_body_is_awake(world, flying));
    thud_world_destroy(world);
}

/*
 * The contact of a body that was put to sleep as soon as its fat box had left that of a wall slept on. When the boxes met
 * again the pair got a second contact, with events of its own.
 */
static void a_body_put_to_sleep_as_it_parts_has_no_second_contact_when_it_comes_back(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    test_add_wall(world, thud_vec2_make(-1.0f, 0.0f), thud_vec2_make(0.5f, 2.0f));
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.04f, 0.0f), 0.5f); /* 4 cm off */
    thud_body_id other = test_add_ball(world, thud_vec2_make(50.0f, 0.0f), 0.5f);
    thud_body_set_velocity(world, other, thud_vec2_make(1.0f, 0.0f), 0.0f); /* or the world would rest */
    thud_body_set_velocity(world, ball, thud_vec2_make(20.0f, 0.0f), 0.0f);
    test_step(world, 1);
    assert_int_equal(thud_world_counts(world).contacts, 1);
    assert_true(thud_body_sleep(world, ball));
    test_step(world, 1);
    assert_int_equal(thud_world_counts(world).contacts, 0);
    assert_false(thud_body_is_awake(world, ball));
    assert_true(thud_body_teleport(world, ball, thud_vec2_make(0.04f, 0.0f), 0.0f));
    assert_true(thud_body_set_velocity(world, ball, origin, 0.0f));
    test_step(world, 1);
    assert_int_equal(thud_world_counts(world).contacts, 1);
    thud_world_destroy(world);
}

static void a_body_created_asleep_stays_asleep_with_its_shapes(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = thud_vec2_make(0.0f, 5.0f);
    def.awake = false;
    thud_body_id hanging = thud_body_create(world, &def);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(world, hanging, &shape, thud_vec2_make(0.5f, 0.5f));
    test_step(world, 30);
    assert_false(thud_body_is_awake(world, hanging));
    assert_float_equal(thud_body_position(world, hanging).y, 5.0f, 0.0f);
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 8.0f), 0.3f);
    test_step(world, 60);
    assert_true(thud_body_is_awake(world, hanging)); /* hit */
    assert_true(thud_body_position(world, hanging).y < 5.0f);
    (void)ball;
    thud_world_destroy(world);
}

static void what_may_not_sleep_keeps_its_island_awake(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id lower = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id upper = test_add_box(world, thud_vec2_make(0.0f, 1.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_def def = thud_body_definition(world, upper);
    def.may_sleep = false;
    thud_body_configure(world, upper, &def);
    test_step(world, 300);
    assert_true(thud_body_is_awake(world, lower) && thud_body_is_awake(world, upper));
    def.may_sleep = true;
    thud_body_configure(world, upper, &def);
    assert_true(test_step_until_asleep(world, upper, 200));
    thud_world_destroy(world);
}

static void a_sleeper_that_may_no_longer_sleep_wakes(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_body_def def = thud_body_definition(room.world, room.apart);
    def.may_sleep = false;
    thud_body_configure(room.world, room.apart, &def);
    test_step(room.world, 120);
    assert_true(thud_body_is_awake(room.world, room.apart));
    thud_world_destroy(room.world);
}

static void in_a_world_without_sleeping_nothing_sleeps(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    def.sleeping = false;
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 300);
    assert_true(thud_body_is_awake(world, box));
    thud_world_destroy(world);
}

static void switching_sleeping_off_wakes_all(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    thud_world_def def = thud_world_definition(room.world);
    def.sleeping = false;
    thud_world_configure(room.world, &def);
    test_step(room.world, 120);
    assert_int_equal(thud_world_counts(room.world).awake_bodies, 3);
    thud_world_destroy(room.world);
}

static void a_body_with_its_own_threshold_sleeps_by_it(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.velocity = thud_vec2_make(0.5f, 0.0f);
    def.sleep_speed = 1.0f;
    thud_body_id drowsy = thud_body_create(world, &def);
    def.sleep_speed = 0.0f;
    def.velocity = thud_vec2_make(0.01f, 0.0f);
    thud_body_id wakeful = thud_body_create(world, &def);
    test_step(world, 120);
    assert_false(thud_body_is_awake(world, drowsy));
    assert_true(thud_body_is_awake(world, wakeful));
    thud_world_destroy(world);
}

static void sleepers_are_drawn_where_they_are(void **state) {
    (void)state;
    bedroom room = make_bedroom();
    test_step(room.world, 2);
    thud_pose now = thud_body_pose(room.world, room.upper);
    thud_pose previous = thud_body_previous_pose(room.world, room.upper);
    assert_memory_equal(&now, &previous, sizeof now);
    thud_world_destroy(room.world);
}

static void a_spinning_top_does_not_fall_asleep(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id top = test_add_ball(world, origin, 0.5f);
    thud_body_set_velocity(world, top, origin, 1.0f);
    test_step(world, 300);
    assert_true(thud_body_is_awake(world, top));
    thud_world_destroy(world);
}

static void a_throw_is_not_cut_short_at_its_top(void **state) {
    (void)state;
    /* A box thrown up stands still for an instant at the top of its flight. */
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 5.0f), thud_vec2_make(0.5f, 0.5f));
    thud_body_set_velocity(world, box, thud_vec2_make(0.0f, 5.0f), 0.0f);
    test_step(world, 40);
    assert_true(thud_body_is_awake(world, box));
    thud_world_destroy(world);
}

/* Under 0.1 m/s^2 a fall of sleep_time is slower than sleep_speed: what was released slept in the air, what stood on a platform that
 * sank stayed above it, and what was thrown stopped at the top of its flight. */
static void what_falls_slowly_does_not_fall_asleep(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        bool by_scale = i % 2 != 0;
        float pull = i < 2 ? 0.05f : 0.01f;
        thud_world_def def = thud_world_defaults();
        def.gravity.y = by_scale ? def.gravity.y : -pull;
        thud_world *world = test_world_of(&def);
        thud_body_id lift = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(0.0f, -0.5f));
        thud_shape_def shape = thud_shape_defaults();
        thud_body_add_box(world, lift, &shape, thud_vec2_make(2.0f, 0.5f));
        thud_body_id bodies[3];
        for (int k = 0; k < 3; k++) { /* two on the lift, one in the air */
            bodies[k] = test_add_box(world, thud_vec2_make(k == 2 ? 5.0f : 0.0f, 0.5f + (float)k),
                                     thud_vec2_make(0.5f, 0.5f));
            thud_body_def body = thud_body_definition(world, bodies[k]);
            body.gravity_scale = by_scale ? pull / 10.0f : 1.0f;
            thud_body_configure(world, bodies[k], &body);
        }
        thud_body_set_velocity(world, bodies[2], thud_vec2_make(0.0f, 0.5f * pull), 0.0f);
        test_step(world, 120);
        assert_false(thud_body_is_awake(world, bodies[0]) || thud_body_is_awake(world, bodies[1]));
        thud_body_set_velocity(world, lift, thud_vec2_make(0.0f, -1.0f), 0.0f);
        test_step(world, 480);
        float fallen = 0.5f * pull * 64.0f;
        assert_float_equal(thud_body_position(world, bodies[0]).y, 0.5f - fallen, 0.02f * fallen + 0.005f);
        assert_float_equal(thud_body_position(world, bodies[1]).y, 1.5f - fallen, 0.02f * fallen + 0.005f);
        assert_float_equal(thud_body_position(world, bodies[2]).y, 2.5f + 0.5f * pull * (10.0f - 100.0f),
                           0.01f);
        thud_world_destroy(world);
    }
}

/* ---- a change of one shape of a level ---- */

enum { LEVEL_TILES = 100 };

typedef struct level_world {
    thud_world *world;
    thud_body_id level;
    thud_shape_id tiles[LEVEL_TILES]; /* tile i from x = i to i + 1, its top at y = 0 */
} level_world;

static thud_shape tile_of(int i, float half_height) {
    thud_shape tile;
    assert_int_equal(thud_offset_box((thud_vec2){0.5f, half_height}, 0.0f,
                                     (thud_pose){{(float)i + 0.5f, -half_height}, {1, 0}}, &tile), THUD_OK);
    return tile;
}

/* Tiles of one static body; a crate on every fourth one, asleep. */
static level_world make_level_with_sleepers(void) {
    level_world it = {.world = test_world_create()};
    thud_shape_def def = thud_shape_defaults();
    it.level = test_add_body(it.world, THUD_BODY_STATIC, (thud_vec2){0, 0});
    for (int i = 0; i < LEVEL_TILES; i++) {
        thud_shape tile = tile_of(i, 0.5f);
        it.tiles[i] = thud_body_add_shape(it.world, it.level, &def, &tile);
    }
    for (int i = 1; i < LEVEL_TILES; i += 4) {
        test_add_box(it.world, (thud_vec2){(float)i + 0.5f, 0.4f}, (thud_vec2){0.4f, 0.4f});
    }
    test_step(it.world, 120);
    assert_int_equal(thud_world_awake_bodies(it.world, NULL, 0), 0);
    return it;
}

static void give_friction(level_world *it, int i) {
    thud_material material = thud_shape_material(it->world, it->tiles[i]);
    material.friction = 0.3f;
    assert_true(thud_shape_set_material(it->world, it->tiles[i], &material));
}

static void give_category(level_world *it, int i) {
    thud_filter filter = thud_shape_filter(it->world, it->tiles[i]);
    filter.category = 2;
    assert_true(thud_shape_set_filter(it->world, it->tiles[i], filter));
}

static void make_one_way(level_world *it, int i) {
    assert_true(thud_shape_set_one_way(it->world, it->tiles[i], (thud_vec2){0, 1}));
}

static void make_flat(level_world *it, int i) {
    thud_shape tile = tile_of(i, 0.4f);
    assert_true(thud_shape_set_geometry(it->world, it->tiles[i], &tile));
}

static void take_away(level_world *it, int i) {
    assert_true(thud_body_remove_shape(it->world, it->tiles[i]));
}

static void put_another_below(level_world *it, int i) {
    thud_shape_def def = thud_shape_defaults();
    thud_shape tile = tile_of(i, 0.3f);
    assert_int_not_equal(thud_body_add_shape(it->world, it->level, &def, &tile).generation, 0);
}

/* What closes the gap of a joint is not in the velocity, which was all that counted: the lift slept after 0.5 s, 12 m from its rail. */
static void what_a_joint_draws_to_a_teleported_anchor_sleeps_when_it_is_there(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id rail = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_body_id lift = test_add_box(world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    thud_prismatic_joint_def slider = thud_prismatic_joint_defaults();
    slider.base.body_a = rail;
    slider.base.body_b = lift;
    slider.limit.enabled = true; /* at 0 */
    assert_int_not_equal(thud_prismatic_joint_create(world, &slider).generation, 0);
    assert_true(test_step_until_asleep(world, lift, 100));
    thud_body_teleport(world, rail, thud_vec2_make(12.0f, 16.0f), 0.0f);
    assert_true(test_step_until_asleep(world, lift, 300));
    assert_true(thud_vec2_distance(thud_body_position(world, lift), thud_vec2_make(12.0f, 16.0f)) < 0.01f);
    thud_world_destroy(world);
}

/* Any change of a tile woke every body that had a contact with another tile of the level. */
static void a_change_of_one_shape_of_a_level_wakes_what_lies_on_that_shape_only(void **state) {
    (void)state;
    static void (*const changes[])(level_world *, int) = {give_friction, give_category, make_one_way,
                                                          make_flat,     take_away,     put_another_below};
    for (size_t k = 0; k < sizeof changes / sizeof changes[0]; k++) {
        level_world it = make_level_with_sleepers();
        changes[k](&it, 43); /* without a crate */
        assert_int_equal(thud_world_awake_bodies(it.world, NULL, 0), 0);
        changes[k](&it, 41);
        assert_int_equal(thud_world_awake_bodies(it.world, NULL, 0), 1);
        test_step(it.world, 1);
        test_check_invariants(it.world);
        thud_world_destroy(it.world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_at_rest_fall_asleep_and_stay_to_the_bit),
        cmocka_unit_test(an_island_wakes_as_a_whole_and_the_others_sleep_on),
        cmocka_unit_test(an_island_that_wakes_does_not_jump),
        cmocka_unit_test(a_hit_wakes_what_it_hits),
        cmocka_unit_test(a_body_that_rolls_on_the_same_ground_wakes_nobody),
        cmocka_unit_test(a_removed_support_wakes),
        cmocka_unit_test(a_removed_ground_wakes_all),
        cmocka_unit_test(a_teleported_support_wakes),
        cmocka_unit_test(a_wall_teleported_into_sleepers_wakes_and_pushes_them),
        cmocka_unit_test(a_body_made_inside_a_sleeper_wakes_it),
        cmocka_unit_test(a_wall_made_inside_a_sleeper_wakes_it),
        cmocka_unit_test(a_change_of_material_or_filter_wakes),
        cmocka_unit_test(values_that_a_shape_has_already_wake_nobody),
        cmocka_unit_test(a_change_of_gravity_wakes),
        cmocka_unit_test(a_joint_wakes_when_made_moved_and_destroyed),
        cmocka_unit_test(a_body_teleported_to_where_it_is_wakes_nobody),
        cmocka_unit_test(jointed_bodies_are_put_to_sleep_and_woken_by_either_of_them),
        cmocka_unit_test(a_shape_that_is_removed_from_a_sleeping_body_wakes_it),
        cmocka_unit_test(a_body_teleported_to_the_pose_that_was_read_keeps_its_bits),
        cmocka_unit_test(values_that_a_joint_has_already_wake_nobody),
        cmocka_unit_test(a_kinematic_body_that_starts_to_move_wakes_what_stands_on_it),
        cmocka_unit_test(a_lift_that_is_told_to_stay_lets_sleep_what_it_carries),
        cmocka_unit_test(a_body_on_a_slow_platform_stays_awake),
        cmocka_unit_test(a_sleeper_wakes_as_what_it_is_joined_to_comes_back),
        cmocka_unit_test(a_kinematic_body_that_moves_beside_a_sleeper_lets_it_sleep),
        cmocka_unit_test(a_kinematic_body_that_arrives_wakes_what_it_meets),
        cmocka_unit_test(a_body_put_to_sleep_sleeps_with_its_island_even_in_the_air),
        cmocka_unit_test(without_a_sleep_time_bodies_sleep_as_soon_as_they_rest),
        cmocka_unit_test(a_body_put_to_sleep_as_it_parts_has_no_second_contact_when_it_comes_back),
        cmocka_unit_test(a_body_created_asleep_stays_asleep_with_its_shapes),
        cmocka_unit_test(what_may_not_sleep_keeps_its_island_awake),
        cmocka_unit_test(a_sleeper_that_may_no_longer_sleep_wakes),
        cmocka_unit_test(in_a_world_without_sleeping_nothing_sleeps),
        cmocka_unit_test(switching_sleeping_off_wakes_all),
        cmocka_unit_test(a_body_with_its_own_threshold_sleeps_by_it),
        cmocka_unit_test(sleepers_are_drawn_where_they_are),
        cmocka_unit_test(a_spinning_top_does_not_fall_asleep),
        cmocka_unit_test(a_throw_is_not_cut_short_at_its_top),
        cmocka_unit_test(what_falls_slowly_does_not_fall_asleep),
        cmocka_unit_test(what_a_joint_draws_to_a_teleported_anchor_sleeps_when_it_is_there),
        cmocka_unit_test(a_change_of_one_shape_of_a_level_wakes_what_lies_on_that_shape_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
