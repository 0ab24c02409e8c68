/*
 * obb: two oriented boxes turn; beside them lie the four axes of the test with what each box
 * covers of them. The boxes are apart as soon as one axis shows a gap, and touch when none does.
 */
#include "scenes.h"
#include "thud/bounds.h"

static const float axis_distance = 4.3f; /* of the drawn axes from the middle of the boxes [m] */
static const float bar_offset = 0.13f;   /* of the two bars from their axis [m] */
static const thud_vec2 middle = {0, 0.2f};

enum { turn_a, turn_b };
static const scene_tunable obb_tunables[] = {
    [turn_a] = {"turn_a", "turning of a", "rad/s", SCENE_NUMBER, -2, 2, 0.35f, NULL, false},
    [turn_b] = {"turn_b", "turning of b", "rad/s", SCENE_NUMBER, -2, 2, -0.5f, NULL, false},
};

typedef struct obb_state {
    thud_obb boxes[2];
    float angles[2]; /* [rad] */
    scene_grip grip;
} obb_state;

static bool obb_create(thud_scene *scene) {
    obb_state *state = scene->state;
    state->boxes[0] = (thud_obb){{-1.4f, -0.1f}, {1.4f, 0.8f}, {1, 0}};
    state->boxes[1] = (thud_obb){{1.7f, 0.5f}, {1.05f, 0.7f}, {1, 0}};
    state->angles[0] = 0.3f;
    state->angles[1] = 0.8f;
    return true;
}

static void obb_before_step(thud_scene *scene, float dt) {
    obb_state *state = scene->state;
    for (int i = 0; i < 2; i++) {
        state->angles[i] += scene->values[turn_a + i] * dt;
        state->boxes[i].rotation = thud_rot_from_angle(state->angles[i]);
    }
    if (!state->grip.touched) { /* b comes and goes by itself */
        state->boxes[1].center.x = 1.1f + 1.3f * thud_cos(0.6f * dt * (float)scene->step_count);
    }
}

static bool pick(const thud_scene *scene, thud_vec2 at, int *thing, thud_vec2 *origin) {
    const obb_state *state = scene->state;
    bool found = false;
    for (int i = 0; i < 2; i++) {
        thud_volume volume = {.kind = THUD_VOLUME_OBB, .obb = state->boxes[i]};
        if (thud_volume_contains(&volume, at)) {
            *thing = i;
            *origin = state->boxes[i].center;
            found = true;
        }
    }
    return found;
}

static bool obb_mouse(thud_scene *scene, scene_mouse action, thud_vec2 at) {
    obb_state *state = scene->state;
    if (!scene_drag(scene, &state->grip, action, at, pick)) {
        return false;
    }
    state->boxes[state->grip.thing].center = state->grip.origin;
    return true;
}

static void draw_bar(const scene_painter *painter, thud_vec2 origin, thud_vec2 axis, float from, float to,
                     float offset, scene_ink ink) {
    thud_vec2 side = thud_vec2_scale(thud_vec2_perp(axis), offset);
    thud_shape bar;
    thud_vec2 p1 = thud_vec2_add(side, thud_vec2_mul_add(origin, from, axis));
    thud_vec2 p2 = thud_vec2_add(side, thud_vec2_mul_add(origin, to, axis));
    if (thud_capsule(p1, p2, 0.07f, &bar) == THUD_OK) {
        painter->shape(painter->context, &bar, thud_pose_identity(), ink, SCENE_FILLED);
    }
}

/*
 * Where beside the boxes an axis is drawn: a's to the left and above in a's frame, b's to the right and
 * below, each as nearly as its direction allows, so that the four do not lie on each other.
 */
static thud_vec2 axis_place(const thud_obb_axis axes[4], int index) {
    if (index < 2) {
        return thud_vec2_perp(axes[index].axis);
    }
    thud_vec2 wanted = thud_vec2_neg(thud_vec2_perp(axes[index - 2].axis));
    thud_vec2 first = thud_vec2_perp(axes[2].axis), second = thud_vec2_perp(axes[3].axis);
    bool swapped = thud_abs(thud_vec2_dot(first, thud_vec2_perp(axes[0].axis))) <
                   thud_abs(thud_vec2_dot(second, thud_vec2_perp(axes[0].axis)));
    if (swapped) {
        wanted = thud_vec2_neg(thud_vec2_perp(axes[3 - index].axis));
    }
    thud_vec2 place = index == 2 ? first : second;
    return thud_vec2_dot(place, wanted) < 0 ? thud_vec2_neg(place) : place;
}

/*
 * One axis beside the boxes: a's interval on one side of it, b's on the other, and what is between or common
 * to them.
 */
static void draw_axis(const scene_painter *painter, const obb_state *state, const thud_obb_axis axes[4],
                      int index) {
    const thud_obb_axis *axis = &axes[index];
    thud_vec2 place = axis_place(axes, index);
    thud_vec2 origin = thud_vec2_mul_add(middle, axis_distance, place);
    float center_a = thud_vec2_dot(thud_vec2_sub(state->boxes[0].center, origin), axis->axis);
    float center_b = center_a + axis->distance;
    float gap = thud_abs(axis->distance) - (axis->radius_a + axis->radius_b);
    painter->line(painter->context, thud_vec2_mul_add(origin, -3.2f, axis->axis),
                  thud_vec2_mul_add(origin, 3.2f, axis->axis), SCENE_INK_MUTED);
    draw_bar(painter, origin, axis->axis, center_a - axis->radius_a, center_a + axis->radius_a, bar_offset,
             SCENE_INK_PATH);
    draw_bar(painter, origin, axis->axis, center_b - axis->radius_b, center_b + axis->radius_b, -bar_offset,
             SCENE_INK_SECOND);
    thud_vec2 label =
        thud_vec2_mul_add(origin, 0.5f + 1.5f * thud_abs(place.x), place); /* its text is wide */
    scene_printf(painter, label, gap >= 0 ? SCENE_INK_GOOD : SCENE_INK_BAD, SCENE_TEXT_CENTER,
                 "axis %s %d: %s %.2f m", index < 2 ? "a" : "b", index % 2, gap >= 0 ? "gap" : "overlap",
                 (double)thud_abs(gap));
}

static void draw_box(const scene_painter *painter, const thud_obb *box, scene_ink ink, const char *name) {
    thud_shape shape;
    if (thud_box(box->extents, 0, &shape) == THUD_OK) {
        painter->shape(painter->context, &shape, (thud_pose){box->center, box->rotation}, ink, SCENE_FILLED);
    }
    scene_printf(painter, box->center, SCENE_INK_TEXT, SCENE_TEXT_CENTER, "%s", name);
}

static void obb_draw(const thud_scene *scene, const scene_painter *painter) {
    const obb_state *state = scene->state;
    thud_obb_axis axes[4];
    bool touching = thud_obb_find_axes(&state->boxes[0], &state->boxes[1], axes);
    scene_ink ink = touching ? SCENE_INK_TOUCHING : SCENE_INK_APART;
    for (int i = 0; i < 4; i++) {
        draw_axis(painter, state, axes, i);
    }
    draw_box(painter, &state->boxes[0], ink, "a");
    draw_box(painter, &state->boxes[1], ink, "b");
    thud_vec2 mtd;
    if (thud_obb_find_mtd(&state->boxes[0], &state->boxes[1], &mtd)) {
        thud_vec2 from = state->boxes[0].center;
        painter->arrow(painter->context, from, thud_vec2_add(from, mtd), SCENE_INK_MTD);
    }
    scene_printf(painter, (thud_vec2){-9.6f, -5.9f}, ink, SCENE_TEXT_HEADING, "%s",
                 touching ? "touching: no axis shows a gap" : "apart: one gap is enough");
    scene_printf(painter, (thud_vec2){5.6f, -5.9f}, SCENE_INK_PATH, SCENE_TEXT_LEFT, "violet: what a covers");
    scene_printf(painter, (thud_vec2){5.6f, -6.4f}, SCENE_INK_SECOND, SCENE_TEXT_LEFT,
                 "amber: what b covers");
}

static uint64_t obb_hash(const thud_scene *scene) {
    const obb_state *state = scene->state;
    uint64_t hash = scene_hash_bytes(SCENE_HASH_START, state->boxes, sizeof state->boxes);
    float facts[2] = {0, 0};
    thud_vec2 mtd;
    if (thud_obb_find_mtd(&state->boxes[0], &state->boxes[1], &mtd)) {
        facts[0] = mtd.x;
        facts[1] = mtd.y;
    }
    return scene_hash_bytes(hash, facts, sizeof facts);
}

const scene_kind scene_obb = {
    .name = "obb",
    .description = "Two oriented boxes and the four axes that decide whether they touch",
    .help = "Drag  the boxes",
    .view = {{-10.0f, -7.0f}, {10.0f, 6.8f}},
    .worldless = true,
    .state_size = sizeof(obb_state),
    SCENE_TUNABLES(obb_tunables),
    .create = obb_create,
    .before_step = obb_before_step,
    .draw = obb_draw,
    .mouse = obb_mouse,
    .hash = obb_hash,
};
