/* Copies boxes by slot into columns by entry; compiled once per SIMD width. */
#include "base/lanes.h"
#include "broadphase/sorted_set.h"

void THUD_KERNEL(thud_gather_boxes) THUD_GATHER_BOXES_ARGUMENTS {
    for (int32_t first = 0; first < count; first += thud_lane_count) {
        int32_t index[thud_lane_count];
        for (int32_t i = 0; i < thud_lane_count; i++) {
            index[i] = (int32_t)slots[first + i]; /* beyond the end there are slots of earlier entries */
        }
        thud_f8 box[4];
        thud_gather4(&boxes->min.x, index, box);
        thud_f8_storeu(columns->min_x + first, box[0]);
        thud_f8_storeu(columns->min_y + first, box[1]);
        thud_f8_storeu(columns->max_x + first, box[2]);
        thud_f8_storeu(columns->max_y + first, box[3]);
    }
}
