/* Builds a level: the bodies of all visible layers of a map. */
#include <stdio.h>
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

const char *thud_tiled_quoted(const thud_tiled_property *property, char quoted[tiled_quoted_size]) {
    quoted[0] = '\0';
    if (property->kind == THUD_TILED_TEXT) {
        snprintf(quoted, tiled_quoted_size, ": '%.40s'", property->text);
    }
    return quoted;
}

bool thud_tiled_number_in(tiled_builder *builder, const tiled_owners *owners, const char *name, double low,
                          double high, float *value) {
    const thud_tiled_property *found = thud_tiled_find_in(owners, name);
    if (found == NULL) {
        return true;
    }
    char quoted[tiled_quoted_size];
    if (!found->is_number) {
        return thud_tiled_refuse(&builder->log, "%s is not a number%s", name, thud_tiled_quoted(found, quoted));
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
    char quoted[tiled_quoted_size];
    if (side < 0) {
        return thud_tiled_refuse(&builder->log, "one_way is none of up, down, left, right%s",
                                 thud_tiled_quoted(found, quoted));
    }
    *one_way = sides[side];
    return true;
}

bool thud_tiled_flag_in(tiled_builder *builder, const tiled_owners *owners, const char *name, bool *value) {
    const thud_tiled_property *found = thud_tiled_find_in(owners, name);
    if (found == NULL) {
        return true;
    }
    char quoted[tiled_quoted_size];
    *value = found->is_number ? found->number != 0 : strcmp(found->text, "true") == 0;
    return found->is_number || *value || strcmp(found->text, "false") == 0 ||
           thud_tiled_refuse(&builder->log, "%s is neither true nor false%s", name,
                             thud_tiled_quoted(found, quoted));
}

bool thud_tiled_refused_by_world(tiled_builder *builder) {
    thud_refusal refusal = thud_world_refusal(builder->world);
    if (refusal.status == THUD_OUT_OF_MEMORY) {
        builder->memory->failed = true;
    }
    return thud_tiled_refuse(&builder->log, "%s (%s)", thud_status_message(refusal.status),
                             refusal.field != NULL ? refusal.field : "");
}

/* ---- misspelt names: a body that is static for a property `Body` would be a riddle ---- */

enum { most_name = 32 };

/* The letters and digits of a name, in lower case. */
static void fold(const char *name, char folded[most_name]) {
    int length = 0;
    for (; *name != '\0' && length < most_name - 1; name++) {
        char c = *name;
        if (c != '_' && c != '-' && c != ' ') {
            folded[length++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
        }
    }
    folded[length] = '\0';
}

/* Whether a name is the known one but for case and separators; of long names also but for two letters that are swapped, one that
 * is missing, or one too many before the end (a game may count `bullets`). */
static bool is_nearly(const char *name, const char *known) {
    enum { least_long = 6 };
    char a[most_name], b[most_name];
    fold(name, a);
    fold(known, b);
    size_t same = 0;
    while (a[same] != '\0' && a[same] == b[same]) {
        same++;
    }
    const char *rest = a + same, *wanted = b + same;
    if (*rest == *wanted) {
        return true;
    }
    if (*wanted == '\0' || strlen(b) < least_long) {
        return false; /* the name goes on */
    }
    bool lacks_one = strcmp(rest, wanted + 1) == 0;
    bool has_one_more = *rest != '\0' && strcmp(rest + 1, wanted) == 0;
    bool is_swapped =
        rest[0] != '\0' && rest[0] == wanted[1] && rest[1] == wanted[0] && strcmp(rest + 2, wanted + 2) == 0;
    return lacks_one || has_one_more || is_swapped;
}

/* Warns of the properties of an owner whose names are nearly those of the table in tiled.h. False: no memory. */
static bool warn_of_misspelt(tiled_builder *builder, thud_tiled_properties properties, const char *owner) {
    static const char *const known[] = {
        "body",          "density", "gravity_scale", "bullet",           "lock_rotation",
        "sensor",        "spin",    "friction",      "elasticity",       "rolling_resistance",
        "surface_speed", "one_way", "solid",         "pixels_per_metre", "pixels_per_meter"};
    const int count = sizeof known / sizeof known[0];
    for (int i = 0; i < properties.count; i++) {
        const char *name = properties.items[i].name;
        int near = 0;
        while (near < count && !is_nearly(name, known[near])) {
            near++;
        }
        if (near < count && thud_tiled_index_of(known, (size_t)count, name) < 0 &&
            !thud_tiled_warn(&builder->log, "%sproperty '%.40s' is not read; did you mean '%s'?", owner, name,
                             known[near])) {
            return false;
        }
    }
    return true;
}

static bool warn_of_misspelt_in_sets(tiled_builder *builder) {
    for (int i = 0; i < builder->map->tileset_count; i++) {
        const thud_tiled_tileset *set = &builder->map->tilesets[i];
        char owner[96];
        snprintf(owner, sizeof owner, "tile set '%.60s': ", set->name);
        if (!warn_of_misspelt(builder, set->properties, owner)) {
            return false;
        }
        for (int k = 0; k < set->described_count; k++) {
            snprintf(owner, sizeof owner, "tile %u of '%.60s': ", (unsigned)set->tiles[k].id, set->name);
            if (!warn_of_misspelt(builder, set->tiles[k].properties, owner)) {
                return false;
            }
        }
    }
    return true;
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
        builder->log.name = object->name;
        if (object->visible && !warn_of_misspelt(builder, object->properties, "")) {
            return false;
        }
        if (object->visible && !thud_tiled_build_object(builder, layer, object, &body) &&
            !thud_tiled_warn_refused(&builder->log)) {
            return false;
        }
        if (!thud_body_id_is_null(body)) {
            bodies[level->body_count++] = (thud_tiled_body){object, layer, body};
        }
    }
    builder->log.object = 0;
    builder->log.name = "";
    return true;
}

static bool build_layers(tiled_builder *builder, thud_tiled_level *level, thud_tiled_body *bodies,
                         thud_tiled_ground *grounds) {
    for (int i = 0; i < builder->map->layer_count; i++) {
        const thud_tiled_layer *layer = &builder->map->layers[i];
        builder->log.layer = layer->name;
        if (is_built(layer) && !warn_of_misspelt(builder, layer->properties, "")) {
            return false;
        }
        if (is_built(layer) && layer->kind == THUD_TILED_TILE_LAYER) {
            thud_tiled_ground *ground = &grounds[level->ground_count];
            if (!thud_tiled_build_ground(builder, layer, ground) && !thud_tiled_warn_refused(&builder->log)) {
                return false;
            }
            level->ground_count += !thud_tile_grid_id_is_null(ground->grid);
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
    return bodies != NULL && grounds != NULL && warn_of_misspelt(builder, builder->map->properties, "") &&
           warn_of_misspelt_in_sets(builder) && build_layers(builder, level, bodies, grounds);
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
                             .log = {.memory = &owned->memory, .file = map->file, .layer = "", .name = ""}};
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
