/*
 * bridge: planks hung from cliff to cliff by hinges that break above a force. Weights drop on it, each heavier
 * than the last; a hinge shows its load from green to red. What breaks falls into the gorge, and after a while
 * a new bridge is hung.
 */
#include "scenes.h"
#include "thud/joint.h"

enum { most_planks = 40, most_loads = 24, drop_steps = 100, waiting_steps = 30, mending_steps = 420 };
static const float gorge_half = 11, gorge_depth = 9; /* [m] */
static const float plank_thin = 0.12f;  /* half its thickness [m] */
static const float slack = 1.04f;       /* length of the deck beside the width of the gorge */
static const float drop_height = 5.5f;  /* [m] */
static const float cut_reach = 1.5f;    /* C cuts the hinge nearest to the mouse within this [m] */

enum { strength, load_density, plank_count };
static const scene_tunable bridge_tunables[] = {
    [strength] = {"strength", "hinges bear", "N", SCENE_NUMBER, 100, 4000, 1200, NULL, false},
    [load_density] = {"load", "load", "kg/m^2", SCENE_NUMBER, 0.2f, 10, 2, NULL, false},
    [plank_count] = {"planks", "planks", "", SCENE_WHOLE_NUMBER, 8, most_planks, 22, NULL, true},
};

typedef struct bridge_state {
    thud_body_id earth;
    thud_joint_id hinges[most_planks + 1];
    thud_body_id planks[most_planks], loads[most_loads];
    int count;            /* of planks */
    int steps_broken;     /* since the first hinge went */
    uint64_t dropped, broken;
    float bears; /* the strength that the hinges have [N] */
} bridge_state;

static const thud_vec2 ground[] = {{-17, 6},   {-17, 0},     {-11, 0}, {-10.3f, -5}, {-8.5f, -9},
                                   {8.5f, -9}, {10.3f, -5}, {11, 0},  {17, 0},      {17, 6}};
enum { ground_points = (int)(sizeof ground / sizeof ground[0]) };

/* ---- the deck ---- */

static thud_joint_id hang(const thud_scene *scene, thud_body_id a, thud_body_id b, thud_vec2 point) {
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(scene->world, a, b, point);
    def.base.break_force = scene->values[strength];
    return thud_revolute_joint_create(scene->world, &def);
}

/* Planks in an arc below the line from cliff to cliff, nearly as it will hang. */
static void add_deck(thud_scene *scene) {
    bridge_state *state = scene->state;
    const float sag = gorge_half * sqrtf(1.5f * (slack - 1)); /* of a flat parabola of that length [m] */
    thud_shape_def wood = thud_shape_defaults();
    wood.density = 2;
    wood.material.friction = 0.8f;
    thud_body_id last = state->earth;
    thud_vec2 from = {-gorge_half, 0};
    state->count = (int)scene->values[plank_count];
    state->steps_broken = 0;
    for (int i = 0; i < state->count; i++) {
        float x = gorge_half * (2 * (float)(i + 1) / (float)state->count - 1);
        thud_vec2 to = {x, -sag * (1 - x * x / (gorge_half * gorge_half))};
        thud_vec2 along = thud_vec2_sub(to, from);
        thud_body_id plank =
            scene_thing(scene, &wood, thud_vec2_lerp(from, to, 0.5f), thud_atan2(along.y, along.x),
                        (scene_form){SCENE_BOX, 0.5f * thud_vec2_length(along), plank_thin});
        state->planks[i] = plank;
        state->hinges[i] = hang(scene, last, plank, from);
        last = plank;
        from = to;
    }
    state->hinges[state->count] = hang(scene, last, state->earth, from);
}

/* A new bridge, and none of the weights. */
static void mend(thud_scene *scene) {
    bridge_state *state = scene->state;
    for (int i = 0; i < state->count; i++) {
        thud_body_destroy(scene->world, state->planks[i]);
    }
    for (int i = 0; i < most_loads; i++) {
        scene_remove(scene, state->loads[i]);
    }
    add_deck(scene);
}

/* ---- what falls on it ---- */

/* The next weight, in turn a crate, a ball, a log; of too many the oldest goes. */
static void drop(thud_scene *scene, thud_vec2 at) {
    bridge_state *state = scene->state;
    int number = (int)(state->dropped % most_loads);
    float size = 0.4f + 0.15f * (float)(state->dropped % 5);
    const scene_form forms[] = {
        {SCENE_BOX, size, size}, {SCENE_CIRCLE, size, 0}, {SCENE_CAPSULE, size, 0.6f * size}};
    thud_shape_def def = thud_shape_defaults();
    def.density = scene->values[load_density];
    scene_remove(scene, state->loads[number]);
    state->loads[number] =
        scene_thing(scene, &def, at, scene_random(scene, -0.5f, 0.5f), forms[state->dropped % 3]);
    state->dropped++;
}

/* ---- the scene ---- */

static bool bridge_create(thud_scene *scene) {
    bridge_state *state = scene->state;
    state->earth = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    scene_ground(scene, state->earth, ground, ground_points);
    add_deck(scene);
    return true;
}

/* Hands the slider to the hinges, where it has moved. */
static void apply_strength(thud_scene *scene) {
    bridge_state *state = scene->state;
    for (int i = 0; i <= state->count && state->bears != scene->values[strength]; i++) {
        if (thud_joint_is_valid(scene->world, state->hinges[i])) {
            thud_revolute_joint_def def = thud_revolute_joint_definition(scene->world, state->hinges[i]);
            def.base.break_force = scene->values[strength];
            thud_revolute_joint_configure(scene->world, state->hinges[i], &def);
        }
    }
    state->bears = scene->values[strength];
}

static void bridge_before_step(thud_scene *scene, float dt) {
    (void)dt;
    bridge_state *state = scene->state;
    apply_strength(scene);
    state->steps_broken += state->steps_broken > 0;
    if (state->steps_broken > mending_steps) {
        mend(scene);
    }
    if (scene->step_count % drop_steps == waiting_steps) {
        drop(scene, (thud_vec2){scene_random(scene, -0.7f, 0.7f) * gorge_half, drop_height});
    }
}

static void note_broken(bridge_state *state, int count) {
    state->broken += (uint64_t)count;
    state->steps_broken = count > 0 && state->steps_broken == 0 ? 1 : state->steps_broken;
}

static void bridge_after_step(thud_scene *scene, float dt) {
    (void)dt;
    bridge_state *state = scene->state;
    note_broken(state, thud_world_joint_events(scene->world).break_count);
}

static thud_vec2 hinge_point(const thud_scene *scene, int i) {
    thud_vec2 a = {0, 0}, b = {0, 0};
    const bridge_state *state = scene->state;
    thud_joint_anchors(scene->world, state->hinges[i], &a, &b);
    return a;
}

static void cut(thud_scene *scene) {
    bridge_state *state = scene->state;
    int nearest = -1;
    float distance = cut_reach;
    for (int i = 0; i <= state->count; i++) {
        float here = thud_vec2_distance(hinge_point(scene, i), scene->cursor);
        if (thud_joint_is_valid(scene->world, state->hinges[i]) && here < distance) {
            nearest = i;
            distance = here;
        }
    }
    if (nearest >= 0) {
        thud_joint_destroy(scene->world, state->hinges[nearest]);
        note_broken(state, 1);
    }
}

static bool bridge_key(thud_scene *scene, char key) {
    if (key == 'c') {
        cut(scene);
    } else if (key == ' ') {
        drop(scene, scene->cursor);
    } else if (key == 'm') {
        mend(scene);
    } else {
        return false;
    }
    return true;
}

static void bridge_draw_behind(const thud_scene *scene, const scene_painter *painter) {
    (void)scene;
    scene_draw_earth(painter, ground + 1, ground_points - 2, -gorge_depth - 1);
}

/* Each hinge by its load: green, yellow at half of what it bears, red near its end. */
static void bridge_draw(const thud_scene *scene, const scene_painter *painter) {
    const bridge_state *state = scene->state;
    float most = 0;
    for (int i = 0; i <= state->count; i++) {
        if (thud_joint_is_valid(scene->world, state->hinges[i])) {
            float force = thud_vec2_length(thud_joint_force(scene->world, state->hinges[i]));
            float share = force / scene->values[strength];
            painter->point(painter->context, hinge_point(scene, i),
                           share < 0.4f ? SCENE_INK_GOOD : share < 0.75f ? SCENE_INK_MTD : SCENE_INK_BAD);
            most = thud_max(most, force);
        }
    }
    scene_printf(painter, (thud_vec2){-16.4f, 7.2f}, SCENE_INK_TEXT, SCENE_TEXT_HEADING, "largest load %.0f N of %.0f",
                 (double)most, (double)scene->values[strength]);
    scene_printf(painter, (thud_vec2){-16.4f, 6.05f}, state->broken ? SCENE_INK_BAD : SCENE_INK_GOOD,
                 SCENE_TEXT_LEFT, "%llu broken", (unsigned long long)state->broken);
}

const scene_kind scene_bridge = {
    .name = "bridge",
    .description = "A hanging bridge of planks whose hinges break above a force",
    .help = "C  cut at the mouse    Space  a weight at the mouse    M  mend",
    .view = {{-17.4f, -10}, {17.4f, 8}},
    .hides_joints = true,
    .state_size = sizeof(bridge_state),
    SCENE_TUNABLES(bridge_tunables),
    .create = bridge_create,
    .before_step = bridge_before_step,
    .after_step = bridge_after_step,
    .draw_behind = bridge_draw_behind,
    .draw = bridge_draw,
    .key = bridge_key,
    .mouse = scene_note_cursor,
};
