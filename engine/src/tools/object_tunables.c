/* object_tunables.c: the numbers of a world, of one of its objects, or of all of a kind at once. */
#include "base/array.h"
#include "tools/object_kinds.h"
#include "tools/tunable_set.h"

#include <stdlib.h>
#include <string.h>

/* ---- one object ---- */

typedef struct one_object {
    thud_world *world;
    const thud_object_kind *kind;
    thud_object_id id;
    thud_object_def def;
} one_object;

static void read_one(void *values, void *context) {
    const one_object *one = context;
    (void)one->kind->read(one->world, one->id, values);
}

static thud_refusal apply_one(const thud_tunable_change *change, void *context) {
    const one_object *one = context;
    bool accepted = one->kind->configure(one->world, one->id, change->before, change->values);
    return accepted ? thud_no_refusal() : thud_world_refusal(one->world);
}

static thud_status add_one(thud_tunables *tunables, const char *name, thud_world *world, int kind,
                           thud_object_id id) {
    if (tunables == NULL || world == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    one_object *one = malloc(sizeof *one);
    if (one == NULL) {
        return THUD_OUT_OF_MEMORY;
    }
    *one = (one_object){.world = world, .kind = &thud_object_kinds[kind], .id = id};
    if (!one->kind->read(world, id, &one->def)) {
        free(one);
        return THUD_STALE_ID;
    }
    thud_world_def world_defaults = thud_world_defaults_for_unit(thud_world_definition(world).length_unit);
    thud_tunable_group group = {.name = name,
                                .table = thud_tunables_of(one->kind->table),
                                .values = &one->def,
                                .defaults = kind == THUD_WORLDS ? (void *)&world_defaults : &one->def,
                                .apply = apply_one,
                                .read = read_one,
                                .context = one};
    return thud_tunables_add_owned(tunables, &group, one, free);
}

thud_status thud_tunables_add_world(thud_tunables *tunables, thud_world *world) {
    return add_one(tunables, "world", world, THUD_WORLDS, (thud_object_id){0, 0});
}

thud_status thud_tunables_add_body(thud_tunables *tunables, const char *name, thud_world *world,
                                   thud_body_id body) {
    return add_one(tunables, name, world, THUD_BODIES, (thud_object_id){body.slot, body.generation});
}

thud_status thud_tunables_add_shape(thud_tunables *tunables, const char *name, thud_world *world,
                                    thud_shape_id shape) {
    return add_one(tunables, name, world, THUD_SHAPES, (thud_object_id){shape.slot, shape.generation});
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
    return add_one(tunables, name, world, THUD_JOINTS + (int)kind,
                   (thud_object_id){joint.slot, joint.generation});
}

/* ---- all of a kind ---- */

/* The definition of an object before the last change. */
typedef struct saved_object {
    thud_object_id id;
    thud_object_def def;
} saved_object;

typedef struct all_objects {
    thud_world *world;
    int kind;
    saved_object *saved; /* while a change may be undone */
    thud_object_def first;
} all_objects;

static void read_first(void *values, void *context) {
    const all_objects *all = context;
    thud_object_cursor cursor = {0};
    if (thud_next_object(all->world, all->kind, &cursor)) {
        (void)thud_object_kinds[all->kind].read(all->world, cursor.id, values);
    }
}

/* Restores all objects that have changed. */
static void restore(all_objects *all) {
    while (arrlen(all->saved) > 0) {
        saved_object object = arrpop(all->saved);
        thud_object_def now;
        if (thud_object_kinds[all->kind].read(all->world, object.id, &now)) {
            (void)thud_object_kinds[all->kind].configure(all->world, object.id, &now, &object.def);
        }
    }
    arrfree(all->saved);
}

static bool change_object(all_objects *all, thud_object_id id, const thud_tunable_change *change) {
    const thud_object_kind *kind = &thud_object_kinds[all->kind];
    saved_object object = {.id = id};
    if (!kind->read(all->world, id, &object.def)) {
        return true;
    }
    thud_object_def def = object.def;
    for (int i = 0; i < change->set_count; i++) {
        const thud_tunable_place *place = &change->set[i];
        memcpy((char *)&def + place->offset, (const char *)change->values + place->offset,
               thud_tunable_size(place->row->type));
    }
    bool accepted = kind->configure(all->world, id, &object.def, &def);
    if (accepted) {
        arrput(all->saved, object);
    }
    return accepted;
}

static thud_refusal apply_all(const thud_tunable_change *change, void *context) {
    all_objects *all = context;
    if (change->takes_back) {
        restore(all);
        return thud_no_refusal();
    }
    arrfree(all->saved);
    thud_object_cursor cursor = {0};
    while (thud_next_object(all->world, all->kind, &cursor)) {
        if (!change_object(all, cursor.id, change)) {
            thud_refusal refusal = thud_world_refusal(all->world);
            restore(all);
            return refusal;
        }
    }
    return thud_no_refusal();
}

static void free_all(void *owned) {
    all_objects *all = owned;
    arrfree(all->saved);
    free(all);
}

static thud_status add_all(thud_tunables *tunables, thud_world *world, int kind) {
    all_objects *all = calloc(1, sizeof *all);
    if (all == NULL) {
        return THUD_OUT_OF_MEMORY;
    }
    all->world = world;
    all->kind = kind;
    const thud_tunable_table *table = thud_tunables_of(thud_object_kinds[kind].table);
    table->defaults(&all->first);
    read_first(&all->first, all);
    thud_tunable_group group = {.name = thud_object_kinds[kind].group,
                                .table = table,
                                .values = &all->first,
                                .defaults = &all->first,
                                .apply = apply_all,
                                .read = read_first,
                                .context = all,
                                .many = true};
    return thud_tunables_add_owned(tunables, &group, all, free_all);
}

thud_status thud_tunables_add_objects(thud_tunables *tunables, thud_world *world) {
    if (tunables == NULL || world == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    for (int kind = 0; kind <= THUD_WORLDS; kind++) {
        thud_status status =
            kind < THUD_WORLDS ? add_all(tunables, world, kind) : thud_tunables_add_tiles(tunables, world);
        if (status != THUD_OK) {
            for (int added = 0; added < kind; added++) {
                thud_tunables_remove(tunables, thud_object_kinds[added].group);
            }
            return status;
        }
    }
    return THUD_OK;
}
