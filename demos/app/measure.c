/*
 * Sums over the bodies and contacts of a world.
 */
#include "measure.h"

#include "thud/event.h"

#include <string.h>

enum { most_contacts = 64 };

static const measure_info infos[MEASURE_COUNT] = {
    [MEASURE_KINETIC] = {"kinetic", "kinetic energy", "J"},
    [MEASURE_POTENTIAL] = {"potential", "potential energy", "J"},
    [MEASURE_ENERGY] = {"energy", "energy", "J"},
    [MEASURE_MOMENTUM_X] = {"momentum_x", "momentum x", "kg m/s"},
    [MEASURE_MOMENTUM_Y] = {"momentum_y", "momentum y", "kg m/s"},
    [MEASURE_PENETRATION] = {"penetration", "largest penetration", "mm"},
    [MEASURE_PENETRATION_MEAN] = {"penetration_mean", "mean penetration", "mm"},
    [MEASURE_IMPULSE] = {"impulse", "largest impulse", "N s"},
    [MEASURE_CONTACTS] = {"contacts", "contacts", ""},
    [MEASURE_TOUCHING] = {"touching", "touching contacts", ""},
    [MEASURE_ISLANDS] = {"islands", "awake islands", ""},
    [MEASURE_AWAKE] = {"awake", "awake bodies", ""},
    [MEASURE_PAIRS] = {"pairs", "pairs begun", ""},
    [MEASURE_STEP_TIME] = {"step_ms", "time of a step", "ms"},
    [MEASURE_X] = {"x", "x", "m"},
    [MEASURE_Y] = {"y", "y", "m"},
    [MEASURE_ANGLE] = {"angle", "angle", "rad"},
    [MEASURE_SPEED] = {"speed", "speed", "m/s"},
    [MEASURE_VX] = {"vx", "velocity x", "m/s"},
    [MEASURE_VY] = {"vy", "velocity y", "m/s"},
    [MEASURE_SPIN] = {"spin", "spin", "rad/s"},
    [MEASURE_BODY_IMPULSE] = {"body_impulse", "contact impulse", "N s"},
    [MEASURE_FORCE] = {"force", "force", "N"},
    [MEASURE_TORQUE] = {"torque", "torque", "N m"},
    [MEASURE_JOINT_ANGLE] = {"joint_angle", "joint angle", "rad"},
    [MEASURE_TRANSLATION] = {"translation", "translation", "m"},
};

measure_info measure_about(measure which) {
    return infos[which];
}

bool measure_find(const char *name, measure *which) {
    for (int i = 0; i < MEASURE_COUNT; i++) {
        if (strcmp(infos[i].name, name) == 0) {
            *which = (measure)i;
            return true;
        }
    }
    return false;
}

bool measure_is_of_world(measure which) {
    return which < MEASURE_WORLD_COUNT;
}

bool measure_is_of_body(measure which) {
    return which >= MEASURE_X && which < MEASURE_FORCE;
}

static void add_bodies(const thud_world *world, float values[MEASURE_WORLD_COUNT]) {
    thud_vec2 gravity = thud_world_gravity(world);
    for (thud_body_id body = {0, 0}; (body = thud_world_next_body(world, body)).generation;) {
        thud_mass mass = thud_body_mass(world, body);
        if (mass.mass <= 0) {
            continue;
        }
        thud_vec2 velocity = thud_body_velocity(world, body);
        float spin = thud_body_angular_velocity(world, body);
        values[MEASURE_KINETIC] +=
            0.5f * (mass.mass * thud_vec2_dot(velocity, velocity) + mass.inertia * spin * spin);
        values[MEASURE_POTENTIAL] -= mass.mass * thud_vec2_dot(gravity, thud_body_center(world, body));
        values[MEASURE_MOMENTUM_X] += mass.mass * velocity.x;
        values[MEASURE_MOMENTUM_Y] += mass.mass * velocity.y;
    }
    values[MEASURE_ENERGY] = values[MEASURE_KINETIC] + values[MEASURE_POTENTIAL];
}

static void add_contacts(const thud_world *world, float values[MEASURE_WORLD_COUNT]) {
    const float millimetres = 1000;
    float sum = 0;
    int points = 0;
    for (thud_contact_id id = {0, 0}; (id = thud_world_next_contact(world, id)).generation;) {
        thud_contact_data contact = thud_contact_read(world, id);
        for (int i = 0; contact.touching && i < contact.manifold.count; i++) {
            float depth = millimetres * thud_max(-contact.manifold.points[i].separation, 0);
            values[MEASURE_PENETRATION] = thud_max(values[MEASURE_PENETRATION], depth);
            values[MEASURE_IMPULSE] = thud_max(values[MEASURE_IMPULSE], contact.normal_impulse[i]);
            sum += depth;
            points++;
        }
    }
    values[MEASURE_PENETRATION_MEAN] = points > 0 ? sum / (float)points : 0;
}

void measure_world(const thud_world *world, float values[MEASURE_WORLD_COUNT]) {
    memset(values, 0, MEASURE_WORLD_COUNT * sizeof *values);
    add_bodies(world, values);
    add_contacts(world, values);
    thud_world_counters counters = thud_world_counts(world);
    values[MEASURE_CONTACTS] = (float)counters.contacts;
    values[MEASURE_TOUCHING] = (float)counters.touching;
    values[MEASURE_ISLANDS] = (float)counters.islands;
    values[MEASURE_AWAKE] = (float)counters.awake_bodies;
    values[MEASURE_PAIRS] = (float)counters.pairs_begun;
    values[MEASURE_STEP_TIME] = thud_world_last_timings(world).step;
}

static float contact_impulse(const thud_world *world, thud_body_id body) {
    thud_contact_data contacts[most_contacts];
    int count = thud_body_contacts(world, body, contacts, most_contacts);
    float sum = 0;
    for (int i = 0; i < count && i < most_contacts; i++) {
        for (int point = 0; point < contacts[i].manifold.count; point++) {
            sum += contacts[i].normal_impulse[point];
        }
    }
    return sum;
}

float measure_object(const thud_world *world, measure which, measure_target target) {
    switch (which) {
    case MEASURE_X:
        return thud_body_position(world, target.body).x;
    case MEASURE_Y:
        return thud_body_position(world, target.body).y;
    case MEASURE_ANGLE:
        return thud_body_angle(world, target.body);
    case MEASURE_SPEED:
        return thud_vec2_length(thud_body_velocity(world, target.body));
    case MEASURE_VX:
        return thud_body_velocity(world, target.body).x;
    case MEASURE_VY:
        return thud_body_velocity(world, target.body).y;
    case MEASURE_SPIN:
        return thud_body_angular_velocity(world, target.body);
    case MEASURE_BODY_IMPULSE:
        return contact_impulse(world, target.body);
    case MEASURE_FORCE:
        return thud_vec2_length(thud_joint_force(world, target.joint));
    case MEASURE_TORQUE:
        return thud_joint_torque(world, target.joint);
    case MEASURE_JOINT_ANGLE:
        return thud_joint_angle(world, target.joint);
    case MEASURE_TRANSLATION:
        return thud_joint_translation(world, target.joint);
    default:
        return 0;
    }
}
