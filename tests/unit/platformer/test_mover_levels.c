/*
 * A character's way through a level does not depend on how the level is made: of tiles of a grid, which merge, or of a shape or
 * a body for each tile; nor on its side: in the mirrored level it runs the mirrored way. Random levels of full tiles, slopes,
 * ceilings and one-way platforms, with platforms that move, and random input.
 */
#include "unit/platformer/mover_course.h"

#include "reference/random.h"
#include "thud/runner.h"

enum { COLUMNS = 30, ROWS = 16, TILES = 11, PLATFORMS = 4, STEPS = 900, KINDS = 4 };
enum { LEVELS = TEST_UNLESS_SANITIZED(40, 10) };

typedef enum made_of { OF_A_GRID, OF_SHAPES, OF_BODIES } made_of;

/* How a level is made and seen: `side` is -1 in the mirror. */
typedef struct level_case {
    made_of made_of;
    float side;
    bool is_box; /* the character */
    bool has_platforms;
    thud_vec2 ride; /* velocity of the level as a whole [m/s] */
} level_case;

typedef struct level {
    level_case how;
    thud_world *world;
    thud_body_id ground;
    uint16_t cells[COLUMNS * ROWS]; /* as they are in the mirror, if it is one */
    thud_tile_def tiles[TILES];
    thud_body_id platforms[PLATFORMS];
    thud_vec2 speeds[PLATFORMS];
} level;

static void fill_tiles(thud_tile_def *tiles) {
    const float slopes[6][2] = {{0.0f, 1.0f}, {1.0f, 0.0f}, {0.0f, 0.5f},
                                {0.5f, 0.0f}, {0.5f, 1.0f}, {1.0f, 0.5f}};
    tiles[0] = thud_tile_empty();
    tiles[1] = thud_tile_full();
    tiles[2] = thud_tile_platform();
    for (int i = 0; i < 6; i++) {
        tiles[3 + i] = thud_tile_slope(slopes[i][0], slopes[i][1]);
    }
    tiles[9] = thud_tile_turned(&tiles[3], THUD_TILE_FLIP_Y);
    tiles[10] = thud_tile_turned(&tiles[4], THUD_TILE_FLIP_Y);
}

/* From the third on, slopes come in pairs of mirror images. */
static int mirrored(int tile) {
    return tile < 3 ? tile : 3 + ((tile - 3) ^ 1);
}

static void fill_cells(level *l, test_random *random) {
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            bool is_edge = row == 0 || row == ROWS - 1 || column == 0 || column == COLUMNS - 1;
            int chance = test_random_int(random, 0, 99);
            int kind = is_edge || chance < 12 ? 1
                       : chance < 20          ? 2
                       : chance < 32          ? test_random_int(random, 3, 10)
                                              : 0;
            bool is_mirror = l->how.side < 0.0f;
            int at = row * COLUMNS + (is_mirror ? COLUMNS - 1 - column : column);
            l->cells[at] = (uint16_t)(is_mirror ? mirrored(kind) : kind);
        }
    }
}

static void add_tile(thud_world *world, thud_body_id body, const thud_tile_def *tile, thud_vec2 corner) {
    thud_shape_def def = thud_shape_defaults();
    def.one_way = tile->one_way;
    const thud_vec2 unit[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    const thud_tile_polygon *polygon = &tile->polygons[0];
    const thud_vec2 *points = tile->kind == THUD_TILE_FULL ? unit : polygon->points;
    int count = tile->kind == THUD_TILE_FULL ? 4 : polygon->count;
    thud_vec2 placed[THUD_TILE_MAX_POINTS];
    for (int i = 0; i < count; i++) {
        placed[i] = thud_vec2_add(corner, points[i]);
    }
    if (tile->kind == THUD_TILE_EDGE) {
        thud_body_add_segment(world, body, &def, thud_vec2_add(corner, tile->edge[0]),
                              thud_vec2_add(corner, tile->edge[1]));
    } else {
        thud_body_add_hull(world, body, &def, placed, count);
    }
}

static void add_tiles(level *l) {
    bool rides = l->how.ride.x != 0.0f || l->how.ride.y != 0.0f;
    thud_body_id ground =
        test_add_body(l->world, rides ? THUD_BODY_KINEMATIC : THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    l->ground = ground;
    thud_body_set_velocity(l->world, ground, l->how.ride, 0.0f);
    thud_vec2 origin = {-0.5f * (float)COLUMNS, 0.0f};
    if (l->how.made_of == OF_A_GRID) {
        thud_tile_grid_def def = thud_tile_grid_defaults();
        def.tiles = (thud_tile_set){l->tiles, TILES};
        def.columns = COLUMNS;
        def.rows = ROWS;
        def.cells = l->cells;
        def.origin = origin;
        assert_int_not_equal(thud_tile_grid_create(l->world, ground, &def).generation, 0);
        return;
    }
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        thud_vec2 corner = {origin.x + (float)(i % COLUMNS), (float)(i / COLUMNS)};
        if (l->cells[i] == 0) {
            continue;
        }
        if (l->how.made_of == OF_BODIES) {
            thud_body_id body =
                test_add_body(l->world, THUD_BODY_STATIC, thud_vec2_add(corner, thud_vec2_make(0.5f, 0.5f)));
            add_tile(l->world, body, &l->tiles[l->cells[i]], thud_vec2_make(-0.5f, -0.5f));
        } else {
            add_tile(l->world, ground, &l->tiles[l->cells[i]], corner);
        }
    }
}

/* A coordinate that has no rounding error in the mirror. */
static float place(test_random *random, int least, int most) {
    return (float)test_random_int(random, 256 * least, 256 * most) / 256.0f;
}

static void add_platforms(level *l, test_random *random) {
    for (int i = 0; i < PLATFORMS; i++) {
        float x = place(random, -12, 12), y = place(random, 2, 14), speed = place(random, 1, 4);
        bool is_level = test_random_below(random, 2) == 0;
        l->platforms[i] = test_add_body(l->world, THUD_BODY_KINEMATIC, thud_vec2_make(l->how.side * x, y));
        l->speeds[i] = is_level ? thud_vec2_make(l->how.side * speed, 0.0f) : thud_vec2_make(0.0f, speed);
        thud_shape_def def = thud_shape_defaults();
        def.one_way =
            test_random_below(random, 2) == 0 ? thud_vec2_make(0.0f, 1.0f) : thud_vec2_make(0.0f, 0.0f);
        thud_body_add_box(l->world, l->platforms[i], &def, thud_vec2_make(1.25f, 0.125f));
    }
}

static level make_level(const level_case *how, test_random *random) {
    level l = {.how = *how, .world = test_world_create()};
    fill_tiles(l.tiles);
    fill_cells(&l, random);
    add_tiles(&l);
    if (how->has_platforms) {
        add_platforms(&l, random);
    }
    return l;
}

/* Puts a character where it has room. */
static thud_mover_state free_state(const level *l, const thud_mover_def *def, test_random *random) {
    thud_vec2 origin = thud_body_position(l->world, l->ground);
    thud_mover_state state;
    do {
        float x = place(random, -12, 12), y = place(random, 2, 14);
        state = thud_mover_state_at(thud_vec2_add(origin, thud_vec2_make(l->how.side * x, y)));
    } while (!thud_mover_fits(l->world, def, &state));
    return state;
}

static thud_mover_def make_hero(const level_case *how) {
    thud_mover_def def = thud_mover_defaults();
    assert_int_equal(how->is_box ? thud_box(thud_vec2_make(0.34f, 0.71f), 0.0f, &def.shape)
                                 : thud_capsule(thud_vec2_make(0.0f, -0.375f), thud_vec2_make(0.0f, 0.375f),
                                                0.375f, &def.shape),
                     THUD_OK);
    return def;
}

static void press(thud_runner_input *input, float side, int step, test_random *random) {
    if (step % 20 == 0) {
        int direction = test_random_int(random, -1, 1);
        input->direction = step == 0 ? side : side * (float)direction; /* it faces somewhere */
        input->climb = (float)test_random_int(random, -1, 1);
    }
    input->jump = test_random_below(random, 20) == 0 ? !input->jump : input->jump;
    input->dash = test_random_below(random, 60) == 0;
    input->drop = test_random_below(random, 40) == 0;
}

/* Runs a level; writes where in it the character is after each step, mirrored back. */
static void play(uint64_t seed, const level_case *how, thud_vec2 *way) {
    test_random random = {seed};
    const float dt = 1.0f / 64.0f;
    level l = make_level(how, &random);
    thud_mover_def hero = make_hero(how);
    thud_mover_state state = free_state(&l, &hero, &random);
    thud_runner_def def = thud_runner_defaults();
    thud_runner runner = {.velocity = how->ride, .carried = how->ride};
    thud_runner_input input = {0};
    thud_runner_surroundings around = {0};
    for (int step = 0; step < STEPS; step++) {
        float turn = step / 90 % 2 == 0 ? 1.0f : -1.0f;
        for (int i = 0; i < PLATFORMS && how->has_platforms; i++) {
            thud_body_set_linear_velocity(l.world, l.platforms[i], thud_vec2_scale(l.speeds[i], turn));
        }
        assert_int_equal(thud_world_step(l.world, dt).status, THUD_OK);
        press(&input, how->side, step, &random);
        thud_runner_result wanted = thud_runner_step(&def, &runner, &input, &around, dt);
        if (wanted.drop) {
            thud_mover_drop_through(l.world, &hero, &state);
        }
        thud_mover_result moved;
        assert_true(thud_mover_move(l.world, &hero, &state, wanted.mean_velocity, dt, &moved));
        around = thud_runner_look(&wanted, &moved);
        thud_vec2 at = thud_vec2_sub(state.position, thud_body_position(l.world, l.ground));
        way[step] = thud_vec2_make(how->side * at.x, at.y);
        if (moved.crushed) {
            state = free_state(&l, &hero, &random);
            runner = (thud_runner){
                .velocity = how->ride, .carried = how->ride, .facing = how->side < 0.0f ? -1 : 1};
            around = (thud_runner_surroundings){0};
        }
    }
    thud_world_destroy(l.world);
}

/* Whether two ways are one: they part where a character comes to a corner exactly, which has no side. */
static bool is_same_way(const thud_vec2 *a, const thud_vec2 *b, int *step) {
    for (*step = 0; *step < STEPS; ++*step) {
        if (!(thud_vec2_distance(a[*step], b[*step]) < 0.002f)) {
            return false;
        }
    }
    return true;
}

/* Ways through levels that are grids, which all tests compare with. */
static thud_vec2 grid_ways[KINDS][LEVELS][STEPS];

/* The kinds of levels: each character, without and with platforms. */
static level_case case_of(int kind, made_of pieces, float side) {
    return (level_case){pieces, side, kind % 2 == 1, kind / 2 == 1, {0.0f, 0.0f}};
}

static int play_grids(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < LEVELS; i++) {
            level_case how = case_of(kind, OF_A_GRID, 1.0f);
            play((uint64_t)i + 1, &how, grid_ways[kind][i]);
        }
    }
    return 0;
}

/* Plays the levels once more, made otherwise. Nearly all ways are the same: at most one in 40 may part. */
static void compare_with_grids(made_of pieces, float side) {
    static thud_vec2 way[STEPS];
    int parted = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < LEVELS; i++) {
            level_case how = case_of(kind, pieces, side);
            int step;
            play((uint64_t)i + 1, &how, way);
            if (!is_same_way(grid_ways[kind][i], way, &step)) {
                printf("box %d, platforms %d, seed %d parts in step %d\n", how.is_box, how.has_platforms,
                       i + 1, step);
                parted++;
            }
        }
    }
    assert_true(parted <= KINDS * LEVELS / 40);
}

static void a_shape_for_each_tile_is_the_same_level(void **state) {
    (void)state;
    compare_with_grids(OF_SHAPES, 1.0f);
}

static void a_body_for_each_tile_is_the_same_level(void **state) {
    (void)state;
    compare_with_grids(OF_BODIES, 1.0f);
}

static void the_mirrored_level_is_run_the_mirrored_way(void **state) {
    (void)state;
    compare_with_grids(OF_A_GRID, -1.0f);
}

/* A level that moves as a whole, as a train or a ship. In the air the obstacles moved first, by up to 14 cm in a step, then the
 * character, which met them from other sides: 119 of these 120 runs parted, now one. */
static void a_level_that_moves_is_run_as_one_at_rest(void **state) {
    (void)state;
    static const thud_vec2 rides[] = {{4.0f, 0.0f}, {0.0f, -3.0f}, {-8.0f, 4.0f}};
    static thud_vec2 way[STEPS];
    int parted = 0;
    for (int i = 0; i < 3 * LEVELS; i++) {
        int kind = i % 2, step;
        level_case how = case_of(kind, OF_A_GRID, 1.0f);
        how.ride = rides[i / LEVELS];
        play((uint64_t)(i % LEVELS) + 1, &how, way);
        if (!is_same_way(grid_ways[kind][i % LEVELS], way, &step)) {
            printf("ride (%g %g), box %d, seed %d parts in step %d\n", (double)how.ride.x, (double)how.ride.y,
                   how.is_box, i % LEVELS + 1, step);
            parted++;
        }
    }
    assert_true(parted <= 3 * LEVELS / 40);
}

/* A dash down to the right, which lands and leaves the ledge over its edge. Where it ended in the step that left the floor, what the
 * floor had held up of it threw the character up, at up to 8.5 m/s. */
static void a_dash_down_over_an_edge_does_not_rise(void **state) {
    (void)state;
    const thud_runner_def def = thud_runner_defaults();
    for (int i = 0; i < 360; i++) {
        float dt = (const float[]){1 / 30.0f, 1 / 60.0f, 1 / 144.0f}[i % 3];
        thud_world *world = test_world_create();
        course_wall(world, -5.0f, -0.5f, 5.0f, 0.5f);
        course c = course_of(world, thud_vec2_make(-3.0f + 0.007f * (float)i, COURSE_STAND + 0.2f));
        thud_runner runner = {0};
        thud_runner_result wanted = {0};
        for (int step = 0; step < 30; step++) {
            thud_runner_input input = {.direction = 1.0f, .climb = -1.0f, .dash = true};
            thud_runner_surroundings around = thud_runner_look(&wanted, &c.result);
            assert_int_equal(thud_world_step(world, dt).status, THUD_OK);
            wanted = thud_runner_step(&def, &runner, &input, &around, dt);
            float before = c.state.position.y;
            assert_true(thud_mover_move(world, &c.def, &c.state, wanted.mean_velocity, dt, &c.result));
            assert_true(c.state.position.y <= before + 0.01f);
        }
        thud_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dash_down_over_an_edge_does_not_rise),
        cmocka_unit_test(a_shape_for_each_tile_is_the_same_level),
        cmocka_unit_test(a_body_for_each_tile_is_the_same_level),
        cmocka_unit_test(the_mirrored_level_is_run_the_mirrored_way),
        cmocka_unit_test(a_level_that_moves_is_run_as_one_at_rest),
    };
    return cmocka_run_group_tests(tests, play_grids, NULL);
}
