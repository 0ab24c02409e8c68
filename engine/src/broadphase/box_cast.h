/*
 * box_cast.h: a ray or a moving box on its way through the lists of a hash; a ray is a box of no size. cast.c knows the way and goes
 * through sorted rows and lists, cell_walk.c walks the cells of tables.
 */
#ifndef THUD_SRC_BROADPHASE_BOX_CAST_H
#define THUD_SRC_BROADPHASE_BOX_CAST_H

#include "broadphase/query_parts.h"

/* A proxy that the moving box meets, not before that fraction. */
typedef struct thud_cast_candidate {
    double fraction;
    uint32_t slot;
} thud_cast_candidate;

/* Candidates of a few neighbouring cells that are kept, so that the nearest are asked first. */
enum { thud_most_candidates = 16 };

/* A box of half extents (extent_x, extent_y) whose centre moves from (x, y) by (dx, dy) times a fraction up
 * to max_fraction. */
typedef struct thud_box_cast {
    const thud_hash *hash;
    double x, y, dx, dy;
    double one_by_dx, one_by_dy; /* 0 where the difference is */
    double extent_x, extent_y;
    float max_fraction;
    thud_proxy_cast_visitor *visitor;
    void *context;
    thud_overlap_bits_function *overlap_bits;
    thud_user_records records;
    int32_t candidate_count;
    thud_cast_candidate candidates[thud_most_candidates];
} thud_box_cast;

/* What an interval sweeps that moves so far. */
static inline thud_interval thud_swept_by(thud_interval interval, double along) {
    return (thud_interval){interval.first + (along < 0.0 ? along : 0.0),
                           interval.last + (along > 0.0 ? along : 0.0)};
}

/* The fractions that are still of interest. */
static inline thud_interval thud_whole_way(const thud_box_cast *cast) {
    return (thud_interval){0.0, (double)cast->max_fraction};
}

/* Notes a proxy, an entry of `set` (null: none, it surely counts), if the moving box meets it; false when the visitor has stopped. */
bool thud_cast_offer(thud_box_cast *cast, const thud_sorted_set *set, int32_t entry, uint32_t slot);

/* Asks the visitor about what was noted, the nearest first; false when it has stopped. */
bool thud_cast_ask(thud_box_cast *cast);

/* Looks through the rows of a level from where the cast begins to where it ends; false when the visitor has stopped. */
bool thud_cast_level(thud_box_cast *cast, const thud_sorted_set *set, const thud_level *level);

/* Walks all sets, and the lists of pending proxies that have a table, which it marks; false when the visitor has stopped. */
bool thud_cast_walk(thud_box_cast *cast, bool walked[thud_proxy_kind_count]);

#endif
