/*
 * tile_level.c: a platformer's level of 4,712 tiles of 1 m.
 *
 *     y 42   ====      ====          50 kinematic platforms go to and fro, two crates on each
 *     12..36   ____________          126 ledges of 12 tiles in 7 rows
 *     y  8   o   #   o   #           walkers, stacks of four crates
 *     0..8   #################       ground: 400 x 8 tiles
 */
#include "scenes.h"

#include <math.h>

enum { COLUMNS = 400, GROUND = COLUMNS * 8, LEDGE = 12, LEDGES_A_ROW = 18 };
enum { STACKS = 50, STACK = 4, PLATFORMS = 50, WALKERS = 100 };

#define ROW_SPACING 4       /* [m] between rows of ledges */
#define FIRST_ROW 12        /* [m] */
#define WALK_SPEED 3.0f     /* [m/s] */
#define WALK_STEPS 90       /* in one direction */
#define PLATFORM_Y 42.0f    /* [m] */
#define PLATFORM_SPEED 2.0f /* [m/s] */
#define PLATFORM_STEPS 120  /* in one direction */

/* What the scene keeps: the numbers of the first platform and the first walker, and how many there are. */
enum { FIRST_PLATFORM, FIRST_WALKER, PLATFORM_COUNT, WALKER_COUNT };

/* The leftmost column of a ledge. */
static int ledge_column(int row, int i) {
    return i * COLUMNS / LEDGES_A_ROW + row * 3 % 10;
}

thud_vec2 bench_tile(int i) {
    int column = i % COLUMNS, row = i / COLUMNS;
    if (i >= GROUND) {
        int ledge = (i - GROUND) / LEDGE, line = ledge / LEDGES_A_ROW;
        column = ledge_column(line, ledge % LEDGES_A_ROW) + (i - GROUND) % LEDGE;
        row = FIRST_ROW + ROW_SPACING * line;
    }
    return (thud_vec2){(float)column + 0.5f, (float)row + 0.5f};
}

bool bench_in_tile(thud_vec2 point) {
    int column = (int)floorf(point.x), row = (int)floorf(point.y);
    if (row < 8) {
        return row >= 0 && column >= 0 && column < COLUMNS;
    }
    int line = (row - FIRST_ROW) / ROW_SPACING;
    if (row < FIRST_ROW || (row - FIRST_ROW) % ROW_SPACING != 0 || line >= 7) {
        return false;
    }
    for (int i = 0; i < LEDGES_A_ROW; i++) {
        int offset = column - ledge_column(line, i);
        if (offset >= 0 && offset < LEDGE) {
            return true;
        }
    }
    return false;
}

static void add_crate(bench_record *world, float x, float y) {
    bench_surface surface = bench_surface_defaults();
    bench_body body = bench_body_at(THUD_BODY_DYNAMIC, x, y);
    thud_shape crate = bench_box(0.4f, 0.4f);
    bench_add_simple(world, &body, &surface, &crate);
}

void bench_build_tiles(bench_record *world) {
    bench_body body = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    thud_vec2 middles[BENCH_TILES];
    for (int i = 0; i < BENCH_TILES; i++) {
        middles[i] = bench_tile(i);
    }
    bench_add_tiles(world, bench_add_body(world, &body), &surface, middles, BENCH_TILES);
}

static void add_platforms(bench_record *world, int count) {
    bench_surface surface = bench_surface_defaults();
    thud_shape plank = bench_box(1.5f, 0.25f);
    world->memory[FIRST_PLATFORM] = world->body_count;
    world->memory[PLATFORM_COUNT] = count;
    for (int i = 0; i < count; i++) {
        bench_body body = bench_body_at(THUD_BODY_KINEMATIC, 2.0f + 8.0f * (float)i, PLATFORM_Y);
        bench_add_simple(world, &body, &surface, &plank);
    }
    for (int i = 0; i < count; i++) {
        add_crate(world, 1.5f + 8.0f * (float)i, PLATFORM_Y + 0.65f);
        add_crate(world, 2.5f + 8.0f * (float)i, PLATFORM_Y + 0.65f);
    }
}

/* Half of the walkers on the ground, half on ledges. */
static void add_walkers(bench_record *world, int count) {
    bench_surface surface = bench_surface_defaults();
    surface.friction = 0.2f;
    thud_shape walker = bench_capsule((thud_vec2){0.0f, -0.4f}, (thud_vec2){0.0f, 0.4f}, 0.3f);
    world->memory[FIRST_WALKER] = world->body_count;
    world->memory[WALKER_COUNT] = count;
    for (int i = 0; i < count; i++) {
        int line = i / 2 % 7, ledge = i / 2 % LEDGES_A_ROW;
        thud_vec2 feet = {4.5f + 3.9f * (float)i, 8.0f};
        if (i % 2 == 1) {
            feet = (thud_vec2){(float)ledge_column(line, ledge) + 3.5f,
                               (float)(FIRST_ROW + ROW_SPACING * line + 1)};
        }
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, feet.x, feet.y + 0.71f);
        body.rotation_locked = true;
        bench_add_simple(world, &body, &surface, &walker);
    }
}

void bench_build_tile_level(bench_record *world, int index) {
    (void)index;
    bench_build_tiles(world);
    int stacks = bench_share_of(world, STACKS);
    for (int i = 0; i < stacks; i++) {
        for (int k = 0; k < STACK; k++) {
            add_crate(world, 0.5f + 8.0f * (float)i, 8.4f + 0.8f * (float)k);
        }
    }
    add_platforms(world, bench_share_of(world, PLATFORMS));
    add_walkers(world, bench_share_of(world, WALKERS));
}

void bench_tile_level_before_step(bench_record *world, int step) {
    for (int i = 0; i < world->memory[WALKER_COUNT]; i++) {
        int walker = world->memory[FIRST_WALKER] + i;
        thud_vec2 velocity = bench_velocity(world, walker);
        velocity.x = step / WALK_STEPS % 2 == 0 ? WALK_SPEED : -WALK_SPEED;
        bench_set_velocity(world, walker, velocity);
    }
    for (int i = 0; i < world->memory[PLATFORM_COUNT] && step % PLATFORM_STEPS == 0; i++) {
        float speed = step / PLATFORM_STEPS % 2 == 0 ? PLATFORM_SPEED : -PLATFORM_SPEED;
        bench_set_velocity(world, world->memory[FIRST_PLATFORM] + i, (thud_vec2){speed, 0.0f});
    }
}

/* ---- the same level as a grid ---- */

void bench_build_grid_level(bench_record *world, int index) {
    world->wants_grid = true;
    bench_build_tile_level(world, index);
}

void bench_build_grid_digging(bench_record *world, int index) {
    world->wants_grid = true;
    bench_build_digging(world, index);
}

void bench_build_grid_platformer(bench_record *world, int index) {
    world->wants_grid = true;
    bench_build_platformer(world, index);
}

void bench_build_grid_queries(bench_record *world, int index) {
    world->wants_grid = true;
    bench_build_tile_queries(world, index);
}

void bench_build_grid_movers(bench_record *world, int index) {
    world->wants_grid = true;
    bench_build_movers(world, index);
}
