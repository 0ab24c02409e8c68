/* tunable_rows_platformer.c: the numbers of the runner, the mover and tiles. */
#include "tools/tunable_rows.h"

/* ---- runner ---- */

/* The ranges that the runner checks. */
#define TIME UP_TO(1000)
#define SPEED UP_TO(THUD_MAX_COORDINATE)

static const thud_tunable runner_rows[] = {
    ROW(runner_def, run_speed, "run speed", "m/s", 0.0, 20.0, SPEED,
        "Full speed on the ground and in the air. A screen of 32 tiles takes 32 m / run speed."),
    ROW(runner_def, run_time, "run time", "s", 0.0, 1.0, TIME,
        "Time from rest to run speed. Above 0.3 s it feels heavy."),
    ROW(runner_def, stop_time, "stop time", "s", 0.0, 1.0, TIME,
        "Time from run speed to rest. The slide is half of run speed times this."),
    ROW(runner_def, turn_boost, "turn boost", "", 1.0, 5.0, FROM(1, 1e4),
        "Factor on the acceleration against its own motion, when the player turns around."),
    ROW(runner_def, grip, "grip", "", 0.0, 1.0, UP_TO(THUD_MAX_COEFFICIENT),
        "Floor friction that gives full grip. 0: ice has no effect."),
    ROW(runner_def, air_control, "air control", "", 0.0, 2.0, FROM(0, 1e4),
        "Acceleration in the air as a share of that on the ground. Low values make the run-up matter."),
    ROW(runner_def, jump_height, "jump height", "m", 0.5, 10.0,
        FROM(THUD_MIN_SHAPE_SIZE, THUD_MAX_COORDINATE),
        "Height of a full jump. A quarter of a tile above whole tiles forgives late presses."),
    ROW(runner_def, jump_time, "jump time", "s", 0.1, 1.5, FROM(0.001f, 1000.0),
        "Time from the ground to the apex. Short is snappy, long is floaty."),
    ROW(runner_def, short_hop, "short hop", "", 0.05, 1.0, FROM(0.001f, 1),
        "Height of a tap as a share of a full jump. 1: releasing the button has no effect."),
    ROW(runner_def, apex_speed, "apex speed", "", 0.0, 1.0, FROM(0, 1),
        "The hang at the apex begins below this share of the jump speed."),
    ROW(runner_def, apex_gravity, "apex gravity", "", 0.1, 1.0, FROM(0.001f, 1),
        "Share of gravity at the apex. Low values hang longer, 1 does not hang."),
    ROW(runner_def, fall_gravity, "fall gravity", "", 0.5, 4.0, FROM(0.001f, 1e4),
        "Gravity of the fall as a multiple of that of the rise. Above 1 landings feel precise."),
    ROW(runner_def, fall_speed, "fall speed", "m/s", 0.0, 60.0, SPEED,
        "Largest fall speed. Keep it low enough for the player to see the landing."),
    ROW(runner_def, coyote_time, "coyote time", "s", 0.0, 0.3, TIME,
        "Time after an edge in which a jump still works. 0.1 hides most late presses."),
    ROW(runner_def, jump_buffer, "jump buffer", "s", 0.0, 0.3, TIME,
        "A press in the air jumps on landing if it is not older than this."),
    ROW(runner_def, wall_slide_speed, "wall slide", "m/s", 0.0, 20.0, SPEED,
        "Largest fall speed while pressing against a wall. At the fall speed or above there is no slide."),
    ROW(runner_def, wall_jump_height, "wall jump height", "m", 0.0, 6.0, SPEED,
        "Height of a jump off a wall. 0: no wall jump."),
    ROW(runner_def, wall_jump_push, "wall jump push", "m/s", 0.0, 20.0, SPEED,
        "Speed away from the wall at a wall jump."),
    ROW(runner_def, wall_jump_lock, "wall jump lock", "s", 0.0, 0.5, TIME,
        "Time after a wall jump in which the direction has no effect. 0 allows climbing a single wall."),
    ROW(runner_def, ladder_speed, "ladder speed", "m/s", 0.0, 10.0, SPEED, "Speed on ladders, up and down."),
    ROW(runner_def, swim_speed, "swim speed", "m/s", 0.0, 10.0, SPEED, "Speed in water, in all directions."),
    ROW(runner_def, swim_time, "swim time", "s", 0.0, 2.0, TIME,
        "Time from rest to swim speed and back. Long feels like thick water."),
    ROW(runner_def, sink_speed, "sink speed", "m/s", -5.0, 5.0, WITHIN(THUD_MAX_COORDINATE),
        "Speed of sinking without swimming. Negative: the character rises."),
    ROW(runner_def, swim_stroke, "swim stroke", "m/s", 0.0, 20.0, SPEED,
        "Upward speed from the jump button in water. It must lift the character over the edge."),
    ROW(runner_def, dash_speed, "dash speed", "m/s", 0.0, 50.0, SPEED, "Speed of a dash. 0: no dash."),
    ROW(runner_def, dash_time, "dash time", "s", 0.0, 0.5, TIME,
        "Duration of a dash. Its length is dash speed times this."),
    ROW(runner_def, dash_end, "dash end", "", 0.0, 1.0, FROM(0, 1),
        "Speed after the dash as a share of the dash speed."),
    ROW(runner_def, dash_cooldown, "dash cooldown", "s", 0.0, 2.0, TIME,
        "Least time from the end of a dash to the next."),
};

THUD_TABLE(runner, thud_runner_def, runner_rows, thud_runner_defaults());

/* ---- mover ---- */

static const thud_tunable mover_rows[] = {
    VECTOR(mover_def, up, "up", "", 1.0, THUD_MAX_COORDINATE,
           "Direction against gravity, of any length except 0."),
    ROW(mover_def, floor_angle, "steepest floor", "rad", 0.0, 1.5, UP_TO(1.55f),
        "Steeper ground is a wall to slide down. 0.8 lets the mover walk up a slope of 1:1."),
    ROW(mover_def, step_height, "step height", "m", 0.0, 1.0, SPEED,
        "Height of ledges that it walks up and down without a jump. Keep it below a tile, or walls become "
        "stairs."),
    ROW(mover_def, hold_speed, "hold speed", "m/s", 0.0, 60.0, SPEED,
        "On ground that falls away, slower movers stay on it and faster ones fly off."),
    ROW(mover_def, corner_slip, "corner slip", "m", 0.0, 0.5, SPEED,
        "Largest sideways shift of a jump to pass the corner of a ceiling."),
    ROW(mover_def, skin, "skin", "m", 0.0005, 0.02, ABOVE_ZERO_TO(THUD_MAX_COORDINATE) LOGARITHMIC,
        "Distance kept from surfaces. Too small sticks by rounding, large is visible."),
    SWITCH(mover_def, level_speed, "level speed",
           "On: the horizontal speed is the same on slopes. Off: the speed along the ground is the same."),
    SWITCH(mover_def, slides_at_rest, "slides at rest",
           "On: a landing on a slope keeps the velocity along the slope. Off: it keeps only the horizontal "
           "speed."),
    ROW(mover_def, mass, "mass", "kg", 0.0, 200.0, SPEED,
        "Its weight acts on dynamic bodies that it stands on."),
    ROW(mover_def, push_force, "push force", "N", 0.0, 5000.0, SPEED,
        "Largest force on dynamic bodies that it pushes."),
    ROW(mover_def, soft_speed, "soft speed", "m/s", 0.0, 10.0, SPEED,
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
