/* contacts.c: the public functions of contacts: by id, one after the other, with the geometry of now. */
#include "world/contacts/contacts.h"

#include "world/bodies/shape_parts.h"
#include "world/check.h"
#include "world/world_state.h"

/* ---- one by one ---- */

thud_contact_data thud_contact_read(const thud_world *world, thud_contact_id contact) {
    int32_t slot = thud_contact_slot(world, contact, __func__);
    thud_contact_data data = {0};
    if (slot != THUD_NONE) {
        thud_contact_describe(world, slot, world->bodies.previous, &data);
    }
    return data;
}

/* The manifold of two shapes at their current poses. One may be a segment of a chain. */
static thud_manifold manifold_now(const thud_world *world, int32_t first, int32_t second) {
    const thud_shape_record *records = world->shapes.records;
    const thud_pose *poses = world->bodies.poses;
    bool is_link = records[first].core_class == THUD_CORE_LINK;
    const thud_shape_record *part = &records[is_link ? second : first],
                            *obstacle = &records[is_link ? first : second];
    thud_shape shape;
    thud_shape_record_read(part, &shape);
    thud_manifold manifold =
        thud_part_manifold(world, part->body, &shape, &poses[part->body], obstacle, &poses[obstacle->body]);
    manifold.normal = is_link ? thud_vec2_neg(manifold.normal) : manifold.normal;
    return manifold;
}

static thud_vec2 velocity_at(const thud_world *world, thud_body_id body, thud_vec2 point) {
    thud_vec2 arm = thud_vec2_sub(point, world->bodies.poses[body.slot].position);
    return thud_velocity_at(&world->bodies.velocities[body.slot], arm);
}

/* The speed at which two bodies approach at a point along a normal from a to b [m/s]. */
static float approach_at(const thud_world *world, const thud_contact_data *data, thud_vec2 point) {
    thud_vec2 relative =
        thud_vec2_sub(velocity_at(world, data->body_a, point), velocity_at(world, data->body_b, point));
    return thud_vec2_dot(relative, data->manifold.normal);
}

/* Computes the manifold of a contact's shapes at their current poses; returns the least separation of its points. */
static float bring_to_now(const thud_world *world, thud_contact_data *data) {
    float nearest = THUD_NO_POINT;
    data->manifold = manifold_now(world, (int32_t)data->shape_a.slot, (int32_t)data->shape_b.slot);
    for (int i = 0; i < 2; i++) {
        const thud_manifold_point *point = &data->manifold.points[i];
        bool exists = i < data->manifold.count;
        nearest = exists ? thud_min(nearest, point->separation) : nearest;
        data->approach_speed[i] = exists ? approach_at(world, data, point->point) : 0.0f;
    }
    data->mtd = thud_vec2_scale(data->manifold.normal, thud_min(nearest, 0.0f));
    return nearest;
}

thud_contact_data thud_describe_touch(const thud_world *world, int32_t shape, int32_t other) {
    thud_contact_data data = {.shape_a = thud_shape_id_at(world, shape),
                              .shape_b = thud_shape_id_at(world, other),
                              .body_a = thud_body_id_at(world, world->shapes.records[shape].body),
                              .body_b = thud_body_id_at(world, world->shapes.records[other].body),
                              .touching = true};
    (void)bring_to_now(world, &data);
    return data;
}

thud_contact_data thud_contact_now(const thud_world *world, thud_contact_id contact) {
    int32_t slot = thud_contact_slot(world, contact, __func__);
    thud_contact_data data = {0};
    if (slot == THUD_NONE) {
        return data;
    }
    thud_contact_describe(world, slot, world->bodies.previous, &data);
    float nearest = bring_to_now(world, &data);
    data.touching = !data.rejected && nearest <= (data.touching ? world->def.slop : 0.0f);
    return data;
}

thud_contact_id thud_world_next_contact(const thud_world *world, thud_contact_id contact) {
    thud_pool_id id = {contact.slot, contact.generation};
    do {
        id = world == NULL ? (thud_pool_id){0, 0}
                           : thud_next_id(world, &world->contacts.pool, id, __func__, "contact");
    } while (id.generation != 0 && world->contacts.features[id.slot].count == 0);
    return (thud_contact_id){id.slot, id.generation};
}

/* ---- by both shapes ---- */

static bool is_contact_of(const thud_contact_record *record, int32_t shape_a, int32_t shape_b) {
    return record->shape_a + record->shape_b == shape_a + shape_b &&
           (record->shape_a == shape_a || record->shape_a == shape_b);
}

/* The batch kernels require the larger core class first; equal classes are ordered by slot. */
void thud_contact_order(const thud_world *world, int32_t *a, int32_t *b) {
    thud_core_class class_a = world->shapes.records[*a].core_class;
    thud_core_class class_b = world->shapes.records[*b].core_class;
    if (class_a < class_b || (class_a == class_b && *a > *b)) {
        int32_t swap = *a;
        *a = *b;
        *b = swap;
    }
}

/* Walks the lists of both bodies in parallel, until the shorter one ends. */
int32_t thud_find_contact(const thud_world *world, int32_t shape_a, int32_t shape_b) {
    const thud_contact_record *records = world->contacts.records;
    const thud_body *a = &world->bodies.bodies[world->shapes.records[shape_a].body];
    const thud_body *b = &world->bodies.bodies[world->shapes.records[shape_b].body];
    int32_t link_a = a->first_contact, link_b = b->first_contact;
    while (link_a != THUD_NONE && link_b != THUD_NONE) {
        if (is_contact_of(&records[thud_link_owner(link_a)], shape_a, shape_b)) {
            return thud_link_owner(link_a);
        }
        if (is_contact_of(&records[thud_link_owner(link_b)], shape_a, shape_b)) {
            return thud_link_owner(link_b);
        }
        link_a = records[thud_link_owner(link_a)].next[thud_link_side(link_a)];
        link_b = records[thud_link_owner(link_b)].next[thud_link_side(link_b)];
    }
    return THUD_NONE;
}
