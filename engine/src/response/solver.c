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
 * A batch is one task: no thread waits for another within a step. All arrays are the solver's; a batch owns a stretch of each.
 */
#include "response/solver.h"

#include <string.h>

#include "base/kernel.h"
#include "base/memory.h"
#include "response/batch.h"
#include "response/coloring.h"
#include "response/contact_block.h"
#include "response/joints/target_block.h"
#include "response/softness.h"

THUD_KERNEL_DECLARE(void, thud_contacts_prepare, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_contacts_solve, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_contacts_relax, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_contacts_store, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_contacts_bounce, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_targets_prepare, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_targets_solve, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_targets_store, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_integrate_velocities, (const thud_batch_bodies *bodies));
THUD_KERNEL_DECLARE(void, thud_integrate_positions,
                    (const thud_batch_bodies *bodies, const thud_substep *substep));

/* Contacts with what does not yield are stiffer by this, so that a heavy pile does not push its lowest bodies into the ground. */
static const float ground_stiffness = 2.0f;

/* A spring faster than an eighth of the substep rate cannot be followed. */
static const float substeps_a_swing = 8.0f;

/* Bytes of a block of each kind. */
static const size_t block_sizes[THUD_CONSTRAINT_KIND_COUNT] = {
    [THUD_CONSTRAINT_TARGET] = sizeof(thud_target_block),
    [THUD_CONSTRAINT_CONTACT] = sizeof(thud_contact_block),
};

/* Where a batch's stretches of the arrays are. */
typedef struct batch_plan {
    int32_t first_body; /* in the arrays by batch number */
    int32_t body_count, dynamic_end;
    int32_t first_block[THUD_CONSTRAINT_KIND_COUNT];
    int32_t first_index; /* in the index of all kinds */
    thud_coloring coloring[THUD_CONSTRAINT_KIND_COUNT];
} batch_plan;

struct thud_solver {
    thud_hooks hooks;
    thud_constraint_functions functions[THUD_CONSTRAINT_KIND_COUNT];
    void (*integrate_velocities)(const thud_batch_bodies *bodies);
    void (*integrate_positions)(const thud_batch_bodies *bodies, const thud_substep *substep);

    bool planned;           /* what follows fits the constraints of the last step */
    float last_h;           /* [s]; 0 before the first step */
    thud_island_graph graph;

    batch_plan *plans;
    int32_t plan_capacity;

    int32_t *number; /* by body slot: number in its batch, of awake dynamic bodies */
    int32_t number_capacity;

    /* by batch number, batch after batch */
    thud_batch_bodies bodies;
    uint64_t *used;
    int32_t *histogram;
    int32_t body_capacity;

    /* by edge */
    int32_t *places, *order, *order2;
    int32_t edge_capacity;

    /* by block */
    thud_block_index *index;
    int32_t index_capacity;
    void *blocks[THUD_CONSTRAINT_KIND_COUNT];
    int32_t block_capacity[THUD_CONSTRAINT_KIND_COUNT];
    thud_contact_extra *extras;
    int32_t extra_capacity;
};

/* What the tasks of one step share. */
typedef struct step_context {
    thud_solver *solver;
    const thud_solve_input *input;
    thud_substep substep;
    bool fill; /* the block index is to be filled first */
} step_context;

/* ---- memory ---- */

enum { body_columns = 10, edge_columns = 3 };

static void list_body_columns(thud_solver *solver, thud_column columns[body_columns]) {
    thud_batch_bodies *bodies = &solver->bodies;
    thud_column list[body_columns] = {
        {&bodies->slots, sizeof *bodies->slots},       {&bodies->velocity, sizeof *bodies->velocity},
        {&bodies->base, sizeof *bodies->base},         {&bodies->start, sizeof *bodies->start},
        {&bodies->gain, sizeof *bodies->gain},         {&bodies->keep, sizeof *bodies->keep},
        {&bodies->moved, sizeof *bodies->moved},       {&bodies->inverse_mass, sizeof *bodies->inverse_mass},
        {&solver->used, sizeof *solver->used},         {&solver->histogram, sizeof *solver->histogram},
    };
    memcpy(columns, list, sizeof list);
}

static void list_edge_columns(thud_solver *solver, thud_column columns[edge_columns]) {
    thud_column list[edge_columns] = {{&solver->places, sizeof *solver->places},
                                      {&solver->order, sizeof *solver->order},
                                      {&solver->order2, sizeof *solver->order2}};
    memcpy(columns, list, sizeof list);
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
    created->functions[THUD_CONSTRAINT_TARGET] = (thud_constraint_functions){
        .prepare = THUD_KERNEL_CHOOSE(width, thud_targets_prepare),
        .solve = THUD_KERNEL_CHOOSE(width, thud_targets_solve),
        .store = THUD_KERNEL_CHOOSE(width, thud_targets_store),
    };
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
    thud_column bodies[body_columns], edges[edge_columns];
    list_body_columns(solver, bodies);
    list_edge_columns(solver, edges);
    thud_island_graph_destroy(&solver->graph, &hooks);
    thud_release_array(&hooks, &solver->plans, sizeof *solver->plans, &solver->plan_capacity);
    thud_release_array(&hooks, &solver->number, sizeof *solver->number, &solver->number_capacity);
    thud_release_columns(&hooks, bodies, body_columns, &solver->body_capacity);
    thud_release_columns(&hooks, edges, edge_columns, &solver->edge_capacity);
    thud_release_array(&hooks, &solver->index, sizeof *solver->index, &solver->index_capacity);
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        thud_release_array(&hooks, &solver->blocks[kind], block_sizes[kind], &solver->block_capacity[kind]);
    }
    thud_release_array(&hooks, &solver->extras, sizeof *solver->extras, &solver->extra_capacity);
    thud_release(&hooks, solver, sizeof *solver);
}

/* ---- plan: once as long as the constraints stay ---- */

/* The batch's stretch of the arrays by number. */
static thud_batch_bodies batch_bodies(const thud_solver *solver, const batch_plan *plan) {
    int32_t first = plan->first_body;
    const thud_batch_bodies *all = &solver->bodies;
    return (thud_batch_bodies){.count = plan->body_count,
                               .dynamic_end = plan->dynamic_end,
                               .slots = all->slots + first,
                               .velocity = all->velocity + first,
                               .base = all->base + first,
                               .start = all->start + first,
                               .gain = all->gain + first,
                               .keep = all->keep + first,
                               .moved = all->moved + first,
                               .inverse_mass = all->inverse_mass + first};
}

/* Gives each batch room for its bodies, the empty number, and a copy for each edge to a body that does not yield. */
static bool plan_bodies(thud_solver *solver, const thud_solve_input *input) {
    thud_island_graph *graph = &solver->graph;
    thud_column bodies[body_columns], edges[edge_columns];
    list_body_columns(solver, bodies);
    list_edge_columns(solver, edges);
    if (!thud_reserve(&solver->hooks, &solver->plans, sizeof *solver->plans, &solver->plan_capacity,
                      graph->batch_count) ||
        !thud_reserve(&solver->hooks, &solver->number, sizeof *solver->number, &solver->number_capacity,
                      input->body_slots)) {
        return false;
    }
    int32_t first = 0;
    for (int32_t i = 0; i < graph->batch_count; i++) {
        solver->plans[i].first_body = first;
        int32_t room = 1 + graph->batches[i].body_count + graph->batches[i].ground_edges;
        first += (room + 15) / 16 * 16; /* 16 records: whole cache lines in the arrays of integers too */
    }
    return thud_reserve_columns(&solver->hooks, bodies, body_columns, &solver->body_capacity, first) &&
           thud_reserve_columns(&solver->hooks, edges, edge_columns, &solver->edge_capacity, graph->edge_count);
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
        solver->bodies.slots[plan->first_body + plan->body_count++] = slot;
    }
    return copies->number[entry];
}

/* Numbers the bodies of a batch and turns its edges' slots into numbers. */
static void number_bodies(thud_solver *solver, const thud_batch_range *range, batch_plan *plan) {
    const thud_island_graph *graph = &solver->graph;
    int32_t *slots = solver->bodies.slots + plan->first_body;
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
    (void)worker;
    thud_solver *solver = ((step_context *)context)->solver;
    const thud_batch_range *range = &solver->graph.batches[i];
    batch_plan *plan = &solver->plans[i];
    number_bodies(solver, range, plan);
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        int32_t first = range->first_edge[kind];
        thud_coloring_input input = {solver->graph.edges + first, range->first_edge[kind + 1] - first,
                                     plan->dynamic_end};
        thud_coloring_scratch scratch = {solver->used + plan->first_body, solver->histogram + plan->first_body,
                                         solver->order + first, solver->order2 + first};
        plan->coloring[kind] = thud_color_edges(input, scratch, solver->places + first);
    }
}

static bool plan_blocks(thud_solver *solver) {
    int32_t next_index = 0;
    int32_t next_block[THUD_CONSTRAINT_KIND_COUNT] = {0};
    for (int32_t i = 0; i < solver->graph.batch_count; i++) {
        batch_plan *plan = &solver->plans[i];
        plan->first_index = next_index;
        for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
            plan->first_block[kind] = next_block[kind];
            next_block[kind] += plan->coloring[kind].block_count;
            next_index += plan->coloring[kind].block_count;
        }
    }
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        if (!thud_reserve(&solver->hooks, &solver->blocks[kind], block_sizes[kind], &solver->block_capacity[kind],
                          next_block[kind])) {
            return false;
        }
    }
    return thud_reserve(&solver->hooks, &solver->extras, sizeof *solver->extras, &solver->extra_capacity,
                        next_block[THUD_CONSTRAINT_CONTACT]) &&
           thud_reserve(&solver->hooks, &solver->index, sizeof *solver->index, &solver->index_capacity, next_index);
}

static bool plan_step(step_context *context) {
    thud_solver *solver = context->solver;
    solver->planned = false;
    if (!thud_island_graph_build(&solver->graph, &solver->hooks, context->input) ||
        !plan_bodies(solver, context->input)) {
        return false;
    }
    thud_tasks_run(context->input->tasks, plan_batch, context, solver->graph.batch_count);
    if (!plan_blocks(solver)) {
        return false;
    }
    solver->planned = true;
    context->fill = true;
    return true;
}

/* Puts edges into the lanes that their places name. */
static void fill_index(thud_block_index *index, int32_t block_count, const thud_edge *edges, const int32_t *places,
                       int32_t edge_count) {
    memset(index, 0, (size_t)block_count * sizeof *index);
    for (int32_t i = 0; i < edge_count; i++) {
        thud_block_index *block = &index[places[i] / thud_block_lanes];
        int32_t lane = places[i] % thud_block_lanes;
        block->slot[lane] = edges[i].slot;
        block->a[lane] = edges[i].a;
        block->b[lane] = edges[i].b;
        block->count++;
    }
    for (int32_t i = 0; i < block_count; i++) {
        for (int32_t lane = index[i].count; lane < thud_block_lanes; lane++) {
            index[i].slot[lane] = index[i].slot[0];
        }
    }
}

static void fill_batch_index(const thud_solver *solver, const thud_batch_range *range, const batch_plan *plan) {
    thud_block_index *index = solver->index + plan->first_index;
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        int32_t first = range->first_edge[kind];
        fill_index(index, plan->coloring[kind].block_count, solver->graph.edges + first, solver->places + first,
                   range->first_edge[kind + 1] - first);
        index += plan->coloring[kind].block_count;
    }
}

/* ---- solve: every step ---- */

static void load_dynamic_body(const thud_batch_bodies *bodies, int32_t number, const thud_solve_input *input, float h) {
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
    bodies->velocity[number] = velocity;
    float mass_x = along_x * mass->linear;
    float mass_y = along_y * mass->linear;
    bodies->inverse_mass[number] =
        (thud_local_mass){mass_x, mass_y, turns * mass->angular, thud_max(mass_x, mass_y)};
    bodies->gain[number] =
        (thud_velocity){{along_x * h * drive->acceleration.x, along_y * h * drive->acceleration.y},
                        turns * h * drive->angular_acceleration,
                        0.0f};
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

static void load_bodies(const thud_batch_bodies *bodies, const thud_solve_input *input, float h) {
    load_copy(bodies, 0, input);
    for (int32_t i = 1; i < bodies->dynamic_end; i++) {
        load_dynamic_body(bodies, i, input, h);
    }
    for (int32_t i = bodies->dynamic_end; i < bodies->count; i++) {
        load_copy(bodies, i, input);
    }
    size_t size = (size_t)bodies->count * sizeof *bodies->velocity;
    memcpy(bodies->start, bodies->velocity, size);
    memcpy(bodies->base, bodies->velocity, size);
    memset(bodies->moved, 0, (size_t)bodies->count * sizeof *bodies->moved);
}

static void store_bodies(const thud_batch_bodies *bodies, const thud_solve_input *input) {
    for (int32_t i = 1; i < bodies->dynamic_end; i++) {
        input->velocities[bodies->slots[i]] = bodies->velocity[i];
        input->displacements[bodies->slots[i]] = bodies->moved[i];
    }
}

static thud_batch make_batch(const step_context *context, const batch_plan *plan) {
    thud_solver *solver = context->solver;
    thud_batch batch = {.input = context->input, .substep = &context->substep, .bodies = batch_bodies(solver, plan)};
    const thud_block_index *index = solver->index + plan->first_index;
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        const thud_coloring *coloring = &plan->coloring[kind];
        char *blocks = solver->blocks[kind];
        batch.sets[kind] = (thud_block_set){.index = index,
                                            .blocks = blocks + (size_t)plan->first_block[kind] * block_sizes[kind],
                                            .count = coloring->block_count,
                                            .ground = coloring->ground_block};
        index += coloring->block_count;
    }
    batch.sets[THUD_CONSTRAINT_CONTACT].extras = solver->extras + plan->first_block[THUD_CONSTRAINT_CONTACT];
    return batch;
}

/* Calls one of a kind's functions for each kind that has it and has blocks in the batch. */
#define FOR_EACH_KIND(function)                                                                                     \
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {                                                 \
        if (batch->sets[kind].count > 0 && functions[kind].function != NULL) {                                      \
            functions[kind].function(batch, &batch->sets[kind]);                                                    \
        }                                                                                                          \
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
    FOR_EACH_KIND(store)
    FOR_EACH_KIND(bounce)
}

static void solve_batch(int32_t i, int32_t worker, void *context) {
    (void)worker;
    const step_context *step = context;
    const batch_plan *plan = &step->solver->plans[i];
    if (step->fill) {
        fill_batch_index(step->solver, &step->solver->graph.batches[i], plan);
    }
    thud_batch batch = make_batch(step, plan);
    load_bodies(&batch.bodies, step->input, step->substep.h);
    run_substeps(step->solver, &batch);
    store_bodies(&batch.bodies, step->input);
}

static thud_substep make_substep(const thud_solve_input *input, float last_h) {
    const thud_solver_settings *settings = input->settings;
    float h = input->dt / (float)settings->substeps;
    float hertz = thud_min(settings->contact_hertz, 1.0f / (substeps_a_swing * h));
    thud_substep substep = {.h = h,
                            .inverse_h = 1.0f / h,
                            .count = settings->substeps,
                            .contact = thud_make_softness(hertz, settings->contact_damping_ratio, h),
                            .ground = thud_make_softness(ground_stiffness * hertz,
                                                         settings->contact_damping_ratio, h),
                            .push_out_speed = settings->push_out_speed,
                            .elasticity_threshold = settings->elasticity_threshold,
                            .max_speed = settings->max_speed};
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
    thud_islands islands = {solver->graph.starts, solver->graph.bodies, solver->planned ? solver->graph.island_count : 0};
    return islands;
}
