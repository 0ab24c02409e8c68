/*
 * core.h: a shape as the collision kernel reads it: core vertices relative to the centre of mass of the body,
 * in records of a fixed size per class, so that eight shapes are loaded into eight lanes by transposes alone.
 *
 *     THUD_CORE_POINT     x, y, radius, -                               16 B    circle
 *     THUD_CORE_SEGMENT   x[2], y[2], nx, ny, radius, -                 32 B    capsule, segment
 *     THUD_CORE_n         x[n], y[n], nx[n], ny[n], radius, count, -    96, 160, 544 B (n = 4, 8, 32)
 *
 * The normal of face i belongs to the edge from vertex i to vertex i + 1. A polygon with fewer than n
 * vertices is padded with its vertex 0 and normal 0: the last real edge then closes by itself, and no padded
 * face is ever better than face 0.
 */
#ifndef THUD_SRC_NARROWPHASE_CORE_H
#define THUD_SRC_NARROWPHASE_CORE_H

#include "thud/shape.h"

/* Ordered by the number of vertices; a batch wants class_a >= class_b. */
typedef enum thud_core_class {
    THUD_CORE_POINT = 0,
    THUD_CORE_SEGMENT,
    THUD_CORE_4,
    THUD_CORE_8,
    THUD_CORE_32,
    THUD_CORE_CLASSES /* not a class: their number */
} thud_core_class;

/* Records start at multiples of this, so an array of them must too [bytes]. */
#define THUD_CORE_ALIGNMENT 32

/* The smallest class that holds the shape. */
thud_core_class thud_core_class_of(const thud_shape *shape);

/* Size of a record of the class [bytes]; an array of records has this stride. */
size_t thud_core_size(thud_core_class core_class);

/* Writes the record of a valid shape, thud_core_size(thud_core_class_of(shape)) bytes. */
void thud_core_build(const thud_shape *shape, thud_vec2 center_of_mass, void *record);

#endif
