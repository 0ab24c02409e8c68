/*
 * scenes.h: the measured scenes. A scene builds worlds through record.h and may do something before each step,
 * which counts as part of the step.
 *
 * Where a scene has `operations`, a sample is so many steps, queries or creations instead of a single step, and times
 * are those of one of them. What queries and creations find is compared between the engines.
 */
#pragma once

#include "record.h"

typedef struct bench_scene {
    const char *name;
    const char *group; /* "ten" for those of the published comparison */
    int steps;
    int warmup;         /* of these, the first ones are not timed; at least 1 */
    int worlds;         /* stepped in turn */
    int worlds_at_once; /* fewer where an engine cannot hold them all; 0: all */
    bool weightless;
    bool sleeping;
    unsigned needs; /* abilities that an engine must have (engine.h) */
    bool rests;     /* is meant to stand still at the end */
    void (*build)(bench_record *world, int index);
    void (*before_step)(bench_record *world, int step); /* may be NULL */
    bool (*lost)(thud_vec2 position);                   /* whether a body there has left the scene */
    int operations;                  /* in a sample; 0: a sample is one step. `steps` counts samples */
    void (*prepare)(bench_record *); /* before each sample, not timed; may be NULL */
    double (*operate)(bench_record *, int operations); /* returns what they found, in all; NULL: steps */
    float tolerance; /* by what share of Thud's another engine's answer may differ */
} bench_scene;

/* All scenes; ends with a zeroed one. */
extern const bench_scene bench_scenes[];

/* ---- the ten of the peers' comparison (scenes_ten.c, scenes_rain.c) ---- */

void bench_build_compounds(bench_record *world, int index);
void bench_build_joint_grid(bench_record *world, int index);
void bench_build_junkyard(bench_record *world, int index);
void bench_junkyard_before_step(bench_record *world, int step);
void bench_build_large_pyramid(bench_record *world, int index);
void bench_build_many_pyramids(bench_record *world, int index);
void bench_build_rain(bench_record *world, int index);
void bench_rain_before_step(bench_record *world, int step);
void bench_build_smash(bench_record *world, int index);
void bench_build_spinner(bench_record *world, int index);
void bench_build_tumbler(bench_record *world, int index);
void bench_build_washer(bench_record *world, int index);

/* Eleven bodies, 13 shapes, ten hinges, feet at `position`; returns the first body. `group` > 0 sets one apart from
 * the next. */
int bench_add_ragdoll(bench_record *world, thud_vec2 position, int group);

/* ---- the group games: worlds (scenes_games.c), queries (queries.c), creation (creations.c) ---- */

void bench_build_bullets(bench_record *world, int index);
void bench_build_bullets_apart(bench_record *world, int index);
void bench_build_falling(bench_record *world, int index);
void bench_build_falling_one_bullet(bench_record *world, int index);
void bench_build_awake_1(bench_record *world, int index);
void bench_build_awake_10(bench_record *world, int index);
void bench_build_awake_50(bench_record *world, int index);
void bench_build_bars(bench_record *world, int index);
void bench_build_slabs(bench_record *world, int index);
void bench_build_blasts(bench_record *world, int index);
void bench_blasts_before_step(bench_record *world, int step);

/* A level of tiles (tile_level.c): 400 m of ground 8 m high, ledges of 12 m above it, stacks of crates, walkers,
 * platforms that carry crates to and fro. The tiles are shapes of one static body. */
void bench_build_tile_level(bench_record *world, int index);
void bench_tile_level_before_step(bench_record *world, int step);
/* Tile `i` of BENCH_TILES: its centre. */
enum { BENCH_TILES = 4712 };
thud_vec2 bench_tile(int i);
/* Whether a point is in a tile. */
bool bench_in_tile(thud_vec2 point);
/* The tiles of the level alone. */
void bench_build_tiles(bench_record *world);

/* The calls that a game makes each frame, in that level (platformer.c). */
void bench_build_platformer(bench_record *world, int index);
void bench_platformer_before_step(bench_record *world, int step);

/* What most games do in most frames (everyday.c). */
void bench_build_walkers(bench_record *world, int index);
void bench_walk_before_step(bench_record *world, int step);
void bench_build_digging(bench_record *world, int index);
void bench_dig_before_step(bench_record *world, int step);
void bench_build_crowd(bench_record *world, int index);
void bench_build_crowd_bodies(bench_record *world, int index);
void bench_build_ledges(bench_record *world, int index);
void bench_jump_before_step(bench_record *world, int step);
void bench_build_balls(bench_record *world, int index);
void bench_build_calls(bench_record *world, int index);
double bench_call(bench_record *world, int count);
double bench_change(bench_record *world, int count);

/* Kinematic bodies on these tiles (machines.c). */
void bench_build_machines(bench_record *world, int index);
void bench_run_machines(bench_record *world, int step);
void bench_build_enemies(bench_record *world, int index);
void bench_move_enemies(bench_record *world, int step);

/* Bridges, swings, cars and ragdolls on these tiles (contraptions.c). */
void bench_build_contraptions(bench_record *world, int index);

/* Characters on these tiles (movers.c). */
void bench_build_movers(bench_record *world, int index);
void bench_build_movers_with_bodies(bench_record *world, int index);
void bench_step_movers(bench_record *world);
double bench_move(bench_record *world, int count);
double bench_stand(bench_record *world, int count);

/* The level as a grid of tiles, which one call makes; in engines without grids the tiles are shapes (tile_level.c). */
void bench_build_grid_level(bench_record *world, int index);
void bench_build_grid_digging(bench_record *world, int index);
void bench_build_grid_platformer(bench_record *world, int index);
void bench_build_grid_coins(bench_record *world, int index);
void bench_build_grid_queries(bench_record *world, int index);
void bench_build_grid_movers(bench_record *world, int index);

/* 20,000 bodies of about 1 m, 3 m apart, that drift; each corner of the 3 m grid is free. */
void bench_build_field(bench_record *world, int index);
void bench_build_field_unstepped(bench_record *world);
void bench_build_tile_queries(bench_record *world, int index);
double bench_rays_5(bench_record *world, int count);
double bench_rays_5_to_100(bench_record *world, int count);
double bench_rays_600(bench_record *world, int count);
double bench_rays_in_sky(bench_record *world, int count);
double bench_boxes_2(bench_record *world, int count);
double bench_boxes_20(bench_record *world, int count);
double bench_overlaps_2(bench_record *world, int count);
double bench_overlaps_20(bench_record *world, int count);
double bench_circle_casts(bench_record *world, int count);
double bench_box_casts(bench_record *world, int count);
double bench_tile_rays(bench_record *world, int count);
double bench_tile_rays_2(bench_record *world, int count);
double bench_tile_screens(bench_record *world, int count);

void bench_prepare_empty(bench_record *world);
void bench_prepare_level(bench_record *world);
double bench_place_if_free(bench_record *world, int count);
double bench_create_boxes(bench_record *world, int count);
double bench_create_level(bench_record *world, int count);
double bench_create_grid(bench_record *world, int count);
double bench_first_step(bench_record *world, int count);
double bench_restart_level(bench_record *world, int count);

/* ---- ours (scenes_more.c) ---- */

/* A body with one shape. */
int bench_add_simple(bench_record *world, const bench_body *body, const bench_surface *surface,
                     const thud_shape *shape);
/* Something of about `size` m across: box, circle, capsule, hexagon in turn. */
thud_shape bench_mixed_shape(int i, float size);
/* A floor with its top at y = 0 and walls, as one static body. */
void bench_add_tray(bench_record *world, float half_width, float height);

void bench_build_small(bench_record *world, int index);
void bench_build_fifty(bench_record *world, int index);
void bench_build_empty(bench_record *world, int index);
void bench_build_tiny(bench_record *world, int index);
void bench_build_pile_1k(bench_record *world, int index);
void bench_build_pile_10k(bench_record *world, int index);
void bench_build_pile_50k(bench_record *world, int index);
void bench_build_pile_200k(bench_record *world, int index);
void bench_build_sparse(bench_record *world, int index);
void bench_build_sizes(bench_record *world, int index);
