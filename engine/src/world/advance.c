/*
 * advance.c: the last stage: bodies move to where the solver says, fast ones are swept, boxes follow, islands
 * fall asleep, events are written.
 */
#include "world/world_state.h"

#include "broadphase/spatial_hash.h"

typedef struct moved_boxes {
    uint32_t *proxies;
    thud_aabb *boxes;
    int32_t count;
} moved_boxes;

static bool is_finite_state(const thud_pose *pose, const thud_velocity *velocity) {
    return thud_vec2_is_finite(pose->position) && thud_is_finite(pose->rotation.c) &&
           thud_is_finite(pose->rotation.s) && thud_vec2_is_finite(velocity->linear) &&
           thud_is_finite(velocity->angular);
}

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

static thud_pose displaced(const thud_pose *pose, const thud_displacement *displacement) {
    thud_rot turn = thud_rot_from_angle(displacement->rotation);
    return (thud_pose){thud_vec2_add(pose->position, displacement->translation),
                       thud_rot_normalize(thud_rot_mul(pose->rotation, turn))};
}

static void update_sleep_timer(thud_world *world, int32_t slot, float dt) {
    thud_body *body = &world->bodies.bodies[slot];
    const thud_velocity *velocity = &world->bodies.velocities[slot];
    float threshold = body->sleep_speed < 0.0f ? world->def.sleep_speed : body->sleep_speed;
    float turning = thud_abs(velocity->angular) * body->reach;
    bool still = thud_vec2_length_squared(velocity->linear) <= threshold * threshold && turning <= threshold;
    body->sleep_timer = still ? body->sleep_timer + dt : 0.0f;
}

/* The longest way that a point of the body went in the step. */
static float step_length(const thud_body *body, const thud_displacement *displacement) {
    return thud_vec2_length(displacement->translation) + thud_abs(displacement->rotation) * body->reach;
}

static void append_boxes(const thud_world *world, int32_t body, moved_boxes *moved) {
    const thud_pose *pose = &world->bodies.poses[body];
    for (int32_t shape = world->bodies.bodies[body].first_shape; shape != THUD_NONE;
         shape = world->shapes.records[shape].next) {
        const thud_shape_record *record = &world->shapes.records[shape];
        moved->proxies[moved->count] = record->proxy.slot;
        moved->boxes[moved->count++] =
            thud_core_aabb(record->core_class, thud_shape_core(&world->shapes, record), *pose);
    }
}

static int32_t count_moving_shapes(const thud_world *world) {
    int32_t count = 0;
    for (int32_t i = 0; i < world->bodies.awake_count; i++) {
        count += world->bodies.bodies[world->bodies.awake[i]].shape_count;
    }
    for (int32_t i = 0; i < world->bodies.moving_count; i++) {
        count += world->bodies.bodies[world->bodies.moving[i]].shape_count;
    }
    return count;
}

/* Kinematic bodies go where their velocity takes them, whatever is in the way. */
static void move_kinematic_bodies(thud_world *world, float dt) {
    for (int32_t i = 0; i < world->bodies.moving_count; i++) {
        int32_t body = world->bodies.moving[i];
        const thud_velocity *velocity = &world->bodies.velocities[body];
        thud_displacement *displacement = &world->bodies.displacements[body];
        displacement->translation = thud_vec2_scale(velocity->linear, dt);
        displacement->rotation = velocity->angular * dt;
        thud_pose pose = displaced(&world->bodies.poses[body], displacement);
        if (is_finite_state(&pose, velocity)) {
            world->bodies.poses[body] = pose;
            float step = step_length(&world->bodies.bodies[body], displacement);
            world->longest_kinematic_step = thud_max(world->longest_kinematic_step, step);
        } else {
            disable_broken_body(world, body);
        }
    }
}

/* Moves the dynamic bodies; returns how many are fast enough to be swept, listed in `fast`. */
static int32_t move_dynamic_bodies(thud_world *world, float dt, int32_t *fast) {
    int32_t fast_count = 0;
    for (int32_t i = 0; i < world->bodies.awake_count; i++) {
        int32_t body = world->bodies.awake[i];
        const thud_displacement *displacement = &world->bodies.displacements[body];
        thud_pose pose = displaced(&world->bodies.poses[body], displacement);
        if (!is_finite_state(&pose, &world->bodies.velocities[body])) {
            disable_broken_body(world, body);
            continue;
        }
        world->bodies.poses[body] = pose;
        update_sleep_timer(world, body, dt);
        thud_body *record = &world->bodies.bodies[body];
        float step = step_length(record, displacement);
        world->longest_step = thud_max(world->longest_step, step);
        world->any_bullet = world->any_bullet || record->bullet;
        if (step > THUD_FAST_SHARE * record->thickness) {
            record->swept = true;
            fast[fast_count++] = body;
        }
    }
    return fast_count;
}

static void move_boxes(thud_world *world, moved_boxes *moved) {
    const thud_body_table *bodies = &world->bodies;
    for (int32_t i = 0; i < bodies->awake_count; i++) {
        if (bodies->states[bodies->awake[i]] == THUD_STATE_AWAKE) {
            append_boxes(world, bodies->awake[i], moved);
        }
    }
    for (int32_t i = 0; i < bodies->moving_count; i++) {
        if (bodies->states[bodies->moving[i]] == THUD_STATE_KINEMATIC_MOVING) {
            append_boxes(world, bodies->moving[i], moved);
        }
    }
    thud_hash_move_many(world->hash, moved->proxies, moved->boxes, moved->count);
}

thud_status thud_advance(thud_world *world, float dt) {
    int32_t shapes = count_moving_shapes(world);
    int32_t *fast = thud_arena_allocate_array(&world->arena, world->bodies.pool.count, sizeof *fast);
    moved_boxes moved = {.proxies = thud_arena_allocate_array(&world->arena, shapes, sizeof *moved.proxies),
                         .boxes = thud_arena_allocate_array(&world->arena, shapes, sizeof *moved.boxes)};
    if ((fast == NULL && world->bodies.pool.count > 0) ||
        (shapes > 0 && (moved.proxies == NULL || moved.boxes == NULL))) {
        return THUD_OUT_OF_MEMORY;
    }
    world->longest_step = world->longest_kinematic_step = 0.0f;
    world->any_bullet = false;
    move_kinematic_bodies(world, dt);
    int32_t fast_count = move_dynamic_bodies(world, dt, fast);
    if (world->def.continuous) {
        thud_sweep_fast_bodies(world, fast, fast_count, dt);
    }
    move_boxes(world, &moved);
    thud_sleep_islands(world);
    return THUD_OK;
}
