/**
 * mover.h: moves the character of a platformer: a convex shape that walks, jumps and rides on
 * platforms, and never enters anything solid.
 *
 *     thud_mover_def hero = thud_mover_defaults();  // one for all characters of a kind
 *     thud_mover_state state;
 *     thud_mover_create(world, &hero, (thud_vec2){0, 3}, &state);  // with a kinematic body in the world
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
 * On the floor, velocities are relative to the floor: a character that stands still on a lift has the
 * velocity 0. They have no component along `up`; a velocity with one (a jump) makes the character leave the
 * floor. In the air, velocities are relative to the world; `leaving` sets how much of the platform's
 * velocity is added when the character leaves it. Where all that is near it in the air are kinematic bodies that move alike, as
 * inside a train, it moves among them as among bodies at rest.
 *
 * Order: thud_world_step, then one move of each mover with the same dt. A move carries the mover by exactly the
 * distance that its floor has moved since the mover's last move, also where the floor was teleported (a new state, see
 * thud_mover_state, stays behind), and pushes it out of obstacles that have moved
 * into it; a kinematic body that pushes it pushes the crates before it too. So a character drawn after its move neither
 * sinks into the floor nor floats above it. Where a mover stands on another, move the lower one first.
 *
 * A platform may have several shapes, and may be of several kinematic bodies that move alike: its seams are no obstacles.
 *
 * Movers with bodies do not overlap. A mover that walks or falls stops at the other. A mover that is carried by
 * its floor, or pushed by an obstacle, pushes the other mover at once, and all movers behind that one, as far
 * as they have room. Where they have none, the mover is carried no farther, or it is crushed between the
 * obstacle and the other mover. So no move ends inside another mover by more than the world's slop, unless it
 * reports that the mover is crushed. A push moves the body of the other mover at once; its state follows in its
 * own next move. To draw a crowd without overlaps, draw each mover at its body (thud_stepper_pose), or move
 * those first that push the others.
 *
 * A dynamic body that runs into a mover is stopped by its kinematic body, however heavy it is; what happens to the character is the
 * game's to say. With `hit_events` of its shape a hit of thud_world_contact_events names the body of the mover, speed and impulse.
 *
 * The mover keeps the distance `skin` from everything that it touches. It does not turn by itself: between moves, give
 * the state another rotation, or the definition another shape (crouching), if thud_mover_fits returns true. A crouching
 * shape with the same lowest point keeps the feet where they are.
 *
 * The lower layer, thud_planes_..., consists of plain functions over arrays of planes, without a
 * world, for a mover of your own.
 *
 * Threads: thud_mover_test and thud_mover_fits may be called where the calls of query.h may. Calls that take a
 * non-const state change the world (the body of the mover, the bodies that it pushes) and need it alone.
 * thud_planes_... may be called from any thread.
 */
#pragma once

#include "thud/query.h"
#include "thud/tile_grid.h"

THUD_BEGIN_C

/** The most hits that a result holds; further hits are dropped and not counted. */
#define THUD_MOVER_HITS 8

/* ---- definition ---- */

/** How a mover treats a shape. */
typedef enum thud_mover_verdict {
    THUD_MOVER_SOLID = 0, /**< solid, or one-way if the shape has a one-way direction */
    THUD_MOVER_IGNORE,    /**< no collision */
    THUD_MOVER_ONE_WAY, /**< solid from above only (against `up`), and only if the mover was wholly above it when the move began */
    THUD_MOVER_SOFT /**< the mover can walk through it; it pushes the mover out with at most soft_speed */
} thud_mover_verdict;

/** Called for each shape near the mover that passes its filter, at times repeatedly. Must not change the world. */
typedef thud_mover_verdict thud_mover_judge(thud_world *world, thud_shape_id shape, void *context);

/** The part of its floor's velocity that a mover keeps when it leaves the floor. Landing
 * subtracts the same part of the new floor's. */
typedef enum thud_mover_leaving {
    THUD_LEAVING_KEEPS_ALL = 0, /**< all: a jump from a moving cart stays above the cart */
    THUD_LEAVING_KEEPS_UPWARD, /**< the upward part only: a rising lift makes a jump higher, a sinking one does not make it lower */
    THUD_LEAVING_KEEPS_NONE /**< none */
} thud_mover_leaving;

/** How a character moves. The defaults are for a character of 1 to 2 m in metres; see thud_mover_defaults_for_unit. */
typedef struct thud_mover_def {
    /** Convex, in the character's frame; a capsule of radius 0.3 and height 1.6, centred at the origin. */
    thud_shape shape;
    thud_vec2 up; /**< any length but zero; (0, 1) */
    /** Steepest ground to stand and walk on, measured from level [rad], 0 to 1.55 (89 degrees); 0.8 (46 degrees). Running
     * into steeper ground raises no mover, in the air neither. */
    float floor_angle;
    /** Highest ledge, above the lowest point of the shape or the floor in front of the ledge, that it walks up or down
     * without a jump [m], >= 0; 0.35. Its top must begin within a quarter of the mover's width of its foot: a longer riser
     * is a steep slope. A round foot also rolls down a third of its radius at the edge. */
    float step_height;
    /** Where the ground falls away, a slower mover stays on it, a faster one flies off [m/s], >= 0; 30. Off an edge without ground
     * ahead it flies straight from a fifth of that on, 6 m/s; a slower round foot rolls over the edge. */
    float hold_speed;
    /** Farthest that a jump is shifted aside to pass the corner of a ceiling, a mover that would be crushed to a free place, from
     * below the corner of a crusher, and one that falls short of the edge of a floor raised to it [m], >= 0; 0.1. The edge is no
     * higher than the floor that it left, and a fall steeper than 37 degrees is not raised. */
    float corner_slip;
    float skin;        /**< distance kept from everything that it touches [m], > 0; 0.002 */
    /** True: on slopes the speed across `up` stays the same; false: the speed along the ground does; false. */
    bool level_speed;
    /** True: landing on a slope keeps the velocity along the slope; false: only the speed across `up`; false. */
    bool slides_at_rest;
    thud_mover_leaving leaving; /**< keeps all */
    /** Its weight acts on the dynamic body below it, unless that falls freely [kg], >= 0; 70; at most twenty times the weight of that
     * body, as more would throw it. It acts at the shape's centroid, or at the point of contact where the face that it stands on
     * does not reach below the centroid. Two bodies below the ends of a flat foot carry half each. A scale, or a bridge, to feel all
     * of the default 70 kg needs planks of 3.5 kg: with the default density of 1 kg/m^2 a crate of a metre weighs 1 kg. */
    float mass;
    /** Largest force on dynamic bodies that it pushes [N], >= 0; 700. Friction holds a crate on the ground against it from
     * push_force / (friction * gravity) on: 117 kg with the defaults, 39 kg under a gravity of 30 m/s^2. */
    float push_force;
    float soft_speed;        /**< fastest that soft shapes push it out [m/s], >= 0; 2 */
    thud_filter filter;      /**< of the character, as of any shape: category 1, mask all, group 0 */
    thud_mover_judge *judge; /**< NULL: THUD_MOVER_SOLID for all shapes */
    void *judge_context;
} thud_mover_def;

/** The defaults named at each field. */
THUD_API thud_mover_def thud_mover_defaults(void);

/** The defaults for another length unit (thud_world_def.length_unit): lengths and speeds are multiplied by it, the mass
 * by its square, the force by its cube, as fits shapes of the default density of 1. */
THUD_API thud_mover_def thud_mover_defaults_for_unit(float length_unit);

/** Checks a definition; a refusal names the field that is wrong. */
THUD_API thud_refusal thud_mover_def_check(const thud_mover_def *def);

/* ---- state ---- */

/** The position of a mover, and the data that it keeps from one move to the next. Plain data: copy it to save
 * it, restore the copy to go back in time. The game may change the first three fields. For another place, such
 * as a checkpoint, take thud_mover_state_at and set its `body`: it forgets the floor, which would carry it on. */
typedef struct thud_mover_state {
    thud_vec2 position; /**< of the shape's frame [m] */
    thud_rot rotation;  /**< of the shape's frame; identity */
    /** Kinematic; represents the mover in the world; null: the mover is not in the world and pushes no other one. A body of
     * another type stays where it is. */
    thud_body_id body;

    thud_vec2 previous; /**< position before the last move [m]; for drawing between steps */
    /** Position after the last move [m]; if the game changes the position after it, pushes by other movers are ignored. */
    thud_vec2 placed;
    bool on_floor;      /**< after the last move */
    /** Falls through the one-way shapes of drop_body, and of bodies that move as that does, which reach up to the plane on which
     * it stood, below it and on its way since, until it is wholly below that plane, which moves with the body; a floor or a jump
     * ends it. */
    bool dropping;
    thud_body_id drop_body;
    thud_body_id floor_body; /**< the body that it stands on */
    thud_shape_id floor_shape;
    /** Unit, out of the floor; while it drops this, floor_local and floor_velocity are those of the last floor. */
    thud_vec2 floor_normal;
    /** The point of the mover that the floor carries; in the air that when it left the floor, moved with a train since [m]. */
    thud_vec2 floor_point;
    thud_vec2 floor_local;    /**< the same in the frame of floor_body [m] */
    thud_vec2 floor_velocity; /**< velocity of the floor at that point, surface speed included [m/s] */
    thud_vec2 weight_arm; /**< from the centre of mass of the floor's body to where the weight acts, or to the point of contact [m] */
    thud_vec2 floor_motion;   /**< velocity of the centre of mass of the floor's body [m/s] */
    float floor_spin;         /**< its angular velocity [rad/s] */
    float weighing; /**< part of its mass whose weight acts on a dynamic floor: less on one that falls [kg] */
    uint64_t seen_key; /**< hash of the definition, the first three fields and the static world at the last move; 0: none */
    /** The last move moved nothing; while nothing near the mover changes, a move costs almost nothing. */
    bool rests;
} thud_mover_state;

/** A state at a position, in the air, without a body. */
THUD_API thud_mover_state thud_mover_state_at(thud_vec2 position);

/** Makes the state of a mover with a kinematic body of its own. Sensors, contact events, rays and bullets
 * find this body, dynamic bodies rest on it, other movers stop at it and stand on it. It has the shape and
 * the filter of the definition, and follows the mover. Where nothing is above it, the dynamic floor that it stands on
 * passes through it within a step, if it bears all of `mass`; the next move carries the mover. Returns false
 * if refused; the state is then unchanged.
 * You may put a body of your own into state.body instead. A change of the definition's shape changes the
 * body's shape that was added first; sensors and further shapes on the body (a hurt box, a shield) stay as
 * they are, and so do filters. Bodies that hit the mover make contact events. What it walks against or lands
 * on makes none, as the mover keeps `skin` away from it: read floor and hits of the result. Draw the body as
 * any other, at its thud_stepper_pose; a mover without one between `previous` and `position` of its state. */
THUD_API bool thud_mover_create(thud_world *world, const thud_mover_def *def, thud_vec2 position,
                                thud_mover_state *state);

/** Destroys the body of a mover, if it has one that was not destroyed before; `state` has none then. */
THUD_API bool thud_mover_destroy(thud_world *world, thud_mover_state *state);

/* ---- a move ---- */

/** A surface that a mover touches. */
typedef struct thud_mover_surface {
    bool touching;    /**< false: the rest is zero */
    thud_vec2 normal; /**< unit, out of the surface */
    thud_vec2 point;  /**< world [m] */
    thud_body_id body;
    thud_shape_id shape;
    thud_material material; /**< friction, surface_speed (conveyors) and so on, of the shape */
    uint64_t material_id;   /**< the shape's */
    thud_vec2 velocity;     /**< of the body at that point, without surface speed [m/s] */
    thud_tile_hit tile;     /**< the cell of a tile grid that it touches; its grid is null for other shapes */
} thud_mover_surface;

/** An obstacle that stopped a mover on its path, or pushed it. */
typedef struct thud_mover_hit {
    thud_body_id body;
    thud_shape_id shape;
    thud_vec2 point;    /**< world [m] */
    thud_vec2 normal;   /**< unit, out of the obstacle */
    float travel;       /**< how far the mover had moved before the hit [m] */
    float speed;        /**< approach speed of the mover [m/s], >= 0 */
    float impulse;      /**< on a dynamic body along -normal, given as a force through the next step [N s], >= 0 */
    thud_tile_hit tile; /**< as in thud_mover_surface */
} thud_mover_hit;

/** The result of a move. */
typedef struct thud_mover_result {
    thud_vec2 position; /**< after the move, as in the state [m] */
    thud_vec2 moved;    /**< total translation, by its floor and by pushes included [m] */
    /** The character's own after the move: pass it to the next move, plus what the game adds [m/s]. */
    thud_vec2 velocity;
    /** The surface that it stands on: of several the one nearest below its middle; at a point that two share the one of more friction,
     * of equal ones the slower belt. Of two steep ones that hold it between them one, with the normal `up`. */
    thud_mover_surface floor;
    /** Too steep to stand on: walls, steep slopes; of several the one that it pushes against hardest. */
    thud_mover_surface wall;
    thud_mover_surface ceiling;
    /** Of the floor where the mover stands, the surface speed of a conveyor included; if left_floor, the part of it
     * that the mover keeps [m/s]. */
    thud_vec2 floor_velocity;
    float friction;      /**< of the floor; 0 in the air */
    bool landed;         /**< in the air before the move, on the floor after it */
    float landing_speed; /**< speed against the floor on landing [m/s], >= 0 */
    bool left_floor;     /**< on the floor before the move, in the air after it */
    float stepped; /**< height of a step that it took up (> 0) or down, along `up` [m]: for a camera or sprite that smooths it */
    /** Between two obstacles with less room than it needs, or without a free way out of one; a way along a flat wedge counts up to
     * the mover's width. One-way shapes of static and kinematic bodies crush nothing: a mover pressed against one, by a ceiling
     * above a lift or a crusher, passes through it. */
    bool crushed;
    thud_body_id crushed_by[2]; /**< the two, which may be the same */
    int hit_count;
    /** `hit_count` of them, in order along the path; the rest is not written. */
    thud_mover_hit hits[THUD_MOVER_HITS];
} thud_mover_result;

/**
 * Moves a character for `dt` [s] at `velocity` [m/s] (see the top of this header): carries it with its floor,
 * pushes it out of obstacles that have moved into it, then slides it along its path. Pushes dynamic bodies, applies
 * its weight to them, and places its own body.
 *
 * Refuses velocities beyond THUD_MAX_SPEED, positions beyond THUD_MAX_POSITION, NaN, a body of a world with another tag and
 * a bad definition: returns false (see thud_world_refusal), and state and result are unchanged. A floor or body that no
 * longer exists is no error; a floor that is disabled, or has no solid shape any more, carries nothing.
 */
THUD_API bool thud_mover_move(thud_world *world, const thud_mover_def *def, thud_mover_state *state,
                              thud_vec2 velocity, float dt, thud_mover_result *result);

/** The result of thud_mover_move without a change of state or world. Assumes that movers it would push have room. */
THUD_API bool thud_mover_test(thud_world *world, const thud_mover_def *def, const thud_mover_state *state,
                              thud_vec2 velocity, float dt, thud_mover_result *result);

/** Whether the shape of a definition has room at the state's pose. To stand up or grow, test the new shape first. Where the floor moves
 * ask before thud_world_step: after it the floor has moved already, the state has not. */
THUD_API bool thud_mover_fits(thud_world *world, const thud_mover_def *def, const thud_mover_state *state);

/** Lets a mover fall through the one-way floor that it stands on, with what continues its surface. The next floor below
 * holds it, on the same body too. Returns false if it does not stand on one. */
THUD_API bool thud_mover_drop_through(thud_world *world, const thud_mover_def *def, thud_mover_state *state);

/* ---- planes: the lower layer ---- */

/** A plane that a shape must stay on one side of. */
typedef struct thud_plane {
    thud_vec2 normal;   /**< unit, out of the obstacle */
    float separation;   /**< distance of the shape along the normal, negative when inside [m] */
    thud_vec2 velocity; /**< of the obstacle [m/s] */
    float push;         /**< farthest that it may push the shape [m]: FLT_MAX for solid obstacles */
    int index;          /**< yours: identifies the obstacle */
} thud_plane;

/** The solution of thud_planes_solve. */
typedef struct thud_plane_solution {
    thud_vec2 translation; /**< [m] */
    bool squeezed;         /**< no translation satisfies all planes; this one then shares the violation evenly */
    float depth;           /**< if squeezed: depth inside the worst planes that remains [m] */
    int between[2]; /**< if squeezed: indices into the array of two planes that contradict each other */
} thud_plane_solution;

/** Collects the planes of all `shapes` that overlap `shape` or lie within `margin` [m] of it. Writes up to
 * `capacity` of them, those of least separation in ascending order (equal ones in order of `shapes`), and returns
 * how many there are; 0 for bad input. The `index` of each plane is an index into `shapes`, its velocity is 0. */
THUD_API int thud_planes_collect(const thud_shape *shape, thud_pose pose, const thud_shape *shapes,
                                 const thud_pose *poses, int count, float margin, thud_plane *planes,
                                 int capacity);

/** The translation closest to `wanted` [m] that puts the shape outside all solid planes. Exact, without
 * iteration: the solution is `wanted`, its projection on one plane, or the intersection of two planes. Only
 * if no translation satisfies all (`squeezed`) it is found by iteration. Soft planes (push below FLT_MAX)
 * follow in the order of the array: each pushes by at most its limit, and not at all where solid planes
 * prevent it. The first 32 solid planes count. O(n^3) in the planes that matter, which are few. */
THUD_API thud_plane_solution thud_planes_solve(thud_vec2 wanted, const thud_plane *planes, int count);

/** The velocity closest to `velocity` that leads into no plane within `reach` [m]. The shape may follow a
 * plane that recedes, at the plane's velocity; a plane that approaches counts as one at rest and does not
 * push the shape. (0, 0) if no velocity fits. Soft planes do not count, nor do solid ones after the first 32. */
THUD_API thud_vec2 thud_planes_clip_velocity(thud_vec2 velocity, const thud_plane *planes, int count,
                                             float reach);

THUD_END_C
