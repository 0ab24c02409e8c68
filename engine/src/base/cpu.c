/*
 * Which SIMD widths this build holds and this processor can run. The answer is looked up at each call: there is
 * no global state, and a world asks once, when it is created.
 */
#include "thud/base.h"

bool thud_lanes_available(thud_lanes lanes) {
    switch (lanes) {
    case THUD_LANES_AUTO:
    case THUD_LANES_SCALAR:
        return true;
    case THUD_LANES_SSE2:
#if defined(__x86_64__)
        return true;
#else
        return false;
#endif
    case THUD_LANES_AVX2:
#if defined(__x86_64__)
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") != 0;
#else
        return false;
#endif
    case THUD_LANES_AVX512:
#if defined(__x86_64__)
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq");
#else
        return false;
#endif
    case THUD_LANES_NEON:
#if defined(__aarch64__)
        return true;
#else
        return false;
#endif
    }
    return false;
}

thud_lanes thud_lanes_best(void) {
    if (thud_lanes_available(THUD_LANES_AVX512)) {
        return THUD_LANES_AVX512;
    }
    if (thud_lanes_available(THUD_LANES_AVX2)) {
        return THUD_LANES_AVX2;
    }
    if (thud_lanes_available(THUD_LANES_SSE2)) {
        return THUD_LANES_SSE2;
    }
    return thud_lanes_available(THUD_LANES_NEON) ? THUD_LANES_NEON : THUD_LANES_SCALAR;
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
    }
    return "unknown";
}
