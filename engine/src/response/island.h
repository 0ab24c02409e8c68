/*
 * island.h: who must be solved together. Two dynamic bodies are in one island if a chain of constraints links
 * them; static and kinematic bodies do not yield, so nothing passes through them.
 *
 * Islands are cut into pieces of work. A few small islands make one whole piece that fits in a core's own cache
 * and is solved by one thread from beginning to end. A large island, a pile, is cut into strips by where its
 * bodies are, so that it fits too, and several threads can share it:
 *
 *     whole        whole         pile: strip | seam | strip | seam | strip        (hub)
 *     islands      islands 3..9        bodies       bodies       bodies
 *     0 1 2                            edges   edges  edges  edges  edges         edges
 *
 * Where such islands have most of the edges, or islands keep meeting, all are cut together, as one pile: so
 * what meets crosses from strip to strip at most, and the plan need not be made anew for it (plan_patch.c).
 *
 * An edge between two bodies of a strip is the strip's, one that leads to the next strip is the seam's. No body
 * is in two seams: edges that would put it there, or lead farther than to the next strip, are the hub's. So all
 * strips can be solved side by side, then all seams; the hub, if it has an edge at all, alone. A heavy body that many
 * others touch is alone in the last strip: the other strips have copies of it for their contacts (shared_body.h).
 */
#ifndef THUD_SRC_RESPONSE_ISLAND_H
#define THUD_SRC_RESPONSE_ISLAND_H

#include "base/memory.h"
#include "response/solve_input.h"

/* What a constraint is, in the order in which a substep solves them: contacts have the last word. */
enum {
    /* the kinds of joints, then */
    THUD_CONSTRAINT_TREE = THUD_JOINT_KIND_COUNT, /* joint trees (tree_links.h): has no edges of its own */
    THUD_CONSTRAINT_CONTACT,
    THUD_CONSTRAINT_KIND_COUNT
};

/* A constraint as the graph sees it. */
typedef struct thud_edge {
    int32_t slot;  /* of the contact or joint */
    int32_t a, b;  /* body slots, -1: none; later the piece's own numbers */
} thud_edge;

/* The same before it is put with the others of its piece. */
typedef struct thud_unsorted_edge {
    int32_t slot;
    int32_t a, b;
    int32_t key; /* of a joint its kind; later the piece with a hash or kind, see edge_sort.c; -1: no side yields */
} thud_unsorted_edge;

typedef enum thud_piece_role {
    THUD_PIECE_WHOLE, /* islands */
    THUD_PIECE_STRIP, /* of a pile */
    THUD_PIECE_SEAM,  /* between two strips */
    THUD_PIECE_HUB
} thud_piece_role;

/* What one thread solves. The bodies of whole pieces and strips are body_count records from `first_body` in
 * `bodies` or `strip_bodies`; seams and hubs have none of their own. */
typedef struct thud_piece {
    thud_piece_role role;
    int32_t pile;    /* -1: whole */
    int32_t first_body, body_count;
    int32_t head_count, tail_count; /* of a strip's bodies: those that the seam before has edges to, and, the
                                       last ones, the seam after */
    int32_t ground_edges;           /* that link to a body that does not yield, or to none */
    int32_t first_edge[THUD_CONSTRAINT_KIND_COUNT + 1]; /* a kind's edges end where the next one's begin */
} thud_piece;

/* Where a pile is cut: across the x or the y axis, at bins of equal width. */
typedef struct thud_strip_cut {
    bool along_y;
    float low;            /* [m] */
    float bins_per_metre; /* [1/m] */
    float seam_share;     /* of the pile's work that is in a seam, about */
} thud_strip_cut;

static inline int32_t thud_piece_edge_count(const thud_piece *piece) {
    return piece->first_edge[THUD_CONSTRAINT_KIND_COUNT] - piece->first_edge[0];
}

/* A large island, or all islands. Its strips and seams are pieces that follow each other. */
typedef struct thud_pile {
    int32_t first_body, body_count; /* its stretch of `bodies` */
    thud_strip_cut cut;
    int32_t shared_body;            /* slot; -1: none, else the last strip is its own */
    int32_t first_strip, strip_count;
    int32_t first_seam, hub; /* pieces */
} thud_pile;

static inline int32_t thud_last_strip(const thud_pile *pile) {
    return pile->first_strip + pile->strip_count - 1;
}

/* A body as the search for islands sees it. */
typedef struct thud_island_link {
    int32_t root;       /* union-find: towards the island's smallest slot; -1: does not yield */
    int32_t half_edges; /* a half of each edge, and all of one to what does not yield */
} thud_island_link;

/* Bodies linked by firm joints, see tree_links.h. */
typedef struct thud_tree_group {
    int32_t root;          /* union-find: towards the smallest slot */
    int32_t joints, loops; /* of a root: joints between bodies of the group, and those that close loops */
    int32_t heaviest, lightest; /* of a root: slots of two bodies of the group */
} thud_tree_group;

typedef struct thud_island_graph {
    /* by body slot */
    thud_island_link *links;
    int32_t *island; /* number of the island, of bodies that yield */
    int32_t *piece;  /* whole piece or strip; -1: does not yield */
    uint8_t *sides;  /* see strips.c */
    thud_tree_group *groups; /* of awake dynamic bodies */
    int32_t slot_capacity;

    /* by island */
    int32_t *starts;
    int32_t *edge_counts;
    int32_t island_capacity, island_count;

    /* by place: bodies island by island, slots ascending in each; and in the same places those of the piles
     * strip by strip */
    int32_t *bodies, *strip_bodies;
    int32_t body_capacity, body_count;

    thud_edge *edges;             /* piece by piece, and in a piece kind by kind */
    thud_unsorted_edge *unsorted; /* joints, then contacts, as they come */
    int32_t *crossing;            /* numbers of unsorted edges from one strip to another, range by range */
    int32_t edge_capacity, edge_count;

    thud_piece *pieces; /* strips, whole pieces, seams, hubs, each in the order of the islands */
    int32_t piece_capacity, piece_count;
    int32_t strip_count, body_piece_count; /* these are strips, these strips and whole pieces */
    int32_t seam_count;
    thud_pile *piles;
    int32_t pile_capacity, pile_count;

    bool any_trees; /* there may be joint trees: `groups` are made */
    bool meeting; /* set by whoever builds: islands keep meeting */

    int32_t *range_counts; /* see edge_sort.c */
    int32_t range_capacity;
} thud_island_graph;

/* Finds islands, pieces and edges anew. False where memory runs out. */
bool thud_island_graph_build(thud_island_graph *graph, const thud_hooks *hooks,
                             const thud_solve_input *input);

void thud_island_graph_destroy(thud_island_graph *graph, const thud_hooks *hooks);

/* A body without constraints costs about a fourth of an edge; it counts for that in a piece. */
enum { thud_bodies_per_edge = 4 };

/*
 * A whole piece closes when the next island would take its load beyond that of 1,200 edges. As many contacts are 130 kB of
 * blocks; with their bodies they stay in the second-level cache of one core for all substeps. On 400 islands
 * of 145 contacts 300 cost 18 % more time (many lanes left empty), 600 5 %, and 2,400 the same.
 */
enum { thud_full_piece = thud_bodies_per_edge * 1200 };

static inline int32_t thud_piece_load(int32_t edges, int32_t bodies) {
    return thud_bodies_per_edge * edges + bodies;
}

/* ---- the parts of it ---- */

/* Into how many strips an island is cut, and where; 1: it stays whole (strips.c). */
int32_t thud_strip_count(const thud_island_graph *graph, const thud_solve_input *input, int32_t island,
                         thud_strip_cut *cut);

/* The same for all islands as one pile; 1: each is cut by itself (strips.c). */
int32_t thud_common_strip_count(const thud_island_graph *graph, const thud_solve_input *input,
                                thud_strip_cut *cut);

/* The body that many edges of a pile, given by its stretch of `bodies`, lead to and that is far heavier than all
 * others there; -1: none (shared_body.c). */
int32_t thud_find_shared_body(const thud_island_graph *graph, const thud_solve_input *input, int32_t first_body,
                              int32_t body_count);

/* Gives the bodies of all piles their strips (strips.c). */
void thud_cut_strips(thud_island_graph *graph, const thud_solve_input *input);

/* Finds the groups of bodies that are to be solved as joint trees, and puts all bodies of a tree that is cut into the strip
 * of the heaviest one (joint_trees.c). */
void thud_group_trees(thud_island_graph *graph, const thud_solve_input *input);

/* Gives edges from one strip to another, whose numbers are listed, to seams and hubs: notes all, then writes the
 * pieces into their keys (strips.c). */
void thud_note_crossing(thud_island_graph *graph, const int32_t *crossing, int32_t count);
void thud_place_crossing(thud_island_graph *graph, const int32_t *crossing, int32_t count);

/* Groups the bodies of the strips by the seams that they are in (strips.c). */
void thud_group_strips(thud_island_graph *graph);

/* Gives all edges to their pieces and sorts them (edge_sort.c). */
bool thud_sort_edges(thud_island_graph *graph, const thud_hooks *hooks, const thud_solve_input *input);

#endif
