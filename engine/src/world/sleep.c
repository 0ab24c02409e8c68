/*
 * sleep.c: puts islands at rest to sleep, and wakes them as a whole.
 *
 * A sleeping island is a ring of its bodies through thud_body.ring. Its contacts keep their manifolds and
 * impulses, so that it wakes in the same state. A contact is active while one of its bodies is awake or a moving
 * kinematic one.
 */
#include "world/sleep.h"

#include "base/assert.h"
#include "base/inline.h"
#include "base/memory.h"
#include "response/solver.h"
#include "world/check.h"
#include "world/world_state.h"

static void refresh_contact(thud_world *world, int32_t contact) {
    const thud_contact_pair *pair = &world->contacts.pairs[contact];
    const uint8_t *states = world->bodies.states;
    thud_contact_set_active(&world->contacts, contact,
                            thud_state_moves(states[pair->body_a]) || thud_state_moves(states[pair->body_b]));
}

void thud_refresh_body_contacts(thud_world *world, int32_t body) {
    for (int32_t link = world->bodies.bodies[body].first_contact; link != THUD_NONE;
         link = world->contacts.records[thud_link_owner(link)].next[thud_link_side(link)]) {
        refresh_contact(world, thud_link_owner(link));
    }
}

/* ---- waking ---- */

/* Wakes a sleeping island: its ring comes apart. */
THUD_OWN_CODE void wake_ring(thud_world *world, int32_t body) {
    THUD_ASSERT(&world->hooks, world->counters.sleeping_islands > 0);
    world->counters.sleeping_islands--;
    int32_t member = body;
    do {
        thud_body *record = &world->bodies.bodies[member];
        int32_t next = record->ring;
        THUD_ASSERT(&world->hooks, world->bodies.states[member] == THUD_STATE_ASLEEP);
        record->ring = member;
        world->bodies.sleep_data[member].sleep_timer = 0.0f;
        thud_body_set_state(&world->bodies, member, THUD_STATE_AWAKE);
        thud_refresh_body_contacts(world, member);
        member = next;
    } while (member != body);
}

void thud_wake_island(thud_world *world, int32_t body) {
    if (world->bodies.states[body] == THUD_STATE_AWAKE) {
        world->bodies.sleep_data[body].sleep_timer = 0.0f;
    } else if (world->bodies.states[body] == THUD_STATE_ASLEEP) {
        wake_ring(world, body);
    }
}

/* Wakes all bodies joined to a body. */
static void wake_joined(thud_world *world, int32_t body) {
    for (int32_t link = world->bodies.bodies[body].first_joint; link != THUD_NONE;
         link = world->joints.records[thud_link_owner(link)].next[thud_link_side(link)]) {
        int32_t other = world->joints.records[thud_link_owner(link)].body[1 - thud_link_side(link)];
        if (other != THUD_NONE) {
            thud_wake_island(world, other);
        }
    }
}

/* Wakes the bodies that have a contact with a shape of a body; with THUD_NONE with any of its shapes. */
static void wake_at_contacts(thud_world *world, int32_t body, int32_t shape) {
    for (int32_t link = world->bodies.bodies[body].first_contact; link != THUD_NONE;
         link = world->contacts.records[thud_link_owner(link)].next[thud_link_side(link)]) {
        const thud_contact_record *contact = &world->contacts.records[thud_link_owner(link)];
        const thud_contact_pair *pair = &world->contacts.pairs[thud_link_owner(link)];
        if (shape == THUD_NONE || contact->shape_a == shape || contact->shape_b == shape) {
            thud_wake_island(world, thud_link_side(link) == 0 ? pair->body_b : pair->body_a);
        }
    }
}

THUD_OWN_CODE void wake_neighbours(thud_world *world, int32_t body) {
    wake_at_contacts(world, body, THUD_NONE);
    wake_joined(world, body);
}

void thud_wake_around(thud_world *world, int32_t body) {
    if (world->bodies.bodies[body].type == THUD_BODY_DYNAMIC) {
        thud_wake_island(world, body);
    } else {
        wake_neighbours(world, body);
    }
}

void thud_wake_around_shape(thud_world *world, int32_t shape) {
    int32_t body = world->shapes.records[shape].body;
    if (world->bodies.bodies[body].type == THUD_BODY_DYNAMIC) {
        thud_wake_island(world, body);
    } else if (world->shapes.records[shape].had_contacts) {
        wake_at_contacts(world, body, shape);
    }
}

static bool wake_at_proxy(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    thud_world *world = context;
    const thud_shape_record *found = &world->shapes.records[user];
    if (!found->def->sensor) {
        thud_wake_island(world, found->body);
    }
    return true;
}

void thud_wake_beneath(thud_world *world, int32_t shape) {
    const thud_shape_record *record = &world->shapes.records[shape];
    bool is_dynamic = world->bodies.bodies[record->body].type == THUD_BODY_DYNAMIC;
    if (!is_dynamic && !record->def->sensor && record->proxy.generation != 0 && world->counters.sleeping_islands > 0) {
        thud_aabb box = thud_hash_fat_box(world->hash, record->proxy);
        thud_hash_query_kind(world->hash, THUD_PROXY_MOVING, box, wake_at_proxy, world);
    }
}

/* ---- falling asleep ---- */

void thud_note_rested(thud_world *world, int32_t body) {
    if (thud_reserve(&world->hooks, &world->rested, sizeof *world->rested, &world->rested_capacity,
                     world->rested_count + 1)) {
        world->rested[world->rested_count++] = body;
    } else {
        world->bodies.previous[body] =
            world->bodies.poses[body]; /* only the interpolation of the last frame is lost */
    }
}

void thud_put_to_sleep(thud_world *world, const int32_t *bodies, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        int32_t body = bodies[i];
        THUD_ASSERT(&world->hooks, world->bodies.states[body] == THUD_STATE_AWAKE &&
                                       world->bodies.bodies[body].ring == body);
        world->bodies.bodies[body].ring = bodies[i + 1 < count ? i + 1 : 0];
        world->bodies.velocities[body] = (thud_velocity){0};
        thud_body_set_state(&world->bodies, body, THUD_STATE_ASLEEP);
        thud_note_rested(world, body);
    }
    for (int32_t i = 0; i < count; i++) {
        thud_refresh_body_contacts(world, bodies[i]);
    }
    world->counters.sleeping_islands++;
}

static bool island_is_ready(const thud_world *world, const int32_t *bodies, int32_t count) {
    for (int32_t i = 0; i < count;
         i++) { /* the timer first: it decides in most cases, and records are scattered */
        if (world->bodies.sleep_data[bodies[i]].sleep_timer < world->def.sleep_time ||
            world->bodies.states[bodies[i]] != THUD_STATE_AWAKE ||
            !world->bodies.bodies[bodies[i]].may_sleep) {
            return false;
        }
    }
    return count > 0;
}

/* The first island from one on that is ready to sleep, or their number. */
static int32_t next_ready(const thud_world *world, const thud_islands *islands, int32_t island) {
    const int32_t *starts = islands->starts;
    while (island < islands->count &&
           !island_is_ready(world, islands->bodies + starts[island], starts[island + 1] - starts[island])) {
        island++;
    }
    return island;
}

void thud_keep_riders_awake(thud_world *world) {
    const thud_contact_table *contacts = &world->contacts;
    for (int32_t i = 0; i < world->bodies.moving_count; i++) {
        int32_t carrier = world->bodies.moving[i];
        for (int32_t link = world->bodies.bodies[carrier].first_contact; link != THUD_NONE;) {
            int32_t contact = thud_link_owner(link);
            uint8_t flags = contacts->features[contact].flags;
            if ((flags & (THUD_CONTACT_TOUCHING | THUD_CONTACT_REJECTED)) == THUD_CONTACT_TOUCHING) {
                const thud_contact_pair *pair = &contacts->pairs[contact];
                int32_t rider = pair->body_a == carrier ? pair->body_b : pair->body_a;
                world->bodies.sleep_data[rider].sleep_timer = 0.0f;
            }
            link = contacts->records[contact].next[thud_link_side(link)];
        }
    }
}

/* Least number of steps between steps in which islands fall asleep: after each the solver rebuilds its graph. */
enum { STEPS_FROM_SLEEP_TO_SLEEP = 4 };

/* Puts kinematic bodies without velocity to rest at once. */
static void rest_kinematic_bodies(thud_world *world) {
    for (int32_t i = 0; i < world->bodies.moving_count; i++) {
        int32_t body = world->bodies.moving[i];
        const thud_velocity *velocity = &world->bodies.velocities[body];
        if (world->bodies.states[body] == THUD_STATE_KINEMATIC_MOVING && velocity->linear.x == 0.0f &&
            velocity->linear.y == 0.0f && velocity->angular == 0.0f) {
            thud_body_set_state(&world->bodies, body, THUD_STATE_KINEMATIC_AT_REST);
            thud_refresh_body_contacts(world, body);
            thud_note_rested(world, body);
        }
    }
}

void thud_sleep_islands(thud_world *world) {
    rest_kinematic_bodies(world);
    thud_islands islands = thud_solver_islands(world->solver);
    world->counters.islands = islands.count;
    if (world->steps_since_sleep < STEPS_FROM_SLEEP_TO_SLEEP) {
        world->steps_since_sleep++;
    }
    if (!world->def.sleeping || world->steps_since_sleep < STEPS_FROM_SLEEP_TO_SLEEP) {
        return;
    }
    for (int32_t i = next_ready(world, &islands, 0); i < islands.count; i = next_ready(world, &islands, i + 1)) {
        if (!islands.exact) { /* another island may touch it: the solver must find the islands again first */
            thud_solver_renew_islands(world->solver);
            return;
        }
        thud_put_to_sleep(world, islands.bodies + islands.starts[i], islands.starts[i + 1] - islands.starts[i]);
        world->steps_since_sleep = 0;
    }
}

/* ---- by hand ---- */

/* Bodies found so far; the arrays have room for all. */
typedef struct gathered_bodies {
    int32_t *list;
    uint8_t *listed;
    int32_t count;
} gathered_bodies;

static void gather_body(const thud_world *world, int32_t body, gathered_bodies *bodies) {
    if (body != THUD_NONE && world->bodies.states[body] == THUD_STATE_AWAKE && !bodies->listed[body]) {
        bodies->listed[body] = 1;
        bodies->list[bodies->count++] = body;
    }
}

/* Gathers the awake dynamic bodies that a body is linked to through joints and contacts with points. */
static void gather_island(const thud_world *world, int32_t body, gathered_bodies *bodies) {
    gather_body(world, body, bodies);
    for (int32_t i = 0; i < bodies->count; i++) {
        const thud_body *record = &world->bodies.bodies[bodies->list[i]];
        for (int32_t link = record->first_contact; link != THUD_NONE;
             link = world->contacts.records[thud_link_owner(link)].next[thud_link_side(link)]) {
            const thud_contact_pair *pair = &world->contacts.pairs[thud_link_owner(link)];
            const thud_contact_features *features = &world->contacts.features[thud_link_owner(link)];
            if (features->count > 0 && !(features->flags & THUD_CONTACT_REJECTED)) {
                gather_body(world, thud_link_side(link) == 0 ? pair->body_b : pair->body_a, bodies);
            }
        }
        for (int32_t link = record->first_joint; link != THUD_NONE;
             link = world->joints.records[thud_link_owner(link)].next[thud_link_side(link)]) {
            gather_body(world, world->joints.records[thud_link_owner(link)].body[1 - thud_link_side(link)], bodies);
        }
    }
}

bool thud_sleep_around(thud_world *world, thud_call call, int32_t body) {
    if (world->bodies.states[body] != THUD_STATE_AWAKE) {
        return world->bodies.states[body] == THUD_STATE_ASLEEP ||
               thud_refuse_kind(world, call, "body", (double)body, NULL);
    }
    thud_arena_mark mark = thud_arena_get_mark(&world->arena);
    gathered_bodies bodies = {
        .list = thud_arena_allocate_array(&world->arena, world->bodies.pool.end, sizeof *bodies.list),
        .listed = thud_arena_allocate_array(&world->arena, world->bodies.pool.end, 1)};
    bool possible = bodies.list != NULL && bodies.listed != NULL;
    if (possible) {
        thud_fill_bytes(bodies.listed, 0, (size_t)world->bodies.pool.end);
        gather_island(world, body, &bodies);
        thud_put_to_sleep(world, bodies.list, bodies.count);
    } else {
        thud_refuse(world, call, THUD_OUT_OF_MEMORY, "body", (double)body);
    }
    thud_arena_rewind(&world->arena, mark);
    return possible;
}
