#include "world/step_code.h"

#include "base/fetch_code.h"
#include "base/kernel.h"
#include "response/solver.h"
#include "response/solver_step.h"
#include "world/advance.h"
#include "world/contacts/contact_create.h"
#include "world/contacts/contact_manifolds.h"
#include "world/contacts/contact_update.h"
#include "world/respond.h"
#include "world/sleep.h"
#include "world/world_state.h"

THUD_KERNEL_DECLARE(void, thud_fetch_kernels, (void));

/* In the order of a step. */
static thud_code *const step_code[] = {
    (thud_code *)thud_find_pairs,        (thud_code *)thud_hash_update,   (thud_code *)thud_update_contacts,
    (thud_code *)thud_manifold_job_make, (thud_code *)thud_update_range,  (thud_code *)thud_make_manifolds,
    (thud_code *)thud_respond,           (thud_code *)thud_solver_solve,  (thud_code *)thud_solve_batch,
    (thud_code *)thud_make_batch,        (thud_code *)thud_load_bodies,   (thud_code *)thud_unload_bodies,
    (thud_code *)thud_advance,           (thud_code *)thud_box_list_move, (thud_code *)thud_sleep_islands,
    (thud_code *)thud_tasks_run,
};

void thud_fetch_step_code(thud_lanes lanes) {
    thud_fetch_code(step_code, sizeof step_code / sizeof *step_code);
    THUD_KERNEL_CHOOSE(lanes, thud_fetch_kernels)();
}
