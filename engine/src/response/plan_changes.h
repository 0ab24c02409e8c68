/*
 * plan_changes.h: which contacts came and which went since the last step, and the pieces that they go to and were in. Two ascending lists are
 * compared, in ranges side by side; and there is what the input tells to have ended, as another contact may be in its slot.
 */
#ifndef THUD_SRC_RESPONSE_PLAN_CHANGES_H
#define THUD_SRC_RESPONSE_PLAN_CHANGES_H

#include "response/plan.h"
#include "response/solve_input.h"

enum { thud_most_change_ranges = 64 };

/* In place of the piece of a contact that comes: it is from one strip to another; or nothing yields. */
enum { thud_piece_across = -1, thud_piece_none = -2 };

/* A part of the lists, and what it tells. */
typedef struct thud_change_range {
    int32_t old_first, old_end, new_first, new_end; /* of the last list and the new one */
    thud_plan_change *went, *came;
    int32_t went_count, came_count;
    bool any_idle; /* contacts came though neither body yields */
    bool meeting;  /* two pieces met that nothing joins */
} thud_change_range;

typedef struct thud_plan_changes {
    thud_plan *plan;
    const thud_solve_input *input;
    /* The first one is what the input tells to have ended. */
    thud_change_range ranges[1 + thud_most_change_ranges];
    int32_t range_count; /* of the others */
} thud_plan_changes;

/* Finds them, and lists in plan->taken what is to leave its lane first of all: contacts that ended and whose slots came again. Returns how many those are.
 * There is room for all in the plan (thud_plan_reserve_changes). */
int32_t thud_plan_find_changes(thud_plan_changes *changes, thud_plan *plan, const thud_solve_input *input);

/* The piece of a body; -1: it does not yield. One that is newer than the plan does not: one that does would be awake. */
static inline int32_t thud_piece_of_body(const thud_plan *plan, int32_t body) {
    return body < plan->body_slots ? plan->graph.piece[body] : -1;
}

#endif
