/*
 * constraint_graph.c: builds the graph. Islands and parts come from islands.c and partition.c. This file sorts the edges
 * by part, gives the bodies their indices and assigns colours and lanes to the edges. It takes two rounds, because an
 * interface uses the indices of its partitions:
 *
 *     batches and partitions      indices of bodies, colours
 *     interfaces and overflow     colours
 */
#include "response/constraint_graph.h"

#include <string.h>

#include "base/memory.h"

/* Kernels move two bodies at a time; each partition starts on a cache line. */
enum { records_at_once = 2, records_a_line = THUD_ALIGNMENT / thud_record_size };

/* Spare room for new contacts, so that the graph need not be rebuilt for a while: copies of static and kinematic bodies
 * per part (a share of those it has, as where many bars move others are met in each step), and blocks of contacts.
 * Falling bodies count too: they will touch something. */
enum { spare_copies = 2, spare_copy_share = 2, spare_share = 4, spare_blocks = 8, bodies_per_spare_block = 32 };

/* And records of bodies that may wake, where the graph takes them; a share of the bodies in a single batch. Records and
 * copies are made only after an update without room: those of ten crates at rest took 1.05 of the time of a step. */
enum { bodies_per_spare_record = 6, spare_records = 8 };

static int32_t larger(int32_t a, int32_t b) {
    return a > b ? a : b;
}

static int32_t round_up(int32_t count, int32_t unit) {
    return (count + unit - 1) / unit * unit;
}

/* ---- memory ---- */

static const thud_column body_columns[] = {
    THUD_COLUMN(thud_constraint_graph, island),
    THUD_COLUMN(thud_constraint_graph, part),
    THUD_COLUMN(thud_constraint_graph, interface),
    THUD_COLUMN(thud_constraint_graph, body_index),
    THUD_COLUMN(thud_constraint_graph, starts),
    THUD_COLUMN(thud_constraint_graph, bodies),
    {0},
};

static const thud_column index_columns[] = {
    THUD_COLUMN(thud_constraint_graph, slots),
    THUD_COLUMN(thud_constraint_graph, colors),
    {0},
};

/* Lays the arrays of a build side by side into a block; returns its size [bytes]. Without a block it only measures. */
static size_t place_scratch(thud_constraint_graph *graph, char *memory, int32_t bodies, int32_t edges) {
    size_t used = 0;
    graph->links = thud_carve(memory, &used, bodies, sizeof *graph->links);
    graph->groups = thud_carve(memory, &used, bodies, sizeof *graph->groups);
    graph->half_edges = thud_carve(memory, &used, bodies, sizeof *graph->half_edges);
    graph->unsorted = thud_carve(memory, &used, edges, sizeof *graph->unsorted);
    graph->sorted = thud_carve(memory, &used, edges, sizeof *graph->sorted);
    graph->order = thud_carve(memory, &used, edges, sizeof *graph->order);
    graph->edges = thud_carve(memory, &used, edges, sizeof *graph->edges);
    graph->places = thud_carve(memory, &used, edges, sizeof *graph->places);
    return used;
}

/* The arrays of a build are in the memory that the solver will need, the larger one wherever there are partitions. */
static bool reserve_scratch(thud_constraint_graph *graph, const thud_hooks *hooks, int32_t bodies,
                            int32_t edges) {
    size_t size = place_scratch(graph, NULL, bodies, edges);
    if (!thud_reserve(hooks, &graph->memory, THUD_ALIGNMENT, &graph->memory_capacity,
                      (int32_t)(size / THUD_ALIGNMENT))) {
        return false;
    }
    place_scratch(graph, graph->memory, bodies, edges);
    return true;
}

void thud_graph_destroy(thud_constraint_graph *graph, const thud_hooks *hooks) {
    thud_release_columns(hooks, graph, body_columns, &graph->body_capacity);
    thud_release_columns(hooks, graph, index_columns, &graph->slot_capacity);
    THUD_RELEASE_ARRAY(hooks, graph->parts, graph->part_capacity);
    THUD_RELEASE_ARRAY(hooks, graph->index, graph->index_capacity);
    THUD_RELEASE_ARRAY(hooks, graph->lane_of, graph->lane_of_capacity);
    THUD_RELEASE_ARRAY(hooks, graph->tree_links, graph->tree_link_capacity);
    thud_release_array(hooks, &graph->memory, THUD_ALIGNMENT, &graph->memory_capacity);
    thud_release_array(hooks, &graph->tree_scratch, THUD_ALIGNMENT, &graph->tree_scratch_capacity);
}

/* ---- edges ---- */

int32_t thud_part_across(thud_constraint_graph *graph, int32_t a, int32_t b) {
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

/* Sorts the edges by part and kind with a counting sort: edges of one part and kind keep the order of the input. */
static void sort_edges(thud_constraint_graph *graph) {
    thud_graph_part *parts = graph->parts;
    thud_unsorted_edge *edges = graph->unsorted;
    int32_t *sorted = graph->sorted;
    for (int32_t i = 0; i < graph->edge_count; i++) {
        thud_unsorted_edge *edge = &edges[i];
        int32_t part_a = thud_part_of_body(graph, edge->a), part_b = thud_part_of_body(graph, edge->b);
        bool is_ground = part_a < 0 || part_b < 0;
        edge->part = is_ground || part_a == part_b ? larger(part_a, part_b)
                                                   : thud_part_across(graph, edge->a, edge->b);
        if (edge->part >= 0) {
            parts[edge->part].first_edge[edge->kind]++;
            parts[edge->part].ground_edges += is_ground;
        }
    }
    int32_t end = 0;
    for (int32_t i = 0; i < graph->part_count; i++) {
        for (int kind = 0; kind <= THUD_CONSTRAINT_KIND_COUNT; kind++) {
            end += parts[i].first_edge[kind];
            parts[i].first_edge[kind] = end; /* placing the edges moves it back to the first */
        }
    }
    for (int32_t i = graph->edge_count - 1; i >= 0; i--) {
        if (edges[i].part >= 0) {
            sorted[--parts[edges[i].part].first_edge[edges[i].kind]] = i;
        }
    }
    graph->edge_count = end;
}

/* ---- indices of bodies ---- */

bool thud_graph_takes_bodies(const thud_constraint_graph *graph) {
    return graph->part_count == 1 || graph->partition_count > 0;
}

/* With room for further copies after an update without room. */
static int32_t with_spares(const thud_constraint_graph *graph, int32_t copies) {
    return copies + (graph->builds_with_spares > 0 ? copies / spare_copy_share + spare_copies : 0);
}

/* Gives the bodies their indices in their parts, in the order of the islands, and lists them by index. Each part has room
 * for a copy for each edge to a body that is not dynamic. */
static bool index_bodies(thud_constraint_graph *graph, const thud_hooks *hooks) {
    thud_graph_part *parts = graph->parts;
    bool spares = graph->builds_with_spares > 0 && thud_graph_takes_bodies(graph);
    int32_t share = graph->part_count == 1 ? graph->body_count / bodies_per_spare_record : 0;
    int32_t spare = spares ? share + spare_records : 0;
    int32_t end = 0;
    for (int32_t i = 0; i < graph->body_part_count; i++) {
        thud_graph_part *part = &parts[i];
        int32_t copies = with_spares(graph, part->ground_edges);
        part->dynamic_end = thud_first_body;
        part->count = round_up(part->dynamic_end + part->body_count + spare + copies, records_a_line);
        part->first_slot = end;
        end += part->count;
    }
    if (!thud_reserve_columns(hooks, graph, index_columns, &graph->slot_capacity, end)) {
        return false;
    }
    int32_t *slots = graph->slots, *body_index = graph->body_index;
    thud_fill_bytes(slots, 0xff, (size_t)end * sizeof *slots);
    for (int32_t i = 0; i < graph->body_count; i++) {
        int32_t body = graph->bodies[i];
        thud_graph_part *part = &parts[graph->part[body]];
        slots[part->first_slot + part->dynamic_end] = body;
        body_index[body] = part->dynamic_end++;
    }
    for (int32_t i = 0; i < graph->body_part_count; i++) {
        parts[i].dynamic_end += spare;
        parts[i].copy_end = parts[i].dynamic_end;
    }
    return true;
}

/* The index of a body's copy; adds the copy if there is none. */
static int32_t find_copy(const thud_constraint_graph *graph, thud_graph_part *part, int32_t body) {
    int32_t *slots = graph->slots + part->first_slot;
    int32_t copy = part->dynamic_end;
    while (copy < part->copy_end && slots[copy] != body) {
        copy++;
    }
    if (copy == part->count) { /* one that graph_update.c gave up */
        copy = part->dynamic_end;
        while (copy < part->count && slots[copy] != THUD_NONE) {
            copy++;
        }
        if (copy == part->count) {
            return -1;
        }
    }
    part->copy_end += copy == part->copy_end ? 1 : 0;
    slots[copy] = body;
    return copy;
}

int32_t thud_index_in_part(const thud_constraint_graph *graph, thud_graph_part *part, int32_t body) {
    if (part->role >= THUD_PART_INTERFACE) {
        return graph->parts[graph->part[body]].first_record + graph->body_index[body] - part->first_record;
    }
    if (thud_part_of_body(graph, body) >= 0) {
        return graph->body_index[body];
    }
    return body == THUD_NONE ? 0 : find_copy(graph, part, body);
}

/* ---- colours ---- */

/* Finds the indices of the bodies of a part's edges, and colours the edges. An interface keeps the colours of its bodies
 * by record: no body is in two interfaces. */
static void color_part(thud_constraint_graph *graph, thud_graph_part *part) {
    int32_t first_color = part->role < THUD_PART_INTERFACE ? part->first_slot : part->first_record;
    for (int32_t i = part->first_edge[0]; i < part->first_edge[THUD_CONSTRAINT_KIND_COUNT]; i++) {
        const thud_unsorted_edge *edge = &graph->unsorted[graph->sorted[i]];
        graph->edges[i] = (thud_edge){edge->slot, thud_index_in_part(graph, part, edge->a),
                                      thud_index_in_part(graph, part, edge->b)};
    }
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        int32_t first = part->first_edge[kind];
        thud_coloring_input input = {.edges = graph->edges + first,
                                     .count = part->first_edge[kind + 1] - first,
                                     .dynamic_end = part->dynamic_end,
                                     .are_contacts = kind == THUD_CONSTRAINT_CONTACT,
                                     .places = graph->places + first,
                                     .order = graph->order + first,
                                     .used = graph->colors + first_color};
        part->coloring[kind] = thud_color_edges(&input);
    }
}

static void color_body_part(int32_t i, int32_t worker, void *context) {
    (void)worker;
    thud_constraint_graph *graph = context;
    color_part(graph, &graph->parts[i]);
}

/* Counts the records of the parts with the copies that their edges need, and lays those of the partitions out one after
 * another; interfaces and the overflow use ranges of them. */
static void lay_out_records(thud_constraint_graph *graph) {
    bool is_cut = graph->partition_count > 0;
    int32_t records = 0;
    for (int32_t i = 0; i < graph->body_part_count; i++) {
        thud_graph_part *part = &graph->parts[i];
        part->count = part->dynamic_end + with_spares(graph, part->copy_end - part->dynamic_end);
        part->count = round_up(part->count, is_cut ? records_a_line : records_at_once);
        part->first_record = records;
        records += is_cut ? part->count : 0;
    }
    for (int32_t i = graph->body_part_count; i < graph->part_count; i++) {
        thud_graph_part *part = &graph->parts[i];
        bool is_interface = part->role == THUD_PART_INTERFACE;
        int32_t first = is_interface ? i - graph->body_part_count : 0;
        int32_t last = is_interface ? first + 1 : graph->body_part_count - 1;
        part->first_record = graph->parts[first].first_record;
        part->dynamic_end = part->count =
            graph->parts[last].first_record + graph->parts[last].dynamic_end - part->first_record;
    }
}

static void color_joining_part(int32_t i, int32_t worker, void *context) {
    (void)worker;
    thud_constraint_graph *graph = context;
    color_part(graph, &graph->parts[graph->body_part_count + i]);
}

/* ---- blocks ---- */

/* How far the contact blocks of a partition are from those of the next one, in few sizes: so they stay where they are when the graph is
 * built anew with more contacts. Elsewhere they would touch new pages of memory, each for 1.3 us. */
static int32_t spread_of(int32_t blocks) {
    int32_t spread = 12;
    while (spread < blocks) {
        spread *= 4;
    }
    return spread;
}

static bool lay_out_blocks(thud_constraint_graph *graph, const thud_hooks *hooks,
                           const thud_solve_input *input) {
    int32_t blocks = 0;
    thud_solver_room *room = &graph->room;
    memset(room, 0, sizeof *room);
    for (int32_t i = 0; i < graph->part_count; i++) {
        thud_graph_part *part = &graph->parts[i];
        bool is_batch = part->role == THUD_PART_BATCH;
        int32_t joint_edges = part->first_edge[THUD_CONSTRAINT_CONTACT] - part->first_edge[0];
        part->has_joints = (is_batch ? joint_edges : input->joint_count) > 0;
        int32_t contact_blocks = part->coloring[THUD_CONSTRAINT_CONTACT].block_count;
        part->contact_room = contact_blocks + contact_blocks / spare_share +
                             part->body_count / bodies_per_spare_block + spare_blocks;
        room->records = larger(room->records, part->first_record + part->count);
        room->poses = larger(room->poses, part->has_joints ? part->first_record + part->count : 0);
        for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
            int32_t count =
                kind == THUD_CONSTRAINT_CONTACT ? part->contact_room : part->coloring[kind].block_count;
            part->first_index[kind] = blocks;
            blocks += kind == THUD_CONSTRAINT_TREE ? 0 : count;
            part->first_block[kind] = is_batch ? 0 : room->blocks[kind];
            bool spreads = kind == THUD_CONSTRAINT_CONTACT && part->role == THUD_PART_PARTITION;
            room->blocks[kind] =
                larger(room->blocks[kind], part->first_block[kind] + (spreads ? spread_of(count) : count));
        }
    }
    return THUD_RESERVE(hooks, graph->index, graph->index_capacity, blocks + 1);
}

/* Puts the edges of a kind into the lanes given by their places. */
static void fill_blocks(const thud_constraint_graph *graph, int32_t part_index, int kind) {
    const thud_graph_part *part = &graph->parts[part_index];
    int32_t first_index = part->first_index[kind], block_count = part->coloring[kind].block_count;
    thud_block_index *index = graph->index + first_index;
    memset(index, 0, (size_t)block_count * sizeof *index);
    for (int32_t i = part->first_edge[kind]; i < part->first_edge[kind + 1]; i++) {
        const thud_edge *edge = &graph->edges[i];
        uint32_t place = (uint32_t)graph->places[i], lane = place % thud_block_lanes;
        thud_block_index *block = &index[place / thud_block_lanes];
        block->slot[lane] = edge->slot;
        block->a[lane] = (uint32_t)edge->a * thud_record_size;
        block->b[lane] = (uint32_t)edge->b * thud_record_size;
        block->count++;
        if (kind == THUD_CONSTRAINT_CONTACT) {
            graph->lane_of[edge->slot] = 1 + first_index * thud_block_lanes + (int32_t)place;
        }
    }
    for (int32_t block = 0; block < block_count; block++) {
        index[block].part = part_index;
        thud_fill_empty_lanes(&index[block]);
    }
}

static void fill_index(int32_t i, int32_t worker, void *context) {
    (void)worker;
    const thud_constraint_graph *graph = context;
    const thud_graph_part *part = &graph->parts[i];
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        if (kind != THUD_CONSTRAINT_TREE) { /* tree links use the lanes of their joints */
            fill_blocks(graph, i, kind);
        }
    }
    for (int32_t k = 0; k < part->coloring[THUD_CONSTRAINT_TREE].block_count; k++) {
        const thud_tree_link *link = &graph->tree_links[part->first_tree_link + k];
        if (link->kind >= 0) {
            int32_t block = part->first_index[link->kind] + link->place / thud_block_lanes;
            graph->index[block].in_tree |= UINT32_C(1) << link->place % thud_block_lanes;
        }
    }
}

/* Clears the lanes of all contacts. Slots ascend, so the last one gives the length of the array. */
static bool clear_lanes(thud_constraint_graph *graph, const thud_hooks *hooks,
                        const thud_solve_input *input) {
    int32_t slots = input->contact_count > 0 ? input->contacts[input->contact_count - 1] + 1 : 0;
    if (!THUD_RESERVE(hooks, graph->lane_of, graph->lane_of_capacity, slots)) {
        return false;
    }
    thud_fill_bytes(graph->lane_of, 0, (size_t)graph->lane_of_capacity * sizeof *graph->lane_of);
    return true;
}

/* ---- the graph ---- */

/* Takes all bodies out of their parts: only those of the last graph, as in most worlds few of many move. */
static void clear_parts(thud_constraint_graph *graph, const thud_solve_input *input) {
    int32_t *part = graph->part, known = graph->body_slots;
    int32_t listed = known > 0 ? graph->starts[graph->island_count] : 0;
    for (int32_t i = 0; i < listed; i++) {
        part[graph->bodies[i]] = -1;
    }
    if (known < input->body_slots) {
        thud_fill_bytes(part + known, 0xff, (size_t)(input->body_slots - known) * sizeof *part);
    }
    graph->body_slots = input->body_slots;
}

static bool build(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    int32_t slots = input->body_slots + 1; /* one start more than islands, for the end */
    int32_t edges = input->contact_count + input->joint_count + 1; /* at least one, so that the array exists */
    if (!thud_reserve_columns(hooks, graph, body_columns, &graph->body_capacity, slots) ||
        !reserve_scratch(graph, hooks, slots, edges)) {
        return false;
    }
    clear_parts(graph, input);
    thud_find_islands(graph, input);
    if (!thud_make_parts(graph, hooks, input)) {
        return false;
    }
    graph->builds_together -= graph->builds_together > 0 ? 1 : 0;
    thud_group_trees(graph, input);
    sort_edges(graph);
    if (!index_bodies(graph, hooks)) {
        return false;
    }
    thud_tasks_run(input->tasks, color_body_part, graph, graph->body_part_count);
    lay_out_records(graph);
    graph->builds_with_spares -= graph->builds_with_spares > 0 ? 1 : 0;
    if (graph->partition_count > 0) {
        thud_tasks_run(input->tasks, color_joining_part, graph, graph->partition_count - 1);
        color_joining_part(graph->partition_count - 1, 0, graph); /* it shares bodies with interfaces */
    }
    if (!thud_find_trees(graph, hooks, input) || !lay_out_blocks(graph, hooks, input) ||
        !clear_lanes(graph, hooks, input)) {
        return false;
    }
    thud_tasks_run(input->tasks, fill_index, graph, graph->part_count);
    return true;
}

bool thud_graph_build(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    graph->age = 0;
    bool built = build(graph, hooks, input);
    graph->body_slots = built ? graph->body_slots : 0; /* the next build clears the parts of all bodies */
    return built;
}
