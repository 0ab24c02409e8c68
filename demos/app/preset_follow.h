/*
 * preset_follow.h: a preset file that the window follows: what changes in it holds from the next step on.
 */
#pragma once

#include "presets.h"
#include "session.h"

/* Zeroed, with a path: not read yet. */
typedef struct preset_follow {
    const char *path; /* null: none */
    thud_preset_watch *watch;
    demo_numbers *numbers;
} preset_follow;

/* Applies the file if it has changed, or another scene runs, and shows a notice. To be called
 * once a frame, between steps. */
void preset_follow_poll(preset_follow *follow, demo_session *session);
void preset_follow_close(preset_follow *follow);
