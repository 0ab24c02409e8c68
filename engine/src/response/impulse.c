/*
 * impulse.c: the collision of two rigid bodies at one contact, after Chris Hecker, "Physics, Part 3:
 * Collision Response" (Game Developer, 1997). An impulse j along the unit direction d at the arms r_a, r_b
 * changes the relative velocity along d by j k, with the inverse of the effective mass
 *
 *     k = 1/m_a + 1/m_b + (r_a x d)^2 / I_a + (r_b x d)^2 / I_b
 *
 * so that the impulse is the required change of velocity divided by k. The solver iterates the same equation.
 */
#include "geometry/unit.h"
#include "response/material.h"

static thud_vec2 point_velocity(const thud_rigid *body, thud_vec2 arm) {
    return thud_vec2_add(body->velocity, thud_vec2_cross_scalar(body->angular_velocity, arm));
}

static float inverse_effective_mass(const thud_rigid *body, thud_vec2 arm, thud_vec2 direction) {
    float lever = thud_vec2_cross(arm, direction);
    return body->inverse_mass + lever * lever * body->inverse_inertia;
}

thud_status thud_rigid_check(const thud_rigid *body) {
    if (!thud_vec2_is_finite(body->velocity) || !thud_is_finite(body->angular_velocity) ||
        !thud_is_finite(body->inverse_mass) || !thud_is_finite(body->inverse_inertia)) {
        return THUD_NOT_FINITE;
    }
    return body->inverse_mass < 0.0f || body->inverse_inertia < 0.0f ? THUD_NEGATIVE : THUD_OK;
}

static thud_status check_contact_point(const thud_contact_point *contact) {
    if (!thud_vec2_is_finite(contact->normal) || !thud_vec2_is_finite(contact->arm_a) ||
        !thud_vec2_is_finite(contact->arm_b)) {
        return THUD_NOT_FINITE;
    }
    return thud_is_unit(contact->normal) ? THUD_OK : THUD_NOT_NORMALIZED;
}

thud_vec2 thud_relative_velocity(const thud_rigid *a, const thud_rigid *b,
                                 const thud_contact_point *contact) {
    if (a == NULL || b == NULL || contact == NULL) {
        return thud_vec2_make(0.0f, 0.0f);
    }
    return thud_vec2_sub(point_velocity(b, contact->arm_b), point_velocity(a, contact->arm_a));
}

float thud_effective_mass(const thud_rigid *a, const thud_rigid *b, const thud_contact_point *contact,
                          thud_vec2 direction) {
    if (a == NULL || b == NULL || contact == NULL) {
        return 0.0f;
    }
    float k = inverse_effective_mass(a, contact->arm_a, direction) +
              inverse_effective_mass(b, contact->arm_b, direction);
    return k > 0.0f ? 1.0f / k : 0.0f;
}

thud_status thud_collision_impulse(const thud_rigid *a, const thud_rigid *b,
                                   const thud_contact_point *contact, const thud_material *material,
                                   thud_impulse *impulse) {
    if (a == NULL || b == NULL || contact == NULL || material == NULL || impulse == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    thud_status refused[] = {thud_rigid_check(a), thud_rigid_check(b), check_contact_point(contact),
                             thud_material_check(material)};
    for (int i = 0; i < 4; i++) {
        if (refused[i] != THUD_OK) {
            return refused[i];
        }
    }
    thud_vec2 normal = contact->normal;
    thud_vec2 tangent = thud_vec2_perp(normal);
    thud_vec2 velocity = thud_relative_velocity(a, b, contact);
    float normal_speed = thud_vec2_dot(velocity, normal);
    if (normal_speed >= 0.0f) {
        impulse->normal = 0.0f;
        impulse->tangent = 0.0f;
        return THUD_OK;
    }
    float j = -(1.0f + material->elasticity) * normal_speed * thud_effective_mass(a, b, contact, normal);
    /* `surface_speed` moves the surface of a along -tangent, that of b along +tangent. */
    float slip = thud_vec2_dot(velocity, tangent) + material->surface_speed;
    float friction = material->friction * j;
    impulse->normal = j;
    impulse->tangent = thud_clamp(-slip * thud_effective_mass(a, b, contact, tangent), -friction, friction);
    return THUD_OK;
}

static void apply_to(thud_rigid *body, thud_vec2 arm, thud_vec2 impulse) {
    body->velocity = thud_vec2_mul_add(body->velocity, body->inverse_mass, impulse);
    body->angular_velocity += body->inverse_inertia * thud_vec2_cross(arm, impulse);
}

void thud_apply_impulse(thud_rigid *a, thud_rigid *b, const thud_contact_point *contact,
                        thud_impulse impulse) {
    if (a == NULL || b == NULL || contact == NULL) {
        return;
    }
    thud_vec2 push = thud_vec2_mul_add(thud_vec2_scale(contact->normal, impulse.normal), impulse.tangent,
                                       thud_vec2_perp(contact->normal));
    apply_to(a, contact->arm_a, thud_vec2_neg(push));
    apply_to(b, contact->arm_b, push);
}
