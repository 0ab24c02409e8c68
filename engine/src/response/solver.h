/*
 * solver.h: the response stage as the world calls it, with arrays as input and output: bodies by body slot, contacts by
 * contact slot (narrowphase/contact.h), joints by joint slot (joints/joint.h). Between steps the solver keeps only its
 * own data (islands, batches, colours, blocks).
 */
#ifndef THUD_SOLVER_H
#define THUD_SOLVER_H

#include "response/solve_input.h"

/* Islands of the last solve: the bodies of island i are bodies[starts[i]] .. bodies[starts[i + 1] - 1], slots
 * ascending. Not exact: they are some steps old, and some may have met or separated since. */
typedef struct thud_islands {
    const int32_t *starts;
    const int32_t *bodies;
    int count;
    bool exact;
} thud_islands;

thud_status thud_solver_create(const thud_hooks *hooks, thud_lanes lanes, thud_solver **solver);
void thud_solver_destroy(thud_solver *solver);

/* On THUD_OUT_OF_MEMORY velocities and impulses stay as they were, and all displacements are zero. */
thud_status thud_solver_solve(thud_solver *solver, const thud_solve_input *input);

thud_islands thud_solver_islands(const thud_solver *solver);

/* Makes the islands exact after the next solve. */
void thud_solver_renew_islands(thud_solver *solver);

#endif
