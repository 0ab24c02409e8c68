/* tile_overlap.c: shapes inside of tiles: existing ones, or a shape that may be placed. */
#include "platformer/grid_state.h"

#include "base/inline.h"
#include "base/memory.h"
#include "thud/narrowphase.h"
#include "thud/query.h"

/* A search for shapes in tiles of a range. */
typedef struct tile_search {
    const thud_tile_grid *grid;
    thud_tile_range range;
    int tile; /* number of a tile to assume in each cell; negative: the existing tiles */
    thud_tile_overlap *overlaps;
    int capacity, count;
} tile_search;

/* Whether a tile stops a shape that is inside of it; if not, the shape is not stuck. */
THUD_OWN_CODE bool stops(const thud_tile_def *tile, const thud_shape_record *record) {
    return tile->one_way.x == 0.0f && tile->one_way.y == 0.0f &&
           thud_filter_accepts(tile->filter, record->def->filter);
}

/* Tests the tile of a cell; `found` keeps the deepest overlap. */
static void look_in_cell(const tile_search *search, int column, int row, const thud_shape *shape,
                         thud_pose pose, thud_tile_overlap *found) {
    const thud_tile_grid *grid = search->grid;
    thud_tile_hit cell = thud_grid_hit_at(grid, column, row);
    cell.tile = search->tile >= 0 ? (uint16_t)search->tile : cell.tile;
    if (!stops(&grid->tiles.tiles[cell.tile], &grid->world->shapes.records[found->shape.slot])) {
        return;
    }
    thud_tile_draft drafts[THUD_TILE_MAX_POLYGONS];
    int32_t count = thud_pieces_of_tile(&grid->tiles, cell.tile, 0, drafts);
    for (int32_t i = 0; i < count; i++) {
        thud_shape polygon = thud_grid_shape(grid, column, row, &drafts[i]);
        thud_mtd mtd;
        if (polygon.kind != THUD_SHAPE_NONE &&
            thud_find_mtd(&polygon, thud_grid_pose(grid), shape, pose, &mtd) == THUD_OK &&
            mtd.depth > found->depth) {
            found->cell = cell;
            found->depth = mtd.depth;
            found->normal = mtd.normal;
        }
    }
}

/* Inserts an overlap: the deepest first, of equal ones the lower slot. */
THUD_OWN_CODE void keep_overlap(tile_search *search, const thud_tile_overlap *found) {
    int kept = search->count < search->capacity ? search->count : search->capacity, place = kept;
    search->count++;
    for (; place > 0; place--) {
        const thud_tile_overlap *before = &search->overlaps[place - 1];
        bool is_equal = before->depth == found->depth;
        if (is_equal ? before->shape.slot < found->shape.slot : before->depth > found->depth) {
            break;
        }
    }
    thud_insert(search->overlaps, sizeof *found, kept, search->capacity, place, found);
}

/* Adds a shape of a movable body that is in a tile by more than the slop. */
static bool look_at_shape(thud_world *world, thud_shape_id id, void *context) {
    tile_search *search = context;
    const thud_shape_record *record = &world->shapes.records[id.slot];
    if (record->body == search->grid->attachment.body ||
        world->bodies.bodies[record->body].type == THUD_BODY_STATIC) {
        return true;
    }
    thud_shape shape;
    thud_shape_record_read(record, &shape);
    thud_pose pose = thud_body_current_pose(&world->bodies, record->body);
    thud_tile_range cells =
        thud_tile_range_common(search->range, thud_grid_cells_in(search->grid, thud_shape_aabb(&shape, pose)));
    thud_tile_overlap found = {.body = thud_body_id_at(world, record->body), .shape = id};
    for (int row = cells.row; row < cells.row + cells.rows; row++) {
        for (int column = cells.column; column < cells.column + cells.columns; column++) {
            look_in_cell(search, column, row, &shape, pose, &found);
        }
    }
    if (found.depth > world->def.slop) {
        keep_overlap(search, &found);
    }
    return true;
}

/* The box in the world around the cells of a range. */
static thud_aabb box_of(const thud_tile_grid *grid, thud_tile_range range) {
    thud_pose pose = thud_grid_pose(grid);
    thud_double2 low = {range.column, range.row},
                 high = {range.column + range.columns, range.row + range.rows};
    thud_aabb box = {thud_grid_place(grid, low), thud_grid_place(grid, high)};
    return thud_aabb_moved(box, pose);
}

static int find(tile_search *search) {
    (void)thud_world_overlap_aabb(search->grid->world, box_of(search->grid, search->range),
                                  thud_query_filter_all(), look_at_shape, search);
    return search->count;
}

int thud_tile_grid_overlaps(const thud_world *world, thud_tile_grid_id id, thud_tile_range range,
                            thud_tile_overlap *overlaps, int capacity) {
    const thud_tile_grid *grid = thud_grid_of(world, id, __func__);
    if (grid == NULL || !thud_grid_has_range(grid, range) || capacity < 0 ||
        (overlaps == NULL && capacity > 0)) {
        return 0;
    }
    tile_search search = {
        .grid = grid, .range = range, .tile = -1, .overlaps = overlaps, .capacity = capacity};
    return find(&search);
}

bool thud_tile_grid_is_free(const thud_world *world, thud_tile_grid_id id, int column, int row, uint16_t tile) {
    const thud_tile_grid *grid = thud_grid_of(world, id, __func__);
    if (grid == NULL || !thud_grid_has(grid, column, row) || tile >= grid->tiles.count) {
        return false;
    }
    tile_search search = {.grid = grid, .range = {column, row, 1, 1}, .tile = tile};
    return find(&search) == 0;
}
