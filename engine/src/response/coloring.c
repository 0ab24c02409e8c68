/*
 * coloring.c: colours are given first come, first served; edge_sort.c sees to it that edges come in no regular
 * order.
 *
 * A body with more than 64 edges (a drum full of boxes) runs out of colours. As long as there is one, edges
 * are packed in windows of 64 blocks, its own first: there a bit of a body's mask stands for a block, and
 * a full block takes no more. The heavy body has one lane in each block, its lighter neighbours fill the others.
 */
#include "response/coloring.h"

#include "base/memory.h"

enum { colors = 64 };

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

/* Lists the edges by class: those of the first class in their order, the others in reverse; returns how many are
 * of the first. No processor foresees which is which: each item is written in both places, and counts in one. */
static int32_t list_by_class(const thud_coloring_input *input, thud_coloring_item *items) {
    int32_t pairs = 0, grounds = input->count;
    for (int32_t i = 0; i < input->count; i++) {
        thud_coloring_item item = make_item(input, i);
        int32_t is_ground = item.a == item.b;
        items[grounds - 1] = item;
        items[pairs] = item;
        pairs += 1 - is_ground;
        grounds -= is_ground;
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
 * Until all colours have their blocks, places[i] is the class and colour of edge i; or -1 - place, where that
 * is known.
 */
static int32_t color_code(int class_of_edge, int color) {
    return class_of_edge * colors + color;
}

/* The place of an edge that found no colour. */
static const int32_t no_place = INT32_MIN;

/* Gives colours to the items of a class; returns how many found none. */
static int32_t give_colors(uint64_t *used, int32_t body_count, const thud_coloring_item *items, int32_t count,
                           int class_of_edges, int32_t *color_counts, int32_t *places) {
    thud_fill_bytes(used, 0, (size_t)body_count * sizeof *used);
    thud_fill_bytes(color_counts, 0, colors * sizeof *color_counts);
    int32_t left = 0;
    for (int32_t i = 0; i < count; i++) {
        int color = take_color(used, &items[i], 0);
        if (color < 0) {
            places[items[i].edge] = no_place;
            left++;
            continue;
        }
        places[items[i].edge] = color_code(class_of_edges, color);
        color_counts[color]++;
    }
    return left;
}

/* Moves the items without a place to the front. */
static void move_left_first(thud_coloring_item *items, int32_t count, const int32_t *places) {
    int32_t left = 0;
    for (int32_t i = 0; i < count; i++) {
        if (places[items[i].edge] == no_place) {
            items[left++] = items[i];
        }
    }
}

/*
 * Packs items into `windows` windows of 64 blocks from `block` on, first come first served; what finds no
 * lane moves to the front. Returns how many do.
 */
static int32_t pack_windows(uint64_t *used, int32_t body_count, thud_coloring_item *items, int32_t count,
                            int32_t lanes, int32_t windows, int32_t *block, int32_t *places) {
    for (int32_t window = 0; window < windows; window++) {
        thud_fill_bytes(used, 0, (size_t)body_count * sizeof *used);
        int32_t filled[colors] = {0};
        uint64_t full = 0;
        int32_t left = 0, blocks = 0;
        for (int32_t i = 0; i < count; i++) {
            int slot = take_color(used, &items[i], full);
            if (slot < 0) {
                items[left++] = items[i];
                continue;
            }
            places[items[i].edge] = -1 - ((*block + slot) * lanes + filled[slot]++);
            full |= filled[slot] == lanes ? (uint64_t)1 << slot : 0;
            blocks = slot >= blocks ? slot + 1 : blocks;
        }
        count = left;
        *block += blocks;
    }
    return count;
}

/*
 * Moves the edges of bodies with more than 64 to the front and returns how many windows it takes until none
 * has more than that left: 0 if there is no such body.
 */
static int32_t move_heavy_first(const thud_coloring_scratch *scratch, int32_t body_count,
                                thud_coloring_item *items, int32_t count) {
    int32_t *degree = scratch->degrees;
    thud_fill_bytes(degree, 0, (size_t)body_count * sizeof *degree);
    for (int32_t i = 0; i < count; i++) {
        degree[items[i].a]++;
        degree[items[i].b] += items[i].b != items[i].a ? 1 : 0;
    }
    int32_t largest = 0, heavy = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t larger = degree[items[i].a] > degree[items[i].b] ? degree[items[i].a] : degree[items[i].b];
        largest = larger > largest ? larger : largest;
        if (larger > colors) {
            thud_coloring_item swapped = items[heavy];
            items[heavy++] = items[i];
            items[i] = swapped;
        }
    }
    return largest > colors ? (largest - 1) / colors : 0;
}

/* Gives blocks from `block` on to the colours; returns the next block. */
static int32_t lay_out_colors(const int32_t *color_counts, int class_of_edges, int32_t lanes,
                              int32_t block, int32_t *next_places) {
    for (int color = 0; color < colors; color++) {
        next_places[color_code(class_of_edges, color)] = block * lanes;
        block += (color_counts[color] + lanes - 1) / lanes;
    }
    return block;
}

/* Finds blocks for a class, from `block` on; returns the next block. */
static int32_t color_class(const thud_coloring_scratch *scratch, int32_t body_count,
                           thud_coloring_item *items, int32_t count, int32_t lanes, int class_of_edges,
                           int32_t block, int32_t *next_places, int32_t *places) {
    uint64_t *used = scratch->used;
    int32_t color_counts[colors];
    int32_t left = give_colors(used, body_count, items, count, class_of_edges, color_counts, places);
    if (left > 0) {
        int32_t windows = move_heavy_first(scratch, body_count, items, count);
        count = pack_windows(used, body_count, items, count, lanes, windows, &block, places);
        left = give_colors(used, body_count, items, count, class_of_edges, color_counts, places);
    }
    block = lay_out_colors(color_counts, class_of_edges, lanes, block, next_places);
    if (left > 0) { /* two bodies with fewer than 64 edges each may still stand in each other's way */
        move_left_first(items, count, places);
    }
    while (left > 0) {
        left = pack_windows(used, body_count, items, left, lanes, 1, &block, places);
    }
    return block;
}

thud_coloring thud_color_edges(thud_coloring_input input, thud_coloring_scratch scratch, int32_t *places) {
    thud_coloring coloring = {0, 0};
    if (input.count == 0) {
        return coloring;
    }
    int32_t next_places[class_count * colors];
    int32_t pairs = list_by_class(&input, scratch.items);
    coloring.ground_block =
        color_class(&scratch, input.dynamic_end, scratch.items, pairs, input.lanes, pair_class, 0, next_places,
                    places);
    coloring.block_count =
        color_class(&scratch, input.dynamic_end, scratch.items + pairs, input.count - pairs, input.lanes,
                    ground_class, coloring.ground_block, next_places, places);
    for (int32_t i = 0; i < input.count; i++) {
        places[i] = places[i] < 0 ? -1 - places[i] : next_places[places[i]]++;
    }
    return coloring;
}
