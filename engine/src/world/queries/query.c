/*
 * query.c: rays, casts, overlaps and distances in a world. The spatial hash finds the shapes by their fat
 * boxes, the narrowphase tests each of them.
 *
 * The hash has the shapes as of the last step or change, new ones included. Disabled bodies have
 * no boxes in it, so that no query finds them. While a query with a user's callback runs, the
 * world is locked: it may be read, not changed.
 *
 * Several threads may run queries at once. They write the count of queries with callbacks, a refusal
 * (refusal.c), and tables of the hash that are built after many queries: each is atomic or has a lock
 * of its own, and no result depends on them.
 */
#include "thud/query.h"

#include "base/ranges.h"
#include "broadphase/query_parts.h"
#include "narrowphase/manifold.h"
#include "narrowphase/outlines.h"
#include "world/bodies/shape_boxes.h"
#include "world/check.h"
#include "world/contacts/one_way.h"
#include "world/queries/ghost_queries.h"
#include "world/queries/query_arguments.h"
#include "world/queries/seams.h"
#include "world/world_state.h"

#include <float.h>

/* Of two hits closer than this in fraction the hash reports both boxes, so that equal hits are ordered by slot. */
#define FRACTION_SLACK 1.0e-5f

thud_query_filter thud_query_filter_all(void) {
    return (thud_query_filter){.category = UINT64_MAX, .mask = UINT64_MAX};
}

bool thud_query_accepts_named(thud_world *world, const thud_query_filter *filter, int32_t shape) {
    thud_shape_id shape_id = thud_shape_id_at(world, shape);
    thud_body_id body_id = thud_body_id_at(world, world->shapes.records[shape].body);
    for (int i = 0; i < filter->ignored_body_count; i++) {
        if (thud_body_id_equal(filter->ignored_bodies[i], body_id)) {
            return false;
        }
    }
    for (int i = 0; i < filter->ignored_shape_count; i++) {
        if (thud_shape_id_equal(filter->ignored_shapes[i], shape_id)) {
            return false;
        }
    }
    return filter->accepts == NULL || filter->accepts(world, shape_id, filter->accepts_context);
}

/* ---- rays and moving shapes ---- */

typedef struct cast_query {
    thud_world *world;
    thud_prepared_filter filter;
    const bool *open;             /* of the shape table, where it decides which shapes the cast includes, or null */
    const thud_shape *moving;     /* NULL: a ray from pose.position */
    thud_pose pose;
    thud_vec2 translation;
    float max_fraction;
    const thud_nearby *nearby;    /* NULL, or found before */
    const thud_body_id *own_body; /* NULL, or a body whose shapes are not hit */
    int near_count;               /* shapes that a ray hits, or passes within the slop */
    bool any;                     /* the first hit ends the search */
    thud_hit_visitor *visitor;    /* NULL: keeps the closest hit */
    void *context;
    thud_world_hit closest;
} cast_query;

/* The result of a search: the closest hit. */
THUD_INLINE void want_closest(cast_query *query) {
    query->any = false;
    query->visitor = NULL;
    query->closest = (thud_world_hit){0};
}

/* The rest of a ray from the position of a pose. Writes field by field: an initialiser clears the whole record with a
 * string instruction, which takes a tenth of the time of a ray through empty space. */
THUD_INLINE void begin_cast(cast_query *query, thud_world *world, const thud_query_filter *filter, thud_pose pose,
                            thud_vec2 translation) {
    query->world = world;
    query->filter = thud_prepare_filter(filter);
    query->moving = NULL;
    query->pose = pose;
    query->translation = translation;
    query->max_fraction = 1.0f;
    query->near_count = 0;
    query->nearby = NULL;
    query->own_body = NULL;
}

/* The same for the closest hit of a shape. */
THUD_OWN_CODE void begin_shape_cast(cast_query *query, thud_world *world, const thud_query_filter *filter,
                                    const thud_shape *shape, thud_pose pose, thud_vec2 translation) {
    want_closest(query);
    begin_cast(query, world, filter, pose, translation);
    query->moving = shape;
}

static inline bool is_closer(const thud_world_hit *hit, const thud_world_hit *than) {
    if (than->shape.generation == 0 || hit->cast.fraction < than->cast.fraction) {
        return true;
    }
    return hit->cast.fraction == than->cast.fraction &&
           (hit->cast.depth > than->cast.depth ||
            (hit->cast.depth == than->cast.depth && hit->shape.slot < than->shape.slot));
}

/* Slightly more than the fraction, and never zero, which would stop the search before equal hits are found. */
static float fraction_and_equals(float fraction) {
    return fraction * (1.0f + FRACTION_SLACK) + FLT_MIN;
}

/* Processes a hit of a shape; returns the fraction up to which the hash continues. */
static float take_hit(cast_query *query, int32_t shape, int32_t body, const thud_cast_hit *cast) {
    thud_world_hit hit = {thud_shape_id_at(query->world, shape), thud_body_id_at(query->world, body), *cast};
    if (query->visitor == NULL) {
        if (is_closer(&hit, &query->closest)) {
            query->closest = hit;
            query->max_fraction = cast->fraction;
        }
        if (query->any) {
            return 0.0f;
        }
        return fraction_and_equals(query->max_fraction);
    }
    float wanted = query->visitor(query->world, &hit, query->context);
    if (!(wanted > 0.0f)) {
        return 0.0f;
    }
    query->max_fraction = thud_min(wanted, query->max_fraction);
    return fraction_and_equals(query->max_fraction);
}

/* Whether a one-sided link lets a hit pass. A moving shape is judged at the touch, by the side of its middle. */
static bool lets_through(const cast_query *query, const thud_shape_record *link, thud_pose pose,
                         float fraction) {
    if (query->moving == NULL) {
        thud_vec2 along = thud_rot_apply(pose.rotation, thud_vec2_sub(link->outline[1], link->outline[0]));
        return thud_vec2_cross(along, query->translation) >= 0.0f; /* or along it */
    }
    const thud_world_def *def = &query->world->def;
    thud_shape segment;
    thud_shape_record_read(link, &segment);
    thud_pose touching = query->pose;
    touching.position = thud_vec2_mul_add(touching.position, fraction, query->translation);
    float near = def->slop + def->speculative_distance; /* more than the rounding of the touching pose */
    return thud_find_link_manifold(&segment, link->ends, pose, query->moving, touching, near).count == 0;
}

/* The same for a one-way shape, by the side from which a ray comes or on which a moving shape starts. */
static bool one_way_lets_through(const cast_query *query, const thud_shape_record *record, thud_vec2 normal) {
    if (!record->is_one_way || query->filter.user->one_way_backs) {
        return false;
    }
    return query->moving == NULL
               ? !thud_one_way_faces(record, query->world->bodies.poses[record->body].rotation, normal)
               : thud_one_way_lets_query_pass(query->world, record, query->moving, query->pose, normal);
}

/* Whether a cast includes a shape; the cast of a body excludes its own shapes. */
static bool accepts(const cast_query *query, const thud_shape_record *record) {
    bool is_own = query->own_body != NULL && (uint32_t)record->body == (uint32_t)query->own_body->slot;
    return !is_own && thud_query_accepts(query->world, &query->filter, record);
}

/* Whether a cast passes a shape from behind where it would hit it. */
static bool comes_from_behind(const cast_query *query, const thud_shape_record *record, thud_pose pose,
                              const thud_cast_hit *hit) {
    bool has_back =
        record->core_class == THUD_CORE_LINK && record->ends->one_sided && !query->filter.user->chain_backs;
    return (has_back && lets_through(query, record, pose, hit->fraction)) ||
           one_way_lets_through(query, record, hit->normal);
}

/* Whether a ray stops at a shape that it meets at a seam. */
static bool stops_at_seam(const void *context, int32_t shape, const thud_cast_hit *hit) {
    const cast_query *query = context;
    const thud_shape_record *record = &query->world->shapes.records[shape];
    return accepts(query, record) &&
           !comes_from_behind(query, record, thud_body_current_pose(&query->world->bodies, record->body), hit);
}

/* Whether a moving shape slides past a hit at an edge in smooth ground. A visitor of all hits gets such hits, too. */
static bool slides_past(const cast_query *query, int32_t shape, thud_cast_hit *hit, thud_vec2 *raise) {
    if (query->moving == NULL || query->visitor != NULL) {
        return false;
    }
    const thud_edge_query edge = {query->world,   query->moving,   query->pose,
                                  &query->filter, query->own_body, NULL};
    return thud_cast_slides_past(&edge, query->translation, shape, hit, raise);
}

/* A ray that passes a shape may run along a seam between that and another one. */
THUD_OWN_CODE float cast_along_seam(cast_query *query, int32_t shape, float max_fraction) {
    const thud_seam_query seam = {query->world, query->pose.position, query->translation, stops_at_seam, query};
    int32_t met;
    thud_cast_hit hit;
    if (!thud_find_seam(&seam, shape, &met, &hit) || hit.fraction > query->max_fraction) {
        return max_fraction;
    }
    return take_hit(query, met, query->world->shapes.records[met].body, &hit);
}

THUD_OWN_CODE float cast_at_shape(uint32_t slot, uint64_t user, float max_fraction, void *context) {
    (void)slot;
    cast_query *query = context;
    const thud_shape_record *record = &query->world->shapes.records[user];
    if (!(query->open != NULL ? query->open[user] : accepts(query, record))) {
        return max_fraction;
    }
    thud_outline outline = thud_shape_record_outline(record);
    thud_pose pose = thud_body_current_pose(&query->world->bodies, record->body);
    bool is_near = false;
    thud_cast_hit cast = query->moving == NULL
                             ? thud_outline_cast_ray(outline, pose, query->pose.position, query->translation,
                                                     query->world->def.slop, &is_near)
                             : thud_outline_cast(thud_outline_of(query->moving), query->pose,
                                                 query->translation, outline, pose);
    query->near_count += is_near;
    if (!cast.hit) {
        return is_near ? cast_along_seam(query, (int32_t)user, max_fraction) : max_fraction;
    }
    if (cast.fraction > query->max_fraction || comes_from_behind(query, record, pose, &cast)) {
        return max_fraction;
    }
    thud_vec2 raise;
    if (slides_past(query, (int32_t)user, &cast, &raise)) {
        thud_pose raised = {thud_vec2_add(query->pose.position, raise), query->pose.rotation};
        float met = cast.fraction;
        cast = thud_outline_cast(thud_outline_of(query->moving), raised, query->translation, outline, pose);
        if (!cast.hit) {
            return max_fraction;
        }
        if (cast.fraction < met) { /* raised out of a neighbour it may meet the shape too early */
            cast.fraction = met;
            cast.depth = 0.0f;
        }
    }
    return take_hit(query, (int32_t)user, record->body, &cast);
}

/* Whether a shape's own box, enlarged by its rounding error, overlaps the box around a path: that of a shape along which a
 * mover slides does not. */
static bool may_be_met(const thud_world *world, int32_t shape, const thud_aabb *swept) {
    thud_aabb box = thud_shape_box(world, shape, world->bodies.poses);
    float size = thud_abs(box.min.x) + thud_abs(box.min.y) + thud_abs(box.max.x) + thud_abs(box.max.y);
    return thud_aabb_overlaps(thud_aabb_expand(box, THUD_SWEEP_SLACK * size), *swept);
}

/* Casts a box at proxies found before, in any order, for the closest hit. False if they may not be all. */
THUD_OWN_CODE bool cast_at_nearby(cast_query *query, thud_aabb swept) {
    const thud_hash *hash = query->world->hash;
    thud_found found;
    if (!thud_list_nearby(hash, query->nearby, swept, &found)) {
        return false;
    }
    for (int32_t i = 0; i < found.count; i++) {
        uint32_t slot = found.slots[i];
        uint64_t user = thud_hash_users(hash)[slot];
        if (may_be_met(query->world, (int32_t)user, &swept)) {
            (void)cast_at_shape(slot, user, 1.0f, query);
        }
    }
    return true;
}

/* Casts a box in the lists of the hash that are near its path. */
THUD_INLINE void cast_box(cast_query *query, const thud_cast_range *range, thud_aabb box) {
    thud_world *world = query->world;
    bool calls_back = query->visitor != NULL || query->filter.user->accepts != NULL;
    query->open = query->filter.is_open && query->own_body == NULL ? world->shapes.open : NULL;
    thud_begin_callbacks(world, calls_back);
    if (query->nearby == NULL || !cast_at_nearby(query, range->swept)) {
        thud_hash_cast_in_range(world->hash, range, box, query->translation, cast_at_shape, query);
    }
    thud_end_callbacks(world, calls_back);
}

THUD_INLINE thud_cast_range find_range(const thud_world *world, bool sensors, thud_aabb box, thud_vec2 translation) {
    thud_cast_range range = {.swept = thud_swept_box(box, translation)};
    range.lists = thud_hash_lists_near(world->hash, &range.swept, sensors);
    return range;
}

/* Whether there is nothing to refuse in a ray for certain: its filter has no lists, and a sum tells that it is finite. */
THUD_INLINE bool is_plain_ray(const thud_query_filter *filter, thud_vec2 origin, thud_vec2 translation) {
    return (filter->ignored_body_count | filter->ignored_shape_count) == 0 &&
           thud_is_finite(thud_abs(origin.x) + thud_abs(origin.y) + thud_abs(translation.x) +
                          thud_abs(translation.y));
}

static bool check_ray(const thud_world *world, thud_call call, const thud_query_filter *filter, thud_vec2 origin,
                      thud_vec2 translation) {
    return is_plain_ray(filter, origin, translation) ||
           (thud_query_check_filter(world, call, filter) &&
            thud_query_check_vector(world, call, origin, "origin.x", "origin.y") &&
            thud_query_check_vector(world, call, translation, "translation.x", "translation.y"));
}

/* Searches along a ray; one through empty space has no lists in its range. False when the call was refused. */
THUD_OWN_CODE bool run_ray(cast_query *query, thud_world *world, thud_call call, const thud_query_filter *filter,
                           thud_vec2 origin, thud_vec2 translation) {
    if (world == NULL || !check_ray(world, call, filter, origin, translation)) {
        return false;
    }
    thud_aabb point = {origin, origin};
    thud_cast_range range = find_range(world, filter->sensors, point, translation);
    if (range.lists != 0) {
        begin_cast(query, world, filter, (thud_pose){origin, thud_rot_identity()}, translation);
        cast_box(query, &range, point);
        if (query->near_count > 1 && query->visitor == NULL && query->closest.cast.fraction > 0.0f) {
            thud_face_at_seam(world, translation, filter, &query->closest);
        }
    }
    return true;
}

/* Searches along the path of a valid shape. False when the call was refused. */
static bool run_cast(cast_query *query, thud_call call) {
    thud_world *world = query->world;
    if (!thud_query_check_filter(world, call, query->filter.user) ||
        !thud_query_check_pose(world, call, query->pose) ||
        !thud_query_check_vector(world, call, query->translation, "translation.x", "translation.y")) {
        return false;
    }
    thud_aabb box = thud_outline_aabb(thud_outline_of(query->moving),
                                      query->pose); /* of finite sides, see THUD_MAX_COORDINATE */
    thud_cast_range range = find_range(world, query->filter.user->sensors, box, query->translation);
    cast_box(query, &range, box);
    return true;
}

/* The same for a shape that is not known to be valid. */
static bool check_and_run_cast(cast_query *query, thud_call call) {
    return query->world != NULL && thud_query_check_shape(query->world, call, query->moving) && run_cast(query, call);
}

thud_world_hit thud_world_cast_ray(thud_world *world, thud_vec2 origin, thud_vec2 translation,
                                   thud_query_filter filter) {
    cast_query query;
    want_closest(&query);
    run_ray(&query, world, thud_on_world(__func__), &filter, origin, translation);
    return query.closest;
}

bool thud_world_cast_ray_all(thud_world *world, thud_vec2 origin, thud_vec2 translation,
                             thud_query_filter filter, thud_hit_visitor *visitor, void *context) {
    const thud_call call = thud_on_world(__func__);
    cast_query query;
    query.visitor = visitor;
    query.context = context;
    return world != NULL && thud_check_given(world, call, "visitor", visitor != NULL) &&
           run_ray(&query, world, call, &filter, origin, translation);
}

thud_world_hit thud_world_cast_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                                     thud_vec2 translation, thud_query_filter filter) {
    return world != NULL && thud_query_check_shape(world, thud_on_world(__func__), shape)
               ? thud_cast_checked_shape(world, shape, pose, translation, &filter, NULL)
               : (thud_world_hit){0};
}

thud_world_hit thud_cast_checked_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                                       thud_vec2 translation, const thud_query_filter *filter,
                                       const thud_nearby *nearby) {
    cast_query query;
    begin_shape_cast(&query, world, filter, shape, pose, translation);
    query.nearby = nearby;
    run_cast(&query, thud_on_world("thud_world_cast_shape"));
    return query.closest;
}

bool thud_world_cast_shape_all(thud_world *world, const thud_shape *shape, thud_pose pose,
                               thud_vec2 translation, thud_query_filter filter, thud_hit_visitor *visitor,
                               void *context) {
    const thud_call call = thud_on_world(__func__);
    cast_query query;
    begin_shape_cast(&query, world, &filter, shape, pose, translation);
    query.visitor = visitor;
    query.context = context;
    return world != NULL && thud_check_given(world, call, "visitor", visitor != NULL) &&
           check_and_run_cast(&query, call);
}

bool thud_world_ray_is_blocked(thud_world *world, thud_vec2 origin, thud_vec2 translation,
                               thud_query_filter filter) {
    cast_query query;
    want_closest(&query);
    query.any = true;
    run_ray(&query, world, thud_on_world(__func__), &filter, origin, translation);
    return query.closest.cast.hit;
}

bool thud_world_shape_is_blocked(thud_world *world, const thud_shape *shape, thud_pose pose,
                                 thud_vec2 translation, thud_query_filter filter) {
    cast_query query;
    begin_shape_cast(&query, world, &filter, shape, pose, translation);
    query.any = true;
    return check_and_run_cast(&query, thud_on_world(__func__)) && query.closest.cast.hit;
}

/* ---- many rays ---- */

/* Rays per task: enough to be worth waking a worker. */
enum { rays_per_task = 64 };

typedef struct ray_batch {
    thud_world *world;
    thud_call call;
    const thud_ray *rays;
    thud_query_filter filter;
    thud_world_hit *hits;
} ray_batch;

/* Refuses nothing: the rays have been checked. */
static void cast_some_rays(const thud_range *range, void *context) {
    const ray_batch *batch = context;
    for (int32_t i = range->first; i < range->end; i++) {
        cast_query query;
        want_closest(&query);
        run_ray(&query, batch->world, batch->call, &batch->filter, batch->rays[i].origin,
                batch->rays[i].translation);
        batch->hits[i] = query.closest;
    }
}

bool thud_world_cast_rays(thud_world *world, const thud_ray *rays, int count, thud_query_filter filter,
                          thud_world_hit *hits) {
    const thud_call call = thud_on_world(__func__);
    if (world == NULL || !thud_query_check_array(world, call, rays != NULL, count, "rays", "count") ||
        !thud_query_check_array(world, call, hits != NULL, count, "hits", "count") ||
        !thud_query_check_filter(world, call, &filter)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (!thud_query_check_vector(world, call, rays[i].origin, "origin.x", "origin.y") ||
            !thud_query_check_vector(world, call, rays[i].translation, "translation.x", "translation.y")) {
            return false;
        }
    }
    ray_batch batch = {world, call, rays, filter, hits};
    /* In a step or a callback the crew may be busy, or another thread may use it. */
    bool is_taken = thud_world_is_locked(world) ||
                    atomic_exchange_explicit(&world->crew_casts, true, memory_order_acquire);
    thud_run_ranges(is_taken ? NULL : world->tasks, cast_some_rays, &batch, count, rays_per_task);
    if (!is_taken) {
        atomic_store_explicit(&world->crew_casts, false, memory_order_release);
    }
    return true;
}

/* ---- a whole body ---- */

thud_body_sweep thud_world_cast_body(thud_world *world, thud_body_id body, thud_vec2 translation,
                                     thud_query_filter filter) {
    const thud_call call = thud_on_body(__func__, body);
    thud_body_sweep sweep = {0};
    int32_t slot = thud_body_slot(world, body, call.name);
    if (slot == THUD_NONE || !thud_query_check_filter(world, call, &filter) ||
        !thud_query_check_vector(world, call, translation, "translation.x", "translation.y")) {
        return sweep;
    }
    THUD_EACH_SHAPE(world, slot, own) {
        if (world->shapes.records[own].def->sensor) {
            continue;
        }
        thud_shape shape;
        thud_shape_record_read(&world->shapes.records[own], &shape);
        cast_query query;
        begin_shape_cast(&query, world, &filter, &shape, thud_body_current_pose(&world->bodies, slot),
                         translation);
        query.own_body = &body;
        if (run_cast(&query, call) && query.closest.cast.hit && is_closer(&query.closest, &sweep.hit)) {
            sweep.hit = query.closest;
            sweep.own_shape = thud_shape_id_at(world, own);
        }
    }
    return sweep;
}

/* ---- overlaps ---- */

typedef struct overlap_query {
    thud_world *world;
    thud_prepared_filter filter;
    thud_aabb box;           /* of thud_world_overlap_aabb */
    const thud_shape *shape; /* of thud_world_overlap_shape */
    thud_pose pose;
    thud_shape_visitor *visitor;
    void *context;
    /* The world is locked: visitors cannot move its tables. */
    const uint64_t *users; /* of the hash: shapes by slot */
    const bool *open;      /* of the shape table, where it decides which shapes the query includes, or null */
} overlap_query;

/* Field by field, as in begin_cast. */
static inline void begin_overlap(overlap_query *query, thud_world *world, const thud_query_filter *filter,
                          thud_shape_visitor *visitor, void *context) {
    query->world = world;
    query->filter = thud_prepare_filter(filter);
    query->visitor = visitor;
    query->context = context;
    query->users = thud_hash_users(world->hash);
    query->open = query->filter.is_open ? world->shapes.open : NULL;
}

/* The shape of the lowest bit. */
THUD_INLINE uint32_t shape_found(const overlap_query *query, const thud_found *found, uint32_t bits) {
    return (uint32_t)query->users[thud_found_slot(found, thud_lowest_bit(bits))];
}

THUD_INLINE bool accepts_overlap(const overlap_query *query, uint32_t shape) {
    return query->open != NULL
               ? query->open[shape]
               : thud_query_accepts(query->world, &query->filter, &query->world->shapes.records[shape]);
}

THUD_INLINE bool visit_shape(const overlap_query *query, uint32_t shape) {
    uint32_t generation = query->world->shapes.pool.generations[shape];
    return query->visitor(query->world, (thud_shape_id){shape, generation}, query->context);
}

/* Prefetches the data of overlap tests of proxies with a bit. Inline: gcc removes calls that only prefetch. */
THUD_INLINE void prefetch_found(const overlap_query *query, const thud_found *found, uint32_t bits) {
    const thud_world *world = query->world;
    for (; bits != 0; bits &= bits - 1) {
        const thud_shape_record *record = &world->shapes.records[shape_found(query, found, bits)];
        __builtin_prefetch(&world->bodies.poses[record->body]);
        __builtin_prefetch(&world->bodies.bodies[record->body].mass.center);
        __builtin_prefetch(record->outline);
    }
}

static uint32_t bits_of_found(const thud_found *found) {
    return UINT32_MAX >> (thud_most_found - found->count);
}

/* Those of the bits whose shapes' own boxes, not only their fat boxes, overlap the query's. */
static uint32_t keep_overlapping(const overlap_query *query, const thud_found *found, uint32_t bits) {
    uint32_t apart = 0;
    for (uint32_t left = bits; left != 0; left &= left - 1) {
        const thud_shape_record *record = &query->world->shapes.records[shape_found(query, found, left)];
        thud_pose pose = thud_body_current_pose(&query->world->bodies, record->body);
        thud_aabb box = thud_outline_aabb(thud_shape_record_outline(record), pose);
        apart |= thud_aabb_overlaps(box, query->box) ? 0 : left & (0u - left);
    }
    return bits & ~apart;
}

/* Tests only the shapes that may not overlap, all before the visits: a branch for each visit would not be predictable. */
static bool visit_in_box(const thud_hash *hash, const thud_found *found, void *context) {
    const overlap_query *query = context;
    uint32_t bits = bits_of_found(found), doubtful = bits & thud_found_crossing(hash, found);
    prefetch_found(query, found, doubtful);
    for (bits = (bits & ~doubtful) | keep_overlapping(query, found, doubtful); bits != 0; bits &= bits - 1) {
        uint32_t shape = shape_found(query, found, bits);
        if (accepts_overlap(query, shape) && !visit_shape(query, shape)) {
            return false;
        }
    }
    return true;
}

static bool overlaps_shape(const overlap_query *query, uint32_t shape) {
    const thud_shape_record *record = &query->world->shapes.records[shape];
    return thud_outlines_overlap(thud_shape_record_outline(record),
                                 thud_body_current_pose(&query->world->bodies, record->body),
                                 thud_outline_of(query->shape), query->pose);
}

static bool visit_overlapping(const thud_hash *hash, const thud_found *found, void *context) {
    (void)hash;
    const overlap_query *query = context;
    uint32_t bits = bits_of_found(found);
    prefetch_found(query, found, bits);
    for (; bits != 0; bits &= bits - 1) {
        uint32_t shape = shape_found(query, found, bits);
        if (accepts_overlap(query, shape) && overlaps_shape(query, shape) && !visit_shape(query, shape)) {
            return false;
        }
    }
    return true;
}

bool thud_world_overlap_aabb(thud_world *world, thud_aabb box, thud_query_filter filter,
                             thud_shape_visitor *visitor, void *context) {
    const thud_call call = thud_on_world(__func__);
    if (world == NULL || !thud_check_given(world, call, "visitor", visitor != NULL) ||
        !thud_query_check_filter(world, call, &filter)) {
        return false;
    }
    overlap_query query;
    begin_overlap(&query, world, &filter, visitor, context);
    query.box = box;
    thud_begin_callbacks(world, true);
    bool is_asked = thud_hash_query_found(world->hash, box, filter.sensors, visit_in_box, &query) == THUD_OK;
    thud_end_callbacks(world, true);
    return is_asked || thud_query_check_box(world, call, box); /* which names the error in the box */
}

bool thud_world_overlap_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                              thud_query_filter filter, thud_shape_visitor *visitor, void *context) {
    const thud_call call = thud_on_world(__func__);
    if (world == NULL || !thud_check_given(world, call, "visitor", visitor != NULL) ||
        !thud_query_check_filter(world, call, &filter) || !thud_query_check_shape(world, call, shape) ||
        !thud_query_check_pose(world, call, pose)) {
        return false;
    }
    overlap_query query;
    begin_overlap(&query, world, &filter, visitor, context);
    query.shape = shape;
    query.pose = pose;
    return thud_query_ask(world, call, thud_shape_aabb(shape, pose), filter.sensors, true, visit_overlapping,
                          &query);
}
