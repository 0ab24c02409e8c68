/*
 * One chain of bodies on joints in several forms: as it is, with bodies a and b of all joints swapped, mirrored, and in a frame
 * that moves: on a kinematic body with a velocity that all bodies have, too. It moves alike in all of them.
 */
#include "test.h"

#include "reference/random.h"
#include "reference/test_world.h"

enum { links = 3, cases = TEST_UNLESS_SANITIZED(40, 4), steps = 60 };

/* Two bodies are at one place if they are no farther apart [m]. */
static const float near = 2e-3f;

typedef struct form {
    bool is_swapped, is_mirrored;
    thud_vec2 velocity; /* of the frame */
} form;

typedef struct link {
    thud_vec2 half, anchor;
    float angle, spin;
    thud_joint_limit limit;
    thud_joint_motor motor;
    thud_joint_spring spring;
    float tooth;
} link;

static thud_vec2 place_of(const form *as, thud_vec2 point) {
    return (thud_vec2){as->is_mirrored ? -point.x : point.x, point.y};
}

static link random_link(test_random *random, int number) {
    float x = 0.8f * (float)number;
    return (link){
        .half = {test_random_float(random, 0.1f, 0.4f), test_random_float(random, 0.1f, 0.4f)},
        .anchor = {x + 0.4f + test_random_float(random, -0.2f, 0.2f), test_random_float(random, -0.2f, 0.2f)},
        .angle = test_random_float(random, -1.0f, 1.0f),
        .spin = test_random_float(random, -2.0f, 2.0f),
        .limit = {test_random_int(random, 0, 1) == 1, test_random_float(random, -1.0f, -0.1f),
                  test_random_float(random, 0.1f, 1.0f)},
        .motor = {test_random_int(random, 0, 1) == 1, test_random_float(random, -3.0f, 3.0f),
                  test_random_float(random, 0.1f, 20.0f)},
        .spring = {test_random_int(random, 0, 1) == 1, test_random_float(random, 1.0f, 6.0f),
                   test_random_float(random, 0.1f, 1.0f), test_random_float(random, -0.5f, 0.5f)},
        .tooth = test_random_int(random, 0, 1) == 1 ? 0.3f : -0.3f};
}

/* Turns the sign of a coordinate. */
static void turn_sign(thud_joint_limit *limit, thud_joint_motor *motor, thud_joint_spring *spring) {
    *limit = (thud_joint_limit){limit->enabled, -limit->upper, -limit->lower};
    motor->speed = -motor->speed;
    spring->target = -spring->target;
}

static thud_joint_id add_joint(thud_world *world, const form *as, thud_joint_kind kind, link it,
                               thud_body_id a, thud_body_id b) {
    thud_vec2 point = place_of(as, it.anchor);
    float reference = thud_body_angle(world, b) - thud_body_angle(world, a);
    thud_joint_base base =
        as->is_swapped ? thud_joint_base_at(world, b, a, point) : thud_joint_base_at(world, a, b, point);
    float angle = as->is_swapped ? -reference : reference;
    bool is_turned = as->is_swapped != as->is_mirrored; /* the sign of angles */
    if (kind == THUD_JOINT_PRISMATIC ? as->is_swapped : is_turned) {
        turn_sign(&it.limit, &it.motor, &it.spring);
    }
    switch (kind) {
    case THUD_JOINT_REVOLUTE:
        return thud_revolute_joint_create(
            world, &(thud_revolute_joint_def){base, angle, it.limit, it.motor, it.spring});
    case THUD_JOINT_PRISMATIC: { /* its axis, which is fixed on body a, is that of the first body */
        thud_vec2 axis = thud_rot_apply(thud_rot_from_angle(thud_body_angle(world, a)),
                                        place_of(as, (thud_vec2){0.6f, 0.8f}));
        axis = thud_body_local_vector(world, base.body_a, axis);
        return thud_prismatic_joint_create(
            world, &(thud_prismatic_joint_def){base, axis, angle, it.limit, it.motor, it.spring});
    }
    case THUD_JOINT_WELD:
        it.spring.target = 0.0f;
        return thud_weld_joint_create(world, &(thud_weld_joint_def){base, angle, it.spring, it.spring});
    case THUD_JOINT_MOTOR:
        return thud_motor_joint_create(world, &(thud_motor_joint_def){base, angle, it.spring.hertz,
                                                                      it.spring.damping_ratio, 30.0f, 10.0f});
    case THUD_JOINT_RATCHET:
        (void)thud_revolute_joint_create(world, &(thud_revolute_joint_def){.base = base});
        return thud_ratchet_joint_create(
            world, &(thud_ratchet_joint_def){base, is_turned ? -it.tooth : it.tooth, angle});
    default: { /* a rod, rope or spring from the first body's centre to a corner of the second */
        thud_distance_joint_def def = {.base = base, .length = 0.8f, .spring = it.spring};
        thud_vec2 *first = as->is_swapped ? &def.base.anchor_b : &def.base.anchor_a;
        *first = (thud_vec2){0.0f, 0.0f};
        def.length = thud_vec2_distance(thud_body_world_point(world, def.base.body_a, def.base.anchor_a),
                                        thud_body_world_point(world, def.base.body_b, def.base.anchor_b));
        def.spring.target = def.length;
        return thud_distance_joint_create(world, &def);
    }
    }
}

/* Makes a chain, whose first joint is with a wall, and steps it; writes where its bodies are then, in the chain as it is. */
static void play(const form *as, thud_joint_kind kind, uint64_t seed, thud_vec2 ends[links]) {
    test_random random = {seed};
    thud_world_def world_def = thud_world_defaults();
    world_def.sleeping = false;
    thud_world *world = test_world_of(&world_def);
    bool moves = thud_vec2_length_squared(as->velocity) > 0.0f;
    thud_body_id bodies[links + 1] = {
        test_add_body(world, moves ? THUD_BODY_KINEMATIC : THUD_BODY_STATIC, (thud_vec2){0.0f, 0.0f})};
    if (moves) {
        assert_true(thud_body_set_linear_velocity(world, bodies[0], as->velocity));
    }
    for (int k = 0; k < links; k++) {
        const link it = random_link(&random, k);
        float sign = as->is_mirrored ? -1.0f : 1.0f;
        bodies[k + 1] =
            test_add_body(world, THUD_BODY_DYNAMIC, place_of(as, (thud_vec2){0.8f * (float)(k + 1), 0.0f}));
        thud_shape_def shape = thud_shape_defaults();
        shape.filter.group = -1;
        thud_body_add_box(world, bodies[k + 1], &shape, it.half);
        assert_true(thud_body_teleport(world, bodies[k + 1], thud_body_position(world, bodies[k + 1]),
                                       sign * it.angle));
        assert_true(thud_body_set_velocity(world, bodies[k + 1], as->velocity, sign * it.spin));
        assert_false(thud_joint_id_is_null(add_joint(world, as, kind, it, bodies[k], bodies[k + 1])));
    }
    test_step(world, steps);
    for (int k = 0; k < links; k++) {
        ends[k] =
            thud_vec2_sub(thud_body_position(world, bodies[k + 1]), thud_body_position(world, bodies[0]));
        ends[k] = place_of(as, ends[k]);
    }
    thud_world_destroy(world);
}

static void compare(form as, bool with_sliders) {
    const thud_joint_kind kinds[] = {THUD_JOINT_REVOLUTE, THUD_JOINT_WELD,     THUD_JOINT_MOTOR,
                                     THUD_JOINT_RATCHET,  THUD_JOINT_DISTANCE, THUD_JOINT_PRISMATIC};
    for (int i = 0; i < cases * (with_sliders ? 6 : 5); i++) {
        thud_vec2 usual[links], other[links];
        play(&(form){.is_swapped = false}, kinds[i / cases], (uint64_t)i, usual);
        play(&as, kinds[i / cases], (uint64_t)i, other);
        for (int k = 0; k < links; k++) {
            float apart = thud_vec2_distance(usual[k], other[k]);
            if (apart > near) {
                printf("kind %d, seed %d, body %d: %g m apart\n", (int)kinds[i / cases], i, k, (double)apart);
            }
            assert_true(apart <= near);
        }
    }
}

/* Not sliders: where the angle of a slider yields a little, the axis turns with the other body. */
static void bodies_a_and_b_may_be_swapped(void **state) {
    (void)state;
    compare((form){.is_swapped = true}, false);
}

static void a_mirrored_chain_moves_mirrored(void **state) {
    (void)state;
    compare((form){.is_mirrored = true}, true);
}

static void a_chain_on_a_train_moves_as_one_on_the_ground(void **state) {
    (void)state;
    compare((form){.velocity = {16.0f, -8.0f}}, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_a_and_b_may_be_swapped),
        cmocka_unit_test(a_mirrored_chain_moves_mirrored),
        cmocka_unit_test(a_chain_on_a_train_moves_as_one_on_the_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
