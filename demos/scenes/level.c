/*
 * level: a platform level drawn in the Tiled editor. One body an object; concave outlines are split into
 * convex shapes of one body, ellipses become circles or 24-gons, polylines chains.
 */
#include <stdio.h>
#include <stdlib.h>

#include "level/tiled.h"
#include "scenes.h"

enum { ellipse_sides = 24, max_parts = 64 };
static const float round_enough = 0.01f; /* an ellipse whose axes differ by less is a circle [share] */

typedef struct level {
    tiled_map map;
} level;

static thud_vec2 middle(const tiled_object *object) {
    return (thud_vec2){0.5f * object->size.x, -0.5f * object->size.y};
}

/* ---- shapes: each returns false and leaves the reason in *status ---- */

static bool made(thud_status status, thud_status *result) {
    *result = status;
    return status == THUD_OK;
}

static bool add_rectangle(const thud_scene *scene, thud_body_id body, const thud_shape_def *def,
                          const tiled_object *object, thud_status *status) {
    thud_shape box;
    return made(thud_box(thud_vec2_scale(object->size, 0.5f), 0, &box), status) &&
           thud_body_add_shape(scene->world, body, def, &box).generation != 0;
}

static bool add_ellipse(const thud_scene *scene, thud_body_id body, const thud_shape_def *def,
                        const tiled_object *object, thud_status *status) {
    thud_vec2 radii = thud_vec2_scale(object->size, 0.5f);
    thud_shape shape;
    if (thud_abs(radii.x - radii.y) <= round_enough * radii.x) {
        return made(thud_circle((thud_vec2){0, 0}, radii.x, &shape), status) &&
               thud_body_add_shape(scene->world, body, def, &shape).generation != 0;
    }
    thud_vec2 points[ellipse_sides];
    for (int i = 0; i < ellipse_sides; i++) {
        float angle = 2 * THUD_PI * (float)i / ellipse_sides;
        points[i] = (thud_vec2){radii.x * thud_cos(angle), radii.y * thud_sin(angle)};
    }
    return made(thud_hull(points, ellipse_sides, 0, &shape), status) &&
           thud_body_add_shape(scene->world, body, def, &shape).generation != 0;
}

static bool add_polygon(const thud_scene *scene, thud_body_id body, const thud_shape_def *def,
                        const tiled_object *object, thud_status *status) {
    thud_shape *parts = calloc(max_parts, sizeof *parts);
    int count = 0;
    bool added =
        parts &&
        made(thud_decompose(object->points, object->point_count, NULL, parts, max_parts, &count), status);
    for (int i = 0; added && i < count; i++) {
        added = thud_body_add_shape(scene->world, body, def, &parts[i]).generation != 0;
    }
    free(parts);
    return added;
}

static bool add_polyline(const thud_scene *scene, thud_body_id body, const thud_shape_def *def,
                         const tiled_object *object, thud_status *status) {
    (void)status; /* the world's refusal tells */
    thud_chain_def chain = thud_chain_defaults();
    chain.points = object->points;
    chain.count = object->point_count;
    chain.materials = &def->material;
    chain.material_count = 1;
    return thud_chain_create(scene->world, body, &chain).generation != 0;
}

/* ---- bodies ---- */

typedef bool add_form(const thud_scene *scene, thud_body_id body, const thud_shape_def *def,
                      const tiled_object *object, thud_status *status);

static bool add_object(thud_scene *scene, const tiled_object *object) {
    static add_form *const forms[] = {
        [TILED_RECTANGLE] = add_rectangle,
        [TILED_ELLIPSE] = add_ellipse,
        [TILED_POLYGON] = add_polygon,
        [TILED_POLYLINE] = add_polyline,
    };
    if (object->form == TILED_POLYLINE && object->body == THUD_BODY_DYNAMIC) {
        snprintf(scene->error, sizeof scene->error,
                 "level %.120s: object %d: a polyline has no mass and cannot be dynamic", scene->level,
                 object->id);
        return false;
    }
    thud_body_def def = thud_body_defaults();
    def.type = object->body;
    def.position =
        thud_pose_apply(object->pose, middle(object)); /* size is 0 for outlines: their own origin */
    def.angle = thud_rot_angle(object->pose.rotation);
    def.angular_velocity = object->spin;
    thud_body_id body = thud_body_create(scene->world, &def);
    thud_shape_def shape_def = thud_shape_defaults();
    shape_def.density = object->density;
    shape_def.material.friction = object->friction;
    shape_def.material.elasticity = object->elasticity;
    thud_status status = THUD_OK;
    if (!forms[object->form](scene, body, &shape_def, object, &status)) {
        thud_refusal refusal = thud_world_refusal(scene->world);
        snprintf(scene->error, sizeof scene->error, "level %.120s: object %d: %s", scene->level, object->id,
                 thud_status_message(status != THUD_OK ? status : refusal.status));
        return false;
    }
    return true;
}

static bool create(thud_scene *scene) {
    level *state = scene->state;
    if (!scene->level) {
        snprintf(scene->error, sizeof scene->error, "no level file was given");
        return false;
    }
    if (!tiled_read(scene->level, &state->map, scene->error)) {
        return false;
    }
    for (int i = 0; i < state->map.object_count; i++) {
        const tiled_object *object = &state->map.objects[i];
        if (object->form != TILED_TEXT && !add_object(scene, object)) {
            return false;
        }
    }
    scene->view = (thud_aabb){{0, 0}, state->map.size};
    return true;
}

static void destroy(thud_scene *scene) {
    level *state = scene->state;
    tiled_free(&state->map);
}

static void draw(const thud_scene *scene, const scene_painter *painter) {
    const level *state = scene->state;
    for (int i = 0; i < state->map.object_count; i++) {
        const tiled_object *object = &state->map.objects[i];
        if (object->form == TILED_TEXT) {
            scene_printf(painter, thud_pose_apply(object->pose, middle(object)), SCENE_INK_TEXT,
                         SCENE_TEXT_CENTER, "%s", object->text);
        }
    }
}

const scene_kind scene_level = {
    .name = "level",
    .description = "A level drawn in the Tiled editor: concave ground, slopes, rails, crates",
    .view = {{0, 0}, {60, 30}},
    .state_size = sizeof(level),
    .create = create,
    .draw = draw,
    .destroy = destroy,
};
