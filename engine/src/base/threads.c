#include "base/threads.h"

#if defined(THUD_THREADS_WINDOWS)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

_Static_assert(sizeof(SRWLOCK) == sizeof(thud_mutex) && sizeof(CONDITION_VARIABLE) == sizeof(thud_condition),
               "threads.h declares what Windows defines");

static SRWLOCK *lock_of(thud_mutex *mutex) {
    return (SRWLOCK *)(void *)mutex;
}

static CONDITION_VARIABLE *condition_of(thud_condition *condition) {
    return (CONDITION_VARIABLE *)(void *)condition;
}

static DWORD WINAPI run_thread(void *argument) {
    thud_thread_start *start = argument;
    start->main(start->argument);
    return 0;
}

bool thud_thread_create(thud_thread *thread, thud_thread_start *start) {
    *thread = CreateThread(NULL, 0, run_thread, start, 0, NULL);
    return *thread != NULL;
}

void thud_thread_join(thud_thread thread) {
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

void thud_thread_yield(void) {
    SwitchToThread();
}

void thud_mutex_init(thud_mutex *mutex) {
    InitializeSRWLock(lock_of(mutex));
}

void thud_mutex_lock(thud_mutex *mutex) {
    AcquireSRWLockExclusive(lock_of(mutex));
}

void thud_mutex_unlock(thud_mutex *mutex) {
    ReleaseSRWLockExclusive(lock_of(mutex));
}

void thud_condition_init(thud_condition *condition) {
    InitializeConditionVariable(condition_of(condition));
}

void thud_condition_wait(thud_condition *condition, thud_mutex *mutex) {
    SleepConditionVariableSRW(condition_of(condition), lock_of(mutex), INFINITE, 0);
}

void thud_condition_signal(thud_condition *condition) {
    WakeConditionVariable(condition_of(condition));
}

void thud_condition_broadcast(thud_condition *condition) {
    WakeAllConditionVariable(condition_of(condition));
}

#elif defined(THUD_THREADS_POSIX)

static void *run_thread(void *argument) {
    thud_thread_start *start = argument;
    start->main(start->argument);
    return NULL;
}

bool thud_thread_create(thud_thread *thread, thud_thread_start *start) {
    return pthread_create(thread, NULL, run_thread, start) == 0;
}

#endif
