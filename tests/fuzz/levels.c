/*
 * Level files: any bytes as a map of the Tiled editor, in XML or JSON, and as the files that it names,
 * with zeros between them. A refusal gives its reason and leaves nothing behind. A level that was read
 * becomes bodies, and the world is stepped.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "thud/thud.h"
#include "thud/tiled.h"

enum { most_files = 8, most_cells = 1 << 14, most_shapes = 600, steps = 4 };

/* ---- files ---- */

typedef struct pieces {
    struct piece {
        const uint8_t *bytes;
        size_t size;
    } files[most_files]; /* the first is the map */
    int count;
    int opened; /* and not closed yet */
} pieces;

static void split(const uint8_t *data, size_t size, pieces *files) {
    size_t first = 0;
    for (size_t i = 0; i <= size && files->count < most_files; i++) {
        if (i == size || data[i] == 0) {
            files->files[files->count++] = (struct piece){data + first, i - first};
            first = i + 1;
        }
    }
}

/* The length of a path says which file it is. Each is given in memory of its own size, so that
 * reading beyond is seen. */
static const void *open_piece(void *context, const char *path, size_t *size) {
    pieces *files = context;
    struct piece piece = files->files[strlen(path) % (size_t)files->count];
    void *copy = malloc(piece.size > 0 ? piece.size : 1);
    if (copy != NULL) {
        memcpy(copy, piece.bytes, piece.size);
        files->opened++;
        *size = piece.size;
    }
    return copy;
}

static void close_piece(void *context, const void *bytes, size_t size) {
    (void)size;
    ((pieces *)context)->opened--;
    free((void *)bytes);
}

/* ---- what was read ---- */

static int see_properties(thud_tiled_properties properties) {
    int count = 0;
    for (int i = 0; i < properties.count; i++) {
        const thud_tiled_property *property = &properties.items[i];
        fuzz_check(property->name != NULL && property->type != NULL && property->text != NULL, "property %d",
                   i);
        fuzz_check(thud_tiled_find(properties, property->name) != NULL, "property %d is not found", i);
        fuzz_check(property->number - property->number == 0.0, "property %d", i);
        count += 1 + see_properties((thud_tiled_properties){property->members, property->member_count});
    }
    return count;
}

/* Returns how many shapes may be made of it. */
static int see_object(const thud_tiled_object *object) {
    fuzz_check(object->form >= THUD_TILED_RECTANGLE && object->form <= THUD_TILED_TILE, "form %d",
               (int)object->form);
    fuzz_check(thud_pose_is_valid(object->pose), "object %d is nowhere", object->id);
    fuzz_check(thud_aabb_is_valid(object->box), "object %d has no box", object->id);
    fuzz_check(object->name != NULL && object->class_name != NULL && object->text != NULL &&
                   object->template_name != NULL,
               "object %d has null texts", object->id);
    fuzz_check((object->form == THUD_TILED_TILE) <= (object->gid != 0), "object %d", object->id);
    for (int i = 0; i < object->point_count; i++) {
        fuzz_check(thud_vec2_is_finite(object->points[i]), "point %d of object %d", i, object->id);
    }
    see_properties(object->properties);
    return 1 + object->point_count;
}

static int see_layer(const thud_tiled_map *map, int index) {
    const thud_tiled_layer *layer = &map->layers[index];
    int shapes = layer->columns * layer->rows;
    fuzz_check(layer->group < index && layer->group >= -1, "layer %d is in group %d", index, layer->group);
    fuzz_check(layer->name != NULL && layer->class_name != NULL && layer->image != NULL, "layer %d", index);
    fuzz_check(thud_vec2_is_finite(layer->offset) && thud_vec2_is_finite(layer->parallax), "layer %d", index);
    fuzz_check((layer->columns > 0) == (layer->cells != NULL) && shapes <= most_cells, "layer %d: %d cells",
               index, shapes);
    for (int i = 0; i < shapes; i++) {
        fuzz_check(layer->cells[i] == 0 || thud_tiled_tileset_of(map, layer->cells[i]) != NULL, "cell %d", i);
    }
    for (int i = 0; i < layer->object_count; i++) {
        shapes += see_object(&layer->objects[i]);
    }
    see_properties(layer->properties);
    return shapes;
}

static int see_map(const thud_tiled_map *map) {
    int shapes = 0;
    fuzz_check(thud_aabb_is_valid(map->bounds), "the map has no bounds");
    for (int i = 0; i < map->tileset_count; i++) {
        const thud_tiled_tileset *set = &map->tilesets[i];
        fuzz_check(i == 0 || map->tilesets[i - 1].first_gid <= set->first_gid, "set %d", i);
        for (int k = 0; k < set->described_count; k++) {
            for (int n = 0; n < set->tiles[k].object_count; n++) {
                shapes += see_object(&set->tiles[k].objects[n]);
            }
            see_properties(set->tiles[k].properties);
        }
    }
    for (int i = 0; i < map->layer_count; i++) {
        shapes += see_layer(map, i);
    }
    for (int i = 0; i < map->warning_count; i++) {
        fuzz_check(map->warnings[i].reason[0] != '\0', "warning %d gives no reason", i);
    }
    return shapes;
}

/* ---- what is made of it ---- */

static void play_map(const thud_tiled_map *map) {
    thud_world_def def = thud_world_defaults();
    thud_world *world = thud_world_create(&def);
    thud_tiled_message error;
    thud_tiled_level *level = world != NULL ? thud_tiled_build(world, map, NULL, &error) : NULL;
    fuzz_check(level != NULL, "no level: %s", error.reason);
    for (int i = 0; i < level->body_count; i++) {
        fuzz_check(thud_body_is_valid(world, level->bodies[i].body), "body %d", i);
    }
    for (int i = 0; i < level->ground_count; i++) {
        const thud_tiled_ground *ground = &level->grounds[i];
        for (int k = 0; k < ground->layer->columns * ground->layer->rows; k++) {
            uint16_t tile = thud_tile_grid_tile(world, ground->grid, k % ground->layer->columns,
                                                k / ground->layer->columns);
            fuzz_check(tile < ground->gid_count, "cell %d has tile %d", k, tile);
        }
    }
    for (int i = 0; i < steps; i++) {
        thud_world_step(world, 1.0f / 60.0f);
    }
    thud_tiled_level_free(level);
    thud_world_destroy(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pieces files = {.count = 0};
    thud_tiled_options options = thud_tiled_options_defaults();
    thud_tiled_message error = {.object = -1};
    split(data, size, &files);
    options.open = open_piece;
    options.close = close_piece;
    options.context = &files;
    options.most_cells = most_cells;
    thud_tiled_map *map =
        thud_tiled_read_memory(files.files[0].bytes, files.files[0].size, "map", &options, &error);
    fuzz_check(files.opened == 0, "%d files are still open", files.opened);
    fuzz_check(memchr(error.reason, '\0', sizeof error.reason) != NULL, "the reason has no end");
    fuzz_check((map == NULL) == (error.reason[0] != '\0'), "read %d: %s", map != NULL, error.reason);
    if (map != NULL && see_map(map) <= most_shapes) {
        play_map(map);
    }
    thud_tiled_free(map);
    return 0;
}
