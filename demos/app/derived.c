/*
 * Closed forms; what the solver adds to them (substeps, contacts in between) is left out.
 */
#include "derived.h"

#include "thud/event.h"

#include <math.h>

static const float steep_ratio = 20; /* of masses that touch: stacks beyond it get soft */

float derived_thickness(const thud_shape *shape) {
    float least = INFINITY;
    for (int i = 0; shape->count > 2 && i < shape->count; i++) {
        thud_vec2 a = shape->vertices[i], b = shape->vertices[(i + 1) % shape->count];
        thud_vec2 normal = thud_vec2_normalize(thud_vec2_make(b.y - a.y, a.x - b.x));
        float width = 0;
        for (int k = 0; k < shape->count; k++) {
            width = thud_max(width, -thud_vec2_dot(normal, thud_vec2_sub(shape->vertices[k], a)));
        }
        least = thud_min(least, width);
    }
    return (shape->count > 2 ? least : 0) + 2 * shape->radius;
}

static void tell_travel(scene_page *page, const thud_world *world, float dt) {
    float fastest = 0, thinnest = INFINITY;
    for (thud_body_id body = {0, 0}; (body = thud_world_next_body(world, body)).generation;) {
        fastest = thud_max(fastest, thud_vec2_length(thud_body_velocity(world, body)));
        for (thud_shape_id id = {0, 0}; (id = thud_body_next_shape(world, body, id)).generation;) {
            thud_shape shape = thud_shape_geometry(world, id);
            float thickness = derived_thickness(&shape);
            thinnest = thickness > 0 ? thud_min(thinnest, thickness) : thinnest;
        }
    }
    if (isfinite(thinnest)) {
        bool through = fastest * dt > thinnest;
        const char *what = !through                                  ? ""
                           : thud_world_definition(world).continuous ? ": swept"
                                                                     : ": may tunnel";
        scene_tell(page, "travel a step", "%.3g m; thinnest %.3g m%s", (double)(fastest * dt),
                   (double)thinnest, what)
            ->warns = through;
    }
}

static void tell_mass_ratio(scene_page *page, const thud_world *world) {
    float largest = 1;
    for (thud_contact_id id = {0, 0}; (id = thud_world_next_contact(world, id)).generation;) {
        thud_contact_data contact = thud_contact_read(world, id);
        float a = thud_body_mass(world, contact.body_a).mass, b = thud_body_mass(world, contact.body_b).mass;
        if (contact.touching && a > 0 && b > 0) {
            largest = thud_max(largest, thud_max(a / b, b / a));
        }
    }
    scene_tell(page, "mass ratio", "1 : %.3g of bodies that touch", (double)largest)->warns =
        largest > steep_ratio;
}

static void tell_body(scene_page *page, const thud_world *world, const demo_selection *selection) {
    thud_body_def def = thud_body_definition(world, selection->body);
    float gravity = thud_vec2_length(thud_world_gravity(world)) * thud_abs(def.gravity_scale);
    if (def.type != THUD_BODY_DYNAMIC) {
        return;
    }
    if (def.linear_damping > 0) {
        scene_tell(page, "terminal speed", "%.3g m/s", (double)(gravity / def.linear_damping));
    } else {
        scene_tell(page, "terminal speed", "none: no damping");
    }
    if (selection->shape.generation && gravity > 0) {
        float friction = thud_shape_material(world, selection->shape).friction;
        float speed = thud_vec2_length(def.velocity);
        if (friction > 0) {
            scene_tell(page, "stopping distance", "%.3g m from %.3g m/s on the same",
                       (double)(speed * speed / (2 * friction * gravity)), (double)speed);
        }
    }
}

static void tell_joint(scene_page *page, const thud_world *world, thud_joint_id joint) {
    thud_joint_base base = thud_joint_common(world, joint);
    float a = thud_body_mass(world, base.body_a).mass, b = thud_body_mass(world, base.body_b).mass;
    if (base.hertz > 0) {
        scene_tell(page, "spring period", "%.3g s", (double)(1 / base.hertz));
    }
    if (a > 0 && b > 0) {
        float ratio = thud_max(a / b, b / a);
        scene_tell(page, "joint's mass ratio", "1 : %.3g", (double)ratio)->warns = ratio > steep_ratio;
    }
}

static void tell_runner(scene_page *page, const thud_runner_def *def) {
    float fall = thud_runner_fall_gravity(def);
    float down = fall > 0 ? sqrtf(2 * def->jump_height / fall) : 0;
    float air = def->jump_time + down;
    scene_tell(page, "jump", "%.2f m, %.2f s up, %.2f s down", (double)def->jump_height,
               (double)def->jump_time, (double)down);
    scene_tell(page, "jump's length", "%.2f m at full speed", (double)(def->run_speed * air));
    scene_tell(page, "run stops in", "%.2f m", (double)(0.5f * def->run_speed * def->stop_time));
}

void derived_tell(thud_scene *scene, const demo_selection *selection, float dt, scene_page *page) {
    const thud_world *world = scene->world;
    if (!world) {
        return;
    }
    if (scene->kind->runner_def) {
        tell_runner(page, scene->kind->runner_def(scene));
    }
    tell_travel(page, world, dt);
    tell_mass_ratio(page, world);
    if (thud_body_is_valid(world, selection->body)) {
        tell_body(page, world, selection);
    }
    if (thud_joint_is_valid(world, selection->joint)) {
        tell_joint(page, world, selection->joint);
    }
}
