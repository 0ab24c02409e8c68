/*
 * painter.h: gives scenes their drawing interface: world coordinates in, primitives in pixels and text out.
 */
#pragma once

#include "view.h"

typedef struct painter_context {
    demo_view *view;
} painter_context;

/* The painter of a view, for a picture that is `alpha` of a step late; it uses `context` as long as it lives. */
scene_painter painter_make(painter_context *context, demo_view *view, float alpha);

/*
 * The outline in pixels of a convex core of `count` world points grown by `radius` [m]; returns how many
 * points.
 */
int painter_outline(const demo_camera *camera, const thud_vec2 *core, int count, float radius,
                    SDL_FPoint *outline);
