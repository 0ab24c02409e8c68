/*
 * creations.c: making bodies and levels. The engines are called directly, without the record, whose own cost would be
 * timed too.
 */
#include "dice.h"
#include "scenes.h"

#include <math.h>

#define PI 3.14159265358979f

void bench_prepare_empty(bench_record *world) {
    bench_record_reopen(world);
}

void bench_prepare_level(bench_record *world) {
    bench_record_reopen(world);
    bench_build_tile_level(world, 0);
}

static void create_crate(bench_record *world, thud_vec2 position, float angle, const bench_surface *surface) {
    bench_body body = bench_body_at(THUD_BODY_DYNAMIC, position.x, position.y);
    body.angle = angle;
    bench_handle made = world->engine->add_body(world->world, &body);
    world->engine->add_box(world->world, made, surface, (thud_vec2){0.5f, 0.4f}, (thud_vec2){0.0f, 0.0f});
}

/* Crates at random, where they overlap none of those before. */
double bench_place_if_free(bench_record *world, int count) {
    bench_surface surface = bench_surface_defaults();
    thud_shape crate = bench_box(0.5f, 0.4f);
    dice d = {5u};
    float side = 400.0f * sqrtf((float)count / 20000.0f);
    double placed = 0.0;
    for (int i = 0; i < count; i++) {
        thud_vec2 position = {roll(&d, 0.0f, side), roll(&d, 0.0f, side)};
        float angle = roll(&d, -PI, PI);
        thud_pose pose = {position, {cosf(angle), sinf(angle)}};
        if (world->engine->count_overlaps(world->world, &crate, pose) == 0) {
            create_crate(world, position, angle, &surface);
            placed += 1.0;
        }
    }
    return placed;
}

double bench_create_boxes(bench_record *world, int count) {
    bench_surface surface = bench_surface_defaults();
    for (int i = 0; i < count; i++) {
        create_crate(world, (thud_vec2){2.0f * (float)(i % 100), 2.0f * (float)(i / 100)}, 0.0f, &surface);
    }
    return (double)count;
}

/* Tiles as shapes of one static body. */
double bench_create_level(bench_record *world, int count) {
    bench_body ground = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    bench_handle level = world->engine->add_body(world->world, &ground);
    for (int i = 0; i < count; i++) {
        world->engine->add_box(world->world, level, &surface, (thud_vec2){0.5f, 0.5f},
                               bench_tile(i % BENCH_TILES));
    }
    return (double)count;
}

/* A level that the player lost is destroyed and made again, up to its first step. */
double bench_restart_level(bench_record *world, int count) {
    bench_prepare_level(world);
    world->engine->step(world->world);
    return (double)count;
}

/* The same tiles as a grid, in engines that have any. */
double bench_create_grid(bench_record *world, int count) {
    if (world->engine->add_tiles == NULL) {
        return bench_create_level(world, count);
    }
    bench_body ground = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    thud_vec2 middles[BENCH_TILES];
    for (int i = 0; i < count; i++) {
        middles[i] = bench_tile(i);
    }
    bench_handle level = world->engine->add_body(world->world, &ground);
    world->engine->add_tiles(world->world, level, &surface, middles, count);
    return (double)count;
}

/* The first step of a level that has just been made. */
double bench_first_step(bench_record *world, int count) {
    world->engine->step(world->world);
    return (double)count;
}
