/* Events of SDL's game controllers to keys, of the scene and of the window. */
#include "gamepad.h"

/* The stick presses beyond the first of these and lets go below the second, so that it does not flicker between. */
static const int press_at = 16000, release_at = 11000; /* of 32767 */

static char key_of(Uint8 button) {
    switch (button) {
    case SDL_CONTROLLER_BUTTON_A:
        return ' ';
    case SDL_CONTROLLER_BUTTON_B:
    case SDL_CONTROLLER_BUTTON_X:
        return 'x';
    case SDL_CONTROLLER_BUTTON_DPAD_LEFT:
        return SCENE_KEY_LEFT;
    case SDL_CONTROLLER_BUTTON_DPAD_RIGHT:
        return SCENE_KEY_RIGHT;
    case SDL_CONTROLLER_BUTTON_DPAD_UP:
        return SCENE_KEY_UP;
    case SDL_CONTROLLER_BUTTON_DPAD_DOWN:
        return SCENE_KEY_DOWN;
    default:
        return 0;
    }
}

/* The key of the window that a button presses; 0: none. */
static SDL_Keycode window_key_of(Uint8 button) {
    switch (button) {
    case SDL_CONTROLLER_BUTTON_START:
        return SDLK_p;
    case SDL_CONTROLLER_BUTTON_BACK:
        return SDLK_r;
    case SDL_CONTROLLER_BUTTON_LEFTSHOULDER:
        return SDLK_LEFTBRACKET;
    case SDL_CONTROLLER_BUTTON_RIGHTSHOULDER:
        return SDLK_RIGHTBRACKET;
    default:
        return 0;
    }
}

static void press_button(demo_session *session, Uint8 button, bool down) {
    SDL_Event key = {.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP, .keysym.sym = window_key_of(button)}};
    if (key.key.keysym.sym) {
        SDL_PushEvent(&key);
    } else if (key_of(button)) {
        session_key(session, key_of(button), down);
    }
}

static void push(demo_session *session, char key, int value) {
    static bool pushed[SCENE_KEY_COUNT]; /* by the stick: it lets go of no key that a finger holds */
    bool *is_pushed = &pushed[(int)key];
    if (!*is_pushed && value > press_at) {
        *is_pushed = true;
        session_key(session, key, true);
    } else if (*is_pushed && value < release_at) {
        *is_pushed = false;
        session_key(session, key, false);
    }
}

/* One of the two keys of an axis at a time. SDL's y points down. */
static void move_stick(demo_session *session, const SDL_ControllerAxisEvent *axis) {
    if (axis->axis == SDL_CONTROLLER_AXIS_LEFTX) {
        push(session, SCENE_KEY_LEFT, -axis->value);
        push(session, SCENE_KEY_RIGHT, axis->value);
    } else if (axis->axis == SDL_CONTROLLER_AXIS_LEFTY) {
        push(session, SCENE_KEY_UP, -axis->value);
        push(session, SCENE_KEY_DOWN, axis->value);
    }
}

bool gamepad_event(demo_session *session, const SDL_Event *event) {
    switch (event->type) {
    case SDL_CONTROLLERDEVICEADDED:
        SDL_GameControllerOpen(event->cdevice.which);
        return true;
    case SDL_CONTROLLERDEVICEREMOVED:
        SDL_GameControllerClose(SDL_GameControllerFromInstanceID(event->cdevice.which));
        return true;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        press_button(session, event->cbutton.button, event->type == SDL_CONTROLLERBUTTONDOWN);
        return true;
    case SDL_CONTROLLERAXISMOTION:
        move_stick(session, &event->caxis);
        return true;
    default:
        return false;
    }
}
