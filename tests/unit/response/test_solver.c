/* The solver on small scenes of boxes. */
#include "test.h"

#include <math.h>

#include "box_scene.h"
#include "widths.h"

#include "response/solver.h"

static void a_box_at_rest_stays_where_it_is(void **state) {
    (void)state;
    box_scene *scene = box_scene_pyramid(1, THUD_LANES_AUTO, 1);
    for (int i = 0; i < 300; i++) {
        box_scene_step(scene);
    }
    assert_true(box_scene_top_speed(scene) < 1e-4f);
    assert_true(box_scene_deepest(scene) < 0.005f);
    assert_true(fabsf(scene->poses[1].position.x) < 1e-4f);
    box_scene_destroy(scene);
}

static void a_stack_of_ten_stays_up(void **state) {
    (void)state;
    box_scene *scene = box_scene_create(THUD_LANES_AUTO, 1);
    box_scene_add(scene, (thud_vec2){0, -1}, (thud_vec2){5, 1}, 0);
    for (int i = 0; i < 10; i++) {
        int box = box_scene_add(scene, (thud_vec2){0, 0.5f + (float)i}, (thud_vec2){0.5f, 0.5f}, 1);
        box_scene_pair(scene, box - 1, box);
    }
    for (int i = 0; i < 600; i++) {
        box_scene_step(scene);
    }
    assert_true(box_scene_top_speed(scene) < 1e-3f);
    assert_true(box_scene_deepest(scene) < 0.01f);
    assert_true(scene->poses[10].position.y > 9.45f);
    box_scene_destroy(scene);
}

/* Many small pyramids: enough islands for several batches, which workers share. */
static box_scene *make_mixed_scene(thud_lanes lanes, int workers) {
    box_scene *scene = box_scene_pyramid(40, lanes, workers);
    int first = scene->box_count;
    for (int tower = 0; tower < 150; tower++) {
        float x = 60.0f + 3.0f * (float)tower;
        int below = box_scene_add(scene, (thud_vec2){x, -1}, (thud_vec2){1, 1}, 0);
        for (int i = 0; i < 12; i++) {
            int box = box_scene_add(scene, (thud_vec2){x + 0.1f * (float)(i % 3), 0.6f + 1.1f * (float)i},
                                    (thud_vec2){0.5f, 0.5f}, 1.0f + (float)(i % 4));
            int pair = box_scene_pair(scene, below, box);
            scene->materials[pair] = (thud_material){0.5f, 0.25f * (float)(tower % 5),
                                                     0.02f * (float)(tower % 2), (float)(tower % 3)};
            scene->velocities[box].angular = 0.3f * (float)(tower % 4);
            scene->masses[box].locks = tower % 7 == 0 ? THUD_LOCK_X : 0;
            below = box;
        }
    }
    for (int i = 0; i < 10; i++) {
        box_scene_drag(scene, first + 13 * i + 5, (thud_vec2){50.0f + (float)i, 10.0f}, 5.0f, 100.0f);
    }
    return scene;
}

static void every_width_and_every_number_of_workers_gives_the_same_bits(void **state) {
    (void)state;
    uint64_t expected = 0;
    for (int i = 0; i < test_width_count; i++) {
        for (int workers = 1; workers <= 4 && thud_lanes_available(test_widths[i]); workers *= 2) {
            box_scene *scene = make_mixed_scene(test_widths[i], workers);
            for (int step = 0; step < TEST_UNLESS_SANITIZED(40, 10); step++) {
                box_scene_step(scene);
            }
            uint64_t hash = box_scene_hash(scene);
            box_scene_destroy(scene);
            expected = expected == 0 ? hash : expected;
            assert_true(hash == expected);
        }
    }
}

/* A plate on 400 boxes: 400 contacts of one body, far beyond 64 colours. */
static void a_plate_on_400_boxes_rests_on_all_of_them(void **state) {
    (void)state;
    box_scene *scene = box_scene_create(THUD_LANES_AUTO, 1);
    int floor = box_scene_add(scene, (thud_vec2){0, -1}, (thud_vec2){250, 1}, 0);
    int plate = box_scene_add(scene, (thud_vec2){0, 1.5f}, (thud_vec2){220, 0.5f}, 0.5f);
    for (int i = 0; i < 400; i++) {
        int box =
            box_scene_add(scene, (thud_vec2){1.05f * (float)(i - 200), 0.5f}, (thud_vec2){0.5f, 0.5f}, 1);
        box_scene_pair(scene, floor, box);
        box_scene_pair(scene, box, plate);
    }
    for (int i = 0; i < 400; i++) {
        box_scene_step(scene);
    }
    assert_true(box_scene_top_speed(scene) < 0.01f);
    assert_true(box_scene_deepest(scene) < 0.01f);
    assert_true(thud_abs(scene->poses[plate].position.y - 1.5f) < 0.02f);
    float load = 0.0f;
    for (int i = 0; i < scene->pair_count; i++) {
        if (scene->pairs[i].body_b == plate) {
            load += 4.0f * (scene->manifolds[i].normal_impulse[0] + scene->manifolds[i].normal_impulse[1]) *
                    60.0f;
        }
    }
    float weight = 440.0f * 0.5f * 10.0f;
    assert_true(thud_abs(load - weight) < 0.03f * weight);
    box_scene_destroy(scene);
}

static void a_locked_axis_never_moves_and_its_stack_holds(void **state) {
    (void)state;
    box_scene *scene = box_scene_create(THUD_LANES_AUTO, 1);
    box_scene_add(scene, (thud_vec2){0, -1}, (thud_vec2){5, 1}, 0);
    const uint32_t locks[5] = {THUD_LOCK_X, 0, THUD_LOCK_X | THUD_LOCK_ROTATION, THUD_LOCK_Y, 0};
    for (int i = 0; i < 5; i++) {
        float x = 0.13f * (float)(i % 2);
        int box = box_scene_add(scene, (thud_vec2){x, 0.5f + (float)i}, (thud_vec2){0.5f, 0.5f}, 1);
        box_scene_pair(scene, box - 1, box);
        scene->masses[box].locks = locks[i];
        scene->velocities[box] = (thud_velocity){{0.5f, 0}, 0.2f, 0};
    }
    float height = scene->poses[4].position.y;
    for (int i = 0; i < 300; i++) {
        box_scene_step(scene);
    }
    assert_true(scene->poses[1].position.x == 0.0f);
    assert_true(scene->poses[3].position.x == 0.0f && scene->angles[3] == 0.0f);
    assert_true(scene->poses[4].position.y == height);
    assert_true(box_scene_deepest(scene) < 0.01f);
    assert_true(box_scene_top_speed(scene) < 0.01f);
    box_scene_destroy(scene);
}

static void a_target_joint_draws_a_box_to_its_target_and_holds_it_there(void **state) {
    (void)state;
    box_scene *scene = box_scene_create(THUD_LANES_AUTO, 1);
    int box = box_scene_add(scene, (thud_vec2){0, 0}, (thud_vec2){0.5f, 0.5f}, 1);
    thud_joint *drag = box_scene_drag(scene, box, (thud_vec2){3, 4}, 5.0f, 1000.0f);
    drag->frame.anchor_b = (thud_vec2){0.5f, 0.0f};
    scene->applied_forces[box].angular_damping = 2.0f;
    scene->applied_forces[box].linear_damping = 2.0f;
    for (int i = 0; i < 900; i++) {
        box_scene_step(scene);
    }
    thud_vec2 anchor = thud_pose_apply(scene->poses[box], drag->frame.anchor_b);
    float sag = 10.0f / (4.0f * THUD_PI * THUD_PI * 25.0f); /* g / omega^2 */
    assert_true(thud_abs(anchor.x - 3.0f) < 0.01f);
    assert_true(thud_abs(anchor.y - (4.0f - sag)) < 0.2f * sag);
    assert_true(thud_abs(240.0f * drag->state.hold.y - 10.0f) < 0.05f); /* the spring carries the weight */
    box_scene_destroy(scene);
}

static void a_target_joint_pulls_no_harder_than_it_may(void **state) {
    (void)state;
    box_scene *scene = box_scene_create(THUD_LANES_AUTO, 1);
    int box = box_scene_add(scene, (thud_vec2){0, 0}, (thud_vec2){0.5f, 0.5f}, 1);
    scene->applied_forces[box].acceleration.y = 0.0f;
    thud_joint *drag = box_scene_drag(scene, box, (thud_vec2){1000, 0}, 60.0f, 6.0f);
    for (int i = 0; i < 60; i++) {
        box_scene_step(scene);
        assert_true(thud_vec2_length(drag->state.hold) * 240.0f <= 6.001f);
    }
    assert_true(thud_abs(scene->velocities[box].linear.x - 6.0f) < 0.01f); /* 6 N on 1 kg for 1 s */
    box_scene_destroy(scene);
}

/* Counts allocations. */
static void *counting_allocate(size_t size, size_t alignment, void *context) {
    (*(int *)context)++;
    thud_hooks hooks = thud_hooks_defaults();
    return hooks.allocate(size, alignment, hooks.context);
}

static void counting_release(void *block, size_t size, void *context) {
    (void)context;
    thud_hooks hooks = thud_hooks_defaults();
    hooks.release(block, size, hooks.context);
}

static void a_steady_scene_allocates_nothing(void **state) {
    (void)state;
    int allocations = 0;
    box_scene *scene = make_mixed_scene(THUD_LANES_AUTO, 1);
    thud_solver_destroy(scene->solver);
    thud_hooks hooks = {counting_allocate, counting_release, NULL, NULL, &allocations};
    assert_int_equal(thud_solver_create(&hooks, THUD_LANES_AUTO, &scene->solver), THUD_OK);
    for (int i = 0; i < 100; i++) {
        box_scene_step(scene);
    }
    assert_true(allocations > 0);
    allocations = 0;
    for (int i = 0; i < 50; i++) {
        box_scene_step(scene);
    }
    assert_int_equal(allocations, 0);
    box_scene_destroy(scene);
}

static void a_pyramid_comes_to_rest_and_loses_energy_on_the_way(void **state) {
    (void)state;
    box_scene *scene = box_scene_pyramid(25, THUD_LANES_AUTO, 1);
    double begin = box_scene_energy(scene);
    for (int i = 0; i < 600; i++) {
        box_scene_step(scene);
        assert_true(box_scene_energy(scene) < begin);
    }
    assert_true(box_scene_top_speed(scene) < 0.01f);
    assert_true(box_scene_deepest(scene) < 0.01f);
    assert_true(scene->poses[scene->box_count - 1].position.y > 24.35f);
    box_scene_destroy(scene);
}

/* In empty space a row of boxes is hit from the left: its momentum is constant. */
static void a_row_of_boxes_hands_momentum_on(void **state) {
    (void)state;
    box_scene *scene = box_scene_create(THUD_LANES_AUTO, 1);
    for (int i = 0; i < 20; i++) {
        int box = box_scene_add(scene, (thud_vec2){1.005f * (float)i, 0.02f * (float)(i % 3)},
                                (thud_vec2){0.5f, 0.5f}, 1.0f + (float)(i % 2));
        scene->applied_forces[box].acceleration.y = 0.0f;
        if (i > 0) {
            box_scene_pair(scene, box - 1, box);
        }
    }
    scene->velocities[0].linear = (thud_vec2){10.0f, 0.0f};
    for (int i = 0; i < 120; i++) {
        box_scene_step(scene);
        thud_vec2 momentum = box_scene_momentum(scene);
        assert_true(thud_abs(momentum.x - 10.0f) < 1e-4f && thud_abs(momentum.y) < 1e-4f);
    }
    assert_true(scene->velocities[19].linear.x > 0.1f);
    box_scene_destroy(scene);
}

/* A slab that pushes 1,500 stacks through empty space. Their island is cut into partitions; most of the slab's contacts are
 * in the overflow. */
static void a_slab_under_thousands_of_boxes_loses_what_they_gain(void **state) {
    (void)state;
    box_scene *scene = box_scene_create(THUD_LANES_AUTO, 2);
    int slab = box_scene_add(scene, (thud_vec2){0, -0.5f}, (thud_vec2){800, 0.5f}, 1);
    for (int i = 0; i < 1500; i++) {
        thud_vec2 position = {1.05f * (float)(i - 750), 0.5f};
        int lower = box_scene_add(scene, position, (thud_vec2){0.5f, 0.5f}, 1);
        int upper = box_scene_add(scene, (thud_vec2){position.x, 1.5f}, (thud_vec2){0.5f, 0.5f}, 1);
        box_scene_pair(scene, slab, lower);
        box_scene_pair(scene, lower, upper);
    }
    for (int i = 0; i < scene->box_count; i++) {
        scene->applied_forces[i].acceleration.y = 0.0f;
    }
    scene->velocities[slab].linear = (thud_vec2){0.2f, 1.0f};
    float mass = 1.0f / scene->masses[slab].linear;
    for (int i = 0; i < 60; i++) {
        box_scene_step(scene);
        thud_vec2 momentum = box_scene_momentum(scene);
        assert_true(thud_abs(momentum.x - 0.2f * mass) < 1e-4f * mass && thud_abs(momentum.y - mass) < 1e-4f * mass);
    }
    float speed = mass / (mass + 3000.0f); /* of all of them together */
    for (int i = 0; i < scene->box_count; i++) {
        assert_true(thud_abs(scene->velocities[i].linear.y - speed) < 0.5f * speed);
    }
    assert_true(box_scene_deepest(scene) < 0.01f);
    box_scene_destroy(scene);
}

/* The two points of its contact need equal impulses, or the box would rotate and bounce less. */
static void a_box_that_falls_flat_bounces_flat(void **state) {
    (void)state;
    box_scene *scene = box_scene_create(THUD_LANES_AUTO, 1);
    int floor = box_scene_add(scene, (thud_vec2){0, -1}, (thud_vec2){5, 1}, 0);
    int box = box_scene_add(scene, (thud_vec2){0, 1.5f}, (thud_vec2){1.0f, 0.25f}, 1);
    scene->materials[box_scene_pair(scene, floor, box)] = (thud_material){0.0f, 1.0f, 0.0f, 0.0f};
    float highest = 0.0f;
    for (int i = 0; i < 180; i++) { /* three bounces of a second each */
        box_scene_step(scene);
        highest = i > 120 ? thud_max(highest, scene->poses[box].position.y - 0.25f) : 0.0f;
    }
    assert_true(thud_abs(scene->angles[box]) < 0.01f);
    assert_true(highest > 0.96f * 1.25f && highest < 1.02f * 1.25f);
    box_scene_destroy(scene);
}

/* Newton's second law over each step: the impulses of contacts and gravity are the change of momentum. */
static void the_sums_of_impulses_are_the_change_of_momentum(void **state) {
    (void)state;
    for (int elastic = 0; elastic < 2; elastic++) {
        box_scene *scene = box_scene_create(THUD_LANES_AUTO, 1);
        int floor = box_scene_add(scene, (thud_vec2){0, -1}, (thud_vec2){50, 1}, 0);
        for (int i = 0; i < 9; i++) { /* a full block and one more */
            int box = box_scene_add(scene, (thud_vec2){2.0f * (float)i, 1.0f + 0.1f * (float)i},
                                    (thud_vec2){0.5f, 0.5f}, 1.0f + (float)i);
            scene->materials[box_scene_pair(scene, floor, box)] =
                (thud_material){0.5f, 0.8f * (float)elastic, 0.0f, 0.0f};
            scene->velocities[box].linear.x = 1.0f;
        }
        float hardest = 0.0f;
        for (int step = 0; step < 120; step++) {
            thud_velocity before[10];
            for (int box = 1; box <= 9; box++) {
                before[box] = scene->velocities[box];
            }
            box_scene_step(scene);
            for (int box = 1; box <= 9; box++) {
                float mass = 1.0f / scene->masses[box].linear;
                const thud_contact_sums *sums = &scene->sums[box - 1];
                bool touched = scene->features[box - 1].count > 0;
                float up = touched ? sums->normal[0] + sums->normal[1] : 0.0f;
                float along = touched ? -sums->friction : 0.0f; /* perp of the normal points to the left */
                thud_velocity now = scene->velocities[box];
                float gained_y = mass * (now.linear.y - before[box].linear.y + 10.0f / 60.0f);
                float gained_x = mass * (now.linear.x - before[box].linear.x);
                assert_true(thud_abs(gained_y - up) < 2e-3f * mass);
                assert_true(thud_abs(gained_x - along) < 2e-3f * mass);
                hardest = thud_max(hardest, up / mass);
            }
        }
        assert_true(hardest > (elastic ? 5.0f : 3.0f));
        box_scene_destroy(scene);
    }
}

/* A body in an invalid state (which a world would refuse) does not affect others. */
static void a_body_that_is_not_finite_does_not_spoil_others_on_the_same_ground(void **state) {
    (void)state;
    box_scene *scene = box_scene_pyramid(1, THUD_LANES_AUTO, 1);
    int bad = box_scene_add(scene, (thud_vec2){-0.9f, 0.5f}, (thud_vec2){0.2f, 0.5f}, 1);
    box_scene_pair(scene, 0, bad);
    box_scene_step(scene);
    scene->velocities[bad].linear.x = (float)NAN;
    scene->velocities[bad].angular = (float)NAN;
    for (int i = 0; i < 5; i++) {
        box_scene_step(scene);
    }
    assert_true(thud_vec2_is_finite(scene->velocities[1].linear));
    assert_true(thud_abs(scene->poses[1].position.y - 0.5f) < 0.005f);
    box_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_at_rest_stays_where_it_is),
        cmocka_unit_test(a_stack_of_ten_stays_up),
        cmocka_unit_test(every_width_and_every_number_of_workers_gives_the_same_bits),
        cmocka_unit_test(a_plate_on_400_boxes_rests_on_all_of_them),
        cmocka_unit_test(a_locked_axis_never_moves_and_its_stack_holds),
        cmocka_unit_test(a_target_joint_draws_a_box_to_its_target_and_holds_it_there),
        cmocka_unit_test(a_target_joint_pulls_no_harder_than_it_may),
        cmocka_unit_test(a_steady_scene_allocates_nothing),
        cmocka_unit_test(a_pyramid_comes_to_rest_and_loses_energy_on_the_way),
        cmocka_unit_test(a_row_of_boxes_hands_momentum_on),
        cmocka_unit_test(a_slab_under_thousands_of_boxes_loses_what_they_gain),
        cmocka_unit_test(a_box_that_falls_flat_bounces_flat),
        cmocka_unit_test(the_sums_of_impulses_are_the_change_of_momentum),
        cmocka_unit_test(a_body_that_is_not_finite_does_not_spoil_others_on_the_same_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
