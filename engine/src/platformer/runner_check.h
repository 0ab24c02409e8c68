/* The check of a step's arguments. */
#ifndef THUD_SRC_PLATFORMER_RUNNER_CHECK_H
#define THUD_SRC_PLATFORMER_RUNNER_CHECK_H

#include "thud/runner.h"

/* THUD_OK and a null `field`, or the status of the first argument or field that is refused, and its name. */
thud_status thud_runner_check_step(const thud_runner_def *def, const thud_runner *runner,
                                   const thud_runner_input *input, const thud_runner_surroundings *around,
                                   float dt, const char **field);

#endif
