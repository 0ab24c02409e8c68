/*
 * batch.h: what one thread works on for a whole step, laid out so that the kernels stream over it. Bodies get
 * numbers of the batch:
 *
 *     0              1 ..              dynamic_end ..          count (even)
 *     nothing: for   dynamic bodies    bodies that do not      padding
 *     empty lanes    of the islands    yield, copied: read
 *                                      by many, never changed
 *
 * Each record has four floats, so that a lane fetches it by one load. Numbers 0 and copies have no inverse
 * mass: a kernel writes them back unchanged (x + 0 * impulse), without a branch.
 *
 * A substep's constraints change velocities by what their impulses do. That sum is the warm start of the next
 * substep, so it is not computed again: `base` is the velocity before the constraints, velocity - base is
 * their sum. Whatever else changes a velocity must change `base` by the same amount. As the arms of joints turn, so
 * must what they did: the fourth float of a velocity is how much more it is to turn the body in the next substep.
 */
#ifndef THUD_SRC_RESPONSE_BATCH_H
#define THUD_SRC_RESPONSE_BATCH_H

#include "base/memory.h"
#include "response/solve_input.h"

/* What a constraint is, in the order in which a substep solves them: contacts have the last word. */
enum {
    /* the kinds of joints, then */
    THUD_CONSTRAINT_TREE = THUD_JOINT_KIND_COUNT, /* joint trees (tree_links.h): has no edges of its own */
    THUD_CONSTRAINT_CONTACT,
    THUD_CONSTRAINT_KIND_COUNT
};

/* Joints and contacts come in blocks of sixteen, which are solved in halves where registers are narrower
 * (base/wide.h). */
enum { thud_block_lanes = 16 };

/* Bytes of a body's record in each array. */
enum { thud_record_size = 16 };

/* Inverse masses along x and y differ under an axis lock only. `linear` is the larger one. */
typedef struct thud_local_mass {
    float x, y, angular, linear;
} thud_local_mass;

typedef struct thud_batch_bodies {
    int32_t count, dynamic_end;
    int32_t *slots; /* -1: none */
    thud_velocity *velocity;
    thud_velocity *base;
    thud_velocity *start; /* as the step found it */
    thud_velocity *velocity_change; /* acceleration over a substep */
    thud_velocity *damping_factor; /* factor of damping over a substep */
    thud_displacement *moved;
    thud_local_mass *inverse_mass;
    thud_pose *pose;   /* as the step found it: where there are joints */
    thud_pose *turned; /* the same as `moved`, the turn as cosine and sine: where there are joints */
} thud_batch_bodies;

_Static_assert(sizeof(thud_velocity) == thud_record_size && sizeof(thud_displacement) == thud_record_size &&
                   sizeof(thud_local_mass) == thud_record_size && sizeof(thud_pose) == thud_record_size,
               "one offset serves all arrays");

/* What the lanes of a block stand for: the first `count` are taken. The passes read two of its four cache lines. */
typedef struct thud_block_index {
    uint32_t a[thud_block_lanes]; /* where the bodies' records are in their arrays [bytes] */
    uint32_t b[thud_block_lanes];
    int32_t slot[thud_block_lanes]; /* empty lanes repeat the first */
    int32_t count;
    uint32_t in_tree; /* a bit a lane: the joint is part of a joint tree (tree_links.h) */
    int32_t part;     /* of the constraint graph */
    int32_t reserved[13];
} thud_block_index;

/* What is known of a block of contacts as a whole. */
enum {
    THUD_BLOCK_EXTRA = 1,    /* it has an extra part */
    THUD_BLOCK_HALF = 2,     /* the second half of its lanes is empty */
    THUD_BLOCK_BOUNCES = 4,  /* some of its contacts are elastic and met fast enough */
    THUD_BLOCK_BACKWARD = 8, /* the next solve pass begins with the second points */
    THUD_BLOCK_SORT = THUD_BLOCK_EXTRA | THUD_BLOCK_HALF | THUD_BLOCK_BOUNCES /* what solving it depends on */
};

/* The blocks of one kind in one batch. All but the index lives no longer than the batch is being solved. */
typedef struct thud_block_set {
    const thud_block_index *index;
    void *blocks;    /* thud_contact_block or that of a joint */
    void *extras;    /* thud_contact_extra or thud_joint_extra */
    uint8_t *traits; /* of contacts, by block */
    int32_t count;
    int32_t ground; /* from this one on, one side does not yield */
} thud_block_set;

/* A soft constraint over a substep (Catto, "Soft Constraints", GDC 2011): bias speed a metre, and the share
 * of the impulse that is kept. */
typedef struct thud_softness {
    float bias_rate;  /* already times mass_scale */
    float mass_scale; /* 1 - impulse_scale */
    float
        levelling; /* of contacts: how far apart two points are set for a difference of their loads as a speed [s] */
} thud_softness;

/* Constant over the step. */
typedef struct thud_substep {
    float h;         /* [s] */
    float inverse_h; /* [1/s] */
    int count;
    thud_softness contact, ground;
    thud_softness joint, joint_ground; /* of what a joint holds rigidly */
    /* A joint whose anchors are far apart, as those of bodies just teleported, draws them together no faster
     * [m/s] and [rad/s]. Without a bound a long lever turned what was far off into explosions. */
    float joint_push_speed, joint_push_turn;
    float push_out_speed;
    float elasticity_threshold;
    float max_speed;  /* [m/s] */
    float max_turn;   /* [rad/s] */
    float warm_start; /* factor on the last step's impulses */
} thud_substep;

typedef struct thud_batch {
    const thud_solve_input *input;
    const thud_substep *substep;
    const struct thud_tree_link *tree_links;
    thud_batch_bodies bodies;
    thud_block_set sets[THUD_CONSTRAINT_KIND_COUNT];
    int kinds[THUD_CONSTRAINT_KIND_COUNT]; /* those that have blocks, ascending */
    int32_t kind_count;
} thud_batch;

/* One of the things that a kind of constraint does to its blocks in a batch. */
typedef void thud_constraint_function(const thud_batch *batch, const thud_block_set *set);

/* The passes over constraints, in this order: */
typedef enum thud_constraint_pass {
    THUD_PASS_PREPARE, /* fills blocks; warm starts the first substep */
    THUD_PASS_SOLVE,   /* before positions move */
    THUD_PASS_RELAX,   /* after that: takes out what was added to push apart */
    THUD_PASS_BOUNCE,  /* once, after all substeps */
    THUD_PASS_STORE,   /* impulses back to slots */
    THUD_PASS_COUNT
} thud_constraint_pass;

/* What a kind of constraint does in each pass; null: nothing. */
typedef struct thud_constraint_functions {
    thud_constraint_function *pass[THUD_PASS_COUNT];
} thud_constraint_functions;

#endif
