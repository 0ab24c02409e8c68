/*
 * objects.h: the numbers of one body, shape or joint of a world, as thud/tunables.h has them, under numbers that recordings and rows
 * of the panel use: a field of all definitions has one number, such as "material.friction".
 */
#ifndef DEMOS_OBJECTS_H
#define DEMOS_OBJECTS_H

#include "settings.h"

typedef enum object_kind { OBJECT_BODY, OBJECT_SHAPE, OBJECT_JOINT } object_kind;

typedef struct object_id {
    object_kind kind;
    uint32_t slot, generation;
} object_id;

/* The fields: how many, the name of one, the number of a name (-1 for none). */
int object_field_count(void);
const char *object_field_name(int field);
int object_field_find(const char *name);

/* The default of a number of an object: that of a definition. */
double object_default(const thud_tunable_info *info);

/* The numbers of an object: a set with one group, to be destroyed; null where it has gone or has none. */
thud_tunables *object_numbers(thud_world *world, object_id object);

/* Sets one; false where the object has no such field or the value is refused. */
bool object_set(thud_world *world, object_id object, int field, float value);

#endif
