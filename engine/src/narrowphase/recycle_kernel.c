/*
 * recycle_kernel.c: contacts that keep their manifold, eight at a time. With the bodies turned by small angles
 * since it was made, a body's point at arm r has gone
 *
 *     R(d) r - r = (-v r.x - d r.y, d r.x - v r.y)      d: sine of the turn, v = 1 - cos = d^2 / 2
 *
 * beside what its centre has gone. At a contact point the two bodies' points met; what they have moved apart, w,
 * changes the separation by n . w. Anything else within `reach` of it has moved by no more than |w| and the
 * relative turn times the reach: while that is within the leeway, nothing new has come near.
 */
#include "narrowphase/wide_pair.h"

/* The cosine of the largest turn since the manifold was made (about 1 degree): its normal stays as it was. */
#define LARGEST_TURN_COSINE 0.9998f

/* How a body has turned since. */
typedef struct wide_turn {
    thud_f8 sine, versine;
    thud_m8 is_small;
} wide_turn;

INLINE wide_turn turn_since(wide_vec2 then, wide_vec2 now) {
    wide_turn turn;
    turn.sine = thud_f8_sub(thud_f8_mul(then.x, now.y), thud_f8_mul(then.y, now.x));
    turn.versine = thud_f8_mul(thud_f8_mul(turn.sine, turn.sine), thud_f8_set1(0.5f));
    turn.is_small = thud_f8_gt(wide_dot(then, now), thud_f8_set1(LARGEST_TURN_COSINE));
    return turn;
}

/* R(d) r - r */
INLINE wide_vec2 swing(const wide_turn *turn, wide_vec2 arm) {
    return wide_make(
        thud_f8_neg(thud_f8_add(thud_f8_mul(turn->versine, arm.x), thud_f8_mul(turn->sine, arm.y))),
        thud_f8_sub(thud_f8_mul(turn->sine, arm.x), thud_f8_mul(turn->versine, arm.y)));
}

/* A separation after its point's two sides have moved apart by w; none stays none. */
INLINE thud_f8 moved_separation(thud_f8 separation, wide_vec2 normal, wide_vec2 w, thud_m8 *is_point) {
    *is_point = thud_f8_lt(separation, thud_f8_set1(THUD_NO_POINT));
    return thud_f8_add(separation, wide_dot(normal, w));
}

/* Brings eight contacts up to date; returns the lanes that keep their manifold. The others come to no harm. */
INLINE uint32_t recycle_group(const thud_collide_batch *batch, const int32_t slot[8]) {
    uint32_t offset[8];
    int32_t quarter[8]; /* of a manifold: what is noted for the solver, separations */
    const float *origins[8], *halves[8];
    for (int lane = 0; lane < 8; lane++) {
        offset[lane] = 16 * (uint32_t)slot[lane];
        quarter[lane] = 4 * slot[lane] + 2;
        origins[lane] = &batch->origins[slot[lane]].rotation_a.c;
        halves[lane] = &batch->manifolds[slot[lane]].normal.x;
    }
    wide_pair pair;
    load_pairs(batch->pairs, slot, &pair);
    thud_f8 pose_a[4], pose_b[4], origin[8], half[8];
    thud_gather4(&batch->poses->position.x, pair.body_a, pose_a);
    thud_gather4(&batch->poses->position.x, pair.body_b, pose_b);
    thud_load8x8(origins, origin);
    wide_turn turn_a = turn_since(wide_make(origin[0], origin[1]), wide_make(pose_a[2], pose_a[3]));
    wide_turn turn_b = turn_since(wide_make(origin[2], origin[3]), wide_make(pose_b[2], pose_b[3]));
    thud_m8 is_small = thud_m8_and(turn_a.is_small, turn_b.is_small);
    if (!thud_m8_any(is_small)) {
        return 0;
    }

    thud_load8x8(halves, half);
    wide_vec2 normal = wide_make(half[0], half[1]);
    wide_vec2 arm_a[2] = {wide_make(half[2], half[3]), wide_make(half[4], half[5])};
    wide_vec2 first_arm_b = wide_make(half[6], half[7]);
    wide_vec2 between_then = wide_sub(arm_a[0], first_arm_b);
    wide_vec2 between = wide_sub(wide_make(pose_b[0], pose_b[1]), wide_make(pose_a[0], pose_a[1]));
    wide_vec2 drift = wide_sub(between, between_then);
    wide_vec2 w = wide_add(drift, wide_sub(swing(&turn_b, first_arm_b), swing(&turn_a, arm_a[0])));

    thud_f8 turned = thud_f8_abs(thud_f8_sub(turn_b.sine, turn_a.sine));
    thud_f8 room = thud_f8_sub(origin[7], thud_f8_mul(turned, origin[6]));
    thud_m8 keeps = thud_m8_and(thud_f8_gt(room, thud_f8_zero()),
                                thud_f8_le(wide_dot(w, w), thud_f8_mul(room, room)));
    uint32_t kept = thud_m8_bits(thud_m8_and(keeps, is_small));
    if (kept == 0) {
        return 0;
    }

    thud_f8 separations[4], features[4];
    thud_m8 is_point[2];
    thud_gather4(&batch->manifolds->normal.x, quarter, separations);
    thud_f8 first = moved_separation(origin[4], normal, w, &is_point[0]);
    wide_vec2 second_arm_b = wide_sub(arm_a[1], between_then);
    wide_vec2 second_w = wide_add(drift, wide_sub(swing(&turn_b, second_arm_b), swing(&turn_a, arm_a[1])));
    thud_f8 second = moved_separation(origin[5], normal, second_w, &is_point[1]);
    separations[2] = thud_f8_and_mask(first, is_point[0]);
    separations[3] = thud_f8_and_mask(second, is_point[1]);
    thud_scatter4(&batch->manifolds->normal.x, quarter, separations);

    static const thud_contact_features recycled = {.recycled = 1};
    thud_gather4_at(batch->features, offset, features);
    features[2] = thud_f8_min(first, second);
    thud_i32x8 word = thud_i32x8_or(thud_i32x8_of_bits(features[3]), thud_i32x8_set1(features_word(&recycled)));
    features[3] = thud_f8_of_bits(word);
    thud_scatter4_at(batch->features, offset, features);
    return kept;
}

/* Contacts between asking for one's data and using it. */
enum { PREFETCH_DISTANCE = 24 };

/* The columns are too long for the second-level cache: asks for what is needed soon. */
INLINE void prefetch_group(const thud_collide_batch *batch, int32_t first) {
    if (first + 8 <= batch->count) {
        for (int32_t lane = 0; lane < 8; lane++) {
            int32_t slot = batch->contacts[first + lane];
            __builtin_prefetch(&batch->manifolds[slot]);
            __builtin_prefetch(&batch->origins[slot]);
        }
    }
}

int32_t THUD_KERNEL(thud_recycle)(const thud_collide_batch *batch, int32_t *stale) {
    int32_t stale_count = 0;
    for (int32_t first = 0; first < batch->count; first += 8) {
        int32_t last_group[8];
        const int32_t *group = full_group(batch, first, last_group);
        prefetch_group(batch, first + PREFETCH_DISTANCE);
        uint32_t kept = recycle_group(batch, group);
        int32_t lanes = batch->count - first < 8 ? batch->count - first : 8;
        for (int32_t lane = 0; lane < lanes; lane++) {
            stale[stale_count] = group[lane];
            stale_count += (int32_t)(~kept >> lane & 1u);
        }
    }
    return stale_count;
}
