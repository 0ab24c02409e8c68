#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "child.h"

#include "record.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

void *bench_share(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        bench_fail("out of memory");
    }
    return memory;
}

void bench_unshare(void *memory, size_t size) {
    munmap(memory, size);
}

bool bench_run_child(void (*work)(void *context), void *context, const char **why) {
    fflush(NULL); /* else the child would print it once more */
    pid_t child = fork();
    if (child == 0) {
        work(context);
        _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        *why = "no process could be started";
        return false;
    }
    *why = WIFSIGNALED(status) ? "it crashed" : "it failed";
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
