/**
 * tiled.h: levels drawn in the Tiled editor: reads a map into plain structs and makes bodies from it. An
 * optional library, thud::tiled, beside the engine.
 *
 *     thud_tiled_message error;
 *     thud_tiled_map *map = thud_tiled_read(path, NULL, &error);
 *     thud_tiled_level *level = map != NULL ? thud_tiled_build(world, map, NULL, &error) : NULL;
 *     if (level == NULL) {
 *         printf("%s, object %d '%s': %s\n", error.file, error.object, error.name, error.reason);
 *     } else {
 *         printf("%d grids of tiles, %d bodies\n", level->ground_count, level->body_count);
 *     }
 *     thud_tiled_level_free(level);    // its bodies stay
 *     thud_tiled_free(map);
 *
 * Reads .tmx and .tmj maps, and the tile sets and templates that they name. The format is detected from the content,
 * not from the file's name. Maps must be orthogonal. Tile data may be CSV, base64, gzip or zlib.
 *
 * Tiled uses pixels with y down and degrees clockwise. Here all lengths are in metres with y up, and angles in radians
 * counter-clockwise. A map's lower left corner is the origin (for an infinite map that of its nominal size). Cells are
 * counted from the lower left one, and a layer's cells begin with its bottom row. The property `pixels_per_metre` (or
 * `pixels_per_meter`) of the map sets the scale, 32 if it is missing.
 *
 * A map, layer or name that is null is searched like one that holds nothing.
 *
 * Parts that cannot be read or built are left out with a warning, one for each object; the rest loads. A map is refused
 * only if its file does not exist, is not JSON or XML, has another orientation, or has no sizes or layers.
 *
 * Threads: different maps may be read on different threads at the same time. Calls that take a const thud_tiled_map
 * may run on any number of threads at once; thud_tiled_build changes the world, see world.h.
 */
#pragma once

#include "thud/base.h"
#include "thud/body.h"
#include "thud/bounds.h"
#include "thud/math.h"
#include "thud/tile_grid.h"

THUD_BEGIN_C

/** A file, layer or object that was refused or left out, and the reason. */
typedef struct thud_tiled_message {
    char file[128];   /**< path as it was opened; the end of a longer path */
    char layer[64];   /**< name of the layer; "" if the message is not about one */
    int object;       /**< id; 0 if the message is not about an object */
    char name[64];    /**< of the object; "" if it has none */
    char reason[192]; /**< in words, without the above */
} thud_tiled_message;

/* ---- properties ---- */

/** The type of a property's value. A map without types has texts only. */
typedef enum thud_tiled_kind {
    THUD_TILED_TEXT,   /**< string, or an enumeration's value */
    THUD_TILED_NUMBER, /**< int or float */
    THUD_TILED_FLAG,   /**< bool */
    THUD_TILED_COLOR,  /**< text "#AARRGGBB" or "#RRGGBB" */
    THUD_TILED_FILE,   /**< a path, relative to the file that holds the property */
    THUD_TILED_OBJECT, /**< the id of an object, 0: none */
    THUD_TILED_CLASS,  /**< members by name; in JSON their kind is only text, number, flag or class */
    THUD_TILED_LIST    /**< members without names */
} thud_tiled_kind;

/** A custom property of a map, tile set, tile, layer or object. */
typedef struct thud_tiled_property {
    const char *name; /**< "" in a list */
    const char *type; /**< name of the custom type of Tiled's project; "" */
    thud_tiled_kind kind;
    const char *text; /**< of texts, colours and files; else "" */
    bool is_number;   /**< whether `number` is its value; also true for texts that are numbers */
    double number;    /**< flags: 0 or 1; colours: 0xAARRGGBB; else 0 */
    const struct thud_tiled_property *members; /**< of classes and lists */
    int member_count;
} thud_tiled_property;

/** The properties of one owner, in the order of the file. */
typedef struct thud_tiled_properties {
    const thud_tiled_property *items;
    int count;
} thud_tiled_properties;

/** A property by its name, or a member of a class as in "body.friction"; NULL if there is none. */
THUD_API const thud_tiled_property *thud_tiled_find(thud_tiled_properties properties, const char *name);

/** The number of a property; `otherwise` if there is no such property or it is no number. */
THUD_API double thud_tiled_number(thud_tiled_properties properties, const char *name, double otherwise);

/** Whether a property is set: a flag, a number other than 0, or the text "true"; `otherwise` if there is none. */
THUD_API bool thud_tiled_flag(thud_tiled_properties properties, const char *name, bool otherwise);

/** The text of a property; `otherwise` if it has none. */
THUD_API const char *thud_tiled_text(thud_tiled_properties properties, const char *name,
                                     const char *otherwise);

/* ---- objects ---- */

/** The form of an object. */
typedef enum thud_tiled_form {
    THUD_TILED_RECTANGLE, /**< `box` */
    THUD_TILED_ELLIPSE,   /**< inscribed in `box` */
    THUD_TILED_CAPSULE,   /**< inscribed in `box`, along its longer side */
    THUD_TILED_POLYGON,   /**< closed outline `points`, any winding, concave too */
    THUD_TILED_POLYLINE,  /**< open line `points` */
    THUD_TILED_POINT, /**< the position of `pose`; also a rectangle without a size, as old maps mark points */
    THUD_TILED_LABEL, /**< `text` in `box` */
    THUD_TILED_TILE   /**< the image of tile `gid`, stretched to `box` */
} thud_tiled_form;

/** An object of an object layer, or a collision shape of a tile. */
typedef struct thud_tiled_object {
    int id;
    const char *name;
    const char *class_name;    /**< for a tile object without one: that of its tile */
    const char *template_name; /**< path of its template; "" */
    thud_tiled_form form;
    bool visible;
    float opacity;           /**< [0, 1] */
    thud_pose pose;          /**< of its frame in the world; for a tile's shapes: in the tile, y up [m] */
    thud_aabb box;           /**< in its own frame [m]; points and lines: zeros */
    const thud_vec2 *points; /**< in its own frame [m] */
    int point_count;
    uint32_t gid;        /**< with THUD_TILED_FLIP bits; 0: no tile object */
    const char *text;    /**< of a label; else "" */
    float text_height;   /**< [m] */
    uint32_t text_color; /**< 0xAARRGGBB */
    thud_tiled_properties properties;
} thud_tiled_object;

/* ---- tiles ---- */

/** A cell or tile object names its tile by a number that is unique in the map (global tile id, gid); 0 is no
 * tile. These bits mirror the tile: first about the diagonal from its upper left to its lower right corner,
 * then left to right, then upside down. */
#define THUD_TILED_FLIP_X 0x80000000u
#define THUD_TILED_FLIP_Y 0x40000000u
#define THUD_TILED_FLIP_DIAGONAL 0x20000000u
#define THUD_TILED_GID_MASK 0x0fffffffu

/** A tile that its tile set describes. */
typedef struct thud_tiled_tile {
    uint32_t id; /**< gid minus the set's first_gid */
    const char *class_name;
    const char *image;                /**< path, if each tile has its own; else "" */
    thud_vec2 size;                   /**< [m] */
    const thud_tiled_object *objects; /**< collision shapes */
    int object_count;
    thud_tiled_properties properties;
} thud_tiled_tile;

/** The point of a tile object that lies at its position. */
typedef enum thud_tiled_alignment {
    THUD_TILED_BOTTOM_LEFT, /**< also if the set has none */
    THUD_TILED_BOTTOM,
    THUD_TILED_BOTTOM_RIGHT,
    THUD_TILED_LEFT,
    THUD_TILED_CENTER,
    THUD_TILED_RIGHT,
    THUD_TILED_TOP_LEFT,
    THUD_TILED_TOP,
    THUD_TILED_TOP_RIGHT
} thud_tiled_alignment;

/** A tile set. Sizes in pixels are those of its image. */
typedef struct thud_tiled_tileset {
    uint32_t first_gid;
    const char *name;
    const char *class_name;
    const char *source;            /**< path of its file; "" if it is part of the map */
    const char *image;             /**< path; "" if each tile has its own */
    int image_width, image_height; /**< [px] */
    int tile_width, tile_height;   /**< of the largest tile [px] */
    int columns, spacing, margin;  /**< of the image; [px] but for columns */
    int tile_count;                /**< 0 in maps from before Tiled 0.13 */
    thud_vec2 tile_size;           /**< [m] */
    thud_vec2 tile_offset;         /**< drawing offset, of the tiles' shapes too [m] */
    bool fills_cells;              /**< tiles are drawn at the size of a cell, not their own */
    bool keeps_aspect; /**< stretched tiles keep the ratio of their sides, in the middle of their boxes */
    thud_tiled_alignment alignment;
    const thud_tiled_tile *tiles; /**< the described tiles, ordered by id */
    int described_count;
    thud_tiled_properties properties;
} thud_tiled_tileset;

/* ---- layers and the map ---- */

/** The content of a layer. */
typedef enum thud_tiled_layer_kind {
    THUD_TILED_TILE_LAYER,
    THUD_TILED_OBJECT_LAYER,
    THUD_TILED_IMAGE_LAYER,
    THUD_TILED_GROUP
} thud_tiled_layer_kind;

/** A layer. The values of its groups are already applied to it: visible, decoration, opacity, offset, parallax, tint. */
typedef struct thud_tiled_layer {
    int id;
    const char *name;
    const char *class_name;
    thud_tiled_layer_kind kind;
    int group; /**< index of its group; -1: none */
    bool visible;
    bool decoration; /**< its parallax is not 1: for looks only, no bodies are made from it */
    float opacity;
    thud_vec2 offset;   /**< [m]; included in the poses of objects, not in column and row */
    thud_vec2 parallax; /**< 1: moves with the camera as the world does */
    uint32_t tint;      /**< 0xAARRGGBB; white if there is none */
    thud_tiled_properties properties;

    int column, row;       /**< tiles: of the lower left cell; (0, 0) except in infinite maps */
    int columns, rows;     /**< tiles; 0 if the data could not be read */
    const uint32_t *cells; /**< tiles: gids with flip bits, row by row from the bottom */

    const thud_tiled_object *objects;
    int object_count;

    const char *image; /**< path */
    bool repeat_x, repeat_y;
} thud_tiled_layer;

/** A map. thud_tiled_free releases all of it. */
typedef struct thud_tiled_map {
    const char *file;
    const char *class_name;
    int columns, rows; /**< nominal, for infinite maps */
    bool infinite;
    int tile_width, tile_height; /**< of a cell [px] */
    float pixels_per_metre;
    thud_vec2 cell_size; /**< [m] */
    /** Of the map; for an infinite map those of its tiles, or of its nominal size if it has no tiles [m]. */
    thud_aabb bounds;
    thud_vec2 parallax_origin; /**< [m] */
    uint32_t background;       /**< 0xAARRGGBB; 0 if there is none */
    thud_tiled_properties properties;
    const thud_tiled_tileset *tilesets; /**< ordered by first_gid */
    int tileset_count;
    const thud_tiled_layer *layers; /**< from back to front; a group comes before its layers */
    int layer_count;
    const thud_tiled_message *warnings;
    int warning_count;
} thud_tiled_map;

/** The largest file that is read [bytes]. */
#define THUD_TILED_LARGEST_FILE (64 << 20)

/** How to read a map. */
typedef struct thud_tiled_options {
    thud_hooks hooks; /**< memory of the map; cJSON, expat and zlib use malloc while they read */
    /** Returns the bytes of a file, or NULL on failure. Set both `open` and `close` or neither; if both are NULL,
     * files are read with the C library. The path is that of the map, or a path that it names, joined to the folder
     * of the file that names it. A game that opens untrusted maps must check here which paths they may name. */
    const void *(*open)(void *context, const char *path, size_t *size);
    void (*close)(void *context, const void *bytes, size_t size);
    void *context;
    float pixels_per_metre; /**< 0: the value of the map */
    int most_cells; /**< limit for all tile layers together; layers beyond it are left out with a warning; 64 million */
} thud_tiled_options;

/** The default options: the C library's memory and files, the map's scale. */
THUD_API thud_tiled_options thud_tiled_options_defaults(void);

/** Reads a map. Returns NULL and fills *error if it is refused. `options` NULL: the defaults. */
THUD_API thud_tiled_map *thud_tiled_read(const char *path, const thud_tiled_options *options,
                                         thud_tiled_message *error);

/** The same for a map in memory. `path` is used in messages, and files that the map names are relative to it. */
THUD_API thud_tiled_map *thud_tiled_read_memory(const void *bytes, size_t size, const char *path,
                                                const thud_tiled_options *options, thud_tiled_message *error);

/** Releases a map; NULL is allowed. */
THUD_API void thud_tiled_free(thud_tiled_map *map);

/** The gid of a cell, counted from the map's lower left cell; 0 outside the layer. */
static inline uint32_t thud_tiled_cell(const thud_tiled_layer *layer, int column, int row) {
    int i = layer != NULL ? column - layer->column : -1, j = layer != NULL ? row - layer->row : -1;
    bool inside = i >= 0 && i < layer->columns && j >= 0 && j < layer->rows;
    return inside ? layer->cells[(size_t)j * (size_t)layer->columns + (size_t)i] : 0;
}

/** The tile set of a gid; NULL for 0 and for gids of no set, as those beyond the last tile of its image. Flip bits are ignored. */
THUD_API const thud_tiled_tileset *thud_tiled_tileset_of(const thud_tiled_map *map, uint32_t gid);

/** The description of a tile by its set; NULL if there is none. */
THUD_API const thud_tiled_tile *thud_tiled_tile_of(const thud_tiled_map *map, uint32_t gid);

/** The first layer of that name; NULL if there is none. */
THUD_API const thud_tiled_layer *thud_tiled_find_layer(const thud_tiled_map *map, const char *name);

/** The object of that id in any object layer; NULL if there is none. */
THUD_API const thud_tiled_object *thud_tiled_find_object(const thud_tiled_map *map, int id);

/* ---- bodies ----
 *
 * thud_tiled_build reads these properties. A map has only what was set in it, not the defaults of its project's classes, unless it is
 * exported with "Resolve object types and properties". It looks them up in the object, for a tile object then in its tile, and last
 * in the layer; for a tile in the tile, the tile set, and last the layer. A name that is nearly one of these, such as `Body`, makes a
 * warning; all others are the game's.
 *
 * | property                                     | of             | meaning                                                      |
 * |----------------------------------------------|----------------|--------------------------------------------------------------|
 * | body                                         | objects        | static, kinematic, dynamic or none; static                   |
 * | density [kg/m^2], gravity_scale, bullet,     | objects        | as in thud_body_def and thud_shape_def                       |
 * | lock_rotation, sensor                        |                |                                                              |
 * | spin [rad/s]                                 | objects        | angular velocity, of kinematic and dynamic ones              |
 * | friction, elasticity, rolling_resistance,    | objects, tiles | as in thud_material                                          |
 * | surface_speed                                |                |                                                              |
 * | one_way                                      | objects, tiles | the side that holds: up (or true), down, left or right       |
 * | solid                                        | tiles          | true: full, where the tile has no shapes of its own;         |
 * |                                              |                | false: empty, whatever it has                                |
 * | solid                                        | tile layers    | true: tiles without shapes are full; false: no grid is made  |
 */

/** A body that was made from an object. */
typedef struct thud_tiled_body {
    const thud_tiled_object *object;
    const thud_tiled_layer *layer;
    thud_body_id body; /**< its name is the object's */
} thud_tiled_body;

/** A tile layer that became a static body with a grid. */
typedef struct thud_tiled_ground {
    const thud_tiled_layer *layer;
    thud_body_id body;
    thud_tile_grid_id grid; /**< its cell (0, 0) is (layer->column, layer->row) of the map */
    const uint32_t *gids; /**< of each tile number of the grid, with flip bits; gids[0] is 0 */
    int gid_count;
} thud_tiled_ground;

/** The bodies and grids that were made from a map. They belong to the world. */
typedef struct thud_tiled_level {
    const thud_tiled_body *bodies; /**< in the order of the file */
    int body_count;
    const thud_tiled_ground *grounds;
    int ground_count;
    const thud_tiled_message *warnings; /**< from building, not those of the map */
    int warning_count;
} thud_tiled_level;

/** How to make bodies from a map. */
typedef struct thud_tiled_build_def {
    thud_hooks hooks; /**< memory of the level */
    /** Called for each visible object that would become a body, with the definitions from its properties; it may
     * change them. Their user_data is the object. Return false to make no body. NULL: all objects become bodies. */
    bool (*object)(void *context, const thud_tiled_object *object, const thud_tiled_layer *layer,
                   thud_body_def *body, thud_shape_def *shape);
    /** Called once for each non-empty tile of a layer, with the flipped definition from its properties and
     * shapes; it may change the definition. user_data is the tile if it has a class or properties, else NULL,
     * as only tiles of equal user_data share shapes; thud_tiled_tile_of gives every described tile. Return
     * false to make the tile empty. NULL: all tiles are used. */
    bool (*tile)(void *context, uint32_t gid, const thud_tiled_layer *layer, thud_tile_def *tile);
    void *context;
} thud_tiled_build_def;

/** The default definition: the C library's memory, no callbacks. */
THUD_API thud_tiled_build_def thud_tiled_build_defaults(void);

/**
 * Makes bodies from all visible layers that are not decoration:
 * - a tile layer with solid tiles becomes a static body with a grid of them, shifted by the tile_offset of their set; tiles
 *   of sets with different ones in one layer stand by that of the first one, with a warning;
 * - a rectangle, ellipse, capsule or polygon becomes a body with its origin at the centre of the box, or at the
 *   object's position if it has no box; a concave polygon becomes several shapes, an ellipse a polygon of 24 sides,
 *   or a circle if its axes differ by 1 % at most;
 * - a polyline becomes a chain; it is left out with a warning if its body is dynamic or it is a sensor;
 * - a tile object becomes a body with the collision shapes of its tile, stretched and flipped with it, its origin at the
 *   centre of its picture (the box's, shifted by the set's tile_offset). If its tile
 *   has none, it becomes a body only if it has the property `body`; its shape is then the object's box;
 * - points and labels become no bodies.
 *
 * Parts that the engine refuses are left out with a warning. A tile's shapes are cut to its cell; they are at most four
 * convex polygons, or one segment. If memory runs out, returns NULL, fills *error and destroys all that was made. `map`
 * must outlive the level and all use of user_data. `def` NULL: the defaults. Must not be called from inside a step.
 */
THUD_API thud_tiled_level *thud_tiled_build(thud_world *world, const thud_tiled_map *map,
                                            const thud_tiled_build_def *def, thud_tiled_message *error);

/** Releases the description of a level; its bodies stay. NULL is allowed. */
THUD_API void thud_tiled_level_free(thud_tiled_level *level);

THUD_END_C
