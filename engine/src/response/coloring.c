/*
 * coloring.c: two orders, for two reasons.
 *
 * Colours are given in a hashed order. In a regular order neighbours get a regular pattern of colours, along which errors travel as waves
 * through a stack: a pyramid of base 100 kept moving at 0.1 m/s, in hashed order at 0.005 m/s. The hash depends on nothing but ids.
 *
 * Lanes are filled in the order of the bodies, because neighbours in memory are then read together.
 *
 * A body with more than 64 edges (a drum full of boxes) runs out of colours. Its other edges are packed in windows of 64 blocks: a bit
 * of a body's mask now stands for a block of 8 lanes, and a full block takes no more. What a window cannot take waits for the next one.
 */
#include "response/coloring.h"

#include <string.h>

enum { lanes = 8, colors = 64, hash_buckets = 256 };

static bool yields(const thud_coloring_input *input, int32_t body) {
    return body >= 1 && body < input->dynamic_end;
}

static bool is_ground(const thud_coloring_input *input, const thud_edge *edge) {
    return !yields(input, edge->a) || !yields(input, edge->b);
}

/* The colours or blocks that neither body has. */
static uint64_t free_colors(const thud_coloring_input *input, const uint64_t *used, const thud_edge *edge) {
    uint64_t taken = 0;
    taken |= yields(input, edge->a) ? used[edge->a] : 0;
    taken |= yields(input, edge->b) ? used[edge->b] : 0;
    return ~taken;
}

static void use_color(const thud_coloring_input *input, uint64_t *used, const thud_edge *edge, int color) {
    uint64_t bit = (uint64_t)1 << color;
    if (yields(input, edge->a)) {
        used[edge->a] |= bit;
    }
    if (yields(input, edge->b)) {
        used[edge->b] |= bit;
    }
}

static int lowest_bit(uint64_t bits) {
    return __builtin_ctzll(bits);
}

static void turn_counts_into_starts(int32_t *counts, int32_t length) {
    int32_t start = 0;
    for (int32_t i = 0; i < length; i++) {
        int32_t count = counts[i];
        counts[i] = start;
        start += count;
    }
}

/* Lists the edges of a class by hash, those of equal hash as they come; returns how many there are. */
static int32_t order_by_hash(const thud_coloring_input *input, bool ground, int32_t *order) {
    int32_t next[hash_buckets] = {0};
    int32_t count = 0;
    for (int32_t i = 0; i < input->count; i++) {
        if (is_ground(input, &input->edges[i]) == ground) {
            next[input->edges[i].hash % hash_buckets]++;
            count++;
        }
    }
    turn_counts_into_starts(next, hash_buckets);
    for (int32_t i = 0; i < input->count; i++) {
        if (is_ground(input, &input->edges[i]) == ground) {
            order[next[input->edges[i].hash % hash_buckets]++] = i;
        }
    }
    return count;
}

/* The first body that yields: edges are laid out in the order of these. */
static int32_t leading_body(const thud_coloring_input *input, const thud_edge *edge) {
    return yields(input, edge->a) ? edge->a : (yields(input, edge->b) ? edge->b : 0);
}

/* Lists the edges of a class by leading body. */
static void order_by_body(const thud_coloring_input *input, bool ground, int32_t *next, int32_t *order) {
    memset(next, 0, (size_t)input->dynamic_end * sizeof *next);
    for (int32_t i = 0; i < input->count; i++) {
        if (is_ground(input, &input->edges[i]) == ground) {
            next[leading_body(input, &input->edges[i])]++;
        }
    }
    turn_counts_into_starts(next, input->dynamic_end);
    for (int32_t i = 0; i < input->count; i++) {
        if (is_ground(input, &input->edges[i]) == ground) {
            order[next[leading_body(input, &input->edges[i])]++] = i;
        }
    }
}

/* Gives colours (in places, for now) to the edges in `order`; those left over stay at its front, their number is returned. */
static int32_t give_colors(const thud_coloring_input *input, uint64_t *used, int32_t *order, int32_t count,
                           int32_t *color_counts, int32_t *places) {
    memset(used, 0, (size_t)input->dynamic_end * sizeof *used);
    int32_t left = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t index = order[i];
        const thud_edge *edge = &input->edges[index];
        uint64_t free = free_colors(input, used, edge);
        if (free == 0) {
            places[index] = -1;
            order[left++] = index;
            continue;
        }
        int color = lowest_bit(free);
        use_color(input, used, edge, color);
        places[index] = color;
        color_counts[color]++;
    }
    return left;
}

/* Cuts the colours into blocks from `block` on and turns colours into places; returns the next block. */
static int32_t lay_out_colors(const int32_t *order, int32_t count, const int32_t *color_counts, int32_t block,
                              int32_t *places) {
    int32_t next_place[colors];
    for (int color = 0; color < colors; color++) {
        next_place[color] = block * lanes;
        block += (color_counts[color] + lanes - 1) / lanes;
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t index = order[i];
        if (places[index] >= 0) {
            places[index] = next_place[places[index]]++;
        }
    }
    return block;
}

/* Packs what is left over in windows of 64 blocks; returns the next block. */
static int32_t pack_windows(const thud_coloring_input *input, uint64_t *used, int32_t *order, int32_t count,
                            int32_t block, int32_t *places) {
    while (count > 0) {
        memset(used, 0, (size_t)input->dynamic_end * sizeof *used);
        int32_t filled[colors] = {0};
        uint64_t full = 0;
        int32_t left = 0;
        int window = 0;
        for (int32_t i = 0; i < count; i++) {
            int32_t index = order[i];
            const thud_edge *edge = &input->edges[index];
            uint64_t free = free_colors(input, used, edge) & ~full;
            if (free == 0) {
                order[left++] = index;
                continue;
            }
            int color = lowest_bit(free);
            use_color(input, used, edge, color);
            places[index] = (block + color) * lanes + filled[color]++;
            full |= filled[color] == lanes ? (uint64_t)1 << color : 0;
            window = color >= window ? color + 1 : window;
        }
        count = left;
        block += window;
    }
    return block;
}

static int32_t color_class(const thud_coloring_input *input, const thud_coloring_scratch *scratch, bool ground,
                           int32_t block, int32_t *places) {
    int32_t count = order_by_hash(input, ground, scratch->order);
    if (count == 0) {
        return block;
    }
    int32_t color_counts[colors] = {0};
    int32_t left = give_colors(input, scratch->used, scratch->order, count, color_counts, places);
    order_by_body(input, ground, scratch->histogram, scratch->order2);
    block = lay_out_colors(scratch->order2, count, color_counts, block, places);
    return pack_windows(input, scratch->used, scratch->order, left, block, places);
}

thud_coloring thud_color_edges(thud_coloring_input input, thud_coloring_scratch scratch, int32_t *places) {
    thud_coloring coloring;
    coloring.ground_block = color_class(&input, &scratch, false, 0, places);
    coloring.block_count = color_class(&input, &scratch, true, coloring.ground_block, places);
    return coloring;
}
