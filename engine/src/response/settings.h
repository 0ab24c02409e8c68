/* settings.h: the check of the user's solver settings. */
#pragma once

#include "thud/response.h"

/* THUD_OK, or the reason for refusing the settings. */
thud_status thud_solver_settings_check(const thud_solver_settings *settings);
