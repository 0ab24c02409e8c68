/*
 * arcade.c: the response of action games, in which bodies do not turn. The relative velocity d = v_a - v_b is
 * split into its parts along the normal and the tangent. The approach is reversed, times the elasticity; friction
 * reduces the sliding velocity, and ends it below `glue`. Both bodies share the change by their inverse
 * masses. The normal covers slopes without a special case.
 */
#include "thud/response.h"

#include "geometry/unit.h"

static thud_status check_surface(const thud_arcade_surface *surface) {
    if (!thud_is_finite(surface->elasticity) || !thud_is_finite(surface->friction) ||
        !thud_is_finite(surface->glue)) {
        return THUD_NOT_FINITE;
    }
    if (surface->elasticity < 0.0f || surface->friction < 0.0f || surface->glue < 0.0f) {
        return THUD_NEGATIVE;
    }
    return surface->elasticity > 1.0f || surface->friction > 1.0f ? THUD_OUT_OF_RANGE : THUD_OK;
}

thud_status thud_arcade_response(thud_vec2 *velocity_a, float inverse_mass_a, thud_vec2 *velocity_b,
                                 float inverse_mass_b, thud_vec2 normal, const thud_arcade_surface *surface) {
    if (velocity_a == NULL || velocity_b == NULL || surface == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    if (!thud_vec2_is_finite(*velocity_a) || !thud_vec2_is_finite(*velocity_b) ||
        !thud_vec2_is_finite(normal) || !thud_is_finite(inverse_mass_a) || !thud_is_finite(inverse_mass_b)) {
        return THUD_NOT_FINITE;
    }
    if (inverse_mass_a < 0.0f || inverse_mass_b < 0.0f) {
        return THUD_NEGATIVE;
    }
    if (!thud_is_unit(normal)) {
        return THUD_NOT_NORMALIZED;
    }
    thud_status refused = check_surface(surface);
    if (refused != THUD_OK) {
        return refused;
    }
    thud_vec2 relative = thud_vec2_sub(*velocity_a, *velocity_b);
    float approach = thud_vec2_dot(relative, normal);
    if (approach <= 0.0f) {
        return THUD_OK;
    }
    thud_vec2 bounce = thud_vec2_scale(normal, approach);
    thud_vec2 slide = thud_vec2_sub(relative, bounce);
    bool sticks = thud_vec2_length_squared(slide) < surface->glue * surface->glue;
    float lost = sticks ? 1.0f : surface->friction;
    thud_vec2 change = thud_vec2_mul_add(thud_vec2_scale(bounce, 1.0f + surface->elasticity), lost, slide);
    thud_vec2 change_a, change_b;
    thud_share_mtd(thud_vec2_neg(change), inverse_mass_a, inverse_mass_b, &change_a, &change_b);
    *velocity_a = thud_vec2_add(*velocity_a, change_a);
    *velocity_b = thud_vec2_add(*velocity_b, change_b);
    return THUD_OK;
}

void thud_share_mtd(thud_vec2 translation, float inverse_mass_a, float inverse_mass_b, thud_vec2 *move_a,
                    thud_vec2 *move_b) {
    if (move_a == NULL || move_b == NULL) {
        return;
    }
    float total = inverse_mass_a + inverse_mass_b;
    float share_a = total > 0.0f ? inverse_mass_a / total : 0.0f;
    float share_b = total > 0.0f ? inverse_mass_b / total : 0.0f;
    *move_a = thud_vec2_scale(translation, share_a);
    *move_b = thud_vec2_scale(translation, -share_b);
}
