/*
 * runner_def.h: the numbers of the runner's definition, each with all its properties in one place: the definition's
 * defaults and checks and the parameter table are made from this list.
 */
#pragma once

#include "thud/runner.h"

/* Checks a step's arguments: THUD_OK and a null `field`, or the status and name of the first that is refused. */
thud_status thud_runner_check_step(const thud_runner_def *def, const thud_runner *runner,
                                   const thud_runner_input *input, const thud_runner_surroundings *around,
                                   float dt, const char **field);

#define THUD_RUNNER_JUMP_TIME 0.001f /* the shortest [s]: gravity stays within the range of float */
#define THUD_RUNNER_TIME 1000        /* the longest [s] */
#define THUD_RUNNER_MULTIPLE 1.0e4f  /* the largest, of an acceleration [-] */
#define THUD_RUNNER_SHARE 1.0e-3f    /* the smallest, of gravity or height; zero would divide by zero [-] */

/* X(field, default, least, most, label, unit, low, high, advice), see thud_tunable. Lengths are in m or m/s. */
#define THUD_RUNNER_NUMBERS(X)                                                                               \
    X(run_speed, 8, 0, THUD_MAX_COORDINATE, "run speed", "m/s", 0, 20,                                       \
      "Full speed on the ground and in the air. A screen of 32 tiles takes 32 m / run speed.")               \
    X(run_time, 0.15f, 0, THUD_RUNNER_TIME, "run time", "s", 0, 1,                                           \
      "Time from rest to run speed. Above 0.3 s it feels heavy.")                                            \
    X(stop_time, 0.1f, 0, THUD_RUNNER_TIME, "stop time", "s", 0, 1,                                          \
      "Time from run speed to rest. The slide is half of run speed times this.")                             \
    X(turn_boost, 2, 1, THUD_RUNNER_MULTIPLE, "turn boost", "", 1, 5,                                        \
      "Factor on the acceleration against its own motion, when the player turns around.")                    \
    X(grip, 0.4f, 0, THUD_MAX_COEFFICIENT, "grip", "", 0, 1,                                                 \
      "Floor friction that gives full grip. 0: ice has no effect.")                                          \
    X(air_control, 0.65f, 0, THUD_RUNNER_MULTIPLE, "air control", "", 0, 2,                                  \
      "Acceleration in the air as a share of that on the ground. Low values make the run-up matter.")        \
    X(jump_height, 3.25f, THUD_MIN_SHAPE_SIZE, THUD_MAX_COORDINATE, "jump height", "m", 0.5, 10,             \
      "Height of a full jump. A quarter of a tile above whole tiles forgives late presses.")                 \
    X(jump_time, 0.4f, THUD_RUNNER_JUMP_TIME, THUD_RUNNER_TIME, "jump time", "s", 0.1, 1.5,                  \
      "Time from the ground to the apex. Short is snappy, long is floaty.")                                  \
    X(short_hop, 0.25f, THUD_RUNNER_SHARE, 1, "short hop", "", 0.05, 1,                                      \
      "Height of a tap as a share of a full jump. 1: releasing the button has no effect.")                   \
    X(apex_speed, 0.15f, 0, 1, "apex speed", "", 0, 1,                                                       \
      "The hang at the apex begins below this share of the jump speed.")                                     \
    X(apex_gravity, 0.5f, THUD_RUNNER_SHARE, 1, "apex gravity", "", 0.1, 1,                                  \
      "Share of gravity at the apex. Low values hang longer, 1 does not hang.")                              \
    X(fall_gravity, 1.6f, THUD_RUNNER_SHARE, THUD_RUNNER_MULTIPLE, "fall gravity", "", 0.5, 4,               \
      "Gravity of the fall as a multiple of that of the rise. Above 1 landings feel precise.")               \
    X(fall_speed, 20, 0, THUD_MAX_COORDINATE, "fall speed", "m/s", 0, 60,                                    \
      "Largest fall speed. Keep it low enough for the player to see the landing.")                           \
    X(coyote_time, 0.1f, 0, THUD_RUNNER_TIME, "coyote time", "s", 0, 0.3,                                    \
      "Time after an edge in which a jump still works. 0.1 hides most late presses.")                        \
    X(jump_buffer, 0.12f, 0, THUD_RUNNER_TIME, "jump buffer", "s", 0, 0.3,                                   \
      "A press in the air jumps on landing if it is not older than this.")                                   \
    X(wall_slide_speed, 3, 0, THUD_MAX_COORDINATE, "wall slide", "m/s", 0, 20,                               \
      "Largest fall speed while pressing against a wall. At the fall speed or above there is no slide.")     \
    X(wall_jump_height, 2.5f, 0, THUD_MAX_COORDINATE, "wall jump height", "m", 0, 6,                         \
      "Height of a jump off a wall. 0: no wall jump.")                                                       \
    X(wall_jump_push, 7, 0, THUD_MAX_COORDINATE, "wall jump push", "m/s", 0, 20,                             \
      "Speed away from the wall at a wall jump.")                                                            \
    X(wall_jump_lock, 0.15f, 0, THUD_RUNNER_TIME, "wall jump lock", "s", 0, 0.5,                             \
      "Time after a wall jump in which the direction has no effect. 0 allows climbing a single wall.")       \
    X(ladder_speed, 4, 0, THUD_MAX_COORDINATE, "ladder speed", "m/s", 0, 10,                                 \
      "Speed on ladders, up and down.")                                                                      \
    X(swim_speed, 4.5f, 0, THUD_MAX_COORDINATE, "swim speed", "m/s", 0, 10,                                  \
      "Speed in water, in all directions.")                                                                  \
    X(swim_time, 0.3f, 0, THUD_RUNNER_TIME, "swim time", "s", 0, 2,                                          \
      "Time from rest to swim speed and back. Long feels like thick water.")                                 \
    X(sink_speed, 1, -THUD_MAX_COORDINATE, THUD_MAX_COORDINATE, "sink speed", "m/s", -5, 5,                  \
      "Speed of sinking without swimming. Negative: the character rises.")                                   \
    X(swim_stroke, 12, 0, THUD_MAX_COORDINATE, "swim stroke", "m/s", 0, 20,                                  \
      "Upward speed from the jump button in water. It must lift the character over the edge.")               \
    X(dash_speed, 20, 0, THUD_MAX_COORDINATE, "dash speed", "m/s", 0, 50, "Speed of a dash. 0: no dash.")    \
    X(dash_time, 0.15f, 0, THUD_RUNNER_TIME, "dash time", "s", 0, 0.5,                                       \
      "Duration of a dash. Its length is dash speed times this.")                                            \
    X(dash_end, 0.4f, 0, 1, "dash end", "", 0, 1, "Speed after the dash as a share of the dash speed.")      \
    X(dash_cooldown, 0.2f, 0, THUD_RUNNER_TIME, "dash cooldown", "s", 0, 2,                                  \
      "Least time from the end of a dash to the next.")
