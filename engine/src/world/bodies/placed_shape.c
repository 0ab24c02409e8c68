#include "world/bodies/placed_shape.h"

#include "world/world_state.h"

void thud_put_shape(const thud_world *world, int32_t shape, const thud_pose *center, thud_vec2 from,
                    thud_placed_shape *placed) {
    const thud_shape_record *record = &world->shapes.records[shape];
    thud_vec2 arm = thud_rot_apply(center->rotation, world->bodies.bodies[record->body].mass.center);
    placed->record = record;
    placed->origin = thud_vec2_sub(thud_vec2_sub(center->position, from), arm);
    placed->rotation = center->rotation;
}

void thud_put_shape_now(const thud_world *world, int32_t shape, thud_vec2 from, thud_placed_shape *placed) {
    thud_put_shape(world, shape, &world->bodies.poses[world->shapes.records[shape].body], from, placed);
}
