/* scan.h: the search for new pairs in an update of the hash. */
#pragma once

#include "broadphase/spatial_hash.h"

static inline int32_t thud_hash_worker_count(const thud_hash *hash) {
    return hash->tasks == NULL ? 1 : thud_tasks_worker_count(hash->tasks);
}

/* Finds the pairs of fresh sets, into `found`; scans a second time, alone, if the pairs needed more memory. */
thud_status thud_hash_scan(thud_hash *hash);

void thud_hash_release_pairs(thud_hash *hash);
