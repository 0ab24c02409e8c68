/*
 * coloring.c: colours are given first come, first served, to contacts in hashed order.
 *
 * A body with more than 64 edges (a drum full of boxes) runs out of colours. Then edges
 * are packed in windows of 64 blocks, its own first: there a bit of a body's mask stands for a block, and
 * a full block takes no more. The heavy body has one lane in each block, its lighter neighbours fill the others.
 */
#include "response/coloring.h"

#include "base/memory.h"

enum { colors = 64 };

static bool yields(const thud_coloring_input *input, int32_t body) {
    return body >= 1 && body < input->dynamic_end;
}

/* Edges that come before most of their neighbours in one bucket come after most of them in another. */
enum { hash_buckets = 16 };

static int32_t bucket_of(const thud_edge *edge) {
    uint32_t hash =
        (uint32_t)edge->a * 0x9e3779b1u ^ (uint32_t)edge->b * 0x85ebca77u; /* of Knuth and xxHash */
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    return (int32_t)(hash >> 28);
}
_Static_assert(hash_buckets == 1 << 4, "four bits of the hash");

/*
 * Lists the edges by class, those of the second in reverse; returns how many are of the first. Contacts come in hashed
 * order: in a regular one neighbours would get a regular pattern of colours, along which errors travel as waves through
 * a stack (a pyramid of base 100 still moved at 0.11 m/s after 500 steps, in hashed order at 0.012 m/s, and falling).
 * Joints come in the order in which they were created, mostly from limb to limb: in hashed order one in twenty ragdolls
 * that lay on the ground went to sleep with joints 3 mm to 20 mm apart, in theirs none with more than 0.6 mm.
 */
static int32_t list_by_class(const thud_coloring_input *input, thud_coloring_item *items, int32_t *keys) {
    int32_t next[2 * hash_buckets] = {0};
    for (int32_t i = 0; i < input->count; i++) {
        const thud_edge *edge = &input->edges[i];
        bool is_ground = !yields(input, edge->a) || !yields(input, edge->b);
        keys[i] = (is_ground ? hash_buckets : 0) + (input->are_contacts ? bucket_of(edge) : 0);
        next[keys[i]]++;
    }
    int32_t pairs = 0, start = 0;
    for (int key = 0; key < 2 * hash_buckets; key++) {
        int32_t count = next[key];
        next[key] = key < hash_buckets ? start : input->count - 1 - (start - pairs);
        start += count;
        pairs = key < hash_buckets ? start : pairs;
    }
    for (int32_t i = 0; i < input->count; i++) {
        const thud_edge *edge = &input->edges[i];
        if (keys[i] < hash_buckets) {
            items[next[keys[i]]++] = (thud_coloring_item){i, edge->a, edge->b};
        } else { /* has its dynamic body on both ends */
            int32_t body = yields(input, edge->a) ? edge->a : yields(input, edge->b) ? edge->b : 0;
            items[next[keys[i]]--] = (thud_coloring_item){i, body, body};
        }
    }
    return pairs;
}

static int lowest_bit(uint64_t bits) {
    return __builtin_ctzll(bits);
}

/* Gives an item the lowest colour that is free for both bodies and not in `closed`; -1 if there is none. */
static int take_color(uint64_t *used, const thud_coloring_item *item, uint64_t closed) {
    uint64_t available = ~(used[item->a] | used[item->b] | closed);
    if (available == 0) {
        return -1;
    }
    int color = lowest_bit(available);
    used[item->a] |= (uint64_t)1 << color;
    used[item->b] |= (uint64_t)1 << color;
    return color;
}

/* Gives colours to the items of a class: from `first` on, in `places`. False where one finds none. */
static bool give_colors(uint64_t *used, int32_t body_count, const thud_coloring_item *items, int32_t count,
                        int32_t first, int32_t *color_counts, int32_t *places) {
    thud_fill_bytes(used, 0, (size_t)body_count * sizeof *used);
    thud_fill_bytes(color_counts, 0, colors * sizeof *color_counts);
    for (int32_t i = 0; i < count; i++) {
        int color = take_color(used, &items[i], 0);
        if (color < 0) {
            return false;
        }
        places[items[i].edge] = first + color;
        color_counts[color]++;
    }
    return true;
}

/* Moves the edges of bodies with more than 64 to the front. */
static void move_heavy_first(const thud_coloring_scratch *scratch, int32_t body_count,
                             thud_coloring_item *items, int32_t count) {
    int32_t *degree = scratch->degrees;
    thud_fill_bytes(degree, 0, (size_t)body_count * sizeof *degree);
    for (int32_t i = 0; i < count; i++) {
        degree[items[i].a]++;
        degree[items[i].b] += items[i].b != items[i].a ? 1 : 0;
    }
    int32_t heavy = 0;
    for (int32_t i = 0; i < count; i++) {
        if (degree[items[i].a] > colors || degree[items[i].b] > colors) {
            thud_coloring_item swapped = items[heavy];
            items[heavy++] = items[i];
            items[i] = swapped;
        }
    }
}

/* Packs items into windows of 64 blocks from `block` on, first come first served: those that find no lane go to the next
 * window. Returns the next block. */
static int32_t pack_windows(const thud_coloring_input *input, uint64_t *used, thud_coloring_item *items,
                            int32_t count, int32_t block, int32_t *places) {
    while (count > 0) {
        thud_fill_bytes(used, 0, (size_t)input->dynamic_end * sizeof *used);
        int32_t filled[colors] = {0};
        uint64_t full = 0;
        int32_t left = 0, blocks = 0;
        for (int32_t i = 0; i < count; i++) {
            int slot = take_color(used, &items[i], full);
            if (slot < 0) {
                items[left++] = items[i];
                continue;
            }
            places[items[i].edge] = -1 - ((block + slot) * input->lanes + filled[slot]++);
            full |= filled[slot] == input->lanes ? (uint64_t)1 << slot : 0;
            blocks = slot >= blocks ? slot + 1 : blocks;
        }
        count = left;
        block += blocks;
    }
    return block;
}

/*
 * Finds blocks for a class, from `block` on; returns the next block. Until all colours have theirs, places[i] is the
 * colour of edge i, from `first` on, and next[colour] its first place; or -1 - place, where that is known.
 */
static int32_t color_class(const thud_coloring_input *input, const thud_coloring_scratch *scratch,
                           thud_coloring_item *items, int32_t count, int32_t block, int32_t first,
                           int32_t *next, int32_t *places) {
    int32_t color_counts[colors];
    if (!give_colors(scratch->used, input->dynamic_end, items, count, first, color_counts, places)) {
        move_heavy_first(scratch, input->dynamic_end, items, count);
        return pack_windows(input, scratch->used, items, count, block, places);
    }
    for (int color = 0; color < colors; color++) {
        next[first + color] = block * input->lanes;
        block += (color_counts[color] + input->lanes - 1) / input->lanes;
    }
    return block;
}

thud_coloring thud_color_edges(thud_coloring_input input, thud_coloring_scratch scratch, int32_t *places) {
    thud_coloring coloring = {0, 0};
    if (input.count == 0) {
        return coloring;
    }
    int32_t next[2 * colors];
    int32_t pairs = list_by_class(&input, scratch.items, places);
    coloring.ground_block = color_class(&input, &scratch, scratch.items, pairs, 0, 0, next, places);
    coloring.block_count = color_class(&input, &scratch, scratch.items + pairs, input.count - pairs,
                                       coloring.ground_block, colors, next, places);
    for (int32_t i = 0; i < input.count; i++) { /* in a block in their order, as they lie in memory */
        places[i] = places[i] < 0 ? -1 - places[i] : next[places[i]]++;
    }
    return coloring;
}
