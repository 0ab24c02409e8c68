/*
 * Rectangles, one per lane, for sat_kernel.c: the face that separates two of them most and the face opposite to it
 * follow from signs and absolute values, as a rectangle is symmetric. All is in the frame of the reference
 * face:
 *
 *        y                   x along its normal, y along its edge, from the centre of its rectangle.
 *        |     incident
 *     end|    /              half_x       how far the face is
 *     ---+-- /               half_y       half its length
 *     |  |  |\
 *     |  +--|-\--- x         The incident face is that of the other rectangle most opposite to x.
 *     |     |
 *     ------+start
 */
#pragma once

#include "narrowphase/wide_core.h"

/* In world axes. */
typedef struct wide_rectangle {
    wide_vec2 center;   /* from the body's centre of mass */
    wide_vec2 rotation; /* x is the normal of face 0, y that of face 1 */
    wide_vec2 half;
    thud_fw radius, extent;
} wide_rectangle;

/* The reference face of two rectangles. */
typedef struct wide_front {
    thud_mw is_b; /* the face is b's */
    thud_fw score;
    wide_vec2 center, rotation; /* of its frame, in world axes, from a's centre of mass */
    wide_vec2 half;
    thud_fw index;       /* of the face */
    wide_vec2 other;     /* the centre of the other rectangle, in this frame */
    wide_vec2 direction; /* of that one's x */
    wide_vec2 other_half;
} wide_front;

THUD_INLINE wide_rectangle load_rectangles(const float *records, const int32_t index[thud_wide_lanes],
                                           wide_vec2 rotation) {
    thud_fw row[8];
    thud_wide_gather8(records + 16, 24, index, row);
    wide_rectangle rectangle;
    rectangle.radius = row[0];
    rectangle.extent = row[1];
    rectangle.center = wide_rotate(rotation, wide_make(row[2], row[3]));
    rectangle.rotation = wide_rotate(rotation, wide_make(row[4], row[5]));
    rectangle.half = wide_make(row[6], row[7]);
    return rectangle;
}

/* The separations of a rectangle from another by the planes of its faces, along x and y; `turn` has the absolute values
 * of cosine and sine of the other's angle. */
THUD_INLINE wide_vec2 face_gaps(wide_vec2 half, wide_vec2 to_other, wide_vec2 other_half, wide_vec2 turn) {
    thud_fw x = thud_fw_add(half.x, wide_dot(turn, other_half));
    thud_fw y = thud_fw_add(half.y, wide_dot(turn, wide_make(other_half.y, other_half.x)));
    return wide_make(thud_fw_sub(thud_fw_abs(to_other.x), x), thud_fw_sub(thud_fw_abs(to_other.y), y));
}

/* A vector in the frame of a face: of face 0, or of face 1 if `is_y`; of the opposite faces if `sign` is negative. */
THUD_INLINE wide_vec2 seen_from_face(wide_vec2 v, thud_mw is_y, thud_fw sign) {
    wide_vec2 turned = wide_select(is_y, wide_make(v.y, thud_fw_neg(v.x)), v);
    return wide_scale(turned, sign);
}

/* The reference face of two rectangles, `between` from one centre to the other: a's best face unless b's is better,
 * by the tolerance if the two are parallel. */
THUD_INLINE wide_front find_front(const wide_rectangle *a, const wide_rectangle *b, wide_vec2 between,
                                  thud_fw face_tolerance, float parallel_cosine) {
    wide_vec2 turn = wide_rotate_inverse(a->rotation, b->rotation);
    wide_vec2 steepness = wide_make(thud_fw_abs(turn.x), thud_fw_abs(turn.y));
    wide_vec2 to_b = wide_rotate_inverse(a->rotation, between);
    wide_vec2 to_a = wide_neg(wide_rotate_inverse(b->rotation, between));
    wide_vec2 gaps_a = face_gaps(a->half, to_b, b->half, steepness);
    wide_vec2 gaps_b = face_gaps(b->half, to_a, a->half, steepness);
    thud_mw a_is_y = thud_fw_gt(gaps_a.y, gaps_a.x), b_is_y = thud_fw_gt(gaps_b.y, gaps_b.x);
    thud_fw score_a = thud_fw_select(a_is_y, gaps_a.y, gaps_a.x), score_b = thud_fw_select(b_is_y, gaps_b.y, gaps_b.x);
    thud_fw cosine = thud_fw_select(thud_mw_xor(a_is_y, b_is_y), steepness.y, steepness.x);
    thud_mw parallel = thud_fw_gt(cosine, thud_fw_set1(parallel_cosine));

    wide_front front;
    front.is_b = thud_fw_gt(score_b, thud_fw_add(score_a, thud_fw_and_mask(face_tolerance, parallel)));
    front.score = thud_fw_select(front.is_b, score_b, score_a);
    thud_mw is_y = thud_mw_or(thud_mw_and(front.is_b, b_is_y), thud_mw_andnot(a_is_y, front.is_b));
    wide_vec2 to_other = wide_select(front.is_b, to_a, to_b);
    thud_mw negative = thud_fw_lt(thud_fw_select(is_y, to_other.y, to_other.x), thud_fw_zero());
    thud_fw sign = thud_fw_select(negative, thud_fw_set1(-1.0f), thud_fw_set1(1.0f));
    front.other = seen_from_face(to_other, is_y, sign);
    turn.y = thud_fw_select(front.is_b, thud_fw_neg(turn.y), turn.y);
    front.direction = seen_from_face(turn, is_y, sign);
    front.other_half = wide_select(front.is_b, a->half, b->half);
    wide_vec2 half = wide_select(front.is_b, b->half, a->half);
    front.half = wide_select(is_y, wide_make(half.y, half.x), half);
    wide_vec2 rotation = wide_select(front.is_b, b->rotation, a->rotation);
    front.rotation = wide_scale(wide_select(is_y, wide_perp(rotation), rotation), sign);
    front.center = wide_select(front.is_b, wide_add(a->center, between), a->center);
    front.index = thud_fw_add(thud_fw_and_mask(thud_fw_set1(1.0f), is_y), thud_fw_and_mask(thud_fw_set1(2.0f), negative));
    return front;
}

/* The reference face as an edge in its own frame. */
THUD_INLINE wide_edge front_edge(const wide_front *front) {
    wide_edge edge;
    edge.normal = wide_make(thud_fw_set1(1.0f), thud_fw_zero());
    edge.start = wide_make(front->half.x, thud_fw_neg(front->half.y));
    edge.end = front->half;
    edge.start_index = front->index;
    edge.end_index = next_index(front->index, thud_fw_set1(4.0f));
    edge.score = front->score;
    return edge;
}

/* The face of the other rectangle most opposite to the reference face. */
THUD_INLINE wide_edge edge_against(const wide_front *front) {
    thud_fw cosine = front->direction.x, sine = front->direction.y; /* the other's y is (-sine, cosine) */
    thud_mw is_y = thud_fw_gt(thud_fw_abs(sine), thud_fw_abs(cosine));
    thud_fw along_x = thud_fw_select(is_y, thud_fw_neg(sine), cosine);
    thud_fw along_y = thud_fw_select(is_y, cosine, sine);
    thud_mw negative = thud_fw_gt(along_x, thud_fw_zero());
    thud_fw sign = thud_fw_select(negative, thud_fw_set1(-1.0f), thud_fw_set1(1.0f));
    wide_edge edge;
    edge.normal = wide_make(thud_fw_mul(along_x, sign), thud_fw_mul(along_y, sign));
    wide_vec2 half = wide_select(is_y, wide_make(front->other_half.y, front->other_half.x), front->other_half);
    wide_vec2 middle = wide_add(front->other, wide_scale(edge.normal, half.x));
    wide_vec2 to_end = wide_scale(wide_perp(edge.normal), half.y);
    edge.start = wide_sub(middle, to_end);
    edge.end = wide_add(middle, to_end);
    edge.start_index = thud_fw_add(thud_fw_and_mask(thud_fw_set1(1.0f), is_y), thud_fw_and_mask(thud_fw_set1(2.0f), negative));
    edge.end_index = next_index(edge.start_index, thud_fw_set1(4.0f));
    edge.score = thud_fw_zero();
    return edge;
}
