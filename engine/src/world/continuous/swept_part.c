#include "world/continuous/swept_part.h"

#include "world/bodies/shape_parts.h"
#include "world/continuous/sweep_path.h"
#include "world/world_state.h"

void thud_swept_part_make(thud_swept_part *part, const thud_shape_record *record, int depth, const thud_sweep *sweep) {
    /* The part at depth 0, all of the shape, does not depend on the middle. */
    thud_vec2 middle = depth > 0 ? thud_middle_of(record->outline, record->count) : (thud_vec2){0.0f, 0.0f};
    thud_swept_outline *outline = &part->outline;
    float share = thud_part_share(depth), reach = 0.0f;
    outline->count = record->count;
    outline->radius = share * record->radius;
    for (int i = 0; i < record->count; i++) {
        thud_vec2 vertex = thud_vec2_lerp(middle, record->outline[i], share);
        outline->arms[i] = thud_rot_apply(sweep->rotation, thud_vec2_sub(vertex, sweep->local_center));
        reach = thud_max(reach, thud_vec2_length_squared(outline->arms[i]));
    }
    outline->reach = sqrtf(reach);
}

void thud_relative_motion_make(thud_relative_motion *motion, const thud_world *world, int32_t mover, thud_vec2 from, float share, int32_t body) {
    const thud_displacement *step = &world->bodies.displacements[mover];
    bool moves = thud_state_moves(world->bodies.states[body]);
    thud_outline_motion *seen = &motion->seen;
    motion->obstacle = body;
    motion->own_turn = 0.0f;
    seen->pose = moves ? thud_obstacle_pose(world, body, share) : world->bodies.poses[body];
    seen->arm = thud_vec2_sub(from, seen->pose.position);
    seen->translation = step->translation;
    seen->turn = step->rotation;
    seen->bend = (thud_vec2){0.0f, 0.0f};
    seen->error = 0.0f;
    if (moves) {
        thud_vec2 own = thud_vec2_sub(world->bodies.poses[body].position, seen->pose.position);
        motion->own_turn = (1.0f - share) * thud_obstacle_turn(world, body);
        thud_outline_motion_make(seen, thud_vec2_sub(step->translation, own), step->rotation, motion->own_turn);
    }
}

bool thud_swept_part_may_sink_in(const thud_swept_part *part, const thud_relative_motion *motion,
                                 const thud_shape_record *obstacle, thud_vec2 center, float depth) {
    const thud_outline_obstacle fixed = {thud_shape_record_outline(obstacle),
                                         obstacle->outline + obstacle->count, center};
    return thud_swept_outline_may_sink_in(&part->outline, &motion->seen, &fixed, depth);
}

float thud_depth_allowed(const thud_world *world, int32_t body) {
    float within_core = THUD_FAST_SHARE * world->bodies.sleep_data[body].thickness - world->def.slop;
    return thud_min(world->def.speculative_distance, within_core);
}
