/*
 * schedule.h: the order in which parts of the constraint graph are solved. Batches depend on nothing. A partition goes
 * through its stages (stages.c) as its interfaces allow:
 *
 *     partition  0     1     2     3     4     5        A stage of a partition begins when the interfaces on both sides
 *     stages     4     3     2     1     0     0        have been solved in its last one; that of an interface when both
 *                                                       partitions have ended it, by the worker of the second one.
 *
 * So workers need not wait for each other at the end of a stage, only where their partitions meet. And a stage is followed
 * by the next one of the partition before, while that is in the cache, as far as interfaces allow: a wave that goes through
 * the island once, all stages deep.
 *
 * Where a large island has an overflow or a mass-split body its stages do end for all partitions at once: the worker of the
 * last one solves the overflow, and then all interfaces; or joins the mass-split body.
 */
#ifndef THUD_SRC_RESPONSE_SCHEDULE_H
#define THUD_SRC_RESPONSE_SCHEDULE_H

#include "response/solver_step.h"

/* How far a partition is, and the interface behind it: stages. */
struct thud_partition_progress {
    _Alignas(THUD_ALIGNMENT) atomic_int begun;
    atomic_int ended;
    atomic_int arrivals; /* at the interface, of partitions at the ends of their stages */
    atomic_int interface_ended;
    int32_t island;
};

/* How far a large island is whose stages end for all partitions at once. What many read and what many write is on lines
 * of its own. */
struct thud_island_progress {
    _Alignas(THUD_ALIGNMENT) bool has_overflow;
    bool has_barrier;                             /* an overflow or a mass-split body */
    _Alignas(THUD_ALIGNMENT) atomic_int arrivals; /* of partitions at the ends of stages, in all */
    _Alignas(THUD_ALIGNMENT) atomic_int open;     /* stages that may begin */
};

/* Room for the progress of the graph's parts; false where memory runs out. */
bool thud_schedule_reserve(thud_solver *solver);
void thud_schedule_release(thud_solver *solver);

/* Solves all parts. */
void thud_schedule_run(thud_solver_step *step);

#endif
