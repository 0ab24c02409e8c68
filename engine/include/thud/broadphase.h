/*
 * broadphase.h: an unbounded, multi-level spatial hash: boxes in, pairs out.
 *
 * Each proxy keeps a fat box: the box it was given, grown by a margin. Only a proxy that leaves its fat box
 * looks for new pairs. A pair is new when the fat boxes overlap now and did not at the last update; it has
 * ended when they part. The hash keeps no list of pairs.
 *
 *     thud_hash *hash = NULL;
 *     thud_hash_def def = thud_hash_defaults();
 *     thud_hash_create(&def, &hash);
 *     thud_proxy_id crate, ground;
 *     thud_aabb crate_box = {{0.0f, 0.0f}, {1.0f, 1.0f}};
 *     thud_aabb ground_box = {{-9.0f, -1.0f}, {9.0f, 0.0f}};
 *     thud_hash_insert(hash, crate_box, THUD_PROXY_MOVING, 1, &crate);
 *     thud_hash_insert(hash, ground_box, THUD_PROXY_STATIC, 2, &ground);
 *     thud_pairs pairs;
 *     thud_hash_update(hash, NULL, NULL, &pairs); // one pair: users 1 and 2
 *     thud_hash_destroy(hash);
 *
 * Everything that comes out, and its order, depends only on the calls made before. One thread changes a hash
 * at a time; any number may query it while none does. Visitors and filters must not change the hash: a filter
 * that tries is refused.
 */
#ifndef THUD_BROADPHASE_H
#define THUD_BROADPHASE_H

#include "thud/base.h"
#include "thud/bounds.h"
#include "thud/math.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The spatial hash; owns all its memory. It holds up to 2^28 proxies. */
typedef struct thud_hash thud_hash;

/** Names a box in a hash. The zero id is null; a stale id is refused. */
typedef struct thud_proxy_id {
    uint32_t slot;
    uint32_t generation;
} thud_proxy_id;

/** What a proxy pairs with: always with moving ones only, if it is not one itself. */
typedef enum thud_proxy_kind {
    THUD_PROXY_STATIC = 0,   /**< stays where it is as a rule: moving one costs a sort of all static ones */
    THUD_PROXY_MOVING = 1,   /**< pairs with every kind */
    THUD_PROXY_KINEMATIC = 2 /**< pairs like a static one, but may move every step */
} thud_proxy_kind;

/** How to make a hash. */
typedef struct thud_hash_def {
    thud_hooks hooks; /**< memory and messages */
    thud_lanes lanes; /**< SIMD width; THUD_LANES_AUTO for the best one here. The bits do not depend on it */
    float margin;     /**< how much fat boxes are larger on each side [m], >= 0 */
    int capacity;     /**< proxies to reserve memory for, >= 0 */
} thud_hash_def;

/** Two proxies whose fat boxes overlap. Always slot_a < slot_b; pairs are sorted by (slot_a, slot_b). */
typedef struct thud_pair {
    uint32_t slot_a, slot_b; /**< slots of the proxies' ids */
    uint64_t user_a, user_b; /**< what the user gave with them */
} thud_pair;

/** New pairs; the array belongs to the hash and lives until its next call that changes it. */
typedef struct thud_pairs {
    const thud_pair *pairs;
    int count;
} thud_pairs;

/** Counters of a hash. */
typedef struct thud_hash_stats {
    int proxies; /**< boxes in the hash */
    int levels;  /**< size levels in use */
    int cells;   /**< rows of levels that hold anything */
    int entries; /**< boxes in sorted sets and side lists, both kinds; those moved on since then still count
                  */
    int moved;   /**< proxies that the last update found inserted, renewed, or out of their fat boxes */
    int pairs;   /**< new pairs of the last update */
    int wasted_pairs; /**< candidates of the last update whose boxes did not overlap */
} thud_hash_stats;

/** Decides whether a new pair is wanted; asked once a new pair, in the pairs' order. */
typedef bool thud_pair_filter(uint64_t user_a, uint64_t user_b, void *context);

/** Called for each proxy that a query finds, once each. Return false to stop. */
typedef bool thud_proxy_visitor(thud_proxy_id proxy, uint64_t user, void *context);

/**
 * Called for each proxy whose fat box a ray or swept box enters, once each, in the order in which these are entered (up to a
 * relative 1e-5); of those that are entered at the same fraction the lower slot comes first. Returns the fraction of the translation, 0 to 1, that is of interest from now on: 1 to go on unchanged, the hit's fraction to look for
 * nearer ones only, 0 to stop.
 */
typedef float thud_proxy_cast_visitor(thud_proxy_id proxy, uint64_t user, float max_fraction, void *context);

/** Defaults: margin 0.05 m, no reserved capacity, best lanes, default hooks. */
THUD_API thud_hash_def thud_hash_defaults(void);

/**
 * Makes a hash. Refuses a margin or capacity that is negative, a margin that is not finite, and a lane width
 * that this processor lacks.
 */
THUD_API thud_status thud_hash_create(const thud_hash_def *def, thud_hash **hash);

/** Releases a hash and all its memory; NULL is fine. */
THUD_API void thud_hash_destroy(thud_hash *hash);

/**
 * Adds a box. It has no pairs yet: the next update reports all it overlaps. On failure nothing has changed.
 * `user` comes back in pairs and queries. Boxes may be of any finite size at any finite place.
 */
THUD_API thud_status thud_hash_insert(thud_hash *hash, thud_aabb box, thud_proxy_kind kind, uint64_t user,
                                      thud_proxy_id *proxy);

/** Tells where a box is now. Nothing happens while it stays in its fat box; `refitted` (may be NULL) says
 * whether it left. */
THUD_API thud_status thud_hash_move(thud_hash *hash, thud_proxy_id proxy, thud_aabb box, bool *refitted);

/**
 * Moves every box by `offset` [m], as when the origin of a game's world is shifted. No pair ends or begins: the next
 * update reports what it would have reported without the call, and pairs whose boxes overlap only since coordinates were
 * rounded at their new place. Queries find the boxes there at once. Boxes that lie in their fat boxes stay in them if the
 * caller adds the offset to their coordinates too. Cost: all boxes are sorted, now and in the next update, which looks
 * for the pairs of all. THUD_OUT_OF_MEMORY: nothing has changed.
 */
THUD_API thud_status thud_hash_shift(thud_hash *hash, thud_vec2 offset);

/** Forgets the pairs of a proxy, so that the next update reports them again as new. */
THUD_API thud_status thud_hash_renew(thud_hash *hash, thud_proxy_id proxy);

/** Removes a box; its pairs are over at once. */
THUD_API thud_status thud_hash_remove(thud_hash *hash, thud_proxy_id proxy);

/**
 * Finds the pairs that are new since the last update, less those that `filter` (may be NULL) refuses, in an
 * order that depends on ids only. Cost: proportional to what moved and what is near it. THUD_OUT_OF_MEMORY,
 * or THUD_CAPACITY for more than 2^28 new pairs: none is reported and the next update finds them all.
 */
THUD_API thud_status thud_hash_update(thud_hash *hash, thud_pair_filter *filter, void *context,
                                      thud_pairs *pairs);

/** Whether the fat boxes of two proxies overlap: while they do, their pair goes on. False for a stale id. */
THUD_API bool thud_hash_pair_overlaps(const thud_hash *hash, thud_proxy_id a, thud_proxy_id b);

/** The fat box of a proxy; an invalid box (min > max) for a stale id. */
THUD_API thud_aabb thud_hash_fat_box(const thud_hash *hash, thud_proxy_id proxy);

/** Visits every proxy whose fat box overlaps `box`. Works between any two calls, just inserted boxes
 * included. Allocates nothing. */
THUD_API thud_status thud_hash_query(const thud_hash *hash, thud_aabb box, thud_proxy_visitor *visitor,
                                     void *context);

/** Visits every proxy whose fat box the ray from `origin` along `translation` enters; see
 * thud_proxy_cast_visitor. Allocates nothing. */
THUD_API thud_status thud_hash_cast_ray(const thud_hash *hash, thud_vec2 origin, thud_vec2 translation,
                                        thud_proxy_cast_visitor *visitor, void *context);

/** Visits every proxy whose fat box the box meets while it moves along `translation`. Allocates nothing. */
THUD_API thud_status thud_hash_cast_box(const thud_hash *hash, thud_aabb box, thud_vec2 translation,
                                        thud_proxy_cast_visitor *visitor, void *context);

/** Counters since the last update. */
THUD_API thud_hash_stats thud_hash_statistics(const thud_hash *hash);

#ifdef __cplusplus
}
#endif

#endif
