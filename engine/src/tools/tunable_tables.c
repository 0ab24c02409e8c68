/* tunable_tables.c: the table of each struct. */
#include "tools/object_kinds.h"
#include "tools/tunable_rows.h"

static const thud_tunable_table *const tables[THUD_TUNABLES_STRUCT_COUNT] = {
    [THUD_TUNABLES_WORLD] = &thud_tunables_of_world,
    [THUD_TUNABLES_SOLVER] = &thud_tunables_of_solver,
    [THUD_TUNABLES_MATERIAL] = &thud_tunables_of_material,
    [THUD_TUNABLES_BODY] = &thud_tunables_of_body,
    [THUD_TUNABLES_SHAPE] = &thud_tunables_of_shape,
#define JOINT_TABLE(kind, KIND) [THUD_TUNABLES_##KIND##_JOINT] = &thud_tunables_of_##kind##_joint,
    THUD_EACH_JOINT_KIND(JOINT_TABLE)[THUD_TUNABLES_RUNNER] = &thud_tunables_of_runner,
    [THUD_TUNABLES_MOVER] = &thud_tunables_of_mover,
    [THUD_TUNABLES_TILE] = &thud_tunables_of_tile,
};

const thud_tunable_table *thud_tunables_of(thud_tunable_struct which) {
    return (int)which >= 0 && (int)which < THUD_TUNABLES_STRUCT_COUNT ? tables[which] : NULL;
}
