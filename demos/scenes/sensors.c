/*
 * sensors: five things that games do with shapes that see and do not collide.
 *
 *     +-----------------------------------------------+
 *     |  gun: bullets cross lines without thickness   |
 *     +---------------+---------------+---------------+
 *     |  who is here  |  radar over   |  drain: what  |
 *     |  by filter    |  sleepers     |  comes in goes|
 *     +---------------+---------------+---------------+
 *     |  lamps          gate            room          |
 *     +-----------------------------------------------+
 *
 * Whoever is inside is asked for, what comes and goes is read from the events. The walker goes by itself until
 * a key is pressed.
 */
#include "scenes.h"
#include "thud/event.h"
#include "thud/query.h"

enum {
    line_count = 4,
    lamp_count = 3,
    stirred_count = 14,
    sleeper_count = 8,
    drop_count = 7,
    crate_count = 3,
    flash_steps = 30,
    shot_steps = 50,  /* between two shots */
    stir_steps = 240, /* between two turns of the paddle */
    trail_steps = 10,
    most_inside = 32,
};
enum { SOLID = 1, ROUND = 2, SQUARE = 4, WALKER = 8, CRATE = 16, DOOR = 32, DROP = 64 }; /* categories */

static const float gun_x = -19.0f, lane_y = 17.6f; /* [m] */
static const thud_vec2 radar_at = {1.0f, 10.0f};
static const thud_vec2 drop_from = {14.2f, 14.4f};
static const float gate_x = 3.0f;     /* [m] */
static const float gate_rise = 2.9f;  /* how far it opens [m] */
static const float stir_speed = 2.7f; /* [rad/s] */
static const float walk_speed = 5.0f; /* [m/s] */

enum { bullet_speed, radar_speed };
static const scene_tunable sensors_tunables[] = {
    [bullet_speed] = {"bullet", "bullet", "m/s", SCENE_NUMBER, 20, 400, 350, NULL, false},
    [radar_speed] = {"radar", "radar", "rad/s", SCENE_NUMBER, -8, 8, 1.2f, NULL, false},
};

/* A sensor, the time since the last begin event, and the number of begin events. */
typedef struct zone {
    thud_shape_id shape;
    int flash; /* steps that it still lights up */
    int begins;
} zone;

typedef struct sensors_state {
    zone lines[line_count], lamps[lamp_count], rounds, squares, beam, drain, pad, room;
    thud_body_id bullet, paddle, radar, walker, door;
    thud_body_id sleepers[sleeper_count], drops[drop_count];
    int seen[sleeper_count]; /* steps that a sleeper still shows that it was seen */
    thud_vec2 trail_from, trail_to;
    int trail; /* steps that it is still drawn */
    int shots;
    int drained;
    float direction; /* in which the walker goes by itself; 0 once keys drive it */
} sensors_state;

/* ---- making it ---- */

static void add_walls(const thud_scene *scene) {
    thud_body_id house = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    const thud_aabb walls[] = {
        {{-20.5f, -0.5f}, {20.5f, 0}},       {{-20.5f, 4.6f}, {gate_x - 0.3f, 5}},
        {{gate_x + 0.3f, 4.6f}, {20.5f, 5}}, {{-20.5f, 15.4f}, {20.5f, 15.8f}},
        {{-20.5f, 19.4f}, {20.5f, 19.8f}},   {{-20.5f, 0}, {-20, 19.4f}},
        {{20, 0}, {20.5f, 19.4f}},           {{-6.4f, 7.6f}, {-6, 15.4f}},
        {{8.2f, 7.6f}, {8.6f, 15.4f}},       {{-6.4f, 5}, {-6, 7.6f}},
        {{8.2f, 5}, {8.6f, 7.6f}},
    };
    for (size_t i = 0; i < sizeof walls / sizeof walls[0]; i++) {
        scene_block(scene, house, NULL, walls[i]);
    }
}

/* A sensor for bodies of some categories; on a body of its own or another one. */
static thud_shape_def sensor_of(uint64_t mask) {
    thud_shape_def def = thud_shape_defaults();
    def.sensor = true;
    def.density = 0;
    def.filter.mask = mask;
    return def;
}

static zone add_zone(const thud_scene *scene, thud_aabb box, uint64_t mask) {
    thud_vec2 middle = thud_vec2_lerp(box.min, box.max, 0.5f);
    thud_shape_def def = sensor_of(mask);
    thud_body_id body = scene_body(scene, THUD_BODY_STATIC, middle, 0);
    return (zone){.shape = thud_body_add_box(scene->world, body, &def, thud_vec2_sub(box.max, middle))};
}

static void add_lane(const thud_scene *scene) {
    sensors_state *state = scene->state;
    thud_shape_def def = sensor_of(UINT64_MAX);
    for (int i = 0; i < line_count; i++) {
        thud_body_id line =
            scene_body(scene, THUD_BODY_STATIC, (thud_vec2){-10.5f + 7.0f * (float)i, 15.8f}, 0);
        state->lines[i].shape =
            thud_body_add_segment(scene->world, line, &def, (thud_vec2){0, 0}, (thud_vec2){0, 3.6f});
    }
}

/* A paddle stirs balls and boxes; one sensor detects only balls, the other only boxes. */
static void add_stirred(thud_scene *scene) {
    sensors_state *state = scene->state;
    thud_shape_def def = thud_shape_defaults();
    def.material.elasticity = 0.5f;
    for (int i = 0; i < stirred_count; i++) {
        thud_vec2 at = {-18.6f + 1.7f * (float)(i % 7), 11.6f + 1.4f * (float)(i / 7)};
        const scene_form ball = {SCENE_CIRCLE, 0.42f, 0}, box = {SCENE_BOX, 0.36f, 0.36f};
        def.filter.category = i % 2 == 0 ? ROUND : SQUARE;
        scene_thing(scene, &def, at, 0, i % 2 == 0 ? ball : box);
    }
    thud_body_id ramps = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){-13.2f, 5}, 0);
    def.filter.category = SOLID;
    const thud_vec2 left[] = {{-6.8f, 0}, {-2.2f, 0}, {-6.8f, 3.2f}};
    const thud_vec2 right[] = {{6.8f, 0}, {2.2f, 0}, {6.8f, 3.2f}};
    thud_body_add_hull(scene->world, ramps, &def, left, 3);
    thud_body_add_hull(scene->world, ramps, &def, right, 3);
    state->paddle = scene_body(scene, THUD_BODY_KINEMATIC, (thud_vec2){-13.2f, 8.2f}, 0);
    thud_body_add_box(scene->world, state->paddle, &def, (thud_vec2){2.9f, 0.16f});
    state->rounds = add_zone(scene, (thud_aabb){{-19.6f, 5.3f}, {-13.5f, 13.4f}}, ROUND);
    state->squares = add_zone(scene, (thud_aabb){{-12.9f, 5.3f}, {-6.8f, 13.4f}}, SQUARE);
}

/* A beam that turns over sleepers on shelves. */
static void add_radar(const thud_scene *scene) {
    sensors_state *state = scene->state;
    thud_shape_def def = thud_shape_defaults();
    def.filter.category = SQUARE;
    thud_body_id shelves = scene_body(scene, THUD_BODY_STATIC, radar_at, 0);
    for (int i = 0; i < sleeper_count; i++) {
        thud_rot turn = thud_rot_from_angle(2 * THUD_PI * ((float)i + 0.5f) / (float)sleeper_count);
        thud_vec2 arm = thud_rot_apply(turn, (thud_vec2){i % 2 ? 4.0f : 2.6f, 0});
        thud_shape shelf;
        thud_offset_box((thud_vec2){0.65f, 0.08f}, 0, (thud_pose){arm, {1, 0}}, &shelf);
        thud_body_add_shape(scene->world, shelves, &def, &shelf);
        thud_vec2 above = {radar_at.x + arm.x, radar_at.y + arm.y + 0.48f};
        state->sleepers[i] = scene_thing(scene, &def, above, 0, (scene_form){SCENE_BOX, 0.4f, 0.4f});
    }
    thud_shape_def beam = sensor_of(SQUARE);
    thud_vec2 wedge[] = {{0.2f, 0}, {4.9f, -0.7f}, {4.9f, 0.7f}};
    state->radar = scene_body(scene, THUD_BODY_KINEMATIC, radar_at, 0);
    state->beam.shape = thud_body_add_hull(scene->world, state->radar, &beam, wedge, 3);
}

static thud_body_id add_drop(thud_scene *scene, float y) {
    thud_shape_def def = thud_shape_defaults();
    def.filter.category = DROP;
    def.material.elasticity = 0.4f;
    def.material.friction = 0.1f;
    thud_vec2 at = {drop_from.x + scene_random(scene, -0.4f, 0.4f), y};
    return scene_thing(scene, &def, at, 0, (scene_form){SCENE_CIRCLE, 0.32f, 0});
}

/* Balls fall between pegs into a drain, whose events take them out and put them in again above. */
static void add_drain(thud_scene *scene) {
    sensors_state *state = scene->state;
    thud_body_id pegs = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    thud_shape_def def = thud_shape_defaults();
    def.material.elasticity = 0.5f;
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 6; column++) {
            thud_vec2 at = {9.6f + 1.8f * (float)column + 0.9f * (float)(row % 2),
                            12.9f - 1.45f * (float)row};
            thud_body_add_circle(scene->world, pegs, &def, at, 0.17f);
        }
    }
    state->drain = add_zone(scene, (thud_aabb){{8.9f, 5.05f}, {19.7f, 6.6f}}, DROP);
    for (int i = 0; i < drop_count; i++) {
        state->drops[i] = add_drop(scene, drop_from.y - 1.2f * (float)i);
    }
}

static void add_corridor(const thud_scene *scene) {
    sensors_state *state = scene->state;
    for (int i = 0; i < lamp_count; i++) {
        float x = -18.5f + 4.4f * (float)i;
        state->lamps[i] = add_zone(scene, (thud_aabb){{x, 0.05f}, {x + 3.4f, 3.4f}}, WALKER | CRATE);
    }
    state->pad = add_zone(scene, (thud_aabb){{gate_x - 3.2f, 0.05f}, {gate_x + 3.2f, 2.2f}}, WALKER | CRATE);
    state->room = add_zone(scene, (thud_aabb){{8.5f, 0.05f}, {19.7f, 3.4f}}, WALKER | CRATE);
    thud_shape_def def = thud_shape_defaults();
    def.filter.category = DOOR;
    state->door = scene_body(scene, THUD_BODY_KINEMATIC, (thud_vec2){gate_x, 2.3f}, 0);
    thud_body_add_box(scene->world, state->door, &def, (thud_vec2){0.22f, 2.28f});
    def.filter.category = CRATE;
    def.density = 0.3f;
    for (int i = 0; i < crate_count; i++) {
        scene_thing(scene, &def, (thud_vec2){-5.6f + 2.2f * (float)i, 0.5f}, 0,
                    (scene_form){SCENE_BOX, 0.5f, 0.5f});
    }
    thud_body_def walker = thud_body_defaults();
    walker.type = THUD_BODY_DYNAMIC;
    walker.position = (thud_vec2){-19, 0.8f};
    walker.lock_rotation = true;
    walker.may_sleep = false;
    state->walker = thud_body_create(scene->world, &walker);
    def.filter.category = WALKER;
    def.density = 1;
    def.material.friction = 0;
    thud_body_add_capsule(scene->world, state->walker, &def, (thud_vec2){0, -0.35f}, (thud_vec2){0, 0.35f},
                          0.4f);
}

static bool sensors_create(thud_scene *scene) {
    sensors_state *state = scene->state;
    state->direction = 1;
    add_walls(scene);
    add_lane(scene);
    add_stirred(scene);
    add_radar(scene);
    add_drain(scene);
    add_corridor(scene);
    return true;
}

/* ---- before a step: what moves by will ---- */

static void shoot(thud_scene *scene) {
    sensors_state *state = scene->state;
    scene_remove(scene, state->bullet);
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.bullet = true;
    def.gravity_scale = 0;
    def.position = (thud_vec2){gun_x + 1, lane_y};
    def.velocity = (thud_vec2){scene->values[bullet_speed], 0};
    state->bullet = thud_body_create(scene->world, &def);
    scene_add_form(scene, state->bullet, NULL, (scene_form){SCENE_CIRCLE, 0.1f, 0});
    state->trail_from = state->trail_to = def.position;
    state->trail = trail_steps;
    state->shots++;
}

static void walk(thud_scene *scene) {
    sensors_state *state = scene->state;
    float x = thud_body_position(scene->world, state->walker).x;
    if (x > 14) {
        state->direction = thud_min(state->direction, -state->direction);
    } else if (x < -18.8f) {
        state->direction = thud_max(state->direction, -state->direction);
    }
    float wanted = state->direction;
    if (scene->held[SCENE_KEY_LEFT] || scene->held[SCENE_KEY_RIGHT]) {
        state->direction = 0;
        wanted = (scene->held[SCENE_KEY_RIGHT] ? 1.0f : 0.0f) - (scene->held[SCENE_KEY_LEFT] ? 1.0f : 0.0f);
    }
    thud_vec2 velocity = thud_body_velocity(scene->world, state->walker);
    velocity.x += 0.2f * (walk_speed * wanted - velocity.x);
    thud_body_set_velocity(scene->world, state->walker, velocity, 0);
}

static void move_door(const thud_scene *scene, float dt) {
    sensors_state *state = scene->state;
    bool open = thud_shape_sensor_overlaps(scene->world, state->pad.shape, NULL, 0) > 0;
    float y = thud_body_position(scene->world, state->door).y;
    float wanted = open ? 2.3f + gate_rise : 2.3f;
    float next = y + thud_clamp(wanted - y, -6 * dt, 6 * dt);
    thud_body_set_target(scene->world, state->door, (thud_vec2){gate_x, next}, 0, dt);
}

static void sensors_before_step(thud_scene *scene, float dt) {
    sensors_state *state = scene->state;
    if (scene->step_count % shot_steps == 10) {
        shoot(scene);
    }
    walk(scene);
    move_door(scene, dt);
    float stir = scene->step_count / stir_steps % 2 == 0 ? -stir_speed : stir_speed;
    thud_body_set_velocity(scene->world, state->paddle, (thud_vec2){0, 0}, stir);
    thud_body_set_velocity(scene->world, state->radar, (thud_vec2){0, 0}, scene->values[radar_speed]);
    for (int i = 0; i < drop_count; i++) { /* put in again what was drained, one at a time */
        if (!thud_body_is_valid(scene->world, state->drops[i]) && scene->step_count % 12 == 0) {
            state->drops[i] = add_drop(scene, drop_from.y);
            break;
        }
    }
}

/* ---- after a step: its events ---- */

static void light_up(zone *seen, thud_shape_id sensor) {
    if (seen->shape.slot == sensor.slot) {
        seen->flash = flash_steps;
        seen->begins++;
    }
}

static void fade(int *steps) {
    *steps -= *steps > 0;
}

static void follow_bullet(const thud_scene *scene) {
    sensors_state *state = scene->state;
    float x = thud_body_position(scene->world, state->bullet).x;
    state->trail_to.x = thud_max(state->trail_to.x, x);
    fade(&state->trail);
}

static void fade_all(sensors_state *state) {
    for (int i = 0; i < line_count; i++) {
        fade(&state->lines[i].flash);
    }
    for (int i = 0; i < sleeper_count; i++) {
        fade(&state->seen[i]);
    }
}

static void sensors_after_step(thud_scene *scene, float dt) {
    (void)dt;
    sensors_state *state = scene->state;
    fade_all(state);
    follow_bullet(scene);
    thud_sensor_events events = thud_world_sensor_events(scene->world);
    for (int i = 0; i < events.begin_count; i++) {
        const thud_sensor_event *event = &events.begins[i];
        thud_body_id visitor = thud_shape_body(scene->world, event->visitor);
        for (int k = 0; k < line_count; k++) {
            light_up(&state->lines[k], event->sensor);
        }
        for (int k = 0; k < sleeper_count; k++) {
            if (event->sensor.slot == state->beam.shape.slot && visitor.slot == state->sleepers[k].slot) {
                state->seen[k] = flash_steps;
            }
        }
        if (event->sensor.slot == state->drain.shape.slot) {
            state->drained += thud_body_destroy(scene->world, visitor); /* fine while events are read */
        }
    }
}

static bool sensors_key(thud_scene *scene, char name) {
    sensors_state *state = scene->state;
    if (name == ' ') {
        shoot(scene);
        return true;
    }
    if (name == SCENE_KEY_UP) {
        state->direction = 0;
        if (scene_stands(scene, state->walker)) {
            thud_vec2 velocity = thud_body_velocity(scene->world, state->walker);
            thud_body_set_velocity(scene->world, state->walker, (thud_vec2){velocity.x, 7}, 0);
        }
        return true;
    }
    return name == SCENE_KEY_LEFT || name == SCENE_KEY_RIGHT;
}

/* ---- drawing ---- */

/* The number of those inside, and each of them in the colour of the area. */
static int draw_inside(const thud_scene *scene, const scene_painter *painter, const zone *area,
                       scene_ink ink) {
    thud_shape_id inside[most_inside];
    int count = thud_shape_sensor_overlaps(scene->world, area->shape, inside, most_inside);
    for (int i = 0; i < count && i < most_inside; i++) {
        scene_draw_shape(scene, painter, inside[i], ink, SCENE_FILLED);
    }
    scene_draw_shape(scene, painter, area->shape, ink, SCENE_OUTLINE);
    return count;
}

static void draw_lane(const thud_scene *scene, const scene_painter *painter) {
    const sensors_state *state = scene->state;
    int seen = 0;
    for (int i = 0; i < line_count; i++) {
        const zone *line = &state->lines[i];
        thud_vec2 foot = thud_body_position(scene->world, thud_shape_body(scene->world, line->shape));
        thud_vec2 top = {foot.x, foot.y + 3.6f};
        painter->line(painter->context, foot, top, line->flash > 0 ? SCENE_INK_MTD : SCENE_INK_GOOD);
        if (line->flash > 0) {
            scene_form lamp = {SCENE_CIRCLE, 0.15f + 0.4f * (float)line->flash / (float)flash_steps, 0};
            scene_draw_form(painter, lamp, (thud_pose){{foot.x, lane_y}, {1, 0}}, SCENE_INK_MTD, SCENE_FILLED);
        }
        scene_printf(painter, (thud_vec2){foot.x + 0.2f, foot.y + 0.75f}, SCENE_INK_TEXT, SCENE_TEXT_LEFT,
                     "%d", line->begins);
        seen += line->begins;
    }
    if (state->trail > 0) {
        painter->line(painter->context, state->trail_from, state->trail_to, SCENE_INK_PATH);
    }
    scene_printf(painter, (thud_vec2){-20, 20.95f}, SCENE_INK_TEXT, SCENE_TEXT_LEFT,
                 "%.0f m/s: %.1f m a step.  %d shots, seen %d times by %d lines without thickness",
                 (double)scene->values[bullet_speed], (double)(scene->values[bullet_speed] / 60),
                 state->shots, seen, line_count);
}

static void draw_middle(const thud_scene *scene, const scene_painter *painter) {
    const sensors_state *state = scene->state;
    int rounds = draw_inside(scene, painter, &state->rounds, SCENE_INK_SECOND);
    int squares = draw_inside(scene, painter, &state->squares, SCENE_INK_PATH);
    scene_printf(painter, (thud_vec2){-16.5f, 14.4f}, SCENE_INK_SECOND, SCENE_TEXT_CENTER,
                 "balls: %d inside", rounds);
    scene_printf(painter, (thud_vec2){-9.8f, 14.4f}, SCENE_INK_PATH, SCENE_TEXT_CENTER,
                 "boxes: %d inside", squares);
    int asleep = 0;
    for (int i = 0; i < sleeper_count; i++) {
        asleep += !thud_body_is_awake(scene->world, state->sleepers[i]);
        if (state->seen[i] > 0) {
            thud_shape_id none = {0, 0};
            thud_shape_id box = thud_body_next_shape(scene->world, state->sleepers[i], none);
            scene_draw_shape(scene, painter, box, SCENE_INK_MTD,
                             state->seen[i] > flash_steps / 2 ? SCENE_FILLED : SCENE_OUTLINE);
        }
    }
    scene_printf(painter, (thud_vec2){radar_at.x, 5.6f}, SCENE_INK_TEXT, SCENE_TEXT_CENTER,
                 "wakes no sleepers: %d of %d asleep", asleep, sleeper_count);
    scene_printf(painter, (thud_vec2){14.3f, 5.9f}, SCENE_INK_TEXT, SCENE_TEXT_CENTER, "drained %d",
                 state->drained);
}

static void draw_corridor(const thud_scene *scene, const scene_painter *painter) {
    const sensors_state *state = scene->state;
    for (int i = 0; i < lamp_count; i++) {
        bool lit = thud_shape_sensor_overlaps(scene->world, state->lamps[i].shape, NULL, 0) > 0;
        thud_vec2 at = thud_body_position(scene->world, thud_shape_body(scene->world, state->lamps[i].shape));
        scene_form bulb = {SCENE_CIRCLE, 0.28f, 0};
        scene_draw_form(painter, bulb, (thud_pose){{at.x, 4.1f}, {1, 0}},
                        lit ? SCENE_INK_MTD : SCENE_INK_FAINT, lit ? SCENE_FILLED : SCENE_OUTLINE);
        if (lit) {
            scene_draw_shape(scene, painter, state->lamps[i].shape, SCENE_INK_MTD, SCENE_FILLED);
        }
    }
    bool open = thud_shape_sensor_overlaps(scene->world, state->pad.shape, NULL, 0) > 0;
    scene_printf(painter, (thud_vec2){gate_x - 2.5f, 3.6f}, open ? SCENE_INK_GOOD : SCENE_INK_BAD,
                 SCENE_TEXT_CENTER, open ? "gate open" : "gate closed");
    int inside = thud_shape_sensor_overlaps(scene->world, state->room.shape, NULL, 0);
    scene_printf(painter, (thud_vec2){14.1f, 4.1f}, SCENE_INK_TEXT, SCENE_TEXT_CENTER, "%d in the room",
                 inside);
    thud_vec2 head = scene_drawn_pose(scene, painter, state->walker).position;
    scene_printf(painter, (thud_vec2){head.x, head.y + 1.35f}, SCENE_INK_MUTED, SCENE_TEXT_CENTER,
                 state->direction != 0 ? "arrows" : "");
}

static void sensors_draw(const thud_scene *scene, const scene_painter *painter) {
    draw_lane(scene, painter);
    draw_middle(scene, painter);
    draw_corridor(scene, painter);
    scene_printf(painter, (thud_vec2){-20, -1.1f}, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
                 "mouse: drag anything anywhere     green: sensors, brighter when something is inside");
}

const scene_kind scene_sensors = {
    .name = "sensors",
    .description = "Areas that count, light up, open a gate, scan and drain; bullets through thin lines",
    .help = "Arrows  walk and jump     Space  shoot",
    .view = {{-21, -1.8f}, {21, 21}},
    .state_size = sizeof(sensors_state),
    SCENE_TUNABLES(sensors_tunables),
    .create = sensors_create,
    .before_step = sensors_before_step,
    .after_step = sensors_after_step,
    .draw = sensors_draw,
    .key = sensors_key,
};
