/*
 * sleep.c: puts islands at rest to sleep, and wakes them as a whole.
 *
 * A sleeping island is a ring of its bodies through thud_body.ring. Its contacts keep their manifolds and
 * impulses, so that it wakes in the same state. A contact is active while one of its bodies is awake or a moving
 * kinematic one.
 */
#include "world/sleep.h"

#include "base/assert.h"
#include "response/solver.h"
#include "world/check.h"
#include "world/world_state.h"

/* A contact whose fat boxes have separated stays active until the next step ends it: if it slept on, and the boxes met again,
 * the pair would get a second contact. */
void thud_refresh_body_contacts(thud_world *world, int32_t body) {
    const thud_aabb *fat = thud_hash_fat_boxes(world->hash);
    const uint8_t *states = world->bodies.states;
    THUD_EACH_CONTACT(world, body, link) {
        int32_t contact = thud_link_owner(link);
        const thud_contact_pair *pair = &world->contacts.pairs[contact];
        const thud_contact_proxies *proxies = &world->contacts.proxies[contact];
        bool moves = thud_state_moves(states[pair->body_a]) || thud_state_moves(states[pair->body_b]);
        thud_contact_set_active(&world->contacts, contact,
                                moves || !thud_aabb_overlaps(fat[proxies->a], fat[proxies->b]));
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

bool thud_wake_sleeper(thud_world *world, int32_t body) {
    bool slept = world->bodies.states[body] == THUD_STATE_ASLEEP;
    if (slept) {
        wake_ring(world, body);
    }
    return slept;
}

void thud_wake_island(thud_world *world, int32_t body) {
    if (world->bodies.states[body] == THUD_STATE_AWAKE) {
        world->bodies.sleep_data[body].sleep_timer = 0.0f;
    } else {
        thud_wake_sleeper(world, body);
    }
}

/* Wakes bodies with a contact, with these flags, with a shape of a body; THUD_NONE: with any of its shapes. */
static void wake_at_contacts(thud_world *world, int32_t body, int32_t shape, uint8_t flags) {
    THUD_EACH_CONTACT(world, body, link) {
        const thud_contact_record *contact = &world->contacts.records[thud_link_owner(link)];
        bool is_of_shape = shape == THUD_NONE || contact->shape_a == shape || contact->shape_b == shape;
        if (is_of_shape && (world->contacts.features[thud_link_owner(link)].flags & flags) == flags) {
            thud_wake_island(world, thud_contact_other(world, link));
        }
    }
}

/* Wakes bodies that have a contact with these flags with a body, or a joint. */
THUD_OWN_CODE void wake_neighbours(thud_world *world, int32_t body, uint8_t flags) {
    wake_at_contacts(world, body, THUD_NONE, flags);
    THUD_EACH_JOINT(world, body, link) {
        if (thud_joint_other(world, link) != THUD_NONE) {
            thud_wake_island(world, thud_joint_other(world, link));
        }
    }
}

static void wake_with(thud_world *world, int32_t body, uint8_t flags) {
    if (thud_is_dynamic(&world->bodies, body)) {
        thud_wake_island(world, body);
    } else {
        wake_neighbours(world, body, flags);
    }
}

void thud_wake_around(thud_world *world, int32_t body) {
    wake_with(world, body, 0);
}

void thud_wake_touching(thud_world *world, int32_t body) {
    wake_with(world, body, THUD_CONTACT_TOUCHING);
}

void thud_wake_around_shape(thud_world *world, int32_t shape) {
    int32_t body = world->shapes.records[shape].body;
    if (world->bodies.bodies[body].type == THUD_BODY_DYNAMIC) {
        thud_wake_island(world, body);
    } else if (world->shapes.records[shape].had_contacts) {
        wake_at_contacts(world, body, shape, 0);
    }
}

static bool wake_at_proxy(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    thud_world *world = context;
    thud_wake_island(world, world->shapes.records[user].body);
    return true;
}

void thud_wake_in_box(thud_world *world, thud_aabb box) {
    thud_hash_query_kind(world->hash, THUD_PROXY_MOVING, box, wake_at_proxy, world);
}

void thud_wake_beneath(thud_world *world, int32_t shape) {
    const thud_shape_record *record = &world->shapes.records[shape];
    bool is_dynamic = world->bodies.bodies[record->body].type == THUD_BODY_DYNAMIC;
    if (!is_dynamic && !record->def->sensor && record->proxy.generation != 0 &&
        world->counters.sleeping_islands > 0) {
        thud_wake_in_box(world, thud_hash_fat_box(world->hash, record->proxy));
    }
}

/* ---- falling asleep ---- */

void thud_note_rested(thud_world *world, int32_t body) {
    if (THUD_RESERVE(&world->hooks, world->rested, world->rested_capacity, world->rested_count + 1)) {
        world->rested[world->rested_count++] = body;
    } else {
        world->bodies.previous[body] =
            world->bodies.poses[body]; /* only the interpolation of the last frame is lost */
    }
}

/* Ends what a search for islands noted of a body. */
static void leave_search(thud_body *record, int32_t ring) {
    record->gathered = false;
    record->ring = ring;
}

/* Puts gathered bodies to sleep as one island. */
static void put_to_sleep(thud_world *world, const int32_t *bodies, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        int32_t body = bodies[i];
        THUD_ASSERT(&world->hooks, world->bodies.states[body] == THUD_STATE_AWAKE);
        leave_search(&world->bodies.bodies[body], bodies[i + 1 < count ? i + 1 : 0]);
        world->bodies.velocities[body] = (thud_velocity){0};
        world->bodies.displacements[body] = (thud_displacement){0}; /* a sweep may wake it in mid-step */
        thud_body_set_state(&world->bodies, body, THUD_STATE_ASLEEP);
        thud_note_rested(world, body);
    }
    for (int32_t i = 0; i < count; i++) {
        thud_refresh_body_contacts(world, bodies[i]);
    }
    world->counters.sleeping_islands++;
}

/* Islands fall asleep in every so many steps: the solver's graph, lists of bodies and of contacts change then. */
enum { STEPS_FROM_SLEEP_TO_SLEEP = 5 };

/* Whether islands fall asleep at the end of this step. */
static bool sleeps_next(const thud_world *world) {
    return world->def.sleeping && world->steps_since_sleep + 1 >= STEPS_FROM_SLEEP_TO_SLEEP;
}

/* Whether a body is awake, may sleep and has been at rest for long enough. The timer decides in most cases; it is 0 of a body
 * in motion, which does not sleep even if sleep_time is 0. */
static inline bool is_ready(const thud_world *world, int32_t body) {
    float timer = world->bodies.sleep_data[body].sleep_timer;
    return timer >= world->def.sleep_time && timer > 0.0f && world->bodies.states[body] == THUD_STATE_AWAKE &&
           world->bodies.bodies[body].may_sleep;
}

void thud_keep_riders_awake(thud_world *world) {
    if (!sleeps_next(world)) {
        return;
    }
    for (int32_t i = 0; i < world->bodies.moving_count; i++) {
        THUD_EACH_CONTACT(world, world->bodies.moving[i], link) {
            uint8_t flags = world->contacts.features[thud_link_owner(link)].flags;
            if ((flags & (THUD_CONTACT_TOUCHING | THUD_CONTACT_REJECTED)) == THUD_CONTACT_TOUCHING) {
                world->bodies.sleep_data[thud_contact_other(world, link)].sleep_timer = 0.0f;
            }
        }
    }
}

/* ---- islands ---- */

/* Bodies found by searches for islands, one after another. What a search notes of a body is in its record: as nothing is
 * cleared for other bodies, a call that puts a body to sleep costs no more in a large world. */
typedef struct gathered_bodies {
    int32_t *list;        /* with room for all bodies */
    int32_t first, count; /* the last search's bodies begin at `first` */
    bool meets_earlier;   /* its island is that of an earlier search */
} gathered_bodies;

/* Makes room in the arena; false when memory runs out. */
static bool begin_gathering(thud_world *world, gathered_bodies *bodies) {
    *bodies = (gathered_bodies){
        .list = thud_arena_allocate_array(&world->arena, world->bodies.pool.end, sizeof *bodies->list)};
    return bodies->list != NULL;
}

static void gather_body(thud_world *world, int32_t body, gathered_bodies *bodies) {
    if (body == THUD_NONE || world->bodies.states[body] != THUD_STATE_AWAKE) {
        return;
    }
    thud_body *record = &world->bodies.bodies[body];
    if (!record->gathered) {
        record->gathered = true;
        record->place = bodies->count;
        bodies->list[bodies->count++] = body;
    }
    bodies->meets_earlier |= record->place < bodies->first;
}

/* Gathers the awake dynamic bodies that a body is linked to by joints and contacts with points. */
static void gather_linked(thud_world *world, int32_t body, gathered_bodies *bodies) {
    THUD_EACH_CONTACT(world, body, link) {
        const thud_contact_features *features = &world->contacts.features[thud_link_owner(link)];
        if (features->count > 0 && !(features->flags & THUD_CONTACT_REJECTED)) {
            gather_body(world, thud_contact_other(world, link), bodies);
        }
    }
    THUD_EACH_JOINT(world, body, link) {
        if (world->joints.joints[thud_link_owner(link)].frame.kind != THUD_JOINT_FILTER) {
            gather_body(world, thud_joint_other(world, link), bodies);
        }
    }
}

/* Gathers the island of a body; of one with a body that is not ready to sleep it returns false, after a part. Each body
 * is gathered once, by whichever search. */
static bool gather_ready_island(thud_world *world, int32_t body, gathered_bodies *bodies) {
    bodies->first = bodies->count;
    bodies->meets_earlier = false;
    gather_body(world, body, bodies);
    for (int32_t i = bodies->first; i < bodies->count && !bodies->meets_earlier; i++) {
        if (!is_ready(world, bodies->list[i])) {
            return false;
        }
        gather_linked(world, bodies->list[i], bodies);
    }
    return !bodies->meets_earlier;
}

void thud_sleep_islands(thud_world *world) {
    world->counters.islands = thud_solver_island_count(world->solver);
    if (!sleeps_next(world)) {
        world->steps_since_sleep += world->def.sleeping;
        return;
    }
    world->steps_since_sleep = 0;
    thud_arena_mark mark = thud_arena_get_mark(&world->arena);
    gathered_bodies bodies = {0};
    for (int32_t i = 0; i < world->bodies.awake_count; i++) {
        int32_t body = world->bodies.awake[i];
        if (!is_ready(world, body)) {
            continue;
        }
        if (bodies.list == NULL && !begin_gathering(world, &bodies)) {
            break; /* in another step */
        }
        if (gather_ready_island(world, body, &bodies)) {
            put_to_sleep(world, bodies.list + bodies.first, bodies.count - bodies.first);
        }
    }
    for (int32_t i = 0; i < bodies.count; i++) {
        thud_body *record = &world->bodies.bodies[bodies.list[i]];
        if (record->gathered) {
            leave_search(record, bodies.list[i]);
        }
    }
    thud_arena_rewind(&world->arena, mark);
}

/* ---- by hand ---- */

bool thud_sleep_around(thud_world *world, thud_call call, int32_t body) {
    if (world->bodies.states[body] != THUD_STATE_AWAKE) {
        return world->bodies.states[body] == THUD_STATE_ASLEEP ||
               thud_refuse_kind(world, call, "body", (double)body, NULL);
    }
    thud_arena_mark mark = thud_arena_get_mark(&world->arena);
    gathered_bodies bodies;
    bool possible = begin_gathering(world, &bodies);
    if (possible) {
        gather_body(world, body, &bodies);
        for (int32_t i = 0; i < bodies.count; i++) {
            gather_linked(world, bodies.list[i], &bodies);
        }
        put_to_sleep(world, bodies.list, bodies.count);
    } else {
        thud_refuse(world, call, THUD_OUT_OF_MEMORY, "body", (double)body);
    }
    thud_arena_rewind(&world->arena, mark);
    return possible;
}
