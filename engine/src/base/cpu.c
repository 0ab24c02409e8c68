/*
 * The SIMD widths of this build that this processor supports. They are detected at each call: there is no global
 * state, and a world calls it once, when it is created.
 */
#include "base/kernel.h"

#if defined(__x86_64__)
static bool has_avx2(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
}

static bool has_avx512(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq");
}
#else
static bool has_avx2(void) {
    return false;
}

static bool has_avx512(void) {
    return false;
}
#endif

bool thud_lanes_available(thud_lanes lanes) {
    switch (lanes) {
    case THUD_LANES_AUTO:
        return thud_lanes_best() != THUD_LANES_AUTO;
    case THUD_LANES_SCALAR:
        return THUD_HAS_SCALAR;
    case THUD_LANES_SSE2:
        return THUD_HAS_SSE2; /* every x86-64 processor supports it */
    case THUD_LANES_AVX2:
        return THUD_HAS_AVX2 && has_avx2();
    case THUD_LANES_AVX512:
        return THUD_HAS_AVX512 && has_avx512();
    case THUD_LANES_NEON:
        return THUD_HAS_NEON; /* every 64-bit ARM processor supports it */
    case THUD_LANES_SIMD128:
        return THUD_HAS_SIMD128; /* a browser without it refuses the whole module */
    }
    return false;
}

thud_lanes thud_lanes_best(void) {
    static const thud_lanes by_speed[] = {THUD_LANES_AVX512, THUD_LANES_AVX2, THUD_LANES_SSE2, THUD_LANES_NEON,
                                          THUD_LANES_SIMD128, THUD_LANES_SCALAR};
    for (size_t i = 0; i < sizeof by_speed / sizeof by_speed[0]; i++) {
        if (thud_lanes_available(by_speed[i])) {
            return by_speed[i];
        }
    }
    return THUD_LANES_AUTO;
}

const char *thud_lanes_name(thud_lanes lanes) {
    switch (lanes) {
    case THUD_LANES_AUTO:
        return "auto";
    case THUD_LANES_SCALAR:
        return "scalar";
    case THUD_LANES_SSE2:
        return "sse2";
    case THUD_LANES_AVX2:
        return "avx2";
    case THUD_LANES_AVX512:
        return "avx512";
    case THUD_LANES_NEON:
        return "neon";
    case THUD_LANES_SIMD128:
        return "simd128";
    }
    return "unknown";
}
