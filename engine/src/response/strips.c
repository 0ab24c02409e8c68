/*
 * strips.c: cuts a pile into strips across its longer side, each with about as much work as the next:
 *
 *      bins  |.:|::|:.|..|::|.:|      work by where its bodies are along the longer side
 *     strips |  0  |   1    | 2 |
 *
 * The cut depends on bodies, positions and edges, never on the number of threads.
 */
#include "response/island.h"

/* Edges of a strip, or bodies where those have few: few enough to stay in a core's cache, enough to pay for its seam. */
enum { strip_edges = 1000 };

/* A pile has twice as many at least: what is smaller is solved whole, without seams. */
enum { least_strips = 2, few_strips = 8, most_strips = 64 };

/* All islands make one pile where those that have to be cut hold this share of the edges. */
static const float common_share = 0.75f;

/* Or where islands keep meeting, or there is little to do, and no more joints than this share of it: those err more
 * where they are cut (rain: 0.73 mm instead of 0.65). */
static const float few_joints_share = 0.1f;

/* A strip is wide enough that hardly a body reaches both of its seams: in mean distances between bodies. */
static const float least_width = 5.0f;

/* So much of a column's edges lead to the next one (in tumbler and washer). */
static const float edges_to_next_column = 0.85f;

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

/* How many bodies are side by side across a pile. Those that fill an area w h are sqrt(w h / n) apart, those in a line
 * w / n. */
static float columns_of(pile_extent extent, int32_t count) {
    thud_vec2 size = thud_vec2_sub(extent.high, extent.low);
    float longer = thud_max(size.x, size.y);
    float shorter = thud_min(size.x, size.y);
    float distance = thud_max(sqrtf(longer * shorter / (float)count), longer / (float)count);
    float columns = longer / distance;
    return columns >= least_width ? columns : least_width; /* not where all bodies are in one place, either */
}

static thud_vec2 size_of(pile_extent extent) {
    return thud_vec2_sub(extent.high, extent.low);
}

/* Cuts across the longer side of an extent. */
static thud_strip_cut cut_across(pile_extent extent, int32_t body_count) {
    thud_vec2 size = size_of(extent);
    bool along_y = size.y > size.x;
    return (thud_strip_cut){along_y, along_y ? extent.low.y : extent.low.x,
                            (float)bin_count / (along_y ? size.y : size.x),
                            edges_to_next_column / columns_of(extent, body_count)};
}

/* How many strips bodies in an extent make; an even number, if it is small, as threads mostly are. */
static int32_t count_strips(pile_extent extent, int32_t body_count, int32_t edge_count) {
    int32_t wanted = edge_count / strip_edges;
    int32_t count = wanted < most_strips ? wanted : most_strips;
    float room = columns_of(extent, body_count) / least_width;
    count = room < (float)count ? (int32_t)room : count;
    return count > least_strips && count < few_strips ? count / 2 * 2 : count;
}

static bool is_large(const thud_island_graph *graph, const thud_solve_input *input, int32_t island) {
    return graph->edge_counts[island] >= least_strips * strip_edges && input->poses != NULL;
}

int32_t thud_strip_count(const thud_island_graph *graph, const thud_solve_input *input, int32_t island,
                         thud_strip_cut *cut) {
    if (!is_large(graph, input, island)) {
        return 1;
    }
    pile_extent extent = measure_extent(graph, input, island);
    int32_t body_count = graph->starts[island + 1] - graph->starts[island];
    *cut = cut_across(extent, body_count);
    return count_strips(extent, body_count, graph->edge_counts[island]);
}

/* Where most of the awake bodies are along an axis: of some, the farthest to either side are left out, or one that
 * fell off the world would leave all others in one bin. */
static void measure_most(const thud_solve_input *input, bool along_y, float *low, float *high) {
    enum { samples = 128, left_out = 3 };
    float sorted[samples];
    for (int i = 0; i < samples; i++) {
        int32_t body = input->awake[(int64_t)input->awake_count * i / samples];
        float place = along_y ? input->poses[body].position.y : input->poses[body].position.x;
        int at = i;
        for (; at > 0 && sorted[at - 1] > place; at--) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = place;
    }
    *low = sorted[left_out];
    *high = sorted[samples - 1 - left_out];
}

/* Whether all would make two whole pieces at most: workers cannot share those evenly, and what meets between them makes
 * a new plan. Where more bodies have few edges whole pieces are better: they stay in the cache from substep to
 * substep. */
static bool fits_two_pieces(const thud_island_graph *graph) {
    return thud_piece_load(graph->edge_count, graph->body_count) <= 2 * thud_full_piece;
}

int32_t thud_common_strip_count(const thud_island_graph *graph, const thud_solve_input *input,
                                thud_strip_cut *cut) {
    int32_t edges_of_large = 0;
    for (int32_t island = 0; island < graph->island_count; island++) {
        edges_of_large += is_large(graph, input, island) ? graph->edge_counts[island] : 0;
    }
    bool is_small = fits_two_pieces(graph);
    int32_t size = is_small && graph->body_count > graph->edge_count ? graph->body_count : graph->edge_count;
    bool few_joints = (float)input->joint_count < few_joints_share * (float)size;
    bool is_common =
        (few_joints && (is_small || graph->meeting)) ||
        (graph->edge_count > 0 && (float)edges_of_large >= common_share * (float)graph->edge_count);
    if (!is_common || size < least_strips * strip_edges || input->poses == NULL) {
        return 1;
    }
    pile_extent extent;
    measure_most(input, false, &extent.low.x, &extent.high.x);
    measure_most(input, true, &extent.low.y, &extent.high.y);
    *cut = cut_across(extent, graph->body_count); /* what is outside goes to the first and last strip */
    return count_strips(extent, graph->body_count, size);
}

static int32_t bin_of(const thud_strip_cut *cut, thud_vec2 position) {
    float bin = ((cut->along_y ? position.y : position.x) - cut->low) * cut->bins_per_metre;
    if (!(bin > 0.0f)) { /* nor a number */
        return 0;
    }
    return bin < (float)(bin_count - 1) ? (int32_t)bin : bin_count - 1;
}

/* How much work a body makes. The edges of a shared body are the hub's. */
static int32_t work_of(const thud_island_graph *graph, const thud_pile *pile, int32_t body) {
    return body == pile->shared_body ? 0 : 1 + thud_bodies_per_edge / 2 * graph->links[body].half_edges;
}

static void cut_pile(thud_island_graph *graph, const thud_solve_input *input, const thud_pile *pile) {
    int32_t count = pile->body_count;
    const int32_t *bodies = graph->bodies + pile->first_body;
    int32_t strip_count = pile->strip_count - (pile->shared_body >= 0 ? 1 : 0);
    int32_t strip_of_bin[bin_count] = {0};
    int64_t work = 0, before;
    for (int32_t i = 0; i < count; i++) {
        int32_t of_body = work_of(graph, pile, bodies[i]);
        int32_t bin = bin_of(&pile->cut, input->poses[bodies[i]].position);
        graph->piece[bodies[i]] = bin; /* until bins have strips */
        strip_of_bin[bin] += of_body;
        work += of_body;
    }
    before = (int64_t)(0.5f * pile->cut.seam_share * (float)work); /* the last strip has no seam behind it */
    for (int32_t bin = 0; bin < bin_count; bin++) {
        int32_t in_bin = strip_of_bin[bin];
        int32_t strip = (int32_t)(before * strip_count / work);
        strip_of_bin[bin] = pile->first_strip + (strip < strip_count ? strip : strip_count - 1);
        before += in_bin;
    }
    for (int32_t i = 0; i < count; i++) {
        graph->piece[bodies[i]] = strip_of_bin[graph->piece[bodies[i]]];
        graph->sides[bodies[i]] = 0;
    }
    if (pile->shared_body >= 0) {
        graph->piece[pile->shared_body] = pile->first_strip + strip_count;
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
    const thud_pile *pile;
    bool are_neighbours; /* the strips are, and there is a seam between them */
} crossing_ends;

static crossing_ends ends_of(const thud_island_graph *graph, int32_t edge) {
    int32_t a = graph->unsorted[edge].a;
    int32_t b = graph->unsorted[edge].b;
    int32_t ahead = graph->piece[b] - graph->piece[a];
    crossing_ends ends = {.lower = a, .upper = b};
    if (ahead < 0) {
        ends.lower = b;
        ends.upper = a;
    }
    ends.pile = &graph->piles[graph->pieces[graph->piece[a]].pile];
    ends.are_neighbours = (ahead == 1 || ahead == -1) && ends.upper != ends.pile->shared_body;
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
        if (ends.are_neighbours && !(graph->sides[ends.lower] & side_before)) {
            graph->unsorted[crossing[i]].key = ends.pile->first_seam + strip - ends.pile->first_strip;
        } else {
            graph->unsorted[crossing[i]].key = ends.pile->hub;
            graph->sides[ends.lower] |= side_hub;
            graph->sides[ends.upper] |= ends.upper == ends.pile->shared_body ? 0 : side_hub; /* its strip moves it */
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
    int32_t count = pile->body_count;
    const int32_t *bodies = graph->bodies + pile->first_body;
    int32_t next[(most_strips + 1) * group_count] = {0};
    int32_t last_strip = thud_last_strip(pile);
    for (int32_t i = 0; i < count; i++) {
        int32_t strip = graph->piece[bodies[i]];
        int group = group_of(graph->sides[bodies[i]], strip == last_strip);
        next[(strip - pile->first_strip) * group_count + group]++;
    }
    int32_t place = pile->first_body;
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
