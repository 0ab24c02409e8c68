/*
 * island.c: islands by union-find. The root of a tree is always the smallest slot in it, so that the result
 * does not depend on the order of the constraints, and a walk over ascending slots meets each root before the
 * rest of its island.
 */
#include "response/island.h"

#include <string.h>

#include "base/memory.h"

/*
 * A batch closes when the next island would take it beyond this many edges. 1,200 contacts are 130 kB of
 * blocks: with their bodies they stay in the second-level cache of one core for all substeps. On 400 islands
 * of 145 contacts 300 cost 18 % more time (many lanes left empty), 600 5 %, and 2,400 the same.
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

static uint32_t hash_bodies(int32_t a, int32_t b) {
    uint32_t hash =
        (uint32_t)a * 0x9e3779b1u ^ (uint32_t)b * 0x85ebca77u; /* odd constants of Knuth and xxHash */
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    return hash ^ hash >> 12;
}

/* Adds an edge to the unsorted ones and links its bodies. */
static void add_edge(thud_island_graph *graph, int32_t slot, int32_t a, int32_t b) {
    graph->unsorted[graph->edge_count++] = (thud_unsorted_edge){slot, a, b, -1};
    int32_t *root = graph->root;
    if (a < 0 || b < 0 || root[a] < 0 || root[b] < 0 || root[a] == root[b]) {
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
    thud_fill_bytes(graph->root, 0xff, (size_t)input->body_slots * sizeof *graph->root);
    thud_fill_bytes(graph->island, 0xff, (size_t)input->body_slots * sizeof *graph->island);
    for (int i = 0; i < input->awake_count; i++) {
        graph->root[input->awake[i]] = input->awake[i];
    }
    graph->edge_count = 0;
    for (int i = 0; i < input->joint_count; i++) {
        int32_t slot = input->active_joints[i];
        add_edge(graph, slot, input->joints[slot].body_a, input->joints[slot].body_b);
    }
    for (int i = 0; i < input->contact_count; i++) {
        int32_t slot = input->contacts[i];
        add_edge(graph, slot, input->pairs[slot].body_a, input->pairs[slot].body_b);
    }
}

/* Numbers the islands and lists their bodies. */
static void list_bodies(thud_island_graph *graph, const thud_solve_input *input) {
    int32_t count = 0;
    for (int i = 0; i < input->awake_count; i++) {
        int32_t slot = input->awake[i];
        int32_t root = find_root(graph->root, slot);
        if (root == slot) {
            graph->contact_counts[count] = graph->joint_counts[count] = graph->ground_counts[count] = 0;
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

static int32_t island_of_body(const thud_island_graph *graph, int32_t body) {
    return body >= 0 ? graph->island[body] : -1;
}

static void add_counts(thud_island_graph *graph, int32_t island, int32_t edges, int32_t grounds,
                       int32_t *counts) {
    if (island >= 0) {
        counts[island] += edges;
        graph->ground_counts[island] += grounds;
    }
}

/*
 * Finds each edge's island, -1 if neither side yields (whoever lists constraints leaves such out), and
 * counts. Neighbours in the list are mostly of one island: a count is kept in a register until that changes.
 */
static void count_edges(thud_island_graph *graph, int32_t first, int32_t end, int32_t *counts) {
    int32_t current = -1, edges = 0, grounds = 0;
    for (int32_t i = first; i < end; i++) {
        thud_unsorted_edge *edge = &graph->unsorted[i];
        int32_t island_a = island_of_body(graph, edge->a);
        int32_t island_b = island_of_body(graph, edge->b);
        edge->island = island_a >= 0 ? island_a : island_b;
        if (edge->island != current) {
            add_counts(graph, current, edges, grounds, counts);
            current = edge->island;
            edges = grounds = 0;
        }
        edges++;
        grounds += island_a < 0 || island_b < 0 ? 1 : 0;
    }
    add_counts(graph, current, edges, grounds, counts);
}

/* Cuts the row of islands into batches. */
static bool cut_batches(thud_island_graph *graph, const thud_hooks *hooks) {
    graph->batch_count = 0;
    int32_t load = 0;
    for (int32_t island = 0; island < graph->island_count; island++) {
        int32_t bodies = graph->starts[island + 1] - graph->starts[island];
        int32_t edges = graph->contact_counts[island] + graph->joint_counts[island];
        int32_t island_load = bodies_per_edge * edges + bodies;
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
        thud_batch_range *batch = &graph->batches[graph->batch_count - 1];
        batch->body_count += bodies;
        batch->ground_edges += graph->ground_counts[island];
        batch->first_edge[THUD_CONSTRAINT_CONTACT] += graph->contact_counts[island];
    }
    return true;
}

/* The place of the next edge of a kind in its island's batch, or while joints are counted their number. */
static int32_t *next_edge(thud_island_graph *graph, int32_t island, int kind) {
    return &graph->batches[graph->batch_of[island]].first_edge[kind];
}

static void count_joints(thud_island_graph *graph, const thud_solve_input *input) {
    for (int i = 0; i < input->joint_count; i++) {
        int32_t island = graph->unsorted[i].island;
        if (island >= 0) {
            (*next_edge(graph, island, (int)input->joints[input->active_joints[i]].kind))++;
        }
    }
}

static void turn_counts_into_starts(thud_island_graph *graph) {
    int32_t start = 0;
    for (int32_t i = 0; i < graph->batch_count; i++) {
        int32_t *first = graph->batches[i].first_edge;
        for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
            int32_t count = first[kind];
            first[kind] = start;
            start += count;
        }
    }
}

/* Placing edges moved each start to the next one's. */
static void turn_ends_into_starts(thud_island_graph *graph) {
    int32_t end = 0;
    for (int32_t i = 0; i < graph->batch_count; i++) {
        int32_t *first = graph->batches[i].first_edge;
        for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
            int32_t begin = end;
            end = first[kind];
            first[kind] = begin;
        }
        first[THUD_CONSTRAINT_KIND_COUNT] = end;
    }
    graph->edge_count = end;
}

static void place_edge(thud_edge *place, const thud_unsorted_edge *edge) {
    *place = (thud_edge){edge->slot, edge->a, edge->b, hash_bodies(edge->a, edge->b)};
}

static void place_joints(thud_island_graph *graph, const thud_solve_input *input) {
    for (int i = 0; i < input->joint_count; i++) {
        const thud_unsorted_edge *edge = &graph->unsorted[i];
        if (edge->island >= 0) {
            int kind = (int)input->joints[edge->slot].kind;
            place_edge(&graph->edges[(*next_edge(graph, edge->island, kind))++], edge);
        }
    }
}

/* As in count_edges, the next place is kept in a register while the island stays the same. */
static void place_contacts(thud_island_graph *graph, int32_t first) {
    int32_t current = -1, place = 0;
    for (int32_t i = first; i < graph->edge_count; i++) {
        const thud_unsorted_edge *edge = &graph->unsorted[i];
        if (edge->island != current) {
            if (current >= 0) {
                *next_edge(graph, current, THUD_CONSTRAINT_CONTACT) = place;
            }
            current = edge->island;
            place = current >= 0 ? *next_edge(graph, current, THUD_CONSTRAINT_CONTACT) : 0;
        }
        if (current >= 0) {
            place_edge(&graph->edges[place++], edge);
        }
    }
    if (current >= 0) {
        *next_edge(graph, current, THUD_CONSTRAINT_CONTACT) = place;
    }
}

/* A counting sort of the edges by batch and kind. cut_batches has counted the contacts. */
static void sort_edges(thud_island_graph *graph, const thud_solve_input *input) {
    count_joints(graph, input);
    turn_counts_into_starts(graph);
    place_joints(graph, input);
    place_contacts(graph, input->joint_count);
    turn_ends_into_starts(graph);
}

enum { slot_columns = 2, island_columns = 5, edge_columns = 2 };

/* The arrays that share a capacity. */
typedef struct graph_columns {
    thud_column by_slot[slot_columns], by_island[island_columns], by_edge[edge_columns];
} graph_columns;

static graph_columns list_columns(thud_island_graph *graph) {
    graph_columns columns = {
        {{&graph->root, sizeof *graph->root}, {&graph->island, sizeof *graph->island}},
        {{&graph->starts, sizeof *graph->starts},
         {&graph->contact_counts, sizeof *graph->contact_counts},
         {&graph->joint_counts, sizeof *graph->joint_counts},
         {&graph->ground_counts, sizeof *graph->ground_counts},
         {&graph->batch_of, sizeof *graph->batch_of}},
        {{&graph->edges, sizeof *graph->edges}, {&graph->unsorted, sizeof *graph->unsorted}},
    };
    return columns;
}

bool thud_island_graph_build(thud_island_graph *graph, const thud_hooks *hooks,
                             const thud_solve_input *input) {
    graph_columns columns = list_columns(graph);
    if (!thud_reserve_columns(hooks, columns.by_slot, slot_columns, &graph->slot_capacity,
                              input->body_slots) ||
        !thud_reserve_columns(hooks, columns.by_island, island_columns, &graph->island_capacity,
                              input->awake_count + 1) ||
        !thud_reserve_columns(hooks, columns.by_edge, edge_columns, &graph->edge_capacity,
                              input->contact_count + input->joint_count) ||
        !thud_reserve(hooks, &graph->bodies, sizeof *graph->bodies, &graph->body_capacity,
                      input->awake_count)) {
        return false;
    }
    link_constraints(graph, input);
    list_bodies(graph, input);
    count_edges(graph, 0, input->joint_count, graph->joint_counts);
    count_edges(graph, input->joint_count, graph->edge_count, graph->contact_counts);
    if (!cut_batches(graph, hooks)) {
        return false;
    }
    sort_edges(graph, input);
    return true;
}

void thud_island_graph_destroy(thud_island_graph *graph, const thud_hooks *hooks) {
    graph_columns columns = list_columns(graph);
    thud_release_columns(hooks, columns.by_slot, slot_columns, &graph->slot_capacity);
    thud_release_columns(hooks, columns.by_island, island_columns, &graph->island_capacity);
    thud_release_columns(hooks, columns.by_edge, edge_columns, &graph->edge_capacity);
    thud_release_array(hooks, &graph->bodies, sizeof *graph->bodies, &graph->body_capacity);
    thud_release_array(hooks, &graph->batches, sizeof *graph->batches, &graph->batch_capacity);
}
