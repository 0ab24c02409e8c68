/*
 * A moving platform in several forms: one box, boxes or triangles of one body, bodies that move alike, chains, tiles. It pushes, lifts
 * and carries characters and crates alike in all of them: the seams are no walls.
 *
 * Before, each shape pushed for itself. Of 3,000 platforms that move at up to 8 m/s and aside at up to 3 m/s, 404 of boxes, 410 of
 * chains and 619 of bodies dragged the character along at a seam, by up to 1.0, 4.6 and 2.5 m, or crushed it where nothing was in
 * its way; of those that came from above and turned, a third.
 */
#include "scene/platform_forms.h"

#include "reference/random.h"
#include "thud/mover.h"

enum { cases = TEST_UNLESS_SANITIZED(300, 30) };

/* Characters are at one place if they are no farther apart [m]. */
static const float near = 1e-3f;

/* Where a platform comes to a character from. */
typedef enum side { FROM_LEFT, FROM_RIGHT, FROM_BELOW, FROM_ABOVE, SIDES } side;

/* Angles at which its top faces the character. */
static const float angles[SIDES] = {-0.5f * THUD_PI, 0.5f * THUD_PI, 0.0f, THUD_PI};

typedef struct run {
    side comes;
    float speed, aside; /* of the platform [m/s] */
    float spin;         /* of one that comes from above [rad/s] */
    float first;        /* length of the first piece */
    thud_vec2 own;      /* velocity of the character as it begins */
    float dt;
    thud_shape shape;
} run;

static run random_run(test_random *random) {
    static const float rates[] = {30.0f, 60.0f, 120.0f, 240.0f};
    static const thud_vec2 ship[] = {{-0.15f, -0.7f}, {0.15f, -0.7f}, {0.35f, -0.4f},
                                     {0.35f, 0.7f},   {-0.35f, 0.7f}, {-0.35f, -0.4f}};
    run made = {.comes = (side)test_random_int(random, 0, SIDES - 1),
                .speed = test_random_float(random, 0.3f, 8.0f),
                .aside = test_random_float(random, -3.0f, 3.0f),
                .spin = test_random_float(random, -2.0f, 2.0f),
                .first = test_random_float(random, 0.02f, 0.5f),
                .own = {test_random_float(random, -4.0f, 4.0f), test_random_float(random, -3.0f, 3.0f)},
                .dt = 1.0f / rates[test_random_int(random, 0, 3)],
                .shape = thud_mover_defaults().shape};
    made.own.x = test_random_int(random, 0, 1) == 0 ? made.own.x : 0.0f;
    switch (test_random_int(random, 0, 3)) {
    case 0:
        assert_int_equal(thud_circle((thud_vec2){0.0f, 0.0f}, 0.4f, &made.shape), THUD_OK);
        break;
    case 1:
        assert_int_equal(thud_box((thud_vec2){0.3f, 0.6f}, 0.1f, &made.shape), THUD_OK);
        break;
    case 2:
        assert_int_equal(thud_polygon(ship, 6, 0.0f, &made.shape), THUD_OK);
        break;
    default:
        break;
    }
    return made;
}

/* The character's place after a second; adds to `crushed` the steps in which it is crushed. */
static thud_vec2 end_of(const run *of, platform_form as, int *crushed) {
    thud_world *world = test_world_create();
    thud_mover_def hero = thud_mover_defaults();
    hero.shape = of->shape;
    float foot = -thud_shape_aabb(&hero.shape, thud_pose_identity()).min.y;
    bool on_ground = of->comes == FROM_LEFT || of->comes == FROM_RIGHT;
    if (on_ground) {
        (void)test_add_ground(world);
    }
    const thud_vec2 places[SIDES] = {
        {-1.25f, 8.02f}, {1.25f, 8.02f}, {0.0f, 2.25f - foot}, {0.0f, 3.35f + foot}};
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_KINEMATIC;
    def.position = places[of->comes];
    def.angle = angles[of->comes];
    def.velocity = thud_rot_apply(thud_rot_from_angle(def.angle), (thud_vec2){of->aside, of->speed});
    def.angular_velocity = of->comes == FROM_ABOVE ? of->spin : 0.0f;
    const thud_material material = thud_shape_defaults().material;
    (void)make_platform(world, as, &def, &material, of->first);
    thud_mover_state state;
    assert_true(
        thud_mover_create(world, &hero, (thud_vec2){0.0f, on_ground ? foot + hero.skin : 3.0f}, &state));
    thud_vec2 velocity = on_ground ? (thud_vec2){of->own.x, 0.0f} : of->own;
    for (float time = 0.0f; time < 1.0f; time += of->dt) {
        thud_mover_result moved;
        assert_int_equal(thud_world_step(world, of->dt).status, THUD_OK);
        velocity.y -= 20.0f * of->dt;
        assert_true(thud_mover_move(world, &hero, &state, velocity, of->dt, &moved));
        velocity = moved.velocity;
        *crushed += moved.crushed;
    }
    thud_world_destroy(world);
    return state.position;
}

static void a_platform_of_pieces_pushes_lifts_and_carries_as_one(void **state) {
    (void)state;
    test_random random = {5};
    for (int i = 0; i < cases; i++) {
        const run made = random_run(&random);
        int crushed[PLATFORM_FORMS] = {0};
        thud_vec2 usual = end_of(&made, ONE_BOX, &crushed[ONE_BOX]);
        for (platform_form as = BOXES; as < PLATFORM_FORMS; as++) {
            float apart = thud_vec2_distance(usual, end_of(&made, as, &crushed[as]));
            if (apart > near || crushed[as] != crushed[ONE_BOX]) {
                printf("case %d, %s: %g m apart, crushed %d and %d\n", i, platform_names[as], (double)apart,
                       crushed[ONE_BOX], crushed[as]);
            }
            assert_true(apart <= near);
            assert_int_equal(crushed[as], crushed[ONE_BOX]);
        }
    }
}

/* ---- bodies ---- */

/* A body without rotation whose lowest point is 0.4 m below its origin. */
static thud_body_id add_crate(thud_world *world, test_random *random, thud_vec2 position,
                              const thud_material *material) {
    thud_shape shapes[4];
    assert_int_equal(thud_box((thud_vec2){0.5f, 0.4f}, 0.0f, &shapes[0]), THUD_OK);
    assert_int_equal(thud_box((thud_vec2){0.4f, 0.3f}, 0.1f, &shapes[1]), THUD_OK);
    assert_int_equal(thud_circle((thud_vec2){0.0f, 0.0f}, 0.4f, &shapes[2]), THUD_OK);
    assert_int_equal(thud_capsule((thud_vec2){-0.4f, 0.0f}, (thud_vec2){0.4f, 0.0f}, 0.4f, &shapes[3]),
                     THUD_OK);
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = position;
    def.lock_rotation = true;
    thud_body_id crate = thud_body_create(world, &def);
    thud_shape_def shape = thud_shape_defaults();
    shape.density = test_random_float(random, 0.3f, 5.0f);
    shape.material = *material;
    shape.material.surface_speed = 0.0f;
    (void)thud_body_add_shape(world, crate, &shape, &shapes[test_random_int(random, 0, 3)]);
    return crate;
}

/* The platform swings along x and y, and has a belt: in each step friction changes the crate's velocity by mu (g dt + dv_y) at most. */
static void a_crate_on_a_swing_slides_as_coulomb_says(void **state) {
    (void)state;
    for (int i = 0; i < PLATFORM_FORMS * TEST_UNLESS_SANITIZED(30, 4); i++) {
        test_random random = {(uint64_t)(i / PLATFORM_FORMS)};
        thud_material material = thud_shape_defaults().material;
        material.friction = test_random_float(&random, 0.05f, 0.9f);
        material.surface_speed = test_random_float(&random, -2.0f, 2.0f);
        float swing = test_random_float(&random, 0.0f, 2.0f), rate = test_random_float(&random, 0.5f, 6.0f);
        float rise = test_random_float(&random, 0.0f, 0.3f),
              rise_rate = test_random_float(&random, 0.5f, 5.0f);
        float dt = 1.0f / (float)(30 << test_random_int(&random, 0, 3));
        thud_world *world = test_world_create();
        thud_body_def def = thud_body_defaults();
        def.type = THUD_BODY_KINEMATIC;
        platform moves = make_platform(world, (platform_form)(i % PLATFORM_FORMS), &def, &material, 0.3f);
        thud_body_id crate = add_crate(world, &random, (thud_vec2){0.0f, 0.4f}, &material);
        float speed = 0.0f, x = 0.0f, least = 0.0f, slid = 0.0f;
        thud_vec2 before = {0.0f, 0.0f};
        for (float time = dt; time < 2.0f; time += dt) {
            thud_vec2 target = {swing * thud_sin(rate * time), rise * thud_sin(rise_rate * time)};
            for (int k = 0; k < moves.count; k++) {
                assert_true(thud_body_set_target(world, moves.bodies[k], target, 0.0f, dt));
            }
            thud_vec2 now = thud_body_velocity(world, moves.bodies[0]);
            float most = material.friction * thud_max(10.0f * dt + now.y - before.y, 0.0f);
            speed += thud_clamp(now.x + material.surface_speed - speed, -most, most);
            x += speed * dt;
            slid += thud_abs(now.x - speed) * dt;
            before = now;
            assert_int_equal(thud_world_step(world, dt).status, THUD_OK);
            least = thud_min(least, thud_body_position(world, crate).y - 0.4f - target.y);
        }
        assert_float_equal(thud_body_position(world, crate).x, x, 0.03f + 0.03f * slid);
        assert_true(least > -0.02f);
        thud_world_destroy(world);
    }
}

/* Platforms without friction at up to 30 m/s, at any angle: along the platform the velocity stays. */
static void a_platform_without_friction_changes_no_velocity_along_it(void **state) {
    (void)state;
    test_random random = {31};
    for (int i = 0; i < PLATFORM_FORMS * TEST_UNLESS_SANITIZED(60, 6); i++) {
        const thud_material slippery = {.friction = 0.0f};
        const thud_rot turn = thud_rot_from_angle(test_random_float(&random, -THUD_PI, THUD_PI));
        const thud_vec2 way = {test_random_float(&random, -20.0f, 20.0f),
                               test_random_float(&random, 1.0f, 30.0f)};
        float along = test_random_float(&random, -10.0f, 10.0f);
        float dt = 1.0f / (float)(30 << test_random_int(&random, 0, 3));
        thud_world *world = test_world_without_gravity();
        thud_body_def def = thud_body_defaults();
        def.type = THUD_BODY_KINEMATIC;
        def.angle = thud_rot_angle(turn);
        def.velocity = thud_rot_apply(turn, way);
        def.position = thud_rot_apply(turn, thud_vec2_scale(way, -0.1f));
        (void)make_platform(world, (platform_form)(i % PLATFORM_FORMS), &def, &slippery,
                            test_random_float(&random, 0.02f, 0.5f));
        thud_body_id crate =
            add_crate(world, &random, thud_rot_apply(turn, (thud_vec2){0.0f, 0.5f}), &slippery);
        assert_true(thud_body_teleport(world, crate, thud_body_position(world, crate), def.angle));
        assert_true(
            thud_body_set_linear_velocity(world, crate, thud_rot_apply(turn, (thud_vec2){along, 0.0f})));
        for (float time = dt; time < 0.3f; time += dt) {
            assert_int_equal(thud_world_step(world, dt).status, THUD_OK);
            thud_vec2 velocity = thud_rot_apply_inverse(turn, thud_body_velocity(world, crate));
            assert_float_equal(velocity.x, along, 0.02f);
        }
        thud_vec2 velocity = thud_rot_apply_inverse(turn, thud_body_velocity(world, crate));
        assert_true(velocity.y > 0.95f * way.y);
        thud_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_platform_of_pieces_pushes_lifts_and_carries_as_one),
        cmocka_unit_test(a_crate_on_a_swing_slides_as_coulomb_says),
        cmocka_unit_test(a_platform_without_friction_changes_no_velocity_along_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
