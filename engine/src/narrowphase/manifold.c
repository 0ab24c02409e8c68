/*
 * The manifolds of batches; and that of one pair, as a batch of one contact. Cores are placed relative to a's centre, so that
 * no precision is lost far from the origin.
 */
#include "narrowphase/manifold.h"
#include "geometry/precise.h"
#include "narrowphase/arguments.h"
#include "thud/narrowphase.h"

/* ---- batches ---- */

THUD_KERNEL_DECLARE(void, thud_sat, (const thud_collide_batch *batch));

void thud_collide_batch_run(const thud_collide_batch *batch, thud_lanes lanes) {
    THUD_KERNEL_CHOOSE(lanes, thud_sat)(batch);
}

uint32_t thud_kinematic_turns(const thud_collide_batch *batch, const int32_t *slots, uint32_t turned_a, uint32_t turned_b) {
    uint32_t found = 0, bit = 1;
    for (uint32_t left = turned_a | turned_b; left != 0; left &= ~bit, bit <<= 1) {
        const thud_contact_pair *pair = &batch->pairs[*slots++];
        uint32_t by_a = batch->states[pair->body_a] == batch->kinematic_state ? turned_a : 0;
        uint32_t by_b = batch->states[pair->body_b] == batch->kinematic_state ? turned_b : 0;
        found |= (by_a | by_b) & bit;
    }
    return found;
}

/* ---- one pair ---- */

thud_manifold thud_find_link_manifold(const thud_shape *a, const thud_link_ends *ends, thud_pose pose_a,
                                      const thud_shape *b, thud_pose pose_b, float near) {
    _Alignas(THUD_CORE_ALIGNMENT) unsigned char records[2 * THUD_LARGEST_CORE];
    thud_core_class class_a = ends != NULL ? THUD_CORE_LINK : thud_core_class_of(a);
    unsigned char *record_b = records + thud_core_size(class_a);
    thud_vec2 middle_a = thud_mean_of(a->vertices, a->count), middle_b = thud_mean_of(b->vertices, b->count);
    if (ends != NULL) {
        thud_core_build_link(a, ends, middle_a, records);
    } else {
        thud_core_build(a, middle_a, records);
    }
    thud_core_build(b, middle_b, record_b);
    thud_double2 between = thud_arrow(pose_a.position, pose_b.position);
    thud_vec2 arm_a = thud_rot_apply(pose_a.rotation, middle_a),
              arm_b = thud_rot_apply(pose_b.rotation, middle_b);
    thud_double2 center = {(double)pose_a.position.x + arm_a.x, (double)pose_a.position.y + arm_a.y};
    thud_pose poses[2] = {
        {{0.0f, 0.0f}, pose_a.rotation},
        {{(float)(between.x + arm_b.x - arm_a.x), (float)(between.y + arm_b.y - arm_a.y)}, pose_b.rotation}};

    thud_contact_pair contact_pair = {0, 1, 0, 0};
    thud_contact_features features = {0};
    thud_contact_manifold contact = {0};
    int32_t slot = 0;
    thud_collide_batch batch = {.class_a = class_a,
                                .class_b = thud_core_class_of(b),
                                .rectangles = thud_core_is_rectangle(a) && thud_core_is_rectangle(b),
                                .poses = poses,
                                .pairs = &contact_pair,
                                .features = &features,
                                .manifolds = &contact,
                                .contacts = &slot,
                                .count = 1,
                                .speculative_distance = near};
    batch.cores[batch.class_b] = record_b;
    batch.cores[batch.class_a] = records;
    contact_pair.core_b = batch.class_b == batch.class_a ? 1 : 0;
    thud_collide_batch_run(&batch, thud_lanes_resolve(THUD_LANES_AUTO));

    thud_manifold manifold = {
        contact.normal, features.count, {{{0.0f, 0.0f}, 0.0f, 0}, {{0.0f, 0.0f}, 0.0f, 0}}};
    for (int k = 0; k < features.count; k++) {
        manifold.points[k].point =
            thud_vec2_make((float)(center.x + contact.arm_a[k].x), (float)(center.y + contact.arm_a[k].y));
        manifold.points[k].separation = contact.separation[k];
        manifold.points[k].feature = (uint16_t)features.feature[k];
    }
    return manifold;
}

thud_manifold thud_find_valid_manifold(const thud_shape *a, thud_pose pose_a, const thud_shape *b,
                                       thud_pose pose_b, float near) {
    if (!thud_outlines_are_swapped(thud_outline_of(a), pose_a, thud_outline_of(b), pose_b)) {
        return thud_find_link_manifold(a, NULL, pose_a, b, pose_b, near);
    }
    thud_manifold found = thud_find_link_manifold(b, NULL, pose_b, a, pose_a, near);
    found.normal = found.count > 0 ? thud_vec2_neg(found.normal) : found.normal;
    return found;
}

thud_status thud_find_manifold(const thud_shape *a, thud_pose pose_a, const thud_shape *b, thud_pose pose_b,
                               float near, thud_manifold *manifold) {
    thud_status status = manifold == NULL ? THUD_NULL_ARGUMENT : thud_check_pair(a, pose_a, b, pose_b);
    if (status == THUD_OK && !(thud_is_in_world(pose_a) && thud_is_in_world(pose_b))) {
        status = THUD_OUT_OF_RANGE; /* squares in the kernel would overflow */
    }
    status = thud_first_fault(status, thud_amount_check(near));
    if (status == THUD_OK && !thud_lanes_available(THUD_LANES_AUTO)) {
        status = THUD_OUT_OF_RANGE;
    }
    if (status != THUD_OK) {
        return status;
    }
    near = thud_min(near, THUD_MAX_POSITION); /* all is near; THUD_NO_POINT must stay farther */
    *manifold = thud_find_valid_manifold(a, pose_a, b, pose_b, near);
    return THUD_OK;
}
