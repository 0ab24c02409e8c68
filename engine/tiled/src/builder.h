/* builder.h: shared by the files that make the bodies of one map. */
#pragma once

#include "log.h"
#include "thud/tiled.h"

typedef struct tiled_builder {
    thud_world *world;
    const thud_tiled_map *map;
    const thud_tiled_build_def *def;
    tiled_memory *memory; /* of the level */
    tiled_memory scratch; /* until it is built */
    tiled_log log;
} tiled_builder;

/* ---- properties, looked up in several owners ---- */

enum { tiled_most_owners = 3 };

typedef struct tiled_owners {
    thud_tiled_properties of[tiled_most_owners]; /* the first owner with a property counts */
} tiled_owners;

const thud_tiled_property *thud_tiled_find_in(const tiled_owners *owners, const char *name);

/* Largest number of properties without a limit of their own. */
static const double tiled_largest_property = 1e9;

/* ": 'VALUE'" to follow a refusal of a property that is a text; else "". */
enum { tiled_quoted_size = 48 };
const char *thud_tiled_quoted(const thud_tiled_property *property, char quoted[tiled_quoted_size]);

/* Each keeps *value without such a property, and refuses a value that is no number, out of range, or none of its words. */
bool thud_tiled_number_in(tiled_builder *builder, const tiled_owners *owners, const char *name, double low,
                          double high, float *value);
bool thud_tiled_flag_in(tiled_builder *builder, const tiled_owners *owners, const char *name, bool *value);
bool thud_tiled_material_in(tiled_builder *builder, const tiled_owners *owners, thud_material *material);
bool thud_tiled_one_way_in(tiled_builder *builder, const tiled_owners *owners, thud_vec2 *one_way);

/* ---- outlines ---- */

/* Converts from the frame of an object to that of a body or cell: first `pose`, then x * right + y * up + origin. */
typedef struct tiled_placing {
    thud_pose pose;
    thud_vec2 right, up, origin;
} tiled_placing;

enum { tiled_ellipse_sides = 24 };

/* How a tile is drawn in a box: with the size of the box, or one of the tile's own ratio that fits and is in the middle; and moved by
 * the offset of its set, which is stretched as the tile is. */
typedef struct tiled_drawn {
    thud_vec2 size, offset;
} tiled_drawn;

tiled_drawn thud_tiled_drawn(const thud_tiled_map *map, uint32_t gid, thud_vec2 box);

thud_vec2 thud_tiled_placed(const tiled_placing *placing, thud_vec2 point);

/* Stretches a tile, flipped as its gid says, to a box of a size; both have their lower left corner at the origin. */
tiled_placing thud_tiled_turned(uint32_t gid, thud_vec2 tile, thud_vec2 size);

/* The outline of an object with an area, or the line of a polyline, in the builder's scratch memory; `sides`
 * is for ellipses. No points for points and labels; null when memory runs out. */
const thud_vec2 *thud_tiled_outline(tiled_builder *builder, const thud_tiled_object *object,
                                    const tiled_placing *placing, int sides, int *count);

/* Splits an outline into convex parts in the builder's scratch. */
bool thud_tiled_split(tiled_builder *builder, const thud_vec2 *points, int count, thud_shape **parts,
                      int *part_count);

/* ---- bodies and grids ---- */

/* Records the world's last refusal; out of memory there counts as out of memory here. Returns false. */
bool thud_tiled_refused_by_world(tiled_builder *builder);

/* Makes a body of an object; *body is null if the object makes none. */
bool thud_tiled_build_object(tiled_builder *builder, const thud_tiled_layer *layer,
                             const thud_tiled_object *object, thud_body_id *body);

/* Makes a body with a grid of a tile layer; ground->grid is null without solid tiles. */
bool thud_tiled_build_ground(tiled_builder *builder, const thud_tiled_layer *layer,
                             thud_tiled_ground *ground);
