/*
 * pyramid: rows of boxes, each resting on two of the row below. The hardest thing to keep still: every error
 * of the solver shows at the bottom row.
 */
#include "scenes.h"

static const float box_half = 0.5f; /* [m] */
static const float box_gap = 0.05f; /* between neighbours [m] */
static const float ball_speed = 30; /* [m/s] */

enum { base_boxes, ball_radius, row_overlap };
static const scene_tunable pyramid_tunables[] = {
    [base_boxes] = {"base", "boxes in the base", "", SCENE_WHOLE_NUMBER, 2, 100, 20, .restarts = true},
    [ball_radius] = {"ball", "radius of the ball", "m", SCENE_NUMBER, 0.2f, 3, 0.8f, NULL, false},
    [row_overlap] = {"overlap", "overlap of rows", "", SCENE_NUMBER, 0, 0.5f, 0, .restarts = true},
};

static void add_row(thud_scene *scene, int boxes, int row) {
    float spacing = 2 * box_half + box_gap, part = 1 - scene->values[row_overlap];
    for (int i = 0; i < boxes; i++) {
        float x = spacing * ((float)i - 0.5f * (float)(boxes - 1));
        float y = box_half * (float)(2 * row + 1) * part;
        scene_thing(scene, NULL, (thud_vec2){x, y}, 0, (scene_form){SCENE_BOX, box_half, box_half});
    }
}

static bool pyramid_create(thud_scene *scene) {
    thud_body_id ground = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    scene_block(scene, ground, NULL, (thud_aabb){{-200, -2}, {200, 0}});
    int base = (int)scene->values[base_boxes];
    for (int row = 0; row < base; row++) {
        add_row(scene, base - row, row);
    }
    return true;
}

static void throw_ball(thud_scene *scene) {
    float base = scene->values[base_boxes];
    thud_vec2 start = {-1.1f * base - 4, 0.35f * base + 2};
    thud_shape_def def = thud_shape_defaults();
    def.density = 4;
    def.material.rolling_resistance = 0.05f; /* else it rolls off the ground's end, and its fall hides all else in the graph of the energy */
    scene_form form = {SCENE_CIRCLE, scene->values[ball_radius], 0};
    thud_body_id ball = scene_thing(scene, &def, start, 0, form);
    thud_body_set_velocity(scene->world, ball, (thud_vec2){ball_speed, 0}, 0);
}

static bool pyramid_key(thud_scene *scene, char key) {
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
    SCENE_TUNABLES(pyramid_tunables),
    .create = pyramid_create,
    .key = pyramid_key,
};
