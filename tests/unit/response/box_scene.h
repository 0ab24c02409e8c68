/*
 * box_scene.h: a world of boxes only, for tests of the solver. A test lists the pairs that may touch;
 * separating axes and clipping find their contacts. Contact slot i belongs to
 * candidate pair i, body slot i to box i.
 */
#pragma once

#include "response/solve_input.h"

enum { box_scene_max_boxes = 6000, box_scene_max_pairs = 20000 };

typedef struct box_scene {
    int box_count, pair_count;
    thud_pose poses[box_scene_max_boxes];
    float angles[box_scene_max_boxes];
    thud_vec2 half[box_scene_max_boxes];
    thud_vec2 corners[box_scene_max_boxes][5]; /* now: bottom right, then counter-clockwise; the first one again */
    thud_velocity velocities[box_scene_max_boxes];
    thud_inverse_mass masses[box_scene_max_boxes];
    thud_applied_forces applied_forces[box_scene_max_boxes];
    thud_displacement displacements[box_scene_max_boxes];
    int32_t awake[box_scene_max_boxes];
    int awake_count;

    thud_contact_pair pairs[box_scene_max_pairs];
    thud_contact_features features[box_scene_max_pairs];
    thud_contact_manifold manifolds[box_scene_max_pairs];
    thud_contact_sums sums[box_scene_max_pairs];
    thud_material materials[box_scene_max_pairs];
    int32_t contacts[box_scene_max_pairs];
    int contact_count;

    thud_joint joints[16];
    int32_t active_joints[16];
    int joint_count;

    thud_solver_settings settings;
    thud_hooks hooks;
    thud_tasks *tasks;
    thud_solver *solver;
    bool same;
} box_scene;

/* A scene without boxes, on the heap. */
box_scene *box_scene_create(thud_lanes lanes, int workers);
void box_scene_destroy(box_scene *scene);

/* Adds a box; with density 0 it has infinite mass. Gravity is 10 m/s^2 for the others. Returns the slot. */
int box_scene_add(box_scene *scene, thud_vec2 position, thud_vec2 half, float density);

/* Lets two boxes meet; returns the contact slot. Friction 0.6. */
int box_scene_pair(box_scene *scene, int a, int b);

/* A target joint on the centre of a box. */
thud_joint *box_scene_drag(box_scene *scene, int box, thud_vec2 target, float hertz, float max_force);

/* Finds the contacts of a step. */
void box_scene_collide(box_scene *scene);

/* One step of 1/60 s: collide, solve, move. */
void box_scene_step(box_scene *scene);

/* Boxes of one metre, `base` at the bottom, on a floor. Box 0 is the floor; then row by row from the left. */
box_scene *box_scene_pyramid(int base, thud_lanes lanes, int workers);

/* The largest speed [m/s] and the deepest overlap [m] now. */
float box_scene_top_speed(const box_scene *scene);
float box_scene_deepest(const box_scene *scene);

/* Linear momentum and energy of the boxes of finite mass. */
thud_vec2 box_scene_momentum(const box_scene *scene);
double box_scene_energy(const box_scene *scene);

/* A hash of all poses and velocities. */
uint64_t box_scene_hash(const box_scene *scene);
