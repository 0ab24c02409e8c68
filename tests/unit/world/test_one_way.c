/* One-way shapes: what holds from one side, and from which. */
#include "test.h"

#include <float.h>

#include "reference/test_world.h"
#include "thud/chain.h"

static const thud_vec2 origin = {0.0f, 0.0f};
static const thud_vec2 up = {0.0f, 1.0f};

/* ---- the property ---- */

static void the_direction_is_a_unit_vector_that_turns_with_the_body(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_KINEMATIC, origin);
    thud_shape_def def = thud_shape_defaults();
    const thud_vec2 given[] = {{0.0f, 1.0f}, {0.0f, 3.0e38f}, {0.0f, 1.0e-45f}, {0.0f, FLT_MIN}};
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        def.one_way = given[i];
        thud_shape_id shape = thud_body_add_circle(world, body, &def, origin, 1.0f);
        thud_body_teleport(world, body, origin, 0.0f);
        assert_true(thud_shape_one_way(world, shape).x == 0.0f && thud_shape_one_way(world, shape).y == 1.0f);
        assert_true(thud_shape_definition(world, shape).one_way.y == given[i].y);
        thud_body_teleport(world, body, thud_vec2_make(3.0f, 4.0f), 0.5f * THUD_PI);
        assert_float_equal(thud_shape_one_way(world, shape).x, -1.0f, 1e-6f);
        assert_float_equal(thud_shape_one_way(world, shape).y, 0.0f, 1e-6f);
    }
    thud_world_destroy(world);
}

static void a_shape_is_solid_unless_told_otherwise(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_shape_id shape = test_shape_of(world, test_add_wall(world, origin, thud_vec2_make(1.0f, 1.0f)));
    assert_true(thud_shape_one_way(world, shape).x == 0.0f && thud_shape_one_way(world, shape).y == 0.0f);
    assert_true(thud_shape_set_one_way(world, shape, thud_vec2_make(-2.0f, 0.0f)));
    assert_true(thud_shape_one_way(world, shape).x == -1.0f);
    assert_true(thud_shape_set_one_way(world, shape, origin));
    assert_true(thud_shape_one_way(world, shape).x == 0.0f);
    thud_shape_id none = {0, 0};
    assert_true(thud_shape_one_way(world, none).y == 0.0f);
    assert_int_equal(thud_world_refusal(world).status, THUD_STALE_ID);
    thud_world_destroy(world);
}

static void a_direction_that_is_not_finite_is_refused(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_shape_def def = thud_shape_defaults();
    def.one_way = up;
    thud_shape_id shape = thud_body_add_circle(world, ground, &def, origin, 1.0f);
    const thud_vec2 bad[] = {{NAN, 0.0f}, {0.0f, NAN}, {INFINITY, 0.0f}, {0.0f, -INFINITY}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        def.one_way = bad[i];
        assert_int_equal(thud_body_add_circle(world, ground, &def, origin, 1.0f).generation, 0);
        assert_string_equal(thud_world_refusal(world).field, "one_way");
        assert_false(thud_shape_configure(world, shape, &def));
        assert_false(thud_shape_set_one_way(world, shape, bad[i]));
        assert_int_equal(thud_world_refusal(world).status, THUD_NOT_FINITE);
        assert_true(thud_shape_one_way(world, shape).y == 1.0f);
        const thud_vec2 points[] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
        thud_chain_def chain = thud_chain_defaults();
        chain.points = points;
        chain.count = 2;
        chain.one_way = bad[i];
        assert_int_equal(thud_chain_create(world, ground, &chain).generation, 0);
        assert_string_equal(thud_world_refusal(world).field, "one_way");
    }
    thud_shape_id none = {0, 0};
    assert_false(thud_shape_set_one_way(world, none, up));
    assert_int_equal(thud_world_refusal(world).status, THUD_STALE_ID);
    assert_false(thud_shape_set_one_way(NULL, shape, up));
    assert_true(thud_shape_one_way(NULL, shape).y == 0.0f);
    thud_world_destroy(world);
}

static void the_segments_of_a_chain_have_its_direction(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, origin);
    const thud_vec2 points[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 1.0f}};
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = 3;
    def.one_way = thud_vec2_make(0.0f, 5.0f);
    thud_chain_id chain = thud_chain_create(world, ground, &def);
    thud_chain_insert_point(world, chain, 3, thud_vec2_make(3.0f, 1.0f));
    for (int i = 0; i < thud_chain_segment_count(world, chain); i++) {
        assert_true(thud_shape_one_way(world, thud_chain_segment(world, chain, i)).y == 1.0f);
    }
    thud_chain_def solid = thud_chain_defaults();
    assert_true(solid.one_way.x == 0.0f && solid.one_way.y == 0.0f);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_direction_is_a_unit_vector_that_turns_with_the_body),
        cmocka_unit_test(a_shape_is_solid_unless_told_otherwise),
        cmocka_unit_test(a_direction_that_is_not_finite_is_refused),
        cmocka_unit_test(the_segments_of_a_chain_have_its_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
