/* The same world has the same bits: on repetition, for every SIMD width, for any number of
 * workers, and for a host's own job system. */
#include "test.h"
#include "widths.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "reference/aligned.h"
#include "reference/random_shapes.h"
#include "reference/test_world.h"
#include "reference/zoo.h"

enum { steps = TEST_UNLESS_SANITIZED(240, 80), most_runs = 12 };

typedef struct run_setting {
    const char *name;
    thud_lanes lanes;
    int workers;
    bool host_tasks;
} run_setting;

/* A host that runs tasks backwards, as their order must have no effect. */
static void run_backwards(thud_task task, void *task_context, int32_t count, void *context) {
    (void)context;
    for (int32_t i = count - 1; i >= 0; i--) {
        task(i, 0, task_context);
    }
}

/* A body of a size and a mass that hangs from another one, or from none, by a hinge. */
static thud_body_id hang(thud_world *world, thud_body_id from, thud_vec2 at, float radius, float mass) {
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, at);
    thud_shape_def shape_def = thud_shape_defaults();
    shape_def.density = mass / (3.0f * radius * radius);
    thud_body_add_circle(world, body, &shape_def, thud_vec2_make(0.0f, 0.0f), radius);
    if (!thud_body_id_is_null(from)) {
        thud_revolute_joint_def joint_def = thud_revolute_joint_defaults();
        joint_def.base = thud_joint_base_at(world, from, body, thud_vec2_make(at.x, at.y + radius));
        assert_false(thud_joint_id_is_null(thud_revolute_joint_create(world, &joint_def)));
    }
    return body;
}

/* Chains with a load in the heap, which the solver takes as trees of joints, with contacts of their links. */
static void add_loaded_chains(thud_world *world) {
    for (int i = 0; i < 6; i++) {
        float x = -4.0f + 1.6f * (float)i, y = 3.0f + 2.0f * (float)i;
        thud_body_id last = i % 2 == 0
                                ? (thud_body_id){0, 0}
                                : test_add_wall(world, thud_vec2_make(x, y), thud_vec2_make(0.2f, 0.2f));
        for (int k = 0; k < 8; k++) {
            y -= 0.3f;
            last = hang(world, last, thud_vec2_make(x, y), 0.15f, 1.0f);
        }
        hang(world, last, thud_vec2_make(x, y - 0.6f), 0.4f, 50.0f);
    }
}

/* Two walls, a kinematic stirrer, joints, bullets, and shapes of all kinds and materials that fall into a heap. */
static thud_world *make_scene(const run_setting *setting, thud_body_id *stirrer) {
    thud_world_def def = thud_world_defaults();
    def.lanes = setting->lanes;
    def.worker_count = setting->workers;
    def.run_tasks = setting->host_tasks ? run_backwards : NULL;
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    test_add_wall(world, thud_vec2_make(-6.0f, 5.0f), thud_vec2_make(0.5f, 6.0f));
    test_add_wall(world, thud_vec2_make(6.0f, 5.0f), thud_vec2_make(0.5f, 6.0f));
    *stirrer = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(0.0f, 2.0f));
    thud_shape_def shape_def = thud_shape_defaults();
    thud_body_add_box(world, *stirrer, &shape_def, thud_vec2_make(2.0f, 0.1f));
    add_loaded_chains(world);
    test_random random = {.state = 77};
    for (int i = 0; i < 220; i++) {
        thud_body_def body_def = thud_body_defaults();
        body_def.type = THUD_BODY_DYNAMIC;
        body_def.position = thud_vec2_make(0.9f * (float)(i % 12) - 5.0f, 1.0f + 0.8f * (float)(i / 12));
        body_def.angle = test_random_float(&random, -3.0f, 3.0f);
        body_def.bullet = i % 29 == 0;
        body_def.lock_rotation = i % 31 == 0;
        thud_body_id body = thud_body_create(world, &body_def);
        thud_shape_kind kinds[] = {THUD_SHAPE_CIRCLE, THUD_SHAPE_CAPSULE, THUD_SHAPE_POLYGON,
                                   THUD_SHAPE_POLYGON};
        thud_shape shape = test_random_shape_of(&random, kinds[i % 4], 0.7f);
        shape_def.material.elasticity = i % 3 == 0 ? 0.6f : 0.0f;
        shape_def.material.rolling_resistance = i % 5 == 0 ? 0.02f : 0.0f;
        shape_def.material.surface_speed = i % 17 == 0 ? 1.0f : 0.0f;
        thud_body_add_shape(world, body, &shape_def, &shape);
        if (i == 100) {
            thud_target_joint_def joint_def = thud_target_joint_defaults();
            joint_def.body = body;
            joint_def.target = thud_vec2_make(1.0f, 9.0f);
            thud_target_joint_create(world, &joint_def);
        }
        if (body_def.bullet) {
            thud_body_set_velocity(
                world, body, thud_vec2_make(test_random_float(&random, -200.0f, 200.0f), -100.0f), 5.0f);
        }
    }
    return world;
}

static void play(const run_setting *setting, uint64_t *hashes) {
    thud_body_id stirrer;
    thud_world *world = make_scene(setting, &stirrer);
    for (int i = 0; i < steps; i++) {
        thud_body_set_velocity(world, stirrer, thud_vec2_make(0.0f, 0.0f), i < steps / 2 ? 3.0f : 0.0f);
        if (i == steps / 8 * 5) { /* changes between steps must be deterministic, too */
            thud_body_id none = {0, 0};
            thud_body_id body = thud_world_next_body(world, none);
            for (int k = 0; k < 40; k++) {
                body = thud_world_next_body(world, body);
            }
            thud_body_destroy(world, body);
            test_add_ball(world, thud_vec2_make(0.0f, 15.0f), 0.6f);
        }
        test_step(world, 1);
        hashes[i] = thud_world_hash(world);
    }
    thud_world_destroy(world);
}

static void the_hash_is_the_same_for_all_widths_workers_and_repetitions(void **state) {
    (void)state;
    const run_setting settings[most_runs] = {
        {"scalar, 1 worker", THUD_LANES_SCALAR, 1, false}, {"the same again", THUD_LANES_SCALAR, 1, false},
        {"SSE2, 1 worker", THUD_LANES_SSE2, 1, false},     {"AVX2, 1 worker", THUD_LANES_AVX2, 1, false},
        {"NEON, 1 worker", THUD_LANES_NEON, 1, false},     {"best, 2 workers", THUD_LANES_AUTO, 2, false},
        {"best, 4 workers", THUD_LANES_AUTO, 4, false},    {"scalar, 3 workers", THUD_LANES_SCALAR, 3, false},
        {"SSE2, 2 workers", THUD_LANES_SSE2, 2, false},    {"best, host's tasks", THUD_LANES_AUTO, 4, true},
        {"AVX-512, 1 worker", THUD_LANES_AVX512, 1, false},
    };
    static uint64_t expected[steps];
    static uint64_t got[steps];
    play(&settings[0], expected);
    int runs = 1;
    for (int i = 1; i < 11; i++) {
        if (!thud_lanes_available(settings[i].lanes)) {
            continue;
        }
        play(&settings[i], got);
        runs++;
        for (int step = 0; step < steps; step++) {
            if (got[step] != expected[step]) {
                fail_msg("%s differs from step %d on", settings[i].name, step);
            }
        }
    }
    printf("%d runs agree: %016llx\n", runs, (unsigned long long)expected[steps - 1]);
    assert_true(runs >= 5);
}

/* So many pairs of boxes that push each other in the air, or boxes that fall on the ground: one block of contacts is solved with its
 * bodies in registers. */
static uint64_t play_apart(thud_lanes lanes, int count, bool in_pairs) {
    thud_world_def def = thud_world_defaults();
    def.lanes = lanes;
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    for (int i = 0; i < count; i++) {
        float x = 5.0f * (float)i - 40.0f, y = in_pairs ? 50.0f : 0.49f;
        thud_body_id box =
            test_add_box(world, thud_vec2_make(x, y), thud_vec2_make(0.5f, 0.3f + 0.02f * (float)i));
        thud_body_set_velocity(world, box, thud_vec2_make(1.0f, 0.1f * (float)i), 0.3f * (float)i);
        if (in_pairs) {
            test_add_box(world, thud_vec2_make(x + 1.0f, y + 0.05f * (float)i), thud_vec2_make(0.5f, 0.5f));
        }
    }
    test_step(world, 20);
    uint64_t hash = thud_world_hash(world);
    thud_world_destroy(world);
    return hash;
}

/* Where two groups of lanes fill a block, no test ran the second one in registers: with the wrong body b there, all passed. */
static void few_contacts_give_the_same_bits_for_all_widths(void **state) {
    (void)state;
    for (int count = 1; count <= 17; count++) {
        for (int in_pairs = 0; in_pairs < 2; in_pairs++) {
            uint64_t expected = play_apart(THUD_LANES_SCALAR, count, in_pairs == 1);
            for (int i = 1; i < test_width_count; i++) {
                if (thud_lanes_available(test_widths[i]) &&
                    play_apart(test_widths[i], count, in_pairs == 1) != expected) {
                    fail_msg("width %d differs with %d contacts", (int)test_widths[i], count);
                }
            }
        }
    }
}

/*
 * 300 bullets through heaps of crates. They are swept in parallel; their effects on crates are applied in the order of
 * bodies. Also with bullets that stop each other.
 */
static uint64_t shoot(int workers, bool bullets_hit_bullets) {
    thud_world_def def = thud_world_defaults();
    def.worker_count = workers;
    def.bullets_hit_bullets = bullets_hit_bullets;
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    test_add_wall(world, thud_vec2_make(-20.0f, 10.0f), thud_vec2_make(0.5f, 12.0f));
    test_add_wall(world, thud_vec2_make(20.0f, 10.0f), thud_vec2_make(0.5f, 12.0f));
    test_random random = {.state = 5};
    for (int i = 0; i < 500; i++) {
        bool is_bullet = i % 5 < 3;
        thud_body_def body_def = thud_body_defaults();
        body_def.type = THUD_BODY_DYNAMIC;
        body_def.position = thud_vec2_make((float)(i % 40) - 19.5f, is_bullet ? 12.0f + 0.5f * (float)(i / 40)
                                                                              : 0.5f + (float)(i / 40));
        body_def.bullet = is_bullet;
        float speed = is_bullet ? 400.0f : 0.0f;
        body_def.velocity = thud_vec2_make(test_random_float(&random, -speed, speed), -0.5f * speed);
        thud_body_id body = thud_body_create(world, &body_def);
        thud_shape_def shape_def = thud_shape_defaults();
        shape_def.material.elasticity = is_bullet ? 0.9f : 0.0f;
        if (is_bullet) {
            thud_body_add_circle(world, body, &shape_def, thud_vec2_make(0.0f, 0.0f), 0.1f);
        } else {
            thud_body_add_box(world, body, &shape_def, thud_vec2_make(0.4f, 0.4f));
        }
    }
    test_step(world, 60);
    uint64_t hash = thud_world_hash(world);
    thud_world_destroy(world);
    return hash;
}

static void bullets_fly_alike_on_one_thread_and_on_three(void **state) {
    (void)state;
    for (int together = 0; together < 2; together++) {
        assert_int_equal(shoot(1, together == 1), shoot(3, together == 1));
    }
}

static void one_bit_of_difference_is_seen_by_the_hash(void **state) {
    (void)state;
    thud_world *a = test_world_create();
    thud_world *b = test_world_create();
    thud_body_id ball_a = test_add_ball(a, thud_vec2_make(1.0f, 2.0f), 0.5f);
    thud_body_id ball_b = test_add_ball(b, thud_vec2_make(1.0f, 2.0f), 0.5f);
    assert_int_equal(thud_world_hash(a), thud_world_hash(b));
    thud_body_set_velocity(a, ball_a, thud_vec2_make(1.0f, 0.0f), 0.0f);
    thud_body_set_velocity(b, ball_b, thud_vec2_make(1.0f + 1.2e-7f, 0.0f), 0.0f);
    assert_int_not_equal(thud_world_hash(a), thud_world_hash(b));
    thud_world_destroy(a);
    thud_world_destroy(b);
}

static void queries_events_and_drawing_do_not_change_what_happens(void **state) {
    (void)state;
    uint64_t hashes[2];
    for (int asked = 0; asked < 2; asked++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        for (int i = 0; i < 40; i++) {
            test_add_box(world, thud_vec2_make(0.7f * (float)(i % 8), 0.5f + 0.7f * (float)(i / 8)),
                         thud_vec2_make(0.3f, 0.3f));
        }
        for (int i = 0; i < 120; i++) {
            test_step(world, 1);
            if (asked) {
                thud_world_cast_ray(world, thud_vec2_make(-5.0f, 1.0f), thud_vec2_make(20.0f, 0.0f),
                                    thud_query_filter_all());
                thud_world_shape_at(world, thud_vec2_make(1.0f, 1.0f), thud_query_filter_all());
                thud_world_move_events(world);
                thud_world_contact_events(world);
                thud_world_counts(world);
            }
        }
        hashes[asked] = thud_world_hash(world);
        thud_world_destroy(world);
    }
    assert_int_equal(hashes[0], hashes[1]);
}

static void two_worlds_side_by_side_do_not_disturb_each_other(void **state) {
    (void)state;
    const run_setting plain = {"plain", THUD_LANES_AUTO, 1, false};
    thud_body_id stirrer;
    thud_world *alone = make_scene(&plain, &stirrer);
    test_step(alone, 60);
    thud_world *one = make_scene(&plain, &stirrer);
    thud_world *other = make_scene(&plain, &stirrer);
    for (int i = 0; i < 60; i++) {
        test_step(one, 1);
        test_step(other, i % 3);
    }
    assert_int_equal(thud_world_hash(alone), thud_world_hash(one));
    thud_world_destroy(alone);
    thud_world_destroy(one);
    thud_world_destroy(other);
}

/* After a pause a step prefetches its code. */
static void a_pause_between_steps_changes_no_bits(void **state) {
    (void)state;
    const run_setting setting = {.lanes = THUD_LANES_AUTO, .workers = 1};
    thud_body_id stirrers[2];
    thud_world *steady = make_scene(&setting, &stirrers[0]), *paused = make_scene(&setting, &stirrers[1]);
    for (int step = 0; step < 40; step++) {
        thud_world_step(steady, 1.0f / 60.0f);
        clock_t start = clock();
        while (step % 4 == 0 && clock() - start < CLOCKS_PER_SEC / 200) {
        }
        thud_world_step(paused, 1.0f / 60.0f);
        assert_true(thud_world_hash(steady) == thud_world_hash(paused));
    }
    thud_world_destroy(steady);
    thud_world_destroy(paused);
}

static void *allocate_filled(size_t size, size_t alignment, void *context) {
    const unsigned char *pattern = context;
    void *memory = test_aligned_alloc(alignment, size);
    return memory != NULL ? memset(memory, *pattern, size) : NULL;
}

static void release_filled(void *memory, size_t size, void *context) {
    (void)size;
    (void)context;
    test_aligned_free(memory);
}

/* The torque of a gear was once computed with an arm that was never written: uninitialized memory of the
 * solver, which is NaN with bytes of 0xff. */
static void the_bits_do_not_depend_on_what_memory_held_before(void **state) {
    (void)state;
    unsigned char patterns[] = {0x00, 0xff, 0x3f};
    uint64_t digests[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        thud_world_def def = thud_world_defaults();
        def.hooks.allocate = allocate_filled;
        def.hooks.release = release_filled;
        def.hooks.context = &patterns[i];
        zoo z = zoo_create(&def, thud_vec2_make(0.0f, 0.0f));
        add_loaded_chains(z.world);
        for (int step = 0; step < TEST_UNLESS_SANITIZED(200, 60); step++) {
            zoo_step(&z);
            digests[i] = 31 * digests[i] + zoo_digest(&z) + 7 * zoo_digest_of_contact_ids(&z);
        }
        digests[i] += thud_world_hash(z.world);
        thud_world_destroy(z.world);
    }
    assert_int_equal(digests[1], digests[0]);
    assert_int_equal(digests[2], digests[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_contacts_give_the_same_bits_for_all_widths),
        cmocka_unit_test(the_hash_is_the_same_for_all_widths_workers_and_repetitions),
        cmocka_unit_test(bullets_fly_alike_on_one_thread_and_on_three),
        cmocka_unit_test(one_bit_of_difference_is_seen_by_the_hash),
        cmocka_unit_test(queries_events_and_drawing_do_not_change_what_happens),
        cmocka_unit_test(two_worlds_side_by_side_do_not_disturb_each_other),
        cmocka_unit_test(a_pause_between_steps_changes_no_bits),
        cmocka_unit_test(the_bits_do_not_depend_on_what_memory_held_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
