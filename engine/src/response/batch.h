/*
 * batch.h: the bodies and constraints that one thread solves for a whole step, laid out for sequential access by the
 * kernels. Each body has an index:
 *
 *     0                   1 ..              dynamic_end ..            count (even)
 *     dummy for empty     dynamic bodies    copies of kinematic       padding
 *     lanes and static                      bodies, and of static
 *     bodies, at rest                       ones with joints
 *
 * A record has four floats, so that one load fetches it for a lane. The dummy and the copies have inverse mass zero:
 * a kernel writes them back unchanged (x + 0 * impulse), without a branch. Several batches may hold a copy of one body.
 *
 * The impulses of a substep change the velocities; the sum of these changes is the warm start of the next substep.
 * `base` is the velocity before the impulses, so that the sum is velocity - base. Code that changes a velocity by other
 * means must change `base` by the same amount. When a joint's arms turn, so does its warm start: the fourth float of a
 * velocity is the correction of the angular velocity for the next substep.
 */
#pragma once

#include "base/memory.h"
#include "response/solve_input.h"

/* Kinds of constraints, in the order of a substep. Contacts come last, so that their errors are the smallest. */
enum {
    /* kinds of joints come first */
    THUD_CONSTRAINT_TREE = THUD_JOINT_KIND_COUNT, /* joint trees (tree_links.h): without edges of their own */
    THUD_CONSTRAINT_CONTACT,
    THUD_CONSTRAINT_KIND_COUNT
};

/* Joints and contacts come in blocks of sixteen. Where registers hold eight floats, a block is solved in halves
 * (base/wide.h). */
enum { thud_block_lanes = 16 };

/* Size of a body's record in each array [bytes]. */
enum { thud_record_size = 16 };

/* The index of the first dynamic body, after the dummy. */
enum { thud_first_body = 1 };

/* Inverse masses along x and y differ under an axis lock only. `linear` is the larger one. */
typedef struct thud_local_mass {
    float x, y, angular, linear;
} thud_local_mass;

typedef struct thud_batch_bodies {
    int32_t count, dynamic_end;
    int32_t *slots; /* -1: none */
    thud_velocity *velocity;
    thud_velocity *base;
    thud_velocity *start; /* at the start of the step */
    thud_velocity *velocity_change; /* acceleration over a substep */
    thud_velocity *damping_factor; /* factor of damping over a substep */
    thud_displacement *moved;
    thud_local_mass *inverse_mass;
    thud_pose *pose; /* at the start of the step; only with joints */
    int32_t *link; /* with joint trees: number of the body's link; of others -1, less one for each contact with links */
} thud_batch_bodies;

_Static_assert(sizeof(thud_velocity) == thud_record_size && sizeof(thud_displacement) == thud_record_size &&
                   sizeof(thud_local_mass) == thud_record_size && sizeof(thud_pose) == thud_record_size,
               "one offset serves all arrays");

/* The edges in the lanes of a block; the first `count` lanes are taken. The passes read two of its four cache lines. */
typedef struct thud_block_index {
    uint32_t a[thud_block_lanes]; /* offsets of the bodies' records in their arrays [bytes] */
    uint32_t b[thud_block_lanes];
    int32_t slot[thud_block_lanes]; /* empty lanes repeat the first slot */
    int32_t count;
    uint32_t in_tree; /* a bit a lane: the joint is part of a joint tree (tree_links.h) */
    int32_t part;     /* of the constraint graph */
    int32_t reserved[13];
} thud_block_index;

/* Traits of a block of contacts. */
enum {
    THUD_BLOCK_EXTRA = 1,   /* it has an extra part */
    THUD_BLOCK_HALF = 2,    /* the second half of its lanes is empty */
    THUD_BLOCK_BOUNCES = 4, /* a contact is elastic and its approach fast enough */
};

/* Consecutive blocks [first, end) of contacts of the same traits, either all with a static or kinematic body or none. */
typedef struct thud_block_run {
    int32_t first, end;
    int32_t traits;
} thud_block_run;

/* The blocks of one kind in one batch. Only the index outlives the step. */
typedef struct thud_block_set {
    const thud_block_index *index;
    void *blocks;    /* thud_contact_block or that of a joint */
    void *extras;    /* thud_contact_extra or thud_joint_extra */
    thud_block_run *runs; /* of contacts: found as they are prepared; the last one ends at `count` */
    int32_t count;
    int32_t ground; /* from this one on, one body of each contact or joint is not dynamic */
} thud_block_set;

/* A soft constraint over a substep (Catto, "Soft Constraints", GDC 2011): bias speed per metre, and the part of the
 * impulse that is kept. */
typedef struct thud_softness {
    float bias_rate;  /* already times mass_scale */
    float mass_scale; /* 1 - impulse_scale */
    /* of contacts: offset of either point per difference of their loads, taken as a speed [s] */
    float levelling;
} thud_softness;

/* Constant over the step. */
typedef struct thud_substep {
    float h;         /* [s] */
    float inverse_h; /* [1/s] */
    int count;
    thud_softness contact, ground;
    thud_softness joint, joint_ground; /* of a joint's rigid rows */
    /* Largest correction speeds of a joint with distant anchors, as after a teleport [m/s] and [rad/s]. Without a
     * bound a long lever turned a large error into an explosion. */
    float joint_push_speed, joint_push_turn;
    float joint_far_rate; /* that of long gaps, by their length [1/s] */
    float push_out_speed;
    float most_levelled; /* largest offset of a point by levelling [m] */
    float elasticity_threshold;
    float max_speed;  /* [m/s] */
    float max_turn;   /* [rad/s] */
    float sure_limits[8]; /* of two records: values up to which a velocity is within these limits for certain */
    float warm_start; /* factor on the last step's impulses */
} thud_substep;

typedef struct thud_batch {
    const thud_solve_input *input;
    const thud_substep *substep;
    const struct thud_tree_link *tree_links;
    thud_batch_bodies bodies;
    thud_block_set sets[THUD_CONSTRAINT_KIND_COUNT];
    int kinds[THUD_CONSTRAINT_KIND_COUNT]; /* the kinds with blocks, ascending */
    int32_t kind_count;
    bool backward; /* contacts begin with their second points, in every other solve and relax pass */
    const thud_substep *on_ground; /* for joints with a static or kinematic body */
} thud_batch;

/* A pass of one kind of constraint over its blocks in a batch. */
typedef void thud_constraint_function(const thud_batch *batch, const thud_block_set *set);

/* The passes over constraints, in their order. */
typedef enum thud_constraint_pass {
    THUD_PASS_PREPARE, /* fills the blocks, warm starts the first substep */
    THUD_PASS_SOLVE,   /* before positions move */
    THUD_PASS_RELAX,   /* after positions have moved: removes the speed of the push-out */
    THUD_PASS_BOUNCE,  /* once, after all substeps */
    THUD_PASS_STORE,   /* impulses back to slots */
    THUD_PASS_SUBSTEPS, /* of a batch of one block of contacts: all substeps */
    THUD_PASS_COUNT
} thud_constraint_pass;
