/*
 * shape_choice.h: the shapes among which a scene's picker chooses, all about one metre in size.
 */
#pragma once

#include "thud/shape.h"

enum { shape_choice_count = 9 };
extern const char *const shape_choice_names[shape_choice_count];

/* The shape of a choice, 0 to shape_choice_count - 1; `size` [m] is about its circumradius. */
thud_shape shape_choice_make(int choice, float size);
