/*
 * gears: a winch. A motor turns a pinion; two pairs of gears make it slow and strong; a rack makes a pull of it,
 * and a rope over two wheels lifts the load. While the motor rests a ratchet on its shaft holds the load.
 *
 *     motor - pinion 10:30 large gear = same shaft = second pinion 10:20 last gear - rack - rope - load
 *
 * The teeth are for the eye and touch nothing: gear joints keep them in mesh.
 */
#include "scenes.h"
#include "thud/joint.h"

/* Who turns whom: the motor's pinion, the large gear, on its shaft the second pinion, the gear at the rack. */
enum { PINION, LARGE, SECOND, LAST, gear_count, saw_teeth = 12, rack_teeth = 9 };
static const float module = 0.2f;     /* pitch diameter over number of teeth, and height of a tooth [m] */
static const float rack_half = 3.2f;  /* half its length [m] */
static const float rack_way = 2.2f;   /* up and down from the middle [m] */
static const float rest_time = 2;     /* of the motor, above and below [s] */
static const float load_half = 0.8f;  /* half the width of the load [m] */
static const float floor_y = -5.6f;

typedef struct gear_plan {
    int teeth;
    thud_vec2 center;
    float phase; /* of its first tooth, in teeth */
} gear_plan;

static const gear_plan plans[gear_count] = {
    [PINION] = {10, {-8.5f, 0.6f}, 0.5f},
    [LARGE] = {30, {-4.5f, 0.6f}, 0},
    [SECOND] = {10, {-4.5f, 0.6f}, 0.5f},
    [LAST] = {20, {-1.5f, 0.6f}, 0},
};
static const float rack_x = 0.5f; /* of its pitch line: where the last gear's is farthest to the right */
static const thud_vec2 wheel_a = {0.88f, 7.2f}, wheel_b = {4.6f, 7.2f};

enum { motor_speed, motor_torque, load_mass, ratchet_on };
static const scene_tunable gears_tunables[] = {
    [motor_speed] = {"speed", "motor", "rad/s", SCENE_NUMBER, 0, 12, 5, NULL, false},
    [motor_torque] = {"torque", "torque", "N m", SCENE_NUMBER, 0, 80, 25, NULL, false},
    [load_mass] = {"load", "load", "kg", SCENE_NUMBER, 1, 25, 6, NULL, false},
    [ratchet_on] = {"ratchet", "ratchet", "", SCENE_SWITCH, 0, 1, 1, NULL, false},
};

typedef enum winch_phase { LIFTING, HOLDING, LOWERING, RESTING } winch_phase;

typedef struct gears_state {
    thud_body_id earth, gears[gear_count], rack, load;
    thud_joint_id hinges[gear_count], slider, ratchet;
    thud_shape_id load_shape;
    winch_phase phase;
    float time; /* since the phase began [s] */
} gears_state;

static float pitch_radius(int gear) {
    return 0.5f * module * (float)plans[gear].teeth;
}

/* ---- teeth ---- */

static thud_shape_def seen_only(void) {
    thud_shape_def def = thud_shape_defaults();
    def.density = 0.05f;
    def.filter.mask = 2; /* a category that nothing has */
    return def;
}

/* A tooth as high as the module above the pitch line through `foot` and as deep below it, pointing along `out`. */
static void add_tooth(thud_scene *scene, thud_body_id body, thud_vec2 foot, thud_vec2 out) {
    const thud_vec2 side = thud_vec2_scale(thud_vec2_perp(out), 0.25f * THUD_PI * module); /* half a tooth */
    thud_vec2 root = thud_vec2_mul_add(foot, -1.3f * module, out), tip = thud_vec2_mul_add(foot, module, out);
    const thud_vec2 corners[] = {thud_vec2_mul_add(root, -1.5f, side), thud_vec2_mul_add(tip, -0.55f, side),
                                 thud_vec2_mul_add(tip, 0.55f, side), thud_vec2_mul_add(root, 1.5f, side)};
    thud_shape_def def = seen_only();
    thud_body_add_hull(scene->world, body, &def, corners, 4);
}

static void add_gear(thud_scene *scene, int gear) {
    gears_state *state = scene->state;
    const gear_plan *plan = &plans[gear];
    thud_body_id body = scene_body(scene, THUD_BODY_DYNAMIC, plan->center, 0);
    thud_shape_def def = seen_only();
    scene_add_form(scene, body, &def, (scene_form){SCENE_POLYGON, pitch_radius(gear) - 1.1f * module, 32});
    for (int i = 0; i < plan->teeth; i++) {
        float angle = 2 * THUD_PI * ((float)i + plan->phase) / (float)plan->teeth;
        thud_vec2 out = {thud_cos(angle), thud_sin(angle)};
        add_tooth(scene, body, thud_vec2_scale(out, pitch_radius(gear)), out);
    }
    state->gears[gear] = body;
    state->hinges[gear] = scene_hinge(scene, state->earth, body, plan->center);
}

static void add_rack(thud_scene *scene) {
    gears_state *state = scene->state;
    const float y = plans[LAST].center.y, back = 1.6f * module;
    state->rack = scene_body(scene, THUD_BODY_DYNAMIC, (thud_vec2){rack_x, y + rack_way}, 0);
    thud_shape_def def = seen_only();
    def.density = 0.5f;
    scene_block(scene, state->rack, &def,
                (thud_aabb){{1.1f * module, -rack_half}, {1.1f * module + back, rack_half}});
    for (int i = 0; i < rack_teeth; i++) { /* the gear has a tooth at its side: there the rack has a gap */
        float along = -rack_way + THUD_PI * module * ((float)i - 0.5f);
        add_tooth(scene, state->rack, (thud_vec2){0, along}, (thud_vec2){-1, 0});
    }
    thud_prismatic_joint_def slider = thud_prismatic_joint_defaults();
    slider.base = thud_joint_base_at(scene->world, state->earth, state->rack, (thud_vec2){rack_x, y + rack_way});
    slider.axis = (thud_vec2){0, 1};
    slider.limit = (thud_joint_limit){true, -2 * rack_way, 0};
    state->slider = thud_prismatic_joint_create(scene->world, &slider);
}

/* ---- what ties it all ---- */

static void mesh(thud_scene *scene, thud_joint_id a, thud_joint_id b, float ratio) {
    thud_gear_joint_def def = thud_gear_joint_defaults();
    def.joint_a = a;
    def.joint_b = b;
    def.ratio = ratio;
    thud_gear_joint_create(scene->world, &def);
}

static void add_rope(thud_scene *scene) {
    gears_state *state = scene->state;
    const thud_vec2 hook = {1.9f * module, rack_half};
    state->load = scene_body(scene, THUD_BODY_DYNAMIC, (thud_vec2){wheel_b.x, floor_y + load_half}, 0);
    state->load_shape =
        scene_add_form(scene, state->load, NULL, (scene_form){SCENE_BOX, load_half, load_half});
    thud_pulley_joint_def rope = thud_pulley_joint_defaults();
    rope.base.body_a = state->rack;
    rope.base.body_b = state->load;
    rope.base.anchor_a = hook;
    rope.base.anchor_b = (thud_vec2){0, load_half};
    rope.wheel_a = wheel_a;
    rope.wheel_b = wheel_b;
    thud_vec2 rack_top = thud_vec2_add(thud_body_position(scene->world, state->rack), hook);
    rope.length = thud_vec2_distance(rack_top, wheel_a) + wheel_b.y - floor_y - 2 * load_half;
    thud_pulley_joint_create(scene->world, &rope);
}

/* The pinion may turn clockwise only, which lifts. */
static void engage_ratchet(thud_scene *scene, bool engaged) {
    gears_state *state = scene->state;
    bool is_engaged = thud_joint_is_valid(scene->world, state->ratchet);
    if (engaged && !is_engaged) {
        thud_ratchet_joint_def def = thud_ratchet_joint_defaults();
        def.base = thud_joint_base_at(scene->world, state->earth, state->gears[PINION], plans[PINION].center);
        def.tooth = -2 * THUD_PI / (float)saw_teeth;
        state->ratchet = thud_ratchet_joint_create(scene->world, &def);
    } else if (!engaged && is_engaged) {
        thud_joint_destroy(scene->world, state->ratchet);
    }
}

static bool gears_create(thud_scene *scene) {
    gears_state *state = scene->state;
    state->earth = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    scene_wall(scene, state->earth, (thud_vec2){2, floor_y}, (thud_vec2){7.2f, floor_y});
    for (int i = 0; i < gear_count; i++) {
        add_gear(scene, i);
    }
    add_rack(scene);
    add_rope(scene);
    mesh(scene, state->hinges[PINION], state->hinges[LARGE], 3);
    mesh(scene, state->hinges[SECOND], state->hinges[LAST], 2);
    mesh(scene, state->slider, state->hinges[LAST], -pitch_radius(LAST)); /* what turns left goes up on the right */
    thud_weld_joint_def shaft = thud_weld_joint_defaults();
    shaft.base =
        thud_joint_base_at(scene->world, state->gears[LARGE], state->gears[SECOND], plans[SECOND].center);
    thud_weld_joint_create(scene->world, &shaft);
    return true;
}

/* ---- the winch at work ---- */

static void next_phase(gears_state *state, float dt, float lifted) {
    const float play = 0.05f; /* [m] */
    state->time += dt;
    bool over = state->phase == LIFTING    ? lifted > 2 * rack_way - play
                : state->phase == LOWERING ? lifted < play
                                           : state->time > rest_time;
    if (over) {
        state->phase = (winch_phase)((state->phase + 1) % 4);
        state->time = 0;
    }
}

static void gears_before_step(thud_scene *scene, float dt) {
    gears_state *state = scene->state;
    next_phase(state, dt, -thud_joint_translation(scene->world, state->slider));
    bool works = state->phase == LIFTING || state->phase == LOWERING;
    thud_revolute_joint_def motor = thud_revolute_joint_definition(scene->world, state->hinges[PINION]);
    motor.motor.enabled = works;
    motor.motor.speed = state->phase == LIFTING ? -scene->values[motor_speed] : scene->values[motor_speed];
    motor.motor.max_force = scene->values[motor_torque];
    thud_revolute_joint_configure(scene->world, state->hinges[PINION], &motor);
    thud_shape_def load = thud_shape_definition(scene->world, state->load_shape);
    load.density = scene->values[load_mass] / (4 * load_half * load_half);
    thud_shape_configure(scene->world, state->load_shape, &load);
    engage_ratchet(scene, scene->values[ratchet_on] != 0 && state->phase != LOWERING);
}

/* ---- drawing ---- */

/* The saw-toothed wheel on the motor's shaft, and the pawl that falls into it from above. */
static void draw_ratchet(const thud_scene *scene, const scene_painter *painter, thud_pose shaft) {
    const gears_state *state = scene->state;
    const float low = 0.38f, high = 0.58f, tooth = 2 * THUD_PI / (float)saw_teeth;
    for (int i = 0; i < saw_teeth; i++) {
        thud_vec2 from = {thud_cos(tooth * (float)i), thud_sin(tooth * (float)i)};
        thud_vec2 to = {thud_cos(tooth * (float)(i + 1)), thud_sin(tooth * (float)(i + 1))};
        thud_vec2 tip = thud_pose_apply(shaft, thud_vec2_scale(to, high));
        painter->line(painter->context, thud_pose_apply(shaft, thud_vec2_scale(from, low)), tip, SCENE_INK_SECOND);
        painter->line(painter->context, tip, thud_pose_apply(shaft, thud_vec2_scale(to, low)), SCENE_INK_SECOND);
    }
    bool engaged = thud_joint_is_valid(scene->world, state->ratchet);
    float turned = (0.5f * THUD_PI - thud_rot_angle(shaft.rotation)) / tooth + (float)saw_teeth;
    float height = engaged ? low + (high - low) * (turned - (float)(int)turned) : high + 0.25f;
    thud_vec2 pivot = thud_vec2_add(shaft.position, (thud_vec2){-0.9f, 1.1f});
    painter->line(painter->context, pivot, thud_vec2_add(shaft.position, (thud_vec2){0, height}),
                  engaged ? SCENE_INK_GOOD : SCENE_INK_MUTED);
    painter->point(painter->context, pivot, engaged ? SCENE_INK_GOOD : SCENE_INK_MUTED);
}

static void draw_numbers(const thud_scene *scene, const scene_painter *painter) {
    static const char *const doing[] = {"lifting", "held by the ratchet", "lowering", "resting"};
    const gears_state *state = scene->state;
    float angles[gear_count];
    for (int i = 0; i < gear_count; i++) {
        angles[i] = thud_joint_angle(scene->world, state->hinges[i]);
    }
    bool slips = state->phase == HOLDING && scene->values[ratchet_on] == 0;
    scene_printf(painter, (thud_vec2){-9.6f, 6.9f}, slips ? SCENE_INK_BAD : SCENE_INK_GOOD, SCENE_TEXT_HEADING, "%s",
                 slips ? "nothing holds it" : doing[state->phase]);
    scene_printf(painter, (thud_vec2){-9.6f, -3.6f}, SCENE_INK_TEXT, SCENE_TEXT_LEFT,
                 "10 : 30 teeth     %+.2f turns make %+.2f", (double)(angles[PINION] / (2 * THUD_PI)),
                 (double)(angles[LARGE] / (2 * THUD_PI)));
    scene_printf(painter, (thud_vec2){-9.6f, -4.2f}, SCENE_INK_TEXT, SCENE_TEXT_LEFT,
                 "10 : 20 teeth     %+.2f turns make %+.2f", (double)(angles[SECOND] / (2 * THUD_PI)),
                 (double)(angles[LAST] / (2 * THUD_PI)));
    scene_printf(painter, (thud_vec2){-9.6f, -4.8f}, SCENE_INK_TEXT, SCENE_TEXT_LEFT,
                 "rack     %+.2f turns make %+.2f m", (double)(angles[LAST] / (2 * THUD_PI)),
                 (double)thud_joint_translation(scene->world, state->slider));
    scene_printf(painter, (thud_vec2){-9.6f, -5.4f}, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
                 "motor %.1f N m, load %.0f N", (double)thud_abs(thud_joint_torque(scene->world, state->hinges[PINION])),
                 (double)(10 * scene->values[load_mass]));
}

static void gears_draw(const thud_scene *scene, const scene_painter *painter) {
    const gears_state *state = scene->state;
    for (int i = 0; i < gear_count; i++) {
        thud_pose pose = scene_drawn_pose(scene, painter, state->gears[i]);
        painter->line(painter->context, pose.position,
                      thud_pose_apply(pose, (thud_vec2){0.75f * pitch_radius(i), 0}), SCENE_INK_APART);
        painter->point(painter->context, pose.position, SCENE_INK_SECOND);
        if (i == PINION) {
            draw_ratchet(scene, painter, pose);
        }
    }
    thud_vec2 hook = thud_pose_apply(scene_drawn_pose(scene, painter, state->rack), (thud_vec2){1.9f * module, rack_half});
    thud_vec2 crate = thud_pose_apply(scene_drawn_pose(scene, painter, state->load), (thud_vec2){0, load_half});
    painter->line(painter->context, hook, wheel_a, SCENE_INK_TEXT);
    painter->line(painter->context, wheel_a, wheel_b, SCENE_INK_TEXT);
    painter->line(painter->context, wheel_b, crate, SCENE_INK_TEXT);
    painter->point(painter->context, wheel_a, SCENE_INK_SECOND);
    painter->point(painter->context, wheel_b, SCENE_INK_SECOND);
    scene_printf(painter, (thud_vec2){crate.x, crate.y - load_half + 0.2f}, SCENE_INK_TEXT, SCENE_TEXT_CENTER, "%.1f kg",
                 (double)scene->values[load_mass]);
    draw_numbers(scene, painter);
}

const scene_kind scene_gears = {
    .name = "gears",
    .description = "A winch of gears, rack, rope and ratchet lifts a load",
    .help = "Drag  a gear    the panel sets motor and load",
    .view = {{-10.2f, -6.4f}, {8, 8}},
    .hides_joints = true,
    .state_size = sizeof(gears_state),
    SCENE_TUNABLES(gears_tunables),
    .create = gears_create,
    .before_step = gears_before_step,
    .draw = gears_draw,
};
