/*
 * vehicle: a car with sprung, driven wheels on a chain of hills: bumps, a jump, a seesaw, a hanging bridge and a
 * wall of crates. It drives to and fro by itself until a key is pressed. The view goes along.
 */
#include "scenes.h"
#include "thud/joint.h"

enum { most_points = 400, bridge_planks = 12, crate_count = 12 };
static const float sample = 0.4f;                                  /* of smooth ground [m] */
static const float wheel_radius = 0.45f, axle_x = 1.05f, axle_y = -0.35f; /* in the frame of the chassis [m] */
static const float suspension_way = 0.3f;                          /* to both sides [m] */
static const float idle_torque = 0.5f;                             /* of the engine, without a key [N m] */
static const float patience = 1.5f;   /* standing or on its roof for that long, the car is helped [s] */
static const float hands_off = 8;     /* after that long without keys it drives by itself again [s] */
static const float turn_left = 100, turn_right = 1;  /* where it then turns round [m] */
static const float view_half_width = 12, view_half_height = 7.5f;

/* The ground: from knot to knot straight, or by half a cosine. */
typedef struct knot {
    float x, y;
    bool smooth;
} knot;

static const float ditch_left = 64, ditch_right = 76, seesaw_x = 58.5f, crates_x = 86, crates_room = 7;
static const knot knots[] = {
    {-8, 9, false},      {-8, 0, false},     {4, 0, false},      {10, 2.2f, true},   {14, 0.9f, true}, {21, 3.2f, true},
    {29, 0, true},       {30, 0, false},     {31, 0.3f, true},   {32, 0, true},      {33, 0.3f, true}, {34, 0, true},
    {35, 0.3f, true},    {36, 0, true},      {38, 0, false},     {42, 1.2f, true},   {42.5f, 1.25f, false},
    {44, 0.5f, false},   {45, 0.5f, false},  {46.5f, 1.25f, false}, {47, 1.2f, false}, {53, 0, true},   {64, 0, false},
    {66, -2.8f, true},   {74, -2.8f, false}, {76, 0, true},      {92, 0, false},     {98, 2.2f, true}, {105, 2.2f, false},
    {105, 9, false},
};
enum { knot_count = (int)(sizeof knots / sizeof knots[0]) };

enum { engine_torque, top_speed, spring_hertz, spring_damping };
static const scene_tunable vehicle_tunables[] = {
    [engine_torque] = {"torque", "engine", "N m", SCENE_NUMBER, 0, 30, 10, NULL, false},
    [top_speed] = {"speed", "top speed", "m/s", SCENE_NUMBER, 1, 30, 11, NULL, false},
    [spring_hertz] = {"hertz", "springs", "Hz", SCENE_NUMBER, 1, 10, 3, NULL, false},
    [spring_damping] = {"damping", "damping ratio", "", SCENE_NUMBER, 0, 2, 0.5f, NULL, false},
};

typedef struct vehicle_state {
    thud_vec2 ground[most_points];
    int ground_count;
    thud_body_id chassis;
    thud_joint_id wheels[2];
    thud_body_id crates[crate_count];
    float idle, standing; /* without keys, not getting on [s] */
    float heading;        /* of the car that drives by itself: -1 or 1 */
    uint64_t helped;
} vehicle_state;

/* ---- the road ---- */

static void add_point(vehicle_state *state, thud_vec2 point) {
    if (state->ground_count < most_points) {
        state->ground[state->ground_count++] = point;
    }
}

static void add_ground(thud_scene *scene, thud_body_id earth) {
    vehicle_state *state = scene->state;
    add_point(state, (thud_vec2){knots[0].x, knots[0].y});
    for (int i = 1; i < knot_count; i++) {
        knot from = knots[i - 1], to = knots[i];
        int pieces = to.smooth ? (int)((to.x - from.x) / sample) + 1 : 1;
        for (int k = 1; k <= pieces; k++) {
            float share = (float)k / (float)pieces;
            float rise = to.smooth ? 0.5f - 0.5f * thud_cos(THUD_PI * share) : share;
            add_point(state, (thud_vec2){from.x + share * (to.x - from.x), from.y + rise * (to.y - from.y)});
        }
    }
    scene_ground(scene, earth, state->ground, state->ground_count);
}

static thud_body_id add_box(thud_scene *scene, thud_vec2 position, float half_width, float half_height,
                            float density) {
    thud_shape_def def = thud_shape_defaults();
    def.density = density;
    return scene_thing(scene, &def, position, 0, (scene_form){SCENE_BOX, half_width, half_height});
}

/* Its hinge is a little stiff: whoever leaves it finds his end down when he comes back. */
static void add_seesaw(thud_scene *scene, thud_body_id earth) {
    const thud_vec2 pivot = {seesaw_x, 0.65f};
    const float tilt = 0.15f; /* then an end is on the ground [rad] */
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = thud_joint_base_at(scene->world, earth, add_box(scene, pivot, 4, 0.1f, 0.5f), pivot);
    hinge.limit = (thud_joint_limit){true, -tilt, tilt};
    hinge.motor = (thud_joint_motor){true, 0, 1};
    thud_body_teleport(scene->world, hinge.base.body_b, pivot, tilt);
    thud_revolute_joint_create(scene->world, &hinge);
}

static void add_bridge(thud_scene *scene, thud_body_id earth) {
    const float half = 0.5f * (ditch_right - ditch_left) / (float)bridge_planks;
    thud_body_id last = earth;
    for (int i = 0; i <= bridge_planks; i++) {
        float x = ditch_left + 2 * half * (float)i;
        thud_body_id next = i < bridge_planks ? add_box(scene, (thud_vec2){x + half, -0.1f}, half, 0.1f, 2) : earth;
        scene_hinge(scene, last, next, (thud_vec2){x, -0.1f});
        last = next;
    }
}

/* Whether a crate has been carried off farther than its room. */
static bool is_carried_off(const thud_scene *scene) {
    const vehicle_state *state = scene->state;
    bool carried_off = false;
    for (int i = 0; i < crate_count; i++) {
        float x = thud_body_position(scene->world, state->crates[i]).x;
        carried_off = carried_off || x < crates_x - crates_room;
    }
    return carried_off;
}

/* Two columns. */
static void stack_crates(thud_scene *scene) {
    const vehicle_state *state = scene->state;
    for (int i = 0; i < crate_count; i++) {
        thud_vec2 at = {crates_x + 0.9f * (float)(i % 2), 0.4f + 0.8f * (float)(i / 2)};
        thud_body_teleport(scene->world, state->crates[i], at, 0);
        thud_body_set_velocity(scene->world, state->crates[i], (thud_vec2){0, 0}, 0);
    }
}

/* ---- the car ---- */

static void add_wheel(thud_scene *scene, int i) {
    vehicle_state *state = scene->state;
    thud_vec2 axle = thud_vec2_add(thud_body_position(scene->world, state->chassis),
                                   (thud_vec2){i == 0 ? -axle_x : axle_x, axle_y});
    thud_shape_def tyre = thud_shape_defaults();
    tyre.material.friction = 1.5f;
    thud_body_id wheel = scene_thing(scene, &tyre, axle, 0, (scene_form){SCENE_CIRCLE, wheel_radius, 0});
    thud_wheel_joint_def def = thud_wheel_joint_defaults();
    def.base = thud_joint_base_at(scene->world, state->chassis, wheel, axle);
    def.limit = (thud_joint_limit){true, -suspension_way, suspension_way};
    state->wheels[i] = thud_wheel_joint_create(scene->world, &def);
}

static void add_car(thud_scene *scene) {
    vehicle_state *state = scene->state;
    thud_vec2 hull[] = {{-1.7f, -0.25f}, {1.7f, -0.25f}, {1.75f, 0.0f}, {0.9f, 0.2f}, {-1.7f, 0.25f}};
    thud_vec2 cabin[] = {{-1.3f, 0.2f}, {0.9f, 0.15f}, {0.35f, 0.65f}, {-0.9f, 0.65f}};
    state->chassis = scene_body(scene, THUD_BODY_DYNAMIC, (thud_vec2){-4, 1}, 0);
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_hull(scene->world, state->chassis, &def, hull, 5);
    def.density = 0.1f; /* what weighs is below: it shall not fall over */
    thud_body_add_hull(scene->world, state->chassis, &def, cabin, 4);
    add_wheel(scene, 0);
    add_wheel(scene, 1);
}

/* Sets the car on its wheels, a little higher. */
static void help(thud_scene *scene) {
    vehicle_state *state = scene->state;
    thud_vec2 up = thud_vec2_add(thud_body_position(scene->world, state->chassis), (thud_vec2){0, 1.5f});
    thud_body_teleport(scene->world, state->chassis, up, 0);
    thud_body_set_velocity(scene->world, state->chassis, (thud_vec2){0, 0}, 0);
    for (int i = 0; i < 2; i++) {
        thud_body_id wheel = thud_joint_common(scene->world, state->wheels[i]).body_b;
        thud_vec2 axle = thud_vec2_add(up, (thud_vec2){i == 0 ? -axle_x : axle_x, axle_y});
        thud_body_teleport(scene->world, wheel, axle, 0);
        thud_body_set_velocity(scene->world, wheel, (thud_vec2){0, 0}, 0);
    }
    state->standing = 0;
    state->helped++;
}

/* What the car does by itself: to the end and back, -1 to 1. Crates that it carries off go back to their place. */
static float drive_by_itself(thud_scene *scene, float dt) {
    vehicle_state *state = scene->state;
    thud_vec2 at = thud_body_position(scene->world, state->chassis);
    bool upright = thud_abs(thud_body_angle(scene->world, state->chassis)) < 0.5f * THUD_PI;
    bool gets_on = upright && thud_abs(thud_body_velocity(scene->world, state->chassis).x) > 0.3f;
    state->standing = gets_on ? 0 : state->standing + dt;
    if (state->standing > patience) {
        help(scene);
    }
    float heading = at.x > turn_left ? -1 : at.x < turn_right ? 1 : state->heading;
    if (heading != state->heading || is_carried_off(scene)) {
        stack_crates(scene);
    }
    state->heading = heading;
    return heading;
}

/* What the keys say: -1 to 1. */
static float drive_by_keys(const thud_scene *scene) {
    float right = scene->held['d'] || scene->held[SCENE_KEY_RIGHT] ? 1.0f : 0.0f;
    float left = scene->held['a'] || scene->held[SCENE_KEY_LEFT] ? 1.0f : 0.0f;
    return right - left;
}

static void vehicle_before_step(thud_scene *scene, float dt) {
    vehicle_state *state = scene->state;
    bool brake = scene->held[' '] || scene->held[SCENE_KEY_DOWN];
    float drive = drive_by_keys(scene);
    state->idle = drive != 0 || brake ? 0 : state->idle + dt;
    if (state->idle > hands_off) {
        drive = drive_by_itself(scene, dt);
    }
    float torque = drive != 0 || brake ? scene->values[engine_torque] : 2 * idle_torque;
    for (int i = 0; i < 2; i++) {
        thud_wheel_joint_def def = thud_wheel_joint_definition(scene->world, state->wheels[i]);
        float turning = brake ? 0 : drive * scene->values[top_speed] / wheel_radius;
        def.motor = (thud_joint_motor){true, -turning, 0.5f * torque}; /* to the right is clockwise */
        def.spring.hertz = scene->values[spring_hertz];
        def.spring.damping_ratio = scene->values[spring_damping];
        thud_wheel_joint_configure(scene->world, state->wheels[i], &def);
    }
}

static bool vehicle_key(thud_scene *scene, char key) {
    if (key == 'f') {
        help(scene);
    }
    return key == 'f';
}

/* ---- the scene ---- */

static bool vehicle_create(thud_scene *scene) {
    vehicle_state *state = scene->state;
    state->idle = hands_off;
    state->heading = 1;
    thud_body_id earth = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    add_ground(scene, earth);
    add_seesaw(scene, earth);
    add_bridge(scene, earth);
    for (int i = 0; i < crate_count; i++) {
        state->crates[i] = add_box(scene, (thud_vec2){crates_x, (float)i}, 0.4f, 0.4f, 0.1f);
    }
    stack_crates(scene);
    add_car(scene);
    return true;
}

/* The view hurries after the car, and looks ahead. */
static void vehicle_after_step(thud_scene *scene, float dt) {
    const vehicle_state *state = scene->state;
    thud_vec2 ahead = thud_vec2_scale(thud_body_velocity(scene->world, state->chassis), 0.5f);
    thud_vec2 wanted = thud_vec2_add(thud_body_position(scene->world, state->chassis), ahead);
    wanted.x = thud_clamp(wanted.x, knots[0].x + view_half_width, knots[knot_count - 1].x - view_half_width);
    wanted.y = 0.5f * wanted.y + 2;
    thud_vec2 middle = thud_vec2_lerp(thud_aabb_center(scene->view), wanted, thud_min(3 * dt, 1));
    thud_vec2 half = {view_half_width, view_half_height};
    scene->view = (thud_aabb){thud_vec2_sub(middle, half), thud_vec2_add(middle, half)};
}

static void vehicle_draw_behind(const thud_scene *scene, const scene_painter *painter) {
    const vehicle_state *state = scene->state;
    scene_draw_earth(painter, state->ground + 1, state->ground_count - 2, -12);
    for (int x = 0; x <= 100; x += 10) {
        scene_printf(painter, (thud_vec2){(float)x, -3.4f}, SCENE_INK_MUTED, SCENE_TEXT_CENTER, "%d m", x);
    }
}

static void vehicle_draw(const thud_scene *scene, const scene_painter *painter) {
    const vehicle_state *state = scene->state;
    thud_pose car = scene_drawn_pose(scene, painter, state->chassis);
    for (int i = 0; i < 2; i++) {
        thud_body_id wheel = thud_joint_common(scene->world, state->wheels[i]).body_b;
        thud_vec2 mount = thud_pose_apply(car, (thud_vec2){i == 0 ? -axle_x : axle_x, axle_y + 0.6f});
        painter->line(painter->context, mount, scene_drawn_pose(scene, painter, wheel).position, SCENE_INK_SECOND);
    }
    thud_vec2 above = {car.position.x, car.position.y + 1.7f};
    scene_printf(painter, above, SCENE_INK_TEXT, SCENE_TEXT_CENTER, "%.0f km/h",
                 (double)(3.6f * thud_vec2_length(thud_body_velocity(scene->world, state->chassis))));
    if (state->idle > hands_off) {
        above.y += 0.55f;
        scene_printf(painter, above, SCENE_INK_MUTED, SCENE_TEXT_CENTER, "drives by itself");
    }
}

const scene_kind scene_vehicle = {
    .name = "vehicle",
    .description = "A car with sprung wheels on hills: a jump, a seesaw, a bridge, crates",
    .help = "Left Right or A D  drive    Space  brake    F  on its wheels",
    .view = {{-8, -5.5f}, {16, 9.5f}},
    .hides_joints = true,
    .state_size = sizeof(vehicle_state),
    SCENE_TUNABLES(vehicle_tunables),
    .create = vehicle_create,
    .before_step = vehicle_before_step,
    .after_step = vehicle_after_step,
    .draw_behind = vehicle_draw_behind,
    .draw = vehicle_draw,
    .key = vehicle_key,
};
