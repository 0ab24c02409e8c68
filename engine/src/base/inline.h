/*
 * inline.h: forces a function into its callers, or keeps it out. Inlined, one text becomes a fast path for each caller: arguments that it
 * knows are constants there, and SIMD values stay in registers instead of being passed through memory.
 */
#ifndef THUD_SRC_BASE_INLINE_H
#define THUD_SRC_BASE_INLINE_H

/*
 * Begins a function that always becomes a part of its callers, whatever its size. Without optimisation, as under
 * the sanitizers, the same text is instrumented once instead of a hundred times; in plain C it would be a
 * megabyte of code for no speed.
 *
 * What only prefetches has to be such a function: gcc 12 takes it for one without effects and leaves out the calls that it has not inlined by then.
 */
#if defined(__OPTIMIZE__) && !defined(THUD_WIDTH_SCALAR)
#define THUD_INLINE static inline __attribute__((always_inline))
#else
#define THUD_INLINE static inline
#endif

/* Before a loop that stays a loop. The compiler knows how many lanes there are at most and would write a loop that prefetches for each of them
 * that many times: 5 KB of code with all widths, and no faster. */
#define THUD_NO_UNROLL _Pragma("GCC unroll 1")

/* Begins a function that never becomes a part of its callers: one copy of long code, or registers of its own. Not every
 * kernel that includes its header needs it. */
#if defined(__clang__)
#define THUD_OWN_CODE static __attribute__((noinline, unused))
#else
#define THUD_OWN_CODE static __attribute__((noinline, noclone, unused))
#endif

#endif
