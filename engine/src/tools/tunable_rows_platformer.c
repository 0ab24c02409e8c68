/* tunable_rows_platformer.c: the numbers of the runner, the mover and tiles. */
#include "tools/tunable_rows.h"

/* ---- runner ---- */

/* The ranges that the runner checks. */
#define TIME THUD_UP_TO(1000)
#define SPEED THUD_UP_TO(THUD_MAX_COORDINATE)
#define MULTIPLE(from) .least = (double)(from), .most = 1e4
#define FROM(from, to) .least = (double)(from), .most = (double)(to)
#define SHARE(from) .least = (double)(from), .most = 1.0

#define RUNNER(member, its_label, its_unit, range, its_low, its_high, its_advice)                            \
    {                                                                                                        \
        THUD_FIELD(thud_runner_def, member), .label = its_label, .unit = its_unit, range, .low = (its_low),  \
                                             .high = (its_high), .advice = its_advice                        \
    }

static const thud_tunable runner_rows[] = {
    RUNNER(run_speed, "run speed", "m/s", SPEED, 0.0, 20.0,
           "Full speed on the ground and in the air. A screen of 32 tiles takes 32 m / run speed."),
    RUNNER(run_time, "run time", "s", TIME, 0.0, 1.0,
           "Time from rest to run speed. Above 0.3 s it feels heavy."),
    RUNNER(stop_time, "stop time", "s", TIME, 0.0, 1.0,
           "Time from run speed to rest. The slide is half of run speed times this."),
    RUNNER(turn_boost, "turn boost", "", MULTIPLE(1), 1.0, 5.0,
           "Factor on the acceleration against its own motion, when the player turns around."),
    RUNNER(grip, "grip", "", THUD_UP_TO(THUD_MAX_COEFFICIENT), 0.0, 1.0,
           "Floor friction that gives full grip. 0: ice has no effect."),
    RUNNER(air_control, "air control", "", MULTIPLE(0), 0.0, 2.0,
           "Acceleration in the air as a share of that on the ground. Low values make the run-up matter."),
    RUNNER(jump_height, "jump height", "m", FROM(THUD_MIN_SHAPE_SIZE, THUD_MAX_COORDINATE), 0.5, 10.0,
           "Height of a full jump. A quarter of a tile above whole tiles forgives late presses."),
    RUNNER(jump_time, "jump time", "s", FROM(0.001f, 1000.0), 0.1, 1.5,
           "Time from the ground to the apex. Short is snappy, long is floaty."),
    RUNNER(short_hop, "short hop", "", SHARE(0.001f), 0.05, 1.0,
           "Height of a tap as a share of a full jump. 1: releasing the button has no effect."),
    RUNNER(apex_speed, "apex speed", "", SHARE(0), 0.0, 1.0,
           "The hang at the apex begins below this share of the jump speed."),
    RUNNER(apex_gravity, "apex gravity", "", SHARE(0.001f), 0.1, 1.0,
           "Share of gravity at the apex. Low values hang longer, 1 does not hang."),
    RUNNER(fall_gravity, "fall gravity", "", MULTIPLE(0.001f), 0.5, 4.0,
           "Gravity of the fall as a multiple of that of the rise. Above 1 landings feel precise."),
    RUNNER(fall_speed, "fall speed", "m/s", SPEED, 0.0, 60.0,
           "Largest fall speed. Keep it low enough for the player to see the landing."),
    RUNNER(coyote_time, "coyote time", "s", TIME, 0.0, 0.3,
           "Time after an edge in which a jump still works. 0.1 hides most late presses."),
    RUNNER(jump_buffer, "jump buffer", "s", TIME, 0.0, 0.3,
           "A press in the air jumps on landing if it is not older than this."),
    RUNNER(wall_slide_speed, "wall slide", "m/s", SPEED, 0.0, 20.0,
           "Largest fall speed while pressing against a wall. At the fall speed or above there is no slide."),
    RUNNER(wall_jump_height, "wall jump height", "m", SPEED, 0.0, 6.0,
           "Height of a jump off a wall. 0: no wall jump."),
    RUNNER(wall_jump_push, "wall jump push", "m/s", SPEED, 0.0, 20.0,
           "Speed away from the wall at a wall jump."),
    RUNNER(wall_jump_lock, "wall jump lock", "s", TIME, 0.0, 0.5,
           "Time after a wall jump in which the direction has no effect. 0 allows climbing a single wall."),
    RUNNER(ladder_speed, "ladder speed", "m/s", SPEED, 0.0, 10.0, "Speed on ladders, up and down."),
    RUNNER(swim_speed, "swim speed", "m/s", SPEED, 0.0, 10.0, "Speed in water, in all directions."),
    RUNNER(swim_time, "swim time", "s", TIME, 0.0, 2.0,
           "Time from rest to swim speed and back. Long feels like thick water."),
    RUNNER(sink_speed, "sink speed", "m/s", THUD_WITHIN(THUD_MAX_COORDINATE), -5.0, 5.0,
           "Speed of sinking without swimming. Negative: the character rises."),
    RUNNER(swim_stroke, "swim stroke", "m/s", SPEED, 0.0, 20.0,
           "Upward speed from the jump button in water. It must lift the character over the edge."),
    RUNNER(dash_speed, "dash speed", "m/s", SPEED, 0.0, 50.0, "Speed of a dash. 0: no dash."),
    RUNNER(dash_time, "dash time", "s", TIME, 0.0, 0.5,
           "Duration of a dash. Its length is dash speed times this."),
    RUNNER(dash_end, "dash end", "", SHARE(0), 0.0, 1.0,
           "Speed after the dash as a share of the dash speed."),
    RUNNER(dash_cooldown, "dash cooldown", "s", TIME, 0.0, 2.0,
           "Least time from the end of a dash to the next."),
};

THUD_TABLE(runner, thud_runner_def, runner_rows, thud_runner_defaults());

/* ---- mover ---- */

static const thud_tunable mover_rows[] = {
    THUD_VECTOR(thud_mover_def, up, "up", "", THUD_WITHIN(THUD_MAX_COORDINATE), 1.0,
                "Direction against gravity, of any length except 0."),
    {THUD_FIELD(thud_mover_def, floor_angle), .label = "steepest floor", .unit = "rad", .least = 0.0,
     .most = (double)1.55f, .low = 0.0, .high = 1.5,
     .advice = "Steeper ground is a wall to slide down. 0.8 lets the mover walk up a slope of 1:1."},
    {THUD_FIELD(thud_mover_def, step_height), .label = "step height", .unit = "m", SPEED, .low = 0.0,
     .high = 1.0,
     .advice = "Height of ledges that it walks up and down without a jump. Keep it below a tile, or walls "
               "become stairs."},
    {THUD_FIELD(thud_mover_def, hold_speed), .label = "hold speed", .unit = "m/s", SPEED, .low = 0.0,
     .high = 60.0, .advice = "On ground that falls away, slower movers stay on it and faster ones fly off."},
    {THUD_FIELD(thud_mover_def, corner_slip), .label = "corner slip", .unit = "m", SPEED, .low = 0.0,
     .high = 0.5, .advice = "Largest sideways shift of a jump to pass the corner of a ceiling."},
    {THUD_FIELD(thud_mover_def, skin), .label = "skin", .unit = "m", THUD_ABOVE_ZERO_TO(THUD_MAX_COORDINATE),
     .low = 0.0005, .high = 0.02, .logarithmic = true,
     .advice = "Distance kept from surfaces. Too small sticks by rounding, large is visible."},
    {THUD_FIELD(thud_mover_def, level_speed), .label = "level speed", .unit = "", THUD_SWITCH,
     .advice =
         "On: the horizontal speed is the same on slopes. Off: the speed along the ground is the same."},
    {THUD_FIELD(thud_mover_def, slides_at_rest), .label = "slides at rest", .unit = "", THUD_SWITCH,
     .advice = "On: a landing on a slope keeps the velocity along the slope. Off: it keeps only the "
               "horizontal speed."},
    {THUD_FIELD(thud_mover_def, mass), .label = "mass", .unit = "kg", SPEED, .low = 0.0, .high = 200.0,
     .advice = "Its weight acts on dynamic bodies that it stands on."},
    {THUD_FIELD(thud_mover_def, push_force), .label = "push force", .unit = "N", SPEED, .low = 0.0,
     .high = 5000.0, .advice = "Largest force on dynamic bodies that it pushes."},
    {THUD_FIELD(thud_mover_def, soft_speed), .label = "soft speed", .unit = "m/s", SPEED, .low = 0.0,
     .high = 10.0, .advice = "Speed at which soft shapes, such as other characters, push it out."},
};

THUD_TABLE(mover, thud_mover_def, mover_rows, thud_mover_defaults());

/* ---- tile ---- */

static const thud_tunable tile_rows[] = {
    {THUD_PART(thud_tile_def, material, thud_tunables_of_material)},
    THUD_VECTOR(thud_tile_def, one_way, "one way", "", THUD_ANY_FLOAT, 1.0,
                "The side on which it holds, in the body's frame. (0, 0): solid."),
    {THUD_FIELD(thud_tile_def, contact_events), .label = "contact events", .unit = "", THUD_SWITCH,
     .advice = "Begin and end events of contacts."},
    {THUD_FIELD(thud_tile_def, hit_events), .label = "hit events", .unit = "", THUD_SWITCH,
     .advice = "Events for sounds and damage, above the world's hit speed."},
    {THUD_FIELD(thud_tile_def, pre_solve), .label = "pre-solve", .unit = "", THUD_SWITCH,
     .advice = "Calls the world's pre-solve callback for its contacts in every step. No effect without a "
               "callback."},
};

THUD_TABLE(tile, thud_tile_def, tile_rows, thud_tile_full());
