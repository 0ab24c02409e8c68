/*
 * The spatial hash behind thud/broadphase.h. A proxy is in one of three lists of its kind, like the main index, delta
 * index and insert buffer of a database; `places` has its list and entry:
 *
 *     main_set    most proxies: one large sorted set, rebuilt only when much has changed
 *     delta_set   proxies moved or added since then: a smaller sorted set
 *     buffer      proxies moved, added or renewed since the last update, in no order
 *
 * Sensors are a kind of their own, which makes no pairs and which most queries leave out.
 *
 * An update sorts the buffer into the delta set, or everything into a new main set, and scans the changed sets against
 * all others. From time to time the delta set is merged into the main set after that. Pairs that have not changed on
 * either side are seldom tested.
 *
 * Boxes are stored for two kinds of search.
 *
 *     for all pairs, and for a single box: sorted by cell (level, row, column), scanned or searched row by row (sorted_set.h)
 *
 *         row 17:  a b c d      row 18:  e f       row 25:  g h i j
 *
 *     for a ray or a moving box, and in the buffer: a tree whose nodes hold eight boxes, of all sizes together (box_tree.h)
 *
 *         [ . . . . . . . . ] -> [ . . . . . . . . ] -> [ a b e f g h . . ]
 *
 *     for a ray or a moving box, where few boxes move: such a tree of the boxes of all short lists (few_boxes.h)
 *
 * Queries build trees, once they have cost as much as these do; an update builds none.
 */
#pragma once

#include "base/pool.h"
#include "broadphase/few_boxes.h"
#include "broadphase/occupancy.h"
#include "broadphase/row_scan.h"
#include "broadphase/sorted_set.h"
#include "thud/broadphase.h"

/* Sensors are the last kind: the ones before collide. */
enum { thud_solid_kinds = THUD_PROXY_SENSOR, thud_proxy_kind_count };

/* The list of a proxy within its kind. */
typedef enum thud_place_list {
    thud_place_none,
    thud_place_main,
    thud_place_delta,
    thud_place_buffer
} thud_place_list;

/* A place is one number: from the highest bit down the kind (slots are reused for other kinds), the list, the entry. */
enum {
    thud_place_kind_shift = 30,
    thud_place_list_shift = 28,
    thud_list_numbers = 1 << (32 - thud_place_list_shift)
};

/* The bit of the list of a place: its number is in the upper bits of the place. */
static inline uint32_t thud_list_bit(uint32_t place) {
    return 1u << (place >> thud_place_list_shift);
}

/* Largest number of proxies of a hash, so that entries fit their bits. */
#define THUD_PROXY_LIMIT (1 << 28)

/* Largest number of new pairs of an update: 16,000 boxes at one place make half as many. */
#define THUD_PAIR_LIMIT (1 << 28)

typedef struct thud_kind_lists {
    thud_sorted_set main_set, delta_set;
    thud_sorted_set buffer; /* without levels */
    thud_occupancy *map; /* of the boxes in the sets; null but for static and kinematic ones */
    int32_t faded;       /* number of boxes in the map that are gone, found by sorts */
    int32_t proxies;
    /* sum over the updates since all was sorted: proxies of the delta set that had not moved */
    int32_t idle_updates;
} thud_kind_lists;

/* An array of records; the users of proxies are its indices. The records of candidates are prefetched together before
 * the visitor reads them, instead of one cache miss after the other. */
typedef struct thud_user_records {
    const void *place; /* of the pointer to the array; null if there is none */
    size_t size;       /* of a record [bytes] */
} thud_user_records;

struct thud_hash {
    thud_hooks hooks;
    thud_tasks *tasks; /* the crew for updates; may be null; not owned: set by the creator */
    thud_lanes lanes;
    float margin;
    thud_pool pool;
    thud_proxy_table proxies;
    thud_kind_lists kinds[thud_proxy_kind_count];
    thud_sorted_set *lists[thud_list_numbers]; /* those of all kinds by their numbers; null: no list has the number */
    thud_box_tree trees[thud_list_numbers];    /* likewise */
    thud_occupancy static_map, kinematic_map;
    int32_t asked; /* questions to the map of kinematic boxes since it was drawn or left without information */
    thud_few_boxes *few; /* the boxes of the short lists, for queries */
    thud_user_records records; /* none until the creator sets them */
    bool incomplete;           /* an update ran out of memory after sorting, or all was shifted: start over */
    bool locked;               /* a filter is being called */
    bool loose_statics;        /* a static fat box may be other than its box and the margin */
    int32_t lead;              /* number of moves by which fat boxes reach ahead; 0 if pairs are many */
    bool was_idle;             /* no fat box had changed before the last update */
    int32_t updates_since_all; /* since all moving proxies were sorted */

    thud_sort_scratch scratch;
    thud_scan_result found;
    uint64_t *sorted_pairs; /* scratch of the same length as found.pairs */
    thud_pair *pairs;       /* the pairs of the last update, of the same length */
    thud_hash_stats stats;
};

/* Whether a call may change the hash now: THUD_NULL_ARGUMENT, THUD_WORLD_LOCKED. */
static inline thud_status thud_hash_check_unlocked(const thud_hash *hash) {
    return hash == NULL ? THUD_NULL_ARGUMENT : hash->locked ? THUD_WORLD_LOCKED : THUD_OK;
}

/* The fat boxes, indexed by slot. The array moves when proxies are inserted. Boxes of free slots overlap no
 * box. */
static inline const thud_aabb *thud_hash_fat_boxes(const thud_hash *hash) {
    return hash->proxies.fat;
}

/* Reserves memory for `count` inserts of a kind, which then cannot run out of memory. */
bool thud_hash_reserve_inserts(thud_hash *hash, thud_proxy_kind kind, int32_t count);

/* thud_hash_insert of a valid box for which memory has been reserved. */
thud_proxy_id thud_hash_insert_reserved(thud_hash *hash, thud_aabb box, thud_proxy_kind kind, uint64_t user);

/*
 * thud_hash_move for many, in two steps, the first of which threads can share by ranges of different proxies:
 *
 *     refit       in parallel      gives new fat boxes to boxes that left theirs; lists them in `left`, with room for `count`, and
 *                                  returns their number
 *     list_left   one by one       moves them to the insert buffer
 *
 * Between the steps no other function may be called. The slots must be live, which is not
 * checked; invalid boxes are ignored.
 *
 * `ways` has the last move of each box, or is null. If pairs are few (thud_hash_lead is not 0), fat boxes reach ahead
 * by that many such moves, and all are renewed together: then all boxes are sorted and scanned only once in a few
 * moves. If pairs are many, longer boxes would make more pairs than that saves.
 */
int32_t thud_hash_refit(thud_hash *hash, const uint32_t *slots, const thud_aabb *boxes, const thud_vec2 *ways,
                        int32_t count, uint32_t *left);
void thud_hash_list_left(thud_hash *hash, const uint32_t *left, int32_t count);

static inline int32_t thud_hash_lead(const thud_hash *hash) {
    return hash->lead;
}

/* Decides whether fat boxes reach ahead, from the number of relevant pairs that still overlap. */
void thud_hash_plan_lead(thud_hash *hash, int32_t pairs);

/* Whether the fat box of each static proxy is its box, larger by the margin on all sides. */
static inline bool thud_hash_has_tight_statics(const thud_hash *hash) {
    return !hash->loose_statics;
}

static inline const uint64_t *thud_hash_users(const thud_hash *hash) {
    return hash->proxies.users;
}

/* Called for each occupied cell. */
typedef void thud_cell_visitor(thud_aabb cell, void *context);

/* Visits the occupied cells that overlap `view`, for drawing: once for each kind and set there (cells.c). */
void thud_hash_visit_cells(const thud_hash *hash, thud_aabb view, thud_cell_visitor *visitor, void *context);

/* Moves proxies from the delta set of a kind to its main set (set_merge.c), in the scratch memory of a sort. False if
 * that is not worth it: few fit, or so many have been moved that all is to be sorted again. */
bool thud_hash_merge(thud_hash *hash, thud_kind_lists *lists);

void thud_hash_release_scratch(thud_hash *hash);

/* Maps of the static and the kinematic boxes: an empty place is found in a few instructions, without searching rows. */
typedef struct thud_obstacle_maps {
    const thud_occupancy *fixed, *kinematic; /* null: no such boxes */
    bool complete;                           /* false: some boxes are in no map */
} thud_obstacle_maps;

/* Notes questions to the map of kinematic boxes. It is drawn as they are sorted if it was asked more often than there are boxes, else
 * it has no information until it is: boxes that move in each step would cost more than the answers save. */
static inline void thud_hash_note_questions(thud_hash *hash, int32_t count) {
    hash->asked += hash->asked < THUD_PROXY_LIMIT ? count : 0;
}

static inline thud_obstacle_maps thud_hash_obstacle_maps(const thud_hash *hash) {
    const thud_kind_lists *fixed = &hash->kinds[THUD_PROXY_STATIC];
    const thud_kind_lists *kinematic = &hash->kinds[THUD_PROXY_KINEMATIC];
    return (thud_obstacle_maps){.fixed = fixed->proxies > 0 ? fixed->map : NULL,
                                .kinematic = kinematic->proxies > 0 ? kinematic->map : NULL,
                                .complete = fixed->buffer.count == 0 && kinematic->buffer.count == 0};
}

/* A group of proxies found by a query: their slots, with a mark unless the proxy's box, not only its fat box, overlaps the
 * query's for certain (always set if a tree was searched). */
enum { thud_most_found = 32 };

#define THUD_FOUND_CROSSING 0x80000000u

typedef struct thud_found {
    uint32_t slots[thud_most_found];
    int32_t count;
    bool is_all; /* there is no other group */
} thud_found;

static inline uint32_t thud_found_slot(const thud_found *found, int32_t i) {
    return found->slots[i] & ~THUD_FOUND_CROSSING;
}

/* Bit i: whether slot i of a group has a mark. Bits beyond the count are undefined. */
uint32_t thud_found_crossing(const thud_hash *hash, const thud_found *found);

/* For a ray: the boxes of the short lists; null before the list is worth it. Any number of threads may call it. */
const thud_few_boxes *thud_hash_few_boxes(const thud_hash *hash);

/* Visits a group; false ends the query. */
typedef bool thud_found_visitor(const thud_hash *hash, const thud_found *found, void *context);

/* thud_hash_query with a visitor of groups, with sensors or without. */
thud_status thud_hash_query_found(const thud_hash *hash, thud_aabb box, bool sensors,
                                  thud_found_visitor *visitor, void *context);

/* The box around the path of a cast, and the bits of the lists near it: those in the few boxes have one bit together, the
 * lowest, which is that of no list. */
typedef struct thud_cast_range {
    thud_aabb swept;
    uint32_t lists;
} thud_cast_range;

#define THUD_FEW_BOXES_BIT 1u

/* The bits of a range for the box around a path, with lists of sensors or without, by the bounds of levels alone. */
uint32_t thud_hash_lists_near(const thud_hash *hash, const thud_aabb *swept, bool sensors);

/* As thud_proxy_cast_visitor, for the slot of a proxy. */
typedef float thud_slot_cast_visitor(uint32_t slot, uint64_t user, float max_fraction, void *context);

/* thud_hash_cast_box in a range; the box and the translation are valid, which is not checked. Boxes that the path misses by
 * the rounding of floats are visited, too. */
void thud_hash_cast_in_range(const thud_hash *hash, const thud_cast_range *range, thud_aabb box,
                             thud_vec2 translation, thud_slot_cast_visitor *visitor, void *context);

/* thud_hash_query among the proxies of one kind only; the box must be valid, which is not checked. */
void thud_hash_query_kind(const thud_hash *hash, thud_proxy_kind kind, thud_aabb box,
                          thud_proxy_visitor *visitor, void *context);

/* Finds the pairs of fresh sets, into `found`; scans a second time, alone, if the pairs needed more memory (scan.c). */
thud_status thud_hash_scan(thud_hash *hash);

void thud_hash_release_pairs(thud_hash *hash);

/* Whether the box of a proxy or query is valid: THUD_NOT_FINITE, THUD_INVALID_BOUNDS. */
thud_status thud_hash_check_box(thud_aabb box);

#ifdef THUD_ASSERTIONS
/* Checks all proxies and lists (hash_invariants.c). O(proxies) */
void thud_hash_check_invariants(const thud_hash *hash);
#endif

static inline int32_t thud_hash_kind_count(const thud_hash *hash, thud_proxy_kind kind) {
    return hash->kinds[kind].proxies;
}

/* thud_aabb_overlaps by one branch instead of four, where which side is beyond is not predictable: some 15 bytes more. */
static inline bool thud_boxes_overlap(thud_aabb a, thud_aabb b) {
    return (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y);
}

/* Enlargement of a swept box, relative to its coordinates and its path: more than the rounding error of floats. */
#define THUD_SWEEP_SLACK 1.0e-6f

/* The box that a box sweeps, and a little more; sides beyond the range of floats are infinite. */
static inline thud_aabb thud_swept_box(thud_aabb box, thud_vec2 translation) {
    float slack_x =
        THUD_SWEEP_SLACK * (thud_abs(box.min.x) + thud_abs(box.max.x) + thud_abs(translation.x)) + FLT_MIN;
    float slack_y =
        THUD_SWEEP_SLACK * (thud_abs(box.min.y) + thud_abs(box.max.y) + thud_abs(translation.y)) + FLT_MIN;
    return (thud_aabb){
        {thud_min(box.min.x, box.min.x + translation.x) - slack_x,
         thud_min(box.min.y, box.min.y + translation.y) - slack_y},
        {thud_max(box.max.x, box.max.x + translation.x) + slack_x,
         thud_max(box.max.y, box.max.y + translation.y) + slack_y}};
}

static inline uint32_t thud_place_of(thud_proxy_kind kind, thud_place_list list, int32_t entry) {
    return (uint32_t)kind << thud_place_kind_shift | (uint32_t)list << thud_place_list_shift |
           (uint32_t)entry;
}

static inline thud_proxy_kind thud_kind_of_place(uint32_t place) {
    return (thud_proxy_kind)(place >> thud_place_kind_shift);
}

static inline thud_place_list thud_list_of_place(uint32_t place) {
    return (thud_place_list)(place >> thud_place_list_shift & 3u);
}

static inline int32_t thud_entry_of_place(uint32_t place) {
    return (int32_t)(place & ((1u << thud_place_list_shift) - 1));
}
