/*
 * The map: one layer of tiles, which becomes a tile grid, and objects that are made by their class. Tiles have their
 * collision shapes in the tile set, and properties: friction, surface_speed, one_way.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platformer.h"

static thud_aabb box_of(const thud_tiled_object *object) {
    thud_vec2 at = object->pose.position;
    return (thud_aabb){thud_vec2_add(at, object->box.min), thud_vec2_add(at, object->box.max)};
}

/* ---- tiles ---- */

/* The points of a collision shape in the unit cell. */
static int points_of(const thud_tiled_object *shape, thud_vec2 cell, thud_vec2 *points, int capacity) {
    const thud_vec2 corners[] = {shape->box.min,
                                 {shape->box.max.x, shape->box.min.y},
                                 shape->box.max,
                                 {shape->box.min.x, shape->box.max.y}};
    bool is_box = shape->form == THUD_TILED_RECTANGLE;
    const thud_vec2 *from = is_box ? corners : shape->points;
    int count = is_box ? 4 : shape->point_count;
    for (int i = 0; i < count && i < capacity; i++) {
        thud_vec2 at = thud_pose_apply(shape->pose, from[i]);
        points[i].x = thud_clamp(at.x / cell.x, 0, 1);
        points[i].y = thud_clamp(at.y / cell.y, 0, 1);
    }
    return count < capacity ? count : capacity;
}

static thud_tile_def tile_of(const thud_tiled_tile *tile, thud_vec2 cell) {
    thud_tile_def def = thud_tile_empty();
    for (int i = 0; i < tile->object_count && def.polygon_count < THUD_TILE_MAX_POLYGONS; i++) {
        const thud_tiled_object *shape = &tile->objects[i];
        if (shape->form == THUD_TILED_POLYLINE) {
            def.kind = THUD_TILE_EDGE;
            points_of(shape, cell, def.edge, 2);
        } else if (shape->form == THUD_TILED_POLYGON || shape->form == THUD_TILED_RECTANGLE) {
            thud_tile_polygon *polygon = &def.polygons[def.polygon_count++];
            polygon->count = points_of(shape, cell, polygon->points, THUD_TILE_MAX_POINTS);
            def.kind = THUD_TILE_POLYGONS;
        }
    }
    const thud_tiled_object *only = tile->object_count == 1 ? &tile->objects[0] : NULL;
    if (only != NULL && only->form == THUD_TILED_RECTANGLE && only->box.max.x - only->box.min.x >= cell.x) {
        def.kind = THUD_TILE_FULL;
    }
    def.material.friction =
        (float)thud_tiled_number(tile->properties, "friction", (double)def.material.friction);
    def.material.surface_speed = (float)thud_tiled_number(tile->properties, "surface_speed", 0);
    if (thud_tiled_flag(tile->properties, "one_way", false)) {
        def.one_way = (thud_vec2){0, 1};
    }
    return def;
}

static void note_tile(platformer *state, const char *name, uint16_t number) {
    const struct {
        const char *name;
        uint16_t *number;
    } noted[] = {{"platform", &state->platform_tile},
                 {"ice", &state->ice_tile},
                 {"belt_left", &state->belt_left_tile},
                 {"belt_right", &state->belt_right_tile}};
    for (size_t i = 0; i < sizeof noted / sizeof noted[0]; i++) {
        if (strcmp(name, noted[i].name) == 0) {
            *noted[i].number = number;
        }
    }
}

/* Tile number n of the grid is that of gid n: the map has one tile set, from 1 on. */
static bool make_grid(thud_scene *scene, const thud_tiled_layer *layer) {
    platformer *state = scene->state;
    const thud_tiled_tileset *set = &state->map->tilesets[0];
    thud_tile_def *tiles = calloc(platformer_most_tiles, sizeof *tiles);
    size_t cell_count = (size_t)layer->columns * (size_t)layer->rows;
    uint16_t *cells = calloc(cell_count + 1, sizeof *cells);
    if (tiles != NULL && cells != NULL) {
        for (int i = 0; i < platformer_most_tiles; i++) {
            tiles[i] = thud_tile_empty();
        }
        for (int i = 0; i < set->described_count; i++) {
            uint32_t number = set->tiles[i].id + set->first_gid;
            if (number < platformer_most_tiles) {
                tiles[number] = tile_of(&set->tiles[i], state->map->cell_size);
                note_tile(state, set->tiles[i].class_name, (uint16_t)number);
            }
        }
        for (size_t i = 0; i < cell_count; i++) {
            uint32_t number = layer->cells[i] & THUD_TILED_GID_MASK;
            cells[i] = number < platformer_most_tiles ? (uint16_t)number : 0;
        }
        thud_tile_grid_def def = thud_tile_grid_defaults();
        def.tiles = (thud_tile_set){tiles, platformer_most_tiles};
        def.columns = layer->columns;
        def.rows = layer->rows;
        def.cell_size = state->map->cell_size;
        def.cells = cells;
        state->ground = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
        state->grid = thud_tile_grid_create(scene->world, state->ground, &def);
    }
    free(tiles);
    free(cells);
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

static void add_area(platformer_area *areas, int *count, const thud_tiled_object *object) {
    if (*count < platformer_most_places) {
        thud_vec2 flow = {(float)thud_tiled_number(object->properties, "flow_x", 0),
                          (float)thud_tiled_number(object->properties, "flow_y", 0)};
        areas[(*count)++] = (platformer_area){box_of(object), flow};
    }
}

static void add_ladder(thud_scene *scene, const thud_tiled_object *object) {
    add_area(platformer_of(scene)->ladders, &platformer_of(scene)->ladder_count, object);
}

static void add_water(thud_scene *scene, const thud_tiled_object *object) {
    add_area(platformer_of(scene)->waters, &platformer_of(scene)->water_count, object);
}

static void add_wind(thud_scene *scene, const thud_tiled_object *object) {
    add_area(platformer_of(scene)->winds, &platformer_of(scene)->wind_count, object);
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
    {"ladder", add_ladder},
    {"water", add_water},
    {"wind", add_wind},
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
    thud_tiled_message error;
    state->map = thud_tiled_read(path, NULL, &error);
    if (state->map == NULL) {
        snprintf(scene->error, sizeof scene->error, "level %.100s: %.120s", path, error.reason);
        return false;
    }
    const thud_tiled_layer *tiles = thud_tiled_find_layer(state->map, "tiles");
    const thud_tiled_layer *things = thud_tiled_find_layer(state->map, "things");
    if (tiles == NULL || things == NULL || state->map->tileset_count != 1) {
        snprintf(scene->error, sizeof scene->error,
                 "level %.100s: it has no layers tiles and things, or not one tile set", path);
        return false;
    }
    if (!make_grid(scene, tiles)) {
        snprintf(scene->error, sizeof scene->error, "level %.80s: %.150s", path,
                 thud_world_refusal(scene->world).message);
        return false;
    }
    add_objects(scene, things);
    return true;
}
