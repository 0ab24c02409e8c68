#include "world/continuous/obstacle_list.h"

#include "narrowphase/core_boxes.h"
#include "world/contacts/one_way.h"
#include "world/continuous/sweep_path.h"
#include "world/continuous/swept_part.h"
#include "world/world_state.h"

bool thud_has_all_contacts(const thud_world *world) {
    return thud_hash_lead(world->hash) > 0 && world->result.status == THUD_OK && world->def.filter == NULL &&
           world->joints.break_count == 0;
}

bool thud_box_path(const thud_world *world, const thud_body_path *path, thud_aabb *box) {
    const thud_body *body = &world->bodies.bodies[path->body];
    const thud_displacement *step = &world->bodies.displacements[path->body];
    if (body->shape_count != 1 || !thud_has_all_contacts(world)) {
        return false;
    }
    const thud_shape_record *shape = &world->shapes.records[body->first_shape];
    const void *core = thud_shape_core(&world->shapes, shape);
    const thud_pose *start = &world->bodies.poses[path->body];
    thud_pose end = path->bounces == 0 ? path->end : thud_pose_along(start, step, 1.0f);
    *box = thud_aabb_union(thud_core_box(shape->core_class, core, *start),
                           thud_core_box(shape->core_class, core, end));
    *box = thud_aabb_expand(*box, thud_arc_bulge(step->rotation, world->bodies.sleep_data[path->body].reach));
    return true;
}

/* The kinds of which a body's contacts have all shapes that its only shape may meet on the rest of its path, in a box: static ones if
 * it stays in its fat box, farther than a slop from the sides, kinematic ones if farther than they move, too. */
static uint8_t complete_kinds(const thud_world *world, int32_t body, const thud_aabb *box) {
    const thud_shape_record *shape = &world->shapes.records[world->bodies.bodies[body].first_shape];
    const thud_aabb *fat = &thud_hash_fat_boxes(world->hash)[shape->proxy.slot];
    thud_vec2 low = thud_vec2_sub(box->min, fat->min), high = thud_vec2_sub(fat->max, box->max);
    float room = thud_min(thud_min(low.x, low.y), thud_min(high.x, high.y)) - world->def.slop;
    return room >= world->continuous.longest_kinematic_step ? THUD_CLEAR_OF_STATIC | THUD_CLEAR_OF_KINEMATIC
           : room >= 0.0f                                   ? THUD_CLEAR_OF_STATIC
                                                            : 0;
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

/* The other shape of a contact, which a link of the body's list names. */
static int32_t other_shape(const thud_world *world, int32_t link) {
    const thud_contact_record *record = &world->contacts.records[thud_link_owner(link)];
    return thud_link_side(link) == 0 ? record->shape_b : record->shape_a;
}

/* Whether the other shape of a contact lets the body's pass as the body's sweep begins. */
static bool starts_passing(const thud_world *world, int32_t link) {
    int32_t contact = thud_link_owner(link), other = other_shape(world, link);
    return world->shapes.records[other].is_one_way &&
           thud_one_way_starts_passing(world, contact, other_shape(world, link ^ 1), other);
}

uint8_t thud_visit_contacts_on_path(const thud_world *world, const thud_body_path *path, const thud_aabb *box,
                                    thud_proxy_visitor *visitor, void *context) {
    uint8_t complete = complete_kinds(world, path->body, box);
    if (complete == 0) {
        return 0;
    }
    THUD_EACH_FIXED_CONTACT(world, path->body, link) {
        const thud_contact_record *record = &world->contacts.records[thud_link_owner(link)];
        if ((record->is_static || complete != THUD_CLEAR_OF_STATIC) &&
            (path->share > 0.0f || !starts_passing(world, link))) {
            visitor((thud_proxy_id){.slot = record->fixed_proxy}, (uint64_t)other_shape(world, link), context);
        }
    }
    return complete;
}

bool thud_stays_beside(const thud_world *world, int32_t body, const thud_aabb *path,
                       const thud_shape_record *obstacle) {
    float allowed = thud_depth_allowed(&world->def, world->bodies.sleep_data[body].thickness);
    thud_aabb fat = thud_hash_fat_boxes(world->hash)[obstacle->proxy.slot];
    return obstacle->core_class != THUD_CORE_LINK &&
           !thud_aabb_overlaps(*path, thud_aabb_expand(fat, -(world->def.aabb_margin + allowed)));
}

/* The body stays beside each static shape, or passes. */
bool thud_is_clear_by_contacts(const thud_world *world, int32_t body) {
    thud_aabb path = thud_empty_box();
    THUD_EACH_SHAPE(world, body, i) {
        if (!add_path_in_fat_box(world, &world->shapes.records[i], &path)) {
            return false;
        }
    }
    THUD_EACH_FIXED_CONTACT(world, body, link) {
        if (world->contacts.records[thud_link_owner(link)].is_static &&
            !thud_stays_beside(world, body, &path, &world->shapes.records[other_shape(world, link)]) &&
            !starts_passing(world, link)) {
            return false;
        }
    }
    return true;
}
