/*
 * mover.c: one move of a character: it is carried by its floor, pushed out of overlaps, then moves by its own velocity.
 *
 * The world has been stepped: bodies are at the poses at which they will be drawn, only the mover has not moved
 * yet. So its floor carries it exactly by the floor's motion since then, be the floor kinematic, dynamic or
 * another mover; and shapes that it does not overlap at the end of its move it does not overlap on the screen.
 */
#include "platformer/mover_move.h"
#include "world/check.h"
#include "world/refusal.h"

#include <stddef.h>
#include <string.h>

/* A velocity along up above this share of the speed, and of a skin per step, leaves the floor. */
#define LEAVING_SHARE 1.0e-4f

/* Rounding of the cosine of a normal: slopes of exactly floor_angle are floor, each of them. */
#define NORMAL_ROUNDING 1.0e-5f

float thud_move_reach(const thud_move *move, thud_vec2 direction) {
    const thud_shape *shape = &move->def->shape;
    thud_vec2 local = thud_rot_apply_inverse(move->pose.rotation, direction);
    return thud_outline_reach(thud_outline_of(shape), local) + shape->radius;
}

float thud_move_height(const thud_move *move, thud_vec2 position, thud_vec2 point) {
    return thud_vec2_dot(thud_vec2_sub(point, position), move->up) - move->foot;
}

static void measure(thud_move *move) {
    const thud_mover_def *def = move->def;
    move->up = thud_vec2_normalize(def->up);
    move->right = (thud_vec2){move->up.y, -move->up.x};
    move->walkable = thud_cos(def->floor_angle) - NORMAL_ROUNDING;
    move->pose = (thud_pose){move->state.position, move->state.rotation};
    move->start = move->pose.position;
    move->foot = -thud_move_reach(move, thud_vec2_neg(move->up));
    move->half_width =
        0.5f * (thud_move_reach(move, move->right) + thud_move_reach(move, thud_vec2_neg(move->right)));
    move->was_on_floor = move->state.on_floor;
    move->touch.count = -1;
    move->nearby.found = NULL;
    move->reach = 2.0f * def->skin;
}

void thud_move_begin(thud_move *move, thud_world *world, const thud_mover_def *def,
                     const thud_mover_state *state, thud_vec2 velocity, float dt, thud_mover_result *result) {
    memset(move, 0, offsetof(thud_move, world));
    memset(result, 0, offsetof(thud_mover_result, hits)); /* their count is 0 */
    move->result = result;
    move->world = world;
    move->def = def;
    move->state = *state;
    move->velocity = velocity;
    move->dt = dt;
    move->has_body = thud_body_is_valid(world, state->body) &&
                     world->bodies.bodies[state->body.slot].type == THUD_BODY_KINEMATIC;
    measure(move);
    thud_move_look(move);
}

bool thud_move_jumps(const thud_move *move, float floor_rise) {
    float rising = thud_vec2_dot(move->velocity, move->up) - floor_rise;
    return rising > LEAVING_SHARE * (thud_vec2_length(move->velocity) + move->def->skin / move->dt);
}

static void move_on(thud_move *move) {
    if (move->state.on_floor && !thud_move_jumps(move, 0.0f)) {
        thud_move_walk(move);
    } else {
        thud_move_leave(move);
        thud_move_fly(move);
    }
}

/* Whether the mover stands on what it touches there: an edge, of two shapes where two links of a chain meet. A wall whose foot is there
 * is none. */
static bool is_ground(const thud_move *move, const thud_world_contact *contact) {
    float near = 2.0f * move->def->skin;
    thud_vec2 middle = thud_move_middle_of(contact);
    return thud_shape_id_equal(contact->shape, move->ground.shape) ||
           (move->ground.touching && thud_vec2_distance(middle, move->ground.point) < near);
}

/* Of shapes that a cast meets at once it gives any: the floor is the one that the contacts give. */
static void choose_floor(thud_move *move) {
    float drop;
    thud_mover_surface ground;
    if (move->state.on_floor && !move->is_felt && thud_move_feel_ground(move, &drop, &ground)) {
        ground.normal = move->ground.normal;
        thud_move_stand(move, &ground);
    }
}

static void find_surfaces(thud_move *move) {
    const thud_touch_list *touch = thud_move_touch(move);
    const thud_world_contact *contacts = touch->contacts;
    for (int i = 0; i < touch->count && contacts[i].separation <= 1.5f * move->def->skin; i++) {
        thud_mover_surface *surface = thud_move_obstacle(move, contacts[i].normal);
        if (!thud_move_is_walkable(move, contacts[i].normal) && !surface->touching &&
            !is_ground(move, &contacts[i])) {
            thud_move_surface(move, contacts[i].shape, contacts[i].points[0], contacts[i].normal, surface);
        }
    }
}

/* Finds the cells of tile grids for the surfaces in the result. */
static void find_tiles(thud_move *move) {
    thud_mover_result *result = move->result;
    thud_mover_surface *const surfaces[] = {&result->floor, &result->wall, &result->ceiling};
    for (int i = 0; i < 3; i++) {
        thud_mover_surface *surface = surfaces[i];
        if (surface->touching) {
            thud_tile_of_contact(move->world, surface->shape, surface->point, surface->normal,
                                 &surface->tile);
        }
    }
    for (int i = 0; i < result->hit_count; i++) {
        thud_mover_hit *hit = &result->hits[i];
        thud_tile_of_contact(move->world, hit->shape, hit->point, hit->normal, &hit->tile);
    }
}

static void finish(thud_move *move) {
    thud_mover_result *result = move->result;
    thud_mover_state *state = &move->state;
    state->previous = move->start;
    state->dropping = state->dropping && !state->on_floor;
    state->position = state->placed = move->pose.position;
    thud_move_remember_floor(move);
    result->position = state->position;
    result->moved = thud_vec2_sub(state->position, move->start);
    result->velocity = move->velocity;
    result->landed = state->on_floor && !move->was_on_floor;
    result->left_floor = !state->on_floor && move->was_on_floor;
    if (!result->landed) {
        result->landing_speed = 0.0f;
    }
    if (state->on_floor) {
        result->floor = move->ground;
        result->floor_velocity = state->floor_velocity;
        result->friction = move->ground.material.friction;
    }
    find_tiles(move);
    state->rests = thud_move_may_rest(move);
    /* 0: it is pushed out again, also where rounding far from the origin has moved it into a steep slope. */
    bool is_in = move->touch.count > 0 && move->touch.contacts[0].separation < 0.0f;
    state->seen_key = result->crushed || is_in ? 0 : thud_move_key(move->def_key, state);
}

/* Makes the move change the world; then its last query must include obstacles of its body in the next step; without a
 * body only the shapes that settling by a skin brings near. */
static void make_act(thud_move *move) {
    move->acts = true;
    float speed = thud_vec2_length(move->velocity) + thud_vec2_length(move->state.floor_velocity);
    float body_reach = thud_max(move->reach, THUD_MOVE_AHEAD * speed * move->dt + move->def->skin);
    move->reach = move->has_body ? body_reach : 3.0f * move->def->skin;
}

static void make_move(thud_move *move) {
    thud_move_carry(move);
    thud_move_look_around(move);
    if (move->world->bodies.moving_count > 0) {
        thud_move_ride(move);
    }
    if (move->near.any || !move->is_known) {
        thud_move_push_out(move);
    }
    thud_move_end_drop(move); /* after the push out: what has risen over the feet would be a floor */
    move_on(move);
    thud_move_yield(move);
    choose_floor(move);
    find_surfaces(move);
    finish(move);
    thud_move_weigh(move);
    thud_move_place_body(move);
}

static bool check_motion(const thud_world *world, thud_call call, thud_vec2 velocity, float dt,
                         const thud_mover_result *result) {
    return thud_check_given(world, call, "result", result != NULL) &&
           thud_check_within_vec2(world, call, "velocity", velocity, THUD_MAX_SPEED) &&
           thud_check_step(world, call, dt);
}

/* Whether a state is as the last move left it, in a static world that has not changed since; not with a `def_key` of 0. */
static bool is_seen(uint64_t def_key, const thud_mover_state *state) {
    return def_key != 0 && state->seen_key == thud_move_key(def_key, state);
}

bool thud_mover_move(thud_world *world, const thud_mover_def *def, thud_mover_state *state,
                     thud_vec2 velocity, float dt, thud_mover_result *result) {
    const thud_call call = thud_on_world(__func__);
    if (world == NULL || !thud_world_may_change(world, call)) {
        return false;
    }
    bool is_given = def != NULL && state != NULL && result != NULL;
    uint64_t def_key = is_given ? thud_move_def_key(world, def) : 0;
    bool is_known = is_seen(def_key, state);
    if (is_known && state->rests && thud_mover_rests(world, def, state, velocity, dt, result)) {
        return true;
    }
    bool is_accepted =
        is_known ? thud_move_check_floor(world, call, state) : thud_move_check(world, call, def, state);
    if (!is_accepted || !check_motion(world, call, velocity, dt, result)) {
        return false;
    }
    thud_move move;
    thud_move_begin(&move, world, def, state, velocity, dt, result);
    make_act(&move);
    move.is_known = is_known;
    move.def_key = def_key;
    make_move(&move);
    *state = move.state;
    return true;
}

bool thud_mover_test(thud_world *world, const thud_mover_def *def, const thud_mover_state *state,
                     thud_vec2 velocity, float dt, thud_mover_result *result) {
    const thud_call call = thud_on_world(__func__);
    if (world == NULL || !thud_move_check(world, call, def, state) ||
        !check_motion(world, call, velocity, dt, result)) {
        return false;
    }
    thud_move move;
    thud_move_begin(&move, world, def, state, velocity, dt, result);
    move.is_known = is_seen(thud_move_def_key(world, def), state);
    make_move(&move);
    return true;
}
