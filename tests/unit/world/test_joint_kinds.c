/*
 * Every kind of joint from the same tables: each wrong field is refused by its name, when a joint is created and when
 * it is changed, and a lack of memory at any place leaves the world as it was.
 */
#include "test.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "reference/test_world.h"
#include "unit/base/failing_hooks.h"

/* Bodies for joints, and a hinge and a slider for gears. */
typedef struct site {
    thud_world *world;
    thud_body_id wall, box, other, dead;
    thud_joint_id hinge, slider;
} site;

static site make_site(const thud_hooks *hooks) {
    thud_world_def def = thud_world_defaults();
    if (hooks != NULL) {
        def.hooks = *hooks;
    }
    site s = {.world = test_world_of(&def)};
    s.wall = test_add_body(s.world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    s.box = test_add_box(s.world, thud_vec2_make(1.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    s.other = test_add_box(s.world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    s.dead = test_add_body(s.world, THUD_BODY_DYNAMIC, thud_vec2_make(9.0f, 0.0f));
    thud_body_destroy(s.world, s.dead);
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = thud_joint_base_at(s.world, s.wall, s.box, thud_vec2_make(1.0f, 0.0f));
    s.hinge = thud_revolute_joint_create(s.world, &hinge);
    thud_prismatic_joint_def slider = thud_prismatic_joint_defaults();
    slider.base = thud_joint_base_at(s.world, s.wall, s.other, thud_vec2_make(3.0f, 0.0f));
    s.slider = thud_prismatic_joint_create(s.world, &slider);
    return s;
}

/* ---- the kinds ---- */

/* Larger than any definition. */
enum { def_room = 256 };

typedef struct kind_case {
    void (*start)(const site *s, void *def); /* a definition that is accepted */
    thud_joint_id (*create)(thud_world *world, const void *def);
    bool (*configure)(thud_world *world, thud_joint_id joint,
                      const void *def); /* NULL: the kind has no parameters */
    void (*read)(const thud_world *world, thud_joint_id joint, void *def);
    bool has_base;
} kind_case;

#define CREATE(kind)                                                                                         \
    static thud_joint_id create_##kind(thud_world *world, const void *def) {                                 \
        return thud_##kind##_joint_create(world, def);                                                       \
    }

#define CHANGE(kind)                                                                                         \
    static bool configure_##kind(thud_world *world, thud_joint_id joint, const void *def) {                  \
        return thud_##kind##_joint_configure(world, joint, def);                                             \
    }                                                                                                        \
    static void read_##kind(const thud_world *world, thud_joint_id joint, void *def) {                       \
        thud_##kind##_joint_def now = thud_##kind##_joint_definition(world, joint);                          \
        memcpy(def, &now, sizeof now);                                                                       \
    }

/* `more` sets the fields without a default. */
#define START(kind, more)                                                                                    \
    static void start_##kind(const site *s, void *to) {                                                      \
        thud_##kind##_joint_def def = thud_##kind##_joint_defaults();                                        \
        bool collide_connected = def.base.collide_connected;                                                 \
        def.base = thud_joint_base_at(s->world, s->box, s->other, thud_vec2_make(2.0f, 0.0f));               \
        def.base.collide_connected = collide_connected;                                                      \
        def.base.name = "a joint with a name";                                                               \
        more;                                                                                                \
        memcpy(to, &def, sizeof def);                                                                        \
    }

#define PLAIN_KIND(kind, more) START(kind, more) CREATE(kind) CHANGE(kind)

PLAIN_KIND(revolute, (void)0)
PLAIN_KIND(distance, (void)0)
PLAIN_KIND(weld, (void)0)
PLAIN_KIND(prismatic, (void)0)
PLAIN_KIND(wheel, (void)0)
PLAIN_KIND(motor, (void)0)
PLAIN_KIND(ratchet, (void)0)
PLAIN_KIND(pulley, def.length = 4.0f)
PLAIN_KIND(gear, (def.joint_a = s->hinge, def.joint_b = s->slider))
START(filter, (void)0)
CREATE(filter)
CREATE(target)
CHANGE(target)

static void start_target(const site *s, void *to) {
    thud_target_joint_def def = thud_target_joint_defaults();
    def.body = s->box;
    def.name = "a joint with a name";
    memcpy(to, &def, sizeof def);
}

#define ROW(kind, has_base)                                                                                  \
    { start_##kind, create_##kind, configure_##kind, read_##kind, has_base }

enum { REVOLUTE, DISTANCE, WELD, PRISMATIC, WHEEL, MOTOR, RATCHET, PULLEY, GEAR, TARGET, FILTER, KINDS };

static const kind_case kinds[KINDS] = {
    ROW(revolute, true),
    ROW(distance, true),
    ROW(weld, true),
    ROW(prismatic, true),
    ROW(wheel, true),
    ROW(motor, true),
    ROW(ratchet, true),
    ROW(pulley, true),
    ROW(gear, false),
    ROW(target, false),
    {start_filter, create_filter, NULL, NULL, true},
};

/* ---- refusals ---- */

typedef enum field_check { FINITE, NOT_NEGATIVE, POSITIVE, NOT_ZERO } field_check;

typedef struct field_case {
    int kind;
    const char *name;
    size_t offset;
    field_check check;
} field_case;

#define FIELD(KIND, kind, member, check)                                                                     \
    { KIND, #member, offsetof(thud_##kind##_joint_def, member), check }
#define VECTOR(KIND, kind, member)                                                                           \
    {KIND, #member, offsetof(thud_##kind##_joint_def, member.x), FINITE}, {                                  \
        KIND, #member, offsetof(thud_##kind##_joint_def, member.y), FINITE                                   \
    }
#define LIMIT(KIND, kind) FIELD(KIND, kind, limit.lower, FINITE), FIELD(KIND, kind, limit.upper, FINITE)
#define DRIVE(KIND, kind)                                                                                    \
    FIELD(KIND, kind, motor.speed, FINITE), FIELD(KIND, kind, motor.max_force, NOT_NEGATIVE)
#define SPRING(KIND, kind, spring)                                                                           \
    FIELD(KIND, kind, spring.hertz, FINITE), FIELD(KIND, kind, spring.damping_ratio, NOT_NEGATIVE),          \
        FIELD(KIND, kind, spring.target, FINITE)

static const field_case fields[] = {
    FIELD(REVOLUTE, revolute, reference_angle, FINITE),
    LIMIT(REVOLUTE, revolute),
    DRIVE(REVOLUTE, revolute),
    SPRING(REVOLUTE, revolute, spring),
    FIELD(DISTANCE, distance, length, POSITIVE),
    FIELD(DISTANCE, distance, limit.lower, NOT_NEGATIVE),
    FIELD(DISTANCE, distance, limit.upper, FINITE),
    DRIVE(DISTANCE, distance),
    SPRING(DISTANCE, distance, spring),
    FIELD(DISTANCE, distance, spring.target, NOT_NEGATIVE),
    FIELD(WELD, weld, reference_angle, FINITE),
    SPRING(WELD, weld, linear_spring),
    SPRING(WELD, weld, angular_spring),
    VECTOR(PRISMATIC, prismatic, axis),
    FIELD(PRISMATIC, prismatic, reference_angle, FINITE),
    LIMIT(PRISMATIC, prismatic),
    DRIVE(PRISMATIC, prismatic),
    SPRING(PRISMATIC, prismatic, spring),
    VECTOR(WHEEL, wheel, axis),
    LIMIT(WHEEL, wheel),
    DRIVE(WHEEL, wheel),
    SPRING(WHEEL, wheel, spring),
    FIELD(MOTOR, motor, reference_angle, FINITE),
    FIELD(MOTOR, motor, hertz, POSITIVE),
    FIELD(MOTOR, motor, damping_ratio, NOT_NEGATIVE),
    FIELD(MOTOR, motor, max_force, NOT_NEGATIVE),
    FIELD(MOTOR, motor, max_torque, NOT_NEGATIVE),
    FIELD(RATCHET, ratchet, tooth, NOT_ZERO),
    FIELD(RATCHET, ratchet, phase, FINITE),
    VECTOR(PULLEY, pulley, wheel_a),
    VECTOR(PULLEY, pulley, wheel_b),
    FIELD(PULLEY, pulley, length, POSITIVE),
    FIELD(PULLEY, pulley, ratio, POSITIVE),
    FIELD(GEAR, gear, ratio, NOT_ZERO),
    VECTOR(TARGET, target, local_anchor),
    VECTOR(TARGET, target, target),
    FIELD(TARGET, target, hertz, POSITIVE),
    FIELD(TARGET, target, damping_ratio, NOT_NEGATIVE),
    FIELD(TARGET, target, max_force, NOT_NEGATIVE),
};

static const field_case base_fields[] = {
    {0, "base.anchor_a", offsetof(thud_joint_base, anchor_a.x), FINITE},
    {0, "base.anchor_a", offsetof(thud_joint_base, anchor_a.y), FINITE},
    {0, "base.anchor_b", offsetof(thud_joint_base, anchor_b.x), FINITE},
    {0, "base.anchor_b", offsetof(thud_joint_base, anchor_b.y), FINITE},
    {0, "base.break_force", offsetof(thud_joint_base, break_force), NOT_NEGATIVE},
    {0, "base.break_torque", offsetof(thud_joint_base, break_torque), NOT_NEGATIVE},
};

typedef struct bad_value {
    float value;
    thud_status status;
} bad_value;

static int bad_values(field_check check, bad_value values[6]) {
    int count = 0;
    values[count++] = (bad_value){NAN, THUD_NOT_FINITE};
    values[count++] = (bad_value){INFINITY, THUD_NOT_FINITE};
    values[count++] = (bad_value){-INFINITY, THUD_NOT_FINITE};
    if (check == NOT_NEGATIVE) {
        values[count++] = (bad_value){-1.0f, THUD_NEGATIVE};
    } else if (check == POSITIVE) {
        values[count++] = (bad_value){-1.0f, THUD_NOT_POSITIVE};
        values[count++] = (bad_value){0.0f, THUD_NOT_POSITIVE};
    } else if (check == NOT_ZERO) {
        values[count++] = (bad_value){0.0f, THUD_OUT_OF_RANGE};
    }
    return count;
}

static void expect_refused(const site *s, thud_status status, const char *name) {
    thud_refusal refusal = thud_world_refusal(s->world);
    assert_int_equal(refusal.status, status);
    assert_string_equal(refusal.field, name);
}

/* Bytes between the fields may differ. */
static void expect_same_numbers(const kind_case *kind, const char *a, const char *b) {
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (&kinds[fields[i].kind] == kind) {
            assert_memory_equal(a + fields[i].offset, b + fields[i].offset, sizeof(float));
        }
    }
    for (size_t i = 0; kind->has_base && i < sizeof base_fields / sizeof base_fields[0]; i++) {
        assert_memory_equal(a + base_fields[i].offset, b + base_fields[i].offset, sizeof(float));
    }
}

/* A definition that must be refused, for a new joint and for an existing one. */
static void expect_bad(const site *s, const kind_case *kind, const void *def, thud_status status,
                       const char *name) {
    int count = thud_world_counts(s->world).joints;
    uint64_t hash = thud_world_hash(s->world);
    assert_int_equal(kind->create(s->world, def).generation, 0);
    expect_refused(s, status, name);
    assert_int_equal(thud_world_counts(s->world).joints, count);
    assert_true(thud_world_hash(s->world) == hash);
    if (kind->configure == NULL) {
        return;
    }
    char good[def_room], before[def_room], after[def_room];
    kind->start(s, good);
    thud_joint_id joint = kind->create(s->world, good);
    assert_true(joint.generation != 0);
    kind->read(s->world, joint, before);
    assert_false(kind->configure(s->world, joint, def));
    expect_refused(s, status, name);
    kind->read(s->world, joint, after);
    expect_same_numbers(kind, before, after);
    thud_joint_destroy(s->world, joint);
}

static void expect_bad_field(const site *s, const kind_case *kind, const field_case *field) {
    bad_value values[6];
    int count = bad_values(field->check, values);
    for (int i = 0; i < count; i++) {
        char def[def_room];
        kind->start(s, def);
        memcpy(def + field->offset, &values[i].value, sizeof values[i].value);
        expect_bad(s, kind, def, values[i].status, field->name);
    }
}

static void every_number_of_every_kind_is_checked(void **state) {
    (void)state;
    site s = make_site(NULL);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        expect_bad_field(&s, &kinds[fields[i].kind], &fields[i]);
    }
    thud_world_destroy(s.world);
}

static void the_base_of_every_kind_is_checked(void **state) {
    (void)state;
    site s = make_site(NULL);
    for (int k = 0; k < KINDS; k++) {
        for (size_t i = 0; kinds[k].has_base && i < sizeof base_fields / sizeof base_fields[0]; i++) {
            expect_bad_field(&s, &kinds[k], &base_fields[i]); /* each definition begins with its base */
        }
    }
    thud_world_destroy(s.world);
}

static void no_kind_joins_a_dead_body_or_a_body_to_itself(void **state) {
    (void)state;
    site s = make_site(NULL);
    for (int k = 0; k < KINDS; k++) {
        if (!kinds[k].has_base) {
            continue;
        }
        const struct {
            thud_body_id a, b;
            thud_status status;
            const char *name;
        } cases[] = {{s.dead, s.other, THUD_STALE_ID, "base.body_a"},
                     {s.box, s.dead, THUD_STALE_ID, "base.body_b"},
                     {{0, 0}, s.other, THUD_STALE_ID, "base.body_a"},
                     {s.box, s.box, THUD_SAME_BODY, "base.body_b"}};
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            char def[def_room];
            kinds[k].start(&s, def);
            memcpy(def + offsetof(thud_joint_base, body_a), &cases[i].a, sizeof cases[i].a);
            memcpy(def + offsetof(thud_joint_base, body_b), &cases[i].b, sizeof cases[i].b);
            expect_bad(&s, &kinds[k], def, cases[i].status, cases[i].name);
        }
    }
    thud_target_joint_def target = thud_target_joint_defaults();
    target.body = s.dead;
    expect_bad(&s, &kinds[TARGET], &target, THUD_STALE_ID, "body");
    target.body = s.wall;
    expect_bad(&s, &kinds[TARGET], &target, THUD_WRONG_KIND, "body");
    thud_world_destroy(s.world);
}

static void limits_the_wrong_way_springs_of_no_hertz_and_axes_of_no_length_are_refused(void **state) {
    (void)state;
    site s = make_site(NULL);
    thud_joint_limit wrong = {true, 2.0f, 1.0f};
    thud_joint_spring slack = {true, 0.0f, 1.0f, 0.0f};
    char def[def_room];
    const struct {
        int kind;
        size_t limit, spring, axis; /* offsets; 0: none */
    } parts[] = {
        {REVOLUTE, offsetof(thud_revolute_joint_def, limit), offsetof(thud_revolute_joint_def, spring), 0},
        {DISTANCE, offsetof(thud_distance_joint_def, limit), offsetof(thud_distance_joint_def, spring), 0},
        {PRISMATIC, offsetof(thud_prismatic_joint_def, limit), offsetof(thud_prismatic_joint_def, spring),
         offsetof(thud_prismatic_joint_def, axis)},
        {WHEEL, offsetof(thud_wheel_joint_def, limit), offsetof(thud_wheel_joint_def, spring),
         offsetof(thud_wheel_joint_def, axis)},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const kind_case *kind = &kinds[parts[i].kind];
        kind->start(&s, def);
        memcpy(def + parts[i].limit, &wrong, sizeof wrong);
        expect_bad(&s, kind, def, THUD_OUT_OF_RANGE, "limit.lower");
        kind->start(&s, def);
        memcpy(def + parts[i].spring, &slack, sizeof slack);
        expect_bad(&s, kind, def, THUD_NOT_POSITIVE, "spring.hertz");
        if (parts[i].axis != 0) {
            kind->start(&s, def);
            memset(def + parts[i].axis, 0, sizeof(thud_vec2));
            expect_bad(&s, kind, def, THUD_ZERO_LENGTH, "axis");
        }
    }
    kinds[WELD].start(&s, def);
    memcpy(def + offsetof(thud_weld_joint_def, linear_spring), &slack, sizeof slack);
    expect_bad(&s, &kinds[WELD], def, THUD_NOT_POSITIVE, "linear_spring.hertz");
    kinds[WELD].start(&s, def);
    memcpy(def + offsetof(thud_weld_joint_def, angular_spring), &slack, sizeof slack);
    expect_bad(&s, &kinds[WELD], def, THUD_NOT_POSITIVE, "angular_spring.hertz");
    thud_world_destroy(s.world);
}

static void motor_and_spring_of_a_joint_that_is_gone_are_refused(void **state) {
    (void)state;
    site s = make_site(NULL);
    char def[def_room];
    kinds[REVOLUTE].start(&s, def);
    thud_joint_id gone = kinds[REVOLUTE].create(s.world, def);
    assert_true(thud_joint_set_motor_speed(s.world, gone, 3.0f));
    assert_true(thud_joint_destroy(s.world, gone));
    assert_float_equal(thud_joint_motor_speed(s.world, gone), 0.0f, 0.0f);
    assert_int_equal(thud_world_refusal(s.world).status, THUD_STALE_ID);
    assert_false(thud_joint_set_spring_target(s.world, (thud_joint_id){0, 0}, 1.0f));
    assert_int_equal(thud_world_refusal(s.world).status, THUD_STALE_ID);
    thud_world_destroy(s.world);
}

static void a_gear_needs_two_living_joints(void **state) {
    (void)state;
    site s = make_site(NULL);
    thud_gear_joint_def def;
    start_gear(&s, &def);
    def.joint_a = (thud_joint_id){0, 0};
    assert_int_equal(thud_gear_joint_create(s.world, &def).generation, 0);
    expect_refused(&s, THUD_STALE_ID, "joint_a");
    start_gear(&s, &def);
    def.joint_b = s.hinge;
    assert_int_equal(thud_gear_joint_create(s.world, &def).generation, 0);
    expect_refused(&s, THUD_SAME_BODY, "joint_b");
    thud_world_destroy(s.world);
}

/* ---- memory ---- */

/* Tries to create a joint while the n-th allocation from now fails, for increasing n; returns
 * the number of failures. */
static int make_without_memory(const kind_case *kind, int joints_before) {
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    site s = make_site(&hooks);
    char def[def_room];
    thud_revolute_joint_def plain;
    start_revolute(&s, &plain);
    for (int i = 0; i < joints_before; i++) { /* so that different tables are full */
        assert_true(thud_revolute_joint_create(s.world, &plain).generation != 0);
    }
    kind->start(&s, def);
    int count = thud_world_counts(s.world).joints;
    uint64_t hash = thud_world_hash(s.world);
    thud_joint_id joint = {0, 0};
    int failures = 0;
    for (int allowed = 0; joint.generation == 0; allowed++) {
        assert_true(allowed < 100);
        meter.allocations_allowed = meter.allocations + allowed;
        joint = kind->create(s.world, def);
        meter.allocations_allowed = -1;
        if (joint.generation == 0) {
            failures++;
            assert_int_equal(thud_world_refusal(s.world).status, THUD_OUT_OF_MEMORY);
            assert_int_equal(thud_world_counts(s.world).joints, count);
            assert_true(thud_world_hash(s.world) == hash);
        }
    }
    assert_int_equal(thud_world_counts(s.world).joints, count + 1);
    test_step(s.world, 10);
    assert_true(thud_joint_destroy(s.world, joint));
    assert_int_equal(thud_world_counts(s.world).joints, count);
    thud_world_destroy(s.world);
    assert_true(meter.bytes_held == 0);
    return failures;
}

static void a_joint_of_any_kind_for_which_there_is_no_memory_leaves_the_world_as_it_was(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        int failures = 0;
        for (int before = 0; before < 70; before++) {
            failures += make_without_memory(&kinds[k], before);
        }
        assert_true(failures >= 10); /* tables grew several times, each with several arrays */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_every_kind_is_checked),
        cmocka_unit_test(the_base_of_every_kind_is_checked),
        cmocka_unit_test(no_kind_joins_a_dead_body_or_a_body_to_itself),
        cmocka_unit_test(limits_the_wrong_way_springs_of_no_hertz_and_axes_of_no_length_are_refused),
        cmocka_unit_test(motor_and_spring_of_a_joint_that_is_gone_are_refused),
        cmocka_unit_test(a_gear_needs_two_living_joints),
        cmocka_unit_test(a_joint_of_any_kind_for_which_there_is_no_memory_leaves_the_world_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
