/* material.h: the check of materials in arguments. */
#pragma once

#include "thud/limits.h"
#include "thud/response.h"

/* THUD_OK, or the reason for refusing the material. */
thud_status thud_material_check(const thud_material *material);
