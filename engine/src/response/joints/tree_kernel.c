/*
 * tree_kernel.c: solves the links of all trees of a batch, see tree_links.h. For a link with the child's mass matrix M
 * and Jacobian C, the parent's Jacobian P, impulses l, changes of velocity v of the child and w of the parent, the
 * required change r of the rows' speeds and the rows' compliance g:
 *
 *     M v = C^T l + push,   C v + P w + g l = r                              of the child and of the rows
 *     S l = r - C M^-1 push - P w          with  S = C M^-1 C^T + g          without the child
 *     M_parent += P^T S^-1 P,   push_parent += P^T S^-1 (r - C M^-1 push)    without the rows
 *
 * Compiled once per SIMD width because of the layout of the blocks; it solves one link at a time.
 */
#include "base/kernel.h"
#include "response/joints/joint_block.h"
#include "response/tree_links.h"

/* The compliance of links that are not soft as a share of that of other joints: too little for a visible stretch of a chain, and
 * enough for joints that contradict each other, as a bar with a hinge to a post at either end, to share a load. */
static const double share_of_compliance = 1.0e-4;

/* The same of soft links: the bridge then sags under a load as if its joints were iterated, which do not give way by all of their
 * compliance. */
static const double share_of_soft_links = 0.5;

/* The least compliance as a share of a row's stiffness, for rigid joints; the largest softness, for joints too soft. */
static const double least_share = 1.0e-9, most_softness = 1.0e3;

/* See add_sway_row(). */
static const double most_sway = 0.5;

/* Mass along a locked axis [kg]: so large that the motion rounds to nothing in a float. */
static const double locked_mass = 1.0e60;

/* ---- symmetric matrices ---- */

static inline double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Inverts a matrix in place, of which only the upper half is read. */
THUD_OWN_CODE void invert(double m[3][3]) {
    double xx = m[0][0], xy = m[0][1], xz = m[0][2], yy = m[1][1], yz = m[1][2], zz = m[2][2];
    double a = yy * zz - yz * yz, b = xz * yz - xy * zz, c = xy * yz - xz * yy;
    double scale = 1.0 / (xx * a + xy * b + xz * c);
    m[0][0] = a * scale;
    m[0][1] = m[1][0] = b * scale;
    m[0][2] = m[2][0] = c * scale;
    m[1][1] = (xx * zz - xz * xz) * scale;
    m[1][2] = m[2][1] = (xy * xz - xx * yz) * scale;
    m[2][2] = (xx * yy - xy * xy) * scale;
}

/* The product of a symmetric matrix and a vector. */
static inline void multiply(double m[3][3], const double v[3], double result[3]) {
    for (int k = 0; k < 3; k++) {
        result[k] = dot(m[k], v);
    }
}

/* ---- rows ---- */

/* The data to fill the rows of a link: its joint in its block, and constants of the step. */
typedef struct link_filler {
    thud_tree_rows *rows;
    thud_joint_block *block;
    int lane;
    bool child_is_b;
    const thud_local_mass *inverse_a, *inverse_b;
    double bias_rate, share; /* of a row's stiffness: its compliance */
    const thud_substep *substep;
} link_filler;

static link_filler make_filler(const thud_batch *batch, const thud_tree_link *link, thud_tree_rows *rows) {
    const thud_softness *joint = &batch->substep->joint;
    double softness = 1.0 / (double)joint->mass_scale - 1.0;
    double share = link->is_soft ? share_of_soft_links : share_of_compliance;
    const thud_local_mass *inverse = batch->bodies.inverse_mass;
    int32_t lane = link->place % thud_block_lanes;
    thud_joint_block *blocks = thud_joint_blocks_of(&batch->sets[link->kind], link->place / thud_block_lanes);
    return (link_filler){.rows = rows,
                         .block = blocks + lane / thud_wide_lanes,
                         .lane = lane % thud_wide_lanes,
                         .child_is_b = link->child_is_b,
                         .inverse_a = &inverse[link->child_is_b ? link->parent : link->child],
                         .inverse_b = &inverse[link->child_is_b ? link->child : link->parent],
                         .bias_rate = (double)batch->substep->joint_ground.bias_rate,
                         .share = share * (softness < most_softness ? softness : most_softness) + least_share,
                         .substep = batch->substep};
}

/* A row's direction and levers, its error, the largest correction speed, and its impulse; see joint_block.h. */
typedef struct link_row {
    double x, y, lever_a, lever_b;
    double error, push;
    float *impulse;
} link_row;

/* A row along a direction, with arms on both bodies. */
static link_row along(const link_filler *fill, double x, double y) {
    const thud_joint_block *block = fill->block;
    int lane = fill->lane;
    return (link_row){.x = x,
                      .y = y,
                      .lever_a = (double)block->arm_a.x[lane] * y - (double)block->arm_a.y[lane] * x,
                      .lever_b = (double)block->arm_b.x[lane] * y - (double)block->arm_b.y[lane] * x,
                      .push = (double)fill->substep->joint_push_speed};
}

/* The change of a row's speed per impulse. */
static double stiffness_of(const link_filler *fill, const link_row *row) {
    const thud_local_mass *a = fill->inverse_a, *b = fill->inverse_b;
    return row->x * row->x * ((double)a->x + (double)b->x) + row->y * row->y * ((double)a->y + (double)b->y) +
           row->lever_a * row->lever_a * (double)a->angular + row->lever_b * row->lever_b * (double)b->angular;
}

static inline void set_axes(double to[3], double x, double y, double z) {
    to[0] = x;
    to[1] = y;
    to[2] = z;
}

/* Adds a row, unless all axes that it moves are locked; returns its stiffness. */
THUD_OWN_CODE double add_row(const link_filler *fill, const link_row *row) {
    thud_tree_rows *rows = fill->rows;
    int i = rows->count;
    set_axes(fill->child_is_b ? rows->parent[i] : rows->child[i], -row->x, -row->y, -row->lever_a);
    set_axes(fill->child_is_b ? rows->child[i] : rows->parent[i], row->x, row->y, row->lever_b);
    double bias = fill->bias_rate * row->error, stiffness = stiffness_of(fill, row);
    rows->bias[i] = bias > row->push ? row->push : bias < -row->push ? -row->push : bias;
    rows->compliance[i] = fill->share * stiffness;
    rows->impulse[i] = row->impulse;
    rows->count = stiffness > 0.0 ? i + 1 : i;
    return stiffness;
}

static void add_point_rows(const link_filler *fill) {
    thud_joint_block *block = fill->block;
    int lane = fill->lane;
    link_row x = along(fill, 1.0, 0.0), y = along(fill, 0.0, 1.0);
    x.error = (double)block->gap.x[lane];
    y.error = (double)block->gap.y[lane];
    x.impulse = &block->impulse.x[lane];
    y.impulse = &block->impulse.y[lane];
    add_row(fill, &x);
    add_row(fill, &y);
}

static link_row about(const link_filler *fill) {
    return (link_row){.lever_a = 1.0,
                      .lever_b = 1.0,
                      .error = (double)fill->block->extra->angle[fill->lane],
                      .push = (double)fill->substep->joint_push_turn};
}

THUD_OWN_CODE void add_angle_row(const link_filler *fill, double target, float *impulse) {
    link_row angle = about(fill);
    angle.error -= target;
    angle.impulse = impulse;
    add_row(fill, &angle);
}

/* The row of a slider or wheel along a direction that is fixed on body a. */
static link_row along_slide(const link_filler *fill, double x, double y) {
    double gap_x = (double)fill->block->gap.x[fill->lane], gap_y = (double)fill->block->gap.y[fill->lane];
    link_row row = along(fill, x, y);
    row.lever_a += gap_x * y - gap_y * x;
    row.error = x * gap_x + y * gap_y;
    return row;
}

static bool is_firm(const thud_spring_block *spring, int lane) {
    return spring->relax_scale[lane] > 0.0f;
}

/* Adds a limit of an axis, of which `row` has the position as its error, where it is reached and bears a load. Iterated by itself
 * it would see the mass of its own two bodies alone, and find the impulse that bears a load of 20 times that so late that the load
 * bounced on it ever higher. That it only presses is left to the iteration, which also finds when it begins to. */
THUD_OWN_CODE void add_limit_row(const link_filler *fill, thud_axis_block *axis, link_row row) {
    int lane = fill->lane;
    double above = row.error - (double)axis->lower[lane], below = (double)axis->upper[lane] - row.error;
    bool is_lower = above < below;
    float *impulse = is_lower ? &axis->lower_impulse[lane] : &axis->upper_impulse[lane];
    double room = is_lower ? above : below, sign = is_lower ? 1.0 : -1.0;
    if (*impulse > 0.0f && room <= 0.0 && is_firm(&axis->limit, lane)) {
        row = (link_row){.x = sign * row.x,
                         .y = sign * row.y,
                         .lever_a = sign * row.lever_a,
                         .lever_b = sign * row.lever_b,
                         .error = room,
                         .push = row.push,
                         .impulse = impulse};
        add_row(fill, &row);
    }
}

/* Adds the row across the axis of a slider or wheel. */
static void add_across_row(const link_filler *fill) {
    const thud_vec_block *axis = &fill->block->extra->axis;
    link_row row = along_slide(fill, -(double)axis->y[fill->lane], (double)axis->x[fill->lane]);
    row.impulse = &fill->block->impulse.x[fill->lane];
    add_row(fill, &row);
}

/* A rod of length L under tension T swings across its line with w^2 = k T / L, where k is the stiffness of
 * this row; neighbours that swing against each other do so with twice that. See most_swing in joint_trees.c.
 * If (w h)^2 exceeds most_sway, this row takes the excess as an implicit spring, which resists speed by h T /
 * L times the speed. Its impulse is found anew in each substep and is no part of the warm start. */
static void add_sway_row(const link_filler *fill, double x, double y, double length, double tension) {
    thud_tree_rows *rows = fill->rows;
    int i = rows->count;
    link_row row = along(fill, -y, x);
    double spring = (double)fill->substep->h * tension / length - most_sway / add_row(fill, &row);
    rows->compliance[i] = 1.0 / spring;
    rows->count = spring > 0.0 ? i + 1 : i;
}

static void add_rod_rows(const link_filler *fill) {
    thud_joint_block *block = fill->block;
    int lane = fill->lane;
    double x = (double)block->gap.x[lane], y = (double)block->gap.y[lane];
    double length = sqrt(x * x + y * y);
    if (length > 0.0) {
        link_row row = along(fill, x / length, y / length);
        row.error = length - (double)block->extra->linear.target[lane];
        row.impulse = &block->extra->linear.spring_impulse[lane];
        add_row(fill, &row);
        add_sway_row(fill, x / length, y / length, length, -(double)*row.impulse);
    }
}

/* Fills the rows that a joint holds firmly. */
THUD_OWN_CODE void fill_rows(const link_filler *fill, int32_t kind) {
    thud_joint_block *block = fill->block;
    thud_joint_extra *extra = block->extra;
    int lane = fill->lane;
    bool holds = kind != THUD_JOINT_DISTANCE && is_firm(&extra->spring, lane);
    switch (kind) {
    case THUD_JOINT_DISTANCE:
        if (block->has.linear && is_firm(&extra->linear.spring, lane)) {
            add_rod_rows(fill);
        }
        break;
    case THUD_JOINT_WHEEL:
    case THUD_JOINT_PRISMATIC:
        if (holds) {
            add_across_row(fill);
        }
        if (holds && kind == THUD_JOINT_PRISMATIC) {
            add_angle_row(fill, 0.0, &block->impulse.y[lane]);
        }
        if (block->has.linear) {
            add_limit_row(fill, &extra->linear,
                          along_slide(fill, (double)extra->axis.x[lane], (double)extra->axis.y[lane]));
        }
        break;
    default:
        if (holds) {
            add_point_rows(fill);
        }
        if (kind == THUD_JOINT_REVOLUTE && block->has.angular) {
            add_limit_row(fill, &extra->angular, about(fill));
        }
        if (kind == THUD_JOINT_WELD && block->has.angular && is_firm(&extra->angular.spring, lane)) {
            add_angle_row(fill, (double)extra->angular.target[lane], &extra->angular.spring_impulse[lane]);
        }
    }
}

/* ---- factors: they change only when bodies move ---- */

static double mass_of(float inverse_mass) {
    return inverse_mass > 0.0f ? 1.0 / (double)inverse_mass : locked_mass;
}

static void fill_link(const thud_batch *batch, const thud_tree_link *link, thud_tree_rows *rows) {
    const thud_local_mass *inverse = &batch->bodies.inverse_mass[link->child];
    rows->count = 0;
    if (link->kind >= 0) {
        link_filler fill = make_filler(batch, link, rows);
        fill_rows(&fill, link->kind);
    }
    for (int i = rows->count; i < 3; i++) {
        set_axes(rows->child[i], 0.0, 0.0, 0.0);
        set_axes(rows->parent[i], 0.0, 0.0, 0.0);
        rows->compliance[i] = 1.0;
    }
    set_axes(rows->body[0], mass_of(inverse->x), 0.0, 0.0);
    set_axes(rows->body[1], 0.0, mass_of(inverse->y), 0.0);
    set_axes(rows->body[2], 0.0, 0.0, mass_of(inverse->angular));
    set_axes(rows->push, 0.0, 0.0, 0.0);
}

/* Eliminates the child from its joint's rows, and the rows from the parent's equations. */
static void eliminate(thud_tree_rows *rows, thud_tree_rows *up) {
    invert(rows->body);
    for (int i = 0; i < 3; i++) {
        multiply(rows->body, rows->child[i], rows->moved[i]);
        for (int k = 0; k <= i; k++) {
            rows->joint[k][i] = dot(rows->child[k], rows->moved[i]);
        }
        rows->joint[i][i] += rows->compliance[i];
    }
    invert(rows->joint);
    for (int k = 0; k < 3; k++) {
        const double column[3] = {rows->parent[0][k], rows->parent[1][k], rows->parent[2][k]};
        multiply(rows->joint, column, rows->held[k]);
        for (int axis = 0; axis <= k && up != NULL; axis++) {
            for (int i = 0; i < 3; i++) {
                up->body[axis][k] += rows->parent[i][axis] * rows->held[k][i];
            }
        }
    }
}

static void factor_trees(const thud_batch *batch, const thud_block_set *set) {
    thud_tree_rows *rows = set->blocks;
    for (int32_t i = 0; i < set->count; i++) {
        fill_link(batch, &batch->tree_links[i], &rows[i]);
    }
    thud_add_tree_points(batch, set);
    for (int32_t i = set->count - 1; i >= 0; i--) {
        int32_t up = batch->tree_links[i].up;
        eliminate(&rows[i], up >= 0 ? &rows[up] : NULL);
    }
}

/* ---- a pass ---- */

/* Towards the root: finds the impulses of a link if the parent kept its velocity, and adds them to the parent's push. */
static inline void find_impulses(const thud_batch *batch, const thud_tree_link *link, thud_tree_rows *rows,
                                 thud_tree_rows *up, bool relaxing) {
    const thud_velocity *of_child = &batch->bodies.velocity[link->child];
    const thud_velocity *of_parent = &batch->bodies.velocity[link->parent];
    double wanted[3] = {0.0, 0.0, 0.0};
    multiply(rows->body, rows->push, rows->change);
    set_axes(rows->push, 0.0, 0.0, 0.0);
    const double child[3] = {(double)of_child->linear.x + rows->change[0],
                             (double)of_child->linear.y + rows->change[1],
                             (double)of_child->angular + rows->change[2]};
    const double parent[3] = {(double)of_parent->linear.x, (double)of_parent->linear.y,
                              (double)of_parent->angular};
    for (int i = 0; i < rows->count; i++) {
        const float *impulse = rows->impulse[i];
        wanted[i] = -dot(rows->child[i], child) - dot(rows->parent[i], parent);
        if (!relaxing && impulse != NULL) {
            wanted[i] -= rows->bias[i] + rows->compliance[i] * (double)*impulse;
        } else if (impulse == NULL && relaxing) { /* a sway is resisted once a substep */
            wanted[i] = -dot(rows->child[i], rows->change);
        }
    }
    multiply(rows->joint, wanted, rows->found);
    for (int k = 0; k < 3 && up != NULL; k++) {
        for (int i = 0; i < 3; i++) {
            up->push[k] += rows->parent[i][k] * rows->found[i];
        }
    }
}

static inline void change_velocity(thud_velocity *velocity, const double change[3]) {
    velocity->linear.x = (float)((double)velocity->linear.x + change[0]);
    velocity->linear.y = (float)((double)velocity->linear.y + change[1]);
    velocity->angular = (float)((double)velocity->angular + change[2]);
}

/* Changes a base by an impulse that is no part of the warm start, see batch.h. */
static void push_base(const thud_batch *batch, int32_t record, const double jacobian[3], double impulse) {
    const thud_local_mass *inverse = &batch->bodies.inverse_mass[record];
    const double change[3] = {(double)inverse->x * jacobian[0] * impulse,
                              (double)inverse->y * jacobian[1] * impulse,
                              (double)inverse->angular * jacobian[2] * impulse};
    change_velocity(&batch->bodies.base[record], change);
}

/* From the root on: finds the impulses of a link and the change of its body's velocity. */
static inline void find_change(thud_tree_rows *rows, const thud_tree_rows *up) {
    for (int k = 0; k < 3 && up != NULL; k++) {
        for (int i = 0; i < 3; i++) {
            rows->found[i] -= rows->held[k][i] * up->change[k];
        }
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            rows->change[k] += rows->moved[i][k] * rows->found[i];
        }
    }
}

static inline void apply_link(const thud_batch *batch, const thud_tree_link *link, const thud_tree_rows *rows) {
    change_velocity(&batch->bodies.velocity[link->child], rows->change);
    for (int i = 0; i < rows->count; i++) {
        if (rows->impulse[i] != NULL) {
            *rows->impulse[i] = (float)((double)*rows->impulse[i] + rows->found[i]);
        } else {
            push_base(batch, link->child, rows->child[i], rows->found[i]);
            push_base(batch, link->parent, rows->parent[i], rows->found[i]);
        }
    }
}

static void find_changes(const thud_batch *batch, const thud_block_set *set, bool relaxing) {
    thud_tree_rows *rows = set->blocks;
    for (int32_t i = set->count - 1; i >= 0; i--) {
        const thud_tree_link *link = &batch->tree_links[i];
        find_impulses(batch, link, &rows[i], link->up >= 0 ? &rows[link->up] : NULL, relaxing);
    }
    for (int32_t i = 0; i < set->count; i++) {
        int32_t up = batch->tree_links[i].up;
        find_change(&rows[i], up >= 0 ? &rows[up] : NULL);
    }
}

/* The factors of a tree without contacts are those of the last relax pass: bodies have not moved since. */
static void pass_trees(const thud_batch *batch, const thud_block_set *set, bool relaxing) {
    const thud_tree_rows *rows = set->blocks;
    bool has_contacts = ((const thud_tree_contact *)set->extras)->block != NULL;
    thud_fill_tree_points(batch, set, relaxing);
    for (int round = 0; round == 0 || thud_release_tree_points(batch, set, round); round++) {
        if (relaxing || has_contacts) {
            factor_trees(batch, set);
        }
        find_changes(batch, set, relaxing);
    }
    for (int32_t i = 0; i < set->count; i++) {
        apply_link(batch, &batch->tree_links[i], &rows[i]);
    }
    thud_push_tree_points(batch, set);
}

void THUD_KERNEL(thud_trees_prepare)(const thud_batch *batch, const thud_block_set *set) {
    if (!thud_find_tree_contacts(batch, set)) {
        factor_trees(batch, set);
    }
}

void THUD_KERNEL(thud_trees_solve)(const thud_batch *batch, const thud_block_set *set) {
    pass_trees(batch, set, false);
}

void THUD_KERNEL(thud_trees_relax)(const thud_batch *batch, const thud_block_set *set) {
    pass_trees(batch, set, true);
}
