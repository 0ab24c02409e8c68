/*
 * graph_update.c: adds contacts to the constraint graph that began since the last step, and removes those that ended.
 * In a churning heap one in a hundred contacts does either in a step; the others keep their blocks and lanes.
 *
 *     removed   the last lane of its block takes its place; the last block of a class replaces an empty one
 *     added     goes to the first block of its class without its bodies, else to a new block
 *
 * Where there are partitions or one batch, bodies that woke take spare records, and those that fell asleep leave theirs
 * empty: in a level where 100 walkers run into crates some wake or fall asleep in every fourth step. Blocks of joints are not
 * updated: bodies with joints that wake or fall asleep need a new graph.
 *
 * A change that needs a new graph (a contact between two batches, no room left) makes the update fail. Bodies drift away
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

/* Gives up the copies of a part that no contact uses any more: bars meet other bodies in each step. */
static void drop_copies(const thud_constraint_graph *graph, const thud_graph_part *part) {
    const thud_coloring *coloring = &part->coloring[THUD_CONSTRAINT_CONTACT];
    uint64_t *used = graph->colors + part->first_slot; /* of a build alone */
    thud_fill_bytes(used, 0, (size_t)part->count * sizeof *used);
    for (int32_t i = coloring->ground_block; i < coloring->block_count; i++) {
        const thud_block_index *block = &graph->index[part->first_index[THUD_CONSTRAINT_CONTACT] + i];
        for (int32_t lane = 0; lane < block->count; lane++) {
            used[block->a[lane] / thud_record_size] = used[block->b[lane] / thud_record_size] = 1;
        }
    }
    for (int32_t copy = part->dynamic_end; copy < part->copy_end; copy++) {
        int32_t *slot = &graph->slots[part->first_slot + copy];
        *slot = used[copy] != 0 ? *slot : -1;
    }
}

/* The index of a body in a part; -1 without room. A partition gives up copies: a new graph of a batch costs little. */
static int32_t index_in(const thud_constraint_graph *graph, thud_graph_part *part, int32_t body) {
    int32_t body_index = thud_index_in_part(graph, part, body);
    if (body_index < 0 && part->role == THUD_PART_PARTITION && !part->has_joints) {
        drop_copies(graph, part);
        body_index = thud_index_in_part(graph, part, body);
    }
    return body_index;
}

THUD_OWN_CODE bool add_contact(thud_constraint_graph *graph, const thud_solve_input *input, int32_t contact) {
    int32_t body_a = thud_body_of_contact(input, input->pairs[contact].body_a);
    int32_t body_b = thud_body_of_contact(input, input->pairs[contact].body_b);
    int32_t part_a = thud_part_of_body(graph, body_a), part_b = thud_part_of_body(graph, body_b);
    int32_t index = part_a > part_b ? part_a : part_b;
    if (index < 0) {
        return true;
    }
    if (graph->any_trees && thud_loads_bridge(graph, input, body_a, body_b)) {
        return false;
    }
    if (part_a >= 0 && part_b >= 0 && part_a != part_b) {
        if (graph->partition_count == 0) {
            graph->builds_together = builds_after_meeting;
            return false;
        }
        index = thud_part_across(graph, body_a, body_b);
    }
    thud_graph_part *part = &graph->parts[index];
    thud_edge added = {contact, index_in(graph, part, body_a), index_in(graph, part, body_b)};
    return added.a >= 0 && added.b >= 0 && put_in(graph, part, added);
}

/* ---- changes ---- */

void thud_graph_end_contact(thud_constraint_graph *graph, int32_t contact) {
    if (contact < graph->lane_of_capacity && graph->lane_of[contact] > 0) {
        remove_contact(graph, contact);
    }
}

/* The number of contacts from places in both lists on that go on with their lanes, as most do. A function of its own has the
 * registers for that. */
THUD_OWN_CODE int32_t count_kept(const int32_t *lane_of, const thud_solve_input *input, int32_t first,
                                 int32_t last) {
    const int32_t *contacts = input->contacts, *listed = input->last_contacts;
    int32_t shift = last - first, i = first;
    int32_t end = input->contact_count < input->last_contact_count - shift ? input->contact_count
                                                                           : input->last_contact_count - shift;
    while (i < end && listed[i + shift] == contacts[i] && lane_of[contacts[i]] > 0) {
        i++;
    }
    return i - first;
}

/* Removes the contacts that are in the last list only, and adds those without a lane; both lists ascend. */
static bool update_contacts(thud_constraint_graph *graph, const thud_solve_input *input) {
    int32_t room = (int32_t)(most_added * (float)(input->contact_count + input->awake_count));
    const int32_t *listed = input->last_contacts; /* null in the first step */
    int32_t last = 0, last_count = input->last_contact_count;
    for (int32_t i = 0; i < input->contact_count; i++) {
        int32_t kept = count_kept(graph->lane_of, input, i, last);
        last += kept;
        i += kept;
        if (i == input->contact_count) {
            break;
        }
        int32_t contact = input->contacts[i];
        for (; last < last_count && listed[last] <= contact; last++) {
            if (listed[last] != contact) {
                thud_graph_end_contact(graph, listed[last]);
            }
        }
        if (graph->lane_of[contact] == 0 && (room-- == 0 || !add_contact(graph, input, contact))) {
            return false;
        }
    }
    while (last < last_count) {
        thud_graph_end_contact(graph, listed[last++]);
    }
    return true;
}

/* ---- bodies ---- */

/* The slot noted in the record of a body. */
THUD_INLINE int32_t *slot_of(const thud_constraint_graph *graph, int32_t body) {
    return &graph->slots[graph->parts[graph->part[body]].first_slot + graph->body_index[body]];
}

/* Takes bodies that are not awake any more out of their records; their contacts are removed with the others. */
static void remove_bodies(thud_constraint_graph *graph, const thud_solve_input *input) {
    for (int32_t i = 0; i < graph->body_part_count; i++) {
        const thud_graph_part *part = &graph->parts[i];
        thud_fill_bytes(graph->slots + part->first_slot + thud_first_body, 0xff,
                        (size_t)(part->dynamic_end - thud_first_body) * sizeof *graph->slots);
    }
    for (int32_t i = 0; i < input->awake_count; i++) {
        if (graph->part[input->awake[i]] >= 0) {
            *slot_of(graph, input->awake[i]) = input->awake[i];
        }
    }
    for (int32_t i = 0; i < graph->starts[graph->island_count]; i++) {
        int32_t body = graph->bodies[i];
        if (graph->part[body] >= 0 && *slot_of(graph, body) != body) {
            graph->part[body] = -1;
        }
    }
}

/* Lists a body that woke as an island: remove_bodies and the next build walk these lists. */
static bool list_alone(thud_constraint_graph *graph, int32_t body) {
    int32_t end = graph->starts[graph->island_count];
    if (end + 1 >= graph->body_capacity) {
        return false;
    }
    graph->bodies[end] = body;
    graph->starts[++graph->island_count] = end + 1;
    return true;
}

/* Lists each body that woke and finds a part for it, that of a body which it touches; its number is above those of all parts
 * until the body has a record. Its contacts are removed to be added anew, as they have a copy of it. */
static bool find_parts(thud_constraint_graph *graph, const thud_solve_input *input) {
    int32_t parts = graph->part_count;
    bool any_woke = false; /* else some only fell asleep */
    for (int32_t i = 0; i < input->awake_count; i++) {
        int32_t body = input->awake[i];
        if (graph->part[body] < 0) {
            if (!list_alone(graph, body)) {
                return false;
            }
            graph->part[body] = parts;
            any_woke = true;
        }
    }
    for (int32_t i = 0; i < input->contact_count && any_woke; i++) {
        const thud_contact_pair *pair = &input->pairs[input->contacts[i]];
        int32_t part_a = thud_part_of_body(graph, pair->body_a);
        int32_t part_b = thud_part_of_body(graph, pair->body_b);
        if (part_a < parts && part_b < parts) {
            continue;
        }
        thud_graph_end_contact(graph, input->contacts[i]);
        if (part_a < parts && part_a >= 0) {
            graph->part[pair->body_b] = parts + part_a;
        } else if (part_b < parts && part_b >= 0) {
            graph->part[pair->body_a] = parts + part_b;
        }
    }
    return true;
}

/* Gives bodies that woke free records. */
static bool add_bodies(thud_constraint_graph *graph, const thud_solve_input *input) {
    if (!find_parts(graph, input)) {
        return false;
    }
    int32_t record = 0, last = -1; /* the last record that was taken, and its part */
    for (int32_t i = 0; i < input->awake_count; i++) {
        int32_t body = input->awake[i], number = graph->part[body] - graph->part_count;
        if (number < 0) {
            continue;
        }
        const thud_graph_part *part = &graph->parts[number];
        const int32_t *slots = graph->slots + part->first_slot;
        record = number == last ? record : thud_first_body;
        last = number;
        while (record < part->dynamic_end && slots[record] >= 0) {
            record++;
        }
        if (record == part->dynamic_end) {
            return false;
        }
        graph->part[body] = number;
        graph->interface[body] = -1;
        graph->body_index[body] = record;
        *slot_of(graph, body) = body;
    }
    graph->body_count = input->awake_count;
    return true;
}

/* Whether the graph can be updated for this input, as far as can be told before the update. */
static bool takes_update(const thud_constraint_graph *graph, const thud_solve_input *input) {
    bool is_known = input->last_contact_count >= 0 && input->same_joints;
    bool takes_bodies = input->body_slots == graph->body_slots && thud_graph_takes_bodies(graph);
    return is_known && input->contact_count > 0 && graph->age <= longest_age &&
           (input->same_bodies || takes_bodies);
}

bool thud_graph_update(thud_constraint_graph *graph, const thud_hooks *hooks, const thud_solve_input *input) {
    graph->age++;
    if (!takes_update(graph, input) || !THUD_RESERVE_ZEROS(hooks, graph->lane_of, graph->lane_of_capacity,
                                                           input->contacts[input->contact_count - 1] + 1)) {
        return false;
    }
    if (input->same_constraints) {
        return true;
    }
    if (!input->same_bodies) {
        remove_bodies(graph, input);
    }
    bool possible = (input->same_bodies || add_bodies(graph, input)) && update_contacts(graph, input);
    graph->builds_with_spares = possible ? graph->builds_with_spares : builds_after_overflow;
    return possible;
}
