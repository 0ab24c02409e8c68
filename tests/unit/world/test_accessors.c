/* Cheap accessors for the values that games use in each frame, and the effects of a change of
 * the world's definition. */
#include "test.h"

#include <string.h>
#include <time.h>

#include "reference/test_world.h"
#include "thud/chain.h"

static const thud_vec2 origin = {0.0f, 0.0f};

/* ---- ids ---- */

static void ids_are_compared_and_told_from_null(void **state) {
    (void)state;
    thud_body_id null = {0, 0}, a = {3, 1}, b = {3, 2}, c = {4, 1};
    assert_true(thud_body_id_is_null(null));
    assert_false(thud_body_id_is_null(a));
    assert_true(thud_body_id_equal(a, a));
    assert_false(thud_body_id_equal(a, b) || thud_body_id_equal(a, c));
    assert_true(thud_shape_id_is_null((thud_shape_id){0, 0}) && thud_joint_id_is_null((thud_joint_id){0, 0}));
    assert_true(thud_contact_id_is_null((thud_contact_id){0, 0}) &&
                thud_chain_id_is_null((thud_chain_id){0, 0}));
    assert_true(thud_shape_id_equal((thud_shape_id){1, 2}, (thud_shape_id){1, 2}));
    assert_false(thud_joint_id_equal((thud_joint_id){1, 2}, (thud_joint_id){1, 3}));
    assert_false(thud_contact_id_equal((thud_contact_id){1, 2}, (thud_contact_id){2, 2}));
    assert_false(thud_chain_id_equal((thud_chain_id){1, 2}, (thud_chain_id){2, 2}));
}

/* ---- bodies ---- */

static void velocity_and_spin_are_set_one_by_one(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id box = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    thud_body_set_velocity(world, box, thud_vec2_make(1.0f, 2.0f), 3.0f);
    assert_true(thud_body_set_linear_velocity(world, box, thud_vec2_make(-4.0f, 5.0f)));
    assert_true(thud_body_velocity(world, box).x == -4.0f && thud_body_angular_velocity(world, box) == 3.0f);
    assert_true(thud_body_set_angular_velocity(world, box, -6.0f));
    assert_true(thud_body_velocity(world, box).y == 5.0f && thud_body_angular_velocity(world, box) == -6.0f);
    assert_false(thud_body_set_linear_velocity(world, box, thud_vec2_make(1e30f, 0.0f)));
    assert_int_equal(thud_world_refusal(world).status, THUD_OUT_OF_RANGE);
    thud_body_id wall = test_add_wall(world, thud_vec2_make(9.0f, 0.0f), thud_vec2_make(1.0f, 1.0f));
    assert_false(thud_body_set_linear_velocity(world, wall, origin));
    assert_false(thud_body_set_angular_velocity(world, wall, 0.0f));
    assert_int_equal(thud_world_refusal(world).status, THUD_WRONG_KIND);
    thud_world_destroy(world);
}

static void an_impulse_at_the_centre_gives_no_spin(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id box = test_add_body(world, THUD_BODY_DYNAMIC, origin);
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_circle(world, box, &def, thud_vec2_make(2.0f, 0.0f), 0.5f);
    float mass = thud_body_mass(world, box).mass;
    assert_true(thud_body_apply_impulse_to_center(world, box, thud_vec2_make(0.0f, mass)));
    assert_float_equal(thud_body_velocity(world, box).y, 1.0f, 1e-6f);
    assert_true(thud_body_angular_velocity(world, box) == 0.0f);
    thud_world_destroy(world);
}

static void points_and_vectors_go_from_frame_to_frame(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id box = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    thud_body_teleport(world, box, thud_vec2_make(10.0f, 5.0f), 0.5f * THUD_PI);
    thud_vec2 local = {1.0f, 2.0f};
    thud_vec2 point = thud_body_world_point(world, box, local),
              vector = thud_body_world_vector(world, box, local);
    assert_float_equal(point.x, 8.0f, 1e-5f);
    assert_float_equal(point.y, 6.0f, 1e-5f);
    assert_float_equal(vector.x, -2.0f, 1e-6f);
    assert_float_equal(vector.y, 1.0f, 1e-6f);
    thud_vec2 back = thud_body_local_point(world, box, point);
    assert_float_equal(thud_vec2_distance(back, local), 0.0f, 1e-5f);
    back = thud_body_local_vector(world, box, vector);
    assert_float_equal(thud_vec2_distance(back, local), 0.0f, 1e-6f);
    assert_true(thud_body_world_point(world, box, thud_vec2_make(NAN, 0.0f)).x == 0.0f);
    assert_string_equal(thud_world_refusal(world).field, "local_point");
    thud_world_destroy(world);
}

static void awake_bodies_are_listed(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id still = test_add_box(world, thud_vec2_make(-5.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id lift = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(0.0f, 9.0f));
    thud_body_set_linear_velocity(world, lift, thud_vec2_make(0.0f, 0.1f));
    assert_true(test_step_until_asleep(world, still, 200));
    thud_body_id ball = test_add_ball(world, thud_vec2_make(5.0f, 50.0f), 0.5f);
    for (int stepped = 0; stepped < 2; stepped++) {
        thud_body_id awake[4] = {{0, 0}};
        assert_int_equal(thud_world_awake_bodies(world, awake, 4), 2);
        assert_true(test_same_body(awake[0], ball) && test_same_body(awake[1], lift));
        assert_int_equal(thud_world_awake_bodies(world, awake, 4), thud_world_counts(world).awake_bodies);
        assert_int_equal(thud_world_awake_bodies(world, NULL, 9), 2);
        assert_int_equal(thud_world_awake_bodies(world, awake, -1), 2);
        test_step(world, 1);
    }
    thud_body_wake(world, still);
    assert_int_equal(thud_world_awake_bodies(world, NULL, 0), 3);
    thud_body_destroy(world, ball);
    assert_int_equal(thud_world_awake_bodies(world, NULL, 0), 2);
    assert_int_equal(thud_world_awake_bodies(NULL, NULL, 0), 0);
    thud_world_destroy(world);
}

/* ---- shapes ---- */

static void material_filter_and_sensor_flag_are_read_and_set(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, origin);
    thud_shape_def def = thud_shape_defaults();
    def.material.friction = 0.25f;
    def.filter.mask = 6;
    def.sensor = true;
    def.name = "eye";
    thud_shape_id shape = thud_body_add_circle(world, body, &def, origin, 1.0f);
    assert_true(thud_shape_material(world, shape).friction == 0.25f);
    assert_true(thud_shape_filter(world, shape).mask == 6);
    assert_true(thud_shape_is_sensor(world, shape));
    thud_material ice = {.friction = 0.01f};
    assert_true(thud_shape_set_material(world, shape, &ice));
    assert_true(thud_shape_material(world, shape).friction == 0.01f);
    thud_filter filter = {.category = 2, .mask = 4, .group = -3};
    assert_true(thud_shape_set_filter(world, shape, filter));
    assert_int_equal(thud_shape_filter(world, shape).group, -3);
    assert_string_equal(thud_shape_definition(world, shape).name, "eye"); /* the rest is unchanged */
    ice.friction = -1.0f;
    assert_false(thud_shape_set_material(world, shape, &ice));
    assert_false(thud_shape_set_material(world, shape, NULL));
    assert_true(thud_shape_material(world, shape).friction == 0.01f);
    thud_shape_id none = {0, 0};
    assert_true(thud_shape_material(world, none).friction == 0.0f &&
                thud_shape_filter(world, none).mask == 0);
    assert_false(thud_shape_is_sensor(world, none) || thud_shape_set_filter(world, none, filter));
    thud_world_destroy(world);
}

/* ---- joints ---- */

static void motor_speed_and_spring_target_are_read_and_set(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id wall = test_add_wall(world, thud_vec2_make(0.0f, -2.0f), thud_vec2_make(1.0f, 1.0f));
    thud_body_id wheel = test_add_ball(world, origin, 0.5f);
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(world, wall, wheel, origin);
    def.motor = (thud_joint_motor){.enabled = true, .speed = 1.0f, .max_force = 1000.0f};
    thud_joint_id hinge = thud_revolute_joint_create(world, &def);
    assert_true(thud_joint_motor_speed(world, hinge) == 1.0f);
    assert_true(thud_joint_set_motor_speed(world, hinge, -3.0f));
    assert_true(thud_revolute_joint_definition(world, hinge).motor.speed == -3.0f);
    test_step(world, 10);
    assert_float_equal(thud_body_angular_velocity(world, wheel), -3.0f, 1e-3f);
    assert_true(thud_joint_set_spring_target(world, hinge, 0.5f));
    assert_true(thud_joint_spring_target(world, hinge) == 0.5f);
    assert_false(thud_joint_set_motor_speed(world, hinge, NAN));
    assert_string_equal(thud_world_refusal(world).field, "motor.speed");
    thud_weld_joint_def weld_def = thud_weld_joint_defaults();
    weld_def.base = def.base;
    thud_joint_id weld = thud_weld_joint_create(world, &weld_def);
    assert_false(thud_joint_set_motor_speed(world, weld, 1.0f));
    assert_int_equal(thud_world_refusal(world).status, THUD_WRONG_KIND);
    assert_true(thud_joint_spring_target(world, weld) == 0.0f);
    thud_world_destroy(world);
}

/* ---- the world's definition ---- */

static int mixed;

static thud_material count_mix(const thud_surface *a, const thud_surface *b, void *context) {
    (void)context;
    mixed++;
    return thud_material_mix(&a->material, &b->material);
}

/* Two sleeping boxes on the ground, one of them without gravity. */
static thud_world *make_bedroom(thud_body_id *box, thud_body_id *weightless) {
    thud_world_def def = thud_world_defaults();
    def.mix_materials = count_mix;
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    *box = test_add_box(world, thud_vec2_make(-5.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_def body_def = thud_body_defaults();
    body_def.type = THUD_BODY_DYNAMIC;
    body_def.position = thud_vec2_make(5.0f, 0.5f);
    body_def.gravity_scale = 0.0f;
    *weightless = thud_body_create(world, &body_def);
    thud_shape_def shape_def = thud_shape_defaults();
    thud_body_add_box(world, *weightless, &shape_def, thud_vec2_make(0.5f, 0.5f));
    assert_true(test_step_until_asleep(world, *box, 300));
    assert_false(thud_body_is_awake(world, *weightless));
    mixed = 0;
    return world;
}

/* Each configure once woke every body and called the user's mixing rule for every contact. */
static void a_change_of_gravity_wakes_the_bodies_that_it_moves_and_mixes_no_materials(void **state) {
    (void)state;
    for (int call = 0; call < 2; call++) {
        thud_body_id box, weightless;
        thud_world *world = make_bedroom(&box, &weightless);
        thud_world_def def = thud_world_definition(world);
        def.gravity.y = -9.0f;
        assert_true(call == 0 ? thud_world_configure(world, &def)
                              : thud_world_set_gravity(world, def.gravity));
        assert_true(thud_world_gravity(world).y == -9.0f);
        assert_true(thud_body_is_awake(world, box));
        assert_false(thud_body_is_awake(world, weightless));
        assert_int_equal(mixed, 0);
        assert_true(thud_world_set_gravity(world, def.gravity)); /* the same value has no effect */
        assert_int_equal(mixed, 0);
        assert_false(thud_world_set_gravity(world, thud_vec2_make(0.0f, NAN)));
        assert_true(thud_world_gravity(world).y == -9.0f);
        thud_world_destroy(world);
    }
}

static void other_settings_wake_nothing_and_hold_from_the_next_step_on(void **state) {
    (void)state;
    thud_body_id box, weightless;
    thud_world *world = make_bedroom(&box, &weightless);
    thud_world_def def = thud_world_definition(world);
    def.solver.substeps = 8;
    def.hit_speed = 3.0f;
    def.sleep_time = 1.0f;
    def.sleep_speed = 0.2f;
    def.name = "bedroom";
    assert_true(thud_world_configure(world, &def));
    assert_false(thud_body_is_awake(world, box) || thud_body_is_awake(world, weightless));
    assert_int_equal(mixed, 0);
    assert_int_equal(thud_world_definition(world).solver.substeps, 8);
    assert_string_equal(thud_world_definition(world).name, "bedroom");
    thud_body_wake(world, weightless); /* 0.1 m/s is slow now */
    thud_body_set_linear_velocity(world, weightless, thud_vec2_make(0.1f, 0.0f));
    test_step(world, 80);
    assert_false(thud_body_is_awake(world, weightless));
    thud_world_destroy(world);
}

static void another_rule_for_materials_mixes_anew_and_wakes(void **state) {
    (void)state;
    thud_body_id box, weightless;
    thud_world *world = make_bedroom(&box, &weightless);
    thud_world_def def = thud_world_definition(world);
    assert_true(thud_world_configure(world, &def)); /* equal, but the user's table may have changed */
    assert_int_equal(mixed, 2);
    assert_true(thud_body_is_awake(world, box) && thud_body_is_awake(world, weightless));
    def.mix_materials_context = &mixed;
    assert_true(thud_world_configure(world, &def));
    assert_int_equal(mixed, 4);
    thud_world_destroy(world);
}

/* Of the process [ms]. */
static double time_now(void) {
    return 1e3 * (double)clock() / (double)CLOCKS_PER_SEC;
}

/* The bounds at the end are of units, not of speed: ticks taken for milliseconds would be a million times too large. */
static void the_timings_of_a_step_are_milliseconds_and_its_stages_add_up(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    for (int i = 0; i < 200; i++) {
        test_add_box(world, (thud_vec2){(float)(i % 20), 1.0f + (float)(i / 20)}, (thud_vec2){0.4f, 0.4f});
    }
    assert_true(thud_world_last_timings(world).step == 0.0f);
    double start = time_now(), sum = 0.0;
    for (int i = 0; i < 100; i++) {
        test_step(world, 1);
        thud_world_timings timings = thud_world_last_timings(world);
        float stages = timings.broadphase + timings.narrowphase + timings.response + timings.advance;
        assert_float_equal(stages, timings.step, 0.001f * timings.step);
        assert_true(timings.continuous <= timings.advance && timings.sensors == 0.0f);
        sum += (double)timings.step;
    }
    double passed = time_now() - start;
    assert_true(sum > 1.0e-4 * passed && sum < 100.0 * passed);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_compared_and_told_from_null),
        cmocka_unit_test(velocity_and_spin_are_set_one_by_one),
        cmocka_unit_test(an_impulse_at_the_centre_gives_no_spin),
        cmocka_unit_test(points_and_vectors_go_from_frame_to_frame),
        cmocka_unit_test(awake_bodies_are_listed),
        cmocka_unit_test(material_filter_and_sensor_flag_are_read_and_set),
        cmocka_unit_test(motor_speed_and_spring_target_are_read_and_set),
        cmocka_unit_test(a_change_of_gravity_wakes_the_bodies_that_it_moves_and_mixes_no_materials),
        cmocka_unit_test(other_settings_wake_nothing_and_hold_from_the_next_step_on),
        cmocka_unit_test(another_rule_for_materials_mixes_anew_and_wakes),
        cmocka_unit_test(the_timings_of_a_step_are_milliseconds_and_its_stages_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
