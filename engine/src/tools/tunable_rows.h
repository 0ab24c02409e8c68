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

/* A row: the number `member` of thud_TYPE. `low` and `high` are the usual range; the hard range and the flags come before
 * the advice. */
#define ROW(short_type, member, its_label, its_unit, its_low, its_high, range_and_flags, its_advice)         \
    {                                                                                                        \
        .field = #member, .offset = offsetof(thud_##short_type, member),                                     \
        .type = _Generic(((thud_##short_type *)0)->member, float                                             \
                         : THUD_TUNABLE_FLOAT, int                                                           \
                         : THUD_TUNABLE_INT, bool                                                            \
                         : THUD_TUNABLE_BOOL),                                                               \
        .label = its_label, .unit = its_unit, .low = (its_low), .high = (its_high), range_and_flags,         \
        .advice = its_advice                                                                                 \
    }

/* Hard ranges. */
#define FROM(low, high) .least = (double)(low), .most = (double)(high)
#define ANY WITHIN(FLT_MAX)
#define NOT_NEGATIVE UP_TO(FLT_MAX)
#define WITHIN(size) FROM(-(size), size)
#define UP_TO(end) FROM(0.0, end)
#define ABOVE_ZERO_TO(end) FROM(FLT_TRUE_MIN, end)

/* Flags, after the range and without a comma. */
#define LOGARITHMIC , .logarithmic = true
#define RESTARTS , .restarts = true
#define INDIVIDUAL , .individual = true
#define NOT_ZERO , .not_zero = true

/* The row of a bool. */
#define SWITCH(type, member, label, advice) ROW(type, member, label, "", 0.0, 1.0, UP_TO(1.0), advice)
#define INDIVIDUAL_SWITCH(type, member, label, advice)                                                       \
    ROW(type, member, label, "", 0.0, 1.0, UP_TO(1.0) INDIVIDUAL, advice)

/* Two rows: the coordinates of a vector of one object, up to `most` and usually up to `usual` on either side of 0. */
#define VECTOR(type, member, label, unit, usual, most, advice)                                               \
    ROW(type, member.x, label ", right", unit, -(usual), usual, WITHIN(most) INDIVIDUAL, advice),            \
        ROW(type, member.y, label ", up", unit, -(usual), usual, WITHIN(most) INDIVIDUAL, advice)

/* A struct within the struct, with a table of its own. */
#define PART(short_type, member, its_table)                                                                  \
    {                                                                                                        \
        .field = #member, .offset = offsetof(thud_##short_type, member), .type = THUD_TUNABLE_PART,          \
        .part = &(its_table)                                                                                 \
    }

/* The parts of a table that follow from its rows. */
#define THUD_ROWS(struct_type, array)                                                                        \
    .type = #struct_type, .size = sizeof(struct_type), .rows = (array),                                      \
    .count = (int)(sizeof(array) / sizeof(array)[0])

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
