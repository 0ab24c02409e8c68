/* Gamepads press keys of scenes. */
#include "test.h"

#include "gamepad.h"

#include <string.h>

static char presses[64]; /* the keys in order: + pressed, - released */

bool session_key(demo_session *session, char key, bool down) {
    static const char *const names[] = {"", "left", "right", "up", "down"};
    (void)session;
    char text[16];
    if (key > 0 && key <= SCENE_KEY_DOWN) {
        snprintf(text, sizeof text, "%c%s ", down ? '+' : '-', names[(int)key]);
    } else {
        snprintf(text, sizeof text, "%c%c ", down ? '+' : '-', key);
    }
    strncat(presses, text, sizeof presses - strlen(presses) - 1);
    return true;
}

static void button(Uint32 type, Uint8 which) {
    SDL_Event event = {.type = type};
    event.cbutton.button = which;
    assert_true(gamepad_event(NULL, &event));
}

static void stick(Uint8 axis, Sint16 value) {
    SDL_Event event = {.type = SDL_CONTROLLERAXISMOTION};
    event.caxis.axis = axis;
    event.caxis.value = value;
    assert_true(gamepad_event(NULL, &event));
}

static void buttons_press_the_keys_of_the_platformer(void **state) {
    (void)state;
    presses[0] = '\0';
    button(SDL_CONTROLLERBUTTONDOWN, SDL_CONTROLLER_BUTTON_DPAD_RIGHT);
    button(SDL_CONTROLLERBUTTONDOWN, SDL_CONTROLLER_BUTTON_A);
    button(SDL_CONTROLLERBUTTONUP, SDL_CONTROLLER_BUTTON_A);
    button(SDL_CONTROLLERBUTTONDOWN, SDL_CONTROLLER_BUTTON_X);
    assert_string_equal(presses, "+right +  -  +x ");
}

/* Who holds a gamepad alone could neither pause nor see another scene. */
static void buttons_pause_restart_and_change_the_scene(void **state) {
    (void)state;
    static const struct {
        Uint8 button;
        SDL_Keycode key;
    } cases[] = {{SDL_CONTROLLER_BUTTON_START, SDLK_p},
                 {SDL_CONTROLLER_BUTTON_BACK, SDLK_r},
                 {SDL_CONTROLLER_BUTTON_LEFTSHOULDER, SDLK_LEFTBRACKET},
                 {SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, SDLK_RIGHTBRACKET}};
    assert_int_equal(SDL_Init(SDL_INIT_EVENTS), 0);
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    presses[0] = '\0';
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        SDL_Event event;
        button(SDL_CONTROLLERBUTTONDOWN, cases[i].button);
        assert_int_equal(SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_KEYDOWN, SDL_KEYUP), 1);
        assert_true(event.type == SDL_KEYDOWN && event.key.keysym.sym == cases[i].key);
        button(SDL_CONTROLLERBUTTONUP, cases[i].button);
        assert_int_equal(SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_KEYDOWN, SDL_KEYUP), 1);
        assert_true(event.type == SDL_KEYUP && event.key.keysym.sym == cases[i].key);
    }
    button(SDL_CONTROLLERBUTTONDOWN, SDL_CONTROLLER_BUTTON_Y); /* does nothing */
    assert_string_equal(presses, "");
    SDL_Quit();
}

static void the_stick_presses_once_and_does_not_flicker(void **state) {
    (void)state;
    presses[0] = '\0';
    stick(SDL_CONTROLLER_AXIS_LEFTX, 15000);
    stick(SDL_CONTROLLER_AXIS_LEFTX, 17000);
    stick(SDL_CONTROLLER_AXIS_LEFTX, 13000);
    stick(SDL_CONTROLLER_AXIS_LEFTX, 32767);
    assert_string_equal(presses, "+right ");
    stick(SDL_CONTROLLER_AXIS_LEFTX, -32768); /* through the middle at once */
    assert_string_equal(presses, "+right +left -right ");
    stick(SDL_CONTROLLER_AXIS_LEFTX, 0);
    stick(SDL_CONTROLLER_AXIS_LEFTY, 30000); /* SDL's y points down */
    assert_string_equal(presses, "+right +left -right -left +down ");
    stick(SDL_CONTROLLER_AXIS_LEFTY, 0);
}

/* A gamepad that SDL simulates: from its connection to its keys. */
static void a_gamepad_that_is_plugged_in_is_heard(void **state) {
    (void)state;
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1"); /* there is no window */
    if (SDL_Init(SDL_INIT_GAMECONTROLLER) != 0) {
        skip();
    }
    int device = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX,
                                           SDL_CONTROLLER_BUTTON_MAX, 0);
    if (device < 0) {
        SDL_Quit();
        skip();
    }
    presses[0] = '\0';
    SDL_Event event;
    for (int round = 0; round < 3; round++) {
        SDL_Joystick *joystick = SDL_JoystickFromInstanceID(SDL_JoystickGetDeviceInstanceID(device));
        if (joystick != NULL) { /* opened by gamepad_event */
            SDL_JoystickSetVirtualButton(joystick, SDL_CONTROLLER_BUTTON_A, round == 1);
        }
        SDL_GameControllerUpdate();
        while (SDL_PollEvent(&event)) {
            gamepad_event(NULL, &event);
        }
    }
    assert_string_equal(presses, "+  -  ");
    SDL_JoystickDetachVirtual(device);
    while (SDL_PollEvent(&event)) {
        gamepad_event(NULL, &event);
    }
    SDL_Quit();
}

static void other_events_are_left_alone(void **state) {
    (void)state;
    SDL_Event event = {.type = SDL_KEYDOWN};
    assert_false(gamepad_event(NULL, &event));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buttons_press_the_keys_of_the_platformer),
        cmocka_unit_test(buttons_pause_restart_and_change_the_scene),
        cmocka_unit_test(the_stick_presses_once_and_does_not_flicker),
        cmocka_unit_test(a_gamepad_that_is_plugged_in_is_heard),
        cmocka_unit_test(other_events_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
