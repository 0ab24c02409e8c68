/* body_path.h: a fast body goes its way from where the step began, and bounces off what it meets. */
#ifndef THUD_SRC_WORLD_CONTINUOUS_BODY_PATH_H
#define THUD_SRC_WORLD_CONTINUOUS_BODY_PATH_H

#include "world/continuous/impact_search.h"

/* Bounces that a body may take in one step; then it moves along with what it hit last until the next. */
enum { THUD_MOST_BOUNCES = 16 };

/* The first impact of all: how the two shapes meet. */
typedef struct thud_meeting {
    thud_touch hit;
    thud_vec2 center, other_center; /* of mass, there and then */
    thud_contact_data contact;
    thud_material material;
} thud_meeting;

/* What an impact tells: the way bends there, and an event may come of it. */
typedef struct thud_impact_report {
    thud_impact impact;
    bool is_news;    /* an event may come of what follows */
    int32_t contact; /* of the two shapes, or THUD_NONE */
    thud_contact_data details;
    int32_t waiting; /* the impact itself is among those that wait; else THUD_NONE */
} thud_impact_report;

/* An impact on a dynamic body, and the path that it interrupts. */
typedef struct thud_waiting_impact {
    thud_body_path way;
    thud_meeting met;
} thud_waiting_impact;

/* Impacts that the world has yet to hear of, and those that have yet to be; see continuous.c. */
typedef struct thud_impact_journal {
    thud_impact_report *reports;
    thud_waiting_impact *waiting;
    int32_t count, waiting_count;
} thud_impact_journal;

/* Sends a body its way; `known` is its first touch, if that has been looked for. Where there is a journal, the world hears of its impacts later, for which there is
 * room there, and where the body meets a dynamic one its path is interrupted: that impact waits, too. */
void thud_sweep_body(thud_world *world, int32_t body, float dt, const thud_touch *known,
                     thud_impact_journal *journal);

/* Looks for the first touch of a body and leaves it as it was. */
bool thud_look_ahead(thud_world *world, int32_t body, float dt, thud_touch *touch);

/* Whether a body turns farther than it is swept. */
bool thud_turns_too_far(const thud_world *world, int32_t body);

void thud_tell_impact(thud_world *world, const thud_impact_report *report);

/* Makes an impact that has waited, and goes on from there. */
void thud_resume_path(thud_world *world, thud_waiting_impact *waiting);

#endif
