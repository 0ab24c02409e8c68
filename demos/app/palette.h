/*
 * palette.h: every colour of the demos, in one place.
 *
 * What a body is shows in brightness and style first and in hue second, so that colour-blind users see it
 * too: static is a dull solid, kinematic bright orange with a thick rim, awake bright blue, asleep dark and
 * nearly hollow.
 */
#pragma once

#include <SDL.h>

#include "scene.h"

/* How a shape is filled and outlined. */
typedef struct shape_style {
    SDL_Color fill, outline;
    float width; /* of the outline, which lies inside the shape's edge [points] */
    float grow;  /* the edge is moved outwards by this [points] */
} shape_style;

extern const SDL_Color palette_background;
extern const SDL_Color palette_grid;
extern const SDL_Color palette_grid_axis;

/*
 * The style of a role; `tint` (a body's slot) varies the brightness a little, so that neighbours stand apart.
 */
shape_style palette_shape(thud_draw_role role, uint32_t tint);

/* The style of an awake body of an island, which a number names. */
shape_style palette_island(uint32_t number);

/* The colour of an overlay's lines and points. */
SDL_Color palette_overlay(thud_draw_role role);

/* The colour of a scene's own drawing, and the style of shapes drawn in it. */
SDL_Color palette_ink(scene_ink ink);
shape_style palette_ink_shape(scene_ink ink, scene_fill fill);
