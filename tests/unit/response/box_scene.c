#include "box_scene.h"

#include <stdlib.h>
#include <string.h>

#include "response/solver.h"

static const float dt = 1.0f / 60.0f;
static const float gravity = 10.0f;
static const float speculative_distance = 0.02f;

box_scene *box_scene_create(thud_lanes lanes, int workers) {
    box_scene *scene = calloc(1, sizeof *scene);
    if (scene == NULL) {
        abort();
    }
    scene->settings = thud_solver_settings_defaults();
    scene->hooks = thud_hooks_defaults();
    scene->tasks = thud_tasks_create(&scene->hooks, workers);
    if (scene->tasks == NULL || thud_solver_create(&scene->hooks, lanes, &scene->solver) != THUD_OK) {
        abort();
    }
    return scene;
}

void box_scene_destroy(box_scene *scene) {
    thud_solver_destroy(scene->solver);
    thud_tasks_destroy(scene->tasks);
    free(scene);
}

int box_scene_add(box_scene *scene, thud_vec2 position, thud_vec2 half, float density) {
    int slot = scene->box_count++;
    scene->poses[slot] = (thud_pose){position, {1.0f, 0.0f}};
    scene->half[slot] = half;
    if (density > 0.0f) {
        float mass = 4.0f * half.x * half.y * density;
        float inertia = mass * (half.x * half.x + half.y * half.y) / 3.0f;
        scene->masses[slot] = (thud_inverse_mass){1.0f / mass, 1.0f / inertia, 0, 0.0f};
        scene->applied_forces[slot].acceleration.y = -gravity;
        scene->awake[scene->awake_count++] = slot;
    }
    return slot;
}

int box_scene_pair(box_scene *scene, int a, int b) {
    int slot = scene->pair_count++;
    scene->pairs[slot] = (thud_contact_pair){a, b, 0, 0};
    scene->materials[slot] = (thud_material){0.6f, 0.0f, 0.0f, 0.0f};
    return slot;
}

thud_joint *box_scene_drag(box_scene *scene, int box, thud_vec2 target, float hertz, float max_force) {
    int slot = scene->joint_count++;
    thud_joint *joint = &scene->joints[slot];
    joint->frame.kind = THUD_JOINT_TARGET;
    joint->state.body_a = -1;
    joint->state.body_b = box;
    joint->hold = (thud_spring){hertz, 1.0f, max_force};
    joint->frame.anchor_a = target;
    thud_joint_note_parts(joint);
    scene->active_joints[slot] = slot;
    return joint;
}

/* ---- contacts ---- */

/* One point of a manifold: position, separation and features. */
typedef struct clip_point {
    thud_vec2 position;
    uint16_t feature;
} clip_point;

/* The face of box `slot` whose normal is closest to `direction`; faces 0 to 3 are counter-clockwise
 * from the right. */
static int face_along(const box_scene *scene, int slot, thud_vec2 direction) {
    thud_vec2 local = thud_rot_apply_inverse(scene->poses[slot].rotation, direction);
    if (thud_abs(local.x) > thud_abs(local.y)) {
        return local.x > 0.0f ? 0 : 2;
    }
    return local.y > 0.0f ? 1 : 3;
}

static thud_vec2 face_normal(const box_scene *scene, int slot, int face) {
    static const thud_vec2 normals[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    return thud_rot_apply(scene->poses[slot].rotation, normals[face]);
}

/* Face i runs from corner i to corner i + 1. */
static void place_corners(box_scene *scene, int slot) {
    static const thud_vec2 signs[4] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    thud_vec2 half = scene->half[slot];
    for (int i = 0; i < 4; i++) {
        thud_vec2 local = {signs[i].x * half.x, signs[i].y * half.y};
        scene->corners[slot][i] = thud_pose_apply(scene->poses[slot], local);
    }
    scene->corners[slot][4] = scene->corners[slot][0];
}

static thud_vec2 corner_of(const box_scene *scene, int slot, int corner) {
    return scene->corners[slot][corner];
}

/* Separation of b from the given face of a. */
static float face_separation(const box_scene *scene, int a, int face, int b) {
    thud_vec2 normal = face_normal(scene, a, face), from = scene->corners[a][face];
    const thud_vec2 *corners = scene->corners[b];
    float least = 1.0e9f;
    for (int i = 0; i < 4; i++) {
        least = thud_min(least, thud_vec2_dot(thud_vec2_sub(corners[i], from), normal));
    }
    return least;
}

static float best_face(const box_scene *scene, int a, int b, int *face) {
    float best = -1.0e9f;
    for (int i = 0; i < 4; i++) {
        float separation = face_separation(scene, a, i, b);
        if (separation > best) {
            best = separation;
            *face = i;
        }
    }
    return best;
}

/* Moves an end of the edge onto the plane through `from` with the outward normal if it lies beyond it. */
static void clip_edge(clip_point edge[2], thud_vec2 from, thud_vec2 outward) {
    float d0 = thud_vec2_dot(thud_vec2_sub(edge[0].position, from), outward);
    float d1 = thud_vec2_dot(thud_vec2_sub(edge[1].position, from), outward);
    if ((d0 > 0.0f) == (d1 > 0.0f)) {
        return;
    }
    int beyond = d0 > 0.0f ? 0 : 1;
    edge[beyond].position = thud_vec2_lerp(edge[0].position, edge[1].position, d0 / (d0 - d1));
}

static void carry_impulses(thud_contact_manifold *now, const thud_contact_features *now_features,
                           const thud_contact_manifold *old, const thud_contact_features *old_features) {
    for (int i = 0; i < now_features->count; i++) {
        for (int j = 0; j < old_features->count; j++) {
            if (now_features->feature[i] == old_features->feature[j]) {
                now->normal_impulse[i] = old->normal_impulse[j];
            }
        }
    }
    now->friction_impulse = old->friction_impulse;
    now->rolling_impulse = old->rolling_impulse;
}

static void collide_pair(box_scene *scene, int pair) {
    int a = scene->pairs[pair].body_a, b = scene->pairs[pair].body_b;
    thud_contact_manifold old = scene->manifolds[pair];
    thud_contact_features old_features = scene->features[pair];
    thud_contact_manifold manifold = {0};
    thud_contact_features features = {0};
    int face_a = 0, face_b = 0;
    float separation_a = best_face(scene, a, b, &face_a);
    float separation_b = best_face(scene, b, a, &face_b);
    bool flip = separation_b > separation_a + 0.001f; /* a face of `a` unless b's is clearly better */
    int reference = flip ? b : a, incident = flip ? a : b, face = flip ? face_b : face_a;
    if (thud_max(separation_a, separation_b) < speculative_distance) {
        thud_vec2 normal = face_normal(scene, reference, face);
        thud_vec2 along = thud_vec2_perp(normal);
        int incident_face = face_along(scene, incident, thud_vec2_neg(normal));
        uint16_t id = (uint16_t)((flip ? 128 : 0) | face << 4 | incident_face << 2);
        clip_point edge[2] = {{corner_of(scene, incident, incident_face), id},
                              {corner_of(scene, incident, incident_face + 1), (uint16_t)(id | 1)}};
        clip_edge(edge, corner_of(scene, reference, face), thud_vec2_neg(along));
        clip_edge(edge, corner_of(scene, reference, face + 1), along);
        manifold.normal = flip ? thud_vec2_neg(normal) : normal;
        for (int i = 0; i < 2; i++) {
            thud_vec2 corner = corner_of(scene, reference, face);
            float separation = thud_vec2_dot(thud_vec2_sub(edge[i].position, corner), normal);
            if (separation < speculative_distance) {
                int k = features.count++;
                thud_vec2 middle = thud_vec2_mul_add(edge[i].position, -0.5f * separation, normal);
                manifold.arm_a[k] = thud_vec2_sub(middle, scene->poses[a].position);
                if (k == 0) {
                    manifold.arm_b = thud_vec2_sub(middle, scene->poses[b].position);
                }
                manifold.signed_points = (float)features.count;
                manifold.separation[k] = separation;
                features.feature[k] = edge[i].feature;
            }
        }
        carry_impulses(&manifold, &features, &old, &old_features);
    }
    thud_manifold_set_material(&manifold, &scene->materials[pair]);
    scene->manifolds[pair] = manifold;
    scene->features[pair] = features;
}

void box_scene_collide(box_scene *scene) {
    bool same = true;
    int count = 0;
    for (int i = 0; i < scene->box_count; i++) {
        place_corners(scene, i);
    }
    for (int i = 0; i < scene->pair_count; i++) {
        collide_pair(scene, i);
        if (scene->features[i].count > 0) {
            same = same && count < scene->contact_count && scene->contacts[count] == i;
            scene->contacts[count++] = i;
        }
    }
    scene->same = same && count == scene->contact_count;
    scene->contact_count = count;
}

/* ---- step ---- */

void box_scene_step(box_scene *scene) {
    box_scene_collide(scene);
    thud_solve_input input = {.dt = dt,
                              .settings = &scene->settings,
                              .velocities = scene->velocities,
                              .inverse_masses = scene->masses,
                              .applied_forces = scene->applied_forces,
                              .displacements = scene->displacements,
                              .poses = scene->poses,
                              .body_slots = scene->box_count,
                              .awake = scene->awake,
                              .awake_count = scene->awake_count,
                              .pairs = scene->pairs,
                              .manifolds = scene->manifolds,
                              .sums = scene->sums,
                              .materials = scene->materials,
                              .contacts = scene->contacts,
                              .contact_count = scene->contact_count,
                              .joints = scene->joints,
                              .active_joints = scene->active_joints,
                              .joint_count = scene->joint_count,
                              .same_constraints = scene->same,
                              .tasks = scene->tasks};
    if (thud_solver_solve(scene->solver, &input) != THUD_OK) {
        abort();
    }
    for (int i = 0; i < scene->awake_count; i++) {
        int slot = scene->awake[i];
        thud_displacement moved = scene->displacements[slot];
        scene->poses[slot].position = thud_vec2_add(scene->poses[slot].position, moved.translation);
        scene->angles[slot] += moved.rotation;
        scene->poses[slot].rotation = thud_rot_from_angle(scene->angles[slot]);
    }
}

box_scene *box_scene_pyramid(int base, thud_lanes lanes, int workers) {
    box_scene *scene = box_scene_create(lanes, workers);
    thud_vec2 half = {0.5f, 0.5f};
    int floor = box_scene_add(scene, (thud_vec2){0.0f, -1.0f}, (thud_vec2){(float)base, 1.0f}, 0.0f);
    int below = floor;
    for (int row = 0; row < base; row++) {
        int first = scene->box_count;
        for (int k = 0; k < base - row; k++) {
            float x = 0.5f * (float)(row + 1) + (float)k - 0.5f * (float)base;
            int box = box_scene_add(scene, (thud_vec2){x, (float)row + 0.5f}, half, 1.0f);
            if (k > 0) {
                box_scene_pair(scene, box - 1, box);
            }
            if (row == 0) {
                box_scene_pair(scene, floor, box);
            } else {
                box_scene_pair(scene, below + k, box);
                box_scene_pair(scene, below + k + 1, box);
            }
        }
        below = first;
    }
    return scene;
}

/* ---- measures ---- */

float box_scene_top_speed(const box_scene *scene) {
    float top = 0.0f;
    for (int i = 0; i < scene->awake_count; i++) {
        const thud_velocity *velocity = &scene->velocities[scene->awake[i]];
        top = thud_max(top, thud_vec2_length(velocity->linear));
        top = thud_max(top, thud_abs(velocity->angular) * 0.5f);
    }
    return top;
}

float box_scene_deepest(const box_scene *scene) {
    float deepest = 0.0f;
    for (int i = 0; i < scene->contact_count; i++) {
        int slot = scene->contacts[i];
        for (int k = 0; k < scene->features[slot].count; k++) {
            deepest = thud_max(deepest, -scene->manifolds[slot].separation[k]);
        }
    }
    return deepest;
}

thud_vec2 box_scene_momentum(const box_scene *scene) {
    thud_vec2 sum = {0.0f, 0.0f};
    for (int i = 0; i < scene->awake_count; i++) {
        int slot = scene->awake[i];
        sum = thud_vec2_mul_add(sum, 1.0f / scene->masses[slot].linear, scene->velocities[slot].linear);
    }
    return sum;
}

double box_scene_energy(const box_scene *scene) {
    double energy = 0.0;
    for (int i = 0; i < scene->awake_count; i++) {
        int slot = scene->awake[i];
        double mass = 1.0 / (double)scene->masses[slot].linear;
        double inertia = scene->masses[slot].angular > 0.0f ? 1.0 / (double)scene->masses[slot].angular : 0.0;
        double w = (double)scene->velocities[slot].angular;
        energy += 0.5 * mass * (double)thud_vec2_length_squared(scene->velocities[slot].linear);
        energy += 0.5 * inertia * w * w;
        energy -=
            mass * (double)scene->applied_forces[slot].acceleration.y * (double)scene->poses[slot].position.y;
    }
    return energy;
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ byte[i]) * 0x100000001b3u; /* FNV-1a */
    }
    return hash;
}

uint64_t box_scene_hash(const box_scene *scene) {
    uint64_t hash = 0xcbf29ce484222325u;
    hash = hash_bytes(hash, scene->poses, (size_t)scene->box_count * sizeof *scene->poses);
    return hash_bytes(hash, scene->velocities, (size_t)scene->box_count * sizeof *scene->velocities);
}
