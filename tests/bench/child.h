/*
 * child.h: work in a process of its own, so that neither the heap nor the peak of memory of one run is seen by the
 * next, and a crash ends only that run. What the child finds it leaves in memory that both share.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Memory that children share with this process, all zero. Ends the program where there is none. */
void *bench_share(size_t size);
void bench_unshare(void *memory, size_t size);

/* Calls work(context) in a child and waits for its end; false with a reason where it could not
 * be started, failed or crashed. */
bool bench_run_child(void (*work)(void *context), void *context, const char **why);
