/* material.h: the checks of materials and bodies in arguments. */
#pragma once

#include "thud/limits.h"
#include "thud/response.h"

/* THUD_OK, or the reason for refusing the material. */
thud_status thud_material_check(const thud_material *material);

/* Writes the mixed material to its place. One that is returned and then copied is stored number by number and read as one word, for
 * which processors wait. */
void thud_materials_mix(const thud_material *a, const thud_material *b, thud_material *mixed);

/* Likewise for a body (impulse.c). */
thud_status thud_rigid_check(const thud_rigid *body);
