/*
 * The contact points of two cores, for sat_kernel.c: up to two points between a reference and an
 * incident edge. Per lane:
 *
 *     reference edge    the face whose plane separates the cores most
 *     incident edge     the face of the other core that is most opposite to it
 *     u, s              an incident point's place along the reference edge, and its height over it
 *
 *           Q              P is the incident end with the smaller s. If it lies over the reference
 *            \ incident   edge, faces touch: up to two points, by clipping PQ to that edge. If it
 *             P            lies beside an end E of it, vertex may touch vertex along EP.
 *     E---------------- reference
 */
#pragma once

#include "narrowphase/manifold.h"
#include "narrowphase/wide_core.h"
#include "narrowphase/wide_rectangle.h"

/* A difference of coordinates must exceed this part of them for its direction to count: 64 roundings. */
#define DIRECTION_NOISE 7.62939453125e-6f
/* The cosine of THUD_FLAT_TURN. */
#define FLAT_COSINE 0.9998f
/* Edges count as parallel if the cosine between their normals is above this (about 6 degrees). */
#define PARALLEL_COSINE 0.995f

/* Contacts before they are written, in the frame of a; of rectangles, in that of the reference face. They are filled in
 * place: gcc copies one, of 416 bytes, by a string instruction. */
typedef struct wide_contact {
    wide_vec2 normal; /* from a to b */
    wide_vec2 point[2];
    thud_fw separation[2];
    thud_fw feature[2];
    thud_mw valid[2];
    thud_fw gap; /* least distance between the shapes, negative if they overlap */
} wide_contact;

/* The incident edge relative to the reference edge: its ends' coordinates u and s, and the latter's length. */
typedef struct wide_clip {
    wide_vec2 tangent;
    thud_fw length;
    thud_fw u[2], s[2];
    thud_mw deepest_is_end; /* whether that end of the incident edge is nearer to the reference plane */
    thud_fw noise;          /* least meaningful difference of coordinates [m] */
} wide_clip;

THUD_INLINE wide_clip clip_frame(const wide_edge *reference, const wide_edge *incident,
                                 wide_vec2 relative_position) {
    wide_clip clip;
    clip.tangent = wide_perp(reference->normal);
    clip.length = wide_dot(wide_sub(reference->end, reference->start), clip.tangent);
    wide_vec2 to_start = wide_sub(incident->start, reference->start);
    wide_vec2 to_end = wide_sub(incident->end, reference->start);
    clip.u[0] = wide_dot(to_start, clip.tangent);
    clip.u[1] = wide_dot(to_end, clip.tangent);
    clip.s[0] = wide_dot(to_start, reference->normal);
    clip.s[1] = wide_dot(to_end, reference->normal);
    clip.deepest_is_end = thud_fw_lt(clip.s[1], clip.s[0]);
    thud_fw size =
        thud_fw_add(wide_size(relative_position), thud_fw_add(wide_size(reference->start), clip.length));
    clip.noise = thud_fw_mul_add(size, thud_fw_set1(DIRECTION_NOISE), thud_fw_set1(1.0e-12f));
    return clip;
}

/* The least tangent between the direction from vertex to vertex and the normal of the reference edge. Below it the vertices lie
 * opposite each other: at the end of a tile the normal of a rounded box leaned by 0.08 mrad, and lifted it by 2 mm/s at 26 m/s. */
#define LEAST_LEAN 1.0e-3f

/* A touch of vertices of the reference edge and the incident edge, in (u, s); the mask has the lanes with one. */
typedef struct wide_corner {
    thud_mw is_corner;
    thud_mw reference_end, incident_end; /* true: the end of the edge, false: its start */
    thud_fw u;                           /* of the reference vertex; its s is 0 */
    thud_fw direction_u, direction_s;    /* unit, to the incident vertex */
    thud_fw distance;
} wide_corner;

/* Vertex touches vertex if the deepest incident point P lies beyond an end E of the reference edge, and no
 * inner point of the incident edge PQ is nearer to E than its ends. */
THUD_INLINE wide_corner find_corner(const wide_clip *clip, thud_mw apart) {
    wide_corner corner;
    thud_fw zero = thud_fw_zero();
    thud_fw p_u = thud_fw_select(clip->deepest_is_end, clip->u[1], clip->u[0]);
    thud_fw p_s = thud_fw_select(clip->deepest_is_end, clip->s[1], clip->s[0]);
    thud_fw q_u = thud_fw_select(clip->deepest_is_end, clip->u[0], clip->u[1]);
    thud_fw q_s = thud_fw_select(clip->deepest_is_end, clip->s[0], clip->s[1]);
    corner.reference_end = thud_fw_gt(p_u, clip->length);
    corner.u = thud_fw_and_mask(clip->length, corner.reference_end);
    thud_mw beyond = thud_mw_and(apart, thud_mw_or(corner.reference_end, thud_fw_lt(p_u, zero)));
    if (!thud_mw_any(beyond)) { /* the usual case for resting bodies */
        return (wide_corner){beyond, beyond, beyond, zero, zero, zero, zero};
    }

    thud_fw edge_u = thud_fw_sub(q_u, p_u), edge_s = thud_fw_sub(q_s, p_s);
    thud_fw along = thud_fw_sub(thud_fw_mul(thud_fw_sub(corner.u, p_u), edge_u), thud_fw_mul(p_s, edge_s));
    thud_fw all = thud_fw_add(thud_fw_mul(edge_u, edge_u), thud_fw_mul(edge_s, edge_s));
    thud_mw nearest_is_p = thud_fw_le(along, zero);
    /* If edges are parallel up to noise, or up to the face tolerance, P may be the far end, with both ends beyond
     * E. Then E touches Q, not the inner point beside it, and not P, which would be no point of contact. */
    thud_mw q_follows = thud_mw_and(corner.reference_end, thud_fw_gt(q_u, clip->length));
    thud_mw q_precedes = thud_mw_andnot(thud_fw_lt(q_u, zero), corner.reference_end);
    thud_mw q_between = thud_mw_or(thud_mw_and(q_follows, thud_fw_lt(edge_u, zero)),
                                   thud_mw_and(q_precedes, thud_fw_gt(edge_u, zero)));
    thud_mw nearest_is_q = thud_mw_andnot(thud_mw_or(thud_fw_ge(along, all), q_between), nearest_is_p);
    corner.incident_end = thud_mw_xor(clip->deepest_is_end, nearest_is_q);

    thud_fw to_u = thud_fw_sub(thud_fw_select(nearest_is_q, q_u, p_u), corner.u);
    thud_fw to_s = thud_fw_select(nearest_is_q, q_s, p_s);
    thud_mw leans = thud_fw_gt(thud_fw_abs(to_u), thud_fw_mul(thud_fw_abs(to_s), thud_fw_set1(LEAST_LEAN)));
    thud_fw upright = thud_fw_sub(to_u, thud_fw_and_mask(to_u, leans));
    corner.u = thud_fw_add(corner.u, upright);
    to_u = thud_fw_sub(to_u, upright);
    corner.distance = thud_fw_sqrt(thud_fw_add(thud_fw_mul(to_u, to_u), thud_fw_mul(to_s, to_s)));
    thud_mw clear = thud_fw_gt(corner.distance, clip->noise);
    thud_fw divisor = thud_fw_select(clear, corner.distance, thud_fw_set1(1.0f));
    corner.direction_u = thud_fw_div(to_u, divisor);
    corner.direction_s = thud_fw_div(to_s, divisor);
    corner.is_corner = thud_mw_and(beyond, thud_mw_and(clear, thud_mw_or(nearest_is_p, nearest_is_q)));
    return corner;
}

/* Clips the incident edge to the reference edge: moves its ends in (u, s) and marks contact points. If it
 * lies beside the reference edge, or both ends coincide, only its deepest end is one. */
THUD_INLINE void clip_to_reference(wide_clip *clip, thud_mw valid[2]) {
    thud_fw zero = thud_fw_zero();
    thud_fw low = thud_fw_min(clip->u[0], clip->u[1]), high = thud_fw_max(clip->u[0], clip->u[1]);
    thud_mw before = thud_fw_lt(high, zero), after = thud_fw_gt(low, clip->length);
    thud_mw beside = thud_mw_or(before, after);
    thud_fw run = thud_fw_sub(clip->u[1], clip->u[0]);
    thud_mw steep = thud_fw_le(thud_fw_abs(run), clip->noise);
    thud_fw slope =
        thud_fw_div(thud_fw_sub(clip->s[1], clip->s[0]), thud_fw_select(steep, thud_fw_set1(1.0f), run));
    slope = thud_fw_select(steep, zero, slope);

    /* Of two ends beside it at the same depth up to noise the nearer one is the contact point: edges that meet end to
     * end touch at their common end. */
    thud_mw level = thud_fw_le(thud_fw_abs(thud_fw_sub(clip->s[1], clip->s[0])), clip->noise);
    thud_mw end_is_nearer =
        thud_mw_or(thud_mw_and(before, thud_fw_gt(run, zero)), thud_mw_and(after, thud_fw_lt(run, zero)));
    thud_mw far = thud_mw_xor(clip->deepest_is_end, end_is_nearer);

    thud_fw clipped[2];
    for (int k = 0; k < 2; k++) {
        clipped[k] = thud_fw_min(thud_fw_max(clip->u[k], zero), clip->length);
        clipped[k] = thud_fw_select(beside, clip->u[k], clipped[k]);
        clip->s[k] = thud_fw_mul_add(thud_fw_sub(clipped[k], clip->u[k]), slope, clip->s[k]);
    }
    thud_mw together = thud_fw_le(thud_fw_abs(thud_fw_sub(clipped[1], clipped[0])), clip->noise);
    thud_mw single = thud_mw_or(beside, together);
    thud_mw single_is_end = thud_mw_xor(clip->deepest_is_end, thud_mw_and(thud_mw_and(beside, level), far));
    valid[0] = thud_mw_not(thud_mw_and(single, single_is_end));
    valid[1] = thud_mw_not(thud_mw_andnot(single, single_is_end));
    clip->u[0] = clipped[0];
    clip->u[1] = clipped[1];
}

/* The feature of a point: a vertex of a and one of b, regardless of which one has the reference edge. */
THUD_INLINE thud_fw feature_of(thud_mw flip, thud_fw reference_index, thud_fw incident_index) {
    thud_fw of_a = thud_fw_select(flip, incident_index, reference_index);
    thud_fw of_b = thud_fw_select(flip, reference_index, incident_index);
    return thud_fw_mul_add(of_b, thud_fw_set1(256.0f), of_a);
}

/* Two circles: the line through their centres; concentric ones are separated along y of a's frame. */
THUD_INLINE void collide_points(const wide_core *a, const wide_core *b, wide_vec2 relative_position,
                                wide_contact *contact) {
    wide_vec2 between = wide_sub(b->vertex[0], a->vertex[0]);
    thud_fw distance = thud_fw_sqrt(wide_dot(between, between));
    thud_fw size = thud_fw_add(wide_size(relative_position), wide_size(a->vertex[0]));
    thud_mw clear =
        thud_fw_gt(distance, thud_fw_mul_add(size, thud_fw_set1(DIRECTION_NOISE), thud_fw_set1(1.0e-12f)));
    thud_fw divisor = thud_fw_select(clear, distance, thud_fw_set1(1.0f));
    contact->normal.x = thud_fw_and_mask(thud_fw_div(between.x, divisor), clear);
    contact->normal.y = thud_fw_select(clear, thud_fw_div(between.y, divisor), thud_fw_set1(1.0f));
    contact->separation[0] = thud_fw_sub(distance, thud_fw_add(a->radius, b->radius));
    thud_fw half = thud_fw_set1(0.5f);
    thud_fw reach = thud_fw_mul(half, thud_fw_add(distance, thud_fw_sub(a->radius, b->radius)));
    contact->point[0] = wide_add(a->vertex[0], wide_scale(contact->normal, reach));
    contact->feature[0] = thud_fw_zero();
    contact->valid[0] = thud_mw_every();
    contact->point[1] = contact->point[0];
    contact->separation[1] = contact->separation[0];
    contact->feature[1] = contact->feature[0];
    contact->valid[1] = thud_mw_from_bits(0);
}

/* The lanes in which b's best face is better than `face_a`, the best one of a. */
THUD_INLINE thud_mw choose_face(const wide_edge *face_a, const wide_core *a, int limit_a, const wide_core *b,
                                int limit_b, thud_fw face_tolerance, wide_edge *face_b) {
    *face_b = *face_a;
    if (limit_b == 1) {
        return thud_mw_from_bits(0);
    }
    *face_b = reference_of(b, limit_b, a, limit_a);
    thud_mw parallel = thud_fw_lt(wide_dot(face_a->normal, face_b->normal), thud_fw_set1(-PARALLEL_COSINE));
    thud_fw advantage = thud_fw_and_mask(face_tolerance, parallel);
    return thud_fw_gt(face_b->score, thud_fw_add(face_a->score, advantage));
}

THUD_INLINE wide_edge choose_incident(const wide_core *a, int limit_a, const wide_core *b, int limit_b,
                                      wide_vec2 direction, thud_mw flip) {
    wide_edge incident = incident_of(b, limit_b, direction);
    if (limit_b > 1 && thud_mw_any(flip)) {
        incident = wide_edge_select(flip, incident_of(a, limit_a, direction), incident);
    }
    return incident;
}

/* Makes a contact from the clipped incident edge, or the corner if there is one. `valid`: the result of clipping. */
THUD_INLINE void finish_contact(const wide_edge *reference, const wide_edge *incident, thud_mw flip,
                                const wide_clip *clip, const wide_corner *corner, thud_fw radius_a,
                                thud_fw radius_b, wide_contact *contact) {
    thud_fw reference_radius = thud_fw_select(flip, radius_b, radius_a);
    thud_fw incident_radius = thud_fw_select(flip, radius_a, radius_b);
    contact->feature[0] = feature_of(flip, reference->end_index, incident->start_index);
    contact->feature[1] = feature_of(flip, reference->start_index, incident->end_index);

    thud_fw normal_u = thud_fw_and_mask(corner->direction_u, corner->is_corner);
    thud_fw normal_s = thud_fw_select(corner->is_corner, corner->direction_s, thud_fw_set1(1.0f));
    wide_vec2 outward = wide_add(wide_scale(clip->tangent, normal_u), wide_scale(reference->normal, normal_s));
    thud_fw corner_feature =
        feature_of(flip, thud_fw_select(corner->reference_end, reference->end_index, reference->start_index),
                   thud_fw_select(corner->incident_end, incident->end_index, incident->start_index));
    contact->feature[0] = thud_fw_select(corner->is_corner, corner_feature, contact->feature[0]);
    contact->valid[0] = thud_mw_or(contact->valid[0], corner->is_corner);
    contact->valid[1] = thud_mw_andnot(contact->valid[1], corner->is_corner);

    /* Moves each incident point P along the outward normal to halfway between the two surfaces. */
    thud_fw half = thud_fw_set1(0.5f);
    for (int k = 0; k < 2; k++) {
        thud_fw u = clip->u[k], s = clip->s[k];
        if (k == 0) {
            u = thud_fw_select(corner->is_corner, corner->u, u);
            s = thud_fw_select(corner->is_corner, corner->distance, s);
        }
        thud_fw reach = thud_fw_mul(half, thud_fw_add(s, thud_fw_sub(reference_radius, incident_radius)));
        wide_vec2 base = wide_add(reference->start, wide_scale(clip->tangent, u));
        contact->point[k] = wide_add(base, wide_scale(outward, reach));
        contact->separation[k] = thud_fw_sub(s, thud_fw_add(reference_radius, incident_radius));
    }
    contact->normal = wide_select(flip, wide_neg(outward), outward);
}

/* A reference edge and an incident edge; `apart` says where their cores are. */
THUD_OWN_CODE void collide_edges(const wide_edge *reference, const wide_edge *incident, thud_mw flip, thud_mw apart,
                                 wide_clip *clip, thud_fw radius_a, thud_fw radius_b, wide_contact *contact) {
    wide_corner corner = find_corner(clip, apart);
    clip_to_reference(clip, contact->valid);
    finish_contact(reference, incident, flip, clip, &corner, radius_a, radius_b, contact);
}

/* Where the deepest end of the incident edge lies beside the reference edge: past its end, before its start. */
typedef struct wide_overhang {
    thud_mw after, before;
} wide_overhang;

THUD_INLINE wide_overhang find_overhang(const wide_clip *clip) {
    thud_fw u = thud_fw_select(clip->deepest_is_end, clip->u[1], clip->u[0]);
    return (wide_overhang){thud_fw_gt(u, clip->length), thud_fw_lt(u, thud_fw_zero())};
}

/* The two edges at a flat corner separate the cores so equally that rounding may select the wrong reference edge:
 * the deepest incident point lies over the other one. Walks to that one, and over further flat corners if needed. */
THUD_OWN_CODE void walk_over_flat_corners(const wide_core *a, int limit_a, const wide_core *b, int limit_b,
                                        wide_vec2 relative_position, thud_mw flip, wide_edge *reference,
                                        wide_edge *incident, wide_clip *clip) {
    thud_fw flat = thud_fw_select(flip, b->flat, a->flat);
    wide_overhang overhang = find_overhang(clip);
    thud_mw after = overhang.after;
    thud_mw walks = thud_mw_andnot(thud_mw_or(after, overhang.before), thud_fw_eq(flat, thud_fw_zero()));
    for (int i = 0; i < limit_a && thud_mw_any(walks); i++) {
        wide_edge next = find_neighbour(a, limit_a, b, limit_b, reference, after);
        if (limit_b > 2) {
            next = wide_edge_select(flip, find_neighbour(b, limit_b, a, limit_a, reference, after), next);
        }
        thud_mw alike = thud_fw_gt(wide_dot(next.normal, reference->normal), thud_fw_set1(FLAT_COSINE));
        thud_mw as_far = thud_fw_ge(next.score, thud_fw_sub(reference->score, clip->noise));
        walks = thud_mw_and(walks, thud_mw_and(alike, as_far));
        *reference = wide_edge_select(walks, next, *reference);
        *incident = choose_incident(a, limit_a, b, limit_b, reference->normal, flip);
        *clip = clip_frame(reference, incident, relative_position);
        overhang = find_overhang(clip);
        walks = thud_mw_and(
            walks, thud_mw_or(thud_mw_and(after, overhang.after), thud_mw_andnot(overhang.before, after)));
    }
}

/* The same for the incident edge: of the two edges at a flat corner, equally opposite to the reference edge,
 * it may be the one that lies beside it. Walks to the one that lies over it, or nearest to it. */
THUD_OWN_CODE void walk_towards_reference(const wide_core *a, int limit_a, const wide_core *b, int limit_b,
                                        wide_vec2 relative_position, thud_mw flip, const wide_edge *reference,
                                        wide_edge *incident, wide_clip *clip) {
    thud_fw flat = thud_fw_select(flip, a->flat, b->flat);
    thud_mw walks = thud_mw_not(thud_fw_eq(flat, thud_fw_zero()));
    for (int i = 0; i < limit_a && thud_mw_any(walks); i++) {
        thud_mw after = thud_fw_gt(thud_fw_min(clip->u[0], clip->u[1]), clip->length);
        thud_mw before = thud_fw_lt(thud_fw_max(clip->u[0], clip->u[1]), thud_fw_zero());
        wide_edge next = find_neighbour(b, limit_b, a, limit_a, incident, after);
        next = wide_edge_select(flip, find_neighbour(a, limit_a, b, limit_b, incident, after), next);
        thud_mw faces = thud_fw_lt(wide_dot(next.normal, reference->normal), thud_fw_set1(-FLAT_COSINE));
        walks = thud_mw_and(walks, thud_mw_and(faces, thud_mw_or(after, before)));
        *incident = wide_edge_select(walks, next, *incident);
        *clip = clip_frame(reference, incident, relative_position);
    }
}

/* Two cores, given their reference edge; a has an edge, b is in the frame of a, its body's centre
 * `relative_position`. */
THUD_INLINE void collide_cores(const wide_core *a, int limit_a, const wide_core *b, int limit_b, const wide_edge *best,
                               thud_mw flip, wide_vec2 relative_position, wide_contact *contact) {
    wide_edge chosen = *best, *reference = &chosen;
    wide_edge incident = choose_incident(a, limit_a, b, limit_b, reference->normal, flip);

    wide_clip clip = clip_frame(reference, &incident, relative_position);
    if (limit_a > 2) {
        walk_over_flat_corners(a, limit_a, b, limit_b, relative_position, flip, reference, &incident, &clip);
    }
    if (limit_a > 2 && limit_b > 1) {
        walk_towards_reference(a, limit_a, b, limit_b, relative_position, flip, reference, &incident, &clip);
    }
    /* Only face planes separate two polygons; two cores without area may also lie end to end on one line. */
    thud_mw apart = limit_a == 2 ? thud_mw_every() : thud_fw_gt(reference->score, thud_fw_zero());
    collide_edges(reference, &incident, flip, apart, &clip, a->radius, b->radius, contact);
    if (limit_b == 1) {
        contact->feature[0] =
            thud_fw_zero(); /* one point with one feature, so that a rolling circle keeps it */
    }
}

/* Two rectangles, given their reference face, in its frame. */
THUD_INLINE void collide_rectangles(const wide_front *front, thud_fw radius_a, thud_fw radius_b,
                                    wide_contact *contact) {
    wide_edge reference = front_edge(front), incident = edge_against(front);
    thud_mw apart = thud_fw_gt(front->score, thud_fw_zero());
    wide_clip clip = clip_frame(&reference, &incident, front->other);
    collide_edges(&reference, &incident, front->is_b, apart, &clip, radius_a, radius_b, contact);
}
