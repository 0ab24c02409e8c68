#include "response/joints/joint_kinds.h"

#include "base/kernel.h"

/* The functions that THUD_JOINT_KERNELS of joint_kernel.h writes, for all widths. */
#define DECLARE(kind)                                                                                        \
    THUD_KERNEL_DECLARE(void, thud_##kind##_prepare, (const thud_batch *batch, const thud_block_set *set));  \
    THUD_KERNEL_DECLARE(void, thud_##kind##_solve, (const thud_batch *batch, const thud_block_set *set));    \
    THUD_KERNEL_DECLARE(void, thud_##kind##_relax, (const thud_batch *batch, const thud_block_set *set));    \
    THUD_KERNEL_DECLARE(void, thud_##kind##_store, (const thud_batch *batch, const thud_block_set *set))

#define FUNCTIONS(kind)                                                                                      \
    (thud_constraint_functions) {                                                                            \
        .prepare = THUD_KERNEL_CHOOSE(width, thud_##kind##_prepare),                                         \
        .solve = THUD_KERNEL_CHOOSE(width, thud_##kind##_solve),                                             \
        .relax = THUD_KERNEL_CHOOSE(width, thud_##kind##_relax),                                             \
        .store = THUD_KERNEL_CHOOSE(width, thud_##kind##_store),                                             \
    }

DECLARE(target);
DECLARE(motor);
DECLARE(gear);
DECLARE(ratchet);
DECLARE(pulley);
DECLARE(distance);
DECLARE(wheel);
DECLARE(prismatic);
DECLARE(weld);
DECLARE(revolute);

void thud_joint_kinds(thud_lanes width, thud_constraint_functions functions[THUD_JOINT_KIND_COUNT]) {
    functions[THUD_JOINT_TARGET] = FUNCTIONS(target);
    functions[THUD_JOINT_MOTOR] = FUNCTIONS(motor);
    functions[THUD_JOINT_GEAR] = FUNCTIONS(gear);
    functions[THUD_JOINT_RATCHET] = FUNCTIONS(ratchet);
    functions[THUD_JOINT_PULLEY] = FUNCTIONS(pulley);
    functions[THUD_JOINT_DISTANCE] = FUNCTIONS(distance);
    functions[THUD_JOINT_WHEEL] = FUNCTIONS(wheel);
    functions[THUD_JOINT_PRISMATIC] = FUNCTIONS(prismatic);
    functions[THUD_JOINT_WELD] = FUNCTIONS(weld);
    functions[THUD_JOINT_REVOLUTE] = FUNCTIONS(revolute);
    functions[THUD_JOINT_FILTER] = (thud_constraint_functions){0};
}
