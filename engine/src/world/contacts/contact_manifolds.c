/* contact_manifolds.c: sorts contacts by the kinds of their shapes, so that SIMD groups are full, and keeps or computes their manifolds. */
#include "world/contacts/contact_manifolds.h"

#include "world/world_state.h"

#include <string.h>

/* A touching contact keeps its manifold while its bodies have moved by less than this many slops. */
#define RECYCLE_SLOPS 0.8f

/* Two faces that touch keep it up to this many times as much motion against each other: the crates at the foot of a column of 60 sink
 * by 30 mm while the column settles, and lean as much. */
#define RECYCLE_PRESS_FACTOR 5.0f

/*
 * Two bodies at least one of which has joints, and that may move by this many margins of fat boxes together in the step, rush: their contact is made
 * at a larger distance. Within the step a joint passes on an impact of the body at its other end, and legs that fold at 10 m/s would be deep in each
 * other before the next step detects it. The distance is bounded: a long bar has hundreds of bodies in its box.
 */
#define RUSH_MARGINS 2.0f
#define RUSH_DISTANCE_MARGINS 4.0f

/* Sorts of each kind. Contacts that were apart come first: a SIMD group of such contacts is done sooner. */
enum { WERE_APART, HAD_POINTS, RUSH, SORTS };

enum { SORT_KEYS = SORTS * (THUD_CONTACT_KINDS + 1) };
_Static_assert(SORT_KEYS <= UINT8_MAX, "a key is a byte");

/* Contacts of a range by kind and sort: those of key k are contacts[starts[k]] .. contacts[starts[k + 1] - 1]. */
typedef struct kind_lists {
    int32_t contacts[THUD_CONTACT_RANGE];
    int32_t starts[SORT_KEYS + 1];
} kind_lists;

/* The largest displacement of a body's points in a step at its current velocity [m]. */
static float step_of(const thud_manifold_job *job, int32_t body) {
    const thud_velocity *velocity = &job->bodies->velocities[body];
    float turning = thud_abs(velocity->angular) * job->bodies->sleep_data[body].reach;
    return job->dt * (thud_vec2_length(velocity->linear) + turning);
}

static bool rushes(const thud_manifold_job *job, int32_t contact) {
    const thud_contact_pair *pair = &job->contacts->pairs[contact];
    return step_of(job, pair->body_a) + step_of(job, pair->body_b) > job->rush;
}

static int sort_key(const thud_manifold_job *job, int32_t contact) {
    const thud_contact_features *features = &job->contacts->features[contact];
    int sort = features->count != 0 ? HAD_POINTS : WERE_APART;
    if ((features->flags & THUD_CONTACT_JOINTED) && rushes(job, contact)) {
        sort = RUSH;
    }
    return SORTS * (job->contacts->kinds[contact] & THUD_CONTACT_KIND_BITS) + sort;
}

/* A counting sort. */
static void sort_by_kind(const thud_manifold_job *job, const int32_t *contacts, int32_t count, kind_lists *lists) {
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

/* Collides the contacts of keys [first, end). */
static void collide_keys(const thud_manifold_job *job, const kind_lists *lists, int first, int end,
                         thud_collide_batch *batch) {
    batch->contacts = lists->contacts + lists->starts[first];
    batch->count = lists->starts[end] - lists->starts[first];
    if (batch->count > 0) {
        thud_collide_batch_run(batch, job->lanes);
    }
}

/* Collides the contacts of one kind, those that rush at a larger distance. */
static void collide_kind(const thud_manifold_job *job, const kind_lists *lists, int kind, thud_collide_batch *batch) {
    int key = SORTS * kind;
    collide_keys(job, lists, key, key + RUSH, batch);
    thud_collide_batch rushing = *batch;
    rushing.speculative_distance = thud_max(job->rush_distance, batch->speculative_distance);
    collide_keys(job, lists, key + RUSH, key + SORTS, &rushing);
}

static void collide_kinds(const thud_manifold_job *job, const kind_lists *lists) {
    thud_collide_batch batch = job->batch;
    for (int a = 0; a < THUD_CORE_CLASSES; a++) {
        for (int b = 0; b <= a; b++) {
            batch.class_a = (thud_core_class)a;
            batch.class_b = (thud_core_class)b;
            collide_kind(job, lists, thud_contact_kind(batch.class_a, batch.class_b), &batch);
        }
    }
    batch.class_a = batch.class_b = THUD_CORE_4;
    batch.rectangles = true;
    collide_kind(job, lists, THUD_CONTACT_RECTANGLES, &batch);
}

void thud_make_manifolds(const thud_manifold_job *job, const int32_t *contacts, int32_t count) {
    int32_t stale[THUD_CONTACT_RANGE];
    thud_collide_batch batch = job->batch;
    batch.contacts = contacts;
    batch.count = count;
    int32_t stale_count = thud_recycle_batch_run(&batch, stale, job->lanes);
    if (stale_count > 0) {
        kind_lists lists;
        sort_by_kind(job, stale, stale_count, &lists);
        collide_kinds(job, &lists);
    }
}

thud_manifold_job thud_manifold_job_make(const thud_world *world) {
    const thud_contact_table *contacts = &world->contacts;
    thud_manifold_job job = {.contacts = contacts,
                             .bodies = &world->bodies,
                             .dt = world->last_dt,
                             .rush = RUSH_MARGINS * world->def.aabb_margin,
                             .rush_distance = RUSH_DISTANCE_MARGINS * world->def.aabb_margin,
                             .lanes = world->def.lanes};
    job.batch = (thud_collide_batch){.poses = world->bodies.poses,
                                     .pairs = contacts->pairs,
                                     .features = contacts->features,
                                     .manifolds = contacts->manifolds,
                                     .origins = contacts->origins,
                                     .speculative_distance = world->def.speculative_distance,
                                     .recycle_distance = RECYCLE_SLOPS * world->def.slop,
                                     .press_factor = RECYCLE_PRESS_FACTOR,
                                     .face_tolerance = 0.1f * world->def.slop};
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        job.batch.cores[c] = world->shapes.cores[c].records;
    }
    return job;
}
