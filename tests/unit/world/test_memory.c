/*
 * Lack of memory at every possible place: a world is created, filled, stepped and queried while the n-th
 * allocation fails, once or from then on, for every n. Nothing may crash or leak; each failure is reported;
 * and later a world is as without the failure.
 */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "reference/aligned.h"
#include "reference/test_world.h"
#include "thud/debug_draw.h"
#include "thud/forces.h"

typedef struct ledger {
    int64_t live_bytes;
    int64_t live_blocks;
    int64_t calls;
    int64_t fail_from, fail_to; /* calls in this range are refused; counted from 0 */
} ledger;

static void *ledger_allocate(size_t size, size_t alignment, void *context) {
    ledger *book = context;
    int64_t call = book->calls++;
    if (call >= book->fail_from && call < book->fail_to) {
        return NULL;
    }
    void *memory = test_aligned_alloc(alignment, size);
    assert_non_null(memory);
    book->live_bytes += (int64_t)size;
    book->live_blocks++;
    return memory;
}

static void ledger_release(void *memory, size_t size, void *context) {
    ledger *book = context;
    book->live_bytes -= (int64_t)size;
    book->live_blocks--;
    test_aligned_free(memory);
}

/* Rejects every third pair, also in continuous collision. */
static bool let_some_pass(thud_world *world, const thud_contact_data *contact, thud_material *material,
                          void *context) {
    (void)world;
    (void)context;
    material->friction *= 0.5f;
    return (contact->shape_a.slot + contact->shape_b.slot) % 3 != 0;
}

static thud_world_def defaults_with(ledger *book) {
    thud_world_def def = thud_world_defaults();
    def.pre_solve = let_some_pass;
    def.hooks.allocate = ledger_allocate;
    def.hooks.release = ledger_release;
    def.hooks.context = book;
    return def;
}

enum { STORY_BODIES = 24, STORY_STEPS = 12 };

/* Adds a box, or only its body. Returns false if a call was refused, which must be for lack of memory. */
static bool add_member(thud_world *world, int i) {
    thud_body_def def = thud_body_defaults();
    def.type = i == 0 ? THUD_BODY_STATIC : THUD_BODY_DYNAMIC;
    def.position = thud_vec2_make(0.6f * (float)(i % 6), 0.7f * (float)(i / 6));
    thud_shape_def shape = thud_shape_defaults();
    shape.hit_events = true;
    shape.pre_solve = i % 2 == 0;
    shape.name = i % 2 == 1 ? "odd" : NULL;
    def.name = "member";
    thud_body_id body = thud_body_create(world, &def);
    bool complete = body.generation != 0;
    if (complete) {
        thud_vec2 half = i == 0 ? thud_vec2_make(20.0f, 0.5f) : thud_vec2_make(0.3f, 0.3f);
        complete = thud_body_add_box(world, body, &shape, half).generation != 0;
    }
    if (complete && i % 6 == 2) {
        shape.sensor = true;
        complete = thud_body_add_box(world, body, &shape, thud_vec2_make(1.5f, 1.0f)).generation != 0;
    }
    if (complete && i == 5) {
        thud_target_joint_def joint = thud_target_joint_defaults();
        joint.body = body;
        joint.target = thud_vec2_make(2.0f, 5.0f);
        joint.name = "rope";
        complete = thud_target_joint_create(world, &joint).generation != 0;
    }
    if (!complete) {
        assert_int_equal(thud_world_refusal(world).status, THUD_OUT_OF_MEMORY);
    }
    return complete;
}

/* Changes of every kind. */
static void meddle(thud_world *world) {
    thud_body_id none = {0, 0};
    thud_body_id first = thud_world_next_body(world, none);
    thud_body_id body = thud_world_next_body(world, first);
    if (body.generation == 0) {
        return;
    }
    thud_body_apply_force_to_center(world, body, thud_vec2_make(1.0f, 2.0f));
    thud_body_id late = thud_world_next_body(world, body);
    thud_body_teleport(world, late, thud_vec2_make(1.0f, 9.0f), 0.0f);
    thud_body_set_velocity(world, late, thud_vec2_make(0.0f, -390.0f), 0.0f);
    thud_body_teleport(world, body, thud_vec2_make(-3.0f, 1.0f), 0.5f);
    thud_body_def def = thud_body_definition(world, body);
    def.disabled = !def.disabled;
    def.name = "another name";
    thud_body_configure(world, body, &def);
    def.disabled = !def.disabled;
    thud_body_configure(world, body, &def);
    thud_shape_id no_shape = {0, 0};
    thud_shape_id shape = thud_body_next_shape(world, body, no_shape);
    if (shape.generation != 0) {
        thud_shape ball;
        thud_circle(thud_vec2_make(0.0f, 0.0f), 0.3f, &ball);
        thud_shape_set_geometry(world, shape, &ball);
        thud_shape_def shape_def = thud_shape_definition(world, shape);
        shape_def.filter.group = 3;
        thud_shape_configure(world, shape, &shape_def);
        shape_def.sensor = true;
        thud_shape_configure(world, shape, &shape_def);
    }
    thud_body_sleep(world, body);
    thud_body_wake(world, body);
}

/* Creates, fills, steps and destroys a world; returns the number of calls and steps that
 * reported a loss, or -1 without a world. */
static int live_through(ledger *book) {
    thud_world_def def = defaults_with(book);
    thud_world *world = thud_world_create(&def);
    if (world == NULL) {
        return -1;
    }
    int losses = 0;
    for (int i = 0; i < STORY_BODIES; i++) {
        losses += !add_member(world, i);
    }
    for (int i = 0; i < STORY_STEPS; i++) {
        thud_step_result result = thud_world_step(world, TEST_DT);
        assert_true(result.status == THUD_OK || result.status == THUD_OUT_OF_MEMORY);
        assert_int_equal(result.disabled_bodies, 0);
        losses += result.status != THUD_OK;
        thud_world_contact_events(world);
        thud_world_move_events(world);
        if (i == STORY_STEPS / 2) {
            meddle(world);
            test_check_invariants(world);
        }
    }
    losses += thud_world_refusal(world).status == THUD_OUT_OF_MEMORY; /* of changes and queries */
    thud_world_destroy(world);
    return losses;
}

static int64_t calls_of_the_story(void) {
    ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
    assert_int_equal(live_through(&book), 0);
    assert_int_equal(book.live_blocks, 0);
    return book.calls;
}

static void one_failed_allocation_anywhere_is_survived_without_a_leak(void **state) {
    (void)state;
    int64_t calls = calls_of_the_story();
    printf("%d allocations\n", (int)calls);
    int told = 0;
    for (int64_t n = 0; n < calls; n++) {
        ledger book = {.fail_from = n, .fail_to = n + 1};
        told += live_through(&book) != 0;
        assert_int_equal(book.live_blocks, 0);
        assert_int_equal(book.live_bytes, 0);
    }
    assert_true(told > (int)calls / 4); /* some failures are repaired later without a report, most are not */
}

static void memory_that_stays_away_is_survived_without_a_leak(void **state) {
    (void)state;
    int silent = 0;
    int64_t calls = calls_of_the_story();
    for (int64_t n = 0; n < calls; n++) {
        ledger book = {.fail_from = n, .fail_to = INT64_MAX};
        silent += live_through(&book) == 0;
        assert_int_equal(book.live_blocks, 0);
        assert_int_equal(book.live_bytes, 0);
    }
    assert_true(silent <= 1); /* without the list of bodies at rest only the drawing of one frame is wrong */
}

static void assert_none_fell_through(const thud_world *world) {
    thud_body_id body = {0, 0};
    while ((body = thud_world_next_body(world, body)).generation != 0) {
        if (thud_body_definition(world, body).type == THUD_BODY_DYNAMIC) {
            assert_true(thud_body_position(world, body).y > 0.25f);
        }
    }
}

static void contacts_that_were_lost_are_found_again(void **state) {
    (void)state;
    /* Memory fails during every second step of a growing pile; afterwards all bodies must rest on something. */
    ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
    thud_world_def def = defaults_with(&book);
    thud_world *world = thud_world_create(&def);
    test_add_ground(world);
    int losses = 0;
    for (int i = 0; i < 200; i++) {
        if (i < 60) {
            test_add_box(world, thud_vec2_make(0.8f * (float)(i % 10), 2.0f + 0.02f * (float)i),
                         thud_vec2_make(0.3f, 0.3f));
        }
        book.fail_from = i % 2 == 1 && i < 120 ? book.calls : INT64_MAX;
        losses += thud_world_step(world, TEST_DT).status != THUD_OK;
        book.fail_from = INT64_MAX;
    }
    assert_true(losses > 0);
    test_step(world, 400);
    assert_none_fell_through(world);
    thud_world_destroy(world);
    assert_int_equal(book.live_blocks, 0);
}

static void contacts_that_were_lost_beside_other_workers_are_found_again(void **state) {
    (void)state;
    /* The same in a world so large that a second worker collides beside the broadphase: wherever memory runs out, that
     * worker has finished when the step ends. */
    ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
    thud_world_def def = defaults_with(&book);
    def.worker_count = 2;
    thud_world *world = thud_world_create(&def);
    test_add_ground(world);
    int losses = 0;
    for (int i = 0; i < 80; i++) {
        for (int k = 0; i < 30 && k < 60; k++) {
            test_add_box(world, thud_vec2_make(0.7f * (float)k - 21.0f, 1.0f + 0.7f * (float)i), thud_vec2_make(0.3f, 0.3f));
        }
        book.fail_from = i % 2 == 1 ? book.calls + i / 2 % 8 : INT64_MAX; /* one of the next calls */
        losses += thud_world_step(world, TEST_DT).status != THUD_OK;
        book.fail_from = INT64_MAX;
    }
    assert_true(losses > 5);
    assert_true(thud_world_counts(world).touching > 1000);
    test_step(world, 60);
    assert_none_fell_through(world);
    thud_world_destroy(world);
    assert_int_equal(book.live_blocks, 0);
}

static void sensor_events_that_found_no_memory_come_in_a_later_step(void **state) {
    (void)state;
    ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
    thud_world_def def = defaults_with(&book);
    thud_world *world = thud_world_create(&def);
    test_add_ground(world);
    thud_shape_def sensor = thud_shape_defaults();
    sensor.sensor = true;
    thud_body_id zone = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_shape_id area = thud_body_add_box(world, zone, &sensor, thud_vec2_make(20.0f, 1.0f));
    for (int i = 0; i < 40; i++) {
        test_add_ball(world, thud_vec2_make(0.7f * (float)(i % 20) - 7.0f, 1.5f + 0.4f * (float)i), 0.3f);
    }
    int losses = 0, visits = 0;
    for (int i = 0; i < 300; i++) {
        book.fail_from = i % 3 != 0 && i < 200 ? book.calls : INT64_MAX;
        losses += thud_world_step(world, TEST_DT).status != THUD_OK;
        thud_sensor_events events = thud_world_sensor_events(world);
        visits += events.begin_count - events.end_count;
    }
    assert_true(losses > 0);
    assert_true(visits > 10);
    assert_int_equal(visits, thud_shape_sensor_overlaps(world, area, NULL, 0));
    thud_world_destroy(world);
    assert_int_equal(book.live_blocks, 0);
}

static void a_refused_body_or_shape_leaves_the_world_as_it_was(void **state) {
    (void)state;
    ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
    thud_world_def def = defaults_with(&book);
    thud_world *world = thud_world_create(&def);
    test_add_ground(world);
    int refused = 0;
    for (int i = 0; i < 300; i++) {
        thud_world_counters before = thud_world_counts(world);
        book.fail_from = book.calls;
        thud_body_def body_def = thud_body_defaults();
        thud_body_id body = thud_body_create(world, &body_def);
        thud_world_counters after = thud_world_counts(world);
        assert_int_equal(after.bodies, before.bodies + (body.generation != 0));
        refused += body.generation == 0;
        book.fail_from = INT64_MAX;
        if (body.generation == 0) {
            body = thud_body_create(world, &body_def);
        }
        book.fail_from = book.calls;
        thud_shape_def shape_def = thud_shape_defaults();
        thud_shape_id shape = thud_body_add_circle(world, body, &shape_def, thud_vec2_make(0.0f, 0.0f), 0.5f);
        after = thud_world_counts(world);
        assert_int_equal(after.shapes, before.shapes + (shape.generation != 0));
        refused += shape.generation == 0;
        book.fail_from = INT64_MAX;
    }
    assert_true(refused > 100);
    test_step(world, 3);
    thud_world_destroy(world);
    assert_int_equal(book.live_blocks, 0);
}

/* A form that finds no memory wakes nobody: it was refused after it had woken its body. */
static void a_refused_form_leaves_its_body_asleep(void **state) {
    (void)state;
    enum { BODIES = 100 };
    ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
    thud_world_def def = defaults_with(&book);
    thud_world *world = thud_world_create(&def);
    thud_body_id bodies[BODIES];
    for (int i = 0; i < BODIES; i++) {
        bodies[i] = test_add_ball(world, thud_vec2_make(10.0f * (float)i, 1.0f), 0.25f);
        thud_body_sleep(world, bodies[i]);
    }
    book.fail_from = book.calls;
    int refused = 0;
    for (int i = 0; i < BODIES; i++) {
        thud_shape form;
        assert_int_equal(thud_regular_polygon(32, 0.3f + 0.001f * (float)i, &form), THUD_OK);
        bool changed = thud_shape_set_geometry(
            world, thud_body_next_shape(world, bodies[i], (thud_shape_id){0, 0}), &form);
        assert_int_equal(thud_body_is_awake(world, bodies[i]), changed);
        refused += !changed;
    }
    assert_true(refused > 0);
    thud_world_destroy(world);
    assert_int_equal(book.live_blocks, 0);
}

static void a_steady_scene_allocates_nothing(void **state) {
    (void)state;
    ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
    thud_world_def def = defaults_with(&book);
    def.sleeping = false;
    thud_world *world = thud_world_create(&def);
    test_add_ground(world);
    for (int i = 0; i < 120; i++) {
        test_add_box(world, thud_vec2_make(0.7f * (float)(i % 12), 0.4f + 0.65f * (float)(i / 12)),
                     thud_vec2_make(0.3f, 0.3f));
    }
    thud_body_id platform = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(-5.0f, 5.0f));
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(world, platform, &shape, thud_vec2_make(0.5f, 0.5f));
    shape.sensor = true;
    thud_body_add_box(world, platform, &shape, thud_vec2_make(0.5f, 8.0f));
    thud_body_set_velocity(world, platform, thud_vec2_make(0.0f, 0.0f), 1.0f);
    thud_body_id zone = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(3.0f, 2.0f));
    thud_body_add_box(world, zone, &shape, thud_vec2_make(2.0f, 2.0f));
    test_step(world, 600);
    int64_t calls = book.calls;
    for (int i = 0; i < 300; i++) {
        test_step(world, 1);
        thud_world_contact_events(world);
        thud_world_move_events(world);
        thud_world_sensor_events(world);
        if (i == 0) {
            calls = book.calls; /* the first query may allocate for moves */
        }
    }
    assert_int_equal(book.calls, calls);
    thud_world_destroy(world);
}

static void a_churning_scene_of_a_constant_size_stops_allocating(void **state) {
    (void)state;
    ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
    thud_world_def def = defaults_with(&book);
    def.body_capacity = 200;
    def.shape_capacity = 200;
    def.contact_capacity = 2000;
    thud_world *world = thud_world_create(&def);
    test_add_ground(world);
    thud_body_id bodies[60];
    for (int i = 0; i < 60; i++) {
        bodies[i] = test_add_ball(
            world, thud_vec2_make(0.5f * (float)(i % 10), 1.0f + 0.6f * (float)(i / 10)), 0.25f);
        test_set_material(world, bodies[i], 0.1f, 0.9f);
    }
    int64_t late_calls = 0;
    for (int i = 0; i < 2000; i++) {
        if (i % 10 == 0) { /* bodies are thrown up in turn */
            thud_body_teleport(world, bodies[(i / 10) % 60], thud_vec2_make(2.0f, 6.0f), 0.0f);
        }
        int64_t before = book.calls;
        test_step(world, 1);
        late_calls += i >= 1000 ? book.calls - before : 0;
    }
    assert_true(late_calls <= 2); /* a new maximum of contacts may still occur */
    thud_world_destroy(world);
    assert_int_equal(book.live_blocks, 0);
}

static void reserved_capacity_is_used_without_further_allocation_of_tables(void **state) {
    (void)state;
    ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
    thud_world_def def = defaults_with(&book);
    def.body_capacity = 100;
    def.shape_capacity = 100;
    thud_world *world = thud_world_create(&def);
    int64_t calls = book.calls;
    for (int i = 0; i < 100; i++) {
        test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make((float)i, 0.0f));
    }
    assert_int_equal(book.calls, calls);
    thud_world_destroy(world);
}

static void the_world_counts_its_bytes(void **state) {
    (void)state;
    ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
    thud_world_def def = defaults_with(&book);
    thud_world *world = thud_world_create(&def);
    assert_int_equal(thud_world_counts(world).bytes, book.live_bytes);
    test_add_ground(world);
    for (int i = 0; i < 50; i++) {
        test_add_ball(world, thud_vec2_make(0.3f * (float)i, 1.0f), 0.25f);
    }
    test_step(world, 20);
    assert_int_equal(thud_world_counts(world).bytes, book.live_bytes);
    thud_world_destroy(world);
    assert_int_equal(book.live_bytes, 0);
}

static int64_t sum_of(thud_world_memory_use use) {
    return use.bodies + use.shapes + use.contacts + use.joints + use.broadphase + use.solver + use.events +
           use.scratch + use.other;
}

static void the_world_reports_its_memory_by_use(void **state) {
    (void)state;
    ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
    thud_world_def def = defaults_with(&book);
    thud_world *world = thud_world_create(&def);
    thud_world_memory_use empty = thud_world_memory(world);
    assert_int_equal(sum_of(empty), book.live_bytes);
    assert_int_equal(empty.bodies + empty.shapes + empty.contacts + empty.joints + empty.events, 0);
    thud_body_id bodies[100];
    for (int i = 0; i < 100; i++) {
        bodies[i] = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(0.4f * (float)i, 1.0f));
    }
    thud_world_memory_use with_bodies = thud_world_memory(world);
    assert_true(with_bodies.bodies >= 100 * 64); /* a pose, a velocity, a record */
    assert_int_equal(with_bodies.shapes + with_bodies.broadphase, empty.broadphase);
    for (int i = 0; i < 100; i++) {
        thud_shape_def shape = thud_shape_defaults();
        thud_body_add_circle(world, bodies[i], &shape, thud_vec2_make(0.0f, 0.0f), 0.25f);
    }
    thud_world_memory_use with_shapes = thud_world_memory(world);
    assert_int_equal(with_shapes.bodies, with_bodies.bodies);
    assert_true(with_shapes.shapes >= 100 * 64);
    assert_true(with_shapes.broadphase >= empty.broadphase + 100 * 40); /* two boxes and a key */
    assert_int_equal(with_shapes.contacts + with_shapes.joints, 0);
    thud_distance_joint_def rod = thud_distance_joint_defaults();
    rod.base.body_a = bodies[0];
    rod.base.body_b = bodies[9];
    rod.length = 1.0f;
    assert_true(thud_distance_joint_create(world, &rod).generation != 0);
    assert_true(thud_world_memory(world).joints > 64);
    test_step(world, 1);
    thud_world_memory_use stepped = thud_world_memory(world);
    assert_true(stepped.contacts >= 99 * 64); /* each touches the next one */
    assert_true(stepped.solver > empty.solver && stepped.scratch > empty.scratch);
    assert_true(stepped.events > 0);
    assert_int_equal(sum_of(stepped), book.live_bytes);
    assert_int_equal(sum_of(stepped), thud_world_counts(world).bytes);
    thud_world_destroy(world);
    assert_int_equal(book.live_bytes, 0);
    assert_int_equal(sum_of(thud_world_memory(NULL)), 0);
}

/* ---- queries, drawing, forces ---- */

static bool see_shape(thud_world *world, thud_shape_id shape, void *context) {
    (void)world;
    (void)shape;
    ++*(int *)context;
    return true;
}

static float see_hit(thud_world *world, const thud_world_hit *hit, void *context) {
    (void)world;
    (void)hit;
    ++*(int *)context;
    return 1.0f;
}

static void draw_polygon(const thud_vec2 *vertices, int count, float radius, thud_draw_role role, thud_body_id body,
                         void *context) {
    (void)vertices, (void)count, (void)radius, (void)role, (void)body;
    ++*(int *)context;
}

static void draw_circle(thud_vec2 center, float radius, thud_rot rotation, thud_draw_role role, thud_body_id body,
                        void *context) {
    (void)center, (void)radius, (void)rotation, (void)role, (void)body;
    ++*(int *)context;
}

static void draw_line(thud_vec2 p1, thud_vec2 p2, thud_draw_role role, void *context) {
    (void)p1, (void)p2, (void)role;
    ++*(int *)context;
}

static void draw_everything(thud_world *world, int *seen) {
    thud_debug_draw draw = thud_debug_draw_defaults();
    draw.polygon = draw_polygon;
    draw.circle = draw_circle;
    draw.line = draw_line;
    draw.context = seen;
    draw.aabbs = draw.cells = draw.contacts = draw.normals = draw.impulses = draw.mtd = true;
    draw.times_of_impact = draw.velocities = draw.centers = draw.joints = draw.names = true;
    thud_world_draw(world, &draw);
}

/* A row of balls on the ground in a sensor; not stepped yet. */
static thud_world *row_of_balls(ledger *book, int threads, thud_shape_id *zone) {
    thud_world_def def = defaults_with(book);
    def.worker_count = threads;
    thud_world *world = thud_world_create(&def);
    test_add_ground(world);
    for (int i = 0; i < 50; i++) {
        test_add_ball(world, thud_vec2_make(0.3f * (float)i, 1.0f), 0.25f);
    }
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(5.0f, 0.0f));
    thud_shape_def sensor = thud_shape_defaults();
    sensor.sensor = true;
    *zone = thud_body_add_box(world, body, &sensor, thud_vec2_make(4.0f, 4.0f));
    return world;
}

/* Makes every query of query.h once; returns the number of results. */
static int ask_everything(thud_world *world, thud_shape_id zone) {
    const thud_query_filter all = thud_query_filter_all();
    const thud_vec2 origin = {0.0f, 9.0f}, translation = {5.0f, -20.0f}, point = {3.0f, 1.0f};
    const thud_pose pose = {point, {1.0f, 0.0f}};
    thud_shape ball;
    thud_circle(thud_vec2_make(0.0f, 0.0f), 1.0f, &ball);
    thud_body_id body = thud_world_next_body(world, thud_world_next_body(world, (thud_body_id){0, 0}));
    static thud_ray rays[500];
    static thud_world_hit hits[500];
    for (int i = 0; i < 500; i++) {
        rays[i] = (thud_ray){{0.03f * (float)i, 9.0f}, {0.0f, -20.0f}};
    }
    int found = 0;
    found += thud_world_cast_ray(world, origin, translation, all).cast.hit;
    found += thud_world_cast_shape(world, &ball, thud_pose_identity(), translation, all).cast.hit;
    found += thud_world_ray_is_blocked(world, origin, translation, all);
    found += thud_world_shape_is_blocked(world, &ball, pose, translation, all);
    found += thud_world_shape_at(world, point, all).generation != 0;
    found += thud_world_cast_body(world, body, thud_vec2_make(9.0f, 0.0f), all).hit.cast.hit;
    found += thud_world_closest_shape(world, thud_vec2_make(3.0f, 4.0f), 9.0f, all).shape.generation != 0;
    assert_int_equal(found, 7);
    int seen[6] = {0};
    thud_world_cast_ray_all(world, origin, translation, all, see_hit, &seen[0]);
    thud_world_cast_shape_all(world, &ball, pose, translation, all, see_hit, &seen[1]);
    thud_world_overlap_aabb(world, (thud_aabb){{0.0f, 0.0f}, {9.0f, 2.0f}}, all, see_shape, &seen[2]);
    thud_world_overlap_shape(world, &ball, pose, all, see_shape, &seen[3]);
    thud_shape_id inside[8];
    seen[4] = thud_shape_sensor_overlaps(world, zone, inside, 8);
    assert_true(thud_world_cast_rays(world, rays, 500, all, hits));
    for (int i = 0; i < 500; i++) {
        seen[5] += hits[i].cast.hit;
    }
    for (int i = 0; i < 6; i++) {
        assert_true(seen[i] > 0);
        found += seen[i];
    }
    return found;
}

static void no_query_allocates_neither_before_the_first_step_nor_after(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
        thud_shape_id zone;
        thud_world *world = row_of_balls(&book, threads, &zone);
        int64_t calls = book.calls;
        ask_everything(world, zone);
        assert_int_equal(book.calls, calls);
        test_step(world, 5);
        test_add_ball(world, thud_vec2_make(3.0f, 1.6f), 0.25f);
        calls = book.calls;
        ask_everything(world, zone);
        assert_int_equal(book.calls, calls);
        thud_world_destroy(world);
    }
}

static void drawing_allocates_nothing(void **state) {
    (void)state;
    ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
    thud_shape_id zone;
    thud_world *world = row_of_balls(&book, 1, &zone);
    test_step(world, 5);
    int64_t calls = book.calls;
    int drawn = 0;
    draw_everything(world, &drawn);
    assert_true(drawn > 100);
    assert_int_equal(book.calls, calls);
    thud_world_destroy(world);
}

/* All forces of forces.h; the explosion is so weak that the bodies stay in reach of the others. */
static void push_everything(thud_world *world) {
    thud_explosion blast = thud_explosion_defaults();
    blast.center = thud_vec2_make(5.0f, 0.5f);
    blast.impulse_per_length = 1.0e-3f;
    thud_wind wind = thud_wind_defaults();
    wind.velocity.x = 1.0f;
    thud_buoyancy lake = thud_buoyancy_defaults();
    lake.area = (thud_aabb){{-5.0f, -5.0f}, {20.0f, 0.5f}};
    thud_gravity_area pull = thud_gravity_area_defaults();
    assert_true(thud_world_explode(world, &blast));
    assert_true(thud_world_apply_wind(world, &wind, TEST_DT));
    assert_true(thud_world_apply_buoyancy(world, &lake, TEST_DT));
    assert_true(thud_world_apply_gravity_area(world, &pull, TEST_DT));
}

static void forces_of_the_world_allocate_once_for_the_list_of_what_they_push(void **state) {
    (void)state;
    ledger book = {.fail_from = INT64_MAX, .fail_to = INT64_MAX};
    thud_shape_id zone;
    thud_world *world = row_of_balls(&book, 1, &zone);
    push_everything(world);
    int64_t calls = book.calls;
    push_everything(world);
    assert_int_equal(book.calls, calls);
    test_step(world, 60);
    calls = book.calls;
    push_everything(world);
    assert_int_equal(book.calls, calls);
    thud_world_destroy(world);
    assert_int_equal(book.live_blocks, 0);
}

/* ---- uninitialized memory ---- */

/* Hooks that fill each block, and add up the sizes of arrays. */
typedef struct filler {
    int byte;
    size_t asked_in_arrays; /* by allocations of a page or more [bytes] */
} filler;

static void *filler_allocate(size_t size, size_t alignment, void *context) {
    filler *fill = context;
    fill->asked_in_arrays += size >= 4096 ? size : 0;
    void *memory = test_aligned_alloc(alignment, size);
    return memory == NULL ? NULL : memset(memory, fill->byte, size);
}

static void filler_release(void *memory, size_t size, void *context) {
    (void)size;
    (void)context;
    test_aligned_free(memory);
}

static thud_world *world_with_filler(filler *fill) {
    thud_world_def def = thud_world_defaults();
    def.hooks.allocate = filler_allocate;
    def.hooks.release = filler_release;
    def.hooks.context = fill;
    thud_world *world = thud_world_create(&def);
    assert_non_null(world);
    return world;
}

/* A heap of boxes with joints that is created, destroyed in part and created again. */
static uint64_t hash_of_a_heap(int byte) {
    filler fill = {.byte = byte};
    thud_world *world = world_with_filler(&fill);
    thud_body_id bodies[300];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 300; i++) {
            if (round > 0 && i % 7 != round) {
                continue;
            }
            thud_body_def def = thud_body_defaults();
            def.type = i < 20 ? THUD_BODY_STATIC : THUD_BODY_DYNAMIC;
            def.position = thud_vec2_make(1.05f * (float)(i % 20), 1.1f * (float)(i / 20 + 16 * round));
            thud_shape_def shape = thud_shape_defaults();
            shape.name = i % 5 == 0 ? "fifth" : NULL;
            bodies[i] = thud_body_create(world, &def);
            thud_body_add_box(world, bodies[i], &shape, thud_vec2_make(0.5f, 0.5f));
            if (i > 40 && i % 9 == 0) {
                thud_revolute_joint_def joint = thud_revolute_joint_defaults();
                joint.base.body_a = bodies[i - 1];
                joint.base.body_b = bodies[i];
                joint.base.anchor_a = thud_vec2_make(0.55f, 0.0f);
                joint.base.anchor_b = thud_vec2_make(-0.5f, 0.0f);
                thud_revolute_joint_create(world, &joint);
            }
        }
        test_step(world, 30);
        for (int i = 0; i < 300; i++) {
            if (i % 7 == round + 1) {
                thud_body_destroy(world, bodies[i]);
            }
        }
    }
    uint64_t hash = thud_world_hash(world);
    thud_world_destroy(world);
    return hash;
}

/* Unused rows of bodies, shapes, joints and contacts, and the arena's chunks, are uninitialized:
 * none may be read before it is written. */
static void what_memory_held_before_makes_no_difference(void **state) {
    (void)state;
    uint64_t hash = hash_of_a_heap(0x00);
    assert_true(hash_of_a_heap(0xa5) == hash);
    assert_true(hash_of_a_heap(0xff) == hash);
}

/* When arrays grew by half and were zeroed to their end, page faults took two fifths of the time to create 20,000
 * bodies: the sum of allocations was three times the final size, now 2.2 times. */
static void tables_of_bodies_and_shapes_double(void **state) {
    (void)state;
    filler fill = {0};
    thud_world *world = world_with_filler(&fill);
    thud_body_def def = thud_body_defaults();
    thud_shape_def shape = thud_shape_defaults();
    for (int i = 0; i < 16384; i++) {
        def.position = thud_vec2_make(2.0f * (float)(i % 128), 2.0f * (float)(i / 128));
        thud_body_id body = thud_body_create(world, &def);
        assert_true(thud_body_add_box(world, body, &shape, thud_vec2_make(0.5f, 0.5f)).generation != 0);
    }
    thud_world_memory_use use = thud_world_memory(world);
    double outlines = 16384.0 * 64.0;
    double held = (double)(use.bodies + use.shapes + use.broadphase) - outlines;
    assert_true((double)fill.asked_in_arrays < 2.5 * held);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest with_threads[] = {
        cmocka_unit_test(contacts_that_were_lost_beside_other_workers_are_found_again),
        cmocka_unit_test(no_query_allocates_neither_before_the_first_step_nor_after),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_failed_allocation_anywhere_is_survived_without_a_leak),
        cmocka_unit_test(memory_that_stays_away_is_survived_without_a_leak),
        cmocka_unit_test(contacts_that_were_lost_are_found_again),
        cmocka_unit_test(sensor_events_that_found_no_memory_come_in_a_later_step),
        cmocka_unit_test(a_refused_body_or_shape_leaves_the_world_as_it_was),
        cmocka_unit_test(a_refused_form_leaves_its_body_asleep),
        cmocka_unit_test(a_steady_scene_allocates_nothing),
        cmocka_unit_test(a_churning_scene_of_a_constant_size_stops_allocating),
        cmocka_unit_test(reserved_capacity_is_used_without_further_allocation_of_tables),
        cmocka_unit_test(the_world_counts_its_bytes),
        cmocka_unit_test(the_world_reports_its_memory_by_use),
        cmocka_unit_test(drawing_allocates_nothing),
        cmocka_unit_test(forces_of_the_world_allocate_once_for_the_list_of_what_they_push),
        cmocka_unit_test(what_memory_held_before_makes_no_difference),
        cmocka_unit_test(tables_of_bodies_and_shapes_double),
    };
    int failed = cmocka_run_group_tests(with_threads, NULL, NULL);
    return TEST_ONE_THREAD ? failed + cmocka_run_group_tests(tests, NULL, NULL) : failed;
}
