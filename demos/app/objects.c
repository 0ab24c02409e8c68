/*
 * The list of fields is that of all tables of definitions, each name once.
 */
#include "objects.h"

#include "tiles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_fields = 192 };

typedef struct field_list {
    thud_tunables *all; /* a group for each table, named after its struct, with defaults */
    const char *names[most_fields];
    int count;
} field_list;

static void add_field(field_list *list, const char *name) {
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->names[i], name) == 0) {
            return;
        }
    }
    if (list->count < most_fields) {
        list->names[list->count++] = name;
    }
}

/* The names live as long as the sets that they are from, which are kept. */
static const field_list *fields(void) {
    static field_list list;
    if (!list.all) {
        list.all = thud_tunables_create();
        for (int i = THUD_TUNABLES_BODY; i < THUD_TUNABLES_STRUCT_COUNT; i++) {
            const thud_tunable_table *table = thud_tunables_of((thud_tunable_struct)i);
            thud_tunable_group group = {
                .name = table->type, .table = table, .values = calloc(1, table->size)};
            thud_tunables_add(list.all, &group);
        }
        for (int i = 0; i < thud_tunables_count(list.all); i++) {
            add_field(&list, thud_tunables_at(list.all, i).field);
        }
    }
    return &list;
}

int object_field_count(void) {
    return fields()->count;
}

const char *object_field_name(int field) {
    return fields()->names[field];
}

int object_field_find(const char *name) {
    for (int i = 0; i < fields()->count; i++) {
        if (strcmp(fields()->names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

double object_default(const thud_tunable_info *info) {
    char path[settings_path_size];
    snprintf(path, sizeof path, "%s.%s", info->table->type, info->field);
    thud_tunable_info number = thud_tunables_find(fields()->all, path);
    return number.path ? number.initial : info->initial;
}

static thud_status add_object_struct(thud_tunables *numbers, const char *name, thud_tunable_struct which,
                                     void *values) {
    thud_tunable_group group = {.name = name, .table = thud_tunables_of(which), .values = values};
    return values ? thud_tunables_add(numbers, &group) : THUD_STALE_ID;
}

/* A copy of the tile, or of the first one that is not empty; null where there is none. */
static thud_tile_def *copy_tile(const thud_scene *scene, object_id object, object_values *values) {
    thud_tile_grid_id grid = tiles_grid_of(scene->world, (thud_body_id){object.slot, object.generation});
    thud_tile_set set = {NULL, 0};
    if (grid.generation) {
        set = thud_tile_grid_definition(scene->world, grid).tiles;
    }
    int number = object.kind == OBJECT_TILE ? object.tile : 1;
    while (object.kind == OBJECT_TILES && number < set.count && set.tiles[number].kind == THUD_TILE_EMPTY) {
        number++;
    }
    if (number < 1 || number >= set.count) {
        return NULL;
    }
    values->tile = set.tiles[number];
    return &values->tile;
}

static const char *const group_names[] = {"body", "shape", "joint", "mover", "tile", "tiles"};

static thud_status add_numbers(thud_tunables *numbers, thud_scene *scene, object_id object,
                               object_values *values) {
    const char *name = group_names[object.kind];
    thud_world *world = scene->world;
    switch (object.kind) {
    case OBJECT_BODY:
        return thud_tunables_add_body(numbers, name, world, (thud_body_id){object.slot, object.generation});
    case OBJECT_SHAPE:
        return thud_tunables_add_shape(numbers, name, world, (thud_shape_id){object.slot, object.generation});
    case OBJECT_JOINT:
        return thud_tunables_add_joint(numbers, name, world, (thud_joint_id){object.slot, object.generation});
    case OBJECT_MOVER:
        return add_object_struct(numbers, name, THUD_TUNABLES_MOVER,
                                 scene_mover_of(scene, (thud_body_id){object.slot, object.generation}).def);
    case OBJECT_TILE:
    case OBJECT_TILES:
        return add_object_struct(numbers, name, THUD_TUNABLES_TILE, copy_tile(scene, object, values));
    }
    return THUD_STALE_ID;
}

thud_tunables *object_numbers(thud_scene *scene, object_id object, object_values *values) {
    thud_tunables *numbers = thud_tunables_create();
    if (numbers && (!scene->world || add_numbers(numbers, scene, object, values) != THUD_OK)) {
        thud_tunables_destroy(numbers);
        numbers = NULL;
    }
    return numbers;
}

/* ---- changes ---- */

typedef struct field_path {
    char text[settings_path_size];
} field_path;

static field_path path_of(object_kind kind, int field) {
    field_path path;
    snprintf(path.text, sizeof path.text, "%s.%s", group_names[kind], object_field_name(field));
    return path;
}

static bool set_field(thud_tunables *numbers, object_kind kind, int field, float value) {
    return thud_tunables_set(numbers, path_of(kind, field).text, (double)value).status == THUD_OK;
}

typedef struct tile_change {
    object_id object;
    int field;
    float value;
} tile_change;

static bool change_tile(thud_tile_def *tile, int number, void *context) {
    const tile_change *change = context;
    if (change->object.kind == OBJECT_TILE ? number != change->object.tile : tile->kind == THUD_TILE_EMPTY) {
        return true;
    }
    thud_tunables *numbers = thud_tunables_create();
    bool set =
        numbers &&
        add_object_struct(numbers, group_names[change->object.kind], THUD_TUNABLES_TILE, tile) == THUD_OK &&
        set_field(numbers, change->object.kind, change->field, change->value);
    thud_tunables_destroy(numbers);
    return set;
}

bool object_set(thud_scene *scene, object_id object, int field, float value) {
    object_values values;
    thud_tunables *numbers = object_numbers(scene, object, &values);
    bool set = numbers && set_field(numbers, object.kind, field, value);
    thud_tunables_destroy(numbers);
    if (set && (object.kind == OBJECT_TILE || object.kind == OBJECT_TILES)) {
        tile_change change = {object, field, value};
        set = tiles_change_all(scene->world,
                               tiles_grid_of(scene->world, (thud_body_id){object.slot, object.generation}),
                               change_tile, &change);
    }
    return set;
}

bool object_explain(thud_scene *scene, object_id object, int field, float value, char why[SCENE_ERROR_SIZE]) {
    object_values values;
    thud_tunables *numbers = object_numbers(scene, object, &values);
    const thud_tunable *row =
        numbers ? thud_tunables_find(numbers, path_of(object.kind, field).text).row : NULL;
    thud_refusal refusal = row ? thud_tunable_check(row, (double)value) : (thud_refusal){.status = THUD_OK};
    thud_tunables_destroy(numbers);
    snprintf(why, SCENE_ERROR_SIZE, "%s", refusal.message);
    return refusal.status != THUD_OK;
}

bool object_material(thud_scene *scene, object_id object, thud_material *material) {
    thud_shape_id shape = {object.slot, object.generation};
    object_values values;
    if (!scene->world) {
        return false;
    }
    if (object.kind == OBJECT_SHAPE && thud_shape_is_valid(scene->world, shape)) {
        *material = thud_shape_material(scene->world, shape);
        return true;
    }
    if (object.kind == OBJECT_TILE && copy_tile(scene, object, &values)) {
        *material = values.tile.material;
        return true;
    }
    return false;
}
