/* obstacle_maps.c: the maps of static and kinematic boxes. */
#include "broadphase/spatial_hash.h"

/* Size of a map's cells relative to the largest box of the smallest class of moving boxes: its
 * path in a step fits in two. */
#define CELL_SIZE 1.0

static double map_cell_size(const thud_hash *hash, const thud_kind_lists *lists) {
    const thud_sorted_set *moving = &hash->kinds[THUD_PROXY_MOVING].main_set;
    const thud_sorted_set *set = moving->level_count > 0 ? moving : &lists->main_set;
    return set->level_count > 0 ? CELL_SIZE * set->levels[0].grid.tallest : 0.0;
}

void thud_hash_draw_map(thud_hash *hash, thud_proxy_kind kind, bool all) {
    thud_kind_lists *lists = &hash->kinds[kind];
    const thud_sorted_set *set = all ? &lists->main_set : &lists->delta_set;
    if (all) {
        lists->faded = 0;
        thud_occupancy_clear(&lists->map, map_cell_size(hash, lists));
    }
    thud_occupancy_add(&lists->map, &set->fat, set->count);
}
