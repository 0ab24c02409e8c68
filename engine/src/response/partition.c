/*
 * partition.c: divides islands into batches and partitions. A large island is cut across its longer side into
 * partitions with about as much work each:
 *
 *         bins  |.:|::|:.|..|::|.:|      work by where its bodies are along the longer side
 *   partitions  |  0  |   1    | 2 |
 *
 * The cut depends on bodies, positions and edges, never on the number of threads.
 */
#include "response/constraint_graph.h"

#include <math.h>

#include "base/memory.h"

/* Edges of a partition, or bodies where those have few: few enough to stay in a core's cache, enough to pay for its
 * interface. */
enum { partition_edges = 1000 };

/* A large island has twice as many at least: what is smaller is solved in a batch, without interfaces. */
enum { least_partitions = 2, few_partitions = 8, most_partitions = 64 };

/* All islands are cut together where the large ones hold this share of the edges. */
static const float common_share = 0.75f;

/* Or where islands keep meeting, or there is little to do, and no more joints than this share of it: those err more
 * where they are cut (rain: 0.73 mm instead of 0.65). */
static const float few_joints_share = 0.1f;

/* A partition is wide enough that hardly a body reaches both of its interfaces: in mean distances between bodies. */
static const float least_width = 5.0f;

/* So much of a column's edges lead to the next one (in tumbler and washer). */
static const float edges_to_next_column = 0.85f;

enum { bin_count = 1024 };

static int32_t load_of(int32_t edges, int32_t bodies) {
    return thud_bodies_per_edge * edges + bodies;
}

/* ---- where to cut ---- */

/* Where most of some bodies are along an axis: of a sample, the farthest to either side are left out, or one that
 * fell off the world would leave all others in one bin. */
static void measure_most(const thud_solve_input *input, const int32_t *bodies, int32_t count, bool along_y,
                         float *low, float *high) {
    enum { samples = 128, left_out = 3 };
    float sorted[samples];
    for (int i = 0; i < samples; i++) {
        thud_vec2 position = input->poses[bodies[(int64_t)count * i / samples]].position;
        float place = along_y ? position.y : position.x;
        int at = i;
        for (; at > 0 && sorted[at - 1] > place; at--) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = place;
    }
    *low = sorted[left_out];
    *high = sorted[samples - 1 - left_out];
}

/* How many bodies are side by side across an area. Those that fill w h are sqrt(w h / n) apart, those in a line
 * w / n. */
static float columns_of(thud_vec2 size, int32_t count) {
    float longer = thud_max(size.x, size.y), shorter = thud_min(size.x, size.y);
    float distance = thud_max(sqrtf(longer * shorter / (float)count), longer / (float)count);
    float columns = longer / distance;
    return columns >= least_width ? columns : least_width; /* not where all bodies are in one place, either */
}

/* Into how many partitions bodies with so many edges are cut, and where; 1: into none. An even number, if it is small,
 * as threads mostly are. */
static int32_t find_cut(const thud_solve_input *input, const int32_t *bodies, int32_t body_count,
                        int32_t edge_count, thud_cut *cut) {
    if (edge_count < least_partitions * partition_edges || input->poses == NULL) {
        return 1;
    }
    thud_vec2 low, high;
    measure_most(input, bodies, body_count, false, &low.x, &high.x);
    measure_most(input, bodies, body_count, true, &low.y, &high.y);
    thud_vec2 size = thud_vec2_sub(high, low);
    bool along_y = size.y > size.x;
    float columns = columns_of(size, body_count);
    *cut = (thud_cut){along_y, along_y ? low.y : low.x, (float)bin_count / (along_y ? size.y : size.x),
                      edges_to_next_column / columns};
    int32_t wanted = edge_count / partition_edges;
    int32_t count = wanted < most_partitions ? wanted : most_partitions;
    count = columns / least_width < (float)count ? (int32_t)(columns / least_width) : count;
    return count > least_partitions && count < few_partitions ? count / 2 * 2 : count;
}

/* Whether all would make two batches at most: workers cannot share those evenly, and what meets between them needs a
 * new graph. Where more bodies have few edges batches are better: they stay in the cache from substep to substep. */
static bool fits_two_batches(const thud_constraint_graph *graph) {
    return load_of(graph->edge_count, graph->body_count) <= 2 * thud_full_batch;
}

/* The same as find_cut for all islands together. */
static int32_t find_common_cut(const thud_constraint_graph *graph, const thud_solve_input *input,
                               thud_cut *cut) {
    int32_t edges_of_large = 0;
    for (int32_t island = 0; island < graph->island_count; island++) {
        int32_t edges = graph->edge_counts[island];
        edges_of_large += edges >= least_partitions * partition_edges ? edges : 0;
    }
    bool is_small = fits_two_batches(graph);
    int32_t size = is_small && graph->body_count > graph->edge_count ? graph->body_count : graph->edge_count;
    bool few_joints = (float)input->joint_count < few_joints_share * (float)size;
    bool is_common =
        (few_joints && (is_small || graph->builds_together > 0)) ||
        (graph->edge_count > 0 && (float)edges_of_large >= common_share * (float)graph->edge_count);
    return is_common ? find_cut(input, graph->bodies, graph->body_count, size, cut) : 1;
}

/* ---- which body is split ---- */

/* A body with fewer edges has no proxies. */
enum { least_edges = 32 };

/* Nor where a proxy would have less than so many times the mass or inertia of another body: there contacts would yield
 * more, and what partitions do side by side would add up to too much. */
static const float least_mass_of_proxy = 16.0f;

/* Whether proxies of a body are far heavier than another one. */
static bool outweighs(const thud_inverse_mass *shared, const thud_inverse_mass *other) {
    const float times = (float)thud_proxies * least_mass_of_proxy;
    return times * shared->linear <= other->linear &&
           (other->angular == 0.0f || times * shared->angular <= other->angular);
}

/* The body of a large island that many edges lead to and that is far heavier than all others there; -1: none. */
static int32_t find_split_body(const thud_constraint_graph *graph, const thud_solve_input *input,
                               int32_t first_body, int32_t body_count) {
    const int32_t *bodies = graph->bodies + first_body;
    int32_t found = bodies[0];
    for (int32_t i = 1; i < body_count; i++) {
        found = graph->links[bodies[i]].half_edges > graph->links[found].half_edges ? bodies[i] : found;
    }
    if (graph->links[found].half_edges < least_edges) {
        return -1;
    }
    for (int32_t i = 0; i < body_count; i++) {
        if (bodies[i] != found &&
            !outweighs(&input->inverse_masses[found], &input->inverse_masses[bodies[i]])) {
            return -1;
        }
    }
    return found;
}

/* ---- parts ---- */

/* Adds empty parts and returns the first one's number; -1 where memory runs out. */
static int32_t add_parts(thud_constraint_graph *graph, const thud_hooks *hooks, int32_t count,
                         thud_part_role role, int32_t island) {
    if (!thud_reserve(hooks, &graph->parts, sizeof *graph->parts, &graph->part_capacity,
                      graph->part_count + count)) {
        return -1;
    }
    for (int32_t i = 0; i < count; i++) {
        graph->parts[graph->part_count + i] =
            (thud_graph_part){.role = role, .island = island, .split_body = -1};
    }
    graph->part_count += count;
    return graph->part_count - count;
}

/* Makes one large island of islands [first, end), with its partitions. */
static bool add_large(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input,
                      int32_t first, int32_t end, int32_t partition_count, thud_cut cut) {
    if (!thud_reserve(hooks, &graph->large, sizeof *graph->large, &graph->large_capacity,
                      graph->large_count + 1)) {
        return false;
    }
    int32_t number = graph->large_count++;
    thud_large_island *island = &graph->large[number];
    *island = (thud_large_island){.first_body = graph->starts[first], .cut = cut, .split_partition = -1};
    island->body_count = graph->starts[end] - island->first_body;
    island->split_body = find_split_body(graph, input, island->first_body, island->body_count);
    island->partition_count = partition_count;
    island->first_partition = add_parts(graph, hooks, partition_count, THUD_PART_PARTITION, number);
    if (island->split_body >= 0 && island->first_partition >= 0) {
        island->split_partition = add_parts(graph, hooks, 1, THUD_PART_SPLIT, number);
        for (int32_t i = 0; i < partition_count; i++) {
            graph->parts[island->first_partition + i].split_body = island->split_body;
        }
    }
    return island->first_partition >= 0 && (island->split_body < 0 || island->split_partition >= 0);
}

/* Finds the islands that are large, or all together. */
static bool find_large(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    thud_cut cut = {0};
    int32_t count = find_common_cut(graph, input, &cut);
    bool added = true;
    if (count > 1) {
        return add_large(graph, hooks, input, 0, graph->island_count, count, cut);
    }
    for (int32_t i = 0; added && i < graph->island_count; i++) {
        int32_t bodies = graph->starts[i + 1] - graph->starts[i];
        count = find_cut(input, graph->bodies + graph->starts[i], bodies, graph->edge_counts[i], &cut);
        added = count <= 1 || add_large(graph, hooks, input, i, i + 1, count, cut);
    }
    return added;
}

/* The load that a batch may have because of an island: its busiest body is in as many blocks as it has edges, and what
 * fills the other lanes of these costs hardly more. */
static int64_t room_beside(const thud_constraint_graph *graph, int32_t island) {
    int32_t most = 0;
    for (int32_t i = graph->starts[island]; i < graph->starts[island + 1]; i++) {
        int32_t half_edges = graph->links[graph->bodies[i]].half_edges;
        most = half_edges > most ? half_edges : most;
    }
    int64_t room = (int64_t)thud_bodies_per_edge * thud_block_lanes * most;
    return room > thud_full_batch ? room : thud_full_batch;
}

/* Gathers the other islands to batches, whose bodies follow each other. */
static bool make_batches(thud_constraint_graph *graph, const thud_hooks *hooks) {
    int64_t load = 0, room = 0;
    int32_t next_large = 0;
    bool is_open = false;
    for (int32_t island = 0; island < graph->island_count; island++) {
        const thud_large_island *large = next_large < graph->large_count ? &graph->large[next_large] : NULL;
        if (large != NULL && graph->starts[island] >= large->first_body) {
            next_large += graph->starts[island + 1] == large->first_body + large->body_count ? 1 : 0;
            is_open = false;
            continue;
        }
        int32_t bodies = graph->starts[island + 1] - graph->starts[island];
        int32_t island_load = load_of(graph->edge_counts[island], bodies);
        int64_t own_room = room_beside(graph, island);
        is_open = is_open && load + island_load <= (room > own_room ? room : own_room);
        if (!is_open) {
            int32_t part = add_parts(graph, hooks, 1, THUD_PART_BATCH, -1);
            if (part < 0) {
                return false;
            }
            graph->parts[part].first_body = graph->starts[island];
            load = room = 0;
            is_open = true;
        }
        load += island_load;
        room = room > own_room ? room : own_room;
        graph->parts[graph->part_count - 1].body_count += bodies;
    }
    for (int32_t i = graph->partition_count; i < graph->part_count; i++) {
        for (int32_t k = 0; k < graph->parts[i].body_count; k++) {
            graph->part[graph->bodies[graph->parts[i].first_body + k]] = i;
        }
    }
    return true;
}

static bool add_interfaces(thud_constraint_graph *graph, const thud_hooks *hooks) {
    for (int32_t i = 0; i < graph->large_count; i++) {
        thud_large_island *island = &graph->large[i];
        island->first_interface =
            add_parts(graph, hooks, island->partition_count - 1, THUD_PART_INTERFACE, i);
        island->overflow = add_parts(graph, hooks, 1, THUD_PART_OVERFLOW, i);
        if (island->first_interface < 0 || island->overflow < 0) {
            return false;
        }
    }
    return true;
}

/* ---- bodies of partitions ---- */

static int32_t bin_of(const thud_cut *cut, thud_vec2 position) {
    float bin = ((cut->along_y ? position.y : position.x) - cut->low) * cut->bins_per_metre;
    if (!(bin > 0.0f)) { /* nor a number */
        return 0;
    }
    return bin < (float)(bin_count - 1) ? (int32_t)bin : bin_count - 1;
}

/* How much work a body makes. */
static int32_t work_of(const thud_constraint_graph *graph, const thud_large_island *island, int32_t body) {
    return body == island->split_body ? 0 : 1 + thud_bodies_per_edge / 2 * graph->links[body].half_edges;
}

/* Gives the bodies of a large island their partitions. */
static void cut_island(thud_constraint_graph *graph, const thud_solve_input *input,
                       const thud_large_island *island) {
    int32_t count = island->partition_count;
    const int32_t *bodies = graph->bodies + island->first_body;
    int32_t partition_of_bin[bin_count] = {0};
    int64_t work = 0, before;
    for (int32_t i = 0; i < island->body_count; i++) {
        int32_t of_body = work_of(graph, island, bodies[i]);
        int32_t bin = bin_of(&island->cut, input->poses[bodies[i]].position);
        graph->part[bodies[i]] = bin; /* until bins have partitions */
        partition_of_bin[bin] += of_body;
        work += of_body;
    }
    before = (int64_t)(0.5f * island->cut.interface_share *
                       (float)work); /* the last one has no interface behind it */
    for (int32_t bin = 0; bin < bin_count; bin++) {
        int32_t in_bin = partition_of_bin[bin];
        int32_t partition = (int32_t)(before * count / work);
        partition_of_bin[bin] = island->first_partition + (partition < count ? partition : count - 1);
        before += in_bin;
    }
    for (int32_t i = 0; i < island->body_count; i++) {
        graph->part[bodies[i]] = partition_of_bin[graph->part[bodies[i]]];
    }
    if (island->split_body >= 0) {
        graph->part[island->split_body] = island->split_partition;
    }
}

bool thud_make_parts(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    graph->part_count = graph->large_count = 0;
    if (!find_large(graph, hooks, input)) {
        return false;
    }
    graph->partition_count = graph->part_count;
    if (!make_batches(graph, hooks)) {
        return false;
    }
    graph->body_part_count = graph->part_count;
    for (int32_t i = 0; i < graph->large_count; i++) {
        cut_island(graph, input, &graph->large[i]);
    }
    return add_interfaces(graph, hooks);
}

/* Lists the bodies of a large island by partition. */
static void list_island(thud_constraint_graph *graph, const thud_large_island *island) {
    const int32_t *bodies = graph->bodies + island->first_body;
    int32_t next[most_partitions + 1] = {0};
    int32_t place = island->first_body,
            partitions = island->partition_count + (island->split_body >= 0 ? 1 : 0);
    for (int32_t i = 0; i < island->body_count; i++) {
        next[graph->part[bodies[i]] - island->first_partition]++;
    }
    for (int32_t i = 0; i < partitions; i++) {
        thud_graph_part *partition = &graph->parts[island->first_partition + i];
        partition->first_body = place;
        partition->body_count = next[i];
        next[i] = place;
        place += partition->body_count;
    }
    for (int32_t i = 0; i < island->body_count; i++) {
        int32_t partition = graph->part[bodies[i]];
        graph->interface[bodies[i]] = -1;
        graph->partition_bodies[next[partition - island->first_partition]++] = bodies[i];
    }
}

void thud_list_partitions(thud_constraint_graph *graph) {
    for (int32_t i = 0; i < graph->large_count; i++) {
        list_island(graph, &graph->large[i]);
    }
}
