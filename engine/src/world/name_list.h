/*
 * name_list.h: the names of a table's rows, by slot. Most rows have none, so names are apart from the data that
 * a step reads. A name does not move until the list is destroyed. So the pointer to it stays valid: after its row is
 * removed it still points to a string, though perhaps another one.
 */
#pragma once

#include "thud/body.h"

typedef struct thud_name {
    char text[THUD_NAME_LENGTH + 1];
} thud_name;

typedef struct thud_name_list {
    const thud_hooks *hooks;
    thud_name **names; /* by slot; null: never had one */
    int32_t capacity;
} thud_name_list;

void thud_name_list_init(thud_name_list *list, const thud_hooks *hooks);
void thud_name_list_destroy(thud_name_list *list);

/* Reserves memory for a name; false when it runs out. A null name needs none. */
bool thud_name_list_make_room(thud_name_list *list, int32_t slot, const char *name);

/* Copies a name for a slot, truncated if needed; null removes the name. When memory runs out, returns false and keeps
 * the old name; with reserved memory it does not fail. */
bool thud_name_list_set(thud_name_list *list, int32_t slot, const char *name);

/* The name of a slot, null if it has none. */
const char *thud_name_list_get(const thud_name_list *list, int32_t slot);

/* Copies as many whole UTF-8 characters of a text as fit. */
void thud_name_copy(thud_name *name, const char *text);
