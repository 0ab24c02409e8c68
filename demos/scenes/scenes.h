/*
 * scenes.h: every scene, one file each; registry.c puts them in order.
 */
#pragma once

#include "scene.h"

extern const scene_kind scene_bounce;
extern const scene_kind scene_friction;
extern const scene_kind scene_pyramid;
extern const scene_kind scene_pile;
extern const scene_kind scene_bullets;
extern const scene_kind scene_fast;
extern const scene_kind scene_collide;
extern const scene_kind scene_level;
extern const scene_kind scene_platformer;
extern const scene_kind scene_joints;
extern const scene_kind scene_obb;
extern const scene_kind scene_shapes;
extern const scene_kind scene_volumes;
extern const scene_kind scene_select;
extern const scene_kind scene_boxes3;
extern const scene_kind scene_arcade;
extern const scene_kind scene_buoyancy;
extern const scene_kind scene_conveyor;
extern const scene_kind scene_brick_wall;
extern const scene_kind scene_explosion;
extern const scene_kind scene_sensors;
extern const scene_kind scene_events;
extern const scene_kind scene_ragdoll;
extern const scene_kind scene_vehicle;
extern const scene_kind scene_bridge;
extern const scene_kind scene_gears;
extern const scene_kind scene_terrain;
extern const scene_kind scene_fields;
