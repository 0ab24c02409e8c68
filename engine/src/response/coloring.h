/*
 * coloring.h: packs constraints into blocks of lanes so that no block moves a body twice. A kernel can then
 * read a block of constraints, solve them side by side and write their results, as if it had solved them one after
 * another.
 *
 * It is a greedy colouring with at most so many edges of a colour: a block is a colour (coloring.c).
 *
 *     block  |........|........|...-----|........|.....---|       '-': lanes left empty
 *            edges between dynamic bodies ^ edges with one dynamic body, from ground_block on
 *
 * Edges against static and kinematic bodies come last, so that they have the last
 * word: a heap does not sink into the floor. Kernels also treat them as stiffer.
 */
#ifndef THUD_SRC_RESPONSE_COLORING_H
#define THUD_SRC_RESPONSE_COLORING_H

#include "thud/base.h"

/* A constraint between two bodies. */
typedef struct thud_edge {
    int32_t slot; /* of the contact or joint */
    int32_t a, b; /* body slots, -1: none; once the bodies have numbers: those */
} thud_edge;

/* The edges to colour. Bodies are numbers of the batch: those in [1, dynamic_end) yield, others do not. */
typedef struct thud_coloring_input {
    const thud_edge *edges;
    int32_t count;
    int32_t dynamic_end;
    int32_t lanes; /* of a block */
    bool are_contacts;
} thud_coloring_input;

/* Memory to work in; contents do not matter. */
typedef struct thud_coloring_scratch {
    uint64_t *used; /* by body: blocks that it is in. Of bodies without edges none is read or written */
    int32_t *order; /* count */
} thud_coloring_scratch;

typedef struct thud_coloring {
    int32_t block_count;
    int32_t ground_block; /* from here on one side does not yield */
} thud_coloring;

/* places[i]: where edge i goes, lanes * block + lane. In a block the first lanes are taken. */
thud_coloring thud_color_edges(thud_coloring_input input, thud_coloring_scratch scratch, int32_t *places);

#endif
