/*
 * The one table of all scenes, in the order in which [ and ] walk through them; those of one category are side by side.
 */
#include <string.h>

#include "scenes.h"

static const struct {
    const char *category;
    const scene_kind *kind;
} registry[] = {
#ifdef THUD_SCENE_PLATFORMER
    {"games", &scene_platformer},
#endif
    {"bodies", &scene_bounce},
    {"bodies", &scene_friction},
    {"bodies", &scene_pyramid},
    {"bodies", &scene_pile},
    {"bodies", &scene_brick_wall},
    {"bodies", &scene_bullets},
    {"bodies", &scene_fast},
#ifdef THUD_SCENE_LEVEL
    {"games", &scene_level},
#endif
    {"games", &scene_conveyor},
    {"games", &scene_terrain},
    {"games", &scene_vehicle},
    {"games", &scene_ragdoll},
    {"games", &scene_arcade},
    {"joints", &scene_joints},
    {"joints", &scene_bridge},
    {"joints", &scene_gears},
    {"events and forces", &scene_sensors},
    {"events and forces", &scene_events},
    {"events and forces", &scene_explosion},
    {"events and forces", &scene_buoyancy},
    {"events and forces", &scene_fields},
    {"stages alone", &scene_collide},
    {"stages alone", &scene_obb},
    {"stages alone", &scene_shapes},
    {"stages alone", &scene_volumes},
    {"stages alone", &scene_select},
    {"stages alone", &scene_boxes3},
};
static const int registry_count = (int)(sizeof registry / sizeof registry[0]);

const scene_kind *scene_at(int index) {
    return index >= 0 && index < registry_count ? registry[index].kind : NULL;
}

const char *scene_category_at(int index) {
    return index >= 0 && index < registry_count ? registry[index].category : NULL;
}

const scene_kind *scene_find(const char *name) {
    for (int i = 0; i < registry_count; i++) {
        if (strcmp(registry[i].kind->name, name) == 0) {
            return registry[i].kind;
        }
    }
    return NULL;
}

int scene_index(const scene_kind *kind) {
    for (int i = 0; i < registry_count; i++) {
        if (registry[i].kind == kind) {
            return i;
        }
    }
    return 0;
}
