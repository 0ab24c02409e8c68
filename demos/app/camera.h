/*
 * camera.h: which part of the world is seen. World y points up, pixels' y down.
 */
#pragma once

#include <SDL.h>

#include "thud/bounds.h"

typedef struct demo_camera {
    thud_vec2 center;   /* world point in the middle of the viewport [m] */
    float pixels;       /* a metre's length on the screen [px/m] */
    SDL_FRect viewport; /* where the world is drawn [px] */
} demo_camera;

/* Shows a box of the world as large as the viewport allows. */
void camera_frame(demo_camera *camera, thud_aabb view);

/* Takes another viewport: the zoom stays the same relative to that which frames `view`, about the same centre. */
void camera_resize(demo_camera *camera, SDL_FRect viewport, thud_aabb view);

/* Zooms by a factor, the world point under the pixel `at` stays there. */
void camera_zoom(demo_camera *camera, SDL_FPoint at, float factor);

/* Moves the world by pixels. */
void camera_pan(demo_camera *camera, float dx, float dy);

SDL_FPoint camera_to_screen(const demo_camera *camera, thud_vec2 point);
thud_vec2 camera_to_world(const demo_camera *camera, SDL_FPoint pixel);

/* The part of the world inside the viewport. */
thud_aabb camera_view(const demo_camera *camera);
