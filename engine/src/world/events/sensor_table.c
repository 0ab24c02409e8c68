#include "world/events/sensor_table.h"

#include "base/assert.h"
#include "broadphase/sorted_set.h"

const thud_column thud_candidate_columns[] = {
    THUD_COLUMN(thud_sensor_table, candidates),
    THUD_COLUMN(thud_sensor_table, scratch),
    {0},
};

const thud_column thud_visit_columns[] = {
    THUD_COLUMN(thud_sensor_table, inside),
    THUD_COLUMN(thud_sensor_table, entered),
    {0},
};

void thud_sensor_table_init(thud_sensor_table *table, const thud_hooks *hooks) {
    *table = (thud_sensor_table){.hooks = hooks};
}

void thud_sensor_table_destroy(thud_sensor_table *table) {
    const thud_hooks *hooks = table->hooks;
    thud_release_columns(hooks, table, thud_candidate_columns, &table->candidate_capacity);
    thud_release_columns(hooks, table, thud_visit_columns, &table->inside_capacity);
    THUD_RELEASE_ARRAY(hooks, table->shapes, table->shape_capacity);
    THUD_RELEASE_ARRAY(hooks, table->begins, table->begin_capacity);
    THUD_RELEASE_ARRAY(hooks, table->ends, table->end_capacity);
}

/* ---- sensors ---- */

bool thud_sensor_table_reserve(thud_sensor_table *table) {
    return THUD_RESERVE(table->hooks, table->shapes, table->shape_capacity, table->shape_count + 1);
}

/* The place of a sensor in the list, or the place to insert it. */
static int32_t find_shape(const thud_sensor_table *table, int32_t shape) {
    return thud_hunt(table->shapes, 0, table->shape_count, table->shape_count, shape);
}

void thud_sensor_table_list(thud_sensor_table *table, int32_t shape) {
    int32_t place = find_shape(table, shape);
    THUD_ASSERT(table->hooks, table->shape_count < table->shape_capacity);
    THUD_ASSERT(table->hooks, place == table->shape_count || table->shapes[place] != shape);
    table->shape_count =
        thud_insert(table->shapes, sizeof shape, table->shape_count, table->shape_capacity, place, &shape);
    table->changed = true;
}

void thud_sensor_table_unlist(thud_sensor_table *table, int32_t shape) {
    int32_t place = find_shape(table, shape);
    int32_t *at = table->shapes + place;
    THUD_ASSERT(table->hooks, place < table->shape_count && *at == shape);
    table->shape_count--;
    memmove(at, at + 1, (size_t)(table->shape_count - place) * sizeof *at);
    table->changed = true;
}

/* ---- the shapes inside ---- */

int32_t thud_sensor_table_find(const thud_sensor_table *table, uint64_t key) {
    int32_t first = 0, end = table->inside_count;
    while (first < end) {
        int32_t middle = first + (end - first) / 2;
        if (thud_sensor_event_key(&table->inside[middle].event) < key) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

void thud_sensor_table_touch(thud_sensor_table *table, int32_t shape) {
    table->changed = true;
    if (table->touched_count < THUD_MOST_TOUCHED) {
        table->touched[table->touched_count++] = shape;
    } else {
        table->all = true;
    }
}
