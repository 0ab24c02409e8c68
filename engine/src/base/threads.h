/*
 * The threads, locks and conditions of the system that tasks.c needs: POSIX threads, the Windows functions, or
 * none (WebAssembly without threads), where no thread can be created.
 *
 * thud_thread_create returns false if the system provides no thread. thud_condition_wait releases the mutex, waits, and
 * takes it again; it may return without a signal.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

/* The function of a thread: main(argument). It must live until the thread has been joined. */
typedef struct thud_thread_start {
    void (*main)(void *argument);
    void *argument;
} thud_thread_start;

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

bool thud_thread_create(thud_thread *thread, thud_thread_start *start);
void thud_thread_join(thud_thread thread);
void thud_thread_yield(void);
void thud_mutex_init(thud_mutex *mutex);
void thud_mutex_lock(thud_mutex *mutex);
void thud_mutex_unlock(thud_mutex *mutex);
void thud_condition_init(thud_condition *condition);
void thud_condition_wait(thud_condition *condition, thud_mutex *mutex);
void thud_condition_signal(thud_condition *condition);
void thud_condition_broadcast(thud_condition *condition);
/* Windows' locks and conditions need no release. */
#define thud_mutex_destroy(mutex) ((void)(mutex))
#define thud_condition_destroy(condition) ((void)(condition))

#elif defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)

/* Without threads there is no contention and no wait. */
typedef int thud_thread;
typedef int thud_mutex;
typedef int thud_condition;
#define thud_thread_create(thread, start) ((void)(thread), (void)(start), false)
#define thud_thread_join(thread) ((void)(thread))
#define thud_thread_yield() ((void)0)
#define thud_mutex_init(mutex) ((void)(mutex))
#define thud_mutex_destroy(mutex) ((void)(mutex))
#define thud_mutex_lock(mutex) ((void)(mutex))
#define thud_mutex_unlock(mutex) ((void)(mutex))
#define thud_condition_init(condition) ((void)(condition))
#define thud_condition_destroy(condition) ((void)(condition))
#define thud_condition_wait(condition, mutex) ((void)(condition), (void)(mutex))
#define thud_condition_signal(condition) ((void)(condition))
#define thud_condition_broadcast(condition) ((void)(condition))

#else

#define THUD_THREADS_POSIX
#include <pthread.h>
#include <sched.h>
typedef pthread_t thud_thread;
typedef pthread_mutex_t thud_mutex;
typedef pthread_cond_t thud_condition;
bool thud_thread_create(thud_thread *thread, thud_thread_start *start);
#define thud_thread_join(thread) pthread_join(thread, NULL)
#define thud_thread_yield() sched_yield()
#define thud_mutex_init(mutex) pthread_mutex_init(mutex, NULL)
#define thud_mutex_destroy(mutex) pthread_mutex_destroy(mutex)
#define thud_mutex_lock(mutex) pthread_mutex_lock(mutex)
#define thud_mutex_unlock(mutex) pthread_mutex_unlock(mutex)
#define thud_condition_init(condition) pthread_cond_init(condition, NULL)
#define thud_condition_destroy(condition) pthread_cond_destroy(condition)
#define thud_condition_wait(condition, mutex) pthread_cond_wait(condition, mutex)
#define thud_condition_signal(condition) pthread_cond_signal(condition)
#define thud_condition_broadcast(condition) pthread_cond_broadcast(condition)

#endif

/* ---- waiting for another thread that will soon be done ---- */

/* A short pause that leaves more of the core to its other hardware thread. */
static inline void thud_pause_processor(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Waits for a moment in a spin loop; `spins` counts the calls from 0. After a few microseconds the other thread may have
 * no processor, perhaps because this one has it: from then on each call lets others run. */
static inline void thud_spin(int *spins) {
    enum { SPINS_BEFORE_YIELD = 200 };
    if ((*spins)++ < SPINS_BEFORE_YIELD) {
        thud_pause_processor();
    } else {
        thud_thread_yield();
    }
}

/* A lock that is held for a short copy or search only: others wait in a spin loop. */
static inline void thud_spin_lock(atomic_flag *lock) {
    int spins = 0;
    while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire)) {
        thud_spin(&spins);
    }
}

static inline void thud_spin_unlock(atomic_flag *lock) {
    atomic_flag_clear_explicit(lock, memory_order_release);
}
