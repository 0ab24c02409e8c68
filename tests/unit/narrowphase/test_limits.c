/*
 * Every number that the narrowphase takes, at and beyond its limits: a call is refused and leaves the
 * result as it was, or the result is finite.
 */
#include "test.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "reference/random_shapes.h"
#include "shapes.h"
#include "thud/limits.h"
#include "thud/narrowphase.h"

typedef struct arguments {
    thud_shape a, b;
    thud_motion motion_a, motion_b;
    thud_vec2 origin, translation;
    float near, t_max;
} arguments;

typedef union result {
    thud_mtd mtd;
    thud_manifold manifold;
    thud_distance_result distance;
    thud_cast_hit hit;
    thud_collision collision;
} result;

static bool is_unit_or_zero(thud_vec2 normal) {
    float length = thud_vec2_length(normal);
    return length == 0.0f || fabsf(length - 1.0f) < 1e-5f;
}

/* ---- the calls ---- */

static thud_status find_mtd(const arguments *in, result *out) {
    return thud_find_mtd(&in->a, in->motion_a.pose, &in->b, in->motion_b.pose, &out->mtd);
}

static bool is_mtd(const arguments *in, const result *out) {
    bool overlap = thud_overlap(&in->a, in->motion_a.pose, &in->b, in->motion_b.pose);
    return overlap == out->mtd.overlap && thud_is_finite(out->mtd.depth) &&
           is_unit_or_zero(out->mtd.normal) && thud_vec2_is_finite(out->mtd.translation);
}

static thud_status find_manifold(const arguments *in, result *out) {
    return thud_find_manifold(&in->a, in->motion_a.pose, &in->b, in->motion_b.pose, in->near, &out->manifold);
}

static bool is_manifold(const arguments *in, const result *out) {
    (void)in;
    bool good = true;
    for (int k = 0; k < out->manifold.count; k++) {
        const thud_manifold_point *point = &out->manifold.points[k];
        good = good && thud_vec2_is_finite(point->point) && thud_is_finite(point->separation);
    }
    float length = out->manifold.count > 0 ? 1.0f : 0.0f;
    return good && fabsf(thud_vec2_length(out->manifold.normal) - length) < 1e-5f;
}

static thud_status find_distance(const arguments *in, result *out) {
    return thud_find_distance(&in->a, in->motion_a.pose, &in->b, in->motion_b.pose, &out->distance);
}

static bool is_distance(const arguments *in, const result *out) {
    (void)in;
    return thud_is_finite(out->distance.distance) && thud_vec2_is_finite(out->distance.point_a) &&
           thud_vec2_is_finite(out->distance.point_b) && is_unit_or_zero(out->distance.normal);
}

static thud_status cast_ray(const arguments *in, result *out) {
    return thud_cast_ray(&in->b, in->motion_b.pose, in->origin, in->translation, &out->hit);
}

static thud_status cast_shape(const arguments *in, result *out) {
    return thud_cast_shape(&in->a, in->motion_a.pose, in->translation, &in->b, in->motion_b.pose, &out->hit);
}

static bool is_hit(const arguments *in, const result *out) {
    (void)in;
    return out->hit.fraction >= 0.0f && out->hit.fraction <= 1.0f && thud_vec2_is_finite(out->hit.point) &&
           is_unit_or_zero(out->hit.normal);
}

static thud_status collide(const arguments *in, result *out) {
    return thud_collide(&in->a, &in->motion_a, &in->b, &in->motion_b, in->t_max, &out->collision);
}

static bool is_collision(const arguments *in, const result *out) {
    const thud_collision *found = &out->collision;
    bool good = found->time >= 0.0f && found->time <= in->t_max && thud_is_finite(found->depth);
    for (int k = 0; k < found->count; k++) {
        good = good && thud_vec2_is_finite(found->points[k]);
    }
    return good && is_unit_or_zero(found->normal);
}

/* ---- the table ---- */

enum {
    MTD = 1,
    MANIFOLD = 2,
    DISTANCE = 4,
    RAY = 8,
    SHAPE = 16,
    COLLIDE = 32,
    PAIRS = MTD | MANIFOLD | DISTANCE | SHAPE | COLLIDE
};

static const struct {
    int bit;
    thud_status (*call)(const arguments *in, result *out);
    bool (*is_good)(const arguments *in, const result *out);
} functions[] = {
    {MTD, find_mtd, is_mtd},
    {MANIFOLD, find_manifold, is_manifold},
    {DISTANCE, find_distance, is_distance},
    {RAY, cast_ray, is_hit},
    {SHAPE, cast_shape, is_hit},
    {COLLIDE, collide, is_collision},
};
enum { function_count = sizeof functions / sizeof functions[0] };

/* A number, the functions that take it, and the limit beyond which they refuse it. */
static const struct {
    size_t offset;
    int taken_by;
    float limit;
    int limited_by;
} numbers[] = {
    {offsetof(arguments, motion_a.pose.position.x), PAIRS, THUD_MAX_POSITION, MANIFOLD},
    {offsetof(arguments, motion_a.pose.position.y), PAIRS, THUD_MAX_POSITION, MANIFOLD},
    {offsetof(arguments, motion_b.pose.position.x), PAIRS | RAY, THUD_MAX_POSITION, MANIFOLD},
    {offsetof(arguments, motion_b.pose.position.y), PAIRS | RAY, THUD_MAX_POSITION, MANIFOLD},
    {offsetof(arguments, motion_a.pose.rotation.c), PAIRS, 0.0f, 0},
    {offsetof(arguments, motion_b.pose.rotation.s), PAIRS | RAY, 0.0f, 0},
    {offsetof(arguments, motion_a.velocity.x), COLLIDE, THUD_MAX_SPEED, 0},
    {offsetof(arguments, motion_b.velocity.y), COLLIDE, THUD_MAX_SPEED, 0},
    {offsetof(arguments, motion_a.angular_velocity), COLLIDE, THUD_MAX_SPIN, 0},
    {offsetof(arguments, motion_b.angular_velocity), COLLIDE, THUD_MAX_SPIN, 0},
    {offsetof(arguments, motion_a.center.x), COLLIDE, THUD_MAX_COORDINATE, COLLIDE},
    {offsetof(arguments, motion_b.center.y), COLLIDE, THUD_MAX_COORDINATE, COLLIDE},
    {offsetof(arguments, origin.x), RAY, THUD_MAX_POSITION, 0},
    {offsetof(arguments, origin.y), RAY, THUD_MAX_POSITION, 0},
    {offsetof(arguments, translation.x), RAY | SHAPE, THUD_MAX_POSITION, 0},
    {offsetof(arguments, translation.y), RAY | SHAPE, THUD_MAX_POSITION, 0},
    {offsetof(arguments, near), MANIFOLD, THUD_MAX_POSITION, 0},
    {offsetof(arguments, t_max), COLLIDE, THUD_MAX_POSITION, 0},
};
enum { number_count = sizeof numbers / sizeof numbers[0] };

static void set_value(arguments *in, int number, float value) {
    memcpy((char *)in + numbers[number].offset, &value, sizeof value);
}

/* Calls each function: its result is finite, or as before if the call is refused. */
static void expect_good_answers(const arguments *in, thud_status statuses[function_count]) {
    for (int f = 0; f < function_count; f++) {
        result out, before;
        memset(&out, 0x5a, sizeof out);
        before = out;
        statuses[f] = functions[f].call(in, &out);
        if (statuses[f] == THUD_OK) {
            assert_true(functions[f].is_good(in, &out));
        } else {
            assert_memory_equal(&out, &before, sizeof out);
        }
    }
}

static thud_shape shape_of(int kind) {
    thud_shape shapes[] = {circle(1), capsule(v(-1, 0), v(1, 0), 0.5f), segment(v(-1, 0), v(1, 0)),
                           box(1, 1, 0), box(1, 1, 0.25f)};
    return shapes[kind % 5];
}

static arguments sensible_arguments(int kinds) {
    arguments in;
    memset(&in, 0, sizeof in);
    in.a = shape_of(kinds);
    in.b = shape_of(kinds / 5);
    in.motion_a = thud_motion_at(v(0, 0), 0.25f);
    in.motion_b = thud_motion_at(v(1.5f, 0.5f), 0.0f);
    in.motion_b.angular_velocity = kinds % 2 == 0 ? 1.0f : 0.0f;
    in.origin = v(-4, 0);
    in.translation = v(9, 1);
    in.near = 0.5f;
    in.t_max = 1.0f;
    return in;
}

static void every_number_beyond_its_limit_is_refused_and_one_at_it_is_answered(void **state) {
    (void)state;
    for (int number = 0; number < number_count; number++) {
        float limit = numbers[number].limit;
        const float values[] = {NAN,
                                INFINITY,
                                -INFINITY,
                                FLT_MAX,
                                -FLT_MAX,
                                nextafterf(limit, INFINITY),
                                -nextafterf(limit, INFINITY),
                                limit,
                                -limit};
        for (int i = 0; i < 9 * 25; i++) {
            arguments in = sensible_arguments(i / 9);
            thud_status statuses[function_count];
            float value = values[i % 9];
            set_value(&in, number, value);
            expect_good_answers(&in, statuses);
            for (int f = 0; f < function_count; f++) {
                thud_status expected = THUD_OK;
                if ((numbers[number].taken_by & functions[f].bit) != 0) {
                    bool negative = value < 0.0f && (functions[f].bit & (MANIFOLD | COLLIDE)) != 0 &&
                                    number >= number_count - 2;
                    expected = (numbers[number].limited_by & functions[f].bit) != 0 && fabsf(value) > limit
                                   ? THUD_OUT_OF_RANGE
                                   : expected;
                    expected = negative ? THUD_NEGATIVE : expected;
                    expected = limit == 0.0f ? THUD_NOT_NORMALIZED : expected;
                    expected = !thud_is_finite(value) ? THUD_NOT_FINITE : expected;
                }
                bool normal_anyway = limit == 0.0f && statuses[f] == THUD_OK && fabsf(value) < 1e-30f;
                assert_true(statuses[f] == expected || normal_anyway);
            }
        }
    }
}

static void any_numbers_give_finite_answers_or_a_refusal(void **state) {
    (void)state;
    static const float values[] = {0.0f,  1e-45f, 1e-20f, 1.0f,  1e7f,    1e8f,   1e12f,
                                   1e15f, 1e19f,  1e30f,  1e38f, 3.0e38f, FLT_MAX};
    test_random random = test_random_seed(20286);
    int answered = 0;
    for (int i = 0; i < 200000; i++) {
        arguments in = sensible_arguments(test_random_int(&random, 0, 24));
        for (int k = test_random_int(&random, 1, 8); k > 0; k--) {
            float sign = test_random_int(&random, 0, 1) == 0 ? 1.0f : -1.0f;
            int number = test_random_int(&random, 0, number_count - 1);
            if (numbers[number].limit != 0.0f) {
                set_value(&in, number, sign * values[test_random_int(&random, 0, 12)]);
            }
        }
        thud_status statuses[function_count];
        expect_good_answers(&in, statuses);
        for (int f = 0; f < function_count; f++) {
            answered += statuses[f] == THUD_OK;
        }
    }
    assert_true(answered > 600000);
}

/* The distance was once infinite. */
static void a_distance_beyond_the_range_of_floats_is_refused(void **state) {
    (void)state;
    arguments in = sensible_arguments(0);
    in.motion_a.pose.position.x = -3.4e38f;
    in.motion_b.pose.position.x = 3.4e38f;
    result out;
    assert_int_equal(find_distance(&in, &out), THUD_OUT_OF_RANGE);
    in.motion_a.pose.position.x = 0.0f;
    assert_int_equal(find_distance(&in, &out), THUD_OK);
    assert_true(out.distance.distance == 3.4e38f);
}

/* The points and the position were once infinite. */
static void what_flies_beyond_the_range_of_floats_stays_at_the_end_of_it(void **state) {
    (void)state;
    arguments in = sensible_arguments(0);
    in.motion_a = thud_motion_at(v(1e38f, 0), 0.0f);
    in.motion_b = thud_motion_at(v(1.5e38f, 0), 0.0f);
    in.motion_a.velocity = v(3e38f, 0);
    in.motion_b.velocity = v(2.5e38f, 0);
    in.t_max = 10.0f;
    result out;
    assert_int_equal(collide(&in, &out), THUD_OK);
    assert_int_equal(out.collision.kind, THUD_COLLISION_FUTURE);
    assert_float_equal(out.collision.time, 1.0f, 1e-5f);
    assert_true(out.collision.count == 1 && out.collision.points[0].x == FLT_MAX);
    thud_pose pose = thud_motion_pose(&in.motion_a, 1.0f);
    assert_true(pose.position.x == FLT_MAX && pose.position.y == 0.0f);
    assert_true(thud_motion_pose(&in.motion_a, -10.0f).position.x == -FLT_MAX);
}

/* At distances of 1e30 and more a missing second point was once counted: a circle had two
 * points, one of them 0.43 m beside the box. */
static void a_manifold_has_the_same_points_however_far_apart_they_may_be(void **state) {
    (void)state;
    for (int kinds = 0; kinds < 25; kinds++) {
        result out, expected;
        memset(&expected, 0, sizeof expected);
        memset(&out, 0, sizeof out);
        arguments in = sensible_arguments(kinds);
        in.near = 1000.0f;
        assert_int_equal(find_manifold(&in, &expected), THUD_OK);
        in.near = FLT_MAX;
        assert_int_equal(find_manifold(&in, &out), THUD_OK);
        assert_memory_equal(&out, &expected, sizeof out);
    }
    arguments in = sensible_arguments(3);
    in.a = box(0.5f, 0.25f, 0);
    assert_int_equal(thud_circle(v(-1, -1), 1.0f, &in.b), THUD_OK);
    in.motion_a = in.motion_b = thud_motion_at(v(0, 0), 0.0f);
    in.near = 1e30f;
    result out;
    assert_int_equal(find_manifold(&in, &out), THUD_OK);
    assert_int_equal(out.manifold.count, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_beyond_its_limit_is_refused_and_one_at_it_is_answered),
        cmocka_unit_test(any_numbers_give_finite_answers_or_a_refusal),
        cmocka_unit_test(what_flies_beyond_the_range_of_floats_stays_at_the_end_of_it),
        cmocka_unit_test(a_manifold_has_the_same_points_however_far_apart_they_may_be),
        cmocka_unit_test(a_distance_beyond_the_range_of_floats_is_refused),
    };
    return cmocka_run_group_tests_name("narrowphase_limits", tests, NULL, NULL);
}
