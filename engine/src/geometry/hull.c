/*
 * Quickhull without recursion: starts with the two ends of the cloud; as long as a point lies outside some
 * edge, inserts the farthest such point between the edge's two ends. (Eddy, "A new convex hull algorithm for
 * planar sets", 1977.)
 *
 * Every edge stores the farthest point outside of it, so an insertion costs one pass for each of the two new
 * edges. Points nearer than the tolerance never become vertices, which removes duplicates and straight
 * runs. Equal distances are decided by the points' coordinates, so that the result does not depend on the
 * order of the input.
 */
#include "geometry/loop.h"
#include "geometry/make.h"
#include "geometry/precise.h"

/* An edge from `from` to the next edge's `from`, and the point farthest outside it, if any is. */
typedef struct hull_edge {
    thud_vec2 from;
    thud_vec2 outside;
    double distance; /* of `outside` [m]; 0: none is farther than the tolerance */
} hull_edge;

/* The order of points at equal distances. */
static bool comes_before(thud_vec2 a, thud_vec2 b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

thud_vec2 thud_first_point(const thud_vec2 *points, int count) {
    thud_vec2 first = points[0];
    for (int i = 1; i < count; i++) {
        if (comes_before(points[i], first)) {
            first = points[i];
        }
    }
    return first;
}

static thud_vec2 farthest_from(thud_vec2 origin, const thud_vec2 *points, int count) {
    thud_vec2 best = origin;
    double farthest = 0.0;
    for (int i = 0; i < count; i++) {
        thud_double2 arm = thud_arrow(origin, points[i]);
        double distance_squared = thud_double2_dot(arm, arm);
        if (distance_squared > farthest || (distance_squared == farthest && comes_before(points[i], best))) {
            farthest = distance_squared;
            best = points[i];
        }
    }
    return best;
}

/* The edge from a to b with the farthest point to its right, which is outside. */
static hull_edge make_edge(thud_vec2 a, thud_vec2 b, const thud_vec2 *points, int count, double tolerance) {
    thud_double2 along = thud_arrow(a, b);
    double length = thud_double2_length(along);
    hull_edge edge = {a, a, 0.0};
    double farthest = 0.0;
    for (int i = 0; i < count; i++) {
        double distance = thud_double2_cross(thud_arrow(a, points[i]), along) / length;
        if (distance > farthest || (distance == farthest && comes_before(points[i], edge.outside))) {
            farthest = distance;
            edge.outside = points[i];
        }
    }
    edge.distance = farthest > tolerance ? farthest : 0.0;
    return edge;
}

/* The edge whose outside point is the farthest of all; -1 if the hull is complete. */
static int find_open_edge(const hull_edge *edges, int count) {
    int open = -1;
    double farthest = 0.0;
    for (int i = 0; i < count; i++) {
        if (edges[i].distance > farthest) {
            farthest = edges[i].distance;
            open = i;
        }
    }
    return open;
}

int thud_hull_loop(const thud_vec2 *points, int count, double tolerance, int capacity, thud_vec2 *hull,
                   bool *complete) {
    hull_edge edges[thud_max_loop];
    if (capacity > thud_max_loop) {
        capacity = thud_max_loop;
    }
    int edge_count = 0;
    int open = -1;
    if (count > 0) {
        /* The point farthest from any other point is a corner; so is the point farthest from that. */
        thud_vec2 a = farthest_from(thud_first_point(points, count), points, count);
        thud_vec2 b = farthest_from(a, points, count);
        if (thud_double2_length(thud_arrow(a, b)) <= tolerance || (a.x == b.x && a.y == b.y)) {
            edges[0] = (hull_edge){.from = a};
            edge_count = 1;
        } else {
            edges[0] = make_edge(a, b, points, count, tolerance);
            edges[1] = make_edge(b, a, points, count, tolerance);
            edge_count = 2;
            open = find_open_edge(edges, edge_count);
        }
    }
    while (open >= 0 && edge_count < capacity) {
        thud_vec2 inserted = edges[open].outside;
        thud_vec2 next = edges[(open + 1) % edge_count].from;
        for (int i = edge_count; i > open + 1; i--) {
            edges[i] = edges[i - 1];
        }
        edges[open] = make_edge(edges[open].from, inserted, points, count, tolerance);
        edges[open + 1] = make_edge(inserted, next, points, count, tolerance);
        edge_count++;
        open = find_open_edge(edges, edge_count);
    }
    for (int i = 0; i < edge_count; i++) {
        hull[i] = edges[i].from;
    }
    if (complete != NULL) {
        *complete = open < 0;
    }
    return edge_count;
}

thud_status thud_hull(const thud_vec2 *points, int count, float radius, thud_shape *shape) {
    thud_status status = thud_cloud_check(points, count, INT32_MAX, radius, shape);
    if (status != THUD_OK) {
        return status;
    }
    double extent = thud_points_extent(points, count);
    if (extent == 0.0) {
        return THUD_TOO_FEW_POINTS;
    }
    if (extent < THUD_MIN_SHAPE_SIZE) {
        return THUD_OUT_OF_RANGE;
    }
    thud_vec2 loop[thud_max_loop];
    bool complete;
    int corners =
        thud_hull_loop(points, count, THUD_SHAPE_TOLERANCE * extent, thud_max_loop, loop, &complete);
    return complete ? thud_polygon_of_loop(loop, corners, radius, shape) : THUD_TOO_MANY_VERTICES;
}
