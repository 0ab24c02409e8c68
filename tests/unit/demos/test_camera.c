/* The demos' camera: the mapping between world and pixels. */
#include "test.h"

#include "camera.h"

static const float pixel = 0.01f; /* tolerance [px] */

static demo_camera wide_camera(void) {
    demo_camera camera = {.viewport = {20, 60, 900, 600}};
    thud_aabb view = {{-10, -2}, {20, 8}};
    camera_frame(&camera, view);
    return camera;
}

static void assert_same_pixel(SDL_FPoint a, SDL_FPoint b) {
    assert_true(SDL_fabsf(a.x - b.x) < pixel && SDL_fabsf(a.y - b.y) < pixel);
}

static void a_framed_box_fits_the_viewport_and_fills_one_direction(void **state) {
    (void)state;
    demo_camera camera = wide_camera();
    SDL_FPoint low = camera_to_screen(&camera, thud_vec2_make(-10, -2));
    SDL_FPoint high = camera_to_screen(&camera, thud_vec2_make(20, 8));
    assert_true(low.x >= 20 - pixel && high.x <= 920 + pixel && high.y >= 60 - pixel && low.y <= 660 + pixel);
    assert_true(SDL_fabsf(high.x - low.x - 900) <
                pixel); /* 30 m by 10 m into 900 by 600: the width decides */
}

static void up_in_the_world_is_up_on_the_screen(void **state) {
    (void)state;
    demo_camera camera = wide_camera();
    assert_true(camera_to_screen(&camera, thud_vec2_make(0, 1)).y <
                camera_to_screen(&camera, thud_vec2_make(0, 0)).y);
}

static void a_point_comes_back_from_the_screen(void **state) {
    (void)state;
    demo_camera camera = wide_camera();
    for (int i = 0; i < 20; i++) {
        SDL_FPoint there = {37.0f * (float)i, 29.0f * (float)i};
        assert_same_pixel(camera_to_screen(&camera, camera_to_world(&camera, there)), there);
    }
}

static void zooming_keeps_the_point_under_the_pointer(void **state) {
    (void)state;
    demo_camera camera = wide_camera();
    SDL_FPoint pointer = {300, 200};
    thud_vec2 under = camera_to_world(&camera, pointer);
    float before = camera.pixels;
    camera_zoom(&camera, pointer, 3);
    assert_true(camera.pixels > 2.9f * before);
    assert_same_pixel(camera_to_screen(&camera, under), pointer);
}

/* When the panel opened beside a wide scene, the sides of the scene were out of view. */
static void a_framed_box_stays_in_view_when_the_viewport_narrows(void **state) {
    (void)state;
    demo_camera camera = {.viewport = {20, 60, 760, 360}};
    const thud_aabb view = {{-17, -10}, {17, 8}};
    camera_frame(&camera, view);
    camera_resize(&camera, (SDL_FRect){20, 60, 400, 360}, view);
    thud_aabb seen = camera_view(&camera);
    assert_true(seen.min.x <= view.min.x + 0.01f && seen.max.x >= view.max.x - 0.01f);
    camera_resize(&camera, (SDL_FRect){20, 60, 760, 360}, view); /* it closes: as before */
    assert_same_pixel(camera_to_screen(&camera, view.max), (SDL_FPoint){20 + 380 + 17 * 20, 60});
}

static void panning_moves_the_world_with_the_pointer(void **state) {
    (void)state;
    demo_camera camera = wide_camera();
    thud_vec2 point = {3, 4};
    SDL_FPoint before = camera_to_screen(&camera, point);
    camera_pan(&camera, 40, -25);
    assert_same_pixel(camera_to_screen(&camera, point), (SDL_FPoint){before.x + 40, before.y - 25});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_framed_box_fits_the_viewport_and_fills_one_direction),
        cmocka_unit_test(up_in_the_world_is_up_on_the_screen),
        cmocka_unit_test(a_point_comes_back_from_the_screen),
        cmocka_unit_test(zooming_keeps_the_point_under_the_pointer),
        cmocka_unit_test(a_framed_box_stays_in_view_when_the_viewport_narrows),
        cmocka_unit_test(panning_moves_the_world_with_the_pointer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
