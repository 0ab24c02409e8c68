/*
 * The scene platformer, played by its recorded input: it reaches the goal past all checkpoints, each station shows the
 * feature on its sign, and the run is bit-identical for any number of threads and SIMD width.
 */
#include "test.h"

#include <string.h>

#include "platformer/platformer.h"
#include "reference/random.h"
#include "thud/query.h"

static const float dt = 1 / 60.0f; /* [s] */
static const float millimetre = 0.001f;
static const float run_speed = 8; /* [m/s] */

static thud_scene *open_scene(int workers, thud_lanes lanes, bool demonstration) {
    scene_options options = scene_options_for(scene_find("platformer"));
    char error[SCENE_ERROR_SIZE] = "";
    options.world.worker_count = workers;
    options.world.lanes = lanes;
    scene_options_set(&options, "demonstration", demonstration ? 1 : 0);
    thud_scene *scene = scene_create(&options, error);
    if (!scene) {
        fail_msg("%s", error);
    }
    return scene;
}

/* ---- maps that a designer has broken ---- */

static const char broken_map[] = "test_platformer_scene.tmj";

static bool load_broken(thud_scene *scene) {
    return platformer_load(scene, broken_map);
}

/* The scene's error for the shipped map with one text in place of another; "" where it is made. */
static void load_with(const char *old, const char *other, char error[SCENE_ERROR_SIZE]) {
    FILE *file = fopen(THUD_PLATFORMER_LEVEL, "rb");
    static char text[1 << 20];
    assert_non_null(file);
    size_t count = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[count] = '\0';
    char *at = strstr(text, old);
    assert_non_null(at);
    file = fopen(broken_map, "wb");
    fprintf(file, "%.*s%s%s", (int)(at - text), text, other, at + strlen(old));
    fclose(file);
    scene_kind kind = *scene_find("platformer");
    kind.create = load_broken;
    scene_options options = scene_options_for(&kind);
    error[0] = '\0';
    scene_destroy(scene_create(&options, error));
    remove(broken_map);
}

/* They gave no reason, or were made without what was wrong. */
static void a_broken_map_is_refused_with_its_reason(void **state) {
    (void)state;
    static const struct {
        const char *old, *other, *reason;
    } cases[] = {
        {"\"things\"", "\"other\"", "it has no layer things"},
        {"\"type\": \"tilelayer\"", "\"type\": \"tilelayer\", \"visible\": false",
         "it needs one visible layer of solid tiles, and has 0"},
        {"\"type\": \"start\"", "\"type\": \"\"", "no object of layer things is of class start"},
        {"\"type\": \"coin\"", "\"type\": \"coinn\"", "object 4, class coinn: that class is not known"},
    };
    char error[SCENE_ERROR_SIZE];
    load_with("\"things\"", "\"things\"", error);
    assert_string_equal(error, "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        load_with(cases[i].old, cases[i].other, error);
        if (!strstr(error, cases[i].reason)) {
            fail_msg("'%s' is not in '%s'", cases[i].reason, error);
        }
    }
}

static bool is_between(float x, float low, float high) {
    return x > low && x < high;
}

static void the_map_is_read_without_a_warning_and_has_all_stations(void **state) {
    (void)state;
    thud_scene *scene = open_scene(1, THUD_LANES_AUTO, true);
    const platformer *game = scene->state;
    assert_int_equal(game->map->warning_count, 0);
    assert_true(game->map->columns >= 200 && game->map->rows >= 40);
    assert_int_equal(game->sign_count, 15);
    assert_int_equal(game->checkpoint_count, 13);
    assert_int_equal(game->machine_count, 6);
    assert_int_equal(game->walker_count, 2);
    assert_true(game->coin_count >= 30);
    int areas[] = {[PLATFORMER_LADDER] = 0, [PLATFORMER_WATER] = 0, [PLATFORMER_WIND] = 0};
    for (int i = 0; i < game->area_count; i++) {
        areas[game->areas[i].kind]++;
    }
    assert_true(areas[PLATFORMER_LADDER] == 1 && areas[PLATFORMER_WATER] == 1 && areas[PLATFORMER_WIND] == 1);
    scene_destroy(scene);
}

/* The measures of the run. */
typedef struct station_tour {
    const platformer *game;
    thud_vec2 at;
    thud_vec2 camera_before;
    float flat_low, flat_high;   /* of the player on flat seams [m] */
    float slope_way, slope_time; /* over slopes and crests [m], [s] */
    float stepped;               /* up and down, in total [m] */
    float ride_low, ride_high; /* of the player on the first platform, standing still, from its middle [m] */
    float fastest_belt, slowest_belt, least_friction;
    float camera_speed_on_steps; /* vertical, at most [m/s] */
    int rides, airborne, phases, drops;
} station_tour;

static void measure_ground(station_tour *tour) {
    const platformer_player *player = &tour->game->player;
    const thud_mover_result *moved = &player->moved;
    float x = tour->at.x;
    if (is_between(x, 25, 29.5f)) { /* behind the dash */
        tour->flat_low = thud_min(tour->flat_low, tour->at.y);
        tour->flat_high = thud_max(tour->flat_high, tour->at.y);
        assert_float_equal(moved->moved.x, run_speed * dt, 0.1f * millimetre);
    }
    if (is_between(x, 31, 54)) {
        tour->airborne += !moved->floor.touching;
        tour->slope_way += thud_vec2_length(moved->moved);
        tour->slope_time += dt;
    }
    if (is_between(x, 54, 75)) {
        tour->airborne += !moved->floor.touching;
        tour->stepped += thud_abs(moved->stepped);
        float speed = thud_abs(tour->game->camera.y - tour->camera_before.y) / dt;
        tour->camera_speed_on_steps = thud_max(tour->camera_speed_on_steps, speed);
    }
    if (is_between(x, 118, 147) && moved->floor.touching) {
        tour->fastest_belt = thud_max(tour->fastest_belt, moved->floor_velocity.x);
        tour->slowest_belt = thud_min(tour->slowest_belt, moved->floor_velocity.x);
        tour->least_friction = thud_min(tour->least_friction, moved->friction);
    }
}

static void measure_ride(station_tour *tour, const thud_scene *scene, unsigned buttons) {
    const platformer_player *player = &tour->game->player;
    const platformer_machine *machine = &tour->game->machines[0];
    bool stands = player->moved.floor.touching && thud_body_id_equal(player->moved.floor.body, machine->body);
    if (stands && buttons == 0 && player->moved.velocity.x == 0) {
        float from_middle = tour->at.x - thud_body_position(scene->world, machine->body).x;
        tour->ride_low = thud_min(tour->ride_low, from_middle);
        tour->ride_high = thud_max(tour->ride_high, from_middle);
        tour->rides++;
    }
}

static void measure(station_tour *tour, const thud_scene *scene) {
    const platformer_player *player = &tour->game->player;
    tour->at = player->state.position;
    tour->phases |= 1 << player->runner.phase;
    tour->drops += player->wanted.drop;
    assert_true(thud_vec2_is_finite(tour->at));
    assert_true(thud_aabb_contains(scene->view, (thud_aabb){tour->at, tour->at}));
    measure_ground(tour);
    measure_ride(tour, scene, platformer_recorded(scene->step_count - 1));
    tour->camera_before = tour->game->camera;
}

static void the_demonstration_reaches_the_goal_and_each_station_shows_its_measure(void **state) {
    (void)state;
    thud_scene *scene = open_scene(1, THUD_LANES_AUTO, true);
    station_tour tour = {
        .game = scene->state, .flat_low = 100, .ride_low = 100, .ride_high = -100, .least_friction = 1};
    const platformer_player *player = &tour.game->player;
    while (scene->step_count < platformer_recorded_steps()) {
        scene_step(scene, dt);
        measure(&tour, scene);
        if (player->respawns > 0) {
            fail_msg("step %d: it started anew at %.2f, %.2f", (int)scene->step_count, (double)tour.at.x,
                     (double)tour.at.y);
        }
    }
    assert_true(player->is_home);
    assert_int_equal(player->checkpoints, tour.game->checkpoint_count);
    assert_int_equal(player->crushed, 0);
    assert_true(player->coins >= 28);
    assert_true(tour.flat_high - tour.flat_low < millimetre);
    assert_int_equal(tour.airborne, 0);
    assert_float_equal(tour.slope_way / tour.slope_time, run_speed, 0.02f * run_speed);
    assert_true(tour.stepped > 1); /* of 4 m: round feet roll over the rest */
    assert_true(tour.camera_speed_on_steps < 3);
    assert_true(tour.fastest_belt == 4 && tour.slowest_belt == -4);
    assert_float_equal(tour.least_friction, 0.03f, 1e-6f);
    assert_true(tour.rides > 60);
    assert_true(tour.ride_high - tour.ride_low < millimetre);
    assert_int_equal(tour.drops, 1);
    assert_int_equal(tour.phases, 63); /* air, floor, wall, ladder, water, dash */
    scene_destroy(scene);
}

static void the_demonstration_repeats_to_the_bit(void **state) {
    (void)state;
    const struct {
        int workers;
        thud_lanes lanes;
    } ways[] = {{1, THUD_LANES_AUTO},
                {4, THUD_LANES_AUTO},
                {1, THUD_LANES_SSE2},
                {2, THUD_LANES_AVX2},
                {1, THUD_LANES_NEON}};
    enum { marks = 64 };
    uint64_t hashes[marks] = {0};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (!thud_lanes_available(ways[i].lanes)) {
            continue;
        }
        thud_scene *scene = open_scene(ways[i].workers, ways[i].lanes, true);
        for (int mark = 0; mark < marks && scene->step_count < platformer_recorded_steps(); mark++) {
            for (int step = 0; step < 100; step++) {
                scene_step(scene, dt);
            }
            uint64_t hash = scene_hash(scene);
            hashes[mark] = i == 0 ? hash : hashes[mark];
            assert_true(hash == hashes[mark]);
        }
        scene_destroy(scene);
    }
}

/* Greatest overlap of the player with static or kinematic shapes [m], 0 or negative. */
static float deepest_overlap(const thud_scene *scene) {
    const platformer_player *player = &((const platformer *)scene->state)->player;
    thud_query_filter filter = thud_query_filter_all();
    filter.ignored_bodies = &player->state.body;
    filter.ignored_body_count = 1;
    thud_world_contact contacts[16];
    thud_pose pose = {player->state.position, {1, 0}};
    int count = thud_world_collide_shape(scene->world, &player->def.shape, pose, 0, filter, contacts, 16);
    float deepest = 0;
    for (int i = 0; i < count && i < 16; i++) {
        bool is_dynamic = thud_body_definition(scene->world, contacts[i].body).type == THUD_BODY_DYNAMIC;
        deepest = is_dynamic ? deepest : thud_min(deepest, contacts[i].separation);
    }
    return deepest;
}

/* Buttons at random, those to the right more often, dropped from the air at a place of the level every 20 s. */
static void ten_minutes_of_random_play_never_find_the_player_in_anything_solid(void **state) {
    (void)state;
    static const char keys[] = {SCENE_KEY_LEFT, SCENE_KEY_RIGHT, SCENE_KEY_UP, SCENE_KEY_DOWN, ' ', 'x'};
    static const float places[] = {4,   36,  60,  80,  95,  104, 125, 149, 167, 193,
                                   203, 212, 222, 240, 255, 270, 284, 300, 320};
    thud_scene *scene = open_scene(1, THUD_LANES_AUTO, false);
    platformer_player *player = &((platformer *)scene->state)->player;
    test_random random = {2463534242u};
    for (int i = 0; i < TEST_UNLESS_SANITIZED(36000, 7200); i++) {
        if (i % 1200 == 0) {
            player->spawn =
                (thud_vec2){places[test_random_below(&random, sizeof places / sizeof places[0])], 24};
            player->state.position = player->spawn;
        }
        char key = keys[test_random_below(&random, 6)];
        if (test_random_below(&random, 4) == 0) {
            scene->held[(int)key] = key == SCENE_KEY_RIGHT || !scene->held[(int)key];
        }
        int respawns = player->respawns;
        scene_step(scene, dt);
        float overlap = player->respawns == respawns ? deepest_overlap(scene) : 0;
        bool is_sound = player->wanted.status == THUD_OK && thud_vec2_is_finite(player->state.position) &&
                        scene->last_step.status == THUD_OK && overlap > -0.005f;
        if (!is_sound) {
            fail_msg("step %d at %.3f, %.3f: %.4f m inside, %s", i, (double)player->state.position.x,
                     (double)player->state.position.y, (double)-overlap,
                     thud_status_name(player->wanted.status));
        }
    }
    assert_true(player->checkpoints > 10);
    scene_destroy(scene);
}

static void a_key_ends_the_demonstration_and_moves_the_player(void **state) {
    (void)state;
    thud_scene *scene = open_scene(1, THUD_LANES_AUTO, true);
    const platformer *game = scene->state;
    assert_true(game->is_demonstration);
    scene->held['d'] = true;
    assert_true(scene->kind->key(scene, 'd'));
    assert_false(game->is_demonstration);
    for (int i = 0; i < 60; i++) {
        scene_step(scene, dt);
    }
    assert_float_equal(game->player.state.position.x, 4 + run_speed * (1 - 0.5f * 0.15f), 0.2f);
    scene->held['d'] = false;
    scene->held[' '] = true;
    float highest = 0;
    for (int i = 0; i < 60; i++) {
        scene_step(scene, dt);
        highest = thud_max(highest, game->player.state.position.y);
    }
    assert_float_equal(highest, 12.8f + game->player.runner_def.jump_height, 0.02f);
    scene_destroy(scene);
}

static void step_with_space(thud_scene *scene, int steps, bool space) {
    scene->held[' '] = space;
    for (int i = 0; i < steps; i++) {
        scene_step(scene, dt);
    }
}

static void the_last_jumps_are_kept_and_say_what_made_them_possible(void **state) {
    (void)state;
    thud_scene *scene = open_scene(1, THUD_LANES_AUTO, false);
    platformer *game = scene->state;
    const platformer_jump *jumps = game->jumps.kept;
    step_with_space(scene, 60, false);
    step_with_space(scene, 120, true);
    assert_int_equal(game->jumps.begun, 1);
    assert_float_equal(jumps[0].height, game->player.runner_def.jump_height, 0.01f);
    assert_float_equal(jumps[0].apex_time, game->player.runner_def.jump_time, dt);
    assert_false(game->jumps.is_rising_or_falling || jumps[0].was_early || jumps[0].was_late);

    int steps = jumps[0].count - 1;
    step_with_space(scene, 1, false);
    step_with_space(scene, steps - 8, true);
    step_with_space(scene, 4, false);
    step_with_space(scene, 10, true); /* pressed 4 steps before it lands */
    assert_int_equal(game->jumps.begun, 3);
    assert_true(jumps[2].was_early && !jumps[2].was_late);

    step_with_space(scene, 120, false);
    game->player.state.position.y += 1; /* off the floor, as beyond an edge */
    step_with_space(scene, 2, false);
    assert_false(game->player.moved.floor.touching);
    step_with_space(scene, 1, true);
    assert_int_equal(game->jumps.begun, 4);
    assert_true(jumps[3].was_late && !jumps[3].was_early);
    scene_destroy(scene);
}

static void a_scene_that_nobody_plays_asks_to_start_anew(void **state) {
    (void)state;
    thud_scene *scene = open_scene(1, THUD_LANES_AUTO, true);
    scene->kind->key(scene, ' ');
    int steps = 0;
    while (!scene->wants_restart && steps < 3600) {
        scene_step(scene, dt);
        steps++;
    }
    assert_int_equal(steps, 1801); /* 30 s */
    scene_destroy(scene);
}

static void a_pit_leads_back_to_the_last_checkpoint(void **state) {
    (void)state;
    thud_scene *scene = open_scene(1, THUD_LANES_AUTO, false);
    platformer *game = scene->state;
    game->player.state.position = (thud_vec2){144.5f, 13};
    scene->held[SCENE_KEY_RIGHT] = true;
    for (int i = 0; i < 300 && game->player.respawns == 0; i++) {
        scene_step(scene, dt);
    }
    assert_int_equal(game->player.respawns, 1);
    assert_float_equal(game->player.state.position.x, 144.5f, 1);
    scene_destroy(scene);
}

static void the_crusher_reports_the_crushed_player(void **state) {
    (void)state;
    thud_scene *scene = open_scene(1, THUD_LANES_AUTO, false);
    platformer *game = scene->state;
    for (int i = 0; i < 400 && game->player.crushed == 0; i++) {
        const platformer_machine *crusher = &game->machines[4];
        float height = thud_body_position(scene->world, crusher->body).y - crusher->from.y;
        if (height > 2.5f && game->player.state.position.x < 100) {
            game->player.state = thud_mover_state_at((thud_vec2){197.5f, 12.82f});
        }
        scene_step(scene, dt);
    }
    assert_int_equal(game->player.crushed, 1);
    assert_int_equal(game->player.respawns, 1);
    scene_destroy(scene);
}

static void the_readings_name_the_tile_below_the_player(void **state) {
    (void)state;
    thud_scene *scene = open_scene(1, THUD_LANES_AUTO, false);
    for (int i = 0; i < 30; i++) {
        scene_step(scene, dt);
    }
    scene_page page = {.count = 0};
    scene->kind->readings(scene, &page);
    assert_true(page.count > 10);
    assert_string_equal(page.readings[0].text, "on the floor");
    assert_string_equal(page.readings[3].name, "floor");
    assert_non_null(strstr(page.readings[3].text, "tile 1 at 4, 11"));
    scene_destroy(scene);
}

/* ---- the picture ---- */

static void see_no_line(void *context, thud_vec2 p1, thud_vec2 p2, scene_ink ink) {
    (void)context, (void)p1, (void)p2, (void)ink;
}

static void see_no_shape(void *context, const thud_shape *shape, thud_pose pose, scene_ink ink,
                         scene_fill fill) {
    (void)context, (void)shape, (void)pose, (void)ink, (void)fill;
}

static void see_no_point(void *context, thud_vec2 point, scene_ink ink) {
    (void)context, (void)point, (void)ink;
}

/* Notes where the line of coins and checkpoints stands. */
static void see_score(void *context, thud_vec2 at, scene_ink ink, scene_text style, const char *text) {
    (void)ink, (void)style;
    if (strstr(text, "coins")) {
        *(thud_vec2 *)context = at;
    }
}

static thud_vec2 score_at(const thud_scene *scene, float alpha) {
    thud_vec2 at = {0, 0};
    scene_painter painter = {see_no_line, see_no_line, see_no_shape, see_no_point, see_score, &at, alpha};
    scene->kind->draw(scene, &painter);
    return at;
}

/* A frame shows the world between two steps. The score stood where the later one sees its corner: it trembled by a step of the camera,
 * 4 pixels, while the player ran. */
static void the_score_stands_still_in_pictures_between_steps(void **state) {
    (void)state;
    thud_scene *scene = open_scene(1, THUD_LANES_AUTO, true);
    thud_vec2 before = {0, 0}, first = {0, 0};
    float fastest = 0;
    for (int step = 0; step < 600; step++) {
        scene_step(scene, dt);
        thud_vec2 middle = thud_aabb_center(scene->view);
        before = step == 0 ? middle : before;
        first = step == 0 ? thud_vec2_sub(score_at(scene, 1), middle) : first;
        fastest = thud_max(fastest, thud_vec2_distance(before, middle));
        for (float alpha = 0; alpha <= 1; alpha += 0.25f) {
            thud_vec2 seen = thud_vec2_sub(score_at(scene, alpha), thud_vec2_lerp(before, middle, alpha));
            assert_true(thud_vec2_distance(seen, first) < 0.05f * millimetre);
        }
        before = middle;
    }
    assert_true(fastest > 0.1f);
    scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_map_is_read_without_a_warning_and_has_all_stations),
        cmocka_unit_test(a_broken_map_is_refused_with_its_reason),
        cmocka_unit_test(the_demonstration_reaches_the_goal_and_each_station_shows_its_measure),
        cmocka_unit_test(the_demonstration_repeats_to_the_bit),
        cmocka_unit_test(ten_minutes_of_random_play_never_find_the_player_in_anything_solid),
        cmocka_unit_test(a_key_ends_the_demonstration_and_moves_the_player),
        cmocka_unit_test(the_last_jumps_are_kept_and_say_what_made_them_possible),
        cmocka_unit_test(a_scene_that_nobody_plays_asks_to_start_anew),
        cmocka_unit_test(a_pit_leads_back_to_the_last_checkpoint),
        cmocka_unit_test(the_crusher_reports_the_crushed_player),
        cmocka_unit_test(the_readings_name_the_tile_below_the_player),
        cmocka_unit_test(the_score_stands_still_in_pictures_between_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
