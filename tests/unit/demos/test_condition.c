/* Expressions that pause a scene: their values, and the messages about invalid ones. */
#include "test.h"

#include <string.h>

#include "session.h"

/* A world of one body of 2 kg at (3, 7) with the velocity (-3, 4). */
static thud_world *one_body(thud_body_id *body) {
    thud_world_def def = thud_world_defaults();
    thud_world *world = thud_world_create(&def);
    thud_body_def body_def = thud_body_defaults();
    body_def.type = THUD_BODY_DYNAMIC;
    body_def.position = (thud_vec2){3, 7};
    body_def.velocity = (thud_vec2){-3, 4};
    *body = thud_body_create(world, &body_def);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(world, *body, &shape, (thud_vec2){0.5f, 1.0f});
    return world;
}

static void conditions_mean_what_they_say(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool is_met;
    } cases[] = {
        {"x > 2", true},
        {"x < 2", false},
        {"  x>=3 ", true},
        {"x <= 2.999", false},
        {"x == 3", true},
        {"x != 3", false},
        {"vx < -2", true},
        {"-vx == 3", true},
        {"--x == 3", true},
        {"abs(vx) == 3", true},
        {"abs(vx - 1) * 2 == 8", true},
        {"1 + 2 * 3 == 7", true},
        {"(1 + 2) * 3 == 9", true},
        {"10 - 4 - 3 == 3", true},
        {"8 / 4 / 2 == 1", true},
        {"2 * -x == -6", true},
        {"momentum_x / x == -2", true},
        {"kinetic > 24.9 and kinetic < 25.1", true},
        {"x > 5 or y > 5", true},
        {"x > 5 and y > 5", false},
        {"x > 5 and y > 5 or vy == 4", true},
        {"vy == 4 or x > 5 and y > 5", true},
        {"(vy == 4 or x > 5) and y > 9", false},
        {"not x > 5", true},
        {"not not x > 5", false},
        {"not (x > 2 and y > 6)", false},
        {"1 / contacts > 5", true},         /* infinite */
        {"contacts / contacts > 0", false}, /* not a number */
        {"speed > 4.99 and energy > 100 and not (contacts > 0)", true},
    };
    thud_body_id body;
    thud_world *world = one_body(&body);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pause_condition condition;
        char error[SCENE_ERROR_SIZE] = "";
        if (!condition_read(&condition, cases[i].text, (measure_target){body, {0, 0}}, error, sizeof error)) {
            fail_msg("%s: %s", cases[i].text, error);
        }
        if (condition_is_met(world, &condition) != cases[i].is_met) {
            fail_msg("%s should be %s", cases[i].text, cases[i].is_met ? "true" : "false");
        }
    }
    thud_world_destroy(world);
}

static void what_is_no_condition_is_told_in_one_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "a condition is like: impulse > 5 (character 1)"},
        {"impulse", "that is a number: compare it with one, as in impulse > 5 (character 8)"},
        {"impulse >", "a number or a name is missing (character 10)"},
        {"impulse > 5 6", "and, or, or a sign is wanted, not 6 (character 13)"},
        {"impulse = 5", "= is written == (character 9)"},
        {"imp > 5", "there is no number imp (character 1)"},
        {"impulse > nan", "there is no number nan (character 11)"},
        {"impulse > 1e999", "1e999 is no number (character 11)"},
        {"speed > 5", "speed is of a body: select one first (character 1)"},
        {"force > 1", "force is of a joint: select one first (character 1)"},
        {"impulse > 5 and contacts", "and needs comparisons, such as impulse > 5 (character 25)"},
        {"impulse and contacts > 1", "and needs comparisons, such as impulse > 5 (character 12)"},
        {"(impulse > 5) + 1 > 2", "+ needs numbers, not a comparison (character 16)"},
        {"(impulse > 5) > 2", "> needs numbers, not a comparison (character 16)"},
        {"1 < impulse < 5", "and, or, or a sign is wanted, not < 5 (character 13)"},
        {"(impulse > 5", "a closing bracket is missing (character 13)"},
        {"impulse > 5)", "and, or, or a sign is wanted, not ) (character 12)"},
        {"abs impulse > 5", "abs needs a bracket: abs(speed) (character 5)"},
        {"abs(impulse > 5)", "abs() needs numbers, not a comparison (character 17)"},
        {"not impulse", "not needs comparisons, such as impulse > 5 (character 12)"},
        {"impulse > ; 5", "a number or a name is wanted, not ; (character 11)"},
        {"impulse > 5 && 1 > 0", "and, or, or a sign is wanted, not && 1 > 0 (character 13)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pause_condition condition;
        char error[SCENE_ERROR_SIZE] = "";
        assert_false(condition_read(&condition, cases[i].text, (measure_target){0}, error, sizeof error));
        assert_string_equal(error, cases[i].error);
    }
}

/* Neither the stack of calls nor that of values, nor a buffer of a caller, may overflow. */
static void huge_conditions_are_refused(void **state) {
    (void)state;
    static const char *const parts[] = {"(", "-", "abs(", "1+", "1>0 and ", "not ", "((1", "a"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char text[2 * condition_text_size] = "", error[SCENE_ERROR_SIZE] = "", small[8];
        while (strlen(text) + strlen(parts[i]) < sizeof text) {
            strcat(text, parts[i]);
            pause_condition condition;
            assert_false(condition_read(&condition, text, (measure_target){0}, error, sizeof error));
            assert_null(strchr(error, '\n'));
            assert_false(condition_read(&condition, text, (measure_target){0}, small, sizeof small));
        }
    }
}

static void a_condition_pauses_when_it_becomes_true(void **state) {
    (void)state;
    demo_session session;
    char error[SCENE_ERROR_SIZE];
    scene_options options = scene_options_for(scene_find("friction"));
    assert_true(session_open(&session, &options, error));
    thud_body_id crate = thud_world_next_body(session.scene->world, (thud_body_id){0, 0});
    while (thud_body_definition(session.scene->world, crate).type != THUD_BODY_DYNAMIC) {
        crate = thud_world_next_body(session.scene->world, crate);
    }
    session.has_condition = condition_read(&session.condition, "impulse > 0.01 and touching > 2",
                                           (measure_target){crate, {0, 0}}, error, sizeof error);
    assert_true(session.has_condition);
    for (int i = 0; i < 600 && !session.paused; i++) {
        session_step(&session);
    }
    assert_true(session.paused);
    session.paused = false;
    for (int i = 0; i < 5; i++) {
        session_step(&session);
    }
    assert_false(session.paused); /* it has been true since then */
    session_close(&session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_mean_what_they_say),
        cmocka_unit_test(what_is_no_condition_is_told_in_one_line),
        cmocka_unit_test(huge_conditions_are_refused),
        cmocka_unit_test(a_condition_pauses_when_it_becomes_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
