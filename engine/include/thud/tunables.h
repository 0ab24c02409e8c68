/**
 * tunables.h: every number that tunes the engine, by path: "world.solver.substeps", "joint.revolute.motor.speed".
 *
 *     thud_world_def world_def = thud_world_defaults();
 *     thud_world *world = thud_world_create(&world_def);
 *     thud_tunables *tunables = thud_tunables_create();
 *     thud_tunables_add_world(tunables, world);
 *     thud_tunables_set(tunables, "world.gravity.y", -20.0);
 *     for (int i = 0; i < thud_tunables_count(tunables); i++) {
 *         thud_tunable_info info = thud_tunables_at(tunables, i);
 *         printf("%-32s %g %s\n", info.path, info.value, info.row->unit);
 *     }
 *     thud_tunables_destroy(tunables);
 *     thud_world_destroy(world);
 *
 * A table describes the numbers of one struct, one row for each number: name of the field, unit, range, advice.
 * thud_tunables_of gives the engine's tables. A game writes tables for its own structs. A set (thud_tunables) consists
 * of groups. A group binds a table to a struct, with a function that applies the struct after a change.
 *
 * These functions are in the library thud_tools (CMake: thud::tools, pkg-config: thud-tools); a game that does not tune
 * does not link it. Sets take their memory from the C library and do not survive running out of it.
 *
 * Threads: a set, and the structs and worlds bound to it, may be used by one thread at a time.
 */
#pragma once

#include "thud/joint.h"
#include "thud/world.h"

THUD_BEGIN_C

/* ---- tables ---- */

/** The type of a number. */
typedef enum thud_tunable_type {
    THUD_TUNABLE_FLOAT, /**< float */
    THUD_TUNABLE_INT,   /**< int */
    THUD_TUNABLE_BOOL,  /**< bool: 0 or 1 */
    THUD_TUNABLE_PART   /**< not a number: a struct with a table of its own */
} thud_tunable_type;

typedef struct thud_tunable_table thud_tunable_table;

/** A number of a struct. All text is static. */
typedef struct thud_tunable {
    const char *field;  /**< name in C, such as "gravity.y"; its path within the struct */
    const char *label;  /**< for a panel: "gravity, up" */
    const char *unit;   /**< "m/s^2"; "" for a pure number */
    const char *advice; /**< one sentence: the effect of a change, and its trap */
    size_t offset;      /**< of the field in the struct [bytes] */
    thud_tunable_type type;
    bool logarithmic; /**< a slider is logarithmic; linear for values that are 0 or negative */
    bool restarts;    /**< fixed when the object is made: a change takes effect when the object is made again */
    bool individual;  /**< belongs to one object, such as its position: left out if a group stands for many objects */
    bool not_zero;    /**< 0 is refused, also inside the range */
    double least, most;             /**< hard range, ends included: values outside are refused */
    double low, high;               /**< usual range, for a slider; within the hard range */
    const thud_tunable_table *part; /**< THUD_TUNABLE_PART: the table of the struct at the offset */
} thud_tunable;

/** The numbers of a struct. */
struct thud_tunable_table {
    const char *type;            /**< the struct's name in C: "thud_world_def" */
    const char *defaults_call;   /**< C text that gives the defaults: "thud_world_defaults()"; NULL: none */
    void (*defaults)(void *def); /**< fills a struct with the defaults; NULL: none */
    size_t size;                 /**< of the struct [bytes] */
    const thud_tunable *rows;
    int count;
};

/** The engine's tables. A filter joint has no numbers, and no table. */
typedef enum thud_tunable_struct {
    THUD_TUNABLES_WORLD,    /**< thud_world_def, with its solver settings */
    THUD_TUNABLES_SOLVER,   /**< thud_solver_settings */
    THUD_TUNABLES_MATERIAL, /**< thud_material */
    THUD_TUNABLES_BODY,     /**< thud_body_def */
    THUD_TUNABLES_SHAPE,    /**< thud_shape_def, with its material */
    THUD_TUNABLES_TARGET_JOINT,
    THUD_TUNABLES_REVOLUTE_JOINT,
    THUD_TUNABLES_DISTANCE_JOINT,
    THUD_TUNABLES_WELD_JOINT,
    THUD_TUNABLES_PRISMATIC_JOINT,
    THUD_TUNABLES_WHEEL_JOINT,
    THUD_TUNABLES_MOTOR_JOINT,
    THUD_TUNABLES_GEAR_JOINT,
    THUD_TUNABLES_PULLEY_JOINT,
    THUD_TUNABLES_RATCHET_JOINT,
    THUD_TUNABLES_RUNNER,
    THUD_TUNABLES_MOVER,
    THUD_TUNABLES_TILE,        /**< thud_tile_def, with its material; the defaults are those of a full tile */
    THUD_TUNABLES_STRUCT_COUNT /**< not a table: the number of tables */
} thud_tunable_struct;

/** The table of a struct; NULL for a value outside the enum. */
const thud_tunable_table *thud_tunables_of(thud_tunable_struct which);

/* ---- sets ---- */

/** A set of numbers by path. */
typedef struct thud_tunables thud_tunables;

/** A number of a group's struct. */
typedef struct thud_tunable_place {
    const thud_tunable *row;
    size_t offset; /**< in the struct, parts included [bytes] */
} thud_tunable_place;

/** A change that a group has to apply. */
typedef struct thud_tunable_change {
    void *values;                  /**< the group's struct, changed */
    const void *before;            /**< the struct before the change */
    const thud_tunable_place *set; /**< the numbers that were set, also those that already had the value */
    int set_count;
    bool restarts;   /**< whether a number that differs takes effect only when the object is made again */
    bool takes_back; /**< this change undoes the last one, because another group refused */
} thud_tunable_change;

/** Applies a change; one call for all rows of a group that change together. A change that it refuses is undone. */
typedef thud_refusal thud_tunables_apply(const thud_tunable_change *change, void *context);

/** Fills the group's struct with the present values before they are read. */
typedef void thud_tunables_read(void *values, void *context);

/** A struct whose numbers have paths: "<name>.<field>". */
typedef struct thud_tunable_group {
    const char *name; /**< start of the paths, such as "runner"; copied. Letters, digits, '_', '.' */
    const thud_tunable_table *table;
    void *values; /**< the struct, used by this group alone; must stay at its address until the group is removed */
    /** A struct with the defaults, copied; NULL: the table's defaults, or without these the values when it is added. */
    const void *defaults;
    thud_tunables_apply *apply; /**< NULL: a change only writes the struct */
    thud_tunables_read *read;   /**< NULL: the struct holds the present values */
    void *context;              /**< for apply and read */
    bool many;                  /**< stands for many objects: leaves out the rows that are individual */
} thud_tunable_group;

/** A number of a set. */
typedef struct thud_tunable_info {
    const char *path;  /**< lives as long as the group; NULL if there is no such number */
    const char *field; /**< the part of the path within the struct: the name in C */
    const char *group; /**< name of the group */
    const thud_tunable_table *table;
    const thud_tunable *row;
    size_t offset; /**< in the group's struct, parts included [bytes] */
    size_t size;   /**< of the number there [bytes] */
    double value;
    double initial; /**< the default */
    bool changed;   /**< whether they differ */
} thud_tunable_info;

/** A number to set. */
typedef struct thud_tunable_value {
    const char *path;
    double value;
} thud_tunable_value;

/** An empty set. */
thud_tunables *thud_tunables_create(void);

/** Destroys a set, not the structs and worlds bound to it; NULL is allowed. */
void thud_tunables_destroy(thud_tunables *tunables);

/** Adds a group; THUD_BAD_DATA, and none, if the set has one of its paths already or the name is invalid. */
thud_status thud_tunables_add(thud_tunables *tunables, const thud_tunable_group *group);

/** Adds the group "world": the numbers of a world, set by thud_world_configure. Changes of numbers with `restarts` are
 * refused (THUD_FIXED_FIELD); a program that can make its world again adds a group of its own for thud_world_def. The defaults
 * are those for the world's length_unit, with its own threads, capacities and id_tag: presets do not hold these. */
thud_status thud_tunables_add_world(thud_tunables *tunables, thud_world *world);

/** Adds a group for one object of a world: the numbers of its definition, for a joint those of its kind.
 * Setting a position teleports the object, setting a velocity throws it. After the object is destroyed its
 * numbers keep the values last read, and setting them is refused. Refuses stale ids (THUD_STALE_ID) and
 * filter joints (THUD_WRONG_KIND). */
thud_status thud_tunables_add_body(thud_tunables *tunables, const char *name, thud_world *world,
                                   thud_body_id body);
thud_status thud_tunables_add_shape(thud_tunables *tunables, const char *name, thud_world *world,
                                    thud_shape_id shape);
thud_status thud_tunables_add_joint(thud_tunables *tunables, const char *name, thud_world *world,
                                    thud_joint_id joint);

/**
 * Adds groups that stand for all objects of a world, also those made later: "body" (all bodies that are not static),
 * "shape" (all shapes except those of tile grids), "joint.revolute" and so on for each kind of joint, and "tile" (the
 * tiles of all grids except empty ones). Rows that are individual are left out.
 *
 * A number reads as that of the first object; without objects as it was read or set last, at first as the default.
 * Setting it sets the number in all objects and leaves their other numbers. Objects that are made later have those of
 * their definitions: set the numbers again, or load the preset again, after a level is made. O(objects) to set. Tiles with
 * a number that differs make their shapes again, see thud_tile_grid_set_tiles.
 */
thud_status thud_tunables_add_objects(thud_tunables *tunables, thud_world *world);

/** Removes a group by its name; false if there is none. Remove it before its world or struct is destroyed. */
bool thud_tunables_remove(thud_tunables *tunables, const char *group);

/** The count of numbers in a set. */
int thud_tunables_count(const thud_tunables *tunables);

/** The number at an index, in the order of groups and rows; all NULL if the index is out of range. */
thud_tunable_info thud_tunables_at(const thud_tunables *tunables, int index);

/** The number at a path; all NULL if there is none. */
thud_tunable_info thud_tunables_find(const thud_tunables *tunables, const char *path);

/** The path most similar to a misspelt one; NULL if none is similar. O(all paths) */
const char *thud_tunables_suggest(const thud_tunables *tunables, const char *path);

/** Sets a number. Refuses a path that does not exist (THUD_BAD_DATA, with a suggestion in the message), a
 * value that is not finite, outside the hard range, or not whole for an int or bool, and a value that the
 * group refuses; nothing changes then. For a float the value is rounded to the nearest float. */
thud_refusal thud_tunables_set(thud_tunables *tunables, const char *path, double value);

/** Sets numbers, all or none; `refused` (may be NULL) receives the index of the one that is refused. If two have
 * the same path, the later one holds. Each group applies its changes in one call, so a lower limit above the
 * present upper limit is fine if both change. */
thud_refusal thud_tunables_set_all(thud_tunables *tunables, const thud_tunable_value *values, int count,
                                   int *refused);

/** Sets a number to its default. */
thud_refusal thud_tunables_reset(thud_tunables *tunables, const char *path);

/* ---- rows: a null one, which thud_tunable_info has for a path that does not exist, has no text and accepts no value ---- */

/** The most bytes that thud_tunable_text writes, terminating zero included. */
#define THUD_TUNABLE_TEXT 24

/** Checks a value against a row; the message of a refusal names the row's field. */
thud_refusal thud_tunable_check(const thud_tunable *row, double value);

/** Writes the value of a row as the shortest text that reads back to the same bits: "0.1", "4",
 * "true". The same in any locale. */
void thud_tunable_text(const thud_tunable *row, double value, char text[THUD_TUNABLE_TEXT]);

/** Reads such a text; false if it is no number. The same in any locale; the range is not checked. */
bool thud_tunable_parse(const thud_tunable *row, const char *text, double *value);

/** The hard range in words, cut to `size` bytes: "1 to 64", "more than 0", "any finite number". */
void thud_tunable_range_text(const thud_tunable *row, char *text, size_t size);

THUD_END_C
