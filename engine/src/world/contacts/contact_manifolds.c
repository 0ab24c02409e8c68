/* contact_manifolds.c: sorts contacts by the kinds of their shapes, so that SIMD groups are full,
 * and keeps or computes their manifolds. */
#include "world/contacts/contact_manifolds.h"

#include "world/contacts/landing.h"
#include "world/world_state.h"

#include <string.h>

/* A touching contact keeps its manifold while its bodies have moved by less than this many slops. Motion within that does not
 * change the levers of forces: with 50 mm, as in Box2D, stacks of 20 or 30 crates on a platform that sways stand up to 3 to 5
 * times the acceleration at which rigid ones fall, and frictionless pyramids bear a top of 50 times the density; with 4 mm they
 * fall there, too. A crate should tip within 5 mm of a ledge. */
#define RECYCLE_SLOPS 0.8f

/* Two faces that touch keep it up to this many times as much motion against each other: the crates at the foot of a
 * column of 60 sink by 30 mm while the column settles, and lean as much. */
#define RECYCLE_PRESS_FACTOR 5.0f

/* Of near shapes a second point may be so many speculative distances apart. A crate whose one corner was nearer than that
 * distance and the other farther landed on the one alone: it spun, and of towers that landed at 3 m/s 1 in 13 fell. */
#define SECOND_POINT_FACTOR 2.0f

/* Dynamic bodies are not swept against each other. Two of them that may move by this many margins of fat boxes
 * against each other in the step rush: their contact is made at a larger distance, so that the solver stops them
 * before they overlap; not where they pass each other, or it would stop that, too. The distance is bounded: a long
 * bar has hundreds of bodies in its box. A kinematic body that moves rushes at a dynamic one, too: that is swept, but
 * an impact there takes as many instructions as twenty contacts. Where one of them has joints they rush if they move
 * as far together, and no contact is taken for a passing one. Within the step a joint passes on an impact of the body
 * at its other end, and legs that fold at 10 m/s would be deep in each other before the next step detects it. */
#define FREE_RUSH_MARGINS 4.0f
#define JOINTED_RUSH_MARGINS 2.0f
#define RUSH_DISTANCE_MARGINS 4.0f

/* Sorts of each kind. Contacts that were apart come first: a SIMD group of such contacts is done sooner. Those with
 * THUD_CONTACT_FIXED_SECOND have a sort of their own, as b's face is preferred there. */
enum { WERE_APART, HAD_POINTS, FIXED_SECOND, RUSH, SORTS };

enum { SORT_KEYS = SORTS * (THUD_CONTACT_KINDS + 1) };
_Static_assert(SORT_KEYS <= UINT8_MAX, "a key is a byte");

/* Contacts of a range by kind and sort: those of key k are contacts[starts[k]] .. contacts[starts[k + 1] - 1]. */
typedef struct kind_lists {
    int32_t contacts[THUD_CONTACT_RANGE];
    int32_t starts[SORT_KEYS + 1];
} kind_lists;

/* Whether a contact is one of two dynamic bodies at least one of which has joints. */
THUD_INLINE bool is_jointed(const thud_manifold_job *job, int32_t contact) {
    const thud_contact_pair *pair = &job->contacts->pairs[contact];
    const thud_body *bodies = job->bodies->bodies;
    return job->has_joints && !(job->contacts->features[contact].flags & THUD_CONTACT_KINEMATIC) &&
           (bodies[pair->body_a].first_joint != THUD_NONE || bodies[pair->body_b].first_joint != THUD_NONE);
}

/* Whether two bodies at least one of which has joints rush. */
static bool jointed_rush(const thud_manifold_job *job, const thud_contact_pair *pair) {
    return job->dt * thud_fastest_point(job->bodies, pair->body_a) +
               job->dt * thud_fastest_point(job->bodies, pair->body_b) >
           job->jointed_rush;
}

/* The same of two bodies without joints. The bound is up to twice too large, but takes no root: most contacts ask. */
THUD_INLINE bool free_rush(const thud_manifold_job *job, const thud_contact_pair *pair) {
    const thud_velocity *a = &job->bodies->velocities[pair->body_a],
                        *b = &job->bodies->velocities[pair->body_b];
    const thud_sleep_data *sleep_data = job->bodies->sleep_data;
    float speed = thud_abs(b->linear.x - a->linear.x) + thud_abs(b->linear.y - a->linear.y);
    float swing = thud_abs(a->angular) * sleep_data[pair->body_a].reach +
                  thud_abs(b->angular) * sleep_data[pair->body_b].reach;
    return job->dt * (speed + swing) > job->free_rush;
}

/* Whether one of two bodies is a kinematic one that moves and has one shape: several have seams between them. */
static bool has_moving_shape(const thud_manifold_job *job, const thud_contact_pair *pair) {
    const uint8_t *states = job->batch.states, moving = job->batch.kinematic_state;
    int32_t kinematic = states[pair->body_a] == moving ? pair->body_a : pair->body_b;
    return states[kinematic] == moving && job->bodies->bodies[kinematic].shape_count == 1;
}

/* How two bodies move against each other in a step at the velocities that they have. */
typedef struct relative_step {
    thud_vec2 translation; /* of b, half-way between their centres [m] */
    float swing;   /* bound on the motion of their other points beyond that [m] */
} relative_step;

static relative_step relative_step_of(const thud_manifold_job *job, const thud_contact_pair *pair) {
    const thud_body_table *bodies = job->bodies;
    const thud_velocity *a = &bodies->velocities[pair->body_a], *b = &bodies->velocities[pair->body_b];
    thud_vec2 apart =
        thud_vec2_sub(bodies->poses[pair->body_b].position, bodies->poses[pair->body_a].position);
    thud_vec2 turning = thud_vec2_cross_scalar(0.5f * (a->angular + b->angular), apart);
    thud_vec2 speed = thud_vec2_sub(thud_vec2_sub(b->linear, a->linear), turning);
    float reach = thud_min(bodies->sleep_data[pair->body_a].reach, bodies->sleep_data[pair->body_b].reach);
    return (relative_step){thud_vec2_scale(speed, job->dt),
                           job->dt * thud_abs(b->angular - a->angular) * reach};
}

/* The extent of a shape along an axis, from its body's centre of mass on [m]. */
typedef struct extent_along {
    float low, high;
} extent_along;

static extent_along extent_of(const thud_manifold_job *job, int32_t shape, int32_t body, thud_vec2 axis) {
    const thud_shape_record *record = &job->shapes->records[shape];
    thud_vec2 own_axis = thud_rot_apply_inverse(job->bodies->poses[body].rotation, axis);
    thud_outline outline = thud_shape_record_outline(record);
    float low = -thud_outline_reach(outline, thud_vec2_neg(own_axis));
    float high = thud_outline_reach(outline, own_axis);
    float center = thud_vec2_dot(job->bodies->bodies[body].mass.center, own_axis);
    return (extent_along){low - center - record->radius, high - center + record->radius};
}

/* Whether the shapes of a contact, which are apart, pass each other in the step at their bodies' velocities. Joints may change these. */
static bool passes(const thud_manifold_job *job, int32_t contact) {
    const thud_contact_features *features = &job->contacts->features[contact];
    const thud_contact_record *record = &job->contacts->records[contact];
    const thud_contact_pair *pair = &job->contacts->pairs[contact];
    relative_step step = relative_step_of(job, pair);
    float closing = step.swing - thud_vec2_dot(step.translation, job->contacts->manifolds[contact].normal);
    if (closing < features->nearest) {
        return true;
    }
    const thud_pose *poses = job->bodies->poses;
    thud_vec2 apart = thud_vec2_sub(poses[pair->body_b].position, poses[pair->body_a].position);
    thud_vec2 across = thud_vec2_perp(thud_vec2_normalize(step.translation));
    float beside = thud_vec2_dot(apart, across);
    extent_along a = extent_of(job, record->shape_a, pair->body_a, across);
    extent_along b = extent_of(job, record->shape_b, pair->body_b, across);
    return beside + b.low > a.high || beside + b.high < a.low;
}

static int sort_key(const thud_manifold_job *job, int32_t contact) {
    const thud_contact_features *features = &job->contacts->features[contact];
    const thud_contact_pair *pair = &job->contacts->pairs[contact];
    int kind = job->contacts->kinds[contact];
    int sort = features->count != 0 ? HAD_POINTS : WERE_APART;
    bool is_kinematic = (features->flags & THUD_CONTACT_KINEMATIC) != 0, rushes = false;
    if (!is_kinematic || (kind & THUD_CONTACT_MAY_RUSH) != 0) {
        rushes = is_jointed(job, contact)
                     ? jointed_rush(job, pair)
                     : free_rush(job, pair) && (!is_kinematic || has_moving_shape(job, pair));
    }
    sort = rushes ? RUSH : kind & THUD_CONTACT_FIXED_SECOND ? FIXED_SECOND : sort;
    return SORTS * (kind & THUD_CONTACT_BATCH_BITS) + sort;
}

/* A counting sort. */
static void sort_by_kind(const thud_manifold_job *job, const int32_t *contacts, int32_t count,
                         kind_lists *lists) {
    int32_t ends[SORT_KEYS + 1] = {0};
    uint8_t keys[THUD_CONTACT_RANGE];
    for (int32_t i = 0; i < count; i++) {
        keys[i] = (uint8_t)sort_key(job, contacts[i]);
        ends[keys[i] + 1]++;
    }
    for (int key = 0; key < SORT_KEYS; key++) {
        ends[key + 1] += ends[key];
    }
    memcpy(lists->starts, ends, sizeof ends);
    for (int32_t i = 0; i < count; i++) {
        lists->contacts[ends[keys[i]]++] = contacts[i];
    }
}

static void collide_keys(const thud_manifold_job *job, const kind_lists *lists, int first, int end,
                         thud_collide_batch *batch) {
    batch->contacts = lists->contacts + lists->starts[first];
    batch->count = lists->starts[end] - lists->starts[first];
    if (batch->count > 0) {
        thud_collide_batch_run(batch, job->lanes);
    }
}

/* Collides contacts that rush at a larger distance; those that pass get no points, and a new manifold in the next step. */
static void collide_rushing(const thud_manifold_job *job, const kind_lists *lists, int key,
                            const thud_collide_batch *batch) {
    thud_collide_batch meeting = *batch;
    meeting.speculative_distance = thud_max(job->rush_distance, batch->speculative_distance);
    collide_keys(job, lists, key, key + 1, &meeting);
    int32_t apart[THUD_CONTACT_RANGE + 1], found = 0; /* listed without a branch, as it would not be predictable */
    for (int32_t i = 0; i < meeting.count; i++) {
        const thud_contact_features *features = &job->contacts->features[meeting.contacts[i]];
        apart[found] = meeting.contacts[i];
        found += (features->count != 0) & (features->nearest > batch->speculative_distance);
    }
    for (int32_t i = 0; i < found; i++) {
        if (!is_jointed(job, apart[i]) && passes(job, apart[i])) {
            thud_contact_drop_points(job->contacts, apart[i]);
            job->contacts->origins[apart[i]] = (thud_contact_origin){0};
        }
    }
}

static void collide_kind(const thud_manifold_job *job, const kind_lists *lists, int kind,
                         thud_collide_batch *batch) {
    int key = SORTS * kind;
    collide_keys(job, lists, key, key + FIXED_SECOND, batch);
    batch->face_tolerance = -batch->face_tolerance; /* b's face is preferred */
    collide_keys(job, lists, key + FIXED_SECOND, key + RUSH, batch);
    batch->face_tolerance = -batch->face_tolerance;
    if (lists->starts[key + RUSH] < lists->starts[key + SORTS]) {
        collide_rushing(job, lists, key + RUSH, batch);
    }
}

static void collide_kinds(const thud_manifold_job *job, const kind_lists *lists) {
    thud_collide_batch batch = job->batch;
    int a = 0, b = 0; /* core classes, in the order of thud_contact_kind */
    for (int kind = 1; kind <= THUD_CONTACT_KINDS; kind++) {
        if (lists->starts[SORTS * kind] < lists->starts[SORTS * kind + SORTS]) {
            batch.rectangles = kind == THUD_CONTACT_RECTANGLES;
            batch.class_a = batch.rectangles ? THUD_CORE_4 : (thud_core_class)a;
            batch.class_b = batch.rectangles ? THUD_CORE_4 : (thud_core_class)b;
            collide_kind(job, lists, kind, &batch);
        }
        if (b++ == a) {
            a++;
            b = 0;
        }
    }
}

/* The same: those that may land are listed first. */
static void stop_landings(const thud_manifold_job *job, const int32_t *made, int32_t count) {
    int32_t landing[THUD_CONTACT_RANGE + 1], found = 0;
    for (int32_t i = 0; i < count; i++) {
        landing[found] = made[i];
        found += thud_may_land(job->contacts, made[i]);
    }
    for (int32_t i = 0; i < found; i++) {
        thud_stop_landing(job->contacts, job->bodies, landing[i], job->inverse_h);
    }
}

int32_t thud_make_manifolds(const thud_manifold_job *job, const int32_t *contacts, int32_t count,
                            int32_t *made) {
    int32_t made_count = THUD_KERNEL_CHOOSE(job->lanes, thud_recycle)(&job->batch, contacts, count, made);
    if (made_count > 0) {
        kind_lists lists;
        sort_by_kind(job, made, made_count, &lists);
        collide_kinds(job, &lists);
    }
    stop_landings(job, made, made_count);
    return made_count;
}

void thud_manifold_job_make(const thud_world *world, thud_manifold_job *job) {
    const thud_contact_table *contacts = &world->contacts;
    job->contacts = contacts;
    job->bodies = &world->bodies;
    job->shapes = &world->shapes;
    job->has_joints = world->joints.pool.count > 0;
    job->dt = world->last_dt;
    job->inverse_h = (float)world->def.solver.substeps / world->last_dt;
    job->free_rush = FREE_RUSH_MARGINS * world->def.aabb_margin;
    job->jointed_rush = JOINTED_RUSH_MARGINS * world->def.aabb_margin;
    job->rush_distance = RUSH_DISTANCE_MARGINS * world->def.aabb_margin;
    job->lanes = world->def.lanes;
    /* Field by field: gcc would clear it first by a string instruction, 20 ns of a step of one crate's 1,000. */
    thud_collide_batch *batch = &job->batch;
    batch->rectangles = false;
    batch->poses = world->bodies.poses;
    batch->pairs = contacts->pairs;
    batch->features = contacts->features;
    batch->manifolds = contacts->manifolds;
    batch->origins = contacts->origins;
    batch->fetches = contacts->pool.end > 4 * THUD_CONTACT_RANGE || world->is_cold; /* else in the cache */
    batch->speculative_distance = world->def.speculative_distance;
    batch->second_distance = SECOND_POINT_FACTOR * world->def.speculative_distance;
    batch->recycle_distance = RECYCLE_SLOPS * world->def.slop;
    batch->press_factor = RECYCLE_PRESS_FACTOR;
    batch->states = world->bodies.states;
    batch->kinematic_state = THUD_STATE_KINEMATIC_MOVING;
    batch->face_tolerance =
        0.1f * world->def.slop; /* above the fluctuations of a resting contact, below the visible */
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        batch->cores[c] = world->shapes.cores[c].records;
    }
}
