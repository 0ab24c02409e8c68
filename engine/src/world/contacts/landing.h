/* landing.h: the first impulses of a body that lands flat. */
#pragma once

#include "world/bodies/body_table.h"
#include "world/contacts/contact_table.h"

/* Gives a contact whose manifold is new the impulses that stop both of its points at once, if it begins with both on a free body that
 * lands on one that does not move. `inverse_h`: substeps per second. */
void thud_stop_landing(const thud_contact_table *contacts, const thud_body_table *bodies, int32_t contact,
                       float inverse_h);
