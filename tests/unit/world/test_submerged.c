/* The part of a shape below a line, against fine slices and known segments of circles. */
#include "test.h"

#include "reference/random.h"
#include "thud/forces.h"

#include <math.h>

static const uint32_t seed = 20261121u;

/* ---- the oracle: the shape cut into thin strips across the surface's normal ---- */

typedef struct slices {
    double area, x, y;
} slices;

/* The interval of a horizontal line at height y that lies in the rounded shape, which is given in the frame of
 * the surface: the union of circles of the radius about all points of the core. The chord of a convex
 * shape ends on the circle of a vertex or the offset of an edge; so both are tried. */
static bool chord(const thud_shape *shape, double y, double *low, double *high) {
    *low = 1e300, *high = -1e300;
    double r = (double)shape->radius;
    for (int i = 0; i < shape->count; i++) {
        double vx = (double)shape->vertices[i].x, vy = (double)shape->vertices[i].y;
        double reach = r * r - (y - vy) * (y - vy);
        if (reach >= 0.0) {
            *low = fmin(*low, vx - sqrt(reach));
            *high = fmax(*high, vx + sqrt(reach));
        }
        int next = (i + 1) % shape->count;
        if (shape->count > 1) {
            double wx = (double)shape->vertices[next].x, wy = (double)shape->vertices[next].y;
            double nx = wy - vy, ny = vx - wx, length = sqrt(nx * nx + ny * ny);
            double ax = vx + r * nx / length, ay = vy + r * ny / length;
            double bx = wx + r * nx / length, by = wy + r * ny / length;
            if ((ay - y) * (by - y) <= 0.0 && ay != by) {
                double x = ax + (bx - ax) * (y - ay) / (by - ay);
                *low = fmin(*low, x);
                *high = fmax(*high, x);
            }
        }
    }
    return *low < *high;
}

/* The part of a shape in the frame of the surface that is below y = 0. */
static slices sliced_below(const thud_shape *shape) {
    enum { strips = 20000 };
    thud_pose here = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    thud_aabb box = thud_shape_aabb(shape, here);
    double bottom = (double)box.min.y, top = fmin((double)box.max.y, 0.0);
    slices sum = {0};
    double height = (top - bottom) / (double)strips;
    for (int i = 0; i < strips && height > 0.0; i++) {
        double y = bottom + height * (i + 0.5), low, high;
        if (chord(shape, y, &low, &high)) {
            double area = (high - low) * height;
            sum.area += area;
            sum.x += area * 0.5 * (low + high);
            sum.y += area * y;
        }
    }
    return sum;
}

static void check_against_slices(const thud_shape *shape, thud_pose pose, thud_vec2 surface, thud_vec2 up) {
    thud_submersion below = thud_shape_submerged(shape, pose, surface, up);
    thud_pose frame = {surface, {up.y, -up.x}}; /* the x axis along the surface */
    thud_pose in_frame = {thud_pose_apply_inverse(frame, pose.position),
                          thud_rot_inv_mul(frame.rotation, pose.rotation)};
    thud_shape moved = thud_shape_transformed(shape, in_frame);
    slices sum = sliced_below(&moved);
    double whole = (double)thud_shape_area(shape);
    if (fabs((double)below.area - sum.area) > 1e-4 * whole) {
        fail_msg("seed %u: kind %d, area %.7f, sliced %.7f", seed, (int)shape->kind, (double)below.area,
                 sum.area);
    }
    if (sum.area > 0.01 * whole) {
        thud_vec2 centroid = thud_pose_apply_inverse(frame, below.centroid);
        double size = sqrt(whole);
        if (fabs((double)centroid.x - sum.x / sum.area) > 1e-3 * size ||
            fabs((double)centroid.y - sum.y / sum.area) > 1e-3 * size) {
            fail_msg("seed %u: kind %d, centroid (%.6f, %.6f), sliced (%.6f, %.6f)", seed, (int)shape->kind,
                     (double)centroid.x, (double)centroid.y, sum.x / sum.area, sum.y / sum.area);
        }
    }
}

static test_random generator;

static float random_float(float low, float high) {
    return test_random_float(&generator, low, high);
}

static thud_shape random_shape(int i) {
    thud_shape shape;
    thud_vec2 a = {random_float(-1, 1), random_float(-1, 1)};
    thud_vec2 b = {a.x + random_float(0.2f, 2), a.y + random_float(-1, 1)};
    thud_vec2 points[7];
    for (int k = 0; k < 7; k++) {
        points[k] = (thud_vec2){random_float(-1, 1), random_float(-1, 1)};
    }
    switch (i % 4) {
    case 0:
        assert_int_equal(thud_circle(a, random_float(0.1f, 1.5f), &shape), THUD_OK);
        break;
    case 1:
        assert_int_equal(thud_capsule(a, b, random_float(0.05f, 1), &shape), THUD_OK);
        break;
    case 2:
        assert_int_equal(thud_hull(points, 7, 0.0f, &shape), THUD_OK);
        break;
    default:
        assert_int_equal(thud_hull(points, 7, random_float(0.05f, 0.6f), &shape), THUD_OK);
        break;
    }
    return shape;
}

static void area_and_centroid_below_a_line_are_those_of_fine_slices(void **state) {
    (void)state;
    generator = (test_random){seed};
    for (int i = 0; i < 240; i++) {
        thud_shape shape = random_shape(i);
        thud_pose pose = {{random_float(-3, 3), random_float(-3, 3)},
                          thud_rot_from_angle(random_float(-3, 3))};
        thud_vec2 surface = {pose.position.x + random_float(-1, 1), pose.position.y + random_float(-1, 1)};
        thud_rot tilt = thud_rot_from_angle(random_float(-3, 3));
        check_against_slices(&shape, pose, surface, (thud_vec2){tilt.c, tilt.s});
    }
}

static void what_is_below_and_what_is_above_make_the_whole(void **state) {
    (void)state;
    generator = (test_random){seed};
    for (int i = 0; i < 2000; i++) {
        thud_shape shape = random_shape(i);
        thud_pose pose = {{random_float(-3, 3), random_float(-3, 3)},
                          thud_rot_from_angle(random_float(-3, 3))};
        thud_vec2 surface = {pose.position.x + random_float(-1, 1), pose.position.y + random_float(-1, 1)};
        thud_rot tilt = thud_rot_from_angle(random_float(-3, 3));
        thud_submersion below = thud_shape_submerged(&shape, pose, surface, (thud_vec2){tilt.c, tilt.s});
        thud_submersion above = thud_shape_submerged(&shape, pose, surface, (thud_vec2){-tilt.c, -tilt.s});
        float whole = thud_shape_area(&shape);
        if (thud_abs(below.area + above.area - whole) > 2e-6f * whole) {
            fail_msg("seed %u, %d: %.8f + %.8f instead of %.8f", seed, i, (double)below.area,
                     (double)above.area, (double)whole);
        }
    }
}

static void a_circle_is_cut_into_the_segments_of_the_formula(void **state) {
    (void)state;
    thud_shape circle;
    thud_circle((thud_vec2){0, 0}, 2.0f, &circle);
    thud_pose pose = {{5, 1}, thud_rot_from_angle(0.7f)};
    for (int i = -10; i <= 10; i++) {
        double depth = 2.0 + 0.199 * i; /* of the lowest point under water */
        thud_vec2 surface = {-30, (float)(1.0 - 2.0 + depth)};
        thud_submersion below = thud_shape_submerged(&circle, pose, surface, (thud_vec2){0, 1});
        double expected = 4.0 * acos((2.0 - depth) / 2.0) - (2.0 - depth) * sqrt(depth * (4.0 - depth));
        assert_float_equal(below.area, expected, 1e-5);
        assert_float_equal(below.centroid.x, 5.0, 1e-5);
    }
}

static void a_shape_all_under_or_all_over_water_is_all_or_nothing(void **state) {
    (void)state;
    generator = (test_random){seed};
    for (int i = 0; i < 40; i++) {
        thud_shape shape = random_shape(i);
        thud_pose pose = {{1000, -7}, thud_rot_from_angle(random_float(-3, 3))};
        thud_submersion all = thud_shape_submerged(&shape, pose, (thud_vec2){0, 0}, (thud_vec2){0, 1});
        thud_vec2 centroid = thud_pose_apply(pose, thud_shape_centroid(&shape));
        assert_float_equal(all.area, thud_shape_area(&shape), 2e-6f * thud_shape_area(&shape));
        assert_true(thud_vec2_distance(all.centroid, centroid) < 2e-4f);
        thud_submersion none = thud_shape_submerged(&shape, pose, (thud_vec2){0, -20}, (thud_vec2){0, 1});
        assert_true(none.area == 0.0f);
    }
}

static void bad_input_and_segments_displace_nothing(void **state) {
    (void)state;
    thud_shape shape, segment, none = {0};
    thud_box((thud_vec2){1, 1}, 0.0f, &shape);
    thud_segment((thud_vec2){0, 0}, (thud_vec2){1, 0}, &segment);
    thud_pose pose = {{0, 0}, {1, 0}}, broken = {{0, 0}, {0, 0}}, lost = {{NAN, 0}, {1, 0}};
    thud_vec2 over = {0, 5}, up = {0, 1}, long_up = {0, 2}, nowhere = {0, INFINITY};
    assert_true(thud_shape_submerged(&shape, pose, over, up).area > 3.99f);
    assert_true(thud_shape_submerged(NULL, pose, over, up).area == 0.0f);
    assert_true(thud_shape_submerged(&none, pose, over, up).area == 0.0f);
    assert_true(thud_shape_submerged(&segment, pose, over, up).area == 0.0f);
    assert_true(thud_shape_submerged(&shape, broken, over, up).area == 0.0f);
    assert_true(thud_shape_submerged(&shape, lost, over, up).area == 0.0f);
    assert_true(thud_shape_submerged(&shape, pose, over, long_up).area == 0.0f);
    assert_true(thud_shape_submerged(&shape, pose, nowhere, up).area == 0.0f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(area_and_centroid_below_a_line_are_those_of_fine_slices),
        cmocka_unit_test(what_is_below_and_what_is_above_make_the_whole),
        cmocka_unit_test(a_circle_is_cut_into_the_segments_of_the_formula),
        cmocka_unit_test(a_shape_all_under_or_all_over_water_is_all_or_nothing),
        cmocka_unit_test(bad_input_and_segments_displace_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
