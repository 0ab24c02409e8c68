/*
 * The examples in the opening comments of the public headers, as printed there: the build takes them out into *.inc
 * files. Each stage's example stands without a world, and does what its comments say.
 */
#include "test.h"

#include <stdlib.h>

#include "thud/thud.h"

static void *my_allocate(size_t size, size_t alignment, void *context) {
    return thud_hooks_defaults().allocate(size, alignment, context);
}

static int releases;

static void my_release(void *memory, size_t size, void *context) {
    releases++;
    thud_hooks_defaults().release(memory, size, context);
}

static void the_example_of_the_base_gives_a_world_memory_of_the_host(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
#define printf(format, version) assert_int_equal(version[0], '0' + THUD_VERSION_MAJOR)
#include "base.inc"
#undef printf
    def.hooks = hooks;
    thud_world_destroy(thud_world_create(&def));
    assert_true(releases > 0);
}

static void the_example_of_bounds_selects(void **state) {
    (void)state;
#include "bounds.inc"
    assert_true(near);
    assert_false(over);
    assert_float_equal(away, 0.7276069f, 1e-6f);
    assert_false(touched);
    assert_true(seen);
    assert_true(thud_volume_overlaps(&aabb, &dop));
}

static void the_example_of_bounds_in_space_culls_and_picks(void **state) {
    (void)state;
#include "bounds3.inc"
    assert_true(touched);
    assert_float_equal(mtd.translation.y, -1.0f, 1e-6f);
    assert_true(picked);
    assert_float_equal(fraction, (9.0f - 1.4142136f) / 16.0f, 1e-6f);
    assert_true(drawn);
}

static void the_example_of_shapes_weighs_a_box(void **state) {
    (void)state;
#include "shape.inc"
    assert_float_equal(mass.mass, 1.0f, 1e-6f);
    assert_float_equal(mass.inertia, 1.0f / 6.0f, 1e-6f);
}

static void the_example_of_the_broadphase_finds_one_pair(void **state) {
    (void)state;
    const thud_pair *first = NULL;
    int found = 0;
    uint64_t users = 0;
#define thud_hash_destroy(hash) (found = pairs.count, first = pairs.pairs, users = first->user_a + first->user_b, (thud_hash_destroy)(hash))
#include "broadphase.inc"
#undef thud_hash_destroy
    assert_int_equal(found, 1);
    assert_int_equal(users, 3);
}

static void the_example_of_the_narrowphase_finds_the_time_of_impact(void **state) {
    (void)state;
#include "narrowphase.inc"
    assert_int_equal(hit.kind, THUD_COLLISION_FUTURE);
    assert_float_equal(hit.time, 4.25f / 400.0f, 1e-7f);
    assert_float_equal(hit.normal.x, 1.0f, 1e-6f);
}

static void the_example_of_the_response_bounces_a_ball(void **state) {
    (void)state;
#include "response.inc"
    assert_float_equal(impulse.normal, 4.5f, 1e-6f);
    assert_float_equal(ball.velocity.y, 1.5f, 1e-6f);
}

static void the_example_of_the_world_configures_it(void **state) {
    (void)state;
#include "world.inc"
}

/* What the examples on bodies and events assume. */
typedef struct test_stage {
    thud_world *world;
    thud_body_id crate;
} test_stage;

static test_stage set_stage(void) {
    thud_world_def def = thud_world_defaults();
    test_stage stage = {.world = thud_world_create(&def)};
    thud_body_def crate_def = thud_body_defaults();
    crate_def.type = THUD_BODY_DYNAMIC;
    stage.crate = thud_body_create(stage.world, &crate_def);
    thud_shape_def shape_def = thud_shape_defaults();
    thud_body_add_box(stage.world, stage.crate, &shape_def, (thud_vec2){1.0f, 1.0f});
    thud_body_def ground_def = thud_body_defaults();
    thud_body_id ground = thud_body_create(stage.world, &ground_def);
    thud_body_add_segment(stage.world, ground, &shape_def, (thud_vec2){-5.0f, -0.99f}, (thud_vec2){5.0f, -0.99f});
    return stage;
}

static void the_example_of_bodies_makes_a_ball(void **state) {
    (void)state;
    thud_world *world = set_stage().world;
    {
#include "body.inc"
        assert_true(thud_body_is_valid(world, ball));
        assert_float_equal(thud_body_mass(world, ball).mass, 0.25f * THUD_PI, 1e-5f);
    }
    thud_world_destroy(world);
}

static thud_vec2 aimed_at;

static void aim_at(thud_vec2 point) {
    aimed_at = point;
}

static void the_example_of_queries_aims_at_the_crate(void **state) {
    (void)state;
    thud_world *world = set_stage().world;
    thud_vec2 eye = {-50.0f, 0.5f};
    thud_shape capsule;
    assert_int_equal(thud_capsule(thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.0f, 1.0f), 0.3f, &capsule),
                     THUD_OK);
    thud_pose pose = {{-1.32f, 0.0f}, {1.0f, 0.0f}}; /* 2 cm from the crate's left side */
    thud_body_def player_def = thud_body_defaults();
    thud_body_id player = thud_body_create(world, &player_def);
    {
#include "query.inc"
        assert_int_equal(count, 1);
        assert_float_equal(planes[0].normal.x, -1.0f, 1e-5f);
        assert_float_equal(planes[0].separation, 0.02f, 1e-5f);
    }
    assert_float_equal(aimed_at.x, -1.0f, 1e-5f);
    thud_world_destroy(world);
}

static int sounds;

static void play_sound(thud_shape_id a, thud_shape_id b) {
    sounds += a.generation != 0 && b.generation != 0;
}

static void the_example_of_events_plays_one_sound(void **state) {
    (void)state;
    thud_world *world = set_stage().world;
    thud_world_step(world, 1.0f / 60.0f);
    {
#include "event.inc"
    }
    assert_int_equal(sounds, 1);
    thud_world_destroy(world);
}

static void the_example_of_joints_turns_a_rotor(void **state) {
    (void)state;
    test_stage stage = set_stage();
    thud_world *world = stage.world;
    thud_body_id rotor = stage.crate;
    thud_vec2 middle = {0.0f, 10.0f};
    thud_body_teleport(world, rotor, middle, 0.0f);
    thud_body_def body_def = thud_body_defaults();
    body_def.position = middle;
    thud_body_id chassis = thud_body_create(world, &body_def);
    thud_body_id wall = chassis;
    thud_vec2 hook = {-6.0f, 12.0f};
    body_def.type = THUD_BODY_DYNAMIC;
    body_def.position = (thud_vec2){-6.0f, 2.0f};
    thud_body_id player = thud_body_create(world, &body_def);
    thud_shape_def shape_def = thud_shape_defaults();
    shape_def.density = 70.0f;
    thud_body_add_box(world, player, &shape_def, (thud_vec2){0.3f, 0.8f});
    {
#include "joint.inc"
        for (int i = 0; i < 60; i++) {
            thud_world_step(world, 1.0f / 60.0f);
        }
        assert_true(thud_joint_is_valid(world, hinge));
        /* 67 kg reach 3 m/s after 0.15 s. */
        assert_true(thud_abs(thud_joint_translation(world, rope) - 7.22f) < 0.05f);
    }
    assert_true(thud_abs(thud_body_angular_velocity(world, rotor) - 6.0f) < 0.01f);
    assert_true(thud_vec2_distance(thud_body_position(world, rotor), middle) < 0.01f);
    thud_world_destroy(world);
}

static void the_example_of_forces_floats_a_ball(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    thud_world *world = thud_world_create(&def);
    thud_body_def body_def = thud_body_defaults();
    body_def.type = THUD_BODY_DYNAMIC;
    thud_body_id cork = thud_body_create(world, &body_def);
    thud_shape_def shape_def = thud_shape_defaults();
    shape_def.density = 0.5f;
    thud_body_add_circle(world, cork, &shape_def, (thud_vec2){0, 2}, 0.5f);
    {
#include "forces.inc"
    }
    assert_true(thud_abs(thud_body_center(world, cork).y) < 0.01f);
    thud_world_destroy(world);
}

static void the_example_of_chains_holds_the_crate(void **state) {
    (void)state;
    test_stage stage = set_stage();
    thud_world *world = stage.world;
    thud_body_def body_def = thud_body_defaults();
    thud_body_id ground = thud_body_create(world, &body_def);
    {
#include "chain.inc"
        assert_int_equal(thud_chain_segment_count(world, hills), 3);
        assert_true(thud_chain_point(world, hills, 1).y == 1.0f);
    }
    thud_world_destroy(world);
}

static void the_example_of_tile_grids_breaks_a_tile(void **state) {
    (void)state;
    test_stage stage = set_stage();
    thud_world *world = stage.world;
    thud_body_def body_def = thud_body_defaults();
    thud_body_id ground = thud_body_create(world, &body_def);
    {
#include "tile_grid.inc"
        assert_int_equal(thud_tile_grid_tile(world, grid, 2, 1), 0);
        assert_int_equal(thud_tile_grid_tile(world, grid, 1, 1), 2);
    }
    thud_world_destroy(world);
}

static void the_example_of_the_runner_jumps(void **state) {
    (void)state;
#include "runner.inc"
    assert_float_equal(height, def.jump_height, 1e-3f);
}

static void the_example_of_areas_drifts_with_the_water(void **state_of_test) {
    (void)state_of_test;
    thud_mover_def hero = thud_mover_defaults();
    thud_mover_state state = thud_mover_state_at((thud_vec2){4, 1});
    thud_vec2 velocity = {0, 0};
    float dt = 1 / 60.0f;
#include "area.inc"
    assert_int_equal(visit.area, 0);
    assert_true(velocity.x > 0.0f);
}

static void the_example_of_the_mover_runs_and_jumps(void **state_of_test) {
    (void)state_of_test;
    thud_world_def def = thud_world_defaults();
    thud_world *world = thud_world_create(&def);
    thud_body_def ground_def = thud_body_defaults();
    thud_shape_def shape_def = thud_shape_defaults();
    thud_body_id ground = thud_body_create(world, &ground_def);
    thud_body_add_segment(world, ground, &shape_def, (thud_vec2){-5.0f, 0.0f}, (thud_vec2){50.0f, 0.0f});
#include "mover.inc"
    assert_true(state.position.x > 9.0f && !state.on_floor);
    thud_world_destroy(world);
}

static int lines;

static void my_polygon(const thud_vec2 *vertices, int count, float radius, thud_draw_role role, thud_body_id body, void *context) {
    (void)vertices, (void)count, (void)radius, (void)role, (void)body, (void)context;
    lines++;
}

static void my_circle(thud_vec2 center, float radius, thud_rot rotation, thud_draw_role role, thud_body_id body, void *context) {
    (void)center, (void)radius, (void)rotation, (void)role, (void)body, (void)context;
    lines++;
}

static void my_line(thud_vec2 p1, thud_vec2 p2, thud_draw_role role, void *context) {
    (void)p1, (void)p2, (void)role, (void)context;
    lines++;
}

static void the_example_of_debug_drawing_draws_both_shapes(void **state) {
    (void)state;
    thud_world *world = set_stage().world;
    {
#include "debug_draw.inc"
    }
    assert_true(lines >= 2);
    thud_world_destroy(world);
}

static void the_example_of_snapshots_unmakes_a_ball(void **state) {
    (void)state;
#include "snapshot.inc"
    assert_false(thud_body_is_valid(world, ball));
    assert_int_equal(thud_world_counts(world).bodies, 0);
    thud_world_destroy(world);
    free(snapshot);
    free(memory);
}

static void the_example_of_tunables_lists_the_numbers_of_a_world(void **state) {
    (void)state;
    int listed = 0;
    float gravity = 0.0f;
#define printf(...) (listed += info.path != NULL)
#define thud_world_destroy(world) (gravity = thud_world_gravity(world).y, (thud_world_destroy)(world))
#include "tunables.inc"
#undef thud_world_destroy
#undef printf
    assert_true(listed > 20);
    assert_float_equal(gravity, -20.0f, 0.0f);
}

static void the_example_of_presets_makes_a_moon(void **state) {
    (void)state;
    thud_world *world = set_stage().world;
    thud_tunables *tunables = thud_tunables_create();
    assert_int_equal(thud_tunables_add_world(tunables, world), THUD_OK);
    assert_string_equal(thud_preset_load(tunables, EXAMPLES "/preset.inc").message, "");
    assert_float_equal(thud_world_gravity(world).y, -1.62f, 0.0f);
    thud_tunables_destroy(tunables);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_base_gives_a_world_memory_of_the_host),
        cmocka_unit_test(the_example_of_bounds_selects),
        cmocka_unit_test(the_example_of_bounds_in_space_culls_and_picks),
        cmocka_unit_test(the_example_of_shapes_weighs_a_box),
        cmocka_unit_test(the_example_of_the_broadphase_finds_one_pair),
        cmocka_unit_test(the_example_of_the_narrowphase_finds_the_time_of_impact),
        cmocka_unit_test(the_example_of_the_response_bounces_a_ball),
        cmocka_unit_test(the_example_of_the_world_configures_it),
        cmocka_unit_test(the_example_of_bodies_makes_a_ball),
        cmocka_unit_test(the_example_of_queries_aims_at_the_crate),
        cmocka_unit_test(the_example_of_events_plays_one_sound),
        cmocka_unit_test(the_example_of_chains_holds_the_crate),
        cmocka_unit_test(the_example_of_joints_turns_a_rotor),
        cmocka_unit_test(the_example_of_forces_floats_a_ball),
        cmocka_unit_test(the_example_of_tile_grids_breaks_a_tile),
        cmocka_unit_test(the_example_of_the_runner_jumps),
        cmocka_unit_test(the_example_of_areas_drifts_with_the_water),
        cmocka_unit_test(the_example_of_the_mover_runs_and_jumps),
        cmocka_unit_test(the_example_of_debug_drawing_draws_both_shapes),
        cmocka_unit_test(the_example_of_snapshots_unmakes_a_ball),
        cmocka_unit_test(the_example_of_tunables_lists_the_numbers_of_a_world),
        cmocka_unit_test(the_example_of_presets_makes_a_moon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
