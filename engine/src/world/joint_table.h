/* joint_table.h: all joints: the solver's array, and what the world knows besides. */
#ifndef THUD_JOINT_TABLE_H
#define THUD_JOINT_TABLE_H

#include "thud/joint.h"

#include "base/pool.h"
#include "response/joints/joint.h"

typedef struct thud_joint_record {
    thud_target_joint_def def; /* as the user gave it */
    int32_t body;
    int32_t next; /* in the body's list; THUD_NONE at the end */
} thud_joint_record;

typedef struct thud_joint_table {
    thud_pool pool;
    thud_joint *joints;
    thud_joint_record *records;
    int32_t capacity;
    int32_t *active; /* slots of joints with an awake body, ascending; made each step */
    int32_t active_count, active_capacity;
    bool changed; /* a joint has come or gone */
} thud_joint_table;

void thud_joint_table_init(thud_joint_table *table, const thud_hooks *hooks);
void thud_joint_table_destroy(thud_joint_table *table);
thud_pool_id thud_joint_table_add(thud_joint_table *table);
void thud_joint_table_remove(thud_joint_table *table, int32_t slot);

#endif
