/* What moves by itself, made of objects of the map. */
#include <string.h>

#include "platformer.h"

static const float crate_density = 40;   /* [kg/m^2]: a crate of 0.9 m weighs 32 kg, half of the player */
static const float plank_density = 30;   /* of the seesaw */
static const float bridge_density = 150; /* planks of 45 kg, two thirds of the player */
static const float boulder_density = 300;
static const float seesaw_reach = 0.22f;                  /* its angle at most [rad] */
static const float walker_speed = 2, walker_gravity = 40; /* [m/s], [m/s^2] */

static thud_vec2 middle_of(const thud_tiled_object *object) {
    return thud_pose_apply(object->pose, thud_aabb_center(object->box));
}

static thud_vec2 half_of(const thud_tiled_object *object) {
    return thud_vec2_scale(thud_vec2_sub(object->box.max, object->box.min), 0.5f);
}

static scene_form box_form(const thud_tiled_object *object) {
    return (scene_form){SCENE_BOX, half_of(object).x, half_of(object).y};
}

static float number(const thud_tiled_object *object, const char *name) {
    return (float)thud_tiled_number(object->properties, name, 0);
}

/* ---- machines ---- */

static platformer_machine *add_machine(thud_scene *scene, thud_vec2 at) {
    platformer *state = scene->state;
    if (!platformer_has_room(scene, state->machine_count, platformer_most_machines)) {
        return NULL;
    }
    platformer_machine *machine = &state->machines[state->machine_count++];
    machine->body = scene_body(scene, THUD_BODY_KINEMATIC, at, 0);
    machine->from = at;
    return machine;
}

void platformer_add_platform(thud_scene *scene, const thud_tiled_object *object) {
    platformer_machine *machine = add_machine(scene, middle_of(object));
    if (machine != NULL) {
        const char *motion = thud_tiled_text(object->properties, "motion", "sine");
        machine->translation = (thud_vec2){number(object, "dx"), number(object, "dy")};
        machine->period = number(object, "period");
        machine->motion = strcmp(motion, "slam") == 0     ? PLATFORMER_SLAM
                          : strcmp(motion, "bounce") == 0 ? PLATFORMER_BOUNCE
                                                          : PLATFORMER_SINE;
        scene_add_form(scene, machine->body, NULL, box_form(object));
    }
}

void platformer_add_wheel(thud_scene *scene, const thud_tiled_object *object) {
    platformer_machine *machine = add_machine(scene, middle_of(object));
    if (machine != NULL) {
        machine->spin = number(object, "spin");
        scene_add_form(scene, machine->body, NULL, (scene_form){SCENE_CIRCLE, half_of(object).x, 0});
    }
}

/* How far along its path a platform is at a time, 0 to 1. */
static float share_of_path(const platformer_machine *machine, float time) {
    float turns = time / machine->period;
    float phase = turns - (float)(int)turns;
    switch (machine->motion) {
    case PLATFORMER_BOUNCE:
        return phase < 0.5f ? 2 * phase : 2 - 2 * phase;
    case PLATFORMER_SLAM: /* waits below, rises, waits above, falls */
        return phase < 0.1f    ? 0
               : phase < 0.6f  ? 2 * (phase - 0.1f)
               : phase < 0.85f ? 1
               : phase < 0.95f ? 10 * (0.95f - phase)
                               : 0;
    default:
        return 0.5f - 0.5f * thud_cos(2 * THUD_PI * phase);
    }
}

void platformer_move_machines(thud_scene *scene, float dt) {
    platformer *state = scene->state;
    float time = (float)((double)(scene->step_count + 1) * (double)dt); /* at the end of the step */
    for (int i = 0; i < state->machine_count; i++) {
        const platformer_machine *machine = &state->machines[i];
        if (machine->period > 0) {
            thud_vec2 target = thud_vec2_mul_add(machine->from, share_of_path(machine, time), machine->translation);
            thud_body_set_target(scene->world, machine->body, target, 0, dt);
        } else {
            thud_body_set_velocity(scene->world, machine->body, (thud_vec2){0, 0}, machine->spin);
        }
    }
}

/* ---- bodies of the world ---- */

void platformer_add_crate(thud_scene *scene, const thud_tiled_object *object) {
    thud_shape_def def = thud_shape_defaults();
    def.density = crate_density;
    def.material.friction = 0.4f;
    scene_thing(scene, &def, middle_of(object), 0, box_form(object));
}

void platformer_add_seesaw(thud_scene *scene, const thud_tiled_object *object) {
    thud_vec2 middle = middle_of(object);
    thud_shape_def def = thud_shape_defaults();
    def.density = plank_density;
    thud_body_id beam = scene_thing(scene, &def, middle, 0, box_form(object));
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = thud_joint_base_at(scene->world, platformer_of(scene)->ground, beam, middle);
    hinge.limit = (thud_joint_limit){true, -seesaw_reach, seesaw_reach};
    thud_revolute_joint_create(scene->world, &hinge);
    platformer *state = scene->state;
    if (platformer_has_room(scene, state->pivot_count, platformer_most_places)) {
        state->pivots[state->pivot_count++] = middle;
    }
}

/* Planks of about a metre from the left side of the object to the right one. */
void platformer_add_bridge(thud_scene *scene, const thud_tiled_object *object) {
    thud_vec2 middle = middle_of(object), half = half_of(object);
    int count = (int)(2 * half.x + 0.5f);
    float length = 2 * half.x / (float)count;
    thud_shape_def def = thud_shape_defaults();
    def.density = bridge_density;
    thud_body_id last = platformer_of(scene)->ground;
    for (int i = 0; i <= count; i++) {
        thud_vec2 joint = {middle.x - half.x + (float)i * length, middle.y};
        thud_vec2 plank = {joint.x + 0.5f * length, middle.y};
        thud_body_id next =
            i < count ? scene_thing(scene, &def, plank, 0, (scene_form){SCENE_BOX, 0.5f * length, half.y})
                      : platformer_of(scene)->ground;
        scene_hinge(scene, last, next, joint);
        last = next;
    }
}

/* ---- walkers ---- */

void platformer_add_walker(thud_scene *scene, const thud_tiled_object *object) {
    platformer *state = scene->state;
    if (!platformer_has_room(scene, state->walker_count, platformer_most_walkers)) {
        return;
    }
    platformer_walker *walker = &state->walkers[state->walker_count++];
    thud_vec2 middle = middle_of(object), half = half_of(object);
    walker->def = thud_mover_defaults();
    thud_box((thud_vec2){0.6f, half.y}, 0, &walker->def.shape);
    walker->left = middle.x - half.x + 0.6f;
    walker->right = middle.x + half.x - 0.6f;
    walker->direction = 1;
    thud_mover_create(scene->world, &walker->def, (thud_vec2){walker->left, middle.y + 0.02f},
                      &walker->state);
}

void platformer_move_walkers(thud_scene *scene, float dt) {
    platformer *state = scene->state;
    for (int i = 0; i < state->walker_count; i++) {
        platformer_walker *walker = &state->walkers[i];
        float x = walker->state.position.x;
        bool blocked = walker->moved.wall.touching && walker->moved.wall.normal.x * walker->direction < 0;
        if (blocked || (walker->direction > 0 ? x > walker->right : x < walker->left)) {
            walker->direction = -walker->direction;
        }
        walker->fall_speed = walker->moved.floor.touching ? 0 : walker->fall_speed - walker_gravity * dt;
        thud_vec2 velocity = {walker->direction * walker_speed, walker->fall_speed};
        thud_mover_move(scene->world, &walker->def, &walker->state, velocity, dt, &walker->moved);
    }
}

/* ---- the boulder ---- */

void platformer_add_boulder(thud_scene *scene, const thud_tiled_object *object) {
    platformer_boulder *boulder = &platformer_of(scene)->boulder;
    boulder->start = middle_of(object);
    boulder->radius = half_of(object).x;
    boulder->trigger = number(object, "trigger");
    boulder->push = (thud_vec2){number(object, "vx"), number(object, "vy")};
    boulder->body = scene_body(scene, THUD_BODY_STATIC, boulder->start, 0);
    thud_shape_def def = thud_shape_defaults();
    def.density = boulder_density;
    scene_add_form(scene, boulder->body, &def, (scene_form){SCENE_CIRCLE, boulder->radius, 0});
}

static void set_boulder(thud_scene *scene, thud_body_type type, thud_vec2 velocity) {
    platformer_boulder *boulder = &platformer_of(scene)->boulder;
    thud_body_def def = thud_body_definition(scene->world, boulder->body);
    def.type = type;
    thud_body_configure(scene->world, boulder->body, &def);
    thud_body_set_velocity(scene->world, boulder->body, velocity, 0);
    boulder->is_loose = type == THUD_BODY_DYNAMIC;
}

void platformer_roll_boulder(thud_scene *scene) {
    platformer *state = scene->state;
    thud_vec2 player = state->player.state.position;
    if (!state->boulder.is_loose && state->boulder.trigger > 0 && player.x > state->boulder.trigger &&
        thud_abs(player.x - state->boulder.start.x) < 20) {
        set_boulder(scene, THUD_BODY_DYNAMIC, state->boulder.push);
    }
}

void platformer_reset_boulder(thud_scene *scene) {
    platformer_boulder *boulder = &platformer_of(scene)->boulder;
    if (boulder->is_loose) {
        set_boulder(scene, THUD_BODY_STATIC, (thud_vec2){0, 0});
        thud_body_teleport(scene->world, boulder->body, boulder->start, 0);
    }
}
