/*
 * The list of fields is that of all tables of definitions, each name once.
 */
#include "objects.h"

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

thud_tunables *object_numbers(thud_world *world, object_id object) {
    thud_tunables *numbers = thud_tunables_create();
    thud_status added = THUD_STALE_ID;
    if (numbers && object.kind == OBJECT_BODY) {
        added =
            thud_tunables_add_body(numbers, "body", world, (thud_body_id){object.slot, object.generation});
    } else if (numbers && object.kind == OBJECT_SHAPE) {
        added =
            thud_tunables_add_shape(numbers, "shape", world, (thud_shape_id){object.slot, object.generation});
    } else if (numbers) {
        added =
            thud_tunables_add_joint(numbers, "joint", world, (thud_joint_id){object.slot, object.generation});
    }
    if (added != THUD_OK) {
        thud_tunables_destroy(numbers);
        numbers = NULL;
    }
    return numbers;
}

bool object_set(thud_world *world, object_id object, int field, float value) {
    static const char *const groups[] = {"body", "shape", "joint"};
    thud_tunables *numbers = world ? object_numbers(world, object) : NULL;
    char path[settings_path_size];
    snprintf(path, sizeof path, "%s.%s", groups[object.kind], object_field_name(field));
    bool set = numbers && thud_tunables_set(numbers, path, (double)value).status == THUD_OK;
    thud_tunables_destroy(numbers);
    return set;
}
