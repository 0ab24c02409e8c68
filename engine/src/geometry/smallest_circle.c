/*
 * The smallest circle around points. Two or three of them, its basis, determine it. As long as a point lies
 * outside, the farthest such point is added to the basis, and the smallest circle of those (at most four) points
 * has a basis again; its radius grows every time, so that no basis comes twice. (E. Welzl, "Smallest enclosing
 * disks", 1991; the farthest point instead of a random one: B. Gaertner, "Fast and robust smallest enclosing
 * balls", 1999.)
 */
#include "geometry/fit.h"

typedef struct circle_basis {
    int count; /* 1 to 3 */
    thud_double2 points[3];
    thud_double2 center;
    double radius_squared;
} circle_basis;

static double distance_squared(thud_double2 a, thud_double2 b) {
    thud_double2 arm = thud_double2_sub(b, a);
    return thud_double2_dot(arm, arm);
}

/* The point at the same distance from a, b and c; false if they lie on a line. */
static bool circumcenter(thud_double2 a, thud_double2 b, thud_double2 c, thud_double2 *center) {
    thud_double2 p = thud_double2_sub(b, a);
    thud_double2 q = thud_double2_sub(c, a);
    double twice_cross = 2.0 * thud_double2_cross(p, q);
    if (twice_cross == 0.0) {
        return false;
    }
    double pp = thud_double2_dot(p, p);
    double qq = thud_double2_dot(q, q);
    center->x = a.x + (pp * q.y - qq * p.y) / twice_cross;
    center->y = a.y + (qq * p.x - pp * q.x) / twice_cross;
    return true;
}

/* Replaces the best basis by a candidate if the circle about its centre around all given points is smaller. */
static void take_if_smaller(circle_basis *best, const thud_double2 *points, int count,
                            const thud_double2 *candidate, int candidate_count, thud_double2 center) {
    double radius_squared = 0.0;
    for (int i = 0; i < count; i++) {
        radius_squared = thud_double_max(radius_squared, distance_squared(center, points[i]));
    }
    if (radius_squared < best->radius_squared) {
        best->count = candidate_count;
        best->center = center;
        best->radius_squared = radius_squared;
        for (int i = 0; i < candidate_count; i++) {
            best->points[i] = candidate[i];
        }
    }
}

/* The smallest circle around 2 to 4 points: that of two of them, or of three. */
static circle_basis solve(const thud_double2 *points, int count) {
    circle_basis best = {.radius_squared = HUGE_VAL};
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            const thud_double2 pair[2] = {points[i], points[j]};
            thud_double2 middle = {0.5 * (pair[0].x + pair[1].x), 0.5 * (pair[0].y + pair[1].y)};
            take_if_smaller(&best, points, count, pair, 2, middle);
            for (int k = j + 1; k < count; k++) {
                const thud_double2 triple[3] = {points[i], points[j], points[k]};
                thud_double2 center;
                if (circumcenter(triple[0], triple[1], triple[2], &center)) {
                    take_if_smaller(&best, points, count, triple, 3, center);
                }
            }
        }
    }
    return best;
}

thud_double2 thud_smallest_circle_center(const thud_vec2 *points, int count) {
    /* Relative to point 0, so that a cloud far from the origin loses no precision. */
    circle_basis circle = {.count = 1};
    for (;;) {
        thud_double2 candidates[4];
        double farthest = 0.0;
        for (int i = 0; i < count; i++) {
            thud_double2 arm = thud_arrow(points[0], points[i]);
            double away = distance_squared(circle.center, arm);
            if (away > farthest) {
                farthest = away;
                candidates[circle.count] = arm;
            }
        }
        if (farthest <= circle.radius_squared) {
            break;
        }
        for (int i = 0; i < circle.count; i++) {
            candidates[i] = circle.points[i];
        }
        circle_basis larger = solve(candidates, circle.count + 1);
        if (larger.radius_squared <= circle.radius_squared) {
            break; /* rounding: the point is outside by less than the precision of the circle */
        }
        circle = larger;
    }
    return (thud_double2){points[0].x + circle.center.x, points[0].y + circle.center.y};
}
