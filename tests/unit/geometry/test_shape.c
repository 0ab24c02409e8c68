/* Shapes: constructors, checks, motion and queries. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "geometry/make.h"
#include "reference/clip_area.h"
#include "reference/random_shapes.h"
#include "thud/shape.h"

enum { rounds = 2000 };

static const float infinity = INFINITY;

/* A shape that a refused call must leave as it is. */
static thud_shape marked_shape(void) {
    thud_shape shape;
    memset(&shape, 0x5a, sizeof shape);
    return shape;
}

#define assert_refused(expected, call)                                                                       \
    do {                                                                                                     \
        thud_shape shape = marked_shape();                                                                   \
        thud_shape before = shape;                                                                           \
        assert_string_equal(thud_status_name(call), #expected);                                              \
        assert_memory_equal(&shape, &before, sizeof shape);                                                  \
    } while (0)

static thud_vec2 v(float x, float y) {
    return thud_vec2_make(x, y);
}

/* ---- constructors ---- */

static void a_circle_is_one_vertex_and_a_radius(void **state) {
    (void)state;
    thud_shape shape;
    assert_int_equal(thud_circle(v(1, 2), 0.5f, &shape), THUD_OK);
    assert_int_equal(shape.kind, THUD_SHAPE_CIRCLE);
    assert_int_equal(shape.count, 1);
    assert_true(shape.vertices[0].x == 1 && shape.vertices[0].y == 2 && shape.radius == 0.5f);
}

static void a_segment_has_a_normal_on_both_sides(void **state) {
    (void)state;
    thud_shape shape;
    assert_int_equal(thud_segment(v(-1, 0), v(1, 0), &shape), THUD_OK);
    assert_int_equal(shape.count, 2);
    assert_true(shape.normals[0].x == 0 && shape.normals[0].y == -1);
    assert_true(shape.normals[1].x == 0 && shape.normals[1].y == 1);
    assert_true(shape.radius == 0);
}

static void a_box_is_counter_clockwise_with_exact_normals(void **state) {
    (void)state;
    static const thud_vec2 normals[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    thud_shape shape;
    assert_int_equal(thud_box(v(2, 3), 0.25f, &shape), THUD_OK);
    assert_int_equal(shape.count, 4);
    for (int i = 0; i < 4; i++) {
        assert_true(shape.normals[i].x == normals[i].x && shape.normals[i].y == normals[i].y);
    }
}

static void a_regular_polygon_reaches_its_circumradius(void **state) {
    (void)state;
    for (int sides = 3; sides <= THUD_MAX_VERTICES; sides++) {
        thud_shape shape;
        assert_int_equal(thud_regular_polygon(sides, 2, &shape), THUD_OK);
        assert_int_equal(shape.count, sides);
        assert_true(shape.vertices[0].x == 2 && shape.vertices[0].y == 0);
        for (int i = 0; i < sides; i++) {
            assert_true(fabsf(thud_vec2_length(shape.vertices[i]) - 2) < 1e-6f);
        }
        assert_int_equal(thud_shape_check(&shape), THUD_OK);
    }
}

static void a_polygon_takes_either_winding_and_drops_straight_runs(void **state) {
    (void)state;
    const thud_vec2 clockwise[] = {{1, 0}, {0, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}, {2, 1}, {2, 0}};
    thud_shape shape;
    assert_int_equal(thud_polygon(clockwise, 8, 0, &shape), THUD_OK);
    assert_int_equal(shape.count, 4);
    assert_true(thud_shape_area(&shape) == 4);
    assert_int_equal(thud_shape_check(&shape), THUD_OK);
}

static void equal_shapes_have_equal_bytes(void **state) {
    (void)state;
    thud_shape one = marked_shape();
    thud_shape other = {.kind = THUD_SHAPE_NONE};
    const thud_vec2 triangle[] = {{0, 0}, {1, 0}, {0, 1}};
    assert_int_equal(thud_polygon(triangle, 3, 0, &one), THUD_OK);
    assert_int_equal(thud_polygon(triangle, 3, 0, &other), THUD_OK);
    assert_memory_equal(&one, &other, sizeof one);
}

static void the_unit_of_length_does_not_decide_what_is_equal(void **state) {
    (void)state;
    /* Boxes of 1e-6 (micrometres) and of 1e6 (pixels) are as valid as one of 1; their faults are found as well. */
    for (float unit = 1e-6f; unit < 2e6f; unit *= 10) {
        const thud_vec2 box[] = {{0, 0}, {unit, 0}, {unit, unit}, {0, unit}};
        const thud_vec2 nearly_equal[] = {{0, 0}, {unit, 0}, {unit, 1e-6f * unit}, {0, unit}};
        const thud_vec2 nearly_flat[] = {{0, 0}, {unit, 0}, {0.5f * unit, 1e-6f * unit}};
        thud_shape made;
        assert_int_equal(thud_polygon(box, 4, 0, &made), THUD_OK);
        assert_int_equal(made.count, 4);
        assert_refused(THUD_ZERO_LENGTH, thud_polygon(nearly_equal, 4, 0, &shape));
        assert_refused(THUD_COLLINEAR, thud_polygon(nearly_flat, 3, 0, &shape));
        assert_refused(THUD_COLLINEAR, thud_hull(nearly_flat, 3, 0, &shape));
        assert_int_equal(thud_hull(nearly_equal, 4, 0, &made), THUD_OK);
        assert_int_equal(made.count, 3);
    }
}

/* ---- refusals ---- */

static void null_arguments_are_refused(void **state) {
    (void)state;
    const thud_vec2 triangle[] = {{0, 0}, {1, 0}, {0, 1}};
    assert_int_equal(thud_circle(v(0, 0), 1, NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_capsule(v(0, 0), v(1, 0), 1, NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_segment(v(0, 0), v(1, 0), NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_box(v(1, 1), 0, NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_offset_box(v(1, 1), 0, thud_pose_identity(), NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_regular_polygon(3, 1, NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_polygon(triangle, 3, 0, NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_shape_check(NULL), THUD_NULL_ARGUMENT);
    assert_refused(THUD_NULL_ARGUMENT, thud_polygon(NULL, 3, 0, &shape));
}

static void bad_numbers_are_refused(void **state) {
    (void)state;
    const float bad[] = {NAN, infinity, -infinity};
    for (int i = 0; i < 3; i++) {
        float x = bad[i];
        const thud_vec2 points[] = {{0, 0}, {1, 0}, {1, x}, {0, 1}};
        thud_pose pose = thud_pose_identity();
        thud_pose turned = thud_pose_identity();
        pose.position.y = x;
        turned.rotation.s = x;
        assert_refused(THUD_NOT_FINITE, thud_circle(v(x, 0), 1, &shape));
        assert_refused(THUD_NOT_FINITE, thud_circle(v(0, x), 1, &shape));
        assert_refused(THUD_NOT_FINITE, thud_circle(v(0, 0), x, &shape));
        assert_refused(THUD_NOT_FINITE, thud_capsule(v(x, 0), v(1, 0), 1, &shape));
        assert_refused(THUD_NOT_FINITE, thud_capsule(v(0, 0), v(1, x), 1, &shape));
        assert_refused(THUD_NOT_FINITE, thud_capsule(v(0, 0), v(1, 0), x, &shape));
        assert_refused(THUD_NOT_FINITE, thud_segment(v(0, x), v(1, 0), &shape));
        assert_refused(THUD_NOT_FINITE, thud_segment(v(0, 0), v(x, 0), &shape));
        assert_refused(THUD_NOT_FINITE, thud_box(v(x, 1), 0, &shape));
        assert_refused(THUD_NOT_FINITE, thud_box(v(1, x), 0, &shape));
        assert_refused(THUD_NOT_FINITE, thud_box(v(1, 1), x, &shape));
        assert_refused(THUD_NOT_FINITE, thud_offset_box(v(1, 1), 0, pose, &shape));
        assert_refused(THUD_NOT_NORMALIZED, thud_offset_box(v(1, 1), 0, turned, &shape));
        assert_refused(THUD_NOT_FINITE, thud_regular_polygon(5, x, &shape));
        assert_refused(THUD_NOT_FINITE, thud_polygon(points, 4, 0, &shape));
        assert_refused(THUD_NOT_FINITE, thud_polygon(points, 3, x, &shape));
    }
}

static void sizes_that_are_not_positive_are_refused(void **state) {
    (void)state;
    const thud_vec2 triangle[] = {{0, 0}, {1, 0}, {0, 1}};
    const float bad[] = {0, -1};
    for (int i = 0; i < 2; i++) {
        assert_refused(THUD_NOT_POSITIVE, thud_circle(v(0, 0), bad[i], &shape));
        assert_refused(THUD_NOT_POSITIVE, thud_capsule(v(0, 0), v(1, 0), bad[i], &shape));
        assert_refused(THUD_NOT_POSITIVE, thud_box(v(bad[i], 1), 0, &shape));
        assert_refused(THUD_NOT_POSITIVE, thud_box(v(1, bad[i]), 0, &shape));
        assert_refused(THUD_NOT_POSITIVE, thud_regular_polygon(4, bad[i], &shape));
    }
    assert_refused(THUD_NEGATIVE, thud_box(v(1, 1), -1, &shape));
    assert_refused(THUD_NEGATIVE, thud_polygon(triangle, 3, -1, &shape));
}

static void sizes_that_float_could_not_carry_are_refused(void **state) {
    (void)state;
    const thud_vec2 huge[] = {{0, 0}, {1e9f, 0}, {0, 1}};
    const thud_vec2 tiny[] = {{0, 0}, {1e-9f, 0}, {0, 1e-9f}};
    assert_refused(THUD_OUT_OF_RANGE, thud_circle(v(1e9f, 0), 1, &shape));
    assert_refused(THUD_OUT_OF_RANGE, thud_circle(v(0, 0), 1e9f, &shape));
    assert_refused(THUD_OUT_OF_RANGE, thud_circle(v(0, 0), 1e-9f, &shape));
    assert_refused(THUD_OUT_OF_RANGE, thud_capsule(v(0, 0), v(1, -1e9f), 1, &shape));
    assert_refused(THUD_OUT_OF_RANGE, thud_segment(v(0, 0), v(1e-9f, 0), &shape));
    assert_refused(THUD_OUT_OF_RANGE, thud_box(v(1e9f, 1), 0, &shape));
    assert_refused(THUD_OUT_OF_RANGE, thud_box(v(1, 1e-9f), 0, &shape));
    assert_refused(THUD_OUT_OF_RANGE, thud_box(v(1, 1), 1e9f, &shape));
    assert_refused(THUD_OUT_OF_RANGE, thud_regular_polygon(4, 1e9f, &shape));
    assert_refused(THUD_OUT_OF_RANGE, thud_polygon(huge, 3, 0, &shape));
    assert_refused(THUD_OUT_OF_RANGE, thud_polygon(tiny, 3, 0, &shape));
    assert_refused(THUD_OUT_OF_RANGE, thud_hull(tiny, 3, 0, &shape));
}

static void equal_ends_are_refused(void **state) {
    (void)state;
    assert_refused(THUD_ZERO_LENGTH, thud_segment(v(3, 4), v(3, 4), &shape));
    assert_refused(THUD_ZERO_LENGTH, thud_capsule(v(3, 4), v(3, 4), 1, &shape));
    assert_refused(THUD_ZERO_LENGTH, thud_capsule(v(0, 0), v(1e-6f, 0), 1, &shape));
}

static void wrong_numbers_of_points_are_refused(void **state) {
    (void)state;
    thud_vec2 many[THUD_MAX_VERTICES + 1];
    for (int i = 0; i <= THUD_MAX_VERTICES; i++) {
        float angle = 2 * THUD_PI * (float)i / (THUD_MAX_VERTICES + 1);
        many[i] = v(thud_cos(angle), thud_sin(angle));
    }
    assert_refused(THUD_TOO_FEW_POINTS, thud_polygon(many, 2, 0, &shape));
    assert_refused(THUD_TOO_FEW_POINTS, thud_polygon(many, -1, 0, &shape));
    assert_refused(THUD_TOO_MANY_VERTICES, thud_polygon(many, THUD_MAX_VERTICES + 1, 0, &shape));
    assert_refused(THUD_TOO_FEW_POINTS, thud_regular_polygon(2, 1, &shape));
    assert_refused(THUD_TOO_MANY_VERTICES, thud_regular_polygon(THUD_MAX_VERTICES + 1, 1, &shape));
}

static void outlines_that_are_not_convex_are_refused(void **state) {
    (void)state;
    const thud_vec2 arrow[] = {{0, 0}, {2, -1}, {1, 0}, {2, 1}};
    const thud_vec2 bow_tie[] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    const thud_vec2 fold[] = {{0, 0}, {2, 0}, {1, 0}, {1, 1}};
    thud_vec2 pentagram[5];
    for (int i = 0; i < 5; i++) {
        float angle = 4 * THUD_PI * (float)i / 5;
        pentagram[i] = v(thud_cos(angle), thud_sin(angle));
    }
    assert_refused(THUD_NOT_CONVEX, thud_polygon(arrow, 4, 0, &shape));
    assert_refused(THUD_NOT_CONVEX, thud_polygon(bow_tie, 4, 0, &shape));
    assert_refused(THUD_NOT_CONVEX, thud_polygon(fold, 4, 0, &shape));
    assert_refused(THUD_NOT_CONVEX, thud_polygon(pentagram, 5, 0, &shape));
}

static void equal_or_collinear_points_are_refused(void **state) {
    (void)state;
    const thud_vec2 twice[] = {{0, 0}, {1, 0}, {1, 0}, {0, 1}};
    const thud_vec2 line[] = {{0, 0}, {1, 1}, {3, 3}};
    assert_refused(THUD_ZERO_LENGTH, thud_polygon(twice, 4, 0, &shape));
    assert_refused(THUD_COLLINEAR, thud_polygon(line, 3, 0, &shape));
}

/* ---- check ---- */

static void every_shape_that_can_be_made_passes_its_check_wherever_it_is(void **state) {
    (void)state;
    test_random random = test_random_seed(1);
    for (int i = 0; i < rounds; i++) {
        thud_shape shape = test_random_shape(&random, test_random_size(&random));
        assert_int_equal(thud_shape_check(&shape), THUD_OK);
        thud_shape moved = thud_shape_transformed(&shape, test_random_pose(&random, 10000));
        assert_int_equal(thud_shape_check(&moved), THUD_OK);
    }
}

static void a_damaged_shape_fails_its_check(void **state) {
    (void)state;
    thud_shape shape = {.kind = THUD_SHAPE_NONE};
    assert_int_equal(thud_shape_check(&shape), THUD_WRONG_KIND);
    thud_shape good;
    assert_int_equal(thud_box(v(1, 2), 0, &good), THUD_OK);

    shape = good;
    shape.kind = (thud_shape_kind)99;
    assert_int_equal(thud_shape_check(&shape), THUD_WRONG_KIND);
    shape = good;
    shape.count = 2;
    assert_int_equal(thud_shape_check(&shape), THUD_WRONG_KIND);
    shape = good;
    shape.count = THUD_MAX_VERTICES + 1;
    assert_int_equal(thud_shape_check(&shape), THUD_WRONG_KIND);
    shape = good;
    shape.count = -1;
    assert_int_equal(thud_shape_check(&shape), THUD_WRONG_KIND);
    shape = good;
    shape.radius = -1;
    assert_int_equal(thud_shape_check(&shape), THUD_NEGATIVE);
    shape = good;
    shape.vertices[2].x = NAN;
    assert_int_equal(thud_shape_check(&shape), THUD_NOT_FINITE);
    shape = good;
    shape.normals[2].x = NAN;
    assert_int_equal(thud_shape_check(&shape), THUD_NOT_FINITE);
    shape = good;
    shape.normals[1].x = 1.1f;
    assert_int_equal(thud_shape_check(&shape), THUD_NOT_NORMALIZED);
    shape = good;
    shape.normals[1].x = -1; /* inward */
    assert_int_equal(thud_shape_check(&shape), THUD_BAD_DATA);
    shape = good;
    shape.vertices[2] = v(-0.9f, 1.9f);
    assert_int_equal(thud_shape_check(&shape), THUD_BAD_DATA);
    shape = good;
    shape.count = 3; /* the normals of the last edge do not fit */
    assert_int_equal(thud_shape_check(&shape), THUD_BAD_DATA);

    assert_int_equal(thud_segment(v(0, 0), v(1, 0), &shape), THUD_OK);
    shape.radius = 0.5f;
    assert_int_equal(thud_shape_check(&shape), THUD_OUT_OF_RANGE);
    assert_int_equal(thud_capsule(v(0, 0), v(1, 0), 1, &shape), THUD_OK);
    shape.vertices[1] = v(0, 0);
    assert_int_equal(thud_shape_check(&shape), THUD_ZERO_LENGTH);
    assert_int_equal(thud_circle(v(0, 0), 1, &shape), THUD_OK);
    shape.radius = 0;
    assert_int_equal(thud_shape_check(&shape), THUD_NOT_POSITIVE);
}

/* Boxes that are not turned pass by comparison of their numbers alone. */
static void a_box_with_any_number_wrong_fails_its_check(void **state) {
    (void)state;
    thud_shape good, bad;
    assert_int_equal(thud_offset_box(v(1, 2), 0, (thud_pose){v(3, -4), {1, 0}}, &good), THUD_OK);
    assert_int_equal(thud_shape_check(&good), THUD_OK);
    for (int i = 0; i < 16; i++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            bad = good;
            thud_vec2 *wrong = i < 8 ? &bad.vertices[i / 2] : &bad.normals[i / 2 - 4];
            *(i % 2 == 0 ? &wrong->x : &wrong->y) += 0.01f * (float)sign;
            assert_int_not_equal(thud_shape_check(&bad), THUD_OK);
        }
    }
    for (int i = 0; i < 4; i++) { /* mirrored, and so thin that it has no area */
        bad = good;
        for (int vertex = 0; vertex < 4; vertex++) {
            float *number = i < 2 ? &bad.vertices[vertex].x : &bad.vertices[vertex].y;
            *number = i % 2 == 0 ? -*number : 3.0f;
        }
        assert_int_equal(thud_shape_check(&bad), i % 2 == 0 ? THUD_WRONG_WINDING : THUD_COLLINEAR);
    }
}

static void a_polygon_that_runs_clockwise_fails_its_check(void **state) {
    (void)state;
    thud_shape box, turned;
    assert_int_equal(thud_box(v(1, 2), 0, &box), THUD_OK);
    turned = box;
    for (int i = 0; i < 4; i++) {
        turned.vertices[i] = box.vertices[3 - i];
        turned.normals[i] = box.normals[(6 - i) % 4];
    }
    assert_int_equal(thud_shape_check(&turned), THUD_WRONG_WINDING);
}

static void a_box_too_far_out_for_its_size_is_refused(void **state) {
    (void)state;
    /* Floats are 3.9 mm apart there: a box of 2 mm got four equal or collinear vertices and a centre
     * of mass of NaN, and passed the check. */
    const float distances[] = {50000, -50000, 1e6f, 1e8f};
    for (int i = 0; i < 4; i++) {
        thud_pose pose = {v(distances[i], 0), {1, 0}};
        assert_refused(THUD_COLLINEAR, thud_offset_box(v(0.001f, 0.001f), 0, pose, &shape));
        assert_refused(THUD_COLLINEAR, thud_offset_box(v(0.001f, 0.001f), 0.5f, pose, &shape));
        pose.position.y = distances[i];
        assert_refused(THUD_COLLINEAR, thud_offset_box(v(0.001f, 0.001f), 0, pose, &shape));
        thud_shape box;
        assert_int_equal(thud_box(v(0.001f, 0.001f), 0, &box), THUD_OK);
        box = thud_shape_transformed(&box, pose);
        assert_int_not_equal(thud_shape_check(&box), THUD_OK);
    }
    thud_pose near = {v(1000, 0), {1, 0}};
    thud_shape small;
    assert_int_equal(thud_offset_box(v(0.001f, 0.001f), 0, near, &small), THUD_OK);
}

static void a_loop_that_winds_twice_fails_its_check(void **state) {
    (void)state;
    /* A pentagram whose normals are all right. */
    thud_shape shape = {.kind = THUD_SHAPE_POLYGON, .count = 5};
    for (int i = 0; i < 5; i++) {
        float angle = 4 * THUD_PI * (float)i / 5;
        shape.vertices[i] = v(thud_cos(angle), thud_sin(angle));
    }
    for (int i = 0; i < 5; i++) {
        thud_vec2 edge = thud_vec2_sub(shape.vertices[(i + 1) % 5], shape.vertices[i]);
        shape.normals[i] = thud_vec2_normalize(v(edge.y, -edge.x));
    }
    assert_int_equal(thud_shape_check(&shape), THUD_NOT_CONVEX);
}

/* ---- moving ---- */

static void a_moved_shape_is_congruent(void **state) {
    (void)state;
    test_random random = test_random_seed(2);
    for (int i = 0; i < rounds; i++) {
        float size = test_random_size(&random);
        thud_shape shape = test_random_shape(&random, size);
        thud_pose pose = test_random_pose(&random, size);
        thud_shape moved = thud_shape_transformed(&shape, pose);
        assert_int_equal(moved.kind, shape.kind);
        assert_int_equal(moved.count, shape.count);
        assert_true(moved.radius == shape.radius);
        assert_true(fabsf(thud_shape_area(&moved) - thud_shape_area(&shape)) <= 1e-5f * size * size);
    }
}

static void a_shape_that_is_moved_often_keeps_its_size(void **state) {
    (void)state;
    thud_shape shape;
    assert_int_equal(thud_box(v(1, 2), 0, &shape), THUD_OK);
    thud_pose pose = {{0, 0}, {0.8003f, 0.6003f}}; /* 5e-4 too long, which is valid */
    for (int i = 0; i < 100; i++) {
        shape = thud_shape_transformed(&shape, pose);
    }
    assert_true(fabsf(thud_shape_area(&shape) - 8) < 1e-3f);
}

static void an_invalid_pose_gives_no_shape(void **state) {
    (void)state;
    thud_shape shape;
    assert_int_equal(thud_box(v(1, 1), 0, &shape), THUD_OK);
    thud_pose pose = thud_pose_identity();
    pose.rotation.c = 2;
    assert_int_equal(thud_shape_transformed(&shape, pose).kind, THUD_SHAPE_NONE);
    pose.position.x = NAN;
    assert_int_equal(thud_shape_transformed(&shape, pose).kind, THUD_SHAPE_NONE);
    assert_int_equal(thud_shape_transformed(NULL, thud_pose_identity()).kind, THUD_SHAPE_NONE);
}

/* ---- queries ---- */

static void the_support_is_the_farthest_vertex(void **state) {
    (void)state;
    test_random random = test_random_seed(3);
    for (int i = 0; i < rounds; i++) {
        thud_shape shape = test_random_shape(&random, test_random_size(&random));
        thud_vec2 direction = test_random_unit(&random);
        int support = thud_shape_support(&shape, direction);
        for (int k = 0; k < shape.count; k++) {
            assert_true(thud_vec2_dot(shape.vertices[k], direction) <=
                        thud_vec2_dot(shape.vertices[support], direction));
        }
    }
}

static void the_lowest_of_equal_supports_wins(void **state) {
    (void)state;
    thud_shape shape;
    assert_int_equal(thud_box(v(1, 1), 0, &shape), THUD_OK);
    assert_int_equal(thud_shape_support(&shape, v(0, -1)), 0);
    assert_int_equal(thud_shape_support(&shape, v(1, 0)), 1);
    assert_int_equal(thud_shape_support(&shape, v(0, 1)), 2);
    assert_int_equal(thud_shape_support(&shape, v(-1, 0)), 0);
    assert_int_equal(thud_shape_support(&shape, v(0, 0)), 0);
}

static void the_box_holds_the_shape_and_touches_it_on_every_side(void **state) {
    (void)state;
    test_random random = test_random_seed(4);
    for (int i = 0; i < rounds; i++) {
        float size = test_random_size(&random);
        thud_shape shape = test_random_shape(&random, size);
        thud_pose pose = test_random_pose(&random, 2 * size);
        thud_aabb box = thud_shape_aabb(&shape, pose);
        assert_true(thud_aabb_is_valid(box));
        reference_point outline[reference_max_outline];
        int count = reference_outline(&shape, pose, 128, outline);
        double low_x = outline[0].x, high_x = low_x, low_y = outline[0].y, high_y = low_y;
        for (int k = 1; k < count; k++) {
            low_x = fmin(low_x, outline[k].x);
            high_x = fmax(high_x, outline[k].x);
            low_y = fmin(low_y, outline[k].y);
            high_y = fmax(high_y, outline[k].y);
        }
        double outside = 1e-6 * size;                                         /* rounding of float */
        double inside = outside + shape.radius * (1 - cos(acos(-1.0) / 128)); /* the outline's chords */
        assert_true(low_x > box.min.x - outside && low_x < box.min.x + inside);
        assert_true(low_y > box.min.y - outside && low_y < box.min.y + inside);
        assert_true(high_x < box.max.x + outside && high_x > box.max.x - inside);
        assert_true(high_y < box.max.y + outside && high_y > box.max.y - inside);
    }
}

static void what_is_no_shape_answers_nothing(void **state) {
    (void)state;
    thud_shape none = {.kind = THUD_SHAPE_NONE};
    thud_shape box;
    thud_pose bad = thud_pose_identity();
    bad.position.x = NAN;
    assert_int_equal(thud_box(v(1, 1), 0, &box), THUD_OK);
    assert_false(thud_aabb_is_valid(thud_shape_aabb(&none, thud_pose_identity())));
    assert_false(thud_aabb_is_valid(thud_shape_aabb(NULL, thud_pose_identity())));
    assert_false(thud_aabb_is_valid(thud_shape_aabb(&box, bad)));
    assert_false(thud_shape_contains(&none, v(0, 0)));
    assert_false(thud_shape_contains(NULL, v(0, 0)));
    assert_false(thud_shape_contains(&box, v(NAN, 0)));
    assert_int_equal(thud_shape_support(&none, v(1, 0)), 0);
    assert_int_equal(thud_shape_support(NULL, v(1, 0)), 0);
}

static void a_number_of_vertices_that_no_shape_has_answers_nothing(void **state) {
    (void)state;
    /* For more than 32 vertices thud_shape_transformed wrote past its result on the stack, the
     * others read past the shape. */
    const int counts[] = {0, -1, -2147483647 - 1, THUD_MAX_VERTICES + 1, 1000, 2147483647};
    for (int i = 0; i < 6; i++) {
        thud_shape odd;
        assert_int_equal(thud_box(v(1, 1), 0.1f, &odd), THUD_OK);
        odd.count = counts[i];
        assert_int_equal(thud_shape_transformed(&odd, thud_pose_identity()).kind, THUD_SHAPE_NONE);
        assert_true(thud_shape_area(&odd) == 0);
        thud_mass mass = thud_shape_mass(&odd, 1);
        assert_true(mass.mass == 0 && mass.inertia == 0 && mass.center.x == 0 && mass.center.y == 0);
        assert_true(thud_shape_centroid(&odd).x == 0);
        assert_false(thud_aabb_is_valid(thud_shape_aabb(&odd, thud_pose_identity())));
        assert_false(thud_shape_contains(&odd, v(0, 0)));
        assert_int_equal(thud_shape_support(&odd, v(1, 0)), 0);
    }
}

static void edges_and_vertices_belong_to_the_shape(void **state) {
    (void)state;
    thud_shape box, capsule, segment;
    assert_int_equal(thud_box(v(1, 1), 0, &box), THUD_OK);
    assert_int_equal(thud_capsule(v(-1, 0), v(1, 0), 0.5f, &capsule), THUD_OK);
    assert_int_equal(thud_segment(v(-1, 0), v(1, 0), &segment), THUD_OK);
    assert_true(thud_shape_contains(&box, v(1, 0.25f)));
    assert_true(thud_shape_contains(&box, v(-1, 1)));
    assert_false(thud_shape_contains(&box, v(1.0001f, 0)));
    assert_true(thud_shape_contains(&capsule, v(0, 0.5f)));
    assert_true(thud_shape_contains(&capsule, v(1.5f, 0)));
    assert_false(thud_shape_contains(&capsule, v(1.4f, 0.4f)));
    assert_false(thud_shape_contains(&segment, v(0, 0)));
}

/* Distance from a point to the outline [m]; `inside` is set if the point lies to the left of all edges. */
static double outline_distance(const reference_point *outline, int count, thud_vec2 p, bool *inside) {
    double nearest = INFINITY;
    *inside = count >= 3;
    for (int i = 0; i < count; i++) {
        reference_point a = outline[i];
        reference_point b = outline[(i + 1) % count];
        double ex = b.x - a.x, ey = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
        double length_squared = ex * ex + ey * ey;
        double t = length_squared > 0 ? fmin(fmax((ex * px + ey * py) / length_squared, 0), 1) : 0;
        nearest = fmin(nearest, hypot(px - t * ex, py - t * ey));
        *inside = *inside && ex * py - ey * px >= 0;
    }
    return nearest;
}

static void a_point_is_contained_where_the_outline_says_so(void **state) {
    (void)state;
    test_random random = test_random_seed(5);
    int inside_count = 0;
    for (int i = 0; i < rounds; i++) {
        float size = test_random_size(&random);
        thud_shape shape = test_random_shape(&random, size);
        reference_point outline[reference_max_outline];
        int count = reference_outline(&shape, thud_pose_identity(), 128, outline);
        double chord_error = 1e-6 * size + shape.radius * (1 - cos(acos(-1.0) / 128));
        for (int k = 0; k < 20; k++) {
            thud_vec2 point = test_random_vec2(&random, 1.5f * size);
            bool inside;
            double distance = outline_distance(outline, count, point, &inside);
            if (distance > chord_error) {
                assert_int_equal(thud_shape_contains(&shape, point), inside);
                inside_count += inside;
            }
        }
    }
    assert_true(inside_count > rounds); /* both results occurred */
}

/* Tiles are made so: shapes of a world must not depend on the function that made them. */
static void the_polygon_of_a_box_is_that_of_its_corners(void **state) {
    (void)state;
    test_random random = test_random_seed(6);
    int refused = 0;
    for (int i = 0; i < rounds; i++) {
        thud_vec2 low = test_random_vec2(&random, 100.0f);
        float size = test_random_size(&random), thin = powf(10.0f, -0.004f * (float)i) * size;
        thud_vec2 high = thud_vec2_add(low, i % 2 == 0 ? v(size, thin) : v(thin, size));
        const thud_vec2 corners[] = {low, v(high.x, low.y), high, v(low.x, high.y)};
        thud_shape box = marked_shape(), polygon = box;
        bool is_polygon = thud_polygon(corners, 4, 0.0f, &polygon) == THUD_OK;
        assert_int_equal(thud_polygon_of_box(low, high, &box), is_polygon);
        assert_memory_equal(&box, &polygon, sizeof box);
        refused += !is_polygon;
    }
    assert_in_range(refused, rounds / 10, rounds / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circle_is_one_vertex_and_a_radius),
        cmocka_unit_test(a_segment_has_a_normal_on_both_sides),
        cmocka_unit_test(a_box_is_counter_clockwise_with_exact_normals),
        cmocka_unit_test(a_regular_polygon_reaches_its_circumradius),
        cmocka_unit_test(a_polygon_takes_either_winding_and_drops_straight_runs),
        cmocka_unit_test(equal_shapes_have_equal_bytes),
        cmocka_unit_test(the_unit_of_length_does_not_decide_what_is_equal),
        cmocka_unit_test(null_arguments_are_refused),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(sizes_that_are_not_positive_are_refused),
        cmocka_unit_test(sizes_that_float_could_not_carry_are_refused),
        cmocka_unit_test(equal_ends_are_refused),
        cmocka_unit_test(wrong_numbers_of_points_are_refused),
        cmocka_unit_test(outlines_that_are_not_convex_are_refused),
        cmocka_unit_test(equal_or_collinear_points_are_refused),
        cmocka_unit_test(every_shape_that_can_be_made_passes_its_check_wherever_it_is),
        cmocka_unit_test(a_damaged_shape_fails_its_check),
        cmocka_unit_test(a_box_with_any_number_wrong_fails_its_check),
        cmocka_unit_test(a_polygon_that_runs_clockwise_fails_its_check),
        cmocka_unit_test(a_box_too_far_out_for_its_size_is_refused),
        cmocka_unit_test(a_loop_that_winds_twice_fails_its_check),
        cmocka_unit_test(a_moved_shape_is_congruent),
        cmocka_unit_test(a_shape_that_is_moved_often_keeps_its_size),
        cmocka_unit_test(an_invalid_pose_gives_no_shape),
        cmocka_unit_test(the_support_is_the_farthest_vertex),
        cmocka_unit_test(the_lowest_of_equal_supports_wins),
        cmocka_unit_test(the_box_holds_the_shape_and_touches_it_on_every_side),
        cmocka_unit_test(what_is_no_shape_answers_nothing),
        cmocka_unit_test(a_number_of_vertices_that_no_shape_has_answers_nothing),
        cmocka_unit_test(edges_and_vertices_belong_to_the_shape),
        cmocka_unit_test(a_point_is_contained_where_the_outline_says_so),
        cmocka_unit_test(the_polygon_of_a_box_is_that_of_its_corners),
    };
    return cmocka_run_group_tests_name("geometry_shape", tests, NULL, NULL);
}
