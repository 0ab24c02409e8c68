/*
 * solver_step.h: what the files of the solver share: its state, a step of it, and pieces of the plan as the kernels
 * see them.
 */
#ifndef THUD_SRC_RESPONSE_SOLVER_STEP_H
#define THUD_SRC_RESPONSE_SOLVER_STEP_H

#include <stdatomic.h>

#include "response/plan.h"
#include "response/solve_input.h"

struct thud_solver {
    thud_hooks hooks;
    thud_constraint_functions functions[THUD_CONSTRAINT_KIND_COUNT];
    void (*integrate_velocities)(const thud_batch_bodies *bodies, int32_t first, int32_t end);
    void (*integrate_positions)(const thud_batch_bodies *bodies, int32_t first, int32_t end,
                                const thud_substep *substep);
    void (*pose_bodies)(const thud_batch_bodies *bodies, int32_t first, int32_t end);

    float last_h; /* [s]; 0 before the first step */
    bool planned; /* the plan fits the constraints of the last step */
    bool patched; /* it was made for those of an earlier one */
    bool renew;   /* it is to be made anew */
    thud_plan plan;

    struct thud_strip_progress *strips; /* by strip */
    struct thud_pile_progress *piles;   /* by pile; both see visits.h */
    int32_t strip_capacity, pile_capacity;
    atomic_int next_whole; /* the next whole piece to be solved, where there are piles beside them */
    thud_shared_motion *motions; /* by strip: what it did to the copies of a shared body, or how that moves itself */
    int32_t motion_capacity;

    /* Records and blocks: those of the piles, then a part for each worker that it solves whole pieces in, one after
     * another, so that it stays in cache. Sizes in cache lines. */
    char *memory;
    int32_t memory_capacity, pile_lines, worker_lines;

#ifdef THUD_ASSERTIONS
    int32_t steps_unchecked; /* since the plan's invariants were checked */
#endif
};

/* What the tasks of one step share. */
typedef struct thud_solver_step {
    thud_solver *solver;
    const thud_solve_input *input;
    thud_substep substep;
    bool fill; /* the block index is to be filled first */
    int32_t stage_count;
} thud_solver_step;

static inline bool thud_is_last_stage(const thud_solver_step *step, int32_t stage) {
    return stage == step->stage_count - 1;
}

/* ---- solver.c ---- */

/* A strip, seam or hub for the kernels: its own stretches of the piles' memory. */
thud_batch thud_make_pile_batch(const thud_solver_step *step, int32_t piece);

/* Fetches the bodies of a piece. */
void thud_load_records(const thud_solver_step *step, const thud_batch *batch, int32_t piece);

/* Stores the dynamic ones of bodies [first, end). */
void thud_store_records(const thud_batch_bodies *bodies, int32_t first, int32_t end, const thud_solve_input *input);

/* Moves bodies [first, end) of a piece. */
void thud_move_records(const thud_solver_step *step, const thud_batch *batch, int32_t piece, int32_t first, int32_t end);

/* Calls one of a kind's functions for each kind that has it and has blocks in the batch. */
#define THUD_FOR_EACH_KIND(batch, function)                                                                  \
    for (int32_t i_ = 0; i_ < (batch)->kind_count; i_++) {                                                   \
        int kind_ = (batch)->kinds[i_];                                                                      \
        if (functions[kind_].function != NULL) {                                                             \
            functions[kind_].function(batch, &(batch)->sets[kind_]);                                         \
        }                                                                                                    \
    }

/* Solves a piece that waits for no other, from beginning to end. */
void thud_solve_whole(const thud_solver_step *step, int32_t piece, int32_t worker);

/* ---- piles.c ---- */

/* A stage of a strip and of a seam: the first one begins, the last one ends, the others are a substep each. */
void thud_visit_strip(const thud_solver_step *step, int32_t piece, int32_t stage);
void thud_visit_seam(const thud_solver_step *step, int32_t piece, int32_t stage);

/* Whether a pile has constraints that are solved between its strips and its seams. */
bool thud_has_hub(const thud_solver_step *step, const thud_pile *pile);

/* What a pile's hub does in a stage between strips and seams, and after these. */
void thud_hub_before_seams(const thud_solver_step *step, const thud_pile *pile, int32_t stage);
void thud_hub_after_seams(const thud_solver_step *step, const thud_pile *pile, int32_t stage);

/* What the shared body, if there is one, does in a stage: after all strips, and after the hub if there is one. */
void thud_shared_after_strips(const thud_solver_step *step, const thud_pile *pile, int32_t stage);

#endif
