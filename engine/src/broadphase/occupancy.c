#include "broadphase/occupancy.h"

#include <string.h>

void thud_occupancy_clear(thud_occupancy *map, double cell) {
    memset(map->words, 0, sizeof map->words);
    map->wide_count = 0;
    map->has_coarse = false;
    bool possible = cell > 1.0e-30 && cell < 1.0e30;
    map->cell = possible ? cell : 0.0;
    map->cells_per_metre = possible ? 1.0 / cell : 0.0;
}

/* Sets `count` bits from `first` on, up to 32 at a time, which two words have. */
static void set_bits(thud_occupancy *map, uint32_t first, int32_t count) {
    while (count > 0) {
        int32_t some = count < 32 ? count : 32;
        uint32_t word = first / 32 % (thud_occupancy_bits / 32);
        uint64_t bits = ((UINT64_C(1) << some) - 1) << first % 32;
        map->words[word] |= (uint32_t)bits;
        map->words[(word + 1) % (thud_occupancy_bits / 32)] |= (uint32_t)(bits >> 32);
        first += (uint32_t)some;
        count -= some;
    }
}

static void mark(thud_occupancy *map, thud_cell_range range) {
    for (int32_t y = range.first_y; y <= range.last_y; y++) {
        set_bits(map, thud_occupancy_bit(range.first_x, y), range.last_x - range.first_x + 1);
    }
}

/* Whether two ranges, the second further to the right, are adjacent or overlap, so that both are one range. */
static bool goes_on(thud_cell_range range, thud_cell_range next) {
    return next.first_y == range.first_y && next.last_y == range.last_y && next.first_x >= range.first_x &&
           next.first_x <= range.last_x + 1 && next.last_x >= range.last_x;
}

static thud_cell_range coarse_cells(thud_cell_range range) {
    const int32_t size = thud_occupancy_coarse, row = thud_occupancy_coarse_row;
    return (thud_cell_range){range.first_x / size, range.first_y / size + row, range.last_x / size,
                             range.last_y / size + row};
}

void thud_occupancy_add(thud_occupancy *map, const thud_box_columns *boxes, int32_t count) {
    thud_cell_range run = {0, 0, -1, -1}; /* no cells */
    for (int32_t i = 0; i < count && map->cells_per_metre > 0.0; i++) {
        const thud_aabb box = thud_box_at(boxes, i);
        thud_cell_range range = {thud_occupancy_cell(map, (double)box.min.x - map->cell),
                                 thud_occupancy_cell(map, (double)box.min.y - map->cell),
                                 thud_occupancy_cell(map, (double)box.max.x + map->cell),
                                 thud_occupancy_cell(map, (double)box.max.y + map->cell)};
        if (thud_occupancy_cells(range) > thud_occupancy_most_cells) {
            if (map->wide_count < thud_occupancy_most_wide) {
                map->wide[map->wide_count++] = box;
                continue;
            }
            range = coarse_cells(range);
            map->has_coarse = true;
        }
        if (thud_occupancy_cells(range) > thud_occupancy_most_coarse) {
            map->cells_per_metre = 0.0;
            return;
        }
        bool is_longer = goes_on(run, range);
        if (!is_longer) {
            mark(map, run);
            run = range;
        }
        run.last_x = range.last_x;
    }
    mark(map, run);
}

bool thud_occupancy_is_full(const thud_occupancy *map) {
    int32_t full = 0;
    for (int32_t i = 0; i < thud_occupancy_bits / 32; i += thud_occupancy_words_a_sample) {
        full += map->words[i] == UINT32_MAX;
    }
    return 2 * full * thud_occupancy_words_a_sample > thud_occupancy_bits / 32;
}
