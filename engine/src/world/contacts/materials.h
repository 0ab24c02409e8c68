/* materials.h: mixes the materials of two shapes. */
#pragma once

#include "thud/world.h"

/* The material of two shapes together. */
void thud_shapes_mix(thud_world *world, int32_t shape_a, int32_t shape_b, thud_material *mixed);

/* Whether a material from a callback is valid; else it is refused and counted, in the callback's name. */
bool thud_material_accept(thud_world *world, const char *source, const thud_material *material);
