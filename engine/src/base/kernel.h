/*
 * Compiles the same source once per SIMD width. A file named *_kernel.c is compiled for each width (see
 * THUD_KERNEL_SOURCES in engine/CMakeLists.txt) and wraps each external name:
 *
 *     void THUD_KERNEL(thud_move)(float *x, int32_t count) { ... thud_f8_add ... }       thud_move_avx2, ...
 *
 * The caller declares all widths at once and selects one at run time:
 *
 *     THUD_KERNEL_DECLARE(void, thud_move, (float *x, int32_t count));
 *     thud_move_function *move = THUD_KERNEL_CHOOSE(world->lanes, thud_move);
 *
 * `world->lanes` must be a width of this build, not THUD_LANES_AUTO: see thud_lanes_resolve.
 */
#pragma once

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
#elif defined(THUD_WIDTH_SIMD128)
#define THUD_KERNEL(name) name##_simd128
#elif defined(THUD_WIDTH_SCALAR)
#define THUD_KERNEL(name) name##_scalar
#endif

/* The build defines THUD_HAS_AVX512 and so on as 1 or 0, see THUD_WIDTHS in CMakeLists.txt; one without CMake only that of its
 * width. Compilers remove the functions behind a constant false condition even without optimisation. */
#ifndef THUD_HAS_AVX512
#define THUD_HAS_AVX512 0
#endif
#ifndef THUD_HAS_AVX2
#define THUD_HAS_AVX2 0
#endif
#ifndef THUD_HAS_SSE2
#define THUD_HAS_SSE2 0
#endif
#ifndef THUD_HAS_NEON
#define THUD_HAS_NEON 0
#endif
#ifndef THUD_HAS_SIMD128
#define THUD_HAS_SIMD128 0
#endif
#ifndef THUD_HAS_SCALAR
#define THUD_HAS_SCALAR 0
#endif

/* Declares thud_move_function and the functions of all widths. `arguments` is a parameter list in parentheses. */
#define THUD_KERNEL_DECLARE(result, name, arguments)                                                         \
    typedef result name##_function arguments;                                                                \
    name##_function name##_avx512, name##_avx2, name##_sse2, name##_neon, name##_simd128, name##_scalar

/* Null for a width that is not in this build. */
#define THUD_KERNEL_CHOOSE(lanes, name)                                                                             \
    (THUD_HAS_AVX512 && (lanes) == THUD_LANES_AVX512     ? name##_avx512                                            \
     : THUD_HAS_AVX2 && (lanes) == THUD_LANES_AVX2       ? name##_avx2                                              \
     : THUD_HAS_SSE2 && (lanes) == THUD_LANES_SSE2       ? name##_sse2                                              \
     : THUD_HAS_NEON && (lanes) == THUD_LANES_NEON       ? name##_neon                                              \
     : THUD_HAS_SIMD128 && (lanes) == THUD_LANES_SIMD128 ? name##_simd128                                           \
     : THUD_HAS_SCALAR && (lanes) == THUD_LANES_SCALAR   ? name##_scalar                                            \
                                                         : NULL)

/* The width itself; for AUTO, or a width that this build or processor does not support, the best one. */
static inline thud_lanes thud_lanes_resolve(thud_lanes lanes) {
    return lanes != THUD_LANES_AUTO && thud_lanes_available(lanes) ? lanes : thud_lanes_best();
}
