/*
 * joint_table.h: all joints: the solver's array, definitions and links. A joint has two links, 2 * joint + side, in
 * the lists of its bodies; a side without a body (a target joint has no body a) is in no list.
 */
#pragma once

#include "thud/joint.h"

#include "base/pool.h"
#include "response/joints/joint.h"
#include "world/name_list.h"

/* A definition as the user gave it, but that a gear's base has the bodies and anchors of its joints. */
typedef union thud_joint_def {
    thud_joint_base base; /* of all kinds */
    struct {
        thud_joint_base base; /* the fields that all kinds have */
        thud_target_joint_def def;
    } target;
    thud_revolute_joint_def revolute;
    thud_distance_joint_def distance;
    thud_weld_joint_def weld;
    thud_prismatic_joint_def prismatic;
    thud_wheel_joint_def wheel;
    thud_motor_joint_def motor;
    thud_gear_joint_def gear;
    thud_pulley_joint_def pulley;
    thud_ratchet_joint_def ratchet;
    thud_filter_joint_def filter;
} thud_joint_def;

/* A joint in the lists of its bodies. */
typedef struct thud_joint_record {
    int32_t body[2]; /* slots; THUD_NONE for the world */
    int32_t next[2], previous[2];
} thud_joint_record;

typedef struct thud_joint_table {
    thud_pool pool;
    thud_joint *joints;
    thud_joint_record *records;
    thud_joint_def *defs;
    int32_t capacity;
    thud_name_list names; /* the names in the definitions */

    /* Updated by thud_list_joints when bodies or joints have changed. Slots ascending. */
    int32_t *active; /* joints with an awake body */
    int32_t *posed;  /* those of them that are refreshed before each step: gears and ratchets */
    int32_t active_count, posed_count;
    uint32_t listed_revision; /* of the bodies at the time of the listing */

    int32_t breakable_count;  /* joints with a threshold */
    int32_t gear_count;
    bool changed;             /* a joint was created or removed */
    thud_joint_break *breaks; /* of the last step */
    int32_t break_count, break_capacity;
} thud_joint_table;

void thud_joint_table_init(thud_joint_table *table, const thud_hooks *hooks);
void thud_joint_table_destroy(thud_joint_table *table);
thud_pool_id thud_joint_table_add(thud_joint_table *table);
void thud_joint_table_remove(thud_joint_table *table, int32_t slot);
