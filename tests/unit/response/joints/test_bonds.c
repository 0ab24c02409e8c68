/* Bonds, drives, gears and ratchets. */
#include "joint_rig.h"

#include "reference/random.h"
#include "reference/test_world.h"

static const float gravity = 10.0f;

/* ---- weld ---- */

static void a_firm_bond_holds_a_beam_out_from_the_wall(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id beam = rig_box(rig.world, thud_vec2_make(1.0f, 0.0f), thud_vec2_make(1.0f, 0.1f), 5.0f);
    thud_weld_joint_def def = thud_weld_joint_defaults();
    def.base = thud_joint_base_at(rig.world, rig.post, beam, thud_vec2_make(0.0f, 0.0f));
    thud_joint_id bond = thud_weld_joint_create(rig.world, &def);
    rig_step(&rig, 300);
    assert_true(is_near(thud_body_angle(rig.world, beam), 0.0f, 0.002f));
    assert_true(is_near(thud_joint_force(rig.world, bond).y, 50.0f, 0.1f));
    assert_true(is_near(thud_joint_torque(rig.world, bond), 50.0f, 0.2f)); /* 50 N at 1 m */
    thud_world_destroy(rig.world);
}

static void a_soft_bond_bends_and_swings_at_its_frequency(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id beam = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(1.0f, 0.1f), 5.0f);
    thud_weld_joint_def def = thud_weld_joint_defaults();
    def.base = thud_joint_base_at(rig.world, rig.post, beam, thud_vec2_make(0.0f, 0.0f));
    def.reference_angle = 0.3f;
    def.angular_spring = (thud_joint_spring){true, 2.0f, 0.0f, 0.0f};
    thud_weld_joint_create(rig.world, &def);
    rig_step(&rig, 15); /* half a swing: from 0 over 0.3 to 0.6 */
    assert_true(is_near(thud_body_angle(rig.world, beam), 0.6f, 0.005f));
    rig_step(&rig, 15);
    assert_true(is_near(thud_body_angle(rig.world, beam), 0.0f, 0.005f));
    thud_world_destroy(rig.world);
}

static void a_plank_of_five_bonds_hardly_bends(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id last = rig.post;
    for (int i = 0; i < 5; i++) {
        thud_vec2 at = {0.25f + 0.5f * (float)i, 0.0f};
        thud_body_id piece = rig_box(rig.world, at, thud_vec2_make(0.25f, 0.1f), 1.0f);
        thud_weld_joint_def def = thud_weld_joint_defaults();
        def.base = thud_joint_base_at(rig.world, last, piece, thud_vec2_make(0.5f * (float)i, 0.0f));
        thud_weld_joint_create(rig.world, &def);
        last = piece;
    }
    rig_step(&rig, 600);
    float tip = thud_body_position(rig.world, last).y;
    print_message("tip at %.4f m\n", (double)tip);
    assert_true(tip > -0.15f && tip <= 0.0f);
    thud_world_destroy(rig.world);
}

/* Boxes side by side, each welded to one before it at the middle of one of the boxes, that turn together about their common
 * centre of mass. Whether their energy grows. */
static bool gains_energy(test_random *random, int count) {
    thud_world *world = test_world_without_gravity();
    thud_body_id boxes[4];
    thud_joint_id welds[4];
    double mass = 0.0, x = 0.0, y = 0.0;
    for (int i = 0; i < count; i++) {
        thud_vec2 at = {0.8f * (float)i, test_random_float(random, -0.3f, 0.3f)};
        boxes[i] = test_add_body(world, THUD_BODY_DYNAMIC, at);
        thud_body_teleport(world, boxes[i], at, test_random_float(random, -1.0f, 1.0f));
        thud_shape_def def = thud_shape_defaults();
        def.filter.mask = 0;
        def.density = test_random_float(random, 1.0f, 10.0f);
        thud_vec2 half = {test_random_float(random, 0.1f, 0.5f), test_random_float(random, 0.1f, 0.5f)};
        thud_body_add_box(world, boxes[i], &def, half);
        float of_box = thud_body_mass(world, boxes[i]).mass;
        mass += of_box;
        x += of_box * at.x;
        y += of_box * at.y;
    }
    float spin = test_random_float(random, -5.0f, 5.0f);
    for (int i = 0; i < count; i++) {
        thud_vec2 arm = thud_vec2_sub(thud_body_position(world, boxes[i]),
                                      thud_vec2_make((float)(x / mass), (float)(y / mass)));
        thud_body_set_velocity(world, boxes[i], thud_vec2_scale(thud_vec2_perp(arm), spin), spin);
    }
    for (int i = 1; i < count; i++) {
        thud_body_id other = boxes[test_random_int(random, 0, i - 1)];
        thud_weld_joint_def def = thud_weld_joint_defaults();
        thud_body_id at = test_random_int(random, 0, 1) == 0 ? other : boxes[0];
        def.base = thud_joint_base_at(world, other, boxes[i], thud_body_position(world, at));
        def.reference_angle = thud_body_angle(world, boxes[i]) - thud_body_angle(world, other);
        welds[i] = thud_weld_joint_create(world, &def);
    }
    double energy = test_kinetic_energy(world);
    bool gains = false;
    for (int step = 0; step < 180; step++) {
        test_step(world, 1);
        gains |= test_kinetic_energy(world) > 1.05 * energy;
    }
    /* A weld is held at another point, but its translation is the distance of its anchors. */
    for (int i = 1; i < count; i++) {
        thud_vec2 a, b;
        assert_true(thud_joint_anchors(world, welds[i], &a, &b));
        assert_true(is_near(thud_joint_translation(world, welds[i]), thud_vec2_distance(a, b), 1e-4f));
    }
    thud_world_destroy(world);
    return gains;
}

/* Point and angle of a weld were solved one after the other at its anchors: where these were far from one of the bodies each undid
 * the other, and 13 of these 800 assemblies began to rattle; some had ten times their energy after three seconds. One still does. */
static void hardly_any_welded_boxes_gain_energy(void **state) {
    (void)state;
    test_random random = test_random_seed(7);
    int gained = 0;
    for (int i = 0; i < 800; i++) {
        gained += gains_energy(&random, 3 + i % 2);
    }
    print_message("%d of 800 gained energy\n", gained);
    assert_in_range(gained, 0, 1);
}

/* A hub of 1 kg that turns on the post, and blades of 1 kg and 2 m that are welded to it. */
static float turn_windmill(int blades) {
    joint_rig rig = make_rig(gravity);
    thud_body_id hub = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.3f, 0.3f), 1.0f);
    thud_revolute_joint_def axle = thud_revolute_joint_defaults();
    axle.base = thud_joint_base_at(rig.world, rig.post, hub, thud_vec2_make(0.0f, 0.0f));
    thud_revolute_joint_create(rig.world, &axle);
    thud_body_set_velocity(rig.world, hub, thud_vec2_make(0.0f, 0.0f), 1.0f);
    for (int i = 0; i < blades; i++) {
        float angle = 2.0f * THUD_PI * (float)i / (float)blades;
        thud_vec2 along = {cosf(angle), sinf(angle)};
        thud_vec2 at = thud_vec2_scale(along, 1.3f);
        thud_body_id blade = rig_box(rig.world, at, thud_vec2_make(1.0f, 0.1f), 1.0f);
        thud_body_teleport(rig.world, blade, at, angle);
        thud_body_set_velocity(rig.world, blade, thud_vec2_perp(at), 1.0f);
        thud_weld_joint_def def = thud_weld_joint_defaults();
        def.base = thud_joint_base_at(rig.world, hub, blade, thud_vec2_scale(along, 0.3f));
        def.reference_angle = angle;
        assert_true(thud_joint_is_valid(rig.world, thud_weld_joint_create(rig.world, &def)));
    }
    rig_step(&rig, 600);
    float speed = thud_body_angular_velocity(rig.world, hub);
    thud_world_destroy(rig.world);
    return speed;
}

/* Iterated, the blades undid each other: the hub shook at 12 to 188 rad/s after ten seconds (Box2D as well). */
static void a_windmill_of_welded_blades_turns_evenly(void **state) {
    (void)state;
    for (int blades = 3; blades <= 8; blades++) {
        assert_true(is_near(turn_windmill(blades), 1.0f, 0.01f));
    }
}

/* ---- motor ---- */

static void a_drive_takes_a_body_to_its_pose_and_holds_it(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id drone = rig_box(rig.world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.5f, 0.5f), 1.0f);
    thud_motor_joint_def def = thud_motor_joint_defaults();
    def.base.body_a = rig.post;
    def.base.body_b = drone;
    def.base.anchor_a = thud_vec2_make(-1.0f, 2.0f);
    def.reference_angle = 1.0f;
    thud_joint_id drive = thud_motor_joint_create(rig.world, &def);
    rig_step(&rig, 240);
    thud_vec2 at = thud_body_position(rig.world, drone);
    assert_true(is_near(at.x, -1.0f, 1e-3f));
    assert_true(is_near(at.y, 2.0f, 1e-3f));
    assert_true(is_near(thud_body_angle(rig.world, drone), 1.0f, 1e-3f));
    def.max_force = 5.0f;
    def.base.anchor_a = thud_vec2_make(1000.0f, 2.0f);
    assert_true(thud_motor_joint_configure(rig.world, drive, &def));
    rig_step(&rig, 60);
    assert_true(is_near(thud_body_velocity(rig.world, drone).x, 5.0f, 0.05f)); /* 5 N on 1 kg for 1 s */
    thud_world_destroy(rig.world);
}

/* ---- gear ---- */

static thud_joint_id hinge_of(const joint_rig *rig, thud_body_id body) {
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(rig->world, rig->post, body, thud_body_position(rig->world, body));
    return thud_revolute_joint_create(rig->world, &def);
}

static void a_gear_keeps_its_ratio_under_load(void **state) {
    (void)state;
    joint_rig rig = make_rig(gravity);
    thud_body_id small = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f), 1.0f);
    thud_body_id large = rig_box(rig.world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(1.5f, 1.5f), 9.0f);
    thud_gear_joint_def def = thud_gear_joint_defaults();
    def.joint_a = hinge_of(&rig, small);
    def.joint_b = hinge_of(&rig, large);
    def.ratio = 3.0f;
    thud_joint_id gear = thud_gear_joint_create(rig.world, &def);
    assert_true(thud_joint_is_valid(rig.world, gear));
    float inertia =
        thud_body_mass(rig.world, small).inertia + thud_body_mass(rig.world, large).inertia / 9.0f;
    for (int i = 0; i < 600; i++) {
        thud_body_apply_torque(rig.world, small, 1.0f);
        rig_step(&rig, 1);
        float a = thud_joint_angle(rig.world, def.joint_a);
        float b = thud_joint_angle(rig.world, def.joint_b);
        assert_true(fabsf(a + 3.0f * b) < 0.003f);
    }
    float speed = 10.0f / inertia; /* 1 N m for 10 s on both inertias */
    print_message("speeds %.4f and %.4f, expected %.4f\n",
                  (double)thud_body_angular_velocity(rig.world, small),
                  (double)thud_body_angular_velocity(rig.world, large), (double)speed);
    assert_true(is_near(thud_body_angular_velocity(rig.world, small) / speed, 1.0f, 0.01f));
    assert_true(is_near(thud_body_angular_velocity(rig.world, large) / speed, -1.0f / 3.0f, 0.005f));
    thud_world_destroy(rig.world);
}

/* A gear made on hinges that are turned holds them as they are, and another name or load is no new beginning. */
static void a_gear_holds_what_it_was_made_on(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id small = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f), 1.0f);
    thud_body_id large = rig_box(rig.world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(1.5f, 1.5f), 9.0f);
    thud_gear_joint_def def = thud_gear_joint_defaults();
    def.joint_a = hinge_of(&rig, small);
    def.joint_b = hinge_of(&rig, large);
    thud_body_teleport(rig.world, small, thud_vec2_make(0.0f, 0.0f), 1.0f);
    thud_joint_id gear = thud_gear_joint_create(rig.world, &def);
    rig_step(&rig, 60);
    assert_true(is_near(thud_body_angle(rig.world, small), 1.0f, 1e-4f));
    assert_true(is_near(thud_body_angle(rig.world, large), 0.0f, 1e-4f));
    thud_body_teleport(rig.world, small, thud_vec2_make(0.0f, 0.0f), 1.3f);
    def = thud_gear_joint_definition(rig.world, gear);
    def.base.user_data = &rig;
    assert_true(thud_gear_joint_configure(rig.world, gear, &def));
    rig_step(&rig, 240);
    assert_true(is_near(thud_body_angle(rig.world, small) + thud_body_angle(rig.world, large), 1.0f, 1e-3f));
    def.ratio = 2.0f; /* holds from here on */
    assert_true(thud_gear_joint_configure(rig.world, gear, &def));
    float before = thud_body_angle(rig.world, small);
    rig_step(&rig, 60);
    assert_true(is_near(thud_body_angle(rig.world, small), before, 1e-3f));
    thud_world_destroy(rig.world);
}

static void a_rack_moves_with_its_pinion(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id pinion = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f), 1.0f);
    thud_body_id rack = rig_box(rig.world, thud_vec2_make(0.0f, -1.0f), thud_vec2_make(2.0f, 0.1f), 2.0f);
    thud_prismatic_joint_def slider = thud_prismatic_joint_defaults();
    slider.base = thud_joint_base_at(rig.world, rig.post, rack, thud_vec2_make(0.0f, -1.0f));
    thud_gear_joint_def def = thud_gear_joint_defaults();
    def.joint_a = hinge_of(&rig, pinion);
    def.joint_b = thud_prismatic_joint_create(rig.world, &slider);
    def.ratio = -2.0f; /* 2 rad a metre */
    thud_joint_id gear = thud_gear_joint_create(rig.world, &def);
    thud_body_apply_angular_impulse(rig.world, pinion, 1.0f);
    rig_step(&rig, 60);
    float angle = thud_joint_angle(rig.world, def.joint_a);
    assert_true(angle > 0.5f);
    assert_true(is_near(thud_joint_translation(rig.world, def.joint_b), 0.5f * angle, 0.002f));
    assert_true(thud_joint_destroy(rig.world, def.joint_b)); /* takes the gear with it */
    assert_false(thud_joint_is_valid(rig.world, gear));
    assert_true(thud_joint_is_valid(rig.world, def.joint_a));
    rig_step(&rig, 60);
    thud_world_destroy(rig.world);
}

static void a_gear_needs_hinges_or_sliders_on_static_bodies(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id a = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f), 1.0f);
    thud_body_id b = rig_box(rig.world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.5f, 0.5f), 1.0f);
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = thud_joint_base_at(rig.world, a, b, thud_vec2_make(3.0f, 0.0f));
    thud_gear_joint_def def = thud_gear_joint_defaults();
    def.joint_a = hinge_of(&rig, a);
    def.joint_b = thud_revolute_joint_create(rig.world, &hinge);
    assert_false(thud_joint_is_valid(rig.world, thud_gear_joint_create(rig.world, &def)));
    assert_int_equal(thud_world_refusal(rig.world).status, THUD_WRONG_KIND);
    assert_string_equal(thud_world_refusal(rig.world).field, "joint_b");
    def.joint_b = def.joint_a;
    assert_false(thud_joint_is_valid(rig.world, thud_gear_joint_create(rig.world, &def)));
    assert_int_equal(thud_world_refusal(rig.world).status, THUD_SAME_BODY);
    thud_world_destroy(rig.world);
}

/* ---- ratchet ---- */

static void a_ratchet_turns_one_way_and_holds_at_each_tooth(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id wheel = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f), 1.0f);
    hinge_of(&rig, wheel);
    thud_ratchet_joint_def def = thud_ratchet_joint_defaults();
    def.base.body_a = rig.post;
    def.base.body_b = wheel;
    def.tooth = 0.5f;
    thud_joint_id pawl = thud_ratchet_joint_create(rig.world, &def);
    for (int i = 0; i < 60; i++) {
        thud_body_apply_torque(rig.world, wheel, -5.0f);
        rig_step(&rig, 1);
    }
    assert_true(is_near(thud_joint_angle(rig.world, pawl), 0.0f, 0.005f));
    thud_body_set_velocity(rig.world, wheel, thud_vec2_make(0.0f, 0.0f), 1.2f);
    rig_step(&rig, 60); /* over two teeth */
    for (int i = 0; i < 120; i++) {
        thud_body_apply_torque(rig.world, wheel, -5.0f);
        rig_step(&rig, 1);
    }
    assert_true(is_near(thud_joint_angle(rig.world, pawl), 1.0f, 0.005f));
    assert_true(is_near(thud_joint_torque(rig.world, pawl), 5.0f, 0.05f));
    thud_world_destroy(rig.world);
}

static void a_ratchet_with_a_negative_tooth_turns_the_other_way(void **state) {
    (void)state;
    joint_rig rig = make_rig(0.0f);
    thud_body_id wheel = rig_box(rig.world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f), 1.0f);
    hinge_of(&rig, wheel);
    thud_ratchet_joint_def def = thud_ratchet_joint_defaults();
    def.base.body_a = rig.post;
    def.base.body_b = wheel;
    def.tooth = -0.5f;
    thud_joint_id pawl = thud_ratchet_joint_create(rig.world, &def);
    thud_body_set_velocity(rig.world, wheel, thud_vec2_make(0.0f, 0.0f), 3.0f);
    rig_step(&rig, 60);
    assert_true(is_near(thud_joint_angle(rig.world, pawl), 0.0f, 0.01f));
    thud_body_set_velocity(rig.world, wheel, thud_vec2_make(0.0f, 0.0f), -1.2f);
    rig_step(&rig, 60);
    assert_true(is_near(thud_joint_angle(rig.world, pawl), -1.2f, 0.01f));
    thud_world_destroy(rig.world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_firm_bond_holds_a_beam_out_from_the_wall),
        cmocka_unit_test(hardly_any_welded_boxes_gain_energy),
        cmocka_unit_test(a_windmill_of_welded_blades_turns_evenly),
        cmocka_unit_test(a_soft_bond_bends_and_swings_at_its_frequency),
        cmocka_unit_test(a_plank_of_five_bonds_hardly_bends),
        cmocka_unit_test(a_drive_takes_a_body_to_its_pose_and_holds_it),
        cmocka_unit_test(a_gear_keeps_its_ratio_under_load),
        cmocka_unit_test(a_gear_holds_what_it_was_made_on),
        cmocka_unit_test(a_rack_moves_with_its_pinion),
        cmocka_unit_test(a_gear_needs_hinges_or_sliders_on_static_bodies),
        cmocka_unit_test(a_ratchet_turns_one_way_and_holds_at_each_tooth),
        cmocka_unit_test(a_ratchet_with_a_negative_tooth_turns_the_other_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
