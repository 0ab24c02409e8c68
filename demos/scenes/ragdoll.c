/*
 * ragdoll: figures of eleven bones tumble down a stair and over boards. Each hinge has limits, a spring that
 * draws it to its rest, and friction: a motor that holds speed 0 with little torque.
 */
#include "scenes.h"
#include "thud/forces.h"
#include "thud/joint.h"

enum { bone_count = 11, most_figures = 16, shown_figures = 12, drop_steps = 60, stairs = 9, board_count = 3 };
static const float friction_torque = 0.05f; /* of the strongest hinge where the slider says 1 [N m] */
static const float joint_damping = 0.5f;    /* ratio */
static const float still_speed = 0.1f;      /* slower limbs fall asleep [m/s] */
static const float push = 2.5f;             /* of those who set out on the stair [m/s] */
static const float stair_width = 0.62f, stair_height = 0.5f;
static const thud_vec2 stair_top = {-6.4f, 4.5f};
static const float right_end = 7.2f, wall_top = 7; /* [m] */

enum { friction, stiffness, limits, blast };
static const scene_tunable ragdoll_tunables[] = {
    [friction] = {"friction", "hinge friction", "", SCENE_NUMBER, 0, 10, 1, NULL, false},
    [stiffness] = {"stiffness", "stiffness", "Hz", SCENE_NUMBER, 0, 12, 2, NULL, false},
    [limits] = {"limits", "hinge limits", "", SCENE_SWITCH, 0, 1, 1, NULL, false},
    [blast] = {"blast", "blast", "N s/m", SCENE_NUMBER, 0, 3, 0.8f, NULL, false},
};
enum { hinge_tunables = 3 }; /* the first of them */

enum { HIP, TORSO, HEAD, THIGH_1, SHIN_1, THIGH_2, SHIN_2, UPPER_ARM_1, FOREARM_1, UPPER_ARM_2, FOREARM_2 };

/* An upright capsule from y + low to y + high, hung on its parent at pivot; heights are above the soles. */
typedef struct bone {
    float y, low, high, radius; /* [m] */
    int parent;                 /* -1: none */
    float pivot;                /* [m] */
    float lower, upper;         /* limits [half turns] */
    float friction;             /* as a share of a thigh's */
    float bend;                 /* where its angle is 0 [half turns] */
} bone;

static const bone bones[bone_count] = {
    [HIP] = {0.95f, -0.02f, 0.02f, 0.095f, -1, 0, 0, 0, 0, 0},
    [TORSO] = {1.2f, -0.135f, 0.135f, 0.09f, HIP, 1.0f, -0.25f, 0, 0.5f, 0},
    [HEAD] = {1.475f, -0.038f, 0.039f, 0.075f, TORSO, 1.4f, -0.3f, 0.1f, 0.25f, 0},
    [THIGH_1] = {0.775f, -0.125f, 0.125f, 0.06f, HIP, 0.9f, -0.05f, 0.4f, 1, 0},
    [SHIN_1] = {0.475f, -0.155f, 0.125f, 0.045f, THIGH_1, 0.625f, -0.5f, -0.02f, 0.5f, 0},
    [THIGH_2] = {0.775f, -0.125f, 0.125f, 0.06f, HIP, 0.9f, -0.05f, 0.4f, 1, 0},
    [SHIN_2] = {0.475f, -0.155f, 0.125f, 0.045f, THIGH_2, 0.625f, -0.5f, -0.02f, 0.5f, 0},
    [UPPER_ARM_1] = {1.225f, -0.125f, 0.125f, 0.035f, TORSO, 1.35f, -0.1f, 0.8f, 0.5f, 0},
    [FOREARM_1] = {0.975f, -0.125f, 0.125f, 0.03f, UPPER_ARM_1, 1.1f, -0.2f, 0.3f, 0.1f, 0.25f},
    [UPPER_ARM_2] = {1.225f, -0.125f, 0.125f, 0.035f, TORSO, 1.35f, -0.1f, 0.8f, 0.5f, 0},
    [FOREARM_2] = {0.975f, -0.125f, 0.125f, 0.03f, UPPER_ARM_2, 1.1f, -0.2f, 0.3f, 0.1f, 0.25f},
};

typedef struct figure {
    thud_body_id bodies[bone_count];
    thud_joint_id hinges[bone_count]; /* to the parent; the hip has none */
} figure;

typedef struct ragdoll_state {
    figure figures[most_figures];
    uint64_t dropped;
    float applied[hinge_tunables]; /* the tunables that the hinges have */
    thud_vec2 ground[2 * stairs + 4];
} ragdoll_state;

/* ---- a figure ---- */

static void tune_hinge(const thud_scene *scene, const bone *it, thud_revolute_joint_def *def) {
    float hertz = scene->values[stiffness];
    def->limit = (thud_joint_limit){scene->values[limits] != 0, it->lower * THUD_PI, it->upper * THUD_PI};
    def->motor = (thud_joint_motor){true, 0, friction_torque * it->friction * scene->values[friction]};
    def->spring = (thud_joint_spring){hertz > 0, hertz, joint_damping, 0};
}

static void add_bone(thud_scene *scene, figure *owner, int index, thud_vec2 soles, thud_vec2 velocity) {
    const ragdoll_state *state = scene->state;
    const bone *it = &bones[index];
    thud_shape_def skin = thud_shape_defaults();
    skin.material.friction = 0.2f;
    skin.filter.group = -1 - (int32_t)(state->dropped % most_figures); /* its bones do not collide */
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = thud_vec2_add(soles, (thud_vec2){0, it->y});
    def.velocity = velocity;
    def.sleep_speed = still_speed;
    thud_body_id body = thud_body_create(scene->world, &def);
    thud_body_add_capsule(scene->world, body, &skin, (thud_vec2){0, it->low}, (thud_vec2){0, it->high}, it->radius);
    if (index == SHIN_1 || index == SHIN_2) {
        thud_vec2 foot[] = {{-0.03f, -0.2f}, {0.13f, -0.2f}, {0.13f, -0.16f}, {-0.03f, -0.13f}};
        thud_body_add_hull(scene->world, body, &skin, foot, 4);
    }
    owner->bodies[index] = body;
    if (it->parent >= 0) {
        thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
        thud_vec2 pivot = thud_vec2_add(soles, (thud_vec2){0, it->pivot});
        hinge.base = thud_joint_base_at(scene->world, owner->bodies[it->parent], body, pivot);
        hinge.reference_angle = it->bend * THUD_PI;
        tune_hinge(scene, it, &hinge);
        owner->hinges[index] = thud_revolute_joint_create(scene->world, &hinge);
    }
}

/* Drops one more figure; of too many the oldest goes. */
static void drop(thud_scene *scene, thud_vec2 soles, thud_vec2 velocity) {
    ragdoll_state *state = scene->state;
    figure *next = &state->figures[state->dropped % most_figures];
    for (int i = 0; i < bone_count; i++) {
        if (state->dropped >= most_figures) {
            thud_body_destroy(scene->world, next->bodies[i]);
        }
        add_bone(scene, next, i, soles, velocity);
    }
    state->dropped++;
}

/* In turn at the head of the stair, with a push, and above the boards. */
static void drop_next(thud_scene *scene) {
    const ragdoll_state *state = scene->state;
    if (state->dropped % 2 == 0) {
        drop(scene, thud_vec2_add(stair_top, (thud_vec2){0.2f, -0.2f}), (thud_vec2){push, 0});
    } else {
        drop(scene, (thud_vec2){scene_random(scene, 1.8f, 3.2f), 5.3f}, (thud_vec2){0, 0});
    }
}

/* ---- the scene ---- */

static bool ragdoll_create(thud_scene *scene) {
    ragdoll_state *state = scene->state;
    thud_body_id ground = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    thud_vec2 *points = state->ground, at = stair_top;
    *points++ = (thud_vec2){at.x - 0.8f, wall_top};
    *points++ = (thud_vec2){at.x - 0.8f, at.y};
    for (int i = 0; i < stairs; i++) {
        at.x += stair_width;
        *points++ = at;
        at.y -= stair_height;
        *points++ = at;
    }
    *points++ = (thud_vec2){right_end, at.y};
    *points++ = (thud_vec2){right_end, wall_top};
    scene_ground(scene, ground, state->ground, (int)(points - state->ground));
    for (int i = 0; i < board_count; i++) {
        float side = i % 2 == 0 ? 1.0f : -1.0f; /* a zigzag */
        thud_shape_def def = thud_shape_defaults();
        thud_vec2 middle = {4.0f - 1.3f * side, 4.5f - 1.25f * (float)i};
        thud_shape board;
        thud_offset_box((thud_vec2){1.5f, 0.08f}, 0, (thud_pose){middle, thud_rot_from_angle(-0.45f * side)}, &board);
        thud_body_add_shape(scene->world, ground, &def, &board);
    }
    drop_next(scene);
    return true;
}

/* Hands the sliders to every hinge, where they have changed. */
static void apply_tunables(thud_scene *scene) {
    ragdoll_state *state = scene->state;
    bool same = true;
    for (int i = 0; i < hinge_tunables; i++) {
        same = same && state->applied[i] == scene->values[i];
        state->applied[i] = scene->values[i];
    }
    for (int i = 0; i < most_figures && !same; i++) {
        for (int k = 1; k < bone_count; k++) {
            thud_joint_id hinge = state->figures[i].hinges[k];
            if (thud_joint_is_valid(scene->world, hinge)) {
                thud_revolute_joint_def def = thud_revolute_joint_definition(scene->world, hinge);
                tune_hinge(scene, &bones[k], &def);
                thud_revolute_joint_configure(scene->world, hinge, &def);
            }
        }
    }
}

static void ragdoll_before_step(thud_scene *scene, float dt) {
    (void)dt;
    apply_tunables(scene);
    const ragdoll_state *state = scene->state;
    if (scene->step_count % drop_steps == drop_steps - 1 && state->dropped < shown_figures) {
        drop_next(scene);
    }
}

static bool ragdoll_key(thud_scene *scene, char key) {
    if (key == ' ') {
        drop_next(scene);
    } else if (key == 'd') {
        drop(scene, thud_vec2_sub(scene->cursor, (thud_vec2){0, 0.9f}), (thud_vec2){0, 0});
    } else if (key == 'x') {
        thud_explosion bomb = thud_explosion_defaults();
        bomb.center = scene->cursor;
        bomb.falloff = 3;
        bomb.impulse_per_length = scene->values[blast];
        thud_world_explode(scene->world, &bomb);
    } else {
        return false;
    }
    return true;
}

static void ragdoll_draw_behind(const thud_scene *scene, const scene_painter *painter) {
    const ragdoll_state *state = scene->state;
    scene_draw_earth(painter, state->ground + 1, 2 * stairs + 2, -0.6f);
}

static void ragdoll_draw(const thud_scene *scene, const scene_painter *painter) {
    const ragdoll_state *state = scene->state;
    scene_printf(painter, (thud_vec2){-6.9f, -0.05f}, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
                 "%llu figures of 11 bones, 10 hinges", (unsigned long long)state->dropped);
}

const scene_kind scene_ragdoll = {
    .name = "ragdoll",
    .description = "Figures of eleven bones: hinges with limits, springs and friction",
    .help = "Space  one more    D  one at the mouse    X  blast",
    .view = {{-7.4f, -0.7f}, {7.4f, 7.1f}},
    .hides_joints = true,
    .state_size = sizeof(ragdoll_state),
    SCENE_TUNABLES(ragdoll_tunables),
    .create = ragdoll_create,
    .before_step = ragdoll_before_step,
    .key = ragdoll_key,
    .mouse = scene_note_cursor,
    .draw_behind = ragdoll_draw_behind,
    .draw = ragdoll_draw,
};
