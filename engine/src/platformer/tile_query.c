/* tile_query.c: queries of tile grids: the tile at a point, the cells in a box, the tile of a contact and along a ray. */
#include "platformer/grid_state.h"

#include "narrowphase/outlines.h"
#include "world/contacts/one_way.h"

#include <math.h>

/* ---- the grid ---- */

thud_tile_grid_def thud_tile_grid_definition(const thud_world *world, thud_tile_grid_id id) {
    const thud_tile_grid *grid = thud_grid_of(world, id, __func__);
    if (grid == NULL) {
        return thud_tile_grid_defaults();
    }
    return (thud_tile_grid_def){.tiles = {grid->tiles.tiles, grid->tiles.count},
                                .columns = grid->columns,
                                .rows = grid->rows,
                                .cell_size = grid->cell_size,
                                .origin = grid->origin,
                                .user_data = grid->user_data};
}

thud_body_id thud_tile_grid_body(const thud_world *world, thud_tile_grid_id id) {
    const thud_tile_grid *grid = thud_grid_of(world, id, __func__);
    return grid != NULL ? thud_body_id_at(world, grid->attachment.body) : (thud_body_id){0, 0};
}

void *thud_tile_grid_user_data(const thud_world *world, thud_tile_grid_id id) {
    const thud_tile_grid *grid = thud_grid_of(world, id, __func__);
    return grid != NULL ? grid->user_data : NULL;
}

/* ---- cells ---- */

uint16_t thud_grid_tile(const thud_tile_grid *grid, int column, int row) {
    if (!thud_grid_has(grid, column, row)) {
        return 0;
    }
    const thud_tile_chunk *chunk = &grid->chunks[thud_grid_chunk_of(grid, column, row)];
    return chunk->cells != NULL ? chunk->cells[thud_cell_in_chunk(column, row)] : chunk->tile;
}

uint16_t thud_tile_grid_tile(const thud_world *world, thud_tile_grid_id id, int column, int row) {
    const thud_tile_grid *grid = thud_grid_of(world, id, __func__);
    return grid != NULL ? thud_grid_tile(grid, column, row) : 0;
}

/* Converts a point of the world into cells from the lower left corner of the grid. */
static thud_double2 cell_space(const thud_tile_grid *grid, thud_vec2 point) {
    return thud_grid_cells(grid, thud_pose_apply_inverse(thud_grid_pose(grid), point));
}

/* The whole number below `place`, limited to [first, last]; `first` for NaN. */
static int cell_below(double place, int first, int last) {
    double below = floor(place);
    return !(below > first) ? first : below > last ? last : (int)below;
}

thud_tile_hit thud_tile_grid_at(const thud_world *world, thud_tile_grid_id id, thud_vec2 point) {
    const thud_tile_grid *grid = thud_grid_of(world, id, __func__);
    if (grid == NULL) {
        return (thud_tile_hit){0};
    }
    thud_double2 place = cell_space(grid, point);
    bool inside = place.x >= 0.0 && place.x < grid->columns && place.y >= 0.0 && place.y < grid->rows;
    return inside ? thud_grid_hit_at(grid, (int)place.x, (int)place.y) : (thud_tile_hit){0};
}

thud_tile_range thud_grid_cells_in(const thud_tile_grid *grid, thud_aabb box) {
    thud_tile_range none = {0, 0, 0, 0};
    const thud_vec2 corners[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    thud_double2 low = cell_space(grid, corners[0]), high = low;
    for (int i = 1; i < 4; i++) {
        thud_double2 place = cell_space(grid, corners[i]);
        low = (thud_double2){thud_double_min(low.x, place.x), thud_double_min(low.y, place.y)};
        high = (thud_double2){thud_double_max(high.x, place.x), thud_double_max(high.y, place.y)};
    }
    bool meets = high.x >= 0.0 && low.x < grid->columns && high.y >= 0.0 && low.y < grid->rows;
    if (!meets) {
        return none;
    }
    thud_tile_range range = {.column = cell_below(low.x, 0, grid->columns - 1),
                             .row = cell_below(low.y, 0, grid->rows - 1)};
    range.columns = cell_below(high.x, 0, grid->columns - 1) + 1 - range.column;
    range.rows = cell_below(high.y, 0, grid->rows - 1) + 1 - range.row;
    return range;
}

thud_tile_range thud_tile_grid_cells_in(const thud_world *world, thud_tile_grid_id id, thud_aabb box) {
    const thud_tile_grid *grid = thud_grid_of(world, id, __func__);
    return grid != NULL && thud_aabb_is_valid(box) ? thud_grid_cells_in(grid, box)
                                                   : (thud_tile_range){0, 0, 0, 0};
}

thud_vec2 thud_tile_grid_center(const thud_world *world, thud_tile_grid_id id, int column, int row) {
    const thud_tile_grid *grid = thud_grid_of(world, id, __func__);
    if (grid == NULL) {
        return (thud_vec2){0.0f, 0.0f};
    }
    return thud_pose_apply(thud_grid_pose(grid),
                           thud_grid_place(grid, (thud_double2){column + 0.5, row + 0.5}));
}

/* ---- contacts ---- */

/* Depth below the surface at which the cell of a contact is searched [cells]. */
#define BELOW_SURFACE 0.02

bool thud_tile_of_contact(const thud_world *world, thud_shape_id shape, thud_vec2 point, thud_vec2 normal,
                          thud_tile_hit *hit) {
    if (hit == NULL) {
        return false;
    }
    *hit = (thud_tile_hit){0};
    if (!thud_shape_is_valid(world, shape)) {
        return false;
    }
    const thud_shape_record *record = &world->shapes.records[shape.slot];
    if (record->core_class == THUD_CORE_LINK || record->owner == NULL) {
        return false;
    }
    const thud_tile_grid *grid = (const thud_tile_grid *)record->owner;
    int32_t chunk = record->segment / THUD_CHUNK_PIECES;
    thud_chunk_range cells = grid->chunks[chunk].pieces[record->segment % THUD_CHUNK_PIECES].cells;
    thud_tile_range range = thud_grid_chunk_range(grid, chunk);
    range.column += cells.column;
    range.row += cells.row;
    thud_vec2 inward = thud_vec2_neg(thud_rot_apply_inverse(thud_grid_pose(grid).rotation, normal));
    thud_double2 place = cell_space(grid, point);
    place = thud_double2_mul_add(place, BELOW_SURFACE, thud_double2_of(inward));
    *hit = thud_grid_hit_at(grid, cell_below(place.x, range.column, range.column + cells.columns - 1),
                            cell_below(place.y, range.row, range.row + cells.rows - 1));
    return true;
}

/* ---- rays ---- */

typedef struct grid_ray {
    const thud_tile_grid *grid;
    thud_vec2 origin, translation;
    int32_t shape; /* that of the first hit */
    thud_cast_hit first;
} grid_ray;

static float cast_at_piece(thud_proxy_id proxy, uint64_t user, float max_fraction, void *context) {
    (void)proxy;
    grid_ray *ray = context;
    const thud_shape_record *record = &ray->grid->world->shapes.records[user];
    if (record->owner != &ray->grid->attachment) {
        return max_fraction;
    }
    thud_pose pose = thud_grid_pose(ray->grid);
    bool is_near;
    thud_cast_hit hit = thud_outline_cast_ray(thud_shape_record_outline(record), pose, ray->origin,
                                              ray->translation, 0.0f, &is_near);
    bool is_first = hit.hit && (!ray->first.hit || hit.fraction < ray->first.fraction);
    if (is_first && (!record->is_one_way || thud_one_way_faces(record, pose.rotation, hit.normal))) {
        ray->shape = (int32_t)user;
        ray->first = hit;
        return hit.fraction;
    }
    return max_fraction;
}

thud_tile_ray_hit thud_tile_grid_cast_ray(const thud_world *world, thud_tile_grid_id id, thud_vec2 origin,
                                          thud_vec2 translation) {
    grid_ray ray = {.grid = thud_grid_of(world, id, __func__), .origin = origin, .translation = translation};
    if (ray.grid != NULL) { /* the hash refuses a ray that is not finite */
        (void)thud_hash_cast_ray(world->hash, origin, translation, cast_at_piece, &ray);
    }
    thud_tile_ray_hit result = {.cast = ray.first};
    if (result.cast.hit) {
        thud_tile_of_contact(world, thud_shape_id_at(world, ray.shape), result.cast.point, result.cast.normal,
                             &result.cell);
    }
    return result;
}
