/*
 * autosave.h: the settings of each scene outlive scene and program: what differs from the scene's own is kept as a
 * preset file for each scene, in the folder for the program's data, and restored when the scene is opened again.
 */
#pragma once

#include "session.h"

/* Zeroed: off, as where the command line has settings: what was kept would be written over. */
typedef struct autosave {
    bool on;
    const scene_kind *kind; /* of the settings that were restored or saved last */
    int saved_changes;      /* session->changes at that time */
    float wait;             /* until the next look [s] */
    bool failed;            /* the last time; that was told */
} autosave;

/* To be called after each event and once a frame, between steps: restores after a change of scene, saves before it and some
 * time after a change of a setting. */
void autosave_poll(autosave *save, demo_session *session, float seconds);

/* Saves what is not saved yet. */
void autosave_finish(autosave *save, demo_session *session);
