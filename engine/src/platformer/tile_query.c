/* tile_query.c: queries of tile grids: the tile at a point, the cells in a box, the tile of a contact and along a ray. */
#include "platformer/grid_state.h"

#include "thud/narrowphase.h"

#include <math.h>

/* ---- the grid ---- */

thud_tile_grid_def thud_tile_grid_definition(const thud_tile_grid *grid) {
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

thud_body_id thud_tile_grid_body(const thud_tile_grid *grid) {
    return grid != NULL ? thud_body_id_at(grid->world, grid->attachment.body) : (thud_body_id){0, 0};
}

thud_world *thud_tile_grid_world(const thud_tile_grid *grid) {
    return grid != NULL ? grid->world : NULL;
}

void *thud_tile_grid_user_data(const thud_tile_grid *grid) {
    return grid != NULL ? grid->user_data : NULL;
}

/* ---- cells ---- */

uint16_t thud_tile_grid_tile(const thud_tile_grid *grid, int column, int row) {
    if (grid == NULL || !thud_grid_has(grid, column, row)) {
        return 0;
    }
    const thud_tile_chunk *chunk = &grid->chunks[thud_grid_chunk_of(grid, column, row)];
    return chunk->cells != NULL ? chunk->cells[thud_cell_in_chunk(column, row)] : chunk->tile;
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

thud_tile_hit thud_tile_grid_at(const thud_tile_grid *grid, thud_vec2 point) {
    if (grid == NULL) {
        return (thud_tile_hit){0};
    }
    thud_double2 place = cell_space(grid, point);
    bool inside = place.x >= 0.0 && place.x < grid->columns && place.y >= 0.0 && place.y < grid->rows;
    return inside ? thud_grid_hit_at(grid, (int)place.x, (int)place.y) : (thud_tile_hit){0};
}

thud_tile_range thud_tile_grid_cells_in(const thud_tile_grid *grid, thud_aabb box) {
    thud_tile_range none = {0, 0, 0, 0};
    if (grid == NULL || !thud_aabb_is_valid(box)) {
        return none;
    }
    const thud_vec2 corners[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    thud_double2 low = cell_space(grid, corners[0]), high = low;
    for (int i = 1; i < 4; i++) {
        thud_double2 place = cell_space(grid, corners[i]);
        low = (thud_double2){fmin(low.x, place.x), fmin(low.y, place.y)};
        high = (thud_double2){fmax(high.x, place.x), fmax(high.y, place.y)};
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

thud_vec2 thud_tile_grid_center(const thud_tile_grid *grid, int column, int row) {
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

/*
 * The first tile along a ray, cell by cell.
 *
 * Source: J. Amanatides, A. Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987). The exit from each cell is
 * computed from the ray's start, so that rounding does not accumulate.
 */

/* A ray in the frame of the grid's body, and in cells. */
typedef struct grid_ray {
    const thud_tile_grid *grid;
    thud_vec2 origin, translation;
    thud_double2 start, path;
    double first, last; /* fractions at which it enters and leaves the grid */
} grid_ray;

/* Clips a ray to [0, count] along one axis. */
static void clip(grid_ray *ray, double start, double path, int count) {
    if (path == 0.0) {
        ray->last = start < 0.0 || start > count ? -1.0 : ray->last;
        return;
    }
    double enters = (path > 0.0 ? -start : count - start) / path;
    double leaves = (path > 0.0 ? count - start : -start) / path;
    ray->first = fmax(ray->first, enters);
    ray->last = fmin(ray->last, leaves);
}

/* The fraction at which a ray leaves a cell along one axis. */
static double leaving(double start, double path, int cell) {
    return path == 0.0 ? INFINITY : (cell + (path > 0.0) - start) / path;
}

static bool cast_at_cell(const grid_ray *ray, int column, int row, thud_tile_ray_hit *nearest) {
    const thud_tile_grid *grid = ray->grid;
    uint16_t tile_index = thud_tile_grid_tile(grid, column, row);
    const thud_tile_def *tile = &grid->tiles.tiles[tile_index];
    if (tile->kind == THUD_TILE_EMPTY) {
        return false;
    }
    bool is_one_way = tile->one_way.x != 0.0f || tile->one_way.y != 0.0f;
    thud_tile_draft drafts[THUD_TILE_MAX_POLYGONS];
    int32_t count = thud_pieces_of_tile(&grid->tiles, tile_index, 0, drafts);
    for (int32_t i = 0; i < count; i++) {
        thud_shape shape = thud_grid_shape(grid, column, row, &drafts[i]);
        thud_cast_hit hit;
        bool met =
            shape.kind != THUD_SHAPE_NONE &&
            thud_cast_ray(&shape, thud_pose_identity(), ray->origin, ray->translation, &hit) == THUD_OK &&
            hit.hit && (!nearest->cast.hit || hit.fraction < nearest->cast.fraction);
        if (met && (!is_one_way ||
                    thud_vec2_dot(hit.normal, tile->one_way) > 0.5f * thud_vec2_length(tile->one_way))) {
            nearest->cast = hit;
        }
    }
    return nearest->cast.hit;
}

thud_tile_ray_hit thud_tile_grid_cast_ray(const thud_tile_grid *grid, thud_vec2 origin,
                                          thud_vec2 translation) {
    thud_tile_ray_hit result = {0};
    if (grid == NULL || !thud_vec2_is_finite(origin) || !thud_vec2_is_finite(translation)) {
        return result;
    }
    thud_pose pose = thud_grid_pose(grid);
    grid_ray ray = {.grid = grid,
                    .origin = thud_pose_apply_inverse(pose, origin),
                    .translation = thud_rot_apply_inverse(pose.rotation, translation),
                    .last = 1.0};
    ray.start = thud_grid_cells(grid, ray.origin);
    ray.path = (thud_double2){(double)ray.translation.x / grid->cell_size.x,
                              (double)ray.translation.y / grid->cell_size.y};
    clip(&ray, ray.start.x, ray.path.x, grid->columns);
    clip(&ray, ray.start.y, ray.path.y, grid->rows);
    if (!(ray.first <= ray.last)) {
        return result;
    }
    thud_double2 entry = thud_double2_mul_add(ray.start, ray.first, ray.path);
    int column = cell_below(entry.x, 0, grid->columns - 1), row = cell_below(entry.y, 0, grid->rows - 1);
    while (thud_grid_has(grid, column, row) && !cast_at_cell(&ray, column, row, &result)) {
        double across = leaving(ray.start.x, ray.path.x, column), up = leaving(ray.start.y, ray.path.y, row);
        if (fmin(across, up) > ray.last) {
            return result;
        }
        column += across <= up ? (ray.path.x > 0.0 ? 1 : -1) : 0;
        row += across <= up ? 0 : (ray.path.y > 0.0 ? 1 : -1);
    }
    if (result.cast.hit) {
        result.cell = thud_grid_hit_at(grid, column, row);
        result.cast.point = thud_pose_apply(pose, result.cast.point);
        result.cast.normal = thud_rot_apply(pose.rotation, result.cast.normal);
    }
    return result;
}
