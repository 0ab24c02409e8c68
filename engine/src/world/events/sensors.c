/*
 * sensors.c: the shapes inside of sensors. Sensors make no contacts: after the bodies have moved, the
 * spatial hash finds the shapes near each sensor, the narrowphase decides which of them are inside,
 * and the list is compared with the last one:
 *
 *     candidates    pairs of sensor and shape whose boxes overlapped in the step     (sorted, each once)
 *                   from few shapes that move to all sensors, or from each sensor to the shapes around it
 *     verdicts      inside at the end, passed within the step, or neither            (on all threads)
 *     events        begin: inside now and not before; end: inside before and not now
 *
 * A shape with kinematic_events finds in the same way the static and kinematic shapes that it touches, with which it
 * has no contact. Its events are contact events, and end when the shapes are a slop apart.
 *
 * So a sensor needs no state except the list of shapes inside, and does not change other shapes. Both lists are
 * sorted by slots: the order of events depends on ids only.
 */
#include "world/events/sensors.h"

#include "broadphase/query_parts.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/ranges.h"
#include "broadphase/radix_sort.h"
#include "broadphase/row_scan.h"
#include "broadphase/spatial_hash.h"
#include "narrowphase/outlines.h"
#include "narrowphase/toi.h"
#include "thud/query.h"
#include "world/bodies/shape_boxes.h"
#include "world/check.h"
#include "world/contacts/contact_filter.h"
#include "world/contacts/contacts.h"
#include "world/continuous/sweep_path.h"
#include "world/refusal.h"
#include "world/world_state.h"

#include <float.h>

/* The result for a candidate. */
typedef enum verdict {
    OUTSIDE = 0,
    INSIDE, /* overlaps at the end of the step */
    PASSED  /* overlapped only before the end of the step */
} verdict;

/* Candidates per task: a few microseconds if they are at rest, a hundred if all are fast. */
enum { CANDIDATES_PER_TASK = 64 };

/* With so few shapes that move, comparing each with all sensors costs less than a query for each sensor. */
enum { FEW_SHAPES = 256 };

/* Boxes behind the last one that thud_overlap_bits may read. */
enum { WIDEST_READ = 15 };

static bool makes_events(const thud_world *world, const thud_shape_record *shape) {
    bool is_on = shape->def->sensor ? shape->def->sensor_events
                                   : world->bodies.bodies[shape->body].type == THUD_BODY_KINEMATIC;
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

static bool detects(const thud_world *world, const thud_shape_record *sensor, const thud_shape_record *visitor) {
    if (!sensor->def->sensor) {
        return may_touch(world, sensor, visitor);
    }
    bool is_static = world->bodies.bodies[visitor->body].type == THUD_BODY_STATIC;
    return !visitor->def->sensor && visitor->def->sensor_events && visitor->body != sensor->body &&
           (!is_static || sensor->def->sensor_sees_static) &&
           thud_filter_accepts(sensor->def->filter, visitor->def->filter);
}

/* Whether two shapes overlap, the centres of mass of their bodies at two poses. */
static bool overlap_at(const thud_world *world, const thud_shape_record *a, const thud_pose *center_a,
                       const thud_shape_record *b, const thud_pose *center_b) {
    return thud_outlines_overlap(
        thud_shape_record_outline(a), thud_body_origin_pose(&world->bodies, a->body, center_a),
        thud_shape_record_outline(b), thud_body_origin_pose(&world->bodies, b->body, center_b));
}

static bool overlap_now(const thud_world *world, const thud_shape_record *sensor,
                        const thud_shape_record *visitor) {
    const thud_pose *poses = world->bodies.poses;
    return overlap_at(world, sensor, &poses[sensor->body], visitor, &poses[visitor->body]);
}

/* ---- displacements in the step ---- */

/* Whether the body has the pose of the end of the last step, and was not moved since. */
static bool is_unmoved(const thud_world *world, int32_t body) {
    return !thud_state_moves(world->bodies.states[body]) &&
           thud_same_bytes(&world->bodies.poses[body], &world->bodies.previous[body], sizeof(thud_pose));
}

static float turn_in_step(const thud_world *world, int32_t body) {
    return thud_rot_angle(
        thud_rot_inv_mul(world->bodies.previous[body].rotation, world->bodies.poses[body].rotation));
}

/* The distance of a shape's farthest point from its body's centre of mass. */
static float reach_of(const thud_world *world, const thud_shape_record *shape) {
    float reach = 0.0f;
    for (int i = 0; i < shape->count; i++) {
        reach = thud_max(
            reach, thud_vec2_distance(shape->outline[i], world->bodies.bodies[shape->body].mass.center));
    }
    return reach + shape->radius;
}

/* The largest displacement on the straight path of any point within `reach` of the centre of mass. */
static float longest_path(const thud_world *world, int32_t body, float reach) {
    return thud_vec2_distance(world->bodies.previous[body].position, world->bodies.poses[body].position) +
           thud_abs(turn_in_step(world, body)) * reach;
}

/* ---- candidates ---- */

/* An empty box, which overlaps no box. */
static const thud_aabb nowhere = {{FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX}};

typedef struct candidate_search {
    thud_world *world;
    int32_t sensor; /* its visitors are searched */
    thud_overlap_bits_function *overlap_bits;
    thud_box_columns boxes; /* around the sensors' paths, in the order of their list; empty if a sensor makes no events */
    thud_aabb all; /* around all of these */
    bool complete; /* false when memory ran out */
} candidate_search;

static bool add_candidate(thud_world *world, int32_t sensor, int32_t visitor) {
    thud_sensor_table *table = &world->sensors;
    const thud_column columns[] = {{&table->candidates, sizeof *table->candidates},
                                   {&table->scratch, sizeof *table->scratch}};
    if (!thud_reserve_columns(table->hooks, columns, 2, &table->candidate_capacity,
                              table->candidate_count + 1)) {
        return false;
    }
    table->candidates[table->candidate_count++] = thud_sensor_key((uint32_t)sensor, (uint32_t)visitor);
    return true;
}

static bool add_visitor(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    candidate_search *search = context;
    const thud_shape_record *records = search->world->shapes.records;
    if (detects(search->world, &records[search->sensor], &records[user])) {
        search->complete = add_candidate(search->world, search->sensor, (int32_t)user);
    }
    return search->complete;
}

/* A box around the sensor's path: on an arc it leaves the boxes at both ends by at most r (1 -
 * cos(turn / 2)) <= r turn^2 / 8. */
static thud_aabb sensor_box(const thud_world *world, int32_t sensor) {
    const thud_shape_record *record = &world->shapes.records[sensor];
    int32_t body = record->body;
    thud_aabb box = thud_shape_box(world, sensor, world->bodies.poses);
    if (!record->def->sensor) {
        box = thud_aabb_expand(box, world->def.slop);
    }
    if (!thud_state_moves(world->bodies.states[body])) {
        return box;
    }
    float reach = reach_of(world, record);
    float turn = turn_in_step(world, body);
    box = thud_aabb_union(box, thud_shape_box(world, sensor, world->bodies.previous));
    box = thud_aabb_expand(box, thud_min(0.125f * turn * turn, 2.0f) * reach);
    return thud_path_has_impacts(world, body) ? thud_aabb_union(box, thud_path_box(world, body, reach)) : box;
}

/* Static shapes, of which there are most, are searched only for those that see them. */
static void look_from_sensor(candidate_search *search, int32_t sensor, thud_aabb box) {
    const thud_world *world = search->world;
    const thud_shape_def *def = world->shapes.records[sensor].def;
    search->sensor = sensor;
    if (!def->sensor || def->sensor_sees_static) {
        thud_hash_query(world->hash, box, add_visitor, search);
        return;
    }
    thud_hash_query_kind(world->hash, THUD_PROXY_KINEMATIC, box, add_visitor, search);
    if (search->complete) {
        thud_hash_query_kind(world->hash, THUD_PROXY_MOVING, box, add_visitor, search);
    }
}

static void set_box(candidate_search *search, int32_t i, thud_aabb box) {
    search->boxes.min_x[i] = box.min.x;
    search->boxes.min_y[i] = box.min.y;
    search->boxes.max_x[i] = box.max.x;
    search->boxes.max_y[i] = box.max.y;
}

/* Whether only shapes that move or were touched can enter the sensor in this step. */
static bool rests(const thud_world *world, const thud_shape_record *sensor) {
    return sensor->def->sensor && is_unmoved(world, sensor->body);
}

/* Searches the path of each sensor; those that rest are left out if the shapes that move are searched instead. */
static void look_from_sensors(candidate_search *search, bool from_shapes) {
    thud_world *world = search->world;
    for (int32_t i = 0; i < world->sensors.shape_count && search->complete; i++) {
        int32_t sensor = world->sensors.shapes[i];
        const thud_shape_record *record = &world->shapes.records[sensor];
        thud_aabb box = nowhere;
        if (makes_events(world, record)) {
            bool waits = from_shapes && rests(world, record);
            box = waits ? thud_hash_fat_boxes(world->hash)[record->proxy.slot] : sensor_box(world, sensor);
            search->all = thud_aabb_union(search->all, box);
            if (!waits) {
                look_from_sensor(search, sensor, box);
            }
        }
        set_box(search, i, box);
    }
}

static void add_shape(candidate_search *search, int32_t sensor, int32_t shape) {
    const thud_shape_record *records = search->world->shapes.records;
    if (detects(search->world, &records[sensor], &records[shape])) {
        search->complete = add_candidate(search->world, sensor, shape);
    }
}

/* Adds a shape, or it and those after it on its body, for each sensor whose box overlaps a box. */
static void look_for_sensors(candidate_search *search, thud_aabb box, int32_t first_shape, bool and_next) {
    const thud_sensor_table *table = &search->world->sensors;
    const thud_shape_record *records = search->world->shapes.records;
    if (!thud_aabb_overlaps(box, search->all)) {
        return;
    }
    for (int32_t first = 0; first < table->shape_count; first += 64) {
        int32_t count = table->shape_count - first < 64 ? table->shape_count - first : 64;
        uint64_t found = search->overlap_bits(&search->boxes, first, count, &box);
        for (; found != 0; found &= found - 1) {
            int32_t sensor = table->shapes[first + thud_lowest_bit(found)], shape = first_shape;
            while (shape != THUD_NONE && search->complete) {
                add_shape(search, sensor, shape);
                shape = and_next ? records[shape].next : THUD_NONE;
            }
        }
    }
}

/* A shape that was added or moved between steps, as a visitor or as a sensor. */
static void look_from_touched(candidate_search *search, int32_t shape) {
    const thud_world *world = search->world;
    const thud_shape_record *record = &world->shapes.records[shape];
    if (!thud_pool_is_live(&world->shapes.pool, shape) || record->proxy.generation == 0) {
        return;
    }
    thud_aabb box = thud_hash_fat_boxes(world->hash)[record->proxy.slot];
    if (!record->def->sensor) {
        look_for_sensors(search, box, shape, false);
    } else if (makes_events(world, record)) {
        look_from_sensor(search, shape, box);
    }
}

/* Whether an id names a shape that is in the hash. */
static bool is_there(const thud_world *world, thud_shape_id id) {
    return thud_pool_is_live(&world->shapes.pool, (int32_t)id.slot) &&
           thud_shape_id_at(world, (int32_t)id.slot).generation == id.generation &&
           world->shapes.records[id.slot].proxy.generation != 0;
}

/* A shape that was inside may have stayed. */
static void look_from_visit(candidate_search *search, const thud_sensor_event *event) {
    const thud_world *world = search->world;
    if (is_there(world, event->sensor) && is_there(world, event->visitor) &&
        makes_events(world, &world->shapes.records[event->sensor.slot])) {
        add_shape(search, (int32_t)event->sensor.slot, (int32_t)event->visitor.slot);
    }
}

/* Compares the shapes that move with all sensors, one by one: with few shapes that costs less
 * than a query for each sensor. */
static void look_from_shapes(candidate_search *search) {
    const thud_world *world = search->world;
    const thud_sensor_table *table = &world->sensors;
    const thud_aabb *boxes = thud_hash_fat_boxes(world->hash);
    const uint64_t *users = thud_hash_users(world->hash);
    for (int32_t i = 0; i < thud_box_list_count(&world->boxes); i++) {
        uint32_t proxy = world->boxes.proxies[i];
        look_for_sensors(search, boxes[proxy], (int32_t)users[proxy], false);
    }
    for (int32_t i = 0; i < table->touched_count && search->complete; i++) {
        look_from_touched(search, table->touched[i]);
    }
    for (int32_t i = 0; i < table->inside_count && search->complete; i++) {
        look_from_visit(search, &table->inside[i].event);
    }
}

/* A fast body may end far from the sensors that it has passed: its path is tested against those of all sensors. */
static void look_from_body(candidate_search *search, int32_t body) {
    const thud_world *world = search->world;
    thud_aabb path = thud_path_box(world, body, world->bodies.sleep_data[body].reach);
    look_for_sensors(search, path, world->bodies.bodies[body].first_shape, true);
}

static void look_from_fast_bodies(candidate_search *search) {
    const thud_world *world = search->world;
    const thud_body_table *bodies = &world->bodies;
    for (int32_t i = 0; i < world->fast_count; i++) {
        look_from_body(search, world->fast[i]);
    }
    for (int32_t i = 0; i < bodies->moving_count; i++) {
        int32_t body = bodies->moving[i];
        const thud_sleep_data *sleep_data = &bodies->sleep_data[body];
        if (thud_state_moves(bodies->states[body]) &&
            longest_path(world, body, sleep_data->reach) > THUD_FAST_SHARE * sleep_data->thickness) {
            look_from_body(search, body);
        }
    }
}

/* Sorts the candidates and removes duplicates. */
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

/* False when memory runs out. */
static bool find_candidates(thud_world *world) {
    world->sensors.candidate_count = 0;
    if (world->sensors.shape_count == 0) {
        return true;
    }
    candidate_search search = {.world = world, .all = nowhere, .complete = true};
    search.overlap_bits = THUD_KERNEL_CHOOSE(world->def.lanes, thud_overlap_bits);
    int32_t column = world->sensors.shape_count + WIDEST_READ;
    float *sides = thud_arena_allocate_array(&world->arena, 4 * (int64_t)column, sizeof *sides);
    if (sides == NULL) {
        return false;
    }
    search.boxes = (thud_box_columns){sides, sides + column, sides + 2 * (int64_t)column, sides + 3 * (int64_t)column};
    bool from_shapes = !world->sensors.all && !world->boxes.stale && thud_box_list_count(&world->boxes) <= FEW_SHAPES;
    look_from_sensors(&search, from_shapes);
    if (search.complete && from_shapes) {
        look_from_shapes(&search);
    }
    if (search.complete) {
        look_from_fast_bodies(&search);
    }
    sort_candidates(&world->sensors);
    return search.complete;
}

/* ---- verdicts ---- */

/* Two shapes on straight paths from one pair of poses to another. */
typedef struct leg {
    const thud_world *world;
    const thud_shape_record *a, *b;
    thud_pose from_a, from_b, to_a, to_b;
} leg;

/* The fraction of the first touch on the leg, forwards or backwards: 0 to 1; negative without a touch. */
static float first_touch(const leg *path, bool forwards) {
    thud_shape a = thud_shape_record_geometry(path->a);
    thud_shape b = thud_shape_record_geometry(path->b);
    const thud_pose *from_a = forwards ? &path->from_a : &path->to_a;
    const thud_pose *from_b = forwards ? &path->from_b : &path->to_b;
    const thud_pose *to_a = forwards ? &path->to_a : &path->from_a;
    const thud_pose *to_b = forwards ? &path->to_b : &path->from_b;
    thud_toi_input input = {.shape_a = &a,
                            .shape_b = &b,
                            .sweep_a = thud_sweep_between(path->world, path->a->body, from_a, to_a),
                            .sweep_b = thud_sweep_between(path->world, path->b->body, from_b, to_b),
                            .tolerance = 0.1f * path->world->def.slop};
    thud_toi_output touch = thud_time_of_impact(&input);
    if (touch.state == THUD_TOI_NONE) {
        return -1.0f;
    }
    return touch.state == THUD_TOI_STARTED_CLOSER ? 0.0f : (float)touch.fraction;
}

/*
 * Whether two shapes overlap somewhere on a leg: between the first touches from either end they do if they overlap
 * halfway. So shapes that only begin to touch at an end of the leg do not count.
 */
static bool overlap_on(const leg *path) {
    float first = first_touch(path, true);
    float last = first < 0.0f ? -1.0f : 1.0f - first_touch(path, false);
    if (first < 0.0f || last > 1.0f) {
        return false;
    }
    float halfway = 0.5f * (first + last);
    thud_pose a = thud_pose_between(&path->from_a, &path->to_a, halfway);
    thud_pose b = thud_pose_between(&path->from_b, &path->to_b, halfway);
    return overlap_at(path->world, path->a, &a, path->b, &b);
}

/* The angle between two rotations as its chord, 2 sin(turn / 2): close enough up to a quarter turn. */
static float chord(thud_rot from, thud_rot to) {
    return thud_vec2_length((thud_vec2){to.c - from.c, to.s - from.s});
}

/* The largest displacement of any point of the visitor relative to the sensor; without impacts. */
static float relative_path(const thud_world *world, const thud_shape_record *sensor,
                           const thud_shape_record *visitor) {
    const thud_pose *sensor_to = &world->bodies.poses[sensor->body];
    const thud_pose *visitor_to = &world->bodies.poses[visitor->body];
    const thud_pose *sensor_from = thud_path_start(world, sensor->body);
    const thud_pose *visitor_from = thud_path_start(world, visitor->body);
    thud_vec2 translation = thud_vec2_sub(thud_vec2_sub(visitor_to->position, visitor_from->position),
                                          thud_vec2_sub(sensor_to->position, sensor_from->position));
    float reach = world->bodies.sleep_data[visitor->body].reach;
    float arm = thud_vec2_distance(visitor_from->position, sensor_from->position) + reach;
    return thud_vec2_length(translation) + chord(sensor_from->rotation, sensor_to->rotation) * arm +
           chord(visitor_from->rotation, visitor_to->rotation) * reach;
}

/* Whether the visitor, outside at the end, was inside within the step: tested only if its
 * displacement is so large that it may have passed. */
static bool has_passed(const thud_world *world, const thud_shape_record *sensor,
                       const thud_shape_record *visitor) {
    bool has_impacts =
        thud_path_has_impacts(world, sensor->body) || thud_path_has_impacts(world, visitor->body);
    float thickness = world->bodies.sleep_data[visitor->body].thickness;
    if (!has_impacts && relative_path(world, sensor, visitor) <= THUD_FAST_SHARE * thickness) {
        return false;
    }
    leg path = {.world = world,
                .a = sensor,
                .b = visitor,
                .to_a = thud_path_pose(world, sensor->body, 0.0f),
                .to_b = thud_path_pose(world, visitor->body, 0.0f)};
    for (float share = 0.0f; share < 1.0f;) {
        share = thud_min(thud_path_next_impact(world, sensor->body, share),
                         thud_path_next_impact(world, visitor->body, share));
        path.from_a = path.to_a;
        path.from_b = path.to_b;
        path.to_a = thud_path_pose(world, sensor->body, share);
        path.to_b = thud_path_pose(world, visitor->body, share);
        if (overlap_on(&path)) {
            return true;
        }
    }
    return false;
}

static bool was_inside(const thud_sensor_table *table, uint64_t key) {
    int32_t place = thud_sensor_table_find(table, key);
    return place < table->inside_count && thud_sensor_event_key(&table->inside[place].event) == key;
}

/* A touch ends when the shapes are more than a slop apart. */
static bool still_touches(const thud_world *world, uint64_t key) {
    const thud_shape_record *a = &world->shapes.records[key >> 32];
    const thud_shape_record *b = &world->shapes.records[(uint32_t)key];
    thud_shape shape_a = thud_shape_record_geometry(a), shape_b = thud_shape_record_geometry(b);
    thud_pose pose_a = thud_body_origin_pose(&world->bodies, a->body, &world->bodies.poses[a->body]);
    thud_pose pose_b = thud_body_origin_pose(&world->bodies, b->body, &world->bodies.poses[b->body]);
    thud_distance_result result;
    return was_inside(&world->sensors, key) &&
           thud_find_distance(&shape_a, pose_a, &shape_b, pose_b, &result) == THUD_OK &&
           result.distance <= world->def.slop;
}

static verdict judge(const thud_world *world, uint64_t key) {
    const thud_shape_record *sensor = &world->shapes.records[key >> 32];
    const thud_shape_record *visitor = &world->shapes.records[(uint32_t)key];
    bool at_rest = is_unmoved(world, sensor->body) && is_unmoved(world, visitor->body);
    if (at_rest && !world->sensors.changed) {
        return was_inside(&world->sensors, key) ? INSIDE : OUTSIDE;
    }
    if (overlap_now(world, sensor, visitor) || (!sensor->def->sensor && still_touches(world, key))) {
        return INSIDE;
    }
    return !at_rest && has_passed(world, sensor, visitor) ? PASSED : OUTSIDE;
}

typedef struct judge_job {
    const thud_world *world;
    uint8_t *verdicts;
} judge_job;

static void judge_some(const thud_range *range, void *context) {
    const judge_job *job = context;
    for (int32_t i = range->first; i < range->end; i++) {
        job->verdicts[i] = (uint8_t)judge(job->world, job->world->sensors.candidates[i]);
    }
}

/* The verdict on each candidate; NULL when memory runs out or without candidates. */
static uint8_t *judge_candidates(thud_world *world) {
    int32_t count = world->sensors.candidate_count;
    judge_job job = {world, thud_arena_allocate_array(&world->arena, count, 1)};
    if (job.verdicts != NULL) {
        thud_run_ranges(world->tasks, judge_some, &job, count, CANDIDATES_PER_TASK);
    }
    return job.verdicts;
}

/* ---- events ---- */

/* Keeps the candidates that are inside or have passed. */
static void drop_outsiders(thud_sensor_table *table, uint8_t *verdicts) {
    int32_t kept = 0;
    for (int32_t i = 0; i < table->candidate_count; i++) {
        if (verdicts[i] != OUTSIDE) {
            table->candidates[kept] = table->candidates[i];
            verdicts[kept++] = verdicts[i];
        }
    }
    table->candidate_count = kept;
}

/* Reserves memory for the largest number of events, so that all are written or none. */
static bool reserve_events(thud_sensor_table *table) {
    const thud_column inside[] = {{&table->inside, sizeof *table->inside},
                                  {&table->entered, sizeof *table->entered}};
    int32_t now = table->candidate_count;
    return thud_reserve_columns(table->hooks, inside, 2, &table->inside_capacity, now) &&
           thud_reserve(table->hooks, &table->begins, sizeof *table->begins, &table->begin_capacity, now) &&
           thud_reserve(table->hooks, &table->ends, sizeof *table->ends, &table->end_capacity,
                        table->inside_count + now);
}

static bool is_same(const thud_visit *a, const thud_visit *b) {
    return thud_same_bytes(&a->event, &b->event, sizeof a->event) && a->is_touch == b->is_touch;
}

static void log_begin(thud_world *world, const thud_visit *visit) {
    thud_sensor_table *table = &world->sensors;
    if (visit->is_touch) {
        thud_contact_data touch =
            thud_describe_touch(world, (int32_t)visit->event.sensor.slot, (int32_t)visit->event.visitor.slot);
        thud_event_log_begin(&world->events, &touch);
    } else {
        table->begins[table->begin_count++] = visit->event;
    }
}

static void log_end(thud_world *world, const thud_visit *visit) {
    thud_sensor_table *table = &world->sensors;
    if (visit->is_touch) {
        thud_event_log_part(&world->events, visit->event.sensor, visit->event.visitor);
    } else {
        table->ends[table->end_count++] = visit->event;
    }
}

/* Makes events from the shapes inside before and now; both lists are sorted. */
static void log_events(thud_world *world, const uint8_t *verdicts) {
    thud_sensor_table *table = &world->sensors;
    const thud_visit *before = table->inside;
    const thud_visit *before_end = table->inside_count > 0 ? before + table->inside_count : before;
    int32_t inside = 0;
    for (int32_t i = 0; i < table->candidate_count; i++) {
        uint64_t key = table->candidates[i];
        thud_visit visit = {
            {thud_shape_id_at(world, (int32_t)(key >> 32)), thud_shape_id_at(world, (int32_t)(uint32_t)key)},
            !world->shapes.records[key >> 32].def->sensor};
        bool stays = false;
        for (; before < before_end && thud_sensor_event_key(&before->event) <= key; before++) {
            stays = is_same(before, &visit);
            if (!stays || verdicts[i] == PASSED) {
                log_end(world, before);
            }
        }
        if (!stays) { /* also if it has passed, or was another shape before */
            log_begin(world, &visit);
            if (verdicts[i] == PASSED) {
                log_end(world, &visit);
            }
        }
        if (verdicts[i] == INSIDE) {
            table->entered[inside++] = visit;
        }
    }
    for (; before < before_end; before++) {
        log_end(world, before);
    }
    thud_visit *spare = table->inside;
    table->inside = table->entered;
    table->entered = spare;
    table->inside_count = inside;
}

thud_status thud_sense(thud_world *world) {
    thud_sensor_table *table = &world->sensors;
    if (table->shape_count == 0 && table->inside_count == 0) {
        thud_sensor_table_end_step(table, true);
        return THUD_OK;
    }
    uint64_t start = thud_clock_ticks();
    bool complete = find_candidates(world);
    uint8_t *verdicts = complete ? judge_candidates(world) : NULL;
    complete = complete && (verdicts != NULL || table->candidate_count == 0);
    if (complete) {
        drop_outsiders(table, verdicts);
    }
    complete = complete && reserve_events(table);
    if (complete) {
        log_events(world, verdicts);
    }
    thud_sensor_table_end_step(table, complete);
    world->timings.sensors = thud_clock_ticks_between(start, thud_clock_ticks());
    return complete ? THUD_OK : THUD_OUT_OF_MEMORY;
}

thud_sensor_events thud_world_sensor_events(thud_world *world) {
    if (world == NULL) {
        return (thud_sensor_events){0};
    }
    const thud_sensor_table *table = &world->sensors;
    return (thud_sensor_events){table->begins, table->ends, table->begin_count, table->end_count};
}

/* ---- the shapes inside now ---- */

bool thud_sensor_is_occupied(const thud_world *world, int32_t sensor) {
    const thud_sensor_table *table = &world->sensors;
    int32_t place = thud_sensor_table_find(table, thud_sensor_key((uint32_t)sensor, 0));
    return place < table->inside_count && table->inside[place].event.sensor.slot == (uint32_t)sensor;
}

typedef struct visitor_list {
    const thud_world *world;
    const thud_shape_record *sensor;
    thud_shape_id *visitors; /* the visitors of the lowest slots, ascending */
    int kept, capacity, count;
} visitor_list;

static bool list_visitor(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    visitor_list *list = context;
    const thud_shape_record *visitor = &list->world->shapes.records[user];
    if (!detects(list->world, list->sensor, visitor) || !overlap_now(list->world, list->sensor, visitor)) {
        return true;
    }
    list->count++;
    int place = list->kept;
    while (place > 0 && list->visitors[place - 1].slot > user) {
        place--;
    }
    if (place < list->capacity) {
        list->kept += list->kept < list->capacity;
        thud_shape_id *at = list->visitors + place;
        memmove(at + 1, at, (size_t)(list->kept - 1 - place) * sizeof *at);
        *at = thud_shape_id_at(list->world, (int32_t)user);
    }
    return true;
}

int thud_shape_sensor_overlaps(const thud_world *world, thud_shape_id sensor, thud_shape_id *visitors,
                               int capacity) {
    const thud_call call = thud_on_shape(__func__, sensor);
    int32_t slot = thud_shape_slot(world, call, sensor);
    if (slot == THUD_NONE) {
        return 0;
    }
    visitor_list list = {.world = world,
                         .sensor = &world->shapes.records[slot],
                         .visitors = visitors,
                         .capacity = visitors != NULL && capacity > 0 ? capacity : 0};
    if (!list.sensor->def->sensor) {
        thud_refuse_kind(world, call, "sensor", (double)slot, "the shape is none");
    } else if (list.sensor->proxy.generation != 0) {
        thud_hash_query(world->hash, thud_shape_box(world, slot, world->bodies.poses), list_visitor, &list);
    }
    return list.count;
}
