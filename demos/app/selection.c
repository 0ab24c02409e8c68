/*
 * Finding what is under the mouse.
 */
#include "selection.h"

#include "tiles.h"

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
        found.has_tile = thud_tile_of_contact(world, found.shape, point, (thud_vec2){0, 0}, &hit) &&
                         thud_tile_grid_id_equal(hit.grid, tiles_grid_of(world, found.body));
        found.column = hit.column;
        found.row = hit.row;
        found.tile = hit.tile;
    }
    return found;
}

/* A change of its tiles makes the shapes of a grid anew: the cell stays selected, though its shape has gone. */
static void check_tile(demo_selection *selection, const thud_world *world) {
    thud_tile_grid_id grid = tiles_grid_of(world, selection->body);
    selection->has_tile = !thud_tile_grid_id_is_null(grid);
    if (selection->has_tile) {
        selection->tile = thud_tile_grid_tile(world, grid, selection->column, selection->row);
    }
}

void selection_check(demo_selection *selection, const thud_world *world) {
    if (!world || !thud_body_is_valid(world, selection->body)) {
        *selection = (demo_selection){.joint = selection->joint};
    }
    if (selection->has_tile) {
        check_tile(selection, world);
    }
    if (!world || !thud_shape_is_valid(world, selection->shape)) {
        selection->shape = (thud_shape_id){0, 0};
    }
    if (!world || !thud_joint_is_valid(world, selection->joint)) {
        selection->joint = (thud_joint_id){0, 0};
    }
}

static bool same_material(thud_material a, thud_material b) {
    return a.friction == b.friction && a.elasticity == b.elasticity &&
           a.rolling_resistance == b.rolling_resistance && a.surface_speed == b.surface_speed;
}

typedef struct material_change {
    thud_material before, after;
    bool found;
} material_change;

static bool change_tile_material(thud_tile_def *tile, int number, void *context) {
    material_change *change = context;
    (void)number;
    if (same_material(tile->material, change->before)) {
        tile->material = change->after;
        change->found = true;
    }
    return true;
}

int selection_spread_material(thud_world *world, thud_material before, thud_material after) {
    int count = 0;
    for (thud_body_id body = {0, 0}; (body = thud_world_next_body(world, body)).generation;) {
        material_change change = {before, after, false};
        thud_tile_grid_id grid = tiles_grid_of(world, body);
        count +=
            grid.generation && tiles_change_all(world, grid, change_tile_material, &change) && change.found;
        for (thud_shape_id shape = {0, 0}; (shape = thud_body_next_shape(world, body, shape)).generation;) {
            bool same = same_material(thud_shape_material(world, shape), before);
            count += same && thud_shape_set_material(world, shape, &after);
        }
    }
    return count;
}
