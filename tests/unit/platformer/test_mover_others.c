/* The character mover among others: crates, seesaws, bridges, other movers, sensors, rays, bullets; the judge. */
#include "unit/platformer/mover_course.h"

#include "reference/random_shapes.h"
#include "thud/event.h"
#include "thud/joint.h"

#include <math.h>

static thud_world *level_world(void) {
    thud_world *world = test_world_create();
    test_add_ground(world);
    return world;
}

static void set_density(thud_world *world, thud_body_id body, float density) {
    thud_shape_def def = thud_shape_definition(world, test_shape_of(world, body));
    def.density = density;
    assert_true(thud_shape_configure(world, test_shape_of(world, body), &def));
}

/* A plank of 6 m that turns about a hinge in its middle, a metre above the ground. */
static thud_body_id add_seesaw(thud_world *world) {
    thud_revolute_joint_def joint = thud_revolute_joint_defaults();
    joint.base.body_a = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 1.0f));
    joint.base.body_b = course_box(world, THUD_BODY_DYNAMIC, 0.0f, 1.0f, 3.0f, 0.1f, 0.0f);
    assert_false(thud_joint_id_is_null(thud_revolute_joint_create(world, &joint)));
    return joint.base.body_b;
}

/* A fall and a move, without a step of the world. */
static void move_alone(course *c) {
    c->velocity.y -= COURSE_GRAVITY * TEST_DT;
    assert_true(thud_mover_move(c->world, &c->def, &c->state, c->velocity, TEST_DT, &c->result));
    c->velocity = c->result.velocity;
}

/* ---- crates ---- */

static void pushes_crates_with_at_most_push_force(void **state) {
    (void)state;
    const float densities[] = {20.0f, 100.0f, 2000.0f};
    float speeds[3];
    for (int i = 0; i < 3; i++) {
        thud_world *world = level_world();
        thud_body_id crate = course_box(world, THUD_BODY_DYNAMIC, 2.0f, 0.5f, 0.5f, 0.5f, 0.0f);
        set_density(world, crate, densities[i]);
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        float most = 0.0f;
        for (int step = 0; step < 240; step++) {
            course_run(&c, 3.0f, 1);
            float total = 0.0f;
            for (int h = 0; h < c.result.hit_count; h++) {
                total += c.result.hits[h].impulse;
            }
            most = thud_max(most, total);
            assert_true(course_depth(&c) < 0.005f);
        }
        speeds[i] = thud_body_velocity(world, crate).x;
        assert_true(most <= c.def.push_force * TEST_DT * 1.0001f);
        assert_true(fabsf(thud_body_angle(world, crate)) < 0.05f);
        thud_world_destroy(world);
    }
    assert_true(speeds[0] > 2.5f && speeds[1] > 0.1f && speeds[2] < 0.01f);
}

/* Crates that friction holds against push_force, by a fiftieth and more. As an impulse at the start of the step the push was faster
 * than friction: one of 120 kg crept at 0.10 m/s, one of 500 kg at 0.017 m/s, and the light one under strong gravity at 0.2 m/s. */
static void a_crate_that_friction_holds_does_not_creep(void **state) {
    (void)state;
    const float densities[] = {120.0f, 150.0f, 500.0f, 40.0f}, gravities[] = {10.0f, 10.0f, 10.0f, 35.0f};
    for (int i = 0; i < 4; i++) {
        thud_world *world = level_world();
        assert_true(thud_world_set_gravity(world, thud_vec2_make(0.0f, -gravities[i])));
        thud_body_id crate = course_box(world, THUD_BODY_DYNAMIC, 1.0f, 0.5f, 0.5f, 0.5f, 0.0f);
        set_density(world, crate, densities[i]);
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        course_run(&c, 8.0f, 60);
        float from = thud_body_position(world, crate).x;
        course_run(&c, 8.0f, 240);
        assert_true(c.result.wall.touching && c.result.hit_count > 0 && c.result.hits[0].impulse > 0.0f);
        assert_float_equal(thud_body_position(world, crate).x, from, 1.0e-3f);
        thud_world_destroy(world);
    }
}

/* The body of a character that walks up to a crate stopped a skin before it, but the solver takes a gap that closes within a substep
 * for a contact: it gave heavy crates up to 3 m/s. Of 500 of 150 to 1000 kg 61 moved at 60 steps a second, by up to 0.1 m, and 138 at
 * 240, by up to 1.8 m. */
static void walking_up_to_a_heavy_crate_does_not_move_it(void **state) {
    (void)state;
    for (int run = 0; run < 4 * 20; run++) {
        float dt = TEST_DT * (float[]){2.0f, 1.0f, 0.5f, 0.25f}[run % 4],
              speed = 0.6f + 0.2f * (float)(run / 4);
        thud_world *world = level_world();
        thud_body_id crate = course_box(world, THUD_BODY_DYNAMIC, 1.0f, 0.5f, 0.5f, 0.5f, 0.0f);
        set_density(world, crate, 500.0f);
        course c = course_of(world, thud_vec2_make(-0.002f * (float)run, COURSE_STAND));
        for (float time = 0.0f; time < 0.8f; time += dt) {
            assert_int_equal(thud_world_step(world, dt).status, THUD_OK);
            thud_vec2 velocity = {speed, time == 0.0f ? -1.0f : 0.0f};
            assert_true(thud_mover_move(world, &c.def, &c.state, velocity, dt, &c.result));
        }
        assert_true(c.result.wall.touching);
        assert_float_equal(thud_body_position(world, crate).x, 1.0f, 2.0e-3f);
        thud_world_destroy(world);
    }
}

/* A light crate that is pressed against a wall. Each push was an impulse that gave it the character's speed, which the wall took back in the
 * step: it spun by up to 10 rad/s to and fro, and the character trembled by 8 mm. */
static void a_crate_pressed_against_a_wall_is_still(void **state) {
    (void)state;
    const float densities[] = {1.0f, 40.0f};
    for (int i = 0; i < 2; i++) {
        thud_world *world = level_world();
        course_wall(world, 4.0f, 1.0f, 0.5f, 1.0f);
        thud_body_id crate = course_box(world, THUD_BODY_DYNAMIC, 2.0f, 0.5f, 0.5f, 0.5f, 0.0f);
        set_density(world, crate, densities[i]);
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        course_run(&c, 8.0f, 120);
        thud_vec2 place = c.state.position;
        for (int step = 0; step < 120; step++) {
            course_run(&c, 8.0f, 1);
            assert_true(thud_vec2_distance(c.state.position, place) < 1.0e-4f);
            assert_true(fabsf(thud_body_angular_velocity(world, crate)) < 0.01f);
        }
        thud_world_destroy(world);
    }
}

/* A train of a velocity, with a character on it at its origin and a crate. */
typedef struct ride {
    course c;
    thud_vec2 train;
    thud_body_id crate;
    int steps;
} ride;

static ride begin_ride(thud_vec2 train, thud_vec2 crate, float half, float density) {
    thud_world *world = test_world_create();
    thud_body_id wagon = course_box(world, THUD_BODY_KINEMATIC, 0.0f, -0.5f, 20.0f, 0.5f, 0.0f);
    ride it = {.c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND)), .train = train};
    it.crate = course_box(world, THUD_BODY_DYNAMIC, crate.x, crate.y, half, half, 0.1f);
    set_density(world, it.crate, density);
    const thud_body_id bodies[] = {wagon, it.c.state.body, it.crate};
    for (int i = 0; i < 3; i++) {
        assert_true(thud_body_set_velocity(world, bodies[i], train, 0.0f));
    }
    it.c.velocity = train;
    return it;
}

/* Runs at a speed; returns the place on the train. */
static thud_vec2 run_on_train(ride *it, float speed, int steps) {
    for (int i = 0; i < steps; i++) {
        course_run(&it->c, it->c.result.floor.touching ? speed : it->train.x + speed, 1);
    }
    it->steps += steps;
    return thud_vec2_mul_add(it->c.state.position, -TEST_DT * (float)it->steps, it->train);
}

/* On a train that carried a crate towards the character, its body pushed with any force: of 400 characters beside crates 125 came to
 * another place than on the ground. A crate of 150 kg, which friction holds, was pushed at full speed. */
static void pushes_crates_on_a_train_as_on_the_ground(void **state) {
    (void)state;
    for (int i = 0; i < 2 * 5; i++) {
        float density = i % 2 == 0 ? 60.0f : 150.0f, end[2];
        for (int on_train = 0; on_train < 2; on_train++) {
            float speed = on_train == 0 ? 0.0f : 3.0f * (float)(i / 2 - 2);
            ride it = begin_ride(thud_vec2_make(speed, 0.0f), thud_vec2_make(1.5f, 0.56f), 0.5f, density);
            run_on_train(&it, 0.0f, 20);
            end[on_train] = run_on_train(&it, 3.0f, 90).x;
            thud_world_destroy(it.c.world);
        }
        assert_float_equal(end[1], end[0], 0.02f);
        assert_true(density < 100.0f ? end[0] > 1.0f : end[0] < 0.8f);
    }
}

/* Three characters walk towards each other on a train of a speed; their places on it. */
static void walk_on_train(float speed, float ends[3]) {
    const thud_vec2 train = {speed, 0.0f};
    thud_world *world = test_world_create();
    thud_body_id wagon = course_box(world, THUD_BODY_KINEMATIC, 0.0f, -0.5f, 20.0f, 0.5f, 0.0f);
    assert_true(thud_body_set_velocity(world, wagon, train, 0.0f));
    course c[3];
    for (int i = 0; i < 3; i++) {
        c[i] = course_of(world, thud_vec2_make(2.0f * (float)(i - 1), COURSE_STAND));
        c[i].velocity = train;
        assert_true(thud_body_set_velocity(world, c[i].state.body, train, 0.0f));
    }
    const float walks[] = {3.0f, 0.5f, -2.0f};
    for (int step = 0; step < 90; step++) {
        assert_int_equal(thud_world_step(world, TEST_DT).status, THUD_OK);
        for (int i = 0; i < 3; i++) {
            c[i].velocity.x = step < 5 ? c[i].velocity.x : walks[i];
            move_alone(&c[i]);
            ends[i] = c[i].state.position.x - TEST_DT * (float)(step + 1) * speed;
        }
    }
    thud_world_destroy(world);
}

/* Where a train carried the body of a character towards that of another, it was expected to stop at it: of 500 crowds 195 stood elsewhere
 * than on the ground, by up to 0.25 m. */
static void characters_meet_on_a_train_as_on_the_ground(void **state) {
    (void)state;
    float at_rest[3], on_train[3];
    walk_on_train(0.0f, at_rest);
    for (int i = -2; i <= 2; i++) {
        walk_on_train(3.0f * (float)i, on_train);
        for (int k = 0; k < 3; k++) {
            assert_float_equal(on_train[k], at_rest[k], 0.01f);
        }
    }
}

/* The crate has moved with the train before the character does, and was in its way: of 400 characters 252 stayed behind, by up to
 * 1.1 m in 3 s. */
static void a_crate_on_the_head_of_a_rider_does_not_hold_it_back(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        thud_vec2 train = {2.0f * (float)(i % 4) - 3.0f, i < 4 ? 0.0f : 2.0f};
        ride it = begin_ride(train, thud_vec2_make(0.05f, 1.95f), 0.3f, 10.0f);
        assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &it.c.def.shape), THUD_OK);
        for (int step = 0; step < 120; step++) {
            assert_float_equal(run_on_train(&it, 0.0f, 1).x, 0.0f, 2.0e-3f);
        }
        assert_true(thud_body_position(it.c.world, it.crate).y - 2.0f * train.y > 1.6f);
        thud_world_destroy(it.c.world);
    }
}

/* A crate at the edge of a ledge, up to a skin over it. A character that jumps up the wall below, and presses against it, met the crate
 * first and pushed it at its speed: a crate that was 0.5 mm over the edge flew off at 4 m/s, and the character had 8 m/s in the wall. */
static void a_crate_flush_with_a_wall_is_not_pushed_from_below(void **state) {
    (void)state;
    for (int run = 0; run < 2 * 2 * 5; run++) {
        float side = run % 2 == 0 ? 1.0f : -1.0f, over = 0.0005f * (float)(run / 4) - 1.0e-5f;
        thud_world *world = level_world();
        course_wall(world, side * 5.0f, 1.0f, 5.0f, 1.0f);
        thud_body_id crate =
            course_box(world, THUD_BODY_DYNAMIC, side * (0.5f - over), 2.5f, 0.5f, 0.5f, 0.0f);
        course c = course_of(world, thud_vec2_make(side * -1.0f, COURSE_STAND));
        if (run / 2 % 2 == 1) {
            assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &c.def.shape), THUD_OK);
        }
        course_run(&c, side * 8.0f, 20);
        c.velocity.y = 12.0f;
        while (c.state.position.y < 2.4f) { /* its round foot is below the edge */
            assert_true(c.result.wall.touching && c.velocity.x == 0.0f);
            assert_true(thud_vec2_length(thud_body_velocity(world, crate)) < 1.0e-3f);
            course_run(&c, side * 8.0f, 1);
        }
        course_run(&c, side * 8.0f, 20); /* beside it: it pushes it */
        assert_true(side * thud_body_position(world, crate).x > 1.0f);
        thud_world_destroy(world);
    }
}

/* A crate on level ground that is pushed, and characters one above the other behind one tall board. Each push was an impulse at the start of a
 * step: a crate turned to and fro at 0.12 rad/s, as friction acted after it. As a force that does not count those of the others, three
 * characters gave the board 11.6 m/s. */
static void pushes_smoothly_and_no_faster_than_it_goes(void **state) {
    (void)state;
    thud_world *world = level_world();
    thud_body_id crate = course_box(world, THUD_BODY_DYNAMIC, 2.0f, 0.5f, 0.5f, 0.5f, 0.0f);
    set_density(world, crate, 40.0f);
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    course_run(&c, 8.0f, 60);
    for (int step = 0; step < 60; step++) {
        course_run(&c, 8.0f, 1);
        assert_true(fabsf(thud_body_angular_velocity(world, crate)) < 0.01f);
        assert_float_equal(c.result.moved.x, 7.9f * TEST_DT, 0.1f * TEST_DT);
    }
    thud_world_destroy(world);
    for (int count = 1; count <= 3; count++) {
        world = level_world();
        thud_body_id board = course_box(world, THUD_BODY_DYNAMIC, 2.0f, 3.0f, 0.5f, 3.0f, 0.0f);
        thud_body_def def = thud_body_definition(world, board);
        def.lock_rotation = true;
        assert_true(thud_body_configure(world, board, &def));
        set_density(world, board, 0.5f);
        course all[3];
        for (int i = 0; i < count; i++) {
            float floor = 2.0f * (float)i;
            if (i > 0) {
                course_wall(world, 0.0f, floor - 0.1f, 1.4f, 0.1f);
            }
            all[i] = course_of(world, thud_vec2_make(0.0f, floor + COURSE_STAND));
        }
        for (int step = 0; step < 30; step++) {
            assert_int_equal(thud_world_step(world, TEST_DT).status, THUD_OK);
            assert_true(thud_body_velocity(world, board).x < 5.0f);
            for (int i = 0; i < count; i++) {
                all[i].velocity.x = 5.0f;
                move_alone(&all[i]);
            }
        }
        assert_true(thud_body_velocity(world, board).x > 4.5f);
        thud_world_destroy(world);
    }
}

/*
 * A crate on a slope leans over the character; pushed, it comes to stand on its upper edge, its face along the character's upright side.
 * All of the push acted where that face was met first, which turned its other end into the character: crate and character trembled by
 * 4 mm a step, the character between 2.9 and 4 m/s; under three times the gravity by 7 to 17 mm, between 0.1 and 4 m/s.
 */
static void pushes_crates_up_a_slope_smoothly(void **state) {
    (void)state;
    const float angles[] = {0.1f, 0.2f, 0.35f}, densities[] = {5.0f, 20.0f};
    for (int run = 0; run < 6; run++) {
        float angle = angles[run / 2], rise = sinf(angle), level = cosf(angle);
        thud_world *world = level_world();
        course_box(world, THUD_BODY_STATIC, 20.0f * level + rise, 20.0f * rise - level, 20.0f, 1.0f, angle);
        thud_body_id crate = course_box(world, THUD_BODY_DYNAMIC, 2.0f * level - 0.5f * rise,
                                        2.0f * rise + 0.5f * level, 0.5f, 0.5f, angle);
        set_density(world, crate, densities[run % 2]);
        course c = course_of(world, thud_vec2_make(-1.0f, COURSE_STAND));
        course_run(&c, 4.0f, 120); /* begins on level ground */
        float began = c.state.position.x;
        for (int step = 0; step < 120; step++) {
            float last = c.result.moved.x, last_speed = thud_body_velocity(world, crate).x;
            course_run(&c, 4.0f, 1);
            assert_float_equal(c.result.moved.x, last, 0.001f);
            assert_float_equal(thud_body_velocity(world, crate).x, last_speed, 0.001f / TEST_DT);
            assert_true(fabsf(thud_body_angular_velocity(world, crate)) < 0.05f);
        }
        assert_true(c.state.position.x > began + 3.0f);
        thud_world_destroy(world);
    }
}

/* A mover that a crate stopped on a belt took the belt's speed for its own, in each step anew: both went faster and faster, at
 * 37 m/s after a second. */
static void pushes_a_crate_on_a_belt_at_its_own_speed(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        thud_world *world = level_world();
        thud_body_id belt = course_wall(world, 0.0f, 0.5f, 40.0f, 0.5f);
        thud_material material = thud_shape_material(world, test_shape_of(world, belt));
        material.surface_speed = 3.0f * (float)side;
        assert_true(thud_shape_set_material(world, test_shape_of(world, belt), &material));
        float wanted = 5.0f * (float)side; /* 8 m/s with the belt */
        thud_body_id crate = course_box(world, THUD_BODY_DYNAMIC, 0.9f * (float)side, 1.5f, 0.5f, 0.5f, 0.0f);
        course c = course_of(world, thud_vec2_make(0.0f, 1.0f + COURSE_STAND));
        course_run(&c, wanted, 2);
        for (int step = 0; step < 120; step++) {
            course_step(&c); /* goes on at the velocity of its last move */
            assert_float_equal(c.velocity.x, wanted, 0.01f);
        }
        assert_float_equal(thud_body_velocity(world, crate).x, 8.0f * (float)side, 1.0f);
        thud_world_destroy(world);
    }
}

/*
 * Crates and walls before a character that walks at 5 m/s along a belt, against one, and on a cart. The speed of a belt counted twice where
 * it met something, and that of a cart was left in the velocity relative to it: along a belt of 3 m/s it kicked a crate away at 11 m/s,
 * against it it could not move one, and before a wall of its cart it had 3 m/s left.
 */
static void meets_crates_and_walls_on_belts_and_carts_as_on_land(void **state) {
    (void)state;
    for (int i = 0; i < 2 * 2 * 3; i++) {
        float floor_speed = i % 2 == 0 ? 3.0f : -3.0f;
        bool is_cart = i / 2 % 2 == 1, has_wall = i / 4 == 2;
        thud_world *world = test_world_create();
        thud_body_type type = is_cart ? THUD_BODY_KINEMATIC : THUD_BODY_STATIC;
        thud_body_id floor = course_box(world, type, 0.0f, -0.5f, 60.0f, 0.5f, 0.0f);
        thud_body_id obstacle =
            course_box(world, has_wall ? type : THUD_BODY_DYNAMIC, 2.0f, 0.5f, 0.5f, 0.5f, 0.0f);
        if (!has_wall) {
            set_density(world, obstacle, i / 4 == 0 ? 1.0f : 40.0f);
        }
        if (is_cart) {
            thud_vec2 velocity = thud_vec2_make(floor_speed, 0.0f);
            assert_true(thud_body_set_linear_velocity(world, floor, velocity));
            assert_true(thud_body_set_linear_velocity(world, obstacle, velocity));
        } else {
            thud_material material = thud_shape_material(world, test_shape_of(world, floor));
            material.surface_speed = floor_speed;
            assert_true(thud_shape_set_material(world, test_shape_of(world, floor), &material));
        }
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        course_run(&c, 5.0f, 90);
        float fastest = 0.0f, hit = 0.0f;
        for (int step = 0; step < 60; step++) {
            course_run(&c, 5.0f, 1);
            fastest = thud_max(fastest, thud_body_velocity(world, obstacle).x);
            hit = c.result.hit_count > 0 ? c.result.hits[0].speed : hit;
        }
        if (has_wall) { /* on a belt its feet go on, against it at the belt's speed */
            float met = is_cart ? 5.0f : 5.0f + floor_speed,
                  left = is_cart ? 0.0f : thud_max(-floor_speed, 0.0f);
            assert_float_equal(hit, met, 1.0e-3f);
            assert_float_equal(c.result.velocity.x, left, 1.0e-3f);
        } else {
            assert_float_equal(fastest, 5.0f + floor_speed, 0.3f);
            assert_float_equal(c.result.velocity.x, 5.0f, 0.01f);
            assert_float_equal(c.result.moved.x, (5.0f + floor_speed) * TEST_DT, 0.004f);
        }
        thud_world_destroy(world);
    }
}

static void stands_on_crates_and_weighs_on_them(void **state) {
    (void)state;
    thud_world *world = level_world();
    thud_body_id plank = add_seesaw(world);
    course c = course_of(world, thud_vec2_make(2.0f, 1.1f + COURSE_STAND));
    float low = 0.0f;
    for (int i = 0; i < 60; i++) {
        course_run(&c, 0.0f, 1);
        low = thud_max(low, course_depth(&c));
        assert_true(i < 3 || c.result.floor.touching);
    }
    assert_true(thud_body_angle(world, plank) < -0.1f && low < 0.005f);
    thud_world_destroy(world);
}

/* A platform that is released below its rider, the last one with a part on a hinge. The weight of 700 N pulled it and its
 * rider down at up to 71 g. */
static void falls_with_its_floor_no_faster_than_that_falls(void **state) {
    (void)state;
    const float densities[] = {1.0f, 30.0f, 200.0f, 30.0f};
    for (int i = 0; i < 4; i++) {
        thud_world *world = level_world();
        thud_body_id support = course_box(world, THUD_BODY_STATIC, 0.0f, 19.0f, 1.0f, 0.5f, 0.0f);
        thud_body_id crate = course_box(world, THUD_BODY_DYNAMIC, 0.0f, 20.0f, 0.5f, 0.5f, 0.0f);
        set_density(world, crate, densities[i]);
        if (i == 3) {
            thud_body_id part = course_box(world, THUD_BODY_DYNAMIC, 0.75f, 20.0f, 0.25f, 0.25f, 0.0f);
            set_density(world, part, densities[i]);
            thud_revolute_joint_def joint = thud_revolute_joint_defaults();
            joint.base = thud_joint_base_at(world, crate, part, thud_vec2_make(0.5f, 20.0f));
            assert_false(thud_joint_id_is_null(thud_revolute_joint_create(world, &joint)));
        }
        course c = course_of(world, thud_vec2_make(0.0f, 20.5f + COURSE_STAND));
        course_run(&c, 0.0f, 30);
        thud_body_destroy(world, support);
        for (int step = 1; step <= 90; step++) {
            course_run(&c, 0.0f, 1);
            assert_true(c.result.floor.touching && course_depth(&c) == 0.0f);
            assert_true(step < 3 || thud_body_velocity(world, crate).y > -10.0f * TEST_DT * (float)step - 0.1f);
        }
        assert_float_equal(c.state.position.y, 20.5f + COURSE_STAND - 0.5f * 10.0f * 1.5f * 1.5f, 0.5f);
        thud_world_destroy(world);
    }
}

/* A platform that crumbles: kinematic, or static, and dynamic from a moment on. The whole weight acted on it in the first step: a
 * light one took its rider down by 0.25 m, and one that tipped below a rider beside its middle by 0.48 m. */
static void falls_with_a_platform_that_becomes_dynamic_from_rest(void **state) {
    (void)state;
    for (int i = 0; i < 12; i++) {
        thud_world *world = test_world_create();
        thud_body_id platform = course_box(world, i % 2 == 0 ? THUD_BODY_KINEMATIC : THUD_BODY_STATIC, 0.0f,
                                           -0.2f, 1.0f, 0.2f, 0.0f);
        set_density(world, platform, i / 6 == 0 ? 1.0f : 40.0f);
        course c = course_of(world, thud_vec2_make(0.4f * (float)(i / 2 % 3), COURSE_STAND));
        course_run(&c, 0.0f, 30);
        thud_body_def def = thud_body_definition(world, platform);
        def.type = THUD_BODY_DYNAMIC;
        assert_true(thud_body_configure(world, platform, &def));
        for (int step = 1; step <= 30; step++) {
            course_run(&c, 0.0f, 1);
            assert_true(c.result.floor.touching && thud_abs(thud_body_angle(world, platform)) < 1.0e-3f);
            float time = TEST_DT * (float)step; /* and the rest of what substeps add, see thud_world_step */
            assert_float_equal(c.state.position.y, COURSE_STAND - 5.0f * time * (time + 0.25f * TEST_DT),
                               2.0e-3f);
        }
        thud_world_destroy(world);
    }
}

/* A plank on two posts that are taken away, after a step or before one, with a character on it. What its weight had done in that step was taken
 * back of the plank's velocity alone: one of 0.6 kg fell by 0.61 m, one of 12 kg by 36 mm; below a character beside its middle by twice that. */
static void falls_no_faster_than_freely_with_a_plank_whose_posts_go(void **state) {
    (void)state;
    const float densities[] = {1.0f, 5.0f, 20.0f, 60.0f};
    for (int run = 0; run < 4 * 3 * 2; run++) {
        thud_world *world = test_world_create();
        thud_world_set_gravity(world, thud_vec2_make(0.0f, -COURSE_GRAVITY));
        thud_body_id posts[] = {course_wall(world, -1.0f, -0.5f, 0.2f, 0.3f),
                                course_wall(world, 1.0f, -0.5f, 0.2f, 0.3f)};
        thud_body_id plank = course_box(world, THUD_BODY_DYNAMIC, 0.0f, -0.1f, 1.5f, 0.1f, 0.0f);
        set_density(world, plank, densities[run / 6]);
        course c = course_of(world, thud_vec2_make(0.4f * (float)(run / 2 % 3), COURSE_STAND));
        course_run(&c, 0.0f, 60);
        if (run % 2 == 0) {
            assert_int_equal(thud_world_step(world, TEST_DT).status, THUD_OK);
        }
        assert_true(thud_body_destroy(world, posts[0]) && thud_body_destroy(world, posts[1]));
        if (run % 2 == 0) {
            move_alone(&c);
        }
        float stood = c.state.position.y;
        for (int step = 1; step <= 20; step++) {
            course_run(&c, 0.0f, 1);
            float time = (float)step * TEST_DT, fall = 0.5f * COURSE_GRAVITY * time * time;
            assert_float_equal(stood - c.state.position.y, fall, 0.003f + 0.003f * (float)step);
            assert_true(c.result.floor.touching && fabsf(thud_body_angle(world, plank)) < 0.15f);
        }
        thud_world_destroy(world);
    }
}

/* The weight acted in the step of a landing already, and what a body gained from it was taken back only from the floor of the next
 * move: a ball of 0.5 kg, hit at a slant in the air at 15 m/s, left at 42 m/s; one that hovers left a runner at 37 m/s. */
static void lands_on_a_light_body_in_the_air_with_the_impact_alone(void **state) {
    (void)state;
    for (int i = 0; i < 16; i++) {
        bool hovers = i >= 4;
        thud_world *world = level_world();
        thud_body_id ball =
            test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(0.1f * (float)(i % 4), 20.0f));
        thud_body_def def = thud_body_definition(world, ball);
        def.gravity_scale = hovers ? 0.0f : 1.0f;
        def.linear_damping = hovers ? 3.0f : 0.0f;
        assert_true(thud_body_configure(world, ball, &def));
        thud_shape_def shape = thud_shape_defaults();
        thud_body_add_circle(world, ball, &shape, thud_vec2_make(0.0f, 0.0f), 0.4f);
        course c = course_of(world, thud_vec2_make(0.0f, 22.0f));
        c.velocity.y = -15.0f;
        bool is_hit = false;
        for (int step = 1; step <= 30; step++) {
            course_run(&c, 2.0f * (float)(i / 4), 1);
            is_hit = is_hit || c.result.hit_count > 0;
            assert_true(thud_vec2_length(thud_body_velocity(world, ball)) <
                        20.0f + 10.0f * TEST_DT * (float)step);
        }
        assert_true(is_hit);
        thud_world_destroy(world);
    }
}

/* Whether the highest of crates fell freely was asked of its own mass: a pile of two of 1 kg fell 96 m in a second, and
 * its rider with it; a light plate on a spring reached 306 m/s. */
static void falls_with_a_pile_or_a_sprung_plate_no_faster_than_freely(void **state) {
    (void)state;
    for (int run = 0; run < 2 * 3; run++) {
        thud_world *world = level_world();
        float density = (float[]){1.0f, 10.0f, 50.0f}[run % 3];
        thud_body_id support = course_box(world, THUD_BODY_STATIC, 0.0f, 19.0f, 1.0f, 0.5f, 0.0f);
        int count = run < 3 ? 3 : 1;
        thud_body_id top = support;
        for (int i = 0; i < count; i++) {
            top = course_box(world, THUD_BODY_DYNAMIC, 0.0f, 20.0f + (float)i, 0.5f, 0.5f, 0.0f);
            set_density(world, top, density);
        }
        if (count == 1) {
            thud_prismatic_joint_def joint = thud_prismatic_joint_defaults();
            joint.base.body_a = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 20.0f));
            joint.base.body_b = top;
            joint.axis = thud_vec2_make(0.0f, 1.0f);
            joint.spring = (thud_joint_spring){.enabled = true, .hertz = 0.5f, .damping_ratio = 0.3f};
            assert_false(thud_joint_id_is_null(thud_prismatic_joint_create(world, &joint)));
        }
        course c = course_of(world, thud_vec2_make(0.0f, 19.5f + (float)count + COURSE_STAND));
        course_run(&c, 0.0f, 60);
        thud_body_destroy(world, support);
        float stood = c.state.position.y;
        for (int step = 1; step <= 60; step++) {
            course_run(&c, 0.0f, 1);
            assert_true(c.result.floor.touching && course_depth(&c) == 0.0f);
            assert_true(thud_body_velocity(world, top).y > -10.0f * TEST_DT * (float)step - 0.2f);
        }
        if (count == 3) {
            assert_float_equal(stood - c.state.position.y, 5.0f, 0.2f);
        }
        thud_world_destroy(world);
    }
}

enum { most_in_crowd = 4 };

/*
 * Moves each mover of a crowd once after a step of the world, in order or backwards, up to the first one that
 * is crushed, and returns its index (count: none). None may end in another, except where it is crushed.
 */
static int move_crowd(course *crowd, int count, bool backwards) {
    assert_int_equal(thud_world_step(crowd[0].world, TEST_DT).status, THUD_OK);
    for (int i = 0; i < count; i++) {
        int mover = backwards ? count - 1 - i : i;
        course *c = &crowd[mover];
        move_alone(c);
        if (c->result.crushed) {
            return mover;
        }
        assert_true(course_depth(c) <= 0.0f);
    }
    return count;
}

/* A character that a game puts into another one, as at a checkpoint where an enemy stands, comes out above it. The way counted as a
 * rise of its floor, which goes on and gains what it gained in the last step: its body threw the crate above at 38 to 74 m/s. */
static void a_mover_that_comes_out_of_another_throws_no_crate_above(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        thud_world *world = level_world();
        course_wall(world, -1.0f, 0.8f, 0.3f, 0.8f);
        course_wall(world, 1.0f, 0.8f, 0.3f, 0.8f);
        thud_body_id crate = course_box(world, THUD_BODY_DYNAMIC, 0.0f, 2.0f, 1.0f, 0.4f, 0.0f);
        course enemy = course_of(world, thud_vec2_make(0.0f, 0.372f));
        assert_int_equal(thud_box(thud_vec2_make(0.4f, 0.35f), 0.02f, &enemy.def.shape), THUD_OK);
        course hero = course_of(world, thud_vec2_make(5.0f, 0.372f));
        hero.def.shape = enemy.def.shape;
        for (int step = 0; step < 60; step++) {
            if (step == 10) {
                thud_body_id body = hero.state.body;
                hero.state = thud_mover_state_at(thud_vec2_make(0.0f, 0.5f + 0.1f * (float)i));
                hero.state.body = body;
            }
            course_step(&enemy);
            move_alone(&hero);
            assert_true(thud_vec2_length(thud_body_velocity(world, crate)) < 1.0f);
        }
        assert_true(hero.result.floor.touching && course_depth(&hero) <= 0.0f);
        thud_world_destroy(world);
    }
}

/* A boulder of about a ton: the character's body stops it, and a hit event says so to the game. */
static void a_boulder_that_hits_a_mover_is_stopped_and_reported(void **state) {
    (void)state;
    thud_world *world = level_world();
    thud_body_id boulder = test_add_ball(world, thud_vec2_make(-4.0f, 1.0f), 1.0f);
    thud_shape_def def = thud_shape_definition(world, test_shape_of(world, boulder));
    def.density = 300.0f;
    def.hit_events = true;
    assert_true(thud_shape_configure(world, test_shape_of(world, boulder), &def));
    thud_body_set_velocity(world, boulder, thud_vec2_make(6.0f, 0.0f), -6.0f);
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    int hits = 0;
    for (int step = 0; step < 90; step++) {
        course_run(&c, 0.0f, 1);
        thud_contact_events events = thud_world_contact_events(world);
        for (int i = 0; i < events.hit_count; i++) {
            const thud_contact_hit *hit = &events.hits[i];
            if (thud_body_id_equal(thud_shape_body(world, hit->shape_a), c.state.body) ||
                thud_body_id_equal(thud_shape_body(world, hit->shape_b), c.state.body)) {
                hits++;
                assert_float_equal(hit->approach_speed, 6.0f, 0.1f);
                assert_in_range((int)hit->impulse, 5000, 6500);
            }
        }
    }
    assert_int_equal(hits, 1);
    assert_true(thud_vec2_length(thud_body_velocity(world, boulder)) < 3.0f &&
                thud_abs(c.state.position.x) < 0.1f);
    thud_world_destroy(world);
}

/* A lift of a motor, and riders one on the other, or with a crate on its head. The body of its rider, at rest in each step,
 * let it rise by a skin or less; a second one or a crate on the head of the first held down both (0.1 to 0.8 m in 1.5 s). */
static void does_not_hold_down_a_lift_of_a_motor(void **state) {
    (void)state;
    const float densities[] = {1.0f, 10.0f, 100.0f};
    for (int run = 0; run < 3 * 3; run++) {
        thud_world *world = level_world();
        thud_prismatic_joint_def joint = thud_prismatic_joint_defaults();
        joint.base.body_a = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 1.0f));
        joint.base.body_b = course_box(world, THUD_BODY_DYNAMIC, 0.0f, 1.0f, 1.5f, 0.2f, 0.0f);
        set_density(world, joint.base.body_b, densities[run % 3]);
        joint.axis = thud_vec2_make(0.0f, 1.0f);
        joint.motor.enabled = true;
        joint.motor.speed = 3.0f;
        joint.motor.max_force = 3000.0f;
        assert_false(thud_joint_id_is_null(thud_prismatic_joint_create(world, &joint)));
        bool has_crate = run / 3 == 2;
        int count = run / 3 == 1 ? 2 : 1;
        course riders[2];
        for (int i = 0; i < count; i++) {
            riders[i] = course_of(world, thud_vec2_make(0.0f, 1.2f + COURSE_STAND + 1.602f * (float)i));
        }
        if (has_crate) { /* it is moved by force: it is in the mover until it has the speed of the lift */
            assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &riders[0].def.shape), THUD_OK);
            course_box(world, THUD_BODY_DYNAMIC, 0.0f, 1.2f + 1.604f + 0.3f, 0.3f, 0.3f, 0.0f);
        }
        for (int step = 0; step < 90; step++) {
            if (has_crate) {
                course_step(&riders[0]);
                assert_true(!riders[0].result.crushed &&
                            course_depth(&riders[0]) < (step < 60 ? 0.02f : 0.005f));
            } else {
                assert_int_equal(move_crowd(riders, count, false), count);
            }
            for (int i = 0; i < count; i++) {
                assert_true(riders[i].result.floor.touching);
            }
        }
        float rise = riders[0].state.position.y - 1.2f - COURSE_STAND;
        assert_true(rise > (run < 3 ? 3.5f : 2.5f) && rise < 4.5f);
        thud_world_destroy(world);
    }
}

/* A piston of a motor. The character's body, at rest in each step, let it move the character by a skin: 0.2 to 1.2 m in 2 s; against
 * another character 0.05 to 0.9 m, or 6.8 m. One that is no stronger than push_force stops. */
static void is_pushed_by_the_piston_of_a_motor(void **state) {
    (void)state;
    for (int run = 0; run < 3 * 3 * 3; run++) {
        thud_world *world = level_world();
        thud_body_id piston = course_box(world, THUD_BODY_DYNAMIC, -2.0f, 0.8f, 0.5f, 0.6f, 0.0f);
        set_density(world, piston, (float[]){1.0f, 10.0f, 100.0f}[run % 3]);
        thud_prismatic_joint_def joint = thud_prismatic_joint_defaults();
        joint.base.body_a = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(-2.0f, 0.8f));
        joint.base.body_b = piston;
        joint.motor.enabled = true;
        joint.motor.speed = 2.0f;
        joint.motor.max_force = (float[]){600.0f, 5000.0f, 1.0e6f}[run / 9];
        assert_false(thud_joint_id_is_null(thud_prismatic_joint_create(world, &joint)));
        course row[3];
        int count = 1 + run / 3 % 3;
        for (int i = 0; i < count; i++) {
            row[i] = course_of(world, thud_vec2_make(-1.0f + 0.65f * (float)i, COURSE_STAND));
        }
        for (int step = 0; step < 120; step++) {
            assert_int_equal(thud_world_step(world, TEST_DT).status, THUD_OK);
            for (int i = 0; i < count; i++) {
                course *c = &row[step % 2 == 0 ? i : count - 1 - i];
                thud_vec2 falling = thud_vec2_make(0.0f, -COURSE_GRAVITY * TEST_DT);
                assert_true(thud_mover_move(world, &c->def, &c->state, falling, TEST_DT, &c->result));
                assert_true(!c->result.crushed && course_depth(c) < 1.0e-5f);
            }
            assert_true(row[0].result.floor.touching);
        }
        float moved = row[0].state.position.x + 1.0f;
        assert_true(run < 9 ? moved < 0.15f : moved > 3.2f && moved < 4.0f);
        thud_world_destroy(world);
    }
}

/* A gate that swings at the character's side, and leans over it, so that a part of its push leads into the ground: as the
 * velocity of the mover's body led there too it had none, and the gate of a motor stopped at it. */
static void is_pushed_by_the_gate_of_a_motor(void **state) {
    (void)state;
    const thud_vec2 corners[] = {{-0.1f, -2.9f}, {0.1f, -2.9f}, {0.1f, 0.0f}, {-0.1f, 0.0f}};
    for (int run = 0; run < 3; run++) {
        thud_world *world = level_world();
        thud_revolute_joint_def joint = thud_revolute_joint_defaults();
        joint.base.body_a = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 3.0f));
        joint.base.body_b = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(0.0f, 3.0f));
        thud_shape_def shape = thud_shape_defaults();
        shape.density = (float[]){1.0f, 10.0f, 100.0f}[run];
        assert_false(thud_shape_id_is_null(thud_body_add_hull(world, joint.base.body_b, &shape, corners, 4)));
        assert_true(thud_body_teleport(world, joint.base.body_b, thud_vec2_make(0.0f, 3.0f), -1.2f));
        joint.motor.enabled = true;
        joint.motor.speed = 1.0f;
        joint.motor.max_force = 6000.0f;
        assert_false(thud_joint_id_is_null(thud_revolute_joint_create(world, &joint)));
        course c = course_of(world, thud_vec2_make(-0.9f, COURSE_STAND));
        for (int step = 0; step < 150; step++) {
            course_run(&c, 0.0f, 1);
            assert_true(!c.result.crushed && course_depth(&c) < 0.001f);
        }
        assert_true(c.state.position.x > 1.5f);
        thud_world_destroy(world);
    }
}

/* A ball of 1 kg that lay against a character on a slope pushed it down the slope at 0.07 m/s, 1 mm in each step: it fell
 * through the skin that the character then put between them again. */
static void a_ball_that_leans_on_it_does_not_move_it(void **state) {
    (void)state;
    for (int run = 0; run < 3; run++) {
        thud_world *world = test_world_create();
        course_box(world, THUD_BODY_STATIC, 0.0f, 0.0f, 30.0f, 0.5f, -0.4f);
        course c = course_of(world, thud_vec2_make(0.0f, 1.7f));
        course_run(&c, 0.0f, 60);
        thud_vec2 stood = c.state.position;
        thud_body_id ball = test_add_ball(world, thud_vec2_make(-2.0f, 2.1f), 0.5f);
        set_density(world, ball, (float[]){0.1f, 1.0f, 10.0f}[run]);
        course_run(&c, 0.0f, 300);
        assert_true(thud_body_position(world, ball).x > -0.85f && c.result.floor.touching);
        assert_float_equal(c.state.position.x, stood.x, 0.005f);
        course_run(&c, 0.0f, 120);
        assert_float_equal(c.state.position.x, stood.x, 0.005f);
        thud_world_destroy(world);
    }
}

/* The weight of a box acted at the corner that touched the plank: in its middle it tilted it, beside it did not. */
static void a_box_tilts_a_seesaw_to_the_side_on_which_it_stands(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side++) {
        thud_world *world = level_world();
        thud_body_id plank = add_seesaw(world);
        course c = course_of(world, thud_vec2_make(0.2f * (float)side, 1.1f + COURSE_STAND));
        assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &c.def.shape), THUD_OK);
        course_run(&c, 0.0f, 20);
        float angle = thud_body_angle(world, plank);
        assert_true(side == 0 ? fabsf(angle) < 0.001f : angle * (float)side < -0.01f);
        thud_world_destroy(world);
    }
}

/* The weight of a box acted in its middle, beside what it stood on: it threw a crate of 0.64 kg at
 * 31 m/s and spun a ball of 0.5 kg until it rolled at 43 m/s. */
static void a_foot_that_projects_throws_nothing_away(void **state) {
    (void)state;
    for (int i = 0; i < 40; i++) {
        thud_world *world = level_world();
        bool is_ball = i >= 20, walks = i % 2 == 1;
        thud_body_id thing = is_ball ? test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(0.0f, 0.4f))
                                     : course_box(world, THUD_BODY_DYNAMIC, 0.0f, 0.4f, 0.4f, 0.4f, 0.0f);
        if (is_ball) {
            thud_shape_def shape = thud_shape_defaults();
            thud_body_add_circle(world, thing, &shape, thud_vec2_make(0.0f, 0.0f), 0.4f);
        }
        float aside = 0.05f + 0.07f * (float)(i / 2 % 10);
        course c = {.world = world, .def = thud_mover_defaults()};
        assert_int_equal(thud_box(thud_vec2_make(0.4f, 0.4f), 0.0f, &c.def.shape), THUD_OK);
        assert_true(thud_mover_create(world, &c.def, thud_vec2_make(aside, 1.25f), &c.state));
        float fastest = 0.0f;
        for (int step = 0; step < 180; step++) {
            course_run(&c, walks ? -2.0f : 0.0f, 1);
            fastest = thud_max(fastest, thud_vec2_length(thud_body_velocity(world, thing)));
        }
        assert_true(fastest < (is_ball ? 15.0f : 2.0f));
        assert_true(is_ball || walks || c.result.floor.touching);
        thud_world_destroy(world);
    }
}

/* The weight tipped light crates as if nothing had to move with them: on level ground and over the edge of a ledge they left at
 * 12 and 21 m/s. What they gained was taken back at their centre of mass alone, which hardly falls. */
static void a_light_crate_that_tips_under_it_is_not_shot_away(void **state) {
    (void)state;
    for (int i = 0; i < 2 * 3 * 16; i++) {
        thud_world *world = test_world_create();
        bool is_ledge = i % 2 == 1;
        course_wall(world, is_ledge ? -10.0f : 0.0f, -2.0f, 10.0f, 2.0f);
        float aside = 0.05f * (float)(i / 6);
        thud_body_id crate =
            course_box(world, THUD_BODY_DYNAMIC, is_ledge ? -0.25f : 0.0f, 0.3f, 0.3f, 0.3f, 0.0f);
        course c = {.world = world, .def = thud_mover_defaults()};
        if (i / 2 % 3 > 0) {
            thud_vec2 half = thud_vec2_make(0.3f, 0.8f);
            assert_int_equal(i / 2 % 3 == 1 ? thud_box(half, 0.0f, &c.def.shape)
                                            : thud_circle(thud_vec2_make(0.0f, 0.0f), 0.4f, &c.def.shape),
                             THUD_OK);
        }
        assert_true(thud_mover_create(world, &c.def, thud_vec2_make(-0.5f + aside, 1.7f), &c.state));
        for (int step = 0; step < 120 && thud_body_position(world, crate).y > 0.0f; step++) {
            course_run(&c, 0.0f, 1);
            assert_true(thud_vec2_length(thud_body_velocity(world, crate)) < 7.0f); /* it lands at 6.5 m/s */
        }
        thud_world_destroy(world);
    }
}

/* A ball in a wedge, spun by the weight of a character on its side, which takes the speed of its surface as it jumps: 51 m/s
 * while what the ball gained was taken back at its centre alone. */
static void a_ball_in_a_wedge_does_not_throw_what_jumps_on_it(void **state) {
    (void)state;
    float most = 0.0f;
    for (int i = 0; i < 64; i++) {
        thud_world *world = level_world();
        course_box(world, THUD_BODY_STATIC, -2.0f, 2.0f, 2.0f, 0.2f, -0.7f);
        course_box(world, THUD_BODY_STATIC, 2.0f, 2.0f, 2.0f, 0.2f, 0.7f);
        thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 3.0f), 0.3f + 0.04f * (float)(i / 4));
        set_density(world, ball, 0.3f);
        test_step(world, 120);
        thud_vec2 top = thud_body_position(world, ball);
        course c = {.world = world, .def = thud_mover_defaults()};
        assert_int_equal(thud_circle(thud_vec2_make(0.0f, 0.0f), 0.4f, &c.def.shape), THUD_OK);
        assert_true(
            thud_mover_create(world, &c.def, thud_vec2_make(0.1f * (float)(i % 4), top.y + 2.0f), &c.state));
        for (int step = 0; step < 300; step++) {
            c.velocity.y = c.result.floor.touching && step % 20 == 19 ? 8.0f : c.velocity.y;
            course_step(&c);
            most = thud_max(most, fabsf(c.velocity.x));
        }
        thud_world_destroy(world);
    }
    assert_true(most < 4.0f);
}

enum { plank_count = 20 };

/* A bridge of planks on hinges, 10 m long, between two banks. */
static thud_world *bridge_world(thud_body_id *planks, float density) {
    thud_world *world = test_world_create();
    thud_body_id left = course_wall(world, -3.0f, -0.5f, 3.0f, 0.5f),
                 right = course_wall(world, 13.0f, -0.5f, 3.0f, 0.5f);
    thud_body_id previous = left;
    for (int i = 0; i <= plank_count; i++) {
        thud_body_id next = right;
        if (i < plank_count) {
            next = planks[i] =
                course_box(world, THUD_BODY_DYNAMIC, 0.25f + 0.5f * (float)i, -0.1f, 0.25f, 0.1f, 0.0f);
            set_density(world, next, density);
        }
        thud_revolute_joint_def joint = thud_revolute_joint_defaults();
        joint.base = thud_joint_base_at(world, previous, next, thud_vec2_make(0.5f * (float)i, -0.1f));
        assert_false(thud_joint_id_is_null(thud_revolute_joint_create(world, &joint)));
        previous = next;
    }
    return world;
}

static void a_rope_bridge_sags_under_it_and_carries_it_across(void **state) {
    (void)state;
    thud_body_id planks[plank_count];
    thud_world *world = bridge_world(planks, 100.0f);
    course c = course_of(world, thud_vec2_make(-2.0f, COURSE_STAND));
    float lowest = 0.0f, deepest = 0.0f;
    int in_air = 0;
    for (int i = 0; i < 420; i++) {
        course_run(&c, c.state.position.x < 12.0f ? 3.0f : 0.0f, 1);
        lowest = thud_min(lowest, thud_body_position(world, planks[10]).y);
        deepest = thud_max(deepest, course_depth(&c));
        in_air += !c.result.floor.touching;
    }
    assert_true(c.state.position.x > 11.5f && lowest < -0.3f && deepest < 0.005f && in_air == 0);
    thud_world_destroy(world);
}

/* The corners of a box stand on two planks in turn: each got the whole weight in its steps, and threw the box up and
 * down by 136 mm, 30 mm more in one step than in the step before (a capsule 50 mm and 1.5 mm). */
static void a_box_stands_quietly_on_a_rope_bridge(void **state) {
    (void)state;
    float swings = 0.0f, jerks = 0.0f;
    for (int i = 0; i < 16; i++) {
        thud_body_id planks[plank_count];
        thud_world *world = bridge_world(planks, 20.0f);
        course c = course_of(world, thud_vec2_make(3.0f + 0.27f * (float)i, 0.9f));
        assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &c.def.shape), THUD_OK);
        course_run(&c, 0.0f, 240);
        float low = c.state.position.y, high = low, jerk = 0.0f;
        for (int step = 0; step < 120; step++) {
            float before = c.result.moved.y;
            course_run(&c, 0.0f, 1);
            jerk = thud_max(jerk, fabsf(c.result.moved.y - before));
            low = thud_min(low, c.state.position.y);
            high = thud_max(high, c.state.position.y);
        }
        swings += high - low;
        jerks += jerk;
        thud_world_destroy(world);
    }
    assert_true(swings / 16.0f < 0.08f && jerks / 16.0f < 0.004f);
}

/* Planks and debris of the default density, on which a character walks: all of its weight spun and threw them, and the character with them, by
 * up to 0.96 m from one step to the next on a bridge, and 0.99 m aside in a step among debris, 0.36 m in the mean of these worlds. */
static void light_planks_and_debris_do_not_throw_it(void **state) {
    (void)state;
    thud_body_id planks[plank_count];
    for (int run = 0; run < 3 * 2; run++) {
        thud_world *world = bridge_world(planks, (float[]){1.0f, 10.0f, 30.0f}[run / 2]);
        thud_world_set_gravity(world, thud_vec2_make(0.0f, -COURSE_GRAVITY));
        course c = course_of(world, thud_vec2_make(-1.0f, COURSE_STAND));
        float speed = run % 2 == 0 ? 1.5f : 5.0f, jerk = 0.0f, last = 0.0f;
        while (c.state.position.x < 11.0f) {
            course_run(&c, speed, 1);
            jerk = thud_max(jerk, fabsf(c.result.moved.y - last));
            last = c.result.moved.y;
        }
        assert_true(jerk < 0.1f);
        thud_world_destroy(world);
    }
    test_random random = {8};
    float aside = 0.0f; /* farther than its own way */
    enum { heaps = TEST_UNLESS_SANITIZED(36, 12) };
    for (int run = 0; run < heaps; run++) {
        thud_world *world = level_world();
        thud_world_set_gravity(world, thud_vec2_make(0.0f, -COURSE_GRAVITY));
        for (int i = 0; i < 40; i++) {
            course_box(world, THUD_BODY_DYNAMIC, test_random_float(&random, -1.5f, 1.5f),
                       0.3f + 0.1f * (float)i, test_random_float(&random, 0.1f, 0.3f),
                       test_random_float(&random, 0.1f, 0.3f), (float)i);
        }
        test_step(world, 120);
        course c = course_of(world, thud_vec2_make(-4.0f, COURSE_STAND));
        float farthest = 0.0f;
        for (int step = 0; step < 360; step++) {
            course_run(&c, step / 120 % 2 == 0 ? 4.0f : -4.0f, 1);
            farthest = thud_max(farthest, fabsf(c.result.moved.x) - 4.0f * TEST_DT);
            assert_true(c.result.moved.y > -0.3f);
        }
        aside += farthest;
        thud_world_destroy(world);
    }
    assert_true(aside / (float)heaps < 0.2f);
}

/* Boxes that fall and are thrown at a character that stands. The corner of one that was 5 to 25 mm in its head made a flat wedge with the ground,
 * which threw the character aside by up to 0.3 m in a step: by more than 6 cm 19 times. */
static void what_falls_on_its_head_does_not_throw_it_aside(void **state) {
    (void)state;
    const float densities[] = {0.5f, 2.0f, 5.0f, 20.0f};
    int throws = 0;
    for (int run = 0; run < 4 * 2 * 12; run++) {
        test_random random = {(uint64_t)(run + 1)};
        thud_world *world = level_world();
        thud_world_set_gravity(world, thud_vec2_make(0.0f, -COURSE_GRAVITY));
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        for (int step = 0; step < 240; step++) {
            if (step % 6 == 0) {
                float angle = test_random_float(&random, 0.5f, 2.6f), speed = run % 2 == 0 ? 1.0f : 5.0f;
                thud_vec2 from = thud_vec2_make(cosf(angle), sinf(angle));
                thud_vec2 at = thud_vec2_mul_add(c.state.position, 2.5f, from);
                thud_body_id box =
                    course_box(world, THUD_BODY_DYNAMIC, at.x, at.y, test_random_float(&random, 0.1f, 0.3f),
                               test_random_float(&random, 0.1f, 0.3f), test_random_float(&random, 0.0f, 3.0f));
                set_density(world, box, densities[run / 2 % 4]);
                assert_true(thud_body_set_linear_velocity(world, box, thud_vec2_scale(from, -speed)));
            }
            course_run(&c, 0.0f, 1);
            throws += c.result.floor.body.slot == 0 && fabsf(c.result.moved.x) > 0.06f;
        }
        thud_world_destroy(world);
    }
    assert_true(throws < 10);
}

static void a_crate_on_its_head_is_carried_along(void **state) {
    (void)state;
    thud_world *world = level_world();
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    assert_int_equal(thud_box(thud_vec2_make(0.4f, 0.8f), 0.0f, &c.def.shape), THUD_OK);
    course_run(&c, 0.0f, 2);
    thud_body_id crate = course_box(world, THUD_BODY_DYNAMIC, 0.0f, 1.602f + 0.2f, 0.3f, 0.2f, 0.0f);
    course_run(&c, 0.0f, 60);
    assert_float_equal(thud_body_position(world, crate).y, 1.802f, 0.01f);
    float before = thud_body_position(world, crate).x - c.state.position.x;
    for (int i = 0; i < 120; i++) {
        course_run(&c, thud_min(0.05f * (float)i, 3.0f), 1);
        assert_true(c.result.floor.touching && !c.result.crushed);
    }
    assert_float_equal(thud_body_position(world, crate).y, 1.802f, 0.02f);
    assert_true(c.state.position.x > 3.0f);
    assert_float_equal(thud_body_position(world, crate).x - c.state.position.x, before, 0.1f);
    thud_world_destroy(world);
}

static void rides_a_crate_that_rides_a_lift(void **state) {
    (void)state;
    thud_world *world = level_world();
    thud_body_id lift = course_box(world, THUD_BODY_KINEMATIC, 0.0f, 0.25f, 2.0f, 0.25f, 0.0f);
    set_density(world, course_box(world, THUD_BODY_DYNAMIC, 0.0f, 1.0f, 0.5f, 0.5f, 0.0f), 10.0f);
    course c = course_of(world, thud_vec2_make(0.0f, 1.5f + COURSE_STAND));
    float deepest = 0.0f, highest = 0.0f;
    for (int i = 0; i < 600; i++) {
        float t = (float)(i + 1) * TEST_DT;
        thud_body_set_target(world, lift, thud_vec2_make(sinf(t), 0.25f + 2.0f - 2.0f * cosf(t)), 0.0f,
                             TEST_DT);
        course_run(&c, 0.0f, 1);
        if (i > 10) {
            assert_true(c.result.floor.touching && !c.result.crushed);
            deepest = thud_max(deepest, course_depth(&c));
            highest = thud_max(highest, course_gap(&c));
        }
    }
    assert_true(deepest == 0.0f && highest < 0.004f);
    thud_world_destroy(world);
}

/*
 * A lift that begins to rise at once, with crates and a character on them. Its body, which does not give way and rose only as fast as the crate
 * in the step before, held that down for 15 steps: the crates sank 17 cm into the lift and into each other.
 */
static void crates_under_it_do_not_sink_into_a_lift_that_starts(void **state) {
    (void)state;
    const float speed = 3.0f;
    for (int count = 1; count <= 2; count++) {
        thud_world *world = level_world();
        thud_body_id lift = course_box(world, THUD_BODY_KINEMATIC, 0.0f, 0.25f, 2.0f, 0.25f, 0.0f);
        thud_body_id crate = lift;
        for (int i = 0; i < count; i++) {
            crate = course_box(world, THUD_BODY_DYNAMIC, 0.0f, 1.0f + (float)i, 0.5f, 0.5f, 0.0f);
            set_density(world, crate, 40.0f);
        }
        course c = course_of(world, thud_vec2_make(0.0f, 0.5f + (float)count + COURSE_STAND));
        float height = 0.25f, deepest = 0.0f, depth = 0.0f;
        for (int step = 0; step < 75; step++) {
            height += step >= 60 ? speed * TEST_DT : 0.0f;
            thud_body_set_target(world, lift, thud_vec2_make(0.0f, height), 0.0f, TEST_DT);
            course_run(&c, 0.0f, 1);
            depth = height + (float)count - 0.25f - thud_body_position(world, crate).y;
            deepest = thud_max(deepest, depth);
            assert_true(c.state.on_floor && course_depth(&c) == 0.0f);
        }
        assert_true(deepest < 0.01f && depth < 0.01f);
        thud_world_destroy(world);
    }
}

/* A platform of 5, 20 or 80 kg on two ropes, released at 0.5 rad to a side, with a character on it. The friction of its body, which went on
 * straight at the speed of the step before, drove the platform on: it swung out to 0.83 rad; one of less than 7 kg
 * to 0.7 to 0.8 rad still. */
static void a_swing_under_it_swings_no_higher(void **state) {
    (void)state;
    const float densities[] = {50.0f, 200.0f, 12.5f};
    for (int run = 0; run < 2 * 3; run++) {
        thud_world *world = test_world_create();
        thud_world_set_gravity(world, thud_vec2_make(0.0f, -COURSE_GRAVITY));
        float side = run % 2 == 0 ? 1.0f : -1.0f;
        thud_vec2 start = {side * 4.0f * sinf(0.5f), -4.0f * cosf(0.5f)};
        thud_distance_joint_def rope = thud_distance_joint_defaults();
        rope.base.body_a = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
        rope.base.body_b = course_box(world, THUD_BODY_DYNAMIC, start.x, start.y, 1.0f, 0.1f, 0.0f);
        set_density(world, rope.base.body_b, densities[run / 2]);
        rope.length = 4.0f;
        for (int end = -1; end <= 1; end += 2) {
            rope.base.anchor_a = rope.base.anchor_b = thud_vec2_make(0.9f * (float)end, 0.0f);
            assert_false(thud_joint_id_is_null(thud_distance_joint_create(world, &rope)));
        }
        course c = course_of(world, thud_vec2_make(start.x, start.y + 0.1f + COURSE_STAND));
        float farthest = 0.0f;
        for (int step = 0; step < 600; step++) {
            course_run(&c, 0.0f, 1);
            thud_vec2 at = thud_body_position(world, rope.base.body_b);
            farthest = thud_max(step < 450 ? 0.0f : farthest, fabsf(at.x)); /* of the last swings */
            assert_true(fabsf(at.x) < 1.01f * fabsf(start.x));
            assert_float_equal(c.state.position.x, at.x, 0.01f);
        }
        assert_true(run >= 4 || farthest > 0.95f * fabsf(start.x)); /* a light one is slowed down */
        thud_world_destroy(world);
    }
}

/* ---- other movers ---- */

static void movers_do_not_overlap_and_stand_on_each_other(void **state) {
    (void)state;
    thud_world *world = level_world();
    course a = course_of(world, thud_vec2_make(-2.0f, COURSE_STAND));
    course b = course_of(world, thud_vec2_make(2.0f, COURSE_STAND));
    course top = course_of(world, thud_vec2_make(2.0f, 3.5f));
    for (int i = 0; i < 240; i++) {
        course *all[] = {&a, &b, &top};
        assert_int_equal(thud_world_step(world, TEST_DT).status, THUD_OK);
        for (int m = 0; m < 3; m++) {
            course *c = all[m];
            c->velocity.x = m == 0 && i > 120 ? 3.0f : m == 1 && i > 60 ? -3.0f : 0.0f;
            move_alone(c);
        }
        for (int m = 0; m < 3; m++) {
            assert_true(course_depth(all[m]) < 0.001f);
        }
    }
    assert_float_equal(b.state.position.x - a.state.position.x, 0.602f, 0.01f);
    assert_float_equal(top.state.position.y, COURSE_STAND + 1.602f, 0.01f);
    assert_true(fabsf(top.state.position.x - b.state.position.x) < 0.01f && top.result.floor.touching);
    thud_world_destroy(world);
}

static void a_lift_carries_movers_that_stand_on_each_other(void **state) {
    (void)state;
    thud_world *world = level_world();
    thud_body_id lift = course_box(world, THUD_BODY_KINEMATIC, 0.0f, 0.25f, 2.0f, 0.25f, 0.0f);
    course low = course_of(world, thud_vec2_make(0.0f, 0.5f + COURSE_STAND));
    course high = course_of(world, thud_vec2_make(0.0f, 0.5f + COURSE_STAND + 1.602f));
    float worst = 0.0f;
    for (int i = 0; i < 600; i++) {
        float t = (float)(i + 1) * TEST_DT;
        thud_body_set_target(world, lift, thud_vec2_make(2.0f * sinf(t), 2.25f - 2.0f * cosf(t)), 0.0f,
                             TEST_DT);
        assert_int_equal(thud_world_step(world, TEST_DT).status, THUD_OK);
        course *all[] = {&low, &high};
        for (int m = 0; m < 2; m++) {
            all[m]->velocity.x = 0.0f;
            move_alone(all[m]);
            assert_true(i < 5 || (all[m]->result.floor.touching && !all[m]->result.crushed));
        }
        if (i > 5) {
            float y = thud_body_position(world, lift).y + 0.25f + COURSE_STAND;
            worst = thud_max(worst, fabsf(low.state.position.y - y));
            worst = thud_max(worst, fabsf(high.state.position.y - low.state.position.y - 1.602f));
            worst = thud_max(worst, fabsf(high.state.position.x - low.state.position.x));
        }
    }
    assert_true(worst < 0.001f);
    thud_world_destroy(world);
}

static void stand_in_row(thud_world *world, course *crowd, int count, float first, float spacing) {
    assert_true(count <= most_in_crowd);
    for (int i = 0; i < count; i++) {
        crowd[i] = course_of(world, thud_vec2_make(first + spacing * (float)i, COURSE_STAND));
    }
}

/* A wall that comes from the left at 3 m/s. */
static thud_body_id add_pushing_wall(thud_world *world) {
    thud_body_id wall = course_box(world, THUD_BODY_KINEMATIC, -2.0f, 1.5f, 0.5f, 1.0f, 0.0f);
    thud_body_set_velocity(world, wall, thud_vec2_make(3.0f, 0.0f), 0.0f);
    return wall;
}

/* A mover was once pushed away in its own next move only: a wall of 3 m/s moved its neighbour 50 mm into it. */
static void a_wall_pushes_a_row_of_movers(void **state) {
    (void)state;
    for (int backwards = 0; backwards <= 1; backwards++) {
        thud_world *world = level_world();
        thud_body_id wall = add_pushing_wall(world);
        course crowd[3];
        stand_in_row(world, crowd, 3, -1.0f, 0.65f);
        for (int i = 0; i < 120; i++) {
            thud_vec2 drawn[3]; /* at the end of the step before, where drawing goes on */
            for (int m = 0; m < 3; m++) {
                drawn[m] = thud_body_position(world, crowd[m].state.body);
            }
            assert_int_equal(move_crowd(crowd, 3, backwards != 0), 3);
            for (int m = 0; m < 3; m++) {
                assert_true(crowd[m].result.floor.touching);
                thud_vec2 from = thud_body_previous_pose(world, crowd[m].state.body).position;
                assert_true(thud_vec2_distance(from, drawn[m]) < 0.001f);
            }
        }
        float face = thud_body_position(world, wall).x + 0.5f;
        for (int m = 0; m < 3; m++) {
            assert_float_equal(thud_body_position(world, crowd[m].state.body).x,
                               face + 0.302f + 0.602f * (float)m, 0.002f);
            assert_float_equal(crowd[m].state.position.x, thud_body_position(world, crowd[m].state.body).x,
                               backwards != 0 && m > 0 ? 0.051f : 0.001f); /* moved before it was pushed */
            assert_float_equal(crowd[m].state.position.y, COURSE_STAND, 0.001f);
        }
        thud_world_destroy(world);
    }
}

static void a_row_is_pushed_up_a_slope(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    const thud_vec2 ground[] = {{-10.0f, 0.0f}, {1.0f, 0.0f}, {11.0f, 5.0f}};
    course_ground(world, ground, 3);
    thud_body_id wall = course_box(world, THUD_BODY_KINEMATIC, -2.0f, 4.5f, 0.5f, 4.0f, 0.0f);
    thud_body_set_velocity(world, wall, thud_vec2_make(3.0f, 0.0f), 0.0f);
    course crowd[3];
    stand_in_row(world, crowd, 3, -1.0f, 0.65f);
    for (int i = 0; i < 120; i++) {
        assert_int_equal(move_crowd(crowd, 3, false), 3);
    }
    assert_true(crowd[2].state.position.x > 5.5f && crowd[2].state.position.y > 3.0f);
    thud_world_destroy(world);
}

static void the_first_of_a_row_is_crushed_where_the_last_has_no_room(void **state) {
    (void)state;
    for (int backwards = 0; backwards <= 1; backwards++) {
        thud_world *world = level_world();
        course_wall(world, 3.0f, 1.5f, 0.5f, 1.5f);
        thud_body_id wall = add_pushing_wall(world);
        course crowd[3];
        stand_in_row(world, crowd, 3, -1.0f, 0.65f);
        int crushed = 3;
        for (int steps = 0; steps < 120 && crushed == 3; steps++) {
            crushed = move_crowd(crowd, 3, backwards != 0);
        }
        assert_int_equal(crushed, 0);
        float room = 2.5f - (thud_body_position(world, wall).x + 0.5f);
        assert_true(room < 3.0f * 0.604f && room > 3.0f * 0.604f - 0.051f); /* in the step in which it ends */
        thud_body_id by[] = {crowd[0].result.crushed_by[0], crowd[0].result.crushed_by[1]};
        bool is_first = test_same_body(by[0], wall);
        assert_true(test_same_body(by[is_first ? 0 : 1], wall));
        assert_true(test_same_body(by[is_first ? 1 : 0], crowd[1].state.body));
        thud_world_destroy(world);
    }
}

static void rides_on_the_head_of_one_that_is_pushed(void **state) {
    (void)state;
    thud_world *world = level_world();
    thud_body_id wall = course_box(world, THUD_BODY_KINEMATIC, -2.0f, 0.8f, 0.5f, 0.5f, 0.0f);
    thud_body_set_velocity(world, wall, thud_vec2_make(3.0f, 0.0f), 0.0f);
    course crowd[4];
    stand_in_row(world, crowd, 2, -1.0f, 0.65f);
    crowd[2] = course_of(world, thud_vec2_make(-1.0f, COURSE_STAND + 1.602f));
    crowd[3] = course_of(world, thud_vec2_make(-0.35f, COURSE_STAND + 1.602f));
    for (int i = 0; i < 120; i++) {
        assert_int_equal(move_crowd(crowd, 4, false), 4);
        for (int m = 0; m < 4; m++) {
            assert_true(crowd[m].result.floor.touching);
        }
    }
    assert_true(crowd[0].state.position.x > 3.0f);
    for (int m = 0; m < 2; m++) {
        assert_float_equal(crowd[2 + m].state.position.x, crowd[m].state.position.x, 0.001f);
        assert_float_equal(crowd[2 + m].state.position.y, COURSE_STAND + 1.602f, 0.001f);
    }
    thud_world_destroy(world);
}

/* Each once pushed the other's body away from the place of its state: the states went 0.4 m into each other. */
static void movers_on_platforms_that_come_together_hold_each_other_up(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id left = course_box(world, THUD_BODY_KINEMATIC, -5.0f, -0.5f, 4.5f, 0.5f, 0.0f);
    thud_body_id right = course_box(world, THUD_BODY_KINEMATIC, 5.0f, -0.5f, 4.5f, 0.5f, 0.0f);
    thud_body_set_velocity(world, left, thud_vec2_make(3.0f, 0.0f), 0.0f);
    thud_body_set_velocity(world, right, thud_vec2_make(-3.0f, 0.0f), 0.0f);
    course crowd[2] = {course_of(world, thud_vec2_make(-1.0f, COURSE_STAND)),
                       course_of(world, thud_vec2_make(1.0f, COURSE_STAND))};
    for (int i = 0; i < 60; i++) {
        assert_int_equal(move_crowd(crowd, 2, false), 2);
        assert_true(crowd[1].state.position.x - crowd[0].state.position.x > 0.6f - 0.051f);
    }
    thud_world_destroy(world);
}

enum { in_pit = 24 };

/* Movers of three shapes above each other, at random places between a wall at x = -2 and one at x = 2.5. */
static thud_body_id fill_pit(thud_world *world, test_random *random, course *crowd) {
    course_wall(world, -2.5f, 5.0f, 0.5f, 5.0f);
    for (int i = 0; i < in_pit; i++) {
        course *c = &crowd[i];
        *c = (course){.world = world, .def = thud_mover_defaults()};
        if (i % 3 == 1) {
            assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.6f), 0.0f, &c->def.shape), THUD_OK);
        } else if (i % 3 == 2) {
            assert_int_equal(thud_circle(thud_vec2_make(0, 0), 0.4f, &c->def.shape), THUD_OK);
        }
        thud_vec2 at = {test_random_float(random, -1.5f, 2.0f), 1.0f + 0.8f * (float)i};
        assert_true(thud_mover_create(world, &c->def, at, &c->state));
    }
    return course_box(world, THUD_BODY_KINEMATIC, 3.0f, 5.0f, 0.5f, 5.0f, 0.0f);
}

/* Moves all; a crushed mover is put at a place of its own. */
static void move_pit(course *crowd) {
    assert_int_equal(thud_world_step(crowd[0].world, TEST_DT).status, THUD_OK);
    for (int i = 0; i < in_pit; i++) {
        course *c = &crowd[i];
        move_alone(c);
        if (c->result.crushed) {
            c->state.position = thud_vec2_make(20.0f + 2.0f * (float)i, 1.0f);
            thud_body_teleport(c->world, c->state.body, c->state.position, 0.0f);
        }
    }
}

/*
 * A mover that could not be pushed once went back to its place after others had moved there: two overlapped by up to
 * 0.57 m in 4 of 40 pits, and in 3 of 36,000 steps of 200 movers in a level (by 11 to 27 mm).
 */
static void movers_of_a_crowd_that_a_wall_squeezes_end_in_no_other(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= TEST_UNLESS_SANITIZED(40, 20); seed++) {
        thud_world *world = level_world();
        test_random random = test_random_seed(seed);
        course crowd[in_pit];
        thud_body_id wall = fill_pit(world, &random, crowd);
        for (int i = 0; i < 100; i++) {
            float x = 3.0f - 1.4f * (1.0f - thud_cos(2.0f * (float)(i + 1) * TEST_DT));
            thud_body_set_target(world, wall, thud_vec2_make(x, 5.0f), 0.0f, TEST_DT);
            move_pit(crowd);
            for (int m = 0; m < in_pit; m++) {
                course c = crowd[m];
                c.state.position = thud_body_position(world, c.state.body); /* pushed since its move */
                assert_true(course_depth(&c) <= 0.005f);
            }
        }
        thud_world_destroy(world);
    }
}

static void a_place_given_by_the_game_is_not_changed_by_pushes(void **state) {
    (void)state;
    thud_world *world = level_world();
    add_pushing_wall(world);
    course crowd[2];
    stand_in_row(world, crowd, 2, -1.0f, 0.65f);
    for (int i = 0; i < 60; i++) {
        assert_int_equal(move_crowd(crowd, 2, true), 2);
    }
    assert_true(thud_body_position(world, crowd[1].state.body).x > crowd[1].state.position.x + 0.04f);
    crowd[1].state.position = thud_vec2_make(-6.0f, COURSE_STAND);
    crowd[1].velocity = thud_vec2_make(0.0f, 0.0f);
    assert_int_equal(move_crowd(crowd, 2, true), 2);
    assert_true(crowd[1].state.position.x == -6.0f);
    thud_world_destroy(world);
}

/* Largest distance of the drawn body from the mover between `previous` and `position` [m]. */
static float drawn_off(const course *c) {
    float most = 0.0f;
    for (int i = 0; i <= 4; i++) {
        thud_stepper stepper = thud_stepper_defaults();
        stepper.alpha = 0.25f * (float)i;
        thud_vec2 drawn = thud_stepper_pose(&stepper, c->world, c->state.body).position;
        thud_vec2 wanted = thud_vec2_lerp(c->state.previous, c->state.position, stepper.alpha);
        most = thud_max(most, thud_vec2_distance(drawn, wanted));
    }
    return most;
}

/* In the air, where the step does not know of the game's gravity, the body stood at its place for a whole step: at 144 pictures a
 * second a jump was drawn in jerks. */
static void its_body_is_drawn_between_its_last_two_places(void **state) {
    (void)state;
    thud_world *world = level_world();
    thud_body_id lift = course_box(world, THUD_BODY_KINEMATIC, 30.0f, 0.5f, 3.0f, 0.5f, 0.0f);
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    for (int step = 0; step < 600; step++) {
        c.velocity.y = step % 60 == 30 && c.result.floor.touching ? 9.0f : c.velocity.y;
        thud_body_set_velocity(world, lift, thud_vec2_make(0.0f, step > 300 && step < 360 ? 5.0f : 0.0f), 0.0f);
        if (step == 200) { /* to another place, on the lift */
            thud_body_id body = c.state.body;
            c.state = thud_mover_state_at(thud_vec2_make(30.0f, 1.0f + COURSE_STAND));
            c.state.body = body;
        }
        c.velocity.x = step < 100 ? 6.0f : 0.0f; /* then it stands */
        course_step(&c);
        assert_true(drawn_off(&c) < 0.1f * c.def.skin);
    }
    assert_true(c.state.position.y > 5.5f);
    thud_world_destroy(world);
}

static void moves_without_steps_take_no_memory(void **state) {
    (void)state;
    thud_world *world = level_world();
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    int64_t before = 0;
    for (int i = 0; i < 4000; i++) {
        thud_vec2 velocity = thud_vec2_make(i / 100 % 2 == 0 ? 8.0f : -8.0f, -1.0f);
        assert_true(thud_mover_move(world, &c.def, &c.state, velocity, TEST_DT, &c.result));
        before = i == 200 ? thud_world_memory(world).other : before;
    }
    assert_int_equal(thud_world_memory(world).other, before);
    thud_world_destroy(world);
}

static void movers_of_one_group_ignore_each_other(void **state) {
    (void)state;
    thud_world *world = level_world();
    course a = course_of(world, thud_vec2_make(-2.0f, COURSE_STAND));
    course b = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    a.def.filter.group = b.def.filter.group = -3;
    assert_true(thud_shape_set_filter(world, test_shape_of(world, a.state.body), a.def.filter));
    assert_true(thud_shape_set_filter(world, test_shape_of(world, b.state.body), b.def.filter));
    course_run(&a, 4.0f, 60);
    assert_float_equal(a.state.position.x, 2.0f, 0.01f);
    thud_world_destroy(world);
}

/* A mover whose definition collides with another one, while the filters of their bodies exclude each other: a push of the other
 * one leaves it where it is. It counts as a wall. */
static void a_mover_that_ignores_its_pusher_is_in_its_way(void **state) {
    (void)state;
    thud_world *world = level_world();
    add_pushing_wall(world);
    course crowd[2];
    stand_in_row(world, crowd, 2, -1.0f, 0.65f);
    crowd[1].def.filter.group = -3;
    for (int i = 0; i < 2; i++) {
        assert_true(
            thud_shape_set_filter(world, test_shape_of(world, crowd[i].state.body), crowd[1].def.filter));
    }
    thud_vec2 place = crowd[1].state.position;
    bool is_crushed = false;
    for (int i = 0; i < 30; i++) {
        assert_int_equal(thud_world_step(world, TEST_DT).status, THUD_OK);
        course *first = &crowd[0];
        assert_true(thud_mover_move(world, &first->def, &first->state, thud_vec2_make(0.0f, -0.5f), TEST_DT,
                                    &first->result));
        is_crushed = is_crushed || first->result.crushed;
        assert_true(is_crushed || place.x - first->state.position.x > 0.595f);
    }
    assert_true(is_crushed);
    assert_float_equal(thud_body_position(world, crowd[1].state.body).x, place.x, 0.0f);
    thud_world_destroy(world);
}

/* ---- the rest of the world ---- */

static void sensors_rays_and_bullets_see_it(void **state) {
    (void)state;
    thud_world *world = level_world();
    thud_body_id trap = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(4.0f, 1.0f));
    thud_shape_def def = thud_shape_defaults();
    def.sensor = true;
    assert_false(thud_shape_id_is_null(thud_body_add_box(world, trap, &def, thud_vec2_make(0.05f, 1.0f))));
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    int begins = 0, ends = 0;
    for (int i = 0; i < 60; i++) { /* 0.67 m a step: without its width the mover would skip the sensor */
        course_run(&c, 40.0f, 1);
        begins += thud_world_sensor_events(world).begin_count;
        ends += thud_world_sensor_events(world).end_count;
    }
    assert_int_equal(begins, 1);
    assert_int_equal(ends, 1);
    thud_vec2 eye = {c.state.position.x - 5.0f, 1.0f};
    thud_world_hit hit =
        thud_world_cast_ray(world, eye, thud_vec2_make(10.0f, 0.0f), thud_query_filter_all());
    assert_true(test_same_body(hit.body, c.state.body));
    assert_float_equal(hit.cast.point.x, c.state.position.x - 0.3f, 0.001f);
    thud_body_def bullet_def = thud_body_defaults();
    bullet_def.type = THUD_BODY_DYNAMIC;
    bullet_def.bullet = true;
    bullet_def.position = thud_vec2_make(c.state.position.x + 3.0f, 1.0f);
    bullet_def.velocity = thud_vec2_make(-400.0f, 0.0f);
    bullet_def.gravity_scale = 0.0f;
    thud_body_id bullet = thud_body_create(world, &bullet_def);
    def = thud_shape_defaults();
    thud_body_add_circle(world, bullet, &def, thud_vec2_make(0.0f, 0.0f), 0.05f);
    int touches = 0;
    for (int i = 0; i < 4; i++) {
        course_run(&c, 0.0f, 1);
        touches += thud_world_contact_events(world).begin_count;
    }
    assert_true(touches > 0);
    assert_true(thud_body_position(world, bullet).x > c.state.position.x);
    thud_world_destroy(world);
}

static void filters_hold(void **state) {
    (void)state;
    thud_world *world = level_world();
    thud_body_id wall = course_wall(world, 3.0f, 2.0f, 0.5f, 2.0f);
    thud_shape_set_filter(world, test_shape_of(world, wall),
                          (thud_filter){.category = 4, .mask = UINT64_MAX});
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    course_run(&c, 4.0f, 90);
    assert_true(c.result.wall.touching && c.state.position.x < 2.3f);
    c.def.filter.mask = ~(uint64_t)4;
    course_run(&c, 4.0f, 60);
    assert_true(c.state.position.x > 5.0f);
    thud_world_destroy(world);
}

/* The masks were asked before the group: a character fell through the floor of its own positive group. */
static void shapes_of_its_positive_group_are_solid_whatever_the_masks(void **state) {
    (void)state;
    const thud_filter of_group = {.category = 4, .mask = 8, .group = 5};
    thud_world *world = level_world();
    thud_body_id ledge = course_box(world, THUD_BODY_STATIC, 0.0f, 1.9f, 3.0f, 0.1f, 0.0f);
    assert_true(thud_shape_set_filter(world, test_shape_of(world, ledge), of_group));
    thud_body_id wall = course_box(world, THUD_BODY_KINEMATIC, -2.5f, 3.0f, 0.1f, 1.0f, 0.0f);
    assert_true(thud_shape_set_filter(world, test_shape_of(world, wall), of_group));
    course c = course_of(world, thud_vec2_make(0.0f, 2.0f + COURSE_STAND));
    c.def.filter.group = 5;
    course_run(&c, 0.0f, 120);
    assert_float_equal(c.state.position.y, 2.0f + COURSE_STAND, 0.01f);
    assert_true(c.state.position.x == 0.0f);
    thud_body_set_linear_velocity(world, wall, thud_vec2_make(2.0f, 0.0f)); /* it arrives after 1.05 s */
    course_run(&c, 0.0f, 90);
    assert_float_equal(c.state.position.x, thud_body_position(world, wall).x + 0.4f, 0.02f);
    thud_world_destroy(world);
}

/* ---- determinism ---- */

static void a_test_changes_nothing_and_tells_what_a_move_does(void **state) {
    (void)state;
    thud_world *world = level_world();
    course_box(world, THUD_BODY_DYNAMIC, 1.0f, 0.5f, 0.5f, 0.5f, 0.0f);
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    course_run(&c, 3.0f, 30);
    uint64_t before = thud_world_hash(world);
    thud_mover_state kept = c.state;
    thud_mover_result tested;
    assert_true(thud_mover_test(world, &c.def, &c.state, thud_vec2_make(3.0f, -0.5f), TEST_DT, &tested));
    assert_true(thud_world_hash(world) == before);
    assert_memory_equal(&kept, &c.state, sizeof kept);
    assert_true(thud_mover_move(world, &c.def, &c.state, thud_vec2_make(3.0f, -0.5f), TEST_DT, &c.result));
    assert_true(tested.position.x == c.state.position.x && tested.position.y == c.state.position.y);
    assert_true(tested.velocity.x == c.result.velocity.x && tested.hit_count == c.result.hit_count);
    thud_world_destroy(world);
}

/* Without pushing the other one a test found no way out, and told a crush that the move did not have. */
static void a_test_expects_room_for_a_mover_that_would_be_pushed(void **state) {
    (void)state;
    thud_world *world = level_world();
    add_pushing_wall(world);
    course crowd[2];
    stand_in_row(world, crowd, 2, -1.0f, 0.65f);
    for (int i = 0; i < 60; i++) {
        assert_int_equal(thud_world_step(world, TEST_DT).status, THUD_OK);
        for (int m = 0; m < 2; m++) {
            course *c = &crowd[m];
            thud_mover_result tested;
            const thud_vec2 velocity = {0.0f, -0.5f};
            assert_true(thud_mover_test(world, &c->def, &c->state, velocity, TEST_DT, &tested));
            assert_true(thud_mover_move(world, &c->def, &c->state, velocity, TEST_DT, &c->result));
            assert_false(tested.crushed || c->result.crushed);
            assert_float_equal(tested.position.x, c->result.position.x, 0.001f);
        }
    }
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushes_crates_with_at_most_push_force),
        cmocka_unit_test(a_crate_that_friction_holds_does_not_creep),
        cmocka_unit_test(walking_up_to_a_heavy_crate_does_not_move_it),
        cmocka_unit_test(a_crate_pressed_against_a_wall_is_still),
        cmocka_unit_test(pushes_crates_on_a_train_as_on_the_ground),
        cmocka_unit_test(characters_meet_on_a_train_as_on_the_ground),
        cmocka_unit_test(a_crate_on_the_head_of_a_rider_does_not_hold_it_back),
        cmocka_unit_test(a_crate_flush_with_a_wall_is_not_pushed_from_below),
        cmocka_unit_test(pushes_smoothly_and_no_faster_than_it_goes),
        cmocka_unit_test(pushes_crates_up_a_slope_smoothly),
        cmocka_unit_test(pushes_a_crate_on_a_belt_at_its_own_speed),
        cmocka_unit_test(meets_crates_and_walls_on_belts_and_carts_as_on_land),
        cmocka_unit_test(stands_on_crates_and_weighs_on_them),
        cmocka_unit_test(falls_with_its_floor_no_faster_than_that_falls),
        cmocka_unit_test(falls_with_a_platform_that_becomes_dynamic_from_rest),
        cmocka_unit_test(falls_no_faster_than_freely_with_a_plank_whose_posts_go),
        cmocka_unit_test(lands_on_a_light_body_in_the_air_with_the_impact_alone),
        cmocka_unit_test(falls_with_a_pile_or_a_sprung_plate_no_faster_than_freely),
        cmocka_unit_test(a_mover_that_comes_out_of_another_throws_no_crate_above),
        cmocka_unit_test(a_boulder_that_hits_a_mover_is_stopped_and_reported),
        cmocka_unit_test(does_not_hold_down_a_lift_of_a_motor),
        cmocka_unit_test(is_pushed_by_the_piston_of_a_motor),
        cmocka_unit_test(is_pushed_by_the_gate_of_a_motor),
        cmocka_unit_test(a_ball_that_leans_on_it_does_not_move_it),
        cmocka_unit_test(a_box_tilts_a_seesaw_to_the_side_on_which_it_stands),
        cmocka_unit_test(a_foot_that_projects_throws_nothing_away),
        cmocka_unit_test(a_light_crate_that_tips_under_it_is_not_shot_away),
        cmocka_unit_test(a_ball_in_a_wedge_does_not_throw_what_jumps_on_it),
        cmocka_unit_test(a_rope_bridge_sags_under_it_and_carries_it_across),
        cmocka_unit_test(a_box_stands_quietly_on_a_rope_bridge),
        cmocka_unit_test(light_planks_and_debris_do_not_throw_it),
        cmocka_unit_test(what_falls_on_its_head_does_not_throw_it_aside),
        cmocka_unit_test(a_crate_on_its_head_is_carried_along),
        cmocka_unit_test(rides_a_crate_that_rides_a_lift),
        cmocka_unit_test(crates_under_it_do_not_sink_into_a_lift_that_starts),
        cmocka_unit_test(a_swing_under_it_swings_no_higher),
        cmocka_unit_test(movers_do_not_overlap_and_stand_on_each_other),
        cmocka_unit_test(a_lift_carries_movers_that_stand_on_each_other),
        cmocka_unit_test(a_wall_pushes_a_row_of_movers),
        cmocka_unit_test(a_row_is_pushed_up_a_slope),
        cmocka_unit_test(the_first_of_a_row_is_crushed_where_the_last_has_no_room),
        cmocka_unit_test(rides_on_the_head_of_one_that_is_pushed),
        cmocka_unit_test(movers_on_platforms_that_come_together_hold_each_other_up),
        cmocka_unit_test(movers_of_a_crowd_that_a_wall_squeezes_end_in_no_other),
        cmocka_unit_test(a_place_given_by_the_game_is_not_changed_by_pushes),
        cmocka_unit_test(its_body_is_drawn_between_its_last_two_places),
        cmocka_unit_test(moves_without_steps_take_no_memory),
        cmocka_unit_test(movers_of_one_group_ignore_each_other),
        cmocka_unit_test(a_mover_that_ignores_its_pusher_is_in_its_way),
        cmocka_unit_test(sensors_rays_and_bullets_see_it),
        cmocka_unit_test(filters_hold),
        cmocka_unit_test(shapes_of_its_positive_group_are_solid_whatever_the_masks),
        cmocka_unit_test(a_test_changes_nothing_and_tells_what_a_move_does),
        cmocka_unit_test(a_test_expects_room_for_a_mover_that_would_be_pushed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
