/* landing.h: the first impulses of a body that lands flat. */
#pragma once

#include "world/bodies/body_table.h"
#include "world/contacts/contact_table.h"

/* Whether a contact whose manifold is new begins to press with both points. */
static inline bool thud_may_land(const thud_contact_table *contacts, int32_t contact) {
    const thud_contact_features *features = &contacts->features[contact];
    const float *impulses = contacts->manifolds[contact].normal_impulse;
    return (features->count == 2) & (impulses[0] + impulses[1] == 0.0f);
}

/* Gives such a contact the impulses that stop both points at once, if a free body lands on one that does not move. `inverse_h`: substeps
 * per second. */
void thud_stop_landing(const thud_contact_table *contacts, const thud_body_table *bodies, int32_t contact,
                       float inverse_h);
