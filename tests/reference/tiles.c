#include "tiles.h"

#include <stdlib.h>
#include <string.h>

thud_tile_set test_tile_set(void) {
    static thud_tile_def tiles[TEST_TILES];
    tiles[TEST_TILE_EMPTY] = thud_tile_empty();
    tiles[TEST_TILE_FULL] = thud_tile_full();
    tiles[TEST_TILE_UP] = thud_tile_slope(0.0f, 1.0f);
    tiles[TEST_TILE_DOWN] = thud_tile_slope(1.0f, 0.0f);
    tiles[TEST_TILE_UP_LOW] = thud_tile_slope(0.0f, 0.5f);
    tiles[TEST_TILE_UP_HIGH] = thud_tile_slope(0.5f, 1.0f);
    tiles[TEST_TILE_DOWN_HIGH] = thud_tile_slope(1.0f, 0.5f);
    tiles[TEST_TILE_DOWN_LOW] = thud_tile_slope(0.5f, 0.0f);
    tiles[TEST_TILE_PLATFORM] = thud_tile_platform();
    tiles[TEST_TILE_HALF] = thud_tile_slope(0.5f, 0.5f);
    tiles[TEST_TILE_SLIPPERY] = thud_tile_full();
    tiles[TEST_TILE_SLIPPERY].material.friction = 0.05f;
    tiles[TEST_TILE_UPPER_HALF] = thud_tile_turned(&tiles[TEST_TILE_HALF], THUD_TILE_FLIP_Y);
    return (thud_tile_set){tiles, TEST_TILES};
}

thud_tile_grid_id test_draw_tiles(thud_world *world, thud_body_id body, const char *const *rows, int count) {
    static const char signs[] = ".#/\\<>()=_ov";
    int columns = (int)strlen(rows[0]);
    uint16_t *cells = malloc((size_t)(columns * count) * sizeof *cells);
    for (int i = 0; i < columns * count; i++) {
        const char *sign = strchr(signs, rows[count - 1 - i / columns][i % columns]);
        cells[i] = (uint16_t)(sign - signs);
    }
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = test_tile_set();
    def.columns = columns;
    def.rows = count;
    def.cells = cells;
    thud_tile_grid_id grid = thud_tile_grid_create(world, body, &def);
    free(cells);
    return grid;
}

void test_turned_tiles(thud_tile_def tiles[TEST_TURNED_TILES], bool one_way) {
    thud_tile_set drawn = test_tile_set();
    for (int i = 0; i < TEST_TURNED_TILES; i++) {
        tiles[i] = thud_tile_turned(&drawn.tiles[i % TEST_TILES], (unsigned)(i / TEST_TILES));
        tiles[i].one_way = one_way ? tiles[i].one_way : thud_vec2_make(0.0f, 0.0f);
    }
}

void test_random_cells(test_random *random, uint16_t *cells, int count) {
    for (int i = 0; i < count; i++) {
        int kind = test_random_int(random, 0, 9);
        cells[i] = (uint16_t)(kind < 6   ? 0
                              : kind < 8 ? 1
                                         : test_random_int(random, 0, TEST_TURNED_TILES - 1));
    }
}
