/*
 * solver.c: a step of the response, batch by batch.
 *
 *     when constraints came or went     islands, batches, edges            island.c
 *                                       per batch: numbers, colours        plan_batch, coloring.c
 *                                       memory for blocks
 *     every step, per batch             load bodies                        load_bodies
 *                                       prepare, substeps, bounce          solve_batch, *_kernel.c
 *                                       velocities and displacements out   store_bodies
 *
 * A batch is one task: no thread waits for another within a step. What a batch is solved in is the worker's,
 * and used again for the next batch, so that it never leaves the core's cache; between steps only the index
 * of the lanes is kept.
 */
#include "response/solver.h"

#include <string.h>

#include "base/kernel.h"
#include "base/memory.h"
#include "response/batch.h"
#include "response/coloring.h"
#include "response/contact_block.h"
#include "response/joints/joint_block.h"
#include "response/joints/joint_kinds.h"
#include "response/softness.h"
#include "response/speed_limit.h"

THUD_KERNEL_DECLARE(void, thud_contacts_prepare, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_contacts_solve, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_contacts_relax, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_contacts_store, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_contacts_bounce, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_integrate_velocities, (const thud_batch_bodies *bodies));
THUD_KERNEL_DECLARE(void, thud_integrate_positions,
                    (const thud_batch_bodies *bodies, const thud_substep *substep));

/* Contacts with what does not yield are stiffer by this, so that a heavy pile does not push its lowest bodies
 * into the ground. */
static const float ground_stiffness = 2.0f;

/* A spring faster than an eighth of the substep rate cannot be followed. */
static const float substeps_a_swing = 8.0f;

/* The same for what a joint holds rigidly: softer than contacts, it may be faster. */
static const float joint_substeps_a_swing = 4.0f;

/* No body turns farther in a substep [rad]: arms and levers are constant over one. */
static const float largest_turn = 0.5f * THUD_PI;

/* The share of the largest speeds at which a rigid joint draws together what is far apart. */
static const float joint_push_share = 0.25f;

/* Bytes of a block of a kind. */
static size_t block_size(int kind) {
    return kind == THUD_CONSTRAINT_CONTACT ? sizeof(thud_contact_block) : sizeof(thud_joint_block);
}

/* Where a batch's stretches of the arrays are. */
typedef struct batch_plan {
    int32_t first_body; /* in `slots` */
    int32_t body_count, dynamic_end;
    int32_t first_index; /* in the index of all kinds */
    thud_coloring coloring[THUD_CONSTRAINT_KIND_COUNT];
} batch_plan;

/* The largest batch in each respect. */
typedef struct batch_limits {
    int32_t bodies, edges;
    int32_t blocks[THUD_CONSTRAINT_KIND_COUNT];
} batch_limits;

struct thud_solver {
    thud_hooks hooks;
    thud_constraint_functions functions[THUD_CONSTRAINT_KIND_COUNT];
    void (*integrate_velocities)(const thud_batch_bodies *bodies);
    void (*integrate_positions)(const thud_batch_bodies *bodies, const thud_substep *substep);

    bool planned; /* what follows fits the constraints of the last step */
    float last_h; /* [s]; 0 before the first step */
    thud_island_graph graph;

    batch_plan *plans;
    int32_t plan_capacity;

    int32_t *number; /* by body slot: number in its batch, of awake dynamic bodies */
    int32_t number_capacity;

    int32_t *slots; /* by number, batch after batch */
    int32_t slots_capacity;
    int32_t *places; /* by edge */
    int32_t places_capacity;
    thud_block_index *index; /* by block, batch after batch */
    int32_t index_capacity;

    /* What a worker needs while it has a batch, one piece a worker: see carve. Used again for the next batch,
     * it stays in cache. */
    batch_limits limits;
    char *memory;
    int32_t memory_capacity; /* in cache lines, as is the next */
    int32_t memory_stride;
};

/* What the tasks of one step share. */
typedef struct step_context {
    thud_solver *solver;
    const thud_solve_input *input;
    thud_substep substep;
    bool fill; /* the block index is to be filled first */
} step_context;

/* ---- memory ---- */

/* The arrays that a batch is solved in. */
typedef struct worker_memory {
    thud_batch_bodies bodies;
    thud_coloring_scratch coloring;
    void *blocks[THUD_CONSTRAINT_KIND_COUNT];
    thud_contact_extra *extras;
    uint8_t *has_extra;
} worker_memory;

/* Takes `count` elements from a piece of memory that is used up to *used; a null piece is only measured. */
static void *carve_array(char *piece, size_t *used, int32_t count, size_t element_size) {
    size_t size = ((size_t)count * element_size + THUD_ALIGNMENT - 1) / THUD_ALIGNMENT * THUD_ALIGNMENT;
    void *array = piece == NULL ? NULL : piece + *used;
    *used += size;
    return array;
}

/* Lays out a worker's piece; returns its size in cache lines. */
static int32_t carve(const batch_limits *limits, char *piece, worker_memory *memory) {
    size_t used = 0;
    thud_batch_bodies *bodies = &memory->bodies;
    thud_coloring_scratch *coloring = &memory->coloring;
    bodies->velocity = carve_array(piece, &used, limits->bodies, sizeof *bodies->velocity);
    bodies->base = carve_array(piece, &used, limits->bodies, sizeof *bodies->base);
    bodies->start = carve_array(piece, &used, limits->bodies, sizeof *bodies->start);
    bodies->gain = carve_array(piece, &used, limits->bodies, sizeof *bodies->gain);
    bodies->keep = carve_array(piece, &used, limits->bodies, sizeof *bodies->keep);
    bodies->moved = carve_array(piece, &used, limits->bodies, sizeof *bodies->moved);
    bodies->inverse_mass = carve_array(piece, &used, limits->bodies, sizeof *bodies->inverse_mass);
    coloring->used = carve_array(piece, &used, limits->bodies, sizeof *coloring->used);
    coloring->histogram = carve_array(piece, &used, limits->bodies, sizeof *coloring->histogram);
    coloring->items = carve_array(piece, &used, limits->edges, sizeof *coloring->items);
    coloring->order = carve_array(piece, &used, limits->edges, sizeof *coloring->order);
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        memory->blocks[kind] = carve_array(piece, &used, limits->blocks[kind], block_size(kind));
    }
    int32_t contact_blocks = limits->blocks[THUD_CONSTRAINT_CONTACT];
    memory->has_extra = carve_array(piece, &used, contact_blocks, sizeof *memory->has_extra);
    memory->extras = carve_array(piece, &used, contact_blocks, sizeof *memory->extras);
    return (int32_t)(used / THUD_ALIGNMENT);
}

static worker_memory memory_of(const thud_solver *solver, int32_t worker) {
    worker_memory memory;
    carve(&solver->limits, solver->memory + (size_t)worker * (size_t)solver->memory_stride * THUD_ALIGNMENT,
          &memory);
    return memory;
}

/* Makes a piece for each worker. */
static bool reserve_memory(thud_solver *solver, int32_t workers) {
    worker_memory unused;
    solver->memory_stride = carve(&solver->limits, NULL, &unused);
    return thud_reserve(&solver->hooks, &solver->memory, THUD_ALIGNMENT, &solver->memory_capacity,
                        solver->memory_stride * workers);
}

thud_status thud_solver_create(const thud_hooks *hooks, thud_lanes lanes, thud_solver **solver) {
    thud_solver *created = thud_allocate(hooks, sizeof *created);
    if (created == NULL) {
        return THUD_OUT_OF_MEMORY;
    }
    thud_lanes width = thud_lanes_resolve(lanes);
    created->hooks = *hooks;
    created->functions[THUD_CONSTRAINT_CONTACT] = (thud_constraint_functions){
        .prepare = THUD_KERNEL_CHOOSE(width, thud_contacts_prepare),
        .solve = THUD_KERNEL_CHOOSE(width, thud_contacts_solve),
        .relax = THUD_KERNEL_CHOOSE(width, thud_contacts_relax),
        .store = THUD_KERNEL_CHOOSE(width, thud_contacts_store),
        .bounce = THUD_KERNEL_CHOOSE(width, thud_contacts_bounce),
    };
    thud_joint_kinds(width, created->functions);
    created->integrate_velocities = THUD_KERNEL_CHOOSE(width, thud_integrate_velocities);
    created->integrate_positions = THUD_KERNEL_CHOOSE(width, thud_integrate_positions);
    *solver = created;
    return THUD_OK;
}

void thud_solver_destroy(thud_solver *solver) {
    if (solver == NULL) {
        return;
    }
    thud_hooks hooks = solver->hooks;
    thud_island_graph_destroy(&solver->graph, &hooks);
    thud_release_array(&hooks, &solver->plans, sizeof *solver->plans, &solver->plan_capacity);
    thud_release_array(&hooks, &solver->number, sizeof *solver->number, &solver->number_capacity);
    thud_release_array(&hooks, &solver->slots, sizeof *solver->slots, &solver->slots_capacity);
    thud_release_array(&hooks, &solver->places, sizeof *solver->places, &solver->places_capacity);
    thud_release_array(&hooks, &solver->index, sizeof *solver->index, &solver->index_capacity);
    thud_release_array(&hooks, &solver->memory, THUD_ALIGNMENT, &solver->memory_capacity);
    thud_release(&hooks, solver, sizeof *solver);
}

/* ---- plan: once as long as the constraints stay ---- */

static int32_t larger(int32_t a, int32_t b) {
    return a > b ? a : b;
}

/* Gives each batch room for its bodies, the empty number, and a copy for each edge to a body that does not
 * yield. */
static bool plan_bodies(thud_solver *solver, const thud_solve_input *input) {
    thud_island_graph *graph = &solver->graph;
    if (!thud_reserve(&solver->hooks, &solver->plans, sizeof *solver->plans, &solver->plan_capacity,
                      graph->batch_count) ||
        !thud_reserve(&solver->hooks, &solver->number, sizeof *solver->number, &solver->number_capacity,
                      input->body_slots) ||
        !thud_reserve(&solver->hooks, &solver->places, sizeof *solver->places, &solver->places_capacity,
                      graph->edge_count)) {
        return false;
    }
    int32_t first = 0;
    memset(&solver->limits, 0, sizeof solver->limits);
    for (int32_t i = 0; i < graph->batch_count; i++) {
        const thud_batch_range *batch = &graph->batches[i];
        int32_t room = (2 + batch->body_count + batch->ground_edges) / 2 * 2; /* even: see motion_kernel.c */
        solver->plans[i].first_body = first;
        solver->limits.bodies = larger(solver->limits.bodies, room);
        solver->limits.edges = larger(solver->limits.edges,
                                      batch->first_edge[THUD_CONSTRAINT_KIND_COUNT] - batch->first_edge[0]);
        first += room;
    }
    return thud_reserve(&solver->hooks, &solver->slots, sizeof *solver->slots, &solver->slots_capacity,
                        first) &&
           reserve_memory(solver, thud_tasks_worker_count(input->tasks));
}

/* The copies lately made: edges to the same wall mostly follow each other. A copy made twice does no harm. */
enum { recent_copies = 64 };

typedef struct copy_cache {
    int32_t slot[recent_copies];
    int32_t number[recent_copies];
} copy_cache;

static int32_t number_of(const thud_solver *solver, batch_plan *plan, copy_cache *copies, int32_t slot) {
    if (slot < 0) {
        return 0;
    }
    if (solver->graph.root[slot] >= 0) {
        return solver->number[slot];
    }
    int32_t entry = slot % recent_copies;
    if (copies->slot[entry] != slot) {
        copies->slot[entry] = slot;
        copies->number[entry] = plan->body_count;
        solver->slots[plan->first_body + plan->body_count++] = slot;
    }
    return copies->number[entry];
}

/* Numbers the bodies of a batch and turns its edges' slots into numbers. */
static void number_bodies(thud_solver *solver, const thud_batch_range *range, batch_plan *plan) {
    const thud_island_graph *graph = &solver->graph;
    int32_t *slots = solver->slots + plan->first_body;
    slots[0] = -1;
    for (int32_t i = 0; i < range->body_count; i++) {
        int32_t slot = graph->bodies[range->first_body + i];
        slots[1 + i] = slot;
        solver->number[slot] = 1 + i;
    }
    plan->dynamic_end = 1 + range->body_count;
    plan->body_count = plan->dynamic_end;
    copy_cache copies;
    memset(&copies, 0xff, sizeof copies);
    for (int32_t i = range->first_edge[0]; i < range->first_edge[THUD_CONSTRAINT_KIND_COUNT]; i++) {
        thud_edge *edge = &graph->edges[i];
        edge->a = number_of(solver, plan, &copies, edge->a);
        edge->b = number_of(solver, plan, &copies, edge->b);
    }
    if (plan->body_count % 2 == 1) {
        slots[plan->body_count++] = -1;
    }
}

static void plan_batch(int32_t i, int32_t worker, void *context) {
    thud_solver *solver = ((step_context *)context)->solver;
    worker_memory memory = memory_of(solver, worker);
    const thud_batch_range *range = &solver->graph.batches[i];
    batch_plan *plan = &solver->plans[i];
    number_bodies(solver, range, plan);
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        int32_t first = range->first_edge[kind];
        thud_coloring_input input = {solver->graph.edges + first, range->first_edge[kind + 1] - first,
                                     plan->dynamic_end};
        plan->coloring[kind] = thud_color_edges(input, memory.coloring, solver->places + first);
    }
}

static bool plan_blocks(thud_solver *solver, int32_t workers) {
    int32_t next_index = 0;
    for (int32_t i = 0; i < solver->graph.batch_count; i++) {
        batch_plan *plan = &solver->plans[i];
        plan->first_index = next_index;
        for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
            int32_t count = plan->coloring[kind].block_count;
            solver->limits.blocks[kind] = larger(solver->limits.blocks[kind], count);
            next_index += count;
        }
    }
    return thud_reserve(&solver->hooks, &solver->index, sizeof *solver->index, &solver->index_capacity,
                        next_index) &&
           reserve_memory(solver, workers);
}

static bool plan_step(step_context *context) {
    thud_solver *solver = context->solver;
    solver->planned = false;
    if (!thud_island_graph_build(&solver->graph, &solver->hooks, context->input) ||
        !plan_bodies(solver, context->input)) {
        return false;
    }
    thud_tasks_run(context->input->tasks, plan_batch, context, solver->graph.batch_count);
    if (!plan_blocks(solver, thud_tasks_worker_count(context->input->tasks))) {
        return false;
    }
    solver->planned = true;
    context->fill = true;
    return true;
}

/* Puts edges into the lanes that their places name. */
static void fill_index(thud_block_index *index, int32_t block_count, const thud_edge *edges,
                       const int32_t *places, int32_t edge_count) {
    thud_fill_bytes(index, 0, (size_t)block_count * sizeof *index);
    for (int32_t i = 0; i < edge_count; i++) {
        thud_block_index *block = &index[places[i] / thud_block_lanes];
        int32_t lane = places[i] % thud_block_lanes;
        block->slot[lane] = edges[i].slot;
        block->a[lane] = (uint32_t)edges[i].a * thud_record_size;
        block->b[lane] = (uint32_t)edges[i].b * thud_record_size;
        block->count++;
    }
    for (int32_t i = 0; i < block_count; i++) {
        for (int32_t lane = index[i].count; lane < thud_block_lanes; lane++) {
            index[i].slot[lane] = index[i].slot[0];
        }
    }
}

static void fill_batch_index(const thud_solver *solver, const thud_batch_range *range,
                             const batch_plan *plan) {
    thud_block_index *index = solver->index + plan->first_index;
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        int32_t first = range->first_edge[kind];
        fill_index(index, plan->coloring[kind].block_count, solver->graph.edges + first,
                   solver->places + first, range->first_edge[kind + 1] - first);
        index += plan->coloring[kind].block_count;
    }
}

/* ---- solve: every step ---- */

static void load_dynamic_body(const thud_batch_bodies *bodies, int32_t number, const thud_solve_input *input,
                              const thud_substep *substep) {
    float h = substep->h;
    int32_t slot = bodies->slots[number];
    thud_velocity velocity = input->velocities[slot];
    const thud_inverse_mass *mass = &input->inverse_masses[slot];
    const thud_drive *drive = &input->drives[slot];
    float along_x = mass->locks & THUD_LOCK_X ? 0.0f : 1.0f;
    float along_y = mass->locks & THUD_LOCK_Y ? 0.0f : 1.0f;
    float turns = mass->locks & THUD_LOCK_ROTATION ? 0.0f : 1.0f;
    velocity.linear.x *= along_x;
    velocity.linear.y *= along_y;
    velocity.angular *= turns;
    velocity.reserved = 0.0f;
    bodies->velocity[number] = thud_limit_velocity(velocity, substep);
    float mass_x = along_x * mass->linear;
    float mass_y = along_y * mass->linear;
    bodies->inverse_mass[number] =
        (thud_local_mass){mass_x, mass_y, turns * mass->angular, thud_max(mass_x, mass_y)};
    thud_velocity gain = {{along_x * h * drive->acceleration.x, along_y * h * drive->acceleration.y},
                          turns * h * drive->angular_acceleration,
                          0.0f};
    bodies->gain[number] = thud_limit_velocity(gain, substep);
    float keep = 1.0f / (1.0f + h * drive->linear_damping);
    bodies->keep[number] = (thud_velocity){{keep, keep}, 1.0f / (1.0f + h * drive->angular_damping), 1.0f};
}

/* A body that does not yield: it keeps its velocity whatever pushes. */
static void load_copy(const thud_batch_bodies *bodies, int32_t number, const thud_solve_input *input) {
    int32_t slot = bodies->slots[number];
    bodies->velocity[number] = slot < 0 ? (thud_velocity){0} : input->velocities[slot];
    bodies->inverse_mass[number] = (thud_local_mass){0};
    bodies->gain[number] = (thud_velocity){0};
    bodies->keep[number] = (thud_velocity){{1.0f, 1.0f}, 1.0f, 1.0f};
}

static void load_bodies(const thud_batch_bodies *bodies, const thud_solve_input *input,
                        const thud_substep *substep) {
    load_copy(bodies, 0, input);
    for (int32_t i = 1; i < bodies->dynamic_end; i++) {
        load_dynamic_body(bodies, i, input, substep);
    }
    for (int32_t i = bodies->dynamic_end; i < bodies->count; i++) {
        load_copy(bodies, i, input);
    }
    size_t size = (size_t)bodies->count * sizeof *bodies->velocity;
    thud_copy_bytes(bodies->start, bodies->velocity, size);
    thud_copy_bytes(bodies->base, bodies->velocity, size);
    thud_fill_bytes(bodies->moved, 0, (size_t)bodies->count * sizeof *bodies->moved);
}

static void store_bodies(const thud_batch_bodies *bodies, const thud_solve_input *input) {
    for (int32_t i = 1; i < bodies->dynamic_end; i++) {
        input->velocities[bodies->slots[i]] = bodies->velocity[i];
        input->displacements[bodies->slots[i]] = bodies->moved[i];
    }
}

static thud_batch make_batch(const step_context *context, const batch_plan *plan,
                             const worker_memory *memory) {
    const thud_solver *solver = context->solver;
    thud_batch batch = {.input = context->input, .substep = &context->substep, .bodies = memory->bodies};
    batch.bodies.count = plan->body_count;
    batch.bodies.dynamic_end = plan->dynamic_end;
    batch.bodies.slots = solver->slots + plan->first_body;
    const thud_block_index *index = solver->index + plan->first_index;
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        const thud_coloring *coloring = &plan->coloring[kind];
        batch.sets[kind] = (thud_block_set){.index = index,
                                            .blocks = memory->blocks[kind],
                                            .count = coloring->block_count,
                                            .ground = coloring->ground_block};
        index += coloring->block_count;
    }
    batch.sets[THUD_CONSTRAINT_CONTACT].extras = memory->extras;
    batch.sets[THUD_CONSTRAINT_CONTACT].has_extra = memory->has_extra;
    return batch;
}

/* Calls one of a kind's functions for each kind that has it and has blocks in the batch. */
#define FOR_EACH_KIND(function)                                                                              \
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {                                          \
        if (batch->sets[kind].count > 0 && functions[kind].function != NULL) {                               \
            functions[kind].function(batch, &batch->sets[kind]);                                             \
        }                                                                                                    \
    }

static void run_substeps(const thud_solver *solver, const thud_batch *batch) {
    const thud_constraint_functions *functions = solver->functions;
    for (int i = 0; i < batch->substep->count; i++) {
        solver->integrate_velocities(&batch->bodies);
        if (i == 0) {
            FOR_EACH_KIND(prepare)
        }
        FOR_EACH_KIND(solve)
        solver->integrate_positions(&batch->bodies, batch->substep);
        FOR_EACH_KIND(relax)
    }
    FOR_EACH_KIND(bounce)
    FOR_EACH_KIND(store)
}

static void solve_batch(int32_t i, int32_t worker, void *context) {
    const step_context *step = context;
    const batch_plan *plan = &step->solver->plans[i];
    worker_memory memory = memory_of(step->solver, worker);
    if (step->fill) {
        fill_batch_index(step->solver, &step->solver->graph.batches[i], plan);
    }
    thud_batch batch = make_batch(step, plan, &memory);
    load_bodies(&batch.bodies, step->input, &step->substep);
    run_substeps(step->solver, &batch);
    store_bodies(&batch.bodies, step->input);
}

static thud_substep make_substep(const thud_solve_input *input, float last_h) {
    const thud_solver_settings *settings = input->settings;
    float h = input->dt / (float)settings->substeps;
    float hertz = thud_min(settings->contact_hertz, 1.0f / (substeps_a_swing * h));
    float rigid_hertz = thud_min(settings->joint_hertz, 1.0f / (joint_substeps_a_swing * h));
    thud_substep substep = {
        .h = h,
        .inverse_h = 1.0f / h,
        .count = settings->substeps,
        .contact = thud_make_softness(hertz, settings->contact_damping_ratio, h),
        .ground = thud_make_softness(ground_stiffness * hertz, settings->contact_damping_ratio, h),
        .joint = thud_make_softness(rigid_hertz, settings->joint_damping_ratio, h),
        .joint_push_speed = joint_push_share * settings->max_speed,
        .joint_push_turn = joint_push_share * largest_turn / h,
        .push_out_speed = settings->push_out_speed,
        .elasticity_threshold = settings->elasticity_threshold,
        .max_speed = settings->max_speed,
        .max_turn = largest_turn / h};
    /* An impulse holds a load for the time of a substep: where that changes, so does the impulse. */
    float stretch = last_h > 0.0f ? h / last_h : 1.0f;
    substep.warm_start = settings->warm_starting ? stretch : 0.0f;
    return substep;
}

static void clear_displacements(const thud_solve_input *input) {
    for (int i = 0; i < input->awake_count; i++) {
        input->displacements[input->awake[i]] = (thud_displacement){0};
    }
}

thud_status thud_solver_solve(thud_solver *solver, const thud_solve_input *input) {
    step_context context = {.solver = solver, .input = input, .substep = make_substep(input, solver->last_h)};
    bool keep = solver->planned && input->same_constraints;
    if (!keep && !plan_step(&context)) {
        clear_displacements(input);
        return THUD_OUT_OF_MEMORY;
    }
    thud_tasks_run(input->tasks, solve_batch, &context, solver->graph.batch_count);
    solver->last_h = context.substep.h;
    return THUD_OK;
}

thud_islands thud_solver_islands(const thud_solver *solver) {
    thud_islands islands = {solver->graph.starts, solver->graph.bodies,
                            solver->planned ? solver->graph.island_count : 0};
    return islands;
}
