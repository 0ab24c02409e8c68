/* query_arguments.h: checks the arguments of queries: returns false and records the refusal; and
 * runs the queries of the hash. */
#pragma once

#include "thud/query.h"

#include "world/refusal.h"
#include "world/world_state.h"

bool thud_query_check_vector(const thud_world *world, thud_call call, thud_vec2 v, const char *field_x,
                             const char *field_y);
bool thud_query_check_shape(const thud_world *world, thud_call call, const thud_shape *shape);
bool thud_query_check_pose(const thud_world *world, thud_call call, thud_pose pose);
bool thud_query_check_box(const thud_world *world, thud_call call, thud_aabb box);
bool thud_query_check_visitor(const thud_world *world, thud_call call, bool given);

bool thud_query_check_filter(const thud_world *world, thud_call call, const thud_query_filter *filter);

/* Whether the hash has accepted the query. */
bool thud_query_accept_status(const thud_world *world, thud_call call, thud_status status);

/* Queries the hash with a box; `calls_back`: the user's callbacks may be called. The visitor gets many proxies at a time,
 * those of sensors or not, or one. */
bool thud_query_ask_many(thud_world *world, thud_call call, thud_aabb box, bool sensors, bool calls_back,
                         thud_found_visitor *visitor, void *context);
bool thud_query_ask_box(thud_world *world, thud_call call, thud_aabb box, bool calls_back,
                        thud_proxy_visitor *visitor, void *context);
