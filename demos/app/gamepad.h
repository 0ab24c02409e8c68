/*
 * gamepad.h: gamepads press keys: the cross and the left stick the arrows, A the space bar, B and X the key X. What a
 * scene hears of keys it thus hears of gamepads, and recordings hold both.
 */
#pragma once

#include <SDL.h>

#include "session.h"

/* Acts on one event of a gamepad, those of coming and going included; false for any other event. */
bool gamepad_event(demo_session *session, const SDL_Event *event);
