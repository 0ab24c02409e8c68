#include "world/queries/seams.h"

#include "narrowphase/difference.h"

/* The stretch of a ray along a sharp outline, all of which lies on one side of the ray. */
typedef struct stretch {
    bool is_left;       /* the outline is on the left of the ray */
    double distance;    /* [m] between them */
    double first, last; /* fractions of the ray, maybe below 0 or above 1 */
    thud_vec2 normal;   /* of the face that begins there; zero if the ray does */
} stretch;

typedef struct seam_search {
    const thud_seam_query *query;
    stretch own; /* of the shape on the left */
    int32_t shape;
    int32_t met; /* THUD_NONE: no seam found */
    thud_cast_hit hit;
} seam_search;

/* Whether a ray passes a sharp outline that is wider than the slop, no farther than the slop away. The stretch is that
 * between the vertices so near, and ends a slop behind the last one, which lies ahead of the ray's origin. */
static bool passes_near(const thud_seam_query *query, int32_t shape, stretch *along_it) {
    const thud_shape_record *record = &query->world->shapes.records[shape];
    const thud_pose pose = thud_body_current_pose(&query->world->bodies, record->body);
    const thud_double2 path = {query->translation.x, query->translation.y};
    double length = thud_double2_length(path), near = (double)query->world->def.slop;
    double lowest = INFINITY, highest = -INFINITY;
    thud_difference shape_seen;
    thud_difference_of_point(thud_shape_record_outline(record), thud_arrow(query->origin, pose.position),
                             pose.rotation, &shape_seen);
    *along_it = (stretch){.first = INFINITY, .last = -INFINITY};
    for (int i = 0; i < shape_seen.count; i++) {
        double side = thud_double2_cross(path, shape_seen.vertices[i]) / length;
        lowest = thud_double_min(side, lowest);
        highest = thud_double_max(side, highest);
        if (fabs(side) <= near) {
            double along = thud_double2_dot(path, shape_seen.vertices[i]) / (length * length);
            along_it->first = thud_double_min(along, along_it->first);
            along_it->last = thud_double_max(along + near / length, along_it->last);
        }
    }
    along_it->is_left = lowest >= 0.0;
    along_it->distance = along_it->is_left ? lowest : -highest;
    if (record->radius > 0.0f || along_it->distance < 0.0 || !(along_it->last > near / length) ||
        !(highest - lowest > near)) {
        return false;
    }
    along_it->normal = thud_double2_round(thud_difference_pass(&shape_seen, path).normal);
    return true;
}

static bool join_at_proxy(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    seam_search *search = context;
    const thud_seam_query *query = search->query;
    const stretch *own = &search->own;
    int32_t shape = (int32_t)user;
    stretch other;
    if (shape == search->shape || !passes_near(query, shape, &other) || other.is_left ||
        own->distance + other.distance > (double)query->world->def.slop) {
        return true;
    }
    bool is_later = other.first > own->first;
    const stretch *later = is_later ? &other : own;
    double last = thud_double_min(own->last, other.last);
    double first = thud_double_max(later->first, 0.0);
    float fraction = (float)first;
    int32_t met = is_later ? shape : search->shape;
    bool is_first = fraction <= 1.0f && (search->met == THUD_NONE || fraction < search->hit.fraction ||
                                         (fraction == search->hit.fraction && met < search->met));
    thud_cast_hit hit = {.hit = true,
                         .fraction = fraction,
                         .normal = later->normal,
                         .point = thud_double2_round_in_range(thud_double2_mul_add(
                             thud_double2_of(query->origin), first, thud_double2_of(query->translation)))};
    if (is_first && later->first <= last && query->stops(query->context, search->shape, &hit) &&
        query->stops(query->context, shape, &hit)) {
        search->met = met;
        search->hit = hit;
    }
    return true;
}

bool thud_find_seam(const thud_seam_query *query, int32_t shape, int32_t *met, thud_cast_hit *hit) {
    seam_search search = {.query = query, .shape = shape, .met = THUD_NONE};
    if (!passes_near(query, shape, &search.own) || !search.own.is_left) {
        return false;
    }
    thud_vec2 first = thud_vec2_mul_add(query->origin, (float)search.own.first, query->translation);
    thud_vec2 last = thud_vec2_mul_add(query->origin, (float)search.own.last, query->translation);
    thud_aabb box = {thud_vec2_min(first, last), thud_vec2_max(first, last)};
    (void)thud_hash_query(query->world->hash, thud_aabb_expand(box, query->world->def.slop), join_at_proxy,
                          &search);
    *met = search.met;
    *hit = search.hit;
    return search.met != THUD_NONE;
}

/* ---- corners at seams ---- */

void thud_face_at_seam(thud_world *world, thud_vec2 translation, const thud_query_filter *filter,
                       thud_world_hit *hit) {
    const thud_shape_record *record = &world->shapes.records[hit->shape.slot];
    const thud_pose pose = thud_body_current_pose(&world->bodies, record->body);
    const thud_vec2 point = thud_pose_apply_inverse(pose, hit->cast.point),
                    *normals = record->outline + record->count;
    const float near = world->def.slop, same = 0.99f;
    for (int32_t i = 0; i < record->count && record->radius == 0.0f; i++) {
        thud_vec2 other = thud_rot_apply(pose.rotation, normals[i]), normal = hit->cast.normal;
        /* Over the face that was hit, away from the other one. */
        thud_vec2 over = thud_vec2_mul_add(hit->cast.point, 2.0f * near, thud_vec2_sub(normal, other));
        if (thud_vec2_dot(normals[i], thud_vec2_sub(point, record->outline[i])) >= -near &&
            thud_vec2_dot(other, translation) < 0.0f && thud_vec2_dot(other, normal) < same &&
            thud_world_shape_at(world, over, *filter).generation != 0) {
            hit->cast.normal = other;
        }
    }
}
