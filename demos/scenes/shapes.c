/*
 * shapes: polygons and circles by separating axes. The mouse drags and turns two shapes, circles or polygons of 3 to
 * 12 sides; both turn red when they overlap, and the MTD shows the shortest way out. With a circle the deciding axis
 * may be the one through the nearest vertex.
 */
#include "scenes.h"
#include "thud/narrowphase.h"
#include "thud/response.h"

static const float size = 2.2f;     /* circumradius [m] */
static const float key_turn = 0.1f; /* of Q and E [rad] */

enum { form_count = 11 };
static const char *const form_names[form_count] = {"circle",   "3 sides",  "4 sides", "5 sides",
                                                   "6 sides",  "7 sides",  "8 sides", "9 sides",
                                                   "10 sides", "11 sides", "12 sides"};

enum { form_a, form_b };
static const scene_tunable shapes_tunables[] = {
    [form_a] = {"a", "shape a", "", SCENE_CHOICE, 0, form_count - 1, 3, form_names, false},
    [form_b] = {"b", "shape b", "", SCENE_CHOICE, 0, form_count - 1, 0, form_names, false},
};

typedef struct shapes_state {
    thud_pose poses[2];
    scene_grip grip;
    int last; /* the one that was held last, 0 or 1 */
} shapes_state;

static thud_shape shape_of(const thud_scene *scene, int which) {
    thud_shape shape = {0};
    int form = (int)scene->values[form_a + which];
    if (form == 0) {
        thud_circle((thud_vec2){0, 0}, 0.75f * size, &shape);
    } else {
        thud_regular_polygon(form + 2, size, &shape);
    }
    return shape;
}

static bool shapes_create(thud_scene *scene) {
    shapes_state *state = scene->state;
    state->poses[0] = (thud_pose){{-1.6f, -0.4f}, thud_rot_from_angle(0.4f)};
    state->poses[1] = (thud_pose){{2.2f, 1.0f}, thud_rot_from_angle(0)};
    return true;
}

/* Until the mouse comes b wanders in and out of a. */
static void shapes_before_step(thud_scene *scene, float dt) {
    shapes_state *state = scene->state;
    if (!state->grip.touched) {
        float phase = 0.5f * dt * (float)scene->step_count;
        state->poses[1].position = (thud_vec2){1.2f + 1.7f * thud_cos(phase), 1.0f - 1.9f * thud_sin(phase)};
        state->poses[0].rotation = thud_rot_from_angle(0.4f + 0.4f * phase);
    }
}

static bool pick(const thud_scene *scene, thud_vec2 at, int *thing, thud_vec2 *origin) {
    const shapes_state *state = scene->state;
    bool found = false;
    for (int i = 0; i < 2; i++) {
        thud_shape shape = shape_of(scene, i);
        if (thud_shape_contains(&shape, thud_pose_apply_inverse(state->poses[i], at))) {
            *thing = i;
            *origin = state->poses[i].position;
            found = true;
        }
    }
    return found;
}

static bool shapes_mouse(thud_scene *scene, scene_mouse action, thud_vec2 at) {
    shapes_state *state = scene->state;
    if (!scene_drag(scene, &state->grip, action, at, pick)) {
        return false;
    }
    state->last = state->grip.thing;
    state->poses[state->last].position = state->grip.origin;
    return true;
}

static thud_mtd find(const thud_scene *scene) {
    const shapes_state *state = scene->state;
    thud_shape a = shape_of(scene, 0), b = shape_of(scene, 1);
    thud_mtd mtd = {0};
    thud_find_mtd(&a, state->poses[0], &b, state->poses[1], &mtd);
    return mtd;
}

/* M moves both shapes apart, half of the MTD each; Q and E turn the last one that was held. */
static bool shapes_key(thud_scene *scene, char key) {
    shapes_state *state = scene->state;
    if (key == 'm') {
        thud_vec2 move_a, move_b;
        thud_share_mtd(find(scene).translation, 1, 1, &move_a, &move_b);
        state->poses[0].position = thud_vec2_add(state->poses[0].position, move_a);
        state->poses[1].position = thud_vec2_add(state->poses[1].position, move_b);
    } else if (key == 'q' || key == 'e') {
        thud_rot turn = thud_rot_from_angle(key == 'q' ? key_turn : -key_turn);
        state->poses[state->last].rotation = thud_rot_mul(turn, state->poses[state->last].rotation);
    } else {
        return false;
    }
    state->grip.touched = true;
    return true;
}

/* The line through a circle's centre and the other shape's nearest vertex (its centre, for a circle). */
static void draw_vertex_axis(const thud_scene *scene, const scene_painter *painter, int circle) {
    const shapes_state *state = scene->state;
    thud_shape other = shape_of(scene, 1 - circle);
    thud_vec2 center = state->poses[circle].position;
    thud_vec2 nearest = thud_pose_apply(state->poses[1 - circle], other.vertices[0]);
    for (int i = 1; i < other.count; i++) {
        thud_vec2 vertex = thud_pose_apply(state->poses[1 - circle], other.vertices[i]);
        if (thud_vec2_distance(vertex, center) < thud_vec2_distance(nearest, center)) {
            nearest = vertex;
        }
    }
    thud_vec2 axis = thud_vec2_normalize(thud_vec2_sub(nearest, center));
    painter->line(painter->context, thud_vec2_mul_add(center, -4, axis), thud_vec2_mul_add(center, 4, axis),
                  SCENE_INK_SECOND);
    painter->point(painter->context, nearest, SCENE_INK_SECOND);
    painter->point(painter->context, center, SCENE_INK_SECOND);
}

static void shapes_draw(const thud_scene *scene, const scene_painter *painter) {
    const shapes_state *state = scene->state;
    thud_mtd mtd = find(scene);
    scene_ink ink = mtd.overlap ? SCENE_INK_TOUCHING : SCENE_INK_APART;
    for (int i = 0; i < 2; i++) {
        thud_shape shape = shape_of(scene, i);
        painter->shape(painter->context, &shape, state->poses[i], ink, SCENE_FILLED);
    }
    for (int i = 0; i < 2; i++) {
        if ((int)scene->values[form_a + i] == 0) {
            draw_vertex_axis(scene, painter, i);
        }
        scene_printf(painter, thud_vec2_add(state->poses[i].position, (thud_vec2){0, -0.4f}), SCENE_INK_TEXT,
                     SCENE_TEXT_CENTER, i ? "b" : "a");
    }
    if (mtd.overlap) {
        thud_pose freed = state->poses[0];
        freed.position = thud_vec2_add(freed.position, mtd.translation);
        thud_shape a = shape_of(scene, 0);
        painter->shape(painter->context, &a, freed, SCENE_INK_GHOST, SCENE_OUTLINE);
        painter->arrow(painter->context, state->poses[0].position, freed.position, SCENE_INK_MTD);
        scene_printf(painter, (thud_vec2){-8.4f, -5.2f}, ink, SCENE_TEXT_HEADING, "overlap, MTD %.3f m",
                     (double)mtd.depth);
        scene_printf(
            painter, (thud_vec2){-8.4f, -5.9f}, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
            "arrow and ghost: a moved out by the MTD     amber: the axis through the nearest vertex");
    } else {
        scene_printf(painter, (thud_vec2){-8.4f, -5.2f}, ink, SCENE_TEXT_HEADING, "apart");
    }
}

static uint64_t shapes_hash(const thud_scene *scene) {
    const shapes_state *state = scene->state;
    thud_mtd mtd = find(scene);
    uint64_t hash = scene_hash_bytes(SCENE_HASH_START, state->poses, sizeof state->poses);
    return scene_hash_bytes(hash, &mtd.translation, sizeof mtd.translation);
}

const scene_kind scene_shapes = {
    .name = "shapes",
    .description = "Two shapes to drag: red when they overlap, with the shortest way out",
    .help = "Drag  the shapes    Q E  turn    M  apply the MTD",
    .view = {{-8.8f, -6.3f}, {8.8f, 5.6f}},
    .worldless = true,
    .state_size = sizeof(shapes_state),
    SCENE_TUNABLES(shapes_tunables),
    .create = shapes_create,
    .before_step = shapes_before_step,
    .draw = shapes_draw,
    .key = shapes_key,
    .mouse = shapes_mouse,
    .hash = shapes_hash,
};
