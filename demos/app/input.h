/*
 * input.h: what keys and mouse do.
 */
#pragma once

#include "view.h"

/* What the left button holds. */
typedef enum input_hold { INPUT_NOTHING, INPUT_BODY, INPUT_SCENE } input_hold;

typedef struct demo_input {
    input_hold hold;
    bool panning;
} demo_input;

/* Acts on one event. */
void input_event(demo_input *input, demo_session *session, demo_view *view, SDL_Window *window,
                 const SDL_Event *event);
