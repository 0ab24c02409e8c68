/*
 * level: a platform level drawn in the Tiled editor, read and built by thud::tiled. Tile layers become
 * grids of tiles, objects bodies. What is no body is drawn beneath: cells, pictures of tiles, points,
 * labels. What was left out is told at the top.
 */
#include <stdio.h>
#include <string.h>

#include "scenes.h"
#include "thud/tiled.h"

typedef struct level {
    thud_tiled_map *map;
    thud_tiled_level *level;
} level;

/* "tiles.tsx: layer ground: object 7 'lift': x is out of range", or less of it: the file where it is another one than the map. */
static void describe(const thud_scene *scene, const thud_tiled_message *message, char *text, size_t size) {
    bool is_map = message->file[0] == '\0' || strcmp(message->file, scene->level) == 0;
    char layer[sizeof message->layer + 16] = "", object[sizeof message->name + 32] = "";
    if (message->layer[0] != '\0') {
        snprintf(layer, sizeof layer, "layer %s: ", message->layer);
    }
    if (message->object != 0) {
        const char *quote = message->name[0] != '\0' ? "'" : "";
        snprintf(object, sizeof object, "object %d%s%s%s%s: ", message->object, *quote ? " " : "", quote,
                 message->name, quote);
    }
    snprintf(text, size, "%s%s%s%s%s", is_map ? "" : message->file, is_map ? "" : ": ", layer, object,
             message->reason);
}

static bool refuse(thud_scene *scene, const thud_tiled_message *message) {
    char text[sizeof *message];
    describe(scene, message, text, sizeof text);
    snprintf(scene->error, sizeof scene->error, "level %.120s: %.120s", scene->level, text);
    return false;
}

/* A level in which there is nothing is refused, for the first thing that was left out. */
static bool check_content(thud_scene *scene, const level *state) {
    static const thud_tiled_message nothing = {
        .reason = "no tile layer has tiles and no object layer holds an object"};
    const thud_tiled_map *map = state->map;
    int content = 0;
    for (int i = 0; i < map->layer_count; i++) {
        content += map->layers[i].columns + map->layers[i].object_count;
    }
    if (content == 0) {
        return refuse(scene, map->warning_count > 0 ? &map->warnings[0] : &nothing);
    }
    bool is_empty = state->level->body_count + state->level->ground_count == 0;
    return !is_empty || state->level->warning_count == 0 || refuse(scene, &state->level->warnings[0]);
}

static bool level_create(thud_scene *scene) {
    level *state = scene->state;
    thud_tiled_message error;
    if (!scene->level) {
        snprintf(scene->error, sizeof scene->error, "no level file was given");
        return false;
    }
    state->map = thud_tiled_read(scene->level, NULL, &error);
    state->level = state->map ? thud_tiled_build(scene->world, state->map, NULL, &error) : NULL;
    if (!state->level) {
        return refuse(scene, &error);
    }
    scene->view = state->map->bounds;
    return check_content(scene, state);
}

static void level_destroy(thud_scene *scene) {
    level *state = scene->state;
    thud_tiled_level_free(state->level);
    thud_tiled_free(state->map);
}

/* What was left out, or is not read, of the map, then of the bodies. */
static bool level_warning(const thud_scene *scene, int index, char *text, size_t size) {
    const level *state = scene->state;
    int of_map = state->map->warning_count;
    if (index >= of_map + state->level->warning_count) {
        return false;
    }
    describe(scene, index < of_map ? &state->map->warnings[index] : &state->level->warnings[index - of_map],
             text, size);
    return true;
}

/* The first few warnings, from the upper left corner down: a line begins with as many line feeds as there are lines above it. */
static void draw_warnings(const thud_scene *scene, const scene_painter *painter) {
    enum { most = 5 };
    const level *state = scene->state;
    int count = state->map->warning_count + state->level->warning_count;
    static const char above[most + 1] = "\n\n\n\n\n";
    char text[sizeof(thud_tiled_message)];
    for (int line = 0; line <= most && level_warning(scene, line, text, sizeof text); line++) {
        if (line == most) {
            snprintf(text, sizeof text, "%d more: --headless level prints all", count - most);
        }
        scene_printf(painter, (thud_vec2){scene->view.min.x, scene->view.max.y}, SCENE_INK_TEXT,
                     SCENE_TEXT_LEFT, "%.*swarning: %s", line, above, text);
    }
    if (count == 0 && state->level->body_count + state->level->ground_count == 0) {
        scene_printf(painter, thud_aabb_center(scene->view), SCENE_INK_TEXT, SCENE_TEXT_CENTER,
                     "nothing is solid: tiles need collision shapes or the property solid");
    }
}

/* Cells that are not empty, as one box for each run of them in a row. */
static void draw_cells(const scene_painter *painter, const thud_tiled_map *map,
                       const thud_tiled_layer *layer) {
    thud_vec2 cell = map->cell_size;
    for (int row = layer->row; row < layer->row + layer->rows; row++) {
        int end = layer->column + layer->columns, first = end;
        for (int column = layer->column; column <= end; column++) {
            bool is_tile = thud_tiled_cell(layer, column, row) != 0;
            if (is_tile && first == end) {
                first = column;
            } else if (!is_tile && first != end) {
                thud_shape box;
                thud_vec2 half = {0.5f * cell.x * (float)(column - first), 0.5f * cell.y};
                thud_vec2 middle = {0.5f * cell.x * (float)(column + first), cell.y * ((float)row + 0.5f)};
                thud_pose pose = {thud_vec2_add(layer->offset, middle), thud_pose_identity().rotation};
                if (thud_box(half, 0, &box) == THUD_OK) {
                    painter->shape(painter->context, &box, pose, SCENE_INK_FAINT, SCENE_SOLID);
                }
                first = end;
            }
        }
    }
}

static void draw_object(const scene_painter *painter, const thud_tiled_object *object) {
    thud_vec2 middle = thud_pose_apply(object->pose, thud_aabb_center(object->box));
    thud_shape box;
    if (object->form == THUD_TILED_POINT) {
        painter->point(painter->context, middle, SCENE_INK_MUTED);
        scene_printf(painter, middle, SCENE_INK_MUTED, SCENE_TEXT_LEFT, " %s", object->name);
    } else if (object->form == THUD_TILED_LABEL) {
        scene_printf(painter, middle, SCENE_INK_TEXT, SCENE_TEXT_CENTER, "%s", object->text);
    } else if (object->form == THUD_TILED_TILE &&
               thud_box(thud_aabb_extents(object->box), 0, &box) == THUD_OK) {
        thud_pose pose = {middle, object->pose.rotation};
        painter->shape(painter->context, &box, pose, SCENE_INK_FAINT, SCENE_OUTLINE);
    }
}

static void level_draw_behind(const thud_scene *scene, const scene_painter *painter) {
    const level *state = scene->state;
    for (int i = 0; i < state->map->layer_count; i++) {
        const thud_tiled_layer *layer = &state->map->layers[i];
        if (layer->visible) {
            draw_cells(painter, state->map, layer);
        }
    }
}

static void level_draw(const thud_scene *scene, const scene_painter *painter) {
    const level *state = scene->state;
    for (int i = 0; i < state->map->layer_count; i++) {
        const thud_tiled_layer *layer = &state->map->layers[i];
        for (int k = 0; k < layer->object_count && layer->visible; k++) {
            if (layer->objects[k].visible) {
                draw_object(painter, &layer->objects[k]);
            }
        }
    }
    draw_warnings(scene, painter);
}

const scene_kind scene_level = {
    .name = "level",
    .description = "A level drawn in the Tiled editor: concave ground, slopes, rails, crates",
    .view = {{0, 0}, {60, 30}},
    .state_size = sizeof(level),
    .create = level_create,
    .draw_behind = level_draw_behind,
    .draw = level_draw,
    .warning = level_warning,
    .destroy = level_destroy,
};
