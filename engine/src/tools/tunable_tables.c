/* tunable_tables.c: which table belongs to which struct. */
#include "tools/tunable_rows.h"

static const thud_tunable_table *const tables[THUD_TUNABLES_STRUCT_COUNT] = {
    [THUD_TUNABLES_WORLD] = &thud_tunables_of_world,
    [THUD_TUNABLES_SOLVER] = &thud_tunables_of_solver,
};

const thud_tunable_table *thud_tunables_of(thud_tunable_struct which) {
    return (int)which >= 0 && (int)which < THUD_TUNABLES_STRUCT_COUNT ? tables[which] : NULL;
}
