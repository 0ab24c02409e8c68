/*
 * The whole world is moved by an offset: values that change or stay, refusals, and that the world continues like one
 * that was not moved. Coordinates between 1,024 and 2,048 are multiples of the same spacing, so that a shift
 * within that range by whole metres is exact, and so are the steps after it.
 */
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include "reference/test_world.h"
#include "reference/zoo.h"
#include "unit/base/failing_hooks.h"
#include "world/bodies/shape_boxes.h"
#include "world/world_state.h"

/* The middle of the range of equal spacing. */
static const thud_vec2 inside_range = {1536.0f, 1536.0f};

static zoo make_zoo(thud_vec2 origin) {
    thud_world_def def = thud_world_defaults();
    return zoo_create(&def, origin);
}

static void assert_at(thud_vec2 point, float x, float y) {
    assert_true(point.x == x);
    assert_true(point.y == y);
}

/* ---- the same motion as without a shift ---- */

static void after_an_exact_shift_every_bit_is_that_of_a_world_that_stayed(void **state) {
    (void)state;
    zoo stayed = make_zoo(inside_range);
    zoo shifted = make_zoo(inside_range);
    const thud_vec2 shifts[] = {{64, -128}, {-256, 64}, {128, 128}, {64, -64}};
    int asleep = 0;
    for (int step = 0; step < 400; step++) {
        if (step % 100 == 50) {
            uint64_t ids = zoo_digest_of_contact_ids(&shifted);
            assert_true(zoo_shift(&shifted, shifts[step / 100]));
            assert_int_equal(zoo_digest_of_contact_ids(&shifted), ids);
            if (zoo_digest(&shifted) != zoo_digest(&stayed)) {
                fail_msg("differs at the shift before step %d", step);
            }
        }
        zoo_step(&stayed);
        zoo_step(&shifted);
        if (zoo_digest(&shifted) != zoo_digest(&stayed)) {
            fail_msg("differs from step %d on", step);
        }
        asleep += thud_world_counts(shifted.world).sleeping_islands > 0;
    }
    assert_true(asleep > 100 && asleep < 400); /* islands fell asleep meanwhile */
    thud_world_destroy(stayed.world);
    thud_world_destroy(shifted.world);
}

typedef struct difference {
    double position; /* [m] */
    double turn;     /* of the sine */
    double velocity; /* [m/s] */
    int awake;       /* bodies */
} difference;

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* Largest differences of bodies of two zoos, each relative to its zoo's origin. */
static difference compare(const zoo *a, const zoo *b) {
    difference d = {0};
    for (thud_body_id body = {0, 0}; (body = thud_world_next_body(a->world, body)).generation != 0;) {
        thud_pose in_a = thud_body_pose(a->world, body), in_b = thud_body_pose(b->world, body);
        double x =
            ((double)in_a.position.x - (double)a->origin.x) - ((double)in_b.position.x - (double)b->origin.x);
        double y =
            ((double)in_a.position.y - (double)a->origin.y) - ((double)in_b.position.y - (double)b->origin.y);
        d.position = larger(d.position, larger(fabs(x), fabs(y)));
        d.turn = larger(d.turn, fabs((double)(in_a.rotation.s - in_b.rotation.s)));
        thud_vec2 dv = thud_vec2_sub(thud_body_velocity(a->world, body), thud_body_velocity(b->world, body));
        d.velocity = larger(d.velocity, (double)thud_vec2_length(dv));
        d.awake += thud_body_is_awake(a->world, body) != thud_body_is_awake(b->world, body);
    }
    return d;
}

/*
 * From around the origin to 1 or 2 km and back: the events are the same, some a step earlier or later, and moving
 * bodies have the same places up to rounding. Rounding makes slow bodies a little faster or slower while they are far
 * out: at 2 km the spacing of floats is 0.12 to 0.24 mm, and the ride moves by 8.3 mm a step.
 */
static void shifts_by_powers_of_two_leave_relative_poses_events_and_sleep(void **state) {
    (void)state;
    zoo stayed = make_zoo(thud_vec2_make(0.0f, 0.0f));
    zoo shifted = make_zoo(thud_vec2_make(0.0f, 0.0f));
    const float offsets[] = {1024.0f, -1024.0f, -2048.0f, 2048.0f};
    uint64_t events_of_stayed = 0, events_of_shifted = 0;
    difference worst = {0};
    for (int step = 0; step < 300; step++) {
        if (step % 60 == 30 && step < 270) {
            difference before = compare(&shifted, &stayed);
            float offset = offsets[step / 60];
            assert_true(zoo_shift(&shifted, thud_vec2_make(offset, -0.5f * offset)));
            difference after = compare(&shifted, &stayed);
            assert_true(after.position <= before.position + 1.3e-4); /* half a spacing at 2 km */
            assert_true(after.turn == before.turn && after.velocity == before.velocity && after.awake == 0);
        }
        zoo_step(&stayed);
        zoo_step(&shifted);
        events_of_stayed += zoo_digest_of_events(&stayed);
        events_of_shifted += zoo_digest_of_events(&shifted);
        difference now = compare(&shifted, &stayed);
        worst.position = larger(worst.position, now.position);
        worst.turn = larger(worst.turn, now.turn);
        worst.velocity = larger(worst.velocity, now.velocity);
        assert_int_equal(now.awake, 0);
    }
    printf("at most %.2g m, %.2g of a turn and %.2g m/s apart\n", worst.position, worst.turn, worst.velocity);
    assert_true(worst.position < 0.01 && worst.turn < 0.01 && worst.velocity < 0.02);
    assert_int_equal(events_of_shifted, events_of_stayed);
    thud_world_destroy(stayed.world);
    thud_world_destroy(shifted.world);
}

static void one_and_three_threads_give_the_same_bits(void **state) {
    (void)state;
    uint64_t hashes[2];
    for (int run = 0; run < 2; run++) {
        thud_world_def def = thud_world_defaults();
        def.worker_count = run == 0 ? 1 : 3;
        zoo z = zoo_create(&def, thud_vec2_make(0.0f, 0.0f));
        for (int i = 0; i < 600; i++) { /* so many that workers share the sorts */
            thud_vec2 at = thud_vec2_make(-20.0f + 0.7f * (float)(i % 40), 18.0f + 0.7f * (float)(i / 40));
            test_add_box(z.world, at, thud_vec2_make(0.3f, 0.3f));
        }
        for (int step = 0; step < 120; step++) {
            if (step % 40 == 20) {
                assert_true(zoo_shift(&z, thud_vec2_make(777.77f, -333.33f)));
            }
            zoo_step(&z);
        }
        hashes[run] = thud_world_hash(z.world);
        thud_world_destroy(z.world);
    }
    assert_int_equal(hashes[0], hashes[1]);
}

/* ---- values that stay ---- */

static void nothing_wakes_no_event_is_made_and_impulses_stay(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id boxes[6];
    for (int i = 0; i < 6; i++) {
        boxes[i] = test_add_box(world, thud_vec2_make(0.0f, 0.5f + (float)i), thud_vec2_make(0.5f, 0.5f));
    }
    assert_true(test_step_until_asleep(world, boxes[5], 300));
    thud_contact_data before[4], after[4];
    int count = thud_body_contacts(world, boxes[2], before, 4);
    assert_int_equal(count, 2);
    assert_true(before[0].normal_impulse[0] > 0.0f);
    assert_true(thud_world_shift_origin(world, thud_vec2_make(-1234.5f, 67.89f)));
    assert_int_equal(thud_body_contacts(world, boxes[2], after, 4), count);
    for (int i = 0; i < count; i++) {
        assert_memory_equal(&before[i].contact, &after[i].contact, sizeof before[i].contact);
        assert_memory_equal(before[i].normal_impulse, after[i].normal_impulse,
                            sizeof before[i].normal_impulse);
        assert_true(before[i].friction_impulse == after[i].friction_impulse);
    }
    for (int step = 0; step < 60; step++) {
        test_step(world, 1);
        thud_world_counters counters = thud_world_counts(world);
        assert_int_equal(counters.awake_bodies + counters.pairs_begun + counters.pairs_ended, 0);
        thud_contact_events events = thud_world_contact_events(world);
        assert_int_equal(events.begin_count + events.end_count + events.hit_count, 0);
    }
    /* After waking it stays at rest: the impulses of its contacts are kept. */
    thud_body_wake(world, boxes[2]);
    test_step(world, 1);
    assert_int_equal(thud_body_contacts(world, boxes[2], after, 4), count);
    for (int i = 0; i < count; i++) {
        float was = before[i].normal_impulse[0] + before[i].normal_impulse[1];
        float is = after[i].normal_impulse[0] + after[i].normal_impulse[1];
        assert_true(fabsf(is - was) < 0.02f * was);
    }
    assert_true(thud_vec2_length(thud_body_velocity(world, boxes[5])) < 0.01f);
    thud_world_destroy(world);
}

static bool count_asked(thud_world *world, thud_shape_id a, thud_shape_id b, void *context) {
    (void)world;
    (void)a;
    (void)b;
    ++*(int *)context;
    return true;
}

static void the_filter_is_not_asked_about_known_pairs_again(void **state) {
    (void)state;
    int asked = 0;
    thud_world_def def = thud_world_defaults();
    def.filter = count_asked;
    def.filter_context = &asked;
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 5);
    assert_int_equal(asked, 1);
    assert_true(thud_world_shift_origin(world, thud_vec2_make(1.0e4f, 0.1f)));
    thud_body_wake(world, box);
    test_step(world, 5);
    assert_int_equal(asked, 1);
    thud_world_destroy(world);
}

static void what_rides_on_a_moving_platform_rides_on(void **state) {
    (void)state;
    zoo z = make_zoo(thud_vec2_make(0.0f, 0.0f));
    for (int step = 0; step < 60; step++) {
        zoo_step(&z);
    }
    thud_vec2 seat =
        thud_vec2_sub(thud_body_position(z.world, z.rider), thud_body_position(z.world, z.platform));
    for (int step = 0; step < 240; step++) {
        if (step % 30 == 0) {
            assert_true(zoo_shift(&z, thud_vec2_make(step % 60 == 0 ? 512.0f : -512.0f, 0.0f)));
        }
        zoo_step(&z);
        thud_vec2 now =
            thud_vec2_sub(thud_body_position(z.world, z.rider), thud_body_position(z.world, z.platform));
        assert_true(thud_vec2_distance(now, seat) < 0.002f);
        thud_contact_data contact;
        assert_int_equal(thud_body_contacts(z.world, z.rider, &contact, 1), 1);
        assert_true(contact.touching);
    }
    thud_world_destroy(z.world);
}

/* ---- values that move ---- */

static void queries_find_everything_at_its_new_place_at_once(void **state) {
    (void)state;
    zoo z = make_zoo(thud_vec2_make(0.0f, 0.0f));
    for (int step = 0; step < 200; step++) {
        zoo_step(&z);
    }
    const thud_vec2 offset = {-1024.0f, 2048.0f};
    thud_query_filter all = thud_query_filter_all();
    for (int shifts = 0; shifts < 2; shifts++) {
        thud_body_id body = {0, 0};
        while ((body = thud_world_next_body(z.world, body)).generation != 0) {
            thud_vec2 center = thud_body_center(z.world, body);
            thud_world_hit hit =
                thud_world_cast_ray(z.world, thud_vec2_make(center.x + 0.0625f, center.y + 40.0f),
                                    thud_vec2_make(0.0f, -60.0f), all);
            assert_true(hit.shape.generation != 0);
            assert_true(thud_world_closest_shape(z.world, center, 50.0f, all).shape.generation != 0);
            thud_shape_id at = thud_world_shape_at(z.world, center, all);
            bool has_box = body.slot != z.ground.slot && body.slot != z.shut.slot &&
                           body.slot != thud_shape_body(z.world, z.sensor).slot;
            assert_int_equal(at.generation != 0, has_box);
            thud_vec2 elsewhere = thud_vec2_sub(center, shifts == 0 ? thud_vec2_neg(offset) : offset);
            assert_int_equal(thud_world_closest_shape(z.world, elsewhere, 50.0f, all).shape.generation, 0);
        }
        if (shifts == 0) {
            assert_true(zoo_shift(&z, offset));
        }
    }
    thud_world_destroy(z.world);
}

static void targets_wheels_anchors_and_disabled_bodies_move_along(void **state) {
    (void)state;
    zoo z = make_zoo(thud_vec2_make(0.0f, 0.0f));
    for (int step = 0; step < 120; step++) {
        zoo_step(&z);
    }
    thud_vec2 force = thud_joint_force(z.world, z.target), anchors[2];
    assert_true(force.y > 1.0f);
    assert_true(zoo_shift(&z, thud_vec2_make(256.0f, -512.0f)));
    assert_at(thud_target_joint_definition(z.world, z.target).target, 22.0f + 256.0f, 9.0f - 512.0f);
    thud_pulley_joint_def pulley = thud_pulley_joint_definition(z.world, z.pulley);
    assert_at(pulley.wheel_a, 14.0f + 256.0f, 9.0f - 512.0f);
    assert_at(pulley.wheel_b, 16.0f + 256.0f, 9.0f - 512.0f);
    assert_true(thud_joint_anchors(z.world, z.target, &anchors[0], &anchors[1]));
    assert_at(anchors[0], 22.0f + 256.0f, 9.0f - 512.0f);
    assert_true(thud_joint_anchors(z.world, z.hinge, &anchors[0], &anchors[1]));
    assert_true(thud_vec2_distance(anchors[1], thud_vec2_make(-30.0f + 256.0f, 6.0f - 512.0f)) < 0.01f);
    assert_at(thud_body_position(z.world, z.shut), 38.0f + 256.0f, 15.0f - 512.0f);
    zoo_step(&z);
    assert_true(thud_vec2_distance(thud_joint_force(z.world, z.target), force) < 0.01f * force.y);
    assert_true(fabsf(thud_joint_translation(z.world, z.pulley) - 8.0f) < 0.01f);
    thud_world_destroy(z.world);
}

static void poses_to_draw_do_not_jump(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id ball = test_add_ball(world, thud_vec2_make(1.0f, 2.0f), 0.5f);
    thud_body_set_velocity(world, ball, thud_vec2_make(30.0f, 0.0f), 0.0f);
    test_step(world, 3);
    thud_stepper stepper = thud_stepper_defaults();
    stepper.alpha = 0.5f;
    assert_true(fabsf(thud_stepper_pose(&stepper, world, ball).position.x - 2.25f) < 1.0e-5f);
    assert_true(thud_world_shift_origin(world, thud_vec2_make(-1000.0f, 8.0f)));
    assert_true(fabsf(thud_stepper_pose(&stepper, world, ball).position.x + 997.75f) < 2.0e-4f);
    assert_true(fabsf(thud_body_previous_pose(world, ball).position.x + 998.0f) < 1.0e-4f);
    assert_true(fabsf(thud_stepper_pose(&stepper, world, ball).position.y - 10.0f) < 1.0e-5f);
    thud_world_destroy(world);
}

static void points_in_events_that_were_handed_out_move_along(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id ball = test_add_ball(world, thud_vec2_make(3.0f, 1.0f), 0.5f);
    thud_shape_id shape = test_shape_of(world, ball);
    thud_shape_def def = thud_shape_definition(world, shape);
    def.hit_events = true;
    thud_shape_configure(world, shape, &def);
    thud_contact_events events = {0};
    for (int step = 0; step < 60 && events.hit_count == 0; step++) {
        test_step(world, 1);
        events = thud_world_contact_events(world);
    }
    thud_move_events moves = thud_world_move_events(world);
    assert_int_equal(events.hit_count + events.begin_count + moves.count, 3);
    thud_vec2 hit = events.hits[0].point, begin = events.begins[0].manifold.points[0].point;
    thud_vec2 move = moves.moves[0].pose.position;
    assert_true(thud_world_shift_origin(world, thud_vec2_make(64.0f, -32.0f)));
    assert_at(events.hits[0].point, hit.x + 64.0f, hit.y - 32.0f);
    assert_at(events.begins[0].manifold.points[0].point, begin.x + 64.0f, begin.y - 32.0f);
    assert_at(moves.moves[0].pose.position, move.x + 64.0f, move.y - 32.0f);
    assert_int_equal(thud_world_contact_events(world).hit_count, 1);
    thud_world_destroy(world);
}

/* Fat boxes with a small gap overlap by rounding at 65 km. Without a new pair the ball would fall through. */
static void boxes_that_meet_by_rounding_become_a_contact(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    def.aabb_margin = 0.0f;
    def.speculative_distance = 0.0f;
    thud_world *world = test_world_of(&def);
    test_add_wall(world, thud_vec2_make(0.0f, -1.0f), thud_vec2_make(4.0f, 1.0f));
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.502f), thud_vec2_make(0.5f, 0.5f));
    thud_body_sleep(world, box);
    test_step(world, 1);
    assert_int_equal(thud_world_counts(world).contacts, 0);
    assert_true(thud_world_shift_origin(world, thud_vec2_make(65536.0f, 65536.0f)));
    thud_body_wake(world, box);
    test_step(world, 120);
    assert_true(thud_body_position(world, box).y > 65536.4f);
    thud_world_destroy(world);
}

/* Positions and fat boxes are rounded separately: without a margin 91 of 400 boxes would be
 * outside of their fat boxes. */
static void every_box_is_inside_its_fat_one(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    def.aabb_margin = 0.0f;
    thud_world *world = test_world_of(&def);
    for (int i = 0; i < 400; i++) {
        thud_vec2 half = thud_vec2_make(0.1f + 0.0013f * (float)i, 0.2f);
        test_add_wall(world, thud_vec2_make(1.3f * (float)i, 0.7f), half);
    }
    assert_true(thud_world_shift_origin(world, thud_vec2_make(65536.3f, 12345.6f)));
    for (int32_t shape = 0; shape < 400; shape++) {
        thud_aabb fat = thud_hash_fat_box(world->hash, world->shapes.records[shape].proxy);
        assert_true(thud_aabb_contains(fat, thud_shape_box(world, shape, world->bodies.poses)));
    }
    thud_world_destroy(world);
}

/* ---- refusals ---- */

static void assert_refused(thud_world *world, thud_vec2 offset, thud_status status, const char *field) {
    uint64_t hash = thud_world_hash(world);
    assert_false(thud_world_shift_origin(world, offset));
    assert_int_equal(thud_world_refusal(world).status, status);
    assert_string_equal(thud_world_refusal(world).field, field);
    assert_int_equal(thud_world_hash(world), hash);
}

static bool shift_in_step(thud_world *world, const thud_contact_data *contact, thud_material *material,
                          void *context) {
    (void)contact;
    (void)material;
    ++*(int *)context;
    assert_refused(world, thud_vec2_make(1.0f, 0.0f), THUD_WORLD_LOCKED, "world");
    return true;
}

static bool shift_in_query(thud_world *world, thud_shape_id shape, void *context) {
    (void)shape;
    ++*(int *)context;
    assert_refused(world, thud_vec2_make(1.0f, 0.0f), THUD_WORLD_LOCKED, "world");
    return true;
}

static void bad_calls_are_refused_and_change_nothing(void **state) {
    (void)state;
    int asked = 0;
    thud_world_def def = thud_world_defaults();
    def.pre_solve = shift_in_step;
    def.pre_solve_context = &asked;
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_shape_id shape = test_shape_of(world, box);
    thud_shape_def shape_def = thud_shape_definition(world, shape);
    shape_def.pre_solve = true;
    thud_shape_configure(world, shape, &shape_def);
    assert_false(thud_world_shift_origin(NULL, thud_vec2_make(1.0f, 0.0f)));
    assert_refused(world, thud_vec2_make(NAN, 0.0f), THUD_NOT_FINITE, "added_to_positions.x");
    assert_refused(world, thud_vec2_make(0.0f, -INFINITY), THUD_NOT_FINITE, "added_to_positions.y");
    test_step(world, 3);
    thud_aabb everywhere = {{-9.0f, -9.0f}, {9.0f, 9.0f}};
    thud_world_overlap_aabb(world, everywhere, thud_query_filter_all(), shift_in_query, &asked);
    assert_true(asked >= 4);
    thud_world_destroy(world);
}

static void nothing_is_taken_out_of_the_range_of_positions(void **state) {
    (void)state;
    const thud_vec2 far = {0.75f * THUD_MAX_POSITION, 0.0f};
    thud_world *world = test_world_without_gravity();
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 0.0f), 0.5f);
    assert_true(thud_world_shift_origin(world, far));
    assert_refused(world, far, THUD_OUT_OF_RANGE, "added_to_positions.x");
    assert_refused(world, thud_vec2_make(0.0f, -1.1f * THUD_MAX_POSITION), THUD_OUT_OF_RANGE,
                   "added_to_positions.y");
    assert_true(thud_world_shift_origin(world, thud_vec2_neg(far)));
    assert_at(thud_body_position(world, ball), 0.0f, 0.0f);
    thud_target_joint_def target = thud_target_joint_defaults();
    target.body = ball;
    target.target = far;
    thud_joint_id joint = thud_target_joint_create(world, &target);
    assert_refused(world, far, THUD_OUT_OF_RANGE, "added_to_positions.x");
    assert_true(thud_world_shift_origin(world, thud_vec2_neg(far)));
    assert_at(thud_target_joint_definition(world, joint).target, 0.0f, 0.0f);
    thud_world_destroy(world);
}

static void memory_that_runs_out_leaves_the_world_as_it_was(void **state) {
    (void)state;
    memory_meter meter;
    thud_world_def def = thud_world_defaults();
    def.hooks = metered_hooks(&meter);
    zoo z = zoo_create(&def, inside_range);
    zoo twin = make_zoo(inside_range);
    int refusals = 0;
    for (int step = 0; step < 30; step++) { /* the zoo is new, so most memory is not reserved yet */
        bool shifted = false;
        for (int allowed = 0; !shifted; allowed++) {
            uint64_t before = zoo_digest(&z), ids = zoo_digest_of_contact_ids(&z);
            meter.allocations_allowed = meter.allocations + allowed;
            shifted = zoo_shift(&z, thud_vec2_make(step % 2 == 0 ? 64.0f : -64.0f, 0.0f));
            meter.allocations_allowed = -1;
            if (!shifted) {
                assert_int_equal(thud_world_refusal(z.world).status, THUD_OUT_OF_MEMORY);
                assert_string_equal(thud_world_refusal(z.world).field, "added_to_positions");
                assert_int_equal(zoo_digest(&z), before);
                assert_int_equal(zoo_digest_of_contact_ids(&z), ids);
                refusals++;
            }
        }
        zoo_step(&z);
        zoo_step(&twin);
        assert_int_equal(zoo_digest(&z), zoo_digest(&twin));
    }
    assert_true(refusals > 5);
    thud_world_destroy(z.world);
    thud_world_destroy(twin.world);
    assert_int_equal(meter.bytes_held, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(after_an_exact_shift_every_bit_is_that_of_a_world_that_stayed),
        cmocka_unit_test(shifts_by_powers_of_two_leave_relative_poses_events_and_sleep),
        cmocka_unit_test(one_and_three_threads_give_the_same_bits),
        cmocka_unit_test(nothing_wakes_no_event_is_made_and_impulses_stay),
        cmocka_unit_test(the_filter_is_not_asked_about_known_pairs_again),
        cmocka_unit_test(what_rides_on_a_moving_platform_rides_on),
        cmocka_unit_test(queries_find_everything_at_its_new_place_at_once),
        cmocka_unit_test(targets_wheels_anchors_and_disabled_bodies_move_along),
        cmocka_unit_test(poses_to_draw_do_not_jump),
        cmocka_unit_test(points_in_events_that_were_handed_out_move_along),
        cmocka_unit_test(boxes_that_meet_by_rounding_become_a_contact),
        cmocka_unit_test(every_box_is_inside_its_fat_one),
        cmocka_unit_test(bad_calls_are_refused_and_change_nothing),
        cmocka_unit_test(nothing_is_taken_out_of_the_range_of_positions),
        cmocka_unit_test(memory_that_runs_out_leaves_the_world_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
