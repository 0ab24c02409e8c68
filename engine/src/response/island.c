/*
 * island.c: islands by union-find. The root of a tree is always the smallest slot in it, so that the result does not depend
 * on the order of the constraints, and a walk over ascending slots meets each root before the rest of its island.
 */
#include "response/island.h"

#include <string.h>

/*
 * A batch closes when the next island would take it beyond this many edges. 1,200 contacts are 115 kB of blocks: with their
 * bodies they stay in the second-level cache of one core for all substeps. Measured flat from 600 to 2,300.
 */
enum { batch_edges = 1200 };

/* A body without constraints costs about a fourth of a contact; it counts for that in a batch. */
enum { bodies_per_edge = 4 };

static int32_t find_root(int32_t *root, int32_t slot) {
    while (root[slot] != slot) {
        root[slot] = root[root[slot]];
        slot = root[slot];
    }
    return slot;
}

static void link_bodies(int32_t *root, int32_t a, int32_t b) {
    if (a < 0 || b < 0 || root[a] < 0 || root[b] < 0) {
        return;
    }
    int32_t root_a = find_root(root, a);
    int32_t root_b = find_root(root, b);
    if (root_a < root_b) {
        root[root_b] = root_a;
    } else {
        root[root_a] = root_b;
    }
}

static void link_constraints(thud_island_graph *graph, const thud_solve_input *input) {
    memset(graph->root, 0xff, (size_t)input->body_slots * sizeof *graph->root);
    for (int i = 0; i < input->awake_count; i++) {
        graph->root[input->awake[i]] = input->awake[i];
    }
    for (int i = 0; i < input->contact_count; i++) {
        const thud_contact_pair *pair = &input->pairs[input->contacts[i]];
        link_bodies(graph->root, pair->body_a, pair->body_b);
    }
    for (int i = 0; i < input->joint_count; i++) {
        const thud_joint *joint = &input->joints[input->active_joints[i]];
        link_bodies(graph->root, joint->body_a, joint->body_b);
    }
}

/* Numbers the islands and lists their bodies. */
static void list_bodies(thud_island_graph *graph, const thud_solve_input *input) {
    int32_t count = 0;
    for (int i = 0; i < input->awake_count; i++) {
        int32_t slot = input->awake[i];
        int32_t root = find_root(graph->root, slot);
        if (root == slot) {
            graph->edge_counts[count] = 0;
            graph->starts[count] = 0;
            graph->island[slot] = count++;
        } else {
            graph->island[slot] = graph->island[root];
        }
        graph->starts[graph->island[slot]]++;
    }
    graph->island_count = count;
    int32_t start = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t island_bodies = graph->starts[i];
        graph->starts[i] = start;
        start += island_bodies;
    }
    for (int i = 0; i < input->awake_count; i++) {
        int32_t slot = input->awake[i];
        graph->bodies[graph->starts[graph->island[slot]]++] = slot;
    }
    for (int32_t i = count; i > 0; i--) { /* filling moved each start to the next island's */
        graph->starts[i] = graph->starts[i - 1];
    }
    graph->starts[0] = 0;
    graph->body_count = start;
}

/* The island that a constraint belongs to, -1 if it links no awake dynamic body. */
static int32_t island_of(const thud_island_graph *graph, int32_t a, int32_t b) {
    if (a >= 0 && graph->root[a] >= 0) {
        return graph->island[a];
    }
    return b >= 0 && graph->root[b] >= 0 ? graph->island[b] : -1;
}

static void count_edges(thud_island_graph *graph, const thud_solve_input *input) {
    for (int i = 0; i < input->contact_count; i++) {
        const thud_contact_pair *pair = &input->pairs[input->contacts[i]];
        int32_t island = island_of(graph, pair->body_a, pair->body_b);
        if (island >= 0) {
            graph->edge_counts[island]++;
        }
    }
    for (int i = 0; i < input->joint_count; i++) {
        const thud_joint *joint = &input->joints[input->active_joints[i]];
        int32_t island = island_of(graph, joint->body_a, joint->body_b);
        if (island >= 0) {
            graph->edge_counts[island]++;
        }
    }
}

/* Cuts the row of islands into batches. */
static bool cut_batches(thud_island_graph *graph, const thud_hooks *hooks) {
    graph->batch_count = 0;
    int32_t load = 0;
    for (int32_t island = 0; island < graph->island_count; island++) {
        int32_t bodies = graph->starts[island + 1] - graph->starts[island];
        int32_t island_load = bodies_per_edge * graph->edge_counts[island] + bodies;
        if (island == 0 || load + island_load > bodies_per_edge * batch_edges) {
            if (!thud_reserve(hooks, &graph->batches, sizeof *graph->batches, &graph->batch_capacity,
                              graph->batch_count + 1)) {
                return false;
            }
            thud_batch_range *batch = &graph->batches[graph->batch_count++];
            memset(batch, 0, sizeof *batch);
            batch->first_body = graph->starts[island];
            load = 0;
        }
        load += island_load;
        graph->batch_of[island] = graph->batch_count - 1;
        graph->batches[graph->batch_count - 1].body_count += bodies;
    }
    return true;
}

static uint32_t hash_bodies(int32_t a, int32_t b) {
    uint32_t hash = (uint32_t)a * 0x9e3779b1u ^ (uint32_t)b * 0x85ebca77u; /* odd constants of Knuth and xxHash */
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    return hash ^ hash >> 12;
}

/* One pass of a counting sort by batch and kind: with `place` false it counts, otherwise it puts edges in their places. */
static void put_edge(thud_island_graph *graph, int kind, int32_t slot, int32_t a, int32_t b, bool place) {
    int32_t island = island_of(graph, a, b);
    if (island < 0) {
        return;
    }
    thud_batch_range *batch = &graph->batches[graph->batch_of[island]];
    int32_t *next = &batch->first_edge[kind];
    if (place) {
        bool ground = a < 0 || b < 0 || graph->root[a] < 0 || graph->root[b] < 0;
        batch->ground_edges += ground ? 1 : 0;
        thud_edge edge = {slot, a, b, hash_bodies(a, b)};
        graph->edges[*next] = edge;
    }
    (*next)++;
}

static void put_edges(thud_island_graph *graph, const thud_solve_input *input, bool place) {
    for (int i = 0; i < input->joint_count; i++) {
        int32_t slot = input->active_joints[i];
        const thud_joint *joint = &input->joints[slot];
        put_edge(graph, (int)joint->kind, slot, joint->body_a, joint->body_b, place);
    }
    for (int i = 0; i < input->contact_count; i++) {
        int32_t slot = input->contacts[i];
        put_edge(graph, THUD_CONSTRAINT_CONTACT, slot, input->pairs[slot].body_a, input->pairs[slot].body_b, place);
    }
}

static void sort_edges(thud_island_graph *graph, const thud_solve_input *input) {
    put_edges(graph, input, false);
    int32_t start = 0;
    for (int32_t i = 0; i < graph->batch_count; i++) {
        int32_t *first = graph->batches[i].first_edge;
        for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
            int32_t count = first[kind];
            first[kind] = start;
            start += count;
        }
    }
    graph->edge_count = start;
    put_edges(graph, input, true);
    int32_t end = 0; /* placing moved each first edge to the next one's */
    for (int32_t i = 0; i < graph->batch_count; i++) {
        int32_t *first = graph->batches[i].first_edge;
        for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
            int32_t begin = end;
            end = first[kind];
            first[kind] = begin;
        }
        first[THUD_CONSTRAINT_KIND_COUNT] = end;
    }
}

bool thud_island_graph_build(thud_island_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    thud_column by_slot[] = {{&graph->root, sizeof *graph->root}, {&graph->island, sizeof *graph->island}};
    thud_column by_island[] = {{&graph->starts, sizeof *graph->starts},
                               {&graph->edge_counts, sizeof *graph->edge_counts},
                               {&graph->batch_of, sizeof *graph->batch_of}};
    if (!thud_reserve_columns(hooks, by_slot, 2, &graph->slot_capacity, input->body_slots) ||
        !thud_reserve_columns(hooks, by_island, 3, &graph->island_capacity, input->awake_count + 1) ||
        !thud_reserve(hooks, &graph->bodies, sizeof *graph->bodies, &graph->body_capacity, input->awake_count) ||
        !thud_reserve(hooks, &graph->edges, sizeof *graph->edges, &graph->edge_capacity,
                      input->contact_count + input->joint_count)) {
        return false;
    }
    link_constraints(graph, input);
    list_bodies(graph, input);
    count_edges(graph, input);
    if (!cut_batches(graph, hooks)) {
        return false;
    }
    sort_edges(graph, input);
    return true;
}

void thud_island_graph_destroy(thud_island_graph *graph, const thud_hooks *hooks) {
    thud_column by_slot[] = {{&graph->root, sizeof *graph->root}, {&graph->island, sizeof *graph->island}};
    thud_column by_island[] = {{&graph->starts, sizeof *graph->starts},
                               {&graph->edge_counts, sizeof *graph->edge_counts},
                               {&graph->batch_of, sizeof *graph->batch_of}};
    thud_release_columns(hooks, by_slot, 2, &graph->slot_capacity);
    thud_release_columns(hooks, by_island, 3, &graph->island_capacity);
    thud_release_array(hooks, &graph->bodies, sizeof *graph->bodies, &graph->body_capacity);
    thud_release_array(hooks, &graph->edges, sizeof *graph->edges, &graph->edge_capacity);
    thud_release_array(hooks, &graph->batches, sizeof *graph->batches, &graph->batch_capacity);
}
