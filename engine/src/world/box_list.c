#include "world/box_list.h"

#include "base/memory.h"
#include "narrowphase/core_boxes.h"

enum { COLUMN_COUNT = 4 };

static void list_columns(thud_box_list *list, thud_column columns[COLUMN_COUNT]) {
    columns[0] = (thud_column){&list->proxies, sizeof *list->proxies};
    columns[1] = (thud_column){&list->bodies, sizeof *list->bodies};
    columns[2] = (thud_column){&list->cores, sizeof *list->cores};
    columns[3] = (thud_column){&list->left, sizeof *list->left};
}

void thud_box_list_destroy(thud_box_list *list, const thud_hooks *hooks) {
    thud_column columns[COLUMN_COUNT];
    list_columns(list, columns);
    thud_release_columns(hooks, columns, COLUMN_COUNT, &list->capacity);
    thud_column ranges = {&list->ranges, sizeof *list->ranges};
    thud_release_columns(hooks, &ranges, 1, &list->range_capacity);
}

/* Boxes that one task makes: some microseconds. A multiple of the lanes. */
enum { BOXES_PER_TASK = 1024 };

/* Cuts the classes into ranges. */
static void list_ranges(thud_box_list *list) {
    list->range_count = 0;
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        int32_t end = list->starts[c + 1];
        for (int32_t first = list->starts[c]; first < end; first += BOXES_PER_TASK) {
            int32_t count = end - first < BOXES_PER_TASK ? end - first : BOXES_PER_TASK;
            list->ranges[list->range_count++] =
                (thud_box_range){.core_class = (thud_core_class)c, .first = first, .count = count};
        }
    }
}

/* The next shape with a box of the bodies that move, after `shape` of the body at `*body`; bodies in slot order. */
static int32_t next_shape(const thud_body_table *bodies, const thud_shape_table *shapes, int32_t *body,
                          int32_t shape) {
    int32_t next = shape == THUD_NONE ? THUD_NONE : shapes->records[shape].next;
    while (next == THUD_NONE) {
        if (++*body >= bodies->pool.end) {
            return THUD_NONE;
        }
        next = thud_state_moves(bodies->states[*body]) ? bodies->bodies[*body].first_shape : THUD_NONE;
    }
    return next;
}

bool thud_box_list_refresh(thud_box_list *list, const thud_hooks *hooks, const thud_body_table *bodies,
                           const thud_shape_table *shapes) {
    if (!list->stale && !bodies->changed && list->revision == bodies->revision) {
        return true;
    }
    int32_t counts[THUD_CORE_CLASSES] = {0};
    int32_t total = 0;
    int32_t body = -1;
    for (int32_t shape = THUD_NONE; (shape = next_shape(bodies, shapes, &body, shape)) != THUD_NONE;
         total++) {
        counts[shapes->records[shape].core_class]++;
    }
    thud_column columns[COLUMN_COUNT];
    list_columns(list, columns);
    thud_column ranges = {&list->ranges, sizeof *list->ranges};
    if (!thud_reserve_columns(hooks, columns, COLUMN_COUNT, &list->capacity, total) ||
        !thud_reserve_columns(hooks, &ranges, 1, &list->range_capacity, total / BOXES_PER_TASK + THUD_CORE_CLASSES)) {
        return false;
    }
    int32_t next[THUD_CORE_CLASSES];
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        next[c] = list->starts[c];
        list->starts[c + 1] = list->starts[c] + counts[c];
    }
    list_ranges(list);
    body = -1;
    for (int32_t shape = THUD_NONE; (shape = next_shape(bodies, shapes, &body, shape)) != THUD_NONE;) {
        const thud_shape_record *record = &shapes->records[shape];
        int32_t place = next[record->core_class]++;
        list->proxies[place] = record->proxy.slot;
        list->bodies[place] = body;
        list->cores[place] = record->core;
    }
    list->stale = bodies->changed; /* states that are newer than the bodies' lists: look again next time */
    list->revision = bodies->revision;
    return true;
}

typedef struct box_job {
    thud_box_list *list;
    thud_hash *hash;
    const thud_body_table *bodies;
    const thud_shape_table *shapes;
    thud_lanes lanes;
} box_job;

/* Makes the boxes of a range and looks, while they are at hand, which have left their fat ones. */
static void move_range(int32_t index, int32_t worker, void *context) {
    (void)worker;
    const box_job *job = context;
    thud_box_list *list = job->list;
    thud_box_range *range = &list->ranges[index];
    thud_aabb boxes[BOXES_PER_TASK];
    thud_core_box_batch batch = {.core_class = range->core_class,
                                 .records = job->shapes->cores[range->core_class].records,
                                 .poses = job->bodies->poses,
                                 .cores = list->cores + range->first,
                                 .bodies = list->bodies + range->first,
                                 .boxes = boxes,
                                 .count = range->count};
    thud_core_boxes(&batch, job->lanes);
    range->refit =
        thud_hash_refit(job->hash, list->proxies + range->first, boxes, range->count, list->left + range->first);
}

static void list_left(int32_t index, int32_t worker, void *context) {
    (void)worker;
    const box_job *job = context;
    const thud_box_range *range = &job->list->ranges[index];
    thud_hash_list_left(job->hash, job->list->left + range->first, &range->refit);
}

void thud_box_list_move(thud_box_list *list, thud_hash *hash, const thud_body_table *bodies,
                        const thud_shape_table *shapes, thud_tasks *tasks, thud_lanes lanes) {
    box_job job = {list, hash, bodies, shapes, lanes};
    thud_tasks_run(tasks, move_range, &job, list->range_count);
    for (int32_t i = 0; i < list->range_count; i++) {
        thud_hash_make_room(hash, &list->ranges[i].refit);
    }
    thud_tasks_run(tasks, list_left, &job, list->range_count);
}
