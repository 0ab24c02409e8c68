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

/* What touches keeps its manifold while it has moved by less than this many slops. */
#define RECYCLE_SLOPS 1.0f

typedef struct collide_job {
    const thud_contact_table *contacts;
    thud_collide_batch batch;
    thud_lanes lanes;
} collide_job;

/* What contacts of one kind have hardly moved keep their manifold; the others collide. */
static void collide_kind(const collide_job *job, thud_core_class class_a, thud_core_class class_b, int32_t first,
                         int32_t end) {
    int32_t stale[CONTACTS_PER_TASK];
    thud_collide_batch batch = job->batch;
    batch.class_a = class_a;
    batch.class_b = class_b;
    batch.contacts = job->contacts->active + first;
    batch.count = end - first;
    batch.count = thud_recycle_batch_run(&batch, stale, job->lanes);
    batch.contacts = stale;
    thud_collide_batch_run(&batch, job->lanes);
}

static int32_t later(int32_t a, int32_t b) {
    return a > b ? a : b;
}

static int32_t earlier(int32_t a, int32_t b) {
    return a < b ? a : b;
}

/* Collides a stretch of the active contacts, kind by kind. */
static void collide_range(int32_t index, int32_t worker, void *context) {
    (void)worker;
    const collide_job *job = context;
    const int32_t *starts = job->contacts->starts;
    int32_t begin = index * CONTACTS_PER_TASK;
    int32_t stop = begin + CONTACTS_PER_TASK;
    for (int a = 0; a < THUD_CORE_CLASSES; a++) {
        for (int b = 0; b <= a; b++) {
            int kind = thud_contact_kind((thud_core_class)a, (thud_core_class)b) - 1;
            int32_t first = later(begin, starts[kind]), end = earlier(stop, starts[kind + 1]);
            if (first < end) {
                collide_kind(job, (thud_core_class)a, (thud_core_class)b, first, end);
            }
        }
    }
}

static void collide_contacts(thud_world *world) {
    const thud_contact_table *contacts = &world->contacts;
    collide_job job = {.contacts = contacts, .lanes = world->def.lanes};
    job.batch = (thud_collide_batch){.poses = world->bodies.poses,
                                     .pairs = contacts->pairs,
                                     .features = contacts->features,
                                     .manifolds = contacts->manifolds,
                                     .origins = contacts->origins,
                                     .speculative_distance = world->def.speculative_distance,
                                     .recycle_distance = RECYCLE_SLOPS * world->def.slop,
                                     .face_tolerance = 0.1f * world->def.slop};
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        job.batch.cores[c] = world->shapes.cores[c].records;
    }
    int32_t count = thud_contact_active_count(contacts);
    thud_tasks_run(world->tasks, collide_range, &job, (count + CONTACTS_PER_TASK - 1) / CONTACTS_PER_TASK);
}

/* ---- what the manifolds tell ---- */

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
        float separation = features->nearest;
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
    collide_contacts(world);
    int32_t ended_count = read_manifolds(world, world->contacts.active, count, ended);
    for (int32_t i = 0; i < ended_count; i++) {
        thud_contact_end_pair(world, ended[i]);
    }
    return THUD_OK;
}
