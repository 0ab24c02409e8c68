/*
 * partition.c: gathers islands into batches, or divides all of them into partitions: across the longer side of the area
 * of their bodies, with about equal work:
 *
 *         bins  |.:|::|:.|..|::|.:|      work by position along the longer side
 *   partitions  |  0  |   1    | 2 |
 *
 * The cut depends on bodies, positions and edges, never on the number of threads.
 */
#include "response/constraint_graph.h"

#include <math.h>

#include "base/memory.h"

/* Edges of a partition, or bodies if those are more: few enough for a core's cache, enough to pay for the interface. */
enum { partition_edges = 1000 };

/* A large island has twice as many at least: smaller islands are solved in batches, without interfaces. */
enum { least_partitions = 2, few_partitions = 8, most_partitions = 64 };

/* Islands are divided if the large ones have this share of the edges: one thread would be busy after all others. */
static const float share_of_large = 0.5f;

/* Or if islands keep meeting, or there is little work, and the joints are at most this share of it: joints have larger
 * errors at cuts (rain: 0.73 mm instead of 0.65). */
static const float few_joints_share = 0.1f;

/* Least width of a partition, in mean distances between bodies: hardly a body reaches both of its interfaces. */
static const float least_width = 5.0f;

enum { bin_count = 1024 };

/* A division of the bodies across the x or the y axis, into bins of equal width. */
typedef struct body_cut {
    int32_t partition_count;
    bool along_y;
    float low;            /* [m] */
    float bins_per_metre; /* [1/m] */
} body_cut;

static int32_t load_of(int32_t edges, int32_t bodies) {
    return thud_bodies_per_edge * edges + bodies;
}

/* ---- position of the cuts ---- */

/* Where most bodies end along an axis: of a sample, the farthest on either side are left out. Otherwise a body that fell
 * off the world would put all others into one bin. With sign -1 the end is minus the highest place. */
static float measure_end(const thud_constraint_graph *graph, const thud_solve_input *input, bool along_y,
                         float sign) {
    enum { samples = 128, left_out = 3 };
    float lowest[left_out + 1] = {INFINITY, INFINITY, INFINITY, INFINITY};
    for (int i = 0; i < samples; i++) {
        thud_vec2 position = input->poses[graph->bodies[(int64_t)graph->body_count * i / samples]].position;
        float place = sign * (along_y ? position.y : position.x);
        for (int k = 0; k <= left_out; k++) {
            float higher = thud_max(place, lowest[k]);
            lowest[k] = thud_min(place, lowest[k]);
            place = higher;
        }
    }
    return lowest[left_out];
}

/* Number of bodies side by side across an area: n that fill w h are sqrt(w h / n) apart, n in a line w / n. */
static float columns_of(thud_vec2 size, int32_t count) {
    float longer = thud_max(size.x, size.y), shorter = thud_min(size.x, size.y);
    float distance = thud_max(sqrtf(longer * shorter / (float)count), longer / (float)count);
    float columns = longer / distance;
    return columns >= least_width ? columns : least_width; /* also if all bodies are at one place */
}

/* Finds the cut of all bodies for a number of edges; fewer than two partitions mean no cut. A small number of
 * partitions is even, as the number of threads mostly is. */
static body_cut find_cut(const thud_constraint_graph *graph, const thud_solve_input *input,
                         int32_t edge_count) {
    thud_vec2 low = {measure_end(graph, input, false, 1.0f), measure_end(graph, input, true, 1.0f)};
    thud_vec2 high = {-measure_end(graph, input, false, -1.0f), -measure_end(graph, input, true, -1.0f)};
    thud_vec2 size = thud_vec2_sub(high, low);
    bool along_y = size.y > size.x;
    float columns = columns_of(size, graph->body_count);
    int32_t count = edge_count / partition_edges;
    count = count < most_partitions ? count : most_partitions;
    count = columns / least_width < (float)count ? (int32_t)(columns / least_width) : count;
    count = count > least_partitions && count < few_partitions ? count / 2 * 2 : count;
    return (body_cut){count, along_y, along_y ? low.y : low.x, (float)bin_count / (along_y ? size.y : size.x)};
}

static body_cut choose_cut(const thud_constraint_graph *graph, const thud_solve_input *input) {
    /* All islands that would fit into two batches: workers cannot share those evenly, and a contact between them needs a
     * new graph. With many bodies and few edges batches are better: they stay in the cache from substep to substep. */
    bool together =
        load_of(graph->edge_count, graph->body_count) <= 2 * thud_full_batch || graph->builds_together > 0;
    int32_t size = together && graph->body_count > graph->edge_count ? graph->body_count : graph->edge_count;
    if (size < least_partitions * partition_edges || input->poses == NULL) {
        return (body_cut){0};
    }
    int32_t halves_of_large = 0;
    for (int32_t island = 0; island < graph->island_count; island++) {
        int32_t halves = graph->half_edges[island];
        halves_of_large += halves >= 2 * least_partitions * partition_edges ? halves : 0;
    }
    bool few_joints = (float)input->joint_count < few_joints_share * (float)size;
    bool is_cut = (few_joints && together) ||
                  (float)halves_of_large >= 2.0f * share_of_large * (float)graph->edge_count;
    return is_cut ? find_cut(graph, input, size) : (body_cut){0};
}

/* ---- parts ---- */

/* Adds empty parts; false when memory runs out. */
static bool add_parts(thud_constraint_graph *graph, const thud_hooks *hooks, int32_t count,
                      thud_part_role role) {
    if (!THUD_RESERVE(hooks, graph->parts, graph->part_capacity, graph->part_count + count)) {
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        graph->parts[graph->part_count++] = (thud_graph_part){.role = role};
    }
    return true;
}

/* The load that a batch may have because of an island: its busiest body is in as many blocks as it has edges, and
 * filling the other lanes of these blocks costs hardly more. */
static int64_t room_beside(const thud_constraint_graph *graph, int32_t island) {
    int32_t most = 0;
    for (int32_t i = graph->starts[island]; i < graph->starts[island + 1]; i++) {
        int32_t half_edges = graph->links[graph->bodies[i]].half_edges;
        most = half_edges > most ? half_edges : most;
    }
    int64_t room = (int64_t)thud_bodies_per_edge * thud_block_lanes * most;
    return room > thud_full_batch ? room : thud_full_batch;
}

static bool make_batches(thud_constraint_graph *graph, const thud_hooks *hooks) {
    int32_t *part = graph->part;
    int64_t load = 0, room = 0;
    for (int32_t island = 0; island < graph->island_count; island++) {
        int32_t end = graph->starts[island + 1];
        int32_t island_load = load_of(graph->half_edges[island] / 2, end - graph->starts[island]);
        int64_t own_room = room_beside(graph, island);
        room = room > own_room ? room : own_room;
        if (graph->part_count == 0 || load + island_load > room) {
            if (!add_parts(graph, hooks, 1, THUD_PART_BATCH)) {
                return false;
            }
            load = 0;
            room = own_room;
        }
        load += island_load;
        for (int32_t i = graph->starts[island]; i < end; i++) {
            part[graph->bodies[i]] = graph->part_count - 1;
        }
        graph->parts[graph->part_count - 1].body_count += end - graph->starts[island];
    }
    graph->body_part_count = graph->part_count;
    return true;
}

/* ---- bodies of partitions ---- */

static int32_t bin_of(const body_cut *cut, thud_vec2 position) {
    float bin = ((cut->along_y ? position.y : position.x) - cut->low) * cut->bins_per_metre;
    if (!(bin > 0.0f)) { /* also NaN */
        return 0;
    }
    return bin < (float)(bin_count - 1) ? (int32_t)bin : bin_count - 1;
}

/* Finds the partition of each bin, whose work is given. */
static void cut_bins(int32_t bins[bin_count], int64_t work, int32_t partition_count) {
    int64_t before = 0, partition = 0;
    for (int32_t bin = 0; bin < bin_count; bin++) {
        while (partition < partition_count - 1 && before * partition_count >= (partition + 1) * work) {
            partition++;
        }
        before += bins[bin];
        bins[bin] = (int32_t)partition;
    }
}

/* Makes partitions and assigns all bodies to them. */
static bool make_partitions(thud_constraint_graph *graph, const thud_hooks *hooks,
                            const thud_solve_input *input, const body_cut *cut) {
    const thud_island_link *links = graph->links;
    const int32_t *bodies = graph->bodies;
    int32_t *part = graph->part, count = graph->body_count;
    int32_t bins[bin_count] = {0};
    int64_t work = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t body = bodies[i], bin = bin_of(cut, input->poses[body].position);
        int32_t work_of_body = 1 + thud_bodies_per_edge / 2 * links[body].half_edges;
        part[body] = bin; /* until bins are assigned to partitions */
        bins[bin] += work_of_body;
        work += work_of_body;
    }
    cut_bins(bins, work, cut->partition_count);
    int32_t parts = graph->partition_count = graph->body_part_count = cut->partition_count;
    if (!add_parts(graph, hooks, parts, THUD_PART_PARTITION) ||
        !add_parts(graph, hooks, parts - 1, THUD_PART_INTERFACE) ||
        !add_parts(graph, hooks, 1, THUD_PART_OVERFLOW)) {
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t body = bodies[i];
        part[body] = bins[part[body]];
        graph->interface[body] = -1;
        graph->parts[part[body]].body_count++;
    }
    return true;
}

bool thud_make_parts(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    graph->part_count = graph->partition_count = 0;
    body_cut cut = choose_cut(graph, input);
    bool is_cut = cut.partition_count >= least_partitions;
    return is_cut ? make_partitions(graph, hooks, input, &cut) : make_batches(graph, hooks);
}
