/* query_points.c: the shape at a point, and the closest shape to a point. See query.c. */
#include "world/check.h"
#include "world/queries/query_arguments.h"
#include "world/world_state.h"

#include "narrowphase/outlines.h"

/* The search distance grows from a share of the largest by a factor until something is found. Shares are
 * powers of two, which reach 1 exactly; a radius could stay zero, as a share of the smallest floats is. */
static const float first_search_share = 1.0f / 256.0f;
static const float search_factor = 4.0f;

typedef struct closest_query {
    thud_world *world;
    thud_prepared_filter filter;
    thud_vec2 point;
    float max_distance; /* shapes farther away do not count; 0: those that contain the point */
    thud_closest_shape closest;
} closest_query;

/* Whether a shape has the query's point inside. */
static bool contains(const thud_world *world, const thud_shape_record *record, thud_vec2 point) {
    thud_vec2 local = thud_pose_apply_inverse(thud_body_current_pose(&world->bodies, record->body), point);
    return record->kind != THUD_SHAPE_SEGMENT && thud_vec2_is_finite(local) &&
           thud_outline_contains(thud_shape_record_outline(record), local);
}

/* Of distances as floats, relative. */
#define ROUNDING 1.0e-6

/* The distance of a point from a shape; false if it overflows, or is not asked for. */
static bool measure(const closest_query *query, const thud_shape_record *record, thud_closest_shape *found) {
    static const thud_vec2 middle = {0.0f, 0.0f};
    const thud_outline probe = {1, THUD_MIN_SHAPE_SIZE, &middle};
    thud_distance_result result = {.point_b = query->point};
    bool is_measured = contains(query->world, record, query->point) ||
                       (query->max_distance > 0.0f &&
                        thud_outlines_distance(
                            probe, (thud_pose){query->point, {1.0f, 0.0f}}, thud_shape_record_outline(record),
                            thud_body_current_pose(&query->world->bodies, record->body), &result));
    found->point = result.point_b;
    found->distance = result.distance;
    return is_measured;
}

/* The distance of a coordinate from a range. */
static double gap_between(float value, float least, float most) {
    return thud_double_max(0.0, thud_double_max((double)least - (double)value, (double)value - (double)most));
}

/* Whether the whole fat box of a shape is farther away than the closest shape so far: most shapes need not be measured. */
static bool is_beyond(const closest_query *query, thud_aabb box) {
    double x = gap_between(query->point.x, box.min.x, box.max.x),
           y = gap_between(query->point.y, box.min.y, box.max.y);
    double distance = (1.0 + ROUNDING) * (double)query->closest.distance;
    return query->closest.shape.generation != 0 && x * x + y * y > distance * distance;
}

static void take_if_closest(closest_query *query, int32_t shape) {
    const thud_shape_record *record = &query->world->shapes.records[shape];
    thud_closest_shape found = {.shape = thud_shape_id_at(query->world, shape),
                                .body = thud_body_id_at(query->world, record->body)};
    if (is_beyond(query, thud_hash_fat_boxes(query->world->hash)[record->proxy.slot]) ||
        !thud_query_accepts(query->world, &query->filter, record) || !measure(query, record, &found) ||
        found.distance > query->max_distance) {
        return;
    }
    const thud_closest_shape *closest = &query->closest;
    bool is_first = closest->shape.generation == 0;
    bool is_equal = found.distance == closest->distance && found.shape.slot < closest->shape.slot;
    if (is_first || found.distance < closest->distance || is_equal) {
        query->closest = found;
    }
}

static bool take_found(const thud_hash *hash, const thud_found *found, void *context) {
    for (int32_t i = 0; i < found->count; i++) {
        take_if_closest(context, (int32_t)thud_hash_users(hash)[thud_found_slot(found, i)]);
    }
    return true;
}

static bool check_point(const closest_query *query, thud_call call) {
    const thud_world *world = query->world;
    return world != NULL && thud_query_check_filter(world, call, query->filter.user) &&
           thud_query_check_vector(world, call, query->point, "point.x", "point.y");
}

static bool search(closest_query *query, thud_call call, float max_distance) {
    query->max_distance = max_distance;
    thud_aabb box = thud_aabb_expand((thud_aabb){query->point, query->point}, max_distance);
    const thud_query_filter *filter = query->filter.user;
    return thud_query_ask(query->world, call, box, filter->sensors, filter->accepts != NULL, take_found,
                          query);
}

thud_shape_id thud_world_shape_at(thud_world *world, thud_vec2 point, thud_query_filter filter) {
    const thud_call call = thud_on_world(__func__);
    closest_query query = {.world = world, .filter = thud_prepare_filter(&filter), .point = point};
    if (check_point(&query, call)) {
        (void)search(&query, call, 0.0f);
    }
    return query.closest.shape;
}

thud_closest_shape thud_world_closest_shape(thud_world *world, thud_vec2 point, float max_distance,
                                            thud_query_filter filter) {
    const thud_call call = thud_on_world(__func__);
    closest_query query = {.world = world, .filter = thud_prepare_filter(&filter), .point = point};
    if (!check_point(&query, call) || !thud_check_positive(world, call, "max_distance", max_distance)) {
        return query.closest;
    }
    float share = first_search_share;
    while (share <= 1.0f && query.closest.shape.generation == 0 && search(&query, call, share * max_distance)) {
        share *= search_factor;
    }
    return query.closest;
}
