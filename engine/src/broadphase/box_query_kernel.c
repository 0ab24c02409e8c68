/* The comparisons of queries of boxes (query_parts.h) and of insertions into trees, compiled once per SIMD width. */
#include "base/pack.h"
#include "broadphase/query_parts.h"
#include "broadphase/wide_box.h"

uint64_t THUD_KERNEL(thud_overlap_bits)(const thud_box_columns *boxes, int32_t first, int32_t count,
                                        const thud_aabb *box) {
    const wide_box wide = spread_aabb(box);
    uint64_t bits = 0;
    for (int32_t i = 0; i < count; i += thud_lane_count) {
        bits |= (uint64_t)overlaps_of_eight(&wide, boxes, first + i) << i;
    }
    return bits & UINT64_MAX >> (64 - count);
}

/* The slots of eight entries, with a mark unless no low side is below the box's and no high side above. */
static inline thud_i32x8 slots_of_eight(const wide_box *box, const thud_box_columns *boxes,
                                        const uint32_t *slots_from, int32_t first) {
    thud_m8 x = thud_m8_and(thud_f8_le(box->min_x, thud_f8_loadu(boxes->min_x + first)),
                            thud_f8_le(thud_f8_loadu(boxes->max_x + first), box->max_x));
    thud_m8 y = thud_m8_and(thud_f8_le(box->min_y, thud_f8_loadu(boxes->min_y + first)),
                            thud_f8_le(thud_f8_loadu(boxes->max_y + first), box->max_y));
    thud_i32x8 slots = thud_i32x8_loadu((const int32_t *)(const void *)(slots_from + first));
    return thud_i32x8_or(
        slots, thud_i32x8_select(thud_m8_and(x, y), thud_i32x8_set1(0), thud_i32x8_set1(INT32_MIN)));
}

/* Clears the bits of stale entries. */
static uint32_t current_of_eight(const thud_box_run *run, int32_t first, uint32_t bits) {
    uint32_t current = 0;
    for (; bits != 0; bits &= bits - 1) {
        int32_t lane = thud_lowest_bit(bits);
        bool counts = (run->places[run->slots[first + lane]] ^ run->place) >> thud_place_list_shift == 0;
        current |= (uint32_t)counts << lane;
    }
    return current;
}

bool THUD_KERNEL(thud_find_boxes)(thud_box_query *query, const thud_box_run *run) {
    const wide_box wide = spread_aabb(&query->box), sure = spread_aabb(&run->sure);
    thud_found *found = &query->found;
    const thud_box_columns *boxes = run->boxes;
    const int32_t *columns = run->columns;
    int32_t end = run->end;
    for (int32_t first = run->first; first < end && (columns == NULL || columns[first] <= run->last_column);
         first += thud_lane_count) {
        uint32_t met = overlaps_of_eight(&wide, boxes, first) & thud_first_lanes(end - first);
        if (run->places != NULL) {
            met = current_of_eight(run, first, met);
        }
        if (met == 0) {
            continue;
        }
        if (found->count > thud_most_found - thud_lane_count && !thud_visit_found(query)) {
            return false;
        }
        int32_t slots[thud_lane_count];
        thud_i32x8_storeu(slots, slots_of_eight(&sure, &run->marked_by, run->slots, first));
        found->count += thud_pack8((int32_t *)(void *)&found->slots[found->count], slots, met);
    }
    return true;
}

uint32_t THUD_KERNEL(thud_crossing_bits)(const thud_found *found) {
    const thud_i32x8 mark = thud_i32x8_set1(INT32_MIN);
    uint32_t bits = 0;
    for (int32_t i = 0; i < thud_most_found; i += thud_lane_count) {
        thud_i32x8 slots = thud_i32x8_loadu((const int32_t *)(const void *)&found->slots[i]);
        bits |= thud_m8_bits(thud_i32x8_eq(thud_i32x8_and(slots, mark), mark)) << i;
    }
    return bits;
}

/* ---- trees ---- */

/* Inserts a hit in ascending order. */
static inline void note_hit(thud_tree_hits *hits, uint64_t hit) {
    int32_t place = hits->count++;
    if (place >= thud_most_hits) {
        return;
    }
    for (; place > 0 && hits->hits[place - 1] > hit; place--) {
        hits->hits[place] = hits->hits[place - 1];
    }
    hits->hits[place] = hit;
}

/* The nodes to open are fetched while others are. With too many of them the list is searched instead. */
void THUD_KERNEL(thud_search_tree)(thud_tree_hits *hits, uint32_t root, const thud_aabb *box) {
    enum { most_open = 128 };
    const wide_box wide = spread_aabb(box);
    uint32_t open[most_open];
    int32_t open_count = 0;
    open[open_count++] = root;
    while (open_count > 0 && hits->count <= thud_most_hits) {
        const thud_tree_node *node = &hits->nodes[open[--open_count]];
        uint32_t lanes = overlaps_of_sides(&wide, node->sides[THUD_MIN_X], node->sides[THUD_MIN_Y],
                                           node->sides[THUD_MAX_X], node->sides[THUD_MAX_Y]);
        if (open_count > most_open - thud_node_lanes) {
            hits->count = thud_most_hits + 1;
            return;
        }
        for (; lanes != 0; lanes &= lanes - 1) {
            uint32_t child = node->children[thud_lowest_bit(lanes)];
            if ((child & THUD_TREE_PROXY) == 0) {
                const char *next = (const char *)&hits->nodes[child];
                __builtin_prefetch(next);
                __builtin_prefetch(next + 64);
                __builtin_prefetch(next + 128);
                open[open_count++] = child;
                continue;
            }
            uint32_t slot = child & ~THUD_TREE_PROXY, place = hits->places[slot];
            __builtin_prefetch(&hits->users[slot]);
            if ((place ^ hits->place) >> thud_place_list_shift == 0) {
                note_hit(hits, (uint64_t)place << 32 | slot);
            }
        }
    }
}

int32_t THUD_KERNEL(thud_choose_lane)(const thud_tree_node *node, const thud_aabb *box) {
    const wide_box added = spread_aabb(box);
    const thud_i32x8 mark = thud_i32x8_set1(INT32_MIN);
    thud_i32x8 children = thud_i32x8_loadu((const int32_t *)(const void *)node->children);
    uint32_t left = 0xffu & ~thud_m8_bits(thud_i32x8_eq(thud_i32x8_and(children, mark), mark));
    thud_f8 min_x = thud_f8_loadu(node->sides[THUD_MIN_X]), min_y = thud_f8_loadu(node->sides[THUD_MIN_Y]);
    thud_f8 max_x = thud_f8_loadu(node->sides[THUD_MAX_X]), max_y = thud_f8_loadu(node->sides[THUD_MAX_Y]);
    thud_f8 size = thud_f8_add(thud_f8_sub(max_x, min_x), thud_f8_sub(max_y, min_y));
    thud_f8 both = thud_f8_add(thud_f8_sub(thud_f8_max(max_x, added.max_x), thud_f8_min(min_x, added.min_x)),
                               thud_f8_sub(thud_f8_max(max_y, added.max_y), thud_f8_min(min_y, added.min_y)));
    thud_f8 growth = thud_f8_sub(both, size);
    uint32_t roomy = left & thud_m8_bits(thud_f8_le(growth, thud_f8_zero()));
    if (left == 0 || roomy != 0) {
        return left == 0 ? thud_node_lanes : thud_lowest_bit(roomy);
    }
    float growths[thud_node_lanes];
    thud_f8_storeu(growths, growth);
    int32_t best = thud_lowest_bit(left);
    while ((left &= left - 1) != 0) {
        int32_t lane = thud_lowest_bit(left);
        best = growths[lane] < growths[best] ? lane : best;
    }
    return best;
}
