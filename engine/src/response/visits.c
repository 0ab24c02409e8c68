#include "response/visits.h"

#include "base/memory.h"
#include "base/spin.h"

typedef struct thud_strip_progress strip_progress;
typedef struct thud_pile_progress pile_progress;

bool thud_visits_reserve(thud_solver *solver) {
    const thud_island_graph *graph = &solver->plan.graph;
    return thud_renew(&solver->hooks, &solver->strips, sizeof *solver->strips, &solver->strip_capacity, graph->strip_count) &&
           thud_renew(&solver->hooks, &solver->piles, sizeof *solver->piles, &solver->pile_capacity, graph->pile_count);
}

void thud_visits_release(thud_solver *solver) {
    thud_release_array(&solver->hooks, &solver->strips, sizeof *solver->strips, &solver->strip_capacity);
    thud_release_array(&solver->hooks, &solver->piles, sizeof *solver->piles, &solver->pile_capacity);
}

/* Nothing has been done yet. */
static void clear_progress(const thud_solver_step *step) {
    const thud_solver *solver = step->solver;
    for (int32_t i = 0; i < solver->plan.graph.pile_count; i++) {
        const thud_pile *pile = &solver->plan.graph.piles[i];
        pile_progress *progress = &solver->piles[i];
        atomic_init(&progress->strips_arrived, 0);
        atomic_init(&progress->seams_arrived, 0);
        atomic_init(&progress->open, 1);
        atomic_init(&progress->seams_open, 0);
        progress->has_hub = thud_has_hub(step, pile);
        progress->is_joined = progress->has_hub || pile->shared_body >= 0;
        for (int32_t strip = pile->first_strip; strip <= thud_last_strip(pile); strip++) {
            strip_progress *own = &solver->strips[strip];
            atomic_init(&own->begun, 0);
            atomic_init(&own->ended, 0);
            atomic_init(&own->arrivals, 0);
            atomic_init(&own->seam_begun, 0);
            atomic_init(&own->seam_ended, 0);
            own->pile = i;
        }
    }
}

/* ---- seams ---- */

/* The seam behind a strip. */
static int32_t seam_behind(const thud_pile *pile, int32_t strip) {
    return pile->first_seam + strip - pile->first_strip;
}

static bool has_seam_behind(const thud_pile *pile, int32_t strip) {
    return strip < thud_last_strip(pile);
}

/* A strip is at the end of a visit: solves the seam behind a strip if both its strips are. What the other one's worker wrote it has released, and
 * this one acquires it. */
static void arrive_at_seam(const thud_solver_step *step, const thud_pile *pile, int32_t strip, int32_t stage) {
    strip_progress *progress = &step->solver->strips[strip];
    if (atomic_fetch_add_explicit(&progress->arrivals, 1, memory_order_acq_rel) == 2 * stage + 1) {
        thud_visit_seam(step, seam_behind(pile, strip), stage);
        atomic_store_explicit(&progress->seam_ended, stage + 1, memory_order_release);
    }
}

/* Whether a strip has nothing but its pile's shared body behind it. */
static bool is_before_shared(const thud_pile *pile, int32_t strip) {
    return pile->shared_body >= 0 && strip == thud_last_strip(pile) - 1;
}

/* At the seam with the shared body's strip, which moves the record of nothing that this one's joints use; or at all others. */
static void arrive_at_seams(const thud_solver_step *step, const thud_pile *pile, int32_t strip, int32_t stage,
                            bool with_shared) {
    if (strip > pile->first_strip && is_before_shared(pile, strip - 1) == with_shared) {
        arrive_at_seam(step, pile, strip - 1, stage);
    }
    if (has_seam_behind(pile, strip) && is_before_shared(pile, strip) == with_shared) {
        arrive_at_seam(step, pile, strip, stage);
    }
}

/* ---- the ends of stages where there is something between them ---- */

/* Nothing of a stage is left to be done but seams that their strips wait for. */
static void end_stage(pile_progress *progress, int32_t stage) {
    atomic_store_explicit(&progress->open, stage + 2, memory_order_release);
}

/* All seams of a pile with a hub have done a stage. */
static void end_seams(const thud_solver_step *step, const thud_pile *pile, pile_progress *progress, int32_t stage) {
    thud_hub_after_seams(step, pile, stage);
    thud_shared_after_strips(step, pile, stage);
    end_stage(progress, stage);
}

/* All strips have. Where there is no hub, the seams that are left have nothing to do with the shared body. */
static void end_strips(const thud_solver_step *step, const thud_pile *pile, pile_progress *progress, int32_t stage) {
    if (!progress->has_hub) {
        thud_shared_after_strips(step, pile, stage);
        end_stage(progress, stage);
        return;
    }
    thud_hub_before_seams(step, pile, stage);
    if (pile->strip_count == 1) {
        end_seams(step, pile, progress, stage);
    } else {
        atomic_store_explicit(&progress->seams_open, stage + 1, memory_order_release);
    }
}

/* The last of `count` that arrive in a stage is told. */
static bool is_last_to_arrive(atomic_int *arrived, int32_t count, int32_t stage) {
    return atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel) + 1 == count * (stage + 1);
}

/* ---- visits ---- */

static bool has_ended(atomic_int *stages, int32_t wanted) {
    return atomic_load_explicit(stages, memory_order_acquire) >= wanted;
}

/* Whether a strip may be visited for that stage. */
static bool is_ready(const thud_solver_step *step, int32_t strip, int32_t stage) {
    strip_progress *progress = &step->solver->strips[strip];
    const thud_pile *pile = &step->solver->plan.graph.piles[progress->pile];
    pile_progress *whole = &step->solver->piles[progress->pile];
    if (stage >= step->stage_count || !has_ended(&progress->ended, stage)) {
        return false;
    }
    if (whole->is_joined && !has_ended(&whole->open, stage + 1)) {
        return false;
    }
    return whole->has_hub || ((strip == pile->first_strip || has_ended(&progress[-1].seam_ended, stage)) &&
                              (!has_seam_behind(pile, strip) || has_ended(&progress->seam_ended, stage)));
}

static void visit(const thud_solver_step *step, int32_t strip, int32_t stage) {
    strip_progress *progress = &step->solver->strips[strip];
    const thud_pile *pile = &step->solver->plan.graph.piles[progress->pile];
    pile_progress *whole = &step->solver->piles[progress->pile];
    thud_visit_strip(step, strip, stage);
    atomic_store_explicit(&progress->ended, stage + 1, memory_order_release);
    if (!whole->has_hub) {
        arrive_at_seams(step, pile, strip, stage, true);
    }
    if (whole->is_joined && is_last_to_arrive(&whole->strips_arrived, pile->strip_count, stage)) {
        end_strips(step, pile, whole, stage);
    }
    if (!whole->has_hub) {
        arrive_at_seams(step, pile, strip, stage, false);
    }
}

/* Visits a strip if it is ready and nobody else does. */
static bool try_visit(const thud_solver_step *step, int32_t strip) {
    atomic_int *begun = &step->solver->strips[strip].begun;
    int stage = atomic_load_explicit(begun, memory_order_relaxed);
    if (!is_ready(step, strip, stage) ||
        !atomic_compare_exchange_strong_explicit(begun, &stage, stage + 1, memory_order_acq_rel, memory_order_relaxed)) {
        return false;
    }
    visit(step, strip, stage);
    return true;
}

/* Solves the seam behind a strip where there is a hub, if that is due and nobody else does. */
static bool try_seam(const thud_solver_step *step, int32_t strip) {
    strip_progress *progress = &step->solver->strips[strip];
    const thud_pile *pile = &step->solver->plan.graph.piles[progress->pile];
    pile_progress *whole = &step->solver->piles[progress->pile];
    int stage = atomic_load_explicit(&progress->seam_begun, memory_order_relaxed);
    if (!whole->has_hub || !has_seam_behind(pile, strip) || !has_ended(&whole->seams_open, stage + 1) ||
        !atomic_compare_exchange_strong_explicit(&progress->seam_begun, &stage, stage + 1, memory_order_acq_rel,
                                                 memory_order_relaxed)) {
        return false;
    }
    thud_visit_seam(step, seam_behind(pile, strip), stage);
    if (is_last_to_arrive(&whole->seams_arrived, pile->strip_count - 1, stage)) {
        end_seams(step, pile, whole, stage);
    }
    return true;
}

/* ---- a worker's way ---- */

static bool is_all_begun(const thud_solver_step *step, int32_t strip) {
    strip_progress *progress = &step->solver->strips[strip];
    const thud_pile *pile = &step->solver->plan.graph.piles[progress->pile];
    bool waits_for_seam = step->solver->piles[progress->pile].has_hub && has_seam_behind(pile, strip);
    return has_ended(&progress->begun, step->stage_count) &&
           (!waits_for_seam || has_ended(&progress->seam_begun, step->stage_count));
}

/* The i-th strip from one on, in a circle. */
static int32_t strip_after(const thud_solver_step *step, int32_t first, int32_t i) {
    int32_t count = step->solver->plan.graph.strip_count;
    return first + i < count ? first + i : first + i - count;
}

/* A worker's share of the strips. The others are visited by whoever has nothing to do in its own: a strip that goes from core to core takes longer. */
typedef struct strip_share {
    int32_t first, end;
} strip_share;

/* The i-th strip that a worker looks at: of its share those from `next` on, in a circle, then the others. */
static int32_t strip_in_turn(const thud_solver_step *step, strip_share share, int32_t next, int32_t i) {
    int32_t count = share.end - share.first;
    if (i >= count) {
        return strip_after(step, share.first, i);
    }
    return next + i < share.end ? next + i : next + i - count;
}

/* Does what there is to do at the next strip and returns which that was; -1 where there was nothing. */
static int32_t visit_next(const thud_solver_step *step, strip_share share, int32_t next) {
    for (int32_t i = 0; i < step->solver->plan.graph.strip_count; i++) {
        int32_t strip = strip_in_turn(step, share, next, i);
        if (try_visit(step, strip) || try_seam(step, strip)) {
            return strip;
        }
    }
    return -1;
}

/* Whether nobody has to begin anything any more. */
static bool are_all_begun(const thud_solver_step *step, int32_t first) {
    int32_t i = 0;
    while (i < step->solver->plan.graph.strip_count && is_all_begun(step, strip_after(step, first, i))) {
        i++;
    }
    return i == step->solver->plan.graph.strip_count;
}

/* Until the stage ends, or a little: who looks at a line all the time takes it away from who works on it. */
static void wait_a_little(atomic_int *open, int32_t seen, int *spins) {
    enum { PAUSES = 32 };
    for (int i = 0; i < PAUSES && atomic_load_explicit(open, memory_order_relaxed) == seen; i++) {
        thud_spin(spins);
    }
}

/* From strip to strip of its share, after each back to those before it that can be visited once more. */
static void visit_strips(const thud_solver_step *step, strip_share share) {
    atomic_int *open = &step->solver->piles[step->solver->strips[share.first].pile].open;
    int spins = 0;
    int32_t next = share.first;
    while (!are_all_begun(step, share.first)) {
        int32_t seen = atomic_load_explicit(open, memory_order_relaxed);
        int32_t visited = visit_next(step, share, next);
        if (visited < 0) {
            wait_a_little(open, seen, &spins);
            continue;
        }
        spins = 0;
        bool is_own = visited >= share.first && visited < share.end;
        next = is_own && visited + 1 < share.end ? visited + 1 : share.first;
        while (is_own && visited > share.first && try_visit(step, visited - 1)) {
            visited--;
        }
    }
}

/* ---- the step ---- */

/* What a worker does of it all: whole pieces first, as visits fill the time at the end better. */
static void work(int32_t index, int32_t worker, void *context) {
    const thud_solver_step *step = context;
    const thud_island_graph *graph = &step->solver->plan.graph;
    int32_t piece = atomic_fetch_add(&step->solver->next_whole, 1);
    while (piece < graph->body_piece_count) {
        thud_solve_whole(step, piece, worker);
        piece = atomic_fetch_add(&step->solver->next_whole, 1);
    }
    int64_t workers = thud_tasks_worker_count(step->input->tasks);
    strip_share share = {(int32_t)(graph->strip_count * (int64_t)index / workers),
                         (int32_t)(graph->strip_count * (int64_t)(index + 1) / workers)};
    visit_strips(step, share);
}

static void solve_whole(int32_t piece, int32_t worker, void *context) {
    thud_solve_whole(context, piece, worker);
}

void thud_visits_run(thud_solver_step *step) {
    const thud_island_graph *graph = &step->solver->plan.graph;
    thud_tasks *tasks = step->input->tasks;
    if (graph->strip_count == 0) {
        thud_tasks_run(tasks, solve_whole, step, graph->body_piece_count);
        return;
    }
    clear_progress(step);
    atomic_init(&step->solver->next_whole, graph->strip_count); /* whole pieces come behind the strips */
    thud_tasks_run(tasks, work, step, thud_tasks_worker_count(tasks));
}
