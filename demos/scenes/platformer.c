/*
 * platformer: a level to play, drawn in the Tiled editor: a tile grid, a character mover and a player controller, with
 * a station for each thing that a mover has to cope with. Until a key is pressed it plays itself, by a recorded input.
 */
#include "platformer/platformer.h"
#include "scenes.h"

enum { plays_itself, shows_jumps };
static const uint64_t patience = 30 * 60; /* without a key the scene starts anew and plays itself [steps] */
static const scene_tunable tunables[] = {
    [plays_itself] = {"demonstration", "plays itself", "", SCENE_SWITCH, 0, 1, 1, NULL, true},
    [shows_jumps] = {"jumps", "last five jumps", "", SCENE_SWITCH, 0, 1, 0, NULL, false},
};

static bool create(thud_scene *scene) {
    platformer *state = scene->state;
    state->is_demonstration = scene->values[plays_itself] != 0;
    if (!platformer_load(scene, THUD_PLATFORMER_LEVEL)) {
        return false;
    }
    platformer_move_camera(scene, 0);
    return true;
}

static void destroy(thud_scene *scene) {
    platformer *state = scene->state;
    thud_tiled_free(state->map);
}

/* ---- keys ---- */

static bool is_held(const thud_scene *scene, int key, char letter) {
    return scene->held[key] || scene->held[(int)letter];
}

static unsigned pressed_buttons(const thud_scene *scene) {
    unsigned buttons = 0;
    buttons |= is_held(scene, SCENE_KEY_LEFT, 'a') ? PLATFORMER_LEFT : 0u;
    buttons |= is_held(scene, SCENE_KEY_RIGHT, 'd') ? PLATFORMER_RIGHT : 0u;
    buttons |= is_held(scene, SCENE_KEY_UP, 'w') ? PLATFORMER_UP : 0u;
    buttons |= is_held(scene, SCENE_KEY_DOWN, 's') ? PLATFORMER_DOWN : 0u;
    buttons |= scene->held[' '] ? PLATFORMER_JUMP : 0u;
    buttons |= scene->held['x'] ? PLATFORMER_DASH : 0u;
    return buttons;
}

static bool key(thud_scene *scene, char key) {
    platformer *state = scene->state;
    bool is_own = key == SCENE_KEY_LEFT || key == SCENE_KEY_RIGHT || key == SCENE_KEY_UP ||
                  key == SCENE_KEY_DOWN || key == 'a' || key == 'd' || key == 'w' || key == 's' ||
                  key == ' ' || key == 'x';
    if (is_own) {
        state->is_demonstration = false;
        state->last_press = scene->step_count;
    }
    return is_own;
}

/* ---- a step ---- */

static void before_step(thud_scene *scene, float dt) {
    platformer_roll_boulder(scene);
    platformer_move_machines(scene, dt);
}

/* Nobody plays, and nobody watches the end of the demonstration: it begins anew. */
static bool is_idle(const thud_scene *scene, unsigned buttons) {
    const platformer *state = scene->state;
    uint64_t since = state->is_demonstration ? platformer_recorded_steps() : state->last_press;
    return buttons == 0 && scene->values[plays_itself] != 0 && scene->step_count > since + patience;
}

static void after_step(thud_scene *scene, float dt) {
    platformer *state = scene->state;
    unsigned buttons =
        state->is_demonstration ? platformer_recorded(scene->step_count - 1) : pressed_buttons(scene);
    scene->wants_restart = is_idle(scene, buttons);
    platformer_move_walkers(scene, dt);
    platformer_move_player(scene, buttons, dt);
    platformer_move_camera(scene, dt);
}

static void draw(const thud_scene *scene, const scene_painter *painter) {
    const platformer *state = scene->state;
    platformer_draw(scene, painter);
    if (scene->values[shows_jumps] != 0) {
        platformer_draw_jumps(&state->jumps, painter);
    }
}

static uint64_t hash(const thud_scene *scene) {
    const platformer *state = scene->state;
    uint64_t hash = thud_world_hash(scene->world);
    hash = scene_hash_bytes(hash, &state->player.state.position, sizeof state->player.state.position);
    hash = scene_hash_bytes(hash, &state->player.runner.velocity, sizeof state->player.runner.velocity);
    return scene_hash_bytes(hash, &state->player.coins, sizeof state->player.coins);
}

static thud_runner_def *runner_def(thud_scene *scene) {
    platformer *state = scene->state;
    return &state->player.runner_def;
}

static scene_mover mover(const thud_scene *scene, int index) {
    platformer *state = scene->state;
    platformer_player *player = &state->player;
    if (index == 0) {
        return (scene_mover){"player", &player->def, &player->state, &player->moved};
    }
    if (index > state->walker_count) {
        return (scene_mover){0};
    }
    platformer_walker *walker = &state->walkers[index - 1];
    return (scene_mover){"walker", &walker->def, &walker->state, &walker->moved};
}

static scene_player player(const thud_scene *scene) {
    const platformer *state = scene->state;
    return (scene_player){state->player.state.position, state->player.is_home, state->player.jumps};
}

const scene_kind scene_platformer = {
    .name = "platformer",
    .description = "A level to play: tile grid, character mover and player controller; every thing that a "
                   "mover has to cope with",
    .help = "Arrows or A W S D  run, climb, drop    Space  jump    X  dash",
    .own_keys = "s",
    .view = {{0, 0}, {26, 15}},
    .hides_joints = true,
    .state_size = sizeof(platformer),
    SCENE_TUNABLES(tunables),
    .create = create,
    .before_step = before_step,
    .after_step = after_step,
    .draw_behind = platformer_draw_behind,
    .draw = draw,
    .key = key,
    .readings = platformer_readings,
    .hash = hash,
    .runner_def = runner_def,
    .mover = mover,
    .player = player,
    .destroy = destroy,
};
