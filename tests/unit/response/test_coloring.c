/* No body is twice in a block, every edge is in one, also with heavy bodies. And islands. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "response/constraint_graph.h"

enum { most_bodies = 3000, most_edges = 6000 };

typedef struct graph {
    thud_edge edges[most_edges];
    int32_t places[most_edges];
    int32_t count, dynamic_end;
    thud_coloring coloring;
} graph;

static graph *make_graph(int32_t dynamic_end) {
    graph *g = calloc(1, sizeof *g);
    assert_non_null(g);
    g->dynamic_end = dynamic_end;
    return g;
}

static void add_edge(graph *g, int32_t a, int32_t b) {
    g->edges[g->count] = (thud_edge){g->count, a, b};
    g->count++;
}

static void color(graph *g, bool are_contacts) {
    static uint64_t used[most_bodies];
    static thud_ordered_edge order[most_edges];
    thud_coloring_input input = {g->edges, g->count, g->dynamic_end, are_contacts, g->places, order, used};
    g->coloring = thud_color_edges(&input);
}

static bool yields(const graph *g, int32_t body) {
    return body >= 1 && body < g->dynamic_end;
}

static void assert_sound(const graph *g) {
    int32_t lanes = g->coloring.block_count * thud_block_lanes;
    int32_t *edge_in = malloc((size_t)(lanes + 1) * sizeof *edge_in);
    memset(edge_in, 0xff, (size_t)(lanes + 1) * sizeof *edge_in);
    for (int32_t i = 0; i < g->count; i++) {
        int32_t place = g->places[i];
        assert_in_range(place, 0, lanes - 1);
        assert_int_equal(edge_in[place], -1);
        edge_in[place] = i;
        bool ground = !yields(g, g->edges[i].a) || !yields(g, g->edges[i].b);
        assert_int_equal(ground, place / thud_block_lanes >= g->coloring.ground_block);
    }
    for (int32_t block = 0; block < g->coloring.block_count; block++) {
        int32_t bodies[32], count = 0;
        bool ended = false;
        for (int32_t lane = 0; lane < thud_block_lanes; lane++) {
            int32_t index = edge_in[thud_block_lanes * block + lane];
            assert_false(ended && index >= 0); /* the first lanes are taken */
            ended = index < 0;
            assert_false(ended && lane == 0);
            if (!ended) {
                bodies[count++] = g->edges[index].a;
                bodies[count++] = g->edges[index].b;
            }
        }
        for (int32_t i = 0; i < count; i++) {
            for (int32_t k = 0; k < i; k++) {
                assert_false(yields(g, bodies[i]) && bodies[i] == bodies[k]);
            }
        }
    }
    free(edge_in);
}

static void random_graphs_are_packed_soundly(void **state) {
    (void)state;
    uint32_t seed = 4321;
    print_message("seed %u\n", seed);
    for (int run = 0; run < 60; run++) {
        seed = seed * 1664525u + 1013904223u;
        int32_t bodies = 2 + (int32_t)(seed >> 8) % 500;
        graph *g = make_graph(bodies);
        seed = seed * 1664525u + 1013904223u;
        int32_t edges = (int32_t)(seed >> 8) % 3000;
        for (int32_t i = 0; i < edges; i++) {
            seed = seed * 1664525u + 1013904223u;
            int32_t a = 1 + (int32_t)(seed >> 8) % (bodies - 1);
            seed = seed * 1664525u + 1013904223u;
            int32_t b = (int32_t)(seed >> 8) % (bodies + 20); /* 0 and beyond dynamic_end: infinite mass */
            if (a != b) {
                add_edge(g, a, b);
            }
        }
        color(g, run % 2 == 1);
        assert_sound(g);
        free(g);
    }
}

static void a_body_with_400_edges_gets_blocks_for_all_of_them(void **state) {
    (void)state;
    graph *g = make_graph(1000);
    for (int32_t i = 0; i < 400; i++) {
        add_edge(g, 1, 2 + i);
    }
    for (int32_t i = 2; i < 900; i++) {
        add_edge(g, i, i + 1);
    }
    color(g, false);
    assert_sound(g);
    assert_true(g->coloring.block_count >= 400); /* one lane a block for the heavy one */
    assert_true(g->coloring.block_count <= 420); /* the chain's 898 edges fill the other lanes */
    free(g);
}

/* Each of 140 bodies touches 70 others: the colours do not suffice though no body has many more than 64 edges. */
static void many_bodies_with_more_edges_than_colors_are_packed_soundly(void **state) {
    (void)state;
    graph *g = make_graph(141);
    for (int32_t i = 1; i <= 70; i++) {
        for (int32_t k = 71; k <= 140; k++) {
            add_edge(g, i, k);
        }
    }
    color(g, false);
    assert_sound(g);
    assert_true(g->coloring.block_count * thud_block_lanes < g->count * 3 / 2);
    free(g);
}

static void a_grid_needs_few_lanes_more_than_it_has_edges(void **state) {
    (void)state;
    enum { side = 30 };
    graph *g = make_graph(1 + side * side);
    for (int32_t y = 0; y < side; y++) {
        for (int32_t x = 0; x < side; x++) {
            int32_t body = 1 + y * side + x;
            if (x + 1 < side) {
                add_edge(g, body, body + 1);
            }
            if (y + 1 < side) {
                add_edge(g, body, body + side);
            }
        }
    }
    color(g, false);
    assert_sound(g);
    assert_true(g->coloring.block_count * thud_block_lanes < g->count * 5 / 4);
    free(g);
}

/* Kernels are faster in blocks of static bodies alone. */
static void static_and_kinematic_bodies_share_one_block_at_most(void **state) {
    (void)state;
    enum { bodies = 200, kinematic = bodies + 1 };
    bool has[bodies][2] = {{false}};
    int32_t shared = 0;
    graph *g = make_graph(kinematic);
    for (int32_t body = 1; body <= bodies; body++) {
        add_edge(g, body % 3 == 0 ? kinematic : 0, body);
    }
    color(g, true);
    assert_sound(g);
    for (int32_t i = 0; i < g->count; i++) {
        has[g->places[i] / thud_block_lanes][g->edges[i].a == kinematic] = true;
    }
    for (int32_t block = 0; block < g->coloring.block_count; block++) {
        shared += has[block][0] && has[block][1];
    }
    assert_in_range(shared, 0, 1);
    free(g);
}

static void nothing_gives_no_blocks(void **state) {
    (void)state;
    graph *g = make_graph(5);
    color(g, false);
    assert_int_equal(g->coloring.block_count, 0);
    free(g);
}

/* ---- islands ---- */

typedef struct island_case {
    thud_contact_pair pairs[16];
    int32_t contacts[16];
    int32_t awake[16];
    thud_inverse_mass inverse_masses[16];
    thud_joint joints[4];
    int32_t active_joints[4];
    thud_solve_input input;
} island_case;

static void add_awake(island_case *c, int32_t slot) {
    c->awake[c->input.awake_count++] = slot;
}

static void add_contact(island_case *c, int32_t a, int32_t b) {
    c->pairs[c->input.contact_count] = (thud_contact_pair){a, b, 0, 0};
    c->contacts[c->input.contact_count] = c->input.contact_count;
    c->input.contact_count++;
}

static void add_target(island_case *c, int32_t body) {
    c->joints[c->input.joint_count] =
        (thud_joint){.frame.kind = THUD_JOINT_TARGET, .state.body_a = -1, .state.body_b = body};
    c->active_joints[c->input.joint_count] = c->input.joint_count;
    c->input.joint_count++;
}

static thud_constraint_graph build(island_case *c) {
    c->input.pairs = c->pairs;
    c->input.contacts = c->contacts;
    c->input.awake = c->awake;
    c->input.inverse_masses = c->inverse_masses;
    c->input.joints = c->joints;
    c->input.active_joints = c->active_joints;
    c->input.body_slots = 16;
    thud_hooks hooks = thud_hooks_defaults();
    thud_constraint_graph islands = {0};
    c->input.tasks = thud_tasks_create(&hooks, 1);
    assert_true(thud_graph_build(&islands, &hooks, &c->input));
    thud_tasks_destroy(c->input.tasks);
    return islands;
}

/* Body 0 is the ground. 2-5 and 5-9 touch, 3, 7 and 9 stand on the ground; 4 flies alone; 3 is dragged. */
static void ground_does_not_link_islands_and_bodies_ascend_in_each(void **state) {
    (void)state;
    island_case c;
    memset(&c, 0, sizeof c);
    const int32_t awake[] = {2, 3, 4, 5, 7, 9};
    for (int i = 0; i < 6; i++) {
        add_awake(&c, awake[i]);
    }
    add_contact(&c, 0, 7);
    add_contact(&c, 9, 5);
    add_contact(&c, 0, 3);
    add_contact(&c, 0, 9);
    add_contact(&c, 2, 5);
    add_target(&c, 3);
    thud_constraint_graph islands = build(&c);
    const int32_t bodies[] = {2, 5, 9, 3, 4, 7};
    const int32_t starts[] = {0, 3, 4, 5, 6};
    assert_int_equal(islands.island_count, 4);
    assert_memory_equal(islands.bodies, bodies, sizeof bodies);
    assert_memory_equal(islands.starts, starts, sizeof starts);
    assert_int_equal(islands.half_edges[0], 6);
    assert_int_equal(islands.half_edges[1], 4);
    assert_int_equal(islands.half_edges[2], 0);
    assert_int_equal(islands.part_count, 1);
    assert_int_equal(islands.parts[0].first_edge[THUD_CONSTRAINT_CONTACT], 1);
    assert_int_equal(islands.edge_count, 6);
    thud_hooks hooks = thud_hooks_defaults();
    thud_graph_destroy(&islands, &hooks);
}

static void the_order_of_contacts_does_not_change_the_islands(void **state) {
    (void)state;
    const int32_t links[6][2] = {{1, 8}, {8, 3}, {2, 4}, {4, 6}, {6, 10}, {3, 12}};
    int32_t expected[16] = {0};
    for (int turn = 0; turn < 6; turn++) {
        island_case c;
        memset(&c, 0, sizeof c);
        for (int32_t slot = 1; slot < 14; slot++) {
            add_awake(&c, slot);
        }
        for (int i = 0; i < 6; i++) {
            const int32_t *link = links[(i + turn) % 6];
            add_contact(&c, link[turn % 2], link[1 - turn % 2]);
        }
        thud_constraint_graph islands = build(&c);
        assert_int_equal(islands.island_count, 13 - 6);
        if (turn == 0) {
            memcpy(expected, islands.bodies, 13 * sizeof *expected);
        }
        assert_memory_equal(islands.bodies, expected, 13 * sizeof *expected);
        thud_hooks hooks = thud_hooks_defaults();
        thud_graph_destroy(&islands, &hooks);
    }
}

/* ---- partitions ---- */

enum {
    large_width = 60,
    large_height = 40,
    large_bodies = large_width * large_height,
    large_contacts = 2 * large_bodies
};

/* A wall of bodies, each with edges to its right and upper neighbours; and some edges across the wall. */
typedef struct large_case {
    thud_pose poses[large_bodies];
    thud_inverse_mass inverse_masses[large_bodies];
    int32_t awake[large_bodies];
    thud_contact_pair pairs[large_contacts];
    int32_t contacts[large_contacts];
    thud_solve_input input;
} large_case;

static void link_large(large_case *c, int32_t a, int32_t b) {
    int32_t slot = c->input.contact_count++;
    c->pairs[slot] = (thud_contact_pair){a, b, 0, 0};
    c->contacts[slot] = slot;
}

static void make_large(large_case *c, int long_links) {
    memset(c, 0, sizeof *c);
    for (int32_t i = 0; i < large_bodies; i++) {
        int32_t x = i % large_width, y = i / large_width;
        c->poses[i].position = thud_vec2_make((float)x, (float)y);
        c->awake[i] = i;
        if (x + 1 < large_width) {
            link_large(c, i, i + 1);
        }
        if (y + 1 < large_height) {
            link_large(c, i + large_width, i);
        }
    }
    for (int i = 0; i < long_links; i++) {
        link_large(c, 7 * i, large_bodies - 1 - 13 * i);
    }
    c->input.poses = c->poses;
    c->input.inverse_masses = c->inverse_masses;
    c->input.awake = c->awake;
    c->input.pairs = c->pairs;
    c->input.contacts = c->contacts;
    c->input.awake_count = c->input.body_slots = large_bodies;
}

/* Finds the interface of each body, -1: none; fails if a body is in two. */
static void find_interfaces(const thud_constraint_graph *cut, const large_case *c,
                            int32_t interfaces[large_bodies]) {
    memset(interfaces, 0xff, large_bodies * sizeof *interfaces);
    for (int32_t i = cut->body_part_count; i < cut->part_count - 1; i++) {
        thud_graph_part *part = &cut->parts[i];
        assert_int_equal(part->role, THUD_PART_INTERFACE);
        for (int32_t k = part->first_edge[0]; k < part->first_edge[THUD_CONSTRAINT_KIND_COUNT]; k++) {
            const int32_t bodies[] = {c->pairs[cut->edges[k].slot].body_a,
                                      c->pairs[cut->edges[k].slot].body_b};
            assert_int_equal(thud_index_in_part(cut, part, bodies[0]), cut->edges[k].a);
            for (int side = 0; side < 2; side++) {
                assert_true(interfaces[bodies[side]] == -1 || interfaces[bodies[side]] == i);
                interfaces[bodies[side]] = i;
            }
        }
    }
}

static void no_body_of_a_large_island_is_in_two_interfaces_and_no_edge_is_lost(void **state) {
    (void)state;
    for (int long_links = 0; long_links <= 60; long_links += 30) {
        large_case *c = malloc(sizeof *c);
        assert_non_null(c);
        make_large(c, long_links);
        thud_hooks hooks = thud_hooks_defaults();
        thud_constraint_graph cut = {0};
        c->input.tasks = thud_tasks_create(&hooks, 1);
        assert_true(thud_graph_build(&cut, &hooks, &c->input));
        assert_true(cut.partition_count >= 2);
        assert_int_equal(cut.part_count - 1 - cut.body_part_count, cut.partition_count - 1);
        assert_int_equal(cut.edge_count, c->input.contact_count);
        int32_t interfaces[large_bodies];
        find_interfaces(&cut, c, interfaces);
        int32_t bodies = 0;
        for (int32_t i = 0; i < cut.partition_count; i++) {
            const thud_graph_part *partition = &cut.parts[i];
            bodies += partition->body_count;
            for (int32_t k = 0; k < partition->body_count; k++) {
                int32_t interface = interfaces[cut.slots[partition->first_slot + thud_first_body + k]];
                assert_true(interface == -1 || interface == cut.body_part_count + i - 1 ||
                            interface == cut.body_part_count + i);
            }
        }
        assert_int_equal(bodies, large_bodies);
        const thud_graph_part *overflow = &cut.parts[cut.part_count - 1];
        assert_int_equal(overflow->role, THUD_PART_OVERFLOW);
        assert_true((overflow->first_edge[THUD_CONSTRAINT_KIND_COUNT] > overflow->first_edge[0]) ==
                    (long_links > 0));
        thud_graph_destroy(&cut, &hooks);
        thud_tasks_destroy(c->input.tasks);
        free(c);
    }
}

/* Bodies without edges count as work, too. */
static void what_has_few_edges_is_cut_in_even_partitions(void **state) {
    (void)state;
    large_case *c = malloc(sizeof *c);
    assert_non_null(c);
    make_large(c, 0);
    thud_hooks hooks = thud_hooks_defaults();
    thud_constraint_graph cut = {0};
    c->input.tasks = thud_tasks_create(&hooks, 1);
    const int few = (2 * thud_full_batch - large_bodies) / thud_bodies_per_edge;
    const int edges[] = {0, 50, 100, few};
    for (size_t k = 0; k < sizeof edges / sizeof edges[0]; k++) {
        c->input.contact_count = edges[k];
        assert_true(thud_graph_build(&cut, &hooks, &c->input));
        assert_int_equal(cut.partition_count, 2);
        for (int32_t i = 0; i < cut.partition_count; i++) {
            assert_in_range(cut.parts[i].body_count, large_bodies * 4 / 10, large_bodies * 6 / 10);
        }
    }
    c->input.contact_count = few + 1; /* batches that workers can share */
    assert_true(thud_graph_build(&cut, &hooks, &c->input));
    assert_int_equal(cut.partition_count, 0);
    thud_graph_destroy(&cut, &hooks);
    thud_tasks_destroy(c->input.tasks);
    free(c);
}

/* Joints have larger errors at cuts. */
static void what_hangs_together_by_joints_stays_whole(void **state) {
    (void)state;
    enum { joint_count = large_bodies / 4 };
    large_case *c = malloc(sizeof *c);
    thud_joint *joints = calloc(joint_count, sizeof *joints);
    int32_t *active = calloc(joint_count, sizeof *active);
    assert_true(c != NULL && joints != NULL && active != NULL);
    make_large(c, 0);
    thud_hooks hooks = thud_hooks_defaults();
    thud_constraint_graph whole = {0};
    c->input.tasks = thud_tasks_create(&hooks, 1);
    for (int32_t i = 0; i < joint_count; i++) {
        joints[i].state.body_a = 2 * i;
        joints[i].state.body_b = 2 * i + 1;
        active[i] = i;
    }
    c->input.joints = joints;
    c->input.active_joints = active;
    c->input.joint_count = joint_count;
    c->input.contact_count = 0;
    assert_true(thud_graph_build(&whole, &hooks, &c->input));
    assert_int_equal(whole.partition_count, 0);
    thud_graph_destroy(&whole, &hooks);
    thud_tasks_destroy(c->input.tasks);
    free(active);
    free(joints);
    free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_are_packed_soundly),
        cmocka_unit_test(a_body_with_400_edges_gets_blocks_for_all_of_them),
        cmocka_unit_test(many_bodies_with_more_edges_than_colors_are_packed_soundly),
        cmocka_unit_test(a_grid_needs_few_lanes_more_than_it_has_edges),
        cmocka_unit_test(static_and_kinematic_bodies_share_one_block_at_most),
        cmocka_unit_test(nothing_gives_no_blocks),
        cmocka_unit_test(ground_does_not_link_islands_and_bodies_ascend_in_each),
        cmocka_unit_test(the_order_of_contacts_does_not_change_the_islands),
        cmocka_unit_test(no_body_of_a_large_island_is_in_two_interfaces_and_no_edge_is_lost),
        cmocka_unit_test(what_has_few_edges_is_cut_in_even_partitions),
        cmocka_unit_test(what_hangs_together_by_joints_stays_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
