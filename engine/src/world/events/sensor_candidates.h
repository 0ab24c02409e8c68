/* sensor_candidates.h: the pairs of a sensor and a shape that the stage of sensors has to judge. */
#pragma once

#include "world/world_state.h"

/* Whether filters, kinds and bodies let a sensor, or a shape with kinematic_events, have events with a visitor. */
bool thud_sensor_detects(const thud_world *world, const thud_shape_record *sensor,
                         const thud_shape_record *visitor);

/* Whether the body has the pose of the end of the last step, and was not moved since. */
bool thud_body_is_unmoved(const thud_world *world, int32_t body);

/* The longest step within which a body's shapes pass no sensor. Chains have no thickness. */
static inline float thud_slow_step(const thud_world *world, int32_t body) {
    return THUD_FAST_SHARE * world->bodies.sleep_data[body].thickness;
}

/* Lists the candidates of the step in the table of sensors, sorted, each once. False when memory runs out. */
bool thud_find_sensor_candidates(thud_world *world);
