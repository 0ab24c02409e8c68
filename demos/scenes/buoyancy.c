/*
 * buoyancy: shapes of several densities in a basin with waves. The numbers are densities beside that of
 * water, 1: what has half of it floats half under, what has more than it sinks. A wind blows over the water.
 */
#include "scenes.h"
#include "thud/forces.h"

enum { floaters = 18, surface_pieces = 80 };
static const float basin_half = 18;   /* [m] */
static const float basin_depth = 9;   /* [m] */
static const float wave_length = 12;  /* [m] */
static const float wave_speed = 2.5f; /* of a crest [m/s] */

enum { wave_height, water_flow, wind_speed, water_drag };
static const scene_tunable buoyancy_tunables[] = {
    [wave_height] = {"waves", "waves", "m", SCENE_NUMBER, 0, 1.5f, 0.35f, NULL, false},
    [water_flow] = {"flow", "flow", "m/s", SCENE_NUMBER, -5, 5, 0, NULL, false},
    [wind_speed] = {"wind", "wind", "m/s", SCENE_NUMBER, -20, 20, 0, NULL, false},
    [water_drag] = {"drag", "drag", "1/s", SCENE_NUMBER, 0, 20, 2, NULL, false},
};

typedef struct buoyancy_state {
    thud_body_id bodies[floaters];
    float densities[floaters];
    float time;   /* [s] */
    float height; /* of the waves [m] */
} buoyancy_state;

static float wave(float x, void *context) {
    const buoyancy_state *state = context;
    return state->height * thud_sin(2 * THUD_PI * (x - wave_speed * state->time) / wave_length);
}

static void add_basin(thud_scene *scene) {
    thud_body_id basin = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    thud_shape_def def = thud_shape_defaults();
    const float w = basin_half, d = basin_depth;
    thud_vec2 beach[] = {{w, -d}, {w, -2}, {w - 9, -d}};
    scene_block(scene, basin, NULL, (thud_aabb){{-w - 1, -d - 1}, {w + 1, -d}});
    scene_block(scene, basin, NULL, (thud_aabb){{-w - 1, -d}, {-w, 4}});
    scene_block(scene, basin, NULL, (thud_aabb){{w, -d}, {w + 1, 4}});
    thud_body_add_hull(scene->world, basin, &def, beach, 3);
}

static void add_floater(thud_scene *scene, int i) {
    buoyancy_state *state = scene->state;
    const float densities[] = {0.1f, 0.25f, 0.5f, 0.75f, 0.95f, 2.0f};
    thud_vec2 at = {-15.5f + 5.2f * (float)(i % 6) + 1.7f * (float)(i / 6), 2.0f + 2.4f * (float)(i / 6)};
    thud_shape_def def = thud_shape_defaults();
    def.density = state->densities[i] = densities[i % 6];
    const scene_form forms[] = {{SCENE_BOX, 1.2f, 0.6f},
                                {SCENE_CIRCLE, 0.8f, 0},
                                {SCENE_CAPSULE, 0.8f, 0.5f},
                                {SCENE_POLYGON, 1.0f, (float)(3 + i % 5)}};
    state->bodies[i] = scene_thing(scene, &def, at, scene_random(scene, -0.6f, 0.6f), forms[(i + i / 6) % 4]);
}

static bool buoyancy_create(thud_scene *scene) {
    add_basin(scene);
    for (int i = 0; i < floaters; i++) {
        add_floater(scene, i);
    }
    return true;
}

static void buoyancy_before_step(thud_scene *scene, float dt) {
    buoyancy_state *state = scene->state;
    state->time += dt;
    state->height = scene->values[wave_height];
    thud_buoyancy water = thud_buoyancy_defaults();
    water.area = (thud_aabb){{-basin_half, -basin_depth}, {basin_half, 0}};
    water.linear_drag = scene->values[water_drag];
    water.flow = (thud_vec2){scene->values[water_flow], 0};
    water.wave = wave;
    water.wave_context = state;
    water.wave_height = state->height;
    thud_world_apply_buoyancy(scene->world, &water, dt);

    thud_wind wind = thud_wind_defaults();
    wind.area = (thud_aabb){{-basin_half, 0}, {basin_half, 20}};
    wind.velocity = (thud_vec2){scene->values[wind_speed], 0};
    wind.density = 0.02f; /* air beside water; more than it is, to be seen */
    thud_world_apply_wind(scene->world, &wind, dt);
}

static void buoyancy_draw(const thud_scene *scene, const scene_painter *painter) {
    buoyancy_state *state = scene->state;
    thud_vec2 last = {-basin_half, wave(-basin_half, state)};
    for (int i = 1; i <= surface_pieces; i++) {
        float x = -basin_half + 2 * basin_half * (float)i / (float)surface_pieces;
        thud_vec2 next = {x, wave(x, state)};
        painter->line(painter->context, last, next, SCENE_INK_APART);
        last = next;
    }
    for (int i = 0; i < floaters; i++) {
        scene_printf(painter, thud_body_center(scene->world, state->bodies[i]), SCENE_INK_TEXT,
                     SCENE_TEXT_CENTER, "%g", (double)state->densities[i]);
    }
    scene_printf(painter, (thud_vec2){-basin_half, -basin_depth - 1.9f}, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
                 "numbers: density beside water     the panel sets waves, flow, wind and drag");
}

const scene_kind scene_buoyancy = {
    .name = "buoyancy",
    .description = "Shapes of several densities float, bob and sink in a basin with waves",
    .view = {{-19.5f, -11.6f}, {19.5f, 9.5f}},
    .state_size = sizeof(buoyancy_state),
    SCENE_TUNABLES(buoyancy_tunables),
    .create = buoyancy_create,
    .before_step = buoyancy_before_step,
    .draw = buoyancy_draw,
};
