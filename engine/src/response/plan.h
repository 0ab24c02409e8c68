/*
 * plan.h: how the pieces are laid out for the kernels: bodies get numbers, edges get colours and lanes. Kept as long
 * as constraints stay; a few contacts that come or go are worked in (plan_patch.c), else it is made anew.
 *
 * Bodies are numbered piece by piece. Those of a whole piece are in records of their own while it is being
 * solved; those of a pile's strips follow each other in records that all its pieces share:
 *
 *      strip                                                 | next strip
 *      0        1 ..    head_end ..       tail_record  ..    | 0        1 ..  head_end ..
 *      nothing  heads   shared copies,    nothing      tails | nothing  heads
 *                       the others (even) (even)       copies|
 *                                         '------- the seam's records ------'
 *
 * Heads are in the seam before, tails in the one after. Each strip and each seam has a record of nothing and
 * copies of what does not yield for itself, because kernels write those too. Heads, tails and copies have records to
 * spare, and each piece has room for more blocks: for contacts to come.
 *
 * Where a pile has a body that its strips share, each of them has shared copies of it (shared_body.h).
 */
#ifndef THUD_SRC_RESPONSE_PLAN_H
#define THUD_SRC_RESPONSE_PLAN_H

#include "response/batch.h"
#include "response/coloring.h"
#include "response/island.h"
#include "response/shared_body.h"
#include "response/solve_input.h"
#include "response/tree_links.h"

typedef struct thud_piece_plan {
    int32_t first_slot;         /* of whole pieces and strips, in `slots` */
    int32_t count, dynamic_end; /* records, see batch.h; of a hub those of all strips */
    int32_t head_end, tail_record;
    int32_t first_record; /* where record 0 is in the piles' records */
    bool joined;          /* it, or another piece of its pile, has joints */
    bool overfull;        /* it had no room for what a patch was to put into it */
    int32_t shared_slot;  /* of a strip: the body that has copies there, from head_end on; -1: none */
    int32_t next_copy;    /* whose turn it is */
    int32_t first_index;  /* in the index of joints */
    int32_t first_tree_link;
    int32_t first_contact_index;
    int32_t contact_room;        /* blocks of contacts that there is room for */
    int32_t first_block[THUD_CONSTRAINT_KIND_COUNT]; /* in the piles' blocks */
    thud_coloring coloring[THUD_CONSTRAINT_KIND_COUNT];
} thud_piece_plan;

/* A contact that a patch takes out of a piece or puts into it. */
typedef struct thud_plan_change {
    int32_t contact, piece;
} thud_plan_change;

/* Room for records and blocks. */
typedef struct thud_plan_room {
    int32_t records;
    int32_t blocks[THUD_CONSTRAINT_KIND_COUNT];
} thud_plan_room;

typedef struct thud_plan {
    thud_island_graph graph;

    thud_piece_plan *pieces;
    int32_t piece_capacity;

    int32_t *number; /* by body slot: number in its piece, of awake dynamic bodies */
    int32_t number_capacity;

    int32_t *slots; /* by number, piece after piece; -1: none */
    int32_t slots_capacity;
    int32_t *places; /* by edge */
    int32_t places_capacity;
    thud_block_index *index; /* by block of joints, piece after piece, kind after kind */
    int32_t index_capacity;
    thud_block_index *contact_index; /* by block of contacts, piece after piece */
    uint8_t *lanes_taken;   /* likewise */
    int32_t *piece_of_block; /* likewise */
    int32_t contact_index_capacity;

    thud_tree_link *tree_links; /* piece after piece */
    int32_t tree_link_capacity;
    char *tree_scratch; /* to find them in */
    int32_t tree_scratch_capacity;

    /* see plan_patch.c */
    int32_t *lane_of; /* by contact slot: 1 + where it is in the contact index, lane by lane; 0: nowhere. During a
                         patch negative: the contact ended, whether or not the slot holds another one */
    int32_t lane_of_capacity;
    int32_t body_slots; /* as many as there were */
    thud_plan_change *went, *came;
    int32_t *taken, *put; /* the contacts of these, piece after piece */
    int32_t change_capacity;
    int32_t *taken_ends, *put_ends; /* by piece: where its contacts end in these */
    int32_t ends_capacity;
    bool any_idle;        /* a contact is listed though neither body yields */
    int32_t age;          /* steps since the plan was made */
    int32_t plans_to_cut; /* so many more plans cut all islands together */

    thud_plan_room whole; /* for the largest whole piece in each respect */
    thud_plan_room piles; /* for all strips, seams and hubs together */

    char *scratch; /* to colour in, a piece a worker */
    int32_t scratch_capacity, scratch_stride;
    int32_t scratch_bodies, scratch_edges;
} thud_plan;

/* Works contacts into the plan that came and takes out those that went since the last call. False where that is not
 * possible or does not pay any more: then the plan has to be made anew. */
bool thud_plan_patch(thud_plan *plan, const thud_hooks *hooks, const thud_solve_input *input);

/* Plans anew. False where memory runs out: then there is no plan. */
bool thud_plan_make(thud_plan *plan, const thud_hooks *hooks, const thud_solve_input *input);

/* Finds the joint trees of all pieces, whose edges have their places (joint_trees.c). False where memory runs out. */
bool thud_find_trees(thud_plan *plan, const thud_hooks *hooks, const thud_solve_input *input);

/* Makes room for a patch with so many changes (plan.c). */
bool thud_plan_reserve_changes(thud_plan *plan, const thud_hooks *hooks, int32_t changes);

#ifdef THUD_ASSERTIONS
/* Checks a plan whose index is filled against what it was made or patched for (plan_invariants.c). O(lanes) */
void thud_plan_check_invariants(const thud_plan *plan, const thud_hooks *hooks, const thud_solve_input *input,
                                bool is_new);
#endif

void thud_plan_destroy(thud_plan *plan, const thud_hooks *hooks);

/* The number that a body has in a seam or hub. */
static inline int32_t thud_joining_number(const thud_plan *plan, int32_t piece, int32_t body) {
    return plan->pieces[plan->graph.piece[body]].first_record + plan->number[body] -
           plan->pieces[piece].first_record;
}

/* The number of the copy of a shared body that is to have one more contact. */
static inline int32_t thud_take_copy(thud_piece_plan *strip) {
    strip->next_copy = (strip->next_copy + 1) % thud_shared_copies;
    return strip->head_end + strip->next_copy;
}

/* The number behind the shared copies: the first of a strip's own bodies that are in no seam. */
static inline int32_t thud_first_own_record(const thud_piece_plan *strip) {
    return strip->head_end + (strip->shared_slot >= 0 ? thud_shared_records : 0);
}

/* Fills the block index of a piece: once after planning, by whoever is first to need it. */
void thud_plan_fill_index(const thud_plan *plan, int32_t piece);

#endif
