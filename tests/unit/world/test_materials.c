/*
 * Materials of two shapes: mixed by the default rule or the user's, changed at run time; and
 * surface speeds, as of conveyors, on bodies of every type.
 */
#include "test.h"

#include "reference/test_world.h"
#include "thud/chain.h"
#include "thud/event.h"

static const thud_vec2 origin = {0.0f, 0.0f};

static void set_surface(thud_world *world, thud_body_id body, float speed, uint64_t material_id) {
    thud_shape_id shape = test_shape_of(world, body);
    thud_shape_def def = thud_shape_definition(world, shape);
    def.material.surface_speed = speed;
    def.material_id = material_id;
    assert_true(thud_shape_configure(world, shape, &def));
}

/* ---- the user's rule ---- */

enum { WOOD = 1, ICE = 2, RUBBER = 3 };

typedef struct mixing {
    int asked;
    bool in_order; /* the id of a was never the larger one */
    thud_material bad;
    bool is_bad;
} mixing;

/* Ice is slippery with all materials; rubber sticks to all others; the rest have the larger friction. */
static thud_material mix(const thud_surface *a, const thud_surface *b, void *context) {
    mixing *me = context;
    me->asked++;
    me->in_order = me->in_order && a->material_id <= b->material_id;
    thud_material mixed = {.friction = thud_max(a->material.friction, b->material.friction)};
    if (a->material_id == ICE || b->material_id == ICE) {
        mixed.friction = 0.01f;
    } else if (b->material_id == RUBBER) {
        mixed.friction = 2.0f;
    }
    return me->is_bad ? me->bad : mixed;
}

static thud_world *make_mixing_world(mixing *me) {
    *me = (mixing){.in_order = true};
    thud_world_def def = thud_world_defaults();
    def.mix_materials = mix;
    def.mix_materials_context = me;
    return test_world_of(&def);
}

/* Speed of a slab of initially 5 m/s after half a second on the ground. */
static float slide(thud_world *world, uint64_t ground_id, uint64_t slab_id) {
    thud_body_id ground = test_add_ground(world);
    set_surface(world, ground, 0.0f, ground_id);
    thud_body_id slab = test_add_box(world, thud_vec2_make(0.0f, 0.2f), thud_vec2_make(1.0f, 0.2f));
    set_surface(world, slab, 0.0f, slab_id);
    thud_body_set_velocity(world, slab, thud_vec2_make(5.0f, 0.0f), 0.0f);
    test_step(world, 30);
    float speed = thud_body_velocity(world, slab).x;
    thud_body_destroy(world, slab);
    thud_body_destroy(world, ground);
    return speed;
}

static void a_callback_mixes_by_material_id(void **state) {
    (void)state;
    mixing me;
    thud_world *world = make_mixing_world(&me);
    assert_float_equal(slide(world, WOOD, ICE), 5.0f - 0.01f * 5.0f, 0.01f);
    assert_float_equal(slide(world, ICE, WOOD), 5.0f - 0.01f * 5.0f, 0.01f);
    assert_float_equal(slide(world, WOOD, WOOD), 5.0f - 0.6f * 5.0f, 0.02f);
    assert_float_equal(slide(world, RUBBER, WOOD), 0.0f, 0.01f);
    assert_true(me.in_order);
    thud_world_destroy(world);
}

static void the_callback_is_asked_once_a_contact_and_again_when_a_material_changes(void **state) {
    (void)state;
    mixing me;
    thud_world *world = make_mixing_world(&me);
    thud_body_id ground = test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 20);
    assert_int_equal(me.asked, 1);
    set_surface(world, box, 0.0f, RUBBER);
    assert_int_equal(me.asked, 2);
    test_step(world, 20);
    assert_int_equal(me.asked, 2);
    thud_world_def def = thud_world_definition(world);
    thud_world_configure(world, &def); /* the user's table may have changed */
    assert_int_equal(me.asked, 3);
    set_surface(world, ground, 0.0f, ICE);
    assert_int_equal(me.asked, 4);
    def.solver.warm_starting = false; /* mixed anew, and woke all bodies: the comparison of definitions lacked this field */
    thud_world_configure(world, &def);
    assert_int_equal(me.asked, 4);
    thud_world_destroy(world);
}

static void a_mix_that_makes_no_sense_is_not_used_and_counted(void **state) {
    (void)state;
    const thud_material bad[] = {
        {NAN, 0, 0, 0}, {-0.1f, 0, 0, 0}, {0, 1.1f, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, NAN}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        mixing me;
        thud_world *world = make_mixing_world(&me);
        me.is_bad = true;
        me.bad = bad[i];
        test_add_ground(world);
        thud_body_id slab = test_add_box(world, thud_vec2_make(0.0f, 0.2f), thud_vec2_make(1.0f, 0.2f));
        thud_body_set_velocity(world, slab, thud_vec2_make(5.0f, 0.0f), 0.0f);
        assert_int_equal(thud_world_step(world, TEST_DT).refused_materials, 1);
        assert_string_equal(thud_world_refusal(world).field, "mix_materials");
        test_step(world, 29);
        assert_float_equal(thud_body_velocity(world, slab).x, 5.0f - 0.6f * 5.0f, 0.02f);
        thud_world_destroy(world);
    }
}

typedef struct spy {
    thud_world *world;
    thud_body_id body;
    int asked, refused;
} spy;

static thud_material mix_and_meddle(const thud_surface *a, const thud_surface *b, void *context) {
    spy *me = context;
    me->asked++;
    me->refused +=
        !thud_body_destroy(me->world, me->body) && thud_world_refusal(me->world).status == THUD_WORLD_LOCKED;
    return thud_material_mix(&a->material, &b->material);
}

static void the_world_is_locked_while_materials_are_mixed(void **state) {
    (void)state;
    spy me = {.asked = 0};
    thud_world_def def = thud_world_defaults();
    def.mix_materials = mix_and_meddle;
    def.mix_materials_context = &me;
    me.world = test_world_of(&def);
    test_add_ground(me.world);
    me.body = test_add_box(me.world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_step(me.world, 2);
    set_surface(me.world, me.body, 1.0f, 0); /* between steps */
    assert_int_equal(me.asked, 2);
    assert_int_equal(me.refused, 2);
    assert_true(thud_body_destroy(me.world, me.body)); /* not locked any more */
    thud_world_destroy(me.world);
}

static thud_material mix_and_look(const thud_surface *a, const thud_surface *b, void *context) {
    spy *me = context;
    thud_contact_id none = {0, 0};
    me->asked++;
    me->refused += !thud_contact_id_is_null(thud_world_next_contact(me->world, none));
    return thud_material_mix(&a->material, &b->material);
}

/* A contact that was not filled in yet had the shapes and points of the last one in its place, or of no one. */
static void contacts_that_are_not_made_yet_are_not_seen_while_materials_are_mixed(void **state) {
    (void)state;
    spy me = {.asked = 0};
    thud_world_def def = thud_world_defaults();
    def.mix_materials = mix_and_look;
    def.mix_materials_context = &me;
    me.world = test_world_of(&def);
    test_add_ground(me.world);
    enum { BOXES = 8 };
    thud_body_id boxes[BOXES];
    for (int i = 0; i < 2 * BOXES; i++) {
        boxes[i % BOXES] =
            test_add_box(me.world, thud_vec2_make(2.0f * (float)i, 0.5f), thud_vec2_make(0.5f, 0.5f));
        if (i % BOXES == BOXES - 1) {
            me.refused = 0;
            test_step(me.world, 1);
            assert_int_equal(me.asked, i + 1);
            assert_int_equal(me.refused, 0);
            for (int k = 0; k < BOXES; k++) {
                thud_body_destroy(me.world, boxes[k]);
            }
        }
    }
    thud_world_destroy(me.world);
}

static void the_callback_counts_for_continuous_collision_too(void **state) {
    (void)state;
    for (int bouncy = 0; bouncy < 2; bouncy++) {
        mixing me;
        thud_world *world = make_mixing_world(&me);
        me.is_bad = true; /* the same result for all pairs */
        me.bad = (thud_material){.elasticity = bouncy ? 1.0f : 0.0f};
        test_add_ground(world);
        thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 3.0f), 0.1f);
        thud_body_set_velocity(world, ball, thud_vec2_make(0.0f, -300.0f), 0.0f);
        test_step(world, 1);
        float expected = bouncy ? 300.0f : 0.0f;
        assert_float_equal(thud_body_velocity(world, ball).y, expected, 1.0f);
        thud_world_destroy(world);
    }
}

/* ---- changes at run time ---- */

static void a_change_of_friction_is_felt_by_a_contact_that_is_there(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_ground(world);
    test_set_material(world, ground, 0.0f, 0.0f);
    thud_body_id slab = test_add_box(world, thud_vec2_make(0.0f, 0.2f), thud_vec2_make(1.0f, 0.2f));
    thud_body_set_velocity(world, slab, thud_vec2_make(5.0f, 0.0f), 0.0f);
    test_step(world, 30);
    assert_float_equal(thud_body_velocity(world, slab).x, 5.0f, 1e-3f);
    test_set_material(world, ground, 0.6f, 0.0f);
    float before = thud_body_velocity(world, slab).x;
    test_step(world, 1); /* in the very next step */
    assert_float_equal(thud_body_velocity(world, slab).x, before - 0.6f * 10.0f * TEST_DT, 0.01f);
    thud_world_destroy(world);
}

/* thud_shape_set_material does not go the way of thud_shape_configure. */
static void a_material_set_by_itself_is_felt_on_either_side_of_a_contact_that_is_there(void **state) {
    (void)state;
    for (int side = 0; side < 2; side++) {
        thud_world *world = test_world_create();
        thud_body_id ground = test_add_ground(world);
        thud_body_id slab = test_add_box(world, thud_vec2_make(0.0f, 0.2f), thud_vec2_make(1.0f, 0.2f));
        thud_shape_id changed = test_shape_of(world, side == 0 ? ground : slab);
        const thud_material ice = {.friction = 0.0f}, wood = {.friction = 0.6f};
        assert_true(thud_shape_set_material(world, changed, &ice));
        thud_body_set_velocity(world, slab, thud_vec2_make(5.0f, 0.0f), 0.0f);
        test_step(world, 30);
        assert_float_equal(thud_body_velocity(world, slab).x, 5.0f, 1e-3f);
        assert_true(thud_shape_set_material(world, changed, &wood));
        test_step(world, 1);
        assert_float_equal(thud_body_velocity(world, slab).x, 5.0f - 0.6f * 10.0f * TEST_DT, 0.01f);
        thud_world_destroy(world);
    }
}

static void a_change_of_elasticity_is_felt_by_a_contact_that_is_there(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_ground(world);
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 0.52f), 0.5f);
    thud_body_set_velocity(world, ball, thud_vec2_make(0.0f, -0.001f), 0.0f);
    test_step(world, 1); /* near */
    assert_int_equal(thud_world_counts(world).contacts, 1);
    test_set_material(world, ground, 0.6f, 1.0f);
    thud_body_set_velocity(world, ball, thud_vec2_make(0.0f, -3.0f), 0.0f);
    test_step(world, 2);
    assert_true(thud_body_velocity(world, ball).y > 2.5f);
    thud_world_destroy(world);
}

static void a_change_of_a_chain_segment_is_felt(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, origin);
    const thud_vec2 points[] = {{-20.0f, 0.0f}, {20.0f, 0.0f}};
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = 2;
    thud_chain_id chain = thud_chain_create(world, ground, &def);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    assert_true(test_step_until_asleep(world, box, 200));
    thud_material belt = {.friction = 0.6f, .surface_speed = 1.0f};
    assert_true(thud_chain_set_material(world, chain, 0, &belt));
    test_step(world, 60);
    assert_float_equal(thud_body_velocity(world, box).x, 1.0f, 0.01f); /* woken and carried */
    thud_world_destroy(world);
}

/* ---- conveyors ---- */

/* Puts a box on a belt of a body type and returns the speed that the box gets. The belt's slot is
 * before the box's or after it, so that it is on either side of the contact; a circle has another core
 * class than a box, which changes the order. */
static float carried_speed(thud_body_type type, bool belt_first, bool ball_belt, float speed) {
    thud_world *world = test_world_create();
    if (type == THUD_BODY_DYNAMIC) {
        test_add_ground(world);
    }
    thud_vec2 at = {0.0f, 2.0f};
    thud_body_id box = {0, 0};
    for (int i = 0; i < 2; i++) {
        if ((i == 0) == belt_first) {
            thud_body_def def = thud_body_defaults();
            def.type = type;
            def.position = at;
            def.lock_x = def.lock_rotation = true; /* a dynamic belt must not turn on its support */
            thud_body_id belt = thud_body_create(world, &def);
            thud_shape_def shape = thud_shape_defaults();
            shape.material.surface_speed = speed;
            shape.material.friction = 1.0f;
            if (ball_belt) {
                thud_body_add_circle(world, belt, &shape, origin, 2.0f);
            } else {
                thud_body_add_box(world, belt, &shape, thud_vec2_make(30.0f, 2.0f));
            }
        } else {
            box = test_add_box(world, thud_vec2_make(0.0f, 4.5f), thud_vec2_make(0.5f, 0.5f));
            test_set_material(world, box, 1.0f, 0.0f);
        }
    }
    test_step(world, ball_belt ? 10 : 60);
    float x = thud_body_velocity(world, box).x;
    thud_world_destroy(world);
    return x;
}

static void a_belt_carries_whatever_its_body_type_on_either_side_of_the_contact(void **state) {
    (void)state;
    const thud_body_type types[] = {THUD_BODY_STATIC, THUD_BODY_KINEMATIC, THUD_BODY_DYNAMIC};
    for (int t = 0; t < 3; t++) {
        for (int first = 0; first < 2; first++) {
            assert_float_equal(carried_speed(types[t], first, false, 2.0f), 2.0f, 0.03f);
            assert_float_equal(carried_speed(types[t], first, false, -1.5f), -1.5f, 0.03f);
            if (types[t] != THUD_BODY_DYNAMIC) { /* a drum that runs clockwise: to the right on top */
                assert_float_equal(carried_speed(types[t], first, true, 1.0f), 0.8f, 0.2f);
                assert_float_equal(carried_speed(types[t], first, true, -1.0f), -0.8f, 0.2f);
            }
        }
    }
}

static void a_moving_platform_adds_its_own_speed_to_that_of_its_belt(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id platform = test_add_body(world, THUD_BODY_KINEMATIC, origin);
    thud_shape_def shape = thud_shape_defaults();
    shape.material.surface_speed = 2.0f;
    thud_body_add_box(world, platform, &shape, thud_vec2_make(20.0f, 0.5f));
    thud_body_set_velocity(world, platform, thud_vec2_make(1.0f, 0.0f), 0.0f);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 1.0f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 90);
    assert_float_equal(thud_body_velocity(world, box).x, 3.0f, 0.02f);
    thud_world_destroy(world);
}

static void two_running_surfaces_add_up(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    set_surface(world, test_add_ground(world), 1.0f, 0);
    thud_body_id tank = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(1.0f, 0.5f));
    set_surface(world, tank, 2.0f, 0); /* its underside runs to the left, so it drives to the right */
    test_step(world, 90);
    assert_float_equal(thud_body_velocity(world, tank).x, 3.0f, 0.02f);
    set_surface(world, tank, -1.0f, 0);
    test_step(world, 90);
    assert_float_equal(thud_body_velocity(world, tank).x, 0.0f, 0.02f);
    thud_world_destroy(world);
}

static void a_dynamic_belt_is_pushed_back_by_what_it_carries(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_ground(world);
    test_set_material(world, ground, 0.0f, 0.0f);
    thud_body_id belt = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(5.0f, 0.5f));
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 1.5f), thud_vec2_make(0.5f, 0.5f));
    set_surface(world, belt, 2.0f, 0);
    test_step(world, 60);
    float belt_speed = thud_body_velocity(world, belt).x;
    float box_speed = thud_body_velocity(world, box).x;
    assert_float_equal(box_speed - belt_speed, 2.0f, 0.02f);
    float momentum =
        thud_body_mass(world, belt).mass * belt_speed + thud_body_mass(world, box).mass * box_speed;
    assert_float_equal(momentum, 0.0f, 0.02f);
    thud_world_destroy(world);
}

static void a_belt_that_starts_wakes_what_sleeps_on_it(void **state) {
    (void)state;
    const thud_body_type types[] = {THUD_BODY_STATIC, THUD_BODY_KINEMATIC};
    for (int t = 0; t < 2; t++) {
        thud_world *world = test_world_create();
        thud_body_id belt = test_add_body(world, types[t], origin);
        thud_shape_def shape = thud_shape_defaults();
        thud_body_add_box(world, belt, &shape, thud_vec2_make(20.0f, 0.5f));
        thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 1.0f), thud_vec2_make(0.5f, 0.5f));
        thud_body_id top = test_add_box(world, thud_vec2_make(0.0f, 2.0f), thud_vec2_make(0.5f, 0.5f));
        assert_true(test_step_until_asleep(world, top, 200));
        set_surface(world, belt, 1.0f, 0);
        test_step(world, 60);
        assert_float_equal(thud_body_velocity(world, box).x, 1.0f, 0.02f);
        assert_float_equal(thud_body_velocity(world, top).x, 1.0f, 0.02f);
        test_step(world, 300);
        assert_true(thud_body_is_awake(world, box)); /* as long as it is carried */
        thud_world_destroy(world);
    }
}

static void a_fast_body_that_lands_on_a_belt_is_dragged_along(void **state) {
    (void)state;
    float speeds[2];
    for (int runs = 0; runs < 2; runs++) {
        thud_world *world = test_world_create();
        set_surface(world, test_add_ground(world), runs ? 5.0f : 0.0f, 0);
        thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 3.0f), thud_vec2_make(0.2f, 0.2f));
        thud_body_set_velocity(world, box, thud_vec2_make(0.0f, -200.0f), 0.0f);
        test_step(world, 1);
        speeds[runs] = thud_body_velocity(world, box).x;
        thud_world_destroy(world);
    }
    assert_float_equal(speeds[0], 0.0f, 0.05f);
    assert_true(speeds[1] > 1.0f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_callback_mixes_by_material_id),
        cmocka_unit_test(the_callback_is_asked_once_a_contact_and_again_when_a_material_changes),
        cmocka_unit_test(a_mix_that_makes_no_sense_is_not_used_and_counted),
        cmocka_unit_test(the_world_is_locked_while_materials_are_mixed),
        cmocka_unit_test(contacts_that_are_not_made_yet_are_not_seen_while_materials_are_mixed),
        cmocka_unit_test(the_callback_counts_for_continuous_collision_too),
        cmocka_unit_test(a_change_of_friction_is_felt_by_a_contact_that_is_there),
        cmocka_unit_test(a_material_set_by_itself_is_felt_on_either_side_of_a_contact_that_is_there),
        cmocka_unit_test(a_change_of_elasticity_is_felt_by_a_contact_that_is_there),
        cmocka_unit_test(a_change_of_a_chain_segment_is_felt),
        cmocka_unit_test(a_belt_carries_whatever_its_body_type_on_either_side_of_the_contact),
        cmocka_unit_test(a_moving_platform_adds_its_own_speed_to_that_of_its_belt),
        cmocka_unit_test(two_running_surfaces_add_up),
        cmocka_unit_test(a_dynamic_belt_is_pushed_back_by_what_it_carries),
        cmocka_unit_test(a_belt_that_starts_wakes_what_sleeps_on_it),
        cmocka_unit_test(a_fast_body_that_lands_on_a_belt_is_dragged_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
