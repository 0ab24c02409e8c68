/* Chains in a world: creation, changes, queries, refusals, destruction, and lack of memory. */
#include "test.h"

#include <math.h>

#include "reference/test_world.h"
#include "thud/chain.h"
#include "unit/base/failing_hooks.h"

static const thud_chain_id no_chain = {0, 0};

static thud_chain_id lay(thud_world *world, const thud_vec2 *points, int count, bool loop, bool one_sided) {
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = count;
    def.loop = loop;
    def.one_sided = one_sided;
    return thud_chain_create(world, ground, &def);
}

static const thud_vec2 level_points[] = {{-6.0f, 0.0f}, {-3.0f, 0.0f}, {-1.0f, 0.0f}, {1.0f, 0.0f}, {3.0f, 0.0f}, {6.0f, 0.0f}};
enum { LEVEL_POINTS = 6 };

static thud_chain_id lay_level(thud_world *world) {
    return lay(world, level_points, LEVEL_POINTS, false, false);
}

/* Every segment is the shape between its points, in order. */
static void check_segments(thud_world *world, thud_chain_id chain) {
    int count = thud_chain_point_count(world, chain);
    for (int i = 0; i < thud_chain_segment_count(world, chain); i++) {
        thud_shape_id shape = thud_chain_segment(world, chain, i);
        thud_shape geometry = thud_shape_geometry(world, shape);
        thud_vec2 from = thud_chain_point(world, chain, i), to = thud_chain_point(world, chain, (i + 1) % count);
        assert_int_equal(geometry.kind, THUD_SHAPE_SEGMENT);
        assert_true(thud_vec2_distance(geometry.vertices[0], from) == 0.0f);
        assert_true(thud_vec2_distance(geometry.vertices[1], to) == 0.0f);
        int index = -1;
        assert_int_equal(thud_shape_chain(world, shape, &index).slot, chain.slot);
        assert_int_equal(index, i);
    }
}

/* ---- creation and queries ---- */

static void a_chain_has_a_segment_between_neighbours_and_a_loop_one_more(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_chain_id open = lay_level(world);
    assert_int_equal(thud_chain_point_count(world, open), LEVEL_POINTS);
    assert_int_equal(thud_chain_segment_count(world, open), LEVEL_POINTS - 1);
    static const thud_vec2 square[] = {{0.0f, 5.0f}, {1.0f, 5.0f}, {1.0f, 6.0f}, {0.0f, 6.0f}};
    thud_chain_id loop = lay(world, square, 4, true, true);
    assert_int_equal(thud_chain_segment_count(world, loop), 4);
    assert_true(thud_chain_is_loop(world, loop) && thud_chain_is_one_sided(world, loop));
    assert_false(thud_chain_is_loop(world, open) || thud_chain_is_one_sided(world, open));
    check_segments(world, open);
    check_segments(world, loop);
    assert_int_equal(thud_world_counts(world).shapes, LEVEL_POINTS - 1 + 4);
    thud_chain_id first = thud_world_next_chain(world, no_chain);
    thud_chain_id second = thud_world_next_chain(world, first);
    assert_int_equal(first.slot, open.slot);
    assert_int_equal(second.slot, loop.slot);
    assert_int_equal(thud_world_next_chain(world, second).generation, 0);
    thud_world_destroy(world);
}

static void a_ray_reports_the_chain_and_the_segment_that_it_hits(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_chain_id chain = lay_level(world);
    thud_world_hit hit = thud_world_cast_ray(world, thud_vec2_make(2.0f, 5.0f), thud_vec2_make(0.0f, -10.0f),
                                             thud_query_filter_all());
    int index = -1;
    assert_true(hit.cast.hit);
    assert_int_equal(thud_shape_chain(world, hit.shape, &index).slot, chain.slot);
    assert_int_equal(index, 3);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 3.0f), thud_vec2_make(0.5f, 0.5f));
    assert_int_equal(thud_shape_chain(world, test_shape_of(world, box), NULL).generation, 0);
    thud_world_destroy(world);
}

static void each_segment_has_its_material(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_material materials[LEVEL_POINTS - 1] = {{0}};
    for (int i = 0; i < LEVEL_POINTS - 1; i++) {
        materials[i].friction = 0.1f * (float)i;
    }
    thud_chain_def def = thud_chain_defaults();
    def.points = level_points;
    def.count = LEVEL_POINTS;
    def.materials = materials;
    def.material_count = LEVEL_POINTS - 1;
    thud_chain_id chain = thud_chain_create(world, ground, &def);
    for (int i = 0; i < LEVEL_POINTS - 1; i++) {
        thud_shape_def shape = thud_shape_definition(world, thud_chain_segment(world, chain, i));
        assert_true(shape.material.friction == materials[i].friction);
    }
    thud_material ice = {.friction = 0.01f};
    assert_true(thud_chain_set_material(world, chain, 2, &ice));
    assert_true(thud_shape_definition(world, thud_chain_segment(world, chain, 2)).material.friction == 0.01f);
    thud_world_destroy(world);
}

static void a_one_sided_chain_lets_through_what_comes_from_behind(void **state) {
    (void)state;
    for (int fast = 0; fast < 2; fast++) {
        for (int one_sided = 0; one_sided < 2; one_sided++) {
            thud_world *world = test_world_without_gravity();
            lay(world, level_points, LEVEL_POINTS, false, one_sided == 1);
            float speed = fast ? 200.0f : 5.0f;
            thud_body_id rising = test_add_ball(world, thud_vec2_make(-2.0f, -3.0f), 0.3f);
            thud_body_id falling = test_add_ball(world, thud_vec2_make(2.0f, 3.0f), 0.3f);
            thud_body_set_velocity(world, rising, thud_vec2_make(0.0f, speed), 0.0f);
            thud_body_set_velocity(world, falling, thud_vec2_make(0.0f, -speed), 0.0f);
            test_step(world, 120);
            assert_true((thud_body_position(world, rising).y > 0.5f) == (one_sided == 1));
            assert_true(thud_body_position(world, falling).y > 0.25f);
            thud_world_destroy(world);
        }
    }
}

/* A ball whose middle crossed a one-sided link closer than 2 cm to a vertex was stopped there by the next link: four of
 * these 100 were thrown aside, at 4 to 13 m/s. */
static void what_comes_from_behind_near_a_vertex_keeps_its_course(void **state) {
    (void)state;
    static const thud_vec2 valley[] = {{-3.0f, 0.5f}, {0.0f, 0.0f}, {3.0f, 0.5f}};
    thud_world *world = test_world_without_gravity();
    lay(world, valley, 3, false, true);
    for (int i = 0; i < 100; i++) {
        float x = 0.002f * (float)(i - 50); /* where it crosses y = 0 */
        thud_body_id ball = test_add_ball(world, thud_vec2_make(x - 3.0f, -3.0f), 0.3f);
        thud_body_set_velocity(world, ball, thud_vec2_make(12.0f, 12.0f), 0.0f);
        test_step(world, 40);
        thud_vec2 velocity = thud_body_velocity(world, ball);
        assert_float_equal(velocity.x, 12.0f, 0.01f);
        assert_float_equal(velocity.y, 12.0f, 0.01f);
        thud_body_destroy(world, ball);
    }
    thud_world_destroy(world);
}

static void a_room_holds_what_is_inside_and_an_island_what_is_outside(void **state) {
    (void)state;
    static const thud_vec2 room[] = {{-3.0f, -3.0f}, {3.0f, -3.0f}, {3.0f, 3.0f}, {-3.0f, 3.0f}};
    thud_world *world = test_world_without_gravity();
    lay(world, room, 4, true, true);
    thud_body_id inside = test_add_box(world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.4f, 0.2f));
    thud_body_id outside = test_add_ball(world, thud_vec2_make(-8.0f, 0.0f), 0.3f);
    test_set_material(world, inside, 0.0f, 1.0f);
    thud_body_set_velocity(world, inside, thud_vec2_make(37.0f, 23.0f), 3.0f);
    thud_body_set_velocity(world, outside, thud_vec2_make(10.0f, 0.0f), 0.0f);
    for (int i = 0; i < 600; i++) {
        test_step(world, 1);
        thud_vec2 center = thud_body_center(world, inside);
        assert_true(thud_abs(center.x) < 3.0f && thud_abs(center.y) < 3.0f);
    }
    thud_world_destroy(world);

    static const thud_vec2 island[] = {{-3.0f, 0.0f}, {0.0f, 1.5f}, {3.0f, 0.0f}, {0.0f, -1.0f}};
    world = test_world_create();
    lay(world, island, 4, true, true);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 2.0f), thud_vec2_make(0.3f, 0.3f));
    test_set_material(world, box, 1.0f, 0.0f);
    for (int i = 0; i < 120; i++) {
        test_step(world, 1);
        assert_true(thud_body_position(world, box).y > 1.0f || thud_abs(thud_body_position(world, box).x) > 0.5f);
    }
    thud_world_destroy(world);
}

/* ---- edit ---- */

/*
 * The ground turns down on both sides by nearly half a turn at most. From a right angle on, the upward normal
 * was once outside of the neighbour's cone, and bodies fell through treads of stairs.
 */
static void what_falls_on_a_tread_between_steep_sides_lands_on_it(void **state) {
    (void)state;
    static const float turns[] = {1.0f, 1.5f, 0.5f * THUD_PI, 1.6f, 2.2f, 3.0f};
    static const float speeds[] = {0.0f, 5.0f, 60.0f};
    for (int i = 0; i < 6 * 3 * 9; i++) {
        float turn = turns[i % 6], speed = speeds[i / 6 % 3], x = 0.25f * (float)(i / 18 % 3 - 1);
        thud_world *world = test_world_create();
        thud_vec2 fall = {thud_cos(turn), -thud_sin(turn)};
        const thud_vec2 points[] = {{-0.5f - fall.x, fall.y}, {-0.5f, 0.0f}, {0.5f, 0.0f}, {0.5f + fall.x, fall.y}};
        lay(world, points, 4, false, i % 2 != 0);
        thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(x, 1.0f));
        thud_shape_def def = thud_shape_defaults();
        switch (i / 54) {
        case 0:
            thud_body_add_circle(world, body, &def, thud_vec2_make(0.0f, 0.0f), 0.2f);
            break;
        case 1:
            thud_body_add_capsule(world, body, &def, thud_vec2_make(0.0f, -0.1f), thud_vec2_make(0.0f, 0.1f), 0.1f);
            break;
        default:
            thud_body_add_box(world, body, &def, thud_vec2_make(0.2f, 0.2f));
            break;
        }
        thud_body_set_velocity(world, body, thud_vec2_make(0.0f, -speed), 0.0f);
        test_step(world, 60);
        float height = thud_body_position(world, body).y;
        if (!(thud_abs(height - 0.2f) < 0.01f)) {
            fail_msg("shape %d at %.2f, %.0f m/s, turn %.2f: at height %.3f", i / 54, (double)x, (double)speed,
                     (double)turn, (double)height);
        }
        thud_world_destroy(world);
    }
}

static void points_move_come_and_go_and_segments_follow(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_chain_id chain = lay_level(world);
    thud_shape_id untouched = thud_chain_segment(world, chain, 4);
    assert_true(thud_chain_move_point(world, chain, 1, thud_vec2_make(-3.0f, 1.0f)));
    check_segments(world, chain);
    for (int at = 0; at <= thud_chain_point_count(world, chain); at += 3) {
        assert_true(thud_chain_insert_point(world, chain, at, thud_vec2_make(-7.0f + 3.1f * (float)at, 2.0f)));
        check_segments(world, chain);
    }
    assert_int_equal(thud_chain_point_count(world, chain), LEVEL_POINTS + 4);
    int index;
    thud_chain_id owner = thud_shape_chain(world, untouched, &index);
    assert_int_equal(owner.slot, chain.slot);
    while (thud_chain_point_count(world, chain) > 2) {
        int count = thud_chain_point_count(world, chain);
        assert_true(thud_chain_remove_point(world, chain, count % 2 == 0 ? 0 : count % 3 == 0 ? count - 1 : 1));
        check_segments(world, chain);
        test_step(world, 1);
    }
    assert_int_equal(thud_world_counts(world).shapes, 1);
    thud_world_destroy(world);
}

static void a_loop_is_edited_at_its_seam(void **state) {
    (void)state;
    static const thud_vec2 triangle[] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {2.0f, 3.0f}};
    thud_world *world = test_world_create();
    thud_chain_id chain = lay(world, triangle, 3, true, false);
    thud_material ice = {.friction = 0.01f};
    thud_chain_set_material(world, chain, 2, &ice);
    assert_true(thud_chain_insert_point(world, chain, 0, thud_vec2_make(-1.0f, 1.0f)));
    check_segments(world, chain);
    assert_true(thud_shape_definition(world, thud_chain_segment(world, chain, 0)).material.friction == 0.01f);
    assert_true(thud_chain_insert_point(world, chain, 4, thud_vec2_make(-1.0f, 2.0f)));
    check_segments(world, chain);
    assert_true(thud_chain_remove_point(world, chain, 4));
    check_segments(world, chain);
    assert_true(thud_chain_remove_point(world, chain, 0));
    check_segments(world, chain);
    assert_false(thud_chain_remove_point(world, chain, 0));
    assert_int_equal(thud_world_refusal(world).status, THUD_TOO_FEW_POINTS);
    thud_world_destroy(world);
}

/* Each segment has the material of the one that it was cut from, or continues. */
static void a_new_segment_has_the_material_of_that_which_it_continues(void **state) {
    (void)state;
    static const thud_vec2 line[] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {8.0f, 0.0f}, {12.0f, 0.0f}};
    static const float points[] = {-4.0f, 2.0f, 6.0f, 10.0f, 16.0f};
    static const float frictions[] = {0.1f, 0.1f, 0.1f, 0.2f, 0.2f, 0.3f, 0.3f, 0.3f};
    thud_world *world = test_world_create();
    thud_chain_id chain = lay(world, line, 4, false, false);
    for (int i = 0; i < 3; i++) {
        thud_material material = {.friction = 0.1f * (float)(i + 1)};
        assert_true(thud_chain_set_material(world, chain, i, &material));
    }
    for (int i = 0; i < 5; i++) {
        assert_true(thud_chain_insert_point(world, chain, 2 * i, thud_vec2_make(points[i], 0.0f)));
    }
    check_segments(world, chain);
    assert_int_equal(thud_chain_segment_count(world, chain), 8);
    for (int i = 0; i < 8; i++) {
        thud_material material = thud_shape_material(world, thud_chain_segment(world, chain, i));
        assert_float_equal(material.friction, frictions[i], 1e-6f);
    }
    thud_world_destroy(world);
}

/* A chain that was made flat by changes is as smooth as one that was created flat. */
static void an_edited_chain_has_no_ghosts_either(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    def.sleeping = false;
    thud_world *world = test_world_of(&def);
    static const thud_vec2 ends[] = {{-60.0f, 0.0f}, {50.0f, 2.0f}};
    thud_chain_id chain = lay(world, ends, 2, false, false);
    for (int i = 1; i < 110; i++) {
        assert_true(thud_chain_insert_point(world, chain, i, thud_vec2_make(-60.0f + (float)i, i % 3 == 0 ? 1.0f : 0.0f)));
    }
    for (int i = 0; i <= 110; i++) {
        assert_true(thud_chain_move_point(world, chain, i, thud_vec2_make(-60.0f + (float)i, 0.0f)));
    }
    thud_body_id box = test_add_box(world, thud_vec2_make(-50.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_set_material(world, box, 0.0f, 0.0f);
    test_step(world, 60);
    thud_body_set_velocity(world, box, thud_vec2_make(20.0f, 0.0f), 0.0f);
    for (int i = 0; i < 240; i++) {
        test_step(world, 1);
        assert_true(thud_abs(thud_body_velocity(world, box).y) < 1.0e-3f);
    }
    assert_true(thud_abs(thud_body_velocity(world, box).x - 20.0f) < 0.01f);
    thud_world_destroy(world);
}

static void what_rests_on_a_changed_segment_wakes_and_what_rests_elsewhere_does_not(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_chain_id chain = lay_level(world);
    thud_body_id near = test_add_box(world, thud_vec2_make(2.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id away = test_add_box(world, thud_vec2_make(-4.8f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    assert_true(test_step_until_asleep(world, near, 300));
    assert_true(test_step_until_asleep(world, away, 300));
    thud_vec2 lowered = {3.0f, -1.0f};
    assert_true(thud_chain_move_point(world, chain, 4, lowered));
    assert_true(thud_body_definition(world, near).awake);
    assert_false(thud_body_definition(world, away).awake);
    test_step(world, 60);
    assert_true(thud_body_position(world, near).y < 0.45f);
    assert_true(test_step_until_asleep(world, near, 600) || thud_body_position(world, near).y < -5.0f);
    assert_true(thud_chain_destroy(world, chain));
    assert_true(thud_body_definition(world, away).awake);
    test_step(world, 60);
    assert_true(thud_body_position(world, away).y < 0.0f);
    thud_world_destroy(world);
}

static void a_point_raised_under_a_sleeper_wakes_it(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_chain_id chain = lay_level(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    assert_true(test_step_until_asleep(world, box, 300));
    assert_true(thud_chain_insert_point(world, chain, 3, thud_vec2_make(0.0f, 0.3f)));
    test_step(world, 120);
    assert_true(thud_body_position(world, box).y > 0.55f || thud_abs(thud_body_angle(world, box)) > 0.05f);
    thud_world_destroy(world);
}

static void a_chain_goes_with_its_body_and_moves_with_a_kinematic_one(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id lift = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(0.0f, 1.0f));
    thud_chain_def def = thud_chain_defaults();
    def.points = level_points;
    def.count = LEVEL_POINTS;
    thud_chain_id chain = thud_chain_create(world, lift, &def);
    thud_body_id ball = test_add_ball(world, thud_vec2_make(1.0f, 1.5f), 0.5f);
    thud_body_set_velocity(world, lift, thud_vec2_make(0.0f, 2.0f), 0.0f);
    test_step(world, 60);
    assert_float_equal(thud_body_position(world, ball).y, 3.5f, 0.05f);
    assert_true(thud_body_destroy(world, lift));
    assert_false(thud_chain_is_valid(world, chain));
    assert_int_equal(thud_world_counts(world).shapes, 1);
    assert_int_equal(thud_world_next_chain(world, no_chain).generation, 0);
    thud_world_destroy(world);
}

/* What is near the end of a chain that turns is found by the chain's reach, not that of the box at its middle. */
static void a_chain_beside_a_box_sweeps_what_is_near_its_end(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id hub = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    const thud_vec2 points[] = {{-12.0f, 0.0f}, {12.0f, 0.0f}};
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = 2;
    assert_int_not_equal(thud_chain_create(world, hub, &def).generation, 0);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(world, hub, &shape, thud_vec2_make(0.1f, 0.1f));
    thud_body_def turning = thud_body_definition(world, hub);
    turning.type = THUD_BODY_KINEMATIC;
    assert_true(thud_body_configure(world, hub, &turning));
    assert_true(thud_body_set_angular_velocity(world, hub, 20.0f)); /* 3.7 m a step at the ball */
    thud_body_id ball = test_add_ball(world, thud_vec2_make(11.0f, 1.5f), 0.1f);
    test_step(world, 1);
    assert_true(thud_body_velocity(world, ball).y > 100.0f);
    thud_world_destroy(world);
}

/* ---- refusals ---- */

static void check_refused(thud_world *world, bool accepted, thud_status status, const char *field) {
    thud_refusal refusal = thud_world_refusal(world);
    assert_false(accepted);
    assert_int_equal(refusal.status, status);
    assert_string_equal(refusal.field, field);
}

static void bad_definitions_are_refused_with_the_field(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 9.0f), thud_vec2_make(0.5f, 0.5f));
    thud_vec2 points[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}, {3.0f, 0.0f}};
    thud_material materials[2] = {{0}};
    thud_chain_def good = thud_chain_defaults();
    good.points = points;
    good.count = 4;
    thud_chain_def def = good;
    check_refused(world, thud_chain_create(world, ground, NULL).generation != 0, THUD_NULL_ARGUMENT, "def");
    check_refused(world, thud_chain_create(world, box, &def).generation != 0, THUD_WRONG_KIND, "body");
    thud_body_id stale = {77, 3};
    check_refused(world, thud_chain_create(world, stale, &def).generation != 0, THUD_STALE_ID, "body");
    def.points = NULL;
    check_refused(world, thud_chain_create(world, ground, &def).generation != 0, THUD_NULL_ARGUMENT, "points");
    def = good;
    def.count = 1;
    check_refused(world, thud_chain_create(world, ground, &def).generation != 0, THUD_TOO_FEW_POINTS, "count");
    def.count = -5;
    check_refused(world, thud_chain_create(world, ground, &def).generation != 0, THUD_TOO_FEW_POINTS, "count");
    def.count = 2;
    def.loop = true;
    check_refused(world, thud_chain_create(world, ground, &def).generation != 0, THUD_TOO_FEW_POINTS, "count");
    def = good;
    def.materials = materials;
    def.material_count = 2;
    check_refused(world, thud_chain_create(world, ground, &def).generation != 0, THUD_OUT_OF_RANGE, "material_count");
    def.materials = NULL;
    def.material_count = 1;
    check_refused(world, thud_chain_create(world, ground, &def).generation != 0, THUD_NULL_ARGUMENT, "materials");
    def.materials = materials;
    materials[0].friction = -1.0f;
    check_refused(world, thud_chain_create(world, ground, &def).generation != 0, THUD_NEGATIVE, "material.friction");
    def = good;
    def.loop = true;
    points[3] = points[0]; /* the last segment of the loop has zero length */
    check_refused(world, thud_chain_create(world, ground, &def).generation != 0, THUD_ZERO_LENGTH, "points");
    assert_true(thud_world_refusal(world).value == 3.0);
    points[3] = thud_vec2_make(3.0f, 0.0f);
    points[2] = points[1];
    check_refused(world, thud_chain_create(world, ground, &good).generation != 0, THUD_ZERO_LENGTH, "points");
    assert_true(thud_world_refusal(world).value == 1.0);
    points[2].x = INFINITY;
    check_refused(world, thud_chain_create(world, ground, &good).generation != 0, THUD_NOT_FINITE, "points");
    assert_int_equal(thud_world_counts(world).shapes, 1);
    thud_world_destroy(world);
}

static void bad_edits_are_refused_and_change_nothing(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_chain_id chain = lay_level(world);
    thud_chain_id gone = lay_level(world);
    assert_true(thud_chain_destroy(world, gone));
    thud_vec2 nan = {0.0f, NAN};
    check_refused(world, thud_chain_move_point(world, chain, 1, nan), THUD_NOT_FINITE, "point");
    check_refused(world, thud_chain_move_point(world, chain, 1, level_points[0]), THUD_ZERO_LENGTH, "point");
    check_refused(world, thud_chain_move_point(world, chain, 1, level_points[2]), THUD_ZERO_LENGTH, "point");
    check_refused(world, thud_chain_insert_point(world, chain, 1, level_points[1]), THUD_ZERO_LENGTH, "point");
    check_refused(world, thud_chain_move_point(world, chain, LEVEL_POINTS, level_points[1]), THUD_OUT_OF_RANGE, "index");
    check_refused(world, thud_chain_insert_point(world, chain, -1, level_points[1]), THUD_OUT_OF_RANGE, "index");
    check_refused(world, thud_chain_remove_point(world, chain, LEVEL_POINTS), THUD_OUT_OF_RANGE, "index");
    check_refused(world, thud_chain_set_material(world, chain, 0, NULL), THUD_NULL_ARGUMENT, "material");
    check_refused(world, thud_chain_move_point(world, gone, 1, level_points[0]), THUD_STALE_ID, "chain");
    check_refused(world, thud_chain_destroy(world, gone), THUD_STALE_ID, "chain");
    assert_int_equal(thud_chain_point_count(world, gone), 0);
    thud_shape_id segment = thud_chain_segment(world, chain, 0);
    thud_shape ball;
    thud_circle(thud_vec2_make(0.0f, 0.0f), 1.0f, &ball);
    check_refused(world, thud_body_remove_shape(world, segment), THUD_WRONG_KIND, "shape");
    check_refused(world, thud_shape_set_geometry(world, segment, &ball), THUD_WRONG_KIND, "shape");
    thud_body_def body = thud_body_definition(world, thud_chain_body(world, chain));
    body.type = THUD_BODY_DYNAMIC;
    check_refused(world, thud_body_configure(world, thud_chain_body(world, chain), &body), THUD_WRONG_KIND, "type");
    check_segments(world, chain);
    thud_world_destroy(world);
    assert_false(thud_chain_destroy(NULL, chain));
    assert_int_equal(thud_chain_point_count(NULL, chain), 0);
}

/* ---- memory ---- */

/* Creates, changes and destroys a chain with memory for `allowed` allocations; returns true if that was
 * enough. */
static bool live(int allowed) {
    memory_meter meter;
    thud_world_def def = thud_world_defaults();
    def.hooks = metered_hooks(&meter);
    thud_world *world = test_world_of(&def);
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    meter.allocations_allowed = meter.allocations + allowed;
    thud_chain_def chain_def = thud_chain_defaults();
    chain_def.points = level_points;
    chain_def.count = LEVEL_POINTS;
    thud_chain_id chain = thud_chain_create(world, ground, &chain_def);
    bool complete = chain.generation != 0;
    if (!complete) {
        assert_int_equal(thud_world_refusal(world).status, THUD_OUT_OF_MEMORY);
        assert_int_equal(thud_world_counts(world).shapes, 0);
    }
    for (int i = 0; i < 20 && complete; i++) {
        int before = thud_chain_point_count(world, chain);
        complete = thud_chain_insert_point(world, chain, 3, thud_vec2_make(0.9f - 0.05f * (float)i, 0.5f));
        if (!complete) {
            assert_int_equal(thud_world_refusal(world).status, THUD_OUT_OF_MEMORY);
            assert_int_equal(thud_chain_point_count(world, chain), before);
        }
        check_segments(world, chain);
    }
    meter.allocations_allowed = -1;
    thud_world_destroy(world);
    assert_int_equal(meter.bytes_held, 0);
    return complete;
}

static void a_chain_for_which_memory_runs_out_is_as_before_and_leaks_nothing(void **state) {
    (void)state;
    int allowed = 0;
    while (!live(allowed)) {
        allowed++;
    }
    assert_true(allowed > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_has_a_segment_between_neighbours_and_a_loop_one_more),
        cmocka_unit_test(a_ray_reports_the_chain_and_the_segment_that_it_hits),
        cmocka_unit_test(each_segment_has_its_material),
        cmocka_unit_test(a_one_sided_chain_lets_through_what_comes_from_behind),
        cmocka_unit_test(what_comes_from_behind_near_a_vertex_keeps_its_course),
        cmocka_unit_test(a_room_holds_what_is_inside_and_an_island_what_is_outside),
        cmocka_unit_test(what_falls_on_a_tread_between_steep_sides_lands_on_it),
        cmocka_unit_test(points_move_come_and_go_and_segments_follow),
        cmocka_unit_test(a_loop_is_edited_at_its_seam),
        cmocka_unit_test(a_new_segment_has_the_material_of_that_which_it_continues),
        cmocka_unit_test(an_edited_chain_has_no_ghosts_either),
        cmocka_unit_test(what_rests_on_a_changed_segment_wakes_and_what_rests_elsewhere_does_not),
        cmocka_unit_test(a_point_raised_under_a_sleeper_wakes_it),
        cmocka_unit_test(a_chain_goes_with_its_body_and_moves_with_a_kinematic_one),
        cmocka_unit_test(a_chain_beside_a_box_sweeps_what_is_near_its_end),
        cmocka_unit_test(bad_definitions_are_refused_with_the_field),
        cmocka_unit_test(bad_edits_are_refused_and_change_nothing),
        cmocka_unit_test(a_chain_for_which_memory_runs_out_is_as_before_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
