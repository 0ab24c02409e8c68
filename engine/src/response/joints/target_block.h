/* target_block.h: eight target joints side by side. */
#ifndef THUD_SRC_RESPONSE_TARGET_BLOCK_H
#define THUD_SRC_RESPONSE_TARGET_BLOCK_H

#include "response/batch.h"

typedef struct thud_target_block {
    float arm_x[8], arm_y[8];
    float gap_x[8], gap_y[8];                          /* at the start of the step [m] */
    float inverse_x[8], inverse_y[8], inverse_w[8];    /* the body's inverse masses */
    float mass_xx[8], mass_xy[8], mass_yy[8];          /* effective [kg] */
    float bias_rate[8], mass_scale[8], impulse_scale[8];
    float max_impulse[8];                              /* [N s] of a substep */
    float impulse_x[8], impulse_y[8];
} thud_target_block;

#endif
