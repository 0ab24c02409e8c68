/*
 * platformer.c: what a platformer does in a frame, in the level of 4,712 tiles (tile_level.c), on the ground:
 *
 *     y 11       o   o   o           100 coins: sensors that are taken away and put back a second later
 *     y 10      ====                 30 kinematic platforms that are sent to a place in each step
 *     y 9.8        ----              40 one-way ledges
 *     8..14    [  zone  ]            20 zones: sensors of 6 m
 *     y 8    i  i   i   i   i        100 characters: contacts read, three rays, velocity set, a jump about once a second
 *
 * All events are read. The characters' calls count as part of the step, as they do in a game.
 */
#include "scenes.h"

#include <math.h>

enum { CHARACTERS = 100, COINS = 100, ZONES = 20, LEDGES = 40, PLATFORMS = 30, FAR_COINS = 1000 };

/* What the scene keeps, from these places on: the body of a coin, or minus the step in which it comes back;
 * the direction of a character, 1 or -1. */
enum { FIRST_CHARACTER, FIRST_PLATFORM, COIN, DIRECTION = COIN + COINS };
_Static_assert(DIRECTION + CHARACTERS <= 256, "a record keeps 256 numbers");

#define RUN_SPEED 3.0f  /* [m/s] */
#define JUMP_SPEED 7.0f /* [m/s] */
#define JUMP_STEPS 50
#define COIN_STEPS 60 /* until a coin is put back */
#define LEFT_END 2.0f /* [m]; characters turn round here */
#define RIGHT_END 398.0f

static thud_vec2 platform_at(int i, int step) {
    float t = (float)step * BENCH_DT + (float)i;
    return (thud_vec2){8.0f + 13.0f * (float)i + 2.0f * sinf(t), 10.1f + 0.2f * sinf(1.3f * t)};
}

static int add_coin_at(bench_record *world, float x, float y) {
    bench_body body = bench_body_at(THUD_BODY_STATIC, x, y);
    bench_surface surface = bench_surface_defaults();
    surface.sensor = true;
    surface.category = 2;
    surface.mask = 1;
    thud_shape coin = bench_circle(0.3f);
    return bench_add_simple(world, &body, &surface, &coin);
}

static void add_coin(bench_record *world, int i) {
    world->memory[COIN + i] = add_coin_at(world, 2.0f + 3.93f * (float)i, 8.5f + (float)(i % 3));
}

static void add_zones(bench_record *world) {
    bench_surface surface = bench_surface_defaults();
    surface.sensor = true;
    surface.category = 2;
    surface.mask = 1;
    thud_shape zone = bench_box(3.0f, 3.0f);
    for (int i = 0; i < bench_share_of(world, ZONES); i++) {
        bench_body body = bench_body_at(THUD_BODY_STATIC, 10.0f + 20.0f * (float)i, 11.0f);
        bench_add_simple(world, &body, &surface, &zone);
    }
}

static void add_ledges(bench_record *world) {
    bench_surface surface = bench_surface_defaults();
    surface.one_way = true;
    thud_shape ledge = bench_box(1.5f, 0.1f);
    for (int i = 0; i < bench_share_of(world, LEDGES); i++) {
        bench_body body = bench_body_at(THUD_BODY_STATIC, 6.0f + 9.7f * (float)i, 9.8f);
        bench_add_simple(world, &body, &surface, &ledge);
    }
}

static void add_platforms(bench_record *world) {
    bench_surface surface = bench_surface_defaults();
    thud_shape plank = bench_box(1.5f, 0.25f);
    world->memory[FIRST_PLATFORM] = world->body_count;
    for (int i = 0; i < bench_share_of(world, PLATFORMS); i++) {
        thud_vec2 at = platform_at(i, 0);
        bench_body body = bench_body_at(THUD_BODY_KINEMATIC, at.x, at.y);
        bench_add_simple(world, &body, &surface, &plank);
    }
}

static void add_characters(bench_record *world) {
    bench_surface surface = bench_surface_defaults();
    surface.friction = 0.2f;
    surface.events = true;
    thud_shape character = bench_capsule((thud_vec2){0.0f, -0.4f}, (thud_vec2){0.0f, 0.4f}, 0.3f);
    world->memory[FIRST_CHARACTER] = world->body_count;
    for (int i = 0; i < bench_share_of(world, CHARACTERS); i++) {
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, 4.5f + 3.9f * (float)i, 8.72f);
        body.rotation_locked = true;
        bench_add_simple(world, &body, &surface, &character);
        world->memory[DIRECTION + i] = i % 2 == 0 ? -1 : 1;
    }
}

void bench_build_platformer(bench_record *world, int index) {
    (void)index;
    bench_build_tiles(world);
    add_ledges(world);
    add_platforms(world);
    add_zones(world);
    add_characters(world);
    for (int i = 0; i < bench_share_of(world, COINS); i++) {
        add_coin(world, i);
    }
}

/* And a thousand coins above the ledges, which nobody takes. */
void bench_build_grid_coins(bench_record *world, int index) {
    bench_build_grid_platformer(world, index);
    int coins = bench_share_of(world, FAR_COINS);
    for (int i = 0; i < coins; i++) {
        add_coin_at(world, 400.0f * (float)i / (float)coins, 13.6f + 4.0f * (float)(i % 7));
    }
}

/* ---- a frame ---- */

static void take_coins(bench_record *world, int step) {
    bench_handle entered[64];
    int count = world->engine->entered_sensors(world->world, entered, 64), coins = bench_share_of(world, COINS);
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < coins; i++) {
            int32_t coin = world->memory[COIN + i];
            if (coin > 0 && world->bodies[coin].handle.bits == entered[k].bits) {
                bench_remove_body(world, coin);
                world->memory[COIN + i] = -(step + COIN_STEPS);
            }
        }
    }
    for (int i = 0; i < coins; i++) {
        if (world->memory[COIN + i] == -step) {
            add_coin(world, i);
        }
    }
}

/* Looks for the ground ahead, for an obstacle and for an enemy; turns round at an obstacle. */
static void look(bench_record *world, int i, thud_vec2 at, int step) {
    float ahead = (float)world->memory[DIRECTION + i];
    float (*cast)(void *, thud_vec2, thud_vec2) = world->engine->cast_ray;
    cast(world->world, (thud_vec2){at.x + 0.25f * ahead, at.y - 0.71f}, (thud_vec2){0.0f, -0.5f});
    cast(world->world, (thud_vec2){at.x + 0.31f * ahead, at.y + 0.4f}, (thud_vec2){10.0f * ahead, 1.0f});
    float way = cast(world->world, (thud_vec2){at.x + 0.31f * ahead, at.y}, (thud_vec2){0.5f * ahead, 0.0f});
    if (way < 1.0f && step % 4 == i % 4) {
        world->memory[DIRECTION + i] = -world->memory[DIRECTION + i];
    }
}

static void move_character(bench_record *world, int i, int step) {
    int body = world->memory[FIRST_CHARACTER] + i;
    thud_vec2 at = world->engine->pose(world->world, world->bodies[body].handle).position;
    thud_vec2 velocity = bench_velocity(world, body);
    float up;
    world->engine->touches(world->world, world->bodies[body].handle, &up);
    look(world, i, at, step);
    if (at.x < LEFT_END || at.x > RIGHT_END) {
        world->memory[DIRECTION + i] = at.x < LEFT_END ? 1 : -1;
    }
    velocity.x = RUN_SPEED * (float)world->memory[DIRECTION + i];
    if (up > 0.7f && (step + 7 * i) % JUMP_STEPS == 0) {
        velocity.y = JUMP_SPEED;
    }
    bench_set_velocity(world, body, velocity);
}

void bench_platformer_before_step(bench_record *world, int step) {
    world->engine->read_events(world->world);
    take_coins(world, step);
    for (int i = 0; i < bench_share_of(world, PLATFORMS); i++) {
        bench_set_target(world, world->memory[FIRST_PLATFORM] + i, platform_at(i, step));
    }
    for (int i = 0; i < bench_share_of(world, CHARACTERS); i++) {
        move_character(world, i, step);
    }
}
