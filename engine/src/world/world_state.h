/*
 * world_state.h: the world: its tables, its stages and the results of its last call. Start
 * reading at step.c. The folders:
 *
 *     bodies/      bodies, their shapes, chains and masses        events/    sensors, and the events that the game reads
 *     contacts/    pairs, manifolds, one-way shapes, internal     queries/   rays, casts, overlaps, distances
 *                  edges, the user's callbacks                    forces/    buoyancy, wind, explosions, gravity areas
 *     joints/      definitions, lists, breaking                   ./         the step, sleeping islands, checks of calls
 *     continuous/  swept bodies, bullets
 */
#pragma once

#include "thud/broadphase.h"
#include "thud/chain.h"
#include "thud/world.h"

#include <stdatomic.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/inline.h"
#include "base/memory.h"
#include "base/tasks.h"
#include "world/bodies/attachment_table.h"
#include "world/bodies/body_table.h"
#include "world/bodies/box_list.h"
#include "world/bodies/shape_table.h"
#include "world/contacts/contact_table.h"
#include "world/continuous/continuous_state.h"
#include "world/events/event_log.h"
#include "world/events/sensor_table.h"
#include "world/joints/joint_table.h"

/* The purposes by which memory is counted. */
typedef enum thud_memory_kind {
    THUD_MEMORY_BODIES,
    THUD_MEMORY_SHAPES,
    THUD_MEMORY_CONTACTS,
    THUD_MEMORY_JOINTS,
    THUD_MEMORY_BROADPHASE,
    THUD_MEMORY_SOLVER,
    THUD_MEMORY_EVENTS,
    THUD_MEMORY_SCRATCH,
    THUD_MEMORY_OTHER,
    THUD_MEMORY_KINDS
} thud_memory_kind;

struct thud_world {
    thud_world_def def;
    thud_counted_hooks memory[THUD_MEMORY_KINDS]; /* all memory is allocated by them, so that it is counted */
    thud_hooks hooks; /* for memory outside of tables: those of THUD_MEMORY_OTHER */

    thud_body_table bodies;
    thud_shape_table shapes;
    thud_attachment_table chains, grids;
    thud_name_list chain_names;
    thud_contact_table contacts;
    thud_joint_table joints;
    thud_sensor_table sensors;
    thud_continuous_state continuous;

    thud_box_list boxes; /* of moving bodies */

    thud_hash *hash;
    struct thud_solver *solver;
    thud_tasks *tasks;
    thud_arena arena; /* of the step */

    int32_t *forced; /* bodies with forces for the next step */
    int32_t forced_count, forced_capacity;
    int32_t *recentered; /* bodies, some of them destroyed or updated since: see thud_body.recentered */
    int32_t recentered_count, recentered_capacity;
    int32_t *rested; /* bodies that came to rest in the last step: their previous poses have to be
                        updated */
    int32_t rested_count, rested_capacity;
    thud_name name; /* def.name points to it, if there is one */

    thud_contact_lists lists; /* of this step */
    bool lists_are_old;       /* contacts woke after the lists were made */

    /* The solver's last input: unchanged lists keep islands and colours. */
    int32_t *solved;
    int32_t solved_count, solved_capacity;

    uint32_t solved_revision; /* of the lists of bodies */
    int32_t steps_since_sleep; /* since islands could last fall asleep */
    bool constraints_changed;  /* a slot may have another contact than before */
    bool pairs_repeat;         /* the broadphase will report pairs that already have a contact */
    uint32_t static_changes;   /* number of changes of static shapes: queries near them may differ */
    bool proxies_changed;      /* a box changed between steps: even a world at rest searches for pairs */

    thud_event_log events;
    thud_world_timings timings; /* in ticks (base/clock.h) */
    thud_clock_moment moment;   /* that ticks are converted by */
    thud_world_counters counters;
    thud_step_result result;
    struct thud_refusal_record *refusal;
    uint64_t cold_from; /* the moment from which on a step is cold [ticks] */
    bool is_cold; /* the step began so long after the last one that its code and data may be in no cache */
    float last_dt, last_h; /* of the last step and of its substeps [s] */
    float substep_rate;    /* substeps a second of the last step that solved anything [1/s]; 0: none has */
    bool locked;           /* inside a step, or a callback of a call that changes the world */
    _Atomic int32_t callbacks; /* running queries, of any thread, that may call the user's callbacks */
    _Atomic bool crew_casts;   /* the crew casts the rays of a batch */
#ifdef THUD_ASSERTIONS
    int32_t steps_unchecked; /* since the last check of the invariants */
#endif
};

/* ---- locks ---- */

/* Whether the world may be read, but not changed now. */
THUD_INLINE bool thud_world_is_locked(const thud_world *world) {
    return world->locked || atomic_load_explicit(&world->callbacks, memory_order_relaxed) != 0;
}

/* Encloses a query that may call the user's callbacks, if `any`: until its end the world is locked. */
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

/* The approach above which points bounce [m/s]. Gravity makes a body at rest approach its support in each
 * step; if that bounced the body would tremble, so nothing bounces below the threshold. Where gravity is less
 * than 5 m/s^2, for a threshold of 1 m/s, it would take longer than 0.2 s to stop such an approach, so slower
 * ones bounce, too, down to a hundredth. Without gravity nothing rests on anything: a ball that met a wall at
 * a small angle would slide along it for ever. */
static inline float thud_bounce_threshold(const thud_world *world) {
    static const float longest_stop = 0.2f, least_share = 0.01f;
    float threshold = world->def.solver.elasticity_threshold;
    return thud_clamp(longest_stop * thud_vec2_length(world->def.gravity), least_share * threshold, threshold);
}

/* ---- lists of a body ---- */

/* Loops over a body's shapes by slots, its contacts and joints by links; of its contacts over all, or over those with static and kinematic
 * bodies. The list must not change meanwhile. */
#define THUD_EACH_SHAPE(world, body, shape)                                                                  \
    for (int32_t shape = (world)->bodies.bodies[body].first_shape; shape != THUD_NONE;                       \
         shape = (world)->shapes.records[shape].next)
#define THUD_EACH_CONTACT(world, body, link)                                                                 \
    for (int32_t link = (world)->bodies.bodies[body].first_contact; link != THUD_NONE;                       \
         link = (world)->contacts.records[thud_link_owner(link)].next[thud_link_side(link)])
#define THUD_EACH_FIXED_CONTACT(world, body, link)                                                           \
    for (int32_t link = (world)->bodies.bodies[body].first_contact,                                          \
                 link##_left = (world)->bodies.bodies[body].fixed_contacts;                                  \
         link##_left-- > 0;                                                                                  \
         link = (world)->contacts.records[thud_link_owner(link)].next[thud_link_side(link)])
#define THUD_EACH_JOINT(world, body, link)                                                                   \
    for (int32_t link = (world)->bodies.bodies[body].first_joint; link != THUD_NONE;                         \
         link = (world)->joints.records[thud_link_owner(link)].next[thud_link_side(link)])

/* The other body of a contact, or of a joint, that a link of a body's list names; that of a joint may be THUD_NONE. */
static inline int32_t thud_contact_other(const thud_world *world, int32_t link) {
    const thud_contact_pair *pair = &world->contacts.pairs[thud_link_owner(link)];
    return thud_link_side(link) == 0 ? pair->body_b : pair->body_a;
}
static inline int32_t thud_joint_other(const thud_world *world, int32_t link) {
    return world->joints.records[thud_link_owner(link)].body[1 - thud_link_side(link)];
}

/* ---- ids ---- */

#define THUD_ID_AT(noun, table)                                                                              \
    static inline thud_##noun##_id thud_##noun##_id_at(const thud_world *world, int32_t slot) {              \
        thud_pool_id id = thud_pool_id_at(&world->table.pool, slot);                                         \
        return (thud_##noun##_id){id.slot, id.generation};                                                   \
    }
THUD_ID_AT(body, bodies)
THUD_ID_AT(shape, shapes)
THUD_ID_AT(joint, joints)
THUD_ID_AT(chain, chains)
THUD_ID_AT(contact, contacts)
