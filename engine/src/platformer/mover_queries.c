/* mover_queries.c: the queries of a mover: shapes by filter and judge; casts that stop a skin before a hit. */
#include "platformer/mover_move.h"
#include "world/contacts/one_way.h"

/* Part of the skin that a path may use up: else a motion along a wall, into it by rounding, would stop at once. */
#define SKIN_PLAY 0.1f

/* Largest number of shapes that a path may graze. */
enum { MOST_GRAZED = 4 };

/* Least cosine between a path and the normal of its hit; below it the path is parallel to the surface. */
#define LEAST_COSINE 1.0e-4f

/* Whether the mover is above a shape that is one-way for it at the start of a query. */
static bool is_above(const thud_move *move, const thud_shape_record *record) {
    thud_pose pose = {move->query_start, move->pose.rotation};
    return thud_starts_on_side(move->world, record, move->up, &move->def->shape, pose);
}

static thud_mover_verdict judge(const thud_move *move, thud_shape_id shape) {
    const thud_mover_def *def = move->def;
    if (def->judge == NULL) {
        return THUD_MOVER_SOLID;
    }
    thud_begin_callbacks(move->world, true);
    thud_mover_verdict verdict = def->judge(move->world, shape, def->judge_context);
    thud_end_callbacks(move->world, true);
    return verdict;
}

/* Whether a body belongs to the platform of a query: it is the platform's, or a part of it. */
static bool is_of_platform(const thud_move *move, int32_t slot) {
    int32_t platform = (int32_t)move->platform.slot;
    return slot == platform || thud_move_is_part(move, slot, platform);
}

/* Whether a query of the mover accepts a shape that has passed its masks. */
static bool accepts(thud_world *world, thud_shape_id shape, void *context) {
    const thud_move *move = context;
    const thud_shape_record *record = &world->shapes.records[shape.slot];
    if (!thud_filter_accepts(move->def->filter, record->def->filter)) {
        return false;
    }
    if (!thud_body_id_is_null(move->platform) && is_of_platform(move, record->body) != move->wants_platform) {
        return false;
    }
    if (move->state.dropping && thud_move_drops_through(move, shape)) {
        return false;
    }
    thud_mover_verdict verdict = judge(move, shape);
    if (move->wants_soft || verdict == THUD_MOVER_SOFT) {
        return move->wants_soft && verdict == THUD_MOVER_SOFT;
    }
    return verdict == THUD_MOVER_SOLID ||
           (verdict == THUD_MOVER_ONE_WAY && (move->wants_all_sides || is_above(move, record)));
}

bool thud_move_is_one_way(const thud_move *move, thud_shape_id shape) {
    thud_vec2 side = move->world->shapes.records[shape.slot].def->one_way;
    return side.x != 0.0f || side.y != 0.0f || judge(move, shape) == THUD_MOVER_ONE_WAY;
}

void thud_move_look_for(thud_move *move, thud_body_id platform, bool wanted) {
    const thud_mover_def *def = move->def;
    move->platform = platform;
    move->wants_platform = wanted;
    move->state.dropping = move->state.dropping && thud_body_is_valid(move->world, move->state.drop_body);
    move->filter = thud_query_filter_all();
    /* Shapes of the same positive group collide whatever the masks: `accepts` decides. */
    if (def->filter.group <= 0) {
        move->filter.category = def->filter.category;
        move->filter.mask = def->filter.mask;
    }
    move->filter.ignored_shapes = move->ignored_shapes;
    if (def->judge != NULL || def->filter.group != 0 || move->state.dropping ||
        !thud_body_id_is_null(platform)) {
        move->filter.accepts = accepts;
        move->filter.accepts_context = move;
    }
    move->filter.ignored_bodies = &move->state.body;
    move->filter.ignored_body_count = !thud_body_id_is_null(move->state.body);
}

/* Whether the mover keeps its skin from a hit to the end of a path: it grazes the shape. */
static bool passes(const thud_move *move, const thud_trace *trace, float cosine, float length) {
    return cosine < LEAST_COSINE ||
           (trace->distance - length) * cosine >= move->def->skin * (1.0f - SKIN_PLAY);
}

void thud_move_ignore_shape(thud_move *move, thud_shape_id shape) {
    if (move->filter.ignored_shape_count < THUD_MOVE_IGNORED) {
        move->ignored_shapes[move->filter.ignored_shape_count++] = shape;
    }
}

thud_trace thud_move_trace(thud_move *move, thud_vec2 from, thud_vec2 direction, float length) {
    float skin = move->def->skin;
    float reach = length + 2.0f * skin;
    thud_pose pose = {from, move->pose.rotation};
    thud_trace trace = {.free = length};
    int ignored = move->filter.ignored_shape_count;
    move->query_start = from;
    for (int grazed = 0; grazed <= MOST_GRAZED; grazed++) {
        trace.hit = thud_cast_checked_shape(move->world, &move->def->shape, pose,
                                            thud_vec2_scale(direction, reach), &move->filter, &move->nearby);
        if (!trace.hit.cast.hit) {
            break;
        }
        float cosine = -thud_vec2_dot(trace.hit.cast.normal, direction);
        trace.distance = trace.hit.cast.fraction * reach - trace.hit.cast.depth;
        if (!passes(move, &trace, cosine, length)) {
            trace.blocked = true;
            trace.free = thud_clamp(trace.distance - skin / cosine, 0.0f, length);
            break;
        }
        thud_move_ignore_shape(move, trace.hit.shape); /* a grazed shape may hide one that blocks */
    }
    move->filter.ignored_shape_count = ignored;
    return trace;
}

void thud_move_follow(thud_move *move, const thud_trace *trace, thud_vec2 direction, thud_vec2 by) {
    move->pose.position = trace->blocked ? thud_vec2_mul_add(move->pose.position, trace->free, direction)
                                         : thud_vec2_add(move->pose.position, by);
}

thud_trace thud_move_go(thud_move *move, thud_vec2 direction, float length) {
    thud_trace trace = thud_move_trace(move, move->pose.position, direction, length);
    move->pose.position = thud_vec2_mul_add(move->pose.position, trace.free, direction);
    move->travelled += trace.free;
    return trace;
}

int thud_move_contacts(thud_move *move, float margin, thud_world_contact *contacts) {
    move->query_start = move->pose.position;
    int count = thud_collide_checked_shape(move->world, &move->def->shape, move->pose, margin, &move->filter,
                                           &move->nearby, contacts, THUD_MOVE_CONTACTS);
    return count < THUD_MOVE_CONTACTS ? count : THUD_MOVE_CONTACTS;
}

const thud_touch_list *thud_move_touch(thud_move *move) {
    thud_touch_list *touch = &move->touch;
    if (!thud_move_has_touch(move)) {
        touch->count = thud_move_contacts(move, move->reach, touch->contacts);
        touch->position = move->pose.position;
    }
    return touch;
}

bool thud_move_overlap(const thud_move *move, thud_shape_id shape, thud_outline outline, thud_pose pose,
                       thud_gap *gap) {
    const thud_shape_record *record = &move->world->shapes.records[shape.slot];
    return thud_outlines_gap(thud_shape_record_outline(record),
                             thud_body_current_pose(&move->world->bodies, record->body), outline, pose, 0.0f,
                             gap);
}

void thud_move_surface(thud_move *move, thud_shape_id shape, thud_vec2 point, thud_vec2 normal,
                       thud_mover_surface *surface) {
    const thud_shape_record *record = &move->world->shapes.records[shape.slot];
    thud_body_id body = thud_body_id_at(move->world, record->body);
    *surface =
        (thud_mover_surface){.touching = true, .normal = normal, .point = point, .body = body, .shape = shape};
    surface->material = record->def->material;
    surface->material_id = record->def->material_id;
    move->is_felt = false;
    if (move->world->bodies.bodies[record->body].type != THUD_BODY_STATIC) {
        surface->velocity = thud_body_velocity_at(move->world, body, point);
    }
}

void thud_move_meet(thud_move *move, const thud_world_hit *hit, thud_mover_surface *surface) {
    thud_move_surface(move, hit->shape, hit->cast.point, hit->cast.normal, surface);
}

thud_mover_surface *thud_move_obstacle(const thud_move *move, thud_vec2 normal) {
    bool is_ceiling = thud_vec2_dot(normal, move->up) < THUD_MOVE_CEILING_COSINE;
    return is_ceiling ? &move->result->ceiling : &move->result->wall;
}

bool thud_move_is_walkable(const thud_move *move, thud_vec2 normal) {
    return thud_vec2_dot(normal, move->up) >= move->walkable;
}
