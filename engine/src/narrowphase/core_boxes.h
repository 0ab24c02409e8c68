/*
 * core_boxes.h: the boxes around many cores of one class, eight at a time.
 */
#pragma once

#include "base/kernel.h"
#include "narrowphase/core.h"

typedef struct thud_core_box_batch {
    thud_core_class core_class; /* of every core in the batch */
    const void *records;        /* of that class */
    const thud_pose *poses;     /* of the centres of mass, by body slot */
    const int32_t *cores;       /* index of the record, for each box */
    const int32_t *bodies;      /* body slot, for each box */
    thud_aabb *boxes;           /* out */
    int32_t count;
    bool fetches;               /* cores and poses are prefetched: they may not be in the cache */
} thud_core_box_batch;

/* The bits do not depend on the SIMD width. */
THUD_KERNEL_DECLARE(void, thud_core_boxes, (const thud_core_box_batch *batch));

/* The box of one core at a pose, with the same bits. */
thud_aabb thud_core_box(thud_core_class core_class, const void *record, thud_pose pose);
