/*
 * bullets.c: dynamic bodies stop bullets too. Slow dynamic bodies are within a short step of their
 * boxes in the hash. The fast ones, or all if there are many bullets, are listed here, with boxes
 * around their paths in the order of their left sides:
 *
 *     list   |----|   |-----------|          |----|
 *              |---|        |--|        |------------|
 *     ends   the largest right side of the boxes so far, which never decreases: bisection finds the first box that may overlap an interval
 *
 * The cost is that of the bullets and of the fast bodies near them.
 */
#include "world/continuous/bullets.h"

#include "broadphase/radix_sort.h"
#include "world/world_state.h"

#include <string.h>

void thud_body_set_bullet(thud_world *world, int32_t body, bool bullet) {
    thud_body_table *bodies = &world->bodies;
    if (bodies->bodies[body].bullet == bullet) {
        return;
    }
    bodies->bodies[body].bullet = bullet;
    if (bullet) {
        bodies->bullets[bodies->bullet_count++] = body;
        return;
    }
    int32_t *place = bodies->bullets;
    while (*place != body) {
        place++;
    }
    int32_t *end = bodies->bullets + bodies->bullet_count--;
    thud_move_bytes(place, place + 1, (size_t)(end - place - 1) * sizeof *place);
}

thud_aabb thud_bullets_box(const thud_world *world) {
    const thud_body_table *bodies = &world->bodies;
    thud_aabb all = thud_empty_box();
    for (int32_t place = 0; place < bodies->bullet_count; place++) {
        int32_t i = bodies->bullets[place];
        if (bodies->states[i] == THUD_STATE_AWAKE || bodies->states[i] == THUD_STATE_ASLEEP) {
            bool moves = bodies->states[i] == THUD_STATE_AWAKE;
            float travel = moves ? thud_vec2_length(bodies->displacements[i].translation) : 0.0f;
            float reach =
                bodies->sleep_data[i].reach + travel + 2.0f * world->continuous.longest_kinematic_step;
            thud_vec2 position = bodies->poses[i].position;
            all = thud_aabb_union(all, thud_aabb_expand((thud_aabb){position, position}, reach));
        }
    }
    return all;
}

/* An unsigned number with the order of the floats. */
static uint32_t order_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits ^ (bits >> 31 != 0 ? 0xffffffffu : 0x80000000u);
}

/* With at most so many dynamic bodies per bullet all are listed, at 10 ns a body; a query of the hash takes 400. */
enum { BODIES_PER_BULLET = 8 };

static bool reserve(thud_world *world, int32_t count, thud_crossings *crossings) {
    thud_arena *arena = &world->arena;
    crossings->list = thud_arena_allocate_array(arena, count, sizeof *crossings->list);
    crossings->ends = thud_arena_allocate_array(arena, count, sizeof *crossings->ends);
    crossings->found = thud_arena_allocate_array(arena, count, sizeof *crossings->found);
    crossings->keys = thud_arena_allocate_array(arena, 2 * (int64_t)count, sizeof *crossings->keys);
    crossings->is_listed =
        thud_arena_allocate_array(arena, world->bodies.pool.end, sizeof *crossings->is_listed);
    bool has_list = crossings->list != NULL && crossings->ends != NULL && crossings->found != NULL &&
                    crossings->keys != NULL;
    return crossings->is_listed != NULL && (count == 0 || has_list);
}

/* A box that contains the body on its straight path; for a bullet that is not swept yet, also wherever it bounces. */
static thud_aabb box_of_path(const thud_world *world, int32_t body) {
    thud_vec2 to = world->bodies.poses[body].position;
    thud_vec2 from =
        world->bodies.states[body] == THUD_STATE_AWAKE ? world->bodies.previous[body].position : to;
    thud_aabb path = {thud_vec2_min(from, to), thud_vec2_max(from, to)};
    bool may_bounce = world->bodies.bodies[body].bullet;
    float detour =
        may_bounce ? thud_vec2_distance(from, to) + 2.0f * world->continuous.longest_kinematic_step : 0.0f;
    return thud_aabb_expand(path, world->bodies.sleep_data[body].reach + detour);
}

static void add_crossing(const thud_world *world, int32_t body, bool went_far, thud_aabb bullets,
                         thud_crossings *made) {
    uint8_t state = world->bodies.states[body];
    if ((state != THUD_STATE_AWAKE && state != THUD_STATE_ASLEEP) || made->is_listed[body] ||
        (world->bodies.bodies[body].bullet && !world->def.bullets_hit_bullets)) {
        return;
    }
    thud_aabb box = box_of_path(world, body);
    if (thud_aabb_overlaps(box, bullets)) {
        made->is_listed[body] = true;
        made->found[made->count] = (thud_crossing){box, body, went_far};
        made->keys[made->count] = (uint64_t)order_of(box.min.x) << 32 | (uint32_t)made->count;
        made->count++;
    }
}

static void sort_crossings(thud_crossings *made) {
    const uint64_t *sorted = thud_radix_sort(made->keys, made->keys + made->count, made->count, 32, 64);
    float end = -INFINITY;
    for (int32_t i = 0; i < made->count; i++) {
        made->list[i] = made->found[sorted[i] & 0xffffffffu];
        end = thud_max(end, made->list[i].box.max.x);
        made->ends[i] = end;
    }
}

thud_crossings *thud_crossings_make(thud_world *world, const thud_move_batch *moved,
                                    const thud_sweep_list *swept) {
    thud_crossings *made = thud_arena_allocate(&world->arena, sizeof *made);
    int32_t end = world->bodies.pool.end;
    bool all = end / BODIES_PER_BULLET <= world->bodies.bullet_count;
    if (made == NULL || !reserve(world, all ? end : moved->crossing_count + swept->count, made)) {
        return NULL;
    }
    made->count = 0;
    made->complete = all;
    thud_fill_bytes(made->is_listed, 0, (size_t)end * sizeof *made->is_listed);
    for (int32_t i = 0; i < moved->crossing_count; i++) {
        add_crossing(world, moved->crossing[i], true, moved->bullets, made);
    }
    for (int32_t i = 0; i < swept->count; i++) {
        add_crossing(world, swept->bodies[i], true, moved->bullets, made);
    }
    for (int32_t i = 0; i < end && all; i++) {
        add_crossing(world, i, false, moved->bullets, made);
    }
    if (made->count > 0) {
        sort_crossings(made);
    }
    return made;
}

int32_t thud_crossings_start(const thud_crossings *crossings, thud_aabb box) {
    int32_t first = 0, end = crossings->count;
    while (first < end) {
        int32_t middle = first + (end - first) / 2;
        if (crossings->ends[middle] < box.min.x) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

int32_t thud_crossings_next(const thud_crossings *crossings, thud_aabb box, int32_t start) {
    for (int32_t i = start; i < crossings->count && crossings->list[i].box.min.x <= box.max.x; i++) {
        if (thud_aabb_overlaps(crossings->list[i].box, box)) {
            return i;
        }
    }
    return THUD_NONE;
}
