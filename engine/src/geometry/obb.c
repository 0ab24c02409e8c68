/* Oriented boxes: the choice of their direction around points, and the test of two of them by projection radii. */
#include "geometry/fit.h"
#include "geometry/loop.h"
#include "geometry/make.h"
#include "geometry/volume_core.h"
#include "thud/bounds.h"
#include "thud/shape.h"

/* ---- directions ---- */

/* The rotation that turns x to a direction; the identity for the zero vector. */
static thud_rot direction_of(thud_double2 along) {
    double length = thud_double2_length(along);
    return length > 0.0 ? (thud_rot){(float)(along.x / length), (float)(along.y / length)}
                        : thud_rot_identity();
}

/* The main axis of the covariance matrix (xx xy; xy yy). Its eigenvalues are m +- h with d = (xx - yy) / 2, h =
 * sqrt(d^2 + xy^2); the larger one's eigenvector is (d + h, xy) or (xy, h - d): the one without cancellation is used. */
static thud_rot main_axis(double xx, double xy, double yy) {
    double d = 0.5 * (xx - yy);
    double h = sqrt(d * d + xy * xy);
    thud_double2 axis = d >= 0.0 ? (thud_double2){d + h, xy} : (thud_double2){xy, h - d};
    return direction_of(axis);
}

/* The first axis of the box along the principal axes of the hull's corners. */
static thud_rot covariance_direction(const thud_vec2 *points, int count) {
    thud_vec2 corners[thud_max_loop];
    double tolerance = THUD_SHAPE_TOLERANCE * thud_points_extent(points, count);
    int corner_count = thud_hull_loop(points, count, tolerance, thud_max_loop, corners, NULL);
    thud_double2 mean = {0.0, 0.0}; /* relative to the first corner, as the sums below */
    for (int i = 0; i < corner_count; i++) {
        mean = thud_double2_mul_add(mean, 1.0 / corner_count, thud_arrow(corners[0], corners[i]));
    }
    double xx = 0.0, xy = 0.0, yy = 0.0;
    for (int i = 0; i < corner_count; i++) {
        thud_double2 arm = thud_double2_sub(thud_arrow(corners[0], corners[i]), mean);
        xx += arm.x * arm.x;
        xy += arm.x * arm.y;
        yy += arm.y * arm.y;
    }
    return main_axis(xx, xy, yy);
}

/* The next corner of the hull, counter-clockwise: no point is right of the line there. (Jarvis's march, 1973.) */
static thud_vec2 next_corner(thud_vec2 corner, const thud_vec2 *points, int count) {
    thud_vec2 next = corner;
    for (int i = 0; i < count; i++) {
        if (points[i].x == corner.x && points[i].y == corner.y) {
            continue;
        }
        double side = thud_orientation(corner, next, points[i]);
        thud_double2 near = thud_arrow(corner, next);
        thud_double2 far = thud_arrow(corner, points[i]);
        bool farther = thud_double2_dot(far, far) > thud_double2_dot(near, near);
        if ((next.x == corner.x && next.y == corner.y) || side < 0.0 || (side == 0.0 && farther)) {
            next = points[i];
        }
    }
    return next;
}

static double box_area(thud_rot direction, const thud_vec2 *points, int count) {
    const thud_obb frame = {.center = points[0], .rotation = direction};
    thud_double2 min = {0.0, 0.0}, max = {0.0, 0.0};
    for (int i = 1; i < count; i++) {
        thud_double2 local = thud_obb_local(&frame, points[i]);
        min = thud_double2_min(local, min);
        max = thud_double2_max(local, max);
    }
    return (max.x - min.x) * (max.y - min.y);
}

/* Tries each side of the hull; a corner costs two passes over the points, as in thud_hull_loop. */
thud_rot thud_smallest_area_direction(const thud_vec2 *points, int count) {
    thud_vec2 first = thud_first_point(points, count);
    thud_vec2 corner = first;
    thud_rot best = thud_rot_identity();
    double smallest = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        thud_vec2 next = next_corner(corner, points, count);
        thud_rot direction = direction_of(thud_arrow(corner, next));
        double area = box_area(direction, points, count);
        if (area < smallest) {
            smallest = area;
            best = direction;
        }
        corner = next;
        if (corner.x == first.x && corner.y == first.y) {
            break;
        }
    }
    return best;
}

/* ---- boxes ---- */

thud_obb thud_obb_of_aabb(thud_aabb box, thud_pose pose) {
    return (thud_obb){thud_pose_apply(pose, thud_aabb_center(box)), thud_aabb_extents(box), pose.rotation};
}

/* The OBB along a direction around points, after the checks common to all fits. */
static thud_status obb_along(thud_rot (*choose)(const thud_vec2 *, int), const thud_vec2 *points, int count,
                             thud_obb *obb) {
    thud_status status = thud_fit_check(points, count, 2, obb);
    if (status != THUD_OK) {
        return status;
    }
    thud_cloud cloud = {.points = points, .count = count, .split = count};
    thud_obb fitted = thud_fit_obb(&cloud, choose(points, count));
    if (thud_obb_check(&fitted) != THUD_OK) {
        return THUD_OUT_OF_RANGE;
    }
    *obb = fitted;
    return THUD_OK;
}

thud_status thud_obb_of_covariance(const thud_vec2 *points, int count, thud_obb *obb) {
    return obb_along(covariance_direction, points, count, obb);
}

thud_status thud_obb_of_smallest_area(const thud_vec2 *points, int count, thud_obb *obb) {
    return obb_along(thud_smallest_area_direction, points, count, obb);
}

/* ---- two boxes ---- */

/* r(axis) = ex |axis . u0| + ey |axis . u1|: half the size of the box along an axis. */
static double projection_radius(const thud_obb *box, thud_double2 axis) {
    thud_double2 u0 = {box->rotation.c, box->rotation.s};
    thud_double2 u1 = {-u0.y, u0.x};
    return box->extents.x * fabs(thud_double2_dot(axis, u0)) +
           box->extents.y * fabs(thud_double2_dot(axis, u1));
}

/* One axis of the test, in double, for both functions below. */
typedef struct box_axis {
    thud_double2 axis;
    double distance, radius_a, radius_b;
} box_axis;

static void find_axes(const thud_obb *a, const thud_obb *b, box_axis axes[4]) {
    thud_double2 between = thud_arrow(a->center, b->center);
    const thud_double2 directions[4] = {{a->rotation.c, a->rotation.s},
                                        {-a->rotation.s, a->rotation.c},
                                        {b->rotation.c, b->rotation.s},
                                        {-b->rotation.s, b->rotation.c}};
    for (int i = 0; i < 4; i++) {
        axes[i].axis = directions[i];
        axes[i].distance = thud_double2_dot(between, directions[i]);
        axes[i].radius_a = projection_radius(a, directions[i]);
        axes[i].radius_b = projection_radius(b, directions[i]);
    }
}

/* The depth of the overlap along an axis; 0 or less without one. */
static double depth_along(const box_axis *axis) {
    return axis->radius_a + axis->radius_b - fabs(axis->distance);
}

static bool is_valid(const thud_obb *box) {
    return box != NULL && thud_obb_check(box) == THUD_OK;
}

bool thud_obb_find_axes(const thud_obb *a, const thud_obb *b, thud_obb_axis axes[4]) {
    if (axes == NULL || !is_valid(a) || !is_valid(b)) {
        return false;
    }
    box_axis found[4];
    find_axes(a, b, found);
    bool overlap = true;
    for (int i = 0; i < 4; i++) {
        axes[i].axis = thud_double2_round(found[i].axis);
        axes[i].distance = (float)found[i].distance;
        axes[i].radius_a = (float)found[i].radius_a;
        axes[i].radius_b = (float)found[i].radius_b;
        overlap = overlap && thud_is_overlap(-depth_along(&found[i]));
    }
    return overlap;
}

bool thud_obb_find_mtd(const thud_obb *a, const thud_obb *b, thud_vec2 *translation) {
    if (translation == NULL) {
        return false;
    }
    *translation = thud_vec2_make(0.0f, 0.0f);
    if (!is_valid(a) || !is_valid(b)) {
        return false;
    }
    box_axis axes[4];
    find_axes(a, b, axes);
    int best = 0;
    for (int i = 0; i < 4; i++) {
        if (!thud_is_overlap(-depth_along(&axes[i]))) {
            return false;
        }
        if (depth_along(&axes[i]) < depth_along(&axes[best])) {
            best = i;
        }
    }
    double push = depth_along(&axes[best]) * (axes[best].distance > 0.0 ? -1.0 : 1.0);
    *translation = thud_double2_round(thud_double2_mul_add((thud_double2){0.0, 0.0}, push, axes[best].axis));
    return true;
}
