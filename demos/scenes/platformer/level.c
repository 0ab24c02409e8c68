/*
 * The map: one layer of tiles, which becomes a tile grid, and objects that are made by their class. Tiles have their
 * collision shapes in the tile set, and properties: friction, surface_speed, one_way.
 */
#include <stdio.h>
#include <string.h>

#include "platformer.h"

static thud_aabb box_of(const thud_tiled_object *object) {
    thud_vec2 at = object->pose.position;
    return (thud_aabb){thud_vec2_add(at, object->box.min), thud_vec2_add(at, object->box.max)};
}

/* Objects are made by their class, see below. */
static bool leave_out(void *context, const thud_tiled_object *object, const thud_tiled_layer *layer,
                      thud_body_def *body, thud_shape_def *shape) {
    (void)context, (void)object, (void)layer, (void)body, (void)shape;
    return false;
}

/* Without their user data tiles of one material are of one surface. */
static bool plain_tile(void *context, uint32_t gid, const thud_tiled_layer *layer, thud_tile_def *tile) {
    (void)context, (void)gid, (void)layer;
    tile->user_data = NULL;
    return true;
}

static bool make_grid(thud_scene *scene, thud_tiled_message *error) {
    platformer *state = scene->state;
    thud_tiled_build_def def = thud_tiled_build_defaults();
    def.object = leave_out;
    def.tile = plain_tile;
    thud_tiled_level *level = thud_tiled_build(scene->world, state->map, &def, error);
    if (level != NULL && level->ground_count == 1) {
        state->ground = level->grounds[0].body;
        state->grid = level->grounds[0].grid;
    }
    thud_tiled_level_free(level);
    return state->grid != NULL;
}

/* ---- places ---- */

static void add_sign(thud_scene *scene, const thud_tiled_object *object) {
    platformer *state = scene->state;
    if (state->sign_count < platformer_most_places) {
        state->signs[state->sign_count++] =
            (platformer_sign){box_of(object), object->name, thud_tiled_text(object->properties, "line", "")};
    }
}

static void add_checkpoint(thud_scene *scene, const thud_tiled_object *object) {
    platformer *state = scene->state;
    if (state->checkpoint_count < platformer_most_places) {
        state->checkpoints[state->checkpoint_count++] = box_of(object);
    }
}

static void add_area(thud_scene *scene, const thud_tiled_object *object) {
    platformer *state = scene->state;
    if (state->area_count < platformer_most_areas) {
        thud_vec2 flow = {(float)thud_tiled_number(object->properties, "flow_x", 0),
                          (float)thud_tiled_number(object->properties, "flow_y", 0)};
        platformer_area_kind kind = strcmp(object->class_name, "ladder") == 0  ? PLATFORMER_LADDER
                                    : strcmp(object->class_name, "water") == 0 ? PLATFORMER_WATER
                                                                               : PLATFORMER_WIND;
        state->areas[state->area_count++] = (platformer_area){kind, box_of(object), flow};
    }
}

static void add_coin(thud_scene *scene, const thud_tiled_object *object) {
    platformer *state = scene->state;
    if (state->coin_count < platformer_most_coins) {
        state->coins[state->coin_count++].at = object->pose.position;
    }
}

static void add_goal(thud_scene *scene, const thud_tiled_object *object) {
    platformer_of(scene)->goal = box_of(object);
}

static void add_start(thud_scene *scene, const thud_tiled_object *object) {
    platformer_make_player(scene, object->pose.position);
}

typedef void add_object(thud_scene *scene, const thud_tiled_object *object);

static const struct {
    const char *class_name;
    add_object *add;
} classes[] = {
    {"start", add_start},
    {"sign", add_sign},
    {"checkpoint", add_checkpoint},
    {"ladder", add_area},
    {"water", add_area},
    {"wind", add_area},
    {"coin", add_coin},
    {"goal", add_goal},
    {"platform", platformer_add_platform},
    {"wheel", platformer_add_wheel},
    {"crate", platformer_add_crate},
    {"seesaw", platformer_add_seesaw},
    {"bridge", platformer_add_bridge},
    {"walker", platformer_add_walker},
    {"boulder", platformer_add_boulder},
};

static void add_objects(thud_scene *scene, const thud_tiled_layer *layer) {
    for (int i = 0; i < layer->object_count; i++) {
        for (size_t k = 0; k < sizeof classes / sizeof classes[0]; k++) {
            if (strcmp(layer->objects[i].class_name, classes[k].class_name) == 0) {
                classes[k].add(scene, &layer->objects[i]);
            }
        }
    }
}

bool platformer_load(thud_scene *scene, const char *path) {
    platformer *state = scene->state;
    thud_tiled_message error = {.reason = "it has no layers tiles and things"};
    state->map = thud_tiled_read(path, NULL, &error);
    const thud_tiled_layer *things = state->map != NULL ? thud_tiled_find_layer(state->map, "things") : NULL;
    if (things == NULL || !make_grid(scene, &error)) {
        snprintf(scene->error, sizeof scene->error, "level %.100s: %.120s", path, error.reason);
        return false;
    }
    add_objects(scene, things);
    return true;
}
