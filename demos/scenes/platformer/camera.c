/*
 * The camera: within a dead zone the player moves alone; beyond it the camera comes along, looks ahead to where the
 * player faces, and follows heights of the ground but not of jumps. The heights of steps arrive smoothed.
 */
#include "platformer.h"

static const float dead_half_width = 1; /* [m] */
static const float look_ahead = 3.5f;   /* [m] */
static const float look_rate = 1.5f;    /* [1/s] */
static const float follow_rate = 8;     /* [1/s] */
static const float ground_rate = 3.5f;  /* [1/s] */
static const float headroom = 4,
                   legroom = 2.5f;   /* a jump or fall beyond these moves the camera at once [m] */
static const float above_player = 1; /* the camera's middle over the player [m] */

/* The share of a distance that is left behind in a step at a rate: 1 / (1 + rate dt). */
static float towards(float from, float to, float rate, float dt) {
    return to + (from - to) / (1 + rate * dt);
}

static float into(float value, float low, float high) {
    return low < high ? thud_clamp(value, low, high) : 0.5f * (low + high);
}

void platformer_move_camera(thud_scene *scene, float dt) {
    platformer *state = scene->state;
    const platformer_player *player = &state->player;
    thud_vec2 at = {player->state.position.x, player->state.position.y + player->lift};
    thud_vec2 half = thud_vec2_scale(thud_vec2_sub(scene->kind->view.max, scene->kind->view.min), 0.5f);
    bool runs = thud_abs(player->moved.velocity.x) > 1;
    float facing = player->runner.facing < 0 ? -1 : 1;
    state->look =
        towards(state->look, runs ? facing * look_ahead : 0.4f * facing * look_ahead, look_rate, dt);
    float wanted = thud_clamp(state->camera.x - state->look, at.x - dead_half_width, at.x + dead_half_width) +
                   state->look;
    bool first = scene->step_count <= 1;
    state->last_camera = state->camera;
    state->camera.x = first ? at.x : towards(state->camera.x, wanted, follow_rate, dt);
    float height = at.y + above_player;
    if (first) {
        state->camera.y = height;
    } else if (player->moved.floor.touching || player->runner.phase == THUD_RUNNER_LADDER ||
               player->runner.phase == THUD_RUNNER_WATER) {
        state->camera.y = towards(state->camera.y, height, ground_rate, dt);
    } else {
        state->camera.y =
            towards(state->camera.y, thud_clamp(state->camera.y, height - headroom, height + legroom),
                    follow_rate, dt);
    }
    thud_aabb map = state->map->bounds;
    state->camera.x = into(state->camera.x, map.min.x + half.x, map.max.x - half.x);
    state->camera.y = into(state->camera.y, map.min.y + half.y, map.max.y - half.y);
    state->last_camera = first ? state->camera : state->last_camera;
    scene->view = (thud_aabb){thud_vec2_sub(state->camera, half), thud_vec2_add(state->camera, half)};
}
