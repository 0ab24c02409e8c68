/**
 * world.h: a world of bodies under gravity; one function runs all stages of a step.
 *
 *     thud_world_def def = thud_world_defaults();
 *     thud_world *world = thud_world_create(&def);
 *     thud_world_step(world, 1.0f / 60.0f);
 *
 * A refused call changes nothing. thud_world_refusal() returns what was refused, and the log hook gets it as text.
 * Calls that would change the world from inside a step (from a callback) are refused with THUD_WORLD_LOCKED. To change
 * a setting, read the definition, change a field, and configure:
 *
 *     thud_world_def now = thud_world_definition(world);
 *     now.gravity.y = -20;
 *     thud_world_configure(world, &now);
 *     thud_world_destroy(world);
 *
 * Threads: different threads may use different worlds at once. A call that changes a world (it takes a thud_world that
 * is not const) must be the only call on that world. Calls that only read it may run on any number of threads at once
 * while no call changes it: those that take a const thud_world, and those of query.h, event.h and debug_draw.h as these
 * headers say. thud_world_refusal returns the last refusal on any thread. A world uses threads of its own in a step and
 * in thud_world_cast_rays; callbacks of a step run on the thread that steps.
 */
#pragma once

#include "thud/response.h"

THUD_BEGIN_C

/** A world; it owns the memory of all that is in it. */
typedef struct thud_world thud_world;

/** Names a body in a world. The zero id is null. A stale id gives null results and a status (THUD_STALE_ID),
 * never another body, as long as its slot has been used less than 16.7 million times since. An id of another
 * world is refused if the two worlds have different tags (thud_world_def.id_tag). If the tags are equal it
 * may name a body of this world: safe, but hardly the intended body. The same holds for all ids. Ids depend
 * only on the tag of their world and the calls made on it: they are the same from run to run. */
typedef struct thud_body_id {
    uint32_t slot;
    uint32_t generation;
} thud_body_id;

/** Names a shape on a body. The zero id is null. */
typedef struct thud_shape_id {
    uint32_t slot;
    uint32_t generation;
} thud_shape_id;

/** Names a joint. The zero id is null. */
typedef struct thud_joint_id {
    uint32_t slot;
    uint32_t generation;
} thud_joint_id;

/** Names a contact for as long as its two shapes are near. The zero id is null. */
typedef struct thud_contact_id {
    uint32_t slot;
    uint32_t generation;
} thud_contact_id;

/** Whether an id is null. A stale id is not null: see thud_body_is_valid and the like. */
static inline bool thud_body_id_is_null(thud_body_id id) {
    return id.generation == 0;
}

static inline bool thud_shape_id_is_null(thud_shape_id id) {
    return id.generation == 0;
}

static inline bool thud_joint_id_is_null(thud_joint_id id) {
    return id.generation == 0;
}

static inline bool thud_contact_id_is_null(thud_contact_id id) {
    return id.generation == 0;
}

/** Whether two ids name the same thing. */
static inline bool thud_body_id_equal(thud_body_id a, thud_body_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

static inline bool thud_shape_id_equal(thud_shape_id a, thud_shape_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

static inline bool thud_joint_id_equal(thud_joint_id a, thud_joint_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

static inline bool thud_contact_id_equal(thud_contact_id a, thud_contact_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

/** Which shapes collide, by layers and masks, see thud_filter_accepts. */
typedef struct thud_filter {
    uint64_t category; /**< what the shape is: one or more bits */
    uint64_t mask;     /**< the categories it collides with */
    int32_t group; /**< if equal and not 0, it overrides category and mask: positive groups always collide,
                      negative never */
} thud_filter;

/** Decides whether a pair of shapes may collide; return false and they do not until their fat boxes have been
 * apart. Called when their fat boxes meet, and by continuous collision in a step in which one shape would
 * stop the other before they have a contact; that answer holds for the step. The callback must not change
 * the world. Called from one thread only. */
typedef bool thud_collide_filter(thud_world *world, thud_shape_id shape_a, thud_shape_id shape_b,
                                 void *context);

/** See event.h. */
typedef struct thud_contact_data thud_contact_data;

/**
 * Decides whether a contact is solved. Called in every step for every awake contact, near or
 * touching, one of whose shapes has pre_solve: after the narrowphase, before the solver, on the
 * thread that steps, in the order of contact ids.
 *
 * Return false to let the shapes pass through each other in this step. The contact is then `rejected`: it has no
 * impulses, does not touch, makes no events, wakes no bodies and does not join them to an island.
 *
 * `material` is the mixed material. Changes to it hold for this step. A material that thud_collision_impulse would
 * refuse is not used, and counted in thud_step_result. The contact's impulses are those of the last step. Its
 * `rejected` is the last answer, as long as the shapes have not been apart since.
 *
 * Continuous collision calls it too, in order of time, for shapes in the path of a fast body with which it had no
 * manifold when the step began. It passes the points and the normal of the time of impact and, if the pair has no
 * contact yet, a null contact id. If the callback returns false the body moves on.
 *
 * It is not called for contacts of sleeping bodies (wake a body to have it called), nor for shapes that a one-way shape
 * lets pass. The world is locked. Platforms to jump through from below need no callback: see thud_shape_def.one_way.
 */
typedef bool thud_pre_solve(thud_world *world, const thud_contact_data *contact, thud_material *material,
                            void *context);

/** One of two surfaces that meet. */
typedef struct thud_surface {
    thud_material material;
    uint64_t material_id; /**< the shape's */
} thud_surface;

/** Mixes the materials of two surfaces, instead of thud_material_mix; `a` is the surface with the smaller
 * material_id. Called when a contact begins or one of its materials changes, in every step for contacts with
 * pre_solve, and by continuous collision. An invalid result is not used: thud_material_mix mixes then, and
 * thud_step_result counts it. The world is locked. Called from one thread only. */
typedef thud_material thud_mix_materials(const thud_surface *a, const thud_surface *b, void *context);

/** How to make and tune a world. Fields marked "fixed" cannot be changed by thud_world_configure. */
typedef struct thud_world_def {
    thud_vec2 gravity;           /**< [m/s^2], up to THUD_MAX_GRAVITY on each axis; (0, -10) */
    thud_solver_settings solver; /**< substeps, stiffness, thresholds */
    /** How long a metre is in your units: 1 for metres, about 50 for pixels; fixed, > 0. Start from thud_world_defaults_for_unit,
     * which scales gravity and all lengths and speeds: set alone it scales no other field. */
    float length_unit;
    float slop;        /**< overlap that continuous collision leaves alone [m], > 0; 0.005 */
    float speculative_distance; /**< contacts are made this far ahead [m]; 0.02 */
    float aabb_margin;          /**< margin of fat boxes on each side [m]; 0.05; fixed */
    float hit_speed;            /**< approach speed above which a hit event is made [m/s]; 1 */
    /** An island that is slower than this for sleep_time falls asleep [m/s]; 0.05. Bodies under weak gravity must be slower than
     * a quarter of what it gives them in sleep_time, or they would sleep in the air. */
    float sleep_speed;
    float sleep_time;           /**< [s]; up to 4 steps are added, as islands are looked at in every fifth step; 0.5 */
    bool sleeping;              /**< whether bodies fall asleep; true */
    bool continuous;            /**< fast bodies do not tunnel through static and kinematic ones; true */
    /** Whether bullets (thud_body_def.bullet) have times of impact against each other; false. If true they are
     * swept one by one, on one thread. If false two bullets that meet between steps pass through each other; in
     * contact they collide like other bodies. */
    bool bullets_hit_bullets;
    /** Threads that step, the caller's included, 1 to 64; 1; fixed. Steps with fewer than 2,000 awake bodies, contacts and
     * joints use the caller's alone, which is faster; a job system of yours gets the tasks of all steps. */
    int worker_count;
    thud_run_tasks run_tasks;    /**< your own job system instead of the built-in threads; NULL; fixed */
    void *run_tasks_context;     /**< fixed */
    thud_lanes lanes;            /**< SIMD width; the bits do not depend on it; fixed */
    thud_hooks hooks;            /**< memory, messages; fixed */
    int body_capacity;           /**< bodies, shapes and contacts to reserve memory for; 0; fixed */
    int shape_capacity;          /**< fixed */
    int contact_capacity;        /**< fixed */
    thud_collide_filter *filter; /**< called for each new pair that the shapes' filters accept; continuous collision then
                                    sweeps on one thread; NULL */
    void *filter_context;
    thud_pre_solve *pre_solve; /**< called in each step for the contacts of shapes with pre_solve; NULL */
    void *pre_solve_context;
    thud_mix_materials *mix_materials; /**< NULL: thud_material_mix */
    void *mix_materials_context;
    int id_tag; /**< 0 to 255: a part of every id that the world makes. A world refuses ids with a tag other than its own
                   (THUD_WRONG_WORLD); worlds with equal tags make equal ids and cannot distinguish them. 0; fixed */
    const char *name; /**< copied, see thud_body_def; NULL. The string that thud_world_definition returns lives until the
                         world is destroyed, and changes with the next name */
    void *user_data;
} thud_world_def;

/** The failures of a step; all zero if there were none. */
typedef struct thud_step_result {
    thud_status status;  /**< THUD_OK; THUD_NOT_FINITE: bodies were disabled; THUD_OUT_OF_MEMORY: contacts are
                            missing, events of the step or of changes before it are lost, or the step was not made */
    int disabled_bodies; /**< bodies whose state was not finite any more, or that moved beyond THUD_MAX_POSITION: disabled
                            at their last pose, with no velocity */
    thud_body_id first_disabled; /**< one of them, or null */
    int lost_contacts; /**< pairs without a contact because memory ran out; they are tried again in the next
                          step */
    int refused_materials; /**< materials from pre_solve or mix_materials that were not used because they were NaN,
                              negative, or had an elasticity above 1; thud_world_refusal names the field */
} thud_step_result;

/** Times of the last step and its stages [ms]. For display; not deterministic. */
typedef struct thud_world_timings {
    float step;
    float broadphase;  /**< new pairs */
    float narrowphase; /**< manifolds */
    float response;    /**< islands and solver */
    float advance;     /**< poses, boxes, continuous collision, sleep, events */
    float continuous;  /**< part of advance */
    float sensors;     /**< part of advance */
} thud_world_timings;

/** Counts of what is in the world and of what the last step did. */
typedef struct thud_world_counters {
    int bodies;       /**< all of them */
    int awake_bodies; /**< dynamic and kinematic ones that are awake */
    int shapes;
    int joints;
    int contacts;        /**< shape pairs whose fat boxes overlap */
    int touching;        /**< of these, pairs that touch */
    int solved_contacts; /**< contacts in the solver in the last step */
    int islands;         /**< awake islands when the solver's constraint graph was last built, up to 32 steps ago */
    int sleeping_islands;
    int pairs_begun;     /**< contacts made in the last step */
    int pairs_ended;     /**< contacts ended in the last step */
    int wasted_pairs;    /**< broadphase candidates whose boxes did not overlap */
    int cells;           /**< spatial hash: occupied cells */
    int times_of_impact; /**< impacts of continuous collision in the last step, maybe several of a body */
    int sensors;         /**< shapes that are sensors, or have kinematic_events */
    int sensor_overlaps; /**< shapes inside of sensors after the last step, and touches by kinematic_events */
    int64_t bytes;       /**< memory held by the world; thud_world_memory gives its parts */
} thud_world_counters;

/** Memory that a world holds [bytes], by use; the sum is thud_world_counters.bytes. It is the memory that the
 * world has allocated through its hooks and not freed, so free and reserved capacity counts too. An array
 * grows by half when it is full, and keeps its memory until the world is destroyed. */
typedef struct thud_world_memory_use {
    int64_t bodies;
    int64_t shapes; /**< with chains and the overlap lists of sensors */
    int64_t contacts;
    int64_t joints;
    int64_t broadphase; /**< boxes of shapes, and the spatial hash */
    int64_t solver;
    int64_t events;
    int64_t scratch; /**< of one step, kept for the next */
    int64_t other;   /**< the world itself, its threads, lists of a few bodies */
} thud_world_memory_use;

/** Defaults: the values named at each field, in metres. */
THUD_API thud_world_def thud_world_defaults(void);

/** The defaults for another length unit: gravity and every length and speed are multiplied by it. For movers and runners see
 * thud_mover_defaults_for_unit and thud_runner_scale; the defaults of joints and forces are the same in every unit. */
THUD_API thud_world_def thud_world_defaults_for_unit(float length_unit);

/** Makes a world. Returns NULL if the definition is refused or memory runs out: the log hook gets the reason, and
 * thud_world_def_check returns it. */
THUD_API thud_world *thud_world_create(const thud_world_def *def);

/** Checks a definition; the refusal names the field that is wrong. */
THUD_API thud_refusal thud_world_def_check(const thud_world_def *def);

/** Destroys a world and all that is in it; NULL is allowed. Refused (nothing happens) from inside a step. */
THUD_API void thud_world_destroy(thud_world *world);

/** The definition with its current values. */
THUD_API thud_world_def thud_world_definition(const thud_world *world);

/**
 * Changes the world to a definition; false when a field is refused. The fields that differ take effect as follows:
 * - Another gravity wakes the dynamic bodies that it moves.
 * - Sleeping switched off wakes all bodies.
 * - Another pre_solve or mix_materials (or another context) mixes the materials of all contacts anew, then wakes all
 *   bodies.
 * - All other fields take effect in the next step and wake nothing.
 *
 * If mix_materials is set, a definition in which nothing differs mixes anew and wakes all bodies too: call it when a
 * table that your callback reads has changed.
 */
THUD_API bool thud_world_configure(thud_world *world, const thud_world_def *def);

/** Gravity [m/s^2]; zero for NULL. */
THUD_API thud_vec2 thud_world_gravity(const thud_world *world);

/** Sets gravity [m/s^2], up to THUD_MAX_GRAVITY on each axis; wakes the dynamic bodies that it moves. O(bodies) */
THUD_API bool thud_world_set_gravity(thud_world *world, thud_vec2 gravity);

/**
 * Advances by dt [s], THUD_MIN_STEP to THUD_MAX_STEP (a fixed 1/60 is best; see thud_stepper). Refused with
 * THUD_OUT_OF_RANGE otherwise; a refused step keeps the events of the last one. Same inputs give the same bits, whatever the
 * threads and SIMD width.
 *
 * A step of another length than the last one jolts what rests: ten crates on each other by 0.08 m/s where 1/30 s follows 1/60 s, by
 * 0.7 m/s where 0.1 s does. From 0.8 s on nothing comes to rest.
 *
 * A body that meets nothing moves in substeps of h = dt / solver.substeps. Each makes v = v / (1 + linear_damping h) + a h,
 * then x = x + v h, where a = gravity * gravity_scale + force / mass. Compute the same to predict its path. Without damping
 * its centre is at x + v t + a t (t + h) / 2 after a time t of whole steps.
 */
THUD_API thud_step_result thud_world_step(thud_world *world, float dt);

/**
 * Moves the whole world by `added_to_positions` [m], to keep the action near the origin, where floats
 * are finest: the offset (-1000, 0) moves a player at x = 1000 to 0. (Box2D 2's ShiftOrigin took the
 * new origin instead, the negative of this.)
 *
 * The call moves:
 * - bodies, also asleep or disabled, with all that is on them, and their previous poses;
 * - the targets of target joints and the wheels of pulleys;
 * - points and poses in the events of the last step, also in arrays that you already hold.
 *
 * All else stays: nothing wakes, no contact and no event begins or ends, and impulses, sleep timers, forces for the
 * next step and ids do not change. Queries find everything at its new position at once. The call does not move data of
 * yours: camera, stored points, the areas, waves and centres of thud/forces.h, and the states of movers, of which
 * `position`, `previous`, `placed` and `floor_point` are points of the world.
 *
 * Each coordinate is rounded to a float. The result is exact if the coordinate gets no farther from the origin and the
 * offset is in whole metres (below 1.6e7 m from the origin). Otherwise the error is at most half a spacing of floats
 * (0.03 mm at 1 km, 4 mm at 100 km). Shift by whole kilometres before positions reach 10 km.
 *
 * Returns false if refused, with nothing changed: for numbers that are not finite, for an offset that moves a body or a
 * joint's point beyond THUD_MAX_POSITION (THUD_OUT_OF_RANGE), from inside a step or a query, or if memory runs out.
 * Cost: O(all bodies, shapes and joints), 3 ms for 23,000 shapes; the next step then finds the pairs of all boxes once.
 */
THUD_API bool thud_world_shift_origin(thud_world *world, thud_vec2 added_to_positions);

/** The last refused call on this world: status, call, field, value, and all of these as text; THUD_OK and "" if there
 * was none. A call that succeeds does not change it. */
THUD_API thud_refusal thud_world_refusal(const thud_world *world);

/** Timings of the last step. */
THUD_API thud_world_timings thud_world_last_timings(const thud_world *world);

/** Counters. */
THUD_API thud_world_counters thud_world_counts(const thud_world *world);

/** The memory that the world holds now; zeros for NULL. */
THUD_API thud_world_memory_use thud_world_memory(const thud_world *world);

/** A hash of every body's pose and velocity: equal worlds have equal hashes. O(bodies). */
THUD_API uint64_t thud_world_hash(const thud_world *world);

/** Whether two filters let their shapes collide. */
THUD_API bool thud_filter_accepts(thud_filter a, thud_filter b);

/** Lists the awake bodies: dynamic ones first, then kinematic ones that move, each in slot order. Writes up to
 * `capacity`, returns how many there are. O(awake bodies) after a step, O(bodies) after changes. */
THUD_API int thud_world_awake_bodies(const thud_world *world, thud_body_id *bodies, int capacity);

/** Iterates over bodies in slot order: returns the first one for the null id, else the next after `body`; null at the
 * end. In all iterations, destroy an object only after asking for the next one: a stale id ends them (THUD_STALE_ID). */
THUD_API thud_body_id thud_world_next_body(const thud_world *world, thud_body_id body);

/**
 * A fixed-step accumulator: feed it frame time, draw with its alpha.
 *
 *     thud_stepper stepper = thud_stepper_defaults();
 *     each frame: thud_stepper_advance(&stepper, world, frame_seconds);
 *                 thud_pose pose = thud_stepper_pose(&stepper, world, body);
 */
typedef struct thud_stepper {
    float dt;          /**< fixed step [s]; 1/60 */
    int max_steps;     /**< most steps in one call; time beyond that is dropped; 8 */
    float accumulator; /**< time not yet stepped [s] */
    float alpha;       /**< interpolation factor from the previous to the current pose, 0 to 1 */
} thud_stepper;

/** Defaults: dt 1/60 s, at most 8 steps a call. */
THUD_API thud_stepper thud_stepper_defaults(void);

/** Steps the world for a frame of `frame_time` [s]; returns the number of steps. Negative or non-finite time counts as
 * zero. Events are those of the last step alone, also after a frame without one: a game that reads them calls
 * thud_stepper_due. */
THUD_API int thud_stepper_advance(thud_stepper *stepper, thud_world *world, float frame_time);

/** Returns the number of steps of dt due for a frame of `frame_time` [s], and sets alpha. For games that do
 * something around each step, such as moving characters (mover.h), reading events, or applying forces, which
 * last for one step: call thud_world_step that many times. Slow motion is a smaller frame_time. Returns 0 for
 * a stepper with invalid fields. */
THUD_API int thud_stepper_due(thud_stepper *stepper, float frame_time);

/** The pose at which to draw a body: its previous and current pose, interpolated by alpha; the
 * current pose right after a teleport, and where alpha is not a number. */
THUD_API thud_pose thud_stepper_pose(const thud_stepper *stepper, const thud_world *world, thud_body_id body);

THUD_END_C
