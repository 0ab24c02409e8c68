/*
 * The second run takes all inputs of the log, but no settings once it has its own.
 */
#include "ghost.h"

#include "measure.h"
#include "thud/event.h"

#include <stdio.h>

static const float slow = 0.05f; /* a body at rest is slower [m/s] */

/* The settings of `own` that restart a scene, or all of them, in place of those of `options`. */
static void take_own(scene_options *options, const scene_options *own, bool all) {
    for (int i = 0; i < settings_count(own); i++) {
        float value = setting_get(own, i);
        if (value != setting_get(options, i) && (all || setting_at(own, i).restarts)) {
            setting_set(options, i, value);
        }
    }
}

bool ghost_begin(demo_ghost *ghost, const scene_options *start, const scene_options *own, uint32_t from,
                 char error[SCENE_ERROR_SIZE]) {
    demo_ghost made = {.options = *start, .own = *own, .own_from = from};
    take_own(&made.options, own, from == 0);
    made.scene = scene_create(&made.options, error);
    ghost_watch(&made, ghost->followed);
    ghost_end(ghost);
    *ghost = made;
    return made.scene != NULL;
}

void ghost_end(demo_ghost *ghost) {
    scene_destroy(ghost->scene);
    *ghost = (demo_ghost){0};
}

void ghost_watch(demo_ghost *ghost, thud_body_id body) {
    ghost->followed = body;
    ghost->first = (run_track){0};
    ghost->second = (run_track){0};
}

/* The player's body, or the first dynamic one. */
static thud_body_id first_to_follow(const thud_scene *scene) {
    const thud_world *world = scene->world;
    thud_body_id body = {0, 0};
    if (scene->kind->mover) {
        return scene->kind->mover(scene, 0).state->body;
    }
    do {
        body = thud_world_next_body(world, body);
    } while (body.generation && thud_body_definition(world, body).type != THUD_BODY_DYNAMIC);
    return body;
}

/* A character's body, which no contact stops, is told by its mover. */
static bool is_touching(const thud_scene *scene, thud_body_id body) {
    enum { most_contacts = 16 };
    const thud_world *world = scene->world;
    scene_mover mover = scene_mover_of(scene, body);
    if (mover.def) {
        return mover.state->on_floor;
    }
    thud_contact_data contacts[most_contacts];
    int count = thud_body_contacts(world, body, contacts, most_contacts);
    for (int i = 0; i < count && i < most_contacts; i++) {
        if (contacts[i].touching) {
            return true;
        }
    }
    return false;
}

static void look(run_track *track, const thud_scene *scene, thud_body_id body, float dt) {
    run_figures *figures = &track->figures;
    float values[MEASURE_WORLD_COUNT];
    measure_world(scene->world, values);
    thud_vec2 at = thud_body_center(scene->world, body);
    float speed = thud_vec2_length(thud_body_velocity(scene->world, body));
    track->trail[track->steps % ghost_trail_length] = at;
    figures->apex = track->steps == 0 ? at.y : thud_max(figures->apex, at.y);
    figures->top_speed = thud_max(figures->top_speed, speed);
    figures->penetration = thud_max(figures->penetration, values[MEASURE_PENETRATION]);
    track->steps++;
    figures->settle_time = speed > slow ? dt * (float)track->steps : figures->settle_time;
    track->air_now = is_touching(scene, body) ? 0 : track->air_now + dt;
    figures->air_time = thud_max(figures->air_time, track->air_now);
    track->time_sum += values[MEASURE_STEP_TIME];
    figures->mean_time = track->time_sum / (float)track->steps;
}

/* The own settings, in the running scene. */
static void change_to_own(demo_ghost *ghost, scene_hands hands) {
    for (int i = 0; i < settings_count(&ghost->own); i++) {
        scene_input input = {.kind = INPUT_SET, .code = (uint16_t)i, .x = setting_get(&ghost->own, i)};
        if (input.x != setting_get(&ghost->options, i)) {
            hands_apply(hands, &input);
        }
    }
}

void ghost_follow(demo_ghost *ghost, const recording *log, const thud_scene *first, float dt) {
    scene_hands hands = {ghost->scene, &ghost->options, &ghost->drag};
    uint32_t step = (uint32_t)ghost->scene->step_count;
    if (step == ghost->own_from && step > 0) {
        change_to_own(ghost, hands);
    }
    for (int i = recording_index(log, step); i < log->count && log->inputs[i].step == step; i++) {
        if (log->inputs[i].kind != INPUT_SET || step < ghost->own_from) {
            hands_apply(hands, &log->inputs[i]);
        } else {
            ghost_watch(ghost, ghost->followed); /* the settings of the first run are others from here on */
        }
    }
    hands_step(hands, dt);
    if (ghost->differs == 0 && scene_hash(ghost->scene) != scene_hash(first)) {
        ghost->differs = step + 1;
    }
    if (first->world) {
        if (!thud_body_is_valid(first->world, ghost->followed)) {
            ghost_watch(ghost, first_to_follow(first));
        }
        look(&ghost->first, first, ghost->followed, dt);
        look(&ghost->second, ghost->scene, ghost->followed, dt);
    }
}

void ghost_print(const demo_ghost *ghost, char *text, int size) {
    const run_figures *a = &ghost->first.figures, *b = &ghost->second.figures;
    if (ghost->differs == 0) {
        snprintf(text, (size_t)size, "the same to the bit so far");
        return;
    }
    snprintf(text, (size_t)size,
             "differs from step %u on: apex %+.2f m   air %+.2f s   top speed %+.2f m/s   settles %+.2f s   "
             "penetration %+.2f mm   %+.3f ms",
             (unsigned)ghost->differs, (double)(b->apex - a->apex), (double)(b->air_time - a->air_time),
             (double)(b->top_speed - a->top_speed), (double)(b->settle_time - a->settle_time),
             (double)(b->penetration - a->penetration), (double)(b->mean_time - a->mean_time));
}
