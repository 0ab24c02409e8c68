#include "broadphase/size_levels.h"

#include <string.h>

/* Classes of a level: the largest box is less than four times as large as the smallest one. The last of the levels that
 * there may be has all larger boxes, too. */
enum { classes_of_level = 4 };

void thud_size_levels_plan(thud_size_levels *levels, const thud_size_counts *counts) {
    int32_t first = 0;
    memset(levels, 0, sizeof *levels);
    for (int32_t size_class = 0; size_class < thud_size_class_count; size_class++) {
        if (counts->of_class[size_class] == 0) {
            continue;
        }
        bool starts_level = levels->count == 0 || size_class - first >= classes_of_level;
        if (starts_level && levels->count < thud_max_levels) {
            first = size_class;
            levels->count++;
        }
        levels->level_of_class[size_class] = (uint8_t)(levels->count - 1);
    }
}
