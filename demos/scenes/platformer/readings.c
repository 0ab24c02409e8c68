/* The mover's result and the runner's state, in words. */
#include "platformer.h"

/* Without the sign of a zero, which would flicker. */
static double shown(float value) {
    return thud_abs(value) < 0.005f ? 0 : (double)value;
}

/* A surface: its normal, and the cell where it is one of the grid's. */
static void add_surface(scene_page *page, const char *name, const thud_scene *scene,
                        const thud_mover_surface *surface) {
    thud_tile_hit hit = {0};
    if (!surface->touching) {
        scene_tell(page, name, "-");
    } else if (thud_tile_of_contact(scene->world, surface->shape, surface->point, surface->normal, &hit) &&
               hit.grid.generation) {
        scene_tell(page, name, "%5.2f %5.2f  tile %d at %d, %d", shown(surface->normal.x),
                   shown(surface->normal.y), hit.tile, hit.column, hit.row);
    } else {
        scene_tell(page, name, "%5.2f %5.2f  body %u", shown(surface->normal.x), shown(surface->normal.y),
                   surface->body.slot);
    }
}

void platformer_readings(const thud_scene *scene, scene_page *page) {
    static const char *const phases[] = {"in the air",  "on the floor", "down a wall",
                                         "on a ladder", "in water",     "dashing"};
    const platformer *state = scene->state;
    const platformer_player *player = &state->player;
    const thud_mover_result *moved = &player->moved;
    scene_tell(page, "runner", "%s", phases[player->runner.phase]);
    scene_tell(page, "wanted [m/s]", "%6.2f %6.2f", shown(player->wanted.velocity.x),
               shown(player->wanted.velocity.y));
    scene_tell(page, "velocity [m/s]", "%6.2f %6.2f", shown(moved->velocity.x), shown(moved->velocity.y));
    add_surface(page, "floor", scene, &moved->floor);
    add_surface(page, "wall", scene, &moved->wall);
    add_surface(page, "ceiling", scene, &moved->ceiling);
    scene_tell(page, "floor's velocity", "%6.2f %6.2f", shown(moved->floor_velocity.x),
               shown(moved->floor_velocity.y));
    scene_tell(page, "friction", "%.2f", (double)moved->friction);
    scene_tell(page, "stepped [m]", "%+.3f, to smooth %+.3f", (double)moved->stepped, (double)player->lift);
    scene_tell(page, "landing speed", "%.2f m/s", (double)moved->landing_speed);
    scene_tell(page, "hits", "%d", moved->hit_count);
    for (int i = 0; i < moved->hit_count && i < 3; i++) {
        const thud_mover_hit *hit = &moved->hits[i];
        scene_tell(page, "    a hit", "body %u after %.3f m, %.1f N s", hit->body.slot, (double)hit->travel,
                   (double)hit->impulse);
    }
    scene_tell(page, "crushed", "%s, %d times so far", moved->crushed ? "now" : "no", player->crushed);
    scene_tell(page, "coyote, buffer", "%.2f s, %.2f s", (double)player->runner.coyote_left,
               (double)player->runner.buffer_left);
    scene_tell(page, "dash", "%s", player->runner.has_dashed ? "used" : "ready");
    scene_tell(page, "started anew", "%d times", player->respawns);
}
