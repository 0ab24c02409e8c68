/* shape_boxes.c: the boxes of shapes in the spatial hash. */
#include "world/bodies/shape_boxes.h"

#include "base/assert.h"
#include "narrowphase/core_boxes.h"
#include "world/contacts/contact_create.h"
#include "world/sleep.h"
#include "world/world_state.h"

thud_aabb thud_shape_box(const thud_world *world, int32_t shape, const thud_pose *poses) {
    const thud_shape_record *record = &world->shapes.records[shape];
    const thud_body *body = &world->bodies.bodies[record->body];
    const thud_pose pose = poses[record->body];
    if (!body->recentered) {
        return thud_core_box(record->core_class, thud_shape_core(&world->shapes, record), pose);
    }
    _Alignas(THUD_CORE_ALIGNMENT) unsigned char
        fresh[THUD_LARGEST_CORE]; /* the stored core is about an old centre of mass */
    thud_shape geometry;
    thud_shape_record_read(record, &geometry);
    thud_shape_table_write_core(record, &geometry, body->mass.center, fresh);
    return thud_core_box(record->core_class, fresh, pose);
}

/* The kind of proxies of a body's shapes. Sensors, of whatever body, have a kind of their own: nothing else looks at them. */
static thud_proxy_kind kind_of(thud_body_type type, bool sensor) {
    static const thud_proxy_kind kinds[] = {
        [THUD_BODY_STATIC] = THUD_PROXY_STATIC,
        [THUD_BODY_KINEMATIC] = THUD_PROXY_KINEMATIC,
        [THUD_BODY_DYNAMIC] = THUD_PROXY_MOVING,
    };
    return sensor ? THUD_PROXY_SENSOR : kinds[type];
}

void thud_note_static_change(thud_world *world, int32_t shape) {
    world->static_changes += world->bodies.bodies[world->shapes.records[shape].body].type == THUD_BODY_STATIC;
}

void thud_shape_list_box(thud_world *world, int32_t shape) {
    thud_shape_record *record = &world->shapes.records[shape];
    int32_t body = record->body;
    thud_note_static_change(world, shape);
    thud_aabb box = thud_shape_box(world, shape, world->bodies.poses);
    thud_body_type type = world->bodies.bodies[body].type;
    thud_proxy_kind kind = kind_of(type, record->def->sensor);
    world->proxies_changed = true;
    thud_sensor_table_touch(&world->sensors, shape);
    world->boxes.stale = world->boxes.stale || type != THUD_BODY_STATIC;
    record->proxy = thud_hash_insert_reserved(world->hash, box, kind, (uint64_t)shape);
}

void thud_shape_enter_hash(thud_world *world, int32_t shape) {
    thud_shape_list_box(world, shape);
    thud_wake_beneath(world, shape);
}

void thud_shape_leave_hash(thud_world *world, int32_t shape) {
    thud_shape_record *record = &world->shapes.records[shape];
    world->static_changes++; /* for any type of body, as that may just have changed */
    thud_shape_end_contacts(world, shape, true);
    world->sensors.changed = true;
    if (record->proxy.generation != 0) {
        world->boxes.stale = world->boxes.stale || world->bodies.bodies[record->body].type != THUD_BODY_STATIC;
        thud_hash_remove(world->hash, record->proxy);
        record->proxy = (thud_proxy_id){0, 0};
    }
}

bool thud_boxes_reserve(thud_world *world, int32_t body, bool sensors, int32_t count) {
    return thud_hash_reserve_inserts(world->hash, kind_of(world->bodies.bodies[body].type, sensors), count);
}

bool thud_body_reserve_proxies(thud_world *world, int32_t body, thud_body_type type) {
    int32_t counts[] = {0, 0}; /* of other shapes, of sensors */
    THUD_EACH_SHAPE(world, body, shape) {
        counts[world->shapes.records[shape].def->sensor]++;
    }
    return thud_hash_reserve_inserts(world->hash, kind_of(type, false), counts[0] + counts[1]) &&
           (counts[1] == 0 || thud_hash_reserve_inserts(world->hash, THUD_PROXY_SENSOR, counts[1]));
}

void thud_shape_move_proxy(thud_world *world, int32_t shape) {
    const thud_shape_record *record = &world->shapes.records[shape];
    if (record->proxy.generation != 0) {
        thud_aabb box = thud_shape_box(world, shape, world->bodies.poses);
        bool refitted = false;
        thud_hash_move(world->hash, record->proxy, box, &refitted);
        /* Doors and movers that a game places in each step are not in the list. */
        world->boxes.stale |= refitted && thud_state_moves(world->bodies.states[record->body]);
        world->proxies_changed = true;
        thud_sensor_table_touch(&world->sensors, shape);
        thud_note_static_change(world, shape);
        thud_wake_beneath(world, shape);
    }
}

void thud_body_move_proxies(thud_world *world, int32_t body) {
    THUD_EACH_SHAPE(world, body, shape) {
        thud_shape_move_proxy(world, shape);
    }
}
