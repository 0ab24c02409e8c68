/*
 * shift.c: moves the whole world by an offset. Most data is relative already: shapes and anchors are in the frames of
 * their bodies, contacts have arms and rotations. World coordinates are in
 *
 *     bodies     poses, previous poses, impacts of the last step
 *     joints     the target of a target joint, the wheels of a pulley
 *     boxes      in the spatial hash
 *     events     of the last step: points and poses
 */
#include "thud/limits.h"
#include "world/bodies/shape_boxes.h"
#include "world/check.h"
#include "world/joints/joint_defs.h"
#include "world/world_state.h"

/* ---- checks ---- */

/* Whether a coordinate [m] may change: to a value in range, or nearer to the range. */
static bool may_go(float from, float to) {
    return thud_abs(to) <= THUD_MAX_POSITION || thud_abs(to) <= thud_abs(from);
}

/* Whether a point stays in range; refused otherwise. */
static bool check_point(const thud_world *world, thud_call call, thud_vec2 point, thud_vec2 offset) {
    return (may_go(point.x, point.x + offset.x) ||
            thud_refuse(world, call, THUD_OUT_OF_RANGE, "added_to_positions.x", (double)offset.x)) &&
           (may_go(point.y, point.y + offset.y) ||
            thud_refuse(world, call, THUD_OUT_OF_RANGE, "added_to_positions.y", (double)offset.y));
}

static bool check_moved_bodies(const thud_world *world, thud_call call, thud_vec2 offset) {
    THUD_EACH_LIVE(&world->bodies.pool, body) {
        if (!check_point(world, call, world->bodies.poses[body].position, offset)) {
            return false;
        }
    }
    return true;
}

/* The points of a joint in world coordinates, in its definition; unused places are null. */
typedef struct world_points {
    thud_vec2 *of[2];
} world_points;

static world_points points_of(const thud_world *world, int32_t joint) {
    thud_joint_def *def = &world->joints.defs[joint];
    switch (world->joints.joints[joint].frame.kind) {
    case THUD_JOINT_TARGET:
        return (world_points){{&def->target.def.target}};
    case THUD_JOINT_PULLEY:
        return (world_points){{&def->pulley.wheel_a, &def->pulley.wheel_b}};
    default:
        return (world_points){{NULL}};
    }
}

static bool check_joints(const thud_world *world, thud_call call, thud_vec2 offset) {
    THUD_EACH_LIVE(&world->joints.pool, joint) {
        world_points points = points_of(world, joint);
        for (int i = 0; i < 2 && points.of[i] != NULL; i++) {
            if (!check_point(world, call, *points.of[i], offset)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- moving ---- */

static void shift_point(thud_vec2 *point, thud_vec2 offset) {
    *point = thud_vec2_add(*point, offset);
}

static void shift_bodies(thud_world *world, thud_vec2 offset) {
    thud_body_table *bodies = &world->bodies;
    THUD_EACH_LIVE(&bodies->pool, body) {
        shift_point(&bodies->poses[body].position, offset);
        shift_point(&bodies->previous[body].position, offset);
    }
    for (int32_t i = 0; i < world->continuous.impact_count; i++) {
        shift_point(&world->continuous.impacts[i].pose.position, offset);
    }
}

static void shift_joints(thud_world *world, thud_vec2 offset) {
    THUD_EACH_LIVE(&world->joints.pool, joint) {
        world_points points = points_of(world, joint);
        for (int i = 0; i < 2 && points.of[i] != NULL; i++) {
            shift_point(points.of[i], offset);
        }
        if (points.of[0] != NULL) {
            thud_joint_def_apply(world, joint);
        }
    }
}

static void shift_events(thud_event_log *log, thud_vec2 offset) {
    for (int32_t i = 0; i < log->begin_count; i++) {
        for (int point = 0; point < log->begins[i].manifold.count; point++) {
            shift_point(&log->begins[i].manifold.points[point].point, offset);
        }
    }
    for (int32_t i = 0; i < log->hit_count; i++) {
        shift_point(&log->hits[i].point, offset);
    }
    for (int32_t i = 0; i < log->move_count; i++) {
        shift_point(&log->moves[i].pose.position, offset);
    }
}

/* Coarser coordinates may put a box outside of its fat box by rounding: that grows, so that pairs stay complete. */
static void grow_fat_boxes(thud_world *world) {
    THUD_EACH_LIVE(&world->shapes.pool, shape) {
        const thud_shape_record *record = &world->shapes.records[shape];
        if (record->proxy.generation != 0) {
            thud_aabb fat = thud_hash_fat_box(world->hash, record->proxy);
            thud_aabb box = thud_shape_box(world, shape, world->bodies.poses);
            if (!thud_aabb_contains(fat, box)) {
                thud_hash_move(world->hash, record->proxy, thud_aabb_union(fat, box), NULL);
            }
        }
    }
}

bool thud_world_shift_origin(thud_world *world, thud_vec2 added_to_positions) {
    const thud_call call = thud_on_world(__func__);
    if (!thud_world_may_change(world, call) ||
        !thud_check_finite(world, call, "added_to_positions.x", added_to_positions.x) ||
        !thud_check_finite(world, call, "added_to_positions.y", added_to_positions.y) ||
        !check_moved_bodies(world, call, added_to_positions) ||
        !check_joints(world, call, added_to_positions)) {
        return false;
    }
    if (thud_hash_shift(world->hash, added_to_positions) != THUD_OK) {
        return thud_refuse(world, call, THUD_OUT_OF_MEMORY, "added_to_positions", 0.0);
    }
    shift_bodies(world, added_to_positions);
    shift_joints(world, added_to_positions);
    shift_events(&world->events, added_to_positions);
    grow_fat_boxes(world);
    world->boxes.stale = true;
    world->static_changes++;
    return true;
}
