/*
 * explosion: a stack of crates and barrels to blow up. Each click sets off a blast; without clicks one goes
 * off under the stack by itself. What shows a broad side to the blast gets more of it than what is end-on.
 */
#include "scenes.h"
#include "thud/forces.h"

enum { rows = 9, columns = 7, flash_steps = 24, first_blast = 60, pause_between = 300 };
static const float crate_half = 0.5f;  /* [m] */
static const float plank_half = 0.95f; /* half the length of the planks that lie between the rows [m] */
static const float plank_thin = 0.1f;  /* half their thickness [m] */

enum { blast_strength, blast_radius, blast_falloff };
static const scene_tunable explosion_tunables[] = {
    [blast_strength] = {"strength", "impulse", "N s/m", SCENE_NUMBER, -30, 60, 18, NULL, false},
    [blast_radius] = {"radius", "radius", "m", SCENE_NUMBER, 0, 10, 2, NULL, false},
    [blast_falloff] = {"falloff", "falloff", "m", SCENE_NUMBER, 0, 20, 7, NULL, false},
};

typedef struct explosion_state {
    thud_vec2 last;  /* where the last blast was */
    int steps_since; /* it went off; negative: none yet */
    uint64_t blasts;
    bool clicked; /* the scene does not set off any more by itself */
} explosion_state;

static void add_room(thud_scene *scene) {
    thud_body_id room = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    scene_block(scene, room, NULL, (thud_aabb){{-21, -1}, {21, 0}});
    scene_block(scene, room, NULL, (thud_aabb){{-21, 0}, {-20, 18}});
    scene_block(scene, room, NULL, (thud_aabb){{20, 0}, {21, 18}});
}

static bool explosion_create(thud_scene *scene) {
    explosion_state *state = scene->state;
    state->steps_since = -1;
    add_room(scene);
    const float layer = 2 * (crate_half + plank_thin); /* a row of crates with planks on it [m] */
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            float x = 2.2f * ((float)column - 0.5f * (columns - 1));
            float y = layer * (float)row;
            bool is_barrel = (row + column) % 3 == 0 && row == rows - 1;
            scene_thing(scene, NULL, (thud_vec2){x, y + crate_half}, 0,
                        (scene_form){is_barrel ? SCENE_CIRCLE : SCENE_BOX, crate_half, crate_half});
            if (row + 1 < rows) {
                thud_vec2 at = {x, y + 2 * crate_half + plank_thin};
                scene_thing(scene, NULL, at, 0, (scene_form){SCENE_BOX, plank_half, plank_thin});
            }
        }
    }
    return true;
}

static void blow_up(thud_scene *scene, thud_vec2 at) {
    explosion_state *state = scene->state;
    thud_explosion bomb = thud_explosion_defaults();
    bomb.center = at;
    bomb.radius = scene->values[blast_radius];
    bomb.falloff = scene->values[blast_falloff];
    bomb.impulse_per_length = scene->values[blast_strength];
    if (thud_world_explode(scene->world, &bomb)) {
        state->last = at;
        state->steps_since = 0;
        state->blasts++;
    }
}

static void explosion_before_step(thud_scene *scene, float dt) {
    (void)dt;
    explosion_state *state = scene->state;
    state->steps_since += state->steps_since >= 0;
    bool due = scene->step_count % pause_between == first_blast;
    if (due && !state->clicked) {
        blow_up(scene, (thud_vec2){scene_random(scene, -6, 6), 0.3f});
    }
}

static bool explosion_mouse(thud_scene *scene, scene_mouse action, thud_vec2 at) {
    explosion_state *state = scene->state;
    if (action == SCENE_MOUSE_PRESS) {
        state->clicked = true;
        blow_up(scene, at);
    }
    return action != SCENE_MOUSE_MOVE;
}

static void explosion_draw(const thud_scene *scene, const scene_painter *painter) {
    const explosion_state *state = scene->state;
    if (state->steps_since >= 0 && state->steps_since < flash_steps) {
        float share = (float)(state->steps_since + 1) / (float)flash_steps;
        float reach = scene->values[blast_radius] + scene->values[blast_falloff];
        thud_pose here = {state->last, {1, 0}};
        scene_form wave = {SCENE_CIRCLE, 0.1f + reach * share, 0};
        scene_form core = {SCENE_CIRCLE, 0.1f + scene->values[blast_radius] * (1 - share), 0};
        scene_draw_form(painter, wave, here, SCENE_INK_BAD, SCENE_OUTLINE);
        scene_draw_form(painter, core, here, SCENE_INK_PATH, SCENE_FILLED);
    }
    scene_printf(painter, (thud_vec2){-19.5f, -1.9f}, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
                 "click: a blast that pushes by exposed length and distance     %llu so far",
                 (unsigned long long)state->blasts);
}

const scene_kind scene_explosion = {
    .name = "explosion",
    .description = "A stack to blow up: impulse by distance and exposed length",
    .help = "Click  a blast there",
    .view = {{-21.5f, -2.6f}, {21.5f, 18.6f}},
    .state_size = sizeof(explosion_state),
    SCENE_TUNABLES(explosion_tunables),
    .create = explosion_create,
    .before_step = explosion_before_step,
    .mouse = explosion_mouse,
    .draw = explosion_draw,
};
