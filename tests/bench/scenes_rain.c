/*
 * scenes_rain.c: ragdolls that rain on five floors; at most 1,000 at a time.
 */
#include "scenes.h"

#include <math.h>

#define PI 3.14159265358979f

#define ROWS 5
#define COLUMNS 40
#define GROUP_RAGDOLLS 5
#define STEPS_A_COLUMN 8

/* ---- the ragdoll ---- */

enum {
    HIP,
    TORSO,
    HEAD,
    UPPER_LEG_1,
    LOWER_LEG_1,
    UPPER_LEG_2,
    LOWER_LEG_2,
    UPPER_ARM_1,
    LOWER_ARM_1,
    UPPER_ARM_2,
    LOWER_ARM_2,
    BONES
};

typedef struct bone {
    float y;            /* above the feet [m] */
    float low, high;    /* of the capsule's line, about y [m] */
    float radius;       /* [m] */
    int parent;         /* -1: none */
    float pivot;        /* above the feet [m] */
    float lower, upper; /* limits in half turns */
    float friction;     /* share of the motor's torque */
    float damping;      /* [1/s] */
    float reference;    /* angle where the joint's is zero, in half turns */
    bool foot;
} bone;

static const bone bones[BONES] = {
    [HIP] = {.y = 0.95f, .low = -0.02f, .high = 0.02f, .radius = 0.095f, .parent = -1},
    [TORSO] = {1.2f, -0.135f, 0.135f, 0.09f, HIP, 1.0f, -0.25f, 0.0f, 0.5f, 0.0f, 0.0f, false},
    [HEAD] = {1.475f, -0.038f, 0.039f, 0.075f, TORSO, 1.4f, -0.3f, 0.1f, 0.25f, 0.1f, 0.0f, false},
    [UPPER_LEG_1] = {0.775f, -0.125f, 0.125f, 0.06f, HIP, 0.9f, -0.05f, 0.4f, 1.0f, 0.0f, 0.0f, false},
    [LOWER_LEG_1] = {0.475f, -0.155f, 0.125f, 0.045f, UPPER_LEG_1, 0.625f, -0.5f, -0.02f, 0.5f, 0.0f, 0.0f,
                     true},
    [UPPER_LEG_2] = {0.775f, -0.125f, 0.125f, 0.06f, HIP, 0.9f, -0.05f, 0.4f, 1.0f, 0.0f, 0.0f, false},
    [LOWER_LEG_2] = {0.475f, -0.155f, 0.125f, 0.045f, UPPER_LEG_2, 0.625f, -0.5f, -0.02f, 0.5f, 0.0f, 0.0f,
                     true},
    [UPPER_ARM_1] = {1.225f, -0.125f, 0.125f, 0.035f, TORSO, 1.35f, -0.1f, 0.8f, 0.5f, 0.0f, 0.0f, false},
    [LOWER_ARM_1] = {0.975f, -0.125f, 0.125f, 0.03f, UPPER_ARM_1, 1.1f, -0.2f, 0.3f, 0.1f, 0.1f, 0.25f,
                     false},
    [UPPER_ARM_2] = {1.225f, -0.125f, 0.125f, 0.035f, TORSO, 1.35f, -0.1f, 0.8f, 0.5f, 0.0f, 0.0f, false},
    [LOWER_ARM_2] = {0.975f, -0.125f, 0.125f, 0.03f, UPPER_ARM_2, 1.1f, -0.2f, 0.3f, 0.1f, 0.1f, 0.25f,
                     false},
};

/* Ragdolls are category 2 and meet the ground, which is 1, and each other; feet meet the ground only. */
static void add_bone_shapes(bench_record *world, int body, const bone *it, int group) {
    bench_surface surface = bench_surface_defaults();
    surface.friction = 0.2f;
    surface.category = 2;
    surface.mask = 1 | 2;
    surface.group = group;
    thud_shape limb = bench_capsule((thud_vec2){0.0f, it->low}, (thud_vec2){0.0f, it->high}, it->radius);
    bench_add_shape(world, body, &surface, &limb);
    if (it->foot) {
        const thud_vec2 sole[4] = {{-0.03f, -0.185f}, {0.11f, -0.185f}, {0.11f, -0.16f}, {-0.03f, -0.14f}};
        thud_shape foot = bench_hull(sole, 4, 0.015f);
        surface.friction = 0.05f;
        surface.mask = 1;
        bench_add_shape(world, body, &surface, &foot);
    }
}

int bench_add_ragdoll(bench_record *world, thud_vec2 position, int group) {
    int first = world->body_count;
    for (int i = 0; i < BONES; i++) {
        const bone *it = &bones[i];
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, position.x, position.y + it->y);
        body.linear_damping = it->damping;
        body.sleep_speed = 0.1f;
        add_bone_shapes(world, bench_add_body(world, &body), it, group);
        if (it->parent >= 0) {
            bench_hinge joint = {
                .anchor_a = {0.0f, it->pivot - bones[it->parent].y},
                .anchor_b = {0.0f, it->pivot - it->y},
                .reference_angle = it->reference * PI,
                .limited = true,
                .lower = it->lower * PI,
                .upper = it->upper * PI,
                .driven = true,
                .motor_torque = 0.05f * it->friction,
                .spring_hertz = 5.0f,
                .spring_damping_ratio = 0.5f,
            };
            bench_add_hinge(world, first + it->parent, first + i, &joint);
        }
    }
    return first;
}

/* ---- the rain ---- */

/* What the scene keeps: the columns spawned so far, and the first body of each group. */
enum { SPAWNED, FIRST_BODIES };

void bench_build_rain(bench_record *world, int index) {
    (void)index;
    bench_body ground = bench_body_at(THUD_BODY_STATIC, 0.0f, 0.0f);
    bench_surface surface = bench_surface_defaults();
    int body = bench_add_body(world, &ground);
    for (int r = 0; r < ROWS; r++) {
        for (int j = 0; j <= 500; j++) {
            thud_shape tile = bench_box_at(0.25f, 0.25f, -125.0f + 0.5f * (float)j, 45.0f * (float)r);
            bench_add_shape(world, body, &surface, &tile);
        }
    }
}

static void add_group(bench_record *world, int row, int column) {
    float x = -125.0f + 6.25f * ((float)column + 0.5f);
    int32_t *first = &world->memory[FIRST_BODIES + row * COLUMNS + column];
    *first = world->body_count;
    for (int n = 0; n < GROUP_RAGDOLLS; n++) {
        bench_add_ragdoll(world, (thud_vec2){x + 0.5f * (float)n, 40.0f + 45.0f * (float)row}, n + 1);
    }
}

static void remove_group(bench_record *world, int row, int column) {
    int first = world->memory[FIRST_BODIES + row * COLUMNS + column];
    for (int i = 0; i < GROUP_RAGDOLLS * BONES; i++) {
        bench_remove_body(world, first + i);
    }
}

void bench_rain_before_step(bench_record *world, int step) {
    if (step % STEPS_A_COLUMN != 0) {
        return;
    }
    int column = world->memory[SPAWNED] % COLUMNS;
    for (int row = 0; row < ROWS; row++) {
        if (world->memory[SPAWNED] >= COLUMNS) {
            remove_group(world, row, column);
        }
        add_group(world, row, column);
    }
    world->memory[SPAWNED]++;
}
