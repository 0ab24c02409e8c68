/* Boxes in space: poses, aligned boxes, and oriented boxes. Vectors of doubles as in precise.h. */
#include "thud/bounds3.h"

#include "geometry/fit.h"
#include "geometry/precise.h"

/* ---- vectors ---- */

typedef struct double3 {
    double x, y, z;
} double3;

static double3 double3_of(thud_vec3 a) {
    return (double3){a.x, a.y, a.z};
}

static double3 arrow3(thud_vec3 a, thud_vec3 b) {
    return (double3){(double)b.x - a.x, (double)b.y - a.y, (double)b.z - a.z};
}

static double double3_dot(double3 a, double3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double3 double3_cross(double3 a, double3 b) {
    return (double3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double double3_length(double3 a) {
    return sqrt(double3_dot(a, a));
}

static double3 double3_scale(double3 a, double factor) {
    return (double3){factor * a.x, factor * a.y, factor * a.z};
}

/* a + factor * b */
static double3 double3_mul_add(double3 a, double factor, double3 b) {
    return (double3){a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z};
}

static thud_vec3 double3_round(double3 a) {
    return (thud_vec3){(float)a.x, (float)a.y, (float)a.z};
}

static thud_vec3 double3_round_up(double3 a) {
    return (thud_vec3){thud_round_up(a.x), thud_round_up(a.y), thud_round_up(a.z)};
}

/* Tolerance of axes from unit length and right angles: for rotations in float that were multiplied
 * often. */
static const double rotation_tolerance = 1.0e-3;

static bool vec3_is_finite(thud_vec3 a) {
    return thud_is_finite(a.x) && thud_is_finite(a.y) && thud_is_finite(a.z);
}

static thud_vec3 vec3_min(thud_vec3 a, thud_vec3 b) {
    return (thud_vec3){thud_min(a.x, b.x), thud_min(a.y, b.y), thud_min(a.z, b.z)};
}

static thud_vec3 vec3_max(thud_vec3 a, thud_vec3 b) {
    return (thud_vec3){thud_max(a.x, b.x), thud_max(a.y, b.y), thud_max(a.z, b.z)};
}

static bool all_less_or_equal(thud_vec3 a, thud_vec3 b) {
    return a.x <= b.x && a.y <= b.y && a.z <= b.z;
}

/* ---- poses ---- */

/* The vector turned: the sum of its components along the turned axes. */
static double3 turn(const thud_basis3 *rotation, double3 v) {
    double3 turned = double3_scale(double3_of(rotation->axis[0]), v.x);
    turned = double3_mul_add(turned, v.y, double3_of(rotation->axis[1]));
    return double3_mul_add(turned, v.z, double3_of(rotation->axis[2]));
}

/* The vector turned back: its components along the turned axes. */
static double3 turn_back(const thud_basis3 *rotation, double3 v) {
    return (double3){double3_dot(double3_of(rotation->axis[0]), v),
                     double3_dot(double3_of(rotation->axis[1]), v),
                     double3_dot(double3_of(rotation->axis[2]), v)};
}

/* A rotation from two directions: the second made perpendicular to the first (Gram and Schmidt), the third to both. */
static thud_basis3 orthonormal(double3 first, double3 second) {
    double3 x = double3_scale(first, 1.0 / double3_length(first));
    double3 y = double3_mul_add(second, -double3_dot(second, x), x);
    y = double3_scale(y, 1.0 / double3_length(y));
    return (thud_basis3){{double3_round(x), double3_round(y), double3_round(double3_cross(x, y))}};
}

thud_basis3 thud_basis3_identity(void) {
    return (thud_basis3){{{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}};
}

/* Rodrigues' formula: v turns to v cos + (n x v) sin + n (n . v) (1 - cos). */
thud_basis3 thud_basis3_from_axis_angle(thud_vec3 axis, float angle) {
    double3 n = double3_of(axis);
    double length = double3_length(n);
    if (!vec3_is_finite(axis) || !thud_is_finite(angle) || !(length > 0.0)) {
        return thud_basis3_identity();
    }
    n = double3_scale(n, 1.0 / length);
    double cosine = thud_cos(angle);
    double sine = thud_sin(angle);
    double3 turned[2];
    for (int i = 0; i < 2; i++) {
        double3 v = double3_of(thud_basis3_identity().axis[i]);
        turned[i] = double3_mul_add(double3_scale(v, cosine), sine, double3_cross(n, v));
        turned[i] = double3_mul_add(turned[i], double3_dot(n, v) * (1.0 - cosine), n);
    }
    return orthonormal(turned[0], turned[1]);
}

thud_basis3 thud_basis3_mul(thud_basis3 a, thud_basis3 b) {
    return orthonormal(turn(&a, double3_of(b.axis[0])), turn(&a, double3_of(b.axis[1])));
}

thud_pose3 thud_pose3_identity(void) {
    return (thud_pose3){{0.0f, 0.0f, 0.0f}, thud_basis3_identity()};
}

static double3 place(thud_pose3 pose, double3 point) {
    return double3_mul_add(double3_of(pose.position), 1.0, turn(&pose.rotation, point));
}

thud_vec3 thud_pose3_apply(thud_pose3 pose, thud_vec3 point) {
    return double3_round(place(pose, double3_of(point)));
}

static bool basis_is_valid(const thud_basis3 *basis) {
    double3 x = double3_of(basis->axis[0]);
    double3 y = double3_of(basis->axis[1]);
    double3 z = double3_of(basis->axis[2]);
    const double faults[4] = {double3_dot(x, x) - 1.0, double3_dot(y, y) - 1.0, double3_dot(x, y),
                              double3_length(double3_mul_add(z, -1.0, double3_cross(x, y)))};
    for (int i = 0; i < 4; i++) {
        if (!(fabs(faults[i]) < rotation_tolerance)) {
            return false; /* also for NaN and infinity */
        }
    }
    return true;
}

bool thud_pose3_is_valid(thud_pose3 pose) {
    return vec3_is_finite(pose.position) && basis_is_valid(&pose.rotation);
}

/* ---- AABB ---- */

thud_status thud_aabb3_of_points(const thud_vec3 *points, int count, thud_aabb3 *box) {
    thud_status status = thud_fit_check(points, count, 3, box);
    if (status != THUD_OK) {
        return status;
    }
    thud_aabb3 around = {points[0], points[0]};
    for (int i = 1; i < count; i++) {
        around.min = vec3_min(around.min, points[i]);
        around.max = vec3_max(around.max, points[i]);
    }
    *box = around;
    return THUD_OK;
}

bool thud_aabb3_is_valid(thud_aabb3 box) {
    return vec3_is_finite(box.min) && vec3_is_finite(box.max) && all_less_or_equal(box.min, box.max);
}

static thud_aabb3 invalid_aabb(void) {
    return (thud_aabb3){{1.0f, 1.0f, 1.0f}, {-1.0f, -1.0f, -1.0f}};
}

thud_aabb3 thud_aabb3_union(thud_aabb3 a, thud_aabb3 b) {
    return (thud_aabb3){vec3_min(a.min, b.min), vec3_max(a.max, b.max)};
}

/* Centre and half sizes in double: the sum of two floats may overflow a float. */
static double3 middle(thud_aabb3 box) {
    return double3_scale(double3_mul_add(double3_of(box.min), 1.0, double3_of(box.max)), 0.5);
}

static double3 half_sizes(thud_aabb3 box) {
    return double3_scale(arrow3(box.min, box.max), 0.5);
}

/* The half size of the turned box along x is that of the box along the absolute x components of its turned
 * axes; likewise y, z. (J. Arvo, "Transforming axis-aligned bounding boxes", Graphics Gems, 1990.) */
thud_aabb3 thud_aabb3_moved(thud_aabb3 box, thud_pose3 pose) {
    if (!thud_aabb3_is_valid(box) || !thud_pose3_is_valid(pose)) {
        return invalid_aabb();
    }
    double3 center = place(pose, middle(box));
    double3 half = half_sizes(box);
    const double along[3] = {half.x, half.y, half.z};
    double3 e = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        double3 axis = double3_of(pose.rotation.axis[i]);
        e = double3_mul_add(e, along[i], (double3){fabs(axis.x), fabs(axis.y), fabs(axis.z)});
    }
    double3 low = double3_mul_add(center, -1.0, e), high = double3_mul_add(center, 1.0, e);
    return (thud_aabb3){{thud_round_down(low.x), thud_round_down(low.y), thud_round_down(low.z)},
                        double3_round_up(high)};
}

bool thud_aabb3_overlaps(thud_aabb3 a, thud_aabb3 b) {
    return all_less_or_equal(a.min, b.max) && all_less_or_equal(b.min, a.max);
}

bool thud_aabb3_contains_point(thud_aabb3 box, thud_vec3 point) {
    return all_less_or_equal(box.min, point) && all_less_or_equal(point, box.max);
}

bool thud_aabb3_contains(thud_aabb3 outer, thud_aabb3 inner) {
    return all_less_or_equal(outer.min, inner.min) && all_less_or_equal(inner.max, outer.max);
}

thud_placed_aabb3 thud_placed_aabb3_make(thud_aabb3 local, thud_pose3 pose) {
    return (thud_placed_aabb3){.local = local, .pose = pose, .dirty = true};
}

void thud_placed_aabb3_set_pose(thud_placed_aabb3 *placed, thud_pose3 pose) {
    if (placed != NULL) {
        placed->pose = pose;
        placed->dirty = true;
    }
}

thud_aabb3 thud_placed_aabb3_get(thud_placed_aabb3 *placed) {
    if (placed == NULL) {
        return invalid_aabb();
    }
    if (placed->dirty) {
        placed->world = thud_aabb3_moved(placed->local, placed->pose);
        placed->dirty = false;
    }
    return placed->world;
}

/* ---- one OBB ---- */

thud_obb3 thud_obb3_of_aabb(thud_aabb3 box, thud_pose3 pose) {
    return (thud_obb3){double3_round(place(pose, middle(box))), double3_round(half_sizes(box)),
                       pose.rotation};
}

bool thud_obb3_is_valid(const thud_obb3 *box) {
    static const thud_vec3 zero = {0.0f, 0.0f, 0.0f};
    return box != NULL && vec3_is_finite(box->center) && vec3_is_finite(box->extents) &&
           all_less_or_equal(zero, box->extents) && basis_is_valid(&box->rotation);
}

thud_obb3 thud_obb3_moved(const thud_obb3 *box, thud_pose3 pose) {
    if (!thud_obb3_is_valid(box) || !thud_pose3_is_valid(pose)) {
        return (thud_obb3){.extents = {-1.0f, -1.0f, -1.0f}};
    }
    return (thud_obb3){thud_pose3_apply(pose, box->center), box->extents,
                       thud_basis3_mul(pose.rotation, box->rotation)};
}

void thud_obb3_corners(const thud_obb3 *box, thud_vec3 corners[8]) {
    if (box == NULL || corners == NULL) {
        return;
    }
    for (int i = 0; i < 8; i++) {
        double3 local = {(i & 1) != 0 ? box->extents.x : -box->extents.x,
                         (i & 2) != 0 ? box->extents.y : -box->extents.y,
                         (i & 4) != 0 ? box->extents.z : -box->extents.z};
        thud_pose3 pose = {box->center, box->rotation};
        corners[i] = double3_round(place(pose, local));
    }
}

static double3 to_local(const thud_obb3 *box, thud_vec3 point) {
    return turn_back(&box->rotation, arrow3(box->center, point));
}

bool thud_obb3_contains_point(const thud_obb3 *box, thud_vec3 point) {
    if (!thud_obb3_is_valid(box) || !vec3_is_finite(point)) {
        return false;
    }
    double3 local = to_local(box, point);
    return fabs(local.x) <= box->extents.x && fabs(local.y) <= box->extents.y &&
           fabs(local.z) <= box->extents.z;
}

bool thud_obb3_hit_by_ray(const thud_obb3 *box, thud_vec3 origin, thud_vec3 translation, float *fraction) {
    if (!thud_obb3_is_valid(box) || !vec3_is_finite(origin) || !vec3_is_finite(translation)) {
        return false;
    }
    double3 start = to_local(box, origin);
    double3 arm = turn_back(&box->rotation, double3_of(translation));
    const double from[3] = {start.x, start.y, start.z};
    const double by[3] = {arm.x, arm.y, arm.z};
    const double extents[3] = {box->extents.x, box->extents.y, box->extents.z};
    double enter = 0.0;
    double leave = 1.0;
    /* The interval between each pair of faces; the ray is inside in the intersection of all. */
    for (int i = 0; i < 3; i++) {
        if (by[i] == 0.0) {
            if (fabs(from[i]) > extents[i]) {
                return false;
            }
            continue;
        }
        double toward = by[i] > 0.0 ? -extents[i] : extents[i];
        enter = thud_double_max((toward - from[i]) / by[i], enter);
        leave = thud_double_min((-toward - from[i]) / by[i], leave);
    }
    if (enter > leave) {
        return false;
    }
    if (fraction != NULL) {
        *fraction = (float)enter;
    }
    return true;
}

/* ---- an OBB around points ---- */

static void rotate_pair(double *p, double *q, double cosine, double sine) {
    double before = *p;
    *p = cosine * before - sine * *q;
    *q = sine * before + cosine * *q;
}

/* One of Jacobi's rotations: makes entry (p, q) of a symmetric matrix zero and turns `vectors` with it. */
static void jacobi_rotate(double matrix[3][3], double vectors[3][3], int p, int q) {
    if (matrix[p][q] == 0.0) {
        return;
    }
    /* t = tan of the smaller angle with tan(2 angle) = 2 m_pq / (m_pp - m_qq); c and s its cosine and sine */
    double theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
    double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0);
    double s = t * c;
    for (int i = 0; i < 3; i++) {
        rotate_pair(&matrix[i][p], &matrix[i][q], c, s);
        rotate_pair(&vectors[i][p], &vectors[i][q], c, s);
    }
    for (int i = 0; i < 3; i++) {
        rotate_pair(&matrix[p][i], &matrix[q][i], c, s);
    }
    matrix[p][q] = 0.0;
    matrix[q][p] = 0.0;
}

/* The eigenvectors of a symmetric matrix as a rotation, the largest eigenvalue's first. (C. G. J. Jacobi, 1846.) */
static thud_basis3 eigenvectors(double matrix[3][3]) {
    enum { sweeps = 12 }; /* converges quadratically: 5 or 6 reach the last bit of double */
    double vectors[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int sweep = 0; sweep < sweeps; sweep++) {
        jacobi_rotate(matrix, vectors, 0, 1);
        jacobi_rotate(matrix, vectors, 0, 2);
        jacobi_rotate(matrix, vectors, 1, 2);
    }
    int first = 0;
    for (int i = 1; i < 3; i++) {
        first = matrix[i][i] > matrix[first][first] ? i : first;
    }
    int second = first == 0 ? 1 : 0;
    for (int i = 0; i < 3; i++) {
        second = i != first && matrix[i][i] > matrix[second][second] ? i : second;
    }
    double3 x = {vectors[0][first], vectors[1][first], vectors[2][first]};
    double3 y = {vectors[0][second], vectors[1][second], vectors[2][second]};
    return orthonormal(x, y);
}

/* The principal axes of points, relative to point 0. Arms are scaled to 1 at most, so that no product underflows. */
static thud_basis3 principal_axes(const thud_vec3 *points, int count) {
    double largest = 0.0;
    double3 mean = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++) {
        double3 arm = arrow3(points[0], points[i]);
        mean = double3_mul_add(mean, 1.0 / count, arm);
        largest = thud_double_max(double3_length(arm), largest);
    }
    if (largest == 0.0) {
        return thud_basis3_identity();
    }
    double covariance[3][3] = {{0.0}};
    for (int i = 0; i < count; i++) {
        double3 arm = double3_mul_add(arrow3(points[0], points[i]), -1.0, mean);
        const double a[3] = {arm.x / largest, arm.y / largest, arm.z / largest};
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 3; column++) {
                covariance[row][column] += a[row] * a[column];
            }
        }
    }
    return eigenvectors(covariance);
}

thud_status thud_obb3_of_covariance(const thud_vec3 *points, int count, thud_obb3 *box) {
    thud_status status = thud_fit_check(points, count, 3, box);
    if (status != THUD_OK) {
        return status;
    }
    /* First the box's middle along its axes; then, from it as floats, sizes rounded up: so all points are inside. */
    thud_obb3 around = {points[0], {0.0f, 0.0f, 0.0f}, principal_axes(points, count)};
    double min[3] = {0.0, 0.0, 0.0};
    double max[3] = {0.0, 0.0, 0.0};
    for (int i = 1; i < count; i++) {
        double3 local = to_local(&around, points[i]);
        const double along[3] = {local.x, local.y, local.z};
        for (int k = 0; k < 3; k++) {
            min[k] = thud_double_min(along[k], min[k]);
            max[k] = thud_double_max(along[k], max[k]);
        }
    }
    thud_pose3 pose = {points[0], around.rotation};
    double3 center = {0.5 * (min[0] + max[0]), 0.5 * (min[1] + max[1]), 0.5 * (min[2] + max[2])};
    around.center = double3_round(place(pose, center));
    for (int i = 0; i < count; i++) {
        double3 local = to_local(&around, points[i]);
        double3 away = {fabs(local.x), fabs(local.y), fabs(local.z)};
        around.extents = vec3_max(double3_round_up(away), around.extents);
    }
    if (!thud_obb3_is_valid(&around)) {
        return THUD_OUT_OF_RANGE;
    }
    *box = around;
    return THUD_OK;
}

/* ---- two OBBs ---- */

/*
 * Two oriented boxes in space by separating axes. Boxes are apart if and only if they are apart along one of
 * 15 axes: the three face normals of each, and the cross product of each edge direction of one with each of
 * the other. Along an axis n the boxes reach r = ex |n . u0| + ey |n . u1| + ez |n . u2| from their centres.
 *
 * Parallel edges have no cross product; face normals then show the separation. So cross products shorter than
 * parallel_limit, the sine of the angle between the edges, are skipped: at that angle the two axes differ by less
 * than the precision of float.
 */
static const double parallel_limit = 1.0e-7;

enum { axis_count = 15 };

/* r(axis), see above. */
static double projection_radius3(const thud_obb3 *box, double3 axis) {
    const double extents[3] = {box->extents.x, box->extents.y, box->extents.z};
    double radius = 0.0;
    for (int i = 0; i < 3; i++) {
        radius += extents[i] * fabs(double3_dot(axis, double3_of(box->rotation.axis[i])));
    }
    return radius;
}

/* Unit vector along axis `index` of the 15; false for the cross product of parallel edges. */
static bool find_axis(const thud_obb3 *a, const thud_obb3 *b, int index, double3 *axis) {
    if (index < 6) {
        *axis = double3_of(index < 3 ? a->rotation.axis[index] : b->rotation.axis[index - 3]);
        return true;
    }
    int pair = index - 6;
    double3 cross =
        double3_cross(double3_of(a->rotation.axis[pair / 3]), double3_of(b->rotation.axis[pair % 3]));
    double length = double3_length(cross);
    if (length < parallel_limit) {
        return false;
    }
    *axis = double3_scale(cross, 1.0 / length);
    return true;
}

/* The axis of least depth among those from 0 to 14; -1 if the boxes are apart along one. */
static int find_least_depth(const thud_obb3 *a, const thud_obb3 *b, double *least) {
    int best = -1;
    for (int i = 0; i < axis_count; i++) {
        double3 axis;
        if (!find_axis(a, b, i, &axis)) {
            continue;
        }
        double distance = fabs(double3_dot(arrow3(a->center, b->center), axis));
        double depth = projection_radius3(a, axis) + projection_radius3(b, axis) - distance;
        if (depth < 0.0 || (depth == 0.0 && !THUD_TOUCHING_OVERLAPS_3D)) {
            return -1;
        }
        if (best < 0 || depth < *least) {
            best = i;
            *least = depth;
        }
    }
    return best;
}

bool thud_obb3_overlaps(const thud_obb3 *a, const thud_obb3 *b) {
    double depth;
    return thud_obb3_is_valid(a) && thud_obb3_is_valid(b) && find_least_depth(a, b, &depth) >= 0;
}

bool thud_obb3_find_mtd(const thud_obb3 *a, const thud_obb3 *b, thud_obb3_mtd *mtd) {
    if (mtd == NULL) {
        return false;
    }
    *mtd = (thud_obb3_mtd){.depth = 0.0f};
    double depth = 0.0;
    int best = thud_obb3_is_valid(a) && thud_obb3_is_valid(b) ? find_least_depth(a, b, &depth) : -1;
    if (best < 0) {
        return false;
    }
    double3 axis = {0.0, 0.0, 0.0};
    find_axis(a, b, best, &axis);
    bool b_is_ahead = double3_dot(arrow3(a->center, b->center), axis) > 0.0;
    mtd->depth = (float)depth;
    mtd->axis = best;
    mtd->translation = double3_round(double3_scale(axis, b_is_ahead ? -depth : depth));
    return true;
}
