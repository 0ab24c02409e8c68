/*
 * engines.c: the engines that CMake found.
 */
#include "engine.h"

extern const bench_engine bench_thud;
#ifdef BENCH_HAS_BOX2D
extern const bench_engine bench_box2d;
#endif
#ifdef BENCH_HAS_CHIPMUNK
extern const bench_engine bench_chipmunk;
#endif

const bench_engine *const bench_engines[] = {
    &bench_thud,
#ifdef BENCH_HAS_BOX2D
    &bench_box2d,
#endif
#ifdef BENCH_HAS_CHIPMUNK
    &bench_chipmunk,
#endif
    NULL,
};

const char *const bench_missing_engines[] = {
#ifndef BENCH_HAS_BOX2D
    "box2d (not found by find_package(box2d): give its prefix in CMAKE_PREFIX_PATH)",
#endif
#ifndef BENCH_HAS_CHIPMUNK
    "chipmunk (Debian: libchipmunk-dev)",
#endif
    NULL,
};
