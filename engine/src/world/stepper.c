/*
 * stepper.c: divides frames of any length into steps of one length. The rest is less than a step; it gives the
 * fraction between the last two poses at which to draw, so that motion is smooth although the world is always up to a
 * step ahead.
 *
 *     frames      |-------|----|------------|
 *     steps       |---|---|---|---|---|---|---|
 *                                         ^ accumulator: from the last step to the end of the frame
 */
#include "world/check.h"
#include "world/world_state.h"

thud_stepper thud_stepper_defaults(void) {
    return (thud_stepper){.dt = 1.0f / 60.0f, .max_steps = 8, .accumulator = 0.0f, .alpha = 1.0f};
}

/* The fault of a stepper: the field and its value. */
static thud_reason check_stepper(const thud_stepper *stepper) {
    if (stepper == NULL) {
        return thud_reason_of(THUD_NULL_ARGUMENT, "stepper", 0.0);
    }
    if (!thud_is_finite(stepper->dt)) {
        return thud_reason_of(THUD_NOT_FINITE, "stepper.dt", (double)stepper->dt);
    }
    if (!(stepper->dt >= THUD_MIN_STEP && stepper->dt <= THUD_MAX_STEP)) {
        return thud_reason_of(THUD_OUT_OF_RANGE, "stepper.dt", (double)stepper->dt);
    }
    if (!thud_is_finite(stepper->accumulator)) {
        return thud_reason_of(THUD_NOT_FINITE, "stepper.accumulator", (double)stepper->accumulator);
    }
    return stepper->max_steps < 0
               ? thud_reason_of(THUD_NEGATIVE, "stepper.max_steps", (double)stepper->max_steps)
               : thud_reason_of(THUD_OK, NULL, 0.0);
}

int thud_stepper_due(thud_stepper *stepper, float frame_time) {
    if (check_stepper(stepper).status != THUD_OK) {
        return 0;
    }
    float elapsed = thud_is_finite(frame_time) && frame_time > 0.0f ? frame_time : 0.0f;
    float most = ((float)stepper->max_steps + 1.0f) * stepper->dt; /* larger sums have no effect */
    stepper->accumulator = thud_clamp(stepper->accumulator + elapsed, 0.0f, most);
    int steps = 0;
    while (stepper->accumulator >= stepper->dt && steps < stepper->max_steps) {
        stepper->accumulator -= stepper->dt;
        steps++;
    }
    if (stepper->accumulator >= stepper->dt) {
        stepper->accumulator = 0.0f; /* dropped */
    }
    stepper->alpha = thud_clamp(stepper->accumulator / stepper->dt, 0.0f, 1.0f);
    return steps;
}

int thud_stepper_advance(thud_stepper *stepper, thud_world *world, float frame_time) {
    const thud_call call = thud_on_world(__func__);
    thud_reason reason = check_stepper(stepper);
    if (reason.status != THUD_OK) {
        thud_refuse_for(world, call, &reason);
        return 0;
    }
    if (!thud_world_may_change(world, call)) {
        return 0;
    }
    int steps = thud_stepper_due(stepper, frame_time);
    for (int i = 0; i < steps; i++) {
        thud_world_step(world, stepper->dt);
    }
    return steps;
}

thud_pose thud_stepper_pose(const thud_stepper *stepper, const thud_world *world, thud_body_id body) {
    int32_t slot = thud_body_slot(world, body, __func__);
    if (slot == THUD_NONE) {
        return (thud_pose){0};
    }
    float alpha = stepper != NULL && stepper->alpha < 1.0f ? thud_max(stepper->alpha, 0.0f) : 1.0f; /* NaN: 1 */
    thud_pose center = thud_pose_interpolate(world->bodies.previous[slot], world->bodies.poses[slot], alpha);
    return thud_body_origin_pose(&world->bodies, slot, &center);
}
