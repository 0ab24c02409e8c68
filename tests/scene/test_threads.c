/*
 * Threads and a host's own order of tasks do not change the bits of a world that has enough islands
 * for several batches, and one that is cut into partitions: only those are work for several
 * workers. Also runs under the thread sanitizer.
 */
#include "test.h"

#include <string.h>

#include "thud/thud.h"

enum {
    heap_count = TEST_UNLESS_SANITIZED(24, 10),
    bodies_of_large_heap = TEST_UNLESS_SANITIZED(1500, 800),
    step_count = TEST_UNLESS_SANITIZED(100, 80)
};
enum { bodies_a_heap = 90 };
enum { first_side = TEST_ONE_THREAD ? 0 : 1 }; /* of worlds that are compared, the first of which has one thread */

static void add_ground(thud_world *world) {
    thud_body_def body_def = thud_body_defaults();
    thud_body_id ground = thud_body_create(world, &body_def);
    thud_shape_def shape_def = thud_shape_defaults();
    thud_body_add_segment(world, ground, &shape_def, thud_vec2_make(-300.0f, 0.0f), thud_vec2_make(300.0f, 0.0f));
}

/* A box, a circle, a capsule or a pentagon in turn. */
static void add_shape(thud_world *world, thud_body_id body, int kind) {
    thud_shape_def def = thud_shape_defaults();
    def.material.elasticity = kind == 1 ? 0.5f : 0.0f;
    const thud_vec2 pentagon[] = {{0.4f, 0.0f}, {0.1f, 0.4f}, {-0.3f, 0.25f}, {-0.3f, -0.25f}, {0.1f, -0.4f}};
    switch (kind) {
    case 0:
        thud_body_add_box(world, body, &def, thud_vec2_make(0.4f, 0.3f));
        break;
    case 1:
        thud_body_add_circle(world, body, &def, thud_vec2_make(0.0f, 0.0f), 0.35f);
        break;
    case 2:
        thud_body_add_capsule(world, body, &def, thud_vec2_make(-0.3f, 0.0f), thud_vec2_make(0.3f, 0.0f), 0.2f);
        break;
    default:
        thud_body_add_hull(world, body, &def, pentagon, 5);
        break;
    }
}

/* Bodies in rows of six above the ground, each with small random changes of angle and velocity. */
static void add_heap(thud_world *world, float x, int count) {
    for (int i = 0; i < count; i++) {
        thud_body_def def = thud_body_defaults();
        def.type = THUD_BODY_DYNAMIC;
        def.position = thud_vec2_make(x + (float)(i % 6) * 0.9f + (float)(i % 5) * 0.03f, 0.6f + (float)(i / 6) * 0.9f);
        def.angle = 0.37f * (float)i;
        def.velocity = thud_vec2_make((float)(i % 7 - 3) * 0.5f, -(float)(i % 3));
        thud_body_id body = thud_body_create(world, &def);
        assert_true(thud_body_is_valid(world, body));
        add_shape(world, body, i % 4);
    }
}

static uint64_t hash_after_steps(const thud_world_def *def) {
    thud_world *world = thud_world_create(def);
    assert_non_null(world);
    add_ground(world);
    for (int heap = 0; heap < heap_count; heap++) {
        add_heap(world, -200.0f + 9.0f * (float)heap, bodies_a_heap);
    }
    add_heap(world, 60.0f, bodies_of_large_heap);
    assert_int_equal(thud_world_counts(world).shapes, 1 + heap_count * bodies_a_heap + bodies_of_large_heap);
    for (int step = 0; step < step_count; step++) {
        assert_int_equal(thud_world_step(world, 1.0f / 60.0f).status, THUD_OK);
    }
    assert_true(thud_world_counts(world).touching > heap_count * bodies_a_heap); /* heaps, not bodies in the air */
    uint64_t hash = thud_world_hash(world);
    thud_world_destroy(world);
    return hash;
}

static void assert_same_hash(uint64_t hash, uint64_t expected, const char *what) {
    if (hash != expected) {
        fail_msg("%s: hash %016llx, not %016llx", what, (unsigned long long)hash, (unsigned long long)expected);
    }
}

static void every_number_of_threads_gives_the_same_bits(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    const int worker_counts[] = {1, 2, 3, 8};
    def.worker_count = worker_counts[first_side];
    uint64_t expected = hash_after_steps(&def);
    for (int i = first_side + 1; i < 4; i++) {
        def.worker_count = worker_counts[i];
        assert_same_hash(hash_after_steps(&def), expected, "more threads");
    }
}

/* Reads all contacts of a shape during the step: they must be those after the last step. */
static bool look_at_contacts(thud_world *world, thud_shape_id a, thud_shape_id b, void *context) {
    (void)b;
    uint64_t *seen = context;
    thud_contact_data contacts[16];
    int count = thud_shape_contacts(world, a, contacts, 16);
    for (int i = 0; i < count && i < 16; i++) {
        for (int point = 0; point < contacts[i].manifold.count; point++) {
            uint32_t bits;
            memcpy(&bits, &contacts[i].manifold.points[point].separation, sizeof bits);
            *seen = (*seen ^ bits) * UINT64_C(0x100000001b3);
        }
    }
    return true;
}

static void a_filter_sees_the_same_contacts_whatever_the_number_of_threads(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    uint64_t seen[2] = {0, 0};
    uint64_t hashes[2];
    for (int i = first_side; i < 2; i++) {
        def.worker_count = 1 + i;
        def.filter = look_at_contacts;
        def.filter_context = &seen[i];
        hashes[i] = hash_after_steps(&def);
    }
    assert_true(seen[1] != 0);
    assert_same_hash(hashes[1], hashes[first_side], "with a filter");
    assert_same_hash(seen[1], seen[first_side], "what the filter saw");
}

/* Backwards, and on the highest worker number. */
static void run_backwards(thud_task task, void *task_context, int32_t count, void *context) {
    int *most = context;
    *most = count > *most ? count : *most;
    for (int32_t index = count - 1; index >= 0; index--) {
        task(index, 2, task_context);
    }
}

static void a_host_that_runs_the_tasks_backwards_gets_the_same_bits(void **state) {
    (void)state;
    int most_tasks = 0;
    thud_world_def def = thud_world_defaults();
    def.worker_count = 3;
    def.run_tasks = run_backwards;
    def.run_tasks_context = &most_tasks;
    uint64_t backwards = hash_after_steps(&def);
    def.run_tasks = NULL;
    def.worker_count = 1;
    assert_same_hash(backwards, hash_after_steps(&def), "backwards");
    assert_true(most_tasks > 1); /* or the other test had no work for several threads */
    printf("at most %d tasks at a time\n", most_tasks);
}

/* The first rays of a batch build missing tables of cells: for boxes before their first step, and after a step. */
static void batches_of_rays_hit_the_same_on_every_number_of_threads(void **state) {
    (void)state;
    enum { rays = 2000, heaps = 6 };
    static thud_ray batch[rays];
    static thud_world_hit hits[2][rays];
    for (int i = 0; i < rays; i++) {
        batch[i] = (thud_ray){.origin = thud_vec2_make(-60.0f + 0.06f * (float)i, 20.0f),
                              .translation = thud_vec2_make((float)(i % 41 - 20), -30.0f)};
    }
    for (int steps = 0; steps < 3; steps++) {
        for (int side = first_side; side < 2; side++) {
            thud_world_def def = thud_world_defaults();
            def.worker_count = side == 0 ? 1 : 3;
            thud_world *world = thud_world_create(&def);
            add_ground(world);
            for (int heap = 0; heap < heaps; heap++) {
                add_heap(world, -50.0f + 15.0f * (float)heap, bodies_a_heap);
            }
            for (int step = 0; step < 2 * steps; step++) {
                thud_world_step(world, 1.0f / 60.0f);
            }
            assert_true(thud_world_cast_rays(world, batch, rays, thud_query_filter_all(), hits[side]));
            thud_world_destroy(world);
        }
        int hit = 0;
        for (int i = 0; i < rays; i++) {
            assert_int_equal(hits[first_side][i].shape.slot, hits[1][i].shape.slot);
            assert_true(hits[first_side][i].cast.fraction == hits[1][i].cast.fraction);
            hit += hits[1][i].cast.hit;
        }
        assert_true(hit > rays / 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batches_of_rays_hit_the_same_on_every_number_of_threads),
        cmocka_unit_test(every_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(a_filter_sees_the_same_contacts_whatever_the_number_of_threads),
    };
    const struct CMUnitTest of_one_thread[] = {
        cmocka_unit_test(a_host_that_runs_the_tasks_backwards_gets_the_same_bits),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return TEST_ONE_THREAD ? failed + cmocka_run_group_tests(of_one_thread, NULL, NULL) : failed;
}
