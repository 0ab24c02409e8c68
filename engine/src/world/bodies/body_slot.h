/*
 * body_slot.h: whether a body is live, for the few calls that games make for many bodies in each frame: the id is checked
 * inline, and refusals go through the functions of world/check.h.
 */
#pragma once

#include "world/check.h"
#include "world/world_state.h"

/* Whether a body is live; false when refused. Its slot is body.slot then. */
static inline bool thud_is_live_body(const thud_world *world, thud_body_id body, const char *call) {
    if (world != NULL && thud_pool_is_valid(&world->bodies.pool, (thud_pool_id){body.slot, body.generation})) {
        return true;
    }
    (void)thud_body_slot(world, body, call);
    return false;
}

/* The same for calls that change the body. */
static inline bool thud_is_body_to_change(const thud_world *world, thud_body_id body, const char *call) {
    if (world != NULL && !thud_world_is_locked(world) &&
        thud_pool_is_valid(&world->bodies.pool, (thud_pool_id){body.slot, body.generation})) {
        return true;
    }
    (void)thud_body_slot_to_change(world, body, call);
    return false;
}
