/*
 * pile: thousands of mixed shapes (circles, capsules, boxes, polygons, compounds of two) fall into a basin.
 * What the engine is measured with: broadphase, narrowphase and solver are all busy.
 */
#include "scenes.h"

static const float basin_half_width = 26;       /* [m] */
static const float basin_height = 24;           /* of the walls [m] */
static const float grid_spacing = 1.0f;         /* at the start [m] */
static const float rolling_resistance = 0.005f; /* lets what rocks on a round neighbour come to rest [m] */

enum { body_count };
static const scene_tunable pile_tunables[] = {
    [body_count] = {"count", "bodies", "", SCENE_WHOLE_NUMBER, 10, 20000, 3000, .restarts = true},
};

static void add_basin(thud_scene *scene) {
    thud_body_id ground = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    thud_shape_def def = thud_shape_defaults();
    const float w = basin_half_width;
    thud_vec2 ramp_left[] = {{-w, 0}, {-w + 9, 0}, {-w, 6}};
    thud_vec2 ramp_right[] = {{w, 0}, {w, 6}, {w - 9, 0}};
    thud_vec2 hump[] = {{-5, 0}, {5, 0}, {1.5f, 3}, {-1.5f, 3}};
    scene_block(scene, ground, NULL, (thud_aabb){{-w - 1, -1}, {w + 1, 0}});
    scene_block(scene, ground, NULL, (thud_aabb){{-w - 1, 0}, {-w, basin_height}});
    scene_block(scene, ground, NULL, (thud_aabb){{w, 0}, {w + 1, basin_height}});
    thud_body_add_hull(scene->world, ground, &def, ramp_left, 3);
    thud_body_add_hull(scene->world, ground, &def, ramp_right, 3);
    thud_body_add_hull(scene->world, ground, &def, hump, 4);
}

/* An L of two boxes: one body, two shapes. */
static void add_corner(thud_scene *scene, thud_body_id body, const thud_shape_def *def, float size) {
    thud_shape leg;
    thud_offset_box((thud_vec2){size, 0.4f * size}, 0, (thud_pose){{0, -0.5f * size}, {1, 0}}, &leg);
    thud_body_add_shape(scene->world, body, def, &leg);
    thud_offset_box((thud_vec2){0.4f * size, 0.5f * size}, 0,
                    (thud_pose){{-0.6f * size, 0.4f * size}, {1, 0}}, &leg);
    thud_body_add_shape(scene->world, body, def, &leg);
}

static void add_mixed(thud_scene *scene, int i, thud_vec2 position) {
    thud_body_id body =
        scene_body(scene, THUD_BODY_DYNAMIC, position, scene_random(scene, -THUD_PI, THUD_PI));
    thud_shape_def def = thud_shape_defaults();
    def.material.rolling_resistance = rolling_resistance;
    float size = scene_random(scene, 0.2f, 0.42f);
    switch (i % 6) {
    case 0:
        scene_add_form(scene, body, &def, (scene_form){SCENE_CIRCLE, size, 0});
        break;
    case 1:
        scene_add_form(scene, body, &def, (scene_form){SCENE_CAPSULE, 0.6f * size, 0.6f * size});
        break;
    case 2:
        scene_add_form(scene, body, &def,
                       (scene_form){SCENE_BOX, size, scene_random(scene, 0.4f, 1.0f) * size});
        break;
    case 3:
        add_corner(scene, body, &def, size);
        break;
    default:
        scene_add_form(scene, body, &def, (scene_form){SCENE_POLYGON, 1.15f * size, (float)(3 + (i / 6) % 6)});
        break;
    }
}

static bool pile_create(thud_scene *scene) {
    add_basin(scene);
    int count = (int)scene->values[body_count];
    int columns = (int)(2 * (basin_half_width - 3) / grid_spacing);
    for (int i = 0; i < count; i++) {
        float x = grid_spacing * ((float)(i % columns) - 0.5f * (float)(columns - 1)) +
                  scene_random(scene, -0.1f, 0.1f);
        float y = grid_spacing * (float)(i / columns) + 7.0f;
        add_mixed(scene, i, (thud_vec2){x, y});
    }
    return true;
}

static void pile_configure(thud_world_def *def) {
    def->body_capacity = 3100;
    def->shape_capacity = 3700;
    def->contact_capacity = 12000;
}

const scene_kind scene_pile = {
    .name = "pile",
    .description = "Thousands of mixed shapes fall into a basin",
    .view = {{-28.0f, -1.6f}, {28.0f, 35.0f}},
    SCENE_TUNABLES(pile_tunables),
    .configure = pile_configure,
    .create = pile_create,
};
