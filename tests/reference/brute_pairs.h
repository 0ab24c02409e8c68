/*
 * The broadphase by brute force: every box against every other. Slow and obviously right: the oracle of
 * the hash.
 */
#pragma once

#include "thud/broadphase.h"

typedef struct brute_proxy {
    bool live;
    bool had_box; /* at the last update; else `old` is undefined */
    thud_proxy_id id;
    thud_proxy_kind kind;
    uint64_t user;
    thud_aabb fat, old;
} brute_proxy;

/* Proxies are indexed by the slots that the hash gave them. */
typedef struct brute_pairs {
    float margin;
    brute_proxy *proxies;
    int capacity;
    thud_pair *pairs; /* of the last update */
    int pair_count, pair_capacity;
} brute_pairs;

void brute_init(brute_pairs *brute, float margin, int capacity);
void brute_destroy(brute_pairs *brute);

/* The same calls as for the hash. The slot is that of the id. */
void brute_insert(brute_pairs *brute, thud_proxy_id id, thud_aabb box, thud_proxy_kind kind, uint64_t user);
bool brute_move(brute_pairs *brute, uint32_t slot, thud_aabb box);
void brute_renew(brute_pairs *brute, uint32_t slot);
void brute_remove(brute_pairs *brute, uint32_t slot);
void brute_shift(brute_pairs *brute, thud_vec2 offset);

/* Lists the pairs that are new since the last update, sorted by (slot_a, slot_b). */
void brute_update(brute_pairs *brute);

/*
 * The fraction of the translation at which a ray or moving box meets the box, by clipping against the two
 * slabs; more than 1 if it does not. `certain` is false if the result depends on rounding.
 */
double brute_cast(thud_aabb moving, thud_vec2 translation, thud_aabb box, bool *certain);
