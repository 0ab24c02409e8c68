/*
 * contact_data.c: contacts in world coordinates, one by one and those of a body. Games read those of each character in each
 * frame: one function fills in the whole contact.
 */
#include "world/contacts/contacts.h"

#include "world/bodies/body_slot.h"
#include "world/check.h"
#include "world/world_state.h"

/* The speed at which a point of a contact approaches [m/s]. */
THUD_INLINE float approach_of_point(const thud_world *world, int32_t contact, int point) {
    const thud_contact_pair *pair = &world->contacts.pairs[contact];
    const thud_contact_manifold *manifold = &world->contacts.manifolds[contact];
    thud_vec2 arm_b = point == 0 ? manifold->arm_b : thud_manifold_second_arm_b(manifold);
    thud_vec2 velocity_a = thud_velocity_at(&world->bodies.velocities[pair->body_a], manifold->arm_a[point]);
    thud_vec2 velocity_b = thud_velocity_at(&world->bodies.velocities[pair->body_b], arm_b);
    return -thud_vec2_dot(thud_vec2_sub(velocity_b, velocity_a), manifold->normal);
}

void thud_contact_approach(const thud_world *world, int32_t contact, float speeds[2]) {
    int count = world->contacts.features[contact].count;
    for (int i = 0; i < 2; i++) {
        speeds[i] = i < count ? approach_of_point(world, contact, i) : 0.0f;
    }
}

void thud_contact_describe(const thud_world *world, int32_t contact, const thud_pose *poses,
                           thud_contact_data *data) {
    const thud_contact_table *table = &world->contacts;
    const thud_contact_record *record = &table->records[contact];
    const thud_contact_pair *pair = &table->pairs[contact];
    data->contact = thud_contact_id_at(world, contact);
    data->shape_a = thud_shape_id_at(world, record->shape_a);
    data->shape_b = thud_shape_id_at(world, record->shape_b);
    data->body_a = thud_body_id_at(world, pair->body_a);
    data->body_b = thud_body_id_at(world, pair->body_b);
    const thud_vec2 center = poses[pair->body_a].position;
    const thud_contact_features *features = &table->features[contact];
    const thud_contact_sums *sums = &table->sums[contact];
    const thud_contact_manifold *manifold = &table->manifolds[contact];
    const int count = features->count;
    data->touching = (features->flags & THUD_CONTACT_TOUCHING) != 0;
    /* A one-way shape may let a body pass and then, in the same step, stop it at an impact from the front: it touches. */
    data->rejected =
        (features->flags & (THUD_CONTACT_REJECTED | THUD_CONTACT_TOUCHING)) == THUD_CONTACT_REJECTED;
    data->manifold = (thud_manifold){.normal = manifold->normal, .count = count};
    data->normal_impulse[0] = data->normal_impulse[1] = data->friction_impulse = 0.0f;
    data->approach_speed[0] = data->approach_speed[1] = 0.0f;
    float depth = 0.0f;
    for (int i = 0; i < count; i++) {
        data->manifold.points[i] =
            (thud_manifold_point){thud_vec2_add(center, manifold->arm_a[i]), manifold->separation[i],
                                  (uint16_t)features->feature[i]};
        data->normal_impulse[i] = sums->normal[i];
        data->friction_impulse = sums->friction;
        data->approach_speed[i] = approach_of_point(world, contact, i);
        depth = thud_max(depth, -manifold->separation[i]);
    }
    data->mtd = thud_vec2_scale(manifold->normal, -depth);
}

/* Describes the contacts of a body that have points, of one of its shapes unless `shape` is THUD_NONE; returns how many
 * there are, though no more than `capacity` are described. */
THUD_INLINE int list_contacts(const thud_world *world, uint32_t body, int32_t shape,
                              thud_contact_data *contacts, int capacity) {
    int count = 0;
    capacity = contacts == NULL ? 0 : capacity;
    for (int32_t link = world->bodies.bodies[body].first_contact; link != THUD_NONE;) {
        int32_t contact = thud_link_owner(link);
        const thud_contact_record *record = &world->contacts.records[contact];
        link = record->next[thud_link_side(link)]; /* no later, or the call costs four instructions more */
        bool is_wanted = shape == THUD_NONE || record->shape_a == shape || record->shape_b == shape;
        if (is_wanted && world->contacts.features[contact].count > 0 && count++ < capacity) {
            thud_contact_describe(world, contact, world->bodies.previous, contacts++);
        }
    }
    return count;
}

int thud_body_contacts(const thud_world *world, thud_body_id body, thud_contact_data *contacts, int capacity) {
    return thud_is_live_body(world, body, __func__)
               ? list_contacts(world, body.slot, THUD_NONE, contacts, capacity)
               : 0;
}

int thud_shape_contacts(const thud_world *world, thud_shape_id shape, thud_contact_data *contacts,
                        int capacity) {
    int32_t slot = thud_shape_slot(world, shape, __func__);
    return slot == THUD_NONE
               ? 0
               : list_contacts(world, (uint32_t)world->shapes.records[slot].body, slot, contacts, capacity);
}
