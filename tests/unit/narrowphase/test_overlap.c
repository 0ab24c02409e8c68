/*
 * Overlap and MTD of every pair of kinds: worked examples, and properties against clipping and feature
 * oracles.
 */
#include "test.h"

#include <math.h>
#include <string.h>

#include "random_pairs.h"
#include "reference/clip_area.h"
#include "reference/pair_features.h"
#include "shapes.h"

/* ---- worked examples ---- */

/* b lies to the right of a; they overlap by `depth` along `normal`, and touch exactly when b is moved away by
 * it. */
static void expect_mtd(thud_shape a, thud_pose pose_a, thud_shape b, thud_pose pose_b, thud_vec2 normal,
                       float depth) {
    thud_mtd mtd;
    assert_true(thud_overlap(&a, pose_a, &b, pose_b));
    assert_int_equal(thud_find_mtd(&a, pose_a, &b, pose_b, &mtd), THUD_OK);
    assert_true(mtd.overlap);
    assert_float_equal(mtd.depth, depth, 1e-6f);
    assert_float_equal(mtd.normal.x, normal.x, 1e-6f);
    assert_float_equal(mtd.normal.y, normal.y, 1e-6f);
    assert_float_equal(mtd.translation.x, -normal.x * depth, 1e-6f);
    assert_float_equal(mtd.translation.y, -normal.y * depth, 1e-6f);
}

static void every_pair_of_kinds_has_the_mtd_that_one_computes_by_hand(void **state) {
    (void)state;
    thud_shape ball = circle(1.0f), unit_box = box(1.0f, 1.0f, 0.0f), round_box = box(1.0f, 1.0f, 0.5f);
    thud_shape pill = capsule(v(-1, 0), v(1, 0), 0.5f), line = segment(v(-2, 0), v(2, 0));
    expect_mtd(ball, at(0, 0), ball, at(1.5f, 0), v(1, 0), 0.5f);
    expect_mtd(pill, at(0, 0), ball, at(2, 0), v(1, 0), 0.5f);
    expect_mtd(pill, at(0, 0), ball, at(0, 1), v(0, 1), 0.5f);
    expect_mtd(pill, at(0, 0), pill, at(0.5f, 0.75f), v(0, 1), 0.25f);
    expect_mtd(line, at(0, 0), ball, at(1, 0.75f), v(0, 1), 0.25f);
    expect_mtd(line, at(0, 0), ball, at(-1, -0.75f), v(0, -1), 0.25f);
    expect_mtd(line, at(0, 0), pill, at(0, 0.25f), v(0, 1), 0.25f);
    expect_mtd(unit_box, at(0, 0), ball, at(1.75f, 0), v(1, 0), 0.25f);
    expect_mtd(unit_box, at(0, 0), ball, at(0.25f, 0), v(1, 0), 1.75f);
    expect_mtd(unit_box, at(0, 0), ball, at(1.6f, 1.0f), v(1, 0), 0.4f);
    expect_mtd(unit_box, at(0, 0), ball, at(1.6f, 1.6f), v(sqrtf(0.5f), sqrtf(0.5f)),
               1.0f - 0.6f * sqrtf(2.0f));
    expect_mtd(unit_box, at(0, 0), pill, at(2, 0.25f), v(1, 0), 0.5f);
    expect_mtd(unit_box, at(0, 0), line, at(0, 0.75f), v(0, 1), 0.25f);
    expect_mtd(unit_box, at(0, 0), unit_box, at(1.75f, 0.5f), v(1, 0), 0.25f);
    expect_mtd(unit_box, at(0, 0), unit_box, at(-1.75f, 0.5f), v(-1, 0), 0.25f);
    expect_mtd(round_box, at(0, 0), unit_box, at(0, 2.25f), v(0, 1), 0.25f);
    expect_mtd(round_box, at(0, 0), round_box, at(2.6f, 2.6f), v(sqrtf(0.5f), sqrtf(0.5f)),
               1.0f - 0.6f * sqrtf(2.0f));
}

static void expect_touch(thud_shape a, thud_pose pose_a, thud_shape b, thud_pose pose_b) {
    thud_mtd mtd;
    assert_false(thud_overlap(&a, pose_a, &b, pose_b));
    assert_false(thud_overlap(&b, pose_b, &a, pose_a));
    assert_int_equal(thud_find_mtd(&a, pose_a, &b, pose_b, &mtd), THUD_OK);
    assert_false(mtd.overlap);
    assert_true(mtd.depth == 0 && mtd.translation.x == 0 && mtd.translation.y == 0);
}

static void shapes_that_touch_exactly_do_not_overlap(void **state) {
    (void)state;
    thud_shape ball = circle(1.0f), unit_box = box(1.0f, 1.0f, 0.0f), round_box = box(1.0f, 1.0f, 0.5f);
    thud_shape pill = capsule(v(-1, 0), v(1, 0), 0.5f), line = segment(v(-2, 0), v(2, 0));
    expect_touch(ball, at(0, 0), ball, at(2, 0));
    expect_touch(ball, at(0, 0), ball, at(0, -2));
    expect_touch(circle(2.5f), at(0, 0), circle(2.5f), at(3, 4));
    expect_touch(pill, at(0, 0), ball, at(2.5f, 0));
    expect_touch(pill, at(0, 0), pill, at(0.25f, 1));
    expect_touch(pill, at(0, 0), pill, at(3, 0));
    expect_touch(line, at(0, 0), ball, at(1, 1));
    expect_touch(line, at(0, 0), line, at(1, 0));
    expect_touch(line, at(0, 0), line, at(4, 0));
    expect_touch(unit_box, at(0, 0), line, at(0, 1));
    expect_touch(unit_box, at(0, 0), line, at(3, 0));
    expect_touch(unit_box, at(0, 0), ball, at(2, 0.5f));
    expect_touch(unit_box, at(0, 0), unit_box, at(2, 0.5f));
    expect_touch(unit_box, at(0, 0), unit_box, at(2, 2));
    expect_touch(round_box, at(0, 0), unit_box, at(2.5f, 0));
}

static void segments_that_cross_overlap(void **state) {
    (void)state;
    thud_shape line = segment(v(-2, 0), v(2, 0)), upright = segment(v(0, -1), v(0, 1));
    expect_mtd(line, at(0, 0), upright, at(0, 0.75f), v(0, 1), 0.25f);
    expect_mtd(line, at(0, 0), upright, at(1.75f, 0), v(1, 0), 0.25f);
}

static void the_same_place_gives_a_finite_mtd(void **state) {
    (void)state;
    thud_shape shapes[] = {circle(1.0f), capsule(v(-1, 0), v(1, 0), 0.5f), box(1.0f, 1.0f, 0.0f),
                           box(1.0f, 1.0f, 0.25f)};
    const float depths[] = {2.0f, 1.0f, 2.0f, 2.5f};
    for (int i = 0; i < 4; i++) {
        thud_mtd mtd;
        assert_int_equal(thud_find_mtd(&shapes[i], at(5, 5), &shapes[i], at(5, 5), &mtd), THUD_OK);
        assert_true(mtd.overlap);
        assert_float_equal(mtd.depth, depths[i], 1e-6f);
        assert_float_equal(thud_vec2_length(mtd.normal), 1.0f, 1e-6f);
    }
}

static void a_pebble_far_from_the_origin_is_seen_as_near_it(void **state) {
    (void)state;
    thud_shape pebble = circle(0.25f), rock = box(50.0f, 50.0f, 0.0f);
    expect_mtd(rock, at(1.0e6f, -1.0e6f), pebble, at(1.0e6f + 50.125f, -1.0e6f + 3.0f), v(1, 0), 0.125f);
    expect_touch(rock, at(1.0e6f, -1.0e6f), pebble, at(1.0e6f + 50.25f, -1.0e6f + 3.0f));
}

/* ---- properties ---- */

/* Overlaps so small that a circle as a polygon of 128 steps may give another result [m^2 and m]. */
static const double area_noise = 1.0e-12;

static void overlap_agrees_with_the_area_that_two_outlines_share(void **state) {
    (void)state;
    test_random random = test_random_seed(20261);
    int overlapping = 0, apart = 0;
    for (int i = 0; i < 100000; i++) {
        random_pair pair = random_close_pair(&random);
        double round = pair.a.radius + pair.b.radius;
        double chord = round * (1.0 - cos(3.14159265358979 / 128.0));
        reference_core a = reference_place(&pair.a, pair.pose_a), b = reference_place(&pair.b, pair.pose_b);
        double separation = reference_separation(&a, &b);
        if (pair.a.kind == THUD_SHAPE_SEGMENT || pair.b.kind == THUD_SHAPE_SEGMENT ||
            fabs(separation) < chord + 1e-5) {
            continue;
        }
        bool shares = reference_shared_shape_area(&pair.a, pair.pose_a, &pair.b, pair.pose_b) > area_noise;
        assert_int_equal(thud_overlap(&pair.a, pair.pose_a, &pair.b, pair.pose_b), shares);
        overlapping += shares;
        apart += !shares;
    }
    assert_true(overlapping > 10000 && apart > 10000);
}

static void overlap_and_depth_agree_with_all_features(void **state) {
    (void)state;
    test_random random = test_random_seed(20262);
    int overlapping = 0;
    for (int i = 0; i < 100000; i++) {
        random_pair pair = random_close_pair(&random);
        reference_core a = reference_place(&pair.a, pair.pose_a), b = reference_place(&pair.b, pair.pose_b);
        double separation = reference_separation(&a, &b);
        thud_mtd mtd;
        assert_int_equal(thud_find_mtd(&pair.a, pair.pose_a, &pair.b, pair.pose_b, &mtd), THUD_OK);
        assert_int_equal(mtd.overlap, thud_overlap(&pair.a, pair.pose_a, &pair.b, pair.pose_b));
        if (fabs(separation) > 1e-10) {
            assert_int_equal(mtd.overlap, separation < 0.0);
        }
        if (mtd.overlap) {
            assert_float_equal(mtd.depth, -separation, 1e-6);
            assert_float_equal(thud_vec2_length(mtd.normal), 1.0, 1e-6);
        }
        overlapping += mtd.overlap;
    }
    assert_true(overlapping > 20000);
}

static thud_pose moved(thud_pose pose, thud_vec2 by) {
    pose.position = thud_vec2_add(pose.position, by);
    return pose;
}

static void the_mtd_parts_the_shapes_and_nothing_shorter_does(void **state) {
    (void)state;
    test_random random = test_random_seed(20263);
    for (int i = 0; i < 10000; i++) {
        random_pair pair = random_close_pair(&random);
        thud_mtd mtd;
        assert_int_equal(thud_find_mtd(&pair.a, pair.pose_a, &pair.b, pair.pose_b, &mtd), THUD_OK);
        if (!mtd.overlap) {
            continue;
        }
        thud_vec2 beyond = thud_vec2_scale(mtd.normal, -(mtd.depth + 2e-6f));
        assert_false(thud_overlap(&pair.a, moved(pair.pose_a, beyond), &pair.b, pair.pose_b));
        for (int k = 0; k < 16 && mtd.depth > 1e-4f; k++) {
            thud_vec2 shorter = thud_vec2_scale(test_random_unit(&random), 0.999f * mtd.depth - 2e-6f);
            assert_true(thud_overlap(&pair.a, moved(pair.pose_a, shorter), &pair.b, pair.pose_b));
        }
    }
}

static void swapping_the_shapes_flips_the_normal_and_changes_nothing_else(void **state) {
    (void)state;
    test_random random = test_random_seed(20264);
    for (int i = 0; i < 50000; i++) {
        random_pair pair = random_close_pair(&random);
        thud_mtd there, back;
        assert_int_equal(thud_find_mtd(&pair.a, pair.pose_a, &pair.b, pair.pose_b, &there), THUD_OK);
        assert_int_equal(thud_find_mtd(&pair.b, pair.pose_b, &pair.a, pair.pose_a, &back), THUD_OK);
        back.normal = thud_vec2_neg(back.normal);
        back.translation = thud_vec2_neg(back.translation);
        assert_true(there.overlap == back.overlap && there.depth == back.depth);
        assert_true(there.normal.x == back.normal.x && there.normal.y == back.normal.y);
        assert_true(there.translation.x == back.translation.x && there.translation.y == back.translation.y);
    }
}

static void the_mtd_turns_with_the_pair(void **state) {
    (void)state;
    test_random random = test_random_seed(20265);
    for (int i = 0; i < 20000; i++) {
        random_pair pair = random_close_pair(&random);
        thud_pose motion = test_random_pose(&random, 10.0f);
        thud_mtd before, after;
        assert_int_equal(thud_find_mtd(&pair.a, pair.pose_a, &pair.b, pair.pose_b, &before), THUD_OK);
        thud_pose pose_a = thud_pose_mul(motion, pair.pose_a), pose_b = thud_pose_mul(motion, pair.pose_b);
        assert_int_equal(thud_find_mtd(&pair.a, pose_a, &pair.b, pose_b, &after), THUD_OK);
        assert_float_equal(before.depth, after.depth, 2e-5f);
        thud_vec2 turned = thud_rot_apply(motion.rotation, before.normal);
        thud_vec2 by_turned = thud_vec2_scale(turned, -(before.depth + 1e-4f));
        if (before.overlap &&
            before.depth > 1e-3f) { /* of two equal axes the other may win now; this one must separate, too */
            assert_false(thud_overlap(&pair.a, moved(pose_a, by_turned), &pair.b, pose_b));
        }
    }
}

/* ---- refusals ---- */

static void bad_arguments_are_refused_and_nothing_is_written(void **state) {
    (void)state;
    thud_shape ball = circle(1.0f), none = {.kind = THUD_SHAPE_NONE}, bad = ball, not_finite = box(1, 1, 0);
    bad.radius = NAN;
    not_finite.vertices[2].y = INFINITY;
    thud_shape too_many = not_finite;
    too_many.count = 1000;
    thud_pose nowhere = at(NAN, 0), stretched = at(0, 0);
    stretched.rotation.c = 2.0f;
    thud_mtd mtd, before;
    memset(&mtd, 0x5a, sizeof mtd);
    before = mtd;
    assert_int_equal(thud_find_mtd(NULL, at(0, 0), &ball, at(0, 0), &mtd), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_find_mtd(&ball, at(0, 0), NULL, at(0, 0), &mtd), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_find_mtd(&ball, at(0, 0), &ball, at(0, 0), NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_find_mtd(&none, at(0, 0), &ball, at(0, 0), &mtd), THUD_WRONG_KIND);
    assert_int_equal(thud_find_mtd(&ball, at(0, 0), &bad, at(0, 0), &mtd), THUD_NOT_FINITE);
    assert_int_equal(thud_find_mtd(&ball, at(0, 0), &not_finite, at(0, 0), &mtd), THUD_NOT_FINITE);
    assert_int_not_equal(thud_find_mtd(&too_many, at(0, 0), &ball, at(0, 0), &mtd), THUD_OK);
    assert_int_equal(thud_find_mtd(&ball, nowhere, &ball, at(0, 0), &mtd), THUD_NOT_FINITE);
    assert_int_equal(thud_find_mtd(&ball, at(0, 0), &ball, stretched, &mtd), THUD_NOT_NORMALIZED);
    assert_memory_equal(&mtd, &before, sizeof mtd);
    assert_false(thud_overlap(NULL, at(0, 0), &ball, at(0, 0)));
    assert_false(thud_overlap(&ball, at(0, 0), &none, at(0, 0)));
    assert_false(thud_overlap(&ball, nowhere, &ball, at(0, 0)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_kinds_has_the_mtd_that_one_computes_by_hand),
        cmocka_unit_test(shapes_that_touch_exactly_do_not_overlap),
        cmocka_unit_test(segments_that_cross_overlap),
        cmocka_unit_test(the_same_place_gives_a_finite_mtd),
        cmocka_unit_test(a_pebble_far_from_the_origin_is_seen_as_near_it),
        cmocka_unit_test(overlap_agrees_with_the_area_that_two_outlines_share),
        cmocka_unit_test(overlap_and_depth_agree_with_all_features),
        cmocka_unit_test(the_mtd_parts_the_shapes_and_nothing_shorter_does),
        cmocka_unit_test(swapping_the_shapes_flips_the_normal_and_changes_nothing_else),
        cmocka_unit_test(the_mtd_turns_with_the_pair),
        cmocka_unit_test(bad_arguments_are_refused_and_nothing_is_written),
    };
    return cmocka_run_group_tests_name("sat_overlap", tests, NULL, NULL);
}
