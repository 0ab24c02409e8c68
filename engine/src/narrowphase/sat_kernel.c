/*
 * The collision kernel: as many pairs of cores at a time as there are lanes. All pairs of classes share one algorithm,
 * with the numbers of vertices as limits of loops, so that a box never pays for a 32-gon. All is computed in the frame
 * of a, where coordinates are small at any distance of the bodies from the origin:
 *
 *     load the pair     wide_pair.h, wide_core.h; wide_rectangle.h, wide_link.h
 *     reference edge    the face whose plane separates the cores most: a's, or b's if that is clearly better
 *     incident edge     the face of the other core that is most opposite to it
 *     contact points    wide_contact.h
 *     store             wide_result.h
 *
 * Two disjoint convex cores have their closest points on these two edges: no face plane separates them more than
 * the two that enclose the closest direction, and one of those two is the reference. So this is exact whether
 * the cores overlap or not.
 */
#include "narrowphase/manifold.h"
#include "narrowphase/wide_contact.h"
#include "narrowphase/wide_core.h"
#include "narrowphase/wide_link.h"
#include "narrowphase/wide_pair.h"
#include "narrowphase/wide_rectangle.h"
#include "narrowphase/wide_result.h"

/* A vertex below a link belongs to the link itself up to this many times the depth of the shortest way out, or if the
 * cosine of the turn to the neighbour on its side is above this (60 degrees). */
#define PIERCED_RATIO 4.0f
#define GENTLE_COSINE 0.5f

/* ---- links of chains ---- */

/* Whether the incident edge lies beside a link, past an end with a neighbour, which then has the contact. */
THUD_INLINE thud_mw is_past_neighbour(const wide_link *link, const wide_clip *clip) {
    thud_fw low = thud_fw_min(clip->u[0], clip->u[1]), high = thud_fw_max(clip->u[0], clip->u[1]);
    thud_mw before = thud_fw_lt(high, thud_fw_neg(clip->noise));
    thud_mw after = thud_fw_gt(low, thud_fw_add(clip->length, clip->noise));
    return thud_mw_or(thud_mw_andnot(before, link->free[0]), thud_mw_andnot(after, link->free[1]));
}

/* Whether the vertex of b that is deepest below a link's front lies within the link. Then the link holds b
 * there, even if the way out along one of b's faces is shorter and leans to a neighbour: for the neighbour
 * the shortest way out may lean back, and neither would hold b. Only at a sharp turn, as at the edge of a
 * step, a much shorter way out is used: b has run into the side of the step. */
THUD_INLINE thud_mw is_pierced(const wide_link *link, const wide_edge *below, const wide_edge *face_b,
                               wide_vec2 relative_position) {
    wide_clip clip = clip_frame(&link->face, below, relative_position);
    thud_fw u = thud_fw_select(clip.deepest_is_end, clip.u[1], clip.u[0]);
    thud_fw s = thud_fw_min(clip.s[0], clip.s[1]);
    thud_mw within = thud_mw_and(thud_fw_ge(u, thud_fw_zero()), thud_fw_le(u, clip.length));
    thud_mw likely = thud_fw_ge(s, thud_fw_mul(face_b->score, thud_fw_set1(PIERCED_RATIO)));
    thud_mw to_end = thud_fw_lt(wide_dot(face_b->normal, clip.tangent), thud_fw_zero());
    wide_vec2 neighbour = wide_select(to_end, link->limit[1], link->limit[0]);
    thud_mw gentle = thud_fw_gt(wide_dot(neighbour, link->face.normal), thud_fw_set1(GENTLE_COSINE));
    return thud_mw_and(thud_mw_and(within, thud_mw_or(gentle, likely)), thud_fw_lt(s, thud_fw_zero()));
}

/* A link of a chain and a core: the same search, but if its normal leans out of the link's cone, the contact is with
 * the link's front, or there is none. Only circles store their gap: a link may hold other cores from beside it. */
THUD_OWN_CODE void collide_link(wide_link *link, const wide_core *b, int limit_b, wide_bodies *bodies,
                                thud_fw face_tolerance, wide_contact *contact) {
    wide_vec2 relative_position = bodies->position;
    face_links(link, core_middle(b, limit_b));
    wide_core sides;
    link_core(link, &sides);
    link->face.score = face_separation(link->face.normal, link->face.start, b, limit_b);
    wide_edge face_b; /* may lean out of the cone */
    thud_mw flip = choose_face(&link->face, &sides, 2, b, limit_b, face_tolerance, &face_b);
    wide_edge below = incident_of(b, limit_b, link->face.normal);
    wide_edge reference = wide_edge_select(flip, face_b, link->face);
    wide_edge incident = wide_edge_select(flip, link->face, below);

    thud_mw apart = limit_b <= 2 ? thud_mw_every() : thud_fw_gt(reference.score, thud_fw_zero());
    wide_clip clip = clip_frame(&reference, &incident, relative_position);
    wide_corner corner = find_corner(&clip, apart);
    wide_vec2 outward = wide_add(wide_scale(clip.tangent, corner.direction_u),
                                 wide_scale(reference.normal, corner.direction_s));
    wide_vec2 direction = wide_select(corner.is_corner, outward, reference.normal);
    direction = wide_select(flip, wide_neg(direction), direction);
    thud_fw distance = thud_fw_select(corner.is_corner, corner.distance, reference.score);
    wide_lean lean = judge_direction(link, direction);
    thud_mw own = thud_mw_and(lean.to_nobody, flip);
    if (thud_mw_any(own)) {
        own = thud_mw_and(own, is_pierced(link, &below, &face_b, relative_position));
        lean.to_nobody = thud_mw_andnot(lean.to_nobody, own);
        lean.to_face = thud_mw_or(lean.to_face, own);
    }
    corner.is_corner = thud_mw_andnot(corner.is_corner, lean.to_face);
    if (thud_mw_any(thud_mw_and(flip, lean.to_face))) {
        flip = thud_mw_andnot(flip, lean.to_face);
        reference = wide_edge_select(flip, face_b, link->face);
        incident = wide_edge_select(flip, link->face, below);
        clip = clip_frame(&reference, &incident, relative_position);
    }
    thud_mw to_corner_or_b = thud_mw_or(corner.is_corner, flip);
    thud_mw to_neighbour = thud_mw_andnot(is_past_neighbour(link, &clip), to_corner_or_b);
    thud_mw none = thud_mw_or(thud_mw_or(link->ignored, lean.to_nobody), to_neighbour);

    clip_to_reference(&clip, contact->valid);
    finish_contact(&reference, &incident, flip, &clip, &corner, link->radius, b->radius, contact);
    contact->normal = wide_select(to_corner_or_b, lean.normal, link->face.normal);
    for (int k = 0; k < 2; k++) {
        contact->valid[k] = thud_mw_andnot(contact->valid[k], none);
        contact->point[k] = wide_add(contact->point[k], link->origin);
    }
    if (limit_b == 1) {
        bodies->face_gap = thud_fw_sub(distance, thud_fw_add(link->radius, b->radius));
        bodies->face_axis = direction;
        contact->feature[0] = thud_fw_zero();
    }
}

/* ---- the batch ---- */

/* Loads a group of contacts; b is placed in the frame of a. */
THUD_INLINE void load_group(const thud_collide_batch *batch, const int32_t slot[thud_wide_lanes],
                            wide_group *group) {
    group->slot = slot;
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        group->offset[lane] = 16 * (uint32_t)slot[lane];
    }
    load_pairs(batch->pairs, slot, &group->pair);
    wide_bodies *bodies = &group->bodies;
    thud_wide_gather4(&batch->poses->position.x, group->pair.body_a, bodies->pose_a);
    thud_wide_gather4(&batch->poses->position.x, group->pair.body_b, bodies->pose_b);
    bodies->between = wide_sub(wide_make(bodies->pose_b[0], bodies->pose_b[1]),
                               wide_make(bodies->pose_a[0], bodies->pose_a[1]));
    bodies->turn = wide_make(bodies->pose_a[2], bodies->pose_a[3]);
    wide_vec2 nowhere = wide_make(thud_fw_zero(), thud_fw_zero());
    bodies->origin = wide_neg(nowhere); /* added to -0 too it changes nothing */
    bodies->face_axis = nowhere;
    bodies->position = wide_rotate_inverse(bodies->turn, bodies->between);
    bodies->rotation = wide_rotate_inverse(bodies->turn, wide_make(bodies->pose_b[2], bodies->pose_b[3]));
    bodies->face_gap = thud_fw_zero();
}

/* Collides a group of contacts. One may be named several times: each time it comes out the same. */
THUD_INLINE void collide_group(const thud_collide_batch *batch, wide_group *group, int limit_a, int limit_b,
                               bool links) {
    wide_bodies *bodies = &group->bodies;
    thud_fw face_tolerance = thud_fw_set1(batch->face_tolerance);
    const float *records_a = batch->cores[batch->class_a];
    wide_core b;
    wide_contact contact;
    int used_b = load_cores(batch->cores[batch->class_b], group->pair.core_b, limit_b, &b);
    if (links) {
        wide_link link;
        load_links(records_a, group->pair.core_a, &link);
        bodies->is_a_smaller = thud_mw_from_bits(0);
        bodies->extent =
            used_b == 1 ? thud_fw_sub(b.extent, b.radius) : b.extent; /* turns do not move a circle */
        place_core(&b, used_b, wide_sub(bodies->position, link.origin), bodies->rotation);
        collide_link(&link, &b, used_b, bodies, face_tolerance, &contact);
    } else {
        wide_core a;
        int used_a = load_cores(records_a, group->pair.core_a, limit_a, &a);
        bodies->is_a_smaller = thud_fw_lt(a.extent, b.extent);
        bodies->extent = thud_fw_min(a.extent, b.extent);
        place_core(&b, used_b, bodies->position, bodies->rotation);
        if (limit_a == 1) {
            collide_points(&a, &b, bodies->position, &contact);
        } else {
            wide_edge face_b, face_a = reference_of(&a, used_a, &b, used_b);
            thud_mw flip = choose_face(&face_a, &a, used_a, &b, used_b, face_tolerance, &face_b);
            wide_edge reference = wide_edge_select(flip, face_b, face_a);
            bodies->face_gap = thud_fw_sub(reference.score, thud_fw_add(a.radius, b.radius));
            bodies->face_axis = wide_select(flip, wide_neg(reference.normal), reference.normal);
            collide_cores(&a, used_a, &b, used_b, &reference, flip, bodies->position, &contact);
        }
    }
    store_contacts(batch, group, &contact, links);
}

/* The same for rectangles. */
THUD_OWN_CODE void collide_group_of_rectangles(const thud_collide_batch *batch, wide_group *group) {
    wide_bodies *bodies = &group->bodies;
    const float *records = batch->cores[THUD_CORE_4];
    wide_rectangle a = load_rectangles(records, group->pair.core_a, bodies->turn);
    wide_rectangle b = load_rectangles(records, group->pair.core_b, wide_make(bodies->pose_b[2], bodies->pose_b[3]));
    bodies->is_a_smaller = thud_fw_lt(a.extent, b.extent);
    bodies->extent = thud_fw_min(a.extent, b.extent);
    wide_vec2 between = wide_sub(wide_add(bodies->between, b.center), a.center);
    wide_front front = find_front(&a, &b, between, thud_fw_set1(batch->face_tolerance), PARALLEL_COSINE);
    bodies->face_gap = thud_fw_sub(front.score, thud_fw_add(a.radius, b.radius));
    thud_fw one = thud_fw_set1(1.0f);
    bodies->face_axis = wide_make(thud_fw_select(front.is_b, thud_fw_neg(one), one), thud_fw_zero());
    bodies->turn = front.rotation;
    bodies->origin = front.center;
    wide_contact contact;
    collide_rectangles(&front, a.radius, b.radius, &contact);
    store_contacts(batch, group, &contact, false);
}

/* Prefetches a core of a class: all cache lines of a small core. */
THUD_INLINE void fetch_core(const thud_collide_batch *batch, thud_core_class core_class, int32_t index) {
    enum { LINE = 16, MOST_LINES = 3 };
    ptrdiff_t floats = thud_core_layouts[core_class].size;
    const float *record = (const float *)batch->cores[core_class] + floats * index;
    for (ptrdiff_t i = 0; i < floats && i < MOST_LINES * LINE; i += LINE) {
        __builtin_prefetch(record + i);
    }
}

/* Prefetches the cores of a later group: they are scattered in memory. */
THUD_INLINE void fetch_group(const thud_collide_batch *batch, int32_t first) {
    for (int32_t i = first; i < first + thud_wide_lanes && i < batch->count; i++) {
        const thud_contact_pair *pair = &batch->pairs[batch->contacts[i]];
        fetch_core(batch, batch->class_a, pair->core_a);
        fetch_core(batch, batch->class_b, pair->core_b);
    }
}

typedef void collide_function(const thud_collide_batch *batch, wide_group *group);

/* The most frequent pairs in games: boxes with boxes, capsules and circles. With limits known to the compiler
 * they take half the time. All other pairs share collide_any: with 21 functions instead of these the kernels
 * were five times as large, and capsules with capsules alone are 3 KB with AVX2. */
#define PAIR_OF_CLASSES(limit_a, limit_b)                                                                    \
    THUD_OWN_CODE void collide_##limit_a##_with_##limit_b(const thud_collide_batch *batch, wide_group *group) { \
        collide_group(batch, group, limit_a, limit_b, false);                                                \
    }
PAIR_OF_CLASSES(4, 1)
PAIR_OF_CLASSES(4, 2)
PAIR_OF_CLASSES(4, 4)

THUD_OWN_CODE void collide_any(const thud_collide_batch *batch, wide_group *group) {
    collide_group(batch, group, thud_core_layouts[batch->class_a].vertices,
                  thud_core_layouts[batch->class_b].vertices, batch->class_a == THUD_CORE_LINK);
}

static collide_function *find_function(const thud_collide_batch *batch) {
    static collide_function *const with_four[] = {
        [THUD_CORE_POINT] = collide_4_with_1, [THUD_CORE_SEGMENT] = collide_4_with_2, [THUD_CORE_4] = collide_4_with_4};
    return batch->rectangles               ? collide_group_of_rectangles
           : batch->class_a == THUD_CORE_4 ? with_four[batch->class_b]
                                           : collide_any;
}

void THUD_KERNEL(thud_sat)(const thud_collide_batch *batch) {
    collide_function *collide = find_function(batch);
    int32_t last_group[thud_wide_lanes];
    wide_group group;
    for (int32_t first = 0; first < batch->count; first += thud_wide_lanes) {
        if (batch->fetches) {
            fetch_group(batch, first + thud_wide_lanes);
        }
        load_group(batch,
                   thud_lanes_from(batch->contacts + first, batch->count - first, thud_wide_lanes, last_group),
                   &group);
        collide(batch, &group);
    }
}
