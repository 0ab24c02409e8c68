/*
 * How one text becomes one function a SIMD width. A file named *_kernel.c is compiled once per width (see
 * THUD_KERNEL_SOURCES in engine/CMakeLists.txt) and wraps each external name:
 *
 *     void THUD_KERNEL(thud_move)(float *x, int32_t count) { ... thud_f8_add ... }       thud_move_avx2, ...
 *
 * Whoever calls it declares all widths at once and chooses when the program runs:
 *
 *     THUD_KERNEL_DECLARE(void, thud_move, (float *x, int32_t count));
 *     thud_move_function *move = THUD_KERNEL_CHOOSE(world->lanes, thud_move);
 *
 * `world->lanes` must not be THUD_LANES_AUTO by then: see thud_lanes_resolve.
 */
#ifndef THUD_SRC_BASE_KERNEL_H
#define THUD_SRC_BASE_KERNEL_H

#include "thud/base.h"

#ifdef __FAST_MATH__
#error "Thud's results must not depend on the compiler: build it without -ffast-math"
#endif

#if defined(THUD_WIDTH_AVX512)
#define THUD_KERNEL(name) name##_avx512
#elif defined(THUD_WIDTH_AVX2)
#define THUD_KERNEL(name) name##_avx2
#elif defined(THUD_WIDTH_SSE2)
#define THUD_KERNEL(name) name##_sse2
#elif defined(THUD_WIDTH_NEON)
#define THUD_KERNEL(name) name##_neon
#elif defined(THUD_WIDTH_PLAIN)
#define THUD_KERNEL(name) name##_plain
#endif

/* `arguments` is a parameter list in parentheses. */
#if defined(__x86_64__)
#define THUD_KERNEL_DECLARE(result, name, arguments)                                                                \
    result name##_plain arguments;                                                                                 \
    result name##_sse2 arguments;                                                                                  \
    result name##_avx2 arguments;                                                                                   \
    result name##_avx512 arguments
#define THUD_KERNEL_CHOOSE(lanes, name)                                                                             \
    ((lanes) == THUD_LANES_AVX512 ? name##_avx512                                                                   \
     : (lanes) == THUD_LANES_AVX2 ? name##_avx2                                                                     \
     : (lanes) == THUD_LANES_SSE2 ? name##_sse2                                                                     \
                                  : name##_plain)
#elif defined(__aarch64__)
#define THUD_KERNEL_DECLARE(result, name, arguments)                                                                \
    result name##_plain arguments;                                                                                 \
    result name##_neon arguments
#define THUD_KERNEL_CHOOSE(lanes, name) ((lanes) == THUD_LANES_NEON ? name##_neon : name##_plain)
#else
#define THUD_KERNEL_DECLARE(result, name, arguments) result name##_plain arguments
#define THUD_KERNEL_CHOOSE(lanes, name) ((void)(lanes), name##_plain)
#endif

/* The width itself in place of AUTO, and plain C in place of one that this processor does not have. */
static inline thud_lanes thud_lanes_resolve(thud_lanes lanes) {
    if (lanes == THUD_LANES_AUTO) {
        return thud_lanes_best();
    }
    return thud_lanes_available(lanes) ? lanes : THUD_LANES_SCALAR;
}

#endif
