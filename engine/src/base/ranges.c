#include "base/ranges.h"

typedef struct range_job {
    thud_range_task *task;
    void *context;
    int32_t count, size;
} range_job;

static void run_range(int32_t index, int32_t worker, void *context) {
    const range_job *job = context;
    thud_range range = thud_range_at(index, job->size, job->count);
    range.worker = worker;
    job->task(&range, job->context);
}

void thud_run_ranges(thud_tasks *tasks, thud_range_task *task, void *context, int32_t count, int32_t size) {
    if (count > size) {
        range_job job = {task, context, count, size};
        thud_tasks_run(tasks, run_range, &job, thud_range_count(count, size));
    } else if (count > 0) {
        task(&(thud_range){.end = count}, context);
    }
}
