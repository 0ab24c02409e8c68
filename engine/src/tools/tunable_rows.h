/*
 * tunable_rows.h: the tables, and the macros of their rows: name, offset and type of a field
 * come from the struct itself.
 */
#ifndef THUD_SRC_TOOLS_TUNABLE_ROWS_H
#define THUD_SRC_TOOLS_TUNABLE_ROWS_H

#include "thud/limits.h"
#include "thud/mover.h"
#include "thud/runner.h"
#include "thud/tile_grid.h"
#include "thud/tunables.h"

#include <float.h>
#include <stddef.h>

/* The first parts of a row. */
#define THUD_FIELD(struct_type, member)                                                                      \
    .field = #member, .offset = offsetof(struct_type, member),                                               \
    .type = _Generic(((struct_type *)0)->member, float                                                       \
                     : THUD_TUNABLE_FLOAT, int                                                               \
                     : THUD_TUNABLE_INT, bool                                                                \
                     : THUD_TUNABLE_BOOL)

/* A struct within the struct, with a table of its own. */
#define THUD_PART(struct_type, member, its_table)                                                            \
    .field = #member, .offset = offsetof(struct_type, member), .type = THUD_TUNABLE_PART, .part = &(its_table)

/* Hard ranges. */
#define THUD_ANY_FLOAT .least = -(double)FLT_MAX, .most = (double)FLT_MAX
#define THUD_NOT_NEGATIVE .least = 0.0, .most = (double)FLT_MAX
#define THUD_WITHIN(size) .least = -(double)(size), .most = (double)(size)
#define THUD_UP_TO(end) .least = 0.0, .most = (double)(end)
#define THUD_ABOVE_ZERO_TO(end) .least = (double)FLT_TRUE_MIN, .most = (double)(end)
#define THUD_SWITCH .least = 0.0, .most = 1.0, .low = 0.0, .high = 1.0

/* The parts of a table that follow from its rows. */
#define THUD_ROWS(struct_type, array)                                                                        \
    .type = #struct_type, .size = sizeof(struct_type), .rows = (array),                                      \
    .count = (int)(sizeof(array) / sizeof(array)[0])

/* Two rows: the coordinates of a vector of one object, usually up to a size on either side of 0. */
#define THUD_VECTOR(struct_type, member, its_label, its_unit, range, its_size, its_advice)                   \
    {THUD_FIELD(struct_type, member.x), .label = its_label ", right", .unit = its_unit, range,               \
     .low = -(its_size), .high = (its_size), .individual = true, .advice = its_advice},                      \
    {                                                                                                        \
        THUD_FIELD(struct_type, member.y), .label = its_label ", up", .unit = its_unit, range,               \
                                           .low = -(its_size), .high = (its_size), .individual = true,       \
                                           .advice = its_advice                                              \
    }

/* Defines the table thud_tunables_of_NAME of a struct with defaults. */
#define THUD_TABLE(name, struct_type, its_rows, its_defaults)                                                \
    static void name##_defaults(void *def) {                                                                 \
        *(struct_type *)def = its_defaults;                                                                  \
    }                                                                                                        \
    const thud_tunable_table thud_tunables_of_##name = {                                                     \
        THUD_ROWS(struct_type, its_rows), .defaults_call = #its_defaults, .defaults = name##_defaults}

extern const thud_tunable_table thud_tunables_of_world, thud_tunables_of_solver, thud_tunables_of_material,
    thud_tunables_of_body, thud_tunables_of_shape, thud_tunables_of_target_joint,
    thud_tunables_of_revolute_joint, thud_tunables_of_distance_joint, thud_tunables_of_weld_joint,
    thud_tunables_of_prismatic_joint, thud_tunables_of_wheel_joint, thud_tunables_of_motor_joint,
    thud_tunables_of_gear_joint, thud_tunables_of_pulley_joint, thud_tunables_of_ratchet_joint,
    thud_tunables_of_runner, thud_tunables_of_mover, thud_tunables_of_tile;

#endif
