/*
 * A frame from back to front: grid, bodies, overlays, the scene's own drawing; then text and panel above it
 * all.
 */
#include "view.h"

#include <math.h>
#include <stdio.h>

#include "painter.h"
#include "panel.h"
#include "world_view.h"

/* Room that titles and help line take from the picture [points]. */
static const float top_margin = 64, bottom_margin = 30, side_margin = 12;
static const float grid_least = 28; /* grid lines are at least this far apart [points] */

bool view_open(demo_view *view, SDL_Renderer *renderer, SDL_Window *window, float scale) {
    *view = (demo_view){.renderer = renderer, .scale = scale};
    drawing_init(&view->drawing, renderer);
    view->drawing.scale = scale;
    return panel_open(renderer, window, scale);
}

void view_close(demo_view *view) {
    panel_close();
    drawing_free(&view->drawing);
}

/* The camera goes where the scene moves its view, from wherever the user has put it. */
static void follow(demo_view *view, const demo_session *session) {
    thud_vec2 middle = session_view_center(session);
    view->camera.center = thud_vec2_add(view->camera.center, thud_vec2_sub(middle, view->followed));
    view->followed = middle;
}

void view_fit(demo_view *view, demo_session *session, float width, float height) {
    float s = view->scale;
    float panel = session->show_panel ? panel_width() * s : 0;
    SDL_FRect viewport = {side_margin * s, top_margin * s, SDL_max(width - panel - 2 * side_margin * s, 16),
                          SDL_max(height - (top_margin + bottom_margin) * s, 16)};
    bool changed = !SDL_FRectEquals(&viewport, &view->camera.viewport);
    view->width = width;
    view->height = height;
    if (!session->framed) {
        view->camera.viewport = viewport;
        camera_frame(&view->camera, session->scene->view);
        view->followed = view->camera.center;
        session->framed = true;
    } else if (changed) {
        camera_resize(&view->camera, viewport);
    }
    follow(view, session);
}

/*
 * The distance of grid lines [m]: 1, 2 or 5 times a power of ten, so that they are not too near each other.
 */
static float grid_spacing(const demo_view *view) {
    float least = grid_least * view->scale / view->camera.pixels;
    float decade = powf(10, floorf(log10f(least)));
    float multiple = least / decade;
    return decade * (multiple <= 2 ? 2.0f : multiple <= 5 ? 5.0f : 10.0f);
}

static void draw_grid(demo_view *view) {
    float spacing = grid_spacing(view);
    thud_vec2 low = camera_to_world(&view->camera, (SDL_FPoint){0, view->height});
    thud_vec2 high = camera_to_world(&view->camera, (SDL_FPoint){view->width, 0});
    for (float x = spacing * ceilf(low.x / spacing); x < high.x; x += spacing) {
        float pixel = camera_to_screen(&view->camera, (thud_vec2){x, 0}).x;
        drawing_line(&view->drawing, (SDL_FPoint){pixel, 0}, (SDL_FPoint){pixel, view->height}, 1,
                     palette_grid);
    }
    for (float y = spacing * ceilf(low.y / spacing); y < high.y; y += spacing) {
        float pixel = camera_to_screen(&view->camera, (thud_vec2){0, y}).y;
        drawing_line(&view->drawing, (SDL_FPoint){0, pixel}, (SDL_FPoint){view->width, pixel}, 1,
                     palette_grid);
    }
}

/* Dims the picture behind titles and help line, so that they can be read. */
static void draw_bands(demo_view *view) {
    SDL_Color solid = palette_background, clear = palette_background;
    float s = view->scale;
    solid.a = 215;
    clear.a = 0;
    drawing_fade(&view->drawing, (SDL_FRect){0, 0, view->width, 44 * s}, solid, solid);
    drawing_fade(&view->drawing, (SDL_FRect){0, 44 * s, view->width, 34 * s}, solid, clear);
    drawing_fade(&view->drawing, (SDL_FRect){0, view->height - 46 * s, view->width, 16 * s}, clear, solid);
    drawing_fade(&view->drawing, (SDL_FRect){0, view->height - 30 * s, view->width, 30 * s}, solid, solid);
}

static void draw_titles(const demo_view *view, const demo_session *session) {
    const scene_kind *kind = session->options.kind;
    float bottom = view->height / view->scale - 23;
    panel_text(16, 12, palette_ink(SCENE_INK_TEXT), SCENE_TEXT_HEADING, kind->name);
    panel_text(16, 39, palette_ink(SCENE_INK_MUTED), SCENE_TEXT_LEFT, kind->description);
    char help[200];
    snprintf(help, sizeof help, "%s%sF1 help   P pause   O step   R restart   [ ] scenes   Tab panel",
             kind->help ? kind->help : "", kind->help ? "   \xc2\xb7   " : "");
    panel_text(16, bottom, palette_ink(SCENE_INK_MUTED), SCENE_TEXT_LEFT, help);
    if (session->notice_left > 0) {
        panel_text(16, bottom - 26, palette_ink(SCENE_INK_SECOND), SCENE_TEXT_LEFT, session->notice);
    } else if (session->paused) {
        panel_text(16, bottom - 26, palette_ink(SCENE_INK_SECOND), SCENE_TEXT_LEFT, "paused");
    }
}

void view_draw(demo_view *view, demo_session *session, float seconds) {
    SDL_Color ground = palette_background;
    SDL_SetRenderDrawColor(view->renderer, ground.r, ground.g, ground.b, ground.a);
    SDL_RenderClear(view->renderer);
    panel_begin(view->width, view->height, seconds);
    draw_grid(view);
    painter_context context;
    scene_painter painter = painter_make(&context, view, session->stepper.alpha);
    scene_draw_behind(session->scene, &painter);
    world_view_draw(view, session);
    scene_draw(session->scene, &painter);
    draw_bands(view);
    drawing_flush(&view->drawing);
    draw_titles(view, session);
    panel_show(session);
    panel_end();
}
