/*
 * A moving platform in several forms: one box, boxes of one body, a chain, a one-sided chain, bodies that move alike. It pushes,
 * lifts and carries a character alike in all of them: the seams are no walls.
 *
 * Before, each shape pushed for itself. Of 3,000 platforms that move at up to 8 m/s and aside at up to 3 m/s, 404 of boxes, 410 of
 * chains and 619 of bodies dragged the character along at a seam, by up to 1.0, 4.6 and 2.5 m, or crushed it where nothing was in
 * its way; of those that came from above and turned, a third.
 */
#include "test.h"

#include "reference/random.h"
#include "reference/test_world.h"
#include "thud/chain.h"
#include "thud/mover.h"

typedef enum form { ONE_BOX, BOXES, CHAIN, ONE_SIDED_CHAIN, BODIES, FORMS } form;

enum { cases = TEST_UNLESS_SANITIZED(400, 40), most_points = 48 };

/* Characters are at one place if they are no farther apart [m]. */
static const float near = 1e-3f;

/* A wall from one side, a floor from below or a ceiling from above that comes to a character. */
typedef struct approach {
    thud_vec2 from;
    float from_foot; /* farther from the character by so many heights of its foot */
    float side;      /* the way of the platform: right, left, up, down */
    bool is_upright;
} approach;

static const approach approaches[] = {{{-1.5f, 0.02f}, 0.0f, 1.0f, true},
                                      {{1.5f, 0.02f}, 0.0f, -1.0f, true},
                                      {{0.0f, 2.0f}, -1.0f, 1.0f, false},
                                      {{0.0f, 3.6f}, 1.0f, -1.0f, false}};

typedef struct run {
    approach comes;
    float speed, aside; /* of the platform [m/s] */
    float spin;         /* of one that comes from above [rad/s] */
    float first;        /* length of the first piece, the others have half a metre */
    thud_vec2 own;      /* velocity of the character as it begins */
    float dt;
    thud_shape shape;
} run;

static run random_run(test_random *random) {
    static const float rates[] = {30.0f, 60.0f, 120.0f, 240.0f};
    static const thud_vec2 ship[] = {{-0.15f, -0.7f}, {0.15f, -0.7f}, {0.35f, -0.4f},
                                     {0.35f, 0.7f},   {-0.35f, 0.7f}, {-0.35f, -0.4f}};
    run made = {.comes = approaches[test_random_int(random, 0, 3)],
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

static thud_vec2 place(const run *of, float along, float across) {
    return of->comes.is_upright ? (thud_vec2){across, along} : (thud_vec2){along, across};
}

/* The ends of the pieces along a platform of 8 m; returns their number. */
static int find_ends(const run *of, form as, float *ends) {
    float low = of->comes.is_upright ? 0.0f : -4.0f;
    int count = 1;
    ends[0] = low;
    for (float end = low + of->first; end < low + 8.0f && as != ONE_BOX; end += 0.5f) {
        ends[count++] = end;
    }
    ends[count++] = low + 8.0f;
    return count;
}

/* A platform half a metre thick that moves. */
static void add_platform(thud_world *world, const run *of, form as, thud_body_def def) {
    thud_shape_def shape = thud_shape_defaults();
    thud_vec2 points[most_points];
    float ends[most_points / 2];
    int count = find_ends(of, as, ends);
    thud_body_id body = thud_body_create(world, &def);
    for (int i = 0; i + 1 < count && (as == ONE_BOX || as == BOXES || as == BODIES); i++) {
        thud_vec2 corners[] = {place(of, ends[i], -0.25f), place(of, ends[i], 0.25f),
                               place(of, ends[i + 1], 0.25f), place(of, ends[i + 1], -0.25f)};
        body = i > 0 && as == BODIES ? thud_body_create(world, &def) : body;
        assert_int_not_equal(thud_body_add_hull(world, body, &shape, corners, 4).generation, 0);
    }
    for (int i = 0; i < count; i++) { /* clockwise */
        float side = of->comes.is_upright ? -0.25f : 0.25f;
        points[i] = place(of, ends[i], side);
        points[2 * count - 1 - i] = place(of, ends[i], -side);
    }
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = 2 * count;
    chain.loop = true;
    chain.one_sided = as == ONE_SIDED_CHAIN;
    if (as == CHAIN || as == ONE_SIDED_CHAIN) {
        assert_int_not_equal(thud_chain_create(world, body, &chain).generation, 0);
    }
}

/* The character's place after a second; adds to `crushed` the steps in which it is crushed. */
static thud_vec2 end_of(const run *of, form as, int *crushed) {
    thud_world *world = test_world_create();
    thud_mover_def hero = thud_mover_defaults();
    hero.shape = of->shape;
    float foot = -thud_shape_aabb(&hero.shape, thud_pose_identity()).min.y;
    if (of->comes.is_upright) {
        (void)test_add_ground(world);
    }
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_KINEMATIC;
    def.position = of->comes.from;
    def.position.y += foot * of->comes.from_foot;
    def.velocity = place(of, of->aside, of->speed * of->comes.side);
    def.angular_velocity = of->comes.from_foot > 0.0f ? of->spin : 0.0f;
    add_platform(world, of, as, def);
    thud_mover_state state;
    thud_vec2 start = {0.0f, of->comes.is_upright ? foot + hero.skin : 3.0f};
    assert_true(thud_mover_create(world, &hero, start, &state));
    thud_vec2 velocity = of->comes.is_upright ? (thud_vec2){of->own.x, 0.0f} : of->own;
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
        int crushed[FORMS] = {0};
        thud_vec2 usual = end_of(&made, ONE_BOX, &crushed[ONE_BOX]);
        for (form as = BOXES; as < FORMS; as++) {
            float apart = thud_vec2_distance(usual, end_of(&made, as, &crushed[as]));
            if (apart > near || crushed[as] != crushed[ONE_BOX]) {
                printf("case %d, form %d: %g m apart, crushed %d and %d\n", i, (int)as, (double)apart,
                       crushed[ONE_BOX], crushed[as]);
            }
            assert_true(apart <= near);
            assert_int_equal(crushed[as], crushed[ONE_BOX]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_platform_of_pieces_pushes_lifts_and_carries_as_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
