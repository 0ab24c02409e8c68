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
    } else if (level != NULL) {
        snprintf(error->reason, sizeof error->reason, "it needs one visible layer of solid tiles, and has %d",
                 level->ground_count);
    }
    thud_tiled_level_free(level);
    return !thud_tile_grid_id_is_null(state->grid);
}

/* ---- places ---- */

bool platformer_has_room(thud_scene *scene, int count, int most) {
    if (count >= most) {
        snprintf(scene->error, sizeof scene->error, "there is no room for more than %d", most);
    }
    return count < most;
}

static void add_sign(thud_scene *scene, const thud_tiled_object *object) {
    platformer *state = scene->state;
    if (platformer_has_room(scene, state->sign_count, platformer_most_places)) {
        state->signs[state->sign_count++] =
            (platformer_sign){box_of(object), object->name, thud_tiled_text(object->properties, "line", "")};
    }
}

static void add_checkpoint(thud_scene *scene, const thud_tiled_object *object) {
    platformer *state = scene->state;
    if (platformer_has_room(scene, state->checkpoint_count, platformer_most_places)) {
        state->checkpoints[state->checkpoint_count++] = box_of(object);
    }
}

static void add_area(thud_scene *scene, const thud_tiled_object *object) {
    platformer *state = scene->state;
    if (platformer_has_room(scene, state->area_count, platformer_most_areas)) {
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
    if (platformer_has_room(scene, state->coin_count, platformer_most_coins)) {
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

/* Makes what an object's class says; none: nothing. */
static void make_object(thud_scene *scene, const thud_tiled_object *object) {
    for (size_t k = 0; k < sizeof classes / sizeof classes[0]; k++) {
        if (strcmp(object->class_name, classes[k].class_name) == 0) {
            classes[k].add(scene, object);
            return;
        }
    }
    if (object->class_name[0] != '\0') {
        snprintf(scene->error, sizeof scene->error, "that class is not known");
    }
}

static bool add_objects(thud_scene *scene, const thud_tiled_layer *layer, thud_tiled_message *error) {
    for (int i = 0; i < layer->object_count && !scene->error[0]; i++) {
        const thud_tiled_object *object = &layer->objects[i];
        make_object(scene, object);
        snprintf(error->reason, sizeof error->reason, "object %d, class %.40s: %.90s", object->id,
                 object->class_name, scene->error);
    }
    bool has_player = platformer_of(scene)->player.def.mass > 0;
    if (!scene->error[0] && !has_player) {
        snprintf(error->reason, sizeof error->reason, "no object of layer things is of class start");
    }
    return !scene->error[0] && has_player;
}

bool platformer_load(thud_scene *scene, const char *path) {
    platformer *state = scene->state;
    thud_tiled_message error;
    state->map = thud_tiled_read(path, NULL, &error);
    const thud_tiled_layer *things = thud_tiled_find_layer(state->map, "things");
    if (state->map != NULL && things == NULL) {
        snprintf(error.reason, sizeof error.reason, "it has no layer things");
    }
    if (things == NULL || !make_grid(scene, &error) || !add_objects(scene, things, &error)) {
        snprintf(scene->error, sizeof scene->error, "level %.100s: %.140s", path, error.reason);
        return false;
    }
    return true;
}
