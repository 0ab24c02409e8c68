/*
 * seam_impacts.c: the impulse of an impact acts on two points. For two flat faces these are the
 * ends of the interval that touches:
 *
 *          |  shape  |
 *          +---------+          the ends on one tile are s and b, which would turn the shape;
 *     -----a----s----b-----     the ends on all faces in line are a and b
 *        tile   |   tile
 *
 * Likewise the outermost points of a table that lands on its legs, shapes of one body. A tilted shape touches at its
 * deepest vertex alone. The end of a short tile would cut off the part of its edge that is too far away to be a point, and
 * leave s, nearer than the edge's other end.
 */
#include "world/continuous/seam_impacts.h"

#include "world/bodies/shape_parts.h"
#include "world/continuous/ghost_impacts.h"
#include "world/world_state.h"

/* Least cosine between the normals of faces in line. */
#define IN_LINE 0.9999f

/* The outermost point of a meeting on a side. */
typedef struct end_point {
    thud_manifold_point point;
    float place;          /* along the tangent, outwards */
    int32_t surface, leg; /* its shapes: the obstacle's, and the fast body's */
} end_point;

typedef struct width_search {
    const thud_world *world;
    int32_t body;            /* the fast one */
    const thud_pose *center; /* of its mass */
    thud_shape part;
    thud_vec2 normal, tangent;
    float height; /* of the surface along the normal */
    end_point ends[2];
    int32_t own; /* the shape of the fast body that meets the obstacle */
    int32_t leg; /* its shape that is tried */
} width_search;

/* The position along the normal of the obstacle's surface at a point of a meeting. */
static float height_at(const width_search *search, const thud_manifold_point *point) {
    thud_vec2 middle = thud_vec2_sub(point->point, search->center->position);
    return thud_vec2_dot(middle, search->normal) + 0.5f * point->separation;
}

/* Replaces an end by a point that is farther out, or as far and of a lower slot. */
static void try_end(width_search *search, const thud_manifold_point *point, int32_t shape) {
    float place = thud_vec2_dot(thud_vec2_sub(point->point, search->center->position), search->tangent);
    for (int side = 0; side < 2; side++) {
        end_point *end = &search->ends[side];
        float outwards = side == 0 ? -place : place;
        if (outwards > end->place || (outwards == end->place && shape < end->surface)) {
            *end = (end_point){*point, outwards, shape, search->leg};
        }
    }
}

static void try_surface(void *context, int32_t shape, const thud_pose *center) {
    width_search *search = context;
    const thud_world *world = search->world;
    thud_manifold manifold = thud_part_manifold(world, search->body, &search->part, search->center,
                                                &world->shapes.records[shape], center);
    bool is_in_line = thud_vec2_dot(manifold.normal, search->normal) >= IN_LINE;
    for (int i = 0; i < manifold.count && is_in_line; i++) {
        bool is_level = thud_abs(height_at(search, &manifold.points[i]) - search->height) <= world->def.slop;
        if (is_level || search->leg != search->own) {
            try_end(search, &manifold.points[i], shape);
        }
    }
}

/* Whether the edge along the meeting is so tilted that its other end is beyond the speculative distance. */
static bool is_other_end_far(const width_search *search, const thud_shape_record *own,
                             const thud_manifold *manifold) {
    thud_pose pose = thud_body_origin_pose(&search->world->bodies, search->body, search->center);
    thud_vec2 along = thud_rot_apply_inverse(pose.rotation, search->normal);
    float deepest = -INFINITY, second = -INFINITY;
    for (int i = 0; i < own->count; i++) {
        float depth = thud_vec2_dot(own->outline[i], along);
        second = thud_max(second, thud_min(depth, deepest));
        deepest = thud_max(depth, deepest);
    }
    float separation = thud_min(manifold->points[0].separation, manifold->points[1].separation);
    return separation + deepest - second > search->world->def.speculative_distance;
}

void thud_widen_manifold(const thud_world *world, const thud_body_path *path, const thud_touch *touch,
                         const thud_pose *center, thud_manifold *manifold) {
    const thud_shape_record *records = world->shapes.records, *own = &records[touch->shape];
    int32_t obstacle = records[touch->other].body;
    /* Bodies with joints meet at one shape, as the next step's solver shares their impacts: with foot and leg at once the
     * largest penetration in the bench scene rain was 95 mm, not 49. */
    bool is_jointed = world->bodies.bodies[own->body].first_joint != THUD_NONE;
    int32_t first = is_jointed ? touch->shape : world->bodies.bodies[own->body].first_shape;
    int32_t after = is_jointed ? own->next : THUD_NONE;
    if (touch->depth > 0 || touch->turned || (own->count == 1 && records[first].next == after) ||
        manifold->count == 0 || world->bodies.bodies[obstacle].type == THUD_BODY_DYNAMIC) {
        return;
    }
    width_search search = {.world = world,
                           .body = own->body,
                           .center = center,
                           .normal = manifold->normal,
                           .tangent = thud_vec2_perp(manifold->normal),
                           .ends = {{.place = -INFINITY}, {.place = -INFINITY}},
                           .own = touch->shape,
                           .leg = touch->shape};
    search.height = height_at(&search, &manifold->points[0]);
    for (int i = 0; i < manifold->count; i++) {
        try_end(&search, &manifold->points[i], touch->other);
    }
    thud_pose pose = thud_body_origin_pose(&world->bodies, own->body, center);
    for (int32_t leg = first; leg != after; leg = records[leg].next) {
        thud_touch tried = *touch;
        tried.shape = search.leg = leg;
        tried.other = leg == touch->shape ? touch->other : THUD_NONE;
        thud_part_read(&records[leg], 0, &search.part);
        thud_aabb box = thud_outline_aabb(thud_shape_record_outline(&records[leg]), pose);
        box = thud_aabb_expand(box, world->def.speculative_distance);
        thud_visit_neighbours(world, path, &tried, box, try_surface, &search);
    }
    const end_point *ends = search.ends;
    bool is_own = ends[0].leg == touch->shape && ends[1].leg == touch->shape;
    /* Keeps the order of the points on one tile, as the impulses are computed one after the other. */
    thud_vec2 along = thud_vec2_sub(manifold->points[1].point, manifold->points[0].point);
    bool turned = manifold->count == 2 && thud_vec2_dot(along, search.tangent) < 0.0f;
    if (!is_own || ends[0].surface != touch->other || ends[1].surface != touch->other) {
        manifold->points[0] = ends[turned].point;
        manifold->points[1] = ends[!turned].point;
        manifold->count = 2;
    }
    if (manifold->count == 2 && is_own && is_other_end_far(&search, own, manifold)) {
        int deeper = manifold->points[1].separation < manifold->points[0].separation;
        manifold->points[0] = manifold->points[deeper];
        manifold->count = 1;
    }
}
