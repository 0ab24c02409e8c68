/* gravity_area.c: areas with gravity in a direction or towards a point. */
#include "world/check.h"
#include "world/forces/field.h"
#include "world/world_state.h"

thud_gravity_area thud_gravity_area_defaults(void) {
    return (thud_gravity_area){.area = THUD_FIELD_EVERYWHERE,
                               .direction = {0.0f, -1.0f},
                               .strength = 10.0f,
                               .radius = 1.0f,
                               .falloff = THUD_FALLOFF_INVERSE_SQUARE,
                               .wakes_sleepers = true,
                               .filter = thud_query_filter_all()};
}

static bool check_area(const thud_world *world, thud_call call, const thud_gravity_area *area, float dt) {
    if (!thud_field_check_call(world, call, area != NULL, "area") ||
        !thud_field_check_area(world, call, area->area)) {
        return false;
    }
    if (area->kind != THUD_GRAVITY_DIRECTION && area->kind != THUD_GRAVITY_POINT) {
        return thud_refuse(world, call, THUD_OUT_OF_RANGE, "kind", (double)area->kind);
    }
    if (area->falloff < THUD_FALLOFF_NONE || area->falloff > THUD_FALLOFF_INVERSE_SQUARE) {
        return thud_refuse(world, call, THUD_OUT_OF_RANGE, "falloff", (double)area->falloff);
    }
    if (!thud_check_finite_vec2(world, call, "direction", area->direction) ||
        !thud_check_finite_vec2(world, call, "point", area->point) ||
        !thud_check_finite(world, call, "strength", area->strength) ||
        !thud_check_positive(world, call, "radius", area->radius) ||
        !thud_check_positive(world, call, "dt", dt)) {
        return false;
    }
    bool aimless = area->kind == THUD_GRAVITY_DIRECTION &&
                   thud_vec2_length_squared(thud_vec2_normalize(area->direction)) == 0.0f;
    return !aimless || thud_refuse(world, call, THUD_ZERO_LENGTH, "direction", 0.0);
}

/* Strength at a distance from the point relative to that at the radius. */
static float share_at(const thud_gravity_area *area, float distance) {
    float ratio = area->radius / distance;
    if (distance < area->radius) {
        return distance / area->radius;
    }
    switch (area->falloff) {
    case THUD_FALLOFF_INVERSE:
        return ratio;
    case THUD_FALLOFF_INVERSE_SQUARE:
        return ratio * ratio;
    default:
        return 1.0f;
    }
}

static thud_vec2 acceleration_at(const thud_gravity_area *area, thud_vec2 position) {
    if (area->kind == THUD_GRAVITY_DIRECTION) {
        return thud_vec2_scale(thud_vec2_normalize(area->direction), area->strength);
    }
    thud_vec2 arrow = thud_vec2_sub(area->point, position);
    float share = share_at(area, thud_vec2_length(arrow));
    return thud_vec2_scale(thud_vec2_normalize(arrow), area->strength * share);
}

static void pull_body(const thud_field *field, int32_t body, const void *context) {
    const thud_gravity_area *area = context;
    const thud_body_table *bodies = &field->world->bodies;
    thud_vec2 center = thud_field_center(field, body).position;
    float inverse_mass = bodies->inverse_masses[body].linear;
    if (!thud_aabb_contains_point(area->area, center) || !(inverse_mass > 0.0f)) {
        return;
    }
    float mass = bodies->bodies[body].gravity_scale / inverse_mass;
    thud_push push = {thud_vec2_scale(acceleration_at(area, center), mass), 0.0f, 0.0f};
    thud_field_push(field, body, &push);
}

bool thud_world_apply_gravity_area(thud_world *world, const thud_gravity_area *area, float dt) {
    const thud_call call = thud_on_world(__func__);
    if (!check_area(world, call, area, dt)) {
        return false;
    }
    thud_field field = {
        world, call, area->area, area->filter, !area->wakes_sleepers, dt, thud_field_lead(world, dt)};
    return thud_field_visit(&field, pull_body, area);
}
