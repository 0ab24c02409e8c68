/*
 * Tile grids behave like their merged outline. Bodies of every kind slide over floors, ramps, walls and ceilings of
 * tiles, over feet and tops of slopes, borders of chunks and changes of material, as on a chain of the same outline.
 *
 * Before faces between tiles were removed (platformer/tile_faces.c), 12 of 60 rides from a slope of 1:2 to one of
 * 45 degrees were rough: at 100 m/s a box that slid up with its corner was stopped by the side of the full tile
 * behind each slope tile, and flew 18 m up.
 *
 * THUD_RIDES=1 prints each rough ride.
 */
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include "reference/random_shapes.h"
#include "reference/test_world.h"
#include "scene/riders.h"
#include "thud/chain.h"
#include "thud/tile_grid.h"

/* ---- courses ---- */

/* The tiles of a course, before it is flipped. */
enum { EMPTY, FULL, OTHER_FULL, UP, DOWN, UP_LOW, UP_HIGH, DOWN_HIGH, DOWN_LOW, HALF, PLATFORM, TILES };

/* The heights of a course at the sides of columns, in half cells. 45 degrees is a rise of 2 from an even height. */
typedef struct course {
    const char *name;
    int first, then; /* rise of each column before KINK, and from there on */
    bool platform;   /* a line of platform tiles on the highest row, nothing below */
    unsigned flips;  /* of the whole course: a ceiling, a wall */
    bool patchy;     /* full tiles of two surfaces */
} course;

/* Columns of the longest course, the column of its bend, and rows below its lowest point. */
enum { MOST_COLUMNS = 720, KINK = 12, DEEP = 3 };

typedef struct built_course {
    int heights[MOST_COLUMNS + 1]; /* in half cells, >= 2 * DEEP */
    int columns, rows;
} built_course;

static void build_heights(const course *from, int columns, built_course *built) {
    int lowest = 0, highest = 0;
    built->columns = columns;
    built->heights[0] = 0;
    for (int i = 0; i < columns; i++) {
        built->heights[i + 1] = built->heights[i] + (i < KINK ? from->first : from->then);
        lowest = built->heights[i + 1] < lowest ? built->heights[i + 1] : lowest;
    }
    lowest -= lowest % 2 != 0;
    for (int i = 0; i <= columns; i++) {
        built->heights[i] += 2 * DEEP - lowest;
        highest = built->heights[i] > highest ? built->heights[i] : highest;
    }
    built->rows = highest / 2 + 1;
}

/* The tile of a cell. */
static uint16_t tile_at(const course *from, const built_course *built, int column, int row) {
    int left = built->heights[column] - 2 * row, right = built->heights[column + 1] - 2 * row;
    int low = left < right ? left : right;
    if (from->platform) {
        return left == 2 && right == 2 ? PLATFORM : EMPTY;
    }
    if (low >= 2) {
        return from->patchy && (column * 7 + row * 5) % 11 < 4 ? OTHER_FULL : FULL;
    }
    if (left == 0 && right == 2) {
        return UP;
    }
    if (left == 2 && right == 0) {
        return DOWN;
    }
    if (low == 0) {
        return left == right ? EMPTY : left < right ? UP_LOW : DOWN_LOW;
    }
    return low < 0 ? EMPTY : left == right ? HALF : left < right ? UP_HIGH : DOWN_HIGH;
}

static void make_tiles(thud_tile_def tiles[TILES], unsigned flips) {
    tiles[EMPTY] = thud_tile_empty();
    tiles[FULL] = tiles[OTHER_FULL] = thud_tile_full();
    tiles[OTHER_FULL].material_id = 1;
    tiles[UP] = thud_tile_slope(0.0f, 1.0f);
    tiles[DOWN] = thud_tile_slope(1.0f, 0.0f);
    tiles[UP_LOW] = thud_tile_slope(0.0f, 0.5f);
    tiles[UP_HIGH] = thud_tile_slope(0.5f, 1.0f);
    tiles[DOWN_HIGH] = thud_tile_slope(1.0f, 0.5f);
    tiles[DOWN_LOW] = thud_tile_slope(0.5f, 0.0f);
    tiles[HALF] = thud_tile_slope(0.5f, 0.5f);
    tiles[PLATFORM] = thud_tile_platform();
    for (int i = 0; i < TILES; i++) {
        tiles[i] = thud_tile_turned(&tiles[i], flips);
        tiles[i].material.friction = 0.0f;
    }
}

/* A point or direction of a course after its flips; the course is flipped about the origin. */
static thud_vec2 flip(const course *from, thud_vec2 point) {
    point = from->flips & THUD_TILE_FLIP_DIAGONAL ? thud_vec2_make(point.y, point.x) : point;
    point.x = from->flips & THUD_TILE_FLIP_X ? -point.x : point.x;
    point.y = from->flips & THUD_TILE_FLIP_Y ? -point.y : point.y;
    return point;
}

static void lay_tiles(thud_world *world, const course *from, const built_course *built) {
    bool diagonal = from->flips & THUD_TILE_FLIP_DIAGONAL;
    thud_tile_def tiles[TILES];
    make_tiles(tiles, from->flips);
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, TILES};
    def.columns = diagonal ? built->rows : built->columns;
    def.rows = diagonal ? built->columns : built->rows;
    def.origin.x = from->flips & THUD_TILE_FLIP_X ? -(float)def.columns : 0.0f;
    def.origin.y = from->flips & THUD_TILE_FLIP_Y ? -(float)def.rows : 0.0f;
    uint16_t *cells = calloc((size_t)(def.columns * def.rows), sizeof *cells);
    for (int row = 0; row < built->rows; row++) {
        for (int column = 0; column < built->columns; column++) {
            int x = diagonal ? row : column, y = diagonal ? column : row;
            x = from->flips & THUD_TILE_FLIP_X ? def.columns - 1 - x : x;
            y = from->flips & THUD_TILE_FLIP_Y ? def.rows - 1 - y : y;
            cells[y * def.columns + x] = tile_at(from, built, column, row);
        }
    }
    def.cells = cells;
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    assert_int_not_equal(thud_tile_grid_create(world, body, &def).generation, 0);
    free(cells);
}

/* The same course as one chain. */
static void lay_chain(thud_world *world, const course *from, const built_course *built) {
    static thud_vec2 points[MOST_COLUMNS + 1];
    int count = 0;
    for (int i = 0; i <= built->columns; i++) {
        bool bends = i == 0 || i == built->columns ||
                     built->heights[i + 1] - built->heights[i] != built->heights[i] - built->heights[i - 1];
        if (bends) {
            points[count++] = flip(from, thud_vec2_make((float)i, 0.5f * (float)built->heights[i]));
        }
    }
    thud_material slippery = {0};
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = count;
    def.materials = &slippery;
    def.material_count = 1;
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    assert_int_not_equal(thud_chain_create(world, body, &def).generation, 0);
}

/* ---- rides ---- */

typedef struct ride_def {
    const course *course;
    rider_kind rider;
    bool locked;
    float speed; /* [m/s] */
    float pull;  /* gravity along the first column's normal [m/s^2] */
} ride_def;

typedef struct ride_result {
    float highest;  /* over the ground, above the first height [m] */
    float slowest;  /* [m/s] */
    float last;     /* speed at the end [m/s] */
    float farthest; /* along the course, in columns */
} ride_result;

/* A ride on its way. */
typedef struct rider_state {
    thud_body_id body;
    float height; /* half of the rider's [m] */
    int past;     /* steps past the bend */
    bool ended;
    ride_result result;
} rider_state;

enum { START = 3, MOST_STEPS = 600, STEPS_TO_REST = 30, STEPS_PAST_KINK = 40, RIDES_AT_A_SPEED = 2 * RIDERS };

/* The number of columns for rides at a speed, so that they reach the end of the longest course only. */
static int columns_of(const course *from, float speed) {
    float steps = from->first != from->then ? (float)STEPS_PAST_KINK : (float)MOST_STEPS;
    float columns = (float)(KINK + 32) + 1.1f * speed * steps * TEST_DT;
    return columns < (float)MOST_COLUMNS ? (int)columns : MOST_COLUMNS;
}

static float height_of(const built_course *built, float x) {
    int column = (int)x < 0 ? 0 : (int)x >= built->columns ? built->columns - 1 : (int)x;
    float share = x - (float)column;
    return 0.5f * ((1.0f - share) * (float)built->heights[column] + share * (float)built->heights[column + 1]);
}

/* A point of the world as one of the course before its flips. */
static thud_vec2 unflip(const course *from, thud_vec2 point) {
    if (from->flips & THUD_TILE_FLIP_DIAGONAL) { /* a diagonal flip with another one is not its own inverse */
        point.x = from->flips & THUD_TILE_FLIP_X ? -point.x : point.x;
        point.y = from->flips & THUD_TILE_FLIP_Y ? -point.y : point.y;
        return thud_vec2_make(point.y, point.x);
    }
    return flip(from, point);
}

/* Puts a rider on the course; riders do not collide with each other. */
static rider_state add_rider(thud_world *world, const ride_def *ride, const built_course *built) {
    const course *from = ride->course;
    thud_vec2 normal = thud_vec2_perp(thud_vec2_normalize(thud_vec2_make(2.0f, (float)from->first)));
    rider_state rider = {.result = {.slowest = ride->speed, .highest = -1.0f}};
    thud_shape shape = make_rider(ride->rider, ride->locked, &rider.height);
    thud_vec2 start = {(float)START + 0.3f, height_of(built, (float)START + 0.3f)};
    start = thud_vec2_mul_add(start, rider.height, normal);
    thud_vec2 up = flip(from, normal);
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = flip(from, start);
    def.angle = thud_atan2(-up.x, up.y);
    def.lock_rotation = ride->locked;
    rider.body = thud_body_create(world, &def);
    thud_shape_def shape_def = thud_shape_defaults();
    shape_def.material.friction = 0.0f;
    shape_def.filter.group = -1;
    assert_int_not_equal(thud_body_add_shape(world, rider.body, &shape_def, &shape).generation, 0);
    return rider;
}

/* Looks at a rider after a step. One that has ended its ride leaves the world. */
static void follow(thud_world *world, rider_state *rider, const course *from, const built_course *built) {
    thud_vec2 position = unflip(from, thud_body_position(world, rider->body));
    rider->past += from->first != from->then && position.x > (float)KINK - 0.5f;
    if (position.x > (float)built->columns - 8.0f || position.x < 2.0f || rider->past > STEPS_PAST_KINK) {
        rider->ended = true;
        thud_body_destroy(world, rider->body);
        return;
    }
    thud_vec2 normal = thud_vec2_perp(thud_vec2_normalize(thud_vec2_make(2.0f, (float)from->first)));
    float over = (position.y - height_of(built, position.x)) * normal.y;
    rider->result.highest = thud_max(rider->result.highest, over - rider->height);
    rider->result.last = thud_vec2_length(thud_body_velocity(world, rider->body));
    rider->result.slowest = thud_min(rider->result.slowest, rider->result.last);
    rider->result.farthest = position.x;
}

/* Rides at one speed, all in one world: building it takes longer than a ride. */
static void go(const ride_def rides[RIDES_AT_A_SPEED], const built_course *built, bool tiled,
               ride_result results[RIDES_AT_A_SPEED]) {
    const course *from = rides->course;
    thud_vec2 tangent = thud_vec2_normalize(thud_vec2_make(2.0f, (float)from->first));
    thud_world_def world_def = thud_world_defaults();
    world_def.sleeping = false;
    world_def.gravity = flip(from, thud_vec2_scale(thud_vec2_perp(tangent), -rides->pull));
    thud_world *world = test_world_of(&world_def);
    if (tiled) {
        lay_tiles(world, from, built);
    } else {
        lay_chain(world, from, built);
    }
    rider_state riders[RIDES_AT_A_SPEED];
    for (int r = 0; r < RIDES_AT_A_SPEED; r++) {
        riders[r] = add_rider(world, &rides[r], built);
    }
    test_step(world, STEPS_TO_REST);
    for (int r = 0; r < RIDES_AT_A_SPEED; r++) {
        thud_body_set_velocity(world, riders[r].body, thud_vec2_scale(flip(from, tangent), rides[r].speed),
                               0.0f);
    }
    int riding = RIDES_AT_A_SPEED;
    for (int i = 0; i < MOST_STEPS && riding > 0; i++) {
        test_step(world, 1);
        for (int r = 0; r < RIDES_AT_A_SPEED; r++) {
            if (!riders[r].ended) {
                follow(world, &riders[r], from, built);
                riding -= riders[r].ended;
            }
        }
    }
    for (int r = 0; r < RIDES_AT_A_SPEED; r++) {
        results[r] = riders[r].result;
    }
    thud_world_destroy(world);
}

/* A free body that rolls over its corners diverges after the least difference. */
static bool is_comparable(const ride_def *ride) {
    return ride->locked || ride->rider == BALL;
}

/*
 * Returns true if a ride over tiles equals the ride over the chain: along straight ground up to a thousandth
 * of the speed and 1 mm; at 20 m/s and more continuous collision lifts boxes by up to 1.4 mm for a step where
 * slopes of 45 degrees meet. Past a bend one may be a step ahead of the other one.
 */
static bool fares_alike(const ride_def *ride, const ride_result *chain, const ride_result *tiled) {
    float step = ride->speed * TEST_DT;
    float lift = ride->speed < 20.0f ? 1.0e-3f : 2.0e-3f, miss = 1.0e-3f * ride->speed + 1.0e-3f;
    if (ride->course->first != ride->course->then) {
        lift = 0.01f + (is_comparable(ride) ? 0.5f : 1.0f) * step;
        miss = 0.02f * ride->speed + ride->pull * TEST_DT;
    }
    bool as_fast = tiled->slowest >= chain->slowest - miss && thud_abs(tiled->last - chain->last) <= miss;
    if (!is_comparable(ride) && ride->course->first != ride->course->then) {
        as_fast = tiled->farthest >= chain->farthest - 0.5f - step;
    }
    return tiled->highest <= chain->highest + lift && as_fast;
}

/* Returns the number of rough rides of all riders, free and locked, at a speed. */
static int try_speed(const course *from, float speed) {
    static built_course built;
    ride_def rides[RIDES_AT_A_SPEED];
    ride_result chains[RIDES_AT_A_SPEED], tiles[RIDES_AT_A_SPEED];
    for (int r = 0; r < RIDES_AT_A_SPEED; r++) {
        rides[r] = (ride_def){
            .course = from, .rider = (rider_kind)(r / 2), .locked = r % 2, .speed = speed, .pull = 10.0f};
    }
    build_heights(from, columns_of(from, speed), &built);
    go(rides, &built, false, chains);
    go(rides, &built, true, tiles);
    int rough = 0;
    for (int r = 0; r < RIDES_AT_A_SPEED; r++) {
        const ride_result *chain = &chains[r], *tiled = &tiles[r];
        bool alike = fares_alike(&rides[r], chain, tiled);
        rough += !alike;
        if (!alike && getenv("THUD_RIDES") != NULL) {
            printf("    %s: %s%s at %g m/s: height %.4f (%.4f), slowest %.4f (%.4f), last %.4f (%.4f), "
                   "column %.1f (%.1f)\n",
                   from->name, rides[r].locked ? "locked " : "", rider_names[rides[r].rider], (double)speed,
                   (double)tiled->highest, (double)chain->highest, (double)tiled->slowest,
                   (double)chain->slowest, (double)tiled->last, (double)chain->last, (double)tiled->farthest,
                   (double)chain->farthest);
        }
    }
    return rough;
}

static int try_courses(const course *courses, size_t count) {
    static const float speeds[] = {0.5f, 2.0f, 6.0f, 20.0f, 50.0f, 100.0f};
    enum { speed_count = sizeof speeds / sizeof *speeds };
    int all_rough = 0;
    for (size_t c = 0; c < count; c++) {
        int rough = 0;
        for (int i = 0; i < speed_count; i++) {
            rough += try_speed(&courses[c], speeds[i]);
        }
        printf("%s: %d of %d rides rough\n", courses[c].name, rough, speed_count * RIDES_AT_A_SPEED);
        all_rough += rough;
    }
    return all_rough;
}

static void straight_tiles_are_smooth(void **state) {
    (void)state;
    static const course courses[] = {
        {"floor", 0, 0, false, 0, false},
        {"patchy floor", 0, 0, false, 0, true},
        {"platforms", 0, 0, true, 0, false},
        {"45 degrees up", 2, 2, false, 0, false},
        {"45 degrees down", -2, -2, false, 0, true},
        {"1:2 up", 1, 1, false, 0, false},
        {"1:2 down", -1, -1, false, 0, true},
        {"ceiling", 0, 0, false, THUD_TILE_FLIP_Y, true},
        {"wall", 0, 0, false, THUD_TILE_FLIP_DIAGONAL, false},
        {"patchy wall", 0, 0, false, THUD_TILE_FLIP_DIAGONAL | THUD_TILE_FLIP_X, true},
        {"45 degrees of a ceiling", 2, 2, false, THUD_TILE_FLIP_Y, false},
        {"2:1 up", 1, 1, false, THUD_TILE_FLIP_DIAGONAL, false},
        {"2:1 down", -1, -1, false, THUD_TILE_FLIP_DIAGONAL | THUD_TILE_FLIP_Y, true},
    };
    assert_int_equal(try_courses(courses, sizeof courses / sizeof *courses), 0);
}

static void kinks_are_those_of_the_outline(void **state) {
    (void)state;
    static const course courses[] = {
        {"foot of 1:2", 0, 1, false, 0, false},      {"foot of 45 degrees", 0, 2, false, 0, true},
        {"top of 1:2", 1, 0, false, 0, false},       {"top of 45 degrees", 2, 0, false, 0, true},
        {"down 1:2", 0, -1, false, 0, false},        {"down 45 degrees", 0, -2, false, 0, true},
        {"end of 1:2", -1, 0, false, 0, false},      {"end of 45 degrees", -2, 0, false, 0, true},
        {"1:2 to 45 degrees", 1, 2, false, 0, true}, {"45 degrees to 1:2", 2, 1, false, 0, false},
    };
    assert_int_equal(try_courses(courses, sizeof courses / sizeof *courses), 0);
}

/* At a foot a corner touches the first tile of the slope and the floor that hides this edge. It slid past, sank 12 cm into the
 * slope, and the solver then threw the box about: 12.0 m/s were left. */
static void nothing_sinks_into_the_foot_of_a_slope(void **state) {
    (void)state;
    static const course foot = {"foot of 1:2", 0, 1, false, 0, false};
    static built_course built;
    ride_def rides[RIDES_AT_A_SPEED];
    ride_result results[RIDES_AT_A_SPEED];
    for (int r = 0; r < RIDES_AT_A_SPEED; r++) {
        rides[r] = (ride_def){
            .course = &foot, .rider = (rider_kind)(r / 2), .locked = r % 2, .speed = 20.0f, .pull = 10.0f};
    }
    build_heights(&foot, columns_of(&foot, 20.0f), &built);
    go(rides, &built, true, results);
    for (int r = 0; r < RIDES_AT_A_SPEED; r++) {
        assert_true(results[r].last > 14.9f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_tiles_are_smooth),
        cmocka_unit_test(kinks_are_those_of_the_outline),
        cmocka_unit_test(nothing_sinks_into_the_foot_of_a_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
