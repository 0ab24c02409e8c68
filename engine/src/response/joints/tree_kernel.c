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

/* The compliance of links as a share of that of other joints: too little for a visible stretch of a chain, and enough
 * for joints that contradict each other, as a bar with a hinge to a post at either end, to share a load. */
static const double share_of_compliance = 1.0e-4;

/* The least compliance as a share of a row's stiffness, for rigid joints; the largest softness, for joints too soft. */
static const double least_share = 1.0e-9, most_softness = 1.0e3;

/* See add_sway_row(). */
static const double most_sway = 0.5;

/* Mass along a locked axis [kg]: so large that the motion rounds to nothing in a float. */
static const double locked_mass = 1.0e30;

/* ---- symmetric matrices of up to three rows ---- */

/* L D L^T in place: 1 / D on the diagonal, L below it. */
static void factor(double m[3][3], int count) {
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++) {
                m[i][j] -= m[i][k] * m[j][k];
            }
        }
        for (int k = 0; k < i; k++) {
            double scaled = m[i][k] * m[k][k];
            m[i][i] -= m[i][k] * scaled;
            m[i][k] = scaled;
        }
        m[i][i] = 1.0 / m[i][i];
    }
}

/* Solves for x in place with the factors. */
static void solve(double m[3][3], int count, double x[3]) {
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++) {
            x[i] -= m[i][k] * x[k];
        }
    }
    for (int i = count - 1; i >= 0; i--) {
        x[i] *= m[i][i];
        for (int k = i + 1; k < count; k++) {
            x[i] -= m[k][i] * x[k];
        }
    }
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* ---- rows ---- */

/* The data to fill the rows of a link: its joint in its block, and constants of the step. */
typedef struct link_filler {
    thud_tree_rows *rows;
    thud_joint_block *block;
    int lane;
    bool child_is_b;
    double bias_rate, share; /* of a row's stiffness: its compliance */
    const thud_substep *substep;
} link_filler;

static link_filler make_filler(const thud_batch *batch, const thud_tree_link *link, thud_tree_rows *rows) {
    const thud_softness *joint = &batch->substep->joint;
    double softness = 1.0 / (double)joint->mass_scale - 1.0;
    double share = share_of_compliance * (softness < most_softness ? softness : most_softness) + least_share;
    int32_t lane = link->place % thud_block_lanes;
    thud_joint_block *blocks = thud_joint_blocks_of(&batch->sets[link->kind], link->place / thud_block_lanes);
    return (link_filler){.rows = rows,
                         .block = blocks + lane / thud_wide_lanes,
                         .lane = lane % thud_wide_lanes,
                         .child_is_b = link->child_is_b,
                         .bias_rate = (double)batch->substep->joint_ground.bias_rate,
                         .share = share,
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
static double stiffness_of(const thud_tree_rows *rows, int i) {
    double stiffness = 0.0;
    for (int k = 0; k < 3; k++) {
        stiffness += rows->inverse[0][k] * rows->child[i][k] * rows->child[i][k];
        stiffness += rows->inverse[1][k] * rows->parent[i][k] * rows->parent[i][k];
    }
    return stiffness;
}

/* Adds a row, unless all axes that it moves are locked; returns its stiffness. */
static double add_row(const link_filler *fill, const link_row *row) {
    thud_tree_rows *rows = fill->rows;
    int i = rows->count;
    const double a[3] = {-row->x, -row->y, -row->lever_a};
    const double b[3] = {row->x, row->y, row->lever_b};
    for (int k = 0; k < 3; k++) {
        rows->child[i][k] = fill->child_is_b ? b[k] : a[k];
        rows->parent[i][k] = fill->child_is_b ? a[k] : b[k];
    }
    double bias = fill->bias_rate * row->error, stiffness = stiffness_of(rows, i);
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

static void add_angle_row(const link_filler *fill, double target, float *impulse) {
    link_row angle = {.lever_a = 1.0,
                      .lever_b = 1.0,
                      .error = (double)fill->block->extra->angle[fill->lane] - target,
                      .push = (double)fill->substep->joint_push_turn,
                      .impulse = impulse};
    add_row(fill, &angle);
}

/* Adds the row across the axis of a slider or wheel; the axis is fixed on body a. */
static void add_across_row(const link_filler *fill) {
    thud_joint_block *block = fill->block;
    int lane = fill->lane;
    double x = -(double)block->extra->axis.y[lane], y = (double)block->extra->axis.x[lane];
    double gap_x = (double)block->gap.x[lane], gap_y = (double)block->gap.y[lane];
    link_row row = along(fill, x, y);
    row.lever_a += gap_x * y - gap_y * x;
    row.error = x * gap_x + y * gap_y;
    row.impulse = &block->impulse.x[lane];
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

static bool is_firm(const thud_spring_block *spring, int lane) {
    return spring->relax_scale[lane] > 0.0f;
}

/* Fills the rows that a joint holds firmly. */
static void fill_rows(const link_filler *fill, int32_t kind) {
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
        break;
    default:
        if (holds) {
            add_point_rows(fill);
        }
        if (kind == THUD_JOINT_WELD && block->has.angular && is_firm(&extra->angular.spring, lane)) {
            add_angle_row(fill, (double)extra->angular.target[lane], &extra->angular.spring_impulse[lane]);
        }
    }
}

/* ---- factors: they change only when bodies move ---- */

static void read_inverse_masses(const thud_batch *batch, int32_t record, double inverse[3]) {
    const thud_local_mass *mass = &batch->bodies.inverse_mass[record];
    inverse[0] = (double)mass->x;
    inverse[1] = (double)mass->y;
    inverse[2] = (double)mass->angular;
}

static void fill_link(const thud_batch *batch, const thud_tree_link *link, thud_tree_rows *rows) {
    rows->count = 0;
    read_inverse_masses(batch, link->child, rows->inverse[0]);
    read_inverse_masses(batch, link->parent, rows->inverse[1]);
    if (link->kind >= 0) {
        link_filler fill = make_filler(batch, link, rows);
        fill_rows(&fill, link->kind);
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            rows->body[i][k] = 0.0;
        }
        double inverse = rows->inverse[0][i];
        rows->body[i][i] = inverse > 0.0 ? 1.0 / inverse : locked_mass;
    }
}

/* Eliminates the child from its joint's rows. */
static void eliminate_child(const thud_tree_link *link, thud_tree_rows *rows) {
    int count = rows->count;
    if (link->has_body) {
        factor(rows->body, 3);
    }
    for (int i = 0; i < count; i++) {
        double moved[3] = {rows->child[i][0], rows->child[i][1], rows->child[i][2]};
        if (link->has_body) {
            solve(rows->body, 3, moved);
        }
        for (int k = 0; k < count; k++) {
            rows->joint[i][k] = link->has_body ? dot(rows->child[k], moved) : 0.0;
        }
        rows->joint[i][i] += rows->compliance[i];
    }
    factor(rows->joint, count);
}

/* Eliminates the rows from the parent's equations. */
static void load_parent(thud_tree_rows *rows, thud_tree_rows *up) {
    for (int axis = 0; axis < 3; axis++) {
        double held[3] = {0.0, 0.0, 0.0};
        for (int i = 0; i < rows->count; i++) {
            held[i] = rows->parent[i][axis];
        }
        solve(rows->joint, rows->count, held);
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < rows->count; i++) {
                up->body[k][axis] += rows->parent[i][k] * held[i];
            }
        }
    }
}

static void factor_trees(const thud_batch *batch, const thud_block_set *set) {
    thud_tree_rows *rows = set->blocks;
    for (int32_t i = 0; i < set->count; i++) {
        fill_link(batch, &batch->tree_links[i], &rows[i]);
    }
    for (int32_t i = set->count - 1; i >= 0; i--) {
        const thud_tree_link *link = &batch->tree_links[i];
        eliminate_child(link, &rows[i]);
        if (link->up >= 0) {
            load_parent(&rows[i], &rows[link->up]);
        }
    }
}

/* ---- a pass ---- */

static double speed_of(const thud_velocity *velocity, const double jacobian[3]) {
    return jacobian[0] * (double)velocity->linear.x + jacobian[1] * (double)velocity->linear.y +
           jacobian[2] * (double)velocity->angular;
}

/* Finds the required change of the rows' speeds. */
static void find_speeds(const thud_batch *batch, const thud_tree_link *link, thud_tree_rows *rows,
                        bool relaxing) {
    const thud_velocity *child = &batch->bodies.velocity[link->child];
    const thud_velocity *parent = &batch->bodies.velocity[link->parent];
    for (int i = 0; i < rows->count; i++) {
        const float *impulse = rows->impulse[i];
        double speed = speed_of(child, rows->child[i]) + speed_of(parent, rows->parent[i]);
        double bias =
            relaxing || impulse == NULL ? 0.0 : rows->bias[i] + rows->compliance[i] * (double)*impulse;
        rows->speed[i] =
            relaxing && impulse == NULL ? 0.0 : -speed - bias; /* a sway is resisted once a substep */
    }
    rows->push[0] = rows->push[1] = rows->push[2] = 0.0;
}

/* Towards the root: adds the impulses of the links below to the parent's. */
static void pass_push(const thud_tree_link *link, thud_tree_rows *rows, thud_tree_rows *all) {
    if (link->has_body) {
        solve(rows->body, 3, rows->push);
    }
    double impulse[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < rows->count; i++) {
        rows->speed[i] -= link->has_body ? dot(rows->child[i], rows->push) : 0.0;
        impulse[i] = rows->speed[i];
    }
    if (link->up >= 0) {
        solve(rows->joint, rows->count, impulse);
        for (int i = 0; i < rows->count; i++) {
            for (int k = 0; k < 3; k++) {
                all[link->up].push[k] += rows->parent[i][k] * impulse[i];
            }
        }
    }
}

/* A locked axis keeps its speed. */
static float moved_by(float speed, double inverse_mass, double change) {
    return inverse_mass > 0.0 ? (float)((double)speed + change) : speed;
}

/* Changes the base by an impulse that is no part of the warm start, see batch.h. */
static void push_base(thud_velocity *base, const double inverse[3], const double jacobian[3],
                      double impulse) {
    base->linear.x = (float)((double)base->linear.x + inverse[0] * jacobian[0] * impulse);
    base->linear.y = (float)((double)base->linear.y + inverse[1] * jacobian[1] * impulse);
    base->angular = (float)((double)base->angular + inverse[2] * jacobian[2] * impulse);
}

/* From the root on: finds the impulses of a link and the change of its body's velocity, which it leaves in `push`. */
static void apply_link(const thud_batch *batch, const thud_tree_link *link, thud_tree_rows *rows,
                       const thud_tree_rows *all) {
    double impulse[3] = {0.0, 0.0, 0.0}, on_child[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < rows->count; i++) {
        impulse[i] = rows->speed[i] - (link->up >= 0 ? dot(rows->parent[i], all[link->up].push) : 0.0);
    }
    solve(rows->joint, rows->count, impulse);
    for (int i = 0; i < rows->count; i++) {
        if (rows->impulse[i] != NULL) {
            *rows->impulse[i] = (float)((double)*rows->impulse[i] + impulse[i]);
        } else {
            push_base(&batch->bodies.base[link->child], rows->inverse[0], rows->child[i], impulse[i]);
            push_base(&batch->bodies.base[link->parent], rows->inverse[1], rows->parent[i], impulse[i]);
        }
        for (int k = 0; k < 3; k++) {
            on_child[k] += rows->child[i][k] * impulse[i];
        }
    }
    if (link->has_body) {
        solve(rows->body, 3, on_child);
        for (int k = 0; k < 3; k++) {
            rows->push[k] += on_child[k];
        }
        thud_velocity *velocity = &batch->bodies.velocity[link->child];
        velocity->linear.x = moved_by(velocity->linear.x, rows->inverse[0][0], rows->push[0]);
        velocity->linear.y = moved_by(velocity->linear.y, rows->inverse[0][1], rows->push[1]);
        velocity->angular = moved_by(velocity->angular, rows->inverse[0][2], rows->push[2]);
    }
}

static void pass_trees(const thud_batch *batch, const thud_block_set *set, bool relaxing) {
    thud_tree_rows *rows = set->blocks;
    for (int32_t i = 0; i < set->count; i++) {
        find_speeds(batch, &batch->tree_links[i], &rows[i], relaxing);
    }
    for (int32_t i = set->count - 1; i >= 0; i--) {
        pass_push(&batch->tree_links[i], &rows[i], rows);
    }
    for (int32_t i = 0; i < set->count; i++) {
        apply_link(batch, &batch->tree_links[i], &rows[i], rows);
    }
}

void THUD_KERNEL(thud_trees_prepare)(const thud_batch *batch, const thud_block_set *set) {
    factor_trees(batch, set);
}

/* Bodies have not moved since the factors were computed. */
void THUD_KERNEL(thud_trees_solve)(const thud_batch *batch, const thud_block_set *set) {
    pass_trees(batch, set, false);
}

void THUD_KERNEL(thud_trees_relax)(const thud_batch *batch, const thud_block_set *set) {
    factor_trees(batch, set);
    pass_trees(batch, set, true);
}
