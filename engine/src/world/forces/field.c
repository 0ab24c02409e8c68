/* field.c: finds the bodies in a field of forces, and applies its forces. */
#include "world/forces/field.h"

#include "world/bodies/body_motion.h"
#include "world/check.h"
#include "world/queries/query_arguments.h"
#include "world/sleep.h"
#include "world/world_state.h"

/* ---- finding ---- */

typedef struct field_visit {
    const thud_field *field;
    thud_field_visitor *visitor;
    const void *context;
} field_visit;

static bool is_in_field(const thud_field *field, const thud_shape_record *shape) {
    thud_prepared_filter filter = thud_prepare_filter(&field->filter);
    return shape->proxy.generation != 0 && !shape->def->sensor &&
           thud_aabb_overlaps(thud_hash_fat_box(field->world->hash, shape->proxy), field->area) &&
           thud_query_accepts(field->world, &filter, shape);
}

int32_t thud_field_next_shape(const thud_field *field, int32_t body, int32_t shape) {
    const thud_shape_record *records = field->world->shapes.records;
    int32_t next = shape == THUD_NONE ? field->world->bodies.bodies[body].first_shape : records[shape].next;
    while (next != THUD_NONE && !is_in_field(field, &records[next])) {
        next = records[next].next;
    }
    return next;
}

static bool may_be_pushed(const thud_field *field, int32_t body) {
    uint8_t state = field->world->bodies.states[body];
    return state == THUD_STATE_AWAKE || (state == THUD_STATE_ASLEEP && !field->skips_sleepers);
}

static bool visit_proxy(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    const field_visit *visit = context;
    int32_t body = visit->field->world->shapes.records[user].body;
    if (may_be_pushed(visit->field, body) &&
        thud_field_next_shape(visit->field, body, THUD_NONE) == (int32_t)user) {
        visit->visitor(visit->field, body, visit->context);
    }
    return true;
}

bool thud_field_visit(const thud_field *field, thud_field_visitor *visitor, const void *context) {
    thud_world *world = field->world;
    if (!thud_query_check_filter(world, field->call, &field->filter)) {
        return false;
    }
    if (!thud_aabb_is_valid(field->area)) {
        return thud_refuse(world, field->call, THUD_NOT_FINITE, "area", 0.0);
    }
    if (!THUD_RESERVE(&world->hooks, world->forced, world->forced_capacity, world->bodies.capacity)) {
        return thud_refuse(world, field->call, THUD_OUT_OF_MEMORY, "force", 0.0);
    }
    field_visit visit = {field, visitor, context};
    world->locked = true; /* a visitor may call the user's callbacks */
    thud_hash_query_kind(world->hash, THUD_PROXY_MOVING, field->area, visit_proxy, &visit);
    world->locked = false;
    return true;
}

float thud_field_lead(const thud_world *world, float dt) {
    float substeps = (float)world->def.solver.substeps;
    return dt * (substeps - 1.0f) / (2.0f * substeps);
}

thud_pose thud_field_center(const thud_field *field, int32_t body) {
    thud_pose pose = field->world->bodies.poses[body];
    if (field->lead > 0.0f) {
        const thud_velocity *velocity = &field->world->bodies.velocities[body];
        thud_rot turn = thud_rot_from_angle(velocity->angular * field->lead);
        pose.position = thud_vec2_mul_add(pose.position, field->lead, velocity->linear);
        pose.rotation = thud_rot_mul(pose.rotation, turn);
    }
    return pose;
}

thud_pose thud_field_pose(const thud_field *field, int32_t body) {
    thud_pose center = thud_field_center(field, body);
    return thud_body_origin_pose(&field->world->bodies, body, &center);
}

thud_field_shape thud_field_place(const thud_field *field, int32_t shape) {
    const thud_shape_record *record = &field->world->shapes.records[shape];
    thud_field_shape placed;
    thud_shape_record_read(record, &placed.shape);
    placed.pose = thud_field_pose(field, record->body);
    return placed;
}

/* ---- pushing ---- */

void thud_push_add(thud_push *push, const thud_inverse_mass *inverse_mass, thud_vec2 arm, thud_vec2 force,
                   float stiffness) {
    push->force = thud_vec2_add(push->force, force);
    push->torque += thud_vec2_cross(arm, force);
    push->rate += stiffness * (inverse_mass->linear + inverse_mass->angular * thud_vec2_length_squared(arm));
}

void thud_field_push(const thud_field *field, int32_t body, const thud_push *push) {
    float share = 1.0f / (1.0f + push->rate * field->dt);
    thud_vec2 force = thud_vec2_scale(push->force, share);
    float torque = push->torque * share;
    thud_world *world = field->world;
    const thud_inverse_mass *inverse_mass = &world->bodies.inverse_masses[body];
    if (!thud_vec2_is_finite(thud_vec2_scale(force, inverse_mass->linear)) ||
        !thud_is_finite(torque * inverse_mass->angular)) {
        return; /* the body would be lost */
    }
    if (!field->skips_sleepers) {
        thud_wake_island(world, body);
    }
    thud_body_add_force(world, field->call, body, force, torque);
}

/* ---- checks ---- */

bool thud_field_check_call(const thud_world *world, thud_call call, bool given, const char *name) {
    return thud_world_may_change(world, call) && thud_check_given(world, call, name, given);
}

bool thud_field_check_area(const thud_world *world, thud_call call, thud_aabb area) {
    return thud_check_finite_vec2(world, call, "area.min", area.min) &&
           thud_check_finite_vec2(world, call, "area.max", area.max) &&
           (thud_aabb_is_valid(area) ||
            thud_refuse(world, call, THUD_INVALID_BOUNDS, "area", (double)area.min.x));
}
