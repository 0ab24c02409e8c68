/*
 * mover_near.c: changes around a mover since its last move. Without changes it overlaps nothing, as after
 * that move; and a mover that rests continues to rest.
 *
 * Static shapes: the world counts their changes. Other shapes: searched near the mover, in a box enlarged by the
 * longest step of a kinematic body, so that a body that has passed over the mover within the step is found, too.
 */
#include "platformer/mover_move.h"

#include <stddef.h>
#include <string.h>

#include "base/memory.h"
#include "world/queries/query_arguments.h"

/* ---- moving shapes ---- */

typedef struct look_around {
    thud_world *world;
    thud_prepared_filter filter;
    int32_t own_body; /* or THUD_NONE */
    thud_aabb box;    /* of the mover, with a margin */
    thud_near *near;
} look_around;

/* Inserts a body that has moved, once, in order of slots. */
static void keep_sweeper(thud_near *near, thud_body_id body) {
    int place = near->count;
    while (place > 0 && near->sweepers[place - 1].slot > body.slot) {
        place--;
    }
    if (place == 0 || near->sweepers[place - 1].slot != body.slot) {
        near->count = thud_insert(near->sweepers, sizeof body, near->count, THUD_MOVE_SWEEPERS, place, &body);
    }
}

/* Whether a shape is near the mover's box, or its path in the last step was. */
static bool is_near(const look_around *look, const thud_shape_record *record, bool moved) {
    const thud_body_table *bodies = &look->world->bodies;
    thud_outline outline = thud_shape_record_outline(record);
    thud_aabb box =
        thud_outline_aabb(outline, thud_body_origin_pose(bodies, record->body, &bodies->poses[record->body]));
    if (moved) {
        box = thud_aabb_union(
            box, thud_outline_aabb(
                     outline, thud_body_origin_pose(bodies, record->body, &bodies->previous[record->body])));
    }
    return thud_aabb_overlaps(box, look->box);
}

static bool note_mobile(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    const look_around *look = context;
    const thud_world *world = look->world;
    const thud_shape_record *record = &world->shapes.records[user];
    if (record->body == look->own_body || !thud_query_accepts(look->world, &look->filter, record)) {
        return true;
    }
    const thud_body *body = &world->bodies.bodies[record->body];
    bool moved = body->type == THUD_BODY_KINEMATIC && !body->mover &&
                 !thud_same_bytes(&world->bodies.poses[record->body], &world->bodies.previous[record->body],
                                  sizeof(thud_pose));
    if (!is_near(look, record, moved)) {
        return true;
    }
    look->near->any = true;
    if (moved) {
        keep_sweeper(look->near, thud_body_id_at(world, record->body));
    }
    return true;
}

/* The longest step of a kinematic body in the last step [m]. */
static float longest_sweep(const thud_world *world) {
    return world->bodies.moving_count > 0 ? world->continuous.longest_kinematic_step : 0.0f;
}

/* Finds shapes of kinematic and dynamic bodies near the box of a mover, or with paths near it in the last step. */
static void look(thud_world *world, const thud_query_filter *filter, thud_body_id own_body, thud_aabb box,
                 const thud_nearby *nearby, thud_near *near) {
    look_around around = {.world = world,
                          .filter = thud_prepare_filter(filter),
                          .own_body = thud_body_id_is_null(own_body) ? THUD_NONE : (int32_t)own_body.slot,
                          .box = box,
                          .near = near};
    near->any = false;
    near->count = 0;
    thud_aabb passed = thud_aabb_expand(box, longest_sweep(world));
    if (thud_nearby_covers(nearby, passed)) {
        for (int32_t i = nearby->found->count - 1; i >= 0; i--) {
            uint64_t user = thud_hash_users(world->hash)[thud_found_slot(nearby->found, i)];
            if (world->bodies.bodies[world->shapes.records[user].body].type != THUD_BODY_STATIC) {
                (void)note_mobile((thud_proxy_id){0, 0}, user, &around);
            }
        }
    } else {
        thud_hash_query_kind(world->hash, THUD_PROXY_KINEMATIC, passed, note_mobile, &around);
        thud_hash_query_kind(world->hash, THUD_PROXY_MOVING, box, note_mobile, &around);
    }
}

void thud_move_look_around(thud_move *move) {
    thud_aabb box = thud_shape_aabb(&move->def->shape, move->pose);
    if (move->pose.position.x != move->start.x || move->pose.position.y != move->start.y) {
        box = thud_aabb_union(
            box, thud_shape_aabb(&move->def->shape, (thud_pose){move->start, move->pose.rotation}));
    }
    float skin = move->def->skin;
    float travel = (thud_vec2_length(move->velocity) + thud_vec2_length(move->state.floor_velocity)) * move->dt;
    float reach = travel + move->reach + 3.0f * skin + move->world->def.slop;
    float sweep = longest_sweep(move->world) + 2.0f * skin;
    if (sweep <= 2.0f * move->half_width) { /* else `look` searches the hash */
        reach = thud_max(reach, sweep);
    }
    move->nearby = thud_find_nearby(move->world->hash, thud_aabb_expand(box, reach), &move->nearby_found);
    move->wants_all_sides = true; /* swept_plane finds the side of a shape that moved */
    look(move->world, &move->filter, move->state.body, thud_aabb_expand(box, 2.0f * skin), &move->nearby,
         &move->near);
    move->wants_all_sides = false;
}

/* ---- static shapes: a key of all inputs of the last move ---- */

static inline uint64_t mix(uint64_t key, uint64_t word) {
    key = (key ^ word) * 0x9e3779b97f4a7c15u;
    return key ^ key >> 29;
}

/* Two independent hashes of alternating words: a multiplication waits for the one before it. */
typedef struct mixed_key {
    uint64_t even, odd;
} mixed_key;

/* Hashes memory whose size is a multiple of four. */
static inline void mix_words(mixed_key *key, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    uint64_t words[2];
    for (; size >= sizeof words; size -= sizeof words, at += sizeof words) {
        memcpy(words, at, sizeof words);
        key->even = mix(key->even, words[0]);
        key->odd = mix(key->odd, words[1]);
    }
    if (size >= sizeof words[0]) {
        memcpy(words, at, sizeof words[0]);
        key->even = mix(key->even, words[0]);
        size -= sizeof words[0];
        at += sizeof words[0];
    }
    if (size > 0) {
        uint32_t half;
        memcpy(&half, at, sizeof half);
        key->odd = mix(key->odd, half);
    }
}

uint64_t thud_move_def_key(const thud_world *world, const thud_mover_def *def) {
    const thud_shape *shape = &def->shape;
    if (def->judge != NULL || def->filter.group > 0 || shape->count < 1 || shape->count > THUD_MAX_VERTICES) {
        return 0; /* a judge may decide differently; is_alone goes by the masks */
    }
    mixed_key parts = {world->static_changes, ~world->static_changes};
    mix_words(&parts, shape, offsetof(thud_shape, vertices));
    for (int i = 0; i < shape->count; i++) {
        uint64_t vertex, normal;
        memcpy(&vertex, &shape->vertices[i], sizeof vertex);
        memcpy(&normal, &shape->normals[i], sizeof normal);
        parts.even = mix(parts.even, vertex);
        parts.odd = mix(parts.odd, normal);
    }
    mix_words(&parts, &def->up, offsetof(thud_mover_def, judge) - offsetof(thud_mover_def, up));
    uint64_t key = mix(parts.even, parts.odd);
    return key == 0 ? 1 : key;
}

uint64_t thud_move_key(uint64_t def_key, const thud_mover_state *state) {
    mixed_key parts = {def_key, ~def_key};
    mix_words(&parts, state, offsetof(thud_mover_state, previous));
    uint64_t key = mix(parts.even, parts.odd);
    return def_key == 0 ? 0 : key == 0 ? 1 : key;
}

/* ---- rest ---- */

/* Whether another mover has pushed the mover since its last move. */
static bool is_pushed(const thud_world *world, thud_body_id body) {
    if (!thud_body_is_valid(world, body)) {
        return false;
    }
    thud_vec2 pushed = world->bodies.bodies[body.slot].pushed;
    return pushed.x != 0.0f || pushed.y != 0.0f;
}

/* Whether no shape that may move is near the mover, nor a step below it, where it holds the mover on an edge. */
static bool is_alone(thud_world *world, const thud_mover_def *def, const thud_mover_state *state) {
    thud_query_filter filter = thud_query_filter_all();
    filter.category = def->filter.category;
    filter.mask = def->filter.mask;
    thud_aabb box = thud_shape_aabb(&def->shape, (thud_pose){state->position, state->rotation});
    thud_near near;
    look(world, &filter, state->body, thud_aabb_expand(box, def->step_height + 2.0f * def->skin), NULL, &near);
    return !near.any;
}

bool thud_move_may_rest(const thud_move *move) {
    const thud_mover_result *result = move->result;
    const thud_mover_state *state = &move->state;
    return move->was_on_floor && state->on_floor && move->def_key != 0 && result->hit_count == 0 &&
           !result->crushed && !result->wall.touching && !result->ceiling.touching &&
           result->moved.x == 0.0f && result->moved.y == 0.0f && move->velocity.x == 0.0f &&
           move->velocity.y == 0.0f && move->ground.material.surface_speed == 0.0f &&
           move->world->bodies.bodies[move->ground.body.slot].type == THUD_BODY_STATIC &&
           is_alone(move->world, move->def, state);
}

bool thud_mover_rests(thud_world *world, const thud_mover_def *def, const thud_mover_state *state,
                      thud_vec2 velocity, float dt, thud_mover_result *result) {
    bool presses = thud_vec2_cross(velocity, def->up) == 0.0f && thud_vec2_dot(velocity, def->up) <= 0.0f;
    if (!state->rests || !presses || !(dt >= THUD_MIN_STEP && dt <= THUD_MAX_STEP) ||
        !thud_shape_is_valid(world, state->floor_shape) || is_pushed(world, state->body) ||
        !is_alone(world, def, state)) {
        return false;
    }
    const thud_shape_record *record = &world->shapes.records[state->floor_shape.slot];
    memset(result, 0, offsetof(thud_mover_result, hits)); /* the hits are not cleared: their count is 0 */
    result->position = state->position;
    result->friction = record->def->material.friction;
    result->floor = (thud_mover_surface){
        .touching = true,
        .normal = state->floor_normal,
        .point = thud_vec2_add(world->bodies.poses[record->body].position, state->weight_arm),
        .body = state->floor_body,
        .shape = state->floor_shape,
        .material = record->def->material,
        .material_id = record->def->material_id};
    thud_tile_of_contact(world, state->floor_shape, result->floor.point, state->floor_normal,
                         &result->floor.tile);
    return true;
}
