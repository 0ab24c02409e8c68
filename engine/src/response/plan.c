/*
 * plan.c: two rounds, because a seam's numbers follow from those of its strips:
 *
 *     whole pieces and strips    numbers of bodies, colours
 *     seams and hubs             colours
 */
#include "response/plan.h"

#include <string.h>

#include "base/memory.h"

static int32_t larger(int32_t a, int32_t b) {
    return a > b ? a : b;
}

static int32_t round_up(int32_t count, int32_t unit) {
    return (count + unit - 1) / unit * unit;
}

/* Kernels move two bodies at a time; strips begin with a cache line. */
enum { records_at_once = 2, records_a_line = THUD_ALIGNMENT / thud_record_size };

/* What a plan has to spare for contacts to come, so that it need not be made anew for a while: copies a piece, heads
 * and tails a strip at its seams, and blocks, also for bodies that still fall; the hub's are the emptiest. */
enum { spare_copies = 2, spare_at_seam = 8, spare_blocks = 4, bodies_per_spare_block = 32, spare_hub_blocks = 16 };

/* ---- memory ---- */

/* Takes `count` elements from a piece of memory that is used up to *used; a null piece is only measured. */
static void *carve_array(char *piece, size_t *used, int32_t count, size_t element_size) {
    size_t size = ((size_t)count * element_size + THUD_ALIGNMENT - 1) / THUD_ALIGNMENT * THUD_ALIGNMENT;
    void *array = piece == NULL ? NULL : piece + *used;
    *used += size;
    return array;
}

static thud_coloring_scratch carve_scratch(const thud_plan *plan, char *piece, size_t *used) {
    thud_coloring_scratch scratch;
    scratch.used = carve_array(piece, used, plan->scratch_bodies, sizeof *scratch.used);
    scratch.degrees = carve_array(piece, used, plan->scratch_bodies, sizeof *scratch.degrees);
    scratch.items = carve_array(piece, used, plan->scratch_edges, sizeof *scratch.items);
    return scratch;
}

static bool reserve_scratch(thud_plan *plan, const thud_hooks *hooks, int32_t workers) {
    size_t used = 0;
    carve_scratch(plan, NULL, &used);
    plan->scratch_stride = (int32_t)(used / THUD_ALIGNMENT);
    return thud_renew(hooks, &plan->scratch, THUD_ALIGNMENT, &plan->scratch_capacity,
                      plan->scratch_stride * workers);
}

static thud_coloring_scratch scratch_of(const thud_plan *plan, int32_t worker) {
    size_t used = 0;
    return carve_scratch(plan, plan->scratch + (size_t)worker * (size_t)plan->scratch_stride * THUD_ALIGNMENT,
                         &used);
}

enum { contact_columns = 3, change_columns = 4, ends_columns = 2 };

/* The arrays by block of contacts. */
static void list_contact_columns(thud_plan *plan, thud_column columns[contact_columns]) {
    columns[0] = (thud_column){&plan->contact_index, sizeof *plan->contact_index};
    columns[1] = (thud_column){&plan->lanes_taken, sizeof *plan->lanes_taken};
    columns[2] = (thud_column){&plan->piece_of_block, sizeof *plan->piece_of_block};
}

/* The arrays that a patch works in. */
static void list_change_columns(thud_plan *plan, thud_column columns[change_columns]) {
    columns[0] = (thud_column){&plan->went, sizeof *plan->went};
    columns[1] = (thud_column){&plan->came, sizeof *plan->came};
    columns[2] = (thud_column){&plan->taken, sizeof *plan->taken};
    columns[3] = (thud_column){&plan->put, sizeof *plan->put};
}

static void list_ends_columns(thud_plan *plan, thud_column columns[ends_columns]) {
    columns[0] = (thud_column){&plan->taken_ends, sizeof *plan->taken_ends};
    columns[1] = (thud_column){&plan->put_ends, sizeof *plan->put_ends};
}

bool thud_plan_reserve_changes(thud_plan *plan, const thud_hooks *hooks, int32_t changes) {
    thud_column columns[change_columns], ends[ends_columns];
    list_change_columns(plan, columns);
    list_ends_columns(plan, ends);
    return thud_renew_columns(hooks, columns, change_columns, &plan->change_capacity, changes) &&
           thud_renew_columns(hooks, ends, ends_columns, &plan->ends_capacity, plan->graph.piece_count);
}

void thud_plan_destroy(thud_plan *plan, const thud_hooks *hooks) {
    thud_island_graph_destroy(&plan->graph, hooks);
    thud_release_array(hooks, &plan->pieces, sizeof *plan->pieces, &plan->piece_capacity);
    thud_release_array(hooks, &plan->number, sizeof *plan->number, &plan->number_capacity);
    thud_release_array(hooks, &plan->slots, sizeof *plan->slots, &plan->slots_capacity);
    thud_release_array(hooks, &plan->places, sizeof *plan->places, &plan->places_capacity);
    thud_release_array(hooks, &plan->index, sizeof *plan->index, &plan->index_capacity);
    thud_column columns[contact_columns];
    list_contact_columns(plan, columns);
    thud_release_columns(hooks, columns, contact_columns, &plan->contact_index_capacity);
    thud_release_array(hooks, &plan->lane_of, sizeof *plan->lane_of, &plan->lane_of_capacity);
    thud_release_array(hooks, &plan->tree_links, sizeof *plan->tree_links, &plan->tree_link_capacity);
    thud_release_array(hooks, &plan->tree_scratch, THUD_ALIGNMENT, &plan->tree_scratch_capacity);
    thud_column changes[change_columns], ends[ends_columns];
    list_change_columns(plan, changes);
    thud_release_columns(hooks, changes, change_columns, &plan->change_capacity);
    list_ends_columns(plan, ends);
    thud_release_columns(hooks, ends, ends_columns, &plan->ends_capacity);
    thud_release_array(hooks, &plan->scratch, THUD_ALIGNMENT, &plan->scratch_capacity);
}

/* ---- where bodies go ---- */

/* Heads or tails with some to spare, where there is a seam. */
static int32_t with_spare(int32_t count, bool at_seam) {
    return at_seam ? count + spare_at_seam + count / 4 : count;
}

/* Lays out the records of a piece's own bodies; copies come after them. */
static void lay_out_bodies(const thud_island_graph *graph, int32_t i, thud_piece_plan *plan) {
    const thud_piece *piece = &graph->pieces[i];
    if (piece->role == THUD_PIECE_WHOLE) {
        plan->head_end = 0;
        plan->dynamic_end = plan->tail_record = 1 + piece->body_count;
        plan->shared_slot = -1;
    } else {
        const thud_pile *pile = &graph->piles[piece->pile];
        bool is_first = i == pile->first_strip, is_last = i == thud_last_strip(pile);
        int32_t others = piece->body_count - piece->head_count - piece->tail_count;
        plan->shared_slot = is_last ? -1 : pile->shared_body;
        plan->next_copy = 0;
        plan->head_end = round_up(1 + with_spare(piece->head_count, !is_first), records_at_once);
        plan->tail_record = thud_first_own_record(plan) + round_up(others, records_at_once);
        plan->dynamic_end = plan->tail_record + 1 + with_spare(piece->tail_count, !is_last);
    }
}

/* Gives each piece room for its bodies, and a copy for each edge to one that does not yield. */
static bool plan_bodies(thud_plan *plan, const thud_hooks *hooks, const thud_solve_input *input) {
    const thud_island_graph *graph = &plan->graph;
    if (!thud_reserve(hooks, &plan->pieces, sizeof *plan->pieces, &plan->piece_capacity, graph->piece_count) ||
        !thud_renew(hooks, &plan->number, sizeof *plan->number, &plan->number_capacity,
                    input->body_slots) ||
        !thud_renew(hooks, &plan->places, sizeof *plan->places, &plan->places_capacity,
                    graph->edge_count + 1)) { /* as for the edges */
        return false;
    }
    int32_t first = 0;
    plan->scratch_bodies = plan->scratch_edges = 0;
    for (int32_t i = 0; i < graph->body_piece_count; i++) {
        const thud_piece *piece = &graph->pieces[i];
        lay_out_bodies(graph, i, &plan->pieces[i]);
        plan->pieces[i].first_slot = first;
        first += round_up(plan->pieces[i].dynamic_end + piece->ground_edges + spare_copies, records_a_line);
        plan->scratch_bodies = larger(plan->scratch_bodies, plan->pieces[i].dynamic_end);
        plan->scratch_edges = larger(plan->scratch_edges, thud_piece_edge_count(piece));
    }
    return thud_renew(hooks, &plan->slots, sizeof *plan->slots, &plan->slots_capacity, first) &&
           reserve_scratch(plan, hooks, thud_tasks_worker_count(input->tasks));
}

/* The copies lately made: edges to the same wall mostly follow each other. A copy made twice does no harm. */
enum { recent_copies = 64 };

typedef struct copy_cache {
    int32_t slot[recent_copies];
    int32_t number[recent_copies];
} copy_cache;

static int32_t number_of(const thud_plan *plan, thud_piece_plan *piece, copy_cache *copies, int32_t slot) {
    if (slot < 0) {
        return 0;
    }
    if (slot == piece->shared_slot) {
        return thud_take_copy(piece);
    }
    if (plan->graph.piece[slot] >= 0) {
        return plan->number[slot];
    }
    int32_t entry = slot % recent_copies;
    if (copies->slot[entry] != slot) {
        copies->slot[entry] = slot;
        copies->number[entry] = piece->count;
        plan->slots[piece->first_slot + piece->count++] = slot;
    }
    return copies->number[entry];
}

/* Numbers bodies from `number` on; returns the next number. */
static int32_t number_some(thud_plan *plan, const thud_piece_plan *piece, const int32_t *bodies, int32_t count,
                           int32_t number) {
    for (int32_t i = 0; i < count; i++, number++) {
        plan->slots[piece->first_slot + number] = bodies[i];
        plan->number[bodies[i]] = number;
    }
    return number;
}

/* Numbers the bodies of a piece and turns its edges' slots into numbers. */
static void number_bodies(thud_plan *plan, const thud_piece *range, thud_piece_plan *piece) {
    int32_t *slots = plan->slots + piece->first_slot;
    bool is_strip = range->role == THUD_PIECE_STRIP;
    const int32_t *bodies = (is_strip ? plan->graph.strip_bodies : plan->graph.bodies) + range->first_body;
    int32_t others = range->body_count - range->head_count - range->tail_count;
    slots[0] = -1;
    int32_t end = number_some(plan, piece, bodies, range->head_count, 1);
    if (is_strip) {
        while (end < piece->head_end) {
            slots[end++] = -1;
        }
        while (end < thud_first_own_record(piece)) {
            slots[end++] = piece->shared_slot;
        }
    }
    end = number_some(plan, piece, bodies + range->head_count, others, end);
    if (is_strip) {
        while (end <= piece->tail_record) {
            slots[end++] = -1;
        }
    }
    end = number_some(plan, piece, bodies + range->head_count + others, range->tail_count, end);
    while (end < piece->dynamic_end) {
        slots[end++] = -1;
    }
    piece->count = piece->dynamic_end;
    copy_cache copies;
    memset(&copies, 0xff, sizeof copies);
    for (int32_t i = range->first_edge[0]; i < range->first_edge[THUD_CONSTRAINT_KIND_COUNT]; i++) {
        thud_edge *edge = &plan->graph.edges[i];
        edge->a = number_of(plan, piece, &copies, edge->a);
        edge->b = number_of(plan, piece, &copies, edge->b);
    }
    int32_t unit = is_strip ? records_a_line : records_at_once;
    int32_t count = round_up(piece->count + spare_copies, unit);
    while (piece->count < count) {
        slots[piece->count++] = -1;
    }
}

/* ---- where edges go ---- */

static void color_piece(thud_plan *plan, const thud_piece *range, thud_piece_plan *piece, int32_t worker) {
    thud_coloring_scratch scratch = scratch_of(plan, worker);
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        int32_t first = range->first_edge[kind];
        thud_coloring_input input = {plan->graph.edges + first, range->first_edge[kind + 1] - first,
                                     piece->dynamic_end, thud_block_lanes};
        piece->coloring[kind] = thud_color_edges(input, scratch, plan->places + first);
    }
}

static void plan_body_piece(int32_t i, int32_t worker, void *context) {
    thud_plan *plan = context;
    number_bodies(plan, &plan->graph.pieces[i], &plan->pieces[i]);
    color_piece(plan, &plan->graph.pieces[i], &plan->pieces[i], worker);
}

/* The first of the records that a seam or hub works on; numbers of its edges count from there. */
static int32_t first_record_of(const thud_plan *plan, const thud_piece *range, int32_t i) {
    const thud_pile *pile = &plan->graph.piles[range->pile];
    if (range->role == THUD_PIECE_HUB) {
        return plan->pieces[pile->first_strip].first_record;
    }
    const thud_piece_plan *before = &plan->pieces[pile->first_strip + i - pile->first_seam];
    return before->first_record + before->tail_record;
}

/* The number behind the last one. */
static int32_t end_record_of(const thud_plan *plan, const thud_piece *range, int32_t i) {
    const thud_pile *pile = &plan->graph.piles[range->pile];
    if (range->role == THUD_PIECE_HUB) {
        const thud_piece_plan *last = &plan->pieces[thud_last_strip(pile)];
        return last->first_record + last->dynamic_end;
    }
    const thud_piece_plan *after = &plan->pieces[pile->first_strip + i - pile->first_seam + 1];
    return after->first_record + after->head_end;
}

/* Puts the strips' records one after another; then seams and hubs know theirs. */
static bool plan_records(thud_plan *plan, const thud_hooks *hooks, const thud_solve_input *input) {
    const thud_island_graph *graph = &plan->graph;
    plan->piles.records = 0;
    for (int32_t i = 0; i < graph->strip_count; i++) {
        plan->pieces[i].first_record = plan->piles.records;
        plan->piles.records += plan->pieces[i].count;
    }
    for (int32_t i = graph->body_piece_count; i < graph->piece_count; i++) {
        const thud_piece *range = &graph->pieces[i];
        thud_piece_plan *piece = &plan->pieces[i];
        piece->first_record = first_record_of(plan, range, i);
        piece->count = piece->dynamic_end = end_record_of(plan, range, i) - piece->first_record;
        piece->shared_slot = -1;
        if (thud_piece_edge_count(range) > 0) {
            plan->scratch_bodies = larger(plan->scratch_bodies, piece->dynamic_end);
            plan->scratch_edges = larger(plan->scratch_edges, thud_piece_edge_count(range));
        }
    }
    return reserve_scratch(plan, hooks, thud_tasks_worker_count(input->tasks));
}

static void plan_joining_piece(int32_t i, int32_t worker, void *context) {
    thud_plan *plan = context;
    int32_t number = plan->graph.body_piece_count + i;
    const thud_piece *range = &plan->graph.pieces[number];
    const int32_t *first_edge = range->first_edge;
    for (int32_t k = first_edge[0]; k < first_edge[THUD_CONSTRAINT_KIND_COUNT]; k++) {
        thud_edge *edge = &plan->graph.edges[k];
        edge->a = thud_joining_number(plan, number, edge->a);
        edge->b = thud_joining_number(plan, number, edge->b);
    }
    color_piece(plan, range, &plan->pieces[number], worker);
}

/* How many blocks of contacts a piece that has so many gets room for. */
static int32_t room_for(const thud_piece *piece, int32_t block_count) {
    int32_t spare = piece->role == THUD_PIECE_HUB ? spare_hub_blocks : spare_blocks + piece->body_count / bodies_per_spare_block;
    return block_count + block_count / 4 + spare;
}

static bool has_joints(const thud_piece *piece) {
    return piece->first_edge[THUD_CONSTRAINT_CONTACT] > piece->first_edge[0];
}

/* Notes which pieces have joints; those of a pile share their records. */
static void note_joined(thud_plan *plan) {
    const thud_island_graph *graph = &plan->graph;
    for (int32_t i = 0; i < graph->piece_count; i++) {
        plan->pieces[i].joined = has_joints(&graph->pieces[i]);
    }
    for (int32_t i = 0; i < graph->pile_count; i++) {
        const thud_pile *pile = &graph->piles[i];
        bool joined = plan->pieces[pile->hub].joined;
        for (int32_t k = 0; k < pile->strip_count; k++) {
            joined |= plan->pieces[pile->first_strip + k].joined;
            joined |= k + 1 < pile->strip_count && plan->pieces[pile->first_seam + k].joined;
        }
        for (int32_t k = 0; k < pile->strip_count; k++) {
            plan->pieces[pile->first_strip + k].joined = joined;
            if (k + 1 < pile->strip_count) {
                plan->pieces[pile->first_seam + k].joined = joined;
            }
        }
    }
}

static bool plan_blocks(thud_plan *plan, const thud_hooks *hooks) {
    int32_t next_index = 0, next_contact_index = 0;
    thud_plan_room *piles = &plan->piles;
    memset(&plan->whole, 0, sizeof plan->whole);
    memset(piles->blocks, 0, sizeof piles->blocks);
    note_joined(plan);
    for (int32_t i = 0; i < plan->graph.piece_count; i++) {
        thud_piece_plan *piece = &plan->pieces[i];
        bool is_whole = plan->graph.pieces[i].role == THUD_PIECE_WHOLE;
        plan->whole.records = larger(plan->whole.records, is_whole ? piece->count : 0);
        piece->first_index = next_index;
        piece->first_contact_index = next_contact_index;
        for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
            int32_t count = piece->coloring[kind].block_count;
            if (kind == THUD_CONSTRAINT_CONTACT) {
                count = piece->contact_room = room_for(&plan->graph.pieces[i], count);
                next_contact_index += count;
            } else if (kind != THUD_CONSTRAINT_TREE) {
                next_index += count;
            }
            if (is_whole) {
                plan->whole.blocks[kind] = larger(plan->whole.blocks[kind], count);
            } else {
                piece->first_block[kind] = piles->blocks[kind];
                piles->blocks[kind] += count;
            }
        }
    }
    thud_column columns[contact_columns];
    list_contact_columns(plan, columns);
    return thud_renew(hooks, &plan->index, sizeof *plan->index, &plan->index_capacity, next_index + 1) &&
           thud_renew_columns(hooks, columns, contact_columns, &plan->contact_index_capacity,
                              next_contact_index + 1);
}

/* Forgets where contacts are. Slots ascend: the last one tells how many there may be. */
static bool clear_lanes(thud_plan *plan, const thud_hooks *hooks, const thud_solve_input *input) {
    int32_t slots = input->contact_count > 0 ? input->contacts[input->contact_count - 1] + 1 : 0;
    if (!thud_reserve(hooks, &plan->lane_of, sizeof *plan->lane_of, &plan->lane_of_capacity, slots)) {
        return false;
    }
    thud_fill_bytes(plan->lane_of, 0, (size_t)plan->lane_of_capacity * sizeof *plan->lane_of);
    plan->age = 0;
    plan->any_idle = plan->graph.edge_count < input->contact_count + input->joint_count;
    plan->body_slots = input->body_slots;
    return true;
}

bool thud_plan_make(thud_plan *plan, const thud_hooks *hooks, const thud_solve_input *input) {
    thud_island_graph *graph = &plan->graph;
    graph->meeting = plan->plans_to_cut > 0;
    plan->plans_to_cut -= graph->meeting ? 1 : 0;
    if (!thud_island_graph_build(graph, hooks, input) || !plan_bodies(plan, hooks, input)) {
        return false;
    }
    thud_tasks_run(input->tasks, plan_body_piece, plan, graph->body_piece_count);
    if (!plan_records(plan, hooks, input)) {
        return false;
    }
    thud_tasks_run(input->tasks, plan_joining_piece, plan, graph->piece_count - graph->body_piece_count);
    return thud_find_trees(plan, hooks, input) && plan_blocks(plan, hooks) && clear_lanes(plan, hooks, input);
}

/* ---- the index ---- */

/* Puts edges into the lanes that their places name. */
static void fill_blocks(thud_block_index *index, int32_t block_count, const thud_edge *edges, const int32_t *places,
                        int32_t edge_count) {
    thud_fill_bytes(index, 0, (size_t)block_count * sizeof *index);
    for (int32_t i = 0; i < edge_count; i++) {
        thud_block_index *block = &index[places[i] / thud_block_lanes];
        int32_t lane = places[i] % thud_block_lanes;
        block->slot[lane] = edges[i].slot;
        block->a[lane] = (uint32_t)edges[i].a * thud_record_size;
        block->b[lane] = (uint32_t)edges[i].b * thud_record_size;
        block->count++;
    }
    for (int32_t block = 0; block < block_count; block++) {
        for (int32_t lane = index[block].count; lane < thud_block_lanes; lane++) {
            index[block].slot[lane] = index[block].slot[0];
        }
    }
}

/* Notes in the index which joints are in a joint tree. */
static void mark_tree_links(const thud_plan *plan, const thud_piece_plan *planned) {
    for (int32_t i = 0; i < planned->coloring[THUD_CONSTRAINT_TREE].block_count; i++) {
        const thud_tree_link *link = &plan->tree_links[planned->first_tree_link + i];
        thud_block_index *index = plan->index + planned->first_index;
        for (int kind = 0; kind < link->kind; kind++) {
            index += planned->coloring[kind].block_count;
        }
        if (link->kind >= 0) {
            index[link->place / thud_block_lanes].in_tree |= UINT32_C(1) << link->place % thud_block_lanes;
        }
    }
}

void thud_plan_fill_index(const thud_plan *plan, int32_t piece) {
    const thud_piece *range = &plan->graph.pieces[piece];
    const thud_piece_plan *planned = &plan->pieces[piece];
    thud_block_index *index = plan->index + planned->first_index;
    for (int kind = 0; kind < THUD_CONSTRAINT_TREE; kind++) {
        int32_t first = range->first_edge[kind], block_count = planned->coloring[kind].block_count;
        fill_blocks(index, block_count, plan->graph.edges + first, plan->places + first,
                    range->first_edge[kind + 1] - first);
        index += block_count;
    }
    mark_tree_links(plan, planned);
    int32_t first = range->first_edge[THUD_CONSTRAINT_CONTACT];
    int32_t block_count = planned->coloring[THUD_CONSTRAINT_CONTACT].block_count;
    thud_block_index *contacts = plan->contact_index + planned->first_contact_index;
    int32_t edge_count = range->first_edge[THUD_CONSTRAINT_CONTACT + 1] - first;
    fill_blocks(contacts, block_count, plan->graph.edges + first, plan->places + first, edge_count);
    for (int32_t i = 0; i < edge_count; i++) {
        plan->lane_of[plan->graph.edges[first + i].slot] =
            1 + planned->first_contact_index * thud_block_lanes + plan->places[first + i];
    }
    for (int32_t block = 0; block < block_count; block++) {
        plan->lanes_taken[planned->first_contact_index + block] = (uint8_t)contacts[block].count;
        plan->piece_of_block[planned->first_contact_index + block] = piece;
    }
}
