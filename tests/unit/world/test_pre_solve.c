/*
 * The pre-solve callback is called for every contact in every step. It rejects the contact or
 * changes its material for the step, whether bodies are slow, fast or at rest.
 */
#include "test.h"

#include "reference/test_world.h"
#include "thud/chain.h"

static const thud_vec2 origin = {0.0f, 0.0f};

/* The behaviour of a callback, and its calls. */
typedef struct referee {
    bool reject;
    bool change;
    thud_material material;
    int asked; /* calls since it was last set to 0 */
    thud_contact_data last;
    thud_material given; /* the material of the last call */
} referee;

static bool judge(thud_world *world, const thud_contact_data *contact, thud_material *material,
                  void *context) {
    (void)world;
    referee *me = context;
    me->asked++;
    me->last = *contact;
    me->given = *material;
    if (me->change) {
        *material = me->material;
    }
    return !me->reject;
}

static thud_world *make_world(thud_pre_solve *pre_solve, void *context) {
    thud_world_def def = thud_world_defaults();
    def.pre_solve = pre_solve;
    def.pre_solve_context = context;
    return test_world_of(&def);
}

static void want_pre_solve(thud_world *world, thud_body_id body) {
    thud_shape_id shape = test_shape_of(world, body);
    thud_shape_def def = thud_shape_definition(world, shape);
    def.pre_solve = true;
    assert_true(thud_shape_configure(world, shape, &def));
}

/* A static platform with its top at a height, 0.2 m thick and 10 m wide. */
static thud_body_id add_platform(thud_world *world, float top) {
    thud_body_id platform =
        test_add_wall(world, thud_vec2_make(0.0f, top - 0.1f), thud_vec2_make(5.0f, 0.1f));
    want_pre_solve(world, platform);
    return platform;
}

/* ---- calls ---- */

static void it_is_asked_in_every_step_about_every_contact_of_a_body_at_rest(void **state) {
    (void)state;
    referee me = {0};
    thud_world *world = make_world(judge, &me);
    thud_world_def def = thud_world_definition(world);
    def.sleeping = false;
    thud_world_configure(world, &def);
    thud_body_id ground = test_add_ground(world);
    want_pre_solve(world, ground);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_add_box(world, thud_vec2_make(0.0f, 1.5f),
                 thud_vec2_make(0.5f, 0.5f)); /* stands on the box: no call for it */
    test_step(world, 120);
    thud_body_id last_ground = {0, 0};
    for (int i = 0; i < 200; i++) {
        me.asked = 0;
        test_step(world, 1);
        assert_int_equal(me.asked, 1);
        assert_true(me.last.touching);
        assert_false(me.last.rejected);
        assert_int_equal(me.last.manifold.count, 2);
        float weight = (me.last.normal_impulse[0] + me.last.normal_impulse[1]) / TEST_DT;
        assert_float_equal(weight, 20.0f, 0.5f); /* that of two boxes, in the last step */
        last_ground = test_same_body(me.last.body_a, box) ? me.last.body_b : me.last.body_a;
        assert_true(test_same_body(last_ground, ground));
    }
    thud_world_destroy(world);
}

static void without_the_flag_or_the_callback_nothing_is_asked(void **state) {
    (void)state;
    referee me = {.reject = true};
    thud_world *world = make_world(judge, &me);
    thud_body_id ground = test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 30);
    assert_int_equal(me.asked, 0);
    want_pre_solve(world, ground);
    thud_world_def def = thud_world_definition(world);
    def.pre_solve = NULL;
    thud_world_configure(world, &def);
    test_step(world, 30);
    assert_int_equal(me.asked, 0);
    assert_float_equal(thud_body_position(world, box).y, 0.5f, 0.02f);
    def.pre_solve = judge; /* existing contacts are passed to it from now on */
    thud_world_configure(world, &def);
    test_step(world, 30);
    assert_int_equal(me.asked, 30);
    assert_true(thud_body_position(world, box).y < 0.0f);
    thud_world_destroy(world);
}

static void it_is_asked_about_near_contacts_and_told_how_fast_they_approach(void **state) {
    (void)state;
    referee me = {0};
    thud_world *world = make_world(judge, &me);
    thud_world_def def = thud_world_definition(world);
    def.gravity = origin;
    thud_world_configure(world, &def);
    thud_body_id wall = test_add_wall(world, thud_vec2_make(2.0f, 0.0f), thud_vec2_make(0.5f, 3.0f));
    want_pre_solve(world, wall);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.99f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    thud_body_set_velocity(world, box, thud_vec2_make(0.3f, 0.0f), 0.0f);
    test_step(world, 1);
    assert_int_equal(me.asked, 1);
    assert_false(me.last.touching);
    assert_float_equal(me.last.manifold.points[0].separation, 0.01f, 1e-4f);
    assert_float_equal(me.last.approach_speed[0], 0.3f, 1e-5f);
    assert_float_equal(me.last.approach_speed[1], 0.3f, 1e-5f);
    assert_float_equal(me.given.friction, 0.6f, 1e-6f);
    thud_world_destroy(world);
}

typedef struct order_book {
    thud_contact_id contacts[64];
    int count;
} order_book;

static bool note_order(thud_world *world, const thud_contact_data *contact, thud_material *material,
                       void *context) {
    (void)world;
    (void)material;
    order_book *book = context;
    if (book->count < 64) {
        book->contacts[book->count++] = contact->contact;
    }
    return true;
}

static void it_is_asked_in_the_order_of_contact_ids_whatever_the_threads(void **state) {
    (void)state;
    order_book first = {.count = 0};
    for (int workers = 1; workers <= 3; workers++) {
        order_book book = {.count = 0};
        thud_world_def def = thud_world_defaults();
        def.pre_solve = note_order;
        def.pre_solve_context = &book;
        def.worker_count = workers;
        thud_world *world = test_world_of(&def);
        want_pre_solve(world, test_add_ground(world));
        for (int i = 0; i < 20; i++) {
            test_add_box(world, thud_vec2_make(1.5f * (float)((7 * i) % 20), 0.5f),
                         thud_vec2_make(0.5f, 0.5f));
        }
        test_step(world, 10);
        book.count = 0;
        test_step(world, 1);
        assert_int_equal(book.count, 20);
        for (int i = 1; i < book.count; i++) {
            assert_true(book.contacts[i - 1].slot < book.contacts[i].slot);
        }
        if (workers == 1) {
            first = book;
        }
        assert_memory_equal(book.contacts, first.contacts, sizeof first.contacts[0] * (size_t)first.count);
        thud_world_destroy(world);
    }
}

/* ---- rejection ---- */

static void a_rejected_contact_has_no_impulses_and_touches_nothing(void **state) {
    (void)state;
    referee me = {0};
    thud_world *world = make_world(judge, &me);
    want_pre_solve(world, test_add_ground(world));
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 20);
    assert_int_equal(thud_world_counts(world).touching, 1);
    me.reject = true;
    test_step(world, 1);
    thud_contact_events events = thud_world_contact_events(world);
    assert_int_equal(events.end_count, 1);
    assert_int_equal(thud_world_counts(world).touching, 0);
    assert_int_equal(thud_world_counts(world).solved_contacts, 0);
    thud_contact_data contact;
    assert_int_equal(thud_body_contacts(world, box, &contact, 1), 1);
    assert_true(contact.rejected);
    assert_false(contact.touching);
    assert_float_equal(contact.normal_impulse[0], 0.0f, 0.0f);
    assert_float_equal(contact.normal_impulse[1], 0.0f, 0.0f);
    assert_float_equal(contact.friction_impulse, 0.0f, 0.0f);
    assert_float_equal(thud_body_velocity(world, box).y, -10.0f * TEST_DT, 1e-3f); /* falls freely */
    test_step(world, 5);
    assert_true(me.last.rejected);
    assert_int_equal(thud_world_contact_events(world).begin_count, 0);

    me.reject = false; /* the contact acts again: pushed out */
    test_step(world, 1);
    assert_int_equal(thud_world_contact_events(world).begin_count, 1);
    test_step(world, 120);
    assert_float_equal(thud_body_position(world, box).y, 0.5f, 0.02f);
    thud_world_destroy(world);
}

static bool reject_all(thud_world *world, const thud_contact_data *contact, thud_material *material,
                       void *context) {
    (void)world;
    (void)contact;
    (void)material;
    (void)context;
    return false;
}

static void a_rejection_is_forgotten_once_the_shapes_have_been_apart(void **state) {
    (void)state;
    referee me = {.reject = true};
    thud_world *world = make_world(judge, &me);
    thud_world_def def = thud_world_definition(world);
    def.gravity = origin;
    thud_world_configure(world, &def);
    thud_body_id wall = test_add_wall(world, origin, thud_vec2_make(0.5f, 0.5f));
    want_pre_solve(world, wall);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.99f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 2);
    assert_true(me.last.rejected);
    thud_contact_id contact = me.last.contact;
    thud_body_set_velocity(world, box, thud_vec2_make(0.05f / TEST_DT, 0.0f), 0.0f); /* to 0.04 m apart */
    test_step(world, 1);
    thud_body_set_velocity(world, box, origin, 0.0f);
    me.asked = 0;
    test_step(world, 2);
    assert_int_equal(me.asked, 0);
    assert_true(thud_contact_is_valid(world, contact)); /* their fat boxes still overlap */
    assert_false(thud_contact_read(world, contact).rejected);
    thud_body_set_velocity(world, box, thud_vec2_make(-0.03f / TEST_DT, 0.0f), 0.0f);
    test_step(world, 2);
    assert_int_equal(me.asked, 1);
    assert_int_equal(me.last.contact.slot, contact.slot);
    assert_false(me.last.rejected);
    thud_world_destroy(world);
}

/* A solid platform and a one-way one hold what the callback let pass as long as it was there. */
static void a_rejection_ends_with_the_callback(void **state) {
    (void)state;
    for (int one_way = 0; one_way < 2; one_way++) {
        referee me = {.reject = true};
        thud_world *world = make_world(judge, &me);
        thud_world_def def = thud_world_definition(world);
        def.gravity = origin;
        thud_world_configure(world, &def);
        thud_body_id platform = add_platform(world, 0.0f);
        thud_shape_set_one_way(world, test_shape_of(world, platform), thud_vec2_make(0.0f, (float)one_way));
        thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.499f), thud_vec2_make(0.5f, 0.5f));
        test_step(world, 2);
        assert_true(me.last.rejected);
        def.gravity.y = -10.0f;
        def.pre_solve = NULL;
        thud_world_configure(world, &def);
        test_step(world, 60);
        assert_float_equal(thud_body_position(world, box).y, 0.5f, 0.01f);
        thud_world_destroy(world);
    }
}

/* A shot that was let into a wall, without a contact until the next step, is pushed out when the callback is gone. */
static void a_passage_ends_with_the_callback(void **state) {
    (void)state;
    referee me = {.reject = true};
    thud_world *world = make_world(judge, &me);
    thud_world_def def = thud_world_definition(world);
    def.gravity = origin;
    thud_world_configure(world, &def);
    thud_body_id wall = test_add_wall(world, origin, thud_vec2_make(1.0f, 1.0f));
    want_pre_solve(world, wall);
    thud_body_id ball = test_add_ball(world, thud_vec2_make(-6.0f, 0.0f), 0.5f);
    thud_body_set_velocity(world, ball, thud_vec2_make(4.9f / TEST_DT, 0.0f), 0.0f);
    test_step(world, 1);
    assert_float_equal(thud_body_position(world, ball).x, -1.1f, 0.01f);
    thud_body_set_velocity(world, ball, origin, 0.0f);
    def.pre_solve = NULL;
    thud_world_configure(world, &def);
    test_step(world, 60);
    assert_true(thud_body_position(world, ball).x < -1.48f);
    thud_world_destroy(world);
}

static void rejected_contacts_hold_no_island_together_and_wake_nobody(void **state) {
    (void)state;
    thud_world *world = make_world(reject_all, NULL);
    test_add_ground(world);
    thud_body_id sleeper = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id ghost = test_add_box(world, thud_vec2_make(0.3f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    want_pre_solve(world, ghost);
    thud_body_def def = thud_body_definition(world, ghost);
    def.gravity_scale = 0.0f; /* no call for the ground either */
    def.may_sleep = false;
    thud_body_configure(world, ghost, &def);
    test_step(world, 1);
    assert_int_equal(thud_world_counts(world).islands, 2);
    assert_true(test_step_until_asleep(world, sleeper, 100));
    thud_body_set_velocity(world, ghost, thud_vec2_make(0.1f, 0.0f), 0.5f);
    test_step(world, 60);
    assert_false(thud_body_is_awake(world, sleeper));
    assert_true(thud_body_is_awake(world, ghost));
    thud_body_set_velocity(world, ghost, thud_vec2_make(1.0f, 0.0f), 0.0f); /* away */
    test_step(world, 120);
    assert_false(thud_body_is_awake(world, sleeper));
    thud_world_destroy(world);
}

static void a_body_put_to_sleep_does_not_take_along_what_it_passes_through(void **state) {
    (void)state;
    thud_world *world = make_world(reject_all, NULL);
    thud_world_def def = thud_world_definition(world);
    def.gravity = origin;
    thud_world_configure(world, &def);
    thud_body_id a = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    thud_body_id b = test_add_box(world, thud_vec2_make(0.3f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    want_pre_solve(world, a);
    test_step(world, 2);
    assert_true(thud_body_sleep(world, a));
    assert_false(thud_body_is_awake(world, a));
    assert_true(thud_body_is_awake(world, b));
    thud_world_destroy(world);
}

static void an_accepted_contact_wakes_the_sleeper_and_all_that_rests_on_it(void **state) {
    (void)state;
    referee me = {0};
    thud_world *world = make_world(judge, &me);
    test_add_ground(world);
    thud_body_id low = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id high = test_add_box(world, thud_vec2_make(0.0f, 1.5f), thud_vec2_make(0.5f, 0.5f));
    want_pre_solve(world, high); /* its contact with the low one wakes within the step: called for, too */
    assert_true(test_step_until_asleep(world, low, 200));
    thud_body_id ball = test_add_ball(world, thud_vec2_make(-2.0f, 0.5f), 0.3f);
    thud_body_def def = thud_body_definition(world, ball);
    def.gravity_scale = 0.0f;
    thud_body_configure(world, ball, &def);
    thud_body_set_velocity(world, ball, thud_vec2_make(3.0f, 0.0f), 0.0f);
    want_pre_solve(world, ball);
    me.asked = 0;
    int steps = 0;
    while (!thud_body_is_awake(world, high) && steps++ < 120) {
        me.asked = 0;
        test_step(world, 1);
    }
    assert_true(thud_body_is_awake(world, low) && thud_body_is_awake(world, high));
    assert_int_equal(me.asked, 2);
    thud_world_destroy(world);
}

/* ---- changes of the material ---- */

static void another_material_holds_for_the_step_it_is_written_in(void **state) {
    (void)state;
    referee me = {.change = true};
    thud_world *world = make_world(judge, &me);
    thud_body_id ground = test_add_ground(world);
    want_pre_solve(world, ground);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.25f), thud_vec2_make(1.0f, 0.25f));
    test_step(world, 5);
    thud_body_set_velocity(world, box, thud_vec2_make(3.0f, 0.0f), 0.0f);
    test_step(world, 30); /* without friction */
    assert_float_equal(thud_body_velocity(world, box).x, 3.0f, 1e-3f);
    me.material.friction = 0.2f;
    test_step(world, 30);
    assert_float_equal(thud_body_velocity(world, box).x, 3.0f - 0.2f * 10.0f * 0.5f, 0.02f);
    assert_float_equal(me.given.friction, 0.6f, 1e-6f); /* without the changes of earlier calls */
    me.change = false;
    test_step(world, 60);
    assert_float_equal(thud_body_velocity(world, box).x, 0.0f, 1e-3f);
    me.change = true;
    me.material = (thud_material){.friction = 0.6f, .surface_speed = 1.5f};
    thud_body_wake(world, box);
    test_step(world, 60);
    assert_float_equal(thud_body_velocity(world, box).x, 1.5f, 0.01f);
    thud_world_destroy(world);
}

static void elasticity_and_rolling_resistance_can_be_changed(void **state) {
    (void)state;
    referee me = {.change = true, .material = {.friction = 0.6f, .elasticity = 1.0f}};
    thud_world *world = make_world(judge, &me);
    want_pre_solve(world, test_add_ground(world));
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 1.5f), 0.5f);
    float highest = 0.0f;
    for (int i = 0; i < 50; i++) { /* 0.45 s down, 0.45 s up */
        test_step(world, 1);
        if (i > 35) {
            highest = thud_max(highest, thud_body_position(world, ball).y);
        }
    }
    assert_true(highest > 1.3f);
    me.material = (thud_material){.friction = 0.6f, .rolling_resistance = 0.05f};
    test_step(world, 120);
    thud_body_set_velocity(world, ball, thud_vec2_make(2.0f, 0.0f), -4.0f);
    test_step(world, 300);
    assert_float_equal(thud_body_velocity(world, ball).x, 0.0f, 0.01f);
    thud_world_destroy(world);
}

static void a_material_that_makes_no_sense_is_not_used_and_reported(void **state) {
    (void)state;
    const thud_material bad[] = {{NAN, 0.0f, 0.0f, 0.0f},       {-1.0f, 0.0f, 0.0f, 0.0f},
                                 {0.5f, NAN, 0.0f, 0.0f},       {0.5f, 1.5f, 0.0f, 0.0f},
                                 {0.5f, 0.0f, -INFINITY, 0.0f}, {0.5f, 0.0f, 0.0f, INFINITY},
                                 {INFINITY, 0.0f, 0.0f, 0.0f},  {0.5f, 0.0f, 0.0f, NAN}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint64_t hash[2];
        for (int is_bad = 0; is_bad < 2; is_bad++) {
            referee me = {.change = is_bad, .material = bad[i]};
            thud_world *world = make_world(judge, &me);
            want_pre_solve(world, test_add_ground(world));
            thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
            thud_body_set_velocity(world, box, thud_vec2_make(2.0f, 0.0f), 0.0f);
            for (int k = 0; k < 20; k++) {
                thud_step_result result = thud_world_step(world, TEST_DT);
                assert_int_equal(result.status, THUD_OK);
                assert_int_equal(result.refused_materials, is_bad);
            }
            if (is_bad) {
                assert_true(thud_world_refusal(world).status != THUD_OK);
                assert_string_equal(thud_world_refusal(world).field, "pre_solve material");
            }
            hash[is_bad] = thud_world_hash(world);
            thud_world_destroy(world);
        }
        assert_true(hash[0] == hash[1]);
    }
}

/* ---- one-way platforms ---- */

/* Holds bodies from above, lets those from below or the side pass, and those that still overlap. */
static bool one_way(thud_world *world, const thud_contact_data *contact, thud_material *material,
                    void *context) {
    (void)material;
    int *asked = context;
    *asked += 1;
    bool a_is_platform = thud_body_definition(world, contact->body_a).type != THUD_BODY_DYNAMIC;
    float up = a_is_platform ? contact->manifold.normal.y : -contact->manifold.normal.y;
    bool is_out = true;
    for (int i = 0; i < contact->manifold.count; i++) {
        is_out = is_out && contact->manifold.points[i].separation >= 0.0f;
    }
    return up > 0.7f && (!contact->rejected || is_out);
}

typedef struct leap {
    bool box;    /* else a ball */
    float speed; /* upwards [m/s] */
    float y;     /* start [m]; the platform's top is at 0 */
} leap;

/* Throws a body up through a platform: it must rise without resistance and come to rest on top. */
static void check_leap(const leap *it) {
    int asked = 0;
    thud_world *world = make_world(one_way, &asked);
    add_platform(world, 0.0f);
    thud_vec2 start = {0.3f, it->y};
    thud_body_id body =
        it->box ? test_add_box(world, start, thud_vec2_make(0.4f, 0.4f)) : test_add_ball(world, start, 0.4f);
    thud_body_id twin = test_add_ball(world, thud_vec2_make(50.0f, it->y), 0.4f);
    thud_body_set_velocity(world, body, thud_vec2_make(0.0f, it->speed), 0.0f);
    thud_body_set_velocity(world, twin, thud_vec2_make(0.0f, it->speed), 0.0f);
    int rising = (int)(it->speed / 10.0f / TEST_DT) - 1;
    for (int i = 0; i < rising; i++) {
        test_step(world, 1);
        assert_int_equal(thud_world_contact_events(world).begin_count, 0);
        assert_float_equal(thud_body_position(world, body).y, thud_body_position(world, twin).y, 1e-3f);
    }
    test_step(world, 2 * rising + 120);
    assert_float_equal(thud_body_position(world, body).y, 0.4f, 0.02f);
    assert_true(asked > 0);
    thud_world_destroy(world);
}

static void a_body_passes_a_one_way_platform_from_below_and_lands_on_it(void **state) {
    (void)state;
    for (int box = 0; box < 2; box++) {
        const float speeds[] = {9.0f, 12.0f, 20.0f, 45.0f, 90.0f, 300.0f};
        for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++) {
            for (int k = 0; k < 8; k++) {
                check_leap(&(leap){box, speeds[i], -1.5f - 0.13f * (float)k});
            }
        }
    }
}

static void a_body_that_turns_back_inside_a_platform_falls_out_below(void **state) {
    (void)state;
    int asked = 0;
    thud_world *world = make_world(one_way, &asked);
    add_platform(world, 0.0f);
    thud_body_id body = test_add_box(world, thud_vec2_make(0.0f, -1.5f), thud_vec2_make(0.4f, 0.4f));
    thud_body_set_velocity(world, body, thud_vec2_make(0.0f, 5.4f), 0.0f); /* its middle comes to -0.04 */
    test_step(world, 120);
    assert_true(thud_body_position(world, body).y < -5.0f);
    thud_world_destroy(world);
}

static void what_falls_on_a_one_way_platform_stays_at_any_speed(void **state) {
    (void)state;
    const float speeds[] = {0.0f, 5.0f, 50.0f, 200.0f, 390.0f};
    for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++) {
        for (int k = 0; k < 6; k++) {
            int asked = 0;
            thud_world *world = make_world(one_way, &asked);
            add_platform(world, 0.0f);
            thud_body_id body =
                test_add_box(world, thud_vec2_make(0.0f, 3.0f + 0.9f * (float)k), thud_vec2_make(0.4f, 0.4f));
            thud_body_set_velocity(world, body, thud_vec2_make(0.0f, -speeds[i]), 0.0f);
            test_step(world, 240);
            assert_float_equal(thud_body_position(world, body).y, 0.4f, 0.02f);
            thud_world_destroy(world);
        }
    }
}

static void a_fast_body_passes_many_platforms_in_one_step_and_bounces_off_the_ceiling(void **state) {
    (void)state;
    int asked = 0;
    thud_world *world = make_world(one_way, &asked);
    for (int i = 0; i < 5; i++) {
        add_platform(world, (float)i);
    }
    test_add_wall(world, thud_vec2_make(0.0f, 8.0f), thud_vec2_make(5.0f, 0.5f));
    thud_body_id body = test_add_ball(world, thud_vec2_make(0.0f, -1.0f), 0.3f);
    thud_body_set_velocity(world, body, thud_vec2_make(0.0f, 390.0f), 0.0f);
    test_step(world, 2);
    assert_int_equal(asked, 5);
    assert_true(thud_body_position(world, body).y > 4.0f && thud_body_position(world, body).y < 7.5f);
    test_step(world, 200);
    assert_float_equal(thud_body_position(world, body).y, 4.3f, 0.02f); /* on the topmost */
    thud_world_destroy(world);
}

static void a_fast_bullet_flies_through_what_lets_it_pass_and_hits_what_does_not(void **state) {
    (void)state;
    thud_world *world = make_world(reject_all, NULL);
    thud_body_id curtain = test_add_box(world, thud_vec2_make(2.0f, 0.0f), thud_vec2_make(0.05f, 1.0f));
    thud_body_id plate = test_add_box(world, thud_vec2_make(4.0f, 0.0f), thud_vec2_make(0.05f, 1.0f));
    want_pre_solve(world, curtain);
    thud_body_id bullet = test_add_ball(world, origin, 0.05f);
    thud_body_def def = thud_body_definition(world, bullet);
    def.bullet = true;
    thud_body_configure(world, bullet, &def);
    thud_body_set_velocity(world, bullet, thud_vec2_make(390.0f, 0.0f), 0.0f);
    test_step(world, 2);
    assert_true(thud_body_velocity(world, curtain).x == 0.0f);
    assert_true(thud_body_velocity(world, plate).x > 1.0f);
    assert_true(thud_body_position(world, bullet).x < thud_body_position(world, plate).x);
    thud_world_destroy(world);
}

static void a_material_for_the_step_counts_for_continuous_collision_too(void **state) {
    (void)state;
    referee me = {.change = true, .material = {.friction = 0.0f, .elasticity = 1.0f}};
    thud_world *world = make_world(judge, &me);
    thud_world_def def = thud_world_definition(world);
    def.gravity = origin;
    thud_world_configure(world, &def);
    thud_body_id wall = test_add_wall(world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.1f, 3.0f));
    want_pre_solve(world, wall);
    thud_body_id ball = test_add_ball(world, origin, 0.2f);
    thud_body_set_velocity(world, ball, thud_vec2_make(300.0f, 0.0f), 0.0f);
    test_step(world, 1);
    assert_int_equal(me.asked, 1);
    assert_float_equal(me.last.approach_speed[0], 300.0f, 0.5f);
    assert_float_equal(thud_abs(me.last.manifold.normal.x), 1.0f, 1e-4f);
    assert_float_equal(me.last.manifold.points[0].point.x, 2.9f, 0.02f);
    assert_float_equal(thud_body_velocity(world, ball).x, -300.0f, 1.0f);
    thud_world_destroy(world);
}

/* Accepts each shape that a ball meets once, then lets it pass. */
static bool accept_once(thud_world *world, const thud_contact_data *contact, thud_material *material,
                        void *context) {
    (void)world;
    (void)material;
    referee *me = context;
    me->reject = thud_contact_id_equal(contact->contact, me->last.contact) && contact->contact.generation != 0;
    me->last = me->last.contact.generation == 0 ? *contact : me->last;
    me->asked++;
    return !me->reject;
}

/* A ball between two walls bounces off both in one step, and is asked about the first one again: the contact that touched
 * is rejected. It once touched and was rejected until the next step, without an end event. */
static void what_touched_in_mid_step_and_is_rejected_later_in_it_has_ended(void **state) {
    (void)state;
    referee me = {0};
    thud_world *world = make_world(accept_once, &me);
    thud_world_set_gravity(world, origin);
    thud_body_id near = test_add_wall(world, thud_vec2_make(-1.0f, 0.0f), thud_vec2_make(0.5f, 2.0f));
    thud_body_id far = test_add_wall(world, thud_vec2_make(1.0f, 0.0f), thud_vec2_make(0.5f, 2.0f));
    test_set_material(world, far, 0.0f, 1.0f);
    test_set_material(world, near, 0.0f, 1.0f);
    want_pre_solve(world, near);
    /* 5 cm off: their fat boxes overlap, and the contact has no points. */
    thud_body_id ball = test_add_ball(world, thud_vec2_make(-0.35f, 0.0f), 0.1f);
    thud_body_set_velocity(world, ball, thud_vec2_make(-150.0f, 0.0f), 0.0f);
    test_step(world, 1);
    assert_true(me.asked == 2 && me.reject);
    thud_contact_data contact = thud_contact_read(world, me.last.contact);
    assert_true(contact.rejected && !contact.touching);
    thud_contact_events events = thud_world_contact_events(world);
    int begins = 0, ends = 0;
    for (int i = 0; i < events.begin_count; i++) {
        begins +=
            test_same_body(events.begins[i].body_a, near) || test_same_body(events.begins[i].body_b, near);
    }
    for (int i = 0; i < events.end_count; i++) {
        thud_shape_id wall = test_shape_of(world, near);
        ends += test_same_shape(events.ends[i].shape_a, wall) || test_same_shape(events.ends[i].shape_b, wall);
    }
    assert_true(begins == 1 && ends == 1);
    thud_world_destroy(world);
}

static void one_way_platforms_work_as_chains(void **state) {
    (void)state;
    int asked = 0;
    thud_world *world = make_world(one_way, &asked);
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, origin);
    const thud_vec2 points[] = {{-6.0f, 0.0f}, {-2.0f, 0.0f}, {2.0f, 0.0f}, {6.0f, 0.0f}};
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = 4;
    chain.pre_solve = true;
    assert_true(thud_chain_create(world, ground, &chain).generation != 0);
    thud_body_id slow = test_add_box(world, thud_vec2_make(-4.0f, -1.0f), thud_vec2_make(0.3f, 0.3f));
    thud_body_id fast = test_add_ball(world, thud_vec2_make(4.0f, -1.0f), 0.3f);
    thud_body_set_velocity(world, slow, thud_vec2_make(0.0f, 8.0f), 0.0f);
    thud_body_set_velocity(world, fast, thud_vec2_make(0.0f, 60.0f), 0.0f);
    test_step(world, 60 * 15);
    assert_float_equal(thud_body_position(world, slow).y, 0.3f, 0.02f);
    assert_float_equal(thud_body_position(world, fast).y, 0.3f, 0.02f);
    thud_world_destroy(world);
}

/* ---- from inside ---- */

typedef struct meddler {
    thud_body_id body;
    int tried, refused;
} meddler;

static bool meddle(thud_world *world, const thud_contact_data *contact, thud_material *material,
                   void *context) {
    (void)contact;
    (void)material;
    meddler *me = context;
    me->tried++;
    bool refused = !thud_body_set_velocity(world, me->body, thud_vec2_make(1.0f, 9.0f), 0.0f) &&
                   thud_world_refusal(world).status == THUD_WORLD_LOCKED;
    refused = refused && !thud_body_destroy(world, me->body) &&
              thud_world_step(world, TEST_DT).status == THUD_WORLD_LOCKED;
    me->refused += refused;
    return true;
}

static void the_world_is_locked_while_it_is_asked(void **state) {
    (void)state;
    meddler me = {.tried = 0};
    thud_world *world = make_world(meddle, &me);
    want_pre_solve(world, test_add_ground(world));
    me.body = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 20);
    thud_body_teleport(world, me.body, thud_vec2_make(0.0f, 4.0f), 0.0f); /* and in continuous collision */
    thud_body_set_velocity(world, me.body, thud_vec2_make(0.0f, -390.0f), 0.0f);
    test_step(world, 1);
    assert_int_equal(me.tried, 21);
    assert_int_equal(me.refused, 21);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_asked_in_every_step_about_every_contact_of_a_body_at_rest),
        cmocka_unit_test(without_the_flag_or_the_callback_nothing_is_asked),
        cmocka_unit_test(it_is_asked_about_near_contacts_and_told_how_fast_they_approach),
        cmocka_unit_test(it_is_asked_in_the_order_of_contact_ids_whatever_the_threads),
        cmocka_unit_test(a_rejected_contact_has_no_impulses_and_touches_nothing),
        cmocka_unit_test(a_rejection_is_forgotten_once_the_shapes_have_been_apart),
        cmocka_unit_test(a_rejection_ends_with_the_callback),
        cmocka_unit_test(a_passage_ends_with_the_callback),
        cmocka_unit_test(rejected_contacts_hold_no_island_together_and_wake_nobody),
        cmocka_unit_test(a_body_put_to_sleep_does_not_take_along_what_it_passes_through),
        cmocka_unit_test(an_accepted_contact_wakes_the_sleeper_and_all_that_rests_on_it),
        cmocka_unit_test(another_material_holds_for_the_step_it_is_written_in),
        cmocka_unit_test(elasticity_and_rolling_resistance_can_be_changed),
        cmocka_unit_test(a_material_that_makes_no_sense_is_not_used_and_reported),
        cmocka_unit_test(a_body_passes_a_one_way_platform_from_below_and_lands_on_it),
        cmocka_unit_test(a_body_that_turns_back_inside_a_platform_falls_out_below),
        cmocka_unit_test(what_falls_on_a_one_way_platform_stays_at_any_speed),
        cmocka_unit_test(a_fast_body_passes_many_platforms_in_one_step_and_bounces_off_the_ceiling),
        cmocka_unit_test(a_fast_bullet_flies_through_what_lets_it_pass_and_hits_what_does_not),
        cmocka_unit_test(a_material_for_the_step_counts_for_continuous_collision_too),
        cmocka_unit_test(what_touched_in_mid_step_and_is_rejected_later_in_it_has_ended),
        cmocka_unit_test(one_way_platforms_work_as_chains),
        cmocka_unit_test(the_world_is_locked_while_it_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
