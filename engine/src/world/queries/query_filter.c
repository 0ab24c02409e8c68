#include "world/queries/query_filter.h"

#include "world/world_state.h"

bool thud_query_accepts_named(thud_world *world, const thud_query_filter *filter, int32_t shape) {
    thud_shape_id shape_id = thud_shape_id_at(world, shape);
    thud_body_id body_id = thud_body_id_at(world, world->shapes.records[shape].body);
    for (int i = 0; i < filter->ignored_body_count; i++) {
        if (thud_body_id_equal(filter->ignored_bodies[i], body_id)) {
            return false;
        }
    }
    for (int i = 0; i < filter->ignored_shape_count; i++) {
        if (thud_shape_id_equal(filter->ignored_shapes[i], shape_id)) {
            return false;
        }
    }
    return filter->accepts == NULL || filter->accepts(world, shape_id, filter->accepts_context);
}
