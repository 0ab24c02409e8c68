/*
 * hands.h: what an input does to a scene: a key, the mouse, the mouse's spring, a setting. One text for what a person
 * does now and for what a recording repeats, so that both give the same bits.
 */
#pragma once

#include "objects.h"

typedef enum input_kind {
    INPUT_KEY_DOWN, /* code: the key as scenes name it */
    INPUT_KEY_UP,
    INPUT_MOUSE, /* code: scene_mouse */
    INPUT_GRAB,  /* the mouse's spring takes hold of the dynamic body at a point, follows, lets go */
    INPUT_PULL,
    INPUT_DROP,
    INPUT_SET,        /* code: the setting; x: its value */
    INPUT_EDIT_BODY,  /* code: the field, see objects.h; slot, generation: which one; x: its value */
    INPUT_EDIT_SHAPE, /* likewise */
    INPUT_EDIT_JOINT,
    INPUT_EDIT_MATERIAL, /* of a shape, and of all shapes and tiles that have the same material as it had */
    INPUT_EDIT_MOVER,    /* slot, generation: of its body */
    INPUT_EDIT_TILE,     /* slot, generation: of the grid's body; y: the tile's number */
    INPUT_EDIT_TILES,    /* likewise, but for all tiles of the grid */
    INPUT_EDIT_TILE_MATERIAL, /* of a tile, and of all shapes and tiles that have the same material as it had */
    INPUT_KIND_COUNT
} input_kind;

/* An input, which comes before the step that it names. */
typedef struct scene_input {
    uint32_t step;
    uint16_t kind, code;
    float x, y;                /* a point in the world [m]; or a value, and the number of a tile */
    uint32_t slot, generation; /* of what is edited */
} scene_input;

/* A scene that inputs change. */
typedef struct scene_hands {
    thud_scene *scene;
    scene_options *options;
    thud_joint_id *drag; /* the mouse's spring, or null */
} scene_hands;

/* Whether it changes a number, rather than being a key or the mouse. */
bool input_is_change(const scene_input *input);

/* Whether two inputs change the same number. */
bool input_is_same_number(const scene_input *a, const scene_input *b);

/* Does it; whether the scene made use of it. A setting that restarts the scene only changes the options. */
bool hands_apply(scene_hands hands, const scene_input *input);

/* The words for a change of a number that was just refused. */
void hands_explain(scene_hands hands, const scene_input *change, char why[SCENE_ERROR_SIZE]);

/* One step, with the options' values; false where the objects refuse theirs: scene->error says why. */
bool hands_step(scene_hands hands, float dt);
