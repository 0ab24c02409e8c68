/* Rods, ropes and springs between two points, and the rope over two wheels. */
#include "joint_rig.h"

static const float gravity = 10.0f;

static thud_joint_id tie(const joint_rig *rig, thud_body_id a, thud_body_id b, thud_distance_joint_def def) {
    def.base.body_a = a;
    def.base.body_b = b;
    thud_joint_id joint = thud_distance_joint_create(rig->world, &def);
    assert_true(thud_joint_is_valid(rig->world, joint));
    return joint;
}

static void a_rod_keeps_its_length_while_it_swings(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id bob = rig_box(rig.world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.2f, 0.2f), 2.0f);
    thud_distance_joint_def def = thud_distance_joint_defaults();
    def.length = 3.0f;
    thud_joint_id rod = tie(&rig, rig.post, bob, def);
    float worst = 0.0f;
    for (int i = 0; i < 600; i++) {
        rig_step(&rig, 1);
        worst = thud_max(worst, fabsf(thud_joint_translation(rig.world, rod) - 3.0f));
    }
    print_message("rod off by %.6f m\n", (double)worst);
    assert_true(worst < 0.002f);
    thud_world_destroy(rig.world);
}

static void a_rope_is_slack_until_it_is_as_long_as_it_may(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id bob = rig_box(rig.world, thud_vec2_make(0.0f, -0.5f), thud_vec2_make(0.1f, 0.1f), 2.0f);
    thud_distance_joint_def def = thud_distance_joint_defaults();
    def.limit = (thud_joint_limit){true, 0.0f, 2.0f};
    thud_joint_id rope = tie(&rig, rig.post, bob, def);
    rig_step(&rig, 12);
    assert_true(is_near(thud_body_velocity(rig.world, bob).y, -2.0f, 1e-3f)); /* it falls freely */
    assert_true(is_near(thud_vec2_length(thud_joint_force(rig.world, rope)), 0.0f, 1e-6f));
    rig_step(&rig, 300);
    assert_true(is_near(thud_joint_translation(rig.world, rope), 2.0f, 0.002f));
    assert_true(is_near(thud_joint_force(rig.world, rope).y, 20.0f, 0.05f));
    thud_world_destroy(rig.world);
}

static void an_undamped_spring_keeps_its_energy_and_its_frequency(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id bob = rig_box(rig.world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.1f, 0.1f), 2.0f);
    thud_distance_joint_def def = thud_distance_joint_defaults();
    def.spring = (thud_joint_spring){true, 0.5f, 0.0f, 2.0f};
    thud_joint_id spring = tie(&rig, rig.post, bob, def);
    float stiffness = 2.0f * (THUD_PI * 1.0f) * (THUD_PI * 1.0f); /* m (2 pi f)^2 */
    float full = 0.5f * stiffness;                                /* stretched by 1 m */
    float least = full, most = full;
    for (int i = 0; i < 60 * 60; i++) {
        rig_step(&rig, 1);
        float stretch = thud_joint_translation(rig.world, spring) - 2.0f;
        float speed = thud_body_velocity(rig.world, bob).x;
        float energy = 0.5f * stiffness * stretch * stretch + speed * speed;
        least = thud_min(least, energy);
        most = thud_max(most, energy);
    }
    print_message("energy within %.5f and %.5f of the start\n", (double)(least / full),
                  (double)(most / full));
    assert_true(least > 0.98f * full && most < 1.02f * full);
    /* thirty whole swings */
    assert_true(is_near(thud_joint_translation(rig.world, spring), 3.0f, 0.01f));
    assert_true(is_near(thud_body_velocity(rig.world, bob).x, 0.0f, 0.1f));
    thud_world_destroy(rig.world);
}

static void a_damped_spring_loses_what_its_ratio_says(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id bob = rig_box(rig.world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.1f, 0.1f), 2.0f);
    thud_distance_joint_def def = thud_distance_joint_defaults();
    def.spring = (thud_joint_spring){true, 1.0f, 0.1f, 2.0f};
    thud_joint_id spring = tie(&rig, rig.post, bob, def);
    float highest = 0.0f;
    for (int i = 0; i < 3 * 60 + 30; i++) {
        rig_step(&rig, 1);
        if (i > 2 * 60 + 30) {
            highest = thud_max(highest, thud_joint_translation(rig.world, spring) - 2.0f);
        }
    }
    assert_true(is_near(highest, 0.1506f, 0.005f)); /* exp(-2 pi z n / sqrt(1 - z^2)) for n = 3, z = 0.1 */
    thud_world_destroy(rig.world);
}

static void a_stiff_spring_on_bodies_of_unlike_mass_stays_calm(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id light = rig_box(rig.world, thud_vec2_make(0.0f, -1.0f), thud_vec2_make(0.1f, 0.1f), 0.01f);
    thud_body_id heavy = rig_box(rig.world, thud_vec2_make(0.0f, -2.0f), thud_vec2_make(0.5f, 0.5f), 100.0f);
    thud_distance_joint_def def = thud_distance_joint_defaults();
    def.spring = (thud_joint_spring){true, 200.0f, 0.0f, 1.0f};
    tie(&rig, rig.post, light, def);
    tie(&rig, light, heavy, def);
    for (int i = 0; i < 600; i++) {
        rig_step(&rig, 1);
        assert_true(thud_vec2_length(thud_body_velocity(rig.world, light)) < 100.0f);
    }
    thud_world_destroy(rig.world);
}

static void a_motor_lengthens_a_distance_as_fast_as_told(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id bob = rig_box(rig.world, thud_vec2_make(1.0f, 0.0f), thud_vec2_make(0.1f, 0.1f), 2.0f);
    thud_distance_joint_def def = thud_distance_joint_defaults();
    def.motor = (thud_joint_motor){true, 0.5f, 1000.0f};
    def.limit = (thud_joint_limit){true, 0.5f, 3.0f};
    thud_joint_id joint = tie(&rig, rig.post, bob, def);
    rig_step(&rig, 120);
    assert_true(is_near(thud_joint_translation(rig.world, joint), 2.0f, 0.01f));
    rig_step(&rig, 180);
    assert_true(is_near(thud_joint_translation(rig.world, joint), 3.0f, 0.01f));
    thud_world_destroy(rig.world);
}

static void a_motor_lengthens_a_distance_no_stronger_than_told(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id bob = rig_box(rig.world, thud_vec2_make(1.0f, 0.0f), thud_vec2_make(0.1f, 0.1f), 2.0f);
    thud_distance_joint_def def = thud_distance_joint_defaults();
    def.motor = (thud_joint_motor){true, 5.0f, 3.0f};
    thud_joint_id joint = tie(&rig, rig.post, bob, def);
    rig_step(&rig, 60);
    assert_true(is_near(thud_body_velocity(rig.world, bob).x, 1.5f, 0.01f)); /* 3 N on 2 kg for 1 s */
    assert_true(is_near(thud_joint_force(rig.world, joint).x, 3.0f, 0.01f));
    thud_world_destroy(rig.world);
}

/* ---- pulley ---- */

typedef struct pulley {
    thud_body_id a, b;
    thud_joint_id rope;
} pulley;

static pulley make_pulley(const joint_rig *rig, float mass_a, float mass_b, float ratio) {
    pulley made;
    made.a = rig_box(rig->world, thud_vec2_make(-2.0f, -4.0f), thud_vec2_make(0.2f, 0.2f), mass_a);
    made.b = rig_box(rig->world, thud_vec2_make(2.0f, -4.0f), thud_vec2_make(0.2f, 0.2f), mass_b);
    thud_pulley_joint_def def = thud_pulley_joint_defaults();
    def.base.body_a = made.a;
    def.base.body_b = made.b;
    def.wheel_a = thud_vec2_make(-2.0f, 0.0f);
    def.wheel_b = thud_vec2_make(2.0f, 0.0f);
    def.length = 4.0f + ratio * 4.0f;
    def.ratio = ratio;
    made.rope = thud_pulley_joint_create(rig->world, &def);
    assert_true(thud_joint_is_valid(rig->world, made.rope));
    return made;
}

static void atwoods_machine_accelerates_by_the_difference_of_masses(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    pulley made = make_pulley(&rig, 1.0f, 3.0f, 1.0f);
    rig_step(&rig, 30);
    /* a = g (m_b - m_a) / (m_a + m_b) = 5 m/s^2 */
    assert_true(is_near(thud_body_velocity(rig.world, made.a).y, 2.5f, 0.01f));
    assert_true(is_near(thud_body_velocity(rig.world, made.b).y, -2.5f, 0.01f));
    assert_true(is_near(thud_joint_force(rig.world, made.rope).y, 15.0f, 0.1f)); /* m_b (g - a) */
    assert_true(is_near(thud_joint_translation(rig.world, made.rope), 8.0f, 0.002f));
    thud_world_destroy(rig.world);
}

static void a_geared_pulley_balances_unlike_weights(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    pulley made = make_pulley(&rig, 1.0f, 2.0f, 2.0f);
    rig_step(&rig, 120);
    assert_true(is_near(thud_body_position(rig.world, made.a).y, -4.0f, 0.01f));
    assert_true(is_near(thud_body_position(rig.world, made.b).y, -4.0f, 0.01f));
    thud_world_destroy(rig.world);
}

static void a_rope_over_wheels_does_not_push(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    pulley made = make_pulley(&rig, 1.0f, 1.0f, 1.0f);
    thud_body_set_velocity(rig.world, made.a, thud_vec2_make(0.0f, 3.0f), 0.0f);
    thud_body_set_velocity(rig.world, made.b, thud_vec2_make(0.0f, 3.0f), 0.0f);
    rig_step(&rig, 12);
    assert_true(is_near(thud_body_velocity(rig.world, made.a).y, 1.0f, 1e-3f)); /* both are in free flight */
    assert_true(is_near(thud_body_velocity(rig.world, made.b).y, 1.0f, 1e-3f));
    thud_world_destroy(rig.world);
}

static void the_angle_of_a_pulley_is_that_between_its_bodies(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    pulley made = make_pulley(&rig, 1.0f, 1.0f, 2.0f);
    assert_true(is_near(thud_joint_angle(rig.world, made.rope), 0.0f, 1e-6f));
    thud_body_set_velocity(rig.world, made.b, thud_vec2_make(0.0f, 0.0f), 4.0f);
    rig_step(&rig, 120);
    assert_true(is_near(thud_joint_angle(rig.world, made.rope), 8.0f, 0.01f)); /* more than a full turn */
    thud_world_destroy(rig.world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rod_keeps_its_length_while_it_swings),
        cmocka_unit_test(a_rope_is_slack_until_it_is_as_long_as_it_may),
        cmocka_unit_test(an_undamped_spring_keeps_its_energy_and_its_frequency),
        cmocka_unit_test(a_damped_spring_loses_what_its_ratio_says),
        cmocka_unit_test(a_stiff_spring_on_bodies_of_unlike_mass_stays_calm),
        cmocka_unit_test(a_motor_lengthens_a_distance_as_fast_as_told),
        cmocka_unit_test(a_motor_lengthens_a_distance_no_stronger_than_told),
        cmocka_unit_test(atwoods_machine_accelerates_by_the_difference_of_masses),
        cmocka_unit_test(a_geared_pulley_balances_unlike_weights),
        cmocka_unit_test(a_rope_over_wheels_does_not_push),
        cmocka_unit_test(the_angle_of_a_pulley_is_that_between_its_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
