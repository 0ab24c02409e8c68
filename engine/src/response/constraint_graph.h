/*
 * constraint_graph.h: groups constraints for the solver and orders them. Bodies are nodes,
 * contacts and joints are edges.
 *
 * Islands. Bodies linked by a chain of edges are an island; static and kinematic bodies link nothing. Islands are
 * gathered into batches that fit into a core's cache; one thread solves a batch from beginning to end.
 *
 * Partitions. Where large islands have most of the edges, bodies are divided by position instead, so that each
 * partition fits too, and threads share an island (domain decomposition):
 *
 *     batch     batch     batch        or:    partition | partition | partition        (overflow)
 *     islands   islands   islands             bodies    :  bodies   :  bodies
 *     0 1 2     3..9      10 11               edges     :  edges    :  edges
 *                                                   interface   interface               edges
 *
 * An edge inside a partition belongs to the partition; an edge to the next partition belongs to the interface between
 * the two. No body is in two interfaces: so all partitions can be solved side by side, then all interfaces. Edges that
 * reach past the neighbour, or would put a body into two interfaces, belong to the overflow, which is solved alone.
 *
 * Blocks. The edges of a part are put into blocks of sixteen, no body twice in a block (coloring.h): SIMD lanes solve
 * the edges of a block side by side. The block index maps lanes to edges.
 *
 * The graph is kept between steps. graph_update.c adds contacts that began and removes those that ended; from time to
 * time, and when other things change, the graph is rebuilt (constraint_graph.c). Nothing in it depends on the number of
 * threads or the SIMD width.
 */
#pragma once

#include "base/inline.h"
#include "base/pool.h"
#include "response/batch.h"
#include "response/coloring.h"
#include "response/solve_input.h"
#include "response/tree_links.h"

/* A constraint before it is assigned to a part. */
typedef struct thud_unsorted_edge {
    int32_t slot; /* of the contact or joint */
    int32_t a, b; /* body slots; THUD_NONE */
    int32_t kind;
    int32_t part;
    bool in_tree; /* of a joint: a joint tree may solve it; only if there may be any */
} thud_unsorted_edge;

typedef enum thud_part_role {
    THUD_PART_BATCH,     /* islands */
    THUD_PART_PARTITION, /* bodies that are near each other */
    THUD_PART_INTERFACE, /* between two partitions */
    THUD_PART_OVERFLOW
} thud_part_role;

/* A part of the constraints: one thread solves it. In batches and partitions bodies have indices (batch.h).
 * An interface uses the records of its two partitions, the overflow those of all. */
typedef struct thud_graph_part {
    thud_part_role role;
    int32_t body_count;   /* without copies */
    int32_t ground_edges; /* with a body that is not dynamic: as many copies at most */
    int32_t first_edge[THUD_CONSTRAINT_KIND_COUNT + 1]; /* each kind's end is the next one's first */

    int32_t first_slot;   /* in `slots` */
    int32_t first_record; /* index of record 0 among the records of all partitions; 0 in batches */
    int32_t dynamic_end, copy_end, count;
    bool has_joints;    /* this batch has joints, or any partition has */
    bool has_unloaded_bridge; /* see thud_loads_bridge */

    int32_t first_index[THUD_CONSTRAINT_KIND_COUNT]; /* in `index` */
    int32_t contact_room;                            /* blocks */
    int32_t first_tree_link;
    int32_t first_block[THUD_CONSTRAINT_KIND_COUNT]; /* among the blocks of all parts; 0 in batches */
    thud_coloring coloring[THUD_CONSTRAINT_KIND_COUNT];
} thud_graph_part;

/* The body of a contact as a node: none if it is static, as it does not move. So no part needs a copy of each tile of a level
 * that is a body. */
static inline int32_t thud_body_of_contact(const thud_solve_input *input, int32_t body) {
    return (input->inverse_masses[body].locks & THUD_LOCKED_STATIC) != 0 ? THUD_NONE : body;
}

/* A body in the search for islands. */
typedef struct thud_island_link {
    int32_t root;       /* first: thud_find_root. Towards the island's smallest slot; -1: not dynamic */
    int32_t half_edges; /* each edge counts 1, an edge to a body that is not dynamic 2 */
} thud_island_link;

/* Numbers of records and blocks to reserve: the maxima over all batches, or the sums over all partitions. */
typedef struct thud_solver_room {
    int32_t records;
    int32_t poses; /* with joints as many as records, else 0 */
    int32_t blocks[THUD_CONSTRAINT_KIND_COUNT];
} thud_solver_room;

typedef struct thud_constraint_graph {
    /* by body slot */
    thud_island_link *links; /* in a build */
    int32_t *island;         /* as of the last build */
    int32_t *part;           /* batch or partition; -1: not dynamic */
    int32_t *interface;      /* the interface with edges of the body; -1: none */
    int32_t *body_index;     /* of the body in its part */
    thud_tree_group *groups; /* in a build: of awake dynamic bodies; only if there may be joint trees */
    int32_t body_slots;      /* as of the last build */
    bool any_trees;

    /* by island */
    int32_t *starts;     /* in `bodies`, slots ascending in each */
    int32_t *half_edges; /* in a build: the sum over its bodies */
    int32_t island_count;

    int32_t *bodies; /* all awake dynamic bodies, by island */
    int32_t body_count;
    int32_t body_capacity; /* of the arrays so far that are not of a build alone */

    /* in a build */
    thud_unsorted_edge *unsorted; /* joints, then contacts, in the order of the input */
    int32_t *sorted;              /* in `unsorted`: part by part, and in a part kind by kind */
    thud_edge *edges;             /* in that order */
    int32_t *places;              /* of edges: 16 * block + lane */
    thud_ordered_edge *order;     /* scratch of colouring */
    int32_t edge_count;

    thud_graph_part *parts; /* batches; or partitions, interfaces, overflow */
    int32_t part_capacity, part_count;
    int32_t partition_count; /* 0: there are batches instead */
    int32_t body_part_count; /* parts with bodies; they come first */

    /* by index of the body, part after part */
    int32_t *slots;   /* -1: none */
    uint64_t *colors; /* masks for coloring.h */
    int32_t slot_capacity;
    thud_block_index *index; /* part after part, kind after kind */
    int32_t index_capacity;
    int32_t *lane_of; /* by contact slot: 1 + 16 * block + lane in the index; 0: none */
    int32_t lane_of_capacity;
    thud_tree_link *tree_links; /* part after part */
    int32_t tree_link_capacity;

    int32_t age;             /* number of updates since it was built */
    int32_t builds_together; /* number of further builds that make partitions, because islands keep meeting */
    int32_t builds_with_spares; /* and that make spare records, because an update had no room for a body */

    thud_solver_room room;
    char *memory; /* during a build its scratch memory; after it the solver's memory for parts */
    int32_t memory_capacity; /* in cache lines */
    char *tree_scratch;
    int32_t tree_scratch_capacity;
} thud_constraint_graph;

/* Rebuilds the graph. False when memory runs out: then there is no graph. */
bool thud_graph_build(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input);

/* Whether bodies without joints may wake and fall asleep without a new graph: it has partitions or one batch. */
bool thud_graph_takes_bodies(const thud_constraint_graph *graph);

/* Adds contacts that began and bodies that woke since the last call, removes those that ended or fell asleep.
 * False where that is not possible or costs more than a new graph (graph_update.c). */
bool thud_graph_update(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input);

/* Removes a contact if it is in the graph, before its slot gets another one (graph_update.c). */
void thud_graph_end_contact(thud_constraint_graph *graph, int32_t contact);

void thud_graph_destroy(thud_constraint_graph *graph, const thud_hooks *hooks);

#ifdef THUD_ASSERTIONS
/* Checks the graph against the input that it was built or updated for (graph_invariants.c). O(lanes) */
void thud_graph_check_invariants(const thud_constraint_graph *graph, const thud_hooks *hooks,
                                 const thud_solve_input *input, bool is_new);
#endif

/* ---- the parts of a build ---- */

/* The root of an element's tree in a union-find of records of `size` bytes, whose first field is an index of an element
 * towards the root. It halves the path. */
static inline int32_t thud_find_root(void *records, size_t size, int32_t element) {
    for (;;) {
        int32_t *next = (int32_t *)((char *)records + (size_t)element * size);
        if (*next == element) {
            return element;
        }
        element = *next = *(int32_t *)((char *)records + (size_t)*next * size);
    }
}

/* Lists the edges and finds the islands (islands.c). */
void thud_find_islands(thud_constraint_graph *graph, const thud_solve_input *input);

/* Makes batches or partitions, and assigns all bodies to parts (partition.c). */
bool thud_make_parts(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input);

/* Finds the bodies of joint trees, and puts all bodies of a tree that would be cut into the partition of its heaviest
 * body (joint_trees.c). */
void thud_group_trees(thud_constraint_graph *graph, const thud_solve_input *input);

/* Whether a contact may make a joint tree of a bridge (joint_trees.c). */
bool thud_loads_bridge(const thud_constraint_graph *graph, const thud_solve_input *input, int32_t a, int32_t b);

/* Finds the joint trees of all parts, after their edges are placed (joint_trees.c). */
bool thud_find_trees(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input);

/* ---- bodies and parts ---- */

/* A body without constraints costs about a fourth of an edge. */
enum { thud_bodies_per_edge = 4 };

/* A batch closes when the next island would take its load beyond that of 1,200 edges. 1,200 contacts are 130 kB
 * of blocks; with their bodies they stay in the second-level cache of one core for all substeps. With 400
 * islands of 145 contacts, 300 cost 18 % more time (many lanes are empty), 600 5 %, and 2,400 the same. A body
 * with many edges (a long box on crates) is in as many blocks: its batch goes on until it has as many edges as
 * these blocks have lanes. Five islands of 360 crates and two such boxes take 0.40 of the time in one batch. */
enum { thud_full_batch = thud_bodies_per_edge * 1200 };

/* Empty lanes repeat the slot of the first lane, and use the dummy body. */
static inline void thud_fill_empty_lanes(thud_block_index *block) {
    for (int32_t lane = block->count; lane < thud_block_lanes; lane++) {
        block->a[lane] = block->b[lane] = 0;
        block->slot[lane] = block->slot[0];
    }
}

/* The batch or partition of a body; -1 for bodies that are not dynamic, as those newer than the graph. */
THUD_INLINE int32_t thud_part_of_body(const thud_constraint_graph *graph, int32_t body) {
    return body >= 0 && body < graph->body_slots ? graph->part[body] : -1;
}

/* The index of a body in a part: its own, or of its copy if it is not dynamic; -1: no room (constraint_graph.c). */
int32_t thud_index_in_part(const thud_constraint_graph *graph, thud_graph_part *part, int32_t body);

/* The part of an edge between two bodies of different parts: their interface, or the overflow. The first edge of a body to a
 * neighbour selects the body's interface. */
int32_t thud_part_across(thud_constraint_graph *graph, int32_t a, int32_t b);
