/*
 * The SIMD widths of this build that this processor supports. They are detected at each call: there is no global
 * state, and a world calls it once, when it is created.
 */
#include "base/kernel.h"

#if !defined(__x86_64__)

#define supports_avx2() false
#define supports_avx512() false

#elif defined(_MSC_VER)

#include <cpuid.h>

/* For Visual Studio's runtime clang has no library that detects. Whether the processor has instructions [bits of EBX in leaf 7 of
 * CPUID], and the system keeps their registers [bits of XCR0]. */
static bool supports(uint32_t instructions, uint32_t registers) {
    uint32_t eax, ebx, ecx, edx;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || (ecx & bit_OSXSAVE) == 0) {
        return false;
    }
    __asm__("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
    bool are_kept = (eax & registers) == registers;
    return are_kept && __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) && (ebx & instructions) == instructions;
}

#define supports_avx2() supports(bit_AVX2, 0x06)
#define supports_avx512() supports(bit_AVX512F | bit_AVX512VL | bit_AVX512DQ, 0xe6)

#else

#define SUPPORTS(feature) (__builtin_cpu_init(), __builtin_cpu_supports(feature) != 0)
#define supports_avx2() SUPPORTS("avx2")
#define supports_avx512() (SUPPORTS("avx512f") && SUPPORTS("avx512vl") && SUPPORTS("avx512dq"))

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
        return THUD_HAS_AVX2 && supports_avx2();
    case THUD_LANES_AVX512:
        return THUD_HAS_AVX512 && supports_avx512();
    case THUD_LANES_NEON:
        return THUD_HAS_NEON; /* every 64-bit ARM processor supports it */
    case THUD_LANES_SIMD128:
        return THUD_HAS_SIMD128; /* a browser without it refuses the whole module */
    }
    return false;
}

thud_lanes thud_lanes_best(void) {
    static const thud_lanes by_speed[] = {THUD_LANES_AVX512, THUD_LANES_AVX2,    THUD_LANES_SSE2,
                                          THUD_LANES_NEON,   THUD_LANES_SIMD128, THUD_LANES_SCALAR};
    for (size_t i = 0; i < sizeof by_speed / sizeof by_speed[0]; i++) {
        if (thud_lanes_available(by_speed[i])) {
            return by_speed[i];
        }
    }
    return THUD_LANES_AUTO;
}

const char *thud_lanes_name(thud_lanes lanes) {
    static const char *const names[] = {
        [THUD_LANES_AUTO] = "auto",      [THUD_LANES_SCALAR] = "scalar", [THUD_LANES_SSE2] = "sse2",
        [THUD_LANES_AVX2] = "avx2",      [THUD_LANES_AVX512] = "avx512", [THUD_LANES_NEON] = "neon",
        [THUD_LANES_SIMD128] = "simd128"};
    return (size_t)lanes < sizeof names / sizeof names[0] ? names[lanes] : "unknown";
}
