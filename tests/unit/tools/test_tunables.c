/* Numbers by path: sets, groups, what is refused. The tables of the engine are tested in test_tunable_tables.c. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "thud/tile_grid.h"
#include "thud/tunables.h"
#include "unit/tools/tuned_world.h"

static void a_number_is_read_set_and_reset_by_its_path(void **state) {
    (void)state;
    assert_int_equal(thud_tunables_set(tunables, "world.solver.substeps", 8).status, THUD_OK);
    assert_int_equal(thud_world_definition(world).solver.substeps, 8);
    thud_tunable_info info = thud_tunables_find(tunables, "world.solver.substeps");
    assert_string_equal(info.path, "world.solver.substeps");
    assert_string_equal(info.field, "solver.substeps");
    assert_string_equal(info.group, "world");
    assert_true(info.value == 8.0 && info.initial == 4.0 && info.changed);
    assert_int_equal(thud_tunables_reset(tunables, "world.solver.substeps").status, THUD_OK);
    assert_int_equal(thud_world_definition(world).solver.substeps, 4);
    assert_false(thud_tunables_find(tunables, "world.solver.substeps").changed);
}

static void what_others_change_is_seen(void **state) {
    (void)state;
    thud_world_set_gravity(world, (thud_vec2){1.0f, -20.0f});
    assert_true(thud_tunables_find(tunables, "world.gravity.y").value == -20.0);
    thud_tunables_set(tunables, "world.gravity.x", 2.0);
    assert_float_equal(thud_world_gravity(world).y, -20.0f, 0.0f);
}

static void the_rows_are_enumerated_in_order(void **state) {
    (void)state;
    int count = thud_tunables_count(tunables);
    assert_true(count > 20);
    assert_string_equal(thud_tunables_at(tunables, 0).path, "world.gravity.x");
    for (int i = 0; i < count; i++) {
        thud_tunable_info info = thud_tunables_at(tunables, i);
        assert_ptr_equal(thud_tunables_find(tunables, info.path).row, info.row);
    }
    assert_null(thud_tunables_at(tunables, -1).path);
    assert_null(thud_tunables_at(tunables, count).path);
}

static void a_refused_number_changes_nothing_and_says_why(void **state) {
    (void)state;
    uint64_t before = thud_world_hash(world);
    thud_refusal refusal = thud_tunables_set(tunables, "world.solver.substeps", 65);
    assert_int_equal(refusal.status, THUD_OUT_OF_RANGE);
    assert_string_equal(refusal.field, "substeps");
    assert_string_equal(refusal.message, "substeps is 65; it must be a whole number, 1 to 64");
    assert_int_equal(thud_tunables_set(tunables, "world.solver.substeps", 4.5).status, THUD_OUT_OF_RANGE);
    assert_int_equal(thud_tunables_set(tunables, "world.gravity.y", NAN).status, THUD_NOT_FINITE);
    assert_int_equal(thud_tunables_set(tunables, "world.gravity.y", 1e300).status, THUD_OUT_OF_RANGE);
    assert_int_equal(thud_tunables_set(tunables, "world.sleeping", 0.5).status, THUD_OUT_OF_RANGE);
    refusal = thud_tunables_set(tunables, "world.aabb_margin", 0.1);
    assert_int_equal(refusal.status, THUD_FIXED_FIELD);
    assert_string_equal(refusal.field, "aabb_margin");
    thud_world_def def = thud_world_definition(world);
    assert_true(def.solver.substeps == 4 && def.gravity.y == -10.0f && def.sleeping &&
                def.aabb_margin == 0.05f);
    assert_true(thud_world_hash(world) == before);
}

static void a_misspelt_path_is_answered_by_the_nearest_one(void **state) {
    (void)state;
    thud_refusal refusal = thud_tunables_set(tunables, "world.solver.substep", 8);
    assert_int_equal(refusal.status, THUD_BAD_DATA);
    assert_string_equal(refusal.message,
                        "there is no 'world.solver.substep'; did you mean 'world.solver.substeps'?");
    assert_string_equal(thud_tunables_suggest(tunables, "wrold.gravity.x"), "world.gravity.x");
    assert_string_equal(thud_tunables_suggest(tunables, "max_speed"), "world.solver.max_speed");
    assert_null(thud_tunables_suggest(tunables, "completely.different.thing"));
    assert_null(thud_tunables_suggest(tunables, ""));
    char endless[4000];
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_int_equal(thud_tunables_set(tunables, endless, 1.0).status, THUD_BAD_DATA);
}

static void several_numbers_are_set_as_a_whole_or_not_at_all(void **state) {
    (void)state;
    int refused = -1;
    const thud_tunable_value wrong[] = {
        {"world.gravity.y", -30.0}, {"world.solver.substeps", 8.0}, {"world.worker_count", 2.0}};
    assert_int_equal(thud_tunables_set_all(tunables, wrong, 3, &refused).status, THUD_FIXED_FIELD);
    assert_int_equal(refused, 2);
    assert_float_equal(thud_world_gravity(world).y, -10.0f, 0.0f);
    assert_int_equal(thud_world_definition(world).solver.substeps, 4);
    const thud_tunable_value right[] = {
        {"world.gravity.y", -30.0}, {"world.solver.substeps", 8.0}, {"world.gravity.y", -35.0}};
    assert_int_equal(thud_tunables_set_all(tunables, right, 3, &refused).status, THUD_OK);
    assert_float_equal(thud_world_gravity(world).y, -35.0f, 0.0f);
    assert_int_equal(thud_world_definition(world).solver.substeps, 8);
}

/* ---- objects ---- */

static thud_body_id add_ball(float x, float damping) {
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position.x = x;
    def.linear_damping = damping;
    thud_body_id body = thud_body_create(world, &def);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_circle(world, body, &shape, (thud_vec2){0.0f, 0.0f}, 0.5f);
    return body;
}

static void a_body_is_tuned_by_itself(void **state) {
    (void)state;
    thud_body_id ball = add_ball(0.0f, 0.25f);
    assert_int_equal(thud_tunables_add_body(tunables, "ball", world, ball), THUD_OK);
    assert_int_equal(thud_tunables_set(tunables, "ball.position.y", 3.0).status, THUD_OK);
    assert_int_equal(thud_tunables_set(tunables, "ball.velocity.x", 2.0).status, THUD_OK);
    assert_int_equal(thud_tunables_reset(tunables, "ball.linear_damping").status, THUD_OK);
    thud_body_def def = thud_body_definition(world, ball);
    assert_true(def.position.y == 3.0f && def.velocity.x == 2.0f && def.linear_damping == 0.25f);
    thud_body_destroy(world, ball);
    assert_true(thud_tunables_find(tunables, "ball.velocity.x").value == 2.0); /* as it was last read */
    assert_int_equal(thud_tunables_set(tunables, "ball.gravity_scale", 2.0).status, THUD_STALE_ID);
    assert_int_equal(thud_tunables_add_body(tunables, "other", world, ball), THUD_STALE_ID);
    assert_int_equal(thud_tunables_add_joint(tunables, "joint", world, (thud_joint_id){0, 0}), THUD_STALE_ID);
}

static void all_objects_are_tuned_at_once(void **state) {
    (void)state;
    thud_body_id first = add_ball(0.0f, 0.5f), second = add_ball(2.0f, 0.75f);
    assert_int_equal(thud_tunables_add_objects(tunables, world), THUD_OK);
    thud_body_id third = add_ball(4.0f, 0.0f);
    assert_true(thud_tunables_find(tunables, "body.linear_damping").value == 0.5); /* of the first */
    assert_null(thud_tunables_find(tunables, "body.position.x").path);
    assert_null(thud_tunables_find(tunables, "joint.revolute.base.anchor_a.x").path);
    assert_true(thud_tunables_find(tunables, "joint.target.hertz").value ==
                5.0); /* the default: there is none */
    assert_int_equal(thud_tunables_set(tunables, "body.linear_damping", 0.5).status, THUD_OK);
    assert_int_equal(thud_tunables_set(tunables, "shape.material.friction", 0.125).status, THUD_OK);
    assert_true(thud_body_definition(world, second).linear_damping == 0.5f &&
                thud_body_definition(world, third).linear_damping == 0.5f);
    thud_shape_id shape = thud_body_next_shape(world, third, (thud_shape_id){0, 0});
    assert_true(thud_shape_material(world, shape).friction == 0.125f);
    assert_float_equal(thud_body_position(world, third).x, 4.0f, 0.0f);
    (void)first;
}

/* Each kind by itself: between two joints of a kind lies one of another, whose numbers have the same names. */
static void all_joints_of_a_kind_are_tuned_at_once(void **state) {
    (void)state;
    thud_joint_id joints[4];
    for (int i = 0; i < 4; i++) {
        thud_body_id a = add_ball((float)i, 0.0f), b = add_ball((float)i, 0.0f);
        if (i % 2 == 0) {
            thud_weld_joint_def def = thud_weld_joint_defaults();
            def.base = thud_joint_base_at(world, a, b, (thud_vec2){0.0f, 0.0f});
            joints[i] = thud_weld_joint_create(world, &def);
        } else {
            thud_wheel_joint_def def = thud_wheel_joint_defaults();
            def.base = thud_joint_base_at(world, a, b, (thud_vec2){0.0f, 0.0f});
            joints[i] = thud_wheel_joint_create(world, &def);
        }
    }
    assert_int_equal(thud_tunables_add_objects(tunables, world), THUD_OK);
    double before = thud_tunables_find(tunables, "joint.wheel.base.break_force").value;
    assert_int_equal(thud_tunables_set(tunables, "joint.weld.base.break_force", 7.0).status, THUD_OK);
    for (int i = 0; i < 4; i += 2) {
        assert_true(thud_weld_joint_definition(world, joints[i]).base.break_force == 7.0f);
    }
    assert_true(thud_tunables_find(tunables, "joint.wheel.base.break_force").value == before && before != 7.0);
    assert_int_equal(thud_tunables_set(tunables, "joint.wheel.base.break_force", 9.0).status, THUD_OK);
    for (int i = 0; i < 4; i++) {
        float force = i % 2 == 0 ? thud_weld_joint_definition(world, joints[i]).base.break_force
                                 : thud_wheel_joint_definition(world, joints[i]).base.break_force;
        assert_true(force == (i % 2 == 0 ? 7.0f : 9.0f));
    }
    assert_int_equal(thud_tunables_set(tunables, "joint.gear.base.break_force", 9.0).status,
                     THUD_OK); /* there is none */
}

/* A grid refuses that its shapes are changed one by one, which refused the number for all other shapes too. */
static void shapes_of_a_tile_grid_are_left_alone(void **state) {
    (void)state;
    thud_body_def def = thud_body_defaults();
    const thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full()};
    thud_tile_grid_def grid_def = thud_tile_grid_defaults();
    grid_def.tiles = (thud_tile_set){tiles, 2};
    grid_def.columns = grid_def.rows = 1;
    grid_def.cells = &(const uint16_t){1};
    assert_int_not_equal(thud_tile_grid_create(world, thud_body_create(world, &def), &grid_def).generation, 0);
    thud_shape_id shape = thud_body_next_shape(world, add_ball(0.0f, 0.0f), (thud_shape_id){0, 0});
    assert_int_equal(thud_tunables_add_objects(tunables, world), THUD_OK);
    assert_string_equal(thud_tunables_set(tunables, "shape.material.friction", 0.125).message, "");
    assert_true(thud_shape_material(world, shape).friction == 0.125f);
}

/* A grid on a body of its own: nothing, a full tile, a half tile of other friction. */
static thud_tile_grid_id add_grid(const uint16_t *cells, int columns) {
    thud_body_def def = thud_body_defaults();
    thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full(), thud_tile_slope(0.5f, 0.5f)};
    tiles[2].material.friction = 0.25f;
    tiles[2].material.surface_speed = 2.0f;
    thud_tile_grid_def grid_def = thud_tile_grid_defaults();
    grid_def.tiles = (thud_tile_set){tiles, 3};
    grid_def.columns = columns;
    grid_def.rows = 1;
    grid_def.cells = cells;
    return thud_tile_grid_create(world, thud_body_create(world, &def), &grid_def);
}

static thud_material tile_material(thud_tile_grid_id grid, int tile) {
    return thud_tile_grid_definition(world, grid).tiles.tiles[tile].material;
}

/* Numbers of tiles had no path in a world: a preset could not change a tile floor. */
static void all_tiles_are_tuned_at_once(void **state) {
    (void)state;
    thud_tile_grid_id first = add_grid((const uint16_t[]){1, 2, 0, 1}, 4),
                      second = add_grid((const uint16_t[]){2}, 1);
    thud_shape_id ball = thud_body_next_shape(world, add_ball(0.0f, 0.0f), (thud_shape_id){0, 0});
    assert_int_equal(thud_tunables_add_objects(tunables, world), THUD_OK);
    assert_true(thud_tunables_find(tunables, "tile.material.friction").value ==
                (double)0.6f);                                        /* of the full one */
    assert_null(thud_tunables_find(tunables, "tile.one_way.y").path); /* individual */
    assert_string_equal(thud_tunables_set(tunables, "tile.material.friction", 0.125).message, "");
    assert_true(thud_tunables_find(tunables, "tile.material.friction").value == 0.125);
    assert_true(tile_material(first, 1).friction == 0.125f && tile_material(first, 2).friction == 0.125f &&
                tile_material(second, 2).friction == 0.125f);
    assert_true(tile_material(first, 0).friction == 0.6f && tile_material(first, 2).surface_speed == 2.0f);
    assert_true(thud_shape_material(world, ball).friction == 0.6f);
    assert_int_equal(thud_tunables_reset(tunables, "tile.material.friction").status, THUD_OK);
    assert_true(tile_material(second, 2).friction == 0.6f);
    assert_int_equal(thud_tunables_set(tunables, "tile.material.friction", -1.0).status, THUD_OUT_OF_RANGE);
    thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full(), thud_tile_full()};
    tiles[1].material.friction = 0.375f; /* of the first one that is not empty, as a game changes it */
    assert_true(thud_tile_grid_set_tiles(world, first, (thud_tile_set){tiles, 3}));
    assert_true(thud_tunables_find(tunables, "tile.material.friction").value == 0.375);
}

static thud_refusal refuse_all(const thud_tunable_change *change, void *context) {
    (void)change;
    (void)context;
    return (thud_refusal){.status = THUD_WRONG_KIND, .field = "friction"};
}

/* The game's group comes last and refuses: the tiles of both grids get their own friction back,
 * not that of the first. */
static void tiles_are_put_back_when_another_group_refuses(void **state) {
    (void)state;
    thud_tile_grid_id first = add_grid((const uint16_t[]){1, 2}, 2),
                      second = add_grid((const uint16_t[]){2}, 1);
    thud_material unused = {.friction = 0.5f};
    thud_tunable_group game = {.name = "game",
                               .table = thud_tunables_of(THUD_TUNABLES_MATERIAL),
                               .values = &unused,
                               .apply = refuse_all};
    assert_int_equal(thud_tunables_add_objects(tunables, world), THUD_OK);
    assert_int_equal(thud_tunables_add(tunables, &game), THUD_OK);
    /* what was accepted before stays */
    assert_int_equal(thud_tunables_set(tunables, "tile.material.surface_speed", 4.0).status, THUD_OK);
    const thud_tunable_value both[] = {{"tile.material.friction", 0.125}, {"game.friction", 1.0}};
    assert_int_equal(thud_tunables_set_all(tunables, both, 2, NULL).status, THUD_WRONG_KIND);
    assert_true(tile_material(first, 1).friction == 0.6f && tile_material(first, 2).friction == 0.25f &&
                tile_material(second, 2).friction == 0.25f && unused.friction == 0.5f);
    assert_true(tile_material(first, 1).surface_speed == 4.0f &&
                tile_material(second, 2).surface_speed == 4.0f);
}

/* The third ball is so large that the density makes it too heavy: the first two get their own densities back. */
static void what_one_object_refuses_none_keeps(void **state) {
    (void)state;
    thud_shape_id shapes[2];
    thud_shape_def def = thud_shape_defaults();
    for (int i = 0; i < 3; i++) {
        thud_body_id ball = add_ball(3.0f * (float)i, 0.0f);
        thud_shape_id shape = thud_body_next_shape(world, ball, (thud_shape_id){0, 0});
        def.density = 1.0f + (float)i;
        thud_shape_configure(world, shape, &def);
        if (i < 2) {
            shapes[i] = shape;
        } else {
            def.density = 1e-10f;
            thud_shape_configure(world, shape, &def);
            thud_shape huge = thud_shape_geometry(world, shape);
            huge.radius = 1e7f;
            assert_true(thud_shape_set_geometry(world, shape, &huge));
        }
    }
    assert_int_equal(thud_tunables_add_objects(tunables, world), THUD_OK);
    const thud_tunable_value both[] = {{"world.gravity.y", -5.0}, {"shape.density", 1e10}};
    int refused = -1;
    assert_int_equal(thud_tunables_set_all(tunables, both, 2, &refused).status, THUD_OUT_OF_RANGE);
    assert_int_equal(refused, 1);
    assert_true(thud_shape_definition(world, shapes[0]).density == 1.0f &&
                thud_shape_definition(world, shapes[1]).density == 2.0f);
    assert_float_equal(thud_world_gravity(world).y, -10.0f, 0.0f);
}

/* ---- a game's own numbers ---- */

typedef struct hero {
    float jump_height;
    int lives;
    bool flies;
} hero;

static const thud_tunable hero_rows[] = {
    {.field = "jump_height",
     .label = "jump height",
     .unit = "m",
     .offset = offsetof(hero, jump_height),
     .most = 10.0,
     .high = 5.0,
     .advice = "How high a held jump goes."},
    {.field = "lives",
     .label = "lives",
     .unit = "",
     .offset = offsetof(hero, lives),
     .type = THUD_TUNABLE_INT,
     .least = 1.0,
     .most = 9.0,
     .low = 1.0,
     .high = 9.0,
     .advice = "At the start."},
    {.field = "flies",
     .label = "flies",
     .unit = "",
     .offset = offsetof(hero, flies),
     .type = THUD_TUNABLE_BOOL,
     .most = 1.0,
     .restarts = true,
     .high = 1.0,
     .advice = "For tests."},
};
static const thud_tunable_table hero_table = {
    .type = "hero", .size = sizeof(hero), .rows = hero_rows, .count = 3};

typedef struct hero_log {
    int calls;
    bool restarts, refuses;
    hero before, values;
} hero_log;

static thud_refusal apply_hero(const thud_tunable_change *change, void *context) {
    hero_log *log = context;
    log->calls++;
    log->restarts = change->restarts;
    log->before = *(const hero *)change->before;
    log->values = *(const hero *)change->values;
    return (thud_refusal){.status = log->refuses ? THUD_WRONG_KIND : THUD_OK, .field = "lives"};
}

static void a_game_binds_rows_of_its_own(void **state) {
    (void)state;
    hero values = {2.0f, 3, false};
    hero_log log = {0};
    thud_tunable_group group = {
        .name = "hero", .table = &hero_table, .values = &values, .apply = apply_hero, .context = &log};
    assert_int_equal(thud_tunables_add(tunables, &group), THUD_OK);
    assert_int_equal(thud_tunables_add(tunables, &group), THUD_BAD_DATA); /* the paths are taken */
    assert_true(thud_tunables_find(tunables, "hero.jump_height").initial == 2.0);
    assert_int_equal(thud_tunables_set(tunables, "hero.jump_height", 3.0).status, THUD_OK);
    assert_true(values.jump_height == 3.0f && log.calls == 1 && !log.restarts);
    assert_true(log.before.jump_height == 2.0f && log.values.jump_height == 3.0f);
    thud_tunables_set(tunables, "hero.flies", 1.0);
    assert_true(values.flies && log.restarts);
    int count = thud_tunables_count(tunables);
    assert_true(thud_tunables_remove(tunables, "hero"));
    assert_false(thud_tunables_remove(tunables, "hero"));
    assert_int_equal(thud_tunables_count(tunables), count - 3);
    assert_null(thud_tunables_find(tunables, "hero.lives").path);
    assert_non_null(thud_tunables_find(tunables, "world.id_tag").path);
}

static void what_one_group_refuses_is_taken_back_in_all(void **state) {
    (void)state;
    hero values = {2.0f, 3, false};
    hero_log log = {.refuses = true};
    thud_tunable_group group = {
        .name = "hero", .table = &hero_table, .values = &values, .apply = apply_hero, .context = &log};
    thud_tunables_add(tunables, &group);
    int refused = -1;
    const thud_tunable_value both[] = {
        {"hero.jump_height", 4.0}, {"hero.lives", 5.0}, {"world.gravity.y", -1.0}};
    assert_int_equal(thud_tunables_set_all(tunables, both, 3, &refused).status, THUD_WRONG_KIND);
    assert_int_equal(refused, 1);
    assert_true(values.jump_height == 2.0f && values.lives == 3);
    const thud_tunable_value others[] = {
        {"world.gravity.y", -1.0}, {"hero.jump_height", 4.0}, {"hero.flies", 1.0}};
    assert_int_equal(thud_tunables_set_all(tunables, others, 3, &refused).status, THUD_WRONG_KIND);
    assert_int_equal(refused, 1); /* the lives are not among them: the group's first number */
    assert_float_equal(thud_world_gravity(world).y, -10.0f, 0.0f);
}

static void groups_without_sense_are_refused(void **state) {
    (void)state;
    hero values = {0};
    thud_tunable_group group = {.name = "two words", .table = &hero_table, .values = &values};
    assert_int_equal(thud_tunables_add(tunables, &group), THUD_BAD_DATA);
    group.name = NULL;
    assert_int_equal(thud_tunables_add(tunables, &group), THUD_BAD_DATA);
    group = (thud_tunable_group){.name = "hero", .table = &hero_table};
    assert_int_equal(thud_tunables_add(tunables, &group), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_tunables_add(NULL, &group), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_tunables_add_world(tunables, NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_tunables_add_world(tunables, world), THUD_BAD_DATA);
    assert_int_equal(thud_tunables_count(NULL), 0);
    assert_int_equal(thud_tunables_set(NULL, "world.gravity.x", 0.0).status, THUD_NULL_ARGUMENT);
    assert_int_equal(thud_tunables_set(tunables, NULL, 0.0).status, THUD_NULL_ARGUMENT);
    thud_tunables_destroy(NULL);
}

/* Its second path is taken: the first one does not stay. */
static void of_a_refused_group_no_path_stays(void **state) {
    (void)state;
    hero values = {0};
    thud_tunable_table lives = hero_table;
    lives.rows = &hero_rows[1];
    lives.count = 1;
    thud_tunable_group group = {.name = "hero", .table = &lives, .values = &values};
    assert_int_equal(thud_tunables_add(tunables, &group), THUD_OK);
    int count = thud_tunables_count(tunables);
    group.table = &hero_table;
    assert_int_equal(thud_tunables_add(tunables, &group), THUD_BAD_DATA);
    assert_int_equal(thud_tunables_count(tunables), count);
    assert_null(thud_tunables_find(tunables, "hero.jump_height").path);
    assert_int_equal(thud_tunables_set(tunables, "hero.lives", 4.0).status, THUD_OK);
    assert_int_equal(values.lives, 4);
}

/* ---- rows ---- */

static void a_row_writes_and_reads_its_values(void **state) {
    (void)state;
    char text[THUD_TUNABLE_TEXT], range[64];
    double value = 0.0;
    thud_tunable_text(&hero_rows[0], (double)0.1f, text);
    assert_string_equal(text, "0.1");
    thud_tunable_text(&hero_rows[1], 3.0, text);
    assert_string_equal(text, "3");
    thud_tunable_text(&hero_rows[2], 1.0, text);
    assert_string_equal(text, "true");
    assert_true(thud_tunable_parse(&hero_rows[2], "false", &value) && value == 0.0);
    assert_true(thud_tunable_parse(&hero_rows[2], "1", &value) && value == 1.0);
    assert_false(thud_tunable_parse(&hero_rows[0], "true", &value));
    assert_false(thud_tunable_parse(&hero_rows[0], "2 m", &value));
    thud_tunable_range_text(&hero_rows[1], range, sizeof range);
    assert_string_equal(range, "1 to 9");
    thud_tunable_range_text(thud_tunables_find(tunables, "world.slop").row, range, sizeof range);
    assert_string_equal(range, "more than 0, up to 1e8");
    thud_tunable_range_text(thud_tunables_find(tunables, "world.hit_speed").row, range, sizeof range);
    assert_string_equal(range, "0 or more");
}

/* The row of a misspelt path is null: to write its value crashed. */
static void no_row_has_no_text_and_takes_no_value(void **state) {
    (void)state;
    char text[THUD_TUNABLE_TEXT] = "old", range[64] = "old";
    double value = 5.0;
    thud_tunable_info info = thud_tunables_find(tunables, "world.slip");
    assert_null(info.row);
    thud_tunable_text(info.row, info.value, text);
    assert_string_equal(text, "");
    thud_tunable_range_text(info.row, range, sizeof range);
    assert_string_equal(range, "");
    assert_false(thud_tunable_parse(info.row, "1", &value));
    assert_true(value == 5.0);
    thud_refusal refusal = thud_tunable_check(info.row, 1.0);
    assert_int_equal(refusal.status, THUD_NULL_ARGUMENT);
    assert_string_equal(refusal.message, "row is null");
    refusal = thud_tunables_set_all(tunables, NULL, 1, NULL);
    assert_int_equal(refusal.status, THUD_NULL_ARGUMENT);
    assert_string_equal(refusal.message, "values is null");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_number_is_read_set_and_reset_by_its_path, open_world, close_world),
        cmocka_unit_test_setup_teardown(what_others_change_is_seen, open_world, close_world),
        cmocka_unit_test_setup_teardown(the_rows_are_enumerated_in_order, open_world, close_world),
        cmocka_unit_test_setup_teardown(a_refused_number_changes_nothing_and_says_why, open_world, close_world),
        cmocka_unit_test_setup_teardown(a_misspelt_path_is_answered_by_the_nearest_one, open_world,
                                        close_world),
        cmocka_unit_test_setup_teardown(several_numbers_are_set_as_a_whole_or_not_at_all, open_world,
                                        close_world),
        cmocka_unit_test_setup_teardown(a_body_is_tuned_by_itself, open_world, close_world),
        cmocka_unit_test_setup_teardown(all_objects_are_tuned_at_once, open_world, close_world),
        cmocka_unit_test_setup_teardown(all_joints_of_a_kind_are_tuned_at_once, open_world, close_world),
        cmocka_unit_test_setup_teardown(shapes_of_a_tile_grid_are_left_alone, open_world, close_world),
        cmocka_unit_test_setup_teardown(all_tiles_are_tuned_at_once, open_world, close_world),
        cmocka_unit_test_setup_teardown(tiles_are_put_back_when_another_group_refuses, open_world, close_world),
        cmocka_unit_test_setup_teardown(what_one_object_refuses_none_keeps, open_world, close_world),
        cmocka_unit_test_setup_teardown(a_game_binds_rows_of_its_own, open_world, close_world),
        cmocka_unit_test_setup_teardown(what_one_group_refuses_is_taken_back_in_all, open_world, close_world),
        cmocka_unit_test_setup_teardown(groups_without_sense_are_refused, open_world, close_world),
        cmocka_unit_test_setup_teardown(of_a_refused_group_no_path_stays, open_world, close_world),
        cmocka_unit_test_setup_teardown(a_row_writes_and_reads_its_values, open_world, close_world),
        cmocka_unit_test_setup_teardown(no_row_has_no_text_and_takes_no_value, open_world, close_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
