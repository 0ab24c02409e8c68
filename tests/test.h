/* The include of every unit test: cmocka with the headers that it needs before it, and stdio. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* The first number; under the sanitizers, where a test takes ten to fifty times as long and looks for other faults, the second. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_UNLESS_SANITIZED(usual, sanitized) (sanitized)
#else
#define TEST_UNLESS_SANITIZED(usual, sanitized) (usual)
#endif

/* Whether worlds of one thread are tested: the thread sanitizer finds nothing in them that the other builds do not. */
#if defined(__SANITIZE_THREAD__)
#define TEST_ONE_THREAD 0
#else
#define TEST_ONE_THREAD 1
#endif
