/*
 * collide.c: the second stage: manifolds for all active contacts, batch by batch, then what they tell:
 * touching has begun or ended, a sleeper was met, a pair has parted.
 */
#include "world/world_state.h"

#include "base/kernel.h"
#include "broadphase/spatial_hash.h"
#include "narrowphase/manifold.h"

/* Contacts that one task collides: a few tens of microseconds. A multiple of the lanes, though nothing
 * depends on it. */
enum { CONTACTS_PER_TASK = 512 };

typedef struct collide_job {
    thud_world *world;
    thud_collide_batch batch;
    thud_lanes lanes;
} collide_job;

static void collide_range(int32_t index, int32_t worker, void *context) {
    (void)worker;
    const collide_job *job = context;
    thud_collide_batch range = job->batch;
    int32_t first = index * CONTACTS_PER_TASK;
    range.contacts += first;
    range.count = range.count - first < CONTACTS_PER_TASK ? range.count - first : CONTACTS_PER_TASK;
    thud_collide_batch_run(&range, job->lanes);
}

static void collide_batches(thud_world *world) {
    const thud_contact_table *contacts = &world->contacts;
    collide_job job = {.world = world, .lanes = world->def.lanes};
    job.batch = (thud_collide_batch){.poses = world->bodies.poses,
                                     .pairs = contacts->pairs,
                                     .features = contacts->features,
                                     .manifolds = contacts->manifolds,
                                     .speculative_distance = world->def.speculative_distance,
                                     .face_tolerance = 0.1f * world->def.slop};
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        job.batch.cores[c] = world->shapes.cores[c].records;
    }
    for (int a = 0; a < THUD_CORE_CLASSES; a++) {
        for (int b = 0; b <= a; b++) {
            int batch = thud_contact_kind((thud_core_class)a, (thud_core_class)b) - 1;
            job.batch.class_a = (thud_core_class)a;
            job.batch.class_b = (thud_core_class)b;
            job.batch.contacts = contacts->active + contacts->starts[batch];
            job.batch.count = contacts->starts[batch + 1] - contacts->starts[batch];
            if (job.batch.count > 0) {
                thud_tasks_run(world->tasks, collide_range, &job,
                               (job.batch.count + CONTACTS_PER_TASK - 1) / CONTACTS_PER_TASK);
            }
        }
    }
}

/* ---- what the manifolds tell ---- */

static float least_separation(const thud_contact_features *features, const thud_contact_manifold *manifold) {
    float first = manifold->separation[0];
    return features->count == 2 && manifold->separation[1] < first ? manifold->separation[1] : first;
}

void thud_contact_touch_at(thud_world *world, int32_t contact, const float approach_speed[2]) {
    thud_contact_features *features = &world->contacts.features[contact];
    features->flags |= THUD_CONTACT_TOUCHING;
    world->contacts.touching_count++;
    if (features->flags & THUD_CONTACT_WANTS_EVENTS) {
        thud_event_log_touch(&world->events, contact, approach_speed);
    }
}

void thud_contact_begin_touch(thud_world *world, int32_t contact) {
    float approach_speed[2];
    thud_contact_approach(world, contact, approach_speed);
    thud_contact_touch_at(world, contact, approach_speed);
}

void thud_contact_end_touch(thud_world *world, int32_t contact) {
    thud_contact_features *features = &world->contacts.features[contact];
    features->flags &= (uint8_t)~THUD_CONTACT_TOUCHING;
    world->contacts.touching_count--;
    if (features->flags & THUD_CONTACT_WANTS_EVENTS) {
        const thud_contact_record *record = &world->contacts.records[contact];
        thud_event_log_part(&world->events, thud_shape_id_at(world, record->shape_a),
                            thud_shape_id_at(world, record->shape_b));
    }
}

/* A sleeper that something near could touch has to take part. */
static void wake_sleepers(thud_world *world, const thud_contact_pair *pair) {
    const uint8_t *states = world->bodies.states;
    if (states[pair->body_a] == THUD_STATE_ASLEEP) {
        thud_wake_island(world, pair->body_a);
    }
    if (states[pair->body_b] == THUD_STATE_ASLEEP) {
        thud_wake_island(world, pair->body_b);
    }
}

/* Goes through the manifolds; returns how many contacts ended, listed in `ended`. */
static int32_t read_manifolds(thud_world *world, const int32_t *active, int32_t count, int32_t *ended) {
    const thud_contact_table *contacts = &world->contacts;
    const thud_aabb *fat_boxes = thud_hash_fat_boxes(world->hash);
    float slop = world->def.slop;
    int32_t ended_count = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t contact = active[i];
        const thud_contact_features *features = &contacts->features[contact];
        float separation =
            features->count > 0 ? least_separation(features, &contacts->manifolds[contact]) : slop + 1.0f;
        bool overlapping = separation <= 0.0f;
        bool was_touching = (features->flags & THUD_CONTACT_TOUCHING) != 0;
        bool is_asked_about = (features->flags & THUD_CONTACT_PRE_SOLVE) != 0; /* the answer decides */
        if (overlapping && !was_touching) {
            if (!is_asked_about) {
                thud_contact_begin_touch(world, contact);
            }
        } else if (was_touching &&
                   separation > slop) { /* later than it began, so that rest does not flicker */
            thud_contact_end_touch(world, contact);
        }
        if (features->count > 0 && !is_asked_about && world->counters.sleeping_islands > 0) {
            wake_sleepers(world, &contacts->pairs[contact]);
        }
        /* Shapes that overlap have boxes that overlap: only the others need a look. */
        const thud_contact_proxies *proxies = &contacts->proxies[contact];
        if (!overlapping && !thud_aabb_overlaps(fat_boxes[proxies->a], fat_boxes[proxies->b])) {
            ended[ended_count++] = contact;
        }
    }
    return ended_count;
}

thud_status thud_collide_pairs(thud_world *world) {
    thud_contact_table_refresh(&world->contacts);
    int32_t count = thud_contact_active_count(&world->contacts);
    if (count == 0) {
        return THUD_OK;
    }
    int32_t *ended = thud_arena_allocate_array(&world->arena, count, sizeof *ended);
    if (ended == NULL) {
        return THUD_OUT_OF_MEMORY;
    }
    collide_batches(world);
    int32_t ended_count = read_manifolds(world, world->contacts.active, count, ended);
    for (int32_t i = 0; i < ended_count; i++) {
        thud_contact_end_pair(world, ended[i]);
    }
    return THUD_OK;
}
