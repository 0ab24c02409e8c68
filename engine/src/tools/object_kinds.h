/*
 * object_kinds.h: one table for bodies, shapes and the kinds of joints: functions that read a
 * definition, change it, and find the next object.
 */
#ifndef THUD_SRC_TOOLS_OBJECT_KINDS_H
#define THUD_SRC_TOOLS_OBJECT_KINDS_H

#include "thud/tile_grid.h"
#include "thud/tunables.h"

/* An id of any kind. */
typedef struct thud_object_id {
    uint32_t slot, generation;
} thud_object_id;

/* A definition of any kind. */
typedef union thud_object_def {
    thud_body_def body;
    thud_shape_def shape;
    thud_target_joint_def target;
    thud_revolute_joint_def revolute;
    thud_distance_joint_def distance;
    thud_weld_joint_def weld;
    thud_prismatic_joint_def prismatic;
    thud_wheel_joint_def wheel;
    thud_motor_joint_def motor;
    thud_gear_joint_def gear;
    thud_pulley_joint_def pulley;
    thud_ratchet_joint_def ratchet;
} thud_object_def;

/* Bodies, shapes, then the kinds of joints in the order of thud_joint_kind. */
enum { THUD_BODIES, THUD_SHAPES, THUD_JOINTS, THUD_OBJECT_KIND_COUNT = THUD_JOINTS + THUD_JOINT_FILTER };

typedef struct thud_object_kind {
    const char *group; /* name of the group for all objects of the kind */
    thud_tunable_struct table;
    bool (*read)(const thud_world *world, thud_object_id id,
                 thud_object_def *def); /* false: the object no longer exists */
    bool (*configure)(thud_world *world, thud_object_id id, const thud_object_def *before,
                      const thud_object_def *def);
} thud_object_kind;

extern const thud_object_kind thud_object_kinds[THUD_OBJECT_KIND_COUNT];

/* An iterator over the objects of a world. Zeroed: before the first. */
typedef struct thud_object_cursor {
    thud_body_id body;
    thud_shape_id shape;
    thud_joint_id joint;
    thud_object_id id; /* of the current object */
} thud_object_cursor;

/* Advances to the next object of a kind; false at the end. Bodies: those that are not static; shapes: those that do not
 * belong to a tile grid. */
bool thud_next_object(const thud_world *world, int kind, thud_object_cursor *cursor);

/* The tile grid of the next shape that belongs to one; the same grid may come many times; null at the end. */
thud_tile_grid *thud_next_grid(const thud_world *world, thud_object_cursor *cursor);

#endif
