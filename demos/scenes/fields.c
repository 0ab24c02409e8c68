/*
 * fields: forces that act at a distance. Left a planet, whose gravity is towards a point: moons on their orbits,
 * and gravel that falls on it from all sides. Right the wind: flags, leaves and a vane.
 */
#include "scenes.h"
#include "thud/forces.h"
#include "thud/joint.h"

enum {
    moon_count = 4,
    trail_length = 150,
    gravel_count = 26,
    leaf_count = 22,
    flag_links = 9,
    flag_count = 2
};
static const thud_vec2 planet = {-8.4f, 0};
static const float planet_radius = 1.8f, sky_half = 7.6f; /* [m] */
static const thud_aabb air = {{0.6f, -7.4f}, {16, 7.4f}}; /* where it blows and things fall down */
static const float leaf_half = 0.32f, link_half = 0.22f;  /* half lengths [m] */
static const thud_vec2 vane_hub = {12.0f, -2.0f};
static const thud_vec2 flag_tops[flag_count] = {{4.8f, 0.5f}, {8.4f, 4.0f}};

enum { wind_speed, air_drag, air_lift, pull, falloff };
static const char *const falloff_names[] = {"equal", "as 1 / d", "as 1 / d\xc2\xb2"};
static const scene_tunable fields_tunables[] = {
    [wind_speed] = {"wind", "wind", "m/s", SCENE_NUMBER, -12, 12, 6, NULL, false},
    [air_drag] = {"drag", "drag", "", SCENE_NUMBER, 0, 3, 1, NULL, false},
    [air_lift] = {"lift", "lift", "", SCENE_NUMBER, -2, 2, 0.7f, NULL, false},
    [pull] = {"pull", "planet", "m/s^2", SCENE_NUMBER, -10, 40, 20, NULL, false},
    [falloff] = {"falloff", "gravity", "", SCENE_CHOICE, 0, 2, 2, falloff_names, false},
};

typedef struct fields_state {
    thud_body_id moons[moon_count], leaves[leaf_count], vane;
    thud_vec2 trails[moon_count][trail_length];
} fields_state;

static void fields_configure(thud_world_def *def) {
    def->gravity = (thud_vec2){0, 0};
}

/* ---- the planet ---- */

static thud_gravity_area planet_gravity(const thud_scene *scene) {
    thud_gravity_area area = thud_gravity_area_defaults();
    area.area = (thud_aabb){{planet.x - sky_half, -sky_half}, {planet.x + sky_half, sky_half}};
    area.kind = THUD_GRAVITY_POINT;
    area.point = planet;
    area.radius = planet_radius;
    area.strength = scene->values[pull];
    area.falloff = (thud_gravity_falloff)(int)scene->values[falloff];
    return area;
}

/* The speed of a circular orbit at a distance: v^2 / d = g (R / d)^2 [m/s]. */
static float orbit_speed(const thud_scene *scene, float distance) {
    return planet_radius * sqrtf(thud_max(scene->values[pull], 0) / distance);
}

static thud_body_id add_moon(thud_scene *scene, thud_vec2 at, float radius) {
    thud_vec2 arm = thud_vec2_sub(at, planet);
    float distance = thud_vec2_length(arm);
    thud_body_id moon = scene_thing(scene, NULL, at, 0, (scene_form){SCENE_CIRCLE, radius, 0});
    thud_body_set_velocity(scene->world, moon,
                           thud_vec2_scale(thud_vec2_perp(arm), orbit_speed(scene, distance) / distance),
                           0.5f);
    return moon;
}

static void add_planet(thud_scene *scene, thud_body_id ground) {
    fields_state *state = scene->state;
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_circle(scene->world, ground, &def, planet, planet_radius);
    for (int i = 0; i < moon_count; i++) {
        float distance = 4.0f + 1.0f * (float)i, angle = 1.7f * (float)i;
        thud_vec2 out = {thud_cos(angle), thud_sin(angle)};
        thud_vec2 at = thud_vec2_mul_add(planet, distance, out);
        state->moons[i] = add_moon(scene, at, 0.14f + 0.05f * (float)i);
        for (int k = 0; k < trail_length; k++) {
            state->trails[i][k] = at;
        }
    }
    def.material.rolling_resistance = 0.05f;
    for (int i = 0; i < gravel_count; i++) {
        float angle = 2 * THUD_PI * (float)i / (float)gravel_count, size = scene_random(scene, 0.1f, 0.24f);
        thud_vec2 out = {thud_cos(angle), thud_sin(angle)};
        thud_vec2 at = thud_vec2_mul_add(planet, 2.3f + 0.45f * (float)(i % 3), out);
        thud_body_def pebble_def = thud_body_defaults();
        pebble_def.type = THUD_BODY_DYNAMIC;
        pebble_def.position = at;
        pebble_def.angle = angle;
        pebble_def.angular_damping = 3;
        thud_body_id pebble = thud_body_create(scene->world, &pebble_def);
        thud_body_add_circle(scene->world, pebble, &def, (thud_vec2){0, 0}, size);
    }
}

/* ---- what the wind moves ---- */

/* A row of light slats hung on each other, the first one on a body. */
static void add_flag(thud_scene *scene, thud_body_id last, thud_vec2 top) {
    thud_shape_def cloth = thud_shape_defaults();
    cloth.density = 0.25f;
    cloth.filter.group = -1;
    for (int i = 0; i < flag_links; i++) {
        thud_vec2 hinge_at = {top.x, top.y - 2 * link_half * (float)i};
        thud_body_id link = scene_thing(scene, &cloth, (thud_vec2){top.x, hinge_at.y - link_half}, 0,
                                        (scene_form){SCENE_BOX, 0.05f, link_half});
        scene_hinge(scene, last, link, hinge_at);
        last = link;
    }
}

/* A vane in balance on its pole: the wind finds most of it behind the hub, and so turns its point upwind. */
static void add_vane(thud_scene *scene, thud_body_id ground) {
    fields_state *state = scene->state;
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = vane_hub;
    def.angle = 2;
    def.gravity_scale = 0;
    state->vane = thud_body_create(scene->world, &def);
    thud_shape_def tin = thud_shape_defaults();
    tin.filter.group = -1;
    const thud_vec2 point[] = {{-2.1f, 0}, {-1.5f, -0.3f}, {-1.5f, 0.3f}};
    const thud_vec2 tail[] = {{0.9f, -0.05f}, {2.2f, -0.7f}, {2.2f, 0.7f}, {0.9f, 0.05f}};
    thud_body_add_box(scene->world, state->vane, &tin, (thud_vec2){1.6f, 0.05f});
    thud_body_add_hull(scene->world, state->vane, &tin, point, 3);
    thud_body_add_hull(scene->world, state->vane, &tin, tail, 4);
    thud_revolute_joint_def axle = thud_revolute_joint_defaults();
    axle.base = thud_joint_base_at(scene->world, ground, state->vane, vane_hub);
    axle.motor = (thud_joint_motor){true, 0, 0.05f}; /* its bearing */
    thud_revolute_joint_create(scene->world, &axle);
}

static void add_leaf(thud_scene *scene, int i) {
    fields_state *state = scene->state;
    thud_vec2 at = scene_random_vec2(scene, (thud_vec2){air.min.x + 1, 3}, (thud_vec2){air.max.x - 1, 7});
    thud_shape_def def = thud_shape_defaults();
    def.density = 0.4f;
    def.filter.group = -1; /* flags, leaves and wheel pass through each other */
    state->leaves[i] = scene_thing(scene, &def, at, scene_random(scene, -1.5f, 1.5f),
                                   (scene_form){SCENE_CAPSULE, leaf_half, 0.04f});
}

/* What is blown out of the picture comes back at the other side, high up. */
static void bring_back_leaves(thud_scene *scene) {
    const fields_state *state = scene->state;
    for (int i = 0; i < leaf_count; i++) {
        thud_vec2 at = thud_body_position(scene->world, state->leaves[i]);
        if (!thud_aabb_contains_point(air, at) || at.y < air.min.y + 0.3f) {
            float upwind = scene->values[wind_speed] < 0 ? air.max.x - 0.5f : air.min.x + 0.5f;
            float x = at.y > air.min.y + 0.3f ? upwind : scene_random(scene, air.min.x + 1, air.max.x - 1);
            thud_vec2 back = {x, scene_random(scene, 1, 7)};
            thud_body_teleport(scene->world, state->leaves[i], back, scene_random(scene, -1.5f, 1.5f));
        }
    }
}

/* ---- the scene ---- */

static bool fields_create(thud_scene *scene) {
    thud_body_id ground = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    add_planet(scene, ground);
    for (int i = 0; i < flag_count; i++) {
        add_flag(scene, ground, flag_tops[i]);
    }
    add_vane(scene, ground);
    for (int i = 0; i < leaf_count; i++) {
        add_leaf(scene, i);
    }
    return true;
}

static void fields_before_step(thud_scene *scene, float dt) {
    fields_state *state = scene->state;
    thud_gravity_area towards_planet = planet_gravity(scene), down = thud_gravity_area_defaults();
    down.area = air;
    thud_world_apply_gravity_area(scene->world, &towards_planet, dt);
    thud_world_apply_gravity_area(scene->world, &down, dt);
    thud_wind wind = thud_wind_defaults();
    wind.area = air;
    wind.velocity = (thud_vec2){scene->values[wind_speed], 0.4f * thud_sin(0.05f * (float)scene->step_count)};
    wind.drag = scene->values[air_drag];
    wind.lift = scene->values[air_lift];
    wind.density = 0.2f;
    thud_world_apply_wind(scene->world, &wind, dt);
    bring_back_leaves(scene);
    for (int i = 0; i < moon_count; i++) {
        state->trails[i][scene->step_count % trail_length] =
            thud_body_position(scene->world, state->moons[i]);
    }
}

static bool fields_key(thud_scene *scene, char key) {
    if (key == ' ' && thud_vec2_distance(scene->cursor, planet) > planet_radius + 0.3f) {
        add_moon(scene, scene->cursor, 0.15f);
    }
    return key == ' ';
}

static void fields_draw_behind(const thud_scene *scene, const scene_painter *painter) {
    const fields_state *state = scene->state;
    for (int i = 0; i < moon_count; i++) {
        for (int k = 0; k + 1 < trail_length; k++) {
            int now = (int)((scene->step_count + (uint64_t)k) % trail_length),
                next = (now + 1) % trail_length;
            painter->line(painter->context, state->trails[i][now], state->trails[i][next], SCENE_INK_PATH);
        }
    }
    for (int i = 0; i <= flag_count; i++) { /* poles */
        thud_vec2 top = i < flag_count ? flag_tops[i] : vane_hub;
        thud_shape pole;
        if (thud_capsule(top, (thud_vec2){top.x, air.min.y}, 0.06f, &pole) == THUD_OK) {
            painter->shape(painter->context, &pole, thud_pose_identity(), SCENE_INK_FAINT, SCENE_SOLID);
        }
    }
    float wind = scene->values[wind_speed];
    for (int i = 0; i < 5 && wind != 0; i++) { /* how it blows */
        thud_vec2 from = {wind > 0 ? air.min.x : air.max.x, air.max.y - 1.5f - 3 * (float)i};
        painter->arrow(painter->context, from, (thud_vec2){from.x + 0.2f * wind, from.y}, SCENE_INK_MUTED);
    }
}

static void fields_draw(const thud_scene *scene, const scene_painter *painter) {
    scene_printf(painter, (thud_vec2){planet.x, -sky_half - 0.1f}, SCENE_INK_MUTED, SCENE_TEXT_CENTER,
                 "gravity to a point, %s", falloff_names[(int)scene->values[falloff]]);
    scene_printf(painter, (thud_vec2){8.3f, -sky_half - 0.1f}, SCENE_INK_MUTED, SCENE_TEXT_CENTER,
                 "wind of %.1f m/s with drag and lift", (double)scene->values[wind_speed]);
}

const scene_kind scene_fields = {
    .name = "fields",
    .description = "A planet with moons, and wind with drag and lift",
    .help = "Space  a moon at the mouse",
    .view = {{-16.2f, -7.8f}, {16.2f, 7.8f}},
    .hides_joints = true,
    .state_size = sizeof(fields_state),
    SCENE_TUNABLES(fields_tunables),
    .configure = fields_configure,
    .create = fields_create,
    .before_step = fields_before_step,
    .draw_behind = fields_draw_behind,
    .draw = fields_draw,
    .key = fields_key,
    .mouse = scene_note_cursor,
};
