/* thud_world_collide_shape: MTD, distance, normal and points of the shapes that a shape overlaps or is near. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "reference/random_shapes.h"
#include "reference/test_world.h"
#include "thud/chain.h"

enum { most_contacts = 64 };

static const thud_vec2 origin = {0.0f, 0.0f};

/* ---- against brute force ---- */

/* A world of dynamic bodies, as static and kinematic ones hide each other's edges. */
static thud_world *random_world(test_random *random, int bodies, float reach) {
    thud_world *world = test_world_create();
    for (int i = 0; i < bodies; i++) {
        thud_body_def def = thud_body_defaults();
        def.type = THUD_BODY_DYNAMIC;
        def.position = test_random_vec2(random, reach);
        def.angle = test_random_float(random, -3.0f, 3.0f);
        thud_body_id body = thud_body_create(world, &def);
        thud_shape shape = test_random_shape(random, test_random_int(random, 0, 9) == 0 ? 4.0f : 1.0f);
        thud_shape_def shape_def = thud_shape_defaults();
        assert_false(thud_shape_id_is_null(thud_body_add_shape(world, body, &shape_def, &shape)));
    }
    return world;
}

/* Calls the narrowphase for one shape: the normal from it to the other, the separation; false beyond the margin. */
static bool measure(thud_world *world, thud_shape_id id, const thud_shape *shape, thud_pose pose, float margin,
                    thud_world_contact *contact) {
    thud_shape other = thud_shape_geometry(world, id);
    thud_pose other_pose = thud_body_pose(world, thud_shape_body(world, id));
    thud_mtd mtd;
    thud_distance_result distance;
    assert_int_equal(thud_find_mtd(&other, other_pose, shape, pose, &mtd), THUD_OK);
    assert_int_equal(thud_find_distance(&other, other_pose, shape, pose, &distance), THUD_OK);
    contact->shape = id;
    contact->separation = mtd.overlap ? -mtd.depth : distance.distance;
    contact->normal = mtd.overlap ? mtd.normal : distance.normal;
    return contact->separation <= margin;
}

/* The contact of a shape in the result; null if there is none. */
static const thud_world_contact *find(const thud_world_contact *contacts, int count, thud_shape_id shape) {
    for (int i = 0; i < count; i++) {
        if (thud_shape_id_equal(contacts[i].shape, shape)) {
            return &contacts[i];
        }
    }
    return NULL;
}

static void what_is_found_is_what_brute_force_finds_bit_for_bit(void **state) {
    (void)state;
    test_random random = test_random_seed(2201);
    int found_in_all = 0, overlaps = 0;
    for (int run = 0; run < 20; run++) {
        thud_world *world = random_world(&random, 60, 5.0f);
        for (int i = 0; i < 50; i++) {
            thud_shape shape = test_random_shape(&random, 1.0f);
            thud_pose pose = test_random_pose(&random, 5.0f);
            float margin = i % 3 == 0 ? 0.0f : test_random_float(&random, 0.0f, 1.0f);
            thud_world_contact contacts[most_contacts], expected;
            int count = thud_world_collide_shape(world, &shape, pose, margin, thud_query_filter_all(), contacts,
                                                 most_contacts);
            assert_true(count <= most_contacts);
            int expected_count = 0;
            thud_body_id body = {0, 0};
            while (!thud_body_id_is_null(body = thud_world_next_body(world, body))) {
                if (!measure(world, test_shape_of(world, body), &shape, pose, margin, &expected)) {
                    continue;
                }
                expected_count++;
                const thud_world_contact *contact = find(contacts, count, expected.shape);
                assert_non_null(contact);
                assert_true(test_same_body(contact->body, body));
                assert_true(contact->separation == expected.separation);
                assert_memory_equal(&contact->normal, &expected.normal, sizeof expected.normal);
                overlaps += contact->separation < 0.0f;
            }
            assert_int_equal(count, expected_count);
            found_in_all += count;
        }
        thud_world_destroy(world);
    }
    printf("%d found, %d of them overlapping\n", found_in_all, overlaps);
    assert_true(overlaps > 1000 && found_in_all > overlaps + 500);
}

static void the_mtd_takes_the_shape_out_and_its_points_lie_between_the_surfaces(void **state) {
    (void)state;
    test_random random = test_random_seed(2202);
    for (int run = 0; run < 20; run++) {
        thud_world *world = random_world(&random, 40, 4.0f);
        for (int i = 0; i < 50; i++) {
            thud_shape shape = test_random_shape(&random, 1.0f);
            thud_pose pose = test_random_pose(&random, 4.0f);
            thud_world_contact contacts[most_contacts];
            int count = thud_world_collide_shape(world, &shape, pose, 0.5f, thud_query_filter_all(), contacts,
                                                 most_contacts);
            for (int k = 0; k < count; k++) {
                const thud_world_contact *contact = &contacts[k];
                thud_shape other = thud_shape_geometry(world, contact->shape);
                thud_pose other_pose = thud_body_pose(world, contact->body), out = pose;
                out.position = thud_vec2_mul_add(pose.position, 1e-4f - contact->separation, contact->normal);
                assert_false(thud_overlap(&other, other_pose, &shape, out));
                assert_float_equal(thud_vec2_length(contact->normal), 1.0f, 1e-6f);
                assert_in_range(contact->count, 1, 2);
                assert_true(k == 0 || contacts[k - 1].separation <= contact->separation);
            }
        }
        thud_world_destroy(world);
    }
}

static void the_nearest_are_kept_where_there_is_room_for_a_few(void **state) {
    (void)state;
    test_random random = test_random_seed(2203);
    thud_world *world = random_world(&random, 60, 4.0f);
    for (int i = 0; i < 50; i++) {
        thud_shape shape = test_random_shape(&random, 1.0f);
        thud_pose pose = test_random_pose(&random, 4.0f);
        const thud_query_filter all = thud_query_filter_all();
        thud_world_contact contacts[most_contacts], few[3];
        int count = thud_world_collide_shape(world, &shape, pose, 1.0f, all, contacts, most_contacts);
        assert_int_equal(thud_world_collide_shape(world, &shape, pose, 1.0f, all, few, 3), count);
        for (int k = 0; k < 3 && k < count; k++) {
            assert_true(thud_shape_id_equal(few[k].shape, contacts[k].shape));
        }
        assert_int_equal(thud_world_collide_shape(world, &shape, pose, 1.0f, all, NULL, 0), count);
        assert_int_equal(thud_world_collide_shape(world, &shape, pose, 1.0f, all, few, -1), count);
    }
    thud_world_destroy(world);
}

/* ---- worked examples ---- */

static void a_character_between_floor_and_wall_gets_both_planes(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id floor = test_add_wall(world, thud_vec2_make(0.0f, -1.0f), thud_vec2_make(10.0f, 1.0f));
    thud_body_id wall = test_add_wall(world, thud_vec2_make(2.0f, 3.0f), thud_vec2_make(1.0f, 2.9f));
    thud_shape capsule;
    thud_capsule(thud_vec2_make(0.0f, -0.5f), thud_vec2_make(0.0f, 0.5f), 0.3f, &capsule);
    thud_pose pose = {{0.68f, 0.79f}, {1.0f, 0.0f}}; /* 1 cm in the floor, 2 cm from the wall */
    thud_world_contact contacts[4];
    assert_int_equal(thud_world_collide_shape(world, &capsule, pose, 0.05f, thud_query_filter_all(), contacts, 4), 2);
    assert_true(test_same_body(contacts[0].body, floor));
    assert_float_equal(contacts[0].separation, -0.01f, 1e-6f);
    assert_float_equal(contacts[0].normal.y, 1.0f, 1e-6f);
    assert_int_equal(contacts[0].count, 1);
    assert_float_equal(contacts[0].points[0].x, 0.68f, 1e-6f);
    assert_float_equal(contacts[0].points[0].y, -0.005f, 1e-6f);
    assert_true(test_same_body(contacts[1].body, wall));
    assert_float_equal(contacts[1].separation, 0.02f, 1e-6f);
    assert_float_equal(contacts[1].normal.x, -1.0f, 1e-6f);
    assert_int_equal(contacts[1].count, 2); /* its flank is parallel to the wall */
    assert_float_equal(contacts[1].points[0].x, 0.99f, 1e-6f);
    assert_int_equal(thud_world_collide_shape(world, &capsule, pose, 0.0f, thud_query_filter_all(), contacts, 4), 1);
    thud_world_destroy(world);
}

/* ---- chains ---- */

static void lay_chain(thud_world *world, bool one_sided) {
    static const thud_vec2 points[] = {{-4.0f, 0.0f}, {-1.0f, 0.0f}, {1.0f, 0.0f}, {4.0f, 0.0f}};
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = 4;
    def.one_sided = one_sided;
    thud_chain_create(world, test_add_body(world, THUD_BODY_STATIC, origin), &def);
}

static void a_chain_is_a_floor_without_edges(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    lay_chain(world, false);
    thud_shape box;
    thud_box(thud_vec2_make(0.3f, 0.5f), 0.0f, &box);
    for (int i = 0; i <= 120; i++) { /* across both inner points, slightly in the floor */
        thud_pose pose = {{-3.0f + 0.05f * (float)i, 0.499f}, {1.0f, 0.0f}};
        thud_world_contact contacts[4];
        int count = thud_world_collide_shape(world, &box, pose, 0.1f, thud_query_filter_all(), contacts, 4);
        assert_in_range(count, 1, 2);
        for (int k = 0; k < count; k++) {
            assert_float_equal(contacts[k].normal.y, 1.0f, 1e-6f);
            assert_float_equal(contacts[k].separation, -0.001f, 1e-6f);
        }
    }
    thud_world_destroy(world);
}

/*
 * A floor of boxes of many widths, a wall at its end: shapes on the floor, up to 3 mm in it or 30 mm above it, have
 * upward normals only. Before, 2,457 of 10,167 contacts had another normal.
 */
static void boxes_laid_side_by_side_are_a_floor_without_edges(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_random random = test_random_seed(7);
    float end = 0.0f;
    while (end < 20.0f) {
        float half = test_random_float(&random, 0.05f, 0.6f);
        test_add_wall(world, thud_vec2_make(end + half, -0.5f), thud_vec2_make(half, 0.5f));
        end += 2.0f * half;
    }
    test_add_wall(world, thud_vec2_make(end + 0.5f, 2.0f), thud_vec2_make(0.5f, 3.0f));
    thud_shape movers[3];
    thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &movers[0]);
    thud_capsule(thud_vec2_make(0.0f, -0.5f), thud_vec2_make(0.0f, 0.5f), 0.3f, &movers[1]);
    thud_circle(origin, 0.8f, &movers[2]);
    for (int i = 0; i < 6000; i++) {
        thud_pose pose = thud_pose_identity();
        pose.position = thud_vec2_make(test_random_float(&random, 1.0f, 18.0f), 0.8f + test_random_float(&random, -0.003f, 0.03f));
        thud_world_contact contacts[16];
        int count = thud_world_collide_shape(world, &movers[i % 3], pose, 0.05f, thud_query_filter_all(), contacts, 16);
        assert_true(count > 0);
        for (int k = 0; k < count; k++) {
            assert_true(contacts[k].normal.y > 0.9999f);
            assert_float_equal(contacts[k].separation, pose.position.y - 0.8f, 1e-4f);
        }
    }
    thud_pose at_wall = thud_pose_identity();
    at_wall.position = thud_vec2_make(end - 0.3f, 0.8f);
    thud_world_contact contacts[16];
    int count = thud_world_collide_shape(world, &movers[0], at_wall, 0.01f, thud_query_filter_all(), contacts, 16);
    bool has_wall = false;
    for (int k = 0; k < count; k++) {
        has_wall = has_wall || contacts[k].normal.x < -0.9999f;
    }
    assert_true(has_wall);
    thud_world_destroy(world);
}

/* A board deep in a step beside a wall, 3 cm from the wall: its way out is at the corner that the wall hides. */
static void what_is_deep_in_a_shape_is_found_beside_another_one(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id step = test_add_wall(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(1.0f, 0.5f));
    test_add_wall(world, thud_vec2_make(1.5f, 1.0f), thud_vec2_make(0.5f, 1.0f));
    thud_shape board;
    assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.02f), 0.0f, &board), THUD_OK);
    thud_pose pose = {{0.741f, 0.8f}, thud_rot_from_angle(-0.25f * THUD_PI)};
    thud_world_contact found[4];
    assert_int_equal(thud_world_collide_shape(world, &board, pose, 0.0f, thud_query_filter_all(), found, 4), 1);
    assert_true(test_same_body(found[0].body, step));
    assert_float_equal(found[0].separation, -0.344f, 0.001f);
    pose.position = thud_vec2_mul_add(pose.position, 0.001f - found[0].separation, found[0].normal);
    assert_int_equal(thud_world_collide_shape(world, &board, pose, 0.0f, thud_query_filter_all(), found, 4), 1);
    assert_false(test_same_body(found[0].body, step));
    thud_world_destroy(world);
}

static void a_one_sided_chain_does_not_hold_what_is_behind_it(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    lay_chain(world, true);
    thud_shape ball;
    thud_circle(origin, 0.5f, &ball);
    thud_pose above = {{0.0f, 0.4f}, {1.0f, 0.0f}}, below = {{0.0f, -0.4f}, {1.0f, 0.0f}};
    thud_query_filter filter = thud_query_filter_all();
    thud_world_contact contacts[4];
    assert_int_equal(thud_world_collide_shape(world, &ball, above, 0.0f, filter, contacts, 4), 1);
    assert_float_equal(contacts[0].separation, -0.1f, 1e-6f);
    assert_int_equal(thud_world_collide_shape(world, &ball, below, 0.0f, filter, contacts, 4), 0);
    filter.chain_backs = true;
    assert_int_equal(thud_world_collide_shape(world, &ball, below, 0.0f, filter, contacts, 4), 1);
    assert_float_equal(contacts[0].normal.y, -1.0f, 1e-6f);
    thud_world_destroy(world);
}

/* Neither link of the summit allows a normal at these poses; thud_mover_fits asked this and found room. */
static void a_shape_across_a_corner_of_a_chain_is_found(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    const thud_vec2 points[] = {{3.0f, -0.925f}, {1.8f, 1.374f}, {0.6f, 1.339f}, {-0.6f, 1.01f}};
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = 4;
    thud_chain_create(world, test_add_body(world, THUD_BODY_STATIC, origin), &def);
    thud_shape box;
    thud_box(thud_vec2_make(0.375f, 0.75f), 0.0f, &box);
    int overlaps = 0;
    for (int i = 0; i < 60 * 60; i++) {
        thud_pose pose = thud_pose_identity();
        pose.position = thud_vec2_make(0.9f + 0.03f * (float)(i % 60), 0.5f + 0.03f * (float)(i / 60));
        bool overlapping = false;
        for (int k = 1; k < 3; k++) {
            thud_shape link;
            thud_mtd mtd;
            thud_segment(points[k - 1], points[k], &link);
            assert_int_equal(thud_find_mtd(&link, thud_pose_identity(), &box, pose, &mtd), THUD_OK);
            overlapping = overlapping || (mtd.overlap && mtd.depth > 0.01f);
        }
        overlaps += overlapping;
        assert_true(!overlapping ||
                    thud_world_collide_shape(world, &box, pose, 0.0f, thud_query_filter_all(), NULL, 0) > 0);
    }
    assert_true(overlaps > 1000);
    thud_world_destroy(world);
}

/* ---- filters and refusals ---- */

static void sensors_and_ignored_bodies_are_not_found(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id wall = test_add_wall(world, origin, thud_vec2_make(1.0f, 1.0f));
    thud_shape_def def = thud_shape_defaults();
    def.sensor = true;
    thud_body_add_circle(world, wall, &def, origin, 1.0f);
    thud_shape ball;
    thud_circle(origin, 0.5f, &ball);
    thud_query_filter filter = thud_query_filter_all();
    const thud_pose here = thud_pose_identity();
    assert_int_equal(thud_world_collide_shape(world, &ball, here, 0.0f, filter, NULL, 0), 1);
    filter.sensors = true;
    assert_int_equal(thud_world_collide_shape(world, &ball, here, 0.0f, filter, NULL, 0), 2);
    filter.ignored_bodies = &wall;
    filter.ignored_body_count = 1;
    assert_int_equal(thud_world_collide_shape(world, &ball, here, 0.0f, filter, NULL, 0), 0);
    thud_world_destroy(world);
}

static void bad_arguments_are_refused(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_wall(world, origin, thud_vec2_make(1.0f, 1.0f));
    thud_shape ball;
    thud_circle(origin, 0.5f, &ball);
    const thud_query_filter all = thud_query_filter_all();
    const thud_pose here = thud_pose_identity();
    thud_world_contact none = {.count = -1};
    assert_int_equal(thud_world_collide_shape(world, &ball, here, 0.0f, all, NULL, 3),
                     1); /* counted, not written */
    assert_int_equal(thud_world_collide_shape(world, &ball, here, 0.0f, all, &none, -1), 1);
    assert_int_equal(none.count, -1);
    assert_int_equal(thud_world_collide_shape(NULL, &ball, here, 0.0f, all, NULL, 0), 0);
    assert_int_equal(thud_world_collide_shape(world, NULL, here, 0.0f, all, NULL, 0), 0);
    assert_int_equal(thud_world_refusal(world).status, THUD_NULL_ARGUMENT);
    assert_int_equal(thud_world_collide_shape(world, &ball, here, -0.1f, all, NULL, 0), 0);
    assert_int_equal(thud_world_refusal(world).status, THUD_NEGATIVE);
    assert_string_equal(thud_world_refusal(world).field, "margin");
    assert_int_equal(thud_world_collide_shape(world, &ball, here, NAN, all, NULL, 0), 0);
    assert_int_equal(thud_world_refusal(world).status, THUD_NOT_FINITE);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_found_is_what_brute_force_finds_bit_for_bit),
        cmocka_unit_test(the_mtd_takes_the_shape_out_and_its_points_lie_between_the_surfaces),
        cmocka_unit_test(the_nearest_are_kept_where_there_is_room_for_a_few),
        cmocka_unit_test(a_character_between_floor_and_wall_gets_both_planes),
        cmocka_unit_test(a_chain_is_a_floor_without_edges),
        cmocka_unit_test(boxes_laid_side_by_side_are_a_floor_without_edges),
        cmocka_unit_test(what_is_deep_in_a_shape_is_found_beside_another_one),
        cmocka_unit_test(a_one_sided_chain_does_not_hold_what_is_behind_it),
        cmocka_unit_test(a_shape_across_a_corner_of_a_chain_is_found),
        cmocka_unit_test(sensors_and_ignored_bodies_are_not_found),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
