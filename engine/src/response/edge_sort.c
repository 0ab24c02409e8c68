/*
 * edge_sort.c: a counting sort of the edges by piece and kind, and in each by a hash of the bodies' slots.
 *
 * In a regular order neighbours would get a regular pattern of colours, along which errors travel as waves through
 * a stack: a pyramid of base 100 still moved at 0.11 m/s after 500 steps, in hashed order at 0.012 m/s, and
 * falling.
 *
 * The lists are cut into ranges that are counted and placed side by side; each knows where its edges of a key begin,
 * so that they come out in the order of the list, whatever the number of ranges. Joints come in an order that is
 * scattered as a whole instead of a hash.
 *
 *     counts       piece 0, hash 0    hash 1 ...    piece 1, hash 0 ...
 *     range 0             2              3
 *     range 1             0              5
 */
#include "response/island.h"

/* Edges of a range: some microseconds. */
enum { range_contacts = 4096, range_joints = 2048, most_ranges = 64 };

/* Edges that come before most of their neighbours in one bucket come after most of them in another. */
enum { hash_buckets = 16 };

typedef struct edge_sort {
    thud_island_graph *graph;
    int32_t joint_count, contact_count;
    int32_t joint_ranges, range_count; /* those of joints come first */
    int scatter_bits;                  /* joints are placed in scattered order, numbers of so many bits */
    int32_t crossing_counts[2 * most_ranges];
} edge_sort;

static int32_t range_count_for(int32_t count, int32_t range_size) {
    int32_t ranges = count / range_size + 1;
    return ranges < most_ranges ? ranges : most_ranges;
}

static int32_t start_of_range(const edge_sort *sort, int32_t range) {
    if (range < sort->joint_ranges) {
        return (int32_t)((int64_t)sort->joint_count * range / sort->joint_ranges);
    }
    int32_t contact_ranges = sort->range_count - sort->joint_ranges;
    return sort->joint_count + (int32_t)((int64_t)sort->contact_count * (range - sort->joint_ranges) / contact_ranges);
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

/* The piece of a contact between two strips where one of its bodies is shared: the other one's; else -1. */
static int32_t piece_with_copies(const thud_island_graph *graph, const thud_unsorted_edge *edge) {
    int32_t piece_a = graph->piece[edge->a], piece_b = graph->piece[edge->b];
    int32_t shared = graph->piles[graph->pieces[piece_a].pile].shared_body;
    return edge->a == shared ? piece_b : edge->b == shared ? piece_a : -1;
}

/* Finds the pieces of a range. Edges from one strip to another are listed, to be placed later; edges without a side
 * that yields (whoever lists constraints leaves such out) have none. The keys of other contacts are counted, and by
 * piece the edges to what does not yield. */
static void find_pieces_of_range(int32_t range, int32_t worker, void *context) {
    (void)worker;
    edge_sort *sort = context;
    thud_island_graph *graph = sort->graph;
    int32_t first = start_of_range(sort, range), end = start_of_range(sort, range + 1);
    int32_t *counts = counts_of_range(sort, range), *grounds = grounds_of_range(sort, range);
    bool are_joints = range < sort->joint_ranges;
    int32_t crossing_count = 0;
    for (int32_t i = first; i < end; i++) {
        thud_unsorted_edge *edge = &graph->unsorted[i];
        int32_t piece_a = piece_of_body(graph, edge->a);
        int32_t piece_b = piece_of_body(graph, edge->b);
        int32_t piece = piece_a >= 0 ? piece_a : piece_b;
        if (piece_a >= 0 && piece_b >= 0 && piece_a != piece_b) {
            piece = are_joints ? -1 : piece_with_copies(graph, edge);
            if (piece < 0) {
                graph->crossing[first + crossing_count++] = i;
                continue;
            }
        } else if (piece_a != piece_b) {
            grounds[piece]++;
        }
        if (piece < 0) {
            edge->key = -1;
        } else if (are_joints) {
            edge->key = joint_key_of(piece, edge->key);
        } else {
            edge->key = key_of(piece, edge);
            counts[edge->key]++;
        }
    }
    sort->crossing_counts[range] = crossing_count;
}

/* Gives the edges of a range that cross from strip to strip to seams and hubs. */
static void place_crossing(const edge_sort *sort, int32_t range) {
    const int32_t *crossing = sort->graph->crossing + start_of_range(sort, range);
    int32_t *counts = counts_of_range(sort, range);
    for (int32_t i = 0; i < sort->crossing_counts[range]; i++) {
        thud_unsorted_edge *edge = &sort->graph->unsorted[crossing[i]];
        int32_t kind = edge->key;
        thud_place_crossing(sort->graph, crossing + i, 1);
        if (range < sort->joint_ranges) {
            edge->key = joint_key_of(edge->key, kind);
        } else {
            edge->key = key_of(edge->key, edge);
            counts[edge->key]++;
        }
    }
}

static void place_all_crossing(const edge_sort *sort) {
    for (int32_t range = 0; range < sort->range_count; range++) {
        thud_note_crossing(sort->graph, sort->graph->crossing + start_of_range(sort, range),
                           sort->crossing_counts[range]);
    }
    for (int32_t range = 0; range < sort->range_count; range++) {
        place_crossing(sort, range);
    }
}

/* ---- joints in scattered order ---- */

/* The numbers below a power of two in an order without a pattern: each step of it can be undone, so none comes
 * twice. */
static uint32_t scatter(uint32_t number, int bits) {
    uint32_t mask = (UINT32_C(1) << bits) - 1;
    number = number * 0x9e3779b1u & mask;
    number ^= number >> (bits + 1) / 2;
    number = number * 0x85ebca77u & mask;
    return number ^ number >> (bits + 1) / 2;
}

static int bits_for(int32_t count) {
    int bits = 1;
    while (1 << bits < count) {
        bits++;
    }
    return bits;
}

/* Where a range of the scattered order begins. */
static uint32_t scattered_start(const edge_sort *sort, int32_t range) {
    return (uint32_t)(((uint64_t)range << sort->scatter_bits) / (uint64_t)sort->joint_ranges);
}

/* The joint at a place of the scattered order that has a piece; null if there is none. */
static const thud_unsorted_edge *scattered_joint(const edge_sort *sort, uint32_t place) {
    int32_t number = (int32_t)scatter(place, sort->scatter_bits);
    const thud_unsorted_edge *edge = &sort->graph->unsorted[number];
    return number < sort->joint_count && edge->key >= 0 ? edge : NULL;
}

static void count_joints_of_range(int32_t range, int32_t worker, void *context) {
    (void)worker;
    const edge_sort *sort = context;
    int32_t *counts = counts_of_range(sort, range);
    for (uint32_t i = scattered_start(sort, range); i < scattered_start(sort, range + 1); i++) {
        const thud_unsorted_edge *edge = scattered_joint(sort, i);
        if (edge != NULL) {
            counts[edge->key]++;
        }
    }
}

/* ---- where it goes ---- */

/* Turns what ranges [first, end) counted for a key into the places where they begin; returns where they end. */
static int32_t lay_out_key(const edge_sort *sort, int32_t key, int32_t first, int32_t end, int32_t start) {
    for (int32_t range = first; range < end; range++) {
        int32_t *counts = counts_of_range(sort, range);
        int32_t count = counts[key];
        counts[key] = start;
        start += count;
    }
    return start;
}

static void lay_out_pieces(const edge_sort *sort) {
    int32_t start = 0;
    for (int32_t i = 0; i < sort->graph->piece_count; i++) {
        thud_piece *piece = &sort->graph->pieces[i];
        for (int kind = 0; kind < THUD_CONSTRAINT_CONTACT; kind++) {
            piece->first_edge[kind] = start;
            start = lay_out_key(sort, joint_key_of(i, kind), 0, sort->joint_ranges, start);
        }
        piece->first_edge[THUD_CONSTRAINT_CONTACT] = start;
        for (int32_t key = i * hash_buckets; key < (i + 1) * hash_buckets; key++) {
            start = lay_out_key(sort, key, sort->joint_ranges, sort->range_count, start);
        }
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

static void place_joints_of_range(const edge_sort *sort, int32_t range) {
    int32_t *next = counts_of_range(sort, range);
    for (uint32_t i = scattered_start(sort, range); i < scattered_start(sort, range + 1); i++) {
        const thud_unsorted_edge *edge = scattered_joint(sort, i);
        if (edge != NULL) {
            place_edge(&sort->graph->edges[next[edge->key]++], edge);
        }
    }
}

static void place_contacts_of_range(const edge_sort *sort, int32_t range) {
    int32_t *next = counts_of_range(sort, range);
    int32_t end = start_of_range(sort, range + 1);
    for (int32_t i = start_of_range(sort, range); i < end; i++) {
        const thud_unsorted_edge *edge = &sort->graph->unsorted[i];
        if (edge->key >= 0) {
            place_edge(&sort->graph->edges[next[edge->key]++], edge);
        }
    }
}

static void place_range(int32_t range, int32_t worker, void *context) {
    (void)worker;
    const edge_sort *sort = context;
    if (range < sort->joint_ranges) {
        place_joints_of_range(sort, range);
    } else {
        place_contacts_of_range(sort, range);
    }
}

bool thud_sort_edges(thud_island_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    edge_sort sort = {.graph = graph, .joint_count = input->joint_count,
                      .contact_count = graph->edge_count - input->joint_count,
                      .scatter_bits = bits_for(input->joint_count)};
    sort.joint_ranges = sort.joint_count > 0 ? range_count_for(sort.joint_count, range_joints) : 0;
    sort.range_count = sort.joint_ranges + range_count_for(sort.contact_count, range_contacts);
    int32_t needed = sort.range_count * graph->piece_count * (hash_buckets + 1) + 1; /* without pieces, too */
    if (!thud_renew(hooks, &graph->range_counts, sizeof *graph->range_counts, &graph->range_capacity, needed)) {
        return false;
    }
    thud_fill_bytes(graph->range_counts, 0, (size_t)needed * sizeof *graph->range_counts);
    thud_tasks_run(input->tasks, find_pieces_of_range, &sort, sort.range_count);
    place_all_crossing(&sort);
    thud_tasks_run(input->tasks, count_joints_of_range, &sort, sort.joint_ranges);
    lay_out_pieces(&sort);
    thud_tasks_run(input->tasks, place_range, &sort, sort.range_count);
    thud_group_strips(graph);
    return true;
}
