/*
 * piles.c: a pile is solved in stages, each of which does the strips and the seams between them. Each visit to a strip
 * ends a substep and begins the next one, so that it is fetched into the cache once a substep; a seam's turn comes when
 * both its strips are done, by whoever did the second one. So threads wait for each other once a substep:
 *
 *     strips   load, prepare | solve        | move, relax, solve        | ... | move, relax, bounce, store
 *     seams     prepare      |  solve, move, relax | solve, move, relax | ... |  bounce, store
 *
 * Where there is a hub the seams wait for all strips: it is solved just before them, and relaxed just after them.
 *
 * A stage is a set of tasks that do not wait for each other: a host may run them in any order, even one by one.
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

typedef void seam_function(const thud_solver_step *step, int32_t piece);

/* A strip is at the end of a stage: does the seams that waited for it alone. The other strip's thread has released what
 * it wrote, and this one acquires it. */
static void do_seams_of(const thud_solver_step *step, int32_t strip, seam_function *function) {
    const thud_pile *pile = pile_of(step, strip);
    int32_t first_seam = pile->first_seam - step->solver->plan.graph.body_piece_count;
    int32_t place = strip - pile->first_strip;
    for (int32_t i = place - 1; i <= place; i++) {
        if (i < 0 || i + 1 == pile->strip_count) {
            continue;
        }
        atomic_uint *arrivals = &step->solver->arrivals[first_seam + i];
        if (atomic_fetch_add_explicit(arrivals, 1, memory_order_acq_rel) % 2 == 1) {
            function(step, pile->first_seam + i);
        }
    }
}

/* ---- strips ---- */

/* The bodies that a strip moves by itself: those in no seam, its record of nothing where no seam comes before, and
 * copies where none comes after. */
static void move_strip(const thud_solver_step *step, const thud_batch *batch, int32_t piece) {
    const thud_plan *plan = &step->solver->plan;
    const thud_pile *pile = &plan->graph.piles[plan->graph.pieces[piece].pile];
    bool is_last = piece == pile->first_strip + pile->strip_count - 1;
    int32_t first = piece == pile->first_strip ? 0 : plan->pieces[piece].head_end;
    int32_t end = is_last ? batch->bodies.count : plan->pieces[piece].tail_record;
    thud_move_records(step, batch, piece, first, end);
}

void thud_begin_strip(const thud_solver_step *step, int32_t piece) {
    const thud_constraint_functions *functions = step->solver->functions;
    thud_batch batch = thud_make_pile_batch(step, piece);
    thud_load_records(step, &batch, piece);
    step->solver->integrate_velocities(&batch.bodies, 0, batch.bodies.count);
    THUD_FOR_EACH_KIND(&batch, prepare)
    do_seams_of(step, piece, begin_seam);
}

static void solve_strip(int32_t piece, int32_t worker, void *context) {
    (void)worker;
    const thud_solver_step *step = context;
    const thud_constraint_functions *functions = step->solver->functions;
    thud_batch batch = thud_make_pile_batch(step, piece);
    if (step->substep_index > 0) { /* what is left of the last substep */
        move_strip(step, &batch, piece);
        THUD_FOR_EACH_KIND(&batch, relax)
        step->solver->integrate_velocities(&batch.bodies, 0, batch.bodies.count);
    }
    THUD_FOR_EACH_KIND(&batch, solve)
    if (!step->hubs) {
        do_seams_of(step, piece, solve_seam);
    }
}

static void end_strip(int32_t piece, int32_t worker, void *context) {
    (void)worker;
    const thud_solver_step *step = context;
    const thud_constraint_functions *functions = step->solver->functions;
    const thud_piece_plan *planned = &step->solver->plan.pieces[piece];
    thud_batch batch = thud_make_pile_batch(step, piece);
    move_strip(step, &batch, piece);
    THUD_FOR_EACH_KIND(&batch, relax)
    THUD_FOR_EACH_KIND(&batch, bounce)
    THUD_FOR_EACH_KIND(&batch, store)
    thud_store_records(&batch.bodies, planned->head_end, planned->tail_record, step->input);
    if (!step->hubs) {
        do_seams_of(step, piece, end_seam);
    }
}

/* ---- hubs ---- */

/* A hub works on records of all strips of its pile, which seams move and store. Hubs have few blocks: one after
 * another. */
static bool has_hub(const thud_solver_step *step, const thud_pile *pile) {
    const thud_coloring *coloring = step->solver->plan.pieces[pile->hub].coloring;
    int32_t blocks = 0;
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        blocks += coloring[kind].block_count;
    }
    return blocks > 0;
}

typedef void hub_function(const thud_solver_step *step, const thud_pile *pile);

static void for_each_hub(const thud_solver_step *step, hub_function *function) {
    const thud_island_graph *graph = &step->solver->plan.graph;
    for (int32_t i = 0; i < graph->pile_count; i++) {
        if (has_hub(step, &graph->piles[i])) {
            function(step, &graph->piles[i]);
        }
    }
}

/* The body that a hub's contacts share. */
static thud_shared_body shared_body(const thud_solver_step *step, const thud_pile *pile) {
    const thud_plan *plan = &step->solver->plan;
    const thud_piece_plan *hub = &plan->pieces[pile->hub];
    int32_t number = hub->shared_slot < 0 ? 0 : thud_joining_number(plan, pile->hub, hub->shared_slot);
    return (thud_shared_body){number, hub->first_copy};
}

static void begin_hub(const thud_solver_step *step, const thud_pile *pile) {
    const thud_constraint_functions *functions = step->solver->functions;
    if (step->fill) {
        thud_plan_fill_index(&step->solver->plan, pile->hub);
    }
    thud_batch batch = thud_make_pile_batch(step, pile->hub);
    thud_shared_body shared = shared_body(step, pile);
    thud_load_copies(&batch.bodies, shared);
    thud_begin_copies(&batch.bodies, shared);
    THUD_FOR_EACH_KIND(&batch, prepare)
    thud_end_copies(&batch.bodies, shared);
}

static void solve_hub(const thud_solver_step *step, const thud_pile *pile) {
    const thud_constraint_functions *functions = step->solver->functions;
    thud_batch batch = thud_make_pile_batch(step, pile->hub);
    thud_shared_body shared = shared_body(step, pile);
    thud_begin_copies(&batch.bodies, shared);
    THUD_FOR_EACH_KIND(&batch, solve)
    thud_end_copies(&batch.bodies, shared);
}

static void relax_hub(const thud_solver_step *step, const thud_pile *pile) {
    const thud_constraint_functions *functions = step->solver->functions;
    thud_batch batch = thud_make_pile_batch(step, pile->hub);
    thud_shared_body shared = shared_body(step, pile);
    thud_begin_copies(&batch.bodies, shared);
    THUD_FOR_EACH_KIND(&batch, relax)
    thud_end_copies(&batch.bodies, shared);
}

static void end_hub(const thud_solver_step *step, const thud_pile *pile) {
    const thud_constraint_functions *functions = step->solver->functions;
    thud_batch batch = thud_make_pile_batch(step, pile->hub);
    thud_shared_body shared = shared_body(step, pile);
    thud_begin_copies(&batch.bodies, shared);
    THUD_FOR_EACH_KIND(&batch, bounce)
    thud_end_copies(&batch.bodies, shared);
    THUD_FOR_EACH_KIND(&batch, store)
}

static bool any_hub(const thud_solver_step *step) {
    const thud_island_graph *graph = &step->solver->plan.graph;
    for (int32_t i = 0; i < graph->pile_count; i++) {
        if (has_hub(step, &graph->piles[i])) {
            return true;
        }
    }
    return false;
}

/* ---- the stages ---- */

/* The seams where there are hubs: the first one's piece comes behind all strips and whole pieces. */
static void solve_seam_of_hub(int32_t i, int32_t worker, void *context) {
    (void)worker;
    const thud_solver_step *step = context;
    solve_seam(step, step->solver->plan.graph.body_piece_count + i);
}

static void end_seam_of_hub(int32_t i, int32_t worker, void *context) {
    (void)worker;
    const thud_solver_step *step = context;
    end_seam(step, step->solver->plan.graph.body_piece_count + i);
}

static void run(thud_solver_step *step, thud_task stage, int32_t count) {
    thud_tasks_run(step->input->tasks, stage, step, count);
}

void thud_solve_piles(thud_solver_step *step) {
    const thud_island_graph *graph = &step->solver->plan.graph;
    step->hubs = any_hub(step);
    for_each_hub(step, begin_hub);
    for (int i = 0; i < step->substep.count; i++) {
        step->substep_index = i;
        run(step, solve_strip, graph->strip_count);
        if (step->hubs) {
            for_each_hub(step, solve_hub);
            run(step, solve_seam_of_hub, graph->seam_count);
            for_each_hub(step, relax_hub);
        }
    }
    run(step, end_strip, graph->strip_count);
    if (step->hubs) {
        for_each_hub(step, end_hub);
        run(step, end_seam_of_hub, graph->seam_count);
    }
}
