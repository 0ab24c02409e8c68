#include "world/memory_statistics.h"

void thud_memory_statistics_init(thud_memory_statistic memory[THUD_MEMORY_KINDS], const thud_hooks *user) {
    for (int i = 0; i < THUD_MEMORY_KINDS; i++) {
        thud_counted_hooks_init(&memory[i], user);
    }
}
