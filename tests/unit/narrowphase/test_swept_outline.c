/* The quick test of sweeps, compared with the separation of the two shapes at many moments of the sweep. */
#include "test.h"

#include "narrowphase/swept_outline.h"
#include "random_pairs.h"
#include "reference/pair_features.h"

enum { sweeps = 20000, moments = 32 };

typedef struct sweep {
    random_pair pair; /* a moves, about its origin; b is the obstacle */
    thud_vec2 translation;
    float turn, own_turn; /* of a and of b [rad] */
    thud_outline_motion motion;
} sweep;

static thud_swept_outline outline_of(const random_pair *pair) {
    thud_swept_outline swept = {.count = pair->a.count, .radius = pair->a.radius};
    for (int i = 0; i < pair->a.count; i++) {
        swept.arms[i] = thud_rot_apply(pair->pose_a.rotation, pair->a.vertices[i]);
        swept.reach = thud_max(swept.reach, thud_vec2_length(swept.arms[i]));
    }
    return swept;
}

/* Sets the motion of a sweep, seen from the obstacle. */
static void see_motion(sweep *moved) {
    moved->motion.pose = moved->pair.pose_b;
    moved->motion.arm = thud_vec2_sub(moved->pair.pose_a.position, moved->pair.pose_b.position);
    thud_outline_motion_make(&moved->motion, moved->translation, moved->turn, moved->own_turn);
}

static sweep random_sweep(test_random *random) {
    sweep moved = {.pair = random_pair_within(random, 4.0f)};
    moved.translation = test_random_vec2(random, 3.0f);
    moved.turn = test_random_int(random, 0, 1) == 0 ? 0.0f : test_random_float(random, -2.0f, 2.0f);
    moved.own_turn = test_random_int(random, 0, 1) == 0 ? 0.0f : test_random_float(random, -1.0f, 1.0f);
    see_motion(&moved);
    return moved;
}

/* The least separation of the two shapes at some moments; below 0 they overlap by that much. */
static double least_separation(const sweep *moved) {
    double least = INFINITY;
    for (int i = 0; i <= moments; i++) {
        float fraction = (float)i / (float)moments;
        thud_pose pose = moved->pair.pose_a;
        pose.position = thud_vec2_mul_add(pose.position, fraction, moved->translation);
        pose.rotation = thud_rot_mul(thud_rot_from_angle(fraction * moved->turn), pose.rotation);
        thud_pose own_pose = moved->pair.pose_b;
        own_pose.rotation = thud_rot_mul(thud_rot_from_angle(fraction * moved->own_turn), own_pose.rotation);
        reference_core shape = reference_place(&moved->pair.a, pose);
        reference_core obstacle = reference_place(&moved->pair.b, own_pose);
        double separation = reference_separation(&shape, &obstacle);
        least = separation < least ? separation : least;
    }
    return least;
}

static bool may_sink_in(const sweep *moved, float depth) {
    thud_swept_outline swept = outline_of(&moved->pair);
    thud_outline_obstacle obstacle = {thud_outline_of(&moved->pair.b), moved->pair.b.normals, {0.0f, 0.0f}};
    return thud_swept_outline_may_sink_in(&swept, &moved->motion, &obstacle, depth);
}

static bool disc_may_meet(const sweep *moved) {
    const thud_shape *obstacle = &moved->pair.b;
    thud_rot axes = moved->pair.pose_b.rotation;
    thud_aabb box = {obstacle->vertices[0], obstacle->vertices[0]};
    for (int i = 1; i < obstacle->count; i++) {
        box = thud_aabb_union(box, (thud_aabb){obstacle->vertices[i], obstacle->vertices[i]});
    }
    thud_turning_box turning;
    thud_turning_box_make(&turning, thud_aabb_expand(box, obstacle->radius), moved->own_turn);
    thud_swept_outline swept = outline_of(&moved->pair);
    return thud_swept_disc_may_meet(swept.reach + swept.radius, &turning,
                                    thud_rot_apply_inverse(axes, moved->motion.arm),
                                    thud_rot_apply_inverse(axes, moved->translation));
}

static void a_part_that_is_judged_apart_never_sinks_in_deeper(void **state) {
    (void)state;
    test_random random = test_random_seed(410);
    int apart = 0, deep = 0;
    for (int i = 0; i < sweeps; i++) {
        sweep moved = random_sweep(&random);
        float depth = test_random_float(&random, -0.05f, 0.3f);
        double least = least_separation(&moved);
        if (!may_sink_in(&moved, depth)) {
            assert_true(least > -(double)depth - 1.0e-5);
            apart++;
        }
        deep += least < -(double)depth;
    }
    print_message("%d sweeps: %d told apart, %d meet\n", sweeps, apart, deep);
    assert_true(apart > (sweeps - deep) / 4 * 3 && deep > sweeps / 4);
}

static void an_outline_that_the_disc_test_rejects_stays_apart(void **state) {
    (void)state;
    test_random random = test_random_seed(411);
    int apart = 0, separate = 0;
    for (int i = 0; i < sweeps; i++) {
        sweep moved = random_sweep(&random);
        double least = least_separation(&moved);
        if (!disc_may_meet(&moved)) {
            assert_true(least > -1.0e-5);
            apart++;
        }
        separate += least > 0.0;
    }
    print_message("%d sweeps: %d told apart, %d are\n", sweeps, apart, separate);
    assert_true(apart > separate / 3);
}

/* The normal of a face separates a body that moves along it, however close. */
static void a_box_that_slides_along_a_floor_is_told_apart(void **state) {
    (void)state;
    sweep moved = {.translation = {30.0f, 0.0f}};
    thud_box((thud_vec2){0.5f, 0.5f}, 0.0f, &moved.pair.a);
    thud_box((thud_vec2){50.0f, 1.0f}, 0.0f, &moved.pair.b);
    moved.pair.pose_a = thud_pose_identity();
    moved.pair.pose_b = thud_pose_identity();
    moved.pair.pose_a.position.y = 1.501f;
    see_motion(&moved);
    assert_false(may_sink_in(&moved, 0.0f));
    moved.translation.y = -0.01f;
    see_motion(&moved);
    assert_true(may_sink_in(&moved, 0.0f));
    assert_false(may_sink_in(&moved, 0.02f));
}

/* A box that flies past the corner of another one is in front of one face first, of the next one later. */
static void a_box_that_passes_a_corner_is_told_apart(void **state) {
    (void)state;
    sweep moved = {.translation = {2.0f, -2.0f}};
    thud_box((thud_vec2){0.5f, 0.5f}, 0.0f, &moved.pair.a);
    thud_box((thud_vec2){1.0f, 1.0f}, 0.0f, &moved.pair.b);
    moved.pair.pose_a = thud_pose_identity();
    moved.pair.pose_b = thud_pose_identity();
    moved.pair.pose_a.position = (thud_vec2){0.6f, 2.6f};
    see_motion(&moved);
    assert_false(may_sink_in(&moved, 0.0f));
    moved.pair.pose_a.position.y = 2.3f;
    see_motion(&moved);
    assert_true(may_sink_in(&moved, 0.0f));
}

/* Without a translation there is no line along the path. */
static void a_box_that_only_turns_into_another_one_is_not_told_apart(void **state) {
    (void)state;
    sweep moved = {.turn = 0.5f};
    thud_box((thud_vec2){1.0f, 0.5f}, 0.0f, &moved.pair.a);
    thud_box((thud_vec2){1.0f, 1.0f}, 0.0f, &moved.pair.b);
    moved.pair.pose_a = thud_pose_identity();
    moved.pair.pose_b = thud_pose_identity();
    moved.pair.pose_a.position = (thud_vec2){0.0f, 1.51f};
    see_motion(&moved);
    assert_true(may_sink_in(&moved, 0.2f));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_that_is_judged_apart_never_sinks_in_deeper),
        cmocka_unit_test(an_outline_that_the_disc_test_rejects_stays_apart),
        cmocka_unit_test(a_box_that_slides_along_a_floor_is_told_apart),
        cmocka_unit_test(a_box_that_passes_a_corner_is_told_apart),
        cmocka_unit_test(a_box_that_only_turns_into_another_one_is_not_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
