/*
 * body_table.h: all bodies, one column per property, indexed by slot. Columns that a stage reads sequentially are
 * apart from the record of rarely read data. A pose is that of the centre of mass: only the public functions
 * use the body's own origin.
 */
#pragma once

#include "thud/body.h"

#include "base/inline.h"
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

/* The data with which each step compares a moving body's motion. */
typedef struct thud_sleep_data {
    float sleep_timer; /* time for which it has been slower than sleep_speed [s] */
    float sleep_speed; /* its own or the world's [m/s] */
    float reach;       /* farthest point of its shapes from the centre of mass [m] */
    /* Half the smallest extent of its shapes [m]: a motion of a good part of it in a step may tunnel. */
    float thickness;
} thud_sleep_data;

/* The total mass of a body's shapes, about the pivot; see body_mass.c. */
typedef struct thud_mass_sums {
    thud_double2 pivot;  /* frame of the body [m] */
    double mass;         /* [kg] */
    thud_double2 first;  /* of mass * (centre - pivot) [kg m] */
    double second;       /* of inertia + mass * |centre - pivot|^2 [kg m^2] */
    double largest_mass, largest_second; /* since the last complete sum */
    int32_t count;       /* shapes in the sums; -1: they are out of date */
} thud_mass_sums;

/* The record of a body: data that is not read sequentially. */
typedef struct thud_body {
    /* First, in adjacent memory, the fields that new contacts read of their bodies, and steps of many bodies. */
    thud_body_type type;
    int32_t first_contact;  /* contacts are a list through their links, see contact_table.h */
    int32_t fixed_contacts; /* of these: with static or kinematic bodies; they come first */
    int32_t first_shape;    /* shapes are a list through thud_shape_record.next */
    int32_t first_joint, joint_count; /* joints are a list through their links, see joint_table.h */
    int32_t last_contact, shape_count;

    bool bullet, may_sleep, enabled;
    bool lock_x, lock_y, lock_rotation;
    bool mass_overridden;
    bool mover;  /* follows a character mover, and is pushed by other movers */
    bool forced; /* listed in the world's forced bodies */
    bool recentered; /* shapes' cores, reach and thickness are about an old centre of mass, until the next step */
    bool gathered;   /* by a search for islands that has not ended */

    thud_mass mass; /* centre in the body's frame */
    int32_t first_chain, first_grid; /* lists through thud_attachment.next */
    thud_mass_sums *sums; /* of a body that has or had many shapes; owned; else null */
    float gravity_scale;
    float sleep_speed; /* negative: the world's */
    thud_vec2 pushed;  /* of a mover's body: by other movers since its last move [m] */

    int32_t first_impact; /* index in world->continuous.impacts; valid only if that is an impact of this body */
    union {
        int32_t ring;  /* asleep: the next body of its island, as a ring; else itself */
        int32_t place; /* gathered: its place in the list of gathered bodies */
    };
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
    float least_thickness, largest_reach; /* bounds of the thickness and the reach of all dynamic bodies [m] */
    int32_t in_motion;     /* number of bodies in a moving state; the lists are as of the last refresh */
    int32_t resting_count; /* kinematic bodies that do not move */
    bool changed;          /* the lists are out of date */
    bool joined_changed;   /* so is the list of joints to solve */
    uint32_t revision; /* number of times that the lists were made */

    int32_t *bullets; /* slots, in the order in which the bodies became bullets */
    int32_t bullet_count;
} thud_body_table;

static inline bool thud_state_moves(uint8_t state) {
    return state >= THUD_STATE_KINEMATIC_MOVING;
}

/* The velocity of the point of a body at `arm` from its centre of mass [m/s]. */
THUD_INLINE thud_vec2 thud_velocity_at(const thud_velocity *velocity, thud_vec2 arm) {
    return thud_vec2_make(velocity->linear.x - velocity->angular * arm.y,
                          velocity->linear.y + velocity->angular * arm.x);
}

/* Bound of the speeds of all points of a body [m/s]. */
static inline float thud_fastest_point(const thud_body_table *bodies, int32_t body) {
    const thud_velocity *velocity = &bodies->velocities[body];
    return thud_vec2_length(velocity->linear) + thud_abs(velocity->angular) * bodies->sleep_data[body].reach;
}

/* The first slot from `slot` on with a moving body, or `end`. */
int32_t thud_find_moving(const uint8_t *states, int32_t slot, int32_t end);
static inline int32_t thud_next_moving(const uint8_t *states, int32_t slot, int32_t end) {
    return slot < end && thud_state_moves(states[slot]) ? slot : thud_find_moving(states, slot, end);
}

void thud_body_table_init(thud_body_table *table, const thud_hooks *hooks);
void thud_body_table_destroy(thud_body_table *table);

/* Reserves `count` slots in all; when memory runs out, returns false and leaves the table as it was. */
bool thud_body_table_reserve(thud_body_table *table, int32_t count);

/* Takes a slot for a body, with a zeroed record and empty lists; the null id when memory runs out. */
thud_pool_id thud_body_table_add(thud_body_table *table);
void thud_body_table_remove(thud_body_table *table, int32_t slot);

static inline bool thud_is_dynamic(const thud_body_table *table, int32_t slot) {
    return table->bodies[slot].type == THUD_BODY_DYNAMIC;
}

/* Sets the state of a body; the next refresh updates the lists. */
void thud_body_set_state(thud_body_table *table, int32_t slot, thud_body_state state);

/* Updates the lists of awake and moving bodies. O(slots) if states have changed, else nothing. */
void thud_body_table_relist(thud_body_table *table);
static inline void thud_body_table_refresh(thud_body_table *table) {
    if (table->changed) {
        thud_body_table_relist(table);
    }
}

/* Converts between the poses of the origin and the centre of mass; the first one is inlined, for calls in every frame. */
static inline thud_pose thud_origin_from_center(const thud_pose *pose, const thud_mass *mass) {
    return (thud_pose){thud_vec2_sub(pose->position, thud_rot_apply(pose->rotation, mass->center)),
                       pose->rotation};
}
thud_pose thud_body_origin_pose(const thud_body_table *table, int32_t slot, const thud_pose *center_pose);
static inline thud_pose thud_body_current_pose(const thud_body_table *table, int32_t slot) {
    return thud_body_origin_pose(table, slot, &table->poses[slot]);
}
void thud_body_place(thud_body_table *table, int32_t slot, thud_pose origin);
