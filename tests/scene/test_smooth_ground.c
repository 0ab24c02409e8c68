/*
 * Static and kinematic shapes side by side are smooth ground. Bodies of every kind slide over thousands of seams between shapes
 * of random widths as on one long box. Bodies of a course ride in one world and pass through each other.
 *
 * Before internal edges were removed (world/contacts/ghosts.c), 1,228 of 1,512 rides were rough: boxes stopped at a seam, a ball
 * hopped by 43 m at 100 m/s. THUD_RIDES=1 prints each rough ride.
 */
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include "reference/random_shapes.h"
#include "reference/test_world.h"
#include "scene/riders.h"
#include "thud/chain.h"

/* Half the length of the ground and how deep it reaches [m]. */
#define HALF_LENGTH 450.0f
#define DEPTH 1.0f

typedef enum ground_kind {
    ONE_BOX,
    BOXES,     /* bodies of one box each */
    SHAPES,    /* boxes of one body */
    MIX,       /* boxes, polygons with slanted sides, segments and chains, one body each */
    COMPOUND,  /* the same on one body */
    TURNED,    /* boxes on bodies that are turned by quarters */
    KINEMATIC, /* boxes on kinematic bodies at rest */
    CHANGING, /* bodies of one box each, which are replaced by two halves or by one again below and before the riders */
    GROUNDS
} ground_kind;

static const char *const ground_names[] = {
    "one box",         "boxes",        "shapes of a body", "a mix of shapes",
    "a mix of a body", "turned boxes", "kinematic boxes",  "boxes that are replaced"};

typedef struct ride_def {
    rider_kind rider;
    bool locked;
    float friction;
    float half_length;       /* of the ground [m] */
    float speed;             /* along the ground [m/s] */
    float narrowest, widest; /* boxes of the ground [m] */
    bool has_narrow_parts;   /* every other stretch of 10 m is of boxes of 0.1 to 0.2 m */
    float angle;             /* of the ground; it is to the left of its direction [rad] */
    thud_vec2 gravity;       /* in the frame of the ground [m/s^2] */
    uint64_t seed;
} ride_def;

typedef struct ride_result {
    float highest; /* above the body's first height [m] */
    float fastest; /* along the normal of the ground, up or down [m/s] */
    float slowest; /* least speed along the ground [m/s] */
    float last;    /* speed along the ground at the end [m/s] */
    float x;       /* at the end [m] */
} ride_result;

static thud_shape_def smooth_shape(float friction) {
    thud_shape_def def = thud_shape_defaults();
    def.material.friction = friction;
    return def;
}

static thud_body_id add_ground_body(thud_world *world, float angle) {
    thud_body_def def = thud_body_defaults();
    def.angle = angle;
    return thud_body_create(world, &def);
}

/* A piece of ground over [left, right] whose top is y = 0. */
static void add_piece(thud_world *world, thud_body_id body, const ride_def *ride, float left, float right,
                      int kind) {
    thud_shape_def def = smooth_shape(ride->friction);
    thud_shape shape;
    float slant = kind == 1 ? 0.3f * (right - left) : 0.0f;
    const thud_vec2 corners[] = {
        {left, 0.0f}, {left + slant, -DEPTH}, {right - slant, -DEPTH}, {right, 0.0f}};
    thud_shape_id id = {0, 0};
    if (kind == 2) {
        id = thud_body_add_segment(world, body, &def, corners[0], corners[3]);
    } else if (kind == 3) {
        const thud_vec2 points[] = {corners[0], {0.6f * left + 0.4f * right, 0.0f}, corners[3]};
        thud_chain_def chain_def = thud_chain_defaults();
        chain_def.points = points;
        chain_def.count = 3;
        chain_def.materials = &def.material;
        chain_def.material_count = 1;
        thud_chain_id chain = thud_chain_create(world, body, &chain_def);
        id = thud_chain_segment(world, chain, 0);
    } else {
        assert_int_equal(thud_polygon(corners, 4, 0.0f, &shape), THUD_OK);
        id = thud_body_add_shape(world, body, &def, &shape);
    }
    assert_int_not_equal(id.generation, 0);
}

/* The same on a body of its own, which is turned by quarters about the middle of the box. */
static void add_turned_box(thud_world *world, const ride_def *ride, float left, float right, int quarters) {
    thud_shape_def def = smooth_shape(ride->friction);
    thud_vec2 half = {0.5f * (right - left), 0.5f * DEPTH};
    thud_vec2 middle = {left + half.x, -half.y};
    thud_body_id body = add_ground_body(world, 0.0f);
    thud_vec2 turned = {half.y, half.x};
    assert_int_not_equal(thud_body_add_box(world, body, &def, quarters % 2 ? turned : half).generation, 0);
    thud_body_teleport(world, body, thud_rot_apply(thud_rot_from_angle(ride->angle), middle),
                       ride->angle + 0.5f * THUD_PI * (float)quarters);
}

/* The boxes of CHANGING ground. */
enum { MOST_BOXES = 8000 };
typedef struct changing_ground {
    thud_body_id boxes[MOST_BOXES][2]; /* two halves, or one and the null id */
    float lefts[MOST_BOXES], rights[MOST_BOXES];
    int count;
} changing_ground;

static void lay_box_to_change(thud_world *world, const ride_def *ride, changing_ground *changing, int i,
                              bool halved) {
    float left = changing->lefts[i], right = changing->rights[i];
    float end = halved ? 0.5f * (left + right) : right;
    changing->boxes[i][0] = add_ground_body(world, ride->angle);
    changing->boxes[i][1] = (thud_body_id){0, 0};
    add_piece(world, changing->boxes[i][0], ride, left, end, 0);
    if (halved) {
        changing->boxes[i][1] = add_ground_body(world, ride->angle);
        add_piece(world, changing->boxes[i][1], ride, end, right, 0);
    }
}

/* Replaces one of ten boxes below and before a rider. */
static void change_ground(thud_world *world, const ride_def *ride, changing_ground *changing, float x,
                          float speed, test_random *random) {
    float reach = 1.0f + 1.5f * speed * TEST_DT;
    int first = 0, end = changing->count;
    while (first < end) {
        int middle = (first + end) / 2;
        bool before = changing->rights[middle] < x - reach;
        first = before ? middle + 1 : first;
        end = before ? end : middle;
    }
    for (int i = first; i < changing->count && changing->lefts[i] < x + reach; i++) {
        if (test_random_int(random, 0, 9) == 0) {
            bool halved = changing->boxes[i][1].generation != 0;
            thud_body_destroy(world, changing->boxes[i][0]);
            if (halved) {
                thud_body_destroy(world, changing->boxes[i][1]);
            }
            lay_box_to_change(world, ride, changing, i, !halved);
        }
    }
}

static float width_at(const ride_def *ride, float left, test_random *random) {
    bool is_narrow = ride->has_narrow_parts && (int)floorf(0.1f * left) % 2 != 0;
    return is_narrow ? test_random_float(random, 0.1f, 0.2f)
                     : test_random_float(random, ride->narrowest, ride->widest);
}

/* Returns the number of seams. */
static int lay_ground(thud_world *world, const ride_def *ride, ground_kind ground,
                      changing_ground *changing) {
    test_random random = {ride->seed};
    thud_body_id body = add_ground_body(world, ride->angle);
    if (ground == ONE_BOX) {
        add_piece(world, body, ride, -ride->half_length, ride->half_length, 0);
        return 0;
    }
    int pieces = 0;
    for (float left = -ride->half_length; left < ride->half_length; pieces++) {
        float right = left + width_at(ride, left, &random);
        if (ground == TURNED) {
            add_turned_box(world, ride, left, right, test_random_int(&random, 0, 3));
        } else if (ground == CHANGING) {
            assert_true(pieces < MOST_BOXES);
            changing->lefts[pieces] = left;
            changing->rights[pieces] = right;
            changing->count = pieces + 1;
            lay_box_to_change(world, ride, changing, pieces, false);
        } else {
            bool is_mix = ground == MIX || ground == COMPOUND;
            if (ground == KINEMATIC) {
                body = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(0.0f, 0.0f));
                thud_body_teleport(world, body, thud_vec2_make(0.0f, 0.0f), ride->angle);
            } else if (ground != SHAPES && ground != COMPOUND) {
                body = add_ground_body(world, ride->angle);
            }
            add_piece(world, body, ride, left, right, is_mix ? test_random_int(&random, 0, 3) : 0);
        }
        left = right;
    }
    return pieces - 1;
}

/* Riders pass through each other. */
static thud_body_id add_rider(thud_world *world, const ride_def *ride, float x, float *height) {
    thud_shape shape = make_rider(ride->rider, ride->locked, height);
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = thud_rot_apply(thud_rot_from_angle(ride->angle), thud_vec2_make(x, *height));
    def.angle = ride->angle;
    def.lock_rotation = ride->locked;
    thud_body_id body = thud_body_create(world, &def);
    thud_shape_def shape_def = smooth_shape(ride->friction);
    shape_def.filter.group = -1;
    assert_int_not_equal(thud_body_add_shape(world, body, &shape_def, &shape).generation, 0);
    return body;
}

/* ---- rides ---- */

enum { SPEEDS = 6, RIDES = RIDERS * 2 * 2 * SPEEDS, STEPS_TO_REST = 60, MOST_STEPS = 400 };

/* Rides that differ in body, rotation, friction and speed. Where the riders have friction the ground has 0.6. */
typedef struct ride_course {
    ride_def rides[RIDES];
    int count, steps;
    ground_kind ground;
} ride_course;

/* A course of all rides. */
static ride_course make_course(const ride_def *terrain) {
    static const float speeds[SPEEDS] = {0.5f, 2.0f, 6.0f, 20.0f, 50.0f, 100.0f};
    ride_course all = {.count = RIDES, .steps = MOST_STEPS};
    for (int i = 0; i < RIDES; i++) {
        int rest = i / SPEEDS;
        all.rides[i] = *terrain;
        all.rides[i].speed = speeds[i % SPEEDS];
        all.rides[i].friction = rest % 2 ? 0.6f : 0.0f;
        all.rides[i].locked = rest / 2 % 2 != 0;
        all.rides[i].rider = (rider_kind)(rest / 4);
    }
    return all;
}

/* A rider on its way. */
typedef struct rider_on_way {
    thud_body_id body;
    float height;
} rider_on_way;

static void look_at_rider(const thud_world *world, const rider_on_way *rider, thud_rot turn,
                          ride_result *fare) {
    thud_vec2 position = thud_rot_apply_inverse(turn, thud_body_position(world, rider->body));
    thud_vec2 velocity = thud_rot_apply_inverse(turn, thud_body_velocity(world, rider->body));
    fare->x = position.x;
    fare->highest = thud_max(fare->highest, position.y - rider->height);
    fare->fastest = thud_max(fare->fastest, thud_abs(velocity.y));
    fare->slowest = thud_min(fare->slowest, velocity.x);
    fare->last = velocity.x;
}

/* Rides until the ends of the ground. Returns the number of seams that were crossed by all. */
static double go(const ride_course *course, ground_kind ground, ride_result fares[RIDES]) {
    static changing_ground changing;
    ride_def terrain = course->rides[0];
    terrain.friction = 0.6f;
    thud_world_def world_def = thud_world_defaults();
    world_def.sleeping = false;
    thud_rot turn = thud_rot_from_angle(terrain.angle);
    world_def.gravity = thud_rot_apply(turn, thud_vec2_make(0.0f, terrain.gravity.y));
    thud_world *world = test_world_of(&world_def);
    int seams = lay_ground(world, &terrain, ground, &changing);
    float start = -0.9f * terrain.half_length;
    rider_on_way riders[RIDES];
    for (int i = 0; i < course->count; i++) {
        riders[i].body = add_rider(world, &course->rides[i], start, &riders[i].height);
        fares[i] = (ride_result){.slowest = course->rides[i].speed, .x = start};
    }
    test_step(world, STEPS_TO_REST);
    world_def.gravity = thud_rot_apply(turn, terrain.gravity);
    thud_world_configure(world, &world_def);
    for (int i = 0; i < course->count; i++) {
        thud_vec2 velocity = thud_rot_apply(turn, thud_vec2_make(course->rides[i].speed, 0.0f));
        thud_body_set_velocity(world, riders[i].body, velocity, 0.0f);
    }
    test_random random = {terrain.seed};
    for (int step = 0; step < course->steps; step++) {
        for (int i = 0; i < course->count && ground == CHANGING; i++) {
            change_ground(world, &terrain, &changing, fares[i].x, course->rides[i].speed, &random);
        }
        test_step(world, 1);
        for (int i = 0; i < course->count; i++) {
            if (fares[i].x < 0.95f * terrain.half_length &&
                fares[i].x > start - 0.05f * terrain.half_length) {
                look_at_rider(world, &riders[i], turn, &fares[i]);
            }
        }
    }
    double crossed = 0.0;
    for (int i = 0; i < course->count; i++) {
        crossed += (double)seams * (double)(thud_abs(fares[i].x - start) / (2.0f * terrain.half_length));
    }
    thud_world_destroy(world);
    return crossed;
}

/* A free body that friction tips over rolls on over its corners, and diverges after the least difference. */
static bool is_comparable(const ride_def *ride) {
    return ride->locked || ride->friction == 0.0f || (ride->rider != TALL_BOX && ride->rider != HEXAGON);
}

/* Rides on one box and on another ground, at worst: what is more than on one box. */
typedef struct ride_tally {
    int rides, rough;
    float highest, rocking_highest; /* riders without friction or rotation, and others [m] */
    float locked_fastest,
        free_fastest; /* along the normal: with locked rotation; free without friction, no balls [m/s] */
    float lost;       /* of the speed, without friction */
} ride_tally;

/*
 * No rider may stop, or end elsewhere than on one box; on boxes that are replaced those that rest on a ramp creep, by up to 23 mm.
 * Riders without friction keep their speed to a thousandth. None may be lifted by more than 1 mm, and none that slides without
 * rolling may be faster than 1 mm/s along the normal of the ground.
 *
 * These limits were 3 mm for boxes that friction rocks and 50 mm/s for free bodies. A contact had the normal of the body's face where
 * the body was of a larger core class than the tile, or older: a hexagon that was tilted by 0.4 mrad was lifted by 40 mm/s at
 * 100 m/s. At the end of a tile the normal of a rounded body leaned by what rounding errors are: 2 mm/s. And the contacts of
 * new tiles began without impulses, by which free tall boxes were tilted: 2 to 4 mm/s, and boxes crept by 53 mm.
 */
static void compare_ride(const ride_course *course, ground_kind ground, int i, const ride_result *one,
                         const ride_result *tiled, ride_tally *tally) {
    const ride_def *ride = &course->rides[i];
    if (!is_comparable(ride)) {
        return;
    }
    bool slides = ride->friction == 0.0f, rocks = !slides && !ride->locked && ride->rider != BALL;
    float lift = tiled->highest - one->highest, faster = tiled->fastest - one->fastest;
    float fast = thud_max(ride->speed, thud_abs(one->last)),
          way = thud_abs(one->x + 0.9f * ride->half_length);
    float slower = 1.0e-3f * fast + (slides ? 1.0e-3f : 6.0e-3f);
    float behind = 1.0e-3f * way + (slides ? 2.0e-3f : ground == CHANGING ? 0.03f : 0.01f);
    if (thud_abs(one->x) > 0.949f * ride->half_length) { /* it left the ground, maybe a step earlier */
        behind += fast * TEST_DT;
        slower += 10.0f * TEST_DT;
    }
    float *highest = rocks ? &tally->rocking_highest : &tally->highest;
    *highest = thud_max(*highest, lift);
    bool is_rough = lift > 1.0e-3f || thud_abs(tiled->last - one->last) > slower ||
                    thud_abs(tiled->x - one->x) > behind;
    if (slides) {
        is_rough = is_rough || tiled->slowest < one->slowest - slower;
        tally->lost = thud_max(tally->lost, (one->last - tiled->last) / fast);
    }
    if (ride->locked) {
        is_rough = is_rough || faster > 1.0e-3f;
        tally->locked_fastest = thud_max(tally->locked_fastest, faster);
    } else if (slides && ride->rider != BALL) {
        is_rough = is_rough || faster > 1.0e-3f;
        tally->free_fastest = thud_max(tally->free_fastest, faster);
    }
    tally->rough += is_rough;
    if (is_rough && getenv("THUD_RIDES") != NULL) {
        printf("    %s%s, friction %g, %g m/s: height %.4f (%.4f), normal speed %.4f (%.4f), slowest %.4f "
               "(%.4f), last %.4f (%.4f), "
               "ends at %.3f (%.3f)\n",
               ride->locked ? "locked " : "", rider_names[ride->rider], (double)ride->friction,
               (double)ride->speed, (double)tiled->highest, (double)one->highest, (double)tiled->fastest,
               (double)one->fastest, (double)tiled->slowest, (double)one->slowest, (double)tiled->last,
               (double)one->last, (double)tiled->x, (double)one->x);
    }
}

/* Compares the rides of a course on several grounds with those on one box; returns how many are rough. */
static int try_course(const char *name, const ride_course *course, const ground_kind *grounds,
                      int ground_count) {
    static ride_result one[RIDES], tiled[RIDES];
    int rough = 0;
    go(course, ONE_BOX, one);
    for (int k = 0; k < ground_count; k++) {
        double seams = go(course, grounds[k], tiled);
        ride_tally tally = {.rides = course->count};
        for (int i = 0; i < course->count; i++) {
            compare_ride(course, grounds[k], i, &one[i], &tiled[i], &tally);
        }
        printf("%s of %s: %d of %d rides rough, %.0f seams; more than on one box at worst: %.5f m up (%.5f "
               "if they rock), %.5f of "
               "the speed lost without friction, along the normal %.5f m/s locked, %.5f free\n",
               name, ground_names[grounds[k]], tally.rough, tally.rides, seams, (double)tally.highest,
               (double)tally.rocking_highest, (double)tally.lost, (double)tally.locked_fastest,
               (double)tally.free_fastest);
        rough += tally.rough;
    }
    return rough;
}

static ride_def make_terrain(float angle, thud_vec2 gravity) {
    return (ride_def){.half_length = HALF_LENGTH,
                      .narrowest = 0.3f,
                      .widest = 2.0f,
                      .has_narrow_parts = true,
                      .angle = angle,
                      .gravity = gravity,
                      .seed = 100};
}

static int try_terrain(const char *name, float angle, thud_vec2 gravity) {
    static const ground_kind grounds[] = {BOXES, COMPOUND, CHANGING};
    ride_def terrain = make_terrain(angle, gravity);
    ride_course all = make_course(&terrain);
    return try_course(name, &all, grounds, sizeof grounds / sizeof *grounds);
}

static thud_vec2 gravity_on_ramp(float angle) {
    return thud_rot_apply_inverse(thud_rot_from_angle(angle), thud_vec2_make(0.0f, -10.0f));
}

static void shapes_side_by_side_are_a_smooth_floor(void **state) {
    (void)state;
    static const ground_kind grounds[] = {BOXES, SHAPES, MIX, COMPOUND, TURNED, KINEMATIC, CHANGING};
    ride_def terrain = make_terrain(0.0f, thud_vec2_make(0.0f, -10.0f));
    ride_course all = make_course(&terrain);
    assert_int_equal(try_course("floor", &all, grounds, sizeof grounds / sizeof *grounds), 0);
}

static void shapes_side_by_side_are_smooth_ramps(void **state) {
    (void)state;
    assert_int_equal(try_terrain("ramp down", -0.4f, gravity_on_ramp(-0.4f)), 0);
    assert_int_equal(try_terrain("ramp up", 0.3f, gravity_on_ramp(0.3f)), 0);
}

static void shapes_side_by_side_are_a_smooth_wall(void **state) {
    (void)state;
    assert_int_equal(try_terrain("wall", -0.5f * THUD_PI, thud_vec2_make(10.0f, -3.0f)), 0);
}

static void shapes_side_by_side_are_a_smooth_ceiling(void **state) {
    (void)state;
    assert_int_equal(try_terrain("ceiling", THUD_PI, thud_vec2_make(0.0f, -10.0f)), 0);
}

/* All riders without friction, at 20 m/s. */
static void each_body_slides_over_ten_thousand_seams(void **state) {
    (void)state;
    static const ground_kind grounds[] = {BOXES, COMPOUND};
    ride_def terrain = make_terrain(0.0f, thud_vec2_make(0.0f, -10.0f));
    terrain.has_narrow_parts = false;
    terrain.half_length = 700.0f;
    terrain.narrowest = 0.05f;
    terrain.widest = 0.2f;
    terrain.speed = 20.0f;
    ride_course far = {.steps = 60 * 65};
    for (int rider = 0; rider < RIDERS; rider++) {
        for (int locked = 0; locked < 2; locked++) {
            terrain.rider = (rider_kind)rider;
            terrain.locked = locked != 0;
            far.rides[far.count++] = terrain;
        }
    }
    assert_int_equal(try_course("long floor", &far, grounds, sizeof grounds / sizeof *grounds), 0);
}

/* ---- throws ---- */

enum { THROWS = 100 };

typedef struct throw_result {
    thud_vec2 position;
    float energy; /* of its motion and height for a mass of 1 [J] */
} throw_result;

/* Throws a rider at the ground; returns its state half a second later. */
static throw_result throw_at(const ride_def *ride, ground_kind ground, thud_vec2 from, thud_vec2 velocity,
                             float angle) {
    thud_world_def def = thud_world_defaults();
    def.sleeping = false;
    thud_world *world = test_world_of(&def);
    lay_ground(world, ride, ground, NULL);
    float height = 0.0f;
    thud_body_id body = add_rider(world, ride, from.x, &height);
    thud_body_teleport(world, body, from, angle);
    thud_body_set_velocity(world, body, velocity, 0.0f);
    test_step(world, 30);
    throw_result result = {.position = thud_body_position(world, body)};
    result.energy =
        0.5f * thud_vec2_length_squared(thud_body_velocity(world, body)) + 10.0f * result.position.y;
    thud_world_destroy(world);
    return result;
}

typedef enum throw_kind { FREE, LOCKED, FLAT /* free, but it comes down upright */, THROW_KINDS } throw_kind;

/* How many throws end elsewhere. */
typedef struct throw_tally {
    int on_tiles; /* on tiles than on one box */
    int shifted; /* on one box, thrown from 10 um farther right: how far the outcome depends on the least difference */
    float farthest; /* on tiles from on one box [m] */
} throw_tally;

/* Whether two throws end apart by more than a thousandth of the path. */
static bool ends_elsewhere(const throw_result *a, const throw_result *b, thud_vec2 from) {
    return thud_vec2_distance(a->position, b->position) >
           1.0e-3f * (1.0f + thud_vec2_distance(a->position, from));
}

/* Throws a rider at tiles and at one box. None may end below the tiles, or with more energy. */
static throw_tally compare_throws(rider_kind rider, throw_kind kind, float friction) {
    test_random random = {11};
    bool locked = kind == LOCKED;
    throw_tally tally = {0};
    for (int i = 0; i < THROWS; i++) {
        ride_def ride = {.rider = rider,
                         .locked = locked,
                         .friction = friction,
                         .half_length = 70.0f,
                         .narrowest = 0.3f,
                         .widest = 2.0f,
                         .seed = (uint64_t)i};
        float speed = test_random_float(&random, 10.0f, 100.0f),
              steep = test_random_float(&random, 0.05f, 1.5f);
        thud_vec2 velocity = {speed * thud_cos(steep), -speed * thud_sin(steep)};
        thud_vec2 from = {test_random_float(&random, -10.0f, 10.0f), test_random_float(&random, 1.2f, 4.0f)};
        bool is_upright = kind == FLAT || (locked && i % 2 == 0);
        float angle = is_upright ? 0.0f : test_random_float(&random, -3.0f, 3.0f);
        thud_vec2 near_from = {from.x + 1.0e-5f, from.y + 1.0e-5f};
        throw_result smooth = throw_at(&ride, ONE_BOX, from, velocity, angle);
        throw_result shifted = throw_at(&ride, ONE_BOX, near_from, velocity, angle);
        throw_result tiled = throw_at(&ride, BOXES, from, velocity, angle);
        tally.on_tiles += ends_elsewhere(&smooth, &tiled, from);
        tally.shifted += ends_elsewhere(&smooth, &shifted, from);
        tally.farthest = thud_max(tally.farthest, thud_vec2_distance(smooth.position, tiled.position));
        assert_true(tiled.position.y > 0.1f);
        assert_true(tiled.energy < 0.5f * speed * speed + 10.0f * from.y);
    }
    return tally;
}

/*
 * Continuous collision finds touches at hidden edges as well. Before their normals were replaced by those of the
 * hiding faces, 4 to 7 of 300 balls and 8 to 16 of locked bodies had different ends on tiles and on one box, by 36 m
 * at most; before contacts at hidden edges were dropped, 95 to 274. So had 20 to 59 of 100 free bodies that come
 * down flat, and one gained energy, when the impulse of a seam acted on the ends of one tile; now it acts on all
 * faces in line. Of free bodies that tumble 75 of 500 without and 117 of 500 with friction had, until a tilted body
 * was touched at its deepest vertex alone (54 and 84), and until impacts stopped a body slightly early: after
 * rounding had put a vertex into a long box, the sweep for the next vertex began inside of that box and was late by
 * 3 cm (24 and 53; with the manifolds of today 24 and 58). Of these 28 have a second point at a seam, where the next point of the edge on one box
 * is too far away to be one; in 31 a body is swept on one of the two grounds only, as a tile without points stops what one
 * box leaves to its speculative points; the causes of 18 are not known.
 */
static void throws_at_tiles_end_as_throws_at_one_box(void **state) {
    (void)state;
    for (int rider = 0; rider < RIDERS; rider++) {
        for (int i = 0; i < 2 * THROW_KINDS; i++) {
            static const char *const names[] = {"", "locked ", "flat "};
            float friction = i < THROW_KINDS ? 0.0f : 0.6f;
            throw_kind kind = (throw_kind)(i % THROW_KINDS);
            throw_tally tally = compare_throws((rider_kind)rider, kind, friction);
            printf("%s%s, friction %g: %d of %d throws differ, by %.3f m at most; %d on one box from 10 um "
                   "away\n",
                   names[kind], rider_names[rider], (double)friction, tally.on_tiles, (int)THROWS,
                   (double)tally.farthest, tally.shifted);
            static const int most_of[] = {[FREE] = THROWS / 5, [LOCKED] = THROWS / 20, [FLAT] = THROWS / 5};
            int most = rider == BALL ? 0 : most_of[kind];
            assert_in_range(tally.on_tiles, 0, most);
            assert_in_range(tally.shifted, 0, THROWS / 50);
        }
    }
}

/* ---- platforms ---- */

/* Riders on a row of shapes, 12 m wide, of a kinematic body or of one each, that swings by 0.2 rad, and to and fro. */
enum { PLACES = 5, SWUNG = RIDERS * 2 * 2 * PLACES, SWING_STEPS = 240, MOST_PARTS = 128 };

typedef struct swing_def {
    float rate;  /* [rad/s] */
    float reach; /* to and fro [m] */
    float narrowest, widest;
} swing_def;

/* The places of a rider on the platform. */
typedef struct swing_track {
    thud_vec2 places[SWING_STEPS];
    float turns[SWING_STEPS]; /* against the platform [rad] */
} swing_track;

static ride_def swung_rider(int i) {
    int rest = i / PLACES;
    return (ride_def){
        .rider = (rider_kind)(rest / 4), .locked = rest / 2 % 2 != 0, .friction = rest % 2 ? 0.6f : 0.0f};
}

static int lay_platform(thud_world *world, const swing_def *swing, ground_kind ground,
                        thud_body_id parts[MOST_PARTS]) {
    ride_def floor = {.friction = 0.6f};
    test_random random = {7};
    const float half_length = 6.0f;
    int count = 0;
    for (float left = -half_length; left < half_length;) {
        float right = left + test_random_float(&random, swing->narrowest, swing->widest);
        right = ground == ONE_BOX || right > half_length - 0.05f ? half_length : right;
        if (count == 0 || ground == BOXES || ground == MIX) {
            assert_true(count < MOST_PARTS);
            parts[count++] = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(0.0f, 0.0f));
        }
        bool is_mix = ground == MIX || ground == COMPOUND;
        add_piece(world, parts[count - 1], &floor, left, right, is_mix ? test_random_int(&random, 0, 3) : 0);
        left = right;
    }
    return count;
}

static void swing_riders(const swing_def *swing, ground_kind ground, swing_track tracks[SWUNG]) {
    thud_world_def def = thud_world_defaults();
    def.sleeping = false;
    thud_world *world = test_world_of(&def);
    thud_body_id parts[MOST_PARTS];
    int part_count = lay_platform(world, swing, ground, parts);
    rider_on_way riders[SWUNG];
    for (int i = 0; i < SWUNG; i++) {
        ride_def ride = swung_rider(i);
        riders[i].body = add_rider(world, &ride, -4.0f + 1.9f * (float)(i % PLACES), &riders[i].height);
    }
    test_step(world, 30);
    for (int k = 0; k < SWING_STEPS; k++) {
        float part = 1.0f - thud_cos(swing->rate * (float)(k + 1) * TEST_DT), angle = 0.1f * part;
        for (int i = 0; i < part_count; i++) {
            thud_body_set_target(world, parts[i],
                                 thud_vec2_make(swing->reach * part, 0.3f * swing->reach * part), angle,
                                 TEST_DT);
        }
        test_step(world, 1);
        for (int i = 0; i < SWUNG; i++) {
            thud_vec2 place = thud_pose_apply_inverse(thud_body_pose(world, parts[0]),
                                                      thud_body_position(world, riders[i].body));
            tracks[i].places[k] = thud_vec2_make(place.x, place.y - riders[i].height);
            tracks[i].turns[k] = thud_body_angle(world, riders[i].body) - angle;
        }
    }
    thud_world_destroy(world);
}

/* How much higher than on one box a rider gets, and how far from its place there, while it lies on the platform. */
static void compare_tracks(const ride_def *ride, const swing_track *one, const swing_track *tiled,
                           float *higher, float *apart) {
    *higher = *apart = 0.0f;
    for (int k = 0; k < SWING_STEPS; k++) {
        bool tips = !ride->locked && ride->rider != BALL && thud_abs(one->turns[k]) > 0.1f;
        if (tips || thud_abs(one->places[k].x) > 5.0f || one->places[k].y < -0.01f) {
            return;
        }
        *higher = thud_max(*higher, tiled->places[k].y - one->places[k].y);
        *apart = thud_max(*apart, thud_abs(tiled->places[k].x - one->places[k].x));
    }
}

static void turning_platforms_of_shapes_carry_as_one_box_does(void **state) {
    (void)state;
    static swing_track one[SWUNG], tiled[SWUNG];
    static const ground_kind grounds[] = {SHAPES, BOXES, MIX, COMPOUND};
    for (int i = 0; i < 12; i++) {
        static const float rates[] = {0.25f, 0.5f, 1.0f};
        bool is_narrow = i / 6 != 0;
        swing_def swing = {.rate = rates[i % 3],
                           .reach = i / 3 % 2 ? 1.0f : 0.0f,
                           .narrowest = is_narrow ? 0.1f : 0.3f,
                           .widest = is_narrow ? 0.2f : 1.5f};
        swing_riders(&swing, ONE_BOX, one);
        for (int k = 0; k < 4; k++) {
            float highest = 0.0f, farthest = 0.0f;
            swing_riders(&swing, grounds[k], tiled);
            for (int j = 0; j < SWUNG; j++) {
                ride_def ride = swung_rider(j);
                float higher, apart;
                compare_tracks(&ride, &one[j], &tiled[j], &higher, &apart);
                highest = thud_max(highest, higher);
                farthest = thud_max(farthest, apart);
            }
            printf("platform of %s, %g to %g m, that swings at %g rad/s and moves %g m: %d riders are %.5f m "
                   "higher than on one box at most, and up to %.4f m from their places there\n",
                   ground_names[grounds[k]], (double)swing.narrowest, (double)swing.widest, (double)swing.rate,
                   (double)(2.0f * swing.reach), (int)SWUNG, (double)highest, (double)farthest);
            assert_true(highest < 1.0e-3f);
            assert_true(farthest < 0.1f);
        }
    }
}

/* ---- edges that stay solid ---- */

/* A floor over [-20, 0] and one over [0, 20] that is higher by a step. */
static void lay_step(thud_world *world, float step) {
    thud_body_id body = add_ground_body(world, 0.0f);
    const thud_vec2 low[] = {{-20.0f, 0.0f}, {-20.0f, -2.0f}, {0.0f, -2.0f}, {0.0f, 0.0f}};
    const thud_vec2 high[] = {{0.0f, step}, {0.0f, -2.0f}, {20.0f, -2.0f}, {20.0f, step}};
    thud_shape_def def = smooth_shape(0.0f);
    thud_shape shape;
    assert_int_equal(thud_polygon(low, 4, 0.0f, &shape), THUD_OK);
    thud_body_add_shape(world, body, &def, &shape);
    assert_int_equal(thud_polygon(high, 4, 0.0f, &shape), THUD_OK);
    thud_body_add_shape(world, body, &def, &shape);
}

/* The place of a rider 2 s after its start at a speed, 3 m before a step [m]. */
static thud_vec2 run_at_step(rider_kind rider, float step, float speed) {
    thud_world *world = test_world_create();
    lay_step(world, step);
    ride_def ride = {.rider = rider, .locked = true};
    float height = 0.0f;
    thud_body_id body = add_rider(world, &ride, -3.0f, &height);
    test_step(world, 10);
    thud_body_set_velocity(world, body, thud_vec2_make(speed, 0.0f), 0.0f);
    test_step(world, 120);
    thud_vec2 position = thud_body_position(world, body);
    thud_world_destroy(world);
    return position;
}

/* At 10 and 14 m/s it once flew over a step of two slops, too, as its speculative contact with
 * the top of the step was first. */
static void a_step_of_two_slops_is_no_seam(void **state) {
    (void)state;
    float slop = thud_world_defaults().slop;
    for (float speed = 2.0f; speed <= 18.0f; speed += 4.0f) {
        float behind = -3.0f + 2.0f * speed;
        float low = run_at_step(TALL_BOX, 0.2f * slop, speed).x,
              high = run_at_step(TALL_BOX, 2.0f * slop, speed).x;
        printf("2 s after a start at %g m/s: %.3f m past a step of 0.2 slops, %.3f m past one of two\n",
               (double)speed, (double)low, (double)high);
        assert_float_equal(low, behind, 0.01f);
        assert_true(thud_abs(high + 0.3f) < 0.01f || speed > 8.0f);
        assert_float_equal(run_at_step(TALL_BOX, 0.5f, speed).x, -0.3f, 0.01f);
        assert_true(run_at_step(BALL, 0.5f, speed).x < -0.25f);
    }
}

/* A row of boxes with a triangle that rises between two of them. */
static void a_spike_between_two_boxes_is_felt(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) {
        thud_world *world = test_world_create();
        thud_body_id ground = add_ground_body(world, 0.0f);
        ride_def ride = {.rider = TALL_BOX, .locked = true};
        add_piece(world, ground, &ride, -20.0f, -0.1f, 0);
        add_piece(world, ground, &ride, 0.1f, 20.0f, 0);
        const thud_vec2 corners[] = {{-0.1f, -0.5f}, {0.1f, -0.5f}, {0.0f, 0.05f}};
        thud_shape_def def = smooth_shape(0.0f);
        thud_shape spike;
        assert_int_equal(thud_polygon(corners, 3, 0.0f, &spike), THUD_OK);
        thud_body_add_shape(world, ground, &def, &spike);
        float height = 0.0f;
        thud_body_id body = add_rider(world, &ride, -3.0f, &height);
        test_step(world, 10);
        thud_body_set_velocity(world, body, thud_vec2_make(1.0f + (float)i, 0.0f), 0.0f);
        float highest = 0.0f;
        for (int k = 0; k < 200; k++) {
            test_step(world, 1);
            highest = thud_max(highest, thud_body_position(world, body).y - height);
        }
        assert_true(thud_body_position(world, body).x < -0.25f || highest > 0.04f);
        thud_world_destroy(world);
    }
}

/*
 * The corner of a box meets a round bump at the seam of the bump and the floor. The bump's rise above the floor was
 * once that of its centre and of this seam, that is none: the box slid 1 m deep into it, at 1 m/s as well.
 */
static void a_round_bump_in_a_floor_is_felt(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        thud_world *world = test_world_create();
        ride_def ride = {.rider = TALL_BOX, .locked = i % 2 == 1};
        add_piece(world, add_ground_body(world, 0.0f), &ride, -20.0f, 20.0f, 0);
        thud_shape_def def = smooth_shape(0.0f);
        thud_shape bump;
        assert_int_equal(thud_circle(thud_vec2_make(3.0f, i < 4 ? 0.0f : -0.5f), 1.0f, &bump), THUD_OK);
        thud_body_add_shape(world, add_ground_body(world, 0.0f), &def, &bump);
        float height = 0.0f, deepest = 0.0f;
        thud_body_id body = add_rider(world, &ride, 0.0f, &height);
        thud_shape box = thud_shape_geometry(world, test_shape_of(world, body));
        test_step(world, 10);
        thud_body_set_velocity(world, body, thud_vec2_make(i < 2 ? 1.0f : 12.0f, 0.0f), 0.0f);
        for (int k = 0; k < 240; k++) {
            thud_mtd mtd;
            test_step(world, 1);
            thud_pose origin = {{0.0f, 0.0f}, {1.0f, 0.0f}};
            assert_int_equal(thud_find_mtd(&bump, origin, &box, thud_body_pose(world, body), &mtd), THUD_OK);
            deepest = thud_max(deepest, mtd.depth);
        }
        assert_true(deepest < 0.05f);
        thud_world_destroy(world);
    }
}

/* A floor and a wall of small boxes make the corner. */
static void what_is_dropped_into_an_inner_corner_rests_in_it(void **state) {
    (void)state;
    for (int rider = 0; rider < RIDERS; rider++) {
        for (int i = 0; i < 20; i++) {
            float angle = 0.039f * (float)i; /* of the corner: at 45 degrees a V */
            thud_world *world = test_world_create();
            thud_body_id ground = add_ground_body(world, angle);
            thud_body_id wall = add_ground_body(world, angle - 0.5f * THUD_PI);
            ride_def ride = {.friction = 0.6f, .rider = (rider_kind)rider, .angle = angle};
            for (int k = 0; k < 20; k++) {
                float left = 0.1f * (float)k;
                add_piece(world, ground, &ride, left, left + 0.1f, 0);
                add_piece(world, wall, &ride, -left - 0.1f, -left, 0);
            }
            float height = 0.0f;
            thud_body_id body = add_rider(world, &ride, 1.1f, &height);
            thud_rot turn = thud_rot_from_angle(angle);
            thud_body_set_velocity(world, body, thud_rot_apply(turn, thud_vec2_make(-3.0f, 0.0f)), 0.0f);
            thud_vec2 least = {1.0f, 1.0f};
            for (int k = 0; k < 300; k++) {
                test_step(world, 1);
                thud_vec2 position = thud_rot_apply_inverse(turn, thud_body_position(world, body));
                least = thud_vec2_min(least, position);
            }
            float nearest =
                rider == HEXAGON ? 0.33f : 0.27f; /* half its thickness, less its depth in the impact */
            assert_true(least.x > nearest && least.y > nearest);
            thud_world_destroy(world);
        }
    }
}

/*
 * A wedge whose tip slides along the floor to the foot of a wall or slope: the MTD points down, normal to the wedge's upper face, and the
 * floor hides the wall's corner, at which it touches. When that contact was dropped the wedge was half a metre deep in the wall.
 */
static void a_wedge_stops_at_the_foot_of_a_wall(void **state) {
    (void)state;
    float deepest = 0.0f;
    for (int i = 0; i < 160; i++) {
        float tip = (const float[]){0.3f, 0.5f, 0.8f, 1.05f, 1.4f}[i % 5]; /* its angle */
        float lean = (const float[]){-0.3f, 0.0f, 0.3f, 1.5f}[i / 5 % 4];  /* of the wall's top */
        float speed = (const float[]){0.5f, 2.0f, 6.0f, 15.0f}[i / 20 % 4];
        bool is_tiled = i / 80 != 0;
        thud_world *world = test_world_create();
        thud_world_set_gravity(world, thud_vec2_make(13.0f, -10.0f));
        thud_body_id ground = add_ground_body(world, 0.0f);
        ride_def ride = {.friction = 0.1f};
        for (int k = is_tiled ? -5 : 5; k < 6; k++) {
            add_piece(world, ground, &ride, is_tiled ? (float)k : -5.0f, (float)k + 1.0f, 0);
        }
        thud_shape_def def = smooth_shape(0.1f);
        thud_shape wall, wedge;
        const thud_vec2 upright[] = {{0.0f, 0.0f}, {3.0f, 0.0f}, {3.0f, 1.0f}, {lean, 1.0f}};
        assert_int_equal(thud_polygon(upright, 4, 0.0f, &wall), THUD_OK);
        thud_body_add_shape(world, ground, &def, &wall);
        float back = -0.25f * thud_cos(tip) / thud_sin(tip);
        const thud_vec2 corners[] = {{0.0f, 0.0f}, {back, 0.25f}, {thud_min(back - 0.2f, -0.4f), 0.0f}};
        assert_int_equal(thud_polygon(corners, 3, 0.0f, &wedge), THUD_OK);
        thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(-0.3f, 0.0f));
        thud_body_add_shape(world, body, &def, &wedge);
        thud_body_set_velocity(world, body, thud_vec2_make(speed, 0.0f), 0.0f);
        for (int k = 0; k < 200; k++) {
            thud_mtd mtd;
            test_step(world, 1);
            thud_pose origin = {{0.0f, 0.0f}, {1.0f, 0.0f}};
            assert_int_equal(thud_find_mtd(&wall, origin, &wedge, thud_body_pose(world, body), &mtd), THUD_OK);
            deepest = thud_max(deepest, mtd.depth);
        }
        thud_world_destroy(world);
    }
    printf("wedges sink into walls by %.4f m at most\n", (double)deepest);
    assert_true(deepest < 0.035f);
}

/* ---- ground of triangles ---- */

enum { MESH = 9, MOST_TRIANGLES = 2 * (MESH - 1) * (MESH - 1), MESH_BODIES = 50 };

/* Half of the triangles between points of an uneven grid, on one body or on bodies of their own. */
static int add_mesh(thud_world *world, test_random *random, bool apart, thud_shape triangles[MOST_TRIANGLES]) {
    thud_vec2 points[MESH][MESH];
    for (int i = 0; i < MESH * MESH; i++) {
        thud_vec2 off = test_random_vec2(random, 0.8f);
        points[i / MESH][i % MESH] =
            thud_vec2_add(thud_vec2_make(2.5f * (float)(i / MESH), 2.5f * (float)(i % MESH)), off);
    }
    thud_body_id body = add_ground_body(world, 0.0f);
    thud_shape_def def = smooth_shape(0.6f);
    int count = 0;
    for (int i = 0; i < MOST_TRIANGLES; i++) {
        int x = i / 2 / (MESH - 1), y = i / 2 % (MESH - 1);
        const thud_vec2 corners[] = {points[x][y], i % 2 ? points[x][y + 1] : points[x + 1][y],
                                     points[x + 1][y + 1]};
        if (test_random_int(random, 0, 1) == 0 && thud_polygon(corners, 3, 0.0f, &triangles[count]) == THUD_OK) {
            thud_body_add_shape(world, apart ? add_ground_body(world, 0.0f) : body, &def, &triangles[count++]);
        }
    }
    return count;
}

static float depth_in_mesh(const thud_shape *shape, thud_pose pose, const thud_shape *triangles, int count) {
    float deepest = 0.0f;
    for (int i = 0; i < count; i++) {
        thud_mtd mtd;
        thud_pose origin = {{0.0f, 0.0f}, thud_rot_identity()};
        assert_int_equal(thud_find_mtd(shape, pose, &triangles[i], origin, &mtd), THUD_OK);
        deepest = thud_max(deepest, mtd.depth);
    }
    return deepest;
}

/* Bodies with sharp corners fall about in caves of triangles: none stays in one deeper than 3 cm. In 29 of 80 worlds some did. */
static void nothing_stays_in_ground_of_triangles(void **state) {
    (void)state;
    static const uint64_t seeds[] = {3, 7, 13, 14, 18, 20, 23, 24}; /* of those 29 */
    for (int run = 0; run < 8; run++) {
        test_random random = test_random_seed(seeds[run]);
        thud_world *world = test_world_create();
        static thud_shape triangles[MOST_TRIANGLES];
        int count = add_mesh(world, &random, seeds[run] % 2 == 0, triangles);
        thud_body_id bodies[MESH_BODIES];
        thud_shape shapes[MESH_BODIES];
        int steps_inside[MESH_BODIES] = {0}, longest = 0;
        for (int i = 0; i < MESH_BODIES; i++) {
            thud_pose pose;
            thud_vec2 corners[3];
            do {
                for (int k = 0; k < 3; k++) {
                    corners[k] = test_random_vec2(&random, 0.35f);
                }
            } while (thud_hull(corners, 3, 0.0f, &shapes[i]) != THUD_OK);
            do {
                pose = test_random_pose(&random, 10.0f);
                pose.position = thud_vec2_add(pose.position, thud_vec2_make(10.0f, 10.0f));
            } while (depth_in_mesh(&shapes[i], pose, triangles, count) > 0.0f);
            bodies[i] = test_add_body(world, THUD_BODY_DYNAMIC, pose.position);
            thud_body_teleport(world, bodies[i], pose.position, thud_rot_angle(pose.rotation));
            thud_shape_def def = smooth_shape(0.6f);
            def.filter.group = -1; /* they pass each other: a pile would add depth */
            thud_body_add_shape(world, bodies[i], &def, &shapes[i]);
        }
        for (int step = 0; step < 400; step++) {
            if (step % 60 == 0) {
                thud_world_set_gravity(world, test_random_vec2(&random, 15.0f));
            }
            test_step(world, 1);
            for (int i = 0; i < MESH_BODIES; i++) {
                thud_pose pose = thud_body_pose(world, bodies[i]);
                bool inside = depth_in_mesh(&shapes[i], pose, triangles, count) > 0.03f;
                steps_inside[i] = inside ? steps_inside[i] + 1 : 0;
                longest = longest > steps_inside[i] ? longest : steps_inside[i];
            }
        }
        printf("in triangles for %d steps at most\n", longest);
        assert_true(longest < 12);
        thud_world_destroy(world);
    }
}

/*
 * Corners exactly in seams: a body on its corner touches each of two boxes at an edge that the other box hides.
 * One of the two contacts must stay. Boxes, at all angles, come down on a seam with a corner, on flat
 * ground, in gentle grooves and on gentle ridges.
 */
static void a_corner_that_comes_down_on_a_seam_is_held(void **state) {
    (void)state;
    test_random random = {5};
    float deepest = 0.0f;
    for (int i = 0; i < 2000; i++) {
        thud_world *world = test_world_create();
        float bend = i % 4 == 0 ? 0.0f : test_random_float(&random, -0.2f, 0.02f);
        ride_def ride = {.friction = 0.0f};
        thud_body_id left = add_ground_body(world, -bend), right = add_ground_body(world, bend);
        float reach = test_random_float(&random, 0.1f, 3.0f);
        add_piece(world, left, &ride, -reach, 0.0f, 0);
        add_piece(world, right, &ride, 0.0f, test_random_float(&random, 0.1f, 3.0f), 0);
        thud_body_def def = thud_body_defaults();
        def.type = THUD_BODY_DYNAMIC;
        def.angle = test_random_float(&random, 0.0f, THUD_PI);
        def.lock_rotation = i % 2 == 0;
        thud_shape shape;
        int kind = test_random_int(&random, 0, 2);
        float height = 0.0f;
        if (kind == 0) {
            shape = make_rider(HEXAGON, true, &height);
        } else {
            assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.3f), kind == 1 ? 0.0f : 0.05f, &shape), THUD_OK);
        }
        def.position.y = 0.0f;
        thud_body_id body = thud_body_create(world, &def);
        thud_shape_def shape_def = smooth_shape(0.0f);
        thud_body_add_shape(world, body, &shape_def, &shape);
        thud_vec2 low = {0.0f, 10.0f};
        for (int k = 0; k < shape.count; k++) {
            thud_vec2 vertex = thud_rot_apply(thud_rot_from_angle(def.angle), shape.vertices[k]);
            low = vertex.y < low.y ? vertex : low;
        }
        float offset = test_random_float(&random, -0.004f, 0.004f) * (float)(i % 3);
        thud_body_teleport(world, body, thud_vec2_make(offset - low.x, shape.radius - low.y), def.angle);
        for (int k = 0; k < 20; k++) {
            test_step(world, 1);
            thud_rot turn = thud_rot_from_angle(thud_body_angle(world, body));
            float depth = 0.0f;
            for (int j = 0; j < shape.count; j++) {
                thud_vec2 vertex =
                    thud_vec2_add(thud_body_position(world, body), thud_rot_apply(turn, shape.vertices[j]));
                float ground = vertex.x * thud_sin(bend) / thud_cos(bend) * (vertex.x < 0.0f ? -1.0f : 1.0f);
                float inside = thud_abs(vertex.x) < 0.09f ? ground - vertex.y + shape.radius : 0.0f;
                depth = thud_max(depth, inside);
            }
            deepest = thud_max(deepest, depth);
        }
        thud_world_destroy(world);
    }
    printf("corners in seams sink by %.4f m at most\n", (double)deepest);
    assert_true(deepest < 0.02f);
}

static thud_shape_id add_tile(thud_world *world, thud_body_id body, float left, float right) {
    const thud_vec2 corners[] = {{left, 0.0f}, {left, -DEPTH}, {right, -DEPTH}, {right, 0.0f}};
    thud_shape_def def = smooth_shape(0.5f);
    thud_shape shape;
    assert_int_equal(thud_polygon(corners, 4, 0.0f, &shape), THUD_OK);
    return thud_body_add_shape(world, body, &def, &shape);
}

/* While a tile holds a ball, the corner of the next one is hidden, however far the ball goes on the tile; no longer than that. */
static void a_corner_is_felt_as_soon_as_the_tile_before_it_is_removed(void **state) {
    (void)state;
    const float radius = 0.3f, seam = 2.0f;
    for (int run = 0; run < 24; run++) {
        thud_world *world = test_world_create();
        thud_body_id ground = add_ground_body(world, 0.0f);
        thud_shape_id tile = add_tile(world, ground, 0.0f, seam);
        add_tile(world, ground, seam, 2.0f * seam);
        thud_body_id ball = test_add_body(world, THUD_BODY_DYNAMIC, (thud_vec2){1.5f, radius});
        thud_shape_def def = smooth_shape(0.5f);
        thud_body_add_circle(world, ball, &def, (thud_vec2){0.0f, 0.0f}, radius);
        float before = 0.01f + 0.01f * (float)(run % 12); /* of the seam */
        while (thud_body_position(world, ball).x < seam - before) {
            thud_body_set_velocity(world, ball, (thud_vec2){run < 12 ? 0.2f : 1.0f, 0.0f}, 0.0f);
            test_step(world, 1);
            assert_float_equal(thud_body_position(world, ball).y, radius, 0.005f);
        }
        assert_true(thud_body_remove_shape(world, tile));
        for (int step = 0; step < 40; step++) {
            test_step(world, 1);
            thud_vec2 at = thud_body_position(world, ball);
            thud_vec2 corner = {thud_max(at.x, seam), thud_min(at.y, 0.0f)}; /* nearest of the next tile */
            assert_true(thud_vec2_distance(at, corner) > radius - 0.015f);
        }
        thud_world_destroy(world);
    }
}

/* ---- shape casts ---- */

static void lay_box(thud_world *world, float left, float right, float top) {
    const thud_vec2 corners[] = {{left, top}, {left, -1.0f}, {right, -1.0f}, {right, top}};
    thud_shape_def def = smooth_shape(0.0f);
    thud_shape shape;
    assert_int_equal(thud_polygon(corners, 4, 0.0f, &shape), THUD_OK);
    thud_body_add_shape(world, add_ground_body(world, 0.0f), &def, &shape);
}

/* Boxes of random widths over [-2, 40], the first one to 2 m, whose tops differ by 0.3 slops; at 40 m a wall of 1 m. */
static void lay_uneven_row(thud_world *world, test_random *random) {
    float slop = thud_world_defaults().slop;
    lay_box(world, -2.0f, 2.0f, 0.0f);
    for (float left = 2.0f; left < 40.0f;) {
        float right = thud_min(left + test_random_float(random, 0.1f, 2.0f), 40.0f);
        lay_box(world, left, right, test_random_float(random, 0.0f, 0.3f * slop));
        left = right;
    }
    lay_box(world, 40.0f, 41.0f, 1.0f);
}

/*
 * Without this rule all 300 casts along a row stopped at the side of a box that was higher by less than the slop,
 * and one of the slanted ones hit such a side.
 */
static void casts_along_boxes_stop_at_walls_alone_and_come_down_on_their_tops(void **state) {
    (void)state;
    test_random random = {20};
    int at_seams = 0, at_sides = 0;
    for (int i = 0; i < 300; i++) {
        thud_world *world = test_world_create();
        lay_uneven_row(world, &random);
        float height = 0.0f;
        thud_shape shape = make_rider((rider_kind)(i % RIDERS), true, &height);
        thud_pose pose = {{0.0f, height + 1.0e-4f}, thud_rot_identity()};
        thud_query_filter all = thud_query_filter_all();
        thud_world_hit hit = thud_world_cast_shape(world, &shape, pose, thud_vec2_make(60.0f, 0.0f), all);
        at_seams += !hit.cast.hit || hit.cast.normal.x > -0.99f || hit.cast.point.x < 39.9f;
        pose.position.y += test_random_float(&random, 0.0f, 0.2f);
        hit = thud_world_cast_shape(world, &shape, pose, thud_vec2_make(30.0f, -1.0f), all);
        at_sides += !hit.cast.hit || hit.cast.normal.y < 0.99f;
        thud_world_destroy(world);
    }
    printf("%d of 300 casts along boxes stop at seams, %d of 300 come down on their sides\n", at_seams,
           at_sides);
    assert_int_equal(at_seams, 0);
    assert_int_equal(at_sides, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_side_by_side_are_a_smooth_floor),
        cmocka_unit_test(shapes_side_by_side_are_smooth_ramps),
        cmocka_unit_test(shapes_side_by_side_are_a_smooth_wall),
        cmocka_unit_test(shapes_side_by_side_are_a_smooth_ceiling),
        cmocka_unit_test(each_body_slides_over_ten_thousand_seams),
        cmocka_unit_test(throws_at_tiles_end_as_throws_at_one_box),
        cmocka_unit_test(turning_platforms_of_shapes_carry_as_one_box_does),
        cmocka_unit_test(a_step_of_two_slops_is_no_seam),
        cmocka_unit_test(a_spike_between_two_boxes_is_felt),
        cmocka_unit_test(a_round_bump_in_a_floor_is_felt),
        cmocka_unit_test(what_is_dropped_into_an_inner_corner_rests_in_it),
        cmocka_unit_test(a_wedge_stops_at_the_foot_of_a_wall),
        cmocka_unit_test(nothing_stays_in_ground_of_triangles),
        cmocka_unit_test(a_corner_that_comes_down_on_a_seam_is_held),
        cmocka_unit_test(a_corner_is_felt_as_soon_as_the_tile_before_it_is_removed),
        cmocka_unit_test(casts_along_boxes_stop_at_walls_alone_and_come_down_on_their_tops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
