/*
 * world_state.h: the world: its tables, its stages and the results of its last call. step.c is the place to start reading; a folder
 * holds what is about
 *
 *     bodies/      bodies, their shapes, chains and masses        events/    sensors, and the events that the game reads
 *     contacts/    pairs, manifolds, one-way shapes, internal     queries/   rays, casts, overlaps, distances
 *                  edges, the user's callbacks                    forces/    buoyancy, wind, explosions, gravity areas
 *     joints/      definitions, lists, what breaks                ./         the step, islands asleep, what every call checks
 *     continuous/  swept bodies, bullets
 */
#ifndef THUD_SRC_WORLD_WORLD_STATE_H
#define THUD_SRC_WORLD_WORLD_STATE_H

#include "thud/broadphase.h"
#include "thud/world.h"

#include <stdatomic.h>

#include "base/arena.h"
#include "base/tasks.h"
#include "world/bodies/body_table.h"
#include "world/bodies/box_list.h"
#include "world/bodies/chain_table.h"
#include "world/bodies/shape_table.h"
#include "world/contacts/contact_table.h"
#include "world/events/event_log.h"
#include "world/events/sensor_table.h"
#include "world/joints/joint_table.h"
#include "world/memory_statistics.h"

/* Where continuous collision stopped a body in the last step. Those of a body follow each other, in order of time. */
typedef struct thud_impact {
    int32_t body;
    float share;    /* of the step that was over, 0 to 1 */
    thud_pose pose; /* of the centre of mass */
} thud_impact;

/* Two shapes without a contact that continuous collision let pass each other because the user said so. */
typedef struct thud_pass {
    thud_shape_id shape_a, shape_b;
} thud_pass;

/* A body whose step is longer than this share of its thickness is swept: it might sink in deeply, or pass through something thin. What sinks in less is left
 * to the solver. With a half nothing would be passed either, but a ball of 0.4 m that fell from 8 m was drawn 0.11 m deep in the floor. */
#define THUD_FAST_SHARE 0.2f

struct thud_world {
    thud_world_def def;
    thud_memory_statistic memory[THUD_MEMORY_KINDS]; /* all memory is taken through their hooks */
    thud_hooks hooks;                     /* for what is in no table: those of THUD_MEMORY_OTHER */

    thud_body_table bodies;
    thud_shape_table shapes;
    thud_chain_table chains;
    thud_contact_table contacts;
    thud_joint_table joints;
    thud_sensor_table sensors;

    thud_box_list boxes; /* of what moves */

    thud_hash *hash;
    struct thud_solver *solver;
    thud_tasks *tasks;
    thud_arena arena; /* of the step */

    int32_t *forced; /* bodies with forces for the next step */
    int32_t forced_count, forced_capacity;
    int32_t *recentered; /* bodies, some of them destroyed or updated since: see thud_body.recentered */
    int32_t recentered_count, recentered_capacity;
    int32_t *rested; /* bodies that stopped being stepped in the last step: their previous poses have to catch
                        up */
    int32_t rested_count, rested_capacity;
    thud_impact *impacts;
    int32_t impact_count, impact_capacity;
    thud_pass *passes; /* of the last step */
    int32_t pass_count, pass_capacity;
    thud_name name; /* def.name points to it, if there is one */

    int32_t first_collided_early, ranges_collided_early; /* ranges of contacts that the background job got to: [first, ranges) */
    thud_contact_lists lists; /* of this step */
    bool lists_are_old;       /* contacts woke after they had been looked through */

    /* What the solver was given last: unchanged lists keep islands and colours. */
    int32_t *solved;
    int32_t solved_count, solved_capacity;
    int32_t bullet_count;
    int32_t first_bullet; /* bodies that are bullets are a list through thud_body.next_bullet */
    struct thud_crossings *
        crossings; /* what bullets may meet that moves fast itself; in the arena of the step; null: nothing */
    /* Dynamic bodies that went farther than THUD_FAST_SHARE of their thickness in the step; in its arena. */
    const int32_t *fast;
    int32_t fast_count;
    bool *swept;      /* by body slot: continuous collision has yet to send it its way; in the arena of the step */
    int32_t *deep_bodies; /* of the step: bodies that were deep in a static or kinematic one, some twice */
    int32_t deep_body_count;
    /* Of the last step, for continuous collision: how far any point of a dynamic body went at most that is not fast, and of a kinematic one [m]. */
    float longest_slow_step, longest_kinematic_step;

    uint32_t solved_revision; /* of the lists of bodies */
    int32_t steps_since_sleep; /* since islands last fell asleep */
    bool constraints_changed; /* a slot may hold another contact than it did */
    bool pairs_repeat; /* the broadphase will report pairs that have a contact */
    uint32_t static_changes; /* times that a static shape has come, gone, moved or changed: queries near it may answer differently */
    bool proxies_changed; /* a box has come, gone or moved between steps: even a world at rest looks for pairs
                           */

    thud_event_log events;
    thud_world_timings timings;
    thud_world_counters counters;
    thud_step_result result;
    struct thud_refusal_record *refusal;
    float last_dt;         /* of the last step [s] */
    bool locked;           /* inside a step, or a callback of a call that changes the world */
    _Atomic int32_t callbacks; /* queries under way, of any thread, that may call the user back */
    _Atomic bool crew_casts;   /* the crew casts the rays of a batch */
#ifdef THUD_ASSERTIONS
    int32_t steps_unchecked; /* since the invariants were checked */
#endif
};

/* ---- locks ---- */

/* Whether the world may be asked, but not changed now. */
static inline bool thud_world_is_locked(const thud_world *world) {
    return world->locked || atomic_load_explicit(&world->callbacks, memory_order_relaxed) != 0;
}

/* Around a query in which the user may be called back, if `any`: until it ends the world is locked. */
static inline void thud_begin_callbacks(thud_world *world, bool any) {
    if (any) {
        atomic_fetch_add_explicit(&world->callbacks, 1, memory_order_relaxed);
    }
}

static inline void thud_end_callbacks(thud_world *world, bool any) {
    if (any) {
        atomic_fetch_sub_explicit(&world->callbacks, 1, memory_order_relaxed);
    }
}

/* ---- refusals ---- */

static inline thud_body_id thud_body_id_at(const thud_world *world, int32_t slot) {
    thud_pool_id id = thud_pool_id_at(&world->bodies.pool, slot);
    return (thud_body_id){id.slot, id.generation};
}

static inline thud_shape_id thud_shape_id_at(const thud_world *world, int32_t slot) {
    thud_pool_id id = thud_pool_id_at(&world->shapes.pool, slot);
    return (thud_shape_id){id.slot, id.generation};
}

/* ---- joints (joints.c, joint_step.c) ---- */

/* Wakes all that a body is joined to. */
void thud_wake_joined(thud_world *world, int32_t body);

#endif
