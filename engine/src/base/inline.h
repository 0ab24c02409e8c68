/*
 * inline.h: forces a function to be inlined, or prevents it. Inlined, the same code becomes a fast
 * path for each caller: arguments that are constants in the caller, and SIMD values stay in
 * registers instead of being passed through memory.
 */
#pragma once

/*
 * Marks a function that is always inlined, at any size. Not without optimisation, as under the sanitizers: there the
 * code is instrumented once instead of a hundred times. Not in the scalar width: there it would be a megabyte of code
 * for no speed.
 *
 * A function that only prefetches must be marked: gcc 12 considers it free of effects and
 * removes its calls that are not inlined by then.
 */
#if defined(__OPTIMIZE__) && !defined(THUD_WIDTH_SCALAR)
#define THUD_INLINE static inline __attribute__((always_inline))
#else
#define THUD_INLINE static inline
#endif

/* Prevents unrolling of the next loop. The largest number of lanes is a constant, so the compiler would unroll a loop
 * that prefetches for each of them that many times: 5 KB of code in all widths, and no faster. */
#define THUD_NO_UNROLL _Pragma("GCC unroll 1")

/* Marks a function that is never inlined: one copy of long code, or its own use of registers. Not every
 * kernel that includes its header calls it. */
#if defined(__clang__)
#define THUD_OWN_CODE static __attribute__((noinline, unused))
#else
#define THUD_OWN_CODE static __attribute__((noinline, noclone, unused))
#endif

/* Marks a function that is compiled for size although its file is not: it runs as something is made, released or refused. */
#define THUD_RARE __attribute__((cold))
