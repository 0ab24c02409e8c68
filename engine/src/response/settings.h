/* settings.h: the check of the solver's settings, called wherever they come from the user. */
#ifndef THUD_SRC_RESPONSE_SETTINGS_H
#define THUD_SRC_RESPONSE_SETTINGS_H

#include "thud/response.h"

/* THUD_OK, or why the settings are refused. */
thud_status thud_solver_settings_check(const thud_solver_settings *settings);

#endif
