/*
 * invariants.c: the invariants of a world between any two calls.
 *
 *     bodies      a state fits type and enabled flag; the lists of awake and moving bodies fit the states
 *     sleep       there are as many rings of sleeping bodies as sleeping islands; all other rings have one body
 *     shapes      each is in its body's list, linked both ways, with a core of its own, and a box while its body is enabled
 *     chains      the segments' shapes and the chain refer to each other
 *     joints      each is in the lists of its bodies, linked both ways
 *     contacts    each is in the lists of both bodies, linked both ways; bodies, cores and boxes are those of its shapes; it is
 *                 active while one of its bodies moves; touching contacts and those with a callback are counted
 *     sensors     all shapes that are sensors are listed, in ascending order
 *
 * Lists are checked by walking those of all bodies: if each link refers back to the one before it, and the walks find
 * as many entries as the table has, each entry was found once. A link to a free slot ends the walk.
 */
#include "world/invariants.h"

#include <stdlib.h>

#include "base/assert.h"
#include "world/bodies/body_motion.h"
#include "world/bodies/chains.h"
#include "world/world_state.h"

#ifdef THUD_ASSERTIONS

/* Each function has a `world`. */
#define ASSERT(condition) THUD_ASSERT(&world->hooks, condition)
#define HOLDS(condition) THUD_HOLDS(&world->hooks, condition)

static bool is_body(const thud_world *world, int32_t slot) {
    return thud_pool_has(&world->bodies.pool, slot);
}

/* ---- bodies ---- */

static void check_body_lists(const thud_world *world) {
    const thud_body_table *table = &world->bodies;
    int32_t awake = 0, moving = 0;
    for (int32_t slot = 0; slot < table->pool.end; slot++) {
        if (table->states[slot] == THUD_STATE_AWAKE) {
            ASSERT(awake < table->awake_count && table->awake[awake] == slot);
            awake++;
        } else if (table->states[slot] == THUD_STATE_KINEMATIC_MOVING) {
            ASSERT(moving < table->moving_count && table->moving[moving] == slot);
            moving++;
        }
    }
    ASSERT(awake == table->awake_count && moving == table->moving_count);
}

static void check_bodies(const thud_world *world) {
    const thud_body_table *table = &world->bodies;
    int32_t in_motion = 0, resting = 0, bullets = 0, forced = 0;
    thud_pool_check_invariants(&table->pool);
    for (int32_t slot = 0; slot < table->pool.end; slot++) {
        const thud_body *body = &table->bodies[slot];
        in_motion += thud_state_moves(table->states[slot]);
        resting += table->states[slot] == THUD_STATE_KINEMATIC_AT_REST;
        ASSERT((table->states[slot] == THUD_STATE_FREE) == !table->pool.live[slot]);
        if (!table->pool.live[slot]) {
            continue;
        }
        bullets += body->bullet;
        forced += body->forced;
        bool is_awake = table->states[slot] == THUD_STATE_AWAKE;
        ASSERT(table->states[slot] == thud_body_natural_state(world, slot, is_awake));
        ASSERT(body->shape_count >= 0 && body->joint_count >= 0);
        ASSERT(body->type == THUD_BODY_DYNAMIC || table->inverse_masses[slot].linear == 0.0f);
        ASSERT(table->inverse_masses[slot].linear >= 0.0f && table->inverse_masses[slot].angular >= 0.0f);
        ASSERT(thud_vec2_is_finite(table->poses[slot].position) &&
               thud_vec2_is_finite(table->velocities[slot].linear));
    }
    ASSERT(in_motion == table->in_motion && resting == table->resting_count);
    ASSERT(bullets == table->bullet_count);
    for (int32_t i = 0; i < table->bullet_count; i++) {
        ASSERT(is_body(world, table->bullets[i]) && table->bodies[table->bullets[i]].bullet);
    }
    ASSERT(forced <= world->forced_count);
    if (!table->changed) {
        check_body_lists(world);
    }
}

/* Walks a ring and marks its bodies. */
static void check_ring(const thud_world *world, int32_t first, uint8_t *seen) {
    int32_t body = first;
    do {
        seen[body] = 1;
        body = world->bodies.bodies[body].ring;
        if (!HOLDS(is_body(world, body) && world->bodies.states[body] == THUD_STATE_ASLEEP)) {
            return;
        }
    } while (!seen[body]);
    ASSERT(body == first);
}

/* The marks come from the C library, so that hooks get the same calls with assertions and without. */
static void check_sleep(const thud_world *world) {
    int32_t islands = 0;
    uint8_t *seen = calloc((size_t)world->bodies.pool.end + 1, 1);
    for (int32_t slot = 0; slot < world->bodies.pool.end && seen != NULL; slot++) {
        if (world->bodies.states[slot] == THUD_STATE_ASLEEP && !seen[slot]) {
            check_ring(world, slot, seen);
            islands++;
        } else if (world->bodies.pool.live[slot] && !seen[slot]) {
            ASSERT(world->bodies.bodies[slot].ring == slot && !world->bodies.bodies[slot].gathered);
        }
    }
    ASSERT(seen == NULL || islands == world->counters.sleeping_islands);
    free(seen);
}

/* ---- shapes ---- */

static void check_shape(const thud_world *world, int32_t shape) {
    const thud_shape_record *record = &world->shapes.records[shape];
    const thud_body *body = &world->bodies.bodies[record->body];
    if (HOLDS(record->core_class < THUD_CORE_CLASSES)) {
        ASSERT(record->core >= 0 && record->core < world->shapes.cores[record->core_class].end);
    }
    ASSERT(record->count >= 1 && record->outline != NULL);
    bool has_box = record->proxy.generation != 0;
    ASSERT(has_box == body->enabled);
    if (has_box) {
        thud_pool_id id = {record->proxy.slot, record->proxy.generation};
        if (HOLDS(thud_pool_is_valid(&world->hash->pool, id))) {
            ASSERT(world->hash->proxies.users[id.slot] == (uint64_t)shape);
        }
    }
    ASSERT((record->chain != THUD_NONE) == (record->core_class == THUD_CORE_LINK));
    if (record->chain != THUD_NONE && HOLDS(thud_pool_has(&world->chains.pool, record->chain))) {
        const thud_chain *chain = thud_chain_at(world, record->chain);
        ASSERT(chain->attachment.body == record->body);
        ASSERT(record->segment >= 0 && record->segment < thud_chain_segments(chain) &&
               chain->shapes[record->segment] == shape);
    }
}

/* Returns the number of a body's shapes. */
static int32_t check_shapes_of_body(const thud_world *world, int32_t slot) {
    int32_t count = 0, previous = THUD_NONE;
    THUD_EACH_SHAPE(world, slot, shape) {
        if (!HOLDS(thud_pool_has(&world->shapes.pool, shape) && world->shapes.records[shape].body == slot) ||
            !HOLDS(world->shapes.records[shape].previous == previous)) {
            break;
        }
        check_shape(world, shape);
        previous = shape;
        count++;
    }
    ASSERT(count == world->bodies.bodies[slot].shape_count);
    return count;
}

/* Each core is a shape's or free. */
static void check_cores(const thud_world *world) {
    int32_t used[THUD_CORE_CLASSES] = {0};
    THUD_EACH_LIVE(&world->shapes.pool, shape) {
        used[world->shapes.records[shape].core_class]++;
    }
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        const thud_core_array *array = &world->shapes.cores[c];
        int32_t free_count = 0;
        for (int32_t i = array->free_index; i != THUD_NONE && free_count <= array->end;
             i = thud_next_free_core(array, (thud_core_class)c, i)) {
            if (!HOLDS(i >= 0 && i < array->end)) {
                break;
            }
            free_count++;
        }
        ASSERT(used[c] + free_count == array->end);
    }
}

static void check_sensors(const thud_world *world) {
    const thud_sensor_table *table = &world->sensors;
    int32_t sensors = 0;
    THUD_EACH_LIVE(&world->shapes.pool, shape) {
        sensors += thud_shape_watches(world->shapes.records[shape].def);
    }
    ASSERT(table->shape_count == sensors);
    for (int32_t i = 0; i < table->shape_count; i++) {
        ASSERT(i == 0 || table->shapes[i - 1] < table->shapes[i]);
        ASSERT(thud_pool_has(&world->shapes.pool, table->shapes[i]) &&
               thud_shape_watches(world->shapes.records[table->shapes[i]].def));
    }
    for (int32_t i = 1; i < table->inside_count; i++) {
        ASSERT(thud_sensor_event_key(&table->inside[i - 1].event) <
               thud_sensor_event_key(&table->inside[i].event));
    }
}

/* Returns the number of attachments of a table in the list of a body from `first` on. */
static int32_t check_attachments_of_body(const thud_world *world, const thud_attachment_table *table,
                                         int32_t first, int32_t body) {
    int32_t count = 0;
    for (int32_t slot = first; slot != THUD_NONE; slot = table->attachments[slot]->next) {
        if (!HOLDS(thud_pool_has(&table->pool, slot) && table->attachments[slot]->body == body &&
                   table->attachments[slot]->id.slot == (uint32_t)slot) ||
            !HOLDS(count < table->pool.count)) {
            break;
        }
        count++;
    }
    return count;
}

static void check_chains(const thud_world *world) {
    THUD_EACH_LIVE(&world->chains.pool, slot) {
        const thud_chain *chain = thud_chain_at(world, slot);
        for (int32_t i = 0; i < thud_chain_segments(chain); i++) {
            int32_t shape = chain->shapes[i];
            ASSERT(thud_pool_has(&world->shapes.pool, shape) && world->shapes.records[shape].chain == slot &&
                   world->shapes.records[shape].segment == i);
        }
    }
}

/* ---- joints ---- */

/* Returns the number of links in a body's list of joints. */
static int32_t check_joints_of_body(const thud_world *world, int32_t slot) {
    int32_t count = 0, previous = THUD_NONE, link = world->bodies.bodies[slot].first_joint;
    while (link != THUD_NONE && HOLDS(thud_pool_has(&world->joints.pool, thud_link_owner(link)))) {
        const thud_joint_record *record = &world->joints.records[thud_link_owner(link)];
        int32_t side = thud_link_side(link);
        if (!HOLDS(record->body[side] == slot) || !HOLDS(record->previous[side] == previous)) {
            break;
        }
        previous = link;
        link = record->next[side];
        count++;
    }
    ASSERT(count == world->bodies.bodies[slot].joint_count);
    return count;
}

/* Returns the number of links of all joints. */
static int32_t check_joint_records(const thud_world *world) {
    const thud_joint_table *table = &world->joints;
    int32_t links = 0, breakable = 0, gears = 0;
    THUD_EACH_LIVE(&table->pool, joint) {
        const thud_joint_record *record = &table->records[joint];
        const thud_joint *solved = &table->joints[joint];
        for (int side = 0; side < 2; side++) {
            ASSERT(record->body[side] == THUD_NONE || is_body(world, record->body[side]));
            links += record->body[side] != THUD_NONE;
        }
        ASSERT(solved->frame.kind < THUD_JOINT_KIND_COUNT);
        ASSERT(solved->state.body_a == record->body[0] && solved->state.body_b == record->body[1]);
        gears += solved->frame.kind == THUD_JOINT_GEAR;
        breakable +=
            table->defs[joint].base.break_force > 0.0f || table->defs[joint].base.break_torque > 0.0f;
    }
    ASSERT(breakable == table->breakable_count && gears == table->gear_count);
    for (int32_t i = 0; i < table->active_count && !table->changed; i++) {
        ASSERT(thud_pool_has(&table->pool, table->active[i]) &&
               (i == 0 || table->active[i - 1] < table->active[i]));
    }
    return links;
}

/* ---- contacts ---- */

static bool moves(const thud_world *world, int32_t body) {
    return thud_state_moves(world->bodies.states[body]);
}

static void check_contact(const thud_world *world, int32_t contact) {
    const thud_contact_table *table = &world->contacts;
    const thud_contact_record *record = &table->records[contact];
    const thud_contact_pair *pair = &table->pairs[contact];
    if (!HOLDS(thud_pool_has(&world->shapes.pool, record->shape_a) &&
               thud_pool_has(&world->shapes.pool, record->shape_b))) {
        return;
    }
    const thud_shape_record *a = &world->shapes.records[record->shape_a],
                            *b = &world->shapes.records[record->shape_b];
    ASSERT(pair->body_a == a->body && pair->body_b == b->body && pair->body_a != pair->body_b);
    ASSERT(pair->core_a == a->core && pair->core_b == b->core && a->core_class >= b->core_class);
    ASSERT(table->proxies[contact].a == a->proxy.slot && table->proxies[contact].b == b->proxy.slot);
    ASSERT(a->proxy.generation != 0 && b->proxy.generation != 0);
    ASSERT(!a->def->sensor && !b->def->sensor && a->had_contacts && b->had_contacts);
    ASSERT(record->kind > THUD_CONTACT_IDLE && (record->kind & THUD_CONTACT_BATCH_BITS) <= THUD_CONTACT_KINDS);
    bool is_active = moves(world, a->body) || moves(world, b->body);
    int kind = table->kinds[contact];
    /* Sleepers whose boxes have separated keep an active contact until the next step. */
    bool is_apart = !thud_aabb_overlaps(thud_hash_fat_box(world->hash, a->proxy),
                                        thud_hash_fat_box(world->hash, b->proxy));
    ASSERT(kind == (is_active || is_apart ? record->kind : THUD_CONTACT_IDLE));
    ASSERT(table->features[contact].count <= 2);
    const thud_body *bodies = world->bodies.bodies;
    bool is_fixed_a = bodies[a->body].type != THUD_BODY_DYNAMIC, is_fixed_b = bodies[b->body].type != THUD_BODY_DYNAMIC;
    ASSERT(record->is_fixed == (is_fixed_a || is_fixed_b));
    ASSERT(((record->kind & THUD_CONTACT_FIXED_SECOND) != 0) == (is_fixed_b && !is_fixed_a));
    bool is_kinematic =
        bodies[a->body].type == THUD_BODY_KINEMATIC || bodies[b->body].type == THUD_BODY_KINEMATIC;
    ASSERT(record->is_static == !is_kinematic);
    ASSERT(((record->kind & THUD_CONTACT_MAY_RUSH) != 0) ==
           (is_kinematic && a->core_class != THUD_CORE_LINK && !a->is_one_way && !b->is_one_way));
}

/* Returns the number of links in a body's list of contacts. */
static int32_t check_contacts_of_body(const thud_world *world, int32_t slot) {
    const thud_contact_table *table = &world->contacts;
    int32_t count = 0, fixed = 0, previous = THUD_NONE, link = world->bodies.bodies[slot].first_contact;
    while (link != THUD_NONE && HOLDS(thud_pool_has(&table->pool, thud_link_owner(link)))) {
        const thud_contact_record *record = &table->records[thud_link_owner(link)];
        const thud_contact_pair *pair = &table->pairs[thud_link_owner(link)];
        int32_t side = thud_link_side(link);
        if (!HOLDS((side == 0 ? pair->body_a : pair->body_b) == slot) ||
            !HOLDS(record->previous[side] == previous)) {
            break;
        }
        ASSERT(fixed == count || !record->is_fixed);
        previous = link;
        link = record->next[side];
        fixed += record->is_fixed;
        count++;
    }
    ASSERT(previous == world->bodies.bodies[slot].last_contact);
    ASSERT(fixed == world->bodies.bodies[slot].fixed_contacts);
    return count;
}

static void check_active_contacts(const thud_world *world) {
    const thud_contact_table *table = &world->contacts;
    int32_t listed = 0;
    for (int32_t range = 0; range < thud_contact_ranges(table->pool.end); range++) {
        const int32_t *active = table->active + range * THUD_CONTACT_RANGE;
        for (int32_t i = 0; i < table->range_counts[range]; i++) {
            ASSERT(active[i] / THUD_CONTACT_RANGE == range && (i == 0 || active[i - 1] < active[i]));
            ASSERT(table->kinds[active[i]] != THUD_CONTACT_IDLE);
        }
        listed += table->range_counts[range];
    }
    ASSERT(listed == table->active_count);
    for (int32_t contact = 0; contact < table->pool.end; contact++) {
        listed -= table->kinds[contact] != THUD_CONTACT_IDLE;
    }
    ASSERT(listed == 0);
}

static void check_contacts(const thud_world *world) {
    const thud_contact_table *table = &world->contacts;
    int32_t touching = 0, pre_solved = 0, one_way = 0;
    thud_pool_check_invariants(&table->pool);
    for (int32_t contact = 0; contact < table->pool.end; contact++) {
        if (!table->pool.live[contact]) {
            ASSERT(table->kinds[contact] == THUD_CONTACT_IDLE);
            continue;
        }
        check_contact(world, contact);
        touching += (table->features[contact].flags & THUD_CONTACT_TOUCHING) != 0;
        one_way += table->features[contact].one_way != 0;
        pre_solved += (table->features[contact].flags & THUD_CONTACT_PRE_SOLVE) != 0;
    }
    ASSERT(touching == table->touching_count);
    ASSERT(pre_solved == table->pre_solve_count);
    ASSERT(one_way == table->one_way_count);
    ASSERT(table->created_count == 0);
    if (!table->changed) {
        check_active_contacts(world);
    }
}

/* ---- all ---- */

static void check_lists_of_bodies(const thud_world *world) {
    int32_t shapes = 0, chains = 0, grids = 0, joint_links = 0, contact_links = 0;
    THUD_EACH_LIVE(&world->bodies.pool, slot) {
        const thud_body *body = &world->bodies.bodies[slot];
        shapes += check_shapes_of_body(world, slot);
        chains += check_attachments_of_body(world, &world->chains, body->first_chain, slot);
        grids += check_attachments_of_body(world, &world->grids, body->first_grid, slot);
        joint_links += check_joints_of_body(world, slot);
        contact_links += check_contacts_of_body(world, slot);
    }
    ASSERT(shapes == world->shapes.pool.count);
    ASSERT(chains == world->chains.pool.count);
    ASSERT(grids == world->grids.pool.count);
    ASSERT(joint_links == check_joint_records(world));
    ASSERT(contact_links == 2 * world->contacts.pool.count);
}

void thud_world_check_invariants(const thud_world *world) {
    thud_pool_check_invariants(&world->shapes.pool);
    thud_pool_check_invariants(&world->chains.pool);
    thud_pool_check_invariants(&world->grids.pool);
    thud_pool_check_invariants(&world->joints.pool);
    thud_arena_check_invariants(&world->arena);
    thud_hash_check_invariants(world->hash);
    check_bodies(world);
    check_sleep(world);
    check_lists_of_bodies(world);
    check_chains(world);
    check_cores(world);
    check_sensors(world);
    check_contacts(world);
}

void thud_world_check_invariants_after_step(thud_world *world) {
    int64_t rows = (int64_t)world->bodies.pool.end + world->shapes.pool.end + world->contacts.pool.end +
                   world->joints.pool.end;
    if (thud_check_is_due(&world->steps_unchecked, rows)) {
        thud_world_check_invariants(world);
    }
}

#endif
