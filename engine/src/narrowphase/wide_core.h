/*
 * Cores of one class, one per lane, for sat_kernel.c: loads them from their records (core.h), moves them into a frame,
 * and finds the face that separates them most from another core or is most opposite to a direction. `limit` is always a
 * number of vertices that no lane exceeds. If it is a constant, the code is inlined with unrolled loops; that is worth
 * its size for few classes (see sat_kernel.c), all others share separate functions.
 */
#pragma once

#include "base/inline.h"
#include "narrowphase/core.h"
#include "narrowphase/wide_vec.h"

/* A normal points outward from the edge that starts at its vertex. */
typedef struct wide_core {
    wide_vec2 vertex[THUD_MAX_VERTICES];
    wide_vec2 normal[THUD_MAX_VERTICES];
    thud_fw radius;
    thud_fw count;
    thud_fw extent;
    thud_fw flat; /* 0 if no corner is flat, see core.h */
} wide_core;

/* An edge of a core, with the indices of its ends. */
typedef struct wide_edge {
    wide_vec2 normal, start, end;
    thud_fw start_index, end_index;
    thud_fw score; /* the criterion of its choice */
} wide_edge;

THUD_INLINE wide_edge wide_edge_select(thud_mw mask, wide_edge if_true, wide_edge if_false) {
    wide_edge edge;
    edge.normal = wide_select(mask, if_true.normal, if_false.normal);
    edge.start = wide_select(mask, if_true.start, if_false.start);
    edge.end = wide_select(mask, if_true.end, if_false.end);
    edge.start_index = thud_fw_select(mask, if_true.start_index, if_false.start_index);
    edge.end_index = thud_fw_select(mask, if_true.end_index, if_false.end_index);
    edge.score = thud_fw_select(mask, if_true.score, if_false.score);
    return edge;
}

/* ---- loading (the records of core.h) ---- */

THUD_INLINE void load_points(const float *records, const int32_t index[thud_wide_lanes], wide_core *core) {
    thud_fw row[4];
    thud_wide_gather4(records, index, row);
    core->vertex[0] = wide_make(row[0], row[1]);
    core->normal[0] = wide_make(thud_fw_zero(), thud_fw_zero()); /* has none */
    core->radius = row[2];
    core->extent = row[3];
    core->flat = thud_fw_zero();
    core->count = thud_fw_set1(1.0f);
}

THUD_INLINE void load_segments(const float *records, const int32_t index[thud_wide_lanes], wide_core *core) {
    thud_fw row[8];
    thud_wide_gather8(records, 8, index, row);
    core->vertex[0] = wide_make(row[0], row[2]);
    core->vertex[1] = wide_make(row[1], row[3]);
    core->normal[0] = wide_make(row[4], row[5]);
    core->normal[1] = wide_neg(core->normal[0]);
    core->radius = row[6];
    core->extent = row[7];
    core->flat = thud_fw_zero();
    core->count = thud_fw_set1(2.0f);
}

/* Number of vertices in use: the limit itself if it is small, so that loops unroll, else the largest number
 * among the polygons. The bits do not depend on it: padding is never selected. */
THUD_INLINE int used_vertices(const float *records, const int32_t index[thud_wide_lanes], int limit) {
    if (limit == 4) {
        return limit;
    }
    int used = 0;
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        int count = (int)records[(4 * limit + 8) * (ptrdiff_t)index[lane] + 4 * limit + 1];
        used = count > used ? count : used;
    }
    return used;
}

THUD_INLINE int load_polygons(const float *records, const int32_t index[thud_wide_lanes], int limit,
                              wide_core *core) {
    int used = used_vertices(records, index, limit), size = 4 * limit + 8;
    thud_fw column[4 * THUD_MAX_VERTICES], row[8];
    for (int first = 0; first < 4 * limit; first += 8) {
        if (first % limit < used) {
            thud_wide_gather8(records + first, size, index, column + first);
        }
    }
    for (int i = 0; i < used; i++) {
        core->vertex[i] = wide_make(column[i], column[limit + i]);
        core->normal[i] = wide_make(column[2 * limit + i], column[3 * limit + i]);
    }
    thud_wide_gather8(records + 4 * limit, size, index, row);
    core->radius = row[0];
    core->flat = row[3];
    if (limit == 4) {
        thud_mw is_triangle = thud_mw_and(thud_fw_eq(core->vertex[3].x, core->vertex[0].x),
                                          thud_fw_eq(core->vertex[3].y, core->vertex[0].y));
        core->count = thud_fw_select(is_triangle, thud_fw_set1(3.0f), thud_fw_set1(4.0f));
        core->extent = row[1];
    } else {
        core->count = row[1];
        core->extent = row[2];
    }
    return used;
}

/* The same, not inlined. */
THUD_OWN_CODE int load_any_polygons(const float *records, const int32_t index[thud_wide_lanes], int limit,
                                    wide_core *core) {
    return load_polygons(records, index, limit, core);
}

/* Likewise for four vertices, with unrolled loops. */
THUD_OWN_CODE void load_cores_of_four(const float *records, const int32_t index[thud_wide_lanes], wide_core *core) {
    load_polygons(records, index, 4, core);
}

/* Loads cores of a class; returns the number of vertices in use. */
THUD_INLINE int load_cores(const float *records, const int32_t index[thud_wide_lanes], int limit,
                           wide_core *core) {
    if (limit == 1) {
        load_points(records, index, core);
        return 1;
    }
    if (limit == 2) {
        load_segments(records, index, core);
        return 2;
    }
    if (limit == 4) {
        load_cores_of_four(records, index, core);
        return 4;
    }
    return load_any_polygons(records, index, limit, core);
}

/* Moves a core into another frame. */
THUD_INLINE void place_core(wide_core *core, int limit, wide_vec2 position, wide_vec2 rotation) {
    for (int i = 0; i < limit; i++) {
        core->vertex[i] = wide_add(position, wide_rotate(rotation, core->vertex[i]));
    }
    for (int i = 0; i < limit && limit > 1; i++) {
        core->normal[i] = wide_rotate(rotation, core->normal[i]);
    }
}

/* ---- separating axes ---- */

/* The index of the vertex where edge `start` ends. */
THUD_INLINE thud_fw next_index(thud_fw start, thud_fw count) {
    thud_fw next = thud_fw_add(start, thud_fw_set1(1.0f));
    return thud_fw_and_mask(next, thud_fw_lt(next, count));
}

THUD_INLINE wide_edge face_of(const wide_core *core, int limit, int i, thud_fw score) {
    wide_edge edge;
    edge.normal = core->normal[i];
    edge.start = core->vertex[i];
    edge.end = core->vertex[i + 1 < limit ? i + 1 : 0];
    edge.start_index = thud_fw_set1((float)i);
    edge.end_index = edge.start_index; /* set when the face is chosen */
    edge.score = score;
    return edge;
}

/* The separation of a core from `other` by the plane of a face that starts at `start`. */
THUD_INLINE thud_fw face_separation(wide_vec2 normal, wide_vec2 start, const wide_core *other,
                                    int other_limit) {
    thud_fw nearest = wide_dot(normal, other->vertex[0]);
    for (int j = 1; j < other_limit; j++) {
        nearest = thud_fw_min(nearest, wide_dot(normal, other->vertex[j]));
    }
    return thud_fw_sub(nearest, wide_dot(normal, start));
}

/* The face of `core`, the first of equals, whose plane separates it most from `other`; its score is the separation. */
THUD_INLINE wide_edge find_reference(const wide_core *core, int limit, const wide_core *other,
                                     int other_limit) {
    wide_edge best =
        face_of(core, limit, 0, face_separation(core->normal[0], core->vertex[0], other, other_limit));
    for (int i = 1; i < limit; i++) {
        thud_fw separation = face_separation(core->normal[i], core->vertex[i], other, other_limit);
        best =
            wide_edge_select(thud_fw_gt(separation, best.score), face_of(core, limit, i, separation), best);
    }
    best.end_index = next_index(best.start_index, core->count);
    return best;
}

THUD_OWN_CODE wide_edge find_any_reference(const wide_core *core, int limit, const wide_core *other,
                                           int other_limit) {
    return find_reference(core, limit, other, other_limit);
}

THUD_OWN_CODE wide_edge find_reference_of_four(const wide_core *core, const wide_core *other) {
    return find_reference(core, 4, other, 4);
}

/* find_reference, inlined or not. */
THUD_INLINE wide_edge reference_of(const wide_core *core, int limit, const wide_core *other, int other_limit) {
    return !__builtin_constant_p(limit)     ? find_any_reference(core, limit, other, other_limit)
           : limit == 4 && other_limit == 4 ? find_reference_of_four(core, other)
                                            : find_reference(core, limit, other, other_limit);
}

/* The face of `core` with that index, for each lane, its score as in find_reference. */
THUD_INLINE wide_edge face_at(const wide_core *core, int limit, thud_fw index, const wide_core *other,
                              int other_limit) {
    wide_edge face = face_of(core, limit, 0, thud_fw_zero());
    for (int i = 1; i < limit; i++) {
        thud_mw wanted = thud_fw_eq(index, thud_fw_set1((float)i));
        face = wide_edge_select(wanted, face_of(core, limit, i, thud_fw_zero()), face);
    }
    face.score = face_separation(face.normal, face.start, other, other_limit);
    face.end_index = next_index(face.start_index, core->count);
    return face;
}

/* The face of `core` that is adjacent to `edge` at its end, or at its start without `after`. */
THUD_OWN_CODE wide_edge find_neighbour(const wide_core *core, int limit, const wide_core *other,
                                       int other_limit, const wide_edge *edge, thud_mw after) {
    thud_mw is_first = thud_fw_eq(edge->start_index, thud_fw_zero());
    thud_fw before =
        thud_fw_sub(thud_fw_select(is_first, core->count, edge->start_index), thud_fw_set1(1.0f));
    return face_at(core, limit, thud_fw_select(after, edge->end_index, before), other, other_limit);
}

/* Cosines between normals and a direction that differ by less than this count as equal: four roundings. */
#define ALIGNMENT_NOISE 4.76837158203125e-7f

/* The face of `core` most opposite to `direction`, the first of equals; a point is an edge without length.
 * Faces that turn by less than a milliradian against each other are equal in floats: among them the one with
 * the lower end is chosen, or a long thin core might be met at a wrong place. */
THUD_INLINE wide_edge find_incident(const wide_core *core, int limit, wide_vec2 direction) {
    wide_edge best = face_of(core, limit, 0, thud_fw_zero());
    if (limit == 1) {
        return best;
    }
    best.score = wide_dot(best.normal, direction);
    thud_fw start = wide_dot(core->vertex[0], direction), end = wide_dot(best.end, direction);
    thud_fw lowest = thud_fw_min(start, end), noise = thud_fw_set1(ALIGNMENT_NOISE);
    for (int i = 1; i < limit; i++) {
        thud_fw alignment = wide_dot(core->normal[i], direction);
        start = end;
        end = wide_dot(core->vertex[i + 1 < limit ? i + 1 : 0], direction);
        thud_fw low = thud_fw_min(start, end);
        thud_mw lower = thud_fw_lt(low, lowest), higher = thud_fw_gt(low, lowest);
        thud_fw less = thud_fw_sub(best.score, alignment);
        thud_mw clear = thud_fw_gt(less, thud_fw_select(higher, noise, thud_fw_zero()));
        thud_mw alike = thud_mw_and(lower, thud_fw_ge(less, thud_fw_neg(noise)));
        thud_mw better = thud_mw_or(clear, alike);
        lowest = thud_fw_select(better, low, lowest);
        best = wide_edge_select(better, face_of(core, limit, i, alignment), best);
    }
    best.end_index = next_index(best.start_index, core->count);
    return best;
}

THUD_OWN_CODE wide_edge find_any_incident(const wide_core *core, int limit, wide_vec2 direction) {
    return find_incident(core, limit, direction);
}

THUD_OWN_CODE wide_edge find_incident_of_four(const wide_core *core, wide_vec2 direction) {
    return find_incident(core, 4, direction);
}

/* find_incident, inlined or not. */
THUD_INLINE wide_edge incident_of(const wide_core *core, int limit, wide_vec2 direction) {
    return !__builtin_constant_p(limit) ? find_any_incident(core, limit, direction)
           : limit == 4                 ? find_incident_of_four(core, direction)
                                        : find_incident(core, limit, direction);
}
