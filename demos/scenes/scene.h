/*
 * scene.h: what a demo scene is: a world with things in it, a few tunables, and hooks that the host calls.
 *
 * A scene has no access to the window or the clock: it is stepped by a fixed dt, draws its extras through the painter
 * it is handed, and takes its randomness from its own seeded generator. So the window, the headless renderer, the tests
 * and the benchmarks run the same scene to the same bits.
 *
 *     scene_options options = scene_options_for(scene_find("pyramid"));
 *     char error[SCENE_ERROR_SIZE];
 *     thud_scene *pyramid = scene_create(&options, error);
 *     for (int i = 0; i < 300; i++) scene_step(pyramid, 1.0f / 60.0f);
 *     printf("%016llx\n", (unsigned long long)scene_hash(pyramid));
 *     scene_destroy(pyramid);
 */
#pragma once

#include "thud/chain.h"
#include "thud/debug_draw.h"
#include "thud/joint.h"
#include "thud/mover.h"
#include "thud/runner.h"
#include "thud/world.h"

#define SCENE_MAX_TUNABLES 12
#define SCENE_ERROR_SIZE 256

/* ---- drawing ---- */

/* What a drawn thing means; the host's palette gives the colour. */
typedef enum scene_ink {
    SCENE_INK_TEXT,     /* labels that matter */
    SCENE_INK_MUTED,    /* labels and lines that stand back */
    SCENE_INK_FAINT,    /* ground, grids, shadows */
    SCENE_INK_EARTH,    /* the inside of ground, behind everything */
    SCENE_INK_APART,    /* shapes that do not touch: blue */
    SCENE_INK_TOUCHING, /* shapes that do: red */
    SCENE_INK_SECOND,   /* the other one of two things */
    SCENE_INK_MTD,      /* the way out */
    SCENE_INK_NORMAL,
    SCENE_INK_PATH,  /* where something moves along */
    SCENE_INK_GHOST, /* where something will be */
    SCENE_INK_GOOD,
    SCENE_INK_BAD,
    SCENE_INK_COUNT
} scene_ink;

/* How a shape or a text is drawn. */
typedef enum scene_fill { SCENE_OUTLINE, SCENE_FILLED, SCENE_SOLID } scene_fill; /* solid: without a rim */
typedef enum scene_text { SCENE_TEXT_LEFT, SCENE_TEXT_CENTER, SCENE_TEXT_HEADING } scene_text;

/* The drawing interface handed to a scene. World coordinates; line widths and text sizes are the host's. */
typedef struct scene_painter {
    void (*line)(void *context, thud_vec2 p1, thud_vec2 p2, scene_ink ink);
    void (*arrow)(void *context, thud_vec2 from, thud_vec2 to, scene_ink ink);
    void (*shape)(void *context, const thud_shape *shape, thud_pose pose, scene_ink ink, scene_fill fill);
    void (*point)(void *context, thud_vec2 point, scene_ink ink);
    void (*text)(void *context, thud_vec2 at, scene_ink ink, scene_text style, const char *text);
    void *context;
    float alpha; /* how far between a body's previous and present pose the picture is */
} scene_painter;

/* Draws formatted text; cut at 200 characters. */
__attribute__((format(printf, 5, 6))) void scene_printf(const scene_painter *painter, thud_vec2 at,
                                                        scene_ink ink, scene_text style, const char *format,
                                                        ...);

/* ---- what a scene offers ---- */

typedef enum scene_tunable_kind {
    SCENE_NUMBER,
    SCENE_WHOLE_NUMBER,
    SCENE_SWITCH,
    SCENE_CHOICE
} scene_tunable_kind;

/* A value that the panel and --set can change. */
typedef struct scene_tunable {
    const char *name; /* one word, for --set */
    const char *label;
    const char *unit; /* as thud/tunables.h writes it; "" for none */
    scene_tunable_kind kind;
    float low, high, initial;
    const char *const *choices; /* SCENE_CHOICE: high + 1 names */
    bool restarts;              /* the scene must be made anew when it changes */
} scene_tunable;

/* What searches measure of a player. */
typedef struct scene_player {
    thud_vec2 position;
    bool is_home; /* it has reached the end of the level */
    int jumps;    /* since the start, those off walls too */
} scene_player;

/* A character of a scene, as its last move left it. The definition may be changed between steps;
 * null where there is none. */
typedef struct scene_mover {
    const char *name;
    thud_mover_def *def;
    const thud_mover_state *state;
    const thud_mover_result *moved;
} scene_mover;

typedef enum scene_mouse {
    SCENE_MOUSE_PRESS,
    SCENE_MOUSE_MOVE,
    SCENE_MOUSE_DRAG,
    SCENE_MOUSE_RELEASE
} scene_mouse;

/* Keys that have no letter, as `key` and `held` name them. */
enum { SCENE_KEY_LEFT = 1, SCENE_KEY_RIGHT, SCENE_KEY_UP, SCENE_KEY_DOWN, SCENE_KEY_COUNT = 128 };

typedef struct thud_scene thud_scene;

/* A line about the scene's state, for the panel. */
typedef struct scene_reading {
    const char *name;
    char text[72];
    bool warns; /* worth a look */
} scene_reading;

enum { scene_most_readings = 32 };

typedef struct scene_page {
    scene_reading readings[scene_most_readings];
    int count;
} scene_page;

/* A scene in the registry. Hooks may be null. */
typedef struct scene_kind {
    const char *name;
    const char *description; /* one line */
    const char *help;        /* its own keys and mouse actions, or null */
    const char *own_keys;    /* letters that go to it where the host has a use for them, too; or null */
    thud_aabb view;          /* what the camera shows at first [m] */
    bool worldless;          /* it has no thud_world; then `hash` must be there */
    bool hides_joints;       /* where the host's lines of joints would be too many */
    bool shows_names;        /* of its bodies, shapes and joints */
    size_t state_size;       /* zeroed memory at scene->state */
    const scene_tunable *tunables;
    int tunable_count;
    void (*configure)(thud_world_def *def); /* changes the default definition */
    bool (*create)(thud_scene *scene);      /* false: scene->error says why */
    void (*before_step)(thud_scene *scene, float dt);
    void (*after_step)(thud_scene *scene, float dt);
    void (*draw_behind)(const thud_scene *scene, const scene_painter *painter); /* what bodies cover */
    void (*draw)(const thud_scene *scene, const scene_painter *painter);
    bool (*key)(thud_scene *scene, char key); /* lower case; true: used */
    bool (*mouse)(thud_scene *scene, scene_mouse action,
                  thud_vec2 at); /* true: used; MOVE is without a button */
    void (*readings)(const thud_scene *scene, scene_page *page);
    uint64_t (*hash)(const thud_scene *scene);
    thud_runner_def *(*runner_def)(thud_scene *scene); /* of its player, to be tuned; both or neither */
    scene_mover (*mover)(const thud_scene *scene, int index); /* its characters, the player first */
    scene_player (*player)(const thud_scene *scene); /* how its player fares */
    bool (*warning)(const thud_scene *scene, int index, char *text,
                    size_t size); /* of its level; false behind the last one */
    void (*destroy)(thud_scene *scene);
} scene_kind;

/* The initializers of a kind's tunables, from an array of them. */
#define SCENE_TUNABLES(array) .tunables = (array), .tunable_count = (int)(sizeof(array) / sizeof(array)[0])

/* A running scene. The host may read all of it and change `values`. */
struct thud_scene {
    const scene_kind *kind;
    thud_world *world; /* null for a worldless thud_scene */
    void *state;
    float values[SCENE_MAX_TUNABLES]; /* of kind->tunables, in their order */
    const char *level;                /* level file to read */
    thud_aabb view; /* what the camera shows at first [m]; the kind's unless `create` sets another one. It goes
                       along when the scene moves it */
    bool held[SCENE_KEY_COUNT]; /* keys that are down now, by lower case letter */
    bool wants_restart; /* nobody has played for a while: the host makes it anew */
    thud_vec2 cursor;   /* where the mouse was last, where `mouse` is scene_note_cursor or calls it [m] */
    uint64_t step_count;
    int tuned_objects; /* the host's: how many objects there were when it gave them their numbers */
    thud_step_result last_step; /* what the world lost in it */
    uint32_t random;
    char error[SCENE_ERROR_SIZE];
};

/* A number that was given for all objects of a scene, or its player: which one is the host's. */
typedef struct scene_given {
    int number;
    float value;
} scene_given;

#define SCENE_MAX_GIVEN 256 /* more than there are */

/* How to make a scene. */
typedef struct scene_options {
    const scene_kind *kind;
    thud_world_def world;
    float values[SCENE_MAX_TUNABLES];
    scene_given given[SCENE_MAX_GIVEN];
    int given_count;
    uint32_t seed;     /* of the scene's dice; 0: the usual one */
    const char *level; /* null: the scene's own */
} scene_options;

/* ---- running a scene ---- */

/*
 * The registry: the kind at an index and what it is listed under (null beyond the end), words to search it by, the kind
 * of a name (null for none), the index of a kind.
 */
const scene_kind *scene_at(int index);
const char *scene_category_at(int index);
const char *scene_tags_at(int index);
const scene_kind *scene_find(const char *name);
int scene_index(const scene_kind *kind);

/* The options that a kind starts with. */
scene_options scene_options_for(const scene_kind *kind);

/* Sets a tunable by name; false when there is none, or the value is out of range or no whole number where it must be. */
bool scene_options_set(scene_options *options, const char *name, float value);

/* Makes a scene; null with the reason in `error`, one line. */
thud_scene *scene_create(const scene_options *options, char error[SCENE_ERROR_SIZE]);
void scene_destroy(thud_scene *scene);
void scene_step(thud_scene *scene, float dt);
void scene_draw_behind(const thud_scene *scene, const scene_painter *painter);
void scene_draw(const thud_scene *scene, const scene_painter *painter);

/* The character whose body it is; none: a null definition. */
scene_mover scene_mover_of(const thud_scene *scene, thud_body_id body);

/* thud_world_hash, or the scene's own for worldless ones. */
uint64_t scene_hash(const thud_scene *scene);

/* ---- for scenes ---- */

/* Next random number in [low, high): xorshift32 with the scene's own state. */
float scene_random(thud_scene *scene, float low, float high);

/* A random point between two corners: first x, then y, whereas C leaves open which of two arguments comes first. */
thud_vec2 scene_random_vec2(thud_scene *scene, thud_vec2 low, thud_vec2 high);

/* Folds bytes into a hash (FNV-1a); start with SCENE_HASH_START. */
#define SCENE_HASH_START 14695981039346656037ull
uint64_t scene_hash_bytes(uint64_t hash, const void *bytes, size_t size);

/* Adds a line to a page, and returns it; a page that is full loses its last one. */
__attribute__((format(printf, 3, 4))) scene_reading *scene_tell(scene_page *page, const char *name,
                                                                const char *format, ...);

/* A shape as data, in the middle of its body. */
typedef struct scene_form {
    enum { SCENE_CIRCLE, SCENE_CAPSULE, SCENE_BOX, SCENE_POLYGON } kind;
    float size;  /* radius; half the distance of a capsule's centres; half width of a box [m] */
    float other; /* radius of a capsule; half height of a box [m]; number of sides of a regular polygon */
} scene_form;

/* A body at a place; a dynamic one with a shape (without `def`: the default one). */
thud_body_id scene_body(const thud_scene *scene, thud_body_type type, thud_vec2 position, float angle);
thud_body_id scene_thing(const thud_scene *scene, const thud_shape_def *def, thud_vec2 position, float angle,
                         scene_form form);

/* A shape of a body; without `def`: the default one. */
thud_shape_id scene_add_form(const thud_scene *scene, thud_body_id body, const thud_shape_def *def,
                             scene_form form);

/* A box of a body, anywhere in the body's frame. */
void scene_block(const thud_scene *scene, thud_body_id body, const thud_shape_def *def, thud_aabb box);

/* Destroys a body, which may have gone already. */
void scene_remove(const thud_scene *scene, thud_body_id body);

/* A hinge at a point of the world. */
thud_joint_id scene_hinge(const thud_scene *scene, thud_body_id a, thud_body_id b, thud_vec2 point);

/* Whether a body stands on something. */
bool scene_stands(const thud_scene *scene, thud_body_id body);

/* A static segment on a body. */
void scene_wall(const thud_scene *scene, thud_body_id body, thud_vec2 p1, thud_vec2 p2);

/* Ground from left to right on a static body at the origin: a two-sided chain. */
thud_chain_id scene_ground(const thud_scene *scene, thud_body_id body, const thud_vec2 *points, int count);

/* Draws a form, the hull of points, a shape of the world; over a body's own picture with something opaque behind it. */
void scene_draw_form(const scene_painter *painter, scene_form form, thud_pose pose, scene_ink ink,
                     scene_fill fill);
void scene_draw_hull(const scene_painter *painter, const thud_vec2 *points, int count, scene_ink ink,
                     scene_fill fill);
void scene_draw_shape(const thud_scene *scene, const scene_painter *painter, thud_shape_id shape,
                      scene_ink ink, scene_fill fill);
void scene_draw_over(const thud_scene *scene, const scene_painter *painter, thud_shape_id shape, scene_ink ink);

/* Draws the earth below such ground, down to `bottom` [m]. */
void scene_draw_earth(const scene_painter *painter, const thud_vec2 *points, int count, float bottom);

/* What the mouse holds of the things that a scene lets it drag. Zeroed: nothing. */
typedef struct scene_grip {
    bool holds, touched; /* touched: it has held something, or a key has moved it */
    int thing;        /* the scene's own number for it */
    thud_vec2 origin; /* where it belongs now [m] */
    thud_vec2 offset; /* of the mouse from there [m] */
} scene_grip;

/* Which thing is at a place, and where its origin is; false for none. */
typedef bool scene_pick(const thud_scene *scene, thud_vec2 at, int *thing, thud_vec2 *origin);

/* For a scene's `mouse`: takes hold, follows and lets go. True while something is held: move it to grip->origin. */
bool scene_drag(const thud_scene *scene, scene_grip *grip, scene_mouse action, thud_vec2 at, scene_pick *pick);

/* For a scene's `mouse`: notes where the mouse is, for keys that act there, and leaves the button to the host, which
 * drags bodies by it. */
bool scene_note_cursor(thud_scene *scene, scene_mouse action, thud_vec2 at);

/* Where a body is in the picture, which is drawn between two steps. */
thud_pose scene_drawn_pose(const thud_scene *scene, const scene_painter *painter, thud_body_id body);
