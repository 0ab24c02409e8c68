/* The SIMD widths that there are, the scalar one first: a test of every width goes through them and
 * leaves out those that are not available. */
#pragma once

#include "thud/base.h"

static const thud_lanes test_widths[] = {THUD_LANES_SCALAR, THUD_LANES_SSE2, THUD_LANES_AVX2, THUD_LANES_NEON, THUD_LANES_AVX512,
                                         THUD_LANES_SIMD128};
enum { test_width_count = sizeof test_widths / sizeof *test_widths };
