/* Any hit, batches of rays, sweeps of whole bodies and the closest shape, against the queries that
 * test_queries.c checks by brute force, or against all shapes one by one. */
#include "test.h"

#include "reference/random.h"
#include "reference/test_world.h"
#include "thud/chain.h"

#include <math.h>

enum { body_count = 90, ray_count = 300 };
static test_random generator;

static float random_float(float low, float high) {
    return test_random_float(&generator, low, high);
}

static thud_vec2 random_point(float reach) {
    float x = random_float(-reach, reach);
    return (thud_vec2){x, random_float(-reach, reach)};
}

static thud_world *crowd(int threads) {
    generator = (test_random){777};
    thud_world_def def = thud_world_defaults();
    def.gravity = (thud_vec2){0, 0};
    def.worker_count = threads;
    thud_world *world = test_world_of(&def);
    for (int i = 0; i < body_count; i++) {
        thud_vec2 at = random_point(15);
        if (i % 3 == 0) {
            test_add_ball(world, at, random_float(0.2f, 0.9f));
        } else if (i % 3 == 1) {
            thud_vec2 half = {random_float(0.2f, 1), random_float(0.2f, 1)};
            test_add_box(world, at, half);
        } else {
            test_add_wall(world, at, (thud_vec2){0.1f, random_float(0.2f, 1)});
        }
    }
    return world;
}

static void any_hit_is_there_exactly_where_a_closest_one_is(void **state) {
    (void)state;
    thud_world *world = crowd(1);
    const thud_query_filter all = thud_query_filter_all();
    thud_shape ball;
    thud_circle((thud_vec2){0, 0}, 0.2f, &ball);
    int blocked = 0;
    for (int i = 0; i < ray_count; i++) {
        thud_vec2 origin = random_point(18), translation = random_point(4);
        thud_pose pose = {origin, {1, 0}};
        bool hit = thud_world_cast_ray(world, origin, translation, all).cast.hit;
        assert_int_equal(thud_world_ray_is_blocked(world, origin, translation, all), hit);
        blocked += hit;
        hit = thud_world_cast_shape(world, &ball, pose, translation, all).cast.hit;
        assert_int_equal(thud_world_shape_is_blocked(world, &ball, pose, translation, all), hit);
    }
    assert_true(blocked > 30 && blocked < ray_count - 30);
    thud_world_destroy(world);
}

static void a_batch_of_rays_hits_what_they_hit_one_by_one_on_any_threads(void **state) {
    (void)state;
    static thud_ray rays[ray_count];
    static thud_world_hit hits[ray_count];
    for (int threads = 1; threads <= 2; threads++) {
        thud_world *world = crowd(threads);
        for (int i = 0; i < ray_count; i++) {
            rays[i].origin = random_point(18);
            rays[i].translation = random_point(20);
        }
        assert_true(thud_world_cast_rays(world, rays, ray_count, thud_query_filter_all(), hits));
        for (int i = 0; i < ray_count; i++) {
            thud_world_hit one =
                thud_world_cast_ray(world, rays[i].origin, rays[i].translation, thud_query_filter_all());
            assert_true(test_same_shape(one.shape, hits[i].shape));
            assert_true(one.cast.fraction == hits[i].cast.fraction);
        }
        thud_world_destroy(world);
    }
}

static float keep_least(thud_world *world, const thud_world_hit *hit, void *context) {
    (void)world;
    float *least = context;
    *least = thud_min(*least, hit->cast.fraction);
    return 1;
}

/* Hidden edges let a shape pass, or stop it later than the first shape that it meets, but never before that. */
static void a_cast_stops_no_earlier_than_at_the_first_shape_of_a_terrain(void **state) {
    (void)state;
    const thud_query_filter all = thud_query_filter_all();
    generator = test_random_seed(11);
    int hits = 0;
    for (int i = 0; i < 2000; i++) {
        thud_world *world = test_world_create();
        thud_vec2 points[5] = {{-3, 0}}, corners[8];
        for (int k = 1; k < 5; k++) {
            points[k] =
                thud_vec2_add(points[k - 1], (thud_vec2){random_float(0.3f, 1.5f), random_float(-1, 1)});
        }
        thud_chain_def def = thud_chain_defaults();
        def.points = points;
        def.count = 5;
        def.one_sided = i % 2 == 0;
        thud_chain_create(world, test_add_body(world, THUD_BODY_STATIC, (thud_vec2){0, 0}), &def);
        for (int k = 0; k < 8; k++) {
            corners[k] = random_point(1);
        }
        thud_shape shape;
        assert_int_equal(thud_hull(corners, 8, 0, &shape), THUD_OK);
        for (int k = 0; k < 10; k++) {
            thud_pose start = {random_point(8), {1, 0}};
            thud_vec2 translation = random_point(10);
            float least = 1;
            thud_world_cast_shape_all(world, &shape, start, translation, all, keep_least, &least);
            thud_world_hit hit = thud_world_cast_shape(world, &shape, start, translation, all);
            hits += hit.cast.hit;
            float early = (least - hit.cast.fraction) * thud_vec2_length(translation); /* it was up to 1.6 m */
            assert_true(!hit.cast.hit || early < 2 * thud_world_defaults().slop);
        }
        thud_world_destroy(world);
    }
    assert_true(hits > 1000);
}

/* At 1 to 5 micrometres from a seam a round shape that overlapped a tile a little was stopped by the tile's corner:
 * too steep for the cast to slide along, too flat for the seam test. A guard saw a wall for one frame. */
static void a_round_shape_that_lies_on_tiles_is_cast_along_them_beside_each_seam(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    for (int i = 0; i < 4; i++) {
        test_add_wall(world, (thud_vec2){(float)i - 1.5f, -0.5f}, (thud_vec2){0.5f, 0.5f});
    }
    for (int i = 0; i < 4000; i++) {
        float radius = 0.2f + 0.1f * (float)(i % 4), depth = 1e-5f * (float)(1 + i % 50);
        thud_shape ball;
        assert_int_equal(thud_circle((thud_vec2){0.0f, 0.0f}, radius, &ball), THUD_OK);
        thud_pose pose = {{1e-8f * (float)(i - 2000), radius - depth}, {1.0f, 0.0f}};
        thud_vec2 way = {i % 2 == 0 ? 0.5f : -0.5f, 0.0f};
        assert_false(thud_world_cast_shape(world, &ball, pose, way, thud_query_filter_all()).cast.hit);
    }
    thud_world_destroy(world);
}

/* Within the slop below the tops of two tiles, the side of the next tile is no obstacle to what is cast down into the ground. */
static void a_corner_that_lies_in_a_seam_is_cast_against_the_tops(void **state) {
    (void)state;
    generator = test_random_seed(36);
    thud_world *world = test_world_create();
    for (int i = 0; i < 4; i++) {
        test_add_wall(world, (thud_vec2){(float)i - 1.5f, -0.5f}, (thud_vec2){0.5f, 0.5f});
    }
    float slop = thud_world_defaults().slop;
    for (int i = 0; i < 4000; i++) {
        thud_shape box;
        assert_int_equal(thud_box((thud_vec2){random_float(0.1f, 0.8f), random_float(0.1f, 0.8f)}, 0.0f, &box),
                         THUD_OK);
        thud_pose pose = {{0.0f, 0.0f}, thud_rot_from_angle(random_float(-3.0f, 3.0f))};
        thud_vec2 down = thud_rot_apply_inverse(pose.rotation, (thud_vec2){0.0f, -1.0f});
        thud_vec2 lowest = thud_rot_apply(pose.rotation, box.vertices[thud_shape_support(&box, down)]);
        thud_vec2 corner = {random_float(-0.6f, 0.6f) * slop, random_float(-0.8f, -0.02f) * slop};
        pose.position = thud_vec2_sub(corner, lowest);
        thud_vec2 way = {random_float(-4.0f, 4.0f), random_float(-2.0f, -0.1f)};
        thud_cast_hit hit = thud_world_cast_shape(world, &box, pose, way, thud_query_filter_all()).cast;
        assert_true(hit.hit && hit.fraction == 0.0f && hit.normal.y > 0.98f);
    }
    thud_world_destroy(world);
}

static void a_body_sweeps_with_all_its_shapes_and_not_into_itself(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, (thud_vec2){0, 0});
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_circle(world, body, &def, (thud_vec2){0, 0}, 0.5f);
    thud_shape_id high = thud_body_add_circle(world, body, &def, (thud_vec2){0.2f, 2}, 0.5f);
    thud_body_id low_wall = test_add_wall(world, (thud_vec2){10, 0}, (thud_vec2){0.5f, 0.5f});
    thud_body_id high_wall = test_add_wall(world, (thud_vec2){8, 2}, (thud_vec2){0.5f, 0.5f});
    thud_query_filter all = thud_query_filter_all();
    thud_body_sweep sweep = thud_world_cast_body(world, body, (thud_vec2){20, 0}, all);
    assert_true(test_same_body(sweep.hit.body, high_wall));
    assert_true(test_same_shape(sweep.own_shape, high));
    assert_float_equal(sweep.hit.cast.fraction, (7.5f - 0.7f) / 20.0f, 1e-5f);
    thud_body_destroy(world, high_wall);
    sweep = thud_world_cast_body(world, body, (thud_vec2){20, 0}, all);
    assert_true(test_same_body(sweep.hit.body, low_wall));
    assert_float_equal(sweep.hit.cast.fraction, 9.0f / 20.0f, 1e-5f);
    assert_int_equal(thud_world_cast_body(world, body, (thud_vec2){0, 20}, all).hit.cast.hit, false);
    thud_world_destroy(world);
}

/* The distance to each shape in turn, by a probe of almost no size. */
static float brute_distance(thud_world *world, thud_vec2 point) {
    float least = INFINITY;
    thud_shape probe;
    thud_circle((thud_vec2){0, 0}, 1e-6f, &probe);
    thud_body_id body = {0, 0};
    while ((body = thud_world_next_body(world, body)).generation != 0) {
        thud_shape shape = thud_shape_geometry(world, test_shape_of(world, body));
        thud_distance_result result;
        thud_pose here = {point, {1, 0}};
        assert_int_equal(thud_find_distance(&probe, here, &shape, thud_body_pose(world, body), &result),
                         THUD_OK);
        least = thud_min(result.distance, least);
    }
    return least;
}

static void the_closest_shape_is_the_one_of_brute_force(void **state) {
    (void)state;
    thud_world *world = crowd(1);
    int found = 0;
    for (int i = 0; i < ray_count; i++) {
        thud_vec2 point = random_point(22);
        float most = i % 2 == 0 ? 1.5f : 100.0f;
        float least = brute_distance(world, point);
        thud_closest_shape closest = thud_world_closest_shape(world, point, most, thud_query_filter_all());
        if (least > most + 1e-4f) {
            assert_int_equal(closest.shape.generation, 0);
        } else if (least < most - 1e-4f) {
            assert_int_not_equal(closest.shape.generation, 0);
            assert_float_equal(closest.distance, least, 1e-4f);
            assert_float_equal(thud_vec2_distance(closest.point, point), closest.distance, 1e-4f);
            found++;
        }
    }
    assert_true(found > ray_count / 2);
    thud_world_destroy(world);
}

static void bad_input_is_refused(void **state) {
    (void)state;
    thud_world *world = crowd(1);
    const thud_query_filter all = thud_query_filter_all();
    const thud_vec2 zero = {0, 0}, nowhere = {NAN, 0};
    thud_ray rays[2] = {{{0, 0}, {30, 0}}, {{0, 0}, {0, INFINITY}}};
    thud_world_hit hits[2] = {{.shape = {0, 0}}};
    assert_false(thud_world_cast_rays(world, rays, 2, all, hits));
    assert_string_equal(thud_world_refusal(world).field, "translation.y");
    assert_int_equal(hits[0].shape.generation, 0); /* untouched */
    assert_false(thud_world_cast_rays(world, rays, -1, all, hits));
    assert_false(thud_world_cast_rays(world, NULL, 1, all, hits));
    assert_false(thud_world_cast_rays(world, rays, 1, all, NULL));
    assert_false(thud_world_cast_rays(NULL, rays, 1, all, hits));
    assert_true(thud_world_cast_rays(world, NULL, 0, all, NULL));
    assert_false(thud_world_ray_is_blocked(world, nowhere, zero, all));
    assert_false(thud_world_ray_is_blocked(NULL, zero, zero, all));
    assert_false(thud_world_shape_is_blocked(world, NULL, (thud_pose){zero, {1, 0}}, zero, all));
    thud_body_id none = {0, 0};
    assert_false(thud_world_cast_body(world, none, zero, all).hit.cast.hit);
    assert_int_equal(thud_world_refusal(world).status, THUD_STALE_ID);
    thud_query_filter torn = {.ignored_shape_count = 1}; /* refused for a body without shapes too */
    thud_world_cast_body(world, test_add_body(world, THUD_BODY_DYNAMIC, zero), zero, torn);
    assert_string_equal(thud_world_refusal(world).field, "filter.ignored_shapes");
    assert_int_equal(thud_world_closest_shape(world, zero, 0.0f, all).shape.generation, 0);
    assert_string_equal(thud_world_refusal(world).field, "max_distance");
    assert_int_equal(thud_world_closest_shape(world, nowhere, 1.0f, all).shape.generation, 0);
    thud_world_destroy(world);
}

static void a_search_within_next_to_nothing_ends(void **state) {
    (void)state;
    /* The radius of the search began at a share of the distance, which is zero for the smallest
     * floats: doubling it never ended. */
    thud_world *world = test_world_create();
    test_add_wall(world, (thud_vec2){0.0f, 0.0f}, (thud_vec2){1.0f, 1.0f});
    const float distances[] = {1e-45f, 1e-44f, 4e-43f, 1e-38f, 1e-30f, 3.4e38f};
    for (size_t i = 0; i < sizeof distances / sizeof distances[0]; i++) {
        thud_vec2 inside = {0.5f, 0.0f}, outside = {3.0f, 0.0f};
        thud_query_filter all = thud_query_filter_all();
        assert_int_not_equal(thud_world_closest_shape(world, inside, distances[i], all).shape.generation, 0);
        bool reaches = distances[i] > 2.0f;
        assert_true((thud_world_closest_shape(world, outside, distances[i], all).shape.generation != 0) ==
                    reaches);
    }
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_hit_is_there_exactly_where_a_closest_one_is),
        cmocka_unit_test(a_batch_of_rays_hits_what_they_hit_one_by_one_on_any_threads),
        cmocka_unit_test(a_cast_stops_no_earlier_than_at_the_first_shape_of_a_terrain),
        cmocka_unit_test(a_round_shape_that_lies_on_tiles_is_cast_along_them_beside_each_seam),
        cmocka_unit_test(a_corner_that_lies_in_a_seam_is_cast_against_the_tops),
        cmocka_unit_test(a_body_sweeps_with_all_its_shapes_and_not_into_itself),
        cmocka_unit_test(the_closest_shape_is_the_one_of_brute_force),
        cmocka_unit_test(a_search_within_next_to_nothing_ends),
        cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
