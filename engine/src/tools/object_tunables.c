/*
 * object_tunables.c: the numbers of a world, of one of its objects, or of all of a kind at once. The tiles of a grid change as a
 * whole set, in one call.
 */
#include "base/array.h"
#include "tools/object_kinds.h"
#include "tools/tunable_set.h"

#include <stdlib.h>
#include <string.h>

/* An object before the last change: its definition, or of a grid all its tiles, an array of stb_ds. */
typedef struct saved_object {
    thud_object_id id;
    thud_object_def def;
    thud_tile_def *tiles;
} saved_object;

/* The objects of a group: one, or all of a kind. */
typedef struct group_objects {
    thud_world *world;
    int kind;
    thud_object_id one;    /* null: all */
    saved_object *saved;   /* while a change may be undone */
    thud_object_def first; /* the group's values: those of the first object */
} group_objects;

/* ---- the objects of a group ---- */

static bool read_object(const group_objects *objects, thud_object_id id, thud_object_def *def) {
    return thud_object_kinds[objects->kind].read(objects->world, id, def);
}

static const thud_object_id none = {0, 0};

/* The object of the group after one, the first after none; none at the end. */
static thud_object_id next_object(const group_objects *objects, thud_object_id after) {
    if (objects->one.generation == 0) {
        return thud_next_object(objects->world, objects->kind, after);
    }
    return after.generation == 0 ? objects->one : none;
}

static void read_first_object(void *values, void *context) {
    const group_objects *objects = context;
    (void)read_object(objects, next_object(objects, none), values);
}

/* ---- the tiles of a grid ---- */

static bool give_tiles(thud_world *world, thud_object_id id, const thud_tile_def *tiles) {
    thud_tile_set set = {tiles, (int)arrlen(tiles)};
    return thud_tile_grid_set_tiles(world, (thud_tile_grid_id){id.slot, id.generation}, set);
}

static thud_tile_def *copy_of_tiles(const thud_world *world, thud_object_id id) {
    thud_tile_set set = thud_tile_grid_definition(world, (thud_tile_grid_id){id.slot, id.generation}).tiles;
    thud_tile_def *tiles = NULL;
    size_t count = (size_t)set.count;
    memcpy(arraddnptr(tiles, count), set.tiles, count * sizeof *tiles);
    return tiles;
}

/* Skips a grid whose tiles already have the numbers: merging its chunks again takes 3 ms for 5,000 tiles. */
static bool change_grid(group_objects *objects, thud_object_id id, const thud_tunable_change *change) {
    saved_object grid = {.id = id, .tiles = copy_of_tiles(objects->world, id)};
    thud_tile_def *tiles = copy_of_tiles(objects->world, id);
    bool differs = false;
    for (ptrdiff_t i = 0; i < arrlen(tiles); i++) {
        bool is_set = tiles[i].kind != THUD_TILE_EMPTY && thud_tunables_copy_set(change, &tiles[i]);
        differs = differs || is_set;
    }
    bool accepted = !differs || give_tiles(objects->world, id, tiles);
    arrfree(tiles);
    if (differs) {
        arrput(objects->saved, grid);
    } else {
        arrfree(grid.tiles);
    }
    return accepted;
}

/* ---- changes ---- */

static void forget_objects(group_objects *objects) {
    for (ptrdiff_t i = 0; i < arrlen(objects->saved); i++) {
        arrfree(objects->saved[i].tiles);
    }
    arrfree(objects->saved);
}

static void restore_objects(group_objects *objects) {
    thud_object_def now;
    for (ptrdiff_t i = arrlen(objects->saved); i-- > 0;) {
        const saved_object *object = &objects->saved[i];
        if (objects->kind == THUD_TILES) {
            (void)give_tiles(objects->world, object->id, object->tiles);
        } else if (read_object(objects, object->id, &now)) {
            (void)thud_object_kinds[objects->kind].configure(objects->world, object->id, &object->def);
        }
    }
    forget_objects(objects);
}

/* Gives an object the numbers that were set; false where the world refuses them, or the object no longer exists. */
static bool change_object(group_objects *objects, thud_object_id id, const thud_tunable_change *change) {
    if (objects->kind == THUD_TILES) {
        return change_grid(objects, id, change);
    }
    saved_object object = {.id = id};
    (void)read_object(objects, id, &object.def);
    thud_object_def def = object.def;
    (void)thud_tunables_copy_set(change, &def);
    bool accepted = thud_object_kinds[objects->kind].configure(objects->world, id, &def);
    if (accepted) {
        arrput(objects->saved, object);
    }
    return accepted;
}

static bool change_objects(group_objects *objects, const thud_tunable_change *change) {
    bool accepted = true;
    for (thud_object_id id = next_object(objects, none); accepted && id.generation != 0;
         id = next_object(objects, id)) {
        accepted = change_object(objects, id, change);
    }
    return accepted;
}

static thud_refusal apply_objects(const thud_tunable_change *change, void *context) {
    group_objects *objects = context;
    if (change->takes_back) {
        restore_objects(objects);
        return thud_no_refusal();
    }
    forget_objects(objects);
    if (change_objects(objects, change)) {
        return thud_no_refusal();
    }
    thud_refusal refusal = thud_world_refusal(objects->world);
    restore_objects(objects);
    return refusal;
}

static void free_objects(void *context) {
    forget_objects(context);
    free(context);
}

/* The defaults for the world's unit. Presets leave out the settings of a machine or a second world (threads, capacities,
 * tag): a world with others would refuse the preset. */
static thud_world_def world_defaults_of(const thud_world *world) {
    thud_world_def now = thud_world_definition(world);
    thud_world_def defaults = thud_world_defaults_for_unit(now.length_unit);
    defaults.worker_count = now.worker_count;
    defaults.body_capacity = now.body_capacity;
    defaults.shape_capacity = now.shape_capacity;
    defaults.contact_capacity = now.contact_capacity;
    defaults.id_tag = now.id_tag;
    return defaults;
}

/* Adds a group; `one` is null for all objects of the kind. */
static thud_status add_objects(thud_tunables *tunables, const char *name, thud_world *world, int kind,
                               const thud_object_id *one) {
    if (tunables == NULL || world == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    group_objects *objects = calloc(1, sizeof *objects);
    if (objects == NULL) {
        return THUD_OUT_OF_MEMORY;
    }
    const thud_tunable_table *table = thud_tunables_of(thud_object_kinds[kind].table);
    objects->world = world;
    objects->kind = kind;
    objects->one = one != NULL ? *one : none;
    table->defaults(&objects->first);
    if (one != NULL && !read_object(objects, *one, &objects->first)) {
        free(objects);
        return THUD_STALE_ID;
    }
    read_first_object(&objects->first, objects);
    thud_world_def world_defaults = world_defaults_of(world);
    thud_tunable_group group = {.name = name,
                                .table = table,
                                .values = &objects->first,
                                .defaults = kind == THUD_WORLDS ? (void *)&world_defaults : &objects->first,
                                .apply = apply_objects,
                                .read = read_first_object,
                                .context = objects,
                                .many = one == NULL};
    return thud_tunables_add_owned(tunables, &group, free_objects);
}

/* ---- public ---- */

thud_status thud_tunables_add_world(thud_tunables *tunables, thud_world *world) {
    return add_objects(tunables, "world", world, THUD_WORLDS, &(thud_object_id){0, 1});
}

thud_status thud_tunables_add_body(thud_tunables *tunables, const char *name, thud_world *world,
                                   thud_body_id body) {
    return add_objects(tunables, name, world, THUD_BODIES, &(thud_object_id){body.slot, body.generation});
}

thud_status thud_tunables_add_shape(thud_tunables *tunables, const char *name, thud_world *world,
                                    thud_shape_id shape) {
    return add_objects(tunables, name, world, THUD_SHAPES, &(thud_object_id){shape.slot, shape.generation});
}

thud_status thud_tunables_add_joint(thud_tunables *tunables, const char *name, thud_world *world,
                                    thud_joint_id joint) {
    if (world == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    thud_joint_kind kind = thud_joint_kind_of(world, joint);
    if (kind >= THUD_JOINT_FILTER) {
        return kind == THUD_JOINT_FILTER ? THUD_WRONG_KIND : THUD_STALE_ID;
    }
    return add_objects(tunables, name, world, THUD_JOINTS + (int)kind,
                       &(thud_object_id){joint.slot, joint.generation});
}

thud_status thud_tunables_add_objects(thud_tunables *tunables, thud_world *world) {
    if (tunables == NULL || world == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    for (int kind = 0; kind < THUD_WORLDS; kind++) {
        thud_status status = add_objects(tunables, thud_object_kinds[kind].group, world, kind, NULL);
        if (status != THUD_OK) {
            for (int added = 0; added < kind; added++) {
                thud_tunables_remove(tunables, thud_object_kinds[added].group);
            }
            return status;
        }
    }
    return THUD_OK;
}
