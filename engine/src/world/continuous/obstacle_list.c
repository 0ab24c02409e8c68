#include "world/continuous/obstacle_list.h"

#include "narrowphase/core_boxes.h"
#include "world/contacts/one_way.h"
#include "world/continuous/sweep_path.h"
#include "world/continuous/swept_part.h"
#include "world/world_state.h"

/* Whether a body's only shape stays in its fat box on the rest of its path, farther than a slop from the sides. */
static bool stays_in_fat_box(const thud_world *world, int32_t body) {
    const thud_shape_record *shape = &world->shapes.records[world->bodies.bodies[body].first_shape];
    const thud_displacement *step = &world->bodies.displacements[body];
    const thud_aabb *fat = &thud_hash_fat_boxes(world->hash)[shape->proxy.slot];
    thud_aabb box = thud_core_box(shape->core_class, thud_shape_core(&world->shapes, shape), world->bodies.poses[body]);
    box = thud_aabb_expand(box, world->def.slop + thud_abs(step->rotation) * world->bodies.sleep_data[body].reach);
    thud_aabb end = {thud_vec2_add(box.min, step->translation), thud_vec2_add(box.max, step->translation)};
    return thud_aabb_contains(*fat, thud_aabb_union(box, end));
}

/* Adds the whole path of a shape, before its body is swept, to a box; false if it leaves the fat box. */
static bool add_path_in_fat_box(const thud_world *world, const thud_shape_record *shape, thud_aabb *paths) {
    const void *core = thud_shape_core(&world->shapes, shape);
    thud_aabb fat = thud_hash_fat_boxes(world->hash)[shape->proxy.slot];
    int32_t body = shape->body;
    thud_aabb box = thud_core_box(shape->core_class, core, world->bodies.poses[body]);
    if (!thud_aabb_contains(fat, box)) { /* as that of most fast bodies */
        return false;
    }
    box = thud_aabb_union(box, thud_core_box(shape->core_class, core, world->bodies.previous[body]));
    box = thud_aabb_expand(box, thud_arc_bulge(world->bodies.displacements[body].rotation,
                                               world->bodies.sleep_data[body].reach));
    *paths = thud_aabb_union(*paths, box);
    return thud_aabb_contains(fat, box);
}

bool thud_has_all_contacts(const thud_world *world) {
    return thud_hash_lead(world->hash) > 0 && world->result.status == THUD_OK && world->def.filter == NULL &&
           world->joints.break_count == 0;
}

/* A contact of a shape of a body with a static shape. */
typedef struct static_contact {
    int32_t contact, own, other; /* slots */
} static_contact;

typedef bool static_contact_visitor(const thud_world *world, static_contact met, void *context);

/* Whether the static shape lets the body's pass as the body's sweep begins. */
static bool starts_passing(const thud_world *world, static_contact met) {
    return world->shapes.records[met.other].is_one_way &&
           thud_one_way_starts_passing(world, met.contact, met.own, met.other);
}

/* Visits the contacts of a body with static shapes. False if the visitor ended that. */
static bool visit_contacts(const thud_world *world, int32_t body, static_contact_visitor *visitor,
                           void *context) {
    const thud_body *mover = &world->bodies.bodies[body];
    int32_t link = mover->first_contact;
    bool goes_on = true;
    for (int32_t left = mover->fixed_contacts; left > 0 && goes_on; left--) {
        const thud_contact_record *record = &world->contacts.records[thud_link_owner(link)];
        bool is_a = thud_link_side(link) == 0;
        static_contact met = {thud_link_owner(link), is_a ? record->shape_a : record->shape_b,
                              is_a ? record->shape_b : record->shape_a};
        if (world->bodies.bodies[world->shapes.records[met.other].body].type == THUD_BODY_STATIC) {
            goes_on = visitor(world, met, context);
        }
        link = record->next[thud_link_side(link)];
    }
    return goes_on;
}

/* A search for what may stop a body. */
typedef struct obstacle_search {
    bool starts; /* its sweep begins: what lets the body pass is left out */
    thud_proxy_visitor *visitor;
    void *context;
} obstacle_search;

static bool visit_obstacle(const thud_world *world, static_contact met, void *context) {
    const obstacle_search *search = context;
    thud_proxy_id proxy = {.slot = world->contacts.records[met.contact].fixed_proxy};
    return (search->starts && starts_passing(world, met)) ||
           search->visitor(proxy, (uint64_t)met.other, search->context);
}

/* While a body stays in its fat box it meets no static shape without a contact. */
bool thud_visit_static_contacts(const thud_world *world, int32_t body, bool starts,
                                thud_proxy_visitor *visitor, void *context) {
    bool has_all = world->bodies.bodies[body].shape_count == 1 && thud_has_all_contacts(world) &&
                   stays_in_fat_box(world, body);
    if (has_all) {
        obstacle_search search = {starts, visitor, context};
        visit_contacts(world, body, visit_obstacle, &search);
    }
    return has_all;
}

/* The path of a body that may be clear of static shapes. */
typedef struct clear_path {
    thud_aabb box;
    float inwards; /* from the sides of a fat box to where the body may sink in [m] */
} clear_path;

/* Whether a body stays on one side of the box of a static shape, sinks in so little that the solver holds it, or passes. Links
 * stop a part of a shape by a rule of their own. */
static bool is_clear_of(const thud_world *world, static_contact met, void *context) {
    const clear_path *path = context;
    thud_aabb fat = thud_hash_fat_boxes(world->hash)[world->contacts.records[met.contact].fixed_proxy];
    bool is_beside = world->shapes.records[met.other].core_class != THUD_CORE_LINK &&
                     !thud_aabb_overlaps(path->box, thud_aabb_expand(fat, -path->inwards));
    return is_beside || starts_passing(world, met);
}

bool thud_is_clear_by_contacts(const thud_world *world, int32_t body) {
    clear_path path = {thud_empty_box(),
                       world->def.aabb_margin +
                           thud_depth_allowed(&world->def, world->bodies.sleep_data[body].thickness)};
    THUD_EACH_SHAPE(world, body, i) {
        if (!add_path_in_fat_box(world, &world->shapes.records[i], &path.box)) {
            return false;
        }
    }
    return visit_contacts(world, body, is_clear_of, &path);
}
