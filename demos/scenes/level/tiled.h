/*
 * tiled.h: reads the objects of a map from the Tiled editor (.tmj) into plain structs, in metres with y up.
 *
 * Tiled measures in pixels with y down and turns clockwise in degrees about an object's own x, y. Here the
 * map's lower left corner is the origin, angles are in radians counter-clockwise, and what an object is made
 * of is given in its own frame.
 *
 *     tiled_map map;
 *     char error[TILED_ERROR_SIZE];
 *     if (!tiled_read("hills.tmj", &map, error)) puts(error);
 *     tiled_free(&map);
 *
 * Object properties: body (string: static, dynamic, kinematic), density [kg/m^2], friction, elasticity, spin
 * [rad/s]. Map property: pixels_per_metre (32 where it is missing). Invisible layers and objects are left
 * out.
 */
#ifndef DEMOS_TILED_H
#define DEMOS_TILED_H

#include "thud/body.h"

#define TILED_ERROR_SIZE 256

typedef enum tiled_form {
    TILED_RECTANGLE, /* 0 <= x <= size.x, -size.y <= y <= 0 in the object's frame */
    TILED_ELLIPSE,   /* inscribed in that rectangle */
    TILED_POLYGON,   /* closed outline `points`, any winding, concave too */
    TILED_POLYLINE,  /* open line `points` */
    TILED_TEXT       /* a label in that rectangle */
} tiled_form;

typedef struct tiled_object {
    int id;
    tiled_form form;
    thud_pose pose;    /* of the object's frame */
    thud_vec2 size;    /* [m] */
    thud_vec2 *points; /* [m] */
    int point_count;
    char *text; /* TILED_TEXT only */
    thud_body_type body;
    float density, friction, elasticity, spin;
} tiled_object;

typedef struct tiled_map {
    thud_vec2 size; /* [m] */
    tiled_object *objects;
    int object_count;
} tiled_map;

/*
 * Reads a file, or a text. False with one line in `error`, naming the object and the field, and an empty map.
 */
bool tiled_read(const char *path, tiled_map *map, char error[TILED_ERROR_SIZE]);
bool tiled_parse(const char *text, tiled_map *map, char error[TILED_ERROR_SIZE]);
void tiled_free(tiled_map *map);

#endif
