/*
 * body_table.h: all bodies, one column a property, indexed by slot. Columns that a stage streams through
 * stand apart from the record of what is rarely read. A pose is that of the centre of mass, so that no stage
 * but the public functions knows the body's own origin.
 */
#ifndef THUD_SRC_WORLD_BODIES_BODY_TABLE_H
#define THUD_SRC_WORLD_BODIES_BODY_TABLE_H

#include "thud/body.h"

#include "base/pool.h"
#include "geometry/precise.h"
#include "response/solve_input.h"
#include "world/name_list.h"

/* Whether and how a body takes part in the next step. One byte a slot, so that lists are made by scanning it.
 */
typedef enum thud_body_state {
    THUD_STATE_FREE = 0, /* no body in the slot */
    THUD_STATE_DISABLED,
    THUD_STATE_STATIC,
    THUD_STATE_KINEMATIC_AT_REST,
    THUD_STATE_ASLEEP,
    THUD_STATE_KINEMATIC_MOVING,
    THUD_STATE_AWAKE /* dynamic */
} thud_body_state;

/* What every step compares a moving body's motion with. */
typedef struct thud_sleep_data {
    float sleep_timer; /* how long it has been slower than sleep_speed [s] */
    float sleep_speed; /* its own or the world's [m/s] */
    float reach;       /* farthest point of its shapes from the centre of mass [m] */
    float
        thickness; /* half the smallest extent of its shapes [m]: a step that is a good part of it may tunnel */
} thud_sleep_data;

/* What the shapes of a body weigh together, about the pivot; see body_mass.c. */
typedef struct thud_mass_sums {
    thud_double2 pivot;  /* frame of the body [m] */
    double mass;         /* [kg] */
    thud_double2 first;  /* of mass * (centre - pivot) [kg m] */
    double second;       /* of inertia + mass * |centre - pivot|^2 [kg m^2] */
    double largest_mass, largest_second; /* since all was summed anew */
    int32_t count;       /* shapes in the sums; -1: they are out of date */
} thud_mass_sums;

/* The record of a body: what is not streamed through. */
typedef struct thud_body {
    /* What a new contact wants of its bodies comes first, side by side, and what a step looks for of many bodies. */
    thud_body_type type;
    int32_t first_contact;  /* contacts are a list through their links, see contact_table.h */
    int32_t fixed_contacts; /* of these: with static or kinematic bodies; they come first */
    int32_t first_shape;    /* shapes are a list through thud_shape_record.next */
    int32_t first_joint, joint_count; /* joints are a list through their links, see joint_table.h */
    int32_t last_contact, shape_count;

    bool bullet, may_sleep, enabled;
    bool lock_x, lock_y, lock_rotation;
    bool mass_overridden;
    bool mover;  /* follows a character mover: is pushed by other movers */
    bool forced; /* listed in the world's forced bodies */
    bool recentered; /* shapes' cores, reach and thickness are about an old centre of mass, until the next step */

    thud_mass mass; /* centre in the body's frame */
    thud_mass mass_override;
    thud_mass_sums *sums; /* of a body with many shapes, or had them; owned; else null */
    float gravity_scale;
    float sleep_speed; /* negative: the world's */
    thud_vec2 pushed;  /* of a mover's body: by other movers since its last move [m] */

    int32_t first_chain;              /* chains are a list through thud_chain.next */
    struct thud_attachment *first_attachment; /* a list through thud_attachment.next */
    int32_t first_impact; /* its first one in world->impacts, if that is one of this body */
    int32_t next_bullet, previous_bullet; /* of a bullet: THUD_NONE at the ends of the list */
    int32_t ring;                     /* asleep: the next body of its island, round and round; else itself */
    void *user_data;
} thud_body;

typedef struct thud_body_table {
    thud_pool pool;
    thud_body *bodies;
    uint8_t *states; /* thud_body_state */
    thud_pose *poses;
    thud_pose *previous; /* poses at the start of the last step */
    thud_velocity *velocities;
    thud_inverse_mass *inverse_masses;
    thud_applied_forces *applied_forces;
    thud_displacement *displacements;
    thud_sleep_data *sleep_data;
    int32_t capacity;
    thud_name_list names;

    /* Made from `states` by thud_body_table_refresh when they have changed. Slots ascending. */
    int32_t *awake;  /* dynamic */
    int32_t *moving; /* kinematic */
    int32_t awake_count, moving_count;
    int32_t list_capacity;
    float least_thickness; /* no body is thinner, or has been [m] */
    int32_t in_motion; /* bodies whose state says that they move; the lists are as old as the last refresh */
    bool changed;      /* the lists are out of date */
    uint32_t revision; /* counts the times that they were made anew */
} thud_body_table;

static inline bool thud_state_moves(uint8_t state) {
    return state >= THUD_STATE_KINEMATIC_MOVING;
}

void thud_body_table_init(thud_body_table *table, const thud_hooks *hooks);
void thud_body_table_destroy(thud_body_table *table);

/* Makes room for `count` slots in all; false where memory runs out, the table as before. */
bool thud_body_table_reserve(thud_body_table *table, int32_t count);

/* A slot for a body, its record zeroed and its lists empty; the null id where memory runs out. */
thud_pool_id thud_body_table_add(thud_body_table *table);
void thud_body_table_remove(thud_body_table *table, int32_t slot);

/* Sets the state of a body; the lists are made anew at the next refresh. */
void thud_body_set_state(thud_body_table *table, int32_t slot, thud_body_state state);

/* Brings the lists of awake and moving bodies up to date. O(slots) when states have changed, else nothing. */
void thud_body_table_refresh(thud_body_table *table);

/* Origin and centre of mass. */
thud_pose thud_body_origin_pose(const thud_body_table *table, int32_t slot, const thud_pose *center_pose);
void thud_body_place(thud_body_table *table, int32_t slot, thud_pose origin);

#endif
