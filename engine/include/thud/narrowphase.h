/**
 * narrowphase.h: functions of two shapes: overlap, MTD, manifold, distance, ray cast, shape cast, time of impact.
 *
 * A normal always points from a to b. Separation is negative when the shapes overlap. Swapping the shapes
 * flips the normal and changes nothing else, bit for bit.
 *
 *     thud_shape crate, ball;
 *     thud_box((thud_vec2){0.5f, 0.5f}, 0.0f, &crate);
 *     thud_circle((thud_vec2){0, 0}, 0.25f, &ball);
 *     thud_motion still = thud_motion_at((thud_vec2){0, 0}, 0.0f);
 *     thud_motion shot = thud_motion_at((thud_vec2){5, 0}, 0.0f);
 *     shot.velocity = (thud_vec2){-400, 0};
 *     thud_collision hit;
 *     thud_collide(&crate, &still, &ball, &shot, 1.0f / 60.0f, &hit);
 *     // hit.kind THUD_COLLISION_FUTURE, hit.time 4.25 / 400 s, hit.normal (1, 0)
 *
 * Threads: plain functions without state, on any thread at any time.
 */
#pragma once

#include "thud/shape.h"

THUD_BEGIN_C

/** One contact point of a manifold. */
typedef struct thud_manifold_point {
    thud_vec2 point;  /**< world, midway between the two surfaces [m] */
    float separation; /**< along the normal [m], negative when overlapping */
    uint16_t feature; /**< identifies the two features that make the point; constant from step to step while these stay the same */
} thud_manifold_point;

/** Where two shapes touch or nearly touch. `count` is 0 when they are farther apart than the given distance. */
typedef struct thud_manifold {
    thud_vec2 normal; /**< unit, from a to b, world */
    int count;        /**< 0, 1 or 2 */
    thud_manifold_point points[2];
} thud_manifold;

/** The minimum translation vector of two overlapping shapes. */
typedef struct thud_mtd {
    bool overlap;          /**< false: the rest is zero */
    float depth;           /**< length of the translation [m], >= 0 */
    thud_vec2 normal;      /**< unit, from a to b, world */
    thud_vec2 translation; /**< moves a out of b: -normal * depth [m] */
} thud_mtd;

/** The distance between two shapes and their closest points. */
typedef struct thud_distance_result {
    float distance;    /**< [m], 0 when they touch or overlap */
    thud_vec2 point_a; /**< closest point on a, world [m] */
    thud_vec2 point_b; /**< closest point on b, world [m] */
    thud_vec2 normal;  /**< unit, from a to b; zero when they overlap */
} thud_distance_result;

/** The first hit of a ray or a moving shape. */
typedef struct thud_cast_hit {
    bool hit;         /**< false: the rest is zero */
    float fraction;   /**< of the translation, 0 to 1; 0 when it starts inside */
    thud_vec2 point;  /**< world [m] */
    /** Unit, out of the shape that is hit. For a shape that starts inside it is the direction of the MTD, the shortest
     * way out; for a ray that starts inside it is zero. */
    thud_vec2 normal;
    float depth; /**< of the initial overlap of a shape, along the normal [m], >= 0; 0 without one, and for rays */
} thud_cast_hit;

/** A shape's motion: its pose now, the velocity of `center`, and the rotation about it. */
typedef struct thud_motion {
    thud_pose pose;         /**< of the shape's frame at time 0, world */
    thud_vec2 velocity;     /**< of the point `center` [m/s] */
    float angular_velocity; /**< [rad/s] */
    thud_vec2 center;       /**< of rotation, frame of the shape [m], up to THUD_MAX_COORDINATE; usually the centre of mass */
} thud_motion;

/** The kind of a thud_collision. */
typedef enum thud_collision_kind {
    THUD_COLLISION_NONE = 0, /**< apart now and until t_max */
    THUD_COLLISION_OVERLAP,  /**< overlapping now: `depth` */
    THUD_COLLISION_FUTURE    /**< apart now, touching first at `time` */
} thud_collision_kind;

/** The result of thud_collide: a normal, and either a depth or a time. */
typedef struct thud_collision {
    thud_collision_kind kind;
    float time;          /**< of first touch [s], 0 to t_max; 0 for an overlap */
    float depth;         /**< of the overlap [m], >= 0; 0 for a future hit */
    thud_vec2 normal;    /**< unit, from a to b, world */
    int count;           /**< contact points, 1 or 2; 0 when there is no hit */
    thud_vec2 points[2]; /**< at the time of the hit, world [m] */
    bool undecided; /**< the search ended at `time`: the shapes are apart until then, and unknown after it */
} thud_collision;

/** The largest separation of turning shapes at the reported time of impact [m]. For shapes that reach more
 * than 2 km from their centre of rotation it is 2.4e-7 of that reach. */
#define THUD_TOI_TOLERANCE 0.0005f

/*
 * Every function below that returns a status refuses the following, and then leaves its result unchanged:
 * - a null pointer (THUD_NULL_ARGUMENT);
 * - a shape that thud_shape_check refuses;
 * - a pose or a number that is not finite (THUD_NOT_FINITE);
 * - a rotation whose length is not 1 (THUD_NOT_NORMALIZED);
 * - a negative distance or time (THUD_NEGATIVE).
 *
 * Positions, velocities, translations, distances and times may be any finite number, and every number of a result is
 * finite. A point beyond the range of floats (3.4e38 m) is clamped to that range; a distance beyond it is refused
 * (THUD_OUT_OF_RANGE). thud_find_manifold works in floats and refuses positions beyond THUD_MAX_POSITION
 * (THUD_OUT_OF_RANGE).
 *
 * Cost: O(n + m) in the vertices of the two shapes, except for turning shapes; no memory. Results are computed in
 * doubles and are exact up to their rounding to floats.
 */

/** A motion at rest: position [m], angle [rad], no velocity, turning about the shape's origin. */
THUD_API thud_motion thud_motion_at(thud_vec2 position, float angle);

/** The pose of a motion after `time` [s], which may be negative. A time that is not finite gives the pose at
 * time 0; a null motion gives the identity. A position beyond the range of floats is clamped to that range. */
THUD_API thud_pose thud_motion_pose(const thud_motion *motion, float time);

/** Whether two shapes overlap. Shapes that touch exactly do not. False for input that the other functions refuse. */
THUD_API bool thud_overlap(const thud_shape *a, thud_pose pose_a, const thud_shape *b, thud_pose pose_b);

/** The shortest translation that separates two overlapping shapes: the least over the edge normals of both
 * and, where corners are round, the axis through the nearest features. If two are equally short, every call
 * chooses the same one. */
THUD_API thud_status thud_find_mtd(const thud_shape *a, thud_pose pose_a, const thud_shape *b,
                                   thud_pose pose_b, thud_mtd *mtd);

/**
 * The contact points of two shapes that are no farther apart than `near` [m] (0: only shapes that overlap or touch).
 * There are at most two points, where the two touching faces overlap, each with a separation of at most `near`. A
 * circle has one point, and its feature is always 0, so that impulses carry over while it rolls.
 *
 * The work is done in floats, by the kernel that the world runs. Positions beyond
 * THUD_MAX_POSITION are refused (THUD_OUT_OF_RANGE), and so is a call on a processor that runs
 * none of the widths that were built, see thud_lanes_best.
 */
THUD_API thud_status thud_find_manifold(const thud_shape *a, thud_pose pose_a, const thud_shape *b,
                                        thud_pose pose_b, float near, thud_manifold *manifold);

/** The distance between two shapes and their closest points. Where the shapes overlap, both points are one
 * point that lies in both shapes. A distance beyond the range of floats is refused (THUD_OUT_OF_RANGE). */
THUD_API thud_status thud_find_distance(const thud_shape *a, thud_pose pose_a, const thud_shape *b,
                                        thud_pose pose_b, thud_distance_result *result);

/** The first point of a shape that a ray from `origin` to `origin + translation` meets. A segment is hit from
 * both sides, but not by a ray along it. A ray that grazes a corner or an edge exactly, or starts on the
 * outline and leaves, hits nothing. */
THUD_API thud_status thud_cast_ray(const thud_shape *shape, thud_pose pose, thud_vec2 origin,
                                   thud_vec2 translation, thud_cast_hit *hit);

/**
 * The first hit of shape a on shape b when a moves along `translation` without turning; exact. The normal points out of
 * b; the point is the middle of the region where they touch.
 *
 * Where they overlap from the start, the hit is at fraction 0 with the MTD as normal and depth, and a point that lies
 * in both. A motion that does not lead deeper in along that normal hits nothing, so that a shape that overlaps another
 * a little can leave it and slide along it. Without a motion (a zero translation) the overlap is a hit.
 */
THUD_API thud_status thud_cast_shape(const thud_shape *a, thud_pose pose_a, thud_vec2 translation,
                                     const thud_shape *b, thud_pose pose_b, thud_cast_hit *hit);

/**
 * Finds overlap or time of impact in one call. Translation is exact (interval SAT over the edge normals of both shapes,
 * corners rounded by their radius). Where a shape turns, the method is conservative advancement: the time is never
 * late, and early by at most a separation of THUD_TOI_TOLERANCE. Any speed and any number of turns are allowed. A
 * future hit takes precedence over "no overlap". Shapes that touch exactly hit at time 0 if they approach, and not at
 * all if they separate or slide. t_max [s] >= 0.
 *
 * Cost where a shape turns: one pass over the vertices for each step of the search, mostly one to three. Steps are
 * limited to 1600 / (7 + vertices of both), that is 106 for two boxes, so that no pair takes more than about 100 us.
 * Two shapes that spin close to each other for many turns may need more steps. The kind is then
 * THUD_COLLISION_FUTURE with `undecided` set, and `time` is the last time known to be free, up to its rounding. It
 * is safe to stop there, and the next call can start there (thud_motion_pose). Normal and points are then those of
 * the nearest features, which do not touch.
 */
THUD_API thud_status thud_collide(const thud_shape *a, const thud_motion *motion_a, const thud_shape *b,
                                  const thud_motion *motion_b, float t_max, thud_collision *collision);

THUD_END_C
