/*
 * sweep_jobs.c: runs on several processes at once. A process takes every jobs-th run that is not done, and sends each
 * through one pipe, whole: a run is smaller than what a pipe takes at once. One that dies leaves the run that it was
 * at: that one has failed, and another process goes on behind it.
 */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "sweep.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#endif

sweep_progress sweep_progress_of(int count, bool shows) {
    return (sweep_progress){.count = count, .start = (long long)time(NULL), .shows = shows};
}

void sweep_show_progress(sweep_progress *of, const char *more, bool end) {
    long long now = (long long)time(NULL);
    if (!of->shows || (now == of->shown && !end)) {
        return;
    }
    enum { width = 30 };
    int filled = of->count > 0 ? (int)((long long)width * of->done / of->count) : width;
    double left = of->done > 0 ? (double)(now - of->start) * (of->count - of->done) / of->done : 0;
    of->shown = now;
    fprintf(stderr, "\r[%.*s%*s] %d of %d runs, %.0f s left %s   %s", filled,
            "##############################", width - filled, "", of->done, of->count, left, more,
            end ? "\n" : "");
    fflush(stderr);
}

static void run_here(const sweep *it, sweep_run *runs, sweep_progress *of) {
    for (int i = 0; i < of->count; i++) {
        sweep_make_run(it, &runs[i]);
        of->done++;
        sweep_show_progress(of, "", false);
    }
}

#if defined(_WIN32)
void sweep_make_runs(const sweep *it, sweep_run *runs, int count, int jobs, bool shows) {
    (void)jobs;
    sweep_progress of = sweep_progress_of(count, shows);
    run_here(it, runs, &of);
    sweep_show_progress(&of, "", true);
}
#else

/* What goes through the pipe. */
typedef struct message {
    int place; /* in the array of runs */
    sweep_run run;
} message;

/* A process and its share: places first, first + step ... */
typedef struct job {
    pid_t process; /* 0: none */
} job;

static void work(const sweep *it, sweep_run *runs, int count, int first, int jobs, int pipe_end) {
    for (int place = first; place < count; place += jobs) {
        if (!runs[place].done) {
            sweep_make_run(it, &runs[place]);
            message sent = {place, runs[place]};
            if (write(pipe_end, &sent, sizeof sent) != (ssize_t)sizeof sent) {
                break;
            }
        }
    }
}

static pid_t start(const sweep *it, sweep_run *runs, int count, int first, int jobs, const int ends[2]) {
    pid_t process = fork();
    if (process == 0) {
        close(ends[0]);
        work(it, runs, count, first, jobs, ends[1]);
        _exit(0);
    }
    return process;
}

/* The first run of a share that is not done; -1 for none. */
static int next_of(const sweep_run *runs, int count, int first, int jobs) {
    int place = first;
    while (place < count && runs[place].done) {
        place += jobs;
    }
    return place < count ? place : -1;
}

static void receive(int end, sweep_run *runs, sweep_progress *of) {
    message got;
    while (read(end, &got, sizeof got) == (ssize_t)sizeof got) {
        runs[got.place] = got.run;
        of->done++;
        sweep_show_progress(of, "", false);
    }
}

/* The run that a process was at when it died. */
static void give_up(sweep_run *run, sweep_progress *of) {
    run->done = run->failed = true;
    snprintf(run->why, sizeof run->why, "crashed");
    of->done++;
}

void sweep_make_runs(const sweep *it, sweep_run *runs, int count, int jobs, bool shows) {
    sweep_progress of = sweep_progress_of(count, shows);
    bool left = count > 0;
    while (left && jobs > 1) {
        int ends[2];
        job *all = calloc((size_t)jobs, sizeof *all);
        if (!all || pipe(ends) != 0) {
            free(all);
            jobs = 1;
            break;
        }
        fflush(NULL);
        for (int i = 0; i < jobs; i++) {
            all[i].process = next_of(runs, count, i, jobs) >= 0 ? start(it, runs, count, i, jobs, ends) : 0;
        }
        close(ends[1]);
        receive(ends[0], runs, &of); /* until the last process has ended */
        close(ends[0]);
        left = false;
        for (int i = 0; i < jobs; i++) {
            if (all[i].process > 0) {
                waitpid(all[i].process, NULL, 0);
            }
            int stuck = next_of(runs, count, i, jobs);
            if (stuck >= 0) {
                give_up(&runs[stuck], &of);
                left = left || next_of(runs, count, i, jobs) >= 0;
            }
        }
        free(all);
    }
    if (jobs <= 1) {
        run_here(it, runs, &of);
    }
    sweep_show_progress(&of, "", true);
}
#endif
