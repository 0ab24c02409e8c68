/*
 * The player: the runner chooses a velocity, the mover moves with it, and what the mover met is the runner's input in
 * the next step. Then come the places: checkpoints, coins, the goal, and what is deadly.
 */
#include "platformer.h"

static const float deadly_depth = 1;   /* below this height the player is lost [m] */
static const float wind_pull = 150;    /* acceleration towards the wind's speed [m/s^2] */
static const float wind_speed = 8;     /* [m/s] */
static const float coin_reach = 1.1f;  /* [m] */
static const float half_height = 0.8f; /* of the player [m] */
static const float lift_rate = 12;     /* at which the drawn figure follows a step [1/s] */

void platformer_make_player(thud_scene *scene, thud_vec2 start) {
    platformer_player *player = &platformer_of(scene)->player;
    player->def = thud_mover_defaults();
    player->runner_def = thud_runner_defaults();
    player->spawn = (thud_vec2){start.x, start.y + half_height + 0.02f};
    thud_mover_create(scene->world, &player->def, player->spawn, &player->state);
}

/* ---- areas ---- */

static const platformer_area *area_at(const platformer *state, platformer_area_kind kind, thud_vec2 at) {
    for (int i = 0; i < state->area_count; i++) {
        if (state->areas[i].kind == kind && thud_aabb_contains_point(state->areas[i].box, at)) {
            return &state->areas[i];
        }
    }
    return NULL;
}

static void find_areas(const platformer *state, const platformer_player *player,
                       thud_runner_surroundings *around) {
    thud_vec2 middle = player->state.position;
    const platformer_area *water = area_at(state, PLATFORMER_WATER, middle);
    around->ladder = area_at(state, PLATFORMER_LADDER, (thud_vec2){middle.x, middle.y - half_height}) != NULL;
    around->water = water != NULL;
    around->flow = water != NULL ? water->flow : (thud_vec2){0, 0};
}

static void blow(const platformer *state, platformer_player *player, float dt) {
    if (area_at(state, PLATFORMER_WIND, player->state.position) != NULL) {
        thud_vec2 velocity = player->runner.velocity;
        velocity.y = thud_min(velocity.y + wind_pull * dt, thud_max(velocity.y, wind_speed));
        thud_runner_launch(&player->runner, velocity);
    }
}

/* ---- a step ---- */

/* What the last move met, in the form of the runner's input. */
static thud_runner_surroundings look_around(const platformer *state, const platformer_player *player) {
    thud_runner_surroundings around = thud_runner_look(&player->wanted, &player->moved);
    find_areas(state, player, &around);
    return around;
}

static thud_runner_input input_of(unsigned buttons) {
    thud_runner_input input = {0};
    input.direction = (float)((buttons & PLATFORMER_RIGHT) != 0) - (float)((buttons & PLATFORMER_LEFT) != 0);
    input.climb = (float)((buttons & PLATFORMER_UP) != 0) - (float)((buttons & PLATFORMER_DOWN) != 0);
    input.jump = (buttons & PLATFORMER_JUMP) != 0;
    input.drop = (buttons & PLATFORMER_DOWN) != 0;
    input.dash = (buttons & PLATFORMER_DASH) != 0;
    return input;
}

static void start_anew(thud_scene *scene) {
    platformer_player *player = &platformer_of(scene)->player;
    thud_mover_state state = thud_mover_state_at(player->spawn);
    state.body = player->state.body;
    player->state = state;
    player->runner = (thud_runner){.facing = 1};
    player->moved = (thud_mover_result){0};
    player->lift = 0;
    platformer_of(scene)->jumps.is_rising_or_falling = false;
    player->respawns++;
    platformer_reset_boulder(scene);
}

static bool is_hit_by_boulder(const thud_scene *scene) {
    const platformer *state = scene->state;
    const platformer_boulder *boulder = &state->boulder;
    if (!boulder->is_loose || thud_vec2_length(thud_body_velocity(scene->world, boulder->body)) < 3) {
        return false;
    }
    thud_vec2 center = thud_body_position(scene->world, boulder->body);
    return thud_vec2_distance(center, state->player.state.position) < boulder->radius + 0.6f;
}

static void visit_places(thud_scene *scene) {
    platformer *state = scene->state;
    platformer_player *player = &state->player;
    thud_vec2 at = player->state.position;
    for (int i = player->checkpoints; i < state->checkpoint_count; i++) {
        if (thud_aabb_contains(state->checkpoints[i], (thud_aabb){at, at})) {
            player->checkpoints = i + 1;
            player->spawn = (thud_vec2){at.x, state->checkpoints[i].min.y + half_height + 0.02f};
        }
    }
    for (int i = 0; i < state->coin_count; i++) {
        platformer_coin *coin = &state->coins[i];
        if (!coin->is_taken && thud_vec2_distance(coin->at, at) < coin_reach) {
            coin->is_taken = true;
            player->coins++;
        }
    }
    if (!player->is_home && at.x > state->goal.min.x && at.y < state->goal.max.y) {
        player->is_home = true;
        player->home_step = scene->step_count;
    }
}

void platformer_move_player(thud_scene *scene, unsigned buttons, float dt) {
    platformer *state = scene->state;
    platformer_player *player = &state->player;
    blow(state, player, dt);
    player->around = look_around(state, player);
    thud_runner_input input = input_of(buttons);
    bool was_late = !player->around.on_floor && player->runner.coyote_left > 0;
    bool was_early = player->runner.buffer_left > 0;
    player->wanted = thud_runner_step(&player->runner_def, &player->runner, &input, &player->around, dt);
    player->jumps += player->wanted.jumped || player->wanted.wall_jumped;
    if (player->wanted.jumped && !player->around.water) {
        platformer_begin_jump(&state->jumps, player->state.position, was_late, was_early);
    }
    if (player->wanted.drop) {
        thud_mover_drop_through(scene->world, &player->def, &player->state);
    }
    thud_mover_move(scene->world, &player->def, &player->state, player->wanted.mean_velocity, dt,
                    &player->moved);
    platformer_follow_jump(&state->jumps, player->state.position, player->moved.floor.touching, dt);
    player->lift = (player->lift - player->moved.stepped) / (1 + lift_rate * dt);
    player->stride += player->moved.floor.touching ? player->moved.velocity.x * dt : 0;
    player->crushed += player->moved.crushed;
    visit_places(scene);
    if (player->moved.crushed || player->state.position.y < deadly_depth || is_hit_by_boulder(scene)) {
        start_anew(scene);
    }
}
