/* settings.h: the user's solver settings: their check, and the constants of a substep. */
#pragma once

#include "response/batch.h"

/* THUD_OK, or the reason for refusing the settings. */
thud_status thud_solver_settings_check(const thud_solver_settings *settings);

/* The constants of the substeps of a step of length dt, but for the factor on the warm start. */
thud_substep thud_make_substep(const thud_solver_settings *settings, float dt);
