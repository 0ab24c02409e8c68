/* event_log.h: the events of a step. Arrays are kept between steps, so that a steady scene allocates
 * nothing. */
#ifndef THUD_SRC_WORLD_EVENTS_EVENT_LOG_H
#define THUD_SRC_WORLD_EVENTS_EVENT_LOG_H

#include "thud/event.h"

/* A contact whose approach speed was high before the solver ran: a hit if an impulse came of it. */
typedef struct thud_hit_candidate {
    int32_t contact;
    float approach_speed;
} thud_hit_candidate;

/* How fast the points of a contact approached before the solver ran. */
typedef struct thud_approach {
    int32_t contact;
    float speed[2]; /* [m/s] */
} thud_approach;

typedef struct thud_event_log {
    const thud_hooks *hooks;
    thud_approach *begun; /* contacts that began to touch in this step */
    thud_approach *nears; /* contacts that were near when the solver ran, by slot: they may touch by its impulses */
    thud_contact_data *begins;
    thud_contact_end *ends;
    thud_contact_end *late_ends; /* between steps, of removed shapes: events of the next step */
    thud_contact_hit *hits;
    thud_hit_candidate *candidates;
    thud_move_event *moves;
    int32_t begun_count, near_count, begin_count, end_count, late_count, hit_count, candidate_count, move_count;
    int32_t begun_capacity, near_capacity, begin_capacity, end_capacity, late_capacity, hit_capacity, candidate_capacity,
        move_capacity;
    bool
        stepping; /* between steps the events must not move in memory: users change the world while they read them */
    bool lost;    /* memory ran out: an event is missing */
} thud_event_log;

void thud_event_log_init(thud_event_log *log, const thud_hooks *hooks);
void thud_event_log_destroy(thud_event_log *log);

/* Forgets what the last step reported; ends that came since (a removed shape) are kept for the coming step.
 */
void thud_event_log_begin_step(thud_event_log *log);
void thud_event_log_end_step(thud_event_log *log);

void thud_event_log_touch(thud_event_log *log, int32_t contact, const float approach_speed[2]);
void thud_event_log_near(thud_event_log *log, const thud_approach *approach);
void thud_event_log_begin(thud_event_log *log, const thud_contact_data *begin);
void thud_event_log_part(thud_event_log *log, thud_shape_id shape_a, thud_shape_id shape_b);
void thud_event_log_approach(thud_event_log *log, int32_t contact, float approach_speed);

#endif
