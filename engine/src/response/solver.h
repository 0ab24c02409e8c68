/*
 * solver.h: the response stage as the world calls it, with arrays as input and output: bodies by body slot, contacts by
 * contact slot (narrowphase/contact.h), joints by joint slot (joints/joint.h). Between steps the solver keeps only its
 * own data (islands, batches, colours, blocks).
 */
#pragma once

#include "response/solve_input.h"

thud_status thud_solver_create(const thud_hooks *hooks, thud_lanes lanes, thud_solver **solver);
void thud_solver_destroy(thud_solver *solver);

/* On THUD_OUT_OF_MEMORY velocities and impulses stay as they were, and all displacements are zero. */
thud_status thud_solver_solve(thud_solver *solver, const thud_solve_input *input);

/* Takes out a contact that ends; its slot may have another one in the next solve. */
void thud_solver_end_contact(thud_solver *solver, int32_t contact);

/* Number of islands in the last solve. Not exact where contacts began or ended since the constraint graph was built. */
int32_t thud_solver_island_count(const thud_solver *solver);
