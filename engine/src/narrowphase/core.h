/*
 * core.h: a shape in the format of the collision kernel: core vertices relative to the centre of mass of the body,
 * in records of a fixed size per class, so that eight shapes are loaded into eight lanes by transposes alone.
 *
 *     THUD_CORE_POINT     x, y, radius, extent                          16 B    circle
 *     THUD_CORE_SEGMENT   x[2], y[2], nx, ny, radius, extent            32 B    capsule, segment
 *     THUD_CORE_LINK      the same, but one_sided for extent, then      64 B    segment of a chain
 *                         x, y of the normal before, x, y of that after, whether there is one before, after
 *     THUD_CORE_4         x[4], y[4], nx[4], ny[4], radius, extent, then of a   96 B    triangle, quadrangle
 *                         rectangle its centre, the normal of face 0, half its extents along it and across
 *     THUD_CORE_n         x[n], y[n], nx[n], ny[n], radius, count, extent, flat 160, 544 B (n = 8, 32)
 *
 * The extent is the distance of its farthest point from the centre of mass. If a polygon has a flat corner, between
 * edges whose normals are less than THUD_FLAT_TURN apart, `flat` is not 0; class 4 uses the centre's y for it. (For a
 * rectangle with its centre there the kernel searches for flat corners and finds none.)
 *
 * A link runs from vertex 0 to vertex 1 with its front on the right, like the outside of a polygon's face. Its
 * neighbours, whose normals are in the record, do the same.
 *
 * The normal of face i belongs to the edge from vertex i to vertex i + 1. A polygon with fewer than n
 * vertices is padded with its vertex 0 and normal 0: the last real edge then closes by itself, and no padded
 * face is ever better than face 0. In class 4, vertex 3 of a triangle is equal to vertex 0.
 */
#pragma once

#include "thud/shape.h"

/* Ordered by the number of vertices; a batch requires class_a >= class_b. */
typedef enum thud_core_class {
    THUD_CORE_POINT = 0,
    THUD_CORE_SEGMENT,
    THUD_CORE_4,
    THUD_CORE_8,
    THUD_CORE_32,
    THUD_CORE_LINK, /* two vertices, but always the first of a pair: the neighbours are in its frame */
    THUD_CORE_CLASSES /* number of classes */
} thud_core_class;

/* The points next to a segment of a chain, which runs from its first vertex to its second, its front on the left. */
typedef struct thud_link_ends {
    thud_vec2 before, after; /* the points next to its own */
    bool has_before, has_after;
    bool one_sided; /* nothing collides from behind */
} thud_link_ends;

/* Records start at multiples of this, so an array of them must too [bytes]. */
#define THUD_CORE_ALIGNMENT 32

/* The size of the largest record, that of 32 vertices [bytes]. */
#define THUD_LARGEST_CORE 544

thud_core_class thud_core_class_of(const thud_shape *shape);

/* Whether it is a rectangle up to rounding: the collision of two rectangles is faster. */
bool thud_core_is_rectangle(const thud_shape *shape);

/* A corner that turns by less than this is flat [rad]: rounding may confuse its edges. */
#define THUD_FLAT_TURN 0.02f

/* The layout of a class's records, in floats: size; number of vertices, whose y follow their x; place of the radius. */
typedef struct thud_core_layout {
    int32_t size, vertices, radius;
} thud_core_layout;

extern const thud_core_layout thud_core_layouts[THUD_CORE_CLASSES];

/* Size of a record of the class [bytes]; an array of records has this stride. */
static inline size_t thud_core_size(thud_core_class core_class) {
    return (size_t)thud_core_layouts[core_class].size * sizeof(float);
}

/* Facts about a record that has been written. */
typedef struct thud_core_facts {
    float extent; /* the distance of its farthest point from the centre of mass [m]; of a link 0 */
    bool is_rectangle;
} thud_core_facts;

/* Writes the record of a valid shape, thud_core_size(thud_core_class_of(shape)) bytes. */
thud_core_facts thud_core_build(const thud_shape *shape, thud_vec2 center_of_mass, void *record);

/* Writes the record of a valid segment that is a link of a chain, thud_core_size(THUD_CORE_LINK) bytes. */
void thud_core_build_link(const thud_shape *segment, const thud_link_ends *ends, thud_vec2 center_of_mass,
                          void *record);
