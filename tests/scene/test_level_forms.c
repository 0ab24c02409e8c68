/*
 * One level in several forms: as it is, mirrored, in another unit, its tiles cut in four, each tile on a body of its own. A
 * runner, and an enemy that walks, move alike in all of them, on random levels with random input. The tiles have one material:
 * a round foot on an edge that two tiles share stands on either of them.
 */
#include "test.h"

#include "reference/random.h"
#include "reference/test_world.h"
#include "reference/tiles.h"
#include "thud/mover.h"
#include "thud/runner.h"

enum { columns = 24, rows = 12, lifts = 2, level_count = TEST_UNLESS_SANITIZED(120, 12), steps = 300 };

/* Two characters are at one place if they are no farther apart [m]. */
static const float near = 1e-3f;

typedef struct lift {
    thud_vec2 middle, reach; /* swings by `reach` around `middle` [m] */
    float rate;              /* [rad/s] */
    bool is_one_way;
} lift;

/* The input and the level of one run; x is 0 in the middle. */
typedef struct level {
    uint16_t cells[rows][columns];
    lift lifts[lifts];
    thud_runner_input input[steps];
    thud_shape shape; /* of the runner */
    float start;
} level;

typedef struct form {
    float unit; /* of length [m]: 1 or a power of two */
    bool is_mirrored;
    bool is_cut;    /* each tile in four */
    bool is_single; /* each tile on a body of its own */
} form;

typedef struct character {
    thud_mover_def def;
    thud_mover_state state;
    thud_mover_result moved;
    thud_vec2 velocity;
} character;

typedef struct play {
    const level *level;
    form as;
    thud_world *world;
    thud_body_id lifts[lifts];
    character hero, enemy;
    thud_runner_def def;
    thud_runner runner;
    thud_runner_result wanted;
    float side; /* of the enemy's way */
} play;

/* ---- a random level ---- */

static void add_ground(level *made, test_random *random) {
    int height = test_random_int(random, 1, 3);
    for (int column = 0; column < columns; column++) {
        static const uint16_t tops[] = {TEST_TILE_EMPTY, TEST_TILE_UP, TEST_TILE_DOWN, TEST_TILE_HALF};
        bool is_wall = column == 0 || column == columns - 1;
        int kind = test_random_int(random, 0, 7);
        for (int row = 0; row < (is_wall ? rows : height); row++) {
            made->cells[row][column] = TEST_TILE_FULL;
        }
        if (!is_wall && kind < 4) {
            made->cells[height][column] = tops[kind];
            height += kind == 1 && height < 4 ? 1 : kind == 2 && height > 1 ? -1 : 0;
        } else if (!is_wall && kind == 4 && column < columns - 3) {
            made->cells[height][column] = TEST_TILE_UP_LOW;
            made->cells[height][++column] = TEST_TILE_UP_HIGH;
            for (int row = 0; row < height; row++) {
                made->cells[row][column] = TEST_TILE_FULL;
            }
        }
    }
}

static level make_level(uint64_t seed) {
    test_random random = {seed};
    level made = {.start = 0.5f * (float)test_random_int(&random, -16, 16)};
    add_ground(&made, &random);
    for (int i = 0; i < 4; i++) {
        int row = test_random_int(&random, 6, rows - 2), column = test_random_int(&random, 2, columns - 8);
        uint16_t tile = test_random_int(&random, 0, 1) == 0 ? TEST_TILE_PLATFORM : TEST_TILE_FULL;
        for (int k = 0; k < 5; k++) {
            made.cells[row][column + k] = tile;
        }
    }
    for (int i = 0; i < lifts; i++) {
        made.lifts[i] = (lift){{(float)test_random_int(&random, -8, 8), (float)test_random_int(&random, 4, 8)},
                               {(float)test_random_int(&random, 0, 2), (float)test_random_int(&random, 0, 2)},
                               test_random_float(&random, 1.0f, 4.0f),
                               i == 0};
    }
    thud_runner_input input = {0};
    for (int i = 0; i < steps; i++) {
        if (i % 12 == 0) {
            input.direction = (float)test_random_int(&random, -1, 1);
            input.drop = test_random_int(&random, 0, 5) == 0;
        }
        input.jump = test_random_int(&random, 0, 9) == 0 ? !input.jump : input.jump;
        input.dash = test_random_int(&random, 0, 49) == 0;
        made.input[i] = input;
    }
    if (seed % 2 == 0) {
        assert_int_equal(thud_box((thud_vec2){0.3f, 0.75f}, 0.0f, &made.shape), THUD_OK);
    } else {
        assert_int_equal(thud_capsule((thud_vec2){0.0f, -0.5f}, (thud_vec2){0.0f, 0.5f}, 0.25f, &made.shape),
                         THUD_OK);
    }
    return made;
}

/* ---- in a form ---- */

static thud_vec2 place_of(const play *it, thud_vec2 in_level) {
    float x = it->as.is_mirrored ? -in_level.x : in_level.x;
    return (thud_vec2){it->as.unit * x, it->as.unit * in_level.y};
}

static uint16_t tile_of(const play *it, int column, int row) {
    static const uint16_t mirrored[] = {[TEST_TILE_UP] = TEST_TILE_DOWN,
                                        [TEST_TILE_DOWN] = TEST_TILE_UP,
                                        [TEST_TILE_UP_LOW] = TEST_TILE_DOWN_LOW,
                                        [TEST_TILE_UP_HIGH] = TEST_TILE_DOWN_HIGH};
    uint16_t tile = it->level->cells[row][it->as.is_mirrored ? columns - 1 - column : column];
    bool is_slope = tile >= TEST_TILE_UP && tile <= TEST_TILE_UP_HIGH;
    return it->as.is_mirrored && is_slope ? mirrored[tile] : tile;
}

/* The tile in a quarter of a cell. */
static uint16_t quarter_of(uint16_t tile, int right, int upper) {
    static const uint16_t quarters[][4] = {
        /* lower left, lower right, upper left, upper right */
        [TEST_TILE_FULL] = {1, 1, 1, 1},
        [TEST_TILE_UP] = {TEST_TILE_UP, 1, 0, TEST_TILE_UP},
        [TEST_TILE_DOWN] = {1, TEST_TILE_DOWN, TEST_TILE_DOWN, 0},
        [TEST_TILE_UP_LOW] = {TEST_TILE_UP_LOW, TEST_TILE_UP_HIGH, 0, 0},
        [TEST_TILE_UP_HIGH] = {1, 1, TEST_TILE_UP_LOW, TEST_TILE_UP_HIGH},
        [TEST_TILE_PLATFORM] = {0, 0, TEST_TILE_PLATFORM, TEST_TILE_PLATFORM},
        [TEST_TILE_HALF] = {1, 1, 0, 0}};
    return quarters[tile][2 * upper + right];
}

static void add_grid(const play *it, thud_vec2 corner, int wide, int high, const uint16_t *cells, float cell) {
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = test_tile_set();
    def.columns = wide;
    def.rows = high;
    def.cells = cells;
    def.cell_size = (thud_vec2){cell, cell};
    thud_body_id body = test_add_body(it->world, THUD_BODY_STATIC, corner);
    assert_int_not_equal(thud_tile_grid_create(it->world, body, &def).generation, 0);
}

static void add_tiles(const play *it) {
    uint16_t cells[4 * rows * columns];
    int parts = it->as.is_cut ? 2 : 1;
    float cell = it->as.unit / (float)parts;
    thud_vec2 corner = {-0.5f * (float)columns * it->as.unit, 0.0f};
    for (int i = 0; i < parts * parts * rows * columns; i++) {
        int column = i % (parts * columns), row = i / (parts * columns);
        uint16_t tile = tile_of(it, column / parts, row / parts);
        cells[i] = it->as.is_cut ? quarter_of(tile, column % 2, row % 2) : tile;
        if (it->as.is_single && tile != TEST_TILE_EMPTY) {
            add_grid(it, (thud_vec2){corner.x + (float)column, (float)row}, 1, 1, &tile, 1.0f);
        }
    }
    if (!it->as.is_single) {
        add_grid(it, corner, parts * columns, parts * rows, cells, cell);
    }
}

static thud_vec2 lift_at(const play *it, int i, float time) {
    const lift *moves = &it->level->lifts[i];
    return place_of(it, thud_vec2_mul_add(moves->middle, thud_sin(moves->rate * time), moves->reach));
}

static void add_character(const play *it, character *made, const thud_shape *shape, float x) {
    made->def = thud_mover_defaults_for_unit(it->as.unit);
    made->def.shape = *shape;
    made->def.shape.radius *= it->as.unit;
    for (int i = 0; i < shape->count; i++) {
        made->def.shape.vertices[i] = thud_vec2_scale(shape->vertices[i], it->as.unit);
    }
    assert_true(thud_mover_create(it->world, &made->def, place_of(it, (thud_vec2){x, 12.0f}), &made->state));
}

static play begin(const level *of, form as) {
    play it = {.level = of, .as = as, .def = thud_runner_defaults(), .side = as.is_mirrored ? -1.0f : 1.0f};
    thud_world_def def = thud_world_defaults_for_unit(as.unit);
    it.world = test_world_of(&def);
    add_tiles(&it);
    for (int i = 0; i < lifts; i++) {
        it.lifts[i] = test_add_body(it.world, THUD_BODY_KINEMATIC, lift_at(&it, i, 0.0f));
        thud_shape_def shape = thud_shape_defaults();
        shape.one_way.y = of->lifts[i].is_one_way ? 1.0f : 0.0f;
        thud_body_add_box(it.world, it.lifts[i], &shape, (thud_vec2){1.25f * as.unit, 0.125f * as.unit});
    }
    thud_shape round;
    assert_int_equal(thud_circle((thud_vec2){0.0f, 0.0f}, 0.4f, &round), THUD_OK);
    add_character(&it, &it.hero, &of->shape, of->start);
    add_character(&it, &it.enemy, &round, of->start > 0.0f ? -9.0f : 9.0f);
    thud_runner_scale(&it.def, as.unit);
    it.runner.facing = as.is_mirrored ? -1 : 1;
    return it;
}

static void move(play *it, character *moves) {
    assert_true(
        thud_mover_move(it->world, &moves->def, &moves->state, moves->velocity, TEST_DT, &moves->moved));
}

static void step(play *it, int index) {
    for (int i = 0; i < lifts; i++) {
        thud_body_set_target(it->world, it->lifts[i], lift_at(it, i, (float)(index + 1) * TEST_DT), 0.0f,
                             TEST_DT);
    }
    test_step(it->world, 1);
    thud_runner_input input = it->level->input[index];
    input.direction = it->as.is_mirrored ? -input.direction : input.direction;
    thud_runner_surroundings around = thud_runner_look(&it->wanted, &it->hero.moved);
    it->wanted = thud_runner_step(&it->def, &it->runner, &input, &around, TEST_DT);
    if (it->wanted.drop) {
        thud_mover_drop_through(it->world, &it->hero.def, &it->hero.state);
    }
    it->hero.velocity = it->wanted.mean_velocity;
    move(it, &it->hero);
    it->enemy.velocity = it->enemy.moved.velocity;
    it->enemy.velocity.x = 2.0f * it->side * it->as.unit;
    it->enemy.velocity.y -= 30.0f * TEST_DT * it->as.unit;
    move(it, &it->enemy);
    const thud_mover_surface *wall = &it->enemy.moved.wall;
    it->side = wall->touching && wall->normal.x * it->side < -0.9f ? -it->side : it->side;
}

/* The distance between a character's places in the level as it is and in a form [m]. */
static float apart(const character *usual, const character *other, form as) {
    float x = other->state.position.x / as.unit, y = other->state.position.y / as.unit;
    return thud_vec2_distance(usual->state.position, (thud_vec2){as.is_mirrored ? -x : x, y});
}

/* How many runs in a form part from those in the level as it is. */
static int count_others(form as) {
    int others = 0;
    for (uint64_t seed = 1; seed <= level_count; seed++) {
        const level made = make_level(seed);
        play usual = begin(&made, (form){.unit = 1.0f}), other = begin(&made, as);
        float most = 0.0f;
        for (int i = 0; i < steps && most <= near; i++) {
            step(&usual, i);
            step(&other, i);
            most = thud_max(most, apart(&usual.hero, &other.hero, as));
            most = thud_max(most, apart(&usual.enemy, &other.enemy, as));
        }
        if (most > near) {
            printf("level %d parts by %g m\n", (int)seed, (double)most);
            others++;
        }
        thud_world_destroy(usual.world);
        thud_world_destroy(other.world);
    }
    return others;
}

static void a_mirrored_level_plays_mirrored(void **state) {
    (void)state;
    assert_int_equal(count_others((form){.unit = 1.0f, .is_mirrored = true}), 0);
}

static void another_unit_plays_the_same(void **state) {
    (void)state;
    assert_int_equal(count_others((form){.unit = 64.0f}), 0);
}

static void tiles_cut_in_four_play_the_same(void **state) {
    (void)state;
    assert_int_equal(count_others((form){.unit = 1.0f, .is_cut = true}), 0);
}

static void tiles_on_bodies_of_their_own_play_the_same(void **state) {
    (void)state;
    assert_int_equal(count_others((form){.unit = 1.0f, .is_single = true}), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mirrored_level_plays_mirrored),
        cmocka_unit_test(another_unit_plays_the_same),
        cmocka_unit_test(tiles_cut_in_four_play_the_same),
        cmocka_unit_test(tiles_on_bodies_of_their_own_play_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
