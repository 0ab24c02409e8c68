/*
 * coloring.c: assigns edges to lanes greedily, contacts in hashed order, joints from the ends of limbs. An edge goes to
 * the first block with a free lane that contains neither of its bodies:
 *
 *     block        0     1     2     3    ...  63        a bit of a body's mask: the block contains the body
 *     body a       1     0     1     0                   a bit of `full`: the block has no free lane
 *     body b       0     0     1     0
 *     full         1     0     0     0                   an edge between a and b goes to block 1
 *
 * A mask has 64 bits, so blocks come in windows of 64. Edges that find no block in a window wait for the next window: a
 * body with more than 64 edges (a drum full of boxes) has one lane in each block, its neighbours fill the others.
 */
#include "response/coloring.h"

#include "response/batch.h"

enum { window = 64 };

/* Several buckets: an edge is early in some and late in others relative to its neighbours. */
enum { hash_buckets = 16 };

static int32_t bucket_of(const thud_edge *edge) {
    uint32_t hash = (uint32_t)edge->a * 0xcc9e2d51u ^ (uint32_t)edge->b * 0x1b873593u; /* as MurmurHash3 */
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    return (int32_t)(hash >> 28);
}
_Static_assert(hash_buckets == 1 << 4, "four bits of the hash");

static void count_edges(const thud_coloring_input *input) {
    uint64_t *counts = input->used;
    for (int32_t i = 0; i < input->count; i++) {
        counts[input->edges[i].a] = counts[input->edges[i].b] = 0;
    }
    for (int32_t i = 0; i < input->count; i++) {
        counts[input->edges[i].a]++;
        counts[input->edges[i].b]++;
    }
}

/* The bucket of a joint: the number of joints of its body with fewer. Those of a body with many come first: it needs a
 * lane in as many blocks, which the others then fill. */
static int32_t bucket_of_joint(const thud_coloring_input *input, const thud_edge *edge) {
    uint64_t of_a = input->used[edge->a], of_b = input->used[edge->b];
    return of_a < hash_buckets && of_b < hash_buckets ? (int32_t)(of_a < of_b ? of_a : of_b) : 0;
}

/* Lists the edges by class, the second class in reverse; returns the number of edges of the first. Of the second those of
 * static bodies come first, as kernels are faster where a block has no others: tile_level takes 0.986. Contacts come in
 * hashed order: in a regular order neighbours get a regular pattern of blocks, along which errors
 * travel as waves through a stack. A pyramid of base 100 still moved at 0.11 m/s after 500 steps; in hashed
 * order it moves at 0.012 m/s, and slows down. Joints come from the ends of limbs inwards, else in the order
 * of their creation, mostly from limb to limb. In hashed order one in twenty ragdolls on the ground fell
 * asleep with joints 3 mm to 20 mm apart; of 400 in this order none with a joint more than 0.9 mm apart. In
 * the order of creation alone these are 1.1 mm, and 14 ragdolls fill 1.12 lanes a joint instead of 1.05. */
static int32_t list_by_class(const thud_coloring_input *input) {
    int32_t *keys = input->places; /* until the edges are placed */
    int32_t next[3 * hash_buckets] = {0};
    if (!input->are_contacts) {
        count_edges(input);
    }
    for (int32_t i = 0; i < input->count; i++) {
        const thud_edge *edge = &input->edges[i];
        bool is_ground = !thud_is_dynamic_index(edge->a, input->dynamic_end) ||
                         !thud_is_dynamic_index(edge->b, input->dynamic_end);
        bool is_static = edge->a == 0 || edge->b == 0;
        keys[i] = (is_ground + is_static) * hash_buckets +
                  (input->are_contacts ? bucket_of(edge) : bucket_of_joint(input, edge));
        next[keys[i]]++;
    }
    int32_t start = 0;
    for (int key = 0; key < 3 * hash_buckets; key++) {
        int32_t count = next[key];
        next[key] = start;
        start += count;
    }
    int32_t pairs = next[hash_buckets];
    for (int32_t i = 0; i < input->count; i++) {
        const thud_edge *edge = &input->edges[i];
        int32_t place = next[keys[i]]++;
        thud_ordered_edge *ordered = &input->order[place < pairs ? place : input->count - 1 - (place - pairs)];
        ordered->edge = i;
        ordered->a = thud_is_dynamic_index(edge->a, input->dynamic_end) ? edge->a : edge->b;
        ordered->b = thud_is_dynamic_index(edge->b, input->dynamic_end) ? edge->b : edge->a;
    }
    return pairs;
}

/* Takes the first block of a window that is not full and contains neither body; -1 if there is none. */
static int take_block(uint64_t *used, const thud_ordered_edge *edge, uint64_t full) {
    uint64_t available = ~(used[edge->a] | used[edge->b] | full);
    if (available == 0) {
        return -1;
    }
    int block = __builtin_ctzll(available);
    used[edge->a] |= (uint64_t)1 << block;
    used[edge->b] |= (uint64_t)1 << block;
    return block;
}

/* Places the edges of a class in one window from `block` on; returns the number of blocks used. Edges without a block
 * are listed anew. */
static int32_t fill_window(const thud_coloring_input *input, thud_ordered_edge *order, int32_t *count,
                           int32_t block) {
    int32_t filled[window + 1] = {0};
    int32_t left = 0, blocks = 0;
    uint64_t full = 0;
    for (int32_t i = 0; i < *count; i++) {
        input->used[order[i].a] = input->used[order[i].b] = 0;
    }
    for (int32_t i = 0; i < *count; i++) {
        int taken = take_block(input->used, &order[i], full);
        if (taken < 0) {
            order[left++] = order[i];
            continue;
        }
        input->places[order[i].edge] = (block + taken) * thud_block_lanes + filled[taken]++;
        full |= filled[taken] == thud_block_lanes ? (uint64_t)1 << taken : 0;
    }
    *count = left;
    while (filled[blocks] > 0) { /* the first one that is free is taken: none before it is empty */
        blocks++;
    }
    return blocks;
}

thud_coloring thud_color_edges(const thud_coloring_input *input) {
    thud_coloring coloring = {0, 0};
    if (input->count == 0) { /* as of most kinds */
        return coloring;
    }
    int32_t pairs = list_by_class(input);
    thud_ordered_edge *ground = input->order + pairs;
    int32_t ground_count = input->count - pairs;
    while (pairs > 0) {
        coloring.ground_block += fill_window(input, input->order, &pairs, coloring.ground_block);
    }
    coloring.block_count = coloring.ground_block;
    while (ground_count > 0) {
        coloring.block_count += fill_window(input, ground, &ground_count, coloring.block_count);
    }
    return coloring;
}
