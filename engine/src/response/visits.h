/*
 * visits.h: who solves which strip of a pile when. A stage of a strip is a visit; there are one to begin, one for each
 * substep and one to end.
 *
 *     strip      0     1     2     3     4     5        A strip is visited again as soon as the seams on both its sides
 *     visits     4     3     2     1     0     0        have been solved in its last stage; a seam as soon as both its
 *                                                       strips have been visited, by whoever did the second one.
 *
 * So workers need not wait for each other at the end of a stage, only where one's strips meet another's. And a visit is followed by the next
 * one to the strip before, while that is in the cache, as far as seams allow: a wave that goes through the pile once, all stages deep.
 *
 * Where a pile has a hub or a shared body, its stages do end for all strips at once. A shared body takes up what strips did to it as soon as
 * all have been visited: seams that are still to be solved fill the time of those who come early.
 */
#ifndef THUD_SRC_RESPONSE_VISITS_H
#define THUD_SRC_RESPONSE_VISITS_H

#include "response/solver_step.h"

/* How far a strip is, and the seam behind it. */
struct thud_strip_progress {
    _Alignas(THUD_ALIGNMENT) atomic_int begun; /* visits */
    atomic_int ended;
    atomic_int arrivals;    /* at the seam, of strips at the ends of their visits */
    atomic_int seam_begun;  /* stages, where there is a hub */
    atomic_int seam_ended;  /* stages */
    int32_t pile;
};

/* How far a pile is whose stages end for all strips at once. What many read and what many write is on lines of its own. */
struct thud_pile_progress {
    _Alignas(THUD_ALIGNMENT) bool has_hub;
    bool is_joined; /* has a hub or a shared body */
    _Alignas(THUD_ALIGNMENT) atomic_int strips_arrived; /* at the ends of visits, in all */
    atomic_int seams_arrived;
    _Alignas(THUD_ALIGNMENT) atomic_int open; /* stages that strips may begin */
    atomic_int seams_open;                    /* stages that seams may begin, where there is a hub */
};

/* Room for the progress of the plan's piles; false where memory runs out. */
bool thud_visits_reserve(thud_solver *solver);
void thud_visits_release(thud_solver *solver);

/* Solves all pieces. */
void thud_visits_run(thud_solver_step *step);

#endif
