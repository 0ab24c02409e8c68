/*
 * headless.h: runs a scene without a window.
 */
#ifndef DEMOS_HEADLESS_H
#define DEMOS_HEADLESS_H

#include "options.h"

/* Runs, draws, prints; returns the program's exit code. */
int headless_run(const demo_options *options);

#endif
