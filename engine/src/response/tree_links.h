/*
 * tree_links.h: a direct solver for joints between bodies of very different masses. In an iteration each joint of a
 * chain passes the load of a weight on to the next: the heavier the weight, the more iterations are needed, and the
 * farther the chain stretches meanwhile. If joints and bodies make a tree, their equations have an exact solution
 * in time linear in the number of joints (Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH
 * 1996): from the leaves to the root each body is eliminated with the joint that leads to the root; then the
 * impulses follow from the root to the leaves.
 *
 *     static ---- link ---- link ---- weight          a link: a body and its joint towards the root
 *            joint     joint     joint
 *
 * A joint to a static or kinematic body closes no loop: one such joint is the root's, others are links without a
 * body. A joint that closes a loop is not part of the tree: it is iterated with all other constraints, and so
 * are the springs and motors of links, and their limits but for those of hinges and sliders that bear a load.
 *
 * Trees are found when the graph is built, and only with a large mass ratio, or where a bridge bears heavy bodies; other islands
 * do not pay for them.
 */
#pragma once

#include "response/batch.h"

/* Bodies linked by firm joints. */
typedef struct thud_tree_group {
    int32_t root;          /* first: thud_find_root. Towards the smallest slot */
    int32_t degree;        /* of each body: number of its firm joints */
    int32_t joints, loops; /* of a root: joints between bodies of the group, and those that close loops */
    int32_t holds;         /* of a root: joints between the group and static or kinematic bodies */
    bool is_loaded;        /* of a root: a body of the group touches one that is heavy beside it */
    int32_t heaviest, lightest; /* of a root: slots of two bodies of the group */
    int32_t lightest_end;       /* of a root: of the bodies with one joint; -1: none */
} thud_tree_group;

/* A link. The link of its parent precedes it. The child of a link without a body is not dynamic. */
typedef struct thud_tree_link {
    int32_t kind, place;   /* of the joint: block * 16 + lane in the set of its kind; kind -1: none */
    int32_t child, parent; /* records in the batch of the bodies that the joint links */
    int32_t up;            /* the parent's link; -1: the parent is not dynamic */
    bool child_is_b;       /* of the joint */
    bool is_soft;          /* the joint is as soft as others: of a bridge without heavy bodies of its own */
} thud_tree_link;

/* Raises the inertia of loaded light links of a batch for the step. */
void thud_slow_tree_links(const thud_batch *batch);

/* A link while it is solved. In double precision: between heavy and light bodies large impulses cancel. Vectors and
 * matrices are of x, y and rotation, or of the rows of the joint. */
typedef struct thud_tree_rows {
    double child[3][3], parent[3][3]; /* Jacobians by row */
    double bias[3];                   /* speed that corrects the error [m/s or rad/s] */
    double compliance[3];
    float *impulse[3];  /* null: a sway, see add_sway_row() */
    double body[3][3];  /* mass matrix of the child with all links below; then its inverse */
    double joint[3][3]; /* of the joint's rows without the child: its inverse */
    double moved[3][3]; /* by row: change of the child's velocity per impulse */
    double held[3][3];  /* by axis of the parent: impulses of the rows against a change of its velocity */
    double push[3];     /* impulse of the links below on the child */
    double found[3];    /* impulses of the rows if the parent keeps its velocity */
    double change[3];   /* of the child's velocity */
    int32_t count;
    float load; /* impulses times levers at the child, see joint_trees.c */
} thud_tree_rows;
