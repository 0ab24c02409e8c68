/*
 * After contacts are added and removed a constraint graph is as valid as a new one: every contact is in one lane, no
 * body is twice in a block, each index is that of the right body or of its proxy, and no body is in two interfaces.
 */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "response/constraint_graph.h"

/* A grid of bodies above one of infinite mass, slot 0; neighbours may touch, with four candidates per body. */
enum { side = 40, bodies = side * side + 1, candidates = 4 * side * side };

typedef struct grid_world {
    thud_pose poses[bodies];
    thud_inverse_mass inverse_masses[bodies];
    int32_t heavy; /* a body with many contacts, -1: none */
    int32_t awake[bodies + 1];
    thud_contact_pair pairs[candidates];
    bool touching[candidates];
    int32_t lists[2][candidates];
    thud_solve_input input;
    thud_hooks hooks;
    thud_constraint_graph graph;
    uint32_t seed;
    int turn; /* index of the new list */
} grid_world;

static uint32_t draw(grid_world *world, uint32_t below) {
    world->seed = world->seed * 1664525u + 1013904223u;
    return (world->seed >> 8) % below;
}

static int32_t body_at(int column, int row) {
    return row < 0 ? 0 : 1 + row * side + column;
}

/* Candidate i is between body 1 + i / 4 and a neighbour of it, or the heavy body; some reach
 * farther than a partition is wide. */
static thud_contact_pair pair_of(const grid_world *world, int candidate) {
    int column = candidate / 4 % side, row = candidate / 4 / side, direction = candidate % 4;
    int reach = candidate / 4 % 16 == 0 ? 11 : 2;
    int other_column = column + (direction == 0 ? 1 : direction == 1 ? -1 : direction == 3 ? reach : 0);
    int other_row = row - (direction < 3 ? 1 : 0);
    other_column = other_column < 0 || other_column >= side ? column - 1 : other_column;
    int32_t a = body_at(column, row), b = body_at(other_column < 0 ? 1 : other_column, other_row);
    b = world->heavy >= 0 && candidate % 16 == 2 && a != world->heavy ? world->heavy : b;
    return direction % 2 == 0 ? (thud_contact_pair){a, b, 0, 0} : (thud_contact_pair){b, a, 0, 0};
}

static void list_touching(grid_world *world) {
    world->input.last_contacts = world->lists[world->turn];
    world->input.last_contact_count = world->input.contact_count;
    world->turn = 1 - world->turn;
    world->input.contacts = world->lists[world->turn];
    world->input.contact_count = 0;
    for (int32_t i = 0; i < candidates; i++) {
        if (world->touching[i]) {
            world->lists[world->turn][world->input.contact_count++] = i;
        }
    }
}

/* `percent` of the candidates touch to begin with. */
static grid_world *make_world(uint32_t seed, uint32_t percent, int32_t heavy) {
    grid_world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    world->seed = seed;
    world->heavy = heavy;
    world->hooks = thud_hooks_defaults();
    for (int32_t i = 1; i < bodies; i++) {
        world->poses[i] = (thud_pose){{1.5f * (float)((i - 1) % side), (float)((i - 1) / side)}, {1, 0}};
        world->awake[i - 1] = i;
        world->inverse_masses[i].linear = i == heavy ? 1.0e-3f : 1.0f;
    }
    for (int i = 0; i < candidates; i++) {
        world->pairs[i] = pair_of(world, i);
        world->touching[i] = draw(world, 100) < percent;
    }
    world->input = (thud_solve_input){.poses = world->poses,
                                      .inverse_masses = world->inverse_masses,
                                      .body_slots = bodies,
                                      .awake = world->awake,
                                      .awake_count = bodies - 1,
                                      .pairs = world->pairs,
                                      .same_bodies = true,
                                      .same_joints = true,
                                      .tasks = thud_tasks_create(&world->hooks, 1)};
    list_touching(world);
    return world;
}

static void destroy_world(grid_world *world) {
    thud_graph_destroy(&world->graph, &world->hooks);
    thud_tasks_destroy(world->input.tasks);
    free(world);
}

static void build_anew(grid_world *world) {
    assert_true(thud_graph_build(&world->graph, &world->hooks, &world->input));
}

/* Some contacts come, some go, and some slots are used for another contact at once. */
static void change(grid_world *world, int changes) {
    for (int i = 0; i < changes; i++) {
        uint32_t slot = draw(world, candidates);
        if (draw(world, 4) > 0) {
            world->touching[slot] = !world->touching[slot];
        } else {
            thud_graph_end_contact(&world->graph, (int32_t)slot);
            world->pairs[slot] = pair_of(world, (int)draw(world, candidates));
        }
    }
    list_touching(world);
}

/* The body of an index in a part. */
static int32_t body_of(const grid_world *world, int32_t part, uint32_t offset) {
    const thud_constraint_graph *graph = &world->graph;
    int32_t number = (int32_t)(offset / thud_record_size);
    assert_true(number < graph->parts[part].count);
    if (part >= graph->body_part_count) { /* of an interface or overflow: the record of a partition */
        int32_t record = graph->parts[part].first_record + number, joining = part;
        part = 0;
        while (part + 1 < graph->body_part_count && graph->parts[part + 1].first_record <= record) {
            part++;
        }
        number = record - graph->parts[part].first_record;
        int32_t body = graph->slots[graph->parts[part].first_slot + number];
        assert_true(graph->parts[joining].role == THUD_PART_OVERFLOW || graph->interface[body] == joining);
    }
    assert_true(number < graph->parts[part].count);
    return graph->slots[graph->parts[part].first_slot + number];
}

/* Returns true if a lane has a body. */
static bool is_at(const thud_block_index *index, int32_t lane, uint32_t offset) {
    return index->a[lane] == offset || index->b[lane] == offset;
}

static void assert_block_is_sound(const grid_world *world, int32_t part, int32_t block, uint8_t *seen) {
    const thud_constraint_graph *graph = &world->graph;
    int32_t number = graph->parts[part].first_index[THUD_CONSTRAINT_CONTACT] + block;
    const thud_block_index *index = &graph->index[number];
    bool is_ground_block = block >= graph->parts[part].coloring[THUD_CONSTRAINT_CONTACT].ground_block;
    assert_in_range(index->count, 1, thud_block_lanes);
    assert_int_equal(index->part, part);
    for (int32_t lane = 0; lane < thud_block_lanes; lane++) {
        if (lane >= index->count) {
            assert_true(index->slot[lane] == index->slot[0] && index->a[lane] == 0 && index->b[lane] == 0);
            continue;
        }
        int32_t slot = index->slot[lane];
        assert_true(world->touching[slot]);
        assert_int_equal(seen[slot]++, 0);
        assert_int_equal(graph->lane_of[slot], 1 + number * thud_block_lanes + lane);
        assert_int_equal(body_of(world, part, index->a[lane]),
                         thud_body_of_contact(&world->input, world->pairs[slot].body_a));
        assert_int_equal(body_of(world, part, index->b[lane]),
                         thud_body_of_contact(&world->input, world->pairs[slot].body_b));
        bool is_dynamic_a = thud_part_of_body(graph, world->pairs[slot].body_a) >= 0;
        bool is_dynamic_b = thud_part_of_body(graph, world->pairs[slot].body_b) >= 0;
        assert_true((is_dynamic_a && is_dynamic_b) != is_ground_block);
        for (int32_t other = 0; other < lane; other++) {
            assert_false(is_dynamic_a && is_at(index, other, index->a[lane]));
            assert_false(is_dynamic_b && is_at(index, other, index->b[lane]));
        }
    }
}

static void assert_each_body_has_one_record(const grid_world *world) {
    static uint8_t records[bodies];
    memset(records, 0, sizeof records);
    for (int32_t i = 0; i < world->graph.body_part_count; i++) {
        const thud_graph_part *part = &world->graph.parts[i];
        for (int32_t number = 0; number < part->dynamic_end; number++) {
            int32_t body = world->graph.slots[part->first_slot + number];
            if (number < thud_first_body) {
                assert_int_equal(body, -1);
            } else if (body < 0) { /* a spare record */
                assert_true(thud_graph_takes_bodies(&world->graph));
            } else {
                assert_int_equal(records[body]++, 0);
            }
        }
    }
    for (int32_t i = 0; i < world->input.awake_count; i++) {
        assert_int_equal(records[world->input.awake[i]]--, 1);
    }
    for (int32_t body = 0; body < bodies; body++) {
        assert_int_equal(records[body], 0);
    }
}

static void assert_sound(const grid_world *world) {
    static uint8_t seen[candidates];
    memset(seen, 0, sizeof seen);
    for (int32_t part = 0; part < world->graph.part_count; part++) {
        const thud_coloring *coloring = &world->graph.parts[part].coloring[THUD_CONSTRAINT_CONTACT];
        assert_true(coloring->block_count <= world->graph.parts[part].contact_room);
        for (int32_t block = 0; block < coloring->block_count; block++) {
            assert_block_is_sound(world, part, block, seen);
        }
    }
    for (int32_t i = 0; i < candidates; i++) {
        assert_int_equal(seen[i], world->touching[i]);
    }
    assert_each_body_has_one_record(world);
    for (int32_t i = 0; i < world->input.awake_count; i++) {
        int32_t body = world->input.awake[i];
        const thud_graph_part *part = &world->graph.parts[world->graph.part[body]];
        assert_int_equal(world->graph.slots[part->first_slot + world->graph.body_index[body]], body);
    }
}

/* As in graph_update.c: a graph is updated for at most so many steps after it was made. */
enum { longest_age = 32 };

/* The turns of count_updates, and the number of updates among them if only age led to new graphs. */
enum { turns = 60, updates_by_age = turns - turns / (longest_age + 1) };

/* Returns the number of turns in which the graph was updated. */
static int count_updates(uint32_t seed, uint32_t percent, int32_t heavy, int changes) {
    print_message("seed %u\n", seed);
    grid_world *world = make_world(seed, percent, heavy);
    build_anew(world);
    assert_sound(world);
    int updates = 0;
    for (int turn = 0; turn < turns; turn++) {
        change(world, changes);
        if (thud_graph_update(&world->graph, &world->hooks, &world->input)) {
            updates++;
        } else {
            build_anew(world);
        }
        assert_sound(world);
    }
    destroy_world(world);
    return updates;
}

static void a_large_island_takes_nearly_every_change(void **state) {
    (void)state;
    assert_true(count_updates(99, 80, -1, 60) >= 50); /* of 60; one makes a new graph by age */
    assert_true(count_updates(100, 60, -1, 20) >= 50);
}

/* A body with 300 contacts is in 300 blocks. When a batch ended at 1,200 edges, each of five such islands had blocks
 * of its own with one contact each: 1,595 in all. In one batch they have 394. */
static void islands_of_heavy_bodies_share_blocks(void **state) {
    (void)state;
    enum { islands = 5, leaves = 300 };
    grid_world *world = make_world(1, 0, -1);
    int32_t contact = 0;
    for (int32_t leaf = 0; leaf < islands * leaves; leaf++) {
        int32_t heavy = 1 + leaf % islands, body = 1 + islands + leaf;
        world->touching[contact] = world->touching[contact + 1] = true;
        world->pairs[contact++] = (thud_contact_pair){heavy, body, 0, 0};
        world->pairs[contact++] = (thud_contact_pair){0, body, 0, 0};
    }
    list_touching(world);
    build_anew(world);
    assert_sound(world);
    int32_t blocks = 0;
    for (int32_t i = 0; i < world->graph.part_count; i++) {
        blocks += world->graph.parts[i].coloring[THUD_CONSTRAINT_CONTACT].block_count;
    }
    assert_int_equal(world->graph.partition_count, 0);
    assert_in_range(blocks, leaves, 3 * leaves / 2);
    destroy_world(world);
}

/* Lists the bodies that are awake; contacts that touch according to `wanted` do so where their bodies are. */
static void list_awake(grid_world *world, const bool *is_awake, const bool *wanted) {
    world->input.awake_count = 0;
    for (int32_t body = 1; body < bodies; body++) {
        world->awake[world->input.awake_count] = body;
        world->input.awake_count += is_awake[body];
    }
    for (int32_t i = 0; i < candidates; i++) {
        const thud_contact_pair *pair = &world->pairs[i];
        bool sleeps_a = pair->body_a != 0 && !is_awake[pair->body_a];
        bool sleeps_b = pair->body_b != 0 && !is_awake[pair->body_b];
        world->touching[i] = wanted[i] && !sleeps_a && !sleeps_b;
    }
    list_touching(world);
}

/* Bodies up to a slot wake and fall asleep; returns the number of turns in which the graph was updated. */
static int count_updates_of_sleepers(uint32_t percent, int32_t most_awake, bool is_cut) {
    static bool is_awake[bodies], wanted[candidates];
    grid_world *world = make_world(23, percent, -1);
    for (int32_t body = 1; body < bodies; body++) {
        is_awake[body] = body <= most_awake && draw(world, 8) > 0;
    }
    memcpy(wanted, world->touching, sizeof wanted);
    list_awake(world, is_awake, wanted);
    build_anew(world);
    assert_sound(world);
    assert_true((world->graph.partition_count > 0) == is_cut);
    world->input.same_bodies = false;
    int updates = 0;
    for (int turn = 0; turn < turns; turn++) {
        for (int i = 0; i < 4; i++) {
            uint32_t body = 1 + draw(world, (uint32_t)most_awake);
            is_awake[body] = !is_awake[body] || draw(world, 8) > 0;
        }
        is_awake[1 + draw(world, (uint32_t)most_awake)] = false;
        is_awake[1 + draw(world, (uint32_t)most_awake)] = false;
        wanted[draw(world, candidates)] = true;
        list_awake(world, is_awake, wanted);
        bool updated = thud_graph_update(&world->graph, &world->hooks, &world->input);
        updates += updated;
        if (!updated) {
            build_anew(world);
        }
        assert_sound(world);
    }
    destroy_world(world);
    return updates;
}

/* Every body that woke or fell asleep made a new graph: of 100 walkers that run into crates that was in a quarter of
 * the steps, and took 5 % of the time. Among 500 spinning bars partitions had a new graph for it in every sixth step. */
static void bodies_that_wake_or_fall_asleep_need_no_new_graph(void **state) {
    (void)state;
    assert_in_range(count_updates_of_sleepers(40, 400, false), updates_by_age - 2, updates_by_age);
    assert_in_range(count_updates_of_sleepers(60, bodies - 1, true), updates_by_age - 2, updates_by_age);
}

/* What was a copy in the graph, or reached by one, has contacts of the other class: these are removed and added anew. */
static void a_body_that_becomes_dynamic_needs_a_spare_record(void **state) {
    (void)state;
    static bool is_awake[bodies], wanted[candidates];
    grid_world *world = make_world(29, 60, -1);
    for (int32_t body = 1; body < bodies; body++) {
        is_awake[body] = body <= 400;
    }
    for (int i = 0; i < candidates; i++) { /* two that are not dynamic have no contact */
        wanted[i] = world->touching[i] && world->pairs[i].body_a + world->pairs[i].body_b != 1;
    }
    world->input.same_bodies = false;
    for (int spares = 0; spares < 2; spares++) {
        list_awake(world, is_awake, wanted);
        world->input.awake++; /* body 1 is kinematic */
        world->input.awake_count--;
        build_anew(world);
        world->input.awake = world->awake;
        list_awake(world, is_awake, wanted);
        assert_true(thud_graph_update(&world->graph, &world->hooks, &world->input) == (spares > 0));
    }
    assert_sound(world);
    destroy_world(world);
}

/* Every other body is kinematic, or static: bodies in between meet others in each turn. Or every fourth, and the others, which all
 * touch, are a large island. Returns the number of turns in which the graph was updated. */
static int count_updates_among_fixed_bodies(bool are_static, bool is_large_island) {
    const int32_t nth = is_large_island ? 4 : 2;
    grid_world *world = make_world(31, 10, -1);
    world->input.awake_count = 0;
    for (int32_t body = 1; body < bodies; body++) {
        world->awake[world->input.awake_count] = body;
        world->input.awake_count += body % nth != 0;
        world->inverse_masses[body].locks = are_static && body % nth == 0 ? THUD_LOCKED_STATIC : 0;
    }
    static bool may_change[candidates];
    for (int i = 0; i < candidates; i++) { /* two that are not dynamic have no contact */
        bool moves_a = world->pairs[i].body_a % nth != 0, moves_b = world->pairs[i].body_b % nth != 0;
        bool stays = is_large_island && moves_a && moves_b;
        may_change[i] = (moves_a || moves_b) && !stays;
        world->touching[i] = stays || (may_change[i] && world->touching[i]);
    }
    list_touching(world);
    build_anew(world);
    assert_true((world->graph.partition_count > 0) == is_large_island);
    int updates = 0;
    for (int turn = 0; turn < turns; turn++) {
        for (int i = 0; i < 40; i++) {
            uint32_t slot = draw(world, candidates);
            world->touching[slot] = may_change[slot] ? !world->touching[slot] : world->touching[slot];
        }
        for (int i = 0; i < candidates && is_large_island; i++) { /* as many go as come */
            world->touching[i] = world->touching[i] && (!may_change[i] || draw(world, 8) > 0);
        }
        list_touching(world);
        bool updated = thud_graph_update(&world->graph, &world->hooks, &world->input);
        updates += updated;
        if (!updated) {
            build_anew(world);
        }
        assert_sound(world);
        /* The only copy is of body 0, which is kinematic. */
        for (int32_t part = 0; part < world->graph.body_part_count && are_static; part++) {
            assert_in_range(world->graph.parts[part].copy_end - world->graph.parts[part].dynamic_end, 0, 1);
        }
    }
    destroy_world(world);
    return updates;
}

/* A part had room for two further bodies that are not dynamic: 500 spinning bars among 4,000 bodies made a new graph in
 * 241 steps of 298, and in 67 with room for half as many again as there are. */
static void bodies_that_meet_other_kinematic_bodies_need_few_new_graphs(void **state) {
    (void)state;
    assert_in_range(count_updates_among_fixed_bodies(false, false), 45, updates_by_age);
}

/* A partition whose room for copies is full gives up those that no contact uses: without, 50 turns of 60
 * were updates, not 58. */
static void partitions_give_up_copies_of_kinematic_bodies(void **state) {
    (void)state;
    assert_in_range(count_updates_among_fixed_bodies(false, true), updates_by_age - 2, updates_by_age);
}

/* Where 100 walkers ran over tiles that are bodies of their own, loading and moving copies of them took 7 %. */
static void static_bodies_have_no_copy(void **state) {
    (void)state;
    assert_in_range(count_updates_among_fixed_bodies(true, false), 50, updates_by_age);
}

static void what_many_islands_do_not_take_makes_a_new_graph(void **state) {
    (void)state;
    /* Islands of different batches touch: 49 and 29 turns of 60 are updates; by age alone there would be 59. */
    assert_in_range(count_updates(5, 15, -1, 3), 30, updates_by_age - 5);
    assert_in_range(count_updates(6, 25, -1, 40), 10, updates_by_age - 15);
}

static void a_graph_grows_old(void **state) {
    (void)state;
    grid_world *world = make_world(17, 80, -1);
    build_anew(world);
    int updates = -1;
    do {
        change(world, 1);
        updates++;
        assert_true(updates <= longest_age);
    } while (thud_graph_update(&world->graph, &world->hooks, &world->input));
    assert_int_equal(updates, longest_age);
    build_anew(world);
    change(world, 1);
    assert_true(thud_graph_update(&world->graph, &world->hooks, &world->input));
    destroy_world(world);
}

static void an_unknown_past_needs_a_new_graph(void **state) {
    (void)state;
    grid_world *world = make_world(3, 80, -1);
    build_anew(world);
    change(world, 1);
    world->input.last_contact_count = -1;
    assert_false(thud_graph_update(&world->graph, &world->hooks, &world->input));
    destroy_world(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_island_takes_nearly_every_change),
        cmocka_unit_test(islands_of_heavy_bodies_share_blocks),
        cmocka_unit_test(bodies_that_wake_or_fall_asleep_need_no_new_graph),
        cmocka_unit_test(a_body_that_becomes_dynamic_needs_a_spare_record),
        cmocka_unit_test(bodies_that_meet_other_kinematic_bodies_need_few_new_graphs),
        cmocka_unit_test(partitions_give_up_copies_of_kinematic_bodies),
        cmocka_unit_test(static_bodies_have_no_copy),
        cmocka_unit_test(what_many_islands_do_not_take_makes_a_new_graph),
        cmocka_unit_test(a_graph_grows_old),
        cmocka_unit_test(an_unknown_past_needs_a_new_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
