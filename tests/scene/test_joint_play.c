/*
 * Random play with joints: bodies and joints of all kinds come, change and go between steps. Nothing may
 * crash, every joint stays in the lists of its bodies and in no other, and the same seed gives the same bits
 * again.
 */
#include "test.h"

#include "reference/random.h"
#include "reference/test_world.h"

enum { most_bodies = 40, turns = 3000 };

typedef struct playground {
    thud_world *world;
    test_random random;
    thud_body_id bodies[most_bodies];
} playground;

static uint32_t draw(playground *p, uint32_t below) {
    return test_random_below(&p->random, below);
}

static float draw_float(playground *p, float low, float high) {
    return low + (high - low) * (float)draw(p, 10001) / 10000.0f;
}

static thud_vec2 draw_point(playground *p, float reach) {
    float x = draw_float(p, -reach, reach);
    return thud_vec2_make(x, draw_float(p, -reach, reach));
}

static thud_body_id some_body(playground *p) {
    return p->bodies[draw(p, most_bodies)];
}

static thud_joint_id some_joint(playground *p) {
    int count = thud_world_counts(p->world).joints;
    thud_joint_id joint = {0, 0};
    for (int i = (int)draw(p, (uint32_t)count + 1); i >= 0; i--) {
        joint = thud_world_next_joint(p->world, joint);
    }
    return joint;
}

static void replace_body(playground *p) {
    uint32_t i = draw(p, most_bodies);
    thud_body_destroy(p->world, p->bodies[i]);
    thud_body_def def = thud_body_defaults();
    def.type = (thud_body_type)(draw(p, 8) < 6 ? THUD_BODY_DYNAMIC : draw(p, 2));
    def.position = draw_point(p, 8.0f);
    def.angle = draw_float(p, -3.0f, 3.0f);
    p->bodies[i] = thud_body_create(p->world, &def);
    thud_shape_def shape = thud_shape_defaults();
    for (uint32_t n = draw(p, 3); n > 0; n--) { /* also none: no mass, no rotation */
        thud_body_add_circle(p->world, p->bodies[i], &shape, draw_point(p, 0.5f), draw_float(p, 0.1f, 0.6f));
    }
}

static thud_joint_limit draw_limit(playground *p, float least) {
    float lower = draw_float(p, least, 1.0f);
    return (thud_joint_limit){draw(p, 3) == 0, lower, lower + draw_float(p, -0.1f, 2.0f)};
}

static thud_joint_motor draw_motor(playground *p) {
    return (thud_joint_motor){draw(p, 3) == 0, draw_float(p, -5.0f, 5.0f), draw_float(p, -1.0f, 200.0f)};
}

static thud_joint_spring draw_spring(playground *p) {
    return (thud_joint_spring){draw(p, 3) == 0, draw_float(p, -0.2f, 60.0f), draw_float(p, 0.0f, 2.0f),
                               draw_float(p, 0.0f, 1.0f)};
}

static thud_joint_base draw_base(playground *p) {
    thud_body_id a = some_body(p);
    thud_joint_base base = thud_joint_base_at(p->world, a, some_body(p), draw_point(p, 8.0f));
    base.collide_connected = draw(p, 2) == 0;
    base.break_force = draw(p, 4) == 0 ? draw_float(p, -10.0f, 500.0f) : 0.0f;
    base.break_torque = draw(p, 8) == 0 ? draw_float(p, 0.0f, 500.0f) : 0.0f;
    return base;
}

/* Makes a joint, or gives an old one a new definition on its own bodies. */
#define PLAY(kind, type, set)                                                                                \
    {                                                                                                        \
        thud_##kind##_joint_def def = thud_##kind##_joint_defaults();                                        \
        bool changes = thud_joint_kind_of(p->world, old) == type;                                            \
        def = changes ? thud_##kind##_joint_definition(p->world, old) : def;                                 \
        def.base = changes ? def.base : base;                                                                \
        def.base.collide_connected = base.collide_connected;                                                 \
        set;                                                                                                 \
        if (changes) {                                                                                       \
            thud_##kind##_joint_configure(p->world, old, &def);                                              \
        } else {                                                                                             \
            thud_##kind##_joint_create(p->world, &def);                                                      \
        }                                                                                                    \
        break;                                                                                               \
    }

static void play_with_joint(playground *p) {
    thud_joint_base base = draw_base(p);
    thud_joint_id old = some_joint(p);
    switch (draw(p, 10)) {
    case 0:
        PLAY(revolute, THUD_JOINT_REVOLUTE, def.limit = draw_limit(p, -2.0f); def.motor = draw_motor(p);
             def.spring = draw_spring(p))
    case 1:
        PLAY(distance, THUD_JOINT_DISTANCE, def.limit = draw_limit(p, -0.1f); def.motor = draw_motor(p);
             def.spring = draw_spring(p))
    case 2:
        PLAY(weld, THUD_JOINT_WELD, def.linear_spring = draw_spring(p); def.angular_spring = draw_spring(p))
    case 3:
        PLAY(prismatic, THUD_JOINT_PRISMATIC, def.axis = draw_point(p, 1.0f);
             def.limit = draw_limit(p, -2.0f); def.motor = draw_motor(p); def.spring = draw_spring(p))
    case 4:
        PLAY(wheel, THUD_JOINT_WHEEL, def.axis = draw_point(p, 1.0f); def.limit = draw_limit(p, -2.0f);
             def.motor = draw_motor(p); def.spring = draw_spring(p))
    case 5:
        PLAY(motor, THUD_JOINT_MOTOR, def.hertz = draw_float(p, 0.1f, 30.0f))
    case 6:
        PLAY(pulley, THUD_JOINT_PULLEY, def.wheel_a = draw_point(p, 8.0f); def.wheel_b = draw_point(p, 8.0f);
             def.length = draw_float(p, 1.0f, 20.0f))
    case 7:
        PLAY(ratchet, THUD_JOINT_RATCHET, def.tooth = draw_float(p, -1.0f, 1.0f))
    case 8:
        PLAY(gear, THUD_JOINT_GEAR, def.joint_a = changes ? def.joint_a : some_joint(p);
             def.joint_b = changes ? def.joint_b : some_joint(p); def.ratio = draw_float(p, -3.0f, 3.0f))
    default: {
        thud_filter_joint_def def = thud_filter_joint_defaults();
        def.base = base;
        thud_filter_joint_create(p->world, &def);
    }
    }
}

static void play_with_body(playground *p) {
    thud_body_id body = some_body(p);
    thud_body_def def = thud_body_definition(p->world, body);
    switch (draw(p, 6)) {
    case 0:
        def.type = (thud_body_type)draw(p, 3);
        thud_body_configure(p->world, body, &def);
        break;
    case 1:
        def.disabled = !def.disabled;
        thud_body_configure(p->world, body, &def);
        break;
    case 2:
        thud_body_sleep(p->world, body);
        break;
    case 3:
        thud_body_teleport(p->world, body, draw_point(p, 8.0f), draw_float(p, -3.0f, 3.0f));
        break;
    case 4:
        thud_body_set_velocity(p->world, body, draw_point(p, 5.0f), draw_float(p, -9.0f, 9.0f));
        break;
    default:
        replace_body(p);
    }
}

static int links_of(const playground *p) {
    int links = 0;
    for (int i = 0; i < most_bodies; i++) {
        for (thud_joint_id j = thud_body_next_joint(p->world, p->bodies[i], (thud_joint_id){0, 0});
             j.generation != 0; j = thud_body_next_joint(p->world, p->bodies[i], j)) {
            thud_joint_base base = thud_joint_common(p->world, j);
            assert_true(test_same_body(base.body_a, p->bodies[i]) ||
                        test_same_body(base.body_b, p->bodies[i]));
            links++;
        }
    }
    return links;
}

/* Plays; returns the hash of the world at the end. */
static uint64_t play(uint32_t seed, int *breaks, int *most_joints) {
    thud_world_def world_def = thud_world_defaults();
    world_def.gravity = thud_vec2_make(0.0f, -1.0f);
    playground p = {.world = test_world_of(&world_def), .random = {seed}};
    for (int i = 0; i < 4 * most_bodies; i++) {
        replace_body(&p);
    }
    for (int turn = 0; turn < turns; turn++) {
        uint32_t choice = draw(&p, 10);
        if (choice < 3) {
            play_with_joint(&p);
        } else if (choice == 3) {
            thud_joint_destroy(p.world, some_joint(&p));
        } else if (choice == 4) {
            play_with_body(&p);
        } else {
            thud_step_result result = thud_world_step(p.world, TEST_DT);
            /* Springs stretched over tens of metres may tear a body away: it is disabled and reported. */
            assert_true(result.status == THUD_OK || result.status == THUD_NOT_FINITE);
            *breaks += thud_world_joint_events(p.world).break_count;
        }
        int joints = thud_world_counts(p.world).joints;
        *most_joints = joints > *most_joints ? joints : *most_joints;
        assert_int_equal(links_of(&p), 2 * joints);
        test_check_invariants(p.world);
    }
    uint64_t hash = thud_world_hash(p.world);
    thud_world_destroy(p.world);
    return hash;
}

static void joints_survive_random_play_and_repeat_it_to_the_bit(void **state) {
    (void)state;
    int breaks = 0;
    int most_joints = 0;
    for (uint32_t seed = 1; seed <= 6; seed++) {
        print_message("seed %u\n", seed);
        uint64_t first = play(seed, &breaks, &most_joints);
        if (seed <= TEST_UNLESS_SANITIZED(6, 1)) {
            assert_int_equal(play(seed, &breaks, &most_joints), first);
        }
    }
    print_message("up to %d joints, %d breaks\n", most_joints, breaks);
    assert_true(most_joints > 30 && breaks > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_survive_random_play_and_repeat_it_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
