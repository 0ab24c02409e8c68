/*
 * solver.h: the response stage as the world calls it. Arrays in, arrays out: bodies by body slot, contacts by
 * contact slot (narrowphase/contact.h), joints by joint slot (joints/joint.h). The solver owns what it keeps
 * between steps (islands, batches, colours, blocks) and nothing else.
 */
#ifndef THUD_SOLVER_H
#define THUD_SOLVER_H

#include "response/solve_input.h"

/* Islands of the last solve: bodies of island i are bodies[starts[i]] .. bodies[starts[i + 1] - 1], slots
 * ascending in each. Not exact: those of some steps ago, some of which have met or parted since. */
typedef struct thud_islands {
    const int32_t *starts;
    const int32_t *bodies;
    int count;
    bool exact;
} thud_islands;

thud_status thud_solver_create(const thud_hooks *hooks, thud_lanes lanes, thud_solver **solver);
void thud_solver_destroy(thud_solver *solver);

/* THUD_OUT_OF_MEMORY leaves velocities and impulses as they were and all displacements zero. */
thud_status thud_solver_solve(thud_solver *solver, const thud_solve_input *input);

thud_islands thud_solver_islands(const thud_solver *solver);

/* Islands are to be exact after the next solve. */
void thud_solver_renew_islands(thud_solver *solver);

#endif
