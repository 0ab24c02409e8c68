/*
 * graph_invariants.c: the invariants of a constraint graph, new or updated:
 *
 *     each contact or joint that moves a body is in one lane; no body is twice in a block
 *     the indices in a lane are those of the contact's or joint's bodies, also in the records of partitions
 *     each awake body has one record of its own; in a new graph a contact's bodies are in one island
 */
#include "response/constraint_graph.h"

#include <stdlib.h>

#include "base/assert.h"

#ifdef THUD_ASSERTIONS

typedef struct graph_check {
    const thud_constraint_graph *graph;
    const thud_hooks *hooks;
    const thud_solve_input *input;
    /* By record of the part: the last block with it. From the C library's malloc: hooks must not count it. */
    int32_t *last_block;
    int32_t part, kind;
    int32_t lanes; /* counted so far of the kind */
} graph_check;

/* The body slot of an index in a part, THUD_NONE for none. */
static int32_t body_of(const graph_check *check, int32_t index) {
    const thud_constraint_graph *graph = check->graph;
    int32_t part = check->part;
    if (part >= graph->body_part_count) { /* an interface or overflow uses the records of partitions */
        int32_t record = graph->parts[part].first_record + index;
        part = 0;
        while (part + 1 < graph->body_part_count && graph->parts[part + 1].first_record <= record) {
            part++;
        }
        index = record - graph->parts[part].first_record;
    }
    return THUD_HOLDS(check->hooks, index >= 0 && index < graph->parts[part].count)
               ? graph->slots[graph->parts[part].first_slot + index]
               : -1;
}

/* Checks one side of a lane: the record at `offset` must be that of `body`. Each block has its own `stamp`. */
static void check_side(graph_check *check, uint32_t offset, int32_t body, int32_t stamp) {
    const thud_graph_part *part = &check->graph->parts[check->part];
    int32_t index = (int32_t)(offset / thud_record_size);
    if (!THUD_HOLDS(check->hooks, offset % thud_record_size == 0 && index < part->count)) {
        return;
    }
    THUD_ASSERT(check->hooks, body_of(check, index) == body);
    if (index > 0 && index < part->dynamic_end) {
        THUD_ASSERT(check->hooks, check->last_block[index] != stamp); /* no body twice in a block */
        check->last_block[index] = stamp;
    }
}

static void check_block(graph_check *check, int32_t block_index, int32_t stamp) {
    const thud_constraint_graph *graph = check->graph;
    const thud_solve_input *input = check->input;
    const thud_block_index *block = &graph->index[block_index];
    bool is_contact = check->kind == THUD_CONSTRAINT_CONTACT;
    THUD_ASSERT(check->hooks, block->part == check->part);
    if (!THUD_HOLDS(check->hooks, block->count >= 1 && block->count <= thud_block_lanes)) {
        return;
    }
    for (int32_t lane = 0; lane < block->count; lane++) {
        int32_t slot = block->slot[lane];
        int32_t a = is_contact ? thud_body_of_contact(input, input->pairs[slot].body_a)
                               : input->joints[slot].state.body_a;
        int32_t b = is_contact ? thud_body_of_contact(input, input->pairs[slot].body_b)
                               : input->joints[slot].state.body_b;
        check_side(check, block->a[lane], a, stamp);
        check_side(check, block->b[lane], b, stamp);
        THUD_ASSERT(check->hooks,
                    !is_contact || graph->lane_of[slot] == 1 + block_index * thud_block_lanes + lane);
        check->lanes++;
    }
}

static void check_part(graph_check *check, int32_t lanes[THUD_CONSTRAINT_KIND_COUNT]) {
    const thud_constraint_graph *graph = check->graph;
    const thud_graph_part *part = &graph->parts[check->part];
    int32_t stamp = 0;
    for (int32_t i = 0; i < part->count; i++) {
        check->last_block[i] = 0;
    }
    for (check->kind = 0; check->kind < THUD_CONSTRAINT_KIND_COUNT; check->kind++) {
        if (check->kind == THUD_CONSTRAINT_TREE) {
            continue; /* tree links use the lanes of their joints */
        }
        const thud_coloring *coloring = &part->coloring[check->kind];
        THUD_ASSERT(check->hooks,
                    coloring->ground_block >= 0 && coloring->ground_block <= coloring->block_count);
        THUD_ASSERT(check->hooks,
                    check->kind != THUD_CONSTRAINT_CONTACT || coloring->block_count <= part->contact_room);
        check->lanes = 0;
        for (int32_t i = 0; i < coloring->block_count; i++) {
            check_block(check, part->first_index[check->kind] + i, ++stamp);
        }
        lanes[check->kind] += check->lanes;
    }
}

/* Checks that as many contacts and joints move a body as have a lane. */
static void check_counts(const graph_check *check, const int32_t lanes[THUD_CONSTRAINT_KIND_COUNT],
                         bool is_new) {
    const thud_constraint_graph *graph = check->graph;
    const thud_solve_input *input = check->input;
    int32_t contacts = 0, joints = 0, joint_lanes = 0;
    for (int32_t i = 0; i < input->contact_count; i++) {
        const thud_contact_pair *pair = &input->pairs[input->contacts[i]];
        bool a = thud_part_of_body(graph, pair->body_a) >= 0, b = thud_part_of_body(graph, pair->body_b) >= 0;
        contacts += a || b;
        THUD_ASSERT(check->hooks, i == 0 || input->contacts[i - 1] < input->contacts[i]);
        THUD_ASSERT(check->hooks,
                    !is_new || !a || !b || graph->island[pair->body_a] == graph->island[pair->body_b]);
    }
    for (int32_t i = 0; i < input->joint_count; i++) {
        const thud_joint_state *joint = &input->joints[input->active_joints[i]].state;
        joints += thud_part_of_body(graph, joint->body_a) >= 0 || thud_part_of_body(graph, joint->body_b) >= 0;
    }
    for (int32_t kind = 0; kind < THUD_CONSTRAINT_CONTACT; kind++) {
        joint_lanes += lanes[kind];
    }
    THUD_ASSERT(check->hooks, contacts == lanes[THUD_CONSTRAINT_CONTACT]);
    THUD_ASSERT(check->hooks, joints == joint_lanes);
}

static void check_bodies(const graph_check *check, bool is_new) {
    const thud_constraint_graph *graph = check->graph;
    THUD_ASSERT(check->hooks, graph->body_count == check->input->awake_count);
    for (int32_t i = 0; i < check->input->awake_count; i++) {
        int32_t body = check->input->awake[i];
        int32_t part = graph->part[body];
        if (THUD_HOLDS(check->hooks, part >= 0 && part < graph->body_part_count)) {
            int32_t index = graph->body_index[body];
            THUD_ASSERT(check->hooks, index > 0 && index < graph->parts[part].dynamic_end);
            THUD_ASSERT(check->hooks, graph->slots[graph->parts[part].first_slot + index] == body);
        }
    }
    for (int32_t island = 0; island < graph->island_count; island++) {
        THUD_ASSERT(check->hooks, graph->starts[island] < graph->starts[island + 1]);
    }
    THUD_ASSERT(check->hooks, !is_new || graph->island_count == 0 ||
                                  graph->starts[graph->island_count] == graph->body_count);
}

void thud_graph_check_invariants(const thud_constraint_graph *graph, const thud_hooks *hooks,
                                 const thud_solve_input *input, bool is_new) {
    int32_t most_records = 1;
    for (int32_t i = 0; i < graph->part_count; i++) {
        most_records = graph->parts[i].count > most_records ? graph->parts[i].count : most_records;
    }
    graph_check check = {graph, hooks, input, malloc((size_t)most_records * sizeof(int32_t)), 0, 0, 0};
    int32_t lanes[THUD_CONSTRAINT_KIND_COUNT] = {0};
    if (check.last_block == NULL) {
        return;
    }
    for (check.part = 0; check.part < graph->part_count; check.part++) {
        check_part(&check, lanes);
    }
    check_counts(&check, lanes, is_new);
    check_bodies(&check, is_new);
    free(check.last_block);
}

#endif
