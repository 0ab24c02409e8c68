/* Queries against brute force: the narrowphase tests every shape of the world, one after the other. */
#include "test.h"

#include "reference/random_shapes.h"
#include "reference/test_world.h"

enum { most_shapes = 512 };

static const thud_vec2 origin = {0.0f, 0.0f};

/* ---- brute force ---- */

/* All shapes that a query with the filter may find, unordered. */
static int list_shapes(thud_world *world, thud_query_filter filter, thud_shape_id *shapes) {
    int count = 0;
    thud_body_id body = {0, 0};
    while ((body = thud_world_next_body(world, body)).generation != 0) {
        if (thud_body_definition(world, body).disabled) {
            continue;
        }
        thud_shape_id shape = {0, 0};
        while ((shape = thud_body_next_shape(world, body, shape)).generation != 0) {
            thud_filter own = thud_shape_definition(world, shape).filter;
            if ((own.category & filter.mask) != 0 && (own.mask & filter.category) != 0) {
                assert_true(count < most_shapes);
                shapes[count++] = shape;
            }
        }
    }
    return count;
}

typedef struct cast_request {
    const thud_shape *moving; /* NULL: a ray */
    thud_pose pose;
    thud_vec2 translation;
} cast_request;

static thud_cast_hit cast_at(thud_world *world, thud_shape_id id, const cast_request *cast) {
    thud_shape shape = thud_shape_geometry(world, id);
    thud_pose pose = thud_body_pose(world, thud_shape_body(world, id));
    thud_cast_hit hit = {0};
    if (cast->moving == NULL) {
        assert_int_equal(thud_cast_ray(&shape, pose, cast->pose.position, cast->translation, &hit), THUD_OK);
    } else {
        assert_int_equal(thud_cast_shape(cast->moving, cast->pose, cast->translation, &shape, pose, &hit),
                         THUD_OK);
    }
    return hit;
}

static thud_world_hit brute_closest(thud_world *world, const cast_request *cast, thud_query_filter filter) {
    static thud_shape_id shapes[most_shapes];
    int count = list_shapes(world, filter, shapes);
    thud_world_hit closest = {0};
    for (int i = 0; i < count; i++) {
        thud_cast_hit hit = cast_at(world, shapes[i], cast);
        bool deeper = hit.depth > closest.cast.depth ||
                      (hit.depth == closest.cast.depth && shapes[i].slot < closest.shape.slot);
        bool closer = closest.shape.generation == 0 || hit.fraction < closest.cast.fraction ||
                      (hit.fraction == closest.cast.fraction && deeper);
        if (hit.hit && closer) {
            closest = (thud_world_hit){shapes[i], thud_shape_body(world, shapes[i]), hit};
        }
    }
    return closest;
}

/* ---- random worlds ---- */

static thud_query_filter random_filter(test_random *random) {
    thud_query_filter filter = thud_query_filter_all();
    if (test_random_int(random, 0, 2) == 0) {
        filter.mask = (uint64_t)test_random_int(random, 0, 7);
        filter.category = (uint64_t)test_random_int(random, 1, 7);
    }
    return filter;
}

static thud_world *random_world(test_random *random, int bodies, float reach) {
    thud_world_def world_def = thud_world_defaults();
    world_def.aabb_margin = test_random_int(random, 0, 1) == 0 ? 0.0f : 0.05f;
    thud_world *world = test_world_of(&world_def);
    for (int i = 0; i < bodies; i++) {
        thud_body_def def = thud_body_defaults();
        def.type = (thud_body_type)test_random_int(random, 0, 2);
        def.position = test_random_vec2(random, reach);
        def.angle = test_random_float(random, -3.0f, 3.0f);
        def.velocity = test_random_vec2(random, 5.0f);
        def.disabled = test_random_int(random, 0, 9) == 0;
        thud_body_id body = thud_body_create(world, &def);
        int shapes = test_random_int(random, 1, 3);
        for (int k = 0; k < shapes; k++) {
            thud_shape shape = test_random_shape(random, test_random_int(random, 0, 9) == 0 ? 8.0f : 1.0f);
            thud_shape_def shape_def = thud_shape_defaults();
            shape_def.filter.category = (uint64_t)test_random_int(random, 1, 7);
            shape_def.filter.mask = (uint64_t)test_random_int(random, 0, 7);
            assert_int_not_equal(thud_body_add_shape(world, body, &shape_def, &shape).generation, 0);
        }
    }
    return world;
}

/* ---- the closest hit ---- */

static void assert_same_hit(const thud_world_hit *found, const thud_world_hit *expected) {
    assert_true(test_same_shape(found->shape, expected->shape));
    assert_true(test_same_body(found->body, expected->body));
    assert_int_equal(found->cast.hit, expected->cast.hit);
    assert_memory_equal(&found->cast.fraction, &expected->cast.fraction, sizeof(float));
    assert_memory_equal(&found->cast.point, &expected->cast.point, sizeof(thud_vec2));
    assert_memory_equal(&found->cast.normal, &expected->cast.normal, sizeof(thud_vec2));
    assert_memory_equal(&found->cast.depth, &expected->cast.depth, sizeof(float));
}

static void check_closest(thud_world *world, test_random *random, float reach, int *hits) {
    thud_query_filter filter = random_filter(random);
    cast_request ray = {
        NULL, {test_random_vec2(random, reach), thud_rot_identity()}, test_random_vec2(random, reach)};
    thud_world_hit expected = brute_closest(world, &ray, filter);
    thud_world_hit found = thud_world_cast_ray(world, ray.pose.position, ray.translation, filter);
    assert_same_hit(&found, &expected);
    *hits += found.cast.hit;

    thud_shape shape = test_random_shape(random, 1.0f);
    cast_request sweep = {&shape, test_random_pose(random, reach), test_random_vec2(random, reach)};
    expected = brute_closest(world, &sweep, filter);
    found = thud_world_cast_shape(world, &shape, sweep.pose, sweep.translation, filter);
    assert_same_hit(&found, &expected);
    *hits += found.cast.hit;
}

static void the_closest_hit_is_the_one_of_brute_force(void **state) {
    (void)state;
    test_random random = test_random_seed(11);
    int hits = 0;
    for (int run = 0; run < 12; run++) {
        float reach = run % 2 == 0 ? 10.0f : 60.0f;
        thud_world *world = random_world(&random, 60, reach);
        for (int phase = 0; phase < 3; phase++) { /* before the first step, after one, after more */
            for (int i = 0; i < 40; i++) {
                check_closest(world, &random, reach, &hits);
            }
            test_step(world, 1 + 10 * phase);
        }
        thud_world_destroy(world);
    }
    printf("%d of 2880 casts hit\n", hits);
    assert_true(hits > 500);
}

static void of_the_shapes_in_which_a_cast_starts_the_deepest_is_reported(void **state) {
    (void)state;
    for (int first = 0; first < 3; first++) {
        thud_world *world = test_world_without_gravity();
        for (int i = 0; i < 3; i++) { /* 0.1, 0.2 and 0.3 m deep */
            float depth = 0.1f * (float)(1 + (first + i) % 3);
            test_add_wall(world, thud_vec2_make(1.5f - depth, 0.0f), thud_vec2_make(1.0f, 4.0f));
        }
        thud_shape box;
        assert_int_equal(thud_box(thud_vec2_make(0.5f, 0.5f), 0.0f, &box), THUD_OK);
        thud_pose pose = {origin, thud_rot_identity()};
        thud_world_hit hit =
            thud_world_cast_shape(world, &box, pose, thud_vec2_make(1.0f, 0.0f), thud_query_filter_all());
        assert_true(hit.cast.hit && hit.cast.fraction == 0.0f);
        assert_float_equal(hit.cast.depth, 0.3f, 1.0e-6f);
        thud_world_destroy(world);
    }
}

static void of_equal_hits_the_lowest_slot_is_reported(void **state) {
    (void)state;
    for (int order = 0; order < 2; order++) {
        thud_world *world = test_world_without_gravity();
        thud_shape_def def = thud_shape_defaults();
        thud_shape_id made[6];
        for (int i = 0; i < 6; i++) { /* static and dynamic in turn, all in one place */
            thud_body_type type = (i + order) % 2 == 0 ? THUD_BODY_STATIC : THUD_BODY_DYNAMIC;
            thud_body_id body = test_add_body(world, type, origin);
            def.filter.group = -1;
            made[i] = thud_body_add_box(world, body, &def, thud_vec2_make(1.0f, 1.0f));
        }
        const thud_query_filter all = thud_query_filter_all();
        for (int stepped = 0; stepped < 2; stepped++) {
            thud_world_hit hit =
                thud_world_cast_ray(world, thud_vec2_make(-5.0f, 0.2f), thud_vec2_make(10.0f, 0.0f), all);
            assert_int_equal(hit.shape.slot, made[0].slot);
            assert_float_equal(hit.cast.fraction, 0.4f, 1e-6f);
            hit = thud_world_cast_ray(world, origin, thud_vec2_make(10.0f, 0.0f),
                                      all); /* starts inside of all shapes: fraction 0 */
            assert_int_equal(hit.shape.slot, made[0].slot);
            assert_float_equal(hit.cast.fraction, 0.0f, 0.0f);
            assert_int_equal(thud_world_shape_at(world, thud_vec2_make(0.5f, 0.5f), all).slot, made[0].slot);
            test_step(world, 1);
        }
        thud_world_destroy(world);
    }
}

static void a_ray_reports_where_it_hits(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id wall = test_add_wall(world, thud_vec2_make(5.0f, 0.0f), thud_vec2_make(1.0f, 1.0f));
    thud_world_hit hit =
        thud_world_cast_ray(world, origin, thud_vec2_make(10.0f, 0.0f), thud_query_filter_all());
    assert_true(hit.cast.hit);
    assert_true(test_same_body(hit.body, wall));
    assert_float_equal(hit.cast.fraction, 0.4f, 1e-6f);
    assert_float_equal(hit.cast.point.x, 4.0f, 1e-5f);
    assert_float_equal(hit.cast.normal.x, -1.0f, 1e-6f);
    hit = thud_world_cast_ray(world, origin, thud_vec2_make(3.9f, 0.0f), thud_query_filter_all());
    assert_false(hit.cast.hit);
    assert_int_equal(hit.shape.generation, 0);
    assert_int_equal(hit.body.generation, 0);
    thud_world_destroy(world);
}

/* ---- all hits ---- */

typedef struct collected {
    thud_world_hit hits[most_shapes];
    int count;
    float answer; /* negative: each hit's own fraction */
} collected;

static float collect_hit(thud_world *world, const thud_world_hit *hit, void *context) {
    (void)world;
    collected *list = context;
    assert_true(list->count < most_shapes);
    list->hits[list->count++] = *hit;
    return list->answer < 0.0f ? hit->cast.fraction : list->answer;
}

static void every_hit_is_reported_once(void **state) {
    (void)state;
    test_random random = test_random_seed(12);
    static collected list;
    static thud_shape_id shapes[most_shapes];
    for (int run = 0; run < 10; run++) {
        thud_world *world = random_world(&random, 50, 10.0f);
        test_step(world, run);
        for (int i = 0; i < 30; i++) {
            thud_query_filter filter = random_filter(&random);
            thud_shape moving = test_random_shape(&random, 1.0f);
            cast_request sweep = {i % 2 == 0 ? NULL : &moving, test_random_pose(&random, 10.0f),
                                  test_random_vec2(&random, 20.0f)};
            list.count = 0;
            list.answer = 1.0f;
            bool accepted = sweep.moving == NULL
                                ? thud_world_cast_ray_all(world, sweep.pose.position, sweep.translation,
                                                          filter, collect_hit, &list)
                                : thud_world_cast_shape_all(world, &moving, sweep.pose, sweep.translation,
                                                            filter, collect_hit, &list);
            assert_true(accepted);
            int count = list_shapes(world, filter, shapes);
            int expected = 0;
            for (int k = 0; k < count; k++) {
                int times = 0;
                for (int h = 0; h < list.count; h++) {
                    times += test_same_shape(list.hits[h].shape, shapes[k]);
                }
                bool hit = cast_at(world, shapes[k], &sweep).hit;
                assert_int_equal(times, hit);
                expected += hit;
            }
            assert_int_equal(list.count, expected);
        }
        thud_world_destroy(world);
    }
}

static void a_visitor_that_narrows_the_fraction_sees_only_nearer_hits_and_ends_at_the_closest(void **state) {
    (void)state;
    test_random random = test_random_seed(13);
    static collected list;
    int narrowed = 0;
    for (int run = 0; run < 5; run++) {
        thud_world *world = random_world(&random, 80, 10.0f);
        test_step(world, 1);
        for (int i = 0; i < 40; i++) {
            thud_vec2 from = {-30.0f, test_random_float(&random, -10.0f, 10.0f)};
            const thud_vec2 along = {60.0f, 0.0f};
            list.count = 0;
            list.answer = -1.0f;
            thud_world_cast_ray_all(world, from, along, thud_query_filter_all(), collect_hit, &list);
            for (int k = 1; k < list.count; k++) {
                assert_true(list.hits[k].cast.fraction <= list.hits[k - 1].cast.fraction);
                narrowed++;
            }
            thud_world_hit closest = thud_world_cast_ray(world, from, along, thud_query_filter_all());
            assert_int_equal(closest.cast.hit, list.count > 0);
            if (list.count > 0) {
                assert_float_equal(list.hits[list.count - 1].cast.fraction, closest.cast.fraction, 0.0f);
            }
        }
        thud_world_destroy(world);
    }
    assert_true(narrowed > 0);
}

static void a_visitor_that_answers_zero_is_not_called_again(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    for (int i = 0; i < 10; i++) {
        test_add_wall(world, thud_vec2_make(3.0f * (float)i, 0.0f), thud_vec2_make(1.0f, 1.0f));
    }
    static collected list;
    list.count = 0;
    list.answer = 0.0f;
    const thud_vec2 from = {-5.0f, 0.0f};
    const thud_vec2 along = {60.0f, 0.0f};
    assert_true(thud_world_cast_ray_all(world, from, along, thud_query_filter_all(), collect_hit, &list));
    assert_int_equal(list.count, 1);
    list.count = 0;
    list.answer = NAN;
    assert_true(thud_world_cast_ray_all(world, from, along, thud_query_filter_all(), collect_hit, &list));
    assert_int_equal(list.count, 1);
    list.count = 0;
    list.answer = 17.0f; /* values above 1 count as 1 */
    assert_true(thud_world_cast_ray_all(world, from, along, thud_query_filter_all(), collect_hit, &list));
    assert_int_equal(list.count, 10);
    thud_world_destroy(world);
}

/* ---- overlaps ---- */

typedef struct found_shapes {
    thud_shape_id shapes[most_shapes];
    int count, most;
} found_shapes;

static bool collect_shape(thud_world *world, thud_shape_id shape, void *context) {
    (void)world;
    found_shapes *found = context;
    assert_true(found->count < most_shapes);
    found->shapes[found->count++] = shape;
    return found->count < found->most;
}

static int times_found(const found_shapes *found, thud_shape_id shape) {
    int times = 0;
    for (int i = 0; i < found->count; i++) {
        times += test_same_shape(found->shapes[i], shape);
    }
    return times;
}

static void overlaps_are_those_of_brute_force(void **state) {
    (void)state;
    test_random random = test_random_seed(14);
    static found_shapes found;
    static thud_shape_id shapes[most_shapes];
    int overlaps = 0;
    for (int run = 0; run < 10; run++) {
        thud_world *world = random_world(&random, 60, 8.0f);
        test_step(world, run);
        for (int i = 0; i < 40; i++) {
            thud_query_filter filter = random_filter(&random);
            thud_vec2 corner = test_random_vec2(&random, 8.0f);
            thud_aabb box = {corner,
                             {corner.x + test_random_float(&random, 0.0f, 4.0f),
                              corner.y + test_random_float(&random, 0.0f, 4.0f)}};
            found.count = 0;
            found.most = most_shapes;
            assert_true(thud_world_overlap_aabb(world, box, filter, collect_shape, &found));
            int count = list_shapes(world, filter, shapes);
            for (int k = 0; k < count; k++) {
                thud_shape shape = thud_shape_geometry(world, shapes[k]);
                thud_pose pose = thud_body_pose(world, thud_shape_body(world, shapes[k]));
                assert_int_equal(times_found(&found, shapes[k]),
                                 thud_aabb_overlaps(thud_shape_aabb(&shape, pose), box));
            }
            overlaps += found.count;

            thud_shape probe = test_random_shape(&random, 2.0f);
            thud_pose probe_pose = test_random_pose(&random, 8.0f);
            found.count = 0;
            assert_true(thud_world_overlap_shape(world, &probe, probe_pose, filter, collect_shape, &found));
            for (int k = 0; k < count; k++) {
                thud_shape shape = thud_shape_geometry(world, shapes[k]);
                thud_pose pose = thud_body_pose(world, thud_shape_body(world, shapes[k]));
                assert_int_equal(times_found(&found, shapes[k]),
                                 thud_overlap(&shape, pose, &probe, probe_pose));
            }
            overlaps += found.count;

            thud_vec2 point = test_random_vec2(&random, 8.0f);
            thud_shape_id expected = {0, 0};
            for (int k = 0; k < count; k++) {
                thud_shape shape = thud_shape_geometry(world, shapes[k]);
                thud_pose pose = thud_body_pose(world, thud_shape_body(world, shapes[k]));
                bool lower = expected.generation == 0 || shapes[k].slot < expected.slot;
                if (lower && thud_shape_contains(&shape, thud_pose_apply_inverse(pose, point))) {
                    expected = shapes[k];
                }
            }
            assert_true(test_same_shape(thud_world_shape_at(world, point, filter), expected));
        }
        thud_world_destroy(world);
    }
    printf("%d overlaps\n", overlaps);
    assert_true(overlaps > 500);
}

static void a_visitor_that_has_seen_enough_is_not_called_again(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    for (int i = 0; i < 10; i++) {
        test_add_wall(world, thud_vec2_make(0.1f * (float)i, 0.0f), thud_vec2_make(1.0f, 1.0f));
    }
    static found_shapes found;
    found.count = 0;
    found.most = 3;
    thud_aabb box = {{-5.0f, -5.0f}, {5.0f, 5.0f}};
    assert_true(thud_world_overlap_aabb(world, box, thud_query_filter_all(), collect_shape, &found));
    assert_int_equal(found.count, 3);
    thud_world_destroy(world);
}

/* ---- between steps ---- */

static void queries_see_what_was_just_made_moved_and_removed(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    const thud_query_filter all = thud_query_filter_all();
    thud_body_id box = test_add_box(world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    assert_int_not_equal(thud_world_shape_at(world, thud_vec2_make(3.0f, 0.0f), all).generation, 0);
    test_step(world, 1);
    thud_body_teleport(world, box, thud_vec2_make(-70.0f, 20.0f), 0.5f);
    assert_int_equal(thud_world_shape_at(world, thud_vec2_make(3.0f, 0.0f), all).generation, 0);
    assert_int_not_equal(thud_world_shape_at(world, thud_vec2_make(-70.0f, 20.0f), all).generation, 0);
    thud_body_def def = thud_body_definition(world, box);
    def.disabled = true;
    thud_body_configure(world, box, &def);
    assert_int_equal(thud_world_shape_at(world, thud_vec2_make(-70.0f, 20.0f), all).generation, 0);
    def.disabled = false;
    thud_body_configure(world, box, &def);
    assert_int_not_equal(thud_world_shape_at(world, thud_vec2_make(-70.0f, 20.0f), all).generation, 0);
    thud_body_destroy(world, box);
    assert_int_equal(thud_world_shape_at(world, thud_vec2_make(-70.0f, 20.0f), all).generation, 0);
    thud_world_destroy(world);
}

static void queries_see_sleepers(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    assert_true(test_step_until_asleep(world, box, 300));
    thud_world_hit hit = thud_world_cast_ray(world, thud_vec2_make(0.0f, 5.0f), thud_vec2_make(0.0f, -10.0f),
                                             thud_query_filter_all());
    assert_true(test_same_body(hit.body, box));
    assert_false(thud_body_is_awake(world, box));
    thud_world_destroy(world);
}

static void a_cast_without_a_way_to_go_finds_what_it_starts_in(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id wall = test_add_wall(world, origin, thud_vec2_make(1.0f, 1.0f));
    thud_shape ball;
    thud_circle(origin, 0.25f, &ball);
    thud_pose inside = thud_pose_identity();
    thud_pose outside = {{5.0f, 0.0f}, {1.0f, 0.0f}};
    const thud_query_filter all = thud_query_filter_all();
    assert_true(test_same_body(thud_world_cast_shape(world, &ball, inside, origin, all).body, wall));
    assert_false(thud_world_cast_shape(world, &ball, outside, origin, all).cast.hit);
    assert_false(thud_world_cast_ray(world, outside.position, origin, all).cast.hit);
    thud_world_destroy(world);
}

/* A cast that began in the ground once hit it at fraction 0 without a normal, in any direction. */
static void a_cast_out_of_what_it_starts_in_finds_what_comes_next(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_wall(world, thud_vec2_make(0.0f, -1.0f), thud_vec2_make(10.0f, 1.0f));
    thud_body_id wall = test_add_wall(world, thud_vec2_make(4.0f, 2.0f), thud_vec2_make(1.0f, 2.0f));
    thud_shape ball;
    thud_circle(origin, 0.5f, &ball);
    thud_pose pose = {{0.0f, 0.495f}, {1.0f, 0.0f}}; /* 5 mm in the ground */
    const thud_query_filter all = thud_query_filter_all();
    thud_world_hit hit = thud_world_cast_shape(world, &ball, pose, thud_vec2_make(10.0f, 0.0f), all);
    assert_true(test_same_body(hit.body, wall));
    assert_float_equal(hit.cast.fraction, 0.25f, 1e-6f);
    hit = thud_world_cast_shape(world, &ball, pose, thud_vec2_make(10.0f, -1.0f), all);
    assert_true(test_same_body(hit.body, ground));
    assert_float_equal(hit.cast.fraction, 0.0f, 0.0f);
    assert_float_equal(hit.cast.normal.y, 1.0f, 1e-6f);
    assert_float_equal(hit.cast.depth, 0.005f, 1e-6f);
    assert_false(thud_world_shape_is_blocked(world, &ball, pose, thud_vec2_make(0.0f, 5.0f), all));
    assert_true(thud_world_shape_is_blocked(world, &ball, pose, thud_vec2_make(0.0f, -5.0f), all));
    thud_world_destroy(world);
}

static void a_ray_of_a_million_metres_finds_its_mark(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id far = test_add_wall(world, thud_vec2_make(900000.0f, 0.0f), thud_vec2_make(10.0f, 10.0f));
    thud_world_hit hit =
        thud_world_cast_ray(world, origin, thud_vec2_make(1e6f, 0.0f), thud_query_filter_all());
    assert_true(test_same_body(hit.body, far));
    assert_float_equal(hit.cast.point.x, 899990.0f, 0.5f);
    thud_world_destroy(world);
}

/* ---- from inside of a visitor ---- */

typedef struct nesting {
    int depth;
    int calls;
    bool change_refused;
} nesting;

static float ask_again(thud_world *world, const thud_world_hit *hit, void *context) {
    nesting *nest = context;
    nest->calls++;
    thud_body_def def = thud_body_defaults();
    bool refused = thud_body_create(world, &def).generation == 0 && !thud_body_destroy(world, hit->body) &&
                   thud_world_step(world, TEST_DT).status == THUD_WORLD_LOCKED;
    nest->change_refused =
        nest->change_refused && refused && thud_world_refusal(world).status == THUD_WORLD_LOCKED;
    if (nest->depth < 2) {
        nest->depth++;
        thud_world_cast_ray_all(world, thud_vec2_make(-5.0f, 0.0f), thud_vec2_make(60.0f, 0.0f),
                                thud_query_filter_all(), ask_again, nest);
        nest->depth--;
        refused = thud_body_create(world, &def).generation ==
                  0; /* the inner query must not have unlocked the world */
        nest->change_refused = nest->change_refused && refused;
    }
    return 1.0f;
}

static void a_visitor_may_ask_again_but_not_change_the_world(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    for (int i = 0; i < 4; i++) {
        test_add_wall(world, thud_vec2_make(3.0f * (float)i, 0.0f), thud_vec2_make(1.0f, 1.0f));
    }
    nesting nest = {.change_refused = true};
    thud_world_cast_ray_all(world, thud_vec2_make(-5.0f, 0.0f), thud_vec2_make(60.0f, 0.0f),
                            thud_query_filter_all(), ask_again, &nest);
    assert_int_equal(nest.calls, 4 + 16 + 64);
    assert_true(nest.change_refused);
    assert_int_equal(thud_world_counts(world).bodies, 4);
    test_step(world, 1); /* it is unlocked again */
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_closest_hit_is_the_one_of_brute_force),
        cmocka_unit_test(of_the_shapes_in_which_a_cast_starts_the_deepest_is_reported),
        cmocka_unit_test(of_equal_hits_the_lowest_slot_is_reported),
        cmocka_unit_test(a_ray_reports_where_it_hits),
        cmocka_unit_test(every_hit_is_reported_once),
        cmocka_unit_test(a_visitor_that_narrows_the_fraction_sees_only_nearer_hits_and_ends_at_the_closest),
        cmocka_unit_test(a_visitor_that_answers_zero_is_not_called_again),
        cmocka_unit_test(overlaps_are_those_of_brute_force),
        cmocka_unit_test(a_visitor_that_has_seen_enough_is_not_called_again),
        cmocka_unit_test(queries_see_what_was_just_made_moved_and_removed),
        cmocka_unit_test(queries_see_sleepers),
        cmocka_unit_test(a_cast_without_a_way_to_go_finds_what_it_starts_in),
        cmocka_unit_test(a_cast_out_of_what_it_starts_in_finds_what_comes_next),
        cmocka_unit_test(a_ray_of_a_million_metres_finds_its_mark),
        cmocka_unit_test(a_visitor_may_ask_again_but_not_change_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
