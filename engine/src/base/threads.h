/*
 * The threads, locks and conditions of the system that tasks.c needs: POSIX threads, the Windows functions, or
 * none (WebAssembly without threads), where no thread can be created.
 */
#ifndef THUD_SRC_BASE_THREADS_H
#define THUD_SRC_BASE_THREADS_H

#include <stdbool.h>

#if defined(_WIN32)
#define THUD_THREADS_WINDOWS
/* HANDLE, SRWLOCK and CONDITION_VARIABLE of <windows.h>, each of pointer size; that header defines far too much. */
typedef void *thud_thread;
typedef struct thud_mutex {
    void *lock;
} thud_mutex;
typedef struct thud_condition {
    void *condition;
} thud_condition;
#elif defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
#define THUD_THREADS_NONE
typedef int thud_thread;
typedef int thud_mutex;
typedef int thud_condition;
#else
#define THUD_THREADS_POSIX
#include <pthread.h>
typedef pthread_t thud_thread;
typedef pthread_mutex_t thud_mutex;
typedef pthread_cond_t thud_condition;
#endif

/* The function of a thread: main(argument). */
typedef struct thud_thread_start {
    void (*main)(void *argument);
    void *argument;
} thud_thread_start;

/* Creates a thread; false if the system provides none. `start` must live until the thread has been joined. */
bool thud_thread_create(thud_thread *thread, thud_thread_start *start);
void thud_thread_join(thud_thread thread);

/* Yields the processor. */
void thud_thread_yield(void);

void thud_mutex_init(thud_mutex *mutex);
void thud_mutex_destroy(thud_mutex *mutex);
void thud_mutex_lock(thud_mutex *mutex);
void thud_mutex_unlock(thud_mutex *mutex);

void thud_condition_init(thud_condition *condition);
void thud_condition_destroy(thud_condition *condition);
/* Releases the mutex, waits, and takes it again; may return without a signal. */
void thud_condition_wait(thud_condition *condition, thud_mutex *mutex);
void thud_condition_signal(thud_condition *condition);
void thud_condition_broadcast(thud_condition *condition);

#endif
