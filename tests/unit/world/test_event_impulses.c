/* Impulses in events and contact data are those of the whole step, so that a game can compute damage and weight. */
#include "reference/random_shapes.h"
#include "reference/test_world.h"
#include "test.h"

static float normal_impulse(const thud_contact_data *contact) {
    return contact->normal_impulse[0] + contact->normal_impulse[1];
}

static thud_world *world_with_floor_and_box(float height, thud_body_id *box) {
    thud_world_def def = thud_world_defaults();
    thud_world *world = thud_world_create(&def);
    thud_body_def floor_def = thud_body_defaults();
    thud_body_id floor = thud_body_create(world, &floor_def);
    thud_shape_def shape_def = thud_shape_defaults();
    thud_body_add_segment(world, floor, &shape_def, thud_vec2_make(-10.0f, 0.0f),
                          thud_vec2_make(10.0f, 0.0f));
    *box = test_add_box(world, thud_vec2_make(0.0f, height), thud_vec2_make(0.5f, 0.5f));
    return world;
}

/* In 126 of 200 such landings the begin had no impulse: the contact was known, but apart when the solver ran, and
 * an impact in mid-step stopped the box. */
static void a_landing_from_any_height_reports_its_impulse(void **state) {
    (void)state;
    for (int drop = 0; drop < 50; drop++) {
        thud_body_id box;
        thud_world *world = world_with_floor_and_box(2.0f + 0.131f * (float)drop, &box);
        float mass = thud_body_mass(world, box).mass;
        float speed = 0.0f;
        thud_contact_events events = {0};
        for (int i = 0; i < 120 && events.begin_count == 0; i++) {
            speed = -thud_body_velocity(world, box).y;
            thud_world_step(world, 1.0f / 60.0f);
            events = thud_world_contact_events(world);
        }
        assert_int_equal(events.begin_count, 1);
        float taken = mass * (speed + 10.0f / 60.0f + thud_body_velocity(world, box).y);
        assert_float_equal(normal_impulse(&events.begins[0]), taken, 0.01f * taken);
        assert_true(events.begins[0].body_a.slot == box.slot ? events.begins[0].manifold.normal.y < -0.99f
                                                            : events.begins[0].manifold.normal.y > 0.99f);
        thud_world_destroy(world);
    }
}

/* A wall of one segment that is turned; hits are reported. */
static void add_turned_wall(thud_world *world, float angle, const thud_shape_def *def) {
    thud_body_id wall = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(3.0f, 0.0f));
    thud_body_teleport(world, wall, thud_vec2_make(3.0f, 0.0f), angle);
    thud_body_add_segment(world, wall, def, thud_vec2_make(0.0f, -6.0f), thud_vec2_make(0.0f, 6.0f));
}

/* Shapes of any kind fly at a wall: where one impact in mid-step is all that happens, the impulses of its begin event are the change of
 * the body's momentum, friction and signs included, whichever of the two shapes is older. */
static void an_impact_reports_the_change_of_momentum(void **state) {
    (void)state;
    static const thud_shape_kind kinds[] = {THUD_SHAPE_CIRCLE, THUD_SHAPE_CAPSULE, THUD_SHAPE_POLYGON};
    test_random random = test_random_seed(11);
    int impacts = 0;
    for (int i = 0; i < 300; i++) {
        thud_world *world = test_world_without_gravity();
        thud_shape_def def = thud_shape_defaults();
        def.material.friction = test_random_float(&random, 0.0f, 1.0f);
        def.material.elasticity = test_random_float(&random, 0.0f, 1.0f);
        def.hit_events = true;
        float angle = test_random_float(&random, -0.5f, 0.5f);
        if (i % 2 == 0) {
            add_turned_wall(world, angle, &def);
        }
        thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(0.0f, 0.0f));
        thud_shape shape = test_random_shape_of(&random, kinds[i % 3], test_random_float(&random, 0.1f, 0.7f));
        thud_body_add_shape(world, body, &def, &shape);
        if (i % 2 != 0) {
            add_turned_wall(world, angle, &def);
        }
        thud_vec2 before = {test_random_float(&random, 50.0f, 250.0f),
                            test_random_float(&random, -100.0f, 100.0f)};
        thud_body_set_velocity(world, body, before, test_random_float(&random, -50.0f, 50.0f));
        thud_contact_events events = {0};
        for (int step = 0; step < 6 && events.begin_count == 0; step++) {
            test_step(world, 1);
            events = thud_world_contact_events(world);
        }
        if (thud_world_counts(world).times_of_impact == 1 && events.begin_count == 1 && events.hit_count == 1) {
            impacts++;
            const thud_contact_data *begin = &events.begins[0];
            assert_true(begin->touching);
            thud_vec2 normal = begin->manifold.normal;
            thud_vec2 on_b = thud_vec2_add(thud_vec2_scale(normal, normal_impulse(begin)),
                                           thud_vec2_scale(thud_vec2_perp(normal), begin->friction_impulse));
            thud_vec2 reported = test_same_body(begin->body_b, body) ? on_b : thud_vec2_neg(on_b);
            thud_vec2 taken = thud_vec2_scale(thud_vec2_sub(thud_body_velocity(world, body), before),
                                              thud_body_mass(world, body).mass);
            assert_true(thud_vec2_distance(reported, taken) < 1e-3f * thud_vec2_length(taken));
        }
        thud_world_destroy(world);
    }
    assert_true(impacts > 200);
}

static void a_box_at_rest_presses_with_its_weight(void **state) {
    (void)state;
    thud_body_id box;
    thud_world *world = world_with_floor_and_box(0.5f, &box);
    thud_contact_data contact;
    for (int i = 0; i < 25; i++) {
        thud_world_step(world, 1.0f / 60.0f);
    }
    assert_int_equal(thud_body_contacts(world, box, &contact, 1), 1);
    float weight = 10.0f * thud_body_mass(world, box).mass;
    assert_float_equal(normal_impulse(&contact), weight / 60.0f, 0.02f * weight / 60.0f);
    thud_world_destroy(world);
}

/* A point of a crate at a pose: on its lower side. */
static bool is_on_lower_side(thud_pose crate, thud_vec2 point) {
    thud_vec2 local = thud_pose_apply_inverse(crate, point);
    return thud_abs(thud_abs(local.x) - 0.5f) < 1e-3f && thud_abs(local.y + 0.5f) < 0.05f;
}

/* The arm from body a was added to the pose to which the step had moved the body: the points of a crate that was made before
 * its floor were a step of its motion ahead, and a game that breaks the tile at a hit's point broke another one. */
static void points_are_those_of_the_start_of_the_step(void **state) {
    (void)state;
    for (int order = 0; order < 2; order++) {
        thud_world *world = test_world_create();
        thud_body_id floor = {0, 0};
        if (order == 1) {
            floor = test_add_ground(world);
        }
        thud_body_id crate = test_add_box(world, thud_vec2_make(0.0f, 1.0f), thud_vec2_make(0.5f, 0.5f));
        thud_shape_id shape = test_shape_of(world, crate);
        thud_shape_def def = thud_shape_definition(world, shape);
        def.hit_events = true;
        thud_shape_configure(world, shape, &def);
        if (order == 0) {
            floor = test_add_ground(world);
        }
        thud_body_set_velocity(world, crate, thud_vec2_make(20.0f, 0.0f), 0.0f);
        thud_contact_events events = {0};
        for (int i = 0; i < 60 && events.begin_count == 0; i++) {
            test_step(world, 1);
            events = thud_world_contact_events(world);
        }
        assert_int_equal(events.begin_count, 1);
        assert_int_equal(events.hit_count, 1);
        assert_true(test_same_body(events.begins[0].body_a, order == 0 ? crate : floor));
        thud_contact_data contact;
        assert_int_equal(thud_body_contacts(world, crate, &contact, 1), 1);
        thud_pose start = thud_body_previous_pose(world, crate);
        for (int i = 0; i < 2; i++) {
            assert_true(is_on_lower_side(start, events.begins[0].manifold.points[i].point));
            assert_true(is_on_lower_side(start, contact.manifold.points[i].point));
        }
        assert_true(is_on_lower_side(start, events.hits[0].point));
        contact = thud_contact_now(world, contact.contact);
        assert_true(is_on_lower_side(thud_body_pose(world, crate), contact.manifold.points[0].point));
        thud_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_landing_from_any_height_reports_its_impulse),
        cmocka_unit_test(an_impact_reports_the_change_of_momentum),
        cmocka_unit_test(a_box_at_rest_presses_with_its_weight),
        cmocka_unit_test(points_are_those_of_the_start_of_the_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
