#include "world/event_log.h"

#include "base/memory.h"

void thud_event_log_init(thud_event_log *log, const thud_hooks *hooks) {
    *log = (thud_event_log){.hooks = hooks};
}

void thud_event_log_destroy(thud_event_log *log) {
    thud_release_array(log->hooks, &log->begun, sizeof *log->begun, &log->begun_capacity);
    thud_release_array(log->hooks, &log->begins, sizeof *log->begins, &log->begin_capacity);
    thud_release_array(log->hooks, &log->ends, sizeof *log->ends, &log->end_capacity);
    thud_release_array(log->hooks, &log->hits, sizeof *log->hits, &log->hit_capacity);
    thud_release_array(log->hooks, &log->candidates, sizeof *log->candidates, &log->candidate_capacity);
    thud_release_array(log->hooks, &log->moves, sizeof *log->moves, &log->move_capacity);
}

void thud_event_log_begin_step(thud_event_log *log) {
    int32_t late = log->end_count - log->reported_ends;
    if (late > 0) {
        thud_move_bytes(log->ends, log->ends + log->reported_ends, (size_t)late * sizeof *log->ends);
    }
    log->end_count = late;
    log->reported_ends = 0;
    log->begun_count = log->begin_count = log->hit_count = log->candidate_count = log->move_count = 0;
    log->lost = false;
}

void thud_event_log_touch(thud_event_log *log, int32_t contact) {
    if (thud_reserve(log->hooks, &log->begun, sizeof *log->begun, &log->begun_capacity,
                     log->begun_count + 1)) {
        log->begun[log->begun_count++] = contact;
    } else {
        log->lost = true;
    }
}

void thud_event_log_part(thud_event_log *log, thud_shape_id shape_a, thud_shape_id shape_b) {
    if (thud_reserve(log->hooks, &log->ends, sizeof *log->ends, &log->end_capacity, log->end_count + 1)) {
        log->ends[log->end_count++] = (thud_contact_end){shape_a, shape_b};
    } else {
        log->lost = true;
    }
}

void thud_event_log_approach(thud_event_log *log, int32_t contact, float approach_speed) {
    if (thud_reserve(log->hooks, &log->candidates, sizeof *log->candidates, &log->candidate_capacity,
                     log->candidate_count + 1)) {
        log->candidates[log->candidate_count++] = (thud_hit_candidate){contact, approach_speed};
    } else {
        log->lost = true;
    }
}
