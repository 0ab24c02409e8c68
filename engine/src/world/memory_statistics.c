#include "world/memory_statistics.h"

static void *counted_allocate(size_t size, size_t alignment, void *context) {
    thud_memory_statistic *statistic = context;
    void *memory = statistic->user->allocate(size, alignment, statistic->user->context);
    if (memory != NULL) {
        statistic->bytes += (int64_t)size;
    }
    return memory;
}

static void counted_release(void *memory, size_t size, void *context) {
    thud_memory_statistic *statistic = context;
    statistic->bytes -= (int64_t)size;
    statistic->user->release(memory, size, statistic->user->context);
}

static void forward_log(int level, const char *message, void *context) {
    const thud_memory_statistic *statistic = context;
    statistic->user->log(level, message, statistic->user->context);
}

static void forward_assert(const char *condition, const char *file, int line, void *context) {
    const thud_memory_statistic *statistic = context;
    statistic->user->assert_failed(condition, file, line, statistic->user->context);
}

void thud_memory_statistics_init(thud_memory_statistic memory[THUD_MEMORY_KINDS], const thud_hooks *user) {
    for (int i = 0; i < THUD_MEMORY_KINDS; i++) {
        memory[i].user = user;
        memory[i].bytes = 0;
        memory[i].hooks = (thud_hooks){.allocate = counted_allocate,
                                       .release = counted_release,
                                       .log = user->log != NULL ? forward_log : NULL,
                                       .assert_failed = user->assert_failed != NULL ? forward_assert : NULL,
                                       .context = &memory[i]};
    }
}
