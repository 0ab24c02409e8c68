/* sensors.h: the stage that finds the shapes inside of sensors. */
#pragma once

#include "thud/world.h"

/* Whether a shape was inside a sensor after the last step. */
bool thud_sensor_is_occupied(const thud_world *world, int32_t sensor);

/* The stage. Returns THUD_OK, or the reason for lost events. */
thud_status thud_sense(thud_world *world);
