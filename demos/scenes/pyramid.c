/*
 * pyramid: rows of boxes, each resting on two of the row below. The hardest thing to keep still: every error
 * of the solver shows at the bottom row.
 */
#include "scenes.h"

static const float box_half = 0.5f; /* [m] */
static const float box_gap = 0.05f; /* between neighbours [m] */
static const float ball_speed = 30; /* [m/s] */

enum { base_boxes, ball_radius, row_overlap };
static const scene_tunable tunables[] = {
    [base_boxes] = {"base", "boxes in the base", SCENE_WHOLE_NUMBER, 2, 100, 20, .restarts = true},
    [ball_radius] = {"ball", "radius of the ball [m]", SCENE_NUMBER, 0.2f, 3, 0.8f, NULL, false},
    [row_overlap] = {"overlap", "share of each row in the one below", SCENE_NUMBER, 0, 0.5f, 0,
                     .restarts = true},
};

static void add_row(thud_scene *scene, int boxes, int row) {
    thud_shape_def def = thud_shape_defaults();
    float spacing = 2 * box_half + box_gap, part = 1 - scene->values[row_overlap];
    for (int i = 0; i < boxes; i++) {
        float x = spacing * ((float)i - 0.5f * (float)(boxes - 1));
        float y = box_half * (float)(2 * row + 1) * part;
        thud_body_id box = scene_body(scene, THUD_BODY_DYNAMIC, (thud_vec2){x, y}, 0);
        thud_body_add_box(scene->world, box, &def, (thud_vec2){box_half, box_half});
    }
}

static bool create(thud_scene *scene) {
    thud_body_id ground = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    thud_shape_def def = thud_shape_defaults();
    thud_vec2 slab[] = {{-200, -2}, {200, -2}, {200, 0}, {-200, 0}};
    thud_body_add_hull(scene->world, ground, &def, slab, 4);
    int base = (int)scene->values[base_boxes];
    for (int row = 0; row < base; row++) {
        add_row(scene, base - row, row);
    }
    return true;
}

static void throw_ball(thud_scene *scene) {
    float base = scene->values[base_boxes];
    thud_vec2 start = {-1.1f * base - 4, 0.35f * base + 2};
    thud_body_id ball = scene_body(scene, THUD_BODY_DYNAMIC, start, 0);
    thud_shape_def def = thud_shape_defaults();
    def.density = 4;
    thud_body_add_circle(scene->world, ball, &def, (thud_vec2){0, 0}, scene->values[ball_radius]);
    thud_body_set_velocity(scene->world, ball, (thud_vec2){ball_speed, 0}, 0);
}

static bool key(thud_scene *scene, char key) {
    if (key == 'b') {
        throw_ball(scene);
        return true;
    }
    return false;
}

const scene_kind scene_pyramid = {
    .name = "pyramid",
    .description = "A stack that has to stand still, and fall well when a ball hits it",
    .help = "B  throw a ball",
    .view = {{-15.0f, -1.6f}, {15.0f, 21.5f}},
    SCENE_TUNABLES(tunables),
    .create = create,
    .key = key,
};
