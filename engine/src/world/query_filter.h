/* query_filter.h: whether a query sees a shape, for all that ask. */
#ifndef THUD_SRC_WORLD_QUERY_FILTER_H
#define THUD_SRC_WORLD_QUERY_FILTER_H

#include "thud/query.h"

#include "world/world_state.h"

/* The part of a filter that few have: shapes that it names, and the user's predicate. */
bool thud_query_sees_named(thud_world *world, const thud_query_filter *filter, int32_t shape);

static inline bool thud_query_sees(thud_world *world, const thud_query_filter *filter, int32_t shape) {
    const thud_shape_record *record = &world->shapes.records[shape];
    bool is_seen = (record->def.filter.category & filter->mask) != 0 &&
                   (record->def.filter.mask & filter->category) != 0 &&
                   (filter->sensors || !record->def.sensor);
    bool names_some =
        (filter->ignored_body_count | filter->ignored_shape_count) != 0 || filter->accepts != NULL;
    return is_seen && (!names_some || thud_query_sees_named(world, filter, shape));
}

#endif
