/*
 * The one mapping between world and pixels, and the three ways of changing it.
 */
#include "camera.h"

static const float least_zoom = 0.05f, most_zoom = 20000; /* [px/m] */

static SDL_FPoint viewport_center(const demo_camera *camera) {
    return (SDL_FPoint){camera->viewport.x + 0.5f * camera->viewport.w,
                        camera->viewport.y + 0.5f * camera->viewport.h};
}

void camera_frame(demo_camera *camera, thud_aabb view) {
    float width = view.max.x - view.min.x, height = view.max.y - view.min.y;
    camera->center = thud_aabb_center(view);
    camera->pixels = SDL_min(camera->viewport.w / width, camera->viewport.h / height);
    camera->pixels = SDL_clamp(camera->pixels, least_zoom, most_zoom);
}

void camera_resize(demo_camera *camera, SDL_FRect viewport, thud_aabb view) {
    demo_camera old = *camera, new = {.viewport = viewport};
    camera_frame(&old, view);
    camera_frame(&new, view);
    camera->pixels = SDL_clamp(camera->pixels * new.pixels / old.pixels, least_zoom, most_zoom);
    camera->viewport = viewport;
}

void camera_zoom(demo_camera *camera, SDL_FPoint at, float factor) {
    thud_vec2 fixed = camera_to_world(camera, at);
    camera->pixels = SDL_clamp(camera->pixels * factor, least_zoom, most_zoom);
    camera->center = thud_vec2_add(camera->center, thud_vec2_sub(fixed, camera_to_world(camera, at)));
}

void camera_pan(demo_camera *camera, float dx, float dy) {
    camera->center.x -= dx / camera->pixels;
    camera->center.y += dy / camera->pixels;
}

SDL_FPoint camera_to_screen(const demo_camera *camera, thud_vec2 point) {
    SDL_FPoint middle = viewport_center(camera);
    return (SDL_FPoint){middle.x + (point.x - camera->center.x) * camera->pixels,
                        middle.y - (point.y - camera->center.y) * camera->pixels};
}

thud_vec2 camera_to_world(const demo_camera *camera, SDL_FPoint pixel) {
    SDL_FPoint middle = viewport_center(camera);
    return thud_vec2_make(camera->center.x + (pixel.x - middle.x) / camera->pixels,
                          camera->center.y - (pixel.y - middle.y) / camera->pixels);
}

thud_aabb camera_view(const demo_camera *camera) {
    float half_width = 0.5f * camera->viewport.w / camera->pixels;
    float half_height = 0.5f * camera->viewport.h / camera->pixels;
    return (thud_aabb){{camera->center.x - half_width, camera->center.y - half_height},
                       {camera->center.x + half_width, camera->center.y + half_height}};
}
