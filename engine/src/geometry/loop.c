#include "geometry/loop.h"

#include "geometry/precise.h"

double thud_points_extent(const thud_vec2 *points, int count) {
    if (count < 1) {
        return 0.0;
    }
    thud_vec2 low = points[0];
    thud_vec2 high = points[0];
    for (int i = 1; i < count; i++) {
        low = thud_vec2_min(low, points[i]);
        high = thud_vec2_max(high, points[i]);
    }
    thud_double2 diagonal = thud_arrow(low, high);
    return diagonal.x > diagonal.y ? diagonal.x : diagonal.y;
}

/* The point farthest from point 0: certainly a corner, while point 0 may lie within a straight run. */
static int find_corner(const thud_vec2 *loop, int count) {
    int corner = 0;
    double farthest = 0.0;
    for (int i = 1; i < count; i++) {
        thud_double2 arm = thud_arrow(loop[0], loop[i]);
        double distance_squared = thud_double2_dot(arm, arm);
        if (distance_squared > farthest) {
            farthest = distance_squared;
            corner = i;
        }
    }
    return corner;
}

/* Whether all points after place `from` and before place `to` lie near the segment between those two. */
static bool run_is_straight(const thud_vec2 *loop, int count, int start, int from, int to, double tolerance) {
    thud_double2 a = thud_double2_of(loop[(start + from) % count]);
    thud_double2 b = thud_double2_of(loop[(start + to) % count]);
    for (int place = from + 1; place < to; place++) {
        thud_double2 point = thud_double2_of(loop[(start + place) % count]);
        if (thud_segment_distance_squared(a, b, point) > tolerance * tolerance) {
            return false;
        }
    }
    return true;
}

int thud_loop_simplify(const thud_vec2 *loop, int count, double tolerance, thud_vec2 *simple) {
    int start = find_corner(loop, count);
    int kept = 0;
    int place = 0; /* relative to the corner */
    while (place < count) {
        simple[kept] = loop[(start + place) % count];
        kept++;
        int next = place + 1;
        while (next < count && run_is_straight(loop, count, start, place, next + 1, tolerance)) {
            next++;
        }
        place = next;
    }
    return kept;
}

double thud_loop_area(const thud_vec2 *loop, int count) {
    double twice_area = 0.0;
    for (int i = 1; i + 1 < count; i++) {
        twice_area += thud_orientation(loop[0], loop[i], loop[i + 1]);
    }
    return 0.5 * twice_area;
}

void thud_loop_reverse(thud_vec2 *loop, int count) {
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        thud_vec2 point = loop[i];
        loop[i] = loop[j];
        loop[j] = point;
    }
}

bool thud_loop_is_convex(const thud_vec2 *loop, int count) {
    int half_turns = 0;
    for (int i = 0; i < count; i++) {
        thud_vec2 a = loop[i];
        thud_vec2 b = loop[(i + 1) % count];
        thud_vec2 c = loop[(i + 2) % count];
        if (thud_orientation(a, b, c) <= 0.0) {
            return false;
        }
        half_turns += thud_goes_up(thud_vec2_sub(b, a)) != thud_goes_up(thud_vec2_sub(c, b));
    }
    return half_turns == 2; /* a pentagram turns left everywhere too, but around twice */
}
