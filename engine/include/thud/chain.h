/**
 * chain.h: terrain: polylines of any number of points, open or closed to a loop. Each segment is a shape of its own
 * that stores its neighbours, so that sliding bodies do not catch on the vertices between segments.
 *
 *     thud_vec2 points[] = {{-20, 3}, {-5, 0}, {5, 0}, {20, 3}};
 *     thud_chain_def chain_def = thud_chain_defaults();
 *     chain_def.points = points;
 *     chain_def.count = 4;
 *     thud_chain_id hills = thud_chain_create(world, ground, &chain_def);
 *     thud_chain_move_point(world, hills, 1, (thud_vec2){-6, 1});
 *
 * Segment i runs from point i to point i + 1, the last segment of a loop back to point 0. Its front is to
 * the left of that direction: ground drawn from left to right faces up; a loop drawn clockwise is an
 * island, drawn counter-clockwise a room. A one-sided chain lets bodies pass from behind; a two-sided
 * chain keeps bodies on the side where they are.
 *
 * Static and kinematic boxes, polygons and segments whose surfaces meet within the slop of the world are smooth ground
 * too. A chain is the better choice for ground that is one line:
 * - its segments store their neighbours, so it is smooth for bodies of any thickness and across gentle bends, without a
 *   look at other contacts;
 * - it may be one-sided;
 * - it is edited point by point.
 * For tiles, platforms made of several shapes, and ground that has an inside use boxes and polygons.
 *
 * Segments appear wherever shapes do: in events, queries, debug drawing, thud_shape_configure. thud_shape_chain gives
 * the chain and the index of a segment. Segments belong to the chain: thud_body_remove_shape and
 * thud_shape_set_geometry refuse them. Getters of a stale id return zeros and record THUD_STALE_ID.
 *
 * Threads: as in world.h: calls that take a const thud_world may run at the same time, the others alone.
 */
#pragma once

#include "thud/body.h"

THUD_BEGIN_C

/** Names a chain. The zero id is null. */
typedef struct thud_chain_id {
    uint32_t slot;
    uint32_t generation;
} thud_chain_id;

/** Whether an id is null. */
static inline bool thud_chain_id_is_null(thud_chain_id id) {
    return id.generation == 0;
}

/** Whether two ids name the same chain. */
static inline bool thud_chain_id_equal(thud_chain_id a, thud_chain_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

/** How to make a chain. The data behind the pointers is copied. */
typedef struct thud_chain_def {
    const thud_vec2 *points; /**< frame of the body [m]; neighbours must differ */
    int count;               /**< of points, >= 2, >= 3 for a loop */
    bool loop;               /**< a segment from the last point to the first; false */
    bool one_sided;          /**< only its front, on the left, collides; false */
    const thud_material *materials; /**< one for all or one for each segment; NULL: that of thud_shape_defaults */
    int material_count;             /**< 0, 1 or the number of segments */
    thud_filter filter;             /**< category 1, mask all, group 0 */
    uint64_t material_id;           /**< reported in hit events */
    bool contact_events;            /**< begin and end events of each segment; true */
    bool hit_events;                /**< false */
    bool pre_solve;                 /**< the world's pre_solve is called for contacts of its segments; false */
    /** Direction of the solid side of each segment, see thud_shape_def and body.h; thud_shape_set_one_way changes
     * one segment. `one_sided` differs: each segment is solid on its own left, for shapes whose centre is in
     * front, no matter where they came from. */
    thud_vec2 one_way;
    const char *name;               /**< of the chain, copied, see thud_body_def; NULL */
    void *user_data;                /**< of the chain and of each segment's shape */
} thud_chain_def;

/** An open, two-sided chain without points that collides with everything. */
THUD_API thud_chain_def thud_chain_defaults(void);

/** Makes a chain on a static or kinematic body (THUD_WRONG_KIND "body" on others). Returns the null id if refused.
 * Refuses fewer than 2 points, or 3 for a loop (THUD_TOO_FEW_POINTS "count"); points that are NaN or equal to the
 * next one ("points", with the index as value); and a wrong number of materials (see thud_chain_def). */
THUD_API thud_chain_id thud_chain_create(thud_world *world, thud_body_id body, const thud_chain_def *def);

/** Destroys a chain and its segments; bodies that touched it wake. Destroying its body destroys the chain too. */
THUD_API bool thud_chain_destroy(thud_world *world, thud_chain_id chain);

/** Whether the id names a chain. */
THUD_API bool thud_chain_is_valid(const thud_world *world, thud_chain_id chain);

/** Moves a point: the segments at it are made again and bodies that touch them wake. A body whose middle a segment passes in one call
 * is on its other side then: raise ground by less than half the height of what stands on it, then step. Refuses an index out
 * of range and a point equal to a neighbour. */
THUD_API bool thud_chain_move_point(thud_world *world, thud_chain_id chain, int index, thud_vec2 point);

/** Inserts a point before point `index`, 0 to the number of points; at its ends an open chain grows. The new segment
 * takes the material of the segment that it is cut from or continues. O(segments of the body). */
THUD_API bool thud_chain_insert_point(thud_world *world, thud_chain_id chain, int index, thud_vec2 point);

/** Removes a point and joins its neighbours; at its ends an open chain shrinks. Refuses to remove one of the last 2
 * points, or 3 of a loop, and to join neighbours that are equal. O(segments of the body). */
THUD_API bool thud_chain_remove_point(thud_world *world, thud_chain_id chain, int index);

/** Number of points. */
THUD_API int thud_chain_point_count(const thud_world *world, thud_chain_id chain);

/** Point `index` in the frame of the body; zero for an index out of range. */
THUD_API thud_vec2 thud_chain_point(const thud_world *world, thud_chain_id chain, int index);

/** Number of segments. */
THUD_API int thud_chain_segment_count(const thud_world *world, thud_chain_id chain);

/** The shape of segment `index`; null for an index out of range. */
THUD_API thud_shape_id thud_chain_segment(const thud_world *world, thud_chain_id chain, int index);

/** Gives segment `index` another material. */
THUD_API bool thud_chain_set_material(thud_world *world, thud_chain_id chain, int index,
                                      const thud_material *material);

/** The body of a chain. */
THUD_API thud_body_id thud_chain_body(const thud_world *world, thud_chain_id chain);

/** Whether the chain is a loop. */
THUD_API bool thud_chain_is_loop(const thud_world *world, thud_chain_id chain);

/** Whether only the front of the chain collides. */
THUD_API bool thud_chain_is_one_sided(const thud_world *world, thud_chain_id chain);

/** The name of a chain, the world's copy; NULL: none. */
THUD_API const char *thud_chain_name(const thud_world *world, thud_chain_id chain);

/** The user data of a chain. */
THUD_API void *thud_chain_user_data(const thud_world *world, thud_chain_id chain);

/** The chain of a shape that is a segment, and its `index` (may be null); the null id for other shapes. */
THUD_API thud_chain_id thud_shape_chain(const thud_world *world, thud_shape_id shape, int *index);

/** Iterates over the chains of a world: the first one, or the next after `chain`; null at the end. */
THUD_API thud_chain_id thud_world_next_chain(const thud_world *world, thud_chain_id chain);

THUD_END_C
