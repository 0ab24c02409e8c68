/*
 * A runner's step: the surroundings change the phase, button presses begin jumps and dashes, and
 * the rest is kinematics.
 *
 *     accelerations  ----a----|--b--|----------c----------|       constant within a piece
 *     the step       0                                    dt
 *
 * A piece ends when an acceleration changes: at a target speed, or when a timer of the runner ends. Within a piece
 * x = v t + a t^2 / 2 is exact.
 */
#include <math.h>

#include "base/inline.h"
#include "platformer/runner_def.h"

/* Share of gravity above the top of a ladder: at 20 steps a second a climber rests at most 6 cm below it, not 25. */
#define TOP_SHARE 0.06f

/* What left a floor that rises fast falls at this share of its cap at least: relative to the floor alone it would rise for ever. */
#define LEAST_FALL 0.5f

/* Above the need of any step: up to five pieces of a jump, three of a run, ends of a dash and of a lock. */
enum { most_pieces = 24 };

/* A step's arguments and derived values. */
typedef struct runner_step {
    const thud_runner_def *def;
    const thud_runner_surroundings *around;
    float direction, climb;
    bool jump;
    thud_vec2 tangent; /* of the floor, to the right */
} runner_step;

/* ---- pieces of constant acceleration ---- */

/* A piece of one coordinate of the velocity: from `start` with `acceleration` to `end` after `time`. */
typedef struct runner_piece {
    float start, acceleration, time, end;
} runner_piece;

/* A constant velocity without end. */
static runner_piece steady(float velocity) {
    return (runner_piece){velocity, 0, INFINITY, velocity};
}

/* Towards a velocity; with an infinite rate at once. */
static runner_piece approach(float velocity, float target, float rate) {
    if (rate == INFINITY || velocity == target) {
        return steady(target);
    }
    if (rate == 0) {
        return steady(velocity);
    }
    float acceleration = velocity < target ? rate : -rate;
    return (runner_piece){velocity, acceleration, (target - velocity) / acceleration, target};
}

static float travel(const runner_piece *piece, float time) {
    return time * (piece->start + 0.5f * piece->acceleration * time);
}

static float velocity_after(const runner_piece *piece, float time) {
    return time >= piece->time ? piece->end : piece->start + piece->acceleration * time;
}

/* The rate that changes a velocity by `speed` within `time`, times `share`. */
static float rate_of(float speed, float time, float share) {
    return share == 0 ? 0 : time > 0 ? share * speed / time : INFINITY;
}

/* Running on the floor or in the air, with accelerations times `share`. */
static runner_piece run(const runner_step *step, float velocity, float share) {
    const thud_runner_def *def = step->def;
    float target = step->direction * def->run_speed;
    float start_rate = rate_of(def->run_speed, def->run_time, share);
    if (velocity * target < 0) {
        float rate = def->turn_boost * start_rate;
        return approach(velocity, rate == INFINITY ? target : 0, rate);
    }
    bool slows = thud_abs(velocity) > thud_abs(target);
    return approach(velocity, target, slows ? rate_of(def->run_speed, def->stop_time, share) : start_rate);
}

static runner_piece rise(const runner_step *step, const thud_runner *runner) {
    const thud_runner_def *def = step->def;
    float velocity = runner->velocity.y, gravity = thud_runner_gravity(def);
    float apex = runner->jumping ? def->apex_speed * thud_runner_jump_speed(def) : 0;
    if (runner->hopping) {
        return approach(velocity, 0, thud_runner_hop_gravity(def));
    }
    return velocity > apex ? approach(velocity, apex, gravity)
                           : approach(velocity, 0, def->apex_gravity * gravity);
}

static runner_piece fall(const runner_step *step, const thud_runner *runner) {
    const thud_runner_def *def = step->def;
    float velocity = runner->velocity.y, gravity = thud_runner_fall_gravity(def);
    gravity *= runner->at_top ? TOP_SHARE : 1; /* back into the ladder, not far below the ground beside it */
    float apex = runner->jumping ? -def->apex_speed * thud_runner_jump_speed(def) : 0;
    bool slides = runner->phase == THUD_RUNNER_WALL;
    float cap = slides ? thud_min(def->wall_slide_speed, def->fall_speed)
                       : thud_max(def->fall_speed, LEAST_FALL * def->fall_speed + runner->carried.y);
    return velocity > apex && apex > -cap && !slides ? approach(velocity, apex, def->apex_gravity * gravity)
                                                     : approach(velocity, -cap, gravity);
}

/* One coordinate in water, relative to its flow. A runner that falls in slows down from fall_speed in swim_time. */
static runner_piece swim(const runner_step *step, float velocity, float target, float flow,
                         bool is_fast_slowed) {
    const thud_runner_def *def = step->def;
    float relative = velocity - flow;
    float rate = rate_of(def->swim_speed, def->swim_time, 1);
    bool is_fast = is_fast_slowed && thud_abs(relative) > def->swim_speed;
    float bound = relative < 0 ? -def->swim_speed : def->swim_speed;
    return is_fast
               ? approach(velocity, bound + flow, thud_max(rate, rate_of(def->fall_speed, def->swim_time, 1)))
               : approach(velocity, target + flow, rate);
}

/* ---- the velocity, piece by piece ---- */

static float floor_share(const runner_step *step) {
    float grip = step->def->grip;
    return grip > 0 ? thud_min(1, step->around->floor_friction / grip) : 1;
}

THUD_OWN_CODE void find_pieces(const runner_step *step, const thud_runner *runner, runner_piece *x,
                               runner_piece *y) {
    const thud_runner_def *def = step->def;
    thud_vec2 velocity = runner->velocity, flow = step->around->flow;
    switch (runner->phase) {
    case THUD_RUNNER_FLOOR:
        *x = run(step, runner->speed, floor_share(step));
        *y = steady(0);
        break;
    case THUD_RUNNER_LADDER:
        flow = step->around->water ? (thud_vec2){0, 0} : flow;
        *x = steady(flow.x + step->direction * def->ladder_speed);
        *y = steady(flow.y + (runner->at_top ? 0 : step->climb * def->ladder_speed));
        break;
    case THUD_RUNNER_WATER:
        *x = swim(step, velocity.x, step->direction * def->swim_speed, flow.x, true);
        *y = swim(step, velocity.y, step->climb != 0 ? step->climb * def->swim_speed : -def->sink_speed,
                  flow.y, velocity.y < flow.y);
        break;
    case THUD_RUNNER_DASH:
        *x = steady(runner->dash_velocity.x);
        *y = steady(runner->dash_velocity.y);
        break;
    default:
        *x = runner->lock_left > 0 ? steady(velocity.x) : run(step, velocity.x, def->air_control);
        *y = velocity.y > 0 ? rise(step, runner) : fall(step, runner);
    }
}

/* Whether the runner is on the floor, or dashes along it. */
THUD_OWN_CODE bool is_grounded(const runner_step *step, const thud_runner *runner) {
    bool dashes = runner->phase == THUD_RUNNER_DASH && runner->dash_velocity.y <= 0;
    return runner->phase == THUD_RUNNER_FLOOR || (dashes && step->around->on_floor);
}

static void end_dash(const runner_step *step, thud_runner *runner) {
    bool on_floor = is_grounded(step, runner);
    runner->dash_left = 0;
    runner->cooldown_left = step->def->dash_cooldown;
    runner->velocity = thud_vec2_scale(runner->dash_velocity, step->def->dash_end);
    runner->speed = runner->velocity.x;
    runner->phase = step->around->water ? THUD_RUNNER_WATER : on_floor ? THUD_RUNNER_FLOOR : THUD_RUNNER_AIR;
}

static void count_down(float *timer, float time) {
    *timer = *timer > time ? *timer - time : 0;
}

/* Advances to the next change of an acceleration, at most by `time`; returns the time, and adds the displacement. */
static float advance_piece(const runner_step *step, thud_runner *runner, float time,
                           thud_vec2 *displacement) {
    runner_piece x, y;
    find_pieces(step, runner, &x, &y);
    bool dashes = runner->phase == THUD_RUNNER_DASH, runs = runner->phase == THUD_RUNNER_FLOOR;
    float end = dashes ? runner->dash_left : runner->lock_left > 0 ? runner->lock_left : INFINITY;
    float piece = thud_min(thud_min(time, end), thud_min(x.time, y.time));
    thud_vec2 travelled = {travel(&x, piece), travel(&y, piece)};
    thud_vec2 velocity = {velocity_after(&x, piece), velocity_after(&y, piece)};
    if (runs) {
        travelled = thud_vec2_scale(step->tangent, travelled.x);
        runner->speed = velocity.x;
        velocity = thud_vec2_scale(step->tangent, velocity.x);
    }
    *displacement = thud_vec2_add(*displacement, travelled);
    runner->velocity = velocity;
    count_down(&runner->lock_left, piece);
    if (!dashes) {
        count_down(&runner->cooldown_left, piece);
        return piece;
    }
    count_down(&runner->dash_left, piece);
    if (runner->dash_left == 0) {
        end_dash(step, runner);
    }
    return piece;
}

/* All pieces are relative to `carried`: with it added to and taken from each, rounding could begin the same piece for ever. */
static thud_vec2 advance(const runner_step *step, thud_runner *runner, float dt) {
    thud_vec2 displacement = thud_vec2_scale(runner->carried, dt);
    float left = dt;
    runner->velocity = thud_vec2_sub(runner->velocity, runner->carried);
    for (int i = 0; i < most_pieces && left > 0; i++) {
        left -= advance_piece(step, runner, left, &displacement);
    }
    runner->velocity = thud_vec2_add(runner->velocity, runner->carried);
    return displacement;
}

/* ---- surroundings ---- */

static bool grabs_ladder(const runner_step *step, const thud_runner *runner) {
    bool rises = runner->phase == THUD_RUNNER_AIR && runner->velocity.y > 0;
    bool stands = runner->phase == THUD_RUNNER_FLOOR && step->climb < 0;
    return step->around->ladder && step->climb != 0 && !rises && !stands;
}

/* The phase that follows from the surroundings, except sliding down a wall. */
static thud_runner_phase next_phase(const runner_step *step, const thud_runner *runner) {
    const thud_runner_surroundings *around = step->around;
    bool was_on_floor = runner->phase == THUD_RUNNER_FLOOR,
         was_on_ladder = runner->phase == THUD_RUNNER_LADDER;
    if (runner->phase == THUD_RUNNER_DASH) {
        return THUD_RUNNER_DASH;
    }
    if (was_on_ladder && around->ladder && !(around->on_floor && step->climb <= 0)) {
        return THUD_RUNNER_LADDER;
    }
    if (!was_on_ladder && grabs_ladder(step, runner)) {
        return THUD_RUNNER_LADDER;
    }
    if (around->water) {
        return THUD_RUNNER_WATER;
    }
    thud_vec2 relative = thud_vec2_sub(runner->velocity, around->floor_velocity);
    bool can_land = was_on_floor || was_on_ladder || thud_vec2_cross(step->tangent, relative) <= 0;
    return around->on_floor && can_land ? THUD_RUNNER_FLOOR : THUD_RUNNER_AIR;
}

static void stop_at_walls(const runner_step *step, thud_runner *runner) {
    float wall = (float)step->around->wall;
    float speed = step->around->wall_velocity.x;
    bool pushes = step->direction * wall > 0;
    if (!pushes && (runner->velocity.x - speed) * wall > 0) {
        runner->velocity.x = speed;
    }
    if (!pushes && runner->speed * wall > 0) {
        runner->speed = 0;
    }
    if (step->around->at_ceiling) {
        runner->velocity.y = thud_min(runner->velocity.y, step->around->ceiling_velocity);
        runner->jumping = runner->hopping = false;
    }
}

/* Updates the velocity to which motion in the air is relative: that of the floor that was left, or of a wall. */
static void update_carried(const thud_runner_surroundings *around, thud_runner *runner) {
    thud_vec2 floor = around->floor_velocity, wall = around->wall_velocity;
    bool stands = around->on_floor && runner->phase != THUD_RUNNER_AIR;
    bool has_left = !around->on_floor && (floor.x != 0 || floor.y != 0);
    runner->carried = stands || has_left ? floor : runner->carried;
    if (around->wall != 0 && !around->on_floor) {
        bool is_pushed = (runner->carried.x - wall.x) * (float)around->wall > 0;
        runner->carried = (thud_vec2){is_pushed ? wall.x : runner->carried.x, wall.y};
    }
    if (runner->phase == THUD_RUNNER_LADDER || around->water) {
        runner->carried = (thud_vec2){0, 0};
    }
}

/* Enters the phase that follows from the surroundings; true if the runner landed. */
static bool apply_surroundings(const runner_step *step, thud_runner *runner) {
    const thud_runner_surroundings *around = step->around;
    thud_runner_phase before = runner->phase;
    thud_vec2 gained = around->gained;
    gained.y = around->on_floor ? thud_min(gained.y, 0) : gained.y; /* a fall that slows down in its last step ends, too */
    runner->velocity = thud_vec2_add(runner->velocity, gained);
    stop_at_walls(step, runner);
    runner->phase = next_phase(step, runner);
    update_carried(around, runner);
    if (around->at_ceiling) { /* the velocity of a dash is relative to the carried one */
        float most = around->ceiling_velocity - runner->carried.y;
        runner->dash_velocity.y = thud_min(runner->dash_velocity.y, most);
    }
    bool falls = runner->phase == THUD_RUNNER_AIR && runner->velocity.y <= runner->carried.y;
    bool is_held = runner->phase != THUD_RUNNER_AIR && runner->phase != THUD_RUNNER_DASH;
    bool landed =
        runner->phase == THUD_RUNNER_FLOOR && (before == THUD_RUNNER_AIR || before == THUD_RUNNER_WALL);
    if (falls && step->direction * (float)around->wall > 0 &&
        step->def->wall_slide_speed < step->def->fall_speed) {
        runner->phase = THUD_RUNNER_WALL;
        runner->jumping = false;
    }
    if (is_held) {
        runner->jumping = runner->hopping = false;
        runner->lock_left = 0;
    }
    if (is_held || runner->phase == THUD_RUNNER_WALL) {
        runner->has_dashed = false;
    }
    if (is_grounded(step, runner)) {
        runner->coyote_left = step->def->coyote_time;
    }
    if (runner->phase == THUD_RUNNER_FLOOR) {
        runner->speed =
            before == THUD_RUNNER_FLOOR ? runner->speed : runner->velocity.x - around->floor_velocity.x;
    }
    if (runner->phase == THUD_RUNNER_WATER && around->on_floor) {
        runner->velocity.y = thud_max(runner->velocity.y, 0);
    }
    if (before == THUD_RUNNER_LADDER && runner->phase == THUD_RUNNER_AIR) {
        runner->velocity.y = thud_min(runner->velocity.y, 0); /* no hop at the top */
        runner->at_top = true;
    }
    bool is_at_ladder = runner->phase == THUD_RUNNER_LADDER || runner->phase == THUD_RUNNER_AIR;
    runner->at_top = runner->at_top && is_at_ladder && step->climb > 0 && step->direction == 0;
    if (around->wall != 0 && !around->on_floor) {
        runner->wall = around->wall;
        runner->wall_left = step->def->coyote_time;
    }
    return landed;
}

/* ---- presses ---- */

static void leave_floor(thud_runner *runner) {
    runner->phase = THUD_RUNNER_AIR;
    runner->coyote_left = runner->wall_left = runner->buffer_left = 0;
    runner->jumping = true;
    runner->hopping = runner->at_top = false;
}

/* Falls in the step of the press. A floor that does not let the runner pass holds it: the phase is that of the floor again after
 * the step, so that this is no landing. */
static void begin_drop(const runner_step *step, thud_runner *runner) {
    thud_vec2 floor = step->around->floor_velocity;
    runner->velocity = (thud_vec2){floor.x + runner->speed * step->tangent.x, floor.y};
    runner->phase = THUD_RUNNER_AIR;
    runner->coyote_left = runner->buffer_left = 0;
}

/* Ends the dash without its final velocity: a jump keeps all of the dash's velocity. */
static void break_dash(const runner_step *step, thud_runner *runner) {
    if (runner->phase == THUD_RUNNER_DASH) {
        runner->dash_left = 0;
        runner->cooldown_left = step->def->dash_cooldown;
        runner->velocity = thud_vec2_add(runner->dash_velocity, runner->carried);
    }
}

static bool jump_from_floor(const runner_step *step, thud_runner *runner) {
    bool on_floor = runner->phase == THUD_RUNNER_FLOOR, on_ladder = runner->phase == THUD_RUNNER_LADDER;
    if (!is_grounded(step, runner) && !on_ladder && runner->coyote_left == 0) {
        return false;
    }
    break_dash(step, runner);
    if (on_floor) {
        runner->velocity = thud_vec2_mul_add(step->around->floor_velocity, runner->speed, step->tangent);
    }
    runner->velocity.y = thud_runner_jump_speed(step->def) + runner->carried.y;
    leave_floor(runner);
    return true;
}

static bool jump_off_wall(const runner_step *step, thud_runner *runner) {
    const thud_runner_def *def = step->def;
    if (runner->wall_left == 0 || def->wall_jump_height == 0) {
        return false;
    }
    break_dash(step, runner);
    runner->facing = -runner->wall;
    runner->carried = step->around->wall != 0 ? step->around->wall_velocity
                                              : runner->carried; /* it may have left the wall */
    thud_vec2 jump = {(float)runner->facing * def->wall_jump_push,
                      thud_runner_speed_for_height(def, def->wall_jump_height)};
    runner->velocity = thud_vec2_add(runner->carried, jump);
    runner->lock_left = def->wall_jump_lock;
    leave_floor(runner);
    return true;
}

static void begin_jump(const runner_step *step, thud_runner *runner, thud_runner_result *result) {
    if (runner->phase == THUD_RUNNER_WATER) {
        runner->velocity.y = thud_max(runner->velocity.y, step->def->swim_stroke + step->around->flow.y);
        runner->buffer_left = 0;
        result->jumped = true;
        return;
    }
    result->jumped = jump_from_floor(step, runner);
    result->wall_jumped = !result->jumped && jump_off_wall(step, runner);
}

THUD_OWN_CODE void begin_dash(const runner_step *step, thud_runner *runner) {
    bool on_floor = runner->phase == THUD_RUNNER_FLOOR;
    thud_vec2 aim = {step->direction, on_floor ? thud_max(step->climb, 0) : step->climb};
    if (aim.x == 0 && aim.y == 0) {
        aim.x = runner->facing < 0 ? -1 : 1;
    }
    runner->dash_velocity = thud_vec2_scale(thud_vec2_normalize(aim), step->def->dash_speed);
    runner->dash_left = step->def->dash_time;
    runner->phase = THUD_RUNNER_DASH;
    runner->has_dashed = true;
    runner->jumping = runner->hopping = false;
}

static void end_jump(const runner_step *step, thud_runner *runner) {
    if (runner->jumping && !step->jump) {
        bool rises = runner->velocity.y > runner->carried.y;
        runner->hopping = rises && step->def->short_hop < 1;
        runner->jumping = rises && step->def->short_hop == 1;
    }
}

static void apply_buttons(const runner_step *step, thud_runner *runner, const thud_runner_input *input,
                          thud_runner_result *result) {
    const thud_runner_def *def = step->def;
    bool jump_pressed = input->jump && !runner->jump_held;
    bool can_dash = !runner->has_dashed && runner->cooldown_left == 0 && runner->dash_left == 0;
    if (runner->lock_left == 0 && step->direction != 0) {
        runner->facing = step->direction < 0 ? -1 : 1;
    }
    result->drop = input->drop && !runner->drop_held && runner->phase == THUD_RUNNER_FLOOR;
    result->dashed =
        input->dash && !runner->dash_held && can_dash && def->dash_speed > 0 && def->dash_time > 0;
    if (jump_pressed) {
        runner->buffer_left = def->jump_buffer;
    }
    if (result->drop) {
        begin_drop(step, runner);
    } else if (jump_pressed || runner->buffer_left > 0) {
        begin_jump(step, runner, result);
    }
    if (result->dashed) {
        begin_dash(step, runner);
    }
    end_jump(step, runner);
    runner->jump_held = input->jump;
    runner->drop_held = input->drop;
    runner->dash_held = input->dash;
}

/* ---- public ---- */

static thud_vec2 floor_tangent(thud_vec2 normal) {
    thud_vec2 unit = thud_vec2_normalize(normal);
    return unit.y > 0 ? (thud_vec2){unit.y, -unit.x} : (thud_vec2){1, 0};
}

thud_runner_result thud_runner_step(const thud_runner_def *def, thud_runner *runner,
                                    const thud_runner_input *input, const thud_runner_surroundings *around,
                                    float dt) {
    thud_runner_result result = {0};
    result.status = thud_runner_check_step(def, runner, input, around, dt, &result.field);
    if (result.status != THUD_OK) {
        return result;
    }
    const runner_step step = {
        .def = def,
        .around = around,
        .direction = thud_clamp(input->direction, -1, 1),
        .climb = thud_clamp(input->climb, -1, 1),
        .jump = input->jump,
        .tangent = floor_tangent(around->floor_normal),
    };
    result.landed = apply_surroundings(&step, runner);
    apply_buttons(&step, runner, input, &result);
    result.displacement = advance(&step, runner, dt);
    if (result.drop && runner->phase == THUD_RUNNER_AIR) {
        runner->speed = runner->velocity.x - runner->carried.x;
        runner->phase = THUD_RUNNER_FLOOR;
    }
    result.mean_velocity = thud_vec2_scale(result.displacement, 1 / dt);
    result.velocity = runner->velocity;
    /* the windows open at the start of the first step without the floor or the wall */
    count_down(&runner->coyote_left, is_grounded(&step, runner) ? 0 : dt);
    count_down(&runner->wall_left, around->wall != 0 ? 0 : dt);
    count_down(&runner->buffer_left, dt);
    return result;
}

thud_status thud_runner_launch(thud_runner *runner, thud_vec2 velocity) {
    if (runner == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    if (!thud_vec2_is_finite(velocity)) {
        return THUD_NOT_FINITE;
    }
    if (thud_abs(velocity.x) > THUD_MAX_COORDINATE || thud_abs(velocity.y) > THUD_MAX_COORDINATE) {
        return THUD_OUT_OF_RANGE;
    }
    runner->velocity = velocity;
    runner->carried = (thud_vec2){0, 0};
    runner->phase = THUD_RUNNER_AIR;
    runner->coyote_left = runner->wall_left = runner->lock_left = runner->dash_left = 0;
    runner->jumping = runner->hopping = runner->at_top = false;
    return THUD_OK;
}
