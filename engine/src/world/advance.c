/*
 * advance.c: the last stage: bodies move to where the solver says, fast ones are swept, boxes follow, islands
 * fall asleep.
 */
#include "world/advance.h"

#include "base/clock.h"
#include "base/kernel.h"
#include "world/world_state.h"

THUD_KERNEL_DECLARE(void, thud_move_bodies, (thud_move_batch * batch));

/* A body that stopped being finite is taken out where it last was, and reported. */
static void disable_broken_body(thud_world *world, int32_t body) {
    world->bodies.poses[body] = world->bodies.previous[body];
    world->bodies.velocities[body] = (thud_velocity){0};
    if (world->result.disabled_bodies++ == 0) {
        world->result.first_disabled = thud_body_id_at(world, body);
        world->result.status = THUD_NOT_FINITE;
    }
    thud_body_disable(world, body);
}

/* Moves bodies by their displacements and disables those that break. */
static float move_bodies(thud_world *world, const int32_t *slots, int32_t count, float dt, uint8_t *results) {
    thud_move_batch batch = {.slots = slots,
                             .count = count,
                             .poses = world->bodies.poses,
                             .displacements = world->bodies.displacements,
                             .velocities = world->bodies.velocities,
                             .gauges = world->bodies.gauges,
                             .dt = dt,
                             .fast_share = THUD_FAST_SHARE,
                             .results = results};
    THUD_KERNEL_CHOOSE(world->def.lanes, thud_move_bodies)(&batch);
    for (int32_t i = 0; i < count; i++) {
        if (results[i] & THUD_MOVE_BROKEN) {
            disable_broken_body(world, slots[i]);
        }
    }
    return batch.longest;
}

/* Kinematic bodies go where their velocity takes them, whatever is in the way. */
static void move_kinematic_bodies(thud_world *world, float dt, uint8_t *results) {
    for (int32_t i = 0; i < world->bodies.moving_count; i++) {
        int32_t body = world->bodies.moving[i];
        const thud_velocity *velocity = &world->bodies.velocities[body];
        thud_displacement *displacement = &world->bodies.displacements[body];
        displacement->translation = thud_vec2_scale(velocity->linear, dt);
        displacement->rotation = velocity->angular * dt;
    }
    world->longest_kinematic_step =
        move_bodies(world, world->bodies.moving, world->bodies.moving_count, dt, results);
}

/* Lists the bodies that are fast enough to be swept, and to pass through a sensor. */
static void list_fast_bodies(thud_world *world, const uint8_t *results, int32_t *fast) {
    const int32_t *awake = world->bodies.awake;
    int32_t fast_count = 0;
    for (int32_t i = 0; i < world->bodies.awake_count; i++) {
        if (results[i] == THUD_MOVE_FAST) {
            fast[fast_count++] = awake[i];
        }
    }
    world->fast = fast;
    world->fast_count = fast_count;
}

thud_status thud_advance(thud_world *world, float dt) {
    int32_t bodies = world->bodies.pool.count;
    int32_t *fast = thud_arena_allocate_array(&world->arena, bodies, sizeof *fast);
    int32_t *swept = thud_arena_allocate_array(&world->arena, bodies, sizeof *swept);
    uint8_t *results = thud_arena_allocate_array(&world->arena, bodies, sizeof *results);
    if (bodies > 0 && (fast == NULL || swept == NULL || results == NULL)) {
        return THUD_OUT_OF_MEMORY;
    }
    move_kinematic_bodies(world, dt, results);
    world->longest_step = move_bodies(world, world->bodies.awake, world->bodies.awake_count, dt, results);
    list_fast_bodies(world, results, fast);
    if (world->def.continuous) {
        double start = thud_clock_milliseconds();
        thud_sweep_fast_bodies(world, swept, dt);
        world->timings.continuous = (float)(thud_clock_milliseconds() - start);
    }
    bool listed = thud_box_list_refresh(&world->boxes, &world->hooks, &world->bodies, &world->shapes);
    if (listed) {
        thud_box_list_move(&world->boxes, world->hash, &world->bodies, &world->shapes, world->def.lanes);
    }
    thud_sleep_islands(world);
    return listed ? THUD_OK : THUD_OUT_OF_MEMORY;
}
