/*
 * advance.c: the last stage: bodies move to where the solver says, fast ones are swept, boxes follow, islands
 * fall asleep.
 */
#include "world/advance.h"

#include "base/clock.h"
#include "base/kernel.h"
#include "world/world_state.h"

THUD_KERNEL_DECLARE(void, thud_move_bodies, (thud_move_batch * batch));
typedef void thud_move_bodies_function(thud_move_batch *batch);

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

/* Bodies that one task moves: some microseconds. A multiple of the lanes. */
enum { BODIES_PER_TASK = 1024 };

typedef struct move_job {
    thud_move_batch batch; /* of all bodies */
    thud_move_bodies_function *move;
    float *longest; /* by task */
} move_job;

static void move_range(int32_t index, int32_t worker, void *context) {
    (void)worker;
    const move_job *job = context;
    thud_move_batch range = job->batch;
    int32_t first = index * BODIES_PER_TASK;
    range.slots += first;
    range.results += first;
    range.count = range.count - first < BODIES_PER_TASK ? range.count - first : BODIES_PER_TASK;
    job->move(&range);
    job->longest[index] = range.longest;
}

/* Moves bodies by their displacements and disables those that break; returns the longest way of any of their points. */
static float move_bodies(thud_world *world, const int32_t *slots, int32_t count, float dt,
                         thud_obstacle_maps obstacles, uint8_t *results, float *longest_of_tasks) {
    move_job job = {.move = THUD_KERNEL_CHOOSE(world->def.lanes, thud_move_bodies), .longest = longest_of_tasks};
    job.batch = (thud_move_batch){.slots = slots,
                                  .count = count,
                                  .poses = world->bodies.poses,
                                  .displacements = world->bodies.displacements,
                                  .velocities = world->bodies.velocities,
                                  .gauges = world->bodies.gauges,
                                  .dt = dt,
                                  .fast_share = THUD_FAST_SHARE,
                                  .obstacles = obstacles,
                                  .obstacle_step = world->longest_kinematic_step,
                                  .results = results};
    int32_t tasks = (count + BODIES_PER_TASK - 1) / BODIES_PER_TASK;
    thud_tasks_run(world->tasks, move_range, &job, tasks);
    float longest = 0.0f;
    for (int32_t i = 0; i < tasks; i++) {
        longest = thud_max(longest, longest_of_tasks[i]);
    }
    for (int32_t i = 0; i < count; i++) {
        if (results[i] & THUD_MOVE_BROKEN) {
            disable_broken_body(world, slots[i]);
        }
    }
    return longest;
}

/* Kinematic bodies go where their velocity takes them, whatever is in the way. */
static void move_kinematic_bodies(thud_world *world, float dt, uint8_t *results, float *longest_of_tasks) {
    for (int32_t i = 0; i < world->bodies.moving_count; i++) {
        int32_t body = world->bodies.moving[i];
        const thud_velocity *velocity = &world->bodies.velocities[body];
        thud_displacement *displacement = &world->bodies.displacements[body];
        displacement->translation = thud_vec2_scale(velocity->linear, dt);
        displacement->rotation = velocity->angular * dt;
    }
    thud_obstacle_maps nothing = {.complete = true};
    world->longest_kinematic_step = move_bodies(world, world->bodies.moving, world->bodies.moving_count, dt, nothing,
                                                results, longest_of_tasks);
}

/* Where it is empty nothing needs to be swept; bullets stop one another, too, which no map shows. */
static thud_obstacle_maps maps_of_obstacles(const thud_world *world) {
    thud_obstacle_maps maps = thud_hash_obstacle_maps(world->hash);
    maps.complete = maps.complete && world->bullet_count == 0;
    return maps;
}

/* Lists the bodies that are fast enough to pass through a sensor, and of these those to be swept; returns the number of the latter. */
static int32_t list_fast_bodies(thud_world *world, const uint8_t *results, int32_t *fast, int32_t *swept) {
    const int32_t *awake = world->bodies.awake;
    int32_t fast_count = 0, swept_count = 0;
    for (int32_t i = 0; i < world->bodies.awake_count; i++) {
        bool is_fast = (results[i] & (THUD_MOVE_FAST | THUD_MOVE_BROKEN)) == THUD_MOVE_FAST;
        fast[fast_count] = swept[swept_count] = awake[i];
        fast_count += is_fast;
        swept_count += is_fast && (results[i] & THUD_MOVE_NEAR) != 0;
    }
    world->fast = fast;
    world->fast_count = fast_count;
    return swept_count;
}

thud_status thud_advance(thud_world *world, float dt) {
    int32_t bodies = world->bodies.pool.count;
    int32_t *fast = thud_arena_allocate_array(&world->arena, bodies, sizeof *fast);
    int32_t *swept = thud_arena_allocate_array(&world->arena, bodies, sizeof *swept);
    uint8_t *results = thud_arena_allocate_array(&world->arena, bodies, sizeof *results);
    float *longest = thud_arena_allocate_array(&world->arena, bodies / BODIES_PER_TASK + 1, sizeof *longest);
    if (longest == NULL || (bodies > 0 && (fast == NULL || swept == NULL || results == NULL))) {
        return THUD_OUT_OF_MEMORY;
    }
    move_kinematic_bodies(world, dt, results, longest);
    world->longest_step = move_bodies(world, world->bodies.awake, world->bodies.awake_count, dt,
                                      maps_of_obstacles(world), results, longest);
    int32_t swept_count = list_fast_bodies(world, results, fast, swept);
    thud_status status = THUD_OK;
    bool any = swept_count > 0 || world->pressed_count > 0 || world->bodies.moving_count > 0;
    if (world->def.continuous && any) {
        double start = thud_clock_milliseconds();
        status = thud_sweep_fast_bodies(world, swept, swept_count, dt);
        world->timings.continuous = (float)(thud_clock_milliseconds() - start);
    }
    bool listed = thud_box_list_refresh(&world->boxes, &world->accounts[THUD_ACCOUNT_BROADPHASE].hooks, &world->bodies, &world->shapes);
    if (listed) {
        thud_hash_plan_lead(world->hash, world->contacts.active_count);
        thud_box_list_move(&world->boxes, world->hash, &world->bodies, &world->shapes, world->tasks,
                           world->def.lanes);
    }
    thud_sleep_islands(world);
    return listed ? status : THUD_OUT_OF_MEMORY;
}
