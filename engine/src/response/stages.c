/*
 * stages.c: the actions on a part of the constraint graph in each stage of a step. A stage of a partition ends a
 * substep and begins the next one, so that the partition is loaded into the cache once per substep:
 *
 *     stage          begin            first substep    other substeps                     finish                      unload
 *     partitions     load, prepare    solve            move, relax, accelerate, solve     move, relax, bounce, store  bodies
 *     interfaces     prepare          solve            relax, solve                       relax, bounce, store
 *
 * In each stage all partitions come before the interfaces and the overflow, if there is one; schedule.c has the rest of
 * the order. So an interface relaxes after the next substep has begun, just before it solves again. A batch goes
 * through the stages of a partition at once (thud_solve_batch).
 */
#include "response/solver_step.h"

typedef enum stage_kind {
    STAGE_BEGIN,
    STAGE_FIRST_SUBSTEP,
    STAGE_SUBSTEP,
    STAGE_FINISH,
    STAGE_UNLOAD,
    STAGE_KIND_COUNT
} stage_kind;

typedef enum stage_action {
    NO_ACTION,
    LOAD,       /* bodies from the world */
    UNLOAD,     /* and back to the world */
    ACCELERATE, /* velocities by forces */
    MOVE,       /* positions by velocities */
    PREPARE,    /* from here on: passes over constraints, as in thud_constraint_pass */
    SOLVE,
    RELAX,
    BOUNCE,
    STORE
} stage_action;

enum { most_actions = 4 };

static const stage_action action_lists[][STAGE_KIND_COUNT][most_actions] = {
    [THUD_PART_PARTITION] = {[STAGE_BEGIN] = {LOAD, PREPARE},
                             [STAGE_FIRST_SUBSTEP] = {SOLVE},
                             [STAGE_SUBSTEP] = {MOVE, RELAX, ACCELERATE, SOLVE},
                             [STAGE_FINISH] = {MOVE, RELAX, BOUNCE, STORE},
                             [STAGE_UNLOAD] = {UNLOAD}},
    [THUD_PART_INTERFACE] = {[STAGE_BEGIN] = {PREPARE}, /* and of the overflow */
                             [STAGE_FIRST_SUBSTEP] = {SOLVE},
                             [STAGE_SUBSTEP] = {RELAX, SOLVE},
                             [STAGE_FINISH] = {RELAX, BOUNCE, STORE}},
};

static stage_kind kind_of(const thud_solver_step *step, int32_t stage) {
    int32_t left = step->stage_count - stage;
    if (left <= 2) {
        return left == 2 ? STAGE_FINISH : STAGE_UNLOAD;
    }
    return stage == 0 ? STAGE_BEGIN : stage == 1 ? STAGE_FIRST_SUBSTEP : STAGE_SUBSTEP;
}

/* ---- the actions ---- */

/* Runs a pass over all kinds of constraints with blocks. */
static inline void run_pass(const thud_solver_step *step, const thud_batch *batch,
                            thud_constraint_pass pass) {
    for (int32_t i = 0; i < batch->kind_count; i++) {
        thud_constraint_function *function = step->solver->functions[batch->kinds[i]][pass];
        if (function != NULL) {
            function(batch, &batch->sets[batch->kinds[i]]);
        }
    }
}

static void act(const thud_solver_step *step, const thud_batch *batch, int32_t part, stage_action action) {
    const thud_solver *solver = step->solver;
    const thud_batch_bodies *bodies = &batch->bodies;
    switch (action) {
    case LOAD:
        thud_load_bodies(step, batch, part);
        break;
    case UNLOAD:
        thud_unload_bodies(step, batch);
        break;
    case ACCELERATE:
        solver->integrate_velocities(bodies);
        break;
    case MOVE:
        solver->integrate_positions(bodies, &solver->substep);
        break;
    default:
        run_pass(step, batch, (thud_constraint_pass)(action - PREPARE));
    }
}

void thud_run_stage(const thud_solver_step *step, int32_t part, int32_t stage) {
    bool has_bodies = part < step->solver->graph.body_part_count;
    const stage_action *list =
        action_lists[has_bodies ? THUD_PART_PARTITION : THUD_PART_INTERFACE][kind_of(step, stage)];
    thud_batch batch;
    thud_make_batch(step, part, 0, &batch);
    batch.backward = stage % 2 == 0; /* against the order of the last stage */
    for (int i = 0; i < most_actions && list[i] != NO_ACTION; i++) {
        act(step, &batch, part, list[i]);
    }
}

/* Whether a batch has one block of contacts, without extra part, and nothing else: so no body is in two contacts. */
static bool is_one_block(const thud_batch *batch) {
    const thud_block_set *contacts = &batch->sets[THUD_CONSTRAINT_CONTACT];
    return batch->kind_count == 1 && batch->kinds[0] == THUD_CONSTRAINT_CONTACT && contacts->count == 1 &&
           !(contacts->runs->traits & THUD_BLOCK_EXTRA);
}

static void solve_substeps(const thud_solver_step *step, thud_batch *batch) {
    for (int substep = 0; substep < step->solver->substep.count; substep++) {
        if (substep > 0) {
            step->solver->integrate_velocities(&batch->bodies);
        }
        batch->backward = substep % 2 == 1;
        run_pass(step, batch, THUD_PASS_SOLVE);
        step->solver->integrate_positions(&batch->bodies, &step->solver->substep);
        batch->backward = !batch->backward;
        run_pass(step, batch, THUD_PASS_RELAX);
    }
}

void thud_solve_batch(int32_t part, int32_t worker, void *context) {
    const thud_solver_step *step = context;
    thud_batch batch;
    thud_make_batch(step, part, worker, &batch);
    thud_load_bodies(step, &batch, part);
    run_pass(step, &batch, THUD_PASS_PREPARE);
    if (is_one_block(&batch)) {
        run_pass(step, &batch, THUD_PASS_SUBSTEPS);
    } else {
        solve_substeps(step, &batch);
    }
    run_pass(step, &batch, THUD_PASS_BOUNCE);
    run_pass(step, &batch, THUD_PASS_STORE);
    thud_unload_bodies(step, &batch);
}
