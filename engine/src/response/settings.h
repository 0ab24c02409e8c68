/* settings.h: the check of the user's solver settings. */
#ifndef THUD_SRC_RESPONSE_SETTINGS_H
#define THUD_SRC_RESPONSE_SETTINGS_H

#include "thud/response.h"

/* THUD_OK, or the reason for refusing the settings. */
thud_status thud_solver_settings_check(const thud_solver_settings *settings);

#endif
