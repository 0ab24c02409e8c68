/* body_shapes.c: attaches, changes and removes shapes of bodies, and updates contacts; see shape_boxes.c for
 * their boxes, body_mass.c for the mass. */
#include "world/bodies/body_shapes.h"

#include "base/assert.h"
#include "response/material.h"
#include "world/bodies/attachment.h"
#include "world/bodies/body_defs.h"
#include "world/bodies/body_mass.h"
#include "world/bodies/shape_boxes.h"
#include "world/check.h"
#include "world/contacts/contact_create.h"
#include "world/contacts/contact_report.h"
#include "world/sleep.h"
#include "world/world_state.h"

/* ---- attach and detach ---- */

static void list_on_body(thud_world *world, int32_t shape, int32_t body) {
    thud_shape_record *records = world->shapes.records;
    int32_t first = world->bodies.bodies[body].first_shape;
    records[shape].body = body;
    records[shape].next = first;
    records[shape].previous = THUD_NONE;
    if (first != THUD_NONE) {
        records[first].previous = shape;
    }
    world->bodies.bodies[body].first_shape = shape;
    world->bodies.bodies[body].shape_count++;
}

static void unlist_from_body(thud_world *world, int32_t shape) {
    thud_shape_record *records = world->shapes.records;
    thud_body *body = &world->bodies.bodies[records[shape].body];
    int32_t next = records[shape].next, previous = records[shape].previous;
    THUD_ASSERT(&world->hooks, body->shape_count > 0);
    THUD_ASSERT(&world->hooks, next == THUD_NONE || records[next].previous == shape);
    THUD_ASSERT(&world->hooks, (previous != THUD_NONE ? records[previous].next : body->first_shape) == shape);
    if (next != THUD_NONE) {
        records[next].previous = previous;
    }
    if (previous != THUD_NONE) {
        records[previous].next = next;
    } else {
        body->first_shape = next;
    }
    body->shape_count--;
}

/* Whether a shape affects other bodies: a sensor only adds mass. */
static bool is_felt(const thud_world *world, int32_t shape) {
    const thud_shape_record *record = &world->shapes.records[shape];
    return !record->def->sensor ||
           (record->def->density > 0.0f && thud_shapes_make_mass(&world->bodies.bodies[record->body]));
}

/* Whether a body may have a shape of this mass and density, in place of `replaced` (THUD_NONE: in addition). */
static bool check_mass(const thud_world *world, thud_call call, int32_t body, int32_t replaced,
                       const thud_mass *mass, float density) {
    if (density == 0.0f) {
        return true;
    }
    bool accepted = thud_shape_mass_is_accepted(mass);
    if (accepted && thud_shapes_make_mass(&world->bodies.bodies[body])) {
        const thud_weighed_shape known = {.slot = replaced, .mass = *mass};
        accepted = replaced == THUD_NONE ? thud_body_bears(world, body, mass)
                                         : thud_body_bears_shapes(world, body, &known);
    }
    return accepted || thud_refuse(world, call, THUD_OUT_OF_RANGE, "density", (double)density);
}

void thud_shape_remove(thud_world *world, int32_t shape) {
    thud_shape_leave_hash(world, shape);
    unlist_from_body(world, shape);
    if (thud_shape_watches(world->shapes.records[shape].def)) {
        thud_sensor_table_unlist(&world->sensors, shape);
    }
    thud_shape_table_remove(&world->shapes, shape);
}

/* Attaches a shape that has been checked. */
static thud_shape_id add_checked(thud_world *world, thud_call call, int32_t body, const thud_shape_def *def,
                                 const thud_shape *shape) {
    thud_shape_id none = {0, 0};
    thud_mass mass = thud_shape_mass(shape, def->density);
    if (!check_mass(world, call, body, THUD_NONE, &mass, def->density)) {
        return none;
    }
    /* Before the body changes: its sums of masses would not get back their exact values. */
    bool room = (!thud_shape_watches(def) || thud_sensor_table_reserve(&world->sensors)) &&
                thud_boxes_reserve(world, body, def->sensor, 1);
    thud_pool_id added = room ? thud_shape_table_add(&world->shapes, shape, NULL, def) : (thud_pool_id){0, 0};
    if (added.generation == 0) {
        thud_refuse(world, call, THUD_OUT_OF_MEMORY, "shape", 0.0);
        return none;
    }
    int32_t slot = (int32_t)added.slot;
    list_on_body(world, slot, body);
    if (thud_shape_watches(def)) {
        thud_sensor_table_list(&world->sensors, slot);
    }
    bool is_linked = world->bodies.bodies[body].first_contact != THUD_NONE ||
                     world->bodies.bodies[body].first_joint != THUD_NONE;
    if (is_linked && world->bodies.bodies[body].type == THUD_BODY_DYNAMIC && is_felt(world, slot)) {
        thud_wake_island(world, body); /* a body created asleep that touches nothing stays asleep */
    }
    thud_body_count_shape_in(world, body, &(thud_weighed_shape){slot, shape, mass});
    if (world->bodies.states[body] != THUD_STATE_DISABLED) {
        thud_shape_enter_hash(world, slot);
    }
    return (thud_shape_id){added.slot, added.generation};
}

/* Attaches a shape if the `status` of its constructor or check is THUD_OK; else refuses it. `size` and its name, which may be
 * null: the argument that is wrong where the constructor returns THUD_NOT_POSITIVE. */
static thud_shape_id add_made(thud_world *world, thud_call call, thud_body_id id, const thud_shape_def *def,
                              const thud_shape *shape, thud_status status, const char *size_name, float size) {
    thud_shape_id none = {0, 0};
    int32_t body = thud_body_slot_to_change(world, id, call.name);
    if (body == THUD_NONE || !thud_shape_def_check(world, call, def)) {
        return none;
    }
    if (status != THUD_OK) {
        bool is_size = status == THUD_NOT_POSITIVE && size_name != NULL;
        thud_refuse(world, call, status, is_size ? size_name : "shape", is_size ? (double)size : 0.0);
        return none;
    }
    return add_checked(world, call, body, def, shape);
}

thud_shape_id thud_body_add_shape(thud_world *world, thud_body_id body, const thud_shape_def *def,
                                  const thud_shape *shape) {
    return add_made(world, thud_on_body(__func__, body), body, def, shape, thud_shape_check(shape), NULL, 0.0f);
}

static bool is_owned(const thud_world *world, int32_t slot) {
    const thud_shape_record *record = &world->shapes.records[slot];
    return record->core_class != THUD_CORE_LINK && record->owner != NULL;
}

/* Whether a shape does not belong to an attachment; refused otherwise. */
static bool check_unowned(const thud_world *world, thud_call call, int32_t slot) {
    return !is_owned(world, slot) ||
           thud_refuse_kind(world, call, "shape", (double)slot, "is a part of a tile grid");
}

/* The slot of a shape that belongs to no chain or attachment; THUD_NONE when refused. */
static int32_t own_shape_slot_to_change(thud_world *world, thud_call call, thud_shape_id shape) {
    int32_t slot = thud_shape_slot_to_change(world, shape, call.name);
    if (slot != THUD_NONE && world->shapes.records[slot].chain != THUD_NONE) {
        thud_refuse_kind(world, call, "shape", (double)slot, "is a segment of a chain");
        return THUD_NONE;
    }
    return slot != THUD_NONE && check_unowned(world, call, slot) ? slot : THUD_NONE;
}

bool thud_body_remove_shape(thud_world *world, thud_shape_id shape) {
    int32_t slot = own_shape_slot_to_change(world, thud_on_shape(__func__, shape), shape);
    if (slot == THUD_NONE) {
        return false;
    }
    if (is_felt(world, slot)) {
        thud_wake_around_shape(world, slot);
    }
    int32_t body = world->shapes.records[slot].body;
    bool weighs = thud_shapes_make_mass(&world->bodies.bodies[body]);
    thud_mass mass = weighs ? thud_shape_record_mass(&world->shapes.records[slot]) : (thud_mass){0};
    thud_shape_remove(world, slot);
    thud_body_count_shape_out(world, body, &mass);
    return true;
}

thud_shape_id thud_body_add_circle(thud_world *world, thud_body_id body, const thud_shape_def *def,
                                   thud_vec2 center, float radius) {
    thud_shape shape;
    thud_status status = thud_circle(center, radius, &shape);
    return add_made(world, thud_on_body(__func__, body), body, def, &shape, status, "radius", radius);
}

thud_shape_id thud_body_add_capsule(thud_world *world, thud_body_id body, const thud_shape_def *def,
                                    thud_vec2 p1, thud_vec2 p2, float radius) {
    thud_shape shape;
    thud_status status = thud_capsule(p1, p2, radius, &shape);
    return add_made(world, thud_on_body(__func__, body), body, def, &shape, status, "radius", radius);
}

thud_shape_id thud_body_add_segment(thud_world *world, thud_body_id body, const thud_shape_def *def,
                                    thud_vec2 p1, thud_vec2 p2) {
    thud_shape shape;
    thud_status status = thud_segment(p1, p2, &shape);
    return add_made(world, thud_on_body(__func__, body), body, def, &shape, status, NULL, 0.0f);
}

thud_shape_id thud_body_add_box(thud_world *world, thud_body_id body, const thud_shape_def *def,
                                thud_vec2 half_extents) {
    thud_shape shape;
    thud_status status = thud_box(half_extents, 0.0f, &shape);
    return add_made(world, thud_on_body(__func__, body), body, def, &shape, status, "half_extents",
                    thud_min(half_extents.x, half_extents.y));
}

thud_shape_id thud_body_add_hull(thud_world *world, thud_body_id body, const thud_shape_def *def,
                                 const thud_vec2 *points, int count) {
    thud_shape shape;
    thud_status status = thud_hull(points, count, 0.0f, &shape);
    return add_made(world, thud_on_body(__func__, body), body, def, &shape, status, NULL, 0.0f);
}

/* Ends the contacts of a shape, all or those that the filters reject; the broadphase finds its pairs again. */
static void find_contacts_again(thud_world *world, int32_t shape, bool all) {
    if (all && world->shapes.records[shape].had_contacts) {
        thud_shape_pass_on_touches(world, shape);
    }
    thud_shape_end_contacts(world, shape, all);
    if (world->shapes.records[shape].proxy.generation != 0) {
        thud_hash_renew(world->hash, world->shapes.records[shape].proxy);
        world->proxies_changed = true;
        thud_note_static_change(world, shape);
        thud_wake_beneath(world, shape);
    }
}

/* ---- links of chains ---- */

/* Attaches a shape without mass that has been added to the table; wakes nothing. */
static void attach_massless(thud_world *world, int32_t body, int32_t shape, const thud_shape *geometry) {
    list_on_body(world, shape, body);
    (void)thud_body_rebase_shape(world, body, shape, geometry);
    if (world->bodies.states[body] != THUD_STATE_DISABLED) {
        thud_shape_list_box(world, shape);
    }
}

int32_t thud_body_attach_link(thud_world *world, int32_t body, const thud_shape_def *def,
                              const thud_shape *segment, const thud_link_ends *ends) {
    bool room = thud_boxes_reserve(world, body, false, 1);
    thud_pool_id added =
        room ? thud_shape_table_add(&world->shapes, segment, ends, def) : (thud_pool_id){0, 0};
    if (added.generation == 0) {
        return THUD_NONE;
    }
    attach_massless(world, body, (int32_t)added.slot, segment);
    thud_wake_beneath(world, (int32_t)added.slot);
    return (int32_t)added.slot;
}

void thud_body_change_link(thud_world *world, int32_t shape, const thud_shape *segment,
                           const thud_link_ends *ends, bool moved) {
    thud_shape_table_set_link(&world->shapes, shape, segment, ends);
    (void)thud_body_rebase_shape(world, world->shapes.records[shape].body, shape, segment);
    if (moved) {
        find_contacts_again(world, shape, true);
        thud_shape_move_proxy(world, shape);
    }
}

/* ---- parts of attachments ---- */

int32_t thud_part_make(thud_world *world, thud_attachment *owner, const thud_shape_def *def,
                       const thud_shape *shape) {
    thud_pool_id added = thud_shape_table_add(&world->shapes, shape, NULL, def);
    if (added.generation == 0) {
        return THUD_NONE;
    }
    int32_t slot = (int32_t)added.slot;
    thud_shape_record *record = &world->shapes.records[slot];
    record->body = owner->body;
    record->owner = owner;
    return slot;
}

void thud_part_attach(thud_world *world, int32_t shape) {
    thud_shape geometry;
    thud_shape_record_read(&world->shapes.records[shape], &geometry);
    attach_massless(world, world->shapes.records[shape].body, shape, &geometry);
}

/* ---- read and change ---- */

THUD_GETTER(thud_body_id, thud_shape_body, shape, thud_body_id_at(world, world->shapes.records[slot].body))
THUD_GETTER(void *, thud_shape_user_data, shape, world->shapes.records[slot].user_data)
THUD_GETTER_OR(thud_shape_def, thud_shape_definition, shape, thud_shape_defaults(),
               thud_shape_table_def(&world->shapes, slot))
THUD_GETTER(thud_material, thud_shape_material, shape, world->shapes.records[slot].def->material)
THUD_GETTER(thud_filter, thud_shape_filter, shape, world->shapes.records[slot].def->filter)
THUD_GETTER(bool, thud_shape_is_sensor, shape, world->shapes.records[slot].def->sensor)

/* Mixes the contacts of a shape again. If its material alone has changed, wakes what touches a static or kinematic one on the same walk.
 * A tile of a level without contacts is not searched for among the level's a second time. */
static void mix_contacts_again(thud_world *world, int32_t shape, bool material_only) {
    thud_shape_record *mixed = &world->shapes.records[shape];
    if (!mixed->had_contacts) {
        return;
    }
    mixed->had_contacts = false;
    THUD_EACH_CONTACT(world, mixed->body, link) {
        int32_t contact = thud_link_owner(link);
        const thud_contact_record *record = &world->contacts.records[contact];
        if (record->shape_a != shape && record->shape_b != shape) {
            continue;
        }
        mixed->had_contacts = true;
        if (!material_only) {
            thud_contact_mix(world, contact);
            continue;
        }
        thud_contact_mix_materials(world, contact);
        if (!thud_is_dynamic(&world->bodies, mixed->body)) {
            thud_wake_island(world, thud_contact_other(world, link));
        }
    }
}

/* Adds a shape to the sensors or removes it, before its definition changes; false when refused. */
static bool turn_sensor(thud_world *world, thud_call call, int32_t shape, const thud_shape_def *def) {
    const thud_shape_record *record = &world->shapes.records[shape];
    bool watches = thud_shape_watches(def);
    const char *field = def->sensor ? "sensor" : "kinematic_events";
    if (watches && record->chain != THUD_NONE) {
        return thud_refuse_kind(world, call, field, (double)shape, "a segment of a chain cannot be one");
    }
    if (watches == thud_shape_watches(record->def)) {
        return true;
    }
    if (watches && !thud_sensor_table_reserve(&world->sensors)) {
        return thud_refuse(world, call, THUD_OUT_OF_MEMORY, field, (double)shape);
    }
    if (watches) {
        thud_sensor_table_list(&world->sensors, shape);
    } else {
        thud_sensor_table_unlist(&world->sensors, shape);
    }
    return true;
}

bool thud_shape_configure(thud_world *world, thud_shape_id shape, const thud_shape_def *def) {
    return thud_shape_change(world, thud_on_shape(__func__, shape), shape, def);
}

bool thud_shape_change(thud_world *world, thud_call call, thud_shape_id shape, const thud_shape_def *def) {
    int32_t slot = thud_shape_slot_to_change(world, shape, call.name);
    if (slot == THUD_NONE || !check_unowned(world, call, slot) || !thud_shape_def_check(world, call, def)) {
        return false;
    }
    thud_shape_record *record = &world->shapes.records[slot];
    bool heavier = record->def->density != def->density, turned = record->def->sensor != def->sensor;
    thud_shape geometry;
    thud_weighed_shape weighed = {.slot = slot, .geometry = &geometry};
    if (heavier || turned) {
        thud_shape_record_read(record, &geometry);
        weighed.mass = thud_shape_mass(&geometry, def->density);
    }
    if (heavier && !check_mass(world, call, record->body, slot, &weighed.mass, def->density)) {
        return false;
    }
    if (!thud_shape_table_make_room(&world->shapes, slot, def)) {
        return thud_refuse(world, call, THUD_OUT_OF_MEMORY, "name", 0.0);
    }
    if (world->def.mix_materials == NULL && thud_shape_def_is_same(record->def, def)) {
        thud_shape_table_set_def(&world->shapes, slot, def); /* no body feels name and user data */
        return true;
    }
    if (turned && !thud_boxes_reserve(world, record->body, def->sensor, 1)) {
        return thud_refuse(world, call, THUD_OUT_OF_MEMORY, "sensor", (double)slot);
    }
    if (!turn_sensor(world, call, slot, def)) {
        return false;
    }
    const thud_filter *old = &record->def->filter;
    bool filtered_anew = old->category != def->filter.category || old->mask != def->filter.mask ||
                         old->group != def->filter.group;
    bool turned_round = record->def->one_way.x != def->one_way.x || record->def->one_way.y != def->one_way.y;
    bool was_felt = is_felt(world, slot);
    if (filtered_anew || record->def->sensor_events != def->sensor_events ||
        record->def->sensor_sees_static != def->sensor_sees_static ||
        record->def->kinematic_events != def->kinematic_events) {
        thud_sensor_table_touch(&world->sensors, slot);
    }
    if (was_felt) {
        thud_wake_around_shape(world, slot);
    }
    thud_shape_table_set_def(&world->shapes, slot, def);
    thud_note_static_change(world, slot);
    if (!was_felt && is_felt(world, slot)) {
        thud_wake_around_shape(world, slot);
    }
    if (heavier && thud_shapes_make_mass(&world->bodies.bodies[record->body])) {
        thud_body_update_mass(world, record->body, &weighed);
    } else if (turned) {
        thud_body_count_shape_in(world, record->body, &weighed);
    }
    if (turned && record->proxy.generation != 0) { /* its box becomes one of another kind */
        thud_shape_leave_hash(world, slot);
        thud_shape_enter_hash(world, slot);
    } else if (!turned && (filtered_anew || turned_round)) {
        find_contacts_again(world, slot, turned_round || world->def.filter != NULL);
    }
    mix_contacts_again(world, slot, false);
    return true;
}

/* Changes a field of a shape's definition, which lies at an offset [bytes]. */
static bool change_field(thud_world *world, thud_call call, thud_shape_id shape, size_t offset,
                         const void *value, size_t size) {
    int32_t slot = thud_shape_slot_to_change(world, shape, call.name);
    if (slot == THUD_NONE) {
        return false;
    }
    thud_shape_def def = thud_shape_table_def(&world->shapes, slot);
    memcpy((char *)&def + offset, value, size);
    return thud_shape_change(world, call, shape, &def);
}

/* A game may change the friction of many shapes in each step: the rest of the definition is not looked at, unless the material is refused
 * or the same. */
bool thud_shape_set_material(thud_world *world, thud_shape_id shape, const thud_material *material) {
    const thud_call call = thud_on_shape(__func__, shape);
    int32_t slot = thud_shape_slot_to_change(world, shape, call.name);
    if (slot == THUD_NONE || !thud_check_given(world, call, "material", material != NULL)) {
        return false;
    }
    if (is_owned(world, slot) || thud_material_check(material) != THUD_OK ||
        !thud_shape_table_set_material(&world->shapes, slot, material)) {
        return change_field(world, call, shape, offsetof(thud_shape_def, material), material, sizeof *material);
    }
    thud_note_static_change(world, slot);
    if (thud_is_dynamic(&world->bodies, world->shapes.records[slot].body) && is_felt(world, slot)) {
        thud_wake_around_shape(world, slot);
    }
    mix_contacts_again(world, slot, true);
    return true;
}

bool thud_shape_set_filter(thud_world *world, thud_shape_id shape, thud_filter filter) {
    return change_field(world, thud_on_shape(__func__, shape), shape, offsetof(thud_shape_def, filter),
                        &filter, sizeof filter);
}

bool thud_shape_set_one_way(thud_world *world, thud_shape_id shape, thud_vec2 direction) {
    return change_field(world, thud_on_shape(__func__, shape), shape, offsetof(thud_shape_def, one_way),
                        &direction, sizeof direction);
}

thud_shape thud_shape_geometry(const thud_world *world, thud_shape_id shape) {
    thud_shape geometry = {.kind = THUD_SHAPE_NONE};
    int32_t slot = thud_shape_slot(world, shape, __func__);
    if (slot != THUD_NONE) {
        thud_shape_record_read(&world->shapes.records[slot], &geometry);
    }
    return geometry;
}

bool thud_shape_set_geometry(thud_world *world, thud_shape_id shape, const thud_shape *geometry) {
    const thud_call call = thud_on_shape(__func__, shape);
    int32_t slot = own_shape_slot_to_change(world, call, shape);
    if (slot == THUD_NONE) {
        return false;
    }
    thud_status status = thud_shape_check(geometry);
    if (status != THUD_OK) {
        return thud_refuse(world, call, status, "geometry", 0.0);
    }
    const thud_shape_record *record = &world->shapes.records[slot];
    const thud_shape_record before = *record;
    int32_t body = record->body;
    float density = record->def->density;
    thud_mass mass = thud_shape_mass(geometry, density);
    if (!check_mass(world, call, body, slot, &mass, density)) {
        return false;
    }
    if (!thud_shape_table_replace(&world->shapes, slot, geometry)) {
        return thud_refuse(world, call, THUD_OUT_OF_MEMORY, "geometry", 0.0);
    }
    if (is_felt(world, slot)) {
        thud_wake_around_shape(world, slot);
    }
    world->boxes.stale = true;
    thud_body_type type = world->bodies.bodies[body].type;
    const thud_weighed_shape weighed = {slot, geometry, mass};
    if (type == THUD_BODY_STATIC) { /* the other shapes, of which a level has thousands, stay as they are */
        thud_body_count_shape_in(world, body, &weighed);
    } else {
        thud_body_update_mass(world, body, &weighed);
    }
    if (record->core_class != before.core_class || record->is_rectangle != before.is_rectangle) {
        find_contacts_again(world, slot, true); /* as of another kind of shape */
    } else if (type != THUD_BODY_DYNAMIC && record->had_contacts) {
        thud_shape_judge_around(world, slot);
    }
    if (type == THUD_BODY_STATIC) {
        thud_shape_move_proxy(world, slot);
    } else {
        thud_body_move_proxies(world, body);
    }
    return true;
}

thud_shape_id thud_body_next_shape(const thud_world *world, thud_body_id body, thud_shape_id shape) {
    const thud_call call = thud_on_body(__func__, body);
    const thud_shape_id none = {0, 0};
    int32_t body_slot = thud_body_slot(world, body, call.name);
    if (body_slot == THUD_NONE) {
        return none;
    }
    int32_t next = world->bodies.bodies[body_slot].first_shape;
    if (shape.generation != 0) {
        int32_t slot = thud_shape_slot(world, shape, call.name);
        if (slot == THUD_NONE) {
            return none;
        }
        if (world->shapes.records[slot].body != body_slot) {
            thud_refuse_kind(world, call, "shape", (double)slot, "it is on another body");
            return none;
        }
        next = world->shapes.records[slot].next;
    }
    return next == THUD_NONE ? none : thud_shape_id_at(world, next);
}
