#include "world/queries/nearby.h"

static bool keep_found(const thud_hash *hash, const thud_found *found, void *context) {
    (void)hash;
    *(thud_found *)context = *found;
    return found->is_all;
}

thud_nearby thud_find_nearby(const thud_hash *hash, thud_aabb box, thud_found *found) {
    found->count = 0;
    found->is_all = true; /* if there are none, none is visited */
    bool is_asked = thud_hash_query_found(hash, box, false, keep_found, found) == THUD_OK;
    return (thud_nearby){box, is_asked ? found : NULL};
}

bool thud_list_nearby(const thud_hash *hash, const thud_nearby *nearby, thud_aabb box, thud_found *listed) {
    listed->count = 0;
    listed->is_all = true;
    if (!thud_nearby_covers(nearby, box)) {
        return false;
    }
    const thud_aabb *fat = thud_hash_fat_boxes(hash);
    for (int32_t i = 0; i < nearby->found->count; i++) {
        uint32_t slot = thud_found_slot(nearby->found, i);
        listed->slots[listed->count] = slot;
        listed->count += thud_aabb_overlaps(fat[slot], box);
    }
    return true;
}
