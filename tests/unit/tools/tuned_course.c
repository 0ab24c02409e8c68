#include "tuned_course.h"

#include <string.h>

#include "test.h"

/* ---- level ---- */

/* Parts of 16 columns between walls. # floor, i ice, / and \ slopes, q a step of a quarter, = a platform. */
enum { part_columns = 16, part_rows = 14, part_count = 9 };
static const char letters[] = ".#i/\\q=";

static const char *const parts[part_count][4] = {
    {"................", "................", "................", "#######iiiiiiiii"}, /* 0: flat, then ice */
    {"................", "................", "................", "################"}, /* 1: walls */
    {"................", ".......######...", ".......######...", "################"}, /* 2: a ledge */
    {"................", "................", "................", "################"}, /* 3: water */
    {"................", "................", "................", "################"}, /* 4: a ladder */
    {"................", ".....###........", "..q./###\\.......",
     "################"}, /* 5: slopes and a step */
    {".....####.......", "................", "................", "################"}, /* 6: a low ceiling */
    {"................", "................", "................", "################"}, /* 7: a dash */
    {"...../..........", "..../#..........", ".../##..........", "################"}, /* 8: a long slope */
};

static uint16_t cell_at(int column, int row) {
    int part = column / part_columns, in_part = column % part_columns;
    char letter = in_part == 0 ? '#' : row < 4 ? parts[part][3 - row][in_part] : '.';
    return (uint16_t)(strchr(letters, letter) - letters);
}

static void make_level(course *on) {
    thud_tile_def *tiles = on->tiles;
    tiles[0] = thud_tile_empty();
    tiles[course_floor_tile] = thud_tile_full();
    tiles[2] = thud_tile_full();
    tiles[2].material.friction = 0.05f;
    tiles[3] = thud_tile_slope(0.0f, 1.0f);
    tiles[4] = thud_tile_slope(1.0f, 0.0f);
    tiles[5] = thud_tile_slope(0.25f, 0.25f);
    tiles[6] = thud_tile_platform();
    static uint16_t cells[part_rows * (part_count * part_columns + 1)];
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, course_tiles};
    def.columns = part_count * part_columns + 1;
    def.rows = part_rows;
    for (int i = 0; i < def.columns * def.rows; i++) {
        int column = i % def.columns;
        cells[i] = column < part_count * part_columns ? cell_at(column, i / def.columns) : 1;
    }
    def.cells = cells;
    thud_body_def ground = thud_body_defaults();
    on->grid = thud_tile_grid_create(on->world, thud_body_create(on->world, &ground), &def);
    assert_int_not_equal(on->grid.generation, 0);
}

/* ---- things ---- */

static const char soft[] = "soft"; /* user data of what the judge calls so */

static thud_mover_verdict judge(thud_world *world, thud_shape_id shape, void *context) {
    (void)context;
    return thud_shape_definition(world, shape).user_data == soft ? THUD_MOVER_SOFT : THUD_MOVER_SOLID;
}

static void add_thing(const course *on, thud_body_type type, thud_vec2 at, thud_vec2 half, float radius) {
    thud_body_def body_def = thud_body_defaults();
    body_def.type = type;
    body_def.position = at;
    body_def.velocity =
        type == THUD_BODY_DYNAMIC && radius > 0.0f ? (thud_vec2){2.0f, -4.0f} : body_def.velocity;
    thud_body_id body = thud_body_create(on->world, &body_def);
    thud_shape_def def = thud_shape_defaults();
    def.density = 20.0f;
    if (type == THUD_BODY_STATIC) {
        def.user_data = (void *)(uintptr_t)soft;
    }
    if (radius > 0.0f) {
        thud_body_add_circle(on->world, body, &def, (thud_vec2){0.0f, 0.0f}, radius);
    } else {
        thud_body_add_box(on->world, body, &def, half);
    }
}

/* A crate to push, a ball and a box that fall, a body to pass through, and a plank on an edge to stand on. */
static void add_things(const course *on) {
    const thud_vec2 half = {0.5f, 0.5f};
    add_thing(on, THUD_BODY_DYNAMIC, (thud_vec2){6.0f, 1.5f}, half, 0.0f);
    add_thing(on, THUD_BODY_DYNAMIC, (thud_vec2){20.0f, 6.0f}, half, 0.5f);
    add_thing(on, THUD_BODY_DYNAMIC, (thud_vec2){23.0f, 6.0f}, half, 0.0f);
    add_thing(on, THUD_BODY_STATIC, (thud_vec2){108.0f, 1.5f}, half, 0.4f);
    add_thing(on, THUD_BODY_DYNAMIC, (thud_vec2){124.0f, 1.2f}, (thud_vec2){0.1f, 0.2f}, 0.0f);
    add_thing(on, THUD_BODY_DYNAMIC, (thud_vec2){124.0f, 1.5f}, (thud_vec2){2.0f, 0.1f}, 0.0f);
}

/* ---- players ---- */

/* What a player does: a number of steps, then the buttons that are held for them, over and over where the script
 * ends; l r u d, j jump, x dash, - none. */
typedef struct course_part {
    float x, y; /* where it starts [m] */
    const char *script;
    bool in_water, on_ladder;
} course_part;

static const course_part roles[] = {
    {3.0f, 1.81f, "40r20-30r15l40rj15l3rj40r20l20r", false,
     false},                                                     /* pushes the crate, slides on ice, jumps */
    {17.5f, 12.0f, "60l2lj30l2lj10l2rj60r2lj52l", false, false}, /* along walls */
    {43.0f, 3.81f, "9r2rj9r2lj8l2lj", false, false},             /* taps, over edges too */
    {56.0f, 3.0f, "30-30u30ru30dl10uj20-10j", true, false},      /* swims */
    {72.0f, 2.0f, "30u20ur30d20-10j", false, true},              /* climbs */
    {81.0f, 1.81f, "80r60l20-80r", false, false},                /* over a step and two slopes */
    {100.9f, 1.81f, "10-20j40-30j", false, false},               /* its head meets the corner of a ceiling */
    {105.5f, 1.81f, "20r40-30r", false, false},                  /* through the soft body */
    {114.0f, 1.81f, "4rx4r4x4-", false, false},                  /* dashes */
    {125.5f, 2.5f, "100-", false, false},                        /* on the crate's plank */
    {132.6f, 6.0f, "60-20l40-20r", false, false},                /* falls on a slope */
};
enum { player_count = sizeof roles / sizeof *roles };

static unsigned bit_of(char letter) {
    static const char names[] = "lrudjx";
    const char *at = strchr(names, letter);
    return at != NULL ? 1u << (at - names) : 0u;
}

/* The buttons of a step. */
static unsigned pressed(const char *script, int step) {
    for (const char *at = script;; at = *at != '\0' ? at : script) {
        int steps = 0;
        unsigned buttons = 0;
        for (; *at >= '0' && *at <= '9'; at++) {
            steps = 10 * steps + (*at - '0');
        }
        for (; *at != '\0' && (*at < '0' || *at > '9'); at++) {
            buttons |= bit_of(*at);
        }
        if (step < steps) {
            return buttons;
        }
        step -= steps;
    }
}

static thud_runner_input input_of(unsigned buttons) {
    return (thud_runner_input){.direction = (float)((buttons >> 1) & 1u) - (float)(buttons & 1u),
                               .climb = (float)((buttons >> 2) & 1u) - (float)((buttons >> 3) & 1u),
                               .jump = (buttons & 16u) != 0,
                               .dash = (buttons & 32u) != 0};
}

static uint64_t folded(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ byte[i]) * 1099511628211ull;
    }
    return hash;
}

static void move(course *on, course_player *player, const course_part *role, float dt) {
    const float surface = 6.0f; /* of the water [m] */
    thud_runner_surroundings around = thud_runner_look(&player->wanted, &player->moved);
    around.water = role->in_water && player->state.position.y < surface;
    around.ladder = role->on_ladder;
    thud_runner_input input = input_of(pressed(role->script, on->step));
    player->wanted = thud_runner_step(&on->runner, &player->runner, &input, &around, dt);
    assert_int_equal(player->wanted.status, THUD_OK);
    assert_true(thud_mover_move(on->world, &on->mover, &player->state, player->wanted.mean_velocity, dt,
                                &player->moved));
    player->sight = folded(player->sight, &player->state.position, sizeof player->state.position);
    player->sight = folded(player->sight, &player->moved.velocity, sizeof player->moved.velocity);
}

uint64_t course_move(course *on, float dt) {
    uint64_t sight = 14695981039346656037ull;
    for (int i = 0; i < player_count; i++) {
        move(on, &on->players[i], &roles[i], dt);
        sight = folded(sight, &on->players[i].sight, sizeof on->players[i].sight);
    }
    on->step++;
    return sight;
}

void course_open(course *on, thud_world *world) {
    memset(on, 0, sizeof *on);
    on->world = world;
    on->runner = thud_runner_defaults();
    on->mover = thud_mover_defaults();
    on->mover.judge = judge;
    make_level(on);
    add_things(on);
    for (int i = 0; i < player_count; i++) {
        thud_vec2 at = {roles[i].x, roles[i].y};
        assert_true(thud_mover_create(world, &on->mover, at, &on->players[i].state));
    }
}
