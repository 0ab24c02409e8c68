/* kind_list_kernel.c: lists contacts by their kinds. */
#include "narrowphase/wide_pair.h"
#include "world/contacts/contact_table.h"

/* Slots first, first + 1, ... */
static inline thud_iw slots_from(int32_t first) {
    static const int32_t lane_numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return thud_iw_add(thud_iw_set1(first), thud_iw_loadu(lane_numbers));
}

/* Loads a group's kinds; false if none of them has a bit of `needed`. Atomic, as other threads may create contacts
 * meanwhile. */
static inline bool load_kinds(const thud_kind_word *words, uint64_t needed, thud_iw *kinds) {
    uint64_t bytes[thud_wide_lanes / 8], all = 0;
    for (int i = 0; i < thud_wide_lanes / 8; i++) {
        bytes[i] = __atomic_load_n(&words[i], __ATOMIC_RELAXED);
        all |= bytes[i];
    }
    *kinds = thud_iw_of_bytes(bytes);
    return (all & needed) != 0;
}

int32_t THUD_KERNEL(thud_list_kinds)(const thud_kind_list *list, int32_t *slots);

int32_t THUD_KERNEL(thud_list_kinds)(const thud_kind_list *list, int32_t *slots) {
    const thud_iw bits = thud_iw_set1(list->bits), value = thud_iw_set1(list->value);
    const thud_iw idle = thud_iw_set1(THUD_CONTACT_IDLE);
    const uint64_t needed = UINT64_MAX / UINT8_MAX * (uint64_t)(list->value != 0 ? list->value : UINT8_MAX);
    int32_t count = 0;
    for (int32_t first = list->first; first < list->end; first += thud_wide_lanes) {
        thud_iw kinds;
        if (!load_kinds((const thud_kind_word *)(const void *)(list->kinds + first), needed, &kinds)) {
            continue; /* of most groups nothing was created or woken */
        }
        thud_mw wanted = thud_mw_andnot(thud_iw_eq(thud_iw_and(kinds, bits), value), thud_iw_eq(kinds, idle));
        int32_t group[thud_wide_lanes];
        thud_iw_storeu(group, slots_from(first));
        count = append_lanes(slots, count, group, wanted, lanes_of_group(list->end, first));
    }
    return count;
}
