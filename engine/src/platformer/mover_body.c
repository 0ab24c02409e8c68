/* mover_body.c: a mover among bodies: its own body follows it and pushes those that hit it; it pushes dynamic bodies that it
 * hits, and weighs on its floor. */
#include "platformer/mover_move.h"

#include "narrowphase/manifold.h"

#include "world/bodies/shape_boxes.h"
#include "world/contacts/one_way.h"
#include "world/contacts/pre_solve.h"
#include "world/sleep.h"

void thud_body_move_to(thud_world *world, thud_body_id body, thud_pose pose) {
    int32_t slot = (int32_t)body.slot;
    if (!(thud_abs(pose.position.x) <= THUD_MAX_POSITION && thud_abs(pose.position.y) <= THUD_MAX_POSITION)) {
        return;
    }
    thud_wake_around(world, slot);
    thud_body_place(&world->bodies, slot, pose);
    if (!thud_state_moves(world->bodies.states[slot])) { /* else the next step renews its previous pose */
        thud_note_rested(world, slot);
    }
    thud_one_way_forget(world, slot);
    thud_body_move_proxies(world, slot);
}

/* A floor that gains less than this part of the velocity of a free fall is held: the whole weight acts on it. */
#define HELD_SHARE 0.5f

/* Sine up to which two normals are those of one face. */
#define SAME_FACE_SINE 1.0e-3f

/* A floor bears at most so many times its own mass: without the mover's inertia more weight would spin and throw it. */
#define MOST_LOAD 20.0f

/* Least cosine between the normals of two obstacles that stop the mover as one. */
#define SAME_WAY 0.9f

/* Highest rise in a step that counts as one of the floor, in half widths of the shape. */
#define MOST_RISE 0.5f

/* Least part of a push that must lead along the ground. */
#define LEAST_SHARE 0.1f

/* Makes the body a mover's and updates its shape from the definition: the one that was added first of those that are no sensors. */
static void renew_body(thud_move *move) {
    move->world->bodies.bodies[move->state.body.slot].mover = true;
    const thud_shape *wanted = &move->def->shape;
    int32_t found = THUD_NONE;
    THUD_EACH_SHAPE(move->world, move->state.body.slot, shape) {
        found = move->world->shapes.records[shape].def->sensor ? found : shape; /* the list begins with the last one */
    }
    if (found == THUD_NONE) {
        return;
    }
    const thud_shape_record *record = &move->world->shapes.records[found];
    bool is_same =
        record->count == wanted->count && record->radius == wanted->radius &&
        thud_same_bytes(record->outline, wanted->vertices, (size_t)wanted->count * sizeof wanted->vertices[0]);
    if (!is_same) {
        thud_shape_set_geometry(move->world, thud_shape_id_at(move->world, found), wanted);
    }
}

/* The speed of an obstacle's surface along the contact's normal [m/s]. */
THUD_OWN_CODE float surface_speed(const thud_move *move, const thud_world_contact *contact) {
    return thud_vec2_dot(thud_body_velocity_at(move->world, contact->body, contact->points[0]), contact->normal);
}

/* The speed at which an obstacle counts as coming nearer in the next step [m/s]. The mover's body may close
 * the gap within a step, as if the obstacle receded that fast; of the gap to another mover, which may come as
 * fast, half, and to a dynamic body, which the solver would push off before they meet. Only a kinematic floor
 * is expected to go on, and a mover on the head that rises too makes room. A crate on the head gives way: the
 * floor lifts it, too. What is beside the mover is expected to ride on its train, unless it is held back: on a
 * crate, a body that followed it farther, or met it, would press with more than push_force. */
static float approach_of(const thud_move *move, const thud_world_contact *contact) {
    const thud_body *body = &move->world->bodies.bodies[contact->body.slot];
    bool is_kinematic = body->type == THUD_BODY_KINEMATIC, stands = move->state.on_floor;
    bool is_floor = is_kinematic && stands && thud_body_id_equal(contact->body, move->state.floor_body);
    float rise = thud_vec2_dot(contact->normal, move->up);
    bool is_rider = stands && rise < THUD_MOVE_CEILING_COSINE;
    float approach = 0.0f;
    if (is_floor || (is_rider && body->mover)) {
        approach = thud_min(surface_speed(move, contact), 0.0f);
    } else if (is_rider && body->type == THUD_BODY_DYNAMIC) {
        approach = -THUD_MAX_SPEED;
    } else if (stands && body->type != THUD_BODY_STATIC && rise < move->walkable) {
        float riding = thud_vec2_dot(move->state.floor_velocity, contact->normal);
        float moving =
            thud_vec2_dot(move->world->bodies.velocities[contact->body.slot].linear, contact->normal);
        approach = thud_max(riding, thud_min(moving, 0.0f));
    }
    float share = body->type != THUD_BODY_STATIC && !is_floor ? 0.5f : 1.0f;
    return approach - share * thud_max(contact->separation - move->def->skin, 0.0f) / move->dt;
}

/* The part of the mover's mass that a floor bears: none if it is not dynamic. */
static float most_load(const thud_move *move, int32_t floor) {
    const thud_body *body = &move->world->bodies.bodies[floor];
    return body->type == THUD_BODY_DYNAMIC ? thud_min(MOST_LOAD * body->mass.mass, move->def->mass) : 0.0f;
}

/* Lets the mover's dynamic floor pass through its body in the next step, unless something is above the mover, or the floor does not
 * bear it: the next move carries it with the floor. The body does not give way: it held down what a lift raises, and its friction drove a swing on. */
static void let_floor_pass(thud_move *move) {
    thud_world *world = move->world;
    int32_t own = (int32_t)move->state.body.slot, floor = (int32_t)move->state.floor_body.slot;
    bool passes = move->state.on_floor && most_load(move, floor) == move->def->mass;
    const thud_touch_list *touch = passes ? thud_move_touch(move) : NULL; /* a search around the mover */
    for (int i = 0; passes && i < touch->count; i++) {
        passes = thud_vec2_dot(touch->contacts[i].normal, move->up) > -LEAST_SHARE;
    }
    THUD_EACH_CONTACT(world, own, link) {
        int32_t contact = thud_link_owner(link);
        const thud_contact_pair *pair = &world->contacts.pairs[contact];
        int32_t other = pair->body_a == own ? pair->body_b : pair->body_a;
        if (world->bodies.bodies[other].type == THUD_BODY_DYNAMIC) {
            thud_contact_let_pass(world, contact, passes && other == floor);
        }
    }
}

/* The velocity for the next step, without the components into nearby obstacles. */
static thud_vec2 expected_velocity(thud_move *move) {
    thud_vec2 velocity = move->velocity;
    if (move->state.on_floor) {
        velocity = thud_vec2_add(velocity, move->state.floor_velocity);
        /* A dynamic floor that rises ends its step at the velocity of the body that it presses against, also through
         * another mover: it must gain what it gained in the last step. A way out of a deep overlap is no rise of the floor: the
         * body would throw what is above. */
        thud_vec2 last = move->world->bodies.velocities[move->state.body.slot].linear;
        float risen = thud_vec2_dot(thud_vec2_add(move->carried, move->shoved), move->up);
        float missing = 2.0f * risen / move->dt - thud_vec2_dot(thud_vec2_add(last, velocity), move->up);
        const thud_body *floor = &move->world->bodies.bodies[move->state.floor_body.slot];
        if (missing > 0.0f && risen < MOST_RISE * move->half_width &&
            (floor->type == THUD_BODY_DYNAMIC || floor->mover)) {
            velocity = thud_vec2_mul_add(velocity, missing, move->up);
        }
    }
    if (velocity.x == 0.0f && velocity.y == 0.0f && move->velocity.x == 0.0f && move->velocity.y == 0.0f) {
        return velocity;
    }
    thud_plane planes[THUD_MOVE_CONTACTS];
    move->reach =
        thud_max(move->reach, THUD_MOVE_AHEAD * thud_vec2_length(velocity) * move->dt + move->def->skin);
    const thud_world_contact *contacts = thud_move_touch(move)->contacts;
    int count = move->touch.count;
    for (int i = 0; i < count; i++) {
        thud_vec2 normal = contacts[i].normal;
        float approach = approach_of(move, &contacts[i]), into = approach - thud_vec2_dot(velocity, normal);
        planes[i] =
            (thud_plane){.normal = normal, .velocity = thud_vec2_scale(normal, approach), .push = FLT_MAX};
        if (approach > 0.0f && into > 0.0f) { /* a crate that a train carries towards the mover */
            velocity = thud_vec2_mul_add(velocity, into, normal);
        }
    }
    return thud_planes_clip_velocity(velocity, planes, count, 0.0f);
}

/* The force of another body on the mover's in the last step [N]. */
static float force_of(const thud_move *move, thud_body_id other) {
    const thud_contact_table *contacts = &move->world->contacts;
    float impulse = 0.0f;
    THUD_EACH_CONTACT(move->world, move->state.body.slot, link) {
        int32_t contact = thud_link_owner(link);
        const thud_contact_pair *pair = &contacts->pairs[contact];
        if (pair->body_a == (int32_t)other.slot || pair->body_b == (int32_t)other.slot) {
            for (int i = 0; i < (int)contacts->features[contact].count; i++) {
                impulse += contacts->sums[contact].normal[i];
            }
        }
    }
    return impulse / move->dt;
}

/* The speed at which a body that touches the mover pushes it [m/s]: that of its surface. A dynamic body accelerates the mover's
 * mass by its force above push_force, up to the speed at which it has pushed. */
static float push_speed(const thud_move *move, const thud_world_contact *contact) {
    const thud_body_table *bodies = &move->world->bodies;
    if (bodies->bodies[contact->body.slot].type != THUD_BODY_DYNAMIC) {
        return surface_speed(move, contact);
    }
    float force = force_of(move, contact->body) - move->def->push_force;
    float speed = thud_vec2_dot(bodies->velocities[move->state.body.slot].linear, contact->normal) +
                  force * move->dt / thud_max(move->def->mass, FLT_MIN);
    return thud_min(speed, (thud_vec2_dot(move->shoved, contact->normal) + move->def->skin) / move->dt);
}

/* The velocity with that of the bodies that push the mover, which go on: so the solver moves the dynamic
 * bodies that the mover is pushed against, and those that push it. Unchanged if a static shape is in the way,
 * or another mover, unless a dynamic body pushes both. */
static thud_vec2 pushed_velocity(thud_move *move, thud_vec2 velocity) {
    thud_vec2 pushed = velocity;
    bool is_dynamic = false; /* it is not faster than the mover has yielded */
    const thud_body *bodies = move->world->bodies.bodies;
    const thud_touch_list *touch = thud_move_touch(move);
    for (int i = 0; i < touch->count && touch->contacts[i].separation < 2.0f * move->def->skin; i++) {
        const thud_world_contact *contact = &touch->contacts[i];
        const thud_body *body = &bodies[contact->body.slot];
        float speed = push_speed(move, contact), missing = speed - thud_vec2_dot(pushed, contact->normal);
        float down = thud_min(thud_vec2_dot(contact->normal, move->state.floor_normal), 0.0f);
        thud_vec2 way =
            thud_vec2_mul_add(contact->normal, -down, move->state.floor_normal); /* along the ground */
        float share = thud_vec2_dot(contact->normal, way);
        if (body->type != THUD_BODY_STATIC && !body->mover && missing > 0.0f && speed > 0.0f &&
            share > LEAST_SHARE) {
            pushed = thud_vec2_mul_add(pushed, missing / share, way);
            is_dynamic = is_dynamic || body->type == THUD_BODY_DYNAMIC;
        }
    }
    for (int i = 0; i < touch->count; i++) {
        const thud_world_contact *contact = &touch->contacts[i];
        const thud_body *body = &bodies[contact->body.slot];
        if ((body->type == THUD_BODY_STATIC || (body->mover && !is_dynamic)) &&
            thud_vec2_dot(pushed, contact->normal) * move->dt < -move->def->skin) {
            return velocity;
        }
    }
    return pushed;
}

void thud_move_show_body(thud_move *move) {
    renew_body(move);
    thud_body_move_to(move->world, move->state.body, move->pose);
}

/* The body is drawn from where it was before the step; after a change of place by the game, from the new place. */
static void set_previous(const thud_move *move) {
    const thud_pose *now = &move->world->bodies.poses[move->state.body.slot];
    thud_pose *previous = &move->world->bodies.previous[move->state.body.slot];
    thud_vec2 start = thud_vec2_add(now->position, thud_vec2_sub(move->start, move->pose.position));
    if (thud_vec2_distance(start, previous->position) > move->half_width) {
        *previous = (thud_pose){start, now->rotation};
    }
}

void thud_move_place_body(thud_move *move) {
    thud_body_id body = move->state.body;
    thud_world *world = move->world;
    if (!move->acts || !move->has_body) {
        return;
    }
    renew_body(move);
    thud_vec2 velocity = expected_velocity(move);
    velocity = move->is_pushed ? pushed_velocity(move, velocity) : velocity;
    let_floor_pass(move);
    thud_pose now = thud_body_pose(world, body);
    thud_vec2 off = thud_vec2_sub(move->pose.position, now.position);
    bool has_turned = now.rotation.c != move->pose.rotation.c || now.rotation.s != move->pose.rotation.s;
    if (has_turned || thud_vec2_length(off) > 0.1f * move->def->skin) {
        thud_body_move_to(world, body, move->pose);
        off = (thud_vec2){0.0f, 0.0f};
        set_previous(move);
    }
    bool moves = velocity.x != 0.0f || velocity.y != 0.0f;
    velocity = moves ? thud_vec2_mul_add(velocity, 1.0f / move->dt, off) : velocity;
    thud_body_set_velocity(world, body, velocity, 0.0f);
}

/* ---- forces on dynamic bodies ---- */

/* The impulse along -normal after which no end of a dynamic body's face comes nearer than the skin, and the point at which it acts.
 * All of it at the point of a hit turned a crate on a slope, so that its face met now the upper part of the mover, now the lower. */
static float push_of(const thud_move *move, const thud_world_hit *hit, float approach, thud_vec2 *point) {
    const thud_body_table *bodies = &move->world->bodies;
    int32_t body = (int32_t)hit->body.slot;
    const thud_inverse_mass *inverse = &bodies->inverse_masses[body];
    thud_vec2 push = thud_vec2_neg(hit->cast.normal), center = bodies->poses[body].position;
    float skin = move->def->skin, spin = bodies->velocities[body].angular;
    thud_shape shape = thud_shape_geometry(move->world, hit->shape);
    thud_manifold met = thud_find_valid_manifold(&move->def->shape, move->pose, &shape,
                                                 thud_body_pose(move->world, hit->body), move->half_width);
    float at = thud_vec2_cross(thud_vec2_sub(*point, center), push);
    float levers[2] = {at, at}, gaps[2] = {0.0f, 0.0f};
    for (int i = 0; i < met.count; i++) {
        levers[i] = thud_vec2_cross(thud_vec2_sub(met.points[i].point, center), push);
        gaps[i] = thud_max(met.points[i].separation - skin, 0.0f) / move->dt;
    }
    /* the speeds at which the face comes nearer are shift + turn * lever */
    float span = levers[1] - levers[0];
    float turn = (thud_abs(span) > skin ? (gaps[0] - gaps[1]) / span : 0.0f) - spin;
    float shift = approach + spin * (at - levers[0]) - gaps[0] - turn * levers[0];
    float x = (inverse->locks & THUD_LOCK_X) != 0 ? 0.0f : push.x;
    float y = (inverse->locks & THUD_LOCK_Y) != 0 ? 0.0f : push.y;
    float linear = inverse->linear * (x * x + y * y);
    float lever = turn * linear / thud_max(thud_max(shift, 0.0f) * inverse->angular, FLT_MIN);
    lever = thud_clamp(lever, thud_min(levers[0], levers[1]), thud_max(levers[0], levers[1]));
    *point = thud_vec2_mul_add(*point, lever - at, (thud_vec2){push.y, -push.x});
    float k = linear + inverse->angular * lever * lever;
    return k > 0.0f ? (shift + turn * lever) / k : 0.0f;
}

/* Whether a fixed obstacle beside the mover stops it along a normal, too, as the wall below a crate that is flush with its edge. */
static bool is_stopped(thud_move *move, thud_vec2 normal) {
    const thud_touch_list *touch = thud_move_touch(move);
    const thud_world_contact *contact = touch->contacts, *end = contact + touch->count;
    for (; contact < end && contact->separation <= 2.0f * move->def->skin; contact++) {
        if (thud_vec2_dot(contact->normal, normal) > SAME_WAY &&
            move->world->bodies.bodies[contact->body.slot].type != THUD_BODY_DYNAMIC) {
            return true;
        }
    }
    return false;
}

float thud_move_hit(thud_move *move, const thud_world_hit *hit, thud_vec2 velocity) {
    thud_vec2 normal = hit->cast.normal, point = hit->cast.point;
    const thud_body_table *bodies = &move->world->bodies;
    int32_t body = (int32_t)hit->body.slot;
    thud_vec2 surface = thud_body_velocity_at(move->world, hit->body, point);
    if (bodies->bodies[body].forced) { /* what another character pushes already goes */
        surface = thud_vec2_mul_add(surface, move->dt, bodies->applied_forces[body].acceleration);
    }
    float approach = -thud_vec2_dot(thud_vec2_sub(velocity, surface), normal);
    float receding = -thud_vec2_dot(surface, normal);
    float impulse = 0.0f;
    if (bodies->bodies[body].type == THUD_BODY_DYNAMIC && approach > 0.0f && !is_stopped(move, normal)) {
        float wanted = push_of(move, hit, approach, &point);
        impulse = thud_min(wanted, move->def->push_force * move->dt);
        if (impulse > 0.0f) {
            receding += approach * impulse / wanted;
            if (move->acts) {
                thud_body_apply_force(move->world, hit->body, thud_vec2_scale(normal, -impulse / move->dt),
                                      point);
            }
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
    return receding;
}

/* What is below a point of the mover, as far as `depth`. */
THUD_OWN_CODE thud_world_hit look_down(const thud_move *move, thud_vec2 point, float depth) {
    return thud_world_cast_ray(move->world, point, thud_vec2_scale(move->up, -depth), move->filter);
}

/* The point at which the weight acts: the shape's middle above the face that carries it, though only a corner touches a plank
 * that tilts; else the point of contact. Beside it a ball spun ever faster, and a crate from which a foot projects tipped.
 * `other`: another body below the other end of a flat foot, which carries half. With all of it now on one plank of a
 * bridge, now on the next, these threw a box about. */
static thud_vec2 weight_point(const thud_move *move, thud_world_hit *other) {
    const thud_mover_surface *ground = &move->ground;
    thud_vec2 middle = thud_pose_apply(move->pose, thud_shape_centroid(&move->def->shape));
    thud_vec2 arm = thud_vec2_sub(middle, ground->point);
    float aside = thud_vec2_dot(arm, move->right), depth = thud_vec2_dot(arm, move->up) + move->half_width;
    thud_vec2 end = thud_vec2_mul_add(middle, aside, move->right);
    if (thud_abs(aside) > 0.5f * move->half_width) {
        *other = look_down(move, end, depth);
        other->cast.hit = other->cast.hit && !thud_body_id_equal(other->body, ground->body);
        if (other->cast.hit) {
            return ground->point;
        }
    }
    thud_world_hit below = look_down(move, middle, depth + move->half_width);
    bool is_face = thud_body_id_equal(below.body, ground->body) &&
                   thud_abs(thud_vec2_cross(below.cast.normal, ground->normal)) < SAME_FACE_SINE;
    return is_face ? middle : ground->point;
}

/* Takes back a part of what the floor's velocity has changed by in the step, and of the way that this has made. */
static void take_back(const thud_move *move, float part) {
    const thud_mover_state *state = &move->state;
    const thud_body_table *bodies = &move->world->bodies;
    thud_body_id floor = state->floor_body;
    const thud_velocity *now = &bodies->velocities[floor.slot];
    const thud_pose *from = &bodies->previous[floor.slot];
    thud_pose pose = bodies->poses[floor.slot];
    thud_vec2 way =
        thud_vec2_mul_add(thud_vec2_sub(pose.position, from->position), -move->dt, state->floor_motion);
    float turn =
        thud_rot_angle(thud_rot_inv_mul(from->rotation, pose.rotation)) - move->dt * state->floor_spin;
    pose.position = thud_vec2_mul_add(pose.position, -part, way);
    pose.rotation = thud_rot_mul(pose.rotation, thud_rot_from_angle(-part * turn));
    thud_body_set_velocity(move->world, floor, thud_vec2_lerp(now->linear, state->floor_motion, part),
                           now->angular + part * (state->floor_spin - now->angular));
    thud_body_move_to(move->world, floor, thud_body_origin_pose(bodies, (int32_t)floor.slot, &pose));
}

/* A floor that fell faster in the step, where the weight acts, than it falls freely has gained the rest from the weight, as the
 * mover's mass is not part of it: it keeps the share of its change that the mover could follow, and what the rest took acts no
 * more until something holds the floor. The energy is that of the motion found: contacts and joints of the floor share in it, be
 * it tipped on its edge. Of a pile only the mass on top is known: it takes steps. */
void thud_move_relieve_floor(thud_move *move) {
    const thud_body_table *bodies = &move->world->bodies;
    thud_mover_state *state = &move->state;
    thud_body_id floor = state->floor_body;
    float most = most_load(move, (int32_t)floor.slot);
    if (!move->acts || most == 0.0f) {
        return;
    }
    thud_vec2 gravity = move->world->def.gravity;
    const thud_velocity *now = &bodies->velocities[floor.slot];
    thud_vec2 change = thud_vec2_sub(now->linear, state->floor_motion);
    float turn = now->angular - state->floor_spin;
    thud_vec2 at_weight = thud_vec2_add(change, thud_vec2_cross_scalar(turn, state->weight_arm));
    float gained = thud_vec2_dot(at_weight, gravity), freely = thud_vec2_length_squared(gravity) * move->dt;
    const thud_mass *own = &bodies->bodies[floor.slot].mass;
    if (gained <= HELD_SHARE * freely) {
        state->weighing = most;
        return;
    }
    float twice_energy = own->mass * thud_vec2_length_squared(change) + own->inertia * turn * turn;
    float mass = twice_energy / (gained * move->dt); /* whose weight makes this change */
    float part = thud_min(1.0f - freely / gained, state->weighing / mass);
    state->weighing = thud_min(state->weighing - part * mass, most);
    if (part > 0.0f) {
        take_back(move, part);
    }
}

/* A force, not an impulse: it acts in all substeps of the next step, with the contacts below that hold it. In a landing the
 * impact acts alone. On a floor that is not dynamic nothing acts: one that becomes dynamic, as a platform that crumbles, is
 * found to fall or to be held before the weight acts. */
void thud_move_weigh(thud_move *move) {
    thud_mover_state *state = &move->state;
    const thud_body_table *bodies = &move->world->bodies;
    thud_body_id floor = move->ground.body;
    if (!move->acts || !state->on_floor) {
        return;
    }
    const thud_velocity *now = &bodies->velocities[floor.slot];
    state->floor_motion = now->linear;
    state->floor_spin = now->angular;
    thud_vec2 point = move->ground.point;
    if (move->was_on_floor && most_load(move, (int32_t)floor.slot) != 0.0f) {
        thud_world_hit other = {0};
        point = weight_point(move, &other);
        thud_vec2 force = thud_vec2_scale(move->world->def.gravity, state->weighing);
        if (other.cast.hit) {
            force = thud_vec2_scale(force, 0.5f);
            if (bodies->bodies[other.body.slot].type == THUD_BODY_DYNAMIC) {
                thud_body_apply_force(move->world, other.body, force, other.cast.point);
            }
        }
        thud_body_apply_force(move->world, floor, force, point);
    } else {
        state->weighing = 0.0f;
    }
    state->weight_arm = thud_vec2_sub(point, bodies->poses[floor.slot].position);
}
