/* mover_sight.c: what a mover sees: shapes by filter and judge; casts that stop a skin before what they hit. */
#include "platformer/mover_move.h"

/* How much of the skin a way may use up: else a motion along a wall, which rounding leads into it by nothing, would stop at once. */
#define SKIN_PLAY 0.1f

/* Least cosine of a way and the normal of what it hits; below it the way is along that. */
#define LEAST_COSINE 1.0e-4f

static bool accepts(thud_world *world, thud_shape_id shape, void *context) {
    const thud_move *move = context;
    thud_filter own = move->def->filter;
    if (own.group != 0 && !thud_filter_accepts(own, thud_shape_filter(world, shape))) {
        return false;
    }
    return move->def->judge == NULL ||
           move->def->judge(world, shape, move->def->judge_context) == THUD_MOVER_SOLID;
}

void thud_move_look(thud_move *move) {
    const thud_mover_def *def = move->def;
    move->filter = thud_query_filter_all();
    move->filter.category = def->filter.category;
    move->filter.mask = def->filter.mask;
    if (def->judge != NULL || def->filter.group != 0) {
        move->filter.accepts = accepts;
        move->filter.accepts_context = move;
    }
    if (!thud_body_id_is_null(move->state.body)) {
        thud_move_ignore(move, move->state.body);
    }
}

void thud_move_ignore(thud_move *move, thud_body_id body) {
    move->ignored[move->filter.ignored_body_count++] = body;
    move->filter.ignored_bodies = move->ignored;
}

thud_way thud_move_way(thud_move *move, thud_vec2 from, thud_vec2 direction, float length) {
    float skin = move->def->skin;
    float reach = length + 2.0f * skin;
    thud_pose pose = {from, move->pose.rotation};
    thud_way way = {.free = length};
    way.hit = thud_world_cast_shape(move->world, &move->def->shape, pose, thud_vec2_scale(direction, reach),
                                    move->filter);
    if (!way.hit.cast.hit) {
        return way;
    }
    float cosine = -thud_vec2_dot(way.hit.cast.normal, direction);
    way.distance = way.hit.cast.fraction * reach - way.hit.cast.depth;
    if (cosine < LEAST_COSINE || (way.distance - length) * cosine >= skin * (1.0f - SKIN_PLAY)) {
        return way;
    }
    way.blocked = true;
    way.free = thud_clamp(way.distance - skin / cosine, 0.0f, length);
    return way;
}

int thud_move_contacts(thud_move *move, float margin, thud_world_contact *contacts) {
    int count = thud_world_collide_shape(move->world, &move->def->shape, move->pose, margin, move->filter,
                                         contacts, THUD_MOVE_CONTACTS);
    return count < THUD_MOVE_CONTACTS ? count : THUD_MOVE_CONTACTS;
}

thud_mover_surface thud_move_surface(const thud_move *move, thud_shape_id shape, thud_vec2 point,
                                     thud_vec2 normal) {
    const thud_shape_record *record = &move->world->shapes.records[shape.slot];
    thud_mover_surface surface = {.touching = true,
                                  .normal = normal,
                                  .point = point,
                                  .body = thud_body_id_at(move->world, record->body),
                                  .shape = shape,
                                  .material = record->def.material,
                                  .material_id = record->def.material_id};
    surface.velocity = thud_body_velocity_at(move->world, surface.body, point);
    return surface;
}
