/*
 * Links of chains, one per lane, for sat_kernel.c: turned so that their front is towards the other core,
 * with the cone of normals that their neighbours allow.
 *
 *            n before  n          A convex end: normals lean up to the neighbour's; beyond it
 *               \      |  /       the neighbour has the contact. A flat or concave end: no normal leans to that
 *                \_____|_/        side, the face pushes straight up. A free end: any normal.
 *                /      /
 *               /      /          So a body that slides meets the same plane to both sides of a vertex.
 */
#pragma once

#include "narrowphase/wide_core.h"

/* A normal that leans out of the cone by less than this sine counts as its limit: above rounding. */
#define CONE_TOLERANCE 1.0e-3f
/* The sine of the turn from which on an end is convex, so that its neighbour has the contacts that lean out. */
#define CONVEX_SINE 0.01f

typedef struct wide_link {
    wide_edge face;       /* counter-clockwise, as the face of a polygon: its normal is its front */
    wide_vec2 limit[2];   /* the outermost normal that leans to the start, to the end */
    thud_mw convex[2];    /* at the start, at the end */
    thud_mw free[2];      /* without a neighbour */
    thud_mw one_sided;
    thud_mw ignored;      /* the neighbours have the contact, or the other core is behind a one-sided link */
    wide_vec2 origin;     /* vertex 0 of the record; the other fields are relative to it */
    thud_fw radius;
} wide_link;

/* The decision about a direction from a link to the other core. */
typedef struct wide_lean {
    thud_mw to_face;   /* use the face's normal instead */
    thud_mw to_nobody; /* no contact: the neighbour has it */
    wide_vec2 normal;  /* the normal otherwise */
} wide_lean;

THUD_INLINE thud_mw mask_select(thud_mw mask, thud_mw if_true, thud_mw if_false) {
    return thud_mw_or(thud_mw_and(mask, if_true), thud_mw_andnot(if_false, mask));
}

THUD_INLINE thud_fw distance_along(wide_vec2 normal, wide_vec2 from, wide_vec2 to) {
    return wide_dot(normal, wide_sub(to, from));
}

/* Loads the records: front to the right of vertex 0 to vertex 1, limits are the neighbours' own normals. */
THUD_INLINE void load_links(const float *records, const int32_t index[thud_wide_lanes], wide_link *link) {
    thud_fw row[8], more[8];
    thud_wide_gather8(records, 16, index, row);
    thud_wide_gather8(records + 8, 16, index, more);
    thud_fw zero = thud_fw_zero();
    link->origin = wide_make(row[0], row[2]);
    link->face.start = wide_make(zero, zero);
    link->face.end = wide_sub(wide_make(row[1], row[3]), link->origin);
    link->face.normal = wide_make(row[4], row[5]);
    link->face.start_index = zero;
    link->face.end_index = thud_fw_set1(1.0f);
    link->face.score = zero;
    link->radius = row[6];
    link->one_sided = thud_fw_gt(row[7], zero);
    link->limit[0] = wide_make(more[0], more[1]);
    link->limit[1] = wide_make(more[2], more[3]);
    link->free[0] = thud_fw_le(more[4], zero);
    link->free[1] = thud_fw_le(more[5], zero);
}

/* The mean of a core's vertices. Padding adds nothing, so the bits do not depend on the other contacts of the batch. */
THUD_INLINE wide_vec2 core_middle(const wide_core *core, int limit) {
    wide_vec2 sum = core->vertex[0];
    for (int i = 1; i < limit; i++) {
        thud_mw counts = thud_fw_lt(thud_fw_set1((float)i), core->count);
        sum.x = thud_fw_add(sum.x, thud_fw_and_mask(core->vertex[i].x, counts));
        sum.y = thud_fw_add(sum.y, thud_fw_and_mask(core->vertex[i].y, counts));
    }
    return wide_make(thud_fw_div(sum.x, core->count), thud_fw_div(sum.y, core->count));
}

/* Turns the links to the side of `point`, and sets their limits to those of the cone. Beyond an end with a neighbour
 * the side depends on both: in front of either if they turn away from it, of both if they turn towards it. */
THUD_INLINE void face_links(wide_link *link, wide_vec2 point) {
    wide_edge *face = &link->face;
    thud_fw zero = thud_fw_zero();
    wide_vec2 tangent = wide_perp(face->normal);
    thud_mw over = thud_fw_ge(distance_along(face->normal, face->start, point), zero);
    thud_fw turn[2] = {wide_cross(link->limit[0], face->normal), wide_cross(face->normal, link->limit[1])};
    wide_vec2 corner[2] = {face->start, face->end};
    thud_mw beyond[2] = {thud_fw_lt(distance_along(tangent, face->start, point), zero),
                         thud_fw_gt(distance_along(tangent, face->end, point), zero)};
    thud_mw front = over;
    for (int k = 0; k < 2; k++) {
        thud_mw over_next = thud_fw_ge(distance_along(link->limit[k], corner[k], point), zero);
        thud_mw together = mask_select(thud_fw_gt(turn[k], zero), thud_mw_or(over, over_next),
                                       thud_mw_and(over, over_next));
        front = mask_select(thud_mw_andnot(beyond[k], link->free[k]), together, front);
    }
    link->ignored = thud_mw_or(thud_mw_xor(front, over), thud_mw_andnot(link->one_sided, front));

    /* From behind, start and end are swapped, and every turn changes its sign. */
    const wide_vec2 limit[2] = {link->limit[0], link->limit[1]};
    const thud_mw is_free[2] = {link->free[0], link->free[1]};
    face->normal = wide_select(front, face->normal, wide_neg(face->normal));
    for (int k = 0; k < 2; k++) {
        link->free[k] = mask_select(front, is_free[k], is_free[1 - k]);
        thud_fw seen_turn = thud_fw_select(front, turn[k], thud_fw_neg(turn[1 - k]));
        thud_mw turns = thud_mw_andnot(thud_fw_gt(seen_turn, zero), link->free[k]);
        link->convex[k] = thud_mw_and(turns, thud_fw_gt(seen_turn, thud_fw_set1(CONVEX_SINE)));
        link->limit[k] = wide_select(turns, wide_select(front, limit[k], wide_neg(limit[1 - k])), face->normal);
    }
    face->start = wide_select(front, corner[0], corner[1]);
    face->end = wide_select(front, corner[1], corner[0]);
}

/* The two faces of a link as a core, its front first. */
THUD_INLINE void link_core(const wide_link *link, wide_core *core) {
    core->vertex[0] = link->face.start;
    core->vertex[1] = link->face.end;
    core->normal[0] = link->face.normal;
    core->normal[1] = wide_neg(link->face.normal);
    core->radius = link->radius;
    core->count = thud_fw_set1(2.0f);
}

/* Decides about a unit direction from a link to the other core. A sine measures how far it leans beyond the
 * limit. For directions backwards the sine returns to 0, so that cosines decide. Cosines alone would not do:
 * at a turn of a right angle or more the face's own normal is as far from the limit. */
THUD_INLINE wide_lean judge_direction(const wide_link *link, wide_vec2 direction) {
    wide_lean lean;
    thud_fw zero = thud_fw_zero();
    thud_mw to_end = thud_fw_gt(wide_dot(direction, wide_perp(link->face.normal)), zero);
    wide_vec2 limit = wide_select(to_end, link->limit[1], link->limit[0]);
    thud_mw is_free = mask_select(to_end, link->free[1], link->free[0]);
    thud_mw is_convex = mask_select(to_end, link->convex[1], link->convex[0]);
    thud_fw turn = wide_cross(limit, direction);
    thud_fw excess = thud_fw_select(to_end, turn, thud_fw_neg(turn));
    thud_mw backwards = thud_mw_and(thud_fw_lt(wide_dot(link->face.normal, direction), zero),
                                    thud_fw_le(wide_dot(limit, direction), zero));
    thud_mw outside = thud_mw_or(thud_fw_gt(excess, thud_fw_set1(CONE_TOLERANCE)), backwards);
    outside = thud_mw_andnot(outside, is_free);
    thud_mw at_limit = thud_mw_andnot(thud_fw_gt(excess, zero), is_free);
    lean.to_nobody = thud_mw_and(outside, is_convex);
    lean.to_face = thud_mw_andnot(outside, is_convex);
    lean.normal = wide_select(at_limit, limit, direction);
    return lean;
}
