/*
 * plan_patch.c: works contacts into a plan that came since the last step, and takes out those that went. In a heap
 * that churns one in a hundred does either in a step; the others keep their blocks and lanes.
 *
 *     went     the last lane of its block takes its place; the last block of its class that of a block without lanes
 *     came     goes to the first block of its class that neither body is in, else to a new one
 *
 * A contact between two strips goes to the seam between them, if its bodies are, or can still be put, among the tails
 * of one and the heads of the other; else to the hub. What only a new plan can do (a contact between two whole
 * pieces, no room left) makes the patch fail. Pieces drift away from where their bodies were, and
 * islands that part are not noticed: so a plan is made anew from time to time.
 *
 * Two rounds: what changed is found side by side (plan_changes.h), then each piece takes its contacts out and puts them in.
 * Only what crosses from strip to strip is placed one by one between them.
 */
#include "response/plan_changes.h"

#include <string.h>

#include "base/memory.h"

/* A patched plan serves for so many steps. By then lanes are about as full as in a new one: washer had 1.11 a contact
 * when plans were made anew every other step, and has 1.12 so; with twice the age 1.13. */
enum { longest_age = 32 };

/* After two pieces met that no seam joins so many plans cut all islands together. */
enum { plans_after_meeting = 8 };

/* With fewer contacts and bodies a plan costs next to nothing. */
enum { least_size = 400 };

/* Where more contacts come in one step than this share of contacts and bodies, a new plan costs less. */
static const float most_coming = 0.2f;

/* So many bodies that move to other records are noted at once. */
enum { most_moves = 256 };

/* A body of a strip that got another number. */
typedef struct body_move {
    int32_t strip, from, to;
} body_move;

typedef struct plan_patch {
    thud_plan_changes changes;
    body_move moves[most_moves];
    int32_t move_count;
} plan_patch;

/* ---- blocks ---- */

static thud_coloring *coloring_of(thud_plan *plan, int32_t piece) {
    return &plan->pieces[piece].coloring[THUD_CONSTRAINT_CONTACT];
}

static void note_lane(thud_plan *plan, int32_t block, int32_t lane) {
    plan->lane_of[plan->contact_index[block].slot[lane]] = 1 + block * thud_block_lanes + lane;
}

static void set_taken(thud_plan *plan, int32_t block, int32_t count) {
    plan->contact_index[block].count = count;
    plan->lanes_taken[block] = (uint8_t)count;
}

static void move_block(thud_plan *plan, int32_t from, int32_t to) {
    if (from != to) {
        plan->contact_index[to] = plan->contact_index[from];
        set_taken(plan, to, plan->contact_index[to].count);
        for (int32_t lane = 0; lane < plan->contact_index[to].count; lane++) {
            note_lane(plan, to, lane);
        }
    }
}

/* Fills the place of an empty block by the last one of its class, and that one's, between the classes, by the very
 * last. */
static void drop_block(thud_plan *plan, int32_t block) {
    int32_t piece = plan->piece_of_block[block];
    int32_t first = plan->pieces[piece].first_contact_index;
    thud_coloring *coloring = coloring_of(plan, piece);
    if (block < first + coloring->ground_block) {
        coloring->ground_block--;
        move_block(plan, first + coloring->ground_block, block);
        block = first + coloring->ground_block;
    }
    coloring->block_count--;
    move_block(plan, first + coloring->block_count, block);
}

/* Adds an empty block to a class and returns it; -1 if there is no room. */
static int32_t add_block(thud_plan *plan, int32_t piece, bool is_ground) {
    thud_coloring *coloring = coloring_of(plan, piece);
    if (coloring->block_count == plan->pieces[piece].contact_room) {
        return -1;
    }
    int32_t first = plan->pieces[piece].first_contact_index;
    int32_t block = first + coloring->block_count++;
    plan->piece_of_block[block] = piece;
    if (!is_ground) {
        move_block(plan, first + coloring->ground_block, block);
        block = first + coloring->ground_block++;
    }
    plan->contact_index[block] = (thud_block_index){0};
    set_taken(plan, block, 0);
    return block;
}

/* Empty lanes repeat the first one's slot. */
static void fill_empty_lanes(thud_block_index *block) {
    for (int32_t lane = block->count; lane < thud_block_lanes; lane++) {
        block->a[lane] = block->b[lane] = 0;
        block->slot[lane] = block->slot[0];
    }
}

static void take_out(thud_plan *plan, int32_t contact) {
    int32_t place = plan->lane_of[contact] - 1;
    int32_t number = place / thud_block_lanes, lane = place % thud_block_lanes;
    plan->lane_of[contact] = 0;
    thud_block_index *block = &plan->contact_index[number];
    int32_t last = block->count - 1;
    set_taken(plan, number, last);
    if (lane != last) {
        block->a[lane] = block->a[last];
        block->b[lane] = block->b[last];
        block->slot[lane] = block->slot[last];
        note_lane(plan, number, lane);
    }
    if (last == 0) {
        drop_block(plan, number);
    } else {
        fill_empty_lanes(block);
    }
}

/* Whether a block has one of two bodies, given by where their records are. */
static bool has_body(const thud_block_index *block, uint32_t a, uint32_t b) {
    uint32_t found = 0;
    for (int lane = 0; lane < thud_block_lanes; lane++) {
        found |= (uint32_t)(block->a[lane] == a) | (uint32_t)(block->b[lane] == a) |
                 (uint32_t)(block->a[lane] == b) | (uint32_t)(block->b[lane] == b);
    }
    return found != 0;
}

/* The first block of [number, end) that may have a lane to spare. */
static int32_t skip_full_blocks(const thud_plan *plan, int32_t number, int32_t end) {
    const uint64_t all_full = UINT64_C(0x0101010101010101) * thud_block_lanes;
    uint64_t taken;
    while (number + (int32_t)sizeof taken <= end) {
        memcpy(&taken, plan->lanes_taken + number, sizeof taken);
        if (taken != all_full) {
            break;
        }
        number += (int32_t)sizeof taken;
    }
    return number;
}

/* A contact and the numbers that its bodies have in the piece that it is to go to. */
typedef struct coming_contact {
    int32_t contact;
    int32_t a, b;
    bool yields_a, yields_b;
} coming_contact;

static bool put_in(thud_plan *plan, int32_t piece, coming_contact coming) {
    const thud_coloring *coloring = coloring_of(plan, piece);
    bool is_ground = !coming.yields_a || !coming.yields_b;
    uint32_t a = (uint32_t)coming.a * thud_record_size, b = (uint32_t)coming.b * thud_record_size;
    uint32_t moved_a = coming.yields_a ? a : b, moved_b = coming.yields_b ? b : a;
    int32_t first = plan->pieces[piece].first_contact_index;
    int32_t end = first + (is_ground ? coloring->block_count : coloring->ground_block);
    int32_t number = skip_full_blocks(plan, first + (is_ground ? coloring->ground_block : 0), end);
    while (number < end && (plan->lanes_taken[number] == thud_block_lanes ||
                            has_body(&plan->contact_index[number], moved_a, moved_b))) {
        number = skip_full_blocks(plan, number + 1, end);
    }
    if (number == end) {
        number = add_block(plan, piece, is_ground);
        if (number < 0) {
            return false;
        }
    }
    thud_block_index *block = &plan->contact_index[number];
    int32_t lane = block->count;
    block->a[lane] = a;
    block->b[lane] = b;
    block->slot[lane] = coming.contact;
    set_taken(plan, number, lane + 1);
    note_lane(plan, number, lane);
    fill_empty_lanes(block);
    return true;
}

/* ---- bodies ---- */

/* The number of a copy of a body that does not yield; 0 if there is none and no room for one. */
static int32_t find_copy(thud_plan *plan, int32_t piece, int32_t body) {
    const thud_piece_plan *planned = &plan->pieces[piece];
    int32_t *slots = plan->slots + planned->first_slot;
    for (int32_t i = planned->dynamic_end; i < planned->count; i++) {
        if (slots[i] == body || slots[i] < 0) {
            slots[i] = body;
            return i;
        }
    }
    return 0;
}

/* Puts another number in place of a body's in blocks. */
static void renumber_blocks(thud_block_index *blocks, int32_t count, int32_t from, int32_t to) {
    uint32_t old = (uint32_t)from * thud_record_size, new = (uint32_t)to * thud_record_size;
    for (int32_t i = 0; i < count; i++) {
        if (!has_body(&blocks[i], old, old)) {
            continue;
        }
        for (int lane = 0; lane < thud_block_lanes; lane++) {
            blocks[i].a[lane] = blocks[i].a[lane] == old ? new : blocks[i].a[lane];
            blocks[i].b[lane] = blocks[i].b[lane] == old ? new : blocks[i].b[lane];
        }
    }
}

/* The same in the links of joint trees, which have no blocks. */
static void renumber_links(thud_tree_link *links, int32_t count, int32_t from, int32_t to) {
    for (int32_t i = 0; i < count; i++) {
        links[i].child = links[i].child == from ? to : links[i].child;
        links[i].parent = links[i].parent == from ? to : links[i].parent;
    }
}

/* The same in all blocks and trees of its strip. */
static void renumber(thud_plan *plan, const body_move *move) {
    const thud_piece_plan *planned = &plan->pieces[move->strip];
    int32_t joint_blocks = 0, links = planned->coloring[THUD_CONSTRAINT_TREE].block_count;
    for (int kind = 0; kind < THUD_CONSTRAINT_TREE; kind++) {
        joint_blocks += planned->coloring[kind].block_count;
    }
    renumber_blocks(plan->index + planned->first_index, joint_blocks, move->from, move->to);
    if (links > 0) {
        renumber_links(plan->tree_links + planned->first_tree_link, links, move->from, move->to);
    }
    renumber_blocks(plan->contact_index + planned->first_contact_index,
                    planned->coloring[THUD_CONSTRAINT_CONTACT].block_count, move->from, move->to);
}

/* Notes a move for the strip to renumber its blocks by. */
static void note_move(plan_patch *patch, body_move move) {
    if (patch->move_count == most_moves) {
        for (int32_t i = 0; i < most_moves; i++) {
            renumber(patch->changes.plan, &patch->moves[i]);
        }
        patch->move_count = 0;
    }
    patch->moves[patch->move_count++] = move;
}

static bool is_head(const thud_plan *plan, int32_t body) {
    return plan->number[body] < plan->pieces[plan->graph.piece[body]].head_end;
}

static bool is_tail(const thud_plan *plan, int32_t body) {
    return plan->number[body] > plan->pieces[plan->graph.piece[body]].tail_record;
}

/* Moves a body that is in no seam to a record [first, end) of its strip that is to spare. */
static bool move_to_spare(plan_patch *patch, int32_t body, int32_t first, int32_t end) {
    thud_plan *plan = patch->changes.plan;
    int32_t strip = plan->graph.piece[body];
    int32_t *slots = plan->slots + plan->pieces[strip].first_slot;
    int32_t from = plan->number[body];
    for (int32_t to = end - 1; to >= first; to--) {
        if (slots[to] < 0) {
            slots[to] = body;
            slots[from] = -1;
            plan->number[body] = to;
            note_move(patch, (body_move){strip, from, to});
            return true;
        }
    }
    return false;
}

static bool become_head(plan_patch *patch, int32_t body) {
    const thud_plan *plan = patch->changes.plan;
    const thud_piece_plan *planned = &plan->pieces[plan->graph.piece[body]];
    return is_head(plan, body) || move_to_spare(patch, body, 1, planned->head_end);
}

static bool become_tail(plan_patch *patch, int32_t body) {
    const thud_plan *plan = patch->changes.plan;
    const thud_piece_plan *planned = &plan->pieces[plan->graph.piece[body]];
    return is_tail(plan, body) || move_to_spare(patch, body, planned->tail_record + 1, planned->dynamic_end);
}

/* The hub moves what is in a seam, whichever. */
static bool join_any_seam(plan_patch *patch, int32_t body) {
    return is_head(patch->changes.plan, body) || is_tail(patch->changes.plan, body) ||
           become_tail(patch, body) || become_head(patch, body);
}

/* ---- contacts ---- */

/* The seam or hub that a contact between two strips of a pile goes to; its bodies join the seam. Piece_none where there
 * is no room for them. */
static int32_t place_across(plan_patch *patch, const thud_contact_pair *pair) {
    const thud_plan *plan = patch->changes.plan;
    const thud_island_graph *graph = &plan->graph;
    bool a_is_lower = graph->piece[pair->body_a] < graph->piece[pair->body_b];
    int32_t lower = a_is_lower ? pair->body_a : pair->body_b, upper = a_is_lower ? pair->body_b : pair->body_a;
    int32_t strip = graph->piece[lower];
    const thud_pile *pile = &graph->piles[graph->pieces[strip].pile];
    if (graph->piece[upper] == strip + 1 && !is_head(plan, lower) && !is_tail(plan, upper)) {
        bool joined = become_tail(patch, lower) && become_head(patch, upper);
        return joined ? pile->first_seam + strip - pile->first_strip : thud_piece_none;
    }
    return join_any_seam(patch, lower) && join_any_seam(patch, upper) ? pile->hub : thud_piece_none;
}

/* The number that a body has for one more contact of a piece; 0 if there is no room for it. */
static int32_t number_for_contact(thud_plan *plan, int32_t piece, int32_t body, bool yields) {
    if (piece >= plan->graph.body_piece_count) {
        return thud_joining_number(plan, piece, body);
    }
    if (body == plan->pieces[piece].shared_slot) {
        return thud_take_copy(&plan->pieces[piece]);
    }
    return yields ? plan->number[body] : find_copy(plan, piece, body);
}

static bool put_contact(thud_plan *plan, const thud_solve_input *input, int32_t piece, int32_t contact) {
    if (plan->lane_of[contact] != 0) { /* listed twice */
        return true;
    }
    int32_t body_a = input->pairs[contact].body_a, body_b = input->pairs[contact].body_b;
    coming_contact coming = {contact, 0, 0, thud_piece_of_body(plan, body_a) >= 0,
                             thud_piece_of_body(plan, body_b) >= 0};
    coming.a = number_for_contact(plan, piece, body_a, coming.yields_a);
    coming.b = number_for_contact(plan, piece, body_b, coming.yields_b);
    return coming.a > 0 && coming.b > 0 && put_in(plan, piece, coming);
}

/* ---- piece by piece ---- */

/* Sorts the changes of all ranges by piece, in their order: `contacts` of piece i end at ends[i]. */
static void sort_by_piece(const plan_patch *patch, bool came, int32_t *contacts, int32_t *ends) {
    int32_t piece_count = patch->changes.plan->graph.piece_count;
    thud_fill_bytes(ends, 0, (size_t)piece_count * sizeof *ends);
    for (int32_t i = 0; i <= patch->changes.range_count; i++) {
        const thud_change_range *range = &patch->changes.ranges[i];
        const thud_plan_change *changes = came ? range->came : range->went;
        for (int32_t k = 0; k < (came ? range->came_count : range->went_count); k++) {
            ends[changes[k].piece]++;
        }
    }
    int32_t start = 0;
    for (int32_t piece = 0; piece < piece_count; piece++) {
        int32_t count = ends[piece];
        ends[piece] = start;
        start += count;
    }
    for (int32_t i = 0; i <= patch->changes.range_count; i++) {
        const thud_change_range *range = &patch->changes.ranges[i];
        const thud_plan_change *changes = came ? range->came : range->went;
        for (int32_t k = 0; k < (came ? range->came_count : range->went_count); k++) {
            contacts[ends[changes[k].piece]++] = changes[k].contact;
        }
    }
}

static void patch_piece(int32_t piece, int32_t worker, void *context) {
    (void)worker;
    const plan_patch *patch = context;
    thud_plan *plan = patch->changes.plan;
    for (int32_t i = 0; i < patch->move_count; i++) {
        if (patch->moves[i].strip == piece) {
            renumber(plan, &patch->moves[i]);
        }
    }
    for (int32_t i = piece > 0 ? plan->taken_ends[piece - 1] : 0; i < plan->taken_ends[piece]; i++) {
        take_out(plan, plan->taken[i]);
    }
    bool possible = true;
    for (int32_t i = piece > 0 ? plan->put_ends[piece - 1] : 0; possible && i < plan->put_ends[piece]; i++) {
        possible = put_contact(plan, patch->changes.input, piece, plan->put[i]);
    }
    plan->pieces[piece].overfull = !possible;
}

/* Finds seams and hubs for what crosses; false where one has no room. */
static bool place_crossing(plan_patch *patch) {
    bool possible = true;
    for (int32_t i = 0; i <= patch->changes.range_count; i++) {
        thud_plan_change *came = patch->changes.ranges[i].came;
        for (int32_t k = 0; possible && k < patch->changes.ranges[i].came_count; k++) {
            if (came[k].piece == thud_piece_across) {
                came[k].piece = place_across(patch, &patch->changes.input->pairs[came[k].contact]);
                possible = came[k].piece != thud_piece_none;
            }
        }
    }
    return possible;
}

/* Joins what the ranges found; returns how many contacts came. */
static int32_t join_ranges(plan_patch *patch, int32_t *went, bool *meeting) {
    int32_t came = 0;
    *went = 0;
    for (int32_t i = 0; i <= patch->changes.range_count; i++) {
        const thud_change_range *range = &patch->changes.ranges[i];
        came += range->came_count;
        *went += range->went_count;
        *meeting = *meeting || range->meeting;
        patch->changes.plan->any_idle = patch->changes.plan->any_idle || range->any_idle;
    }
    return came;
}

/* What the cost of a plan goes by. */
static int32_t size_of(const thud_solve_input *input) {
    return input->contact_count + input->awake_count;
}

static bool work_in(plan_patch *patch) {
    thud_plan *plan = patch->changes.plan;
    int32_t went = 0;
    bool meeting = false;
    int32_t came = join_ranges(patch, &went, &meeting);
    if (meeting) {
        plan->plans_to_cut = plans_after_meeting;
        return false;
    }
    if ((float)came > most_coming * (float)size_of(patch->changes.input) || !place_crossing(patch)) {
        return false;
    }
    if (came + went == 0) {
        return true;
    }
    sort_by_piece(patch, false, plan->taken, plan->taken_ends);
    sort_by_piece(patch, true, plan->put, plan->put_ends);
    thud_tasks_run(patch->changes.input->tasks, patch_piece, patch, plan->graph.piece_count);
    bool possible = true;
    for (int32_t i = 0; i < plan->graph.piece_count; i++) {
        possible = possible && !plan->pieces[i].overfull;
    }
    return possible;
}

static bool reserve_for_patch(thud_plan *plan, const thud_hooks *hooks, const thud_solve_input *input) {
    int32_t longer = input->contact_count > input->last_contact_count ? input->contact_count : input->last_contact_count;
    return thud_plan_reserve_changes(plan, hooks, longer + input->ended_count) &&
           thud_reserve(hooks, &plan->lane_of, sizeof *plan->lane_of, &plan->lane_of_capacity,
                        input->contacts[input->contact_count - 1] + 1);
}

bool thud_plan_patch(thud_plan *plan, const thud_hooks *hooks, const thud_solve_input *input) {
    plan->age++;
    if (input->contact_count == 0 || size_of(input) < least_size || input->last_contact_count < 0 ||
        input->ended_count < 0 || plan->age > longest_age || !reserve_for_patch(plan, hooks, input)) {
        return false;
    }
    plan_patch patch;
    patch.move_count = 0;
    int32_t reused = thud_plan_find_changes(&patch.changes, plan, input);
    for (int32_t i = 0; i < reused; i++) { /* at once: they may come to other pieces */
        take_out(plan, plan->taken[i]);
    }
    return work_in(&patch);
}
