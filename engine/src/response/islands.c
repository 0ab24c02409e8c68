/*
 * islands.c: lists the edges of the constraint graph and finds its islands by union-find. The root of a tree is always
 * the smallest slot in it, so that the result does not depend on the order of the edges, and a walk over ascending
 * slots meets each root before the rest of its island.
 */
#include "response/constraint_graph.h"

#include "base/memory.h"

static int32_t find_root(thud_island_link *links, int32_t slot) {
    while (links[slot].root != slot) {
        links[slot].root = links[links[slot].root].root;
        slot = links[slot].root;
    }
    return slot;
}

/* Links the bodies of an edge, and counts it at both. Both get the root at once: the next edge between them reads
 * nothing else. */
static inline void link_bodies(thud_island_link *links, int32_t a, int32_t b) {
    int32_t root_a = a >= 0 ? links[a].root : -1;
    int32_t root_b = b >= 0 ? links[b].root : -1;
    if (root_a >= 0 && root_b >= 0 && root_a != root_b) {
        root_a = find_root(links, root_a);
        root_b = find_root(links, root_b);
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

static void list_island_joints(thud_constraint_graph *graph, const thud_solve_input *input) {
    for (int32_t i = 0; i < input->joint_count; i++) {
        if (i + prefetch_distance < input->joint_count) {
            __builtin_prefetch(&input->joints[input->active_joints[i + prefetch_distance]]);
        }
        int32_t slot = input->active_joints[i];
        const thud_joint *joint = &input->joints[slot];
        int32_t a = joint->state.body_a, b = joint->state.body_b;
        graph->unsorted[graph->edge_count++] = (thud_unsorted_edge){slot, a, b, joint->frame.kind, 0};
        link_bodies(graph->links, a, b);
    }
}

static void list_contacts(thud_constraint_graph *graph, const thud_solve_input *input) {
    for (int32_t i = 0; i < input->contact_count; i++) {
        int32_t slot = input->contacts[i];
        int32_t a = input->pairs[slot].body_a, b = input->pairs[slot].body_b;
        graph->unsorted[graph->edge_count++] = (thud_unsorted_edge){slot, a, b, THUD_CONSTRAINT_CONTACT, 0};
        link_bodies(graph->links, a, b);
    }
}

/* Numbers the islands and lists their bodies. */
static void list_island_bodies(thud_constraint_graph *graph, const thud_solve_input *input) {
    thud_island_link *links = graph->links;
    int32_t *island_of = graph->island;
    int32_t count = 0, end = 0;
    for (int i = 0; i < input->awake_count; i++) {
        int32_t slot = input->awake[i];
        int32_t root = find_root(links, slot);
        if (root == slot) {
            graph->edge_counts[count] = graph->starts[count] = 0;
            island_of[slot] = count++;
        } else {
            island_of[slot] = island_of[root];
        }
        graph->starts[island_of[slot]]++;
        graph->edge_counts[island_of[slot]] += links[slot].half_edges;
    }
    graph->island_count = count;
    for (int32_t i = 0; i < count; i++) {
        end += graph->starts[i];
        graph->starts[i] = end; /* listing the bodies moves it back to the start */
        graph->edge_counts[i] /= 2;
    }
    graph->starts[count] = graph->body_count = end;
    for (int i = input->awake_count - 1; i >= 0; i--) {
        int32_t slot = input->awake[i];
        graph->bodies[--graph->starts[island_of[slot]]] = slot;
    }
}

void thud_find_islands(thud_constraint_graph *graph, const thud_solve_input *input) {
    thud_fill_bytes(graph->links, 0xff, (size_t)input->body_slots * sizeof *graph->links);
    for (int i = 0; i < input->awake_count; i++) {
        graph->links[input->awake[i]] = (thud_island_link){input->awake[i], 0};
    }
    graph->edge_count = 0;
    list_island_joints(graph, input);
    list_contacts(graph, input);
    list_island_bodies(graph, input);
}
