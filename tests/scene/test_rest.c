/* Stacks stay at rest: pyramids, towers, arches of many sizes, for seconds, without creeping. */
#include "test.h"

#include "reference/test_world.h"

static thud_world *world_without_sleep(void) {
    thud_world_def def = thud_world_defaults();
    def.sleeping = false; /* a sleeping stack would not creep */
    return test_world_of(&def);
}

enum { most_bodies = 256 };

typedef struct stack {
    thud_body_id bodies[most_bodies];
    thud_vec2 places[most_bodies];
    int count;
} stack;

static void place_box(thud_world *world, stack *s, thud_vec2 position, thud_vec2 half) {
    s->bodies[s->count] = test_add_box(world, position, half);
    s->places[s->count++] = position;
}

typedef struct unrest {
    float drift, speed;
} unrest;

static unrest watch(thud_world *world, const stack *s, int steps) {
    unrest worst = {0.0f, 0.0f};
    for (int i = 0; i < steps; i++) {
        test_step(world, 1);
        for (int k = 0; k < s->count; k++) {
            worst.speed = thud_max(worst.speed, thud_vec2_length(thud_body_velocity(world, s->bodies[k])));
        }
    }
    for (int k = 0; k < s->count; k++) {
        worst.drift =
            thud_max(worst.drift, thud_vec2_distance(thud_body_position(world, s->bodies[k]), s->places[k]));
    }
    return worst;
}

static stack build_pyramid(thud_world *world, int base) {
    stack s = {.count = 0};
    test_add_ground(world);
    for (int row = 0; row < base; row++) {
        for (int i = 0; i < base - row; i++) {
            thud_vec2 position = {1.1f * ((float)i - 0.5f * (float)(base - row - 1)),
                                  0.5f + 1.0f * (float)row};
            place_box(world, &s, position, thud_vec2_make(0.5f, 0.5f));
        }
    }
    return s;
}

static stack build_tower(thud_world *world, int count) {
    stack s = {.count = 0};
    test_add_ground(world);
    for (int i = 0; i < count; i++) {
        place_box(world, &s, thud_vec2_make(0.0f, 0.5f + 1.0f * (float)i), thud_vec2_make(0.5f, 0.5f));
    }
    return s;
}

static void a_pyramid_with_a_base_of_twenty_stays_for_ten_seconds(void **state) {
    (void)state;
    thud_world *world = world_without_sleep();
    stack s = build_pyramid(world, 20);
    watch(world, &s, 120); /* settles */
    unrest worst = watch(world, &s, 600);
    printf("pyramid of 210: drift %.4f m, fastest %.5f m/s\n", (double)worst.drift, (double)worst.speed);
    assert_true(worst.drift < 0.1f);
    assert_true(worst.speed < 0.05f);
    thud_world_destroy(world);
}

static void a_pyramid_falls_asleep(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    stack s = build_pyramid(world, 12);
    assert_true(test_step_until_asleep(world, s.bodies[0], 600));
    assert_int_equal(thud_world_counts(world).awake_bodies, 0);
    thud_world_destroy(world);
}

/* Contacts are springs: a tower's own weight compresses each by 0.07 mm times the number of boxes above. */
static void a_tower_of_twelve_boxes_stands(void **state) {
    (void)state;
    thud_world *world = world_without_sleep();
    stack s = build_tower(world, 12);
    watch(world, &s, 60);
    unrest worst = watch(world, &s, 600);
    printf("tower of 12: drift %.4f m, fastest %.5f m/s\n", (double)worst.drift, (double)worst.speed);
    assert_true(worst.drift < 0.1f);
    assert_true(worst.speed < 0.05f);
    thud_world_destroy(world);
}

static void a_tower_of_twenty_boxes_stands_and_falls_asleep(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    stack s = build_tower(world, 20);
    unrest worst = watch(world, &s, 600);
    printf("tower of 20: drift %.4f m\n", (double)worst.drift);
    assert_true(worst.drift < 0.2f);
    assert_int_equal(thud_world_counts(world).awake_bodies, 0);
    thud_world_destroy(world);
}

/*
 * Each box that tilts pushes those above it farther over the edge. With new manifolds in every step their
 * normals tilted, too, and towers of 16 and more buckled within half a minute.
 */
static void a_tower_of_thirty_boxes_does_not_buckle_while_it_is_kept_awake(void **state) {
    (void)state;
    for (int count = 16; count <= 30; count += 7) {
        thud_world *world = world_without_sleep();
        stack s = build_tower(world, count);
        watch(world, &s, 60);
        unrest worst = watch(world, &s, 3600);
        float aside = 0.0f; /* horizontal only, as it sinks under its own weight */
        for (int i = 0; i < s.count; i++) {
            aside = thud_max(aside, thud_abs(thud_body_position(world, s.bodies[i]).x));
        }
        printf("tower of %d, a minute awake: %.5f m aside, fastest %.5f m/s\n", count, (double)aside,
               (double)worst.speed);
        assert_true(aside < 0.1f);
        assert_true(worst.speed < 0.05f);
        thud_world_destroy(world);
    }
}

static void a_leaning_tower_of_offset_boxes_stands(void **state) {
    (void)state;
    thud_world *world = world_without_sleep();
    test_add_ground(world);
    stack s = {.count = 0};
    for (int i = 0; i < 8; i++) { /* the well-known overhang: each stack above balances on the box below */
        float overhang = 0.0f;
        for (int k = 8 - i; k < 8; k++) {
            overhang += 0.8f * 0.5f / (float)(k + 1);
        }
        place_box(world, &s, thud_vec2_make(overhang, 0.25f + 0.5f * (float)i), thud_vec2_make(0.5f, 0.25f));
    }
    unrest worst = watch(world, &s, 600);
    printf("overhang: drift %.4f m\n", (double)worst.drift);
    assert_true(worst.drift < 0.1f);
    thud_world_destroy(world);
}

static void planks_on_posts_stay(void **state) {
    (void)state;
    thud_world *world = world_without_sleep();
    test_add_ground(world);
    stack s = {.count = 0};
    for (int storey = 0; storey < 6; storey++) {
        float y = 1.2f * (float)storey;
        place_box(world, &s, thud_vec2_make(-1.0f, y + 0.5f), thud_vec2_make(0.1f, 0.5f));
        place_box(world, &s, thud_vec2_make(1.0f, y + 0.5f), thud_vec2_make(0.1f, 0.5f));
        place_box(world, &s, thud_vec2_make(0.0f, y + 1.1f), thud_vec2_make(1.2f, 0.1f));
    }
    watch(world, &s, 60);
    unrest worst = watch(world, &s, 600);
    printf("card house: drift %.4f m, fastest %.5f m/s\n", (double)worst.drift, (double)worst.speed);
    assert_true(worst.drift < 0.1f);
    thud_world_destroy(world);
}

static void a_box_of_every_size_rests_on_the_ground(void **state) {
    (void)state;
    thud_world *world = world_without_sleep();
    test_add_ground(world);
    const float sizes[] = {0.02f, 0.05f, 0.1f, 0.5f, 1.0f, 5.0f, 20.0f};
    stack s = {.count = 0};
    float x = -80.0f;
    for (int i = 0; i < 7; i++) {
        x += 2.0f * sizes[i] + 1.0f;
        place_box(world, &s, thud_vec2_make(x, sizes[i]), thud_vec2_make(sizes[i], sizes[i]));
    }
    watch(world, &s, 60);
    unrest worst = watch(world, &s, 300);
    assert_true(worst.speed < 0.05f);
    for (int i = 0; i < 7; i++) {
        float y = thud_body_position(world, s.bodies[i]).y;
        assert_float_equal(y, sizes[i], 0.005f + 0.002f * sizes[i]);
    }
    thud_world_destroy(world);
}

static void balls_packed_in_a_box_come_to_rest(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    test_add_wall(world, thud_vec2_make(-3.5f, 5.0f), thud_vec2_make(0.5f, 5.0f));
    test_add_wall(world, thud_vec2_make(3.5f, 5.0f), thud_vec2_make(0.5f, 5.0f));
    thud_body_id balls[100];
    for (int i = 0; i < 100; i++) {
        float radius = 0.2f + 0.02f * (float)(i % 7);
        balls[i] = test_add_ball(world,
                                 thud_vec2_make(0.65f * (float)(i % 8) - 2.3f + 0.03f * (float)(i % 5),
                                                0.5f + 0.7f * (float)(i / 8)),
                                 radius);
    }
    test_step(world, 1200);
    int asleep = 0;
    for (int i = 0; i < 100; i++) {
        thud_vec2 position = thud_body_position(world, balls[i]);
        assert_true(position.x > -3.0f && position.x < 3.0f && position.y > 0.15f);
        asleep += !thud_body_is_awake(world, balls[i]);
        thud_contact_data contacts[12];
        int count = thud_body_contacts(world, balls[i], contacts, 12);
        for (int k = 0; k < count; k++) {
            assert_true(contacts[k].manifold.points[0].separation > -0.03f);
        }
    }
    printf("%d of 100 balls asleep after 20 s\n", asleep);
    assert_true(asleep > 60);
    thud_world_destroy(world);
}

static void two_hundred_boxes_rest_on_one_tray(void **state) {
    (void)state;
    /* One tray below many boxes: a body with very many contacts. */
    thud_world *world = world_without_sleep();
    test_add_ground(world);
    thud_body_id tray = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(60.0f, 0.5f));
    stack s = {.count = 0};
    for (int i = 0; i < 200; i++) {
        place_box(world, &s, thud_vec2_make(-59.0f + 0.59f * (float)i, 1.25f), thud_vec2_make(0.25f, 0.25f));
    }
    watch(world, &s, 60);
    unrest worst = watch(world, &s, 300);
    printf("200 on a tray: drift %.4f m, fastest %.5f m/s\n", (double)worst.drift, (double)worst.speed);
    assert_true(worst.drift < 0.02f);
    assert_true(worst.speed < 0.02f);
    assert_float_equal(thud_body_position(world, tray).y, 0.5f, 0.02f);
    thud_world_destroy(world);
}

static void longer_and_shorter_steps_keep_a_tower_too(void **state) {
    (void)state;
    const float steps[] = {1.0f / 30.0f, 1.0f / 120.0f, 1.0f / 240.0f};
    for (int i = 0; i < 3; i++) {
        thud_world *world = world_without_sleep();
        stack s = build_tower(world, 6);
        for (float time = 0.0f; time < 5.0f; time += steps[i]) {
            assert_int_equal(thud_world_step(world, steps[i]).status, THUD_OK);
        }
        for (int k = 0; k < s.count; k++) {
            assert_true(thud_vec2_distance(thud_body_position(world, s.bodies[k]), s.places[k]) < 0.06f);
        }
        thud_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pyramid_with_a_base_of_twenty_stays_for_ten_seconds),
        cmocka_unit_test(a_pyramid_falls_asleep),
        cmocka_unit_test(a_tower_of_twelve_boxes_stands),
        cmocka_unit_test(a_tower_of_twenty_boxes_stands_and_falls_asleep),
        cmocka_unit_test(a_tower_of_thirty_boxes_does_not_buckle_while_it_is_kept_awake),
        cmocka_unit_test(a_leaning_tower_of_offset_boxes_stands),
        cmocka_unit_test(planks_on_posts_stay),
        cmocka_unit_test(a_box_of_every_size_rests_on_the_ground),
        cmocka_unit_test(balls_packed_in_a_box_come_to_rest),
        cmocka_unit_test(two_hundred_boxes_rest_on_one_tray),
        cmocka_unit_test(longer_and_shorter_steps_keep_a_tower_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
