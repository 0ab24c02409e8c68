/*
 * engine.h: the interface of the bench to a physics engine, a table of functions. Each scene is written once against
 * record.h, which calls them; only engine_*.c include an engine's headers.
 *
 * Shapes are Thud's plain values (thud/shape.h), and so are vectors and poses: every engine converts from
 * them.
 */
#pragma once

#include "thud/body.h"

/* What not every engine can do. A scene that needs it is left out for those that cannot. */
enum {
    BENCH_HINGES = 1,
    BENCH_BULLETS = 2,
    BENCH_EXPLOSIONS = 4,
    BENCH_SHAPE_CASTS = 8,
    BENCH_MOVERS = 16,
    BENCH_MOVER_BODIES = 32,
    BENCH_GAME_CALLS = 64, /* sensors, one-way shapes, events, contacts of a body */
    BENCH_TILE_EDITS = 128
};

#define BENCH_MAX_STAGES 8
#define BENCH_MAX_HOLDINGS 12

/* The time of a step that every scene uses [s]. */
#define BENCH_DT (1.0f / 60.0f)

/* A body as the engine names it. */
typedef struct bench_handle {
    uint64_t bits;
} bench_handle;

typedef struct bench_world_def {
    thud_vec2 gravity; /* [m/s^2] */
    bool sleeping;
    int threads;
    thud_lanes lanes; /* of Thud; the peers have what they were built with */
} bench_world_def;

typedef struct bench_body {
    thud_body_type type;
    thud_vec2 position;     /* [m] */
    float angle;            /* [rad] */
    thud_vec2 velocity;     /* [m/s] */
    float angular_velocity; /* [rad/s] */
    float linear_damping;   /* [1/s] */
    float sleep_speed;      /* [m/s]; negative: the engine's own */
    bool stays_awake;
    bool asleep; /* starts so */
    bool bullet; /* does not pass through dynamic bodies either */
    bool rotation_locked;
} bench_body;

typedef struct bench_surface {
    float density; /* [kg/m^2] */
    float friction;
    float elasticity;
    uint32_t category, mask;
    int32_t group; /* shapes of one group other than 0 do not collide */
    bool hit_events;
    bool events;  /* begin and end events, and sensors see it */
    bool sensor;  /* reports what enters it instead of colliding */
    bool one_way; /* holds only what comes from above */
} bench_surface;

/* A joint that keeps two points together. A spring draws its angle to 0, a motor turns it. */
typedef struct bench_hinge {
    thud_vec2 anchor_a, anchor_b; /* frames of the bodies [m] */
    float reference_angle;        /* angle of b minus angle of a where the joint's is 0 [rad] */
    bool limited;
    float lower, upper; /* [rad] */
    bool driven;
    float motor_speed;  /* [rad/s] */
    float motor_torque; /* at most [N m] */
    float spring_hertz; /* 0: none */
    float spring_damping_ratio;
} bench_hinge;

/* An impulse away from `center`, in full up to `radius`, fading to nothing over `falloff`. */
typedef struct bench_explosion {
    thud_vec2 center;         /* [m] */
    float radius, falloff;    /* [m] */
    float impulse_per_length; /* [N s/m] */
} bench_explosion;

/* A character: an upright capsule from (0, -0.4) to (0, 0.4) of radius 0.3 m. */
typedef struct bench_mover {
    thud_vec2 position; /* [m] */
    thud_vec2 velocity; /* wanted, then after the move [m/s] */
    bool on_floor;
    bool has_body; /* which other bodies and characters collide with; needs BENCH_MOVER_BODIES */
    _Alignas(8) unsigned char state[256]; /* the engine's; zero at first */
} bench_mover;

/* A part of a step, as the engine reports it. */
typedef struct bench_stage {
    const char *name;
    double milliseconds;
} bench_stage;

/* A use of an engine's memory, as the engine reports it. */
typedef struct bench_holding {
    const char *name;
    int64_t bytes;
} bench_holding;

typedef struct bench_engine {
    const char *name;
    const char *note; /* version, and what it does not have */
    unsigned abilities;
    void *(*create)(const bench_world_def *def);
    void (*destroy)(void *world);
    bench_handle (*add_body)(void *world, const bench_body *body);
    void (*remove_body)(void *world, bench_handle body); /* with its shapes and joints */
    void (*add_shape)(void *world, bench_handle body, const bench_surface *surface, const thud_shape *shape);
    /* Solid tiles of 1 m, named by their middles, as one grid. NULL: each tile is a shape. */
    void (*add_tiles)(void *world, bench_handle body, const bench_surface *surface, const thud_vec2 *middles,
                      int count);
    /* Adds a tile of 1 m to a body, or removes it; `tile` is the engine's name of it. NULL without BENCH_TILE_EDITS. */
    void (*set_tile)(void *world, bench_handle body, const bench_surface *surface, thud_vec2 middle,
                     bool solid, bench_handle *tile);
    /* A closed line of segments that bodies are inside of; `points` run clockwise. */
    void (*add_loop)(void *world, bench_handle body, const bench_surface *surface, const thud_vec2 *points,
                     int count);
    /* An upright box in the body's frame, made by the engine's own function for boxes. */
    void (*add_box)(void *world, bench_handle body, const bench_surface *surface, thud_vec2 half_extents,
                    thud_vec2 center);
    /* NULL without BENCH_HINGES. */
    void (*add_hinge)(void *world, bench_handle a, bench_handle b, const bench_hinge *hinge);
    /* Gives a kinematic body the velocity that brings it to a position in BENCH_DT. */
    void (*set_target)(void *world, bench_handle body, thud_vec2 position);
    thud_vec2 (*velocity)(void *world, bench_handle body);
    void (*set_velocity)(void *world, bench_handle body, thud_vec2 velocity);
    /* The next four are NULL without BENCH_GAME_CALLS. A force at the middle of a body [N], an impulse [N s], a shift of a
     * thousandth of it [m], and another friction, which depends on its sign. */
    void (*change)(void *world, bench_handle body, float push);
    /* The contacts in which a body touches another one; the largest y
     * of their normals, which point at the body, or -1. */
    int (*touches)(void *world, bench_handle body, float *up);
    /* Reads all events of the last step; returns how many there are. */
    int (*read_events)(void *world);
    /* The bodies of the sensors that something entered in the last step, up to a capacity; returns how many. */
    int (*entered_sensors)(void *world, bench_handle *bodies, int capacity);
    /* NULL without BENCH_EXPLOSIONS. */
    void (*explode)(void *world, const bench_explosion *explosion);
    void (*step)(void *world);
    /* Queries, of all shapes. The fraction of the nearest hit of a ray; 1 where there is none. */
    float (*cast_ray)(void *world, thud_vec2 origin, thud_vec2 translation);
    float (*cast_circle)(void *world, float radius, thud_vec2 origin, thud_vec2 translation);
    /* The same for any shape, not turned. NULL without BENCH_SHAPE_CASTS. */
    float (*cast_shape)(void *world, const thud_shape *shape, thud_vec2 origin, thud_vec2 translation);
    /* How many shapes' boxes overlap a box: an engine may count those as well that only its fat box overlaps. */
    int (*count_in_box)(void *world, thud_aabb box);
    /* How many shapes overlap a shape. */
    int (*count_overlaps)(void *world, const thud_shape *shape, thud_pose pose);
    /* Moves a character for BENCH_DT. NULL without BENCH_MOVERS. */
    void (*move)(void *world, bench_mover *mover);
    thud_pose (*pose)(void *world, bench_handle body);
    /* The last step's stages, up to BENCH_MAX_STAGES; returns how many. */
    int (*stages)(void *world, bench_stage *stages);
    /* Contacts that the engine keeps now; -1 where it does not report them. */
    int (*contacts)(void *world);
    /* The world's memory by use, up to BENCH_MAX_HOLDINGS; returns how many. NULL where the
     * engine does not report it. */
    int (*memory)(void *world, bench_holding *holdings);
} bench_engine;

/* The engines that were found when the bench was built; Thud is the first. Ends with NULL. */
extern const bench_engine *const bench_engines[];

/* The names of those that were not found; ends with NULL. */
extern const char *const bench_missing_engines[];
