/*
 * scenes.c: the table of scenes, and where a body of each is lost.
 */
#include "scenes.h"

#include <math.h>

/* The wheels and drums: a body must stay inside, less the little that the centre of a body may be past a corner. */
static bool outside_circle(thud_vec2 p, float x, float y, float radius) {
    return hypotf(p.x - x, p.y - y) > radius;
}

static bool outside_spinner(thud_vec2 p) {
    return outside_circle(p, 0.0f, 32.0f, 40.0f);
}

static bool outside_tumbler(thud_vec2 p) {
    return outside_circle(p, 0.0f, 10.0f, 14.5f);
}

static bool outside_washer(thud_vec2 p) {
    return outside_circle(p, 0.0f, 10.0f, 18.0f);
}

static bool below_ground(thud_vec2 p) {
    return p.y < -3.0f;
}

static bool outside_junkyard(thud_vec2 p) {
    return p.y < 0.0f || fabsf(p.x) > 80.0f;
}

static bool outside_compounds(thud_vec2 p) {
    return p.y < -2.0f || (p.y < 100.0f && fabsf(p.x) > 41.0f);
}

static bool far_away(thud_vec2 p) {
    return fabsf(p.x) > 1.0e5f || fabsf(p.y) > 1.0e5f;
}

const bench_scene bench_scenes[] = {
    {.name = "compounds",
     .group = "ten",
     .steps = 500,
     .sleeping = true,
     .build = bench_build_compounds,
     .lost = outside_compounds},
    {.name = "joint_grid",
     .group = "ten",
     .steps = 500,
     .hinges = true,
     .build = bench_build_joint_grid,
     .lost = far_away},
    {.name = "junkyard",
     .group = "ten",
     .steps = 800,
     .sleeping = true,
     .build = bench_build_junkyard,
     .before_step = bench_junkyard_before_step,
     .lost = outside_junkyard},
    {.name = "large_pyramid",
     .group = "ten",
     .steps = 500,
     .rests = true,
     .build = bench_build_large_pyramid,
     .lost = below_ground},
    {.name = "many_pyramids",
     .group = "ten",
     .steps = 200,
     .rests = true,
     .build = bench_build_many_pyramids,
     .lost = below_ground},
    {.name = "rain",
     .group = "ten",
     .steps = 1000,
     .sleeping = true,
     .hinges = true,
     .build = bench_build_rain,
     .before_step = bench_rain_before_step,
     .lost = below_ground},
    {.name = "smash",
     .group = "ten",
     .steps = 300,
     .weightless = true,
     .sleeping = true,
     .build = bench_build_smash,
     .lost = far_away},
    {.name = "spinner",
     .group = "ten",
     .steps = 500,
     .sleeping = true,
     .hinges = true,
     .build = bench_build_spinner,
     .lost = outside_spinner},
    {.name = "tumbler",
     .group = "ten",
     .steps = 750,
     .sleeping = true,
     .hinges = true,
     .build = bench_build_tumbler,
     .lost = outside_tumbler},
    {.name = "washer",
     .group = "ten",
     .steps = 500,
     .sleeping = true,
     .build = bench_build_washer,
     .lost = outside_washer},

    {.name = "small",
     .group = "small",
     .steps = 200,
     .worlds = 200,
     .worlds_at_once = 100,
     .hinges = true,
     .build = bench_build_small,
     .lost = below_ground},
    {.name = "fifty",
     .group = "small",
     .steps = 1000,
     .rests = true,
     .build = bench_build_fifty,
     .lost = below_ground},
    {.name = "asleep",
     .group = "small",
     .steps = 2000,
     .warmup = 1000,
     .sleeping = true,
     .rests = true,
     .build = bench_build_fifty,
     .lost = below_ground},
    {.name = "empty",
     .group = "small",
     .steps = 2000,
     .sleeping = true,
     .build = bench_build_empty,
     .lost = below_ground},

    {.name = "pile_1k", .group = "scale", .steps = 300, .build = bench_build_pile_1k, .lost = below_ground},
    {.name = "pile_10k", .group = "scale", .steps = 200, .build = bench_build_pile_10k, .lost = below_ground},
    {.name = "pile_50k", .group = "scale", .steps = 100, .build = bench_build_pile_50k, .lost = below_ground},
    {.name = "pile_200k",
     .group = "scale",
     .steps = 40,
     .build = bench_build_pile_200k,
     .lost = below_ground},

    {.name = "sparse",
     .group = "sparse",
     .steps = 100,
     .weightless = true,
     .build = bench_build_sparse,
     .lost = far_away},
    {.name = "sizes", .group = "sizes", .steps = 300, .build = bench_build_sizes, .lost = below_ground},

    {.name = "tiny",
     .group = "smoke",
     .steps = 20,
     .worlds = 3,
     .worlds_at_once = 2,
     .build = bench_build_tiny,
     .lost = below_ground},
    {.name = NULL},
};
