/*
 * The spatial hash behind thud/broadphase.h. A proxy is in one of three lists of its kind, as a database keeps a main index, a delta
 * index and an insert buffer; `places` says where:
 *
 *     main_set    most proxies: one large sorted set, rebuilt only when much has changed
 *     delta_set   proxies that have moved or come since then: a smaller sorted set
 *     buffer      proxies that have moved, come or been renewed since the last update, in no order
 *
 * An update sorts the buffer into the delta set, or everything into a new main set, and scans what changed against all the rest.
 * Pairs that have not changed on either side are never looked at.
 *
 * Boxes are found in two ways.
 *
 *     for a crowd, and for a single box: sorted by cell (level, row, column), scanned or searched row by row (sorted_set.h)
 *
 *         row 17:  a b c d      row 18:  e f       row 25:  g h i j
 *
 *     for a ray or a moving box, and in the buffer: a tree whose nodes hold eight boxes, of all sizes together (box_tree.h)
 *
 *         [ . . . . . . . . ] -> [ . . . . . . . . ] -> [ a b e f g h . . ]
 *
 * Trees are built by queries, once these have cost as much as a tree does; an update builds none.
 */
#ifndef THUD_SRC_BROADPHASE_SPATIAL_HASH_H
#define THUD_SRC_BROADPHASE_SPATIAL_HASH_H

#include "base/pool.h"
#include "broadphase/occupancy.h"
#include "broadphase/row_scan.h"
#include "broadphase/sorted_set.h"
#include "thud/broadphase.h"

enum { thud_proxy_kind_count = 3 };

/* Which list of its kind a proxy is in. */
typedef enum thud_place_list {
    thud_place_none,
    thud_place_main,
    thud_place_delta,
    thud_place_buffer
} thud_place_list;

/*
 * A place is one number: from the highest bit down the kind (a slot may come back as another one), the
 * list, the entry.
 */
enum { thud_place_kind_shift = 30, thud_place_list_shift = 28 };

/* Proxies that a hash can hold, so that entries fit their bits. */
#define THUD_PROXY_LIMIT (1 << 28)

/* New pairs that one update can report: 16,000 boxes at one place make half as many. */
#define THUD_PAIR_LIMIT (1 << 28)

/* The proxies of a kind that the next update sorts in, and their fat boxes. */
typedef struct thud_insert_buffer {
    uint32_t *slots;
    thud_box_columns fat;
    int32_t count, capacity;
    thud_box_tree *tree; /* for queries, which have it made: null until the list has room */
} thud_insert_buffer;

typedef struct thud_kind_lists {
    thud_sorted_set main_set, delta_set;
    thud_insert_buffer buffer;
    thud_occupancy map; /* of static and kinematic boxes in the sets */
    int32_t proxies;
    int32_t
        idle_updates; /* since all was sorted: proxies of the delta set that had not moved, summed over the updates */
} thud_kind_lists;

/* Keeps those of some new pairs that are wanted, in their order, and returns how many those are. */
typedef int32_t thud_pair_screen(thud_pair *pairs, int32_t count, const void *context);

struct thud_hash {
    thud_hooks hooks;
    thud_tasks *tasks; /* the crew of an update; null: none */
    thud_pair_screen *screen; /* null: all are wanted */
    const void *screen_context;
    thud_lanes lanes;
    float margin;
    thud_pool pool;
    thud_proxy_table proxies;
    thud_kind_lists kinds[thud_proxy_kind_count];
    bool incomplete; /* an update ran out of memory after it had sorted, or all was shifted: start over */
    bool locked;     /* a filter is being asked */
    uint32_t single_moves; /* fat boxes that thud_hash_move has changed, and shifts of all */
    int32_t lead; /* how many moves ahead fat boxes reach; 0 in a crowd */
    int32_t updates_since_all; /* moving proxies were all sorted */

    thud_sort_scratch scratch;
    thud_reach reach;
    thud_scan_result found;
    uint64_t *sorted_pairs; /* scratch for found.pairs, as long */
    thud_pair *pairs;       /* what the last update reported, as long */
    thud_hash_stats stats;
};

/* The fat boxes, indexed by slot. The array moves when proxies are inserted. Those of free slots overlap
 * nothing. */
const thud_aabb *thud_hash_fat_boxes(const thud_hash *hash);

/* How many proxies of a range left their fat boxes, and what lists they were in. */
typedef struct thud_refit {
    int32_t refitted;
    int32_t left; /* of those, the ones in the list: the others were in the buffer already */
    struct {
        int32_t left, main_set, delta_set;
        int32_t first; /* entry of the buffer that is kept for the first of them */
    } of_kind[thud_proxy_kind_count];
} thud_refit;

/* Makes room for so many inserts of a kind, which then cannot fail for want of memory. */
bool thud_hash_reserve_inserts(thud_hash *hash, thud_proxy_kind kind, int32_t count);

/*
 * thud_hash_move for many, in three steps, so that threads can share it by ranges of different proxies:
 *
 *     refit       side by side     gives new fat boxes to those that have left theirs; lists them in `left`, room for `count`
 *     make_room   one by one       keeps entries for them
 *     list_left   side by side     fills these
 *
 * Between the steps nothing else may be asked. That the slots are live is not checked; invalid boxes are ignored.
 *
 * `ways` is how far each box has just come, or null. Where boxes are far between (thud_hash_lead is not 0) fat boxes reach ahead by so many
 * such ways, and all are made anew together: then all is sorted and swept once in a few moves only. In a crowd longer boxes would make
 * more pairs than that saves.
 */
thud_refit thud_hash_refit(thud_hash *hash, const uint32_t *slots, const thud_aabb *boxes, const thud_vec2 *ways, int32_t count,
                           uint32_t *left);
int32_t thud_hash_lead(const thud_hash *hash);

/* Plans by how many of the pairs that were reported still overlap, of those that matter, whether fat boxes are to reach ahead. */
void thud_hash_plan_lead(thud_hash *hash, int32_t pairs);
void thud_hash_make_room(thud_hash *hash, thud_refit *refit);
void thud_hash_list_left(thud_hash *hash, const uint32_t *left, const thud_refit *refit);

/* All three in one; returns how many left their fat boxes. */
int32_t thud_hash_move_many(thud_hash *hash, const uint32_t *slots, const thud_aabb *boxes, int32_t count);

/* What the users of proxies gave with them, by slot. */
const uint64_t *thud_hash_users(const thud_hash *hash);

/* A number that changes whenever thud_hash_move gives a proxy another fat box, or thud_hash_shift all of them. */
int32_t thud_hash_single_moves(const thud_hash *hash);

/* Called for each occupied cell. */
typedef void thud_cell_visitor(thud_aabb cell, void *context);

/* Visits the occupied cells that overlap `view`: once for each kind and set that has boxes there. For drawing
 * (cells.c). */
void thud_hash_visit_cells(const thud_hash *hash, thud_aabb view, thud_cell_visitor *visitor, void *context);

/* Lets a crew help with updates from now on; null is fine. It is not the hash's. */
void thud_hash_set_tasks(thud_hash *hash, thud_tasks *tasks);

/* Screens new pairs before the filter of an update is asked, which gets to see fewer then: in stretches, any of them on any thread. */
void thud_hash_set_screen(thud_hash *hash, thud_pair_screen *screen, const void *context);

/*
 * Sorts all proxies into the main sets, for queries, in two steps: the reservation, and the sort, which cannot fail. The next update
 * reports the same pairs as without it. */
bool thud_hash_reserve_to_sort_all(thud_hash *hash);
void thud_hash_sort_all(thud_hash *hash);

/* Releases what updates use. */
void thud_hash_release_scratch(thud_hash *hash);

/* Where the static and the kinematic boxes are: a map finds an empty place in a few instructions; a query would look through the
 * rows of every level. */
typedef struct thud_obstacle_maps {
    const thud_occupancy *fixed, *kinematic; /* null: there are no such boxes */
    bool complete;                           /* else there are boxes that no map shows */
} thud_obstacle_maps;

thud_obstacle_maps thud_hash_obstacle_maps(const thud_hash *hash);

/* An array of records that the users of proxies are indices of. Those of candidates are brought into the cache before the visitor reads
 * them, all at a time: else it waits for one after the other. */
typedef struct thud_user_records {
    const void *records; /* null: there are none */
    size_t size;         /* of a record [bytes] */
} thud_user_records;

/* Proxies that a query has found, some at a time. */
enum { thud_most_found = 32 };

typedef struct thud_found {
    uint32_t slots[thud_most_found];
    int32_t count;
    uint32_t
        inside; /* bit i: the fat box of proxy i lies inside of the query's box; 0 where a tree has led to it */
} thud_found;

/* Takes them; false ends the query. */
typedef bool thud_found_visitor(const thud_hash *hash, const thud_found *found, void *context);

/* thud_hash_query with the users' records, and a visitor that takes many at a time. */
thud_status thud_hash_query_found(const thud_hash *hash, thud_aabb box, thud_user_records records,
                                  thud_found_visitor *visitor, void *context);

/* thud_hash_query, and thud_hash_cast_box, with the users' records. */
thud_status thud_hash_query_records(const thud_hash *hash, thud_aabb box, thud_user_records records, thud_proxy_visitor *visitor,
                                    void *context);
thud_status thud_hash_cast_records(const thud_hash *hash, thud_aabb box, thud_vec2 translation, thud_user_records records,
                                   thud_proxy_cast_visitor *visitor, void *context);

/* thud_hash_query among the proxies of one kind only; the box is valid, which is not checked. */
void thud_hash_query_kind(const thud_hash *hash, thud_proxy_kind kind, thud_aabb box,
                          thud_proxy_visitor *visitor, void *context);

#ifdef THUD_ASSERTIONS
/* Checks all proxies and lists (hash_invariants.c). O(proxies) */
void thud_hash_check_invariants(const thud_hash *hash);
#endif

/* A box that overlaps nothing. */
static inline thud_aabb thud_empty_box(void) {
    thud_aabb box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    return box;
}

/* What `places` holds for an entry of a list. */
static inline uint32_t thud_place_of(thud_proxy_kind kind, thud_place_list list, int32_t entry) {
    return (uint32_t)kind << thud_place_kind_shift | (uint32_t)list << thud_place_list_shift |
           (uint32_t)entry;
}

static inline thud_place_list thud_list_of_place(uint32_t place) {
    return (thud_place_list)(place >> thud_place_list_shift & 3u);
}

static inline int32_t thud_entry_of_place(uint32_t place) {
    return (int32_t)(place & ((1u << thud_place_list_shift) - 1));
}

#endif
