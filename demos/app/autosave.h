/*
 * autosave.h: the settings of each scene outlive scene and program: what differs from the scene's own is kept as a
 * preset file for each scene, in the folder for the program's data, and restored when the scene is opened again.
 */
#pragma once

#include "session.h"

/* Zeroed: off. */
typedef struct autosave {
    bool on;
    const scene_kind *kind; /* of the settings that were restored or saved last */
    int saved_changes;      /* session->changes at that time */
    float wait;             /* until the next look [s] */
} autosave;

/* To be called once a frame, between steps: restores after a change of scene, saves some time
 * after a change of a setting. */
void autosave_poll(autosave *save, demo_session *session, float seconds);

/* Saves what is not saved yet. */
void autosave_finish(autosave *save, const demo_session *session);
