/* step_code_kernel.c: the kernels that a step with a contact runs. */
#include "base/fetch_code.h"
#include "base/kernel.h"
#include "narrowphase/manifold.h"
#include "response/solver_step.h"
#include "world/bodies/box_slack.h"
#include "world/contacts/contact_update.h"
#include "world/move_batch.h"

void THUD_KERNEL(thud_classify_contacts)(thud_contact_update *batch);
void THUD_KERNEL(thud_begin_bodies)(const thud_batch_bodies *bodies, const thud_substep *substep);
void THUD_KERNEL(thud_contacts_prepare)(const thud_batch *batch, const thud_block_set *set);
void THUD_KERNEL(thud_contacts_solve_substeps)(const thud_batch *batch, const thud_block_set *set);
void THUD_KERNEL(thud_contacts_bounce)(const thud_batch *batch, const thud_block_set *set);
void THUD_KERNEL(thud_contacts_store)(const thud_batch *batch, const thud_block_set *set);
void THUD_KERNEL(thud_move_bodies)(thud_move_batch *batch);
void THUD_KERNEL(thud_find_outside_slack)(thud_slack_batch *batch);
void THUD_KERNEL(thud_fetch_kernels)(void);

static thud_code *const kernels[] = {
    (thud_code *)THUD_KERNEL(thud_recycle),
    (thud_code *)THUD_KERNEL(thud_classify_contacts),
    (thud_code *)THUD_KERNEL(thud_begin_bodies),
    (thud_code *)THUD_KERNEL(thud_contacts_prepare),
    (thud_code *)THUD_KERNEL(thud_contacts_solve_substeps),
    (thud_code *)THUD_KERNEL(thud_contacts_bounce),
    (thud_code *)THUD_KERNEL(thud_contacts_store),
    (thud_code *)THUD_KERNEL(thud_move_bodies),
    (thud_code *)THUD_KERNEL(thud_find_outside_slack),
};

void THUD_KERNEL(thud_fetch_kernels)(void) {
    thud_fetch_code(kernels, sizeof kernels / sizeof *kernels);
}
