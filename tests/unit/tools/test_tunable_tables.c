/* The engine's tables: every number of a definition has a row, every range is that of the engine's own check. */
#include "test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "thud/limits.h"
#include "thud/mover.h"
#include "thud/runner.h"
#include "thud/tile_grid.h"
#include "tools/object_kinds.h"

/* Space for any definition. */
typedef union any_def {
    thud_world_def world;
    thud_solver_settings solver;
    thud_material material;
    thud_object_def object;
    thud_runner_def runner;
    thud_mover_def mover;
    thud_tile_def tile;
} any_def;

/* ---- every field ---- */

/* A field that is no tunable number. */
typedef struct exception {
    thud_tunable_struct table;
    const char *field;
    size_t offset, size;
    const char *why;
} exception;

#define EXCEPT(table, type, member, why)                                                                     \
    { table, #member, offsetof(type, member), sizeof(((type *)0)->member), why }
#define EXCEPT_BASE(table, type)                                                                             \
    EXCEPT(table, type, base.body_a, "an id"), EXCEPT(table, type, base.body_b, "an id"),                    \
        EXCEPT(table, type, base.name, "text"), EXCEPT(table, type, base.user_data, "a pointer")

static const exception exceptions[] = {
    EXCEPT(THUD_TUNABLES_WORLD, thud_world_def, run_tasks, "a function"),
    EXCEPT(THUD_TUNABLES_WORLD, thud_world_def, run_tasks_context, "a pointer"),
    EXCEPT(THUD_TUNABLES_WORLD, thud_world_def, lanes,
           "a choice that changes speed only; the demos' --lanes"),
    EXCEPT(THUD_TUNABLES_WORLD, thud_world_def, hooks, "functions"),
    EXCEPT(THUD_TUNABLES_WORLD, thud_world_def, filter, "a function"),
    EXCEPT(THUD_TUNABLES_WORLD, thud_world_def, filter_context, "a pointer"),
    EXCEPT(THUD_TUNABLES_WORLD, thud_world_def, pre_solve, "a function"),
    EXCEPT(THUD_TUNABLES_WORLD, thud_world_def, pre_solve_context, "a pointer"),
    EXCEPT(THUD_TUNABLES_WORLD, thud_world_def, mix_materials, "a function"),
    EXCEPT(THUD_TUNABLES_WORLD, thud_world_def, mix_materials_context, "a pointer"),
    EXCEPT(THUD_TUNABLES_WORLD, thud_world_def, name, "text"),
    EXCEPT(THUD_TUNABLES_WORLD, thud_world_def, user_data, "a pointer"),
    EXCEPT(THUD_TUNABLES_BODY, thud_body_def, type, "another kind of object, not a number"),
    EXCEPT(THUD_TUNABLES_BODY, thud_body_def, name, "text"),
    EXCEPT(THUD_TUNABLES_BODY, thud_body_def, user_data, "a pointer"),
    EXCEPT(THUD_TUNABLES_SHAPE, thud_shape_def, filter, "sets of bits: what it collides with"),
    EXCEPT(THUD_TUNABLES_SHAPE, thud_shape_def, material_id, "an id of the game's"),
    EXCEPT(THUD_TUNABLES_SHAPE, thud_shape_def, name, "text"),
    EXCEPT(THUD_TUNABLES_SHAPE, thud_shape_def, user_data, "a pointer"),
    EXCEPT(THUD_TUNABLES_TARGET_JOINT, thud_target_joint_def, body, "an id"),
    EXCEPT(THUD_TUNABLES_TARGET_JOINT, thud_target_joint_def, name, "text"),
    EXCEPT(THUD_TUNABLES_TARGET_JOINT, thud_target_joint_def, user_data, "a pointer"),
    EXCEPT_BASE(THUD_TUNABLES_REVOLUTE_JOINT, thud_revolute_joint_def),
    EXCEPT_BASE(THUD_TUNABLES_DISTANCE_JOINT, thud_distance_joint_def),
    EXCEPT(THUD_TUNABLES_DISTANCE_JOINT, thud_distance_joint_def, base.break_torque, "a rod bears no torque"),
    EXCEPT_BASE(THUD_TUNABLES_WELD_JOINT, thud_weld_joint_def),
    EXCEPT(THUD_TUNABLES_WELD_JOINT, thud_weld_joint_def, linear_spring.target, "means nothing in a bond"),
    EXCEPT(THUD_TUNABLES_WELD_JOINT, thud_weld_joint_def, angular_spring.target, "means nothing in a bond"),
    EXCEPT_BASE(THUD_TUNABLES_PRISMATIC_JOINT, thud_prismatic_joint_def),
    EXCEPT_BASE(THUD_TUNABLES_WHEEL_JOINT, thud_wheel_joint_def),
    EXCEPT_BASE(THUD_TUNABLES_MOTOR_JOINT, thud_motor_joint_def),
    EXCEPT(THUD_TUNABLES_MOTOR_JOINT, thud_motor_joint_def, base.hertz, "a drive has its own"),
    EXCEPT(THUD_TUNABLES_MOTOR_JOINT, thud_motor_joint_def, base.damping_ratio, "a drive has its own"),
    EXCEPT_BASE(THUD_TUNABLES_GEAR_JOINT, thud_gear_joint_def),
    EXCEPT(THUD_TUNABLES_GEAR_JOINT, thud_gear_joint_def, base.anchor_a, "a gear takes those of its joints"),
    EXCEPT(THUD_TUNABLES_GEAR_JOINT, thud_gear_joint_def, base.anchor_b, "a gear takes those of its joints"),
    EXCEPT(THUD_TUNABLES_GEAR_JOINT, thud_gear_joint_def, joint_a, "an id"),
    EXCEPT(THUD_TUNABLES_GEAR_JOINT, thud_gear_joint_def, joint_b, "an id"),
    EXCEPT_BASE(THUD_TUNABLES_PULLEY_JOINT, thud_pulley_joint_def),
    EXCEPT(THUD_TUNABLES_PULLEY_JOINT, thud_pulley_joint_def, base.break_torque, "a rope bears no torque"),
    EXCEPT_BASE(THUD_TUNABLES_RATCHET_JOINT, thud_ratchet_joint_def),
    EXCEPT(THUD_TUNABLES_RATCHET_JOINT, thud_ratchet_joint_def, base.anchor_a, "a ratchet holds no place"),
    EXCEPT(THUD_TUNABLES_RATCHET_JOINT, thud_ratchet_joint_def, base.anchor_b, "a ratchet holds no place"),
    EXCEPT(THUD_TUNABLES_RATCHET_JOINT, thud_ratchet_joint_def, base.break_force, "a ratchet bears no force"),
    EXCEPT(THUD_TUNABLES_MOVER, thud_mover_def, shape, "geometry"),
    EXCEPT(THUD_TUNABLES_MOVER, thud_mover_def, leaving, "a choice of three"),
    EXCEPT(THUD_TUNABLES_MOVER, thud_mover_def, filter, "sets of bits: what it collides with"),
    EXCEPT(THUD_TUNABLES_MOVER, thud_mover_def, judge, "a function"),
    EXCEPT(THUD_TUNABLES_MOVER, thud_mover_def, judge_context, "a pointer"),
    EXCEPT(THUD_TUNABLES_TILE, thud_tile_def, kind, "another kind of tile"),
    EXCEPT(THUD_TUNABLES_TILE, thud_tile_def, polygon_count, "geometry"),
    EXCEPT(THUD_TUNABLES_TILE, thud_tile_def, polygons, "geometry"),
    EXCEPT(THUD_TUNABLES_TILE, thud_tile_def, edge, "geometry"),
    EXCEPT(THUD_TUNABLES_TILE, thud_tile_def, filter, "sets of bits: what it collides with"),
    EXCEPT(THUD_TUNABLES_TILE, thud_tile_def, material_id, "an id of the game's"),
    EXCEPT(THUD_TUNABLES_TILE, thud_tile_def, user_data, "a pointer"),
};

/* A set with one group, "it", over a struct of a table. */
static thud_tunables *set_over(thud_tunable_struct which, any_def *def) {
    thud_tunables *tunables = thud_tunables_create();
    thud_tunable_group group = {.name = "it", .table = thud_tunables_of(which), .values = def};
    assert_int_equal(thud_tunables_add(tunables, &group), THUD_OK);
    return tunables;
}

#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
#define KNOWS_PADDING
#endif
#endif

/* Marks the bytes of a struct that belong to fields: with gcc those without padding, else all. */
static void mark_fields(thud_tunable_struct which, unsigned char *bytes) {
    memset(bytes, 0xff, sizeof(any_def));
#ifdef KNOWS_PADDING
    any_def *def = (any_def *)(void *)bytes;
    switch (which) {
    case THUD_TUNABLES_WORLD:
        __builtin_clear_padding(&def->world);
        break;
    case THUD_TUNABLES_SOLVER:
        __builtin_clear_padding(&def->solver);
        break;
    case THUD_TUNABLES_MATERIAL:
        __builtin_clear_padding(&def->material);
        break;
    case THUD_TUNABLES_BODY:
        __builtin_clear_padding(&def->object.body);
        break;
    case THUD_TUNABLES_SHAPE:
        __builtin_clear_padding(&def->object.shape);
        break;
    case THUD_TUNABLES_TARGET_JOINT:
        __builtin_clear_padding(&def->object.target);
        break;
    case THUD_TUNABLES_REVOLUTE_JOINT:
        __builtin_clear_padding(&def->object.revolute);
        break;
    case THUD_TUNABLES_DISTANCE_JOINT:
        __builtin_clear_padding(&def->object.distance);
        break;
    case THUD_TUNABLES_WELD_JOINT:
        __builtin_clear_padding(&def->object.weld);
        break;
    case THUD_TUNABLES_PRISMATIC_JOINT:
        __builtin_clear_padding(&def->object.prismatic);
        break;
    case THUD_TUNABLES_WHEEL_JOINT:
        __builtin_clear_padding(&def->object.wheel);
        break;
    case THUD_TUNABLES_MOTOR_JOINT:
        __builtin_clear_padding(&def->object.motor);
        break;
    case THUD_TUNABLES_GEAR_JOINT:
        __builtin_clear_padding(&def->object.gear);
        break;
    case THUD_TUNABLES_PULLEY_JOINT:
        __builtin_clear_padding(&def->object.pulley);
        break;
    case THUD_TUNABLES_RATCHET_JOINT:
        __builtin_clear_padding(&def->object.ratchet);
        break;
    case THUD_TUNABLES_RUNNER:
        __builtin_clear_padding(&def->runner);
        break;
    default:
        break;
    }
#else
    (void)which;
#endif
}

/* Returns true if the padding of a struct is known: gcc 12 misses it in structs with arrays of structs. */
static bool knows_padding(thud_tunable_struct which) {
#ifdef KNOWS_PADDING
    return which != THUD_TUNABLES_MOVER && which != THUD_TUNABLES_TILE;
#else
    (void)which;
    return false;
#endif
}

/* The first byte of a struct that no row and no exception covers; -1 for none. If padding is not known, a gap of less
 * than 8 bytes up to a multiple of 4 counts as padding. */
static int uncovered_byte(thud_tunable_struct which) {
    any_def def = {0};
    _Alignas(any_def) unsigned char bytes[sizeof(any_def)];
    size_t size = thud_tunables_of(which)->size;
    thud_tunables *tunables = set_over(which, &def);
    mark_fields(which, bytes);
    for (int i = 0; i < thud_tunables_count(tunables); i++) {
        thud_tunable_info info = thud_tunables_at(tunables, i);
        assert_true(info.offset + info.size <= size);
        memset(bytes + info.offset, 0, info.size);
    }
    thud_tunables_destroy(tunables);
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++) {
        if (exceptions[i].table == which) {
            memset(bytes + exceptions[i].offset, 0, exceptions[i].size);
        }
    }
    for (size_t i = 0; i < size; i++) {
        size_t end = i;
        while (end < size && bytes[end] != 0) {
            end++;
        }
        if (!knows_padding(which) && end - i < 8 && end % 4 == 0) {
            i = end;
            continue;
        }
        if (end > i) {
            return (int)i;
        }
    }
    return -1;
}

static void every_field_of_a_definition_has_a_row_or_a_reason(void **state) {
    (void)state;
    for (int which = 0; which < THUD_TUNABLES_STRUCT_COUNT; which++) {
        int byte = uncovered_byte((thud_tunable_struct)which);
        if (byte >= 0) {
            print_error("%s: the field at byte %d has no row\n",
                        thud_tunables_of((thud_tunable_struct)which)->type, byte);
        }
        assert_int_equal(byte, -1);
    }
}

/* ---- every name ---- */

enum { header_text = 1 << 18 };

/* Appends a header without its comments to a text of header_text bytes. */
static void read_header(const char *name, char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s.h", THUD_PUBLIC_HEADERS, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = strlen(text);
    length += fread(text + length, 1, header_text - 1 - length, file);
    assert_true(length < header_text - 1);
    text[length] = '\0';
    fclose(file);
    for (char *comment = strstr(text, "/*"); comment != NULL; comment = strstr(comment, "/*")) {
        char *end = strstr(comment, "*/");
        assert_non_null(end);
        memset(comment, ' ', (size_t)(end + 2 - comment));
    }
}

/* The next field's name in the body of a struct: the word before a ';', ',' or '['. Null at its end. */
static const char *next_field(const char **at, size_t *length) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const char *name = NULL;
    while (**at != '}') {
        size_t word = strspn(*at, letters);
        if (word > 0) {
            name = *at;
            *length = word;
            *at += word;
        } else if (**at == '[') {
            *at = strchr(*at, ']') + 1;
        } else if (*(*at)++ == ';' || (*at)[-1] == ',') {
            return name;
        }
    }
    return NULL;
}

static bool is_part_of(const char *path, const char *name, size_t length) {
    return strncmp(path, name, length) == 0 && (path[length] == '\0' || path[length] == '.');
}

static bool is_known_field(thud_tunable_struct which, const char *name, size_t length) {
    bool known = false;
    const thud_tunable_table *table = thud_tunables_of(which);
    for (int i = 0; i < table->count; i++) {
        known = known || is_part_of(table->rows[i].field, name, length);
    }
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++) {
        known = known || (exceptions[i].table == which && is_part_of(exceptions[i].field, name, length));
    }
    return known;
}

/* The test of bytes takes a bool between two other fields of thud_mover_def or thud_tile_def as padding; with compilers
 * other than gcc it does so in all structs. This test reads the headers. */
static void every_name_in_a_definition_has_a_row_or_a_reason(void **state) {
    (void)state;
    static const char *const headers[] = {"world",  "response", "body",     "joint",
                                          "runner", "mover",    "tile_grid"};
    char *text = calloc(1, header_text), start[80];
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        read_header(headers[i], text);
    }
    for (int i = 0; i < THUD_TUNABLES_STRUCT_COUNT; i++) {
        thud_tunable_struct which = (thud_tunable_struct)i;
        snprintf(start, sizeof start, "typedef struct %s {", thud_tunables_of(which)->type);
        const char *at = strstr(text, start);
        assert_non_null(at);
        at += strlen(start);
        size_t length = 0;
        int count = 0;
        for (const char *name = next_field(&at, &length); name != NULL; name = next_field(&at, &length)) {
            if (!is_known_field(which, name, length)) {
                print_error("%s: the field %.*s has no row\n", thud_tunables_of(which)->type, (int)length,
                            name);
                fail();
            }
            count++;
        }
        assert_true(count >= 3); /* the struct was found */
    }
    free(text);
}

static void rows_are_complete(void **state) {
    (void)state;
    for (int which = 0; which < THUD_TUNABLES_STRUCT_COUNT; which++) {
        any_def def = {0};
        const thud_tunable_table *table = thud_tunables_of((thud_tunable_struct)which);
        if (table->defaults != NULL) {
            table->defaults(&def);
        }
        thud_tunables *tunables = set_over((thud_tunable_struct)which, &def);
        for (int i = 0; i < thud_tunables_count(tunables); i++) {
            thud_tunable_info info = thud_tunables_at(tunables, i);
            const thud_tunable *row = info.row;
            assert_true(row->label[0] != '\0' && row->advice[0] != '\0' && row->unit != NULL);
            assert_int_equal(row->advice[strlen(row->advice) - 1], '.');
            assert_true(row->least <= row->low && row->low < row->high && row->high <= row->most);
            assert_true(!row->logarithmic || row->low > 0.0);
            /* A pulley's length and a material have no default. */
            bool has_default = table->defaults != NULL && strcmp(info.path, "it.length") != 0;
            assert_true(!has_default || thud_tunable_check(row, info.initial).status == THUD_OK);
        }
        thud_tunables_destroy(tunables);
    }
    assert_null(thud_tunables_of(THUD_TUNABLES_STRUCT_COUNT));
}

/* ---- ranges ---- */

static thud_world *world;
static thud_body_id ground, left, right;
static thud_joint_id hinge_left, hinge_right;

static thud_joint_id add_hinge(thud_body_id body) {
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(world, ground, body, thud_body_position(world, body));
    return thud_revolute_joint_create(world, &def);
}

static thud_body_id add_box(float x, float y) {
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = (thud_vec2){x, y};
    thud_body_id body = thud_body_create(world, &def);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(world, body, &shape, (thud_vec2){0.4f, 0.3f});
    return body;
}

static int open_bench(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    world = thud_world_create(&def);
    thud_body_def body = thud_body_defaults();
    ground = thud_body_create(world, &body);
    left = add_box(-1.0f, 2.0f);
    right = add_box(1.0f, 2.0f);
    hinge_left = add_hinge(left);
    hinge_right = add_hinge(right);
    return 0;
}

static int close_bench(void **state) {
    (void)state;
    thud_world_destroy(world);
    return 0;
}

/* A definition that is accepted, with all springs on, so that their stiffness is checked. */
static void fill(thud_tunable_struct which, any_def *def) {
    *def = (any_def){0};
    if (thud_tunables_of(which)->defaults != NULL) {
        thud_tunables_of(which)->defaults(def);
    }
    if (which >= THUD_TUNABLES_REVOLUTE_JOINT &&
        which <= THUD_TUNABLES_RATCHET_JOINT) { /* all of these begin with their base */
        def->object.revolute.base.body_a = ground;
        def->object.revolute.base.body_b = left;
    }
    const thud_joint_spring spring = {true, 1.0f, 0.5f, 0.0f};
    switch (which) {
    case THUD_TUNABLES_TARGET_JOINT:
        def->object.target.body = left;
        break;
    case THUD_TUNABLES_REVOLUTE_JOINT:
        def->object.revolute.spring = spring;
        break;
    case THUD_TUNABLES_DISTANCE_JOINT:
        def->object.distance.spring = spring;
        break;
    case THUD_TUNABLES_WELD_JOINT:
        def->object.weld.linear_spring = def->object.weld.angular_spring = spring;
        break;
    case THUD_TUNABLES_PRISMATIC_JOINT:
        def->object.prismatic.spring = spring;
        break;
    case THUD_TUNABLES_GEAR_JOINT:
        def->object.gear.joint_a = hinge_left;
        def->object.gear.joint_b = hinge_right;
        break;
    case THUD_TUNABLES_PULLEY_JOINT:
        def->object.pulley.length = 3.0f;
        break;
    default:
        break;
    }
}

static bool destroys_joint(thud_joint_id joint) {
    return thud_joint_destroy(world, joint);
}

/* A segment, which has no mass whatever its density. */
static bool accepts_shape(const thud_shape_def *def) {
    thud_shape_id shape = thud_body_add_segment(world, ground, def, (thud_vec2){0, 0}, (thud_vec2){1, 0});
    return !thud_shape_id_is_null(shape) && thud_body_remove_shape(world, shape);
}

static bool accepts_body(const thud_body_def *def) {
    thud_body_id body = thud_body_create(world, def);
    return !thud_body_id_is_null(body) && thud_body_destroy(world, body);
}

/* A grid of one such tile. */
static bool accepts_tile(const thud_tile_def *tile) {
    const thud_tile_def tiles[] = {thud_tile_empty(), *tile};
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, 2};
    def.columns = def.rows = 1;
    def.cells = &(const uint16_t){1};
    return thud_tile_grid_destroy(world, thud_tile_grid_create(world, ground, &def));
}

/* Whether the engine accepts a definition. */
static bool accepts(thud_tunable_struct which, const any_def *def) {
    thud_world_def world_def = thud_world_defaults();
    thud_shape_def shape_def = thud_shape_defaults();
    switch (which) {
    case THUD_TUNABLES_WORLD:
        return thud_world_def_check(&def->world).status == THUD_OK;
    case THUD_TUNABLES_SOLVER:
        world_def.solver = def->solver;
        return thud_world_def_check(&world_def).status == THUD_OK;
    case THUD_TUNABLES_MATERIAL:
        shape_def.material = def->material;
        return accepts_shape(&shape_def);
    case THUD_TUNABLES_BODY:
        return accepts_body(&def->object.body);
    case THUD_TUNABLES_SHAPE:
        return accepts_shape(&def->object.shape);
    case THUD_TUNABLES_TARGET_JOINT:
        return destroys_joint(thud_target_joint_create(world, &def->object.target));
    case THUD_TUNABLES_REVOLUTE_JOINT:
        return destroys_joint(thud_revolute_joint_create(world, &def->object.revolute));
    case THUD_TUNABLES_DISTANCE_JOINT:
        return destroys_joint(thud_distance_joint_create(world, &def->object.distance));
    case THUD_TUNABLES_WELD_JOINT:
        return destroys_joint(thud_weld_joint_create(world, &def->object.weld));
    case THUD_TUNABLES_PRISMATIC_JOINT:
        return destroys_joint(thud_prismatic_joint_create(world, &def->object.prismatic));
    case THUD_TUNABLES_WHEEL_JOINT:
        return destroys_joint(thud_wheel_joint_create(world, &def->object.wheel));
    case THUD_TUNABLES_MOTOR_JOINT:
        return destroys_joint(thud_motor_joint_create(world, &def->object.motor));
    case THUD_TUNABLES_GEAR_JOINT:
        return destroys_joint(thud_gear_joint_create(world, &def->object.gear));
    case THUD_TUNABLES_PULLEY_JOINT:
        return destroys_joint(thud_pulley_joint_create(world, &def->object.pulley));
    case THUD_TUNABLES_RATCHET_JOINT:
        return destroys_joint(thud_ratchet_joint_create(world, &def->object.ratchet));
    case THUD_TUNABLES_RUNNER:
        return thud_runner_check(&def->runner, NULL) == THUD_OK;
    case THUD_TUNABLES_MOVER:
        return thud_mover_def_check(&def->mover).status == THUD_OK;
    case THUD_TUNABLES_TILE:
        return accepts_tile(&def->tile);
    case THUD_TUNABLES_STRUCT_COUNT:
        break;
    }
    return false;
}

static void put(any_def *def, const thud_tunable_info *info, double value) {
    char *at = (char *)def + info->offset;
    float real = (float)value;
    int whole = info->row->type == THUD_TUNABLE_INT ? (int)value : 0;
    bool flag = value != 0.0;
    memcpy(at,
           info->row->type == THUD_TUNABLE_FLOAT ? (void *)&real
           : info->row->type == THUD_TUNABLE_INT ? (void *)&whole
                                                 : (void *)&flag,
           info->size);
}

/* The next number of the row's type in a direction. */
static double beyond(const thud_tunable *row, double value, double direction) {
    return row->type == THUD_TUNABLE_FLOAT ? (double)nextafterf((float)value, (float)direction)
                                           : value + (direction > 0.0 ? 1.0 : -1.0);
}

/* Table and engine must say the same of a value. */
static void agree(thud_tunable_struct which, const thud_tunable_info *info, double value, bool accepted) {
    any_def def;
    fill(which, &def);
    put(&def, info, value);
    bool by_table = thud_tunable_check(info->row, value).status == THUD_OK;
    bool by_engine = accepts(which, &def);
    if (by_table != accepted || by_engine != accepted) {
        print_error("%s of %s = %.9g: table %d, engine %d, wanted %d\n", info->field, info->table->type,
                    value, by_table, by_engine, accepted);
    }
    assert_true(by_table == accepted && by_engine == accepted);
}

/* A spring that is off may have no stiffness: 0 is in the table's range, as it is the default. */
static bool is_spring_s_zero(const thud_tunable_info *info) {
    return strstr(info->field, "spring.hertz") != NULL;
}

/* A direction of any length: the table has a bound, the engine goes by what the square of the
 * length leaves in a float. */
static bool is_direction(const thud_tunable_info *info) {
    return strcmp(info->table->type, "thud_mover_def") == 0 && strncmp(info->field, "up.", 3) == 0;
}

static void the_hard_ranges_are_those_of_the_engine(void **state) {
    (void)state;
    for (int i = 0; i < THUD_TUNABLES_STRUCT_COUNT; i++) {
        thud_tunable_struct which = (thud_tunable_struct)i;
        any_def def;
        fill(which, &def);
        assert_true(accepts(which, &def));
        thud_tunables *tunables = set_over(which, &def);
        for (int j = 0; j < thud_tunables_count(tunables); j++) {
            thud_tunable_info info = thud_tunables_at(tunables, j);
            const thud_tunable *row = info.row;
            if (row->type == THUD_TUNABLE_BOOL) {
                continue;
            }
            if (!is_spring_s_zero(&info)) {
                agree(which, &info, row->least, true);
            }
            agree(which, &info, row->most, true);
            if (!is_direction(&info)) {
                agree(which, &info, beyond(row, row->least, -INFINITY), false);
                agree(which, &info, beyond(row, row->most, INFINITY), false);
            }
            if (row->type == THUD_TUNABLE_FLOAT) {
                agree(which, &info, (double)NAN, false);
            }
            if (row->not_zero) {
                agree(which, &info, 0.0, false);
            }
        }
        thud_tunables_destroy(tunables);
    }
}

/* The panel's filter looks for what is typed in labels and advice. "heavy" found the player's run time, and "slippery" nothing. */
static void the_words_for_what_one_wants_lead_to_the_number(void **state) {
    (void)state;
    static const struct {
        thud_tunable_struct table;
        const char *word, *field;
    } wanted[] = {
        {THUD_TUNABLES_SHAPE, "heavy", "density"},
        {THUD_TUNABLES_MATERIAL, "slippery", "friction"},
        {THUD_TUNABLES_MATERIAL, "ice", "friction"},
        {THUD_TUNABLES_MATERIAL, "bounce", "elasticity"},
        {THUD_TUNABLES_RUNNER, "jump", "jump_height"},
        {THUD_TUNABLES_RUNNER, "floaty", "jump_time"},
        {THUD_TUNABLES_MATERIAL, "conveyor", "surface_speed"},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const thud_tunable_table *table = thud_tunables_of(wanted[i].table);
        bool found = false;
        for (int k = 0; k < table->count; k++) {
            const thud_tunable *row = &table->rows[k];
            found |=
                strcmp(row->field, wanted[i].field) == 0 &&
                (strstr(row->advice, wanted[i].word) != NULL || strstr(row->label, wanted[i].word) != NULL);
        }
        if (!found) {
            fail_msg("'%s' does not lead to %s", wanted[i].word, wanted[i].field);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_words_for_what_one_wants_lead_to_the_number),
        cmocka_unit_test(every_field_of_a_definition_has_a_row_or_a_reason),
        cmocka_unit_test(every_name_in_a_definition_has_a_row_or_a_reason),
        cmocka_unit_test(rows_are_complete),
        cmocka_unit_test_setup_teardown(the_hard_ranges_are_those_of_the_engine, open_bench, close_bench),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
