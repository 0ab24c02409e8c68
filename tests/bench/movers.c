/*
 * movers.c: 200 characters that run to and fro on the tiles of the level, fall off ledges and jump, or stand still.
 * A sample moves each of them once. Without bodies they pass through each other; with bodies they meet, and the
 * world, which contains them, is stepped before each sample. Thud's mover does steps, slopes and platforms besides,
 * Box2D's geometric mover is capsule and planes.
 */
#include "scenes.h"

#define RUN_SPEED 4.0f      /* [m/s] */
#define JUMP_SPEED 9.0f     /* [m/s] */
#define GRAVITY 25.0f       /* [m/s^2] */
#define FIRST_X 5.5f        /* [m] of the first mover */
#define SPACING 1.9f        /* [m] between two */
#define FEET_TO_FRAME 0.71f /* [m] */

enum { MOVERS = 200, TURN_MOVES = 90, JUMP_MOVES = 150, LINES = 7 };

/* A run is a process of its own, which has one world. */
static bench_mover movers[MOVERS];
static int moves;

static void build(bench_record *world, bool with_bodies) {
    bench_build_tiles(world);
    moves = 0;
    for (int i = 0; i < MOVERS; i++) {
        float line =
            i % 2 == 0 ? 0.0f : (float)(1 + i / 2 % LINES); /* half on the ground, half above ledges */
        thud_vec2 place = {FIRST_X + SPACING * (float)i,
                           8.0f + FEET_TO_FRAME + (line > 0.0f ? 1.0f + 4.0f * line : 0.0f)};
        movers[i] = (bench_mover){.position = place, .has_body = with_bodies};
    }
    for (int i = 0; i < 3; i++) {
        world->engine->step(world->world);
    }
}

void bench_build_movers(bench_record *world, int index) {
    (void)index;
    build(world, false);
}

void bench_build_movers_with_bodies(bench_record *world, int index) {
    (void)index;
    build(world, true);
}

void bench_step_movers(bench_record *world) {
    world->engine->step(world->world);
}

double bench_move(bench_record *world, int count) {
    double heights = 0.0;
    int round = moves / MOVERS;
    for (int i = 0; i < count; i++, moves++) {
        bench_mover *mover = &movers[i % MOVERS];
        mover->velocity.x = (round + i) / TURN_MOVES % 2 == 0 ? RUN_SPEED : -RUN_SPEED;
        mover->velocity.y -= GRAVITY * BENCH_DT;
        if (mover->on_floor && (round + 7 * i) % JUMP_MOVES == 0) {
            mover->velocity.y = JUMP_SPEED;
        }
        world->engine->move(world->world, mover);
        heights += (double)mover->position.y;
    }
    return heights;
}

double bench_stand(bench_record *world, int count) {
    double heights = 0.0;
    for (int i = 0; i < count; i++) {
        bench_mover *mover = &movers[i % MOVERS];
        mover->velocity.y -= GRAVITY * BENCH_DT;
        world->engine->move(world->world, mover);
        heights += (double)mover->position.y;
    }
    return heights;
}
