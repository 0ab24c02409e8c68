/*
 * drawing.h: anti-aliased primitives in pixels, batched into one triangle list a frame.
 *
 * Edges are softened by a rim of triangles that fade to transparent over one point, so no multisampling is
 * needed and the software renderer draws the same picture. Everything that is added goes out in one call of
 * drawing_flush.
 */
#pragma once

#include "palette.h"

enum { drawing_max_outline = 320 }; /* points of one outline at most; more are cut off */

typedef struct demo_drawing {
    SDL_Renderer *renderer;
    float scale; /* pixels a point: 2 on a high-density screen */
    SDL_Vertex *vertices;
    int *indices;
    int vertex_count, vertex_capacity;
    int index_count, index_capacity;
} demo_drawing;

void drawing_init(demo_drawing *drawing, SDL_Renderer *renderer);
void drawing_free(demo_drawing *drawing);

/*
 * A convex outline in order (either winding), filled and rimmed. Widths are in points, positions in pixels.
 */
void drawing_convex(demo_drawing *drawing, const SDL_FPoint *points, int count, shape_style style);
void drawing_circle(demo_drawing *drawing, SDL_FPoint center, float radius, shape_style style);
void drawing_line(demo_drawing *drawing, SDL_FPoint a, SDL_FPoint b, float width, SDL_Color color);
/* A rectangle that changes its colour from top to bottom. */
void drawing_fade(demo_drawing *drawing, SDL_FRect area, SDL_Color top, SDL_Color bottom);
void drawing_dot(demo_drawing *drawing, SDL_FPoint center, float radius_points, SDL_Color color);
void drawing_arrow(demo_drawing *drawing, SDL_FPoint from, SDL_FPoint to, float width, SDL_Color color);

/* How many sides make a circle of this many pixels look round. */
int drawing_circle_sides(float radius);

/* Empties the batch, and sends it to the renderer if it is to be seen. */
void drawing_flush(demo_drawing *drawing, bool seen);
