/*
 * edge_sort.c: assigns edges to parts, and sorts them by part and kind with a counting sort. Edges of one part and kind
 * keep the order of the input.
 */
#include "response/constraint_graph.h"

/* The interface of an edge between two partitions, or the overflow. */
static int32_t part_across(thud_constraint_graph *graph, int32_t a, int32_t b) {
    int32_t partition = graph->part[a] < graph->part[b] ? graph->part[a] : graph->part[b];
    int32_t next = graph->part[a] + graph->part[b] - partition;
    int32_t interface = graph->body_part_count + partition;
    bool may_join_a = graph->interface[a] < 0 || graph->interface[a] == interface;
    bool may_join_b = graph->interface[b] < 0 || graph->interface[b] == interface;
    if (next != partition + 1 || next == graph->partition_count || !may_join_a || !may_join_b) {
        return graph->part_count - 1;
    }
    graph->interface[a] = graph->interface[b] = interface;
    return interface;
}

int32_t thud_part_of_edge(thud_constraint_graph *graph, int32_t a, int32_t b, bool is_contact) {
    int32_t part_a = thud_part_of_body(graph, a), part_b = thud_part_of_body(graph, b);
    bool proxies_of_a = is_contact && a >= 0 && a == graph->split_body;
    if (part_a == part_b || part_b < 0 || (is_contact && b == graph->split_body && part_a >= 0)) {
        return part_a;
    }
    return part_a < 0 || proxies_of_a ? part_b : part_across(graph, a, b);
}

void thud_sort_edges(thud_constraint_graph *graph) {
    for (int32_t i = 0; i < graph->edge_count; i++) {
        thud_unsorted_edge *edge = &graph->unsorted[i];
        int32_t part_a = edge->a >= 0 ? graph->part[edge->a] : -1, part_b = edge->b >= 0 ? graph->part[edge->b] : -1;
        bool is_across = part_a >= 0 && part_b >= 0 && part_a != part_b;
        edge->part = is_across ? thud_part_of_edge(graph, edge->a, edge->b, edge->kind == THUD_CONSTRAINT_CONTACT)
                               : (part_a >= 0 ? part_a : part_b);
        if (edge->part >= 0) {
            graph->parts[edge->part].first_edge[edge->kind]++;
        }
    }
    int32_t end = 0;
    for (int32_t i = 0; i < graph->part_count; i++) {
        for (int kind = 0; kind <= THUD_CONSTRAINT_KIND_COUNT; kind++) {
            end += graph->parts[i].first_edge[kind];
            graph->parts[i].first_edge[kind] = end; /* placing the edges moves it back to the first */
        }
    }
    for (int32_t i = graph->edge_count - 1; i >= 0; i--) {
        const thud_unsorted_edge *edge = &graph->unsorted[i];
        if (edge->part >= 0) {
            int32_t place = --graph->parts[edge->part].first_edge[edge->kind];
            graph->edges[place] = (thud_edge){edge->slot, edge->a, edge->b};
        }
    }
    graph->edge_count = end;
}
