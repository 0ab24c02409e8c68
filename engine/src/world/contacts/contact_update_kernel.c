/* contact_update_kernel.c: classifies the contacts of a batch, a SIMD group at a time. */
#include "world/contacts/contact_update.h"

#include "narrowphase/wide_pair.h"

static inline thud_mw have(thud_iw words, uint8_t flag) {
    const thud_contact_features wanted = {.flags = flag};
    thud_iw found = thud_iw_and(words, thud_iw_set1(features_word(&wanted)));
    return thud_mw_not(thud_iw_eq(found, thud_iw_set1(0)));
}

/* Masks of the lanes for each list. */
typedef struct found_lanes {
    thud_mw changed, solved, near, event_candidates;
} found_lanes;

/* The speed at which b approaches a along the normal, at arms from the centres of mass. */
static inline thud_fw approach(const thud_fw normal[2], const thud_fw velocity_a[4], const thud_fw arm_a[2],
                               const thud_fw velocity_b[4], const thud_fw arm_b[2]) {
    thud_fw ax = thud_fw_sub(velocity_a[0], thud_fw_mul(velocity_a[2], arm_a[1]));
    thud_fw ay = thud_fw_add(velocity_a[1], thud_fw_mul(velocity_a[2], arm_a[0]));
    thud_fw bx = thud_fw_sub(velocity_b[0], thud_fw_mul(velocity_b[2], arm_b[1]));
    thud_fw by = thud_fw_add(velocity_b[1], thud_fw_mul(velocity_b[2], arm_b[0]));
    return thud_fw_add(thud_fw_mul(thud_fw_sub(ax, bx), normal[0]), thud_fw_mul(thud_fw_sub(ay, by), normal[1]));
}

/* The lanes that may be hits. Tests both points, even if a contact has one. */
static inline thud_mw may_hit(const thud_contact_update *batch, const int32_t slot[thud_wide_lanes]) {
    int32_t body_a[thud_wide_lanes], body_b[thud_wide_lanes];
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        body_a[lane] = batch->pairs[slot[lane]].body_a;
        body_b[lane] = batch->pairs[slot[lane]].body_b;
    }
    thud_fw a[4], b[4], half[8];
    thud_wide_gather4(&batch->velocities->linear.x, body_a, a);
    thud_wide_gather4(&batch->velocities->linear.x, body_b, b);
    thud_wide_gather8(&batch->manifolds->normal.x, 16, slot, half);
    thud_fw second_arm_b[2];
    for (int axis = 0; axis < 2; axis++) {
        second_arm_b[axis] = thud_fw_add(half[6 + axis], thud_fw_sub(half[4 + axis], half[2 + axis]));
    }
    thud_fw first = approach(half, a, half + 2, b, half + 6);
    thud_fw second = approach(half, a, half + 4, b, second_arm_b);
    thud_fw hit_speed = thud_fw_set1(batch->hit_speed);
    return thud_mw_or(thud_fw_gt(first, hit_speed), thud_fw_gt(second, hit_speed));
}

/* The lanes whose fat boxes overlap. */
static inline thud_mw boxes_overlap(const thud_contact_update *batch, const int32_t slot[thud_wide_lanes]) {
    uint32_t box_a[thud_wide_lanes], box_b[thud_wide_lanes];
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        const thud_contact_proxies *proxies = &batch->proxies[slot[lane]];
        box_a[lane] = proxies->a * (uint32_t)sizeof(thud_aabb);
        box_b[lane] = proxies->b * (uint32_t)sizeof(thud_aabb);
    }
    thud_fw a[4], b[4];
    thud_wide_gather4_at(batch->fat_boxes, box_a, a);
    thud_wide_gather4_at(batch->fat_boxes, box_b, b);
    return thud_mw_and(thud_mw_and(thud_fw_le(a[0], b[2]), thud_fw_le(b[0], a[2])),
                       thud_mw_and(thud_fw_le(a[1], b[3]), thud_fw_le(b[1], a[3])));
}

THUD_INLINE found_lanes classify_group(const thud_contact_update *batch, const int32_t slot[thud_wide_lanes]) {
    uint32_t offset[thud_wide_lanes];
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        offset[lane] = (uint32_t)slot[lane] * (uint32_t)sizeof(thud_contact_features);
    }
    thud_fw features[4];
    thud_wide_gather4_at(batch->features, offset, features);
    thud_fw nearest = features[2];
    thud_iw words = thud_iw_of_bits(features[3]);
    thud_mw touched = have(words, THUD_CONTACT_TOUCHING);
    thud_mw begins = thud_mw_andnot(thud_fw_le(nearest, thud_fw_zero()), touched);
    thud_mw ends = thud_mw_and(thud_fw_gt(nearest, thud_fw_set1(batch->part_distance)), touched);
    thud_mw deep = thud_mw_and(thud_fw_lt(nearest, thud_fw_set1(-batch->deep_distance)),
                               have(words, THUD_CONTACT_KINEMATIC));
    thud_mw overlap =
        batch->fat_boxes != NULL ? boxes_overlap(batch, slot) : thud_fw_le(thud_fw_zero(), thud_fw_zero());
    thud_mw has_points = thud_mw_and(overlap, thud_fw_lt(nearest, thud_fw_set1(THUD_NO_POINT)));
    thud_mw solved = thud_mw_andnot(has_points, have(words, THUD_CONTACT_REJECTED));
    thud_mw near = thud_mw_andnot(solved, thud_mw_andnot(touched, ends));
    thud_mw event_candidates = thud_mw_and(near, have(words, THUD_CONTACT_WANTS_EVENTS));
    thud_mw hit = have(words, THUD_CONTACT_WANTS_HITS);
    if (thud_mw_any(hit)) {
        event_candidates = thud_mw_or(event_candidates, thud_mw_and(hit, may_hit(batch, slot)));
    }
    return (found_lanes){thud_mw_or(thud_mw_or(thud_mw_or(begins, ends), deep), thud_mw_not(overlap)), solved, near,
                         thud_mw_and(solved, event_candidates)};
}

void THUD_KERNEL(thud_classify_contacts)(thud_contact_update *batch) {
    thud_contact_lists lists = batch->lists;
    lists.changed_count = lists.solved_count = lists.near_count = lists.event_candidate_count = 0;
    for (int32_t first = 0; first < batch->count; first += thud_wide_lanes) {
        int32_t last_group[thud_wide_lanes];
        const int32_t *slot =
            thud_lanes_from(batch->contacts + first, batch->count - first, thud_wide_lanes, last_group);
        int32_t lanes = lanes_of_group(batch->count, first);
        found_lanes found = classify_group(batch, slot);
        lists.solved_count = append_lanes(lists.solved, lists.solved_count, slot, found.solved, lanes);
        if (!thud_mw_any(thud_mw_or(thud_mw_or(found.changed, found.near), found.event_candidates))) {
            continue; /* most are just solved */
        }
        lists.changed_count = append_lanes(lists.changed, lists.changed_count, slot, found.changed, lanes);
        lists.near_count = append_lanes(lists.near, lists.near_count, slot, found.near, lanes);
        lists.event_candidate_count = append_lanes(lists.event_candidates, lists.event_candidate_count, slot,
                                                   found.event_candidates, lanes);
    }
    batch->lists = lists;
}
