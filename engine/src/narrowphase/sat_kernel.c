/*
 * The collision kernel: as many pairs of cores at a time as there are lanes. One text for all pairs of classes: the
 * numbers of vertices are compile-time limits, so that a box never pays for a 32-gon. Everything happens in
 * the frame of a, where coordinates are small however far from the origin the bodies are. Per lane:
 *
 *     reference edge    the face whose plane parts the cores most: a's, or b's where that is clearly better
 *     incident edge     the face of the other core that looks against it most
 *     u, s              an incident point's place along the reference edge, and its height over it
 *
 *           Q              P is the incident end with the smaller s. Where it lies over the reference
 *            \ incident   edge, faces touch: up to two points, by clipping PQ to that edge. Where it
 *             P            lies beside an end E of it, vertex may touch vertex along EP.
 *     E---------------- reference
 *
 * Two disjoint convex cores have their closest points on these two edges: no face plane parts them more than
 * the two that enclose the closest direction, and one of those two is the reference. So this is exact whether
 * the cores overlap or not.
 */
#include "narrowphase/manifold.h"
#include "narrowphase/wide_core.h"
#include "narrowphase/wide_link.h"
#include "narrowphase/wide_pair.h"
#include "narrowphase/wide_rectangle.h"

/*
 * Part of the coordinates that a difference of two of them must exceed for its direction to mean anything: 64
 * roundings.
 */
#define DIRECTION_NOISE 7.62939453125e-6f
/* Edges count as parallel where the cosine between their normals is beyond this (about 6 degrees). */
#define PARALLEL_COSINE 0.995f
/* A vertex below a link is the link's own up to this many times the depth of the shortest way out, or where the
 * cosine of the turn to the neighbour that it leans to is beyond this (60 degrees). */
#define PIERCED_RATIO 4.0f
#define GENTLE_COSINE 0.5f
/* The share of the smaller one's extent by which two shapes may move before their manifold is made anew. */
#define RECYCLED_SHARE 0.05f

/* What is known of contacts before they are written, in the frame of a; of rectangles, in that of the reference face. */
typedef struct wide_contact {
    wide_vec2 normal; /* from a to b */
    wide_vec2 point[2];
    thud_fw separation[2];
    thud_fw feature[2];
    thud_mw valid[2];
    thud_fw gap; /* what lies between the shapes at least, negative where they overlap */
} wide_contact;

/* Their bodies. */
typedef struct wide_bodies {
    thud_fw pose_a[4], pose_b[4];
    wide_vec2 between;        /* the centres, in world axes */
    wide_vec2 origin, turn;   /* of the frame of the contact, from a's centre in world axes */
    wide_vec2 position;       /* of b in the frame of a */
    wide_vec2 rotation;
    thud_fw extent;           /* of the smaller shape, about its body's centre */
    thud_mw is_a_smaller;
} wide_bodies;

/* ---- contact points ---- */

/*
 * The incident edge against the reference edge: its ends' coordinates u and s, and the length of the
 * reference edge.
 */
typedef struct wide_clip {
    wide_vec2 tangent;
    thud_fw length;
    thud_fw u[2], s[2];
    thud_mw deepest_is_end; /* which end of the incident edge is nearer to the reference plane */
    thud_fw noise;          /* what a difference of coordinates must exceed [m] */
} wide_clip;

INLINE wide_clip clip_frame(const wide_edge *reference, const wide_edge *incident,
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

/*
 * A touch of a vertex of the reference edge with one of the incident edge, in (u, s); the mask says where
 * that is the case.
 */
typedef struct wide_corner {
    thud_mw is_corner;
    thud_mw reference_end, incident_end; /* which ends of the two edges */
    thud_fw u;                           /* of the reference vertex; its s is 0 */
    thud_fw direction_u, direction_s;    /* unit, to the incident vertex */
    thud_fw distance;
} wide_corner;

/*
 * Vertex against vertex is where the deepest incident point P lies beyond an end E of the reference edge, and
 * no inner point of the incident edge PQ is nearer to E than its ends.
 */
INLINE wide_corner find_corner(const wide_clip *clip, thud_mw apart) {
    wide_corner corner;
    thud_fw zero = thud_fw_zero();
    thud_fw p_u = thud_fw_select(clip->deepest_is_end, clip->u[1], clip->u[0]);
    thud_fw p_s = thud_fw_select(clip->deepest_is_end, clip->s[1], clip->s[0]);
    thud_fw q_u = thud_fw_select(clip->deepest_is_end, clip->u[0], clip->u[1]);
    thud_fw q_s = thud_fw_select(clip->deepest_is_end, clip->s[0], clip->s[1]);
    corner.reference_end = thud_fw_gt(p_u, clip->length);
    corner.u = thud_fw_and_mask(clip->length, corner.reference_end);
    thud_mw beyond = thud_mw_and(apart, thud_mw_or(corner.reference_end, thud_fw_lt(p_u, zero)));
    if (!thud_mw_any(beyond)) { /* the usual case among things at rest */
        return (wide_corner){beyond, beyond, beyond, zero, zero, zero, zero};
    }

    thud_fw edge_u = thud_fw_sub(q_u, p_u), edge_s = thud_fw_sub(q_s, p_s);
    thud_fw along = thud_fw_sub(thud_fw_mul(thud_fw_sub(corner.u, p_u), edge_u), thud_fw_mul(p_s, edge_s));
    thud_fw all = thud_fw_add(thud_fw_mul(edge_u, edge_u), thud_fw_mul(edge_s, edge_s));
    thud_mw nearest_is_p = thud_fw_le(along, zero);
    thud_mw nearest_is_q = thud_mw_andnot(thud_fw_ge(along, all), nearest_is_p);
    corner.incident_end = thud_mw_xor(clip->deepest_is_end, nearest_is_q);

    thud_fw to_u = thud_fw_sub(thud_fw_select(nearest_is_q, q_u, p_u), corner.u);
    thud_fw to_s = thud_fw_select(nearest_is_q, q_s, p_s);
    corner.distance = thud_fw_sqrt(thud_fw_add(thud_fw_mul(to_u, to_u), thud_fw_mul(to_s, to_s)));
    thud_mw clear = thud_fw_gt(corner.distance, clip->noise);
    thud_fw divisor = thud_fw_select(clear, corner.distance, thud_fw_set1(1.0f));
    corner.direction_u = thud_fw_div(to_u, divisor);
    corner.direction_s = thud_fw_div(to_s, divisor);
    corner.is_corner = thud_mw_and(beyond, thud_mw_and(clear, thud_mw_or(nearest_is_p, nearest_is_q)));
    return corner;
}

/*
 * Clips the incident edge to the reference edge: moves its ends in (u, s) and says which are contact points.
 * Where it lies beside the reference edge, or both ends come together, its deepest end alone is one.
 */
INLINE void clip_to_reference(wide_clip *clip, thud_mw valid[2]) {
    thud_fw zero = thud_fw_zero();
    thud_fw low = thud_fw_min(clip->u[0], clip->u[1]), high = thud_fw_max(clip->u[0], clip->u[1]);
    thud_mw beside = thud_mw_or(thud_fw_lt(high, zero), thud_fw_gt(low, clip->length));
    thud_fw run = thud_fw_sub(clip->u[1], clip->u[0]);
    thud_mw steep = thud_fw_le(thud_fw_abs(run), clip->noise);
    thud_fw slope =
        thud_fw_div(thud_fw_sub(clip->s[1], clip->s[0]), thud_fw_select(steep, thud_fw_set1(1.0f), run));
    slope = thud_fw_select(steep, zero, slope);

    thud_fw clipped[2];
    for (int k = 0; k < 2; k++) {
        clipped[k] = thud_fw_min(thud_fw_max(clip->u[k], zero), clip->length);
        clipped[k] = thud_fw_select(beside, clip->u[k], clipped[k]);
        clip->s[k] = thud_fw_mul_add(thud_fw_sub(clipped[k], clip->u[k]), slope, clip->s[k]);
    }
    thud_mw together = thud_fw_le(thud_fw_abs(thud_fw_sub(clipped[1], clipped[0])), clip->noise);
    thud_mw single = thud_mw_or(beside, together);
    valid[0] = thud_mw_not(thud_mw_and(single, clip->deepest_is_end));
    valid[1] = thud_mw_not(thud_mw_andnot(single, clip->deepest_is_end));
    clip->u[0] = clipped[0];
    clip->u[1] = clipped[1];
}

/* Names a point by a vertex of a and one of b, whichever of the two owns the reference edge. */
INLINE thud_fw feature_of(thud_mw flip, thud_fw reference_index, thud_fw incident_index) {
    thud_fw of_a = thud_fw_select(flip, incident_index, reference_index);
    thud_fw of_b = thud_fw_select(flip, reference_index, incident_index);
    return thud_fw_mul_add(of_b, thud_fw_set1(256.0f), of_a);
}

/* Two circles: the line through their centres; concentric ones part along y of a's frame. */
INLINE wide_contact collide_points(const wide_core *a, const wide_core *b, wide_vec2 relative_position) {
    wide_contact contact;
    wide_vec2 between = wide_sub(b->vertex[0], a->vertex[0]);
    thud_fw distance = thud_fw_sqrt(wide_dot(between, between));
    thud_fw size = thud_fw_add(wide_size(relative_position), wide_size(a->vertex[0]));
    thud_mw clear =
        thud_fw_gt(distance, thud_fw_mul_add(size, thud_fw_set1(DIRECTION_NOISE), thud_fw_set1(1.0e-12f)));
    thud_fw divisor = thud_fw_select(clear, distance, thud_fw_set1(1.0f));
    contact.normal.x = thud_fw_and_mask(thud_fw_div(between.x, divisor), clear);
    contact.normal.y = thud_fw_select(clear, thud_fw_div(between.y, divisor), thud_fw_set1(1.0f));
    contact.separation[0] = thud_fw_sub(distance, thud_fw_add(a->radius, b->radius));
    thud_fw half = thud_fw_set1(0.5f);
    thud_fw reach = thud_fw_mul(half, thud_fw_add(distance, thud_fw_sub(a->radius, b->radius)));
    contact.point[0] = wide_add(a->vertex[0], wide_scale(contact.normal, reach));
    contact.feature[0] = thud_fw_zero();
    contact.valid[0] = thud_mw_every();
    contact.point[1] = contact.point[0];
    contact.separation[1] = contact.separation[0];
    contact.feature[1] = contact.feature[0];
    contact.valid[1] = thud_mw_from_bits(0);
    return contact;
}

/* The reference edge of two cores: a's best face unless b's is better; `flip` says where it is b's. */
INLINE wide_edge choose_reference(const wide_core *a, int limit_a, const wide_core *b, int limit_b,
                                  thud_fw face_tolerance, thud_mw *flip) {
    wide_edge face_a = find_reference(a, limit_a, b, limit_b);
    if (limit_b == 1) {
        *flip = thud_mw_from_bits(0);
        return face_a;
    }
    wide_edge face_b = find_reference(b, limit_b, a, limit_a);
    thud_mw parallel = thud_fw_lt(wide_dot(face_a.normal, face_b.normal), thud_fw_set1(-PARALLEL_COSINE));
    thud_fw advantage = thud_fw_and_mask(face_tolerance, parallel);
    *flip = thud_fw_gt(face_b.score, thud_fw_add(face_a.score, advantage));
    return wide_edge_select(*flip, face_b, face_a);
}

INLINE wide_edge choose_incident(const wide_core *a, int limit_a, const wide_core *b, int limit_b,
                                 wide_vec2 direction, thud_mw flip) {
    wide_edge incident = find_incident(b, limit_b, direction);
    if (limit_b > 1 && thud_mw_any(flip)) {
        incident = wide_edge_select(flip, find_incident(a, limit_a, direction), incident);
    }
    return incident;
}

/*
 * Puts a contact together from the clipped incident edge, or from the corner where there is one. `valid` is
 * what clipping says.
 */
INLINE void finish_contact(const wide_edge *reference, const wide_edge *incident, thud_mw flip,
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

    /* Each incident point P slides along the outward normal to halfway between the two surfaces. */
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

/*
 * Two cores of which a has an edge, from their reference edge on. b is already in the frame of a,
 * `relative_position` is the centre of its body there.
 */
INLINE wide_contact collide_cores(const wide_core *a, int limit_a, const wide_core *b, int limit_b,
                                  const wide_edge *reference, thud_mw flip, wide_vec2 relative_position) {
    wide_edge incident = choose_incident(a, limit_a, b, limit_b, reference->normal, flip);

    /* Face planes alone part two polygons; two cores without area may also lie end to end on one line. */
    thud_mw apart = limit_a == 2 ? thud_mw_every() : thud_fw_gt(reference->score, thud_fw_zero());
    wide_clip clip = clip_frame(reference, &incident, relative_position);
    wide_corner corner = find_corner(&clip, apart);
    wide_contact contact;
    clip_to_reference(&clip, contact.valid);
    finish_contact(reference, &incident, flip, &clip, &corner, a->radius, b->radius, &contact);
    if (limit_b == 1) {
        contact.feature[0] = thud_fw_zero(); /* one point, wherever the circle rolls */
    }
    return contact;
}

/* Two rectangles from their reference face on, in its frame. */
INLINE wide_contact collide_rectangles(const wide_front *front, thud_fw radius_a, thud_fw radius_b) {
    wide_edge reference = front_edge(front), incident = edge_against(front);
    thud_mw apart = thud_fw_gt(front->score, thud_fw_zero());
    wide_clip clip = clip_frame(&reference, &incident, front->other);
    wide_corner corner = find_corner(&clip, apart);
    wide_contact contact;
    clip_to_reference(&clip, contact.valid);
    finish_contact(&reference, &incident, front->is_b, &clip, &corner, radius_a, radius_b, &contact);
    return contact;
}

/* ---- links of chains ---- */

/* Where the incident edge lies beside a link, past an end that has a neighbour: the neighbour's to deal with. */
INLINE thud_mw is_past_neighbour(const wide_link *link, const wide_clip *clip) {
    thud_fw low = thud_fw_min(clip->u[0], clip->u[1]), high = thud_fw_max(clip->u[0], clip->u[1]);
    thud_mw before = thud_fw_lt(high, thud_fw_neg(clip->noise));
    thud_mw after = thud_fw_gt(low, thud_fw_add(clip->length, clip->noise));
    return thud_mw_or(thud_mw_andnot(before, link->free[0]), thud_mw_andnot(after, link->free[1]));
}

/*
 * Whether the vertex of b that is deepest below a link's front lies within the link. Then b is in it there,
 * even where the way out along one of b's faces is shorter and leans to a neighbour: that one may find the
 * shortest way out to lean back, and nobody would hold b. Only at a sharp turn, as at the edge of a step, a
 * much shorter way out is believed: b has run into the side of the step.
 */
INLINE thud_mw is_pierced(const wide_link *link, const wide_edge *below, const wide_edge *face_b,
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

/* The better of a link's front and b's best face, which may lean out of the cone. */
INLINE thud_mw choose_face(const wide_core *sides, wide_edge *face_a, const wide_core *b, int limit_b,
                           thud_fw face_tolerance, wide_edge *face_b) {
    face_a->score = face_separation(sides, 0, b, limit_b);
    *face_b = *face_a;
    if (limit_b == 1) {
        return thud_mw_from_bits(0);
    }
    *face_b = find_reference(b, limit_b, sides, 2);
    thud_mw parallel = thud_fw_lt(wide_dot(face_a->normal, face_b->normal), thud_fw_set1(-PARALLEL_COSINE));
    thud_fw advantage = thud_fw_and_mask(face_tolerance, parallel);
    return thud_fw_gt(face_b->score, thud_fw_add(face_a->score, advantage));
}

/*
 * A link of a chain and a core: the same search, but where its answer leans out of the link's cone the contact
 * is with the link's front or with nobody.
 */
INLINE wide_contact collide_link(wide_link *link, const wide_core *b, int limit_b, wide_vec2 relative_position,
                                 thud_fw face_tolerance) {
    face_links(link, core_middle(b, limit_b));
    wide_core sides;
    link_core(link, &sides);
    wide_edge face_b;
    thud_mw flip = choose_face(&sides, &link->face, b, limit_b, face_tolerance, &face_b);
    wide_edge below = find_incident(b, limit_b, link->face.normal);
    wide_edge reference = wide_edge_select(flip, face_b, link->face);
    wide_edge incident = wide_edge_select(flip, link->face, below);

    thud_mw apart = limit_b <= 2 ? thud_mw_every() : thud_fw_gt(reference.score, thud_fw_zero());
    wide_clip clip = clip_frame(&reference, &incident, relative_position);
    wide_corner corner = find_corner(&clip, apart);
    wide_vec2 outward = wide_add(wide_scale(clip.tangent, corner.direction_u),
                                 wide_scale(reference.normal, corner.direction_s));
    wide_vec2 direction = wide_select(corner.is_corner, outward, reference.normal);
    wide_lean lean = judge_direction(link, wide_select(flip, wide_neg(direction), direction));
    thud_mw own = thud_mw_and(thud_mw_and(lean.to_nobody, flip), is_pierced(link, &below, &face_b, relative_position));
    lean.to_nobody = thud_mw_andnot(lean.to_nobody, own);
    lean.to_face = thud_mw_or(lean.to_face, own);

    corner.is_corner = thud_mw_andnot(corner.is_corner, lean.to_face);
    flip = thud_mw_andnot(flip, lean.to_face);
    reference = wide_edge_select(flip, face_b, link->face);
    incident = wide_edge_select(flip, link->face, below);
    clip = clip_frame(&reference, &incident, relative_position);
    thud_mw to_corner_or_b = thud_mw_or(corner.is_corner, flip);
    thud_mw to_neighbour = thud_mw_andnot(is_past_neighbour(link, &clip), to_corner_or_b);
    thud_mw none = thud_mw_or(thud_mw_or(link->ignored, lean.to_nobody), to_neighbour);

    wide_contact contact;
    clip_to_reference(&clip, contact.valid);
    finish_contact(&reference, &incident, flip, &clip, &corner, link->radius, b->radius, &contact);
    contact.normal = wide_select(to_corner_or_b, lean.normal, link->face.normal);
    for (int k = 0; k < 2; k++) {
        contact.valid[k] = thud_mw_andnot(contact.valid[k], none);
        contact.point[k] = wide_add(contact.point[k], link->origin);
    }
    if (limit_b == 1) {
        contact.feature[0] = thud_fw_zero();
    }
    return contact;
}

/* ---- results ---- */

/*
 * Leaves out points beyond the speculative distance, and puts the remaining one first. `far` are the lanes that
 * the reference face parts by more, which is then their gap.
 */
INLINE void keep_near_points(wide_contact *contact, thud_mw far, thud_fw face_gap, thud_fw speculative_distance) {
    thud_fw none = thud_fw_set1(THUD_NO_POINT);
    thud_fw first = thud_fw_select(contact->valid[0], contact->separation[0], none);
    thud_fw second = thud_fw_select(contact->valid[1], contact->separation[1], none);
    contact->gap = thud_fw_select(far, face_gap, thud_fw_min(first, second));
    contact->valid[0] = thud_mw_andnot(thud_fw_le(first, speculative_distance), far);
    contact->valid[1] = thud_mw_andnot(thud_fw_le(second, speculative_distance), far);
    thud_mw shift = thud_mw_andnot(contact->valid[1], contact->valid[0]);
    contact->point[0] = wide_select(shift, contact->point[1], contact->point[0]);
    contact->separation[0] = thud_fw_select(shift, contact->separation[1], contact->separation[0]);
    contact->feature[0] = thud_fw_select(shift, contact->feature[1], contact->feature[0]);
    contact->valid[0] = thud_mw_or(contact->valid[0], shift);
    contact->valid[1] = thud_mw_andnot(contact->valid[1], shift);
}

/* Impulses of the last step {normal 1, normal 2, friction, rolling}: rearranged for the new points. */
INLINE void carry_impulses(const wide_contact *contact, const thud_fw old_feature[2], thud_fw impulses[4]) {
    thud_fw old[2] = {impulses[0], impulses[1]};
    thud_mw persists = thud_mw_from_bits(0);
    for (int k = 0; k < 2; k++) {
        thud_mw was_first = thud_mw_and(contact->valid[k], thud_fw_eq(contact->feature[k], old_feature[0]));
        thud_mw was_second = thud_mw_and(contact->valid[k], thud_fw_eq(contact->feature[k], old_feature[1]));
        thud_mw known = thud_mw_or(was_first, was_second);
        impulses[k] = thud_fw_and_mask(thud_fw_select(was_first, old[0], old[1]), known);
        persists = thud_mw_or(persists, known);
    }
    impulses[2] = thud_fw_and_mask(impulses[2], persists);
    impulses[3] = thud_fw_and_mask(impulses[3], persists);
}

/* Writes the features over the old ones, of which `flags` stay. */
INLINE void store_features(const thud_collide_batch *batch, const uint32_t offset[thud_wide_lanes],
                           const wide_contact *contact, thud_fw record[4]) {
    static const thud_contact_features one = {.count = 1}, two = {.count = 2}, flags = {.flags = 0xff};
    thud_iw none = thud_iw_set1(0);
    thud_iw count = thud_iw_select(contact->valid[0], thud_iw_set1(features_word(&one)), none);
    count = thud_iw_select(contact->valid[1], thud_iw_set1(features_word(&two)), count);
    thud_iw kept = thud_iw_and(thud_iw_of_bits(record[3]), thud_iw_set1(features_word(&flags)));
    for (int k = 0; k < 2; k++) {
        record[k] = thud_fw_select(contact->valid[k], contact->feature[k], thud_fw_set1(THUD_NO_FEATURE));
    }
    record[2] = thud_fw_select(contact->valid[0], contact->gap, thud_fw_set1(THUD_NO_POINT));
    record[3] = thud_fw_of_bits(thud_iw_or(kept, count));
    thud_wide_scatter4_at(batch->features, offset, record);
}

/*
 * Writes what a later step needs to tell whether the manifold is still good. What touches may move by the
 * recycling distance, and a small thing by a part of its size, for curved surfaces turn their normal as they
 * roll. What is apart may come as near as the speculative distance.
 */
INLINE void store_origins(const thud_collide_batch *batch, const int32_t slot[thud_wide_lanes], const wide_bodies *bodies,
                          const wide_contact *contact, bool links) {
    thud_fw none = thud_fw_set1(THUD_NO_POINT);
    thud_fw touching_leeway = thud_fw_min(thud_fw_set1(batch->recycle_distance),
                                          thud_fw_mul(bodies->extent, thud_fw_set1(RECYCLED_SHARE)));
    thud_fw apart_leeway = thud_fw_sub(contact->gap, thud_fw_set1(batch->speculative_distance));
    thud_fw row[8];
    row[0] = bodies->pose_a[2];
    row[1] = bodies->pose_a[3];
    row[2] = bodies->pose_b[2];
    row[3] = bodies->pose_b[3];
    row[4] = thud_fw_select(contact->valid[0], contact->separation[0], none);
    row[5] = thud_fw_select(contact->valid[1], contact->separation[1], none);
    row[6] = thud_fw_add(bodies->extent, thud_fw_select(contact->valid[0], bodies->extent, contact->gap));
    /* What a link leaves to its neighbours has no gap that tells anything. */
    row[7] = links ? thud_fw_zero() : thud_fw_select(contact->valid[0], touching_leeway, apart_leeway);
    float *rows[thud_wide_lanes];
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        rows[lane] = &batch->origins[slot[lane]].rotation_a.c;
    }
    thud_wide_store_rows(rows, row);
}

/*
 * Turns the contact into world axes and writes the manifolds' 16 floats in the order of the struct. Without
 * points, the arms are those of the smaller body's centre, at which motion is measured. `noted` are the friction
 * and the number of points of the manifold before, with the sign that stays.
 */
INLINE void store_manifolds(thud_contact_manifold *manifolds, const int32_t slot[thud_wide_lanes], const wide_bodies *bodies,
                            const wide_contact *contact, const thud_fw noted[2], const thud_fw impulses[4],
                            bool has_origin) {
    wide_vec2 normal = wide_rotate(bodies->turn, contact->normal);
    wide_vec2 to_center = wide_make(thud_fw_and_mask(bodies->between.x, thud_mw_not(bodies->is_a_smaller)),
                                    thud_fw_and_mask(bodies->between.y, thud_mw_not(bodies->is_a_smaller)));
    thud_fw row[16];
    row[0] = thud_fw_and_mask(normal.x, contact->valid[0]);
    row[1] = thud_fw_and_mask(normal.y, contact->valid[0]);
    for (int k = 0; k < 2; k++) {
        wide_vec2 arm_a = wide_rotate(bodies->turn, contact->point[k]);
        if (has_origin) {
            arm_a = wide_add(arm_a, bodies->origin);
        }
        if (k == 0) {
            arm_a = wide_select(contact->valid[0], arm_a, to_center);
        }
        thud_mw kept = k == 0 ? thud_mw_every() : contact->valid[1];
        row[2 + 2 * k] = thud_fw_and_mask(arm_a.x, kept);
        row[3 + 2 * k] = thud_fw_and_mask(arm_a.y, kept);
        row[10 + k] = thud_fw_and_mask(contact->separation[k], contact->valid[k]);
    }
    row[6] = thud_fw_sub(row[2], bodies->between.x);
    row[7] = thud_fw_sub(row[3], bodies->between.y);
    thud_fw points = thud_fw_select(contact->valid[1], thud_fw_set1(2.0f), thud_fw_set1(1.0f));
    row[8] = noted[0];
    row[9] = thud_fw_select(thud_fw_lt(noted[1], thud_fw_zero()), thud_fw_neg(points), points);
    for (int k = 0; k < 4; k++) {
        row[12 + k] = impulses[k];
    }
    float *rows[thud_wide_lanes], *second_halves[thud_wide_lanes];
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        rows[lane] = &manifolds[slot[lane]].normal.x;
        second_halves[lane] = rows[lane] + 8;
    }
    thud_wide_store_rows(rows, row);
    thud_wide_store_rows(second_halves, row + 8);
}

INLINE void load_second_halves(const thud_contact_manifold *manifolds, const int32_t slot[thud_wide_lanes],
                               thud_fw half[8]) {
    const float *rows[thud_wide_lanes];
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        rows[lane] = &manifolds[slot[lane]].friction;
    }
    thud_wide_load_rows(rows, half);
}

/* Writes all that is known of a group of contacts. */
INLINE void store_contacts(const thud_collide_batch *batch, const int32_t slot[thud_wide_lanes], const uint32_t offset[thud_wide_lanes],
                           const wide_bodies *bodies, const wide_contact *contact, bool links, bool has_origin) {
    thud_fw old[8], features[4]; /* of the old manifolds the second half: what is noted, separations, impulses */
    thud_wide_gather4_at(batch->features, offset, features);
    load_second_halves(batch->manifolds, slot, old);
    carry_impulses(contact, features, old + 4);
    store_features(batch, offset, contact, features);
    if (batch->origins != NULL) {
        store_origins(batch, slot, bodies, contact, links);
    }
    store_manifolds(batch->manifolds, slot, bodies, contact, old, old + 4, has_origin);
}

/* The same where all are apart by their gaps. */
INLINE void store_far(const thud_collide_batch *batch, const int32_t slot[thud_wide_lanes], const uint32_t offset[thud_wide_lanes],
                      const wide_bodies *bodies, thud_fw gap) {
    thud_fw zero = thud_fw_zero(), features[4];
    thud_mw none = thud_mw_from_bits(0);
    wide_vec2 nowhere = wide_make(zero, zero);
    wide_contact contact = {nowhere, {nowhere, nowhere}, {zero, zero}, {zero, zero}, {none, none}, gap};
    thud_fw old[8], impulses[4] = {zero, zero, zero, zero};
    thud_wide_gather4_at(batch->features, offset, features);
    load_second_halves(batch->manifolds, slot, old);
    store_features(batch, offset, &contact, features);
    if (batch->origins != NULL) {
        store_origins(batch, slot, bodies, &contact, false);
    }
    store_manifolds(batch->manifolds, slot, bodies, &contact, old, impulses, false);
}

/* ---- the batch ---- */

INLINE wide_bodies load_bodies(const thud_pose *poses, const wide_pair *pair) {
    wide_bodies bodies;
    thud_wide_gather4(&poses->position.x, pair->body_a, bodies.pose_a);
    thud_wide_gather4(&poses->position.x, pair->body_b, bodies.pose_b);
    bodies.between = wide_sub(wide_make(bodies.pose_b[0], bodies.pose_b[1]),
                              wide_make(bodies.pose_a[0], bodies.pose_a[1]));
    bodies.turn = wide_make(bodies.pose_a[2], bodies.pose_a[3]);
    bodies.origin = wide_make(thud_fw_zero(), thud_fw_zero());
    return bodies;
}

/* b in the frame of a. */
INLINE void place_in_frame_of_a(wide_bodies *bodies) {
    bodies->position = wide_rotate_inverse(bodies->turn, bodies->between);
    bodies->rotation = wide_rotate_inverse(bodies->turn, wide_make(bodies->pose_b[2], bodies->pose_b[3]));
}

/* Who collides in a group of contacts, and where it is noted. */
typedef struct wide_group {
    const int32_t *slot;
    uint32_t offset[thud_wide_lanes]; /* of records of 16 bytes */
    wide_pair pair;
    wide_bodies bodies;
} wide_group;

INLINE void load_group(const thud_collide_batch *batch, const int32_t slot[thud_wide_lanes], wide_group *group) {
    group->slot = slot;
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        group->offset[lane] = 16 * (uint32_t)slot[lane];
    }
    load_pairs(batch->pairs, slot, &group->pair);
    group->bodies = load_bodies(batch->poses, &group->pair);
}

/* Collides a group of contacts. One may be named several times: each time it comes out the same. */
INLINE void collide_group(const thud_collide_batch *batch, const int32_t slot[thud_wide_lanes], int limit_a,
                          int limit_b, bool links) {
    wide_group group;
    load_group(batch, slot, &group);
    wide_bodies *bodies = &group.bodies;
    place_in_frame_of_a(bodies);
    thud_fw face_tolerance = thud_fw_set1(batch->face_tolerance);
    thud_fw speculative_distance = thud_fw_set1(batch->speculative_distance);
    const float *records_a = batch->cores[batch->class_a];
    wide_core b;
    wide_contact contact;
    int used_b = load_cores(batch->cores[batch->class_b], group.pair.core_b, limit_b, &b);
    bodies->extent = b.extent;
    bodies->is_a_smaller = thud_mw_from_bits(0);
    thud_mw far = thud_mw_from_bits(0);
    thud_fw face_gap = thud_fw_zero();
    if (links) {
        wide_link link;
        load_links(records_a, group.pair.core_a, &link);
        place_core(&b, used_b, wide_sub(bodies->position, link.origin), bodies->rotation);
        contact = collide_link(&link, &b, used_b, bodies->position, face_tolerance);
    } else {
        wide_core a;
        int used_a = load_cores(records_a, group.pair.core_a, limit_a, &a);
        bodies->is_a_smaller = thud_fw_lt(a.extent, b.extent);
        bodies->extent = thud_fw_min(a.extent, b.extent);
        place_core(&b, used_b, bodies->position, bodies->rotation);
        if (limit_a == 1) {
            contact = collide_points(&a, &b, bodies->position);
        } else {
            thud_mw flip;
            wide_edge reference = choose_reference(&a, used_a, &b, used_b, face_tolerance, &flip);
            face_gap = thud_fw_sub(reference.score, thud_fw_add(a.radius, b.radius));
            far = thud_fw_gt(face_gap, speculative_distance);
            if (thud_mw_all(far)) {
                store_far(batch, slot, group.offset, bodies, face_gap);
                return;
            }
            contact = collide_cores(&a, used_a, &b, used_b, &reference, flip, bodies->position);
        }
    }
    keep_near_points(&contact, far, face_gap, speculative_distance);
    store_contacts(batch, slot, group.offset, bodies, &contact, links, false);
}

/* The same for rectangles. */
INLINE void collide_group_of_rectangles(const thud_collide_batch *batch, const int32_t slot[thud_wide_lanes]) {
    wide_group group;
    load_group(batch, slot, &group);
    wide_bodies *bodies = &group.bodies;
    const float *records = batch->cores[THUD_CORE_4];
    wide_rectangle a = load_rectangles(records, group.pair.core_a, bodies->turn);
    wide_rectangle b = load_rectangles(records, group.pair.core_b, wide_make(bodies->pose_b[2], bodies->pose_b[3]));
    bodies->is_a_smaller = thud_fw_lt(a.extent, b.extent);
    bodies->extent = thud_fw_min(a.extent, b.extent);
    wide_vec2 between = wide_sub(wide_add(bodies->between, b.center), a.center);
    wide_front front = find_front(&a, &b, between, thud_fw_set1(batch->face_tolerance), PARALLEL_COSINE);
    thud_fw face_gap = thud_fw_sub(front.score, thud_fw_add(a.radius, b.radius));
    thud_fw speculative_distance = thud_fw_set1(batch->speculative_distance);
    thud_mw far = thud_fw_gt(face_gap, speculative_distance);
    if (thud_mw_all(far)) {
        store_far(batch, slot, group.offset, bodies, face_gap);
        return;
    }
    bodies->turn = front.rotation;
    bodies->origin = front.center;
    wide_contact contact = collide_rectangles(&front, a.radius, b.radius);
    keep_near_points(&contact, far, face_gap, speculative_distance);
    store_contacts(batch, slot, group.offset, bodies, &contact, false, true);
}

static void collide_all_rectangles(const thud_collide_batch *batch) {
    int32_t last_group[thud_wide_lanes];
    for (int32_t first = 0; first < batch->count; first += thud_wide_lanes) {
        collide_group_of_rectangles(batch, full_group(batch->contacts, batch->count, first, last_group));
    }
}

INLINE void collide_all(const thud_collide_batch *batch, int limit_a, int limit_b, bool links) {
    int32_t last_group[thud_wide_lanes];
    for (int32_t first = 0; first < batch->count; first += thud_wide_lanes) {
        collide_group(batch, full_group(batch->contacts, batch->count, first, last_group), limit_a, limit_b, links);
    }
}

void THUD_KERNEL(thud_sat)(const thud_collide_batch *batch);

#if defined(THUD_WIDTH_PLAIN)

void THUD_KERNEL(thud_sat)(const thud_collide_batch *batch) {
    if (batch->rectangles) {
        collide_all_rectangles(batch);
        return;
    }
    static const int limits[THUD_CORE_CLASSES] = {1, 2, 4, 8, 32, 2};
    collide_all(batch, limits[batch->class_a], limits[batch->class_b], batch->class_a == THUD_CORE_LINK);
}

#else

#define PAIR_OF_CLASSES(limit_a, limit_b)                                                                    \
    static void collide_##limit_a##_with_##limit_b(const thud_collide_batch *batch) {                        \
        collide_all(batch, limit_a, limit_b, false);                                                         \
    }
#define LINK_WITH_CLASS(limit_b)                                                                             \
    static void collide_link_with_##limit_b(const thud_collide_batch *batch) {                               \
        collide_all(batch, 2, limit_b, true);                                                                \
    }
PAIR_OF_CLASSES(1, 1)
PAIR_OF_CLASSES(2, 1)
PAIR_OF_CLASSES(2, 2)
PAIR_OF_CLASSES(4, 1)
PAIR_OF_CLASSES(4, 2)
PAIR_OF_CLASSES(4, 4)
PAIR_OF_CLASSES(8, 1)
PAIR_OF_CLASSES(8, 2)
PAIR_OF_CLASSES(8, 4)
PAIR_OF_CLASSES(8, 8)
PAIR_OF_CLASSES(32, 1)
PAIR_OF_CLASSES(32, 2)
PAIR_OF_CLASSES(32, 4)
PAIR_OF_CLASSES(32, 8)
PAIR_OF_CLASSES(32, 32)
LINK_WITH_CLASS(1)
LINK_WITH_CLASS(2)
LINK_WITH_CLASS(4)
LINK_WITH_CLASS(8)
LINK_WITH_CLASS(32)

void THUD_KERNEL(thud_sat)(const thud_collide_batch *batch) {
    static void (*const functions[THUD_CORE_CLASSES][THUD_CORE_CLASSES])(const thud_collide_batch *) = {
        {collide_1_with_1},
        {collide_2_with_1, collide_2_with_2},
        {collide_4_with_1, collide_4_with_2, collide_4_with_4},
        {collide_8_with_1, collide_8_with_2, collide_8_with_4, collide_8_with_8},
        {collide_32_with_1, collide_32_with_2, collide_32_with_4, collide_32_with_8, collide_32_with_32},
        {collide_link_with_1, collide_link_with_2, collide_link_with_4, collide_link_with_8,
         collide_link_with_32}, /* links never meet each other */
    };
    (batch->rectangles ? collide_all_rectangles : functions[batch->class_a][batch->class_b])(batch);
}

#endif
