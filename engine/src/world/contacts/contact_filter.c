/* contact_filter.c: decides whether two shapes make a contact: by bodies, filters, joints and the user's callback. */
#include "world/contacts/contact_filter.h"

#include "world/contacts/contacts.h"
#include "world/world_state.h"

bool thud_filter_accepts(thud_filter a, thud_filter b) {
    if (a.group == b.group && a.group != 0) {
        return a.group > 0;
    }
    return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

bool thud_joints_keep_apart(const thud_world *world, int32_t body_a, int32_t body_b) {
    const thud_body *a = &world->bodies.bodies[body_a];
    const thud_body *b = &world->bodies.bodies[body_b];
    bool b_has_fewer = b->joint_count < a->joint_count;
    int32_t sought = b_has_fewer ? body_a : body_b;
    THUD_EACH_JOINT(world, b_has_fewer ? body_b : body_a, link) {
        if (thud_joint_other(world, link) == sought &&
            !world->joints.defs[thud_link_owner(link)].base.collide_connected) {
            return true;
        }
    }
    return false;
}

bool thud_shapes_may_collide(const thud_world *world, int32_t shape_a, int32_t shape_b) {
    const thud_shape_record *a = &world->shapes.records[shape_a];
    const thud_shape_record *b = &world->shapes.records[shape_b];
    if (a->def->sensor || b->def->sensor || a->body == b->body ||
        !(thud_is_dynamic(&world->bodies, a->body) || thud_is_dynamic(&world->bodies, b->body)) ||
        !thud_filter_accepts(a->def->filter, b->def->filter)) {
        return false;
    }
    return !thud_joints_keep_apart(world, a->body, b->body);
}

bool thud_filter_asked(thud_world *world, int32_t shape_a, int32_t shape_b) {
    const thud_world_def *def = &world->def;
    return def->filter == NULL || def->filter(world, thud_shape_id_at(world, shape_a),
                                              thud_shape_id_at(world, shape_b), def->filter_context);
}

/* Distances of the prefetch of a pair's shapes, and of their bodies [pairs]. */
enum { FETCH_SHAPES = 8, FETCH_BODIES = 4 };

int32_t thud_screen_pairs(thud_world *world, thud_pair *pairs, int32_t count) {
    const thud_shape_record *shapes = world->shapes.records;
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        if (i + FETCH_SHAPES < count) {
            __builtin_prefetch(&shapes[pairs[i + FETCH_SHAPES].user_a]);
            __builtin_prefetch(&shapes[pairs[i + FETCH_SHAPES].user_b]);
        }
        if (i + FETCH_BODIES < count) {
            __builtin_prefetch(&world->bodies.bodies[shapes[pairs[i + FETCH_BODIES].user_a].body]);
            __builtin_prefetch(&world->bodies.bodies[shapes[pairs[i + FETCH_BODIES].user_b].body]);
        }
        int32_t a = (int32_t)pairs[i].user_a, b = (int32_t)pairs[i].user_b;
        bool is_new = !world->pairs_repeat || thud_find_contact(world, a, b) == THUD_NONE;
        if (is_new && thud_shapes_may_collide(world, a, b) && thud_filter_asked(world, a, b)) {
            pairs[kept++] = pairs[i];
        }
    }
    return kept;
}
