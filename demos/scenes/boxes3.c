/*
 * boxes3: two oriented boxes in space, turning. Fifteen axes decide whether they touch; the MTD
 * shows the way out. Edges behind are pale and the shadows on the floor show depth.
 */
#include "scenes.h"
#include "thud/bounds3.h"

enum { corner_count = 8, floor_lines = 7 };
static const float eye_distance = 16; /* [m] */
static const float floor_height = -3; /* [m] */
static const float floor_spacing = 2; /* [m] */
static const float drag_turn = 0.25f; /* of the view, a metre of mouse travel [rad/m] */
static const float steepest = 1.4f;   /* the view from above and below [rad] */
static const float step_way = 0.25f;  /* of a key [m] */

enum { spin_a, spin_b };
static const scene_tunable boxes3_tunables[] = {
    [spin_a] = {"spin_a", "turning of a", "rad/s", SCENE_NUMBER, -2, 2, 0.4f, NULL, false},
    [spin_b] = {"spin_b", "turning of b", "rad/s", SCENE_NUMBER, -2, 2, 0.7f, NULL, false},
};

typedef struct boxes3_state {
    thud_obb3 a, b;
    float angle_a, angle_b; /* [rad] */
    float yaw, pitch;       /* of the view [rad] */
    thud_vec2 last;         /* mouse [m] */
    bool moved;             /* by keys: b no longer comes and goes by itself */
} boxes3_state;

static bool boxes3_create(thud_scene *scene) {
    boxes3_state *state = scene->state;
    state->a.extents = (thud_vec3){1.7f, 1.1f, 0.9f};
    state->b.extents = (thud_vec3){1.2f, 0.8f, 1.4f};
    state->a.center = (thud_vec3){-1.3f, 0, 0};
    state->b.center = (thud_vec3){2, 0.5f, 0.3f};
    state->yaw = 0.55f;
    state->pitch = 0.42f;
    return true;
}

static void boxes3_before_step(thud_scene *scene, float dt) {
    boxes3_state *state = scene->state;
    state->angle_a += scene->values[spin_a] * dt;
    state->angle_b += scene->values[spin_b] * dt;
    state->a.rotation = thud_basis3_from_axis_angle((thud_vec3){0.2f, 1, 0.1f}, state->angle_a);
    state->b.rotation = thud_basis3_from_axis_angle((thud_vec3){1, 0.4f, 0.6f}, state->angle_b);
    if (!state->moved) {
        state->b.center.x = 1.6f + 1.2f * thud_cos(0.7f * dt * (float)scene->step_count);
    }
}

static bool boxes3_mouse(thud_scene *scene, scene_mouse action, thud_vec2 at) {
    boxes3_state *state = scene->state;
    if (action == SCENE_MOUSE_DRAG) {
        state->yaw += drag_turn * (at.x - state->last.x);
        state->pitch = thud_clamp(state->pitch - drag_turn * (at.y - state->last.y), -steepest, steepest);
    }
    state->last = at;
    return action != SCENE_MOUSE_MOVE;
}

/* I J K L move b level with the floor, U and N up and down. */
static bool boxes3_key(thud_scene *scene, char key) {
    static const struct {
        char key;
        thud_vec3 way;
    } moves[] = {{'j', {-1, 0, 0}}, {'l', {1, 0, 0}}, {'i', {0, 0, -1}},
                 {'k', {0, 0, 1}},  {'u', {0, 1, 0}}, {'n', {0, -1, 0}}};
    boxes3_state *state = scene->state;
    for (int i = 0; i < 6; i++) {
        if (moves[i].key == key) {
            state->b.center.x += step_way * moves[i].way.x;
            state->b.center.y += step_way * moves[i].way.y;
            state->b.center.z += step_way * moves[i].way.z;
            state->moved = true;
            return true;
        }
    }
    return false;
}

/* ---- perspective ---- */

typedef struct seen_point {
    thud_vec2 at;
    float depth; /* away from the eye [m] */
} seen_point;

static seen_point see(const boxes3_state *state, thud_vec3 point) {
    float cy = thud_cos(state->yaw), sy = thud_sin(state->yaw);
    float cp = thud_cos(state->pitch), sp = thud_sin(state->pitch);
    float x = cy * point.x + sy * point.z;
    float away = cy * point.z - sy * point.x; /* towards the viewer before the pitch */
    float y = cp * point.y - sp * away;
    float depth = eye_distance - (sp * point.y + cp * away);
    float factor = eye_distance / thud_max(depth, 1);
    return (seen_point){{factor * x, factor * y}, depth};
}

static void draw_line3(const boxes3_state *state, const scene_painter *painter, thud_vec3 p1, thud_vec3 p2,
                       scene_ink ink) {
    painter->line(painter->context, see(state, p1).at, see(state, p2).at, ink);
}

static void draw_floor(const boxes3_state *state, const scene_painter *painter) {
    const float reach = floor_spacing * (floor_lines / 2);
    for (int i = 0; i < floor_lines; i++) {
        float t = floor_spacing * (float)(i - floor_lines / 2);
        draw_line3(state, painter, (thud_vec3){t, floor_height, -reach}, (thud_vec3){t, floor_height, reach},
                   SCENE_INK_FAINT);
        draw_line3(state, painter, (thud_vec3){-reach, floor_height, t}, (thud_vec3){reach, floor_height, t},
                   SCENE_INK_FAINT);
    }
}

static void draw_shadow(const boxes3_state *state, const scene_painter *painter,
                        const thud_vec3 corners[corner_count]) {
    thud_vec2 points[corner_count];
    for (int i = 0; i < corner_count; i++) {
        points[i] = see(state, (thud_vec3){corners[i].x, floor_height, corners[i].z}).at;
    }
    scene_draw_hull(painter, points, corner_count, SCENE_INK_FAINT, SCENE_FILLED);
}

/* The twelve edges; the three at the farthest corner are behind. */
static void draw_edges(const boxes3_state *state, const scene_painter *painter,
                       const thud_vec3 corners[corner_count], scene_ink ink) {
    int farthest = 0;
    for (int i = 1; i < corner_count; i++) {
        if (see(state, corners[i]).depth > see(state, corners[farthest]).depth) {
            farthest = i;
        }
    }
    for (int pass = 0; pass < 2; pass++) { /* those behind first */
        for (int i = 0; i < corner_count; i++) {
            for (int axis = 0; axis < 3; axis++) {
                int other = i | (1 << axis);
                bool behind = i == farthest || other == farthest;
                if (other != i && behind == (pass == 0)) {
                    draw_line3(state, painter, corners[i], corners[other], behind ? SCENE_INK_MUTED : ink);
                }
            }
        }
    }
}

static void draw_box(const boxes3_state *state, const scene_painter *painter, const thud_obb3 *box,
                     scene_ink ink, const char *name) {
    thud_vec3 corners[corner_count];
    thud_vec2 points[corner_count];
    thud_obb3_corners(box, corners);
    for (int i = 0; i < corner_count; i++) {
        points[i] = see(state, corners[i]).at;
    }
    scene_draw_hull(painter, points, corner_count, ink, SCENE_OUTLINE);
    draw_edges(state, painter, corners, ink);
    scene_printf(painter, see(state, box->center).at, SCENE_INK_TEXT, SCENE_TEXT_CENTER, "%s", name);
}

static void draw_way_out(const boxes3_state *state, const scene_painter *painter, const thud_obb3_mtd *mtd) {
    thud_obb3 freed = state->a;
    freed.center.x += mtd->translation.x;
    freed.center.y += mtd->translation.y;
    freed.center.z += mtd->translation.z;
    thud_vec3 corners[corner_count];
    thud_obb3_corners(&freed, corners);
    draw_edges(state, painter, corners, SCENE_INK_GHOST);
    painter->arrow(painter->context, see(state, state->a.center).at, see(state, freed.center).at,
                   SCENE_INK_MTD);
    const char *source = mtd->axis < 3 ? "a face of a" : mtd->axis < 6 ? "a face of b" : "an edge of each";
    scene_printf(painter, (thud_vec2){-7.4f, -4.75f}, SCENE_INK_TOUCHING, SCENE_TEXT_HEADING,
                 "touching, MTD %.3f m", (double)mtd->depth);
    scene_printf(painter, (thud_vec2){-7.4f, -5.4f}, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
                 "the axis comes from %s     ghost: a moved out", source);
}

static void boxes3_draw(const thud_scene *scene, const scene_painter *painter) {
    const boxes3_state *state = scene->state;
    const thud_obb3 *boxes[] = {&state->a, &state->b};
    thud_obb3_mtd mtd;
    bool touching = thud_obb3_find_mtd(&state->a, &state->b, &mtd);
    scene_ink ink = touching ? SCENE_INK_TOUCHING : SCENE_INK_APART;
    draw_floor(state, painter);
    for (int i = 0; i < 2; i++) {
        thud_vec3 corners[corner_count];
        thud_obb3_corners(boxes[i], corners);
        draw_shadow(state, painter, corners);
    }
    draw_box(state, painter, &state->a, ink, "a");
    draw_box(state, painter, &state->b, ink, "b");
    if (touching) {
        draw_way_out(state, painter, &mtd);
    } else {
        scene_printf(painter, (thud_vec2){-7.4f, -4.75f}, ink, SCENE_TEXT_HEADING, "apart");
    }
}

static uint64_t boxes3_hash(const thud_scene *scene) {
    const boxes3_state *state = scene->state;
    thud_obb3_mtd mtd = {0};
    thud_obb3_find_mtd(&state->a, &state->b, &mtd);
    uint64_t hash = scene_hash_bytes(SCENE_HASH_START, &state->a, sizeof state->a);
    hash = scene_hash_bytes(hash, &state->b, sizeof state->b);
    return scene_hash_bytes(hash, &mtd.translation, sizeof mtd.translation);
}

const scene_kind scene_boxes3 = {
    .name = "boxes3",
    .description = "Two oriented boxes in space: fifteen axes, and the shortest way out",
    .help = "Drag  turn the view    I J K L U N  move b",
    .view = {{-7.8f, -5.6f}, {7.8f, 4.8f}},
    .worldless = true,
    .state_size = sizeof(boxes3_state),
    SCENE_TUNABLES(boxes3_tunables),
    .create = boxes3_create,
    .before_step = boxes3_before_step,
    .draw = boxes3_draw,
    .key = boxes3_key,
    .mouse = boxes3_mouse,
    .hash = boxes3_hash,
};
