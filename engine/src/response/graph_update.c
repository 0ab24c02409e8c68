/*
 * graph_update.c: adds contacts to the constraint graph that began since the last step, and removes those that ended.
 * In a churning heap one in a hundred contacts does either in a step; the others keep their blocks and lanes.
 *
 *     removed   the last lane of its block takes its place; the last block of a class replaces an empty one
 *     added     goes to the first block of its class without its bodies, else to a new block
 *
 * Where there is one batch without joints, bodies that woke take spare records of it, and those that fell asleep leave
 * theirs empty: in a level where 100 walkers run into crates some wake or fall asleep in every fourth step.
 *
 * What only a new graph can do (a contact between two batches, no room left) makes the update fail. Bodies drift away
 * from their partitions, and islands that part are not noticed: so the graph is built anew from time to time.
 */
#include "response/constraint_graph.h"

#include "base/inline.h"
#include "base/memory.h"

/* Largest age of an updated graph [steps]. Its lanes are then about as full as in a new one: washer has 1.12 lanes per
 * contact, 1.11 when it is rebuilt every other step, 1.13 at twice the age. */
enum { longest_age = 32 };

/* After islands of two batches met so many builds make partitions instead: without, junkyard, smash
 * and compounds take 1.04 times as long. */
enum { builds_after_meeting = 8 };

/* After an update without room so many builds spare some. */
enum { builds_after_overflow = 8 };

/* If more contacts begin in one step than this share of contacts and bodies, a rebuild costs less. */
static const float most_added = 0.2f;

/* ---- lanes ---- */

static void note_lanes(thud_constraint_graph *graph, int32_t block_index, int32_t first) {
    const thud_block_index *block = &graph->index[block_index];
    for (int32_t lane = first; lane < block->count; lane++) {
        graph->lane_of[block->slot[lane]] = 1 + block_index * thud_block_lanes + lane;
    }
}

static void move_block(thud_constraint_graph *graph, int32_t from, int32_t to) {
    if (from != to) {
        graph->index[to] = graph->index[from];
        note_lanes(graph, to, 0);
    }
}

/* Moves the last block of the class into the place of an empty block. If that is of the first class, the last block of
 * the second class fills the gap between the classes. */
static void remove_block(thud_constraint_graph *graph, int32_t block_index) {
    thud_graph_part *part = &graph->parts[graph->index[block_index].part];
    thud_coloring *coloring = &part->coloring[THUD_CONSTRAINT_CONTACT];
    int32_t first = part->first_index[THUD_CONSTRAINT_CONTACT];
    if (block_index < first + coloring->ground_block) {
        coloring->ground_block--;
        move_block(graph, first + coloring->ground_block, block_index);
        block_index = first + coloring->ground_block;
    }
    coloring->block_count--;
    move_block(graph, first + coloring->block_count, block_index);
}

/* Adds an empty block to a class and returns it; -1 if there is no room. */
static int32_t add_block(thud_constraint_graph *graph, thud_graph_part *part, bool is_ground) {
    thud_coloring *coloring = &part->coloring[THUD_CONSTRAINT_CONTACT];
    if (coloring->block_count == part->contact_room) {
        return -1;
    }
    int32_t first = part->first_index[THUD_CONSTRAINT_CONTACT], block_index = first + coloring->block_count++;
    if (!is_ground) {
        move_block(graph, first + coloring->ground_block, block_index);
        block_index = first + coloring->ground_block++;
    }
    graph->index[block_index] = (thud_block_index){.part = (int32_t)(part - graph->parts)};
    return block_index;
}

static void remove_contact(thud_constraint_graph *graph, int32_t contact) {
    int32_t place = graph->lane_of[contact] - 1;
    int32_t block_index = place / thud_block_lanes, lane = place % thud_block_lanes;
    thud_block_index *block = &graph->index[block_index];
    int32_t last = --block->count;
    block->a[lane] = block->a[last];
    block->b[lane] = block->b[last];
    block->slot[lane] = block->slot[last];
    graph->lane_of[block->slot[lane]] = 1 + place;
    graph->lane_of[contact] = 0;
    if (last == 0) {
        remove_block(graph, block_index);
    } else {
        thud_fill_empty_lanes(block);
    }
}

/* Whether a block contains one of two bodies, given by the offsets of their records. */
static bool has_body(const thud_block_index *block, uint32_t a, uint32_t b) {
    uint32_t found = 0;
    for (int lane = 0; lane < thud_block_lanes; lane++) {
        found |= (uint32_t)(block->a[lane] == a) | (uint32_t)(block->b[lane] == a) |
                 (uint32_t)(block->a[lane] == b) | (uint32_t)(block->b[lane] == b);
    }
    return found != 0;
}

/* ---- a new contact ---- */

static bool put_in(thud_constraint_graph *graph, thud_graph_part *part, thud_edge added) {
    const thud_coloring *coloring = &part->coloring[THUD_CONSTRAINT_CONTACT];
    bool dynamic_a = thud_is_dynamic_index(added.a, part->dynamic_end),
         dynamic_b = thud_is_dynamic_index(added.b, part->dynamic_end);
    bool is_ground = !dynamic_a || !dynamic_b;
    uint32_t a = (uint32_t)added.a * thud_record_size, b = (uint32_t)added.b * thud_record_size;
    uint32_t moved_a = dynamic_a ? a : b, moved_b = dynamic_b ? b : a;
    int32_t block_index = part->first_index[THUD_CONSTRAINT_CONTACT] + (is_ground ? coloring->ground_block : 0);
    int32_t end = part->first_index[THUD_CONSTRAINT_CONTACT] +
                  (is_ground ? coloring->block_count : coloring->ground_block);
    while (block_index < end && (graph->index[block_index].count == thud_block_lanes ||
                                 has_body(&graph->index[block_index], moved_a, moved_b))) {
        block_index++;
    }
    block_index = block_index == end ? add_block(graph, part, is_ground) : block_index;
    if (block_index < 0) {
        return false;
    }
    thud_block_index *block = &graph->index[block_index];
    int32_t lane = block->count++;
    block->a[lane] = a;
    block->b[lane] = b;
    block->slot[lane] = added.slot;
    thud_fill_empty_lanes(block);
    note_lanes(graph, block_index, lane);
    return true;
}

THUD_OWN_CODE bool add_contact(thud_constraint_graph *graph, const thud_solve_input *input, int32_t contact) {
    int32_t body_a = input->pairs[contact].body_a, body_b = input->pairs[contact].body_b;
    int32_t part_a = thud_part_of_body(graph, body_a), part_b = thud_part_of_body(graph, body_b);
    if (part_a < 0 && part_b < 0) {
        return true;
    }
    if (part_a >= 0 && part_b >= 0 && part_a != part_b && graph->partition_count == 0) {
        graph->builds_together = builds_after_meeting;
        return false;
    }
    thud_graph_part *part = &graph->parts[thud_part_of_edge(graph, body_a, body_b, true)];
    thud_edge added = {contact, thud_index_in_part(graph, part, body_a), thud_index_in_part(graph, part, body_b)};
    return added.a >= 0 && added.b >= 0 && put_in(graph, part, added);
}

/* ---- changes ---- */

static void remove_if_in(thud_constraint_graph *graph, int32_t contact) {
    if (contact < graph->lane_of_capacity && graph->lane_of[contact] > 0) {
        remove_contact(graph, contact);
    }
}

/* Removes the contacts that are in the last list only, and adds those without a lane; both lists ascend. */
static bool update_contacts(thud_constraint_graph *graph, const thud_solve_input *input) {
    int32_t room = (int32_t)(most_added * (float)(input->contact_count + input->awake_count));
    const int32_t *listed = input->last_contacts; /* null in the first step */
    int32_t last = 0, last_count = input->last_contact_count;
    for (int32_t i = 0; i < input->contact_count; i++) {
        int32_t contact = input->contacts[i];
        if (last < last_count && listed[last] == contact && graph->lane_of[contact] > 0) { /* as most do, it goes on */
            last++;
            continue;
        }
        for (; last < last_count && listed[last] <= contact; last++) {
            if (listed[last] != contact) {
                remove_if_in(graph, listed[last]);
            }
        }
        if (graph->lane_of[contact] == 0 && (room-- == 0 || !add_contact(graph, input, contact))) {
            return false;
        }
    }
    while (last < last_count) {
        remove_if_in(graph, listed[last++]);
    }
    return true;
}

/* ---- bodies ---- */

static bool has_copy(const thud_constraint_graph *graph, const thud_graph_part *part, int32_t body) {
    const int32_t *slots = graph->slots + part->first_slot;
    bool found = false;
    for (int32_t i = part->dynamic_end; i < part->count; i++) {
        found = found || slots[i] == body;
    }
    return found;
}

/* Takes bodies that are not awake any more out of their records; their contacts are removed with the others. */
static void remove_bodies(thud_constraint_graph *graph, const thud_solve_input *input) {
    const thud_graph_part *part = &graph->parts[0];
    int32_t *slots = graph->slots + part->first_slot, first = thud_first_own_record(part);
    thud_fill_bytes(slots + first, 0xff, (size_t)(part->dynamic_end - first) * sizeof *slots);
    for (int32_t i = 0; i < input->awake_count; i++) {
        if (graph->part[input->awake[i]] >= 0) {
            slots[graph->body_index[input->awake[i]]] = input->awake[i];
        }
    }
    for (int32_t i = 0; i < graph->starts[graph->island_count]; i++) {
        int32_t body = graph->bodies[i];
        if (graph->part[body] >= 0 && slots[graph->body_index[body]] != body) {
            graph->part[body] = -1;
        }
    }
}

/* Lists a body as an island: remove_bodies walks these lists. */
static bool list_alone(thud_constraint_graph *graph, int32_t body) {
    int32_t end = graph->starts[graph->island_count];
    if (end + 1 >= graph->body_capacity) {
        return false;
    }
    graph->bodies[end] = body;
    graph->starts[++graph->island_count] = end + 1;
    return true;
}

/* Gives bodies that woke free records; one that was no dynamic body has a copy, whose contacts
 * only a new graph can change. */
static bool add_bodies(thud_constraint_graph *graph, const thud_solve_input *input) {
    const thud_graph_part *part = &graph->parts[0];
    int32_t *slots = graph->slots + part->first_slot;
    int32_t body_index = thud_first_own_record(part);
    for (int32_t i = 0; i < input->awake_count; i++) {
        int32_t body = input->awake[i];
        if (graph->part[body] >= 0) {
            continue;
        }
        while (body_index < part->dynamic_end && slots[body_index] >= 0) {
            body_index++;
        }
        if (body_index == part->dynamic_end || has_copy(graph, part, body) || !list_alone(graph, body)) {
            return false;
        }
        graph->part[body] = 0;
        graph->body_index[body] = body_index;
        slots[body_index] = body;
    }
    graph->body_count = input->awake_count;
    return true;
}

/* Removes and adds bodies. */
static bool update_bodies(thud_constraint_graph *graph, const thud_solve_input *input) {
    remove_bodies(graph, input);
    return add_bodies(graph, input);
}

/* Whether the graph can be updated for this input, by what is known before. */
static bool takes_update(const thud_constraint_graph *graph, const thud_solve_input *input) {
    bool is_known = input->last_contact_count >= 0 && input->ended_count >= 0 && input->same_joints;
    bool takes_bodies =
        input->joint_count == 0 && input->body_slots == graph->body_slots && thud_graph_takes_bodies(graph);
    return is_known && input->contact_count > 0 && graph->age <= longest_age &&
           (input->same_bodies || takes_bodies);
}

bool thud_graph_update(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    graph->age++;
    if (!takes_update(graph, input) ||
        !thud_reserve(hooks, &graph->lane_of, sizeof *graph->lane_of, &graph->lane_of_capacity,
                      input->contacts[input->contact_count - 1] + 1)) {
        return false;
    }
    if (input->same_constraints) {
        return true;
    }
    for (int32_t i = 0; i < input->ended_count; i++) { /* other contacts may have their slots now */
        remove_if_in(graph, input->ended[i]);
    }
    bool possible = (input->same_bodies || update_bodies(graph, input)) && update_contacts(graph, input);
    graph->builds_with_spares = possible ? graph->builds_with_spares : builds_after_overflow;
    return possible;
}
