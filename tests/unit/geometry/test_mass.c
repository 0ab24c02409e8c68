/* Area, centroid and inertia against textbook values and against the outline's own integrals. */
#include "test.h"

#include <math.h>

#include "reference/clip_area.h"
#include "reference/random_shapes.h"
#include "thud/shape.h"

static const double pi = 3.14159265358979323846;

static thud_vec2 v(float x, float y) {
    return thud_vec2_make(x, y);
}

static void assert_near(double value, double expected, double relative) {
    if (!(fabs(value - expected) <= relative * fabs(expected))) {
        fail_msg("%.9g instead of %.9g", value, expected);
    }
}

static void a_circle_has_its_textbook_mass(void **state) {
    (void)state;
    thud_shape shape;
    assert_int_equal(thud_circle(v(3, -2), 0.5f, &shape), THUD_OK);
    thud_mass mass = thud_shape_mass(&shape, 2);
    assert_near(thud_shape_area(&shape), pi * 0.25, 1e-6);
    assert_near(mass.mass, 2 * pi * 0.25, 1e-6);
    assert_near(mass.inertia, mass.mass * 0.125, 1e-6); /* m r^2 / 2 */
    assert_true(mass.center.x == 3 && mass.center.y == -2);
}

static void a_box_has_its_textbook_mass(void **state) {
    (void)state;
    thud_shape shape;
    assert_int_equal(thud_box(v(0.5f, 0.5f), 0, &shape), THUD_OK);
    thud_mass mass = thud_shape_mass(&shape, 1);
    assert_near(mass.mass, 1, 1e-7);
    assert_near(mass.inertia, 1.0 / 6.0, 1e-7); /* m (w^2 + h^2) / 12 */
    assert_true(mass.center.x == 0 && mass.center.y == 0);
}

/* The integral over triangles left 1e-16 m in a quarter of them. */
static void the_centre_of_a_box_is_exactly_its_middle(void **state) {
    (void)state;
    test_random random = test_random_seed(29);
    for (int i = 0; i < 1000; i++) {
        thud_shape shape;
        thud_vec2 half = v(test_random_float(&random, 0.1f, 3), test_random_float(&random, 0.1f, 3));
        assert_int_equal(thud_box(half, 0, &shape), THUD_OK);
        thud_mass mass = thud_shape_mass(&shape, 1);
        assert_true(mass.center.x == 0 && mass.center.y == 0);
        assert_near(mass.inertia, mass.mass * ((double)half.x * half.x + (double)half.y * half.y) / 3, 2e-7);
    }
}

static void a_capsule_has_its_textbook_mass(void **state) {
    (void)state;
    /* A rectangle of 2 a by 2 r and two half discs, whose centroids lie at a + 4 r / (3 pi). */
    const double a = 1.5, r = 0.5;
    thud_shape shape;
    assert_int_equal(thud_capsule(v(1.5f, 7), v(-1.5f, 7), 0.5f, &shape), THUD_OK);
    thud_mass mass = thud_shape_mass(&shape, 1);
    double rectangle = 4 * a * r, disc = pi * r * r, arm = a + 4 * r / (3 * pi);
    double rectangle_inertia = rectangle * (4 * a * a + 4 * r * r) / 12;
    double disc_inertia = disc * r * r / 2 - disc * pow(4 * r / (3 * pi), 2) + disc * arm * arm;
    assert_near(mass.mass, rectangle + disc, 1e-6);
    assert_near(mass.inertia, rectangle_inertia + disc_inertia, 1e-6);
    assert_true(fabsf(mass.center.x) < 1e-6f && fabsf(mass.center.y - 7) < 1e-6f);
}

static void a_rounded_box_has_its_textbook_mass(void **state) {
    (void)state;
    /* Box, four rectangles, and four quarter discs that make one disc of area pi r^2. */
    const double x = 1, y = 0.5, r = 0.25;
    thud_shape shape;
    assert_int_equal(thud_box(v(1, 0.5f), 0.25f, &shape), THUD_OK);
    thud_mass mass = thud_shape_mass(&shape, 1);
    double area = 4 * x * y + 4 * r * (x + y) + pi * r * r;
    double core = 4 * x * y * (4 * x * x + 4 * y * y) / 12;
    double level = 4 * x * r * ((4 * x * x + r * r) / 12 + pow(y + r / 2, 2));
    double upright = 4 * y * r * ((4 * y * y + r * r) / 12 + pow(x + r / 2, 2));
    double g = 4 * r / (3 * pi); /* centroid of a quarter disc, along both of its edges */
    double quarter = pi * r * r / 4;
    double quarters = 4 * (quarter * (r * r / 2 - 2 * g * g) + quarter * (pow(x + g, 2) + pow(y + g, 2)));
    assert_near(mass.mass, area, 1e-6);
    assert_near(mass.inertia, core + level + upright + quarters, 1e-6);
}

static void a_segment_has_no_mass_but_a_middle(void **state) {
    (void)state;
    thud_shape shape;
    assert_int_equal(thud_segment(v(1, 1), v(3, 5), &shape), THUD_OK);
    thud_mass mass = thud_shape_mass(&shape, 10);
    assert_true(mass.mass == 0 && mass.inertia == 0 && thud_shape_area(&shape) == 0);
    assert_true(mass.center.x == 2 && mass.center.y == 3);
}

static void what_is_not_positive_is_no_density(void **state) {
    (void)state;
    const float bad[] = {0, -1, NAN, INFINITY};
    thud_shape shape;
    assert_int_equal(thud_circle(v(1, 2), 1, &shape), THUD_OK);
    for (int i = 0; i < 4; i++) {
        thud_mass mass = thud_shape_mass(&shape, bad[i]);
        assert_true(mass.mass == 0 && mass.inertia == 0 && mass.center.x == 1 && mass.center.y == 2);
    }
    thud_shape none = {.kind = THUD_SHAPE_NONE};
    assert_true(thud_shape_area(&none) == 0 && thud_shape_mass(&none, 1).mass == 0);
    assert_true(thud_shape_area(NULL) == 0 && thud_shape_mass(NULL, 1).mass == 0);
    assert_true(thud_shape_centroid(NULL).x == 0);
}

/* Integrals over an outline as a fan of triangles about its first point, then shifted. */
typedef struct outline_mass {
    double area, x, y, inertia;
} outline_mass;

static outline_mass integrate(const reference_point *outline, int count) {
    outline_mass sum = {0, 0, 0, 0};
    reference_point o = outline[0];
    for (int i = 1; i + 1 < count; i++) {
        double ax = outline[i].x - o.x, ay = outline[i].y - o.y;
        double bx = outline[i + 1].x - o.x, by = outline[i + 1].y - o.y;
        double area = 0.5 * (ax * by - ay * bx);
        sum.area += area;
        sum.x += area * (ax + bx) / 3;
        sum.y += area * (ay + by) / 3;
        sum.inertia += area / 6 * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by);
    }
    sum.x /= sum.area;
    sum.y /= sum.area;
    sum.inertia -= sum.area * (sum.x * sum.x + sum.y * sum.y);
    sum.x += o.x;
    sum.y += o.y;
    return sum;
}

static void any_shape_agrees_with_its_outline(void **state) {
    (void)state;
    test_random random = test_random_seed(11);
    const double chords =
        7e-4; /* an inscribed 128-gon has 4e-4 less area and 8e-4 less inertia than its circle */
    for (int i = 0; i < 2000; i++) {
        float size = test_random_size(&random);
        thud_shape shape = test_random_shape(&random, size);
        if (shape.kind == THUD_SHAPE_SEGMENT) {
            continue;
        }
        reference_point outline[reference_max_outline];
        int count = reference_outline(&shape, thud_pose_identity(), 128, outline);
        outline_mass expected = integrate(outline, count);
        thud_mass mass = thud_shape_mass(&shape, 1);
        double allowed = shape.radius > 0 ? chords : 1e-6;
        assert_near(mass.mass, expected.area, allowed);
        assert_near(mass.inertia, expected.inertia, 2 * allowed);
        assert_near(thud_shape_area(&shape), expected.area, allowed);
        assert_true(fabs(mass.center.x - expected.x) < allowed * size);
        assert_true(fabs(mass.center.y - expected.y) < allowed * size);
    }
}

static void far_from_the_origin_nothing_is_lost(void **state) {
    (void)state;
    /* 2^20 m away floats lie 1/8 apart: these boxes are exact there. */
    const float far = 1048576;
    thud_shape shape;
    const thud_vec2 box[] = {{far, far}, {far + 2, far}, {far + 2, far + 1}, {far, far + 1}};
    assert_int_equal(thud_polygon(box, 4, 0.5f, &shape), THUD_OK);
    thud_mass there = thud_shape_mass(&shape, 1);
    const thud_vec2 home[] = {{0, 0}, {2, 0}, {2, 1}, {0, 1}};
    assert_int_equal(thud_polygon(home, 4, 0.5f, &shape), THUD_OK);
    thud_mass here = thud_shape_mass(&shape, 1);
    assert_true(there.mass == here.mass && there.inertia == here.inertia);
    assert_true(there.center.x == far + 1 && there.center.y == far + 0.5f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circle_has_its_textbook_mass),
        cmocka_unit_test(a_box_has_its_textbook_mass),
        cmocka_unit_test(the_centre_of_a_box_is_exactly_its_middle),
        cmocka_unit_test(a_capsule_has_its_textbook_mass),
        cmocka_unit_test(a_rounded_box_has_its_textbook_mass),
        cmocka_unit_test(a_segment_has_no_mass_but_a_middle),
        cmocka_unit_test(what_is_not_positive_is_no_density),
        cmocka_unit_test(any_shape_agrees_with_its_outline),
        cmocka_unit_test(far_from_the_origin_nothing_is_lost),
    };
    return cmocka_run_group_tests_name("geometry_mass", tests, NULL, NULL);
}
