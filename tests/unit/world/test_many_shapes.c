/*
 * Dynamic bodies whose many shapes are added and removed one by one. Mass, centre and inertia are kept as sums, and
 * values that depend on the centre are updated for the next step: all of them must be as if computed from scratch.
 */
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include "reference/random_shapes.h"
#include "reference/test_world.h"

enum { MOST_SHAPES = 300 };

static thud_shape_id add_part(thud_world *world, thud_body_id body, float density, thud_vec2 center, float radius) {
    thud_shape_def def = thud_shape_defaults();
    def.density = density;
    return thud_body_add_circle(world, body, &def, center, radius);
}

/* Mass, centre and inertia of all shapes of a body, in double, from the shapes themselves. */
typedef struct weighed {
    double mass, x, y, inertia;
} weighed;

static weighed weigh(thud_world *world, thud_body_id body) {
    weighed sum = {0};
    for (int pass = 0; pass < 2; pass++) {
        thud_shape_id id = {0, 0};
        while ((id = thud_body_next_shape(world, body, id)).generation != 0) {
            thud_shape shape = thud_shape_geometry(world, id);
            thud_mass mass = thud_shape_mass(&shape, thud_shape_definition(world, id).density);
            double m = (double)mass.mass;
            if (pass == 0) {
                sum.mass += m;
                sum.x += m * (double)mass.center.x;
                sum.y += m * (double)mass.center.y;
            } else {
                double dx = (double)mass.center.x - sum.x, dy = (double)mass.center.y - sum.y;
                sum.inertia += (double)mass.inertia + m * (dx * dx + dy * dy);
            }
        }
        if (pass == 0) {
            sum.x /= sum.mass;
            sum.y /= sum.mass;
        }
    }
    return sum;
}

static void assert_weighs(thud_world *world, thud_body_id body, double size) {
    weighed truth = weigh(world, body);
    thud_mass mass = thud_body_mass(world, body);
    assert_true(fabs((double)mass.mass - truth.mass) <= 2.0e-6 * truth.mass);
    assert_true(fabs((double)mass.center.x - truth.x) <= 1.0e-6 * size);
    assert_true(fabs((double)mass.center.y - truth.y) <= 1.0e-6 * size);
    assert_true(fabs((double)mass.inertia - truth.inertia) <= 4.0e-6 * truth.inertia);
}

static void mass_stays_exact_while_shapes_of_all_weights_come_and_go(void **state) {
    (void)state;
    test_random random = test_random_seed(20261121);
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(3.0f, 4.0f));
    thud_shape_id shapes[MOST_SHAPES];
    int count = 0;
    for (int i = 0; i < 3000; i++) {
        bool grows = i / 500 % 2 == 0;
        if (count == 0 || (count < MOST_SHAPES && test_random_float(&random, 0.0f, 1.0f) < (grows ? 0.8f : 0.2f))) {
            float density = powf(10.0f, test_random_float(&random, -3.0f, 3.0f));
            thud_vec2 center = {test_random_float(&random, 90.0f, 110.0f), test_random_float(&random, -10.0f, 10.0f)};
            shapes[count++] = add_part(world, body, density, center, test_random_float(&random, 0.1f, 1.0f));
        } else {
            int gone = test_random_int(&random, 0, count - 1);
            assert_true(thud_body_remove_shape(world, shapes[gone]));
            shapes[gone] = shapes[--count];
        }
        if (count > 0) {
            assert_weighs(world, body, 110.0);
        }
    }
    thud_world_destroy(world);
}

/* After a thousand tons are removed, the rounding error of the sums would be about a gram. */
static void the_mass_is_exact_after_the_heavy_shapes_are_removed(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(0.0f, 0.0f));
    thud_shape_id heavy[40];
    for (int i = 0; i < 40; i++) {
        heavy[i] = add_part(world, body, 1.0e6f, thud_vec2_make(1000.0f + (float)i, 7.0f), 1.0f);
        add_part(world, body, 1.0e-6f, thud_vec2_make(0.1f * (float)i, 0.0f), 0.05f);
    }
    for (int i = 0; i < 40; i++) {
        thud_body_remove_shape(world, heavy[i]);
    }
    assert_weighs(world, body, 4.0);
    thud_world_destroy(world);
}

static void every_point_keeps_its_velocity_and_the_origin_its_place_while_many_shapes_come_and_go(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(1.0f, 2.0f));
    thud_shape_id shapes[100];
    add_part(world, body, 1.0f, thud_vec2_make(0.0f, 0.0f), 0.5f);
    thud_body_set_velocity(world, body, thud_vec2_make(1.0f, -2.0f), 0.5f);
    thud_vec2 point = {1.5f, 2.5f};
    thud_vec2 before = thud_body_velocity_at(world, body, point);
    for (int i = 0; i < 100; i++) {
        shapes[i] = add_part(world, body, 1.0f, thud_vec2_make(0.1f * (float)i, 0.03f * (float)i), 0.2f);
    }
    assert_true(thud_body_center(world, body).x > 5.0f);
    for (int i = 0; i < 50; i++) {
        thud_body_remove_shape(world, shapes[2 * i]);
    }
    thud_vec2 after = thud_body_velocity_at(world, body, point);
    assert_float_equal(after.x, before.x, 1e-4f);
    assert_float_equal(after.y, before.y, 1e-4f);
    assert_float_equal(thud_body_position(world, body).x, 1.0f, 1e-5f);
    assert_float_equal(thud_body_position(world, body).y, 2.0f, 1e-5f);
    thud_world_destroy(world);
}

/* A row of balls of 0.5 m, from x = 0 on; if `churned`, others were added and removed before. */
static thud_body_id add_row(thud_world *world, thud_vec2 position, int count, bool churned) {
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, position);
    for (int i = 0; i < count; i++) {
        thud_shape_id extra = {0, 0};
        if (churned) {
            extra = add_part(world, body, 9.0f, thud_vec2_make(-3.0f, 5.0f), 0.3f);
        }
        add_part(world, body, 1.0f, thud_vec2_make((float)i, 0.0f), 0.5f);
        if (churned) {
            thud_body_remove_shape(world, extra);
        }
    }
    return body;
}

static void a_body_whose_shapes_have_changed_lands_like_one_made_so(void **state) {
    (void)state;
    thud_vec2 places[2][3];
    for (int churned = 0; churned < 2; churned++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        thud_body_id row = add_row(world, thud_vec2_make(0.0f, 3.0f), 40, churned == 1);
        thud_body_set_velocity(world, row, thud_vec2_make(0.0f, 0.0f), 0.05f);
        test_step(world, 30);
        places[churned][0] = thud_body_center(world, row);
        test_step(world, 300);
        places[churned][1] = thud_body_center(world, row);
        places[churned][2] = thud_body_position(world, row);
        thud_world_destroy(world);
    }
    for (int i = 0; i < 3; i++) {
        assert_float_equal(places[0][i].x, places[1][i].x, 1e-3f);
        assert_float_equal(places[0][i].y, places[1][i].y, 1e-3f);
    }
    assert_float_equal(places[1][1].y, 0.5f, 0.01f); /* on the ground, on all its balls */
}

/* Counts the shapes whose boxes overlap one. */
static bool count_shape(thud_world *world, thud_shape_id shape, void *context) {
    (void)world, (void)shape;
    ++*(int *)context;
    return true;
}

static int shapes_in(thud_world *world, float x, float y) {
    thud_aabb box = {{x - 0.1f, y - 0.1f}, {x + 0.1f, y + 0.1f}};
    int count = 0;
    thud_world_overlap_aabb(world, box, thud_query_filter_all(), count_shape, &count);
    return count;
}

static void boxes_are_where_the_shapes_are_before_the_next_step(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id row = add_row(world, thud_vec2_make(0.0f, 0.0f), 60, false);
    for (int i = 0; i < 60; i += 7) {
        assert_int_equal(shapes_in(world, (float)i, 0.0f), 1);
    }
    thud_body_teleport(world, row, thud_vec2_make(0.0f, 100.0f), 0.0f); /* their cores are still relative to an old centre */
    assert_int_equal(shapes_in(world, 0.0f, 0.0f), 0);
    for (int i = 0; i < 60; i += 7) {
        assert_int_equal(shapes_in(world, (float)i, 100.0f), 1);
    }
    thud_body_def def = thud_body_definition(world, row);
    add_part(world, row, 50.0f, thud_vec2_make(500.0f, 0.0f), 0.5f);
    def.disabled = true;
    thud_body_configure(world, row, &def);
    assert_int_equal(shapes_in(world, 14.0f, 100.0f), 0);
    def.disabled = false;
    thud_body_configure(world, row, &def);
    assert_int_equal(shapes_in(world, 14.0f, 100.0f), 1);
    thud_shape_def sensor = thud_shape_defaults();
    sensor.sensor = true;
    thud_shape_id zone = thud_body_add_circle(world, row, &sensor, thud_vec2_make(30.0f, 20.0f), 1.0f);
    test_add_ball(world, thud_vec2_make(30.0f, 120.0f), 0.5f);
    assert_int_equal(thud_shape_sensor_overlaps(world, zone, NULL, 0), 1);
    thud_world_destroy(world);
}

/* The box of a shape that was added to an awake body was once not moved with it: the list of moving boxes was
 * updated only when a body was created, destroyed or put to sleep. The lower ball went through the ground, and its
 * body came to rest on the upper one, at 0.2 m. */
static void a_shape_that_is_added_in_flight_flies_on_and_lands(void **state) {
    (void)state;
    for (int count = 1; count <= 31; count += 30) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(0.0f, 20.0f));
        for (int i = 0; i < count; i++) {
            add_part(world, body, 1.0f, thud_vec2_make(0.1f * (float)(i - count / 2), 0.0f), 0.2f);
        }
        thud_body_def def = thud_body_definition(world, body);
        def.lock_rotation = true;
        thud_body_configure(world, body, &def);
        test_step(world, 20);
        add_part(world, body, 1.0f, thud_vec2_make(0.0f, -1.0f), 0.5f);
        test_step(world, 300);
        assert_float_equal(thud_body_position(world, body).y, 1.5f, 0.01f);
        thud_world_destroy(world);
    }
}

/* When each added or removed shape updated the cores of all others and was searched in the body's list, these were
 * 1,200,000,000 cores: minutes. */
static void building_and_breaking_a_body_of_twenty_thousand_shapes_ends_in_time(void **state) {
    (void)state;
    enum { COUNT = 20000 };
    thud_world *world = test_world_without_gravity();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(0.0f, 0.0f));
    thud_shape_id *shapes = malloc(COUNT * sizeof *shapes);
    assert_non_null(shapes);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < COUNT; i++) {
            thud_vec2 place = {1.1f * (float)(i % 200), 1.1f * (float)(i / 200)};
            shapes[i] = add_part(world, body, 1.0f, place, 0.5f);
        }
        assert_weighs(world, body, 220.0);
        if (round == 0) {
            test_step(world, 1);
        }
        for (int i = 0; i < COUNT; i++) { /* oldest first, newest first, from the middle on */
            int gone = round == 0 ? i : round == 1 ? COUNT - 1 - i : (i + COUNT / 2) % COUNT;
            assert_true(thud_body_remove_shape(world, shapes[gone]));
        }
    }
    test_step(world, 1);
    assert_int_equal(thud_world_counts(world).shapes, 0);
    free(shapes);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_stays_exact_while_shapes_of_all_weights_come_and_go),
        cmocka_unit_test(the_mass_is_exact_after_the_heavy_shapes_are_removed),
        cmocka_unit_test(every_point_keeps_its_velocity_and_the_origin_its_place_while_many_shapes_come_and_go),
        cmocka_unit_test(a_body_whose_shapes_have_changed_lands_like_one_made_so),
        cmocka_unit_test(boxes_are_where_the_shapes_are_before_the_next_step),
        cmocka_unit_test(a_shape_that_is_added_in_flight_flies_on_and_lands),
        cmocka_unit_test(building_and_breaking_a_body_of_twenty_thousand_shapes_ends_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
