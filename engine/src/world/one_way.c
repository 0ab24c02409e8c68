/* one_way.c: shapes that hold on one side only. */
#include "world/one_way.h"

thud_vec2 thud_one_way_axis(const thud_shape_record *record) {
    thud_vec2 given = record->def.one_way;
    float larger =
        thud_max(thud_abs(given.x), thud_abs(given.y)); /* any finite length: its square may be none */
    return thud_vec2_normalize(thud_vec2_make(given.x / larger, given.y / larger));
}

thud_vec2 thud_shape_one_way(const thud_world *world, thud_shape_id shape) {
    const thud_call call = thud_on_shape(__func__, shape);
    int32_t slot = thud_shape_slot(world, call, shape);
    if (slot == THUD_NONE || !thud_shape_is_one_way(&world->shapes.records[slot])) {
        return thud_vec2_make(0.0f, 0.0f);
    }
    const thud_shape_record *record = &world->shapes.records[slot];
    return thud_rot_apply(world->bodies.poses[record->body].rotation, thud_one_way_axis(record));
}

bool thud_shape_set_one_way(thud_world *world, thud_shape_id shape, thud_vec2 direction) {
    const thud_call call = thud_on_shape(__func__, shape);
    int32_t slot = thud_shape_slot_to_change(world, call, shape);
    if (slot == THUD_NONE) {
        return false;
    }
    thud_shape_def def = world->shapes.records[slot].def;
    def.one_way = direction;
    return thud_shape_change(world, call, shape, &def);
}
