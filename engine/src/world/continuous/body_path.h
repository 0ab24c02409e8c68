/* body_path.h: sweeps a fast body again from its pose at the start of the step, with an impulse at each impact. */
#pragma once

#include "thud/event.h"
#include "world/continuous/impact_search.h"
#include "world/continuous/touch.h"
#include "world/world_state.h"

/* Largest number of bounces of a body in one step; after them it moves along with its last
 * obstacle until the next step. */
enum { THUD_MOST_BOUNCES = 16 };

/* An impact and its contact data. */
typedef struct thud_bounce {
    thud_touch hit;
    thud_vec2 center, other_center; /* centres of mass at the impact */
    thud_contact_data contact;
    thud_material material;
} thud_bounce;

/* The results of an impact: a point of the sweep path, and maybe an event. */
typedef struct thud_impact_report {
    thud_impact impact;
    bool may_make_event; /* the fields below may make an event */
    int32_t contact; /* contact of the two shapes, or THUD_NONE */
    thud_contact_data details;
    int32_t waiting; /* index of a waiting impact; else THUD_NONE */
} thud_impact_report;

/* An impact on a dynamic body, and the path that it interrupts. */
typedef struct thud_waiting_impact {
    thud_body_path path;
    thud_bounce met;
} thud_waiting_impact;

/* Impacts that are not recorded in the world yet, and impacts to be computed later; see continuous.c. */
typedef struct thud_impact_journal {
    thud_impact_report *reports;
    thud_waiting_impact *waiting;
    int32_t count, waiting_count;
} thud_impact_journal;

/* Sweeps a body; `known` is its first touch, if that has been searched for. With a journal, which has room for them,
 * its impacts are recorded there, and a dynamic body interrupts the path: that impact waits in the journal. */
void thud_sweep_body(thud_world *world, int32_t body, float dt, const thud_touch *known,
                     thud_impact_journal *journal);

/* Searches for the first touch of a body; does not move it. `fixed`: see thud_find_touch. */
bool thud_look_ahead(thud_world *world, int32_t body, float dt, const thud_obstacle_list *fixed,
                     thud_touch *touch);

/* A body is swept through four whole turns at most [rad]: each further turn costs as much time
 * and finds nothing new. */
#define THUD_MOST_TURN 25.0f

/* Whether a body turns farther than the sweep covers. */
static inline bool thud_turns_too_far(const thud_world *world, int32_t body) {
    return thud_abs(world->bodies.displacements[body].rotation) > THUD_MOST_TURN;
}

void thud_record_impact(thud_world *world, const thud_impact_report *report);

/* Computes an impact that waited in the journal, and the rest of the path. */
void thud_resume_path(thud_world *world, thud_waiting_impact *waiting);
