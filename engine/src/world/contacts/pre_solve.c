/*
 * pre_solve.c: the user's callback about contacts, between narrowphase and response. A result holds for the step:
 *
 *     called, accepted   flags ASKED             material from the callback; solved, touching if it overlaps
 *     called, rejected   flags ASKED, REJECTED   no impulses; not solved, not touching
 *     not called         neither                 apart; continuous collision calls it if they meet within the step
 *
 * REJECTED stays until the shapes have been apart, as an argument for the next call of the callback. A pair that
 * continuous collision let pass before it had a contact is kept until the next step creates the contact.
 */
#include "world/contacts/pre_solve.h"

#include "world/contacts/contact_table.h"
#include "world/contacts/contacts.h"
#include "world/contacts/materials.h"
#include "world/contacts/contact_report.h"
#include "world/sleep.h"
#include "world/world_state.h"

/* ---- the callback ---- */

/* Calls the callback; returns whether it accepts the pair. Its material is used if it is valid. */
static bool ask(thud_world *world, const thud_contact_data *data, thud_material *material) {
    thud_material wanted = *material;
    bool accepted = world->def.pre_solve(world, data, &wanted, world->def.pre_solve_context);
    if (thud_material_accept(world, "pre_solve material", &wanted)) {
        *material = wanted;
    }
    return accepted;
}

void thud_contact_set_rejected(thud_world *world, int32_t contact, bool rejected) {
    thud_contact_features *features = &world->contacts.features[contact];
    features->flags &= (uint8_t)~THUD_CONTACT_REJECTED;
    if (rejected) {
        features->flags |= THUD_CONTACT_REJECTED;
        thud_contact_manifold *manifold = &world->contacts.manifolds[contact];
        manifold->normal_impulse[0] = manifold->normal_impulse[1] = 0.0f;
        manifold->friction_impulse = manifold->rolling_impulse = 0.0f;
        world->contacts.sums[contact] = (thud_contact_sums){0};
    }
}

void thud_contact_let_pass(thud_world *world, int32_t contact, bool passes) {
    const thud_contact_features *features = &world->contacts.features[contact];
    if (features->one_way == 0 && !(features->flags & THUD_CONTACT_PRE_SOLVE)) {
        thud_contact_set_rejected(world, contact, passes);
    }
}

static void reject(thud_world *world, int32_t contact) {
    thud_contact_set_rejected(world, contact, true);
    if (world->contacts.features[contact].flags & THUD_CONTACT_TOUCHING) {
        thud_contact_end_touch(world, contact);
    }
}

/* ---- the stage ---- */

/* Calls the callback for a contact with points and applies the result; returns whether bodies woke. */
static bool ask_about(thud_world *world, int32_t contact) {
    const thud_contact_pair *pair = &world->contacts.pairs[contact];
    const thud_contact_record *record = &world->contacts.records[contact];
    thud_contact_features *features = &world->contacts.features[contact];
    thud_material material;
    thud_shapes_mix(world, record->shape_a, record->shape_b, &material);
    thud_contact_data data;
    thud_contact_describe(world, contact, world->bodies.poses, &data);
    bool accepted = ask(world, &data, &material);
    thud_contact_set_material(&world->contacts, contact, &material);
    features->flags |= THUD_CONTACT_ASKED;
    if (!accepted) {
        reject(world, contact);
        return false;
    }
    thud_contact_set_rejected(world, contact, false);
    if (!(features->flags & THUD_CONTACT_TOUCHING) && features->nearest <= 0.0f) {
        thud_contact_begin_touch(world, contact);
    }
    bool a_woke = thud_wake_sleeper(world, pair->body_a);
    return thud_wake_sleeper(world, pair->body_b) || a_woke;
}

static void forget_answers(thud_world *world) {
    for (int32_t contact = 0; contact < world->contacts.pool.end; contact++) {
        thud_contact_features *features = &world->contacts.features[contact];
        features->flags &= (uint8_t)~THUD_CONTACT_ASKED;
        if (features->count == 0 &&
            !(features->one_way & THUD_ONE_WAY_PASSES)) { /* apart: the next touch is a new one */
            features->flags &= (uint8_t)~THUD_CONTACT_REJECTED;
        }
    }
}

/* Calls the callback for all contacts without a result; returns whether bodies woke, and with them more contacts. */
static bool ask_about_rest(thud_world *world) {
    const thud_contact_table *contacts = &world->contacts;
    bool woke = false;
    for (int32_t contact = 0; contact < contacts->pool.end; contact++) {
        const thud_contact_features *features = &contacts->features[contact];
        bool is_called =
            (features->flags & (THUD_CONTACT_PRE_SOLVE | THUD_CONTACT_ASKED)) == THUD_CONTACT_PRE_SOLVE &&
            !(features->one_way & THUD_ONE_WAY_PASSES);
        if (is_called && features->count > 0 && contacts->kinds[contact] != THUD_CONTACT_IDLE) {
            woke = ask_about(world, contact) || woke;
        }
    }
    return woke;
}

void thud_pre_solve_contacts(thud_world *world) {
    forget_answers(world);
    while (ask_about_rest(world)) {
    }
}

/* ---- continuous collision ---- */

bool thud_pair_was_let_pass(const thud_world *world, int32_t first, int32_t shape_a, int32_t shape_b) {
    for (int32_t i = first; i < world->continuous.pass_count; i++) {
        const thud_pass *pass = &world->continuous.passes[i];
        if (thud_is_same_pair(pass->shape_a, pass->shape_b, thud_shape_id_at(world, shape_a),
                              thud_shape_id_at(world, shape_b))) {
            return true;
        }
    }
    return false;
}

/* Records that a pair without a contact may pass; false when memory runs out. */
static bool let_pass(thud_world *world, const thud_contact_data *data) {
    if (!THUD_RESERVE(&world->hooks, world->continuous.passes, world->continuous.pass_capacity,
                      world->continuous.pass_count + 1)) {
        world->result.status = THUD_OUT_OF_MEMORY;
        return false;
    }
    world->continuous.passes[world->continuous.pass_count++] = (thud_pass){data->shape_a, data->shape_b};
    return true;
}

bool thud_pair_wants_pre_solve(const thud_world *world, int32_t shape_a, int32_t shape_b) {
    return world->def.pre_solve != NULL &&
           (world->shapes.records[shape_a].def->pre_solve || world->shapes.records[shape_b].def->pre_solve);
}

bool thud_pre_solve_lets_pass(const thud_world *world, int32_t first, int32_t shape_a, int32_t shape_b) {
    bool is_asked = thud_pair_wants_pre_solve(world, shape_a, shape_b);
    if (!is_asked && !world->bodies.bodies[world->shapes.records[shape_b].body].mover) {
        return false;
    }
    int32_t contact = thud_find_contact(world, shape_a, shape_b);
    return contact != THUD_NONE ? (world->contacts.features[contact].flags & THUD_CONTACT_REJECTED) != 0
                                : is_asked && thud_pair_was_let_pass(world, first, shape_a, shape_b);
}

bool thud_pre_solve_impact(thud_world *world, thud_contact_data *data, thud_material *material) {
    int32_t shape_a = (int32_t)data->shape_a.slot;
    int32_t shape_b = (int32_t)data->shape_b.slot;
    int32_t contact = thud_find_contact(world, shape_a, shape_b);
    bool has_manifold = contact != THUD_NONE && world->contacts.features[contact].count > 0;
    if (has_manifold) {
        *material = world->contacts.materials[contact];
    } else {
        thud_shapes_mix(world, shape_a, shape_b, material);
    }
    bool is_answered = contact != THUD_NONE && (world->contacts.features[contact].flags & THUD_CONTACT_ASKED);
    if (is_answered || !thud_pair_wants_pre_solve(world, shape_a, shape_b)) {
        return true;
    }
    if (contact != THUD_NONE) {
        data->contact = thud_contact_id_at(world, contact);
        data->touching = (world->contacts.features[contact].flags & THUD_CONTACT_TOUCHING) != 0;
    }
    if (ask(world, data, material)) {
        return true;
    }
    if (contact != THUD_NONE) {
        reject(world, contact);
        return false;
    }
    return !let_pass(world, data);
}
