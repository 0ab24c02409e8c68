/*
 * Random bounding volumes of every kind, and their outlines from each kind's definition alone: the oracle for tests
 * of overlap, distance and containment.
 */
#pragma once

#include "clip_area.h"
#include "random_shapes.h"
#include "thud/bounds.h"

/* Every kind but none, for loops. */
enum { volume_kind_count = 6 };
extern const thud_volume_kind volume_kinds[volume_kind_count];

/* A volume of a kind, about `size` across, its middle within +-reach. */
thud_volume test_random_volume(test_random *random, thud_volume_kind kind, float size, float reach);

/* The outline, arcs in `steps` chords a full turn: inside the volume, or with `around` outside it, touching
 * it. */
int reference_volume_outline(const thud_volume *volume, int steps, bool around, reference_point *outline);
