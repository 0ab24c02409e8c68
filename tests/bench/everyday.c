/*
 * everyday.c: what most games do in most frames, one thing at a time: characters that walk on tiles, a crowd of things that is
 * pushed there, balls that roll on a chain, and the calls that read and set the bodies of characters.
 */
#include "scenes.h"

#include <math.h>

enum {
    WALKERS = 100,
    BALLS = 100,
    LEDGES = 400,
    GROUND_POINTS = 5000,
    LOOP_POINTS = GROUND_POINTS + 2,
    DIGGABLE = 1200
};

#define SPEED 3.0f         /* [m/s] of walkers and balls */
#define STRIDE_STEPS 90    /* in one direction */
#define JUMP_STEPS 120
#define JUMP_SPEED 5.0f    /* [m/s] */
#define POINT_SPACING 0.2f /* [m] */
#define SETTLING_STEPS 20

/* ---- walkers ---- */

/* Capsules: boxes stop at the first seam between tiles in some engines. */
static void add_walkers(bench_record *world) {
    bench_surface surface = bench_surface_defaults();
    surface.events = true;
    thud_shape walker = bench_capsule((thud_vec2){0.0f, -0.5f}, (thud_vec2){0.0f, 0.5f}, 0.3f);
    world->memory[0] = world->body_count;
    world->memory[1] = bench_share_of(world, WALKERS);
    for (int i = 0; i < world->memory[1]; i++) {
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, 4.5f + 3.9f * (float)i, 8.8f);
        body.rotation_locked = true;
        bench_add_simple(world, &body, &surface, &walker);
    }
}

void bench_build_walkers(bench_record *world, int index) {
    (void)index;
    bench_build_tiles(world);
    add_walkers(world);
}

/* All go to the right, then to the left. */
void bench_walk_before_step(bench_record *world, int step) {
    for (int i = 0; i < world->memory[1]; i++) {
        int body = world->memory[0] + i;
        thud_vec2 velocity = bench_velocity(world, body);
        velocity.x = step / STRIDE_STEPS % 2 == 0 ? SPEED : -SPEED;
        bench_set_velocity(world, body, velocity);
    }
}

/* ---- walkers among one-way tiles ---- */

/* Rows of four tiles at the height of a walker's chest and above its head, by turns. */
void bench_build_ledges(bench_record *world, int index) {
    bench_build_walkers(world, index);
    bench_surface surface = bench_surface_defaults();
    surface.one_way = true;
    thud_shape ledge = bench_box(0.5f, 0.1f);
    bench_body body = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    for (int i = 0; i < bench_share_of(world, LEDGES); i++) {
        body.position = (thud_vec2){(float)i + 0.5f, i / 4 % 2 == 0 ? 9.2f : 10.2f};
        bench_add_simple(world, &body, &surface, &ledge);
    }
}

/* Each walker jumps every two seconds. */
void bench_jump_before_step(bench_record *world, int step) {
    bench_walk_before_step(world, step);
    for (int i = 0; i < world->memory[1]; i++) {
        int body = world->memory[0] + i;
        if ((step + 7 * i) % JUMP_STEPS == 0) {
            bench_set_velocity(world, body, (thud_vec2){bench_velocity(world, body).x, JUMP_SPEED});
        }
    }
}

/* ---- walkers on ground that is dug ---- */

/* The tiles of three rows below the surface, which quality.c does not see: nobody comes there. */
static bench_handle diggable[DIGGABLE];

static void set_diggable(bench_record *world, int index, bool solid) {
    bench_surface surface = bench_surface_defaults();
    thud_vec2 middle = {(float)(index / 3) + 0.5f, (float)(index % 3) + 4.5f};
    world->engine->set_tile(world->world, world->bodies[0].handle, &surface, middle, solid, &diggable[index]);
}

void bench_build_digging(bench_record *world, int index) {
    (void)index;
    bench_body body = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    thud_vec2 middles[BENCH_TILES];
    int count = 0;
    for (int i = 0; i < BENCH_TILES; i++) {
        middles[count] = bench_tile(i);
        count += middles[count].y < 4.0f || middles[count].y > 7.0f;
    }
    bench_add_tiles(world, bench_add_body(world, &body), &surface, middles, count);
    for (int i = 0; i < DIGGABLE; i++) {
        set_diggable(world, i, true);
    }
    add_walkers(world);
}

/* In each step four tiles are dug, all over the level, and those put back that were dug a second before. */
void bench_dig_before_step(bench_record *world, int step) {
    enum { dug = 4, stride = 457, back_after = 60 };
    bench_walk_before_step(world, step);
    for (int i = dug * step; i < dug * (step + 1); i++) {
        set_diggable(world, i * stride % DIGGABLE, false);
        if (step >= back_after) {
            set_diggable(world, (i - dug * back_after) * stride % DIGGABLE, true);
        }
    }
}

/* ---- a crowd on tiles ---- */

/* Balls, crates and capsules by turns, all of which are pushed as walkers go. */
static void add_crowd(bench_record *world) {
    bench_surface surface = bench_surface_defaults();
    const thud_shape shapes[] = {bench_circle(0.4f), bench_box(0.4f, 0.4f),
                                 bench_capsule((thud_vec2){-0.2f, 0.0f}, (thud_vec2){0.2f, 0.0f}, 0.3f)};
    world->memory[0] = world->body_count;
    world->memory[1] = bench_share_of(world, WALKERS);
    for (int i = 0; i < world->memory[1]; i++) {
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, 4.5f + 3.9f * (float)i, 8.4f);
        bench_add_simple(world, &body, &surface, &shapes[i % 3]);
    }
}

void bench_build_crowd(bench_record *world, int index) {
    (void)index;
    bench_build_tiles(world);
    add_crowd(world);
}

/* Each tile is a body of its own. */
void bench_build_crowd_bodies(bench_record *world, int index) {
    (void)index;
    bench_surface surface = bench_surface_defaults();
    thud_shape shape = bench_box(0.5f, 0.5f);
    for (int i = 0; i < BENCH_TILES; i++) {
        thud_vec2 middle = bench_tile(i);
        bench_body tile = bench_body_at(THUD_BODY_STATIC, middle.x, middle.y);
        bench_add_simple(world, &tile, &surface, &shape);
    }
    add_crowd(world);
}

/* ---- balls on a chain ---- */

/* A kilometre of hills of 1 m under a ceiling of 50 m, clockwise from the upper left corner. */
static void add_hills(bench_record *world) {
    static thud_vec2 points[LOOP_POINTS];
    float width = POINT_SPACING * (float)(GROUND_POINTS - 1);
    points[0] = (thud_vec2){0.0f, 50.0f};
    points[1] = (thud_vec2){width, 50.0f};
    for (int i = 0; i < GROUND_POINTS; i++) {
        float x = width - POINT_SPACING * (float)i;
        points[2 + i] = (thud_vec2){x, sinf(0.25f * x)};
    }
    bench_surface surface = bench_surface_defaults();
    bench_body body = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_add_loop(world, bench_add_body(world, &body), &surface, points, LOOP_POINTS);
}

void bench_build_balls(bench_record *world, int index) {
    (void)index;
    add_hills(world);
    bench_surface surface = bench_surface_defaults();
    thud_shape ball = bench_circle(0.4f);
    world->memory[0] = world->body_count;
    world->memory[1] = bench_share_of(world, BALLS);
    for (int i = 0; i < world->memory[1]; i++) {
        float x = 7.0f + 9.9f * (float)i;
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, x, sinf(0.25f * x) + 0.45f);
        bench_add_simple(world, &body, &surface, &ball);
    }
}

/* ---- calls ---- */

void bench_build_calls(bench_record *world, int index) {
    (void)index;
    bench_body ground = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    surface.friction = 0.0f;
    thud_shape floor = bench_box_at(500.0f, 4.0f, 200.0f, 4.0f);
    bench_add_simple(world, &ground, &surface, &floor);
    add_walkers(world);
    for (int i = 0; i < SETTLING_STEPS; i++) {
        world->engine->step(world->world);
    }
}

/* Reads pose, velocity and contacts of each body, and sets its velocity; returns the number of contacts. */
double bench_call(bench_record *world, int count) {
    double contacts = 0.0;
    for (int i = 0; i < count; i++) {
        bench_handle body = world->bodies[world->memory[0] + i % world->memory[1]].handle;
        thud_vec2 at = world->engine->pose(world->world, body).position;
        thud_vec2 velocity = world->engine->velocity(world->world, body);
        float up;
        contacts += world->engine->touches(world->world, body, &up);
        velocity.x = at.x > 0.0f ? 0.0f : velocity.x;
        world->engine->set_velocity(world->world, body, velocity);
    }
    return contacts;
}

/* Changes each body, by turns to the right and to the left; returns the number of bodies that moved. */
double bench_change(bench_record *world, int count) {
    int moved = 0;
    for (int i = 0; i < count; i++) {
        int member = i % world->memory[1];
        bench_handle body = world->bodies[world->memory[0] + member].handle;
        float before = world->engine->pose(world->world, body).position.x;
        world->engine->change(world->world, body, i / world->memory[1] % 2 == 0 ? 1.0f : -1.0f);
        moved += world->engine->pose(world->world, body).position.x != before;
    }
    return moved;
}
