/* Filters of queries exclude bodies and shapes by id or by a predicate, and the backs of one-sided chains. */
#include "test.h"

#include "reference/test_world.h"
#include "thud/chain.h"
#include "thud/forces.h"

enum { walls = 5 };

static const thud_vec2 eye = {-5.0f, 0.0f}, translation = {30.0f, 0.0f};

/* Walls in a row, 4 m apart. */
static thud_world *world_of_walls(thud_body_id bodies[walls]) {
    thud_world *world = test_world_create();
    for (int i = 0; i < walls; i++) {
        bodies[i] = test_add_wall(world, thud_vec2_make(4.0f * (float)i, 0.0f), thud_vec2_make(0.5f, 1.0f));
    }
    return world;
}

static thud_body_id first_hit(thud_world *world, thud_query_filter filter) {
    return thud_world_cast_ray(world, eye, translation, filter).body;
}

static bool count_shape(thud_world *world, thud_shape_id shape, void *context) {
    (void)world;
    (void)shape;
    ++*(int *)context;
    return true;
}

static void bodies_and_shapes_are_ignored_by_id(void **state) {
    (void)state;
    thud_body_id bodies[walls];
    thud_world *world = world_of_walls(bodies);
    thud_query_filter filter = thud_query_filter_all();
    assert_true(test_same_body(first_hit(world, filter), bodies[0]));
    const thud_body_id left_out[] = {bodies[1], {0, 0}, bodies[0]};
    filter.ignored_bodies = left_out;
    filter.ignored_body_count = 3;
    assert_true(test_same_body(first_hit(world, filter), bodies[2]));
    thud_shape_id shape = test_shape_of(world, bodies[2]);
    filter.ignored_shapes = &shape;
    filter.ignored_shape_count = 1;
    assert_true(test_same_body(first_hit(world, filter), bodies[3]));

    thud_shape box;
    thud_box(thud_vec2_make(1.0f, 1.0f), 0.0f, &box);
    int count = 0;
    thud_pose over_all = {{6.0f, 0.0f}, {1.0f, 0.0f}};
    thud_aabb all = {{-10.0f, -10.0f}, {30.0f, 10.0f}};
    assert_true(thud_world_overlap_aabb(world, all, filter, count_shape, &count));
    assert_int_equal(count, walls - 3);
    over_all.position.x = 4.0f;
    count = 0;
    assert_true(thud_world_overlap_shape(world, &box, over_all, filter, count_shape, &count));
    assert_int_equal(count, 0);
    assert_true(thud_shape_id_is_null(thud_world_shape_at(world, over_all.position, filter)));
    assert_true(test_same_body(thud_world_closest_shape(world, eye, 100.0f, filter).body, bodies[3]));
    thud_pose start = {eye, {1.0f, 0.0f}};
    assert_true(
        test_same_body(thud_world_cast_shape(world, &box, start, translation, filter).body, bodies[3]));
    thud_ray ray = {eye, translation};
    thud_world_hit hit;
    assert_true(thud_world_cast_rays(world, &ray, 1, filter, &hit));
    assert_true(test_same_body(hit.body, bodies[3]));

    thud_body_destroy(world, bodies[1]); /* its slot is used again: the stale id excludes nothing */
    thud_body_id next = test_add_wall(world, thud_vec2_make(4.0f, 0.0f), thud_vec2_make(0.5f, 1.0f));
    assert_int_equal(next.slot, bodies[1].slot);
    assert_true(test_same_body(first_hit(world, filter), next));
    thud_world_destroy(world);
}

/* ---- the predicate ---- */

typedef struct predicate {
    thud_body_id wanted;
    bool change_refused;
    int asked;
} predicate;

static bool is_wanted(thud_world *world, thud_shape_id shape, void *context) {
    predicate *asked = context;
    asked->asked++;
    asked->change_refused =
        !thud_body_destroy(world, asked->wanted) && thud_world_refusal(world).status == THUD_WORLD_LOCKED;
    return thud_body_id_equal(thud_shape_body(world, shape), asked->wanted);
}

static void a_predicate_decides_and_may_not_change_the_world(void **state) {
    (void)state;
    thud_body_id bodies[walls];
    thud_world *world = world_of_walls(bodies);
    for (int i = 0; i < walls; i++) {
        predicate asked = {.wanted = bodies[i]};
        thud_query_filter filter = thud_query_filter_all();
        filter.accepts = is_wanted;
        filter.accepts_context = &asked;
        assert_true(test_same_body(first_hit(world, filter), bodies[i]));
        assert_true(asked.asked >= i + 1 && asked.change_refused);
        assert_true(test_same_body(thud_world_closest_shape(world, eye, 100.0f, filter).body, bodies[i]));
        thud_shape_id at = thud_world_shape_at(world, thud_vec2_make(4.0f * (float)i, 0.0f), filter);
        assert_true(test_same_body(thud_shape_body(world, at), bodies[i]));
        filter.mask = 0; /* no call for shapes that the masks exclude */
        asked.asked = 0;
        assert_true(thud_body_id_is_null(first_hit(world, filter)));
        assert_int_equal(asked.asked, 0);
    }
    test_step(world, 1); /* it is unlocked again */
    thud_world_destroy(world);
}

static void forces_leave_out_what_their_filter_ignores(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id left = test_add_ball(world, thud_vec2_make(-1.0f, 0.0f), 0.3f);
    thud_body_id right = test_add_ball(world, thud_vec2_make(1.0f, 0.0f), 0.3f);
    thud_explosion explosion = thud_explosion_defaults();
    explosion.radius = 3.0f;
    explosion.impulse_per_length = 1.0f;
    explosion.filter.ignored_bodies = &left;
    explosion.filter.ignored_body_count = 1;
    assert_true(thud_world_explode(world, &explosion));
    assert_true(thud_body_velocity(world, left).x == 0.0f);
    assert_true(thud_body_velocity(world, right).x > 0.0f);
    thud_world_destroy(world);
}

/* ---- one-sided chains ---- */

static thud_body_id lay_chain(thud_world *world, bool one_sided) {
    static const thud_vec2 points[] = {{-4.0f, 0.0f}, {-1.0f, 0.0f}, {1.0f, 0.0f}, {4.0f, -2.0f}};
    thud_body_def body_def = thud_body_defaults();
    body_def.type = THUD_BODY_KINEMATIC;
    body_def.position = thud_vec2_make(3.0f, 1.0f);
    body_def.angle = 0.5f;
    thud_body_id body = thud_body_create(world, &body_def);
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = 4;
    def.one_sided = one_sided;
    assert_false(thud_chain_id_is_null(thud_chain_create(world, body, &def)));
    return body;
}

/* Unlike contacts, rays and casts once hit a one-sided chain from behind: a character that jumped through a
 * platform was stopped by its own upward cast. */
static void rays_and_casts_pass_a_one_sided_chain_from_behind(void **state) {
    (void)state;
    for (int one_sided = 0; one_sided < 2; one_sided++) {
        thud_world *world = test_world_without_gravity();
        thud_pose frame = thud_body_pose(world, lay_chain(world, one_sided == 1));
        thud_shape shapes[3];
        thud_circle(thud_vec2_make(0.0f, 0.0f), 0.3f, &shapes[0]);
        thud_box(thud_vec2_make(0.4f, 0.2f), 0.0f, &shapes[1]);
        thud_capsule(thud_vec2_make(0.0f, -0.3f), thud_vec2_make(0.0f, 0.3f), 0.2f, &shapes[2]);
        for (int i = 0; i < 60; i++) {
            float x = -3.8f + 0.1f * (float)i;
            thud_vec2 above = thud_pose_apply(frame, thud_vec2_make(x, 2.0f));
            thud_vec2 below = thud_pose_apply(frame, thud_vec2_make(x, -3.0f));
            thud_vec2 down = thud_vec2_sub(below, above), up = thud_vec2_neg(down);
            thud_query_filter filter = thud_query_filter_all();
            assert_true(thud_world_cast_ray(world, above, down, filter).cast.hit);
            assert_int_equal(thud_world_cast_ray(world, below, up, filter).cast.hit, !one_sided);
            assert_int_equal(thud_world_ray_is_blocked(world, below, up, filter), !one_sided);
            for (int k = 0; k < 3; k++) {
                thud_pose high = {above, frame.rotation}, low = {below, frame.rotation};
                assert_true(thud_world_cast_shape(world, &shapes[k], high, down, filter).cast.hit);
                assert_int_equal(thud_world_cast_shape(world, &shapes[k], low, up, filter).cast.hit,
                                 !one_sided);
            }
            filter.chain_backs = true;
            assert_true(thud_world_cast_ray(world, below, up, filter).cast.hit);
            thud_pose low = {below, frame.rotation};
            assert_true(thud_world_cast_shape(world, &shapes[1], low, up, filter).cast.hit);
        }
        thud_world_destroy(world);
    }
}

static void a_shape_that_hangs_through_a_one_sided_chain_is_judged_by_its_middle(void **state) {
    (void)state;
    static const thud_vec2 points[] = {{-4.0f, 0.0f}, {4.0f, 0.0f}};
    thud_world *world = test_world_without_gravity();
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = 2;
    def.one_sided = true;
    thud_chain_create(world, test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f)), &def);
    thud_shape box;
    thud_box(thud_vec2_make(0.5f, 0.5f), 0.0f, &box);
    const thud_query_filter all = thud_query_filter_all();
    thud_pose mostly_over = {{0.0f, 0.1f}, {1.0f, 0.0f}}, mostly_under = {{0.0f, -0.1f}, {1.0f, 0.0f}};
    thud_vec2 down = {0.0f, -2.0f}, up = {0.0f, 2.0f};
    thud_world_hit hit = thud_world_cast_shape(world, &box, mostly_over, down, all);
    assert_true(hit.cast.hit);
    assert_float_equal(hit.cast.depth, 0.4f, 1e-6f);
    assert_float_equal(hit.cast.normal.y, 1.0f, 1e-6f);
    assert_false(thud_world_cast_shape(world, &box, mostly_over, up, all).cast.hit);
    assert_false(thud_world_cast_shape(world, &box, mostly_under, down, all).cast.hit);
    assert_false(thud_world_cast_shape(world, &box, mostly_under, up, all).cast.hit);
    thud_world_destroy(world);
}

/* ---- refusals ---- */

static void a_filter_without_its_arrays_is_refused(void **state) {
    (void)state;
    thud_body_id bodies[walls];
    thud_world *world = world_of_walls(bodies);
    thud_query_filter filter = thud_query_filter_all();
    filter.ignored_body_count = 1;
    assert_true(thud_body_id_is_null(first_hit(world, filter)));
    assert_int_equal(thud_world_refusal(world).status, THUD_NULL_ARGUMENT);
    assert_string_equal(thud_world_refusal(world).field, "filter.ignored_bodies");
    filter.ignored_body_count = 0;
    filter.ignored_shape_count = -1;
    assert_true(thud_body_id_is_null(first_hit(world, filter)));
    assert_int_equal(thud_world_refusal(world).status, THUD_NEGATIVE);
    assert_string_equal(thud_world_refusal(world).field, "filter.ignored_shape_count");
    int count = 0;
    thud_aabb all = {{-10.0f, -10.0f}, {30.0f, 10.0f}};
    assert_false(thud_world_overlap_aabb(world, all, filter, count_shape, &count));
    thud_explosion explosion = thud_explosion_defaults();
    explosion.filter = filter;
    assert_false(thud_world_explode(world, &explosion));
    thud_world_destroy(world);
}

/* A query that filters nothing reads whether it sees a shape from a table of bytes, not from the
 * shapes' records: of a screen of 175 tiles that took 2.0 us, 1.6 with the table. It has to say what
 * the filters say now, sensors included. */
static void a_query_of_many_shapes_goes_by_the_filters_that_they_have_now(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_shape_id shapes[80];
    for (int i = 0; i < 80; i++) {
        thud_body_def body_def = thud_body_defaults();
        body_def.position = thud_vec2_make((float)(i % 10), (float)(i / 10));
        thud_shape_def def = thud_shape_defaults();
        def.sensor = i % 8 == 0;
        def.filter.category = i % 8 == 1 ? 0 : 2;
        def.filter.mask = i % 8 == 2 ? 0 : 4;
        shapes[i] =
            thud_body_add_box(world, thud_body_create(world, &body_def), &def, thud_vec2_make(0.3f, 0.3f));
    }
    const thud_aabb all = {{-2.0f, -2.0f}, {12.0f, 12.0f}}, some = {{0.0f, 0.0f}, {9.0f, 7.0f}};
    for (int round = 0; round < 2; round++) {
        int seen = round == 0 ? 50 : 60, count = 0;
        assert_true(thud_world_overlap_aabb(world, all, thud_query_filter_all(), count_shape, &count));
        assert_int_equal(count, seen);
        count = 0;
        assert_true(thud_world_overlap_aabb(world, some, thud_query_filter_all(), count_shape, &count));
        assert_int_equal(count, seen);
        thud_query_filter named = thud_query_filter_all();
        named.mask = 2;
        count = 0;
        assert_true(thud_world_overlap_aabb(world, all, named, count_shape, &count));
        assert_int_equal(count, seen);
        thud_query_filter with_sensors = thud_query_filter_all();
        with_sensors.sensors = true;
        count = 0;
        assert_true(thud_world_overlap_aabb(world, all, with_sensors, count_shape, &count));
        assert_int_equal(count, seen + 10);
        for (int i = 1; i < 80; i += 8) { /* what had no category gets one */
            assert_true(thud_shape_set_filter(world, shapes[i], (thud_filter){2, 4, 0}));
        }
        test_step(world, 1);
    }
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_and_shapes_are_ignored_by_id),
        cmocka_unit_test(a_predicate_decides_and_may_not_change_the_world),
        cmocka_unit_test(forces_leave_out_what_their_filter_ignores),
        cmocka_unit_test(rays_and_casts_pass_a_one_sided_chain_from_behind),
        cmocka_unit_test(a_shape_that_hangs_through_a_one_sided_chain_is_judged_by_its_middle),
        cmocka_unit_test(a_filter_without_its_arrays_is_refused),
        cmocka_unit_test(a_query_of_many_shapes_goes_by_the_filters_that_they_have_now),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
