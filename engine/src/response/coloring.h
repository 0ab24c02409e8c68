/*
 * coloring.h: packs constraints into blocks of lanes so that no block contains a body twice. A kernel can then read a
 * block of constraints, solve them side by side and write their results, with the same result as one after another.
 *
 * It is a greedy colouring with a limited number of edges per colour: a block is a colour (coloring.c).
 *
 *     block  |........|........|...-----|........|.....---|       '-': lanes left empty
 *             edges of dynamic bodies   ^ from ground_block on, edges with one dynamic body
 *
 * Edges to static and kinematic bodies are solved last, so that their errors are the smallest: a heap does not sink
 * into the floor. Kernels also make them stiffer.
 */
#pragma once

#include "thud/base.h"

/* A constraint between two bodies in a part. */
typedef struct thud_edge {
    int32_t slot; /* of the contact or joint */
    int32_t a, b; /* indices of the bodies in the part; those in [1, dynamic_end) are dynamic */
} thud_edge;

/* Whether a body of a part, by its index there, is dynamic. */
static inline bool thud_is_dynamic_index(int32_t body, int32_t dynamic_end) {
    return body >= 1 && body < dynamic_end;
}

/* An edge in the order of the colouring, with its dynamic bodies; a single one is in both fields. */
typedef struct thud_ordered_edge {
    int32_t edge, a, b;
} thud_ordered_edge;

/* The edges to colour. */
typedef struct thud_coloring_input {
    const thud_edge *edges;
    int32_t count;
    int32_t dynamic_end;
    bool are_contacts;
    int32_t *places; /* out: of each edge, as 16 * block + lane. A block is filled from its first lane on */
    /* Scratch memory; its contents on entry do not matter. */
    thud_ordered_edge *order; /* count */
    uint64_t *used; /* by body: mask of the blocks that contain it, before that its number of joints; untouched for
                     * bodies without edges */
} thud_coloring_input;

typedef struct thud_coloring {
    int32_t block_count;
    int32_t ground_block; /* from here on one body of each edge is not dynamic */
} thud_coloring;

thud_coloring thud_color_edges(const thud_coloring_input *input);
