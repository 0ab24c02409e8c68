/**
 * runner.h: the player controller of a platformer: computes the wanted velocity of a character from the
 * player's input and the character's surroundings. Plain data and plain functions, without a world: for the
 * mover of mover.h, or for a mover of your own.
 *
 *     thud_runner_def def = thud_runner_defaults();
 *     thud_runner runner = {0};
 *     float height = 0;
 *     for (int i = 0; i < 24; i++) {                        // 0.4 s at 60 steps a second: a jump from flat ground to its apex
 *         thud_runner_input input = {.jump = true};
 *         thud_runner_surroundings around = {.on_floor = i == 0};
 *         height += thud_runner_step(&def, &runner, &input, &around, 1.0f / 60.0f).displacement.y;
 *     }
 *
 * In each step of a game, call thud_runner_step first, then move the character by its result, then make the
 * surroundings of the next step from the result of the move (thud_runner_look).
 *
 * Frame: x to the right, y up. For another up direction rotate inputs and results with thud_rot_apply; with y down
 * negate their y.
 *
 * Times are exact for any dt. A step is split where an acceleration changes: at the apex, at a speed that is
 * reached, at the end of a dash. Between these moments accelerations are constant, and each part is integrated
 * in closed form. So positions lie on the same curve at 30 and at 240 steps a second, provided that the
 * character is moved by `displacement` (or by mean_velocity times dt), not by the velocity at the end of the
 * step. Input and surroundings hold for a whole step.
 *
 * Threads: plain functions over the caller's data, on any thread at any time.
 */
#pragma once

#include "thud/limits.h"
#include "thud/math.h"

THUD_BEGIN_C

struct thud_mover_result; /* of mover.h */

/* ---- definition ---- */

/** How a character runs and jumps. The defaults are for a character of about 1 to 2 m on tiles of 1 m. All fields
 * are finite; lengths and speeds are up to THUD_MAX_COORDINATE, times up to 1000 s. A time of 0 means at once. */
typedef struct thud_runner_def {
    /* -- running -- */
    /** Full speed on the ground and in the air [m/s], >= 0; 8: crosses a screen of 32 tiles in 4 s. */
    float run_speed;
    /** From rest to run_speed [s], >= 0; 0.15: a tap still moves by centimetres, full speed seems
     * immediate. */
    float run_time;
    /** From run_speed to rest without input [s], >= 0; 0.1: 0.4 m, less than half a tile beyond the
     * release. */
    float stop_time;
    /** Acceleration against the present velocity, as a multiple of the acceleration of run_time, >= 1; 2: turning
     * feels as prompt as stopping. */
    float turn_boost;
    /** Floor friction [-] at which accelerations on the ground reach their full value; below it they shrink in
     * proportion, >= 0; 0.4: the default material of 0.6 gives full acceleration, ice of 0.05 an eighth. 0: friction
     * has no effect. */
    float grip;
    /** Acceleration in the air, as a share of that on the ground, >= 0; 0.65: a jump can be corrected,
     * and the run-up still matters. */
    float air_control;

    /* -- jumping -- */
    /** Height of a full jump [m], > 0; 3.25: three tiles, with a quarter to spare for a late press. */
    float jump_height;
    /** From the ground to the apex of a full jump [s], >= 0.001; 0.4: with fall_gravity 0.7 s in the air, as usual. */
    float jump_time;
    /** Height of a jump whose button is released at once, as a share of jump_height, 0.001 to 1; 0.25: 0.8
     * m. What rose before the release adds to it: 1.0 m after 1/60 s, the shortest press at 60 steps a second,
     * 1.4 m after 0.05 s, a quick tap, 2.0 m after 0.1 s. 1: releasing the button has no effect. */
    float short_hop;
    /** The apex is the part of a jump with a vertical speed below this share of the jump speed, 0 to 1; 0.15: the
     * last 0.1 s of the rise and the first 0.07 s of the fall. */
    float apex_speed;
    /** Share of gravity at the apex while the button is held, 0.001 to 1; 0.5: time to aim a landing;
     * height and time of the jump stay as they are given. 1: no hang. */
    float apex_gravity;
    /** Gravity when falling, as a multiple of that when rising, >= 0.001; 1.6: a landing comes sooner than the
     * eye expects a parabola to end, which feels heavy and precise. */
    float fall_gravity;
    /** Cap of the falling speed [m/s], >= 0; 20: a third of a tile at 60 steps a second, slow enough to be seen. As all motion in
     * the air it is relative to the floor that was left (thud_runner.carried): a lift that sinks faster is landed on again; what a
     * lift that rises fast, or a piston, has thrown falls at half of it at least. To fall at all of it, launch the character with its
     * velocity (thud_runner_launch). */
    float fall_speed;
    /** Time after leaving the floor in which a jump still counts as from the floor [s], >= 0; 0.1: six
     * frames at 60 a second hide the late press of most players. */
    float coyote_time;
    /** Longest time between a press in the air and the landing at which it still makes a jump [s], >= 0; 0.12: a little
     * more than coyote_time, since a player sees the ground in advance. */
    float jump_buffer;

    /* -- walls -- */
    /** Cap of the falling speed when pressing against a wall [m/s], >= 0; 3: time to decide, at a seventh
     * of fall_speed. At fall_speed or more there is no slide. */
    float wall_slide_speed;
    /** Height of a jump off a wall [m], >= 0; 2.5: above two tiles, less than from the ground. 0: no wall jumps. */
    float wall_jump_height;
    /** Speed of a wall jump away from the wall [m/s], >= 0; 7: a little below run_speed, so that steering takes over. */
    float wall_jump_push;
    /** Time after a wall jump in which the direction has no effect [s], >= 0; 0.15: a metre away from the
     * wall before a held direction leads back to it. */
    float wall_jump_lock;

    /* -- ladders and water -- */
    /** Speed on ladders, in both directions [m/s], >= 0; 4: half of run_speed. */
    float ladder_speed;
    /** Speed in water, in both directions [m/s], >= 0; 4.5: a little above half of run_speed. */
    float swim_speed;
    /** From rest to swim_speed, and back [s], >= 0; 0.3: twice run_time, so that the player feels the water. */
    float swim_time;
    /** Sinking speed of a character that does not swim [m/s]; negative: it rises; 1. */
    float sink_speed;
    /** Upward speed from the jump button in water [m/s], >= 0; 12: lifts the character out of the water by 1.3 m, onto
     * a ledge half a metre above it. */
    float swim_stroke;

    /* -- dash -- */
    /** Speed of a dash [m/s], >= 0; 20: two and a half times run_speed, cannot be mistaken for running. 0: no dash. */
    float dash_speed;
    /** Duration of a dash [s], >= 0; 0.15: 3 m, as far as a jump is high. A jump ends a dash along the floor, and within
     * coyote_time one over its edge, and keeps its speed. */
    float dash_time;
    /** Speed after the dash, as a share of dash_speed, 0 to 1; 0.4: run_speed, so that a run continues the dash. */
    float dash_end;
    /** From the end of a dash to the next [s], >= 0; 0.2: no dash follows another without a step between. */
    float dash_cooldown;
} thud_runner_def;

/** The defaults named at each field. */
THUD_API thud_runner_def thud_runner_defaults(void);

/** Multiplies all lengths and speeds by `length_unit`, a metre in your units: about 50 for pixels. Times stay. */
THUD_API void thud_runner_scale(thud_runner_def *def, float length_unit);

/** Checks a definition: returns THUD_OK, or the error and the name of the field (static text) in `field`,
 * which may be null. thud_runner_step does the same check in each step. */
THUD_API thud_status thud_runner_check(const thud_runner_def *def, const char **field);

/* ---- derived values ---- */

/**
 * Downward acceleration [m/s^2] when rising, below the apex. With height h, time T, apex_speed s, apex_gravity r:
 *
 *     jump speed  v = 2 h B / (T A)        gravity  g = v B / T        A = 1 + s^2 (1/r - 1)        B = 1 + s (1/r - 1)
 *
 * which is h = v^2 A / 2g and T = v B / g solved for v and g; without a hang v = 2 h / T and g = 2 h / T^2. The
 * definition must be one that thud_runner_check accepts; this function and those below do not check it.
 */
THUD_API float thud_runner_gravity(const thud_runner_def *def);

/** Downward acceleration [m/s^2] when falling: fall_gravity times thud_runner_gravity. */
THUD_API float thud_runner_fall_gravity(const thud_runner_def *def);

/** Downward acceleration [m/s^2] when rising after the button was released: v^2 / (2 short_hop jump_height). */
THUD_API float thud_runner_hop_gravity(const thud_runner_def *def);

/** Vertical speed at the start of a jump [m/s]. */
THUD_API float thud_runner_jump_speed(const thud_runner_def *def);

/** Vertical speed [m/s] of a jump to `height` [m] with the button held, its hang at the apex included. 0 for heights
 * below 0. A spring (thud_runner_launch) has no hang: its speed is sqrtf(2 * thud_runner_gravity(def) * height). */
THUD_API float thud_runner_speed_for_height(const thud_runner_def *def, float height);

/* ---- a step ---- */

/** Input of the player. The fields of buttons are true while they are held; the runner detects the presses. */
typedef struct thud_runner_input {
    float direction; /**< left -1, right 1; clamped */
    float climb;     /**< down -1, up 1: on ladders, in water, for the direction of a dash; clamped */
    bool jump;
    bool drop; /**< to fall through the one-way platform below, also onto a ladder there */
    bool dash;
} thud_runner_input;

/** The surroundings of the character after its last move. Zero: nothing near. Velocities up to THUD_MAX_COORDINATE. */
typedef struct thud_runner_surroundings {
    bool on_floor;
    bool at_ceiling;
    /** Upward velocity of that ceiling [m/s]: in the air the character rises no faster. Leave it 0 on a floor that carries
     * the character, and at most 0 if the character pushed that ceiling up. */
    float ceiling_velocity;
    /** The character is within reach of a ladder; test its feet, and let the ladder end 0.1 m above a ledge beside its top, so
     * that it walks onto it; at the height of a one-way platform across its top. */
    bool ladder;
    /** The character is in water deep enough to swim: test its middle. Where it is to stay at the surface, let `climb` be at
     * most the depth of its middle [m] (thud_area_visit.above.y): else it leaps out and falls in again. */
    bool water;
    int wall; /**< the character touches a wall on its left (-1) or right (1); 0: none */
    /** Velocity of that wall, such as a ship's side [m/s]: in the air the character stops at the wall, slides down it and jumps
     * off it relative to this. Leave it 0 on a floor that carries the character. */
    thud_vec2 wall_velocity;
    /** Out of the floor, any length: running follows the slope. (0, 0): flat; use it too if the mover follows
     * slopes by itself, as that of mover.h does. */
    thud_vec2 floor_normal;
    /** Velocity of the platform or conveyor below [m/s]: added on the floor, kept when leaving it: in the air the
     * character moves relative to it. If the mover carries the character: (0, 0) on the floor, and after a move that
     * left a floor the part of its velocity that the character kept. */
    thud_vec2 floor_velocity;
    float floor_friction; /**< see thud_runner_def.grip; no effect without a floor */
    /** Velocity of the water, else of a moving ladder [m/s]: swimming and climbing are relative to it. */
    thud_vec2 flow;
    /** If the last move left a floor or landed: its velocity minus the wanted one [m/s], the
     * part of a moving platform. On a floor its upward part has no effect. */
    thud_vec2 gained;
} thud_runner_surroundings;

/** The phase of a runner's motion. */
typedef enum thud_runner_phase {
    THUD_RUNNER_AIR = 0,
    THUD_RUNNER_FLOOR,
    THUD_RUNNER_WALL, /* slides down a wall */
    THUD_RUNNER_LADDER,
    THUD_RUNNER_WATER,
    THUD_RUNNER_DASH
} thud_runner_phase;

/** A runner's state: plain data, which a game may copy (rollback). Zero: at rest in the air. Times count down [s]. */
typedef struct thud_runner {
    /** Wanted velocity at the end of the last step [m/s]; a game changes it with thud_runner_launch. */
    thud_vec2 velocity;
    thud_runner_phase phase;
    float speed;         /**< along the floor and relative to it, on the floor only [m/s] */
    int facing;          /**< -1 or 1; 0 before the first direction, which counts as 1 */
    int wall;            /**< the wall of wall_left: on the left -1, on the right 1 */
    float wall_left;     /**< until a jump no longer counts as off the wall; starts at coyote_time */
    float coyote_left;   /**< until a jump no longer counts as from the floor */
    float buffer_left;   /**< until a press is forgotten */
    float lock_left;     /**< until the direction has an effect again */
    float dash_left;     /**< until the dash ends */
    float cooldown_left; /**< until a dash can begin */
    thud_vec2 dash_velocity; /**< relative to `carried` [m/s] */
    thud_vec2 carried; /**< velocity of the floor or wall that was left: all motion in the air is relative to it, up to the next
                            floor, wall, ladder, water or launch [m/s] */
    bool has_dashed; /**< since the last floor, wall, ladder or water */
    bool jumping;    /**< in a jump whose button is still held */
    bool hopping;    /**< in a jump whose button was released as it rose */
    bool at_top;     /**< has climbed to the top of a ladder: rests there as long as only `climb` is held upwards */
    bool jump_held;  /**< buttons of the last step, to detect presses */
    bool drop_held;
    bool dash_held;
} thud_runner;

/** The result of a step. */
typedef struct thud_runner_result {
    /** THUD_OK; else the step was refused: the runner is unchanged, all velocities are zero. */
    thud_status status;
    /** The field that was refused, such as "jump_time", "input.direction" or "dt": static text; null if none. */
    const char *field;
    thud_vec2 displacement;  /**< wanted in this step [m] */
    thud_vec2 mean_velocity; /**< displacement / dt [m/s], for a mover that moves by velocity times dt */
    thud_vec2 velocity;      /**< at the end of the step [m/s] */
    bool jumped;             /**< from the floor, within the coyote time, off a ladder; a stroke in water */
    bool wall_jumped;
    bool dashed; /**< a dash began */
    bool landed;
    bool drop; /**< the game must let the character fall through the one-way platform below */
} thud_runner_result;

/** Makes one step of `dt` [s], THUD_MIN_STEP to THUD_MAX_STEP. Order: first the surroundings act (a floor
 * ends a fall, a ceiling ends a rise, a wall ends the speed towards it unless the direction is held towards
 * it), then presses begin a drop, a dash or a jump, then the step is integrated. Refuses null pointers and
 * invalid values, see thud_runner_result.status. Costs 0.2 us; allocates nothing. */
THUD_API thud_runner_result thud_runner_step(const thud_runner_def *def, thud_runner *runner,
                                             const thud_runner_input *input,
                                             const thud_runner_surroundings *around, float dt);

/** The surroundings for the next step from the result of a move of mover.h: the floor and its friction, walls
 * within 25 degrees of upright, the ceiling, and `gained` if the move left a floor or landed. Ladders and water
 * are left false: the game sets them. `wanted` is the result of the step before the move. Null pointers give zero
 * surroundings. A floor that ends, or is taken away, is known from the next move on: the runner falls in the step after
 * that move, 16 ms later. Where `up` is not (0, 1), first rotate the velocities and normals of `moved` into the runner's
 * frame; with y down negate y of its `velocity`, `floor_velocity`, `wall.velocity` and `ceiling.velocity`. After
 * a respawn clear both, and the runner: what they say of the old place would be a floor to jump from. */
THUD_API thud_runner_surroundings thud_runner_look(const thud_runner_result *wanted, const struct thud_mover_result *moved);

/** Sets the velocity [m/s] of a runner from outside: a spring, a blow, an explosion. Ends a jump, a dash and
 * the coyote time. A floor holds the runner again only when it no longer moves away from the floor. From a floor that
 * moves the velocity is relative to it, and so is the motion after it, as in a jump: a spring on a cart throws straight up
 * as seen from the cart. Without that, as for a bounce off an enemy that walks: thud_mover_def.leaving. On
 * THUD_NULL_ARGUMENT, THUD_NOT_FINITE or THUD_OUT_OF_RANGE (beyond THUD_MAX_COORDINATE) nothing is changed. */
THUD_API thud_status thud_runner_launch(thud_runner *runner, thud_vec2 velocity);

THUD_END_C
