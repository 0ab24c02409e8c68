/* settings.c: the defaults of the solver's settings, and their check. */
#include "response/settings.h"

/* Limits far beyond any sensible setting. */
static const int most_substeps = 64;

thud_solver_settings thud_solver_settings_defaults(void) {
    thud_solver_settings settings;
    settings.substeps = 4;
    settings.contact_hertz = 30.0f;
    settings.contact_damping_ratio = 10.0f;
    settings.push_out_speed = 3.0f;
    settings.elasticity_threshold = 1.0f;
    settings.joint_hertz = 60.0f;
    settings.joint_damping_ratio = 2.0f;
    settings.max_speed = 400.0f;
    settings.warm_starting = true;
    return settings;
}

thud_status thud_solver_settings_check(const thud_solver_settings *settings) {
    const float values[] = {settings->contact_hertz,        settings->contact_damping_ratio,
                            settings->push_out_speed,       settings->elasticity_threshold,
                            settings->joint_hertz,          settings->joint_damping_ratio,
                            settings->max_speed};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (!thud_is_finite(values[i])) {
            return THUD_NOT_FINITE;
        }
        if (values[i] < 0.0f) {
            return THUD_NEGATIVE;
        }
    }
    if (settings->substeps < 1 || settings->substeps > most_substeps) {
        return THUD_OUT_OF_RANGE;
    }
    return THUD_OK;
}
