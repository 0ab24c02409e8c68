/* material.h: the check that every function with a material in its arguments makes. */
#ifndef THUD_SRC_RESPONSE_MATERIAL_H
#define THUD_SRC_RESPONSE_MATERIAL_H

#include "thud/limits.h"
#include "thud/response.h"

/* THUD_OK, or why the material is refused. */
thud_status thud_material_check(const thud_material *material);

#endif
