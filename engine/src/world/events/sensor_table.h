/*
 * sensor_table.h: the shapes that are sensors, the shapes inside of them, and the events of the last step. All
 * lists are sorted by slots and kept between steps, so that a steady scene allocates nothing.
 */
#pragma once

#include "thud/event.h"

#include "base/memory.h"

/* A shape inside of a sensor, or one touched by a shape with kinematic_events. */
typedef struct thud_visit {
    thud_sensor_event event;
    bool is_touch; /* its events are contact events */
} thud_visit;

/* With more changes between two steps all sensors are searched. */
enum { THUD_MOST_TOUCHED = 64 };

typedef struct thud_sensor_table {
    const thud_hooks *hooks;
    int32_t *shapes; /* slots of sensors and of shapes with kinematic_events, ascending */
    int32_t shape_count, shape_capacity;

    /* Sensors and shapes that may be inside: slots in a key, (sensor << 32) | visitor. */
    uint64_t *candidates, *scratch;
    int32_t candidate_count, candidate_capacity;

    /* The shapes inside after the last step, and memory for the next list; by sensor slot, then visitor slot. */
    thud_visit *inside, *entered;
    int32_t inside_count, inside_capacity;

    thud_sensor_event *begins, *ends;
    int32_t begin_count, end_count;
    int32_t begin_capacity, end_capacity;

    bool changed; /* a shape was added, removed or changed between steps: resting bodies may be inside */
    bool all;     /* of these changes not all shapes are in `touched` */
    int32_t touched[THUD_MOST_TOUCHED]; /* slots of shapes added, moved or changed between steps; each may have been removed since */
    int32_t touched_count;
} thud_sensor_table;

/* The arrays with candidate_capacity, and those with inside_capacity. */
extern const thud_column thud_candidate_columns[], thud_visit_columns[];

void thud_sensor_table_init(thud_sensor_table *table, const thud_hooks *hooks);
void thud_sensor_table_destroy(thud_sensor_table *table);

/* Whether a shape of this definition is in the table. */
static inline bool thud_shape_watches(const thud_shape_def *def) {
    return def->sensor || def->kinematic_events;
}

/* Reserves memory for one more sensor; when it runs out, returns false and leaves the table as it was. */
bool thud_sensor_table_reserve(thud_sensor_table *table);

/* Adds a shape to the table, which must have room, or removes it. The next step makes the events. */
void thud_sensor_table_list(thud_sensor_table *table, int32_t shape);
void thud_sensor_table_unlist(thud_sensor_table *table, int32_t shape);

/* Notes that a shape was added, moved or changed between steps. */
void thud_sensor_table_touch(thud_sensor_table *table, int32_t shape);

/* Notes the end of the stage: if incomplete, the next step tests all again, which costs time only. */
static inline void thud_sensor_table_end_step(thud_sensor_table *table, bool complete) {
    table->changed = table->all = !complete;
    table->touched_count = 0;
}

/* Clears the last step's events; records whether boxes have changed since then. */
static inline void thud_sensor_table_begin_step(thud_sensor_table *table, bool boxes_changed) {
    table->begin_count = table->end_count = 0;
    table->changed = table->changed || boxes_changed;
}

/* Whether there are no sensors, and nothing was inside of one. */
static inline bool thud_sensor_table_is_empty(const thud_sensor_table *table) {
    return table->shape_count == 0 && table->inside_count == 0;
}

/* Whether there may be events although no body moves. */
static inline bool thud_sensor_table_is_due(const thud_sensor_table *table) {
    return table->changed && !thud_sensor_table_is_empty(table);
}

/* The place of a key in the list of shapes inside, or the place to insert it. */
int32_t thud_sensor_table_find(const thud_sensor_table *table, uint64_t key);

static inline uint64_t thud_sensor_key(uint32_t sensor, uint32_t visitor) {
    return (uint64_t)sensor << 32 | visitor;
}

static inline uint64_t thud_sensor_event_key(const thud_sensor_event *event) {
    return thud_sensor_key(event->sensor.slot, event->visitor.slot);
}
