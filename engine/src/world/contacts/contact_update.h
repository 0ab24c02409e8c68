/*
 * contact_update.h: the second stage: manifolds of the active contacts, and a list for each further treatment: solve,
 * began or ended touching, separated, event candidate. Most contacts are only solved, so the kernel compares a SIMD
 * group of them at a time and lists the exceptions.
 */
#pragma once

#include "response/solve_input.h"
#include "thud/bounds.h"
#include "thud/world.h"
#include "world/contacts/contact_table.h"

typedef struct thud_contact_update {
    const int32_t *contacts; /* slots, ascending */
    int32_t count;
    const thud_contact_features *features;
    const thud_contact_proxies *proxies;
    const thud_contact_pair *pairs;
    const thud_contact_manifold *manifolds;
    const thud_velocity *velocities; /* by body slot */
    const thud_aabb *fat_boxes;      /* by proxy; null: those of all contacts overlap */
    float part_distance; /* touching shapes farther apart than this have separated [m] */
    float deep_distance; /* contacts deeper in a static or kinematic body are listed in every step [m] */
    float hit_speed;     /* points that approach faster may make a hit event [m/s] */
    /* Out: each with room for `count`, slots in the order of `contacts`. */
    thud_contact_lists lists;
} thud_contact_update;

/* Makes the lists. */
void thud_contact_update_run(thud_contact_update *batch, thud_lanes lanes);

/* Lists the active contacts among slots [first, end), a range or its beginning; returns their number. */
int32_t thud_list_active(const thud_contact_table *table, int32_t first, int32_t end, int32_t *slots);

/* ---- the stage ---- */

/* Updates all active contacts, classifies them in world->lists, wakes touched islands. THUD_OK, or why some are lost. */
thud_status thud_update_contacts(thud_world *world);

/* The task of a range, as base/tasks.h calls it. */
void thud_update_range(int32_t range, int32_t worker, void *context);

/* Makes world->lists again if contacts woke or were rejected since. THUD_OK, or why contacts are lost. */
thud_status thud_relist_contacts(thud_world *world);
