/* joint_trees.c: finds the joint trees of a constraint graph, and their loads. */
#include "response/tree_links.h"

#include "base/memory.h"
#include "response/constraint_graph.h"

/* The direct solver is used if the heaviest of the bodies that joints link has at least this many times the mass of the
 * lightest. Below, chains stretch little; ragdolls and vehicles stay below. It is also used for a bridge, held by two joints or
 * more with static or kinematic bodies, if a body that touches it has so many times the mass of the one that it touches. Its
 * joints stay as soft as others, so that it sags as before. */
static const float least_mass_ratio = 20.0f;
static const int32_t least_holds = 2;

/* And for a hub: a body with at least so many spokes, joints to bodies that are not much lighter. Iterated, each undoes what the
 * others did: a windmill of four blades welded to a hub of their mass turned ever faster. Beside a weld or slider the hub has at
 * most 8 times the mass of the other body, beside a wheel or rod half. Hinges do not count: they are many, and the hub must be light
 * for six of them to come apart. */
static const int32_t least_spokes = 4;
static const float most_of_hub = 8.0f, most_beside_wheel = 0.5f;

/* And if at most one in this many joints closes a loop. Such joints are iterated; in a grid they are half of all. */
static const int32_t least_joints_a_loop = 8;

/* A link of inertia J and length L under tension T swings about the line between its joints with w^2 = T L /
 * J, as a string does. With a light link and a heavy load that is too fast for substeps of h: without this
 * bound the swing gained energy and tore a chain of 1:1,000 apart. If (w h)^2 exceeds the bound, the inertia
 * is raised and the angular velocity lowered by the same factor, as an implicit Euler step would do (Andrews,
 * Teichmann and Kovecses, "Geometric Stiffness for Real-time Constrained Multibody Dynamics", 2017). */
static const float most_swing = 1.0f;

/* ---- groups ---- */

static float ratio_of(float most, float least) {
    return least > 0.0f ? most / least : 1.0f;
}

static bool is_uneven(const thud_solve_input *input, int32_t light, int32_t heavy) {
    return ratio_of(input->inverse_masses[light].linear, input->inverse_masses[heavy].linear) >=
           least_mass_ratio;
}

/* Of two bodies that touch the one beside which the other is heavy; -1: neither. */
static int32_t loaded_body(const thud_solve_input *input, int32_t a, int32_t b) {
    if (a < 0 || b < 0) {
        return -1;
    }
    return is_uneven(input, a, b) ? a : is_uneven(input, b, a) ? b : -1;
}

/* Whether any two bodies with joints have such a mass ratio, or there may be a bridge or a hub. False in most worlds. */
static bool may_have_trees(const thud_constraint_graph *graph, const thud_solve_input *input) {
    float least = 3.0e38f, most = 0.0f;
    int32_t supports = 0; /* joints that may hold a bridge or be spokes: a tree needs two of either */
    for (int32_t i = 0; i < input->joint_count; i++) {
        supports += input->joints[graph->unsorted[i].slot].frame.kind != THUD_JOINT_REVOLUTE;
        const int32_t ends[2] = {graph->unsorted[i].a, graph->unsorted[i].b};
        for (int end = 0; end < 2; end++) {
            float inverse = ends[end] >= 0 ? input->inverse_masses[ends[end]].linear : 0.0f;
            least = inverse > 0.0f ? thud_min(least, inverse) : least;
            most = thud_max(most, inverse);
            supports += inverse == 0.0f;
        }
    }
    return ratio_of(most, least) >= least_mass_ratio || supports >= least_holds;
}

/* Whether a joint is a spoke of a body, see least_spokes. */
static bool is_spoke(const thud_solve_input *input, int32_t body, int32_t other, int kind) {
    const thud_inverse_mass *of_body = &input->inverse_masses[body], *of_other = &input->inverse_masses[other];
    float most = kind == THUD_JOINT_WELD || kind == THUD_JOINT_PRISMATIC ? most_of_hub : most_beside_wheel;
    return kind != THUD_JOINT_REVOLUTE && of_other->linear <= most * of_body->linear;
}

static bool is_dynamic_in(const thud_constraint_graph *graph, int32_t body) {
    return body >= 0 && graph->links[body].root >= 0;
}

/* Unites the groups of two bodies with a joint; returns false if it closes a loop. */
static bool unite_groups(thud_tree_group *groups, const thud_inverse_mass *masses, int32_t a, int32_t b) {
    a = thud_find_root(groups, sizeof *groups, a);
    b = thud_find_root(groups, sizeof *groups, b);
    thud_tree_group *root = &groups[a < b ? a : b];
    root->joints++;
    if (a == b) {
        root->loops++;
        return false;
    }
    const thud_tree_group other = groups[a < b ? b : a];
    groups[a < b ? b : a].root = root->root;
    root->joints += other.joints;
    root->loops += other.loops;
    root->holds += other.holds;
    root->spokes = root->spokes > other.spokes ? root->spokes : other.spokes;
    root->heaviest =
        masses[other.heaviest].linear < masses[root->heaviest].linear ? other.heaviest : root->heaviest;
    root->lightest =
        masses[other.lightest].linear > masses[root->lightest].linear ? other.lightest : root->lightest;
    return true;
}

static thud_tree_group *group_of(const thud_constraint_graph *graph, int32_t body) {
    return &graph->groups[thud_find_root(graph->groups, sizeof *graph->groups, body)];
}

/* Each body is a group: counts its firm joints, all of which may be part of a tree. */
static void begin_groups(thud_constraint_graph *graph, const thud_solve_input *input) {
    for (int i = 0; i < input->awake_count; i++) {
        int32_t body = input->awake[i];
        graph->groups[body] = (thud_tree_group){.root = body, .heaviest = body, .lightest = body};
    }
    for (int32_t i = 0; i < input->joint_count; i++) {
        thud_unsorted_edge *edge = &graph->unsorted[i];
        bool dynamic_a = is_dynamic_in(graph, edge->a), dynamic_b = is_dynamic_in(graph, edge->b);
        const thud_joint *joint = &input->joints[edge->slot];
        edge->in_tree = (dynamic_a || dynamic_b) && thud_joint_is_firm(joint);
        for (int end = 0; end < 2 && edge->in_tree; end++) {
            if (end == 0 ? dynamic_a : dynamic_b) {
                int32_t body = end == 0 ? edge->a : edge->b, other = edge->a + edge->b - body;
                thud_tree_group *group = &graph->groups[body];
                group->degree++;
                if (dynamic_a && dynamic_b) {
                    group->spokes += is_spoke(input, body, other, joint->frame.kind);
                } else {
                    group->holds++;
                }
            }
        }
    }
}

/* Unites groups by the joints with a body of more than two joints, or by the others. A joint that closes a loop is no part of a
 * tree. As others come last it is inside of a plain chain if there is one: a ring of twelve between a post and a load of a
 * thousand times the mass has gaps of up to 0.56 m; it had 1.0 m if the removed joint was beside the post or the load. */
static void join_groups(thud_constraint_graph *graph, const thud_solve_input *input, bool at_branches) {
    thud_tree_group *groups = graph->groups;
    for (int32_t i = 0; i < input->joint_count; i++) {
        thud_unsorted_edge *edge = &graph->unsorted[i];
        if (edge->in_tree && is_dynamic_in(graph, edge->a) && is_dynamic_in(graph, edge->b) &&
            at_branches == (groups[edge->a].degree > 2 || groups[edge->b].degree > 2)) {
            edge->in_tree = unite_groups(groups, input->inverse_masses, edge->a, edge->b);
        }
    }
}

static void group_bodies(thud_constraint_graph *graph, const thud_solve_input *input) {
    begin_groups(graph, input);
    join_groups(graph, input, true);
    join_groups(graph, input, false);
    for (int32_t i = input->joint_count; i < graph->edge_count; i++) {
        int32_t loaded = loaded_body(input, graph->unsorted[i].a, graph->unsorted[i].b);
        if (is_dynamic_in(graph, loaded)) {
            group_of(graph, loaded)->is_loaded = true;
        }
    }
}

static bool may_be_tree(const thud_tree_group *group) {
    return group->loops * least_joints_a_loop <= group->joints;
}

static bool is_bridge(const thud_tree_group *group) {
    return group->holds >= least_holds && may_be_tree(group);
}

/* The group of a body if it is solved as a tree; else null. */
static const thud_tree_group *tree_of(const thud_constraint_graph *graph, const thud_solve_input *input,
                                      int32_t body) {
    const thud_tree_group *group = group_of(graph, body);
    bool is_needed = is_uneven(input, group->lightest, group->heaviest) || group->spokes >= least_spokes ||
                     (group->is_loaded && group->holds >= least_holds);
    return is_needed && may_be_tree(group) ? group : NULL;
}

void thud_group_trees(thud_constraint_graph *graph, const thud_solve_input *input) {
    graph->any_trees = may_have_trees(graph, input);
    if (!graph->any_trees) {
        return;
    }
    group_bodies(graph, input);
    for (int i = 0; i < input->awake_count; i++) {
        int32_t body = input->awake[i];
        thud_graph_part *part = &graph->parts[graph->part[body]];
        const thud_tree_group *tree = tree_of(graph, input, body);
        if (tree == NULL) {
            part->has_unloaded_bridge |= is_bridge(group_of(graph, body));
        } else if (graph->partition_count > 0) {
            graph->part[body] = graph->part[tree->heaviest];
            part->body_count--;
            graph->parts[graph->part[body]].body_count++;
        }
    }
}

bool thud_loads_bridge(const thud_constraint_graph *graph, const thud_solve_input *input, int32_t a,
                       int32_t b) {
    int32_t part = thud_part_of_body(graph, loaded_body(input, a, b));
    return part >= 0 && graph->parts[part].has_unloaded_bridge;
}

/* A body in the search. */
typedef struct tree_body {
    int32_t first_joint; /* its joints in `joints_of`; they end where those of the next body begin */
    int32_t link;        /* -1: none yet */
} tree_body;

/* A joint in the search. */
typedef struct tree_joint {
    int32_t kind, place, a, b;
    bool dynamic_a, dynamic_b;
    bool is_listed; /* as the joint at the root */
    bool is_soft;   /* see thud_tree_link */
} tree_joint;

/* The search in one part. */
typedef struct tree_search {
    const thud_constraint_graph *graph;
    const thud_solve_input *input;
    const thud_graph_part *part;
    tree_body *bodies; /* by record */
    tree_joint *joints;
    int32_t *joints_of; /* indices of joints, body by body */
    int32_t joint_count;
    thud_tree_link *links; /* out */
    int32_t link_count;
} tree_search;

/* ---- joints of a part ---- */

/* Lists the joints of a part that trees may solve. */
static void list_joints(tree_search *search) {
    const thud_constraint_graph *graph = search->graph;
    for (int kind = 0; kind < THUD_CONSTRAINT_TREE; kind++) {
        for (int32_t i = search->part->first_edge[kind]; i < search->part->first_edge[kind + 1]; i++) {
            const thud_unsorted_edge *bodies = &graph->unsorted[graph->sorted[i]];
            const thud_edge *edge = &graph->edges[i];
            bool dynamic_a = is_dynamic_in(graph, bodies->a), dynamic_b = is_dynamic_in(graph, bodies->b);
            const thud_tree_group *tree =
                bodies->in_tree ? tree_of(graph, search->input, dynamic_a ? bodies->a : bodies->b) : NULL;
            if (tree != NULL) {
                search->joints[search->joint_count++] =
                    (tree_joint){.kind = kind,
                                 .place = graph->places[i],
                                 .a = edge->a,
                                 .b = edge->b,
                                 .dynamic_a = dynamic_a,
                                 .dynamic_b = dynamic_b,
                                 .is_soft = !is_uneven(search->input, tree->lightest, tree->heaviest)};
            }
        }
    }
}

/* ---- their links ---- */

static void list_joints_of_bodies(tree_search *search) {
    int32_t end = search->part->dynamic_end, start = 0;
    tree_body *bodies = search->bodies;
    for (int32_t i = 0; i < end; i++) {
        bodies[i] = (tree_body){.first_joint = 0, .link = -1};
    }
    for (int32_t i = 0; i < search->joint_count; i++) {
        const tree_joint *joint = &search->joints[i];
        if (joint->dynamic_a && joint->dynamic_b) {
            bodies[joint->a].first_joint++;
            bodies[joint->b].first_joint++;
        }
    }
    for (int32_t i = 1; i < end; i++) {
        start += bodies[i].first_joint;
        bodies[i].first_joint = start; /* filling moves it back to the first joint */
    }
    bodies[end].first_joint = start;
    for (int32_t i = search->joint_count - 1; i >= 0; i--) {
        const tree_joint *joint = &search->joints[i];
        if (joint->dynamic_a && joint->dynamic_b) {
            search->joints_of[--bodies[joint->a].first_joint] = i;
            search->joints_of[--bodies[joint->b].first_joint] = i;
        }
    }
}

/* Adds the link of a body, with a joint towards the root unless it is a root without; returns its number. */
static int32_t add_link(tree_search *search, const tree_joint *joint, int32_t body, int32_t up) {
    thud_tree_link link = {.kind = -1, .child = body, .up = up};
    if (joint != NULL) {
        link.kind = joint->kind;
        link.place = joint->place;
        link.child_is_b = joint->b == body;
        link.is_soft = joint->is_soft;
        link.parent = link.child_is_b ? joint->a : joint->b;
    }
    search->links[search->link_count] = link;
    return search->link_count++;
}

/* Adds the links of all bodies that joints lead to from the last one. */
static void add_branches(tree_search *search) {
    for (int32_t i = search->link_count - 1; i < search->link_count; i++) {
        int32_t body = search->links[i].child;
        for (int32_t k = search->bodies[body].first_joint; k < search->bodies[body + 1].first_joint; k++) {
            const tree_joint *joint = &search->joints[search->joints_of[k]];
            int32_t other = joint->a == body ? joint->b : joint->a;
            if (search->bodies[other].link < 0) {
                search->bodies[other].link = add_link(search, joint, other, i);
            }
        }
    }
}

/* Adds trees with a static or kinematic root, then other trees, then further joints to static and kinematic bodies. */
static void add_links(tree_search *search) {
    for (int32_t i = 0; i < search->joint_count; i++) {
        tree_joint *joint = &search->joints[i];
        int32_t body = joint->dynamic_a ? joint->a : joint->b;
        if (joint->dynamic_a != joint->dynamic_b && search->bodies[body].link < 0) {
            search->bodies[body].link = add_link(search, joint, body, -1);
            add_branches(search);
            joint->is_listed = true;
        }
    }
    for (int32_t i = 0; i < search->joint_count; i++) {
        const tree_joint *joint = &search->joints[i];
        if (joint->dynamic_a && joint->dynamic_b && search->bodies[joint->a].link < 0) {
            search->bodies[joint->a].link = add_link(search, NULL, joint->a, -1);
            add_branches(search);
        }
    }
    for (int32_t i = 0; i < search->joint_count; i++) {
        const tree_joint *joint = &search->joints[i];
        if (joint->dynamic_a != joint->dynamic_b && !joint->is_listed) {
            int32_t body = joint->dynamic_a ? joint->a : joint->b;
            add_link(search, joint, joint->dynamic_a ? joint->b : joint->a, search->bodies[body].link);
        }
    }
}

/* ---- the parts ---- */

/* Reserves memory for the search in a part and for its links. */
static bool reserve(thud_constraint_graph *graph, const thud_hooks *hooks, tree_search *search,
                    int32_t first_link) {
    int32_t joints = search->part->first_edge[THUD_CONSTRAINT_TREE] - search->part->first_edge[0];
    int32_t bodies = search->part->dynamic_end + 1;
    size_t size = (size_t)bodies * sizeof *search->bodies + (size_t)joints * sizeof *search->joints +
                  2 * (size_t)joints * sizeof *search->joints_of;
    int32_t lines = (int32_t)(thud_whole_lines(size) / THUD_ALIGNMENT);
    if (!thud_reserve(hooks, &graph->tree_scratch, THUD_ALIGNMENT, &graph->tree_scratch_capacity, lines) ||
        !THUD_RESERVE(hooks, graph->tree_links, graph->tree_link_capacity, first_link + joints + bodies)) {
        return false;
    }
    search->bodies = (void *)graph->tree_scratch;
    search->joints = (void *)(search->bodies + bodies);
    search->joints_of = (void *)(search->joints + joints);
    search->links = graph->tree_links + first_link;
    return true;
}

bool thud_find_trees(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    int32_t first_link = 0;
    for (int32_t i = 0; i < graph->part_count; i++) {
        thud_graph_part *part = &graph->parts[i];
        tree_search search = {.graph = graph, .input = input, .part = part};
        part->first_tree_link = first_link;
        part->coloring[THUD_CONSTRAINT_TREE] = (thud_coloring){0, 0};
        if (graph->any_trees && i < graph->body_part_count) {
            if (!reserve(graph, hooks, &search, first_link)) {
                return false;
            }
            list_joints(&search);
        }
        if (search.joint_count > 0) {
            list_joints_of_bodies(&search);
            add_links(&search);
            part->coloring[THUD_CONSTRAINT_TREE].block_count = search.link_count;
            first_link += search.link_count;
        }
    }
    return true;
}

/* ---- inertia ---- */

/* The joint of a link, with its impulse of the last substep. */
static const thud_joint *joint_of(const thud_batch *batch, const thud_tree_link *link) {
    const thud_block_index *index = &batch->sets[link->kind].index[link->place / thud_block_lanes];
    return &batch->input->joints[index->slot[link->place % thud_block_lanes]];
}

/* Sums impulse times lever at the joints of each link's body, in all directions [N s m]. */
static void sum_loads(const thud_batch *batch, const thud_block_set *trees) {
    thud_tree_rows *rows = trees->blocks;
    for (int32_t i = 0; i < trees->count; i++) {
        const thud_tree_link *link = &batch->tree_links[i];
        rows[i].load = 0.0f;
        if (link->kind >= 0) {
            const thud_joint *joint = joint_of(batch, link);
            float impulse = thud_vec2_length(joint->state.impulse);
            float on_a = impulse * thud_vec2_length(joint->frame.anchor_a);
            float on_b = impulse * thud_vec2_length(joint->frame.anchor_b);
            rows[i].load = link->child_is_b ? on_b : on_a;
            if (link->up >= 0) {
                rows[link->up].load += link->child_is_b ? on_a : on_b;
            }
        }
    }
}

void thud_slow_tree_links(const thud_batch *batch) {
    const thud_block_set *trees = &batch->sets[THUD_CONSTRAINT_TREE];
    const thud_tree_rows *rows = trees->blocks;
    sum_loads(batch, trees);
    for (int32_t i = 0; i < trees->count; i++) {
        const thud_tree_link *link = &batch->tree_links[i];
        thud_local_mass *mass = &batch->bodies.inverse_mass[link->child];
        float swing = batch->substep->h * rows[i].load * mass->angular;
        if (swing > most_swing) {
            float share = most_swing / swing;
            mass->angular *= share;
            batch->bodies.damping_factor[link->child].angular *= share;
            batch->bodies.velocity_change[link->child].angular *= share;
        }
    }
}
