/*
 * Overlap or time of impact in one call.
 */
#include "narrowphase/arguments.h"
#include "narrowphase/toi.h"
#include "thud/narrowphase.h"

thud_motion thud_motion_at(thud_vec2 position, float angle) {
    return (thud_motion){{position, thud_rot_from_angle(angle)}, {0.0f, 0.0f}, 0.0f, {0.0f, 0.0f}};
}

/* The motion over `duration` [s] as a sweep. Without a turn any centre will do; that of the shape does not round. */
static thud_sweep sweep_of(const thud_motion *motion, double duration) {
    thud_sweep sweep = {{motion->pose.position.x, motion->pose.position.y},
                        {0.0f, 0.0f},
                        motion->pose.rotation,
                        {duration * motion->velocity.x, duration * motion->velocity.y},
                        duration * motion->angular_velocity};
    if (sweep.turn != 0.0) {
        double x = motion->center.x, y = motion->center.y, c = sweep.rotation.c, s = sweep.rotation.s;
        sweep.local_center = motion->center;
        sweep.center.x += c * x - s * y;
        sweep.center.y += s * x + c * y;
    }
    return sweep;
}

thud_pose thud_motion_pose(const thud_motion *motion, float time) {
    if (motion == NULL || !thud_is_finite(time)) {
        return motion == NULL ? thud_pose_identity() : motion->pose;
    }
    thud_vec2 arm = thud_rot_apply(motion->pose.rotation, motion->center);
    thud_pose pose = motion->pose;
    if (motion->angular_velocity != 0.0f) {
        pose.rotation =
            thud_rot_mul(thud_rot_from_turn((double)time * motion->angular_velocity), pose.rotation);
    }
    thud_vec2 turned = thud_rot_apply(pose.rotation, motion->center);
    pose.position = thud_double2_round_in_range((thud_double2){
        (double)pose.position.x + (double)time * motion->velocity.x + ((double)arm.x - turned.x),
        (double)pose.position.y + (double)time * motion->velocity.y + ((double)arm.y - turned.y)});
    return pose;
}

static thud_status check_motion(const thud_shape *shape, const thud_motion *motion) {
    thud_status status = thud_check_placed(shape, motion->pose);
    if (status != THUD_OK) {
        return status;
    }
    if (!thud_vec2_is_finite(motion->velocity) || !thud_vec2_is_finite(motion->center) ||
        !thud_is_finite(motion->angular_velocity)) {
        return THUD_NOT_FINITE;
    }
    bool in_reach = thud_abs(motion->center.x) <= THUD_MAX_COORDINATE &&
                    thud_abs(motion->center.y) <= THUD_MAX_COORDINATE;
    return in_reach ? THUD_OK : THUD_OUT_OF_RANGE;
}

/* The contact points of a placed pair around `origin`. */
static void fill_points(thud_collision *found, const thud_placed placed[2], thud_double2 normal,
                        thud_vec2 origin) {
    thud_double2 points[2];
    found->count = thud_support_points(placed, normal, points);
    for (int k = 0; k < found->count; k++) {
        found->points[k] =
            thud_double2_round_in_range((thud_double2){origin.x + points[k].x, origin.y + points[k].y});
    }
}

static thud_collision collide_ordered(const thud_shape *a, const thud_motion *motion_a, const thud_shape *b,
                                      const thud_motion *motion_b, float t_max) {
    thud_collision found = {0};
    thud_placed placed[2];
    thud_difference difference;
    thud_place_pair(thud_outline_of(a), motion_a->pose, thud_outline_of(b), motion_b->pose, placed);
    thud_difference_build(&placed[0], &placed[1], &difference);
    thud_closest closest = thud_difference_closest(&difference);
    if (closest.separation < 0.0) {
        found.kind = THUD_COLLISION_OVERLAP;
        found.depth = (float)-closest.separation;
        found.normal = thud_double2_round(closest.normal);
        fill_points(&found, placed, closest.normal, motion_a->pose.position);
        return found;
    }
    double duration =
        t_max > 0.0f ? t_max : 1.0; /* at t_max 0 any duration, to find shapes that touch and approach */
    thud_toi_input input = {
        a, b, sweep_of(motion_a, duration), sweep_of(motion_b, duration), 0.0f, THUD_TOI_TOLERANCE};
    thud_toi_output impact = thud_time_of_impact(&input);
    double fraction = impact.state == THUD_TOI_STARTED_CLOSER ? 0.0 : impact.fraction;
    if (impact.state == THUD_TOI_NONE || fraction * duration > t_max) {
        return found;
    }
    found.kind = THUD_COLLISION_FUTURE;
    found.time = (float)(fraction * duration);
    found.undecided = impact.state == THUD_TOI_UNDECIDED;
    found.normal = thud_double2_round(impact.normal);
    thud_double2 origin = {motion_a->pose.position.x, motion_a->pose.position.y};
    thud_sweep_place(a, &input.sweep_a, fraction, origin, &placed[0]);
    thud_sweep_place(b, &input.sweep_b, fraction, origin, &placed[1]);
    fill_points(&found, placed, impact.normal, motion_a->pose.position);
    return found;
}

thud_status thud_collide(const thud_shape *a, const thud_motion *motion_a, const thud_shape *b,
                         const thud_motion *motion_b, float t_max, thud_collision *collision) {
    if (a == NULL || b == NULL || motion_a == NULL || motion_b == NULL || collision == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    thud_status status = thud_first_fault(check_motion(a, motion_a), check_motion(b, motion_b));
    status = thud_first_fault(status, thud_amount_check(t_max));
    if (status != THUD_OK) {
        return status;
    }
    if (thud_outlines_are_swapped(thud_outline_of(a), motion_a->pose, thud_outline_of(b), motion_b->pose)) {
        *collision = collide_ordered(b, motion_b, a, motion_a, t_max);
        collision->normal = thud_vec2_neg(collision->normal);
    } else {
        *collision = collide_ordered(a, motion_a, b, motion_b, t_max);
    }
    return THUD_OK;
}
