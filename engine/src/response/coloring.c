/*
 * coloring.c: two orders, for two reasons.
 *
 * Colours are given in a hashed order. In a regular order neighbours get a regular pattern of colours, along which errors travel as waves
 * through a stack: a pyramid of base 100 kept moving at 0.1 m/s, in hashed order at 0.005 m/s. The hash depends on nothing but ids.
 *
 * Lanes of large batches are filled in the order of the bodies, because neighbours in memory are then read together. Within a colour the
 * order cannot change a result.
 *
 * A body with more than 64 edges (a drum full of boxes) runs out of colours. Its other edges are packed in windows of 64 blocks: a bit
 * of a body's mask now stands for a block of 8 lanes, and a full block takes no more. What a window cannot take waits for the next one.
 */
#include "response/coloring.h"

#include "base/memory.h"

enum { lanes = 8, colors = 64, hash_buckets = 256 };

/* Bodies that fit in the first-level cache with what the passes read of them: then the order of lanes makes no difference. */
enum { cached_bodies = 1500 };

/* Two classes of edges: between bodies that yield, and against the ground. */
enum { pair_class, ground_class, class_count };

static bool yields(const thud_coloring_input *input, int32_t body) {
    return body >= 1 && body < input->dynamic_end;
}

/* The edge as far as colours matter: an edge against the ground has the body that yields on both ends. */
static thud_coloring_item make_item(const thud_coloring_input *input, int32_t index) {
    thud_coloring_item item = {index, input->edges[index].a, input->edges[index].b};
    if (!yields(input, item.a)) {
        item.a = yields(input, item.b) ? item.b : 0;
        item.b = item.a;
    } else if (!yields(input, item.b)) {
        item.b = item.a;
    }
    return item;
}

static int32_t bucket_of(const thud_coloring_input *input, int32_t index, const thud_coloring_item *item) {
    int32_t bucket = (int32_t)(input->edges[index].hash % hash_buckets);
    return item->a == item->b ? bucket + hash_buckets : bucket;
}

static void turn_counts_into_starts(int32_t *counts, int32_t length) {
    int32_t start = 0;
    for (int32_t i = 0; i < length; i++) {
        int32_t count = counts[i];
        counts[i] = start;
        start += count;
    }
}

/* Lists the edges by class, in a class by hash, those of equal hash as they come; returns how many are of the first class. */
static int32_t order_by_hash(const thud_coloring_input *input, thud_coloring_item *items) {
    int32_t next[class_count * hash_buckets] = {0};
    for (int32_t i = 0; i < input->count; i++) {
        thud_coloring_item item = make_item(input, i);
        next[bucket_of(input, i, &item)]++;
    }
    turn_counts_into_starts(next, class_count * hash_buckets);
    int32_t pairs = next[ground_class * hash_buckets];
    for (int32_t i = 0; i < input->count; i++) {
        thud_coloring_item item = make_item(input, i);
        items[next[bucket_of(input, i, &item)]++] = item;
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

/*
 * Until all colours have their blocks, places[i] is the class and colour of edge i; or -1 - place, where that is known.
 */
static int32_t color_code(int class_of_edge, int color) {
    return class_of_edge * colors + color;
}

/* Gives colours to a class; what finds none moves to the front of the items; returns how many do. */
static int32_t give_colors(uint64_t *used, thud_coloring_item *items, int32_t count, int class_of_edges,
                           int32_t *color_counts, int32_t *places) {
    int32_t left = 0;
    for (int32_t i = 0; i < count; i++) {
        int color = take_color(used, &items[i], 0);
        if (color < 0) {
            items[left++] = items[i];
            continue;
        }
        places[items[i].edge] = color_code(class_of_edges, color);
        color_counts[color]++;
    }
    return left;
}

/* Packs the items in windows of 64 blocks from `block` on; returns the next block. */
static int32_t pack_windows(uint64_t *used, int32_t body_count, thud_coloring_item *items, int32_t count, int32_t block,
                            int32_t *places) {
    while (count > 0) {
        thud_fill_bytes(used, 0, (size_t)body_count * sizeof *used);
        int32_t filled[colors] = {0};
        uint64_t full = 0;
        int32_t left = 0;
        int window = 0;
        for (int32_t i = 0; i < count; i++) {
            int slot = take_color(used, &items[i], full);
            if (slot < 0) {
                items[left++] = items[i];
                continue;
            }
            places[items[i].edge] = -1 - ((block + slot) * lanes + filled[slot]++);
            full |= filled[slot] == lanes ? (uint64_t)1 << slot : 0;
            window = slot >= window ? slot + 1 : window;
        }
        count = left;
        block += window;
    }
    return block;
}

/* Colours a class and gives its blocks, from `block` on, to the colours; returns the next block. */
static int32_t color_class(const thud_coloring_scratch *scratch, int32_t body_count, thud_coloring_item *items,
                           int32_t count, int class_of_edges, int32_t block, int32_t *next_places, int32_t *places) {
    thud_fill_bytes(scratch->used, 0, (size_t)body_count * sizeof *scratch->used);
    int32_t color_counts[colors] = {0};
    int32_t left = give_colors(scratch->used, items, count, class_of_edges, color_counts, places);
    for (int color = 0; color < colors && color_counts[color] > 0; color++) { /* the lowest free: no gaps */
        next_places[color_code(class_of_edges, color)] = block * lanes;
        block += (color_counts[color] + lanes - 1) / lanes;
    }
    return pack_windows(scratch->used, body_count, items, left, block, places);
}

static void finish_place(int32_t *place, int32_t *next_places) {
    *place = *place < 0 ? -1 - *place : next_places[*place]++;
}

/* Fills the blocks of the colours in the order of the leading bodies. */
static void lay_out_by_body(const thud_coloring_input *input, const thud_coloring_scratch *scratch,
                            int32_t *next_places, int32_t *places) {
    int32_t *next = scratch->histogram, *order = scratch->order;
    thud_fill_bytes(next, 0, (size_t)input->dynamic_end * sizeof *next);
    for (int32_t i = 0; i < input->count; i++) {
        next[make_item(input, i).a]++;
    }
    turn_counts_into_starts(next, input->dynamic_end);
    for (int32_t i = 0; i < input->count; i++) {
        order[next[make_item(input, i).a]++] = i;
    }
    for (int32_t i = 0; i < input->count; i++) {
        finish_place(&places[order[i]], next_places);
    }
}

thud_coloring thud_color_edges(thud_coloring_input input, thud_coloring_scratch scratch, int32_t *places) {
    thud_coloring coloring = {0, 0};
    if (input.count == 0) {
        return coloring;
    }
    int32_t next_places[class_count * colors];
    int32_t pairs = order_by_hash(&input, scratch.items);
    coloring.ground_block =
        color_class(&scratch, input.dynamic_end, scratch.items, pairs, pair_class, 0, next_places, places);
    coloring.block_count =
        color_class(&scratch, input.dynamic_end, scratch.items + pairs, input.count - pairs, ground_class,
                    coloring.ground_block, next_places, places);
    if (input.dynamic_end > cached_bodies) {
        lay_out_by_body(&input, &scratch, next_places, places);
    } else {
        for (int32_t i = 0; i < input.count; i++) {
            finish_place(&places[i], next_places);
        }
    }
    return coloring;
}
