/*
 * bounce: eleven balls that differ in elasticity only, 0 to 1 in steps of 0.1. A ball dropped from h comes
 * back to e^2 h: the dashes show that height, the tick the top of the ball's first rebound.
 */
#include "scenes.h"

enum { ball_count = 11 };
static const float ball_radius = 0.4f;
static const float ball_spacing = 1.5f;

enum { drop_height };
static const scene_tunable bounce_tunables[] = {
    [drop_height] = {"height", "drop height", "m", SCENE_NUMBER, 1.0f, 10.0f, 8.0f, .restarts = true},
};

typedef struct bounce {
    thud_body_id balls[ball_count];
    float peaks[ball_count]; /* how high the ball came in its first rebound [m] */
    int bounces[ball_count];
    float speeds[ball_count]; /* upward, before the step [m/s] */
} bounce;

static float ball_x(int i) {
    return ball_spacing * (float)(i - ball_count / 2);
}

static float ball_elasticity(int i) {
    return 0.1f * (float)i;
}

static bool bounce_create(thud_scene *scene) {
    bounce *state = scene->state;
    thud_body_id ground = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    scene_wall(scene, ground, (thud_vec2){-12, 0}, (thud_vec2){12, 0});
    for (int i = 0; i < ball_count; i++) {
        thud_vec2 start = {ball_x(i), scene->values[drop_height] + ball_radius};
        thud_shape_def def = thud_shape_defaults();
        def.material.elasticity = ball_elasticity(i);
        state->balls[i] = scene_thing(scene, &def, start, 0, (scene_form){SCENE_CIRCLE, ball_radius, 0});
    }
    return true;
}

static void bounce_before_step(thud_scene *scene, float dt) {
    (void)dt;
    bounce *state = scene->state;
    for (int i = 0; i < ball_count; i++) {
        state->speeds[i] = thud_body_velocity(scene->world, state->balls[i]).y;
    }
}

static void bounce_after_step(thud_scene *scene, float dt) {
    (void)dt;
    bounce *state = scene->state;
    for (int i = 0; i < ball_count; i++) {
        float height = thud_body_position(scene->world, state->balls[i]).y - ball_radius;
        bool bounced = state->speeds[i] < 0 && thud_body_velocity(scene->world, state->balls[i]).y >= 0;
        state->bounces[i] += bounced;
        if (state->bounces[i] == 1) {
            state->peaks[i] = thud_max(state->peaks[i], height);
        }
    }
}

static void draw_ruler(const scene_painter *painter, float top) {
    for (int metre = 0; metre <= (int)top; metre++) {
        thud_vec2 mark = {-8.9f, (float)metre};
        painter->line(painter->context, mark, (thud_vec2){-8.6f, mark.y}, SCENE_INK_MUTED);
        scene_printf(painter, (thud_vec2){-9.4f, mark.y}, SCENE_INK_MUTED, SCENE_TEXT_CENTER, "%d m", metre);
    }
}

static void draw_dashes(const scene_painter *painter, thud_vec2 from, float length) {
    const float dash = 0.16f;
    for (float x = 0; x < length; x += 2 * dash) {
        painter->line(painter->context, (thud_vec2){from.x + x, from.y},
                      (thud_vec2){from.x + x + dash, from.y}, SCENE_INK_PATH);
    }
}

static void bounce_draw(const thud_scene *scene, const scene_painter *painter) {
    const bounce *state = scene->state;
    float height = scene->values[drop_height];
    draw_ruler(painter, height);
    for (int i = 0; i < ball_count; i++) {
        float e = ball_elasticity(i);
        float x = ball_x(i);
        draw_dashes(painter, (thud_vec2){x - 0.56f, e * e * height}, 1.12f);
        thud_vec2 peak = {x, state->peaks[i]};
        if (state->bounces[i] > 0) {
            painter->line(painter->context, (thud_vec2){x - 0.3f, peak.y}, (thud_vec2){x + 0.3f, peak.y},
                          SCENE_INK_GOOD);
        }
        scene_printf(painter, (thud_vec2){x, -0.45f}, SCENE_INK_TEXT, SCENE_TEXT_CENTER, "e = %.1f",
                     (double)e);
        scene_printf(painter, (thud_vec2){x, -0.85f}, SCENE_INK_MUTED, SCENE_TEXT_CENTER, "%.2f m",
                     (double)state->peaks[i]);
    }
    scene_printf(painter, (thud_vec2){0, -1.5f}, SCENE_INK_MUTED, SCENE_TEXT_CENTER,
                 "dashes: e\xc2\xb2 x drop height     green: top of the first rebound");
}

const scene_kind scene_bounce = {
    .name = "bounce",
    .description = "Elasticity from 0 to 1: each ball comes back to e\xc2\xb2 times its height",
    .view = {{-10.2f, -2.0f}, {9.0f, 9.4f}},
    .state_size = sizeof(bounce),
    SCENE_TUNABLES(bounce_tunables),
    .create = bounce_create,
    .before_step = bounce_before_step,
    .after_step = bounce_after_step,
    .draw = bounce_draw,
};
