#include "broadphase/occupancy.h"

#include <string.h>

void thud_occupancy_clear(thud_occupancy *map, double cell) {
    memset(map->words, 0, sizeof map->words);
    map->wide_count = 0;
    bool possible = cell > 1.0e-30 && cell < 1.0e30;
    map->cell = possible ? cell : 0.0;
    map->cells_per_metre = possible ? 1.0 / cell : 0.0;
}

/* Sets `count` bits from `first` on, a word at a time. */
static void set_bits(thud_occupancy *map, uint32_t first, int32_t count) {
    while (count > 0) {
        uint32_t bit = first % thud_occupancy_bits, in_word = bit % 64;
        uint32_t some = (uint32_t)count < 64 - in_word ? (uint32_t)count : 64 - in_word;
        map->words[bit / 64] |= ~0ull >> (64 - some) << in_word;
        first += some;
        count -= (int32_t)some;
    }
}

void thud_occupancy_add(thud_occupancy *map, thud_aabb box) {
    if (!(map->cells_per_metre > 0.0)) {
        return;
    }
    thud_cell_range range = {thud_occupancy_cell(map, (double)box.min.x - map->cell),
                             thud_occupancy_cell(map, (double)box.min.y - map->cell),
                             thud_occupancy_cell(map, (double)box.max.x + map->cell),
                             thud_occupancy_cell(map, (double)box.max.y + map->cell)};
    if (thud_occupancy_cells(range) > thud_occupancy_most_cells) {
        if (map->wide_count == thud_occupancy_most_wide) {
            map->cells_per_metre = 0.0;
            return;
        }
        map->wide[map->wide_count++] = box;
        return;
    }
    for (int32_t y = range.first_y; y <= range.last_y; y++) {
        set_bits(map, thud_occupancy_bit(range.first_x, y), range.last_x - range.first_x + 1);
    }
}
