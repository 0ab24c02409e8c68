/*
 * One-way platforms of every kind, still and moving, at any angle, and bodies of every kind thrown
 * at them from all sides at 0.5 to 400 m/s. In the frame of the platform a body moves along a
 * straight line, which determines the result:
 *
 *     held      it starts in front of the surface and hits it well within its ends: its middle never gets behind
 *     passes    it starts behind, or beside and below the surface: velocity and spin stay the same to the bit
 *
 * Hits at the ends of platforms are left out, as a corner may hold or let pass.
 * `test_scene_one_way_throws 20` throws twenty times as many.
 */
#include "test.h"

#include <stdlib.h>

#include "reference/random_shapes.h"
#include "reference/test_world.h"
#include "thud/chain.h"
#include "thud/tile_grid.h"

static int repeats = 1;

static const thud_vec2 up = {0.0f, 1.0f};
static const float half_length = 8.0f; /* of a platform [m] */

typedef enum platform_kind {
    BOX,
    ROUNDED,
    CAPSULE,
    SEGMENT,
    CHAIN,
    TILES,
    GRID_OF_TILES,
    GRID_OF_LEDGES,
    WEDGE,
    HILL,
    PLATFORMS
} platform_kind;
static const char *const platform_names[] = {"box",   "rounded box",   "capsule",        "segment", "chain",
                                             "tiles", "grid of tiles", "grid of ledges", "wedge",   "hill"};

typedef enum mover_kind { M_BOX, M_CIRCLE, M_CAPSULE, M_POLYGON, M_ROUNDED, M_PAIR, MOVERS } mover_kind;
static const char *const mover_names[] = {"box", "circle", "capsule", "polygon", "rounded box", "two boxes"};

/* ---- platforms: the surface goes through the origin, the body's frame is its own ---- */

static const float wedge_slope = 0.3f;

/* Height of the surface, beyond its ends that of the end. */
static float surface_at(platform_kind kind, float x) {
    x = thud_clamp(x, -half_length, half_length);
    return kind == WEDGE ? wedge_slope * x : kind == HILL ? -0.02f * x * x : 0.0f;
}

static float hill_at(float x) {
    return -0.02f * x * x;
}

/* Every third tile is of another material, so that they are not merged. */
static void add_grid(thud_world *world, thud_body_id body, platform_kind kind) {
    thud_tile_def tiles[3] = {thud_tile_empty(), thud_tile_full(), thud_tile_full()};
    tiles[1] = kind == GRID_OF_LEDGES ? thud_tile_platform() : thud_tile_full();
    tiles[1].one_way = up;
    tiles[2] = tiles[1];
    tiles[2].material.friction = 0.3f;
    uint16_t cells[16];
    for (int i = 0; i < 16; i++) {
        cells[i] = i % 3 == 0 ? 2 : 1;
    }
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, 3};
    def.columns = 16;
    def.rows = 1;
    def.cells = cells;
    def.origin = thud_vec2_make(-half_length, -1.0f);
    assert_int_not_equal(thud_tile_grid_create(world, body, &def).generation, 0);
}

static void add_platform_shapes(thud_world *world, thud_body_id body, platform_kind kind,
                                thud_shape_def *def) {
    thud_shape shape;
    thud_vec2 points[33];
    thud_chain_def chain = thud_chain_defaults();
    chain.one_way = def->one_way;
    chain.points = points;
    switch (kind) {
    case BOX:
    case ROUNDED: {
        float radius = kind == ROUNDED ? 0.1f : 0.0f;
        thud_pose pose = {{0.0f, -0.2f}, thud_rot_identity()};
        thud_offset_box(thud_vec2_make(half_length - radius, 0.2f - radius), radius, pose, &shape);
        thud_body_add_shape(world, body, def, &shape);
        break;
    }
    case CAPSULE:
        thud_body_add_capsule(world, body, def, thud_vec2_make(-half_length, -0.2f),
                              thud_vec2_make(half_length, -0.2f), 0.2f);
        break;
    case SEGMENT:
        thud_body_add_segment(world, body, def, thud_vec2_make(-half_length, 0.0f),
                              thud_vec2_make(half_length, 0.0f));
        break;
    case TILES:
        for (int i = 0; i < 16; i++) {
            thud_pose pose = {{-half_length + 0.5f + (float)i, -0.5f}, thud_rot_identity()};
            thud_offset_box(thud_vec2_make(0.5f, 0.5f), 0.0f, pose, &shape);
            thud_body_add_shape(world, body, def, &shape);
        }
        break;
    case GRID_OF_TILES:
    case GRID_OF_LEDGES:
        add_grid(world, body, kind);
        break;
    case WEDGE:
        points[0] = thud_vec2_make(-half_length, -half_length * wedge_slope);
        points[1] = thud_vec2_make(half_length, half_length * wedge_slope);
        points[2] = thud_vec2_make(half_length, half_length * wedge_slope - 0.3f);
        points[3] = thud_vec2_make(-half_length, -half_length * wedge_slope - 0.3f);
        thud_body_add_hull(world, body, def, points, 4);
        break;
    default: /* CHAIN, HILL: from left to right */
        chain.count = 17;
        for (int i = 0; i < chain.count; i++) {
            float x = -half_length + (float)i;
            points[i] = thud_vec2_make(x, kind == HILL ? hill_at(x) : 0.0f);
        }
        assert_int_not_equal(thud_chain_create(world, body, &chain).generation, 0);
    }
}

/* ---- movers ---- */

static const float mover_reach = 0.8f;

static void add_mover_shape(thud_world *world, thud_body_id body, mover_kind kind,
                            const thud_shape_def *def) {
    thud_shape shape;
    thud_pose pose = thud_pose_identity();
    switch (kind) {
    case M_BOX:
        thud_box(thud_vec2_make(0.3f, 0.5f), 0.0f, &shape);
        break;
    case M_CIRCLE:
        thud_circle(thud_vec2_make(0.0f, 0.0f), 0.4f, &shape);
        break;
    case M_CAPSULE:
        thud_capsule(thud_vec2_make(0.0f, -0.3f), thud_vec2_make(0.0f, 0.3f), 0.25f, &shape);
        break;
    case M_POLYGON:
        thud_regular_polygon(5, 0.5f, &shape);
        break;
    case M_PAIR:
        pose.position.y = 0.45f;
        thud_offset_box(thud_vec2_make(0.2f, 0.2f), 0.0f, pose, &shape);
        thud_body_add_shape(world, body, def, &shape);
        pose.position.y = -0.2f;
        thud_offset_box(thud_vec2_make(0.3f, 0.3f), 0.0f, pose, &shape);
        break;
    default:
        thud_box(thud_vec2_make(0.3f, 0.2f), 0.15f, &shape);
    }
    thud_body_add_shape(world, body, def, &shape);
}

/* ---- one throw ---- */

typedef struct throw {
    platform_kind platform;
    mover_kind mover;
    float angle;                 /* of the platform [rad] */
    thud_vec2 platform_velocity; /* [m/s], world */
    thud_vec2 from, velocity;    /* of the mover against the platform, in its frame */
    float spin, mover_angle;
    float elasticity;
    bool bullet;
}
throw;

typedef enum outcome { OUT_HELD, OUT_PASSES, OUT_UNKNOWN } outcome;

/* The height of a place over the surface. */
static float height_over(const throw *thrown, thud_vec2 at) {
    return at.y - surface_at(thrown->platform, at.x);
}

/* The result by the straight line in the platform's frame. */
static outcome expect(const throw *thrown, int steps) {
    float time = (float)steps * TEST_DT;
    thud_vec2 at = thrown->from;
    float reach = mover_reach + 0.1f;
    float height = height_over(thrown, at);
    /* Behind while it is near, or beside: never above before it is beyond the end. */
    bool starts_below = height < -reach - 1.2f;
    bool starts_beside = thud_abs(at.x) > half_length + reach && height < -0.05f && height > -reach;
    bool starts_above = height > reach;
    bool stays_below = true;
    bool crosses_inside = false, crosses = false;
    float last = height;
    int samples = 4000;
    for (int i = 1; i <= samples; i++) {
        thud_vec2 p = thud_vec2_mul_add(at, time * (float)i / (float)samples, thrown->velocity);
        float now = height_over(thrown, p);
        stays_below = stays_below && now < 0.0f;
        if (starts_above && last > 0.0f && now <= 0.0f && !crosses) {
            crosses = true;
            crosses_inside = thud_abs(p.x) < half_length - 2.0f;
        }
        last = now;
    }
    if (starts_above && crosses_inside && thrown->velocity.y < 0.0f &&
        thud_abs(thrown->velocity.x) <= 1.5f * thud_abs(thrown->velocity.y)) {
        return OUT_HELD;
    }
    /* A body that has passed must not come down with a corner. */
    bool turns_back = thud_abs(thrown->spin) * mover_reach > 0.5f * thrown->velocity.y;
    if (starts_below && thrown->velocity.y > 0.0f && !turns_back) {
        return OUT_PASSES;
    }
    /* The upper shape of two may be in front while the lower one is beside. */
    return starts_beside && stays_below && thrown->mover != M_PAIR ? OUT_PASSES : OUT_UNKNOWN;
}

static bool run_throw(const throw *thrown, outcome expected, int steps, thud_vec2 *where) {
    thud_world *world = test_world_without_gravity();
    thud_body_def platform_def = thud_body_defaults();
    bool moves = thrown->platform_velocity.x != 0.0f || thrown->platform_velocity.y != 0.0f;
    platform_def.type = moves ? THUD_BODY_KINEMATIC : THUD_BODY_STATIC;
    platform_def.angle = thrown->angle;
    platform_def.velocity = thrown->platform_velocity;
    thud_body_id platform = thud_body_create(world, &platform_def);
    thud_shape_def def = thud_shape_defaults();
    def.one_way = up;
    add_platform_shapes(world, platform, thrown->platform, &def);
    thud_body_def mover_def = thud_body_defaults();
    thud_rot rotation = thud_rot_from_angle(thrown->angle);
    mover_def.type = THUD_BODY_DYNAMIC;
    mover_def.position = thud_rot_apply(rotation, thrown->from);
    mover_def.velocity = thud_vec2_add(thud_rot_apply(rotation, thrown->velocity), thrown->platform_velocity);
    mover_def.angular_velocity = thrown->spin;
    mover_def.angle = thrown->mover_angle;
    mover_def.bullet = thrown->bullet;
    mover_def.may_sleep = false;
    thud_body_id mover = thud_body_create(world, &mover_def);
    thud_shape_def mover_shape = thud_shape_defaults();
    mover_shape.material.elasticity = thrown->elasticity;
    add_mover_shape(world, mover, thrown->mover, &mover_shape);
    thud_vec2 velocity = thud_body_velocity(world, mover);
    bool good = true;
    int begins = 0;
    for (int i = 0; i < steps && good; i++) {
        test_step(world, 1);
        begins += thud_world_contact_events(world).begin_count;
        thud_pose pose = thud_body_pose(world, platform);
        thud_vec2 at = thud_pose_apply_inverse(pose, thud_body_center(world, mover));
        *where = at;
        if (expected == OUT_PASSES) {
            thud_vec2 now = thud_body_velocity(world, mover);
            good = now.x == velocity.x && now.y == velocity.y && begins == 0;
        } else {
            bool is_over_platform = thud_abs(at.x) < half_length - mover_reach;
            if (begins > 0 && !is_over_platform) {
                break; /* it slid off the end */
            }
            good = !is_over_platform || height_over(thrown, at) > 0.0f;
        }
    }
    if (expected == OUT_HELD && good) {
        good = begins > 0;
    }
    thud_world_destroy(world);
    return good;
}

static int check_throw(const throw *thrown, outcome expected, int steps) {
    thud_vec2 where = {0.0f, 0.0f};
    if (run_throw(thrown, expected, steps, &where)) {
        return 0;
    }
    print_error("%s on %s at %.4f rad moving (%.4f, %.4f): from (%.4f, %.4f) at (%.4f, %.4f), spin %.3f, "
                "angle %.4f, e %.2f%s: not %s; at (%.3f, %.3f)\n",
                mover_names[thrown->mover], platform_names[thrown->platform], (double)thrown->angle,
                (double)thrown->platform_velocity.x, (double)thrown->platform_velocity.y,
                (double)thrown->from.x, (double)thrown->from.y, (double)thrown->velocity.x,
                (double)thrown->velocity.y, (double)thrown->spin, (double)thrown->mover_angle,
                (double)thrown->elasticity, thrown->bullet ? " bullet" : "",
                expected == OUT_HELD ? "held" : "let pass", (double)where.x, (double)where.y);
    return 1;
}

/* ---- tests ---- */

static const float speeds[] = {
    0.5f, 2.0f, 5.0f, 10.0f, 30.0f, 100.0f, 375.0f}; /* with the platform's 20 m/s below the world's limit */
enum { SPEEDS = sizeof speeds / sizeof speeds[0], SLOWEST = TEST_UNLESS_SANITIZED(0, 1) }; /* the first takes half of all steps */

/* A distance of some steps and a fraction. */
static float distance_at(float speed, int i) {
    return 1.0f + speed * TEST_DT * (1.3f + 0.37f * (float)(i % 7));
}

static int steps_for(float distance, float speed) {
    return (int)(2.5f * distance / (speed * TEST_DT)) + 12;
}

static void every_shape_is_held_in_front_and_passes_from_behind(void **state) {
    (void)state;
    int failures = 0, i = 0;
    for (platform_kind platform = 0; platform < PLATFORMS; platform++) {
        for (mover_kind mover = 0; mover < MOVERS; mover++) {
            for (int s = SLOWEST; s < SPEEDS; s++, i++) {
                float distance = 1.0f + distance_at(speeds[s], i);
                throw thrown = {.platform = platform,
                                .mover = mover,
                                .from = {0.31f, distance},
                                .velocity = {0.0f, -speeds[s]}};
                failures += check_throw(&thrown, OUT_HELD, steps_for(distance, speeds[s]));
                thrown.from.y = -1.5f - distance;
                thrown.velocity.y = speeds[s];
                failures += check_throw(&thrown, OUT_PASSES, steps_for(distance + 3.0f, speeds[s]));
            }
        }
    }
    assert_int_equal(failures, 0);
}

static void every_shape_passes_from_the_sides(void **state) {
    (void)state;
    int failures = 0, i = 0;
    for (platform_kind platform = 0; platform < WEDGE; platform++) {
        for (mover_kind mover = 0; mover < MOVERS; mover++) {
            for (int s = SLOWEST; s < SPEEDS; s++, i++) {
                float side = i % 2 == 0 ? 1.0f : -1.0f;
                float distance = half_length + 1.0f + distance_at(speeds[s], i);
                throw thrown = {.platform = platform,
                                .mover = mover,
                                .from = {side * distance, -0.15f},
                                .velocity = {-side * speeds[s], 0.0f}};
                int steps = (int)(20.0f / (speeds[s] * TEST_DT)) + 10;
                failures += check_throw(&thrown, OUT_PASSES, steps < 600 ? steps : 600);
            }
        }
    }
    assert_int_equal(failures, 0);
}

static void platforms_at_any_angle_are_the_same(void **state) {
    (void)state;
    int failures = 0, i = 0;
    for (int degrees = 0; degrees < 360; degrees += TEST_UNLESS_SANITIZED(15, 45)) {
        for (platform_kind platform = 0; platform < PLATFORMS; platform++) {
            for (int s = SLOWEST; s < SPEEDS; s++, i++) {
                float distance = 1.0f + distance_at(speeds[s], i);
                throw thrown = {.platform = platform,
                                .mover = (mover_kind)(i % MOVERS),
                                .angle = (float)degrees * THUD_PI / 180.0f,
                                .from = {-0.4f, distance},
                                .velocity = {0.0f, -speeds[s]}};
                failures += check_throw(&thrown, OUT_HELD, steps_for(distance, speeds[s]));
                thrown.from.y = -1.5f - distance;
                thrown.velocity.y = speeds[s];
                failures += check_throw(&thrown, OUT_PASSES, steps_for(distance + 3.0f, speeds[s]));
            }
        }
    }
    assert_int_equal(failures, 0);
}

static float between(test_random *random, float low, float high) {
    return test_random_float(random, low, high);
}

static throw random_throw(test_random * random, int *steps) {
    throw thrown = {.platform = (platform_kind)test_random_int(random, 0, PLATFORMS - 1),
                    .mover = (mover_kind)test_random_int(random, 0, MOVERS - 1)};
    float speed = speeds[test_random_int(random, 0, SPEEDS - 1)] * between(random, 0.5f, 1.0f);
    thrown.angle = between(random, -THUD_PI, THUD_PI);
    thrown.mover_angle = between(random, -THUD_PI, THUD_PI);
    thrown.spin = test_random_int(random, 0, 1) ? between(random, -8.0f, 8.0f) : 0.0f;
    thrown.elasticity = test_random_int(random, 0, 1) ? between(random, 0.0f, 1.0f) : 0.0f;
    thrown.bullet = test_random_int(random, 0, 3) == 0;
    float steps_away = between(random, 1.0f, 6.0f);
    thud_vec2 way;
    int side = test_random_int(random, 0, 2);
    if (side == 0) {
        way = thud_vec2_normalize(thud_vec2_make(between(random, -1.2f, 1.2f), -1.0f));
        thud_vec2 to = {between(random, -5.0f, 5.0f), 0.0f};
        to.y = surface_at(thrown.platform, to.x);
        thrown.from = thud_vec2_mul_add(to, -(2.5f + steps_away * speed * TEST_DT), way);
        *steps = (int)(6.0f + 4.0f / (speed * TEST_DT) + 2.0f * steps_away);
    } else if (side == 1) {
        way = thud_vec2_normalize(thud_vec2_make(between(random, -1.0f, 1.0f), 1.0f));
        thud_vec2 to = {between(random, -5.0f, 5.0f), 0.0f};
        to.y = surface_at(thrown.platform, to.x);
        thrown.from = thud_vec2_mul_add(to, -(6.0f + steps_away * speed * TEST_DT), way);
        *steps = (int)(6.0f + 12.0f / (speed * TEST_DT) + 2.0f * steps_away);
    } else {
        float sign = test_random_int(random, 0, 1) ? 1.0f : -1.0f;
        way = thud_vec2_normalize(thud_vec2_make(-sign, -between(random, 0.0f, 0.25f)));
        thud_vec2 to = {sign * (half_length + 1.0f), 0.0f};
        to.y = surface_at(thrown.platform, to.x) - between(random, 0.02f, 0.5f);
        thrown.from = thud_vec2_mul_add(to, -steps_away * speed * TEST_DT, way);
        *steps = (int)(6.0f + 6.0f / (speed * TEST_DT) + 2.0f * steps_away);
    }
    thrown.velocity = thud_vec2_scale(way, speed);
    *steps = *steps < 240 ? *steps : 240;
    return thrown;
}

/* Moves a part of the relative speed to the platform. */
static void make_platform_move(throw *thrown, test_random *random) {
    float share = between(random, 0.0f, 2.0f);
    thud_vec2 velocity = thud_rot_apply(thud_rot_from_angle(thrown->angle), thrown->velocity);
    thrown->platform_velocity = thud_vec2_scale(velocity, -share);
    if (test_random_int(random, 0, 2) == 0) {
        thrown->platform_velocity =
            thud_vec2_add(thrown->platform_velocity,
                          thud_vec2_scale(test_random_unit(random), between(random, 0.0f, 20.0f)));
    }
}

static void random_throws(bool moving, int count) {
    int failures = 0, held = 0, passed = 0;
    count = TEST_UNLESS_SANITIZED(count, count / 4);
    for (int i = 0; i < count * repeats && failures < 20; i++) {
        test_random random = {(uint64_t)i + (moving ? 1000000u : 0u)};
        int steps;
        throw thrown = random_throw(&random, &steps);
        if (moving) {
            make_platform_move(&thrown, &random);
        }
        outcome expected = expect(&thrown, steps);
        if (expected != OUT_UNKNOWN) {
            held += expected == OUT_HELD;
            passed += expected == OUT_PASSES;
            failures += check_throw(&thrown, expected, steps);
        }
    }
    print_message("%d held, %d passed\n", held, passed);
    assert_int_equal(failures, 0);
    assert_true(held > count / 10 && passed > count / 10);
}

static void random_throws_are_held_or_pass_as_geometry_says(void **state) {
    (void)state;
    random_throws(false, 3000);
}

static void random_throws_at_moving_platforms_are_too(void **state) {
    (void)state;
    random_throws(true, 3000);
}

int main(int count, char **arguments) {
    repeats = count > 1 ? atoi(arguments[1]) : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_is_held_in_front_and_passes_from_behind),
        cmocka_unit_test(every_shape_passes_from_the_sides),
        cmocka_unit_test(platforms_at_any_angle_are_the_same),
        cmocka_unit_test(random_throws_are_held_or_pass_as_geometry_says),
        cmocka_unit_test(random_throws_at_moving_platforms_are_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
