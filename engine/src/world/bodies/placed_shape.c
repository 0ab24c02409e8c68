#include "world/bodies/placed_shape.h"

#include "world/world_state.h"

thud_placed_shape thud_place_shape(const thud_world *world, int32_t shape, const thud_pose *center,
                                   thud_vec2 from) {
    const thud_shape_record *record = &world->shapes.records[shape];
    thud_vec2 arm = thud_rot_apply(center->rotation, world->bodies.bodies[record->body].mass.center);
    return (thud_placed_shape){record, thud_vec2_sub(thud_vec2_sub(center->position, from), arm),
                               center->rotation};
}
