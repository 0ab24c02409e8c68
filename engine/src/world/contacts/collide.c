/*
 * collide.c: the second stage: updates all active contacts. Makes their manifolds, batch by batch, classifies them (contact_update.c) and
 * updates which of them touch (touching.c).
 *
 * A task takes a range of slots. Manifolds depend on poses alone: those of known contacts are made by a background job of the broadphase, as many
 * as it comes to, and the task that creates a contact also makes its manifold. Each manifold is made once a step.
 */
#include "world/contacts/collide.h"

#include "base/kernel.h"
#include "base/ranges.h"
#include "narrowphase/manifold.h"
#include "world/contacts/contact_lists.h"
#include "world/contacts/contact_update.h"
#include "world/contacts/ghosts.h"
#include "world/contacts/one_way.h"
#include "world/contacts/touching.h"
#include "world/world_state.h"

#include <string.h>

/* What touches keeps its manifold while it has moved by less than this many slops. */
#define RECYCLE_SLOPS 0.8f

/* Two faces that touch keep it while they press into each other by this many times as much: the crates at the foot of a column of 60 sink by 30 mm
 * while it settles, and lean as much. */
#define RECYCLE_PRESS_FACTOR 5.0f

/*
 * Two bodies at least one of which has joints, and that may go this many margins of fat boxes together in the step, rush: their contact is made
 * from farther away. A joint passes on within the step what the body at its other end has run into, and legs that fold at 10 m/s are deep in each
 * other before the next step sees them. Not from any distance: a long bar has hundreds of bodies in its box.
 */
#define RUSH_MARGINS 2.0f
#define RUSH_DISTANCE_MARGINS 4.0f

typedef struct collide_job {
    thud_world *world;
    thud_contact_table *contacts;
    const thud_body_table *bodies;
    float dt;                  /* [s] */
    float rush, rush_distance; /* [m] */
    thud_collide_batch batch;
    thud_contact_update update; /* its lists have room for all contacts; a task fills its own stretch of them */
    thud_lanes lanes;
    int32_t slot_count, range_count;
    int32_t first_done, end_done; /* ranges whose listed contacts have been collided early */
    bool relists;                 /* contacts have come, gone, woken or fallen asleep */
    bool collides;                /* else manifolds stay as they are */
    const int32_t *order;         /* of the ranges, by task; null: that of their numbers */
    thud_contact_lists *found;    /* by range */
} collide_job;

/* In each kind; those that were apart come first: side by side, they are done with sooner. */
enum { WERE_APART, HAD_POINTS, RUSH, SORTS };

enum { SORT_KEYS = SORTS * (THUD_CONTACT_KINDS + 1) };
_Static_assert(SORT_KEYS <= UINT8_MAX, "a key is a byte");

/* Contacts of a range by kind and sort: those of key k are contacts[starts[k]] .. contacts[starts[k + 1] - 1]. */
typedef struct kind_lists {
    int32_t contacts[THUD_CONTACT_RANGE];
    int32_t starts[SORT_KEYS + 1];
} kind_lists;

/* How far a body's points go in a step at the speed that it has [m]. */
static float step_of(const collide_job *job, int32_t body) {
    const thud_velocity *velocity = &job->bodies->velocities[body];
    float turning = thud_abs(velocity->angular) * job->bodies->sleep_data[body].reach;
    return job->dt * (thud_vec2_length(velocity->linear) + turning);
}

static bool rushes(const collide_job *job, int32_t contact) {
    const thud_contact_pair *pair = &job->contacts->pairs[contact];
    return step_of(job, pair->body_a) + step_of(job, pair->body_b) > job->rush;
}

static int sort_key(const collide_job *job, int32_t contact) {
    const thud_contact_features *features = &job->contacts->features[contact];
    int sort = features->count != 0 ? HAD_POINTS : WERE_APART;
    if ((features->flags & THUD_CONTACT_JOINTED) && rushes(job, contact)) {
        sort = RUSH;
    }
    return SORTS * (job->contacts->kinds[contact] & THUD_CONTACT_KIND_BITS) + sort;
}

/* A counting sort. */
static void sort_by_kind(const collide_job *job, const int32_t *contacts, int32_t count, kind_lists *lists) {
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
static void collide_keys(const collide_job *job, const kind_lists *lists, int first, int end,
                         thud_collide_batch *batch) {
    batch->contacts = lists->contacts + lists->starts[first];
    batch->count = lists->starts[end] - lists->starts[first];
    if (batch->count > 0) {
        thud_collide_batch_run(batch, job->lanes);
    }
}

/* Collides the contacts of one kind, those that rush from farther away. */
static void collide_kind(const collide_job *job, const kind_lists *lists, int kind, thud_collide_batch *batch) {
    int key = SORTS * kind;
    collide_keys(job, lists, key, key + RUSH, batch);
    thud_collide_batch rushing = *batch;
    rushing.speculative_distance = thud_max(job->rush_distance, batch->speculative_distance);
    collide_keys(job, lists, key + RUSH, key + SORTS, &rushing);
}

static void collide_kinds(const collide_job *job, const kind_lists *lists) {
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

static thud_range slots_of(const collide_job *job, int32_t range) {
    return thud_range_at(range, THUD_CONTACT_RANGE, job->slot_count);
}

/* Contacts of a range: those that have hardly moved keep their manifold, the others collide. */
static void collide_contacts(const collide_job *job, const int32_t *contacts, int32_t count) {
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

static int32_t list_contacts(const collide_job *job, int32_t range, thud_contact_choice choice,
                             int32_t *contacts) {
    thud_range slots = slots_of(job, range);
    return thud_contact_table_list(job->contacts, slots.first, slots.end, choice, job->lanes, contacts);
}

/* Those contacts of a range that were there in the last step: they need not wait for the broadphase. */
static void collide_listed(int32_t range, int32_t worker, void *context) {
    (void)worker;
    const collide_job *job = context;
    if (job->relists) {
        int32_t listed[THUD_CONTACT_RANGE];
        collide_contacts(job, listed, list_contacts(job, range, THUD_CONTACTS_LISTED, listed));
    } else {
        collide_contacts(job, job->contacts->active + slots_of(job, range).first,
                         job->contacts->range_counts[range]);
    }
}

/* Brings the list of a range's active contacts up to date; returns those that have not been collided in this step, maybe in `room`. */
static const int32_t *list_range(const collide_job *job, int32_t range, int32_t room[THUD_CONTACT_RANGE],
                                 int32_t *left_count) {
    bool is_done = range >= job->first_done && range < job->end_done;
    thud_range slots = slots_of(job, range);
    int32_t *active = job->contacts->active + slots.first;
    int32_t *active_count = &job->contacts->range_counts[range];
    if (!job->relists) {
        *left_count = is_done ? 0 : *active_count;
        return active;
    }
    *left_count = list_contacts(job, range, is_done ? THUD_CONTACTS_WOKEN : THUD_CONTACTS_NOT_CREATED, room);
    *active_count = list_contacts(job, range, THUD_CONTACTS_ACTIVE, active);
    thud_contact_table_mark_listed(job->contacts, slots.first, slots.end);
    return room;
}

/* Lists what is to be done about a range's contacts in its stretches of the lists. */
static void update_range(const collide_job *job, int32_t range) {
    thud_contact_update update = job->update;
    int32_t first = slots_of(job, range).first;
    update.contacts = job->contacts->active + first;
    update.count = job->contacts->range_counts[range];
    thud_contact_lists *lists = &update.lists;
    lists->changed += first;
    lists->solved += first;
    lists->near += first;
    lists->event_candidates += first;
    lists->separated += first;
    lists->wake_list = lists->wake_list != NULL ? lists->wake_list + first : NULL;
    thud_contact_update_run(&update, job->lanes);
    if (job->collides) {
        int32_t changed[THUD_CONTACT_RANGE];
        int32_t count =
            thud_drop_ghosts(job->world, lists->event_candidates, lists->event_candidate_count, changed);
        if (count > 0) {
            thud_contact_update_again(&update, changed, count, job->lanes);
        }
    }
    thud_contact_update_drop_resting(&update);
    if (job->collides) {
        thud_update_touching(job->world, lists);
    }
    if (lists->wake_list != NULL) {
        thud_make_wake_list(job->world, update.contacts, update.count, lists);
    }
    job->found[range] = *lists;
}

/* Collides what has not been. */
static void collide_range(const collide_job *job, int32_t range) {
    int32_t room[THUD_CONTACT_RANGE];
    int32_t left_count = 0;
    const int32_t *left = list_range(job, range, room, &left_count);
    if (job->collides) {
        collide_contacts(job, left, left_count);
    }
}

static collide_job make_job(thud_world *world) {
    thud_contact_table *contacts = &world->contacts;
    collide_job job = {.world = world,
                       .slot_count = contacts->pool.end,
                       .range_count = thud_contact_ranges(contacts->pool.end),
                       .relists = contacts->changed,
                       .contacts = contacts,
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
    job.update = thud_contact_update_make(world);
    return job;
}

void thud_collide_created(thud_world *world, const int32_t *contacts, int32_t count) {
    collide_job job = make_job(world);
    for (int32_t first = 0; first < count; first += THUD_CONTACT_RANGE) {
        int32_t left = count - first;
        collide_contacts(&job, contacts + first, left < THUD_CONTACT_RANGE ? left : THUD_CONTACT_RANGE);
    }
}

/* ---- all ranges ---- */

/* Joins the ranges' lists, each of which is as long as what was found there. */
static void join_lists(thud_contact_lists *lists, const thud_contact_lists *found, int32_t ranges) {
    for (int32_t range = 0; range < ranges; range++) {
        const thud_contact_lists *one = &found[range];
        thud_range_append(lists->changed, &lists->changed_count, one->changed, one->changed_count);
        thud_range_append(lists->solved, &lists->solved_count, one->solved, one->solved_count);
        thud_range_append(lists->near, &lists->near_count, one->near, one->near_count);
        thud_range_append(lists->event_candidates, &lists->event_candidate_count, one->event_candidates,
                          one->event_candidate_count);
        thud_range_append(lists->separated, &lists->separated_count, one->separated, one->separated_count);
        thud_range_append(lists->wake_list, &lists->wake_count, one->wake_list, one->wake_count);
        lists->reporting_count += one->reporting_count;
        lists->touching_change += one->touching_change;
    }
}

/* Slots to a cache line: lists that share memory begin at one. */
enum { SLOTS_OF_LINE = THUD_ALIGNMENT / sizeof(int32_t) };

static bool reserve_lists(thud_arena *arena, bool with_wake_list, collide_job *job) {
    int64_t length = ((int64_t)job->slot_count + SLOTS_OF_LINE - 1) / SLOTS_OF_LINE * SLOTS_OF_LINE;
    int32_t *room = thud_arena_allocate_array(arena, (with_wake_list ? 6 : 5) * length, sizeof *room);
    job->found = thud_arena_allocate_array(arena, job->range_count, sizeof *job->found);
    if (room == NULL || job->found == NULL) {
        return false;
    }
    job->update.lists = (thud_contact_lists){.changed = room,
                                             .solved = room + length,
                                             .near = room + 2 * length,
                                             .event_candidates = room + 3 * length,
                                             .separated = room + 4 * length,
                                             .wake_list = with_wake_list ? room + 5 * length : NULL};
    return true;
}

/* How many of `count` things the workers below that one have. */
static int32_t first_of_share(int32_t count, int32_t worker, int32_t workers) {
    return (int32_t)((int64_t)count * worker / workers);
}

/* Orders the ranges so that each worker's stretch of the tasks has about as many that are still to be collided as the next one's, and begins with
 * them; of the others only little is left to do. Null where memory runs out. */
static const int32_t *order_ranges(thud_arena *arena, const collide_job *job, int32_t workers) {
    int32_t *order = thud_arena_allocate_array(arena, job->range_count, sizeof *order);
    int32_t done = job->end_done - job->first_done;
    int32_t left = job->range_count - done;
    int32_t next = 0;
    for (int32_t worker = 0; worker < workers && order != NULL; worker++) {
        for (int32_t i = first_of_share(left, worker, workers); i < first_of_share(left, worker + 1, workers); i++) {
            order[next++] = i < job->first_done ? i : i + done;
        }
        for (int32_t i = first_of_share(done, worker, workers); i < first_of_share(done, worker + 1, workers); i++) {
            order[next++] = job->first_done + i;
        }
    }
    return order;
}

static int32_t range_of_task(const collide_job *job, int32_t index) {
    return job->order == NULL ? index : job->order[index];
}

/* Collides a range and says what comes of it. */
static void run_task(int32_t index, int32_t worker, void *context) {
    (void)worker;
    const collide_job *job = context;
    collide_range(job, range_of_task(job, index));
    update_range(job, range_of_task(job, index));
}

static void run_collide(int32_t index, int32_t worker, void *context) {
    (void)worker;
    const collide_job *job = context;
    collide_range(job, range_of_task(job, index));
}

static void run_update(int32_t index, int32_t worker, void *context) {
    (void)worker;
    const collide_job *job = context;
    update_range(job, range_of_task(job, index));
}

/* What one-way shapes let through is decided in between: it depends on other contacts of a body, and other contacts on it. */
static void run_ranges(collide_job *job) {
    thud_world *world = job->world;
    if (world->contacts.one_way_count == 0 || !job->collides) {
        thud_tasks_run(world->tasks, run_task, job, job->range_count);
        return;
    }
    thud_tasks_run(world->tasks, run_collide, job, job->range_count);
    thud_one_way_decide(world);
    thud_tasks_run(world->tasks, run_update, job, job->range_count);
}

/* Notes that the ranges' lists are up to date, and what they have in all. */
static void end_lists(thud_contact_table *contacts, const collide_job *job) {
    contacts->changed = false;
    contacts->active_count = 0;
    for (int32_t range = 0; range < job->range_count; range++) {
        contacts->active_count += contacts->range_counts[range];
    }
}

/* Runs a job over all ranges; what they found is in world->lists. New contacts are linked first: ghosts are found through the lists of bodies. */
static thud_status run_over_contacts(collide_job *job, bool with_wake_list) {
    thud_world *world = job->world;
    world->lists = (thud_contact_lists){0};
    if (job->range_count == 0) {
        thud_link_created_contacts(world);
        return THUD_OK;
    }
    bool in_order = job->first_done == job->end_done;
    job->order = in_order ? NULL : order_ranges(&world->arena, job, thud_tasks_worker_count(world->tasks));
    if ((job->order == NULL && !in_order) || !reserve_lists(&world->arena, with_wake_list, job)) {
        thud_contact_table_put_off_created(&world->contacts);
        thud_link_created_contacts(world);
        return THUD_OUT_OF_MEMORY;
    }
    thud_link_created_contacts(world);
    run_ranges(job);
    world->lists = job->update.lists;
    join_lists(&world->lists, job->found, job->range_count);
    end_lists(&world->contacts, job);
    return THUD_OK;
}

/* ---- early ---- */

/* The user may ask about contacts from within the broadphase, where they must be as the last step left them. */
static bool may_collide_early(const thud_world *world) {
    return thud_tasks_worker_count(world->tasks) > 1 && world->def.filter == NULL &&
           world->def.mix_materials == NULL;
}

void thud_begin_early_collide(thud_world *world) {
    world->ranges_collided_early = 0;
    collide_job *job = may_collide_early(world) ? thud_arena_allocate_array(&world->arena, 1, sizeof *job) : NULL;
    if (job != NULL) {
        *job = make_job(world);
        bool begun = thud_tasks_begin_background(world->tasks, collide_listed, job, job->range_count);
        world->ranges_collided_early = begun ? job->range_count : 0;
    }
}

void thud_join_early_collide(thud_world *world) {
    if (world->ranges_collided_early > 0) {
        world->first_collided_early = thud_tasks_join_background(world->tasks);
    }
}

/* ---- the stage ---- */

thud_status thud_collide_pairs(thud_world *world) {
    int32_t sleeping = world->counters.sleeping_islands;
    collide_job job = make_job(world);
    job.collides = true;
    job.end_done = world->ranges_collided_early;
    job.first_done = job.end_done > 0 ? world->first_collided_early : 0;
    thud_status status = run_over_contacts(&job, sleeping > 0);
    world->contacts.touching_count += world->lists.touching_change;
    thud_wake_listed_sleepers(world);
    world->lists_are_old = status != THUD_OK || world->counters.sleeping_islands != sleeping;
    thud_report_touching(world);
    thud_contacts_end_pairs(world, world->lists.separated, world->lists.separated_count);
    return status;
}

thud_status thud_list_contacts(thud_world *world) {
    bool was_asked = world->contacts.pre_solve_count > 0; /* the answers count, and may have woken more */
    if (!world->lists_are_old && !was_asked) {
        return THUD_OK;
    }
    collide_job job = make_job(world);
    return run_over_contacts(&job, false);
}
