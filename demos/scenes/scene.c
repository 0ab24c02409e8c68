/*
 * The life of a scene: made from options, stepped, hashed, destroyed; and the few helpers that scenes share.
 */
#include "scene.h"

#include "thud/event.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t random_seed = 2463534242u; /* Marsaglia's, "Xorshift RNGs" (2003) */

scene_options scene_options_for(const scene_kind *kind) {
    scene_options options = {.kind = kind, .world = thud_world_defaults()};
    if (kind->configure) {
        kind->configure(&options.world);
    }
    for (int i = 0; i < kind->tunable_count; i++) {
        options.values[i] = kind->tunables[i].initial;
    }
    return options;
}

bool scene_options_set(scene_options *options, const char *name, float value) {
    const scene_kind *kind = options->kind;
    for (int i = 0; i < kind->tunable_count; i++) {
        const scene_tunable *tunable = &kind->tunables[i];
        if (strcmp(tunable->name, name) == 0) {
            bool in_range = value >= tunable->low && value <= tunable->high; /* false for NaN */
            bool fits = in_range && (tunable->kind == SCENE_NUMBER || value == floorf(value));
            if (fits) {
                options->values[i] = value;
            }
            return fits;
        }
    }
    return false;
}

static bool scene_start(thud_scene *scene, const thud_world_def *world_def) {
    const scene_kind *kind = scene->kind;
    if (!kind->worldless) {
        scene->world = thud_world_create(world_def);
        if (!scene->world) {
            thud_refusal refusal = thud_world_def_check(world_def);
            snprintf(scene->error, sizeof scene->error, "no world: %s (%s)",
                     thud_status_message(refusal.status), refusal.field ? refusal.field : "memory");
            return false;
        }
    }
    return !kind->create || kind->create(scene);
}

thud_scene *scene_create(const scene_options *options, char error[SCENE_ERROR_SIZE]) {
    thud_scene *made = calloc(1, sizeof *made);
    void *state = calloc(1, options->kind->state_size + 1);
    if (!made || !state) {
        free(made);
        free(state);
        snprintf(error, SCENE_ERROR_SIZE, "out of memory");
        return NULL;
    }
    made->kind = options->kind;
    made->state = state;
    made->level = options->level;
    made->view = options->kind->view;
    made->random = random_seed ^ (options->seed * 2654435769u); /* seeds lie far from each other */
    memcpy(made->values, options->values, sizeof made->values);
    if (!scene_start(made, &options->world)) {
        snprintf(error, SCENE_ERROR_SIZE, "%s", made->error);
        scene_destroy(made);
        return NULL;
    }
    return made;
}

void scene_destroy(thud_scene *scene) {
    if (!scene) {
        return;
    }
    if (scene->kind->destroy) {
        scene->kind->destroy(scene);
    }
    thud_world_destroy(scene->world);
    free(scene->state);
    free(scene);
}

void scene_step(thud_scene *scene, float dt) {
    if (scene->kind->before_step) {
        scene->kind->before_step(scene, dt);
    }
    if (scene->world) {
        scene->last_step = thud_world_step(scene->world, dt);
    }
    scene->step_count++;
    if (scene->kind->after_step) {
        scene->kind->after_step(scene, dt);
    }
}

void scene_draw_behind(const thud_scene *scene, const scene_painter *painter) {
    if (scene->kind->draw_behind) {
        scene->kind->draw_behind(scene, painter);
    }
}

void scene_draw(const thud_scene *scene, const scene_painter *painter) {
    if (scene->kind->draw) {
        scene->kind->draw(scene, painter);
    }
}

uint64_t scene_hash(const thud_scene *scene) {
    return scene->kind->hash ? scene->kind->hash(scene) : thud_world_hash(scene->world);
}

float scene_random(thud_scene *scene, float low, float high) {
    uint32_t x = scene->random;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    scene->random = x;
    return low + (high - low) * ((float)(x >> 8) * (1.0f / 16777216.0f)); /* 24 bits: exact in a float */
}

thud_vec2 scene_random_vec2(thud_scene *scene, thud_vec2 low, thud_vec2 high) {
    float x = scene_random(scene, low.x, high.x);
    float y = scene_random(scene, low.y, high.y);
    return (thud_vec2){x, y};
}

uint64_t scene_hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ byte[i]) * 1099511628211ull;
    }
    return hash;
}

void scene_printf(const scene_painter *painter, thud_vec2 at, scene_ink ink, scene_text style,
                  const char *format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    painter->text(painter->context, at, ink, style, text);
}

scene_reading *scene_tell(scene_page *page, const char *name, const char *format, ...) {
    page->count += page->count < scene_most_readings;
    scene_reading *reading = &page->readings[page->count - 1];
    *reading = (scene_reading){.name = name};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reading->text, sizeof reading->text, format, arguments);
    va_end(arguments);
    return reading;
}

thud_body_id scene_body(const thud_scene *scene, thud_body_type type, thud_vec2 position, float angle) {
    thud_body_def def = thud_body_defaults();
    def.type = type;
    def.position = position;
    def.angle = angle;
    return thud_body_create(scene->world, &def);
}

static thud_status make_form(scene_form form, thud_shape *shape) {
    switch (form.kind) {
    case SCENE_CIRCLE:
        return thud_circle((thud_vec2){0, 0}, form.size, shape);
    case SCENE_CAPSULE:
        return thud_capsule((thud_vec2){-form.size, 0}, (thud_vec2){form.size, 0}, form.other, shape);
    case SCENE_BOX:
        return thud_box((thud_vec2){form.size, form.other}, 0, shape);
    default:
        return thud_regular_polygon((int)form.other, form.size, shape);
    }
}

thud_shape_id scene_add_form(const thud_scene *scene, thud_body_id body, const thud_shape_def *def,
                             scene_form form) {
    thud_shape_def usual = thud_shape_defaults();
    thud_shape shape = {0};
    make_form(form, &shape);
    return thud_body_add_shape(scene->world, body, def ? def : &usual, &shape);
}

thud_body_id scene_thing(const thud_scene *scene, const thud_shape_def *def, thud_vec2 position, float angle,
                         scene_form form) {
    thud_body_id body = scene_body(scene, THUD_BODY_DYNAMIC, position, angle);
    scene_add_form(scene, body, def, form);
    return body;
}

void scene_block(const thud_scene *scene, thud_body_id body, const thud_shape_def *def, thud_aabb box) {
    thud_shape_def usual = thud_shape_defaults();
    const thud_vec2 corners[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    thud_body_add_hull(scene->world, body, def ? def : &usual, corners, 4);
}

void scene_remove(const thud_scene *scene, thud_body_id body) {
    if (thud_body_is_valid(scene->world, body)) {
        thud_body_destroy(scene->world, body);
    }
}

thud_joint_id scene_hinge(const thud_scene *scene, thud_body_id a, thud_body_id b, thud_vec2 point) {
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(scene->world, a, b, point);
    return thud_revolute_joint_create(scene->world, &def);
}

bool scene_stands(const thud_scene *scene, thud_body_id body) {
    const float top_of = 0.5f; /* a normal that points up by this much is one to stand on */
    thud_contact_data contacts[8];
    int count = thud_body_contacts(scene->world, body, contacts, 8);
    for (int i = 0; i < count && i < 8; i++) {
        bool is_a = contacts[i].body_a.slot == body.slot;
        float up = is_a ? -contacts[i].manifold.normal.y : contacts[i].manifold.normal.y;
        if (contacts[i].touching && up > top_of) {
            return true;
        }
    }
    return false;
}

void scene_wall(const thud_scene *scene, thud_body_id body, thud_vec2 p1, thud_vec2 p2) {
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_segment(scene->world, body, &def, p1, p2);
}

thud_chain_id scene_ground(const thud_scene *scene, thud_body_id body, const thud_vec2 *points, int count) {
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = count;
    return thud_chain_create(scene->world, body, &def);
}

void scene_draw_form(const scene_painter *painter, scene_form form, thud_pose pose, scene_ink ink,
                     scene_fill fill) {
    thud_shape shape;
    if (make_form(form, &shape) == THUD_OK) {
        painter->shape(painter->context, &shape, pose, ink, fill);
    }
}

void scene_draw_hull(const scene_painter *painter, const thud_vec2 *points, int count, scene_ink ink,
                     scene_fill fill) {
    thud_shape hull;
    if (thud_hull(points, count, 0, &hull) == THUD_OK) {
        painter->shape(painter->context, &hull, thud_pose_identity(), ink, fill);
    }
}

void scene_draw_shape(const thud_scene *scene, const scene_painter *painter, thud_shape_id id, scene_ink ink,
                      scene_fill fill) {
    thud_shape shape = thud_shape_geometry(scene->world, id);
    thud_pose pose = scene_drawn_pose(scene, painter, thud_shape_body(scene->world, id));
    painter->shape(painter->context, &shape, pose, ink, fill);
}

void scene_draw_over(const thud_scene *scene, const scene_painter *painter, thud_shape_id shape,
                     scene_ink ink) {
    scene_draw_shape(scene, painter, shape, SCENE_INK_FAINT, SCENE_SOLID);
    scene_draw_shape(scene, painter, shape, ink, SCENE_FILLED);
}

void scene_draw_earth(const scene_painter *painter, const thud_vec2 *points, int count, float bottom) {
    for (int i = 0; i + 1 < count; i++) {
        thud_vec2 a = points[i], b = points[i + 1];
        thud_vec2 corners[] = {{a.x, bottom}, {b.x, bottom}, b, a};
        scene_draw_hull(painter, corners, 4, SCENE_INK_EARTH, SCENE_SOLID);
    }
}

bool scene_drag(const thud_scene *scene, scene_grip *grip, scene_mouse action, thud_vec2 at,
                scene_pick *pick) {
    if (action == SCENE_MOUSE_PRESS) {
        grip->holds = pick(scene, at, &grip->thing, &grip->origin);
        grip->offset = thud_vec2_sub(at, grip->origin);
    } else if (action != SCENE_MOUSE_DRAG) {
        grip->holds = false;
    } else if (grip->holds) {
        grip->origin = thud_vec2_sub(at, grip->offset);
    }
    grip->touched |= grip->holds;
    return grip->holds;
}

bool scene_note_cursor(thud_scene *scene, scene_mouse action, thud_vec2 at) {
    (void)action;
    scene->cursor = at;
    return false;
}

scene_mover scene_mover_of(const thud_scene *scene, thud_body_id body) {
    scene_mover mover = {0};
    for (int i = 0; scene->kind->mover && (mover = scene->kind->mover(scene, i)).def; i++) {
        if (thud_body_id_equal(mover.state->body, body)) {
            break;
        }
    }
    return mover;
}

thud_pose scene_drawn_pose(const thud_scene *scene, const scene_painter *painter, thud_body_id body) {
    return thud_pose_interpolate(thud_body_previous_pose(scene->world, body),
                                 thud_body_pose(scene->world, body), painter->alpha);
}
