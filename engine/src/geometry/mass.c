/*
 * Area, centroid and inertia. A shape is divided into pieces whose moments are known in closed form: its core, a
 * rectangle of width `radius` on each edge, and a circular sector at each vertex, between the normals that
 * meet there.
 *
 *          ______
 *         /|    |\       sector | rectangle | sector
 *        |-+----+-|
 *        | | core |
 *
 * All moments are about vertex 0, in double: a shape far from the origin loses no precision.
 */
#include "geometry/make.h"
#include "geometry/precise.h"
#include "thud/shape.h"

static const double two_pi = 6.28318530717958647693;

/* Moments about a reference point, for density one. */
typedef struct moments {
    double area;        /* integral of 1 [m^2] */
    thud_double2 first; /* integral of p [m^3] */
    double second;      /* integral of dot(p, p) [m^4] */
} moments;

/* Adds triangle 0 a b: its area is cross(a, b) / 2, its moments follow from the sums of its corners. */
static void add_triangle(moments *sum, thud_double2 a, thud_double2 b) {
    double area = 0.5 * thud_double2_cross(a, b);
    sum->area += area;
    sum->first.x += area * (a.x + b.x) / 3.0;
    sum->first.y += area * (a.y + b.y) / 3.0;
    sum->second += area * (thud_double2_dot(a, a) + thud_double2_dot(a, b) + thud_double2_dot(b, b)) / 6.0;
}

/* Adds the rectangle on the edge a b, of the width of the radius, on the side of the unit normal. */
static void add_rectangle(moments *sum, thud_double2 a, thud_double2 b, thud_vec2 normal, double radius) {
    thud_double2 edge = {b.x - a.x, b.y - a.y};
    double length_squared = thud_double2_dot(edge, edge);
    double area = sqrt(length_squared) * radius;
    thud_double2 center = {0.5 * (a.x + b.x + radius * normal.x), 0.5 * (a.y + b.y + radius * normal.y)};
    sum->area += area;
    sum->first.x += area * center.x;
    sum->first.y += area * center.y;
    sum->second += area * (thud_double2_dot(center, center) + (length_squared + radius * radius) / 12.0);
}

/*
 * Adds the sector about `apex` from the unit vector `from` counter-clockwise by `angle` to `to`. With u(t) the unit
 * vector at angle t and r the radius, its moments about the apex are
 *
 *     area   = r^2 angle / 2
 *     first  = r^3 / 3 * integral u(t) dt = r^3 / 3 * (to.y - from.y, from.x - to.x)
 *     second = r^4 angle / 4
 */
static void add_sector(moments *sum, thud_double2 apex, thud_vec2 from, thud_vec2 to, double angle,
                       double radius) {
    double square = radius * radius;
    double area = 0.5 * square * angle;
    double cube_third = square * radius / 3.0;
    thud_double2 first = {cube_third * ((double)to.y - from.y), cube_third * ((double)from.x - to.x)};
    sum->area += area;
    sum->first.x += area * apex.x + first.x;
    sum->first.y += area * apex.y + first.y;
    sum->second += area * thud_double2_dot(apex, apex) + 2.0 * thud_double2_dot(apex, first) +
                   0.25 * square * square * angle;
}

/* Angle [rad] of the left turn from one normal to the next, 0 to pi. */
static double corner_angle(thud_vec2 from, thud_vec2 to) {
    return thud_max(thud_atan2(thud_vec2_cross(from, to), thud_vec2_dot(from, to)), 0.0f);
}

/* Moments about vertex 0. */
static moments shape_moments(const thud_shape *shape) {
    moments sum = {0};
    if (shape->count == 1) {
        thud_vec2 anywhere = {1.0f, 0.0f};
        add_sector(&sum, (thud_double2){0.0, 0.0}, anywhere, anywhere, two_pi, shape->radius);
        return sum;
    }
    thud_vec2 last_normal = shape->normals[shape->count - 1];
    thud_double2 a = {0.0, 0.0};
    for (int i = 0; i < shape->count; i++) {
        thud_double2 b = thud_arrow(shape->vertices[0], shape->vertices[i + 1 < shape->count ? i + 1 : 0]);
        thud_vec2 normal = shape->normals[i];
        if (i > 0 && i + 1 < shape->count) { /* else a or b is vertex 0 */
            add_triangle(&sum, a, b);
        }
        if (shape->radius > 0.0f) {
            add_rectangle(&sum, a, b, normal, shape->radius);
            add_sector(&sum, a, last_normal, normal, corner_angle(last_normal, normal), shape->radius);
        }
        last_normal = normal;
        a = b;
    }
    return sum;
}

/* The centroid relative to vertex 0; the middle of a segment, the only shape without area. */
static thud_double2 centroid_arm(const thud_shape *shape, const moments *sum) {
    if (shape->kind == THUD_SHAPE_SEGMENT) {
        thud_double2 along = thud_arrow(shape->vertices[0], shape->vertices[1]);
        return (thud_double2){0.5 * along.x, 0.5 * along.y};
    }
    return (thud_double2){sum->first.x / sum->area, sum->first.y / sum->area};
}

float thud_shape_area(const thud_shape *shape) {
    return thud_shape_is_made(shape) ? (float)shape_moments(shape).area : 0.0f;
}

thud_vec2 thud_shape_centroid(const thud_shape *shape) {
    return thud_shape_mass(shape, 0.0f).center;
}

thud_mass thud_shape_mass(const thud_shape *shape, float density) {
    thud_mass mass = {0};
    if (!thud_shape_is_made(shape)) {
        return mass;
    }
    thud_double2 arm;
    double area, about_center;
    if (shape->radius == 0.0f && thud_is_upright_box(shape)) {
        /* Its middle: sums of triangles were 1e-16 m off where a box has its centre at the origin of its body. */
        thud_double2 sides = thud_arrow(shape->vertices[0], shape->vertices[2]);
        arm = (thud_double2){0.5 * sides.x, 0.5 * sides.y};
        area = sides.x * sides.y;
        about_center = area * thud_double2_dot(sides, sides) / 12.0;
    } else {
        moments sum = shape_moments(shape);
        arm = centroid_arm(shape, &sum);
        area = sum.area;
        about_center = sum.second - area * thud_double2_dot(arm, arm); /* Steiner's theorem */
    }
    mass.center =
        thud_double2_round((thud_double2){shape->vertices[0].x + arm.x, shape->vertices[0].y + arm.y});
    if (thud_is_finite(density) && density > 0.0f) {
        mass.mass = (float)(density * area);
        mass.inertia = (float)(density * about_center);
    }
    return mass;
}
