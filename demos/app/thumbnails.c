/*
 * A scene of its own is made, stepped and drawn: into a texture by the window, or into a file by the build, which takes
 * the time to draw it larger and to average it down.
 */
#include "thumbnails.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "painter.h"
#include "png.h"
#include "screenshot.h"
#include "world_view.h"

enum {
    most_scenes = 64,
    most_thumbnail_steps = 120,
    file_scale = 2,              /* pixels of a file for each point, for dense screens and larger text */
    thumbnail_supersampling = 3, /* pixels drawn for each one of a file, in each direction */
    longest_thumbnail_path = 1000
};
static const double longest_work =
    0.02; /* of stepping in the window [s]: scenes that are slow are shown earlier in their course */

typedef enum thumbnail_state { NOT_WANTED, WANTED, MADE } thumbnail_state;

static struct {
    SDL_Texture *texture; /* null: it could not be made */
    thumbnail_state state;
} thumbnails[most_scenes];

SDL_Texture *thumbnails_at(int scene) {
    if (scene >= most_scenes) {
        return NULL;
    }
    if (thumbnails[scene].state == NOT_WANTED) {
        thumbnails[scene].state = WANTED;
    }
    return thumbnails[scene].texture;
}

static void leave_out_text(void *context, thud_vec2 at, scene_ink ink, scene_text style, const char *text) {
    (void)context, (void)at, (void)ink, (void)style, (void)text;
}

/* At most so many seconds. */
static void step(thud_scene *scene, double longest) {
    clock_t begin = clock();
    while (scene->step_count < most_thumbnail_steps &&
           (double)(clock() - begin) < longest * (double)CLOCKS_PER_SEC) {
        scene_step(scene, 1.0f / 60.0f);
    }
}

static void draw(demo_view *view, const scene_options *options, const thud_scene *scene) {
    static demo_session session; /* only its toggles are used; too large for the stack */
    session.draw = thud_debug_draw_defaults();
    session.draw.joints = !options->kind->hides_joints;
    session.draw_sleep = true;
    session.stepper.alpha = 1;
    camera_frame(&view->camera, scene->view);
    painter_context context;
    scene_painter painter = painter_make(&context, view, 1);
    painter.text = leave_out_text;
    scene_draw_behind(scene, &painter);
    world_view_draw(view, &session, scene);
    scene_draw(scene, &painter);
    drawing_flush(&view->drawing, true);
}

/* Clears what the renderer draws to, and draws the scene there, `scale` pixels a point. */
static void paint(SDL_Renderer *renderer, float scale, const scene_options *options,
                  const thud_scene *scene) {
    float width = (float)thumbnail_width * scale, height = (float)thumbnail_height * scale;
    demo_view small = {.renderer = renderer,
                       .scale = 0.6f * scale,
                       .window_scale = 1,
                       .ui_scale = 1,
                       .width = width,
                       .height = height};
    drawing_init(&small.drawing, renderer);
    small.drawing.scale = small.scale;
    small.camera.viewport = (SDL_FRect){0, 0, width, height};
    SDL_Color ground = palette_background;
    SDL_SetRenderDrawColor(renderer, ground.r, ground.g, ground.b, ground.a);
    SDL_RenderClear(renderer);
    draw(&small, options, scene);
    drawing_free(&small.drawing);
}

static thud_scene *open_scene(const scene_kind *kind, const char *level, scene_options *options) {
    char error[SCENE_ERROR_SIZE];
    *options = scene_options_for(kind);
    options->level = level;
    return scene_create(options, error);
}

static SDL_Texture *make(const demo_view *view, const scene_kind *kind, const char *level) {
    scene_options options;
    thud_scene *scene = open_scene(kind, level, &options);
    SDL_Texture *texture =
        scene ? SDL_CreateTexture(view->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET,
                                  (int)((float)thumbnail_width * view->scale),
                                  (int)((float)thumbnail_height * view->scale))
              : NULL;
    if (texture && SDL_SetRenderTarget(view->renderer, texture) == 0) {
        step(scene, longest_work);
        paint(view->renderer, view->scale, &options, scene);
        SDL_SetRenderTarget(view->renderer, NULL);
    }
    scene_destroy(scene);
    return texture;
}

/* ---- files ---- */

static SDL_Texture *texture_of(SDL_Renderer *renderer, const Uint8 *rgba, int width, int height) {
    SDL_Texture *texture =
        SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC, width, height);
    if (texture && SDL_UpdateTexture(texture, NULL, rgba, 4 * width) != 0) {
        SDL_DestroyTexture(texture);
        texture = NULL;
    }
    return texture;
}

/* Null where there is no file of it. */
static SDL_Texture *load(SDL_Renderer *renderer, const scene_kind *kind) {
    char path[longest_thumbnail_path];
    char *base = SDL_GetBasePath();
    int length =
        base ? snprintf(path, sizeof path, "%sthumbnails/%s.png", base, kind->name) : longest_thumbnail_path;
    SDL_free(base);
    int width, height;
    Uint8 *rgba = length < longest_thumbnail_path ? png_read(path, &width, &height) : NULL;
    SDL_Texture *texture = rgba ? texture_of(renderer, rgba, width, height) : NULL;
    free(rgba);
    return texture;
}

void thumbnails_make_next(const demo_view *view, const char *level) {
    for (int i = 0; i < most_scenes && scene_at(i); i++) {
        if (thumbnails[i].state != WANTED) {
            continue;
        }
        thumbnails[i].state = MADE;
        thumbnails[i].texture = load(view->renderer, scene_at(i));
        if (!thumbnails[i].texture) {
            thumbnails[i].texture = make(view, scene_at(i), level);
            return;
        }
    }
}

static bool write(const char *path, const scene_options *options, const thud_scene *scene) {
    float scale = (float)(file_scale * thumbnail_supersampling);
    int width = thumbnail_width * file_scale * thumbnail_supersampling,
        height = thumbnail_height * file_scale * thumbnail_supersampling;
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = surface ? SDL_CreateSoftwareRenderer(surface) : NULL;
    bool written = false;
    if (renderer) {
        paint(renderer, scale, options, scene);
        SDL_RenderFlush(renderer);
        written = screenshot_write(path, surface->pixels, width, height, thumbnail_supersampling);
    }
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
    return written;
}

bool thumbnails_write(const char *folder, const char *level, char error[SCENE_ERROR_SIZE]) {
    for (int i = 0; scene_at(i); i++) {
        char path[longest_thumbnail_path];
        scene_options options;
        snprintf(path, sizeof path, "%.900s/%s.png", folder, scene_at(i)->name);
        thud_scene *scene = open_scene(scene_at(i), level, &options);
        bool written = true; /* a scene that cannot be made needs no picture */
        if (scene) {
            step(scene, INFINITY);
            written = write(path, &options, scene);
        }
        scene_destroy(scene);
        if (!written) {
            snprintf(error, SCENE_ERROR_SIZE, "%.200s cannot be written", path);
            return false;
        }
    }
    return true;
}

void thumbnails_free(void) {
    for (int i = 0; i < most_scenes; i++) {
        if (thumbnails[i].texture) {
            SDL_DestroyTexture(thumbnails[i].texture);
        }
        thumbnails[i].texture = NULL;
        thumbnails[i].state = NOT_WANTED;
    }
}
