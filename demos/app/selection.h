/*
 * selection.h: the body, shape or joint that was clicked on.
 */
#pragma once

#include "thud/joint.h"
#include "thud/query.h"
#include "thud/tile_grid.h"

/* A body and the shape of it that was clicked on, or a joint; null ids where there is none. */
typedef struct demo_selection {
    thud_body_id body;
    thud_shape_id shape;
    thud_joint_id joint;
    /* the shape was one of the body's tile grid: the cell that was clicked on, and its tile now */
    bool has_tile;
    int column, row;
    uint16_t tile;
} demo_selection;

/* What is at a point: a joint's anchor within `reach` [m], a shape there, or one within reach; nothing else. */
demo_selection selection_at(thud_world *world, thud_vec2 point, float reach, bool joints);

/* Takes away what has gone. */
void selection_check(demo_selection *selection, const thud_world *world);

/* Gives all shapes and tiles that have the material `before` the material `after`; returns how
 * many shapes and grids it changed. */
int selection_spread_material(thud_world *world, thud_material before, thud_material after);
