/*
 * island.c: islands by union-find. The root of a tree is always the smallest slot in it, so that the result
 * does not depend on the order of the constraints, and a walk over ascending slots meets each root before the
 * rest of its island.
 */
#include "response/island.h"

#include <string.h>

#include "base/memory.h"

/* ---- islands ---- */

static int32_t find_root(thud_island_link *links, int32_t slot) {
    while (links[slot].root != slot) {
        links[slot].root = links[links[slot].root].root;
        slot = links[slot].root;
    }
    return slot;
}

/* Links the bodies of an edge and notes it at both of them. Both get the root at once: it is all that is looked at
 * where they meet again. */
static inline void link_edge(thud_island_link *links, const thud_unsorted_edge *edge) {
    int32_t root_a = edge->a >= 0 ? links[edge->a].root : -1;
    int32_t root_b = edge->b >= 0 ? links[edge->b].root : -1;
    if (root_a >= 0 && root_b >= 0 && root_a != root_b) {
        root_a = find_root(links, root_a);
        root_b = find_root(links, root_b);
        int32_t root = root_a < root_b ? root_a : root_b;
        links[root_a > root_b ? root_a : root_b].root = root;
        links[edge->a].root = links[edge->b].root = root;
    }
    if (root_a >= 0) {
        links[edge->a].half_edges += root_b >= 0 ? 1 : 2;
    }
    if (root_b >= 0) {
        links[edge->b].half_edges += root_a >= 0 ? 1 : 2;
    }
}

/* What the tasks that list edges share. */
typedef struct edge_lister {
    thud_island_graph *graph;
    const thud_solve_input *input;
    int32_t range_count;
} edge_lister;

/* Edges of a range: some microseconds. */
enum { range_edges = 2048 };

/* Joints between asking for one and using it. */
enum { prefetch_distance = 8 };

static void list_joints(thud_island_graph *graph, const thud_solve_input *input, int32_t first, int32_t end) {
    for (int32_t i = first; i < end; i++) {
        if (i + prefetch_distance < end) {
            __builtin_prefetch(&input->joints[input->active_joints[i + prefetch_distance]]);
        }
        int32_t slot = input->active_joints[i];
        const thud_joint *joint = &input->joints[slot];
        graph->unsorted[i] =
            (thud_unsorted_edge){slot, joint->state.body_a, joint->state.body_b, joint->frame.kind};
    }
}

/* Contacts come behind the joints. */
static void list_contacts(thud_island_graph *graph, const thud_solve_input *input, int32_t first, int32_t end) {
    for (int32_t i = first; i < end; i++) {
        int32_t slot = input->contacts[i];
        graph->unsorted[input->joint_count + i] =
            (thud_unsorted_edge){slot, input->pairs[slot].body_a, input->pairs[slot].body_b, -1};
    }
}

static void clear_links(thud_island_graph *graph, const thud_solve_input *input) {
    thud_fill_bytes(graph->links, 0xff, (size_t)input->body_slots * sizeof *graph->links);
    thud_fill_bytes(graph->piece, 0xff, (size_t)input->body_slots * sizeof *graph->piece);
    for (int i = 0; i < input->awake_count; i++) {
        graph->links[input->awake[i]] = (thud_island_link){input->awake[i], 0};
    }
}

/* Lists a range of the joints and one of the contacts; the first task clears the links besides. */
static void list_range(int32_t range, int32_t worker, void *context) {
    (void)worker;
    const edge_lister *lister = context;
    const thud_solve_input *input = lister->input;
    if (range == 0) {
        clear_links(lister->graph, input);
    }
    int64_t number = range, count = lister->range_count;
    list_joints(lister->graph, input, (int32_t)(input->joint_count * number / count),
                (int32_t)(input->joint_count * (number + 1) / count));
    list_contacts(lister->graph, input, (int32_t)(input->contact_count * number / count),
                  (int32_t)(input->contact_count * (number + 1) / count));
}

static void link_constraints(thud_island_graph *graph, const thud_solve_input *input) {
    graph->edge_count = input->joint_count + input->contact_count;
    edge_lister lister = {graph, input, graph->edge_count / range_edges + 1};
    thud_tasks_run(input->tasks, list_range, &lister, lister.range_count);
    for (int32_t i = 0; i < graph->edge_count; i++) {
        link_edge(graph->links, &graph->unsorted[i]);
    }
}

/* Numbers the islands and lists their bodies. */
static void list_bodies(thud_island_graph *graph, const thud_solve_input *input) {
    thud_island_link *links = graph->links;
    int32_t *island_of = graph->island;
    int32_t count = 0;
    for (int i = 0; i < input->awake_count; i++) {
        int32_t slot = input->awake[i];
        int32_t root = find_root(links, slot);
        if (root == slot) {
            graph->edge_counts[count] = graph->starts[count] = 0;
            island_of[slot] = count++;
        } else {
            island_of[slot] = island_of[root];
        }
        int32_t island = island_of[slot];
        graph->starts[island]++;
        graph->edge_counts[island] += links[slot].half_edges;
    }
    graph->island_count = count;
    int32_t start = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t island_bodies = graph->starts[i];
        graph->starts[i] = start;
        graph->edge_counts[i] /= 2;
        start += island_bodies;
    }
    for (int i = 0; i < input->awake_count; i++) {
        int32_t slot = input->awake[i];
        graph->bodies[graph->starts[island_of[slot]]++] = slot;
    }
    for (int32_t i = count; i > 0; i--) { /* filling moved each start to the next island's */
        graph->starts[i] = graph->starts[i - 1];
    }
    graph->starts[0] = 0;
    graph->body_count = start;
}

/* ---- pieces ---- */

/* Adds empty pieces and returns the first one's number; -1 where memory runs out. */
static int32_t add_pieces(thud_island_graph *graph, const thud_hooks *hooks, int32_t count,
                          thud_piece_role role, int32_t pile) {
    if (!thud_reserve(hooks, &graph->pieces, sizeof *graph->pieces, &graph->piece_capacity,
                      graph->piece_count + count)) {
        return -1;
    }
    int32_t first = graph->piece_count;
    for (int32_t i = 0; i < count; i++) {
        graph->pieces[graph->piece_count++] = (thud_piece){.role = role, .pile = pile};
    }
    return first;
}

/* Adds a pile of islands [first, end). */
static bool add_pile(thud_island_graph *graph, const thud_hooks *hooks, const thud_solve_input *input, int32_t first,
                     int32_t end, int32_t strip_count, thud_strip_cut cut) {
    if (!thud_reserve(hooks, &graph->piles, sizeof *graph->piles, &graph->pile_capacity,
                      graph->pile_count + 1)) {
        return false;
    }
    thud_pile pile = {.first_body = graph->starts[first], .cut = cut, .first_seam = -1, .hub = -1};
    pile.body_count = graph->starts[end] - pile.first_body;
    pile.shared_body = thud_find_shared_body(graph, input, pile.first_body, pile.body_count);
    pile.strip_count = strip_count + (pile.shared_body >= 0 ? 1 : 0);
    pile.first_strip = add_pieces(graph, hooks, pile.strip_count, THUD_PIECE_STRIP, graph->pile_count);
    graph->piles[graph->pile_count++] = pile;
    return pile.first_strip >= 0;
}

/* Cuts the islands that are large enough into strips, or all together. */
static bool cut_piles(thud_island_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    thud_strip_cut cut = {0};
    int32_t strips = thud_common_strip_count(graph, input, &cut);
    bool added = true;
    if (strips > 1) {
        added = add_pile(graph, hooks, input, 0, graph->island_count, strips, cut);
    } else {
        for (int32_t island = 0; added && island < graph->island_count; island++) {
            strips = thud_strip_count(graph, input, island, &cut);
            added = strips <= 1 || add_pile(graph, hooks, input, island, island + 1, strips, cut);
        }
    }
    graph->strip_count = graph->piece_count;
    return added;
}

/* Puts the other islands together to whole pieces. */
static bool gather_islands(thud_island_graph *graph, const thud_hooks *hooks) {
    int32_t load = thud_full_piece, next_pile = 0;
    for (int32_t island = 0; island < graph->island_count; island++) {
        const thud_pile *pile = next_pile < graph->pile_count ? &graph->piles[next_pile] : NULL;
        if (pile != NULL && graph->starts[island] >= pile->first_body) {
            next_pile += graph->starts[island + 1] == pile->first_body + pile->body_count ? 1 : 0;
            load = thud_full_piece; /* the bodies of a piece follow each other */
            continue;
        }
        int32_t bodies = graph->starts[island + 1] - graph->starts[island];
        int32_t island_load = thud_piece_load(graph->edge_counts[island], bodies);
        if (load + island_load > thud_full_piece) {
            int32_t piece = add_pieces(graph, hooks, 1, THUD_PIECE_WHOLE, -1);
            if (piece < 0) {
                return false;
            }
            graph->pieces[piece].first_body = graph->starts[island];
            load = 0;
        }
        load += island_load;
        graph->pieces[graph->piece_count - 1].body_count += bodies;
    }
    graph->body_piece_count = graph->piece_count;
    return true;
}

/* Adds the seams and hubs of the piles. */
static bool add_seams(thud_island_graph *graph, const thud_hooks *hooks) {
    graph->seam_count = 0;
    for (int32_t i = 0; i < graph->pile_count; i++) {
        thud_pile *pile = &graph->piles[i];
        pile->first_seam = add_pieces(graph, hooks, pile->strip_count - 1, THUD_PIECE_SEAM, i);
        if (pile->first_seam < 0) {
            return false;
        }
        graph->seam_count += pile->strip_count - 1;
    }
    for (int32_t i = 0; i < graph->pile_count; i++) {
        graph->piles[i].hub = add_pieces(graph, hooks, 1, THUD_PIECE_HUB, i);
        if (graph->piles[i].hub < 0) {
            return false;
        }
    }
    return true;
}

static void tell_whole_pieces(thud_island_graph *graph) {
    for (int32_t i = graph->strip_count; i < graph->body_piece_count; i++) {
        const thud_piece *piece = &graph->pieces[i];
        for (int32_t k = 0; k < piece->body_count; k++) {
            graph->piece[graph->bodies[piece->first_body + k]] = i;
        }
    }
}

/* ---- the graph ---- */

enum { slot_columns = 5, island_columns = 2, edge_columns = 3, body_columns = 2 };

/* The arrays that share a capacity. */
typedef struct graph_columns {
    thud_column by_slot[slot_columns], by_island[island_columns], by_edge[edge_columns], by_body[body_columns];
} graph_columns;

static graph_columns list_columns(thud_island_graph *graph) {
    graph_columns columns = {
        {{&graph->links, sizeof *graph->links},
         {&graph->island, sizeof *graph->island},
         {&graph->piece, sizeof *graph->piece},
         {&graph->sides, sizeof *graph->sides},
         {&graph->groups, sizeof *graph->groups}},
        {{&graph->starts, sizeof *graph->starts}, {&graph->edge_counts, sizeof *graph->edge_counts}},
        {{&graph->edges, sizeof *graph->edges},
         {&graph->unsorted, sizeof *graph->unsorted},
         {&graph->crossing, sizeof *graph->crossing}},
        {{&graph->bodies, sizeof *graph->bodies}, {&graph->strip_bodies, sizeof *graph->strip_bodies}},
    };
    return columns;
}

bool thud_island_graph_build(thud_island_graph *graph, const thud_hooks *hooks,
                             const thud_solve_input *input) {
    graph_columns columns = list_columns(graph);
    if (!thud_renew_columns(hooks, columns.by_slot, slot_columns, &graph->slot_capacity,
                            input->body_slots) ||
        !thud_renew_columns(hooks, columns.by_island, island_columns, &graph->island_capacity,
                            input->awake_count + 1) ||
        !thud_renew_columns(hooks, columns.by_edge, edge_columns, &graph->edge_capacity,
                            input->contact_count + input->joint_count + 1) || /* an array even for none, to point into */
        !thud_renew_columns(hooks, columns.by_body, body_columns, &graph->body_capacity,
                            input->awake_count)) {
        return false;
    }
    link_constraints(graph, input);
    list_bodies(graph, input);
    graph->piece_count = graph->pile_count = 0;
    if (!cut_piles(graph, hooks, input) || !gather_islands(graph, hooks) || !add_seams(graph, hooks)) {
        return false;
    }
    tell_whole_pieces(graph);
    thud_cut_strips(graph, input);
    thud_group_trees(graph, input);
    return thud_sort_edges(graph, hooks, input);
}

void thud_island_graph_destroy(thud_island_graph *graph, const thud_hooks *hooks) {
    graph_columns columns = list_columns(graph);
    thud_release_columns(hooks, columns.by_slot, slot_columns, &graph->slot_capacity);
    thud_release_columns(hooks, columns.by_island, island_columns, &graph->island_capacity);
    thud_release_columns(hooks, columns.by_edge, edge_columns, &graph->edge_capacity);
    thud_release_columns(hooks, columns.by_body, body_columns, &graph->body_capacity);
    thud_release_array(hooks, &graph->pieces, sizeof *graph->pieces, &graph->piece_capacity);
    thud_release_array(hooks, &graph->piles, sizeof *graph->piles, &graph->pile_capacity);
    thud_release_array(hooks, &graph->range_counts, sizeof *graph->range_counts, &graph->range_capacity);
}
