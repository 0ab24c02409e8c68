/* world.c: the public functions of a world: create, destroy, settings, counters. Bodies, shapes
 * and joints have files of their own. */

#include "response/solver.h"
#include "world/bodies/attachment.h"
#include "world/bodies/body_motion.h"
#include "world/check.h"
#include "world/contacts/contact_create.h"
#include "world/sleep.h"
#include "world/world_state.h"

#include <float.h>
#include <stddef.h>
#include <string.h>

enum { MOST_SUBSTEPS = 64 };

/* ---- definition ---- */

thud_world_def thud_world_defaults_for_unit(float length_unit) {
    thud_world_def def = {
        .gravity = {0.0f, -10.0f * length_unit},
        .solver = thud_solver_settings_defaults(),
        .length_unit = length_unit,
        .slop = 0.005f * length_unit,
        .speculative_distance = 0.02f * length_unit,
        .aabb_margin = 0.05f * length_unit,
        .hit_speed = 1.0f * length_unit,
        .sleep_speed = 0.05f * length_unit,
        .sleep_time = 0.5f,
        .sleeping = true,
        .continuous = true,
        .bullets_hit_bullets = false,
        .worker_count = 1,
        .lanes = THUD_LANES_AUTO,
        .hooks = thud_hooks_defaults(),
    };
    def.solver.push_out_speed *= length_unit;
    def.solver.elasticity_threshold *= length_unit;
    def.solver.max_speed *= length_unit;
    return def;
}

thud_world_def thud_world_defaults(void) {
    return thud_world_defaults_for_unit(1.0f);
}

#define NUMBER(number, least, most) THUD_NUMBER(thud_world_def, number, least, most)

static const thud_number def_numbers[] = {
    NUMBER(gravity.x, -THUD_MAX_GRAVITY, THUD_MAX_GRAVITY),
    NUMBER(gravity.y, -THUD_MAX_GRAVITY, THUD_MAX_GRAVITY),
    NUMBER(solver.contact_hertz, THUD_ABOVE_ZERO, THUD_MAX_HERTZ),
    NUMBER(solver.contact_damping_ratio, 0.0f, THUD_MAX_COEFFICIENT),
    NUMBER(solver.push_out_speed, 0.0f, THUD_MAX_SPEED),
    NUMBER(solver.elasticity_threshold, 0.0f, FLT_MAX),
    NUMBER(solver.joint_hertz, THUD_ABOVE_ZERO, THUD_MAX_HERTZ),
    NUMBER(solver.joint_damping_ratio, 0.0f, THUD_MAX_COEFFICIENT),
    NUMBER(solver.max_speed, THUD_ABOVE_ZERO, THUD_MAX_SPEED),
    NUMBER(length_unit, THUD_ABOVE_ZERO, THUD_MAX_COORDINATE),
    NUMBER(slop, THUD_ABOVE_ZERO, THUD_MAX_COORDINATE),
    NUMBER(speculative_distance, 0.0f, THUD_MAX_COORDINATE),
    NUMBER(aabb_margin, 0.0f, THUD_MAX_COORDINATE),
    NUMBER(hit_speed, 0.0f, FLT_MAX),
    NUMBER(sleep_speed, 0.0f, FLT_MAX),
    NUMBER(sleep_time, 0.0f, FLT_MAX),
};

enum { NUMBER_COUNT = sizeof def_numbers / sizeof def_numbers[0] };

static thud_reason check_range(const char *field, int value, int least, int most, const char *why) {
    bool inside = value >= least && value <= most;
    return inside ? (thud_reason){.status = THUD_OK}
                  : (thud_reason){
                        .status = THUD_OUT_OF_RANGE, .field = field, .value = (double)value, .why = why};
}

static thud_reason check_def(const thud_world_def *def) {
    if (def == NULL) {
        return (thud_reason){.status = THUD_NULL_ARGUMENT, .field = "def"};
    }
    thud_reason reason = thud_numbers_fault(def, def_numbers, NUMBER_COUNT);
    if (reason.status != THUD_OK) {
        return reason;
    }
    const thud_reason ranges[] = {
        check_range("solver.substeps", def->solver.substeps, 1, MOST_SUBSTEPS, "1 to 64 are allowed"),
        check_range("worker_count", def->worker_count, 1, thud_max_workers, "1 to 64 are allowed"),
        check_range("id_tag", def->id_tag, 0, THUD_POOL_LARGEST_TAG, "0 to 255 are allowed"),
        check_range("body_capacity", def->body_capacity, 0, INT32_MAX / 2, NULL),
        check_range("shape_capacity", def->shape_capacity, 0, INT32_MAX / 2, NULL),
        check_range("contact_capacity", def->contact_capacity, 0, INT32_MAX / 2, NULL),
        check_range("lanes", (int)def->lanes, thud_lanes_available(def->lanes) ? (int)def->lanes : INT32_MAX, INT32_MAX,
                    "this build or processor does not have them"),
        check_range("hooks.allocate", (def->hooks.allocate == NULL) == (def->hooks.release == NULL), 1, 1,
                    "allocate and release are set both or neither"),
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (ranges[i].status != THUD_OK) {
            return ranges[i];
        }
    }
    return (thud_reason){.status = THUD_OK};
}

thud_refusal thud_world_def_check(const thud_world_def *def) {
    thud_reason reason = check_def(def);
    return reason.status == THUD_OK ? (thud_refusal){.status = THUD_OK} : thud_refusal_of(__func__, &reason);
}

/* ---- memory ---- */

static const thud_hooks *hooks_for(const thud_world *world, thud_memory_kind name) {
    return &world->memory[name].hooks;
}

thud_world_memory_use thud_world_memory(const thud_world *world) {
    if (world == NULL) {
        return (thud_world_memory_use){0};
    }
    const thud_counted_hooks *memory = world->memory;
    return (thud_world_memory_use){
        .bodies = memory[THUD_MEMORY_BODIES].bytes,
        .shapes = memory[THUD_MEMORY_SHAPES].bytes,
        .contacts = memory[THUD_MEMORY_CONTACTS].bytes,
        .joints = memory[THUD_MEMORY_JOINTS].bytes,
        .broadphase = memory[THUD_MEMORY_BROADPHASE].bytes,
        .solver = memory[THUD_MEMORY_SOLVER].bytes,
        .events = memory[THUD_MEMORY_EVENTS].bytes,
        .scratch = memory[THUD_MEMORY_SCRATCH].bytes,
        .other = memory[THUD_MEMORY_OTHER].bytes,
    };
}

static int64_t bytes_held(const thud_world *world) {
    int64_t bytes = 0;
    for (int i = 0; i < THUD_MEMORY_KINDS; i++) {
        bytes += world->memory[i].bytes;
    }
    return bytes;
}

/* ---- create and destroy ---- */

/* Keeps the definition's name in the world's own copy. */
static void keep_name(thud_world *world, const char *name) {
    thud_name_copy(&world->name, name != NULL ? name : "");
    world->def.name = world->name.text[0] != '\0' ? world->name.text : NULL;
}

static bool create_stages(thud_world *world) {
    const thud_world_def *def = &world->def;
    thud_hash_def hash_def = thud_hash_defaults();
    hash_def.hooks = *hooks_for(world, THUD_MEMORY_BROADPHASE);
    hash_def.lanes = def->lanes;
    hash_def.margin = def->aabb_margin;
    hash_def.capacity = def->shape_capacity;
    world->tasks = def->run_tasks != NULL ? thud_tasks_create_external(&world->hooks, def->worker_count,
                                                                       def->run_tasks, def->run_tasks_context)
                                          : thud_tasks_create(&world->hooks, def->worker_count);
    if (world->tasks == NULL || thud_hash_create(&hash_def, &world->hash) != THUD_OK) {
        return false;
    }
    world->hash->tasks = world->tasks;
    world->hash->records = (thud_user_records){&world->shapes.records, sizeof *world->shapes.records};
    const thud_hooks *hooks = hooks_for(world, THUD_MEMORY_SOLVER);
    return thud_solver_create(hooks, def->lanes, &world->solver) == THUD_OK;
}

static bool reserve_tables(thud_world *world) {
    return thud_body_table_reserve(&world->bodies, world->def.body_capacity) &&
           thud_shape_table_reserve(&world->shapes, world->def.shape_capacity) &&
           thud_contact_table_reserve(&world->contacts, world->def.contact_capacity);
}

/* Logs by the definition's hook why there is no world; returns null, for the callers' return. */
static thud_world *give_no_world(const thud_world_def *def, const char *call_name,
                                 const thud_reason *reason) {
    if (def != NULL && def->hooks.log != NULL) {
        thud_refusal refusal = thud_refusal_of(call_name, reason);
        def->hooks.log(THUD_LOG_ERROR, refusal.message, def->hooks.context);
    }
    return NULL;
}

thud_world *thud_world_create(const thud_world_def *def) {
    const thud_reason no_memory = {.status = THUD_OUT_OF_MEMORY, .field = "the world"};
    thud_reason reason = check_def(def);
    if (reason.status != THUD_OK) {
        return give_no_world(def, __func__, &reason);
    }
    thud_hooks user = thud_complete_hooks(def->hooks);
    thud_world *world = thud_allocate(&user, sizeof *world);
    thud_refusal_record *refusal = thud_allocate(&user, sizeof *refusal);
    if (world == NULL || refusal == NULL) {
        thud_release(&user, world, sizeof *world);
        thud_release(&user, refusal, sizeof *refusal);
        return give_no_world(def, __func__, &no_memory);
    }
    world->def = *def;
    world->def.hooks = user;
    world->def.lanes = def->lanes == THUD_LANES_AUTO ? thud_lanes_best() : def->lanes;
    keep_name(world, def->name);
    world->refusal = refusal;
    atomic_flag_clear(&refusal->lock);
    for (int i = 0; i < THUD_MEMORY_KINDS; i++) {
        thud_counted_hooks_init(&world->memory[i], &world->def.hooks);
    }
    world->hooks = *hooks_for(world, THUD_MEMORY_OTHER);
    world->memory[THUD_MEMORY_OTHER].bytes =
        (int64_t)(thud_whole_lines(sizeof *world) + thud_whole_lines(sizeof *refusal));
    thud_body_table_init(&world->bodies, hooks_for(world, THUD_MEMORY_BODIES));
    thud_shape_table_init(&world->shapes, hooks_for(world, THUD_MEMORY_SHAPES));
    thud_pool_init(&world->chains.pool, hooks_for(world, THUD_MEMORY_SHAPES));
    thud_pool_init(&world->grids.pool, hooks_for(world, THUD_MEMORY_SHAPES));
    thud_name_list_init(&world->chain_names, hooks_for(world, THUD_MEMORY_SHAPES));
    thud_sensor_table_init(&world->sensors, hooks_for(world, THUD_MEMORY_SHAPES));
    thud_contact_table_init(&world->contacts, hooks_for(world, THUD_MEMORY_CONTACTS));
    thud_joint_table_init(&world->joints, hooks_for(world, THUD_MEMORY_JOINTS));
    thud_event_log_init(&world->events, hooks_for(world, THUD_MEMORY_EVENTS));
    thud_arena_init(&world->arena, hooks_for(world, THUD_MEMORY_SCRATCH));
    world->bodies.pool.tag = world->shapes.pool.tag = world->chains.pool.tag = (uint32_t)def->id_tag;
    world->contacts.pool.tag = world->joints.pool.tag = world->grids.pool.tag = (uint32_t)def->id_tag;
    if (!create_stages(world) || !reserve_tables(world)) {
        thud_world_destroy(world);
        return give_no_world(def, __func__, &no_memory);
    }
    return world;
}

static void destroy_attachments(thud_attachment_table *table) {
    THUD_RELEASE_ARRAY(table->pool.hooks, table->attachments, table->capacity);
    thud_pool_destroy(&table->pool);
}

void thud_world_destroy(thud_world *world) {
    if (world == NULL || !thud_world_may_change(world, thud_on_world(__func__))) {
        return;
    }
    thud_tasks_destroy(world->tasks);
    thud_solver_destroy(world->solver);
    thud_hash_destroy(world->hash);
    THUD_EACH_LIVE(&world->bodies.pool, body) {
        thud_attachments_release(world, body);
    }
    thud_body_table_destroy(&world->bodies);
    thud_shape_table_destroy(&world->shapes);
    destroy_attachments(&world->chains);
    destroy_attachments(&world->grids);
    thud_name_list_destroy(&world->chain_names);
    thud_contact_table_destroy(&world->contacts);
    thud_joint_table_destroy(&world->joints);
    thud_sensor_table_destroy(&world->sensors);
    thud_event_log_destroy(&world->events);
    thud_box_list_destroy(&world->boxes, hooks_for(world, THUD_MEMORY_BROADPHASE));
    thud_arena_destroy(&world->arena);
    const thud_hooks *hooks = &world->hooks;
    THUD_RELEASE_ARRAY(hooks, world->forced, world->forced_capacity);
    THUD_RELEASE_ARRAY(hooks, world->recentered, world->recentered_capacity);
    THUD_RELEASE_ARRAY(hooks, world->rested, world->rested_capacity);
    THUD_RELEASE_ARRAY(hooks, world->continuous.impacts, world->continuous.impact_capacity);
    THUD_RELEASE_ARRAY(hooks, world->continuous.passes, world->continuous.pass_capacity);
    THUD_RELEASE_ARRAY(hooks, world->solved, world->solved_capacity);
    thud_hooks user = world->def.hooks;
    thud_release(&user, world->refusal, sizeof *world->refusal);
    thud_release(&user, world, sizeof *world);
}

/* ---- tune ---- */

thud_world_def thud_world_definition(const thud_world *world) {
    return world != NULL ? world->def : thud_world_defaults();
}

/* The first fixed field in which two definitions differ; null when none does. */
static const char *changed_fixed_field(const thud_world_def *now, const thud_world_def *wanted) {
    const thud_hooks hooks = thud_complete_hooks(wanted->hooks);
    const struct {
        const char *field;
        bool same;
    } fixed[] = {
        {"length_unit", now->length_unit == wanted->length_unit},
        {"worker_count", now->worker_count == wanted->worker_count},
        {"run_tasks",
         now->run_tasks == wanted->run_tasks && now->run_tasks_context == wanted->run_tasks_context},
        {"lanes", now->lanes == wanted->lanes || wanted->lanes == THUD_LANES_AUTO},
        {"hooks", now->hooks.allocate == hooks.allocate && now->hooks.release == hooks.release &&
                      now->hooks.log == hooks.log && now->hooks.assert_failed == hooks.assert_failed &&
                      now->hooks.context == hooks.context},
        {"id_tag", now->id_tag == wanted->id_tag},
        {"body_capacity", now->body_capacity == wanted->body_capacity},
        {"shape_capacity", now->shape_capacity == wanted->shape_capacity},
        {"contact_capacity", now->contact_capacity == wanted->contact_capacity},
        {"aabb_margin", now->aabb_margin == wanted->aabb_margin},
    };
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        if (!fixed[i].same) {
            return fixed[i].field;
        }
    }
    return NULL;
}

typedef struct definition_change {
    bool mixes;  /* contacts mix their materials again and update their flags */
    bool wakes;  /* all bodies wake */
    bool pulls;  /* gravity: updates the bodies that it moves, and wakes them */
    bool sleeps; /* updates the sleep threshold of bodies without one of their own */
} definition_change;

/* Whether two definitions are the same in all fields except callbacks and fixed ones. */
static bool is_same(const thud_world_def *a, const thud_world_def *b) {
    return a->solver.substeps == b->solver.substeps && a->solver.warm_starting == b->solver.warm_starting &&
           a->sleeping == b->sleeping && a->continuous == b->continuous &&
           a->bullets_hit_bullets == b->bullets_hit_bullets && a->filter == b->filter &&
           a->filter_context == b->filter_context && a->name == b->name && a->user_data == b->user_data &&
           thud_numbers_are_same(a, b, def_numbers, NUMBER_COUNT);
}

/* Compares two definitions. If nothing differs, the data of the user's mixing rule may have
 * changed: so materials are mixed again. */
static definition_change compare(const thud_world_def *now, const thud_world_def *wanted) {
    bool pre_solves_differently =
        now->pre_solve != wanted->pre_solve || now->pre_solve_context != wanted->pre_solve_context;
    bool mixes_differently = now->mix_materials != wanted->mix_materials ||
                             now->mix_materials_context != wanted->mix_materials_context;
    bool is_same_rule = wanted->mix_materials != NULL && is_same(now, wanted);
    definition_change change = {
        .mixes = pre_solves_differently || mixes_differently || is_same_rule,
        .pulls = now->gravity.x != wanted->gravity.x || now->gravity.y != wanted->gravity.y,
        .sleeps = now->sleep_speed != wanted->sleep_speed || now->sleep_time != wanted->sleep_time,
    };
    change.wakes = change.mixes || (now->sleeping && !wanted->sleeping);
    return change;
}

static void mix_all(thud_world *world) {
    THUD_EACH_LIVE(&world->contacts.pool, contact) {
        thud_contact_mix(world, contact);
    }
}

static void change_bodies(thud_world *world, const definition_change *change, thud_vec2 old_gravity) {
    THUD_EACH_LIVE(&world->bodies.pool, body) {
        if (world->bodies.states[body] == THUD_STATE_STATIC) {
            continue; /* what is static gets its pull where thud_body_configure gives it another type */
        }
        const thud_body *record = &world->bodies.bodies[body];
        bool is_pulled = record->type == THUD_BODY_DYNAMIC && record->gravity_scale != 0.0f;
        if (change->wakes || (change->pulls && is_pulled)) {
            thud_wake_island(world, body);
        }
        if (change->pulls || change->sleeps) {
            thud_body_renew_forces(world, body, thud_vec2_scale(old_gravity, record->gravity_scale));
        }
    }
}

/* Replaces the definition by a checked one, and applies the fields that differ. */
static void adopt(thud_world *world, const thud_world_def *def) {
    thud_world_def wanted = *def;
    wanted.lanes = world->def.lanes;
    wanted.hooks = world->def.hooks;
    bool same_name = strcmp(world->name.text, def->name != NULL ? def->name : "") == 0;
    wanted.name = same_name ? world->def.name : def->name;
    definition_change change = compare(&world->def, &wanted);
    thud_vec2 old_gravity = world->def.gravity;
    world->def = wanted;
    if (!same_name) {
        keep_name(world, def->name);
    }
    if (change.mixes) {
        mix_all(world);
    }
    if (change.wakes || change.pulls || change.sleeps) {
        change_bodies(world, &change, old_gravity);
    }
}

thud_vec2 thud_world_gravity(const thud_world *world) {
    return world != NULL ? world->def.gravity : (thud_vec2){0.0f, 0.0f};
}

bool thud_world_set_gravity(thud_world *world, thud_vec2 gravity) {
    const thud_call call = thud_on_world(__func__);
    if (!thud_world_may_change(world, call) ||
        !thud_check_within_vec2(world, call, "gravity", gravity, THUD_MAX_GRAVITY)) {
        return false;
    }
    thud_world_def wanted = world->def;
    wanted.gravity = gravity;
    if (gravity.x != world->def.gravity.x || gravity.y != world->def.gravity.y) {
        adopt(world, &wanted);
    }
    return true;
}

bool thud_world_configure(thud_world *world, const thud_world_def *def) {
    const thud_call call = thud_on_world(__func__);
    if (!thud_world_may_change(world, call)) {
        return false;
    }
    thud_reason reason = check_def(def);
    if (reason.status != THUD_OK) {
        return thud_refuse_for(world, call, &reason);
    }
    const char *field = changed_fixed_field(&world->def, def);
    if (field != NULL) {
        return thud_refuse(world, call, THUD_FIXED_FIELD, field, 0.0);
    }
    adopt(world, def);
    return true;
}

/* ---- read ---- */

thud_world_timings thud_world_last_timings(const thud_world *world) {
    if (world == NULL) {
        return (thud_world_timings){0};
    }
    const thud_world_timings *ticks = &world->timings;
    float tick = (float)thud_clock_tick_length(&world->moment);
    return (thud_world_timings){.step = tick * ticks->step,
                                .broadphase = tick * ticks->broadphase,
                                .narrowphase = tick * ticks->narrowphase,
                                .response = tick * ticks->response,
                                .advance = tick * ticks->advance,
                                .continuous = tick * ticks->continuous,
                                .sensors = tick * ticks->sensors};
}

thud_world_counters thud_world_counts(const thud_world *world) {
    if (world == NULL) {
        return (thud_world_counters){0};
    }
    thud_world_counters counters = world->counters;
    counters.bodies = world->bodies.pool.count;
    counters.awake_bodies = world->bodies.in_motion;
    counters.shapes = world->shapes.pool.count;
    counters.joints = world->joints.pool.count;
    counters.contacts = world->contacts.pool.count;
    counters.touching = world->contacts.touching_count;
    thud_hash_stats stats = thud_hash_statistics(world->hash);
    counters.wasted_pairs = stats.wasted_pairs;
    counters.cells = stats.cells;
    counters.sensors = world->sensors.shape_count;
    counters.sensor_overlaps = world->sensors.inside_count;
    counters.bytes = bytes_held(world);
    return counters;
}

/* FNV-1a, over the bytes of the words that make up the state. Source: Fowler, Noll, Vo; RFC 9923. */
static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    }
    return hash;
}

uint64_t thud_world_hash(const thud_world *world) {
    uint64_t hash = 0xcbf29ce484222325u;
    if (world == NULL) {
        return hash;
    }
    THUD_EACH_LIVE(&world->bodies.pool, body) {
        hash = hash_bytes(hash, &world->bodies.poses[body], sizeof(thud_pose));
        hash = hash_bytes(hash, &world->bodies.velocities[body].linear, sizeof(thud_vec2));
        hash = hash_bytes(hash, &world->bodies.velocities[body].angular, sizeof(float));
    }
    return hash;
}

THUD_NEXT_OBJECT(body, bodies, "body")
THUD_NEXT_OBJECT(joint, joints, "joint")
THUD_NEXT_OBJECT(chain, chains, "chain")
