#include "world/queries/ghost_queries.h"

#include "broadphase/spatial_hash.h"
#include "world/bodies/placed_shape.h"
#include "world/contacts/ghosts.h"
#include "world/contacts/one_way.h"

/* The touched shape, and the test of the shapes near it. */
typedef struct edge_search {
    const thud_edge_query *query;
    int32_t shape;  /* the touched shape */
    thud_vec2 from; /* the first point; other points are relative to it */
    thud_ghost_test test;
} edge_search;

/* Whether a shape is ground that hides edges of its neighbours; a character beside a ledge is not. */
static bool is_ground(const thud_world *world, const thud_shape_record *record) {
    const thud_body *body = &world->bodies.bodies[record->body];
    return body->type != THUD_BODY_DYNAMIC && !body->mover && !record->def->sensor;
}

/* Whether the query includes a shape, and its mover does not pass it from behind. */
static bool may_hide_edge(const thud_edge_query *query, const thud_shape_record *record) {
    bool is_own = query->own_body != NULL && (uint32_t)record->body == query->own_body->slot;
    bool is_passable = record->is_one_way && !query->filter->user->one_way_backs;
    return !is_own && thud_query_accepts(query->world, query->filter, record) &&
           !(is_passable && thud_one_way_starts_behind(query->world, record, query->mover, query->pose));
}

static bool try_neighbour(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    edge_search *search = context;
    const thud_world *world = search->query->world;
    const thud_shape_record *record = &world->shapes.records[user];
    if ((int32_t)user != search->shape && is_ground(world, record) && may_hide_edge(search->query, record)) {
        thud_placed_shape placed;
        thud_put_shape_now(world, (int32_t)user, search->from, &placed);
        thud_ghost_test_try(&search->test, &placed, false);
    }
    return true;
}

/* The cover of the surface of a shape touched by the mover at `position`. Points of the meeting: in the world. */
static thud_cover find_cover(const thud_edge_query *query, int32_t shape, thud_vec2 position,
                             const thud_meeting *touch) {
    const thud_world *world = query->world;
    edge_search search;
    search.query = query;
    search.shape = shape;
    search.from = touch->points[0];
    thud_vec2 last = touch->points[touch->count - 1];
    thud_aabb box = {thud_vec2_min(search.from, last), thud_vec2_max(search.from, last)};
    box = thud_aabb_expand(box, world->def.slop);
    thud_found near;
    bool is_listed = thud_list_nearby(world->hash, query->near, box, &near);
    bool is_alone = near.count == 1 && near.slots[0] == world->shapes.records[shape].proxy.slot;
    if (is_listed && is_alone && touch->count == 1) { /* as the test of one point without others */
        return (thud_cover){.kind = THUD_COVER_NONE};
    }
    thud_shape_record mover = {.count = (uint8_t)query->mover->count,
                               .radius = query->mover->radius,
                               .outline = query->mover->vertices};
    thud_meeting *meeting = &search.test.meeting;
    *meeting = *touch;
    meeting->mover = (thud_placed_shape){&mover, thud_vec2_sub(position, search.from), query->pose.rotation};
    thud_put_shape_now(world, shape, search.from, &meeting->surface);
    for (int i = 0; i < touch->count; i++) {
        meeting->points[i] = thud_vec2_sub(touch->points[i], search.from);
    }
    thud_ghost_test_begin(&search.test, world->def.slop);
    for (int32_t i = 0; i < near.count; i++) { /* shapes of dynamic bodies are no ground */
        (void)try_neighbour((thud_proxy_id){0, 0}, thud_hash_users(world->hash)[near.slots[i]], &search);
    }
    if (!is_listed) {
        thud_hash_query_kind(world->hash, THUD_PROXY_STATIC, box, try_neighbour, &search);
        thud_hash_query_kind(world->hash, THUD_PROXY_KINEMATIC, box, try_neighbour, &search);
    }
    return thud_ghost_test_end(&search.test);
}

bool thud_cast_slides_past(const thud_edge_query *query, thud_vec2 translation, int32_t shape,
                           thud_cast_hit *hit, thud_vec2 *raise) {
    const thud_world *world = query->world;
    bool starts_inside = hit->depth > world->def.slop; /* a mover slightly inside of a seam slides on */
    if (!is_ground(world, &world->shapes.records[shape]) || starts_inside) {
        return false;
    }
    thud_vec2 position = thud_vec2_mul_add(query->pose.position, hit->fraction, translation);
    thud_meeting touch = {.normal = hit->normal, .points = {hit->point}, .count = 1};
    thud_cover cover = find_cover(query, shape, position, &touch);
    if (cover.kind != THUD_COVER_SHARED && cover.kind != THUD_COVER_HOLDS) {
        return false;
    }
    float sinking = -(1.0f - hit->fraction) * thud_vec2_dot(translation, cover.normal);
    hit->normal = cover.normal;
    *raise = thud_vec2_scale(cover.normal, thud_max(2.0f * world->def.slop - cover.separation, 0.0f));
    return sinking <= world->def.slop;
}

bool thud_contact_is_hidden(const thud_edge_query *query, int32_t shape, float margin,
                            thud_world_contact *contact) {
    if (!is_ground(query->world, &query->world->shapes.records[shape])) {
        return false;
    }
    thud_meeting touch = {.normal = contact->normal, .count = contact->count};
    for (int i = 0; i < contact->count; i++) {
        touch.points[i] = thud_vec2_mul_add(contact->points[i], -0.5f * contact->separation, contact->normal);
    }
    thud_cover cover = find_cover(query, shape, query->pose.position, &touch);
    bool is_turned = cover.kind == THUD_COVER_SHARED || cover.kind == THUD_COVER_CORNER;
    if (is_turned) {
        contact->count = 1;
        contact->points[0] = contact->points[1] = thud_vec2_add(cover.point, touch.points[0]);
        contact->separation = cover.separation;
    }
    if (is_turned || cover.kind == THUD_COVER_LEVEL) {
        contact->normal = cover.normal;
    }
    return cover.kind == THUD_COVER_HOLDS && cover.separation <= margin;
}
