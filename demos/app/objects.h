/*
 * objects.h: the numbers of one body, shape, joint, character or tile of a scene, as
 * thud/tunables.h has them, under numbers that recordings and rows of the panel use: a field of all
 * definitions has one number, such as "material.friction".
 */
#pragma once

#include "settings.h"
#include "thud/tile_grid.h"

typedef enum object_kind {
    OBJECT_BODY,
    OBJECT_SHAPE,
    OBJECT_JOINT,
    OBJECT_MOVER, /* the character of a body */
    OBJECT_TILE,  /* a tile of the grid of a body */
    OBJECT_TILES  /* all of them but the empty ones; they read as the first one */
} object_kind;

typedef struct object_id {
    object_kind kind;
    uint32_t slot, generation; /* of the body, shape or joint */
    int tile;                  /* OBJECT_TILE: its number */
} object_id;

/* Where the numbers of an object are that has no struct of its own. */
typedef struct object_values {
    thud_tile_def tile;
} object_values;

/* The fields: how many, the name of one, the number of a name (-1 for none). */
int object_field_count(void);
const char *object_field_name(int field);
int object_field_find(const char *name);

/* The default of a number of an object: that of a definition. */
double object_default(const thud_tunable_info *info);

/*
 * The numbers of an object, to be read: a set with one group, to be destroyed before `values`;
 * null where it has gone or has none.
 */
thud_tunables *object_numbers(thud_scene *scene, object_id object, object_values *values);

/* Sets one; false where the object has no such field or the value is refused. */
bool object_set(thud_scene *scene, object_id object, int field, float value);

/* The words for a value that is out of the range of the field; false, and none, where it is in range. */
bool object_explain(thud_scene *scene, object_id object, int field, float value, char why[SCENE_ERROR_SIZE]);

/* The material of a shape or a tile; false for other objects. */
bool object_material(thud_scene *scene, object_id object, thud_material *material);
