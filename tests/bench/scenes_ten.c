/*
 * scenes_ten.c: nine of the ten scenes that Box2D publishes figures of, built from their dimensions; the tenth, with
 * its ragdolls, is in scenes_rain.c.
 */
#include "scenes.h"

#include <float.h>
#include <math.h>

#define PI 3.14159265358979f

static thud_vec2 at_angle(float radius, float angle) {
    return (thud_vec2){radius * cosf(angle), radius * sinf(angle)};
}

/* One body of one shape. */
static int add_simple(bench_record *world, const bench_body *body, const bench_surface *surface,
                      const thud_shape *shape) {
    int made = bench_add_body(world, body);
    bench_add_shape(world, made, surface, shape);
    return made;
}

/* ---- pyramids ---- */

/* Boxes of 1 m, base along y = `ground`, the lower left one's centre at `left`. */
static void add_pyramid(bench_record *world, int base, float left, float ground) {
    thud_shape box = bench_box(0.5f, 0.5f);
    bench_surface surface = bench_surface_defaults();
    for (int i = 0; i < base; i++) {
        for (int j = i; j < base; j++) {
            float x = 0.5f * (float)i + (float)(j - i) + left;
            bench_body body = bench_body_at(THUD_BODY_DYNAMIC, x, (float)i + 0.5f + ground);
            add_simple(world, &body, &surface, &box);
        }
    }
}

void bench_build_large_pyramid(bench_record *world, int index) {
    (void)index;
    bench_body ground = bench_body_at(THUD_BODY_STATIC, 0.0f, -1.0f);
    bench_surface surface = bench_surface_defaults();
    thud_shape slab = bench_box(100.0f, 1.0f);
    add_simple(world, &ground, &surface, &slab);
    add_pyramid(world, 100, 0.5f - 50.0f, 0.0f);
}

void bench_build_many_pyramids(bench_record *world, int index) {
    (void)index;
    const int rows = 20, columns = 20;
    bench_body ground = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    int body = bench_add_body(world, &ground);
    for (int r = 0; r < rows; r++) {
        float y = 11.0f * (float)r;
        thud_shape line = bench_segment((thud_vec2){-110.0f, y}, (thud_vec2){110.0f, y});
        bench_add_shape(world, body, &surface, &line);
    }
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
            float center = -110.0f + 11.0f * (float)c + 1.0f;
            add_pyramid(world, 10, 0.5f + center - 0.5f, 11.0f * (float)r);
        }
    }
}

/* ---- heaps between walls ---- */

/* A floor of 1 m tiles, 0.55 m half wide, and walls of `height` tiles at both ends. */
static void add_yard(bench_record *world, int half_width, int height) {
    bench_body ground = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    int body = bench_add_body(world, &ground);
    for (int x = -half_width; x <= half_width; x++) {
        thud_shape tile = bench_box_at(0.55f, 0.5f, (float)x, 0.0f);
        bench_add_shape(world, body, &surface, &tile);
    }
    for (int side = -1; side <= 1; side += 2) {
        for (int y = 1; y <= height; y++) {
            thud_shape tile = bench_box_at(0.5f, 0.55f, (float)(side * half_width), (float)y);
            bench_add_shape(world, body, &surface, &tile);
        }
    }
}

void bench_build_junkyard(bench_record *world, int index) {
    (void)index;
    add_yard(world, 80, 50);

    thud_vec2 corners[5];
    for (int i = 0; i < 5; i++) {
        corners[i] = at_angle(0.25f, (float)i * PI * (sqrtf(5.0f) - 1.0f));
    }
    thud_shape pentagon = bench_hull(corners, 5, 0.0f);
    bench_surface surface = bench_surface_defaults();
    float side = -0.1f;
    for (int i = 0; i < 200; i++) {
        for (int j = 0; j < 40; j++) {
            float x = 0.375f * (float)(2 * i - 200) + side;
            bench_body body = bench_body_at(THUD_BODY_DYNAMIC, x, 15.0f + (float)j);
            add_simple(world, &body, &surface, &pentagon);
            side = -side;
        }
    }
    bench_body pusher = bench_body_at(THUD_BODY_KINEMATIC, 0.0f, 0.0f);
    thud_shape blade = bench_box_at(2.0f, 4.0f, 0.0f, 4.0f);
    world->memory[0] = add_simple(world, &pusher, &surface, &blade);
}

void bench_junkyard_before_step(bench_record *world, int step) {
    float time = BENCH_DT * (float)step;
    bench_set_target(world, world->memory[0], (thud_vec2){60.0f * sinf(0.2f * time), 0.0f});
}

void bench_build_compounds(bench_record *world, int index) {
    (void)index;
    add_yard(world, 40, 100);
    bench_body deep = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    thud_shape line = bench_segment((thud_vec2){-800.0f, -80.0f}, (thud_vec2){800.0f, -80.0f});
    add_simple(world, &deep, &surface, &line);

    const thud_vec2 left_corners[3] = {{-1.0f, 0.0f}, {0.5f, 1.0f}, {0.0f, 2.0f}};
    const thud_vec2 right_corners[3] = {{1.0f, 0.0f}, {-0.5f, 1.0f}, {0.0f, 2.0f}};
    thud_shape left = bench_hull(left_corners, 3, 0.0f);
    thud_shape right = bench_hull(right_corners, 3, 0.0f);
    surface.friction = 0.5f;
    float side = 0.25f;
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 150; j++) {
            float x = 2.0f * (float)i - 19.0f + side;
            bench_body body = bench_body_at(THUD_BODY_DYNAMIC, x, 2.25f * (float)j + 5.575f);
            int made = add_simple(world, &body, &surface, &left);
            bench_add_shape(world, made, &surface, &right);
            side = -side;
        }
    }
}

/* ---- a field asleep ---- */

void bench_build_smash(bench_record *world, int index) {
    (void)index;
    bench_surface surface = bench_surface_defaults();
    bench_body ram = bench_body_at(THUD_BODY_DYNAMIC, -20.0f, 0.0f);
    ram.velocity = (thud_vec2){40.0f, 0.0f};
    surface.density = 8.0f;
    thud_shape block = bench_box(4.0f, 4.0f);
    add_simple(world, &ram, &surface, &block);

    surface.density = 1.0f;
    thud_shape box = bench_box(0.2f, 0.2f);
    for (int i = 0; i < 120; i++) {
        for (int j = 0; j < 80; j++) {
            bench_body body =
                bench_body_at(THUD_BODY_DYNAMIC, 30.0f + 0.4f * (float)i, 0.4f * (float)(j - 40));
            body.asleep = true;
            add_simple(world, &body, &surface, &box);
        }
    }
}

/* ---- things that turn ---- */

void bench_build_washer(bench_record *world, int index) {
    (void)index;
    bench_surface surface = bench_surface_defaults();
    bench_body drum = bench_body_at(THUD_BODY_KINEMATIC, 0.0f, 10.0f);
    drum.angular_velocity = 25.0f * PI / 180.0f;
    drum.velocity = (thud_vec2){0.001f, -0.002f};
    int body = bench_add_body(world, &drum);
    const float pitch = PI / 18.0f, overlap = 0.1f * pitch;
    for (int i = 0; i < 36; i++) {
        float from = (float)i * pitch, to = from + pitch;
        const thud_vec2 rim[4] = {at_angle(16.0f, from - overlap), at_angle(18.0f, from - overlap),
                                  at_angle(16.0f, to + overlap), at_angle(18.0f, to + overlap)};
        thud_shape shape = bench_hull(rim, 4, 0.0f);
        bench_add_shape(world, body, &surface, &shape);
        if (i % 9 == 0) {
            const thud_vec2 paddle[4] = {at_angle(14.0f, from), at_angle(16.0f, from), at_angle(14.0f, to),
                                         at_angle(16.0f, to)};
            shape = bench_hull(paddle, 4, 0.0f);
            bench_add_shape(world, body, &surface, &shape);
        }
    }
    surface.hit_events = true;
    thud_shape box = bench_box(0.1f, 0.1f);
    for (int i = 0; i < 90; i++) {
        for (int j = 0; j < 90; j++) {
            bench_body one =
                bench_body_at(THUD_BODY_DYNAMIC, -9.9f + 0.21f * (float)j, 0.1f + 0.21f * (float)i);
            add_simple(world, &one, &surface, &box);
        }
    }
}

void bench_build_tumbler(bench_record *world, int index) {
    (void)index;
    bench_surface surface = bench_surface_defaults();
    bench_body ground = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    int fixed = bench_add_body(world, &ground);
    bench_body drum = bench_body_at(THUD_BODY_DYNAMIC, 0.0f, 10.0f);
    int body = bench_add_body(world, &drum);
    surface.density = 50.0f;
    const thud_shape walls[4] = {
        bench_box_at(0.5f, 10.0f, 10.0f, 0.0f), bench_box_at(0.5f, 10.0f, -10.0f, 0.0f),
        bench_box_at(10.0f, 0.5f, 0.0f, 10.0f), bench_box_at(10.0f, 0.5f, 0.0f, -10.0f)};
    for (int i = 0; i < 4; i++) {
        bench_add_shape(world, body, &surface, &walls[i]);
    }
    bench_hinge axle = {.anchor_a = {0.0f, 10.0f},
                        .driven = true,
                        .motor_speed = 25.0f * PI / 180.0f,
                        .motor_torque = 1.0e8f};
    bench_add_hinge(world, fixed, body, &axle);

    surface.density = 1.0f;
    thud_shape box = bench_box(0.125f, 0.125f);
    for (int i = 0; i < 45; i++) {
        for (int j = 0; j < 45; j++) {
            bench_body one =
                bench_body_at(THUD_BODY_DYNAMIC, -9.0f + 0.4f * (float)j, 1.0f + 0.4f * (float)i);
            add_simple(world, &one, &surface, &box);
        }
    }
}

#define SPINNER_POINTS 360

void bench_build_spinner(bench_record *world, int index) {
    (void)index;
    bench_surface surface = bench_surface_defaults();
    bench_body ground = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    int fixed = bench_add_body(world, &ground);
    thud_vec2 points[SPINNER_POINTS];
    for (int i = 0; i < SPINNER_POINTS; i++) {
        points[i] = at_angle(40.0f, -2.0f * PI * (float)i / (float)SPINNER_POINTS);
        points[i].y += 32.0f;
    }
    surface.friction = 0.1f;
    bench_add_loop(world, fixed, &surface, points, SPINNER_POINTS);

    bench_body bar = bench_body_at(THUD_BODY_DYNAMIC, 0.0f, 12.0f);
    bar.stays_awake = true;
    const thud_vec2 corners[4] = {{-0.4f, -20.0f}, {0.4f, -20.0f}, {0.4f, 20.0f}, {-0.4f, 20.0f}};
    thud_shape long_box = bench_hull(corners, 4, 0.2f);
    surface.friction = 0.0f;
    int spinner = add_simple(world, &bar, &surface, &long_box);
    bench_hinge axle = {
        .anchor_a = {0.0f, 12.0f}, .driven = true, .motor_speed = 5.0f, .motor_torque = FLT_MAX};
    bench_add_hinge(world, fixed, spinner, &axle);

    const thud_shape shapes[3] = {bench_capsule((thud_vec2){-0.25f, 0.0f}, (thud_vec2){0.25f, 0.0f}, 0.25f),
                                  bench_circle(0.35f), bench_box(0.35f, 0.35f)};
    surface = bench_surface_defaults();
    surface.friction = 0.1f;
    surface.elasticity = 0.1f;
    surface.density = 0.25f;
    for (int i = 0; i < 6076; i++) {
        bench_body body =
            bench_body_at(THUD_BODY_DYNAMIC, -23.0f + 0.5f * (float)(i % 92), 2.0f + 0.5f * (float)(i / 92));
        add_simple(world, &body, &surface, &shapes[i % 3]);
    }
}

/* ---- a net of hinges ---- */

void bench_build_joint_grid(bench_record *world, int index) {
    (void)index;
    enum { side = 100 };
    bench_surface surface = bench_surface_defaults();
    surface.category = 2;
    surface.mask = ~2u;
    thud_shape circle = bench_circle(0.4f);
    for (int k = 0; k < side; k++) {
        for (int i = 0; i < side; i++) {
            bool held = i == 0 && k >= side / 2 - 3 && k <= side / 2 + 3;
            bench_body body = bench_body_at(held ? THUD_BODY_STATIC : THUD_BODY_DYNAMIC, (float)k, -(float)i);
            int made = add_simple(world, &body, &surface, &circle);
            if (i > 0) {
                bench_hinge down = {.anchor_a = {0.0f, -0.5f}, .anchor_b = {0.0f, 0.5f}};
                bench_add_hinge(world, made - 1, made, &down);
            }
            if (k > 0) {
                bench_hinge across = {.anchor_a = {0.5f, 0.0f}, .anchor_b = {-0.5f, 0.0f}};
                bench_add_hinge(world, made - side, made, &across);
            }
        }
    }
}
