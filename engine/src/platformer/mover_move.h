/*
 * mover_move.h: the state of one move of a mover, and its parts. mover.c has the order; each file here does one part:
 *
 *     mover_def.c    definition, state, body; whether it has room
 *     mover_queries.c  shapes that the mover collides with, casts that keep the skin
 *     mover_near.c   changes around it since its last move; rest
 *     mover_carry.c  carried by its floor, and by pushes of other movers
 *     mover_floor.c  its floor: found, snapped to, left
 *     mover_drop.c   dropping through one-way floors
 *     mover_push.c   pushed out of overlaps, crushed
 *     mover_crowd.c  pushes other movers
 *     mover_body.c   its own body; pushes and weighs on dynamic bodies
 *     mover_step.c   up a step
 *     mover_walk.c   along the ground, down steps
 *     mover_fly.c    through the air
 *
 * All positions are those of the shape's frame. Lengths along `up` and `right` are in metres.
 */
#pragma once

#include "thud/mover.h"

#include "narrowphase/outlines.h"
#include "world/queries/nearby.h"
#include "world/refusal.h"
#include "world/world_state.h"

/* Largest number of contacts of a query: those of the least separation. */
enum { THUD_MOVE_CONTACTS = 16 };

/* Part of the way of the mover's body in a step within which its obstacles are found: the solver takes for met what it would meet in
 * the next substep, half a step where there are two. */
#define THUD_MOVE_AHEAD 1.5f

/* Largest number of shapes that a query ignores. */
enum { THUD_MOVE_IGNORED = 24 };

/* Cosine between up and the normal of a surface, below which it is a ceiling and no wall. */
#define THUD_MOVE_CEILING_COSINE -0.7f

/* Largest number of bodies that are tested for having swept over the mover. */
enum { THUD_MOVE_SWEEPERS = 16 };

/* Shapes of kinematic and dynamic bodies near a mover. */
typedef struct thud_near {
    bool any;
    int count; /* number of kinematic bodies that moved in the last step */
    thud_body_id sweepers[THUD_MOVE_SWEEPERS];
} thud_near;

/* Largest number of pushes of other movers that one mover causes in a move. */
enum { THUD_CROWD_MOST = 64 };

typedef struct thud_crowd_member {
    thud_body_id body;
    thud_shape_id shape;
    thud_vec2 from;   /* position of the body before the push */
    thud_vec2 pushed; /* its translation by earlier pushes since its last move [m] */
    int pusher;       /* index of its pusher's own push */
} thud_crowd_member;

/* The pushes of other movers by one move. Member 0 is the first pusher, the others are the pushes that it has
 * caused, in order of time. The row is the last one, its pusher, and so on to the first. Movers that cannot
 * be pushed are stuck. */
typedef struct thud_crowd {
    int count, last;
    int stuck_count, pushes;
    thud_crowd_member members[THUD_CROWD_MOST + 1];
    thud_body_id stuck[THUD_CROWD_MOST];
} thud_crowd;

/* Contacts of the mover at a position. */
typedef struct thud_touch_list {
    thud_world_contact contacts[THUD_MOVE_CONTACTS];
    int count; /* negative: not computed yet */
    thud_vec2 position;
} thud_touch_list;

typedef struct thud_move {
    thud_crowd *crowd;         /* while other movers are pushed; else null */
    thud_mover_surface ground; /* found by the move */
    thud_vec2 query_start;     /* position */
    uint64_t def_key;          /* 0: none */
    thud_vec2 carried;         /* translation by its floor, or with all that it flies among [m] */
    thud_vec2 shoved;          /* translation out of overlaps [m] */
    float travelled;           /* by its own velocity [m] */
    thud_body_id platform;     /* that queries look for, or at all but that; null: none */
    bool wants_platform;
    bool wants_soft;           /* queries find only soft shapes */
    bool wants_all_sides;      /* queries find the judge's one-way shapes from all sides */
    bool is_pushed;            /* out of overlaps */
    bool is_felt;              /* the last surface found is that of a contact */
    bool acts;                 /* changes the world; false: a test */
    bool is_known;     /* the key is that of the last move: no static shape has changed near the mover */
    thud_world *world; /* from here on not cleared */
    const thud_mover_def *def;
    thud_mover_state state; /* a copy, which becomes the mover's when the move is done */
    thud_query_filter filter;
    thud_shape_id ignored_shapes[THUD_MOVE_IGNORED];
    thud_vec2 up, right; /* unit */
    float walkable;      /* least cosine of floor and up */
    float half_width;    /* of the shape along right [m] */
    float foot;          /* of the shape along up, below the frame: negative [m] */
    float dt;
    bool has_body; /* it has a valid kinematic body */
    bool was_on_floor;
    thud_vec2 start; /* position at the start of the move */
    thud_pose pose;
    thud_vec2 velocity; /* its own, as clipped so far */
    float reach;        /* radius of the query of contacts at its end [m] */
    thud_near near;
    thud_nearby nearby; /* around its whole path, for all its queries */
    thud_found nearby_found;
    thud_touch_list touch;
    thud_mover_result *result;
} thud_move;

/* A straight path that is free up to its first hit. */
typedef struct thud_trace {
    float free;         /* length that keeps the skin [m], >= 0 */
    bool blocked;       /* before the end of the path */
    float distance;     /* to the touch itself [m] */
    thud_world_hit hit; /* if blocked */
} thud_trace;

/* ---- mover.c ---- */

void thud_move_begin(thud_move *move, thud_world *world, const thud_mover_def *def,
                     const thud_mover_state *state, thud_vec2 velocity, float dt, thud_mover_result *result);

/* Whether the velocity moves the mover off a floor that rises with a speed, by more than rounding. */
bool thud_move_jumps(const thud_move *move, float floor_rise);

/* How far the shape reaches from its frame's origin along a direction. */
float thud_move_reach(const thud_move *move, thud_vec2 direction);

/* Height of a point above the foot of the mover at a position. */
float thud_move_height(const thud_move *move, thud_vec2 position, thud_vec2 point);

/* ---- mover_def.c ---- */

bool thud_move_check(const thud_world *world, thud_call call, const thud_mover_def *def,
                     const thud_mover_state *state);

/* Checks the part that a key does not include: the floor in the state. */
bool thud_move_check_floor(const thud_world *world, thud_call call, const thud_mover_state *state);

/* Begins a move that only asks; false if it is refused. */
bool thud_move_ask(thud_move *move, thud_world *world, thud_call call, const thud_mover_def *def,
                   const thud_mover_state *state, thud_mover_result *result);

/* ---- mover_queries.c ---- */

/* Sets the filter of the mover's queries: that of its definition, without its own body; and for the shapes of the platform of a body
 * alone, or all others. A platform is that body, and the kinematic ones that move alike. */
void thud_move_look_for(thud_move *move, thud_body_id platform, bool wanted);

static inline void thud_move_look(thud_move *move) {
    thud_move_look_for(move, (thud_body_id){0, 0}, false);
}

/* Ignores a shape; the filter counts these shapes. */
void thud_move_ignore_shape(thud_move *move, thud_shape_id shape);

/* The path from a position along a unit vector. */
thud_trace thud_move_trace(thud_move *move, thud_vec2 from, thud_vec2 direction, float length);

/* Moves the mover by a translation with a trace along it, up to its hit. */
void thud_move_follow(thud_move *move, const thud_trace *trace, thud_vec2 direction, thud_vec2 by);

/* Moves the mover along the path from its position, up to a hit. */
thud_trace thud_move_go(thud_move *move, thud_vec2 direction, float length);

int thud_move_contacts(thud_move *move, float margin, thud_world_contact *contacts);

bool thud_move_is_one_way(const thud_move *move, thud_shape_id shape);

/* Whether the contacts at the mover's position are known. */
static inline bool thud_move_has_touch(const thud_move *move) {
    return move->touch.count >= 0 && move->touch.position.x == move->pose.position.x &&
           move->touch.position.y == move->pose.position.y;
}

/* The contacts within `reach` of the mover, queried once per position. */
const thud_touch_list *thud_move_touch(thud_move *move);

/* Whether a shape overlaps an outline, and how. */
bool thud_move_overlap(const thud_move *move, thud_shape_id shape, thud_outline outline, thud_pose pose,
                       thud_gap *gap);

/* Writes the surface of a hit or contact. */
void thud_move_surface(thud_move *move, thud_shape_id shape, thud_vec2 point, thud_vec2 normal,
                       thud_mover_surface *surface);

/* Writes the surface of a hit. */
void thud_move_meet(thud_move *move, const thud_world_hit *hit, thud_mover_surface *surface);

/* The record in the result for a surface with this normal that is no ground. */
thud_mover_surface *thud_move_obstacle(const thud_move *move, thud_vec2 normal);

/* Whether ground with this normal may be stood on. */
bool thud_move_is_walkable(const thud_move *move, thud_vec2 normal);

/* ---- mover_carry.c ---- */

/* Moves with the floor's motion since the last move, and with the pushes of other movers. */
void thud_move_carry(thud_move *move);

/* Moves with a platform by a translation, up to what is not of that; false without other movers on the path. */
bool thud_move_carry_with(thud_move *move, thud_body_id platform, thud_vec2 by);

/* ---- mover_floor.c ---- */

/* Middle of the lowest vertices of the core along a direction, in world coordinates. */
thud_vec2 thud_move_support_middle(const thud_move *move, thud_vec2 direction);

/* The middle of a contact's points. */
thud_vec2 thud_move_middle_of(const thud_world_contact *contact);

/* Finds ground like thud_move_find_ground, but among the mover's contacts. */
bool thud_move_feel_ground(thud_move *move, float *drop, thud_mover_surface *ground);

/* Finds ground within `depth` below a position, and the distance down to stand on it, negative within the skin. */
bool thud_move_find_ground(thud_move *move, thud_vec2 from, float depth, float *drop,
                           thud_mover_surface *ground);

/* Finds ground within `depth` below the mover, at best among its contacts. */
bool thud_move_ground_below(thud_move *move, float depth, float *drop, thud_mover_surface *ground);

/* Whether a ray finds ground to stand on `aside` to the right of an edge, at most `depth` below it, and its normal. */
bool thud_move_sees_ground(thud_move *move, thud_vec2 edge, float aside, float depth, thud_vec2 *normal);

/* Gives ground the normal of its face if a sharp corner of the mover meets one of it: that between two is arbitrary. */
void thud_move_straighten(thud_move *move, thud_mover_surface *ground);

/* Moves down by `drop` [m], onto ground that was found. */
void thud_move_settle(thud_move *move, float drop);

void thud_move_stand(thud_move *move, const thud_mover_surface *ground);

/* Leaves the floor: adds to the velocity as set by `leaving`. */
void thud_move_leave(thud_move *move);

/* Stores the floor's data for the next move in the state. */
void thud_move_remember_floor(thud_move *move);

/* Velocity of a surface, surface speed included. */
thud_vec2 thud_surface_velocity(const thud_mover_surface *surface);

/* The part of a floor's velocity that the mover keeps in the air. */
thud_vec2 thud_move_kept_velocity(const thud_move *move, thud_vec2 floor_velocity);

/* ---- mover_drop.c ---- */

/* Ends dropping when the mover is wholly below the plane on which it stood, or rises faster than its floor did: it jumps. The
 * plane moves with its body, so that a platform which sinks faster than the mover falls does not end it. */
void thud_move_end_drop(thud_move *move);

/* Whether two bodies move alike, as those of a platform of many. */
bool thud_move_as_one(const thud_move *move, int32_t a, int32_t b);

/* Whether a body that is kinematic, and no mover, moves as a platform does, as a part of it. */
bool thud_move_is_part(const thud_move *move, int32_t body, int32_t platform);

/* Whether a shape is one-way, continues the floor that the mover drops through, and moves as that does: a platform may be of many
 * bodies. */
bool thud_move_drops_through(const thud_move *move, thud_shape_id shape);

/* ---- mover_near.c ---- */

/* Finds the shapes near the mover and its path. */
void thud_move_look_around(thud_move *move);

/* A hash of the definition and the count of changes of static shapes; 0 if there is none. */
uint64_t thud_move_def_key(const thud_world *world, const thud_mover_def *def);

/* A hash of that and the mover's position; 0 if there is none. */
uint64_t thud_move_key(uint64_t def_key, const thud_mover_state *state);

bool thud_move_may_rest(const thud_move *move);

/* Whether a resting mover whose key has not changed still rests; then writes the result of the move. */
bool thud_mover_rests(thud_world *world, const thud_mover_def *def, const thud_mover_state *state,
                      thud_vec2 velocity, float dt, thud_mover_result *result);

/* ---- mover_push.c ---- */

/* In the air, where all that is near moves alike, as inside a ship: moves the mover with it; the rest of its path is relative to that.
 * Else obstacles would move first, then the mover, which would meet them from other sides. The place where it left a floor, or is about
 * to, has moved with what carries it. */
void thud_move_ride(thud_move *move);

/* Pushes the mover out of overlaps; crushes it if there is no room. */
void thud_move_push_out(thud_move *move);

/* Moves the mover out of soft shapes, at most at soft_speed. */
void thud_move_yield(thud_move *move);

/* ---- mover_crowd.c ---- */

/* Between these two calls others can be pushed; within another mover's push the row is the other's. */
void thud_crowd_begin(thud_move *move, thud_crowd *crowd);
void thud_crowd_end(thud_move *move, const thud_crowd *crowd);

/* Whether a mover is a pusher in the row. */
bool thud_crowd_pushes(const thud_crowd *crowd, thud_body_id body);

bool thud_crowd_is_stuck(const thud_crowd *crowd, thud_body_id body);

/* Whether the mover overlaps one that can be pushed. */
bool thud_crowd_is_in_mover(thud_move *move);

/* Pushes all movers that the mover overlaps; false if there are none. A test pushes none: it assumes that it could. */
bool thud_crowd_push(thud_move *move);

/* ---- mover_body.c ---- */

/* Places a mover's body without a sweep; not beyond the largest position. */
void thud_body_move_to(thud_world *world, thud_body_id body, thud_pose pose);

/* Places the mover's own body at the mover's position. */
void thud_move_show_body(thud_move *move);

/* Places the mover's own body and sets its expected velocity. */
void thud_move_place_body(thud_move *move);

/* Records a hit; pushes a dynamic obstacle. Returns the speed at which that recedes along -normal [m/s]. */
float thud_move_hit(thud_move *move, const thud_world_hit *hit, thud_vec2 velocity);

/* Takes back what its last floor, which is valid, has gained from the weight beyond a free fall. */
void thud_move_relieve_floor(thud_move *move);

void thud_move_weigh(thud_move *move);

/* ---- mover_step.c ---- */

/* Climbs the step at the end of a path: up, forward, down. Returns the distance forward; 0 if there is no step to climb. */
float thud_move_climb(thud_move *move, const thud_trace *to_step, thud_vec2 direction, float length);

/* ---- mover_walk.c, mover_fly.c ---- */

void thud_move_walk(thud_move *move);
void thud_move_fly(thud_move *move);
