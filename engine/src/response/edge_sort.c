/*
 * edge_sort.c: a counting sort of the edges by piece and kind, and in each by a hash of the bodies' slots.
 *
 * In a regular order neighbours would get a regular pattern of colours, along which errors travel as waves through
 * a stack: a pyramid of base 100 still moved at 0.11 m/s after 500 steps, in hashed order at 0.012 m/s, and
 * falling.
 *
 * The list of contacts is cut into ranges that are counted and placed side by side; each knows where its edges of a
 * key begin, so that they come out in the order of the list, whatever the number of ranges.
 *
 *     counts       piece 0, hash 0    hash 1 ...    piece 1, hash 0 ...
 *     range 0             2              3
 *     range 1             0              5
 */
#include "response/island.h"

/* Edges of a range: some microseconds. */
enum { range_edges = 4096, most_ranges = 64 };

/* Edges that come before most of their neighbours in one bucket come after most of them in another. */
enum { hash_buckets = 16 };

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
    return sort->graph->range_counts + (size_t)range * (size_t)(sort->graph->piece_count * hash_buckets);
}

/* How many of its edges link to what does not yield, by piece. */
static int32_t *grounds_of_range(const edge_sort *sort, int32_t range) {
    return counts_of_range(sort, sort->range_count) + (size_t)range * (size_t)sort->graph->piece_count;
}

static int32_t bucket_of(int32_t a, int32_t b) {
    uint32_t hash =
        (uint32_t)a * 0x9e3779b1u ^ (uint32_t)b * 0x85ebca77u; /* odd constants of Knuth and xxHash */
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    return (int32_t)(hash >> 28);
}
_Static_assert(hash_buckets == 1 << 4, "four bits of the hash");

static int32_t key_of(int32_t piece, const thud_unsorted_edge *edge) {
    return piece * hash_buckets + bucket_of(edge->a, edge->b);
}

/* Joints have their kind in place of the hash. */
static int32_t joint_key_of(int32_t piece, int32_t kind) {
    return piece * hash_buckets + kind;
}
_Static_assert((int)THUD_JOINT_KIND_COUNT <= (int)hash_buckets, "a kind in place of a bucket");

static int32_t piece_of_body(const thud_island_graph *graph, int32_t body) {
    return body >= 0 ? graph->piece[body] : -1;
}

/* ---- which piece an edge belongs to ---- */

/* Finds the pieces of edges [first, end). Edges from one strip to another are listed, to be placed later; edges
 * without a side that yields (whoever lists constraints leaves such out) have none. The keys of the others are
 * counted, those to what does not yield besides. Joints come without counts. */
static int32_t find_pieces(thud_island_graph *graph, int32_t first, int32_t end, int32_t *counts,
                           int32_t *grounds) {
    int32_t *crossing = graph->crossing + first;
    int32_t crossing_count = 0;
    for (int32_t i = first; i < end; i++) {
        thud_unsorted_edge *edge = &graph->unsorted[i];
        int32_t piece_a = piece_of_body(graph, edge->a);
        int32_t piece_b = piece_of_body(graph, edge->b);
        if (piece_a != piece_b) {
            if (piece_a >= 0 && piece_b >= 0) {
                crossing[crossing_count++] = i;
                continue;
            }
            piece_a = piece_a >= 0 ? piece_a : piece_b;
            grounds[piece_a]++;
        }
        if (piece_a < 0) {
            edge->key = -1;
        } else if (counts == NULL) {
            edge->key = joint_key_of(piece_a, edge->key);
        } else {
            edge->key = key_of(piece_a, edge);
            counts[edge->key]++;
        }
    }
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
    for (int32_t i = 0; i < joint_crossing_count; i++) {
        thud_unsorted_edge *edge = &graph->unsorted[graph->crossing[i]];
        int32_t kind = edge->key;
        thud_place_crossing(graph, graph->crossing + i, 1);
        edge->key = joint_key_of(edge->key, kind);
    }
    for (int32_t range = 0; range < sort->range_count; range++) {
        const int32_t *crossing = graph->crossing + start_of_range(sort, range);
        thud_place_crossing(graph, crossing, sort->crossing_counts[range]);
        for (int32_t i = 0; i < sort->crossing_counts[range]; i++) {
            thud_unsorted_edge *edge = &graph->unsorted[crossing[i]];
            edge->key = key_of(edge->key, edge);
            counts_of_range(sort, range)[edge->key]++;
        }
    }
}

/* ---- where it goes ---- */

static void count_joints(thud_island_graph *graph, int32_t joint_count) {
    for (int32_t i = 0; i < joint_count; i++) {
        int32_t key = graph->unsorted[i].key;
        if (key >= 0) {
            graph->pieces[key / hash_buckets].first_edge[key % hash_buckets]++;
        }
    }
}

/* Turns the counts of a piece's contacts into the places where they begin; returns where they end. */
static int32_t lay_out_contacts(const edge_sort *sort, int32_t piece, int32_t start) {
    for (int32_t key = piece * hash_buckets; key < (piece + 1) * hash_buckets; key++) {
        for (int32_t range = 0; range < sort->range_count; range++) {
            int32_t *counts = counts_of_range(sort, range);
            int32_t count = counts[key];
            counts[key] = start;
            start += count;
        }
    }
    return start;
}

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
        start = lay_out_contacts(sort, i, start);
        piece->first_edge[THUD_CONSTRAINT_KIND_COUNT] = start;
        for (int32_t range = 0; range < sort->range_count; range++) {
            piece->ground_edges += grounds_of_range(sort, range)[i];
        }
    }
    sort->graph->edge_count = start;
}

static void place_edge(thud_edge *place, const thud_unsorted_edge *edge) {
    *place = (thud_edge){edge->slot, edge->a, edge->b};
}

/* The numbers below a power of two in an order without a pattern: each step of it can be undone, so none comes
 * twice. */
static uint32_t scatter(uint32_t number, int bits) {
    uint32_t mask = (UINT32_C(1) << bits) - 1;
    number = number * 0x9e3779b1u & mask;
    number ^= number >> (bits + 1) / 2;
    number = number * 0x85ebca77u & mask;
    return number ^ number >> (bits + 1) / 2;
}

/* Joints are fewer: placed one by one, in scattered order. */
static void place_joints(thud_island_graph *graph, int32_t joint_count) {
    int bits = 1;
    while (1 << bits < joint_count) {
        bits++;
    }
    for (uint32_t i = 0; i < UINT32_C(1) << bits; i++) {
        int32_t number = (int32_t)scatter(i, bits);
        const thud_unsorted_edge *edge = &graph->unsorted[number];
        if (number < joint_count && edge->key >= 0) {
            int32_t *next = &graph->pieces[edge->key / hash_buckets].first_edge[edge->key % hash_buckets];
            place_edge(&graph->edges[(*next)++], edge);
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

static void place_range(int32_t range, int32_t worker, void *context) {
    (void)worker;
    const edge_sort *sort = context;
    thud_island_graph *graph = sort->graph;
    int32_t *next = counts_of_range(sort, range);
    int32_t end = start_of_range(sort, range + 1);
    for (int32_t i = start_of_range(sort, range); i < end; i++) {
        const thud_unsorted_edge *edge = &graph->unsorted[i];
        if (edge->key >= 0) {
            place_edge(&graph->edges[next[edge->key]++], edge);
        }
    }
}

bool thud_sort_edges(thud_island_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    edge_sort sort = {.graph = graph, .input = input, .first = input->joint_count};
    sort.count = graph->edge_count - sort.first;
    int32_t ranges = sort.count / range_edges + 1;
    sort.range_count = ranges < most_ranges ? ranges : most_ranges;
    int32_t needed = sort.range_count * graph->piece_count * (hash_buckets + 1);
    if (!thud_renew(hooks, &graph->range_counts, sizeof *graph->range_counts, &graph->range_capacity, needed)) {
        return false;
    }
    thud_fill_bytes(graph->range_counts, 0, (size_t)needed * sizeof *graph->range_counts);
    int32_t joint_crossing_count = find_pieces(graph, 0, sort.first, NULL, grounds_of_range(&sort, 0));
    thud_tasks_run(input->tasks, find_pieces_of_range, &sort, sort.range_count);
    place_all_crossing(&sort, joint_crossing_count);
    count_joints(graph, input->joint_count);
    lay_out_pieces(&sort);
    if (input->joint_count > 0) {
        place_joints(graph, input->joint_count);
    }
    thud_tasks_run(input->tasks, place_range, &sort, sort.range_count);
    thud_group_strips(graph);
    return true;
}
