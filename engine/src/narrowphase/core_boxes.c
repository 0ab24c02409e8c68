#include "narrowphase/core_boxes.h"

#include "base/kernel.h"

THUD_KERNEL_DECLARE(void, thud_box_cores, (const thud_core_box_batch *batch));

void thud_core_boxes(const thud_core_box_batch *batch, thud_lanes lanes) {
    THUD_KERNEL_CHOOSE(lanes, thud_box_cores)(batch);
}
