/* material.h: the checks of materials and bodies in arguments. */
#pragma once

#include "thud/limits.h"
#include "thud/response.h"

/* THUD_OK, or the reason for refusing the material. */
thud_status thud_material_check(const thud_material *material);

/* Likewise for a body (impulse.c). */
thud_status thud_rigid_check(const thud_rigid *body);
