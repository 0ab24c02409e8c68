/*
 * A scene of its own is made, stepped and drawn into a texture.
 */
#include "thumbnails.h"

#include <time.h>

#include "painter.h"
#include "world_view.h"

enum { most_scenes = 64, most_steps = 120 };
static const double longest_work =
    0.02; /* of stepping [s]: scenes that are slow are shown earlier in their course */

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

static void step(thud_scene *scene) {
    clock_t begin = clock();
    while (scene->step_count < most_steps &&
           (double)(clock() - begin) < longest_work * (double)CLOCKS_PER_SEC) {
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
    drawing_flush(&view->drawing);
}

static SDL_Texture *make(const demo_view *view, const scene_kind *kind, const char *level) {
    char error[SCENE_ERROR_SIZE];
    scene_options options = scene_options_for(kind);
    options.level = level;
    thud_scene *scene = scene_create(&options, error);
    float width = thumbnail_width * view->scale, height = thumbnail_height * view->scale;
    SDL_Texture *texture = scene ? SDL_CreateTexture(view->renderer, SDL_PIXELFORMAT_ARGB8888,
                                                     SDL_TEXTUREACCESS_TARGET, (int)width, (int)height)
                                 : NULL;
    if (texture && SDL_SetRenderTarget(view->renderer, texture) == 0) {
        demo_view small = {.renderer = view->renderer,
                           .scale = 0.6f * view->scale,
                           .window_scale = 1,
                           .ui_scale = 1,
                           .width = width,
                           .height = height};
        drawing_init(&small.drawing, view->renderer);
        small.drawing.scale = small.scale;
        small.camera.viewport = (SDL_FRect){0, 0, width, height};
        SDL_Color ground = palette_background;
        SDL_SetRenderDrawColor(view->renderer, ground.r, ground.g, ground.b, ground.a);
        SDL_RenderClear(view->renderer);
        step(scene);
        draw(&small, &options, scene);
        drawing_free(&small.drawing);
        SDL_SetRenderTarget(view->renderer, NULL);
    }
    scene_destroy(scene);
    return texture;
}

void thumbnails_make_next(const demo_view *view, const char *level) {
    for (int i = 0; i < most_scenes && scene_at(i); i++) {
        if (thumbnails[i].state == WANTED) {
            thumbnails[i].texture = make(view, scene_at(i), level);
            thumbnails[i].state = MADE;
            return;
        }
    }
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
