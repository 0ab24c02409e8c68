/*
 * solver.c: a step of the response.
 *
 *     when constraints begin or end     constraint graph: islands, parts,     constraint_graph.c, graph_update.c
 *                                       colours, lanes
 *     every step, each part             load bodies, prepare, substeps,       stages.c, *_kernel.c
 *                                       bounce, bodies and impulses out
 *     order of the parts                                                      schedule.c
 *
 * A worker solves its batches one after another in the same memory, which stays in the core's cache. Between steps only
 * the index of the lanes is kept.
 */
#include "response/solver.h"

#include <stddef.h>

#include "base/assert.h"
#include "base/inline.h"
#include "response/settings.h"
#include "response/solver_step.h"

/* An updated graph is updated even if nothing changed, so that it ages. */
static bool refresh_graph(const thud_solver_step *step) {
    thud_solver *solver = step->solver;
    const thud_solve_input *input = step->input;
    if (solver->has_graph && input->same_constraints && solver->graph.age == 0) {
        return true;
    }
    if (!solver->has_graph || !thud_graph_update(&solver->graph, &solver->hooks, input)) {
        solver->has_graph = thud_graph_build(&solver->graph, &solver->hooks, input) &&
                            thud_solver_reserve(solver, thud_tasks_worker_count(input->tasks));
    }
    return solver->has_graph;
}

/* ---- bodies in and out ---- */

/* How many bodies are between asking for one's data and using them. */
enum { bodies_ahead = 16 };

/* Prefetches a body's data: the bodies of a partition are scattered in memory. joint_grid takes 0.93 of the time by
 * that, and 0.88 when other processes keep the memory busy. */
static inline void fetch_body(int32_t slot, const thud_solve_input *input) {
    if (slot >= 0) {
        __builtin_prefetch(&input->velocities[slot]);
        __builtin_prefetch(&input->inverse_masses[slot]);
        __builtin_prefetch(&input->applied_forces[slot]);
    }
}

static inline void lock_body(const thud_batch_bodies *bodies, int32_t number, uint32_t locks) {
    thud_local_mass *mass = &bodies->inverse_mass[number];
    float *fields[] = {&mass->x, &bodies->velocity[number].linear.x, &bodies->velocity_change[number].linear.x};
    _Static_assert(THUD_LOCK_X == 1 && THUD_LOCK_Y == 2 && THUD_LOCK_ROTATION == 4, "a bit for each of the first three floats");
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3 && (locks >> k & 1) != 0; i++) {
            fields[i][k] = 0.0f;
        }
    }
    mass->linear = thud_max(mass->x, mass->y);
}

THUD_OWN_CODE thud_velocity damping_of(const thud_applied_forces *applied, float h) {
    float damping_factor =
        applied->linear_damping == 0.0f ? 1.0f : 1.0f / (1.0f + h * applied->linear_damping);
    float angular_damping_factor =
        applied->angular_damping == 0.0f ? 1.0f : 1.0f / (1.0f + h * applied->angular_damping);
    return (thud_velocity){{damping_factor, damping_factor}, angular_damping_factor, 0.0f};
}

static const thud_velocity undamped = {{1.0f, 1.0f}, 1.0f, 0.0f};

/* Loads a dynamic body. Most have neither locks nor damping. The acceleration, which begin_bodies converts into a change
 * of velocity, comes with a fourth number that is not used. */
static inline void load_dynamic_body(const thud_batch_bodies *bodies, int32_t number,
                                     const thud_solve_input *input, float h) {
    int32_t slot = bodies->slots[number];
    const thud_inverse_mass *mass = &input->inverse_masses[slot];
    const thud_applied_forces *applied = &input->applied_forces[slot];
    bodies->velocity[number] = input->velocities[slot];
    bodies->velocity_change[number] =
        (thud_velocity){applied->acceleration, applied->angular_acceleration, applied->linear_damping};
    bodies->inverse_mass[number] = (thud_local_mass){mass->linear, mass->linear, mass->angular, mass->linear};
    bodies->damping_factor[number] = undamped;
    if (mass->locks != 0) {
        lock_body(bodies, number, mass->locks);
    }
    if (applied->linear_damping + applied->angular_damping > 0.0f) {
        bodies->damping_factor[number] = damping_of(applied, h);
    }
}

/* Loads a static or kinematic body, which keeps its velocity, or a record without a body. */
static inline void load_copy(const thud_batch_bodies *bodies, int32_t number, const thud_solve_input *input) {
    int32_t slot = bodies->slots[number];
    bodies->velocity[number] = slot < 0 ? (thud_velocity){0} : input->velocities[slot];
    bodies->inverse_mass[number] = (thud_local_mass){0};
    bodies->velocity_change[number] = (thud_velocity){0};
    bodies->damping_factor[number] = undamped;
}

void thud_load_bodies(const thud_solver_step *step, const thud_batch *batch, int32_t part) {
    const thud_batch_bodies of_batch = batch->bodies, *bodies = &of_batch; /* copies, to stay in registers */
    const thud_solve_input of_step = *step->input, *input = &of_step;
    int32_t fetch_end = thud_solve_fetches(input) ? bodies->count - bodies_ahead : 0;
    for (int32_t i = 0; i < bodies->dynamic_end; i++) {
        if (i < fetch_end) {
            fetch_body(bodies->slots[i + bodies_ahead], input);
        }
        if (bodies->slots[i] >= 0) {
            load_dynamic_body(bodies, i, input, step->solver->substep.h);
        } else {
            load_copy(bodies, i, input);
        }
    }
    for (int32_t i = bodies->dynamic_end; i < bodies->count; i++) {
        load_copy(bodies, i, input);
    }
    if (step->solver->graph.parts[part].has_joints) {
        for (int32_t i = 0; i < bodies->count; i++) {
            int32_t slot = bodies->slots[i];
            bodies->pose[i] = slot < 0 ? thud_pose_identity() : input->poses[slot];
        }
        if (batch->tree_links != NULL) { /* sets of kinds without blocks are not written */
            thud_slow_tree_links(batch);
        }
    }
    step->solver->begin_bodies(&batch->bodies, &step->solver->substep);
}

void thud_unload_bodies(const thud_solver_step *step, const thud_batch *batch) {
    const thud_batch_bodies *bodies = &batch->bodies;
    const int32_t *slots = bodies->slots;
    thud_velocity *velocities = step->input->velocities;
    thud_displacement *displacements = step->input->displacements;
    int32_t end = bodies->dynamic_end;
    int32_t fetch_end = thud_solve_fetches(step->input) ? end - bodies_ahead : 0;
    for (int32_t i = thud_first_body; i < end; i++) {
        if (i < fetch_end && slots[i + bodies_ahead] >= 0) {
            __builtin_prefetch(&velocities[slots[i + bodies_ahead]], 1);
            __builtin_prefetch(&displacements[slots[i + bodies_ahead]], 1);
        }
        if (slots[i] >= 0) { /* no spare record */
            velocities[slots[i]] = bodies->velocity[i];
            velocities[slots[i]].turned = 0.0f;
            displacements[slots[i]] = bodies->moved[i];
        }
    }
}

/* ---- parts ---- */

/* The bodies from an offset on, which is the same in all arrays. */
static thud_batch_bodies bodies_from(const thud_batch_bodies *all, ptrdiff_t records) {
    thud_batch_bodies bodies = *all;
    bodies.velocity += records;
    bodies.base += records;
    bodies.start += records;
    bodies.velocity_change += records;
    bodies.damping_factor += records;
    bodies.moved += records;
    bodies.inverse_mass += records;
    bodies.pose += records;
    bodies.link += records;
    return bodies;
}

void thud_make_batch(const thud_solver_step *step, int32_t number, int32_t worker, thud_batch *batch) {
    const thud_solver *solver = step->solver;
    const thud_constraint_graph *graph = &solver->graph;
    const thud_graph_part *part = &graph->parts[number];
    const thud_part_arrays *arrays = &solver->arrays;
    ptrdiff_t piece = (ptrdiff_t)worker * solver->memory_lines * THUD_ALIGNMENT;
    batch->input = step->input;
    batch->substep = &solver->substep;
    batch->on_ground = &solver->on_ground;
    batch->tree_links = NULL;
    batch->kind_count = 0;
    batch->bodies = bodies_from(&arrays->bodies, piece / thud_record_size + part->first_record);
    batch->bodies.count = part->count;
    batch->bodies.dynamic_end = part->dynamic_end;
    batch->bodies.slots = graph->slots + part->first_slot;
    for (int kind = part->has_joints ? 0 : THUD_CONSTRAINT_CONTACT; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        const thud_coloring *coloring = &part->coloring[kind];
        if (coloring->block_count > 0) {
            size_t first = (size_t)part->first_block[kind];
            batch->kinds[batch->kind_count++] = kind;
            batch->sets[kind] =
                (thud_block_set){.index = graph->index + part->first_index[kind],
                                 .blocks = arrays->blocks[kind] + piece + first * thud_block_size(kind),
                                 .extras = arrays->extras[kind] + piece + first * thud_extra_size(kind),
                                 .runs = kind == THUD_CONSTRAINT_CONTACT
                                             ? (thud_block_run *)((char *)arrays->runs + piece) + first
                                             : NULL,
                                 .count = coloring->block_count,
                                 .ground = coloring->ground_block};
        }
    }
    if (part->coloring[THUD_CONSTRAINT_TREE].block_count > 0) {
        batch->tree_links = graph->tree_links + part->first_tree_link;
    }
}

/* ---- the step ---- */

/* Largest factor on the last step's impulses. With 4 or none a tower trembled at 0.8 m/s in steps of 6.7 and 27 ms by
 * turns, with 2 at 0.2; without a limit a step of 20 us between steps of 1/60 s threw it away at 366 m/s. */
static const float most_stretch = 2.0f;

/* The substep for joints with a static or kinematic body: they are stiffer. They close gaps more slowly, as neither yields that
 * body nor the ground against which it may press the other. */
static thud_substep substep_on_ground(const thud_substep *substep) {
    thud_substep ground = *substep;
    ground.joint = ground.joint_ground;
    ground.joint_push_speed *= 0.6f;
    return ground;
}

/* Makes the solver's substep anew if the settings or the step's length are others than in the last step. */
static void renew_substep(thud_solver *solver, const thud_solve_input *input) {
    const thud_solver_settings *settings = input->settings;
    size_t compared =
        offsetof(thud_solver_settings, warm_starting); /* the last field, read below; padding comes after it */
    _Static_assert(offsetof(thud_solver_settings, warm_starting) + sizeof(float) ==
                       sizeof(thud_solver_settings),
                   "all other fields are compared");
    if (input->dt != solver->dt || !thud_same_bytes(settings, &solver->settings, compared)) {
        solver->dt = input->dt;
        solver->settings = *settings;
        solver->substep = thud_make_substep(settings, input->dt);
        solver->on_ground = substep_on_ground(&solver->substep);
    }
    /* The impulse that bears a load is proportional to the duration of a substep; one that corrects a velocity is
     * not, and grows without end where longer and shorter steps alternate. */
    float stretch = solver->last_h > 0.0f ? thud_min(solver->substep.h / solver->last_h, most_stretch) : 1.0f;
    solver->substep.warm_start = solver->on_ground.warm_start = settings->warm_starting ? stretch : 0.0f;
}

thud_status thud_solver_solve(thud_solver *solver, const thud_solve_input *input) {
    renew_substep(solver, input);
    thud_solver_step context = {.solver = solver, .input = input};
    context.stage_count = solver->substep.count + 3;
    if (!refresh_graph(&context)) {
        for (int i = 0; i < input->awake_count; i++) {
            input->displacements[input->awake[i]] = (thud_displacement){0};
        }
        return THUD_OUT_OF_MEMORY;
    }
    thud_solve_parts(&context);
#ifdef THUD_ASSERTIONS
    if (thud_check_is_due(&solver->steps_unchecked,
                          (int64_t)input->contact_count + input->joint_count + input->awake_count)) {
        thud_graph_check_invariants(&solver->graph, &solver->hooks, input, solver->graph.age == 0);
    }
#endif
    solver->last_h = solver->substep.h;
    return THUD_OK;
}

void thud_solver_end_contact(thud_solver *solver, int32_t contact) {
    if (solver->has_graph) {
        thud_graph_end_contact(&solver->graph, contact);
    }
}

int32_t thud_solver_island_count(const thud_solver *solver) {
    return solver->has_graph ? solver->graph.island_count : 0;
}
