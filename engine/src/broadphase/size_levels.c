#include "broadphase/size_levels.h"

#include <string.h>

/*
 * The expected work of a plan, in tests of eight boxes. Small boxes are assumed to be close to each other, as
 * then a level that is too coarse costs most.
 */
static const double work_per_box = 2.5; /* own row, next row, and their ends */
static const double work_per_neighbour =
    0.4; /* a box of diameter d in a level of size s: (s / d)^2 boxes in each of 3 cells, 8 at a time */
static const double work_per_visit = 2.0;  /* of one row of another level */
static const double work_per_level = 64.0; /* set-up, tables */

/* The upper bound of the diameters of a class; that of class 0 is 1.5. The unit does not matter. */
static double size_of_class(int32_t size_class) {
    double octave = (double)(1ull << size_class / 2);
    return size_class % 2 == 0 ? 1.5 * octave : 2.0 * octave;
}

/* The classes that have boxes, smallest first: the input of the plan. */
typedef struct used_classes {
    int32_t count;
    int32_t classes[thud_size_class_count];
    double boxes[thud_size_class_count];
    double size[thud_size_class_count];
    double below[thud_size_class_count]; /* boxes in all smaller classes */
} used_classes;

static void list_used(used_classes *used, const thud_size_counts *counts) {
    double below = 0.0;
    used->count = 0;
    for (int32_t size_class = 0; size_class < thud_size_class_count; size_class++) {
        if (counts->of_class[size_class] == 0) {
            continue;
        }
        int32_t i = used->count++;
        used->classes[i] = size_class;
        used->boxes[i] = (double)counts->of_class[size_class];
        used->size[i] = size_of_class(size_class);
        used->below[i] = below;
        below += used->boxes[i];
    }
}

/* The work inside of a level of the classes first to last. */
static double work_within(const used_classes *used, int32_t first, int32_t last) {
    double size = used->size[last];
    double boxes = used->below[last] + used->boxes[last] - used->below[first];
    double work = work_per_level;
    for (int32_t i = first; i <= last; i++) {
        double ratio = size / used->size[i];
        double neighbours = ratio * ratio < boxes ? ratio * ratio : boxes;
        work += used->boxes[i] * (work_per_box + work_per_neighbour * neighbours);
    }
    return work;
}

/* The work between that level and all smaller boxes: the cheaper side visits the other's rows. */
static double work_below(const used_classes *used, int32_t first, int32_t last) {
    if (first == 0) {
        return 0.0;
    }
    double boxes = used->below[last] + used->boxes[last] - used->below[first];
    double from_above = boxes * (used->size[last] / used->size[first - 1] + 2.0);
    double from_below = used->below[first] * 3.0;
    return work_per_visit * (from_above < from_below ? from_above : from_below);
}

/* Finds for each class the first class of the level that it ends, in the best plan up to it. */
static void find_best_plan(const used_classes *used, int32_t *first_of_level) {
    double least[thud_size_class_count];
    for (int32_t last = 0; last < used->count; last++) {
        for (int32_t first = last; first >= 0; first--) {
            double before = first == 0 ? 0.0 : least[first - 1];
            double work = before + work_within(used, first, last) + work_below(used, first, last);
            if (first == last || work < least[last]) {
                least[last] = work;
                first_of_level[last] = first;
            }
        }
    }
}

void thud_size_levels_plan(thud_size_levels *levels, const thud_size_counts *counts) {
    used_classes used;
    list_used(&used, counts);
    memset(levels, 0, sizeof *levels);
    if (used.count == 0) {
        return;
    }
    int32_t first_of_level[thud_size_class_count];
    find_best_plan(&used, first_of_level);
    bool starts_level[thud_size_class_count] = {false};
    for (int32_t last = used.count - 1; last >= 0; last = first_of_level[last] - 1) {
        starts_level[first_of_level[last]] = true;
    }
    for (int32_t i = 0; i < used.count; i++) {
        if (starts_level[i] && levels->count < thud_max_levels) {
            levels->count++;
        }
        levels->level_of_class[used.classes[i]] = (uint8_t)(levels->count - 1);
    }
}
