/*
 * Random calls on random objects with valid, stale and absurd arguments, between random steps. The
 * world must stay valid, its counters must add up, and two worlds with the same calls must stay
 * bit-identical for all widths and numbers of workers.
 */
#include "test.h"

#include <stdlib.h>

#include "reference/aligned.h"
#include "reference/random_shapes.h"
#include "reference/test_world.h"
#include "thud/snapshot.h"
#include "widths.h"

enum { most_bodies = 80, most_joints = 8 };

typedef struct player {
    test_random random;
    thud_world *world;
    thud_body_id bodies[most_bodies]; /* some are stale, some null */
    thud_shape_id shapes[most_bodies];
    thud_joint_id joints[most_joints];
    int visits; /* begins of sensors less ends */
} player;

static thud_body_id any_body(player *p) {
    return p->bodies[test_random_int(&p->random, 0, most_bodies - 1)];
}
static thud_shape_id any_shape(player *p) {
    return p->shapes[test_random_int(&p->random, 0, most_bodies - 1)];
}

/* Mostly sensible, sometimes absurd. */
static float any_number(player *p, float reach) {
    static const float absurd[] = {NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 1e-30f, -1e-38f, 1e9f};
    if (test_random_int(&p->random, 0, 99) == 0) {
        return absurd[test_random_int(&p->random, 0, 7)];
    }
    return test_random_float(&p->random, -reach, reach);
}

static thud_vec2 any_vector(player *p, float reach) {
    float x = any_number(p, reach);
    float y = any_number(p, reach);
    return thud_vec2_make(x, y);
}

static bool coin(player *p) {
    return test_random_int(&p->random, 0, 1) == 1;
}

static thud_shape_def any_shape_def(player *p) {
    thud_shape_def def = thud_shape_defaults();
    def.density = test_random_int(&p->random, 0, 5) == 0 ? 0.0f : test_random_float(&p->random, 0.1f, 5.0f);
    def.material.friction = any_number(p, 1.0f);
    def.material.elasticity = test_random_float(&p->random, 0.0f, 1.0f);
    def.material.rolling_resistance = coin(p) ? 0.0f : 0.05f;
    def.material.surface_speed = coin(p) ? 0.0f : any_number(p, 2.0f);
    def.filter.group = test_random_int(&p->random, -1, 2);
    def.contact_events = true; /* so that begins and ends can be counted */
    def.hit_events = coin(p);
    def.sensor = test_random_int(&p->random, 0, 4) == 0;
    def.sensor_sees_static = coin(p);
    def.sensor_events = test_random_int(&p->random, 0, 9) != 0;
    def.pre_solve = coin(p);
    def.name = coin(p) ? "a shape of whatever kind with too long a name" : NULL;
    return def;
}

static thud_body_def any_body_def(player *p) {
    thud_body_def def = thud_body_defaults();
    def.type = (thud_body_type)test_random_int(&p->random, 0, 2);
    def.position = thud_vec2_make(any_number(p, 8.0f), 5.0f + any_number(p, 5.0f));
    def.angle = any_number(p, 10.0f);
    def.velocity = any_vector(p, 20.0f);
    def.angular_velocity = any_number(p, 10.0f);
    def.linear_damping = coin(p) ? 0.0f : 0.5f;
    def.gravity_scale = test_random_int(&p->random, 0, 9) == 0 ? any_number(p, 2.0f) : 1.0f;
    def.lock_x = test_random_int(&p->random, 0, 19) == 0;
    def.lock_y = test_random_int(&p->random, 0, 19) == 0;
    def.lock_rotation = test_random_int(&p->random, 0, 9) == 0;
    def.bullet = test_random_int(&p->random, 0, 9) == 0;
    def.may_sleep = test_random_int(&p->random, 0, 9) != 0;
    def.awake = coin(p);
    def.disabled = test_random_int(&p->random, 0, 9) == 0;
    def.name = coin(p) ? "somebody" : NULL;
    return def;
}

/* Accepts and rejects contacts at random; some of its materials are absurd. */
static bool capricious(thud_world *world, const thud_contact_data *contact, thud_material *material, void *context) {
    (void)world;
    (void)context;
    static const float frictions[] = {0.0f, 0.3f, 2.0f, NAN, -1.0f, INFINITY};
    uint32_t mood = contact->shape_a.slot * 7 + contact->shape_b.slot * 13 + contact->shape_a.generation;
    material->friction = frictions[mood % 6];
    material->surface_speed = contact->touching ? 0.5f : 0.0f;
    return contact->rejected ? mood % 5 == 0 : contact->manifold.normal.x > -0.5f;
}

static thud_material mix_oddly(const thud_surface *a, const thud_surface *b, void *context) {
    (void)context;
    thud_material mixed = thud_material_mix(&a->material, &b->material);
    mixed.elasticity = a->material.friction > 0.8f ? 3.0f : b->material.elasticity; /* too much of it */
    return mixed;
}

static thud_world_def capricious_world(void) {
    thud_world_def def = thud_world_defaults();
    def.pre_solve = capricious;
    def.mix_materials = mix_oddly;
    return def;
}

static void create_something(player *p) {
    int i = test_random_int(&p->random, 0, most_bodies - 1);
    if (thud_body_is_valid(p->world, p->bodies[i])) {
        thud_body_destroy(p->world, p->bodies[i]);
        return; /* the id stays in the list, stale */
    }
    thud_body_def def = any_body_def(p);
    p->bodies[i] = thud_body_create(p->world, &def);
    int shapes = test_random_int(&p->random, 0, 3);
    for (int k = 0; k < shapes; k++) {
        thud_shape shape = test_random_shape(&p->random, 0.8f);
        thud_shape_def shape_def = any_shape_def(p);
        thud_shape_id id = thud_body_add_shape(p->world, p->bodies[i], &shape_def, &shape);
        if (id.generation != 0) {
            p->shapes[test_random_int(&p->random, 0, most_bodies - 1)] = id;
        }
    }
}

static void meddle_with_shapes(player *p) {
    thud_shape shape = test_random_shape(&p->random, test_random_int(&p->random, 0, 9) == 0 ? 5.0f : 0.8f);
    thud_shape_def def = any_shape_def(p);
    switch (test_random_int(&p->random, 0, 3)) {
    case 0:
        thud_body_add_shape(p->world, any_body(p), &def, &shape);
        break;
    case 1:
        thud_body_remove_shape(p->world, any_shape(p));
        break;
    case 2:
        thud_shape_set_geometry(p->world, any_shape(p), &shape);
        break;
    default:
        thud_shape_configure(p->world, any_shape(p), &def);
        break;
    }
}

static void meddle_with_bodies(player *p) {
    thud_body_id body = any_body(p);
    thud_body_def def = any_body_def(p);
    thud_mass mass = {any_number(p, 5.0f), any_vector(p, 0.5f), any_number(p, 2.0f)};
    thud_vec2 v = any_vector(p, 15.0f);
    thud_vec2 q = any_vector(p, 8.0f);
    float number = any_number(p, 5.0f);
    switch (test_random_int(&p->random, 0, 12)) {
    case 0:
        thud_body_configure(p->world, body, &def);
        break;
    case 1:
        thud_body_set_velocity(p->world, body, v, number);
        break;
    case 2:
        thud_body_teleport(p->world, body, thud_vec2_make(q.x, 5.0f + q.y), number);
        break;
    case 3:
        thud_body_set_target(p->world, body, q, number, 0.1f + any_number(p, 0.1f));
        break;
    case 4:
        thud_body_apply_force(p->world, body, v, q);
        break;
    case 5:
        thud_body_apply_force_to_center(p->world, body, v);
        break;
    case 6:
        thud_body_apply_torque(p->world, body, number);
        break;
    case 7:
        thud_body_apply_impulse(p->world, body, v, q);
        break;
    case 8:
        thud_body_apply_angular_impulse(p->world, body, number);
        break;
    case 9:
        thud_body_set_mass(p->world, body, &mass);
        break;
    case 10:
        thud_body_reset_mass(p->world, body);
        break;
    case 11:
        thud_body_sleep(p->world, body);
        break;
    default:
        thud_body_wake(p->world, body);
        break;
    }
}

static void meddle_with_joints(player *p) {
    int i = test_random_int(&p->random, 0, most_joints - 1);
    thud_target_joint_def def = thud_target_joint_defaults();
    def.body = any_body(p);
    def.target = any_vector(p, 8.0f);
    def.local_anchor = any_vector(p, 0.5f);
    def.hertz = any_number(p, 20.0f);
    switch (test_random_int(&p->random, 0, 3)) {
    case 0:
        thud_joint_destroy(p->world, p->joints[i]);
        break;
    case 1:
        thud_target_joint_set_target(p->world, p->joints[i], def.target);
        break;
    default: {
        thud_joint_id made = thud_target_joint_create(p->world, &def);
        if (made.generation != 0) {
            thud_joint_destroy(p->world, p->joints[i]);
            p->joints[i] = made;
        }
    }
    }
}

static void meddle_with_the_world(player *p) {
    thud_world_def def = thud_world_definition(p->world);
    def.gravity = any_vector(p, 15.0f);
    def.sleeping = test_random_int(&p->random, 0, 3) != 0;
    def.continuous = test_random_int(&p->random, 0, 3) != 0;
    def.solver.substeps = test_random_int(&p->random, 0, 6);
    def.solver.warm_starting = coin(p);
    thud_world_configure(p->world, &def);
}

static void run_queries(player *p) {
    const thud_query_filter all = thud_query_filter_all();
    thud_shape shape = test_random_shape(&p->random, 1.0f);
    thud_pose pose = {any_vector(p, 8.0f), {1.0f, 0.0f}};
    thud_world_cast_ray(p->world, any_vector(p, 8.0f), any_vector(p, 20.0f), all);
    thud_world_cast_shape(p->world, &shape, pose, any_vector(p, 20.0f), all);
    thud_world_shape_at(p->world, any_vector(p, 8.0f), all);
    thud_contact_data contacts[4];
    thud_body_contacts(p->world, any_body(p), contacts, 4);
    thud_world_move_events(p->world);
    thud_shape_id inside[4];
    thud_shape_sensor_overlaps(p->world, any_shape(p), inside, 4);
}

static bool is_sensor_with_events(thud_world *world, thud_shape_id shape) {
    thud_shape_def def = thud_shape_definition(world, shape);
    return def.sensor && def.sensor_events;
}

/* A visitor: within callbacks the call asks the hash. */
static bool count_by_query(thud_world *world, thud_shape_id shape, void *count) {
    *(int *)count +=
        is_sensor_with_events(world, shape) ? thud_shape_sensor_overlaps(world, shape, NULL, 0) : 0;
    return true;
}

/* The number of shapes inside sensors: queries agree with the list of the last step, which is read until something changes. */
static int count_visitors(thud_world *world) {
    int listed = 0, asked = 0;
    thud_body_id body = {0, 0};
    while ((body = thud_world_next_body(world, body)).generation != 0) {
        thud_shape_id shape = {0, 0};
        while ((shape = thud_body_next_shape(world, body, shape)).generation != 0) {
            if (is_sensor_with_events(world, shape)) {
                listed += thud_shape_sensor_overlaps(world, shape, NULL, 0);
            }
        }
    }
    thud_query_filter filter = thud_query_filter_all();
    filter.sensors = true;
    const thud_vec2 corner = {THUD_MAX_POSITION, THUD_MAX_POSITION};
    thud_aabb all = {thud_vec2_neg(corner), corner};
    assert_true(thud_world_overlap_aabb(world, all, filter, count_by_query, &asked));
    assert_int_equal(asked, listed);
    return listed;
}

static void make_a_move(player *p) {
    int what = test_random_int(&p->random, 0, 19);
    if (what < 5) {
        create_something(p);
    } else if (what < 10) {
        meddle_with_bodies(p);
    } else if (what < 14) {
        meddle_with_shapes(p);
    } else if (what < 16) {
        meddle_with_joints(p);
    } else if (what < 17) {
        run_queries(p);
    } else if (test_random_int(&p->random, 0, 20) == 0) {
        meddle_with_the_world(p);
    }
    test_check_invariants(p->world);
    (void)count_visitors(p->world);
}

/* Checks that all bodies are finite or disabled, and the counters. */
static void check_world(player *p) {
    int bodies = 0;
    int shapes = 0;
    int awake = 0;
    thud_body_id body = {0, 0};
    while ((body = thud_world_next_body(p->world, body)).generation != 0) {
        bodies++;
        thud_pose pose = thud_body_pose(p->world, body);
        thud_vec2 velocity = thud_body_velocity(p->world, body);
        assert_true(thud_pose_is_valid(pose));
        assert_true(thud_vec2_is_finite(velocity) || thud_body_definition(p->world, body).disabled);
        awake += thud_body_is_awake(p->world, body);
        thud_shape_id shape = {0, 0};
        while ((shape = thud_body_next_shape(p->world, body, shape)).generation != 0) {
            assert_true(test_same_body(thud_shape_body(p->world, shape), body));
            shapes++;
        }
    }
    thud_world_counters counters = thud_world_counts(p->world);
    assert_int_equal(counters.bodies, bodies);
    assert_int_equal(counters.shapes, shapes);
    assert_int_equal(counters.awake_bodies, awake);
    assert_true(counters.touching <= counters.contacts && counters.touching >= 0);
    assert_true(counters.sleeping_islands >= 0);
}

/* After a step without a loss: begins less ends is the number of shapes inside. */
static void check_sensors(player *p) {
    thud_sensor_events events = thud_world_sensor_events(p->world);
    p->visits += events.begin_count - events.end_count;
    assert_int_equal(thud_world_counts(p->world).sensor_overlaps, p->visits);
    assert_int_equal(count_visitors(p->world), p->visits);
}

static player start(uint64_t seed, const thud_world_def *def) {
    player p = {.random = {.state = seed}, .world = test_world_of(def)};
    thud_body_id ground = test_add_body(p.world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_shape_def shape_def = thud_shape_defaults();
    thud_body_add_segment(p.world, ground, &shape_def, thud_vec2_make(-20.0f, 0.0f),
                          thud_vec2_make(20.0f, 0.0f));
    return p;
}

static void random_play_is_survived_and_is_the_same_for_all_widths_and_workers(void **state) {
    (void)state;
    printf("seeds 100 to 111\n");
    for (uint64_t seed = 100; seed < 112; seed++) {
        thud_world_def def = capricious_world();
        def.lanes = THUD_LANES_SCALAR;
        player one = start(seed, &def);
        thud_lanes lanes = test_widths[seed % test_width_count];
        def.lanes = thud_lanes_available(lanes) ? lanes : THUD_LANES_AUTO;
        def.worker_count = 1 + (int)(seed % 3);
        player other = start(seed, &def);
        for (int step = 0; step < 300; step++) {
            int moves = test_random_int(&one.random, 0, 6);
            assert_int_equal(moves, test_random_int(&other.random, 0, 6));
            for (int i = 0; i < moves; i++) {
                make_a_move(&one);
                make_a_move(&other);
            }
            thud_step_result result = thud_world_step(one.world, TEST_DT);
            assert_int_equal(thud_world_step(other.world, TEST_DT).status, result.status);
            check_sensors(&one);
            check_sensors(&other);
            assert_int_equal(one.visits, other.visits);
            assert_true(result.status == THUD_OK || result.status == THUD_NOT_FINITE);
            check_world(&one);
            if (thud_world_hash(one.world) != thud_world_hash(other.world)) {
                fail_msg("seed %d: the worlds part in step %d", (int)seed, step);
            }
        }
        thud_world_destroy(one.world);
        thud_world_destroy(other.world);
    }
}

/* ---- the same, and back again ---- */

static void play_step(player *p) {
    int moves = test_random_int(&p->random, 0, 6);
    for (int i = 0; i < moves; i++) {
        make_a_move(p);
    }
    thud_world_step(p->world, TEST_DT);
    check_sensors(p);
    check_world(p);
}

static void a_restored_world_plays_the_same_again(void **state) {
    (void)state;
    printf("seeds 300 to 305\n");
    enum { BLOCK = 32 << 20, STEPS = 60 };
    char *memory = malloc(BLOCK);
    assert_non_null(memory);
    for (uint64_t seed = 300; seed < 306; seed++) {
        thud_world_def def = capricious_world();
        def.hooks = thud_snapshot_hooks(memory, BLOCK);
        player p = start(seed, &def);
        for (int i = 0; i < STEPS; i++) {
            play_step(&p);
        }
        size_t size = thud_snapshot_save(p.world, NULL, 0);
        char *snapshot = malloc(size);
        assert_int_equal(thud_snapshot_save(p.world, snapshot, size), size);
        const player saved = p;
        uint64_t hashes[STEPS];
        for (int run = 0; run < 3; run++) {
            for (int i = 0; i < STEPS; i++) {
                play_step(&p);
                uint64_t hash = thud_world_hash(p.world);
                hashes[i] = run == 0 ? hash : hashes[i];
                assert_int_equal(hash, hashes[i]);
            }
            assert_true(thud_snapshot_restore(p.world, snapshot, size));
            p = saved;
        }
        free(snapshot);
        thud_world_destroy(p.world);
    }
    free(memory);
}

/* ---- the same with allocations that sometimes fail ---- */

typedef struct leaky_host {
    test_random random;
    int64_t live_bytes;
    int failures;
} leaky_host;

static void *allocate_now_and_then(size_t size, size_t alignment, void *context) {
    leaky_host *host = context;
    if (test_random_int(&host->random, 0, 9) == 0) {
        host->failures++;
        return NULL;
    }
    host->live_bytes += (int64_t)size;
    return test_aligned_alloc(alignment, size);
}

static void release_counted(void *memory, size_t size, void *context) {
    leaky_host *host = context;
    host->live_bytes -= (int64_t)size;
    test_aligned_free(memory);
}

static void random_play_with_failing_memory_is_survived_without_a_leak(void **state) {
    (void)state;
    printf("seeds 200 to 211\n");
    int failures = 0;
    for (uint64_t seed = 200; seed < 212; seed++) {
        leaky_host host = {.random = {.state = ~seed}};
        thud_world_def def = capricious_world();
        def.hooks.allocate = allocate_now_and_then;
        def.hooks.release = release_counted;
        def.hooks.context = &host;
        player p = {.random = {.state = seed}};
        while (p.world == NULL) {
            p.world = thud_world_create(&def);
        }
        for (int step = 0; step < 200; step++) {
            int moves = test_random_int(&p.random, 0, 6);
            for (int i = 0; i < moves; i++) {
                make_a_move(&p);
            }
            thud_world_step(p.world, TEST_DT);
            check_world(&p);
        }
        thud_world_destroy(p.world);
        assert_int_equal(host.live_bytes, 0);
        failures += host.failures;
    }
    printf("%d allocations failed\n", failures);
    assert_true(failures > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_play_is_survived_and_is_the_same_for_all_widths_and_workers),
        cmocka_unit_test(a_restored_world_plays_the_same_again),
        cmocka_unit_test(random_play_with_failing_memory_is_survived_without_a_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
