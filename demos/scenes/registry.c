/*
 * The one table of all scenes, in the order in which [ and ] walk through them.
 */
#include <string.h>

#include "scenes.h"

static const scene_kind *const registry[] = {
    &scene_bounce,  &scene_friction, &scene_pyramid, &scene_pile,     &scene_bullets,   &scene_fast,
    &scene_collide,
#ifdef THUD_SCENE_LEVEL
    &scene_level,
#endif
    &scene_joints,  &scene_obb,      &scene_shapes,  &scene_volumes,  &scene_select,    &scene_boxes3,
    &scene_arcade,  &scene_buoyancy, &scene_explosion, &scene_sensors, &scene_events,   &scene_conveyor,
    &scene_brick_wall, &scene_ragdoll, &scene_vehicle, &scene_bridge, &scene_gears,     &scene_terrain,
    &scene_fields,
};
static const int registry_count = (int)(sizeof registry / sizeof registry[0]);

const scene_kind *scene_at(int index) {
    return index >= 0 && index < registry_count ? registry[index] : NULL;
}

const scene_kind *scene_find(const char *name) {
    for (int i = 0; i < registry_count; i++) {
        if (strcmp(registry[i]->name, name) == 0) {
            return registry[i];
        }
    }
    return NULL;
}

int scene_index(const scene_kind *kind) {
    for (int i = 0; i < registry_count; i++) {
        if (registry[i] == kind) {
            return i;
        }
    }
    return 0;
}
