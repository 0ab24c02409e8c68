/* Whole worlds of joints: a chain that bears a heavy weight, and the same bits on every processor. */
#include "test.h"

#include <math.h>

#include "reference/test_world.h"
#include "widths.h"

enum { links = 30 };
static const float link_length = 0.4f; /* [m] */

typedef struct chain {
    thud_world *world;
    thud_body_id bodies[links + 1];
    thud_joint_id joints[links + 1];
} chain;

static thud_body_id add_link(thud_world *world, thud_vec2 position, thud_vec2 half, float mass) {
    thud_body_id body = test_add_box(world, position, half);
    thud_shape_id shape = test_shape_of(world, body);
    thud_shape_def def = thud_shape_definition(world, shape);
    def.density = mass / (4.0f * half.x * half.y);
    thud_shape_configure(world, shape, &def);
    return body;
}

/* Thirty links of 1 kg and a weight at the end, along a direction from a post at the origin. */
static chain make_chain(thud_vec2 along, float weight) {
    chain c;
    c.world = test_world_create();
    thud_body_id last = test_add_body(c.world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    for (int i = 0; i <= links; i++) {
        float half = i < links ? 0.5f * link_length : 0.5f;
        float start = link_length * (float)i;
        thud_vec2 size = along.x != 0.0f || i == links ? thud_vec2_make(half, i < links ? 0.06f : 0.5f)
                                                       : thud_vec2_make(0.06f, half);
        c.bodies[i] =
            add_link(c.world, thud_vec2_scale(along, start + half), size, i < links ? 1.0f : weight);
        thud_revolute_joint_def def = thud_revolute_joint_defaults();
        def.base = thud_joint_base_at(c.world, last, c.bodies[i], thud_vec2_scale(along, start));
        c.joints[i] = thud_revolute_joint_create(c.world, &def);
        last = c.bodies[i];
    }
    return c;
}

static float widest_gap(const chain *c) {
    float widest = 0.0f;
    for (int i = 0; i <= links; i++) {
        widest = thud_max(widest, thud_joint_translation(c->world, c->joints[i]));
    }
    return widest;
}

static float widest_gap_over(const chain *c, int steps) {
    float widest = 0.0f;
    for (int i = 0; i < steps; i++) {
        test_step(c->world, 1);
        widest = thud_max(widest, widest_gap(c));
    }
    return widest;
}

/* Mean force of the first joint over some steps: the chain still oscillates by millimetres, and the force of
 * single steps by 60 N. */
static float mean_force(const chain *c, int steps) {
    float sum = 0.0f;
    for (int i = 0; i < steps; i++) {
        test_step(c->world, 1);
        sum += thud_joint_force(c->world, c->joints[0]).y;
    }
    return sum / (float)steps;
}

static void a_chain_of_thirty_links_bears_a_weight_of_a_hundred(void **state) {
    (void)state;
    chain c = make_chain(thud_vec2_make(0.0f, -1.0f), 100.0f);
    float widest = widest_gap_over(&c, 1200);
    float rest = widest_gap(&c);
    print_message("hanging: widest gap %.4f m, at rest %.4f m, of links of %.1f m\n", (double)widest,
                  (double)rest, (double)link_length);
    assert_true(widest < 0.05f);
    assert_true(rest < 0.03f);
    float force = mean_force(&c, 120);
    print_message("the first joint bears %.1f N\n", (double)force);
    assert_true(fabsf(force - 1300.0f) < 13.0f); /* 130 kg, within 1 % */
    thud_world_destroy(c.world);
}

static void the_same_chain_holds_together_while_the_weight_swings_down_from_level(void **state) {
    (void)state;
    chain c = make_chain(thud_vec2_make(1.0f, 0.0f), 100.0f);
    float widest = widest_gap_over(&c, 1200);
    print_message("swinging: widest gap %.4f m\n", (double)widest);
    assert_true(widest < 0.1f);
    thud_world_destroy(c.world);
}

/* ---- loads on what the ground holds ---- */

enum { crates = 5 };

/* Makes a platform of 1.6 kg with crates of 4.9 kg on it, three below and two on top; hold() joins it to the ground. */
static bool comes_to_rest(thud_joint_id (*hold)(thud_world *world, thud_body_id ground, thud_body_id platform)) {
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_body_id platform = test_add_box(world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(2.0f, 0.2f));
    for (int i = 0; i < crates; i++) {
        thud_vec2 place = {-0.8f + 0.8f * (float)(i % 3), 0.7f + 0.9f * (float)(i / 3)};
        add_link(world, place, thud_vec2_make(0.35f, 0.35f), 4.9f);
    }
    assert_true(thud_joint_is_valid(world, hold(world, ground, platform)));
    bool rests = test_step_until_asleep(world, platform, 300);
    thud_world_destroy(world);
    return rests;
}

static thud_joint_id hold_as_lift(thud_world *world, thud_body_id ground, thud_body_id platform) {
    thud_prismatic_joint_def def = thud_prismatic_joint_defaults();
    def.base = thud_joint_base_at(world, ground, platform, thud_vec2_make(0.0f, 0.0f));
    def.axis = thud_vec2_make(0.0f, 1.0f);
    def.limit = (thud_joint_limit){true, 0.0f, 8.0f};
    return thud_prismatic_joint_create(world, &def);
}

static thud_joint_id hold_as_drawbridge(thud_world *world, thud_body_id ground, thud_body_id platform) {
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(world, ground, platform, thud_vec2_make(-2.0f, 0.0f));
    def.limit = (thud_joint_limit){true, 0.0f, 1.5f};
    return thud_revolute_joint_create(world, &def);
}

static thud_joint_id hold_as_shelf(thud_world *world, thud_body_id ground, thud_body_id platform) {
    thud_weld_joint_def def = thud_weld_joint_defaults();
    def.base = thud_joint_base_at(world, ground, platform, thud_vec2_make(-2.0f, 0.0f));
    return thud_weld_joint_create(world, &def);
}

/* Joints with the ground were twice as stiff as others. A row of 120 Hz in substeps of 1/240 s below soft contacts
 * overshoots: the lift jumped on its stop by 2 mm at 0.1 m/s for ever, and so did the others. */
static void a_lift_a_drawbridge_and_a_shelf_with_crates_come_to_rest(void **state) {
    (void)state;
    assert_true(comes_to_rest(hold_as_lift));
    assert_true(comes_to_rest(hold_as_drawbridge));
    assert_true(comes_to_rest(hold_as_shelf));
}

/* ---- the same bits ---- */

/* Joints of each kind, several of them so that lanes fill, with contacts between their bodies. */
static void add_machine(thud_world *world, thud_body_id ground, float x) {
    thud_body_id bodies[8];
    for (int i = 0; i < 8; i++) {
        bodies[i] =
            test_add_box(world, thud_vec2_make(x + 0.9f * (float)(i % 4), 2.0f + 1.1f * (float)(i / 4)),
                         thud_vec2_make(0.4f, 0.3f));
    }
    thud_vec2 at = thud_body_position(world, bodies[0]);
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = thud_joint_base_at(world, ground, bodies[0], at);
    hinge.motor = (thud_joint_motor){true, 3.0f, 20.0f};
    thud_gear_joint_def gear = thud_gear_joint_defaults();
    gear.joint_a = thud_revolute_joint_create(world, &hinge);
    thud_prismatic_joint_def slider = thud_prismatic_joint_defaults();
    slider.base = thud_joint_base_at(world, ground, bodies[1], thud_body_position(world, bodies[1]));
    slider.limit = (thud_joint_limit){true, -0.5f, 0.5f};
    slider.spring = (thud_joint_spring){true, 1.0f, 0.1f, 0.2f};
    gear.joint_b = thud_prismatic_joint_create(world, &slider);
    gear.ratio = -3.0f;
    thud_gear_joint_create(world, &gear);
    thud_distance_joint_def rope = thud_distance_joint_defaults();
    rope.base = thud_joint_base_at(world, bodies[1], bodies[2], thud_body_position(world, bodies[2]));
    rope.limit = (thud_joint_limit){true, 0.0f, 0.6f};
    thud_distance_joint_create(world, &rope);
    thud_weld_joint_def bond = thud_weld_joint_defaults();
    bond.base = thud_joint_base_at(world, bodies[2], bodies[3], thud_body_position(world, bodies[3]));
    bond.angular_spring = (thud_joint_spring){true, 3.0f, 0.3f, 0.0f};
    thud_weld_joint_create(world, &bond);
    thud_wheel_joint_def wheel = thud_wheel_joint_defaults();
    wheel.base = thud_joint_base_at(world, bodies[3], bodies[4], thud_body_position(world, bodies[4]));
    wheel.motor = (thud_joint_motor){true, -8.0f, 5.0f};
    thud_wheel_joint_create(world, &wheel);
    thud_motor_joint_def drive = thud_motor_joint_defaults();
    drive.base = thud_joint_base_at(world, ground, bodies[5], thud_vec2_make(x, 4.0f));
    thud_motor_joint_create(world, &drive);
    thud_pulley_joint_def pulley = thud_pulley_joint_defaults();
    pulley.base.body_a = bodies[6];
    pulley.base.body_b = bodies[7];
    pulley.wheel_a = thud_vec2_make(x + 1.8f, 6.0f);
    pulley.wheel_b = thud_vec2_make(x + 2.7f, 6.0f);
    pulley.length = 5.0f;
    thud_pulley_joint_create(world, &pulley);
    thud_ratchet_joint_def ratchet = thud_ratchet_joint_defaults();
    ratchet.base.body_a = bodies[0];
    ratchet.base.body_b = bodies[6];
    thud_ratchet_joint_create(world, &ratchet);
    thud_target_joint_def target = thud_target_joint_defaults();
    target.body = bodies[7];
    target.target = thud_vec2_make(x, 5.0f);
    thud_target_joint_create(world, &target);
    thud_filter_joint_def filter = thud_filter_joint_defaults();
    filter.base.body_a = bodies[4];
    filter.base.body_b = bodies[5];
    assert_true(thud_joint_is_valid(world, thud_filter_joint_create(world, &filter)));
    assert_true(thud_world_counts(world).joints % 11 == 0);
}

static uint64_t hash_of_machines(thud_lanes lanes, int workers) {
    thud_world_def def = thud_world_defaults();
    def.lanes = lanes;
    def.worker_count = workers;
    thud_world *world = test_world_of(&def);
    thud_body_id ground = test_add_ground(world);
    for (int i = 0; i < 20; i++) {
        add_machine(world, ground, 4.0f * (float)i);
    }
    test_step(world, 240);
    uint64_t hash = thud_world_hash(world);
    thud_world_destroy(world);
    return hash;
}

static void joints_of_all_kinds_have_the_same_bits_for_every_width_and_number_of_workers(void **state) {
    (void)state;
    uint64_t expected = hash_of_machines(THUD_LANES_SCALAR, 1);
    int compared = 0;
    for (int i = 0; i < test_width_count; i++) {
        for (int workers = 1; workers <= 4 && thud_lanes_available(test_widths[i]); workers *= 2) {
            assert_int_equal(hash_of_machines(test_widths[i], workers), expected);
            compared++;
        }
    }
    assert_true(compared >= 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_of_thirty_links_bears_a_weight_of_a_hundred),
        cmocka_unit_test(the_same_chain_holds_together_while_the_weight_swings_down_from_level),
        cmocka_unit_test(a_lift_a_drawbridge_and_a_shelf_with_crates_come_to_rest),
        cmocka_unit_test(joints_of_all_kinds_have_the_same_bits_for_every_width_and_number_of_workers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
