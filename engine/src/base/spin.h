/* spin.h: waits for another thread that will soon be done. */
#ifndef THUD_SRC_BASE_SPIN_H
#define THUD_SRC_BASE_SPIN_H

#include "base/threads.h"

/* A short pause that leaves more of the core to its other hardware thread. */
static inline void thud_pause_processor(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Waits for a moment in a spin loop; `spins` counts the calls from 0. After some hundred microseconds the
 * other thread probably has no processor, and this one yields its own. */
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
