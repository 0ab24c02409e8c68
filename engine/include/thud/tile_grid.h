/**
 * tile_grid.h: levels of tiles: a grid of cells on a static or kinematic body, each with the number of a tile. A tile is empty, full,
 * up to four convex polygons (slopes, half tiles) or an open edge (a platform to jump through).
 *
 *     thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full(), thud_tile_slope(0, 1), thud_tile_platform()};
 *     const uint16_t cells[] = {1, 1, 1, 1,        // the lowest row comes first
 *                               0, 2, 1, 0};       // a slope up to the right, and a full tile
 *     thud_tile_grid_def def = thud_tile_grid_defaults();
 *     def.tiles = (thud_tile_set){tiles, 4};
 *     def.columns = 4;
 *     def.rows = 2;
 *     def.cells = cells;
 *     thud_tile_grid *grid = thud_tile_grid_create(world, ground, &def);
 *     thud_tile_grid_set(grid, 2, 1, 0);             // breaks the full tile
 *
 * Cell (column, row) has its lower left corner at origin + (column, row) * cell_size in the frame of the body: rows count upwards,
 * as y does. Tile number n is that of tiles[n]; number 0 is empty.
 *
 * The grid makes ordinary shapes of the body: equal cells side by side are merged within chunks of 16 x 16 cells. So tiles
 * appear wherever shapes do: in contacts, queries, events, debug drawing. thud_tile_of_contact leads back to the cell. The shapes
 * belong to the grid: thud_body_remove_shape, thud_shape_set_geometry and thud_shape_configure refuse them. Where tiles meet
 * they are smooth ground: nothing catches on the seams, as for all static and kinematic shapes whose surfaces meet within the slop.
 *
 * A grid is gone with thud_tile_grid_destroy, with its body or with its world; its pointer is then no longer valid. A grid that
 * is null is refused by all calls, which give false or zeros. Calls that change cells are refused from inside a step.
 *
 * Threads: calls that take a const thud_tile_grid may run on any number of threads at once while no call that changes the world
 * runs; the others on one thread at a time, see world.h.
 */
#ifndef THUD_TILE_GRID_H
#define THUD_TILE_GRID_H

#include "thud/body.h"
#include "thud/narrowphase.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The most polygons of a tile, and the most points of each. */
#define THUD_TILE_MAX_POLYGONS 4
#define THUD_TILE_MAX_POINTS 8

/** The most tiles of a set, number 0 included. */
#define THUD_MAX_TILES 65536

/** The most columns, and rows, of a grid; and the most cells: 2^28. */
#define THUD_MAX_GRID_SIDE 1048576
#define THUD_MAX_GRID_CELLS 268435456

/** A grid of tiles on a body. The world owns it. */
typedef struct thud_tile_grid thud_tile_grid;

/* ---- tiles ---- */

/** What of its cell a tile fills. */
typedef enum thud_tile_kind {
    THUD_TILE_EMPTY = 0, /**< nothing */
    THUD_TILE_FULL,      /**< the whole cell */
    THUD_TILE_POLYGONS,  /**< thud_tile_def.polygons */
    THUD_TILE_EDGE       /**< the segment thud_tile_def.edge, which has no inside */
} thud_tile_kind;

/** A convex polygon in the unit cell: (0, 0) is its lower left corner, (1, 1) the upper right one. */
typedef struct thud_tile_polygon {
    thud_vec2 points[THUD_TILE_MAX_POINTS]; /**< in order, either winding */
    int count;                              /**< 3 to THUD_TILE_MAX_POINTS */
} thud_tile_polygon;

/** A tile. */
typedef struct thud_tile_def {
    thud_tile_kind kind;
    int polygon_count; /**< of THUD_TILE_POLYGONS: 1 to THUD_TILE_MAX_POLYGONS; else not read */
    thud_tile_polygon polygons[THUD_TILE_MAX_POLYGONS];
    thud_vec2 edge[2];      /**< of THUD_TILE_EDGE: its two ends in the unit cell */
    thud_material material; /**< friction 0.6, elasticity 0; with the surface speed */
    thud_vec2
        one_way; /**< the side that holds, frame of the body, any length; everything passes from the other sides; (0, 0): solid.
                          Tiles that are merged are one thing to pass through: only their outline holds */
    thud_filter filter;   /**< category 1, mask all, group 0 */
    uint64_t material_id; /**< yours; comes back in hit events; 0 */
    bool contact_events;  /**< begin and end events; true */
    bool hit_events;      /**< false */
    bool pre_solve;       /**< the world's pre_solve is asked about its contacts; false */
    void *user_data;      /**< of the tile's shapes; NULL */
} thud_tile_def;

/** The tiles of a grid: tiles[n] is tile number n; tiles[0] is empty. Copied where it is given. */
typedef struct thud_tile_set {
    const thud_tile_def *tiles;
    int count; /**< 1 to THUD_MAX_TILES */
} thud_tile_set;

/** Nothing. */
THUD_API thud_tile_def thud_tile_empty(void);

/** The whole cell, with the defaults of thud_shape_defaults. */
THUD_API thud_tile_def thud_tile_full(void);

/**
 * What lies below a line from `left` to `right`, its heights at the left and right side of the cell, 0 to 1: (0, 1) is a slope of 45
 * degrees up to the right, (0, 0.5) then (0.5, 1) one of 1:2 over two cells, (0.5, 0.5) the lower half. The empty tile where
 * both are 0 or one is out of range. For ceilings and walls see thud_tile_turned.
 */
THUD_API thud_tile_def thud_tile_slope(float left, float right);

/** The upper edge of the cell, held from above: a platform to jump through from below and to walk on. */
THUD_API thud_tile_def thud_tile_platform(void);

/** How to turn a tile in its cell; as a sum. The diagonal flip comes first, as in the Tiled editor. */
typedef enum thud_tile_flip {
    THUD_TILE_FLIP_X = 1, /**< left and right are swapped */
    THUD_TILE_FLIP_Y = 2, /**< top and bottom are swapped */
    THUD_TILE_FLIP_DIAGONAL =
        4 /**< x and y are swapped, about the line from the lower left to the upper right corner */
} thud_tile_flip;

/** The tile with its polygons or edge flipped in the cell, its one-way side too; all else stays. `flips`: sum of thud_tile_flip, other
 * bits are not read. The lower half becomes the upper one by THUD_TILE_FLIP_Y, the left one by THUD_TILE_FLIP_DIAGONAL. */
THUD_API thud_tile_def thud_tile_turned(const thud_tile_def *tile, unsigned flips);

/* ---- grids ---- */

/** How to make a grid. What the pointers point at is copied. */
typedef struct thud_tile_grid_def {
    thud_tile_set tiles;
    int columns, rows;     /**< 1 to THUD_MAX_GRID_SIDE, together up to THUD_MAX_GRID_CELLS */
    thud_vec2 cell_size;   /**< width and height of a cell, > 0 [m]; (1, 1) */
    thud_vec2 origin;      /**< lower left corner of cell (0, 0), frame of the body [m]; (0, 0) */
    const uint16_t *cells; /**< tile numbers: columns * rows of them, the lowest row first; NULL: all 0 */
    void *user_data;       /**< of the grid; NULL */
} thud_tile_grid_def;

/** No tiles and no cells yet; cells of 1 x 1 m. */
THUD_API thud_tile_grid_def thud_tile_grid_defaults(void);

/**
 * Makes a grid on a static or kinematic body (THUD_WRONG_KIND "body" on others); null when refused, see thud_world_refusal.
 * Refuses points that are NaN (THUD_NOT_FINITE "tiles.polygons", "tiles.edge") or outside of the unit cell (THUD_OUT_OF_RANGE), polygons
 * that thud_polygon refuses, each with the tile's number as value; materials as thud_body_add_shape does; sides that are 0 or too large
 * ("columns", "rows"), also where the cells would be too small for floats at that distance; cell sizes that are not positive
 * ("cell_size"), and numbers that are not in the set ("cells", with the index as value). Cost: about 10 ns a cell, and 1 us for each shape.
 */
THUD_API thud_tile_grid *thud_tile_grid_create(thud_world *world, thud_body_id body,
                                               const thud_tile_grid_def *def);

/** Destroys a grid and its shapes; what touched them wakes. */
THUD_API bool thud_tile_grid_destroy(thud_tile_grid *grid);

/** Columns, rows, cell size, origin and user data of a grid, and its tile set: the grid's copy, until the set is changed. `cells` is
 * null. */
THUD_API thud_tile_grid_def thud_tile_grid_definition(const thud_tile_grid *grid);

/** The body of a grid. */
THUD_API thud_body_id thud_tile_grid_body(const thud_tile_grid *grid);

/** The world of a grid; null for none. */
THUD_API thud_world *thud_tile_grid_world(const thud_tile_grid *grid);

/** The user data of a grid. */
THUD_API void *thud_tile_grid_user_data(const thud_tile_grid *grid);

/** A rectangle of cells: columns column to column + columns - 1, and rows likewise. */
typedef struct thud_tile_range {
    int column, row;
    int columns, rows; /**< 0: no cell */
} thud_tile_range;

/* ---- change ----
 *
 * A change merges the chunks anew in which a cell has changed; shapes that come out as they were stay, with their contacts. What
 * touched a shape that goes wakes, and so does what sleeps beneath one that comes. A body in which a tile is put is pushed out the
 * shortest way, at push_out_speed at most (thud_solver_settings). Where that leads into another tile it stays stuck: ask
 * thud_tile_grid_is_free first, or thud_tile_grid_overlaps afterwards.
 * What lies on a tile whose shape is made anew, though the tile itself stays, ends one contact and begins another.
 *
 * Cost: about 10 us for each chunk that has changed, and that of the contacts of the body for each shape that goes.
 *
 * Where memory runs out all are refused as a whole (THUD_OUT_OF_MEMORY), and the grid is as before.
 */

/** Puts a tile into a cell. Refuses cells that are none ("column", "row") and numbers that are not in the set ("tile"). */
THUD_API bool thud_tile_grid_set(thud_tile_grid *grid, int column, int row, uint16_t tile);

/** Puts one tile into all cells of a range, which has to lie in the grid ("range"). */
THUD_API bool thud_tile_grid_fill(thud_tile_grid *grid, thud_tile_range range, uint16_t tile);

/** Puts tiles[(row - range.row) * range.columns + column - range.column] into each cell of a range. A number that is not in the set:
 * THUD_OUT_OF_RANGE "tiles", with its index as value. */
THUD_API bool thud_tile_grid_write(thud_tile_grid *grid, thud_tile_range range, const uint16_t *tiles);

/** Gives the grid another tile set. Refused like in thud_tile_grid_create, and where a cell has a number that is not in it. Only shapes of
 * tiles that differ are made anew. */
THUD_API bool thud_tile_grid_set_tiles(thud_tile_grid *grid, thud_tile_set tiles);

/* ---- ask ---- */

/** The number of the tile in a cell; 0 outside of the grid. */
THUD_API uint16_t thud_tile_grid_tile(const thud_tile_grid *grid, int column, int row);

/** A cell and its tile. */
typedef struct thud_tile_hit {
    thud_tile_grid *grid; /**< null: none */
    int column, row;
    uint16_t tile; /**< its number */
} thud_tile_hit;

/**
 * The cell that a shape was touched in: `point` [m] and `normal` (out of the tile) as in thud_world_cast_ray, thud_world_contact or a contact
 * event. False, `hit` without a grid, for shapes of no grid and stale ids. A normal of the other direction, or (0, 0), gives one of the cells at the
 * point. O(1).
 */
THUD_API bool thud_tile_of_contact(const thud_world *world, thud_shape_id shape, thud_vec2 point,
                                   thud_vec2 normal, thud_tile_hit *hit);

/** The cell at a point of the world [m], with its tile; without a grid where the point is outside of it. */
THUD_API thud_tile_hit thud_tile_grid_at(const thud_tile_grid *grid, thud_vec2 point);

/** The cells that a box in the world may overlap; of a turned body those of the box around it. No cells for a box that is outside
 * or not valid. */
THUD_API thud_tile_range thud_tile_grid_cells_in(const thud_tile_grid *grid, thud_aabb box);

/** The middle of a cell in the world, also of one outside of the grid [m]. */
THUD_API thud_vec2 thud_tile_grid_center(const thud_tile_grid *grid, int column, int row);

/** The first tile along a ray. */
typedef struct thud_tile_ray_hit {
    thud_tile_hit cell; /**< without a grid: none */
    thud_cast_hit cast; /**< as thud_cast_ray gives it, in the world */
} thud_tile_ray_hit;

/**
 * The first cell along a ray from `origin` to `origin + translation` in the world [m] whose tile the ray meets: its polygons and its edge, exactly, whatever its
 * filter is. One-way tiles are met from the side that holds. Sees this grid alone: thud_world_cast_ray sees all shapes. Cost: some nanoseconds a cell that
 * is passed, 0.1 us for each polygon that is tried.
 */
THUD_API thud_tile_ray_hit thud_tile_grid_cast_ray(const thud_tile_grid *grid, thud_vec2 origin,
                                                   thud_vec2 translation);

/** Called for each segment of the surface of a grid, in the world [m]; the tile is to the left of the way from `from` to `to`. `tile` is the number of one that has the
 * same material, filter and so on. Return false to stop. */
typedef bool thud_tile_segment_visitor(thud_vec2 from, thud_vec2 to, uint16_t tile, void *context);

/**
 * Visits the surface of the tiles of a range, for drawing: what of the sides of tiles no other tile lies along, in straight pieces as long as the
 * chunks allow, of all chunks that have a cell of the range; always in the same order. False, and nothing is visited, where the range is not in the grid.
 */
THUD_API bool thud_tile_grid_outline(const thud_tile_grid *grid, thud_tile_range range,
                                     thud_tile_segment_visitor *visitor, void *context);

/** A shape that is inside of a tile. */
typedef struct thud_tile_overlap {
    thud_body_id body;
    thud_shape_id shape;
    thud_tile_hit cell; /**< with the tile that it is deepest in */
    float depth;        /**< in that tile: length of the MTD [m] */
    thud_vec2 normal; /**< the shortest way out of that tile, unit, in the world: other tiles may be there */
} thud_tile_overlap;

/**
 * The shapes that overlap a tile of a range by more than the slop: of dynamic bodies, and of kinematic ones but the grid's own; no sensors, and none in
 * one-way tiles or in tiles that its filter does not collide with, which let it pass. After a change of these cells: what the tiles were put into. Some steps later: what is
 * stuck in them. Writes up to `capacity` to `overlaps`, the deepest first (of equal ones the lower slot), one for each shape, and returns how
 * many there are; 0 where the range is not in the grid. Cost: a box query, and 0.1 us for each tile that such a shape may touch.
 */
THUD_API int thud_tile_grid_overlaps(const thud_tile_grid *grid, thud_tile_range range,
                                     thud_tile_overlap *overlaps, int capacity);

/**
 * Whether nothing would be stuck in a tile: thud_tile_grid_overlaps would give no shape for that cell. `tile` need not be what is there now: ask
 * before it is set. False for a cell or tile that is none.
 */
THUD_API bool thud_tile_grid_is_free(const thud_tile_grid *grid, int column, int row, uint16_t tile);

#ifdef __cplusplus
}
#endif

#endif
