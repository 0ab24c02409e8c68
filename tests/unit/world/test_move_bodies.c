/* The kernel that moves bodies, against its definition body by body, in every width. */
#include "world/advance.h"

#include "base/kernel.h"
#include "reference/random.h"
#include "test.h"
#include "widths.h"
#include "world/move_batch.h"

#include <math.h>

THUD_KERNEL_DECLARE(void, thud_move_bodies, (thud_move_batch * batch));

static test_random generator = {20261119};

static float random_between(float low, float high) {
    return test_random_float(&generator, low, high);
}

enum { body_count = 1003, obstacle_count = 300 };

typedef struct moved_bodies {
    thud_pose poses[body_count];
    thud_displacement displacements[body_count];
    thud_velocity velocities[body_count];
    thud_sleep_data sleep_data[body_count];
    int32_t slots[body_count];
    thud_pose previous[body_count];
    int32_t fast[body_count], near[body_count], crossing[body_count], broken[body_count];
    uint8_t results[body_count]; /* flags of the lists that contain a body */
} moved_bodies;

enum { FAST = 1, NEAR = 2, BROKEN = 4, CROSSING = 8, CLEAR_OF_STATIC = 16, CLEAR_OF_KINEMATIC = 32 };

/* The box of all bullets. */
static const thud_aabb bullets = {{-20.0f, -7.0f}, {3.0f, 8.0f}};

static void note_list(moved_bodies *bodies, const int32_t *list, int32_t count, uint8_t flag) {
    for (int32_t i = 0; i < count; i++) {
        assert_true(i == 0 || list[i - 1] < list[i]);
        bodies->results[list[i]] |= flag;
    }
}

/* Bodies of up to 1 m within `extent` of a place; most of them move less than a metre, some far. */
static void scatter_bodies(moved_bodies *bodies, thud_vec2 place, float extent) {
    *bodies = (moved_bodies){0};
    for (int32_t i = 0; i < body_count; i++) {
        float step = i % 10 == 0 ? 20.0f : 0.5f;
        float reach = random_between(0.1f, 0.5f);
        bodies->slots[i] = i;
        bodies->poses[i] = (thud_pose){
            {place.x + random_between(-extent, extent), place.y + random_between(-extent, extent)},
            {1.0f, 0.0f}};
        bodies->displacements[i].translation =
            (thud_vec2){random_between(-step, step), random_between(-step, step)};
        bodies->displacements[i].rotation = random_between(-1.0f, 1.0f);
        bodies->sleep_data[i] = (thud_sleep_data){.reach = reach, .thickness = 0.2f * reach};
    }
}

static void move(moved_bodies *bodies, thud_obstacle_maps obstacles, float obstacle_step, thud_lanes lanes) {
    thud_move_batch batch = {.slots = bodies->slots,
                             .count = body_count,
                             .poses = bodies->poses,
                             .displacements = bodies->displacements,
                             .velocities = bodies->velocities,
                             .sleep_data = bodies->sleep_data,
                             .dt = 1.0f / 60.0f,
                             .fast_share = 0.2f,
                             .obstacles = obstacles,
                             .obstacle_step = obstacle_step,
                             .bullets = bullets,
                             .previous = bodies->previous,
                             .fast = bodies->fast,
                             .near = bodies->near,
                             .crossing = bodies->crossing,
                             .broken = bodies->broken};
    THUD_KERNEL_CHOOSE(lanes, thud_move_bodies)(&batch);
    note_list(bodies, bodies->fast, batch.fast_count, FAST);
    for (int32_t i = 0; i < batch.near_count; i++) {
        uint8_t *result = &bodies->results[bodies->near[i] >> 2];
        *result |= (bodies->near[i] & 1) != 0 ? CLEAR_OF_STATIC : 0;
        *result |= (bodies->near[i] & 2) != 0 ? CLEAR_OF_KINEMATIC : 0;
        bodies->near[i] >>= 2;
    }
    note_list(bodies, bodies->near, batch.near_count, NEAR);
    note_list(bodies, bodies->crossing, batch.crossing_count, CROSSING);
    note_list(bodies, bodies->broken, batch.broken_count, BROKEN);
}

static thud_aabb box_on_the_path(const moved_bodies *bodies, int32_t i, float margin) {
    thud_vec2 from = bodies->poses[i].position;
    thud_vec2 to = thud_vec2_add(from, bodies->displacements[i].translation);
    thud_aabb box = {thud_vec2_min(from, to), thud_vec2_max(from, to)};
    return thud_aabb_expand(box, bodies->sleep_data[i].reach + margin);
}

/* Moves bodies near a place with obstacles in all widths. Returns the number of bodies without a close obstacle. */
static int count_far_ones(thud_vec2 place, int wide_ones, bool are_static) {
    static thud_occupancy map;
    static moved_bodies start, moved;
    thud_aabb obstacles[obstacle_count];
    const float extent = 60.0f, obstacle_step = are_static ? 0.0f : 0.1f;
    thud_occupancy_clear(&map, 1.0);
    for (int i = 0; i < obstacle_count; i++) {
        thud_vec2 low = {place.x + random_between(-extent, extent),
                         place.y + random_between(-extent, extent)};
        bool is_wide = i < wide_ones;
        float width = is_wide ? 20.0f : random_between(0.0f, 3.0f);
        float height = is_wide ? 20.0f : random_between(0.0f, 0.5f);
        obstacles[i] = (thud_aabb){low, {low.x + width, low.y + height}};
        thud_aabb *box = &obstacles[i];
        thud_occupancy_add(&map, &(thud_box_columns){&box->min.x, &box->min.y, &box->max.x, &box->max.y}, 1);
    }
    assert_int_equal(map.wide_count,
                     wide_ones < thud_occupancy_most_wide ? wide_ones : thud_occupancy_most_wide);
    assert_int_equal(map.has_coarse, wide_ones > thud_occupancy_most_wide);
    scatter_bodies(&start, place, extent);
    uint8_t expected[body_count];
    int far_ones = 0;
    for (int w = 0; w < test_width_count; w++) {
        if (!thud_lanes_available(test_widths[w])) {
            continue;
        }
        moved = start;
        thud_obstacle_maps maps = {
            .fixed = are_static ? &map : NULL, .kinematic = are_static ? NULL : &map, .complete = true};
        move(&moved, maps, obstacle_step, test_widths[w]);
        far_ones = 0;
        for (int32_t i = 0; i < body_count; i++) {
            bool near = (moved.results[i] & NEAR) != 0;
            thud_aabb swept = box_on_the_path(&start, i, obstacle_step);
            for (int k = 0; k < obstacle_count && (moved.results[i] & FAST) && !near; k++) {
                assert_false(thud_aabb_overlaps(obstacles[k], swept));
            }
            assert_true(near ? (moved.results[i] & FAST) != 0 : true);
            assert_int_equal((moved.results[i] & CLEAR_OF_STATIC) != 0, near && !are_static);
            assert_int_equal((moved.results[i] & CLEAR_OF_KINEMATIC) != 0, near && are_static);
            bool crosses = (moved.results[i] & FAST) != 0 &&
                           thud_aabb_overlaps(bullets, box_on_the_path(&start, i, 0.0f));
            assert_int_equal((moved.results[i] & CROSSING) != 0, crosses);
            far_ones += (moved.results[i] & FAST) && !near;
            if (w > 0) {
                assert_int_equal(moved.results[i], expected[i]);
            }
            expected[i] = moved.results[i];
        }
    }
    return far_ones;
}

static void no_body_is_far_from_an_obstacle_that_it_passes(void **state) {
    (void)state;
    const float distances[] = {0.0f, 1000.0f, 30000.0f, 33000.0f, 1.0e6f, 1.0e8f};
    for (size_t d = 0; d < sizeof distances / sizeof distances[0]; d++) {
        const int wide_ones[] = {0, 0, 1, 1, 12, 12};
        for (int round = 0; round < 6; round++) {
            thud_vec2 place = {round % 2 == 0 ? distances[d] : -distances[d], 0.3f * distances[d]};
            for (int are_static = 0; are_static < 2; are_static++) {
                int far_ones = count_far_ones(place, wide_ones[round], are_static != 0);
                if (distances[d] <= 1.0e6f) { /* farther out a metre is less than rounding */
                    assert_in_range(far_ones, body_count / 20, body_count);
                }
            }
        }
    }
}

static void all_fast_bodies_are_near_where_maps_do_not_tell(void **state) {
    (void)state;
    static moved_bodies bodies;
    scatter_bodies(&bodies, (thud_vec2){0.0f, 0.0f}, 10.0f);
    move(&bodies, (thud_obstacle_maps){.complete = false}, 0.0f, THUD_LANES_SCALAR);
    int fast = 0;
    for (int32_t i = 0; i < body_count; i++) {
        bool is_fast = (bodies.results[i] & FAST) != 0;
        assert_int_equal((bodies.results[i] & NEAR) != 0, is_fast);
        fast += is_fast;
    }
    assert_true(fast > body_count / 2);
}

static void a_body_that_is_not_finite_is_broken_and_not_near(void **state) {
    (void)state;
    static moved_bodies bodies;
    scatter_bodies(&bodies, (thud_vec2){0.0f, 0.0f}, 10.0f);
    thud_pose before = bodies.poses[5];
    bodies.displacements[5].translation.x = NAN;
    bodies.displacements[6].translation.y = INFINITY;
    move(&bodies, (thud_obstacle_maps){.complete = false}, 0.0f, THUD_LANES_SCALAR);
    assert_true(bodies.results[5] & BROKEN);
    assert_true(bodies.results[6] & BROKEN);
    assert_false(bodies.results[5] & NEAR);
    assert_false(bodies.results[6] & NEAR);
    assert_false(bodies.results[5] & FAST);
    assert_memory_equal(&bodies.poses[5], &before, sizeof before);
}

static void bodies_remember_where_they_were(void **state) {
    (void)state;
    static moved_bodies start, moved;
    scatter_bodies(&start, (thud_vec2){0.0f, 0.0f}, 10.0f);
    start.displacements[body_count - 1].translation.x = NAN;
    for (int w = 0; w < test_width_count; w++) {
        if (thud_lanes_available(test_widths[w])) {
            moved = start;
            move(&moved, (thud_obstacle_maps){.complete = false}, 0.0f, test_widths[w]);
            assert_memory_equal(moved.previous, start.poses, sizeof start.poses);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_body_is_far_from_an_obstacle_that_it_passes),
        cmocka_unit_test(all_fast_bodies_are_near_where_maps_do_not_tell),
        cmocka_unit_test(a_body_that_is_not_finite_is_broken_and_not_near),
        cmocka_unit_test(bodies_remember_where_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
