/* Sweeps: their files, points, runs that fail or crash, descent, and results that are written, joined and read. */
#include "test.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "sweep.h"

static const char file_name[] = "test_sweep.sweep";
static scene_options base;

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    fclose(file);
}

static sweep load(const char *text) {
    sweep it;
    char error[SCENE_ERROR_SIZE] = "";
    write_text(file_name, text);
    bool read = sweep_load(&it, file_name, &base, error);
    assert_string_equal(error, "");
    assert_true(read);
    remove(file_name);
    return it;
}

static void a_wrong_file_is_refused_with_its_line(void **state) {
    (void)state;
#define START "thud-sweep 1\nscene friction\n"
    static const struct {
        const char *text, *error;
    } wrong[] = {
        {"", ":0: a sweep needs a scene, a 'vary' and a goal"},
        {"scene friction\n", ":1: the first line must be 'thud-sweep 1'"},
        {"thud-sweep 1\nsteps 5\n", ":2: the scene comes first"},
        {"thud-sweep 1\nscene nonsense\n", ":2: there is no scene nonsense"},
        {START "scene friction\n", ":3: a second scene"},
        {START "steps 0\n", ":3: steps needs a whole number from 1"},
        {START "steps 5 6\n", ":3: '6' is too much"},
        {START "steps 5 #     6\nset world.slop = 3\n", ":4: '3' is too much"},
        {START "steps 1.5\n", ":3: steps needs a whole number from 1"},
        {START "vary world.slpo 0.001 0.01\n", ":3: there is no world.slpo; the nearest is world.slop"},
        {START "vary world.slop 0.01 0.001\n",
         ":3: vary world.slop needs two values that it may have, the lower first"},
        {START "vary world.slop -1 1\n", ":3: vary world.slop needs two values"},
        {START "vary world.slop nan 1\n", ":3: vary world.slop needs two values"},
        {START "vary world.gravity.y -5 5 10 log\n", ":3: only 'log' may stand behind the count"},
        {START "vary world.slop 0.001 0.01\nvary world.slop 0.001 0.02\n",
         ":4: world.slop is varied already"},
        {START "method anneal 5\n", ":3: the methods are grid, random N and nelder-mead N"},
        {START "method random\n", ":3: method needs a whole number"},
        {START "minimise nonsense\n", ":3: there is no measure nonsense"},
        {START "reach jitter 5 0\n", ":3: reach needs a measure"},
        {START "key nonsense 1 2\n", ":3: key needs a key and two steps"},
        {START "key space 1 2 -1\n", ":3: key needs a whole number from 0"},
        {START "preset no/such/file\n", "it cannot be read"},
        {START "replay no/such/file\n", ":3: "},
        {START "set world.slop=3\n", ":3: "},
        {START "dance\n", ":3: there is no 'dance'"},
        {START "minimise jitter\nvary world.slop 0.001 0.01 1000\nvary world.gravity.y -5 5 1001\n",
         "more than 1000000 runs"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sweep it;
        char error[SCENE_ERROR_SIZE] = "";
        write_text(file_name, wrong[i].text);
        assert_false(sweep_load(&it, file_name, &base, error));
        if (!strstr(error, wrong[i].error)) {
            print_error("'%s' is not in '%s'\n", wrong[i].error, error);
        }
        assert_non_null(strstr(error, wrong[i].error));
        assert_null(strchr(error, '\n'));
        sweep_free(&it);
    }
    remove(file_name);
}

static void a_line_without_end_is_refused(void **state) {
    (void)state;
    char text[3000] = START, error[SCENE_ERROR_SIZE] = "";
    memset(text + strlen(text), 'x', sizeof text - 1 - strlen(text));
    sweep it;
    write_text(file_name, text);
    assert_false(sweep_load(&it, file_name, &base, error));
    assert_string_equal(error, "test_sweep.sweep:3: the line is too long");
    sweep_free(&it);
    remove(file_name);
}

/* A replay plays its inputs in each run: the same jump as by the line `key`. */
static void a_replay_plays_as_keys_do(void **state) {
    (void)state;
    if (!scene_find("platformer")) {
        skip();
    }
    write_text("test_sweep.rec", "thud-recording 1\nscene platformer\nstart scene.demonstration 0\n"
                                 "30 key down space\n90 key up space\nend 120\n");
    static const char rest[] = "vary runner.jump_height 1 6 2\nminimise jump_height\n";
    char keys[600], replay[600];
    snprintf(keys, sizeof keys,
             "thud-sweep 1\nscene platformer\nsteps 80\nset scene.demonstration 0\nkey space 30 90\n%s",
             rest);
    snprintf(replay, sizeof replay,
             "thud-sweep 1\nscene platformer\nsteps 80\nset scene.demonstration 0\nreplay test_sweep.rec\n%s",
             rest);
    sweep by_keys = load(keys), by_replay = load(replay);
    sweep_run first = {.point = {{2}}}, second = {.point = {{2}}};
    sweep_make_run(&by_keys, &first);
    sweep_make_run(&by_replay, &second);
    assert_true(fabs(first.measures[SWEEP_JUMP_HEIGHT] - 2) < 0.01);
    assert_true(first.measures[SWEEP_JUMP_HEIGHT] == second.measures[SWEEP_JUMP_HEIGHT] &&
                first.measures[SWEEP_MISSED_JUMPS] == 0 && second.measures[SWEEP_MISSED_JUMPS] == 0);
    assert_true(first.measures[SWEEP_TUNNELLED] ==
                0); /* 17: what lay beyond the first picture of the wide level */
    remove("test_sweep.rec");
    sweep_free(&by_keys);
    sweep_free(&by_replay);
}

static void a_grid_has_the_ends_of_the_ranges_and_equal_steps_between(void **state) {
    (void)state;
    sweep it = load(START "minimise jitter\nvary world.solver.substeps 1 7 4\nvary "
                          "world.solver.contact_hertz 10 40 3 log # comment\n");
    assert_int_equal(sweep_point_count(&it), 12);
    const double substeps[] = {1, 3, 5, 7}, hertz[] = {10, 20, 40};
    for (int i = 0; i < 12; i++) {
        sweep_point point = sweep_point_at(&it, i);
        assert_true(point.values[0] == substeps[i % 4]);
        assert_true(fabs(point.values[1] - hertz[i / 4]) < 1e-4);
    }
    sweep_free(&it);
}

static void random_points_lie_in_the_ranges_and_depend_on_the_index_alone(void **state) {
    (void)state;
    sweep it = load(
        START
        "minimise jitter\nmethod random 500\nvary world.solver.substeps 1 4\nvary world.gravity.y -20 -10\n");
    double sum = 0;
    for (int i = 0; i < 500; i++) {
        sweep_point point = sweep_point_at(&it, i), again = sweep_point_at(&it, i);
        assert_memory_equal(&point, &again, sizeof point);
        assert_true(point.values[0] >= 1 && point.values[0] <= 4 &&
                    point.values[0] == floor(point.values[0]));
        assert_true(point.values[1] >= -20 && point.values[1] <= -10);
        sum += point.values[1];
    }
    assert_true(fabs(sum / 500 + 15) < 0.5);
    sweep_free(&it);
}

static sweep_run *list_runs(const sweep *it, int *count) {
    *count = sweep_point_count(it) * it->seeds;
    sweep_run *runs = calloc((size_t)*count, sizeof *runs);
    for (int i = 0; i < *count; i++) {
        runs[i] = (sweep_run){
            .index = i, .point = sweep_point_at(it, i / it->seeds), .seed = (uint32_t)(i % it->seeds)};
    }
    return runs;
}

/* Compares the results that do not depend on time. */
static bool is_same(const sweep_run *a, const sweep_run *b) {
    return a->done && b->done && a->failed == b->failed &&
           a->measures[SWEEP_PENETRATION_MAX] == b->measures[SWEEP_PENETRATION_MAX] &&
           a->measures[SWEEP_ENERGY_DRIFT] == b->measures[SWEEP_ENERGY_DRIFT];
}

static void more_substeps_overlap_less_on_one_process_and_on_three(void **state) {
    (void)state;
    sweep it = load("thud-sweep 1\nscene pyramid\nsteps 60\nseeds 2\nvary world.solver.substeps 1 4 "
                    "2\nminimise penetration_max\n");
    int count, again_count;
    sweep_run *runs = list_runs(&it, &count), *again = list_runs(&it, &again_count);
    assert_int_equal(count, 4);
    sweep_make_runs(&it, runs, count, 1, false);
    sweep_make_runs(&it, again, again_count, 3, false);
    for (int i = 0; i < count; i++) {
        assert_true(!runs[i].failed && is_same(&runs[i], &again[i]));
    }
    assert_true(runs[0].measures[SWEEP_PENETRATION_MAX] > 2 * runs[2].measures[SWEEP_PENETRATION_MAX]);
    assert_int_equal(sweep_best(&it, runs, count), 2);
    free(runs);
    free(again);
    sweep_free(&it);
}

/* ---- runs that fail ---- */

static const scene_tunable danger[] = {{"danger", "danger", "", SCENE_WHOLE_NUMBER, 0, 7, 0, NULL, true}};

/* 2 is refused, 3 and 4 crash. */
static bool create_danger(thud_scene *scene) {
    int value = (int)scene->values[0];
    if (value == 3 || value == 4) {
        raise(SIGKILL);
    }
    snprintf(scene->error, sizeof scene->error, "dangerous, and \"so\"");
    return value != 2;
}

static const scene_kind dangerous = {.name = "dangerous",
                                     .view = {{-1, -1}, {1, 1}},
                                     .tunables = danger,
                                     .tunable_count = 1,
                                     .create = create_danger};

static void a_failed_run_is_a_row_and_not_the_end(void **state) {
    (void)state;
    sweep it = {.steps = 3, .seeds = 1, .varied_count = 1, .goal_count = 1};
    scene_options options = scene_options_for(&dangerous);
    recording_begin(&it.log, &options);
    it.varied[0] =
        (sweep_varied){.path = "scene.danger", .setting = 0, .low = 0, .high = 7, .count = 8, .whole = true};
    it.goals[0] = (sweep_goal){.measure = SWEEP_JITTER, .weight = 1, .tolerance = 1};
    int count;
    sweep_run *runs = list_runs(&it, &count);
    sweep_make_runs(&it, runs, count, 2, false);
    for (int i = 0; i < count; i++) {
        assert_true(runs[i].done);
        assert_int_equal(runs[i].failed, i >= 2 && i <= 4);
        assert_true(isnan(sweep_cost(&it, &runs[i])) == runs[i].failed);
    }
    assert_string_equal(runs[2].why, "dangerous; and ;so;");
    assert_string_equal(runs[3].why, "crashed");
    assert_true(sweep_write_csv(&it, runs, count, "test_sweep.csv"));
    sweep_run *read = list_runs(&it, &count);
    char error[SCENE_ERROR_SIZE];
    assert_true(sweep_read_csv(&it, read, count, "test_sweep.csv", error));
    assert_true(read[2].failed && strcmp(read[3].why, "crashed") == 0 && !read[5].failed);
    remove("test_sweep.csv");
    free(runs);
    free(read);
    sweep_free(&it);
}

/* ---- descent and results ---- */

static void a_descent_reaches_its_goal(void **state) {
    (void)state;
    sweep it = load(
        "thud-sweep 1\nscene friction\nsteps 60\nset world.gravity.y -19\nvary world.gravity.y -20 -2\n"
        "vary world.solver.contact_hertz 5 120 2 log\nmethod nelder-mead 80\nreach penetration_max 3 0.1\n");
    sweep_run *runs = NULL;
    int count = sweep_descend(&it, 2, &runs), best = sweep_best(&it, runs, count);
    assert_true(count >= 3 && count <= 90 && best >= 0);
    assert_true(fabs(runs[best].measures[SWEEP_PENETRATION_MAX] - 3) < 0.1);
    assert_true(fabs(runs[0].measures[SWEEP_PENETRATION_MAX] - 3) > 0.2);
    assert_true(sweep_write_preset(&it, &runs[best].point, "test_sweep.preset"));
    char text[600] = "";
    FILE *file = fopen("test_sweep.preset", "r");
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_non_null(strstr(text, "thud-preset 1\nworld.gravity.y = "));
    remove("test_sweep.preset");
    free(runs);
    sweep_free(&it);
}

/* ---- the sweeps of the demos ---- */

static sweep load_shipped(const char *name) {
    sweep it;
    char path[512], error[SCENE_ERROR_SIZE] = "";
    snprintf(path, sizeof path, "%s/%s.sweep", THUD_DEMOS_SWEEPS, name);
    bool read = sweep_load(&it, path, &base, error);
    assert_string_equal(error, "");
    assert_true(read);
    return it;
}

static sweep_run run_at(const sweep *it, double first, double second, uint32_t seed) {
    sweep_run run = {.point = {{first, second}}, .seed = seed};
    sweep_make_run(it, &run);
    assert_false(run.failed);
    return run;
}

/* The claims of demos/TUNING.md at a few points of its sweeps. */
static void stacks_sink_less_with_substeps_and_stiffness(void **state) {
    (void)state;
    sweep stack = load_shipped("stack"), stiffness = load_shipped("stiffness"),
          both = load_shipped("substeps");
    stack.steps = stiffness.steps = both.steps = 120;
    double one = run_at(&stack, 12, 1, 0).measures[SWEEP_PENETRATION_P99];
    double four = run_at(&stack, 12, 4, 0).measures[SWEEP_PENETRATION_P99];
    assert_true(one > 8 * four);
    double soft = run_at(&stiffness, 10, 0, 0).measures[SWEEP_PENETRATION_P99];
    double hard = run_at(&stiffness, 31, 0, 0).measures[SWEEP_PENETRATION_P99];
    assert_true(soft > 5 * hard);
    assert_true(run_at(&both, 8, 10, 0).measures[SWEEP_PENETRATION_P99] > 5 * hard);
    sweep_free(&stack);
    sweep_free(&stiffness);
    sweep_free(&both);
}

/* Rows that overlap by a fifth are 0.3 m too low in total: more height than that is a leap. */
static void overlapping_boxes_leap_with_the_push_out_speed_where_the_damping_is_low(void **state) {
    (void)state;
    sweep it = load_shipped("push_out");
    assert_true(run_at(&it, 16, 10, 0).measures[SWEEP_LAUNCH_HEIGHT] < 0.31);
    assert_true(run_at(&it, 1, 2, 0).measures[SWEEP_LAUNCH_HEIGHT] < 0.31);
    assert_true(run_at(&it, 16, 2, 0).measures[SWEEP_LAUNCH_HEIGHT] > 1);
    sweep_free(&it);
}

/* The key is pressed up to 9 steps late, depending on the seed: without coyote time all jumps
 * are missed, with 0.16 s none. */
static void late_jumps_are_missed_where_the_coyote_time_is_short(void **state) {
    (void)state;
    if (!scene_find("platformer")) {
        skip();
    }
    sweep it = load_shipped("coyote");
    it.seeds = 6;
    double missed = 0;
    for (uint32_t seed = 0; seed < 6; seed++) {
        assert_true(run_at(&it, 0, 0, seed).measures[SWEEP_MISSED_JUMPS] == 1);
        assert_true(run_at(&it, 0.16, 0, seed).measures[SWEEP_MISSED_JUMPS] == 0);
        missed += run_at(&it, 0.08, 0, seed).measures[SWEEP_MISSED_JUMPS];
    }
    assert_true(missed > 0 && missed < 6);
    sweep_free(&it);
}

/* ---- seeds ---- */

static void seeds_are_joined_as_mean_and_worst(void **state) {
    (void)state;
    sweep it = load("thud-sweep 1\nscene friction\nsteps 5\nseeds 3\nvary world.gravity.y -20 -2 2\n"
                    "minimise jitter\nreach settle_time 2 0.5\nminimise jump_height -1\n");
    int count;
    sweep_run *runs = list_runs(&it, &count);
    assert_int_equal(count, 6);
    const double jitter[] = {1, 4, 1, 0, 0, 0}, settle[] = {2, 2.5, 0.5, 2, 2, 2};
    for (int i = 0; i < count; i++) {
        runs[i].done = true;
        runs[i].measures[SWEEP_JITTER] = jitter[i];
        runs[i].measures[SWEEP_SETTLE_TIME] = settle[i];
        runs[i].measures[SWEEP_JUMP_HEIGHT] = i;
    }
    assert_true(sweep_joined(&it, runs, count, 0, SWEEP_JITTER, SWEEP_MEAN) == 2);
    assert_true(sweep_joined(&it, runs, count, 0, SWEEP_JITTER, SWEEP_WORST) == 4);
    assert_true(sweep_joined(&it, runs, count, 0, SWEEP_SETTLE_TIME, SWEEP_WORST) ==
                0.5); /* the value farthest from 2 */
    assert_true(sweep_joined(&it, runs, count, 3, SWEEP_JUMP_HEIGHT, SWEEP_WORST) == 3); /* high is better */
    assert_true(fabs(sweep_joined(&it, runs, count, 0, -1, SWEEP_MEAN) - 13 / 3.0) < 1e-12);
    runs[1].failed = true;
    assert_true(sweep_joined(&it, runs, count, 0, SWEEP_JITTER, SWEEP_WORST) == 1);
    assert_int_equal(sweep_best(&it, runs, count), 3);
    assert_true(sweep_write_joined(&it, runs, count, "test_sweep_seeds.csv"));
    char text[2000] = "";
    FILE *file = fopen("test_sweep_seeds.csv", "r");
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_non_null(
        strstr(text, "point,world.gravity.y,seeds,failed,cost_mean,cost_worst,penetration_max_mean,"));
    assert_non_null(strstr(text, "\n0,-20,3,1,"));
    assert_non_null(strstr(text, "\n1,-2,3,0,"));
    remove("test_sweep_seeds.csv");
    free(runs);
    sweep_free(&it);
}

static void results_are_joined_and_those_of_another_sweep_refused(void **state) {
    (void)state;
    sweep it = load(
        "thud-sweep 1\nscene friction\nsteps 5\nvary world.gravity.y -20 -2 4\nminimise penetration_max\n");
    int count;
    sweep_run *runs = list_runs(&it, &count), *joined = list_runs(&it, &count);
    sweep_make_runs(&it, runs, count, 1, false);
    assert_true(sweep_write_csv(&it, runs, 2, "test_sweep_1.csv"));
    assert_true(sweep_write_csv(&it, runs + 2, 2, "test_sweep_2.csv"));
    char error[SCENE_ERROR_SIZE];
    assert_true(sweep_read_csv(&it, joined, count, "test_sweep_1.csv", error));
    assert_true(joined[1].done && !joined[2].done);
    assert_true(sweep_read_csv(&it, joined, count, "test_sweep_2.csv", error));
    for (int i = 0; i < count; i++) {
        assert_true(joined[i].done && fabs(sweep_cost(&it, &joined[i]) - sweep_cost(&it, &runs[i])) < 1e-6);
    }
    assert_true(sweep_write_svg(&it, joined, count, "test_sweep.svg"));
    sweep other = load(
        "thud-sweep 1\nscene friction\nsteps 5\nvary world.gravity.y -30 -2 4\nminimise penetration_max\n");
    sweep_run *others = list_runs(&other, &count);
    assert_false(sweep_read_csv(&other, others, count, "test_sweep_1.csv", error));
    assert_string_equal(error, "test_sweep_1.csv:2: it is no row of this sweep");
    assert_false(sweep_read_csv(&it, joined, count, "test_sweep.svg", error));
    assert_false(sweep_read_csv(&it, joined, count, "no such file", error));
    remove("test_sweep_1.csv");
    remove("test_sweep_2.csv");
    remove("test_sweep.svg");
    free(runs);
    free(joined);
    free(others);
    sweep_free(&it);
    sweep_free(&other);
}

int main(void) {
    base = scene_options_for(scene_at(0));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_file_is_refused_with_its_line),
        cmocka_unit_test(a_line_without_end_is_refused),
        cmocka_unit_test(a_replay_plays_as_keys_do),
        cmocka_unit_test(a_grid_has_the_ends_of_the_ranges_and_equal_steps_between),
        cmocka_unit_test(random_points_lie_in_the_ranges_and_depend_on_the_index_alone),
        cmocka_unit_test(more_substeps_overlap_less_on_one_process_and_on_three),
        cmocka_unit_test(a_failed_run_is_a_row_and_not_the_end),
        cmocka_unit_test(a_descent_reaches_its_goal),
        cmocka_unit_test(stacks_sink_less_with_substeps_and_stiffness),
        cmocka_unit_test(overlapping_boxes_leap_with_the_push_out_speed_where_the_damping_is_low),
        cmocka_unit_test(late_jumps_are_missed_where_the_coyote_time_is_short),
        cmocka_unit_test(seeds_are_joined_as_mean_and_worst),
        cmocka_unit_test(results_are_joined_and_those_of_another_sweep_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
