/* box_slack_kernel.c: finds shapes that may have left their slack, eight at a time. */
#include "world/bodies/box_slack.h"

#include "base/lanes.h"

static inline thud_f8 distance(const float *noted, thud_f8 now) {
    return thud_f8_abs(thud_f8_sub(now, thud_f8_loadu(noted)));
}

/* Bit i: whether the shape at place first + i is inside its fat box for certain. */
static inline uint32_t within_slack_eight(const thud_slack_batch *batch, const int32_t bodies[8],
                                          int32_t first) {
    const thud_slack_notes *notes = batch->notes;
    thud_f8 pose[4];
    thud_gather4(&batch->poses[0].position.x, bodies, pose);
    first += batch->first_note;
    thud_f8 moved = thud_f8_add(distance(notes->x + first, pose[0]), distance(notes->y + first, pose[1]));
    thud_f8 turned = thud_f8_add(distance(notes->c + first, pose[2]), distance(notes->s + first, pose[3]));
    thud_f8 travel = thud_f8_add(moved, thud_f8_mul(turned, thud_f8_loadu(notes->reach + first)));
    return thud_m8_bits(thud_f8_le(travel, thud_f8_loadu(notes->slack + first)));
}

void THUD_KERNEL(thud_find_outside_slack)(thud_slack_batch *batch) {
    int32_t count = 0;
    for (int32_t first = 0; first < batch->count; first += thud_lane_count) {
        int32_t left = batch->count - first;
        int32_t room[thud_lane_count];
        const int32_t *bodies = thud_lanes_from(batch->bodies + first, left, thud_lane_count, room);
        uint32_t outside = ~within_slack_eight(batch, bodies, first) & 0xffu;
        for (int32_t lane = 0; outside != 0 && lane < left; lane++, outside >>= 1) {
            batch->outside[count] = first + lane;
            count += (int32_t)(outside & 1u);
        }
    }
    batch->outside_count = count;
}
