/* thud_solve_contacts on hand-made contacts, against the textbook solver and the laws of mechanics. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "reference/random.h"
#include "reference/textbook_solver.h"

static const float dt = 1.0f / 60.0f;

static void assert_near(float value, float expected, float tolerance) {
    if (!(fabsf(value - expected) <= tolerance)) {
        print_error("%.9g is not %.9g within %g\n", (double)value, (double)expected, (double)tolerance);
        fail();
    }
}

static thud_solver_body make_body(float mass, float inertia) {
    thud_solver_body body;
    memset(&body, 0, sizeof body);
    body.motion.inverse_mass = mass > 0.0f ? 1.0f / mass : 0.0f;
    body.motion.inverse_inertia = inertia > 0.0f ? 1.0f / inertia : 0.0f;
    body.acceleration.y = mass > 0.0f ? -10.0f : 0.0f;
    return body;
}

/* One point with an upward normal; the arms lead straight up from a and straight down from b. */
static thud_solver_contact make_ball_contact(int a, int b, float radius_a, float radius_b, float friction) {
    thud_solver_contact contact;
    memset(&contact, 0, sizeof contact);
    contact.body_a = a;
    contact.body_b = b;
    contact.normal.y = 1.0f;
    contact.count = 1;
    contact.arm_a[0].y = radius_a;
    contact.arm_b[0].y = -radius_b;
    contact.material.friction = friction;
    return contact;
}

/* Two points, a box of the given half width on another. */
static thud_solver_contact make_box_contact(int a, int b, float half_width, float half_a, float half_b) {
    thud_solver_contact contact = make_ball_contact(a, b, half_a, half_b, 0.6f);
    contact.count = 2;
    contact.arm_a[1] = contact.arm_a[0];
    contact.arm_b[1] = contact.arm_b[0];
    for (int i = 0; i < 2; i++) {
        float x = i == 0 ? -half_width : half_width;
        contact.arm_a[i].x = x;
        contact.arm_b[i].x = x;
    }
    return contact;
}

static void solve(thud_solver_body *bodies, int body_count, thud_solver_contact *contacts,
                  int contact_count) {
    thud_solver_settings settings = thud_solver_settings_defaults();
    assert_int_equal(thud_solve_contacts(&settings, dt, bodies, body_count, contacts, contact_count, NULL),
                     THUD_OK);
}

/* Updates separations after bodies have moved without rotation. */
static void follow(const thud_solver_body *bodies, thud_solver_contact *contact) {
    thud_vec2 moved = thud_vec2_sub(bodies[contact->body_b].translation, bodies[contact->body_a].translation);
    for (int i = 0; i < contact->count; i++) {
        contact->separation[i] += thud_vec2_dot(moved, contact->normal);
    }
}

/* Solves the same step repeatedly from the same velocities with warm starting, so that impulses converge. */
static void settle(thud_solver_body *bodies, int body_count, thud_solver_contact *contacts, int contact_count,
                   int steps) {
    for (int i = 0; i < steps; i++) {
        for (int k = 0; k < body_count; k++) {
            bodies[k].motion.velocity = (thud_vec2){0, 0};
            bodies[k].motion.angular_velocity = 0.0f;
        }
        solve(bodies, body_count, contacts, contact_count);
    }
}

/* A tower of light and heavy boxes at rest: its loads are known, and the textbook solver has the same. */
static void a_towers_impulses_are_those_of_the_textbook(void **state) {
    (void)state;
    const float masses[5] = {0, 1, 4, 2, 8};
    thud_solver_body bodies[5];
    thud_solver_contact contacts[4];
    for (int i = 0; i < 5; i++) {
        bodies[i] = make_body(masses[i], masses[i] / 6.0f);
    }
    for (int i = 0; i < 4; i++) {
        contacts[i] = make_box_contact(i, i + 1, 0.5f, 0.5f, 0.5f);
    }
    textbook_body velocities[5];
    textbook_impulses expected[4];
    textbook_solve((double)dt, bodies, 5, contacts, 4, velocities, expected);
    for (int i = 0; i < 600; i++) {
        solve(bodies, 5, contacts, 4);
        for (int k = 0; k < 4; k++) {
            follow(bodies, &contacts[k]);
        }
    }
    float load = 0.0f;
    for (int i = 3; i >= 0; i--) {
        load += masses[i + 1] * 10.0f * dt;
        float sum = 4.0f * (contacts[i].normal_impulse[0] + contacts[i].normal_impulse[1]); /* 4 substeps */
        assert_near(sum, load, 0.01f * load);
        assert_near(sum, (float)(expected[i].normal[0] + expected[i].normal[1]), 0.01f * load);
    }
}

/* A box on a slope, as a rotated normal: below the angle of friction it stays, above it slides like that of
 * the textbook solver. */
static void a_slope_holds_or_lets_slide_as_the_textbook_says(void **state) {
    (void)state;
    for (int degrees = 5; degrees <= 60; degrees += 5) {
        float angle = (float)degrees * THUD_PI / 180.0f;
        thud_solver_body bodies[2] = {make_body(0, 0), make_body(2, 1)};
        thud_solver_contact contact = make_box_contact(0, 1, 0.5f, 0.1f, 0.2f);
        thud_rot turn = thud_rot_from_angle(angle);
        contact.normal = thud_rot_apply(turn, contact.normal);
        for (int i = 0; i < 2; i++) {
            contact.arm_a[i] = thud_rot_apply(turn, contact.arm_a[i]);
            contact.arm_b[i] = thud_rot_apply(turn, contact.arm_b[i]);
        }
        textbook_body velocities[2];
        textbook_impulses expected;
        textbook_solve((double)dt, bodies, 2, &contact, 1, velocities, &expected);
        settle(bodies, 2, &contact, 1, 100);
        float normal = contact.normal_impulse[0] + contact.normal_impulse[1];
        assert_true(fabsf(contact.friction_impulse) <= 0.6f * normal * 1.00001f);
        assert_near(4.0f * contact.friction_impulse, (float)(expected.friction[0] + expected.friction[1]),
                    3e-3f);
        assert_near(bodies[1].motion.velocity.x, (float)velocities[1].vx, 2e-3f);
        assert_near(bodies[1].motion.velocity.y, (float)velocities[1].vy, 2e-3f);
        if (tanf(angle) < 0.59f) {
            assert_near(thud_vec2_length(bodies[1].motion.velocity), 0.0f, 1e-4f);
        }
    }
}

static test_random generator;

static float random_between(float low, float high) {
    return test_random_float(&generator, low, high);
}

/* A heap of bodies in empty space with random contacts: all impulses come in pairs. */
static void momentum_is_conserved_between_bodies_that_yield(void **state) {
    (void)state;
    generator = test_random_seed(77123);
    enum { body_count = 60, contact_count = 150 };
    thud_solver_body bodies[body_count];
    thud_solver_contact contacts[contact_count];
    float before_x = 0, before_y = 0, scale = 0;
    for (int i = 0; i < body_count; i++) {
        bodies[i] = make_body(random_between(0.5f, 5), random_between(0.1f, 2));
        bodies[i].acceleration.y = 0.0f;
        bodies[i].motion.velocity = (thud_vec2){random_between(-3, 3), random_between(-3, 3)};
        bodies[i].motion.angular_velocity = random_between(-3, 3);
        before_x += bodies[i].motion.velocity.x / bodies[i].motion.inverse_mass;
        before_y += bodies[i].motion.velocity.y / bodies[i].motion.inverse_mass;
        scale += 3.0f / bodies[i].motion.inverse_mass;
    }
    for (int i = 0; i < contact_count; i++) {
        int a = (int)random_between(0, body_count),
            b = (a + 1 + (int)random_between(0, body_count - 1)) % body_count;
        contacts[i] =
            make_ball_contact(a, b, random_between(0, 1), random_between(0, 1), random_between(0, 1));
        float angle = random_between(-3, 3);
        contacts[i].normal = (thud_vec2){thud_cos(angle), thud_sin(angle)};
        contacts[i].separation[0] = random_between(-0.05f, 0.02f);
        contacts[i].material.elasticity = random_between(0, 1);
        contacts[i].material.rolling_resistance = random_between(0, 0.1f);
    }
    solve(bodies, body_count, contacts, contact_count);
    float after_x = 0, after_y = 0, pressed = 0;
    for (int i = 0; i < body_count; i++) {
        after_x += bodies[i].motion.velocity.x / bodies[i].motion.inverse_mass;
        after_y += bodies[i].motion.velocity.y / bodies[i].motion.inverse_mass;
    }
    for (int i = 0; i < contact_count; i++) {
        float normal = contacts[i].normal_impulse[0];
        pressed += normal;
        assert_true(normal >= 0.0f);
        assert_true(fabsf(contacts[i].friction_impulse) <= contacts[i].material.friction * normal * 1.00001f);
        assert_true(fabsf(contacts[i].rolling_impulse) <=
                    contacts[i].material.rolling_resistance * normal * 1.00001f);
    }
    assert_true(pressed > 1.0f);
    assert_near(after_x, before_x, 1e-5f * scale);
    assert_near(after_y, before_y, 1e-5f * scale);
}

/* A ball of radius 0.5 over a floor: each step has a new contact. */
typedef struct ball_run {
    thud_solver_body bodies[2];
    thud_solver_contact contact;
    float height; /* of the lowest point */
} ball_run;

static ball_run make_ball_run(float height, thud_material material) {
    ball_run run = {{make_body(0, 0), make_body(1, 0.1f)}, make_ball_contact(0, 1, 0, 0.5f, 0), height};
    run.contact.material = material;
    return run;
}

static void step_ball(ball_run *run) {
    thud_solver_settings settings = thud_solver_settings_defaults();
    run->contact.separation[0] = run->height;
    /* the reach of a broadphase with swept boxes */
    bool near = run->height < 0.02f + fabsf(run->bodies[1].motion.velocity.y) * dt;
    assert_int_equal(thud_solve_contacts(&settings, dt, run->bodies, 2, &run->contact, near ? 1 : 0, NULL),
                     THUD_OK);
    run->height += run->bodies[1].translation.y;
    if (!near) {
        run->contact.normal_impulse[0] = run->contact.friction_impulse = 0.0f;
    }
}

static void a_ball_of_elasticity_one_comes_back_as_high_as_it_fell(void **state) {
    (void)state;
    for (float drop = 0.7f; drop < 20.0f; drop *= 1.3f) {
        ball_run run = make_ball_run(drop, (thud_material){0.0f, 1.0f, 0.0f, 0.0f});
        float top = 0.0f;
        int bounces = 0;
        bool falling = true;
        for (int i = 0; i < 3000 && bounces < 10; i++) {
            step_ball(&run);
            bool falls = run.bodies[1].motion.velocity.y < 0.0f;
            if (falls && !falling) {
                bounces++;
                assert_near(top, drop, 0.02f * drop);
                top = 0.0f;
            }
            falling = falls;
            top = falling ? top : thud_max(top, run.height);
        }
        assert_int_equal(bounces, 10);
    }
}

static void elasticity_half_gives_a_quarter_of_the_height(void **state) {
    (void)state;
    ball_run run = make_ball_run(5.0f, (thud_material){0.0f, 0.5f, 0.0f, 0.0f});
    float top = 0.0f;
    bool bounced = false;
    for (int i = 0; i < 120; i++) {
        step_ball(&run);
        bounced = bounced || run.bodies[1].motion.velocity.y > 0.0f;
        top = bounced ? thud_max(top, run.height) : 0.0f;
    }
    assert_near(top, 1.25f, 0.05f);
}

static void below_the_threshold_nothing_bounces(void **state) {
    (void)state;
    ball_run run =
        make_ball_run(0.04f, (thud_material){0.0f, 1.0f, 0.0f, 0.0f}); /* meets the floor at 0.9 m/s */
    for (int i = 0; i < 60; i++) {
        step_ball(&run);
    }
    assert_near(run.bodies[1].motion.velocity.y, 0.0f, 1e-3f);
    assert_near(run.height, 0.0f, 0.005f);
}

static void a_gap_that_does_not_close_within_the_step_gives_no_impulse(void **state) {
    (void)state;
    ball_run run = make_ball_run(0.015f, (thud_material){0.5f, 0.0f, 0.0f, 0.0f});
    run.bodies[1].motion.velocity = (thud_vec2){1.0f, -0.5f};
    step_ball(&run);
    assert_true(run.contact.normal_impulse[0] == 0.0f);
    assert_near(run.bodies[1].motion.velocity.y, -0.5f - 10.0f * dt, 1e-5f);
    assert_near(run.bodies[1].motion.velocity.x, 1.0f, 1e-6f);
}

static void a_fast_ball_stops_at_the_floor_and_not_before_it(void **state) {
    (void)state;
    ball_run run = make_ball_run(1.0f, (thud_material){0.0f, 0.0f, 0.0f, 0.0f});
    run.bodies[1].motion.velocity.y = -100.0f;
    for (int i = 0; i < 3; i++) {
        step_ball(&run);
    }
    assert_true(run.height > -0.05f && run.height < 0.005f);
    assert_near(run.bodies[1].motion.velocity.y, 0.0f, 0.05f);
}

static void a_conveyor_drives_a_ball_that_does_not_turn_to_its_speed(void **state) {
    (void)state;
    ball_run run = make_ball_run(0.0f, (thud_material){0.5f, 0.0f, 0.0f, 3.0f});
    run.bodies[1].motion.inverse_inertia = 0.0f;
    for (int i = 0; i < 20; i++) {
        step_ball(&run);
    }
    assert_near(run.bodies[1].motion.velocity.x, 0.5f * 10.0f * 20.0f * dt,
                0.05f); /* still accelerating: mu g t */
    for (int i = 0; i < 40; i++) {
        step_ball(&run);
    }
    assert_near(run.bodies[1].motion.velocity.x, 3.0f, 0.01f);
}

static void rolling_resistance_stops_a_wheel_that_would_roll_on(void **state) {
    (void)state;
    ball_run free = make_ball_run(0.0f, (thud_material){0.6f, 0.0f, 0.0f, 0.0f});
    ball_run held = make_ball_run(0.0f, (thud_material){0.6f, 0.0f, 0.05f, 0.0f});
    free.bodies[1].motion.velocity.x = held.bodies[1].motion.velocity.x = 2.0f;
    free.bodies[1].motion.angular_velocity = held.bodies[1].motion.angular_velocity = -4.0f;
    for (int i = 0; i < 600; i++) {
        step_ball(&free);
        step_ball(&held);
    }
    assert_near(free.bodies[1].motion.velocity.x, 2.0f, 0.02f);
    assert_near(free.bodies[1].motion.angular_velocity, -4.0f, 0.04f);
    assert_near(held.bodies[1].motion.velocity.x, 0.0f, 1e-3f);
    assert_near(held.bodies[1].motion.angular_velocity, 0.0f, 1e-3f);
}

static void damping_and_the_speed_limit_hold_in_free_flight(void **state) {
    (void)state;
    thud_solver_settings settings = thud_solver_settings_defaults();
    thud_solver_body body = make_body(1, 1);
    body.acceleration.y = 0.0f;
    body.motion.velocity.x = 8.0f;
    body.motion.angular_velocity = 2.0f;
    body.linear_damping = 0.5f;
    for (int i = 0; i < 60; i++) {
        assert_int_equal(thud_solve_contacts(&settings, dt, &body, 1, NULL, 0, NULL), THUD_OK);
    }
    assert_near(body.motion.velocity.x, 8.0f * expf(-0.5f), 0.01f);
    assert_near(body.motion.angular_velocity, 2.0f, 1e-6f);
    body.motion.velocity = (thud_vec2){3000.0f, 4000.0f};
    assert_int_equal(thud_solve_contacts(&settings, dt, &body, 1, NULL, 0, NULL), THUD_OK);
    assert_true(thud_vec2_length(body.motion.velocity) <= settings.max_speed * 1.0001f);
    assert_near(body.motion.velocity.x / body.motion.velocity.y, 0.75f, 1e-4f);
}

enum { few_contacts = 12, many_contacts = 40, most_bodies = 2 * many_contacts + 2 };

/* Boxes that press on a moving floor, or on each other in pairs, and a body without contacts; some are beyond the speed limit. */
static int make_apart(thud_solver_body bodies[most_bodies], thud_solver_contact *contacts, int count, bool pairs,
                      float elasticity) {
    int used = 0;
    generator.state = 4711; /* so that the first ones are equal for any count */
    bodies[used] = make_body(0, 0);
    bodies[used++].motion.velocity = (thud_vec2){1.0f, 0.5f};
    bodies[used] = make_body(1, 1);
    bodies[used++].motion.velocity = (thud_vec2){500.0f, 1.0f};
    for (int i = 0; i < count; i++) {
        int first = pairs ? used++ : 0, second = used++;
        bodies[first] = pairs ? make_body(random_between(0.5f, 5), random_between(0.1f, 2)) : bodies[0];
        bodies[second] = make_body(random_between(0.5f, 5), random_between(0.1f, 2));
        float speed = i % 2 == 0 ? 2.0f : 700.0f;
        bodies[second].motion.velocity = (thud_vec2){random_between(-speed, speed), random_between(-9, -2)};
        bodies[second].motion.angular_velocity = random_between(-speed, speed);
        bodies[second].linear_damping = random_between(0, 2);
        contacts[i] = make_box_contact(first, second, 0.5f, 0.5f, 0.5f);
        contacts[i].material.elasticity = elasticity;
        contacts[i].separation[0] = random_between(-0.02f, 0.02f);
        contacts[i].separation[1] = random_between(-0.02f, 0.02f);
    }
    return used;
}

/* Contacts that fill one block of lanes alone are solved with their bodies in registers, others by passes. */
static void few_contacts_are_solved_to_the_same_bits_as_among_many(void **state) {
    (void)state;
    static thud_solver_body few[most_bodies], many[most_bodies];
    static thud_solver_contact few_pressed[many_contacts], many_pressed[many_contacts];
    for (int kind = 0; kind < 4; kind++) {
        bool pairs = kind % 2 == 1;
        float elasticity = kind < 2 ? 0.0f : 0.5f;
        int few_bodies = make_apart(few, few_pressed, few_contacts, pairs, elasticity);
        int many_bodies = make_apart(many, many_pressed, many_contacts, pairs, elasticity);
        float pressed = 0.0f;
        for (int step = 0; step < 3; step++) {
            solve(few, few_bodies, few_pressed, few_contacts);
            solve(many, many_bodies, many_pressed, many_contacts);
            assert_memory_equal(few, many, (size_t)few_bodies * sizeof few[0]);
            assert_memory_equal(few_pressed, many_pressed, few_contacts * sizeof few_pressed[0]);
            for (int i = 0; i < few_contacts; i++) {
                pressed += few_pressed[i].normal_impulse[0] + few_pressed[i].normal_impulse[1];
            }
        }
        assert_true(pressed > 0.0f);
    }
}

static void what_does_not_yield_keeps_its_velocity_and_moves_by_it(void **state) {
    (void)state;
    thud_solver_body bodies[2] = {make_body(0, 0), make_body(1, 1)};
    bodies[0].motion.velocity = (thud_vec2){0.0f, 2.0f};
    thud_solver_contact contact = make_box_contact(0, 1, 0.5f, 0.5f, 0.5f);
    for (int i = 0; i < 60; i++) {
        solve(bodies, 2, &contact, 1);
    }
    assert_true(bodies[0].motion.velocity.y == 2.0f && bodies[0].motion.velocity.x == 0.0f);
    assert_near(bodies[0].translation.y, 2.0f * dt, 1e-6f);
    assert_near(bodies[1].motion.velocity.y, 2.0f, 1e-3f); /* a lift moves the body on it */
}

static void bad_input_is_refused_and_nothing_changes(void **state) {
    (void)state;
    const thud_solver_settings good = thud_solver_settings_defaults();
    thud_solver_body bodies[2] = {make_body(0, 0), make_body(1, 1)};
    thud_solver_contact contact = make_box_contact(0, 1, 0.5f, 0.5f, 0.5f);
    const thud_solver_body body = bodies[1];
    const thud_solver_contact touching = contact;
    bodies[1].motion.velocity.x = 3.0f;

#define REFUSED(status, settings, step)                                                                      \
    assert_int_equal(thud_solve_contacts(settings, step, bodies, 2, &contact, 1, NULL), status)
    REFUSED(THUD_NOT_POSITIVE, &good, 0.0f);
    REFUSED(THUD_NOT_POSITIVE, &good, -dt);
    REFUSED(THUD_NOT_FINITE, &good, NAN);
    REFUSED(THUD_NULL_ARGUMENT, NULL, dt);
    thud_solver_settings bad = good;
    bad.substeps = 0;
    REFUSED(THUD_OUT_OF_RANGE, &bad, dt);
    bad.substeps = 65;
    REFUSED(THUD_OUT_OF_RANGE, &bad, dt);
    bad = good;
    bad.push_out_speed = -1.0f;
    REFUSED(THUD_NEGATIVE, &bad, dt);
    bad.push_out_speed = NAN;
    REFUSED(THUD_NOT_FINITE, &bad, dt);
    contact.body_b = 2;
    REFUSED(THUD_OUT_OF_RANGE, &good, dt);
    contact.body_b = -1;
    REFUSED(THUD_OUT_OF_RANGE, &good, dt);
    contact.body_b = 0;
    REFUSED(THUD_SAME_BODY, &good, dt);
    contact = touching;
    contact.count = 3;
    REFUSED(THUD_OUT_OF_RANGE, &good, dt);
    contact = touching;
    contact.normal.x = 1.0f;
    REFUSED(THUD_NOT_NORMALIZED, &good, dt);
    contact = touching;
    contact.arm_b[1].y = INFINITY;
    REFUSED(THUD_NOT_FINITE, &good, dt);
    contact = touching;
    contact.normal_impulse[0] = -1.0f;
    REFUSED(THUD_NEGATIVE, &good, dt);
    contact = touching;
    contact.material.elasticity = 2.0f;
    REFUSED(THUD_OUT_OF_RANGE, &good, dt);
    contact = touching;
    bodies[1] = body;
    bodies[1].motion.inverse_mass = -1.0f;
    REFUSED(THUD_NEGATIVE, &good, dt);
    bodies[1] = body;
    bodies[1].motion.velocity.x = NAN;
    REFUSED(THUD_NOT_FINITE, &good, dt);
    bodies[1] = body;
    bodies[1].linear_damping = -1.0f;
    thud_solver_body untouched = bodies[1];
    REFUSED(THUD_NEGATIVE, &good, dt);
#undef REFUSED
    assert_memory_equal(&untouched, &bodies[1], sizeof untouched);
    assert_memory_equal(&touching, &contact, sizeof contact);
}

/* The allocation of a given number fails. */
typedef struct failing_memory {
    int allocations, fail_at, alive;
} failing_memory;

static void *failing_allocate(size_t size, size_t alignment, void *context) {
    failing_memory *memory = context;
    if (++memory->allocations == memory->fail_at) {
        return NULL;
    }
    memory->alive++;
    thud_hooks hooks = thud_hooks_defaults();
    return hooks.allocate(size, alignment, hooks.context);
}

static void failing_release(void *block, size_t size, void *context) {
    ((failing_memory *)context)->alive--;
    thud_hooks hooks = thud_hooks_defaults();
    hooks.release(block, size, hooks.context);
}

static void where_memory_runs_out_nothing_changes_and_nothing_leaks(void **state) {
    (void)state;
    const thud_solver_settings settings = thud_solver_settings_defaults();
    bool solved = false;
    for (int fail_at = 1; !solved; fail_at++) {
        assert_true(fail_at < 200);
        failing_memory memory = {0, fail_at, 0};
        thud_hooks hooks = {failing_allocate, failing_release, NULL, NULL, &memory};
        thud_solver_body bodies[2] = {make_body(0, 0), make_body(1, 1)};
        thud_solver_contact contact = make_box_contact(0, 1, 0.5f, 0.5f, 0.5f);
        thud_solver_body before[2] = {bodies[0], bodies[1]};
        thud_status status = thud_solve_contacts(&settings, dt, bodies, 2, &contact, 1, &hooks);
        solved = status == THUD_OK;
        assert_int_equal(memory.alive, 0);
        if (!solved) {
            assert_int_equal(status, THUD_OUT_OF_MEMORY);
            assert_memory_equal(before, bodies, sizeof before);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_towers_impulses_are_those_of_the_textbook),
        cmocka_unit_test(a_slope_holds_or_lets_slide_as_the_textbook_says),
        cmocka_unit_test(momentum_is_conserved_between_bodies_that_yield),
        cmocka_unit_test(a_ball_of_elasticity_one_comes_back_as_high_as_it_fell),
        cmocka_unit_test(elasticity_half_gives_a_quarter_of_the_height),
        cmocka_unit_test(below_the_threshold_nothing_bounces),
        cmocka_unit_test(a_gap_that_does_not_close_within_the_step_gives_no_impulse),
        cmocka_unit_test(a_fast_ball_stops_at_the_floor_and_not_before_it),
        cmocka_unit_test(a_conveyor_drives_a_ball_that_does_not_turn_to_its_speed),
        cmocka_unit_test(rolling_resistance_stops_a_wheel_that_would_roll_on),
        cmocka_unit_test(damping_and_the_speed_limit_hold_in_free_flight),
        cmocka_unit_test(few_contacts_are_solved_to_the_same_bits_as_among_many),
        cmocka_unit_test(what_does_not_yield_keeps_its_velocity_and_moves_by_it),
        cmocka_unit_test(bad_input_is_refused_and_nothing_changes),
        cmocka_unit_test(where_memory_runs_out_nothing_changes_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
