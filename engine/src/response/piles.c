/*
 * piles.c: a pile is solved in stages, each of which does the strips and the seams between them; visits.h says in which order. Each visit to a strip
 * ends a substep and begins the next one, so that it is fetched into the cache once a substep at most:
 *
 *     strips   load, prepare | solve        | move, relax, solve        | ... | move, relax, bounce, store
 *     seams     prepare      |  solve, move, relax | solve, move, relax | ... |  bounce, store
 *
 * Where there is a hub the seams wait for all strips: it is solved just before them, and relaxed just after them. Where
 * there is a shared body (shared_body.h) strips push copies of it; it takes up what they did, and is solved with its own
 * joints, between the stages.
 */
#include "response/shared_body.h"
#include "response/solver_step.h"

static const thud_pile *pile_of(const thud_solver_step *step, int32_t piece) {
    const thud_island_graph *graph = &step->solver->plan.graph;
    return &graph->piles[graph->pieces[piece].pile];
}

/* ---- seams ---- */

/* Stores the bodies of a seam: tails of a strip and heads of the next one. */
static void store_seam(const thud_solver_step *step, int32_t piece) {
    const thud_piece_plan *plans = step->solver->plan.pieces;
    const thud_pile *pile = pile_of(step, piece);
    int32_t before = pile->first_strip + piece - pile->first_seam;
    thud_batch batch = thud_make_pile_batch(step, before);
    thud_store_records(&batch.bodies, plans[before].tail_record, plans[before].dynamic_end, step->input);
    batch = thud_make_pile_batch(step, before + 1);
    thud_store_records(&batch.bodies, 0, plans[before + 1].head_end, step->input);
}

static void begin_seam(const thud_solver_step *step, int32_t piece) {
    const thud_constraint_functions *functions = step->solver->functions;
    if (step->fill) {
        thud_plan_fill_index(&step->solver->plan, piece);
    }
    thud_batch batch = thud_make_pile_batch(step, piece);
    THUD_FOR_EACH_KIND(&batch, prepare)
}

static void solve_seam(const thud_solver_step *step, int32_t piece) {
    const thud_constraint_functions *functions = step->solver->functions;
    thud_batch batch = thud_make_pile_batch(step, piece);
    THUD_FOR_EACH_KIND(&batch, solve)
    thud_move_records(step, &batch, piece, 0, batch.bodies.count);
    THUD_FOR_EACH_KIND(&batch, relax)
}

static void end_seam(const thud_solver_step *step, int32_t piece) {
    const thud_constraint_functions *functions = step->solver->functions;
    thud_batch batch = thud_make_pile_batch(step, piece);
    THUD_FOR_EACH_KIND(&batch, bounce)
    THUD_FOR_EACH_KIND(&batch, store)
    store_seam(step, piece);
}

void thud_visit_seam(const thud_solver_step *step, int32_t piece, int32_t stage) {
    if (stage == 0) {
        begin_seam(step, piece);
    } else if (!thud_is_last_stage(step, stage)) {
        solve_seam(step, piece);
    } else {
        end_seam(step, piece);
    }
}

/* ---- strips ---- */

/* The bodies that a strip moves by itself: those in no seam, its record of nothing where no seam comes before, and
 * copies of what does not yield where none comes after. */
static void move_strip(const thud_solver_step *step, const thud_batch *batch, int32_t piece) {
    const thud_plan *plan = &step->solver->plan;
    const thud_pile *pile = pile_of(step, piece);
    bool is_last = piece == thud_last_strip(pile);
    int32_t first = piece == pile->first_strip ? 0 : plan->pieces[piece].head_end;
    int32_t end = is_last ? batch->bodies.count : plan->pieces[piece].tail_record;
    thud_move_records(step, batch, piece, first, end);
}

/* Whether a strip has nothing but its pile's shared body. */
static bool is_of_shared_body(const thud_solver_step *step, int32_t piece) {
    const thud_pile *pile = pile_of(step, piece);
    return pile->shared_body >= 0 && piece == thud_last_strip(pile);
}

/* At the beginning of a stage: the copies of a shared body move as it does. */
static void set_copies(const thud_solver_step *step, const thud_batch *batch, int32_t piece) {
    const thud_piece_plan *planned = &step->solver->plan.pieces[piece];
    if (planned->shared_slot >= 0) {
        const thud_pile *pile = pile_of(step, piece);
        thud_set_copies(&batch->bodies, planned->head_end,
                        &step->solver->motions[thud_last_strip(pile)]);
    }
}

/* At its end: notes what the strip did to them. */
static void note_copies(const thud_solver_step *step, const thud_batch *batch, int32_t piece) {
    const thud_piece_plan *planned = &step->solver->plan.pieces[piece];
    if (planned->shared_slot >= 0) {
        step->solver->motions[piece] = thud_sum_copies(&batch->bodies, planned->head_end);
    }
}

static void begin_strip(const thud_solver_step *step, int32_t piece) {
    const thud_constraint_functions *functions = step->solver->functions;
    if (step->fill) {
        thud_plan_fill_index(&step->solver->plan, piece);
    }
    const thud_piece_plan *planned = &step->solver->plan.pieces[piece];
    thud_batch batch = thud_make_pile_batch(step, piece);
    thud_load_records(step, &batch, piece);
    if (planned->shared_slot >= 0) {
        thud_share_mass(&batch.bodies, planned->head_end);
    }
    step->solver->integrate_velocities(&batch.bodies, 0, batch.bodies.count);
    THUD_FOR_EACH_KIND(&batch, prepare)
    note_copies(step, &batch, piece);
}

/* What is left of the last substep, and the beginning of the next one. */
static void go_on(const thud_solver_step *step, const thud_batch *batch, int32_t piece) {
    const thud_constraint_functions *functions = step->solver->functions;
    move_strip(step, batch, piece);
    THUD_FOR_EACH_KIND(batch, relax)
    step->solver->integrate_velocities(&batch->bodies, 0, batch->bodies.count);
}

static void solve_strip(const thud_solver_step *step, int32_t piece, bool is_first_substep) {
    const thud_constraint_functions *functions = step->solver->functions;
    thud_batch batch = thud_make_pile_batch(step, piece);
    set_copies(step, &batch, piece);
    if (!is_first_substep) {
        go_on(step, &batch, piece);
    }
    if (!is_of_shared_body(step, piece)) { /* whose joints come after all strips */
        THUD_FOR_EACH_KIND(&batch, solve)
    }
    note_copies(step, &batch, piece);
}

static void end_strip(const thud_solver_step *step, int32_t piece) {
    const thud_constraint_functions *functions = step->solver->functions;
    if (is_of_shared_body(step, piece)) {
        return;
    }
    const thud_piece_plan *planned = &step->solver->plan.pieces[piece];
    thud_batch batch = thud_make_pile_batch(step, piece);
    set_copies(step, &batch, piece);
    move_strip(step, &batch, piece);
    THUD_FOR_EACH_KIND(&batch, relax)
    THUD_FOR_EACH_KIND(&batch, bounce)
    THUD_FOR_EACH_KIND(&batch, store)
    note_copies(step, &batch, piece);
    thud_store_records(&batch.bodies, thud_first_own_record(planned), planned->tail_record, step->input);
}

void thud_visit_strip(const thud_solver_step *step, int32_t piece, int32_t stage) {
    if (stage == 0) {
        begin_strip(step, piece);
    } else if (!thud_is_last_stage(step, stage)) {
        solve_strip(step, piece, stage == 1);
    } else {
        end_strip(step, piece);
    }
}

/* ---- shared bodies ---- */

/* What all strips did to a shared body happens to it. */
static void join_strips(const thud_solver_step *step, const thud_batch *batch, const thud_pile *pile) {
    int32_t number = step->solver->plan.number[pile->shared_body];
    thud_shared_motion motion = {batch->bodies.velocity[number], batch->bodies.base[number]};
    for (int32_t strip = pile->first_strip; strip < thud_last_strip(pile); strip++) {
        thud_shared_motion_add(&motion, &step->solver->motions[strip]);
    }
    batch->bodies.velocity[number] = motion.velocity;
    batch->bodies.base[number] = motion.base;
}

/* Notes how it moves, for its copies. */
static void note_shared(const thud_solver_step *step, const thud_batch *batch, const thud_pile *pile) {
    int32_t number = step->solver->plan.number[pile->shared_body];
    step->solver->motions[thud_last_strip(pile)] =
        (thud_shared_motion){batch->bodies.velocity[number], batch->bodies.base[number]};
}

static void begin_shared(const thud_solver_step *step, const thud_pile *pile) {
    thud_batch batch = thud_make_pile_batch(step, thud_last_strip(pile));
    join_strips(step, &batch, pile);
    note_shared(step, &batch, pile);
}

/* Its joints have the last word, lest a hinge give way to thousands that press on it. */
static void solve_shared(const thud_solver_step *step, const thud_pile *pile) {
    const thud_constraint_functions *functions = step->solver->functions;
    thud_batch batch = thud_make_pile_batch(step, thud_last_strip(pile));
    join_strips(step, &batch, pile);
    THUD_FOR_EACH_KIND(&batch, solve)
    note_shared(step, &batch, pile);
}

static void end_shared(const thud_solver_step *step, const thud_pile *pile) {
    const thud_constraint_functions *functions = step->solver->functions;
    int32_t piece = thud_last_strip(pile);
    thud_batch batch = thud_make_pile_batch(step, piece);
    move_strip(step, &batch, piece);
    join_strips(step, &batch, pile);
    THUD_FOR_EACH_KIND(&batch, relax)
    THUD_FOR_EACH_KIND(&batch, bounce)
    THUD_FOR_EACH_KIND(&batch, store)
    thud_store_records(&batch.bodies, 1, batch.bodies.count, step->input);
}

void thud_shared_after_strips(const thud_solver_step *step, const thud_pile *pile, int32_t stage) {
    if (pile->shared_body < 0) {
        return;
    }
    if (stage == 0) {
        begin_shared(step, pile);
    } else if (!thud_is_last_stage(step, stage)) {
        solve_shared(step, pile);
    } else {
        end_shared(step, pile);
    }
}

/* ---- hubs ---- */

/* A hub works on records of all strips of its pile, which seams move and store. Hubs have few blocks: one after
 * another. */
bool thud_has_hub(const thud_solver_step *step, const thud_pile *pile) {
    const thud_coloring *coloring = step->solver->plan.pieces[pile->hub].coloring;
    int32_t blocks = 0;
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        blocks += coloring[kind].block_count;
    }
    return blocks > 0;
}

static void begin_hub(const thud_solver_step *step, const thud_pile *pile) {
    const thud_constraint_functions *functions = step->solver->functions;
    if (step->fill) {
        thud_plan_fill_index(&step->solver->plan, pile->hub);
    }
    thud_batch batch = thud_make_pile_batch(step, pile->hub);
    THUD_FOR_EACH_KIND(&batch, prepare)
}

static void solve_hub(const thud_solver_step *step, const thud_pile *pile) {
    const thud_constraint_functions *functions = step->solver->functions;
    thud_batch batch = thud_make_pile_batch(step, pile->hub);
    THUD_FOR_EACH_KIND(&batch, solve)
}

static void relax_hub(const thud_solver_step *step, const thud_pile *pile) {
    const thud_constraint_functions *functions = step->solver->functions;
    thud_batch batch = thud_make_pile_batch(step, pile->hub);
    THUD_FOR_EACH_KIND(&batch, relax)
}

static void end_hub(const thud_solver_step *step, const thud_pile *pile) {
    const thud_constraint_functions *functions = step->solver->functions;
    thud_batch batch = thud_make_pile_batch(step, pile->hub);
    THUD_FOR_EACH_KIND(&batch, bounce)
    THUD_FOR_EACH_KIND(&batch, store)
}

void thud_hub_before_seams(const thud_solver_step *step, const thud_pile *pile, int32_t stage) {
    if (thud_is_last_stage(step, stage)) {
        end_hub(step, pile);
    } else if (stage > 0) {
        solve_hub(step, pile);
    }
}

void thud_hub_after_seams(const thud_solver_step *step, const thud_pile *pile, int32_t stage) {
    if (stage == 0) {
        begin_hub(step, pile);
    } else if (!thud_is_last_stage(step, stage)) {
        relax_hub(step, pile);
    }
}
