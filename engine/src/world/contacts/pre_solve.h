/* pre_solve.h: the callback about contacts. */
#pragma once

#include "thud/event.h"
#include "thud/world.h"

/* Sets THUD_CONTACT_REJECTED or clears it; clears the impulses of a rejected contact. */
void thud_contact_set_rejected(thud_world *world, int32_t contact, bool rejected);

/* The same for a contact of a character mover, in all steps until the next call; not where the callback or a one-way shape decides. */
void thud_contact_let_pass(thud_world *world, int32_t contact, bool passes);

/* Whether the callback is to be called for two shapes. */
bool thud_pair_wants_pre_solve(const thud_world *world, int32_t shape_a, int32_t shape_b);

/* Whether continuous collision let two shapes without a contact pass each other: in world->continuous.passes from `first` on. */
bool thud_pair_was_let_pass(const thud_world *world, int32_t first, int32_t shape_a, int32_t shape_b);

/* Whether continuous collision lets two shapes pass each other in this step. */
bool thud_pre_solve_lets_pass(const thud_world *world, int32_t first, int32_t shape_a, int32_t shape_b);

/* Whether two shapes for which continuous collision found an impact stop each other, and with which material;
 * calls the callback if the step has not done so. */
bool thud_pre_solve_impact(thud_world *world, thud_contact_data *data, thud_material *material);

/* The stage. */
void thud_pre_solve_contacts(thud_world *world);
