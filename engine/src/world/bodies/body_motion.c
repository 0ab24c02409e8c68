/* body_motion.c: velocities of bodies, the forces that the next step applies, and impulses. */
#include "world/bodies/body_motion.h"

#include "base/inline.h"
#include "world/bodies/body_slot.h"
#include "world/check.h"
#include "world/sleep.h"
#include "world/world_state.h"

/* ---- velocity ---- */

/* Whether a velocity is within the limits; false for NaN. */
static bool is_speed(thud_vec2 linear, float angular) {
    return thud_abs(linear.x) <= THUD_MAX_SPEED && thud_abs(linear.y) <= THUD_MAX_SPEED &&
           thud_abs(angular) <= THUD_MAX_SPIN;
}

/* A velocity of a dynamic body, without the components that are locked. */
static thud_velocity unlocked(const thud_body *body, thud_vec2 linear, float angular) {
    return (thud_velocity){{body->lock_x ? 0.0f : linear.x, body->lock_y ? 0.0f : linear.y},
                           body->lock_rotation ? 0.0f : angular,
                           0.0f};
}

void thud_body_put_velocity(thud_world *world, int32_t slot, thud_vec2 linear, float angular) {
    const thud_body *body = &world->bodies.bodies[slot];
    thud_velocity velocity = {linear, angular, 0.0f};
    if (body->type == THUD_BODY_STATIC) {
        velocity = (thud_velocity){0};
    } else if (body->type == THUD_BODY_DYNAMIC) {
        velocity = unlocked(body, linear, angular);
    }
    world->bodies.velocities[slot] = velocity;
}

thud_body_state thud_body_natural_state(const thud_world *world, int32_t slot, bool awake) {
    const thud_body *body = &world->bodies.bodies[slot];
    const thud_velocity *velocity = &world->bodies.velocities[slot];
    bool moves = velocity->linear.x != 0.0f || velocity->linear.y != 0.0f || velocity->angular != 0.0f;
    if (!body->enabled) {
        return THUD_STATE_DISABLED;
    }
    switch (body->type) {
    case THUD_BODY_DYNAMIC:
        return awake || moves ? THUD_STATE_AWAKE : THUD_STATE_ASLEEP;
    case THUD_BODY_KINEMATIC:
        return moves ? THUD_STATE_KINEMATIC_MOVING : THUD_STATE_KINEMATIC_AT_REST;
    default:
        return THUD_STATE_STATIC;
    }
}

thud_vec2 thud_body_velocity(const thud_world *world, thud_body_id body) {
    return thud_is_live_body(world, body, __func__) ? world->bodies.velocities[body.slot].linear
                                                    : (thud_vec2){0.0f, 0.0f};
}

THUD_GETTER(float, thud_body_angular_velocity, body, world->bodies.velocities[slot].angular)

thud_vec2 thud_body_velocity_at(const thud_world *world, thud_body_id body, thud_vec2 point) {
    const thud_call call = thud_on_body(__func__, body);
    int32_t slot = thud_body_slot(world, body, call.name);
    if (slot == THUD_NONE || !thud_check_within_vec2(world, call, "point", point, THUD_MAX_POSITION)) {
        return (thud_vec2){0.0f, 0.0f};
    }
    thud_vec2 arm = thud_vec2_sub(point, world->bodies.poses[slot].position);
    return thud_velocity_at(&world->bodies.velocities[slot], arm);
}

/* Sets the velocity of an awake dynamic body; false for any other. */
THUD_INLINE bool change_if_awake(thud_world *world, int32_t slot, thud_vec2 linear, float angular) {
    if (world->bodies.states[slot] != THUD_STATE_AWAKE) {
        return false;
    }
    world->bodies.sleep_data[slot].sleep_timer = 0.0f;
    world->bodies.velocities[slot] = unlocked(&world->bodies.bodies[slot], linear, angular);
    return true;
}

static void change_velocity(thud_world *world, int32_t slot, thud_vec2 linear, float angular) {
    const thud_body *body = &world->bodies.bodies[slot];
    uint8_t before = world->bodies.states[slot];
    bool stops = linear.x == 0.0f && linear.y == 0.0f && angular == 0.0f;
    if (before == THUD_STATE_KINEMATIC_AT_REST && stops) {
        return; /* a platform at a stop, whose velocity is set in each step, lets its riders sleep */
    }
    if (body->type == THUD_BODY_DYNAMIC || body->first_contact != THUD_NONE || body->first_joint != THUD_NONE) {
        thud_wake_touching(world, slot);
    }
    thud_body_put_velocity(world, slot, linear, angular);
    if (body->type != THUD_BODY_KINEMATIC || (before == THUD_STATE_KINEMATIC_MOVING && !stops)) {
        return;
    }
    thud_body_state state = thud_body_natural_state(world, slot, true);
    if (state != world->bodies.states[slot]) {
        thud_body_set_state(&world->bodies, slot, state);
        thud_refresh_body_contacts(world, slot);
        if (!thud_state_moves((uint8_t)state)) {
            thud_note_rested(world, slot);
        }
    }
}

/* For bodies other than awake dynamic ones, and for refusals. */
THUD_OWN_CODE bool set_any_velocity(thud_world *world, const char *name, int32_t slot, thud_vec2 velocity,
                                    float angular_velocity) {
    if (is_speed(velocity, angular_velocity) && world->bodies.bodies[slot].type != THUD_BODY_STATIC) {
        change_velocity(world, slot, velocity, angular_velocity);
        return true;
    }
    const thud_call call = thud_on_body(name, thud_body_id_at(world, slot));
    return thud_check_within_vec2(world, call, "velocity", velocity, THUD_MAX_SPEED) &&
           thud_check_within(world, call, "angular_velocity", angular_velocity, THUD_MAX_SPIN) &&
           thud_refuse_kind(world, call, "body", (double)slot, NULL);
}

static bool set_velocity(thud_world *world, const char *name, uint32_t slot, thud_vec2 velocity,
                         float angular_velocity) {
    return (is_speed(velocity, angular_velocity) &&
            change_if_awake(world, (int32_t)slot, velocity, angular_velocity)) ||
           set_any_velocity(world, name, (int32_t)slot, velocity, angular_velocity);
}

bool thud_body_set_velocity(thud_world *world, thud_body_id body, thud_vec2 velocity, float angular_velocity) {
    return thud_is_body_to_change(world, body, __func__) &&
           set_velocity(world, __func__, body.slot, velocity, angular_velocity);
}

bool thud_body_set_linear_velocity(thud_world *world, thud_body_id body, thud_vec2 velocity) {
    return thud_is_body_to_change(world, body, __func__) &&
           set_velocity(world, __func__, body.slot, velocity, world->bodies.velocities[body.slot].angular);
}

bool thud_body_set_angular_velocity(thud_world *world, thud_body_id body, float angular_velocity) {
    return thud_body_slot_to_change(world, body, __func__) != THUD_NONE &&
           set_velocity(world, __func__, body.slot, world->bodies.velocities[body.slot].linear,
                        angular_velocity);
}

bool thud_body_set_target(thud_world *world, thud_body_id body, thud_vec2 position, float angle, float dt) {
    const thud_call call = thud_on_body(__func__, body);
    int32_t slot = (int32_t)body.slot;
    if (!thud_is_body_to_change(world, body, call.name) ||
        !thud_check_within_vec2(world, call, "position", position, THUD_MAX_POSITION) ||
        !thud_check_finite(world, call, "angle", angle) || !thud_check_positive(world, call, "dt", dt)) {
        return false;
    }
    if (world->bodies.bodies[slot].type != THUD_BODY_KINEMATIC) {
        return thud_refuse_kind(world, call, "body", (double)slot, NULL);
    }
    thud_pose target = {position, thud_rot_from_angle(angle)};
    thud_vec2 center = thud_pose_apply(target, world->bodies.bodies[slot].mass.center);
    const thud_pose *now = &world->bodies.poses[slot];
    thud_vec2 velocity = thud_vec2_scale(thud_vec2_sub(center, now->position), 1.0f / dt);
    float turn = thud_rot_angle(thud_rot_inv_mul(now->rotation, target.rotation));
    if (!is_speed(velocity, turn / dt)) {
        return thud_refuse(world, call, THUD_OUT_OF_RANGE, "dt", (double)dt);
    }
    change_velocity(world, slot, velocity, turn / dt);
    return true;
}

bool thud_body_kick(thud_world *world, int32_t slot, thud_vec2 impulse, float angular_impulse) {
    const thud_inverse_mass *inverse_mass = &world->bodies.inverse_masses[slot];
    const thud_velocity *now = &world->bodies.velocities[slot];
    thud_vec2 linear = thud_vec2_mul_add(now->linear, inverse_mass->linear, impulse);
    float angular = now->angular + inverse_mass->angular * angular_impulse;
    if (!is_speed(linear, angular)) {
        return false;
    }
    if (!change_if_awake(world, slot, linear, angular)) {
        change_velocity(world, slot, linear, angular);
    }
    return true;
}

/* ---- forces of the next step ---- */

/* A body on its way up and down is slower than this part of the speed that a fall gains in sleep_time for half of that time. */
#define FALL_SHARE 0.25f

/* The speed below which the world's bodies are at rest. Under weak gravity a part of what a fall gains in sleep_time, or a body would
 * sleep in the air: released, or at the top of its path. */
static float resting_speed(const thud_world_def *def, thud_vec2 gravity) {
    float gain = FALL_SHARE * def->sleep_time * (thud_abs(gravity.x) + thud_abs(gravity.y));
    return gain > 0.0f ? thud_min(gain, def->sleep_speed) : def->sleep_speed;
}

void thud_body_reset_forces(thud_world *world, int32_t body) {
    thud_applied_forces *applied = &world->bodies.applied_forces[body];
    applied->acceleration = thud_vec2_scale(world->def.gravity, world->bodies.bodies[body].gravity_scale);
    applied->angular_acceleration = 0.0f;
    float sleep_speed = world->bodies.bodies[body].sleep_speed;
    world->bodies.sleep_data[body].sleep_speed =
        sleep_speed < 0.0f ? resting_speed(&world->def, applied->acceleration) : sleep_speed;
    world->bodies.bodies[body].forced = false;
}

void thud_body_renew_forces(thud_world *world, int32_t slot, thud_vec2 old_pull) {
    thud_body *body = &world->bodies.bodies[slot];
    thud_applied_forces *applied = &world->bodies.applied_forces[slot];
    thud_vec2 pushed = thud_vec2_sub(applied->acceleration, old_pull);
    float turned = applied->angular_acceleration;
    bool forced = body->forced && body->type == THUD_BODY_DYNAMIC;
    thud_body_reset_forces(world, slot);
    if (forced) {
        applied->acceleration = thud_vec2_add(applied->acceleration, pushed);
        applied->angular_acceleration = turned;
        body->forced = true;
    }
}

void thud_forces_clear(thud_world *world) {
    for (int32_t i = 0; i < world->forced_count; i++) {
        int32_t body = world->forced[i];
        if (thud_pool_is_live(&world->bodies.pool, body)) {
            thud_body_reset_forces(world, body);
        }
    }
    world->forced_count = 0;
}

/* ---- forces and impulses of the user ---- */

/* thud_body_add_force for the first force where the list of forced bodies is full. */
THUD_RARE THUD_OWN_CODE bool list_and_add_force(thud_world *world, thud_call call, int32_t slot,
                                                thud_vec2 force, float torque) {
    return THUD_RESERVE(&world->hooks, world->forced, world->forced_capacity, world->forced_count + 1)
               ? thud_body_add_force(world, call, slot, force, torque)
               : thud_refuse(world, call, THUD_OUT_OF_MEMORY, "force", 0.0);
}

bool thud_body_add_force(thud_world *world, thud_call call, int32_t slot, thud_vec2 force, float torque) {
    thud_body *body = &world->bodies.bodies[slot];
    if (!body->forced) {
        if (world->forced_count == world->forced_capacity) {
            return list_and_add_force(world, call, slot, force, torque);
        }
        world->forced[world->forced_count++] = slot;
        body->forced = true;
    }
    const thud_inverse_mass *inverse_mass = &world->bodies.inverse_masses[slot];
    thud_applied_forces *applied = &world->bodies.applied_forces[slot];
    applied->acceleration = thud_vec2_mul_add(applied->acceleration, inverse_mass->linear, force);
    applied->angular_acceleration += inverse_mass->angular * torque;
    return true;
}

/* Applies the force of a public call. */
THUD_OWN_CODE bool press(thud_world *world, thud_call call, int32_t slot, thud_vec2 force, float torque) {
    bool is_added = thud_body_add_force(world, call, slot, force, torque);
    if (is_added) {
        thud_wake_island(world, slot);
    }
    return is_added;
}

/* Applies the impulse of a public call. */
THUD_OWN_CODE bool strike(thud_world *world, thud_call call, int32_t slot, thud_vec2 impulse,
                          float angular_impulse) {
    if (thud_body_kick(world, slot, impulse, angular_impulse)) {
        return true;
    }
    float size = thud_max(thud_max(thud_abs(impulse.x), thud_abs(impulse.y)), thud_abs(angular_impulse));
    return thud_refuse(world, call, THUD_OUT_OF_RANGE, "impulse", (double)size);
}

/* Refuses a push of a body that takes none, or one that is not finite: called where one of these is so, as the checks would
 * add a quarter to the instructions of all calls. */
THUD_RARE THUD_OWN_CODE bool refuse_push(const thud_world *world, thud_call call, const char *field,
                                         thud_vec2 vector, float moment, const thud_vec2 *point) {
    uint8_t state = world->bodies.states[call.slot];
    return (state != THUD_STATE_AWAKE && state != THUD_STATE_ASLEEP)
               ? thud_refuse_kind(world, call, "body", (double)call.slot, NULL)
               : thud_check_finite_vec2(world, call, field, vector) &&
                     thud_check_finite(world, call, field, moment) &&
                     thud_check_finite_vec2(world, call, "point", *point);
}

/* Applies a force and a torque, or impulses, that the call names `field`; the former at a point, or at the centre of mass. */
static bool push_at(thud_world *world, const char *name, thud_body_id body, const char *field,
                    thud_vec2 vector, float moment, const thud_vec2 *point, bool is_impulse) {
    const thud_call call = thud_on_body(name, body);
    int32_t slot = (int32_t)body.slot;
    if (!thud_is_body_to_change(world, body, name)) {
        return false;
    }
    uint8_t state = world->bodies.states[slot]; /* these two: of dynamic bodies that are not disabled */
    bool is_taken = (state == THUD_STATE_AWAKE || state == THUD_STATE_ASLEEP) && thud_vec2_is_finite(vector) &&
                    thud_is_finite(moment) && (point == NULL || thud_vec2_is_finite(*point));
    if (!is_taken) {
        return refuse_push(world, call, field, vector, moment, point);
    }
    if (point != NULL) {
        moment = thud_vec2_cross(thud_vec2_sub(*point, world->bodies.poses[slot].position), vector);
    }
    return is_impulse ? strike(world, call, slot, vector, moment) : press(world, call, slot, vector, moment);
}

static const thud_vec2 no_force = {0.0f, 0.0f};

bool thud_body_apply_force(thud_world *world, thud_body_id body, thud_vec2 force, thud_vec2 point) {
    return push_at(world, __func__, body, "force", force, 0.0f, &point, false);
}

bool thud_body_apply_force_to_center(thud_world *world, thud_body_id body, thud_vec2 force) {
    return push_at(world, __func__, body, "force", force, 0.0f, NULL, false);
}

bool thud_body_apply_impulse(thud_world *world, thud_body_id body, thud_vec2 impulse, thud_vec2 point) {
    return push_at(world, __func__, body, "impulse", impulse, 0.0f, &point, true);
}

bool thud_body_apply_impulse_to_center(thud_world *world, thud_body_id body, thud_vec2 impulse) {
    return push_at(world, __func__, body, "impulse", impulse, 0.0f, NULL, true);
}

bool thud_body_apply_torque(thud_world *world, thud_body_id body, float torque) {
    return push_at(world, __func__, body, "torque", no_force, torque, NULL, false);
}

bool thud_body_apply_angular_impulse(thud_world *world, thud_body_id body, float impulse) {
    return push_at(world, __func__, body, "impulse", no_force, impulse, NULL, true);
}
