/*
 * machines.c: what a platformer moves by itself, in the level of tiles (tile_level.c): saws that cross its ground, presses
 * that come down onto it, enemies that crush what is between them. All are kinematic.
 */
#include "scenes.h"

#include <math.h>

#define PI 3.14159265358979f

enum { MACHINES = 60, ENEMIES = 100 };

#define MACHINE_SPACING 6.5f /* [m] */
#define SAW_SPEED 2.0f       /* [m/s] */
#define SAW_TURN 8.0f        /* [rad/s] */
#define SAW_STEPS 120        /* in one direction */
#define ENEMY_SPACING 1.9f   /* [m] */
#define ENEMY_SPEED 2.0f     /* [m/s] */

/* What the scenes keep; bench_walk_before_step uses the two numbers before. */
enum { FIRST_MACHINE = 2, MACHINE_COUNT };

static thud_vec2 press_at(int i, int step) {
    return (thud_vec2){MACHINE_SPACING * ((float)i + 1.0f),
                       9.5f + 1.2f * cosf(2.0f * (float)step * BENCH_DT + (float)i)};
}

/* A disc with eight teeth. */
static void add_saw(bench_record *world, const bench_body *body, const bench_surface *surface) {
    thud_shape disc = bench_circle(0.6f);
    int saw = bench_add_simple(world, body, surface, &disc);
    for (int i = 0; i < 8; i++) {
        float angle = 0.25f * PI * (float)i;
        const thud_vec2 corners[3] = {{0.58f * cosf(angle - 0.35f), 0.58f * sinf(angle - 0.35f)},
                                      {0.58f * cosf(angle + 0.35f), 0.58f * sinf(angle + 0.35f)},
                                      {0.85f * cosf(angle), 0.85f * sinf(angle)}};
        thud_shape tooth = bench_hull(corners, 3, 0.0f);
        bench_add_shape(world, saw, surface, &tooth);
    }
}

/* By turns a saw, half in the ground, and a press, which ends 20 cm in the ground. */
void bench_build_machines(bench_record *world, int index) {
    bench_build_crowd(world, index);
    bench_surface surface = bench_surface_defaults();
    thud_shape press = bench_box(0.75f, 0.5f);
    world->memory[FIRST_MACHINE] = world->body_count;
    world->memory[MACHINE_COUNT] = bench_share_of(world, MACHINES);
    for (int i = 0; i < world->memory[MACHINE_COUNT]; i++) {
        thud_vec2 at = press_at(i, 0);
        bench_body body = bench_body_at(THUD_BODY_KINEMATIC, at.x, i % 2 == 0 ? 8.0f : at.y);
        if (i % 2 == 0) {
            body.angular_velocity = SAW_TURN;
            add_saw(world, &body, &surface);
        } else {
            bench_add_simple(world, &body, &surface, &press);
        }
    }
}

void bench_run_machines(bench_record *world, int step) {
    bench_walk_before_step(world, step);
    for (int i = 0; i < world->memory[MACHINE_COUNT]; i++) {
        if (i % 2 == 1) {
            bench_set_target(world, world->memory[FIRST_MACHINE] + i, press_at(i, step));
        } else if (step % SAW_STEPS == 0) {
            float speed = step / SAW_STEPS % 2 == 0 ? SAW_SPEED : -SAW_SPEED;
            bench_set_velocity(world, world->memory[FIRST_MACHINE] + i, (thud_vec2){speed, 0.0f});
        }
    }
}

/* ---- enemies ---- */

/* Capsules that go to and fro by 1.7 m, a crate between each two. */
void bench_build_enemies(bench_record *world, int index) {
    (void)index;
    bench_build_tiles(world);
    bench_surface surface = bench_surface_defaults();
    thud_shape enemy = bench_capsule((thud_vec2){0.0f, -0.4f}, (thud_vec2){0.0f, 0.4f}, 0.3f);
    thud_shape crate = bench_box(0.3f, 0.3f);
    world->memory[FIRST_MACHINE] = world->body_count;
    world->memory[MACHINE_COUNT] = bench_share_of(world, ENEMIES);
    for (int i = 0; i < 2 * world->memory[MACHINE_COUNT]; i++) {
        int k = i % world->memory[MACHINE_COUNT];
        bool is_enemy = i == k;
        bench_body body =
            bench_body_at(is_enemy ? THUD_BODY_KINEMATIC : THUD_BODY_DYNAMIC,
                          ENEMY_SPACING * (float)k + (is_enemy ? 2.0f : 3.0f), is_enemy ? 8.71f : 8.3f);
        bench_add_simple(world, &body, &surface, is_enemy ? &enemy : &crate);
    }
}

void bench_move_enemies(bench_record *world, int step) {
    for (int i = 0; i < world->memory[MACHINE_COUNT]; i++) {
        float speed = ENEMY_SPEED * sinf(1.2f * (float)step * BENCH_DT + (float)i);
        bench_set_velocity(world, world->memory[FIRST_MACHINE] + i, (thud_vec2){speed, 0.0f});
    }
}
