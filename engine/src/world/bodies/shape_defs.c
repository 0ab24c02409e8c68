#include "world/bodies/shape_defs.h"

#include <string.h>

typedef struct thud_shared_def {
    thud_shape_def def; /* first: its address is that of the whole */
    int32_t uses;
    uint32_t place; /* among the recent ones */
} thud_shared_def;

/* The count of vertices of an outline of the same size. */
enum { ROOM = (sizeof(thud_shared_def) + 2 * sizeof(thud_vec2) - 1) / (2 * sizeof(thud_vec2)) };

_Static_assert(ROOM <= THUD_MAX_VERTICES && _Alignof(thud_shared_def) <= 2 * sizeof(thud_vec2), "it fits an outline");

bool thud_shape_def_is_same(const thud_shape_def *a, const thud_shape_def *b) {
    return memcmp(&a->material, &b->material, sizeof a->material) == 0 && a->density == b->density &&
           a->filter.category == b->filter.category && a->filter.mask == b->filter.mask &&
           a->filter.group == b->filter.group && a->material_id == b->material_id &&
           a->contact_events == b->contact_events && a->hit_events == b->hit_events &&
           a->sensor == b->sensor && a->sensor_sees_static == b->sensor_sees_static &&
           a->sensor_events == b->sensor_events && a->pre_solve == b->pre_solve &&
           a->kinematic_events == b->kinematic_events && a->one_way.x == b->one_way.x &&
           a->one_way.y == b->one_way.y;
}

uint32_t thud_shape_def_hash(const thud_shape_def *def) {
    uint64_t words[3] = {0};
    memcpy(words, &def->material, sizeof def->material);
    memcpy(words + 2, &def->one_way.y, sizeof def->one_way.y);
    uint64_t hash = def->material_id ^ (uint64_t)def->sensor << 63;
    hash = hash * 0x9e3779b97f4a7c15u ^ def->filter.category ^ def->filter.mask << 32;
    for (int i = 0; i < 3; i++) {
        hash = hash * 0x9e3779b97f4a7c15u ^ hash >> 32 ^ words[i];
    }
    return (uint32_t)(hash * 0x9e3779b97f4a7c15u >> 32);
}

bool thud_shape_defs_make_room(thud_outline_store *store) {
    return thud_outline_make_room(store, ROOM);
}

const thud_shape_def *thud_shape_defs_take(thud_shape_defs *defs, thud_outline_store *store, const thud_shape_def *def) {
    uint32_t place = thud_shape_def_hash(def) % thud_recent_defs;
    thud_shared_def **recent = &defs->recent[place];
    if (*recent == NULL || !thud_shape_def_is_same(&(*recent)->def, def)) {
        thud_shared_def *made = (void *)thud_outline_take(store, ROOM);
        if (made == NULL) {
            return NULL;
        }
        *made = (thud_shared_def){.def = *def, .place = place};
        made->def.name = NULL;
        made->def.user_data = NULL;
        *recent = made;
    }
    (*recent)->uses++;
    return &(*recent)->def;
}

void thud_shape_defs_release(thud_shape_defs *defs, thud_outline_store *store, const thud_shape_def *def) {
    thud_shared_def *shared = (thud_shared_def *)(uintptr_t)def;
    if (--shared->uses == 0) {
        thud_shared_def **recent = &defs->recent[shared->place];
        *recent = *recent == shared ? NULL : *recent;
        thud_outline_release(store, (thud_vec2 *)(void *)shared, ROOM);
    }
}
