/* watch.c: lists of contacts by what is to be done about them. */
#include "world/watch.h"

#include "base/kernel.h"
#include "broadphase/spatial_hash.h"
#include "world/world_state.h"

THUD_KERNEL_DECLARE(void, thud_watch_contacts, (thud_watch_batch * batch));

thud_watch_batch thud_watch_make(const thud_world *world) {
    const thud_contact_table *contacts = &world->contacts;
    return (thud_watch_batch){.features = contacts->features,
                              .proxies = contacts->proxies,
                              .pairs = contacts->pairs,
                              .manifolds = contacts->manifolds,
                              .velocities = world->bodies.velocities,
                              .states = world->bodies.states,
                              .fat_boxes = thud_hash_fat_boxes(world->hash),
                              .part_distance = world->def.slop,
                              .deep_distance = THUD_DEEP_SLOPS * world->def.slop,
                              .hit_speed = world->def.hit_speed};
}

/* Whether a contact is to be looked at beside being solved: what lies on something at rest is not. */
static bool is_notable(const thud_watch_batch *batch, int32_t contact) {
    uint8_t flags = batch->features[contact].flags;
    const thud_contact_pair *pair = &batch->pairs[contact];
    return (flags & (THUD_CONTACT_KINEMATIC | THUD_CONTACT_WANTS_HITS | THUD_CONTACT_WANTS_EVENTS)) !=
               THUD_CONTACT_KINEMATIC ||
           batch->states[pair->body_a] == THUD_STATE_KINEMATIC_MOVING ||
           batch->states[pair->body_b] == THUD_STATE_KINEMATIC_MOVING;
}

void thud_watch_run(thud_watch_batch *batch, thud_lanes lanes) {
    THUD_KERNEL_CHOOSE(lanes, thud_watch_contacts)(batch);
}

void thud_watch_keep_notable(thud_watch_batch *batch) {
    thud_contact_lists *lists = &batch->lists;
    int32_t notable_count = 0;
    for (int32_t i = 0; i < lists->notable_count; i++) {
        int32_t contact = lists->notable[i];
        lists->notable[notable_count] = contact;
        notable_count += is_notable(batch, contact);
    }
    lists->notable_count = notable_count;
}
