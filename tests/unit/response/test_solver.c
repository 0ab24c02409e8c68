/* The solver on small scenes of boxes. */
#include "test.h"

#include <math.h>

#include "box_scene.h"

static void a_box_at_rest_stays_where_it_is(void **state) {
    (void)state;
    box_scene *scene = box_scene_pyramid(1, THUD_LANES_AUTO, 1);
    for (int i = 0; i < 300; i++) {
        box_scene_step(scene);
    }
    assert_true(box_scene_top_speed(scene) < 1e-4f);
    assert_true(box_scene_deepest(scene) < 0.005f);
    assert_true(fabsf(scene->poses[1].position.x) < 1e-4f);
    box_scene_destroy(scene);
}

static void a_stack_of_ten_stays_up(void **state) {
    (void)state;
    box_scene *scene = box_scene_create(THUD_LANES_AUTO, 1);
    box_scene_add(scene, (thud_vec2){0, -1}, (thud_vec2){5, 1}, 0);
    for (int i = 0; i < 10; i++) {
        int box = box_scene_add(scene, (thud_vec2){0, 0.5f + (float)i}, (thud_vec2){0.5f, 0.5f}, 1);
        box_scene_pair(scene, box - 1, box);
    }
    for (int i = 0; i < 600; i++) {
        box_scene_step(scene);
    }
    assert_true(box_scene_top_speed(scene) < 1e-3f);
    assert_true(box_scene_deepest(scene) < 0.01f);
    assert_true(scene->poses[10].position.y > 9.45f);
    box_scene_destroy(scene);
}

static void every_width_and_every_number_of_workers_gives_the_same_bits(void **state) {
    (void)state;
    const thud_lanes widths[] = {THUD_LANES_SCALAR, THUD_LANES_SSE2, THUD_LANES_AVX2, THUD_LANES_NEON};
    uint64_t expected = 0;
    for (int i = 0; i < 4; i++) {
        for (int workers = 1; workers <= 4 && thud_lanes_available(widths[i]); workers *= 2) {
            box_scene *scene = box_scene_pyramid(12, widths[i], workers);
            for (int step = 0; step < 60; step++) {
                box_scene_step(scene);
            }
            uint64_t hash = box_scene_hash(scene);
            box_scene_destroy(scene);
            expected = expected == 0 ? hash : expected;
            assert_true(hash == expected);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_at_rest_stays_where_it_is),
        cmocka_unit_test(a_stack_of_ten_stays_up),
        cmocka_unit_test(every_width_and_every_number_of_workers_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
