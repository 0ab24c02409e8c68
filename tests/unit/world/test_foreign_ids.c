/*
 * Ids of another world. If slot and generation matched, as in two worlds with the same history, they were once accepted
 * as ids of this world: a call changed another body, and no call returned THUD_WRONG_WORLD.
 */
#include "test.h"

#include <math.h>

#include "reference/test_world.h"
#include "thud/chain.h"
#include "thud/event.h"
#include "thud/joint.h"
#include "thud/mover.h"

/* A world with one of everything. */
typedef struct site {
    thud_world *world;
    thud_body_id ground, box;
    thud_shape_id shape;
    thud_joint_id joint;
    thud_chain_id chain;
    thud_contact_id contact;
    uint64_t hash;
} site;

static site make_site(int id_tag) {
    thud_world_def def = thud_world_defaults();
    def.id_tag = id_tag;
    site s = {.world = test_world_of(&def)};
    s.ground = test_add_ground(s.world);
    s.box = test_add_box(s.world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    s.shape = test_shape_of(s.world, s.box);
    thud_weld_joint_def weld = thud_weld_joint_defaults();
    thud_body_id other = test_add_box(s.world, thud_vec2_make(3.0f, 3.0f), thud_vec2_make(0.5f, 0.5f));
    weld.base = thud_joint_base_at(s.world, s.ground, other, thud_vec2_make(3.0f, 3.0f));
    s.joint = thud_weld_joint_create(s.world, &weld);
    const thud_vec2 points[] = {{-6.0f, 2.0f}, {-5.0f, 1.0f}, {-4.0f, 1.0f}};
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = 3;
    s.chain = thud_chain_create(s.world, s.ground, &chain);
    test_step(s.world, 5);
    s.contact = thud_world_next_contact(s.world, (thud_contact_id){0, 0});
    assert_int_not_equal(s.contact.generation, 0);
    s.hash = thud_world_hash(s.world);
    return s;
}

/* Checks that a call was refused for its id and has changed nothing. */
static void check_refused(const site *s, bool accepted, const char *field) {
    thud_refusal refusal = thud_world_refusal(s->world);
    assert_false(accepted);
    assert_int_equal(refusal.status, THUD_WRONG_WORLD);
    assert_string_equal(refusal.field, field);
    assert_true(thud_world_hash(s->world) == s->hash);
    thud_world_ray_is_blocked(s->world, (thud_vec2){NAN, 0.0f}, (thud_vec2){0.0f, 0.0f},
                              thud_query_filter_all()); /* the next refusal is a new one */
    assert_int_equal(thud_world_refusal(s->world).status, THUD_NOT_FINITE);
}

static void ids_of_a_world_with_another_tag_are_refused(void **state) {
    (void)state;
    site own = make_site(1), other = make_site(2);
    thud_world *w = own.world;
    const thud_vec2 zero = {0.0f, 0.0f};

    assert_false(thud_body_is_valid(w, other.box));
    thud_body_def body_def = thud_body_definition(other.world, other.box);
    thud_shape_def shape_def = thud_shape_defaults();
    thud_mass mass = {1.0f, {0.0f, 0.0f}, 1.0f};
    check_refused(&own, thud_body_configure(w, other.box, &body_def), "body");
    check_refused(&own, thud_body_destroy(w, other.box), "body");
    check_refused(&own, thud_body_set_velocity(w, other.box, zero, 0.0f), "body");
    check_refused(&own, thud_body_teleport(w, other.box, zero, 0.0f), "body");
    check_refused(&own, thud_body_apply_force_to_center(w, other.box, zero), "body");
    check_refused(&own, thud_body_apply_impulse(w, other.box, zero, zero), "body");
    check_refused(&own, thud_body_set_mass(w, other.box, &mass), "body");
    check_refused(&own, thud_body_wake(w, other.box), "body");
    check_refused(&own, thud_body_add_circle(w, other.box, &shape_def, zero, 1.0f).generation != 0, "body");
    check_refused(&own, thud_body_pose(w, other.box).position.y != 0.0f, "body");
    check_refused(&own, thud_body_next_shape(w, other.box, (thud_shape_id){0, 0}).generation != 0, "body");

    assert_false(thud_shape_is_valid(w, other.shape));
    check_refused(&own, thud_body_remove_shape(w, other.shape), "shape");
    check_refused(&own, thud_shape_configure(w, other.shape, &shape_def), "shape");
    check_refused(&own, thud_shape_geometry(w, other.shape).kind != THUD_SHAPE_NONE, "shape");
    check_refused(&own, thud_body_next_shape(w, own.box, other.shape).generation != 0, "shape");

    assert_false(thud_joint_is_valid(w, other.joint));
    thud_weld_joint_def weld = thud_weld_joint_definition(w, own.joint);
    check_refused(&own, thud_joint_destroy(w, other.joint), "joint");
    check_refused(&own, thud_weld_joint_configure(w, other.joint, &weld), "joint");
    weld.base.body_a = other.ground;
    check_refused(&own, thud_weld_joint_create(w, &weld).generation != 0, "base.body_a");
    weld.base.body_a = own.ground;
    weld.base.body_b = other.box;
    check_refused(&own, thud_weld_joint_create(w, &weld).generation != 0, "base.body_b");
    thud_gear_joint_def gear = thud_gear_joint_defaults();
    gear.joint_a = other.joint;
    check_refused(&own, thud_gear_joint_create(w, &gear).generation != 0, "joint_a");

    assert_false(thud_chain_is_valid(w, other.chain));
    check_refused(&own, thud_chain_destroy(w, other.chain), "chain");
    check_refused(&own, thud_chain_move_point(w, other.chain, 1, zero), "chain");
    assert_false(thud_contact_is_valid(w, other.contact));
    check_refused(&own, thud_contact_read(w, other.contact).manifold.count != 0, "contact");

    thud_mover_def mover = thud_mover_defaults();
    thud_mover_state mover_state = thud_mover_state_at((thud_vec2){0.0f, 9.0f});
    thud_mover_result moved;
    mover_state.body = other.box; /* moved without a body, which nothing noticed */
    check_refused(&own, thud_mover_move(w, &mover, &mover_state, zero, TEST_DT, &moved), "state.body");
    check_refused(&own, thud_mover_test(w, &mover, &mover_state, zero, TEST_DT, &moved), "state.body");

    check_refused(&own, thud_world_next_body(w, other.ground).generation != 0, "body");
    check_refused(&own, thud_world_next_joint(w, other.joint).generation != 0, "joint");
    check_refused(&own, thud_world_next_chain(w, other.chain).generation != 0, "chain");
    check_refused(&own, thud_world_next_contact(w, other.contact).generation != 0, "contact");
    thud_world_destroy(own.world);
    thud_world_destroy(other.world);
}

static void a_stale_id_and_a_null_one_are_not_taken_for_foreign_ones(void **state) {
    (void)state;
    site s = make_site(7);
    thud_body_destroy(s.world, s.box);
    assert_false(thud_body_wake(s.world, s.box));
    assert_int_equal(thud_world_refusal(s.world).status, THUD_STALE_ID);
    assert_false(thud_body_wake(s.world, (thud_body_id){0, 0}));
    assert_int_equal(thud_world_refusal(s.world).status, THUD_STALE_ID);
    assert_false(thud_chain_destroy(s.world, (thud_chain_id){0, 0}));
    assert_int_equal(thud_world_refusal(s.world).status, THUD_STALE_ID);
    assert_int_equal(thud_world_next_body(s.world, s.box).generation, 0);
    assert_string_equal(thud_world_refusal(s.world).call, "thud_world_next_body");
    assert_int_not_equal(thud_world_next_body(s.world, (thud_body_id){0, 0}).generation, 0);
    thud_world_destroy(s.world);
}

static void worlds_with_equal_tags_give_equal_ids(void **state) {
    (void)state;
    /* Equal ids allow to compare the events of two runs, or of two equal worlds. */
    for (int id_tag = 0; id_tag <= 255; id_tag += 85) {
        site a = make_site(id_tag), b = make_site(id_tag);
        assert_true(test_same_body(a.box, b.box));
        assert_true(test_same_shape(a.shape, b.shape));
        assert_true(thud_body_is_valid(a.world, b.box));
        assert_true(a.hash == b.hash);
        assert_int_equal(a.box.generation, ((uint32_t)id_tag << 24) + 1);
        thud_world_destroy(a.world);
        thud_world_destroy(b.world);
    }
}

static void a_slot_that_is_used_again_keeps_the_tag(void **state) {
    (void)state;
    site s = make_site(255);
    for (int i = 0; i < 1000; i++) {
        thud_body_id body = test_add_body(s.world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 50.0f));
        assert_int_equal(body.generation >> 24, 255);
        assert_true(thud_body_is_valid(s.world, body));
        thud_body_destroy(s.world, body);
        assert_false(thud_body_is_valid(s.world, body));
    }
    thud_world_destroy(s.world);
}

static void a_tag_is_fixed_and_in_range(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    def.id_tag = 256;
    assert_string_equal(thud_world_def_check(&def).field, "id_tag");
    assert_null(thud_world_create(&def));
    def.id_tag = -1;
    assert_int_equal(thud_world_def_check(&def).status, THUD_OUT_OF_RANGE);
    site s = make_site(3);
    def = thud_world_definition(s.world);
    assert_int_equal(def.id_tag, 3);
    def.id_tag = 4;
    assert_false(thud_world_configure(s.world, &def));
    assert_int_equal(thud_world_refusal(s.world).status, THUD_FIXED_FIELD);
    assert_string_equal(thud_world_refusal(s.world).field, "id_tag");
    thud_world_destroy(s.world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_of_a_world_with_another_tag_are_refused),
        cmocka_unit_test(a_stale_id_and_a_null_one_are_not_taken_for_foreign_ones),
        cmocka_unit_test(worlds_with_equal_tags_give_equal_ids),
        cmocka_unit_test(a_slot_that_is_used_again_keeps_the_tag),
        cmocka_unit_test(a_tag_is_fixed_and_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
