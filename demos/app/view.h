/*
 * view.h: one frame of a session: ground, world, the scene's own drawing, text and panel. The window and the
 * headless renderer draw with it alike.
 */
#pragma once

#include "camera.h"
#include "drawing.h"
#include "session.h"

#define VIEW_LEAST_SCALE 0.5f
#define VIEW_MOST_SCALE 4.0f

enum { VIEW_HELP_LINES = 6, VIEW_HELP_SIZE = 160 };

typedef struct demo_view {
    SDL_Renderer *renderer;
    demo_drawing drawing;
    demo_camera camera;
    float width, height; /* of the whole picture [px] */
    float window_scale;  /* pixels a point of the window, in which the mouse is told */
    float ui_scale;      /* of text, lines and panel: 1, or the user's choice */
    float scale;         /* the product of both: pixels a point of what is drawn */
    float right;         /* where the panel begins [points] */
    int help_lines;      /* that the keys take at the bottom */
    char help[VIEW_HELP_LINES][VIEW_HELP_SIZE];
    thud_vec2 followed; /* middle of what the scene showed in the last frame [m] */
} demo_view;

/*
 * Starts drawing and panel; `window` is null without one. `window_scale` is pixels a point of the
 * window. False when the panel cannot start.
 */
bool view_open(demo_view *view, SDL_Renderer *renderer, SDL_Window *window, float window_scale,
               float ui_scale);
void view_close(demo_view *view);

/* Draws text and panel larger or smaller from now on, within VIEW_LEAST_SCALE and VIEW_MOST_SCALE; between frames. */
void view_rescale(demo_view *view, float ui_scale);

/* Fits the camera to the picture's size and, where the session requests it, to the scene. */
void view_fit(demo_view *view, demo_session *session, float width, float height);

/* Text at a place of the world; smaller in a small picture, where such places are near each other. */
void view_text(const demo_view *view, thud_vec2 at, scene_ink ink, scene_text style, const char *text);

/* Draws a frame; `seconds` have passed since the last one. One that is not seen is laid out only: nothing of it is painted. */
void view_draw(demo_view *view, demo_session *session, float seconds, bool seen);
