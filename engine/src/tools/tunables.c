/*
 * tunables.c: sets of numbers by path. A group expands the rows of its table, and of its parts, into entries, one
 * per number. A set has a few hundred, so that the entry of a path is found by comparing all.
 */
#include "tools/tunable_set.h"

#include "base/array.h"
#include "geometry/unit.h"
#include "thud/mover.h"
#include "thud/preset.h"
#include "tools/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { longest_path = 127 };

typedef struct bound_group {
    thud_tunable_group group; /* with its own copies of name and defaults */
    void *before;             /* a copy of the values */
    void (*release)(void *context); /* null: the context is the caller's */
    thud_tunable_place *set; /* the numbers in the current change */
} bound_group;

typedef struct entry {
    bound_group *group;
    const thud_tunable *row;
    size_t offset; /* in the group's struct */
    char *path;
} entry;

struct thud_tunables {
    bound_group **groups;
    entry *entries;
};

/* ---- numbers in structs ---- */

double thud_tunable_load(const thud_tunable *row, const void *at) {
    switch (row->type) {
    case THUD_TUNABLE_FLOAT:
        return (double)*(const float *)at;
    case THUD_TUNABLE_INT:
        return (double)*(const int *)at;
    default:
        return *(const bool *)at ? 1.0 : 0.0;
    }
}

/* Stores a value that the row accepts. */
static void store(const entry *number, double value) {
    void *at = (char *)number->group->group.values + number->offset;
    if (number->row->type == THUD_TUNABLE_FLOAT) {
        *(float *)at = (float)value;
    } else if (number->row->type == THUD_TUNABLE_INT) {
        *(int *)at = (int)value;
    } else {
        *(bool *)at = value != 0.0;
    }
}

static void read_values(const bound_group *bound) {
    if (bound->group.read != NULL) {
        bound->group.read(bound->group.values, bound->group.context);
    }
}

static size_t size_of(thud_tunable_type type) {
    return type == THUD_TUNABLE_FLOAT ? sizeof(float) : type == THUD_TUNABLE_INT ? sizeof(int) : sizeof(bool);
}

bool thud_tunables_copy_set(const thud_tunable_change *change, void *to) {
    bool differs = false;
    for (int i = 0; i < change->set_count; i++) {
        char *number = (char *)to + change->set[i].offset;
        const char *given = (const char *)change->values + change->set[i].offset;
        size_t size = size_of(change->set[i].row->type);
        differs = differs || memcmp(number, given, size) != 0;
        memcpy(number, given, size);
    }
    return differs;
}

/* ---- sets and groups ---- */

thud_tunables *thud_tunables_create(void) {
    return calloc(1, sizeof(thud_tunables));
}

/* Frees a group and removes its entries; the others keep their order. */
static void drop(thud_tunables *tunables, bound_group *bound) {
    ptrdiff_t kept = 0;
    for (ptrdiff_t i = 0; i < arrlen(tunables->entries); i++) {
        if (tunables->entries[i].group == bound) {
            thud_text_free(tunables->entries[i].path);
        } else {
            tunables->entries[kept++] = tunables->entries[i];
        }
    }
    arrsetlen(tunables->entries, (size_t)kept);
    arrfree(bound->set);
    thud_text_free((char *)bound->group.name);
    free((void *)bound->group.defaults);
    free(bound->before);
    if (bound->release != NULL) {
        bound->release(bound->group.context);
    }
    free(bound);
}

void thud_tunables_destroy(thud_tunables *tunables) {
    if (tunables == NULL) {
        return;
    }
    while (arrlen(tunables->groups) > 0) {
        drop(tunables, arrpop(tunables->groups));
    }
    arrfree(tunables->groups);
    arrfree(tunables->entries);
    free(tunables);
}

/* Copies the defaults of a group: given, the table's, or the current values. */
static void *copy_of_defaults(const thud_tunable_group *group) {
    void *copy = calloc(1, group->table->size);
    if (copy != NULL && group->defaults == NULL && group->table->defaults != NULL) {
        group->table->defaults(copy);
    } else if (copy != NULL) {
        memcpy(copy, group->defaults != NULL ? group->defaults : group->values, group->table->size);
    }
    return copy;
}

static bound_group *make_group(thud_tunables *tunables, const thud_tunable_group *group) {
    bound_group *bound = calloc(1, sizeof *bound);
    if (bound == NULL) {
        return NULL;
    }
    char *name = NULL;
    thud_text_put(&name, "%s", group->name);
    bound->group = *group;
    bound->group.name = name;
    bound->group.defaults = copy_of_defaults(group);
    bound->before = malloc(group->table->size);
    if (bound->group.defaults == NULL || bound->before == NULL) {
        drop(tunables, bound);
        return NULL;
    }
    return bound;
}

/* The index of a path; -1 if there is none. */
static int index_of(const thud_tunables *tunables, const char *path) {
    int index = path != NULL ? thud_tunables_count(tunables) - 1 : -1;
    while (index >= 0 && strcmp(tunables->entries[index].path, path) != 0) {
        index--;
    }
    return index;
}

/* Adds the rows of a table, whose struct is at `offset` in the group's; false if a path exists already. */
static bool lay_out(thud_tunables *tunables, bound_group *bound, const thud_tunable_table *table,
                    const char *prefix, size_t offset) {
    for (int i = 0; i < table->count; i++) {
        const thud_tunable *row = &table->rows[i];
        if (row->individual && bound->group.many) {
            continue;
        }
        char path[longest_path + 1];
        if (snprintf(path, sizeof path, "%s.%s", prefix, row->field) > longest_path ||
            index_of(tunables, path) >= 0) {
            return false;
        }
        if (row->type == THUD_TUNABLE_PART) {
            if (!lay_out(tunables, bound, row->part, path, offset + row->offset)) {
                return false;
            }
            continue;
        }
        entry number = {bound, row, offset + row->offset, NULL};
        thud_text_put(&number.path, "%s", path);
        arrput(tunables->entries, number);
    }
    return true;
}

static bool is_name(const char *name) {
    const char *letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
    return name != NULL && name[0] != '\0' && strspn(name, letters) == strlen(name);
}

static thud_status add_group(thud_tunables *tunables, const thud_tunable_group *group,
                             void (*release)(void *context)) {
    if (tunables == NULL || group == NULL || group->table == NULL || group->values == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    if (!is_name(group->name)) {
        return THUD_BAD_DATA;
    }
    bound_group *bound = make_group(tunables, group);
    if (bound == NULL) {
        return THUD_OUT_OF_MEMORY;
    }
    if (!lay_out(tunables, bound, group->table, bound->group.name, 0)) {
        drop(tunables, bound);
        return THUD_BAD_DATA;
    }
    bound->release = release;
    arrput(tunables->groups, bound);
    return THUD_OK;
}

thud_status thud_tunables_add(thud_tunables *tunables, const thud_tunable_group *group) {
    return add_group(tunables, group, NULL);
}

thud_status thud_tunables_add_owned(thud_tunables *tunables, const thud_tunable_group *group,
                                    void (*release)(void *context)) {
    thud_status status = add_group(tunables, group, release);
    if (status != THUD_OK) {
        release(group->context);
    }
    return status;
}

bool thud_tunables_remove(thud_tunables *tunables, const char *group) {
    for (ptrdiff_t i = 0; tunables != NULL && group != NULL && i < arrlen(tunables->groups); i++) {
        bound_group *bound = tunables->groups[i];
        if (strcmp(bound->group.name, group) == 0) {
            arrdel(tunables->groups, (size_t)i);
            drop(tunables, bound);
            return true;
        }
    }
    return false;
}

/* ---- read ---- */

int thud_tunables_count(const thud_tunables *tunables) {
    return tunables != NULL ? (int)arrlen(tunables->entries) : 0;
}

thud_tunable_info thud_tunables_at(const thud_tunables *tunables, int index) {
    if (index < 0 || index >= thud_tunables_count(tunables)) {
        return (thud_tunable_info){0};
    }
    const entry *number = &tunables->entries[index];
    const thud_tunable_group *group = &number->group->group;
    read_values(number->group);
    thud_tunable_info info = {
        .path = number->path,
        .field = number->path + strlen(group->name) + 1,
        .group = group->name,
        .table = group->table,
        .row = number->row,
        .offset = number->offset,
        .size = size_of(number->row->type),
        .value = thud_tunable_load(number->row, (const char *)group->values + number->offset),
        .initial = thud_tunable_load(number->row, (const char *)group->defaults + number->offset)};
    info.changed = info.value != info.initial;
    return info;
}

thud_tunable_info thud_tunables_find(const thud_tunables *tunables, const char *path) {
    return thud_tunables_at(tunables, index_of(tunables, path));
}

/* ---- suggestions ---- */

/* Levenshtein's distance: number of insertions, deletions and replacements that turn one text into the other. */
static int edit_distance(const char *a, size_t length_a, const char *b, size_t length_b) {
    int row[longest_path + 1];
    for (size_t j = 0; j <= length_b; j++) {
        row[j] = (int)j;
    }
    for (size_t i = 0; i < length_a; i++) {
        int diagonal = row[0];
        row[0] = (int)i + 1;
        for (size_t j = 0; j < length_b; j++) {
            int replaced = diagonal + (a[i] != b[j]);
            int least = row[j] < row[j + 1] ? row[j] + 1 : row[j + 1] + 1;
            diagonal = row[j + 1];
            row[j + 1] = replaced < least ? replaced : least;
        }
    }
    return row[length_b];
}

/* Whether a path ends with ".wanted": only its start was left out. */
static bool ends_with(const char *path, size_t length, const char *wanted, size_t wanted_length) {
    return length > wanted_length && path[length - wanted_length - 1] == '.' &&
           strcmp(path + length - wanted_length, wanted) == 0;
}

const char *thud_tunables_suggest(const thud_tunables *tunables, const char *path) {
    size_t wanted = path != NULL ? strlen(path) : 0;
    if (wanted == 0 || wanted > longest_path) {
        return NULL;
    }
    int best = 2 + (int)wanted / 3;
    const char *suggestion = NULL;
    for (int i = 0; i < thud_tunables_count(tunables); i++) {
        const char *known = tunables->entries[i].path;
        size_t length = strlen(known);
        int distance =
            ends_with(known, length, path, wanted) ? 1 : edit_distance(path, wanted, known, length);
        if (distance < best) {
            best = distance;
            suggestion = known;
        }
    }
    return suggestion;
}

/* ---- change ---- */

thud_refusal thud_tunables_refuse_path(const thud_tunables *tunables, const char *path) {
    if (tunables == NULL || path == NULL) {
        return thud_tool_refusal(THUD_NULL_ARGUMENT, "thud_tunables_set",
                                 tunables == NULL ? "tunables" : "path", 0.0, "%s is null",
                                 tunables == NULL ? "tunables" : "path");
    }
    const char *similar = thud_tunables_suggest(tunables, path);
    return thud_tool_refusal(THUD_BAD_DATA, "thud_tunables_set", "path", 0.0, "there is no '%.*s'%s%s%s",
                             longest_path, path, similar != NULL ? "; did you mean '" : "",
                             similar != NULL ? similar : "", similar != NULL ? "'?" : "");
}

/* Writes the values into the structs of their groups; group->before has the old ones. */
static void write_values(const thud_tunables *tunables, const thud_tunable_value *values, int count) {
    for (int i = 0; i < count; i++) {
        const entry *number = &tunables->entries[index_of(tunables, values[i].path)];
        bound_group *bound = number->group;
        if (arrlen(bound->set) == 0) {
            read_values(bound);
            memcpy(bound->before, bound->group.values, bound->group.table->size);
        }
        thud_tunable_place place = {number->row, number->offset};
        arrput(bound->set, place);
        store(number, values[i].value);
    }
}

/* Whether one of the changed numbers takes effect only in a new object. */
static bool restarts(const bound_group *bound) {
    for (ptrdiff_t i = 0; i < arrlen(bound->set); i++) {
        const thud_tunable_place *place = &bound->set[i];
        const char *before = (const char *)bound->before + place->offset;
        const char *now = (const char *)bound->group.values + place->offset;
        if (place->row->restarts &&
            thud_tunable_load(place->row, before) != thud_tunable_load(place->row, now)) {
            return true;
        }
    }
    return false;
}

/* Refuses an `up` of a mover without length: each of its numbers alone may be 0. The rest of the definition may still be unset. */
static thud_refusal check_up(const bound_group *bound) {
    const thud_mover_def *mover = bound->group.values;
    bool is_wrong = bound->group.table == thud_tunables_of(THUD_TUNABLES_MOVER) &&
                    !thud_is_unit(thud_vec2_normalize(mover->up));
    return is_wrong ? thud_tool_refusal(THUD_ZERO_LENGTH, "thud_tunables_set", "up", 0.0,
                                        "up has no length; one of its numbers must be other than 0")
                    : thud_no_refusal();
}

static thud_refusal apply(const bound_group *bound, bool takes_back) {
    thud_refusal refusal = check_up(bound);
    if (refusal.status != THUD_OK) {
        return refusal;
    }
    thud_tunable_change change = {.values = bound->group.values,
                                  .before = bound->before,
                                  .set = bound->set,
                                  .set_count = (int)arrlen(bound->set),
                                  .restarts = restarts(bound),
                                  .takes_back = takes_back};
    return bound->group.apply != NULL ? bound->group.apply(&change, bound->group.context) : thud_no_refusal();
}

/* Restores a group; the groups before the refusing one have applied the change already. */
static void take_back(const bound_group *bound, bool was_applied) {
    char *values = bound->group.values, *before = bound->before;
    for (size_t i = 0; i < bound->group.table->size; i++) {
        char changed = values[i];
        values[i] = before[i];
        before[i] = changed;
    }
    if (was_applied) {
        (void)apply(bound, true);
    }
}

/* The index of the value refused by a group: that of its field, of a vector the first one, or else the group's first one. */
static int refused_value(const thud_tunables *tunables, const bound_group *bound, const char *field,
                         const thud_tunable_value *values, int count) {
    int first = -1;
    for (int i = 0; i < count; i++) {
        const entry *number = &tunables->entries[index_of(tunables, values[i].path)];
        if (number->group != bound) {
            continue;
        }
        first = first < 0 ? i : first;
        const char *own = number->path + strlen(bound->group.name) + 1;
        size_t length = field != NULL ? strlen(field) : 0;
        if (length > 0 && strncmp(own, field, length) == 0 && (own[length] == '\0' || own[length] == '.')) {
            return i;
        }
    }
    return first;
}

static thud_refusal change_groups(const thud_tunables *tunables, const thud_tunable_value *values, int count,
                                  int *refused) {
    thud_refusal refusal = thud_no_refusal();
    ptrdiff_t done = 0, groups = arrlen(tunables->groups);
    for (; done < groups && refusal.status == THUD_OK; done++) {
        if (arrlen(tunables->groups[done]->set) > 0) {
            refusal = apply(tunables->groups[done], false);
        }
    }
    for (ptrdiff_t i = 0; i < groups; i++) {
        bound_group *bound = tunables->groups[i];
        if (refusal.status != THUD_OK && arrlen(bound->set) > 0) {
            take_back(bound, i < done - 1);
        }
        arrfree(bound->set);
    }
    if (refusal.status != THUD_OK && refused != NULL) {
        *refused = refused_value(tunables, tunables->groups[done - 1], refusal.field, values, count);
    }
    return refusal;
}

thud_refusal thud_tunables_set_all(thud_tunables *tunables, const thud_tunable_value *values, int count,
                                   int *refused) {
    if (values == NULL && count > 0) {
        return thud_tool_refusal(THUD_NULL_ARGUMENT, "thud_tunables_set_all", "values", 0.0, "values is null");
    }
    for (int i = 0; i < count; i++) {
        int index = index_of(tunables, values[i].path);
        thud_refusal refusal = index < 0 ? thud_tunables_refuse_path(tunables, values[i].path)
                                         : thud_tunable_check(tunables->entries[index].row, values[i].value);
        if (refusal.status != THUD_OK) {
            if (refused != NULL) {
                *refused = i;
            }
            return refusal;
        }
    }
    if (tunables == NULL || count <= 0) {
        return thud_no_refusal();
    }
    write_values(tunables, values, count);
    return change_groups(tunables, values, count, refused);
}

thud_refusal thud_tunables_set(thud_tunables *tunables, const char *path, double value) {
    return thud_tunables_set_all(tunables, &(thud_tunable_value){path, value}, 1, NULL);
}

thud_refusal thud_tunables_reset(thud_tunables *tunables, const char *path) {
    return thud_tunables_set(tunables, path, thud_tunables_find(tunables, path).initial);
}
