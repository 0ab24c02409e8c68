/*
 * 200 movers in a random level with moving parts: after every move none is inside or behind a solid shape or inside
 * another mover, and all states are finite.
 */
#include "unit/platformer/mover_course.h"

#include "reference/aligned.h"
#include "reference/random_shapes.h"
#include "thud/tile_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { movers = 200, platforms = 40, crates = 30, columns = 96, rows = 40 };

typedef struct level {
    thud_world *world;
    test_random random;
    thud_body_id platforms[platforms];
    thud_vec2 centers[platforms], reaches[platforms];
    float rates[platforms], turns[platforms];
    course courses[movers];
    int steps;
    int crushes;
    int overlaps; /* of two movers */
    float deepest; /* of all */
} level;

/* Rock at the sides and below, ledges and slopes in between. */
static void make_tiles(level *l) {
    static uint16_t cells[columns * rows];
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            bool is_edge = row < 2 || row >= rows - 2 || column < 2 || column >= columns - 2;
            cells[row * columns + column] = is_edge ? 1 : 0;
        }
    }
    for (int i = 0; i < 90; i++) {
        int column = test_random_int(&l->random, 3, columns - 12),
            row = test_random_int(&l->random, 3, rows - 6);
        int length = test_random_int(&l->random, 2, 8);
        uint16_t tile = (uint16_t)test_random_int(&l->random, 1, 5);
        for (int j = 0; j < length; j++) {
            cells[row * columns + column + j] = tile <= 3 && j > 0 && j < length - 1 ? 1 : tile;
        }
    }
    thud_tile_def tiles[] = {thud_tile_empty(),           thud_tile_full(),
                             thud_tile_slope(0.0f, 1.0f), thud_tile_slope(1.0f, 0.0f),
                             thud_tile_slope(0.5f, 0.5f), thud_tile_full()};
    tiles[5].material.surface_speed = 2.0f;
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, 6};
    def.columns = columns;
    def.rows = rows;
    def.cells = cells;
    assert_int_not_equal(
        thud_tile_grid_create(l->world, test_add_body(l->world, THUD_BODY_STATIC, thud_vec2_make(0, 0)), &def)
            .generation,
        0);
}

static void make_platforms(level *l) {
    for (int i = 0; i < platforms; i++) {
        l->centers[i] = thud_vec2_make(test_random_float(&l->random, 10.0f, (float)columns - 10.0f),
                                       test_random_float(&l->random, 6.0f, (float)rows - 6.0f));
        l->reaches[i] = thud_vec2_make(test_random_float(&l->random, 0.0f, 6.0f),
                                       test_random_float(&l->random, 0.0f, 3.0f));
        l->rates[i] = test_random_float(&l->random, 0.2f, 2.0f);
        l->turns[i] = i % 3 == 0 ? test_random_float(&l->random, -1.0f, 1.0f) : 0.0f;
        l->platforms[i] = course_box(l->world, THUD_BODY_KINEMATIC, l->centers[i].x, l->centers[i].y,
                                     test_random_float(&l->random, 0.5f, 3.0f),
                                     test_random_float(&l->random, 0.1f, 1.0f), 0.0f);
    }
}

static void drive_platforms(level *l) {
    float t = (float)(l->steps + 1) * TEST_DT;
    for (int i = 0; i < platforms; i++) {
        float phase = l->rates[i] * t;
        thud_vec2 to = {l->centers[i].x + l->reaches[i].x * thud_sin(phase),
                        l->centers[i].y + l->reaches[i].y * (thud_cos(phase) - 1.0f)};
        thud_body_set_target(l->world, l->platforms[i], to, l->turns[i] * thud_sin(phase), TEST_DT);
    }
}

/* A place where the character overlaps nothing. */
static thud_vec2 free_place(level *l, course *c) {
    for (;;) {
        c->state.position = thud_vec2_make(test_random_float(&l->random, 3.0f, (float)columns - 3.0f),
                                           test_random_float(&l->random, 3.0f, (float)rows - 3.0f));
        if (thud_mover_fits(l->world, &c->def, &c->state)) {
            return c->state.position;
        }
    }
}

static void place(level *l, course *c) {
    thud_body_id body = c->state.body;
    thud_vec2 position = free_place(l, c);
    c->state = thud_mover_state_at(position);
    c->state.body = body;
    c->velocity = thud_vec2_make(0, 0);
    if (body.generation != 0) {
        thud_body_teleport(l->world, body, position, 0.0f);
        thud_body_set_velocity(l->world, body, thud_vec2_make(0, 0), 0.0f);
    }
}

static int allocations;

static void *counting_allocate(size_t size, size_t alignment, void *context) {
    (void)context;
    allocations++;
    return test_aligned_alloc(alignment, size);
}

static void counting_release(void *memory, size_t size, void *context) {
    (void)size, (void)context;
    test_aligned_free(memory);
}

static level *make_level(uint64_t seed, int workers, thud_lanes lanes) {
    static level l;
    memset(&l, 0, sizeof l);
    l.random = test_random_seed(seed);
    thud_world_def def = thud_world_defaults();
    def.hooks.allocate = counting_allocate;
    def.hooks.release = counting_release;
    def.worker_count = workers;
    def.lanes = lanes;
    l.world = test_world_of(&def);
    make_tiles(&l);
    make_platforms(&l);
    for (int i = 0; i < crates; i++) {
        thud_body_id crate =
            course_box(l.world, THUD_BODY_DYNAMIC, test_random_float(&l.random, 4.0f, (float)columns - 4.0f),
                       test_random_float(&l.random, 4.0f, (float)rows - 4.0f), 0.4f, 0.4f, 0.0f);
        thud_shape_def shape = thud_shape_definition(l.world, test_shape_of(l.world, crate));
        shape.density = 30.0f;
        thud_shape_configure(l.world, test_shape_of(l.world, crate), &shape);
    }
    for (int i = 0; i < movers; i++) {
        course *c = &l.courses[i];
        *c = (course){.world = l.world,
                      .def = thud_mover_defaults(),
                      .state = thud_mover_state_at(thud_vec2_make(0, 0))};
        if (i % 4 == 1) {
            assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.6f), 0.0f, &c->def.shape), THUD_OK);
        } else if (i % 4 == 2) {
            assert_int_equal(thud_circle(thud_vec2_make(0, 0), 0.4f, &c->def.shape), THUD_OK);
        }
        thud_vec2 position = free_place(&l, c);
        assert_true(thud_mover_create(l.world, &c->def, position, &c->state));
    }
    return &l;
}

/* The input of each mover, which changes sometimes. */
static void steer(level *l, course *c) {
    c->velocity.y -= COURSE_GRAVITY * TEST_DT;
    if (test_random_int(&l->random, 0, 40) == 0) {
        c->velocity.x = test_random_float(&l->random, -8.0f, 8.0f);
    }
    if (c->result.floor.touching && test_random_int(&l->random, 0, 60) == 0) {
        c->velocity.y = test_random_float(&l->random, 3.0f, 14.0f);
    }
}

/* Greatest depth in a solid shape, and its contact. */
static float depth_in_solids(level *l, course *c, thud_world_contact *contact) {
    thud_query_filter others = thud_query_filter_all();
    others.ignored_bodies = &c->state.body;
    others.ignored_body_count = 1;
    thud_pose pose = {c->state.position, c->state.rotation};
    int count = thud_world_collide_shape(l->world, &c->def.shape, pose, 0.0f, others, contact, 1);
    return count > 0 ? thud_max(-contact->separation, 0.0f) : 0.0f;
}

static bool is_in_level(const course *c) {
    thud_vec2 p = c->state.position;
    return p.x > 2.0f && p.x < (float)columns - 2.0f && p.y > 2.0f && p.y < (float)rows - 2.0f;
}

static bool is_mover(const level *l, thud_body_id body) {
    for (int i = 0; i < movers; i++) {
        if (thud_body_id_equal(l->courses[i].state.body, body)) {
            return true;
        }
    }
    return false;
}

/* The slop; for crates 25 mm, from which on they crush a mover: only the solver separates those. */
static float allowed_depth(const level *l, thud_body_id body) {
    return thud_body_definition(l->world, body).type == THUD_BODY_DYNAMIC ? 0.025f : 0.005f;
}

/* Counts the bodies that overlap when all have moved. */
static void count_overlaps(level *l) {
    for (int i = 0; i < movers; i++) {
        course c = l->courses[i];
        c.state.position = thud_body_position(l->world, c.state.body);
        thud_world_contact contact = {0}; /* where there is none */
        float depth = depth_in_solids(l, &c, &contact);
        if (depth > allowed_depth(l, contact.body) && is_mover(l, contact.body)) {
            l->overlaps++;
            l->deepest = thud_max(l->deepest, depth);
        }
    }
}

/* Moves all; returns the number of movers that are inside of a solid shape, and not crushed. */
static int play_step(level *l) {
    drive_platforms(l);
    assert_int_equal(thud_world_step(l->world, TEST_DT).status, THUD_OK);
    int inside = 0;
    for (int i = 0; i < movers; i++) {
        course *c = &l->courses[i];
        steer(l, c);
        assert_true(thud_mover_move(l->world, &c->def, &c->state, c->velocity, TEST_DT, &c->result));
        c->velocity = c->result.velocity;
        assert_true(thud_vec2_is_finite(c->state.position) && thud_vec2_is_finite(c->velocity));
        thud_world_contact contact = {0}; /* where there is none */
        float depth = depth_in_solids(l, c, &contact);
        if (c->result.crushed) {
            l->crushes++;
            place(l, c);
        } else if (depth > allowed_depth(l, contact.body) || !is_in_level(c)) {
            bool is_overlap = is_mover(l, contact.body) && is_in_level(c);
            l->overlaps += is_overlap;
            inside += !is_overlap;
            l->deepest = thud_max(l->deepest, depth);
            place(l, c);
        }
    }
    count_overlaps(l);
    l->steps++;
    return inside;
}

static int steps_to_play(void) {
    const char *given = getenv("THUD_MOVER_STEPS");
    return given != NULL ? atoi(given) : TEST_UNLESS_SANITIZED(600, 120);
}

static void two_hundred_movers_in_a_moving_level_end_inside_nothing_solid(void **state) {
    (void)state;
    const char *seed = getenv("THUD_MOVER_SEED");
    level *l = make_level(seed != NULL ? (uint64_t)atoi(seed) : 77, 1, THUD_LANES_AUTO);
    int inside = 0, steps = steps_to_play();
    for (int i = 0; i < steps; i++) {
        inside += play_step(l);
    }
    printf("%d steps, %d inside, %d crushes, %d overlaps of movers, deepest %g\n", steps, inside, l->crushes,
           l->overlaps, l->deepest);
    assert_int_equal(inside, 0);
    /* When a mover was pushed by others in its own next move only, 1 in 120 moves overlapped by up to 0.32 m. */
    assert_int_equal(l->overlaps, 0);
    thud_world_destroy(l->world);
}

/* ---- determinism, memory ---- */

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ at[i]) * 0x100000001b3u;
    }
    return hash;
}

static uint64_t play(int workers, thud_lanes lanes, int steps) {
    level *l = make_level(5, workers, lanes);
    for (int i = 0; i < steps; i++) {
        play_step(l);
    }
    uint64_t hash = thud_world_hash(l->world);
    for (int i = 0; i < movers; i++) {
        hash = mix(hash, &l->courses[i].state.position, sizeof(thud_vec2));
        hash = mix(hash, &l->courses[i].velocity, sizeof(thud_vec2));
    }
    thud_world_destroy(l->world);
    return hash;
}

static void the_same_bits_whatever_the_threads_and_the_width(void **state) {
    (void)state;
    enum { steps = TEST_UNLESS_SANITIZED(150, 40) };
    uint64_t expected = play(1, THUD_LANES_AUTO, steps);
    assert_true(play(2, THUD_LANES_AUTO, steps) == expected);
    const thud_lanes widths[] = {THUD_LANES_SCALAR, THUD_LANES_SSE2, THUD_LANES_AVX2, THUD_LANES_NEON,
                                 THUD_LANES_AVX512};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        assert_true(!thud_lanes_available(widths[i]) || play(1, widths[i], steps) == expected);
    }
}

static void moves_allocate_nothing(void **state) {
    (void)state;
    level *l = make_level(6, 1, THUD_LANES_AUTO);
    for (int i = 0; i < TEST_UNLESS_SANITIZED(100, 30); i++) {
        play_step(l);
    }
    int in_moves = 0;
    for (int i = 0; i < TEST_UNLESS_SANITIZED(100, 30); i++) {
        drive_platforms(l);
        assert_int_equal(thud_world_step(l->world, TEST_DT).status, THUD_OK);
        int before = allocations;
        for (int m = 0; m < movers; m++) {
            course *c = &l->courses[m];
            steer(l, c);
            assert_true(thud_mover_move(l->world, &c->def, &c->state, c->velocity, TEST_DT, &c->result));
            c->velocity = c->result.velocity;
        }
        in_moves += allocations - before;
    }
    assert_int_equal(in_moves, 0);
    thud_world_destroy(l->world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_hundred_movers_in_a_moving_level_end_inside_nothing_solid),
        cmocka_unit_test(the_same_bits_whatever_the_threads_and_the_width),
        cmocka_unit_test(moves_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
