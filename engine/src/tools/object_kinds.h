/*
 * object_kinds.h: one table for the objects of a world, of any kind: functions that read a definition and change it; and
 * the objects of a kind one after the other.
 */
#pragma once

#include "thud/tile_grid.h"
#include "thud/tunables.h"

typedef struct thud_object_id {
    uint32_t slot, generation;
} thud_object_id;

/* DO(name, NAME) for each kind of joint that has numbers: all but filters. */
#define THUD_EACH_JOINT_KIND(DO)                                                                             \
    DO(target, TARGET)                                                                                       \
    DO(motor, MOTOR)                                                                                         \
    DO(gear, GEAR)                                                                                           \
    DO(ratchet, RATCHET)                                                                                     \
    DO(pulley, PULLEY)                                                                                       \
    DO(distance, DISTANCE)                                                                                   \
    DO(wheel, WHEEL)                                                                                         \
    DO(prismatic, PRISMATIC)                                                                                 \
    DO(weld, WELD)                                                                                           \
    DO(revolute, REVOLUTE)

/* A definition of any kind. */
typedef union thud_object_def {
    thud_world_def world;
    thud_body_def body;
    thud_shape_def shape;
    thud_tile_def tile;
#define THUD_JOINT_DEF(kind, KIND) thud_##kind##_joint_def kind;
    THUD_EACH_JOINT_KIND(THUD_JOINT_DEF)
} thud_object_def;

/* Bodies, shapes, the kinds of joints in the order of thud_joint_kind, tile grids; and the world itself, which any id names. */
enum {
    THUD_BODIES,
    THUD_SHAPES,
    THUD_JOINTS,
    THUD_TILES = THUD_JOINTS + THUD_JOINT_FILTER,
    THUD_WORLDS,
    THUD_OBJECT_KIND_COUNT
};

typedef struct thud_object_kind {
    const char *group; /* name of the group for all objects of the kind */
    thud_tunable_struct table;
    bool (*read)(const thud_world *world, thud_object_id id,
                 thud_object_def *def); /* false: the object no longer exists */
    /* Null for grids: what is read of one is its first tile that is not empty. */
    bool (*configure)(thud_world *world, thud_object_id id, const thud_object_def *def);
} thud_object_kind;

extern const thud_object_kind thud_object_kinds[THUD_OBJECT_KIND_COUNT];

/* The object of a kind after one, the first after the null id; null at the end. Bodies: those that are not static; shapes:
 * those that do not belong to a tile grid. */
thud_object_id thud_next_object(const thud_world *world, int kind, thud_object_id after);
