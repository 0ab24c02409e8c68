/*
 * submerged.c: area and centroid of the part of a shape below a straight surface, in closed form.
 *
 * In coordinates t along the surface and h above it, Green's theorem turns the integrals over the part below
 * into integrals along its outline, counter-clockwise:
 *
 *     A = - int h dt        int t dA = - int t h dt        int h dA = - 1/2 int h^2 dt
 *
 * Each has a factor h, which is 0 along the surface: so the cut itself adds nothing, and the outline needs no clipping.
 * It is enough to sum over the outline's straight pieces and arcs, each without its part above the surface. Source of
 * the use of the theorem for clipped areas: B. Mirtich, "Fast and accurate computation of polyhedral mass properties"
 * (1996).
 */
#include "thud/forces.h"

#include "geometry/make.h"
#include "geometry/precise.h"

static const double pi = 3.14159265358979323846;

/* Integrals over the part below the surface. */
typedef struct moments {
    double area, t, h;
} moments;

/* ---- straight pieces ---- */

/* Adds the line from a to b, both at or below the surface: Simpson's rule is exact for int h dt and so on. */
static void add_submerged_line(moments *sum, thud_double2 a, thud_double2 b) {
    double dt = b.x - a.x;
    double mt = 0.5 * (a.x + b.x), mh = 0.5 * (a.y + b.y);
    sum->area -= dt * mh;
    sum->t -= dt * (a.x * a.y + 4.0 * mt * mh + b.x * b.y) / 6.0;
    sum->h -= 0.5 * dt * (a.y * a.y + 4.0 * mh * mh + b.y * b.y) / 6.0;
}

static void add_line(moments *sum, thud_double2 a, thud_double2 b) {
    if (a.y >= 0.0 && b.y >= 0.0) {
        return;
    }
    if (a.y > 0.0 || b.y > 0.0) {
        double fraction = a.y / (a.y - b.y);
        thud_double2 cut = {a.x + fraction * (b.x - a.x), 0.0};
        *(a.y > 0.0 ? &a : &b) = cut;
    }
    add_submerged_line(sum, a, b);
}

/* ---- arcs ---- */

/* Adds the arc about c of radius r from the unit vector `from` counter-clockwise by `angle` to `to`, all
 * below the surface. With t = c.t + r cos x, h = c.h + r sin x, dt = -r sin x dx, the integrands are
 * polynomials in cos x and sin x; their integrals, without the factors: */
static void add_submerged_arc(moments *sum, thud_double2 c, double r, thud_double2 from, thud_double2 to,
                              double angle) {
    double s1 = from.x - to.x;                                              /* sin x */
    double s2 = 0.5 * (angle - (to.x * to.y - from.x * from.y));            /* sin^2 x */
    double s3 = s1 - (from.x * from.x * from.x - to.x * to.x * to.x) / 3.0; /* sin^3 x */
    double s1c = 0.5 * (to.y * to.y - from.y * from.y);                     /* sin x cos x */
    double s2c = (to.y * to.y * to.y - from.y * from.y * from.y) / 3.0;     /* sin^2 x cos x */
    double area = r * (c.y * s1 + r * s2);
    sum->area += area;
    sum->t += c.x * area + r * r * (c.y * s1c + r * s2c);
    sum->h += 0.5 * r * (c.y * c.y * s1 + 2.0 * r * c.y * s2 + r * r * s3);
}

/* Angle [rad] of a direction, counter-clockwise from straight up, 0 to 2 pi. */
static double angle_from_up(thud_double2 direction) {
    double angle = (double)thud_atan2((float)-direction.x, (float)direction.y);
    return angle < 0.0 ? angle + 2.0 * pi : angle;
}

/* Adds the part of the arc within the submerged range [left, right] of angles from up. */
static void add_arc_within(moments *sum, thud_double2 c, double r, const thud_double2 ends[2],
                           const double angles[2], const thud_double2 cuts[2], const double range[2]) {
    bool cut_first = angles[0]<range[0], cut_last = angles[1]> range[1];
    double first = cut_first ? range[0] : angles[0];
    double last = cut_last ? range[1] : angles[1];
    if (first < last) {
        add_submerged_arc(sum, c, r, cut_first ? cuts[0] : ends[0], cut_last ? cuts[1] : ends[1],
                          last - first);
    }
}

/* Adds the arc from one unit vector counter-clockwise by `angle` [0, 2 pi] to another. */
static void add_arc(moments *sum, thud_double2 c, double r, thud_double2 from, thud_double2 to,
                    double angle) {
    double sine = -c.y / r; /* of the directions in which the circle cuts the surface */
    if (sine <= -1.0) {
        return;
    }
    if (sine >= 1.0) {
        add_submerged_arc(sum, c, r, from, to, angle);
        return;
    }
    double cosine = sqrt(1.0 - sine * sine);
    thud_double2 ends[2] = {from, to};
    thud_double2 cuts[2] = {{-cosine, sine}, {cosine, sine}};
    double first = angle_from_up(from);
    double angles[2] = {first, first + angle};
    double left = angle_from_up(cuts[0]);
    for (int turn = 0; turn < 2;
         turn++) { /* the arc may cross the direction straight up and enter the range again */
        double range[2] = {left + 2.0 * pi * turn, 2.0 * pi - left + 2.0 * pi * turn};
        add_arc_within(sum, c, r, ends, angles, cuts, range);
    }
}

/* ---- shapes ---- */

/* Converts from the frame of a shape to that of the surface. */
typedef struct surface_frame {
    thud_double2 origin;    /* the shape's position */
    thud_double2 along, up; /* in the shape's frame */
} surface_frame;

static thud_double2 point_in(const surface_frame *frame, thud_vec2 p) {
    thud_double2 q = thud_double2_of(p);
    return (thud_double2){frame->origin.x + thud_double2_dot(frame->along, q),
                          frame->origin.y + thud_double2_dot(frame->up, q)};
}

static thud_double2 direction_in(const surface_frame *frame, thud_vec2 d) {
    thud_double2 q = thud_double2_of(d);
    return (thud_double2){thud_double2_dot(frame->along, q), thud_double2_dot(frame->up, q)};
}

static void add_corner(moments *sum, thud_double2 vertex, double radius, thud_double2 from, thud_double2 to) {
    double angle = (double)thud_atan2((float)thud_double2_cross(from, to), (float)thud_double2_dot(from, to));
    if (angle < -0.5 * pi) {
        angle = pi; /* a capsule's end, whose normals are opposite except for rounding */
    }
    if (angle > 0.0) {
        add_arc(sum, vertex, radius, from, to, angle);
    }
}

static moments moments_below(const thud_shape *shape, const surface_frame *frame) {
    moments sum = {0};
    double radius = (double)shape->radius;
    if (shape->count == 1) {
        thud_double2 up = {0.0, 1.0};
        add_arc(&sum, point_in(frame, shape->vertices[0]), radius, up, up, 2.0 * pi);
        return sum;
    }
    thud_double2 last_normal = direction_in(frame, shape->normals[shape->count - 1]);
    for (int i = 0; i < shape->count; i++) {
        thud_double2 a = point_in(frame, shape->vertices[i]);
        thud_double2 b = point_in(frame, shape->vertices[(i + 1) % shape->count]);
        thud_double2 normal = direction_in(frame, shape->normals[i]);
        if (radius > 0.0) {
            add_corner(&sum, a, radius, last_normal, normal);
        }
        add_line(&sum, thud_double2_mul_add(a, radius, normal), thud_double2_mul_add(b, radius, normal));
        last_normal = normal;
    }
    return sum;
}

thud_submersion thud_shape_submerged(const thud_shape *shape, thud_pose pose, thud_vec2 surface,
                                     thud_vec2 up) {
    thud_submersion below = {0.0f, pose.position};
    bool sound = thud_shape_is_made(shape) && thud_vec2_is_finite(pose.position) &&
                 thud_rot_is_valid(pose.rotation) && thud_vec2_is_finite(surface) &&
                 thud_rot_is_valid((thud_rot){up.x, up.y});
    if (!sound || shape->kind == THUD_SHAPE_SEGMENT) {
        return below;
    }
    thud_double2 normal = thud_double2_of(up), along = {normal.y, -normal.x};
    thud_vec2 up_in_shape = thud_rot_apply_inverse(pose.rotation, up);
    /* t is measured from the shape, so that a shape far from `surface` loses no precision. */
    surface_frame frame = {{0.0, thud_double2_dot(normal, thud_arrow(surface, pose.position))},
                           {(double)up_in_shape.y, -(double)up_in_shape.x},
                           thud_double2_of(up_in_shape)};
    moments sum = moments_below(shape, &frame);
    if (sum.area > 0.0) {
        double t = sum.t / sum.area, h = sum.h / sum.area - frame.origin.y;
        below.area = (float)sum.area;
        below.centroid =
            thud_double2_round((thud_double2){(double)pose.position.x + t * along.x + h * normal.x,
                                              (double)pose.position.y + t * along.y + h * normal.y});
    }
    return below;
}
