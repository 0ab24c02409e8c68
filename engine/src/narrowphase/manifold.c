#include "narrowphase/manifold.h"

#include "base/kernel.h"

THUD_KERNEL_DECLARE(void, thud_sat, (const thud_collide_batch *batch));

void thud_collide_batch_run(const thud_collide_batch *batch, thud_lanes lanes) {
    THUD_KERNEL_CHOOSE(lanes, thud_sat)(batch);
}

THUD_KERNEL_DECLARE(int32_t, thud_recycle, (const thud_collide_batch *batch, int32_t *stale));

int32_t thud_recycle_batch_run(const thud_collide_batch *batch, int32_t *stale, thud_lanes lanes) {
    return THUD_KERNEL_CHOOSE(lanes, thud_recycle)(batch, stale);
}
