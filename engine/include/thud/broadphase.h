/*
 * broadphase.h: an unbounded, multi-level spatial hash that finds the pairs of overlapping boxes.
 *
 * Each proxy has a fat box: its box grown by a margin. An update searches new pairs only for proxies that left their
 * fat boxes. A pair is new when the fat boxes overlap now and did not at the last update; it ends when they
 * separate. The hash keeps no list of pairs.
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
 * All results and their order depend only on the calls made before. Visitors and filters must not change the hash; a
 * change from a filter is refused.
 *
 * Threads: calls that take a const thud_hash may run on any number of threads at once while no call changes the hash;
 * the others may run on one thread at a time.
 */
#pragma once

#include "thud/base.h"
#include "thud/bounds.h"
#include "thud/math.h"

THUD_BEGIN_C

/** The spatial hash; owns all its memory. It holds up to 2^28 proxies. */
typedef struct thud_hash thud_hash;

/** Identifies a box in a hash. The zero id is null; a stale id is refused. */
typedef struct thud_proxy_id {
    uint32_t slot;
    uint32_t generation;
} thud_proxy_id;

/** The kind of a proxy decides which pairs it makes. At least one proxy of a pair is a moving one. */
typedef enum thud_proxy_kind {
    THUD_PROXY_STATIC = 0,    /**< rarely moves: moving one costs a sort of all static ones */
    THUD_PROXY_MOVING = 1,    /**< pairs with every kind but sensors */
    THUD_PROXY_KINEMATIC = 2, /**< pairs like a static one, but may move every step */
    THUD_PROXY_SENSOR = 3     /**< has no pairs; for what queries find and nothing collides with */
} thud_proxy_kind;

/** How to make a hash. */
typedef struct thud_hash_def {
    thud_hooks hooks; /**< memory and messages */
    thud_lanes lanes; /**< SIMD width; THUD_LANES_AUTO for the best one here. Results have the same bits for all */
    float margin;     /**< growth of fat boxes on each side [m], >= 0 */
    int capacity;     /**< proxies to reserve memory for, >= 0 */
} thud_hash_def;

/** Two proxies whose fat boxes overlap. Always slot_a < slot_b; pairs are sorted by (slot_a, slot_b). */
typedef struct thud_pair {
    uint32_t slot_a, slot_b; /**< slots of the proxies' ids */
    uint64_t user_a, user_b; /**< the `user` values given at insertion */
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
    int cells;   /**< rows of levels that are not empty */
    int entries; /**< boxes in sorted sets and side lists of all kinds; boxes that moved since then still count */
    int moved;   /**< proxies that the last update found inserted, renewed, or out of their fat boxes */
    int pairs;   /**< new pairs of the last update */
    int wasted_pairs; /**< candidates of the last update whose boxes did not overlap */
} thud_hash_stats;

/** Returns whether to report a new pair. Called once for each new pair, in the order of the pairs. */
typedef bool thud_pair_filter(uint64_t user_a, uint64_t user_b, void *context);

/** Called for each proxy that a query finds, once each. Return false to stop. */
typedef bool thud_proxy_visitor(thud_proxy_id proxy, uint64_t user, void *context);

/** Called once for each proxy whose fat box a ray or swept box enters, in the order of entry (up to a relative
 * 1e-5); of equal fractions the lower slot comes first. Returns the largest fraction of the translation, 0 to 1,
 * that is still of interest: 1 to continue unchanged, the hit's fraction to find nearer ones only, 0 to stop. */
typedef float thud_proxy_cast_visitor(thud_proxy_id proxy, uint64_t user, float max_fraction, void *context);

/** Defaults: margin 0.05 m, no reserved capacity, best lanes, default hooks. */
THUD_API thud_hash_def thud_hash_defaults(void);

/** Makes a hash. Refuses a margin that is negative or not finite, a negative capacity, and a SIMD width that this
 * processor lacks. */
THUD_API thud_status thud_hash_create(const thud_hash_def *def, thud_hash **hash);

/** Releases a hash and all its memory; NULL is fine. */
THUD_API void thud_hash_destroy(thud_hash *hash);

/** Adds a box. It has no pairs yet: the next update reports all that it overlaps. On failure nothing changes.
 * Pairs and queries return `user`. Boxes may be of any finite size at any finite place. */
THUD_API thud_status thud_hash_insert(thud_hash *hash, thud_aabb box, thud_proxy_kind kind, uint64_t user,
                                      thud_proxy_id *proxy);

/** Moves a box; no effect while it stays in its fat box. `refitted` (may be NULL): whether it left that. */
THUD_API thud_status thud_hash_move(thud_hash *hash, thud_proxy_id proxy, thud_aabb box, bool *refitted);

/**
 * Moves every box by `offset` [m], for example to shift the origin of a game's world. Queries find the boxes at the new
 * place at once. No pair ends or begins: the next update reports the pairs that it would have reported without the
 * call, and pairs whose boxes overlap only because their new coordinates were rounded.
 *
 * Boxes stay in their fat boxes if the caller adds the offset to their coordinates too. Cost: all boxes are sorted,
 * now and in the next update, which searches pairs for all of them. THUD_OUT_OF_MEMORY: nothing changes.
 */
THUD_API thud_status thud_hash_shift(thud_hash *hash, thud_vec2 offset);

/** Forgets the pairs of a proxy, so that the next update reports them again as new. */
THUD_API thud_status thud_hash_renew(thud_hash *hash, thud_proxy_id proxy);

/** Removes a box; its pairs end at once. */
THUD_API thud_status thud_hash_remove(thud_hash *hash, thud_proxy_id proxy);

/** Finds the pairs that are new since the last update, except those that `filter` (may be NULL) rejects, in
 * an order that depends on ids only. Cost: proportional to the number of proxies that moved and of those near
 * them. On THUD_OUT_OF_MEMORY, or THUD_CAPACITY for more than 2^28 new pairs, no pair is reported and the
 * next update finds them all. */
THUD_API thud_status thud_hash_update(thud_hash *hash, thud_pair_filter *filter, void *context,
                                      thud_pairs *pairs);

/** Whether the fat boxes of two proxies overlap; their pair lasts while they do. False for a stale id. */
THUD_API bool thud_hash_pair_overlaps(const thud_hash *hash, thud_proxy_id a, thud_proxy_id b);

/** The fat box of a proxy; an invalid box (min > max) for a stale id. */
THUD_API thud_aabb thud_hash_fat_box(const thud_hash *hash, thud_proxy_id proxy);

/** Visits every proxy whose fat box overlaps `box`, also those that were just inserted. Allocates nothing. */
THUD_API thud_status thud_hash_query(const thud_hash *hash, thud_aabb box, thud_proxy_visitor *visitor,
                                     void *context);

/** As thud_hash_query, for the ray from `origin` along `translation`, see thud_proxy_cast_visitor. */
THUD_API thud_status thud_hash_cast_ray(const thud_hash *hash, thud_vec2 origin, thud_vec2 translation,
                                        thud_proxy_cast_visitor *visitor, void *context);

/** Visits every proxy whose fat box the box meets while it moves along `translation`. Allocates nothing. */
THUD_API thud_status thud_hash_cast_box(const thud_hash *hash, thud_aabb box, thud_vec2 translation,
                                        thud_proxy_cast_visitor *visitor, void *context);

/** Counters since the last update. */
THUD_API thud_hash_stats thud_hash_statistics(const thud_hash *hash);

THUD_END_C
