/*
 * Shapes and pairs of shapes against the oracles of tests/reference. Where an input's numbers are sensible the answers
 * are compared; where they are hostile they must be finite, or refused.
 */
#include <math.h>
#include <string.h>

#include "check.h"
#include "reader.h"
#include "reference/brute_pairs.h"
#include "reference/clip_area.h"
#include "reference/pair_features.h"
#include "reference/sampled_toi.h"
#include "thud/thud.h"

/* ---- pairs ---- */

typedef struct pair {
    thud_shape a, b;
    thud_motion motion_a, motion_b;
    thud_vec2 translation;
    float near;
    double reach;  /* the largest coordinate [m] */
    bool sensible; /* numbers that the oracles are exact for */
} pair;

/* The largest coordinate of a shape at its pose, and whether floats resolve its features there. */
static double reach_of(const thud_shape *shape, const thud_motion *motion, double *least) {
    double reach = shape->radius, width = shape->radius;
    for (int i = 0; i < shape->count; i++) {
        reach = fmax(reach, fmax(fabs((double)shape->vertices[i].x), fabs((double)shape->vertices[i].y)) +
                                shape->radius);
        int next = (i + 1) % shape->count;
        width = fmax(width, (double)thud_vec2_distance(shape->vertices[i], shape->vertices[next]));
    }
    *least = fmin(*least, width);
    return reach + fabs((double)motion->pose.position.x) + fabs((double)motion->pose.position.y);
}

static thud_motion read_motion(fuzz_reader *in) {
    thud_motion motion;
    motion.pose.position = fuzz_vec2(in, 3);
    motion.pose.rotation = thud_rot_from_angle(fuzz_number(in, THUD_PI));
    motion.velocity = fuzz_vec2(in, 10);
    motion.angular_velocity = fuzz_number(in, 10);
    motion.center = fuzz_vec2(in, 1);
    return motion;
}

static bool is_small(float number, float most) {
    return thud_abs(number) <= most; /* false for NaN */
}

static bool is_slow(const thud_motion *motion) {
    return is_small(motion->velocity.x, 100) && is_small(motion->velocity.y, 100) &&
           is_small(motion->angular_velocity, 50) && is_small(motion->center.x, 10) &&
           is_small(motion->center.y, 10);
}

static pair read_pair(fuzz_reader *in) {
    pair p;
    p.a = fuzz_valid_shape(in, 1);
    p.b = fuzz_valid_shape(in, 1);
    p.motion_a = read_motion(in);
    p.motion_b = read_motion(in);
    p.translation = fuzz_vec2(in, 8);
    p.near = thud_abs(fuzz_number(in, 0.5f));
    double least = INFINITY;
    double reach_a = reach_of(&p.a, &p.motion_a, &least);
    p.reach = fmax(reach_a, reach_of(&p.b, &p.motion_b, &least));
    bool somewhere = thud_pose_is_valid(p.motion_a.pose) && thud_pose_is_valid(p.motion_b.pose);
    p.sensible = somewhere && p.reach < 100.0 && least > 0.01;
    return p;
}

static void move(reference_core *core, thud_vec2 by, double factor) {
    for (int i = 0; i < core->count; i++) {
        core->x[i] += factor * by.x;
        core->y[i] += factor * by.y;
    }
}

static bool same(thud_vec2 a, thud_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* Whether the middles of the two coincide. Then both directions are an MTD: two equal shapes have
 * the same normal when they are swapped. */
static bool is_concentric(const pair *p) {
    thud_aabb a = thud_shape_aabb(&p->a, p->motion_a.pose), b = thud_shape_aabb(&p->b, p->motion_b.pose);
    return same(p->motion_a.pose.position, p->motion_b.pose.position) ||
           thud_vec2_distance(thud_aabb_center(a), thud_aabb_center(b)) <= 1e-5f * (float)(1.0 + p->reach);
}

static void check_mtd(const pair *p, double separation, double slack) {
    thud_mtd there, back;
    thud_status status = thud_find_mtd(&p->a, p->motion_a.pose, &p->b, p->motion_b.pose, &there);
    bool overlap = thud_overlap(&p->a, p->motion_a.pose, &p->b, p->motion_b.pose);
    fuzz_check((status == THUD_OK) ==
                   (thud_find_mtd(&p->b, p->motion_b.pose, &p->a, p->motion_a.pose, &back) == THUD_OK),
               "refused one way only");
    if (status != THUD_OK) {
        fuzz_check(!overlap, "refused and overlapping");
        return;
    }
    fuzz_check(there.overlap == overlap && back.overlap == overlap, "overlap %d, %d, %d", overlap,
               there.overlap, back.overlap);
    bool flipped = same(there.normal, thud_vec2_neg(back.normal)) || is_concentric(p);
    fuzz_check(there.depth == back.depth && flipped, "another MTD with a and b swapped");
    fuzz_check(thud_is_finite(there.depth) && there.depth >= 0.0f && thud_vec2_is_finite(there.translation),
               "depth %g", (double)there.depth);
    fuzz_check(!overlap || fabs((double)thud_vec2_length(there.normal) - 1.0) < 1e-5,
               "a normal that is none");
    if (p->sensible) {
        fuzz_check(fabs(separation) < slack || overlap == (separation < 0.0), "overlap %d at %g", overlap,
                   separation);
        fuzz_check(!overlap || fabs(there.depth + separation) < slack, "depth %g at %g", (double)there.depth,
                   separation);
    }
}

static void check_distance(const pair *p, const reference_core *a, const reference_core *b, double separation,
                           double slack) {
    thud_distance_result there, back;
    thud_status status = thud_find_distance(&p->a, p->motion_a.pose, &p->b, p->motion_b.pose, &there);
    fuzz_check((status == THUD_OK) ==
                   (thud_find_distance(&p->b, p->motion_b.pose, &p->a, p->motion_a.pose, &back) == THUD_OK),
               "refused one way only");
    if (status != THUD_OK) {
        return;
    }
    fuzz_check(there.distance == back.distance && same(there.point_a, back.point_b),
               "another distance with a and b swapped");
    bool is_a_float = thud_is_finite(there.distance) || p->reach > 1e38;
    fuzz_check(is_a_float && there.distance >= 0.0f, "distance %g", (double)there.distance);
    fuzz_check(thud_vec2_is_finite(there.point_a) && thud_vec2_is_finite(there.point_b), "no points");
    if (p->sensible) {
        fuzz_check(fabs(there.distance - fmax(separation, 0.0)) < slack, "distance %g at %g",
                   (double)there.distance, separation);
        double away_a = reference_point_distance(a, there.point_a.x, there.point_a.y);
        double away_b = reference_point_distance(b, there.point_b.x, there.point_b.y);
        fuzz_check(away_a < slack && away_b < slack, "points %g, %g outside, separation %g", away_a, away_b,
                   separation);
    }
}

static void check_manifold(const pair *p, const reference_core *a, const reference_core *b, double separation,
                           double slack) {
    thud_manifold there, back;
    thud_status status =
        thud_find_manifold(&p->a, p->motion_a.pose, &p->b, p->motion_b.pose, p->near, &there);
    fuzz_check((status == THUD_OK) == (thud_find_manifold(&p->b, p->motion_b.pose, &p->a, p->motion_a.pose,
                                                          p->near, &back) == THUD_OK),
               "one way only");
    if (status != THUD_OK) {
        return;
    }
    fuzz_check(there.count == back.count && there.count >= 0 && there.count <= 2, "%d and %d points",
               there.count, back.count);
    bool in_range = p->reach <= THUD_MAX_POSITION; /* the squares of more are beyond floats */
    double deepest = INFINITY;
    for (int i = 0; i < there.count; i++) {
        thud_manifold_point point = there.points[i];
        bool finite = thud_vec2_is_finite(point.point) && thud_is_finite(point.separation);
        fuzz_check(finite || !in_range, "point %d is not finite", i);
        deepest = fmin(deepest, (double)point.separation);
        if (p->sensible && fabs(separation) < 0.1) {
            /* In both shapes up to half of a gap; where a corner is cut by an overlap, up to all of it. */
            double within = slack + fmax(0.5 * point.separation, -separation);
            double away_a = reference_point_distance(a, point.point.x, point.point.y);
            double away_b = reference_point_distance(b, point.point.x, point.point.y);
            fuzz_check(away_a < within && away_b < within, "point %d is %g, %g outside", i, away_a, away_b);
        }
    }
    fuzz_check(there.count == 0 || !in_range || fabs((double)thud_vec2_length(there.normal) - 1.0) < 1e-5,
               "a normal that is none");
    if (p->sensible && fabs(separation - p->near) > slack && p->near < 1.0f) {
        fuzz_check((there.count > 0) == (separation < p->near), "%d points at %g, near %g", there.count,
                   separation, (double)p->near);
        fuzz_check(there.count == 0 || fabs(deepest - separation) < slack, "%g deep at %g", deepest,
                   separation);
    }
}

static void check_pair(fuzz_reader *in) {
    pair p = read_pair(in);
    reference_core a = reference_place(&p.a, p.motion_a.pose), b = reference_place(&p.b, p.motion_b.pose);
    double separation = p.sensible ? reference_separation(&a, &b) : 0.0;
    check_mtd(&p, separation, 2e-6 * (1.0 + p.reach));
    check_distance(&p, &a, &b, separation, 2e-6 * (1.0 + p.reach));
    check_manifold(&p, &a, &b, separation, 1e-4 * (1.0 + p.reach));
    bool have_area =
        thud_shape_area(&p.a) > 1e-3f && thud_shape_area(&p.b) > 1e-3f; /* not segments or slivers */
    double chord = (p.a.radius + p.b.radius) * 4e-4 + 1e-4 * (1.0 + p.reach);
    if (p.sensible && have_area && fabs(separation) > chord) {
        bool shares = reference_shared_shape_area(&p.a, p.motion_a.pose, &p.b, p.motion_b.pose) > 1e-12;
        fuzz_check(shares == (separation < 0.0),
                   "an area is shared %d at %g: kinds %d %d counts %d %d radius %g %g", shares, separation,
                   (int)p.a.kind, (int)p.b.kind, p.a.count, p.b.count, (double)p.a.radius,
                   (double)p.b.radius);
    }
}

/* ---- time ---- */

static void check_time_of_impact(fuzz_reader *in) {
    pair p = read_pair(in);
    thud_collision there, back;
    float t_max = thud_abs(fuzz_number(in, 1));
    thud_status status = thud_collide(&p.a, &p.motion_a, &p.b, &p.motion_b, t_max, &there);
    fuzz_check((status == THUD_OK) ==
                   (thud_collide(&p.b, &p.motion_b, &p.a, &p.motion_a, t_max, &back) == THUD_OK),
               "refused one way only");
    if (status != THUD_OK) {
        return;
    }
    fuzz_check(there.kind == back.kind && there.time == back.time && there.depth == back.depth,
               "another time with a and b swapped");
    fuzz_check(there.time >= 0.0f && there.time <= t_max && there.depth >= 0.0f, "time %g",
               (double)there.time);
    fuzz_check(there.kind == THUD_COLLISION_NONE || fabs((double)thud_vec2_length(there.normal) - 1.0) < 1e-4,
               "no normal");
    if (!p.sensible || !is_slow(&p.motion_a) || !is_slow(&p.motion_b) || t_max > 2.0f ||
        there.kind == THUD_COLLISION_OVERLAP) {
        return;
    }
    reference_pair reference = {{&p.a, &p.b}, {&p.motion_a, &p.motion_b}};
    double time = there.kind == THUD_COLLISION_FUTURE ? there.time : INFINITY;
    double slack = 1e-5 * (1.0 + p.reach) + 1.2e-7 * t_max * (100.0 + 50.0 * p.reach);
    double sampled = reference_time_of_impact(&reference, t_max, slack, 100);
    fuzz_check(time <= sampled, "time %g, sampled %g", time, sampled);
    if (there.kind == THUD_COLLISION_FUTURE && !there.undecided) {
        double separation = reference_separation_at(&reference, time);
        fuzz_check(separation < THUD_TOI_TOLERANCE + slack, "apart by %g at the time of impact %g",
                   separation, time);
    }
}

static void check_ray(const pair *p, const reference_core *b) {
    thud_cast_hit hit;
    thud_vec2 origin = p->motion_a.pose.position;
    if (thud_cast_ray(&p->b, p->motion_b.pose, origin, p->translation, &hit) != THUD_OK) {
        return;
    }
    fuzz_check(hit.fraction >= 0.0f && hit.fraction <= 1.0f && thud_vec2_is_finite(hit.point), "fraction %g",
               (double)hit.fraction);
    if (!p->sensible || !is_small(p->translation.x, 100) || !is_small(p->translation.y, 100)) {
        return;
    }
    double slack = 1e-5 * (1.0 + p->reach);
    double end = hit.hit ? hit.fraction : 1.0;
    for (int k = 0; k < 16 && end > 0.0; k++) {
        double x = origin.x + p->translation.x * end * k / 16.0,
               y = origin.y + p->translation.y * end * k / 16.0;
        fuzz_check(reference_point_distance(b, x, y) > -slack, "a ray is inside before %g", end);
    }
    fuzz_check(!hit.hit || reference_point_distance(b, hit.point.x, hit.point.y) < 3.0 * slack,
               "a hit beside the shape");
}

static void check_casts(fuzz_reader *in) {
    pair p = read_pair(in);
    reference_core a = reference_place(&p.a, p.motion_a.pose), b = reference_place(&p.b, p.motion_b.pose);
    check_ray(&p, &b);
    thud_cast_hit hit;
    if (thud_cast_shape(&p.a, p.motion_a.pose, p.translation, &p.b, p.motion_b.pose, &hit) != THUD_OK) {
        return;
    }
    fuzz_check(hit.fraction >= 0.0f && hit.fraction <= 1.0f && thud_vec2_is_finite(hit.point), "fraction %g",
               (double)hit.fraction);
    if (!p.sensible || !is_small(p.translation.x, 100) || !is_small(p.translation.y, 100)) {
        return;
    }
    double slack = 1e-5 * (1.0 + p.reach) + 1e-6 * (double)thud_vec2_length(p.translation);
    double end = hit.hit ? hit.fraction : 1.0;
    double before = reference_separation(&a, &b);
    fuzz_check(hit.depth >= 0.0f && (hit.depth == 0.0f || fabs(before + hit.depth) < slack), "depth %g of %g",
               (double)hit.depth, before);
    double least = hit.hit || before > 0.0 ? 0.0 : before; /* what leads out never gets deeper */
    for (int k = 0; k < 16 && end > 0.0; k++) {
        fuzz_check(reference_separation(&a, &b) > least - slack, "a shape is inside before %g", end);
        move(&a, p.translation, end / 16.0);
    }
    fuzz_check(!hit.hit || reference_separation(&a, &b) < 3.0 * slack, "a hit %g before the shape",
               reference_separation(&a, &b));
}

/* ---- one shape ---- */

enum { most_points = 60, most_parts = 64 };

static void check_volumes(const thud_shape *shape, thud_pose pose, double slack) {
    for (int kind = THUD_VOLUME_CIRCLE; kind <= THUD_VOLUME_HULL; kind++) {
        thud_volume volume;
        if (thud_volume_of_shape((thud_volume_kind)kind, shape, pose, &volume) != THUD_OK) {
            continue;
        }
        fuzz_check(thud_volume_check(&volume) == THUD_OK, "a volume of kind %d that is none", kind);
        for (int i = 0; i < shape->count; i++) {
            float outside = thud_volume_distance(&volume, thud_pose_apply(pose, shape->vertices[i]));
            fuzz_check(outside <= slack, "vertex %d is %g outside of the volume of kind %d", i,
                       (double)outside, kind);
        }
    }
}

static void check_shape(const thud_shape *shape, thud_pose pose, thud_vec2 probe) {
    double least = INFINITY;
    thud_motion motion = {.pose = pose};
    double reach = reach_of(shape, &motion, &least);
    fuzz_check(thud_shape_check(shape) == THUD_OK, "a shape that is none");
    float length_squared = pose.rotation.c * pose.rotation.c +
                           pose.rotation.s * pose.rotation.s; /* 2e-3 beside 1 are accepted */
    bool sensible =
        reach < 100.0 && least > 0.01 && thud_pose_is_valid(pose) && thud_abs(length_squared - 1.0f) < 1e-6f;
    thud_mass mass = thud_shape_mass(shape, 1.0f);
    thud_aabb box = thud_shape_aabb(shape, pose);
    if (!sensible) {
        return;
    }
    double slack = 1e-5 * (1.0 + reach);
    fuzz_check(thud_is_finite(mass.mass) && mass.mass >= 0.0f && mass.inertia >= 0.0f &&
                   thud_vec2_is_finite(mass.center),
               "mass %g, inertia %g", (double)mass.mass, (double)mass.inertia);
    thud_aabb local = thud_aabb_expand(thud_shape_aabb(shape, thud_pose_identity()), (float)slack);
    fuzz_check(thud_aabb_contains_point(local, mass.center), "the centre of mass is outside");
    reference_point outline[reference_max_outline];
    int count = reference_outline(shape, pose, 64, outline);
    double area = count < 3 ? 0.0 : reference_area(outline, count);
    fuzz_check(fabs(area - thud_shape_area(shape)) <= 2e-3 * fmax(area, shape->radius) + slack * reach,
               "area %g, not %g", (double)thud_shape_area(shape), area);
    for (int i = 0; i < count; i++) {
        thud_vec2 point = {(float)outline[i].x, (float)outline[i].y};
        fuzz_check(thud_aabb_contains_point(thud_aabb_expand(box, (float)slack), point),
                   "a point is outside of the box");
    }
    if (is_small(probe.x, 100) && is_small(probe.y, 100) && shape->kind != THUD_SHAPE_SEGMENT) {
        reference_core core = reference_place(shape, thud_pose_identity());
        double distance = reference_point_distance(&core, probe.x, probe.y);
        fuzz_check(fabs(distance) < slack || thud_shape_contains(shape, probe) == (distance < 0.0),
                   "contained at %g", distance);
    }
    check_volumes(shape, pose, slack);
}

static void check_one_shape(fuzz_reader *in) {
    thud_shape shape = fuzz_valid_shape(in, 2);
    thud_pose pose = fuzz_pose(in, 5);
    check_shape(&shape, pose, fuzz_vec2(in, 2));
    thud_shape moved = thud_shape_transformed(&shape, pose);
    fuzz_check(moved.kind == THUD_SHAPE_NONE || moved.count == shape.count,
               "a transformed shape of another count");
}

static void check_hull(fuzz_reader *in) {
    thud_vec2 points[most_points];
    thud_shape hull;
    int count = fuzz_choice(in, most_points);
    float reach = 0.0f;
    for (int i = 0; i < count; i++) {
        points[i] = fuzz_vec2(in, 2);
        reach = thud_max(reach, thud_max(thud_abs(points[i].x), thud_abs(points[i].y)));
    }
    if (thud_hull(points, count, 0.0f, &hull) != THUD_OK) {
        return;
    }
    check_shape(&hull, thud_pose_identity(), points[0]);
    reference_core core = reference_place(&hull, thud_pose_identity());
    thud_aabb box = thud_shape_aabb(&hull, thud_pose_identity());
    thud_vec2 extents = thud_aabb_extents(box);
    double side = 2.0 * thud_max(extents.x, extents.y);
    for (int i = 0; i < count && reach < 1000.0f; i++) {
        double outside = reference_point_distance(&core, points[i].x, points[i].y);
        fuzz_check(outside <= 2.1 * THUD_SHAPE_TOLERANCE * side, "point %d is %g outside of a hull of %g", i,
                   outside, side);
    }
}

/* A star-shaped outline is simple: its parts have its area, and share none. */
static void check_decomposition(fuzz_reader *in) {
    thud_vec2 outline[most_points];
    static thud_shape parts[most_parts];
    int part_count = 0;
    int count = 3 + fuzz_choice(in, most_points - 3);
    bool star = fuzz_rarely(in, 2);
    bool sensible = star;
    double area = 0.0;
    for (int i = 0; i < count; i++) {
        float radius = 0.1f + thud_abs(fuzz_number(in, 2));
        thud_rot rotation = thud_rot_from_angle(2.0f * THUD_PI * (float)i / (float)count);
        outline[i] = star ? thud_rot_apply(rotation, thud_vec2_make(radius, 0.0f)) : fuzz_vec2(in, 2);
        sensible = sensible && radius < 10.0f;
    }
    thud_status status = thud_decompose(outline, count, NULL, parts, most_parts, &part_count);
    fuzz_check(!sensible || status == THUD_OK, "%s of a star", thud_status_name(status));
    for (int i = 0; i < part_count && status == THUD_OK; i++) {
        fuzz_check(thud_shape_check(&parts[i]) == THUD_OK, "part %d is none", i);
        area += (double)thud_shape_area(&parts[i]);
    }
    double whole = 0.0;
    for (int i = 0; i < count; i++) {
        whole += 0.5 * (double)thud_vec2_cross(outline[i], outline[(i + 1) % count]);
    }
    fuzz_check(!sensible || fabs(area - whole) < 1e-3 * whole, "parts of area %g of %g", area, whole);
}

/* ---- the spatial hash ---- */

enum { most_proxies = 64 };

static thud_aabb read_box(fuzz_reader *in) {
    thud_aabb box;
    box.min = fuzz_vec2(in, 8);
    box.max = thud_vec2_add(box.min, thud_vec2_abs(fuzz_vec2(in, 2)));
    return box;
}

typedef struct asked {
    uint64_t found; /* a bit a slot */
} asked;

static bool note(thud_proxy_id proxy, uint64_t user, void *context) {
    asked *a = context;
    (void)user;
    fuzz_check((a->found >> proxy.slot & 1) == 0, "box %u comes twice", proxy.slot);
    a->found |= UINT64_C(1) << proxy.slot;
    return true;
}

static void check_update(thud_hash *hash, brute_pairs *brute) {
    thud_pairs pairs;
    fuzz_check(thud_hash_update(hash, NULL, NULL, &pairs) == THUD_OK, "no update");
    brute_update(brute);
    fuzz_check(pairs.count == brute->pair_count, "%d pairs, not %d", pairs.count, brute->pair_count);
    for (int i = 0; i < pairs.count; i++) {
        fuzz_check(pairs.pairs[i].slot_a == brute->pairs[i].slot_a &&
                       pairs.pairs[i].slot_b == brute->pairs[i].slot_b,
                   "pair %d", i);
    }
}

static void check_query(thud_hash *hash, const brute_pairs *brute, thud_aabb box) {
    asked a = {0};
    uint64_t expected = 0;
    if (thud_hash_query(hash, box, note, &a) != THUD_OK) {
        return;
    }
    for (int i = 0; i < brute->capacity; i++) {
        bool found = brute->proxies[i].live && thud_aabb_overlaps(brute->proxies[i].fat, box);
        expected |= (uint64_t)found << i;
    }
    fuzz_check(a.found == expected, "found %llx, not %llx", (unsigned long long)a.found,
               (unsigned long long)expected);
}

static void check_hash(fuzz_reader *in) {
    thud_hash *hash = NULL;
    thud_hash_def def = thud_hash_defaults();
    brute_pairs brute;
    def.margin = 0.01f * (float)fuzz_choice(in, 30);
    fuzz_check(thud_hash_create(&def, &hash) == THUD_OK, "no hash");
    brute_init(&brute, def.margin, most_proxies);
    int live = 0;
    while (!fuzz_at_end(in)) {
        int what = fuzz_choice(in, 16);
        brute_proxy *proxy = &brute.proxies[fuzz_choice(in, most_proxies)];
        thud_aabb box = what < 12 ? read_box(in) : (thud_aabb){{0, 0}, {0, 0}};
        thud_proxy_kind kind = (thud_proxy_kind)fuzz_choice(in, 4);
        thud_proxy_id id;
        bool refitted;
        if (what < 5 && live < most_proxies - 1 && thud_hash_insert(hash, box, kind, 7, &id) == THUD_OK) {
            brute_insert(&brute, id, box, kind, 7);
            live++;
        } else if (what >= 5 && what < 9 && proxy->live &&
                   thud_hash_move(hash, proxy->id, box, &refitted) == THUD_OK) {
            fuzz_check(brute_move(&brute, proxy->id.slot, box) == refitted, "refitted %d", refitted);
        } else if (what >= 9 && what < 12) {
            check_query(hash, &brute, box);
        } else if (what == 12 && proxy->live) {
            brute_remove(&brute, proxy->id.slot);
            fuzz_check(thud_hash_remove(hash, proxy->id) == THUD_OK, "not removed");
            live--;
        } else if (what == 13 && proxy->live) {
            brute_renew(&brute, proxy->id.slot);
            fuzz_check(thud_hash_renew(hash, proxy->id) == THUD_OK, "not renewed");
        } else if (what >= 14) {
            check_update(hash, &brute);
        }
    }
    check_update(hash, &brute);
    thud_hash_destroy(hash);
    brute_destroy(&brute);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const checks[])(fuzz_reader *
                                  in) = {check_pair, check_time_of_impact, check_casts, check_one_shape,
                                         check_hull, check_decomposition,  check_hash,  check_pair};
    fuzz_reader in = {data, size, 0};
    checks[fuzz_byte(&in) % 8](&in);
    return 0;
}
