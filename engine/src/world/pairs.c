/*
 * pairs.c: the first stage: what the broadphase reports becomes contacts; and how contacts begin and end. A
 * contact lives from the step in which the fat boxes of its shapes meet to the step in which they part.
 */
#include "world/world_state.h"

/* ---- the lists of contacts of a body ---- */

static void link_contact(thud_world *world, int32_t contact, int side, int32_t body) {
    thud_contact_record *records = world->contacts.records;
    int32_t link = 2 * contact + side;
    int32_t first = world->bodies.bodies[body].first_contact;
    records[contact].next[side] = first;
    records[contact].previous[side] = THUD_NONE;
    if (first != THUD_NONE) {
        records[first / 2].previous[first % 2] = link;
    }
    world->bodies.bodies[body].first_contact = link;
}

static void unlink_contact(thud_world *world, int32_t contact, int side, int32_t body) {
    thud_contact_record *records = world->contacts.records;
    int32_t next = records[contact].next[side];
    int32_t previous = records[contact].previous[side];
    if (next != THUD_NONE) {
        records[next / 2].previous[next % 2] = previous;
    }
    if (previous != THUD_NONE) {
        records[previous / 2].next[previous % 2] = next;
    } else {
        world->bodies.bodies[body].first_contact = next;
    }
}

/* ---- which shapes make a contact ---- */

static bool is_dynamic(const thud_world *world, int32_t body) {
    return world->bodies.bodies[body].type == THUD_BODY_DYNAMIC;
}

bool thud_shapes_may_collide(thud_world *world, int32_t shape_a, int32_t shape_b) {
    const thud_shape_record *a = &world->shapes.records[shape_a];
    const thud_shape_record *b = &world->shapes.records[shape_b];
    if (a->def.sensor || b->def.sensor || a->body == b->body || !(is_dynamic(world, a->body) || is_dynamic(world, b->body)) ||
        !thud_filter_accepts(a->def.filter, b->def.filter)) {
        return false;
    }
    if (thud_joints_keep_apart(world, a->body, b->body)) {
        return false;
    }
    const thud_world_def *def = &world->def;
    return def->filter == NULL || def->filter(world, thud_shape_id_at(world, shape_a),
                                              thud_shape_id_at(world, shape_b), def->filter_context);
}

static bool filter_pair(uint64_t user_a, uint64_t user_b, void *context) {
    return thud_shapes_may_collide(context, (int32_t)user_a, (int32_t)user_b);
}

/* ---- begin ---- */

static bool has_joints(const thud_world *world, int32_t body) {
    return world->bodies.bodies[body].first_joint != THUD_NONE;
}

static uint8_t contact_flags(const thud_world *world, const thud_shape_record *a,
                             const thud_shape_record *b) {
    bool kinematic = !is_dynamic(world, a->body) || !is_dynamic(world, b->body);
    bool jointed = !kinematic && (has_joints(world, a->body) || has_joints(world, b->body));
    return (uint8_t)((a->def.contact_events || b->def.contact_events ? THUD_CONTACT_WANTS_EVENTS : 0) |
                     (a->def.hit_events || b->def.hit_events ? THUD_CONTACT_WANTS_HITS : 0) |
                     (kinematic ? THUD_CONTACT_KINEMATIC : 0) | (jointed ? THUD_CONTACT_JOINTED : 0) |
                     (world->def.pre_solve != NULL && (a->def.pre_solve || b->def.pre_solve)
                          ? THUD_CONTACT_PRE_SOLVE
                          : 0));
}

static void set_flags(thud_world *world, int32_t contact, uint8_t flags) {
    uint8_t *now = &world->contacts.features[contact].flags;
    world->contacts.pre_solve_count +=
        ((flags & THUD_CONTACT_PRE_SOLVE) != 0) - ((*now & THUD_CONTACT_PRE_SOLVE) != 0);
    *now = flags;
}

void thud_contact_mix(thud_world *world, int32_t contact) {
    const thud_contact_record *record = &world->contacts.records[contact];
    const thud_shape_record *a = &world->shapes.records[record->shape_a];
    const thud_shape_record *b = &world->shapes.records[record->shape_b];
    thud_material material = thud_shapes_mix(world, record->shape_a, record->shape_b);
    thud_contact_set_material(&world->contacts, contact, &material);
    uint8_t flags = contact_flags(world, a, b);
    uint8_t kept = flags & THUD_CONTACT_PRE_SOLVE ? THUD_CONTACT_TOUCHING | THUD_CONTACT_REJECTED
                                                  : THUD_CONTACT_TOUCHING;
    set_flags(world, contact, flags | (world->contacts.features[contact].flags & kept));
}

void thud_contacts_note_joints(thud_world *world, int32_t body) {
    const thud_contact_table *contacts = &world->contacts;
    for (int32_t link = world->bodies.bodies[body].first_contact; link != THUD_NONE;
         link = contacts->records[link / 2].next[link % 2]) {
        const thud_contact_pair *pair = &contacts->pairs[link / 2];
        uint8_t *flags = &contacts->features[link / 2].flags;
        bool jointed = has_joints(world, pair->body_a) || has_joints(world, pair->body_b);
        *flags &= (uint8_t)~THUD_CONTACT_JOINTED;
        *flags |= jointed && !(*flags & THUD_CONTACT_KINEMATIC) ? THUD_CONTACT_JOINTED : 0;
    }
}

/* The batch kernels want the larger core class first; equal classes go by slot. */
static void order_shapes(const thud_world *world, int32_t *a, int32_t *b) {
    thud_core_class class_a = world->shapes.records[*a].core_class;
    thud_core_class class_b = world->shapes.records[*b].core_class;
    if (class_a < class_b || (class_a == class_b && *a > *b)) {
        int32_t swap = *a;
        *a = *b;
        *b = swap;
    }
}

static bool begin_pair(thud_world *world, int32_t shape_a, int32_t shape_b) {
    thud_pool_id id = thud_contact_table_add(&world->contacts);
    if (id.generation == 0) {
        return false;
    }
    order_shapes(world, &shape_a, &shape_b);
    const thud_shape_record *a = &world->shapes.records[shape_a];
    const thud_shape_record *b = &world->shapes.records[shape_b];
    int32_t contact = (int32_t)id.slot;
    thud_contact_table *contacts = &world->contacts;
    contacts->records[contact].shape_a = shape_a;
    contacts->records[contact].shape_b = shape_b;
    contacts->records[contact].kind = a->is_rectangle && b->is_rectangle
                                          ? (uint8_t)THUD_CONTACT_RECTANGLES
                                          : thud_contact_kind(a->core_class, b->core_class);
    contacts->pairs[contact] = (thud_contact_pair){a->body, b->body, a->core, b->core};
    contacts->proxies[contact] = (thud_contact_proxies){a->proxy.slot, b->proxy.slot};
    thud_contact_mix(world, contact);
    if (world->pass_count > 0 && thud_pair_was_let_pass(world, 0, shape_a, shape_b)) {
        contacts->features[contact].flags |= THUD_CONTACT_REJECTED;
    }
    link_contact(world, contact, 0, a->body);
    link_contact(world, contact, 1, b->body);
    bool active =
        thud_state_moves(world->bodies.states[a->body]) || thud_state_moves(world->bodies.states[b->body]);
    thud_contact_set_active(contacts, contact, active);
    world->constraints_changed = true;
    world->counters.pairs_begun++;
    return true;
}

/* ---- end ---- */

void thud_contact_end_pair(thud_world *world, int32_t contact) {
    const thud_contact_pair *pair = &world->contacts.pairs[contact];
    if (world->contacts.features[contact].flags & THUD_CONTACT_TOUCHING) {
        thud_contact_end_touch(world, contact);
    }
    set_flags(world, contact, 0);
    unlink_contact(world, contact, 0, pair->body_a);
    unlink_contact(world, contact, 1, pair->body_b);
    thud_contact_table_remove(&world->contacts, contact);
    world->constraints_changed = true;
    world->counters.pairs_ended++;
}

/* Ends those of a body's contacts that a shape has, or all if there is none to ask for. */
static void end_contacts(thud_world *world, int32_t body, int32_t shape) {
    int32_t link = world->bodies.bodies[body].first_contact;
    while (link != THUD_NONE) {
        int32_t contact = link / 2;
        const thud_contact_record *record = &world->contacts.records[contact];
        link = record->next[link % 2];
        if (shape == THUD_NONE || record->shape_a == shape || record->shape_b == shape) {
            thud_wake_island(world, world->contacts.pairs[contact].body_a);
            thud_wake_island(world, world->contacts.pairs[contact].body_b);
            thud_contact_end_pair(world, contact);
        }
    }
}

void thud_shape_end_contacts(thud_world *world, int32_t shape) {
    end_contacts(world, world->shapes.records[shape].body, shape);
}

void thud_body_end_contacts(thud_world *world, int32_t body) {
    end_contacts(world, body, THUD_NONE);
}

/* ---- the stage ---- */

/* A pair without a contact: forget all of the shape's pairs, so that the next step finds this one again. */
static void lose_pair(thud_world *world, int32_t shape) {
    world->result.lost_contacts++;
    thud_shape_end_contacts(world, shape);
    thud_hash_renew(world->hash, world->shapes.records[shape].proxy);
}

thud_status thud_find_pairs(thud_world *world) {
    thud_pairs pairs = {0};
    thud_status status = thud_hash_update(world->hash, filter_pair, world, &pairs);
    world->proxies_changed = status != THUD_OK;
    for (int i = 0; i < pairs.count; i++) {
        int32_t shape_a = (int32_t)pairs.pairs[i].user_a;
        int32_t shape_b = (int32_t)pairs.pairs[i].user_b;
        if (world->pairs_repeat && thud_find_contact(world, shape_a, shape_b) != THUD_NONE) {
            continue;
        }
        if (!begin_pair(world, shape_a, shape_b)) {
            lose_pair(world, shape_a);
            status = THUD_OUT_OF_MEMORY;
        }
    }
    world->pairs_repeat = world->pairs_repeat && status != THUD_OK;
    world->pass_count = 0;
    return status;
}
