/*
 * mover_move.h: one move of a mover while it is made, and its parts. mover.c tells the story; each file here does one part of it:
 *
 *     mover_def.c    definition, state, body
 *     mover_sight.c  what the mover sees, casts that keep the skin
 *     mover_floor.c  what it stands on: carried by it, snapped to it, leaving it
 *     mover_push.c   pushed out of what it overlaps, crushed; pushes and weighs on dynamic bodies
 *     mover_crowd.c  pushes other movers
 *     mover_body.c   its own body
 *     mover_walk.c   along the ground, up and down steps; through the air
 *
 * All positions are those of the shape's frame. Lengths along `up` and `right` are in metres.
 */
#ifndef THUD_SRC_PLATFORMER_MOVER_MOVE_H
#define THUD_SRC_PLATFORMER_MOVER_MOVE_H

#include "thud/mover.h"

#include "world/refusal.h"
#include "world/world_state.h"

/* Contacts that a move looks at: those of the least separation. */
enum { THUD_MOVE_CONTACTS = 16 };

/* Shapes that a query is told not to see, at most. */
enum { THUD_MOVE_IGNORED = 24 };

/* Least cosine of the side that a one-way shape holds and the way out of a face of it: as in body.h, 60 degrees. */
#define THUD_MOVE_FRONT_COSINE 0.5f

/* Shapes that may have swept over the mover, looked at in one move. */
enum { THUD_MOVE_SWEEPERS = 16 };

/* Shapes of kinematic and dynamic bodies near a mover. */
typedef struct thud_near {
    bool any;
    int count; /* of kinematic ones that have moved in the last step */
    thud_shape_id sweepers[THUD_MOVE_SWEEPERS];
} thud_near;

/* Pushes of other movers at most that one mover causes in a move. */
enum { THUD_CROWD_MOST = 64 };

/* One push of a mover. */
typedef struct thud_crowd_member {
    thud_body_id body;
    thud_shape_id shape;
    thud_vec2 from;   /* position of the body before the push */
    thud_vec2 pushed; /* how far it had been pushed before, since its last move [m] */
    int pusher;       /* index of the push of the mover that pushes it */
} thud_crowd_member;

/*
 * Other movers while one pushes them. Member 0 is the first pusher, the others are the pushes that it has caused, in order of time. The row is the last one,
 * its pusher, and so on to the first. Movers that cannot be pushed are stuck.
 */
typedef struct thud_crowd {
    int count, last;
    int stuck_count, pushes;
    thud_crowd_member members[THUD_CROWD_MOST + 1];
    thud_body_id stuck[THUD_CROWD_MOST];
} thud_crowd;

/* Contacts of the mover at a position. */
typedef struct thud_touch_list {
    thud_world_contact contacts[THUD_MOVE_CONTACTS];
    int count; /* negative: not known */
    thud_vec2 position;
} thud_touch_list;

typedef struct thud_move {
    thud_world *world;
    const thud_mover_def *def;
    thud_mover_state state; /* a copy, which becomes the mover's when the move is done */
    thud_query_filter filter;
    thud_body_id ignored[2]; /* its own body, and while it is carried its floor */
    thud_shape_id ignored_shapes[THUD_MOVE_IGNORED];
    bool wants_soft;     /* sees soft shapes, and nothing else */
    bool wants_dropped;  /* sees the one-way shapes that it drops through, and nothing else */
    thud_vec2 asked;     /* position that a query starts at */
    thud_vec2 up, right; /* unit */
    float walkable;      /* least cosine of floor and up */
    float half_width;    /* of the shape along right [m] */
    float foot;          /* of the shape along up, below the frame: negative [m] */
    float dt;
    bool acts;     /* changes the world; false: a test */
    bool has_body; /* by which others see it */
    bool is_known; /* the key is that of the last move: nothing static has come into the mover */
    bool was_on_floor;
    thud_vec2 start; /* position when the move began */
    thud_pose pose;
    float travelled;           /* by its own velocity [m] */
    thud_vec2 velocity;        /* its own, as far as it has been clipped */
    thud_crowd *crowd;         /* while other movers are pushed: null: they are not */
    float reach;               /* how far around its end the contacts of a move are wanted [m] */
    thud_mover_surface ground; /* found by the move */
    thud_near near;            /* from here on large */
    thud_touch_list touch;
    thud_mover_result result; /* becomes the caller's */
} thud_move;

/* A way that is free up to what it hits. */
typedef struct thud_way {
    float free;         /* how far the mover may go and keep its skin [m], >= 0 */
    bool blocked;       /* before the end of the way */
    float distance;     /* to the touch itself [m] */
    thud_world_hit hit; /* where blocked */
} thud_way;

/* ---- mover.c ---- */

/* A move that is to be made, with what it sees. */
void thud_move_begin(thud_move *move, thud_world *world, const thud_mover_def *def,
                     const thud_mover_state *state, thud_vec2 velocity, float dt);

/* ---- mover_def.c ---- */

bool thud_move_check(const thud_world *world, thud_call call, const thud_mover_def *def,
                     const thud_mover_state *state);

/* The part of it that a key does not know: what the state remembers of its floor. */
bool thud_move_check_floor(const thud_world *world, thud_call call, const thud_mover_state *state);

/* ---- mover_sight.c ---- */

/* What the mover sees: its filter, less its own body. */
void thud_move_look(thud_move *move);

/* Adds a body that is not seen until thud_move_look. */
void thud_move_ignore(thud_move *move, thud_body_id body);

/* Adds a shape that is not seen; the filter counts them. */
void thud_move_ignore_shape(thud_move *move, thud_shape_id shape);

/* The way from a position along a unit vector. */
thud_way thud_move_way(thud_move *move, thud_vec2 from, thud_vec2 direction, float length);

int thud_move_contacts(thud_move *move, float margin, thud_world_contact *contacts);

/* Soft shapes that it overlaps. */
int thud_move_soft_contacts(thud_move *move, thud_world_contact *contacts);

/* Whether a shape lets through what comes from the other side. */
bool thud_move_is_one_way(const thud_move *move, thud_shape_id shape);

/* Sees the shapes again that it was dropping through, when it is clear of them. */
void thud_move_end_drop(thud_move *move);

/* The contacts within `reach` of where the mover is, looked for once a place. */
const thud_touch_list *thud_move_touch(thud_move *move);

/* The surface of a hit or contact. */
thud_mover_surface thud_move_surface(const thud_move *move, thud_shape_id shape, thud_vec2 point,
                                     thud_vec2 normal);

/* Whether ground with this normal may be stood on. */
static inline bool thud_move_is_walkable(const thud_move *move, thud_vec2 normal) {
    return thud_vec2_dot(normal, move->up) >= move->walkable;
}

/* How far up a point is [m]. */
static inline float thud_move_height(const thud_move *move, thud_vec2 point) {
    return thud_vec2_dot(point, move->up);
}

/* ---- mover_floor.c ---- */

/* Moves with what the floor has moved since the last move, and other movers have pushed it. */
void thud_move_carry(thud_move *move);

/* The same for ground that the mover touches, among its contacts. */
bool thud_move_feel_ground(thud_move *move, float *drop, thud_mover_surface *ground);

/* Ground within `depth` below a position: how far down the mover may go to stand on it, which is negative where it has less than its skin. */
bool thud_move_find_ground(thud_move *move, thud_vec2 from, float depth, float *drop,
                           thud_mover_surface *ground);

/* Whether a ray finds ground to stand on beside an edge, `aside` to the right of it and no deeper than `depth` below it [m]; its normal. */
bool thud_move_sees_ground(thud_move *move, thud_vec2 edge, float aside, float depth, thud_vec2 *normal);

/* Gives ground the normal of its face where a sharp corner of the mover meets one of the ground, within a skin: the normal between two corners is none. */
void thud_move_straighten(thud_move *move, thud_mover_surface *ground);

/* Down by `drop` [m], onto ground that has been found. */
void thud_move_settle(thud_move *move, float drop);

/* Stands on a surface. */
void thud_move_stand(thud_move *move, const thud_mover_surface *ground);

/* Leaves the floor: the velocity gets what `leaving` says. */
void thud_move_leave(thud_move *move);

/* Keeps in the state what the next move wants of the floor. */
void thud_move_remember_floor(thud_move *move);

/* Velocity of a surface, surface speed included. */
thud_vec2 thud_surface_velocity(const thud_mover_surface *surface);

/* What of a floor's velocity the mover has in the air. */
thud_vec2 thud_move_kept_velocity(const thud_move *move, thud_vec2 floor_velocity);

/* ---- mover_near.c ---- */

void thud_move_look_around(thud_move *move);

/* A key of the definition, the place of the mover and all changes of static shapes; 0 where there is none. */
uint64_t thud_move_key(const thud_world *world, const thud_mover_def *def, const thud_mover_state *state);

/* Whether the mover rests after this move. */
bool thud_move_may_rest(const thud_move *move);

/* Whether a mover that rested still does, where its key is as it was; then the result is that of the move. */
bool thud_mover_rests(thud_world *world, const thud_mover_def *def, const thud_mover_state *state,
                      thud_vec2 velocity, float dt, thud_mover_result *result);

/* ---- mover_push.c ---- */

/* Out of what has moved into it; crushed where there is no room. */
void thud_move_push_out(thud_move *move);

/* Out of soft shapes, at soft_speed at most. */
void thud_move_yield(thud_move *move);

/* Notes a hit; pushes what is dynamic. Returns the speed at which the obstacle then recedes along -normal [m/s], >= 0. */
float thud_move_hit(thud_move *move, const thud_world_hit *hit, thud_vec2 velocity);

/* Weighs on the floor. */
void thud_move_weigh(thud_move *move);

/* ---- mover_crowd.c ---- */

/* Between these others can be pushed; within another mover's push they belong to that. */
void thud_crowd_begin(thud_move *move, thud_crowd *crowd);
void thud_crowd_end(thud_move *move, const thud_crowd *crowd);

/* Whether a mover is one of those that push in the row. */
bool thud_crowd_pushes(const thud_crowd *crowd, thud_body_id body);

bool thud_crowd_is_stuck(const thud_crowd *crowd, thud_body_id body);

/* Whether the mover is in one that can be pushed. */
bool thud_crowd_is_in_mover(thud_move *move);

/* Pushes all movers that the mover is in; false where there are none. A test pushes none, and takes it that they give way. */
bool thud_crowd_push(thud_move *move);

/* ---- mover_body.c ---- */

/* Places a mover's body, whatever is between; not beyond the greatest position. */
void thud_body_move_to(thud_world *world, thud_body_id body, thud_pose pose);

/* Places the mover's own body where the mover is. */
void thud_move_show_body(thud_move *move);

/* Places the mover's own body and gives it the velocity with which it will probably go on. */
void thud_move_place_body(thud_move *move);

/* ---- mover_walk.c ---- */

void thud_move_walk(thud_move *move);
void thud_move_fly(thud_move *move);

#endif
