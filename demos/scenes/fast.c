/*
 * fast: projectiles of every kind against walls that are one segment thick, at speeds where a step covers
 * several metres. A wall counts what hits it; whatever is found behind one has tunnelled, and that counter
 * must stay 0.
 */
#include "scenes.h"

enum { lane_count = 5, shots_per_lane = 8 };
static const float lane_height = 4.0f; /* [m] */
static const float gun_x = -17.0f;     /* [m] */
static const float wall_x = 14.0f;     /* [m] */
static const float wall_lean = 0.9f;   /* the wall's top leans this far to the left or right [m] */
static const uint64_t shot_steps = 14; /* between two shots of a lane */
static const float size = 0.28f;       /* of a projectile [m] */
static const char *const lane_names[lane_count] = {"circle", "capsule", "box", "triangle", "bullet box"};

enum { shot_speed, shot_spin };
static const scene_tunable fast_tunables[] = {
    [shot_speed] = {"speed", "speed", "m/s", SCENE_NUMBER, 10, 400, 400, NULL, false},
    [shot_spin] = {"spin", "spin", "rad/s", SCENE_NUMBER, 0, 60, 30, NULL, false},
};

typedef struct fast_shot {
    thud_body_id body;
    thud_vec2 from, to; /* its path in the last step [m] */
    bool stopped;       /* it has turned back from the wall */
} fast_shot;

typedef struct fast {
    fast_shot shots[lane_count][shots_per_lane];
    int next[lane_count];
    int fired[lane_count], stopped[lane_count], tunnelled[lane_count];
} fast;

static float lane_floor(int lane) {
    return lane_height * (0.5f * (float)lane_count - 1 - (float)lane);
}

static thud_vec2 wall_foot(int lane) {
    return (thud_vec2){wall_x + (lane % 2 ? wall_lean : -wall_lean), lane_floor(lane)};
}

static thud_vec2 wall_top(int lane) {
    return (thud_vec2){wall_x - (lane % 2 ? wall_lean : -wall_lean), lane_floor(lane) + lane_height};
}

/* How far a point is behind a lane's wall [m]; negative in front of it. */
static float behind_wall(int lane, thud_vec2 point) {
    thud_vec2 foot = wall_foot(lane);
    thud_vec2 up = thud_vec2_normalize(thud_vec2_sub(wall_top(lane), foot));
    return -thud_vec2_cross(up, thud_vec2_sub(point, foot));
}

static void fast_configure(thud_world_def *def) {
    def->solver.max_speed = 400;
}

static bool fast_create(thud_scene *scene) {
    thud_body_id ground = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    for (int lane = 0; lane < lane_count; lane++) {
        float y = lane_floor(lane);
        scene_wall(scene, ground, (thud_vec2){gun_x - 1.5f, y}, (thud_vec2){wall_x + 5, y});
        scene_wall(scene, ground, wall_foot(lane), wall_top(lane));
    }
    float top = lane_floor(0) + lane_height;
    scene_wall(scene, ground, (thud_vec2){gun_x - 1.5f, top}, (thud_vec2){wall_x + 5, top});
    scene_wall(scene, ground, (thud_vec2){gun_x - 1.5f, lane_floor(lane_count - 1)},
               (thud_vec2){gun_x - 1.5f, top});
    return true;
}

static void add_projectile(thud_scene *scene, int lane, thud_body_id body) {
    thud_shape_def def = thud_shape_defaults();
    def.material.elasticity = 0.3f;
    def.filter.category = 2;
    def.filter.mask = ~(uint64_t)2; /* projectiles pass through each other */
    const scene_form box = {SCENE_BOX, 1.3f * size, 0.35f * size};
    const scene_form forms[lane_count] = {
        {SCENE_CIRCLE, size, 0}, {SCENE_CAPSULE, size, 0.4f * size}, box, {SCENE_POLYGON, 1.2f * size, 3}, box};
    scene_add_form(scene, body, &def, forms[lane]);
}

static void shoot(thud_scene *scene, int lane) {
    fast *state = scene->state;
    fast_shot *slot = &state->shots[lane][state->next[lane]];
    state->next[lane] = (state->next[lane] + 1) % shots_per_lane;
    scene_remove(scene, slot->body);
    float spin = scene->values[shot_spin];
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = (thud_vec2){gun_x, lane_floor(lane) + 0.5f * lane_height};
    def.angle = scene_random(scene, -THUD_PI, THUD_PI);
    float heading = scene_random(scene, -0.03f, 0.03f); /* keeps the path within the lane [rad] */
    float speed = scene_random(scene, 0.5f, 1) * scene->values[shot_speed];
    def.velocity = (thud_vec2){speed * thud_cos(heading), speed * thud_sin(heading)};
    def.angular_velocity = scene_random(scene, -spin, spin);
    def.bullet = lane == lane_count - 1;
    slot->body = thud_body_create(scene->world, &def);
    slot->stopped = false;
    add_projectile(scene, lane, slot->body);
    state->fired[lane]++;
}

static void fast_before_step(thud_scene *scene, float dt) {
    (void)dt;
    for (int lane = 0; lane < lane_count; lane++) {
        uint64_t phase = shot_steps * (uint64_t)lane / lane_count; /* the lanes fire one after the other */
        if (scene->step_count % shot_steps == phase) {
            shoot(scene, lane);
        }
    }
}

static void watch(const thud_scene *scene, int lane, fast_shot *shot) {
    fast *state = scene->state;
    shot->to = thud_body_center(scene->world, shot->body);
    shot->from = thud_body_previous_pose(scene->world, shot->body).position;
    if (shot->stopped) {
        return;
    }
    if (behind_wall(lane, shot->to) > 0) {
        shot->stopped = true;
        state->tunnelled[lane]++;
    } else if (thud_body_velocity(scene->world, shot->body).x < 0.5f * 0.5f * scene->values[shot_speed]) {
        shot->stopped = true;
        state->stopped[lane]++;
    }
}

static void fast_after_step(thud_scene *scene, float dt) {
    (void)dt;
    fast *state = scene->state;
    for (int lane = 0; lane < lane_count; lane++) {
        for (int i = 0; i < shots_per_lane; i++) {
            if (state->shots[lane][i].body.generation) {
                watch(scene, lane, &state->shots[lane][i]);
            }
        }
    }
}

static void fast_draw(const thud_scene *scene, const scene_painter *painter) {
    const fast *state = scene->state;
    int fired = 0, stopped = 0, tunnelled = 0;
    for (int lane = 0; lane < lane_count; lane++) {
        thud_vec2 label = {wall_x + 3.2f, lane_floor(lane) + 0.5f * lane_height};
        scene_printf(painter, thud_vec2_add(label, (thud_vec2){0, 0.4f}), SCENE_INK_MUTED, SCENE_TEXT_CENTER,
                     "%s", lane_names[lane]);
        scene_printf(painter, thud_vec2_add(label, (thud_vec2){0, -0.4f}), SCENE_INK_GOOD, SCENE_TEXT_CENTER,
                     "%d stopped", state->stopped[lane]);
        for (int i = 0; i < shots_per_lane; i++) {
            const fast_shot *shot = &state->shots[lane][i];
            if (shot->body.generation) {
                painter->line(painter->context, shot->from, shot->to, SCENE_INK_PATH);
            }
        }
        fired += state->fired[lane];
        stopped += state->stopped[lane];
        tunnelled += state->tunnelled[lane];
    }
    float y = lane_floor(0) + lane_height + 1.4f;
    scene_printf(painter, (thud_vec2){gun_x - 1.5f, y}, SCENE_INK_TEXT, SCENE_TEXT_HEADING, "fired %d",
                 fired);
    scene_printf(painter, (thud_vec2){-6, y}, SCENE_INK_GOOD, SCENE_TEXT_HEADING, "stopped %d", stopped);
    scene_printf(painter, (thud_vec2){5, y}, tunnelled ? SCENE_INK_BAD : SCENE_INK_GOOD, SCENE_TEXT_HEADING,
                 "tunnelled %d", tunnelled);
    scene_printf(painter, (thud_vec2){gun_x - 1.5f, lane_floor(lane_count - 1) - 0.4f}, SCENE_INK_MUTED,
                 SCENE_TEXT_LEFT, "%.0f m/s is %.2f m a step; the walls have no thickness",
                 (double)scene->values[shot_speed], (double)(scene->values[shot_speed] / 60));
}

const scene_kind scene_fast = {
    .name = "fast",
    .description = "Projectiles at walls without thickness: nothing tunnels",
    .view = {{-19.2f, -11.8f}, {19.6f, 12.0f}},
    .state_size = sizeof(fast),
    SCENE_TUNABLES(fast_tunables),
    .configure = fast_configure,
    .create = fast_create,
    .before_step = fast_before_step,
    .after_step = fast_after_step,
    .draw = fast_draw,
};
