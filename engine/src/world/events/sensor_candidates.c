/*
 * sensor_candidates.c: the pairs of a sensor and a shape whose boxes overlapped in the step. There are two ways to find
 * them: a query of the hash for each sensor, or, where more sensors rest than shapes move, a search among the sensors for
 * each of these shapes: a few sensors are all compared, of many the hash gives those near. The trap of the second way:
 * shapes at rest may have been added, moved or changed between steps (`touched` of the table), and shapes that were inside may
 * have stayed. Fast bodies look for sensors along their paths in both.
 */
#include "world/events/sensor_candidates.h"

#include "base/inline.h"
#include "base/memory.h"
#include "broadphase/query_parts.h"
#include "broadphase/radix_sort.h"
#include "broadphase/spatial_hash.h"
#include "world/bodies/shape_boxes.h"
#include "world/contacts/contact_filter.h"
#include "world/continuous/sweep_path.h"

/* A sensor asks for kinematic and for moving shapes, a shape that moves for sensors. */
enum { QUERIES_OF_SENSOR = 2 };

/* Comparing a shape with so many sensors costs as much as a query of the hash. */
enum { FEW_SENSORS = 256 };

/* Boxes behind the last one that thud_overlap_bits may read. */
enum { WIDEST_READ = 15 };

static bool makes_events(const thud_world *world, const thud_shape_record *shape) {
    bool is_on =
        shape->def->sensor
            ? shape->def->sensor_events
            : shape->def->kinematic_events && world->bodies.bodies[shape->body].type == THUD_BODY_KINEMATIC;
    return is_on && shape->proxy.generation != 0;
}

/* Whether a shape with kinematic_events has events with another one. Of two such shapes only the first has them. */
static bool may_touch(const thud_world *world, const thud_shape_record *shape,
                      const thud_shape_record *other) {
    thud_body_type type = world->bodies.bodies[other->body].type;
    bool is_seen_by_other = type == THUD_BODY_KINEMATIC && other->def->kinematic_events && other < shape;
    return !other->def->sensor && other->body != shape->body && type != THUD_BODY_DYNAMIC &&
           !is_seen_by_other && thud_filter_accepts(shape->def->filter, other->def->filter) &&
           !thud_joints_keep_apart(world, shape->body, other->body);
}

bool thud_sensor_detects(const thud_world *world, const thud_shape_record *sensor,
                         const thud_shape_record *visitor) {
    if (!sensor->def->sensor) {
        return may_touch(world, sensor, visitor);
    }
    bool is_static = world->bodies.bodies[visitor->body].type == THUD_BODY_STATIC;
    return !visitor->def->sensor && visitor->def->sensor_events && visitor->body != sensor->body &&
           (!is_static || sensor->def->sensor_sees_static) &&
           thud_filter_accepts(sensor->def->filter, visitor->def->filter);
}

/* ---- displacements in the step ---- */

bool thud_body_is_unmoved(const thud_world *world, int32_t body) {
    return !thud_state_moves(world->bodies.states[body]) &&
           thud_same_bytes(&world->bodies.poses[body], &world->bodies.previous[body], sizeof(thud_pose));
}

/* ---- candidates ---- */

typedef struct candidate_search {
    thud_world *world;
    int32_t sensor; /* its visitors are searched */
    int32_t shape;  /* a visitor whose sensors are searched */
    thud_overlap_bits_function *overlap_bits;
    bool asks_hash;  /* for the sensors that rest */
    bool some_rest;
    int32_t *listed; /* the other ones, or all, those that rest first */
    int32_t listed_count;
    int32_t waiting_count;  /* of these, those that rest */
    int32_t end;            /* of those that a shape is compared with */
    thud_box_columns boxes; /* around their paths */
    bool complete;          /* false when memory ran out */
} candidate_search;

static void add_shape(candidate_search *search, int32_t sensor, int32_t shape) {
    const thud_shape_record *records = search->world->shapes.records;
    thud_sensor_table *table = &search->world->sensors;
    if (!thud_sensor_detects(search->world, &records[sensor], &records[shape])) {
        return;
    }
    search->complete =
        search->complete && (table->candidate_count < table->candidate_capacity ||
                             thud_reserve_columns(table->hooks, table, thud_candidate_columns,
                                                  &table->candidate_capacity, table->candidate_count + 1));
    if (search->complete) {
        table->candidates[table->candidate_count++] = thud_sensor_key((uint32_t)sensor, (uint32_t)shape);
    }
}

static bool add_visitor(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    candidate_search *search = context;
    add_shape(search, search->sensor, (int32_t)user);
    return search->complete;
}

/* A box around the sensor's path: its fat box as far back as its body came and turned; or around all its places. */
static thud_aabb path_box(const thud_world *world, const thud_shape_record *sensor) {
    int32_t body = sensor->body;
    bool is_known = !world->boxes.stale && !thud_path_has_impacts(world, body);
    float turn = is_known ? thud_abs(thud_obstacle_turn(world, body)) : 2.0f;
    float reach = turn == 0.0f ? 0.0f
                               : thud_reach_of(sensor->outline, sensor->count, sensor->radius,
                                               world->bodies.bodies[body].mass.center);
    if (!is_known) {
        return thud_path_box(world, body, reach);
    }
    thud_vec2 way = thud_vec2_sub(world->bodies.poses[body].position, world->bodies.previous[body].position);
    thud_aabb end = thud_hash_fat_boxes(world->hash)[sensor->proxy.slot];
    thud_aabb start = {thud_vec2_sub(end.min, way), thud_vec2_sub(end.max, way)};
    return thud_aabb_expand(thud_aabb_union(start, end), thud_min(turn, 2.0f) * reach);
}

static thud_aabb sensor_box(const thud_world *world, int32_t sensor) {
    const thud_shape_record *record = &world->shapes.records[sensor];
    thud_aabb box = thud_state_moves(world->bodies.states[record->body])
                        ? path_box(world, record)
                        : thud_shape_box(world, sensor, world->bodies.poses);
    return record->def->sensor ? box : thud_aabb_expand(box, world->def.slop);
}

/* Static shapes, of which there are most, are searched only for those that see them. */
static void look_from_sensor(candidate_search *search, int32_t sensor, thud_aabb box) {
    const thud_world *world = search->world;
    const thud_shape_def *def = world->shapes.records[sensor].def;
    search->sensor = sensor;
    if (!def->sensor || def->sensor_sees_static) {
        thud_hash_query_kind(world->hash, THUD_PROXY_STATIC, box, add_visitor, search);
    }
    thud_hash_query_kind(world->hash, THUD_PROXY_KINEMATIC, box, add_visitor, search);
    thud_hash_query_kind(world->hash, THUD_PROXY_MOVING, box, add_visitor, search);
}

/* Whether only shapes that move or were touched can enter the sensor in this step; moved static ones were touched. */
static bool rests(const thud_world *world, const thud_shape_record *sensor) {
    bool is_static = world->bodies.bodies[sensor->body].type == THUD_BODY_STATIC;
    return sensor->def->sensor && (is_static || thud_body_is_unmoved(world, sensor->body));
}

static void list_sensor(candidate_search *search, int32_t sensor, thud_aabb box, bool waits) {
    int32_t place = search->listed_count++;
    int32_t first = search->waiting_count;
    search->waiting_count += waits;
    if (waits && first < place) {
        search->listed[place] = search->listed[first];
        thud_put_box(&search->boxes, place, thud_box_at(&search->boxes, first));
        place = first;
    }
    search->listed[place] = sensor;
    thud_put_box(&search->boxes, place, box);
}

/* Searches the path of each sensor; those that rest are left out if the shapes that move are searched instead. */
static void look_from_sensors(candidate_search *search, bool from_shapes) {
    thud_world *world = search->world;
    for (int32_t i = 0; i < world->sensors.shape_count && search->complete; i++) {
        int32_t sensor = world->sensors.shapes[i];
        const thud_shape_record *record = &world->shapes.records[sensor];
        bool waits = from_shapes && rests(world, record);
        if (!makes_events(world, record)) {
            continue;
        }
        if (waits && search->asks_hash) {
            search->some_rest = true;
            continue;
        }
        thud_aabb box =
            waits ? thud_hash_fat_boxes(world->hash)[record->proxy.slot] : sensor_box(world, sensor);
        list_sensor(search, sensor, box, waits);
        if (!waits) {
            look_from_sensor(search, sensor, box);
        }
    }
}

static bool add_sensor(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    candidate_search *search = context;
    if (makes_events(search->world, &search->world->shapes.records[user])) {
        add_shape(search, (int32_t)user, search->shape);
    }
    return search->complete;
}

/* Whether some sensor may detect a shape. Those with kinematic_events ask no shape for sensor_events, but detect no dynamic ones. */
THUD_INLINE bool may_be_seen(const thud_world *world, int32_t shape) {
    const thud_shape_record *record = &world->shapes.records[shape];
    return !record->def->sensor &&
           (record->def->sensor_events || !thud_is_dynamic(&world->bodies, record->body));
}

/* Adds a shape for each sensor that overlaps a box. */
static void look_for_sensors(candidate_search *search, thud_aabb box, int32_t shape) {
    search->shape = shape;
    if (search->asks_hash) {
        thud_hash_query_kind(search->world->hash, THUD_PROXY_SENSOR, box, add_sensor, search);
    }
    for (int32_t first = 0; first < search->end; first += 64) {
        int32_t count = search->end - first < 64 ? search->end - first : 64;
        uint64_t found = search->overlap_bits(&search->boxes, first, count, &box);
        for (; found != 0; found &= found - 1) {
            add_shape(search, search->listed[first + thud_lowest_bit(found)], shape);
        }
    }
}

/* A shape that was added, moved or changed between steps, as a visitor or as a sensor. */
static void look_from_touched(candidate_search *search, int32_t shape) {
    const thud_world *world = search->world;
    const thud_shape_record *record = &world->shapes.records[shape];
    if (!thud_pool_is_live(&world->shapes.pool, shape) || record->proxy.generation == 0) {
        return;
    }
    thud_aabb box = thud_hash_fat_boxes(world->hash)[record->proxy.slot];
    if (!record->def->sensor) {
        look_for_sensors(search, box, shape);
    } else if (makes_events(world, record)) {
        look_from_sensor(search, shape, box);
    }
}

/* A shape that was inside may have stayed, and is found only so if it rests. */
static void look_from_visit(candidate_search *search, const thud_sensor_event *event) {
    const thud_world *world = search->world;
    const thud_shape_record *records = world->shapes.records;
    if (thud_shape_is_valid(world, event->sensor) && thud_shape_is_valid(world, event->visitor) &&
        !thud_state_moves(world->bodies.states[records[event->visitor.slot].body]) &&
        makes_events(world, &records[event->sensor.slot]) &&
        records[event->visitor.slot].proxy.generation != 0) {
        add_shape(search, (int32_t)event->sensor.slot, (int32_t)event->visitor.slot);
    }
}

/* Searches the sensors that rest near each shape that moves; the other sensors have found theirs. */
static void look_from_shapes(candidate_search *search) {
    const thud_world *world = search->world;
    const thud_sensor_table *table = &world->sensors;
    const thud_aabb *boxes = thud_hash_fat_boxes(world->hash);
    const uint64_t *users = thud_hash_users(world->hash);
    for (int32_t i = 0; i < thud_box_list_count(&world->boxes); i++) {
        uint32_t proxy = world->boxes.proxies[i];
        if (may_be_seen(world, (int32_t)users[proxy])) {
            look_for_sensors(search, boxes[proxy], (int32_t)users[proxy]);
        }
    }
    for (int32_t i = 0; i < table->touched_count && search->complete; i++) {
        look_from_touched(search, table->touched[i]);
    }
    for (int32_t i = 0; i < table->inside_count && search->complete; i++) {
        look_from_visit(search, &table->inside[i].event);
    }
}

/* A fast body may end far from the sensors that it has passed: its path is tested against those of all sensors, but where
 * it went straight, without a turn, and within the fat box of a shape, for which sensors have been searched. */
static void look_from_body(candidate_search *search, int32_t body) {
    const thud_world *world = search->world;
    const thud_body_table *bodies = &world->bodies;
    bool is_straight =
        thud_same_bytes(&bodies->poses[body].rotation, &bodies->previous[body].rotation, sizeof(thud_rot)) &&
        !thud_path_has_impacts(world, body);
    THUD_EACH_SHAPE(world, body, shape) {
        const thud_shape_record *record = &world->shapes.records[shape];
        thud_aabb fat = thud_hash_fat_boxes(world->hash)[record->proxy.slot];
        if (may_be_seen(world, shape) &&
            (!is_straight || !thud_aabb_contains(fat, thud_shape_box(world, shape, bodies->previous)))) {
            look_for_sensors(search, thud_path_box(world, body, bodies->sleep_data[body].reach), shape);
        }
    }
}

static void look_from_fast_bodies(candidate_search *search) {
    const thud_world *world = search->world;
    const thud_body_table *bodies = &world->bodies;
    const thud_impact *impacts = world->continuous.impacts;
    for (int32_t i = 0; i < world->continuous.fast_count; i++) {
        if (!thud_path_has_impacts(world, world->continuous.fast[i])) {
            look_from_body(search, world->continuous.fast[i]);
        }
    }
    /* A kinematic body may have hit a slow one, and taken it far. */
    for (int32_t i = 0; i < world->continuous.impact_count; i++) {
        if (i == 0 || impacts[i - 1].body != impacts[i].body) {
            look_from_body(search, impacts[i].body);
        }
    }
    for (int32_t i = 0; i < bodies->moving_count; i++) {
        int32_t body = bodies->moving[i];
        if (thud_state_moves(bodies->states[body]) &&
            thud_kinematic_step(world, body) > thud_slow_step(world, body)) {
            look_from_body(search, body);
        }
    }
}

static void sort_candidates(thud_sensor_table *table) {
    uint64_t *sorted = thud_radix_sort(table->candidates, table->scratch, table->candidate_count, 0, 64);
    if (sorted != table->candidates) {
        table->scratch = table->candidates;
        table->candidates = sorted;
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < table->candidate_count; i++) {
        if (kept == 0 || sorted[i] != sorted[kept - 1]) {
            sorted[kept++] = sorted[i];
        }
    }
    table->candidate_count = kept;
}

bool thud_find_sensor_candidates(thud_world *world) {
    world->sensors.candidate_count = 0;
    if (world->sensors.shape_count == 0) {
        return true;
    }
    candidate_search search = {.world = world, .complete = true};
    search.overlap_bits = THUD_KERNEL_CHOOSE(world->def.lanes, thud_overlap_bits);
    int32_t column = world->sensors.shape_count + WIDEST_READ;
    float *sides = thud_arena_allocate_array(&world->arena, 4 * (int64_t)column, sizeof *sides);
    search.listed = thud_arena_allocate_array(&world->arena, column, sizeof *search.listed);
    if (sides == NULL || search.listed == NULL) {
        return false;
    }
    search.boxes =
        (thud_box_columns){sides, sides + column, sides + 2 * (int64_t)column, sides + 3 * (int64_t)column};
    bool from_shapes = !world->sensors.all && !world->boxes.stale &&
                       thud_box_list_count(&world->boxes) <= QUERIES_OF_SENSOR * world->sensors.shape_count;
    search.asks_hash = from_shapes && world->sensors.shape_count > FEW_SENSORS;
    look_from_sensors(&search, from_shapes);
    search.asks_hash = search.asks_hash && search.some_rest;
    search.end = search.waiting_count;
    if (search.complete && from_shapes) {
        look_from_shapes(&search);
    }
    search.end = search.listed_count;
    if (search.complete) {
        look_from_fast_bodies(&search);
    }
    sort_candidates(&world->sensors);
    return search.complete;
}
