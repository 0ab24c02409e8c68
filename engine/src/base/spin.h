/* spin.h: waiting for another thread that is about to be done. */
#ifndef THUD_SRC_BASE_SPIN_H
#define THUD_SRC_BASE_SPIN_H

#include "base/threads.h"

/* A moment in which the other hardware thread of a core gets more of it. */
static inline void thud_pause_processor(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* One look more at what another thread is to do; `spins` counts them from 0. After so many, some hundred microseconds, it is likely that the other one has no
 * processor, and this one gives up its own. */
static inline void thud_spin(int *spins) {
    enum { SPINS_BEFORE_YIELD = 20000 };
    if (*spins < SPINS_BEFORE_YIELD) {
        (*spins)++;
        thud_pause_processor();
    } else {
        thud_thread_yield();
    }
}

#endif
