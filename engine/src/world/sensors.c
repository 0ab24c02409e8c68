/*
 * sensors.c: who is inside of what. Sensors make no contacts: after the bodies have moved each one asks the
 * spatial hash who is near, the narrowphase who of those is inside, and the answer is compared with the last one:
 *
 *     candidates    sensor and shape whose boxes have met in the step        (sorted, each once)
 *     verdicts      inside at the end, or passed on the way, or neither      (on all threads)
 *     events        what is inside now and was not begins; what was and is not ends
 *
 * So a sensor needs no state but the list of who is inside, and nothing that it sees notices. Both lists are
 * sorted by slots: events come in an order that depends on ids only.
 */
#include "world/world_state.h"

#include "base/clock.h"
#include "base/memory.h"
#include "broadphase/radix_sort.h"
#include "broadphase/spatial_hash.h"
#include "narrowphase/toi.h"
#include "thud/query.h"

/* What a candidate turned out to be. */
typedef enum verdict {
    OUTSIDE = 0,
    INSIDE, /* overlaps at the end of the step */
    PASSED  /* has overlapped on the way only */
} verdict;

/* Candidates that one task judges: a few microseconds where they are at rest, a hundred where all are fast. */
enum { CANDIDATES_PER_TASK = 64 };

static bool makes_events(const thud_shape_record *shape) {
    return shape->def.sensor && shape->def.sensor_events && shape->proxy.generation != 0;
}

static bool sees(const thud_world *world, const thud_shape_record *sensor, const thud_shape_record *visitor) {
    bool is_static = world->bodies.bodies[visitor->body].type == THUD_BODY_STATIC;
    return !visitor->def.sensor && visitor->def.sensor_events && visitor->body != sensor->body &&
           (!is_static || sensor->def.sensor_sees_static) &&
           thud_filter_accepts(sensor->def.filter, visitor->def.filter);
}

static bool overlap_with(const thud_world *world, const thud_shape_record *a, const thud_pose *center_a,
                         const thud_shape_record *b, const thud_pose *center_b) {
    thud_shape shape_a = thud_shape_record_geometry(a);
    thud_shape shape_b = thud_shape_record_geometry(b);
    return thud_overlap(&shape_a, thud_body_origin_pose(&world->bodies, a->body, center_a), &shape_b,
                        thud_body_origin_pose(&world->bodies, b->body, center_b));
}

static bool overlap_now(const thud_world *world, const thud_shape_record *a, const thud_shape_record *b) {
    return overlap_with(world, a, &world->bodies.poses[a->body], b, &world->bodies.poses[b->body]);
}

/* ---- the ways of bodies in the step ---- */

/*
 * A body that moves goes evenly from its previous pose to its current one, or to the first impact, from one
 * impact to the next, and from the last one to its pose. Others are where they are: what fell asleep in this
 * step has hardly moved.
 */
static const thud_impact *first_impact(const thud_world *world, int32_t body) {
    int32_t first = world->bodies.bodies[body].first_impact;
    bool is_own = first < world->impact_count && world->impacts[first].body == body;
    return is_own ? &world->impacts[first] : NULL;
}

/* The next impact of the same body; NULL after the last one. */
static const thud_impact *next_impact(const thud_world *world, const thud_impact *impact) {
    const thud_impact *next = impact + 1;
    return next < world->impacts + world->impact_count && next->body == impact->body ? next : NULL;
}

/* When the body's way has its next bend after a share of the step; 1 when it has none. */
static float next_bend(const thud_world *world, int32_t body, float share) {
    const thud_impact *impact = first_impact(world, body);
    while (impact != NULL && impact->share <= share) {
        impact = next_impact(world, impact);
    }
    return impact != NULL ? impact->share : 1.0f;
}

static thud_pose pose_between(const thud_pose *from, const thud_pose *to, float fraction) {
    float turn = thud_rot_angle(thud_rot_inv_mul(from->rotation, to->rotation));
    return (thud_pose){thud_vec2_lerp(from->position, to->position, fraction),
                       thud_rot_mul(from->rotation, thud_rot_from_angle(fraction * turn))};
}

/* The pose of the centre of mass after a share of the step. */
static thud_pose pose_at(const thud_world *world, int32_t body, float share) {
    const thud_pose *to = &world->bodies.poses[body];
    if (!thud_state_moves(world->bodies.states[body]) || share >= 1.0f) {
        return *to;
    }
    const thud_pose *from = &world->bodies.previous[body];
    float start = 0.0f, end = 1.0f;
    const thud_impact *impact = first_impact(world, body);
    for (; impact != NULL && impact->share <= share; impact = next_impact(world, impact)) {
        from = &impact->pose;
        start = impact->share;
    }
    if (impact != NULL) {
        to = &impact->pose;
        end = impact->share;
    }
    return pose_between(from, to, (share - start) / (end - start));
}

static float turn_in_step(const thud_world *world, int32_t body) {
    return thud_rot_angle(
        thud_rot_inv_mul(world->bodies.previous[body].rotation, world->bodies.poses[body].rotation));
}

/* How far a shape reaches from its body's centre of mass. */
static float reach_of(const thud_world *world, const thud_shape_record *shape) {
    float reach = 0.0f;
    for (int i = 0; i < shape->count; i++) {
        reach = thud_max(
            reach, thud_vec2_distance(shape->outline[i], world->bodies.bodies[shape->body].mass.center));
    }
    return reach + shape->radius;
}

/* A box that what reaches so far from the body's centre of mass stays in during the step. */
static thud_aabb way_box(const thud_world *world, int32_t body, float reach) {
    thud_vec2 to = world->bodies.poses[body].position;
    thud_aabb box = {to, to};
    if (thud_state_moves(world->bodies.states[body])) {
        thud_vec2 from = world->bodies.previous[body].position;
        box = (thud_aabb){thud_vec2_min(from, to), thud_vec2_max(from, to)};
    }
    for (const thud_impact *impact = first_impact(world, body); impact != NULL;
         impact = next_impact(world, impact)) {
        box.min = thud_vec2_min(box.min, impact->pose.position);
        box.max = thud_vec2_max(box.max, impact->pose.position);
    }
    return thud_aabb_expand(box, reach);
}

/* How far from where it is now any point of what reaches so far has been. */
static float longest_way(const thud_world *world, int32_t body, float reach) {
    if (!thud_state_moves(world->bodies.states[body])) {
        return 0.0f;
    }
    thud_vec2 now = world->bodies.poses[body].position;
    float longest = thud_vec2_distance(world->bodies.previous[body].position, now);
    for (const thud_impact *impact = first_impact(world, body); impact != NULL;
         impact = next_impact(world, impact)) {
        longest = thud_max(longest, thud_vec2_distance(impact->pose.position, now));
    }
    return longest + thud_abs(turn_in_step(world, body)) * reach;
}

/* ---- candidates ---- */

typedef struct candidate_search {
    thud_world *world;
    int32_t self; /* the sensor that looks for visitors, or the fast body that looks for sensors */
    bool complete;
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
    if (sees(search->world, &records[search->self], &records[user])) {
        search->complete = add_candidate(search->world, search->self, (int32_t)user);
    }
    return search->complete;
}

/* A box around the sensor's way, with `reach` from its body's centre of mass: on an arc it leaves the boxes at
 * both ends by r (1 - cos(turn / 2)) <= r turn^2 / 8 at most. */
static thud_aabb moving_sensor_box(const thud_world *world, int32_t sensor, float reach) {
    int32_t body = world->shapes.records[sensor].body;
    thud_aabb box = thud_aabb_union(thud_shape_box(world, sensor, world->bodies.previous),
                                    thud_shape_box(world, sensor, world->bodies.poses));
    float turn = turn_in_step(world, body);
    box = thud_aabb_expand(box, thud_min(0.125f * turn * turn, 2.0f) * reach);
    return first_impact(world, body) == NULL ? box : thud_aabb_union(box, way_box(world, body, reach));
}

/* Each sensor looks around its way; returns how far one went at most. */
static float look_from_sensors(candidate_search *search) {
    thud_world *world = search->world;
    float longest = 0.0f;
    for (int32_t i = 0; i < world->sensors.shape_count && search->complete; i++) {
        int32_t sensor = world->sensors.shapes[i];
        const thud_shape_record *record = &world->shapes.records[sensor];
        if (!makes_events(record)) {
            continue;
        }
        thud_aabb box;
        if (thud_state_moves(world->bodies.states[record->body])) {
            float reach = reach_of(world, record);
            box = moving_sensor_box(world, sensor, reach);
            longest = thud_max(longest, longest_way(world, record->body, reach));
        } else {
            box = thud_shape_box(world, sensor, world->bodies.poses);
        }
        search->self = sensor;
        thud_hash_query(world->hash, box, add_visitor, search);
    }
    return longest;
}

/* All shapes of the fast body are candidates of a sensor that its way comes near. */
static bool add_sensor(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    candidate_search *search = context;
    thud_world *world = search->world;
    const thud_shape_record *records = world->shapes.records;
    if (!makes_events(&records[user])) {
        return true;
    }
    int32_t shape = world->bodies.bodies[search->self].first_shape;
    for (; shape != THUD_NONE && search->complete; shape = records[shape].next) {
        if (sees(world, &records[user], &records[shape])) {
            search->complete = add_candidate(world, (int32_t)user, shape);
        }
    }
    return search->complete;
}

static void look_from_body(candidate_search *search, int32_t body, float sensors_way) {
    const thud_world *world = search->world;
    thud_aabb box = way_box(world, body, world->bodies.gauges[body].reach + sensors_way);
    search->self = body;
    if (search->complete) {
        thud_hash_query(world->hash, box, add_sensor, search);
    }
}

/* Fast bodies look along their way: at its end they may be far from what they have passed. */
static void look_from_fast_bodies(candidate_search *search, float sensors_way) {
    const thud_world *world = search->world;
    const thud_body_table *bodies = &world->bodies;
    for (int32_t i = 0; i < world->fast_count; i++) {
        look_from_body(search, world->fast[i], sensors_way);
    }
    for (int32_t i = 0; i < bodies->moving_count; i++) {
        int32_t body = bodies->moving[i];
        const thud_gauge *gauge = &bodies->gauges[body];
        if (longest_way(world, body, gauge->reach) > THUD_FAST_SHARE * gauge->thickness) {
            look_from_body(search, body, sensors_way);
        }
    }
}

/* Sorts the candidates and leaves each once. */
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

/* False where memory runs out. */
static bool find_candidates(thud_world *world) {
    candidate_search search = {.world = world, .complete = true};
    world->sensors.candidate_count = 0;
    if (world->sensors.shape_count > 0) {
        look_from_fast_bodies(&search, look_from_sensors(&search));
        sort_candidates(&world->sensors);
    }
    return search.complete;
}

/* ---- verdicts ---- */

static thud_sweep sweep_between(const thud_world *world, int32_t body, const thud_pose *from,
                                const thud_pose *to) {
    return (thud_sweep){
        .center = {(double)from->position.x, (double)from->position.y},
        .local_center = world->bodies.bodies[body].mass.center,
        .rotation = from->rotation,
        .translation = {(double)to->position.x - (double)from->position.x,
                        (double)to->position.y - (double)from->position.y},
        .turn = (double)thud_rot_angle(thud_rot_inv_mul(from->rotation, to->rotation)),
    };
}

/* Two shapes that go straight from one pair of poses to another. */
typedef struct leg {
    const thud_world *world;
    const thud_shape_record *a, *b;
    thud_pose from_a, from_b, to_a, to_b;
} leg;

/* When the shapes first touch, going the leg forwards or backwards: 0 to 1; negative where they never do. */
static float first_touch(const leg *way, bool forwards) {
    thud_shape a = thud_shape_record_geometry(way->a);
    thud_shape b = thud_shape_record_geometry(way->b);
    const thud_pose *from_a = forwards ? &way->from_a : &way->to_a;
    const thud_pose *from_b = forwards ? &way->from_b : &way->to_b;
    const thud_pose *to_a = forwards ? &way->to_a : &way->from_a;
    const thud_pose *to_b = forwards ? &way->to_b : &way->from_b;
    thud_toi_input input = {.shape_a = &a,
                            .shape_b = &b,
                            .sweep_a = sweep_between(way->world, way->a->body, from_a, to_a),
                            .sweep_b = sweep_between(way->world, way->b->body, from_b, to_b),
                            .tolerance = 0.1f * way->world->def.slop};
    thud_toi_output touch = thud_time_of_impact(&input);
    if (touch.state == THUD_TOI_NONE) {
        return -1.0f;
    }
    return touch.state == THUD_TOI_HIT ? (float)touch.fraction : 0.0f;
}

/*
 * Whether two shapes overlap somewhere on a leg: between the first touch from either end they do if they do
 * halfway. So what only comes to touch at an end of the leg does not count.
 */
static bool overlap_on(const leg *way) {
    float first = first_touch(way, true);
    float last = first < 0.0f ? -1.0f : 1.0f - first_touch(way, false);
    if (first < 0.0f || last > 1.0f) {
        return false;
    }
    float halfway = 0.5f * (first + last);
    thud_pose a = pose_between(&way->from_a, &way->to_a, halfway);
    thud_pose b = pose_between(&way->from_b, &way->to_b, halfway);
    return overlap_with(way->world, way->a, &a, way->b, &b);
}

/* How far any point of the visitor goes against the sensor, at most; without impacts. */
static float relative_way(const thud_world *world, const thud_shape_record *sensor,
                          const thud_shape_record *visitor) {
    thud_pose sensor_from = pose_at(world, sensor->body, 0.0f);
    thud_pose visitor_from = pose_at(world, visitor->body, 0.0f);
    const thud_pose *sensor_to = &world->bodies.poses[sensor->body];
    const thud_pose *visitor_to = &world->bodies.poses[visitor->body];
    float sensor_turn = thud_abs(thud_rot_angle(thud_rot_inv_mul(sensor_from.rotation, sensor_to->rotation)));
    float visitor_turn =
        thud_abs(thud_rot_angle(thud_rot_inv_mul(visitor_from.rotation, visitor_to->rotation)));
    thud_vec2 way = thud_vec2_sub(thud_vec2_sub(visitor_to->position, visitor_from.position),
                                  thud_vec2_sub(sensor_to->position, sensor_from.position));
    float reach = reach_of(world, visitor);
    float arm = thud_vec2_distance(visitor_from.position, sensor_from.position) + reach;
    return thud_vec2_length(way) + sensor_turn * arm + visitor_turn * reach;
}

/* Whether the visitor, outside at the end, was inside on its way: looked at only where it goes so far that it may
 * have passed. */
static bool has_passed(const thud_world *world, const thud_shape_record *sensor,
                       const thud_shape_record *visitor) {
    bool bends = first_impact(world, sensor->body) != NULL || first_impact(world, visitor->body) != NULL;
    float thickness = world->bodies.gauges[visitor->body].thickness;
    if (!bends && relative_way(world, sensor, visitor) <= THUD_FAST_SHARE * thickness) {
        return false;
    }
    leg way = {.world = world,
               .a = sensor,
               .b = visitor,
               .to_a = pose_at(world, sensor->body, 0.0f),
               .to_b = pose_at(world, visitor->body, 0.0f)};
    for (float share = 0.0f; share < 1.0f;) {
        share = thud_min(next_bend(world, sensor->body, share), next_bend(world, visitor->body, share));
        way.from_a = way.to_a;
        way.from_b = way.to_b;
        way.to_a = pose_at(world, sensor->body, share);
        way.to_b = pose_at(world, visitor->body, share);
        if (overlap_on(&way)) {
            return true;
        }
    }
    return false;
}

/* Whether the body stands where it stood at the end of the last step, unless it was put there since. */
static bool is_settled(const thud_world *world, int32_t body) {
    return !thud_state_moves(world->bodies.states[body]) &&
           thud_same_bytes(&world->bodies.poses[body], &world->bodies.previous[body], sizeof(thud_pose));
}

static bool was_inside(const thud_sensor_table *table, uint64_t key) {
    int32_t place = thud_sensor_table_find(table, key);
    return place < table->inside_count && thud_sensor_event_key(&table->inside[place]) == key;
}

static verdict judge(const thud_world *world, uint64_t key) {
    const thud_shape_record *sensor = &world->shapes.records[key >> 32];
    const thud_shape_record *visitor = &world->shapes.records[(uint32_t)key];
    bool at_rest = is_settled(world, sensor->body) && is_settled(world, visitor->body);
    if (at_rest && !world->sensors.changed) {
        return was_inside(&world->sensors, key) ? INSIDE : OUTSIDE;
    }
    if (overlap_now(world, sensor, visitor)) {
        return INSIDE;
    }
    return !at_rest && has_passed(world, sensor, visitor) ? PASSED : OUTSIDE;
}

typedef struct judge_job {
    const thud_world *world;
    uint8_t *verdicts;
} judge_job;

static void judge_some(int32_t index, int32_t worker, void *context) {
    (void)worker;
    const judge_job *job = context;
    const thud_sensor_table *table = &job->world->sensors;
    int32_t first = index * CANDIDATES_PER_TASK;
    int32_t left = table->candidate_count - first;
    int32_t end = first + (left < CANDIDATES_PER_TASK ? left : CANDIDATES_PER_TASK);
    for (int32_t i = first; i < end; i++) {
        job->verdicts[i] = (uint8_t)judge(job->world, table->candidates[i]);
    }
}

/* The verdict on each candidate; NULL where memory runs out or there is none. */
static uint8_t *judge_candidates(thud_world *world) {
    int32_t count = world->sensors.candidate_count;
    judge_job job = {world, thud_arena_allocate_array(&world->arena, count, 1)};
    if (job.verdicts != NULL) {
        thud_tasks_run(world->tasks, judge_some, &job,
                       (count + CANDIDATES_PER_TASK - 1) / CANDIDATES_PER_TASK);
    }
    return job.verdicts;
}

/* ---- events ---- */

/* Leaves the candidates that are inside or have passed. */
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

/* Room for the most that can come of it, so that events are told all or not at all. */
static bool reserve_events(thud_sensor_table *table) {
    const thud_column inside[] = {{&table->inside, sizeof *table->inside},
                                  {&table->entered, sizeof *table->entered}};
    int32_t now = table->candidate_count;
    return thud_reserve_columns(table->hooks, inside, 2, &table->inside_capacity, now) &&
           thud_reserve(table->hooks, &table->begins, sizeof *table->begins, &table->begin_capacity, now) &&
           thud_reserve(table->hooks, &table->ends, sizeof *table->ends, &table->end_capacity,
                        table->inside_count + now);
}

static bool is_same(const thud_sensor_event *a, const thud_sensor_event *b) {
    return thud_same_bytes(a, b, sizeof *a);
}

/* Tells of one that is inside, or has passed, and was not or was another before. */
static void tell_new(thud_sensor_table *table, const thud_sensor_event *visit, bool passed) {
    table->begins[table->begin_count++] = *visit;
    if (passed) {
        table->ends[table->end_count++] = *visit;
    }
}

/* Merges who was inside with who is now; both are sorted. */
static void tell_events(thud_world *world, const uint8_t *verdicts) {
    thud_sensor_table *table = &world->sensors;
    const thud_sensor_event *before = table->inside, *before_end = before + table->inside_count;
    int32_t inside = 0;
    for (int32_t i = 0; i < table->candidate_count; i++) {
        uint64_t key = table->candidates[i];
        thud_sensor_event visit = {thud_shape_id_at(world, (int32_t)(key >> 32)),
                                   thud_shape_id_at(world, (int32_t)(uint32_t)key)};
        bool stays = false;
        for (; before < before_end && thud_sensor_event_key(before) <= key; before++) {
            stays = is_same(before, &visit);
            if (!stays || verdicts[i] == PASSED) {
                table->ends[table->end_count++] = *before;
            }
        }
        if (!stays) {
            tell_new(table, &visit, verdicts[i] == PASSED);
        }
        if (verdicts[i] == INSIDE) {
            table->entered[inside++] = visit;
        }
    }
    for (; before < before_end; before++) {
        table->ends[table->end_count++] = *before;
    }
    thud_sensor_event *spare = table->inside;
    table->inside = table->entered;
    table->entered = spare;
    table->inside_count = inside;
}

thud_status thud_sense(thud_world *world) {
    thud_sensor_table *table = &world->sensors;
    if (table->shape_count == 0 && table->inside_count == 0) {
        table->changed = false;
        return THUD_OK;
    }
    double start = thud_clock_milliseconds();
    bool complete = find_candidates(world);
    uint8_t *verdicts = complete ? judge_candidates(world) : NULL;
    complete = complete && (verdicts != NULL || table->candidate_count == 0);
    if (complete) {
        drop_outsiders(table, verdicts);
    }
    complete = complete && reserve_events(table);
    if (complete) {
        tell_events(world, verdicts);
    }
    table->changed = !complete; /* then all are judged anew in the next step, and nothing but time is lost */
    world->timings.sensors = (float)(thud_clock_milliseconds() - start);
    return complete ? THUD_OK : THUD_OUT_OF_MEMORY;
}

thud_sensor_events thud_world_sensor_events(thud_world *world) {
    if (world == NULL) {
        return (thud_sensor_events){0};
    }
    const thud_sensor_table *table = &world->sensors;
    return (thud_sensor_events){table->begins, table->ends, table->begin_count, table->end_count};
}

/* ---- who is inside now ---- */

bool thud_sensor_is_occupied(const thud_world *world, int32_t sensor) {
    const thud_sensor_table *table = &world->sensors;
    int32_t place = thud_sensor_table_find(table, thud_sensor_key((uint32_t)sensor, 0));
    return place < table->inside_count && table->inside[place].sensor.slot == (uint32_t)sensor;
}

typedef struct visitor_list {
    const thud_world *world;
    const thud_shape_record *sensor;
    thud_shape_id *visitors; /* those of the lowest slots, ascending */
    int kept, capacity, count;
} visitor_list;

static bool list_visitor(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    visitor_list *list = context;
    const thud_shape_record *visitor = &list->world->shapes.records[user];
    if (!sees(list->world, list->sensor, visitor) || !overlap_now(list->world, list->sensor, visitor)) {
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
    int32_t slot = thud_shape_slot(world, sensor);
    if (slot == THUD_NONE) {
        return 0;
    }
    visitor_list list = {.world = world,
                         .sensor = &world->shapes.records[slot],
                         .visitors = visitors,
                         .capacity = visitors != NULL && capacity > 0 ? capacity : 0};
    if (!list.sensor->def.sensor) {
        thud_refuse(world, THUD_WRONG_KIND, "sensor", (double)slot);
    } else if (list.sensor->proxy.generation != 0) {
        thud_hash_query(world->hash, thud_shape_box(world, slot, world->bodies.poses), list_visitor, &list);
    }
    return list.count;
}
