/*
 * builder.h: what the files of this folder share while they make bodies of one map.
 */
#ifndef TILED_BUILDER_H
#define TILED_BUILDER_H

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
    thud_tiled_properties of[tiled_most_owners]; /* the first that has a property counts */
} tiled_owners;

const thud_tiled_property *thud_tiled_find_in(const tiled_owners *owners, const char *name);

/* Each leaves *value as it is where there is no such property, and refuses what is no number or less than `low`. */
bool thud_tiled_number_in(tiled_builder *builder, const tiled_owners *owners, const char *name, double low,
                          float *value);
bool thud_tiled_material_in(tiled_builder *builder, const tiled_owners *owners, thud_material *material);
bool thud_tiled_one_way_in(tiled_builder *builder, const tiled_owners *owners, thud_vec2 *one_way);

/* Whether a property is set; `otherwise` where no owner has it. */
bool thud_tiled_flag_in(const tiled_owners *owners, const char *name, bool otherwise);

/* ---- outlines ---- */

/* From the frame of an object to that of a body or cell: first `pose`, then x * right + y * up + origin. */
typedef struct tiled_placing {
    thud_pose pose;
    thud_vec2 right, up, origin;
} tiled_placing;

enum { tiled_ellipse_sides = 24, tiled_most_corners = 2 * tiled_ellipse_sides };

thud_vec2 thud_tiled_placed(const tiled_placing *placing, thud_vec2 point);

/* Whether it only scales, turns and mirrors: circles stay circles. *scale says by how much. */
bool thud_tiled_is_similar(const tiled_placing *placing, float *scale);

/* Whether the ellipse of an object is a circle. */
bool thud_tiled_is_round(const thud_tiled_object *object);

/*
 * The outline of an object that has an area, or the line of a polyline, in memory of the builder's scratch; `sides`: of an ellipse. Null
 * with the refusal noted where there is no memory, and for points, labels and tiles.
 */
const thud_vec2 *thud_tiled_outline(tiled_builder *builder, const thud_tiled_object *object,
                                    const tiled_placing *placing, int sides, int *count);

/* Splits an outline into convex parts in the builder's scratch. */
bool thud_tiled_split(tiled_builder *builder, const thud_vec2 *points, int count, thud_shape **parts,
                      int *part_count);

/* ---- what is made ---- */

/* Notes what the world refused last; no memory there is none here. Returns false. */
bool thud_tiled_refused_by_world(tiled_builder *builder);

/* Makes a body of an object, or none, then *body is null. */
bool thud_tiled_build_object(tiled_builder *builder, const thud_tiled_layer *layer,
                             const thud_tiled_object *object, thud_body_id *body);

/* Makes a body with a grid of a tile layer; ground->grid is null where it has no solid tiles. */
bool thud_tiled_build_ground(tiled_builder *builder, const thud_tiled_layer *layer,
                             thud_tiled_ground *ground);

#endif
