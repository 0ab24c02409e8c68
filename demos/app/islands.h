/*
 * islands.h: which awake bodies hang together by contacts and joints, to be drawn in colours.
 */
#pragma once

#include "thud/joint.h"

/* Of each body slot, the smallest slot of its island. Zeroed: none. */
typedef struct demo_islands {
    uint32_t *roots;
    uint32_t capacity;
} demo_islands;

/* Finds them; false where memory runs out. O(bodies + contacts + joints) */
bool islands_find(demo_islands *islands, const thud_world *world);
void islands_free(demo_islands *islands);

/* The smallest slot of a body's island. */
uint32_t islands_root(const demo_islands *islands, uint32_t slot);
