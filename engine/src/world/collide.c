/*
 * collide.c: the second stage: manifolds for all active contacts, batch by batch, then what they tell:
 * touching has begun or ended, a sleeper was met, a pair has parted.
 */
#include "world/world_state.h"

#include "base/kernel.h"
#include "broadphase/spatial_hash.h"
#include "narrowphase/manifold.h"
#include "world/watch.h"

#include <string.h>

THUD_KERNEL_DECLARE(void, thud_watch_contacts, (thud_watch_batch * batch));

/* Contacts that one task collides: a few tens of microseconds. A multiple of the lanes, though nothing
 * depends on it. */
enum { CONTACTS_PER_TASK = 1024 };

/* What touches keeps its manifold while it has moved by less than this many slops. */
#define RECYCLE_SLOPS 1.0f

/* Slops that a body is in a static one before anything is done about it but to push. */
#define DEEP_SLOPS 4.0f

typedef struct collide_job {
    const thud_contact_table *contacts;
    thud_collide_batch batch;
    thud_watch_batch watch; /* its lists have room for all contacts; a task fills its own stretch of them */
    int32_t *news_counts, *near_counts; /* by task */
    thud_lanes lanes;
} collide_job;

enum { SORT_KEYS = 2 * (THUD_CONTACT_KINDS + 1) };

/* Contacts of one task by kind: those of kind k are contacts[starts[2 k]] .. contacts[starts[2 k + 2] - 1]. */
typedef struct kind_lists {
    int32_t contacts[CONTACTS_PER_TASK];
    int32_t starts[SORT_KEYS + 1];
} kind_lists;

/* By kind, and in each kind those that were apart first: side by side, they are done with sooner. */
static int sort_key(const thud_contact_table *table, int32_t contact) {
    return 2 * table->kinds[contact] + (table->features[contact].count != 0);
}

/* A counting sort. */
static void sort_by_kind(const thud_contact_table *table, const int32_t *contacts, int32_t count,
                         kind_lists *lists) {
    int32_t ends[SORT_KEYS + 1] = {0};
    for (int32_t i = 0; i < count; i++) {
        ends[sort_key(table, contacts[i]) + 1]++;
    }
    for (int key = 0; key < SORT_KEYS; key++) {
        ends[key + 1] += ends[key];
    }
    memcpy(lists->starts, ends, sizeof ends);
    for (int32_t i = 0; i < count; i++) {
        lists->contacts[ends[sort_key(table, contacts[i])]++] = contacts[i];
    }
}

static void collide_kinds(const collide_job *job, const kind_lists *lists) {
    thud_collide_batch batch = job->batch;
    for (int a = 0; a < THUD_CORE_CLASSES; a++) {
        for (int b = 0; b <= a; b++) {
            int kind = thud_contact_kind((thud_core_class)a, (thud_core_class)b);
            batch.class_a = (thud_core_class)a;
            batch.class_b = (thud_core_class)b;
            batch.contacts = lists->contacts + lists->starts[2 * kind];
            batch.count = lists->starts[2 * kind + 2] - lists->starts[2 * kind];
            if (batch.count > 0) {
                thud_collide_batch_run(&batch, job->lanes);
            }
        }
    }
}

/* A stretch of the active contacts: those that have hardly moved keep their manifold, the others collide. */
static void collide_range(int32_t index, int32_t worker, void *context) {
    (void)worker;
    const collide_job *job = context;
    int32_t first = index * CONTACTS_PER_TASK;
    int32_t left = job->contacts->active_count - first;
    int32_t stale[CONTACTS_PER_TASK];
    thud_collide_batch batch = job->batch;
    batch.contacts = job->contacts->active + first;
    batch.count = left < CONTACTS_PER_TASK ? left : CONTACTS_PER_TASK;
    int32_t stale_count = thud_recycle_batch_run(&batch, stale, job->lanes);
    if (stale_count > 0) {
        kind_lists lists;
        sort_by_kind(job->contacts, stale, stale_count, &lists);
        collide_kinds(job, &lists);
    }
    thud_watch_batch watch = job->watch;
    watch.contacts = batch.contacts;
    watch.count = batch.count;
    watch.news += first;
    watch.near += first;
    THUD_KERNEL_CHOOSE(job->lanes, thud_watch_contacts)(&watch);
    job->news_counts[index] = watch.news_count;
    job->near_counts[index] = watch.near_count;
}

static collide_job make_job(const thud_world *world) {
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
    job.watch = (thud_watch_batch){.features = contacts->features,
                                   .proxies = contacts->proxies,
                                   .fat_boxes = thud_hash_fat_boxes(world->hash),
                                   .part_distance = world->def.slop,
                                   .deep_distance = DEEP_SLOPS * world->def.slop};
    return job;
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
    float approach_speed[2] = {0.0f, 0.0f}; /* for events only */
    if (world->contacts.features[contact].flags & THUD_CONTACT_WANTS_EVENTS) {
        thud_contact_approach(world, contact, approach_speed);
    }
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

/* Few wake anybody: all is looked at in each, so that there is one branch, hardly ever taken. */
static void wake_all_sleepers(thud_world *world) {
    const thud_contact_table *contacts = &world->contacts;
    const uint8_t *states = world->bodies.states;
    for (int32_t i = 0; i < contacts->active_count; i++) {
        int32_t contact = contacts->active[i];
        const thud_contact_pair *pair = &contacts->pairs[contact];
        const thud_contact_features *features = &contacts->features[contact];
        bool sleeps = (states[pair->body_a] == THUD_STATE_ASLEEP) | (states[pair->body_b] == THUD_STATE_ASLEEP);
        bool is_decided = (features->flags & THUD_CONTACT_PRE_SOLVE) == 0; /* otherwise the answer decides */
        if (sleeps & is_decided & (features->count > 0)) {
            wake_sleepers(world, pair);
        }
    }
}

/* Deals with contacts to which something happened; lists in place of them those that ended, and counts these. */
/*
 * A body that is deep in a static or kinematic one will be swept however slow it is: what presses it, be it slow, goes on, and its middle must
 * stay on its side.
 */
static void note_pressed(thud_world *world, int32_t contact) {
    const thud_contact_pair *pair = &world->contacts.pairs[contact];
    bool is_a = world->bodies.bodies[pair->body_a].type == THUD_BODY_DYNAMIC;
    int32_t body = is_a ? pair->body_a : pair->body_b;
    float deep = THUD_FAST_SHARE * world->bodies.gauges[body].thickness;
    if (world->pressed != NULL && -world->contacts.features[contact].nearest > deep) {
        world->pressed[world->pressed_count++] = body;
    }
}

static int32_t read_news(thud_world *world, int32_t *news, int32_t count) {
    const thud_contact_table *contacts = &world->contacts;
    const thud_aabb *fat_boxes = thud_hash_fat_boxes(world->hash);
    int32_t ended_count = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t contact = news[i];
        const thud_contact_features *features = &contacts->features[contact];
        const thud_contact_proxies *proxies = &contacts->proxies[contact];
        bool was_touching = (features->flags & THUD_CONTACT_TOUCHING) != 0;
        bool is_asked_about = (features->flags & THUD_CONTACT_PRE_SOLVE) != 0;
        if (!was_touching && features->nearest <= 0.0f && !is_asked_about) {
            thud_contact_begin_touch(world, contact);
        } else if (was_touching && features->nearest > world->def.slop) {
            thud_contact_end_touch(world, contact);
        }
        if ((features->flags & THUD_CONTACT_KINEMATIC) && features->nearest < -DEEP_SLOPS * world->def.slop) {
            note_pressed(world, contact);
        }
        if (!thud_aabb_overlaps(fat_boxes[proxies->a], fat_boxes[proxies->b])) {
            news[ended_count++] = contact;
        }
    }
    return ended_count;
}

/* Moves the stretches of the tasks together; returns the length of the whole. */
static int32_t join_stretches(int32_t *list, const int32_t *counts, int32_t tasks) {
    int32_t joined = 0;
    for (int32_t task = 0; task < tasks; task++) {
        memmove(list + joined, list + (ptrdiff_t)task * CONTACTS_PER_TASK, (size_t)counts[task] * sizeof *list);
        joined += counts[task];
    }
    return joined;
}

static bool reserve_lists(thud_arena *arena, int32_t count, int32_t tasks, collide_job *job) {
    job->watch.news = thud_arena_allocate_array(arena, count, sizeof *job->watch.news);
    job->watch.near = thud_arena_allocate_array(arena, count, sizeof *job->watch.near);
    job->news_counts = thud_arena_allocate_array(arena, tasks, sizeof *job->news_counts);
    job->near_counts = thud_arena_allocate_array(arena, tasks, sizeof *job->near_counts);
    return job->watch.news != NULL && job->watch.near != NULL && job->news_counts != NULL &&
           job->near_counts != NULL;
}

thud_status thud_collide_pairs(thud_world *world) {
    thud_contact_table_refresh(&world->contacts);
    int32_t count = world->contacts.active_count;
    int32_t tasks = (count + CONTACTS_PER_TASK - 1) / CONTACTS_PER_TASK;
    world->near_count = 0;
    world->near_is_all = false;
    world->pressed = NULL;
    world->pressed_count = 0;
    if (count == 0) {
        return THUD_OK;
    }
    collide_job job = make_job(world);
    if (!reserve_lists(&world->arena, count, tasks, &job)) {
        return THUD_OUT_OF_MEMORY;
    }
    thud_tasks_run(world->tasks, collide_range, &job, tasks);
    int32_t sleeping = world->counters.sleeping_islands;
    if (sleeping > 0) {
        wake_all_sleepers(world);
    }
    world->near_is_all = world->counters.sleeping_islands == sleeping;
    world->near = job.watch.near;
    world->near_count = join_stretches(job.watch.near, job.near_counts, tasks);
    int32_t *news = job.watch.news;
    int32_t news_count = join_stretches(news, job.news_counts, tasks);
    world->pressed = thud_arena_allocate_array(&world->arena, news_count, sizeof *world->pressed);
    int32_t ended_count = read_news(world, news, news_count);
    for (int32_t i = 0; i < ended_count; i++) {
        thud_contact_end_pair(world, news[i]);
    }
    return THUD_OK;
}
