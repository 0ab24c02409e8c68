/* contact_update.c: sorts contacts into the lists of thud_contact_lists. */
#include "world/contacts/contact_update.h"

#include "base/kernel.h"
#include "base/memory.h"
#include "broadphase/spatial_hash.h"
#include "world/world_state.h"

THUD_KERNEL_DECLARE(void, thud_classify_contacts, (thud_contact_update * batch));

thud_contact_update thud_contact_update_make(const thud_world *world) {
    const thud_contact_table *contacts = &world->contacts;
    return (thud_contact_update){.features = contacts->features,
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

/* Whether a contact has to be looked at besides being solved: one with a body at rest only if it wants events. */
static bool is_event_candidate(const thud_contact_update *batch, int32_t contact) {
    uint8_t flags = batch->features[contact].flags;
    const thud_contact_pair *pair = &batch->pairs[contact];
    return (flags & (THUD_CONTACT_KINEMATIC | THUD_CONTACT_WANTS_HITS | THUD_CONTACT_WANTS_EVENTS)) !=
               THUD_CONTACT_KINEMATIC ||
           batch->states[pair->body_a] == THUD_STATE_KINEMATIC_MOVING ||
           batch->states[pair->body_b] == THUD_STATE_KINEMATIC_MOVING;
}

void thud_contact_update_run(thud_contact_update *batch, thud_lanes lanes) {
    THUD_KERNEL_CHOOSE(lanes, thud_classify_contacts)(batch);
}

/* The first place from `place` on in an ascending list whose contact is not below `contact`. */
static int32_t find_place(const int32_t *list, int32_t place, int32_t count, int32_t contact) {
    while (place < count) {
        int32_t middle = place + (count - place) / 2;
        bool is_below = list[middle] < contact;
        place = is_below ? middle + 1 : place;
        count = is_below ? count : middle;
    }
    return place;
}

/* Replaces those of an ascending list that have changed by those of them that belong there now; returns how many there are then. */
static int32_t replace_changed(int32_t *list, int32_t count, const thud_contact_update *changed,
                               const int32_t *found, int32_t found_count) {
    int32_t kept = 0, from = 0;
    for (int32_t i = 0; i < changed->count && from < count; i++) {
        int32_t place = find_place(list, from, count, changed->contacts[i]);
        thud_move_bytes(list + kept, list + from, (size_t)(place - from) * sizeof *list);
        kept += place - from;
        from = place + (place < count && list[place] == changed->contacts[i]);
    }
    thud_move_bytes(list + kept, list + from, (size_t)(count - from) * sizeof *list);
    kept += count - from;
    for (int32_t last = kept - 1, place = kept + found_count - 1, left = found_count; left > 0; place--) {
        list[place] = last >= 0 && list[last] > found[left - 1] ? list[last--] : found[--left];
    }
    return kept + found_count;
}

void thud_contact_update_again(thud_contact_update *batch, const int32_t *changed, int32_t count,
                               thud_lanes lanes) {
    int32_t room[4][THUD_CONTACT_RANGE];
    thud_contact_update again = *batch;
    again.contacts = changed;
    again.count = count;
    again.lists = (thud_contact_lists){
        .changed = room[0], .solved = room[1], .near = room[2], .event_candidates = room[3]};
    thud_contact_update_run(&again, lanes);
    thud_contact_lists *lists = &batch->lists;
    const thud_contact_lists *found = &again.lists;
    lists->changed_count =
        replace_changed(lists->changed, lists->changed_count, &again, found->changed, found->changed_count);
    lists->solved_count = replace_changed(lists->solved, lists->solved_count, &again, found->solved, found->solved_count);
    lists->near_count = replace_changed(lists->near, lists->near_count, &again, found->near, found->near_count);
    lists->event_candidate_count =
        replace_changed(lists->event_candidates, lists->event_candidate_count, &again,
                        found->event_candidates, found->event_candidate_count);
}

void thud_contact_update_drop_resting(thud_contact_update *batch) {
    thud_contact_lists *lists = &batch->lists;
    int32_t event_candidate_count = 0;
    for (int32_t i = 0; i < lists->event_candidate_count; i++) {
        int32_t contact = lists->event_candidates[i];
        lists->event_candidates[event_candidate_count] = contact;
        event_candidate_count += is_event_candidate(batch, contact);
    }
    lists->event_candidate_count = event_candidate_count;
}
