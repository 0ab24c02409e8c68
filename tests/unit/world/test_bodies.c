/* Bodies: creation, motion, locks, damping, teleports, changes of type, and states that are not finite. */
#include "test.h"

#include "reference/random.h"
#include "reference/test_world.h"

static const thud_vec2 origin = {0.0f, 0.0f};

static void a_new_body_has_what_its_definition_says(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    int tag = 0;
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = thud_vec2_make(1.0f, 2.0f);
    def.angle = 0.5f;
    def.velocity = thud_vec2_make(3.0f, 4.0f);
    def.angular_velocity = 5.0f;
    def.linear_damping = 0.1f;
    def.angular_damping = 0.2f;
    def.gravity_scale = 0.3f;
    def.sleep_speed = 0.4f;
    def.bullet = true;
    def.may_sleep = false;
    def.user_data = &tag;
    thud_body_id body = thud_body_create(world, &def);
    assert_true(thud_body_is_valid(world, body));

    thud_body_def now = thud_body_definition(world, body);
    assert_int_equal(now.type, THUD_BODY_DYNAMIC);
    assert_float_equal(now.position.x, 1.0f, 1e-6f);
    assert_float_equal(now.position.y, 2.0f, 1e-6f);
    assert_float_equal(now.angle, 0.5f, 1e-5f);
    assert_float_equal(now.velocity.x, 3.0f, 0.0f);
    assert_float_equal(now.velocity.y, 4.0f, 0.0f);
    assert_float_equal(now.angular_velocity, 5.0f, 0.0f);
    assert_float_equal(now.linear_damping, 0.1f, 0.0f);
    assert_float_equal(now.angular_damping, 0.2f, 0.0f);
    assert_float_equal(now.gravity_scale, 0.3f, 0.0f);
    assert_float_equal(now.sleep_speed, 0.4f, 0.0f);
    assert_true(now.bullet && !now.may_sleep && now.awake && !now.disabled);
    assert_ptr_equal(now.user_data, &tag);
    thud_world_destroy(world);
}

static void the_default_body_is_static_and_stays_where_it_is(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id wall = test_add_wall(world, thud_vec2_make(3.0f, 4.0f), thud_vec2_make(1.0f, 1.0f));
    assert_int_equal(thud_body_definition(world, wall).type, THUD_BODY_STATIC);
    test_add_ball(world, thud_vec2_make(3.0f, 6.0f), 0.5f);
    test_step(world, 120);
    assert_float_equal(thud_body_position(world, wall).x, 3.0f, 0.0f);
    assert_float_equal(thud_body_position(world, wall).y, 4.0f, 0.0f);
    assert_false(thud_body_is_awake(world, wall));
    thud_world_destroy(world);
}

static void a_body_falls_as_far_as_gravity_says(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ball = test_add_ball(world, origin, 0.5f);
    test_step(world, 60);
    assert_float_equal(thud_body_velocity(world, ball).y, -10.0f, 1e-3f);
    assert_float_equal(thud_body_position(world, ball).y, -5.0f,
                       0.05f); /* half a substep of integration error at most */
    assert_float_equal(thud_body_position(world, ball).x, 0.0f, 0.0f);
    thud_world_destroy(world);
}

static void a_body_turns_at_its_angular_velocity(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id box = test_add_box(world, origin, thud_vec2_make(1.0f, 0.5f));
    assert_true(thud_body_set_velocity(world, box, origin, 1.0f));
    test_step(world, 60);
    assert_float_equal(thud_body_angle(world, box), 1.0f, 1e-3f);
    thud_world_destroy(world);
}

static void a_teleported_body_is_there_at_once_and_is_not_smeared(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 5.0f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 5);
    assert_true(thud_body_teleport(world, box, thud_vec2_make(100.0f, 50.0f), 1.0f));
    assert_float_equal(thud_body_position(world, box).x, 100.0f, 1e-4f);
    assert_float_equal(thud_body_angle(world, box), 1.0f, 1e-5f);
    thud_pose now = thud_body_pose(world, box);
    thud_pose before = thud_body_previous_pose(world, box);
    assert_memory_equal(&now, &before, sizeof now);
    thud_world_destroy(world);
}

static void a_body_teleported_through_a_wall_meets_nothing_in_between(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    test_add_wall(world, origin, thud_vec2_make(0.1f, 10.0f));
    thud_body_id box = test_add_box(world, thud_vec2_make(-5.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 2);
    assert_true(thud_body_teleport(world, box, thud_vec2_make(5.0f, 0.0f), 0.0f));
    test_step(world, 30);
    assert_float_equal(thud_body_position(world, box).x, 5.0f, 1e-4f);
    thud_world_destroy(world);
}

static void the_previous_pose_is_the_one_before_the_last_step(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 5.0f), 0.5f);
    test_step(world, 3);
    thud_pose before = thud_body_pose(world, ball);
    test_step(world, 1);
    thud_pose previous = thud_body_previous_pose(world, ball);
    assert_memory_equal(&before, &previous, sizeof before);
    thud_world_destroy(world);
}

static void poses_are_those_of_the_origin_even_when_the_mass_lies_elsewhere(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(2.0f, 3.0f));
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_circle(world, body, &shape, thud_vec2_make(4.0f, 0.0f), 0.5f);
    assert_float_equal(thud_body_position(world, body).x, 2.0f, 1e-5f);
    assert_float_equal(thud_body_center(world, body).x, 6.0f, 1e-5f);
    assert_float_equal(thud_body_center(world, body).y, 3.0f, 1e-5f);
    thud_world_destroy(world);
}

static void a_free_body_turns_about_its_centre_of_mass(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, origin);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_circle(world, body, &shape, thud_vec2_make(2.0f, 0.0f), 0.5f);
    thud_body_set_velocity(world, body, origin, 2.0f);
    test_step(world, 60);
    assert_float_equal(thud_body_center(world, body).x, 2.0f, 1e-4f);
    assert_float_equal(thud_body_center(world, body).y, 0.0f, 1e-4f);
    assert_float_equal(thud_body_position(world, body).x, 2.0f - 2.0f * thud_cos(2.0f), 0.01f);
    assert_float_equal(thud_body_position(world, body).y, -2.0f * thud_sin(2.0f), 0.01f);
    thud_world_destroy(world);
}

static void the_velocity_at_a_point_includes_the_turn(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id box = test_add_box(world, thud_vec2_make(1.0f, 1.0f), thud_vec2_make(0.5f, 0.5f));
    thud_body_set_velocity(world, box, thud_vec2_make(1.0f, 0.0f), 2.0f);
    thud_vec2 velocity = thud_body_velocity_at(world, box, thud_vec2_make(1.0f, 2.0f));
    assert_float_equal(velocity.x, 1.0f - 2.0f, 1e-5f);
    assert_float_equal(velocity.y, 0.0f, 1e-5f);
    thud_world_destroy(world);
}

static void a_destroyed_body_is_gone_and_its_slot_is_used_under_another_id(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id first = test_add_ball(world, origin, 0.5f);
    thud_shape_id shape = test_shape_of(world, first);
    assert_true(thud_body_destroy(world, first));
    assert_false(thud_body_is_valid(world, first));
    assert_false(thud_shape_is_valid(world, shape));
    thud_body_id second = test_add_ball(world, thud_vec2_make(7.0f, 0.0f), 0.5f);
    assert_int_equal(first.slot, second.slot);
    assert_int_not_equal(first.generation, second.generation);
    assert_float_equal(thud_body_position(world, first).x, 0.0f, 0.0f);
    assert_int_equal(thud_world_refusal(world).status, THUD_STALE_ID);
    assert_float_equal(thud_body_position(world, second).x, 7.0f, 0.0f);
    thud_world_destroy(world);
}

static void a_world_counts_what_is_in_it_through_random_births_and_deaths(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    enum { COUNT = 40 };
    thud_body_id bodies[COUNT] = {{0, 0}};
    test_random random = {1};
    int alive = 0;
    for (int i = 0; i < 600; i++) {
        int slot = test_random_int(&random, 0, COUNT - 1);
        if (bodies[slot].generation != 0) {
            assert_true(thud_body_destroy(world, bodies[slot]));
            bodies[slot] = (thud_body_id){0, 0};
            alive--;
        } else {
            float x = 0.4f * (float)(slot % 8);
            bodies[slot] = test_add_box(world, thud_vec2_make(x, 1.0f + 0.9f * (float)(slot / 8)),
                                        thud_vec2_make(0.3f, 0.3f));
            alive++;
        }
        if (i % 3 == 0) {
            test_step(world, 1);
        }
        thud_world_counters counters = thud_world_counts(world);
        assert_int_equal(counters.bodies, alive + 1);
        assert_int_equal(counters.shapes, alive + 1);
    }
    thud_world_destroy(world);
}

static void bodies_are_iterated_in_slot_order(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id made[5];
    for (int i = 0; i < 5; i++) {
        made[i] = test_add_body(world, THUD_BODY_STATIC, origin);
    }
    thud_body_destroy(world, made[2]);
    const int expected[] = {0, 1, 3, 4};
    thud_body_id body = {0, 0};
    for (int i = 0; i < 4; i++) {
        body = thud_world_next_body(world, body);
        assert_true(test_same_body(body, made[expected[i]]));
    }
    body = thud_world_next_body(world, body);
    assert_int_equal(body.generation, 0);
    thud_world_destroy(world);
}

static void locked_axes_and_rotation_never_move(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = thud_vec2_make(0.0f, 1.0f);
    def.lock_x = true;
    def.lock_rotation = true;
    thud_body_id post = thud_body_create(world, &def);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(world, post, &shape, thud_vec2_make(0.5f, 0.5f));
    thud_body_id shot = test_add_ball(world, thud_vec2_make(-5.0f, 1.2f), 0.3f);
    thud_body_set_velocity(world, shot, thud_vec2_make(20.0f, 0.0f), 0.0f);
    test_step(world, 90);
    assert_float_equal(thud_body_position(world, post).x, 0.0f, 0.0f);
    assert_float_equal(thud_body_angle(world, post), 0.0f, 0.0f);
    assert_float_equal(thud_body_position(world, post).y, 0.5f, 0.02f); /* it falls, as y is not locked */
    thud_world_destroy(world);
}

static void a_body_locked_in_all_ways_hangs_in_the_air(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.lock_x = def.lock_y = def.lock_rotation = true;
    def.velocity = thud_vec2_make(5.0f, 5.0f);
    def.angular_velocity = 3.0f;
    thud_body_id body = thud_body_create(world, &def);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(world, body, &shape, thud_vec2_make(0.5f, 0.5f));
    thud_body_id rider = test_add_box(world, thud_vec2_make(0.1f, 1.0f), thud_vec2_make(0.4f, 0.4f));
    test_step(world, 60);
    thud_pose pose = thud_body_pose(world, body);
    thud_pose still = thud_pose_identity();
    assert_memory_equal(&pose, &still, sizeof pose);
    assert_float_equal(thud_body_position(world, rider).y, 0.9f, 0.02f);
    thud_world_destroy(world);
}

static void damping_slows_a_body_down(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.velocity = thud_vec2_make(10.0f, 0.0f);
    def.angular_velocity = 4.0f;
    def.linear_damping = 1.0f;
    def.angular_damping = 2.0f;
    def.may_sleep = false;
    thud_body_id body = thud_body_create(world, &def);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_circle(world, body, &shape, origin, 0.5f);
    test_step(world, 60);
    assert_float_equal(thud_body_velocity(world, body).x, 10.0f * 0.36788f, 0.05f);      /* exp(-1) */
    assert_float_equal(thud_body_angular_velocity(world, body), 4.0f * 0.13534f, 0.03f); /* exp(-2) */
    thud_world_destroy(world);
}

/* With the formula of world.h a game predicts a throw. */
static void a_thrown_body_moves_as_the_header_says(void **state) {
    (void)state;
    const float rates[3] = {30.0f, 60.0f, 144.0f}, damping[2] = {0.0f, 0.8f};
    for (int run = 0; run < 6; run++) {
        thud_world *world = test_world_create();
        thud_body_def def = thud_body_defaults();
        def.type = THUD_BODY_DYNAMIC;
        def.velocity = thud_vec2_make(7.0f, 12.0f);
        def.linear_damping = damping[run / 3];
        def.gravity_scale = 2.5f;
        thud_body_id body = thud_body_create(world, &def);
        thud_body_set_mass(world, body, &(thud_mass){2.0f, {0.0f, 0.0f}, 1.0f});
        double x = 0.0, y = 0.0, vx = 7.0, vy = 12.0, dt = 1.0 / (double)rates[run % 3], h = dt / 4.0, t = 0.0;
        for (int i = 0; i < (int)rates[run % 3]; i++, t += dt) {
            thud_body_apply_force_to_center(world, body, thud_vec2_make(6.0f, 0.0f));
            thud_world_step(world, 1.0f / rates[run % 3]);
            for (int substep = 0; substep < 4; substep++) {
                vx = vx / (1.0 + (double)def.linear_damping * h) + 3.0 * h;
                vy = vy / (1.0 + (double)def.linear_damping * h) - 25.0 * h;
                x += vx * h;
                y += vy * h;
            }
        }
        assert_float_equal(thud_body_position(world, body).x, (float)x, 1e-4f);
        assert_float_equal(thud_body_position(world, body).y, (float)y, 1e-4f);
        if (def.linear_damping == 0.0f) {
            assert_true(fabs(y - (12.0 * t - 0.5 * 25.0 * t * (t + h))) < 1e-6);
        }
        thud_world_destroy(world);
    }
}

static void a_kinematic_body_goes_where_its_velocity_says_through_everything(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_wall(world, thud_vec2_make(2.0f, 0.0f), thud_vec2_make(0.5f, 5.0f));
    thud_body_id platform = test_add_body(world, THUD_BODY_KINEMATIC, origin);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(world, platform, &shape, thud_vec2_make(0.5f, 0.5f));
    thud_body_set_velocity(world, platform, thud_vec2_make(4.0f, 0.0f), 0.0f);
    test_step(world, 60);
    assert_float_equal(thud_body_position(world, platform).x, 4.0f, 1e-4f);
    assert_float_equal(thud_body_position(world, platform).y, 0.0f, 0.0f);
    thud_world_destroy(world);
}

static void a_kinematic_body_turns_about_its_origin(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id arm = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(1.0f, 2.0f));
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_circle(world, arm, &shape, thud_vec2_make(3.0f, 0.0f), 0.5f);
    thud_body_set_velocity(world, arm, origin, 2.0f);
    test_step(world, 60);
    assert_float_equal(thud_body_position(world, arm).x, 1.0f, 1e-4f);
    assert_float_equal(thud_body_position(world, arm).y, 2.0f, 1e-4f);
    assert_float_equal(thud_body_angle(world, arm), 2.0f, 1e-3f);
    thud_world_destroy(world);
}

static void a_target_pose_is_reached_in_the_time_given(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id platform = test_add_body(world, THUD_BODY_KINEMATIC, origin);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_circle(world, platform, &shape, thud_vec2_make(1.0f, 0.0f),
                         0.5f); /* the centre is not the origin */
    assert_true(thud_body_set_target(world, platform, thud_vec2_make(3.0f, 1.0f), 0.4f, TEST_DT));
    test_step(world, 1);
    assert_float_equal(thud_body_position(world, platform).x, 3.0f, 1e-4f);
    assert_float_equal(thud_body_position(world, platform).y, 1.0f, 1e-4f);
    assert_float_equal(thud_body_angle(world, platform), 0.4f, 1e-4f);
    thud_world_destroy(world);
}

static void a_body_changes_its_type(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 3.0f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 10);
    thud_body_def def = thud_body_definition(world, box);
    def.type = THUD_BODY_STATIC;
    assert_true(thud_body_configure(world, box, &def));
    thud_vec2 at = thud_body_position(world, box);
    test_step(world, 30);
    assert_float_equal(thud_body_position(world, box).y, at.y, 0.0f);
    assert_float_equal(thud_body_velocity(world, box).y, 0.0f, 0.0f);

    thud_body_id rider = test_add_box(world, thud_vec2_make(0.0f, at.y + 1.2f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 60);
    assert_float_equal(thud_body_position(world, rider).y, at.y + 1.0f, 0.02f);

    def.type = THUD_BODY_DYNAMIC;
    assert_true(thud_body_configure(world, box, &def));
    test_step(world, 120);
    assert_float_equal(thud_body_position(world, box).y, 0.5f, 0.02f);
    assert_float_equal(thud_body_position(world, rider).y, 1.5f, 0.03f);
    assert_float_equal(thud_body_mass(world, box).mass, 1.0f, 1e-5f);
    thud_world_destroy(world);
}

static void a_kinematic_body_that_becomes_dynamic_falls_with_its_velocity(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_KINEMATIC, origin);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(world, body, &shape, thud_vec2_make(0.5f, 0.5f));
    thud_body_set_velocity(world, body, thud_vec2_make(2.0f, 0.0f), 0.0f);
    test_step(world, 30);
    thud_body_def def = thud_body_definition(world, body);
    def.type = THUD_BODY_DYNAMIC;
    thud_body_configure(world, body, &def);
    test_step(world, 30);
    assert_float_equal(thud_body_velocity(world, body).x, 2.0f, 1e-4f);
    assert_float_equal(thud_body_velocity(world, body).y, -5.0f, 0.01f);
    assert_float_equal(thud_body_position(world, body).x, 2.0f, 1e-3f);
    thud_world_destroy(world);
}

static void a_disabled_body_is_out_of_the_simulation_and_comes_back(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id lower = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id upper = test_add_box(world, thud_vec2_make(0.0f, 1.5f), thud_vec2_make(0.5f, 0.5f));
    assert_true(test_step_until_asleep(world, upper, 300));
    thud_body_def def = thud_body_definition(world, lower);
    def.disabled = true;
    assert_true(thud_body_configure(world, lower, &def));
    assert_true(thud_body_definition(world, lower).disabled);
    test_step(world, 60);
    assert_float_equal(thud_body_position(world, lower).y, 0.5f, 0.01f);
    assert_float_equal(thud_body_position(world, upper).y, 0.5f, 0.02f); /* it fell through */

    thud_body_teleport(world, lower, thud_vec2_make(0.0f, 3.0f), 0.0f);
    def.disabled = false;
    assert_true(thud_body_configure(world, lower, &def));
    test_step(world, 120);
    assert_float_equal(thud_body_position(world, lower).y, 1.5f, 0.03f);
    thud_world_destroy(world);
}

static void a_body_created_disabled_does_nothing_until_it_is_enabled(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.disabled = true;
    thud_body_id body = thud_body_create(world, &def);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_circle(world, body, &shape, origin, 0.5f);
    test_step(world, 30);
    assert_float_equal(thud_body_position(world, body).y, 0.0f, 0.0f);
    def.disabled = false;
    thud_body_configure(world, body, &def);
    test_step(world, 30);
    assert_true(thud_body_position(world, body).y < -1.0f);
    thud_world_destroy(world);
}

static void a_body_faster_than_the_limit_is_held_to_it(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id ball = test_add_ball(world, origin, 0.5f);
    thud_body_set_velocity(world, ball, thud_vec2_make(10000.0f, 0.0f), 0.0f);
    test_step(world, 1);
    assert_true(thud_body_velocity(world, ball).x <= 400.0f * 1.0001f);
    assert_true(thud_body_position(world, ball).x <= 400.0f * TEST_DT * 1.01f);
    thud_world_destroy(world);
}

static void a_body_whose_state_overflows_is_disabled_and_reported_and_the_world_lives_on(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id broken = test_add_ball(world, origin, 0.5f);
    thud_body_id sound = test_add_ball(world, thud_vec2_make(10.0f, 0.0f), 0.5f);
    for (int i = 0; i < 4; i++) {
        thud_body_apply_force_to_center(world, broken, thud_vec2_make(3e38f, 0.0f));
    }
    thud_step_result result = thud_world_step(world, TEST_DT);
    assert_int_equal(result.status, THUD_NOT_FINITE);
    assert_int_equal(result.disabled_bodies, 1);
    assert_true(test_same_body(result.first_disabled, broken));
    assert_true(thud_body_definition(world, broken).disabled);
    assert_float_equal(thud_body_position(world, broken).x, 0.0f, 0.0f);
    test_step(world, 10);
    assert_true(thud_body_position(world, sound).y < -0.1f);
    assert_float_equal(thud_body_position(world, broken).y, 0.0f, 0.0f);
    thud_world_destroy(world);
}

static void a_body_at_the_largest_floats_affects_no_other_body(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id far = test_add_box(world, thud_vec2_make(0.0f, 2.0f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id near = test_add_box(world, thud_vec2_make(5.0f, 2.0f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 2);
    thud_body_teleport(world, far, thud_vec2_make(3.4e38f, -3.4e38f), 0.0f);
    for (int i = 0; i < 120; i++) {
        thud_world_step(world, TEST_DT); /* may report; must not crash */
    }
    assert_float_equal(thud_body_position(world, near).y, 0.5f, 0.02f);
    assert_true(thud_body_destroy(world, far));
    test_step(world, 10);
    thud_world_destroy(world);
}

static void a_body_without_shapes_falls(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, origin);
    test_step(world, 60);
    assert_float_equal(thud_body_velocity(world, body).y, -10.0f, 1e-3f);
    thud_world_destroy(world);
}

/* Fields that a designated initialiser omits are zero: such a body was once disabled without a report. */
static void a_body_whose_definition_is_all_zeros_takes_part(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_def def = {0};
    thud_body_id ground = thud_body_create(world, &def);
    thud_shape_def shape_def = thud_shape_defaults();
    thud_body_add_box(world, ground, &shape_def, thud_vec2_make(5.0f, 0.5f));
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 2.0f), 0.5f);
    test_step(world, 120);
    assert_float_equal(thud_body_position(world, ball).y, 1.0f, 0.01f);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_body_has_what_its_definition_says),
        cmocka_unit_test(a_body_whose_definition_is_all_zeros_takes_part),
        cmocka_unit_test(the_default_body_is_static_and_stays_where_it_is),
        cmocka_unit_test(a_body_falls_as_far_as_gravity_says),
        cmocka_unit_test(a_body_turns_at_its_angular_velocity),
        cmocka_unit_test(a_teleported_body_is_there_at_once_and_is_not_smeared),
        cmocka_unit_test(a_body_teleported_through_a_wall_meets_nothing_in_between),
        cmocka_unit_test(the_previous_pose_is_the_one_before_the_last_step),
        cmocka_unit_test(poses_are_those_of_the_origin_even_when_the_mass_lies_elsewhere),
        cmocka_unit_test(a_free_body_turns_about_its_centre_of_mass),
        cmocka_unit_test(the_velocity_at_a_point_includes_the_turn),
        cmocka_unit_test(a_destroyed_body_is_gone_and_its_slot_is_used_under_another_id),
        cmocka_unit_test(a_world_counts_what_is_in_it_through_random_births_and_deaths),
        cmocka_unit_test(bodies_are_iterated_in_slot_order),
        cmocka_unit_test(locked_axes_and_rotation_never_move),
        cmocka_unit_test(a_body_locked_in_all_ways_hangs_in_the_air),
        cmocka_unit_test(damping_slows_a_body_down),
        cmocka_unit_test(a_thrown_body_moves_as_the_header_says),
        cmocka_unit_test(a_kinematic_body_goes_where_its_velocity_says_through_everything),
        cmocka_unit_test(a_kinematic_body_turns_about_its_origin),
        cmocka_unit_test(a_target_pose_is_reached_in_the_time_given),
        cmocka_unit_test(a_body_changes_its_type),
        cmocka_unit_test(a_kinematic_body_that_becomes_dynamic_falls_with_its_velocity),
        cmocka_unit_test(a_disabled_body_is_out_of_the_simulation_and_comes_back),
        cmocka_unit_test(a_body_created_disabled_does_nothing_until_it_is_enabled),
        cmocka_unit_test(a_body_faster_than_the_limit_is_held_to_it),
        cmocka_unit_test(a_body_whose_state_overflows_is_disabled_and_reported_and_the_world_lives_on),
        cmocka_unit_test(a_body_at_the_largest_floats_affects_no_other_body),
        cmocka_unit_test(a_body_without_shapes_falls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
