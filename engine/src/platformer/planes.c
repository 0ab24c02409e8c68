/*
 * planes.c: the lower layer of the mover: the position and velocity of a shape among planes, without a world.
 *
 * Both are one problem: the point of an intersection of half planes n.x >= d that is closest to a given
 * one. In 2D the solution is that point, or its projection on one of the lines, or the intersection of two
 * of them; so trying these finds it exactly.
 */
#include "thud/mover.h"

/* Tolerance of a point outside of a half plane, as a part of the numbers that it is computed from. */
#define ROUNDING 4.0e-6f

/* Sine of the narrowest wedge out of which a shape is pushed: along others it would move far for a small depth. */
#define LEAST_WEDGE 0.05f

/* Largest distance to a corner, in depths of the worst plane: from the middle of the narrowest wedge. */
#define FARTHEST_CORNER (2.0f / LEAST_WEDGE)

/* Iterations that balance the violation if no point is inside all half planes: each halves the deepest one. */
enum { SHARE_ITERATIONS = 32 };

/* Largest number of planes that are solved together. */
enum { MOST_PLANES = 32 };

/* All x with normal . x >= distance. */
typedef struct half_plane {
    thud_vec2 normal;
    float distance;
    int index; /* in the caller's array */
} half_plane;

typedef struct point_search {
    const half_plane *halves;
    int count;
    thud_vec2 wanted, best;
    float best_square, farthest_square;
    bool found;
} point_search;

static bool is_inside(const point_search *s, thud_vec2 point) {
    float size = thud_abs(point.x) + thud_abs(point.y) + thud_abs(s->wanted.x) + thud_abs(s->wanted.y);
    for (int i = 0; i < s->count; i++) {
        if (thud_vec2_dot(s->halves[i].normal, point) < s->halves[i].distance - ROUNDING * size) {
            return false;
        }
    }
    return true;
}

static void try_point(point_search *s, thud_vec2 point) {
    float square = thud_vec2_length_squared(thud_vec2_sub(point, s->wanted));
    if (square <= (s->found ? s->best_square : s->farthest_square) && is_inside(s, point)) {
        s->found = true;
        s->best = point;
        s->best_square = square;
    }
}

/* The intersection of two lines, which may lie beyond all numbers; false if they are parallel. */
static bool meeting_point(const half_plane *a, const half_plane *b, thud_vec2 *point) {
    float cross = thud_vec2_cross(a->normal, b->normal);
    bool is_opposed = thud_vec2_dot(a->normal, b->normal) < 0.0f;
    if (thud_abs(cross) < (is_opposed ? LEAST_WEDGE : 1.0e-5f)) {
        return false;
    }
    point->x = (a->distance * b->normal.y - b->distance * a->normal.y) / cross;
    point->y = (b->distance * a->normal.x - a->distance * b->normal.x) / cross;
    return true;
}

/* The point of all half planes that is closest to the wanted one; false, and nothing written, if they have none. */
static bool find_closest(const half_plane *halves, int count, thud_vec2 wanted, thud_vec2 *closest) {
    point_search s = {.halves = halves, .count = count, .wanted = wanted, .farthest_square = FLT_MAX};
    float deepest = 0.0f;
    try_point(&s, wanted);
    for (int i = 0; i < count && !(s.found && s.best_square == 0.0f); i++) {
        float outside = halves[i].distance - thud_vec2_dot(halves[i].normal, wanted);
        if (outside > 0.0f) {
            try_point(&s, thud_vec2_mul_add(wanted, outside, halves[i].normal));
            deepest = thud_max(deepest, outside);
        }
    }
    if (!s.found) { /* a projection inside all half planes is closer than any corner on the same lines */
        /* The corner of a wedge is no farther than this; a corner of two nearly parallel planes may lie far out in a
         * narrower wedge with a third. */
        s.farthest_square = thud_min(FARTHEST_CORNER * deepest * FARTHEST_CORNER * deepest, FLT_MAX);
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                thud_vec2 corner;
                if (meeting_point(&halves[i], &halves[j], &corner)) {
                    try_point(&s, corner);
                }
            }
        }
    }
    if (s.found) {
        *closest = s.best;
    }
    return s.found;
}

/* The half plane whose outside a point is deepest in. */
static int deepest(const half_plane *halves, int count, thud_vec2 point, float *outside) {
    int found = 0;
    *outside = -FLT_MAX;
    for (int i = 0; i < count; i++) {
        float depth = halves[i].distance - thud_vec2_dot(halves[i].normal, point);
        if (depth > *outside) {
            *outside = depth;
            found = i;
        }
    }
    return found;
}

/* Without a point inside all half planes: finds one about equally far outside of the worst, and two that contradict. */
static void share_violation(const half_plane *halves, int count, thud_plane_solution *solution) {
    thud_vec2 point = solution->translation;
    int worst = 0;
    for (int i = 0; i < SHARE_ITERATIONS; i++) {
        float outside;
        worst = deepest(halves, count, point, &outside);
        /* Of two opposed planes each has 1/3 and 2/3 of the violation by turns. The last step shares it nearly evenly; equal
         * depths would be told apart by the order of the shapes alone. */
        float part = i + 1 < SHARE_ITERATIONS ? 0.5f : 0.28f;
        point = thud_vec2_mul_add(point, part * outside, halves[worst].normal);
    }
    worst = deepest(halves, count, point, &solution->depth);
    float most = FLT_MAX;
    int against = worst;
    for (int i = 0; i < count; i++) {
        float opposition = thud_vec2_dot(halves[i].normal, halves[worst].normal);
        float depth = halves[i].distance - thud_vec2_dot(halves[i].normal, point);
        if (i != worst && depth > 0.0f && opposition < most) {
            most = opposition;
            against = i;
        }
    }
    solution->translation = point;
    solution->squeezed = true;
    solution->between[0] = halves[worst].index;
    solution->between[1] = halves[against].index;
}

thud_plane_solution thud_planes_solve(thud_vec2 wanted, const thud_plane *planes, int count) {
    thud_plane_solution solution = {.translation = wanted};
    half_plane solid[MOST_PLANES] = {0};
    int solid_count = 0;
    for (int i = 0; planes != NULL && i < count && solid_count < MOST_PLANES; i++) {
        if (planes[i].push >= FLT_MAX) {
            solid[solid_count++] = (half_plane){planes[i].normal, -planes[i].separation, i};
        }
    }
    if (!find_closest(solid, solid_count, wanted, &solution.translation)) {
        share_violation(solid, solid_count, &solution);
        return solution;
    }
    for (int i = 0; planes != NULL && i < count; i++) {
        float depth = -planes[i].separation - thud_vec2_dot(planes[i].normal, solution.translation);
        if (planes[i].push < FLT_MAX && depth > 0.0f) {
            thud_vec2 pushed =
                thud_vec2_mul_add(solution.translation, thud_min(depth, planes[i].push), planes[i].normal);
            (void)find_closest(solid, solid_count, pushed, &solution.translation);
        }
    }
    return solution;
}

thud_vec2 thud_planes_clip_velocity(thud_vec2 velocity, const thud_plane *planes, int count, float reach) {
    half_plane halves[MOST_PLANES];
    int half_count = 0;
    for (int i = 0; planes != NULL && i < count && half_count < MOST_PLANES; i++) {
        if (planes[i].push >= FLT_MAX && planes[i].separation <= reach) {
            float receding = thud_min(thud_vec2_dot(planes[i].normal, planes[i].velocity), 0.0f);
            halves[half_count++] = (half_plane){planes[i].normal, receding, i};
        }
    }
    thud_vec2 clipped = {0.0f, 0.0f};
    (void)find_closest(halves, half_count, velocity, &clipped);
    return clipped;
}
