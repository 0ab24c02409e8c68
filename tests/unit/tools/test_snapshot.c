/* A world in a block of memory, its snapshots, and the memory that the block gives. Random play with snapshots is in
 * scene/test_random_play.c. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "reference/random.h"
#include "reference/test_world.h"
#include "thud/joint.h"
#include "thud/mover.h"
#include "thud/runner.h"
#include "thud/snapshot.h"
#include "thud/tile_grid.h"

enum { BLOCK = 8 << 20 };

typedef struct fixture {
    char *memory;
    thud_world *world;
} fixture;

static fixture make_world(void) {
    fixture it = {.memory = malloc(BLOCK)};
    assert_non_null(it.memory);
    thud_world_def def = thud_world_defaults();
    def.hooks = thud_snapshot_hooks(it.memory, BLOCK);
    it.world = test_world_of(&def);
    return it;
}

static void end(fixture it) {
    thud_world_destroy(it.world);
    free(it.memory);
}

static void *save(const thud_world *world, size_t *size) {
    *size = thud_snapshot_save(world, NULL, 0);
    void *snapshot = malloc(*size);
    assert_non_null(snapshot);
    assert_int_equal(thud_snapshot_save(world, snapshot, *size), *size);
    return snapshot;
}

/* ---- a game ---- */

enum { COLUMNS = 60, ROWS = 10, STEPS = 120 };

/* A level in which a hero runs, digs, and drops balls onto a bridge and a pile. */
typedef struct game {
    thud_tile_grid_id grid;
    thud_mover_def hero;
    thud_mover_state mover;
    thud_mover_result moved;
    thud_runner_def run;
    thud_runner runner;
    thud_runner_result wanted;
    int step, landings, begins;
} game;

static game make_game(thud_world *world) {
    game it = {.hero = thud_mover_defaults(), .run = thud_runner_defaults()};
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full()};
    uint16_t cells[ROWS * COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        cells[i] = i / COLUMNS < 3;
    }
    thud_tile_grid_def grid = thud_tile_grid_defaults();
    grid.tiles = (thud_tile_set){tiles, 2};
    grid.columns = COLUMNS;
    grid.rows = ROWS;
    grid.cells = cells;
    it.grid = thud_tile_grid_create(world, ground, &grid);
    assert_int_not_equal(it.grid.generation, 0);
    thud_body_id last = ground;
    for (int i = 0; i < 8; i++) { /* a bridge */
        float x = 30.0f + (float)i;
        thud_body_id plank = test_add_box(world, thud_vec2_make(x + 0.5f, 7.0f), thud_vec2_make(0.5f, 0.1f));
        thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
        hinge.base = thud_joint_base_at(world, last, plank, thud_vec2_make(x, 7.0f));
        thud_revolute_joint_create(world, &hinge);
        last = plank;
    }
    for (int i = 0; i < 30; i++) {
        test_add_box(world, thud_vec2_make(15.0f + 1.1f * (float)(i % 6), 3.5f + 1.01f * (float)(i / 6)),
                     thud_vec2_make(0.5f, 0.5f));
    }
    assert_true(thud_mover_create(world, &it.hero, thud_vec2_make(3.0f, 4.0f), &it.mover));
    return it;
}

static void play(thud_world *world, game *it) {
    if (it->step % 10 == 0) {
        test_add_ball(world, thud_vec2_make(16.0f + (float)(it->step % 7), 12.0f), 0.3f);
        assert_true(thud_tile_grid_set(world, it->grid, 10 + it->step / 10, 2, 0));
    }
    test_step(world, 1);
    it->begins += thud_world_contact_events(world).begin_count;
    thud_runner_surroundings around = thud_runner_look(&it->wanted, &it->moved);
    thud_runner_input input = {.direction = 1, .jump = it->step % 40 < 10};
    it->wanted = thud_runner_step(&it->run, &it->runner, &input, &around, TEST_DT);
    assert_true(thud_mover_move(world, &it->hero, &it->mover, it->wanted.mean_velocity, TEST_DT, &it->moved));
    it->landings += it->moved.landed;
    it->step++;
}

static void a_game_goes_on_from_a_snapshot_as_it_did(void **state) {
    (void)state;
    fixture it = make_world();
    game played = make_game(it.world);
    for (int i = 0; i < 50; i++) {
        play(it.world, &played);
    }
    size_t size;
    void *snapshot = save(it.world, &size);
    const game saved = played;
    game first = {0};
    uint64_t hash = 0;
    for (int run = 0; run < 3; run++) {
        played = saved;
        for (int i = 0; i < STEPS; i++) {
            play(it.world, &played);
        }
        if (run == 0) {
            first = played;
            hash = thud_world_hash(it.world);
            assert_true(played.begins > saved.begins);
        }
        assert_int_equal(thud_world_hash(it.world), hash);
        assert_int_equal(played.begins, first.begins);
        assert_int_equal(played.landings, first.landings);
        assert_float_equal(played.mover.position.x, first.mover.position.x, 0.0f);
        assert_int_equal(thud_tile_grid_tile(it.world, played.grid, 16, 2), 0);
        assert_true(thud_snapshot_restore(it.world, snapshot, size));
        test_check_invariants(it.world);
        assert_int_equal(thud_tile_grid_tile(it.world, played.grid, 16, 2), 1);
    }
    free(snapshot);
    end(it);
}

static void bodies_destroyed_since_are_back_and_those_made_since_are_gone(void **state) {
    (void)state;
    fixture it = make_world();
    test_add_ground(it.world);
    thud_body_id crate = test_add_box(it.world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    assert_true(test_step_until_asleep(it.world, crate, 200));
    size_t size;
    void *snapshot = save(it.world, &size);
    thud_body_destroy(it.world, crate);
    thud_body_id first = test_add_ball(it.world, thud_vec2_make(5.0f, 5.0f), 0.5f);
    thud_body_id second = test_add_ball(it.world, thud_vec2_make(7.0f, 5.0f), 0.5f);
    thud_world_set_gravity(it.world, thud_vec2_make(0.0f, -1.0f));
    test_step(it.world, 10);
    assert_true(thud_snapshot_restore(it.world, snapshot, size));
    assert_true(thud_body_is_valid(it.world, crate));
    assert_false(thud_body_is_awake(it.world, crate));
    assert_false(thud_body_is_valid(it.world, first));
    assert_false(thud_body_is_valid(it.world, second));
    assert_float_equal(thud_world_gravity(it.world).y, -10.0f, 0.0f);
    free(snapshot);
    end(it);
}

/* How a game is saved in a file. */
static void a_pile_made_again_from_its_definitions_sleeps_on(void **state) {
    (void)state;
    enum { CRATES = 20 };
    thud_world *world = test_world_create(), *loaded = test_world_create();
    test_add_ground(world);
    test_add_ground(loaded);
    thud_body_id crates[CRATES], again[CRATES];
    for (int i = 0; i < CRATES; i++) {
        crates[i] = test_add_box(world, thud_vec2_make(0.0f, 0.5f + (float)i), thud_vec2_make(0.5f, 0.5f));
    }
    assert_true(test_step_until_asleep(world, crates[0], 600));
    for (int i = 0; i < CRATES; i++) {
        thud_body_def body_def = thud_body_definition(world, crates[i]);
        thud_shape_id shape = test_shape_of(world, crates[i]);
        thud_shape_def shape_def = thud_shape_definition(world, shape);
        thud_shape geometry = thud_shape_geometry(world, shape);
        again[i] = thud_body_create(loaded, &body_def);
        thud_body_add_shape(loaded, again[i], &shape_def, &geometry);
    }
    test_step(loaded, 60);
    for (int i = 0; i < CRATES; i++) {
        assert_false(thud_body_is_awake(loaded, again[i]));
        thud_vec2 before = thud_body_position(world, crates[i]), now = thud_body_position(loaded, again[i]);
        assert_float_equal(thud_vec2_distance(before, now), 0.0f, 0.0f);
    }
    thud_body_destroy(loaded, again[0]); /* its contacts are there: the others wake and fall */
    test_step(loaded, 120);
    for (int i = 1; i < CRATES; i++) {
        assert_true(thud_body_position(loaded, again[i]).y < (float)i);
    }
    thud_world_destroy(world);
    thud_world_destroy(loaded);
}

/* ---- refusals ---- */

static void run_alone(thud_task task, void *task_context, int32_t count, void *context) {
    (void)context;
    for (int32_t i = 0; i < count; i++) {
        task(i, 0, task_context);
    }
}

static void assert_refused(const thud_world *world, thud_status status, const char *field,
                           const char *message) {
    thud_refusal refusal = thud_world_refusal(world);
    assert_int_equal(refusal.status, status);
    assert_string_equal(refusal.field, field);
    assert_string_equal(refusal.message, message);
}

static void worlds_without_snapshots_say_why(void **state) {
    (void)state;
    assert_int_equal(thud_snapshot_save(NULL, NULL, 0), 0);
    assert_false(thud_snapshot_restore(NULL, NULL, 0));
    thud_world *usual = test_world_create();
    assert_int_equal(thud_snapshot_save(usual, NULL, 0), 0);
    assert_refused(usual, THUD_WRONG_KIND, "hooks",
                   "thud_snapshot_save: hooks: are not those of thud_snapshot_hooks");
    assert_false(thud_snapshot_restore(usual, NULL, 0));
    thud_world_destroy(usual);

    char *memory = malloc(BLOCK);
    thud_world_def def = thud_world_defaults();
    def.hooks = thud_snapshot_hooks(memory, BLOCK);
    def.worker_count = 2;
    thud_world *threaded = test_world_of(&def);
    assert_int_equal(thud_snapshot_save(threaded, NULL, 0), 0);
    assert_refused(threaded, THUD_OUT_OF_RANGE, "worker_count",
                   "thud_snapshot_save: worker_count is 2: the world has threads of its own");
    thud_world_destroy(threaded);

    def.hooks = thud_snapshot_hooks(memory, BLOCK);
    def.run_tasks = run_alone;
    thud_world *with_jobs = test_world_of(&def);
    size_t size;
    void *snapshot = save(with_jobs, &size);
    assert_true(thud_snapshot_restore(with_jobs, snapshot, size));
    free(snapshot);
    thud_world_destroy(with_jobs);
    free(memory);
}

static void snapshots_of_other_worlds_and_sizes_are_refused(void **state) {
    (void)state;
    fixture it = make_world(), other = make_world();
    size_t size, other_size;
    void *snapshot = save(it.world, &size), *foreign = save(other.world, &other_size);
    uint64_t hash = thud_world_hash(it.world);
    assert_false(thud_snapshot_restore(it.world, foreign, other_size));
    assert_refused(it.world, THUD_BAD_DATA, "snapshot",
                   "thud_snapshot_restore: snapshot: it is not of this world's block");
    assert_false(thud_snapshot_restore(it.world, snapshot, size - 1));
    assert_false(thud_snapshot_restore(it.world, snapshot, size + 1));
    assert_int_equal(thud_world_refusal(it.world).status, THUD_OUT_OF_RANGE);
    assert_string_equal(thud_world_refusal(it.world).field, "size"); /* one snapshot with the size of another */
    assert_true(thud_world_refusal(it.world).value == (double)(size + 1));
    assert_false(thud_snapshot_restore(it.world, snapshot, 8));
    assert_false(thud_snapshot_restore(it.world, NULL, size));
    assert_int_equal(thud_world_hash(it.world), hash);
    char untouched = 'u';
    assert_int_equal(thud_snapshot_save(it.world, &untouched, 1), size); /* too small: only the size */
    assert_int_equal(untouched, 'u');
    free(snapshot);
    free(foreign);
    end(it);
    end(other);
}

/* Worlds of equal contents in blocks of equal sizes, and blocks of two sizes at one address. */
static void a_snapshot_is_of_one_block_at_one_address(void **state) {
    (void)state;
    enum { HALF = BLOCK / 2, LESS = HALF - 64 };
    char *memory = malloc(BLOCK);
    assert_non_null(memory);
    const struct { size_t offset, size; } blocks[] = {{0, HALF}, {HALF, HALF}, {0, LESS}};
    void *snapshot = NULL;
    size_t size = 0;
    for (int i = 0; i < 3; i++) {
        thud_world_def def = thud_world_defaults();
        def.hooks = thud_snapshot_hooks(memory + blocks[i].offset, blocks[i].size);
        thud_world *world = test_world_of(&def);
        if (i == 0) {
            snapshot = save(world, &size);
            assert_true(thud_snapshot_restore(world, snapshot, size));
        } else {
            assert_int_equal(thud_snapshot_save(world, NULL, 0), size);
            assert_false(thud_snapshot_restore(world, snapshot, size));
            assert_string_equal(thud_world_refusal(world).field, "snapshot");
        }
        thud_world_destroy(world);
    }
    free(snapshot);
    free(memory);
}

static bool save_inside(thud_world *world, thud_shape_id a, thud_shape_id b, void *context) {
    (void)a;
    (void)b;
    size_t size = thud_snapshot_save(world, NULL, 0);
    *(size_t *)context += size;
    return !thud_snapshot_restore(world, context, 1);
}

static void snapshots_inside_of_a_step_are_refused(void **state) {
    (void)state;
    char *memory = malloc(BLOCK);
    size_t saved = 0;
    thud_world_def def = thud_world_defaults();
    def.hooks = thud_snapshot_hooks(memory, BLOCK);
    def.filter = save_inside;
    def.filter_context = &saved;
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    test_add_ball(world, thud_vec2_make(0.0f, 0.4f), 0.5f);
    test_step(world, 2);
    assert_int_equal(thud_world_counts(world).contacts, 1); /* the callback was called */
    assert_int_equal(saved, 0);
    assert_int_equal(thud_world_refusal(world).status, THUD_WORLD_LOCKED);
    thud_world_destroy(world);
    free(memory);
}

/* ---- the memory of a block ---- */

static void a_full_block_refuses_and_the_world_lives_on(void **state) {
    (void)state;
    enum { SMALL = 600 << 10 };
    char *memory = malloc(SMALL);
    thud_world_def def = thud_world_defaults();
    def.hooks = thud_snapshot_hooks(memory, SMALL);
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    int made = 0;
    for (int i = 0; i < 3000; i++) {
        thud_body_def body_def = thud_body_defaults();
        body_def.type = THUD_BODY_DYNAMIC;
        body_def.position = thud_vec2_make(1.1f * (float)(i % 60), 1.0f + 1.1f * (float)(i / 60));
        thud_shape_def shape_def = thud_shape_defaults();
        thud_body_id body = thud_body_create(world, &body_def);
        made += thud_body_is_valid(world, body) &&
                !thud_shape_id_is_null(
                    thud_body_add_circle(world, body, &shape_def, thud_vec2_make(0.0f, 0.0f), 0.5f));
    }
    assert_true(made > 100 && made < 3000);
    thud_world_step(world, TEST_DT);
    test_check_invariants(world);
    thud_world_destroy(world);
    world = test_world_of(&def); /* in the same block */
    thud_world_destroy(world);
    free(memory);
}

static void a_block_of_a_few_bytes_makes_no_world(void **state) {
    (void)state;
    _Alignas(64) char memory[512];
    thud_world_def def = thud_world_defaults();
    def.hooks = thud_snapshot_hooks(memory, sizeof memory);
    assert_null(thud_world_create(&def));
    def.hooks = thud_snapshot_hooks(memory, 10);
    assert_null(thud_world_create(&def));
    def.hooks = thud_snapshot_hooks(NULL, 1 << 20);
    assert_null(thud_world_create(&def));
}

/* Arrays never overlap, and when all are released the block is as it was. */
static void arrays_of_a_block_do_not_overlap(void **state) {
    (void)state;
    enum { SIZE = 1 << 16, ARRAYS = 64, CALLS = 20000 };
    char *memory = malloc(SIZE + 1);
    thud_hooks hooks = thud_snapshot_hooks(memory + 1, SIZE); /* not aligned */
    test_random random = {.state = 7};
    unsigned char *arrays[ARRAYS] = {0};
    size_t sizes[ARRAYS] = {0};
    int failed = 0;
    for (int i = 0; i < CALLS; i++) {
        int k = test_random_int(&random, 0, ARRAYS - 1);
        if (arrays[k] != NULL) {
            for (size_t b = 0; b < sizes[k]; b++) {
                assert_int_equal(arrays[k][b], k);
            }
            hooks.release(arrays[k], sizes[k], hooks.context);
            arrays[k] = NULL;
            continue;
        }
        sizes[k] = 64 * (size_t)test_random_int(&random, 1, 40);
        arrays[k] = hooks.allocate(sizes[k], 64, hooks.context);
        failed += arrays[k] == NULL;
        if (arrays[k] != NULL) {
            assert_int_equal((uintptr_t)arrays[k] % 64, 0);
            assert_true((char *)arrays[k] > memory && (char *)arrays[k] + sizes[k] <= memory + 1 + SIZE);
            memset(arrays[k], k, sizes[k]);
        }
    }
    assert_true(failed > 10 && failed < CALLS / 4);
    for (int k = 0; k < ARRAYS; k++) {
        if (arrays[k] != NULL) {
            hooks.release(arrays[k], sizes[k], hooks.context);
        }
    }
    void *all = hooks.allocate(SIZE - 128, 64, hooks.context); /* less the head and the alignment */
    assert_non_null(all);
    hooks.release(all, SIZE - 128, hooks.context);
    free(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_goes_on_from_a_snapshot_as_it_did),
        cmocka_unit_test(bodies_destroyed_since_are_back_and_those_made_since_are_gone),
        cmocka_unit_test(a_pile_made_again_from_its_definitions_sleeps_on),
        cmocka_unit_test(worlds_without_snapshots_say_why),
        cmocka_unit_test(snapshots_of_other_worlds_and_sizes_are_refused),
        cmocka_unit_test(a_snapshot_is_of_one_block_at_one_address),
        cmocka_unit_test(snapshots_inside_of_a_step_are_refused),
        cmocka_unit_test(a_full_block_refuses_and_the_world_lives_on),
        cmocka_unit_test(a_block_of_a_few_bytes_makes_no_world),
        cmocka_unit_test(arrays_of_a_block_do_not_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
