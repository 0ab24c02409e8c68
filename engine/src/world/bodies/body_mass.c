/*
 * body_mass.c: the mass, inertia and centre of mass of a body, from its shapes.
 *
 * A body with few shapes is summed again whenever a shape is added or removed. A body with many keeps sums, to which a
 * shape is added or from which it is subtracted, so that building or breaking a body of n shapes costs O(n) in all. Its
 * mass, pose and velocity are right at once; the cores of its other shapes, which are relative to the centre of mass,
 * are only written before the next step reads them (`recentered`).
 */
#include "world/bodies/body_mass.h"

#include "world/bodies/body_motion.h"
#include "world/joints/joints.h"
#include "world/world_state.h"

#include <float.h>

/* Up to this number shapes are summed again each time. */
enum { FEW_SHAPES = 16 };

/* When less than this share of their largest value is left in the sums, they are computed again: rounding might be a
 * good part of it. So a double's rounding of 1e-16 stays below a float's of 1e-7, even after a thousand removals. */
#define LEAST_SHARE 1.0e-6

/* ---- sums ---- */

static bool has_many_shapes(const thud_body *body) {
    return body->shape_count > FEW_SHAPES;
}

static void sums_add(thud_mass_sums *sums, const thud_mass *mass, double sign) {
    thud_double2 arm = {(double)mass->center.x - sums->pivot.x, (double)mass->center.y - sums->pivot.y};
    double weight = sign * (double)mass->mass;
    sums->mass += weight;
    sums->first.x += weight * arm.x;
    sums->first.y += weight * arm.y;
    sums->second += sign * (double)mass->inertia + weight * thud_double2_dot(arm, arm);
    sums->largest_mass = thud_double_max(sums->largest_mass, sums->mass);
    sums->largest_second = thud_double_max(sums->largest_second, sums->second);
    sums->count += sign > 0.0 ? 1 : -1;
}

/* Mass, centre and, by Steiner's theorem, the inertia about it. */
static thud_mass sums_total(const thud_mass_sums *sums) {
    if (!(sums->mass > 0.0)) {
        return (thud_mass){0};
    }
    thud_double2 arm = {sums->first.x / sums->mass, sums->first.y / sums->mass};
    double inertia = sums->second - sums->mass * thud_double2_dot(arm, arm);
    return (thud_mass){.mass = (float)sums->mass,
                       .center = {(float)(sums->pivot.x + arm.x), (float)(sums->pivot.y + arm.y)},
                       .inertia = (float)thud_double_max(inertia, 0.0)};
}

/* Sums all shapes of a body, about the centre of one of them: in double precision any point near the body will do. `known`, here and
 * below: a shape with its geometry and mass; may be null. */
static void sum_anew(const thud_world *world, int32_t slot, const thud_weighed_shape *known,
                     thud_mass_sums *sums) {
    *sums = (thud_mass_sums){0};
    THUD_EACH_SHAPE(world, slot, shape) {
        thud_mass mass = known != NULL && known->slot == shape
                             ? known->mass
                             : thud_shape_record_mass(&world->shapes.records[shape]);
        if (sums->count == 0) {
            sums->pivot = (thud_double2){(double)mass.center.x, (double)mass.center.y};
        }
        sums_add(sums, &mass, 1.0);
    }
}

/* Whether so little is left in the sums that rounding matters; true for NaN. */
static bool sums_are_worn(const thud_mass_sums *sums) {
    if (sums->largest_mass == 0.0) {
        return false; /* shapes without mass */
    }
    double shift = thud_double2_dot(sums->first, sums->first) / sums->mass;
    return !(sums->mass >= LEAST_SHARE * sums->largest_mass &&
             sums->second - shift >= LEAST_SHARE * sums->largest_second);
}

/* Whether the sums are those of `count` shapes. */
static bool sums_hold(const thud_body *body, int32_t count) {
    return body->sums != NULL && body->sums->count == count;
}

static void forget_sums(thud_body *body) {
    if (body->sums != NULL) {
        body->sums->count = -1;
    }
}

/* ---- checks ---- */

bool thud_shape_mass_is_accepted(const thud_mass *mass) {
    if (mass->mass == 0.0f && mass->inertia == 0.0f) {
        return true;
    }
    return mass->mass >= THUD_MIN_MASS && mass->mass <= THUD_MAX_MASS && mass->inertia >= THUD_MIN_INERTIA &&
           mass->inertia <= THUD_MAX_INERTIA && thud_vec2_is_finite(mass->center);
}

/* The upper bounds only: shapes are not lighter than THUD_MIN_MASS. If all shapes pass, each part of them does. */
static bool total_is_accepted(double mass, double inertia) {
    return mass <= (double)THUD_MAX_MASS && inertia <= (double)THUD_MAX_INERTIA;
}

bool thud_body_bears(const thud_world *world, int32_t slot, const thud_mass *added) {
    const thud_mass *own = &world->bodies.bodies[slot].mass;
    double mass = (double)own->mass + added->mass;
    if (!(mass > 0.0)) {
        return true;
    }
    thud_double2 arm = thud_arrow(own->center, added->center);
    double reduced = (double)own->mass * added->mass / mass;
    return total_is_accepted(mass,
                             (double)own->inertia + added->inertia + reduced * thud_double2_dot(arm, arm));
}

bool thud_body_bears_shapes(const thud_world *world, int32_t slot, const thud_weighed_shape *known) {
    thud_mass_sums sums;
    sum_anew(world, slot, known, &sums);
    return !(sums.mass > 0.0) ||
           total_is_accepted(sums.mass, sums.second - thud_double2_dot(sums.first, sums.first) / sums.mass);
}

/* ---- mass ---- */

/* Only dynamic bodies have mass; one without massive shapes weighs a kilogram and does not turn, so it can fall. */
static thud_mass body_mass(thud_world *world, int32_t slot, const thud_weighed_shape *known) {
    thud_body *body = &world->bodies.bodies[slot];
    forget_sums(body);
    if (body->mass_overridden) {
        return body->mass;
    }
    if (body->type != THUD_BODY_DYNAMIC) {
        return (thud_mass){0}; /* it turns about its origin */
    }
    if (has_many_shapes(body) && body->sums == NULL) {
        body->sums = thud_allocate(world->bodies.pool.hooks, sizeof *body->sums);
    }
    thud_mass_sums unkept; /* of few shapes, or where there is no memory */
    thud_mass_sums *sums = body->sums != NULL ? body->sums : &unkept;
    sum_anew(world, slot, known, sums);
    return sums_total(sums);
}

THUD_OWN_CODE thud_inverse_mass inverse_of(const thud_body *body) {
    thud_inverse_mass inverse = {.locks = body->type == THUD_BODY_STATIC ? THUD_LOCKED_STATIC : 0u};
    if (body->type == THUD_BODY_DYNAMIC) {
        inverse.linear = body->lock_x && body->lock_y ? 0.0f : 1.0f / body->mass.mass;
        inverse.angular =
            body->lock_rotation || body->mass.inertia <= 0.0f ? 0.0f : 1.0f / body->mass.inertia;
        inverse.locks = (body->lock_x ? THUD_LOCK_X : 0u) | (body->lock_y ? THUD_LOCK_Y : 0u) |
                        (body->lock_rotation ? THUD_LOCK_ROTATION : 0u);
    }
    return inverse;
}

/* Gives a body another centre of mass. Its origin stays, and every point keeps its velocity, unless the body is locked. */
static void move_center(thud_world *world, int32_t slot, thud_vec2 center) {
    thud_pose origin = thud_body_current_pose(&world->bodies, slot);
    thud_pose previous = thud_body_origin_pose(&world->bodies, slot, &world->bodies.previous[slot]);
    thud_vec2 old_center = world->bodies.poses[slot].position;
    world->bodies.bodies[slot].mass.center = center;
    thud_body_place(&world->bodies, slot, origin);
    world->bodies.previous[slot] = (thud_pose){thud_pose_apply(previous, center), previous.rotation};
    /* The velocity of the body at the new centre: v' = v + w x (c' - c). */
    const thud_velocity *velocity = &world->bodies.velocities[slot];
    thud_vec2 shift = thud_vec2_sub(world->bodies.poses[slot].position, old_center);
    thud_body_put_velocity(world, slot, thud_velocity_at(velocity, shift), velocity->angular);
}

/* The mass of a pair of bodies, one of which weighs `mass`. Bodies that are not dynamic do not count. */
static float pair_mass(const thud_world *world, int32_t other, float mass) {
    bool counts = other != THUD_NONE && world->bodies.bodies[other].type == THUD_BODY_DYNAMIC;
    return counts ? mass + world->bodies.bodies[other].mass.mass : mass;
}

static void scale(float *values, int count, float factor) {
    for (int i = 0; i < count; i++) {
        values[i] *= factor;
    }
}

/* Scales the impulses of the last step, from which the solver starts, by the mass that is left of each pair: those that bore a heavy
 * body would throw a light one. Where all bodies of a pile become lighter, the factors multiply to the right one. */
static void shrink_impulses(thud_world *world, int32_t slot, float mass) {
    float old_mass = world->bodies.bodies[slot].mass.mass;
    THUD_EACH_CONTACT(world, slot, link) {
        int32_t other = thud_contact_other(world, link);
        float factor = pair_mass(world, other, mass) / pair_mass(world, other, old_mass);
        thud_contact_manifold *manifold = &world->contacts.manifolds[thud_link_owner(link)];
        scale(manifold->normal_impulse, 2, factor);
        manifold->friction_impulse *= factor;
        manifold->rolling_impulse *= factor;
    }
    THUD_EACH_JOINT(world, slot, link) {
        int32_t other = thud_joint_other(world, link);
        float factor = pair_mass(world, other, mass) / pair_mass(world, other, old_mass);
        thud_joint *joint = &world->joints.joints[thud_link_owner(link)];
        joint->state.hold = thud_vec2_scale(joint->state.hold, factor);
        scale((float *)&joint->linear_impulses, 4, factor);
        scale((float *)&joint->angular_impulses, 4, factor);
    }
}

static void adopt_mass(thud_world *world, int32_t slot, thud_mass mass) {
    thud_body *body = &world->bodies.bodies[slot];
    if (mass.mass <= 0.0f && thud_shapes_make_mass(body)) {
        mass.mass = 1.0f;
        mass.inertia = 0.0f;
    }
    if (mass.center.x != body->mass.center.x || mass.center.y != body->mass.center.y) {
        move_center(world, slot, mass.center);
    }
    if (mass.mass < body->mass.mass && body->type == THUD_BODY_DYNAMIC) {
        shrink_impulses(world, slot, mass.mass);
    }
    body->mass = mass;
    world->bodies.inverse_masses[slot] = inverse_of(body);
    thud_joints_rebase(world, slot);
}

/* ---- data about the centre of mass ---- */

/* Half the smallest width of a shape, about the mean of its vertices. */
static float half_thickness(const thud_shape *shape) {
    if (shape->kind != THUD_SHAPE_POLYGON) {
        return shape->radius;
    }
    thud_vec2 sum = {0.0f, 0.0f};
    for (int i = 0; i < shape->count; i++) {
        sum = thud_vec2_add(sum, shape->vertices[i]);
    }
    thud_vec2 middle = thud_vec2_scale(sum, 1.0f / (float)shape->count);
    float thickness = FLT_MAX;
    for (int i = 0; i < shape->count; i++) {
        float distance = thud_vec2_dot(shape->normals[i], thud_vec2_sub(shape->vertices[i], middle));
        thickness = thud_min(thickness, distance);
    }
    return thickness + shape->radius;
}

float thud_body_rebase_shape(thud_world *world, int32_t slot, int32_t shape, const thud_shape *geometry) {
    const thud_body *body = &world->bodies.bodies[slot];
    thud_sleep_data *sleep_data = &world->bodies.sleep_data[slot];
    float extent = thud_shape_table_rebase(&world->shapes, shape, geometry, body->mass.center);
    if (world->shapes.records[shape].def->sensor) {
        return extent;
    }
    sleep_data->reach = thud_max(sleep_data->reach, extent);
    sleep_data->thickness = thud_min(sleep_data->thickness, half_thickness(geometry));
    if (body->type == THUD_BODY_DYNAMIC) {
        world->bodies.least_thickness = thud_min(world->bodies.least_thickness, sleep_data->thickness);
        world->bodies.largest_reach = thud_max(world->bodies.largest_reach, sleep_data->reach);
    }
    return extent;
}

static void rebase_shapes(thud_world *world, int32_t slot, const thud_weighed_shape *known) {
    thud_sleep_data *sleep_data = &world->bodies.sleep_data[slot];
    float farthest = 0.0f;
    world->bodies.bodies[slot].recentered = false;
    sleep_data->reach = 0.0f;
    sleep_data->thickness = FLT_MAX;
    THUD_EACH_SHAPE(world, slot, shape) {
        float extent;
        if (known != NULL && known->slot == shape) {
            extent = thud_body_rebase_shape(world, slot, shape, known->geometry);
        } else {
            thud_shape geometry;
            thud_shape_record_read(&world->shapes.records[shape], &geometry);
            extent = thud_body_rebase_shape(world, slot, shape, &geometry);
        }
        farthest = thud_max(farthest, extent);
    }
    if (sleep_data->reach == 0.0f) {
        sleep_data->reach = farthest; /* of sensors alone: a body that turns is not at rest */
    }
    THUD_EACH_CONTACT(world, slot, link) { /* the arms of their manifolds are from the old centre of mass */
        world->contacts.origins[thud_link_owner(link)] = (thud_contact_origin){0};
    }
}

void thud_body_update_mass(thud_world *world, int32_t slot, const thud_weighed_shape *known) {
    adopt_mass(world, slot, body_mass(world, slot, known));
    rebase_shapes(world, slot, known);
}

void thud_body_begin_mass(thud_world *world, int32_t slot) {
    thud_body *body = &world->bodies.bodies[slot];
    body->mass.mass = body->type == THUD_BODY_DYNAMIC ? 1.0f : 0.0f;
    world->bodies.inverse_masses[slot] = inverse_of(body);
    world->bodies.sleep_data[slot].thickness = FLT_MAX;
}

void thud_body_override_mass(thud_world *world, int32_t slot, const thud_mass *mass) {
    forget_sums(&world->bodies.bodies[slot]);
    world->bodies.bodies[slot].mass_overridden = true;
    adopt_mass(world, slot, *mass);
    rebase_shapes(world, slot, NULL);
}

/* The same from sums that are up to date, with the shapes left for later. */
static void recenter(thud_world *world, int32_t slot) {
    thud_body *body = &world->bodies.bodies[slot];
    adopt_mass(world, slot, sums_total(body->sums));
    if (body->recentered) {
        return;
    }
    if (THUD_RESERVE(&world->hooks, world->recentered, world->recentered_capacity,
                     world->recentered_count + 1)) {
        world->recentered[world->recentered_count++] = slot;
        body->recentered = true;
    } else {
        rebase_shapes(world, slot, NULL);
    }
}

void thud_update_recentered_bodies(thud_world *world) {
    for (int32_t i = 0; i < world->recentered_count; i++) {
        int32_t slot = world->recentered[i];
        if (world->bodies.states[slot] != THUD_STATE_FREE && world->bodies.bodies[slot].recentered) {
            rebase_shapes(world, slot, NULL);
        }
    }
    world->recentered_count = 0;
}

/* ---- adding and removing shapes ---- */

/* If the mass does not depend on the shapes, adding or removing one leaves the others alone, so that loading
 * and breaking a level of ten thousand tiles on one body is fast. Reach and thickness are then conservative. */
void thud_body_count_shape_in(thud_world *world, int32_t slot, const thud_weighed_shape *shape) {
    thud_body *body = &world->bodies.bodies[slot];
    if (!thud_shapes_make_mass(body)) {
        (void)thud_body_rebase_shape(world, slot, shape->slot, shape->geometry);
    } else if (has_many_shapes(body) && sums_hold(body, body->shape_count - 1)) {
        sums_add(body->sums, &shape->mass, 1.0);
        recenter(world, slot);
    } else {
        thud_body_update_mass(world, slot, shape);
    }
}

void thud_body_count_shape_out(thud_world *world, int32_t slot, const thud_mass *mass) {
    thud_body *body = &world->bodies.bodies[slot];
    if (!thud_shapes_make_mass(body)) {
        return;
    }
    if (!has_many_shapes(body) || !sums_hold(body, body->shape_count + 1)) {
        thud_body_update_mass(world, slot, NULL);
        return;
    }
    sums_add(body->sums, mass, -1.0);
    if (sums_are_worn(body->sums)) {
        sum_anew(world, slot, NULL, body->sums);
    }
    recenter(world, slot);
}
