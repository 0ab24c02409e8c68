/*
 * contraptions.c: what a platformer makes of hinges, ten of each in the level of tiles (tile_level.c): bridges, swings, cars
 * and ragdolls.
 */
#include "scenes.h"

enum { GROUPS = 10, PLANKS = 12, LINKS = 6 };

#define GROUP_SPACING 38.0f /* [m] */
#define GROUND 8.0f         /* the top of the tiles [m] */

static void join(bench_record *world, int a, int b, thud_vec2 anchor_a, thud_vec2 anchor_b) {
    bench_hinge hinge = {.anchor_a = anchor_a, .anchor_b = anchor_b};
    bench_add_hinge(world, a, b, &hinge);
}

/* Twelve planks between two points of the level, with three crates on them. */
static void add_bridge(bench_record *world, float x) {
    const float height = GROUND + 3.0f, half = 0.5f;
    bench_surface surface = bench_surface_defaults();
    thud_shape plank = bench_box(half, 0.1f), crate = bench_box(0.3f, 0.3f);
    int before = 0;
    for (int i = 0; i < PLANKS; i++) {
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, x + (2.0f * (float)i + 1.0f) * half, height);
        int next = bench_add_simple(world, &body, &surface, &plank);
        thud_vec2 end = i == 0 ? (thud_vec2){x, height} : (thud_vec2){half, 0.0f};
        join(world, before, next, end, (thud_vec2){-half, 0.0f});
        before = next;
    }
    join(world, before, 0, (thud_vec2){half, 0.0f}, (thud_vec2){x + 2.0f * half * (float)PLANKS, height});
    for (int i = 0; i < 3; i++) {
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, x + 3.0f + 3.0f * (float)i, height + 0.45f);
        bench_add_simple(world, &body, &surface, &crate);
    }
}

/* A ball on a chain of six links, which swings. */
static void add_swing(bench_record *world, float x) {
    const float height = GROUND + 3.6f, half = 0.2f;
    bench_surface surface = bench_surface_defaults();
    surface.group = -1;
    thud_shape link = bench_capsule((thud_vec2){-half, 0.0f}, (thud_vec2){half, 0.0f}, 0.05f),
               ball = bench_circle(0.3f);
    int before = 0;
    for (int i = 0; i <= LINKS; i++) {
        bool is_ball = i == LINKS;
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, x + (2.0f * (float)i + 1.0f) * half, height);
        int next = bench_add_simple(world, &body, &surface, is_ball ? &ball : &link);
        join(world, before, next, i == 0 ? (thud_vec2){x, height} : (thud_vec2){half, 0.0f},
             (thud_vec2){-half, 0.0f});
        before = next;
    }
}

/* Two wheels of the chassis of a car, which is driven to and fro (bench_walk_before_step). */
static void add_wheels(bench_record *world, int chassis, float x) {
    bench_surface surface = bench_surface_defaults();
    thud_shape wheel = bench_circle(0.4f);
    for (int i = 0; i < 2; i++) {
        float side = i == 0 ? -0.8f : 0.8f;
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, x + side, GROUND + 0.4f);
        join(world, chassis, bench_add_simple(world, &body, &surface, &wheel), (thud_vec2){side, -0.4f},
             (thud_vec2){0.0f, 0.0f});
    }
}

void bench_build_contraptions(bench_record *world, int index) {
    (void)index;
    bench_build_tiles(world);
    bench_surface surface = bench_surface_defaults();
    thud_shape chassis = bench_box(1.0f, 0.25f);
    int groups = bench_share_of(world, GROUPS);
    world->memory[0] = world->body_count;
    world->memory[1] = groups;
    for (int i = 0; i < groups; i++) {
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, 6.0f + GROUP_SPACING * (float)i, GROUND + 0.8f);
        bench_add_simple(world, &body, &surface, &chassis);
    }
    for (int i = 0; i < groups; i++) {
        float x = 6.0f + GROUP_SPACING * (float)i;
        add_wheels(world, world->memory[0] + i, x);
        add_bridge(world, x);
        add_swing(world, x + 16.0f);
        bench_add_ragdoll(world, (thud_vec2){x + 26.0f, GROUND + 0.5f}, i + 1);
    }
}
