/* runner.h: definitions, states and surroundings of any bits, and a few steps with each. */
#include "play.h"

#include <string.h>

/* A definition of which some fields have other values, sensible or hostile. */
static thud_runner_def any_def(fuzz_play *play) {
    thud_runner_def def = thud_runner_defaults();
    int edits = fuzz_byte(play->in) & 3;
    for (int i = 0; i < edits; i++) {
        int field = fuzz_choice(play->in, (int)(sizeof def / sizeof(float)));
        ((float *)(void *)&def)[field] = fuzz_number(play->in, 2);
    }
    return def;
}

static thud_runner_def accepted_def(fuzz_play *play) {
    thud_runner_def def = any_def(play);
    return thud_runner_check(&def, NULL) == THUD_OK ? def : thud_runner_defaults();
}

static thud_runner_input any_input(fuzz_play *play) {
    uint8_t buttons = fuzz_byte(play->in);
    thud_runner_input input = {
        .jump = buttons & 1, .drop = (buttons & 14) == 14, .dash = (buttons & 48) == 48};
    input.direction = fuzz_number(play->in, 1);
    input.climb = fuzz_number(play->in, 1);
    return input;
}

static thud_runner_surroundings any_surroundings(fuzz_play *play) {
    uint8_t flags = fuzz_byte(play->in);
    thud_runner_surroundings around = {.on_floor = flags & 1,
                                       .at_ceiling = (flags & 6) == 6,
                                       .ladder = (flags & 24) == 24,
                                       .water = (flags & 96) == 96,
                                       .wall = (flags >> 3 & 3) - 1,
                                       .floor_friction = 0.6f};
    if (flags & 128) {
        around.floor_normal = fuzz_vec2(play->in, 1);
        around.floor_velocity = fuzz_vec2(play->in, 5);
        around.ceiling_velocity = fuzz_number(play->in, 5);
        around.floor_friction = fuzz_number(play->in, 1);
        around.flow = fuzz_vec2(play->in, 5);
        around.gained = fuzz_vec2(play->in, 5);
    }
    return around;
}

static bool runner_defaults(fuzz_play *play) {
    (void)play;
    thud_runner_def def = thud_runner_defaults();
    return thud_runner_check(&def, NULL) == THUD_OK;
}

static bool scale(fuzz_play *play) {
    thud_runner_def def = any_def(play);
    thud_runner_scale(&def, fuzz_number(play->in, 50));
    fuzz_see_number(play, def.run_speed);
    return true;
}

static bool check(fuzz_play *play) {
    thud_runner_def def = any_def(play);
    const char *field;
    bool accepted = fuzz_see_status(play, thud_runner_check(&def, &field));
    fuzz_check(accepted == (field == NULL), "a field is named where none is refused, or none where one is");
    return accepted;
}

/* What follows from an accepted definition is a number. */
static bool see_derived(fuzz_play *play, float value) {
    fuzz_see_finite(play, "a derived value of a runner", value);
    return true;
}

static bool gravity(fuzz_play *play) {
    thud_runner_def def = accepted_def(play);
    return see_derived(play, thud_runner_gravity(&def));
}

static bool fall_gravity(fuzz_play *play) {
    thud_runner_def def = accepted_def(play);
    return see_derived(play, thud_runner_fall_gravity(&def));
}

static bool hop_gravity(fuzz_play *play) {
    thud_runner_def def = accepted_def(play);
    return see_derived(play, thud_runner_hop_gravity(&def));
}

static bool jump_speed(fuzz_play *play) {
    thud_runner_def def = accepted_def(play);
    return see_derived(play, thud_runner_jump_speed(&def));
}

static bool speed_for_height(fuzz_play *play) {
    thud_runner_def def = accepted_def(play);
    return see_derived(play,
                       thud_runner_speed_for_height(&def, thud_clamp(fuzz_number(play->in, 5), -1e8f, 1e8f)));
}

static bool runner_step(fuzz_play *play) {
    thud_runner_def def = any_def(play);
    thud_runner runner;
    memset(&runner, 0, sizeof runner);
    int steps = 1 + fuzz_choice(play->in, 12);
    bool accepted = true;
    for (int i = 0; i < steps; i++) {
        thud_runner_input input = any_input(play);
        thud_runner_surroundings around = any_surroundings(play);
        float dt = 1 / 60.0f + fuzz_number(play->in, 0.01f);
        thud_runner before = runner;
        thud_runner_result result = thud_runner_step(&def, &runner, &input, &around, dt);
        accepted = fuzz_see_status(play, result.status);
        fuzz_see_finite_vec2(play, "a runner's displacement", result.displacement);
        fuzz_see_finite_vec2(play, "a runner's mean velocity", result.mean_velocity);
        fuzz_see_finite_vec2(play, "a runner's velocity", result.velocity);
        fuzz_check(accepted || memcmp(&before, &runner, sizeof runner) == 0,
                   "a refused step changed the runner");
        fuzz_check(accepted == (result.field == NULL), "a refused step names no field");
    }
    return accepted;
}

static bool look(fuzz_play *play) {
    thud_runner_result wanted = {.mean_velocity = fuzz_vec2(play->in, 10)};
    thud_mover_result moved = {.velocity = fuzz_vec2(play->in, 10), .landed = fuzz_byte(play->in) & 1};
    moved.wall.touching = moved.landed;
    moved.wall.normal = fuzz_vec2(play->in, 1);
    thud_runner_surroundings around = thud_runner_look(&wanted, &moved);
    fuzz_check(around.wall >= -1 && around.wall <= 1, "a wall at %d", around.wall);
    return true;
}

static bool launch(fuzz_play *play) {
    thud_runner runner = {0};
    return fuzz_see_status(play, thud_runner_launch(&runner, fuzz_vec2(play->in, 20)));
}

static const fuzz_row runner_rows[] = {
    {"thud_runner_defaults", FUZZ_ALONE, runner_defaults},
    {"thud_runner_scale", FUZZ_ALONE, scale},
    {"thud_runner_check", FUZZ_ALONE, check},
    {"thud_runner_gravity", FUZZ_ALONE, gravity},
    {"thud_runner_fall_gravity", FUZZ_ALONE, fall_gravity},
    {"thud_runner_hop_gravity", FUZZ_ALONE, hop_gravity},
    {"thud_runner_jump_speed", FUZZ_ALONE, jump_speed},
    {"thud_runner_speed_for_height", FUZZ_ALONE, speed_for_height},
    {"thud_runner_step", FUZZ_ALONE, runner_step},
    {"thud_runner_launch", FUZZ_ALONE, launch},
    {"thud_runner_look", FUZZ_ALONE, look},
};
const fuzz_page fuzz_runner_page = FUZZ_PAGE(runner_rows);
