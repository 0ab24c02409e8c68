/*
 * platformer.h: the parts of the scene platformer, which share one state.
 *
 *     level.c      a Tiled map becomes a tile grid, things that move, and places
 *     things.c     what moves by itself: platforms, wheels, a crusher, crates, a seesaw, a bridge, walkers, a boulder
 *     player.c     a step of the player: input, runner, mover, then the places that it is in
 *     jumps.c      the last jumps, laid over each other
 *     camera.c     what the picture shows
 *     picture.c    how it looks
 *     readings.c   the mover's result in words, for the panel
 *     recording.c  the input of the demonstration
 */
#pragma once

#include "scene.h"
#include "thud/joint.h"
#include "thud/mover.h"
#include "thud/runner.h"
#include "thud/tile_grid.h"
#include "thud/tiled.h"

enum {
    platformer_most_machines = 16,
    platformer_most_places = 40, /* of each kind */
    platformer_most_areas = 120,
    platformer_most_coins = 64,
    platformer_most_bodies = 32,
    platformer_most_walkers = 4,
    platformer_kept_jumps = 5,
    platformer_jump_points = 240 /* steps that are kept of a jump at most */
};

/* ---- what is pressed ---- */

/* A step's input as bits, as it is recorded. */
enum {
    PLATFORMER_LEFT = 1,
    PLATFORMER_RIGHT = 2,
    PLATFORMER_UP = 4,
    PLATFORMER_DOWN = 8,
    PLATFORMER_JUMP = 16,
    PLATFORMER_DASH = 32
};

/* ---- things ---- */

/* How a platform goes there and back. */
typedef enum platformer_motion {
    PLATFORMER_SINE,   /* speeds up and slows down */
    PLATFORMER_BOUNCE, /* with one speed, reversing at once */
    PLATFORMER_SLAM    /* there slowly, back in a tenth of the time: a crusher */
} platformer_motion;

/* A kinematic body on its path. */
typedef struct platformer_machine {
    thud_body_id body;
    thud_vec2 from, translation; /* [m] */
    float period;        /* there and back [s]; 0: it does not travel */
    float spin;          /* [rad/s] */
    platformer_motion motion;
} platformer_machine;

/* A character that paces up and down. */
typedef struct platformer_walker {
    thud_mover_def def;
    thud_mover_state state;
    thud_mover_result moved;
    float left, right; /* where it turns [m] */
    float direction;   /* -1 or 1 */
    float fall_speed;  /* [m/s], <= 0 */
} platformer_walker;

typedef struct platformer_boulder {
    thud_body_id body;
    thud_vec2 start;
    thud_vec2 push; /* its velocity when it is let go [m/s] */
    float radius;   /* [m] */
    float trigger;  /* x of the player that lets it go [m] */
    bool is_loose;
} platformer_boulder;

/* ---- places ---- */

typedef struct platformer_sign {
    thud_aabb box;
    const char *title, *line; /* of the map */
} platformer_sign;

typedef enum platformer_area_kind {
    PLATFORMER_LADDER,
    PLATFORMER_WATER,
    PLATFORMER_WIND
} platformer_area_kind;

typedef struct platformer_area {
    platformer_area_kind kind;
    thud_aabb box;
    thud_vec2 flow; /* of water and wind [m/s] */
} platformer_area;

typedef struct platformer_coin {
    thud_vec2 at;
    bool is_taken;
} platformer_coin;

/* ---- jumps ---- */

/* Path of the player from the step of a jump to landing. */
typedef struct platformer_jump {
    thud_vec2 points[platformer_jump_points]; /* a step each, from where it began [m] */
    int count;
    float height;          /* [m] */
    float apex_time, time; /* until the highest point, and in all [s] */
    bool was_late;         /* after the edge: the coyote time made it possible */
    bool was_early;        /* pressed before landing: the jump buffer kept it */
} platformer_jump;

typedef struct platformer_jumps {
    platformer_jump kept[platformer_kept_jumps]; /* the newest is number begun - 1, modulo their count */
    int begun;
    bool is_rising_or_falling;
} platformer_jumps;

/* ---- the player ---- */

typedef struct platformer_player {
    thud_mover_def def;
    thud_mover_state state;
    thud_mover_result moved;
    thud_runner_def runner_def;
    thud_runner runner;
    thud_runner_surroundings around;
    thud_runner_result wanted;
    thud_vec2 spawn; /* where it starts anew [m] */
    float lift;      /* of the drawn figure, which follows a step late [m] */
    float stride;    /* of its legs [m] */
    int coins, checkpoints, respawns, jumps;
    int crushed; /* how often */
    bool is_home;
    uint64_t home_step;
} platformer_player;

/* ---- all of it ---- */

typedef struct platformer {
    thud_tiled_map *map;
    thud_tile_grid_id grid;
    thud_body_id ground;
    platformer_machine machines[platformer_most_machines];
    int machine_count;
    platformer_walker walkers[platformer_most_walkers];
    int walker_count;
    platformer_boulder boulder;
    platformer_sign signs[platformer_most_places];
    int sign_count;
    thud_vec2 pivots[platformer_most_places]; /* of seesaws [m] */
    int pivot_count;
    thud_aabb checkpoints[platformer_most_places];
    int checkpoint_count;
    platformer_area areas[platformer_most_areas];
    int area_count;
    platformer_coin coins[platformer_most_coins];
    int coin_count;
    thud_aabb goal;
    platformer_player player;
    platformer_jumps jumps;
    thud_vec2 camera;      /* [m] */
    thud_vec2 last_camera; /* before the last step [m] */
    float look;            /* ahead of the player [m] */
    bool is_demonstration; /* the recording plays */
    uint64_t last_press;   /* the step of the last key [steps] */
} platformer;

static inline platformer *platformer_of(const thud_scene *scene) {
    return scene->state;
}

/* ---- level.c ---- */

/* Whether there is room for one more than `count`; else scene->error says that there is not. */
bool platformer_has_room(thud_scene *scene, int count, int most);

/* Reads the map and makes all that is in it; false: scene->error says why. */
bool platformer_load(thud_scene *scene, const char *path);

/* ---- things.c ---- */

/* Each creates what an object of the map describes. */
void platformer_add_platform(thud_scene *scene, const thud_tiled_object *object);
void platformer_add_wheel(thud_scene *scene, const thud_tiled_object *object);
void platformer_add_crate(thud_scene *scene, const thud_tiled_object *object);
void platformer_add_seesaw(thud_scene *scene, const thud_tiled_object *object);
void platformer_add_bridge(thud_scene *scene, const thud_tiled_object *object);
void platformer_add_walker(thud_scene *scene, const thud_tiled_object *object);
void platformer_add_boulder(thud_scene *scene, const thud_tiled_object *object);

/* Gives the platforms the velocities that take them along their paths; before the world's step. */
void platformer_move_machines(thud_scene *scene, float dt);

/* Moves the walkers; after the world's step. */
void platformer_move_walkers(thud_scene *scene, float dt);

/* Lets the boulder go when the player has passed; puts it back when the player starts anew. */
void platformer_roll_boulder(thud_scene *scene);
void platformer_reset_boulder(thud_scene *scene);

/* ---- player.c ---- */

void platformer_make_player(thud_scene *scene, thud_vec2 start);

/* A step with these buttons; after the world's step. */
void platformer_move_player(thud_scene *scene, unsigned buttons, float dt);

/* ---- jumps.c ---- */

void platformer_begin_jump(platformer_jumps *jumps, thud_vec2 at, bool was_late, bool was_early);

/* A step of the jump that has begun, if it has not ended yet. */
void platformer_follow_jump(platformer_jumps *jumps, thud_vec2 at, bool has_ended, float dt);

void platformer_draw_jumps(const platformer_jumps *jumps, const scene_painter *painter);

/* ---- readings.c ---- */

/* What the last move found, in words. */
void platformer_readings(const thud_scene *scene, scene_page *page);

/* ---- recording.c ---- */

/* The buttons of a step of the demonstration; 0 after its end, which is at platformer_recorded_steps. */
unsigned platformer_recorded(uint64_t step);
uint64_t platformer_recorded_steps(void);

/* ---- camera.c ---- */

void platformer_move_camera(thud_scene *scene, float dt);

/* ---- picture.c ---- */

void platformer_draw_behind(const thud_scene *scene, const scene_painter *painter);
void platformer_draw(const thud_scene *scene, const scene_painter *painter);
