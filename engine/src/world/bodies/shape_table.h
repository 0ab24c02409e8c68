/*
 * shape_table.h: all shapes on bodies. A shape is stored twice: as the user gave it, in the body's frame
 * (outline), and for the narrowphase as a compact core about the centre of mass, in an array of its
 * class.
 */
#pragma once

#include <string.h>

#include "thud/body.h"

#include "base/pool.h"
#include "geometry/outline.h"
#include "narrowphase/core.h"
#include "thud/broadphase.h"
#include "world/bodies/outline_store.h"
#include "world/bodies/shape_defs.h"
#include "world/name_list.h"

typedef struct thud_shape_record {
    /* First, in adjacent memory, the fields that new contacts read, and those read of all shapes of a body. */
    int32_t body;
    thud_proxy_id proxy; /* null while the body is disabled */
    uint8_t core_class; /* thud_core_class */
    bool is_rectangle; /* its core is a rectangle; written with the core */
    bool is_one_way;   /* def.one_way is not zero, and it is no sensor */
    uint8_t hidden_faces; /* bit i: other shapes cover all of face i, so that it is no surface */
    int32_t core; /* index in the class's array */
    int32_t next; /* on the same body; THUD_NONE at the end */
    /* The fields that a query reads. */
    uint8_t kind; /* thud_shape_kind */
    uint8_t count;
    bool is_upright;   /* a rectangle whose sides are along the axes of its body; written with the core */
    bool had_contacts; /* since its contacts were ended last; else no contact of its body is searched for its own */
    float radius;
    const thud_vec2 *outline; /* `count` vertices, then their normals; body frame; in the table's store */

    const thud_shape_def *def; /* without name and user data, which others may share (shape_defs.h) */
    void *user_data;

    int32_t previous; /* on the same body; THUD_NONE at the end */

    int32_t chain, segment; /* of a link (core class THUD_CORE_LINK); else THUD_NONE */
    union {
        thud_link_ends *ends; /* of a link; after its outline */
        /* of any other: the only one that may change it; `segment` is its number there; may be null */
        struct thud_attachment *owner;
    };
} thud_shape_record;

/* The cores of one class: records of one size. Freed ones are a list: each begins with the index of the next. */
typedef struct thud_core_array {
    void *records;
    int32_t capacity, end, free_index;
} thud_core_array;

typedef struct thud_shape_table {
    thud_pool pool;
    thud_shape_record *records;
    /* by slot: queries with the default filter see the shape. Queries with many answers read this instead of the
     * record */
    bool *open;
    int32_t capacity;
    thud_core_array cores[THUD_CORE_CLASSES];
    thud_outline_store outlines;
    thud_shape_defs defs;
    thud_name_list names;
} thud_shape_table;

void thud_shape_table_init(thud_shape_table *table, const thud_hooks *hooks);
void thud_shape_table_destroy(thud_shape_table *table);

/* Reserves `count` records in all; when memory runs out, returns false and leaves the table as it was. */
bool thud_shape_table_reserve(thud_shape_table *table, int32_t count);

/* Takes a slot with outline and core; when memory runs out, returns the null id and leaves the table as it was. A segment
 * with `ends` is a link of a chain, others have null; the caller writes `chain` and `segment`. */
thud_pool_id thud_shape_table_add(thud_shape_table *table, const thud_shape *shape,
                                  const thud_link_ends *ends, const thud_shape_def *def);
void thud_shape_table_remove(thud_shape_table *table, int32_t slot);

/* Replaces outline and core, which stays in its place while the class is the same; when memory runs out, returns false and leaves the
 * shape as it was. The core is to be written by thud_shape_table_rebase. */
bool thud_shape_table_replace(thud_shape_table *table, int32_t slot, const thud_shape *shape);

/* Gives a link another outline and other ends, but not a new core: call thud_shape_table_rebase. Takes no memory. */
void thud_shape_table_set_link(thud_shape_table *table, int32_t slot, const thud_shape *segment,
                               const thud_link_ends *ends);

/* Reserves room for another definition of a shape; false when memory runs out. */
bool thud_shape_table_make_room(thud_shape_table *table, int32_t slot, const thud_shape_def *def);

/* Gives a shape another definition, with a copy of its name, for which room must be reserved. */
void thud_shape_table_set_def(thud_shape_table *table, int32_t slot, const thud_shape_def *def);

/* Gives a shape another material; false, and the shape as it was, if it has the same one or memory runs out. */
bool thud_shape_table_set_material(thud_shape_table *table, int32_t slot, const thud_material *material);

/* The definition with name and user data. */
thud_shape_def thud_shape_table_def(const thud_shape_table *table, int32_t slot);

/* Reads the shape as the user gave it; leaves vertices and normals beyond its count unwritten. */
void thud_shape_record_read(const thud_shape_record *record, thud_shape *shape);

/* The same without a copy: valid until the shape is changed. */
static inline thud_outline thud_shape_record_outline(const thud_shape_record *record) {
    return (thud_outline){record->count, record->radius, record->outline};
}

/* The mass of a shape, about the body's origin. */
thud_mass thud_shape_record_mass(const thud_shape_record *record);

/* The distance of a shape's farthest point from the centre of mass of its body [m]. */
float thud_reach_of(const thud_vec2 *vertices, int count, float radius, thud_vec2 center);

/* Writes the core of a shape about a centre of mass to a place of at least thud_core_size of its class. */
thud_core_facts thud_shape_table_write_core(const thud_shape_record *record, const thud_shape *geometry,
                                            thud_vec2 center_of_mass, void *core);

/* Writes the core again, about a new centre of mass; returns its extent. `geometry`, here and above: the record's. */
float thud_shape_table_rebase(thud_shape_table *table, int32_t slot, const thud_shape *geometry,
                              thud_vec2 center_of_mass);

/* The free core after a free one; THUD_NONE at the end. */
static inline int32_t thud_next_free_core(const thud_core_array *array, thud_core_class core_class,
                                          int32_t index) {
    int32_t next;
    memcpy(&next, (const char *)array->records + (size_t)index * thud_core_size(core_class), sizeof next);
    return next;
}

const void *thud_shape_core(const thud_shape_table *table, const thud_shape_record *record);
