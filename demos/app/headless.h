/*
 * headless.h: runs a scene without a window.
 */
#pragma once

#include "options.h"

/* Runs, draws, prints; returns the program's exit code. */
int headless_run(const demo_options *options);
