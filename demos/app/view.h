/*
 * view.h: one frame of a session: ground, world, the scene's own drawing, text and panel. The window and the
 * headless renderer draw with it alike.
 */
#ifndef DEMOS_VIEW_H
#define DEMOS_VIEW_H

#include "camera.h"
#include "drawing.h"
#include "session.h"

typedef struct demo_view {
    SDL_Renderer *renderer;
    demo_drawing drawing;
    demo_camera camera;
    float width, height; /* of the whole picture [px] */
    float scale;         /* pixels a point */
    thud_vec2 followed;  /* middle of what the scene showed in the last frame [m] */
} demo_view;

/*
 * Starts drawing and panel; `window` is null without one. `scale` is pixels a point. False when the panel
 * cannot start.
 */
bool view_open(demo_view *view, SDL_Renderer *renderer, SDL_Window *window, float scale);
void view_close(demo_view *view);

/* Fits the camera to the picture's size and, where the session asks for it, to the scene. */
void view_fit(demo_view *view, demo_session *session, float width, float height);

/* Draws a frame; `seconds` have passed since the last one. */
void view_draw(demo_view *view, demo_session *session, float seconds);

#endif
