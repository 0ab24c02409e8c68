/* Ladders, water and wind: the areas of a character, their effects on its velocity, leaving them. */
#include "test.h"

#include "thud/area.h"

static const thud_aabb hero = {{-0.5f, -1.0f}, {0.5f, 1.0f}};

static void the_area_that_holds_most_of_a_character_is_found(void **state) {
    (void)state;
    const thud_area areas[] = {{.kind = THUD_AREA_WATER, .box = {{-5.0f, -5.0f}, {5.0f, -0.5f}}},
                               {.kind = THUD_AREA_LADDER, .box = {{-0.4f, -5.0f}, {0.4f, 3.0f}}},
                               {.kind = THUD_AREA_WATER, .box = {{-5.0f, -5.0f}, {5.0f, 0.5f}}},
                               {.kind = THUD_AREA_WIND, .box = {{2.0f, 0.0f}, {3.0f, 1.0f}}}};
    thud_area_visit water = thud_areas_find(areas, 4, THUD_AREA_WATER, hero);
    assert_int_equal(water.area, 2);
    assert_float_equal(water.share, 0.75f, 1.0e-6f);
    assert_true(water.center);
    assert_float_equal(water.exit.x, 0.0f, 0.0f);
    assert_float_equal(water.exit.y, 1.5f, 1.0e-6f);
    assert_float_equal(water.above.y, 0.5f, 1.0e-6f);
    thud_area_visit ladder = thud_areas_find(areas, 4, THUD_AREA_LADDER, hero);
    assert_int_equal(ladder.area, 1);
    assert_float_equal(ladder.above.y, 3.0f, 1.0e-6f);
    assert_float_equal(thud_vec2_length(ladder.exit), 0.9f, 1.0e-6f);
    assert_int_equal(thud_areas_find(areas, 4, THUD_AREA_WIND, hero).area, -1);
    thud_area_visit visits[2];
    assert_int_equal(thud_areas_visit(areas, 4, hero, visits, 2), 3);
    assert_int_equal(visits[0].area, 0);
    assert_int_equal(visits[1].area, 1);
}

static void drag_takes_the_velocity_to_the_flow_and_never_beyond(void **state) {
    (void)state;
    thud_area river = {.kind = THUD_AREA_WATER, .flow = {2.0f, 0.0f}, .drag = 3.0f};
    thud_vec2 velocity = {-4.0f, -9.0f};
    for (int i = 0; i < 600; i++) {
        velocity = thud_area_velocity(&river, 1.0f, velocity, 1.0f / 60.0f);
        assert_true(velocity.x <= 2.0f && velocity.y <= 0.0f);
    }
    assert_float_equal(velocity.x, 2.0f, 1.0e-3f);
    assert_float_equal(velocity.y, 0.0f, 1.0e-3f);
    river.drag = 1.0e30f;
    velocity = thud_area_velocity(&river, 1.0f, thud_vec2_make(-4.0f, -9.0f), 1.0f);
    assert_float_equal(velocity.x, 2.0f, 1.0e-6f);
}

static void what_makes_no_sense_is_in_no_area_and_changes_nothing(void **state) {
    (void)state;
    const thud_area areas[] = {{.box = {{NAN, 0.0f}, {1.0f, 1.0f}}}, {.box = {{1.0f, 1.0f}, {1.0f, 1.0f}}}};
    assert_int_equal(thud_areas_visit(areas, 2, hero, NULL, 0), 0);
    assert_int_equal(thud_areas_visit(NULL, 2, hero, NULL, 0), 0);
    const thud_aabb broken = {{0.0f, NAN}, {1.0f, 1.0f}};
    assert_int_equal(thud_areas_find(areas, 2, THUD_AREA_LADDER, broken).area, -1);
    thud_area wind = {.drag = NAN};
    thud_vec2 velocity = thud_area_velocity(&wind, 1.0f, thud_vec2_make(1.0f, 2.0f), 0.1f);
    assert_true(velocity.x == 1.0f && velocity.y == 2.0f);
    wind = (thud_area){.drag = 1.0f, .flow = {INFINITY, 0.0f}};
    velocity = thud_area_velocity(&wind, 1.0f, thud_vec2_make(1.0f, 2.0f), 0.1f);
    assert_true(velocity.x == 1.0f && velocity.y == 2.0f);
    assert_true(thud_area_velocity(NULL, 1.0f, thud_vec2_make(1.0f, 2.0f), 0.1f).y == 2.0f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_area_that_holds_most_of_a_character_is_found),
        cmocka_unit_test(drag_takes_the_velocity_to_the_flow_and_never_beyond),
        cmocka_unit_test(what_makes_no_sense_is_in_no_area_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
