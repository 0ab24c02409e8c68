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
 */
#include "response/plan.h"

#include "base/memory.h"

/* A patched plan serves for so many steps. By then lanes are as full as in a new one: churning scenes had 1.11 lanes a
 * contact when plans were made anew every other step, and 1.12 so. */
enum { longest_age = 16 };

/* After two pieces met that no seam joins so many plans cut all islands together. */
enum { plans_after_meeting = 8 };

/* With fewer contacts a plan costs next to nothing. */
enum { least_contacts = 200 };

/* Where more than this share of the contacts comes in one step, a new plan costs less. */
static const float most_coming = 0.25f;

/* ---- blocks ---- */

static thud_coloring *coloring_of(thud_plan *plan, int32_t piece) {
    return &plan->pieces[piece].coloring[THUD_CONSTRAINT_CONTACT];
}

/* The piece that has a block of the contact index. */
static int32_t piece_of_block(const thud_plan *plan, int32_t block) {
    int32_t first = 0, end = plan->graph.piece_count;
    while (end - first > 1) {
        int32_t middle = first + (end - first) / 2;
        if (plan->pieces[middle].first_contact_index <= block) {
            first = middle;
        } else {
            end = middle;
        }
    }
    return first;
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
    int32_t piece = piece_of_block(plan, block);
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

/* False if the contact has no lane. */
static bool take_out(thud_plan *plan, int32_t contact) {
    if (contact >= plan->lane_of_capacity || plan->lane_of[contact] == 0) {
        return false;
    }
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
    return true;
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
    int32_t number = first + (is_ground ? coloring->ground_block : 0);
    while (number < end && (plan->lanes_taken[number] == thud_block_lanes ||
                            has_body(&plan->contact_index[number], moved_a, moved_b))) {
        number++;
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
        for (int lane = 0; lane < thud_block_lanes; lane++) {
            blocks[i].a[lane] = blocks[i].a[lane] == old ? new : blocks[i].a[lane];
            blocks[i].b[lane] = blocks[i].b[lane] == old ? new : blocks[i].b[lane];
        }
    }
}

/* The same in all blocks of its strip. */
static void renumber(thud_plan *plan, int32_t strip, int32_t from, int32_t to) {
    const thud_piece_plan *planned = &plan->pieces[strip];
    int32_t joint_blocks = 0;
    for (int kind = 0; kind < THUD_CONSTRAINT_CONTACT; kind++) {
        joint_blocks += planned->coloring[kind].block_count;
    }
    renumber_blocks(plan->index + planned->first_index, joint_blocks, from, to);
    renumber_blocks(plan->contact_index + planned->first_contact_index,
                    planned->coloring[THUD_CONSTRAINT_CONTACT].block_count, from, to);
}

static bool is_head(const thud_plan *plan, int32_t body) {
    return plan->number[body] < plan->pieces[plan->graph.piece[body]].head_end;
}

static bool is_tail(const thud_plan *plan, int32_t body) {
    return plan->number[body] > plan->pieces[plan->graph.piece[body]].tail_record;
}

/* Moves a body that is in no seam to a record [first, end) of its strip that is to spare. */
static bool move_to_spare(thud_plan *plan, int32_t body, int32_t first, int32_t end) {
    int32_t strip = plan->graph.piece[body];
    int32_t *slots = plan->slots + plan->pieces[strip].first_slot;
    int32_t from = plan->number[body];
    for (int32_t to = end - 1; to >= first; to--) {
        if (slots[to] < 0) {
            slots[to] = body;
            slots[from] = -1;
            plan->number[body] = to;
            renumber(plan, strip, from, to);
            return true;
        }
    }
    return false;
}

static bool become_head(thud_plan *plan, int32_t body) {
    const thud_piece_plan *planned = &plan->pieces[plan->graph.piece[body]];
    return is_head(plan, body) || move_to_spare(plan, body, 1, planned->head_end);
}

static bool become_tail(thud_plan *plan, int32_t body) {
    const thud_piece_plan *planned = &plan->pieces[plan->graph.piece[body]];
    return is_tail(plan, body) || move_to_spare(plan, body, planned->tail_record + 1, planned->dynamic_end);
}

/* The hub moves what is in a seam, whichever. */
static bool join_any_seam(thud_plan *plan, int32_t body) {
    return is_head(plan, body) || is_tail(plan, body) || become_tail(plan, body) || become_head(plan, body);
}

/* -1: it does not yield. A body that is newer than the plan does not: one that does would be awake. */
static int32_t piece_of_body(const thud_plan *plan, int32_t body) {
    return body < plan->body_slots ? plan->graph.piece[body] : -1;
}

/* ---- contacts ---- */

/* From one strip of a pile to another: to the seam or the hub. */
static bool put_across(thud_plan *plan, coming_contact coming, int32_t body_a, int32_t body_b) {
    const thud_island_graph *graph = &plan->graph;
    bool a_is_lower = graph->piece[body_a] < graph->piece[body_b];
    int32_t lower = a_is_lower ? body_a : body_b, upper = a_is_lower ? body_b : body_a;
    int32_t strip = graph->piece[lower];
    const thud_pile *pile = &graph->piles[graph->pieces[strip].pile];
    int32_t piece = pile->hub;
    if (graph->piece[upper] == strip + 1 && !is_head(plan, lower) && !is_tail(plan, upper)) {
        piece = pile->first_seam + strip - pile->first_strip;
        if (!become_tail(plan, lower) || !become_head(plan, upper)) {
            return false;
        }
    } else if (!join_any_seam(plan, lower) || !join_any_seam(plan, upper)) {
        return false;
    }
    coming.a = thud_number_for_contact(plan, piece, body_a);
    coming.b = thud_number_for_contact(plan, piece, body_b);
    return put_in(plan, piece, coming);
}

static bool put_contact(thud_plan *plan, const thud_solve_input *input, int32_t contact) {
    const thud_island_graph *graph = &plan->graph;
    if (plan->lane_of[contact] != 0) {
        return true;
    }
    int32_t body_a = input->pairs[contact].body_a, body_b = input->pairs[contact].body_b;
    int32_t piece_a = piece_of_body(plan, body_a), piece_b = piece_of_body(plan, body_b);
    coming_contact coming = {contact, 0, 0, piece_a >= 0, piece_b >= 0};
    if (!coming.yields_a && !coming.yields_b) {
        plan->any_idle = true;
        return true;
    }
    if (coming.yields_a && coming.yields_b && piece_a != piece_b) {
        int32_t pile = graph->pieces[piece_a].pile;
        if (pile < 0 || pile != graph->pieces[piece_b].pile) {
            plan->plans_to_cut = plans_after_meeting;
            return false;
        }
        return put_across(plan, coming, body_a, body_b);
    }
    int32_t piece = coming.yields_a ? piece_a : piece_b;
    coming.a = coming.yields_a ? plan->number[body_a] : find_copy(plan, piece, body_a);
    coming.b = coming.yields_b ? plan->number[body_b] : find_copy(plan, piece, body_b);
    return coming.a > 0 && coming.b > 0 && put_in(plan, piece, coming);
}

/* ---- what changed ---- */

enum { slots_at_once = 8 };

static bool are_same(const int32_t *a, const int32_t *b) {
    int32_t different = 0;
    for (int i = 0; i < slots_at_once; i++) {
        different |= a[i] ^ b[i];
    }
    return different == 0;
}

/* Two ascending lists are alike over long stretches: how many more slots are the same, in eights. */
static int32_t same_stretch(const int32_t *a, int32_t a_count, const int32_t *b, int32_t b_count) {
    int32_t least = a_count < b_count ? a_count : b_count, same = 0;
    while (same + slots_at_once <= least && are_same(a + same, b + same)) {
        same += slots_at_once;
    }
    return same;
}

/* Takes out what is no longer listed, and lists what was not before; returns how many there are in that list. */
static int32_t compare_lists(thud_plan *plan, const thud_solve_input *input, int32_t coming) {
    const int32_t *old = input->last_contacts, *new = input->contacts;
    int32_t i = 0, k = 0;
    while (i < input->last_contact_count || k < input->contact_count) {
        int32_t same = same_stretch(old + i, input->last_contact_count - i, new + k, input->contact_count - k);
        i += same;
        k += same;
        int32_t old_slot = i < input->last_contact_count ? old[i] : INT32_MAX;
        int32_t new_slot = k < input->contact_count ? new[k] : INT32_MAX;
        if (old_slot < new_slot) {
            take_out(plan, old_slot);
        } else if (new_slot < old_slot) {
            plan->coming[coming++] = new_slot;
        }
        i += old_slot <= new_slot && old_slot < INT32_MAX ? 1 : 0;
        k += new_slot <= old_slot && new_slot < INT32_MAX ? 1 : 0;
    }
    return coming;
}

static bool is_listed(const thud_solve_input *input, int32_t contact) {
    int32_t first = 0, end = input->contact_count;
    while (end - first > 1) {
        int32_t middle = first + (end - first) / 2;
        if (input->contacts[middle] <= contact) {
            first = middle;
        } else {
            end = middle;
        }
    }
    return input->contacts[first] == contact;
}

/* Takes out what ended; lists those whose slots are in use again, and returns how many. Only those are searched for
 * that were to be solved: few are when their boxes part. */
static int32_t take_out_ended(thud_plan *plan, const thud_solve_input *input) {
    int32_t coming = 0;
    for (int32_t i = 0; i < input->ended_count; i++) {
        int32_t contact = input->ended[i];
        if ((take_out(plan, contact) || plan->any_idle) && is_listed(input, contact)) {
            plan->coming[coming++] = contact;
        }
    }
    return coming;
}

static bool reserve_for_patch(thud_plan *plan, const thud_hooks *hooks, const thud_solve_input *input) {
    return thud_reserve(hooks, &plan->coming, sizeof *plan->coming, &plan->coming_capacity,
                        input->contact_count + input->ended_count) &&
           thud_reserve(hooks, &plan->lane_of, sizeof *plan->lane_of, &plan->lane_of_capacity,
                        input->contacts[input->contact_count - 1] + 1);
}

bool thud_plan_patch(thud_plan *plan, const thud_hooks *hooks, const thud_solve_input *input) {
    plan->age++;
    if (input->contact_count < least_contacts || input->last_contact_count < 0 || input->ended_count < 0 ||
        plan->age > longest_age || !reserve_for_patch(plan, hooks, input)) {
        return false;
    }
    int32_t coming = compare_lists(plan, input, take_out_ended(plan, input));
    bool possible = (float)coming <= most_coming * (float)input->contact_count;
    for (int32_t i = 0; possible && i < coming; i++) {
        possible = put_contact(plan, input, plan->coming[i]);
    }
    return possible;
}
