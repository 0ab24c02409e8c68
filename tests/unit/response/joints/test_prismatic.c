/* Sliders and wheels. */
#include "joint_rig.h"

static const float gravity = 10.0f;

static thud_joint_id slide(const joint_rig *rig, thud_body_id body, thud_prismatic_joint_def def) {
    def.base = thud_joint_base_at(rig->world, rig->post, body, thud_body_position(rig->world, body));
    thud_joint_id joint = thud_prismatic_joint_create(rig->world, &def);
    assert_true(thud_joint_is_valid(rig->world, joint));
    return joint;
}

static void a_slider_accelerates_along_its_axis_only(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id sled = rig_box(rig.world, thud_vec2_make(1.0f, 1.0f), thud_vec2_make(0.5f, 0.2f), 2.0f);
    thud_prismatic_joint_def def = thud_prismatic_joint_defaults();
    def.axis = thud_vec2_make(3.0f, -3.0f); /* 45 degrees down */
    thud_joint_id joint = slide(&rig, sled, def);
    thud_body_apply_angular_impulse(rig.world, sled, 3.0f);
    rig_step(&rig, 60);
    float travelled = 0.5f * gravity * sqrtf(0.5f);
    assert_true(is_near(thud_joint_translation(rig.world, joint), travelled, 0.02f));
    thud_vec2 at = thud_body_position(rig.world, sled);
    assert_true(is_near(at.x + at.y, 2.0f, 0.002f)); /* on the axis */
    assert_true(is_near(thud_body_angle(rig.world, sled), 0.0f, 0.002f));
    thud_world_destroy(rig.world);
}

static void limits_hold_a_slider_under_load(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id lift = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f), 50.0f);
    thud_prismatic_joint_def def = thud_prismatic_joint_defaults();
    def.axis = thud_vec2_make(0.0f, 1.0f);
    def.limit = (thud_joint_limit){true, -1.0f, 2.0f};
    thud_joint_id joint = slide(&rig, lift, def);
    rig_step(&rig, 300);
    assert_true(is_near(thud_joint_translation(rig.world, joint), -1.0f, 0.002f));
    assert_true(is_near(thud_joint_force(rig.world, joint).y, 500.0f, 1.0f));
    for (int i = 0; i < 300; i++) {
        thud_body_apply_force_to_center(rig.world, lift, thud_vec2_make(0.0f, 5000.0f));
        rig_step(&rig, 1);
    }
    assert_true(is_near(thud_joint_translation(rig.world, joint), 2.0f, 0.005f));
    thud_world_destroy(rig.world);
}

static void a_motor_lifts_what_it_can_and_no_more(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id lift = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f), 10.0f);
    thud_prismatic_joint_def def = thud_prismatic_joint_defaults();
    def.axis = thud_vec2_make(0.0f, 1.0f);
    def.motor = (thud_joint_motor){true, 1.5f, 150.0f};
    thud_joint_id joint = slide(&rig, lift, def);
    rig_step(&rig, 12);
    assert_true(
        is_near(thud_body_velocity(rig.world, lift).y, 1.0f, 0.01f)); /* (150 - 100) N on 10 kg for 0.2 s */
    rig_step(&rig, 60);
    assert_true(is_near(thud_body_velocity(rig.world, lift).y, 1.5f, 1e-3f));
    def = thud_prismatic_joint_definition(rig.world, joint);
    def.motor.max_force = 50.0f;
    assert_true(thud_prismatic_joint_configure(rig.world, joint, &def));
    rig_step(&rig, 12);
    assert_true(is_near(thud_body_velocity(rig.world, lift).y, 0.5f, 0.01f)); /* 50 N are missing for 0.2 s */
    thud_world_destroy(rig.world);
}

static void an_undamped_slider_on_a_spring_keeps_its_swing(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id sled = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f), 10.0f);
    thud_prismatic_joint_def def = thud_prismatic_joint_defaults();
    def.spring = (thud_joint_spring){true, 1.0f, 0.0f, 0.5f};
    thud_joint_id joint = slide(&rig, sled, def);
    float highest = 0.0f;
    for (int i = 0; i < 30 * 60; i++) {
        rig_step(&rig, 1);
        highest = i < 29 * 60 ? 0.0f : thud_max(highest, thud_joint_translation(rig.world, joint));
    }
    assert_true(is_near(highest, 1.0f, 0.005f));
    thud_world_destroy(rig.world);
}

/* Its spring turned the sled, which the angle alone held: it swung at 0.14 Hz. */
static void a_slider_swings_at_its_frequency_wherever_its_anchor_is(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id sled = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.2f, 0.3f), 10.0f);
    thud_prismatic_joint_def def = thud_prismatic_joint_defaults();
    def.base = thud_joint_base_at(rig.world, rig.post, sled, thud_vec2_make(-1.0f, 1.5f));
    def.spring = (thud_joint_spring){true, 1.0f, 0.0f, 0.5f};
    thud_joint_id joint = thud_prismatic_joint_create(rig.world, &def);
    for (int swing = 0; swing < 10; swing++) {
        rig_step(&rig, 30);
        assert_true(is_near(thud_joint_translation(rig.world, joint), swing % 2 == 0 ? 1.0f : 0.0f, 0.005f));
        float force = thud_joint_force(rig.world, joint).x;
        assert_true(is_near(thud_joint_torque(rig.world, joint), 1.5f * force, 0.01f)); /* about its anchor */
    }
    thud_world_destroy(rig.world);
}

static void a_free_pair_on_a_slider_keeps_its_momentum(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id a = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(1.0f, 0.2f), 3.0f);
    thud_body_id b = rig_box(rig.world, thud_vec2_make(1.0f, 0.5f), thud_vec2_make(0.3f, 0.3f), 1.0f);
    thud_prismatic_joint_def def = thud_prismatic_joint_defaults();
    def.base = thud_joint_base_at(rig.world, a, b, thud_vec2_make(1.0f, 0.5f));
    def.limit = (thud_joint_limit){true, -1.0f, 1.0f};
    thud_prismatic_joint_create(rig.world, &def);
    thud_body_set_velocity(rig.world, a, thud_vec2_make(0.0f, 0.0f), 2.0f);
    thud_mass mass_a = thud_body_mass(rig.world, a);
    thud_mass mass_b = thud_body_mass(rig.world, b);
    float spin_before = mass_a.inertia * 2.0f;
    rig_step(&rig, 300);
    thud_vec2 va = thud_body_velocity(rig.world, a), vb = thud_body_velocity(rig.world, b);
    assert_true(is_near(3.0f * va.x + vb.x, 0.0f, 1e-3f));
    assert_true(is_near(3.0f * va.y + vb.y, 0.0f, 1e-3f));
    float spin = mass_a.inertia * thud_body_angular_velocity(rig.world, a) +
                 mass_b.inertia * thud_body_angular_velocity(rig.world, b) +
                 3.0f * thud_vec2_cross(thud_body_center(rig.world, a), va) +
                 thud_vec2_cross(thud_body_center(rig.world, b), vb);
    print_message("angular momentum %.5f -> %.5f\n", (double)spin_before, (double)spin);
    assert_true(is_near(spin / spin_before, 1.0f, 0.02f));
    thud_world_destroy(rig.world);
}

/* ---- wheel ---- */

static void a_suspension_carries_its_load_where_its_spring_says(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id wheel = rig_box(rig.world, thud_vec2_make(1.0f, -1.0f), thud_vec2_make(0.3f, 0.3f), 4.0f);
    thud_wheel_joint_def def = thud_wheel_joint_defaults();
    def.base = thud_joint_base_at(rig.world, rig.post, wheel, thud_vec2_make(1.0f, -1.0f));
    thud_joint_id joint = thud_wheel_joint_create(rig.world, &def);
    rig_step(&rig, 300);
    float sag = gravity / (4.0f * THUD_PI * 4.0f * THUD_PI); /* g / (2 pi 2 Hz)^2 */
    assert_true(is_near(thud_joint_translation(rig.world, joint), -sag, 0.001f));
    assert_true(is_near(thud_body_position(rig.world, wheel).x, 1.0f, 1e-4f));
    thud_world_destroy(rig.world);
}

static void an_engine_turns_a_wheel_and_is_felt_by_the_chassis(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id chassis = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(1.0f, 0.3f), 10.0f);
    thud_body_id wheel = rig_box(rig.world, thud_vec2_make(0.0f, -1.0f), thud_vec2_make(0.3f, 0.3f), 2.0f);
    thud_wheel_joint_def def = thud_wheel_joint_defaults();
    def.base = thud_joint_base_at(rig.world, chassis, wheel, thud_vec2_make(0.0f, -1.0f));
    def.motor = (thud_joint_motor){true, -20.0f, 0.5f};
    thud_joint_id joint = thud_wheel_joint_create(rig.world, &def);
    float inertia = thud_body_mass(rig.world, wheel).inertia;
    rig_step(&rig, 6);
    assert_true(is_near(thud_joint_torque(rig.world, joint), -0.5f, 1e-3f));
    assert_true(is_near(thud_body_angular_velocity(rig.world, wheel), -0.05f / inertia, 0.01f));
    assert_true(thud_body_angular_velocity(rig.world, chassis) > 0.0f);
    rig_step(&rig, 300);
    float relative =
        thud_body_angular_velocity(rig.world, wheel) - thud_body_angular_velocity(rig.world, chassis);
    assert_true(is_near(relative, -20.0f, 0.01f));
    thud_world_destroy(rig.world);
}

static void a_car_drives_over_the_ground(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_shape_def ground = thud_shape_defaults();
    thud_body_add_segment(rig.world, rig.post, &ground, thud_vec2_make(-50.0f, 0.0f),
                          thud_vec2_make(500.0f, 0.0f));
    thud_body_id chassis = rig_box(rig.world, thud_vec2_make(0.0f, 1.0f), thud_vec2_make(1.5f, 0.3f), 20.0f);
    for (int i = 0; i < 2; i++) {
        thud_vec2 at = {i == 0 ? -1.0f : 1.0f, 0.4f};
        thud_body_id wheel = rig_body(rig.world, THUD_BODY_DYNAMIC, at);
        thud_shape_def tyre = thud_shape_defaults();
        tyre.material.friction = 1.5f;
        thud_body_add_circle(rig.world, wheel, &tyre, thud_vec2_make(0.0f, 0.0f), 0.4f);
        thud_wheel_joint_def def = thud_wheel_joint_defaults();
        def.base = thud_joint_base_at(rig.world, chassis, wheel, at);
        def.spring.hertz = 4.0f;
        def.limit = (thud_joint_limit){true, -0.25f, 0.25f};
        def.motor = (thud_joint_motor){true, -10.0f, 30.0f};
        assert_true(thud_joint_is_valid(rig.world, thud_wheel_joint_create(rig.world, &def)));
    }
    rig_step(&rig, 600);
    assert_true(is_near(thud_body_velocity(rig.world, chassis).x, 4.0f, 0.1f)); /* 10 rad/s on 0.4 m */
    assert_true(is_near(thud_body_angle(rig.world, chassis), 0.0f, 0.1f));
    thud_world_destroy(rig.world);
}

/* Such cars shook and flew off at thousands of metres a second (Box2D as well): see least_spokes in joint_trees.c. */
static void a_chassis_that_is_lighter_than_its_wheels_rests(void **state) {
    (void)state;
    for (int wheels = 4; wheels <= 6; wheels++) {
        joint_rig rig = make_rig(gravity);
        thud_shape_def surface = thud_shape_defaults();
        thud_body_add_box(rig.world, rig.post, &surface, thud_vec2_make(50.0f, 1.0f));
        thud_body_id chassis =
            rig_box(rig.world, thud_vec2_make(0.0f, 1.8f), thud_vec2_make(1.4f, 0.2f), 2.0f);
        for (int i = 0; i < wheels; i++) {
            thud_vec2 at = {2.4f * ((float)i / (float)(wheels - 1) - 0.5f), 1.5f};
            thud_body_id wheel = rig_body(rig.world, THUD_BODY_DYNAMIC, at);
            surface.density = 10.0f / (THUD_PI * 0.3f * 0.3f);
            surface.filter.group = -1;
            thud_body_add_circle(rig.world, wheel, &surface, thud_vec2_make(0.0f, 0.0f), 0.3f);
            thud_wheel_joint_def def = thud_wheel_joint_defaults();
            def.base = thud_joint_base_at(rig.world, chassis, wheel, at);
            assert_true(thud_joint_is_valid(rig.world, thud_wheel_joint_create(rig.world, &def)));
        }
        rig_step(&rig, 600);
        assert_true(is_near(thud_vec2_length(thud_body_velocity(rig.world, chassis)), 0.0f, 0.001f));
        assert_true(is_near(thud_body_position(rig.world, chassis).y, 1.57f, 0.03f));
        thud_world_destroy(rig.world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slider_accelerates_along_its_axis_only),
        cmocka_unit_test(limits_hold_a_slider_under_load),
        cmocka_unit_test(a_motor_lifts_what_it_can_and_no_more),
        cmocka_unit_test(an_undamped_slider_on_a_spring_keeps_its_swing),
        cmocka_unit_test(a_slider_swings_at_its_frequency_wherever_its_anchor_is),
        cmocka_unit_test(a_free_pair_on_a_slider_keeps_its_momentum),
        cmocka_unit_test(a_suspension_carries_its_load_where_its_spring_says),
        cmocka_unit_test(an_engine_turns_a_wheel_and_is_felt_by_the_chassis),
        cmocka_unit_test(a_car_drives_over_the_ground),
        cmocka_unit_test(a_chassis_that_is_lighter_than_its_wheels_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
