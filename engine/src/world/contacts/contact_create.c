/*
 * contact_create.c: the first stage: makes contacts of the pairs that the broadphase reports, and removes contacts.
 * A contact exists from the step in which the fat boxes of its shapes overlap to the step in which they have
 * separated, and is in the lists of both its bodies.
 */
#include "world/contacts/contact_create.h"

#include "base/assert.h"
#include "base/ranges.h"
#include "response/solver.h"
#include "world/contacts/contact_filter.h"
#include "world/contacts/contact_report.h"
#include "world/contacts/contact_table.h"
#include "world/contacts/contacts.h"
#include "world/contacts/materials.h"
#include "world/contacts/pre_solve.h"
#include "world/sleep.h"
#include "world/world_state.h"

/* ---- the lists of contacts of a body ---- */

/* The `previous` field of a link of a body's list, or the body's `last_contact` at the end of the list. */
static int32_t *previous_of(thud_world *world, int32_t link, int32_t body) {
    return link != THUD_NONE ? &world->contacts.records[thud_link_owner(link)].previous[thud_link_side(link)]
                             : &world->bodies.bodies[body].last_contact;
}

static int32_t *next_of(thud_world *world, int32_t link, int32_t body) {
    return link != THUD_NONE ? &world->contacts.records[thud_link_owner(link)].next[thud_link_side(link)]
                             : &world->bodies.bodies[body].first_contact;
}

/* Contacts with static and kinematic bodies go to the front of the list, for the search for ghosts (ghosts.c). */
static void link_contact(thud_world *world, int32_t contact, int side, int32_t body) {
    thud_contact_record *record = &world->contacts.records[contact];
    thud_body *linked = &world->bodies.bodies[body];
    int32_t link = 2 * contact + side;
    record->next[side] = record->is_fixed ? linked->first_contact : THUD_NONE;
    record->previous[side] = record->is_fixed ? THUD_NONE : linked->last_contact;
    *previous_of(world, record->next[side], body) = link;
    *next_of(world, record->previous[side], body) = link;
    linked->fixed_contacts += record->is_fixed;
}

/* Without branches on the neighbours of a contact, which are unpredictable. */
static void unlink_contact(thud_world *world, int32_t contact, int side, int32_t body) {
    const thud_contact_record *record = &world->contacts.records[contact];
    int32_t *before_next = previous_of(world, record->next[side], body);
    int32_t *after_previous = next_of(world, record->previous[side], body);
    THUD_ASSERT(&world->hooks, *before_next == 2 * contact + side && *after_previous == 2 * contact + side);
    *before_next = record->previous[side];
    *after_previous = record->next[side];
    world->bodies.bodies[body].fixed_contacts -= record->is_fixed;
}

/* Prefetch distances [contacts]: of a contact's pair, and of its neighbours in the lists. */
enum { FETCH_SOURCE = 12, FETCH_LINKED = 6 };

/* Prefetches the data that linking the contacts after the i-th one writes. */
THUD_INLINE void fetch_to_link(const thud_world *world, int32_t i) {
    const thud_contact_table *contacts = &world->contacts;
    if (i + FETCH_SOURCE < contacts->created_count) {
        const thud_contact_pair *pair = &contacts->pairs[contacts->created[i + FETCH_SOURCE]];
        __builtin_prefetch(&world->bodies.bodies[pair->body_a].first_contact, 1);
        __builtin_prefetch(&world->bodies.bodies[pair->body_b].first_contact, 1);
    }
    if (i + FETCH_LINKED < contacts->created_count) {
        const thud_contact_pair *pair = &contacts->pairs[contacts->created[i + FETCH_LINKED]];
        bool is_fixed = contacts->records[contacts->created[i + FETCH_LINKED]].is_fixed;
        const thud_body *a = &world->bodies.bodies[pair->body_a], *b = &world->bodies.bodies[pair->body_b];
        int32_t end_a = is_fixed ? a->first_contact : a->last_contact;
        int32_t end_b = is_fixed ? b->first_contact : b->last_contact;
        __builtin_prefetch(contacts->records[end_a != THUD_NONE ? thud_link_owner(end_a) : 0].previous, 1);
        __builtin_prefetch(contacts->records[end_b != THUD_NONE ? thud_link_owner(end_b) : 0].previous, 1);
    }
}

static void link_created_contacts(thud_world *world) {
    thud_contact_table *contacts = &world->contacts;
    for (int32_t i = 0; i < contacts->created_count; i++) {
        int32_t contact = contacts->created[i];
        fetch_to_link(world, i);
        link_contact(world, contact, 0, contacts->pairs[contact].body_a);
        link_contact(world, contact, 1, contacts->pairs[contact].body_b);
    }
    contacts->created_count = 0;
}

/* ---- begin ---- */

static uint8_t contact_flags(const thud_world *world, const thud_shape_record *a,
                             const thud_shape_record *b) {
    bool kinematic = !thud_is_dynamic(&world->bodies, a->body) || !thud_is_dynamic(&world->bodies, b->body);
    return (uint8_t)((a->def->contact_events || b->def->contact_events ? THUD_CONTACT_WANTS_EVENTS : 0) |
                     (a->def->hit_events || b->def->hit_events ? THUD_CONTACT_WANTS_HITS : 0) |
                     (kinematic ? THUD_CONTACT_KINEMATIC : 0) |
                     (world->def.pre_solve != NULL && (a->def->pre_solve || b->def->pre_solve)
                          ? THUD_CONTACT_PRE_SOLVE
                          : 0));
}

/* The counts are atomic, as workers create contacts in parallel. */
static void set_flags(thud_world *world, int32_t contact, uint8_t flags) {
    uint8_t *now = &world->contacts.features[contact].flags;
    int32_t more = ((flags & THUD_CONTACT_PRE_SOLVE) != 0) - ((*now & THUD_CONTACT_PRE_SOLVE) != 0);
    if (more != 0) {
        __atomic_fetch_add(&world->contacts.pre_solve_count, more, __ATOMIC_RELAXED);
    }
    *now = flags;
    world->contacts.records[contact].may_hide = thud_contact_may_hide(flags);
}

void thud_contact_mix_materials(thud_world *world, int32_t contact) {
    const thud_contact_record *record = &world->contacts.records[contact];
    thud_material *material = &world->contacts.materials[contact];
    thud_shapes_mix(world, record->shape_a, record->shape_b, material);
    thud_manifold_set_material(&world->contacts.manifolds[contact], material);
}

void thud_contact_mix(thud_world *world, int32_t contact) {
    const thud_contact_record *record = &world->contacts.records[contact];
    const thud_shape_record *a = &world->shapes.records[record->shape_a];
    const thud_shape_record *b = &world->shapes.records[record->shape_b];
    thud_contact_mix_materials(world, contact);
    uint8_t flags = contact_flags(world, a, b);
    bool may_be_rejected =
        (flags & THUD_CONTACT_PRE_SOLVE) || (world->contacts.features[contact].one_way & THUD_ONE_WAY_PASSES);
    uint8_t kept = may_be_rejected ? THUD_CONTACT_TOUCHING | THUD_CONTACT_REJECTED : THUD_CONTACT_TOUCHING;
    set_flags(world, contact, flags | (world->contacts.features[contact].flags & kept));
}

/* Contacts are created in three steps, so that workers can share the second: slots are taken in the order of the pairs;
 * each contact is filled independently; the contacts are linked into the lists of their bodies, in order again. */
typedef struct create_job {
    thud_world *world;
    const thud_pair *pairs;
    const int32_t *slots; /* of their contacts */
    int32_t count;
} create_job;

enum { PAIRS_PER_TASK = 256 };

/* Distance of the prefetch of a slot's columns [contacts]. */
enum { FETCH_SLOTS = 8 };

/* Atomic, as workers create contacts of a shape in parallel. */
static void note_contact(thud_shape_record *shape) {
    if (!__atomic_load_n(&shape->had_contacts, __ATOMIC_RELAXED)) {
        __atomic_store_n(&shape->had_contacts, true, __ATOMIC_RELAXED);
    }
}

static void fill_contact(thud_world *world, int32_t contact, int32_t shape_a, int32_t shape_b) {
    thud_contact_order(world, &shape_a, &shape_b);
    const thud_shape_record *a = &world->shapes.records[shape_a];
    const thud_shape_record *b = &world->shapes.records[shape_b];
    note_contact(&world->shapes.records[shape_a]);
    note_contact(&world->shapes.records[shape_b]);
    thud_contact_table *contacts = &world->contacts;
    thud_contact_record *record = &contacts->records[contact];
    const thud_body *bodies = world->bodies.bodies;
    thud_contact_table_clear(contacts, contact);
    record->shape_a = shape_a;
    record->shape_b = shape_b;
    bool is_kinematic =
        bodies[a->body].type == THUD_BODY_KINEMATIC || bodies[b->body].type == THUD_BODY_KINEMATIC;
    bool may_rush = is_kinematic && a->core_class != THUD_CORE_LINK && !a->is_one_way && !b->is_one_way;
    uint8_t kind = a->is_rectangle && b->is_rectangle ? (uint8_t)THUD_CONTACT_RECTANGLES
                                                      : thud_contact_kind(a->core_class, b->core_class);
    bool is_fixed_second =
        thud_is_dynamic(&world->bodies, a->body) && !thud_is_dynamic(&world->bodies, b->body);
    kind |= is_fixed_second ? THUD_CONTACT_FIXED_SECOND : 0;
    kind |= may_rush ? THUD_CONTACT_MAY_RUSH : 0;
    bool active =
        thud_state_moves(world->bodies.states[a->body]) || thud_state_moves(world->bodies.states[b->body]);
    thud_contact_begin_kind(contacts, contact, kind, active);
    contacts->pairs[contact] = (thud_contact_pair){a->body, b->body, a->core, b->core};
    contacts->proxies[contact] = (thud_contact_proxies){a->proxy.slot, b->proxy.slot};
    thud_contact_mix(world, contact);
    uint8_t *flags = &contacts->features[contact].flags;
    record->is_fixed = (*flags & THUD_CONTACT_KINEMATIC) != 0;
    record->is_static = !is_kinematic;
    record->fixed_proxy = is_fixed_second ? b->proxy.slot : a->proxy.slot;
    if ((*flags & THUD_CONTACT_PRE_SOLVE) && thud_pair_was_let_pass(world, 0, shape_a, shape_b)) {
        *flags |= THUD_CONTACT_REJECTED;
    }
    if (a->is_one_way || b->is_one_way) {
        contacts->features[contact].one_way =
            (uint8_t)((a->is_one_way ? THUD_ONE_WAY_A : 0) | (b->is_one_way ? THUD_ONE_WAY_B : 0));
        __atomic_fetch_add(&contacts->one_way_count, 1, __ATOMIC_RELAXED);
    }
}

static void fill_range(const thud_range *range, void *context) {
    const create_job *job = context;
    const thud_contact_table *table = &job->world->contacts;
    for (int32_t i = range->first; i < range->end; i++) {
        if (i + FETCH_SLOTS < job->count) {
            int32_t slot = job->slots[i + FETCH_SLOTS];
            __builtin_prefetch(&table->pairs[slot], 1);
            __builtin_prefetch(&table->features[slot], 1);
            __builtin_prefetch(&table->manifolds[slot], 1);
            __builtin_prefetch(&table->materials[slot], 1);
            __builtin_prefetch(&table->proxies[slot], 1);
            __builtin_prefetch(&table->sums[slot], 1);
            __builtin_prefetch(&table->records[slot], 1);
            __builtin_prefetch(&table->origins[slot], 1);
        }
        fill_contact(job->world, job->slots[i], (int32_t)job->pairs[i].user_a, (int32_t)job->pairs[i].user_b);
    }
}

/* Creates contacts for as many of `count` pairs as memory allows; returns their number. */
static int32_t create_pairs(thud_world *world, const thud_pair *pairs, int32_t count) {
    thud_contact_table *contacts = &world->contacts;
    int32_t first = contacts->created_count;
    int32_t taken = thud_contact_table_take(contacts, count);
    if (taken == 0) {
        return 0;
    }
    create_job job = {world, pairs, contacts->created + first, taken};
    /* No points yet, for a callback that goes through the contacts. */
    for (int32_t i = 0; world->def.mix_materials != NULL && i < taken; i++) {
        contacts->features[job.slots[i]].count = 0;
    }
    /* The user's callback is called by the caller's thread. */
    thud_tasks *tasks = world->def.mix_materials == NULL ? world->tasks : NULL;
    thud_run_ranges(tasks, fill_range, &job, taken, PAIRS_PER_TASK);
    world->constraints_changed = true;
    world->counters.pairs_begun += taken;
    return taken;
}

/* ---- end ---- */

/* Prefetches the data that ending the contacts after the i-th one writes. */
THUD_INLINE void fetch_to_end(thud_world *world, const int32_t *contacts, int32_t count, int32_t i) {
    const thud_contact_table *table = &world->contacts;
    if (i + FETCH_SOURCE < count) {
        int32_t contact = contacts[i + FETCH_SOURCE];
        __builtin_prefetch(&table->pairs[contact]);
        __builtin_prefetch(&table->records[contact]);
        __builtin_prefetch(&table->features[contact], 1);
        __builtin_prefetch(&table->pool.generations[contact], 1);
    }
}

void thud_contacts_end_pairs(thud_world *world, const int32_t *contacts, int32_t count) {
    thud_contact_table *table = &world->contacts;
    table->changed = true;
    world->constraints_changed = true;
    world->counters.pairs_ended += count;
    for (int32_t i = 0; i < count; i++) {
        fetch_to_end(world, contacts, count, i);
        const thud_contact_pair *pair = &table->pairs[contacts[i]];
        thud_contact_features *features = &table->features[contacts[i]];
        if (features->flags & THUD_CONTACT_TOUCHING) {
            thud_contact_end_touch(world, contacts[i]);
        }
        table->pre_solve_count -= (features->flags & THUD_CONTACT_PRE_SOLVE) != 0;
        table->one_way_count -= features->one_way != 0;
        features->flags = features->one_way = 0;
        unlink_contact(world, contacts[i], 0, pair->body_a);
        unlink_contact(world, contacts[i], 1, pair->body_b);
        thud_solver_end_contact(world->solver, contacts[i]);
        table->kinds[contacts[i]] = THUD_CONTACT_IDLE;
        thud_pool_free(&table->pool, thud_pool_id_at(&table->pool, contacts[i]));
    }
}

void thud_contacts_end_separated(thud_world *world) {
    const thud_contact_lists *lists = &world->lists;
    const thud_aabb *fat_boxes = thud_hash_fat_boxes(world->hash);
    int32_t count = 0;
    for (int32_t i = 0; i < lists->changed_count; i++) {
        const thud_contact_proxies *proxies = &world->contacts.proxies[lists->changed[i]];
        lists->changed[count] = lists->changed[i];
        count += !thud_aabb_overlaps(fat_boxes[proxies->a], fat_boxes[proxies->b]);
    }
    if (count > 0) {
        thud_contacts_end_pairs(world, lists->changed, count);
    }
}

/* Without a shape contacts at edges that it hid are no ghosts: a dynamic body that touched it gets new manifolds. */
static void judge_anew(thud_world *world, int32_t body) {
    if (thud_is_dynamic(&world->bodies, body)) {
        THUD_EACH_FIXED_CONTACT(world, body, link) {
            world->contacts.origins[thud_link_owner(link)] = (thud_contact_origin){0};
        }
    }
}

/* Ends the contacts of a body's shape, or all contacts of the body if `shape` is THUD_NONE; where `accepted` is given, only those
 * of shapes that may not collide, and sets whether any is left. */
static void end_contacts(thud_world *world, int32_t body, int32_t shape, bool *accepted) {
    int32_t link = world->bodies.bodies[body].first_contact;
    while (link != THUD_NONE) {
        int32_t contact = thud_link_owner(link);
        const thud_contact_record *record = &world->contacts.records[contact];
        int32_t other = thud_contact_other(world, link);
        link = record->next[thud_link_side(link)];
        bool is_of_shape = shape == THUD_NONE || record->shape_a == shape || record->shape_b == shape;
        if (is_of_shape && accepted != NULL &&
            thud_shapes_may_collide(world, record->shape_a, record->shape_b)) {
            *accepted = true;
        } else if (is_of_shape) {
            thud_wake_island(world, body);
            thud_wake_island(world, other);
            thud_contacts_end_pairs(world, &contact, 1);
            judge_anew(world, other);
        }
    }
}

void thud_shape_end_contacts(thud_world *world, int32_t shape, bool all) {
    thud_shape_record *record = &world->shapes.records[shape];
    bool accepted = false;
    if (record->had_contacts) {
        end_contacts(world, record->body, shape, all ? NULL : &accepted);
        record->had_contacts = accepted;
    }
    world->pairs_repeat = world->pairs_repeat || accepted;
}

bool thud_contact_pass_on(thud_world *world, int32_t contact, int side, int32_t shape) {
    thud_contact_table *contacts = &world->contacts;
    thud_contact_record *record = &contacts->records[contact];
    thud_contact_pair *pair = &contacts->pairs[contact];
    int32_t *own = side == 0 ? &record->shape_a : &record->shape_b;
    int32_t other = side == 0 ? record->shape_b : record->shape_a;
    const thud_shape_record *from = &world->shapes.records[*own];
    thud_shape_record *to = &world->shapes.records[shape];
    if (from->core_class != to->core_class || from->is_rectangle != to->is_rectangle) {
        return false;
    }
    judge_anew(world, side == 0 ? pair->body_b : pair->body_a);
    int32_t same = thud_find_contact(world, shape, other);
    if (same != THUD_NONE) {
        uint8_t *flags = &contacts->features[contact].flags, *kept = &contacts->features[same].flags;
        uint8_t touch = (uint8_t)(*flags & ~*kept & THUD_CONTACT_TOUCHING);
        *flags ^= touch;
        *kept |= touch;
        thud_contacts_end_pairs(world, &contact, 1);
        return true;
    }
    *own = shape;
    *(side == 0 ? &pair->core_a : &pair->core_b) = to->core;
    *(side == 0 ? &contacts->proxies[contact].a : &contacts->proxies[contact].b) = to->proxy.slot;
    record->fixed_proxy = to->proxy.slot;
    to->had_contacts = true;
    world->pairs_repeat = true;
    return true;
}

void thud_shape_judge_around(thud_world *world, int32_t shape) {
    THUD_EACH_CONTACT(world, world->shapes.records[shape].body, link) {
        const thud_contact_record *record = &world->contacts.records[thud_link_owner(link)];
        if (record->shape_a == shape || record->shape_b == shape) {
            judge_anew(world, thud_contact_other(world, link));
        }
    }
}

void thud_body_end_contacts(thud_world *world, int32_t body) {
    end_contacts(world, body, THUD_NONE, NULL);
}

/* ---- the stage ---- */

/* Creates contacts of new pairs, but for those that the user's filters reject, and for those that have one. */
static thud_status create_all(thud_world *world, thud_pairs pairs) {
    thud_status status = THUD_OK;
    pairs.count = thud_screen_pairs(world, world->hash->pairs, pairs.count);
    for (int32_t next = 0; next < pairs.count; next++) {
        next += create_pairs(world, &pairs.pairs[next], pairs.count - next);
        link_created_contacts(world);
        if (next < pairs.count) {
            /* A pair is lost: without contacts of its shape the next step finds it again. */
            int32_t shape = (int32_t)pairs.pairs[next].user_a;
            thud_shape_end_contacts(world, shape, true);
            thud_hash_renew(world->hash, world->shapes.records[shape].proxy);
            world->result.lost_contacts++;
            status = THUD_OUT_OF_MEMORY;
        }
    }
    return status;
}

thud_status thud_find_pairs(thud_world *world) {
    thud_pairs pairs = {0};
    thud_status status = thud_hash_update(world->hash, NULL, NULL, &pairs);
    world->contacts.boxes_changed |= !world->hash->was_idle;
    world->proxies_changed = status != THUD_OK;
    if (pairs.count > 0) {
        thud_status created = create_all(world, pairs);
        status = created == THUD_OK ? status : created;
    }
    world->pairs_repeat = world->pairs_repeat && status != THUD_OK;
    world->continuous.pass_count = 0;
    return status;
}
