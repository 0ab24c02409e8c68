/*
 * mover_floor.c: the floor of a mover.
 *
 * The floor carries one point of the mover: the middle of the part of its core that is lowest against the floor's
 * normal. Of a capsule that is the centre of its lower circle, which stays in place in the floor's frame when a
 * platform turns; a point of its surface would not.
 */
#include "platformer/mover_move.h"

#include "base/inline.h"

/* Vertices within this part of the shape's size of the lowest one count as equally low. */
#define LEVEL_TOLERANCE 1.0e-3f

/* Sine up to which a normal counts as along `up`: rounding, if `up` is along no axis. */
#define FACE_SINE 1.0e-5f

/* A mover ignores a rise of the ground by this part of its skin. */
#define REST_PLAY 0.01f

thud_vec2 thud_move_support_middle(const thud_move *move, thud_vec2 direction) {
    const thud_shape *shape = &move->def->shape;
    thud_vec2 local = thud_rot_apply_inverse(move->pose.rotation, direction);
    float farthest = thud_outline_reach(thud_outline_of(shape), local);
    float tolerance = LEVEL_TOLERANCE * (move->half_width + thud_abs(move->foot));
    thud_vec2 low = {0.0f, 0.0f}, high = {0.0f, 0.0f};
    float least = FLT_MAX, most = -FLT_MAX;
    for (int i = 0; i < shape->count; i++) {
        float across = thud_vec2_cross(local, shape->vertices[i]);
        if (thud_vec2_dot(shape->vertices[i], local) >= farthest - tolerance) {
            low = across < least ? shape->vertices[i] : low;
            high = across > most ? shape->vertices[i] : high;
            least = thud_min(least, across);
            most = thud_max(most, across);
        }
    }
    return thud_pose_apply(move->pose, thud_vec2_lerp(low, high, 0.5f));
}

bool thud_move_sees_ground(thud_move *move, thud_vec2 edge, float aside, float depth, thud_vec2 *normal) {
    float skin = move->def->skin;
    thud_vec2 above = thud_vec2_mul_add(thud_vec2_mul_add(edge, aside, move->right), 2.0f * skin, move->up);
    thud_vec2 down = thud_vec2_scale(move->up, -(depth + 4.0f * skin));
    thud_world_hit hit = thud_world_cast_ray(move->world, above, down, move->filter);
    if (!hit.cast.hit || !thud_move_is_walkable(move, hit.cast.normal)) {
        return false;
    }
    *normal = hit.cast.normal;
    return true;
}

void thud_move_straighten(thud_move *move, thud_mover_surface *ground) {
    thud_vec2 normal = ground->normal, old = move->state.floor_normal;
    float across = thud_vec2_dot(normal, move->right);
    bool is_face = (normal.x == old.x && normal.y == old.y) || thud_abs(across) < FACE_SINE;
    if (move->def->shape.radius == 0.0f && !is_face) {
        float inside = across > 0.0f ? -2.0f * move->def->skin : 2.0f * move->def->skin;
        (void)thud_move_sees_ground(move, ground->point, inside, 2.0f * move->def->skin, &ground->normal);
    }
}

/* Whether a hit is the edge of a step, or its riser if it leans: low on the mover, with ground to stand on beside it, no
 * deeper than a step, and above it. */
static bool is_step_edge(thud_move *move, thud_vec2 from, const thud_world_hit *hit) {
    thud_vec2 normal = hit->cast.normal, edge = hit->cast.point;
    float step = move->def->step_height + move->def->skin;
    float height = thud_move_height(move, from, edge);
    if (!move->was_on_floor || thud_vec2_dot(normal, move->up) <= 0.0f || height > step) {
        return false;
    }
    float side = thud_vec2_dot(normal, move->right) < 0.0f ? -1.0f : 1.0f;
    float near = side * 2.0f * move->def->skin, beside = side * move->half_width;
    thud_vec2 above = thud_vec2_mul_add(edge, step, move->up); /* the top of a riser begins as in `climb` */
    return (thud_move_sees_ground(move, edge, near, step, &normal) ||
            thud_move_sees_ground(move, edge, beside, step, &normal) ||
            thud_move_sees_ground(move, edge, 2.0f * beside, step, &normal)) && /* beyond a gap */
           (thud_move_sees_ground(move, edge, -near, thud_abs(near), &normal) ||
            thud_move_sees_ground(move, above, -0.5f * beside, step, &normal));
}

THUD_OWN_CODE float rounding_of(thud_vec2 position) {
    return FLT_EPSILON * thud_max(thud_abs(position.x), thud_abs(position.y));
}

/* A distance down to the ground, or 0 if it is within the play, or the rounding of the position. */
THUD_OWN_CODE float without_play(const thud_move *move, float drop) {
    float play = thud_max(REST_PLAY * move->def->skin, rounding_of(move->pose.position));
    return thud_abs(drop) < play ? 0.0f : drop;
}

/* The most that a mover is raised onto the ground: half a skin, or the depth of rounding; the push out does the rest. */
static float most_raised(const thud_move *move) {
    return thud_max(0.5f * move->def->skin, 4.0f * rounding_of(move->pose.position));
}

thud_vec2 thud_move_middle_of(const thud_world_contact *contact) {
    return thud_vec2_lerp(contact->points[0], contact->points[contact->count - 1], 0.5f);
}

/* Least part of `up` in the middle of two normals that hold the mover between them. */
#define WEDGE_RISE 0.01f

/* Whether the mover lies between two surfaces, each too steep to stand on, that let it slide down neither: over a gap narrower than
 * a round foot, or in a pit. They are the ground, level, in place of the first one's surface: else it would fall there for ever. */
static bool feel_wedge(thud_move *move, const thud_touch_list *touch, int count, thud_mover_surface *ground) {
    for (int i = 0; i < count; i++) {
        thud_vec2 a = touch->contacts[i].normal;
        float a_side = thud_vec2_dot(a, move->right), a_rise = thud_vec2_dot(a, move->up);
        for (int j = i + 1; j < count; j++) {
            thud_vec2 b = touch->contacts[j].normal;
            float b_side = thud_vec2_dot(b, move->right), b_rise = thud_vec2_dot(b, move->up);
            float width = thud_abs(a_side) + thud_abs(b_side);
            float rise = thud_abs(b_side) * a_rise + thud_abs(a_side) * b_rise;
            if (a_side * b_side < 0.0f && rise > WEDGE_RISE * width) {
                thud_move_surface(move, touch->contacts[i].shape, thud_move_middle_of(&touch->contacts[i]),
                                  move->up, ground);
                return true;
            }
        }
    }
    return false;
}

/* Whether a contact's material holds better than another one's. */
static bool holds_better(const thud_move *move, const thud_world_contact *a, const thud_world_contact *b) {
    const thud_shape_record *records = move->world->shapes.records;
    const thud_material *mine = &records[a->shape.slot].def->material,
                        *other = &records[b->shape.slot].def->material;
    return mine->friction != other->friction ? mine->friction > other->friction
                                             : thud_abs(mine->surface_speed) < thud_abs(other->surface_speed);
}

/* Of contacts at the same height the ground is the one nearest to the middle: where the mover stands on tiles that meet, what
 * is below its centre; on their common edge the one that holds better. */
bool thud_move_feel_ground(thud_move *move, float *drop, thud_mover_surface *ground) {
    const thud_touch_list *touch = thud_move_touch(move);
    const thud_world_contact *found = NULL;
    float skin = move->def->skin, nearest = 0.0f;
    *drop = FLT_MAX;
    int count = 0;
    for (; count < touch->count && touch->contacts[count].separation <= 1.5f * skin; count++) {
        const thud_world_contact *contact = &touch->contacts[count];
        float fall = (contact->separation - skin) / thud_max(thud_vec2_dot(contact->normal, move->up), 0.1f);
        float aside = thud_abs(
            thud_vec2_dot(thud_vec2_sub(thud_move_middle_of(contact), move->pose.position), move->right));
        bool is_better = without_play(move, fall - *drop) != 0.0f      ? fall < *drop
                         : without_play(move, aside - nearest) != 0.0f ? aside < nearest
                                                                       : holds_better(move, contact, found);
        if (is_better && thud_move_is_walkable(move, contact->normal)) {
            found = contact;
            *drop = fall;
            nearest = aside;
        }
    }
    if (found == NULL && feel_wedge(move, touch, count, ground)) {
        *drop = 0.0f;
        return true;
    }
    if (found == NULL || *drop < -most_raised(move)) {
        return false;
    }
    *drop = without_play(move, *drop);
    thud_move_surface(move, found->shape, thud_move_middle_of(found), found->normal, ground);
    move->is_felt = true;
    return true;
}

bool thud_move_find_ground(thud_move *move, thud_vec2 from, float depth, float *drop,
                           thud_mover_surface *ground) {
    thud_trace trace = thud_move_trace(move, from, thud_vec2_neg(move->up), depth);
    if (!trace.blocked) {
        return false;
    }
    const thud_world_hit *hit = &trace.hit;
    thud_vec2 normal = hit->cast.normal;
    float cosine = thud_vec2_dot(normal, move->up);
    *drop = thud_max(trace.distance - move->def->skin / thud_max(cosine, 0.1f), -most_raised(move));
    if (!thud_move_is_walkable(move, normal)) {
        thud_vec2 rest = thud_vec2_mul_add(from, -trace.free, move->up);
        if (!is_step_edge(move, rest, hit)) {
            return false;
        }
        *drop = trace.free;
        normal = move->up;
    }
    thud_move_surface(move, hit->shape, hit->cast.point, normal, ground);
    *drop = without_play(move, *drop);
    return true;
}

bool thud_move_ground_below(thud_move *move, float depth, float *drop, thud_mover_surface *ground) {
    return thud_move_feel_ground(move, drop, ground) ||
           thud_move_find_ground(move, move->pose.position, depth, drop, ground);
}

void thud_move_settle(thud_move *move, float drop) {
    thud_vec2 by = thud_vec2_scale(move->up, -drop);
    bool is_near = thud_abs(drop) <= move->def->skin;
    bool is_known = thud_move_has_touch(move);
    move->pose.position = thud_vec2_add(move->pose.position, by);
    if (is_near && is_known) { /* only the separations of the contacts change */
        for (int i = 0; i < move->touch.count; i++) {
            move->touch.contacts[i].separation += thud_vec2_dot(move->touch.contacts[i].normal, by);
        }
        move->touch.position = move->pose.position;
    }
}

void thud_move_stand(thud_move *move, const thud_mover_surface *ground) {
    thud_mover_state *state = &move->state;
    move->ground = *ground;
    state->on_floor = true;
    state->floor_body = ground->body;
    state->floor_shape = ground->shape;
    state->floor_normal = ground->normal;
}

thud_vec2 thud_surface_velocity(const thud_mover_surface *surface) {
    thud_vec2 tangent = {surface->normal.y, -surface->normal.x};
    return thud_vec2_mul_add(surface->velocity, surface->material.surface_speed, tangent);
}

thud_vec2 thud_move_kept_velocity(const thud_move *move, thud_vec2 floor_velocity) {
    float rising = thud_vec2_dot(floor_velocity, move->up);
    switch (move->def->leaving) {
    case THUD_LEAVING_KEEPS_ALL:
        return floor_velocity;
    case THUD_LEAVING_KEEPS_UPWARD:
        return thud_vec2_scale(move->up, thud_max(rising, 0.0f));
    default:
        return (thud_vec2){0.0f, 0.0f};
    }
}

void thud_move_leave(thud_move *move) {
    thud_mover_state *state = &move->state;
    if (state->on_floor) {
        state->on_floor = false;
        move->result->floor_velocity = thud_move_kept_velocity(move, state->floor_velocity);
        move->velocity = thud_vec2_add(move->velocity, move->result->floor_velocity);
    }
    move->ground = (thud_mover_surface){0};
}

void thud_move_remember_floor(thud_move *move) {
    thud_mover_state *state = &move->state;
    if (!state->on_floor) {
        state->floor_body = (thud_body_id){0, 0};
        state->floor_shape = (thud_shape_id){0, 0};
        if (!state->dropping) { /* else thud_move_end_drop needs the rest */
            state->floor_normal = state->floor_local = state->floor_velocity = (thud_vec2){0.0f, 0.0f};
        }
        return;
    }
    thud_pose floor = thud_body_current_pose(&move->world->bodies, (int32_t)state->floor_body.slot);
    thud_vec2 carried = thud_move_support_middle(move, thud_vec2_neg(state->floor_normal));
    state->floor_local = thud_pose_apply_inverse(floor, carried);
    state->floor_point = thud_pose_apply(floor, state->floor_local); /* as rounded: a floor at rest carries by 0 */
    state->floor_velocity = thud_surface_velocity(&move->ground);
}
