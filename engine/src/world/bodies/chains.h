/*
 * chains.h: chains: their points, and the shapes that are their segments. The shape of a segment has all data
 * for a step; a chain is read only when it is changed or read by the user.
 */
#pragma once

#include "thud/chain.h"

#include "world/bodies/attachment.h"
#include "world/world_state.h"

typedef struct thud_chain {
    thud_attachment attachment; /* first member: the world's part */
    int32_t count, capacity;
    thud_vec2 *points; /* frame of the body */
    int32_t *shapes;   /* slots, by segment */
    bool loop, one_sided;
    void *user_data;
} thud_chain;

static inline thud_chain *thud_chain_at(const thud_world *world, int32_t slot) {
    return (thud_chain *)world->chains.attachments[slot];
}

static inline int32_t thud_chain_segments(const thud_chain *chain) {
    return chain->loop ? chain->count : chain->count - 1;
}

/* Removes a chain from its body and destroys it. */
void thud_chain_remove(thud_world *world, int32_t slot);
