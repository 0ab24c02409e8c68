/* tuned_course.h: a level of tiles with a player for each thing that the numbers of runner, mover and tiles change. */
#pragma once

#include "thud/mover.h"
#include "thud/runner.h"
#include "thud/tile_grid.h"

enum { course_most_players = 16, course_tiles = 7 };

typedef struct course_player {
    thud_runner runner;
    thud_mover_state state;
    thud_mover_result moved;
    thud_runner_result wanted;
    uint64_t sight; /* a hash of all that it did */
} course_player;

typedef struct course {
    thud_world *world;
    thud_tile_grid_id grid;
    thud_tile_def tiles[course_tiles]; /* of the grid */
    thud_runner_def runner;            /* of all players, like the next */
    thud_mover_def mover;
    course_player players[course_most_players];
    int step;
} course;

/* The number of the tile that most of the floor is made of. */
enum { course_floor_tile = 1 };

/* Makes level, things and players in an empty world. */
void course_open(course *on, thud_world *world);

/* One step of all players; to be called after the step of the world. Returns a hash of what can be seen of them. */
uint64_t course_move(course *on, float dt);
