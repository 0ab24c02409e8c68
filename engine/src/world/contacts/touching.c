/* touching.c: begin touch, end touch, sleeping bodies to wake and separated pairs, from the manifolds of the step. */
#include "world/contacts/touching.h"

#include "base/assert.h"

#include "broadphase/spatial_hash.h"
#include "world/contacts/contact_update.h"
#include "world/contacts/contacts.h"
#include "world/sleep.h"
#include "world/world_state.h"

/* ---- touching ---- */

void thud_contact_touch_at(thud_world *world, int32_t contact, const float approach_speed[2]) {
    thud_contact_features *features = &world->contacts.features[contact];
    THUD_ASSERT(&world->hooks, (features->flags & THUD_CONTACT_TOUCHING) == 0);
    features->flags |= THUD_CONTACT_TOUCHING;
    world->contacts.touching_count++;
    if (features->flags & THUD_CONTACT_WANTS_EVENTS) {
        thud_event_log_touch(&world->events, contact, approach_speed);
    }
}

void thud_contact_begin_touch(thud_world *world, int32_t contact) {
    float approach_speed[2] = {0.0f, 0.0f}; /* for events only */
    if (world->contacts.features[contact].flags & THUD_CONTACT_WANTS_EVENTS) {
        thud_contact_approach(world, contact, approach_speed);
    }
    thud_contact_touch_at(world, contact, approach_speed);
}

void thud_contact_end_touch(thud_world *world, int32_t contact) {
    thud_contact_features *features = &world->contacts.features[contact];
    THUD_ASSERT(&world->hooks,
                (features->flags & THUD_CONTACT_TOUCHING) != 0 && world->contacts.touching_count > 0);
    features->flags &= (uint8_t)~THUD_CONTACT_TOUCHING;
    world->contacts.touching_count--;
    if (features->flags & THUD_CONTACT_WANTS_EVENTS) {
        const thud_contact_record *record = &world->contacts.records[contact];
        thud_event_log_part(&world->events, thud_shape_id_at(world, record->shape_a),
                            thud_shape_id_at(world, record->shape_b));
    }
}

/* ---- in ranges ---- */

void thud_make_wake_list(const thud_world *world, const int32_t *contacts, int32_t count,
                         thud_contact_lists *found) {
    const uint8_t *states = world->bodies.states;
    for (int32_t i = 0; i < count; i++) {
        const thud_contact_pair *pair = &world->contacts.pairs[contacts[i]];
        const thud_contact_features *features = &world->contacts.features[contacts[i]];
        bool sleeps =
            (states[pair->body_a] == THUD_STATE_ASLEEP) | (states[pair->body_b] == THUD_STATE_ASLEEP);
        /* Otherwise the answer decides, or nothing is to come of it. */
        bool is_decided = (features->flags & (THUD_CONTACT_PRE_SOLVE | THUD_CONTACT_REJECTED)) == 0;
        if (sleeps & is_decided & (features->count > 0)) {
            found->wake_list[found->wake_count++] = contacts[i];
        }
    }
}

/* What a contact's manifold makes of whether it touches. */
typedef enum touch_change { TOUCH_STAYS, TOUCH_BEGINS, TOUCH_ENDS } touch_change;

static touch_change change_of_touch(const thud_contact_features *features, float slop) {
    bool was_touching = (features->flags & THUD_CONTACT_TOUCHING) != 0;
    bool may_touch = (features->flags & (THUD_CONTACT_PRE_SOLVE | THUD_CONTACT_REJECTED)) == 0;
    if (!was_touching && features->nearest <= 0.0f && may_touch) {
        return TOUCH_BEGINS;
    }
    return was_touching && features->nearest > slop ? TOUCH_ENDS : TOUCH_STAYS;
}

static bool is_deep(const thud_contact_features *features, float deep_distance) {
    bool is_stopped =
        (features->flags & (THUD_CONTACT_KINEMATIC | THUD_CONTACT_REJECTED)) == THUD_CONTACT_KINEMATIC;
    return is_stopped && features->nearest < -deep_distance;
}

static bool has_separated(const thud_contact_table *contacts, const thud_aabb *fat_boxes, int32_t contact) {
    const thud_contact_proxies *proxies = &contacts->proxies[contact];
    return !thud_aabb_overlaps(fat_boxes[proxies->a], fat_boxes[proxies->b]);
}

void thud_update_touching(const thud_world *world, thud_contact_lists *found) {
    const thud_contact_table *contacts = &world->contacts;
    const thud_aabb *fat_boxes = thud_hash_fat_boxes(world->hash);
    float slop = world->def.slop;
    int32_t kept = 0;
    for (int32_t i = 0; i < found->changed_count; i++) {
        int32_t contact = found->changed[i];
        thud_contact_features *features = &contacts->features[contact];
        touch_change change = change_of_touch(features, slop);
        bool tells = change != TOUCH_STAYS && (features->flags & THUD_CONTACT_WANTS_EVENTS);
        if (change != TOUCH_STAYS && !tells) {
            features->flags ^= THUD_CONTACT_TOUCHING;
            found->touching_change += change == TOUCH_BEGINS ? 1 : -1;
        }
        if (tells || is_deep(features, THUD_DEEP_SLOPS * slop)) {
            found->changed[kept++] = contact;
        }
        if (has_separated(contacts, fat_boxes, contact)) {
            bool may_tell = (features->flags & THUD_CONTACT_WANTS_EVENTS) != 0;
            bool leaves_touch = !may_tell && (features->flags & THUD_CONTACT_TOUCHING);
            features->flags &= (uint8_t) ~(leaves_touch ? THUD_CONTACT_TOUCHING : 0);
            found->touching_change -= leaves_touch;
            found->reporting_count += may_tell;
            found->separated[found->separated_count++] = contact;
        }
    }
    found->changed_count = kept;
}

/* ---- of all ---- */

/* A sleeping body that a near one could touch has to take part in the step. */
static void wake_sleepers(thud_world *world, const thud_contact_pair *pair) {
    const uint8_t *states = world->bodies.states;
    if (states[pair->body_a] == THUD_STATE_ASLEEP) {
        thud_wake_island(world, pair->body_a);
    }
    if (states[pair->body_b] == THUD_STATE_ASLEEP) {
        thud_wake_island(world, pair->body_b);
    }
}

void thud_wake_listed_sleepers(thud_world *world) {
    for (int32_t i = 0; i < world->lists.wake_count; i++) {
        wake_sleepers(world, &world->contacts.pairs[world->lists.wake_list[i]]);
    }
}

/*
 * A body that is deep in a static or kinematic one is swept however slow it is: whatever presses it goes on pressing, and its centre must
 * stay on its side.
 */
static void note_deep_body(thud_world *world, int32_t contact) {
    const thud_contact_pair *pair = &world->contacts.pairs[contact];
    bool is_a = world->bodies.bodies[pair->body_a].type == THUD_BODY_DYNAMIC;
    int32_t body = is_a ? pair->body_a : pair->body_b;
    float deep = THUD_FAST_SHARE * world->bodies.sleep_data[body].thickness;
    if (world->deep_bodies != NULL && -world->contacts.features[contact].nearest > deep) {
        world->deep_bodies[world->deep_body_count++] = body;
    }
}

/* Begins and ends touches, and notes deep contacts. */
static void report_changes(thud_world *world) {
    for (int32_t i = 0; i < world->lists.changed_count; i++) {
        int32_t contact = world->lists.changed[i];
        const thud_contact_features *features = &world->contacts.features[contact];
        touch_change change = change_of_touch(features, world->def.slop);
        if (change == TOUCH_BEGINS) {
            thud_contact_begin_touch(world, contact);
        } else if (change == TOUCH_ENDS) {
            thud_contact_end_touch(world, contact);
        }
        if (is_deep(features, THUD_DEEP_SLOPS * world->def.slop)) {
            note_deep_body(world, contact);
        }
    }
}

/* Ends the touches of separated pairs. */
static void end_separated_touches(thud_world *world) {
    for (int32_t i = 0; i < world->lists.separated_count; i++) {
        int32_t contact = world->lists.separated[i];
        if (world->contacts.features[contact].flags & THUD_CONTACT_TOUCHING) {
            thud_contact_end_touch(world, contact);
        }
    }
}

void thud_report_touching(thud_world *world) {
    const thud_contact_lists *lists = &world->lists;
    world->deep_body_count = 0;
    world->deep_bodies =
        thud_arena_allocate_array(&world->arena, lists->changed_count, sizeof *world->deep_bodies);
    report_changes(world);
    if (lists->reporting_count > 0) {
        end_separated_touches(world);
    }
}
