#include "narrowphase/difference.h"

/* A vector shorter than this part of the coordinates that it was computed from has no meaningful direction. */
#define DIRECTION_NOISE 1.0e-13
/* The largest slope against the contact plane at which an edge supports with both its ends [-]: a tenth of a degree. */
#define SUPPORT_SLOPE 0.002

/* ---- building ---- */

void thud_place_outline(thud_outline outline, const thud_double2 *position, thud_rot rotation, thud_placed *placed) {
    placed->count = outline.count;
    placed->radius = outline.radius;
    thud_place_vertices(outline, *position, rotation, placed->vertices);
}

void thud_place_pair(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b,
                     thud_placed placed[2]) {
    const thud_double2 origin = {0.0, 0.0}, arrow = thud_arrow(pose_a.position, pose_b.position);
    thud_place_outline(a, &origin, pose_a.rotation, &placed[0]);
    thud_place_outline(b, &arrow, pose_b.rotation, &placed[1]);
}

/* The lowest vertex, the leftmost of several; of the core turned by half a turn if `sign` is -1. */
static int lowest_vertex(const thud_placed *placed, double sign) {
    int best = 0;
    for (int i = 1; i < placed->count; i++) {
        double y = sign * placed->vertices[i].y, best_y = sign * placed->vertices[best].y;
        if (y < best_y || (y == best_y && sign * placed->vertices[i].x < sign * placed->vertices[best].x)) {
            best = i;
        }
    }
    return best;
}

static int next_vertex(const thud_placed *placed, int i) {
    return i + 1 < placed->count ? i + 1 : 0;
}

/* Whether a direction's angle lies in [0, pi). */
static bool goes_up(thud_double2 edge) {
    return (edge.y > 0.0) | ((edge.y == 0.0) & (edge.x > 0.0));
}

/* Order of two edges by angle from 0 to two pi: positive if the first comes first, 0 if they are parallel. */
static double angle_order(thud_double2 first, thud_double2 second) {
    bool first_up = goes_up(first), second_up = goes_up(second);
    if (first_up != second_up) {
        return first_up ? 1.0 : -1.0;
    }
    return thud_double2_cross(first, second);
}

void thud_difference_build(const thud_placed *a, const thud_placed *b, thud_difference *difference) {
    int i = lowest_vertex(a, -1.0), j = lowest_vertex(b, 1.0);
    int left_a = a->count > 1 ? a->count : 0, left_b = b->count > 1 ? b->count : 0;
    int count = 0;
    difference->radius = a->radius + b->radius;
    do {
        difference->vertices[count] = thud_double2_sub(b->vertices[j], a->vertices[i]);
        difference->index_a[count] = (uint8_t)i;
        difference->index_b[count] = (uint8_t)j;
        count++;
        int next_i = next_vertex(a, i), next_j = next_vertex(b, j);
        double order = left_a == 0 ? 1.0 : -1.0;
        if (left_a > 0 && left_b > 0) {
            order = angle_order(thud_double2_sub(b->vertices[next_j], b->vertices[j]),
                                thud_double2_sub(a->vertices[i], a->vertices[next_i]));
        }
        if (left_b > 0 && !(order < 0.0)) {
            j = next_j;
            left_b--;
        }
        if (left_a > 0 && !(order > 0.0)) {
            i = next_i;
            left_a--;
        }
    } while (left_a + left_b > 0);
    /* The last advance has returned to the first vertex, unless there was no edge at all. */
    difference->count = count;
}

/* ---- the closest point ---- */

static thud_double2 edge_of(const thud_difference *difference, int k) {
    return thud_double2_sub(difference->vertices[k + 1 < difference->count ? k + 1 : 0], difference->vertices[k]);
}

/* Outward unit normal of an edge of D. */
static thud_double2 edge_normal(thud_double2 edge) {
    double length = thud_double2_length(edge);
    return (thud_double2){edge.y / length, -edge.x / length};
}

/* The place on an edge that is closest to the origin, 0 to 1. */
static double closest_along(thud_double2 start, thud_double2 edge) {
    double along = -thud_double2_dot(start, edge), length_squared = thud_double2_dot(edge, edge);
    if (!(along > 0.0)) {
        return 0.0;
    }
    return along >= length_squared ? 1.0 : along / length_squared;
}

static thud_double2 point_on_edge(const thud_difference *difference, int k, double along) {
    return thud_double2_mul_add(difference->vertices[k], along, edge_of(difference, k));
}

/* The distance of the origin from the line of edge k (negative: inside), times the length of the edge. */
static double outside_times_length(const thud_difference *difference, int k) {
    return thud_double2_cross(edge_of(difference, k), difference->vertices[k]);
}

/* The edge whose line is farthest from the origin, measured outwards, and that distance (negative inside of all). */
static double find_face(const thud_difference *difference, int *face) {
    double best = -INFINITY;
    for (int k = 0; k < difference->count; k++) {
        double outside = outside_times_length(difference, k);
        if (outside < 0.0 && best >= 0.0) {
            continue;
        }
        outside /= thud_double2_length(edge_of(difference, k));
        if (outside > best) { /* false for an edge of length zero, which gives NaN */
            best = outside;
            *face = k;
        }
    }
    return best;
}

/* The edge closest to the origin, *nearest unless another one is closer, and its distance. */
static double find_nearest_edge(const thud_difference *difference, int *nearest) {
    double best = INFINITY;
    for (int i = -1; i < difference->count; i++) {
        int k = i < 0 ? *nearest : i;
        double along = closest_along(difference->vertices[k], edge_of(difference, k));
        thud_double2 point = point_on_edge(difference, k, along);
        double squared = thud_double2_dot(point, point);
        if (squared < best) {
            best = squared;
            *nearest = k;
        }
    }
    return sqrt(best);
}

/* For the origin inside of D, or so close to it that the direction to the closest point is lost in rounding,
 * or D a point: the normal of the face, or y without a face. Rounding decides which of nearly collinear edges
 * has the nearest line; the closest point lies on the edge that contains the foot of the origin. */
static thud_closest closest_on_face(const thud_difference *difference, int face, double outside) {
    thud_closest closest = {outside - difference->radius, {0.0, 1.0}, face, 0.0};
    if (difference->count > 1) {
        closest.along = closest_along(difference->vertices[face], edge_of(difference, face));
        if (closest.along == 0.0 || closest.along == 1.0) {
            int nearest = face;
            find_nearest_edge(difference, &nearest);
            thud_double2 edge = edge_of(difference, nearest);
            if (thud_double2_dot(edge, edge) > 0.0) { /* the edge has a normal */
                closest.edge = nearest;
                closest.along = closest_along(difference->vertices[nearest], edge);
            }
        }
        thud_double2 normal = edge_normal(edge_of(difference, closest.edge));
        closest.normal = thud_double2_neg(normal);
    }
    return closest;
}

bool thud_difference_is_apart(const thud_difference *difference, double reach) {
    for (int k = 0; k < difference->count && difference->count > 1; k++) {
        thud_double2 edge = edge_of(difference, k);
        double outside = thud_double2_cross(edge, difference->vertices[k]); /* times the length */
        if (outside > 0.0 && outside * outside > reach * reach * thud_double2_dot(edge, edge)) {
            return true;
        }
    }
    return false;
}

thud_closest thud_difference_closest(const thud_difference *difference) {
    int face = 0;
    double outside = difference->count > 1 ? find_face(difference, &face) : 0.0;
    bool is_point = outside == -INFINITY; /* so far away that the shapes are lost in rounding */
    if (difference->count > 2 && outside <= 0.0 && !is_point) {
        return closest_on_face(difference, face, outside);
    }
    int nearest = face;
    double distance = find_nearest_edge(difference, &nearest);
    double along = closest_along(difference->vertices[nearest], edge_of(difference, nearest));
    thud_double2 size = difference->vertices[nearest];
    if (!(distance > DIRECTION_NOISE * (fabs(size.x) + fabs(size.y)))) {
        return closest_on_face(difference, face, outside);
    }
    bool has_foot = along > 0.0 && along < 1.0;
    /* Outside of the line of a short edge only, by rounding. A sliver's two sides coincide up to rounding,
     * and either may be the nearest: then the origin is as far outside of the other one. */
    bool is_inside = outside < 0.5 * distance && outside_times_length(difference, nearest) < 0.0;
    if (has_foot && difference->count > 2 && is_inside) {
        return closest_on_face(difference, nearest, -distance);
    }
    thud_double2 point = point_on_edge(difference, nearest, along);
    thud_closest closest = {
        distance - difference->radius, {point.x / distance, point.y / distance}, nearest, along};
    if (has_foot) { /* the same direction with fewer roundings */
        thud_double2 normal = edge_normal(edge_of(difference, nearest));
        double sign = thud_double2_dot(normal, point) > 0.0 ? 1.0 : -1.0;
        closest.normal = (thud_double2){sign * normal.x, sign * normal.y};
    }
    return closest;
}

/* The point of a core whose difference to a point of the other core is the point at `along` of edge k of D. */
static thud_double2 core_point(const thud_difference *difference, const thud_placed placed[2], int side,
                               int k, double along) {
    const uint8_t *index = side == 0 ? difference->index_a : difference->index_b;
    int next = k + 1 < difference->count ? k + 1 : 0;
    thud_double2 start = placed[side].vertices[index[k]];
    thud_double2 edge = thud_double2_sub(placed[side].vertices[index[next]], start);
    return thud_double2_mul_add(start, along, edge);
}

void thud_difference_points(const thud_difference *difference, const thud_placed placed[2],
                            const thud_closest *closest, thud_double2 points[2]) {
    for (int side = 0; side < 2; side++) {
        thud_double2 point = core_point(difference, placed, side, closest->edge, closest->along);
        double reach = side == 0 ? placed[side].radius : -placed[side].radius;
        points[side] = thud_double2_mul_add(point, reach, closest->normal);
    }
}

/* The exit of a ray from inside of D: its distance from the origin, and the point of core a there. The ray leaves
 * through the edge that starts to its right and ends to its left: the lines of nearly collinear edges do not
 * decide that. If it crosses none, the origin is on the outline up to rounding: 0, and *of_a stays as it was. */
static double leave(const thud_difference *difference, const thud_placed placed[2], thud_double2 direction,
                    thud_double2 *of_a) {
    double farthest = 0.0;
    for (int k = 0; k < difference->count; k++) {
        thud_double2 start = difference->vertices[k];
        thud_double2 end = difference->vertices[k + 1 < difference->count ? k + 1 : 0];
        /* The next edge uses the same number for its start, so that no ray passes between two edges. */
        double before = thud_double2_cross(direction, start), after = thud_double2_cross(direction, end);
        if (before > 0.0 || after <= 0.0) {
            continue;
        }
        double along = before / (before - after);
        double distance = thud_double2_dot(direction, point_on_edge(difference, k, along));
        if (distance > farthest) {
            farthest = distance;
            *of_a = core_point(difference, placed, 0, k, along);
        }
    }
    return farthest;
}

/* Cores apart by d: along the normal from the closest point of core a, a reaches up to r_a, and b begins at d
 * - r_b. Cores that overlap: the origin is a weighted mean of the two ends of D's chord along the normal.
 * With the same weights the mean of the points of a at these ends is a point of a, and also one of b, because
 * the two differ by the origin. */
thud_double2 thud_difference_common_point(const thud_difference *difference, const thud_placed placed[2],
                                          const thud_closest *closest) {
    thud_double2 point = core_point(difference, placed, 0, closest->edge, closest->along);
    double apart = closest->separation + difference->radius;
    if (apart >= 0.0) {
        double first = thud_double_max(apart - placed[1].radius, 0.0), last = thud_double_min(placed[0].radius, apart);
        return thud_double2_mul_add(point, 0.5 * (first + last), closest->normal);
    }
    thud_double2 ends[2] = {point, point};
    double back = leave(difference, placed, thud_double2_neg(closest->normal), &ends[0]);
    double ahead = leave(difference, placed, closest->normal, &ends[1]);
    double share = back + ahead > 0.0 ? back / (back + ahead) : 0.0;
    return thud_double2_mul_add(ends[0], share, thud_double2_sub(ends[1], ends[0]));
}

/* ---- the ray ---- */

/* Radius 0: the ray's line must pass between the vertices (the axis across the ray), and the latest entry
 * into the half planes of the faces that it approaches is the first touch (interval SAT). */
static thud_entry cast_sharp(const thud_difference *difference, thud_double2 translation, bool may_pass) {
    thud_entry entry = {false, 0.0, {0.0, 0.0}};
    double left = -INFINITY, right = INFINITY, latest = -INFINITY;
    int face = -1;
    for (int k = 0; k < difference->count; k++) {
        double across = thud_double2_cross(translation, difference->vertices[k]);
        left = across > left ? across : left;
        right = across < right ? across : right;
        double speed = thud_double2_cross(edge_of(difference, k), translation); /* times the length */
        double outside = outside_times_length(difference, k);
        if (speed > 0.0 && outside > latest * speed) {
            latest = outside / speed;
            face = k;
        }
    }
    if ((may_pass || (left > 0.0 && right < 0.0)) && face >= 0 && latest >= 0.0) {
        entry = (thud_entry){true, latest + 0.0, edge_normal(edge_of(difference, face))};
    }
    return entry;
}

/* The ray against an edge moved outward by the radius. */
static void cast_edge(const thud_difference *difference, int k, thud_double2 translation, thud_entry *entry) {
    thud_double2 start = difference->vertices[k], edge = edge_of(difference, k), normal = edge_normal(edge);
    double speed = thud_double2_dot(normal, translation), height = thud_double2_dot(normal, start);
    if (!(speed < 0.0) || height > 0.0) {
        return;
    }
    double fraction = thud_double_max((height + difference->radius) / speed, 0.0);
    thud_double2 arm = thud_double2_sub((thud_double2){fraction * translation.x, fraction * translation.y}, start);
    double along = thud_double2_dot(arm, edge);
    if (along >= 0.0 && along <= thud_double2_dot(edge, edge) &&
        (!entry->hit || fraction < entry->fraction)) {
        *entry = (thud_entry){true, fraction, normal};
    }
}

/* The ray against the circle around a vertex: |f t - v| = r, with f = (v.v - r r) / (t.v + sqrt(t.t r r - (t
 * x v)^2)). */
static void cast_corner(const thud_difference *difference, int k, thud_double2 translation,
                        thud_entry *entry) {
    thud_double2 vertex = difference->vertices[k];
    double radius = difference->radius, approach = thud_double2_dot(translation, vertex);
    double across = thud_double2_cross(translation, vertex);
    double chord = thud_double2_dot(translation, translation) * radius * radius - across * across;
    if (!(approach > 0.0) || !(chord > 0.0)) {
        return;
    }
    double fraction =
        thud_double_max((thud_double2_dot(vertex, vertex) - radius * radius) / (approach + sqrt(chord)), 0.0);
    if (!entry->hit || fraction < entry->fraction) {
        thud_double2 arm =
            thud_double2_sub((thud_double2){fraction * translation.x, fraction * translation.y}, vertex);
        if (arm.x == 0.0 &&
            arm.y == 0.0) { /* the radius is lost in rounding: uses the direction against the ray */
            arm = thud_double2_neg(translation);
        }
        double length = thud_double2_length(arm);
        *entry = (thud_entry){true, fraction, {arm.x / length, arm.y / length}};
    }
}

thud_entry thud_difference_cast(const thud_difference *difference, thud_double2 translation) {
    thud_entry entry = {false, 0.0, {0.0, 0.0}};
    if (translation.x == 0.0 && translation.y == 0.0) {
        return entry;
    }
    if (difference->radius == 0.0) {
        return difference->count > 1 ? cast_sharp(difference, translation, false) : entry;
    }
    for (int k = 0; k < difference->count && difference->count > 1; k++) {
        cast_edge(difference, k, translation, &entry);
    }
    for (int k = 0; k < difference->count; k++) {
        cast_corner(difference, k, translation, &entry);
    }
    return entry;
}

thud_entry thud_difference_pass(const thud_difference *difference, thud_double2 translation) {
    return cast_sharp(difference, translation, true);
}

/* ---- support features ---- */

/* The part of a core that supports a contact plane: its height along the normal and its extent along the plane. */
typedef struct support {
    double height, low, high;
} support;

/* `sign` 1: along the normal, -1: against it. */
static support find_support(const thud_placed *placed, thud_double2 normal, double sign) {
    thud_double2 tangent = {-normal.y, normal.x};
    int top = 0;
    for (int i = 1; i < placed->count; i++) {
        thud_double2 rise = thud_double2_sub(placed->vertices[i], placed->vertices[top]);
        top = sign * thud_double2_dot(rise, normal) > 0.0 ? i : top;
    }
    double middle = thud_double2_dot(placed->vertices[top], tangent);
    support found = {thud_double2_dot(placed->vertices[top], normal) + sign * placed->radius, middle, middle};
    for (int i = 0; i < placed->count; i++) {
        thud_double2 arm = thud_double2_sub(placed->vertices[i], placed->vertices[top]);
        double along = thud_double2_dot(arm, tangent);
        if (fabs(thud_double2_dot(arm, normal)) <= SUPPORT_SLOPE * fabs(along)) {
            found.low = thud_double_min(found.low, middle + along);
            found.high = thud_double_max(found.high, middle + along);
        }
    }
    return found;
}

int thud_support_points(const thud_placed placed[2], thud_double2 normal, thud_double2 points[2]) {
    thud_double2 tangent = {-normal.y, normal.x};
    support a = find_support(&placed[0], normal, 1.0), b = find_support(&placed[1], normal, -1.0);
    double height = 0.5 * (a.height + b.height);
    double low = thud_double_max(a.low, b.low), high = thud_double_min(a.high, b.high);
    double shorter = thud_double_min(a.high - a.low, b.high - b.low);
    int count = high - low > SUPPORT_SLOPE * shorter ? 2 : 1;
    if (count == 1) {
        low = 0.5 * (low + high);
    }
    double at[2] = {low, high};
    for (int k = 0; k < count; k++) {
        points[k] = thud_double2_mul_add((thud_double2){height * normal.x, height * normal.y}, at[k], tangent);
    }
    return count;
}
