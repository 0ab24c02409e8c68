/* solver_create.c: the solver's functions for a SIMD width, and its memory. */
#include "response/solver.h"

#include "base/kernel.h"
#include "base/memory.h"
#include "response/solver_step.h"

/* DO(constraints, pass, kernel) for each pass; the passes of all kinds of joints are those of the first. */
#define EACH_PASS(DO)                                                                                        \
    DO(THUD_CONSTRAINT_CONTACT, THUD_PASS_PREPARE, thud_contacts_prepare)                                    \
    DO(THUD_CONSTRAINT_CONTACT, THUD_PASS_SOLVE, thud_contacts_solve)                                        \
    DO(THUD_CONSTRAINT_CONTACT, THUD_PASS_RELAX, thud_contacts_relax)                                        \
    DO(THUD_CONSTRAINT_CONTACT, THUD_PASS_STORE, thud_contacts_store)                                        \
    DO(THUD_CONSTRAINT_CONTACT, THUD_PASS_BOUNCE, thud_contacts_bounce)                                      \
    DO(THUD_CONSTRAINT_CONTACT, THUD_PASS_SUBSTEPS, thud_contacts_solve_substeps)                            \
    DO(0, THUD_PASS_PREPARE, thud_joints_prepare)                                                            \
    DO(0, THUD_PASS_SOLVE, thud_joints_solve)                                                                \
    DO(0, THUD_PASS_RELAX, thud_joints_relax)                                                                \
    DO(0, THUD_PASS_STORE, thud_joints_store)                                                                \
    DO(THUD_CONSTRAINT_TREE, THUD_PASS_PREPARE, thud_trees_prepare)                                          \
    DO(THUD_CONSTRAINT_TREE, THUD_PASS_SOLVE, thud_trees_solve)                                              \
    DO(THUD_CONSTRAINT_TREE, THUD_PASS_RELAX, thud_trees_relax)

#define DECLARE(constraints, pass, kernel)                                                                   \
    THUD_KERNEL_DECLARE(void, kernel, (const thud_batch *batch, const thud_block_set *set));
EACH_PASS(DECLARE)
THUD_KERNEL_DECLARE(void, thud_integrate_velocities, (const thud_batch_bodies *bodies));
THUD_KERNEL_DECLARE(void, thud_begin_bodies, (const thud_batch_bodies *bodies, const thud_substep *substep));
THUD_KERNEL_DECLARE(void, thud_integrate_positions,
                    (const thud_batch_bodies *bodies, const thud_substep *substep));

/* ---- memory ---- */

/* Lays out the arrays; returns their size in cache lines. With null memory it only adds up the size. */
static int32_t carve(const thud_solver_room *room, char *memory, thud_part_arrays *arrays) {
    size_t used = 0;
    thud_batch_bodies *bodies = &arrays->bodies;
    bodies->count = bodies->dynamic_end = 0;
    bodies->slots = NULL;
    bodies->velocity = thud_carve(memory, &used, room->records, sizeof *bodies->velocity);
    bodies->base = thud_carve(memory, &used, room->records, sizeof *bodies->base);
    bodies->start = thud_carve(memory, &used, room->records, sizeof *bodies->start);
    bodies->velocity_change = thud_carve(memory, &used, room->records, sizeof *bodies->velocity_change);
    bodies->damping_factor = thud_carve(memory, &used, room->records, sizeof *bodies->damping_factor);
    bodies->moved = thud_carve(memory, &used, room->records, sizeof *bodies->moved);
    bodies->inverse_mass = thud_carve(memory, &used, room->records, sizeof *bodies->inverse_mass);
    bodies->pose = thud_carve(memory, &used, room->poses, sizeof *bodies->pose);
    bodies->link = thud_carve(memory, &used, room->poses, sizeof *bodies->link);
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        arrays->blocks[kind] = thud_carve(memory, &used, room->blocks[kind], thud_block_size(kind));
    }
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        arrays->extras[kind] = thud_carve(memory, &used, room->blocks[kind], thud_extra_size(kind));
    }
    arrays->runs = thud_carve(memory, &used, room->blocks[THUD_CONSTRAINT_CONTACT], sizeof *arrays->runs);
    return (int32_t)(used / THUD_ALIGNMENT);
}

bool thud_solver_reserve(thud_solver *solver, int32_t workers) {
    thud_constraint_graph *graph = &solver->graph;
    bool has_partitions = graph->partition_count > 0;
    solver->memory_lines = carve(&graph->room, NULL, &solver->arrays);
    bool reserved = thud_reserve(&solver->hooks, &graph->memory, THUD_ALIGNMENT, &graph->memory_capacity,
                                 solver->memory_lines * (has_partitions ? 1 : workers));
    carve(&graph->room, graph->memory, &solver->arrays);
    return reserved;
}

thud_status thud_solver_create(const thud_hooks *hooks, thud_lanes lanes, thud_solver **solver) {
    thud_lanes width = thud_lanes_resolve(lanes);
    if (width == THUD_LANES_AUTO) {
        return THUD_OUT_OF_RANGE; /* this processor supports none of the SIMD widths that were built */
    }
    thud_solver *created = thud_allocate(hooks, sizeof *created);
    if (created == NULL) {
        return THUD_OUT_OF_MEMORY;
    }
    created->hooks = *hooks;
#define CHOOSE(constraints, number, kernel)                                                                  \
    created->functions[constraints][number] = THUD_KERNEL_CHOOSE(width, kernel);
    EACH_PASS(CHOOSE)
    for (int kind = 1; kind < THUD_CONSTRAINT_TREE; kind++) {
        memcpy(created->functions[kind], created->functions[0], sizeof created->functions[0]);
    }
    created->begin_bodies = THUD_KERNEL_CHOOSE(width, thud_begin_bodies);
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
    thud_graph_destroy(&solver->graph, &hooks);
    thud_release(&hooks, solver, sizeof *solver);
}
