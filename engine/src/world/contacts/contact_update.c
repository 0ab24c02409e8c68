/*
 * contact_update.c: the second stage: updates all active contacts. Makes their manifolds (contact_manifolds.c), drops
 * ghost contacts at internal edges (drop_ghosts.c), decides about one-way shapes, sorts contacts into the lists of
 * thud_contact_lists.
 *
 * A task updates a range of slots. Each manifold is made once a step.
 */
#include "world/contacts/contact_update.h"

#include <string.h>

#include "base/kernel.h"
#include "base/ranges.h"
#include "world/contacts/contact_manifolds.h"
#include "world/contacts/contact_report.h"
#include "world/contacts/drop_ghosts.h"
#include "world/contacts/one_way.h"
#include "world/sleep.h"
#include "world/world_state.h"

THUD_KERNEL_DECLARE(void, thud_classify_contacts, (thud_contact_update * batch));

/* ---- lists ---- */

/* Where eight contacts sleep none of them is looked at. */
int32_t thud_list_active(const thud_contact_table *table, int32_t first, int32_t end, int32_t *slots) {
    const uint8_t *kinds = table->kinds + first;
    size_t count = 0;
    for (; first + 8 <= end; first += 8, kinds += 8) {
        uint64_t eight;
        memcpy(&eight, kinds, sizeof eight);
        if (eight != 0) {
            _Pragma("GCC unroll 8") for (int32_t i = 0; i < 8; i++) {
                slots[count] = first + i;
                count += kinds[i] != THUD_CONTACT_IDLE;
            }
        }
    }
    for (; first < end; first++, kinds++) {
        slots[count] = first;
        count += *kinds != THUD_CONTACT_IDLE;
    }
    return (int32_t)count;
}
_Static_assert(THUD_CONTACT_IDLE == 0, "as eight bytes that are zero");

void thud_contact_update_run(thud_contact_update *batch, thud_lanes lanes) {
    THUD_KERNEL_CHOOSE(lanes, thud_classify_contacts)(batch);
}

/* ---- a range ---- */

/* The work of a task on its range: lists and collides its contacts, updates them, or both at once. */
enum { PASS_COLLIDE = 1, PASS_UPDATE = 2 };

typedef struct update_job {
    thud_world *world;
    int passes;
    thud_manifold_job manifolds;
    thud_contact_update update; /* its lists have room for all contacts; a task fills its own range of them */
    int32_t slot_count, range_count;
    bool relists;                 /* contacts were created, freed, woke or fell asleep */
    bool collides;                /* else manifolds stay as they are */
    thud_contact_lists *found; /* by range; between the passes `near_count` is that of new manifolds, which `near` lists */
} update_job;

static void make_job(thud_world *world, update_job *job) {
    const thud_contact_table *contacts = &world->contacts;
    job->world = world;
    thud_manifold_job_make(world, &job->manifolds);
    job->update.features = contacts->features;
    job->update.proxies = contacts->proxies;
    job->update.pairs = contacts->pairs;
    job->update.manifolds = contacts->manifolds;
    job->update.velocities = world->bodies.velocities;
    job->update.fat_boxes =
        contacts->boxes_changed || contacts->changed ? thud_hash_fat_boxes(world->hash) : NULL;
    job->update.part_distance = world->def.slop;
    job->update.deep_distance = THUD_DEEP_SLOPS * world->def.slop;
    job->update.hit_speed = world->def.hit_speed;
    job->slot_count = contacts->pool.end;
    job->range_count = thud_contact_ranges(contacts->pool.end);
    job->relists = contacts->changed;
    job->collides = false;
    job->found = NULL;
}

/* Drops ghosts among the contacts of a range that have new manifolds, which are listed in its part of `near`, and classifies its active
 * contacts into its ranges of the lists. */
static void classify_range(const update_job *job, int32_t range) {
    thud_contact_update update = job->update;
    int32_t first = range * THUD_CONTACT_RANGE;
    update.contacts = job->world->contacts.active + first;
    update.count = job->world->contacts.range_counts[range];
    update.lists.changed += first;
    update.lists.solved += first;
    update.lists.near += first;
    update.lists.event_candidates += first;
    if (job->collides && job->found[range].near_count > 0) {
        thud_drop_ghosts(job->world, update.lists.near, job->found[range].near_count);
    }
    thud_contact_update_run(&update, job->world->def.lanes);
    job->found[range] = update.lists;
}

void thud_update_range(int32_t range, int32_t worker, void *context) {
    (void)worker;
    const update_job *job = context;
    thud_contact_table *contacts = &job->world->contacts;
    thud_range slots = thud_range_at(range, THUD_CONTACT_RANGE, job->slot_count);
    int32_t *active = contacts->active + slots.first, *count = &contacts->range_counts[range];
    if ((job->passes & PASS_COLLIDE) && job->relists) {
        *count = thud_list_active(contacts, slots.first, slots.end, active);
    }
    if ((job->passes & PASS_COLLIDE) && job->collides) {
        job->found[range].near_count =
            thud_make_manifolds(&job->manifolds, active, *count, job->update.lists.near + slots.first);
    }
    if (job->passes & PASS_UPDATE) {
        classify_range(job, range);
    }
}

/* ---- all ranges ---- */

static void join_lists(thud_contact_lists *lists, const thud_contact_lists *found, int32_t ranges) {
    for (int32_t range = 0; range < ranges; range++) {
        const thud_contact_lists *one = &found[range];
        thud_range_append(lists->changed, &lists->changed_count, one->changed, one->changed_count);
        thud_range_append(lists->solved, &lists->solved_count, one->solved, one->solved_count);
        thud_range_append(lists->near, &lists->near_count, one->near, one->near_count);
        thud_range_append(lists->event_candidates, &lists->event_candidate_count, one->event_candidates,
                          one->event_candidate_count);
    }
}

/* Slots per cache line: each list starts on a cache line. */
enum { SLOTS_OF_LINE = THUD_ALIGNMENT / sizeof(int32_t) };

static bool reserve_lists(thud_arena *arena, update_job *job) {
    int64_t length = ((int64_t)job->slot_count + SLOTS_OF_LINE - 1) / SLOTS_OF_LINE * SLOTS_OF_LINE;
    int32_t *room = thud_arena_allocate_array(arena, 4 * length, sizeof *room);
    job->found = thud_arena_allocate_array(arena, job->range_count, sizeof *job->found);
    if (room == NULL || job->found == NULL) {
        return false;
    }
    job->update.lists = (thud_contact_lists){.changed = room,
                                             .solved = room + length,
                                             .near = room + 2 * length,
                                             .event_candidates = room + 3 * length};
    return true;
}

static void run_passes(update_job *job, int passes) {
    job->passes = passes;
    thud_tasks_run(job->world->tasks, thud_update_range, job, job->range_count);
}

/* One-way shapes are decided between two passes: a decision reads other contacts of a body, and others read it. */
static void run_ranges(update_job *job) {
    if (job->world->contacts.one_way_count == 0 || !job->collides) {
        run_passes(job, PASS_COLLIDE | PASS_UPDATE);
        return;
    }
    run_passes(job, PASS_COLLIDE);
    thud_one_way_decide(job->world, job->update.lists.changed); /* which has no contacts yet */
    run_passes(job, PASS_UPDATE);
}

/* Marks the ranges' lists as up to date, and counts the active contacts. */
static void end_lists(thud_contact_table *contacts, const update_job *job) {
    contacts->changed = contacts->boxes_changed = false;
    contacts->active_count = 0;
    for (int32_t range = 0; range < job->range_count; range++) {
        contacts->active_count += contacts->range_counts[range];
    }
}

/* Runs a job over all ranges; joins their lists in world->lists. */
static thud_status run_over_contacts(update_job *job) {
    thud_world *world = job->world;
    world->lists = (thud_contact_lists){0};
    if (job->range_count == 0) {
        return THUD_OK;
    }
    if (!reserve_lists(&world->arena, job)) {
        return THUD_OUT_OF_MEMORY;
    }
    run_ranges(job);
    world->lists = job->found[0]; /* at the start of the lists */
    join_lists(&world->lists, job->found + 1, job->range_count - 1);
    end_lists(&world->contacts, job);
    return THUD_OK;
}

/* ---- the stage ---- */

/* Wakes the sleeping bodies of solved contacts: a body that may be touched must take part in the step. Where the user's
 * callback decides, it wakes the body. */
static void wake_sleepers(thud_world *world) {
    const uint8_t *states = world->bodies.states;
    for (int32_t i = 0; i < world->lists.solved_count; i++) {
        int32_t contact = world->lists.solved[i];
        const thud_contact_pair *pair = &world->contacts.pairs[contact];
        bool sleeps =
            (states[pair->body_a] == THUD_STATE_ASLEEP) | (states[pair->body_b] == THUD_STATE_ASLEEP);
        if (sleeps && (world->contacts.features[contact].flags & THUD_CONTACT_PRE_SOLVE) == 0) {
            thud_wake_sleeper(world, pair->body_a);
            thud_wake_sleeper(world, pair->body_b);
        }
    }
}

thud_status thud_update_contacts(thud_world *world) {
    int32_t sleeping = world->counters.sleeping_islands;
    update_job job;
    make_job(world, &job);
    job.collides = true;
    thud_status status = run_over_contacts(&job);
    if (sleeping > 0) {
        wake_sleepers(world);
    }
    world->lists_are_old = status != THUD_OK || world->counters.sleeping_islands != sleeping;
    return status;
}

thud_status thud_relist_contacts(thud_world *world) {
    bool was_asked = world->contacts.pre_solve_count > 0; /* the callback may have rejected contacts and woken bodies */
    if (!world->lists_are_old && !was_asked) {
        return THUD_OK;
    }
    update_job job;
    make_job(world, &job);
    return run_over_contacts(&job);
}
