/*
 * session.h: a scene being shown: what runs, how fast, what is drawn of it, and how long its steps took. The
 * window and the headless renderer hold one each; panel and input change it.
 */
#ifndef DEMOS_SESSION_H
#define DEMOS_SESSION_H

#include <stdio.h>

#include "scene.h"

enum { session_history = 240, session_toggle_count = 10 };

typedef struct demo_session {
    scene_options options; /* of the scene that runs; tunables and world settings are changed here */
    thud_scene *scene;
    thud_stepper stepper;
    thud_vec2 view_before; /* middle of the scene's view before the last step [m] */
    bool paused;
    float speed; /* 1 is real time */

    thud_debug_draw draw; /* its flags: what is drawn of the world */
    bool draw_sleep;      /* sleeping bodies in their own colours */
    thud_joint_id drag;   /* the mouse's spring, or null */
    thud_vec2 drag_target;

    thud_world_timings history[session_history]; /* a ring, the oldest at history_next */
    int history_next;
    thud_world_timings total, worst; /* sum and maximum over all steps since the scene was made [ms] */

    bool show_panel, show_help, framed; /* framed: the camera has the scene's own view */
    bool quit, wants_screenshot;
    char notice[SCENE_ERROR_SIZE];
    float notice_left; /* [s] */
    FILE *report;      /* one line for each thing that happened, for scripted tests; or null */
} demo_session;

/* A name, a key and a flag of what can be drawn. */
typedef struct session_toggle {
    const char *label;
    char key;
    bool *flag;
} session_toggle;

/* Starts a scene; false with the reason in `error` and nothing held. */
bool session_open(demo_session *session, const scene_options *options, char error[SCENE_ERROR_SIZE]);
void session_close(demo_session *session);

/* Makes the scene anew with its tunables. */
void session_restart(demo_session *session);

/* Another scene; when it cannot be made the present one goes on and a notice tells why. */
bool session_select(demo_session *session, const scene_kind *kind);

/* The scene `direction` (1 or -1) further in the registry; scenes that cannot be made are passed over. */
void session_cycle(demo_session *session, int direction);

/* One fixed step, and as many as `seconds` of real time ask for. */
void session_step(demo_session *session);
void session_advance(demo_session *session, float seconds);

/* Applies session->options.world to the running world. */
void session_configure(demo_session *session);

/* The middle of the scene's view between the last two steps [m], as bodies are drawn. */
thud_vec2 session_view_center(const demo_session *session);

/* The mouse's spring: takes hold of the dynamic body at a point, follows, lets go. */
bool session_grab(demo_session *session, thud_vec2 at);
void session_pull(demo_session *session, thud_vec2 at);
void session_let_go(demo_session *session);

/* The toggles, in the order of their keys 1 to 9, 0. */
void session_toggles(demo_session *session, session_toggle toggles[session_toggle_count]);

/* Switches the toggle of a key; null when there is none. */
const session_toggle *session_switch(demo_session *session, int key,
                                     session_toggle toggles[session_toggle_count]);

/* Switches the toggles of all these keys; null for none. */
void session_switch_all(demo_session *session, const char *keys);

/* A line that is shown for a while, and a line for the report. */
__attribute__((format(printf, 2, 3))) void session_notice(demo_session *session, const char *format, ...);
__attribute__((format(printf, 2, 3))) void session_report(demo_session *session, const char *format, ...);

#endif
