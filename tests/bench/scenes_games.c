/*
 * scenes_games.c: worlds that games have and the ten scenes have not: bullets, few bodies, kinematic bars, large bodies
 * on small ones, sleepers that explosions wake.
 */
#include "dice.h"
#include "scenes.h"

#include <math.h>

/* ---- bullets ---- */

/* A closed room about the origin, by four static boxes of 2 m. */
static void add_room(bench_record *world, float half_width, float half_height) {
    bench_body body = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    int room = bench_add_body(world, &body);
    const thud_shape walls[4] = {
        bench_box_at(half_width + 2.0f, 1.0f, 0.0f, -half_height - 1.0f),
        bench_box_at(half_width + 2.0f, 1.0f, 0.0f, half_height + 1.0f),
        bench_box_at(1.0f, half_height, -half_width - 1.0f, 0.0f),
        bench_box_at(1.0f, half_height, half_width + 1.0f, 0.0f),
    };
    for (int i = 0; i < 4; i++) {
        bench_add_shape(world, room, &surface, &walls[i]);
    }
}

/* 500 crates in stacks of ten along the floor; bullets of 10 cm that lose no speed at the walls fly between them and
 * above. A bullet weighs a hundredth of a crate. */
static void build_bullets(bench_record *world, bool collide) {
    add_room(world, 50.0f, 25.0f);
    bench_surface surface = bench_surface_defaults();
    thud_shape crate = bench_box(0.5f, 0.5f);
    int crates = bench_share_of(world, 500);
    for (int i = 0; i < crates; i++) {
        bench_body body =
            bench_body_at(THUD_BODY_DYNAMIC, -47.0f + 1.9f * (float)(i / 10), -24.5f + (float)(i % 10));
        bench_add_simple(world, &body, &surface, &crate);
    }
    surface.elasticity = 1.0f;
    surface.friction = 0.0f;
    surface.category = 2;
    surface.mask = collide ? UINT32_MAX : ~2u;
    thud_shape ball = bench_circle(0.05f);
    int bullets = bench_share_of(world, 2000);
    dice d = {4711u};
    for (int i = 0; i < bullets; i++) {
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, -49.0f + 0.49f * (float)(i % 200),
                                        -12.0f + 3.6f * (float)(i / 200));
        float speed = roll(&d, 200.0f, 400.0f), x, y, length;
        do {
            x = roll(&d, -1.0f, 1.0f);
            y = roll(&d, -1.0f, 1.0f);
            length = sqrtf(x * x + y * y);
        } while (length < 0.1f || length > 1.0f);
        body.velocity = (thud_vec2){speed * x / length, speed * y / length};
        body.bullet = true;
        bench_add_simple(world, &body, &surface, &ball);
    }
}

void bench_build_bullets(bench_record *world, int index) {
    (void)index;
    build_bullets(world, true);
}

void bench_build_bullets_apart(bench_record *world, int index) {
    (void)index;
    build_bullets(world, false);
}

/* 100 columns of 50 crates each that fall upon each other. */
void bench_build_falling(bench_record *world, int index) {
    (void)index;
    bench_add_tray(world, 100.0f, 100.0f);
    bench_surface surface = bench_surface_defaults();
    thud_shape crate = bench_box(0.5f, 0.5f);
    int crates = bench_share_of(world, 5000);
    for (int i = 0; i < crates; i++) {
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, -99.0f + 2.0f * (float)(i % 100),
                                        1.0f + 1.5f * (float)(i / 100));
        bench_add_simple(world, &body, &surface, &crate);
    }
}

void bench_build_falling_one_bullet(bench_record *world, int index) {
    bench_build_falling(world, index);
    bench_surface surface = bench_surface_defaults();
    thud_shape ball = bench_circle(0.1f);
    bench_body body = bench_body_at(THUD_BODY_DYNAMIC, 5000.0f, 100.0f);
    body.velocity = (thud_vec2){399.0f, 0.0f};
    body.bullet = true;
    bench_add_simple(world, &body, &surface, &ball);
}

/* ---- few bodies ---- */

/* Crates that lie on a floor, up to ten in a row, awake. */
static void build_awake(bench_record *world, int crates) {
    bench_add_tray(world, 10.0f, 4.0f);
    bench_surface surface = bench_surface_defaults();
    thud_shape crate = bench_box(0.4f, 0.4f);
    for (int i = 0; i < crates; i++) {
        bench_body body =
            bench_body_at(THUD_BODY_DYNAMIC, -6.0f + 1.2f * (float)(i % 10), 0.4f + 0.8f * (float)(i / 10));
        bench_add_simple(world, &body, &surface, &crate);
    }
}

void bench_build_awake_1(bench_record *world, int index) {
    (void)index;
    build_awake(world, 1);
}

void bench_build_awake_10(bench_record *world, int index) {
    (void)index;
    build_awake(world, 10);
}

void bench_build_awake_50(bench_record *world, int index) {
    (void)index;
    build_awake(world, 50);
}

/* ---- bars, slabs ---- */

/* 500 kinematic bars of 4 m that spin, 6 m apart; 4,000 bodies fall in between. */
void bench_build_bars(bench_record *world, int index) {
    (void)index;
    bench_add_tray(world, 75.0f, 150.0f);
    bench_surface surface = bench_surface_defaults();
    thud_shape bar = bench_box(2.0f, 0.15f);
    int bars = bench_share_of(world, 500), bodies = bench_share_of(world, 4000);
    for (int i = 0; i < bars; i++) {
        bench_body body = bench_body_at(THUD_BODY_KINEMATIC, -72.0f + 6.0f * (float)(i % 25),
                                        5.0f + 6.0f * (float)(i / 25));
        body.angular_velocity = i % 2 == 0 ? 3.0f : -3.0f;
        bench_add_simple(world, &body, &surface, &bar);
    }
    for (int i = 0; i < bodies; i++) {
        thud_shape shape = bench_mixed_shape(i, 0.6f);
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, -74.0f + 1.48f * (float)(i % 100),
                                        2.5f + 3.0f * (float)(i / 100));
        bench_add_simple(world, &body, &surface, &shape);
    }
}

/* Two layers of crates of half a metre, under five boxes of 100 m each. A box weighs 30 crates. */
void bench_build_slabs(bench_record *world, int index) {
    (void)index;
    bench_add_tray(world, 260.0f, 20.0f);
    bench_surface crates = bench_surface_defaults(), slabs = crates;
    slabs.density = 0.0375f;
    thud_shape crate = bench_box(0.25f, 0.25f), slab = bench_box(50.0f, 1.0f);
    int count = bench_share_of(world, 900);
    for (int layer = 0; layer < 2; layer++) {
        float floor = 2.5f * (float)layer;
        for (int i = 0; i < count; i++) {
            bench_body body = bench_body_at(
                THUD_BODY_DYNAMIC, -251.0f + 502.0f / (float)count * ((float)i + 0.5f), floor + 0.25f);
            bench_add_simple(world, &body, &crates, &crate);
        }
        for (int i = 0; i < 5; i++) {
            bench_body body = bench_body_at(THUD_BODY_DYNAMIC, -201.0f + 100.5f * (float)i, floor + 1.5f);
            bench_add_simple(world, &body, &slabs, &slab);
        }
    }
}

/* ---- blasts: 400 ragdolls that have gone to sleep, 20 explosions among them ---- */

#define RAGDOLL_SPACING 4.0f /* [m] */
enum { RAGDOLLS = 400, EXPLOSIONS = 20, FIRST_EXPLOSION = 700, STEPS_AN_EXPLOSION = 15 };

void bench_build_blasts(bench_record *world, int index) {
    (void)index;
    bench_body ground = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    int level = bench_add_body(world, &ground);
    for (int i = 0; i < 17; i++) {
        thud_shape floor = bench_box_at(50.0f, 1.0f, 100.0f * (float)i, -1.0f);
        bench_add_shape(world, level, &surface, &floor);
    }
    int ragdolls = bench_share_of(world, RAGDOLLS);
    for (int i = 0; i < ragdolls; i++) {
        bench_add_ragdoll(world, (thud_vec2){RAGDOLL_SPACING * (float)i, 0.05f}, i + 1);
    }
}

void bench_blasts_before_step(bench_record *world, int step) {
    int explosion = (step - FIRST_EXPLOSION) / STEPS_AN_EXPLOSION;
    if (step < FIRST_EXPLOSION || (step - FIRST_EXPLOSION) % STEPS_AN_EXPLOSION != 0 ||
        explosion >= EXPLOSIONS) {
        return;
    }
    bench_explosion blast = {.radius = 3.0f, .falloff = 3.0f, .impulse_per_length = 0.5f};
    blast.center.x = RAGDOLL_SPACING * (float)(RAGDOLLS / EXPLOSIONS) * ((float)explosion + 0.5f);
    world->engine->explode(world->world, &blast);
}
