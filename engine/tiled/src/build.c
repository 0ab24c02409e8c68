/* Builds a level: the bodies of all visible layers of a map. */
#include <string.h>

#include "builder.h"
#include "document.h"

/* A level and its memory; the game gets the first member. */
typedef struct owned_level {
    thud_tiled_level level;
    tiled_memory memory;
} owned_level;

/* ---- properties, looked up in several owners ---- */

const thud_tiled_property *thud_tiled_find_in(const tiled_owners *owners, const char *name) {
    const thud_tiled_property *found = NULL;
    for (int i = 0; i < tiled_most_owners && found == NULL; i++) {
        found = thud_tiled_find(owners->of[i], name);
    }
    return found;
}

bool thud_tiled_number_in(tiled_builder *builder, const tiled_owners *owners, const char *name, double low,
                          double high, float *value) {
    const thud_tiled_property *found = thud_tiled_find_in(owners, name);
    if (found == NULL) {
        return true;
    }
    if (!found->is_number) {
        return thud_tiled_refuse(&builder->log, "%s is not a number", name);
    }
    if (found->number < low) {
        return thud_tiled_refuse(&builder->log, "%s is less than %g", name, low);
    }
    if (found->number > high) {
        return thud_tiled_refuse(&builder->log, "%s is more than %g", name, high);
    }
    *value = (float)found->number;
    return true;
}

bool thud_tiled_material_in(tiled_builder *builder, const tiled_owners *owners, thud_material *material) {
    const double most = tiled_largest_property;
    return thud_tiled_number_in(builder, owners, "friction", 0, most, &material->friction) &&
           thud_tiled_number_in(builder, owners, "elasticity", 0, 1, &material->elasticity) &&
           thud_tiled_number_in(builder, owners, "rolling_resistance", 0, most, &material->rolling_resistance) &&
           thud_tiled_number_in(builder, owners, "surface_speed", -most, most, &material->surface_speed);
}

bool thud_tiled_one_way_in(tiled_builder *builder, const tiled_owners *owners, thud_vec2 *one_way) {
    static const char *const words[] = {"true", "up", "down", "left", "right"};
    static const thud_vec2 sides[] = {{0, 1}, {0, 1}, {0, -1}, {-1, 0}, {1, 0}};
    const thud_tiled_property *found = thud_tiled_find_in(owners, "one_way");
    if (found == NULL || (found->is_number && found->number == 0) || strcmp(found->text, "false") == 0) {
        return true;
    }
    int side = found->is_number ? 0 : thud_tiled_index_of(words, sizeof words / sizeof words[0], found->text);
    if (side < 0) {
        return thud_tiled_refuse(&builder->log, "one_way is none of up, down, left, right");
    }
    *one_way = sides[side];
    return true;
}

bool thud_tiled_flag_in(tiled_builder *builder, const tiled_owners *owners, const char *name, bool *value) {
    const thud_tiled_property *found = thud_tiled_find_in(owners, name);
    if (found == NULL) {
        return true;
    }
    *value = found->is_number ? found->number != 0 : strcmp(found->text, "true") == 0;
    return found->is_number || *value || strcmp(found->text, "false") == 0 ||
           thud_tiled_refuse(&builder->log, "%s is neither true nor false", name);
}

bool thud_tiled_refused_by_world(tiled_builder *builder) {
    thud_refusal refusal = thud_world_refusal(builder->world);
    if (refusal.status == THUD_OUT_OF_MEMORY) {
        builder->memory->failed = true;
    }
    return thud_tiled_refuse(&builder->log, "%s (%s)", thud_status_message(refusal.status),
                             refusal.field != NULL ? refusal.field : "");
}

/* ---- the level ---- */

static bool is_built(const thud_tiled_layer *layer) {
    return layer->visible && !layer->decoration;
}

static bool build_objects(tiled_builder *builder, const thud_tiled_layer *layer, thud_tiled_level *level,
                          thud_tiled_body *bodies) {
    for (int i = 0; i < layer->object_count; i++) {
        const thud_tiled_object *object = &layer->objects[i];
        thud_body_id body = {0};
        builder->log.object = object->id;
        if (object->visible && !thud_tiled_build_object(builder, layer, object, &body) &&
            !thud_tiled_warn_refused(&builder->log)) {
            return false;
        }
        if (!thud_body_id_is_null(body)) {
            bodies[level->body_count++] = (thud_tiled_body){object, layer, body};
        }
    }
    builder->log.object = 0;
    return true;
}

static bool build_layers(tiled_builder *builder, thud_tiled_level *level, thud_tiled_body *bodies,
                         thud_tiled_ground *grounds) {
    for (int i = 0; i < builder->map->layer_count; i++) {
        const thud_tiled_layer *layer = &builder->map->layers[i];
        builder->log.layer = layer->name;
        if (is_built(layer) && layer->kind == THUD_TILED_TILE_LAYER) {
            thud_tiled_ground *ground = &grounds[level->ground_count];
            if (!thud_tiled_build_ground(builder, layer, ground) && !thud_tiled_warn_refused(&builder->log)) {
                return false;
            }
            level->ground_count += ground->grid != NULL;
        }
        if (is_built(layer) && !build_objects(builder, layer, level, bodies)) {
            return false;
        }
        thud_tiled_release(&builder->scratch);
    }
    return true;
}

static bool build(tiled_builder *builder, thud_tiled_level *level) {
    size_t objects = 0, layers = 0;
    for (int i = 0; i < builder->map->layer_count; i++) {
        objects += (size_t)builder->map->layers[i].object_count;
        layers += builder->map->layers[i].kind == THUD_TILED_TILE_LAYER;
    }
    thud_tiled_body *bodies = thud_tiled_allocate(builder->memory, objects, sizeof *bodies);
    thud_tiled_ground *grounds = thud_tiled_allocate(builder->memory, layers, sizeof *grounds);
    level->bodies = bodies;
    level->grounds = grounds;
    return bodies != NULL && grounds != NULL && build_layers(builder, level, bodies, grounds);
}

static void destroy_bodies(thud_world *world, const thud_tiled_level *level) {
    for (int i = level->body_count - 1; i >= 0; i--) {
        thud_body_destroy(world, level->bodies[i].body);
    }
    for (int i = level->ground_count - 1; i >= 0; i--) {
        thud_body_destroy(world, level->grounds[i].body);
    }
}

thud_tiled_build_def thud_tiled_build_defaults(void) {
    return (thud_tiled_build_def){.hooks = thud_hooks_defaults()};
}

thud_tiled_level *thud_tiled_build(thud_world *world, const thud_tiled_map *map,
                                   const thud_tiled_build_def *given, thud_tiled_message *error) {
    thud_tiled_message unread;
    thud_tiled_build_def def = given != NULL ? *given : thud_tiled_build_defaults();
    bool is_complete =
        world != NULL && map != NULL && def.hooks.allocate != NULL && def.hooks.release != NULL;
    tiled_memory memory = {.hooks = def.hooks};
    error = error != NULL ? error : &unread;
    *error = (thud_tiled_message){.reason = "out of memory"};
    if (!is_complete) {
        *error = (thud_tiled_message){.reason = "world or map is null, or def.hooks has no memory functions"};
        return NULL;
    }
    owned_level *owned = thud_tiled_allocate(&memory, 1, sizeof *owned);
    if (owned == NULL) {
        return NULL;
    }
    owned->memory = memory;
    tiled_builder builder = {.world = world,
                             .map = map,
                             .def = &def,
                             .memory = &owned->memory,
                             .scratch = {.hooks = def.hooks, .outer = &owned->memory},
                             .log = {.memory = &owned->memory, .file = map->file, .layer = ""}};
    bool built = build(&builder, &owned->level);
    thud_tiled_release(&builder.scratch);
    owned->level.warnings = builder.log.warnings;
    owned->level.warning_count = builder.log.warning_count;
    if (built) {
        *error = (thud_tiled_message){0};
        return &owned->level;
    }
    destroy_bodies(world, &owned->level);
    thud_tiled_level_free(&owned->level);
    return NULL;
}

void thud_tiled_level_free(thud_tiled_level *level) {
    if (level != NULL) {
        tiled_memory memory = ((owned_level *)level)->memory; /* a copy, as it releases its own memory */
        thud_tiled_release(&memory);
    }
}
