/*
 * Every row of the engine's tables, set by its path in a running world: the object's definition has the new value, and
 * the motion of the world in four seconds differs. Fixed rows are tried in a new world.
 */
#include "test.h"

#include <string.h>

#include "thud/event.h"
#include "thud/tunables.h"
#include "tuned_course.h"

enum { steps = 240 };

static int pre_solve_calls;

static bool count_pre_solve(thud_world *world, const thud_contact_data *contact, thud_material *material,
                            void *context) {
    (void)world;
    (void)contact;
    (void)material;
    (void)context;
    pre_solve_calls++;
    return true;
}

static uint64_t folded(uint64_t hash, uint64_t value) {
    return (hash ^ value) * 1099511628211ull;
}

/* Hash of the visible state of a world after a step. */
static uint64_t sight(thud_world *world, uint64_t hash) {
    thud_world_counters counts = thud_world_counts(world);
    thud_contact_events contacts = thud_world_contact_events(world);
    thud_sensor_events sensors = thud_world_sensor_events(world);
    hash = folded(hash, thud_world_hash(world));
    hash = folded(hash, (uint64_t)counts.awake_bodies);
    hash = folded(hash, (uint64_t)counts.contacts);
    hash = folded(hash, (uint64_t)counts.times_of_impact);
    hash = folded(hash, (uint64_t)counts.sensor_overlaps);
    hash = folded(hash, (uint64_t)(counts.joints + 100 * contacts.begin_count + 10000 * contacts.hit_count));
    return folded(hash, (uint64_t)(sensors.begin_count + 100 * sensors.end_count + 10000 * pre_solve_calls));
}

/* ---- a lively world ---- */

/* The objects whose numbers a test sets. */
typedef struct stage {
    thud_world *world;
    thud_body_id ground, first, second, ball, fast;
    thud_shape_id shape, floor; /* of the ball; of the ground */
    thud_joint_id joint;
    course *players; /* of the level of tiles; null in other tests */
} stage;

static thud_body_id add_body(const stage *on, float x, float y, thud_vec2 velocity) {
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = (thud_vec2){x, y};
    def.velocity = velocity;
    def.bullet = velocity.x * velocity.x > 99.0f * 99.0f;
    return thud_body_create(on->world, &def);
}

static thud_body_id add_box(const stage *on, float x, float y, float half) {
    thud_body_id body = add_body(on, x, y, (thud_vec2){0.0f, 0.0f});
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(on->world, body, &shape, (thud_vec2){half, half});
    return body;
}

static thud_shape_id add_ball(const stage *on, float x, float y, thud_vec2 velocity, float radius,
                              thud_body_id *made) {
    *made = add_body(on, x, y, velocity);
    thud_shape_def shape = thud_shape_defaults();
    shape.material.elasticity = 0.5f;
    shape.hit_events = true;
    return thud_body_add_circle(on->world, *made, &shape, (thud_vec2){0.0f, 0.0f}, radius);
}

/* Links that hang from (-8, 8), and a heavy box on them. */
static void hang_chain(const stage *on) {
    thud_body_id above = on->ground;
    for (int i = 0; i < 4; i++) {
        thud_body_id link = add_box(on, -8.0f + 0.5f * (float)(i + 1), 8.0f, i < 3 ? 0.1f : 0.3f);
        thud_revolute_joint_def def = thud_revolute_joint_defaults();
        def.base = thud_joint_base_at(on->world, above, link, (thud_vec2){-8.0f + 0.5f * (float)i, 8.0f});
        thud_revolute_joint_create(on->world, &def);
        above = link;
    }
}

/* Ground, a thin wall and a sensor; a stack, two boxes in each other, a chain; a ball that rolls, fast
 * balls: one for the wall, two for each other. */
static stage open_stage(const thud_world_def *def) {
    stage on = {.world = thud_world_create(def)};
    assert_non_null(on.world);
    pre_solve_calls = 0;
    thud_body_def body = thud_body_defaults();
    on.ground = thud_body_create(on.world, &body);
    thud_shape_def shape = thud_shape_defaults();
    shape.contact_events = false;
    on.floor = thud_body_add_segment(on.world, on.ground, &shape, (thud_vec2){-50.0f, 0.0f},
                                     (thud_vec2){50.0f, 0.0f});
    thud_body_add_segment(on.world, on.ground, &shape, (thud_vec2){12.0f, 0.0f}, (thud_vec2){12.0f, 10.0f});
    shape.sensor = true;
    shape.sensor_sees_static = true;
    thud_body_add_capsule(on.world, on.ground, &shape, (thud_vec2){1.0f, 0.3f}, (thud_vec2){1.0f, 0.8f},
                          0.3f);
    for (int i = 0; i < 4; i++) {
        add_box(&on, 5.0f + 0.1f * (float)(i % 2), 0.4f + 0.8f * (float)i, 0.4f);
    }
    on.first = add_box(&on, -4.0f, 0.4f, 0.4f);
    on.second = add_box(&on, -4.1f, 0.9f, 0.4f);
    hang_chain(&on);
    thud_body_id other;
    add_ball(&on, -6.0f, 5.0f, (thud_vec2){300.0f, 0.0f}, 0.05f, &other);
    add_ball(&on, -3.0f, 7.0f, (thud_vec2){100.0f, 0.0f}, 0.05f, &on.fast);
    add_ball(&on, 3.9f, 7.0f, (thud_vec2){-100.0f, 0.0f}, 0.05f, &other);
    on.shape = add_ball(&on, -1.0f, 0.5f, (thud_vec2){6.0f, 0.0f}, 0.15f, &on.ball);
    return on;
}

static const uint64_t first_hash = 14695981039346656037ull;

/* Makes step `i`; returns the hash of all that was seen before and of what is seen after it. */
static uint64_t step_and_look(const stage *on, int i, uint64_t hash) {
    if (!thud_joint_id_is_null(on->joint) &&
        i % 40 == 20) { /* impulses in both directions, so that both ends of a limit are reached */
        float side = i % 80 == 20 ? 1.0f : -1.0f;
        thud_body_set_velocity(on->world, on->first, (thud_vec2){3.0f * side, 3.0f * side}, 6.0f * side);
    }
    thud_world_step(on->world, 1.0f / 60.0f);
    hash = on->players != NULL ? folded(hash, course_move(on->players, 1.0f / 60.0f)) : hash;
    return sight(on->world, hash);
}

/* ---- values to try ---- */

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

/* Another value of the row that is valid with the others. */
static double another(const thud_tunable_info *info) {
    static const struct {
        const char *end;
        double value;
    } given[] = {
        {"break_force", 0.01},   {"break_torque", 0.001},       {"world.sleep_speed", 0.02},
        {"it.sleep_speed", 0.0}, {"elasticity_threshold", 0.0}, {"max_speed", 50.0},
        {"length_unit", 0.005},  {"one_way.y", -0.5},           {"axis.x", -0.7},
        {"axis.y", -0.7},        {"mover.up.y", -1.0},          {"mover.hold_speed", 2.0},
        {"corner_slip", 0.25},
    };
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        if (ends_with(info->path, given[i].end)) {
            return given[i].value;
        }
    }
    const thud_tunable *row = info->row;
    if (row->type == THUD_TUNABLE_BOOL) {
        return 1.0 - info->value;
    }
    if (row->type == THUD_TUNABLE_INT) {
        return info->value + 1.0;
    }
    double value = 0.5 * info->value;
    return value != 0.0 ? value : row->low + 0.75 * (row->high - row->low);
}

static const char *type_of_last;
static bool
    is_tried[THUD_TUNABLES_STRUCT_COUNT]; /* tables of which each row was tried, also parts of others */

static void note_tried(const thud_tunable_table *table) {
    for (int i = 0; i < THUD_TUNABLES_STRUCT_COUNT; i++) {
        is_tried[i] = is_tried[i] || thud_tunables_of((thud_tunable_struct)i) == table;
    }
    for (int i = 0; i < table->count; i++) {
        if (table->rows[i].type == THUD_TUNABLE_PART) {
            note_tried(table->rows[i].part);
        }
    }
}

typedef thud_tunables *make_set(stage *on, const thud_world_def *def);

static uint64_t untouched[steps]; /* what is seen after each step while no row is changed */

/*
 * Steps a set with the row at `index` changed until something else is seen than without the change; returns false where
 * nothing is. Checks that the object has the new value. Index -1, path "": no row is changed, and `untouched` is filled.
 */
static bool try_row(make_set *make, int index, char path[128]) {
    thud_world_def def = thud_world_defaults();
    def.pre_solve = count_pre_solve;
    stage on = {0};
    thud_tunables *tunables = make(&on, &def);
    path[0] = '\0';
    if (index >= 0) {
        thud_tunable_info info = thud_tunables_at(tunables, index);
        snprintf(path, 128, "%s", info.path);
        type_of_last = info.table->type;
        double value = another(&info);
        thud_refusal refusal = thud_tunables_set(tunables, info.path, value);
        if (refusal.status != THUD_OK) {
            print_error("%s = %g: %s\n", path, value, refusal.message);
        }
        assert_int_equal(refusal.status, THUD_OK);
        double now = thud_tunables_find(tunables, path).value;
        assert_true(info.row->type == THUD_TUNABLE_FLOAT
                        ? now == (double)(float)value || strstr(path, "angle")
                        : now == value);
    }
    uint64_t hash = first_hash;
    bool differs = false;
    for (int i = 0; i < steps && (!differs || on.players != NULL); i++) { /* players walk all of their course */
        hash = step_and_look(&on, i, hash);
        untouched[i] = index < 0 ? hash : untouched[i];
        differs = differs || hash != untouched[i];
    }
    thud_tunables_destroy(tunables);
    thud_world_destroy(on.world);
    return differs;
}

enum { most_rows = 64 };

/* Marks the rows that change the hash. */
static int mark_effects(make_set *make, bool effects[most_rows]) {
    thud_world_def def = thud_world_defaults();
    stage on = {0};
    thud_tunables *tunables = make(&on, &def);
    int count = thud_tunables_count(tunables);
    assert_true(count <= most_rows);
    char path[128];
    (void)try_row(make, -1, path);
    note_tried(thud_tunables_at(tunables, 0).table);
    for (int i = 0; i < count; i++) {
        const thud_tunable *row = thud_tunables_at(tunables, i).row; /* fixed ones: see every_fixed_row_... */
        effects[i] = effects[i] || row->restarts || try_row(make, i, path);
    }
    thud_tunables_destroy(tunables);
    thud_world_destroy(on.world);
    return count;
}

/* Each row changes the hash in at least one of up to three sets of the same rows. */
static void every_row_of(make_set *make, make_set *other, make_set *third) {
    bool effects[most_rows] = {false};
    char path[128];
    int silent = 0, count = mark_effects(make, effects);
    assert_true(other == NULL || mark_effects(other, effects) == count);
    assert_true(third == NULL || mark_effects(third, effects) == count);
    for (int i = 0; i < count; i++) {
        if (!effects[i]) {
            (void)try_row(make, i, path);
            print_error("%s of %s changes nothing that is seen\n", path, type_of_last);
            silent++;
        }
    }
    assert_int_equal(silent, 0);
}

/* ---- world, body, shape ---- */

static thud_tunables *set_of_world(stage *on, const thud_world_def *def) {
    *on = open_stage(def);
    thud_tunables *tunables = thud_tunables_create();
    assert_int_equal(thud_tunables_add_world(tunables, on->world), THUD_OK);
    return tunables;
}

static void every_row_of_a_world_changes_it(void **state) {
    (void)state;
    every_row_of(set_of_world, NULL, NULL);
}

static thud_tunables *set_of_body(stage *on, const thud_world_def *def) {
    *on = open_stage(def);
    thud_tunables *tunables = thud_tunables_create();
    assert_int_equal(thud_tunables_add_body(tunables, "it", on->world, on->fast), THUD_OK);
    return tunables;
}

static thud_tunables *set_of_sleeper(stage *on, const thud_world_def *def) {
    *on = open_stage(def);
    thud_tunables *tunables = thud_tunables_create();
    assert_int_equal(thud_tunables_add_body(tunables, "it", on->world, on->first), THUD_OK);
    return tunables;
}

static void every_row_of_a_body_changes_it(void **state) {
    (void)state;
    every_row_of(set_of_body, set_of_sleeper, NULL);
}

static thud_tunables *set_of_shape(stage *on, const thud_world_def *def) {
    *on = open_stage(def);
    thud_tunables *tunables = thud_tunables_create();
    assert_int_equal(thud_tunables_add_shape(tunables, "it", on->world, on->shape), THUD_OK);
    return tunables;
}

static thud_tunables *set_of_sensor(stage *on, const thud_world_def *def) {
    thud_tunables *tunables = set_of_shape(on, def);
    assert_int_equal(thud_tunables_set(tunables, "it.sensor", 1.0).status, THUD_OK);
    return tunables;
}

/* The ground is kinematic; a static box stands in it. */
static thud_tunables *set_of_ground(stage *on, const thud_world_def *def) {
    *on = open_stage(def);
    thud_body_def ground = thud_body_definition(on->world, on->ground);
    ground.type = THUD_BODY_KINEMATIC;
    assert_true(thud_body_configure(on->world, on->ground, &ground));
    thud_body_def body = thud_body_defaults();
    thud_shape_def shape = thud_shape_defaults();
    shape.filter.mask = 2;
    thud_shape_def floor = thud_shape_definition(on->world, on->floor);
    floor.filter.category |= 2;
    assert_true(thud_shape_configure(on->world, on->floor, &floor));
    thud_body_add_box(on->world, thud_body_create(on->world, &body), &shape, (thud_vec2){0.5f, 0.5f});
    thud_tunables *tunables = thud_tunables_create();
    assert_int_equal(thud_tunables_add_shape(tunables, "it", on->world, on->floor), THUD_OK);
    return tunables;
}

static void every_row_of_a_shape_changes_it(void **state) {
    (void)state;
    every_row_of(set_of_shape, set_of_sensor, set_of_ground);
}

/* ---- fixed rows ---- */

static thud_refusal keep(const thud_tunable_change *change, void *context) {
    *(bool *)context = change->restarts;
    return (thud_refusal){.status = THUD_OK};
}

/* Hash of a new world: memory, threads and ids. */
static uint64_t sight_of_new(const thud_world_def *def) {
    stage on = open_stage(def);
    thud_target_joint_def pull = thud_target_joint_defaults(); /* its strength depends on the length unit */
    pull.body = on.second;
    pull.target = (thud_vec2){-4.0f, 3.0f};
    thud_target_joint_create(on.world, &pull);
    uint64_t hash = first_hash;
    for (int i = 0; i < 30; i++) {
        hash = step_and_look(&on, i, hash);
    }
    hash = folded(hash, (uint64_t)thud_world_counts(on.world).bytes);
    hash = folded(hash, on.ball.generation);
    hash = folded(hash, (uint64_t)thud_world_definition(on.world).worker_count);
    thud_world_destroy(on.world);
    return hash;
}

static void every_fixed_row_changes_the_world_that_is_made_anew(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    bool restarts = false;
    thud_tunables *tunables = thud_tunables_create();
    thud_tunable_group group = {.name = "world",
                                .table = thud_tunables_of(THUD_TUNABLES_WORLD),
                                .values = &def,
                                .apply = keep,
                                .context = &restarts};
    assert_int_equal(thud_tunables_add(tunables, &group), THUD_OK);
    uint64_t unchanged = sight_of_new(&def);
    for (int i = 0; i < thud_tunables_count(tunables); i++) {
        thud_tunable_info info = thud_tunables_at(tunables, i);
        double value = info.row->most > 1e8 ? 5000.0 : another(&info);
        if (!info.row->restarts) {
            continue;
        }
        assert_int_equal(thud_tunables_set(tunables, info.path, value).status, THUD_OK);
        assert_true(restarts);
        if (sight_of_new(&def) == unchanged) {
            print_error("%s changes nothing\n", info.path);
            fail();
        }
        thud_tunables_reset(tunables, info.path);
    }
    thud_tunables_destroy(tunables);
}

/* ---- joints ---- */

static const thud_vec2 wheel = {-13.0f, 5.0f}, other_wheel = {-11.0f, 5.0f};
static const thud_joint_limit narrow = {true, -0.1f, 0.1f};
static const thud_joint_motor slow = {true, 0.5f, 0.1f};
static const thud_joint_spring soft = {true, 2.0f, 0.3f, 0.01f};

/* The base of a joint from the ground to the first box: soft, so that stiffness and damping have an effect. */
static thud_joint_base swinging(stage *on) {
    thud_world_def def = thud_world_defaults();
    def.pre_solve = count_pre_solve;
    *on = open_stage(&def);
    on->first = add_box(on, -11.0f, 3.0f, 0.3f);
    on->second = add_box(on, -11.6f, 3.0f, 0.2f);
    thud_joint_base base = {
        .body_a = on->second, .body_b = on->first, .anchor_a = {0.1f, 0.2f}, .anchor_b = {-0.5f, 0.2f}};
    base.hertz = 6.0f;
    base.damping_ratio = 0.2f;
    return base;
}

static thud_tunables *set_of_joint(stage *on) {
    thud_tunables *tunables = thud_tunables_create();
    thud_body_set_velocity(on->world, on->first, (thud_vec2){1.0f, 3.0f}, 2.0f);
    assert_int_equal(thud_tunables_add_joint(tunables, "it", on->world, on->joint), THUD_OK);
    return tunables;
}

static thud_tunables *set_of_target(stage *on, const thud_world_def *unused) {
    (void)unused;
    (void)swinging(on);
    thud_target_joint_def def = thud_target_joint_defaults();
    def.body = on->first;
    def.target = (thud_vec2){-11.0f, 4.0f};
    def.max_force = 20.0f;
    on->joint = thud_target_joint_create(on->world, &def);
    return set_of_joint(on);
}

#define SET_OF(kind, more)                                                                                   \
    static thud_tunables *set_of_##kind(stage *on, const thud_world_def *unused) {                           \
        (void)unused;                                                                                        \
        thud_##kind##_joint_def def = thud_##kind##_joint_defaults();                                        \
        def.base = swinging(on);                                                                             \
        more;                                                                                                \
        on->joint = thud_##kind##_joint_create(on->world, &def);                                             \
        return set_of_joint(on);                                                                             \
    }

SET_OF(revolute, def.limit = narrow; def.motor = slow; def.spring = soft)
SET_OF(distance, def.length = 1.0f; def.spring.hertz = 2.0f)
SET_OF(weld, def.linear_spring = soft; def.angular_spring = soft)
SET_OF(prismatic, def.limit = narrow; def.motor = slow; def.spring = soft)
SET_OF(wheel, def.limit = narrow; def.motor = slow; def.spring = soft)
SET_OF(motor, def.max_force = 20.0f; def.max_torque = 0.5f)
SET_OF(pulley, def.length = 4.0f; def.wheel_a = wheel; def.wheel_b = other_wheel)
SET_OF(ratchet, def.phase = 0.01f)

static thud_tunables *set_of_bond(stage *on, const thud_world_def *unused) {
    (void)unused;
    thud_weld_joint_def def = thud_weld_joint_defaults();
    def.base = swinging(on);
    on->joint = thud_weld_joint_create(on->world, &def);
    thud_tunables *tunables = set_of_joint(on);
    thud_tunables_set(tunables, "it.linear_spring.hertz", 2.0); /* off, but valid when switched on */
    thud_tunables_set(tunables, "it.angular_spring.hertz", 2.0);
    return tunables;
}

static thud_tunables *set_of_rope(stage *on, const thud_world_def *unused) {
    (void)unused;
    thud_distance_joint_def def = thud_distance_joint_defaults();
    def.base = swinging(on);
    def.limit = (thud_joint_limit){true, 0.02f, 0.6f};
    def.motor = slow;
    def.spring = soft;
    on->joint = thud_distance_joint_create(on->world, &def);
    return set_of_joint(on);
}

/* Its body b turns, or slides: a torque or a force may break it. */
static thud_tunables *gear_up(stage *on, bool turns) {
    thud_gear_joint_def def = thud_gear_joint_defaults();
    def.base = swinging(on);
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = thud_joint_base_at(on->world, on->ground, on->first, (thud_vec2){-11.3f, 3.0f});
    def.joint_a = thud_revolute_joint_create(on->world, &hinge);
    thud_prismatic_joint_def slider = thud_prismatic_joint_defaults();
    slider.base = thud_joint_base_at(on->world, on->ground, on->second, (thud_vec2){-11.8f, 3.0f});
    def.joint_b = thud_prismatic_joint_create(on->world, &slider);
    if (turns) {
        thud_joint_id other = def.joint_a;
        def.joint_a = def.joint_b;
        def.joint_b = other;
    }
    on->joint = thud_gear_joint_create(on->world, &def);
    return set_of_joint(on);
}

static thud_tunables *set_of_gear(stage *on, const thud_world_def *unused) {
    (void)unused;
    return gear_up(on, true);
}

static thud_tunables *set_of_rack(stage *on, const thud_world_def *unused) {
    (void)unused;
    return gear_up(on, false);
}

static void every_row_of_a_joint_changes_it(void **state) {
    (void)state;
    every_row_of(set_of_target, NULL, NULL);
    every_row_of(set_of_revolute, NULL, NULL);
    every_row_of(set_of_distance, set_of_rope, NULL);
    every_row_of(set_of_weld, set_of_bond, NULL);
    every_row_of(set_of_prismatic, NULL, NULL);
    every_row_of(set_of_wheel, NULL, NULL);
    every_row_of(set_of_motor, NULL, NULL);
    every_row_of(set_of_gear, set_of_rack, NULL);
    every_row_of(set_of_pulley, NULL, NULL);
    every_row_of(set_of_ratchet, NULL, NULL);
}

/* ---- runner, mover, tiles ---- */

static course level;

static thud_tunables *set_of_level(stage *on, const thud_world_def *def, thud_tunable_group group) {
    *on = (stage){.world = thud_world_create(def), .players = &level};
    assert_non_null(on->world);
    pre_solve_calls = 0;
    course_open(&level, on->world);
    thud_tunables *tunables = thud_tunables_create();
    assert_int_equal(thud_tunables_add(tunables, &group), THUD_OK);
    return tunables;
}

static thud_tunables *set_of_runner(stage *on, const thud_world_def *def) {
    const thud_tunable_table *table = thud_tunables_of(THUD_TUNABLES_RUNNER);
    return set_of_level(on, def,
                        (thud_tunable_group){.name = "runner", .table = table, .values = &level.runner});
}

static thud_tunables *set_of_mover(stage *on, const thud_world_def *def) {
    const thud_tunable_table *table = thud_tunables_of(THUD_TUNABLES_MOVER);
    return set_of_level(on, def,
                        (thud_tunable_group){.name = "mover", .table = table, .values = &level.mover});
}

/* Like a game whose tiles have numbers of their own. */
static thud_refusal apply_tiles(const thud_tunable_change *change, void *context) {
    (void)change;
    const course *changed = context;
    bool set =
        thud_tile_grid_set_tiles(changed->world, changed->grid, (thud_tile_set){changed->tiles, course_tiles});
    return set ? (thud_refusal){.status = THUD_OK} : thud_world_refusal(changed->world);
}

static thud_tunables *set_of_floor(stage *on, const thud_world_def *def) {
    return set_of_level(on, def,
                        (thud_tunable_group){.name = "it",
                                             .table = thud_tunables_of(THUD_TUNABLES_TILE),
                                             .values = &level.tiles[course_floor_tile],
                                             .apply = apply_tiles,
                                             .context = &level});
}

static void every_row_of_a_runner_changes_how_it_plays(void **state) {
    (void)state;
    every_row_of(set_of_runner, NULL, NULL);
}

static void every_row_of_a_mover_changes_how_it_moves(void **state) {
    (void)state;
    every_row_of(set_of_mover, NULL, NULL);
}

static void every_row_of_a_tile_changes_what_is_on_it(void **state) {
    (void)state;
    every_row_of(set_of_floor, NULL, NULL);
}

/* The tests above test the rows of tables; this one, the last, checks that they opened every table. */
static void no_table_was_left_out(void **state) {
    (void)state;
    for (int i = 0; i < THUD_TUNABLES_STRUCT_COUNT; i++) {
        if (!is_tried[i]) {
            print_error("no row of %s was tried\n", thud_tunables_of((thud_tunable_struct)i)->type);
        }
        assert_true(is_tried[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_of_a_world_changes_it),
        cmocka_unit_test(every_row_of_a_body_changes_it),
        cmocka_unit_test(every_row_of_a_shape_changes_it),
        cmocka_unit_test(every_fixed_row_changes_the_world_that_is_made_anew),
        cmocka_unit_test(every_row_of_a_joint_changes_it),
        cmocka_unit_test(every_row_of_a_runner_changes_how_it_plays),
        cmocka_unit_test(every_row_of_a_mover_changes_how_it_moves),
        cmocka_unit_test(every_row_of_a_tile_changes_what_is_on_it),
        cmocka_unit_test(no_table_was_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
