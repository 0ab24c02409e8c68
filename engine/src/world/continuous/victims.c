/*
 * victims.c: what a fast kinematic body runs into. What moves along with it is left to the contacts, what it comes upon is swept
 * as if it were fast itself, and what sleeps where it does not go sleeps on. Bodies that are fast are swept anyway where they are near it, so
 * only slow ones are looked for: they are within a short step of where the hash has them.
 *
 * For each of its shapes a task lists what is near the way; the caller takes from these lists, in order, each body once.
 */
#include "world/continuous/victims.h"

#include "broadphase/spatial_hash.h"
#include "world/contacts/one_way.h"

/* Shapes that the search for one shape lists; what is beyond is looked for again by the caller. */
enum { MOST_LISTED = 64 };

/* What one shape of a fast kinematic body may run into. */
typedef struct victim_search {
    thud_world *world;
    int32_t shape;
    thud_aabb way;               /* a box around its way */
    int32_t listed[MOST_LISTED]; /* shape slots */
    int32_t count;               /* of those that should be listed */
} victim_search;

static int32_t body_of(const thud_world *world, int32_t shape) {
    return world->shapes.records[shape].body;
}

/* How far the kinematic body's surface moves against another body in the step, where that body is [m]. */
static float relative_step(const thud_world *world, int32_t kinematic, int32_t body) {
    const thud_body_table *bodies = &world->bodies;
    const thud_displacement *displacement = &bodies->displacements[kinematic];
    thud_vec2 arm = thud_vec2_sub(bodies->previous[body].position, bodies->previous[kinematic].position);
    thud_vec2 carried =
        thud_vec2_add(displacement->translation, thud_vec2_cross_scalar(displacement->rotation, arm));
    thud_vec2 own = thud_vec2_sub(bodies->poses[body].position, bodies->previous[body].position);
    return thud_vec2_distance(carried, own) + thud_abs(displacement->rotation) * bodies->gauges[body].reach;
}

/* Whether a shape is of a dynamic body that is not listed yet, does not move along with the kinematic one, and is not let through by that. */
static bool may_be_victim(const victim_search *search, int32_t shape) {
    const thud_world *world = search->world;
    int32_t body = body_of(world, shape);
    uint8_t body_state = world->bodies.states[body];
    bool is_dynamic = body_state == THUD_STATE_AWAKE || body_state == THUD_STATE_ASLEEP;
    return is_dynamic && !world->swept[body] && !world->shapes.records[shape].def.sensor &&
           relative_step(world, body_of(world, search->shape), body) >
               THUD_FAST_SHARE * world->bodies.gauges[body].thickness &&
           !thud_one_way_lets_sweep_pass(world, shape, search->shape, 0.0f);
}

static bool list_if_victim(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    victim_search *search = context;
    bool is_victim = may_be_victim(search, (int32_t)user);
    if (is_victim && search->count < MOST_LISTED) {
        search->listed[search->count] = (int32_t)user;
    }
    search->count += is_victim;
    return true;
}

/* A box that a shape of a kinematic body stays in during the step. Where it turns it swings out of the boxes at both ends by no more than the rise of an arc,
 * r (1 - cos(d / 2)) <= r d^2 / 8; where it does not the box that the hash has goes along. */
static thud_aabb kinematic_box(const thud_world *world, int32_t shape) {
    const thud_body_table *bodies = &world->bodies;
    int32_t body = body_of(world, shape);
    float turn = bodies->displacements[body].rotation;
    if (turn == 0.0f) {
        thud_aabb start = thud_hash_fat_box(world->hash, world->shapes.records[shape].proxy);
        thud_vec2 way = bodies->displacements[body].translation;
        return thud_aabb_union(start,
                               (thud_aabb){thud_vec2_add(start.min, way), thud_vec2_add(start.max, way)});
    }
    thud_aabb box = thud_aabb_union(thud_shape_box(world, shape, bodies->previous),
                                    thud_shape_box(world, shape, bodies->poses));
    float rise = thud_min(0.125f * turn * turn, 2.0f) * bodies->gauges[body].reach;
    return thud_aabb_expand(box, rise);
}

static void query_way(const victim_search *search, thud_proxy_visitor *visitor, void *context) {
    const thud_world *world = search->world;
    thud_hash_query_kind(world->hash, THUD_PROXY_MOVING,
                         thud_aabb_expand(search->way, world->longest_slow_step), visitor, context);
}

static void search_victims(int32_t index, int32_t worker, void *context) {
    (void)worker;
    victim_search *search = (victim_search *)context + index;
    search->way = kinematic_box(search->world, search->shape);
    query_way(search, list_if_victim, search);
}

float thud_kinematic_step(const thud_world *world, int32_t body) {
    const thud_displacement *displacement = &world->bodies.displacements[body];
    return thud_vec2_length(displacement->translation) +
           thud_abs(displacement->rotation) * world->bodies.gauges[body].reach;
}

static bool is_fast_kinematic(const thud_world *world, int32_t body) {
    return world->bodies.states[body] == THUD_STATE_KINEMATIC_MOVING &&
           thud_kinematic_step(world, body) > world->def.speculative_distance;
}

/* A search for each shape of the fast kinematic bodies; returns how many, -1 where memory runs out. */
static int32_t make_searches(thud_world *world, victim_search **searches) {
    const thud_body_table *bodies = &world->bodies;
    int32_t room = 0, count = 0;
    for (int32_t i = 0; i < bodies->moving_count; i++) {
        room += is_fast_kinematic(world, bodies->moving[i]) ? bodies->bodies[bodies->moving[i]].shape_count : 0;
    }
    *searches = thud_arena_allocate_array(&world->arena, room, sizeof **searches);
    if (room > 0 && *searches == NULL) {
        return -1;
    }
    for (int32_t i = 0; i < bodies->moving_count && count < room; i++) {
        bool is_fast = is_fast_kinematic(world, bodies->moving[i]);
        int32_t shape = is_fast ? bodies->bodies[bodies->moving[i]].first_shape : THUD_NONE;
        for (; shape != THUD_NONE; shape = world->shapes.records[shape].next) {
            (*searches)[count].world = world;
            (*searches)[count].shape = shape;
            (*searches)[count].count = 0;
            count += !world->shapes.records[shape].def.sensor;
        }
    }
    return count;
}

/* Adds the body of a shape that was found, unless it is in the list by now; a sleeper that the kinematic shape does not come towards sleeps on. */
static void take_victim(const victim_search *search, int32_t shape, thud_sweep_list *list) {
    thud_world *world = search->world;
    int32_t body = body_of(world, shape);
    if (world->swept[body]) {
        return;
    }
    if (world->bodies.states[body] == THUD_STATE_ASLEEP) {
        if (!thud_aabb_overlaps(thud_hash_fat_box(world->hash, world->shapes.records[shape].proxy), search->way)) {
            return;
        }
        thud_wake_island(world, body);
        world->bodies.displacements[body] = (thud_displacement){0};
    }
    world->swept[body] = true;
    list->bodies[list->count++] = body;
}

typedef struct long_search {
    const victim_search *search;
    thud_sweep_list *list;
} long_search;

static bool take_if_victim(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    const long_search *again = context;
    if (may_be_victim(again->search, (int32_t)user)) {
        take_victim(again->search, (int32_t)user, again->list);
    }
    return true;
}

bool thud_list_victims(thud_world *world, thud_sweep_list *list) {
    victim_search *searches;
    int32_t count = make_searches(world, &searches);
    if (count < 0) {
        return false;
    }
    thud_tasks_run(world->tasks, search_victims, searches, count);
    for (int32_t i = 0; i < count; i++) {
        const victim_search *search = &searches[i];
        if (search->count > MOST_LISTED) {
            query_way(search, take_if_victim, &(long_search){search, list});
        }
        for (int32_t k = 0; k < search->count && search->count <= MOST_LISTED; k++) {
            take_victim(search, search->listed[k], list);
        }
    }
    return true;
}
