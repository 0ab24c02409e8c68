/* kind_list_kernel.c: lists the active contacts by their kinds. */
#include "narrowphase/wide_pair.h"
#include "world/contacts/contact_table.h"

/* Slots first, first + 1, ... */
static inline thud_iw slots_from(int32_t first) {
    static const int32_t lane_numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return thud_iw_add(thud_iw_set1(first), thud_iw_loadu(lane_numbers));
}

int32_t THUD_KERNEL(thud_list_active)(const uint8_t *kinds, int32_t first, int32_t end, int32_t *slots);

/* `first` and the size of `kinds` are multiples of the SIMD width. */
int32_t THUD_KERNEL(thud_list_active)(const uint8_t *kinds, int32_t first, int32_t end, int32_t *slots) {
    const thud_iw idle = thud_iw_set1(THUD_CONTACT_IDLE);
    int32_t count = 0;
    for (; first < end; first += thud_wide_lanes) {
        uint64_t bytes[thud_wide_lanes / 8];
        memcpy(bytes, kinds + first, sizeof bytes);
        int32_t group[thud_wide_lanes];
        thud_iw_storeu(group, slots_from(first));
        thud_mw active = thud_mw_not(thud_iw_eq(thud_iw_of_bytes(bytes), idle));
        count = append_lanes(slots, count, group, active, lanes_of_group(end, first));
    }
    return count;
}
