/* tunable_rows_platformer.c: the numbers of the runner, the mover and tiles. */
#include "platformer/runner_def.h"
#include "tools/tunable_rows.h"

/* ---- runner ---- */

#define RUNNER_ROW(field, value, least, most, label, unit, low, high, advice)                                \
    ROW(runner_def, field, label, unit, low, high, FROM(least, most), advice),
static const thud_tunable runner_rows[] = {THUD_RUNNER_NUMBERS(RUNNER_ROW)};

THUD_TABLE(runner, thud_runner_def, runner_rows, thud_runner_defaults());

/* ---- mover ---- */

#define SIZE UP_TO(THUD_MAX_COORDINATE)

static const thud_tunable mover_rows[] = {
    VECTOR(mover_def, up, "up", "", 1.0, THUD_MAX_COORDINATE,
           "Direction against gravity, of any length except 0."),
    ROW(mover_def, floor_angle, "steepest floor", "rad", 0.0, 1.5, UP_TO(1.55f),
        "Steeper ground is a wall to slide down. 0.8 lets the mover walk up a slope of 1:1."),
    ROW(mover_def, step_height, "step height", "m", 0.0, 1.0, SIZE,
        "Height of ledges that it walks up and down without a jump. Keep it below a tile, or walls become "
        "stairs."),
    ROW(mover_def, hold_speed, "hold speed", "m/s", 0.0, 60.0, SIZE,
        "On ground that falls away, slower movers stay on it and faster ones fly off."),
    ROW(mover_def, corner_slip, "corner slip", "m", 0.0, 0.5, SIZE,
        "Largest sideways shift of a jump to pass the corner of a ceiling."),
    ROW(mover_def, skin, "skin", "m", 0.0005, 0.02, ABOVE_ZERO_TO(THUD_MAX_COORDINATE) LOGARITHMIC,
        "Distance kept from surfaces. Too small sticks by rounding, large is visible."),
    SWITCH(mover_def, level_speed, "level speed",
           "On: the horizontal speed is the same on slopes. Off: the speed along the ground is the same."),
    SWITCH(mover_def, slides_at_rest, "slides at rest",
           "On: a landing on a slope keeps the velocity along the slope. Off: it keeps only the horizontal "
           "speed."),
    ROW(mover_def, mass, "mass", "kg", 0.0, 200.0, SIZE,
        "Its weight acts on dynamic bodies that it stands on."),
    ROW(mover_def, push_force, "push force", "N", 0.0, 5000.0, SIZE,
        "Largest force on dynamic bodies that it pushes."),
    ROW(mover_def, soft_speed, "soft speed", "m/s", 0.0, 10.0, SIZE,
        "Speed at which soft shapes, such as other characters, push it out."),
};

THUD_TABLE(mover, thud_mover_def, mover_rows, thud_mover_defaults());

/* ---- tile ---- */

static const thud_tunable tile_rows[] = {
    PART(tile_def, material, thud_tunables_of_material),
    VECTOR(tile_def, one_way, "one way", "", 1.0, FLT_MAX,
           "The side on which it holds, in the body's frame. (0, 0): solid."),
    SWITCH(tile_def, contact_events, "contact events", "Begin and end events of contacts."),
    SWITCH(tile_def, hit_events, "hit events", "Events for sounds and damage, above the world's hit speed."),
    SWITCH(
        tile_def, pre_solve, "pre-solve",
        "Calls the world's pre-solve callback for its contacts in every step. No effect without a callback."),
};

THUD_TABLE(tile, thud_tile_def, tile_rows, thud_tile_full());
