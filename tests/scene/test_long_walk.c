/*
 * A character walks 100 km. Ground is created before it and destroyed behind it, and after each kilometre
 * the origin of the world is moved to its place. The last kilometre must equal the first: without these
 * shifts the spacing of floats at 100 km is 8 mm.
 */
#include "test.h"

#include <math.h>

#include "reference/test_world.h"
#include "thud/chain.h"

enum { TILE_COUNT = 5, KILOMETRES = 100, SAMPLES = 200 };

static const float tile_length = 50.0f;  /* [m] */
static const float kilometre = 1000.0f;  /* [m] */
static const float walking_speed = 8.0f; /* [m/s] */
static const float dt = 1.0f / 64.0f;    /* a step goes 0.125 m, without rounding [s] */

/* A piece of ground, and a lamp that swings above it. */
typedef struct tile {
    thud_body_id ground, lamp;
} tile;

typedef struct walk {
    thud_world *world;
    thud_body_id walker;
    tile tiles[TILE_COUNT]; /* from behind the walker to before it */
    float end;              /* end of the last tile [m] */
} walk;

/* The measures of a kilometre. */
typedef struct record {
    double height[SAMPLES];             /* of the walker, at equal distances [m] */
    double lowest_speed, highest_speed; /* [m/s] */
    int steps, touching_steps, begins, ends;
} record;

/* ---- the ground ---- */

/* Flat at both ends, with hollows of 5 cm between them. Tiles overlap by 3 m, and the ends of each are below the other,
 * so that the walker does not catch on them. */
static tile add_tile(thud_world *world, float start) {
    enum { POINTS = 54 };
    thud_vec2 points[POINTS];
    for (int i = 0; i < POINTS; i++) {
        float x = (float)i;
        float y = x < 5.0f || x > 45.0f ? 0.0f : 0.025f * (cosf(2.0f * THUD_PI * (x - 5.0f) / 10.0f) - 1.0f);
        points[i] = thud_vec2_make(x, i == 0 || i == POINTS - 1 ? -0.1f : y);
    }
    tile made = {.ground = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(start, 0.0f))};
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = POINTS;
    assert_int_not_equal(thud_chain_create(world, made.ground, &chain).generation, 0);
    made.lamp = test_add_ball(world, thud_vec2_make(start + 26.0f, 6.0f), 0.25f);
    thud_distance_joint_def rod = thud_distance_joint_defaults();
    rod.base = (thud_joint_base){.body_a = made.ground, .body_b = made.lamp, .anchor_a = {25.0f, 8.0f}};
    rod.length = 2.25f;
    assert_int_not_equal(thud_distance_joint_create(world, &rod).generation, 0);
    return made;
}

/* Creates the next tile before the walker and destroys the last one. */
static void lay_tile(walk *w) {
    thud_body_destroy(w->world, w->tiles[0].ground);
    thud_body_destroy(w->world, w->tiles[0].lamp);
    for (int i = 1; i < TILE_COUNT; i++) {
        w->tiles[i - 1] = w->tiles[i];
    }
    w->tiles[TILE_COUNT - 1] = add_tile(w->world, w->end);
    w->end += tile_length;
}

static walk begin_walk(void) {
    walk w = {.world = test_world_create()};
    for (int i = 0; i < TILE_COUNT; i++) {
        w.tiles[i] = add_tile(w.world, tile_length * (float)(i - 2));
    }
    w.end = tile_length * (float)(TILE_COUNT - 2);
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = thud_vec2_make(0.0f, 0.9f);
    def.lock_rotation = true;
    w.walker = thud_body_create(w.world, &def);
    thud_shape_def shape = thud_shape_defaults();
    shape.material.friction = 0.0f;
    thud_body_add_capsule(w.world, w.walker, &shape, thud_vec2_make(0.0f, -0.5f), thud_vec2_make(0.0f, 0.5f),
                          0.4f);
    return w;
}

/* ---- a kilometre ---- */

static bool is_touching(const walk *w) {
    thud_contact_data contacts[8];
    int count = thud_body_contacts(w->world, w->walker, contacts, 8);
    for (int i = 0; i < count && i < 8; i++) {
        if (contacts[i].touching) {
            return true;
        }
    }
    return false;
}

/* Records the heights at the samples that the walker passed in the step. */
static void note_heights(record *r, thud_vec2 from, thud_vec2 to) {
    double spacing = (double)kilometre / (double)SAMPLES;
    for (int i = (int)((double)from.x / spacing) + 1; i < SAMPLES && i * spacing <= (double)to.x; i++) {
        double share = (i * spacing - (double)from.x) / ((double)to.x - (double)from.x);
        r->height[i] = (double)from.y + share * ((double)to.y - (double)from.y);
    }
}

static void walk_step(walk *w, record *r) {
    thud_vec2 from = thud_body_position(w->world, w->walker);
    thud_body_set_velocity(w->world, w->walker,
                           thud_vec2_make(walking_speed, thud_body_velocity(w->world, w->walker).y), 0.0f);
    assert_int_equal(thud_world_step(w->world, dt).status, THUD_OK);
    thud_vec2 to = thud_body_position(w->world, w->walker);
    double speed = ((double)to.x - (double)from.x) / (double)dt;
    r->lowest_speed = speed < r->lowest_speed ? speed : r->lowest_speed;
    r->highest_speed = speed > r->highest_speed ? speed : r->highest_speed;
    thud_contact_events events = thud_world_contact_events(w->world);
    r->begins += events.begin_count;
    r->ends += events.end_count;
    r->touching_steps += is_touching(w);
    r->steps++;
    note_heights(r, from, to);
    if (to.x > w->end - 2.0f * tile_length) {
        lay_tile(w);
    }
}

/* Walks to x = 1,000 m, which then becomes 0. */
static record walk_kilometre(walk *w) {
    record r = {.lowest_speed = 1.0e9};
    while (thud_body_position(w->world, w->walker).x < kilometre) {
        walk_step(w, &r);
    }
    thud_world_counters before = thud_world_counts(w->world);
    assert_true(thud_world_shift_origin(w->world, thud_vec2_make(-kilometre, 0.0f)));
    w->end -= kilometre;
    assert_int_equal(thud_world_counts(w->world).awake_bodies, before.awake_bodies);
    assert_int_equal(thud_world_counts(w->world).contacts, before.contacts);
    return r;
}

static double height_difference(const record *a, const record *b) {
    double most = 0.0;
    for (int i = 1; i < SAMPLES; i++) {
        most = fmax(most, fabs(a->height[i] - b->height[i]));
    }
    return most;
}

/* 8,000 steps, and begins and ends at 50 segments a tile; a few more if the corner of a segment
 * ends and begins again. */
static void check_kilometre(const record *r) {
    assert_in_range(r->steps, 7999, 8001);
    assert_in_range(r->touching_steps, 7700, 8001);
    assert_in_range(r->begins, 1000, 1060);
    assert_in_range(r->ends, 1000, 1060);
    assert_true(r->lowest_speed > 7.9 && r->highest_speed < 8.01);
}

static void the_hundredth_kilometre_is_as_the_second(void **state) {
    (void)state;
    walk w = begin_walk();
    walk_kilometre(&w); /* the walker falls to the ground at first */
    record second = walk_kilometre(&w);
    check_kilometre(&second);
    record last = second;
    double most = 0.0;
    for (int i = 2; i < KILOMETRES; i++) {
        last = walk_kilometre(&w);
        check_kilometre(&last);
        most = fmax(most, height_difference(&second, &last));
    }
    printf("2nd km: %.5f to %.5f m/s, %d of %d steps on the ground, %d begins, %d ends\n",
           second.lowest_speed, second.highest_speed, second.touching_steps, second.steps, second.begins,
           second.ends);
    printf("100th:  %.5f to %.5f m/s, %d of %d steps on the ground, %d begins, %d ends; heights differ by "
           "%.2g m at most\n",
           last.lowest_speed, last.highest_speed, last.touching_steps, last.steps, last.begins, last.ends,
           most);
    assert_true(most < 1.0e-3);
    thud_world_destroy(w.world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hundredth_kilometre_is_as_the_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
