#include "broadphase/occupancy.h"

#include <string.h>

void thud_occupancy_clear(thud_occupancy *map, double cell) {
    memset(map->words, 0, sizeof map->words);
    map->wide_count = 0;
    bool possible = cell > 1.0e-30 && cell < 1.0e30;
    map->cell = possible ? cell : 0.0;
    map->cells_per_metre = possible ? 1.0 / cell : 0.0;
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
        for (int32_t x = range.first_x; x <= range.last_x; x++) {
            uint32_t bit = thud_occupancy_bit(x, y);
            map->words[bit / 64] |= 1ull << bit % 64;
        }
    }
}
