/*
 * sensors.c: the shapes inside of sensors. Sensors make no contacts: after the bodies have moved, the
 * spatial hash finds the shapes near each sensor, the narrowphase decides which of them are inside,
 * and the list is compared with the last one:
 *
 *     candidates    pairs of sensor and shape whose boxes overlapped in the step     (sensor_candidates.c)
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

#include "base/ranges.h"
#include "narrowphase/outlines.h"
#include "narrowphase/toi.h"
#include "thud/query.h"
#include "world/bodies/shape_boxes.h"
#include "world/check.h"
#include "world/contacts/contacts.h"
#include "world/continuous/sweep_path.h"
#include "world/events/sensor_candidates.h"
#include "world/world_state.h"

/* The result for a candidate. */
typedef enum verdict {
    OUTSIDE = 0,
    INSIDE, /* overlaps at the end of the step */
    PASSED  /* overlapped only before the end of the step */
} verdict;

/* Candidates per task: a few microseconds if they are at rest, a hundred if all are fast. */
enum { CANDIDATES_PER_TASK = 64 };

/* Of coordinates: a depth that is certain all the same, as the length of rotations is 1 within 0.001. */
#define CERTAIN 0.005f

typedef enum certainty { CLEARLY_OUTSIDE, UNCERTAIN, CLEARLY_INSIDE } certainty;

/* Whether a vertex of b is inside of all edges of a, or within the radii of the first vertex of a circle or capsule, for certain, as
 * one of most visitors inside of a sensor. Of what stands on the sensor's lower edge the first vertex is not. Two circles may be
 * apart for certain. */
static certainty look(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b) {
    thud_vec2 way = thud_vec2_sub(pose_b.position, pose_a.position);
    for (int k = 0; k < b.count; k++) {
        thud_vec2 place = thud_vec2_add(way, thud_rot_apply(pose_b.rotation, b.vertices[k]));
        float depth = CERTAIN * (thud_vec2_length(way) + thud_vec2_length(place));
        place = thud_rot_apply_inverse(pose_a.rotation, place);
        int i = 0; /* the normals of a record's outline are behind its vertices */
        if (a.count <= 2) {
            float gap = thud_vec2_distance(place, a.vertices[0]) - (a.radius + b.radius);
            if (gap > depth && a.count + b.count == 2) {
                return CLEARLY_OUTSIDE;
            }
            i = gap < -depth ? a.count : 0;
        } else {
            while (i < a.count &&
                   thud_vec2_dot(a.vertices[a.count + i], thud_vec2_sub(a.vertices[i], place)) > depth) {
                i++;
            }
        }
        if (i == a.count) {
            return CLEARLY_INSIDE;
        }
    }
    return UNCERTAIN;
}

/* Whether two shapes overlap, the centres of mass of their bodies at two poses. */
static bool overlap_at(const thud_world *world, const thud_shape_record *a, const thud_pose *center_a,
                       const thud_shape_record *b, const thud_pose *center_b) {
    thud_outline outline_a = thud_shape_record_outline(a), outline_b = thud_shape_record_outline(b);
    thud_pose pose_a = thud_body_origin_pose(&world->bodies, a->body, center_a);
    thud_pose pose_b = thud_body_origin_pose(&world->bodies, b->body, center_b);
    certainty seen = look(outline_a, pose_a, outline_b, pose_b);
    return seen == UNCERTAIN ? thud_outlines_overlap(outline_a, pose_a, outline_b, pose_b)
                             : seen == CLEARLY_INSIDE;
}

static bool overlap_now(const thud_world *world, const thud_shape_record *sensor,
                        const thud_shape_record *visitor) {
    const thud_pose *poses = world->bodies.poses;
    return overlap_at(world, sensor, &poses[sensor->body], visitor, &poses[visitor->body]);
}

/* ---- verdicts ---- */

/* Two shapes on straight paths from one pair of poses to another. */
typedef struct leg {
    const thud_world *world;
    const thud_shape_record *a, *b;
    thud_pose from_a, from_b, to_a, to_b;
} leg;

/* The fraction of the first touch on the leg: 0 to 1; negative without a touch. */
static float first_touch(const leg *path) {
    thud_shape a, b;
    thud_shape_record_read(path->a, &a);
    thud_shape_record_read(path->b, &b);
    thud_toi_input input = {
        .shape_a = &a,
        .shape_b = &b,
        .sweep_a = thud_sweep_between(path->world, path->a->body, &path->from_a, &path->to_a),
        .sweep_b = thud_sweep_between(path->world, path->b->body, &path->from_b, &path->to_b),
        .tolerance = 0.1f * path->world->def.slop};
    thud_toi_output touch = thud_time_of_impact(&input);
    if (touch.state == THUD_TOI_NONE) {
        return -1.0f;
    }
    return touch.state == THUD_TOI_STARTED_CLOSER ? 0.0f : (float)touch.fraction;
}

/* Whether two shapes overlap somewhere on a leg: between the first touches from either end they do if they
 * overlap halfway. So shapes that only begin to touch at an end of the leg do not count. */
static bool overlap_on(const leg *path) {
    const leg back = {path->world, path->a, path->b, path->to_a, path->to_b, path->from_a, path->from_b};
    float first = first_touch(path);
    float last = first < 0.0f ? -1.0f : 1.0f - first_touch(&back);
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

/* Whether the visitor, outside at the end, was inside within the step: tested only if it moved far enough to pass. */
static bool has_passed(const thud_world *world, const thud_shape_record *sensor,
                       const thud_shape_record *visitor) {
    bool has_impacts =
        thud_path_has_impacts(world, sensor->body) || thud_path_has_impacts(world, visitor->body);
    if (!has_impacts && relative_path(world, sensor, visitor) <= thud_slow_step(world, visitor->body)) {
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

/* The box that a sensor is, but for a slop, as most zones are: a visitor whose fat box is in it is inside. Empty if it is none. */
static thud_aabb box_inside(const thud_world *world, const thud_shape_record *sensor) {
    const thud_vec2 *corners = sensor->outline;
    thud_pose pose = thud_body_current_pose(&world->bodies, sensor->body);
    bool is_box = sensor->is_rectangle && (corners[0].x == corners[1].x || corners[0].y == corners[1].y) &&
                  pose.rotation.s == 0.0f && pose.rotation.c > 0.0f && !world->boxes.stale;
    if (!is_box) {
        return thud_empty_box();
    }
    thud_aabb box = {thud_vec2_add(pose.position, thud_vec2_min(corners[0], corners[2])),
                     thud_vec2_add(pose.position, thud_vec2_max(corners[0], corners[2]))};
    return thud_aabb_expand(box, -world->def.slop);
}

/* A touch ends when the shapes are more than a slop apart. */
static bool still_touch(const thud_world *world, const thud_shape_record *a, const thud_shape_record *b) {
    thud_distance_result result;
    return thud_outlines_distance(
               thud_shape_record_outline(a), thud_body_current_pose(&world->bodies, a->body),
               thud_shape_record_outline(b), thud_body_current_pose(&world->bodies, b->body), &result) &&
           result.distance <= world->def.slop;
}

static verdict judge(const thud_world *world, uint64_t key, bool was_inside, const thud_aabb *box) {
    const thud_shape_record *sensor = &world->shapes.records[key >> 32];
    const thud_shape_record *visitor = &world->shapes.records[(uint32_t)key];
    bool at_rest = thud_body_is_unmoved(world, visitor->body) && thud_body_is_unmoved(world, sensor->body);
    if (at_rest && !world->sensors.changed) {
        return was_inside ? INSIDE : OUTSIDE;
    }
    if (thud_aabb_contains(*box, thud_hash_fat_boxes(world->hash)[visitor->proxy.slot]) ||
        overlap_now(world, sensor, visitor) ||
        (was_inside && !sensor->def->sensor && still_touch(world, sensor, visitor))) {
        return INSIDE;
    }
    return !at_rest && has_passed(world, sensor, visitor) ? PASSED : OUTSIDE;
}

typedef struct judge_job {
    const thud_world *world;
    uint8_t *verdicts;
} judge_job;

/* Candidates and shapes that were inside are sorted: of both lists the sensors, and the shapes at each, come in the same order. */
static void judge_some(const thud_range *range, void *context) {
    const judge_job *job = context;
    const thud_sensor_table *table = &job->world->sensors;
    int32_t place = thud_sensor_table_find(table, table->candidates[range->first]), sensor = THUD_NONE;
    thud_aabb box = thud_empty_box();
    for (int32_t i = range->first; i < range->end; i++) {
        uint64_t key = table->candidates[i];
        if (sensor != (int32_t)(key >> 32)) {
            sensor = (int32_t)(key >> 32);
            box = box_inside(job->world, &job->world->shapes.records[sensor]);
        }
        while (place < table->inside_count && thud_sensor_event_key(&table->inside[place].event) < key) {
            place++;
        }
        bool was_inside =
            place < table->inside_count && thud_sensor_event_key(&table->inside[place].event) == key;
        job->verdicts[i] = (uint8_t)judge(job->world, key, was_inside, &box);
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
    int32_t now = table->candidate_count;
    return thud_reserve_columns(table->hooks, table, thud_visit_columns, &table->inside_capacity, now) &&
           THUD_RESERVE(table->hooks, table->begins, table->begin_capacity, now) &&
           THUD_RESERVE(table->hooks, table->ends, table->end_capacity, table->inside_count + now);
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
            stays = thud_same_bytes(&before->event, &visit.event, sizeof visit.event) &&
                    before->is_touch == visit.is_touch;
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
    uint64_t start = thud_clock_ticks();
    bool complete = thud_find_sensor_candidates(world);
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
    thud_shape_id *visitors; /* those of the lowest slots, ascending */
    int kept, capacity, count;
} visitor_list;

/* Counts a visitor and inserts it, found by halves: no memory is allocated. 5,000 in any order take 1.6 ms, 1.2 more than to count
 * them. */
static bool list_visitor(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    visitor_list *list = context;
    const thud_shape_record *visitor = &list->world->shapes.records[user];
    if (!thud_sensor_detects(list->world, list->sensor, visitor) || !overlap_now(list->world, list->sensor, visitor)) {
        return true;
    }
    list->count++;
    int place = 0;
    for (int end = list->kept; place < end;) {
        int middle = place + (end - place) / 2;
        bool is_before = list->visitors[middle].slot < user;
        place = is_before ? middle + 1 : place;
        end = is_before ? end : middle;
    }
    thud_shape_id id = thud_shape_id_at(list->world, (int32_t)user);
    list->kept = thud_insert(list->visitors, sizeof id, list->kept, list->capacity, place, &id);
    return true;
}

/* Whether the list of the last step tells who is inside a sensor now. */
static bool is_known(const thud_world *world, const thud_shape_record *sensor) {
    return !world->sensors.changed && !world->proxies_changed && !thud_world_is_locked(world) &&
           sensor->def->sensor_events;
}

/* Lists the visitors of a sensor after the last step. */
static void list_known(const thud_sensor_table *table, uint32_t sensor, visitor_list *list) {
    for (int32_t i = thud_sensor_table_find(table, thud_sensor_key(sensor, 0));
         i < table->inside_count && table->inside[i].event.sensor.slot == sensor; i++) {
        if (list->count < list->capacity) {
            list->visitors[list->count] = table->inside[i].event.visitor;
        }
        list->count++;
    }
}

int thud_shape_sensor_overlaps(const thud_world *world, thud_shape_id sensor, thud_shape_id *visitors,
                               int capacity) {
    const thud_call call = thud_on_shape(__func__, sensor);
    int32_t slot = thud_shape_slot(world, sensor, call.name);
    if (slot == THUD_NONE) {
        return 0;
    }
    visitor_list list = {.world = world,
                         .sensor = &world->shapes.records[slot],
                         .visitors = visitors,
                         .capacity = visitors != NULL && capacity > 0 ? capacity : 0};
    if (!list.sensor->def->sensor) {
        thud_refuse_kind(world, call, "sensor", (double)slot, "the shape is not one");
    } else if (is_known(world, list.sensor)) {
        list_known(&world->sensors, sensor.slot, &list);
    } else if (list.sensor->proxy.generation != 0) {
        thud_hash_query(world->hash, thud_shape_box(world, slot, world->bodies.poses), list_visitor, &list);
    }
    return list.count;
}
