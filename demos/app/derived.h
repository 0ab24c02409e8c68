/*
 * derived.h: what follows from the numbers that are set: how far the fastest body goes in a step against the thinnest
 * shape, terminal speed, stopping distance, the period of a spring, ratios of masses, and the jump of a runner.
 */
#pragma once

#include "scene.h"
#include "selection.h"

enum { derived_most_lines = 16 };

typedef struct derived_line {
    const char *name;
    char text[72];
    bool warns; /* worth a look */
} derived_line;

/* Writes the lines that make sense; returns how many. O(bodies, shapes and contacts) */
int derived_lines(thud_scene *scene, const demo_selection *selection, float dt,
                  derived_line lines[derived_most_lines]);

/* How thin a shape is: its least width over all directions of its edges, with its radius [m]; 0 for a segment. */
float derived_thickness(const thud_shape *shape);
