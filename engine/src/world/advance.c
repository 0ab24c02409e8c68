/*
 * advance.c: the last stage: applies the solver's displacements, sweeps fast bodies, updates boxes and puts islands
 * to sleep.
 */
#include "world/advance.h"

#include "base/kernel.h"
#include "base/ranges.h"
#include "world/bodies/body_shapes.h"
#include "world/contacts/contact_report.h"
#include "world/continuous/bullets.h"
#include "world/continuous/continuous.h"
#include "world/continuous/sweep_path.h"
#include "world/move_batch.h"
#include "world/sleep.h"
#include "world/world_state.h"

THUD_KERNEL_DECLARE(void, thud_move_bodies, (thud_move_batch * batch));

void thud_body_lose(thud_world *world, int32_t body) {
    world->bodies.previous[body] = world->bodies.poses[body];
    world->bodies.velocities[body] = (thud_velocity){0};
    if (world->result.disabled_bodies++ == 0) {
        world->result.first_disabled = thud_body_id_at(world, body);
        world->result.status = THUD_NOT_FINITE;
    }
    thud_body_disable(world, body);
}

/* Bodies that one task moves: a few microseconds. A multiple of the SIMD width. */
enum { BODIES_PER_TASK = 256 };

typedef struct move_job {
    thud_move_batch batch; /* of all bodies; a task fills its own range of the lists */
    thud_move_bodies_function *move;
    thud_move_batch *ranges; /* by task */
} move_job;

static void move_range(const thud_range *range, void *context) {
    const move_job *job = context;
    thud_move_batch batch = job->batch;
    batch.slots += range->first;
    batch.fast += range->first;
    batch.near += range->first;
    batch.crossing += range->first;
    batch.exposed += range->first;
    batch.broken += range->first;
    batch.count = range->end - range->first;
    job->move(&batch);
    job->ranges[range->index] = batch;
}

static void join_ranges(thud_move_batch *all, const thud_move_batch *ranges, int32_t count) {
    all->fast_count = all->near_count = all->crossing_count = all->exposed_count = all->broken_count = 0;
    all->longest = all->longest_slow = 0.0f;
    for (int32_t i = 0; i < count; i++) {
        const thud_move_batch *range = &ranges[i];
        thud_range_append(all->fast, &all->fast_count, range->fast, range->fast_count);
        thud_range_append(all->near, &all->near_count, range->near, range->near_count);
        thud_range_append(all->crossing, &all->crossing_count, range->crossing, range->crossing_count);
        thud_range_append(all->exposed, &all->exposed_count, range->exposed, range->exposed_count);
        thud_range_append(all->broken, &all->broken_count, range->broken, range->broken_count);
        all->longest = thud_max(all->longest, range->longest);
        all->longest_slow = thud_max(all->longest_slow, range->longest_slow);
    }
}

/* Moves bodies by their displacements, and disables those whose state is not finite. */
static void move_bodies(thud_world *world, move_job *job, const int32_t *slots, int32_t count) {
    thud_move_batch *batch = &job->batch;
    batch->slots = slots;
    batch->count = count;
    if (count <= BODIES_PER_TASK) {
        job->move(batch);
    } else {
        thud_run_ranges(world->tasks, move_range, job, count, BODIES_PER_TASK);
        join_ranges(batch, job->ranges, thud_range_count(count, BODIES_PER_TASK));
    }
    if (batch->broken_count > 0) {
        thud_write_begins(world); /* the contacts of lost bodies end */
    }
    for (int32_t i = 0; i < batch->broken_count; i++) {
        thud_body_lose(world, batch->broken[i]); /* the kernel has not changed its pose */
    }
}

/* Reserves the lists of a move for all bodies in the step's arena; false when memory runs out. */
static bool make_job(thud_world *world, float dt, move_job *job) {
    const thud_body_table *bodies = &world->bodies;
    int32_t count = bodies->pool.count; /* sweeps add sleeping bodies */
    thud_arena *arena = &world->arena;
    int32_t *lists = thud_arena_allocate_array(arena, 5 * (int64_t)count, sizeof *lists);
    int32_t ranges = thud_range_count(count, BODIES_PER_TASK);
    /* Field by field: gcc would clear it first by a string instruction, 20 ns of a step of one crate's 1,000. */
    job->move = THUD_KERNEL_CHOOSE(world->def.lanes, thud_move_bodies);
    job->ranges = thud_arena_allocate_array(arena, ranges, sizeof *job->ranges);
    thud_move_batch *batch = &job->batch;
    batch->poses = bodies->poses;
    batch->previous = bodies->previous;
    batch->displacements = bodies->displacements;
    batch->velocities = bodies->velocities;
    batch->sleep_data = bodies->sleep_data;
    batch->dt = dt;
    batch->fast_share = THUD_FAST_SHARE;
    batch->exposing_step = batch->exposing_turn = 0.0f;
    if (count > 0 && lists != NULL) {
        batch->fast = lists;
        batch->near = lists + count;
        batch->crossing = lists + 2 * (int64_t)count;
        batch->exposed = lists + 3 * (int64_t)count;
        batch->broken = lists + 4 * (int64_t)count;
    }
    return count == 0 || (job->ranges != NULL && lists != NULL);
}

/* Moves kinematic bodies by their velocities, regardless of obstacles. */
static void move_kinematic_bodies(thud_world *world, move_job *job) {
    world->continuous.longest_kinematic_step = 0.0f;
    if (world->bodies.moving_count == 0) {
        return;
    }
    float exposing_step = 0.0f, exposing_turn = 0.0f;
    for (int32_t i = 0; i < world->bodies.moving_count; i++) {
        int32_t body = world->bodies.moving[i];
        const thud_velocity *velocity = &world->bodies.velocities[body];
        thud_displacement *displacement = &world->bodies.displacements[body];
        displacement->translation = thud_vec2_scale(velocity->linear, job->batch.dt);
        displacement->rotation = velocity->angular * job->batch.dt;
        float step = thud_longest_step(displacement, world->bodies.sleep_data[body].reach);
        float turn = thud_abs(displacement->rotation);
        exposing_step = thud_max(exposing_step, step + turn * (step + world->def.slop));
        exposing_turn = thud_max(exposing_turn, turn);
    }
    job->batch.obstacles = (thud_obstacle_maps){.complete = true};
    job->batch.obstacle_step = 0.0f;
    job->batch.bullets = thud_empty_box();
    job->batch.are_thick = false;
    move_bodies(world, job, world->bodies.moving, world->bodies.moving_count);
    world->continuous.longest_kinematic_step = job->batch.longest;
    if (exposing_step > world->def.speculative_distance) {
        job->batch.exposing_step = exposing_step;
        job->batch.exposing_turn = (2.0f + THUD_FAST_SHARE) * exposing_turn;
    }
}

/* Moves dynamic bodies by the solver's displacements. Bodies near no obstacle of the maps need no sweep, but bullets. */
static void move_awake_bodies(thud_world *world, move_job *job) {
    job->batch.obstacles = thud_hash_obstacle_maps(world->hash);
    job->batch.obstacle_step = world->continuous.longest_kinematic_step;
    job->batch.are_thick = true;
    bool has_bullets = world->def.continuous && world->bodies.bullet_count > 0;
    job->batch.bullets = has_bullets ? thud_bullets_box(world) : thud_empty_box();
    move_bodies(world, job, world->bodies.awake, world->bodies.awake_count);
    world->continuous.longest_slow_step = job->batch.longest_slow;
    world->continuous.fast = job->batch.fast;
    world->continuous.fast_count = job->batch.fast_count;
    /* An answer about a fast body may save its sweep, one about an exposed body a comparison. */
    int32_t exposed = job->batch.exposing_step > 0.0f ? world->bodies.awake_count : 0;
    thud_hash_note_questions(world->hash, 2 * job->batch.fast_count + exposed);
}

/* Sets the previous poses of bodies that are not moved because memory ran out. */
static void stay(thud_body_table *bodies, const int32_t *slots, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        bodies->previous[slots[i]] = bodies->poses[slots[i]];
    }
}

thud_status thud_advance(thud_world *world, float dt) {
    thud_body_table *bodies = &world->bodies;
    move_job job;
    if (!make_job(world, dt, &job)) {
        stay(bodies, bodies->awake, bodies->awake_count);
        stay(bodies, bodies->moving, bodies->moving_count);
        return THUD_OUT_OF_MEMORY;
    }
    move_kinematic_bodies(world, &job);
    move_awake_bodies(world, &job);
    thud_status status = THUD_OK;
    bool any = job.batch.near_count > 0 || world->continuous.deep_body_count > 0 ||
               bodies->moving_count > 0 || job.batch.crossing_count > 0;
    if (world->def.continuous && any) {
        uint64_t start = thud_clock_ticks();
        status = thud_sweep_fast_bodies(world, &job.batch, dt);
        world->timings.continuous = thud_clock_ticks_between(start, thud_clock_ticks());
    }
    thud_body_table_refresh(bodies); /* sweeps have woken bodies, and moved some of them */
    const thud_hooks *hooks = &world->memory[THUD_MEMORY_BROADPHASE].hooks;
    bool listed = thud_box_list_is_current(&world->boxes, bodies) ||
                  thud_box_list_refresh(&world->boxes, hooks, bodies, &world->shapes);
    if (listed) {
        thud_hash_plan_lead(world->hash, world->contacts.active_count);
        thud_box_list_move(&world->boxes, world->hash, bodies, &world->shapes, world->tasks, world->def.lanes);
    }
    thud_sleep_islands(world);
    return listed ? status : THUD_OUT_OF_MEMORY;
}
