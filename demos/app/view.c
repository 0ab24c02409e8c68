/*
 * A frame from back to front: grid, bodies, overlays, the scene's own drawing; then text and panel above it
 * all.
 */
#include "view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "marks.h"
#include "painter.h"
#include "panel.h"
#include "thumbnails.h"
#include "world_view.h"

/* Room that titles and help line take from the picture [points]. */
static const float top_margin = 64, help_height = 20, side_margin = 12;
static const float text_left = 16; /* of titles and help [points] */
static const char common_help[] = "F1 help   P pause   O step   R restart   [ ] scenes   Tab panel";
static const float least_picture = 480; /* a panel that leaves less is hidden at first [points] */
static const float usual_width = 800, usual_height = 500; /* of a picture with texts of full size [points] */
static const float least_share = 0.65f;                   /* of their size */
static const float grid_least = 28;     /* grid lines are at least this far apart [points] */

bool view_open(demo_view *view, SDL_Renderer *renderer, SDL_Window *window, float window_scale,
               float ui_scale) {
    *view = (demo_view){.renderer = renderer, .window_scale = window_scale, .ui_scale = ui_scale};
    view->scale = window_scale * ui_scale;
    drawing_init(&view->drawing, renderer);
    view->drawing.scale = view->scale;
    return panel_open(renderer, window, view->scale, ui_scale);
}

void view_rescale(demo_view *view, float ui_scale) {
    view->ui_scale = SDL_clamp(ui_scale, VIEW_LEAST_SCALE, VIEW_MOST_SCALE);
    view->scale = view->drawing.scale = view->window_scale * view->ui_scale;
    panel_rescale(view->scale, view->ui_scale);
}

void view_close(demo_view *view) {
    thumbnails_free();
    panel_close();
    drawing_free(&view->drawing);
}

/* The camera goes where the scene moves its view, from wherever the user has put it. */
static void follow(demo_view *view, const demo_session *session) {
    thud_vec2 middle = session_view_center(session);
    view->camera.center = thud_vec2_add(view->camera.center, thud_vec2_sub(middle, view->followed));
    view->followed = middle;
}

/* How high the dimmed band of the help lines is [points]. */
static float bottom_band(const demo_view *view) {
    return 10 + help_height * (float)view->help_lines;
}

/*
 * Takes a line off the front of `text`, whose parts are three or more spaces apart: as many parts as fit in `width` [points],
 * and at least one. False at the end.
 */
static bool take_line(const char **text, float width, char line[VIEW_HELP_SIZE]) {
    const char *start = *text + strspn(*text, " "), *end = start;
    while (*end) {
        const char *part = end + strspn(end, " "), *gap = strstr(part, "   ");
        const char *next = gap ? gap : part + strlen(part);
        char longer[VIEW_HELP_SIZE];
        snprintf(longer, sizeof longer, "%.*s", (int)(next - start), start);
        if (end > start && panel_text_width(longer) > width) {
            break;
        }
        memcpy(line, longer, sizeof longer);
        end = next;
    }
    *text = end;
    return end > start;
}

/* The scene's own keys and those that every scene has: in one line if it holds both, else each from a line of its own on. */
static void lay_out_help(demo_view *view, const char *own) {
    const float width = view->right - 2 * text_left;
    char both[2 * VIEW_HELP_SIZE];
    snprintf(both, sizeof both, "%s   \xc2\xb7   %s", own ? own : "", common_help);
    bool one_line = own && panel_text_width(both) <= width;
    const char *texts[] = {one_line ? both : own ? own : "", one_line ? "" : common_help};
    view->help_lines = 0;
    for (int i = 0; i < 2; i++) {
        while (view->help_lines < VIEW_HELP_LINES &&
               take_line(&texts[i], width, view->help[view->help_lines])) {
            view->help_lines++;
        }
    }
}

void view_fit(demo_view *view, demo_session *session, float width, float height) {
    float s = view->scale;
    if (view->width <= 0 && width / s - panel_width() < least_picture) {
        session->show_panel = false;
    }
    view->right = width / s - (session->show_panel ? panel_width() : 0);
    lay_out_help(view, session->options.kind->help);
    float bottom = bottom_band(view);
    SDL_FRect viewport = {side_margin * s, top_margin * s, SDL_max((view->right - 2 * side_margin) * s, 16),
                          SDL_max(height - (top_margin + bottom) * s, 16)};
    bool changed = !SDL_FRectEquals(&viewport, &view->camera.viewport);
    view->width = width;
    view->height = height;
    if (!session->framed) {
        view->camera.viewport = viewport;
        camera_frame(&view->camera, session->scene->view);
        view->followed = view->camera.center;
        session->framed = true;
    } else if (changed) {
        camera_resize(&view->camera, viewport, session->scene->view);
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

/* How long a length of the grid is: a bar in the top right corner of the picture. */
static void draw_scale(demo_view *view) {
    float spacing = 2 * grid_spacing(view), pixels = spacing * view->camera.pixels;
    SDL_FPoint right = {(view->right - 14) * view->scale, 84 * view->scale},
               left = {right.x - pixels, right.y};
    drawing_line(&view->drawing, left, right, 1.5f, palette_ink(SCENE_INK_MUTED));
    for (int i = 0; i < 2; i++) {
        SDL_FPoint end = i == 0 ? left : right;
        drawing_line(&view->drawing, (SDL_FPoint){end.x, end.y - 4 * view->scale},
                     (SDL_FPoint){end.x, end.y + 4 * view->scale}, 1.5f, palette_ink(SCENE_INK_MUTED));
    }
    char text[24];
    snprintf(text, sizeof text, "%g m", (double)spacing);
    panel_text(0.5f * (left.x + right.x) / view->scale, 94, view->right, 1, palette_ink(SCENE_INK_MUTED),
               SCENE_TEXT_CENTER, text);
}

/* Dims the picture behind titles and help line, so that they can be read. */
static void draw_bands(demo_view *view) {
    SDL_Color solid = palette_background, clear = palette_background;
    float s = view->scale;
    solid.a = 215;
    clear.a = 0;
    drawing_fade(&view->drawing, (SDL_FRect){0, 0, view->width, 44 * s}, solid, solid);
    drawing_fade(&view->drawing, (SDL_FRect){0, 44 * s, view->width, 34 * s}, solid, clear);
    float band = bottom_band(view) * s, top = view->height - band;
    drawing_fade(&view->drawing, (SDL_FRect){0, top - 16 * s, view->width, 16 * s}, clear, solid);
    drawing_fade(&view->drawing, (SDL_FRect){0, top, view->width, band}, solid, solid);
}

static void write_line(const demo_view *view, float y, scene_ink ink, scene_text style, const char *text) {
    panel_text(text_left, y, view->right - text_left, 1, palette_ink(ink), style, text);
}

static void draw_titles(const demo_view *view, const demo_session *session) {
    const scene_kind *kind = session->options.kind;
    const float top = view->height / view->scale - 3 - help_height * (float)view->help_lines;
    write_line(view, 12, SCENE_INK_TEXT, SCENE_TEXT_HEADING, kind->name);
    write_line(view, 39, SCENE_INK_MUTED, SCENE_TEXT_LEFT, kind->description);
    if (session->ghost.scene) {
        char text[300];
        snprintf(text, sizeof text, session->only_ghost ? "%c alone" : "%c ", 'A' + session->rival);
        if (!session->only_ghost) {
            ghost_print(&session->ghost, text + 2, (int)sizeof text - 2);
        }
        write_line(view, 57, SCENE_INK_SECOND, SCENE_TEXT_LEFT, text);
    }
    for (int i = 0; i < view->help_lines; i++) {
        write_line(view, top + help_height * (float)i, SCENE_INK_MUTED, SCENE_TEXT_LEFT, view->help[i]);
    }
    const char *notice = session->notice_left > 0 ? session->notice : session->paused ? "paused" : "";
    panel_notice(text_left, top - 10, view->right - text_left, palette_ink(SCENE_INK_SECOND), notice);
}

void view_text(const demo_view *view, thud_vec2 at, scene_ink ink, scene_text style, const char *text) {
    SDL_FPoint pixel = camera_to_screen(&view->camera, at);
    float share = SDL_min(view->right / usual_width, view->height / view->scale / usual_height);
    panel_text(pixel.x / view->scale, pixel.y / view->scale, view->right, SDL_clamp(share, least_share, 1),
               palette_ink(ink), style, text);
}

void view_draw(demo_view *view, demo_session *session, float seconds, bool seen) {
    SDL_Color ground = palette_background;
    SDL_SetRenderDrawColor(view->renderer, ground.r, ground.g, ground.b, ground.a);
    if (seen) {
        SDL_RenderClear(view->renderer);
    }
    thumbnails_make_next(view, session->options.level);
    panel_begin(view->width, view->height, seconds);
    draw_grid(view);
    painter_context context;
    scene_painter painter = painter_make(&context, view, session->stepper.alpha);
    const thud_scene *shown =
        session->only_ghost && session->ghost.scene ? session->ghost.scene : session->scene;
    scene_draw_behind(shown, &painter);
    world_view_draw(view, session, shown);
    scene_draw(shown, &painter);
    marks_draw(session, &painter);
    draw_scale(view);
    draw_bands(view);
    drawing_flush(&view->drawing, seen);
    draw_titles(view, session);
    panel_show(session);
    panel_end(seen);
}
