/*
 * body_slot.h: the slot of a body, for the few calls that games make for many bodies in each frame: the id is checked
 * inline, and what is refused goes to the functions of world/check.h.
 */
#pragma once

#include "world/check.h"
#include "world/world_state.h"

/* The slot of a live body; THUD_NONE when refused. */
static inline int32_t thud_live_body(const thud_world *world, thud_body_id body, const char *call) {
    if (world != NULL && thud_pool_is_valid(&world->bodies.pool, (thud_pool_id){body.slot, body.generation})) {
        return (int32_t)body.slot;
    }
    thud_body_slot(world, body, call);
    return THUD_NONE;
}

/* The same for calls that change the body. */
static inline int32_t thud_live_body_to_change(const thud_world *world, thud_body_id body, const char *call) {
    if (world != NULL && !thud_world_is_locked(world) &&
        thud_pool_is_valid(&world->bodies.pool, (thud_pool_id){body.slot, body.generation})) {
        return (int32_t)body.slot;
    }
    thud_body_slot_to_change(world, body, call);
    return THUD_NONE;
}
