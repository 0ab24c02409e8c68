/* Forces, torques, impulses and gravity on single bodies: their effects, their duration, and the
 * bodies that they wake. */
#include "test.h"

#include "reference/test_world.h"

static const thud_vec2 origin = {0.0f, 0.0f};

static void a_force_changes_the_velocity_by_force_times_time_over_mass(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id box = test_add_box(world, origin, thud_vec2_make(1.0f, 0.5f)); /* 2 kg */
    assert_true(thud_body_apply_force_to_center(world, box, thud_vec2_make(12.0f, 0.0f)));
    test_step(world, 1);
    assert_float_equal(thud_body_velocity(world, box).x, 0.1f, 1e-5f);
    thud_world_destroy(world);
}

static void a_force_lasts_one_step(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id box = test_add_box(world, origin, thud_vec2_make(1.0f, 0.5f));
    thud_body_apply_force_to_center(world, box, thud_vec2_make(12.0f, 0.0f));
    test_step(world, 10);
    assert_float_equal(thud_body_velocity(world, box).x, 0.1f, 1e-5f);
    thud_world_destroy(world);
}

static void forces_add_up_and_gravity_stays(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id box = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    for (int i = 0; i < 60; i++) {
        thud_body_apply_force_to_center(world, box, thud_vec2_make(1.0f, 6.0f));
        thud_body_apply_force_to_center(world, box, thud_vec2_make(1.0f, 4.0f));
        test_step(world, 1);
    }
    assert_float_equal(thud_body_velocity(world, box).x, 2.0f, 1e-3f);
    assert_float_equal(thud_body_velocity(world, box).y, 0.0f, 1e-3f); /* it hovers */
    test_step(world, 60);
    assert_float_equal(thud_body_velocity(world, box).y, -10.0f, 1e-3f);
    thud_world_destroy(world);
}

static void a_force_off_centre_turns_and_a_torque_only_turns(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id pushed = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    thud_body_id turned = test_add_box(world, thud_vec2_make(10.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    thud_body_apply_force(world, pushed, thud_vec2_make(0.0f, 6.0f), thud_vec2_make(0.5f, 0.0f));
    thud_body_apply_torque(world, turned, 3.0f);
    test_step(world, 1);
    float inertia = 1.0f / 6.0f;
    assert_float_equal(thud_body_velocity(world, pushed).y, 0.1f, 1e-5f);
    assert_float_equal(thud_body_angular_velocity(world, pushed), 3.0f / inertia / 60.0f, 1e-4f);
    assert_float_equal(thud_body_velocity(world, turned).y, 0.0f, 0.0f);
    assert_float_equal(thud_body_angular_velocity(world, turned), 3.0f / inertia / 60.0f, 1e-4f);
    thud_world_destroy(world);
}

static void an_impulse_acts_at_once(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id box = test_add_box(world, origin, thud_vec2_make(1.0f, 0.5f));
    thud_body_apply_impulse(world, box, thud_vec2_make(4.0f, 0.0f), thud_vec2_make(0.0f, 0.5f));
    assert_float_equal(thud_body_velocity(world, box).x, 2.0f, 1e-5f);
    float inertia = 2.0f * (4.0f + 1.0f) / 12.0f;
    assert_float_equal(thud_body_angular_velocity(world, box), -2.0f / inertia, 1e-4f);
    thud_body_apply_angular_impulse(world, box, 2.0f);
    assert_float_equal(thud_body_angular_velocity(world, box), 0.0f, 1e-4f);
    thud_world_destroy(world);
}

static void a_force_lasts_through_a_configure_and_is_not_doubled(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id box = test_add_box(world, origin, thud_vec2_make(1.0f, 0.5f));
    thud_body_apply_force(world, box, thud_vec2_make(12.0f, 0.0f), origin);
    thud_body_apply_torque(world, box, 5.0f);
    thud_world_def def = thud_world_definition(world);
    def.gravity = thud_vec2_make(0.0f, -3.0f);
    thud_world_configure(world, &def);
    thud_body_def body_def = thud_body_definition(world, box);
    body_def.gravity_scale = 2.0f;
    thud_body_configure(world, box, &body_def);
    test_step(world, 1);
    assert_float_equal(thud_body_velocity(world, box).x, 0.1f, 1e-5f);
    assert_float_equal(thud_body_velocity(world, box).y, -0.1f, 1e-5f);
    assert_float_equal(thud_body_angular_velocity(world, box), 0.1f, 1e-4f); /* 5 N m on 5/6 kg m^2 */
    test_step(world, 1);
    assert_float_equal(thud_body_velocity(world, box).x, 0.1f, 1e-5f); /* for one step only */
    assert_float_equal(thud_body_velocity(world, box).y, -0.2f, 1e-5f);
    thud_world_destroy(world);
}

static void gravity_scale_changes_what_gravity_does_to_one_body(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    const float scales[] = {0.0f, 0.5f, -1.0f, 2.0f};
    thud_body_id bodies[4];
    for (int i = 0; i < 4; i++) {
        thud_body_def def = thud_body_defaults();
        def.type = THUD_BODY_DYNAMIC;
        def.position = thud_vec2_make(5.0f * (float)i, 0.0f);
        def.gravity_scale = scales[i];
        bodies[i] = thud_body_create(world, &def);
    }
    test_step(world, 30);
    for (int i = 0; i < 4; i++) {
        assert_float_equal(thud_body_velocity(world, bodies[i]).y, -5.0f * scales[i], 1e-3f);
    }
    thud_world_destroy(world);
}

static void a_change_of_gravity_is_felt_by_all(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id box = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    thud_world_def def = thud_world_definition(world);
    def.gravity = thud_vec2_make(4.0f, 0.0f);
    assert_true(thud_world_configure(world, &def));
    test_step(world, 60);
    assert_float_equal(thud_body_velocity(world, box).x, 4.0f, 1e-3f);
    assert_float_equal(thud_body_velocity(world, box).y, 0.0f, 1e-6f);
    thud_world_destroy(world);
}

static void locks_hold_against_forces_and_impulses(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.lock_y = true;
    def.lock_rotation = true;
    thud_body_id body = thud_body_create(world, &def);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(world, body, &shape, thud_vec2_make(0.5f, 0.5f));
    thud_body_apply_impulse(world, body, thud_vec2_make(1.0f, 5.0f), thud_vec2_make(0.5f, 0.5f));
    thud_body_apply_force(world, body, thud_vec2_make(0.0f, 500.0f), thud_vec2_make(0.5f, 0.0f));
    thud_body_apply_torque(world, body, 500.0f);
    thud_body_apply_angular_impulse(world, body, 5.0f);
    test_step(world, 30);
    assert_float_equal(thud_body_position(world, body).y, 0.0f, 0.0f);
    assert_float_equal(thud_body_angle(world, body), 0.0f, 0.0f);
    assert_float_equal(thud_body_velocity(world, body).x, 1.0f, 1e-5f);
    thud_world_destroy(world);
}

static void each_push_wakes(void **state) {
    (void)state;
    for (int push = 0; push < 6; push++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
        assert_true(test_step_until_asleep(world, box, 200));
        const thud_vec2 up = {0.0f, 20.0f};
        bool accepted = false;
        switch (push) {
        case 0:
            accepted = thud_body_apply_force(world, box, up, origin);
            break;
        case 1:
            accepted = thud_body_apply_force_to_center(world, box, up);
            break;
        case 2:
            accepted = thud_body_apply_torque(world, box, 1.0f);
            break;
        case 3:
            accepted = thud_body_apply_impulse(world, box, up, origin);
            break;
        case 4:
            accepted = thud_body_apply_angular_impulse(world, box, 1.0f);
            break;
        default:
            accepted = thud_body_set_velocity(world, box, up, 0.0f);
            break;
        }
        assert_true(accepted);
        assert_true(thud_body_is_awake(world, box));
        thud_world_destroy(world);
    }
}

static void static_and_kinematic_bodies_refuse_to_be_pushed(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    for (int type = THUD_BODY_STATIC; type <= THUD_BODY_KINEMATIC; type++) {
        thud_body_id body = test_add_body(world, (thud_body_type)type, origin);
        assert_false(thud_body_apply_force_to_center(world, body, thud_vec2_make(1.0f, 0.0f)));
        assert_int_equal(thud_world_refusal(world).status, THUD_WRONG_KIND);
        assert_false(thud_body_apply_impulse(world, body, thud_vec2_make(1.0f, 0.0f), origin));
    }
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_force_changes_the_velocity_by_force_times_time_over_mass),
        cmocka_unit_test(a_force_lasts_one_step),
        cmocka_unit_test(forces_add_up_and_gravity_stays),
        cmocka_unit_test(a_force_off_centre_turns_and_a_torque_only_turns),
        cmocka_unit_test(an_impulse_acts_at_once),
        cmocka_unit_test(a_force_lasts_through_a_configure_and_is_not_doubled),
        cmocka_unit_test(gravity_scale_changes_what_gravity_does_to_one_body),
        cmocka_unit_test(a_change_of_gravity_is_felt_by_all),
        cmocka_unit_test(locks_hold_against_forces_and_impulses),
        cmocka_unit_test(each_push_wakes),
        cmocka_unit_test(static_and_kinematic_bodies_refuse_to_be_pushed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
