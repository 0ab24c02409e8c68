/* Boxes are not updated for bodies that hardly move: still no shape may leave its fat box. */
#include "test.h"

#include "reference/random.h"
#include "thud/thud.h"
#include "world/bodies/shape_boxes.h"
#include "world/world_state.h"

enum { PILE = 40, STEPS = 400 };

static thud_world *make_world(int workers) {
    thud_world_def def = thud_world_defaults();
    def.worker_count = workers;
    def.sleeping = false;
    return thud_world_create(&def);
}

static thud_body_id add_body(thud_world *world, thud_body_type type, thud_vec2 position) {
    thud_body_def def = thud_body_defaults();
    def.type = type;
    def.position = position;
    return thud_body_create(world, &def);
}

/* A pile that comes to rest, of bodies with one shape or two. */
static void make_pile(thud_world *world, thud_body_id bodies[PILE], float x0) {
    thud_shape_def shape = thud_shape_defaults();
    thud_vec2 left = {x0 - 20.0f, 0.0f}, right = {x0 + 20.0f, 0.0f};
    thud_body_add_segment(world, add_body(world, THUD_BODY_STATIC, (thud_vec2){0.0f, 0.0f}), &shape, left, right);
    for (int i = 0; i < PILE; i++) {
        thud_vec2 position = {x0 + 0.6f * (float)(i % 10), 0.5f + 1.1f * (float)(i / 10)};
        bodies[i] = add_body(world, THUD_BODY_DYNAMIC, position);
        thud_body_add_box(world, bodies[i], &shape, (thud_vec2){0.25f, 0.5f});
        if (i % 3 == 0) {
            thud_body_add_circle(world, bodies[i], &shape, (thud_vec2){0.2f, 0.2f}, 0.2f);
        }
    }
}

static void assert_boxes_hold(const thud_world *world) {
    for (int32_t shape = 0; shape < world->shapes.pool.end; shape++) {
        const thud_shape_record *record = &world->shapes.records[shape];
        if (!thud_pool_is_live(&world->shapes.pool, shape) || record->proxy.generation == 0) {
            continue;
        }
        thud_aabb fat = thud_hash_fat_box(world->hash, record->proxy);
        thud_aabb box = thud_shape_box(world, shape, world->bodies.poses);
        assert_true(fat.min.x <= box.min.x && fat.min.y <= box.min.y);
        assert_true(box.max.x <= fat.max.x && box.max.y <= fat.max.y);
    }
}

/* A change between steps: mostly within the margin of a fat box. */
static void disturb(thud_world *world, thud_body_id body, test_random *random) {
    thud_vec2 position = thud_body_position(world, body);
    float far = test_random_below(random, 4) == 0 ? 2.0f : 0.04f;
    switch (test_random_below(random, 4)) {
    case 0:
    case 1:
        position.x += test_random_float(random, -far, far);
        position.y += test_random_float(random, -far, far);
        thud_body_teleport(world, body, position, test_random_float(random, -far, far));
        break;
    case 2:
        thud_body_set_velocity(
            world, body,
            (thud_vec2){test_random_float(random, -far, far), test_random_float(random, 0.0f, 2.0f)},
            test_random_float(random, -1.0f, 1.0f));
        break;
    default: {
        thud_shape_def shape = thud_shape_defaults();
        thud_body_add_circle(world, body, &shape, (thud_vec2){0.0f, 0.0f},
                             test_random_float(random, 0.05f, 0.6f));
    }
    }
}

static void play(uint32_t seed, int workers, float x0) {
    test_random random = {seed};
    thud_world *world = make_world(workers);
    thud_body_id bodies[PILE];
    make_pile(world, bodies, x0);
    for (int step = 0; step < STEPS; step++) {
        /* Calm for a while, so that most updates are skipped, then a disturbance in each step. */
        if (step % 80 >= 60) {
            disturb(world, bodies[test_random_below(&random, PILE)], &random);
        }
        assert_int_equal(thud_world_step(world, 1.0f / 60.0f).status, THUD_OK);
        assert_boxes_hold(world);
    }
    thud_world_destroy(world);
}

static void no_shape_leaves_its_fat_box_unseen(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 4; seed++) {
        printf("seed %u\n", (unsigned)seed);
        play(seed, 1, 0.0f);
        play(seed, 2, 0.0f);
        play(seed, 1, 20000.0f); /* floats are 2 mm apart there */
    }
}

/* Updates must be skipped: otherwise the test above is void. */
static void a_pile_at_rest_needs_no_boxes(void **state) {
    (void)state;
    thud_world *world = make_world(1);
    thud_body_id bodies[PILE];
    make_pile(world, bodies, 0.0f);
    for (int step = 0; step < STEPS; step++) {
        thud_world_step(world, 1.0f / 60.0f);
    }
    for (int32_t i = 0; i < world->boxes.range_count; i++) {
        assert_true(world->boxes.ranges[i].wait < 0);
    }
    thud_world_destroy(world);
}

/* The body has a new fat box around the place that it came back to. Its slack was measured in the old fat box. */
static void a_body_teleported_away_and_back_does_not_leave_its_new_fat_box_unseen(void **state) {
    (void)state;
    thud_world *world = make_world(1);
    assert_true(thud_world_set_gravity(world, (thud_vec2){0.0f, 0.0f}));
    thud_shape_def shape = thud_shape_defaults();
    thud_body_id ball = add_body(world, THUD_BODY_DYNAMIC, (thud_vec2){0.0f, 0.0f});
    thud_body_add_circle(world, ball, &shape, (thud_vec2){0.0f, 0.0f}, 0.5f);
    for (int i = 0; i < 4; i++) {
        thud_world_step(world, 1.0f / 64.0f);
    }
    assert_true(thud_body_teleport(world, ball, (thud_vec2){10.0f, 0.0f}, 0.0f));
    assert_true(thud_body_teleport(world, ball, (thud_vec2){0.04f, 0.0f}, 0.0f));
    assert_true(thud_body_set_linear_velocity(world, ball, (thud_vec2){-64.0f * 0.08f, 0.0f}));
    thud_world_step(world, 1.0f / 64.0f);
    assert_true(thud_body_position(world, ball).x < -0.03f);
    assert_boxes_hold(world);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_shape_leaves_its_fat_box_unseen),
        cmocka_unit_test(a_pile_at_rest_needs_no_boxes),
        cmocka_unit_test(a_body_teleported_away_and_back_does_not_leave_its_new_fat_box_unseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
