#include <stdio.h>
#include <thud/thud.h>

enum { COLUMNS = 40, ROWS = 7 };
static const char *const level[ROWS] = { /* # solid, / slope, = platform to jump through, F flag */
    "#......................................#", "#................................F.....#",
    "#............................==========#", "#......................................#",
    "#...............###....====............#", "#......./####...###....................#",
    "########################################"};

int main(void) {
    thud_world_def world_def = thud_world_defaults();
    thud_world *world = thud_world_create(&world_def);

    /* The level: a tile for each character; the grid's rows go upwards. */
    const thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full(), thud_tile_slope(0, 1), thud_tile_platform()};
    uint16_t cells[ROWS * COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        char c = level[ROWS - 1 - i / COLUMNS][i % COLUMNS];
        cells[i] = c == '#' ? 1 : c == '/' ? 2 : c == '=' ? 3 : 0;
    }
    thud_body_def ground_def = thud_body_defaults();
    thud_tile_grid_def grid_def = thud_tile_grid_defaults();
    grid_def.tiles = (thud_tile_set){tiles, 4};
    grid_def.columns = COLUMNS;
    grid_def.rows = ROWS;
    grid_def.cells = cells;
    thud_tile_grid_create(world, thud_body_create(world, &ground_def), &grid_def);

    /* The player: the runner turns buttons into a velocity, the mover moves by it among the tiles. */
    thud_runner_def run = thud_runner_defaults(); /* jump_height, coyote_time, ... */
    thud_mover_def hero = thud_mover_defaults();  /* shape, floor_angle, step_height, ... */
    thud_runner runner = {0};
    thud_mover_state state;
    thud_mover_result moved = {0};
    thud_runner_result wanted = {0};
    thud_mover_create(world, &hero, (thud_vec2){2, 2}, &state);
    const float dt = 1.0f / 60.0f;
    for (int step = 0; step < 1200 && state.position.x < 33; step++) {
        thud_world_step(world, dt);
        thud_runner_surroundings around = thud_runner_look(&wanted, &moved); /* on the floor, at a wall, ... */
        /* Your keys go here. This player runs to the right, and jumps at walls and below platforms. */
        float x = state.position.x;
        thud_runner_input input = {.direction = 1, .jump = around.wall == 1 || (x > 21 && x < 25) || x > 26.5f};
        wanted = thud_runner_step(&run, &runner, &input, &around, dt);
        thud_mover_move(world, &hero, &state, wanted.mean_velocity, dt, &moved);
        if (wanted.jumped || moved.landed) {
            printf("step %d: %s at %.1f, %.1f\n", step, moved.landed ? "landed" : "jumped", (double)x,
                   (double)state.position.y);
        }
    }
    bool is_there = state.position.x >= 33 && state.position.y > 5;
    printf("the flag is %s\n", is_there ? "reached" : "missed");
    thud_world_destroy(world);
    return is_there ? 0 : 1;
}
