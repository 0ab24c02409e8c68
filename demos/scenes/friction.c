/*
 * friction: twelve slopes at 5 degree steps with the same crate on each. Coulomb says that a crate stays
 * where the slope is less steep than atan(mu), and slides where it is steeper.
 */
#include "scenes.h"

enum { slope_count = 12, slopes_per_row = 4 };
static const float degree = THUD_PI / 180.0f;
static const float step_angle = 5.0f;    /* [degrees] */
static const float slope_length = 5.0f;  /* along the surface [m] */
static const float slope_spacing = 7.2f; /* [m] */
static const float row_height = 6.4f;    /* [m] */
static const float crate_half = 0.45f;   /* [m] */
static const float slid_distance = 0.1f; /* less counts as staying [m] */

enum { friction_value };
static const scene_tunable friction_tunables[] = {
    [friction_value] = {"friction", "friction", "", SCENE_NUMBER, 0.0f, 1.5f, 0.6f, .restarts = true},
};

typedef struct friction {
    thud_body_id crates[slope_count];
    thud_vec2 starts[slope_count];
} friction;

static float slope_angle(int i) {
    return step_angle * (float)(i + 1) * degree;
}

/* The lower end of a slope; it climbs to the right. */
static thud_vec2 slope_foot(int i) {
    int column = i % slopes_per_row;
    int row = i / slopes_per_row;
    return (thud_vec2){slope_spacing * ((float)column - 0.5f * (float)slopes_per_row) + 1.0f,
                       -row_height * (float)row};
}

static void add_slope(thud_scene *scene, int i, thud_body_id ground, const thud_shape_def *def) {
    friction *state = scene->state;
    thud_vec2 foot = slope_foot(i);
    thud_vec2 along = {thud_cos(slope_angle(i)), thud_sin(slope_angle(i))};
    thud_vec2 wedge[] = {
        foot, {foot.x + slope_length * along.x, foot.y}, thud_vec2_mul_add(foot, slope_length, along)};
    thud_body_add_hull(scene->world, ground, def, wedge, 3);
    thud_vec2 on_slope = thud_vec2_mul_add(foot, 0.8f * slope_length, along);
    state->starts[i] = thud_vec2_mul_add(on_slope, crate_half, thud_vec2_perp(along));
    state->crates[i] = scene_thing(scene, def, state->starts[i], slope_angle(i),
                                   (scene_form){SCENE_BOX, crate_half, crate_half});
}

static bool friction_create(thud_scene *scene) {
    thud_shape_def def = thud_shape_defaults();
    def.material.friction = scene->values[friction_value];
    thud_body_id ground = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    float left = slope_foot(0).x - 1.6f;
    float right = slope_foot(slopes_per_row - 1).x + 5.6f;
    for (int row = 0; row * slopes_per_row < slope_count; row++) {
        float y = slope_foot(row * slopes_per_row).y;
        scene_block(scene, ground, &def, (thud_aabb){{left, y - 0.3f}, {right, y}});
        scene_block(scene, ground, &def, (thud_aabb){{left, y}, {left + 0.3f, y + 0.8f}});
    }
    for (int i = 0; i < slope_count; i++) {
        add_slope(scene, i, ground, &def);
    }
    return true;
}

static void friction_draw(const thud_scene *scene, const scene_painter *painter) {
    const friction *state = scene->state;
    for (int i = 0; i < slope_count; i++) {
        thud_vec2 label = {slope_foot(i).x + 2.6f, slope_foot(i).y - 0.75f};
        float slid = thud_vec2_distance(thud_body_position(scene->world, state->crates[i]), state->starts[i]);
        scene_printf(painter, (thud_vec2){label.x - 1.3f, label.y}, SCENE_INK_TEXT, SCENE_TEXT_CENTER,
                     "%.0f\xc2\xb0", (double)(slope_angle(i) / degree));
        if (slid < slid_distance) {
            scene_printf(painter, (thud_vec2){label.x + 0.7f, label.y}, SCENE_INK_GOOD, SCENE_TEXT_CENTER,
                         "stays");
        } else {
            scene_printf(painter, (thud_vec2){label.x + 0.7f, label.y}, SCENE_INK_BAD, SCENE_TEXT_CENTER,
                         "slid %.1f m", (double)slid);
        }
    }
    float mu = scene->values[friction_value];
    scene_printf(painter, (thud_vec2){0, slope_foot(0).y + 3.9f}, SCENE_INK_TEXT, SCENE_TEXT_CENTER,
                 "friction %.2f: crates stay up to atan %.2f = %.1f\xc2\xb0", (double)mu, (double)mu,
                 (double)(thud_atan2(mu, 1.0f) / degree));
}

const scene_kind scene_friction = {
    .name = "friction",
    .description = "Slopes at 5 degree steps: a crate slides where the slope is steeper than atan(friction)",
    .view = {{-15.6f, -14.2f}, {15.6f, 5.0f}},
    .state_size = sizeof(friction),
    SCENE_TUNABLES(friction_tunables),
    .create = friction_create,
    .draw = friction_draw,
};
