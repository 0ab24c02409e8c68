/*
 * Queries of bounding volumes: overlap between every two kinds, containment, distance, segments,
 * projections.
 */
#include "test.h"

#include <math.h>

#include "reference/random_volumes.h"

static thud_vec2 v(float x, float y) {
    return thud_vec2_make(x, y);
}

/* ---- overlap ---- */

/* The result of clipping two volumes: 1 overlap, 0 apart, -1 undecided, as the arcs are polygons. */
static int clipped_overlap(const thud_volume *a, const thud_volume *b, float size) {
    enum { steps = 24 };
    reference_point outline_a[reference_max_outline], outline_b[reference_max_outline];
    int count_a = reference_volume_outline(a, steps, false, outline_a);
    int count_b = reference_volume_outline(b, steps, false, outline_b);
    double rounding = 1e-6 * size * size;
    if (reference_shared_area(outline_a, count_a, outline_b, count_b) > rounding) {
        return 1;
    }
    count_a = reference_volume_outline(a, steps, true, outline_a);
    count_b = reference_volume_outline(b, steps, true, outline_b);
    return reference_shared_area(outline_a, count_a, outline_b, count_b) == 0 ? 0 : -1;
}

static void overlap_is_what_clipping_says_on_a_million_pairs(void **state) {
    (void)state;
    test_random random = test_random_seed(51);
    enum { pairs = TEST_UNLESS_SANITIZED(1000000, 100000) };
    int counts[3] = {0, 0, 0};
    for (int i = 0; i < pairs; i++) {
        int k = i % (volume_kind_count * volume_kind_count);
        float size = 1 + (float)(i % 5);
        thud_volume a = test_random_volume(&random, volume_kinds[k / volume_kind_count], size, 0.6f * size);
        thud_volume b = test_random_volume(&random, volume_kinds[k % volume_kind_count], size, 0.6f * size);
        int expected = clipped_overlap(&a, &b, size);
        counts[expected + 1]++;
        if (expected >= 0 && thud_volume_overlaps(&a, &b) != (expected == 1)) {
            fail_msg("pair %d, kinds %d and %d: overlap should be %d", i, (int)a.kind, (int)b.kind, expected);
        }
    }
    assert_true(counts[0] < pairs / 50 && counts[1] > pairs / 5 &&
                counts[2] > pairs / 5); /* both results occurred */
}

static void overlap_is_symmetric(void **state) {
    (void)state;
    test_random random = test_random_seed(52);
    for (int i = 0; i < 100000; i++) {
        int k = i % (volume_kind_count * volume_kind_count);
        thud_volume a = test_random_volume(&random, volume_kinds[k / volume_kind_count], 1, 0.6f);
        thud_volume b = test_random_volume(&random, volume_kinds[k % volume_kind_count], 1, 0.6f);
        assert_int_equal(thud_volume_overlaps(&a, &b), thud_volume_overlaps(&b, &a));
    }
}

/* The same volume with its sizes changed by a little. */
static thud_volume grown(thud_volume volume, float by) {
    thud_volume moved = volume;
    switch (volume.kind) {
    case THUD_VOLUME_CIRCLE:
        moved.circle.radius += by;
        break;
    case THUD_VOLUME_OBB:
        moved.obb.extents = thud_vec2_add(moved.obb.extents, v(by, by));
        break;
    case THUD_VOLUME_CAPSULE:
        moved.capsule.radius += by;
        break;
    default:
        moved.hull.radius += by;
        break;
    }
    return moved;
}

static void overlap_does_not_change_when_both_move_together(void **state) {
    (void)state;
    /* The kinds that are moved exactly. Pairs whose result changes with a change of 1e-5 in size are left
     * out. */
    static const thud_volume_kind kinds[] = {THUD_VOLUME_CIRCLE, THUD_VOLUME_OBB, THUD_VOLUME_CAPSULE,
                                             THUD_VOLUME_HULL};
    const float tolerance = 1e-5f;
    test_random random = test_random_seed(53);
    int asked = 0;
    for (int i = 0; i < 50000; i++) {
        thud_volume a = test_random_volume(&random, kinds[i % 4], 1, 0.6f);
        thud_volume b = test_random_volume(&random, kinds[i / 4 % 4], 1, 0.6f);
        a = grown(a, tolerance); /* so that it can shrink */
        thud_volume larger = grown(a, tolerance), smaller = grown(a, -tolerance);
        if (thud_volume_overlaps(&larger, &b) != thud_volume_overlaps(&smaller, &b)) {
            continue;
        }
        thud_pose pose = test_random_pose(&random, 10);
        thud_volume moved_a = thud_volume_moved(&a, pose), moved_b = thud_volume_moved(&b, pose);
        assert_int_equal(thud_volume_overlaps(&moved_a, &moved_b), thud_volume_overlaps(&a, &b));
        asked++;
    }
    assert_true(asked > 49000);
}

static thud_volume box(float x0, float y0, float x1, float y1) {
    thud_volume volume = {.kind = THUD_VOLUME_AABB};
    volume.aabb = (thud_aabb){{x0, y0}, {x1, y1}};
    return volume;
}

static thud_volume circle(float x, float y, float radius) {
    thud_volume volume = {.kind = THUD_VOLUME_CIRCLE};
    volume.circle = (thud_bounding_circle){{x, y}, radius};
    return volume;
}

static thud_volume capsule(thud_vec2 p1, thud_vec2 p2, float radius) {
    thud_volume volume = {.kind = THUD_VOLUME_CAPSULE};
    volume.capsule = (thud_bounding_capsule){p1, p2, radius};
    return volume;
}

static thud_volume turned_box(float x, float y, float ex, float ey, thud_rot rotation) {
    thud_volume volume = {.kind = THUD_VOLUME_OBB};
    volume.obb = (thud_obb){{x, y}, {ex, ey}, rotation};
    return volume;
}

static void volumes_that_touch_exactly_do_not_overlap(void **state) {
    (void)state;
    thud_rot level = {1, 0};
    const thud_volume pairs[][2] = {
        {box(0, 0, 1, 1), box(1, 0, 2, 1)},
        {box(0, 0, 1, 1), box(1, 1, 2, 2)},
        {circle(0, 0, 1), circle(3, 4, 4)},
        {circle(0, 0, 1), box(1, -1, 2, 1)},
        {circle(0, 0, 5), box(3, 4, 9, 9)},
        {capsule(v(0, 0), v(4, 0), 1), capsule(v(0, 2), v(4, 2), 1)},
        {capsule(v(0, 0), v(4, 0), 1), circle(6, 0, 1)},
        {turned_box(0, 0, 1, 1, level), turned_box(2, 0, 1, 1, level)},
        {turned_box(0, 0, 1, 1, level), box(1, 0, 2, 1)},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        assert_false(thud_volume_overlaps(&pairs[i][0], &pairs[i][1]));
        thud_volume nearer = thud_volume_moved(&pairs[i][1], (thud_pose){{-1e-4f, -1e-4f}, {1, 0}});
        assert_true(thud_volume_overlaps(&pairs[i][0], &nearer));
    }
    assert_true(
        thud_aabb_overlaps(pairs[0][0].aabb, pairs[0][1].aabb)); /* the broadphase's boxes, on purpose */
}

static void volumes_of_zero_thickness_overlap_what_they_pierce(void **state) {
    (void)state;
    thud_volume point = circle(0, 0, 0);
    thud_volume line = capsule(v(-5, 0.25f), v(5, 0.25f), 0);
    thud_volume across = capsule(v(0, -5), v(0, 5), 0);
    thud_volume beyond = capsule(v(6, 0.25f), v(9, 0.25f), 0);
    thud_volume square = box(-1, -1, 1, 1);
    assert_true(thud_volume_overlaps(&point, &square));
    assert_true(thud_volume_overlaps(&line, &square));
    assert_true(thud_volume_overlaps(&line, &across));
    assert_false(thud_volume_overlaps(&beyond, &square));
    assert_false(thud_volume_overlaps(&beyond, &line)); /* on one straight line */
    assert_false(thud_volume_overlaps(&point, &point));
    for (int angle = 0; angle < 360; angle++) {
        /* Beyond the end of a capsule of any direction, on its axis. */
        thud_rot q = thud_rot_from_angle((float)angle * THUD_PI / 180);
        thud_volume arm = capsule(v(0, 0), v(2 * q.c, 2 * q.s), 0.5f);
        thud_volume near = circle(2.9f * q.c, 2.9f * q.s, 0.5f), far = circle(3.1f * q.c, 3.1f * q.s, 0.5f);
        assert_true(thud_volume_overlaps(&arm, &near));
        assert_false(thud_volume_overlaps(&arm, &far));
    }
}

static void lines_on_one_line_are_apart_far_from_the_origin_too(void **state) {
    (void)state;
    /* All coordinates are exact; the projections on the common normal are not. */
    for (int i = 1; i < 200; i++) {
        thud_vec2 start = {(float)(1000003 + i), (float)(2000001 - 7 * i)};
        thud_vec2 step = {(float)(3 * i % 17 + 1), (float)(5 * i % 13 + 1)};
        thud_volume line = capsule(start, thud_vec2_add(start, step), 0);
        thud_volume rounded = capsule(start, thud_vec2_add(start, step), 0.25f);
        thud_vec2 from = thud_vec2_mul_add(start, 3, step), to = thud_vec2_mul_add(start, 5, step);
        thud_volume beyond = capsule(from, to, 0), ball = circle(from.x, from.y, 0.25f);
        assert_false(thud_volume_overlaps(&line, &beyond));
        assert_false(thud_volume_overlaps(&rounded, &beyond));
        assert_false(thud_volume_overlaps(&rounded, &ball));
    }
}

static void invalid_volumes_answer_nothing(void **state) {
    (void)state;
    thud_volume none = {.kind = THUD_VOLUME_NONE};
    thud_volume bad = circle(0, 0, NAN), good = circle(0, 0, 1);
    float fraction = -7, radius;
    thud_vec2 vertices[THUD_MAX_VERTICES];
    assert_false(thud_volume_overlaps(&none, &good));
    assert_false(thud_volume_overlaps(&good, &bad));
    assert_false(thud_volume_overlaps(&good, NULL));
    assert_false(thud_volume_contains(&bad, v(0, 0)));
    assert_false(thud_volume_contains(&good, v(NAN, 0)));
    assert_true(thud_volume_distance(&bad, v(0, 0)) == 0);
    assert_true(thud_volume_distance(&good, v(INFINITY, 0)) == 0);
    assert_false(thud_volume_hit_by_segment(&bad, v(0, 0), v(1, 1), &fraction));
    assert_false(thud_volume_hit_by_segment(&good, v(NAN, 0), v(1, 1), &fraction));
    assert_true(fraction == -7);
    assert_true(thud_volume_area(&bad) == 0);
    assert_int_equal(thud_volume_core(&none, vertices, &radius), 0);
    assert_int_equal(thud_volume_core(&good, NULL, &radius), 0);
    thud_projection projection = thud_volume_project(&good, v(NAN, 0));
    assert_true(projection.min == 0 && projection.max == 0);
}

/* ---- points, segments, projections ---- */

static double outline_distance(const reference_point *outline, int count, thud_vec2 p, bool *inside) {
    double nearest = INFINITY;
    *inside = count >= 3;
    for (int i = 0; i < count; i++) {
        reference_point a = outline[i], b = outline[(i + 1) % count];
        double ex = b.x - a.x, ey = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
        double length_squared = ex * ex + ey * ey;
        double t = length_squared > 0 ? fmin(fmax((ex * px + ey * py) / length_squared, 0), 1) : 0;
        nearest = fmin(nearest, hypot(px - t * ex, py - t * ey));
        *inside = *inside && ex * py - ey * px >= 0;
    }
    return nearest;
}

static void distance_and_containment_agree_with_the_outline(void **state) {
    (void)state;
    test_random random = test_random_seed(54);
    const double chords = 1 - cos(acos(-1.0) / 128);
    for (int i = 0; i < 3000; i++) {
        float size = test_random_size(&random);
        thud_volume volume = test_random_volume(&random, volume_kinds[i % volume_kind_count], size, size);
        reference_point outline[reference_max_outline];
        int count = reference_volume_outline(&volume, 128, false, outline);
        for (int k = 0; k < 20; k++) {
            thud_vec2 point = test_random_vec2(&random, 2 * size);
            bool inside;
            double distance = outline_distance(outline, count, point, &inside);
            double tolerance = (chords + 1e-6) * size;
            if (distance > tolerance) {
                assert_int_equal(thud_volume_contains(&volume, point), inside);
            }
            assert_true(fabs(thud_volume_distance(&volume, point) - (inside ? 0 : distance)) <= tolerance);
        }
    }
}

static void a_segment_hits_where_sampling_enters(void **state) {
    (void)state;
    test_random random = test_random_seed(55);
    enum { samples = 200 };
    int hits = 0;
    for (int i = 0; i < 6000; i++) {
        thud_volume volume = test_random_volume(&random, volume_kinds[i % volume_kind_count], 1, 1);
        thud_vec2 p1 = test_random_vec2(&random, 2), p2 = test_random_vec2(&random, 2);
        float fraction = 2;
        bool hit = thud_volume_hit_by_segment(&volume, p1, p2, &fraction);
        float length = thud_vec2_distance(p1, p2);
        for (int k = 0; k <= samples; k++) {
            float t = (float)k / (float)samples;
            if (thud_volume_contains(&volume, thud_vec2_lerp(p1, p2, t))) {
                assert_true(hit);
                assert_true(fraction <= t + 1e-5f);
                break;
            }
        }
        if (hit) {
            hits++;
            /* The hit lies on the border, or is the start, inside. */
            assert_true(fraction >= 0 && fraction <= 1);
            assert_true(thud_volume_distance(&volume, thud_vec2_lerp(p1, p2, fraction)) < 1e-5f);
            float before = fraction - 1e-4f / length;
            if (before > 0) {
                assert_false(thud_volume_contains(&volume, thud_vec2_lerp(p1, p2, before)));
            }
        }
    }
    assert_true(hits > 1000 && hits < 5000);
}

static void a_segment_that_ends_short_does_not_hit(void **state) {
    (void)state;
    thud_volume square = box(0, 0, 1, 1);
    float fraction = -7;
    assert_false(thud_volume_hit_by_segment(&square, v(-2, 0.5f), v(-1, 0.5f), &fraction));
    assert_true(fraction == -7);
    assert_true(thud_volume_hit_by_segment(&square, v(-1, 0.5f), v(0, 0.5f), &fraction));
    assert_true(fraction == 1);
    assert_true(thud_volume_hit_by_segment(&square, v(-1, 0.5f), v(3, 0.5f), &fraction));
    assert_true(fraction == 0.25f);
    assert_true(thud_volume_hit_by_segment(&square, v(0.5f, 0.5f), v(0.5f, 0.5f), &fraction));
    assert_true(fraction == 0);
    assert_false(thud_volume_hit_by_segment(&square, v(2, 2), v(2, 2), &fraction));
    assert_false(thud_volume_hit_by_segment(&square, v(3, 0.5f), v(9, 0.5f), &fraction)); /* leads away */
    /* In the opposite direction this segment would enter by the capsule's side. */
    thud_volume bar = capsule(v(0, 0), v(1, 0), 0.5f);
    assert_false(thud_volume_hit_by_segment(&bar, v(3, 0.1f), v(3.6f, 0), &fraction));
}

static void projections_and_areas_agree_with_the_outline(void **state) {
    (void)state;
    test_random random = test_random_seed(56);
    for (int i = 0; i < 3000; i++) {
        float size = test_random_size(&random);
        thud_volume volume = test_random_volume(&random, volume_kinds[i % volume_kind_count], size, size);
        reference_point outline[reference_max_outline];
        int count = reference_volume_outline(&volume, 128, false, outline);
        thud_vec2 axis = thud_vec2_scale(test_random_unit(&random), test_random_float(&random, 0.5f, 2));
        double min = INFINITY, max = -INFINITY;
        for (int k = 0; k < count; k++) {
            double along = outline[k].x * axis.x + outline[k].y * axis.y;
            min = fmin(min, along), max = fmax(max, along);
        }
        thud_projection projection = thud_volume_project(&volume, axis);
        double tolerance = 1e-3 * size * 2;
        assert_true(projection.min <= min + 1e-5 * size && projection.min >= min - tolerance);
        assert_true(projection.max >= max - 1e-5 * size && projection.max <= max + tolerance);
        assert_true(fabs(thud_volume_area(&volume) - reference_area(outline, count)) <= 1e-3 * size * size);
    }
}

/* ---- two oriented boxes ---- */

static thud_obb random_obb(test_random *random) {
    return test_random_volume(random, THUD_VOLUME_OBB, 1, 0.5f).obb;
}

static void the_four_axes_show_why_boxes_are_apart(void **state) {
    (void)state;
    test_random random = test_random_seed(57);
    for (int i = 0; i < 20000; i++) {
        thud_obb a = random_obb(&random), b = random_obb(&random);
        thud_obb_axis axes[4];
        bool overlap = thud_obb_find_axes(&a, &b, axes);
        thud_volume volume_a = {.kind = THUD_VOLUME_OBB}, volume_b = volume_a;
        volume_a.obb = a, volume_b.obb = b;
        assert_int_equal(thud_volume_overlaps(&volume_a, &volume_b), overlap);
        bool all = true;
        for (int k = 0; k < 4; k++) {
            all = all && fabsf(axes[k].distance) < axes[k].radius_a + axes[k].radius_b;
            thud_projection projection = thud_volume_project(&volume_a, axes[k].axis);
            assert_true(fabsf(0.5f * (projection.max - projection.min) - axes[k].radius_a) < 1e-5f);
        }
        assert_int_equal(all, overlap);
    }
}

static void the_mtd_of_two_boxes_just_parts_them(void **state) {
    (void)state;
    test_random random = test_random_seed(58);
    int overlaps = 0;
    for (int i = 0; i < 20000; i++) {
        thud_obb a = random_obb(&random), b = random_obb(&random);
        thud_vec2 mtd = {7, 7};
        thud_obb_axis axes[4];
        bool overlap = thud_obb_find_mtd(&a, &b, &mtd);
        assert_int_equal(overlap, thud_obb_find_axes(&a, &b, axes));
        if (!overlap) {
            assert_true(mtd.x == 0 && mtd.y == 0);
            continue;
        }
        overlaps++;
        float depth = thud_vec2_length(mtd);
        thud_obb parted = a, still = a;
        parted.center = thud_vec2_mul_add(a.center, 1 + 1e-5f / depth, mtd);
        still.center = thud_vec2_mul_add(a.center, 1 - 1e-5f / depth, mtd);
        assert_false(thud_obb_find_axes(&parted, &b, axes));
        assert_true(depth < 1e-4f || thud_obb_find_axes(&still, &b, axes));
        /* None of 64 directions has a shorter way out. */
        for (int k = 0; k < 64; k++) {
            thud_rot q = thud_rot_from_angle(2 * THUD_PI * (float)k / 64);
            still.center = thud_vec2_mul_add(a.center, 0.999f * depth - 1e-5f, v(q.c, q.s));
            assert_true(depth < 1e-3f || thud_obb_find_axes(&still, &b, axes));
        }
    }
    assert_true(overlaps > 3000);
}

static void bad_boxes_have_no_axes(void **state) {
    (void)state;
    thud_obb good = {{0, 0}, {1, 1}, {1, 0}}, bad = {{0, 0}, {1, NAN}, {1, 0}};
    thud_obb_axis axes[4];
    thud_vec2 mtd = {7, 7};
    assert_true(thud_obb_find_axes(&good, &good, axes));
    assert_false(thud_obb_find_axes(&good, &bad, axes));
    assert_false(thud_obb_find_axes(NULL, &good, axes));
    assert_false(thud_obb_find_axes(&good, &good, NULL));
    assert_false(thud_obb_find_mtd(&bad, &good, &mtd));
    assert_true(mtd.x == 0 && mtd.y == 0);
    assert_false(thud_obb_find_mtd(&good, &good, NULL));
    assert_true(thud_obb_find_mtd(&good, &good, &mtd)); /* equal boxes: any axis is right */
    assert_true(thud_vec2_length(mtd) == 2);
}

static void a_box_becomes_an_oriented_box_at_a_pose(void **state) {
    (void)state;
    thud_aabb flat = {{1, 1}, {3, 2}};
    thud_pose quarter = {{10, 0}, {0, 1}};
    thud_obb turned = thud_obb_of_aabb(flat, quarter);
    assert_true(turned.center.x == 8.5f && turned.center.y == 2);
    assert_true(turned.extents.x == 1 && turned.extents.y == 0.5f);
    assert_true(turned.rotation.c == 0 && turned.rotation.s == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlap_is_what_clipping_says_on_a_million_pairs),
        cmocka_unit_test(overlap_is_symmetric),
        cmocka_unit_test(overlap_does_not_change_when_both_move_together),
        cmocka_unit_test(volumes_that_touch_exactly_do_not_overlap),
        cmocka_unit_test(volumes_of_zero_thickness_overlap_what_they_pierce),
        cmocka_unit_test(lines_on_one_line_are_apart_far_from_the_origin_too),
        cmocka_unit_test(invalid_volumes_answer_nothing),
        cmocka_unit_test(distance_and_containment_agree_with_the_outline),
        cmocka_unit_test(a_segment_hits_where_sampling_enters),
        cmocka_unit_test(a_segment_that_ends_short_does_not_hit),
        cmocka_unit_test(projections_and_areas_agree_with_the_outline),
        cmocka_unit_test(the_four_axes_show_why_boxes_are_apart),
        cmocka_unit_test(the_mtd_of_two_boxes_just_parts_them),
        cmocka_unit_test(bad_boxes_have_no_axes),
        cmocka_unit_test(a_box_becomes_an_oriented_box_at_a_pose),
    };
    return cmocka_run_group_tests_name("geometry_volume_query", tests, NULL, NULL);
}
