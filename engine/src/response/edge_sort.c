/*
 * edge_sort.c: gives edges to parts, and sorts them by part and kind with a counting sort.
 *
 * The lists are cut into ranges that are counted and placed side by side; each knows where its edges of a key begin, so
 * that they come out in the order of the input, whatever the number of ranges:
 *
 *     counts       part 0, kind 0    kind 1 ...    part 1, kind 0 ...
 *     range 0             2              3
 *     range 1             0              5
 */
#include "response/constraint_graph.h"

#include "base/memory.h"

/* Edges of a range: some microseconds. */
enum { range_edges = 4096, most_ranges = 64 };

typedef struct edge_sort {
    thud_constraint_graph *graph;
    int32_t edge_count, range_count;
    int32_t crossing_counts[most_ranges];
} edge_sort;

static int32_t start_of_range(const edge_sort *sort, int32_t range) {
    return (int32_t)((int64_t)sort->edge_count * range / sort->range_count);
}

/* The counts of a range by part and kind. */
static int32_t *counts_of_range(const edge_sort *sort, int32_t range) {
    return sort->graph->range_counts +
           (size_t)range * (size_t)(sort->graph->part_count * THUD_CONSTRAINT_KIND_COUNT);
}

static int32_t key_of(const thud_unsorted_edge *edge) {
    return edge->part * THUD_CONSTRAINT_KIND_COUNT + edge->kind;
}

/* ---- which part an edge belongs to ---- */

int32_t thud_part_of_pair(const thud_constraint_graph *graph, int32_t a, int32_t b, bool is_contact) {
    int32_t part_a = graph->part[a], part_b = graph->part[b];
    if (part_a == part_b) {
        return part_a;
    }
    if (is_contact &&
        graph->parts[part_a].role == THUD_PART_SPLIT) { /* there are proxies of it in the other one */
        return part_b;
    }
    return is_contact && graph->parts[part_b].role == THUD_PART_SPLIT ? part_a : THUD_PART_ACROSS;
}

int32_t thud_place_crossing(thud_constraint_graph *graph, int32_t a, int32_t b) {
    int32_t partition = graph->part[a] < graph->part[b] ? graph->part[a] : graph->part[b];
    int32_t next = graph->part[a] + graph->part[b] - partition;
    const thud_large_island *island = &graph->large[graph->parts[partition].island];
    int32_t interface = island->first_interface + partition - island->first_partition;
    bool may_join_a = graph->interface[a] < 0 || graph->interface[a] == interface;
    bool may_join_b = graph->interface[b] < 0 || graph->interface[b] == interface;
    if (next != partition + 1 || next == island->split_partition || !may_join_a || !may_join_b) {
        return island->overflow;
    }
    graph->interface[a] = graph->interface[b] = interface;
    return interface;
}

/* Finds the parts of a range. Edges between two partitions are listed, to be placed later; the others are counted. */
static void find_parts_of_range(int32_t range, int32_t worker, void *context) {
    (void)worker;
    edge_sort *sort = context;
    thud_constraint_graph *graph = sort->graph;
    int32_t first = start_of_range(sort, range), end = start_of_range(sort, range + 1);
    int32_t *counts = counts_of_range(sort, range);
    int32_t crossing_count = 0;
    for (int32_t i = first; i < end; i++) {
        thud_unsorted_edge *edge = &graph->unsorted[i];
        int32_t part_a = edge->a >= 0 ? graph->part[edge->a] : -1;
        int32_t part_b = edge->b >= 0 ? graph->part[edge->b] : -1;
        if (part_a >= 0 && part_b >= 0) {
            edge->part = thud_part_of_pair(graph, edge->a, edge->b, edge->kind == THUD_CONSTRAINT_CONTACT);
            if (edge->part == THUD_PART_ACROSS) {
                graph->crossing[first + crossing_count++] = i;
                continue;
            }
        } else if (part_a >= 0 || part_b >= 0) {
            edge->part = part_a >= 0 ? part_a : part_b;
        }
        if (edge->part >= 0) {
            counts[key_of(edge)]++;
        }
    }
    sort->crossing_counts[range] = crossing_count;
}

/* One by one, as the first edge of a body decides about its others. */
static void place_all_crossing(const edge_sort *sort) {
    for (int32_t range = 0; range < sort->range_count; range++) {
        const int32_t *crossing = sort->graph->crossing + start_of_range(sort, range);
        for (int32_t i = 0; i < sort->crossing_counts[range]; i++) {
            thud_unsorted_edge *edge = &sort->graph->unsorted[crossing[i]];
            edge->part = thud_place_crossing(sort->graph, edge->a, edge->b);
            counts_of_range(sort, range)[key_of(edge)]++;
        }
    }
}

/* ---- where it goes ---- */

/* Turns counts into the places where the edges of a range with a key begin. */
static void lay_out_parts(const edge_sort *sort) {
    int32_t start = 0;
    for (int32_t i = 0; i < sort->graph->part_count; i++) {
        thud_graph_part *part = &sort->graph->parts[i];
        for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
            part->first_edge[kind] = start;
            for (int32_t range = 0; range < sort->range_count; range++) {
                int32_t *counts = counts_of_range(sort, range) + i * THUD_CONSTRAINT_KIND_COUNT;
                int32_t count = counts[kind];
                counts[kind] = start;
                start += count;
            }
        }
        part->first_edge[THUD_CONSTRAINT_KIND_COUNT] = start;
    }
    sort->graph->edge_count = start;
}

static void place_range(int32_t range, int32_t worker, void *context) {
    (void)worker;
    const edge_sort *sort = context;
    int32_t *next = counts_of_range(sort, range);
    int32_t end = start_of_range(sort, range + 1);
    for (int32_t i = start_of_range(sort, range); i < end; i++) {
        const thud_unsorted_edge *edge = &sort->graph->unsorted[i];
        if (edge->part >= 0) {
            sort->graph->edges[next[key_of(edge)]++] = (thud_edge){edge->slot, edge->a, edge->b};
        }
    }
}

bool thud_sort_edges(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    edge_sort sort = {.graph = graph, .edge_count = graph->edge_count};
    int32_t ranges = sort.edge_count / range_edges + 1;
    sort.range_count = ranges < most_ranges ? ranges : most_ranges;
    int32_t needed =
        sort.range_count * graph->part_count * THUD_CONSTRAINT_KIND_COUNT + 1; /* without parts, too */
    if (!thud_renew(hooks, &graph->range_counts, sizeof *graph->range_counts, &graph->range_capacity,
                    needed)) {
        return false;
    }
    thud_fill_bytes(graph->range_counts, 0, (size_t)needed * sizeof *graph->range_counts);
    thud_tasks_run(input->tasks, find_parts_of_range, &sort, sort.range_count);
    place_all_crossing(&sort);
    lay_out_parts(&sort);
    thud_tasks_run(input->tasks, place_range, &sort, sort.range_count);
    return true;
}
