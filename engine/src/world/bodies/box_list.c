#include "world/bodies/box_list.h"

#include "base/kernel.h"
#include "base/memory.h"
#include "narrowphase/core_boxes.h"

THUD_KERNEL_DECLARE(void, thud_find_outside_slack, (thud_slack_batch * batch));

static const thud_column box_columns[] = {
    THUD_COLUMN(thud_box_list, proxies),
    THUD_COLUMN(thud_box_list, bodies),
    THUD_COLUMN(thud_box_list, cores),
    THUD_COLUMN(thud_box_list, left),
    THUD_COLUMN(thud_box_list, notes.x),
    THUD_COLUMN(thud_box_list, notes.y),
    THUD_COLUMN(thud_box_list, notes.c),
    THUD_COLUMN(thud_box_list, notes.s),
    THUD_COLUMN(thud_box_list, notes.reach),
    THUD_COLUMN(thud_box_list, notes.slack),
    {0},
};

void thud_box_list_destroy(thud_box_list *list, const thud_hooks *hooks) {
    thud_release_columns(hooks, list, box_columns, &list->capacity);
    THUD_RELEASE_ARRAY(hooks, list->ranges, list->range_capacity);
}

/* Boxes per task: some microseconds. A multiple of the SIMD width. */
enum { BOXES_PER_TASK = 512 };

/* Slack notes are read eight at a time: ranges start at multiples of eight, so no thread reads another's writes. */
enum { NOTES_AT_ONCE = 8, NOTES_PADDING = NOTES_AT_ONCE * THUD_CORE_CLASSES };

/* If more than one shape in WITHIN_SLACK_SHARE left its slack, notes are not tried again for MOVES_TO_TRY moves. */
enum { WITHIN_SLACK_SHARE = 2, MOVES_TO_TRY = 32 };

/* Divides the classes into ranges. One that waits goes on waiting: in a game the list changes every few steps. */
static void list_ranges(thud_box_list *list) {
    int32_t old_count = list->range_count, first_note = 0;
    list->range_count = 0;
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        int32_t end = list->starts[c + 1];
        for (int32_t first = list->starts[c]; first < end; first += BOXES_PER_TASK) {
            int32_t count = end - first < BOXES_PER_TASK ? end - first : BOXES_PER_TASK;
            thud_box_range *range = &list->ranges[list->range_count];
            int32_t wait = list->range_count++ < old_count && range->wait > 0 ? range->wait : 0;
            *range = (thud_box_range){
                .core_class = (thud_core_class)c, .first = first, .count = count, .first_note = first_note, .wait = wait};
            first_note += (count + NOTES_AT_ONCE - 1) / NOTES_AT_ONCE * NOTES_AT_ONCE;
        }
    }
}

/* ---- the list ---- */

/* The number `i` of the awake and the moving bodies. */
static int32_t body_at(const thud_body_table *bodies, int32_t i) {
    return i < bodies->awake_count ? bodies->awake[i] : bodies->moving[i - bodies->awake_count];
}

/* Counts the shapes of moving bodies by class; returns their number. */
static int32_t count_shapes(thud_box_list *list, const thud_body_table *bodies, const thud_shape_table *shapes) {
    int32_t counts[THUD_CORE_CLASSES] = {0}, total = 0;
    for (int32_t i = 0; i < bodies->awake_count + bodies->moving_count; i++) {
        int32_t shape = bodies->bodies[body_at(bodies, i)].first_shape;
        for (; shape != THUD_NONE; shape = shapes->records[shape].next) {
            counts[shapes->records[shape].core_class]++;
        }
    }
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        list->starts[c] = total;
        total += counts[c];
    }
    list->starts[THUD_CORE_CLASSES] = total;
    return total;
}

/* Lists the shapes that were counted, each in the places of its class. */
static void list_shapes(const thud_box_list *list, const thud_body_table *bodies, const thud_shape_table *shapes) {
    int32_t next[THUD_CORE_CLASSES];
    memcpy(next, list->starts, sizeof next);
    for (int32_t i = 0; i < bodies->awake_count + bodies->moving_count; i++) {
        int32_t body = body_at(bodies, i);
        for (int32_t shape = bodies->bodies[body].first_shape; shape != THUD_NONE;) {
            const thud_shape_record *record = &shapes->records[shape];
            int32_t place = next[record->core_class]++;
            list->proxies[place] = record->proxy.slot;
            list->bodies[place] = body;
            list->cores[place] = record->core;
            shape = record->next;
        }
    }
}

bool thud_box_list_refresh(thud_box_list *list, const thud_hooks *hooks, const thud_body_table *bodies,
                           const thud_shape_table *shapes) {
    list->stale = true; /* if memory runs out */
    int32_t total = count_shapes(list, bodies, shapes);
    if (!thud_reserve_columns(hooks, list, box_columns, &list->capacity, total + NOTES_PADDING) ||
        !THUD_RESERVE(hooks, list->ranges, list->range_capacity, total / BOXES_PER_TASK + THUD_CORE_CLASSES)) {
        return false;
    }
    list_ranges(list);
    list_shapes(list, bodies, shapes);
    list->stale = false;
    list->revision = bodies->revision;
    return true;
}

/* ---- the boxes ---- */

typedef struct box_job {
    thud_box_list *list;
    thud_hash *hash;
    const thud_body_table *bodies;
    const thud_shape_table *shapes;
    thud_lanes lanes;
} box_job;

/* The shapes whose boxes to make, as three columns. */
typedef struct box_choice {
    const uint32_t *proxies;
    const int32_t *bodies, *cores;
    int32_t count;
} box_choice;

/* Makes the boxes of some shapes of a range, and lists those that left their fat boxes, while they are in cache. */
static void make_boxes(const box_job *job, thud_box_range *range, const box_choice *chosen, thud_aabb *boxes) {
    thud_core_box_batch batch = {.core_class = range->core_class,
                                 .records = job->shapes->cores[range->core_class].records,
                                 .poses = job->bodies->poses,
                                 .cores = chosen->cores,
                                 .bodies = chosen->bodies,
                                 .boxes = boxes,
                                 .count = chosen->count,
                                 .fetches = job->list->starts[THUD_CORE_CLASSES] > BOXES_PER_TASK};
    THUD_KERNEL_CHOOSE(job->lanes, thud_core_boxes)(&batch);
    bool leads = thud_hash_lead(job->hash) > 0;
    thud_vec2 ways[BOXES_PER_TASK];
    for (int32_t i = 0; leads && i < chosen->count; i++) {
        ways[i] = job->bodies->displacements[chosen->bodies[i]].translation;
    }
    range->left = thud_hash_refit(job->hash, chosen->proxies, boxes, leads ? ways : NULL, chosen->count,
                                  job->list->left + range->first);
}

/* Lists the places in a range of the shapes that may have left their slack; returns their number. */
static int32_t find_outside_slack(const box_job *job, const thud_box_range *range, int32_t *outside) {
    const thud_box_list *list = job->list;
    thud_slack_batch batch = {.notes = &list->notes,
                              .first_note = range->first_note,
                              .poses = job->bodies->poses,
                              .bodies = list->bodies + range->first,
                              .count = range->count,
                              .outside = outside};
    THUD_KERNEL_CHOOSE(job->lanes, thud_find_outside_slack)(&batch);
    return batch.outside_count;
}

/* Moves all shapes of a range or, where they are noted, those that may have left their slack. */
static void move_range(int32_t index, int32_t worker, void *context) {
    (void)worker;
    const box_job *job = context;
    const thud_box_list *list = job->list;
    thud_box_range *range = &list->ranges[index];
    int32_t outside[BOXES_PER_TASK + 1], bodies[BOXES_PER_TASK], cores[BOXES_PER_TASK];
    uint32_t proxies[BOXES_PER_TASK];
    box_choice chosen = {list->proxies + range->first, list->bodies + range->first,
                         list->cores + range->first, range->count};
    bool are_noted = range->wait < 0;
    if (are_noted) {
        chosen = (box_choice){proxies, bodies, cores, find_outside_slack(job, range, outside)};
        for (int32_t i = 0; i < chosen.count; i++) {
            int32_t place = range->first + outside[i];
            proxies[i] = list->proxies[place];
            bodies[i] = list->bodies[place];
            cores[i] = list->cores[place];
        }
    }
    range->left = 0;
    if (chosen.count == 0) {
        return;
    }
    thud_aabb boxes[BOXES_PER_TASK];
    make_boxes(job, range, &chosen, boxes);
    if (!are_noted) {
        range->wait--;
    } else if (WITHIN_SLACK_SHARE * chosen.count > range->count) {
        range->wait = MOVES_TO_TRY;
    }
    const thud_aabb *fat = thud_hash_fat_boxes(job->hash);
    for (int32_t i = 0; range->wait < 0 && i < chosen.count; i++) {
        int32_t note = range->first_note + (are_noted ? outside[i] : i);
        thud_note_slack(&list->notes, note, &job->bodies->poses[chosen.bodies[i]], &boxes[i],
                        &fat[chosen.proxies[i]]);
    }
}

void thud_box_list_move(thud_box_list *list, thud_hash *hash, const thud_body_table *bodies,
                        const thud_shape_table *shapes, thud_tasks *tasks, thud_lanes lanes) {
    box_job job = {list, hash, bodies, shapes, lanes};
    thud_tasks_run(tasks, move_range, &job, list->range_count);
    for (int32_t i = 0; i < list->range_count; i++) {
        thud_hash_list_left(hash, list->left + list->ranges[i].first, list->ranges[i].left);
    }
}
