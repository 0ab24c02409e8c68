/* event_log.h: the events of a step. Arrays are kept between steps, so that a steady scene allocates
 * nothing. */
#pragma once

#include "thud/event.h"

/* The approach speeds of a contact's points before the solver ran. */
typedef struct thud_approach {
    int32_t contact;
    float speed[2]; /* [m/s] */
} thud_approach;

typedef struct thud_event_log {
    const thud_hooks *hooks;
    thud_approach *begun; /* contacts that began to touch in this step */
    /* The event candidates before the solver ran, by slot: its impulses may make them touch, or hits. In the step's
     * memory, as their largest number comes late. */
    thud_approach *candidates;
    thud_contact_data *begins;
    thud_contact_end *ends;
    thud_contact_end *late_ends; /* of shapes removed between steps: events of the next step */
    /* Pairs without a contact whose touch began in the last step, by body, or was passed on; it goes on if they get one. */
    thud_contact_end *met;
    thud_contact_hit *hits;
    thud_move_event *moves;
    int32_t begun_count, begin_count, end_count, late_count, met_count, hit_count, candidate_count, move_count;
    int32_t begun_capacity, begin_capacity, end_capacity, late_capacity, met_capacity, hit_capacity,
        move_capacity;
    /* In a step. Between steps the events must not move in memory: users change the world while they read them. */
    bool stepping;
    bool lost;    /* memory ran out: an event is missing */
} thud_event_log;

void thud_event_log_init(thud_event_log *log, const thud_hooks *hooks);
void thud_event_log_destroy(thud_event_log *log);

/* Clears the events of the last step; keeps ends since then (of removed shapes) for the coming step. */
void thud_event_log_begin_step(thud_event_log *log);

/* THUD_OUT_OF_MEMORY if an event of the step, or of the time since the last one, is lost. */
static inline thud_status thud_event_log_end_step(thud_event_log *log) {
    thud_status status = log->lost ? THUD_OUT_OF_MEMORY : THUD_OK;
    log->stepping = log->lost = false;
    return status;
}

void thud_event_log_touch(thud_event_log *log, int32_t contact, const float approach_speed[2]);
void thud_event_log_begin(thud_event_log *log, const thud_contact_data *begin);
void thud_event_log_part(thud_event_log *log, thud_shape_id shape_a, thud_shape_id shape_b);
