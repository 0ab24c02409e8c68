/* The include of every unit test: cmocka with the headers that it needs before it, and stdio. */
#ifndef THUD_TESTS_TEST_H
#define THUD_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#endif
