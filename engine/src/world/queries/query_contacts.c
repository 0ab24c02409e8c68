/*
 * query_contacts.c: overlaps and distances between a shape and the shapes of a world, the base of a character
 * controller. Exact, in doubles, like thud_find_mtd and thud_find_distance; but segments of chains behave as in a step,
 * so that chains are smooth ground here too.
 */
#include "narrowphase/manifold.h"
#include "narrowphase/outlines.h"
#include "world/check.h"
#include "world/contacts/one_way.h"
#include "world/queries/ghost_queries.h"
#include "world/queries/query_arguments.h"
#include "world/world_state.h"

typedef struct contact_query {
    thud_world *world;
    thud_prepared_filter filter;
    const thud_shape *shape;
    thud_pose pose;
    thud_aabb box; /* of the shape and the margin */
    thud_nearby near; /* in that box and the slop around it, where others may hide an edge */
    float margin;
    thud_world_contact *contacts; /* by separation, then by slot */
    int kept, capacity, count;
    bool meets_links;    /* of two-sided chains: their boxes */
    bool sticks_through; /* only such links count, with normals that their neighbours do not allow */
} contact_query;

/* The gap to a segment of a chain, by the rules of contacts: none from behind a one-sided one, none of its neighbours. */
static bool measure_link(const contact_query *query, const thud_shape_record *link, thud_pose pose, thud_gap *gap) {
    thud_shape segment;
    thud_shape_record_read(link, &segment);
    float near = thud_min(query->margin, THUD_MAX_POSITION);
    thud_manifold manifold =
        thud_find_link_manifold(&segment, link->ends, pose, query->shape, query->pose, near);
    *gap = (thud_gap){.separation = query->margin, .normal = manifold.normal, .count = manifold.count};
    for (int i = 0; i < manifold.count; i++) {
        gap->points[i] = manifold.points[i].point;
        gap->separation = thud_min(gap->separation, manifold.points[i].separation);
    }
    return manifold.count > 0;
}

static bool measure_gap(contact_query *query, const thud_shape_record *record, thud_gap *gap) {
    thud_outline outline = thud_shape_record_outline(record);
    thud_pose pose =
        thud_body_current_pose(&query->world->bodies, record->body);
    if (!thud_aabb_overlaps(thud_outline_aabb(outline, pose), query->box)) {
        return false;
    }
    bool is_link = record->core_class == THUD_CORE_LINK, is_one_sided = is_link && record->ends->one_sided;
    query->meets_links = query->meets_links || (is_link && !is_one_sided);
    bool has_neighbours = is_link && !query->sticks_through && !(is_one_sided && query->filter.user->chain_backs);
    return has_neighbours ? measure_link(query, record, pose, gap)
                          : thud_outlines_gap(outline, pose, thud_outline_of(query->shape), query->pose, query->margin, gap);
}

/* Inserts a contact in order, if there is room for it. */
static void keep(contact_query *query, const thud_world_contact *contact) {
    query->count++;
    int place = query->kept;
    while (place > 0 && (query->contacts[place - 1].separation > contact->separation ||
                         (query->contacts[place - 1].separation == contact->separation &&
                          query->contacts[place - 1].shape.slot > contact->shape.slot))) {
        place--;
    }
    query->kept = thud_insert(query->contacts, sizeof *contact, query->kept, query->capacity, place, contact);
}

static void measure_shape(contact_query *query, int32_t user) {
    const thud_shape_record *record = &query->world->shapes.records[user];
    thud_gap gap;
    bool is_passable = record->is_one_way && !query->filter.user->one_way_backs;
    bool is_thin = record->core_class == THUD_CORE_LINK && !record->ends->one_sided;
    if ((is_thin || !query->sticks_through) && thud_query_accepts(query->world, &query->filter, record) &&
        measure_gap(query, record, &gap) &&
        !(query->sticks_through && gap.separation >= -query->world->def.slop) &&
        !(is_passable &&
          thud_one_way_lets_query_pass(query->world, record, query->shape, query->pose, gap.normal))) {
        thud_world_contact contact = {.shape = thud_shape_id_at(query->world, user),
                                      .body = thud_body_id_at(query->world, record->body),
                                      .normal = gap.normal,
                                      .separation = gap.separation,
                                      .count = gap.count,
                                      .points = {gap.points[0], gap.points[gap.count - 1]}};
        /* None is kept at an edge between two shapes that are smooth ground. */
        const thud_edge_query edge = {query->world,   query->shape, query->pose,
                                      &query->filter, NULL,         &query->near};
        if (query->sticks_through || !thud_contact_is_hidden(&edge, user, query->margin, &contact)) {
            keep(query, &contact);
        }
    }
}

static bool measure_group(const thud_hash *hash, const thud_found *found, void *context) {
    contact_query *query = context;
    query->near.found = found;
    for (int32_t i = 0; i < found->count; i++) {
        measure_shape(query, (int32_t)thud_hash_users(hash)[thud_found_slot(found, i)]);
    }
    return true;
}

int thud_collide_checked_shape(thud_world *world, const thud_shape *shape, thud_pose pose, float margin,
                               const thud_query_filter *filter, const thud_nearby *nearby,
                               thud_world_contact *contacts, int capacity) {
    const thud_call call = thud_on_world("thud_world_collide_shape");
    if (!thud_query_check_pose(world, call, pose) ||
        !thud_check_not_negative(world, call, "margin", margin) ||
        !thud_query_check_filter(world, call, filter)) {
        return 0;
    }
    contact_query query = {.world = world,
                           .filter = thud_prepare_filter(filter),
                           .shape = shape,
                           .pose = pose,
                           .box = thud_aabb_expand(thud_outline_aabb(thud_outline_of(shape), pose), margin),
                           .margin = margin,
                           .contacts = contacts,
                           .capacity = contacts != NULL && capacity > 0 ? capacity : 0};
    query.near.box = thud_aabb_expand(query.box, world->def.slop);
    bool calls_back = filter->accepts != NULL;
    do { /* a shape across a corner of a chain may have no normal that both links allow: the second time any will do */
        query.sticks_through = query.meets_links;
        thud_found found;
        if (thud_list_nearby(world->hash, nearby, query.near.box, &found)) {
            thud_begin_callbacks(world, calls_back);
            measure_group(world->hash, &found, &query);
            thud_end_callbacks(world, calls_back);
        } else {
            thud_query_ask(world, call, query.near.box, filter->sensors, calls_back, measure_group, &query);
        }
    } while (query.count == 0 && query.meets_links && !query.sticks_through);
    return query.count;
}

int thud_world_collide_shape(thud_world *world, const thud_shape *shape, thud_pose pose, float margin,
                             thud_query_filter filter, thud_world_contact *contacts, int capacity) {
    return world != NULL && thud_query_check_shape(world, thud_on_world(__func__), shape)
               ? thud_collide_checked_shape(world, shape, pose, margin, &filter, NULL, contacts, capacity)
               : 0;
}
