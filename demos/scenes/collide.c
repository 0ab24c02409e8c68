/*
 * collide: the one call of the narrowphase, seen. Two shapes with velocities; thud_collide reports that they overlap
 * (and the MTD is drawn), or when they will touch (and their ghosts stand there), or that they miss each
 * other within t_max.
 */
#include "scenes.h"
#include "shape_choice.h"
#include "thud/narrowphase.h"

static const float shape_size = 1.3f;     /* [m] */
static const float handle_radius = 0.35f; /* the mouse takes hold of an arrow's tip within this [m] */
static const float idle_speed = 0.5f;     /* of the show while no mouse has come [rad/s] */

enum { kind_a, kind_b, spin_a, spin_b, time_max };
static const scene_tunable collide_tunables[] = {
    [kind_a] = {"a", "shape a", "", SCENE_CHOICE, 0, shape_choice_count - 1, 4, shape_choice_names, false},
    [kind_b] = {"b", "shape b", "", SCENE_CHOICE, 0, shape_choice_count - 1, 5, shape_choice_names, false},
    [spin_a] = {"spin_a", "spin of a", "rad/s", SCENE_NUMBER, -3, 3, 0, NULL, false},
    [spin_b] = {"spin_b", "spin of b", "rad/s", SCENE_NUMBER, -3, 3, 0.8f, NULL, false},
    [time_max] = {"t_max", "t_max", "s", SCENE_NUMBER, 0, 3, 2, NULL, false},
};

/* What the mouse can drag. */
enum { THING_A, THING_B, VELOCITY_A, VELOCITY_B };

typedef struct collide {
    thud_motion a, b;
    thud_collision result;
    scene_grip grip;
} collide;

static thud_shape shape_of(const thud_scene *scene, int tunable) {
    return shape_choice_make((int)scene->values[tunable], shape_size);
}

static void look(thud_scene *scene) {
    collide *state = scene->state;
    thud_shape a = shape_of(scene, kind_a);
    thud_shape b = shape_of(scene, kind_b);
    state->a.angular_velocity = scene->values[spin_a];
    state->b.angular_velocity = scene->values[spin_b];
    state->result = (thud_collision){0};
    thud_collide(&a, &state->a, &b, &state->b, scene->values[time_max], &state->result);
}

static bool collide_create(thud_scene *scene) {
    collide *state = scene->state;
    state->a = thud_motion_at((thud_vec2){-4.2f, -1.2f}, 0.3f);
    state->b = thud_motion_at((thud_vec2){4.5f, 0.9f}, 0.9f);
    state->a.velocity = (thud_vec2){1.7f, 0.6f};
    state->b.velocity = (thud_vec2){-2.2f, -0.6f};
    look(scene);
    return true;
}

/* Until the mouse comes b wanders, so that all three outcomes are seen in turn. */
static void collide_before_step(thud_scene *scene, float dt) {
    collide *state = scene->state;
    if (!state->grip.touched) {
        float phase = idle_speed * dt * (float)scene->step_count;
        state->b.pose.position = (thud_vec2){0.7f + 3.8f * thud_cos(phase), 0.9f + 2.2f * thud_sin(phase)};
        state->b.pose.rotation = thud_rot_from_angle(0.9f + phase);
    }
    look(scene);
}

/* ---- mouse ---- */

static thud_vec2 arrow_tip(const thud_motion *motion) {
    return thud_vec2_add(motion->pose.position, motion->velocity);
}

static bool is_held_by(const thud_scene *scene, int tunable, const thud_motion *motion, thud_vec2 at) {
    thud_shape shape = shape_of(scene, tunable);
    return thud_shape_contains(&shape, thud_pose_apply_inverse(motion->pose, at)) ||
           thud_vec2_distance(at, motion->pose.position) < handle_radius;
}

static bool pick(const thud_scene *scene, thud_vec2 at, int *thing, thud_vec2 *origin) {
    const collide *state = scene->state;
    const struct {
        int thing;
        bool is_at;
        thud_vec2 origin;
    } things[] = {
        {VELOCITY_A, thud_vec2_distance(at, arrow_tip(&state->a)) < handle_radius, arrow_tip(&state->a)},
        {VELOCITY_B, thud_vec2_distance(at, arrow_tip(&state->b)) < handle_radius, arrow_tip(&state->b)},
        {THING_B, is_held_by(scene, kind_b, &state->b, at), state->b.pose.position},
        {THING_A, is_held_by(scene, kind_a, &state->a, at), state->a.pose.position},
    };
    for (int i = 0; i < 4; i++) {
        if (things[i].is_at) {
            *thing = things[i].thing;
            *origin = things[i].origin;
            return true;
        }
    }
    return false;
}

static bool collide_mouse(thud_scene *scene, scene_mouse action, thud_vec2 at) {
    collide *state = scene->state;
    if (!scene_drag(scene, &state->grip, action, at, pick)) {
        return false;
    }
    int thing = state->grip.thing;
    thud_motion *motion = thing == THING_A || thing == VELOCITY_A ? &state->a : &state->b;
    if (thing == THING_A || thing == THING_B) {
        motion->pose.position = state->grip.origin;
    } else {
        motion->velocity = thud_vec2_sub(state->grip.origin, motion->pose.position);
    }
    look(scene);
    return true;
}

/* Q and E turn b. */
static bool collide_key(thud_scene *scene, char key) {
    collide *state = scene->state;
    if (key != 'q' && key != 'e') {
        return false;
    }
    state->grip.touched = true;
    state->b.pose.rotation =
        thud_rot_mul(state->b.pose.rotation, thud_rot_from_angle(key == 'q' ? 0.1f : -0.1f));
    look(scene);
    return true;
}

/* ---- drawing ---- */

static void draw_motion(const scene_painter *painter, const thud_shape *shape, const thud_motion *motion,
                        scene_ink ink, const char *name) {
    painter->shape(painter->context, shape, motion->pose, ink, SCENE_FILLED);
    if (thud_vec2_length(motion->velocity) > 0.01f) {
        painter->arrow(painter->context, motion->pose.position, arrow_tip(motion), SCENE_INK_PATH);
    }
    scene_printf(painter, thud_vec2_add(motion->pose.position, (thud_vec2){-0.25f, 0.25f}), SCENE_INK_TEXT,
                 SCENE_TEXT_CENTER, "%s", name);
}

static void draw_ghosts(const thud_scene *scene, const scene_painter *painter, float time) {
    const collide *state = scene->state;
    thud_shape a = shape_of(scene, kind_a);
    thud_shape b = shape_of(scene, kind_b);
    thud_pose pose_a = thud_motion_pose(&state->a, time);
    thud_pose pose_b = thud_motion_pose(&state->b, time);
    painter->line(painter->context, state->a.pose.position, pose_a.position, SCENE_INK_MUTED);
    painter->line(painter->context, state->b.pose.position, pose_b.position, SCENE_INK_MUTED);
    painter->shape(painter->context, &a, pose_a, SCENE_INK_GHOST, SCENE_OUTLINE);
    painter->shape(painter->context, &b, pose_b, SCENE_INK_GHOST, SCENE_OUTLINE);
}

static void draw_contact(const scene_painter *painter, const thud_collision *result) {
    for (int i = 0; i < result->count; i++) {
        thud_vec2 tip = thud_vec2_mul_add(result->points[i], 0.9f, result->normal);
        painter->arrow(painter->context, result->points[i], tip, SCENE_INK_NORMAL);
        painter->point(painter->context, result->points[i], SCENE_INK_TOUCHING);
    }
}

/* a moved out of b by the MTD, and the MTD itself. */
static void draw_way_out(const thud_scene *scene, const scene_painter *painter) {
    const collide *state = scene->state;
    thud_shape a = shape_of(scene, kind_a);
    thud_vec2 mtd = thud_vec2_scale(state->result.normal, -state->result.depth);
    thud_pose freed = state->a.pose;
    freed.position = thud_vec2_add(freed.position, mtd);
    painter->shape(painter->context, &a, freed, SCENE_INK_GHOST, SCENE_OUTLINE);
    painter->arrow(painter->context, state->a.pose.position, freed.position, SCENE_INK_MTD);
}

static void collide_draw(const thud_scene *scene, const scene_painter *painter) {
    const collide *state = scene->state;
    const thud_collision *result = &state->result;
    thud_shape a = shape_of(scene, kind_a);
    thud_shape b = shape_of(scene, kind_b);
    bool overlap = result->kind == THUD_COLLISION_OVERLAP;
    scene_ink ink = overlap ? SCENE_INK_TOUCHING : SCENE_INK_APART;
    thud_vec2 line1 = {-8.0f, -5.0f}, line2 = {-8.0f, -5.7f};
    if (!overlap) {
        draw_ghosts(scene, painter,
                    result->kind == THUD_COLLISION_FUTURE ? result->time : scene->values[time_max]);
    }
    draw_motion(painter, &a, &state->a, ink, "a");
    draw_motion(painter, &b, &state->b, ink, "b");
    draw_contact(painter, result);
    if (overlap) {
        draw_way_out(scene, painter);
        scene_printf(painter, line1, SCENE_INK_TOUCHING, SCENE_TEXT_HEADING, "overlap, depth %.3f m",
                     (double)result->depth);
        scene_printf(painter, line2, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
                     "arrow: the MTD, which moves a to its ghost, just out of b");
    } else if (result->kind == THUD_COLLISION_FUTURE) {
        scene_printf(painter, line1, SCENE_INK_GOOD, SCENE_TEXT_HEADING, "touch in %.3f s",
                     (double)result->time);
        scene_printf(painter, line2, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
                     "ghosts: the shapes at the time of impact, with normal and points");
    } else {
        scene_printf(painter, line1, SCENE_INK_APART, SCENE_TEXT_HEADING, "no touch within %.1f s",
                     (double)scene->values[time_max]);
        scene_printf(painter, line2, SCENE_INK_MUTED, SCENE_TEXT_LEFT, "ghosts: the shapes at t_max");
    }
}

static uint64_t collide_hash(const thud_scene *scene) {
    const collide *state = scene->state;
    const thud_collision *result = &state->result;
    uint64_t hash = scene_hash_bytes(SCENE_HASH_START, &state->b.pose, sizeof state->b.pose);
    const float outcome[] = {(float)result->kind, result->time, result->depth, result->normal.x,
                             result->normal.y};
    return scene_hash_bytes(hash, outcome, sizeof outcome);
}

const scene_kind scene_collide = {
    .name = "collide",
    .description = "Two shapes in one call: their MTD, or their time of impact",
    .help = "Drag  shapes and arrow tips    Q E  turn b",
    .view = {{-8.5f, -6.2f}, {8.5f, 5.2f}},
    .worldless = true,
    .state_size = sizeof(collide),
    SCENE_TUNABLES(collide_tunables),
    .create = collide_create,
    .before_step = collide_before_step,
    .draw = collide_draw,
    .key = collide_key,
    .mouse = collide_mouse,
    .hash = collide_hash,
};
