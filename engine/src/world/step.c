/*
 * step.c: one step of the world: broadphase, narrowphase, response, advance. The files of a contact's life:
 *
 *     created   contacts/contact_create.c    pairs of the broadphase; also removed there
 *     updated   contacts/contact_update.c    manifold, touching flag, lists for the next stages
 *     solved    respond.c                    passed to the solver
 *     reported  contacts/contact_report.c    begin, end and hit events
 */
#include "world/invariants.h"
#include "world/world_state.h"

#include "world/advance.h"
#include "world/bodies/body_mass.h"
#include "world/bodies/body_motion.h"
#include "world/check.h"
#include "world/contacts/contact_create.h"
#include "world/contacts/contact_report.h"
#include "world/contacts/contact_update.h"
#include "world/contacts/pre_solve.h"
#include "world/events/sensors.h"
#include "world/joints/joint_step.h"
#include "world/respond.h"
#include "world/sleep.h"
#include "world/step_code.h"

/* Sets previous poses of bodies that came to rest to their poses, or drawing between the two would not come to rest. */
static void remember_poses(thud_world *world) {
    thud_body_table *bodies = &world->bodies;
    for (int32_t i = 0; i < world->rested_count; i++) {
        bodies->previous[world->rested[i]] = bodies->poses[world->rested[i]];
    }
    world->rested_count = 0;
}

/* Disables bodies with overflowing forces before they are solved: bodies that they touch would be lost, too. */
static void lose_overpushed_bodies(thud_world *world) {
    for (int32_t i = 0; i < world->forced_count; i++) {
        int32_t body = world->forced[i];
        const thud_applied_forces *applied = &world->bodies.applied_forces[body];
        bool sound =
            thud_vec2_is_finite(applied->acceleration) && thud_is_finite(applied->angular_acceleration);
        if (!sound && world->bodies.states[body] > THUD_STATE_DISABLED) {
            thud_body_reset_forces(world, body);
            thud_body_lose(world, body);
        }
    }
}

static void begin_step(thud_world *world, float dt) {
    world->locked = true;
    world->last_dt = dt;
    world->last_h = dt / (float)world->def.solver.substeps;
    world->result = (thud_step_result){0};
    lose_overpushed_bodies(world);
    world->continuous.impact_count = world->continuous.fast_count = world->continuous.deep_body_count = 0;
    world->joints.break_count = 0;
    world->counters.pairs_begun = world->counters.pairs_ended = world->counters.times_of_impact = 0;
    world->counters.solved_contacts = world->counters.islands = 0;
    world->timings = (thud_world_timings){0};
    if (world->recentered_count > 0) {
        thud_update_recentered_bodies(world);
    }
    thud_arena_reset(&world->arena);
    thud_event_log_begin_step(&world->events);
    thud_sensor_table_begin_step(&world->sensors, world->proxies_changed);
    thud_body_table_refresh(&world->bodies);
    remember_poses(world);
}

static void note_loss(thud_world *world, thud_status status) {
    if (status != THUD_OK) {
        world->result.status = status;
    }
}

/* Adds the time since `mark` to a stage and moves the mark. */
static void lap(uint64_t *mark, float *stage) {
    uint64_t now = thud_clock_ticks();
    *stage = thud_clock_ticks_between(*mark, now);
    *mark = now;
}

/* Number of bodies, contacts and joints from which on several workers are faster than one. */
enum { LARGE_STEP = 2000 };

/* Whether nothing moves and nothing has changed, so that a step has no effect. */
static bool is_at_rest(const thud_world *world) {
    return world->bodies.awake_count == 0 && world->bodies.moving_count == 0 && !world->proxies_changed &&
           world->forced_count == 0 && world->events.met_count == 0 &&
           !thud_sensor_table_is_due(&world->sensors);
}

/* ---- the pipeline: what has no work is not called, as a game's step finds code in no cache ---- */

/* Finds new pairs of shapes near each other. */
static void broadphase(thud_world *world) {
    note_loss(world, thud_find_pairs(world));
}

/* Updates contacts, and reports begin and end of touch. */
static void narrowphase(thud_world *world) {
    if (world->events.met_count > 0) {
        thud_continue_touches(world);
    }
    note_loss(world, thud_update_contacts(world));
    if (world->lists.changed_count > 0) {
        thud_report_touching(world);
        thud_contacts_end_separated(world);
    }
    if (world->contacts.pre_solve_count > 0) {
        thud_pre_solve_contacts(world);
    }
}

/* Solves. Joints and the user's callbacks may have woken more bodies, with their contacts. */
static void response(thud_world *world, float dt) {
    thud_body_table_refresh(&world->bodies);
    if (world->joints.pool.end > 0) { /* there are joints, or have been */
        thud_list_joints(world);
    }
    thud_status status = thud_relist_contacts(world);
    if (status == THUD_OK) {
        if (world->lists.event_candidate_count > 0) {
            thud_report_candidates(world);
        }
        if (world->bodies.moving_count > 0) {
            thud_keep_riders_awake(world);
        }
        status = thud_respond(world, dt);
    }
    note_loss(world, status);
}

/* Finds what is inside of sensors. */
static void sense(thud_world *world) {
    if (thud_sensor_table_is_empty(&world->sensors)) {
        thud_sensor_table_end_step(&world->sensors, true);
    } else {
        note_loss(world, thud_sense(world));
    }
}

static bool may_have_contact_events(const thud_world *world) {
    const thud_event_log *log = &world->events;
    return world->lists.near_count > 0 || log->begun_count > 0 || log->candidate_count > 0;
}

/* Moves bodies, and writes events. */
static void advance(thud_world *world, float dt) {
    note_loss(world, thud_advance(world, dt));
    sense(world);
    if (may_have_contact_events(world)) {
        thud_write_contact_events(world);
    }
    note_loss(world, thud_event_log_end_step(&world->events));
}

/* The pause after which a short step's code and data may be in no cache, 0.2 to 1 ms [ticks]; after a longer step, twice its
 * length more, so that nothing changes where all takes longer, as under valgrind. Cold steps prefetch; no result changes. */
#define PAUSE (UINT64_C(1) << 20)

static void run_stages(thud_world *world, float dt, uint64_t start) {
    world->is_cold = start > world->cold_from;
    if (world->is_cold) {
        thud_fetch_step_code(world->def.lanes);
    }
    uint64_t mark = start;
    broadphase(world);
    lap(&mark, &world->timings.broadphase);
    narrowphase(world);
    lap(&mark, &world->timings.narrowphase);
    response(world, dt);
    lap(&mark, &world->timings.response);
    advance(world, dt);
    lap(&mark, &world->timings.advance);
    world->timings.step = thud_clock_ticks_between(start, mark);
    world->cold_from = mark + PAUSE + 2 * (mark - start);
}

static void log_losses(const thud_world *world) {
    const thud_hooks *hooks = &world->def.hooks;
    const thud_step_result *result = &world->result;
    if (hooks->log == NULL || result->status == THUD_OK) {
        return;
    }
    if (result->disabled_bodies > 0) {
        hooks->log(THUD_LOG_ERROR,
                   "the state of a body stopped being finite and it was disabled: look for huge forces, "
                   "velocities or masses",
                   hooks->context);
    }
    if (result->lost_contacts > 0) {
        hooks->log(THUD_LOG_WARNING,
                   "no memory for a contact, it is tried again in the next step: raise contact_capacity when "
                   "making the world",
                   hooks->context);
    } else if (result->status == THUD_OUT_OF_MEMORY) {
        hooks->log(THUD_LOG_ERROR,
                   "no memory for a stage of the step, which was left out: give the allocate hook more",
                   hooks->context);
    }
}

static thud_step_result refuse_step(thud_world *world, thud_call call, float dt) {
    thud_step_result refused = {.status = THUD_NULL_ARGUMENT};
    if (world != NULL && !thud_world_may_change(world, call)) {
        refused.status = THUD_WORLD_LOCKED;
    } else if (world != NULL && !thud_check_step(world, call, dt)) {
        refused.status = thud_world_refusal(world).status;
    }
    return refused;
}

thud_step_result thud_world_step(thud_world *world, float dt) {
    if (world == NULL || thud_world_is_locked(world) || !(dt >= THUD_MIN_STEP && dt <= THUD_MAX_STEP)) {
        return refuse_step(world, thud_on_world(__func__), dt);
    }
    uint64_t start = thud_clock_ticks();
    thud_clock_renew(&world->moment, start);
    begin_step(world, dt);
    if (is_at_rest(world)) {
        note_loss(world, thud_event_log_end_step(&world->events));
    } else {
        bool is_shared = world->def.worker_count > 1;
        if (is_shared) {
            int32_t size =
                world->bodies.awake_count + world->contacts.active_count + world->joints.active_count;
            thud_tasks_begin_rounds(world->tasks, size >= LARGE_STEP);
        }
        run_stages(world, dt, start);
        if (is_shared) {
            thud_tasks_end_rounds(world->tasks);
        }
    }
    log_losses(world);
    world->locked = false;
#ifdef THUD_ASSERTIONS
    thud_world_check_invariants_after_step(world);
#endif
    return world->result;
}
