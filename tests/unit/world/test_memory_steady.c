/*
 * A steady step takes no memory from the hooks, whatever is in the world: joints of every kind, chains, bodies so fast
 * that each step sweeps them, sensors that are entered and left, touches that begin and end, callbacks and forces; on
 * one thread and on two. The memory for the maximum of such a step is kept from earlier rounds.
 */
#include "test.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "reference/aligned.h"
#include "reference/test_world.h"
#include "thud/chain.h"
#include "thud/forces.h"

static void *counting_allocate(size_t size, size_t alignment, void *context) {
    atomic_int *calls = context;
    atomic_fetch_add(calls, 1);
    return test_aligned_alloc(alignment, size);
}

static void counting_release(void *memory, size_t size, void *context) {
    atomic_int *calls = context;
    (void)size;
    atomic_fetch_add(calls, 1);
    test_aligned_free(memory);
}

/* Halves friction and rejects no contact. */
static bool make_slippery(thud_world *world, const thud_contact_data *contact, thud_material *material, void *context) {
    (void)world, (void)contact, (void)context;
    material->friction *= 0.5f;
    return true;
}

static thud_world *world_of(atomic_int *calls, int threads, bool sleeping) {
    thud_world_def def = thud_world_defaults();
    def.hooks.allocate = counting_allocate;
    def.hooks.release = counting_release;
    def.hooks.context = calls;
    def.worker_count = threads;
    def.sleeping = sleeping;
    def.pre_solve = make_slippery;
    return test_world_of(&def);
}

/* ---- parts of the scene, each around x = `x` ---- */

/* A hilly loop of a chain with balls in it, which roll and are pushed by wind. */
static void add_bowl(thud_world *world, float x) {
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(x, 0.0f));
    const thud_vec2 points[] = {{-6.0f, 12.0f}, {-6.0f, 2.0f}, {-3.0f, 1.0f}, {0.0f, 2.0f},
                                {3.0f, 1.0f},  {6.0f, 2.0f},  {6.0f, 12.0f}};
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = sizeof points / sizeof points[0];
    chain.hit_events = true;
    chain.pre_solve = true;
    assert_true(thud_chain_create(world, ground, &chain).generation != 0);
    for (int i = 0; i < 40; i++) {
        test_add_ball(world, thud_vec2_make(x - 4.0f + 0.8f * (float)(i % 10), 3.0f + (float)(i / 10)), 0.3f);
    }
}

/* A weightless ball that flies back and forth between two walls at 240 m/s, 4 m a step, and a bullet that
 * meets a heavy dynamic block on its path. */
static void add_flyers(thud_world *world, float x) {
    for (int lane = 0; lane < 2; lane++) {
        float y = 30.0f + 5.0f * (float)lane;
        thud_body_id walls[2] = {
            test_add_wall(world, thud_vec2_make(x - 10.0f, y), thud_vec2_make(0.05f, 1.0f)),
            test_add_wall(world, thud_vec2_make(x + 10.0f, y), thud_vec2_make(0.05f, 1.0f)),
        };
        thud_body_id flyer = test_add_ball(world, thud_vec2_make(x, y), 0.25f);
        thud_body_def def = thud_body_definition(world, flyer);
        def.gravity_scale = 0.0f;
        def.bullet = lane == 1;
        def.lock_rotation = def.lock_y = true;
        thud_body_configure(world, flyer, &def);
        thud_shape_def shape = thud_shape_definition(world, test_shape_of(world, flyer));
        shape.hit_events = true;
        thud_shape_configure(world, test_shape_of(world, flyer), &shape);
        test_set_material(world, walls[0], 0.0f, 1.0f);
        test_set_material(world, walls[1], 0.0f, 1.0f);
        test_set_material(world, flyer, 0.0f, 1.0f);
        thud_body_set_velocity(world, flyer, thud_vec2_make(240.0f, 0.0f), 0.0f);
        if (lane == 1) {
            thud_body_id block = test_add_box(world, thud_vec2_make(x + 6.0f, y), thud_vec2_make(0.1f, 0.5f));
            thud_body_def heavy = thud_body_definition(world, block);
            heavy.gravity_scale = 0.0f;
            heavy.lock_x = heavy.lock_y = heavy.lock_rotation = true;
            thud_body_configure(world, block, &heavy);
            test_set_material(world, block, 0.0f, 1.0f);
        }
    }
}

/* A turning bar that carries a sensor over bodies and through a static sensor, and knocks a hinged pin at each turn. */
static void add_sweeper(thud_world *world, float x) {
    thud_shape_def shape = thud_shape_defaults();
    thud_body_id bar = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(x, 4.0f));
    thud_body_add_box(world, bar, &shape, thud_vec2_make(2.0f, 0.1f));
    shape.sensor = true;
    thud_body_add_box(world, bar, &shape, thud_vec2_make(3.0f, 0.5f));
    thud_body_set_velocity(world, bar, thud_vec2_make(0.0f, 0.0f), 6.28318531f);
    thud_body_id zone = test_add_wall(world, thud_vec2_make(x + 2.5f, 4.0f), thud_vec2_make(0.2f, 0.2f));
    thud_body_add_box(world, zone, &shape, thud_vec2_make(1.0f, 1.0f));
    for (int i = 0; i < 10; i++) { /* it passes over these at each turn */
        test_add_box(world, thud_vec2_make(x - 2.25f + 0.5f * (float)i, 1.4f), thud_vec2_make(0.2f, 0.4f));
    }
    test_add_wall(world, thud_vec2_make(x, 0.5f), thud_vec2_make(4.0f, 0.5f));
}

/* The base of a joint between two bodies at an anchor of the first; it can break, but does not. */
static thud_joint_base between(thud_body_id a, thud_body_id b, float x, float y) {
    thud_joint_base base = thud_weld_joint_defaults().base;
    base.body_a = a;
    base.body_b = b;
    base.anchor_a = thud_vec2_make(x, y);
    base.break_force = base.break_torque = 1.0e7f;
    return base;
}

/* A driven hinge on `frame`, another one that a gear turns and that moves a rod, and a ratchet. */
static void add_gears(thud_world *world, thud_body_id frame, const thud_body_id boxes[3]) {
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = between(frame, boxes[0], 0.0f, 0.0f);
    hinge.motor = (thud_joint_motor){true, 3.0f, 1000.0f};
    thud_gear_joint_def gear = thud_gear_joint_defaults();
    gear.joint_a = thud_revolute_joint_create(world, &hinge);
    hinge.base = between(frame, boxes[1], 2.0f, 0.0f);
    hinge.motor.enabled = false;
    gear.joint_b = thud_revolute_joint_create(world, &hinge);
    gear.ratio = 2.0f;
    assert_true(thud_gear_joint_create(world, &gear).generation != 0);
    thud_ratchet_joint_def ratchet = thud_ratchet_joint_defaults();
    ratchet.base = between(frame, boxes[0], 0.0f, 0.0f);
    assert_true(thud_ratchet_joint_create(world, &ratchet).generation != 0);
    thud_distance_joint_def rod = thud_distance_joint_defaults();
    rod.base = between(boxes[1], boxes[2], 0.2f, 0.0f);
    rod.length = 1.8f;
    assert_true(thud_distance_joint_create(world, &rod).generation != 0);
}

/* A slider on an undamped spring with a softly bonded box on it, a driven wheel, and a box that a motor holds. */
static void add_drives(thud_world *world, thud_body_id frame, const thud_body_id boxes[4]) {
    thud_prismatic_joint_def slider = thud_prismatic_joint_defaults();
    slider.base = between(frame, boxes[0], 6.0f, 0.0f);
    slider.axis = thud_vec2_make(0.0f, 1.0f);
    slider.spring = (thud_joint_spring){true, 1.0f, 0.0f, 0.0f};
    slider.limit = (thud_joint_limit){true, -1.0f, 1.0f};
    assert_true(thud_prismatic_joint_create(world, &slider).generation != 0);
    thud_weld_joint_def bond = thud_weld_joint_defaults();
    bond.base = between(boxes[0], boxes[1], 2.0f, 0.0f);
    bond.angular_spring = (thud_joint_spring){true, 3.0f, 0.05f, 0.0f};
    assert_true(thud_weld_joint_create(world, &bond).generation != 0);
    thud_wheel_joint_def wheel = thud_wheel_joint_defaults();
    wheel.base = between(frame, boxes[2], 10.0f, 0.0f);
    wheel.motor = (thud_joint_motor){true, 5.0f, 10.0f};
    assert_true(thud_wheel_joint_create(world, &wheel).generation != 0);
    thud_motor_joint_def motor = thud_motor_joint_defaults();
    motor.base = between(frame, boxes[3], 12.0f, 1.0f);
    motor.max_force = 1000.0f;
    assert_true(thud_motor_joint_create(world, &motor).generation != 0);
}

/* Two boxes on a rope over wheels, two at one place, and one on a target joint. Returns the target joint. */
static thud_joint_id add_ropes(thud_world *world, const thud_body_id boxes[5]) {
    thud_pulley_joint_def pulley = thud_pulley_joint_defaults();
    pulley.base = between(boxes[0], boxes[1], 0.0f, 0.0f);
    pulley.wheel_a = thud_vec2_add(thud_body_position(world, boxes[0]), thud_vec2_make(0.0f, 4.0f));
    pulley.wheel_b = thud_vec2_add(thud_body_position(world, boxes[1]), thud_vec2_make(0.0f, 4.0f));
    pulley.length = 8.0f;
    assert_true(thud_pulley_joint_create(world, &pulley).generation != 0);
    thud_filter_joint_def apart = thud_filter_joint_defaults();
    apart.base.body_a = boxes[2];
    apart.base.body_b = boxes[3];
    assert_true(thud_filter_joint_create(world, &apart).generation != 0);
    thud_body_teleport(world, boxes[3], thud_body_position(world, boxes[2]), 0.1f);
    thud_target_joint_def target = thud_target_joint_defaults();
    target.body = boxes[4];
    target.target = thud_body_position(world, boxes[4]);
    thud_joint_id mouse = thud_target_joint_create(world, &target);
    assert_true(mouse.generation != 0);
    return mouse;
}

/* Joints of every kind, over a floor, with their bodies from x on; returns the target joint. */
static thud_joint_id add_machines(thud_world *world, float x) {
    thud_body_id frame = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(x, 10.0f));
    thud_body_id boxes[12];
    for (int i = 0; i < 12; i++) {
        boxes[i] = test_add_box(world, thud_vec2_make(x + 2.0f * (float)i, 10.0f), thud_vec2_make(0.3f, 0.3f));
    }
    test_add_wall(world, thud_vec2_make(x + 12.0f, 2.0f), thud_vec2_make(20.0f, 0.5f));
    add_gears(world, frame, &boxes[0]);
    add_drives(world, frame, &boxes[3]);
    return add_ropes(world, &boxes[7]);
}

/* ---- steps ---- */

enum { fewest_threads = TEST_UNLESS_SANITIZED(1, 2), most_threads = TEST_UNLESS_SANITIZED(3, 2) };

/* Counts of some steps, by which the test checks that its scene has all kinds of events. */
typedef struct tally {
    int begins, ends, hits, enters, leaves, moves, swept;
} tally;

/* A step of a game with forces, dragging and events. */
static void step_and_listen(thud_world *world, int step, thud_joint_id mouse, tally *seen) {
    thud_wind wind = thud_wind_defaults();
    wind.area = (thud_aabb){{-8.0f, 0.0f}, {8.0f, 20.0f}}; /* in the bowl */
    wind.velocity.x = step / 60 % 2 == 0 ? 8.0f : -8.0f;
    assert_true(thud_world_apply_wind(world, &wind, TEST_DT));
    thud_vec2 target = {82.0f + (step % 120 < 60 ? 1.0f : 0.0f), 10.0f};
    assert_true(thud_target_joint_set_target(world, mouse, target));
    test_step(world, 1);
    thud_contact_events touches = thud_world_contact_events(world);
    thud_sensor_events visits = thud_world_sensor_events(world);
    seen->begins += touches.begin_count;
    seen->ends += touches.end_count;
    seen->hits += touches.hit_count;
    seen->enters += visits.begin_count;
    seen->leaves += visits.end_count;
    seen->moves += thud_world_move_events(world).count;
    seen->swept += thud_world_counts(world).times_of_impact;
    assert_int_equal(thud_world_joint_events(world).break_count, 0);
}

static void steps_with_all_there_is_allocate_nothing(void **state) {
    (void)state;
    enum { steps = TEST_UNLESS_SANITIZED(600, 420) };
    for (int threads = fewest_threads; threads <= 2; threads++) {
        atomic_int calls = 0;
        thud_world *world = world_of(&calls, threads, false);
        add_bowl(world, 0.0f);
        add_flyers(world, 20.0f);
        add_sweeper(world, 40.0f);
        thud_joint_id mouse = add_machines(world, 60.0f);
        tally warm = {0}, seen = {0};
        for (int i = 0; i < 2 * steps; i++) {
            step_and_listen(world, i, mouse, &warm);
        }
        int before = calls;
        for (int i = 0; i < steps; i++) {
            step_and_listen(world, i, mouse, &seen);
        }
        assert_int_equal(calls, before);
        assert_true(seen.begins > steps / 6 && seen.ends > steps / 6 && seen.hits > steps / 6);
        assert_true(seen.enters > steps / 6 && seen.leaves > steps / 6 && seen.moves > 17 * steps);
        assert_true(seen.swept > steps / 3); /* at every wall */
        thud_world_destroy(world);
    }
}

/* A drum that turns once in ten seconds, with twelve hundred balls in it: enough for threads to share. Their islands
 * split and merge, and contacts begin and end in every step. */
static thud_world *drum_of_balls(atomic_int *calls, int threads) {
    thud_world *world = world_of(calls, threads, true);
    thud_body_id drum = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(0.0f, 0.0f));
    thud_vec2 rim[12];
    for (int i = 0; i < 12; i++) {
        thud_rot rotation = thud_rot_from_angle(-0.523598776f * (float)i); /* clockwise: the front is inside */
        rim[i] = thud_vec2_make(20.0f * rotation.c, 20.0f * rotation.s);
    }
    thud_chain_def chain = thud_chain_defaults();
    chain.points = rim;
    chain.count = 12;
    chain.loop = true;
    assert_true(thud_chain_create(world, drum, &chain).generation != 0);
    thud_body_set_velocity(world, drum, thud_vec2_make(0.0f, 0.0f), 0.628318531f);
    for (int i = 0; i < 1200; i++) {
        test_add_ball(world, thud_vec2_make(-10.0f + 0.45f * (float)(i % 45), -10.0f + 0.45f * (float)(i / 45)), 0.2f);
    }
    return world;
}

static void a_drum_that_churns_stops_allocating_on_any_number_of_threads(void **state) {
    (void)state;
    for (int threads = fewest_threads; threads <= most_threads; threads++) {
        atomic_int calls = 0;
        thud_world *world = drum_of_balls(&calls, threads);
        /* One turn and a third, as in the first one the number of contacts reaches new peaks. None falls into the few steps
         * that follow half a turn under the sanitizers. */
        test_step(world, TEST_UNLESS_SANITIZED(800, 300));
        int before = calls, begun = 0;
        for (int i = 0; i < TEST_UNLESS_SANITIZED(150, 40); i++) {
            test_step(world, 1);
            begun += thud_world_contact_events(world).begin_count;
        }
        assert_int_equal(calls, before);
        assert_true(begun > TEST_UNLESS_SANITIZED(1000, 250));
        thud_world_destroy(world);
    }
}

static void islands_that_sleep_and_wake_in_turn_allocate_nothing(void **state) {
    (void)state;
    atomic_int calls = 0;
    thud_world *world = world_of(&calls, 2, true);
    test_add_ground(world);
    thud_body_id balls[50];
    for (int i = 0; i < 50; i++) {
        test_add_box(world, thud_vec2_make(1.5f * (float)i, 0.3f), thud_vec2_make(0.3f, 0.3f));
        balls[i] = test_add_ball(world, thud_vec2_make(1.5f * (float)i, 1.0f), 0.3f);
    }
    int before = 0, fallen_asleep = 0;
    enum { steps = TEST_UNLESS_SANITIZED(1000, 300) }; /* each ball jumps every hundred */
    for (int i = 0; i < 2 * steps; i++) {
        if (i == steps) {
            before = calls;
        }
        if (i % 2 == 0) { /* each ball jumps every hundred steps, and its island sleeps before it does so again */
            thud_body_id ball = balls[i / 2 % 50];
            thud_body_apply_impulse(world, ball, thud_vec2_make(0.0f, 1.0f), thud_body_position(world, ball));
        }
        test_step(world, 1);
        thud_move_events moves = thud_world_move_events(world);
        for (int k = 0; i >= steps && k < moves.count; k++) {
            fallen_asleep += moves.moves[k].fell_asleep;
        }
    }
    assert_int_equal(calls, before);
    assert_true(fallen_asleep > steps / 2);
    thud_world_destroy(world);
}

/* When each outline was an allocation, 4,000 tiles took 4,546 allocations (556 now) and a seventh more time.
 * The space of removed tiles is used again. */
static void a_level_of_tiles_takes_memory_in_chunks(void **state) {
    (void)state;
    atomic_int calls = 0;
    thud_world *world = world_of(&calls, 1, true);
    thud_body_id level = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_shape_def def = thud_shape_defaults();
    thud_shape_id tiles[4000];
    int before = calls;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 4000; i++) {
            thud_shape tile;
            thud_pose pose = {thud_vec2_make((float)(i % 80), (float)(i / 80)), {1.0f, 0.0f}};
            assert_int_equal(thud_offset_box(thud_vec2_make(0.5f, 0.4f), 0.0f, pose, &tile), THUD_OK);
            tiles[i] = thud_body_add_shape(world, level, &def, &tile);
        }
        for (int i = 0; i < 4000; i++) { /* outlines in space that is used again are right */
            thud_shape tile = thud_shape_geometry(world, tiles[i]);
            assert_float_equal(tile.vertices[0].x, (float)(i % 80) - 0.5f, 1e-4f);
            assert_float_equal(tile.vertices[0].y, (float)(i / 80) - 0.4f, 1e-4f);
        }
        print_message("%d calls for memory\n", calls - before);
        assert_true(round == 0 ? calls - before < 600 : calls == before);
        for (int i = 0; i < 4000; i++) {
            assert_true(thud_body_remove_shape(world, tiles[(7 * i) % 4000]));
        }
        before = calls;
    }
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_with_all_there_is_allocate_nothing),
        cmocka_unit_test(a_drum_that_churns_stops_allocating_on_any_number_of_threads),
        cmocka_unit_test(islands_that_sleep_and_wake_in_turn_allocate_nothing),
        cmocka_unit_test(a_level_of_tiles_takes_memory_in_chunks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
