/*
 * Finding what is under the mouse.
 */
#include "selection.h"

static thud_joint_id joint_at(const thud_world *world, thud_vec2 point, float reach) {
    thud_joint_id nearest = {0, 0};
    for (thud_joint_id joint = {0, 0}; (joint = thud_world_next_joint(world, joint)).generation;) {
        thud_vec2 a, b;
        if (thud_joint_kind_of(world, joint) == THUD_JOINT_TARGET ||
            !thud_joint_anchors(world, joint, &a, &b)) {
            continue;
        }
        float distance = thud_min(thud_vec2_distance(a, point), thud_vec2_distance(b, point));
        if (distance < reach) {
            reach = distance;
            nearest = joint;
        }
    }
    return nearest;
}

demo_selection selection_at(thud_world *world, thud_vec2 point, float reach, bool joints) {
    demo_selection found = {0};
    if (joints) {
        found.joint = joint_at(world, point, reach);
    }
    if (!found.joint.generation) {
        found.shape = thud_world_shape_at(world, point, thud_query_filter_all());
    }
    if (!found.joint.generation && !found.shape.generation) {
        found.shape = thud_world_closest_shape(world, point, reach, thud_query_filter_all()).shape;
    }
    if (found.shape.generation) {
        found.body = thud_shape_body(world, found.shape);
        thud_tile_hit hit = {0};
        found.has_tile = thud_tile_of_contact(world, found.shape, point, (thud_vec2){0, 0}, &hit);
        found.column = hit.column;
        found.row = hit.row;
        found.tile = hit.tile;
    }
    return found;
}

void selection_check(demo_selection *selection, const thud_world *world) {
    if (!world || !thud_body_is_valid(world, selection->body)) {
        selection->body = (thud_body_id){0, 0};
    }
    if (!world || !thud_shape_is_valid(world, selection->shape)) {
        selection->shape = (thud_shape_id){0, 0};
        selection->has_tile = false;
    }
    if (!world || !thud_joint_is_valid(world, selection->joint)) {
        selection->joint = (thud_joint_id){0, 0};
    }
}

static bool same_material(thud_material a, thud_material b) {
    return a.friction == b.friction && a.elasticity == b.elasticity &&
           a.rolling_resistance == b.rolling_resistance && a.surface_speed == b.surface_speed;
}

int selection_spread_material(thud_world *world, thud_material before, thud_material after) {
    int count = 0;
    for (thud_body_id body = {0, 0}; (body = thud_world_next_body(world, body)).generation;) {
        for (thud_shape_id shape = {0, 0}; (shape = thud_body_next_shape(world, body, shape)).generation;) {
            bool same = same_material(thud_shape_material(world, shape), before);
            count += same && thud_shape_set_material(world, shape, &after);
        }
    }
    return count;
}
