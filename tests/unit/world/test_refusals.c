/*
 * Every refusal: a bad call returns false or a null id, sets the reason, and leaves the world as it
 * was. Tables list fields of definitions with bad values; each value must be refused with the status
 * beside it, and the refusal must name the field.
 */
#include "test.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "reference/aligned.h"
#include "reference/test_world.h"
#include "thud/debug_draw.h"
#include "thud/mover.h"

static const thud_vec2 origin = {0.0f, 0.0f};

/* A world with one object of each kind, and stale ids. */
typedef struct site {
    thud_world *world;
    thud_body_id ground, box, platform, stale_body;
    thud_shape_id shape, stale_shape;
    thud_joint_id joint, stale_joint;
    uint64_t hash;
    thud_world_counters counters;
} site;

static site make_site(void) {
    site s;
    memset(&s, 0, sizeof s);
    s.world = test_world_create();
    s.ground = test_add_ground(s.world);
    thud_body_id doomed = test_add_box(s.world, thud_vec2_make(0.0f, 5.0f), thud_vec2_make(0.5f, 0.5f));
    thud_target_joint_def def = thud_target_joint_defaults();
    def.body = doomed;
    s.stale_body = doomed;
    s.stale_shape = test_shape_of(s.world, doomed);
    s.stale_joint = thud_target_joint_create(s.world, &def);
    thud_body_destroy(s.world, doomed);
    s.box = test_add_box(s.world, thud_vec2_make(0.0f, 1.0f),
                         thud_vec2_make(0.5f, 0.5f)); /* takes the same slots */
    s.shape = test_shape_of(s.world, s.box);
    def.body = s.box;
    s.joint = thud_target_joint_create(s.world, &def);
    s.platform = test_add_body(s.world, THUD_BODY_KINEMATIC, thud_vec2_make(20.0f, 5.0f));
    assert_int_equal(s.box.slot, s.stale_body.slot);
    assert_int_equal(s.shape.slot, s.stale_shape.slot);
    assert_int_equal(s.joint.slot, s.stale_joint.slot);
    test_step(s.world, 3);
    s.hash = thud_world_hash(s.world);
    s.counters = thud_world_counts(s.world);
    return s;
}

/* Checks that a call was refused for this reason and has changed nothing. */
static void check_refused(const site *s, bool accepted, thud_status status, const char *field) {
    thud_refusal refusal = thud_world_refusal(s->world);
    if (accepted || refusal.status != status ||
        (field != NULL && (refusal.field == NULL || strstr(refusal.field, field) == NULL))) {
        fail_msg("expected %s for %s, got %s for %s%s", thud_status_name(status),
                 field != NULL ? field : "anything", thud_status_name(refusal.status),
                 refusal.field != NULL ? refusal.field : "nothing", accepted ? " (accepted)" : "");
    }
    assert_int_equal(thud_world_hash(s->world), s->hash);
    thud_world_counters now = thud_world_counts(s->world);
    assert_int_equal(now.bodies, s->counters.bodies);
    assert_int_equal(now.shapes, s->counters.shapes);
    assert_int_equal(now.joints, s->counters.joints);
    assert_int_equal(now.contacts, s->counters.contacts);
}

/* ---- fields of definitions ---- */

typedef enum rule { ANY, NOT_NEGATIVE, POSITIVE } rule;

typedef struct field {
    const char *name;
    size_t offset;
    rule kind;
} field;

/* Bad values of a field under a rule, with the status of each. */
typedef struct bad_value {
    float value;
    thud_status status;
} bad_value;

static int bad_values(rule kind, bad_value *values) {
    int count = 0;
    values[count++] = (bad_value){NAN, THUD_NOT_FINITE};
    values[count++] = (bad_value){INFINITY, THUD_NOT_FINITE};
    values[count++] = (bad_value){-INFINITY, THUD_NOT_FINITE};
    if (kind != ANY) {
        values[count++] = (bad_value){-1.0f, kind == POSITIVE ? THUD_NOT_POSITIVE : THUD_NEGATIVE};
    }
    if (kind == POSITIVE) {
        values[count++] = (bad_value){0.0f, THUD_NOT_POSITIVE};
    }
    return count;
}

static void set_float(void *record, size_t offset, float value) {
    memcpy((char *)record + offset, &value, sizeof value);
}

static void fields_of_a_world_definition_are_checked(void **state) {
    (void)state;
    site s = make_site();
    const field fields[] = {
        {"gravity", offsetof(thud_world_def, gravity.x), ANY},
        {"gravity", offsetof(thud_world_def, gravity.y), ANY},
        {"solver.contact_hertz", offsetof(thud_world_def, solver.contact_hertz), POSITIVE},
        {"solver.contact_damping_ratio", offsetof(thud_world_def, solver.contact_damping_ratio),
         NOT_NEGATIVE},
        {"solver.push_out_speed", offsetof(thud_world_def, solver.push_out_speed), NOT_NEGATIVE},
        {"solver.elasticity_threshold", offsetof(thud_world_def, solver.elasticity_threshold), NOT_NEGATIVE},
        {"solver.joint_hertz", offsetof(thud_world_def, solver.joint_hertz), POSITIVE},
        {"solver.joint_damping_ratio", offsetof(thud_world_def, solver.joint_damping_ratio), NOT_NEGATIVE},
        {"solver.max_speed", offsetof(thud_world_def, solver.max_speed), POSITIVE},
        {"length_unit", offsetof(thud_world_def, length_unit), POSITIVE},
        {"slop", offsetof(thud_world_def, slop), POSITIVE},
        {"speculative_distance", offsetof(thud_world_def, speculative_distance), NOT_NEGATIVE},
        {"aabb_margin", offsetof(thud_world_def, aabb_margin), NOT_NEGATIVE},
        {"hit_speed", offsetof(thud_world_def, hit_speed), NOT_NEGATIVE},
        {"sleep_speed", offsetof(thud_world_def, sleep_speed), NOT_NEGATIVE},
        {"sleep_time", offsetof(thud_world_def, sleep_time), NOT_NEGATIVE},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        bad_value values[8];
        int count = bad_values(fields[i].kind, values);
        for (int k = 0; k < count; k++) {
            thud_world_def def = thud_world_defaults();
            set_float(&def, fields[i].offset, values[k].value);
            thud_refusal refusal = thud_world_def_check(&def);
            assert_int_equal(refusal.status, values[k].status);
            assert_non_null(strstr(refusal.field, fields[i].name));
            assert_null(thud_world_create(&def));
            thud_world_def now = thud_world_definition(s.world);
            set_float(&now, fields[i].offset, values[k].value);
            check_refused(&s, thud_world_configure(s.world, &now), values[k].status, fields[i].name);
        }
    }
    thud_world_destroy(s.world);
}

/* Large allocations fail, so that no test depends on the memory of the machine. */
static void *allocate_less_than_a_gigabyte(size_t size, size_t alignment, void *context) {
    (void)context;
    return size < (size_t)1 << 30 ? test_aligned_alloc(alignment, size) : NULL;
}

static void counts_and_hooks_of_a_world_definition_are_checked(void **state) {
    (void)state;
    const struct {
        const char *name;
        size_t offset;
        int bad;
    } counts[] = {
        {"substeps", offsetof(thud_world_def, solver.substeps), 0},
        {"substeps", offsetof(thud_world_def, solver.substeps), 65},
        {"worker_count", offsetof(thud_world_def, worker_count), 0},
        {"worker_count", offsetof(thud_world_def, worker_count), 65},
        {"body_capacity", offsetof(thud_world_def, body_capacity), -1},
        {"shape_capacity", offsetof(thud_world_def, shape_capacity), -1},
        {"contact_capacity", offsetof(thud_world_def, contact_capacity), -1},
    };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        thud_world_def def = thud_world_defaults();
        memcpy((char *)&def + counts[i].offset, &counts[i].bad, sizeof(int));
        thud_refusal refusal = thud_world_def_check(&def);
        assert_int_equal(refusal.status, THUD_OUT_OF_RANGE);
        assert_non_null(strstr(refusal.field, counts[i].name));
        assert_null(thud_world_create(&def));
    }
    thud_world_def def = thud_world_defaults();
    def.lanes = (thud_lanes)77;
    assert_int_not_equal(thud_world_def_check(&def).status, THUD_OK);
    assert_null(thud_world_create(&def));
    def = thud_world_defaults();
    def.hooks.release = NULL;
    assert_int_not_equal(thud_world_def_check(&def).status, THUD_OK);
    assert_null(thud_world_create(&def));
    assert_int_equal(thud_world_def_check(NULL).status, THUD_NULL_ARGUMENT);
    assert_null(thud_world_create(NULL));
    def = thud_world_defaults();
    def.hooks.allocate = allocate_less_than_a_gigabyte;
    def.body_capacity = INT32_MAX / 2;
    assert_null(thud_world_create(&def));
}

static void fixed_fields_cannot_be_configured(void **state) {
    (void)state;
    site s = make_site();
    thud_world_def def = thud_world_definition(s.world);
    def.length_unit = 2.0f;
    check_refused(&s, thud_world_configure(s.world, &def), THUD_FIXED_FIELD, "length_unit");
    def = thud_world_definition(s.world);
    def.worker_count = 2;
    check_refused(&s, thud_world_configure(s.world, &def), THUD_FIXED_FIELD, "worker_count");
    def = thud_world_definition(s.world);
    def.hooks.context = &s;
    check_refused(&s, thud_world_configure(s.world, &def), THUD_FIXED_FIELD, "hooks");
    def = thud_world_definition(s.world);
    def.body_capacity = 1000;
    check_refused(&s, thud_world_configure(s.world, &def), THUD_FIXED_FIELD, "body_capacity");
    check_refused(&s, thud_world_configure(s.world, NULL), THUD_NULL_ARGUMENT, "def");
    thud_world_destroy(s.world);
}

/* Without hooks for memory the definition that a world was made with was refused for its hooks. */
static void the_definition_of_a_world_configures_it(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    def.hooks = (thud_hooks){0};
    thud_world *world = thud_world_create(&def);
    assert_non_null(world);
    def.gravity.y = -20.0f;
    assert_true(thud_world_configure(world, &def));
    assert_true(thud_world_gravity(world).y == -20.0f);
    assert_non_null(thud_world_definition(world).hooks.allocate);
    thud_body_def body_def = thud_body_defaults();
    for (int i = 0; i < 1000; i++) { /* tables grow */
        assert_int_not_equal(thud_body_create(world, &body_def).generation, 0);
    }
    thud_world_destroy(world);
}

static const field body_fields[] = {
    {"position", offsetof(thud_body_def, position.x), ANY},
    {"position", offsetof(thud_body_def, position.y), ANY},
    {"angle", offsetof(thud_body_def, angle), ANY},
    {"velocity", offsetof(thud_body_def, velocity.x), ANY},
    {"velocity", offsetof(thud_body_def, velocity.y), ANY},
    {"angular_velocity", offsetof(thud_body_def, angular_velocity), ANY},
    {"linear_damping", offsetof(thud_body_def, linear_damping), NOT_NEGATIVE},
    {"angular_damping", offsetof(thud_body_def, angular_damping), NOT_NEGATIVE},
    {"gravity_scale", offsetof(thud_body_def, gravity_scale), ANY},
    {"sleep_speed", offsetof(thud_body_def, sleep_speed), ANY},
};
enum { first_setting = 6 }; /* configure checks the fields from here on, too */

static void fields_of_a_body_definition_are_checked(void **state) {
    (void)state;
    site s = make_site();
    for (size_t i = 0; i < sizeof body_fields / sizeof body_fields[0]; i++) {
        bad_value values[8];
        int count = bad_values(body_fields[i].kind, values);
        for (int k = 0; k < count; k++) {
            thud_body_def def = thud_body_defaults();
            set_float(&def, body_fields[i].offset, values[k].value);
            bool created = thud_body_create(s.world, &def).generation != 0;
            check_refused(&s, created, values[k].status, body_fields[i].name);
            if (i >= first_setting) {
                def = thud_body_definition(s.world, s.box);
                set_float(&def, body_fields[i].offset, values[k].value);
                check_refused(&s, thud_body_configure(s.world, s.box, &def), values[k].status,
                              body_fields[i].name);
            }
        }
    }
    thud_body_def def = thud_body_defaults();
    def.type = (thud_body_type)3;
    check_refused(&s, thud_body_create(s.world, &def).generation != 0, THUD_OUT_OF_RANGE, "type");
    check_refused(&s, thud_body_configure(s.world, s.box, &def), THUD_OUT_OF_RANGE, "type");
    check_refused(&s, thud_body_create(s.world, NULL).generation != 0, THUD_NULL_ARGUMENT, "def");
    check_refused(&s, thud_body_configure(s.world, s.box, NULL), THUD_NULL_ARGUMENT, "def");
    thud_world_destroy(s.world);
}

static void fields_of_a_shape_definition_are_checked(void **state) {
    (void)state;
    site s = make_site();
    const field fields[] = {
        {"density", offsetof(thud_shape_def, density), NOT_NEGATIVE},
        {"friction", offsetof(thud_shape_def, material.friction), NOT_NEGATIVE},
        {"elasticity", offsetof(thud_shape_def, material.elasticity), NOT_NEGATIVE},
        {"rolling_resistance", offsetof(thud_shape_def, material.rolling_resistance), NOT_NEGATIVE},
        {"surface_speed", offsetof(thud_shape_def, material.surface_speed), ANY},
        {"one_way", offsetof(thud_shape_def, one_way.x), ANY},
        {"one_way", offsetof(thud_shape_def, one_way.y), ANY},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        bad_value values[8];
        int count = bad_values(fields[i].kind, values);
        for (int k = 0; k < count; k++) {
            thud_shape_def def = thud_shape_defaults();
            set_float(&def, fields[i].offset, values[k].value);
            bool added = thud_body_add_circle(s.world, s.box, &def, origin, 1.0f).generation != 0;
            check_refused(&s, added, values[k].status, fields[i].name);
            check_refused(&s, thud_shape_configure(s.world, s.shape, &def), values[k].status, fields[i].name);
        }
    }
    thud_shape_def lively = thud_shape_defaults();
    lively.material.elasticity = 1.01f;
    check_refused(&s, thud_shape_configure(s.world, s.shape, &lively), THUD_OUT_OF_RANGE, "elasticity");
    check_refused(&s, thud_body_add_circle(s.world, s.box, NULL, origin, 1.0f).generation != 0,
                  THUD_NULL_ARGUMENT, "def");
    check_refused(&s, thud_shape_configure(s.world, s.shape, NULL), THUD_NULL_ARGUMENT, "def");
    thud_world_destroy(s.world);
}

static void fields_of_a_joint_definition_are_checked(void **state) {
    (void)state;
    site s = make_site();
    const field fields[] = {
        {"local_anchor", offsetof(thud_target_joint_def, local_anchor.x), ANY},
        {"local_anchor", offsetof(thud_target_joint_def, local_anchor.y), ANY},
        {"target", offsetof(thud_target_joint_def, target.x), ANY},
        {"target", offsetof(thud_target_joint_def, target.y), ANY},
        {"hertz", offsetof(thud_target_joint_def, hertz), POSITIVE},
        {"damping_ratio", offsetof(thud_target_joint_def, damping_ratio), NOT_NEGATIVE},
        {"max_force", offsetof(thud_target_joint_def, max_force), NOT_NEGATIVE},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        bad_value values[8];
        int count = bad_values(fields[i].kind, values);
        for (int k = 0; k < count; k++) {
            thud_target_joint_def def = thud_target_joint_defaults();
            def.body = s.box;
            set_float(&def, fields[i].offset, values[k].value);
            bool created = thud_target_joint_create(s.world, &def).generation != 0;
            check_refused(&s, created, values[k].status, fields[i].name);
            check_refused(&s, thud_target_joint_configure(s.world, s.joint, &def), values[k].status,
                          fields[i].name);
        }
    }
    thud_target_joint_def def = thud_target_joint_defaults();
    check_refused(&s, thud_target_joint_create(s.world, &def).generation != 0, THUD_STALE_ID, "body");
    def.body = s.ground;
    check_refused(&s, thud_target_joint_create(s.world, &def).generation != 0, THUD_WRONG_KIND, "body");
    def.body = s.platform;
    check_refused(&s, thud_target_joint_create(s.world, &def).generation != 0, THUD_WRONG_KIND, "body");
    check_refused(&s, thud_target_joint_create(s.world, NULL).generation != 0, THUD_NULL_ARGUMENT, "def");
    check_refused(&s, thud_target_joint_configure(s.world, s.joint, NULL), THUD_NULL_ARGUMENT, "def");
    check_refused(&s, thud_target_joint_set_target(s.world, s.joint, thud_vec2_make(NAN, 0.0f)),
                  THUD_NOT_FINITE, "target");
    thud_world_destroy(s.world);
}

/* ---- shapes ---- */

static void bad_shapes_are_refused(void **state) {
    (void)state;
    site s = make_site();
    thud_shape_def def = thud_shape_defaults();
    const float radii[] = {0.0f, -1.0f, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        thud_status status = i < 2 ? THUD_NOT_POSITIVE : THUD_NOT_FINITE;
        check_refused(&s, thud_body_add_circle(s.world, s.box, &def, origin, radii[i]).generation != 0,
                      status, NULL);
        bool added = thud_body_add_capsule(s.world, s.box, &def, origin, thud_vec2_make(1.0f, 0.0f), radii[i])
                         .generation != 0;
        check_refused(&s, added, status, NULL);
        added = thud_body_add_box(s.world, s.box, &def, thud_vec2_make(radii[i], 1.0f)).generation != 0;
        check_refused(&s, added, status, NULL);
    }
    const thud_vec2 nowhere = {NAN, 0.0f};
    check_refused(&s, thud_body_add_circle(s.world, s.box, &def, nowhere, 1.0f).generation != 0,
                  THUD_NOT_FINITE, NULL);
    check_refused(&s, thud_body_add_segment(s.world, s.box, &def, origin, nowhere).generation != 0,
                  THUD_NOT_FINITE, NULL);
    check_refused(&s, thud_body_add_segment(s.world, s.box, &def, origin, origin).generation != 0,
                  THUD_ZERO_LENGTH, NULL);
    check_refused(&s, thud_body_add_capsule(s.world, s.box, &def, origin, origin, 1.0f).generation != 0,
                  THUD_ZERO_LENGTH, NULL);

    thud_vec2 points[40];
    for (int i = 0; i < 40; i++) {
        thud_rot turn = thud_rot_from_angle(0.157f * (float)i);
        points[i] = thud_vec2_make(turn.c, turn.s);
    }
    check_refused(&s, thud_body_add_hull(s.world, s.box, &def, points, 40).generation != 0,
                  THUD_TOO_MANY_VERTICES, NULL);
    check_refused(&s, thud_body_add_hull(s.world, s.box, &def, points, 2).generation != 0,
                  THUD_TOO_FEW_POINTS, NULL);
    check_refused(&s, thud_body_add_hull(s.world, s.box, &def, NULL, 3).generation != 0, THUD_NULL_ARGUMENT,
                  NULL);
    const thud_vec2 line[] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}};
    check_refused(&s, thud_body_add_hull(s.world, s.box, &def, line, 4).generation != 0, THUD_COLLINEAR,
                  NULL);

    thud_shape broken;
    memset(&broken, 0, sizeof broken);
    check_refused(&s, thud_body_add_shape(s.world, s.box, &def, &broken).generation != 0,
                  thud_shape_check(&broken), "shape");
    check_refused(&s, thud_shape_set_geometry(s.world, s.shape, &broken), thud_shape_check(&broken), NULL);
    check_refused(&s, thud_body_add_shape(s.world, s.box, &def, NULL).generation != 0, THUD_NULL_ARGUMENT,
                  "shape");
    check_refused(&s, thud_shape_set_geometry(s.world, s.shape, NULL), THUD_NULL_ARGUMENT, NULL);
    thud_box(thud_vec2_make(1.0f, 1.0f), 0.0f, &broken);
    broken.vertices[2].x = NAN;
    check_refused(&s, thud_body_add_shape(s.world, s.box, &def, &broken).generation != 0,
                  thud_shape_check(&broken), "shape");
    thud_box(thud_vec2_make(1.0f, 1.0f), 0.0f, &broken);
    broken.count = 1000;
    check_refused(&s, thud_body_add_shape(s.world, s.box, &def, &broken).generation != 0,
                  thud_shape_check(&broken), "shape");
    thud_box(thud_vec2_make(1.0f, 1.0f), 0.0f, &broken);
    broken.normals[1] = origin;
    check_refused(&s, thud_body_add_shape(s.world, s.box, &def, &broken).generation != 0,
                  thud_shape_check(&broken), "shape");
    thud_world_destroy(s.world);
}

/* ---- arguments ---- */

static void bad_arguments_of_body_calls_are_refused(void **state) {
    (void)state;
    site s = make_site();
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        const thud_vec2 at_x = {bad[i], 0.0f};
        const thud_vec2 at_y = {0.0f, bad[i]};
        thud_world *w = s.world;
        check_refused(&s, thud_body_teleport(w, s.box, at_x, 0.0f), THUD_NOT_FINITE, "position");
        check_refused(&s, thud_body_teleport(w, s.box, at_y, 0.0f), THUD_NOT_FINITE, "position");
        check_refused(&s, thud_body_teleport(w, s.box, origin, bad[i]), THUD_NOT_FINITE, "angle");
        check_refused(&s, thud_body_set_velocity(w, s.box, at_x, 0.0f), THUD_NOT_FINITE, "velocity");
        check_refused(&s, thud_body_set_velocity(w, s.box, at_y, 0.0f), THUD_NOT_FINITE, "velocity");
        check_refused(&s, thud_body_set_velocity(w, s.box, origin, bad[i]), THUD_NOT_FINITE,
                      "angular_velocity");
        check_refused(&s, thud_body_set_target(w, s.platform, at_x, 0.0f, 1.0f), THUD_NOT_FINITE, "position");
        check_refused(&s, thud_body_set_target(w, s.platform, origin, bad[i], 1.0f), THUD_NOT_FINITE,
                      "angle");
        check_refused(&s, thud_body_set_target(w, s.platform, origin, 0.0f, bad[i]), THUD_NOT_FINITE, "dt");
        check_refused(&s, thud_body_apply_force(w, s.box, at_x, origin), THUD_NOT_FINITE, "force");
        check_refused(&s, thud_body_apply_force(w, s.box, origin, at_y), THUD_NOT_FINITE, "point");
        check_refused(&s, thud_body_apply_force_to_center(w, s.box, at_y), THUD_NOT_FINITE, "force");
        check_refused(&s, thud_body_apply_torque(w, s.box, bad[i]), THUD_NOT_FINITE, "torque");
        check_refused(&s, thud_body_apply_impulse(w, s.box, at_x, origin), THUD_NOT_FINITE, "impulse");
        check_refused(&s, thud_body_apply_impulse(w, s.box, origin, at_y), THUD_NOT_FINITE, "point");
        check_refused(&s, thud_body_apply_angular_impulse(w, s.box, bad[i]), THUD_NOT_FINITE, "impulse");
        thud_mass mass = {1.0f, {0.0f, 0.0f}, 1.0f};
        mass.mass = bad[i];
        check_refused(&s, thud_body_set_mass(w, s.box, &mass), THUD_NOT_FINITE, "mass");
        mass = (thud_mass){1.0f, {bad[i], 0.0f}, 1.0f};
        check_refused(&s, thud_body_set_mass(w, s.box, &mass), THUD_NOT_FINITE, "center");
        mass = (thud_mass){1.0f, {0.0f, 0.0f}, bad[i]};
        check_refused(&s, thud_body_set_mass(w, s.box, &mass), THUD_NOT_FINITE, "inertia");
    }
    thud_mass mass = {0.0f, {0.0f, 0.0f}, 1.0f};
    check_refused(&s, thud_body_set_mass(s.world, s.box, &mass), THUD_NOT_POSITIVE, "mass");
    mass = (thud_mass){1.0f, {0.0f, 0.0f}, -1.0f};
    check_refused(&s, thud_body_set_mass(s.world, s.box, &mass), THUD_NEGATIVE, "inertia");
    check_refused(&s, thud_body_set_mass(s.world, s.box, NULL), THUD_NULL_ARGUMENT, "mass");
    check_refused(&s, thud_body_set_target(s.world, s.platform, origin, 0.0f, 0.0f), THUD_NOT_POSITIVE, "dt");
    check_refused(&s, thud_body_set_target(s.world, s.platform, thud_vec2_make(1e3f, 0.0f), 0.0f, 1e-30f),
                  THUD_OUT_OF_RANGE, "dt");
    /* The refusal of a target beyond the world named the step, which was right. */
    check_refused(&s, thud_body_set_target(s.world, s.platform, thud_vec2_make(1e14f, 0.0f), 0.0f, TEST_DT),
                  THUD_OUT_OF_RANGE, "position");
    check_refused(&s, thud_body_set_target(s.world, s.box, origin, 0.0f, 1.0f), THUD_WRONG_KIND, "body");
    check_refused(&s, thud_body_set_velocity(s.world, s.ground, origin, 0.0f), THUD_WRONG_KIND, "body");
    check_refused(&s, thud_body_apply_torque(s.world, s.ground, 1.0f), THUD_WRONG_KIND, "body");
    check_refused(&s, thud_body_apply_angular_impulse(s.world, s.platform, 1.0f), THUD_WRONG_KIND, "body");
    thud_world_destroy(s.world);
}

static void bad_steps_are_refused(void **state) {
    (void)state;
    site s = make_site();
    const struct {
        float dt;
        thud_status status;
    } bad[] = {{0.0f, THUD_OUT_OF_RANGE},
               {-0.1f, THUD_OUT_OF_RANGE},
               {1.1f, THUD_OUT_OF_RANGE},
               {NAN, THUD_NOT_FINITE},
               {INFINITY, THUD_NOT_FINITE}};
    for (int i = 0; i < 5; i++) {
        thud_step_result result = thud_world_step(s.world, bad[i].dt);
        assert_int_equal(result.status, bad[i].status);
        check_refused(&s, false, bad[i].status, "dt");
    }
    assert_int_equal(thud_world_step(NULL, 0.1f).status, THUD_NULL_ARGUMENT);
    thud_world_destroy(s.world);
}

static float never_asked(thud_world *world, const thud_world_hit *hit, void *context) {
    (void)world;
    (void)hit;
    (void)context;
    fail_msg("a refused query called back");
    return 0.0f;
}

static bool never_shown(thud_world *world, thud_shape_id shape, void *context) {
    (void)world;
    (void)shape;
    (void)context;
    fail_msg("a refused query called back");
    return false;
}

static void bad_queries_are_refused(void **state) {
    (void)state;
    site s = make_site();
    thud_world *w = s.world;
    const thud_query_filter all = thud_query_filter_all();
    thud_shape ball;
    thud_circle(origin, 1.0f, &ball);
    const thud_pose here = thud_pose_identity();
    const float bad[] = {NAN, INFINITY};
    for (int i = 0; i < 2; i++) {
        const thud_vec2 at_x = {bad[i], 0.0f};
        const thud_vec2 at_y = {0.0f, bad[i]};
        thud_pose nowhere = {at_x, {1.0f, 0.0f}};
        check_refused(&s, thud_world_cast_ray(w, at_x, origin, all).cast.hit, THUD_NOT_FINITE, "origin");
        check_refused(&s, thud_world_cast_ray(w, origin, at_y, all).cast.hit, THUD_NOT_FINITE, "translation");
        check_refused(&s, thud_world_cast_ray_all(w, at_y, origin, all, never_asked, NULL), THUD_NOT_FINITE,
                      "origin");
        check_refused(&s, thud_world_cast_shape(w, &ball, nowhere, origin, all).cast.hit, THUD_NOT_FINITE,
                      "pose");
        check_refused(&s, thud_world_cast_shape(w, &ball, here, at_x, all).cast.hit, THUD_NOT_FINITE,
                      "translation");
        check_refused(&s, thud_world_cast_shape_all(w, &ball, nowhere, origin, all, never_asked, NULL),
                      THUD_NOT_FINITE, "pose");
        check_refused(&s, thud_world_overlap_shape(w, &ball, nowhere, all, never_shown, NULL),
                      THUD_NOT_FINITE, "pose");
        check_refused(&s, thud_world_shape_at(w, at_y, all).generation != 0, THUD_NOT_FINITE, "point");
        thud_aabb box = {{0.0f, bad[i]}, {1.0f, 1.0f}};
        check_refused(&s, thud_world_overlap_aabb(w, box, all, never_shown, NULL), THUD_NOT_FINITE, "box");
    }
    thud_aabb inside_out = {{1.0f, 0.0f}, {0.0f, 1.0f}};
    check_refused(&s, thud_world_overlap_aabb(w, inside_out, all, never_shown, NULL), THUD_INVALID_BOUNDS,
                  "box");
    thud_pose skewed = {{0.0f, 0.0f}, {2.0f, 0.0f}};
    check_refused(&s, thud_world_cast_shape(w, &ball, skewed, origin, all).cast.hit, THUD_NOT_NORMALIZED,
                  "pose.rotation");
    check_refused(&s, thud_world_overlap_shape(w, &ball, skewed, all, never_shown, NULL), THUD_NOT_NORMALIZED,
                  "pose.rotation");
    check_refused(&s, thud_world_cast_shape(w, NULL, here, origin, all).cast.hit, THUD_NULL_ARGUMENT,
                  "shape");
    check_refused(&s, thud_world_cast_shape_all(w, NULL, here, origin, all, never_asked, NULL),
                  THUD_NULL_ARGUMENT, "shape");
    check_refused(&s, thud_world_overlap_shape(w, NULL, here, all, never_shown, NULL), THUD_NULL_ARGUMENT,
                  "shape");
    check_refused(&s, thud_world_cast_ray_all(w, origin, origin, all, NULL, NULL), THUD_NULL_ARGUMENT,
                  "visitor");
    check_refused(&s, thud_world_cast_shape_all(w, &ball, here, origin, all, NULL, NULL), THUD_NULL_ARGUMENT,
                  "visitor");
    check_refused(&s, thud_world_overlap_aabb(w, (thud_aabb){{0, 0}, {1, 1}}, all, NULL, NULL),
                  THUD_NULL_ARGUMENT, "visitor");
    check_refused(&s, thud_world_overlap_shape(w, &ball, here, all, NULL, NULL), THUD_NULL_ARGUMENT,
                  "visitor");
    thud_shape broken;
    memset(&broken, 0, sizeof broken);
    check_refused(&s, thud_world_cast_shape(w, &broken, here, origin, all).cast.hit,
                  thud_shape_check(&broken), "shape");
    check_refused(&s, thud_world_overlap_shape(w, &broken, here, all, never_shown, NULL),
                  thud_shape_check(&broken), "shape");
    thud_world_draw(w, NULL);
    check_refused(&s, false, THUD_NULL_ARGUMENT, "draw");
    thud_world_destroy(s.world);
}

/* ---- stale ids ---- */

/* Makes every call that takes a body with this id: all must be refused. */
static void try_stale_body(const site *s, thud_body_id id) {
    thud_world *w = s->world;
    thud_shape_def shape_def = thud_shape_defaults();
    thud_body_def body_def = thud_body_defaults();
    thud_mass mass = {1.0f, {0.0f, 0.0f}, 1.0f};
    const thud_vec2 far = {7.0f, 7.0f};
    assert_false(thud_body_is_valid(w, id));
    check_refused(s, thud_body_destroy(w, id), THUD_STALE_ID, "body");
    check_refused(s, thud_body_configure(w, id, &body_def), THUD_STALE_ID, "body");
    check_refused(s, thud_body_set_velocity(w, id, far, 1.0f), THUD_STALE_ID, "body");
    check_refused(s, thud_body_teleport(w, id, far, 1.0f), THUD_STALE_ID, "body");
    check_refused(s, thud_body_set_target(w, id, far, 1.0f, 1.0f), THUD_STALE_ID, "body");
    check_refused(s, thud_body_apply_force(w, id, far, far), THUD_STALE_ID, "body");
    check_refused(s, thud_body_apply_force_to_center(w, id, far), THUD_STALE_ID, "body");
    check_refused(s, thud_body_apply_torque(w, id, 1.0f), THUD_STALE_ID, "body");
    check_refused(s, thud_body_apply_impulse(w, id, far, far), THUD_STALE_ID, "body");
    check_refused(s, thud_body_apply_angular_impulse(w, id, 1.0f), THUD_STALE_ID, "body");
    check_refused(s, thud_body_set_mass(w, id, &mass), THUD_STALE_ID, "body");
    check_refused(s, thud_body_reset_mass(w, id), THUD_STALE_ID, "body");
    check_refused(s, thud_body_wake(w, id), THUD_STALE_ID, "body");
    check_refused(s, thud_body_sleep(w, id), THUD_STALE_ID, "body");
    check_refused(s, thud_body_add_circle(w, id, &shape_def, origin, 1.0f).generation != 0, THUD_STALE_ID,
                  "body");
    check_refused(s, thud_body_add_segment(w, id, &shape_def, origin, far).generation != 0, THUD_STALE_ID,
                  "body");
    check_refused(s, thud_body_add_box(w, id, &shape_def, far).generation != 0, THUD_STALE_ID, "body");
    check_refused(s, thud_body_position(w, id).x != 0.0f, THUD_STALE_ID, "body");
    check_refused(s, thud_body_pose(w, id).position.x != 0.0f, THUD_STALE_ID, "body");
    check_refused(s, thud_body_previous_pose(w, id).position.x != 0.0f, THUD_STALE_ID, "body");
    check_refused(s, thud_body_angle(w, id) != 0.0f, THUD_STALE_ID, "body");
    check_refused(s, thud_body_center(w, id).y != 0.0f, THUD_STALE_ID, "body");
    check_refused(s, thud_body_velocity(w, id).y != 0.0f, THUD_STALE_ID, "body");
    check_refused(s, thud_body_angular_velocity(w, id) != 0.0f, THUD_STALE_ID, "body");
    check_refused(s, thud_body_velocity_at(w, id, far).y != 0.0f, THUD_STALE_ID, "body");
    check_refused(s, thud_body_mass(w, id).mass != 0.0f, THUD_STALE_ID, "body");
    check_refused(s, thud_body_is_awake(w, id), THUD_STALE_ID, "body");
    check_refused(s, thud_body_contacts(w, id, NULL, 0) != 0, THUD_STALE_ID, "body");
    thud_shape_id first = {0, 0};
    check_refused(s, thud_body_next_shape(w, id, first).generation != 0, THUD_STALE_ID, "body");
    thud_stepper stepper = thud_stepper_defaults();
    check_refused(s, thud_stepper_pose(&stepper, w, id).position.x != 0.0f, THUD_STALE_ID, "body");
    assert_int_equal(thud_body_definition(w, id).type, THUD_BODY_STATIC);
}

static void try_stale_shape(const site *s, thud_shape_id id) {
    thud_world *w = s->world;
    thud_shape_def def = thud_shape_defaults();
    thud_shape ball;
    thud_circle(origin, 1.0f, &ball);
    assert_false(thud_shape_is_valid(w, id));
    check_refused(s, thud_body_remove_shape(w, id), THUD_STALE_ID, "shape");
    check_refused(s, thud_shape_configure(w, id, &def), THUD_STALE_ID, "shape");
    check_refused(s, thud_shape_set_geometry(w, id, &ball), THUD_STALE_ID, "shape");
    check_refused(s, thud_shape_body(w, id).generation != 0, THUD_STALE_ID, "shape");
    check_refused(s, thud_shape_geometry(w, id).kind != THUD_SHAPE_NONE, THUD_STALE_ID, "shape");
    check_refused(s, thud_shape_definition(w, id).user_data != NULL, THUD_STALE_ID, "shape");
}

static void try_stale_joint(const site *s, thud_joint_id id) {
    thud_world *w = s->world;
    thud_target_joint_def def = thud_target_joint_defaults();
    def.body = s->box;
    assert_false(thud_joint_is_valid(w, id));
    check_refused(s, thud_joint_destroy(w, id), THUD_STALE_ID, "joint");
    check_refused(s, thud_target_joint_set_target(w, id, origin), THUD_STALE_ID, "joint");
    check_refused(s, thud_target_joint_configure(w, id, &def), THUD_STALE_ID, "joint");
    check_refused(s, thud_joint_force(w, id).x != 0.0f, THUD_STALE_ID, "joint");
    check_refused(s, thud_target_joint_definition(w, id).body.generation != 0, THUD_STALE_ID, "joint");
}

static void stale_null_and_invented_ids_are_refused_everywhere(void **state) {
    (void)state;
    site s = make_site();
    const thud_body_id bodies[] = {
        s.stale_body, {0, 0}, {s.box.slot, s.box.generation + 1}, {1000000, 1}, {UINT32_MAX, UINT32_MAX}};
    for (int i = 0; i < 5; i++) {
        try_stale_body(&s, bodies[i]);
    }
    const thud_shape_id shapes[] = {s.stale_shape,
                                    {0, 0},
                                    {s.shape.slot, s.shape.generation + 1},
                                    {1000000, 1},
                                    {UINT32_MAX, UINT32_MAX}};
    for (int i = 0; i < 5; i++) {
        try_stale_shape(&s, shapes[i]);
    }
    const thud_joint_id joints[] = {s.stale_joint,
                                    {0, 0},
                                    {s.joint.slot, s.joint.generation + 1},
                                    {1000000, 1},
                                    {UINT32_MAX, UINT32_MAX}};
    for (int i = 0; i < 5; i++) {
        try_stale_joint(&s, joints[i]);
    }
    thud_world_destroy(s.world);
}

static void iterating_from_a_stale_id_ends(void **state) {
    (void)state;
    site s = make_site();
    assert_int_equal(thud_world_next_body(s.world, s.stale_body).generation, 0);
    assert_int_equal(thud_world_next_joint(s.world, s.stale_joint).generation, 0);
    assert_int_equal(thud_body_next_shape(s.world, s.box, s.stale_shape).generation, 0);
    thud_world_destroy(s.world);
}

/* ---- no world ---- */

static void every_call_without_a_world_does_nothing(void **state) {
    (void)state;
    thud_world *w = NULL;
    const thud_body_id body = {0, 1};
    const thud_shape_id shape = {0, 1};
    const thud_joint_id joint = {0, 1};
    const thud_query_filter all = thud_query_filter_all();
    thud_body_def body_def = thud_body_defaults();
    thud_shape_def shape_def = thud_shape_defaults();
    thud_target_joint_def joint_def = thud_target_joint_defaults();
    thud_world_def world_def = thud_world_defaults();
    thud_shape ball;
    thud_circle(origin, 1.0f, &ball);
    thud_mass mass = {1.0f, {0.0f, 0.0f}, 1.0f};
    thud_world_destroy(w);
    assert_int_equal(thud_world_refusal(w).status, THUD_NULL_ARGUMENT);
    assert_false(thud_world_configure(w, &world_def));
    assert_int_equal(thud_world_counts(w).bodies, 0);
    assert_float_equal(thud_world_last_timings(w).step, 0.0f, 0.0f);
    (void)thud_world_hash(w);
    (void)thud_world_definition(w);
    assert_int_equal(thud_world_next_body(w, (thud_body_id){0, 0}).generation, 0);
    assert_int_equal(thud_world_next_joint(w, (thud_joint_id){0, 0}).generation, 0);
    assert_int_equal(thud_world_contact_events(w).begin_count, 0);
    assert_int_equal(thud_world_move_events(w).count, 0);
    assert_int_equal(thud_body_create(w, &body_def).generation, 0);
    assert_false(thud_body_destroy(w, body) || thud_body_is_valid(w, body) ||
                 thud_body_configure(w, body, &body_def));
    assert_false(thud_body_set_velocity(w, body, origin, 0.0f) || thud_body_teleport(w, body, origin, 0.0f));
    assert_false(thud_body_set_target(w, body, origin, 0.0f, 1.0f) ||
                 thud_body_apply_force(w, body, origin, origin));
    assert_false(thud_body_apply_force_to_center(w, body, origin) || thud_body_apply_torque(w, body, 0.0f));
    assert_false(thud_body_apply_impulse(w, body, origin, origin) ||
                 thud_body_apply_angular_impulse(w, body, 0.0f));
    assert_false(thud_body_set_mass(w, body, &mass) || thud_body_reset_mass(w, body));
    assert_false(thud_body_wake(w, body) || thud_body_sleep(w, body) || thud_body_is_awake(w, body));
    assert_float_equal(thud_body_position(w, body).x + thud_body_center(w, body).x +
                           thud_body_velocity(w, body).x,
                       0.0f, 0.0f);
    assert_float_equal(thud_body_angle(w, body) + thud_body_angular_velocity(w, body) +
                           thud_body_mass(w, body).mass,
                       0.0f, 0.0f);
    (void)thud_body_definition(w, body);
    (void)thud_body_previous_pose(w, body);
    (void)thud_body_velocity_at(w, body, origin);
    assert_int_equal(thud_body_contacts(w, body, NULL, 0), 0);
    assert_int_equal(thud_body_add_shape(w, body, &shape_def, &ball).generation, 0);
    assert_int_equal(thud_body_add_circle(w, body, &shape_def, origin, 1.0f).generation, 0);
    assert_int_equal(thud_body_next_shape(w, body, (thud_shape_id){0, 0}).generation, 0);
    const thud_contact_id contact = {1, 1};
    assert_false(thud_contact_is_valid(w, contact));
    assert_int_equal(thud_contact_read(w, contact).manifold.count, 0);
    assert_int_equal(thud_world_next_contact(w, (thud_contact_id){0, 0}).generation, 0);
    assert_int_equal(thud_shape_contacts(w, shape, NULL, 0), 0);
    assert_null(thud_body_user_data(w, body));
    assert_null(thud_shape_user_data(w, shape));
    assert_false(thud_body_remove_shape(w, shape) || thud_shape_is_valid(w, shape) ||
                 thud_shape_configure(w, shape, &shape_def));
    assert_false(thud_shape_set_geometry(w, shape, &ball));
    assert_int_equal(thud_shape_body(w, shape).generation, 0);
    assert_int_equal(thud_shape_geometry(w, shape).kind, THUD_SHAPE_NONE);
    (void)thud_shape_definition(w, shape);
    assert_int_equal(thud_target_joint_create(w, &joint_def).generation, 0);
    assert_false(thud_target_joint_set_target(w, joint, origin) ||
                 thud_target_joint_configure(w, joint, &joint_def));
    assert_false(thud_joint_is_valid(w, joint) || thud_joint_destroy(w, joint));
    (void)thud_target_joint_definition(w, joint);
    (void)thud_joint_force(w, joint);
    assert_false(thud_world_cast_ray(w, origin, origin, all).cast.hit);
    assert_false(thud_world_cast_shape(w, &ball, thud_pose_identity(), origin, all).cast.hit);
    assert_false(thud_world_cast_ray_all(w, origin, origin, all, never_asked, NULL));
    assert_false(thud_world_cast_shape_all(w, &ball, thud_pose_identity(), origin, all, never_asked, NULL));
    assert_false(thud_world_overlap_aabb(w, (thud_aabb){{0, 0}, {1, 1}}, all, never_shown, NULL));
    assert_false(thud_world_overlap_shape(w, &ball, thud_pose_identity(), all, never_shown, NULL));
    assert_int_equal(thud_world_shape_at(w, origin, all).generation, 0);
    thud_world_draw(w, NULL);
}

/* ---- from inside of a callback ---- */

typedef struct intrusion {
    const site *s;
    bool done;
    int accepted;
    int wrongly_named;
} intrusion;

static void note(intrusion *intruder, bool accepted) {
    intruder->accepted += accepted;
    intruder->wrongly_named += thud_world_refusal(intruder->s->world).status != THUD_WORLD_LOCKED;
}

/* Makes every call that changes the world; none may be accepted. */
static void intrude(intrusion *intruder) {
    const site *s = intruder->s;
    thud_world *w = s->world;
    thud_body_def body_def = thud_body_defaults();
    thud_shape_def shape_def = thud_shape_defaults();
    thud_target_joint_def joint_def = thud_target_joint_defaults();
    joint_def.body = s->box;
    thud_world_def world_def = thud_world_definition(w);
    thud_shape ball;
    thud_circle(origin, 1.0f, &ball);
    thud_mass mass = {1.0f, {0.0f, 0.0f}, 1.0f};
    const thud_vec2 far = {7.0f, 7.0f};
    thud_stepper stepper = thud_stepper_defaults();
    thud_world_destroy(w);
    note(intruder, false);
    note(intruder, thud_world_step(w, TEST_DT).status != THUD_WORLD_LOCKED);
    note(intruder, thud_stepper_advance(&stepper, w, 1.0f) != 0);
    note(intruder, thud_world_configure(w, &world_def));
    thud_mover_state without_body = thud_mover_state_at(far);
    note(intruder, thud_mover_destroy(w, &without_body));
    note(intruder, thud_body_create(w, &body_def).generation != 0);
    note(intruder, thud_body_destroy(w, s->box));
    note(intruder, thud_body_configure(w, s->box, &body_def));
    note(intruder, thud_body_set_velocity(w, s->box, far, 1.0f));
    note(intruder, thud_body_teleport(w, s->box, far, 1.0f));
    note(intruder, thud_body_set_target(w, s->platform, far, 1.0f, 1.0f));
    note(intruder, thud_body_apply_force(w, s->box, far, far));
    note(intruder, thud_body_apply_force_to_center(w, s->box, far));
    note(intruder, thud_body_apply_torque(w, s->box, 1.0f));
    note(intruder, thud_body_apply_impulse(w, s->box, far, far));
    note(intruder, thud_body_apply_angular_impulse(w, s->box, 1.0f));
    note(intruder, thud_body_set_mass(w, s->box, &mass));
    note(intruder, thud_body_reset_mass(w, s->box));
    note(intruder, thud_body_wake(w, s->box));
    note(intruder, thud_body_sleep(w, s->box));
    note(intruder, thud_body_add_shape(w, s->box, &shape_def, &ball).generation != 0);
    note(intruder, thud_body_add_circle(w, s->box, &shape_def, origin, 1.0f).generation != 0);
    note(intruder, thud_body_add_capsule(w, s->box, &shape_def, origin, far, 1.0f).generation != 0);
    note(intruder, thud_body_add_segment(w, s->box, &shape_def, origin, far).generation != 0);
    note(intruder, thud_body_add_box(w, s->box, &shape_def, far).generation != 0);
    note(intruder, thud_body_remove_shape(w, s->shape));
    note(intruder, thud_shape_configure(w, s->shape, &shape_def));
    note(intruder, thud_shape_set_geometry(w, s->shape, &ball));
    note(intruder, thud_target_joint_create(w, &joint_def).generation != 0);
    note(intruder, thud_target_joint_set_target(w, s->joint, far));
    note(intruder, thud_target_joint_configure(w, s->joint, &joint_def));
    note(intruder, thud_joint_destroy(w, s->joint));
    intruder->done = true;
}

static bool intrude_from_overlap(thud_world *world, thud_shape_id shape, void *context) {
    (void)world;
    (void)shape;
    intrude(context);
    return true;
}

static float intrude_from_cast(thud_world *world, const thud_world_hit *hit, void *context) {
    (void)world;
    (void)hit;
    intrude(context);
    return 1.0f;
}

static void intrude_from_drawing(thud_vec2 point, thud_draw_role role, void *context) {
    (void)point;
    (void)role;
    intrude(context);
}

static bool intrude_from_filter(thud_world *world, thud_shape_id a, thud_shape_id b, void *context) {
    (void)world;
    (void)a;
    (void)b;
    intrude(context);
    return true;
}

static bool intrude_from_pre_solve(thud_world *world, const thud_contact_data *contact, thud_material *material,
                                   void *context) {
    (void)world;
    (void)contact;
    (void)material;
    intrude(context);
    return true;
}

static thud_material intrude_from_mixing(const thud_surface *a, const thud_surface *b, void *context) {
    intrude(context);
    return thud_material_mix(&a->material, &b->material);
}

static void check_intruder(intrusion *intruder) {
    assert_true(intruder->done);
    assert_int_equal(intruder->accepted, 0);
    assert_int_equal(intruder->wrongly_named, 0);
    intruder->done = false;
}

static void no_callback_can_change_the_world(void **state) {
    (void)state;
    site s = make_site();
    intrusion intruder = {.s = &s};
    const thud_query_filter all = thud_query_filter_all();
    thud_aabb everywhere = {{-1000.0f, -1000.0f}, {1000.0f, 1000.0f}};
    thud_world_overlap_aabb(s.world, everywhere, all, intrude_from_overlap, &intruder);
    check_intruder(&intruder);
    thud_world_cast_ray_all(s.world, thud_vec2_make(0.0f, 50.0f), thud_vec2_make(0.0f, -100.0f), all,
                            intrude_from_cast, &intruder);
    check_intruder(&intruder);
    thud_shape ball;
    thud_circle(origin, 1.0f, &ball);
    thud_world_overlap_shape(s.world, &ball, thud_pose_identity(), all, intrude_from_overlap, &intruder);
    check_intruder(&intruder);
    thud_debug_draw draw = thud_debug_draw_defaults();
    draw.point = intrude_from_drawing;
    draw.centers = true;
    draw.context = &intruder;
    thud_world_draw(s.world, &draw);
    check_intruder(&intruder);
    assert_int_equal(thud_world_hash(s.world), s.hash);

    thud_world_def def = thud_world_definition(s.world);
    def.filter = intrude_from_filter;
    def.filter_context = &intruder;
    assert_true(thud_world_configure(s.world, &def));
    test_add_box(s.world, thud_vec2_make(0.5f, 1.0f), thud_vec2_make(0.5f, 0.5f));
    test_step(s.world, 1);
    check_intruder(&intruder);
    assert_true(thud_body_is_valid(s.world, s.box));

    def.filter = NULL;
    def.pre_solve = intrude_from_pre_solve;
    def.pre_solve_context = &intruder;
    assert_true(thud_world_configure(s.world, &def));
    thud_shape_def shape_def = thud_shape_definition(s.world, s.shape);
    shape_def.pre_solve = true;
    assert_true(thud_shape_configure(s.world, s.shape, &shape_def));
    thud_body_teleport(s.world, s.box, thud_vec2_make(0.0f, 0.4f), 0.0f);
    test_step(s.world, 2);
    check_intruder(&intruder);
    thud_body_teleport(s.world, s.box, thud_vec2_make(30.0f, 6.0f), 0.0f);
    test_step(s.world, 1);
    intruder.done = false;
    thud_body_set_velocity(s.world, s.box, thud_vec2_make(0.0f, -399.0f), 0.0f); /* for continuous collision */
    test_step(s.world, 1);
    check_intruder(&intruder);

    def.pre_solve = NULL;
    def.mix_materials = intrude_from_mixing;
    def.mix_materials_context = &intruder;
    thud_body_teleport(s.world, s.box, thud_vec2_make(0.0f, 0.4f), 0.0f);
    assert_true(thud_world_configure(s.world, &def));
    test_step(s.world, 1);
    check_intruder(&intruder);
    assert_true(thud_shape_configure(s.world, s.shape, &shape_def)); /* calls the mixing rule between steps */
    check_intruder(&intruder);
    thud_world_destroy(s.world);
}

static void a_refusal_stays_until_the_next_one(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    assert_int_equal(thud_world_refusal(world).status, THUD_OK);
    thud_body_def def = thud_body_defaults();
    def.angle = NAN;
    thud_body_create(world, &def);
    assert_int_equal(thud_world_refusal(world).status, THUD_NOT_FINITE);
    assert_string_equal(thud_world_refusal(world).field, "angle");
    test_add_ground(world);
    test_step(world, 1);
    assert_int_equal(thud_world_refusal(world).status, THUD_NOT_FINITE);
    def.angle = 0.0f;
    def.linear_damping = -3.0f;
    thud_body_create(world, &def);
    assert_int_equal(thud_world_refusal(world).status, THUD_NEGATIVE);
    assert_true(thud_world_refusal(world).value == -3.0);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_of_a_world_definition_are_checked),
        cmocka_unit_test(counts_and_hooks_of_a_world_definition_are_checked),
        cmocka_unit_test(fixed_fields_cannot_be_configured),
        cmocka_unit_test(the_definition_of_a_world_configures_it),
        cmocka_unit_test(fields_of_a_body_definition_are_checked),
        cmocka_unit_test(fields_of_a_shape_definition_are_checked),
        cmocka_unit_test(fields_of_a_joint_definition_are_checked),
        cmocka_unit_test(bad_shapes_are_refused),
        cmocka_unit_test(bad_arguments_of_body_calls_are_refused),
        cmocka_unit_test(bad_steps_are_refused),
        cmocka_unit_test(bad_queries_are_refused),
        cmocka_unit_test(stale_null_and_invented_ids_are_refused_everywhere),
        cmocka_unit_test(iterating_from_a_stale_id_ends),
        cmocka_unit_test(every_call_without_a_world_does_nothing),
        cmocka_unit_test(no_callback_can_change_the_world),
        cmocka_unit_test(a_refusal_stays_until_the_next_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
