/*
 * strips.c: cuts a pile into strips across its longer side, each with about as many bodies as the next:
 *
 *      bins  |.:|::|:.|..|::|.:|      bodies by where they are along the longer side
 *     strips |  0  |   1    | 2 |
 *
 * The cut depends on bodies, positions and edges, never on the number of threads.
 */
#include "response/island.h"

/* Edges of a strip: few enough to stay in a core's cache, enough to pay for its seam. */
enum { strip_edges = 1000 };

/* A pile has twice as many at least: what is smaller is solved whole, without seams. */
enum { least_strips = 2, most_strips = 64 };

/* A strip is wide enough that hardly a body reaches both of its seams: in mean distances between bodies. */
static const float least_width = 5.0f;

enum { bin_count = 1024 };

/* In `sides`: to which other strips a body has edges. */
enum { side_before = 1, side_after = 2, side_hub = 4 };

enum { group_head, group_middle, group_tail, group_count };

/* ---- where to cut ---- */

typedef struct pile_extent {
    thud_vec2 low, high;
} pile_extent;

static const int32_t *bodies_of(const thud_island_graph *graph, int32_t island, int32_t *count) {
    *count = graph->starts[island + 1] - graph->starts[island];
    return graph->bodies + graph->starts[island];
}

static pile_extent measure_extent(const thud_island_graph *graph, const thud_solve_input *input, int32_t island) {
    int32_t count;
    const int32_t *bodies = bodies_of(graph, island, &count);
    pile_extent extent = {input->poses[bodies[0]].position, input->poses[bodies[0]].position};
    for (int32_t i = 1; i < count; i++) {
        thud_vec2 position = input->poses[bodies[i]].position;
        extent.low = thud_vec2_min(extent.low, position);
        extent.high = thud_vec2_max(extent.high, position);
    }
    return extent;
}

/* How many strips the pile's width has room for. Bodies that fill an area w h are sqrt(w h / n) apart, those
 * in a line w / n. */
static float strips_with_room(pile_extent extent, int32_t count) {
    thud_vec2 size = thud_vec2_sub(extent.high, extent.low);
    float longer = thud_max(size.x, size.y);
    float shorter = thud_min(size.x, size.y);
    float distance = thud_max(sqrtf(longer * shorter / (float)count), longer / (float)count);
    float room = longer / (least_width * distance);
    return room >= 1.0f ? room : 1.0f; /* not where all bodies are in one place, either */
}

int32_t thud_strip_count(const thud_island_graph *graph, const thud_solve_input *input, int32_t island,
                         thud_strip_cut *cut) {
    int32_t wanted = graph->edge_counts[island] / strip_edges;
    if (wanted < least_strips || input->poses == NULL) {
        return 1;
    }
    pile_extent extent = measure_extent(graph, input, island);
    thud_vec2 size = thud_vec2_sub(extent.high, extent.low);
    float room = strips_with_room(extent, graph->starts[island + 1] - graph->starts[island]);
    int32_t count = wanted < most_strips ? wanted : most_strips;
    count = room < (float)count ? (int32_t)room : count;
    cut->along_y = size.y > size.x;
    cut->low = cut->along_y ? extent.low.y : extent.low.x;
    cut->bins_per_metre = (float)bin_count / (cut->along_y ? size.y : size.x);
    return count;
}

static int32_t bin_of(const thud_strip_cut *cut, thud_vec2 position) {
    float bin = ((cut->along_y ? position.y : position.x) - cut->low) * cut->bins_per_metre;
    if (!(bin > 0.0f)) { /* nor a number */
        return 0;
    }
    return bin < (float)(bin_count - 1) ? (int32_t)bin : bin_count - 1;
}

static void cut_pile(thud_island_graph *graph, const thud_solve_input *input, const thud_pile *pile) {
    int32_t count;
    const int32_t *bodies = bodies_of(graph, pile->island, &count);
    int32_t strip_of_bin[bin_count] = {0};
    for (int32_t i = 0; i < count; i++) {
        strip_of_bin[bin_of(&pile->cut, input->poses[bodies[i]].position)]++;
    }
    int64_t before = 0;
    for (int32_t bin = 0; bin < bin_count; bin++) {
        int32_t in_bin = strip_of_bin[bin];
        strip_of_bin[bin] = pile->first_strip + (int32_t)(before * pile->strip_count / count);
        before += in_bin;
    }
    for (int32_t i = 0; i < count; i++) {
        graph->piece[bodies[i]] = strip_of_bin[bin_of(&pile->cut, input->poses[bodies[i]].position)];
        graph->sides[bodies[i]] = 0;
    }
}

void thud_cut_strips(thud_island_graph *graph, const thud_solve_input *input) {
    for (int32_t i = 0; i < graph->pile_count; i++) {
        cut_pile(graph, input, &graph->piles[i]);
    }
}

/* ---- edges from one strip to another ---- */

/* The body of an edge in the lower of its two strips, and the other one. */
typedef struct crossing_ends {
    int32_t lower, upper;
    bool are_neighbours; /* the strips are */
} crossing_ends;

static crossing_ends ends_of(const thud_island_graph *graph, int32_t edge) {
    int32_t a = graph->unsorted[edge].a;
    int32_t b = graph->unsorted[edge].b;
    int32_t ahead = graph->piece[b] - graph->piece[a];
    crossing_ends ends = {a, b, ahead == 1 || ahead == -1};
    if (ahead < 0) {
        ends.lower = b;
        ends.upper = a;
    }
    return ends;
}

void thud_note_crossing(thud_island_graph *graph, const int32_t *crossing, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        crossing_ends ends = ends_of(graph, crossing[i]);
        if (ends.are_neighbours) {
            graph->sides[ends.lower] |= side_after;
            graph->sides[ends.upper] |= side_before;
        }
    }
}

void thud_place_crossing(thud_island_graph *graph, const int32_t *crossing, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        crossing_ends ends = ends_of(graph, crossing[i]);
        int32_t strip = graph->piece[ends.lower];
        const thud_pile *pile = &graph->piles[graph->pieces[strip].pile];
        if (ends.are_neighbours && !(graph->sides[ends.lower] & side_before)) {
            graph->unsorted[crossing[i]].key = pile->first_seam + strip - pile->first_strip;
        } else {
            graph->unsorted[crossing[i]].key = pile->hub;
            graph->sides[ends.lower] |= side_hub;
            graph->sides[ends.upper] |= side_hub;
        }
    }
}

/* ---- bodies by the seams that they are in ---- */

/* A body with edges to the strip before has none in the seam after: those are the hub's. Bodies that only the
 * hub has edges to go to the group that their strip has. */
static int group_of(uint8_t sides, bool in_last_strip) {
    if (sides == 0) {
        return group_middle;
    }
    bool is_head = (sides & side_before) || in_last_strip;
    return is_head ? group_head : group_tail;
}

static void group_pile(thud_island_graph *graph, const thud_pile *pile) {
    int32_t count;
    const int32_t *bodies = bodies_of(graph, pile->island, &count);
    int32_t next[most_strips * group_count] = {0};
    int32_t last_strip = pile->first_strip + pile->strip_count - 1;
    for (int32_t i = 0; i < count; i++) {
        int32_t strip = graph->piece[bodies[i]];
        int group = group_of(graph->sides[bodies[i]], strip == last_strip);
        next[(strip - pile->first_strip) * group_count + group]++;
    }
    int32_t place = graph->starts[pile->island];
    for (int32_t i = 0; i < pile->strip_count; i++) {
        thud_piece *strip = &graph->pieces[pile->first_strip + i];
        strip->first_body = place;
        strip->head_count = next[i * group_count + group_head];
        strip->tail_count = next[i * group_count + group_tail];
        for (int group = 0; group < group_count; group++) {
            int32_t in_group = next[i * group_count + group];
            next[i * group_count + group] = place;
            place += in_group;
        }
        strip->body_count = place - strip->first_body;
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t strip = graph->piece[bodies[i]];
        int group = group_of(graph->sides[bodies[i]], strip == last_strip);
        graph->strip_bodies[next[(strip - pile->first_strip) * group_count + group]++] = bodies[i];
    }
}

void thud_group_strips(thud_island_graph *graph) {
    for (int32_t i = 0; i < graph->pile_count; i++) {
        group_pile(graph, &graph->piles[i]);
    }
}
