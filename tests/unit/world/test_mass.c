/* Mass, centre of mass and inertia of bodies from their shapes, overrides, and masses that are refused. */
#include "test.h"

#include "reference/test_world.h"

static const thud_vec2 origin = {0.0f, 0.0f};

static void a_box_weighs_its_area_times_its_density(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, origin);
    thud_shape_def def = thud_shape_defaults();
    def.density = 3.0f;
    thud_body_add_box(world, body, &def, thud_vec2_make(1.0f, 0.5f));
    thud_mass mass = thud_body_mass(world, body);
    assert_float_equal(mass.mass, 6.0f, 1e-5f);
    assert_float_equal(mass.inertia, 6.0f * (4.0f + 1.0f) / 12.0f, 1e-4f);
    assert_float_equal(mass.center.x, 0.0f, 1e-6f);
    thud_world_destroy(world);
}

static void the_parts_of_a_compound_add_up_about_their_common_centre(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(5.0f, 5.0f));
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_circle(world, body, &def, thud_vec2_make(-2.0f, 0.0f), 0.5f);
    thud_body_add_circle(world, body, &def, thud_vec2_make(2.0f, 0.0f), 0.5f);
    float disc = THUD_PI * 0.25f;
    thud_mass mass = thud_body_mass(world, body);
    assert_float_equal(mass.mass, 2.0f * disc, 1e-5f);
    assert_float_equal(mass.center.x, 0.0f, 1e-5f);
    assert_float_equal(mass.inertia, 2.0f * disc * (0.125f + 4.0f), 1e-3f); /* m r^2 / 2 and Steiner */
    thud_world_destroy(world);
}

static void a_shape_that_comes_or_goes_moves_the_centre_but_not_the_origin(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_box(world, thud_vec2_make(1.0f, 2.0f), thud_vec2_make(0.5f, 0.5f));
    thud_shape_def def = thud_shape_defaults();
    thud_shape part;
    thud_pose offset = {{3.0f, 0.0f}, {1.0f, 0.0f}};
    thud_offset_box(thud_vec2_make(0.5f, 0.5f), 0.0f, offset, &part);
    thud_shape_id added = thud_body_add_shape(world, body, &def, &part);
    assert_float_equal(thud_body_position(world, body).x, 1.0f, 1e-6f);
    assert_float_equal(thud_body_center(world, body).x, 2.5f, 1e-5f);
    thud_body_remove_shape(world, added);
    assert_float_equal(thud_body_position(world, body).x, 1.0f, 1e-6f);
    assert_float_equal(thud_body_center(world, body).x, 1.0f, 1e-5f);
    thud_world_destroy(world);
}

static void when_the_centre_moves_every_point_keeps_its_velocity(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id body = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    thud_body_set_velocity(world, body, thud_vec2_make(1.0f, 2.0f), 3.0f);
    thud_vec2 point = {0.7f, -0.2f};
    thud_vec2 before = thud_body_velocity_at(world, body, point);
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_circle(world, body, &def, thud_vec2_make(2.0f, 1.0f), 0.5f);
    thud_vec2 after = thud_body_velocity_at(world, body, point);
    assert_float_equal(before.x, after.x, 1e-4f);
    assert_float_equal(before.y, after.y, 1e-4f);
    thud_world_destroy(world);
}

/* The arms of a manifold that is kept from the previous step begin at the old centre of mass. */
static void when_the_centre_of_a_locked_body_moves_it_stays_locked(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id body = test_add_ball(world, (thud_vec2){0, 0}, 0.5f);
    thud_body_def def = thud_body_definition(world, body);
    def.lock_x = true;
    assert_true(thud_body_configure(world, body, &def));
    assert_true(thud_body_set_velocity(world, body, (thud_vec2){0, 1}, 3));
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_circle(world, body, &shape, (thud_vec2){0, 1}, 0.5f);
    assert_float_equal(thud_body_velocity(world, body).x, 0, 0);
    assert_float_equal(thud_body_velocity(world, body).y, 1, 0);
    thud_world_destroy(world);
}

static void when_the_centre_moves_contacts_stay_where_the_shapes_meet(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id body = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(2.0f, 0.5f));
    test_step(world, 10);
    thud_shape_def heavy = thud_shape_defaults();
    heavy.density = 20.0f;
    thud_body_add_circle(world, body, &heavy, thud_vec2_make(1.0f, 0.0f), 0.4f);
    assert_true(thud_body_center(world, body).x > 0.5f);
    test_step(world, 1);
    thud_contact_data contacts[4];
    assert_int_equal(thud_body_contacts(world, body, contacts, 4), 1);
    assert_int_equal(contacts[0].manifold.count, 2);
    for (int i = 0; i < 2; i++) {
        thud_vec2 point = contacts[0].manifold.points[i].point;
        assert_float_equal(thud_abs(point.x), 2.0f, 0.01f);
        assert_float_equal(point.y, 0.0f, 0.02f);
    }
    thud_world_destroy(world);
}

static void an_override_holds_until_it_is_reset(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    thud_mass heavy = {100.0f, {0.1f, 0.2f}, 7.0f};
    assert_true(thud_body_set_mass(world, body, &heavy));
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_circle(world, body, &def, origin, 2.0f);
    thud_mass mass = thud_body_mass(world, body);
    assert_float_equal(mass.mass, 100.0f, 0.0f);
    assert_float_equal(mass.center.y, 0.2f, 0.0f);
    assert_float_equal(mass.inertia, 7.0f, 0.0f);
    assert_float_equal(thud_body_center(world, body).x, 0.1f, 1e-6f);
    assert_true(thud_body_reset_mass(world, body));
    assert_float_equal(thud_body_mass(world, body).mass, 1.0f + 4.0f * THUD_PI, 1e-3f);
    thud_world_destroy(world);
}

/* Another density of a tile set the mass of its level anew, from all tiles: 152 us for one of 5,000. */
static void a_density_changed_on_a_static_body_or_under_an_override_counts_later(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_shape_def def = thud_shape_defaults();
    thud_shape_id box = thud_body_add_box(world, body, &def, thud_vec2_make(0.5f, 0.5f));
    def.density = 3.0f;
    assert_true(thud_shape_configure(world, box, &def));
    assert_float_equal(thud_body_mass(world, body).mass, 0.0f, 0.0f);
    thud_body_def moving = thud_body_definition(world, body);
    moving.type = THUD_BODY_DYNAMIC;
    assert_true(thud_body_configure(world, body, &moving));
    assert_float_equal(thud_body_mass(world, body).mass, 3.0f, 0.0f);
    assert_true(thud_body_set_mass(world, body, &(thud_mass){100.0f, {0.0f, 0.0f}, 7.0f}));
    def.density = 5.0f;
    assert_true(thud_shape_configure(world, box, &def));
    assert_float_equal(thud_body_mass(world, body).mass, 100.0f, 0.0f);
    assert_true(thud_body_reset_mass(world, body));
    assert_float_equal(thud_body_mass(world, body).mass, 5.0f, 0.0f);
    thud_world_destroy(world);
}

static void an_override_of_a_body_without_inertia_does_not_turn(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id body = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    thud_mass point_like = {2.0f, {0.0f, 0.0f}, 0.0f};
    assert_true(thud_body_set_mass(world, body, &point_like));
    thud_body_apply_impulse(world, body, thud_vec2_make(0.0f, 4.0f), thud_vec2_make(0.5f, 0.0f));
    assert_float_equal(thud_body_velocity(world, body).y, 2.0f, 1e-6f);
    assert_float_equal(thud_body_angular_velocity(world, body), 0.0f, 0.0f);
    thud_world_destroy(world);
}

static void static_and_kinematic_bodies_have_no_mass(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_shape_def def = thud_shape_defaults();
    for (int type = THUD_BODY_STATIC; type <= THUD_BODY_KINEMATIC; type++) {
        thud_body_id body = test_add_body(world, (thud_body_type)type, origin);
        thud_body_add_box(world, body, &def, thud_vec2_make(1.0f, 1.0f));
        assert_float_equal(thud_body_mass(world, body).mass, 0.0f, 0.0f);
        assert_float_equal(thud_body_mass(world, body).inertia, 0.0f, 0.0f);
    }
    thud_world_destroy(world);
}

static void a_dynamic_body_of_massless_shapes_still_falls_and_rests(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id rod = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(0.0f, 2.0f));
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_segment(world, rod, &def, thud_vec2_make(-1.0f, 0.0f), thud_vec2_make(1.0f, 0.0f));
    thud_body_id feather = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(5.0f, 2.0f));
    def.density = 0.0f;
    thud_body_add_box(world, feather, &def, thud_vec2_make(0.5f, 0.5f));
    test_step(world, 180);
    assert_float_equal(thud_body_position(world, rod).y, 0.0f, 0.02f);
    assert_float_equal(thud_body_position(world, feather).y, 0.5f, 0.02f);
    thud_world_destroy(world);
}

static void gravity_accelerates_light_and_heavy_alike(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id light = test_add_ball(world, origin, 0.01f);
    thud_body_id heavy = test_add_ball(world, thud_vec2_make(50.0f, 0.0f), 20.0f);
    test_step(world, 30);
    assert_float_equal(thud_body_velocity(world, light).y, thud_body_velocity(world, heavy).y, 0.0f);
    thud_world_destroy(world);
}

/* The solver starts from the impulses of the last step: those that bore the old weight threw pile and bridge at up to 3.1 m/s. */
static void what_rests_stays_where_all_becomes_twenty_times_lighter(void **state) {
    (void)state;
    enum { CRATES = 8, PLANKS = 6, BODIES = CRATES + PLANKS };
    thud_world *world = test_world_create();
    thud_body_id last = test_add_ground(world), ground = last, bodies[BODIES];
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    for (int i = 0; i < CRATES; i++) {
        bodies[i] = test_add_box(world, thud_vec2_make(0.0f, 0.5f + (float)i), thud_vec2_make(0.5f, 0.5f));
    }
    for (int i = CRATES; i < BODIES; i++) {
        float x = 5.0f + (float)(i - CRATES);
        bodies[i] = test_add_box(world, thud_vec2_make(x + 0.5f, 5.0f), thud_vec2_make(0.5f, 0.1f));
        hinge.base = thud_joint_base_at(world, last, bodies[i], thud_vec2_make(x, 5.0f));
        thud_revolute_joint_create(world, &hinge);
        last = bodies[i];
    }
    hinge.base = thud_joint_base_at(world, last, ground, thud_vec2_make(5.0f + PLANKS, 5.0f));
    thud_revolute_joint_create(world, &hinge);
    assert_true(test_step_until_asleep(world, bodies[0], 600));
    assert_true(test_step_until_asleep(world, last, 3000));
    for (int i = 0; i < BODIES; i++) {
        thud_shape_def lighter = thud_shape_definition(world, test_shape_of(world, bodies[i]));
        lighter.density = 0.05f;
        assert_true(thud_shape_configure(world, test_shape_of(world, bodies[i]), &lighter));
    }
    float fastest = 0.0f;
    for (int step = 0; step < 30; step++) {
        test_step(world, 1);
        for (int i = 0; i < BODIES; i++) {
            fastest = fmaxf(fastest, thud_vec2_length(thud_body_velocity(world, bodies[i])));
        }
    }
    assert_true(fastest < 0.05f);
    thud_world_destroy(world);
}

static void a_tiny_body_rests_under_a_body_a_thousand_times_heavier_without_exploding(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id light = test_add_box(world, thud_vec2_make(0.0f, 0.25f), thud_vec2_make(0.25f, 0.25f));
    thud_body_id heavy = test_add_box(world, thud_vec2_make(0.0f, 1.5f), thud_vec2_make(1.0f, 1.0f));
    thud_shape_id shape = test_shape_of(world, heavy);
    thud_shape_def def = thud_shape_definition(world, shape);
    def.density = 62.5f; /* 250 kg on 0.25 kg */
    thud_shape_configure(world, shape, &def);
    float fastest = 0.0f;
    for (int i = 0; i < 600; i++) {
        test_step(world, 1);
        fastest = thud_max(fastest, thud_vec2_length(thud_body_velocity(world, light)));
    }
    assert_true(fastest < 3.1f); /* it may only sink and be pushed out */
    assert_true(thud_body_position(world, heavy).y > 0.9f);
    thud_world_destroy(world);
}

/* A moving box, and its state before a call that is refused. */
typedef struct witness {
    thud_world *world;
    thud_body_id body;
    uint64_t hash;
    thud_mass mass;
} witness;

static witness watch(thud_body_type type) {
    witness w = {.world = test_world_without_gravity()};
    w.body = test_add_body(w.world, type, thud_vec2_make(3.0f, 4.0f));
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_box(w.world, w.body, &def, thud_vec2_make(2.0f, 2.0f));
    if (type != THUD_BODY_STATIC) {
        thud_body_set_velocity(w.world, w.body, thud_vec2_make(1.0f, 2.0f), 3.0f);
    }
    w.hash = thud_world_hash(w.world);
    w.mass = thud_body_mass(w.world, w.body);
    return w;
}

static void check_unchanged(const witness *w, thud_status status, const char *field) {
    thud_refusal refusal = thud_world_refusal(w->world);
    assert_int_equal(refusal.status, status);
    assert_string_equal(refusal.field, field);
    assert_true(thud_world_hash(w->world) == w->hash);
    thud_mass now = thud_body_mass(w->world, w->body);
    assert_true(now.mass == w->mass.mass && now.inertia == w->mass.inertia &&
                now.center.x == w->mass.center.x);
    assert_int_equal(thud_world_counts(w->world).shapes, 1);
}

static void a_density_that_gives_no_sound_mass_is_refused_and_changes_nothing(void **state) {
    (void)state;
    /* 1e-40 and 3e38 once made the mass zero or infinite: position and velocity became NaN, and the call was refused
     * with THUD_OUT_OF_MEMORY. 1e37 made the inertia infinite, and was accepted. */
    const float densities[] = {1e-45f, 1e-40f, 1e-30f, 1e30f, 1e37f, 3e38f};
    const thud_body_type types[] = {THUD_BODY_STATIC, THUD_BODY_KINEMATIC, THUD_BODY_DYNAMIC};
    for (int t = 0; t < 3; t++) {
        for (size_t i = 0; i < sizeof densities / sizeof densities[0]; i++) {
            witness w = watch(types[t]);
            thud_shape_def def = thud_shape_defaults();
            def.density = densities[i];
            thud_shape_id added = thud_body_add_box(w.world, w.body, &def, thud_vec2_make(2.0f, 2.0f));
            assert_int_equal(added.generation, 0);
            check_unchanged(&w, THUD_OUT_OF_RANGE, "density");
            assert_false(thud_shape_configure(w.world, test_shape_of(w.world, w.body), &def));
            check_unchanged(&w, THUD_OUT_OF_RANGE, "density");
            test_step(w.world, 3);
            thud_world_destroy(w.world);
        }
    }
}

static void a_geometry_that_gives_no_sound_mass_is_refused_and_changes_nothing(void **state) {
    (void)state;
    witness w = watch(THUD_BODY_DYNAMIC);
    thud_shape_def def = thud_shape_defaults();
    def.density = 1e10f;
    assert_true(thud_shape_configure(w.world, test_shape_of(w.world, w.body), &def));
    w.mass = thud_body_mass(w.world, w.body);
    w.hash = thud_world_hash(w.world);
    thud_shape huge;
    assert_int_equal(thud_box(thud_vec2_make(1e6f, 1e6f), 0.0f, &huge), THUD_OK);
    assert_false(thud_shape_set_geometry(w.world, test_shape_of(w.world, w.body), &huge));
    check_unchanged(&w, THUD_OUT_OF_RANGE, "density");
    thud_world_destroy(w.world);
}

static void shapes_that_weigh_too_much_together_are_refused(void **state) {
    (void)state;
    /* Each shape has 0.9e20 kg, which does not count on a static body or if the mass is overridden. */
    thud_world *world = test_world_without_gravity();
    thud_shape_def def = thud_shape_defaults();
    def.density = 0.9e20f;
    const thud_vec2 half = {0.5f, 0.5f};
    thud_body_id dynamic = test_add_body(world, THUD_BODY_DYNAMIC, origin);
    assert_int_not_equal(thud_body_add_box(world, dynamic, &def, half).generation, 0);
    assert_int_equal(thud_body_add_box(world, dynamic, &def, half).generation, 0);
    assert_int_equal(thud_world_refusal(world).status, THUD_OUT_OF_RANGE);

    thud_body_id wall = test_add_body(world, THUD_BODY_STATIC, origin);
    assert_int_not_equal(thud_body_add_box(world, wall, &def, half).generation, 0);
    assert_int_not_equal(thud_body_add_box(world, wall, &def, half).generation, 0);
    thud_body_def body_def = thud_body_definition(world, wall);
    body_def.type = THUD_BODY_DYNAMIC;
    assert_false(thud_body_configure(world, wall, &body_def));
    assert_string_equal(thud_world_refusal(world).field, "type");
    assert_int_equal(thud_body_definition(world, wall).type, THUD_BODY_STATIC);

    thud_mass mass = {.mass = 1.0f, .inertia = 1.0f};
    assert_true(thud_body_set_mass(world, wall, &mass));
    assert_true(thud_body_configure(world, wall, &body_def));
    assert_false(thud_body_reset_mass(world, wall));
    assert_string_equal(thud_world_refusal(world).field, "mass");
    assert_float_equal(thud_body_mass(world, wall).mass, 1.0f, 0.0f);
    thud_body_remove_shape(world, test_shape_of(world, wall));
    assert_true(thud_body_reset_mass(world, wall));
    thud_world_destroy(world);
}

static void many_shapes_that_weigh_too_much_together_are_refused(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, origin);
    thud_shape_def def = thud_shape_defaults();
    def.density = 1e18f;
    int count = 0;
    while (count < 200 && thud_body_add_box(world, body, &def, thud_vec2_make(0.5f, 0.5f)).generation != 0) {
        count++;
    }
    assert_int_equal(count, 100);
    assert_float_equal(thud_body_mass(world, body).mass, 1e20f, 1e15f);
    test_step(world, 3);
    thud_world_destroy(world);
}

static void a_mass_beyond_the_limits_is_refused_and_changes_nothing(void **state) {
    (void)state;
    /* A centre at 3.4e38 was once accepted. */
    const struct {
        thud_mass mass;
        const char *field;
    } bad[] = {
        {{1.0f, {3.4e38f, 0.0f}, 1.0f}, "center"}, {{1.0f, {0.0f, -1.1e8f}, 1.0f}, "center"},
        {{1e-40f, {0.0f, 0.0f}, 1.0f}, "mass"},    {{3e38f, {0.0f, 0.0f}, 1.0f}, "mass"},
        {{1.0f, {0.0f, 0.0f}, 1e-40f}, "inertia"}, {{1.0f, {0.0f, 0.0f}, 3e38f}, "inertia"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        witness w = watch(THUD_BODY_DYNAMIC);
        assert_false(thud_body_set_mass(w.world, w.body, &bad[i].mass));
        check_unchanged(&w, THUD_OUT_OF_RANGE, bad[i].field);
        thud_world_destroy(w.world);
    }
    witness w = watch(THUD_BODY_DYNAMIC);
    const thud_mass most = {THUD_MAX_MASS, {THUD_MAX_COORDINATE, 0.0f}, THUD_MAX_INERTIA};
    const thud_mass least = {THUD_MIN_MASS, {0.0f, -THUD_MAX_COORDINATE}, THUD_MIN_INERTIA};
    assert_true(thud_body_set_mass(w.world, w.body, &most));
    assert_true(thud_body_set_mass(w.world, w.body, &least));
    test_step(w.world, 1);
    thud_world_destroy(w.world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_weighs_its_area_times_its_density),
        cmocka_unit_test(the_parts_of_a_compound_add_up_about_their_common_centre),
        cmocka_unit_test(a_shape_that_comes_or_goes_moves_the_centre_but_not_the_origin),
        cmocka_unit_test(when_the_centre_moves_every_point_keeps_its_velocity),
        cmocka_unit_test(when_the_centre_of_a_locked_body_moves_it_stays_locked),
        cmocka_unit_test(when_the_centre_moves_contacts_stay_where_the_shapes_meet),
        cmocka_unit_test(an_override_holds_until_it_is_reset),
        cmocka_unit_test(a_density_changed_on_a_static_body_or_under_an_override_counts_later),
        cmocka_unit_test(an_override_of_a_body_without_inertia_does_not_turn),
        cmocka_unit_test(static_and_kinematic_bodies_have_no_mass),
        cmocka_unit_test(a_dynamic_body_of_massless_shapes_still_falls_and_rests),
        cmocka_unit_test(gravity_accelerates_light_and_heavy_alike),
        cmocka_unit_test(what_rests_stays_where_all_becomes_twenty_times_lighter),
        cmocka_unit_test(a_tiny_body_rests_under_a_body_a_thousand_times_heavier_without_exploding),
        cmocka_unit_test(a_density_that_gives_no_sound_mass_is_refused_and_changes_nothing),
        cmocka_unit_test(a_geometry_that_gives_no_sound_mass_is_refused_and_changes_nothing),
        cmocka_unit_test(shapes_that_weigh_too_much_together_are_refused),
        cmocka_unit_test(many_shapes_that_weigh_too_much_together_are_refused),
        cmocka_unit_test(a_mass_beyond_the_limits_is_refused_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
