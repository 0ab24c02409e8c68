/*
 * The one table of all scenes, in the order in which [ and ] walk through them; those of one category are side by side.
 */
#include <string.h>

#include "scenes.h"

static const struct {
    const char *category;
    const scene_kind *kind;
    const char *tags; /* words to search by, beside name and description */
} registry[] = {
#ifdef THUD_SCENE_PLATFORMER
    {"play", &scene_platformer, "character mover runner tiles jump one-way level"},
#endif
    {"tune", &scene_bounce, "restitution ball drop"},
    {"tune", &scene_friction, "slope slide crate material"},
    {"stress", &scene_pyramid, "stack boxes rest"},
    {"stress", &scene_pile, "many bodies heap threads"},
    {"stress", &scene_brick_wall, "stack boxes throw ball"},
    {"stress", &scene_bullets, "tunnelling fast continuous"},
    {"stress", &scene_fast, "tunnelling speed continuous impact"},
#ifdef THUD_SCENE_LEVEL
    {"play", &scene_level, "tiled map platformer"},
#endif
    {"play", &scene_conveyor, "belt surface speed"},
    {"play", &scene_terrain, "ground chain edit vehicle"},
    {"play", &scene_vehicle, "car wheels drive suspension"},
    {"play", &scene_ragdoll, "body limbs motor"},
    {"play", &scene_arcade, "character move jump"},
    {"joints", &scene_joints, "hinge weld slider rope spring"},
    {"joints", &scene_bridge, "chain planks load"},
    {"joints", &scene_gears, "ratchet pulley wheel"},
    {"sense", &scene_sensors, "trigger zone overlap"},
    {"sense", &scene_events, "hit begin end sound"},
    {"sense", &scene_explosion, "blast impulse"},
    {"sense", &scene_buoyancy, "water float"},
    {"sense", &scene_fields, "wind gravity area force"},
    {"collide", &scene_collide, "overlap MTD manifold"},
    {"collide", &scene_obb, "boxes separating axis"},
    {"collide", &scene_shapes, "hull capsule polygon"},
    {"collide", &scene_volumes, "bounding AABB tree circle"},
    {"collide", &scene_select, "query pick ray"},
    {"collide", &scene_boxes3, "3D boxes axes"},
};
static const int registry_count = (int)(sizeof registry / sizeof registry[0]);

const scene_kind *scene_at(int index) {
    return index >= 0 && index < registry_count ? registry[index].kind : NULL;
}

const char *scene_category_at(int index) {
    return index >= 0 && index < registry_count ? registry[index].category : NULL;
}

const char *scene_tags_at(int index) {
    return index >= 0 && index < registry_count && registry[index].tags ? registry[index].tags : "";
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
