#include "world/continuous/swept_part.h"

#include "world/bodies/shape_parts.h"
#include "world/continuous/sweep_path.h"
#include "world/world_state.h"

void thud_obstacle_motion_make(thud_obstacle_motion *motion, const thud_world *world, int32_t body,
                               float share) {
    const thud_pose *end = &world->bodies.poses[body];
    motion->body = body;
    motion->pose = *end;
    motion->translation = (thud_vec2){0.0f, 0.0f};
    motion->turn = 0.0f;
    if (thud_state_moves(world->bodies.states[body])) {
        motion->pose = thud_obstacle_pose(world, body, share);
        motion->translation = thud_vec2_sub(end->position, motion->pose.position);
        motion->turn = (1.0f - share) * thud_obstacle_turn(world, body);
    }
}

void thud_see_displacement(thud_outline_motion *seen, const thud_obstacle_motion *obstacle, thud_vec2 from,
                           const thud_displacement *step) {
    seen->pose = obstacle->pose;
    seen->arm = thud_vec2_sub(from, obstacle->pose.position);
    thud_outline_motion_make(seen, thud_vec2_sub(step->translation, obstacle->translation), step->rotation,
                             obstacle->turn);
}

void thud_swept_part_make(thud_swept_outline *part, const thud_world *world, const thud_shape_record *record,
                          int depth, thud_rot rotation) {
    thud_vec2 center = world->bodies.bodies[record->body].mass.center;
    /* The part at depth 0, all of the shape, does not depend on the middle. */
    thud_vec2 middle = depth > 0 ? thud_middle_of(record->outline, record->count) : (thud_vec2){0.0f, 0.0f};
    float share = thud_part_share(depth), reach = 0.0f;
    bool is_disc = depth >= THUD_DISC_DEPTH;
    part->count = is_disc ? 1 : record->count;
    part->radius =
        share * (record->radius + (is_disc ? thud_vec2_distance(middle, record->outline[0]) : 0.0f));
    for (int i = 0; i < part->count; i++) {
        thud_vec2 vertex = is_disc ? middle : thud_vec2_lerp(middle, record->outline[i], share);
        part->arms[i] = thud_rot_apply(rotation, thud_vec2_sub(vertex, center));
        reach = thud_max(reach, thud_vec2_length_squared(part->arms[i]));
    }
    part->reach = sqrtf(reach);
}

thud_outline_obstacle thud_outline_obstacle_of(const thud_world *world, const thud_shape_record *record) {
    return (thud_outline_obstacle){thud_shape_record_outline(record), record->outline + record->count,
                                   world->bodies.bodies[record->body].mass.center};
}
