/*
 * recycle_kernel.c: finds contacts that keep their manifold, many at a time. With the bodies turned by small angles
 * since it was made, a body's point at arm r has moved by
 *
 *     R(d) r - r = (-v r.x - d r.y, d r.x - v r.y)      d: sine of the turn, v = 1 - cos = d^2 / 2
 *
 * in addition to the motion of its centre. The two bodies' points that met at a contact point have moved apart by w,
 * which changes the separation by n . w. Any other point within `reach` of it has moved by at most |w| plus the
 * relative turn times the reach: while that is within the leeway, no new point has come near.
 *
 * Shapes that are apart along an axis stay apart while the gap along it remains: w counts by its part along the axis,
 * with its sign. The axis belongs to the larger body, which has turned by d: it may see |d| |w| more along it.
 *
 * A point that may slide along a's face (`separation[1]` of its origin) does not count w along that face. It moves on a. So may
 * a contact without points, where shapes are not apart but another shape holds b (world/contacts/drop_ghosts.c).
 *
 * If two faces touch, pressing or tilting them changes their separations, which are updated, but not the place of the
 * contact; sliding does. A new manifold takes the current lean of a stack into its arms, which a stack on soft contacts
 * does not survive forever. So pressing and tilting count less than sliding.
 */
#include "narrowphase/wide_pair.h"

/* The cosine of the largest turn since the manifold was made (almost 2 degrees): its normal is kept. */
#define LARGEST_TURN_COSINE 0.9994f

/* The same of shapes that are apart, which have no normal to keep (8 degrees). */
#define LARGEST_TURN_APART_COSINE 0.99f

/* The sine of the largest turn of a kinematic body (0.2 degrees): its faces turn, kept normals do not. Up to 2 degrees a
 * box without friction on a swinging platform was 5 cm off after four seconds, one with locked rotation half a metre. */
#define LARGEST_KINEMATIC_TURN 0.0035f

/* The turn of a body since then. */
typedef struct wide_turn {
    thud_fw sine, versine;
    thud_mw is_small;
} wide_turn;

THUD_INLINE wide_turn turn_since(wide_vec2 then, wide_vec2 now, thud_fw least_cosine) {
    wide_turn turn;
    turn.sine = thud_fw_sub(thud_fw_mul(then.x, now.y), thud_fw_mul(then.y, now.x));
    turn.versine = thud_fw_mul(thud_fw_mul(turn.sine, turn.sine), thud_fw_set1(0.5f));
    turn.is_small = thud_fw_gt(wide_dot(then, now), least_cosine);
    return turn;
}

/* Where shapes are not apart. */
THUD_INLINE thud_mw has_turned(const wide_turn *turn, thud_mw apart) {
    return thud_mw_andnot(thud_fw_gt(thud_fw_abs(turn->sine), thud_fw_set1(LARGEST_KINEMATIC_TURN)), apart);
}

/* R(d) r - r */
THUD_INLINE wide_vec2 swing(const wide_turn *turn, wide_vec2 arm) {
    return wide_make(
        thud_fw_neg(thud_fw_add(thud_fw_mul(turn->versine, arm.x), thud_fw_mul(turn->sine, arm.y))),
        thud_fw_sub(thud_fw_mul(turn->sine, arm.x), thud_fw_mul(turn->versine, arm.y)));
}

/* A separation after its point's two sides have moved apart by w; a missing point stays missing. */
THUD_INLINE thud_fw moved_separation(thud_fw separation, wide_vec2 normal, wide_vec2 w, thud_mw *is_point) {
    *is_point = thud_fw_lt(separation, thud_fw_set1(THUD_NO_POINT));
    return thud_fw_add(separation, wide_dot(normal, w));
}

/* Moves the points of manifolds along a's faces with b, as far as they may slide; returns the lanes in which they do.
 * Motion towards the face and from it has to be within the room. */
THUD_OWN_CODE thud_mw slide_along_faces(const thud_collide_batch *batch, const int32_t slot[thud_wide_lanes],
                                        wide_vec2 w, thud_fw room, thud_mw slides) {
    thud_fw half[8];
    thud_wide_gather8(&batch->manifolds->normal.x, 16, slot, half);
    wide_vec2 normal = wide_make(half[0], half[1]), tangent = wide_perp(normal);
    thud_fw *slide_room = &half[4], along = wide_dot(tangent, w), away = thud_fw_abs(wide_dot(normal, w));
    thud_mw in_room =
        thud_mw_and(thud_fw_lt(thud_fw_neg(slide_room[0]), along), thud_fw_lt(along, slide_room[1]));
    slides = thud_mw_and(slides, thud_mw_and(in_room, thud_fw_lt(away, room)));
    along = thud_fw_and_mask(along, slides);
    half[2] = thud_fw_add(half[2], thud_fw_mul(along, tangent.x));
    half[3] = thud_fw_add(half[3], thud_fw_mul(along, tangent.y));
    slide_room[0] = thud_fw_add(slide_room[0], along);
    slide_room[1] = thud_fw_sub(slide_room[1], along);
    thud_wide_scatter8(&batch->manifolds->normal.x, 16, slot, half);
    return slides;
}

/* A group of contacts with manifolds, and the turns of their bodies since these were made. */
typedef struct old_group {
    const int32_t *slot;
    thud_fw pose_a[4], pose_b[4];
    thud_fw origin[8]; /* thud_contact_origin: two rotations, two separations, reach, leeway */
    thud_mw apart, may_slide;
    wide_turn turn_a, turn_b;
    thud_mw is_small; /* the turns */
} old_group;

THUD_INLINE void load_old_group(const thud_collide_batch *batch, const int32_t slot[thud_wide_lanes],
                                old_group *it) {
    wide_pair pair;
    load_pairs(batch->pairs, slot, &pair);
    it->slot = slot;
    thud_wide_gather4(&batch->poses->position.x, pair.body_a, it->pose_a);
    thud_wide_gather4(&batch->poses->position.x, pair.body_b, it->pose_b);
    thud_wide_gather8(&batch->origins->rotation_a.c, 8, slot, it->origin);
    const thud_fw *then = it->origin, none = thud_fw_set1(THUD_NO_POINT);
    it->apart = thud_fw_ge(it->origin[4], none);
    thud_fw least_cosine =
        thud_fw_select(it->apart, thud_fw_set1(LARGEST_TURN_APART_COSINE), thud_fw_set1(LARGEST_TURN_COSINE));
    it->turn_a =
        turn_since(wide_make(then[0], then[1]), wide_make(it->pose_a[2], it->pose_a[3]), least_cosine);
    it->turn_b =
        turn_since(wide_make(then[2], then[3]), wide_make(it->pose_b[2], it->pose_b[3]), least_cosine);
    /* Of a circle that is apart from a link of a chain, or may slide along a face, and so has reach 0, no turn counts. */
    it->may_slide = thud_fw_gt(it->origin[5], none);
    thud_mw is_round =
        thud_mw_and(thud_mw_or(it->apart, it->may_slide), thud_fw_le(it->origin[6], thud_fw_zero()));
    it->turn_b.sine = thud_fw_and_mask(it->turn_b.sine, thud_mw_not(is_round));
    it->turn_b.versine = thud_fw_and_mask(it->turn_b.versine, thud_mw_not(is_round));
    it->is_small = thud_mw_and(it->turn_a.is_small, thud_mw_or(it->turn_b.is_small, is_round));
}

/* The manifolds of a group, and the motion of their bodies since they were made. */
typedef struct group_motion {
    wide_vec2 normal, arm_a[2], first_arm_b;
    wide_vec2 between_then; /* from centre to centre */
    wide_vec2 drift;        /* of b's centre against a's */
    wide_vec2 w;            /* of the two sides of the first point */
} group_motion;

THUD_INLINE void load_motion(const thud_collide_batch *batch, const old_group *it, group_motion *motion) {
    thud_fw half[8];
    thud_wide_gather8(&batch->manifolds->normal.x, 16, it->slot, half);
    motion->normal = wide_make(half[0], half[1]);
    motion->arm_a[0] = wide_make(half[2], half[3]);
    motion->arm_a[1] = wide_make(half[4], half[5]);
    motion->first_arm_b = wide_make(half[6], half[7]);
    motion->between_then = wide_sub(motion->arm_a[0], motion->first_arm_b);
    wide_vec2 between =
        wide_sub(wide_make(it->pose_b[0], it->pose_b[1]), wide_make(it->pose_a[0], it->pose_a[1]));
    motion->drift = wide_sub(between, motion->between_then);
    motion->w = wide_add(motion->drift, wide_sub(swing(&it->turn_b, motion->first_arm_b),
                                                 swing(&it->turn_a, motion->arm_a[0])));
}

/* The lanes whose points have moved by less than the leeway; `room` gets the rest of it. */
THUD_INLINE thud_mw is_within_leeway(const old_group *it, const group_motion *motion, float press_factor,
                                     thud_fw *room) {
    thud_fw none = thud_fw_set1(THUD_NO_POINT), one = thud_fw_set1(1.0f);
    /* For faces that touch, pressing and tilting count in part only. */
    thud_mw faces = thud_fw_lt(thud_fw_max(it->origin[4], it->origin[5]), none);
    thud_fw part = thud_fw_select(faces, thud_fw_set1(1.0f / thud_max(press_factor, 1.0f)), one);
    thud_fw pressed = thud_fw_min(wide_dot(motion->normal, motion->w), thud_fw_zero());
    thud_fw uncounted = thud_fw_sub(one, thud_fw_mul(part, part));
    thud_fw all_squared = wide_dot(motion->w, motion->w);
    thud_fw moved_squared = thud_fw_sub(all_squared, thud_fw_mul(thud_fw_mul(uncounted, pressed), pressed));
    thud_fw turned = thud_fw_abs(thud_fw_sub(it->turn_b.sine, it->turn_a.sine));
    *room = thud_fw_sub(it->origin[7], thud_fw_mul(thud_fw_mul(part, turned), it->origin[6]));

    wide_vec2 gap_axis = motion->arm_a[1]; /* of those apart that do not slide */
    thud_mw has_axis = thud_mw_and(it->apart, thud_fw_gt(wide_dot(gap_axis, gap_axis), thud_fw_zero()));
    has_axis = thud_mw_andnot(has_axis, it->may_slide);
    thud_fw sine_squared = thud_fw_max(thud_fw_mul(it->turn_a.sine, it->turn_a.sine),
                                       thud_fw_mul(it->turn_b.sine, it->turn_b.sine));
    *room = thud_fw_add(*room, thud_fw_and_mask(wide_dot(gap_axis, motion->w), has_axis));
    moved_squared = thud_fw_select(has_axis, thud_fw_mul(all_squared, sine_squared), moved_squared);
    return thud_mw_and(thud_fw_gt(*room, thud_fw_zero()), thud_fw_le(moved_squared, thud_fw_mul(*room, *room)));
}

/* The lanes of `lanes` without a kinematic body whose turn changes a kept normal. */
THUD_INLINE thud_mw without_kinematic_turns(const thud_collide_batch *batch, const old_group *it,
                                            thud_mw lanes) {
    thud_mw turned_a = thud_mw_and(lanes, has_turned(&it->turn_a, it->apart));
    thud_mw turned_b = thud_mw_and(lanes, has_turned(&it->turn_b, it->apart));
    if (batch->states == NULL || !thud_mw_any(thud_mw_or(turned_a, turned_b))) {
        return it->is_small;
    }
    uint32_t turns = thud_kinematic_turns(batch, it->slot, thud_mw_bits(turned_a), thud_mw_bits(turned_b));
    return thud_mw_andnot(it->is_small, thud_mw_from_bits(turns));
}

/* Stores the separations of now, and marks the contacts as recycled. */
THUD_INLINE void store_separations(const thud_collide_batch *batch, const old_group *it,
                                   const group_motion *motion) {
    uint32_t offset[thud_wide_lanes];
    int32_t quarter[thud_wide_lanes]; /* of a manifold: data for the solver, separations */
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        offset[lane] = 16 * (uint32_t)it->slot[lane];
        quarter[lane] = 4 * it->slot[lane] + 2;
    }
    thud_fw separations[4], features[4];
    thud_mw is_point[2];
    thud_wide_gather4(&batch->manifolds->normal.x, quarter, separations);
    thud_fw first = moved_separation(it->origin[4], motion->normal, motion->w, &is_point[0]);
    wide_vec2 second_arm_b = wide_sub(motion->arm_a[1], motion->between_then);
    wide_vec2 second_w = wide_add(
        motion->drift, wide_sub(swing(&it->turn_b, second_arm_b), swing(&it->turn_a, motion->arm_a[1])));
    thud_fw second = moved_separation(it->origin[5], motion->normal, second_w, &is_point[1]);
    separations[2] = thud_fw_and_mask(first, is_point[0]);
    separations[3] = thud_fw_and_mask(second, is_point[1]);
    thud_wide_scatter4(&batch->manifolds->normal.x, quarter, separations);

    static const thud_contact_features recycled = {.recycled = 1};
    thud_wide_gather4_at(batch->features, offset, features);
    features[2] = thud_fw_min(first, second);
    thud_iw word = thud_iw_or(thud_iw_of_bits(features[3]), thud_iw_set1(features_word(&recycled)));
    features[3] = thud_fw_of_bits(word);
    thud_wide_scatter4_at(batch->features, offset, features);
}

/* Updates the separations of a group of contacts; returns the lanes that keep their manifold. */
THUD_INLINE thud_mw recycle_group(const thud_collide_batch *batch, const int32_t slot[thud_wide_lanes]) {
    old_group group;
    load_old_group(batch, slot, &group);
    if (!thud_mw_any(group.is_small)) {
        return group.is_small;
    }
    group_motion motion;
    load_motion(batch, &group, &motion);
    thud_fw room;
    thud_mw keeps = is_within_leeway(&group, &motion, batch->press_factor, &room);
    thud_mw may_keep = thud_mw_and(group.is_small, thud_mw_or(keeps, group.may_slide));
    thud_mw is_small = without_kinematic_turns(batch, &group, may_keep);
    thud_mw kept = thud_mw_and(keeps, is_small);
    thud_mw slides = thud_mw_andnot(group.may_slide, kept);
    if (__builtin_expect(thud_mw_any(slides), 0)) { /* else wide registers would be saved where nothing slides */
        kept = thud_mw_or(kept, slide_along_faces(batch, slot, motion.w, room, thud_mw_and(slides, is_small)));
    }
    if (thud_mw_any(thud_mw_andnot(kept, group.apart))) {
        store_separations(batch, &group, &motion);
    }
    return kept;
}

/* Distance of the prefetch [contacts]. */
enum { PREFETCH_DISTANCE = 24 };

/* Prefetches the columns of a later group: they are too long for the second-level cache. */
THUD_INLINE void prefetch_group(const thud_collide_batch *batch, const int32_t *contacts, int32_t count,
                                int32_t first) {
    if (batch->fetches && first + thud_wide_lanes <= count) {
        THUD_NO_UNROLL
        for (int32_t lane = 0; lane < thud_wide_lanes; lane++) {
            int32_t slot = contacts[first + lane];
            __builtin_prefetch(&batch->manifolds[slot]);
            __builtin_prefetch(&batch->origins[slot]);
            __builtin_prefetch(&batch->poses[batch->pairs[slot].body_a]);
            __builtin_prefetch(&batch->poses[batch->pairs[slot].body_b]);
        }
    }
}

int32_t THUD_KERNEL(thud_recycle)(const thud_collide_batch *batch, const int32_t *contacts, int32_t count,
                                  int32_t *stale) {
    int32_t stale_count = 0;
    for (int32_t first = 0; first < count; first += thud_wide_lanes) {
        int32_t last_group[thud_wide_lanes];
        const int32_t *group = thud_lanes_from(contacts + first, count - first, thud_wide_lanes, last_group);
        prefetch_group(batch, contacts, count, first + PREFETCH_DISTANCE);
        thud_mw kept = recycle_group(batch, group);
        stale_count =
            append_lanes(stale, stale_count, group, thud_mw_not(kept), lanes_of_group(count, first));
    }
    return stale_count;
}
