/* solver_step.h: declarations shared by the files of the solver: its state, a step, and the parts for the kernels. */
#pragma once

#include "response/constraint_graph.h"
#include "response/contact_block.h"
#include "response/joints/joint_block.h"
#include "response/solve_input.h"

/* The arrays in which parts are solved. */
typedef struct thud_part_arrays {
    thud_batch_bodies bodies;
    char *blocks[THUD_CONSTRAINT_KIND_COUNT];
    char *extras[THUD_CONSTRAINT_KIND_COUNT];
    thud_block_run *runs; /* of contacts */
} thud_part_arrays;

/* Size of a block of a kind [bytes]. */
static inline size_t thud_block_size(int kind) {
    switch (kind) {
    case THUD_CONSTRAINT_CONTACT:
        return sizeof(thud_contact_block);
    case THUD_CONSTRAINT_TREE:
        return sizeof(thud_tree_rows);
    default:
        return thud_joint_block_size;
    }
}

/* Size of its extra part [bytes]. */
static inline size_t thud_extra_size(int kind) {
    switch (kind) {
    case THUD_CONSTRAINT_CONTACT:
        return sizeof(thud_contact_extra);
    case THUD_CONSTRAINT_TREE:
        return sizeof(thud_tree_contact) * THUD_CONTACTS_PER_LINK;
    default:
        return thud_joint_extra_size;
    }
}

struct thud_solver {
    thud_hooks hooks;
    thud_constraint_function *functions[THUD_CONSTRAINT_KIND_COUNT][THUD_PASS_COUNT]; /* null: the kind has no such pass */
    void (*begin_bodies)(const thud_batch_bodies *bodies, const thud_substep *substep);
    void (*integrate_velocities)(const thud_batch_bodies *bodies);
    void (*integrate_positions)(const thud_batch_bodies *bodies, const thud_substep *substep);

    float dt; /* of the last step, for which with its settings `substep` was made [s]; 0: none */
    thud_solver_settings settings;
    thud_substep substep;
    float last_h;   /* [s]; 0 before the first step */
    bool has_graph; /* the graph fits the constraints of the last step */
    thud_constraint_graph graph;

    /* The graph's memory holds records and blocks: of all partitions; or a piece for each worker, in which it solves
     * its batches one after another, so that it stays in cache. */
    int32_t memory_lines;    /* cache lines of a piece */
    thud_part_arrays arrays; /* of all partitions, or of the first piece */

    thud_substep on_ground; /* `substep` for joints with a static or kinematic body */
#ifdef THUD_ASSERTIONS
    int32_t steps_unchecked; /* since the last check of the graph's invariants */
#endif
};

/* The data that the tasks of one step share. */
typedef struct thud_solver_step {
    thud_solver *solver;
    const thud_solve_input *input;
    int32_t stage_count; /* begin, a stage for each substep, finish, unload */
} thud_solver_step;

/* ---- solver_create.c ---- */

/* Reserves the memory that the graph's parts are solved in. */
bool thud_solver_reserve(thud_solver *solver, int32_t workers);

/* ---- solver.c ---- */

/* Sets a batch to a part: in its own memory, or, of islands, in the worker's. Sets of kinds without blocks stay. */
void thud_make_batch(const thud_solver_step *step, int32_t part, int32_t worker, thud_batch *batch);

/* Loads the bodies of a batch or partition. */
void thud_load_bodies(const thud_solver_step *step, const thud_batch *batch, int32_t part);

/* Stores its dynamic bodies. */
void thud_unload_bodies(const thud_solver_step *step, const thud_batch *batch);

/* ---- stages.c ---- */

/* Runs one stage of a part that is no batch. */
void thud_run_stage(const thud_solver_step *step, int32_t part, int32_t stage);

/* Runs all stages of a batch; a task whose context is the step. */
void thud_solve_batch(int32_t part, int32_t worker, void *context);

/* ---- schedule.c ---- */

/* Solves all parts. */
void thud_solve_parts(thud_solver_step *step);
