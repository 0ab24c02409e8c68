/*
 * tile_ray.c: finds the first tile along a ray, cell by cell.
 *
 * Source: J. Amanatides, A. Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987). The exit from each cell is
 * computed from the ray's start, so that rounding does not accumulate.
 */
#include "platformer/grid_state.h"

#include "thud/narrowphase.h"

#include <math.h>

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

static int first_cell(double place, int count) {
    return place < 0.0 ? 0 : place >= count ? count - 1 : (int)place;
}

/* The fraction at which a ray leaves a cell along one axis. */
static double leaving(double start, double path, int cell) {
    return path == 0.0 ? INFINITY : (cell + (path > 0.0) - start) / path;
}

/* Casts the ray at the tile of a cell. */
static bool cast_at_cell(const grid_ray *ray, int column, int row, thud_tile_ray_hit *nearest) {
    const thud_tile_grid *grid = ray->grid;
    uint16_t tile_index = thud_tile_grid_tile(grid, column, row);
    const thud_tile_def *tile = &grid->tiles.tiles[tile_index];
    if (tile->kind == THUD_TILE_EMPTY) {
        return false;
    }
    bool is_one_way = tile->one_way.x != 0.0f || tile->one_way.y != 0.0f;
    thud_tile_draft drafts[THUD_TILE_MAX_POLYGONS];
    int32_t count = thud_pieces_of_tile(&grid->tiles, tile_index, drafts);
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
    int column = first_cell(entry.x, grid->columns), row = first_cell(entry.y, grid->rows);
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
