/* runner_look.c: reads the result of a mover's move for a runner: floor, walls, ladders, water. */
#include <stddef.h>

#include "thud/mover.h"
#include "thud/runner.h"

#define UPRIGHT 0.9f /* least level part of a wall's normal: cosine of 25 degrees */

thud_runner_surroundings thud_runner_look(const thud_runner_result *wanted, const thud_mover_result *moved) {
    thud_runner_surroundings around = {0};
    if (wanted == NULL || moved == NULL) {
        return around;
    }
    around.on_floor = moved->floor.touching;
    around.at_ceiling = moved->ceiling.touching;
    around.floor_friction = moved->friction;
    if (moved->wall.touching && thud_abs(moved->wall.normal.x) > UPRIGHT) {
        around.wall = moved->wall.normal.x < 0 ? 1 : -1;
    }
    around.floor_velocity = moved->left_floor ? moved->floor_velocity : around.floor_velocity;
    if (moved->left_floor || moved->landed) {
        around.gained = thud_vec2_sub(moved->velocity, wanted->mean_velocity);
    }
    return around;
}
