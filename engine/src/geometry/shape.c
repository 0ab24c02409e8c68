/*
 * Makes and checks shapes. A constructor checks its input, lists the core vertices counter-clockwise
 * and passes them to shape_of_core; unused vertices and normals stay zero, so that equal shapes have
 * equal bytes.
 */
#include "thud/shape.h"
#include "base/inline.h"
#include "geometry/loop.h"
#include "geometry/make.h"
#include "geometry/precise.h"

#include <string.h>

thud_status thud_points_check(const thud_vec2 *points, int count) {
    for (int i = 0; i < count; i++) {
        bool is_within = thud_abs(points[i].x) <= THUD_MAX_COORDINATE &&
                         thud_abs(points[i].y) <= THUD_MAX_COORDINATE; /* false for NaN */
        if (!is_within) {
            return thud_vec2_is_finite(points[i]) ? THUD_OUT_OF_RANGE : THUD_NOT_FINITE;
        }
    }
    return THUD_OK;
}

static thud_status rounding_check(float radius) {
    return thud_first_fault(thud_amount_check(radius),
                            radius > THUD_MAX_COORDINATE ? THUD_OUT_OF_RANGE : THUD_OK);
}

thud_status thud_cloud_check(const thud_vec2 *points, int count, int most, float radius,
                             const thud_shape *shape) {
    if (points == NULL || shape == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    if (count < 3) {
        return THUD_TOO_FEW_POINTS;
    }
    return count > most ? THUD_TOO_MANY_VERTICES
                        : thud_first_fault(thud_points_check(points, count), rounding_check(radius));
}

/* A radius that must not be zero, or another length. */
THUD_OWN_CODE thud_status size_check(float size) {
    thud_status status = rounding_check(size);
    if (status == THUD_NEGATIVE || size == 0.0f) {
        return THUD_NOT_POSITIVE;
    }
    return status == THUD_OK && size < THUD_MIN_SHAPE_SIZE ? THUD_OUT_OF_RANGE : status;
}

/* The unit vector to the right of the edge a b: outward if the loop runs counter-clockwise. */
static thud_vec2 edge_normal(thud_vec2 a, thud_vec2 b) {
    thud_double2 edge = thud_arrow(a, b);
    double length = thud_double2_length(edge);
    return thud_double2_round((thud_double2){edge.y / length, (0.0 - edge.x) / length});
}

/* The shape of counter-clockwise core vertices, which are not in `shape`: with normals, all else zero. */
THUD_OWN_CODE void shape_of_core(thud_shape_kind kind, const thud_vec2 *vertices, int count, float radius,
                                 thud_shape *shape) {
    *shape = (thud_shape){.kind = kind, .count = count, .radius = radius};
    for (int i = 0; i < count; i++) {
        shape->vertices[i] = vertices[i];
        if (count > 1) {
            shape->normals[i] = edge_normal(vertices[i], vertices[i + 1 < count ? i + 1 : 0]);
        }
    }
}

thud_status thud_polygon_of_loop(const thud_vec2 *loop, int count, float radius, thud_shape *shape) {
    thud_vec2 corners[thud_max_loop];
    double tolerance = THUD_SHAPE_TOLERANCE * thud_points_extent(loop, count);
    count = thud_loop_simplify(loop, count, tolerance, corners);
    if (count < 3) {
        return THUD_COLLINEAR;
    }
    if (count > THUD_MAX_VERTICES) {
        return THUD_TOO_MANY_VERTICES;
    }
    if (thud_loop_area(corners, count) < 0.0) {
        thud_loop_reverse(corners, count);
    }
    if (!thud_loop_is_convex(corners, count)) {
        return THUD_NOT_CONVEX;
    }
    shape_of_core(THUD_SHAPE_POLYGON, corners, count, radius, shape);
    return THUD_OK;
}

/* ---- constructors ---- */

THUD_RARE thud_status thud_circle(thud_vec2 center, float radius, thud_shape *shape) {
    if (shape == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    thud_status status = thud_first_fault(thud_points_check(&center, 1), size_check(radius));
    if (status == THUD_OK) {
        shape_of_core(THUD_SHAPE_CIRCLE, &center, 1, radius, shape);
    }
    return status;
}

/* Checks the core of a capsule or segment: two checked points, distinct in relation to their size. */
THUD_OWN_CODE thud_status core_segment_check(const thud_vec2 points[2], float radius) {
    thud_status status = thud_points_check(points, 2);
    if (status != THUD_OK) {
        return status;
    }
    double length = thud_double2_length(thud_arrow(points[0], points[1]));
    if (length <= THUD_SHAPE_TOLERANCE * (double)radius) {
        return THUD_ZERO_LENGTH;
    }
    return length < THUD_MIN_SHAPE_SIZE ? THUD_OUT_OF_RANGE : THUD_OK;
}

THUD_RARE thud_status thud_capsule(thud_vec2 p1, thud_vec2 p2, float radius, thud_shape *shape) {
    if (shape == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    const thud_vec2 ends[2] = {p1, p2};
    thud_status status = thud_first_fault(size_check(radius), core_segment_check(ends, radius));
    if (status == THUD_OK) {
        shape_of_core(THUD_SHAPE_CAPSULE, ends, 2, radius, shape);
    }
    return status;
}

THUD_RARE thud_status thud_segment(thud_vec2 p1, thud_vec2 p2, thud_shape *shape) {
    if (shape == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    const thud_vec2 ends[2] = {p1, p2};
    thud_status status = core_segment_check(ends, 0.0f);
    if (status == THUD_OK) {
        shape_of_core(THUD_SHAPE_SEGMENT, ends, 2, 0.0f, shape);
    }
    return status;
}

thud_status thud_box(thud_vec2 half_extents, float radius, thud_shape *shape) {
    return thud_offset_box(half_extents, radius, thud_pose_identity(), shape);
}

/* The normals of a box that is not turned. */
static const thud_vec2 upright_normals[4] = {{0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}};

thud_status thud_offset_box(thud_vec2 half_extents, float radius, thud_pose pose, thud_shape *shape) {
    if (shape == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    thud_status status = thud_first_fault(size_check(half_extents.x), size_check(half_extents.y));
    status = thud_first_fault(status, rounding_check(radius));
    status = thud_first_fault(status, thud_points_check(&pose.position, 1));
    if (status != THUD_OK) {
        return status;
    }
    if (!thud_rot_is_valid(pose.rotation)) {
        return THUD_NOT_NORMALIZED;
    }
    thud_rot turn = thud_rot_normalize(pose.rotation);
    /* Zeros are positive, as in a box that is not turned. */
    const thud_vec2 zero = {0.0f, 0.0f}, right = thud_vec2_add(zero, thud_vec2_make(turn.c, turn.s));
    const thud_vec2 up = thud_vec2_add(zero, thud_vec2_perp(right));
    const thud_vec2 down = thud_vec2_sub(zero, up), left = thud_vec2_sub(zero, right);
    thud_vec2 along = thud_vec2_scale(right, half_extents.x), across = thud_vec2_scale(up, half_extents.y);
    thud_vec2 rising = thud_vec2_add(along, across), falling = thud_vec2_sub(along, across);
    const thud_vec2 v0 = thud_vec2_sub(pose.position, rising), v2 = thud_vec2_add(pose.position, rising);
    const thud_vec2 v1 = thud_vec2_add(pose.position, falling), v3 = thud_vec2_sub(pose.position, falling);
    if (!(thud_double2_cross(thud_arrow(v0, v2), thud_arrow(v1, v3)) > 0.0)) {
        return THUD_COLLINEAR; /* vertices may coincide by rounding */
    }
    *shape = (thud_shape){.kind = THUD_SHAPE_POLYGON,
                          .count = 4,
                          .radius = radius,
                          .vertices = {v0, v1, v2, v3},
                          .normals = {down, right, up, left}};
    return THUD_OK;
}

THUD_RARE thud_status thud_regular_polygon(int sides, float circumradius, thud_shape *shape) {
    if (shape == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    if (sides < 3) {
        return THUD_TOO_FEW_POINTS;
    }
    if (sides > THUD_MAX_VERTICES) {
        return THUD_TOO_MANY_VERTICES;
    }
    thud_status status = size_check(circumradius);
    if (status != THUD_OK) {
        return status;
    }
    thud_vec2 corners[THUD_MAX_VERTICES];
    for (int i = 0; i < sides; i++) {
        float angle = 2.0f * THUD_PI * (float)i / (float)sides;
        corners[i] = thud_vec2_make(circumradius * thud_cos(angle), circumradius * thud_sin(angle));
    }
    shape_of_core(THUD_SHAPE_POLYGON, corners, sides, 0.0f, shape);
    return THUD_OK;
}

/* Whether a point equals the next one of the loop, in relation to the loop's size. */
static bool has_equal_neighbours(const thud_vec2 *loop, int count, double tolerance) {
    for (int i = 0; i < count; i++) {
        if (thud_double2_length(thud_arrow(loop[i], loop[(i + 1) % count])) <= tolerance) {
            return true;
        }
    }
    return false;
}

THUD_RARE thud_status thud_polygon(const thud_vec2 *points, int count, float radius, thud_shape *shape) {
    thud_status status = thud_cloud_check(points, count, THUD_MAX_VERTICES, radius, shape);
    if (status != THUD_OK) {
        return status;
    }
    double extent = thud_points_extent(points, count);
    if (has_equal_neighbours(points, count, THUD_SHAPE_TOLERANCE * extent)) {
        return THUD_ZERO_LENGTH;
    }
    return extent < THUD_MIN_SHAPE_SIZE ? THUD_OUT_OF_RANGE
                                        : thud_polygon_of_loop(points, count, radius, shape);
}

THUD_RARE bool thud_polygon_of_box(thud_vec2 low, thud_vec2 high, thud_shape *shape) {
    thud_double2 sides = thud_arrow(low, high);
    double longest = thud_double_max(sides.x, sides.y);
    if (thud_double_min(sides.x, sides.y) <= THUD_SHAPE_TOLERANCE * longest || longest < THUD_MIN_SHAPE_SIZE) {
        return false;
    }
    const thud_vec2 *normals = upright_normals;
    *shape = (thud_shape){.kind = THUD_SHAPE_POLYGON,
                          .count = 4,
                          .vertices = {high, {low.x, high.y}, low, {high.x, low.y}},
                          .normals = {normals[2], normals[3], normals[0], normals[1]}};
    return true;
}

THUD_RARE thud_shape thud_shape_transformed(const thud_shape *shape, thud_pose pose) {
    thud_shape moved = {.kind = THUD_SHAPE_NONE};
    if (!thud_shape_is_made(shape) || !thud_pose_is_valid(pose)) {
        return moved;
    }
    pose.rotation = thud_rot_normalize(pose.rotation); /* so that a shape keeps its size after many moves */
    moved = *shape;
    for (int i = 0; i < shape->count; i++) {
        moved.vertices[i] = thud_pose_apply(pose, shape->vertices[i]);
        moved.normals[i] = thud_rot_apply(pose.rotation, shape->normals[i]);
    }
    return moved;
}

/* ---- checking ---- */

/* Whether the kind, the number of vertices and the radius fit together. */
static thud_status form_check(const thud_shape *shape) {
    static const struct {
        int least, most;
    } counts[] = {[THUD_SHAPE_CIRCLE] = {1, 1},
                  [THUD_SHAPE_CAPSULE] = {2, 2},
                  [THUD_SHAPE_SEGMENT] = {2, 2},
                  [THUD_SHAPE_POLYGON] = {3, THUD_MAX_VERTICES}};
    size_t kind = (size_t)shape->kind;
    if (shape->kind == THUD_SHAPE_NONE || kind >= sizeof counts / sizeof counts[0] ||
        shape->count < counts[kind].least || shape->count > counts[kind].most) {
        return THUD_WRONG_KIND;
    }
    if (shape->kind == THUD_SHAPE_SEGMENT) {
        return shape->radius == 0.0f ? THUD_OK : THUD_OUT_OF_RANGE;
    }
    return shape->kind == THUD_SHAPE_POLYGON ? rounding_check(shape->radius) : size_check(shape->radius);
}

/* The place after i in a loop; % would cost as much as the rest of the loop. */
static int after(int i, int count) {
    return i + 1 < count ? i + 1 : 0;
}

/* Whether a normal is the unit normal of the edge from vertex a to the next one, and the vertex after that,
 * c, does not lie beyond that edge. `slack` [m] is the tolerance for the rounding of vertices. */
static thud_status edge_check(thud_vec2 unit, thud_double2 a, thud_double2 edge, thud_double2 c, double slack) {
    thud_double2 normal = thud_double2_of(unit);
    if (!(fabs(thud_double2_dot(normal, normal) - 1.0) <= THUD_SHAPE_TOLERANCE)) {
        return thud_vec2_is_finite(unit) ? THUD_NOT_NORMALIZED : THUD_NOT_FINITE;
    }
    if (fabs(thud_double2_dot(normal, edge)) > slack || thud_double2_cross(normal, edge) < -slack) {
        return THUD_BAD_DATA;
    }
    return thud_double2_dot(normal, thud_double2_sub(c, a)) > slack ? THUD_NOT_CONVEX : THUD_OK;
}

/* Checks the edges and the normals, which make one full turn. */
static thud_status edges_check(const thud_shape *shape, double slack) {
    thud_double2 a = thud_double2_of(shape->vertices[0]), b = thud_double2_of(shape->vertices[1]);
    thud_double2 edge = thud_double2_sub(b, a);
    bool was_up = thud_goes_up(shape->normals[shape->count - 1]);
    int half_turns = 0;
    for (int i = 0, place = 1; i < shape->count; i++) {
        thud_vec2 normal = shape->normals[i];
        place = after(place, shape->count);
        thud_double2 c = thud_double2_of(shape->vertices[place]);
        thud_status status = edge_check(normal, a, edge, c, slack);
        if (status != THUD_OK) {
            return status;
        }
        bool is_up = thud_goes_up(normal);
        half_turns += is_up != was_up;
        was_up = is_up;
        edge = thud_double2_sub(c, b);
        a = b;
        b = c;
    }
    return half_turns == 2 ? THUD_OK : THUD_NOT_CONVEX;
}

bool thud_is_upright_box(const thud_shape *shape) {
    const thud_vec2 *v = shape->vertices;
    return shape->count == 4 && v[0].x < v[1].x && v[1].y < v[2].y && v[0].y == v[1].y && v[1].x == v[2].x &&
           v[2].y == v[3].y && v[3].x == v[0].x &&
           memcmp(shape->normals, upright_normals, sizeof upright_normals) == 0;
}

THUD_RARE thud_status thud_shape_check(const thud_shape *shape) {
    if (shape == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    thud_status status = form_check(shape);
    if (status == THUD_OK) {
        status = thud_points_check(shape->vertices, shape->count);
    }
    if (status != THUD_OK || shape->count == 1 || thud_is_upright_box(shape)) {
        return status;
    }
    double extent = thud_points_extent(shape->vertices, shape->count);
    if (extent == 0.0) {
        return THUD_ZERO_LENGTH;
    }
    if (shape->kind == THUD_SHAPE_POLYGON) {
        double area = thud_loop_area(shape->vertices, shape->count);
        if (!(area > 0.0)) { /* its centroid would be outside */
            return area < 0.0 ? THUD_WRONG_WINDING : THUD_COLLINEAR;
        }
    }
    double farthest = thud_vec2_length(shape->vertices[0]) + extent;
    return edges_check(shape, THUD_SHAPE_TOLERANCE * farthest);
}
