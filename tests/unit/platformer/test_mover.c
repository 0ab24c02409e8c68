/* The character mover on ground: boxes, chains, slopes, crests, steps. */
#include "unit/platformer/mover_course.h"

#include <math.h>
#include <stdlib.h>

/* ---- flat ground ---- */

/* Ground of unit boxes side by side, tops at y = 0. */
static thud_world *ground_of_boxes(int count) {
    thud_world *world = test_world_create();
    for (int i = 0; i < count; i++) {
        course_wall(world, (float)i + 0.5f, -0.5f, 0.5f, 0.5f);
    }
    return world;
}

static thud_world *ground_of_chain(int count) {
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0, 0));
    thud_vec2 *points = malloc((size_t)(count + 1) * sizeof *points);
    for (int i = 0; i <= count; i++) {
        points[i] = thud_vec2_make((float)(count - i), 0.0f);
    }
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = count + 1;
    assert_false(thud_chain_id_is_null(thud_chain_create(world, body, &def)));
    free(points);
    return world;
}

static void run_over_seams(thud_world *world, float speed, int seams) {
    course c = course_of(world, thud_vec2_make(3.0f, COURSE_STAND + 0.05f));
    course_run(&c, 0.0f, 20);
    assert_true(c.result.floor.touching);
    float low = FLT_MAX, high = -FLT_MAX;
    float start = c.state.position.x;
    int steps = 0;
    while (c.state.position.x < (float)seams - 5.0f) {
        course_run(&c, speed, 1);
        steps++;
        assert_true(c.result.floor.touching && !c.result.wall.touching && c.result.hit_count == 0);
        assert_true(c.velocity.x == speed && c.velocity.y == 0.0f);
        low = thud_min(low, c.state.position.y);
        high = thud_max(high, c.state.position.y);
    }
    float expected = start + speed * TEST_DT * (float)steps;
    assert_true(high - low < 0.001f);
    assert_true(fabsf(low - COURSE_STAND) < 0.001f);
    assert_true(fabsf(c.state.position.x - expected) < 1.0e-3f * expected);
    thud_world_destroy(world);
}

static void runs_over_10000_seams_at_constant_height_and_speed(void **state) {
    (void)state;
    const float speeds[] = {1.0f, 7.0f, 50.0f};
    for (int i = 0; i < 3; i++) {
        int seams = speeds[i] < 5.0f ? 500 : 10000;
        run_over_seams(ground_of_boxes(seams), speeds[i], seams);
        run_over_seams(ground_of_chain(seams), speeds[i], seams);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_over_10000_seams_at_constant_height_and_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
