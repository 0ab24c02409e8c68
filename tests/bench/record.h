/*
 * record.h: a world as a scene builds it. Every call goes to the engine and is recorded, so that quality.c can
 * judge poses with shapes of its own.
 *
 *     int ball = bench_add_body(world, &body);
 *     bench_add_shape(world, ball, &surface, &circle);
 *
 * Bodies are numbered from 0 in order of creation; a number is not used again. The shapes of a body are added
 * right after it, before the next body.
 */
#pragma once

#include "engine.h"

typedef struct bench_recorded_body {
    bench_handle handle;
    thud_body_type type;
    int32_t first_shape, shape_count;
    bool gone;
} bench_recorded_body;

typedef struct bench_recorded_shape {
    int32_t body;
    int32_t geometry; /* equal shapes are kept once */
    float density;
    uint32_t category, mask;
    int32_t group;
} bench_recorded_shape;

typedef struct bench_recorded_hinge {
    int32_t a, b;
    thud_vec2 anchor_a, anchor_b;
} bench_recorded_hinge;

typedef struct bench_record {
    const bench_engine *engine;
    void *world;
    bench_recorded_body *bodies;
    bench_recorded_shape *shapes;
    bench_recorded_hinge *hinges;
    thud_shape *geometries;
    int32_t body_count, body_capacity;
    int32_t shape_count, shape_capacity;
    int32_t hinge_count, hinge_capacity;
    int32_t geometry_count, geometry_capacity;
    int32_t memory[256]; /* for the scene's own use; zero at first */
    bench_world_def def; /* that the world was made from */
    bool wants_grid;     /* bench_add_tiles makes a grid where the engine has any */
    int32_t divisor;     /* a scene of the group `games` makes this share of its bodies, see bench_share_of */
} bench_record;

/* A world of an engine. Running out of memory ends the program with a message, here and below. */
void bench_record_open(bench_record *record, const bench_engine *engine, const bench_world_def *def);
/* Another world, empty, in place of the one that there is. */
void bench_record_reopen(bench_record *record);
/* `count` divided by the record's divisor, at least 1. */
int bench_share_of(const bench_record *record, int count);
/* Bytes that the record itself has on the heap. */
int64_t bench_record_bytes(const bench_record *record);
void bench_record_close(bench_record *record);

/* A body at rest at a position. */
bench_body bench_body_at(thud_body_type type, float x, float y);

/* Density 1, friction 0.6, no elasticity, collides with everything. */
bench_surface bench_surface_defaults(void);

int bench_add_body(bench_record *record, const bench_body *body);
void bench_remove_body(bench_record *record, int body);
void bench_add_shape(bench_record *record, int body, const bench_surface *surface, const thud_shape *shape);
/* Tiles of 1 m: a shape each, or a grid if `wants_grid`. Of a tiny level those that are left out are overwritten in `middles`. */
void bench_add_tiles(bench_record *record, int body, const bench_surface *surface, thud_vec2 *middles,
                     int count);
void bench_add_loop(bench_record *record, int body, const bench_surface *surface, const thud_vec2 *points,
                    int count);
void bench_add_hinge(bench_record *record, int a, int b, const bench_hinge *hinge);
void bench_set_target(bench_record *record, int body, thud_vec2 position);
thud_vec2 bench_velocity(const bench_record *record, int body);
void bench_set_velocity(bench_record *record, int body, thud_vec2 velocity);

/* Shapes that scenes are built of; a shape that Thud refuses is a fault of the scene and ends the program. */
thud_shape bench_box(float half_width, float half_height);
thud_shape bench_box_at(float half_width, float half_height, float x, float y);
thud_shape bench_circle(float radius);
thud_shape bench_capsule(thud_vec2 p1, thud_vec2 p2, float radius);
thud_shape bench_segment(thud_vec2 p1, thud_vec2 p2);
thud_shape bench_hull(const thud_vec2 *points, int count, float radius);

/* Ends the program with a message. */
_Noreturn void bench_fail(const char *why);

/* realloc that does not return without memory; grows a list of `count` items for one more. */
void *bench_grow(void *items, int32_t count, int32_t *capacity, size_t item_size);
