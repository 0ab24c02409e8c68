/*
 * session.h: a scene being shown: what runs, how fast, what is drawn of it, and how long its steps took. The
 * window and the headless renderer hold one each; panel and input change it.
 */
#pragma once

#include <stdio.h>

#include "condition.h"
#include "ghost.h"
#include "history.h"
#include "recording.h"
#include "selection.h"

enum { session_history = 240, session_toggle_count = 14, session_slot_count = 4 };

/* A set of settings. */
typedef struct tuning_slot {
    bool used;
    scene_options options;
} tuning_slot;

typedef struct demo_session {
    scene_options options; /* of the scene that runs; tunables and world settings are changed here */
    thud_scene *scene;
    thud_stepper stepper;
    thud_vec2 view_before; /* middle of the scene's view before the last step [m] */
    bool paused;
    float speed; /* 1 is real time */

    thud_debug_draw draw; /* its flags: what is drawn of the world */
    bool draw_sleep;      /* sleeping bodies in their own colours */
    bool draw_islands;    /* awake bodies in the colour of their island */
    thud_joint_id drag;   /* the mouse's spring, or null */
    int made;             /* how many scenes were made, not counting those made again to go back */

    recording log;          /* what was done to the scene since it was made */
    int next_input;         /* of the log: the first that was not done yet */
    bool seeking, looping;  /* runs to seek_to without being seen; repeats loop_start to loop_end */
    uint32_t seek_to, loop_start, loop_end; /* [steps] */
    uint32_t differs; /* the first step at which a hash of the log was not met, or 0 */

    tuning_slot slots[session_slot_count]; /* A to D; that of the present slot is session->options */
    int slot, rival;  /* the present one; the one that runs beside it, or -1 */
    demo_ghost ghost; /* that run */
    uint32_t ghost_from; /* the step from which on it has its own settings */
    bool only_ghost;  /* shows it alone */

    int changes;  /* of settings, so far */
    scene_options left; /* the settings of the scene before, where it was of another kind */
    int restored; /* settings that were as the last time when the scene was opened */

    demo_selection selection;  /* what was clicked on */
    thud_contact_id pointed;   /* the contact that the mouse is on in the panel, or null */
    bool measuring;            /* notes measures after each step */
    step_history measures;
    bool has_condition, condition_met; /* pauses when the condition becomes true; whether it was after the last step */
    pause_condition condition;

    thud_world_timings history[session_history]; /* a ring, the oldest at history_next */
    int history_next;
    thud_world_timings total, worst; /* sum and maximum over all steps since the scene was made [ms] */

    bool show_panel, show_help, framed; /* framed: the camera has the scene's own view */
    bool quit, wants_screenshot;
    char notice[SCENE_ERROR_SIZE];
    float notice_left; /* [s] */
    bool was_refused;  /* the last scene that was to be made, as the notice says */
    const char *folder; /* where files go that are asked for; null: the current one */
    FILE *report;      /* one line for each thing that happened, for scripted tests; or null */
} demo_session;

/* The stages whose times are summed: where each is in thud_world_timings [bytes]. */
enum { session_stage_count = 7 };
typedef struct session_stage {
    const char *name;
    size_t offset;
} session_stage;
extern const session_stage session_stages[session_stage_count];

static inline float *session_time(thud_world_timings *timings, int stage) {
    return (float *)((char *)timings + session_stages[stage].offset);
}

/* A name, a key (0 for none) and a flag of what can be drawn. */
typedef struct session_toggle {
    const char *label;
    char key;
    bool *flag;
} session_toggle;

/* Starts a scene; false with the reason in `error` and nothing held. */
bool session_open(demo_session *session, const scene_options *options, char error[SCENE_ERROR_SIZE]);
void session_close(demo_session *session);

/* Makes the scene anew with its tunables; keys that are held stay held. */
void session_restart(demo_session *session);

/* What a kind of scene starts with, with the session's level and threads. */
scene_options session_own_options(const demo_session *session, const scene_kind *kind);

/* Another scene; if it cannot be created the present one continues and a notice gives the reason. */
bool session_select(demo_session *session, const scene_kind *kind);

/* The scene `direction` (1 or -1) further in the registry; scenes that cannot be made are passed over. */
void session_cycle(demo_session *session, int direction);

/* One fixed step, and as many as `seconds` of real time ask for. */
void session_step(demo_session *session);
void session_advance(demo_session *session, float seconds);

/*
 * What a person does, noted in the log. In the past, that is before the log's end, the log does it instead: keys and
 * mouse are then not used. Returns whether the scene made use of it.
 */
bool session_key(demo_session *session, char key, bool down);
bool session_mouse(demo_session *session, scene_mouse action, thud_vec2 at);

/*
 * Changes a number, that of a setting (INPUT_SET) or of an object (INPUT_EDIT_...), from the present step on; in a loop
 * from the loop's start, and the loop begins anew. A setting that restarts the scene is only noted: session_restart
 * uses it. False where it is refused, with a notice.
 */
bool session_change(demo_session *session, scene_input number, float value);
bool session_set(demo_session *session, int setting, float value);

/* The settings at the log's end: in the past, and while it seeks, others than the present ones. */
scene_options session_settings(const demo_session *session);

/* Changes all settings that differ, and restarts the scene where one of them does so; false with a notice where one is refused. */
bool session_take_settings(demo_session *session, const scene_options *options);

/* ---- going back ---- */

/* Takes the scene's own settings, and restarts it. */
void session_reset(demo_session *session);

/* Makes all steps up to the present one anew, and those of the ghost. */
void session_rerun(demo_session *session);

/* Whether the log goes on after the present step. */
bool session_in_past(const demo_session *session);

/* Goes to the state after so many steps, at most the log's end; makes the scene anew to go back.
 * Long ways take some frames. */
void session_seek(demo_session *session, uint32_t step);

/* Starts to repeat the last five seconds; or ends that. */
void session_loop(demo_session *session);

/* Removes the log's inputs after the present step, so that keys and mouse work again. */
void session_take_over(demo_session *session);

/*
 * Opens a session on the recording in a file, at its start: its steps repeat it. False with the reason in `error` and
 * nothing held; also where it is not of the scene `wanted` (null: any). `base` gives what a recording does not hold.
 */
bool session_open_replay(demo_session *session, const char *path, const scene_options *base, const scene_kind *wanted,
                         char error[SCENE_ERROR_SIZE]);

/* ---- slots ---- */

/* Goes on with the settings of a slot (0 to 3), which are at first those of the slot before. */
void session_use_slot(demo_session *session, int slot);

/* Runs a slot beside the present one, with the same inputs; -1: none. The next one, and after the last none. */
void session_compare(demo_session *session, int slot);
void session_compare_next(demo_session *session);

/* Makes the ghost of session->rival at its first step; false where there is none. */
bool session_begin_ghost(demo_session *session);

/* The middle of the scene's view between the last two steps [m], as bodies are drawn. */
thud_vec2 session_view_center(const demo_session *session);

/* The mouse's spring: takes hold of the dynamic body at a point, follows, lets go. */
bool session_grab(demo_session *session, thud_vec2 at);
void session_pull(demo_session *session, thud_vec2 at);
void session_let_go(demo_session *session);

/* The toggles, in the order of their keys 1 to 9, 0; then those without one. */
void session_toggles(demo_session *session, session_toggle toggles[session_toggle_count]);

/* Switches the toggle of a key; null when there is none. */
const session_toggle *session_switch(demo_session *session, int key,
                                     session_toggle toggles[session_toggle_count]);

/* Switches the toggles of all these keys; null for none. */
void session_switch_all(demo_session *session, const char *keys);

/* A line that is shown for a while, and a line for the report. */
__attribute__((format(printf, 2, 3))) void session_notice(demo_session *session, const char *format, ...);
__attribute__((format(printf, 2, 3))) void session_report(demo_session *session, const char *format, ...);
