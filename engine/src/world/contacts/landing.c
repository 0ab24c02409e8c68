/*
 * landing.c: the first impulses of a body that lands flat. The solver finds those of two points one after the other, in the few passes
 * of a step, and the difference turns the body: of 400 boxes four times as tall as wide that fell upright from 1 to 7 m 32 tipped over.
 * So a contact that begins with both points has the impulses l that stop both at once, as if they were those of the last step. Of a
 * body with the inverse mass m and the inverse inertia i, whose points at the levers x and y approach faster by u and v than it takes to
 * close their gaps in a substep,
 *
 *     l_1 = (m (u - v) + i y (y u - x v)) / (m i (y - x)^2)         l_2 = (m (v - u) + i x (x v - y u)) / (m i (y - x)^2)
 */
#include "world/contacts/landing.h"

/* Whether only a contact stops a body: joints pass on an impact, as the knees of legs do. */
static bool is_stopped_alone(const thud_body_table *bodies, int32_t body) {
    return bodies->bodies[body].first_joint == THUD_NONE && bodies->inverse_masses[body].locks == 0;
}

void thud_stop_landing(const thud_contact_table *contacts, const thud_body_table *bodies, int32_t contact,
                       float inverse_h) {
    const thud_contact_features *features = &contacts->features[contact];
    thud_contact_manifold *manifold = &contacts->manifolds[contact];
    /* What is elastic is solved in another way; one-way contacts are decided later. */
    bool is_plain = manifold->signed_points > 0.0f && (features->flags & THUD_CONTACT_KINEMATIC) != 0 &&
                    features->one_way == 0;
    const thud_contact_pair *pair = &contacts->pairs[contact];
    bool is_a = bodies->inverse_masses[pair->body_a].linear > 0.0f;
    int32_t body = is_a ? pair->body_a : pair->body_b, ground = is_a ? pair->body_b : pair->body_a;
    if (!is_plain || !is_stopped_alone(bodies, body) || thud_state_moves(bodies->states[ground])) {
        return;
    }
    const thud_velocity *velocity = &bodies->velocities[body];
    thud_vec2 towards = is_a ? manifold->normal : thud_vec2_neg(manifold->normal);
    float x = thud_vec2_cross(is_a ? manifold->arm_a[0] : manifold->arm_b, towards);
    float y = x + thud_vec2_cross(thud_vec2_sub(manifold->arm_a[1], manifold->arm_a[0]), towards);
    float approach = thud_vec2_dot(velocity->linear, towards);
    float u = approach + velocity->angular * x - inverse_h * thud_max(manifold->separation[0], 0.0f);
    float v = approach + velocity->angular * y - inverse_h * thud_max(manifold->separation[1], 0.0f);
    float linear = bodies->inverse_masses[body].linear, angular = bodies->inverse_masses[body].angular;
    float apart = linear * (u - v), turned = angular * (y * u - x * v),
          scale = 1.0f / (linear * angular * (y - x) * (y - x));
    float first = scale * (apart + y * turned), second = -scale * (apart + x * turned);
    if (first > 0.0f && second > 0.0f) {
        manifold->normal_impulse[0] = first;
        manifold->normal_impulse[1] = second;
    }
}
