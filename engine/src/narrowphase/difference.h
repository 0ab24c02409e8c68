/*
 * The Minkowski difference of two cores, the base of all queries of one pair of shapes:
 *
 *     D = { b - a : a in core A, b in core B }
 *
 * is a convex polygon whose edges are those of B and the reversed ones of A.
 *
 *     A and B overlap           the origin is inside D, or nearer to it than the two radii together
 *     their distance            the distance of the origin from D, less the radii
 *     the MTD                   the shortest way out of D for the origin
 *     A moves along t into B    the ray from the origin along t enters D
 *
 * The edges of D are the separating axes of both shapes (SAT), already sorted by angle, so each query is one
 * pass over at most 64 edges. Built in doubles relative to A's position, because the difference of two floats is exact
 * in doubles. Source: C. Ericson, "Real-Time Collision Detection" (2005), 3.11; M. de Berg et al.,
 * "Computational Geometry" (2008), 13.3, for the merge.
 */
#pragma once

#include "geometry/outline.h"
#include "geometry/precise.h"

/* A placed core: world axes, any origin. */
typedef struct thud_placed {
    int count;
    double radius;
    thud_double2 vertices[THUD_MAX_VERTICES];
} thud_placed;

typedef struct thud_difference {
    int count;     /* 1: a point, 2: a segment in both directions, else counter-clockwise */
    double radius; /* of A and B together */
    thud_double2 vertices[2 * THUD_MAX_VERTICES];
    uint8_t index_a[2 * THUD_MAX_VERTICES]; /* vertex k is b[index_b[k]] - a[index_a[k]] */
    uint8_t index_b[2 * THUD_MAX_VERTICES];
} thud_difference;

/* The point of D closest to the origin, or the end of the shortest way out. */
typedef struct thud_closest {
    double separation;   /* of the rounded shapes [m], negative when they overlap */
    thud_double2 normal; /* unit, from a to b */
    int edge;            /* the point lies on the edge from this vertex, */
    double along;        /* 0 at this vertex to 1 at the next */
} thud_closest;

/* The entry of a ray into rounded D. */
typedef struct thud_entry {
    bool hit;
    double fraction;
    thud_double2 normal; /* unit, out of D, that is, from b to a */
} thud_entry;

static inline void thud_place_vertices(thud_outline outline, thud_double2 position, thud_rot rotation,
                                       thud_double2 *vertices) {
    double c = rotation.c, s = rotation.s;
    for (int i = 0; i < outline.count; i++) {
        double x = outline.vertices[i].x, y = outline.vertices[i].y;
        vertices[i] = (thud_double2){position.x + (c * x - s * y), position.y + (s * x + c * y)};
    }
}

/* The shape turned, then moved to `position`: by pointer, as reading a value would wait for the stores of its halves. */
void thud_place_outline(thud_outline outline, const thud_double2 *position, thud_rot rotation,
                        thud_placed *placed);

/* Both outlines relative to the position of a. */
void thud_place_pair(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b,
                     thud_placed placed[2]);

/* A bound on the coordinates of vertices and on a radius. */
static inline double thud_vertices_size(const thud_double2 *vertices, int count, double radius) {
    for (int i = 0; i < count; i++) {
        radius = thud_double_max(radius, fabs(vertices[i].x) + fabs(vertices[i].y));
    }
    return radius;
}

/* The difference of a point at the origin and a shape is the shape; which points of the two make it is left open. */
static inline void thud_difference_of_point(thud_outline outline, thud_double2 position, thud_rot rotation,
                                            thud_difference *difference) {
    difference->count = outline.count;
    difference->radius = outline.radius;
    thud_place_vertices(outline, position, rotation, difference->vertices);
}

/* O(n + m): merges the edges by angle. */
void thud_difference_build(const thud_placed *a, const thud_placed *b, thud_difference *difference);

/* Whether the origin lies clearly, by more than `reach`, outside of the line of a face; false says nothing. */
bool thud_difference_is_apart(const thud_difference *difference, double reach);

thud_closest thud_difference_closest(const thud_difference *difference);

/* The points of the two cores whose difference is a point of an edge of D. */
void thud_difference_points(const thud_difference *difference, const thud_placed placed[2],
                            const thud_closest *closest, thud_double2 points[2]);

/* A point of both shapes, where they overlap or touch: midway between their surfaces if both are thicker than that. */
thud_double2 thud_difference_common_point(const thud_difference *difference, const thud_placed placed[2],
                                          const thud_closest *closest);

/* First entry of the ray from the origin along `translation` at a fraction >= 0, of any length. Requires the
 * origin outside of rounded D or on its edge: from there a ray inwards enters at 0, one outwards or along the
 * edge never. Exact up to the rounding of doubles. */
thud_entry thud_difference_cast(const thud_difference *difference, thud_double2 translation);

/* The same for sharp D of two points or more, whether the ray's line meets D or passes it. */
thud_entry thud_difference_pass(const thud_difference *difference, thud_double2 translation);

/* The contact points of two shapes that touch along `normal` (from a to b): the ends of the overlap of their
 * support features, 2 for edge on edge, else 1. Midway between the surfaces. */
int thud_support_points(const thud_placed placed[2], thud_double2 normal, thud_double2 points[2]);
