/*
 * debug_draw.c: draws a world through the user's callbacks, one pass over the tables for each kind of object.
 * Boxes and cells are drawn as four lines.
 *
 * Objects whose boxes are outside of the view are skipped. The world is locked while callbacks run.
 */
#include "thud/debug_draw.h"

#include "world/bodies/shape_boxes.h"
#include "world/check.h"
#include "world/contacts/contacts.h"
#include "world/events/sensors.h"
#include "world/world_state.h"

/* Length of a drawn contact normal, in metres of the world's unit. */
#define NORMAL_LENGTH 0.2f

typedef struct draw_job {
    thud_world *world;
    const thud_debug_draw *draw;
} draw_job;

thud_debug_draw thud_debug_draw_defaults(void) {
    return (thud_debug_draw){.view = {{-FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX}},
                             .alpha = 1.0f,
                             .impulse_length = 0.1f,
                             .velocity_length = 0.1f,
                             .shapes = true};
}

/* ---- clipped primitives ---- */

THUD_INLINE bool is_in_view(const draw_job *job, thud_aabb box) {
    return thud_aabb_overlaps(box, job->draw->view);
}

static void paint_line(const draw_job *job, thud_vec2 p1, thud_vec2 p2, thud_draw_role role) {
    const thud_debug_draw *draw = job->draw;
    thud_aabb box = {thud_vec2_min(p1, p2), thud_vec2_max(p1, p2)};
    if (draw->line != NULL && is_in_view(job, box)) {
        draw->line(p1, p2, role, draw->context);
    }
}

static void paint_arrow(const draw_job *job, thud_vec2 from, thud_vec2 arrow, thud_draw_role role) {
    paint_line(job, from, thud_vec2_add(from, arrow), role);
}

static void paint_point(const draw_job *job, thud_vec2 point, thud_draw_role role) {
    const thud_debug_draw *draw = job->draw;
    if (draw->point != NULL && thud_aabb_contains_point(draw->view, point)) {
        draw->point(point, role, draw->context);
    }
}

static void paint_name(const draw_job *job, thud_vec2 at, const char *name, thud_draw_role role) {
    const thud_debug_draw *draw = job->draw;
    if (name != NULL && draw->text != NULL && thud_aabb_contains_point(draw->view, at)) {
        draw->text(at, name, role, draw->context);
    }
}

static void paint_box(const draw_job *job, thud_aabb box, thud_draw_role role) {
    const thud_vec2 corners[4] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    for (int i = 0; i < 4; i++) {
        paint_line(job, corners[i], corners[(i + 1) % 4], role);
    }
}

/* ---- shapes ---- */

static void paint_shape(const draw_job *job, const thud_shape_record *record, thud_pose pose,
                        thud_draw_role role, thud_body_id body) {
    const thud_debug_draw *draw = job->draw;
    thud_vec2 vertices[THUD_MAX_VERTICES];
    thud_aabb box = {{FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX}};
    for (int i = 0; i < record->count; i++) {
        vertices[i] = thud_pose_apply(pose, record->outline[i]);
        box.min = thud_vec2_min(box.min, vertices[i]);
        box.max = thud_vec2_max(box.max, vertices[i]);
    }
    if (!is_in_view(job, thud_aabb_expand(box, record->radius))) {
        return;
    }
    if (record->kind != THUD_SHAPE_CIRCLE && draw->polygon != NULL) {
        draw->polygon(vertices, record->count, record->radius, role, body, draw->context);
    } else if (record->kind == THUD_SHAPE_CIRCLE && draw->circle != NULL) {
        draw->circle(vertices[0], record->radius, pose.rotation, role, body, draw->context);
    }
}

static thud_draw_role role_of_sensor(const thud_world *world, int32_t sensor, thud_draw_role of_body) {
    if (of_body == THUD_DRAW_DISABLED || of_body == THUD_DRAW_TIME_OF_IMPACT) {
        return of_body;
    }
    return thud_sensor_is_occupied(world, sensor) ? THUD_DRAW_SENSOR_OCCUPIED : THUD_DRAW_SENSOR;
}

/* All shapes of a body whose centre of mass is at a pose; of one within its fat boxes those whose boxes are in view. */
static void paint_body_at(const draw_job *job, int32_t body, thud_pose center, thud_draw_role role,
                          bool is_boxed) {
    const thud_world *world = job->world;
    const thud_aabb *fat_boxes = thud_hash_fat_boxes(world->hash);
    THUD_EACH_SHAPE(world, body, shape) {
        const thud_shape_record *record = &world->shapes.records[shape];
        if (!is_boxed || is_in_view(job, fat_boxes[record->proxy.slot])) {
            paint_shape(job, record, thud_body_origin_pose(&world->bodies, body, &center),
                        record->def->sensor ? role_of_sensor(world, shape, role) : role,
                        thud_body_id_at(world, body));
        }
    }
}

static thud_draw_role role_of(thud_body_state state) {
    static const uint8_t roles[] = {[THUD_STATE_STATIC] = THUD_DRAW_STATIC,
                                    [THUD_STATE_KINEMATIC_AT_REST] = THUD_DRAW_KINEMATIC,
                                    [THUD_STATE_KINEMATIC_MOVING] = THUD_DRAW_KINEMATIC,
                                    [THUD_STATE_AWAKE] = THUD_DRAW_AWAKE,
                                    [THUD_STATE_ASLEEP] = THUD_DRAW_ASLEEP,
                                    [THUD_STATE_DISABLED] = THUD_DRAW_DISABLED};
    return (thud_draw_role)roles[state];
}

/* The pose at which a body is drawn: between its previous and current ones. A NaN alpha gives the current one. */
static thud_pose drawn_pose(const draw_job *job, int32_t body) {
    const thud_body_table *bodies = &job->world->bodies;
    float alpha = job->draw->alpha;
    if (!(alpha < 1.0f)) {
        return bodies->poses[body];
    }
    return thud_pose_interpolate(bodies->previous[body], bodies->poses[body], thud_max(alpha, 0.0f));
}

/* ---- bodies ---- */

static void paint_boxes(const draw_job *job, int32_t body) {
    const thud_world *world = job->world;
    THUD_EACH_SHAPE(world, body, shape) {
        const thud_shape_record *record = &world->shapes.records[shape];
        if (record->proxy.generation == 0) {
            continue; /* a disabled body has no boxes */
        }
        paint_box(job, thud_hash_fat_box(world->hash, record->proxy), THUD_DRAW_FAT_AABB);
        paint_box(job, thud_shape_box(world, shape, world->bodies.poses), THUD_DRAW_AABB);
    }
}

static void paint_names(const draw_job *job, int32_t body, thud_pose center, thud_draw_role role) {
    const thud_world *world = job->world;
    thud_pose pose = thud_body_origin_pose(&world->bodies, body, &center);
    THUD_EACH_SHAPE(world, body, shape) {
        const thud_shape_record *record = &world->shapes.records[shape];
        const char *name = thud_name_list_get(&world->shapes.names, shape);
        if (name != NULL) {
            thud_shape geometry;
            thud_shape_record_read(record, &geometry);
            thud_vec2 middle = thud_pose_apply(pose, thud_shape_centroid(&geometry));
            paint_name(job, middle, name, role);
        }
    }
    paint_name(job, center.position, thud_name_list_get(&world->bodies.names, body), role);
}

static void paint_body(const draw_job *job, int32_t body) {
    const thud_debug_draw *draw = job->draw;
    const thud_world *world = job->world;
    thud_body_state state = (thud_body_state)world->bodies.states[body];
    thud_pose pose = drawn_pose(job, body);
    if (draw->shapes) {
        bool is_at_pose = !(draw->alpha < 1.0f) ||
                          thud_same_bytes(&world->bodies.previous[body], &world->bodies.poses[body], sizeof pose);
        paint_body_at(job, body, pose, role_of(state), is_at_pose && state != THUD_STATE_DISABLED);
    }
    if (draw->aabbs) {
        paint_boxes(job, body);
    }
    if (draw->names) {
        paint_names(job, body, pose, role_of(state));
    }
    if (state == THUD_STATE_STATIC || state == THUD_STATE_DISABLED) {
        return;
    }
    if (draw->velocities && thud_state_moves((uint8_t)state)) {
        thud_vec2 velocity = world->bodies.velocities[body].linear;
        paint_arrow(job, pose.position, thud_vec2_scale(velocity, draw->velocity_length), THUD_DRAW_VELOCITY);
    }
    if (draw->centers) {
        paint_point(job, pose.position, THUD_DRAW_CENTER_OF_MASS);
    }
}

static void paint_bodies(const draw_job *job) {
    THUD_EACH_LIVE(&job->world->bodies.pool, body) {
        paint_body(job, body);
    }
}

/* ---- contacts ---- */

static void paint_impulses(const draw_job *job, const thud_contact_data *contact) {
    float length = job->draw->impulse_length;
    const thud_manifold *manifold = &contact->manifold;
    thud_vec2 middle = manifold->points[0].point;
    for (int i = 0; i < manifold->count; i++) {
        thud_vec2 normal_impulse = thud_vec2_scale(manifold->normal, length * contact->normal_impulse[i]);
        paint_arrow(job, manifold->points[i].point, normal_impulse, THUD_DRAW_NORMAL_IMPULSE);
        middle = thud_vec2_lerp(manifold->points[0].point, manifold->points[i].point, 0.5f);
    }
    thud_vec2 friction =
        thud_vec2_scale(thud_vec2_perp(manifold->normal), length * contact->friction_impulse);
    paint_arrow(job, middle, friction, THUD_DRAW_FRICTION_IMPULSE);
}

/* The MTD starts at the deepest point of the overlap. */
static void paint_mtd(const draw_job *job, const thud_contact_data *contact) {
    const thud_manifold *manifold = &contact->manifold;
    int deepest = manifold->count == 2 && manifold->points[1].separation < manifold->points[0].separation;
    if (contact->mtd.x != 0.0f || contact->mtd.y != 0.0f) {
        paint_arrow(job, manifold->points[deepest].point, contact->mtd, THUD_DRAW_MTD);
    }
}

static void paint_contact(const draw_job *job, const thud_contact_data *contact) {
    const thud_debug_draw *draw = job->draw;
    thud_vec2 normal = thud_vec2_scale(contact->manifold.normal, NORMAL_LENGTH * job->world->def.length_unit);
    for (int i = 0; i < contact->manifold.count; i++) {
        thud_vec2 point = contact->manifold.points[i].point;
        if (draw->contacts) {
            paint_point(job, point, contact->touching ? THUD_DRAW_CONTACT_TOUCHING : THUD_DRAW_CONTACT_NEAR);
        }
        if (draw->normals) {
            paint_arrow(job, point, normal, THUD_DRAW_NORMAL);
        }
    }
    if (draw->impulses && contact->touching) {
        paint_impulses(job, contact);
    }
    if (draw->mtd) {
        paint_mtd(job, contact);
    }
}

static void paint_contacts(const draw_job *job) {
    const thud_debug_draw *draw = job->draw;
    if (!draw->contacts && !draw->normals && !draw->impulses && !draw->mtd) {
        return;
    }
    const thud_contact_table *contacts = &job->world->contacts;
    THUD_EACH_LIVE(&contacts->pool, contact) {
        if (contacts->features[contact].count > 0) {
            thud_contact_data data;
            thud_contact_describe(job->world, contact, job->world->bodies.poses, &data);
            paint_contact(job, &data);
        }
    }
}

/* ---- impacts, joints, cells ---- */

static void paint_impacts(const draw_job *job) {
    const thud_world *world = job->world;
    for (int32_t i = 0; i < world->continuous.impact_count; i++) {
        int32_t body = world->continuous.impacts[i].body;
        if (body != THUD_NONE) {
            paint_body_at(job, body, world->continuous.impacts[i].pose, THUD_DRAW_TIME_OF_IMPACT, false);
        }
    }
}

static thud_vec2 drawn_point(const draw_job *job, int32_t body, thud_vec2 local) {
    thud_pose center = drawn_pose(job, body);
    return thud_pose_apply(thud_body_origin_pose(&job->world->bodies, body, &center), local);
}

/* Draws a line from a body to its anchor, unless the body is static, as its centre may be far away. */
static void paint_arm(const draw_job *job, int32_t body, thud_vec2 anchor) {
    if (job->world->bodies.bodies[body].type != THUD_BODY_STATIC) {
        paint_line(job, drawn_pose(job, body).position, anchor, THUD_DRAW_JOINT);
    }
}

/* Draws a line from each body to its anchor, and one between the anchors; a pulley's rope over its wheels. */
static void paint_joint(const draw_job *job, int32_t slot) {
    const thud_joint *joint = &job->world->joints.joints[slot];
    const thud_joint_record *record = &job->world->joints.records[slot];
    const thud_joint_def *def = &job->world->joints.defs[slot];
    bool has_a = record->body[0] != THUD_NONE;
    thud_vec2 b = drawn_point(job, record->body[1], def->base.anchor_b);
    thud_vec2 a = has_a ? drawn_point(job, record->body[0], def->base.anchor_a) : def->target.def.target;
    if (joint->frame.kind == THUD_JOINT_PULLEY) {
        paint_line(job, a, def->pulley.wheel_a, THUD_DRAW_JOINT);
        paint_line(job, def->pulley.wheel_a, def->pulley.wheel_b, THUD_DRAW_JOINT);
        paint_line(job, def->pulley.wheel_b, b, THUD_DRAW_JOINT);
    } else if (joint->frame.kind != THUD_JOINT_GEAR && joint->frame.kind != THUD_JOINT_FILTER) {
        paint_line(job, a, b, THUD_DRAW_JOINT);
        if (joint->frame.kind != THUD_JOINT_DISTANCE && has_a) {
            paint_arm(job, record->body[0], a);
            paint_arm(job, record->body[1], b);
        }
    } else {
        return;
    }
    paint_point(job, a, THUD_DRAW_JOINT);
    paint_point(job, b, THUD_DRAW_JOINT);
}

static void paint_joints(const draw_job *job) {
    const thud_joint_table *joints = &job->world->joints;
    THUD_EACH_LIVE(&joints->pool, joint) {
        const thud_joint_base *base = &joints->defs[joint].base;
        if (job->draw->joints) {
            paint_joint(job, joint);
        }
        if (job->draw->names && base->name != NULL) {
            thud_vec2 at = drawn_point(job, joints->records[joint].body[1], base->anchor_b);
            paint_name(job, at, base->name, THUD_DRAW_JOINT);
        }
    }
}

static void paint_cell(thud_aabb cell, void *context) {
    paint_box(context, cell, THUD_DRAW_CELL);
}

void thud_world_draw(thud_world *world, const thud_debug_draw *draw) {
    if (world == NULL || draw == NULL) {
        thud_refuse(world, thud_on_world(__func__), THUD_NULL_ARGUMENT, "draw", 0.0);
        return;
    }
    draw_job job = {world, draw};
    thud_begin_callbacks(world, true);
    if (draw->cells) {
        thud_hash_visit_cells(world->hash, draw->view, paint_cell, &job);
    }
    paint_bodies(&job);
    if (draw->times_of_impact) {
        paint_impacts(&job);
    }
    paint_contacts(&job);
    if (draw->joints || draw->names) {
        paint_joints(&job);
    }
    thud_end_callbacks(world, true);
}
