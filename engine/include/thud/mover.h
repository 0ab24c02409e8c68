/**
 * mover.h: moves the character of a platformer: a convex shape that walks, jumps and is carried, and is never inside anything solid.
 *
 *     thud_mover_def hero = thud_mover_defaults();  // one for all characters of a kind
 *     thud_mover_state state;
 *     thud_mover_create(world, &hero, (thud_vec2){0, 3}, &state);  // with a kinematic body that the world sees
 *     thud_vec2 velocity = {0, 0};
 *     for (int step = 0; step < 120; step++) {
 *         thud_world_step(world, 1 / 60.0f);  // first the world, then the movers, then draw
 *         thud_mover_result result;
 *         velocity.x = 5;
 *         velocity.y -= 30 / 60.0f;  // gravity is the game's
 *         thud_mover_move(world, &hero, &state, velocity, 1 / 60.0f, &result);
 *         velocity = result.velocity;
 *         if (result.floor.touching && step == 90) velocity.y = 12;  // jumps
 *     }
 *
 * Velocities are those of the character relative to what it stands on: a character that stands still on a lift has the velocity 0. On
 * the floor they have no part along `up`: one that is given (a jump) leaves the floor. In the air they are relative to the world; what
 * the platform adds at that moment says `leaving`.
 *
 * Order: thud_world_step, then one move of each mover with the same dt. A move carries the mover by exactly what its floor has moved
 * since its last move, and pushes it out of what has moved into it; so what is drawn after it neither sinks in nor floats. Where a
 * mover stands on another, move the lower one first.
 *
 * Movers with bodies keep out of each other. One that walks or falls stops at the other. One that is carried by its floor, or pushed by what
 * has moved into it, pushes the other at once, with all those behind that one, as far as they have room; where they have none it is carried no
 * farther, or crushed between what pushes it and the other. So no move ends inside of another mover by more than the world's slop, but where it
 * reports that the mover is crushed. The body of a mover that has been pushed is where it was pushed to, its state is there after its own next
 * move: to draw a crowd without overlaps draw each where its body is (thud_body_position), or move those first that push the others.
 *
 * The mover keeps its distance `skin` from what it touches. It does not turn: give the state another rotation, or the definition another
 * shape (crouching), between moves, where thud_mover_fits says that there is room.
 *
 * The lower layer, thud_planes_..., is plain functions over arrays of planes, without a world: for a mover of your own.
 *
 * Threads: thud_mover_test and thud_mover_fits like the calls of query.h; calls that take a state that is not const change the world (the
 * body, what is pushed) and need it alone. thud_planes_... anywhere.
 */
#ifndef THUD_MOVER_H
#define THUD_MOVER_H

#include "thud/query.h"
#include "thud/tile_grid.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Hits that a result holds at most; further ones are counted in none. */
#define THUD_MOVER_HITS 8

/* ---- definition ---- */

/** What a shape is to a mover. */
typedef enum thud_mover_verdict {
    THUD_MOVER_SOLID = 0, /**< as it is: solid, or one-way where the shape has a one-way direction */
    THUD_MOVER_IGNORE,    /**< not there */
    THUD_MOVER_ONE_WAY, /**< holds only from above (against `up`), and only what was wholly above it when the move began */
    THUD_MOVER_SOFT /**< can be walked through; pushes out with at most soft_speed */
} thud_mover_verdict;

/** Asked about each shape near the mover that its filter lets through, at times more than once a move. Must not change the world. */
typedef thud_mover_verdict thud_mover_judge(thud_world *world, thud_shape_id shape, void *context);

/** What of its floor's velocity a mover has when it leaves the floor. What it is given then is taken off when it lands. */
typedef enum thud_mover_leaving {
    THUD_LEAVING_KEEPS_ALL = 0, /**< all: a jump from a moving cart stays above the cart */
    THUD_LEAVING_KEEPS_UPWARD, /**< only what is upwards: a lift that rises makes a higher jump, one that sinks no lower one */
    THUD_LEAVING_KEEPS_NONE /**< none */
} thud_mover_leaving;

/** How a character moves. Lengths and speeds in metres for a character of 1 to 2 m; see thud_mover_defaults_for_unit. */
typedef struct thud_mover_def {
    thud_shape
        shape; /**< convex, in the character's frame; a capsule of radius 0.3 and height 1.6, its middle at the origin */
    thud_vec2 up; /**< any length but zero; (0, 1) */
    float
        floor_angle; /**< steepest ground to stand and walk on, from level [rad], 0 to pi/2 (excluded); 0.8 (46 degrees) */
    float step_height; /**< ledges that it walks up and down without a jump [m], >= 0; 0.35 */
    float
        hold_speed; /**< where the ground falls away, slower movers stay on it, faster ones fly off [m/s], >= 0; 30 */
    float corner_slip; /**< how far a jump is moved aside to pass the corner of a ceiling [m], >= 0; 0.1 */
    float skin;        /**< distance kept from what it touches [m], > 0; 0.002 */
    bool
        level_speed; /**< true: slopes leave the speed across `up` as it is; false: the speed along the ground; false */
    bool
        slides_at_rest; /**< true: a mover that has fallen on a slope slides into its motion along it; false: it lands; false */
    thud_mover_leaving leaving; /**< keeps all */
    float mass;                 /**< weighs on dynamic bodies that it stands on [kg], >= 0; 70 */
    float push_force;           /**< pushes dynamic bodies with at most this [N], >= 0; 700 */
    float soft_speed;           /**< at which soft shapes push it out [m/s], >= 0; 2 */
    thud_filter filter;         /**< of the character, as of any shape: category 1, mask all, group 0 */
    thud_mover_judge *judge;    /**< NULL: all is solid */
    void *judge_context;
} thud_mover_def;

/** The defaults named at each field. */
THUD_API thud_mover_def thud_mover_defaults(void);

/** The defaults for another length unit (thud_world_def.length_unit): lengths, speeds and forces are multiplied by it. */
THUD_API thud_mover_def thud_mover_defaults_for_unit(float length_unit);

/** Whether a definition is accepted, and if not which field is wrong. */
THUD_API thud_refusal thud_mover_def_check(const thud_mover_def *def);

/* ---- state ---- */

/**
 * Where a mover is, and what it remembers from one move to the next. Plain data: copy it to save it, put the copy back to go back in
 * time. The first three fields are the game's to change.
 */
typedef struct thud_mover_state {
    thud_vec2 position; /**< of the shape's frame [m] */
    thud_rot rotation;  /**< of the shape's frame; identity */
    thud_body_id
        body; /**< kinematic; the world's view of the mover; null: the world does not see it, and it pushes no other mover */

    thud_vec2 previous; /**< position before the last move [m]; for drawing between steps */
    thud_vec2
        placed; /**< position after the last move [m]; where the game has changed it since, no push by another mover does */
    bool on_floor;      /**< since the last move */
    bool dropping;      /**< through the one-way shapes of drop_body, until it is clear of them */
    thud_body_id drop_body;
    thud_body_id floor_body; /**< what it stands on */
    thud_shape_id floor_shape;
    thud_vec2 floor_normal;   /**< unit, out of the floor */
    thud_vec2 floor_point;    /**< of the mover, that the floor carries [m] */
    thud_vec2 floor_local;    /**< the same in the frame of floor_body [m] */
    thud_vec2 floor_velocity; /**< of the floor there, surface speed included [m/s] */
    uint64_t seen_key; /**< of all that the last move depended on and that is not near by chance; 0: none */
    bool
        rests; /**< nothing moved in the last move: while nothing changes near it a move costs almost nothing */
} thud_mover_state;

/** A state at a position, in the air, without a body. */
THUD_API thud_mover_state thud_mover_state_at(thud_vec2 position);

/**
 * Makes the state of a mover with a kinematic body of its own: sensors, contact events, rays and bullets see it, dynamic bodies rest on it,
 * other movers stop at it and stand on it. The body has the shape and the filter of the definition, and follows the mover. False
 * where it is refused; the state is then as it was. A body that you made yourself may be put into state.body instead.
 */
THUD_API bool thud_mover_create(thud_world *world, const thud_mover_def *def, thud_vec2 position,
                                thud_mover_state *state);

/** Destroys the body of a mover, if it has one. */
THUD_API bool thud_mover_destroy(thud_world *world, thud_mover_state *state);

/* ---- a move ---- */

/** Something that a mover touches. */
typedef struct thud_mover_surface {
    bool touching;    /**< false: the rest is zero */
    thud_vec2 normal; /**< unit, out of the surface */
    thud_vec2 point;  /**< world [m] */
    thud_body_id body;
    thud_shape_id shape;
    thud_material material; /**< friction, surface_speed (conveyors) and so on, of the shape */
    uint64_t material_id;   /**< the shape's */
    thud_vec2 velocity;     /**< of the body at that point, without surface speed [m/s] */
    thud_tile_hit tile;     /**< the cell of a tile grid that is touched; without a grid for other shapes */
} thud_mover_surface;

/** Something that stopped a mover on its way, or pushed it. */
typedef struct thud_mover_hit {
    thud_body_id body;
    thud_shape_id shape;
    thud_vec2 point;    /**< world [m] */
    thud_vec2 normal;   /**< unit, out of what was hit */
    float travel;       /**< how far the mover had come when it was hit [m] */
    float speed;        /**< at which the mover came towards it [m/s], >= 0 */
    float impulse;      /**< given to a dynamic body along -normal [N s], >= 0 */
    thud_tile_hit tile; /**< likewise */
} thud_mover_hit;

/** What became of a move. */
typedef struct thud_mover_result {
    thud_vec2 position; /**< after the move, as in the state [m] */
    thud_vec2 moved;    /**< by all of it, being carried and pushed included [m] */
    thud_vec2
        velocity; /**< the character's own after the move: hand it to the next one, with what the game adds [m/s] */
    thud_mover_surface floor; /**< what it stands on */
    thud_mover_surface
        wall; /**< too steep to stand on: walls, steep slopes; of several the one pushed against hardest */
    thud_mover_surface ceiling;
    thud_vec2
        floor_velocity; /**< of the floor where the mover stands, surface speed included; what a conveyor adds [m/s] */
    float friction;      /**< of the floor; 0 in the air */
    bool landed;         /**< in the air before, on the floor now */
    float landing_speed; /**< against the floor, where it landed [m/s], >= 0 */
    bool left_floor;     /**< on the floor before, in the air now */
    float stepped; /**< up (> 0) or down a step, along `up` [m]: for a camera or sprite that smooths it */
    bool crushed;  /**< between two things that leave it less room than it needs */
    thud_body_id crushed_by[2];
    int hit_count;
    thud_mover_hit
        hits[THUD_MOVER_HITS]; /**< `hit_count` of them, in order of the way; the rest is not written */
} thud_mover_result;

/**
 * Moves a character for `dt` [s] at `velocity` [m/s] (see the top of this header): carries it with its floor, pushes it out of what has moved into it, then slides
 * it along its way. Pushes dynamic bodies, weighs on them, and places its own body. False where it is refused (thud_world_refusal says
 * what): velocities beyond THUD_MAX_SPEED, positions beyond THUD_MAX_POSITION, NaN, a bad definition; state and result are then as they were.
 * A floor or body that is gone is no error.
 */
THUD_API bool thud_mover_move(thud_world *world, const thud_mover_def *def, thud_mover_state *state,
                              thud_vec2 velocity, float dt, thud_mover_result *result);

/** What thud_mover_move would do: changes neither the state nor the world. It takes it that movers which would be pushed give way. */
THUD_API bool thud_mover_test(thud_world *world, const thud_mover_def *def, const thud_mover_state *state,
                              thud_vec2 velocity, float dt, thud_mover_result *result);

/** Whether the shape of a definition has room where the state is (with another shape: to stand up, to grow). */
THUD_API bool thud_mover_fits(thud_world *world, const thud_mover_def *def, const thud_mover_state *state);

/** Lets a mover fall through the one-way floor that it stands on, until it is clear of it; false where it does not stand on one. */
THUD_API bool thud_mover_drop_through(thud_world *world, const thud_mover_def *def, thud_mover_state *state);

/* ---- planes: the lower layer ---- */

/** A plane that a shape must stay on one side of. */
typedef struct thud_plane {
    thud_vec2 normal;   /**< unit, out of the obstacle */
    float separation;   /**< of the shape from it along the normal, negative when inside [m] */
    thud_vec2 velocity; /**< of the obstacle [m/s] */
    float push;         /**< farthest that it may push the shape [m]: FLT_MAX for solid things */
    int index;          /**< yours: what it is the plane of */
} thud_plane;

/** Where a shape may be. */
typedef struct thud_plane_solution {
    thud_vec2 translation; /**< [m] */
    bool squeezed;         /**< no place meets all planes; the translation then parts the violation evenly */
    float depth;           /**< where squeezed: how far inside of the worst planes it stays [m] */
    int between[2]; /**< where squeezed: indices into the array of two planes that contradict each other */
} thud_plane_solution;

/**
 * The planes of the shapes that a shape overlaps or has within `margin` [m]: writes up to `capacity`, of the least separation, in ascending
 * order (equal ones in order of `shapes`), and returns how many there are; 0 for bad input. `index` is that into `shapes`; velocity 0.
 */
THUD_API int thud_planes_collect(const thud_shape *shape, thud_pose pose, const thud_shape *shapes,
                                 const thud_pose *poses, int count, float margin, thud_plane *planes,
                                 int capacity);

/**
 * The translation closest to `wanted` [m] that leaves the shape outside of all planes. Exact, no iteration: the answer is `wanted`, or
 * its projection on one plane, or where two planes meet. Soft planes (push below FLT_MAX) push by at most their limit, and not at all where
 * solid ones forbid it. O(n^3) in the planes that matter, which are few.
 */
THUD_API thud_plane_solution thud_planes_solve(thud_vec2 wanted, const thud_plane *planes, int count);

/**
 * The velocity closest to `velocity` that leads into no plane nearer than `reach` [m], relative to the plane's own velocity where that
 * recedes; what comes nearer takes nothing along.
 */
THUD_API thud_vec2 thud_planes_clip_velocity(thud_vec2 velocity, const thud_plane *planes, int count,
                                             float reach);

#ifdef __cplusplus
}
#endif

#endif
