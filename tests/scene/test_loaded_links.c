/*
 * Light links that lie on something while they bear the load of their joint tree (tree_contacts.c). Where their contacts were iterated
 * with the mass of a link alone, while their joints were solved as a tree:
 *
 *                                                    load in masses of a link           21        100      1,000
 *     planks on a static post turn after 5 s at up to [rad/s]                   before   4.6       52         37
 *                                                                               now      0          0          0
 *     ropes over an edge move in a second by up to [mm]                         before    17         77        521
 *                                                                               now      0.05        0.2         13
 */
#include <float.h>

#include "reference/test_world.h"
#include "unit/response/joints/joint_rig.h"

static thud_body_id heavy_box(thud_world *world, thud_vec2 at, thud_vec2 half, float mass) {
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, at);
    thud_shape_def def = thud_shape_defaults();
    def.density = mass / (4.0f * half.x * half.y);
    thud_body_add_box(world, body, &def, half);
    return body;
}

static void hinge_at(thud_world *world, thud_body_id a, thud_body_id b, thud_vec2 point) {
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(world, a, b, point);
    thud_revolute_joint_create(world, &def);
}

static const float loads[] = {21.0f, 100.0f, 1000.0f};
enum { load_count = sizeof loads / sizeof loads[0] };

/* A plank of 2 m and 1 kg on a hinge at one end lies with the other one on a post, which is static or has a mass, and a load hangs in
 * its middle or from its end, at rest or falling at 3 m/s. */
static void a_plank_on_a_post_bears_a_load(void **state) {
    (void)state;
    const float posts[] = {0.0f, 4.0f}, places[] = {1.0f, 2.0f}; /* [kg], 0: static; [m] */
    for (int i = 0; i < 4 * load_count; i++) {
        float load_mass = loads[i / 4], post_mass = posts[i % 2], at = places[i / 2 % 2];
        if (post_mass > 0.0f && load_mass > 500.0f) {
            continue; /* it sinks into a post of 4 kg */
        }
        joint_rig rig = make_rig(10.0f);
        thud_vec2 foot = {2.0f, -0.6f}, half = {0.2f, 0.5f};
        test_add_wall(rig.world, thud_vec2_make(2.0f, -1.6f), thud_vec2_make(5.0f, 0.5f));
        if (post_mass > 0.0f) {
            heavy_box(rig.world, foot, half, post_mass);
        } else {
            test_add_wall(rig.world, foot, half);
        }
        thud_body_id plank =
            heavy_box(rig.world, thud_vec2_make(1.0f, 0.0f), thud_vec2_make(1.0f, 0.1f), 1.0f);
        thud_body_id load =
            rig_box(rig.world, thud_vec2_make(at, -4.0f), thud_vec2_make(0.3f, 0.3f), load_mass);
        hinge_at(rig.world, rig.post, plank, thud_vec2_make(0.0f, 0.0f));
        hinge_at(rig.world, plank, load, thud_vec2_make(at, 0.0f));
        thud_body_set_velocity(rig.world, load, thud_vec2_make(0.0f, i % 4 == 0 ? -3.0f : 0.0f), 0.0f);
        rig_step(&rig, 300);
        float fastest = 0.0f;
        for (int step = 0; step < 60; step++) {
            rig_step(&rig, 1);
            fastest = thud_max(fastest, fabsf(thud_body_angular_velocity(rig.world, plank)));
        }
        float angle = thud_body_angle(rig.world, plank);
        print_message("1:%.0f at %g m, post of %g kg: turns at %.5f rad/s, hangs at %.4f rad\n",
                      (double)load_mass, (double)at, (double)post_mass, (double)fastest, (double)angle);
        assert_true(fastest < 0.005f);
        assert_true(angle < 0.01f && angle > -0.1f);
        thud_world_destroy(rig.world);
    }
}

/* A rope lies on a ledge, fixed to it at one end, and hangs over its edge with a load at the other end. */
static void a_rope_over_an_edge_lies_still(void **state) {
    (void)state;
    enum { links = 16 };
    for (int i = 0; i < load_count; i++) {
        joint_rig rig = make_rig(10.0f);
        thud_body_id bodies[links + 1], last = rig.post;
        test_add_wall(rig.world, thud_vec2_make(-5.0f, -1.0f), thud_vec2_make(5.0f, 1.0f));
        for (int k = 0; k <= links; k++) {
            bool hangs = k >= links / 2;
            float along = 0.25f * (float)(k - links / 2);
            thud_vec2 at =
                hangs ? thud_vec2_make(0.08f, -0.075f - along) : thud_vec2_make(along + 0.145f, 0.06f);
            thud_vec2 joint = hangs ? thud_vec2_make(k == links / 2 ? 0.06f : 0.08f, 0.05f - along)
                                    : thud_vec2_make(along + 0.02f, 0.06f);
            if (k == links) {
                bodies[k] =
                    heavy_box(rig.world, thud_vec2_make(0.4f, -2.25f), thud_vec2_make(0.3f, 0.3f), loads[i]);
            } else {
                bodies[k] = heavy_box(
                    rig.world, at, hangs ? thud_vec2_make(0.05f, 0.15f) : thud_vec2_make(0.15f, 0.05f), 1.0f);
            }
            hinge_at(rig.world, last, bodies[k], joint);
            last = bodies[k];
        }
        rig_step(&rig, 900);
        thud_vec2 places[links / 2]; /* of those that lie; the others swing */
        float farthest = 0.0f;
        for (int step = 0; step < 60; step++) {
            for (int k = 0; k < links / 2; k++) {
                places[k] = step == 0 ? thud_body_position(rig.world, bodies[k]) : places[k];
                farthest = thud_max(farthest,
                                    thud_vec2_distance(places[k], thud_body_position(rig.world, bodies[k])));
            }
            rig_step(&rig, 1);
        }
        print_message("1:%.0f: links that lie move by %.2f mm\n", (double)loads[i],
                      (double)(1000.0f * farthest));
        assert_true(farthest < (loads[i] < 500.0f ? 0.001f : 0.02f));
        thud_world_destroy(rig.world);
    }
}

/* A ball of 1,000 links on a chain falls from level; the chain swings against a block. It stretched by 0.1 and 0.2 m, and its energy
 * would have lifted the ball 1.0 and 4.8 m above its start. */
static void a_chain_that_swings_against_a_block_neither_stretches_nor_gains_energy(void **state) {
    (void)state;
    const int lengths[] = {8, 16};
    const thud_vec2 blocks[] = {{0.0f, -2.0f}, {2.0f, -2.0f}};
    for (int i = 0; i < 2; i++) {
        joint_rig rig = make_rig(10.0f);
        test_add_wall(rig.world, blocks[i], thud_vec2_make(0.3f, 0.3f));
        thud_body_id last = rig.post;
        float length = 0.5f * (float)lengths[i], stretch = 0.0f, highest = -FLT_MAX;
        for (int k = 0; k <= lengths[i]; k++) {
            float start = 0.5f * (float)k;
            bool is_link = k < lengths[i];
            thud_body_id body = heavy_box(rig.world, thud_vec2_make(is_link ? start + 0.25f : start, 0.0f),
                                          thud_vec2_make(is_link ? 0.25f : 0.4f, is_link ? 0.06f : 0.4f),
                                          is_link ? 1.0f : 1000.0f);
            hinge_at(rig.world, last, body, thud_vec2_make(start, 0.0f));
            last = body;
        }
        for (int step = 0; step < 900; step++) {
            rig_step(&rig, 1);
            thud_vec2 place = thud_body_center(rig.world, last),
                      velocity = thud_body_velocity(rig.world, last);
            stretch = thud_max(stretch, thud_vec2_length(place) - length);
            highest = thud_max(highest, place.y + thud_vec2_dot(velocity, velocity) / 20.0f);
        }
        print_message("%d links: stretches by %.4f m, its energy lifts the ball to %.2f m\n", lengths[i],
                      (double)stretch, (double)highest);
        assert_true(stretch < 0.02f);
        assert_true(highest < 0.05f);
        thud_world_destroy(rig.world);
    }
}

/* A chassis on one wheel, which cannot turn over, falls at 5 m/s; a soft suspension lets it down to its limit. While the limit was
 * iterated it rose at 2.5 to 3.2 m/s. Box2D: the same. */
static void a_heavy_chassis_that_bottoms_does_not_rebound(void **state) {
    (void)state;
    for (int i = 0; i < load_count; i++) {
        joint_rig rig = make_rig(10.0f);
        test_add_ground(rig.world);
        thud_body_id wheel = test_add_ball(rig.world, thud_vec2_make(0.0f, 0.4f), 0.4f);
        float mass = loads[i] * thud_body_mass(rig.world, wheel).mass;
        thud_body_id chassis = rig_box(rig.world, thud_vec2_make(0.0f, 1.4f), thud_vec2_make(1.0f, 0.25f), mass);
        thud_body_def body = thud_body_definition(rig.world, chassis);
        body.lock_rotation = true;
        thud_body_configure(rig.world, chassis, &body);
        thud_wheel_joint_def def = thud_wheel_joint_defaults();
        def.base = thud_joint_base_at(rig.world, chassis, wheel, thud_vec2_make(0.0f, 0.4f));
        def.limit = (thud_joint_limit){true, -0.25f, 0.25f};
        thud_wheel_joint_create(rig.world, &def);
        thud_body_set_velocity(rig.world, chassis, thud_vec2_make(0.0f, -5.0f), 0.0f);
        thud_body_set_velocity(rig.world, wheel, thud_vec2_make(0.0f, -5.0f), 0.0f);
        float fastest = 0.0f;
        for (int step = 0; step < 120; step++) {
            rig_step(&rig, 1);
            fastest = thud_max(fastest, thud_body_velocity(rig.world, chassis).y);
        }
        print_message("1:%.0f: rises at %.3f m/s\n", (double)loads[i], (double)fastest);
        assert_true(fastest < 0.2f);
        thud_world_destroy(rig.world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plank_on_a_post_bears_a_load),
        cmocka_unit_test(a_rope_over_an_edge_lies_still),
        cmocka_unit_test(a_chain_that_swings_against_a_block_neither_stretches_nor_gains_energy),
        cmocka_unit_test(a_heavy_chassis_that_bottoms_does_not_rebound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
