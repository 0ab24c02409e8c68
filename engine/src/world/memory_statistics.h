/*
 * memory_statistics.h: the bytes that a world uses, by purpose. Each purpose has memory hooks that count and forward to
 * the user's hooks, so no table needs to add up its columns.
 */
#ifndef THUD_SRC_WORLD_MEMORY_STATISTICS_H
#define THUD_SRC_WORLD_MEMORY_STATISTICS_H

#include "base/memory.h"

typedef enum thud_memory_kind {
    THUD_MEMORY_BODIES,
    THUD_MEMORY_SHAPES,
    THUD_MEMORY_CONTACTS,
    THUD_MEMORY_JOINTS,
    THUD_MEMORY_BROADPHASE,
    THUD_MEMORY_SOLVER,
    THUD_MEMORY_EVENTS,
    THUD_MEMORY_SCRATCH,
    THUD_MEMORY_OTHER,
    THUD_MEMORY_KINDS
} thud_memory_kind;

typedef thud_counted_hooks thud_memory_statistic;

/* Sets all counts to zero; `user` has allocate and release, and must outlive the statistics. */
void thud_memory_statistics_init(thud_memory_statistic memory[THUD_MEMORY_KINDS], const thud_hooks *user);

#endif
