/*
 * joints: one of each kind, each doing what it is for. The mouse is the twelfth: it drags by a target joint.
 */
#include "scenes.h"

#include "thud/joint.h"

enum { motor_speed, spring_hertz, breaking_force };
static const scene_tunable joints_tunables[] = {
    [motor_speed] = {"motor", "motors", "rad/s", SCENE_NUMBER, -10, 10, 3, NULL, false},
    [spring_hertz] = {"hertz", "springs", "Hz", SCENE_NUMBER, 0.2f, 8, 1.2f, NULL, false},
    [breaking_force] = {"strength", "rope bears", "N", SCENE_NUMBER, 5, 200, 60, NULL, false},
};

typedef struct joints_state {
    thud_body_id post; /* static, at the origin */
    thud_joint_id rotor, spring, piston, wheels[2], target, drive, thin_rope;
    float applied[3]; /* the tunables that the joints have */
    float time;       /* [s] */
    int breaks;
} joints_state;

static const float across = 7.0f; /* from station to station [m] */
static const thud_vec2 first_station = {-17.5f, 9.0f};
static const float second_row = 0.0f;

static thud_vec2 station(int row, int column) {
    float y = row == 0 ? first_station.y : second_row;
    return (thud_vec2){first_station.x + across * (float)column, y};
}

static thud_vec2 at(thud_vec2 from, float x, float y) {
    return (thud_vec2){from.x + x, from.y + y};
}

static thud_body_id add_box(thud_scene *scene, thud_vec2 position, float half_width, float half_height) {
    return scene_thing(scene, NULL, position, 0, (scene_form){SCENE_BOX, half_width, half_height});
}

static thud_body_id add_disc(thud_scene *scene, thud_vec2 position, float radius) {
    thud_shape_def def = thud_shape_defaults();
    def.material.friction = 1;
    return scene_thing(scene, &def, position, 0, (scene_form){SCENE_CIRCLE, radius, 0});
}

static thud_joint_base base_of(thud_scene *scene, thud_body_id body, thud_vec2 point) {
    joints_state *state = scene->state;
    return thud_joint_base_at(scene->world, state->post, body, point);
}

/* A rotor with an engine, and a chain of pendulums on it. */
static void add_revolute(thud_scene *scene, thud_vec2 o) {
    joints_state *state = scene->state;
    thud_body_id last = add_box(scene, o, 1.2f, 0.15f);
    state->rotor = scene_hinge(scene, state->post, last, o);
    for (int i = 0; i < 3; i++) {
        thud_body_id link = add_box(scene, at(o, 1.1f, -0.3f - 0.6f * (float)i), 0.1f, 0.3f);
        scene_hinge(scene, last, link, at(o, 1.1f, -0.6f * (float)i));
        last = link;
    }
}

/* A rod, a rope and a spring. */
static void add_distance(thud_scene *scene, thud_vec2 o) {
    joints_state *state = scene->state;
    for (int i = 0; i < 3; i++) {
        float x = 1.5f * (float)(i - 1);
        thud_distance_joint_def def = thud_distance_joint_defaults();
        thud_body_id bob = add_disc(scene, at(o, x + 0.8f, -0.5f), 0.3f);
        def.base.body_a = state->post;
        def.base.body_b = bob;
        def.base.anchor_a = at(o, x, 1.5f);
        def.length = 2.15f;
        def.limit = (thud_joint_limit){i == 1, 0, 2.6f};
        def.spring = (thud_joint_spring){i == 2, scene->values[spring_hertz], 0.02f, 2};
        thud_joint_id joint = thud_distance_joint_create(scene->world, &def);
        state->spring = i == 2 ? joint : state->spring;
    }
}

/* A springboard of soft bonds. */
static void add_weld(thud_scene *scene, thud_vec2 o) {
    joints_state *state = scene->state;
    thud_body_id last = state->post;
    for (int i = 0; i < 5; i++) {
        float x = -2 + 0.8f * (float)i;
        thud_body_id piece = add_box(scene, at(o, x + 0.4f, 0), 0.4f, 0.1f);
        thud_weld_joint_def def = thud_weld_joint_defaults();
        def.base = thud_joint_base_at(scene->world, last, piece, at(o, x, 0));
        def.angular_spring = (thud_joint_spring){true, 30, 0.3f, 0};
        thud_weld_joint_create(scene->world, &def);
        last = piece;
    }
    add_disc(scene, at(o, 1.5f, 1.5f), 0.3f);
}

/* A lift that goes up and down between its limits. */
static void add_prismatic(thud_scene *scene, thud_vec2 o) {
    joints_state *state = scene->state;
    thud_body_id lift = add_box(scene, o, 1.2f, 0.15f);
    thud_prismatic_joint_def def = thud_prismatic_joint_defaults();
    def.base = base_of(scene, lift, o);
    def.axis = (thud_vec2){0, 1};
    def.limit = (thud_joint_limit){true, -1.5f, 1.5f};
    def.motor = (thud_joint_motor){true, 1, 500};
    state->piston = thud_prismatic_joint_create(scene->world, &def);
    add_box(scene, at(o, 0, 0.5f), 0.3f, 0.3f);
}

/* Two bodies that pass through each other. */
static void add_filter(thud_scene *scene, thud_vec2 o) {
    joints_state *state = scene->state;
    thud_body_id pendulums[2];
    for (int i = 0; i < 2; i++) {
        float side = i == 0 ? -1.0f : 1.0f;
        pendulums[i] = add_box(scene, at(o, 1.6f * side, 0.2f), 0.4f, 0.4f);
        scene_hinge(scene, state->post, pendulums[i], at(o, 0.3f * side, 1.5f));
    }
    thud_filter_joint_def def = thud_filter_joint_defaults();
    def.base.body_a = pendulums[0];
    def.base.body_b = pendulums[1];
    thud_filter_joint_create(scene->world, &def);
}

/* A body that follows a point, and one that follows a pose. */
static void add_followers(thud_scene *scene, thud_vec2 o) {
    joints_state *state = scene->state;
    thud_target_joint_def target = thud_target_joint_defaults();
    target.body = add_box(scene, at(o, -1.5f, 0), 0.35f, 0.35f);
    target.local_anchor = (thud_vec2){0.3f, 0.3f};
    target.target = at(o, -1.5f, 0);
    state->target = thud_target_joint_create(scene->world, &target);
    thud_motor_joint_def drive = thud_motor_joint_defaults();
    drive.base.body_a = state->post;
    drive.base.body_b = add_box(scene, at(o, 1.5f, 0), 0.6f, 0.2f);
    drive.base.anchor_a = at(o, 1.5f, 0);
    state->drive = thud_motor_joint_create(scene->world, &drive);
}

/* A car on two sprung wheels, between walls. */
static void add_car(thud_scene *scene, thud_vec2 o) {
    joints_state *state = scene->state;
    thud_body_id chassis = add_box(scene, at(o, 0, -0.6f), 1.0f, 0.25f);
    for (int i = 0; i < 2; i++) {
        thud_vec2 axle = at(o, i == 0 ? -0.7f : 0.7f, -1.2f);
        thud_wheel_joint_def def = thud_wheel_joint_defaults();
        def.base = thud_joint_base_at(scene->world, chassis, add_disc(scene, axle, 0.35f), axle);
        def.spring.hertz = 4;
        def.limit = (thud_joint_limit){true, -0.25f, 0.25f};
        def.motor = (thud_joint_motor){true, 0, 0.8f};
        state->wheels[i] = thud_wheel_joint_create(scene->world, &def);
    }
    for (int i = -2; i <= 2; i++) {
        float x = 1.2f * (float)i;
        scene_wall(scene, state->post, at(o, x - 0.6f, -1.6f), at(o, x, -1.45f));
        scene_wall(scene, state->post, at(o, x, -1.45f), at(o, x + 0.6f, -1.6f));
    }
    scene_wall(scene, state->post, at(o, -3, -1.6f), at(o, -3, 0));
    scene_wall(scene, state->post, at(o, 3, -1.6f), at(o, 3, 0));
}

/* A large wheel that turns a small one three times as fast in the opposite direction. */
static void add_gear(thud_scene *scene, thud_vec2 o) {
    joints_state *state = scene->state;
    thud_body_id large = add_disc(scene, at(o, -0.8f, 0), 1.5f);
    thud_body_id small = add_disc(scene, at(o, 1.2f, 0), 0.5f);
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = base_of(scene, large, at(o, -0.8f, 0));
    hinge.motor = (thud_joint_motor){true, 1, 200};
    thud_gear_joint_def def = thud_gear_joint_defaults();
    def.joint_a = scene_hinge(scene, state->post, small, at(o, 1.2f, 0));
    def.joint_b = thud_revolute_joint_create(scene->world, &hinge);
    def.ratio = 3;
    def.base.collide_connected = false;
    thud_gear_joint_create(scene->world, &def);
}

static void add_pulley(thud_scene *scene, thud_vec2 o) {
    thud_pulley_joint_def def = thud_pulley_joint_defaults();
    def.base.body_a = add_box(scene, at(o, -1.2f, 0), 0.4f, 0.4f);
    def.base.body_b = add_box(scene, at(o, 1.2f, 0), 0.4f, 0.45f);
    def.base.anchor_a = (thud_vec2){0, 0.4f};
    def.base.anchor_b = (thud_vec2){0, 0.45f};
    def.wheel_a = at(o, -1.2f, 2);
    def.wheel_b = at(o, 1.2f, 2);
    def.length = 3.15f;
    thud_pulley_joint_create(scene->world, &def);
    scene_wall(scene, ((joints_state *)scene->state)->post, at(o, -2.5f, -1.6f), at(o, 2.5f, -1.6f));
}

/* A wheel with a weight on its rim that can only be turned one way. */
static void add_ratchet(thud_scene *scene, thud_vec2 o) {
    joints_state *state = scene->state;
    thud_body_id wheel = add_disc(scene, o, 1.2f);
    scene_hinge(scene, state->post, wheel, o);
    thud_ratchet_joint_def def = thud_ratchet_joint_defaults();
    def.base = base_of(scene, wheel, o);
    thud_ratchet_joint_create(scene->world, &def);
    thud_weld_joint_def bond = thud_weld_joint_defaults();
    bond.base =
        thud_joint_base_at(scene->world, wheel, add_box(scene, at(o, 1.5f, 0), 0.3f, 0.3f), at(o, 1.2f, 0));
    thud_weld_joint_create(scene->world, &bond);
    thud_body_set_velocity(scene->world, wheel, (thud_vec2){0, 0}, 6);
}

/* A crate falls on a board that hangs by a rope too thin for both. */
static void add_breaking(thud_scene *scene, thud_vec2 o) {
    joints_state *state = scene->state;
    thud_body_id board = add_box(scene, at(o, 0, -0.5f), 1.2f, 0.2f);
    for (int i = 0; i < 2; i++) {
        float x = i == 0 ? -1.1f : 1.1f;
        thud_distance_joint_def def = thud_distance_joint_defaults();
        def.base.body_a = state->post;
        def.base.body_b = board;
        def.base.anchor_a = at(o, x, 1.7f);
        def.base.anchor_b = (thud_vec2){x, 0.2f};
        def.base.break_force = i == 0 ? 0 : scene->values[breaking_force];
        def.length = 2;
        thud_joint_id rope = thud_distance_joint_create(scene->world, &def);
        state->thin_rope = i == 1 ? rope : state->thin_rope;
    }
    add_box(scene, at(o, 0.4f, 4), 0.5f, 0.5f);
}

static bool joints_create(thud_scene *scene) {
    joints_state *state = scene->state;
    state->post = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    scene_wall(scene, state->post, (thud_vec2){-60, -4}, (thud_vec2){60, -4});
    add_revolute(scene, station(0, 0));
    add_distance(scene, station(0, 1));
    add_weld(scene, station(0, 2));
    add_prismatic(scene, station(0, 3));
    add_filter(scene, station(0, 4));
    add_followers(scene, station(0, 5));
    add_car(scene, station(1, 0));
    add_gear(scene, station(1, 1));
    add_pulley(scene, station(1, 2));
    add_ratchet(scene, station(1, 3));
    add_breaking(scene, station(1, 4));
    return true;
}

/* Hands the tunables to the joints, where they have changed. */
static void apply_tunables(thud_scene *scene) {
    joints_state *state = scene->state;
    bool same = true;
    for (int i = 0; i < 3; i++) {
        same = same && state->applied[i] == scene->values[i];
        state->applied[i] = scene->values[i];
    }
    if (same) {
        return;
    }
    thud_revolute_joint_def rotor = thud_revolute_joint_definition(scene->world, state->rotor);
    rotor.motor = (thud_joint_motor){true, scene->values[motor_speed], 100};
    thud_revolute_joint_configure(scene->world, state->rotor, &rotor);
    thud_distance_joint_def spring = thud_distance_joint_definition(scene->world, state->spring);
    spring.spring.hertz = scene->values[spring_hertz];
    thud_distance_joint_configure(scene->world, state->spring, &spring);
    if (thud_joint_is_valid(scene->world, state->thin_rope)) {
        thud_distance_joint_def rope = thud_distance_joint_definition(scene->world, state->thin_rope);
        rope.base.break_force = scene->values[breaking_force];
        thud_distance_joint_configure(scene->world, state->thin_rope, &rope);
    }
}

/* Up and down, to and fro, round and round. */
static void joints_before_step(thud_scene *scene, float dt) {
    joints_state *state = scene->state;
    apply_tunables(scene);
    state->time += dt;
    bool forth = (int)(state->time / 4) % 2 == 0;
    thud_prismatic_joint_def lift = thud_prismatic_joint_definition(scene->world, state->piston);
    lift.motor.speed = forth ? 1.0f : -1.0f;
    thud_prismatic_joint_configure(scene->world, state->piston, &lift);
    for (int i = 0; i < 2; i++) {
        thud_wheel_joint_def wheel = thud_wheel_joint_definition(scene->world, state->wheels[i]);
        wheel.motor.speed = forth ? -4.0f : 4.0f;
        thud_wheel_joint_configure(scene->world, state->wheels[i], &wheel);
    }
    thud_vec2 o = station(0, 5);
    thud_vec2 round = {thud_cos(2 * state->time), thud_sin(2 * state->time)};
    thud_target_joint_set_target(scene->world, state->target, at(o, -1.5f + round.x, round.y));
    thud_motor_joint_def drive = thud_motor_joint_definition(scene->world, state->drive);
    drive.base.anchor_a = at(o, 1.5f, forth ? 1.0f : -1.0f);
    drive.reference_angle = forth ? 0.0f : 0.5f * THUD_PI;
    thud_motor_joint_configure(scene->world, state->drive, &drive);
}

static void joints_after_step(thud_scene *scene, float dt) {
    (void)dt;
    ((joints_state *)scene->state)->breaks += thud_world_joint_events(scene->world).break_count;
}

static void joints_draw(const thud_scene *scene, const scene_painter *painter) {
    static const char *const names[2][6] = {
        {"revolute", "distance: rod, rope, spring", "weld (soft)", "prismatic", "filter", "target and motor"},
        {"wheel", "gear", "pulley", "ratchet", "break force", NULL},
    };
    for (int row = 0; row < 2; row++) {
        for (int column = 0; column < 6; column++) {
            if (names[row][column] != NULL) {
                scene_printf(painter, at(station(row, column), 0, 3.4f), SCENE_INK_MUTED, SCENE_TEXT_CENTER,
                             "%s", names[row][column]);
            }
        }
    }
    const joints_state *state = scene->state;
    thud_vec2 o = station(1, 4);
    if (thud_joint_is_valid(scene->world, state->thin_rope)) {
        scene_printf(painter, at(o, 1.4f, 1), SCENE_INK_TEXT, SCENE_TEXT_LEFT, "%.0f N",
                     (double)thud_vec2_length(thud_joint_force(scene->world, state->thin_rope)));
    } else {
        scene_printf(painter, at(o, 1.4f, 1), SCENE_INK_BAD, SCENE_TEXT_LEFT, "broken");
    }
}

const scene_kind scene_joints = {
    .name = "joints",
    .description = "One of each kind of joint, each doing what it is for",
    .view = {{-22.0f, -5.0f}, {22.0f, 14.0f}},
    .state_size = sizeof(joints_state),
    SCENE_TUNABLES(joints_tunables),
    .create = joints_create,
    .before_step = joints_before_step,
    .after_step = joints_after_step,
    .draw = joints_draw,
};
