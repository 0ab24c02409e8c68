/* The measures of the panel: energies, the history of the last steps, the body under the mouse, islands. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "derived.h"
#include "islands.h"
#include "session.h"

static demo_session open_scene(const char *name) {
    demo_session session;
    char error[SCENE_ERROR_SIZE];
    scene_options options = scene_options_for(scene_find(name));
    assert_true(session_open(&session, &options, error));
    session.measuring = true;
    return session;
}

static void step(demo_session *session, int count) {
    for (int i = 0; i < count; i++) {
        session_step(session);
    }
}

static void energies_and_momentum_are_those_of_the_bodies(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    thud_world *world = thud_world_create(&def);
    thud_body_def body_def = thud_body_defaults();
    body_def.type = THUD_BODY_DYNAMIC;
    body_def.position = (thud_vec2){0, 7};
    body_def.velocity = (thud_vec2){3, 4};
    thud_body_id body = thud_body_create(world, &body_def);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(world, body, &shape, (thud_vec2){0.5f, 1.0f}); /* 2 kg */
    float values[MEASURE_WORLD_COUNT];
    measure_world(world, values);
    assert_true(fabsf(values[MEASURE_KINETIC] - 25.0f) < 1e-4f);
    assert_true(fabsf(values[MEASURE_POTENTIAL] - 140.0f) < 1e-3f);
    assert_true(fabsf(values[MEASURE_ENERGY] - 165.0f) < 1e-3f);
    assert_true(fabsf(values[MEASURE_MOMENTUM_X] - 6.0f) < 1e-5f);
    assert_true(fabsf(values[MEASURE_MOMENTUM_Y] - 8.0f) < 1e-5f);
    assert_true(fabsf(measure_object(world, MEASURE_SPEED, (measure_target){body, {0, 0}}) - 5.0f) < 1e-5f);
    thud_world_destroy(world);
}

static void the_history_has_the_last_steps_and_pinned_numbers(void **state) {
    (void)state;
    demo_session session = open_scene("friction");
    thud_body_id body = thud_world_next_body(
        session.scene->world, thud_world_next_body(session.scene->world, (thud_body_id){0, 0}));
    measure_target target = {body, {0, 0}};
    step(&session, 10);
    assert_true(history_toggle_pin(&session.measures, MEASURE_Y, target, "y"));
    assert_true(history_toggle_pin(&session.measures, MEASURE_X, target, "x"));
    step(&session, history_length);
    assert_null(history_at(&session.measures, 10));
    assert_non_null(history_at(&session.measures, 11));
    const float *last = history_at(&session.measures, (uint32_t)session.scene->step_count);
    assert_true(last[MEASURE_WORLD_COUNT] == thud_body_position(session.scene->world, body).y);
    assert_true(
        history_toggle_pin(&session.measures, MEASURE_Y, target, "y")); /* removed: x moves to its place */
    assert_int_equal(session.measures.pin_count, 1);
    assert_true(last[MEASURE_WORLD_COUNT] == thud_body_position(session.scene->world, body).x);
    session_close(&session);
}

static void a_click_finds_the_shape_there_or_near(void **state) {
    (void)state;
    demo_session session = open_scene("friction");
    thud_world *world = session.scene->world;
    thud_body_id body = thud_world_next_body(world, thud_world_next_body(world, (thud_body_id){0, 0}));
    thud_vec2 at = thud_body_center(world, body);
    assert_true(thud_body_id_equal(selection_at(world, at, 0.1f, true).body, body));
    at.y += 100;
    demo_selection none = selection_at(world, at, 0.1f, true);
    assert_true(thud_body_id_is_null(none.body) && thud_shape_id_is_null(none.shape) &&
                thud_joint_id_is_null(none.joint));
    session_close(&session);
}

static void a_stack_is_one_island_and_what_stands_apart_is_not(void **state) {
    (void)state;
    demo_session session = open_scene("pyramid");
    step(&session, 5);
    demo_islands islands = {0};
    assert_true(islands_find(&islands, session.scene->world));
    int roots = 0;
    for (thud_body_id body = {0, 0}; (body = thud_world_next_body(session.scene->world, body)).generation;) {
        bool dynamic = thud_body_mass(session.scene->world, body).mass > 0;
        roots += dynamic && islands_root(&islands, body.slot) == body.slot;
    }
    assert_int_equal(roots, 1);
    islands_free(&islands);
    session_close(&session);
}

static void the_thickness_of_a_shape_is_its_least_width(void **state) {
    (void)state;
    thud_shape shape;
    thud_vec2 plank[] = {{0, 0}, {4, 0}, {4, 0.25f}, {0, 0.25f}};
    assert_int_equal(thud_hull(plank, 4, 0, &shape), THUD_OK);
    assert_true(fabsf(derived_thickness(&shape) - 0.25f) < 1e-6f);
    thud_shape ball = {.kind = THUD_SHAPE_CIRCLE, .count = 1, .radius = 0.5f};
    assert_true(derived_thickness(&ball) == 1.0f);
}

static void what_follows_from_the_numbers_is_told_with_the_selection(void **state) {
    (void)state;
    demo_session session = open_scene("friction");
    thud_world *world = session.scene->world;
    session.selection.body = thud_world_next_body(world, thud_world_next_body(world, (thud_body_id){0, 0}));
    session.selection.shape = thud_body_next_shape(world, session.selection.body, (thud_shape_id){0, 0});
    thud_body_def def = thud_body_definition(world, session.selection.body);
    def.linear_damping = 0.5f;
    assert_true(thud_body_configure(world, session.selection.body, &def));
    assert_true(thud_body_set_linear_velocity(world, session.selection.body, (thud_vec2){6, 0}));
    scene_page page = {.count = 0};
    const scene_reading *lines = page.readings;
    int found = 0;
    derived_tell(session.scene, &session.selection, 1.0f / 60.0f, &page);
    for (int i = 0; i < page.count; i++) {
        found += strcmp(lines[i].name, "travel a step") == 0 && strncmp(lines[i].text, "0.1 m;", 6) == 0;
        found += strcmp(lines[i].name, "terminal speed") == 0 && strcmp(lines[i].text, "20 m/s") == 0;
        found += strcmp(lines[i].name, "stopping distance") == 0 &&
                 strncmp(lines[i].text, "3 m from 6 m/s", 14) == 0; /* 36 / (2 * 0.6 * 10) */
    }
    assert_int_equal(found, 3);
    session_close(&session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energies_and_momentum_are_those_of_the_bodies),
        cmocka_unit_test(the_history_has_the_last_steps_and_pinned_numbers),
        cmocka_unit_test(a_click_finds_the_shape_there_or_near),
        cmocka_unit_test(a_stack_is_one_island_and_what_stands_apart_is_not),
        cmocka_unit_test(the_thickness_of_a_shape_is_its_least_width),
        cmocka_unit_test(what_follows_from_the_numbers_is_told_with_the_selection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
