#include "world/ghost_casts.h"

#include "broadphase/spatial_hash.h"
#include "world/ghosts.h"

/* A hit, and the shapes near it that are tried. */
typedef struct edge_search {
    const thud_edge_cast *cast;
    int32_t shape;  /* that is hit */
    thud_vec2 from; /* the point of the hit */
    thud_ghost_test test;
} edge_search;

static thud_placed_shape place_shape(const thud_world *world, int32_t shape, thud_vec2 from) {
    return thud_place_shape(world, shape, &world->bodies.poses[world->shapes.records[shape].body], from);
}

static bool try_neighbour(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    edge_search *search = context;
    const thud_world *world = search->cast->world;
    const thud_shape_record *record = &world->shapes.records[user];
    if ((int32_t)user != search->shape && !record->def.sensor &&
        search->cast->sees(search->cast->query, record)) {
        thud_placed_shape placed = place_shape(world, (int32_t)user, search->from);
        thud_ghost_test_try(&search->test, &placed);
    }
    return true;
}

static thud_cover find_cover(edge_search *search, const thud_cast_hit *hit) {
    const thud_edge_cast *cast = search->cast;
    const thud_world *world = cast->world;
    thud_shape moving = *cast->moving; /* a record has vertices that may be written to */
    thud_shape_record mover = {.count = moving.count, .radius = moving.radius, .outline = moving.vertices};
    thud_vec2 origin = thud_vec2_mul_add(cast->pose.position, hit->fraction, cast->translation);
    thud_meeting meeting = {.mover = {&mover, thud_vec2_sub(origin, search->from), cast->pose.rotation},
                            .surface = place_shape(world, search->shape, search->from),
                            .normal = hit->normal,
                            .count = 1};
    thud_ghost_test_begin(&search->test, &meeting, world->def.slop);
    thud_aabb box = thud_aabb_expand((thud_aabb){hit->point, hit->point}, world->def.slop);
    thud_hash_query_kind(world->hash, THUD_PROXY_STATIC, box, try_neighbour, search);
    thud_hash_query_kind(world->hash, THUD_PROXY_KINEMATIC, box, try_neighbour, search);
    return thud_ghost_test_end(&search->test);
}

bool thud_cast_slides_past(const thud_edge_cast *cast, int32_t shape, thud_cast_hit *hit) {
    const thud_world *world = cast->world;
    bool is_fixed = world->bodies.bodies[world->shapes.records[shape].body].type != THUD_BODY_DYNAMIC;
    bool starts_inside = hit->depth > world->def.slop; /* what is a hair inside of a seam slides on */
    if (!is_fixed || starts_inside || world->shapes.records[shape].def.sensor) {
        return false;
    }
    edge_search search = {.cast = cast, .shape = shape, .from = hit->point};
    thud_cover cover = find_cover(&search, hit);
    if (cover.kind != THUD_COVER_SHARED && cover.kind != THUD_COVER_HOLDS) {
        return false;
    }
    float sinking = -(1.0f - hit->fraction) * thud_vec2_dot(cast->translation, cover.normal);
    hit->normal = cover.normal;
    return sinking <= world->def.slop;
}
