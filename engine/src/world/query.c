/*
 * query.c: questions to a world. The spatial hash names the shapes whose fat boxes are in question, the
 * narrowphase answers for each of them.
 *
 * The hash knows shapes where the last step or change left them, just-made ones included. Disabled bodies
 * have no boxes in it, so no query sees them. While a callback of the user runs the world is locked: it may
 * be asked, not changed.
 */
#include "thud/query.h"

#include "narrowphase/outlines.h"
#include "world/query_filter.h"
#include "world/world_state.h"

#include <float.h>

/* Of two hits this close in fraction the hash still shows both boxes, so that equal hits are told apart by
 * slot, not by the order of the hash. */
#define FRACTION_SLACK 1.0e-5f

/* ---- shapes in the world ---- */

static thud_pose shape_pose(const thud_world *world, const thud_shape_record *shape) {
    return thud_body_origin_pose(&world->bodies, shape->body, &world->bodies.poses[shape->body]);
}

static thud_user_records shape_records(const thud_world *world) {
    return (thud_user_records){world->shapes.records, sizeof *world->shapes.records};
}

/* Locks the world for a callback; returns whether it was locked before, to give to unlock. */
static bool lock(thud_world *world) {
    bool was_locked = world->locked;
    world->locked = true;
    return was_locked;
}

static void unlock(thud_world *world, bool was_locked) {
    world->locked = was_locked;
}

/* ---- what is refused ---- */

static bool check_world(const thud_world *world) {
    return world != NULL;
}

static bool check_vector(const thud_world *world, thud_vec2 v, const char *field_x, const char *field_y) {
    if (!thud_is_finite(v.x)) {
        return thud_refuse(world, THUD_NOT_FINITE, field_x, (double)v.x);
    }
    return thud_is_finite(v.y) || thud_refuse(world, THUD_NOT_FINITE, field_y, (double)v.y);
}

static bool check_shape(const thud_world *world, const thud_shape *shape) {
    if (shape == NULL) {
        return thud_refuse(world, THUD_NULL_ARGUMENT, "shape", 0.0);
    }
    thud_status status = thud_shape_check(shape);
    return status == THUD_OK || thud_refuse(world, status, "shape", 0.0);
}

static bool check_pose(const thud_world *world, thud_pose pose) {
    if (!check_vector(world, pose.position, "pose.position.x", "pose.position.y") ||
        !check_vector(world, (thud_vec2){pose.rotation.c, pose.rotation.s}, "pose.rotation.c",
                      "pose.rotation.s")) {
        return false;
    }
    return thud_rot_is_valid(pose.rotation) ||
           thud_refuse(world, THUD_NOT_NORMALIZED, "pose.rotation", (double)pose.rotation.c);
}

static bool check_box(const thud_world *world, thud_aabb box) {
    if (!check_vector(world, box.min, "box.min.x", "box.min.y") ||
        !check_vector(world, box.max, "box.max.x", "box.max.y")) {
        return false;
    }
    return thud_aabb_is_valid(box) || thud_refuse(world, THUD_INVALID_BOUNDS, "box", (double)box.min.x);
}

static bool check_visitor(const thud_world *world, bool given) {
    return given || thud_refuse(world, THUD_NULL_ARGUMENT, "visitor", 0.0);
}

static bool accept_status(const thud_world *world, thud_status status) {
    return status == THUD_OK || thud_refuse(world, status, "query", 0.0);
}

thud_query_filter thud_query_filter_all(void) {
    return (thud_query_filter){.category = UINT64_MAX, .mask = UINT64_MAX};
}

/* ---- rays and moving shapes ---- */

typedef struct cast_query {
    thud_world *world;
    thud_query_filter filter;
    const thud_shape *moving; /* NULL: a ray from pose.position */
    thud_pose pose;
    thud_vec2 translation;
    float max_fraction;
    const thud_body_id *own_body; /* NULL, or a body whose shapes are not hit */
    bool any;                     /* the first hit found ends it */
    thud_hit_visitor *visitor;    /* NULL: the closest hit is kept */
    void *context;
    thud_world_hit closest;
} cast_query;

static bool is_closer(const thud_world_hit *hit, const thud_world_hit *than) {
    if (than->shape.generation == 0 || hit->cast.fraction < than->cast.fraction) {
        return true;
    }
    return hit->cast.fraction == than->cast.fraction && hit->shape.slot < than->shape.slot;
}

/* A little more than the fraction, and never the zero that would stop the search before equal hits are found.
 */
static float fraction_and_equals(float fraction) {
    return fraction * (1.0f + FRACTION_SLACK) + FLT_MIN;
}

/* Hands a hit on; returns how far the hash should go on looking. */
static float take_hit(cast_query *query, const thud_world_hit *hit) {
    if (query->visitor == NULL) {
        if (is_closer(hit, &query->closest)) {
            query->closest = *hit;
            query->max_fraction = hit->cast.fraction;
        }
        if (query->any) {
            return 0.0f;
        }
        return fraction_and_equals(query->max_fraction);
    }
    bool was_locked = lock(query->world);
    float wanted = query->visitor(query->world, hit, query->context);
    unlock(query->world, was_locked);
    if (!(wanted > 0.0f)) {
        return 0.0f;
    }
    query->max_fraction = thud_min(wanted, query->max_fraction);
    return fraction_and_equals(query->max_fraction);
}

static float cast_at_proxy(thud_proxy_id proxy, uint64_t user, float max_fraction, void *context) {
    (void)proxy;
    cast_query *query = context;
    const thud_shape_record *record = &query->world->shapes.records[user];
    bool is_own = query->own_body != NULL && (uint32_t)record->body == (uint32_t)query->own_body->slot;
    if (is_own || !thud_query_sees(query->filter, record)) {
        return max_fraction;
    }
    thud_outline outline = thud_shape_record_outline(record);
    thud_pose pose = shape_pose(query->world, record);
    thud_world_hit hit = {.shape = thud_shape_id_at(query->world, (int32_t)user),
                          .body = thud_body_id_at(query->world, record->body)};
    hit.cast = query->moving == NULL
                   ? thud_outline_cast_ray(outline, pose, query->pose.position, query->translation)
                   : thud_outline_cast(thud_outline_of(query->moving), query->pose, query->translation,
                                       outline, pose);
    if (!hit.cast.hit || hit.cast.fraction > query->max_fraction) {
        return max_fraction;
    }
    return take_hit(query, &hit);
}

/* False when the call was refused. */
static bool run_cast(cast_query *query) {
    query->max_fraction = 1.0f;
    thud_world *world = query->world;
    if (!check_world(world)) {
        return false;
    }
    if (query->moving == NULL) {
        return check_vector(world, query->pose.position, "origin.x", "origin.y") &&
               check_vector(world, query->translation, "translation.x", "translation.y") &&
               accept_status(world, thud_hash_cast_records(world->hash, (thud_aabb){query->pose.position, query->pose.position}, query->translation, shape_records(world), cast_at_proxy, query));
    }
    if (!check_shape(world, query->moving) || !check_pose(world, query->pose) ||
        !check_vector(world, query->translation, "translation.x", "translation.y")) {
        return false;
    }
    thud_aabb box = thud_shape_aabb(query->moving, query->pose);
    return accept_status(world,
                         thud_hash_cast_records(world->hash, box, query->translation, shape_records(world), cast_at_proxy, query));
}

thud_world_hit thud_world_cast_ray(thud_world *world, thud_vec2 origin, thud_vec2 translation,
                                   thud_query_filter filter) {
    cast_query query = {
        .world = world, .filter = filter, .pose = {origin, thud_rot_identity()}, .translation = translation};
    run_cast(&query);
    return query.closest;
}

bool thud_world_cast_ray_all(thud_world *world, thud_vec2 origin, thud_vec2 translation,
                             thud_query_filter filter, thud_hit_visitor *visitor, void *context) {
    cast_query query = {.world = world,
                        .filter = filter,
                        .pose = {origin, thud_rot_identity()},
                        .translation = translation,
                        .visitor = visitor,
                        .context = context};
    return check_world(world) && check_visitor(world, visitor != NULL) && run_cast(&query);
}

thud_world_hit thud_world_cast_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                                     thud_vec2 translation, thud_query_filter filter) {
    cast_query query = {
        .world = world, .filter = filter, .moving = shape, .pose = pose, .translation = translation};
    if (shape != NULL) {
        run_cast(&query);
    } else {
        thud_refuse(world, THUD_NULL_ARGUMENT, "shape", 0.0);
    }
    return query.closest;
}

bool thud_world_cast_shape_all(thud_world *world, const thud_shape *shape, thud_pose pose,
                               thud_vec2 translation, thud_query_filter filter, thud_hit_visitor *visitor,
                               void *context) {
    cast_query query = {.world = world,
                        .filter = filter,
                        .moving = shape,
                        .pose = pose,
                        .translation = translation,
                        .visitor = visitor,
                        .context = context};
    return check_world(world) && check_shape(world, shape) && check_visitor(world, visitor != NULL) &&
           run_cast(&query);
}

bool thud_world_ray_is_blocked(thud_world *world, thud_vec2 origin, thud_vec2 translation,
                               thud_query_filter filter) {
    cast_query query = {.world = world,
                        .filter = filter,
                        .pose = {origin, thud_rot_identity()},
                        .translation = translation,
                        .any = true};
    return run_cast(&query) && query.closest.cast.hit;
}

bool thud_world_shape_is_blocked(thud_world *world, const thud_shape *shape, thud_pose pose,
                                 thud_vec2 translation, thud_query_filter filter) {
    cast_query query = {.world = world,
                        .filter = filter,
                        .moving = shape,
                        .pose = pose,
                        .translation = translation,
                        .any = true};
    return check_world(world) && check_shape(world, shape) && run_cast(&query) && query.closest.cast.hit;
}

/* ---- many rays ---- */

/* Rays that a worker takes at a time: enough to be worth waking it. */
enum { rays_per_task = 64 };

typedef struct ray_batch {
    thud_world *world;
    const thud_ray *rays;
    int count;
    thud_query_filter filter;
    thud_world_hit *hits;
} ray_batch;

/* Nothing here writes to the world: the rays have been checked, and no callback is called. */
static void cast_some_rays(int32_t index, int32_t worker, void *context) {
    (void)worker;
    const ray_batch *batch = context;
    int first = index * rays_per_task;
    int end = batch->count - first < rays_per_task ? batch->count : first + rays_per_task;
    for (int i = first; i < end; i++) {
        cast_query query = {.world = batch->world,
                            .filter = batch->filter,
                            .pose = {batch->rays[i].origin, thud_rot_identity()},
                            .translation = batch->rays[i].translation};
        run_cast(&query);
        batch->hits[i] = query.closest;
    }
}

bool thud_world_cast_rays(thud_world *world, const thud_ray *rays, int count, thud_query_filter filter,
                          thud_world_hit *hits) {
    if (!check_world(world)) {
        return false;
    }
    if (count < 0) {
        return thud_refuse(world, THUD_NEGATIVE, "count", (double)count);
    }
    if (count > 0 && (rays == NULL || hits == NULL)) {
        return thud_refuse(world, THUD_NULL_ARGUMENT, rays == NULL ? "rays" : "hits", 0.0);
    }
    for (int i = 0; i < count; i++) {
        if (!check_vector(world, rays[i].origin, "origin.x", "origin.y") ||
            !check_vector(world, rays[i].translation, "translation.x", "translation.y")) {
            return false;
        }
    }
    ray_batch batch = {world, rays, count, filter, hits};
    int tasks = count / rays_per_task + (count % rays_per_task != 0);
    if (world->locked) { /* in a step or a callback: the crew may be at work */
        for (int i = 0; i < tasks; i++) {
            cast_some_rays(i, 0, &batch);
        }
    } else if (tasks > 0) {
        thud_tasks_run(world->tasks, cast_some_rays, &batch, tasks);
    }
    return true;
}

/* ---- a whole body ---- */

thud_body_sweep thud_world_cast_body(thud_world *world, thud_body_id body, thud_vec2 translation,
                                     thud_query_filter filter) {
    thud_body_sweep sweep = {0};
    int32_t slot = thud_body_slot(world, body);
    if (slot == THUD_NONE || !check_vector(world, translation, "translation.x", "translation.y")) {
        return sweep;
    }
    int32_t own = world->bodies.bodies[slot].first_shape;
    for (; own != THUD_NONE; own = world->shapes.records[own].next) {
        if (world->shapes.records[own].def.sensor) {
            continue;
        }
        thud_shape shape = thud_shape_record_geometry(&world->shapes.records[own]);
        cast_query query = {.world = world,
                            .filter = filter,
                            .moving = &shape,
                            .pose = shape_pose(world, &world->shapes.records[own]),
                            .translation = translation,
                            .own_body = &body};
        if (run_cast(&query) && query.closest.cast.hit && is_closer(&query.closest, &sweep.hit)) {
            sweep.hit = query.closest;
            sweep.own_shape = thud_shape_id_at(world, own);
        }
    }
    return sweep;
}

/* ---- overlaps ---- */

static bool contains_box(thud_aabb outer, thud_aabb inner) {
    return (outer.min.x <= inner.min.x) & (outer.min.y <= inner.min.y) & (inner.max.x <= outer.max.x) &
           (inner.max.y <= outer.max.y);
}

typedef struct overlap_query {
    thud_world *world;
    thud_query_filter filter;
    thud_aabb box;
    const thud_aabb *fat_boxes; /* where `shape` is NULL; by the slots of proxies */
    const thud_shape *shape;    /* NULL: the shapes' own boxes are compared with `box` */
    thud_pose pose;
    thud_shape_visitor *visitor;
    void *context;
} overlap_query;

/* A shape lies in its fat box: where the query's box contains that one, no box of its own is worked out. */
static bool overlaps(const overlap_query *query, const thud_shape_record *record) {
    if (query->shape == NULL && contains_box(query->box, query->fat_boxes[record->proxy.slot])) {
        return true;
    }
    thud_outline outline = thud_shape_record_outline(record);
    thud_pose pose = shape_pose(query->world, record);
    return query->shape == NULL
               ? thud_aabb_overlaps(thud_outline_aabb(outline, pose), query->box)
               : thud_outlines_overlap(outline, pose, thud_outline_of(query->shape), query->pose);
}

static bool overlap_at_proxy(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    overlap_query *query = context;
    const thud_shape_record *record = &query->world->shapes.records[user];
    if (!thud_query_sees(query->filter, record) || !overlaps(query, record)) {
        return true;
    }
    bool was_locked = lock(query->world);
    bool wants_more =
        query->visitor(query->world, thud_shape_id_at(query->world, (int32_t)user), query->context);
    unlock(query->world, was_locked);
    return wants_more;
}

bool thud_world_overlap_aabb(thud_world *world, thud_aabb box, thud_query_filter filter,
                             thud_shape_visitor *visitor, void *context) {
    if (!check_world(world) || !check_visitor(world, visitor != NULL) || !check_box(world, box)) {
        return false;
    }
    overlap_query query = {.world = world,
                           .filter = filter,
                           .box = box,
                           .fat_boxes = thud_hash_fat_boxes(world->hash),
                           .visitor = visitor,
                           .context = context};
    return accept_status(world, thud_hash_query_records(world->hash, box, shape_records(world), overlap_at_proxy, &query));
}

bool thud_world_overlap_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                              thud_query_filter filter, thud_shape_visitor *visitor, void *context) {
    overlap_query query = {.world = world,
                           .filter = filter,
                           .shape = shape,
                           .pose = pose,
                           .visitor = visitor,
                           .context = context};
    return check_world(world) && check_visitor(world, visitor != NULL) && check_shape(world, shape) &&
           check_pose(world, pose) &&
           accept_status(
               world, thud_hash_query_records(world->hash, thud_shape_aabb(shape, pose), shape_records(world), overlap_at_proxy, &query));
}

/* ---- points ---- */

typedef struct point_query {
    const thud_world *world;
    thud_query_filter filter;
    thud_vec2 point;
    int32_t shape; /* the lowest slot so far */
} point_query;

static bool contains_at_proxy(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    point_query *query = context;
    const thud_shape_record *record = &query->world->shapes.records[user];
    bool is_lower = query->shape == THUD_NONE || (int32_t)user < query->shape;
    if (!is_lower || !thud_query_sees(query->filter, record)) {
        return true;
    }
    thud_vec2 point = thud_pose_apply_inverse(shape_pose(query->world, record), query->point);
    if (record->kind != THUD_SHAPE_SEGMENT && thud_vec2_is_finite(point) &&
        thud_outline_contains(thud_shape_record_outline(record), point)) {
        query->shape = (int32_t)user;
    }
    return true;
}

thud_shape_id thud_world_shape_at(thud_world *world, thud_vec2 point, thud_query_filter filter) {
    thud_shape_id none = {0, 0};
    point_query query = {.world = world, .filter = filter, .point = point, .shape = THUD_NONE};
    if (!check_world(world) || !check_vector(world, point, "point.x", "point.y") ||
        !accept_status(world,
                       thud_hash_query(world->hash, (thud_aabb){point, point}, contains_at_proxy, &query))) {
        return none;
    }
    return query.shape == THUD_NONE ? none : thud_shape_id_at(world, query.shape);
}

/* ---- the closest shape to a point ---- */

/* How the search widens: from a share of the largest distance by a factor until something is found. Shares are powers of two, so that
 * they reach 1 exactly; a radius that grew could stay zero, as a share of the smallest floats is. */
static const float first_search_share = 1.0f / 256.0f;
static const float search_factor = 4.0f;

typedef struct closest_query {
    thud_world *world;
    thud_query_filter filter;
    thud_vec2 point;
    float max_distance; /* what is found farther away does not count */
    thud_closest_shape closest;
} closest_query;

/* The distance of a point from a shape; false beyond the range of floats. */
static bool measure(const closest_query *query, const thud_shape_record *record, thud_closest_shape *found) {
    thud_shape shape = thud_shape_record_geometry(record), probe;
    thud_pose pose = shape_pose(query->world, record);
    if (thud_shape_contains(&shape, thud_pose_apply_inverse(pose, query->point))) {
        found->point = query->point;
        found->distance = 0.0f;
        return true;
    }
    thud_distance_result result;
    thud_pose at_point = {query->point, thud_rot_identity()};
    if (thud_circle((thud_vec2){0.0f, 0.0f}, THUD_MIN_SHAPE_SIZE, &probe) != THUD_OK ||
        thud_find_distance(&probe, at_point, &shape, pose, &result) != THUD_OK) {
        return false;
    }
    found->point = result.point_b;
    found->distance = result.distance;
    return true;
}

static bool measure_at_proxy(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    closest_query *query = context;
    const thud_shape_record *record = &query->world->shapes.records[user];
    thud_closest_shape found = {.shape = thud_shape_id_at(query->world, (int32_t)user),
                                .body = thud_body_id_at(query->world, record->body)};
    if (!thud_query_sees(query->filter, record) || !measure(query, record, &found) ||
        found.distance > query->max_distance) {
        return true;
    }
    const thud_closest_shape *closest = &query->closest;
    bool is_first = closest->shape.generation == 0;
    bool is_equal = found.distance == closest->distance && found.shape.slot < closest->shape.slot;
    if (is_first || found.distance < closest->distance || is_equal) {
        query->closest = found;
    }
    return true;
}

thud_closest_shape thud_world_closest_shape(thud_world *world, thud_vec2 point, float max_distance,
                                            thud_query_filter filter) {
    closest_query query = {.world = world, .filter = filter, .point = point};
    if (!check_world(world) || !check_vector(world, point, "point.x", "point.y") ||
        !thud_check_positive(world, "max_distance", max_distance)) {
        return query.closest;
    }
    bool found = false;
    for (float share = first_search_share; share <= 1.0f && !found; share *= search_factor) {
        query.max_distance = share * max_distance;
        thud_aabb box = thud_aabb_expand((thud_aabb){point, point}, query.max_distance);
        if (!accept_status(world, thud_hash_query(world->hash, box, measure_at_proxy, &query))) {
            break;
        }
        found = query.closest.shape.generation != 0;
    }
    return query.closest;
}
