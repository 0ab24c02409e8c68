/* joint_kinds.h: the functions of each kind of joint. */
#ifndef THUD_SRC_RESPONSE_JOINT_KINDS_H
#define THUD_SRC_RESPONSE_JOINT_KINDS_H

#include "response/batch.h"

/*
 * The functions of all kinds at a SIMD width other than AUTO; those of the filter joint, which is never solved,
 * are null.
 */
void thud_joint_kinds(thud_lanes width, thud_constraint_functions functions[THUD_JOINT_KIND_COUNT]);

#endif
