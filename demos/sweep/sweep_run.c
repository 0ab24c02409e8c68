/* sweep_run.c: one run of a scene, and what is measured in it. */
#include "sweep.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

static const float dt = 1.0f / 60.0f;

static const struct {
    const char *name, *unit;
} infos[SWEEP_MEASURE_COUNT] = {
    [SWEEP_PENETRATION_MAX] = {"penetration_max", "mm"},
    [SWEEP_PENETRATION_P99] = {"penetration_p99", "mm"},
    [SWEEP_ENERGY_DRIFT] = {"energy_drift", "J"},
    [SWEEP_SETTLE_TIME] = {"settle_time", "s"},
    [SWEEP_JITTER] = {"jitter", "m/s"},
    [SWEEP_TUNNELLED] = {"tunnelled", "bodies"},
    [SWEEP_JOINT_ERROR] = {"joint_error", "mm"},
    [SWEEP_MS_P50] = {"ms_p50", "ms"},
    [SWEEP_MS_P99] = {"ms_p99", "ms"},
    [SWEEP_JUMP_HEIGHT] = {"jump_height", "m"},
    [SWEEP_LEVEL_TIME] = {"level_time", "s"},
    [SWEEP_JUMP_TIME] = {"jump_time", "s"},
    [SWEEP_STOP_TIME] = {"stop_time", "s"},
    [SWEEP_LAUNCH_HEIGHT] = {"launch_height", "m"},
    [SWEEP_MISSED_JUMPS] = {"missed_jumps", "jumps"},
};

const char *sweep_measure_name(int which) {
    return infos[which].name;
}

const char *sweep_measure_unit(int which) {
    return infos[which].unit;
}

int sweep_measure_find(const char *name) {
    for (int i = 0; i < SWEEP_MEASURE_COUNT; i++) {
        if (strcmp(infos[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* ---- one value a step ---- */

typedef struct track {
    float *penetration, *ms, *x, *y; /* of each step; x and y: the player's, before step 0 too */
    int count;
    double first_energy, last_energy, speeds;
    int speed_count, last_awake;       /* the last step after which something was awake */
    float joint_error, first_top, top; /* top: height of the highest body, at first and at most [m] */
    bool has_player;
    int jumps; /* of the player */
    int home;  /* the step after which the player was at the end of the level; 0: never */
} track;

static float joint_error(const thud_world *world) {
    float most = 0;
    for (thud_joint_id joint = {0, 0}; (joint = thud_world_next_joint(world, joint)).generation;) {
        thud_vec2 a, b;
        if (thud_joint_kind_of(world, joint) == THUD_JOINT_REVOLUTE &&
            thud_joint_anchors(world, joint, &a, &b)) {
            most = thud_max(most, 1000 * thud_vec2_distance(a, b));
        }
    }
    return most;
}

static void add_speeds(track *all, const thud_world *world) {
    for (thud_body_id body = {0, 0}; (body = thud_world_next_body(world, body)).generation;) {
        if (thud_body_mass(world, body).mass > 0) {
            all->speeds += (double)thud_vec2_length(thud_body_velocity(world, body));
            all->speed_count++;
        }
    }
}

/* The height of the highest body that can move; -FLT_MAX for none. */
static float top_of(const thud_world *world) {
    float top = -FLT_MAX;
    for (thud_body_id body = {0, 0}; (body = thud_world_next_body(world, body)).generation;) {
        if (thud_body_mass(world, body).mass > 0) {
            top = thud_max(top, thud_body_position(world, body).y);
        }
    }
    return top;
}

static void note_player(track *all, const thud_scene *scene, int place) {
    if (scene->kind->player) {
        scene_player player = scene->kind->player(scene);
        all->has_player = true;
        all->x[place] = player.position.x;
        all->y[place] = player.position.y;
        all->home = player.is_home && all->home == 0 ? place : all->home;
        all->jumps = player.jumps;
    }
}

static void note_step(track *all, const thud_scene *scene, int steps) {
    int step = all->count++;
    note_player(all, scene, step + 1);
    if (!scene->world) {
        return;
    }
    float values[MEASURE_WORLD_COUNT];
    measure_world(scene->world, values);
    all->penetration[step] = values[MEASURE_PENETRATION];
    all->ms[step] = values[MEASURE_STEP_TIME];
    all->last_energy = (double)values[MEASURE_ENERGY];
    all->first_energy = step == 0 ? all->last_energy : all->first_energy;
    all->last_awake = values[MEASURE_AWAKE] > 0 ? step + 1 : all->last_awake;
    all->joint_error = thud_max(all->joint_error, joint_error(scene->world));
    all->top = thud_max(all->top, top_of(scene->world));
    if (step >= steps - steps / 4) {
        add_speeds(all, scene->world);
    }
}

/* ---- what comes of it ---- */

static int compare(const void *a, const void *b) {
    float left = *(const float *)a, right = *(const float *)b;
    return (left > right) - (left < right);
}

/* The share `part` of the values is below it; sorts them. */
static double percentile(float *values, int count, double part) {
    qsort(values, (size_t)count, sizeof *values, compare);
    int index = (int)ceil(part * count) - 1;
    return count > 0 ? (double)values[index < 0 ? 0 : index] : NAN;
}

/* The step of the first or last input of a key; -1 for none. */
static int step_of_key(const recording *log, input_kind kind, int key, bool last) {
    int found = -1;
    for (int i = 0; i < log->count && (last || found < 0); i++) {
        bool is_it = log->inputs[i].kind == (uint16_t)kind && (key == 0 || log->inputs[i].code == key);
        found = is_it ? (int)log->inputs[i].step : found;
    }
    return found;
}

/* The apex is that of a parabola through the highest sample and its neighbours, since steps are
 * coarser than what is sought. */
static void measure_jump(const recording *log, const track *all, double *height, double *time) {
    int press = step_of_key(log, INPUT_KEY_DOWN, ' ', false), top = press + 1;
    if (!all->has_player || press < 0 || press + 2 >= all->count) {
        return;
    }
    while (top + 1 < all->count && all->y[top + 1] > all->y[top]) {
        top++;
    }
    double before = (double)all->y[top - 1], at = (double)all->y[top], after = (double)all->y[top + 1];
    double bend = before - 2 * at + after, offset = bend < 0 ? 0.5 * (before - after) / bend : 0;
    *height = at - 0.25 * (before - after) * offset - (double)all->y[press];
    *time = (top - press + offset) * (double)dt;
}

static double missed_jumps(const recording *log, const track *all) {
    int presses = 0;
    for (int i = 0; i < log->count; i++) {
        presses += log->inputs[i].kind == INPUT_KEY_DOWN && log->inputs[i].code == ' ';
    }
    int missed = presses - all->jumps;
    return !all->has_player || presses == 0 ? NAN : missed > 0 ? (double)missed : 0.0;
}

static double stop_time(const recording *log, const track *all) {
    const float rest = 0.05f; /* [m/s] */
    int release = step_of_key(log, INPUT_KEY_UP, 0, true), step = release;
    if (!all->has_player || release < 0 || release >= all->count) {
        return NAN;
    }
    while (step < all->count && thud_abs(all->x[step + 1] - all->x[step]) > rest * dt) {
        step++;
    }
    return step < all->count ? (double)(step - release) * (double)dt : NAN;
}

/* The box of what the camera shows at first and of all that stands still: a level may be much wider than the picture. */
static thud_aabb level_box(const thud_scene *scene) {
    thud_aabb box = scene->kind->view;
    for (thud_body_id body = {0, 0}; (body = thud_world_next_body(scene->world, body)).generation;) {
        bool is_static = thud_body_definition(scene->world, body).type == THUD_BODY_STATIC;
        for (thud_shape_id id = {0, 0};
             is_static && (id = thud_body_next_shape(scene->world, body, id)).generation;) {
            thud_shape shape = thud_shape_geometry(scene->world, id);
            box = thud_aabb_union(box, thud_shape_aabb(&shape, thud_body_pose(scene->world, body)));
        }
    }
    return box;
}

static int tunnelled(const thud_scene *scene) {
    thud_aabb box = level_box(scene);
    thud_vec2 size = thud_vec2_sub(scene->kind->view.max, scene->kind->view.min);
    int count = 0;
    for (thud_body_id body = {0, 0}; (body = thud_world_next_body(scene->world, body)).generation;) {
        thud_vec2 at = thud_body_position(scene->world, body);
        bool inside = at.x > box.min.x - size.x && at.x < box.max.x + size.x && at.y > box.min.y - size.y;
        count += thud_body_mass(scene->world, body).mass > 0 && !inside;
    }
    return count;
}

static void conclude(const recording *log, const thud_scene *scene, track *all, double *measures) {
    if (scene->world) {
        measures[SWEEP_MS_P50] = percentile(all->ms, all->count, 0.5);
        measures[SWEEP_MS_P99] = percentile(all->ms, all->count, 0.99);
        measures[SWEEP_PENETRATION_P99] = percentile(all->penetration, all->count, 0.99);
        measures[SWEEP_PENETRATION_MAX] = percentile(all->penetration, all->count, 1.0);
        measures[SWEEP_ENERGY_DRIFT] = all->last_energy - all->first_energy;
        measures[SWEEP_SETTLE_TIME] = all->last_awake < all->count ? all->last_awake * (double)dt : NAN;
        measures[SWEEP_JITTER] = all->speed_count > 0 ? all->speeds / all->speed_count : 0;
        measures[SWEEP_TUNNELLED] = tunnelled(scene);
        measures[SWEEP_JOINT_ERROR] = (double)all->joint_error;
        measures[SWEEP_LAUNCH_HEIGHT] = all->first_top > -FLT_MAX ? (double)(all->top - all->first_top) : NAN;
    }
    measures[SWEEP_MISSED_JUMPS] = missed_jumps(log, all);
    measure_jump(log, all, &measures[SWEEP_JUMP_HEIGHT], &measures[SWEEP_JUMP_TIME]);
    measures[SWEEP_LEVEL_TIME] = all->home > 0 ? all->home * (double)dt : NAN;
    measures[SWEEP_STOP_TIME] = stop_time(log, all);
}

/* ---- a run ---- */

static void fail(sweep_run *run, const char *why) {
    run->failed = true;
    snprintf(run->why, sizeof run->why, "%.*s", (int)sizeof run->why - 1, why);
    for (char *c = run->why; *c; c++) {
        *c = *c == ',' || *c == '"' ? ';' : *c; /* a field of a CSV file */
    }
}

static void add_input(recording *log, int step, input_kind kind, int code) {
    scene_input input = {.step = (uint32_t)step, .kind = (uint16_t)kind, .code = (uint16_t)code};
    recording_insert(log, recording_index(log, (uint32_t)step + 1), input);
}

/* The inputs of a run: those of the replay, and the keys, later by what the seed says. */
static recording inputs_of(const sweep *it, uint32_t seed) {
    recording log = {0};
    for (int i = 0; i < it->log.count; i++) {
        recording_insert(&log, i, it->log.inputs[i]);
    }
    for (int i = 0; i < it->press_count; i++) {
        const sweep_press *press = &it->presses[i];
        double share = sweep_share((uint64_t)seed * sweep_most_presses + (uint64_t)i);
        int later = (int)(share * (press->spread + 1));
        add_input(&log, press->from + later, INPUT_KEY_DOWN, press->key);
        add_input(&log, press->to + later, INPUT_KEY_UP, press->key);
    }
    return log;
}

static bool step_through(const recording *log, int steps, thud_scene *scene, scene_options *options,
                         track *all) {
    thud_joint_id drag = {0, 0};
    scene_hands hands = {scene, options, &drag};
    note_player(all, scene, 0);
    all->first_top = all->top = scene->world ? top_of(scene->world) : 0;
    for (int step = 0, next = 0; step < steps; step++) {
        for (; next < log->count && log->inputs[next].step <= (uint32_t)step; next++) {
            hands_apply(hands, &log->inputs[next]);
        }
        if (!hands_step(hands, dt)) {
            return false;
        }
        note_step(all, scene, steps);
    }
    return true;
}

static bool allocate(track *all, int steps) {
    float *values = calloc(4 * ((size_t)steps + 1), sizeof *values);
    all->penetration = values;
    if (values) {
        all->ms = values + steps + 1;
        all->x = values + 2 * (steps + 1);
        all->y = values + 3 * (steps + 1);
    }
    return values != NULL;
}

void sweep_make_run(const sweep *it, sweep_run *run) {
    scene_options options = it->log.start;
    track all = {0};
    char error[SCENE_ERROR_SIZE] = "";
    run->done = true;
    for (int i = 0; i < SWEEP_MEASURE_COUNT; i++) {
        run->measures[i] = NAN;
    }
    for (int i = 0; i < it->varied_count; i++) {
        if (!setting_set(&options, it->varied[i].setting, (float)run->point.values[i])) {
            fail(run, "a value is refused");
            return;
        }
    }
    options.seed = run->seed;
    thud_scene *scene = allocate(&all, it->steps) ? scene_create(&options, error) : NULL;
    if (scene) {
        recording log = inputs_of(it, run->seed);
        if (step_through(&log, it->steps, scene, &options, &all)) {
            conclude(&log, scene, &all, run->measures);
        } else {
            fail(run, scene->error);
        }
        recording_free(&log);
        scene_destroy(scene);
    } else {
        fail(run, error[0] ? error : "no memory");
    }
    free(all.penetration);
}

double sweep_value(const sweep *it, const sweep_run *run, int what) {
    return !run->done || run->failed ? NAN : what < 0 ? sweep_cost(it, run) : run->measures[what];
}

double sweep_cost(const sweep *it, const sweep_run *run) {
    double cost = 0;
    for (int i = 0; i < it->goal_count; i++) {
        const sweep_goal *goal = &it->goals[i];
        double value = run->measures[goal->measure], distance = (value - goal->target) / goal->tolerance;
        cost += goal->reaches ? distance * distance : goal->weight * value;
    }
    return run->done && !run->failed ? cost : NAN;
}
