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
#include "world/refusal.h"

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
    thud_solver *solver;
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

    struct thud_early_collide *early_collide; /* in the arena of the step; null: none */
    struct thud_end_job *ending;              /* the background job that frees contacts during the response; in the arena; null: none */
    thud_contact_lists lists;                 /* of this step */
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
    thud_refusal_record *refusal;
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

/* Records a refusal; false, so that callers can return it. */
bool thud_refuse(const thud_world *world, thud_call call, thud_status status, const char *field,
                 double value);

/* The same for THUD_WRONG_KIND, with what is wrong: "is no sensor". A null `why` of a body as the call's object says what that is. */
bool thud_refuse_kind(const thud_world *world, thud_call call, const char *field, double value,
                      const char *why);

/* Refuses an id that is not valid in its pool: THUD_WRONG_WORLD where it bears another tag, THUD_STALE_ID otherwise. */
bool thud_refuse_id(const thud_world *world, thud_call call, const thud_pool *pool, thud_pool_id id,
                    const char *field);

/* Whether nothing moves and nothing has changed, so that a step has nothing to do. */
bool thud_world_is_at_rest(const thud_world *world);

/* Whether the world may be changed now; refuses THUD_WORLD_LOCKED otherwise. */
bool thud_world_may_change(const thud_world *world, thud_call call);

/* The slot of a live id, or THUD_NONE with THUD_STALE_ID refused. */
int32_t thud_body_slot(const thud_world *world, thud_call call, thud_body_id body);
int32_t thud_shape_slot(const thud_world *world, thud_call call, thud_shape_id shape);
int32_t thud_joint_slot(const thud_world *world, thud_call call, thud_joint_id joint);

static inline thud_body_id thud_body_id_at(const thud_world *world, int32_t slot) {
    thud_pool_id id = thud_pool_id_at(&world->bodies.pool, slot);
    return (thud_body_id){id.slot, id.generation};
}

static inline thud_shape_id thud_shape_id_at(const thud_world *world, int32_t slot) {
    thud_pool_id id = thud_pool_id_at(&world->shapes.pool, slot);
    return (thud_shape_id){id.slot, id.generation};
}

/* The same for calls that change what the id names. */
int32_t thud_body_slot_to_change(const thud_world *world, thud_call call, thud_body_id body);
int32_t thud_shape_slot_to_change(const thud_world *world, thud_call call, thud_shape_id shape);
int32_t thud_joint_slot_to_change(const thud_world *world, thud_call call, thud_joint_id joint);

/* Whether a number is what the name says; refused with the field's name otherwise. */
bool thud_check_finite(const thud_world *world, thud_call call, const char *field, float value);
bool thud_check_finite_vec2(const thud_world *world, thud_call call, const char *field, thud_vec2 value);
bool thud_check_not_negative(const thud_world *world, thud_call call, const char *field, float value);
bool thud_check_positive(const thud_world *world, thud_call call, const char *field, float value);

/* The same for a number that must not be larger than `most`, either way: one of limits.h. */
bool thud_check_within(const thud_world *world, thud_call call, const char *field, float value, float most);
bool thud_check_within_vec2(const thud_world *world, thud_call call, const char *field, thud_vec2 value,
                            float most);

/* For a step [s]. */
bool thud_check_step(const thud_world *world, thud_call call, const char *field, float dt);

/* ---- contacts (pairs.c) ---- */

/* Puts the contacts that were created in the step into the lists of their bodies: in parallel to the narrowphase, which does not read them. */
void thud_link_created_contacts(thud_world *world);

/* Ends a contact for good; an end event if it was touching. */
void thud_contact_end_pair(thud_world *world, int32_t contact);

/* The same for many that do not touch. Workers share it. */
void thud_contacts_end_pairs(thud_world *world, const int32_t *contacts, int32_t count);

/* Waits for that: to be called before the contact lists of bodies are read, or contacts are freed, again (pairs.c). */
void thud_contacts_finish_ends(thud_world *world);

/* Ends all contacts of a shape, or of all shapes of a body; wakes the other bodies. O(contacts of the body). */
void thud_shape_end_contacts(thud_world *world, int32_t shape);
void thud_body_end_contacts(thud_world *world, int32_t body);

/* Two shapes begin or end touching (touching.c). */
void thud_contact_begin_touch(thud_world *world, int32_t contact);
void thud_contact_touch_at(thud_world *world, int32_t contact, const float approach_speed[2]);
void thud_contact_end_touch(thud_world *world, int32_t contact);

/* Whether two shapes make a contact when they are near, as far as bodies and their filters say. */
bool thud_shapes_may_collide(const thud_world *world, int32_t shape_a, int32_t shape_b);

/* The same as far as the user's callback says; it is called. */
bool thud_filter_asked(thud_world *world, int32_t shape_a, int32_t shape_b);

/* Keeps new pairs of shapes that make a contact as far as bodies and filters say; a thud_pair_screen of the broadphase for a world. */
int32_t thud_screen_pairs(thud_pair *pairs, int32_t count, const void *world);

/* The contact of two shapes, or THUD_NONE (events.c). O(contacts of the body that has fewer). */
int32_t thud_find_contact(const thud_world *world, int32_t shape_a, int32_t shape_b);

/* Whether a contact of such flags may hide edges from others (ghosts.c): it is fixed, and lets nothing through. */
bool thud_contact_may_hide(uint8_t flags);

/* Mixes the materials of a contact's shapes anew, and reads their flags. */
void thud_contact_mix(thud_world *world, int32_t contact);

/* Tells the contacts of a body that it has joints now, or none any more. */
void thud_contacts_note_joints(thud_world *world, int32_t body);

/* The material of two shapes together (materials.c). */
thud_material thud_shapes_mix(thud_world *world, int32_t shape_a, int32_t shape_b);

/* Whether a material that a callback gave makes sense; counted and refused in the callback's name otherwise. */
bool thud_material_accept(thud_world *world, const char *source, const thud_material *material);

/* The speeds at which the points of a contact approach now [m/s] (contacts.c). */
void thud_contact_approach(const thud_world *world, int32_t contact, float speeds[2]);

/* The contact with its geometry in world coordinates (contacts.c). */
thud_contact_data thud_contact_describe(const thud_world *world, int32_t contact);

/* ---- the callback about contacts (pre_solve.c) ---- */

/* Sets THUD_CONTACT_REJECTED or clears it; what is rejected has no impulses any more. */
void thud_contact_set_rejected(thud_world *world, int32_t contact, bool rejected);

/* Whether the user wants to be asked about two shapes. */
bool thud_pair_wants_pre_solve(const thud_world *world, int32_t shape_a, int32_t shape_b);

/* Whether continuous collision let two shapes without a contact pass each other: in world->passes from `first` on. */
bool thud_pair_was_let_pass(const thud_world *world, int32_t first, int32_t shape_a, int32_t shape_b);

/* Whether continuous collision is to look past two shapes in this step. */
bool thud_pre_solve_lets_pass(const thud_world *world, int32_t first, int32_t shape_a, int32_t shape_b);

/* Whether two shapes stop each other where continuous collision found that they meet, and with what material;
 * asks if the step has not done so. */
bool thud_pre_solve_impact(thud_world *world, thud_contact_data *data, thud_material *material);

/* ---- sleep (sleep.c) ---- */

/* Wakes a sleeping body and its whole island; nothing for others. */
void thud_wake_island(thud_world *world, int32_t body);

/* Wakes a dynamic body, or all bodies near a static or kinematic one. */
void thud_wake_around(thud_world *world, int32_t body);

/* Wakes what sleeps where a shape of a static or kinematic body has just been put: such a pair would not wake
 * by itself. */
void thud_wake_beneath(thud_world *world, int32_t shape);

/* Notes that a body has stopped being stepped, so that its previous pose catches up in the next step. */
void thud_note_rested(thud_world *world, int32_t body);

/* Puts bodies to sleep as one island. */
void thud_put_to_sleep(thud_world *world, const int32_t *bodies, int32_t count);

/* Puts a body and all it touches to sleep at once; false when it is not one that sleeps. */
bool thud_sleep_around(thud_world *world, thud_call call, int32_t body);

/* Sets each contact of a body active if one of its bodies is awake. */
void thud_refresh_body_contacts(thud_world *world, int32_t body);

/* Puts islands to sleep that have been at rest for long enough. */
void thud_sleep_islands(thud_world *world);

/* ---- the mass of bodies (body_mass.c) ---- */

/* Whether a shape may have this mass. */
bool thud_shape_mass_is_accepted(const thud_mass *mass);

/* Whether a body whose mass is that of its shapes may have this one more, O(1); and the same for the sum of all its shapes,
 * whatever its mass is now, with this one in the place of one of them, or of THUD_NONE. O(shapes) */
bool thud_body_bears(const thud_world *world, int32_t body, const thud_mass *added);
bool thud_body_bears_instead(const thud_world *world, int32_t body, int32_t replaced, const thud_mass *mass);

/* Sums the shapes' masses (unless overridden), moves the centre of mass, writes cores anew. O(shapes) */
void thud_body_update_mass(thud_world *world, int32_t body);

/* A shape with what it weighs, so that neither is worked out again. */
typedef struct thud_weighed_shape {
    int32_t slot;
    const thud_shape *geometry;
    thud_mass mass; /* its centre even where it weighs nothing */
} thud_weighed_shape;

/* Brings the mass up to date, and what depends on it, after a shape was put on a body, or taken off, which had this mass.
 * O(1) on average. */
void thud_body_count_shape_in(thud_world *world, int32_t body, const thud_weighed_shape *shape);
void thud_body_count_shape_out(thud_world *world, int32_t body, const thud_mass *mass);

/* Writes the cores of bodies that were `recentered` anew: to be called before a step reads them. */
void thud_update_recentered_bodies(thud_world *world);

/* Whether a body's mass is that of its shapes. */
static inline bool thud_shapes_make_mass(const thud_body *body) {
    return body->type == THUD_BODY_DYNAMIC && !body->mass_overridden;
}

/* ---- shapes on bodies (body_shapes.c) ---- */

/* Takes a shape off its body for good, or only its box out of the hash; its contacts end. */
void thud_body_detach_shape(thud_world *world, int32_t shape);
void thud_shape_leave_hash(thud_world *world, int32_t shape);

/* Takes a shape off its body without a look at the mass: the body goes too, or the shape is a link of a chain. */
void thud_shape_remove(thud_world *world, int32_t shape);

/* The box around a shape with its body at one of `poses`, by body slot. */
thud_aabb thud_shape_box(const thud_world *world, int32_t shape, const thud_pose *poses);

/* thud_shape_configure for a call. */
bool thud_shape_change(thud_world *world, thud_call call, thud_shape_id shape, const thud_shape_def *def);

/* Whether a shape definition is accepted. */
bool thud_shape_def_check(const thud_world *world, thud_call call, const thud_shape_def *def);

/* The links of chains: shapes without mass, so that nothing but themselves has to be brought up to date.
 * Attaching gives THUD_NONE where memory runs out. A link that `moved` meets everything anew. */
int32_t thud_body_attach_link(thud_world *world, int32_t body, const thud_shape_def *def,
                              const thud_shape *segment, const thud_link_ends *ends);
void thud_body_change_link(thud_world *world, int32_t shape, const thud_shape *segment,
                           const thud_link_ends *ends, bool moved);

/* Takes a chain off its body for good (chains.c). */
void thud_chain_remove(thud_world *world, int32_t chain);

/* ---- joints (joints.c, joint_step.c) ---- */

/* Takes a joint, and gears on it, off its bodies for good; they wake, and collide again if nothing keeps them from it. */
void thud_joint_remove(thud_world *world, int32_t joint);

/* Tells the solver of the joints on a body anew, after its mass has changed. */
void thud_joints_rebase(thud_world *world, int32_t body);

/* Forgets what the joints of a body did in the last step, which may be no numbers any more (joint_step.c). */
void thud_joints_forget(thud_world *world, int32_t body);

/* Whether a joint keeps two bodies from colliding. */
bool thud_joints_keep_apart(const thud_world *world, int32_t body_a, int32_t body_b);

/* Wakes all that a body is joined to. */
void thud_wake_joined(thud_world *world, int32_t body);

/* Lists the joints to solve in world->joints.active and poses them. */
void thud_list_joints(thud_world *world);

/* Removes joints that bore more than they can in the step, and notes that. */
void thud_break_joints(thud_world *world, float dt);

/* The state that a body's type, velocity and enabled flag ask for. */
thud_body_state thud_body_natural_state(const thud_world *world, int32_t body, bool awake);

/* Makes room in the hash for the boxes of all shapes of a body as one of a type; false where memory runs out. */
bool thud_body_reserve_proxies(thud_world *world, int32_t body, thud_body_type type);

/* Gives all shapes of a body their boxes in the hash, for which there is room. */
void thud_body_insert_proxies(thud_world *world, int32_t body);

/* Moves the boxes of all shapes of a body to where it is. */
void thud_body_move_proxies(thud_world *world, int32_t body);

/* Takes a body out of the simulation: its contacts end, its boxes leave the hash. */
void thud_body_disable(thud_world *world, int32_t body);

/* The same for one whose state has stopped being finite, with its pose as it is and no velocity; counted in the step's result
 * (advance.c). */
void thud_body_lose(thud_world *world, int32_t body);

/* Sets gravity and the sleep threshold as the body and the world ask for; forgets forces. */
void thud_body_reset_forces(thud_world *world, int32_t body);

/* Adds a force at the centre of mass and a torque for the next step (body.c); does not wake. False where memory
 * runs out. */
bool thud_body_add_force(thud_world *world, thud_call call, int32_t body, thud_vec2 force, float torque);

/* Changes the velocity of a dynamic body by an impulse at its centre of mass and an angular one; wakes (body.c). False, and nothing
 * is changed, where it would be beyond THUD_MAX_SPEED or THUD_MAX_SPIN. */
bool thud_body_kick(thud_world *world, int32_t body, thud_vec2 impulse, float angular_impulse);

/* What forces, apart from gravity, are to do to a body in the next step: kept while gravity and settings change.
 * `gravity` is what acts until then. */
typedef struct thud_pending_forces {
    thud_vec2 acceleration;
    float angular_acceleration;
    bool any;
} thud_pending_forces;

thud_pending_forces thud_body_forces(const thud_world *world, int32_t body, thud_vec2 gravity);
void thud_body_restore_forces(thud_world *world, int32_t body, const thud_pending_forces *forces);

/* ---- sensors (sensors.c) ---- */

/* Whether a shape was inside a sensor after the last step. */
bool thud_sensor_is_occupied(const thud_world *world, int32_t sensor);

/* ---- stages of a step ---- */

/* Begins the manifolds of known contacts as a background job of the first stage, where there is a worker for it; and stops the job until the
 * second stage, before contacts are removed or move in memory (collide.c). */
void thud_collide_early(thud_world *world);
void thud_collide_halt(thud_world *world);

/* Makes the manifolds of contacts that begin (collide.c). Of different ones on several threads. */
void thud_collide_created(thud_world *world, const int32_t *contacts, int32_t count);

/* Each returns what it lost: THUD_OK, or why. */
thud_status thud_find_pairs(thud_world *world);        /* pairs.c */
thud_status thud_collide_pairs(thud_world *world);     /* collide.c */
void thud_pre_solve_contacts(thud_world *world);       /* pre_solve.c */
thud_status thud_list_contacts(thud_world *world);     /* collide.c: brings world->lists up to date for the response */
thud_status thud_respond(thud_world *world, float dt); /* respond.c */
thud_status thud_advance(thud_world *world, float dt); /* advance.c */
thud_status thud_sense(thud_world *world);             /* sensors.c */
thud_status thud_write_events(thud_world *world);      /* events.c */

/*
 * Sends fast bodies that have something near, bodies that a fast kinematic one runs into, and bullets their way again, with impacts
 * (continuous.c). THUD_OUT_OF_MEMORY: none was swept, or no bullet.
 */
struct thud_move_batch;
thud_status thud_sweep_fast_bodies(thud_world *world, const struct thud_move_batch *moved, float dt);

/* Whether an event may come of an impact in mid-step of two shapes that have this contact, or THUD_NONE (events.c). */
bool thud_impact_may_make_event(const thud_world *world, const thud_contact_data *impact, int32_t contact);

/* Writes the events of an impact in mid-step of two shapes that have this contact, or THUD_NONE; to be called if it may make an event (events.c). */
void thud_log_impact(thud_world *world, const thud_contact_data *impact, int32_t contact);

#endif
