/*
 * The scene that runs. Time comes in as frame seconds and goes out as fixed steps by thud_stepper_due, because the
 * scene's hooks are part of each step.
 */
#include "session.h"

#include <stdarg.h>
#include <string.h>

static const float impulse_length = 0.5f; /* of a drawn impulse [m/(N s)] */
static const float notice_time = 3, notice_time_per_character = 0.05f; /* [s] */

static void forget_timings(demo_session *session) {
    memset(session->history, 0, sizeof session->history);
    session->history_next = 0;
    session->total = (thud_world_timings){0};
    session->worst = (thud_world_timings){0};
}

/* Whether a level has other bounds than before: the camera's view of those shows little of it, or nothing. */
static bool has_other_size(const thud_scene *made, const thud_scene *before) {
    thud_vec2 size = thud_aabb_extents(made->view);
    return thud_vec2_distance(size, thud_aabb_extents(before->view)) > 0.01f * thud_vec2_length(size);
}

static void start(demo_session *session, const scene_options *options, thud_scene *made) {
    bool other = session->options.kind != options->kind;
    if (other) {
        session->left = session_settings(session);
    }
    session->framed = session->framed && !has_other_size(made, session->scene);
    scene_destroy(session->scene);
    session->options = *options;
    session->scene = made;
    session->draw.joints = !options->kind->hides_joints;
    session->draw.names = options->kind->shows_names;
    session->drag = (thud_joint_id){0, 0};
    session->made++;
    session->next_input = 0;
    session->seeking = session->looping = false;
    session->differs = 0;
    if (other) { /* ids name the same things when a scene is made again */
        session->selection = (demo_selection){0};
        session->has_condition = false;
        session->measures.pin_count = 0;
        memset(session->slots, 0, sizeof session->slots);
        session->slot = 0;
        session->rival = -1;
    }
    recording_begin(&session->log, options);
    session->ghost_from = 0;
    session_begin_ghost(session);
    history_clear(&session->measures);
    session->view_before = thud_aabb_center(made->view);
    session->stepper.accumulator = 0;
    session->stepper.alpha = 1;
    forget_timings(session);
}

bool session_open(demo_session *session, const scene_options *options, char error[SCENE_ERROR_SIZE]) {
    *session = (demo_session){.speed = 1, .show_panel = true, .draw_sleep = true};
    session->stepper = thud_stepper_defaults();
    session->draw = thud_debug_draw_defaults();
    session->draw.impulse_length = impulse_length;
    thud_scene *made = scene_create(options, error);
    if (!made) {
        return false;
    }
    start(session, options, made);
    return true;
}

void session_close(demo_session *session) {
    scene_destroy(session->scene);
    session->scene = NULL;
    recording_free(&session->log);
    ghost_end(&session->ghost);
}

static bool make(demo_session *session, const scene_options *options) {
    char error[SCENE_ERROR_SIZE];
    thud_scene *made = scene_create(options, error);
    if (!made) {
        session_notice(session, "%s", error);
        session->was_refused = true;
        return false;
    }
    if (session->was_refused && options->kind == session->options.kind) {
        session->notice_left = 0; /* the reason is past */
    }
    session->was_refused = false;
    start(session, options, made);
    session_report(session, "scene %s", options->kind->name);
    return true;
}

void session_restart(demo_session *session) {
    scene_options options = session->options; /* a copy: start() writes there */
    bool held[SCENE_KEY_COUNT] = {false};     /* by fingers, not by a recording */
    if (!session_in_past(session)) {
        memcpy(held, session->scene->held, sizeof held);
    }
    bool made = make(session, &options);
    for (int key = 1; made && key < SCENE_KEY_COUNT; key++) {
        if (held[key]) {
            session_key(session, (char)key, true);
        }
    }
}

scene_options session_own_options(const demo_session *session, const scene_kind *kind) {
    scene_options options = scene_options_for(kind);
    options.level = session->options.level;
    options.world.worker_count = session->options.world.worker_count;
    options.world.lanes = session->options.world.lanes;
    return options;
}

void session_reset(demo_session *session) {
    scene_options options = session_own_options(session, session->options.kind);
    session->restored = 0;
    session->changes++;
    make(session, &options);
}

bool session_select(demo_session *session, const scene_kind *kind) {
    scene_options options = session_own_options(session, kind);
    bool made = make(session, &options);
    session->framed = session->framed && !made;
    return made;
}

void session_cycle(demo_session *session, int direction) {
    int count = 0;
    while (scene_at(count)) {
        count++;
    }
    int index = scene_index(session->options.kind);
    for (int tried = 1; tried < count; tried++) {
        index = (index + direction + count) % count;
        if (session_select(session, scene_at(index))) {
            return;
        }
    }
}

void session_advance(demo_session *session, float seconds) {
    thud_stepper *stepper = &session->stepper;
    session->notice_left -= seconds;
    if (session->seeking) {
        session_seek(session, session->seek_to); /* goes on with it */
        return;
    }
    if (session->paused) {
        stepper->alpha = 1;
        return;
    }
    for (int steps = thud_stepper_due(stepper, session->speed * seconds); steps > 0 && !session->seeking && !session->paused; steps--) {
        session_step(session);
    }
}

thud_vec2 session_view_center(const demo_session *session) {
    thud_vec2 now = thud_aabb_center(session->scene->view);
    return thud_vec2_lerp(session->view_before, now, session->stepper.alpha);
}

void session_toggles(demo_session *session, session_toggle toggles[session_toggle_count]) {
    const session_toggle all[session_toggle_count] = {
        {"shapes", '1', &session->draw.shapes},    {"AABBs", '2', &session->draw.aabbs},
        {"hash cells", '3', &session->draw.cells}, {"contacts", '4', &session->draw.contacts},
        {"normals", '5', &session->draw.normals},  {"impulses", '6', &session->draw.impulses},
        {"MTD", '7', &session->draw.mtd},          {"time of impact", '8', &session->draw.times_of_impact},
        {"sleep", '9', &session->draw_sleep},      {"velocities", '0', &session->draw.velocities},
        {"joints", 0, &session->draw.joints},      {"names", 0, &session->draw.names},
        {"centres", 0, &session->draw.centers},    {"islands", 0, &session->draw_islands},
    };
    memcpy(toggles, all, sizeof all);
}

const session_toggle *session_switch(demo_session *session, int key,
                                     session_toggle toggles[session_toggle_count]) {
    session_toggles(session, toggles);
    for (int i = 0; i < session_toggle_count; i++) {
        if (key != 0 && key == toggles[i].key) {
            *toggles[i].flag = !*toggles[i].flag;
            return &toggles[i];
        }
    }
    return NULL;
}

void session_switch_all(demo_session *session, const char *keys) {
    session_toggle toggles[session_toggle_count];
    for (; keys && *keys; keys++) {
        session_switch(session, *keys, toggles);
    }
}

void session_notice(demo_session *session, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(session->notice, sizeof session->notice, format, arguments);
    va_end(arguments);
    session->notice_left = notice_time + notice_time_per_character * (float)strlen(session->notice);
    session_report(session, "notice %s", session->notice);
}

void session_report(demo_session *session, const char *format, ...) {
    if (!session->report) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vfprintf(session->report, format, arguments);
    va_end(arguments);
    fputc('\n', session->report);
    fflush(session->report);
}
