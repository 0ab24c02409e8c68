/**
 * tile_grid.h: levels of tiles: a grid of cells on a static or kinematic body. Each cell has the number of a tile. A
 * tile is empty, full, up to four convex polygons (slopes, half tiles) or an open edge (a platform to jump through).
 *
 *     thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full(), thud_tile_slope(0, 1), thud_tile_platform()};
 *     const uint16_t cells[] = {1, 1, 1, 1,        // the lowest row comes first
 *                               0, 2, 1, 0};       // a slope up to the right, and a full tile
 *     thud_tile_grid_def def = thud_tile_grid_defaults();
 *     def.tiles = (thud_tile_set){tiles, 4};
 *     def.columns = 4;
 *     def.rows = 2;
 *     def.cells = cells;
 *     thud_tile_grid_id grid = thud_tile_grid_create(world, ground, &def);
 *     thud_tile_grid_set(world, grid, 2, 1, 0);      // breaks the full tile
 *
 * Cell (column, row) has its lower left corner at origin + (column, row) * cell_size in the frame of the body: rows
 * count upwards, as y does. Tile number n is that of tiles[n]; number 0 is empty.
 *
 * The grid makes ordinary shapes of the body: it merges equal cells side by side within chunks of 16 x 16 cells. So
 * tiles appear wherever shapes do: in contacts, queries, events, debug drawing. thud_tile_of_contact gives the cell of
 * a contact. The shapes belong to the grid: thud_body_remove_shape, thud_shape_set_geometry and thud_shape_configure
 * refuse them. Where cells change, contacts on the tiles beside them go on, without events, but maybe with another shape of the grid:
 * the end event of such a contact does not name the shape of its begin event. Tiles that meet are smooth ground: nothing catches on their
 * seams, as for all static and kinematic shapes whose surfaces meet within the slop.
 *
 * thud_tile_grid_destroy destroys a grid; so does destroying its body or its world. Its id is then stale: calls that
 * take it are refused (THUD_STALE_ID) and return false or zeros. Calls that change cells are refused from inside a step.
 *
 * Threads: as in world.h: calls that take a const thud_world may run at the same time, the others alone.
 */
#pragma once

#include "thud/body.h"
#include "thud/narrowphase.h"

THUD_BEGIN_C

/** The most polygons of a tile, and the most points of each. */
#define THUD_TILE_MAX_POLYGONS 4
#define THUD_TILE_MAX_POINTS 8

/** The most tiles of a set, number 0 included. */
#define THUD_MAX_TILES 65536

/** The most columns, and rows, of a grid; and the most cells: 2^28. */
#define THUD_MAX_GRID_SIDE 1048576
#define THUD_MAX_GRID_CELLS 268435456

/** Id of a grid of tiles on a body. The zero id is null. */
typedef struct thud_tile_grid_id {
    uint32_t slot;
    uint32_t generation;
} thud_tile_grid_id;

/** Whether an id is null. */
static inline bool thud_tile_grid_id_is_null(thud_tile_grid_id id) {
    return id.generation == 0;
}

/** Whether two ids name the same grid. */
static inline bool thud_tile_grid_id_equal(thud_tile_grid_id a, thud_tile_grid_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

/* ---- tiles ---- */

/** The part of its cell that a tile fills. */
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
    int polygon_count; /**< for THUD_TILE_POLYGONS: 1 to THUD_TILE_MAX_POLYGONS; else not read */
    thud_tile_polygon polygons[THUD_TILE_MAX_POLYGONS];
    thud_vec2 edge[2];      /**< for THUD_TILE_EDGE: its two ends in the unit cell */
    thud_material material; /**< friction 0.6, elasticity 0; with the surface speed */
    /** Direction of the solid side, frame of the body, any length; bodies pass from the other sides; (0, 0): solid.
     * Merged tiles act as one shape: only their outline is solid. */
    thud_vec2 one_way;
    thud_filter filter;   /**< category 1, mask all, group 0 */
    uint64_t material_id; /**< yours; reported in hit events; 0 */
    bool contact_events;  /**< begin and end events; true */
    bool hit_events;      /**< false */
    bool pre_solve;       /**< the world's pre_solve is called for its contacts; false */
    void *user_data;      /**< of the tile's shapes; NULL */
} thud_tile_def;

/** The tiles of a grid: tiles[n] is tile number n; tiles[0] is empty. The grid copies it. */
typedef struct thud_tile_set {
    const thud_tile_def *tiles;
    int count; /**< 1 to THUD_MAX_TILES */
} thud_tile_set;

/** The empty tile. */
THUD_API thud_tile_def thud_tile_empty(void);

/** The whole cell, with the defaults of thud_shape_defaults. */
THUD_API thud_tile_def thud_tile_full(void);

/** The area below a line. `left` and `right` are the heights of the line at the left and right side of the
 * cell, 0 to 1: (0, 1) is a slope of 45 degrees up to the right, (0, 0.5) then (0.5, 1) a slope of 1:2 over
 * two cells, (0.5, 0.5) the lower half. Returns the empty tile if both are 0 or one is out of range. For
 * ceilings and walls see thud_tile_turned. */
THUD_API thud_tile_def thud_tile_slope(float left, float right);

/** The upper edge of the cell, solid from above: a platform to jump through from below and to walk on. */
THUD_API thud_tile_def thud_tile_platform(void);

/** Flips of a tile in its cell, which may be added. The diagonal flip is applied first, as in the Tiled editor. */
typedef enum thud_tile_flip {
    THUD_TILE_FLIP_X = 1, /**< left and right are swapped */
    THUD_TILE_FLIP_Y = 2, /**< top and bottom are swapped */
    /** x and y are swapped, about the line from the lower left to the upper right corner */
    THUD_TILE_FLIP_DIAGONAL = 4
} thud_tile_flip;

/** The tile with its polygons or edge and its one-way side flipped in the cell; all else stays. `flips` is a sum of
 * thud_tile_flip, other bits are not read. THUD_TILE_FLIP_Y turns the lower half into the upper half,
 * THUD_TILE_FLIP_DIAGONAL into the left half. */
THUD_API thud_tile_def thud_tile_turned(const thud_tile_def *tile, unsigned flips);

/* ---- grids ---- */

/** How to make a grid. The data behind the pointers is copied. */
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
 * Makes a grid on a static or kinematic body (THUD_WRONG_KIND "body" on others). Returns the null id if
 * refused, see thud_world_refusal. Refuses:
 * - points that are NaN (THUD_NOT_FINITE "tiles.polygons", "tiles.edge") or outside the unit cell (THUD_OUT_OF_RANGE),
 *   and polygons that thud_polygon refuses, each with the tile's number as value;
 * - materials that thud_body_add_shape refuses;
 * - sides that are 0 or too large ("columns", "rows"), also if the cells would be too small for floats at that
 *   distance;
 * - cell sizes that are not positive ("cell_size");
 * - numbers that are not in the set ("cells", with the index as value).
 * Cost: about 10 ns a cell, and 1 us for each shape.
 */
THUD_API thud_tile_grid_id thud_tile_grid_create(thud_world *world, thud_body_id body,
                                                 const thud_tile_grid_def *def);

/** Destroys a grid and its shapes; bodies that touched them wake. */
THUD_API bool thud_tile_grid_destroy(thud_world *world, thud_tile_grid_id grid);

/** Whether an id names a grid of the world. */
THUD_API bool thud_tile_grid_is_valid(const thud_world *world, thud_tile_grid_id grid);

/** Iterates over the grids of a world: the first one for the null id, else the next after `grid`; null at the end. */
THUD_API thud_tile_grid_id thud_world_next_tile_grid(const thud_world *world, thud_tile_grid_id grid);

/** Columns, rows, cell size, origin and user data of a grid, and its tile set. The set is the grid's copy, valid
 * until the set is changed. `cells` is null. */
THUD_API thud_tile_grid_def thud_tile_grid_definition(const thud_world *world, thud_tile_grid_id grid);

/** The body of a grid. */
THUD_API thud_body_id thud_tile_grid_body(const thud_world *world, thud_tile_grid_id grid);

/** The user data of a grid. */
THUD_API void *thud_tile_grid_user_data(const thud_world *world, thud_tile_grid_id grid);

/** A rectangle of cells: columns column to column + columns - 1, and rows likewise. */
typedef struct thud_tile_range {
    int column, row;
    int columns, rows; /**< 0: no cell */
} thud_tile_range;

/* ---- change ----
 *
 * A change merges the chunks with a changed cell again. Shapes that come out the same stay, with their contacts. Bodies
 * that touched a removed shape wake, and so do sleeping bodies under an added shape. Contacts with tiles that stay go on,
 * maybe with another shape: count the touches of a body with the grid, not with one shape of it.
 *
 * A tile put onto a body pushes the body out along the shortest way, at push_out_speed at most
 * (thud_solver_settings). If that way leads into another tile, the body stays stuck: call thud_tile_grid_is_free
 * before the change, or thud_tile_grid_overlaps after it.
 *
 * Cost: about 4 us for each changed chunk and 1 us for each shape of it, and the contacts of the body for each removed
 * shape.
 *
 * If memory runs out, a change is refused as a whole (THUD_OUT_OF_MEMORY), and the grid is unchanged.
 */

/** Puts a tile into a cell. Refuses cells outside the grid ("column", "row") and numbers not in the set ("tile"). */
THUD_API bool thud_tile_grid_set(thud_world *world, thud_tile_grid_id grid, int column, int row, uint16_t tile);

/** Puts one tile into all cells of a range. The range must lie in the grid ("range"). */
THUD_API bool thud_tile_grid_fill(thud_world *world, thud_tile_grid_id grid, thud_tile_range range,
                                  uint16_t tile);

/** Puts tiles[(row - range.row) * range.columns + column - range.column] into each cell of a range. Refuses numbers that
 * are not in the set (THUD_OUT_OF_RANGE "tiles", with the index as value). */
THUD_API bool thud_tile_grid_write(thud_world *world, thud_tile_grid_id grid, thud_tile_range range,
                                   const uint16_t *tiles);

/** Gives the grid another tile set. Refuses the sets that thud_tile_grid_create refuses, and a set that lacks the number
 * of a cell. Only the shapes of tiles that differ are made again. */
THUD_API bool thud_tile_grid_set_tiles(thud_world *world, thud_tile_grid_id grid, thud_tile_set tiles);

/* ---- read ---- */

/** The number of the tile in a cell; 0 outside of the grid. */
THUD_API uint16_t thud_tile_grid_tile(const thud_world *world, thud_tile_grid_id grid, int column, int row);

/** A cell and its tile. */
typedef struct thud_tile_hit {
    thud_tile_grid_id grid; /**< null: none */
    int column, row;
    uint16_t tile; /**< its number */
} thud_tile_hit;

/** Finds the cell in which a shape was touched. `point` [m] and `normal` (out of the tile) are those of
 * thud_world_cast_ray, thud_world_contact or a contact event. A normal of the other direction, or (0, 0),
 * gives one of the cells at the point. Returns false, and a null grid in `hit`, for stale ids and shapes that
 * belong to no grid. O(1). */
THUD_API bool thud_tile_of_contact(const thud_world *world, thud_shape_id shape, thud_vec2 point,
                                   thud_vec2 normal, thud_tile_hit *hit);

/** The cell at a point of the world [m], with its tile; a null grid if the point is outside. */
THUD_API thud_tile_hit thud_tile_grid_at(const thud_world *world, thud_tile_grid_id grid, thud_vec2 point);

/** The cells that a box in the world may overlap; if the body is turned, those of the bounding box in its frame. No
 * cells for a box that is outside or not valid. */
THUD_API thud_tile_range thud_tile_grid_cells_in(const thud_world *world, thud_tile_grid_id grid,
                                                 thud_aabb box);

/** The centre of a cell in the world [m]; also for cells outside the grid. */
THUD_API thud_vec2 thud_tile_grid_center(const thud_world *world, thud_tile_grid_id grid, int column, int row);

/** The first tile along a ray. */
typedef struct thud_tile_ray_hit {
    thud_tile_hit cell; /**< its grid is null if nothing was hit */
    thud_cast_hit cast; /**< as thud_cast_ray gives it, in the world */
} thud_tile_ray_hit;

/** The first cell whose tile is hit by a ray from `origin` to `origin + translation` in the world [m]. The test against
 * polygons and edges is exact and ignores filters. One-way tiles are hit from their solid side. Tests this grid alone;
 * thud_world_cast_ray tests all shapes. No tile of a disabled body is hit; none by a ray that is not finite. Cost: that of
 * thud_world_cast_ray. */
THUD_API thud_tile_ray_hit thud_tile_grid_cast_ray(const thud_world *world, thud_tile_grid_id grid,
                                                   thud_vec2 origin, thud_vec2 translation);

/** Called for each segment of the surface of a grid, in the world [m]. The tile is to the left of the direction from
 * `from` to `to`. `tile` is the number of a tile with the same material, filter and so on. Return false to stop. Must
 * not change the world. */
typedef bool thud_tile_segment_visitor(thud_vec2 from, thud_vec2 to, uint16_t tile, void *context);

/** Visits the surface of the tiles of a range, for drawing: the parts of their sides along which no other
 * tile lies, as straight segments as long as the chunks allow. A side of a cell that a tile lies along in part, as a half tile
 * does, is visited in full. Covers all chunks that have a cell in the range, always in the same order. Returns false and visits
 * nothing if the range is not in the grid. */
THUD_API bool thud_tile_grid_outline(const thud_world *world, thud_tile_grid_id grid, thud_tile_range range,
                                     thud_tile_segment_visitor *visitor, void *context);

/** A shape that overlaps a tile. */
typedef struct thud_tile_overlap {
    thud_body_id body;
    thud_shape_id shape;
    thud_tile_hit cell; /**< the cell that it is deepest in, with its tile */
    float depth;        /**< in that tile: length of the MTD [m] */
    thud_vec2 normal; /**< direction of the shortest way out of that tile, unit, in the world; may lead into other tiles */
} thud_tile_overlap;

/**
 * Finds the shapes that overlap a tile of a range by more than the slop. Called right after a change of these cells, it
 * gives the shapes onto which tiles were put; some steps later, the shapes that are stuck in them.
 *
 * Tests the shapes of dynamic bodies, and of kinematic bodies except the grid's own; no sensors. One-way
 * tiles, and tiles that the filter of a shape does not collide with, do not count, since they let the shape
 * pass. Writes up to `capacity` to `overlaps`, one for each shape, the deepest first (of equal ones the
 * lower slot), and returns how many there are; 0 if the range is not in the grid. Cost: a box query, and 0.1
 * us for each tile that such a shape may touch.
 */
THUD_API int thud_tile_grid_overlaps(const thud_world *world, thud_tile_grid_id grid, thud_tile_range range,
                                     thud_tile_overlap *overlaps, int capacity);

/** Whether a tile in a cell would overlap no shape: thud_tile_grid_overlaps would give none for that cell.
 * `tile` need not be the present tile of the cell: call it before you set a tile. Returns false for a cell
 * outside the grid or a number that is not in the set. */
THUD_API bool thud_tile_grid_is_free(const thud_world *world, thud_tile_grid_id grid, int column, int row,
                                     uint16_t tile);

THUD_END_C
