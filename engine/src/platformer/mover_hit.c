/* mover_hit.c: forces of a mover on dynamic bodies: it pushes those that it hits, and weighs on its floor. */
#include "platformer/mover_move.h"

/* Effective mass of a dynamic body for an impulse at a point along a unit vector [kg]. */
static float effective_mass(const thud_world *world, int32_t body, thud_vec2 point, thud_vec2 direction) {
    const thud_inverse_mass *inverse = &world->bodies.inverse_masses[body];
    float lever = thud_vec2_cross(thud_vec2_sub(point, world->bodies.poses[body].position), direction);
    float free_x = (inverse->locks & THUD_LOCK_X) != 0 ? 0.0f : direction.x;
    float free_y = (inverse->locks & THUD_LOCK_Y) != 0 ? 0.0f : direction.y;
    float k = inverse->linear * (free_x * free_x + free_y * free_y) + inverse->angular * lever * lever;
    return k > 0.0f ? 1.0f / k : 0.0f;
}

float thud_move_hit(thud_move *move, const thud_world_hit *hit, thud_vec2 velocity) {
    thud_vec2 normal = hit->cast.normal;
    thud_vec2 surface = thud_body_velocity_at(move->world, hit->body, hit->cast.point);
    float approach = -thud_vec2_dot(thud_vec2_sub(velocity, surface), normal);
    float receding = -thud_vec2_dot(surface, normal);
    float impulse = 0.0f;
    int32_t body = (int32_t)hit->body.slot;
    if (move->world->bodies.bodies[body].type == THUD_BODY_DYNAMIC && approach > 0.0f) {
        float mass = effective_mass(move->world, body, hit->cast.point, normal);
        impulse = thud_min(mass * approach, move->def->push_force * move->dt);
        receding += mass > 0.0f ? impulse / mass : 0.0f;
        if (move->acts && impulse > 0.0f) {
            thud_body_apply_impulse(move->world, hit->body, thud_vec2_scale(normal, -impulse),
                                    hit->cast.point);
        }
    }
    if (move->result->hit_count < THUD_MOVER_HITS) {
        move->result->hits[move->result->hit_count++] = (thud_mover_hit){.body = hit->body,
                                                                       .shape = hit->shape,
                                                                       .point = hit->cast.point,
                                                                       .normal = normal,
                                                                       .travel = move->travelled,
                                                                       .speed = thud_max(approach, 0.0f),
                                                                       .impulse = impulse};
    }
    return thud_max(receding, 0.0f);
}

void thud_move_weigh(thud_move *move) {
    const thud_world *world = move->world;
    if (!move->acts || !move->state.on_floor || move->def->mass == 0.0f ||
        world->bodies.bodies[move->ground.body.slot].type != THUD_BODY_DYNAMIC) {
        return;
    }
    /* A force, not an impulse: it acts in all substeps of the next step, with the contacts below that hold it. */
    thud_vec2 force = thud_vec2_scale(world->def.gravity, move->def->mass);
    if (force.x != 0.0f || force.y != 0.0f) {
        thud_body_apply_force(move->world, move->ground.body, force, move->ground.point);
    }
}
