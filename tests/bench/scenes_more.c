/*
 * scenes_more.c: what the ten scenes leave out: the small worlds that most games have, how the cost grows with the
 * number of bodies, bodies far apart, and bodies of very different sizes.
 */
#include "dice.h"
#include "scenes.h"

#include <math.h>

#define PI 3.14159265358979f

int bench_add_simple(bench_record *world, const bench_body *body, const bench_surface *surface,
                     const thud_shape *shape) {
    int made = bench_add_body(world, body);
    bench_add_shape(world, made, surface, shape);
    return made;
}

thud_shape bench_mixed_shape(int i, float size) {
    switch (i % 4) {
    case 0:
        return bench_box(0.5f * size, 0.4f * size);
    case 1:
        return bench_circle(0.5f * size);
    case 2:
        return bench_capsule((thud_vec2){-0.25f * size, 0.0f}, (thud_vec2){0.25f * size, 0.0f}, 0.25f * size);
    default: {
        thud_vec2 corners[6];
        for (int k = 0; k < 6; k++) {
            corners[k] = (thud_vec2){0.5f * size * cosf((float)k * PI / 3.0f),
                                     0.5f * size * sinf((float)k * PI / 3.0f)};
        }
        return bench_hull(corners, 6, 0.0f);
    }
    }
}

void bench_add_tray(bench_record *world, float half_width, float height) {
    bench_body body = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    int ground = bench_add_body(world, &body);
    const thud_shape parts[3] = {bench_box_at(half_width + 2.0f, 1.0f, 0.0f, -1.0f),
                                 bench_box_at(1.0f, 0.5f * height, -half_width - 1.0f, 0.5f * height),
                                 bench_box_at(1.0f, 0.5f * height, half_width + 1.0f, 0.5f * height)};
    for (int i = 0; i < 3; i++) {
        bench_add_shape(world, ground, &surface, &parts[i]);
    }
}

/* ---- small: a platform level, a pinball table, ragdolls ---- */

/* Tiles, a slope and platforms; crates in stacks. */
static void build_level(bench_record *world, int crates) {
    bench_body ground = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    int level = bench_add_body(world, &ground);
    for (int i = -20; i < 20; i++) {
        thud_shape tile = bench_box_at(0.5f, 0.5f, (float)i + 0.5f, -0.5f);
        bench_add_shape(world, level, &surface, &tile);
    }
    for (int i = 0; i < 4; i++) {
        thud_shape platform = bench_box_at(2.0f, 0.25f, -15.0f + 8.0f * (float)i, 4.0f + (float)(i % 2));
        bench_add_shape(world, level, &surface, &platform);
    }
    const thud_vec2 slope[3] = {{10.0f, 0.0f}, {16.0f, 0.0f}, {16.0f, 3.0f}};
    thud_shape ramp = bench_hull(slope, 3, 0.0f);
    bench_add_shape(world, level, &surface, &ramp);
    thud_shape crate = bench_box(0.4f, 0.4f);
    for (int i = 0; i < crates; i++) {
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, -16.0f + 1.5f * (float)(i % 20),
                                        0.4f + 0.8f * (float)(i / 20) + (i % 20 > 16 ? 4.0f : 0.0f));
        bench_add_simple(world, &body, &surface, &crate);
    }
}

/* A tilted table seen from above: walls, round bumpers that throw back, balls. */
static void build_pinball(bench_record *world, int balls, dice *d) {
    bench_body ground = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    surface.friction = 0.1f;
    int table = bench_add_body(world, &ground);
    const thud_vec2 outline[6] = {{-6.0f, 2.0f}, {-1.0f, 0.0f}, {1.0f, 0.0f},
                                  {6.0f, 2.0f},  {6.0f, 24.0f}, {-6.0f, 24.0f}};
    for (int i = 0; i < 6; i++) {
        thud_shape wall = bench_segment(outline[i], outline[(i + 1) % 6]);
        bench_add_shape(world, table, &surface, &wall);
    }
    surface.elasticity = 0.8f;
    for (int i = 0; i < 12; i++) {
        bench_body post =
            bench_body_at(THUD_BODY_STATIC, -4.5f + 3.0f * (float)(i % 4) + 0.7f * (float)(i / 4 % 2),
                          8.0f + 4.0f * (float)(i / 4));
        thud_shape bumper = bench_circle(0.5f);
        bench_add_simple(world, &post, &surface, &bumper);
    }
    surface.elasticity = 0.4f;
    thud_shape ball = bench_circle(0.15f);
    for (int i = 0; i < balls; i++) {
        bench_body body =
            bench_body_at(THUD_BODY_DYNAMIC, -5.0f + 0.5f * (float)(i % 20), 21.0f + 0.4f * (float)(i / 20));
        body.velocity = (thud_vec2){roll(d, -4.0f, 4.0f), roll(d, -4.0f, 0.0f)};
        bench_add_simple(world, &body, &surface, &ball);
    }
}

static void build_ragdolls(bench_record *world, int ragdolls) {
    bench_add_tray(world, 12.0f, 4.0f);
    for (int i = 0; i < ragdolls; i++) {
        bench_add_ragdoll(world, (thud_vec2){-9.0f + 2.0f * (float)(i % 10), 0.2f + 2.0f * (float)(i / 10)},
                          i + 1);
    }
}

/* 20 to 300 bodies each, kinds in turn. */
void bench_build_small(bench_record *world, int index) {
    dice d = {(uint32_t)index * 2654435761u + 1u};
    int bodies = 20 + index % 67 * 4;
    switch (index % 3) {
    case 0:
        build_level(world, bodies);
        break;
    case 1:
        build_pinball(world, bodies / 3 + 5, &d);
        break;
    default:
        build_ragdolls(world, 1 + bodies / 11);
        break;
    }
}

/* Fifty crates, balls and the like that come to rest on a floor. */
void bench_build_fifty(bench_record *world, int index) {
    (void)index;
    bench_add_tray(world, 6.0f, 4.0f);
    bench_surface surface = bench_surface_defaults();
    for (int i = 0; i < 50; i++) {
        thud_shape shape = bench_mixed_shape(i, 0.8f);
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, -5.0f + (float)(i % 10) + 0.05f * (float)(i / 10),
                                        0.5f + 1.0f * (float)(i / 10));
        bench_add_simple(world, &body, &surface, &shape);
    }
}

void bench_build_empty(bench_record *world, int index) {
    (void)world;
    (void)index;
}

void bench_build_tiny(bench_record *world, int index) {
    bench_add_tray(world, 3.0f, 2.0f);
    bench_surface surface = bench_surface_defaults();
    for (int i = 0; i < 8 + index; i++) {
        thud_shape shape = bench_mixed_shape(i, 0.5f);
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, -2.0f + 0.5f * (float)i, 0.3f);
        bench_add_simple(world, &body, &surface, &shape);
    }
}

/* ---- scale: mixed shapes that fall into a heap, four times as wide as high ---- */

static void build_pile(bench_record *world, int count) {
    int columns = (int)sqrtf(4.0f * (float)count);
    bench_add_tray(world, 0.5f * (float)columns, 0.5f * (float)columns);
    bench_surface surface = bench_surface_defaults();
    dice d = {12345u};
    for (int i = 0; i < count; i++) {
        thud_shape shape = bench_mixed_shape(i, 0.8f);
        float x = (float)(i % columns) + 0.5f - 0.5f * (float)columns + roll(&d, -0.05f, 0.05f);
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, x, 0.5f + 0.85f * (float)(i / columns));
        body.angle = roll(&d, -0.1f, 0.1f);
        bench_add_simple(world, &body, &surface, &shape);
    }
}

void bench_build_pile_1k(bench_record *world, int index) {
    (void)index;
    build_pile(world, 1000);
}

void bench_build_pile_10k(bench_record *world, int index) {
    (void)index;
    build_pile(world, 10000);
}

void bench_build_pile_50k(bench_record *world, int index) {
    (void)index;
    build_pile(world, 50000);
}

void bench_build_pile_200k(bench_record *world, int index) {
    (void)index;
    build_pile(world, 200000);
}

/* ---- sparse: 100,000 bodies that fly about in 1e5 m by 1e3 m ---- */

void bench_build_sparse(bench_record *world, int index) {
    (void)index;
    bench_surface surface = bench_surface_defaults();
    dice d = {777u};
    for (int i = 0; i < 100000; i++) {
        thud_shape shape = bench_mixed_shape(i, 1.0f);
        float x = roll(&d, -5.0e4f, 5.0e4f), y = roll(&d, -500.0f, 500.0f);
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, x, y);
        body.velocity = (thud_vec2){roll(&d, -10.0f, 10.0f), roll(&d, -10.0f, 10.0f)};
        bench_add_simple(world, &body, &surface, &shape);
    }
}

/* ---- sizes: from 20 m down to 2 cm, each class a tenth of the one before, on one floor ---- */

void bench_build_sizes(bench_record *world, int index) {
    (void)index;
    bench_add_tray(world, 60.0f, 60.0f);
    bench_surface surface = bench_surface_defaults();
    float top = 0.0f;
    const struct {
        float size;
        int count;
    } classes[4] = {{20.0f, 5}, {2.0f, 200}, {0.2f, 2000}, {0.02f, 4000}};
    for (int c = 0; c < 4; c++) {
        float pitch = 1.15f * classes[c].size;
        int columns = (int)(100.0f / pitch);
        for (int i = 0; i < classes[c].count; i++) {
            thud_shape shape = bench_mixed_shape(i, classes[c].size);
            float x = ((float)(i % columns) - 0.5f * (float)(columns - 1)) * pitch;
            bench_body body =
                bench_body_at(THUD_BODY_DYNAMIC, x, top + pitch * ((float)(i / columns) + 0.5f));
            bench_add_simple(world, &body, &surface, &shape);
        }
        top += pitch * (float)((classes[c].count + columns - 1) / columns);
    }
}
