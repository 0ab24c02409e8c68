/* bullets.h: the bodies that are bullets, and the dynamic bodies that may stop them away from their boxes in the hash. */
#ifndef THUD_SRC_WORLD_CONTINUOUS_BULLETS_H
#define THUD_SRC_WORLD_CONTINUOUS_BULLETS_H

#include "thud/world.h"
#include "world/bodies/shape_table.h"

/* A dynamic body, and a box around its path. */
typedef struct thud_crossing {
    thud_aabb box;
    int32_t body;
    bool went_far; /* it may have gone farther than world->longest_slow_step */
} thud_crossing;

/* Bodies near bullets that stop them: those that went far, or all. */
typedef struct thud_crossings {
    thud_crossing *list; /* by box.min.x, then by order of arrival */
    float *ends;         /* for each: the largest box.max.x up to it */
    bool *is_listed;     /* by body slot */
    int32_t count;
    bool complete; /* no other dynamic body stops a bullet */
} thud_crossings;

/* Makes a body a bullet, or none any more. O(1) */
void thud_body_set_bullet(thud_world *world, int32_t body, bool bullet);

/* A box around all that bullets may reach in the step, however they bounce: asked after kinematic bodies and before dynamic ones have moved.
 * thud_empty_box() where there are no bullets. O(bullets) */
thud_aabb thud_bullets_box(const thud_world *world);

/* A list of those of `count` bodies, which went far, that stop bullets and meet the box, each once; and of all others where bodies are so few that to list them
 * costs less than to look for them, bullet by bullet. Its memory is the arena's. Null where that runs out. */
thud_crossings *thud_crossings_make(thud_world *world, const int32_t *bodies, int32_t count,
                                    thud_aabb bullets);

/* The first crossing from `start` on, by place, whose box overlaps one; THUD_NONE after the last. Start with thud_crossings_start. */
int32_t thud_crossings_start(const thud_crossings *crossings, thud_aabb box);
int32_t thud_crossings_next(const thud_crossings *crossings, thud_aabb box, int32_t start);

#endif
