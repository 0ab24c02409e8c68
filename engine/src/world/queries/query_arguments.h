/* query_arguments.h: checks the arguments of queries: returns false and records the refusal; decides whether a query
 * includes a shape; and runs the queries of the hash. */
#pragma once

#include "thud/query.h"

#include "world/refusal.h"
#include "world/world_state.h"

bool thud_query_check_vector(const thud_world *world, thud_call call, thud_vec2 v, const char *field_x,
                             const char *field_y);
bool thud_query_check_shape(const thud_world *world, thud_call call, const thud_shape *shape);
bool thud_query_check_pose(const thud_world *world, thud_call call, thud_pose pose);
bool thud_query_check_box(const thud_world *world, thud_call call, thud_aabb box);
bool thud_query_check_filter(const thud_world *world, thud_call call, const thud_query_filter *filter);

/* An array that may be missing if its length is 0. */
bool thud_query_check_array(const thud_world *world, thud_call call, bool given, int count, const char *array,
                            const char *count_field);

/* A user's filter, whether it has the parts that few have, and whether it is the default filter. */
typedef struct thud_prepared_filter {
    const thud_query_filter *user;
    bool names_some; /* shapes or bodies, or has a predicate */
    bool is_open;    /* the default filter, which accepts the shapes that are `open` in the shape table */
} thud_prepared_filter;

static inline thud_prepared_filter thud_prepare_filter(const thud_query_filter *filter) {
    bool names_some =
        (filter->ignored_body_count | filter->ignored_shape_count) != 0 || filter->accepts != NULL;
    bool is_open =
        !names_some && filter->category == UINT64_MAX && filter->mask == UINT64_MAX && !filter->sensors;
    return (thud_prepared_filter){filter, names_some, is_open};
}

/* Applies those parts: the shapes that the filter lists, and the user's predicate. */
bool thud_query_accepts_named(thud_world *world, const thud_query_filter *filter, int32_t shape);

static inline bool thud_query_accepts(thud_world *world, const thud_prepared_filter *filter,
                                      const thud_shape_record *record) {
    const thud_query_filter *user = filter->user;
    bool is_accepted = (record->def->filter.category & user->mask) != 0 &&
                       (record->def->filter.mask & user->category) != 0 &&
                       (user->sensors || !record->def->sensor);
    return is_accepted && (!filter->names_some ||
                           thud_query_accepts_named(world, user, (int32_t)(record - world->shapes.records)));
}

/* Queries the hash with a box; `calls_back`: maybe to the user. */
bool thud_query_ask(thud_world *world, thud_call call, thud_aabb box, bool sensors, bool calls_back,
                    thud_found_visitor *visitor, void *context);
