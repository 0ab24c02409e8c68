/*
 * joint_block.h: joints of one kind side by side, as many as one register holds: a block of sixteen is one or two
 * such parts. All kinds have one layout; a kind reads only its fields. The fields that simple joints need in all
 * passes are together, the rest is in an extra part. `start_` fields are those at the start of the step, the others
 * those of the last substep: a joint turns with its bodies within the step, so that a pendulum keeps its energy, and
 * a wheel that turns by radians a step keeps its axle.
 *
 * The impulses of a substep are the warm start of the next one (see batch.h). They acted at the arms
 * of the last substep; as the arms turn, so must the warm start, or constraint forces would lag behind
 * and add energy to everything that swings.
 */
#pragma once

#include "base/wide.h"
#include "response/batch.h"

/* Parts of a block. */
enum { thud_joint_parts = thud_block_lanes / thud_wide_lanes };

typedef struct thud_vec_block {
    float x[thud_wide_lanes], y[thud_wide_lanes];
} thud_vec_block;

/* A spring or a firm hold over a substep, see settings.c. */
typedef struct thud_spring_block {
    float bias_rate[thud_wide_lanes], mass_scale[thud_wide_lanes];
    float relax_scale[thud_wide_lanes]; /* 1: a firm hold, which is relaxed; 0: a spring, which is not */
    float bound[thud_wide_lanes];       /* largest impulse */
    float softness[thud_wide_lanes];    /* of a spring at arms, see joint_prepare.h; else 0 */
} thud_spring_block;

typedef struct thud_axis_block {
    thud_spring_block spring;
    thud_spring_block limit; /* stiffness of limits; without bound */
    float target[thud_wide_lanes], lower[thud_wide_lanes], upper[thud_wide_lanes];
    float most_bias[thud_wide_lanes]; /* see thud_substep.joint_push_speed */
    float speed[thud_wide_lanes], motor_bound[thud_wide_lanes];
    float spring_impulse[thud_wide_lanes], motor_impulse[thud_wide_lanes];
    float lower_impulse[thud_wide_lanes], upper_impulse[thud_wide_lanes];
} thud_axis_block;

/* Fields that few joints need. */
typedef struct thud_joint_extra {
    float angle[thud_wide_lanes], start_angle[thud_wide_lanes];
    thud_vec_block axis, start_axis;
    float ratio[thud_wide_lanes];
    float torn[thud_wide_lanes];    /* 1: its arms meet in the middle of its gap; filled if THUD_LINKS_TORN */
    float push[thud_wide_lanes];    /* the largest correction speed of its gap; likewise */
    float in_tree[thud_wide_lanes]; /* 1: a joint tree solves its firm rows; filled if THUD_LINKS_TREE */
    thud_spring_block spring; /* of a soft hold */
    thud_vec_block most_bias; /* of the same */
    thud_axis_block angular, linear;
} thud_joint_extra;

/* The kind of the sixteen joints, and the parts in use by any of them; other parts are neither filled nor solved. */
typedef struct thud_block_parts {
    uint8_t kind;                            /* thud_joint_kind of all sixteen */
    uint8_t hold, soft_hold, linear, angular;
    uint8_t angle; /* the angle is computed in each substep */
    uint8_t half;  /* the second half of the sixteen is empty */
    uint8_t links; /* see below */
} thud_block_parts;

/* In `links`. */
enum {
    THUD_LINKS_TREE = 1, /* some are in a joint tree (tree_links.h) */
    THUD_LINKS_TORN = 2, /* some have gaps at whose middle their arms meet (point_rows.h), or long ones */
};

typedef struct thud_joint_block {
    float inverse_ax[thud_wide_lanes], inverse_ay[thud_wide_lanes], inverse_aw[thud_wide_lanes]; /* of body a */
    float inverse_bx[thud_wide_lanes], inverse_by[thud_wide_lanes], inverse_bw[thud_wide_lanes];
    thud_vec_block arm_a, arm_b; /* from the centres of mass to the anchors */
    thud_vec_block gap;          /* from anchor a to anchor b */
    float mass_xx[thud_wide_lanes], mass_xy[thud_wide_lanes], mass_yy[thud_wide_lanes]; /* effective, of the hold */
    thud_vec_block impulse;                                                             /* of the same */
    thud_vec_block start_arm_a, start_arm_b;
    thud_vec_block start_apart; /* from centre a to centre b */
    union {
        struct {
            thud_block_parts has;
            thud_joint_extra *extra;
        };
        float row[thud_wide_lanes]; /* of the size of the others */
    };
} thud_joint_block;

/* Bytes for sixteen joints: the same at every SIMD width. */
enum {
    thud_joint_block_size = 24 * thud_block_lanes * 4,
    thud_joint_extra_size = (10 + 5 + 2 + 2 * 20) * thud_block_lanes * 4
};

_Static_assert(sizeof(thud_joint_block) * thud_joint_parts == thud_joint_block_size &&
                   sizeof(thud_joint_extra) * thud_joint_parts == thud_joint_extra_size,
               "rows of floats and nothing else");

/* The lanes of the index that belong to a part. */
typedef struct thud_part_index {
    const uint32_t *a, *b;
    const int32_t *slot;
} thud_part_index;

static inline thud_part_index thud_index_of_part(const thud_block_index *index, int part) {
    int lane = part * thud_wide_lanes;
    thud_part_index lanes = {index->a + lane, index->b + lane, index->slot + lane};
    return lanes;
}

static inline thud_joint_block *thud_joint_blocks_of(const thud_block_set *set, int32_t block) {
    return (thud_joint_block *)set->blocks + (ptrdiff_t)block * thud_joint_parts;
}

static inline thud_joint_extra *thud_joint_extras_of(const thud_block_set *set, int32_t block) {
    return (thud_joint_extra *)set->extras + (ptrdiff_t)block * thud_joint_parts;
}

/* Number of a block's parts that contain joints. */
static inline int thud_taken_parts(const thud_joint_block *first) {
    return first->has.half && thud_joint_parts > 1 ? thud_joint_parts / 2 : thud_joint_parts;
}
