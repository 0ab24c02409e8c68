/*
 * A play: one input, read as a sequence of calls into a world. Each public function has a row in a table (calls_*.c);
 * an input names rows and gives their arguments. The same input is played in two worlds of different threads and SIMD
 * widths: what they return is folded into a digest, which must be the same.
 *
 * The last quarter of an input is for callbacks: from inside of a step, a query or a drawing they make calls, too,
 * and there every call that would change the world must be refused.
 */
#pragma once

#include "check.h"
#include "reader.h"
#include "thud/thud.h"

enum {
    fuzz_most_ids = 64,
    fuzz_most_bodies = 30,
    fuzz_most_shapes = 90,
    fuzz_most_joints = 24,
    fuzz_most_steps = 40
};

/* Any of the engine's ids; they all have these two members. */
typedef struct fuzz_id {
    uint32_t slot, generation;
} fuzz_id;

typedef enum fuzz_id_kind {
    FUZZ_BODY,
    FUZZ_SHAPE,
    FUZZ_JOINT,
    FUZZ_CHAIN,
    FUZZ_CONTACT,
    FUZZ_PROXY,
    FUZZ_ID_KINDS
} fuzz_id_kind;

/* Ids that were given out, the stale ones too, of both worlds. */
typedef struct fuzz_ids {
    fuzz_id id[fuzz_most_ids];
    const thud_world *world[fuzz_most_ids]; /* that gave it */
    bool stale[fuzz_most_ids];              /* it was seen to be: it must stay so */
    int count, next;
} fuzz_ids;

/* What the worlds of a play hold, and when the hook refuses. */
typedef struct fuzz_memory {
    int64_t bytes, blocks;
    uint32_t random;
    int one_in;    /* this share of allocations fails; 0: none */
    bool was_full; /* more was asked for than a play may hold */
} fuzz_memory;

/* How the worlds are made that must not differ. */
typedef struct fuzz_setting {
    thud_lanes lanes;
    int workers;
    bool host_tasks; /* the tasks run on this thread, backwards */
} fuzz_setting;

typedef struct fuzz_play {
    fuzz_reader main, callbacks;
    fuzz_reader *in; /* one of them */
    fuzz_setting setting;
    thud_world *world;     /* of the present call; now and then null, or the other one */
    thud_world *worlds[2]; /* the second one may be null */
    thud_hash *hash;       /* the broadphase alone */
    fuzz_memory memory;
    bool in_block; /* the first world has another memory, see thud/snapshot.h */
    fuzz_ids ids[FUZZ_ID_KINDS];
    int depth;          /* of callbacks */
    int callback_calls; /* made so far */
    int steps;
    bool lost;                             /* the last step reported a loss */
    uint64_t digest;                       /* of all that was returned */
    uint64_t digests[fuzz_most_steps + 1]; /* after each step, and at the end */
} fuzz_play;

/* ---- rows ---- */

typedef enum fuzz_effect {
    FUZZ_CHANGES, /* changes the world where it is accepted; must leave its hash alone where it is refused */
    FUZZ_ASKS,    /* must leave it alone anyway */
    FUZZ_ALONE,   /* has nothing to do with a world */
    FUZZ_SEVERAL  /* several calls, which may change it */
} fuzz_effect;

/* Reads arguments and makes the call; returns whether it was accepted. */
typedef bool fuzz_call(fuzz_play *play);

typedef struct fuzz_row {
    const char *name;
    fuzz_effect effect;
    fuzz_call *call;
} fuzz_row;

/* A page of rows, one a public header. A new row goes to the end of its page, so that saved
 * inputs keep their meaning. */
typedef struct fuzz_page {
    const fuzz_row *rows;
    int count;
} fuzz_page;

/* The calls that most of an input should be made of: what fills a world, and steps. */
extern const fuzz_page fuzz_favourites;

extern const fuzz_page fuzz_base_page, fuzz_math_page, fuzz_bounds_page, fuzz_bounds3_page, fuzz_shape_page,
    fuzz_broadphase_page, fuzz_narrowphase_page, fuzz_response_page, fuzz_world_page, fuzz_body_page,
    fuzz_chain_page, fuzz_joint_page, fuzz_query_page, fuzz_forces_page, fuzz_event_page,
    fuzz_debug_draw_page, fuzz_runner_page, fuzz_tile_grid_page, fuzz_mover_page;

/* The page of an array of rows. */
#define FUZZ_PAGE(rows)                                                                                      \
    { rows, (int)(sizeof(rows) / sizeof((rows)[0])) }

/* Makes the next call of the input. */
void fuzz_make_call(fuzz_play *play);

/* What a callback does: now and then a call. */
void fuzz_call_back(fuzz_play *play);

/* Steps the world and reads all of its state. */
bool fuzz_step(fuzz_play *play, float dt);

/* ---- arguments ---- */

fuzz_id fuzz_pick(fuzz_play *play, fuzz_id_kind kind);
void fuzz_keep(fuzz_play *play, fuzz_id_kind kind, fuzz_id id);
thud_body_id fuzz_body(fuzz_play *play);
thud_shape_id fuzz_shape_id(fuzz_play *play);
thud_joint_id fuzz_joint(fuzz_play *play);
thud_chain_id fuzz_chain(fuzz_play *play);
thud_contact_id fuzz_contact(fuzz_play *play);

/* Whether there is room for one more; a world is kept small. */
bool fuzz_has_room(const fuzz_play *play);

thud_world_def fuzz_world_def(fuzz_play *play);
thud_hooks fuzz_hooks(fuzz_play *play);
thud_query_filter fuzz_filter(fuzz_play *play);
thud_material fuzz_material(fuzz_play *play);

/* ---- results ---- */

/* Folds a result into the digest; all NaN are alike. */
void fuzz_see_bits(fuzz_play *play, uint64_t bits);
void fuzz_see_number(fuzz_play *play, float number);
void fuzz_see_vec2(fuzz_play *play, thud_vec2 v);
bool fuzz_see_status(fuzz_play *play, thud_status status); /* true for THUD_OK */
bool fuzz_see_bool(fuzz_play *play, bool accepted);        /* returns it */

/* The same for what a world shows, which has to be finite. */
void fuzz_see_finite(fuzz_play *play, const char *what, float number);
void fuzz_see_finite_vec2(fuzz_play *play, const char *what, thud_vec2 v);
void fuzz_see_finite_pose(fuzz_play *play, thud_pose pose);
void fuzz_see_contact(fuzz_play *play, const thud_contact_data *contact);

/* Everything that can be read of a world after a step. */
void fuzz_see_world(fuzz_play *play, thud_world *world);

/* An id that was stale once stays so. */
void fuzz_see_ids(fuzz_play *play);
