/*
 * The engine's assertions: a valid world passes all of them, and each kind of damage to a table is reported to the
 * hook, with its place. A build without assertions (Release) contains none of them.
 */
#define _POSIX_C_SOURCE 200809L

#include "test.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "broadphase/spatial_hash.h"
#include "reference/test_world.h"
#include "response/solver_step.h"
#include "thud/joint.h"
#include "world/bodies/chains.h"
#include "world/contacts/contact_report.h"
#include "world/invariants.h"
#include "world/world_state.h"

typedef struct fault_log {
    int count;
    char condition[200]; /* of the first one */
    char file[200];
    int line;
} fault_log;

static fault_log faults;

static void note_fault(const char *condition, const char *file, int line, void *context) {
    fault_log *log = context;
    if (log->count++ == 0) {
        snprintf(log->condition, sizeof log->condition, "%s", condition);
        snprintf(log->file, sizeof log->file, "%s", file);
        log->line = line;
    }
}

static thud_hooks noting_hooks(void) {
    thud_hooks hooks = thud_hooks_defaults();
    hooks.assert_failed = note_fault;
    hooks.context = &faults;
    faults = (fault_log){0};
    return hooks;
}

/* A world with all kinds of objects: a pile, two sleeping islands of several bodies, a chain,
 * joints, a sensor, free slots. */
static thud_world *make_world(void) {
    thud_world_def def = thud_world_defaults();
    def.hooks = noting_hooks();
    thud_world *world = test_world_of(&def);
    thud_body_id ground = test_add_ground(world);
    thud_chain_def chain = thud_chain_defaults();
    chain.points = (thud_vec2[]){{20.0f, 0.0f}, {15.0f, 1.0f}, {10.0f, 0.0f}};
    chain.count = 3;
    assert_int_not_equal(thud_chain_create(world, ground, &chain).generation, 0);
    for (int i = 0; i < 30; i++) {
        test_add_box(world, thud_vec2_make(0.6f * (float)(i % 6), 0.3f + 0.6f * (float)(i / 6)),
                     thud_vec2_make(0.25f, 0.25f));
    }
    thud_body_id links[4];
    for (int i = 0; i < 4; i++) {
        links[i] = test_add_ball(world, thud_vec2_make(-5.0f - (float)i, 3.0f), 0.4f);
        thud_revolute_joint_def joint = thud_revolute_joint_defaults();
        joint.base = thud_joint_base_at(world, i > 0 ? links[i - 1] : ground, links[i],
                                        thud_vec2_make(-5.0f - (float)i, 3.0f));
        assert_int_not_equal(thud_revolute_joint_create(world, &joint).generation, 0);
    }
    thud_shape_def sensor = thud_shape_defaults();
    sensor.sensor = true;
    thud_body_add_circle(world, ground, &sensor, thud_vec2_make(0.0f, 1.0f), 1.0f);
    for (int i = 0; i < 2; i++) { /* each a stack of three that sleeps */
        for (int k = 0; k < 3; k++) {
            test_add_box(world, thud_vec2_make(-12.0f - 3.0f * (float)i, 0.25f + 0.5f * (float)k),
                         thud_vec2_make(0.25f, 0.25f));
        }
    }
    for (int i = 0; i < 4; i++) { /* these stay awake */
        thud_body_id box =
            test_add_box(world, thud_vec2_make(25.0f + 2.0f * (float)i, 0.25f), thud_vec2_make(0.25f, 0.25f));
        thud_body_def settings = thud_body_definition(world, box);
        settings.may_sleep = false;
        assert_true(thud_body_configure(world, box, &settings));
    }
    thud_body_id gone = test_add_ball(world, thud_vec2_make(0.0f, 9.0f), 0.3f);
    test_step(world, 60);
    thud_body_destroy(world, gone);
    test_step(world, 30);
    for (int i = 0; i < 60 && (world->contacts.changed || world->bodies.changed); i++) {
        test_step(world, 1); /* until lists are up to date */
    }
    assert_false(world->contacts.changed || world->bodies.changed);
    assert_true(thud_world_counts(world).sleeping_islands >= 2);
    assert_true(thud_world_counts(world).awake_bodies >= 4);
    assert_true(thud_world_counts(world).touching >= 30);
    return world;
}

#ifdef THUD_ASSERTIONS

static void a_sound_world_has_no_faults_at_any_time(void **state) {
    (void)state;
    thud_world *world = make_world();
    thud_world_check_invariants(world);
    thud_body_id extra = test_add_ball(world, thud_vec2_make(1.0f, 5.0f), 0.3f);
    thud_world_check_invariants(world);
    test_step(world, 100);
    thud_world_check_invariants(world);
    thud_body_destroy(world, extra);
    thud_world_check_invariants(world);
    thud_world_destroy(world);
    assert_int_equal(faults.count, 0);
}

/* ---- damage ---- */

/* The first live contact, the first sleeping body, and so on. */
static int32_t first_live(const thud_pool *pool) {
    for (int32_t slot = 0; slot < pool->end; slot++) {
        if (pool->live[slot]) {
            return slot;
        }
    }
    fail();
    return 0;
}

static int32_t body_in(const thud_world *world, thud_body_state wanted) {
    for (int32_t slot = 0; slot < world->bodies.pool.end; slot++) {
        if (world->bodies.states[slot] == wanted) {
            return slot;
        }
    }
    fail();
    return 0;
}

static int32_t *touching_count(thud_world *world) {
    return &world->contacts.touching_count;
}

static int32_t *pre_solve_count(thud_world *world) {
    return &world->contacts.pre_solve_count;
}

static int32_t *link_back_of_a_contact(thud_world *world) {
    int32_t link =
        world->bodies.bodies[world->contacts.pairs[first_live(&world->contacts.pool)].body_a].first_contact;
    return &world->contacts.records[link / 2].previous[link % 2];
}

static int32_t *first_contact_of_a_body(thud_world *world) {
    return &world->bodies.bodies[body_in(world, THUD_STATE_STATIC)].first_contact;
}

static int32_t *body_of_a_contact(thud_world *world) {
    return &world->contacts.pairs[first_live(&world->contacts.pool)].body_a;
}

static int32_t *core_of_a_contact(thud_world *world) {
    return &world->contacts.pairs[first_live(&world->contacts.pool)].core_b;
}

static int32_t *an_active_contact(thud_world *world) {
    return &world->contacts.active[0];
}

static int32_t *ring_of_a_sleeper(thud_world *world) {
    return &world->bodies.bodies[body_in(world, THUD_STATE_ASLEEP)].ring;
}

static int32_t *ring_of_one_awake(thud_world *world) {
    return &world->bodies.bodies[body_in(world, THUD_STATE_AWAKE)].ring;
}

static int32_t *sleeping_islands(thud_world *world) {
    return &world->counters.sleeping_islands;
}

static int32_t *bodies_in_motion(thud_world *world) {
    return &world->bodies.in_motion;
}

static int32_t *an_awake_body(thud_world *world) {
    return &world->bodies.awake[1];
}

static int32_t *shapes_of_a_body(thud_world *world) {
    return &world->bodies.bodies[body_in(world, THUD_STATE_AWAKE)].shape_count;
}

static int32_t *core_of_a_shape(thud_world *world) {
    return &world->shapes.records[first_live(&world->shapes.pool)].core;
}

static int32_t *a_free_core(thud_world *world) {
    return &world->shapes.cores[THUD_CORE_4].end;
}

static int32_t *segment_of_a_chain(thud_world *world) {
    return &thud_chain_at(world, first_live(&world->chains.pool))->shapes[1];
}

static int32_t *joints_of_a_body(thud_world *world) {
    return &world->bodies.bodies[world->joints.records[first_live(&world->joints.pool)].body[1]].joint_count;
}

static int32_t *body_of_a_joint(thud_world *world) {
    return &world->joints.joints[first_live(&world->joints.pool)].state.body_b;
}

static int32_t *breakable_joints(thud_world *world) {
    return &world->joints.breakable_count;
}

static int32_t *a_sensor(thud_world *world) {
    return &world->sensors.shapes[0];
}

static int32_t *live_bodies(thud_world *world) {
    return &world->bodies.pool.count;
}

static int32_t *a_free_slot(thud_world *world) {
    assert_true(world->bodies.pool.end > world->bodies.pool.count);
    return &world->bodies.pool.free[0];
}

static int32_t *stale_boxes(thud_world *world) {
    return &world->hash->kinds[THUD_PROXY_STATIC].main_set.stale;
}

static int32_t *place_of_a_box(thud_world *world) {
    return (int32_t *)&world->hash->proxies.places[first_live(&world->hash->pool)];
}

static int32_t *column_of_a_box(thud_world *world) {
    return &world->hash->kinds[THUD_PROXY_STATIC].main_set.last_columns[0];
}

static int32_t *boxes_of_a_kind(thud_world *world) {
    return &world->hash->kinds[THUD_PROXY_MOVING].proxies;
}

typedef struct damage {
    const char *name;
    int32_t *(*find)(thud_world *world); /* a value in a table ... */
    int32_t change;                      /* ... to which this is added */
} damage;

static const damage damages[] = {
    {"touching contacts are miscounted", touching_count, 1},
    {"contacts that are asked about are miscounted", pre_solve_count, 1},
    {"a contact's link back is wrong", link_back_of_a_contact, 2},
    {"a body's list of contacts begins elsewhere", first_contact_of_a_body, 2},
    {"a contact is of another body than its shape", body_of_a_contact, 1},
    {"a contact is of another core than its shape", core_of_a_contact, 1},
    {"the active contacts are out of order", an_active_contact, 1},
    {"a ring is open", ring_of_a_sleeper, 4},
    {"a body that is awake is in a ring", ring_of_one_awake, 1},
    {"sleeping islands are miscounted", sleeping_islands, -1},
    {"bodies in motion are miscounted", bodies_in_motion, 1},
    {"awake bodies are out of order", an_awake_body, 1},
    {"a body's shapes are miscounted", shapes_of_a_body, 1},
    {"a shape has no core", core_of_a_shape, 1000},
    {"a core is lost", a_free_core, 1},
    {"a chain names another segment's shape", segment_of_a_chain, -1},
    {"a body's joints are miscounted", joints_of_a_body, 1},
    {"a joint is solved for another body", body_of_a_joint, 1},
    {"breakable joints are miscounted", breakable_joints, -1},
    {"a shape is listed as a sensor that is none", a_sensor, -1},
    {"live slots are miscounted", live_bodies, -1},
    {"a slot is free twice or live", a_free_slot, -1},
    {"stale boxes are miscounted", stale_boxes, 1},
    {"a box is not where its place says", place_of_a_box, 1},
    {"a box ends before it begins", column_of_a_box, -1000000},
    {"boxes of a kind are miscounted", boxes_of_a_kind, 1},
};

static void every_kind_of_damage_is_reported_with_its_place(void **state) {
    (void)state;
    thud_world *world = make_world();
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        int32_t *number = damages[i].find(world);
        assert_int_equal(faults.count, 0);
        *number += damages[i].change;
        thud_world_check_invariants(world);
        if (faults.count == 0) {
            fail_msg("not noticed: %s", damages[i].name);
        }
        assert_true(strstr(faults.file, "invariants.c") != NULL || strstr(faults.file, "pool.c") != NULL);
        assert_true(faults.line > 0 && faults.condition[0] != '\0');
        *number -= damages[i].change;
        faults = (fault_log){0};
        thud_world_check_invariants(world);
        assert_int_equal(faults.count, 0);
    }
    thud_world_destroy(world);
}

/* ---- at their places ---- */

static void a_body_twice_in_a_block_is_reported_by_the_step(void **state) {
    (void)state;
    thud_world *world = make_world();
    for (int i = 0; i < 12; i++) { /* towers of two that are awake */
        test_add_box(world, thud_vec2_make(40.0f + (float)(i / 2), 0.25f + 0.5f * (float)(i % 2)),
                     thud_vec2_make(0.25f, 0.25f));
    }
    test_step(world, 20); /* until the contacts to solve stay the same, and with them the graph */
    assert_int_equal(faults.count, 0);
    const thud_constraint_graph *graph = &world->solver->graph;
    for (int32_t part = 0; part < graph->part_count; part++) {
        thud_block_index *block = &graph->index[graph->parts[part].first_index[THUD_CONSTRAINT_CONTACT]];
        if (graph->parts[part].coloring[THUD_CONSTRAINT_CONTACT].ground_block > 0 && block->count >= 2) {
            block->a[1] = block->a[0];
            world->solver->steps_unchecked = INT16_MAX;
            test_step(world, 1);
            assert_true(faults.count > 0);
            assert_non_null(strstr(faults.file, "graph_invariants.c"));
            thud_world_destroy(world);
            return;
        }
    }
    fail_msg("no block with two contacts between bodies");
}

static void a_step_reports_what_is_wrong_at_its_end(void **state) {
    (void)state;
    thud_world *world = make_world();
    *touching_count(world) += 1;
    world->steps_unchecked = INT16_MAX;
    test_step(world, 1);
    assert_true(faults.count > 0);
    assert_string_equal(faults.condition, "touching == table->touching_count");
    *touching_count(world) -= 1;
    thud_world_destroy(world);
}

static void what_is_done_twice_is_reported_where_it_is_done(void **state) {
    (void)state;
    thud_world *world = make_world();
    int32_t contact = first_live(&world->contacts.pool);
    while (!(world->contacts.features[contact].flags & THUD_CONTACT_TOUCHING)) {
        contact++;
    }
    thud_contact_begin_touch(world, contact); /* which touches already */
    assert_int_equal(faults.count, 1);
    assert_non_null(strstr(faults.file, "contact_report.c"));
    world->contacts.touching_count--;
    faults = (fault_log){0};
    thud_sensor_table_unlist(&world->sensors, world->sensors.shapes[0] - 1); /* which is no sensor */
    assert_int_equal(faults.count, 1);
    assert_non_null(strstr(faults.file, "sensor_table.c"));
    world->sensors.shape_count++;
    faults = (fault_log){0};
    thud_world_destroy(world);

    thud_hooks hooks = noting_hooks();
    thud_tasks *tasks = thud_tasks_create(&hooks, 1);
    thud_tasks_run(tasks, NULL, NULL, -1);
    assert_int_equal(faults.count, 1);
    assert_non_null(strstr(faults.file, "tasks.c"));
    thud_tasks_destroy(tasks);
}

/* With the default hooks a fault cannot be overlooked. */
static void the_default_hook_aborts(void **state) {
    (void)state;
    fflush(stdout);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        thud_world *world = test_world_create();
        *touching_count(world) += 1;
        thud_world_check_invariants(world);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) ? WTERMSIG(status) == SIGABRT : WEXITSTATUS(status) != 0);
}

#else

static void without_assertions_a_fault_calls_nothing(void **state) {
    (void)state;
    thud_world *world = make_world();
    world->contacts.touching_count += 1;
    for (int i = 0; i < 300; i++) {
        thud_world_step(world, TEST_DT);
    }
    assert_int_equal(faults.count, 0);
    assert_null(thud_hooks_defaults().assert_failed);
    thud_world_destroy(world);
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
#ifdef THUD_ASSERTIONS
        cmocka_unit_test(a_sound_world_has_no_faults_at_any_time),
        cmocka_unit_test(every_kind_of_damage_is_reported_with_its_place),
        cmocka_unit_test(a_body_twice_in_a_block_is_reported_by_the_step),
        cmocka_unit_test(a_step_reports_what_is_wrong_at_its_end),
        cmocka_unit_test(what_is_done_twice_is_reported_where_it_is_done),
        cmocka_unit_test(the_default_hook_aborts),
#else
        cmocka_unit_test(without_assertions_a_fault_calls_nothing),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
