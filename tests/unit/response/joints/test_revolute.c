/* The hinge: pendulum, limits, motor, spring. */
#include "joint_rig.h"

static const float arm = 2.0f; /* of the pendulum [m] */
static const float gravity = 10.0f;

/* A box that hangs from the post at an angle from the vertical. */
static thud_body_id hang_pendulum(const joint_rig *rig, float angle, thud_joint_id *hinge) {
    thud_vec2 at = {arm * thud_sin(angle), -arm * thud_cos(angle)};
    thud_body_id bob = rig_box(rig->world, at, thud_vec2_make(0.2f, 0.2f), 3.0f);
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(rig->world, rig->post, bob, thud_vec2_make(0.0f, 0.0f));
    thud_joint_id made = thud_revolute_joint_create(rig->world, &def);
    assert_true(thud_joint_is_valid(rig->world, made));
    if (hinge != NULL) {
        *hinge = made;
    }
    return bob;
}

/* 2 pi sqrt(I / (m g d)), times 1 + a^2/16 + 11 a^4/3072 for the amplitude a; I about the hinge. */
static float pendulum_period(const joint_rig *rig, thud_body_id bob, float amplitude) {
    thud_mass mass = thud_body_mass(rig->world, bob);
    float inertia = mass.inertia + mass.mass * arm * arm;
    float small = 2.0f * THUD_PI * sqrtf(inertia / (mass.mass * gravity * arm));
    float squared = amplitude * amplitude;
    return small * (1.0f + squared / 16.0f + 11.0f * squared * squared / 3072.0f);
}

/* Mean period over some swings, from the times at which the bob passes the lowest point to the right. */
static float measure_period(const joint_rig *rig, thud_body_id bob, int swings) {
    float first = 0.0f, last = 0.0f;
    int passed = -1;
    float before = thud_body_position(rig->world, bob).x;
    for (int step = 1; passed < swings; step++) {
        assert_true(step < 60 * 60);
        rig_step(rig, 1);
        float now = thud_body_position(rig->world, bob).x;
        if (before < 0.0f && now >= 0.0f) {
            last = rig_dt * ((float)step - now / (now - before));
            first = passed < 0 ? last : first;
            passed++;
        }
        before = now;
    }
    return (last - first) / (float)swings;
}

static void a_pendulum_swings_at_its_period(void **state) {
    (void)state;
    const float amplitudes[] = {0.1f, 0.5f, 1.0f};
    for (int i = 0; i < 3; i++) {
        joint_rig rig = make_rig(gravity);
        thud_body_id bob = hang_pendulum(&rig, amplitudes[i], NULL);
        float expected = pendulum_period(&rig, bob, amplitudes[i]);
        float measured = measure_period(&rig, bob, 5);
        print_message("amplitude %.1f: period %.5f, by theory %.5f\n", (double)amplitudes[i],
                      (double)measured, (double)expected);
        assert_true(is_near(measured / expected, 1.0f, 0.005f));
        thud_world_destroy(rig.world);
    }
}

static float pendulum_energy(const joint_rig *rig, thud_body_id bob) {
    thud_mass mass = thud_body_mass(rig->world, bob);
    thud_vec2 v = thud_body_velocity(rig->world, bob);
    float w = thud_body_angular_velocity(rig->world, bob);
    return 0.5f * mass.mass * thud_vec2_length_squared(v) + 0.5f * mass.inertia * w * w +
           mass.mass * gravity * thud_body_position(rig->world, bob).y;
}

static void a_pendulum_keeps_its_energy_for_a_minute(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id bob = hang_pendulum(&rig, 1.0f, NULL);
    float scale = thud_body_mass(rig.world, bob).mass * gravity * arm;
    float start = pendulum_energy(&rig, bob);
    rig_step(&rig, 3600);
    float end = pendulum_energy(&rig, bob);
    print_message("energy %.5f -> %.5f of %.1f\n", (double)start, (double)end, (double)scale);
    assert_true(is_near((end - start) / scale, 0.0f, 0.02f));
    assert_true(is_near(thud_vec2_length(thud_body_position(rig.world, bob)), arm, 0.001f));
    thud_world_destroy(rig.world);
}

static void a_hanging_body_pulls_with_its_weight(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_joint_id hinge;
    hang_pendulum(&rig, 0.0f, &hinge);
    rig_step(&rig, 60);
    thud_vec2 force = thud_joint_force(rig.world, hinge);
    assert_true(is_near(force.x, 0.0f, 0.01f));
    assert_true(is_near(force.y, 30.0f, 0.03f));
    assert_true(is_near(thud_joint_torque(rig.world, hinge), 0.0f, 1e-6f));
    thud_world_destroy(rig.world);
}

/* A wheel about the post that only a motor turns. */
static thud_body_id add_rotor(const joint_rig *rig, const thud_revolute_joint_def *wanted,
                              thud_joint_id *hinge) {
    thud_body_id rotor = rig_box(rig->world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(1.0f, 1.0f), 6.0f);
    thud_revolute_joint_def def = *wanted;
    def.base.body_a = rig->post;
    def.base.body_b = rotor;
    *hinge = thud_revolute_joint_create(rig->world, &def);
    assert_true(thud_joint_is_valid(rig->world, *hinge));
    return rotor;
}

static void a_motor_reaches_its_speed_no_faster_than_its_torque_allows(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.motor = (thud_joint_motor){true, 5.0f, 8.0f};
    thud_joint_id hinge;
    thud_body_id rotor = add_rotor(&rig, &def, &hinge);
    float inertia = thud_body_mass(rig.world, rotor).inertia; /* 4 kg m^2 */
    rig_step(&rig, 30);
    assert_true(is_near(thud_body_angular_velocity(rig.world, rotor), 8.0f / inertia * 0.5f, 1e-3f));
    assert_true(is_near(thud_joint_torque(rig.world, hinge), 8.0f, 1e-3f));
    rig_step(&rig, 180);
    assert_true(is_near(thud_body_angular_velocity(rig.world, rotor), 5.0f, 1e-4f));
    assert_true(is_near(thud_joint_torque(rig.world, hinge), 0.0f, 1e-3f));
    thud_world_destroy(rig.world);
}

static void a_limit_holds_a_lever_under_load(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id lever = rig_box(rig.world, thud_vec2_make(1.0f, 0.0f), thud_vec2_make(1.0f, 0.1f), 2.0f);
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(rig.world, rig.post, lever, thud_vec2_make(0.0f, 0.0f));
    def.limit = (thud_joint_limit){true, -0.5f, 0.25f};
    thud_joint_id hinge = thud_revolute_joint_create(rig.world, &def);
    rig_step(&rig, 300);
    assert_true(is_near(thud_joint_angle(rig.world, hinge), -0.5f, 0.002f));
    assert_true(is_near(thud_joint_torque(rig.world, hinge), 20.0f * thud_cos(0.5f), 0.1f));
    for (int i = 0; i < 300; i++) {
        thud_body_apply_force_to_center(rig.world, lever, thud_vec2_make(0.0f, 100.0f));
        rig_step(&rig, 1);
    }
    assert_true(is_near(thud_joint_angle(rig.world, hinge), 0.25f, 0.005f));
    thud_world_destroy(rig.world);
}

/* The push out of a limit has a largest speed. A motor that pressed harder than that turned a flipper of 0.16 kg by whole turns. */
static void a_limit_holds_a_flipper_against_a_strong_motor(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id flipper = rig_box(rig.world, thud_vec2_make(0.5f, 0.0f), thud_vec2_make(0.5f, 0.08f), 0.16f);
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(rig.world, rig.post, flipper, thud_vec2_make(0.0f, 0.0f));
    def.limit = (thud_joint_limit){true, -0.5f, 0.5f};
    def.motor = (thud_joint_motor){true, -10.0f, 1000.0f};
    thud_joint_id hinge = thud_revolute_joint_create(rig.world, &def);
    for (int i = 0; i < 240; i++) {
        assert_true(thud_joint_set_motor_speed(rig.world, hinge, i < 120 ? -10.0f : 20.0f));
        rig_step(&rig, 1);
        assert_true(fabsf(thud_joint_angle(rig.world, hinge)) < 0.75f);
    }
    thud_world_destroy(rig.world);
}

static void limits_count_full_turns(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.limit = (thud_joint_limit){true, -1.0f, 15.0f};
    def.motor = (thud_joint_motor){true, 4.0f, 50.0f};
    thud_joint_id hinge;
    add_rotor(&rig, &def, &hinge);
    rig_step(&rig, 180); /* the speed is reached after 0.32 s */
    assert_true(is_near(thud_joint_angle(rig.world, hinge), 11.36f, 0.05f));
    rig_step(&rig, 120);
    assert_true(is_near(thud_joint_angle(rig.world, hinge), 15.0f, 0.01f));
    thud_world_destroy(rig.world);
}

static void an_undamped_spring_about_a_hinge_keeps_its_swing_and_its_frequency(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.spring = (thud_joint_spring){true, 1.0f, 0.0f, 0.5f};
    thud_joint_id hinge;
    add_rotor(&rig, &def, &hinge);
    float highest = 0.0f;
    for (int i = 0; i < 30 * 60; i++) {
        rig_step(&rig, 1);
        highest = i < 29 * 60 ? 0.0f : thud_max(highest, thud_joint_angle(rig.world, hinge));
    }
    assert_true(is_near(highest, 1.0f, 0.005f));
    assert_true(is_near(thud_joint_angle(rig.world, hinge), 0.0f, 0.02f)); /* thirty whole swings */
    thud_world_destroy(rig.world);
}

static void a_wheel_out_of_balance_stays_on_its_axle(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id wheel = rig_box(rig.world, thud_vec2_make(0.3f, 0.0f), thud_vec2_make(0.5f, 0.5f), 1.0f);
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(rig.world, rig.post, wheel, thud_vec2_make(0.0f, 0.0f));
    thud_revolute_joint_create(rig.world, &def);
    thud_body_set_velocity(rig.world, wheel, thud_vec2_make(0.0f, 0.3f * 20.0f), 20.0f);
    float farthest = 0.0f;
    for (int i = 0; i < 300; i++) {
        rig_step(&rig, 1);
        thud_vec2 anchor = thud_pose_apply(thud_body_pose(rig.world, wheel), thud_vec2_make(-0.3f, 0.0f));
        farthest = thud_max(farthest, thud_vec2_length(anchor));
    }
    print_message("axle off by %.5f m, spin %.3f\n", (double)farthest,
                  (double)thud_body_angular_velocity(rig.world, wheel));
    assert_true(farthest < 0.005f);
    assert_true(is_near(thud_body_angular_velocity(rig.world, wheel), 20.0f, 2.0f));
    thud_world_destroy(rig.world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum_swings_at_its_period),
        cmocka_unit_test(a_pendulum_keeps_its_energy_for_a_minute),
        cmocka_unit_test(a_hanging_body_pulls_with_its_weight),
        cmocka_unit_test(a_motor_reaches_its_speed_no_faster_than_its_torque_allows),
        cmocka_unit_test(a_limit_holds_a_lever_under_load),
        cmocka_unit_test(a_limit_holds_a_flipper_against_a_strong_motor),
        cmocka_unit_test(limits_count_full_turns),
        cmocka_unit_test(an_undamped_spring_about_a_hinge_keeps_its_swing_and_its_frequency),
        cmocka_unit_test(a_wheel_out_of_balance_stays_on_its_axle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
