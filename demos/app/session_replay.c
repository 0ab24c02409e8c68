/*
 * Steps and inputs of a session, and how it goes back through them. The log's inputs before `next_input` were done; the
 * scene is at the step scene->step_count. At the log's end what a person does is added there. Before it, the log is
 * repeated; going back makes the scene anew and runs it again from its first step, which is exact.
 */
#include "session.h"

#include "thud/joint.h"

#include <time.h>

static const double seek_time = 0.05; /* in one frame [s] */
enum { loop_length = 300 };           /* [steps]: five seconds */

static scene_hands hands_of(demo_session *session) {
    return (scene_hands){session->scene, &session->options, &session->drag};
}

static uint32_t present_step(const demo_session *session) {
    return (uint32_t)session->scene->step_count;
}

bool session_in_past(const demo_session *session) {
    return session->seeking || session->looping || present_step(session) < session->log.end;
}

/* ---- inputs ---- */

/* Does an input now and notes it at the log's end. */
static bool do_input(demo_session *session, input_kind kind, int code, thud_vec2 at) {
    scene_input input = {
        .step = present_step(session), .kind = (uint16_t)kind, .code = (uint16_t)code, .x = at.x, .y = at.y};
    recording_insert(&session->log, session->log.count, input);
    session->next_input = session->log.count;
    return hands_apply(hands_of(session), &input);
}

/* Lets go of everything, so that nothing that is held now stays held. */
static void release_all(demo_session *session) {
    for (int key = 1; key < SCENE_KEY_COUNT; key++) {
        if (session->scene->held[key]) {
            do_input(session, INPUT_KEY_UP, key, (thud_vec2){0, 0});
        }
    }
    session_let_go(session);
}

static void refuse_input(demo_session *session) {
    session_notice(session, "%s: F6 goes on from here", session->looping ? "in a loop" : "in the past");
}

bool session_key(demo_session *session, char key, bool down) {
    if (session_in_past(session)) {
        if (down) {
            refuse_input(session);
        }
        return false;
    }
    bool changes = down || session->scene->held[(int)key];
    return key != 0 && changes &&
           do_input(session, down ? INPUT_KEY_DOWN : INPUT_KEY_UP, key, (thud_vec2){0, 0});
}

bool session_mouse(demo_session *session, scene_mouse action, thud_vec2 at) {
    bool listens = session->options.kind->mouse && !session_in_past(session);
    return listens && do_input(session, INPUT_MOUSE, (int)action, at);
}

static thud_body_id dragged_body(const demo_session *session) {
    return thud_target_joint_definition(session->scene->world, session->drag).body;
}

bool session_grab(demo_session *session, thud_vec2 at) {
    if (session_in_past(session) || !do_input(session, INPUT_GRAB, 0, at)) {
        return false;
    }
    thud_body_id body = dragged_body(session);
    thud_vec2 position = thud_body_position(session->scene->world, body);
    session_report(session, "grab %u %.3f %.3f", body.slot, (double)position.x, (double)position.y);
    return true;
}

void session_pull(demo_session *session, thud_vec2 at) {
    if (session->drag.generation && !session_in_past(session)) {
        do_input(session, INPUT_PULL, 0, at);
    }
}

void session_let_go(demo_session *session) {
    if (session->drag.generation && !session_in_past(session)) {
        thud_body_id body = dragged_body(session);
        thud_vec2 position = thud_body_position(session->scene->world, body);
        session_report(session, "release %u %.3f %.3f", body.slot, (double)position.x, (double)position.y);
        do_input(session, INPUT_DROP, 0, (thud_vec2){0, 0});
    }
}

/* ---- steps ---- */

#define STAGE(name)                                                                                          \
    { #name, offsetof(thud_world_timings, name) }
const session_stage session_stages[session_stage_count] = {
    STAGE(broadphase), STAGE(narrowphase), STAGE(response), STAGE(advance),
    STAGE(continuous), STAGE(sensors),     STAGE(step)};

static void note_timings(demo_session *session) {
    thud_world_timings now = thud_world_last_timings(session->scene->world);
    session->history[session->history_next] = now;
    session->history_next = (session->history_next + 1) % session_history;
    for (int i = 0; i < session_stage_count; i++) {
        float time = *session_time(&now, i), *worst = session_time(&session->worst, i);
        *session_time(&session->total, i) += time;
        *worst = thud_max(*worst, time);
    }
}

static void watch_condition(demo_session *session) {
    bool met = session->has_condition && condition_is_met(session->scene->world, &session->condition);
    if (met && !session->condition_met) {
        session->paused = true;
        session_notice(session, "paused at step %u: %s", (unsigned)present_step(session),
                       session->condition.text);
    }
    session->condition_met = met;
}

/* Compares the state with the log, or notes it there. */
static void check_hash(demo_session *session) {
    uint32_t step = present_step(session);
    if (step % recording_hash_interval == 0 &&
        !recording_hash(&session->log, step, scene_hash(session->scene)) && session->differs == 0) {
        session->differs = step;
        session_notice(session,
                       "the replay differs from the recording at step %u or within the second before",
                       (unsigned)step);
    }
}

/* The inputs before the present step, then the step. */
static void run_step(demo_session *session) {
    recording *log = &session->log;
    while (session->next_input < log->count &&
           log->inputs[session->next_input].step <= present_step(session)) {
        hands_apply(hands_of(session), &log->inputs[session->next_input++]);
    }
    session->view_before = thud_aabb_center(session->scene->view);
    if (!hands_step(hands_of(session), session->stepper.dt)) {
        session_notice(session, "no number of objects is set: %s", session->scene->error);
    }
    if (session->ghost.scene) {
        if (session->looping && present_step(session) == session->loop_start + 1) {
            ghost_watch(&session->ghost, session->ghost.followed);
        }
        uint32_t differed = session->ghost.differs;
        ghost_follow(&session->ghost, log, session->scene, session->stepper.dt);
        if (session->ghost.differs != differed) {
            session_report(session, "ghost differs %u", (unsigned)session->ghost.differs);
        }
    }
    log->end = log->end < present_step(session) ? present_step(session) : log->end;
    check_hash(session);
}

/* ---- going back ---- */

/* The scene as it was made, before the log's first input. */
static bool rewind_scene(demo_session *session) {
    char error[SCENE_ERROR_SIZE];
    thud_scene *made = scene_create(&session->log.start, error);
    if (!made) {
        session_notice(session, "%s", error);
        return false;
    }
    scene_destroy(session->scene);
    session->scene = made;
    session->options = session->log.start;
    session->drag = (thud_joint_id){0, 0};
    session->next_input = 0;
    session_begin_ghost(session);
    return true;
}

/* Nothing may be left undone where a person's inputs are to follow; elsewhere settings come at
 * once, so that they can be seen. */
static void finish_seek(demo_session *session) {
    recording *log = &session->log;
    bool live = present_step(session) == log->end;
    while (session->next_input < log->count &&
           log->inputs[session->next_input].step <= present_step(session) &&
           (live || input_is_change(&log->inputs[session->next_input]))) {
        hands_apply(hands_of(session), &log->inputs[session->next_input++]);
    }
    session->seeking = false;
    session->stepper.alpha = 1;
    session_report(session, "at %u %016llx", (unsigned)session->seek_to,
                   (unsigned long long)scene_hash(session->scene));
}

/* Runs towards seek_to as far as the time of a frame allows. */
static void continue_seek(demo_session *session) {
    clock_t begin = clock();
    while (present_step(session) < session->seek_to &&
           (double)(clock() - begin) < seek_time * (double)CLOCKS_PER_SEC) {
        run_step(session);
    }
    session->seeking = present_step(session) < session->seek_to;
    if (!session->seeking) {
        finish_seek(session);
    }
}

/* Seeks from where the scene is, or `anew` from its first step. */
static void begin_seek(demo_session *session, uint32_t step, bool anew) {
    session->seek_to = step;
    session->seeking = !anew || rewind_scene(session);
    if (session->seeking) {
        continue_seek(session);
    }
}

void session_seek(demo_session *session, uint32_t step) {
    if (session->log.full) {
        session_notice(session, "the recording is full: R restarts the scene and the recording");
        return;
    }
    if (!session_in_past(session)) {
        release_all(session);
    }
    step = step < session->log.end ? step : session->log.end;
    begin_seek(session, step, step < present_step(session));
}

/* Notes a change before input `index`; a slider that moves on changes what it has noted. */
static void note_change(recording *log, int index, scene_input input) {
    recording_forget_changes(log, index, &input);
    recording_forget_hashes(log, input.step);
    scene_input *before = index > 0 ? &log->inputs[index - 1] : NULL;
    if (before && before->step == input.step && input_is_same_number(before, &input)) {
        before->x = input.x;
    } else {
        recording_insert(log, index, input);
    }
}

static bool restarts(const demo_session *session, const scene_input *input) {
    return input->kind == INPUT_SET && setting_at(&session->options, input->code).restarts;
}

static bool change_now(demo_session *session, scene_input input) {
    scene_options before = session->options;
    input.step = present_step(session);
    if (!hands_apply(hands_of(session), &input)) {
        session->options = before;
        return false;
    }
    if (!restarts(session, &input)) {
        int count = session->log.count;
        note_change(&session->log, session->next_input, input);
        session->next_input += session->log.count - count;
    }
    return true;
}

static bool change_in_loop(demo_session *session, scene_input input) {
    recording *log = &session->log;
    scene_options start = log->start;
    input.step = session->loop_start;
    if (input.kind == INPUT_SET && !setting_set(&start, input.code, input.x)) {
        return false;
    }
    bool anew = restarts(session, &input);
    if (anew) {
        recording_forget_hashes(log, 0);
        log->start = start;
    } else {
        note_change(log, recording_index(log, session->loop_start), input);
    }
    begin_seek(session, session->loop_start, anew || present_step(session) >= session->loop_start);
    return true;
}

bool session_change(demo_session *session, scene_input number, float value) {
    number.x = value;
    session->changes += number.kind == INPUT_SET;
    bool changed = session->looping ? change_in_loop(session, number) : change_now(session, number);
    if (!changed) {
        char why[SCENE_ERROR_SIZE];
        hands_explain(hands_of(session), &number, why);
        session_notice(session, "refused: %s %g: %s",
                       number.kind == INPUT_SET ? setting_at(&session->options, number.code).path
                                                : object_field_name(number.code),
                       (double)value, why);
    }
    return changed;
}

bool session_set(demo_session *session, int setting, float value) {
    return session_change(session, (scene_input){.kind = INPUT_SET, .code = (uint16_t)setting}, value);
}

scene_options session_settings(const demo_session *session) {
    scene_options settings = session->options;
    for (int i = session->next_input; i < session->log.count; i++) {
        const scene_input *input = &session->log.inputs[i];
        if (input->kind == INPUT_SET) {
            setting_set(&settings, input->code, input->x);
        }
    }
    return settings;
}

void session_rerun(demo_session *session) {
    if (!session->log.full) {
        begin_seek(session, session->seeking ? session->seek_to : present_step(session), true);
    }
}

void session_step(demo_session *session) {
    bool past = session_in_past(session);
    if (session->seeking) {
        return;
    }
    run_step(session);
    if (session->scene->world) {
        note_timings(session);
        watch_condition(session);
        selection_check(&session->selection, session->scene->world);
        if (session->measuring) {
            history_note(&session->measures, session->scene->world, present_step(session));
        }
    }
    if (session->looping && present_step(session) >= session->loop_end) {
        session_report(session, "loop again");
        session_seek(session, session->loop_start);
    } else if (past && !session_in_past(session)) {
        session->seek_to = present_step(session);
        finish_seek(session);
        release_all(session);
        session_notice(session, "live again from step %u on", (unsigned)present_step(session));
    }
}

void session_loop(demo_session *session) {
    if (session->looping) {
        session->looping = false;
        session_notice(session, "loop off");
        return;
    }
    uint32_t end = present_step(session);
    session->loop_end = end;
    session->loop_start = end > loop_length ? end - loop_length : 0;
    session->ghost_from = session->loop_start;
    session->paused = false;
    session_notice(session, "loop of steps %u to %u: F5 ends it, F6 goes on from here",
                   (unsigned)session->loop_start, (unsigned)end);
    session_seek(session, session->loop_start);
    session->looping = end > 0 && !session->log.full;
}

void session_take_over(demo_session *session) {
    if (session->seeking) {
        return;
    }
    session->looping = false;
    session->changes++; /* those that are forgotten */
    recording_cut(&session->log, session->next_input, present_step(session));
    release_all(session);
    session_notice(session, "live from step %u on", (unsigned)present_step(session));
}

bool session_open_replay(demo_session *session, const char *path, const scene_options *base,
                         const scene_kind *wanted, char error[SCENE_ERROR_SIZE]) {
    recording log = {0};
    if (!recording_load(&log, path, base, error)) {
        return false;
    }
    if (wanted && log.start.kind != wanted) {
        snprintf(error, SCENE_ERROR_SIZE, "the recording is of scene %s, not %s", log.start.kind->name,
                 wanted->name);
        recording_free(&log);
        return false;
    }
    if (!session_open(session, &log.start, error)) {
        recording_free(&log);
        return false;
    }
    session->log = log;
    return true;
}
