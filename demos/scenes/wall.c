/*
 * wall: a brick wall and a gun. Mortar is welds that break under too much force; a brick that is hit too hard
 * breaks into four pieces, by its hit event. The gun fires by itself until somebody aims it.
 */
#include "scenes.h"
#include "thud/event.h"
#include "thud/joint.h"

enum {
    rows = 16,
    columns = 5,
    most_bricks = rows * (columns + 1),
    most_shots = 10,
    most_pieces = 320,
    most_flashes = 96
};
enum { first_shot = 50, shot_pause = 150, shots_a_wall = 7, flash_steps = 30 };
static const thud_vec2 brick_half = {0.5f, 0.25f};      /* [m] */
static const float brick_density = 2, shot_density = 9; /* [kg/m^2] */
static const thud_vec2 wall_foot = {4, 0}, gun = {-11, 1.6f};
static const float barrel_length = 1.7f, aim_speed = 0.7f;      /* [m], [rad/s] */
static const float first_angle = 0.14f, turn_of_own_aim = 0.1f; /* of its own shots [rad] */

enum { mortar, brick, shot_speed, shot_radius };
static const scene_tunable wall_tunables[] = {
    [mortar] = {"mortar", "mortar breaks at", "N", SCENE_NUMBER, 0, 3000, 400, NULL, true},
    [brick] = {"brick", "bricks break at", "N s", SCENE_NUMBER, 2, 120, 10, NULL, false},
    [shot_speed] = {"speed", "shot", "m/s", SCENE_NUMBER, 5, 60, 30, NULL, false},
    [shot_radius] = {"radius", "shot radius", "m", SCENE_NUMBER, 0.15f, 0.8f, 0.4f, NULL, false},
};

enum { SHOT = 1 }; /* a material */

/* Where something broke: mortar or a brick. */
typedef struct flash {
    thud_vec2 at;
    uint64_t step;
    bool is_brick;
} flash;

typedef struct wall_state {
    thud_body_id bricks[most_bricks]; /* null once broken */
    thud_body_id shots[most_shots], pieces[most_pieces];
    flash flashes[most_flashes];
    int brick_count, flash_count, welds, broken_welds, broken_bricks;
    uint64_t shot_count, piece_count, last_shot;
    float angle; /* of the gun [rad] */
    bool taken;  /* the user aims */
} wall_state;

/* ---- building ---- */

static thud_body_id add_brick(thud_scene *scene, thud_vec2 center, float half_width) {
    thud_shape_def def = thud_shape_defaults();
    def.density = brick_density;
    def.hit_events = true;
    return scene_thing(scene, &def, center, 0, (scene_form){SCENE_BOX, half_width, brick_half.y});
}

static void join(thud_scene *scene, thud_body_id a, thud_body_id b, thud_vec2 at) {
    wall_state *state = scene->state;
    thud_weld_joint_def def = thud_weld_joint_defaults();
    def.base = thud_joint_base_at(scene->world, a, b, at);
    def.base.collide_connected = true;
    def.base.break_force = scene->values[mortar];
    if (scene->values[mortar] > 0) {
        state->welds += thud_weld_joint_create(scene->world, &def).generation != 0;
    }
}

/* The bricks of a row: every other row begins and ends with half a one. Writes their middles and half widths. */
static int lay_out_row(int row, thud_vec2 middles[columns + 1], float half_widths[columns + 1]) {
    bool shifted = row % 2 == 1;
    int count = shifted ? columns + 1 : columns;
    float left = wall_foot.x;
    for (int i = 0; i < count; i++) {
        bool is_half = shifted && (i == 0 || i == count - 1);
        half_widths[i] = is_half ? 0.5f * brick_half.x : brick_half.x;
        middles[i] = (thud_vec2){left + half_widths[i], wall_foot.y + brick_half.y * (float)(2 * row + 1)};
        left += 2 * half_widths[i];
    }
    return count;
}

/* Joins a brick to those of the row below that it lies on. */
static void join_below(thud_scene *scene, int brick_index, thud_vec2 middle, float half_width, int row,
                       int below) {
    const wall_state *state = scene->state;
    thud_vec2 middles[columns + 1];
    float half_widths[columns + 1];
    int count = lay_out_row(row - 1, middles, half_widths);
    for (int i = 0; i < count; i++) {
        float left = thud_max(middle.x - half_width, middles[i].x - half_widths[i]);
        float right = thud_min(middle.x + half_width, middles[i].x + half_widths[i]);
        if (right - left > 0.1f) {
            thud_vec2 seam = {0.5f * (left + right), middle.y - brick_half.y};
            join(scene, state->bricks[below + i], state->bricks[brick_index], seam);
        }
    }
}

static void add_wall(thud_scene *scene) {
    wall_state *state = scene->state;
    int below = 0;
    for (int row = 0; row < rows; row++) {
        thud_vec2 middles[columns + 1];
        float half_widths[columns + 1];
        int count = lay_out_row(row, middles, half_widths);
        int first = state->brick_count;
        for (int i = 0; i < count; i++) {
            int index = state->brick_count++;
            state->bricks[index] = add_brick(scene, middles[i], half_widths[i]);
            if (i > 0) {
                join(scene, state->bricks[index - 1], state->bricks[index],
                     (thud_vec2){middles[i].x - half_widths[i], middles[i].y});
            }
            if (row > 0) {
                join_below(scene, index, middles[i], half_widths[i], row, below);
            }
        }
        below = first;
    }
}

static void clear_away(thud_scene *scene, thud_body_id *bodies, int count) {
    for (int i = 0; i < count; i++) {
        scene_remove(scene, bodies[i]);
        bodies[i] = (thud_body_id){0, 0};
    }
}

static void build_again(thud_scene *scene) {
    wall_state *state = scene->state;
    clear_away(scene, state->bricks, most_bricks);
    clear_away(scene, state->pieces, most_pieces);
    clear_away(scene, state->shots, most_shots);
    state->brick_count = state->welds = state->broken_welds = state->broken_bricks = 0;
    add_wall(scene);
}

static bool wall_create(thud_scene *scene) {
    wall_state *state = scene->state;
    state->angle = first_angle;
    thud_body_id ground = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    scene_block(scene, ground, NULL, (thud_aabb){{-24, -1}, {34, 0}});
    add_wall(scene);
    return true;
}

/* ---- the gun ---- */

static thud_vec2 muzzle(const wall_state *state) {
    thud_vec2 along = {thud_cos(state->angle), thud_sin(state->angle)};
    return thud_vec2_mul_add(gun, barrel_length, along);
}

static void fire(thud_scene *scene) {
    wall_state *state = scene->state;
    thud_body_id *shot = &state->shots[state->shot_count++ % most_shots];
    thud_shape_def def = thud_shape_defaults();
    def.density = shot_density;
    def.material_id = SHOT;
    scene_remove(scene, *shot);
    *shot =
        scene_thing(scene, &def, muzzle(state), 0, (scene_form){SCENE_CIRCLE, scene->values[shot_radius], 0});
    float speed = scene->values[shot_speed];
    thud_body_set_velocity(scene->world, *shot,
                           (thud_vec2){speed * thud_cos(state->angle), speed * thud_sin(state->angle)}, 0);
    state->last_shot = scene->step_count;
}

static void aim_at(wall_state *state, thud_vec2 at) {
    thud_vec2 direction = thud_vec2_sub(at, gun);
    state->angle = thud_clamp(thud_atan2(direction.y, thud_max(direction.x, 0.01f)), -0.3f, 1.4f);
}

static void wall_before_step(thud_scene *scene, float dt) {
    wall_state *state = scene->state;
    float turn = (float)scene->held[SCENE_KEY_UP] - (float)scene->held[SCENE_KEY_DOWN];
    state->angle = thud_clamp(state->angle + turn * aim_speed * dt, -0.3f, 1.4f);
    if (!state->taken && scene->step_count % shot_pause == first_shot) {
        if (state->shot_count > 0 && state->shot_count % shots_a_wall == 0) {
            build_again(scene);
        }
        state->angle = first_angle + turn_of_own_aim * (float)(state->shot_count % 4);
        fire(scene);
    }
}

static bool wall_key(thud_scene *scene, char pressed) {
    wall_state *state = scene->state;
    if (pressed == ' ') {
        fire(scene);
    } else if (pressed == 'b') {
        build_again(scene);
    } else if (pressed != SCENE_KEY_UP && pressed != SCENE_KEY_DOWN) {
        return false;
    }
    state->taken = true;
    return true;
}

static bool wall_mouse(thud_scene *scene, scene_mouse action, thud_vec2 at) {
    wall_state *state = scene->state;
    if (action == SCENE_MOUSE_MOVE && !state->taken) {
        return false;
    }
    aim_at(state, at);
    if (action == SCENE_MOUSE_PRESS) {
        state->taken = true;
        fire(scene);
    }
    return action != SCENE_MOUSE_MOVE;
}

/* ---- what breaks ---- */

static void note_flash(thud_scene *scene, thud_vec2 at, bool is_brick) {
    wall_state *state = scene->state;
    state->flashes[state->flash_count++ % most_flashes] = (flash){at, scene->step_count, is_brick};
}

static void add_piece(thud_scene *scene, const thud_vec2 corners[4], thud_pose pose, thud_vec2 velocity,
                      float spin) {
    wall_state *state = scene->state;
    thud_body_id *piece = &state->pieces[state->piece_count++ % most_pieces];
    scene_remove(scene, *piece); /* of too many the oldest goes */
    thud_shape_def def = thud_shape_defaults();
    def.density = brick_density;
    *piece = scene_body(scene, THUD_BODY_DYNAMIC, pose.position, thud_rot_angle(pose.rotation));
    thud_body_add_hull(scene->world, *piece, &def, corners, 4);
    thud_body_set_velocity(scene->world, *piece, velocity, spin);
}

/* Four pieces around a crooked cross, in the brick's place and with its motion. */
static void shatter(thud_scene *scene, thud_body_id body, thud_vec2 half) {
    wall_state *state = scene->state;
    thud_pose pose = thud_body_pose(scene->world, body);
    thud_vec2 velocity = thud_body_velocity(scene->world, body);
    float spin = thud_body_angular_velocity(scene->world, body);
    thud_vec2 part = scene_random_vec2(scene, (thud_vec2){-0.3f, -0.3f}, (thud_vec2){0.3f, 0.3f});
    thud_vec2 middle = {part.x * half.x, part.y * half.y};
    float top = scene_random(scene, -0.4f, 0.4f) * half.x, bottom = scene_random(scene, -0.4f, 0.4f) * half.x;
    float left = scene_random(scene, -0.4f, 0.4f) * half.y, right = scene_random(scene, -0.4f, 0.4f) * half.y;
    const thud_vec2 pieces[4][4] = {
        {{-half.x, -half.y}, {bottom, -half.y}, middle, {-half.x, left}},
        {{bottom, -half.y}, {half.x, -half.y}, {half.x, right}, middle},
        {middle, {half.x, right}, {half.x, half.y}, {top, half.y}},
        {{-half.x, left}, middle, {top, half.y}, {-half.x, half.y}},
    };
    thud_body_destroy(scene->world, body); /* its mortar goes with it */
    for (int i = 0; i < 4; i++) {
        add_piece(scene, pieces[i], pose, velocity, spin);
    }
    note_flash(scene, pose.position, true);
    state->broken_bricks++;
}

/* Breaks the brick that a shape belongs to, if it is one and whole. */
static void break_brick(thud_scene *scene, thud_shape_id shape) {
    wall_state *state = scene->state;
    if (!thud_shape_is_valid(scene->world, shape)) {
        return; /* broken by another hit in this step */
    }
    thud_body_id body = thud_shape_body(scene->world, shape);
    for (int i = 0; i < state->brick_count; i++) {
        if (state->bricks[i].slot == body.slot && state->bricks[i].generation == body.generation) {
            thud_shape geometry = thud_shape_geometry(scene->world, shape);
            thud_aabb box = thud_shape_aabb(&geometry, thud_pose_identity());
            state->bricks[i] = (thud_body_id){0, 0};
            shatter(scene, body, box.max);
            return;
        }
    }
}

/* A brick that breaks stops a shot by no more than it bears: the shot gets the rest back. */
static void give_back(thud_scene *scene, thud_shape_id shape, thud_vec2 impulse, thud_vec2 at) {
    if (thud_shape_is_valid(scene->world, shape) &&
        thud_shape_definition(scene->world, shape).material_id == SHOT) {
        thud_body_apply_impulse(scene->world, thud_shape_body(scene->world, shape), impulse, at);
    }
}

static void wall_after_step(thud_scene *scene, float dt) {
    (void)dt;
    wall_state *state = scene->state;
    thud_joint_events joints = thud_world_joint_events(scene->world);
    for (int i = 0; i < joints.break_count; i++) {
        thud_vec2 a = thud_body_center(scene->world, joints.breaks[i].body_a);
        thud_vec2 b = thud_body_center(scene->world, joints.breaks[i].body_b);
        note_flash(scene, thud_vec2_lerp(a, b, 0.5f), false);
        state->broken_welds++;
    }
    thud_contact_events contacts = thud_world_contact_events(scene->world);
    for (int i = 0; i < contacts.hit_count; i++) {
        const thud_contact_hit *hit = &contacts.hits[i];
        float beyond = hit->impulse - scene->values[brick];
        if (beyond > 0) {
            give_back(scene, hit->shape_a, thud_vec2_scale(hit->normal, beyond), hit->point);
            give_back(scene, hit->shape_b, thud_vec2_scale(hit->normal, -beyond), hit->point);
            break_brick(scene, hit->shape_a);
            break_brick(scene, hit->shape_b);
        }
    }
}

/* ---- drawing ---- */

static void draw_flashes(const thud_scene *scene, const scene_painter *painter) {
    const wall_state *state = scene->state;
    int count = state->flash_count < most_flashes ? state->flash_count : most_flashes;
    for (int i = 0; i < count; i++) {
        const flash *it = &state->flashes[i];
        float age = (float)(scene->step_count - it->step) / (float)flash_steps;
        scene_form ring = {SCENE_CIRCLE, it->is_brick ? 0.25f + 0.5f * age : 0.08f + 0.15f * age, 0};
        if (age < 1) {
            scene_draw_form(painter, ring, (thud_pose){it->at, {1, 0}},
                            it->is_brick ? SCENE_INK_BAD : SCENE_INK_MTD, SCENE_OUTLINE);
        }
    }
}

/* Paints the shapes of some bodies over in brick colour; broken ones are null. */
static void draw_clay(const thud_scene *scene, const scene_painter *painter, const thud_body_id *bodies,
                      int count) {
    for (int i = 0; i < count; i++) {
        if (thud_body_is_valid(scene->world, bodies[i])) {
            thud_shape_id first = thud_body_next_shape(scene->world, bodies[i], (thud_shape_id){0, 0});
            scene_draw_over(scene, painter, first, SCENE_INK_BAD);
        }
    }
}

static void draw_bricks(const thud_scene *scene, const scene_painter *painter) {
    const wall_state *state = scene->state;
    draw_clay(scene, painter, state->bricks, state->brick_count);
    draw_clay(scene, painter, state->pieces, most_pieces);
}

/* Where a shot would fly if there were no wall. */
static void draw_aim(const thud_scene *scene, const scene_painter *painter) {
    const wall_state *state = scene->state;
    thud_vec2 gravity = thud_world_definition(scene->world).gravity;
    thud_vec2 start = muzzle(state);
    thud_vec2 velocity =
        thud_vec2_scale(thud_vec2_normalize(thud_vec2_sub(start, gun)), scene->values[shot_speed]);
    for (int i = 1; i < 40; i++) {
        float time = 0.03f * (float)i;
        thud_vec2 at =
            thud_vec2_mul_add(thud_vec2_mul_add(start, time, velocity), 0.5f * time * time, gravity);
        if (at.y < 0 || at.x > wall_foot.x) {
            break;
        }
        painter->point(painter->context, at, SCENE_INK_PATH);
    }
}

static void wall_draw(const thud_scene *scene, const scene_painter *painter) {
    const wall_state *state = scene->state;
    draw_bricks(scene, painter);
    draw_aim(scene, painter);
    thud_rot turn = thud_rot_from_angle(state->angle);
    thud_shape wheel, barrel;
    thud_capsule((thud_vec2){0, 0}, (thud_vec2){barrel_length, 0}, 0.45f, &barrel);
    thud_circle((thud_vec2){0, -0.5f}, 1.05f, &wheel);
    painter->shape(painter->context, &barrel, (thud_pose){gun, turn}, SCENE_INK_SECOND, SCENE_FILLED);
    painter->shape(painter->context, &wheel, (thud_pose){gun, {1, 0}}, SCENE_INK_FAINT, SCENE_SOLID);
    painter->shape(painter->context, &wheel, (thud_pose){gun, {1, 0}}, SCENE_INK_MUTED, SCENE_FILLED);
    draw_flashes(scene, painter);
    scene_printf(painter, (thud_vec2){-12.6f, -1.5f}, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
                 "click: aim and fire     B: build again     %d of %d welds broken     %d bricks shattered",
                 state->broken_welds, state->welds, state->broken_bricks);
}

const scene_kind scene_brick_wall = {
    .name = "wall",
    .description = "A brick wall to shoot at: mortar breaks by force, bricks by the impulse of a hit",
    .help = "Click  aim and fire   Up, Down, Space  the same   B  build again",
    .view = {{-13.2f, -2}, {17.4f, 12.4f}},
    .hides_joints = true,
    .state_size = sizeof(wall_state),
    SCENE_TUNABLES(wall_tunables),
    .create = wall_create,
    .before_step = wall_before_step,
    .after_step = wall_after_step,
    .key = wall_key,
    .mouse = wall_mouse,
    .draw = wall_draw,
};
