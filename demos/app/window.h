/*
 * window.h: the demo window.
 */
#pragma once

#include "options.h"

/* Opens the window and runs until it is closed; returns the program's exit code. */
int window_run(const demo_options *options);
