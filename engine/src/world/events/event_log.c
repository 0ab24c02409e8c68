#include "world/events/event_log.h"

#include "base/memory.h"

void thud_event_log_init(thud_event_log *log, const thud_hooks *hooks) {
    *log = (thud_event_log){.hooks = hooks};
}

void thud_event_log_destroy(thud_event_log *log) {
    THUD_RELEASE_ARRAY(log->hooks, log->begun, log->begun_capacity);
    THUD_RELEASE_ARRAY(log->hooks, log->begins, log->begin_capacity);
    THUD_RELEASE_ARRAY(log->hooks, log->ends, log->end_capacity);
    THUD_RELEASE_ARRAY(log->hooks, log->late_ends, log->late_capacity);
    THUD_RELEASE_ARRAY(log->hooks, log->met, log->met_capacity);
    THUD_RELEASE_ARRAY(log->hooks, log->hits, log->hit_capacity);
    THUD_RELEASE_ARRAY(log->hooks, log->moves, log->move_capacity);
}

/* Adds the end events of touches that ended between two steps, for the end of the second one. */
static void take_late_ends(thud_event_log *log) {
    thud_contact_end *last = log->ends;
    int32_t last_capacity = log->end_capacity;
    log->ends = log->late_ends;
    log->end_capacity = log->late_capacity;
    log->late_ends = last;
    log->late_capacity = last_capacity;
}

void thud_event_log_begin_step(thud_event_log *log) {
    if (log->late_count > 0) { /* else one list serves all steps, and grows only once */
        take_late_ends(log);
    }
    log->end_count = log->late_count;
    log->late_count = 0;
    log->begun_count = log->begin_count = log->hit_count = log->candidate_count = log->move_count = 0;
    log->stepping = true;
}

/* Reserves memory for one more event, and `first` of them the first time; else the event is lost. */
static bool make_room(thud_event_log *log, void *array, size_t size, int32_t count, int32_t *capacity,
                      int32_t first) {
    bool has_room = thud_reserve(log->hooks, array, size, capacity, *capacity == 0 ? first : count + 1);
    log->lost = log->lost || !has_room;
    return has_room;
}

void thud_event_log_touch(thud_event_log *log, int32_t contact, const float approach_speed[2]) {
    if (make_room(log, &log->begun, sizeof *log->begun, log->begun_count, &log->begun_capacity, 1)) {
        log->begun[log->begun_count++] = (thud_approach){contact, {approach_speed[0], approach_speed[1]}};
    }
}

void thud_event_log_begin(thud_event_log *log, const thud_contact_data *begin) {
    if (make_room(log, &log->begins, sizeof *log->begins, log->begin_count, &log->begin_capacity, 1)) {
        log->begins[log->begin_count++] = *begin;
    }
}

/* Ends of a step that a game's world has memory for from the first one on: their largest number comes late. */
enum { FEW_ENDS = 64 };

void thud_event_log_part(thud_event_log *log, thud_shape_id shape_a, thud_shape_id shape_b) {
    thud_contact_end **ends = log->stepping ? &log->ends : &log->late_ends;
    int32_t *count = log->stepping ? &log->end_count : &log->late_count;
    int32_t *capacity = log->stepping ? &log->end_capacity : &log->late_capacity;
    if (make_room(log, ends, sizeof **ends, *count, capacity, FEW_ENDS)) {
        (*ends)[(*count)++] = (thud_contact_end){shape_a, shape_b};
    }
}
