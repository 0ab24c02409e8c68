/*
 * fuzz_check(condition, ...): an invariant. Where it does not hold it prints the message, and its place, and aborts:
 * that is what libFuzzer takes as a finding, and what a test takes as a failure.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#define fuzz_check(condition, ...)                                                                           \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: not so: %s: ", __FILE__, __LINE__, #condition);                          \
            fprintf(stderr, __VA_ARGS__);                                                                    \
            fprintf(stderr, "\n");                                                                           \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)
