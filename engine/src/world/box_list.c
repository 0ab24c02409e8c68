#include "world/box_list.h"

#include "base/memory.h"
#include "narrowphase/core_boxes.h"

enum { COLUMN_COUNT = 4 };

static void list_columns(thud_box_list *list, thud_column columns[COLUMN_COUNT]) {
    columns[0] = (thud_column){&list->proxies, sizeof *list->proxies};
    columns[1] = (thud_column){&list->bodies, sizeof *list->bodies};
    columns[2] = (thud_column){&list->cores, sizeof *list->cores};
    columns[3] = (thud_column){&list->boxes, sizeof *list->boxes};
}

void thud_box_list_destroy(thud_box_list *list, const thud_hooks *hooks) {
    thud_column columns[COLUMN_COUNT];
    list_columns(list, columns);
    thud_release_columns(hooks, columns, COLUMN_COUNT, &list->capacity);
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
    if (!thud_reserve_columns(hooks, columns, COLUMN_COUNT, &list->capacity, total)) {
        return false;
    }
    int32_t next[THUD_CORE_CLASSES];
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        next[c] = list->starts[c];
        list->starts[c + 1] = list->starts[c] + counts[c];
    }
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

/* Boxes that one task makes: some microseconds. A multiple of the lanes. */
enum { BOXES_PER_TASK = 1024 };

typedef struct box_job {
    thud_core_box_batch batch;
    thud_lanes lanes;
} box_job;

static void make_boxes(int32_t index, int32_t worker, void *context) {
    (void)worker;
    const box_job *job = context;
    thud_core_box_batch range = job->batch;
    int32_t first = index * BOXES_PER_TASK;
    range.cores += first;
    range.bodies += first;
    range.boxes += first;
    range.count = range.count - first < BOXES_PER_TASK ? range.count - first : BOXES_PER_TASK;
    thud_core_boxes(&range, job->lanes);
}

void thud_box_list_move(thud_box_list *list, thud_hash *hash, const thud_body_table *bodies,
                        const thud_shape_table *shapes, thud_tasks *tasks, thud_lanes lanes) {
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        int32_t first = list->starts[c];
        box_job job = {.batch = {.core_class = (thud_core_class)c,
                                 .records = shapes->cores[c].records,
                                 .poses = bodies->poses,
                                 .cores = list->cores + first,
                                 .bodies = list->bodies + first,
                                 .boxes = list->boxes + first,
                                 .count = list->starts[c + 1] - first},
                       .lanes = lanes};
        thud_tasks_run(tasks, make_boxes, &job, (job.batch.count + BOXES_PER_TASK - 1) / BOXES_PER_TASK);
    }
    thud_hash_move_many(hash, list->proxies, list->boxes, list->starts[THUD_CORE_CLASSES]);
}
