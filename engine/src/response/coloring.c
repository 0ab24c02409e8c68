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

/* The bodies of an edge that must not meet in a block: twice the same, where only one yields. */
typedef struct edge_ends {
    int32_t a, b;
} edge_ends;

static edge_ends ends_of(const thud_coloring_input *input, int32_t edge) {
    int32_t a = input->edges[edge].a, b = input->edges[edge].b;
    a = yields(input, a) ? a : 0;
    b = yields(input, b) ? b : 0;
    return (edge_ends){a > 0 ? a : b, b > 0 ? b : a};
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
static int32_t list_by_class(const thud_coloring_input *input, int32_t *order, int32_t *keys) {
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
        order[keys[i] < hash_buckets ? next[keys[i]]++ : next[keys[i]]--] = i;
    }
    return pairs;
}

static int lowest_bit(uint64_t bits) {
    return __builtin_ctzll(bits);
}

/* Gives an edge the lowest colour that is free for both bodies and not in `closed`; -1 if there is none. */
static int take_color(uint64_t *used, edge_ends ends, uint64_t closed) {
    uint64_t available = ~(used[ends.a] | used[ends.b] | closed);
    if (available == 0) {
        return -1;
    }
    int color = lowest_bit(available);
    used[ends.a] |= (uint64_t)1 << color;
    used[ends.b] |= (uint64_t)1 << color;
    return color;
}

/* The edges of a class, and what they are coloured with. */
typedef struct edge_class {
    const thud_coloring_input *input;
    uint64_t *used;
    int32_t *order;
    int32_t count;
} edge_class;

static void clear_used(const edge_class *class) {
    for (int32_t i = 0; i < class->count; i++) {
        edge_ends ends = ends_of(class->input, class->order[i]);
        class->used[ends.a] = class->used[ends.b] = 0;
    }
}

/* Gives colours to the edges of a class: from `first` on, in `places`. False where one finds none. */
static bool give_colors(const edge_class *class, int32_t first, int32_t *color_counts, int32_t *places) {
    clear_used(class);
    for (int32_t i = 0; i < class->count; i++) {
        int32_t edge = class->order[i];
        int color = take_color(class->used, ends_of(class->input, edge), 0);
        if (color < 0) {
            return false;
        }
        places[edge] = first + color;
        color_counts[color]++;
    }
    return true;
}

/* Moves the edges of bodies with more than 64 to the front. */
static void move_heavy_first(const edge_class *class) {
    uint64_t *degree = class->used;
    clear_used(class);
    for (int32_t i = 0; i < class->count; i++) {
        edge_ends ends = ends_of(class->input, class->order[i]);
        degree[ends.a]++;
        degree[ends.b] += ends.b != ends.a ? 1 : 0;
    }
    int32_t heavy = 0;
    for (int32_t i = 0; i < class->count; i++) {
        int32_t edge = class->order[i];
        edge_ends ends = ends_of(class->input, edge);
        if (degree[ends.a] > colors || degree[ends.b] > colors) {
            class->order[i] = class->order[heavy];
            class->order[heavy++] = edge;
        }
    }
}

/* Packs the edges of a class into windows of 64 blocks from `block` on, first come first served: those that find no lane
 * go to the next window. Returns the next block. */
static int32_t pack_windows(edge_class *class, int32_t block, int32_t *places) {
    int32_t lanes = class->input->lanes;
    while (class->count > 0) {
        int32_t filled[colors] = {0};
        uint64_t full = 0;
        int32_t left = 0, blocks = 0;
        clear_used(class);
        for (int32_t i = 0; i < class->count; i++) {
            int32_t edge = class->order[i];
            int slot = take_color(class->used, ends_of(class->input, edge), full);
            if (slot < 0) {
                class->order[left++] = edge;
                continue;
            }
            places[edge] = -1 - ((block + slot) * lanes + filled[slot]++);
            full |= filled[slot] == lanes ? (uint64_t)1 << slot : 0;
            blocks = slot >= blocks ? slot + 1 : blocks;
        }
        class->count = left;
        block += blocks;
    }
    return block;
}

/*
 * Finds blocks for a class, from `block` on; returns the next block. Until all colours have theirs, places[i] is the
 * colour of edge i, from `first` on, and next[colour] its first place; or -1 - place, where that is known.
 */
static int32_t color_class(edge_class class, int32_t block, int32_t first, int32_t *next, int32_t *places) {
    int32_t color_counts[colors] = {0}, lanes = class.input->lanes;
    if (!give_colors(&class, first, color_counts, places)) {
        move_heavy_first(&class);
        return pack_windows(&class, block, places);
    }
    for (int color = 0; color < colors; color++) {
        next[first + color] = block * lanes;
        block += (color_counts[color] + lanes - 1) / lanes;
    }
    return block;
}

thud_coloring thud_color_edges(thud_coloring_input input, thud_coloring_scratch scratch, int32_t *places) {
    thud_coloring coloring = {0, 0};
    if (input.count == 0) {
        return coloring;
    }
    int32_t next[2 * colors];
    int32_t pairs = list_by_class(&input, scratch.order, places);
    edge_class between = {&input, scratch.used, scratch.order, pairs};
    edge_class ground = {&input, scratch.used, scratch.order + pairs, input.count - pairs};
    coloring.ground_block = color_class(between, 0, 0, next, places);
    coloring.block_count = color_class(ground, coloring.ground_block, colors, next, places);
    for (int32_t i = 0; i < input.count; i++) { /* in a block in their order, as they lie in memory */
        places[i] = places[i] < 0 ? -1 - places[i] : next[places[i]]++;
    }
    return coloring;
}
