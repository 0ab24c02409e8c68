/*
 * Bodies of every kind slide without friction over chains of 1,000 segments of a metre. No body may catch on
 * the vertices between them: over flat ground the vertical velocity stays below 1 mm/s at any speed, over
 * convex and concave ground the energy is conserved.
 */
#include "test.h"

#include <stdlib.h>

#include "reference/random.h"
#include "reference/test_world.h"
#include "thud/chain.h"
#include "widths.h"

enum { POINTS = 1001 };
static const float speeds[] = {1.0f, 5.0f, 20.0f, 50.0f, 100.0f}; /* [m/s] */

typedef enum rider { CIRCLE, CAPSULE, STANDING_CAPSULE, BOX, FLAT_BOX, POLYGON, ROUNDED_BOX, ROUNDED_TRIANGLE, RIDERS } rider;
static const char *const names[] = {"circle", "capsule",     "standing capsule", "box",
                                    "flat box", "polygon", "rounded box",      "rounded triangle"};

/* The shape, and the height of its origin when it lies on y = 0 [m]. */
static float make_rider(rider which, thud_shape *shape) {
    static const thud_vec2 triangle[] = {{-0.5f, 0.0f}, {0.5f, 0.0f}, {0.1f, 0.6f}};
    static const thud_vec2 pentagon[] = {{-0.4f, 0.0f}, {0.4f, 0.0f}, {0.6f, 0.4f}, {0.0f, 0.8f}, {-0.6f, 0.4f}};
    thud_status status = THUD_OK;
    float height = 0.0f;
    switch (which) {
    case CIRCLE:
        status = thud_circle(thud_vec2_make(0.0f, 0.0f), height = 0.4f, shape);
        break;
    case CAPSULE:
        status = thud_capsule(thud_vec2_make(-0.5f, 0.0f), thud_vec2_make(0.5f, 0.0f), height = 0.3f, shape);
        break;
    case STANDING_CAPSULE:
        status = thud_capsule(thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.0f, 0.5f), height = 0.3f, shape);
        break;
    case BOX:
        status = thud_box(thud_vec2_make(0.5f, 0.5f), 0.0f, shape);
        height = 0.5f;
        break;
    case FLAT_BOX:
        status = thud_box(thud_vec2_make(1.3f, 0.1f), 0.0f, shape);
        height = 0.1f;
        break;
    case POLYGON:
        status = thud_polygon(pentagon, 5, 0.0f, shape);
        break;
    case ROUNDED_BOX:
        status = thud_box(thud_vec2_make(0.3f, 0.3f), height = 0.1f, shape);
        height = 0.4f;
        break;
    default:
        status = thud_polygon(triangle, 3, height = 0.1f, shape);
        break;
    }
    assert_int_equal(status, THUD_OK);
    return height;
}

static thud_world *make_world(thud_lanes lanes) {
    thud_world_def def = thud_world_defaults();
    def.lanes = lanes;
    def.sleeping = false;
    return test_world_of(&def);
}

/* A frictionless chain through points; the height of the ground at x is theirs. */
static thud_chain_id lay_chain(thud_world *world, const thud_vec2 *points, int count, bool one_sided) {
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_material smooth = {0};
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = count;
    def.one_sided = one_sided;
    def.materials = &smooth;
    def.material_count = 1;
    thud_chain_id chain = thud_chain_create(world, ground, &def);
    assert_true(thud_chain_is_valid(world, chain));
    return chain;
}

static thud_body_id add_rider(thud_world *world, rider which, float x, float y, bool upright) {
    thud_shape shape;
    float height = make_rider(which, &shape);
    thud_body_def body_def = thud_body_defaults();
    body_def.type = THUD_BODY_DYNAMIC;
    body_def.position = thud_vec2_make(x, y + height);
    body_def.lock_rotation = upright;
    thud_body_id body = thud_body_create(world, &body_def);
    thud_shape_def shape_def = thud_shape_defaults();
    shape_def.material.friction = 0.0f;
    assert_int_not_equal(thud_body_add_shape(world, body, &shape_def, &shape).generation, 0);
    return body;
}

/* Slides over flat ground, to the right or to the left; the largest vertical speed [m/s]. */
static float slide_flat(rider which, float speed, float direction, bool one_sided) {
    static thud_vec2 points[POINTS];
    for (int i = 0; i < POINTS; i++) {
        points[i] = thud_vec2_make((float)i, 0.0f);
    }
    thud_world *world = make_world(THUD_LANES_AUTO);
    lay_chain(world, points, POINTS, one_sided);
    thud_body_id body = add_rider(world, which, direction > 0.0f ? 3.3f : 996.7f, 0.0f, which == STANDING_CAPSULE);
    test_step(world, 120);
    thud_body_set_velocity(world, body, thud_vec2_make(direction * speed, 0.0f), 0.0f);
    float largest = 0.0f;
    int steps = (int)(990.0f / speed / TEST_DT);
    for (int i = 0; i < steps; i++) {
        test_step(world, 1);
        thud_vec2 velocity = thud_body_velocity(world, body);
        largest = thud_max(largest, thud_abs(velocity.y));
        if (thud_abs(velocity.x - direction * speed) > 1.0e-3f * speed) {
            print_message("%s at %g m/s is slowed to %g m/s at x = %g\n", names[which], (double)speed,
                          (double)velocity.x, (double)thud_body_position(world, body).x);
            fail();
        }
    }
    thud_world_destroy(world);
    return largest;
}

static void nothing_is_lifted_or_slowed_on_flat_ground_at_any_speed(void **state) {
    (void)state;
    for (int which = 0; which < RIDERS; which++) {
        for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++) {
            float direction = (which + (int)i) % 2 == 0 ? 1.0f : -1.0f;
            float largest = slide_flat((rider)which, speeds[i], direction, i % 2 == 1);
            if (!(largest < 1.0e-3f)) {
                fail_msg("%s at %g m/s is thrown up or down at %g m/s", names[which], (double)speeds[i],
                         (double)largest);
            }
        }
    }
}

/* An arc that bends up (bend > 0) or down from its level start at (0, 0), in segments of a metre. */
static void make_arc(thud_vec2 *points, int count, float bend) {
    float angle = 0.0f;
    points[0] = thud_vec2_make(-20.0f, 0.0f);
    points[1] = thud_vec2_make(0.0f, 0.0f);
    for (int i = 2; i < count; i++) {
        points[i] = thud_vec2_add(points[i - 1], thud_vec2_make(thud_cos(angle), thud_sin(angle)));
        angle += bend;
    }
}

static float height_above(const thud_vec2 *points, int count, thud_vec2 at) {
    for (int i = 0; i + 1 < count; i++) {
        if (at.x >= points[i].x && at.x < points[i + 1].x) {
            float share = (at.x - points[i].x) / (points[i + 1].x - points[i].x);
            return at.y - thud_vec2_lerp(points[i], points[i + 1], share).y;
        }
    }
    return 0.0f;
}

static double energy(thud_world *world) {
    return test_kinetic_energy(world) + test_potential_energy(world);
}

typedef struct ride {
    float speed;   /* at the start [m/s] */
    float bend;    /* of the ground a metre [rad] */
    int segments;
    float seconds;
    double least;  /* share of the energy that must be left */
    float highest; /* above the rider's first height [m] */
} ride;

/*
 * Rides along an arc. Permitted losses of energy: at a concave joint the speed into the next segment, 1 - cos^2 of the
 * bend; at a convex one the drop of a long body that tips over the vertex. No energy may be gained.
 */
static void check_ride(rider which, const ride *it) {
    static thud_vec2 points[POINTS];
    make_arc(points, it->segments, it->bend);
    thud_world *world = make_world(THUD_LANES_AUTO);
    lay_chain(world, points, it->segments, false);
    thud_body_id body = add_rider(world, which, -15.0f, 0.0f, which == STANDING_CAPSULE);
    float rest = thud_body_position(world, body).y;
    test_step(world, 60);
    thud_body_set_velocity(world, body, thud_vec2_make(it->speed, 0.0f), 0.0f);
    double start = energy(world), motion = test_kinetic_energy(world), most = start;
    float highest = 0.0f;
    for (int i = 0; i < (int)(it->seconds / TEST_DT); i++) {
        test_step(world, 1);
        most = energy(world) > most ? energy(world) : most;
        highest = thud_max(highest, height_above(points, it->segments, thud_body_position(world, body)) - rest);
    }
    double left = 1.0 + (energy(world) - start) / motion;
    bool arrived = thud_body_position(world, body).x > 0.0f;
    if (!arrived || left < it->least || most > start + 0.002 * motion || highest > it->highest) {
        fail_msg("%s at %g m/s, bend %g: %.5f of the energy left, at most %.5f, %g m high, at x = %g", names[which],
                 (double)it->speed, (double)it->bend, left, 1.0 + (most - start) / motion, (double)highest,
                 (double)thud_body_position(world, body).x);
    }
    thud_world_destroy(world);
}

static void nothing_stops_or_is_launched_where_the_ground_bends(void **state) {
    (void)state;
    /* Bodies faster than sqrt(g / bend) leave the convex ground and fly: their height is not limited. */
    static const ride rides[] = {
        {5.0f, -0.002f, POINTS, 10.0f, 0.97, 0.01f},   {20.0f, -0.002f, POINTS, 5.0f, 0.99, 0.02f},
        {100.0f, -0.002f, POINTS, 5.0f, 0.999, 1000.0f}, {5.0f, 0.002f, POINTS, 5.0f, 0.99, 0.02f},
        {20.0f, 0.002f, POINTS, 5.0f, 0.99, 0.02f},    {100.0f, 0.002f, POINTS, 5.0f, 0.99, 0.4f},
        {20.0f, -0.03f, 60, 1.5f, 0.99, 1000.0f},      {20.0f, 0.03f, 60, 1.7f, 0.95, 0.4f},
    };
    for (int which = 0; which < RIDERS; which++) {
        for (size_t i = 0; i < sizeof rides / sizeof rides[0]; i++) {
            check_ride((rider)which, &rides[i]);
        }
    }
}

/* Steep joints of both kinds: impacts without friction never add energy, and no body gets below the ground. */
static void rough_ground_holds_what_hits_it_at_100_metres_a_second(void **state) {
    (void)state;
    test_random random = test_random_seed(20261121);
    static thud_vec2 points[POINTS];
    for (int which = 0; which < RIDERS; which++) {
        points[0] = thud_vec2_make(-20.0f, 0.0f);
        for (int i = 1; i < POINTS; i++) {
            float rise = test_random_float(&random, -0.4f, 0.4f);
            points[i] = thud_vec2_add(points[i - 1], thud_vec2_make(1.0f, rise));
        }
        thud_world *world = make_world(THUD_LANES_AUTO);
        lay_chain(world, points, POINTS, which % 2 == 0);
        thud_body_id body = add_rider(world, (rider)which, -15.0f, 3.0f, false);
        thud_body_set_velocity(world, body, thud_vec2_make(100.0f, 0.0f), 0.0f);
        double most = energy(world) * 1.002;
        for (int i = 0; i < 400; i++) {
            test_step(world, 1);
            if (energy(world) > most || height_above(points, POINTS, thud_body_center(world, body)) < 0.0f) {
                fail_msg("%s: energy %g of %g, %g m above the ground at step %d", names[which], energy(world), most,
                         (double)height_above(points, POINTS, thud_body_center(world, body)), i);
            }
        }
        thud_world_destroy(world);
    }
}

/* How deep a body that is thrown on flat ground sinks in within a second, at the ends of steps [m]. */
static float throw_down(thud_world *world, rider which, test_random *random) {
    thud_body_id body = add_rider(world, which, 30.0f, test_random_float(random, 2.0f, 4.0f), false);
    float angle = test_random_float(random, -1.3f, -0.1f), speed = test_random_float(random, 10.0f, 40.0f);
    thud_body_teleport(world, body, thud_body_position(world, body), test_random_float(random, -3.0f, 3.0f));
    thud_body_set_velocity(world, body, thud_vec2_make(speed * thud_cos(angle), speed * thud_sin(angle)),
                           test_random_float(random, -5.0f, 5.0f));
    thud_shape shape = thud_shape_geometry(world, thud_body_next_shape(world, body, (thud_shape_id){0}));
    float lowest = 0.0f;
    for (int i = 0; i < 60; i++) {
        test_step(world, 1);
        lowest = thud_min(lowest, thud_shape_aabb(&shape, thud_body_pose(world, body)).min.y);
    }
    thud_body_destroy(world, body);
    return -lowest;
}

/* On a ground of polygons they sink in by 4.7 and 104.5 mm. When links stopped no more than the cores of bodies, which are a
 * fifth smaller, they sank in by 40 and 208 mm. */
static void what_is_thrown_on_a_chain_hardly_sinks_in(void **state) {
    (void)state;
    enum { THROWS = 60, FLAT_POINTS = 101 };
    static thud_vec2 points[FLAT_POINTS];
    for (int i = 0; i < FLAT_POINTS; i++) {
        points[i] = thud_vec2_make(2.0f * (float)i, 0.0f);
    }
    test_random random = test_random_seed(20261129);
    thud_world *world = make_world(THUD_LANES_AUTO);
    lay_chain(world, points, FLAT_POINTS, false);
    float sum = 0.0f, deepest = 0.0f;
    for (int i = 0; i < RIDERS * THROWS; i++) {
        float depth = throw_down(world, (rider)(i % RIDERS), &random);
        sum += depth;
        deepest = thud_max(deepest, depth);
    }
    print_message("they sink in by %.1f mm in the mean, %.1f mm at most\n",
                  1000.0 * (double)sum / (RIDERS * THROWS), 1000.0 * (double)deepest);
    assert_true(sum < 0.0075f * (float)(RIDERS * THROWS));
    assert_true(deepest < 0.12f);
    thud_world_destroy(world);
}

static uint64_t hash_of_ride(thud_lanes lanes) {
    static thud_vec2 points[POINTS];
    make_arc(points, 200, -0.01f);
    thud_world *world = make_world(lanes);
    lay_chain(world, points, 200, false);
    for (int which = 0; which < RIDERS; which++) {
        thud_body_id body = add_rider(world, (rider)which, -18.0f + 2.5f * (float)which, 0.1f, false);
        thud_body_set_velocity(world, body, thud_vec2_make(12.0f + (float)which, 0.0f), 1.0f);
    }
    test_step(world, 600);
    uint64_t hash = thud_world_hash(world);
    thud_world_destroy(world);
    return hash;
}

static void all_lanes_give_the_same_bits(void **state) {
    (void)state;
    uint64_t expected = hash_of_ride(THUD_LANES_SCALAR);
    for (int i = 0; i < test_width_count; i++) {
        if (thud_lanes_available(test_widths[i])) {
            assert_true(hash_of_ride(test_widths[i]) == expected);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lifted_or_slowed_on_flat_ground_at_any_speed),
        cmocka_unit_test(nothing_stops_or_is_launched_where_the_ground_bends),
        cmocka_unit_test(rough_ground_holds_what_hits_it_at_100_metres_a_second),
        cmocka_unit_test(what_is_thrown_on_a_chain_hardly_sinks_in),
        cmocka_unit_test(all_lanes_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
