/*
 * edge_sort.c: a counting sort of the edges by piece and kind. The list of contacts is cut into ranges that
 * are counted and placed side by side; each knows where its edges of a piece begin, so that they come out in
 * the order of the list, whatever the number of ranges.
 *
 *     counts       piece 0   piece 1 ...
 *     range 0         12        3
 *     range 1          0       40 ...
 */
#include "response/island.h"

/* Edges of a range: some microseconds. */
enum { range_edges = 2048, most_ranges = 64 };

typedef struct edge_sort {
    thud_island_graph *graph;
    const thud_solve_input *input;
    int32_t first, count, range_count; /* the contacts in `unsorted` */
    int32_t crossing_counts[most_ranges];
} edge_sort;

static int32_t start_of_range(const edge_sort *sort, int32_t range) {
    return sort->first + (int32_t)((int64_t)sort->count * range / sort->range_count);
}

static int32_t *counts_of_range(const edge_sort *sort, int32_t range) {
    return sort->graph->range_counts + (size_t)range * (size_t)sort->graph->piece_count;
}

/* The same for edges to what does not yield. */
static int32_t *grounds_of_range(const edge_sort *sort, int32_t range) {
    return counts_of_range(sort, sort->range_count + range);
}

static uint32_t hash_bodies(int32_t a, int32_t b) {
    uint32_t hash =
        (uint32_t)a * 0x9e3779b1u ^ (uint32_t)b * 0x85ebca77u; /* odd constants of Knuth and xxHash */
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    return hash ^ hash >> 12;
}

static int32_t piece_of_body(const thud_island_graph *graph, int32_t body) {
    return body >= 0 ? graph->piece[body] : -1;
}

/* ---- which piece an edge belongs to ---- */

/* What is counted while neighbours in the list are of one piece, as they mostly are: kept in registers. */
typedef struct edge_run {
    int32_t piece, edges, grounds;
} edge_run;

static void end_run(const edge_run *run, int32_t *counts, int32_t *grounds) {
    if (run->piece >= 0) {
        counts[run->piece] += run->edges;
        grounds[run->piece] += run->grounds;
    }
}

/* Finds the pieces of edges [first, end) and counts them. Edges from one strip to another are listed, to be
 * placed later; edges without a side that yields (whoever lists constraints leaves such out) have none. */
static int32_t find_pieces(thud_island_graph *graph, int32_t first, int32_t end, int32_t *counts,
                           int32_t *grounds) {
    int32_t *crossing = graph->crossing + first;
    int32_t crossing_count = 0;
    edge_run run = {-1, 0, 0};
    for (int32_t i = first; i < end; i++) {
        thud_unsorted_edge *edge = &graph->unsorted[i];
        int32_t piece_a = piece_of_body(graph, edge->a);
        int32_t piece_b = piece_of_body(graph, edge->b);
        int32_t piece = piece_a >= 0 ? piece_a : piece_b;
        if (piece_a != piece_b && piece_a >= 0 && piece_b >= 0) {
            crossing[crossing_count++] = i;
            continue;
        }
        edge->piece = piece;
        if (piece != run.piece) {
            end_run(&run, counts, grounds);
            run = (edge_run){piece, 0, 0};
        }
        run.edges++;
        run.grounds += piece_a != piece_b ? 1 : 0;
    }
    end_run(&run, counts, grounds);
    return crossing_count;
}

static void find_pieces_of_range(int32_t range, int32_t worker, void *context) {
    (void)worker;
    edge_sort *sort = context;
    sort->crossing_counts[range] =
        find_pieces(sort->graph, start_of_range(sort, range), start_of_range(sort, range + 1),
                    counts_of_range(sort, range), grounds_of_range(sort, range));
}

/* Gives the edges that cross from strip to strip to seams and hubs. */
static void place_all_crossing(edge_sort *sort, int32_t joint_crossing_count) {
    thud_island_graph *graph = sort->graph;
    thud_note_crossing(graph, graph->crossing, joint_crossing_count);
    for (int32_t range = 0; range < sort->range_count; range++) {
        thud_note_crossing(graph, graph->crossing + start_of_range(sort, range), sort->crossing_counts[range]);
    }
    thud_place_crossing(graph, graph->crossing, joint_crossing_count);
    for (int32_t range = 0; range < sort->range_count; range++) {
        const int32_t *crossing = graph->crossing + start_of_range(sort, range);
        thud_place_crossing(graph, crossing, sort->crossing_counts[range]);
        for (int32_t i = 0; i < sort->crossing_counts[range]; i++) {
            counts_of_range(sort, range)[graph->unsorted[crossing[i]].piece]++;
        }
    }
}

/* ---- where it goes ---- */

static void count_joints(thud_island_graph *graph, const thud_solve_input *input) {
    for (int i = 0; i < input->joint_count; i++) {
        const thud_unsorted_edge *edge = &graph->unsorted[i];
        if (edge->piece >= 0) {
            graph->pieces[edge->piece].first_edge[input->joints[edge->slot].kind]++;
        }
    }
}

/* Turns all counts into the places where the edges begin. */
static void lay_out_pieces(const edge_sort *sort) {
    int32_t start = 0;
    for (int32_t i = 0; i < sort->graph->piece_count; i++) {
        thud_piece *piece = &sort->graph->pieces[i];
        for (int kind = 0; kind < THUD_CONSTRAINT_CONTACT; kind++) {
            int32_t count = piece->first_edge[kind];
            piece->first_edge[kind] = start;
            start += count;
        }
        piece->first_edge[THUD_CONSTRAINT_CONTACT] = start;
        for (int32_t range = 0; range < sort->range_count; range++) {
            int32_t count = counts_of_range(sort, range)[i];
            counts_of_range(sort, range)[i] = start;
            start += count;
            piece->ground_edges += grounds_of_range(sort, range)[i];
        }
        piece->first_edge[THUD_CONSTRAINT_KIND_COUNT] = start;
    }
    sort->graph->edge_count = start;
}

static void place_edge(thud_edge *place, const thud_unsorted_edge *edge) {
    *place = (thud_edge){edge->slot, edge->a, edge->b, hash_bodies(edge->a, edge->b)};
}

static void place_joints(thud_island_graph *graph, const thud_solve_input *input) {
    for (int i = 0; i < input->joint_count; i++) {
        const thud_unsorted_edge *edge = &graph->unsorted[i];
        if (edge->piece >= 0) {
            int kind = (int)input->joints[edge->slot].kind;
            place_edge(&graph->edges[graph->pieces[edge->piece].first_edge[kind]++], edge);
        }
    }
    for (int32_t i = 0; i < graph->piece_count; i++) { /* that moved each start to the next one's */
        int32_t *first = graph->pieces[i].first_edge;
        for (int kind = THUD_CONSTRAINT_CONTACT - 1; kind > 0; kind--) {
            first[kind] = first[kind - 1];
        }
        first[0] = i > 0 ? graph->pieces[i - 1].first_edge[THUD_CONSTRAINT_KIND_COUNT] : 0;
    }
}

/* As in find_pieces, the next place is kept in a register while the piece stays the same. */
static void place_range(int32_t range, int32_t worker, void *context) {
    (void)worker;
    const edge_sort *sort = context;
    thud_island_graph *graph = sort->graph;
    int32_t *next = counts_of_range(sort, range);
    int32_t end = start_of_range(sort, range + 1);
    int32_t current = -1, place = 0;
    for (int32_t i = start_of_range(sort, range); i < end; i++) {
        const thud_unsorted_edge *edge = &graph->unsorted[i];
        if (edge->piece != current) {
            if (current >= 0) {
                next[current] = place;
            }
            current = edge->piece;
            place = current >= 0 ? next[current] : 0;
        }
        if (current >= 0) {
            place_edge(&graph->edges[place++], edge);
        }
    }
}

bool thud_sort_edges(thud_island_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    edge_sort sort = {.graph = graph, .input = input, .first = input->joint_count};
    sort.count = graph->edge_count - sort.first;
    int32_t ranges = sort.count / range_edges + 1;
    sort.range_count = ranges < most_ranges ? ranges : most_ranges;
    int32_t needed = 2 * sort.range_count * graph->piece_count;
    if (!thud_reserve(hooks, &graph->range_counts, sizeof *graph->range_counts, &graph->range_capacity, needed)) {
        return false;
    }
    thud_fill_bytes(graph->range_counts, 0, (size_t)needed * sizeof *graph->range_counts);
    int32_t joint_crossing_count =
        find_pieces(graph, 0, sort.first, counts_of_range(&sort, 0), grounds_of_range(&sort, 0));
    thud_fill_bytes(graph->range_counts, 0, (size_t)graph->piece_count * sizeof *graph->range_counts);
    thud_tasks_run(input->tasks, find_pieces_of_range, &sort, sort.range_count);
    place_all_crossing(&sort, joint_crossing_count);
    count_joints(graph, input);
    lay_out_pieces(&sort);
    place_joints(graph, input);
    thud_tasks_run(input->tasks, place_range, &sort, sort.range_count);
    thud_group_strips(graph);
    return true;
}
