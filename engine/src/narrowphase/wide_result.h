/*
 * wide_result.h: stores the results of sat_kernel.c for a group of contacts: features, the manifold, the impulses of
 * the old points (matched by feature), and the poses of the manifold, for recycling (recycle_kernel.c).
 */
#pragma once

#include "narrowphase/manifold.h"
#include "narrowphase/wide_contact.h"
#include "narrowphase/wide_pair.h"

/* Largest motion of two shapes that keep their manifold, as a share of the smaller one's extent. */
#define RECYCLED_SHARE 0.05f

typedef struct wide_bodies {
    thud_fw pose_a[4], pose_b[4];
    wide_vec2 between;        /* the centres, in world axes */
    wide_vec2 origin, turn;   /* of the frame of the contact, from a's centre in world axes */
    wide_vec2 position;       /* of b in the frame of a */
    wide_vec2 rotation;
    thud_fw extent;           /* of the smaller shape, about its body's centre; of a circle at a link, of its centre */
    thud_mw is_a_smaller;
    thud_fw face_gap; /* by which the reference face parts the shapes; 0 where there is no such face */
    wide_vec2 face_axis; /* of that gap: from a to b, in the frame of the contact */
} wide_bodies;

/* The pairs of a group of contacts, and the places of their results. */
typedef struct wide_group {
    const int32_t *slot;
    uint32_t offset[thud_wide_lanes]; /* offsets of records of 16 bytes */
    wide_pair pair;
    wide_bodies bodies;
} wide_group;

/* Leaves out the points of shapes that are apart by more than the speculative distance, and those beyond the
 * distance of second points; puts the remaining one first. Where the reference face parts the shapes by more,
 * that is their gap, and the normal is its axis. */
THUD_INLINE void keep_near_points(wide_contact *contact, const wide_bodies *bodies,
                                  const thud_collide_batch *batch) {
    thud_fw speculative_distance = thud_fw_set1(batch->speculative_distance);
    thud_fw farthest = thud_fw_max(speculative_distance, thud_fw_set1(batch->second_distance));
    thud_mw far = thud_fw_gt(bodies->face_gap, speculative_distance);
    contact->normal = wide_select(far, bodies->face_axis, contact->normal);
    thud_fw none = thud_fw_set1(THUD_NO_POINT);
    thud_fw first = thud_fw_select(contact->valid[0], contact->separation[0], none);
    thud_fw second = thud_fw_select(contact->valid[1], contact->separation[1], none);
    contact->gap = thud_fw_select(far, bodies->face_gap, thud_fw_min(first, second));
    thud_mw near = thud_fw_le(contact->gap, speculative_distance);
    contact->valid[0] = thud_mw_and(thud_fw_le(first, farthest), near);
    contact->valid[1] = thud_mw_and(thud_fw_le(second, farthest), near);
    thud_mw shift = thud_mw_andnot(contact->valid[1], contact->valid[0]);
    contact->point[0] = wide_select(shift, contact->point[1], contact->point[0]);
    contact->separation[0] = thud_fw_select(shift, contact->separation[1], contact->separation[0]);
    contact->feature[0] = thud_fw_select(shift, contact->feature[1], contact->feature[0]);
    contact->valid[0] = thud_mw_or(contact->valid[0], shift);
    contact->valid[1] = thud_mw_andnot(contact->valid[1], shift);
}

/* Impulses of the last step {normal 1, normal 2, friction, rolling}: rearranged for the new points. */
THUD_INLINE void carry_impulses(const wide_contact *contact, const thud_fw old_feature[2],
                                thud_fw impulses[4]) {
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

/* Replaces the features; the bytes that are free for the world stay. */
THUD_INLINE void store_features(const thud_collide_batch *batch, const uint32_t offset[thud_wide_lanes],
                                const wide_contact *contact, thud_fw record[4]) {
    static const thud_contact_features one = {.count = 1}, two = {.count = 2}, none = {.recycled = 1},
                                       flags = {.flags = 0xff, .one_way = 0xff};
    thud_iw count = thud_iw_select(contact->valid[0], thud_iw_set1(features_word(&one)),
                                   thud_iw_set1(features_word(&none)));
    count = thud_iw_select(contact->valid[1], thud_iw_set1(features_word(&two)), count);
    thud_iw kept = thud_iw_and(thud_iw_of_bits(record[3]), thud_iw_set1(features_word(&flags)));
    for (int k = 0; k < 2; k++) {
        record[k] = thud_fw_select(contact->valid[k], contact->feature[k], thud_fw_set1(THUD_NO_FEATURE));
    }
    record[2] = thud_fw_select(contact->valid[0], contact->gap, thud_fw_set1(THUD_NO_POINT));
    record[3] = thud_fw_of_bits(thud_iw_or(kept, count));
    thud_wide_scatter4_at(batch->features, offset, record);
}

/* Writes the data by which a later step decides whether the manifold is still valid. Touching shapes may move
 * by the recycling distance, and small ones by a part of their size, as the normals of curved surfaces turn
 * while they roll. Shapes that are apart may come as near as the speculative distance. */
THUD_INLINE void store_origins(const thud_collide_batch *batch, const int32_t slot[thud_wide_lanes],
                               const wide_bodies *bodies, const wide_contact *contact, bool links) {
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
    row[7] = thud_fw_select(contact->valid[0], touching_leeway, apart_leeway);
    if (links) { /* which without a gap may have left the contact to their neighbours */
        thud_mw far = thud_fw_gt(bodies->face_gap, thud_fw_set1(batch->speculative_distance));
        row[6] = bodies->extent;
        row[7] = thud_fw_select(far, apart_leeway, thud_fw_neg(none));
    }
    thud_wide_scatter8(&batch->origins->rotation_a.c, 8, slot, row);
}

/* Turns the contact into world axes and writes the manifolds' 16 floats in the order of the struct. Without
 * points, the first arms are those of `center`, at which motion is measured, and a's second one is
 * `gap_axis`. `noted` has the friction and the signed number of points of the old manifold, whose sign stays. */
THUD_INLINE void store_manifolds(thud_contact_manifold *manifolds, const int32_t slot[thud_wide_lanes],
                                 const wide_bodies *bodies, const wide_contact *contact,
                                 const thud_fw noted[2], const thud_fw impulses[4]) {
    wide_vec2 normal = wide_rotate(bodies->turn, contact->normal);
    thud_mw apart = thud_mw_not(contact->valid[0]);
    wide_vec2 axis = wide_make(thud_fw_and_mask(normal.x, apart), thud_fw_and_mask(normal.y, apart));
    wide_vec2 to_center = wide_make(thud_fw_and_mask(bodies->between.x, thud_mw_not(bodies->is_a_smaller)),
                                    thud_fw_and_mask(bodies->between.y, thud_mw_not(bodies->is_a_smaller)));
    thud_fw row[16];
    row[0] = thud_fw_and_mask(normal.x, contact->valid[0]);
    row[1] = thud_fw_and_mask(normal.y, contact->valid[0]);
    for (int k = 0; k < 2; k++) {
        wide_vec2 arm_a = wide_add(wide_rotate(bodies->turn, contact->point[k]), bodies->origin);
        arm_a = wide_select(contact->valid[k], arm_a, k == 0 ? to_center : axis);
        row[2 + 2 * k] = arm_a.x;
        row[3 + 2 * k] = arm_a.y;
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
    float *rows[thud_wide_lanes],
        *second_halves[thud_wide_lanes]; /* stores may change slots, as far as compilers know */
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        rows[lane] = &manifolds[slot[lane]].normal.x;
        second_halves[lane] = rows[lane] + 8;
    }
    thud_wide_store_rows(rows, row);
    thud_wide_store_rows(second_halves, row + 8);
}

THUD_OWN_CODE void store_contacts(const thud_collide_batch *batch, const wide_group *group, wide_contact *contact,
                                  bool links) {
    const wide_bodies *bodies = &group->bodies;
    keep_near_points(contact, bodies, batch);
    thud_fw old[8], features[4]; /* the second half of the old manifolds: notes, separations, impulses */
    thud_wide_gather4_at(batch->features, group->offset, features);
    thud_wide_gather8(&batch->manifolds->friction, 16, group->slot, old);
    carry_impulses(contact, features, old + 4);
    store_features(batch, group->offset, contact, features);
    if (batch->origins != NULL) {
        store_origins(batch, group->slot, bodies, contact, links);
    }
    store_manifolds(batch->manifolds, group->slot, bodies, contact, old, old + 4);
}
