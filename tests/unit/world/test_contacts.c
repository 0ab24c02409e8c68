/* Contacts as the user reads them between steps: by body, by shape, by id, or all of them. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "reference/random_shapes.h"
#include "reference/test_world.h"

static const thud_vec2 origin = {0.0f, 0.0f};

static bool same_contact(thud_contact_id a, thud_contact_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

static thud_world *make_pile(void) {
    thud_world *world = test_world_create();
    test_add_ground(world);
    for (int i = 0; i < 30; i++) {
        test_add_box(world, thud_vec2_make(0.55f * (float)(i % 6), 0.3f + 0.6f * (float)(i / 6)),
                     thud_vec2_make(0.25f, 0.25f));
    }
    test_step(world, 60);
    return world;
}

static void all_contacts_with_points_are_iterated_once_in_slot_order(void **state) {
    (void)state;
    thud_world *world = make_pile();
    thud_contact_id contact = {0, 0};
    int count = 0;
    int touching = 0;
    uint32_t last = 0;
    while ((contact = thud_world_next_contact(world, contact)).generation != 0) {
        assert_true(count == 0 || contact.slot > last);
        last = contact.slot;
        assert_true(thud_contact_is_valid(world, contact));
        thud_contact_data data = thud_contact_read(world, contact);
        assert_true(same_contact(data.contact, contact));
        assert_in_range(data.manifold.count, 1, 2);
        touching += data.touching;
        count++;
    }
    assert_true(count >= 30);
    assert_int_equal(touching, thud_world_counts(world).touching);

    int ends = 0; /* each contact is on two bodies */
    thud_body_id body = {0, 0};
    while ((body = thud_world_next_body(world, body)).generation != 0) {
        ends += thud_body_contacts(world, body, NULL, 0);
    }
    assert_int_equal(ends, 2 * count);
    thud_world_destroy(world);
}

/* A ball at the corner of a box: their boxes overlap long before their surfaces touch. A pair without
 * points is in none of the lists of contacts. */
static void a_pair_without_points_is_in_no_list_of_contacts(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id wall = test_add_wall(world, origin, thud_vec2_make(1.0f, 1.0f));
    thud_body_id ball = test_add_ball(world, thud_vec2_make(1.0f, 1.0f), 0.5f);
    const float gaps[] = {0.1f, 0.01f, -0.01f}; /* apart, near, touching */
    for (int i = 0; i < 3; i++) {
        float along = sqrtf(0.5f) * (0.5f + gaps[i]);
        thud_body_teleport(world, ball, thud_vec2_make(1.0f + along, 1.0f + along), 0.0f);
        thud_body_set_velocity(world, ball, origin, 0.0f);
        test_step(world, 1);
        assert_int_equal(thud_world_counts(world).contacts, 1);
        bool listed = i > 0;
        thud_contact_data data = {0};
        assert_int_equal(thud_body_contacts(world, ball, &data, 1), listed);
        assert_int_equal(thud_shape_contacts(world, test_shape_of(world, wall), &data, 1), listed);
        thud_contact_id first = thud_world_next_contact(world, (thud_contact_id){0, 0});
        assert_int_equal(first.generation != 0, listed);
        if (listed) {
            assert_true(same_contact(first, data.contact));
            assert_int_equal(thud_world_next_contact(world, first).generation, 0);
            assert_int_equal(data.manifold.count, 1);
            assert_int_equal(data.touching, i == 2);
        }
    }
    thud_world_destroy(world);
}

static void the_contacts_of_a_shape_are_its_own_only(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_ground(world);
    thud_body_id table = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(0.0f, 0.5f));
    thud_shape_def def = thud_shape_defaults();
    thud_shape leg;
    thud_polygon((thud_vec2[]){{-1.0f, -0.5f}, {-0.8f, -0.5f}, {-0.8f, 0.5f}, {-1.0f, 0.5f}}, 4, 0.0f, &leg);
    thud_shape_id left = thud_body_add_shape(world, table, &def, &leg);
    thud_polygon((thud_vec2[]){{0.8f, -0.5f}, {1.0f, -0.5f}, {1.0f, 0.5f}, {0.8f, 0.5f}}, 4, 0.0f, &leg);
    thud_shape_id right = thud_body_add_shape(world, table, &def, &leg);
    test_add_box(world, thud_vec2_make(0.9f, 1.3f), thud_vec2_make(0.3f, 0.3f)); /* stands on the right one */
    test_step(world, 20);
    thud_contact_data contacts[4];
    assert_int_equal(thud_shape_contacts(world, left, contacts, 4), 1);
    assert_true(test_same_shape(contacts[0].shape_a, left) || test_same_shape(contacts[0].shape_b, left));
    assert_int_equal(thud_shape_contacts(world, right, contacts, 4), 2);
    assert_int_equal(thud_shape_contacts(world, right, contacts, 1), 2); /* returns the full count */
    assert_int_equal(thud_shape_contacts(world, right, NULL, 0), 2);
    assert_int_equal(thud_shape_contacts(world, test_shape_of(world, ground), contacts, 4), 2);
    assert_int_equal(thud_body_contacts(world, table, contacts, 4), 3);
    thud_world_destroy(world);
}

static void a_contact_read_by_its_id_is_the_one_that_the_event_told_of(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 1);
    thud_contact_events events = thud_world_contact_events(world);
    assert_int_equal(events.begin_count, 1);
    thud_contact_id contact = events.begins[0].contact;
    for (int i = 0; i < 60; i++) {
        test_step(world, 1);
        thud_contact_data data = thud_contact_read(world, contact);
        assert_true(same_contact(data.contact, contact));
        assert_true(data.touching);
    }
    thud_contact_data data = thud_contact_read(world, contact);
    assert_float_equal(data.normal_impulse[0] + data.normal_impulse[1], 10.0f * TEST_DT, 1e-3f);
    thud_world_destroy(world);
}

static void a_body_of_many_shapes_that_is_destroyed_ends_each_touch_once(void **state) {
    (void)state;
    enum { tiles = 40 };
    thud_world *world = test_world_create();
    thud_body_id floor = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_shape_def def = thud_shape_defaults();
    for (int i = 0; i < tiles; i++) {
        thud_vec2 left = {(float)i, 0.0f}, right = {(float)i + 1.0f, 0.0f};
        thud_body_add_segment(world, floor, &def, left, right);
        test_add_box(world, thud_vec2_make((float)i + 0.5f, 0.25f), thud_vec2_make(0.25f, 0.25f));
    }
    test_step(world, 5);
    assert_int_equal(thud_world_counts(world).touching, tiles);
    assert_true(thud_body_destroy(world, floor));
    assert_int_equal(thud_world_counts(world).touching, 0);
    test_step(world, 1);
    assert_int_equal(thud_world_contact_events(world).end_count, tiles);
    assert_int_equal(thud_world_next_contact(world, (thud_contact_id){0, 0}).generation, 0);
    thud_world_destroy(world);
}

static void a_contact_that_has_gone_gives_nothing_and_says_so(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 5);
    thud_contact_id contact = thud_world_next_contact(world, (thud_contact_id){0, 0});
    assert_true(contact.generation != 0);
    thud_body_destroy(world, box);
    thud_contact_id bad[] = {contact, {0, 0}, {12345678, 1}, {UINT32_MAX, UINT32_MAX}, {0, 77}};
    thud_contact_data zero;
    memset(&zero, 0, sizeof zero);
    for (int i = 0; i < 5; i++) {
        thud_body_teleport(world, (thud_body_id){0, 0}, origin, NAN); /* another refusal */
        assert_false(thud_contact_is_valid(world, bad[i]));
        thud_contact_data data = thud_contact_read(world, bad[i]);
        assert_int_equal(data.contact.generation, 0);
        assert_int_equal(data.manifold.count, 0);
        assert_int_equal(thud_world_refusal(world).status, THUD_STALE_ID);
        assert_string_equal(thud_world_refusal(world).field, "contact");
        if (bad[i].generation != 0) {
            assert_int_equal(thud_world_next_contact(world, bad[i]).generation, 0);
        }
    }
    assert_int_equal(thud_shape_contacts(world, (thud_shape_id){3, 9}, NULL, 0), 0);
    assert_string_equal(thud_world_refusal(world).field, "shape");
    thud_world_destroy(world);
}

static void without_a_world_there_are_no_contacts(void **state) {
    (void)state;
    assert_false(thud_contact_is_valid(NULL, (thud_contact_id){0, 1}));
    assert_int_equal(thud_contact_read(NULL, (thud_contact_id){0, 1}).contact.generation, 0);
    assert_int_equal(thud_world_next_contact(NULL, (thud_contact_id){0, 0}).generation, 0);
    assert_int_equal(thud_shape_contacts(NULL, (thud_shape_id){0, 1}, NULL, 0), 0);
}

/* ---- how fast they approach ---- */

static void each_point_has_its_speed_of_approach(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    test_add_wall(world, thud_vec2_make(0.0f, -0.5f), thud_vec2_make(5.0f, 0.5f));
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.51f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 1);
    thud_body_set_velocity(world, box, thud_vec2_make(3.0f, -0.2f),
                           0.4f); /* the left side moves down: - 0.2 - 0.2 */
    thud_contact_data data;
    assert_int_equal(thud_body_contacts(world, box, &data, 1), 1);
    assert_int_equal(data.manifold.count, 2);
    int left = data.manifold.points[1].point.x < data.manifold.points[0].point.x;
    assert_float_equal(data.approach_speed[left], 0.4f, 1e-4f);
    assert_float_equal(data.approach_speed[1 - left], 0.0f, 1e-4f);
    thud_body_set_velocity(world, box, thud_vec2_make(0.0f, 1.0f), 0.0f); /* away */
    thud_body_contacts(world, box, &data, 1);
    assert_float_equal(data.approach_speed[0], -1.0f, 1e-4f);
    thud_world_destroy(world);
}

/* The approach speed in the begin event of a ball that falls on the ground from a height with an initial speed. */
static float speed_at_begin(float height, float speed) {
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 0.3f + height), 0.3f);
    thud_body_set_velocity(world, ball, thud_vec2_make(0.0f, -speed), 0.0f);
    float told = -1.0f;
    for (int i = 0; i < 200 && told < 0.0f; i++) {
        test_step(world, 1);
        thud_contact_events events = thud_world_contact_events(world);
        if (events.begin_count > 0) {
            told = events.begins[0].approach_speed[0];
        }
    }
    thud_world_destroy(world);
    return told;
}

static void a_begin_event_has_the_speed_before_the_solver(void **state) {
    (void)state;
    /* sqrt(v^2 + 2 g h), up to the gain of a step; the contact begins by overlap, by an impulse on a
     * near contact, or by continuous collision */
    for (int i = 0; i < 40; i++) {
        float height = 0.05f + 0.1f * (float)i;
        float expected = sqrtf(20.0f * height);
        assert_float_equal(speed_at_begin(height, 0.0f), expected, 0.35f);
    }
    for (int i = 0; i < 10; i++) {
        assert_float_equal(speed_at_begin(3.0f + 0.2f * (float)i, 100.0f), 100.0f, 1.0f);
    }
}

static void a_hit_event_has_the_speed_of_the_begin_event(void **state) {
    (void)state;
    for (int i = 0; i < 30; i++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 1.0f + 0.07f * (float)i), 0.3f);
        thud_shape_id shape = test_shape_of(world, ball);
        thud_shape_def def = thud_shape_definition(world, shape);
        def.hit_events = true;
        def.material_id = 5;
        thud_shape_configure(world, shape, &def);
        int hits = 0;
        for (int k = 0; k < 80; k++) {
            test_step(world, 1);
            thud_contact_events events = thud_world_contact_events(world);
            if (events.hit_count > 0 && events.begin_count > 0) {
                assert_float_equal(events.hits[0].approach_speed, events.begins[0].approach_speed[0], 1e-6f);
                assert_true(events.hits[0].material_a == 5 || events.hits[0].material_b == 5);
                hits++;
            }
        }
        assert_int_equal(hits, 1);
        thud_world_destroy(world);
    }
}

/*
 * A box beside another one, its bottom level with the other's top up to some um: the nearest corners touch. Both ends
 * of the sides that face each other are about as near, and one of 2,800 such contacts was once at the far end, 1.6 m
 * away, as the narrowphase took the deeper end.
 */
static void boxes_whose_sides_end_where_the_other_begins_touch_there(void **state) {
    (void)state;
    enum { pairs = TEST_UNLESS_SANITIZED(20000, 2000) };
    test_random random = {7};
    int touches = 0;
    for (int i = 0; i < pairs; i++) {
        thud_world *world = test_world_without_gravity();
        float angle = test_random_float(&random, -3.0f, 3.0f), tilt = test_random_float(&random, -2e-5f, 2e-5f);
        float gap = test_random_float(&random, 1e-4f, 0.015f), level = test_random_float(&random, -3e-5f, 3e-5f);
        float width = test_random_float(&random, 0.05f, 0.1f);
        thud_rot turn = thud_rot_from_angle(angle);
        thud_body_id low = test_add_wall(world, thud_rot_apply(turn, thud_vec2_make(width, -0.5f)), thud_vec2_make(width, 0.5f));
        thud_body_id high =
            test_add_box(world, thud_rot_apply(turn, thud_vec2_make(-gap - 0.3f, 0.8f + level)), thud_vec2_make(0.3f, 0.8f));
        thud_body_teleport(world, low, thud_body_position(world, low), angle);
        thud_body_teleport(world, high, thud_body_position(world, high), angle + tilt);
        test_step(world, 1);
        thud_contact_data contacts[2];
        int count = thud_body_contacts(world, high, contacts, 2);
        for (int k = 0; k < count; k++) {
            touches += contacts[k].manifold.count;
            for (int j = 0; j < contacts[k].manifold.count; j++) {
                assert_true(thud_vec2_length(contacts[k].manifold.points[j].point) < 0.02f);
            }
        }
        thud_world_destroy(world);
    }
    assert_true(touches > pairs / 2);
}

/* ---- now ---- */

/* Contacts describe the start of a step, so that `touching` stays true for one more step after a jump. */
static void a_contact_now_is_that_of_the_end_of_the_step(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 10);
    thud_contact_id contact = thud_world_next_contact(world, (thud_contact_id){0, 0});
    thud_contact_data before = thud_contact_read(world, contact), now = thud_contact_now(world, contact);
    assert_true(before.touching && now.touching);
    assert_int_equal(now.manifold.count, 2);
    assert_float_equal(now.manifold.normal.y, before.manifold.normal.y, 1e-6f);
    assert_true(now.normal_impulse[0] == before.normal_impulse[0] && now.normal_impulse[0] > 0.0f);

    thud_body_set_linear_velocity(
        world, box, thud_vec2_make(0.0f, 1.0f)); /* 17 mm in the step: more than the slop, still near */
    test_step(world, 1);
    assert_true(thud_contact_read(world, contact).touching);
    now = thud_contact_now(world, contact);
    assert_false(now.touching);
    assert_int_equal(now.manifold.count, 2);
    float height = thud_body_position(world, box).y - 0.5f;
    assert_float_equal(now.manifold.points[0].separation, height, 1e-5f);
    assert_float_equal(now.approach_speed[0], -thud_body_velocity(world, box).y, 1e-5f);
    assert_true(now.mtd.x == 0.0f && now.mtd.y == 0.0f);

    thud_body_teleport(world, box, thud_vec2_make(0.0f, 0.4f), 0.0f); /* between steps, too */
    now = thud_contact_now(world, contact);
    assert_true(now.touching);
    assert_float_equal(fabsf(now.mtd.y), 0.1f, 1e-5f);
    thud_body_teleport(world, box, thud_vec2_make(0.0f, 9.0f), 0.0f);
    assert_int_equal(thud_contact_now(world, contact).manifold.count, 0);
    assert_int_equal(thud_contact_now(world, (thud_contact_id){0, 0}).contact.generation, 0);
    assert_int_equal(thud_world_refusal(world).status, THUD_STALE_ID);
    thud_world_destroy(world);
}

static void a_sensor_tells_a_kinematic_body_of_static_and_kinematic_ones(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_wall(world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(1.0f, 1.0f));
    thud_body_id other = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(6.0f, 0.0f));
    thud_body_id lift = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(0.0f, 0.0f));
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_box(world, other, &def, thud_vec2_make(0.5f, 0.5f));
    thud_body_add_box(world, lift, &def, thud_vec2_make(0.5f, 0.5f));
    def.sensor = true;
    def.sensor_sees_static = true;
    thud_body_add_box(world, lift, &def, thud_vec2_make(0.5f, 0.5f));
    thud_body_set_linear_velocity(world, lift, thud_vec2_make(2.0f, 0.0f));
    int begins = 0, contacts = 0;
    for (int i = 0; i < 180; i++) {
        test_step(world, 1);
        begins += thud_world_sensor_events(world).begin_count;
        contacts += thud_world_contact_events(world).begin_count;
    }
    assert_int_equal(begins, 2);
    assert_int_equal(contacts, 0);
    thud_world_destroy(world);
}

/* A box of a metre at the origin and another one that comes from the left. */
static thud_world *throw_box(float gap, float above, thud_vec2 velocity, thud_body_id boxes[2]) {
    thud_world *world = test_world_without_gravity();
    boxes[0] = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    boxes[1] = test_add_box(world, thud_vec2_make(-1.0f - gap, above), thud_vec2_make(0.5f, 0.5f));
    thud_body_set_linear_velocity(world, boxes[1], velocity);
    return world;
}

/* Dynamic bodies are not swept against each other, and points were made from 2 cm away whatever the speed: a crate that
 * came with 40 m/s from 10 cm away was 57 cm deep in the other one at the end of the step, and the pairs of crates that
 * bullets hit overlapped by 17 mm on average. */
static void a_fast_crate_is_stopped_by_one_that_it_reaches_within_the_step(void **state) {
    (void)state;
    for (int i = 0; i < 7; i++) {
        thud_body_id boxes[2];
        float gap = 0.03f + 0.01f * (float)i;
        thud_world *world = throw_box(gap, 0.0f, thud_vec2_make(40.0f, 0.0f), boxes);
        test_step(world, 1);
        float apart = thud_body_position(world, boxes[0]).x - thud_body_position(world, boxes[1]).x;
        assert_true(apart > 0.99f);
        thud_world_destroy(world);
    }
}

/* The same points would stop, too, what passes a corner and never touches it. */
static void a_fast_crate_that_passes_a_corner_is_not_touched(void **state) {
    (void)state;
    for (int i = 0; i < 16; i++) {
        thud_body_id boxes[2];
        float gap = 0.02f + 0.01f * (float)i; /* at 45 degrees it passes the corner by 5 cm / sqrt(2) */
        thud_vec2 velocity = {30.0f, i % 2 == 0 ? 30.0f : -30.0f};
        float above = i % 2 == 0 ? 1.05f - gap : gap - 1.05f;
        thud_world *world = throw_box(gap, above, velocity, boxes);
        test_step(world, 10);
        thud_vec2 after = thud_body_velocity(world, boxes[1]), other = thud_body_velocity(world, boxes[0]);
        assert_true(after.x == velocity.x && after.y == velocity.y);
        assert_true(other.x == 0.0f && other.y == 0.0f);
        thud_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_contacts_with_points_are_iterated_once_in_slot_order),
        cmocka_unit_test(a_pair_without_points_is_in_no_list_of_contacts),
        cmocka_unit_test(the_contacts_of_a_shape_are_its_own_only),
        cmocka_unit_test(a_contact_read_by_its_id_is_the_one_that_the_event_told_of),
        cmocka_unit_test(a_body_of_many_shapes_that_is_destroyed_ends_each_touch_once),
        cmocka_unit_test(a_contact_that_has_gone_gives_nothing_and_says_so),
        cmocka_unit_test(without_a_world_there_are_no_contacts),
        cmocka_unit_test(each_point_has_its_speed_of_approach),
        cmocka_unit_test(a_begin_event_has_the_speed_before_the_solver),
        cmocka_unit_test(a_hit_event_has_the_speed_of_the_begin_event),
        cmocka_unit_test(boxes_whose_sides_end_where_the_other_begins_touch_there),
        cmocka_unit_test(a_contact_now_is_that_of_the_end_of_the_step),
        cmocka_unit_test(a_fast_crate_is_stopped_by_one_that_it_reaches_within_the_step),
        cmocka_unit_test(a_fast_crate_that_passes_a_corner_is_not_touched),
        cmocka_unit_test(a_sensor_tells_a_kinematic_body_of_static_and_kinematic_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
