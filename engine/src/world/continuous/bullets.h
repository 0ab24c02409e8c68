/* bullets.h: the list of bullets, and the dynamic bodies that may stop them outside of their boxes in the hash. */
#pragma once

#include "thud/world.h"
#include "world/continuous/continuous_state.h"
#include "world/move_batch.h"

/* A dynamic body, and a box around its path. */
typedef struct thud_crossing {
    thud_aabb box;
    int32_t body;
    bool went_far; /* it may have gone farther than world->continuous.longest_slow_step */
} thud_crossing;

/* Bodies near bullets that stop them: those that went far, or all. */
typedef struct thud_crossings {
    thud_crossing *list; /* by box.min.x, then by order of arrival */
    float *ends;         /* for each: the largest box.max.x up to it */
    bool *is_listed;     /* by body slot */
    thud_crossing *found; /* as they arrived, and the keys to sort them by */
    uint64_t *keys;
    int32_t count;
    bool complete; /* no other dynamic body stops a bullet */
} thud_crossings;

/* Adds a body to the bullets, or removes it: O(bullets). */
void thud_body_set_bullet(thud_world *world, int32_t body, bool bullet);

/* A box that contains the paths of all bullets in the step, however they bounce. Call it after kinematic bodies and
 * before dynamic ones have moved. thud_empty_box() without bullets. O(bullets) */
thud_aabb thud_bullets_box(const thud_world *world);

/* Lists those of the fast bodies, and of those that were swept, that stop bullets and whose boxes overlap that of the
 * bullets, each once; with few dynamic bodies also all others, as a list costs less than a query per bullet. Uses memory
 * of the arena; null when it runs out. */
thud_crossings *thud_crossings_make(thud_world *world, const thud_move_batch *moved,
                                    const thud_sweep_list *swept);

/* The first crossing from `start` on that overlaps a box; THUD_NONE after the last. Begin at thud_crossings_start. */
int32_t thud_crossings_start(const thud_crossings *crossings, thud_aabb box);
int32_t thud_crossings_next(const thud_crossings *crossings, thud_aabb box, int32_t start);
