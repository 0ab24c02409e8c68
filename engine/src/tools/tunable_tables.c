/* tunable_tables.c: the table of each struct. */
#include "tools/tunable_rows.h"

static const thud_tunable_table *const tables[THUD_TUNABLES_STRUCT_COUNT] = {
    [THUD_TUNABLES_WORLD] = &thud_tunables_of_world,
    [THUD_TUNABLES_SOLVER] = &thud_tunables_of_solver,
    [THUD_TUNABLES_MATERIAL] = &thud_tunables_of_material,
    [THUD_TUNABLES_BODY] = &thud_tunables_of_body,
    [THUD_TUNABLES_SHAPE] = &thud_tunables_of_shape,
    [THUD_TUNABLES_TARGET_JOINT] = &thud_tunables_of_target_joint,
    [THUD_TUNABLES_REVOLUTE_JOINT] = &thud_tunables_of_revolute_joint,
    [THUD_TUNABLES_DISTANCE_JOINT] = &thud_tunables_of_distance_joint,
    [THUD_TUNABLES_WELD_JOINT] = &thud_tunables_of_weld_joint,
    [THUD_TUNABLES_PRISMATIC_JOINT] = &thud_tunables_of_prismatic_joint,
    [THUD_TUNABLES_WHEEL_JOINT] = &thud_tunables_of_wheel_joint,
    [THUD_TUNABLES_MOTOR_JOINT] = &thud_tunables_of_motor_joint,
    [THUD_TUNABLES_GEAR_JOINT] = &thud_tunables_of_gear_joint,
    [THUD_TUNABLES_PULLEY_JOINT] = &thud_tunables_of_pulley_joint,
    [THUD_TUNABLES_RATCHET_JOINT] = &thud_tunables_of_ratchet_joint,
    [THUD_TUNABLES_RUNNER] = &thud_tunables_of_runner,
    [THUD_TUNABLES_MOVER] = &thud_tunables_of_mover,
    [THUD_TUNABLES_TILE] = &thud_tunables_of_tile,
};

const thud_tunable_table *thud_tunables_of(thud_tunable_struct which) {
    return (int)which >= 0 && (int)which < THUD_TUNABLES_STRUCT_COUNT ? tables[which] : NULL;
}
