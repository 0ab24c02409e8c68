/*
 * island.h: who must be solved together. Two dynamic bodies are in one island if a chain of constraints links
 * them; static and kinematic bodies do not yield, so nothing passes through them. Whole islands are gathered
 * into batches that fit in a core's own cache; a batch is solved by one thread from beginning to end.
 *
 *     islands    0: bodies 3 4 9   1: body 5   2: bodies 7 8 ...    numbered by their smallest body slot
 *     batches    0: islands 0 and 1            1: island 2 ...
 *     edges      of batch 0 by kind, of batch 1 by kind ...         a constraint without its content
 */
#ifndef THUD_SRC_RESPONSE_ISLAND_H
#define THUD_SRC_RESPONSE_ISLAND_H

#include "base/memory.h"
#include "response/solver.h"

/* What a constraint is, in the order in which a substep solves them: contacts have the last word. */
enum {
    /* the kinds of joints, then */
    THUD_CONSTRAINT_CONTACT = THUD_JOINT_KIND_COUNT,
    THUD_CONSTRAINT_KIND_COUNT
};

/* A constraint as the graph sees it. */
typedef struct thud_edge {
    int32_t slot;  /* of the contact or joint */
    int32_t a, b;  /* body slots, -1: none; later the batch's own numbers */
    uint32_t hash; /* of the body slots */
} thud_edge;

/* The same before its batch is known. */
typedef struct thud_unsorted_edge {
    int32_t slot;
    int32_t a, b;
    int32_t island;
} thud_unsorted_edge;

/* Some islands, solved together. Its bodies are body_count records from islands' bodies[first_body]. */
typedef struct thud_batch_range {
    int32_t first_body, body_count;
    int32_t ground_edges; /* that link to a body that does not yield, or to none */
    int32_t first_edge[THUD_CONSTRAINT_KIND_COUNT + 1]; /* a kind's edges end where the next one's begin */
} thud_batch_range;

typedef struct thud_island_graph {
    /* by body slot */
    int32_t *root;   /* union-find: towards the island's smallest slot; -1: does not yield */
    int32_t *island; /* number of the island; -1: does not yield */
    int32_t slot_capacity;

    /* by island */
    int32_t *starts;
    int32_t *contact_counts, *joint_counts;
    int32_t *ground_counts; /* of both, those with one side that does not yield */
    int32_t *batch_of;      /* number of the batch */
    int32_t island_capacity, island_count;

    /* by place: bodies island by island */
    int32_t *bodies;
    int32_t body_capacity, body_count;

    thud_edge *edges;             /* batch by batch */
    thud_unsorted_edge *unsorted; /* joints, then contacts, as they come */
    int32_t edge_capacity, edge_count;

    thud_batch_range *batches;
    int32_t batch_capacity, batch_count;
} thud_island_graph;

/* Finds islands, batches and edges anew. False where memory runs out. */
bool thud_island_graph_build(thud_island_graph *graph, const thud_hooks *hooks,
                             const thud_solve_input *input);

void thud_island_graph_destroy(thud_island_graph *graph, const thud_hooks *hooks);

#endif
