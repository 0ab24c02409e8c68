#include "response/joints/joint_kinds.h"

#include "base/kernel.h"

THUD_KERNEL_DECLARE(void, thud_joints_prepare, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_joints_solve, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_joints_relax, (const thud_batch *batch, const thud_block_set *set));
THUD_KERNEL_DECLARE(void, thud_joints_store, (const thud_batch *batch, const thud_block_set *set));

void thud_joint_kinds(thud_lanes width, thud_constraint_functions functions[THUD_JOINT_KIND_COUNT]) {
    for (int kind = 0; kind < THUD_JOINT_KIND_COUNT; kind++) {
        functions[kind] =
            (thud_constraint_functions){{[THUD_PASS_PREPARE] = THUD_KERNEL_CHOOSE(width, thud_joints_prepare),
                                         [THUD_PASS_SOLVE] = THUD_KERNEL_CHOOSE(width, thud_joints_solve),
                                         [THUD_PASS_RELAX] = THUD_KERNEL_CHOOSE(width, thud_joints_relax),
                                         [THUD_PASS_STORE] = THUD_KERNEL_CHOOSE(width, thud_joints_store)}};
    }
    functions[THUD_JOINT_FILTER] = (thud_constraint_functions){0};
}
