/*
 * derived.h: what follows from the numbers that are set: how far the fastest body goes in a step against the thinnest
 * shape, terminal speed, stopping distance, the period of a spring, ratios of masses, and the jump of a runner.
 */
#pragma once

#include "scene.h"
#include "selection.h"

/* Adds the lines that make sense. O(bodies, shapes and contacts) */
void derived_tell(thud_scene *scene, const demo_selection *selection, float dt, scene_page *page);

/* How thin a shape is: its least width over all directions of its edges, with its radius [m]; 0 for a segment. */
float derived_thickness(const thud_shape *shape);
