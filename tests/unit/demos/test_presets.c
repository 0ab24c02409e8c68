/* Settings by path in the demos: settings of all objects, presets that are applied and followed,
 * and the presets of the demos. */
#include "test.h"

#include <string.h>

#include "preset_follow.h"
#include "scene_numbers.h"
#include "thud/body.h"
#include "thud/mover.h"
#include "thud/runner.h"

static demo_session open_pile(void) {
    demo_session session;
    char error[SCENE_ERROR_SIZE];
    scene_options options = scene_options_for(scene_find("pile"));
    options.values[0] = 20; /* bodies */
    assert_true(session_open(&session, &options, error));
    return session;
}

static void step(demo_session *session, int count) {
    for (int i = 0; i < count; i++) {
        session_step(session);
    }
}

static bool set(demo_session *session, const char *path, float value) {
    int index = setting_find(&session->options, path);
    assert_true(index >= 0);
    return session_set(session, index, value);
}

/* The number of shapes with another friction. */
static int with_other_friction(const demo_session *session, float friction) {
    const thud_world *world = session->scene->world;
    int found = 0;
    for (thud_body_id body = thud_world_next_body(world, (thud_body_id){0, 0}); body.generation;
         body = thud_world_next_body(world, body)) {
        for (thud_shape_id shape = thud_body_next_shape(world, body, (thud_shape_id){0, 0}); shape.generation;
             shape = thud_body_next_shape(world, body, shape)) {
            found += thud_shape_material(world, shape).friction != friction;
        }
    }
    return found;
}

static void a_number_of_all_objects_holds_for_those_that_come_later_too(void **state) {
    (void)state;
    demo_session session = open_pile();
    step(&session, 10);
    assert_true(set(&session, "shape.material.friction", 0.125f));
    assert_int_equal(with_other_friction(&session, 0.125f), 0);
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position.y = 30;
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_circle(session.scene->world, thud_body_create(session.scene->world, &def), &shape,
                         (thud_vec2){0, 0}, 0.5f);
    assert_int_equal(with_other_friction(&session, 0.125f), 1);
    step(&session, 1);
    assert_int_equal(with_other_friction(&session, 0.125f), 0);
    session_restart(&session);
    step(&session, 1);
    assert_int_equal(with_other_friction(&session, 0.125f), 0);
    assert_false(set(&session, "shape.material.elasticity", 1.5f));
    assert_int_equal(setting_find(&session.options, "runner.jump_height"), -1); /* the scene has no player */
    session_close(&session);
}

static void a_replay_repeats_the_numbers_of_all_objects(void **state) {
    (void)state;
    demo_session session = open_pile();
    step(&session, 30);
    set(&session, "body.gravity_scale", 0.5f);
    set(&session, "shape.material.elasticity", 0.75f);
    step(&session, 60);
    uint64_t hash = scene_hash(session.scene);
    session_seek(&session, 0);
    session_seek(&session, 90);
    assert_true(scene_hash(session.scene) == hash);
    assert_int_equal(session.differs, 0);
    session_close(&session);
}

/* What was kept in the past, or in a frame of a long way there, were the settings of that time. */
static void settings_are_those_at_the_end_of_the_log(void **state) {
    (void)state;
    demo_session session = open_pile();
    int gravity = setting_find(&session.options, "world.gravity.y");
    step(&session, 10);
    assert_true(session_set(&session, gravity, -3));
    step(&session, 10);
    session_seek(&session, 0);
    scene_options last = session_settings(&session);
    assert_true(setting_get(&session.options, gravity) == -10 && setting_get(&last, gravity) == -3);
    int changes = session.changes;
    session_take_over(&session); /* and forget the change */
    last = session_settings(&session);
    assert_true(setting_get(&last, gravity) == -10 && session.changes > changes);
    session_close(&session);
}

/* It got those that the scene had had until that step. */
static void a_slot_that_is_left_on_a_long_way_keeps_its_settings(void **state) {
    (void)state;
    demo_session session = open_pile();
    int gravity = setting_find(&session.options, "world.gravity.y");
    step(&session, 10);
    assert_true(session_set(&session, gravity, -3));
    step(&session, 10);
    session_seek(&session, 0);
    session.seeking = true; /* as in a loop of a heavy scene */
    session_use_slot(&session, 1);
    assert_true(setting_get(&session.slots[0].options, gravity) == -3);
    session_close(&session);
}

/* ---- files ---- */

static const char file_name[] = "test_demo_presets.preset";

static void write_file(const char *text) {
    FILE *file = fopen(file_name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    fclose(file);
}

static float value_of(const demo_session *session, const char *path) {
    return setting_get(&session->options, setting_find(&session->options, path));
}

static void a_followed_file_changes_what_runs(void **state) {
    (void)state;
    demo_session session = open_pile();
    preset_follow follow = {.path = file_name};
    write_file("thud-preset 1\nworld.gravity.y = -3\nbody.linear_damping = 0.5\nscene.count = 30\n");
    preset_follow_poll(&follow, &session);
    assert_true(thud_world_gravity(session.scene->world).y == -3.0f);
    assert_true(value_of(&session, "body.linear_damping") == 0.5f && value_of(&session, "scene.count") == 30);
    assert_true(thud_world_counts(session.scene->world).bodies > 25); /* the world was created again */
    step(&session, 20);
    write_file("thud-preset 1\nworld.gravity.y = -5\nworld.gravity.z = 1\n");
    preset_follow_poll(&follow, &session);
    assert_non_null(
        strstr(session.notice, ":3: there is no 'world.gravity.z'; did you mean 'world.gravity."));
    assert_true(thud_world_gravity(session.scene->world).y == -3.0f);
    write_file("thud-preset 1\nworld.gravity.y = -6\nscene.count = 30\n");
    preset_follow_poll(&follow, &session);
    assert_true(thud_world_gravity(session.scene->world).y == -6.0f &&
                value_of(&session, "body.linear_damping") == 0);
    assert_int_equal(session.scene->step_count, 20);              /* no setting that restarts has changed */
    assert_true(session_select(&session, scene_find("pyramid"))); /* which has other numbers */
    preset_follow_poll(&follow, &session);
    assert_non_null(strstr(session.notice, "scene.count"));
    preset_follow_close(&follow);
    session_close(&session);
    remove(file_name);
}

/* 32 numbers were the limit: the 38 of a player were refused without a reason. */
static void all_numbers_of_objects_can_be_given_at_once(void **state) {
    (void)state;
    scene_options options = scene_options_for(scene_find("platformer"));
    int count = 0;
    for (int i = 0; i < settings_count(&options); i++) {
        if (setting_is_of_objects(&options, i)) {
            count += setting_set(&options, i, setting_get(&options, i));
        }
    }
    assert_int_equal(count, scene_number_count(options.kind));
    assert_int_equal(options.given_count, count);
}

/*
 * Numbers that make sense together only were refused one after the other; and what a scene's objects refused was not told: none of the
 * preset's numbers held.
 */
static void a_pair_of_numbers_is_taken_and_a_wrong_pair_told(void **state) {
    (void)state;
    demo_session session;
    char error[SCENE_ERROR_SIZE];
    scene_options options = scene_options_for(scene_find("joints"));
    assert_true(session_open(&session, &options, error));
    preset_follow follow = {.path = file_name};
    write_file("thud-preset 1\njoint.revolute.limit.enabled = true\njoint.revolute.limit.lower = "
               "1\njoint.revolute.limit.upper = 2\n");
    preset_follow_poll(&follow, &session);
    assert_true(value_of(&session, "joint.revolute.limit.lower") == 1);
    assert_true(value_of(&session, "joint.revolute.limit.upper") == 2);
    assert_non_null(strstr(session.notice, "preset "));
    write_file("thud-preset 1\njoint.revolute.limit.enabled = true\njoint.revolute.limit.lower = "
               "3\njoint.revolute.limit.upper = 2\n");
    preset_follow_poll(&follow, &session);
    assert_non_null(strstr(session.notice, "limit.lower is 3: it is above limit.upper"));
    preset_follow_close(&follow);
    session_close(&session);
    remove(file_name);

    const struct {
        const char *path;
        float value;
    } given[] = {{"joint.revolute.limit.enabled", 1},
                 {"joint.revolute.limit.lower", 1},
                 {"joint.revolute.limit.upper", -1}};
    for (int i = 0; i < 3; i++) { /* as a command line does */
        assert_true(setting_set(&options, setting_find(&options, given[i].path), given[i].value));
    }
    assert_true(session_open(&session, &options, error));
    step(&session, 1);
    assert_non_null(strstr(session.notice, "limit.lower is 1: it is above limit.upper"));
    session_close(&session);
}

/* The numbers of all kinds of scenes: a preset's optional keys must be among these. */
static thud_tunables *all_numbers(thud_world *world, thud_runner_def *runner, thud_mover_def *mover) {
    thud_tunables *set = thud_tunables_create();
    thud_tunable_group runner_group = {
        .name = "runner", .table = thud_tunables_of(THUD_TUNABLES_RUNNER), .values = runner};
    thud_tunable_group mover_group = {
        .name = "mover", .table = thud_tunables_of(THUD_TUNABLES_MOVER), .values = mover};
    thud_tunables_add_world(set, world);
    thud_tunables_add_objects(set, world);
    thud_tunables_add(set, &runner_group);
    thud_tunables_add(set, &mover_group);
    return set;
}

/* Reads a file without the '?' of its keys, so that each key must exist. */
static size_t read_strictly(const char *path, char *text, size_t size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t count = fread(text, 1, size - 1, file), kept = 0;
    fclose(file);
    for (size_t i = 0; i < count; i++) {
        if (text[i] != '?') {
            text[kept++] = text[i];
        }
    }
    text[kept] = '\0';
    return kept;
}

/* Settings of a scene could once not be copied as C, as their set had no structs. */
static void changed_numbers_are_copied_as_c_with_the_defaults_of_their_structs(void **state) {
    (void)state;
    scene_options options = scene_options_for(scene_find("platformer"));
    assert_true(setting_set(&options, setting_find(&options, "world.gravity.y"), -20));
    assert_true(setting_set(&options, setting_find(&options, "world.solver.substeps"), 8));
    assert_true(setting_set(&options, setting_find(&options, "runner.jump_height"), 2));
    assert_true(setting_set(&options, setting_find(&options, "shape.material.friction"), 0.125f));
    assert_true(setting_set(&options, setting_find(&options, "runner.jump_time"), 0.5f));
    char *text = options_c_text(&options);
    assert_string_equal(text, "thud_world_def world_def = thud_world_defaults();\n"
                              "world_def.gravity.y = -20.0f; /* -10 m/s^2 */\n"
                              "world_def.solver.substeps = 8; /* 4 */\n"
                              "thud_runner_def runner_def = thud_runner_defaults();\n"
                              "runner_def.jump_height = 2.0f; /* 3.25 m */\n"
                              "runner_def.jump_time = 0.5f; /* 0.4 s */\n"
                              "thud_shape_def shape_def = thud_shape_defaults();\n"
                              "shape_def.material.friction = 0.125f; /* 0.6 */\n");
    thud_text_free(text);
    options = scene_options_for(scene_find("platformer"));
    text = options_c_text(&options);
    assert_string_equal(text, "");
    thud_text_free(text);
}

/* Those of scenes had their units in brackets in the name, and none for panel, presets and lists. */
static void the_numbers_of_a_scene_have_units_like_those_of_the_engine(void **state) {
    (void)state;
    scene_options options = scene_options_for(scene_find("bounce"));
    assert_string_equal(setting_at(&options, setting_find(&options, "scene.height")).unit, "m");
    for (int i = 0; scene_at(i) != NULL; i++) {
        options = scene_options_for(scene_at(i));
        for (int k = 0; k < settings_count(&options); k++) {
            demo_setting setting = setting_at(&options, k);
            assert_non_null(setting.unit);
            assert_null(strchr(setting.label, '['));
        }
    }
}

static void the_presets_that_come_with_the_demos_are_right(void **state) {
    (void)state;
    static const char *const names[] = {"floaty", "snappy", "moon", "ice", "heavy"};
    thud_world_def def = thud_world_defaults();
    thud_world *world = thud_world_create(&def);
    thud_runner_def runner = thud_runner_defaults();
    thud_mover_def mover = thud_mover_defaults();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[512], text[4096];
        snprintf(path, sizeof path, "%s/%s.preset", THUD_DEMOS_PRESETS, names[i]);
        thud_tunables *set = all_numbers(world, &runner, &mover);
        size_t length = read_strictly(path, text, sizeof text);
        thud_preset_fault fault = thud_preset_apply(set, path, text, length);
        assert_string_equal(fault.message, "");
        assert_int_equal(thud_runner_check(&runner, NULL), THUD_OK);
        assert_int_equal(thud_mover_def_check(&mover).status, THUD_OK);
        char *changed = thud_tunables_command_text(set);
        assert_true(strlen(changed) > 20);
        thud_text_free(changed);
        thud_tunables_destroy(set);
        scene_options options = scene_options_for(scene_find("pile"));
        demo_numbers *numbers = numbers_open(&options);
        assert_string_equal(thud_preset_load(numbers_set(numbers), path).message, "");
        numbers_close(numbers);
    }
    thud_world_destroy(world);
}

/* ---- effects of the presets ---- */

/* Measures of the platformer. Distances [m], times [s]. */
typedef struct feel {
    float jump_height, apex_time, air_time;
    float run_up_time;   /* from rest to nine tenths of the run speed */
    float stop_distance; /* from the release of the key to rest */
    float fall_time;     /* of a ball from 8 m */
    float slide;         /* of a box that is thrown along the floor with 5 m/s, in 2 s */
} feel;

enum { run_up_steps = 150, most_steps = 400 };
static const float dt = 1.0f / 60.0f;

/* Applies a shipped preset; null: the scene's own numbers. */
static scene_options platformer_with(const char *preset) {
    char path[512];
    scene_options options = scene_options_for(scene_find("platformer"));
    options.values[0] = 0; /* the demonstration */
    demo_numbers *numbers = numbers_open(&options);
    if (preset) {
        snprintf(path, sizeof path, "%s/%s.preset", THUD_DEMOS_PRESETS, preset);
        assert_string_equal(thud_preset_load(numbers_set(numbers), path).message, "");
    }
    options = *numbers_options(numbers);
    numbers_close(numbers);
    return options;
}

static thud_vec2 step_player(scene_hands hands) {
    hands_step(hands, dt);
    return hands.scene->kind->player(hands.scene).position;
}

static void press(scene_hands hands, int key, bool down) {
    scene_input input = {.kind = down ? INPUT_KEY_DOWN : INPUT_KEY_UP, .code = (uint16_t)key};
    hands_apply(hands, &input);
}

static void feel_jump(scene_hands hands, feel *of) {
    thud_vec2 start = step_player(hands), at = start;
    int step = 0;
    press(hands, ' ', true);
    do {
        at = step_player(hands);
        step++;
        if (at.y - start.y > of->jump_height) {
            of->jump_height = at.y - start.y;
            of->apex_time = (float)step * dt;
        }
    } while (step < most_steps && at.y > start.y + 0.01f);
    of->air_time = (float)step * dt;
    press(hands, ' ', false);
}

static void feel_run(scene_hands hands, feel *of) {
    float wanted = 0.9f * hands.scene->kind->runner_def(hands.scene)->run_speed * dt;
    thud_vec2 at = step_player(hands), before = at;
    press(hands, SCENE_KEY_RIGHT, true);
    for (int step = 1; step <= run_up_steps; step++) {
        before = at;
        at = step_player(hands);
        of->run_up_time =
            of->run_up_time == 0 && at.x - before.x >= wanted ? (float)step * dt : of->run_up_time;
    }
    press(hands, SCENE_KEY_RIGHT, false);
    float release = at.x;
    for (int step = 0; step < most_steps && (step == 0 || at.x - before.x > 0.01f * dt); step++) {
        before = at;
        at = step_player(hands);
    }
    of->stop_distance = at.x - release;
}

static thud_body_id throw_thing(thud_world *world, thud_vec2 at, thud_vec2 velocity, bool is_box) {
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = at;
    def.velocity = velocity;
    thud_body_id body = thud_body_create(world, &def);
    thud_shape_def shape = thud_shape_defaults();
    if (is_box) {
        thud_body_add_box(world, body, &shape, (thud_vec2){0.5f, 0.25f});
    } else {
        thud_body_add_circle(world, body, &shape, (thud_vec2){0, 0}, 0.25f);
    }
    return body;
}

/* The floor of the first 30 m is at a height of 12 m. */
static void feel_things(scene_hands hands, feel *of) {
    thud_world *world = hands.scene->world;
    thud_body_id ball = throw_thing(world, (thud_vec2){8, 20.25f}, (thud_vec2){0, 0}, false);
    thud_body_id box = throw_thing(world, (thud_vec2){12, 12.25f}, (thud_vec2){5, 0}, true);
    for (int step = 1; step <= most_steps; step++) {
        hands_step(hands, dt);
        bool has_landed = thud_body_position(world, ball).y < 12.3f;
        of->fall_time = of->fall_time == 0 && has_landed ? (float)step * dt : of->fall_time;
        of->slide = step == 120 ? thud_body_position(world, box).x - 12 : of->slide;
    }
}

static feel feel_of(const char *preset) {
    feel of = {0};
    for (int things = 0; things < 2; things++) {
        scene_options options = platformer_with(preset);
        char error[SCENE_ERROR_SIZE];
        thud_joint_id drag = {0, 0};
        scene_hands hands = {scene_create(&options, error), &options, &drag};
        assert_non_null(hands.scene);
        for (int step = 0; step < 30; step++) {
            hands_step(hands, dt);
        }
        if (things) {
            feel_things(hands, &of);
        } else {
            feel_jump(hands, &of);
            feel_run(hands, &of);
        }
        scene_destroy(hands.scene);
    }
    return of;
}

static void print_feel(const char *name, feel of) {
    print_message(
        "%s: jump %.2f m, apex %.2f s, air %.2f s, run-up %.2f s, stop %.2f m, fall %.2f s, slide %.2f m\n",
        name, (double)of.jump_height, (double)of.apex_time, (double)of.air_time, (double)of.run_up_time,
        (double)of.stop_distance, (double)of.fall_time, (double)of.slide);
}

/* The preset ice once left the friction of the tiles at 0.6, and only the runner's times were slower.
 * A box slid by 7.8 m in 2 s, where 10 m would be without friction, and the runner reached its full speed in 0.73 s. */
static void the_presets_do_what_their_names_say_in_the_platformer(void **state) {
    (void)state;
    if (!scene_find("platformer")) {
        skip();
    }
    feel usual = feel_of(NULL), floaty = feel_of("floaty"), snappy = feel_of("snappy"),
         moon = feel_of("moon"), ice = feel_of("ice"), heavy = feel_of("heavy");
    print_feel("usual", usual);
    print_feel("floaty", floaty);
    print_feel("snappy", snappy);
    print_feel("moon", moon);
    print_feel("ice", ice);
    print_feel("heavy", heavy);
    assert_true(floaty.jump_height > usual.jump_height && floaty.air_time > 1.5f * usual.air_time);
    assert_true(floaty.stop_distance > 1.5f * usual.stop_distance && floaty.fall_time > usual.fall_time);
    assert_true(snappy.run_up_time < 0.6f * usual.run_up_time &&
                snappy.stop_distance < 0.8f * usual.stop_distance);
    assert_true(snappy.air_time < 0.9f * usual.air_time && snappy.fall_time < usual.fall_time);
    assert_true(moon.jump_height > 1.5f * usual.jump_height && moon.air_time > 2 * usual.air_time);
    assert_true(moon.fall_time > 2 * usual.fall_time);
    assert_true(ice.stop_distance > 10 * usual.stop_distance && ice.run_up_time > 5 * usual.run_up_time);
    assert_true(ice.slide > 9.2f && usual.slide < 3);  /* of 10 m without friction */
    assert_true(ice.jump_height == usual.jump_height); /* and no other measure */
    assert_true(heavy.jump_height < 0.8f * usual.jump_height && heavy.air_time < 0.75f * usual.air_time);
    assert_true(heavy.fall_time < 0.7f * usual.fall_time && heavy.run_up_time > 1.3f * usual.run_up_time);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_of_all_objects_holds_for_those_that_come_later_too),
        cmocka_unit_test(a_replay_repeats_the_numbers_of_all_objects),
        cmocka_unit_test(settings_are_those_at_the_end_of_the_log),
        cmocka_unit_test(a_slot_that_is_left_on_a_long_way_keeps_its_settings),
        cmocka_unit_test(all_numbers_of_objects_can_be_given_at_once),
        cmocka_unit_test(a_pair_of_numbers_is_taken_and_a_wrong_pair_told),
        cmocka_unit_test(a_followed_file_changes_what_runs),
        cmocka_unit_test(changed_numbers_are_copied_as_c_with_the_defaults_of_their_structs),
        cmocka_unit_test(the_numbers_of_a_scene_have_units_like_those_of_the_engine),
        cmocka_unit_test(the_presets_that_come_with_the_demos_are_right),
        cmocka_unit_test(the_presets_do_what_their_names_say_in_the_platformer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
