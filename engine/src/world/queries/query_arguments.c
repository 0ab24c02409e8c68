#include "world/queries/query_arguments.h"

#include "world/check.h"

bool thud_query_check_vector(const thud_world *world, thud_call call, thud_vec2 v, const char *field_x,
                             const char *field_y) {
    return thud_check_finite(world, call, field_x, v.x) && thud_check_finite(world, call, field_y, v.y);
}

bool thud_query_check_shape(const thud_world *world, thud_call call, const thud_shape *shape) {
    if (shape == NULL) {
        return thud_refuse(world, call, THUD_NULL_ARGUMENT, "shape", 0.0);
    }
    thud_status status = thud_shape_check(shape);
    return status == THUD_OK || thud_refuse(world, call, status, "shape", 0.0);
}

bool thud_query_check_pose(const thud_world *world, thud_call call, thud_pose pose) {
    return thud_pose_is_valid(pose) ||
           (thud_query_check_vector(world, call, pose.position, "pose.position.x", "pose.position.y") &&
            thud_query_check_vector(world, call, (thud_vec2){pose.rotation.c, pose.rotation.s},
                                    "pose.rotation.c", "pose.rotation.s") &&
            thud_refuse(world, call, THUD_NOT_NORMALIZED, "pose.rotation", (double)pose.rotation.c));
}

bool thud_query_check_box(const thud_world *world, thud_call call, thud_aabb box) {
    return thud_aabb_is_valid(box) ||
           (thud_query_check_vector(world, call, box.min, "box.min.x", "box.min.y") &&
            thud_query_check_vector(world, call, box.max, "box.max.x", "box.max.y") &&
            thud_refuse(world, call, THUD_INVALID_BOUNDS, "box", (double)box.min.x));
}

bool thud_query_check_array(const thud_world *world, thud_call call, bool given, int count, const char *array,
                            const char *count_field) {
    if (count < 0) {
        return thud_refuse(world, call, THUD_NEGATIVE, count_field, (double)count);
    }
    return count == 0 || thud_check_given(world, call, array, given);
}

bool thud_query_check_filter(const thud_world *world, thud_call call, const thud_query_filter *filter) {
    return ((filter->ignored_body_count | filter->ignored_shape_count) == 0) ||
           (thud_query_check_array(world, call, filter->ignored_bodies != NULL, filter->ignored_body_count,
                                   "filter.ignored_bodies", "filter.ignored_body_count") &&
            thud_query_check_array(world, call, filter->ignored_shapes != NULL, filter->ignored_shape_count,
                                   "filter.ignored_shapes", "filter.ignored_shape_count"));
}

bool thud_query_ask(thud_world *world, thud_call call, thud_aabb box, bool sensors, bool calls_back,
                    thud_found_visitor *visitor, void *context) {
    thud_begin_callbacks(world, calls_back);
    thud_status status = thud_hash_query_found(world->hash, box, sensors, visitor, context);
    thud_end_callbacks(world, calls_back);
    return status == THUD_OK || thud_refuse(world, call, status, "query", 0.0);
}
