/*
 * Sets of bodies that are joined (union-find with path halving; the smaller slot is the root).
 */
#include "islands.h"

#include "thud/event.h"

#include <stdlib.h>

static uint32_t find(uint32_t *roots, uint32_t slot) {
    while (roots[slot] != slot) {
        roots[slot] = roots[roots[slot]];
        slot = roots[slot];
    }
    return slot;
}

static void join(demo_islands *islands, const thud_world *world, thud_body_id a, thud_body_id b) {
    if (thud_body_mass(world, a).mass <= 0 || thud_body_mass(world, b).mass <= 0) {
        return; /* static and kinematic bodies hold nothing together */
    }
    uint32_t first = find(islands->roots, a.slot), second = find(islands->roots, b.slot);
    islands->roots[first > second ? first : second] = first < second ? first : second;
}

bool islands_find(demo_islands *islands, const thud_world *world) {
    uint32_t slots = 0;
    for (thud_body_id body = {0, 0}; (body = thud_world_next_body(world, body)).generation;) {
        slots = body.slot + 1 > slots ? body.slot + 1 : slots;
    }
    if (slots > islands->capacity) {
        uint32_t *larger = realloc(islands->roots, slots * sizeof *larger);
        if (!larger) {
            return false;
        }
        islands->roots = larger;
        islands->capacity = slots;
    }
    for (uint32_t i = 0; i < islands->capacity; i++) {
        islands->roots[i] = i;
    }
    for (thud_contact_id id = {0, 0}; (id = thud_world_next_contact(world, id)).generation;) {
        thud_contact_data contact = thud_contact_read(world, id);
        if (contact.touching) {
            join(islands, world, contact.body_a, contact.body_b);
        }
    }
    for (thud_joint_id joint = {0, 0}; (joint = thud_world_next_joint(world, joint)).generation;) {
        thud_joint_base base = thud_joint_common(world, joint);
        join(islands, world, base.body_a, base.body_b);
    }
    return true;
}

void islands_free(demo_islands *islands) {
    free(islands->roots);
    *islands = (demo_islands){0};
}

uint32_t islands_root(const demo_islands *islands, uint32_t slot) {
    return slot < islands->capacity ? find(islands->roots, slot) : slot;
}
