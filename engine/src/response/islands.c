/*
 * islands.c: lists the edges of the constraint graph and finds its islands by union-find. The root of a tree is always
 * the smallest slot in it, so that the result does not depend on the order of the edges, and a walk over ascending
 * slots meets each root before the rest of its island.
 */
#include "response/constraint_graph.h"

#include "base/memory.h"

/* Links the bodies of an edge, counts it at both, and gives both the root: the next edge of them reads nothing else. */
static inline void link_bodies(thud_island_link *links, int32_t a, int32_t b) {
    int32_t root_a = a >= 0 ? links[a].root : -1;
    int32_t root_b = b >= 0 ? links[b].root : -1;
    if (root_a >= 0 && root_b >= 0 && root_a != root_b) {
        root_a = thud_find_root(links, sizeof *links, root_a);
        root_b = thud_find_root(links, sizeof *links, root_b);
        int32_t root = root_a < root_b ? root_a : root_b;
        links[root_a > root_b ? root_a : root_b].root = root;
        links[a].root = links[b].root = root;
    }
    if (root_a >= 0) {
        links[a].half_edges += root_b >= 0 ? 1 : 2;
    }
    if (root_b >= 0) {
        links[b].half_edges += root_a >= 0 ? 1 : 2;
    }
}

/* Distance between the prefetch of a joint and its use [joints]. */
enum { prefetch_distance = 8 };

/* Field by field: gcc would clear the edge first by a string instruction. */
static inline thud_unsorted_edge *add_edge(thud_unsorted_edge *edge, int32_t slot, int32_t a, int32_t b,
                                           int32_t kind) {
    edge->slot = slot;
    edge->a = a;
    edge->b = b;
    edge->kind = kind;
    return edge + 1;
}

/* Lists the edges; returns their number. */
static int32_t list_edges(thud_unsorted_edge *edges, const thud_solve_input *input) {
    for (int32_t i = 0; i < input->joint_count; i++) {
        if (i + prefetch_distance < input->joint_count) {
            __builtin_prefetch(&input->joints[input->active_joints[i + prefetch_distance]]);
        }
        int32_t slot = input->active_joints[i];
        const thud_joint *joint = &input->joints[slot];
        edges = add_edge(edges, slot, joint->state.body_a, joint->state.body_b, joint->frame.kind);
    }
    for (int32_t i = 0; i < input->contact_count; i++) {
        int32_t slot = input->contacts[i];
        const thud_contact_pair *pair = &input->pairs[slot];
        edges = add_edge(edges, slot, thud_body_of_contact(input, pair->body_a),
                         thud_body_of_contact(input, pair->body_b), THUD_CONSTRAINT_CONTACT);
    }
    return input->joint_count + input->contact_count;
}

/* Numbers the islands and lists their bodies. A body is linked to a lower slot, whose island has a number. */
static void list_island_bodies(thud_constraint_graph *graph, const thud_solve_input *input) {
    const thud_island_link *links = graph->links;
    int32_t *island_of = graph->island, *starts = graph->starts, *half_edges = graph->half_edges;
    int32_t count = 0, end = 0;
    for (int i = 0; i < input->awake_count; i++) {
        int32_t slot = input->awake[i];
        const thud_island_link link = links[slot];
        if (link.root == slot) {
            half_edges[count] = starts[count] = 0;
            island_of[slot] = count++;
        }
        int32_t island = island_of[slot] = island_of[link.root];
        starts[island]++;
        half_edges[island] += link.half_edges;
    }
    graph->island_count = count;
    for (int32_t i = 0; i < count; i++) {
        end += starts[i];
        starts[i] = end; /* listing the bodies moves it back to the start */
    }
    starts[count] = graph->body_count = end;
    int32_t *bodies = graph->bodies;
    for (int i = input->awake_count - 1; i >= 0; i--) {
        int32_t slot = input->awake[i];
        bodies[--starts[island_of[slot]]] = slot;
    }
}

/* A body at an end of an edge is not dynamic, unless it is among those that are awake. */
static inline void begin_link(thud_island_link *links, int32_t body) {
    if (body >= 0) {
        links[body].root = -1;
    }
}

void thud_find_islands(thud_constraint_graph *graph, const thud_solve_input *input) {
    thud_island_link *links = graph->links;
    const thud_unsorted_edge *edges = graph->unsorted;
    graph->edge_count = list_edges(graph->unsorted, input);
    for (int32_t i = 0; i < graph->edge_count; i++) { /* not of all bodies: of most worlds few move */
        begin_link(links, edges[i].a);
        begin_link(links, edges[i].b);
    }
    for (int i = 0; i < input->awake_count; i++) {
        links[input->awake[i]] = (thud_island_link){input->awake[i], 0};
    }
    for (int32_t i = 0; i < graph->edge_count; i++) {
        link_bodies(links, edges[i].a, edges[i].b);
    }
    list_island_bodies(graph, input);
}
