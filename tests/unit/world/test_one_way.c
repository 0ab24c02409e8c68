/* One-way shapes: bodies are held from one side only. */
#include "test.h"

#include <float.h>

#include "reference/test_world.h"
#include "thud/chain.h"

static const thud_vec2 origin = {0.0f, 0.0f};
static const thud_vec2 up = {0.0f, 1.0f};

/* ---- the property ---- */

static void the_direction_is_a_unit_vector_that_turns_with_the_body(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_KINEMATIC, origin);
    thud_shape_def def = thud_shape_defaults();
    const thud_vec2 given[] = {{0.0f, 1.0f}, {0.0f, 3.0e38f}, {0.0f, 1.0e-45f}, {0.0f, FLT_MIN}};
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        def.one_way = given[i];
        thud_shape_id shape = thud_body_add_circle(world, body, &def, origin, 1.0f);
        thud_body_teleport(world, body, origin, 0.0f);
        assert_true(thud_shape_one_way(world, shape).x == 0.0f && thud_shape_one_way(world, shape).y == 1.0f);
        assert_true(thud_shape_definition(world, shape).one_way.y == given[i].y);
        thud_body_teleport(world, body, thud_vec2_make(3.0f, 4.0f), 0.5f * THUD_PI);
        assert_float_equal(thud_shape_one_way(world, shape).x, -1.0f, 1e-6f);
        assert_float_equal(thud_shape_one_way(world, shape).y, 0.0f, 1e-6f);
    }
    thud_world_destroy(world);
}

static void a_shape_is_solid_unless_told_otherwise(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_shape_id shape = test_shape_of(world, test_add_wall(world, origin, thud_vec2_make(1.0f, 1.0f)));
    assert_true(thud_shape_one_way(world, shape).x == 0.0f && thud_shape_one_way(world, shape).y == 0.0f);
    assert_true(thud_shape_set_one_way(world, shape, thud_vec2_make(-2.0f, 0.0f)));
    assert_true(thud_shape_one_way(world, shape).x == -1.0f);
    assert_true(thud_shape_set_one_way(world, shape, origin));
    assert_true(thud_shape_one_way(world, shape).x == 0.0f);
    thud_shape_id none = {0, 0};
    assert_true(thud_shape_one_way(world, none).y == 0.0f);
    assert_int_equal(thud_world_refusal(world).status, THUD_STALE_ID);
    thud_world_destroy(world);
}

static void a_direction_that_is_not_finite_is_refused(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_shape_def def = thud_shape_defaults();
    def.one_way = up;
    thud_shape_id shape = thud_body_add_circle(world, ground, &def, origin, 1.0f);
    const thud_vec2 bad[] = {{NAN, 0.0f}, {0.0f, NAN}, {INFINITY, 0.0f}, {0.0f, -INFINITY}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        def.one_way = bad[i];
        assert_int_equal(thud_body_add_circle(world, ground, &def, origin, 1.0f).generation, 0);
        assert_string_equal(thud_world_refusal(world).field, "one_way");
        assert_false(thud_shape_configure(world, shape, &def));
        assert_false(thud_shape_set_one_way(world, shape, bad[i]));
        assert_int_equal(thud_world_refusal(world).status, THUD_NOT_FINITE);
        assert_true(thud_shape_one_way(world, shape).y == 1.0f);
        const thud_vec2 points[] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
        thud_chain_def chain = thud_chain_defaults();
        chain.points = points;
        chain.count = 2;
        chain.one_way = bad[i];
        assert_int_equal(thud_chain_create(world, ground, &chain).generation, 0);
        assert_string_equal(thud_world_refusal(world).field, "one_way");
    }
    thud_shape_id none = {0, 0};
    assert_false(thud_shape_set_one_way(world, none, up));
    assert_int_equal(thud_world_refusal(world).status, THUD_STALE_ID);
    assert_false(thud_shape_set_one_way(NULL, shape, up));
    assert_true(thud_shape_one_way(NULL, shape).y == 0.0f);
    thud_world_destroy(world);
}

static void the_segments_of_a_chain_have_its_direction(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, origin);
    const thud_vec2 points[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 1.0f}};
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = 3;
    def.one_way = thud_vec2_make(0.0f, 5.0f);
    thud_chain_id chain = thud_chain_create(world, ground, &def);
    thud_chain_insert_point(world, chain, 3, thud_vec2_make(3.0f, 1.0f));
    for (int i = 0; i < thud_chain_segment_count(world, chain); i++) {
        assert_true(thud_shape_one_way(world, thud_chain_segment(world, chain, i)).y == 1.0f);
    }
    thud_chain_def solid = thud_chain_defaults();
    assert_true(solid.one_way.x == 0.0f && solid.one_way.y == 0.0f);
    thud_world_destroy(world);
}

/* ---- standing, jumping, dropping ---- */

static const float half = 0.4f; /* of the boxes that jump [m] */

/* A body with a one-way box whose top is at `height`. */
static thud_body_id add_platform(thud_world *world, thud_body_type type, float height) {
    thud_body_id body = test_add_body(world, type, thud_vec2_make(0.0f, height - 0.1f));
    thud_shape_def def = thud_shape_defaults();
    def.one_way = up;
    thud_body_add_box(world, body, &def, thud_vec2_make(5.0f, 0.1f));
    return body;
}

static thud_body_id add_jumper(thud_world *world, float x, float bottom) {
    return test_add_box(world, thud_vec2_make(x, bottom + half), thud_vec2_make(half, half));
}

static float bottom_of(thud_world *world, thud_body_id body) {
    return thud_body_position(world, body).y - half;
}

static bool is_at(thud_world *world, thud_body_id body, float height) {
    return thud_abs(bottom_of(world, body) - height) < 0.01f;
}

static void a_jump_from_below_passes_and_lands_with_one_event(void **state) {
    (void)state;
    for (int i = 0; i < 12; i++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        add_platform(world, THUD_BODY_STATIC, 2.0f);
        thud_body_id box = add_jumper(world, 0.0f, 0.0f);
        test_step(world, 30);
        float speed = 7.0f + 1.3f * (float)i;
        thud_body_set_linear_velocity(world, box, thud_vec2_make(0.0f, speed));
        int begins = 0;
        for (int step = 0; step < 300; step++) {
            test_step(world, 1);
            thud_contact_events events = thud_world_contact_events(world);
            begins += events.begin_count;
            assert_true(events.begin_count == 0 || thud_body_velocity(world, box).y <= 0.1f);
        }
        assert_true(begins >= 1 && begins <= 2); /* two if an impact in mid-step is reported first */
        assert_true(is_at(world, box, 2.0f));
        thud_world_destroy(world);
    }
}

static void a_jump_that_does_not_clear_the_surface_falls_back(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    add_platform(world, THUD_BODY_STATIC, 2.0f);
    thud_body_id box = add_jumper(world, 0.0f, 0.0f);
    test_step(world, 10);
    thud_body_set_linear_velocity(world, box, thud_vec2_make(0.0f, 6.0f)); /* 1.8 m high */
    test_step(world, 200);
    assert_true(is_at(world, box, 0.0f));
    thud_world_destroy(world);
}

static void many_bodies_jump_through_at_once(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    add_platform(world, THUD_BODY_STATIC, 2.0f);
    thud_body_id boxes[30];
    for (int i = 0; i < 30; i++) {
        thud_vec2 at = {-4.5f + 0.3f * (float)i, 0.15f};
        boxes[i] = test_add_box(world, at, thud_vec2_make(0.1f, 0.15f));
    }
    test_step(world, 10);
    for (int i = 0; i < 30; i++) {
        thud_body_set_linear_velocity(world, boxes[i], thud_vec2_make(0.0f, 7.0f + 0.2f * (float)i));
    }
    test_step(world, 240);
    for (int i = 0; i < 30; i++) {
        assert_float_equal(thud_body_position(world, boxes[i]).y, 2.15f, 0.01f);
    }
    thud_world_destroy(world);
}

static void a_body_drops_through_one_of_two_platforms(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    add_platform(world, THUD_BODY_STATIC, 2.0f);
    add_platform(world, THUD_BODY_STATIC, 3.0f);
    thud_body_id box = add_jumper(world, 0.0f, 3.0f);
    assert_true(test_step_until_asleep(world, box, 300));
    assert_true(thud_body_drop_through(world, box));
    assert_false(thud_body_drop_through(world, add_jumper(world, 8.0f, 5.0f)));
    test_step(world, 2);
    assert_false(thud_body_drop_through(world, box)); /* it is dropping already */
    test_step(world, 120);
    assert_true(is_at(world, box, 2.0f));
    assert_true(thud_body_drop_through(world, box));
    test_step(world, 120);
    assert_true(is_at(world, box, 0.0f));
    assert_false(thud_body_drop_through(world, box)); /* solid ground */
    assert_int_equal(thud_world_refusal(world).status, THUD_OK);
    thud_world_destroy(world);
}

static void only_the_body_that_is_told_to_drop_drops(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    add_platform(world, THUD_BODY_STATIC, 2.0f);
    thud_body_id boxes[5];
    for (int i = 0; i < 5; i++) {
        boxes[i] = add_jumper(world, 0.9f * (float)(i - 2), 2.0f);
    }
    test_step(world, 60);
    assert_true(thud_body_drop_through(world, boxes[2]));
    test_step(world, 120);
    for (int i = 0; i < 5; i++) {
        assert_true(is_at(world, boxes[i], i == 2 ? 0.0f : 2.0f));
    }
    thud_world_destroy(world);
}

/* One row of tiles of a metre, or a chain, as one surface at `height`. */
static void add_row(thud_world *world, float height, bool as_chain, bool is_solid_in_part) {
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, height));
    thud_shape_def def = thud_shape_defaults();
    def.material.friction = 0.0f;
    def.one_way = up;
    thud_vec2 points[41];
    for (int i = 0; i < 41; i++) {
        points[i] = thud_vec2_make((float)(i - 20), 0.0f);
    }
    if (as_chain) {
        thud_chain_def chain = thud_chain_defaults();
        chain.points = points;
        chain.count = 41;
        chain.materials = &def.material;
        chain.material_count = 1;
        chain.one_way = up;
        assert_int_not_equal(thud_chain_create(world, body, &chain).generation, 0);
        return;
    }
    for (int i = 0; i < 40; i++) {
        thud_shape tile;
        thud_pose pose = {{points[i].x + 0.5f, -0.5f}, thud_rot_identity()};
        thud_offset_box(thud_vec2_make(0.5f, 0.5f), 0.0f, pose, &tile);
        def.one_way = is_solid_in_part && i % 3 == 0 ? origin : up;
        thud_body_add_shape(world, body, &def, &tile);
    }
}

/* On a platform in pieces a running body reaches the next piece before it has sunk by the slop. */
static void a_running_body_drops_through_a_platform_in_pieces(void **state) {
    (void)state;
    for (int i = 0; i < 16; i++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        add_row(world, 4.0f, i % 2 == 1, false);
        thud_body_id box = add_jumper(world, -15.0f + 0.07f * (float)i, 4.0f);
        test_set_material(world, box, 0.0f, 0.0f);
        test_step(world, 20);
        thud_body_set_linear_velocity(world, box, thud_vec2_make(1.0f + 1.5f * (float)i, 0.0f));
        test_step(world, 3);
        assert_true(is_at(world, box, 4.0f));
        assert_true(thud_body_drop_through(world, box));
        test_step(world, 40);
        assert_true(bottom_of(world, box) < 2.0f);
        thud_world_destroy(world);
    }
}

static void pieces_side_by_side_are_one_smooth_surface(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        for (int speed = 1; speed <= 50; speed += 7) {
            thud_world *world = test_world_create();
            add_row(world, 0.0f, kind == 1, kind == 2);
            thud_body_id box = add_jumper(world, -17.0f, 0.0f);
            test_set_material(world, box, 0.0f, 0.0f);
            test_step(world, 30);
            float start = bottom_of(world, box);
            thud_body_set_linear_velocity(world, box, thud_vec2_make((float)speed, 0.0f));
            while (thud_body_position(world, box).x < 16.0f && thud_body_velocity(world, box).x > 0.5f) {
                test_step(world, 1);
                assert_float_equal(bottom_of(world, box), start, 1e-3f);
            }
            assert_float_equal(thud_body_velocity(world, box).x, (float)speed, 1e-3f * (float)speed);
            thud_world_destroy(world);
        }
    }
}

/* A box that reaches over a seam by less than the depth in which a step puts it into the platform meets the end of that piece from
 * the side. It passed both pieces where that end was decided first: 20 of these 480 fell through. */
static void what_lands_on_a_seam_with_a_corner_is_held(void **state) {
    (void)state;
    for (int i = 0; i < 480; i++) {
        float side = i % 2 == 0 ? 1.0f : -1.0f;
        thud_world *world = test_world_create();
        add_row(world, 0.0f, i % 4 > 1, false);
        float reach = 0.005f * (float)(i / 4 % 10), height = 1.0f + 0.2f * (float)(i / 40);
        thud_body_id box = add_jumper(world, side * (half - reach), height);
        test_step(world, 80);
        assert_true(bottom_of(world, box) > -0.01f);
        thud_world_destroy(world);
    }
}

/* A body under a load sinks by more than the slop: the next piece must hold it nevertheless. */
static void what_sinks_in_is_held_by_the_next_piece(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        thud_world *world = test_world_create();
        add_row(world, 0.0f, kind == 1, kind == 2);
        thud_body_id box = add_jumper(world, -10.0f, 0.0f);
        test_set_material(world, box, 0.0f, 0.0f);
        float mass = thud_body_mass(world, box).mass;
        float lowest = 0.0f;
        for (int i = 0; i < 360; i++) {
            thud_body_apply_force_to_center(world, box, thud_vec2_make(0.0f, -3000.0f * mass));
            if (i == 60) {
                thud_body_set_linear_velocity(world, box, thud_vec2_make(3.0f, 0.0f));
            }
            test_step(world, 1);
            lowest = thud_min(lowest, bottom_of(world, box));
        }
        assert_true(thud_body_position(world, box).x > 4.0f);
        assert_true(lowest < -0.015f && lowest > -0.03f);
        thud_world_destroy(world);
    }
}

/* ---- platforms that move ---- */

static void lifts_carry_what_is_above_and_pass_what_is_below(void **state) {
    (void)state;
    const float speeds[] = {-20.0f, -5.0f, -1.0f, 0.5f, 2.0f, 8.0f, 20.0f};
    for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++) {
        thud_world_def def = thud_world_defaults();
        def.gravity = origin;
        thud_world *world = test_world_of(&def);
        thud_body_id lift = add_platform(world, THUD_BODY_KINEMATIC, 0.0f);
        thud_body_id above = add_jumper(world, -1.0f, 0.35f), below = add_jumper(world, 1.0f, -1.7f);
        thud_body_set_linear_velocity(world, lift, thud_vec2_make(0.0f, speeds[i]));
        for (int step = 0; step < 120; step++) {
            test_step(world, 1);
        }
        float surface = thud_body_position(world, lift).y + 0.1f;
        assert_true(thud_body_velocity(world, below).y == 0.0f &&
                    thud_body_position(world, below).y == -1.7f + half);
        if (speeds[i] > 0.0f) {
            assert_true(bottom_of(world, above) > surface - 0.01f);
        } else {
            assert_true(thud_body_velocity(world, above).y == 0.0f);
        }
        thud_world_destroy(world);
    }
}

static void a_rider_stays_on_a_lift_and_drops_from_it(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id lift = add_platform(world, THUD_BODY_KINEMATIC, 0.0f);
    thud_body_id box = add_jumper(world, 0.0f, 0.0f);
    for (int step = 0; step < 600; step++) {
        float speed = 3.0f * thud_sin((float)step / 30.0f);
        thud_body_set_velocity(world, lift, thud_vec2_make(0.5f * speed, speed), 0.0f);
        test_step(world, 1);
        assert_true(bottom_of(world, box) > thud_body_position(world, lift).y + 0.09f);
    }
    thud_body_set_velocity(world, lift, thud_vec2_make(0.0f, 4.0f), 0.0f);
    test_step(world, 10);
    assert_true(thud_body_drop_through(world, box));
    test_step(world, 60);
    assert_true(bottom_of(world, box) < thud_body_position(world, lift).y - 2.0f);
    thud_world_destroy(world);
}

/* A turning platform lets bodies pass from behind; from the front it is a paddle. */
static void turning_platforms_hold_on_their_side_only(void **state) {
    (void)state;
    for (int i = 0; i < 24; i++) {
        thud_world *world = test_world_without_gravity();
        thud_body_id wheel = add_platform(world, THUD_BODY_KINEMATIC, 0.1f);
        thud_body_teleport(world, wheel, origin, 0.26f * (float)i);
        thud_body_set_velocity(world, wheel, origin, i % 2 == 0 ? 2.0f : -2.0f);
        /* A fast ball passes from behind unchanged, and is stopped from the front. */
        thud_rot rotation = thud_rot_from_angle(0.26f * (float)i);
        thud_vec2 facing = thud_rot_apply(rotation, up);
        thud_body_id ball = test_add_ball(world, thud_vec2_scale(facing, -8.0f), 0.3f);
        thud_body_set_linear_velocity(world, ball, thud_vec2_scale(facing, 60.0f));
        thud_vec2 velocity = thud_body_velocity(world, ball);
        test_step(world, 20);
        assert_true(thud_body_velocity(world, ball).x == velocity.x &&
                    thud_body_velocity(world, ball).y == velocity.y);
        thud_body_teleport(world, wheel, origin, 0.26f * (float)i);
        thud_body_teleport(world, ball, thud_vec2_scale(facing, 8.0f), 0.0f);
        thud_body_set_linear_velocity(world, ball, thud_vec2_scale(facing, -60.0f));
        test_step(world, 20);
        assert_true(thud_vec2_dot(thud_body_velocity(world, ball), facing) > -30.0f);
        thud_world_destroy(world);
    }
}

/* ---- bodies that pass feel no contact ---- */

static void what_passes_wakes_nothing_and_makes_no_events(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id box = add_jumper(world, 0.0f, 0.0f);
    assert_true(test_step_until_asleep(world, box, 300));
    const float speeds[] = {1.0f, 10.0f, 60.0f};
    for (int i = 0; i < 3; i++) {
        thud_body_id lift = add_platform(world, THUD_BODY_KINEMATIC, 3.0f);
        thud_body_sleep(world, box);
        thud_body_set_linear_velocity(world, lift, thud_vec2_make(0.0f, -speeds[i]));
        while (thud_body_position(world, lift).y > -0.09f) {
            test_step(world, 1);
            assert_false(thud_body_is_awake(world, box));
            assert_int_equal(thud_world_contact_events(world).begin_count, 0);
        }
        thud_body_destroy(world, lift);
        test_step(world, 1);
    }
    thud_world_destroy(world);
}

/* A ball that begins the step inside the platform, and passes, comes back from a ceiling within the step and is stopped: its
 * contact touches. It was `rejected` too. */
static void what_comes_back_from_the_front_within_a_step_touches_and_is_not_rejected(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id platform = add_platform(world, THUD_BODY_STATIC, 0.0f);
    thud_body_id ceiling = test_add_wall(world, thud_vec2_make(0.0f, 1.5f), thud_vec2_make(5.0f, 0.5f));
    test_set_material(world, ceiling, 0.0f, 1.0f);
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, -0.2f), 0.2f);
    thud_body_set_velocity(world, ball, thud_vec2_make(0.0f, 150.0f), 0.0f);
    test_step(world, 1);
    thud_contact_data contacts[4];
    int count = thud_shape_contacts(world, test_shape_of(world, platform), contacts, 4);
    assert_int_equal(count, 1);
    assert_true(contacts[0].touching && !contacts[0].rejected);
    assert_true(thud_body_position(world, ball).y > 0.15f);
    thud_world_destroy(world);
}

static void an_upper_shape_is_not_held_while_the_lower_one_passes(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    add_row(world, 2.5f, false, false);
    thud_body_id tall = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(0.3f, 0.5f));
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_circle(world, tall, &def, thud_vec2_make(0.0f, 0.0f), 0.5f);
    thud_body_add_circle(world, tall, &def, thud_vec2_make(0.0f, 1.0f), 0.5f);
    thud_body_set_linear_velocity(world, tall,
                                  thud_vec2_make(0.0f, 6.3f)); /* the top gets above, the bottom does not */
    float highest = 0.0f;
    for (int step = 0; step < 150; step++) {
        test_step(world, 1);
        highest = thud_max(highest, thud_body_position(world, tall).y);
    }
    assert_true(highest + 0.5f > 2.55f && highest - 0.5f < 2.4f);
    assert_true(thud_body_position(world, tall).y < 1.6f);
    thud_world_destroy(world);
}

/* ---- changes ---- */

static void the_side_changes_at_run_time(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id platform = add_platform(world, THUD_BODY_STATIC, 0.0f);
    thud_shape_id shape = test_shape_of(world, platform);
    thud_shape_set_one_way(world, shape, origin);
    thud_body_id box = add_jumper(world, 0.0f, 0.0f);
    assert_true(test_step_until_asleep(world, box, 300));
    thud_shape_set_one_way(world, shape, up);
    test_step(world, 60);
    assert_true(is_at(world, box, 0.0f)); /* it is in front, so it stays */
    assert_true(test_step_until_asleep(world, box, 300));
    thud_shape_set_one_way(world, shape, thud_vec2_make(0.0f, -1.0f));
    assert_true(thud_body_is_awake(world, box));
    test_step(world, 30);
    assert_true(bottom_of(world, box) < -0.5f);
    thud_world_destroy(world);
}

static void a_body_that_is_put_into_a_platform_passes(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    add_platform(world, THUD_BODY_STATIC, 0.0f);
    thud_body_id box = add_jumper(world, 0.0f, 0.0f);
    test_step(world, 60);
    assert_true(is_at(world, box, 0.0f));
    thud_body_teleport(world, box, thud_vec2_make(0.0f, half - 0.05f), 0.0f);
    test_step(world, 30);
    assert_true(bottom_of(world, box) < -0.5f);
    thud_body_teleport(world, box, thud_vec2_make(0.0f, half + 0.05f), 0.0f);
    thud_body_set_linear_velocity(world, box, origin);
    test_step(world, 30);
    assert_true(is_at(world, box, 0.0f));
    thud_body_def def = thud_body_definition(world, box);
    def.disabled = true;
    thud_body_configure(world, box, &def);
    thud_body_teleport(world, box, thud_vec2_make(0.0f, half - 0.3f), 0.0f);
    def.disabled = false;
    thud_body_configure(world, box, &def);
    test_step(world, 30);
    assert_true(bottom_of(world, box) < -0.5f);
    thud_world_destroy(world);
}

static bool accept_all(thud_world *world, thud_shape_id shape_a, thud_shape_id shape_b, void *context) {
    (void)world;
    (void)shape_a;
    (void)shape_b;
    (void)context;
    return true;
}

static void move_aside(thud_world *world, thud_body_id platform) {
    thud_body_teleport(world, platform, thud_vec2_make(0.01f, -0.1f), 0.0f);
}

static void filter_anew(thud_world *world, thud_body_id platform) {
    thud_filter filter = thud_shape_filter(world, test_shape_of(world, platform));
    filter.category |= 2;
    thud_shape_set_filter(world, test_shape_of(world, platform), filter);
}

static void become_a_trapezoid(thud_world *world, thud_body_id platform) {
    const thud_vec2 points[] = {{-5.0f, 0.1f}, {-4.0f, -0.1f}, {4.0f, -0.1f}, {5.0f, 0.1f}};
    thud_shape trapezoid;
    assert_int_equal(thud_polygon(points, 4, 0.0f, &trapezoid), THUD_OK);
    thud_shape_set_geometry(world, test_shape_of(world, platform), &trapezoid);
}

static void become_solid_and_one_way_again(thud_world *world, thud_body_id platform) {
    thud_shape_set_one_way(world, test_shape_of(world, platform), origin);
    test_step(world, 10);
    thud_shape_set_one_way(world, test_shape_of(world, platform), up);
}

/* Below a load of 60 times its mass a crate is 8 mm deep, more than the slop; it fell through whatever had changed. */
static void what_a_load_presses_in_stays_on_a_platform_that_changes(void **state) {
    (void)state;
    void (*const changes[])(thud_world *, thud_body_id) = {move_aside, filter_anew, become_a_trapezoid,
                                                           become_solid_and_one_way_again};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        thud_world_def world_def = thud_world_defaults();
        world_def.filter = accept_all;
        thud_world *world = thud_world_create(&world_def);
        thud_body_id platform = add_platform(world, i % 2 == 0 ? THUD_BODY_STATIC : THUD_BODY_KINEMATIC, 0.0f);
        thud_body_id box = add_jumper(world, 0.0f, 0.0f), load = add_jumper(world, 0.0f, 2.0f * half);
        thud_shape_def def = thud_shape_definition(world, test_shape_of(world, load));
        def.density *= 60.0f;
        thud_shape_configure(world, test_shape_of(world, load), &def);
        test_step(world, 200);
        assert_true(bottom_of(world, box) < -world_def.slop && is_at(world, box, 0.0f));
        changes[i](world, platform);
        test_step(world, 1);
        assert_int_equal(thud_world_contact_events(world).end_count, 0);
        test_step(world, 100);
        assert_true(is_at(world, box, 0.0f));
        thud_world_destroy(world);
    }
}

static void only_dynamic_bodies_drop(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id lift = add_platform(world, THUD_BODY_KINEMATIC, 0.0f);
    assert_false(thud_body_drop_through(world, lift));
    assert_int_equal(thud_world_refusal(world).status, THUD_WRONG_KIND);
    assert_string_equal(thud_world_refusal(world).field, "body");
    thud_body_id none = {0, 0};
    assert_false(thud_body_drop_through(world, none));
    assert_int_equal(thud_world_refusal(world).status, THUD_STALE_ID);
    assert_false(thud_body_drop_through(NULL, lift));
    thud_world_destroy(world);
}

/* ---- the pre-solve callback ---- */

static bool count_call(thud_world *world, const thud_contact_data *contact, thud_material *material,
                       void *context) {
    (void)world, (void)material;
    int *calls = context;
    assert_false(contact->rejected);
    calls[0]++;
    return calls[1] == 0;
}

static void the_user_is_asked_about_what_is_held(void **state) {
    (void)state;
    int calls[2] = {0, 0};
    thud_world_def def = thud_world_defaults();
    def.pre_solve = count_call;
    def.pre_solve_context = calls;
    thud_world *world = test_world_of(&def);
    thud_body_id platform = add_platform(world, THUD_BODY_STATIC, 0.0f);
    thud_shape_def shape = thud_shape_definition(world, test_shape_of(world, platform));
    shape.pre_solve = true;
    thud_shape_configure(world, test_shape_of(world, platform), &shape);
    thud_body_id box = add_jumper(world, 0.0f, -1.5f);
    thud_body_set_linear_velocity(world, box, thud_vec2_make(0.0f, 8.0f));
    while (bottom_of(world, box) < -0.02f) {
        test_step(world, 1);
        assert_int_equal(calls[0], 0);
    }
    test_step(world, 200);
    assert_true(is_at(world, box, 0.0f) && calls[0] > 10);
    thud_world_destroy(world);
}

/* ---- queries ---- */

static void rays_hit_from_the_side_that_holds(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    add_platform(world, THUD_BODY_STATIC, 0.0f);
    const thud_vec2 from[] = {{0.0f, 3.0f}, {0.0f, -3.0f}, {-9.0f, -0.1f}, {9.0f, -0.1f}, {0.0f, -0.1f}};
    const thud_vec2 way[] = {{0.5f, -6.0f}, {0.5f, 6.0f}, {20.0f, 0.0f}, {-20.0f, 0.0f}, {0.0f, 5.0f}};
    for (int i = 0; i < 5; i++) {
        thud_query_filter filter = thud_query_filter_all();
        assert_true(thud_world_cast_ray(world, from[i], way[i], filter).cast.hit == (i == 0));
        assert_true(thud_world_ray_is_blocked(world, from[i], way[i], filter) == (i == 0));
        filter.one_way_backs = true;
        bool solid_hit = thud_world_cast_ray(world, from[i], way[i], filter).cast.hit;
        assert_true(solid_hit || i == 4);
    }
    thud_world_destroy(world);
}

static void casts_are_stopped_if_they_start_in_front(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    add_platform(world, THUD_BODY_STATIC, 0.0f);
    thud_shape box;
    thud_box(thud_vec2_make(0.5f, 0.5f), 0.0f, &box);
    typedef struct cast_case {
        thud_vec2 from, way;
        bool hits;
    } cast_case;
    const cast_case cases[] = {{{0.0f, 2.0f}, {1.0f, -4.0f}, true},     {{0.0f, -3.0f}, {0.0f, 6.0f}, false},
                               {{0.0f, 0.3f}, {0.0f, -4.0f}, false},    {{0.0f, 0.497f}, {0.0f, -4.0f}, true},
                               {{-8.0f, 0.2f}, {10.0f, 0.0f}, false},   {{-8.0f, 0.6f}, {3.0f, -0.6f}, false},
                               {{-8.0f, 0.505f}, {16.0f, 0.0f}, false}, {{0.0f, 0.2f}, {0.0f, 0.0f}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        thud_query_filter filter = thud_query_filter_all();
        thud_pose pose = {cases[i].from, thud_rot_identity()};
        thud_world_hit hit = thud_world_cast_shape(world, &box, pose, cases[i].way, filter);
        assert_true(hit.cast.hit == cases[i].hits);
        assert_true(thud_world_shape_is_blocked(world, &box, pose, cases[i].way, filter) == cases[i].hits);
        filter.one_way_backs = true;
        assert_true(thud_world_cast_shape(world, &box, pose, cases[i].way, filter).cast.hit || i == 6);
    }
    thud_world_destroy(world);
}

static void the_planes_of_a_character_are_those_in_front(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    add_row(world, 0.0f, false, false);
    thud_shape box;
    thud_box(thud_vec2_make(0.4f, 0.5f), 0.0f, &box);
    thud_query_filter filter = thud_query_filter_all();
    thud_world_contact found[8];
    thud_pose pose = {{0.3f, 0.502f}, thud_rot_identity()};
    int count = thud_world_collide_shape(world, &box, pose, 0.05f, filter, found, 8);
    assert_true(count >= 1);
    for (int i = 0; i < count; i++) {
        assert_true(found[i].normal.y > 0.999f);
    }
    pose.position.y = 0.497f;
    assert_true(thud_world_collide_shape(world, &box, pose, 0.05f, filter, found, 8) >= 1);
    pose.position.y = 0.4f;
    assert_int_equal(thud_world_collide_shape(world, &box, pose, 0.05f, filter, found, 8), 0);
    pose.position = thud_vec2_make(0.0f, -1.51f);
    assert_int_equal(thud_world_collide_shape(world, &box, pose, 0.05f, filter, found, 8), 0);
    pose.position = thud_vec2_make(20.41f, -0.5f);
    assert_int_equal(thud_world_collide_shape(world, &box, pose, 0.05f, filter, found, 8), 0);
    filter.one_way_backs = true;
    assert_int_equal(thud_world_collide_shape(world, &box, pose, 0.05f, filter, found, 8), 1);
    thud_world_destroy(world);
}

/* ---- many at once, on any number of threads ---- */

static uint64_t rain_through_platforms(int threads) {
    thud_world_def def = thud_world_defaults();
    def.worker_count = threads;
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    for (int i = 0; i < 4; i++) {
        add_row(world, 3.0f + 2.0f * (float)i, i % 2 == 0, i == 1);
    }
    thud_body_id boxes[160];
    for (int i = 0; i < 160; i++) {
        float x = -16.0f + 0.2f * (float)i;
        boxes[i] = i % 2 == 0 ? test_add_box(world, thud_vec2_make(x, 13.0f), thud_vec2_make(0.2f, 0.3f))
                              : test_add_ball(world, thud_vec2_make(x, 1.0f), 0.25f);
    }
    for (int step = 0; step < 240; step++) {
        for (int i = step % 7; i < 160; i += 7) {
            if (step % 30 == 0) {
                thud_body_apply_impulse_to_center(world, boxes[i], thud_vec2_make(0.1f, 3.0f));
            } else if (step % 20 == 0) {
                thud_body_drop_through(world, boxes[i]);
            }
        }
        test_step(world, 1);
    }
    test_check_invariants(world);
    uint64_t hash = thud_world_hash(world);
    thud_world_destroy(world);
    return hash;
}

static void threads_decide_the_same(void **state) {
    (void)state;
    assert_true(rain_through_platforms(1) == rain_through_platforms(3));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_direction_is_a_unit_vector_that_turns_with_the_body),
        cmocka_unit_test(a_shape_is_solid_unless_told_otherwise),
        cmocka_unit_test(a_direction_that_is_not_finite_is_refused),
        cmocka_unit_test(the_segments_of_a_chain_have_its_direction),
        cmocka_unit_test(a_jump_from_below_passes_and_lands_with_one_event),
        cmocka_unit_test(a_jump_that_does_not_clear_the_surface_falls_back),
        cmocka_unit_test(many_bodies_jump_through_at_once),
        cmocka_unit_test(a_body_drops_through_one_of_two_platforms),
        cmocka_unit_test(only_the_body_that_is_told_to_drop_drops),
        cmocka_unit_test(a_running_body_drops_through_a_platform_in_pieces),
        cmocka_unit_test(pieces_side_by_side_are_one_smooth_surface),
        cmocka_unit_test(what_lands_on_a_seam_with_a_corner_is_held),
        cmocka_unit_test(what_sinks_in_is_held_by_the_next_piece),
        cmocka_unit_test(lifts_carry_what_is_above_and_pass_what_is_below),
        cmocka_unit_test(a_rider_stays_on_a_lift_and_drops_from_it),
        cmocka_unit_test(turning_platforms_hold_on_their_side_only),
        cmocka_unit_test(what_passes_wakes_nothing_and_makes_no_events),
        cmocka_unit_test(what_comes_back_from_the_front_within_a_step_touches_and_is_not_rejected),
        cmocka_unit_test(an_upper_shape_is_not_held_while_the_lower_one_passes),
        cmocka_unit_test(the_side_changes_at_run_time),
        cmocka_unit_test(a_body_that_is_put_into_a_platform_passes),
        cmocka_unit_test(what_a_load_presses_in_stays_on_a_platform_that_changes),
        cmocka_unit_test(only_dynamic_bodies_drop),
        cmocka_unit_test(the_user_is_asked_about_what_is_held),
        cmocka_unit_test(rays_hit_from_the_side_that_holds),
        cmocka_unit_test(casts_are_stopped_if_they_start_in_front),
        cmocka_unit_test(the_planes_of_a_character_are_those_in_front),
        cmocka_unit_test(threads_decide_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
