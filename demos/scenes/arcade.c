/*
 * arcade: thud_collide and the arcade response, without a world. A runner on slopes of every angle; each step it takes its
 * collisions in the order of their times: move to the first touch, respond, go on with the time
 * that is left.
 */
#include "scenes.h"
#include "thud/narrowphase.h"
#include "thud/response.h"

enum { most_collisions = 8, trail_length = 90, ground_points = 29 };
static const float runner_radius = 0.45f;
static const thud_vec2 gravity = {0, -20}; /* [m/s^2] */
static const float run_push = 26;          /* of the runner's legs [m/s^2] */
static const float jump_speed = 9;         /* [m/s] */
static const float lowest = -12;           /* below it the runner starts anew [m] */
static const float patience = 0.5f;     /* standing for this long the one who runs by itself jumps on [s] */
static const float jump_grace = 0.1f;       /* this long after a touch it may still jump [s] */
static const float stuck_speed = 0.05f; /* slower than this counts as standing [m/s] */

/* A walk of slopes: up and down by ever steeper angles, then steps, a bowl and a wall. */
static const thud_vec2 ground[ground_points] = {
    {-15, 9.0f},    {-15, 0.0f},    {-13, 0.0f},     {-10.5f, 0.44f}, {-8.5f, -0.29f}, {-6.3f, 0.98f},
    {-4.3f, -0.7f}, {-2.3f, 1.69f}, {-0.7f, -1.08f}, {0.5f, -1.08f},  {0.5f, -0.58f},  {1.4f, -0.58f},
    {1.4f, -0.08f}, {2.3f, -0.08f}, {2.3f, 0.42f},   {3.2f, 0.42f},   {3.2f, 0.92f},   {4.4f, 0.92f},
    {5.2f, -1.28f}, {6.4f, -2.48f}, {8.0f, -2.9f},   {9.6f, -2.48f},  {10.8f, -1.28f}, {11.8f, 1.47f},
    {13, 1.47f},    {14, 1.65f},    {15, 1.65f},     {15, 3.0f},      {15, 9.0f},
};

enum { elasticity, friction, glue, drive };
static const scene_tunable arcade_tunables[] = {
    [elasticity] = {"elasticity", "elasticity", "", SCENE_NUMBER, 0, 1, 0.1f, NULL, false},
    [friction] = {"friction", "friction", "", SCENE_NUMBER, 0, 0.3f, 0.05f, NULL, false},
    [glue] = {"glue", "glue", "m/s", SCENE_NUMBER, 0, 3, 0.4f, NULL, false},
    [drive] = {"drive", "runs by itself", "", SCENE_SWITCH, 0, 1, 1, NULL, false},
};

typedef struct arcade_state {
    thud_shape runner;
    thud_shape slopes[ground_points - 1];
    thud_vec2 position, velocity,
        normal; /* normal: out of the ground that was touched last; zero in the air */
    thud_vec2 trail[trail_length];
    int push;       /* of the player: -1, 0 or 1 */
    int push_steps; /* for which it goes on */
    int collisions; /* in the last step */
    float standing; /* for how long [s] */
    float in_air;   /* for how long, or since a jump [s] */
    float heading;  /* of the one who runs by itself: -1 or 1 */
} arcade_state;

static void start_over(arcade_state *state) {
    state->position = (thud_vec2){-14, 3};
    state->velocity = (thud_vec2){0, 0};
    state->heading = 1;
}

static bool arcade_create(thud_scene *scene) {
    arcade_state *state = scene->state;
    thud_circle((thud_vec2){0, 0}, runner_radius, &state->runner);
    for (int i = 0; i + 1 < ground_points; i++) {
        thud_segment(ground[i], ground[i + 1], &state->slopes[i]);
    }
    start_over(state);
    for (int i = 0; i < trail_length; i++) {
        state->trail[i] = state->position;
    }
    return true;
}

/* The first slope that the runner overlaps or will touch within `time`: overlaps first, then the earliest. */
static thud_collision first_collision(const arcade_state *state, float time) {
    thud_motion still = thud_motion_at((thud_vec2){0, 0}, 0);
    thud_motion moving = thud_motion_at(state->position, 0);
    moving.velocity = state->velocity;
    thud_collision first = {0};
    for (int i = 0; i + 1 < ground_points; i++) {
        thud_collision found = {0};
        thud_collide(&state->slopes[i], &still, &state->runner, &moving, time, &found);
        /* One that is left behind already needs no response. */
        bool approaches = thud_vec2_dot(found.normal, state->velocity) < 0;
        bool overlaps =
            found.kind == THUD_COLLISION_OVERLAP && (approaches || found.depth > THUD_TOI_TOLERANCE);
        bool earlier = found.kind == THUD_COLLISION_FUTURE && approaches &&
                       (first.kind == THUD_COLLISION_NONE || found.time < first.time);
        if (overlaps && (first.kind != THUD_COLLISION_OVERLAP || found.depth > first.depth)) {
            first = found;
        } else if (earlier && first.kind != THUD_COLLISION_OVERLAP) {
            first = found;
        }
    }
    return first;
}

static void respond(const thud_scene *scene, const thud_collision *collision) {
    arcade_state *state = scene->state;
    const thud_arcade_surface surface = {scene->values[elasticity], scene->values[friction],
                                         scene->values[glue]};
    thud_vec2 ground_velocity = {0, 0};
    state->position = thud_vec2_mul_add(state->position, collision->depth, collision->normal);
    thud_arcade_response(&ground_velocity, 0, &state->velocity, 1, collision->normal, &surface);
    state->normal = collision->normal;
    state->collisions++;
}

static float wanted_push(thud_scene *scene) {
    arcade_state *state = scene->state;
    if (state->push_steps > 0) {
        state->push_steps--;
        return (float)state->push;
    }
    if (scene->values[drive] == 0) {
        return 0;
    }
    bool at_wall = thud_abs(state->normal.x) > 0.95f && state->normal.x * state->heading < 0;
    if (at_wall) {
        state->heading = -state->heading;
    }
    if (at_wall || state->standing > patience) { /* over what is too steep to run up */
        state->velocity.y = jump_speed;
    }
    return state->heading;
}

static void arcade_before_step(thud_scene *scene, float dt) {
    arcade_state *state = scene->state;
    state->standing = thud_vec2_length(state->velocity) < stuck_speed ? state->standing + dt : 0;
    float push = wanted_push(scene) * run_push;
    bool on_ground = state->normal.y > 0.2f;
    thud_vec2 along = on_ground ? (thud_vec2){state->normal.y, -state->normal.x} : (thud_vec2){0.3f, 0};
    state->velocity = thud_vec2_mul_add(state->velocity, dt, gravity);
    state->velocity = thud_vec2_mul_add(state->velocity, push * dt, along);
    state->normal = (thud_vec2){0, 0};
    state->collisions = 0;
    float left = dt;
    while (left > 0 && state->collisions < most_collisions) {
        thud_collision first = first_collision(state, left);
        float time = first.kind == THUD_COLLISION_NONE ? left : first.time;
        state->position = thud_vec2_mul_add(state->position, time, state->velocity);
        left -= time;
        if (first.kind == THUD_COLLISION_NONE) {
            break;
        }
        respond(scene, &first);
    }
    state->in_air = state->collisions > 0 ? 0 : state->in_air + dt;
    if (state->position.y < lowest || !thud_vec2_is_finite(state->position)) {
        start_over(state);
    }
    state->trail[scene->step_count % trail_length] = state->position;
}

static bool arcade_key(thud_scene *scene, char key) {
    arcade_state *state = scene->state;
    if (key == 'a' || key == 'd') {
        state->push = key == 'a' ? -1 : 1;
        state->push_steps = 20;
        state->heading = (float)state->push;
    } else if (key == 'w') {
        if (state->in_air < jump_grace) {
            state->velocity.y = thud_max(state->velocity.y, jump_speed);
            state->in_air = jump_grace;
        }
    } else {
        return false;
    }
    return true;
}

/* Hatching below a slope, as on an engineer's drawing. */
static void draw_earth(const scene_painter *painter, thud_vec2 p1, thud_vec2 p2) {
    const float apart = 0.3f;
    const thud_vec2 stroke = {-0.25f, -0.35f};
    float length = thud_vec2_distance(p1, p2);
    for (float along = 0; along < length; along += apart) {
        thud_vec2 from = thud_vec2_lerp(p1, p2, along / length);
        if (p2.x > p1.x + 0.01f) {
            painter->line(painter->context, from, thud_vec2_add(from, stroke), SCENE_INK_FAINT);
        }
    }
}

static void draw_ground(const scene_painter *painter) {
    for (int i = 0; i + 1 < ground_points; i++) {
        draw_earth(painter, ground[i], ground[i + 1]);
    }
    for (int i = 0; i + 1 < ground_points; i++) {
        thud_vec2 edge = thud_vec2_sub(ground[i + 1], ground[i]);
        float degrees = thud_atan2(edge.y, edge.x) * (180 / THUD_PI);
        painter->line(painter->context, ground[i], ground[i + 1], SCENE_INK_TEXT);
        if (thud_abs(degrees) < 89 && thud_vec2_length(edge) > 1.3f) {
            /* Low at steep slopes, where there is more earth below a peak. */
            float share = thud_abs(degrees) < 25 ? 0.5f : degrees < 0 ? 0.78f : 0.22f;
            thud_vec2 place = thud_vec2_lerp(ground[i], ground[i + 1], share);
            thud_vec2 up = thud_vec2_normalize(thud_vec2_perp(edge));
            float depth = 0.75f + 0.25f * thud_abs(up.x); /* beside a steep slope the text's width counts */
            scene_printf(painter, thud_vec2_mul_add(place, -depth, up), SCENE_INK_MUTED, SCENE_TEXT_CENTER,
                         "%.0f\xc2\xb0", (double)degrees);
        }
    }
}

static void arcade_draw(const thud_scene *scene, const scene_painter *painter) {
    const arcade_state *state = scene->state;
    draw_ground(painter);
    for (int i = 0; i < trail_length; i++) {
        int now = (int)((scene->step_count + (uint64_t)i) % trail_length), next = (now + 1) % trail_length;
        if (i + 1 < trail_length && thud_vec2_distance(state->trail[now], state->trail[next]) < 1) {
            painter->line(painter->context, state->trail[now], state->trail[next], SCENE_INK_PATH);
        }
    }
    bool in_air = state->normal.x == 0 && state->normal.y == 0;
    float speed = thud_vec2_length(state->velocity);
    painter->shape(painter->context, &state->runner, (thud_pose){state->position, {1, 0}},
                   in_air ? SCENE_INK_APART : SCENE_INK_SECOND, SCENE_FILLED);
    if (speed > stuck_speed) {
        painter->arrow(painter->context, state->position,
                       thud_vec2_mul_add(state->position, 0.35f, state->velocity), SCENE_INK_GOOD);
    }
    if (!in_air) {
        thud_vec2 foot = thud_vec2_mul_add(state->position, -runner_radius, state->normal);
        painter->arrow(painter->context, foot, thud_vec2_mul_add(foot, 1.4f, state->normal),
                       SCENE_INK_NORMAL);
    }
    scene_printf(painter, (thud_vec2){-14.4f, 8.2f}, SCENE_INK_TEXT, SCENE_TEXT_HEADING, "%s at %.1f m/s",
                 in_air                ? "in the air"
                 : speed < stuck_speed ? "glued"
                                       : "on the ground",
                 (double)speed);
    scene_printf(painter, (thud_vec2){-14.4f, 7.1f}, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
                 "collisions in the last step: %d     green: velocity     yellow: normal", state->collisions);
}

static uint64_t arcade_hash(const thud_scene *scene) {
    const arcade_state *state = scene->state;
    uint64_t hash = scene_hash_bytes(SCENE_HASH_START, &state->position, sizeof state->position);
    return scene_hash_bytes(hash, &state->velocity, sizeof state->velocity);
}

const scene_kind scene_arcade = {
    .name = "arcade",
    .description =
        "The arcade response without a world: slopes of every angle, collisions in the order of their times",
    .help = "A D  run    W  jump",
    .view = {{-15.6f, -9.2f}, {15.6f, 10.2f}},
    .worldless = true,
    .state_size = sizeof(arcade_state),
    SCENE_TUNABLES(arcade_tunables),
    .create = arcade_create,
    .before_step = arcade_before_step,
    .draw = arcade_draw,
    .key = arcade_key,
    .hash = arcade_hash,
};
