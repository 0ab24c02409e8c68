/**
 * query.h: queries of a world: rays, overlaps, shape casts. They work at any time between steps and find
 * shapes that were just created. No query allocates memory.
 *
 *     thud_world_hit hit = thud_world_cast_ray(world, eye, (thud_vec2){100, 0}, thud_query_filter_all());
 *     if (hit.cast.hit) aim_at(hit.cast.point);
 *
 * The shapes that a player's shape touches or has within 5 cm, without those of the player's own body:
 *
 *     thud_query_filter others = thud_query_filter_all();
 *     others.ignored_bodies = &player;
 *     others.ignored_body_count = 1;
 *     thud_world_contact planes[8];
 *     int count = thud_world_collide_shape(world, &capsule, pose, 0.05f, others, planes, 8);
 *
 * A query that is refused finds nothing; thud_world_refusal tells why. Calls with a visitor return whether they were
 * accepted, also if the visitor stopped them. Queries may be called from callbacks of a step and of other queries.
 *
 * Threads: all calls of this header may run at the same time on any number of threads, as long as no call that
 * changes the world runs. Results do not depend on the threads. Callbacks run on the calling thread; for
 * thud_world_cast_rays see thud_query_filter.accepts.
 */
#pragma once

#include "thud/body.h"
#include "thud/narrowphase.h"

THUD_BEGIN_C

/** Returns whether a query considers a shape. Called for shapes near the query that the rest of the filter accepts,
 * before the exact test (by thud_world_overlap_aabb after it, which is as cheap); in no particular order, at times more
 * than once for a shape. Must not change the world. */
typedef bool thud_query_predicate(thud_world *world, thud_shape_id shape, void *context);

/** Selects the shapes that a query considers: those whose category is in `mask` and whose mask has a bit of `category`,
 * unless a field below excludes them. Groups have no effect; no query finds a shape whose category or mask is 0. Start from
 * thud_query_filter_all: a filter of all zeros selects nothing. Arrays and context that the pointers refer to must live as long
 * as the query. */
typedef struct thud_query_filter {
    uint64_t category;
    uint64_t mask;
    bool sensors;            /**< include sensors; false. The functions of forces.h never push sensors */
    bool chain_backs;        /**< rays and casts hit one-sided chains from behind too; false */
    bool one_way_backs; /**< rays, casts and thud_world_collide_shape treat one-way shapes as solid; false */
    int ignored_body_count;  /**< 0 */
    int ignored_shape_count; /**< 0 */
    /** Bodies whose shapes are excluded; NULL. A stale or null id excludes nothing. */
    const thud_body_id *ignored_bodies;
    const thud_shape_id *ignored_shapes; /**< shapes that are excluded; NULL */
    /** NULL: accepts all. thud_world_cast_rays calls it from several threads at once. */
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

/** Called for each hit, in no order of distance. Returns the largest fraction that is still of interest: 1 for all
 * hits, hit->cast.fraction for nearer ones only, 0 to stop. */
typedef float thud_hit_visitor(thud_world *world, const thud_world_hit *hit, void *context);

/** A filter of all categories and masks, without sensors. */
THUD_API thud_query_filter thud_query_filter_all(void);

/** The closest hit of the ray from `origin` along `translation` [m]. Of equal fractions the lower shape slot wins. The
 * ray hits a one-sided chain from its front only, unless the filter sets chain_backs. It hits a one-way shape (body.h)
 * from its solid side only, unless the filter sets one_way_backs. It hits a shape that it starts in at fraction 0, with
 * the normal (0, 0): for a shot out of a body put the body into ignored_bodies. A ray along one face of a shape passes. One
 * along a seam, between sharp shapes no more than the slop apart on both sides of it, hits where both begin: a ray straight
 * down between two tiles hits the floor. That costs a query of the hash for each shape that it passes within the slop. A hit
 * at a corner of a sharp shape has the normal of a face that no other shape covers, which costs one query. */
THUD_API thud_world_hit thud_world_cast_ray(thud_world *world, thud_vec2 origin, thud_vec2 translation,
                                            thud_query_filter filter);

/** Visits every hit of the ray, one for each shape. */
THUD_API bool thud_world_cast_ray_all(thud_world *world, thud_vec2 origin, thud_vec2 translation,
                                      thud_query_filter filter, thud_hit_visitor *visitor, void *context);

/**
 * The closest hit of a shape at a pose that moves along `translation` without turning. A circle makes a thick ray.
 *
 * Initial overlap: the hit is at fraction 0, with normal and depth of the MTD. If the motion leads out of the
 * overlapped shape or along its surface, there is no hit: see thud_cast_shape. Of equal fractions, as of several shapes
 * that it overlaps, the deepest hit wins, then the lower slot.
 *
 * One-sided shapes: the cast hits a segment of a one-sided chain only where a contact with it would hold,
 * that is, not where the middle of the moving shape is behind the segment. It hits a one-way shape only if
 * it starts in front of it, within the slop.
 *
 * Seams: static and kinematic shapes whose surfaces meet within the slop form one surface. An edge that a neighbour
 * hides does not stop the cast, unless the motion leads into the neighbour's face; the normal is then that of the face.
 * All shape casts do this, except those that report every hit.
 */
THUD_API thud_world_hit thud_world_cast_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                                              thud_vec2 translation, thud_query_filter filter);

/** Visits every hit of a moving shape, one for each shape. */
THUD_API bool thud_world_cast_shape_all(thud_world *world, const thud_shape *shape, thud_pose pose,
                                        thud_vec2 translation, thud_query_filter filter,
                                        thud_hit_visitor *visitor, void *context);

/** Visits the shapes whose own AABB overlaps a box. */
THUD_API bool thud_world_overlap_aabb(thud_world *world, thud_aabb box, thud_query_filter filter,
                                      thud_shape_visitor *visitor, void *context);

/** Visits the shapes that overlap a shape at a pose. */
THUD_API bool thud_world_overlap_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                                       thud_query_filter filter, thud_shape_visitor *visitor, void *context);

/** A shape that overlaps a given shape or is near it. */
typedef struct thud_world_contact {
    thud_shape_id shape;
    thud_body_id body;
    thud_vec2 normal; /**< unit, out of that shape towards the given one; of the MTD where they overlap */
    /** Along the normal [m]; where the shapes overlap it is minus the depth of the MTD. Moving the given shape by
     * -separation * normal takes it out of that shape. */
    float separation;
    int count;           /**< points, 1 or 2 */
    thud_vec2 points[2]; /**< midway between the two surfaces, where their nearest features face each other [m] */
} thud_world_contact;

/**
 * Finds the shapes that a shape at a pose overlaps, and those no farther from it than `margin` [m] (>= 0). Each contact
 * has MTD or distance, normal and points: these are the planes that a character moves between. Writes up to `capacity`
 * contacts, those of the least separation, in ascending order of separation (of equal ones the lower slot first).
 * Returns how many there are in total; 0 when refused.
 *
 * Results are exact up to the rounding of floats, as those of thud_find_mtd and thud_find_distance.
 * - A segment of a chain has the normals that its neighbours allow, as in a contact. A one-sided one is not found from
 *   behind, unless the filter sets chain_backs.
 * - A one-way shape is found only from in front of it, within the slop, unless the filter sets one_way_backs.
 * - Static and kinematic shapes whose surfaces meet within the slop form one surface, as in a step. Edges that a
 *   neighbour hides are left out; where the given shape is in a seam, a contact may have normal and separation of the
 *   neighbour's face.
 *
 * Cost: that of an overlap query, and about 0.3 us for each shape found, twice that for static and kinematic ones.
 */
THUD_API int thud_world_collide_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                                      float margin, thud_query_filter filter, thud_world_contact *contacts,
                                      int capacity);

/** The shape that contains a point; of several the one with the lowest slot; null if there is none. Segments contain
 * no points. */
THUD_API thud_shape_id thud_world_shape_at(thud_world *world, thud_vec2 point, thud_query_filter filter);

/** Whether the ray hits anything. Ends at the first hit found, so it costs less than a search for the closest hit. */
THUD_API bool thud_world_ray_is_blocked(thud_world *world, thud_vec2 origin, thud_vec2 translation,
                                        thud_query_filter filter);

/** Whether a shape that moves along `translation` without turning hits anything. */
THUD_API bool thud_world_shape_is_blocked(thud_world *world, const thud_shape *shape, thud_pose pose,
                                          thud_vec2 translation, thud_query_filter filter);

/** A ray of a batch. */
typedef struct thud_ray {
    thud_vec2 origin;      /**< [m] */
    thud_vec2 translation; /**< [m] */
} thud_ray;

/** Writes the closest hit of each of `count` rays, as found by thud_world_cast_ray, to `hits`, an array of
 * `count` elements that the caller owns. Runs on all threads of the world, or on the calling thread alone
 * while another call or a step uses them. `count` may be 0. A negative `count`, null arrays, an invalid
 * filter or a ray that is not finite: the whole call is refused and `hits` is unchanged. */
THUD_API bool thud_world_cast_rays(thud_world *world, const thud_ray *rays, int count,
                                   thud_query_filter filter, thud_world_hit *hits);

/** The hit of a body's sweep: the hit, and the shape of the body that made it. */
typedef struct thud_body_sweep {
    thud_shape_id own_shape; /**< null when nothing was hit */
    thud_world_hit hit;
} thud_body_sweep;

/** The closest hit of a whole body that moves along `translation` without turning. All its shapes except
 * sensors are cast from where they are now; they do not hit each other. Of equal fractions the deepest hit
 * wins, then the lower slot that is hit, then the body's earlier shape. */
THUD_API thud_body_sweep thud_world_cast_body(thud_world *world, thud_body_id body, thud_vec2 translation,
                                              thud_query_filter filter);

/** The shape closest to a point. */
typedef struct thud_closest_shape {
    thud_shape_id shape; /**< null when none is near enough */
    thud_body_id body;
    thud_vec2 point; /**< of the shape, closest to the given point; the given point itself if it is inside [m] */
    float distance;  /**< [m], 0 inside */
} thud_closest_shape;

/** The shape closest to a point, at most `max_distance` [m] (> 0) away; of equal distances the lowest slot. */
THUD_API thud_closest_shape thud_world_closest_shape(thud_world *world, thud_vec2 point, float max_distance,
                                                     thud_query_filter filter);

/** Finds the shapes inside a sensor now. Writes up to `capacity` of them, those of the lowest slots in ascending order,
 * and returns how many there are in total. The result is exact for the shapes at the moment of the call. Right after a
 * step it equals the begin events of the sensor so far minus its end events. Returns 0 for a sensor on a disabled body.
 * Refuses a shape that is no sensor (THUD_WRONG_KIND "sensor"). Cost: a query with the sensor's shape; that of reading
 * a list for a sensor with events after a step, until a shape is created, destroyed, moved or changed. */
THUD_API int thud_shape_sensor_overlaps(const thud_world *world, thud_shape_id sensor,
                                        thud_shape_id *visitors, int capacity);

THUD_END_C
