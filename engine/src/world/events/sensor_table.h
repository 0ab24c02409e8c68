/*
 * sensor_table.h: the shapes that are sensors, the shapes inside of them, and the events of the last step. All
 * lists are sorted by slots and kept between steps, so that a steady scene allocates nothing.
 */
#ifndef THUD_SRC_WORLD_EVENTS_SENSOR_TABLE_H
#define THUD_SRC_WORLD_EVENTS_SENSOR_TABLE_H

#include "thud/event.h"

/* A shape inside of a sensor, or one that a watching kinematic shape touches. */
typedef struct thud_visit {
    thud_sensor_event event;
    bool is_touch; /* its events are contact events */
} thud_visit;

typedef struct thud_sensor_table {
    const thud_hooks *hooks;
    int32_t *shapes; /* slots of sensors and of shapes with kinematic_events, ascending */
    int32_t shape_count, shape_capacity;

    /* Sensors and shapes that may be inside: slots in a key, (sensor << 32) | visitor. */
    uint64_t *candidates, *scratch;
    int32_t candidate_count, candidate_capacity;

    /* Who is inside after the last step, and room for the next; by sensor slot, then visitor slot. */
    thud_visit *inside, *entered;
    int32_t inside_count, inside_capacity;

    thud_sensor_event *begins, *ends;
    int32_t begin_count, end_count;
    int32_t begin_capacity, end_capacity;

    bool
        changed; /* a shape was added, removed or changed between steps: resting bodies may be inside, too */
} thud_sensor_table;

void thud_sensor_table_init(thud_sensor_table *table, const thud_hooks *hooks);
void thud_sensor_table_destroy(thud_sensor_table *table);

/* Whether a shape of this definition is listed here. */
static inline bool thud_shape_watches(const thud_shape_def *def) {
    return def->sensor || def->kinematic_events;
}

/* Makes room for one more sensor; false where memory runs out, the table as before. */
bool thud_sensor_table_reserve(thud_sensor_table *table);

/* Lists a shape as a sensor, for which there is room; or no longer. Events of that come with the next step. */
void thud_sensor_table_list(thud_sensor_table *table, int32_t shape);
void thud_sensor_table_unlist(thud_sensor_table *table, int32_t shape);

/* Forgets the last step's events; notes whether boxes have changed since then. */
void thud_sensor_table_begin_step(thud_sensor_table *table, bool boxes_changed);

/* Whether there may be events although nothing moves. */
bool thud_sensor_table_is_due(const thud_sensor_table *table);

/* Where a key is, or would be, in the list of shapes inside. */
int32_t thud_sensor_table_find(const thud_sensor_table *table, uint64_t key);

static inline uint64_t thud_sensor_key(uint32_t sensor, uint32_t visitor) {
    return (uint64_t)sensor << 32 | visitor;
}

static inline uint64_t thud_sensor_event_key(const thud_sensor_event *event) {
    return thud_sensor_key(event->sensor.slot, event->visitor.slot);
}

#endif
