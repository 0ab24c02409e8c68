/* query_filter.h: whether a query sees a shape, for all that ask. */
#ifndef THUD_SRC_WORLD_QUERY_FILTER_H
#define THUD_SRC_WORLD_QUERY_FILTER_H

#include "thud/query.h"

#include "world/shape_table.h"

static inline bool thud_query_sees(thud_query_filter query, const thud_shape_record *shape) {
    return (shape->def.filter.category & query.mask) != 0 && (shape->def.filter.mask & query.category) != 0 &&
           (query.sensors || !shape->def.sensor);
}

#endif
