/* buoyancy.c: water lifts a body by the weight of the displaced water, and drags it along. */
#include "world/check.h"
#include "world/forces/field.h"
#include "world/world_state.h"

thud_buoyancy thud_buoyancy_defaults(void) {
    return (thud_buoyancy){.density = 1.0f,
                           .linear_drag = 2.0f,
                           .angular_drag = 1.0f,
                           .wakes_sleepers = true,
                           .filter = thud_query_filter_all()};
}

static bool check_water(const thud_world *world, thud_call call, const thud_buoyancy *water, float dt) {
    if (!thud_field_check_call(world, call, water != NULL, "water") ||
        !thud_field_check_area(world, call, water->area) ||
        !thud_check_positive(world, call, "density", water->density) ||
        !thud_check_not_negative(world, call, "linear_drag", water->linear_drag) ||
        !thud_check_not_negative(world, call, "angular_drag", water->angular_drag) ||
        !thud_check_finite_vec2(world, call, "flow", water->flow) ||
        !thud_check_not_negative(world, call, "wave_height", water->wave_height) ||
        !thud_check_positive(world, call, "dt", dt)) {
        return false;
    }
    thud_status status = water->outline == NULL ? THUD_OK : thud_shape_check(water->outline);
    return status == THUD_OK || thud_refuse(world, call, status, "outline", 0.0);
}

/* ---- the surface ---- */

/* Water, and the direction of its surface along y: 1, or -1 where gravity points up, as with y down. */
typedef struct water_field {
    const thud_buoyancy *water;
    float up;
} water_field;

typedef struct water_line {
    thud_vec2 point, up;
} water_line;

static float surface_at(const water_field *pool, float x) {
    const thud_buoyancy *water = pool->water;
    float level = pool->up > 0.0f ? water->area.max.y : water->area.min.y;
    float wave = water->wave == NULL ? 0.0f : water->wave(x, water->wave_context);
    float most = water->wave_height;
    return level + (thud_is_finite(wave) ? pool->up * thud_clamp(wave, -most, most) : 0.0f);
}

/* The line through the heights of the water at the two sides of a box. */
static water_line surface_over(const water_field *pool, thud_aabb box) {
    thud_vec2 left = {box.min.x, surface_at(pool, box.min.x)};
    thud_vec2 right = {box.max.x, surface_at(pool, box.max.x)};
    bool is_flat = pool->water->wave == NULL;
    thud_vec2 along = is_flat ? thud_vec2_make(1.0f, 0.0f) : thud_vec2_normalize(thud_vec2_sub(right, left));
    return (water_line){thud_vec2_lerp(left, right, 0.5f), thud_vec2_scale(thud_vec2_perp(along), pool->up)};
}

static thud_submersion submerged_in(const water_field *pool, const thud_field_shape *placed) {
    const thud_buoyancy *water = pool->water;
    thud_submersion none = {0.0f, placed->pose.position};
    thud_pose world_frame = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    if (water->outline != NULL && !thud_overlap(&placed->shape, placed->pose, water->outline, world_frame)) {
        return none;
    }
    water_line line = surface_over(pool, thud_shape_aabb(&placed->shape, placed->pose));
    return thud_shape_submerged(&placed->shape, placed->pose, line.point, line.up);
}

/* ---- the forces ---- */

/* The area and centroid of the water displaced by all shapes of a body. */
static thud_submersion displaced(const thud_field *field, const water_field *pool, int32_t body) {
    thud_vec2 center = thud_field_center(field, body).position;
    thud_vec2 first = {0.0f, 0.0f}; /* moment of area about the centre of mass [m^3] */
    float area = 0.0f;
    for (int32_t shape = thud_field_next_shape(field, body, THUD_NONE); shape != THUD_NONE;
         shape = thud_field_next_shape(field, body, shape)) {
        thud_field_shape placed = thud_field_place(field, shape);
        thud_submersion part = submerged_in(pool, &placed);
        area += part.area;
        first = thud_vec2_mul_add(first, part.area, thud_vec2_sub(part.centroid, center));
    }
    return (thud_submersion){area, area > 0.0f ? thud_vec2_mul_add(center, 1.0f / area, first) : center};
}

static void float_body(const thud_field *field, int32_t body, const void *context) {
    const water_field *pool = context;
    const thud_buoyancy *water = pool->water;
    thud_submersion below = displaced(field, pool, body);
    if (!(below.area > 0.0f)) {
        return;
    }
    thud_world *world = field->world;
    const thud_inverse_mass *inverse_mass = &world->bodies.inverse_masses[body];
    float water_mass = water->density * below.area;
    thud_vec2 arm = thud_vec2_sub(below.centroid, thud_field_center(field, body).position);
    thud_vec2 slip = thud_vec2_sub(water->flow, thud_velocity_at(&world->bodies.velocities[body], arm));

    thud_push lift = {0};
    thud_push_add(&lift, inverse_mass, arm, thud_vec2_scale(world->def.gravity, -water_mass), 0.0f);
    thud_push drag = {0};
    float stiffness = water->linear_drag * water_mass;
    thud_push_add(&drag, inverse_mass, arm, thud_vec2_scale(slip, stiffness), stiffness);
    /* Rotation has a rate of its own, from the body's inertia. */
    float turn_rate = water->angular_drag * water_mass * inverse_mass->linear;
    drag.rate += turn_rate;
    if (inverse_mass->angular > 0.0f) {
        drag.torque -= turn_rate * world->bodies.velocities[body].angular / inverse_mass->angular;
    }
    thud_field_push(field, body, &lift);
    thud_field_push(field, body, &drag);
}

bool thud_world_apply_buoyancy(thud_world *world, const thud_buoyancy *water, float dt) {
    const thud_call call = thud_on_world(__func__);
    if (!check_water(world, call, water, dt)) {
        return false;
    }
    thud_field field = {
        world, call, water->area, water->filter, !water->wakes_sleepers, dt, thud_field_lead(world, dt)};
    const water_field pool = {water, world->def.gravity.y > 0.0f ? -1.0f : 1.0f};
    float rise = water->wave == NULL ? 0.0f : water->wave_height;
    field.area.max.y += pool.up > 0.0f ? rise : 0.0f;
    field.area.min.y -= pool.up < 0.0f ? rise : 0.0f;
    return thud_field_visit(&field, float_body, &pool);
}
