/* Collision filters and the filter callback, in contacts and in continuous collision. */
#include "test.h"

#include "reference/test_world.h"

static const thud_vec2 origin = {0.0f, 0.0f};

static thud_filter filter_of(uint64_t category, uint64_t mask, int32_t group) {
    thud_filter filter = {category, mask, group};
    return filter;
}

static void filters_accept_as_their_documentation_says(void **state) {
    (void)state;
    const uint64_t all = UINT64_MAX;
    assert_true(thud_filter_accepts(filter_of(1, all, 0), filter_of(1, all, 0)));
    assert_true(thud_filter_accepts(filter_of(1, 2, 0), filter_of(2, 1, 0)));
    assert_false(thud_filter_accepts(filter_of(1, 2, 0), filter_of(2, 2, 0)));
    assert_false(thud_filter_accepts(filter_of(2, 2, 0), filter_of(1, 2, 0)));
    assert_false(thud_filter_accepts(filter_of(0, all, 0), filter_of(1, all, 0)));
    assert_true(thud_filter_accepts(filter_of(0, 0, 5), filter_of(0, 0, 5)));
    assert_false(thud_filter_accepts(filter_of(1, all, -5), filter_of(1, all, -5)));
    assert_true(thud_filter_accepts(filter_of(1, all, -5), filter_of(1, all, -6)));
    assert_true(thud_filter_accepts(filter_of(1, all, 5), filter_of(1, all, -5)));
    assert_true(thud_filter_accepts(filter_of(UINT64_C(1) << 63, UINT64_C(1) << 62, 0),
                                    filter_of(UINT64_C(1) << 62, UINT64_C(1) << 63, 0)));
}

static void set_filter(thud_world *world, thud_body_id body, thud_filter filter) {
    thud_shape_id shape = test_shape_of(world, body);
    thud_shape_def def = thud_shape_definition(world, shape);
    def.filter = filter;
    assert_true(thud_shape_configure(world, shape, &def));
}

static void shapes_that_do_not_accept_each_other_pass_through(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id ghost = test_add_box(world, thud_vec2_make(0.0f, 2.0f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id solid = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    set_filter(world, ghost, filter_of(2, 1, -7));
    set_filter(world, solid, filter_of(1, UINT64_MAX, -7));
    test_step(world, 120);
    assert_float_equal(thud_body_position(world, ghost).y, 0.5f, 0.02f);
    assert_float_equal(thud_body_position(world, solid).y, 0.5f, 0.02f);
    thud_world_destroy(world);
}

static void a_change_of_filter_lets_a_resting_body_fall(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    assert_true(test_step_until_asleep(world, box, 200));
    set_filter(world, ground, filter_of(1, 0, 0));
    test_step(world, 60);
    assert_true(thud_body_position(world, box).y < -2.0f);
    thud_world_destroy(world);
}

static void a_change_of_filter_makes_overlapping_shapes_collide(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id a = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    thud_body_id b = test_add_box(world, thud_vec2_make(0.3f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    set_filter(world, a, filter_of(1, UINT64_MAX, -1));
    set_filter(world, b, filter_of(1, UINT64_MAX, -1));
    test_step(world, 30);
    assert_float_equal(thud_body_position(world, b).x, 0.3f, 1e-5f);
    set_filter(world, b, filter_of(1, UINT64_MAX, 0));
    test_step(world, 60);
    float gap = thud_body_position(world, b).x - thud_body_position(world, a).x;
    assert_true(gap > 0.95f); /* pushed apart */
    thud_world_destroy(world);
}

/* All contacts of the shape ended and began again, with end and begin events, as a character became invincible. */
static void a_change_of_filter_keeps_the_contacts_that_it_accepts(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id enemy = test_add_box(world, thud_vec2_make(0.997f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_shape_id shape = test_shape_of(world, box);
    thud_shape_def def = thud_shape_definition(world, shape);
    def.contact_events = true;
    assert_true(thud_shape_configure(world, shape, &def));
    set_filter(world, enemy, filter_of(4, UINT64_MAX, 0));
    test_step(world, 30);
    for (int i = 0; i < 20; i++) {
        bool invincible = i % 2 == 0;
        set_filter(world, box, filter_of(2, invincible ? ~UINT64_C(4) : UINT64_MAX, 0));
        test_step(world, 1);
        thud_contact_events events = thud_world_contact_events(world);
        assert_int_equal(events.end_count, invincible ? 1 : 0);
        assert_int_equal(events.begin_count, invincible ? 0 : 1);
        assert_int_equal(thud_world_counts(world).contacts, invincible ? 2 : 3);
        assert_true(thud_abs(thud_body_velocity(world, box).y) < 1e-3f);
    }
    thud_world_destroy(world);
}

/* ---- the callback ---- */

typedef struct referee {
    int asked;
    bool answer;
    bool change_was_refused;
    bool shapes_were_valid;
    thud_shape_id found_by_nested_query;
} referee;

static bool ask_judge(thud_world *world, thud_shape_id a, thud_shape_id b, void *context) {
    referee *judge = context;
    judge->asked++;
    judge->shapes_were_valid = thud_shape_is_valid(world, a) && thud_shape_is_valid(world, b);
    thud_body_def def = thud_body_defaults();
    judge->change_was_refused = thud_body_create(world, &def).generation == 0 &&
                                thud_world_refusal(world).status == THUD_WORLD_LOCKED;
    judge->found_by_nested_query =
        thud_world_shape_at(world, thud_vec2_make(0.0f, -0.5f), thud_query_filter_all());
    return judge->answer;
}

static thud_world *judged_world(referee *judge) {
    thud_world_def def = thud_world_defaults();
    def.filter = ask_judge;
    def.filter_context = judge;
    return test_world_of(&def);
}

static void the_callback_is_asked_once_a_pair_and_its_yes_lets_them_collide(void **state) {
    (void)state;
    referee judge = {.answer = true};
    thud_world *world = judged_world(&judge);
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.52f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 60);
    assert_int_equal(judge.asked, 1);
    assert_true(judge.shapes_were_valid);
    assert_float_equal(thud_body_position(world, box).y, 0.5f, 0.02f);
    thud_world_destroy(world);
}

static void the_callbacks_no_lets_them_pass(void **state) {
    (void)state;
    referee judge = {.answer = false};
    thud_world *world = judged_world(&judge);
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 1.0f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 60);
    assert_true(judge.asked >= 1);
    assert_true(thud_body_position(world, box).y < -2.0f);
    thud_world_destroy(world);
}

static void the_callback_may_ask_the_world_but_not_change_it(void **state) {
    (void)state;
    referee judge = {.answer = true};
    thud_world *world = judged_world(&judge);
    thud_body_id ground = test_add_ground(world);
    test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 1);
    assert_int_equal(judge.asked, 1);
    assert_true(judge.change_was_refused);
    assert_true(test_same_shape(judge.found_by_nested_query, test_shape_of(world, ground)));
    assert_int_equal(thud_world_counts(world).bodies, 2);
    thud_world_destroy(world);
}

static void the_callback_is_not_asked_about_pairs_that_cannot_collide(void **state) {
    (void)state;
    referee judge = {.answer = true};
    thud_world *world = judged_world(&judge);
    thud_body_id a = test_add_wall(world, origin, thud_vec2_make(1.0f, 1.0f));
    test_add_wall(world, thud_vec2_make(0.5f, 0.0f), thud_vec2_make(1.0f, 1.0f));
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_circle(world, a, &def, origin, 2.0f);
    thud_body_id filtered = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    set_filter(world, filtered, filter_of(4, 8, 0));
    test_step(world, 3);
    assert_int_equal(judge.asked, 0);
    thud_world_destroy(world);
}

/*
 * Continuous collision once called the filter for each shape near the path of a fast body, in each search for its
 * next impact: 7,432 times here, for 3,974 new pairs and 70 impacts. As the boxes are now smooth ground, the rods hit
 * fewer of them and are thrown harder here.
 */
static void continuous_collision_asks_hardly_more_than_once_an_impact(void **state) {
    (void)state;
    referee judge = {.answer = true};
    thud_world *world = judged_world(&judge);
    for (int i = 0; i < 300; i++) {
        test_add_wall(world, (thud_vec2){0.1f * (float)i, -0.05f}, (thud_vec2){0.05f, 0.05f});
    }
    for (int i = 0; i < 40; i++) {
        thud_body_id rod =
            test_add_box(world, (thud_vec2){5.0f + 0.5f * (float)i, 2.5f}, (thud_vec2){2.0f, 0.05f});
        test_set_material(world, rod, 0.3f, 0.5f);
        set_filter(world, rod, filter_of(1, UINT64_MAX, -1));
        thud_body_set_velocity(world, rod, (thud_vec2){0.0f, -30.0f}, 20.0f + (float)i);
    }
    int begun = 0, impacts = 0;
    for (int step = 0; step < 120; step++) {
        test_step(world, 1);
        begun += thud_world_counts(world).pairs_begun;
        impacts += thud_world_counts(world).times_of_impact;
    }
    printf("asked %d times; %d pairs began, %d impacts\n", judge.asked, begun, impacts);
    assert_true(impacts > 20);
    assert_true(judge.asked <= begun + 2 * impacts);
    thud_world_destroy(world);
}

static void a_shot_asks_once_in_a_step_about_a_wall_that_does_not_stop_it(void **state) {
    (void)state;
    referee judge = {.answer = false};
    thud_world *world = judged_world(&judge);
    test_add_wall(world, (thud_vec2){3.0f, 0.0f}, (thud_vec2){0.01f, 10.0f});
    thud_body_id ball = test_add_ball(world, (thud_vec2){0.0f, 0.0f}, 0.1f);
    thud_body_set_velocity(world, ball, (thud_vec2){390.0f, 0.0f}, 0.0f);
    test_step(world, 1);
    assert_int_equal(judge.asked, 1);
    assert_true(thud_body_position(world, ball).x > 6.0f);
    thud_world_destroy(world);
}

static void kinematic_bodies_pass_through_static_and_kinematic_ones(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_wall(world, origin, thud_vec2_make(1.0f, 1.0f));
    thud_shape_def def = thud_shape_defaults();
    thud_body_id a = test_add_body(world, THUD_BODY_KINEMATIC, origin);
    thud_body_id b = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(0.5f, 0.0f));
    thud_body_add_box(world, a, &def, thud_vec2_make(1.0f, 1.0f));
    thud_body_add_box(world, b, &def, thud_vec2_make(1.0f, 1.0f));
    thud_body_set_velocity(world, a, thud_vec2_make(1.0f, 0.0f), 0.0f);
    thud_body_set_velocity(world, b, thud_vec2_make(-1.0f, 0.0f), 0.0f);
    test_step(world, 60);
    assert_int_equal(thud_world_counts(world).contacts, 0);
    assert_float_equal(thud_body_position(world, a).x, 1.0f, 1e-4f);
    assert_float_equal(thud_body_position(world, b).x, -0.5f, 1e-4f);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filters_accept_as_their_documentation_says),
        cmocka_unit_test(shapes_that_do_not_accept_each_other_pass_through),
        cmocka_unit_test(a_change_of_filter_lets_a_resting_body_fall),
        cmocka_unit_test(a_change_of_filter_makes_overlapping_shapes_collide),
        cmocka_unit_test(a_change_of_filter_keeps_the_contacts_that_it_accepts),
        cmocka_unit_test(the_callback_is_asked_once_a_pair_and_its_yes_lets_them_collide),
        cmocka_unit_test(the_callbacks_no_lets_them_pass),
        cmocka_unit_test(the_callback_may_ask_the_world_but_not_change_it),
        cmocka_unit_test(the_callback_is_not_asked_about_pairs_that_cannot_collide),
        cmocka_unit_test(continuous_collision_asks_hardly_more_than_once_an_impact),
        cmocka_unit_test(a_shot_asks_once_in_a_step_about_a_wall_that_does_not_stop_it),
        cmocka_unit_test(kinematic_bodies_pass_through_static_and_kinematic_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
