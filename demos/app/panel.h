/*
 * panel.h: the panel beside the picture and all text in it, by Dear ImGui behind plain C functions. One panel
 * a program.
 *
 * Positions are in points: pixels divided by the scale that panel_open was given.
 */
#pragma once

#include <SDL.h>
#include <stdbool.h>

#include "session.h"

/* Starts it for a renderer; `window` is null without one. `scale` is pixels a point, `ui_scale`
 * points of the window a point. */
bool panel_open(SDL_Renderer *renderer, SDL_Window *window, float scale, float ui_scale);

/* Takes other scales, between frames. */
void panel_rescale(float scale, float ui_scale);
void panel_close(void);

/* Lets the panel see an event; then whether mouse or keyboard are its own now. */
void panel_event(const SDL_Event *event);
bool panel_wants_mouse(void);
bool panel_wants_keyboard(void);

/* A frame: begin with the picture's size [px], then text and panel, then end, which draws them where the
 * frame is seen. Text is a share of its usual size; what would go beyond `right` is cut. */
void panel_begin(float width, float height, float seconds);
void panel_text(float x, float y, float right, float share, SDL_Color color, scene_text style,
                const char *text);
/* Text of as many lines as it needs to be no wider than to `right`; `bottom` is below the last one. */
void panel_notice(float x, float bottom, float right, SDL_Color color, const char *text);
void panel_show(demo_session *session);
void panel_end(bool seen);

/* Undoes the last gesture on a setting, or (`back` false) does it again; puts the cursor into
 * the filter of settings; opens the pictures of all scenes; opens the presets. */
void panel_undo(demo_session *session, bool back);
void panel_filter(void);
void panel_pick_scene(void);
void panel_presets(void);

/* How wide a line of text is [points]. */
float panel_text_width(const char *text);

/* How wide the panel is [points]. */
float panel_width(void);
