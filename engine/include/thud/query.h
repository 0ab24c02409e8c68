/**
 * query.h: questions to a world: rays, overlaps, shape casts. All work between steps at any time,
 * just-created shapes included; none allocates.
 *
 *     thud_world_hit hit = thud_world_cast_ray(world, eye, (thud_vec2){100, 0}, thud_query_filter_all());
 *     if (hit.cast.hit) aim_at(hit.cast.point);
 *
 * What the shape of a player touches, or has within 5 cm, but for the player's own body:
 *
 *     thud_query_filter others = thud_query_filter_all();
 *     others.ignored_bodies = &player;
 *     others.ignored_body_count = 1;
 *     thud_world_contact planes[8];
 *     int count = thud_world_collide_shape(world, &capsule, pose, 0.05f, others, planes, 8);
 *
 * Threads: all calls of this header may run at the same time on any number of threads, as long as no call that changes the world
 * does. Answers do not depend on it. Callbacks run on the thread that asks.
 */
#ifndef THUD_QUERY_H
#define THUD_QUERY_H

#include "thud/body.h"
#include "thud/narrowphase.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether a query sees a shape near it that the rest of the filter lets through: asked before the shape is looked at closely, in no
 * order, at times more than once. Must not change the world. */
typedef bool thud_query_predicate(thud_world *world, thud_shape_id shape, void *context);

/** Which shapes a query sees: those whose category is in `mask` and whose mask has a bit of `category`, and that nothing below leaves
 * out; sensors only if asked for. What the pointers point at has to live as long as the query. */
typedef struct thud_query_filter {
    uint64_t category;
    uint64_t mask;
    bool sensors;            /**< sensors too; false. Forces of the world never push them */
    bool chain_backs;        /**< rays and casts hit one-sided chains from behind too; false */
    bool one_way_backs; /**< rays, casts and thud_world_collide_shape treat one-way shapes as solid; false */
    int ignored_body_count;  /**< 0 */
    int ignored_shape_count; /**< 0 */
    /** Bodies whose shapes are not seen; a stale or null id leaves out nothing; NULL. */
    const thud_body_id *ignored_bodies;
    const thud_shape_id *ignored_shapes; /**< that are not seen; NULL */
    /** NULL: all; thud_world_cast_rays calls it from several threads at once. */
    thud_query_predicate *accepts;
    void *accepts_context;
} thud_query_filter;

/** A hit in the world. */
typedef struct thud_world_hit {
    thud_shape_id shape; /**< null when nothing was hit */
    thud_body_id body;
    thud_cast_hit cast; /**< fraction, point, normal, depth */
} thud_world_hit;

/** Called for each shape found. Return false to stop. Must not change the world. */
typedef bool thud_shape_visitor(thud_world *world, thud_shape_id shape, void *context);

/** Called for each hit, in no order of distance. Returns the fraction that is of interest from now on: 1 all,
 * hit->cast.fraction nearer ones only, 0 stop. */
typedef float thud_hit_visitor(thud_world *world, const thud_world_hit *hit, void *context);

/** A filter that sees every shape but sensors. */
THUD_API thud_query_filter thud_query_filter_all(void);

/** The closest hit of the ray from `origin` along `translation` [m]. Equal fractions: the lower shape slot. A one-sided
 * chain is hit from its front only, unless the filter has chain_backs, and a one-way shape (body.h) from its side only, unless that has one_way_backs. */
THUD_API thud_world_hit thud_world_cast_ray(thud_world *world, thud_vec2 origin, thud_vec2 translation,
                                            thud_query_filter filter);

/** Every hit of the ray, one a shape. */
THUD_API bool thud_world_cast_ray_all(thud_world *world, thud_vec2 origin, thud_vec2 translation,
                                      thud_query_filter filter, thud_hit_visitor *visitor, void *context);

/** The closest hit of a shape at a pose that moves along `translation` without turning. A circle is a thick
 * ray. What it overlaps from the start is hit at fraction 0, with the way out as normal and depth, unless the motion leads
 * out of it or along it: see thud_cast_shape. A segment of a one-sided chain is hit where a contact with it would hold: not where
 * the middle of the shape is behind it; a one-way shape only where the cast starts in front of it, within the slop. Static and kinematic shapes whose surfaces meet within the slop are one surface to shape
 * casts, but for those that report every hit: an edge that a neighbour hides stops none, unless the way leads into the neighbour's face; then the normal is that of the face. */
THUD_API thud_world_hit thud_world_cast_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                                              thud_vec2 translation, thud_query_filter filter);

/** Every hit of a moving shape, one a shape. */
THUD_API bool thud_world_cast_shape_all(thud_world *world, const thud_shape *shape, thud_pose pose,
                                        thud_vec2 translation, thud_query_filter filter,
                                        thud_hit_visitor *visitor, void *context);

/** Visits the shapes whose own AABB overlaps a box. */
THUD_API bool thud_world_overlap_aabb(thud_world *world, thud_aabb box, thud_query_filter filter,
                                      thud_shape_visitor *visitor, void *context);

/** Visits the shapes that overlap a shape at a pose. */
THUD_API bool thud_world_overlap_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                                       thud_query_filter filter, thud_shape_visitor *visitor, void *context);

/** A shape that a given one overlaps, or is near. */
typedef struct thud_world_contact {
    thud_shape_id shape;
    thud_body_id body;
    thud_vec2 normal; /**< unit, out of that shape towards the given one; of the MTD where they overlap */
    /** Along the normal [m]; where they overlap less than 0 by the depth of the MTD: moving the given shape by -separation * normal
     * takes it out of that shape. */
    float separation;
    int count;           /**< points, 1 or 2 */
    thud_vec2 points[2]; /**< midway between the two surfaces, where their nearest features face each other [m] */
} thud_world_contact;

/**
 * The shapes that a shape at a pose overlaps, and those no farther from it than `margin` [m] (>= 0), each with MTD or distance,
 * normal and points: the planes that a character moves between. Writes up to `capacity` of them to `contacts`, those of the least
 * separation, in ascending order of that (of equal ones the lower slot first), and returns how many there are; 0 when refused.
 *
 * Exact up to the rounding of floats, as thud_find_mtd and thud_find_distance. A segment of a chain answers as contacts do: with the
 * normals that its neighbours leave it, and not to what is behind a one-sided one (unless the filter has chain_backs). A one-way shape
 * answers to what is in front of it, within the slop (or to all, with one_way_backs). Static and
 * kinematic shapes whose surfaces meet within the slop are one surface, as in a step: edges that a neighbour hides are left out, and where the
 * given shape is in a seam a contact may have normal and separation of the neighbour's face.
 * Cost: that of an overlap query, and about 0.3 us for each shape found, twice that for static and kinematic ones.
 */
THUD_API int thud_world_collide_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                                      float margin, thud_query_filter filter, thud_world_contact *contacts,
                                      int capacity);

/** The shape that contains a point (segments never do); of several the one with the lowest slot; null when
 * none does. */
THUD_API thud_shape_id thud_world_shape_at(thud_world *world, thud_vec2 point, thud_query_filter filter);

/** Whether the ray hits anything: ends at the first hit found, so cheaper than asking for the closest. */
THUD_API bool thud_world_ray_is_blocked(thud_world *world, thud_vec2 origin, thud_vec2 translation,
                                        thud_query_filter filter);

/** Whether a shape hits anything on its way along `translation` without turning. */
THUD_API bool thud_world_shape_is_blocked(thud_world *world, const thud_shape *shape, thud_pose pose,
                                          thud_vec2 translation, thud_query_filter filter);

/** A ray of a batch. */
typedef struct thud_ray {
    thud_vec2 origin;      /**< [m] */
    thud_vec2 translation; /**< [m] */
} thud_ray;

/**
 * The closest hit of each of `count` rays, as thud_world_cast_ray finds it, written to `hits` (yours, as
 * many); on all threads of the world, unless another call has them. Refused as a whole, `hits` untouched, if one ray is not finite. `count`
 * 0 is fine.
 */
THUD_API bool thud_world_cast_rays(thud_world *world, const thud_ray *rays, int count,
                                   thud_query_filter filter, thud_world_hit *hits);

/** The hit of a body's sweep: what was hit, and with which of its own shapes. */
typedef struct thud_body_sweep {
    thud_shape_id own_shape; /**< null when nothing was hit */
    thud_world_hit hit;
} thud_body_sweep;

/**
 * The closest hit of a whole body, all its shapes but sensors as they are now, that moves along `translation`
 * without turning; its own shapes are not hit. Equal fractions: the lower slot that is hit, then the earlier own
 * shape.
 */
THUD_API thud_body_sweep thud_world_cast_body(thud_world *world, thud_body_id body, thud_vec2 translation,
                                              thud_query_filter filter);

/** The shape that is closest to a point. */
typedef struct thud_closest_shape {
    thud_shape_id shape; /**< null when none is near enough */
    thud_body_id body;
    thud_vec2 point; /**< of the shape, closest to the given one; the given one where it is inside [m] */
    float distance;  /**< [m], 0 inside */
} thud_closest_shape;

/** The shape closest to a point, at most `max_distance` [m] (> 0) away. Equal distances: the lowest slot. */
THUD_API thud_closest_shape thud_world_closest_shape(thud_world *world, thud_vec2 point, float max_distance,
                                                     thud_query_filter filter);

/**
 * Who is inside a sensor now: writes up to `capacity` shapes, those of the lowest slots in ascending order, and
 * returns how many there are. Exact, for the shapes as they are at the moment of the call; right after a step
 * it is what the begins of sensor events so far, less the ends, come to. 0 for a sensor on a disabled body;
 * refused for a shape that is no sensor (THUD_WRONG_KIND "sensor"). Cost: a query with the sensor's shape.
 */
THUD_API int thud_shape_sensor_overlaps(const thud_world *world, thud_shape_id sensor,
                                        thud_shape_id *visitors, int capacity);

#ifdef __cplusplus
}
#endif

#endif
