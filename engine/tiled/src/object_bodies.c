/*
 * Bodies of objects. A body's origin is the middle of the object's box, or the position of an
 * outline, which has no box.
 */
#include "builder.h"
#include "document.h"
#include "thud/chain.h"

/* ---- shapes of a body ---- */

static const float round_enough = 0.01f; /* an ellipse whose axes differ by less is a circle [share] */

/* Whether it only scales, turns and mirrors, so that circles stay circles; *scale is the factor. */
static bool is_similar(const tiled_placing *placing, float *scale) {
    float right = thud_vec2_length(placing->right), up = thud_vec2_length(placing->up);
    *scale = right;
    return thud_abs(right - up) <= round_enough * right;
}

/* Whether the ellipse of an object is a circle. */
static bool is_round(const thud_tiled_object *object) {
    thud_vec2 size = thud_vec2_sub(object->box.max, object->box.min);
    return thud_abs(size.x - size.y) <= round_enough * size.x;
}

/* The destination of shapes. */
typedef struct target {
    thud_body_id body;
    thud_body_type type;
    const thud_shape_def *def;
} target;

static bool add_shape(tiled_builder *builder, const target *to, thud_status status, const thud_shape *shape) {
    if (status != THUD_OK) {
        return thud_tiled_refuse(&builder->log, "%s", thud_status_message(status));
    }
    return !thud_shape_id_is_null(thud_body_add_shape(builder->world, to->body, to->def, shape)) ||
           thud_tiled_refused_by_world(builder);
}

static bool add_circle(tiled_builder *builder, const target *to, thud_vec2 center, float radius) {
    thud_shape circle;
    thud_status status = thud_circle(center, radius, &circle);
    return add_shape(builder, to, status, &circle);
}

static bool add_capsule(tiled_builder *builder, const target *to, const thud_tiled_object *object,
                        const tiled_placing *placing, float scale) {
    thud_vec2 middle = thud_aabb_center(object->box), radii = thud_aabb_extents(object->box);
    float radius = thud_min(radii.x, radii.y);
    thud_vec2 end = thud_vec2_sub(radii, thud_vec2_make(radius, radius));
    thud_vec2 p1 = thud_tiled_placed(placing, thud_vec2_sub(middle, end));
    thud_vec2 p2 = thud_tiled_placed(placing, thud_vec2_add(middle, end));
    if (is_round(object)) {
        return add_circle(builder, to, thud_tiled_placed(placing, middle), radius * scale);
    }
    thud_shape capsule;
    thud_status status = thud_capsule(p1, p2, radius * scale, &capsule);
    return add_shape(builder, to, status, &capsule);
}

static bool add_polygons(tiled_builder *builder, const target *to, const thud_vec2 *points, int count) {
    thud_shape *parts = NULL;
    int part_count = 0;
    if (!thud_tiled_split(builder, points, count, &parts, &part_count)) {
        return false;
    }
    for (int i = 0; i < part_count; i++) {
        if (!add_shape(builder, to, THUD_OK, &parts[i])) {
            return false;
        }
    }
    return true;
}

static bool add_chain(tiled_builder *builder, const target *to, const thud_vec2 *points, int count) {
    if (to->type == THUD_BODY_DYNAMIC) {
        return thud_tiled_refuse(&builder->log, "a polyline has no mass and cannot be dynamic");
    }
    if (to->def->sensor) {
        return thud_tiled_refuse(&builder->log, "a polyline has no area and cannot be a sensor");
    }
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = count;
    chain.materials = &to->def->material;
    chain.material_count = 1;
    chain.filter = to->def->filter;
    chain.material_id = to->def->material_id;
    chain.contact_events = to->def->contact_events;
    chain.hit_events = to->def->hit_events;
    chain.pre_solve = to->def->pre_solve;
    chain.one_way = to->def->one_way;
    chain.user_data = to->def->user_data;
    return !thud_chain_id_is_null(thud_chain_create(builder->world, to->body, &chain)) ||
           thud_tiled_refused_by_world(builder);
}

static bool add_form(tiled_builder *builder, const target *to, const thud_tiled_object *object,
                     const tiled_placing *placing) {
    float scale = 0;
    int count = 0;
    bool similar = is_similar(placing, &scale);
    if (object->form == THUD_TILED_POINT || object->form == THUD_TILED_LABEL) {
        return true;
    }
    if (object->form == THUD_TILED_CAPSULE && similar) {
        return add_capsule(builder, to, object, placing, scale);
    }
    if (object->form == THUD_TILED_ELLIPSE && similar && is_round(object)) {
        float radius = thud_aabb_extents(object->box).x;
        return add_circle(builder, to, thud_tiled_placed(placing, thud_aabb_center(object->box)),
                          radius * scale);
    }
    const thud_vec2 *points = thud_tiled_outline(builder, object, placing, tiled_ellipse_sides, &count);
    if (points == NULL) {
        return false;
    }
    if (object->form == THUD_TILED_POLYLINE) {
        return add_chain(builder, to, points, count);
    }
    if (object->form == THUD_TILED_POLYGON) {
        return add_polygons(builder, to, points, count);
    }
    thud_shape hull;
    thud_status status = thud_hull(points, count, 0, &hull);
    return add_shape(builder, to, status, &hull);
}

/* ---- tile objects ---- */

static bool add_tile_shapes(tiled_builder *builder, const target *to, const thud_tiled_object *object,
                            const thud_tiled_tile *tile) {
    thud_vec2 box = thud_vec2_sub(object->box.max, object->box.min);
    thud_vec2 size = thud_tiled_drawn(builder->map, object->gid, box).size;
    tiled_placing placing = thud_tiled_turned(object->gid, tile->size, size);
    placing.origin = thud_vec2_sub(placing.origin, thud_vec2_scale(size, 0.5f)); /* the body is in the middle */
    for (int i = 0; i < tile->object_count; i++) {
        placing.pose = tile->objects[i].pose;
        if (tile->objects[i].visible && !add_form(builder, to, &tile->objects[i], &placing)) {
            return false;
        }
    }
    return true;
}

static bool has_shapes(const thud_tiled_tile *tile) {
    bool found = false;
    for (int i = 0; tile != NULL && i < tile->object_count; i++) {
        thud_tiled_form form = tile->objects[i].form;
        found = found || (tile->objects[i].visible && form <= THUD_TILED_POLYLINE);
    }
    return found && tile->size.x > 0 && tile->size.y > 0;
}

/* ---- properties ---- */

static bool read_body_type(tiled_builder *builder, const tiled_owners *owners, thud_body_type *type,
                           bool *is_body) {
    enum { none = 3 };
    static const char *const names[] = {
        [THUD_BODY_STATIC] = "static", [THUD_BODY_KINEMATIC] = "kinematic", [THUD_BODY_DYNAMIC] = "dynamic", [none] = "none"};
    const thud_tiled_property *body = thud_tiled_find_in(owners, "body");
    int found =
        body == NULL ? (int)*type : thud_tiled_index_of(names, sizeof names / sizeof names[0], body->text);
    char quoted[tiled_quoted_size];
    if (found < 0) {
        return thud_tiled_refuse(&builder->log, "body is none of static, kinematic, dynamic, none%s",
                                 thud_tiled_quoted(body, quoted));
    }
    *is_body = found != none;
    *type = *is_body ? (thud_body_type)found : *type;
    return true;
}

static bool read_properties(tiled_builder *builder, const tiled_owners *owners, thud_body_def *body,
                            thud_shape_def *shape) {
    const double most = tiled_largest_property;
    return thud_tiled_flag_in(builder, owners, "bullet", &body->bullet) &&
           thud_tiled_flag_in(builder, owners, "lock_rotation", &body->lock_rotation) &&
           thud_tiled_flag_in(builder, owners, "sensor", &shape->sensor) &&
           thud_tiled_number_in(builder, owners, "density", 0, most, &shape->density) &&
           thud_tiled_number_in(builder, owners, "spin", -most, most, &body->angular_velocity) &&
           thud_tiled_number_in(builder, owners, "gravity_scale", -most, most, &body->gravity_scale) &&
           thud_tiled_material_in(builder, owners, &shape->material) &&
           thud_tiled_one_way_in(builder, owners, &shape->one_way);
}

/* ---- an object ---- */

static bool add_shapes(tiled_builder *builder, const target *to, const thud_tiled_object *object,
                       const thud_tiled_tile *tile) {
    if (has_shapes(tile)) {
        return add_tile_shapes(builder, to, object, tile);
    }
    tiled_placing placing = {.pose = thud_pose_identity(),
                             .right = {1, 0},
                             .up = {0, 1},
                             .origin = thud_vec2_neg(thud_aabb_center(object->box))};
    return add_form(builder, to, object, &placing);
}

static bool make_body(tiled_builder *builder, const thud_tiled_object *object, const thud_tiled_tile *tile,
                      const thud_body_def *body_def, const thud_shape_def *shape_def, thud_body_id *made) {
    target to = {thud_body_create(builder->world, body_def), body_def->type, shape_def};
    if (thud_body_id_is_null(to.body)) {
        return thud_tiled_refused_by_world(builder);
    }
    if (!add_shapes(builder, &to, object, tile)) {
        thud_body_destroy(builder->world, to.body);
        return false;
    }
    *made = to.body;
    return true;
}

/* Warns of an object whose own `spin` does nothing, mostly because `body` was forgotten. False: no memory. */
static bool warn_of_still_spin(tiled_builder *builder, const thud_tiled_object *object,
                               const thud_body_def *body) {
    return body->type != THUD_BODY_STATIC || body->angular_velocity == 0.0f ||
           thud_tiled_find(object->properties, "spin") == NULL ||
           thud_tiled_warn(&builder->log, "spin does nothing, as the body is static");
}

bool thud_tiled_build_object(tiled_builder *builder, const thud_tiled_layer *layer,
                             const thud_tiled_object *object, thud_body_id *made) {
    const thud_tiled_tile *tile =
        object->form == THUD_TILED_TILE ? thud_tiled_tile_of(builder->map, object->gid) : NULL;
    thud_tiled_properties of_tile = {0};
    tiled_owners owners = {
        {object->properties, tile != NULL ? tile->properties : of_tile, layer->properties}};
    bool is_body = object->form != THUD_TILED_POINT && object->form != THUD_TILED_LABEL;
    *made = (thud_body_id){0};
    if (object->form == THUD_TILED_TILE && !has_shapes(tile)) {
        is_body = thud_tiled_find_in(&owners, "body") != NULL;
    }
    if (!is_body) {
        return true;
    }
    thud_body_def body = thud_body_defaults();
    thud_shape_def shape = thud_shape_defaults();
    thud_vec2 middle = thud_aabb_center(object->box), size = thud_vec2_sub(object->box.max, object->box.min);
    if (object->form == THUD_TILED_TILE) {
        middle = thud_vec2_add(middle, thud_tiled_drawn(builder->map, object->gid, size).offset);
    }
    body.position = thud_pose_apply(object->pose, middle);
    body.angle = thud_rot_angle(object->pose.rotation);
    body.name = object->name;
    body.user_data = shape.user_data = (void *)object;
    if (!read_body_type(builder, &owners, &body.type, &is_body) ||
        !read_properties(builder, &owners, &body, &shape)) {
        return false;
    }
    const thud_tiled_build_def *def = builder->def;
    if (!is_body || (def->object != NULL && !def->object(def->context, object, layer, &body, &shape))) {
        return true;
    }
    return warn_of_still_spin(builder, object, &body) && make_body(builder, object, tile, &body, &shape, made);
}
