/* Decomposition: the parts are convex, lie side by side and add up to the outline. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/aligned.h"
#include "reference/clip_area.h"
#include "reference/random_shapes.h"
#include "thud/shape.h"

enum { max_points = 240, max_parts = max_points };

static double outline_area(const thud_vec2 *outline, int count) {
    double twice_area = 0;
    for (int i = 1; i + 1 < count; i++) {
        double ax = (double)outline[i].x - outline[0].x, ay = (double)outline[i].y - outline[0].y;
        double bx = (double)outline[i + 1].x - outline[0].x, by = (double)outline[i + 1].y - outline[0].y;
        twice_area += ax * by - ay * bx;
    }
    return 0.5 * twice_area;
}

/* Decomposes, checks the properties of any decomposition, and returns the number of parts. */
static int assert_decomposes(const thud_vec2 *outline, int count, float size) {
    static thud_shape parts[max_parts];
    int part_count = -1;
    thud_status status = thud_decompose(outline, count, NULL, parts, max_parts, &part_count);
    assert_string_equal(thud_status_name(status), "THUD_OK");
    double sum = 0;
    for (int i = 0; i < part_count; i++) {
        assert_int_equal(thud_shape_check(&parts[i]), THUD_OK);
        sum += thud_shape_area(&parts[i]);
        for (int j = 0; j < i; j++) {
            double shared =
                reference_shared_shape_area(&parts[i], thud_pose_identity(), &parts[j], thud_pose_identity());
            assert_true(shared < 1e-5 * size * size);
        }
    }
    double area = fabs(outline_area(outline, count));
    if (fabs(sum - area) > 1e-5 * size * size) {
        fail_msg("%d parts of %d points: area %g instead of %g", part_count, count, sum, area);
    }
    return part_count;
}

static void reverse(thud_vec2 *outline, int count) {
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        thud_vec2 p = outline[i];
        outline[i] = outline[j];
        outline[j] = p;
    }
}

static void place(thud_pose pose, thud_vec2 *outline, int count) {
    for (int i = 0; i < count; i++) {
        outline[i] = thud_pose_apply(pose, outline[i]);
    }
}

static void star_shaped_outlines_are_cut_without_loss(void **state) {
    (void)state;
    test_random random = test_random_seed(31);
    for (int i = 0; i < 400; i++) {
        thud_vec2 outline[max_points];
        float size = test_random_size(&random);
        int count = test_random_int(&random, 3, 60);
        test_random_star(&random, size, outline, count);
        place(test_random_pose(&random, size), outline, count);
        if (i % 2 == 1) {
            reverse(outline, count);
        }
        assert_decomposes(outline, count, 2 * size);
    }
}

/* A comb with teeth of random length and extra points on its straight sides. */
static int random_comb(test_random *random, thud_vec2 *outline) {
    int teeth = test_random_int(random, 1, 20);
    int count = 0;
    outline[count++] = thud_vec2_make(0, 0);
    outline[count++] = thud_vec2_make((float)teeth, 0); /* between two teeth */
    outline[count++] = thud_vec2_make((float)(2 * teeth - 1), 0);
    for (int t = teeth - 1; t >= 0; t--) {
        float top = test_random_float(random, 1.5f, 6);
        float x = (float)(2 * t);
        outline[count++] = thud_vec2_make(x + 1, 1);
        outline[count++] = thud_vec2_make(x + 1, 0.5f * (1 + top));
        outline[count++] = thud_vec2_make(x + 1, top);
        outline[count++] = thud_vec2_make(x + 0.5f, top);
        outline[count++] = thud_vec2_make(x, top);
        outline[count++] = thud_vec2_make(x, 1);
    }
    return count;
}

static void combs_with_collinear_runs_are_cut_without_loss(void **state) {
    (void)state;
    test_random random = test_random_seed(32);
    for (int i = 0; i < 400; i++) {
        thud_vec2 outline[max_points];
        int count = random_comb(&random, outline);
        if (i % 3 != 0) {
            place(test_random_pose(&random, 50), outline, count);
        }
        if (i % 2 == 1) {
            reverse(outline, count);
        }
        int teeth = (count - 3) / 6;
        int parts = assert_decomposes(outline, count, (float)(2 * teeth + 6));
        assert_true(parts <=
                    4 * (teeth + 1)); /* Hertel and Mehlhorn's bound: a comb needs teeth + 1 at most */
    }
}

static void a_spiral_is_cut_without_loss(void **state) {
    (void)state;
    thud_vec2 outline[max_points];
    int half = 60;
    for (int i = 0; i < half; i++) {
        float angle = 0.3f * (float)i;
        float radius = 1 + 0.1f * (float)i;
        outline[i] = thud_vec2_make(radius * thud_cos(angle), radius * thud_sin(angle));
        outline[2 * half - 1 - i] = thud_vec2_scale(outline[i], (radius - 0.5f) / radius);
    }
    assert_decomposes(outline, 2 * half, 14);
}

static void a_convex_outline_stays_one_part(void **state) {
    (void)state;
    for (int count = 3; count <= THUD_MAX_VERTICES; count++) {
        thud_shape polygon;
        assert_int_equal(thud_regular_polygon(count, 3, &polygon), THUD_OK);
        assert_int_equal(assert_decomposes(polygon.vertices, count, 6), 1);
    }
}

static void a_part_never_has_more_than_32_vertices(void **state) {
    (void)state;
    thud_vec2 outline[100];
    for (int i = 0; i < 100; i++) {
        float angle = 2 * THUD_PI * (float)i / 100;
        outline[i] = thud_vec2_make(thud_cos(angle), thud_sin(angle));
    }
    assert_in_range(assert_decomposes(outline, 100, 2), 4, 12);
}

static void an_l_becomes_two_parts(void **state) {
    (void)state;
    const thud_vec2 outline[] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
    assert_int_equal(assert_decomposes(outline, 6, 3), 2);
}

static void duplicates_are_dropped(void **state) {
    (void)state;
    const thud_vec2 outline[] = {{0, 0}, {0, 0}, {2, 0}, {2, 1}, {1, 1},
                                 {1, 1}, {1, 1}, {1, 3}, {0, 3}, {0, 0}};
    assert_int_equal(assert_decomposes(outline, 10, 3), 2);
}

static void assert_refused_outline(const thud_vec2 *outline, int count, const char *status_name) {
    thud_shape parts[8];
    memset(parts, 0x5a, sizeof parts);
    thud_shape before[8];
    memcpy(before, parts, sizeof parts);
    int part_count = -7;
    thud_status status = thud_decompose(outline, count, NULL, parts, 8, &part_count);
    assert_string_equal(thud_status_name(status), status_name);
    assert_int_equal(part_count, -7);
    assert_memory_equal(parts, before, sizeof parts);
}

static void outlines_that_cross_or_touch_themselves_are_refused(void **state) {
    (void)state;
    const thud_vec2 bow_tie[] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    const thud_vec2 touching_vertex[] = {{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}};
    const thud_vec2 same_point_twice[] = {{0, 0}, {1, 1}, {2, 0}, {2, 2}, {1, 1}, {0, 2}};
    const thud_vec2 spike[] = {{0, 0}, {2, 0}, {5, 0}, {2, 0}, {2, 2}, {0, 2}};
    const thud_vec2 overlap[] = {{0, 0}, {4, 0}, {4, 1}, {3, 1}, {3, 0}, {1, 0}, {1, 1}, {0, 1}};
    thud_vec2 pentagram[5];
    for (int i = 0; i < 5; i++) {
        float angle = 4 * THUD_PI * (float)i / 5;
        pentagram[i] = thud_vec2_make(thud_cos(angle), thud_sin(angle));
    }
    assert_refused_outline(bow_tie, 4, "THUD_SELF_INTERSECTING");
    assert_refused_outline(touching_vertex, 5, "THUD_SELF_INTERSECTING");
    assert_refused_outline(same_point_twice, 6, "THUD_SELF_INTERSECTING");
    assert_refused_outline(spike, 6, "THUD_SELF_INTERSECTING");
    assert_refused_outline(overlap, 8, "THUD_SELF_INTERSECTING");
    assert_refused_outline(pentagram, 5, "THUD_SELF_INTERSECTING");
}

static void random_crossings_are_refused(void **state) {
    (void)state;
    /* Two points of a star that are not neighbours change places: its edges cross. */
    test_random random = test_random_seed(33);
    for (int i = 0; i < 300; i++) {
        thud_vec2 outline[40];
        int count = test_random_int(&random, 6, 40);
        for (int k = 0; k < count; k++) {
            float angle = 2 * THUD_PI * (float)k / (float)count;
            outline[k] =
                thud_vec2_make(thud_cos(angle), thud_sin(angle)); /* on a circle: chords must cross */
        }
        int a = test_random_int(&random, 0, count - 1);
        int b = (a + test_random_int(&random, 2, count - 2)) % count;
        thud_vec2 p = outline[a];
        outline[a] = outline[b];
        outline[b] = p;
        assert_refused_outline(outline, count, "THUD_SELF_INTERSECTING");
    }
}

static void outlines_without_area_are_refused(void **state) {
    (void)state;
    const thud_vec2 same[] = {{1, 1}, {1, 1}, {1, 1}};
    const thud_vec2 line[] = {{0, 0}, {1, 2}, {2, 4}};
    const thud_vec2 nan[] = {{0, 0}, {1, NAN}, {2, 4}};
    const thud_vec2 far[] = {{0, 0}, {1, 2e8f}, {2, 4}};
    const thud_vec2 tiny[] = {{0, 0}, {1e-9f, 0}, {0, 1e-9f}};
    assert_refused_outline(same, 3, "THUD_TOO_FEW_POINTS");
    assert_refused_outline(same, 2, "THUD_TOO_FEW_POINTS");
    assert_refused_outline(same, -1, "THUD_TOO_FEW_POINTS");
    assert_refused_outline(line, 3, "THUD_COLLINEAR");
    assert_refused_outline(nan, 3, "THUD_NOT_FINITE");
    assert_refused_outline(far, 3, "THUD_OUT_OF_RANGE");
    assert_refused_outline(tiny, 3, "THUD_OUT_OF_RANGE");
    assert_refused_outline(same, THUD_MAX_OUTLINE + 1, "THUD_OUT_OF_RANGE");
    assert_refused_outline(NULL, 3, "THUD_NULL_ARGUMENT");
}

static void too_small_a_capacity_tells_how_many_parts_there_are(void **state) {
    (void)state;
    const thud_vec2 outline[] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
    thud_shape part;
    memset(&part, 0x5a, sizeof part);
    thud_shape before = part;
    int count = 0;
    assert_int_equal(thud_decompose(outline, 6, NULL, &part, 1, &count), THUD_CAPACITY);
    assert_int_equal(count, 2);
    assert_memory_equal(&part, &before, sizeof part);
    count = 0;
    assert_int_equal(thud_decompose(outline, 6, NULL, NULL, 0, &count), THUD_CAPACITY);
    assert_int_equal(count, 2);
    assert_int_equal(thud_decompose(outline, 6, NULL, NULL, 1, &count), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_decompose(outline, 6, NULL, &part, -1, &count), THUD_NEGATIVE);
    assert_int_equal(thud_decompose(outline, 6, NULL, &part, 1, NULL), THUD_NULL_ARGUMENT);
}

static int live_blocks;

static void *counting_allocate(size_t size, size_t alignment, void *context) {
    if (context != NULL) {
        return NULL;
    }
    live_blocks++;
    return test_aligned_alloc(alignment, size);
}

static void counting_release(void *memory, size_t size, void *context) {
    (void)size;
    (void)context;
    live_blocks--;
    test_aligned_free(memory);
}

static void memory_comes_from_the_hooks_and_goes_back(void **state) {
    (void)state;
    const thud_vec2 outline[] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
    const thud_vec2 bow_tie[] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    thud_shape parts[2];
    int count = -7;
    thud_hooks hooks = thud_hooks_defaults();
    hooks.allocate = counting_allocate;
    hooks.release = counting_release;
    assert_int_equal(thud_decompose(outline, 6, &hooks, parts, 2, &count), THUD_OK);
    assert_int_equal(thud_decompose(bow_tie, 4, &hooks, parts, 2, &count), THUD_SELF_INTERSECTING);
    assert_int_equal(live_blocks, 0);
    hooks.context = &live_blocks; /* no memory left */
    count = -7;
    assert_int_equal(thud_decompose(outline, 6, &hooks, parts, 2, &count), THUD_OUT_OF_MEMORY);
    assert_int_equal(count, -7);
    hooks.release = NULL;
    assert_int_equal(thud_decompose(outline, 6, &hooks, parts, 2, &count), THUD_NULL_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(star_shaped_outlines_are_cut_without_loss),
        cmocka_unit_test(combs_with_collinear_runs_are_cut_without_loss),
        cmocka_unit_test(a_spiral_is_cut_without_loss),
        cmocka_unit_test(a_convex_outline_stays_one_part),
        cmocka_unit_test(a_part_never_has_more_than_32_vertices),
        cmocka_unit_test(an_l_becomes_two_parts),
        cmocka_unit_test(duplicates_are_dropped),
        cmocka_unit_test(outlines_that_cross_or_touch_themselves_are_refused),
        cmocka_unit_test(random_crossings_are_refused),
        cmocka_unit_test(outlines_without_area_are_refused),
        cmocka_unit_test(too_small_a_capacity_tells_how_many_parts_there_are),
        cmocka_unit_test(memory_comes_from_the_hooks_and_goes_back),
    };
    return cmocka_run_group_tests_name("geometry_decompose", tests, NULL, NULL);
}
