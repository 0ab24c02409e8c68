/*
 * ghost.h: a second run of a scene with other settings and the same inputs, step by step beside the first one, and what
 * of the two is compared: one body's path, and the world's overlap and time.
 */
#pragma once

#include "recording.h"

enum { ghost_trail_length = 300 }; /* [steps] */

/* What is compared of a run, since the last change of its settings. */
typedef struct run_figures {
    float apex;        /* of the body's centre [m] */
    float air_time;    /* the longest without a touching contact, of a character off the floor [s] */
    float settle_time; /* since when it has been slow [s] */
    float top_speed;   /* [m/s] */
    float penetration; /* of the world, the largest [mm] */
    float mean_time;   /* of a step [ms] */
} run_figures;

typedef struct run_track {
    run_figures figures;
    float air_now;                       /* without a touching contact until now [s] */
    float time_sum;                      /* [ms] */
    uint32_t steps;                      /* looked at */
    thud_vec2 trail[ghost_trail_length]; /* a ring: of look i at i % ghost_trail_length */
} run_track;

typedef struct demo_ghost {
    thud_scene *scene;     /* null: there is none */
    scene_options options; /* its present ones */
    scene_options own;     /* those that it takes before the step own_from */
    uint32_t own_from;
    thud_joint_id drag;
    uint32_t differs;      /* the first step after which the two differ, or 0 */
    thud_body_id followed; /* whose path is compared */
    run_track first, second;
} demo_ghost;

/*
 * Makes the second run anew, at its first step: with the settings of the first one (`start`) until
 * the step `from`, and its own ones then. Own ones that restart a scene it has from its start. False
 * with the reason in `error`, and no ghost.
 */
bool ghost_begin(demo_ghost *ghost, const scene_options *start, const scene_options *own, uint32_t from,
                 char error[SCENE_ERROR_SIZE]);
void ghost_end(demo_ghost *ghost);

/* Makes the step that the first run has just made: `first` is that run's scene. */
void ghost_follow(demo_ghost *ghost, const recording *log, const thud_scene *first, float dt);

/* Compares from here on, and this body; the null id: the player, or the first dynamic one. */
void ghost_watch(demo_ghost *ghost, thud_body_id body);

/* "apex +0.31 m  air time ...": the second run less the first one. */
void ghost_print(const demo_ghost *ghost, char *text, int size);
