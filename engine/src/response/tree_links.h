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
 * are the springs and motors of links, and their limits until they bear a load.
 * Contacts that press on a link are solved with the tree, and iterated for what begins to press.
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
    int32_t spokes;        /* of a root: most of a body, see least_spokes in joint_trees.c */
    bool is_loaded;        /* of a root: a body of the group touches one that is heavy beside it */
    int32_t heaviest, lightest; /* of a root: slots of two bodies of the group */
} thud_tree_group;

/* A link. The link of its parent precedes it. The child of a link without a body is not dynamic. */
typedef struct thud_tree_link {
    int32_t kind, place;   /* of the joint: block * 16 + lane in the set of its kind; kind -1: none */
    int32_t child, parent; /* records in the batch of the bodies that the joint links */
    int32_t up;            /* the parent's link; -1: the parent is not dynamic */
    bool child_is_b;       /* of the joint */
    bool is_soft;          /* the joint is as soft as others: of a bridge without heavy bodies of its own */
} thud_tree_link;

/* A point of a contact: a row of the tree while it presses, see tree_contacts.c. */
typedef struct thud_tree_point {
    float body[3], other[3]; /* Jacobians of the link's body and of the other one */
    float *impulse;          /* in the contact's block */
    double wanted;           /* change of the row's speed */
    double compliance;       /* with that of the other body */
    double change;           /* of the impulse */
    bool is_released;        /* it does not press, or would pull */
} thud_tree_point;

/* A contact of a link's body and one that is in no tree. */
typedef struct thud_tree_contact {
    struct thud_contact_block *block; /* null: the end of the list */
    const thud_softness *softness;
    int32_t lane;
    int32_t body, other; /* records of the link's body and of the other one */
    bool body_is_b;
    thud_tree_point points[2];
} thud_tree_contact;

/* Contacts of a batch that are solved with its trees, for each link; further ones are iterated. */
enum { THUD_CONTACTS_PER_LINK = 4 };

/* Raises the inertia of loaded light links of a batch for the step. */
void thud_slow_tree_links(const thud_batch *batch);

/* Lists the contacts of the links of a batch for the step; false if there are none. */
bool thud_find_tree_contacts(const thud_batch *batch, const thud_block_set *trees);

/* Fills their points, as a pass begins. */
void thud_fill_tree_points(const thud_batch *batch, const thud_block_set *trees, bool relaxing);

/* Adds the rows of points that press to the links' bodies, before these are eliminated. */
void thud_add_tree_points(const thud_batch *batch, const thud_block_set *trees);

/* Releases points that would pull; in the last round all. False if there are none: the links' velocities are found. */
bool thud_release_tree_points(const thud_batch *batch, const thud_block_set *trees, int round);

/* Changes the impulses of the points, and the velocities of the other bodies. */
void thud_push_tree_points(const thud_batch *batch, const thud_block_set *trees);

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
