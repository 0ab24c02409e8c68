/*
 * Splits a simple outline into convex parts, in two steps:
 *
 *   1. Ear clipping removes one triangle after the other (Meisters, "Polygons have ears", 1975). A point of the outline
 *      is an ear if the triangle with its two neighbours turns left and contains no other point, border included.
 *   2. Two parts that share a diagonal become one if both ends of the diagonal stay convex without it (Hertel and
 *      Mehlhorn, "Fast triangulation of simple polygons", 1983: at most four times the least number of
 *      parts).
 *
 * Both work on half-edges: triangle t owns 3t, 3t + 1, 3t + 2. A half-edge runs from `origin` along its
 * part's border, counter-clockwise, to the origin of `next`; its `twin` is the same diagonal of the part on the
 * other side.
 */
#include "base/memory.h"
#include "geometry/loop.h"
#include "geometry/make.h"
#include "geometry/precise.h"
#include "thud/shape.h"

enum { no_edge = -1, no_point = -1 };

typedef struct half_edge {
    int origin; /* point */
    int next, previous;
    int twin; /* no_edge on the outline */
    int part; /* a half-edge that identifies its part: the same for all half-edges of the part */
} half_edge;

/* A point of the ring: the outline that is not clipped yet. */
typedef struct ring_point {
    int next, previous;
    int twin; /* the half-edge beyond the ring's edge from here to next; no_edge on the outline */
    bool ear;
} ring_point;

typedef struct part_mesh {
    thud_vec2 *points;
    int point_count;
    ring_point *ring;
    half_edge *edges;
    int edge_count;
} part_mesh;

/* ---- the outline ---- */

/* Whether p, which lies on the line through a and b, lies between them. */
static bool lies_between(thud_vec2 a, thud_vec2 b, thud_vec2 p) {
    return thud_min(a.x, b.x) <= p.x && p.x <= thud_max(a.x, b.x) && thud_min(a.y, b.y) <= p.y &&
           p.y <= thud_max(a.y, b.y);
}

/* Whether the segments a b and c d have a common point. */
static bool segments_meet(thud_vec2 a, thud_vec2 b, thud_vec2 c, thud_vec2 d) {
    double abc = thud_orientation(a, b, c);
    double abd = thud_orientation(a, b, d);
    double cda = thud_orientation(c, d, a);
    double cdb = thud_orientation(c, d, b);
    bool straddles_ab = (abc > 0.0 && abd < 0.0) || (abc < 0.0 && abd > 0.0);
    bool straddles_cd = (cda > 0.0 && cdb < 0.0) || (cda < 0.0 && cdb > 0.0);
    return (straddles_ab && straddles_cd) || (abc == 0.0 && lies_between(a, b, c)) ||
           (abd == 0.0 && lies_between(a, b, d)) || (cda == 0.0 && lies_between(c, d, a)) ||
           (cdb == 0.0 && lies_between(c, d, b));
}

/* Whether two edges of the loop that are not neighbours meet. Neighbours need no test: if one folds back over
 * the other, the edge before or after them starts on it. O(n^2). */
static bool intersects_itself(const thud_vec2 *loop, int count) {
    for (int i = 0; i < count; i++) {
        thud_vec2 a = loop[i];
        thud_vec2 b = loop[(i + 1) % count];
        int last = i == 0 ? count - 1 : count; /* the last edge ends where the first one begins */
        for (int j = i + 2; j < last; j++) {
            if (segments_meet(a, b, loop[j], loop[(j + 1) % count])) {
                return true;
            }
        }
    }
    return false;
}

/* ---- ear clipping ---- */

/* Whether p lies in the counter-clockwise triangle a b c or on its border. */
static bool triangle_contains(thud_vec2 a, thud_vec2 b, thud_vec2 c, thud_vec2 p) {
    return thud_orientation(a, b, p) >= 0.0 && thud_orientation(b, c, p) >= 0.0 &&
           thud_orientation(c, a, p) >= 0.0;
}

static bool is_ear(const part_mesh *mesh, int point) {
    const ring_point *ring = mesh->ring;
    int before = ring[point].previous;
    int after = ring[point].next;
    thud_vec2 a = mesh->points[before];
    thud_vec2 b = mesh->points[point];
    thud_vec2 c = mesh->points[after];
    if (thud_orientation(a, b, c) <= 0.0) {
        return false;
    }
    for (int other = ring[after].next; other != before; other = ring[other].next) {
        if (triangle_contains(a, b, c, mesh->points[other])) {
            return false;
        }
    }
    return true;
}

/* Makes two half-edges the two sides of one diagonal; does nothing without another side. */
static void join(part_mesh *mesh, int edge, int twin) {
    mesh->edges[edge].twin = twin;
    if (twin != no_edge) {
        mesh->edges[twin].twin = edge;
    }
}

/* A new half-edge from `origin`, joined with its twin on the other side. */
static int add_half_edge(part_mesh *mesh, int origin, int twin) {
    int edge = mesh->edge_count;
    int triangle = edge - edge % 3;
    mesh->edge_count++;
    mesh->edges[edge] = (half_edge){
        .origin = origin,
        .next = triangle + (edge + 1) % 3,
        .previous = triangle + (edge + 2) % 3,
        .part = triangle,
    };
    join(mesh, edge, twin);
    return edge;
}

/* Clips the triangle of a point and its neighbours off the ring. */
static void clip(part_mesh *mesh, int point) {
    ring_point *ring = mesh->ring;
    int before = ring[point].previous;
    int after = ring[point].next;
    add_half_edge(mesh, before, ring[before].twin);
    add_half_edge(mesh, point, ring[point].twin);
    ring[before].twin = add_half_edge(mesh, after, no_edge);
    ring[before].next = after;
    ring[after].previous = before;
}

/* The first point of the ring marked as an ear, from a point on; no_point if there is none. */
static int find_marked_ear(const part_mesh *mesh, int from) {
    int point = from;
    do {
        if (mesh->ring[point].ear) {
            return point;
        }
        point = mesh->ring[point].next;
    } while (point != from);
    return no_point;
}

/* Clips a simple counter-clockwise outline into triangles. False if no ear is found: only rounding causes that. */
static bool triangulate(part_mesh *mesh) {
    ring_point *ring = mesh->ring;
    int count = mesh->point_count;
    for (int i = 0; i < count; i++) {
        ring[i] = (ring_point){(i + 1) % count, (i + count - 1) % count, no_edge, false};
    }
    for (int i = 0; i < count; i++) {
        ring[i].ear = is_ear(mesh, i);
    }
    int start = 0;
    for (int left = count; left > 3; left--) {
        int ear = find_marked_ear(mesh, start);
        if (ear == no_point) {
            return false;
        }
        clip(mesh, ear);
        int before = ring[ear].previous;
        int after = ring[ear].next;
        ring[before].ear = is_ear(mesh, before); /* no other point can become an ear or stop being one */
        ring[after].ear = is_ear(mesh, after);
        start = ring[after].next; /* ears all around the outline make better triangles than a fan */
    }
    int beyond = ring[ring[start].next].twin; /* of the last triangle's third edge */
    clip(mesh, start);
    join(mesh, mesh->edge_count - 1, beyond);
    return true;
}

/* ---- merging ---- */

static int part_size(const part_mesh *mesh, int edge) {
    int size = 0;
    int walk = edge;
    do {
        size++;
        walk = mesh->edges[walk].next;
    } while (walk != edge);
    return size;
}

/* Whether the border stays convex at the origin of a diagonal without the diagonal. */
static bool stays_convex(const part_mesh *mesh, int diagonal) {
    const half_edge *edges = mesh->edges;
    const half_edge *edge = &edges[diagonal];
    int before = edges[edge->previous].origin;
    int beyond =
        edges[edges[edge->twin].next].next; /* after the neighbour's edge that starts at the origin */
    return thud_orientation(mesh->points[before], mesh->points[edge->origin],
                            mesh->points[edges[beyond].origin]) >= 0.0;
}

/* Merges the parts on both sides of a diagonal; its two half-edges belong to no part from then on. */
static void merge(part_mesh *mesh, int diagonal) {
    half_edge *edges = mesh->edges;
    int twin = edges[diagonal].twin;
    int part = edges[diagonal].next;
    int ends[2] = {diagonal, twin};
    for (int i = 0; i < 2; i++) {
        int into = edges[ends[i]].previous;
        int out = edges[ends[1 - i]].next;
        edges[into].next = out;
        edges[out].previous = into;
    }
    edges[diagonal].part = no_edge;
    edges[twin].part = no_edge;
    int walk = part;
    do {
        edges[walk].part = part;
        walk = edges[walk].next;
    } while (walk != part);
}

static void merge_parts(part_mesh *mesh) {
    for (int edge = 0; edge < mesh->edge_count; edge++) {
        int twin = mesh->edges[edge].twin;
        if (twin <= edge || mesh->edges[edge].part == no_edge) {
            continue; /* on the outline, or handled from its other side */
        }
        bool fits = part_size(mesh, edge) + part_size(mesh, twin) - 2 <= THUD_MAX_VERTICES;
        if (fits && stays_convex(mesh, edge) && stays_convex(mesh, twin)) {
            merge(mesh, edge);
        }
    }
}

/* Writes the parts (or counts them, if `parts` is null); returns their number. Slivers without area are none. */
static int write_parts(const part_mesh *mesh, thud_shape *parts) {
    int part_count = 0;
    for (int edge = 0; edge < mesh->edge_count; edge++) {
        if (mesh->edges[edge].part != edge) {
            continue;
        }
        thud_vec2 loop[THUD_MAX_VERTICES];
        int count = 0;
        int walk = edge;
        do {
            loop[count++] = mesh->points[mesh->edges[walk].origin];
            walk = mesh->edges[walk].next;
        } while (walk != edge);
        thud_shape part;
        if (thud_polygon_of_loop(loop, count, 0.0f, &part) == THUD_OK) {
            if (parts != NULL) {
                parts[part_count] = part;
            }
            part_count++;
        }
    }
    return part_count;
}

/* ---- the whole ---- */

/* Decomposes a checked outline in a mesh with room for it. */
static thud_status decompose(part_mesh *mesh, const thud_vec2 *outline, int count, thud_shape *parts,
                             int capacity, int *part_count) {
    double extent = thud_points_extent(outline, count);
    if (extent < THUD_MIN_SHAPE_SIZE) {
        return extent == 0.0 ? THUD_TOO_FEW_POINTS : THUD_OUT_OF_RANGE;
    }
    mesh->point_count = thud_loop_simplify(outline, count, THUD_SHAPE_TOLERANCE * extent, mesh->points);
    if (mesh->point_count < 3) {
        return THUD_COLLINEAR;
    }
    if (intersects_itself(mesh->points, mesh->point_count)) {
        return THUD_SELF_INTERSECTING;
    }
    if (thud_loop_area(mesh->points, mesh->point_count) < 0.0) {
        thud_loop_reverse(mesh->points, mesh->point_count);
    }
    if (!triangulate(mesh)) {
        return THUD_SELF_INTERSECTING;
    }
    merge_parts(mesh);
    *part_count = write_parts(mesh, NULL);
    if (*part_count > capacity) {
        return THUD_CAPACITY;
    }
    write_parts(mesh, parts);
    return THUD_OK;
}

thud_status thud_decompose(const thud_vec2 *outline, int count, const thud_hooks *hooks, thud_shape *parts,
                           int capacity, int *part_count) {
    if (outline == NULL || part_count == NULL || (parts == NULL && capacity > 0)) {
        return THUD_NULL_ARGUMENT;
    }
    if (capacity < 0) {
        return THUD_NEGATIVE;
    }
    if (count < 3) {
        return THUD_TOO_FEW_POINTS;
    }
    if (count > THUD_MAX_OUTLINE) {
        return THUD_OUT_OF_RANGE;
    }
    thud_status status = thud_points_check(outline, count);
    if (status != THUD_OK) {
        return status;
    }
    thud_hooks defaults = thud_hooks_defaults();
    const thud_hooks *memory = hooks != NULL ? hooks : &defaults;
    if (memory->allocate == NULL || memory->release == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    size_t points = (size_t)count;
    size_t triangles = points - 2;
    size_t point_bytes = points * sizeof(thud_vec2);
    size_t ring_bytes = points * sizeof(ring_point);
    size_t bytes = point_bytes + ring_bytes + 3 * triangles * sizeof(half_edge);
    char *block = thud_allocate(memory, bytes);
    if (block == NULL) {
        return THUD_OUT_OF_MEMORY;
    }
    part_mesh mesh = {
        .points = (thud_vec2 *)(void *)block,
        .ring = (ring_point *)(void *)(block + point_bytes),
        .edges = (half_edge *)(void *)(block + point_bytes + ring_bytes),
    };
    status = decompose(&mesh, outline, count, parts, capacity, part_count);
    thud_release(memory, block, bytes);
    return status;
}
