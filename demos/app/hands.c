/*
 * Inputs to scene hooks and to the mouse's spring.
 */
#include "hands.h"

#include "scene_numbers.h"
#include "selection.h"

#include "thud/joint.h"
#include "thud/query.h"

#include <stdio.h>
#include <string.h>

static const float drag_hertz = 4;      /* [Hz] */
static const float drag_damping = 0.8f; /* ratio */
static const float drag_strength = 400; /* force on the body, times its mass [m/s^2] */

static bool grab(scene_hands hands, thud_vec2 at) {
    thud_world *world = hands.scene->world;
    if (!world) {
        return false;
    }
    thud_shape_id shape = thud_world_shape_at(world, at, thud_query_filter_all());
    thud_body_id body = shape.generation ? thud_shape_body(world, shape) : (thud_body_id){0, 0};
    if (!body.generation || thud_body_definition(world, body).type != THUD_BODY_DYNAMIC) {
        return false;
    }
    thud_target_joint_def def = thud_target_joint_defaults();
    def.body = body;
    def.local_anchor = thud_pose_apply_inverse(thud_body_pose(world, body), at);
    def.target = at;
    def.hertz = drag_hertz;
    def.damping_ratio = drag_damping;
    def.max_force = drag_strength * thud_body_mass(world, body).mass;
    *hands.drag = thud_target_joint_create(world, &def);
    return hands.drag->generation != 0;
}

static bool drop(scene_hands hands) {
    bool held = hands.drag->generation && thud_joint_is_valid(hands.scene->world, *hands.drag);
    if (held) {
        thud_joint_destroy(hands.scene->world, *hands.drag);
    }
    *hands.drag = (thud_joint_id){0, 0};
    return held;
}

static bool press_key(scene_hands hands, char key) {
    const scene_kind *kind = hands.scene->kind;
    hands.scene->held[(int)key] = true;
    return kind->key && kind->key(hands.scene, key);
}

static bool change_setting(scene_hands hands, int index, float value) {
    if (!setting_set(hands.options, index, value)) {
        return false;
    }
    thud_world *world = hands.scene->world;
    if (setting_is_of_objects(hands.options, index)) {
        return scene_numbers_set(hands.scene, hands.options);
    }
    return setting_at(hands.options, index).restarts || !world ||
           thud_world_configure(world, &hands.options->world);
}

bool input_is_change(const scene_input *input) {
    return input->kind >= INPUT_SET;
}

bool input_is_same_number(const scene_input *a, const scene_input *b) {
    return input_is_change(a) && a->kind == b->kind && a->code == b->code && a->slot == b->slot &&
           a->generation == b->generation && a->y == b->y;
}

/* What an INPUT_EDIT_... edits. */
static const object_kind edited_kinds[INPUT_KIND_COUNT] = {
    [INPUT_EDIT_BODY] = OBJECT_BODY,   [INPUT_EDIT_SHAPE] = OBJECT_SHAPE,
    [INPUT_EDIT_JOINT] = OBJECT_JOINT, [INPUT_EDIT_MATERIAL] = OBJECT_SHAPE,
    [INPUT_EDIT_MOVER] = OBJECT_MOVER, [INPUT_EDIT_TILE] = OBJECT_TILE,
    [INPUT_EDIT_TILES] = OBJECT_TILES, [INPUT_EDIT_TILE_MATERIAL] = OBJECT_TILE,
};

static object_id edited_object(const scene_input *input) {
    return (object_id){edited_kinds[input->kind], input->slot, input->generation, (int)input->y};
}

static bool edit(scene_hands hands, const scene_input *input) {
    return object_set(hands.scene, edited_object(input), input->code, input->x);
}

/* Of a shape or a tile, and of all that have the same material. */
static bool edit_material(scene_hands hands, const scene_input *input) {
    thud_material before, after;
    object_id object = edited_object(input);
    bool edited = object_material(hands.scene, object, &before) && edit(hands, input) &&
                  object_material(hands.scene, object, &after);
    if (edited) {
        selection_spread_material(hands.scene->world, before, after);
    }
    return edited;
}

bool hands_apply(scene_hands hands, const scene_input *input) {
    const scene_kind *kind = hands.scene->kind;
    thud_vec2 at = {input->x, input->y};
    switch ((input_kind)input->kind) {
    case INPUT_KEY_DOWN:
        return press_key(hands, (char)input->code);
    case INPUT_KEY_UP:
        hands.scene->held[input->code] = false;
        return true;
    case INPUT_MOUSE:
        return kind->mouse && kind->mouse(hands.scene, (scene_mouse)input->code, at);
    case INPUT_GRAB:
        drop(hands);
        return grab(hands, at);
    case INPUT_PULL:
        return hands.drag->generation && thud_target_joint_set_target(hands.scene->world, *hands.drag, at);
    case INPUT_DROP:
        return drop(hands);
    case INPUT_SET:
        return change_setting(hands, input->code, input->x);
    case INPUT_EDIT_BODY:
    case INPUT_EDIT_SHAPE:
    case INPUT_EDIT_JOINT:
    case INPUT_EDIT_MOVER:
    case INPUT_EDIT_TILE:
    case INPUT_EDIT_TILES:
        return edit(hands, input);
    case INPUT_EDIT_MATERIAL:
    case INPUT_EDIT_TILE_MATERIAL:
        return edit_material(hands, input);
    case INPUT_KIND_COUNT:
        break;
    }
    return false;
}

void hands_explain(scene_hands hands, const scene_input *change, char why[SCENE_ERROR_SIZE]) {
    bool explained = change->kind == INPUT_SET
                         ? setting_explain(hands.options, change->code, change->x, why)
                         : object_explain(hands.scene, edited_object(change), change->code, change->x, why);
    if (!explained) { /* in range, but no more than that: the engine's words */
        snprintf(why, SCENE_ERROR_SIZE, "%s", thud_world_refusal(hands.scene->world).message);
    }
}

bool hands_step(scene_hands hands, float dt) {
    memcpy(hands.scene->values, hands.options->values, sizeof hands.options->values);
    bool kept = scene_numbers_keep(hands.scene, hands.options);
    scene_step(hands.scene, dt);
    return kept;
}
